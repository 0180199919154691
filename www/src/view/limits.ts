// The notice on what this browser does not do for the page.
import { SUPPORTED_BROWSERS } from "blocks/device/supported-browsers.js";
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";

/** Lists what this browser does not do for the page. */
export function limitsNotice(
  { isStored, isPageStored, limits, limitsDismissed }: State,
  actions: Actions,
) {
  const isPageLost = isPageStored === false && !limits.includes("no-https");
  if (limitsDismissed || (isStored !== false && !isPageLost && limits.length === 0)) return nothing;
  return html`
    <section class="notice" aria-label="What this browser cannot do">
      ${
        limits.includes("no-https")
          ? html`<p>${icons.warning}<strong>This page was opened without https.</strong> So it cannot use the camera, and cannot work
        without a connection. A hand scanner, typing and pictures work.</p>`
          : nothing
      }
      ${
        limits.includes("too-old")
          ? html`<p>${icons.warning}<strong>This browser is too old for this page.</strong> Parts of the page may not work, such as the camera.
        Use ${SUPPORTED_BROWSERS}.</p>`
          : nothing
      }
      ${
        limits.includes("not-installed")
          ? html`<p><strong>Add this page to your Home Screen</strong> to keep it for offline use: tap Share, then “Add to Home Screen”.
        Safari deletes the data and the history of a page that you did not use for 7 days.</p>`
          : nothing
      }
      ${
        isStored === false
          ? html`<p>${icons.warning}<strong>This browser cannot save the data,</strong> because its storage is full or
        blocked. You can use the data now. On your next visit the page downloads it again.</p>`
          : nothing
      }
      ${
        isPageLost
          ? html`<p>${icons.warning}<strong>This browser cannot save the page for offline use.</strong> You can use the page now. On your next
        visit you need a connection.</p>`
          : nothing
      }
      <p class="buttons"><button @click=${() => actions.data.dismissLimits()}>Hide this message</button></p>
    </section>`;
}

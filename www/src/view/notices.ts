// What the page has to say about itself: downloads, updates, undo.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { type Release, shortName } from "../data/release.js";
import { megabytes, shortDate } from "../words.js";
import type { State } from "../state.js";
import * as icons from "./icons.js";

export function notices(state: State, actions: Actions) {
  return html`${dataNotice(state, actions)}${offerNotice(state, actions)}${pageNotice(state)}`;
}

function dataNotice({ data, packs }: State, actions: Actions) {
  switch (data.is) {
    case "downloading":
      // The first download is told where the release will stand.
      return packs ? progress(data.release, data.received) : nothing;
    case "failed":
      return failure(data.reason, packs !== undefined, actions);
    default:
      return nothing;
  }
}

function progress(release: Release, received: number) {
  return html`
    <section class="notice" aria-label="Download">
      <p><strong>Loading ${shortName(release)}</strong> for use without a network</p>
      <progress aria-label="Download" max=${release.bytes} .value=${received}></progress>
      <p class="small">${Math.floor((100 * received) / release.bytes)} % of ${megabytes(release.download_bytes)} MB</p>
    </section>`;
}

function failure(reason: string, hasOlder: boolean, actions: Actions) {
  return html`
    <section class="notice caution" aria-label="Download" role="alert">
      <p>${icons.warning}<strong>The data could not be loaded.</strong> ${reason}
        ${hasOlder ? "The release that you had stays in use." : nothing}</p>
      <p class="buttons"><button @click=${() => actions.data.download()}>Try again</button></p>
    </section>`;
}

function offerNotice({ offer, data }: State, actions: Actions) {
  if (!offer || data.is === "downloading") return nothing;
  return html`
    <section class="notice" aria-label="New release">
      <p>${icons.download}<strong>New release:</strong> ${shortName(offer)} of ${shortDate(offer.release_date)},
        ${megabytes(offer.download_bytes)} MB</p>
      <p class="buttons">
        <button class="primary" @click=${() => actions.data.download()}>Download now</button>
        <button @click=${() => actions.data.dismissOffer()}>Later</button>
      </p>
    </section>`;
}

function pageNotice({ updatePage }: State) {
  if (!updatePage) return nothing;
  return html`
    <section class="notice" aria-label="New version">
      <p><strong>A new version of this page is ready.</strong> It starts when you reload.</p>
      <p class="buttons"><button class="primary" @click=${updatePage}>Reload now</button></p>
    </section>`;
}

/** A word at the foot of the page that goes by itself. */
export function toast({ notice }: State, actions: Actions) {
  if (!notice) return nothing;
  const undo = () => {
    notice.undo?.();
    actions.page.dismissNotice();
  };
  return html`
    <div class="toast" role="status">
      <span>${notice.text}</span>
      ${notice.undo ? html`<button @click=${undo}>Undo</button>` : nothing}
    </div>`;
}

// Notices of the first view: what this browser does not do for the page, and what is shown in the
// place of a view whose script is not there yet.
import { html, nothing } from "lit-html";
import { SUPPORTED_BROWSERS } from "blocks/device/supported-browsers.js";

import type { Part, PartProblem } from "../common/part.js";
import type { Actions } from "../actions/index.js";
import type { Limit } from "../state/page.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";

/** The identifier and the text of the heading of a view. */
interface Heading {
  id: string;
  text: string;
}

/** Shows a view, or its heading while its script is loading. */
export function viewOf<Module>(
  part: Part<Module>,
  { id, text }: Heading,
  view: (module: Module) => unknown,
) {
  if (part.loaded) return view(part.loaded);
  part.request();
  return html`
    <section class="history" aria-labelledby=${id}>
      <h1 id=${id} tabindex="-1">${text}</h1>
      ${part.problem ? problemNotice(part, part.problem) : html`<p>Loading…</p>`}
    </section>`;
}

/** Shows that the script of the page itself is missing. What a person does meanwhile waits for it. */
export function startNotice(part: Part<unknown>) {
  return part.problem ? problemNotice(part, part.problem) : nothing;
}

function problemNotice(part: Part<unknown>, problem: PartProblem) {
  return problem === "replaced" ? replacedNotice() : unavailableNotice(part);
}

function replacedNotice() {
  return html`
    <section class="notice caution" aria-label="Newer version" role="alert">
      <p><strong>There is a newer version of this page.</strong> Reload the page to use this part of it.</p>
      <p class="buttons"><button @click=${() => location.reload()}>Reload the page</button></p>
    </section>`;
}

function unavailableNotice(part: Part<unknown>) {
  return html`
    <section class="notice caution" aria-label="Part of the page" role="alert">
      <p><strong>This part of the page did not load.</strong> The page tries again when the network is back.</p>
      <p class="buttons"><button @click=${() => part.retry()}>Try again</button></p>
    </section>`;
}

/** Lists what this browser does not do for the page. */
export function limitsNotice(state: State, actions: Actions) {
  const lacks = lacksOf(state);
  if (state.limitsDismissed || lacks.length === 0) return nothing;
  return html`
    <section class="notice" aria-label="What this browser cannot do">
      ${lacks.map((lack) => LACKS[lack])}
      <p class="buttons"><button @click=${() => actions.data.dismissLimits()}>Hide this message</button></p>
    </section>`;
}

/** Finds what this browser lacks: what is known from the start, then what could not be saved. */
function lacksOf({ isStored, isPageStored, limits }: State): (keyof typeof LACKS)[] {
  const isPageLost = isPageStored === false && !limits.includes("no-https");
  return [
    ...ORDER.filter((limit) => limits.includes(limit)),
    ...(isStored === false ? (["data-lost"] as const) : []),
    ...(isPageLost ? (["page-lost"] as const) : []),
  ];
}

const ORDER: readonly Limit[] = ["no-https", "too-old", "not-installed"];

/** What this browser does not do, and what to do. */
const LACKS = {
  "no-https": html`
      <p>${icons.warning}<strong>This page was opened without https.</strong> It cannot use the
        camera, and cannot work without a connection. A hand scanner, typing and pictures work.</p>`,
  "too-old": html`
      <p>${icons.warning}<strong>This browser is too old for this page.</strong> Parts of the page may
        not work, such as the camera. Use ${SUPPORTED_BROWSERS}.</p>`,
  "not-installed": html`
      <p><strong>Add this page to your Home Screen</strong> to keep it for offline use: tap Share, then
        “Add to Home Screen”. Safari deletes the data and the history of a page that you did not use
        for 7 days.</p>`,
  "data-lost": html`
      <p>${icons.warning}<strong>This browser cannot save the data,</strong> because its storage is full
        or blocked. You can use the data now. On your next visit the page downloads it again.</p>`,
  "page-lost": html`
      <p>${icons.warning}<strong>This browser cannot save the page for offline use.</strong> You can use
        the page now. On your next visit you need a connection.</p>`,
};

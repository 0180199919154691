// What is shown in the place of a view whose script is not there yet.
import { html, nothing } from "lit-html";

import type { Part, PartProblem } from "../common/part.js";

/** The identifier and the text of the heading of a view. */
export interface Heading {
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

// Counts. Of every code in view: outlines on the picture, the number of boxes, and a list of the
// products below the picture. Of the open stock-take: what a scan counted.
import type { Outline, OutlinedCode } from "blocks/scanner/types.js";
import { html, nothing, svg } from "lit-html";
import { repeat } from "lit-html/directives/repeat.js";

import type { Actions } from "../actions/index.js";
import { count } from "../common/format.js";
import type { Answer } from "../lookup/answer.js";
import {
  type CountedBox,
  type CountGroup,
  dataWarningsOf,
  groupsOf,
  toneOf,
  totalOf,
} from "../lookup/count.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";
import { statusLine } from "./warnings.js";
import { spoken } from "./controls.js";

/** Writes the corners of an outline in percent of the picture. */
const cornersText = (outline: Outline): string =>
  outline.map(({ x, y }) => `${(100 * x).toFixed(1)},${(100 * y).toFixed(1)}`).join(" ");

/** Outlines every box in view, and shows how many were counted. The list has the same in words. */
export function inViewView({ inView, counted }: Pick<State, "inView" | "counted">) {
  return html`
    <svg slot="picture" class="in-view" viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true">
      ${repeat(
        inView,
        ({ id }) => id,
        (box) => svg`<polygon class=${lookOf(box, counted)} points=${cornersText(box.outline)}/>`,
      )}
    </svg>
    <p slot="picture" class="counted-number" aria-hidden="true">${totalOf(counted)}</p>`;
}

/**
 * Says how an outline looks: a code that is being read, a counted box, or one with a warning.
 */
function lookOf({ id }: OutlinedCode, counted: readonly CountedBox[]): string {
  const box = counted.find(({ ids }) => ids.includes(id));
  if (!box) return "reading";
  const tone = toneOf(box.answer);
  return tone === "plain" ? "counted" : `counted ${tone}`;
}

export function countView({ counted, uncounted, isCameraOn }: State, actions: Actions) {
  if (counted.length + uncounted === 0)
    return isCameraOn ? html`<p class="small">Nothing counted yet.</p>` : nothing;
  return html`
    <section class="count-list" aria-labelledby="count-title">
      <h2 id="count-title">${count(totalOf(counted), "pack")} counted</h2>
      ${
        uncounted > 0
          ? html`<p>${count(uncounted, "more code")} read. They are counted when the data has loaded.</p>`
          : nothing
      }
      <p class="small">Check the number against the boxes. A code that the camera cannot read is missed.</p>
      <ul class="list counts">${groupsOf(counted).map((group) => groupView(group, actions))}</ul>
      ${dataWarningsOf(counted).map((text) => statusLine({ tone: "caution", text }))}
      <p class="buttons"><button @click=${() => actions.count.startAgain()}>New count</button></p>
    </section>`;
}

function groupView(
  { title, detail, count: boxes, warnings, newest }: CountGroup,
  actions: Actions,
) {
  const number =
    boxes > 0
      ? html`<span class="count"><span aria-hidden="true">×</span>${boxes}${spoken(" counted")}</span>`
      : html`<span class="count">Not counted</span>`;
  return html`
    <li><button class="hit" @click=${() => actions.count.open(newest)}>
      ${number}
      <span class="product">${title}</span>
      ${detail ? html`<span class="rest">${detail}</span>` : nothing}
      ${warnings.map((warning) => warningLine(warning, boxes))}
    </button></li>`;
}

function warningLine({ tone, text, count }: CountGroup["warnings"][number], boxes: number) {
  const isDanger = tone === "danger";
  return html`<span
    class="flag ${isDanger ? "danger" : ""}">${isDanger ? icons.danger : icons.warning}<span>${text}${count < boxes ? ` (${count} of ${boxes})` : ""}</span></span>`;
}

/** Shows next to an answer that its scan counted, and takes it back. */
export function countedView({ takeCount, openTake }: State, answer: Answer, actions: Actions) {
  if (!takeCount || !openTake || takeCount.entry !== answer.entry) return nothing;
  return html`
    <p class="counted">${icons.check}<span>${takeCount.text}</span>
      ${
        takeCount.canUndo
          ? html`<button @click=${() => actions.stockTakes.undoCounted()}>Undo</button>`
          : nothing
      }</p>`;
}

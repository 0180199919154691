// The view of recalls: the lists of batches to watch, and the text of a recall with what was
// recognised in it.
import { submitted, toggle, typed, unreadLists } from "./controls.js";
import { html, nothing } from "lit-html";
import type { Actions } from "../actions/index.js";
import { count, longDate } from "../common/format.js";
import type { State } from "../state/state.js";
import type { WatchList } from "../watch/model.js";
import type { UnreadLine } from "../watch/found.js";
import type { Recognised } from "../watch/recognise.js";
import { undoLine } from "./notices.js";
import * as icons from "./icons.js";

export function recallsView(state: State, actions: Actions) {
  const { watchLists, recognised, recallText = "" } = state;
  return html`
    <section class="history stock watch" aria-labelledby="recalls-title">
      <h1 id="recalls-title" tabindex="-1">Recalled batches</h1>
      <p class="small">Paste the text of a recall. A scan of one of its batches then has a warning.
        A scan without this warning only means that your lists do not name it.</p>
      ${state.areListsRead ? nothing : unreadLists()}
      ${undoRemove(state, actions)}
      ${recognised ? checkForm(recognised, recallText, actions) : pasteForm(state, actions)}
      ${
        watchLists.length === 0
          ? nothing
          : html`<ul class="list">${watchLists.map(
              (list) => html`<li><div class="line">${listView(list, actions)}</div></li>`,
            )}</ul>`
      }
    </section>`;
}

function undoRemove({ deletedLists }: State, actions: Actions) {
  const last = deletedLists.at(-1);
  if (!last) return nothing;
  const text = html`You deleted the list: <bdi>${last.title}</bdi>`;
  return undoLine(text, () => void actions.watch.undoRemove());
}

function pasteForm({ recallText = "", recallProblem }: State, actions: Actions) {
  const read = submitted((field) => actions.watch.read(field("recall")));
  return html`
    <form class="card" @submit=${read}>
      ${recallProblem ? html`<p id="recall-problem" class="flag danger">${icons.danger}${recallProblem}</p>` : nothing}
      <label>Text of the recall <textarea id="recall-text" name="recall" rows="5" maxlength="100000"
        aria-invalid=${recallProblem ? "true" : nothing}
        aria-describedby=${recallProblem ? "recall-problem" : nothing} .value=${recallText}
        @input=${typed((text) => actions.watch.draft(text))}></textarea></label>
      <p class="buttons"><button type="submit">Read the text</button></p>
    </form>`;
}

/** Shows what was recognised, for a person to check before it is used. */
function checkForm(recognised: Recognised, text: string, actions: Actions) {
  const {
    title,
    gtins,
    batches,
    ranges = [],
    starts = [],
    isAllBatches = false,
    unread = [],
  } = recognised;
  const add = submitted((field, form) => {
    actions.watch.addBatch(field("batch"));
    form.reset();
  });
  const named = batches.length + ranges.length + starts.length;
  const isEmpty = gtins.length + named === 0;
  return html`
    <div class="card">
      <h2 id="recognised-title" tabindex="-1">Check what was recognised</h2>
      <p><bdi>${title}</bdi></p>
      <div class="recall-text" tabindex="0" role="region"
        aria-label="The text, with what was recognised marked">${markedParts(text, recognised).map(
          (part) => (part.isMarked ? html`<mark>${part.text}</mark>` : part.text),
        )}</div>
      ${
        isEmpty
          ? html`<p class="flag">${icons.warning}No batch and no code was recognised. Add the batches by hand.</p>`
          : nothing
      }
      ${unreadLines(unread)}
      ${recognisedLists(recognised, actions)}
      ${toggle("All batches of these codes", isAllBatches, (isOn) => actions.watch.setAllBatches(isOn))}
      <form class="filters" @submit=${add}><label>Another batch <input id="another-batch"
        name="batch" required maxlength="20" autocomplete="off"></label><button type="submit">Add</button></form>
      ${scopeFlags(recognised)}
      <p class="buttons"><button class="primary" ?disabled=${isEmpty}
        @click=${() => void actions.watch.use()}>Watch these batches</button>
        <button @click=${() => actions.watch.cancel()}>Cancel</button></p>
    </div>`;
}

/** Shows the lines that name a batch or a code, and were not understood. */
function unreadLines(unread: readonly UnreadLine[]) {
  if (unread.length === 0) return nothing;
  return html`
    <div class="unread"><p class="flag">${icons.warning}${count(unread.length, "line")} not
      understood. Add the batches that ${unread.length === 1 ? "it names" : "they name"}.</p>
      <ul>${unread.map(({ row, text }) => html`<li>Line ${row}: <bdi>${text}</bdi></li>`)}</ul></div>`;
}

/** Shows the codes and the batches, which can be removed one by one. */
function recognisedLists(
  { gtins, batches, ranges = [], starts = [] }: Recognised,
  actions: Actions,
) {
  return html`
      ${chips(
        "Codes",
        gtins.map((gtin) => gtin.replace(/^0/, "")),
        (at) => actions.watch.omit("gtins", at),
      )}
      ${items(
        "Batches",
        batches.map(({ batch, expiry, row }) => [
          batch,
          [expiry && `expires ${expiry}`, row && `line ${row}`],
        ]),
        (at) => actions.watch.omit("batches", at),
      )}
      ${items(
        "Ranges",
        ranges.map(({ from, to, row }) => [
          `${from} to ${to}`,
          ["scans between them warn", `line ${row}`],
        ]),
        (at) => actions.watch.omit("ranges", at),
      )}
      ${items(
        "Batches beginning with",
        starts.map(({ start, row }) => [start, [`line ${row}`]]),
        (at) => actions.watch.omit("starts", at),
      )}`;
}

/** Says which packs will have the warning, if they are more than a person may expect. */
function scopeFlags(recognised: Recognised) {
  const { gtins, batches, ranges = [], starts = [], isAllBatches } = recognised;
  const named = batches.length + ranges.length + starts.length;
  return html`
      ${
        gtins.length > 0 && (named === 0 || isAllBatches)
          ? html`<p class="flag">${icons.warning}Every pack with these codes has the warning, whatever its batch.</p>`
          : nothing
      }
      ${
        gtins.length === 0 && named > 0
          ? html`<p class="flag">${icons.warning}Without a code, every pack with these batch numbers
            has the warning, of any product.</p>`
          : nothing
      }
      ${
        gtins.length === 0 && isAllBatches
          ? html`<p class="flag">${icons.warning}Without a code, nobody knows which packs are
            affected. Add the codes to the text.</p>`
          : nothing
      }`;
}

/** Shows a numbered list of what was recognised, each with where it was found. */
function items(
  label: string,
  rows: [string, (string | false | 0 | undefined)[]][],
  omit: (at: number) => void,
) {
  if (rows.length === 0) return nothing;
  return html`
    <h3>${label}</h3>
    <ol class="recognised" aria-label=${label}>${rows.map(
      ([text, details], at) =>
        html`<li><span class="code">${text}</span>
          <span class="small">${details.filter(Boolean).join(", ")}</span>
            <button aria-label=${`Remove ${text}`} @click=${() => omit(at)}>${icons.stop}</button></li>`,
    )}</ol>`;
}

function chips(label: string, texts: string[], omit: (at: number) => void) {
  if (texts.length === 0) return nothing;
  return html`
    <div class="chips" role="group" aria-label=${label}><span class="small" aria-hidden="true">${label}</span>
      ${texts.map(
        (text, at) =>
          html`<button aria-label=${`Remove ${text}`} @click=${() => omit(at)}><span
            class="code">${text}</span>${icons.stop}</button>`,
      )}</div>`;
}

function listView(list: WatchList, actions: Actions) {
  const { title, gtins, batches, ranges = [], starts = [], isAllBatches, pastedAt } = list;
  return html`
    <span class="product"><bdi>${title}</bdi></span>
    <span class="rest"><span>${isAllBatches ? "all batches" : count(batches.length, "batch", "batches")}</span>${
      ranges.length > 0 ? html`<span>${count(ranges.length, "range")}</span>` : nothing
    }${
      starts.length > 0
        ? html`<span>beginning with ${starts.map(({ start }) => start).join(", ")}</span>`
        : nothing
    }<span>${count(gtins.length, "code")}</span><span>pasted on
    ${longDate(new Date(pastedAt).toISOString())}</span></span>
    <span class="buttons"><button class="risky" aria-label=${`Delete the list: ${title}`}
      @click=${() => void actions.watch.remove(list)}>Delete</button></span>`;
}

// Marks in the text of a recall what was recognised, so that a person sees what was not.

export interface Part {
  text: string;
  isMarked: boolean;
}

/** Finds the parts of a text: those that were recognised, and those between them. */
export function markedParts(text: string, recognised: Recognised): Part[] {
  const { gtins, batches, ranges = [], starts = [] } = recognised;
  const words = [
    ...batches.map(({ batch }) => batch),
    ...ranges.flatMap(({ from, to }) => [from, to]),
    ...starts.map(({ start }) => start),
  ];
  const patterns = [...gtins.map(patternOfCode), ...words.map(patternOfBatch)];
  if (patterns.length === 0) return [{ text, isMarked: false }];
  const pattern = new RegExp(`(?<![A-Z\\d])(${patterns.join("|")})(?![A-Z\\d])`, "gi");
  // Every second part is a match.
  return text
    .split(pattern)
    .map((part, at) => ({ text: part, isMarked: at % 2 === 1 }))
    .filter(({ text }) => text !== "");
}

/** A code may have spaces between its digits, and no leading zeros. */
const patternOfCode = (gtin: string): string =>
  `0*${[...gtin.replace(/^0+/, "")].join("[ \\t-]*")}`;

/** A batch may have another dash or more spaces in the text. */
const patternOfBatch = (batch: string): string =>
  batch
    .replace(/[.*+?^${}()|[\]\\/]/g, "\\$&")
    .replaceAll("-", "[-\\u2010-\\u2015]")
    .replace(/\s+/g, "\\s+");

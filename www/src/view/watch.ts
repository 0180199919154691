// Batches to watch: the lists, and the text of a recall with what was recognised in it.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count, longDate } from "../format.js";
import type { State } from "../state.js";
import type { Recognised, WatchList } from "../watch/model.js";
import * as icons from "./icons.js";

export function watchSection({ watchLists, recognised }: State, actions: Actions) {
  return html`
    <section class="watch" aria-labelledby="watch-title">
      <h2 id="watch-title" tabindex="-1">Batches to watch</h2>
      <p class="small">Paste the text of a recall. A scan of one of its batches then has a warning. A scan without this warning only means that your lists do not name it.</p>
      ${recognised ? checkForm(recognised, actions) : pasteForm(actions)}
      ${watchLists.length === 0 ? nothing : html`<ul class="list">${watchLists.map((list) => html`<li><div class="line">${listView(list, actions)}</div></li>`)}</ul>`}
    </section>`;
}

function pasteForm(actions: Actions) {
  const read = (event: Event) => {
    event.preventDefault();
    actions.watch.read(String(new FormData(event.target as HTMLFormElement).get("recall")));
  };
  return html`
    <form class="card" @submit=${read}>
      <label>Text of the recall <textarea name="recall" rows="5" maxlength="100000"></textarea></label>
      <p class="buttons"><button type="submit">Read the text</button></p>
    </form>`;
}

/** Shows what was recognised, for a person to check before it is used. */
function checkForm({ title, gtins, batches }: Recognised, actions: Actions) {
  const add = (event: Event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    actions.watch.addBatch(String(new FormData(form).get("batch")));
    form.reset();
  };
  const isEmpty = gtins.length + batches.length === 0;
  return html`
    <div class="card">
      <h3 id="recognised-title" tabindex="-1">Check what was recognised</h3>
      <p>${title}</p>
      ${isEmpty ? html`<p class="flag">${icons.warning}No batch and no code was recognised. Add the batches by hand.</p>` : nothing}
      ${chips(
        "Codes",
        gtins.map((gtin) => gtin.replace(/^0/, "")),
        (at) => actions.watch.omit("gtins", at),
      )}
      ${chips(
        "Batches",
        batches.map(({ batch, expiry }) => (expiry ? `${batch}, expires ${expiry}` : batch)),
        (at) => actions.watch.omit("batches", at),
      )}
      <form class="filters" @submit=${add}><label>Another batch <input name="batch" maxlength="20" autocomplete="off"></label><button type="submit">Add</button></form>
      ${gtins.length > 0 && batches.length === 0 ? html`<p class="flag">${icons.warning}Without batches, every pack with these codes has the warning.</p>` : nothing}
      ${gtins.length === 0 && batches.length > 0 ? html`<p class="flag">${icons.warning}Without a code, every pack with these batch numbers has the warning, of any product.</p>` : nothing}
      <p class="buttons"><button class="primary" ?disabled=${isEmpty} @click=${() => void actions.watch.use()}>Compare with the text, then use it</button>
        <button @click=${() => actions.watch.cancel()}>Cancel</button></p>
    </div>`;
}

function chips(label: string, texts: string[], omit: (at: number) => void) {
  if (texts.length === 0) return nothing;
  return html`
    <div class="chips" role="group" aria-label=${label}><span class="small" aria-hidden="true">${label}</span>
      ${texts.map((text, at) => html`<button aria-label=${`Remove ${text}`} @click=${() => omit(at)}><span class="code">${text}</span>${icons.stop}</button>`)}</div>`;
}

function listView(list: WatchList, actions: Actions) {
  const { title, gtins, batches, pastedAt } = list;
  return html`
    <span class="product">${title}</span>
    <span class="rest"><span>${count(batches.length, "batch", "batches")}</span><span>${count(gtins.length, "code")}</span><span>pasted on ${longDate(new Date(pastedAt).toISOString())}</span></span>
    <span class="buttons"><button class="risky" aria-label=${`Delete the list: ${title}`} @click=${() => void actions.watch.remove(list)}>Delete</button></span>`;
}

// Controls and handlers that views share.
import { html, nothing } from "lit-html";

import type { Actions } from "../actions/index.js";
import { count } from "../common/format.js";
import type { State } from "../state/state.js";
import * as icons from "./icons.js";

/** Shows a text that only screen readers say. */
export const spoken = (text: string) => html`<span class="visually-hidden">${text}</span>`;

/** Handles an event with an action in place of the browser's own, such as following a link. */
export function instead(action: () => void): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    action();
  };
}

/** Handles a change of what is typed or chosen in a field. */
export const typed =
  (use: (text: string) => void) =>
  ({ target }: Event) =>
    use((target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value);

/** Handles a change of a check box. */
export const ticked =
  (use: (isTicked: boolean) => void) =>
  ({ target }: Event) =>
    use((target as HTMLInputElement).checked);

/** Shows a check box with its text. */
export function toggle(text: string, isOn: boolean, change: (isOn: boolean) => void) {
  return html`
    <label class="toggle"><input type="checkbox" .checked=${isOn} @change=${ticked(change)}>${text}</label>`;
}

/** Handles the submission of a form: passes on the function that reads its fields, and the form. */
export function submitted(
  use: (field: (name: string) => string, form: HTMLFormElement) => void,
): (event: Event) => void {
  return (event) => {
    event.preventDefault();
    const form = event.target as HTMLFormElement;
    const fields = new FormData(form);
    use((name) => String(fields.get(name)), form);
  };
}

/**
 * Passes on the chosen file, and resets the input so that the same file can be chosen again. The
 * input is hidden: its label is the button that people see.
 */
export function fileInput(id: string, accept: string, take: (file: File) => void) {
  const changed = ({ target }: Event) => {
    const input = target as HTMLInputElement;
    const file = input.files?.[0];
    input.value = "";
    if (file) take(file);
  };
  return html`<input id=${id} class="visually-hidden" type="file" accept=${accept} @change=${changed}>`;
}

export function reportButton(actions: Actions) {
  return html`<button id="report-open" @click=${() => actions.report.open()}>${icons.warning}Report this code</button>`;
}

/** Leads to the recalls, and states how many are watched. */
export function recallsLink({ watchLists, areListsRead }: State, actions: Actions) {
  const text =
    watchLists.length === 0
      ? "Watch for the batches of a recall"
      : `Watching for ${count(watchLists.length, "recall")}`;
  const go = instead(() => actions.page.go("recalls"));
  return html`${areListsRead ? nothing : unreadLists()}
    <p class="recalls-link"><a href="#recalls" @click=${go}>${text}</a></p>`;
}

/** Tells that stored recalls are not compared with the scans. */
export function unreadLists() {
  return html`<p class="flag danger">${icons.danger}The recalls on this device cannot be read. Scans
    are not compared with them. Reload the page.</p>`;
}

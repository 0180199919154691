// The view of what this device keeps: the history, and the person's own notes.
import { html } from "lit-html";

import type { Actions } from "../actions/index.js";
import type { State } from "../state/state.js";
import { historyView } from "./history.js";
import { notesView } from "./notes.js";

export function recordsView(state: State, actions: Actions) {
  return html`${historyView(state, actions)}${notesView(state, actions)}`;
}

// The button that opens the report about an answer.
import { html } from "lit-html";

import type { Actions } from "../actions/index.js";
import * as icons from "./icons.js";

export function reportButton(actions: Actions) {
  return html`<button id="report-open" @click=${() => actions.report.open()}>${icons.warning}Report this code</button>`;
}

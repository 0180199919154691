import { html } from "lit-html";

import type { Status } from "../lookup/status.js";
import * as icons from "./icons.js";

const ICONS = { plain: icons.check, caution: icons.warning, danger: icons.danger };

export function statusLine({ tone, text }: Status) {
  return html`<p class="status ${tone}">${ICONS[tone]}<span>${text}</span></p>`;
}

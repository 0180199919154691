// The periods of a pack's codes, drawn on one scale. The words beside the bars have the same information.
import { html, nothing, svg } from "lit-html";
import type { GtinEntry } from "pack-lookup/core";

import { period, today } from "../format.js";
import { toGtin14 } from "../lookup/outcome.js";
import * as icons from "./icons.js";

interface Scale {
  from: number;
  to: number;
}

export function timeLine(entries: GtinEntry[], shared: string[], scannedCode?: string) {
  if (entries.length === 0) return html`<section><h3>Barcodes</h3><p>dm+d has no barcode for this pack.</p></section>`;
  const scale = scaleOf(entries);
  return html`
    <section class="time-line" aria-labelledby="barcodes">
      <h3 id="barcodes">Barcodes of this pack</h3>
      <ol>${entries.map((entry) => row(entry, scale, isSame(entry.gtin, scannedCode), shared.includes(entry.gtin)))}</ol>
      <p class="axis small" aria-hidden="true"><span>${new Date(scale.from).getUTCFullYear()}</span><span>today</span></p>
    </section>`;
}

function row(entry: GtinEntry, scale: Scale, isScanned: boolean, isShared: boolean) {
  return html`
    <li class=${isScanned ? "scanned" : ""}>
      <p><span class="code">${entry.gtin}</span>${isScanned ? html` <span class="tag">scanned</span>` : nothing}
        <span class="period">${period(entry)}</span>
        ${isShared ? html`<span class="flag">${icons.warning}Other packs have had this code</span>` : nothing}</p>
      ${bar(entry, scale)}
    </li>`;
}

const WIDTH = 1000;

function bar(entry: GtinEntry, scale: Scale) {
  const x = position(Date.parse(entry.start_date), scale);
  const end = position(entry.end_date ? Date.parse(entry.end_date) : scale.to, scale);
  return svg`
    <svg class="bar-line ${entry.end_date ? "" : "open"}" viewBox="0 0 ${WIDTH} 10" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width=${WIDTH} height="10"/>
      <rect class="span" x=${x} width=${Math.max(end - x, 6)} height="10"/>
    </svg>`;
}

function scaleOf(entries: GtinEntry[]): Scale {
  const starts = entries.map((entry) => Date.parse(entry.start_date));
  const firstYear = new Date(Math.min(...starts)).getUTCFullYear();
  return { from: Date.UTC(firstYear, 0), to: Math.max(Date.parse(today()), ...starts) };
}

function position(time: number, { from, to }: Scale): number {
  return Math.round(Math.min(1, (time - from) / (to - from || 1)) * WIDTH);
}

function isSame(a: string, b: string | undefined): boolean {
  return b !== undefined && toGtin14(a) === toGtin14(b);
}

// Icons drawn for this page, 24 by 24. Each is shown with words.
import { SHAPES } from "blocks/scanner/dom.js";
import { svg, type SVGTemplateResult } from "lit-html";

const icon = (shape: SVGTemplateResult) =>
  svg`<svg class="icon" viewBox="0 0 24 24" aria-hidden="true">${shape}</svg>`;

export const camera = icon(svg`<path d=${SHAPES.start}/>`);
export const image = icon(
  svg`<rect x="3" y="4" width="18" height="16" rx="2"/><circle cx="8.5" cy="9.5"
    r="1.5"/><path d="m3.5 18 5.5-5 4 3.5 3-2.5 4.5 4"/>`,
);
export const stop = icon(svg`<path d=${SHAPES.stop}/>`);
export const warning = icon(svg`<path d=${SHAPES.warning}/>`);
export const danger = icon(
  svg`<path d="M8 2.500h8l5.500 5.500v8L16 21.500H8L2.500 16V8zM12 7v6M12 16.300v.4"/>`,
);
export const check = icon(
  svg`<circle cx="12" cy="12" r="9.200"/><path d="m7.800 12.300 3 3 5.400-6"/>`,
);
export const question = icon(
  svg`<circle cx="12" cy="12"
    r="9.200"/><path d="M9.200 9.500a2.900 2.900 0 1 1 4 2.700c-.8.4-1.200.9-1.200 1.800M12 16.800v.4"/>`,
);
export const search = icon(
  svg`<circle cx="10.500" cy="10.500" r="6.500"/><path d="m15.500 15.500 5 5"/>`,
);
export const download = icon(
  svg`<path d="M12 3.500v11m-4.500-4 4.500 4.500 4.500-4.500M4 20.500h16"/>`,
);
export const back = icon(svg`<path d="M14.500 5 7.500 12l7 7"/>`);
export const copy = icon(
  svg`<rect x="8.500" y="8.500" width="12" height="12"
    rx="2"/><path d="M15.500 8.500v-3a2 2 0 0 0-2-2h-8a2 2 0 0 0-2 2v8a2 2 0 0 0 2 2h3"/>`,
);
export const more = icon(svg`<path d="m9 5 7 7-7 7"/>`);

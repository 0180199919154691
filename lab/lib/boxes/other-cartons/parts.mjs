// Parts of a carton's print: texts that fit a place, late prints, codes, Braille, labels.
import bwip from "bwip-js";

const ESCAPES = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };
export const escaped = (text) => String(text).replaceAll(/[&<>"]/g, (sign) => ESCAPES[sign]);

/**
 * A text in a place of a face, in pixels of the face. Its size is a maximum: the page makes it
 * smaller until it fits. `css` is added to the place.
 */
export function text(place, html) {
  const { x, y, w, h, size, weight = 400, color = "inherit", align = "left", css = "" } = place;
  const { valign = "center", face, turn = 0, wrap = true, caps = false } = place;
  const style = [
    `left:${x}px;top:${y}px;width:${w}px;height:${h}px`,
    `font-size:${size}px;font-weight:${weight};color:${color};text-align:${align}`,
    `align-items:${valign};justify-content:${{ left: "flex-start", right: "flex-end" }[align] ?? "center"}`,
    face ? `font-family:'${face}'` : "",
    turn ? `transform:rotate(${turn}deg)` : "",
    wrap ? "" : "white-space:nowrap",
    caps ? "text-transform:uppercase" : "",
    css,
  ];
  return `<div class="b" style="${style.filter(Boolean).join(";")}"><div class="i">${html}</div></div>`;
}

/** The place of a text, its size and its colour, and more of what `text` takes. */
export const at = (x, y, w, h, size, color, more) => ({ x, y, w, h, size, color, ...more });
export const CENTRED = { align: "center" };
export const RIGHT = { align: "right" };
/** Centred, with the unit of a strength below its number. */
export const ROWS = { align: "center", inRows: true };

/** A coloured rectangle. */
export function area(x, y, w, h, color, css = "") {
  return `<div class="a" style="left:${x}px;top:${y}px;width:${w}px;height:${h}px;background:${color};${css}"></div>`;
}

/** Marks a text that a person would read, so that no label or finger is laid over it. */
export const field = (name, html) => `<span class="t" data-field="${name}">${html}</span>`;

/** A drawing of vectors over a whole face. */
export function shapes(w, h, inner) {
  return `<svg class="a" style="left:0;top:0" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}">${inner}</svg>`;
}

// Prints of dots.

/** Each sign with its columns of 5×7 dots, the top dot in the lowest bit. */
const DOTS = new Map();
for (const one of `
03e4141413e 100427f4000 24261514946 32141454b31 41814127f10 52745454539 63c4a494930 70171090503
83649494936 9064949291e A7e1111117e B7f49494936 C3e41414122 D7f4141221c E7f49494941 F7f09090901
G3e4149497a H7f0808087f I00417f4100 J2040413f01 K7f08142241 L7f40404040 M7f020c027f N7f0408107f
O3e4141413e P7f09090906 Q3e4151215e R7f09192946 S4649494931 T01017f0101 U3f4040403f V1f2040201f
W3f4038403f X6314081463 Y0708700807 Z6151494543 /2010080402 .0060600000 -0808080808 :0036360000
`
  .trim()
  .split(/\s/))
  DOTS.set(one[0], one.slice(1));
const NO_DOTS = "0000000000";

/** Draws a text as an inkjet printer does: round dots, in rows that waver. */
function dots(content, random, { color, slashedZero }) {
  const waver = random.between(0, 0.35);
  let circles = "";
  let x = 0;
  for (const sign of content.toUpperCase()) {
    const columns = sign === "0" && slashedZero ? "3e5149453e" : (DOTS.get(sign) ?? NO_DOTS);
    for (let column = 0; column < 5; column += 1, x += 1)
      circles += dotsOf(columns.slice(2 * column, 2 * column + 2), x, waver * Math.sin(x / 9));
    x += 1.3;
  }
  const width = (x / 9).toFixed(3);
  return `<svg class="dots" style="height:1em;width:${width}em" viewBox="0 0 ${x} 9" fill="${color}">${circles}</svg>`;
}

function dotsOf(column, x, rise) {
  const bits = Number.parseInt(column, 16);
  let circles = "";
  for (let row = 0; row < 7; row += 1)
    if (bits & (1 << row))
      circles += `<circle cx="${x + 0.5}" cy="${(row + 0.9 + rise).toFixed(2)}" r="0.54"/>`;
  return circles;
}

/** How late prints look: the CSS of a value, or dots. */
const PRINTERS = {
  inkjet: null,
  "inkjet font": "font-family:'doto';font-weight:900;letter-spacing:-.02em",
  terminal: "font-family:'vt323';font-size:1.25em;line-height:.8",
  thermal: "font-family:'arimo';font-weight:700",
  mono: "font-family:'cousine'",
  ocr: "font-family:'b612-mono'",
  typed: "font-family:'courier-prime';font-weight:700",
  technical: "font-family:'share-tech-mono'",
  condensed: "font-family:'roboto-condensed'",
  embossed: "font-family:'arimo';font-weight:700;letter-spacing:.06em",
  laser: "font-family:'share-tech-mono'",
};

export const PRINTER_NAMES = Object.keys(PRINTERS);

/** A value as a late printer prints it. */
export function late(value, random, { printer, ink, slashedZero }) {
  if (printer === "inkjet") return dots(value, random, { color: ink, slashedZero });
  if (printer === "embossed")
    return `<span class="embossed" style="${PRINTERS.embossed}">${escaped(value)}</span>`;
  return `<span style="${PRINTERS[printer]};color:${ink}">${escaped(value)}</span>`;
}

// Codes.

function gs1Text({ facts, expiry, batch, serial }) {
  const date = expiry.date.slice(2).replaceAll("-", "");
  const day = expiry.hasDay ? date : `${date.slice(0, 4)}00`;
  return `(01)${facts.gtin}(21)${serial}(17)${day}(10)${batch.value}`;
}

/** A GS1 Data Matrix of a pack. A number that is no GTIN gives a plain Data Matrix. */
export function dataMatrix(plan, place) {
  const content = gs1Text(plan);
  let svg;
  try {
    svg = bwip.toSVG({ bcid: "gs1datamatrix", text: content, scale: 4, padding: 2 });
  } catch {
    svg = bwip.toSVG({ bcid: "datamatrix", text: content, scale: 4, padding: 2 });
  }
  return codeAt(svg, place);
}

function codeAt(svg, { x, y, w, h }) {
  return `<div class="a t" data-field="code" style="left:${x}px;top:${y}px;width:${w}px;height:${h ?? w}px;background:#fff">${svg}</div>`;
}

/** The coloured bars by which a packing line checks a carton. */
export function packingBars(random, { x, y, h = 60 }) {
  let bars = "";
  let at = 0;
  for (let index = 0; index < 7; index += 1) {
    const w = random.chance(0.5) ? 9 : 4;
    bars += `<rect x="${at}" y="0" width="${w}" height="${h}" fill="#222"/>`;
    at += w + 7;
  }
  return `<svg class="a" style="left:${x}px;top:${y}px" width="${at}" height="${h}">${bars}</svg>`;
}

/** The raised dots of each letter. */
const BRAILLE = new Map();
for (const [letter, ...dots] of `
a1 b12 c14 d145 e15 f124 g1245 h125 i24 j245 k13 l123 m134 n1345 o135 p1234 q12345 r1235 s234
t2345 u136 v1236 w2456 x1346 y13456 z1356
`
  .trim()
  .split(/\s/))
  BRAILLE.set(letter, dots);

/** Embossed Braille of a name: bumps with a light and a dark side. */
export function braille(name, { x, y, cell = 26 }) {
  let bumps = "";
  let at = 0;
  for (const letter of name.toLowerCase().slice(0, 16)) {
    for (const dot of BRAILLE.get(letter) ?? []) {
      const place = Number(dot) - 1;
      const cx = at + (place > 2 ? cell * 0.42 : 0) + 6;
      const cy = (place % 3) * cell * 0.42 + 6;
      bumps += `<circle cx="${cx + 1}" cy="${cy + 1}" r="3.6" fill="#0004"/><circle cx="${cx}" cy="${cy}" r="3" fill="#fff6"/>`;
    }
    at += cell;
  }
  return `<svg class="a" style="left:${x}px;top:${y}px" width="${at + 12}" height="${cell * 1.4}">${bumps}</svg>`;
}

// Words that most cartons have in addition to the truth.

const KEEP_OUT = [
  "Keep out of the sight and reach of children.",
  "KEEP OUT OF THE SIGHT AND REACH OF CHILDREN",
  "Keep all medicines out of the sight and reach of children",
  "Cadwch allan o olwg a chyrraedd plant",
];
const STORAGE = [
  "Do not store above 25°C.",
  "Do not store above 30°C. Store in the original package.",
  "Store below 25 °C in a dry place. Protect from light.",
  "Store in a refrigerator (2°C – 8°C). Do not freeze.",
  "This medicine does not require any special storage conditions.",
];
const EXCIPIENTS = [
  "Contains lactose monohydrate. See leaflet for further information.",
  "Also contains: lactose, sunset yellow (E110).",
  "Contains sodium benzoate (E211) and sorbitol.",
  "Contains benzalkonium chloride.",
  "Contains aspartame (E951). Read the package leaflet before use.",
  "Contains methyl parahydroxybenzoate (E218).",
];
const ROUTES = {
  tablets: [
    "Oral use",
    "For oral use",
    "Oral use. Swallow whole with water.",
    "I'w gymryd drwy'r geg",
  ],
  capsules: ["Oral use", "For oral use. Swallow whole.", "Do not chew the capsules."],
  inhaler: ["Inhalation use", "For inhalation use only. Shake before use."],
  injection: ["Subcutaneous use", "For IV use", "For intravenous or intramuscular use"],
  liquid: ["Oral use", "Shake well before use", "For oral use. Use the measure provided."],
  cream: ["For external use only", "Cutaneous use", "For cutaneous use only"],
  "eye drops": ["Ocular use", "For use in the eyes only. Discard 28 days after opening."],
  patch: ["Transdermal use", "For transdermal use. Do not cut."],
  "nasal spray": ["Nasal use", "For nasal use only. Shake gently."],
  suppositories: ["For rectal use only", "Do not swallow"],
  sachets: ["Oral use. Dissolve in water.", "For oral use"],
  "device-like": ["For single use", "Do not reuse", "Sterile unless opened"],
};

export const routeOf = (kind, random) => random.pick(ROUTES[kind] ?? ROUTES.tablets);

/** Some small sentences of a carton, in a random order. */
export function smallPrint({ facts, printed }, random) {
  const lines = [random.pick(KEEP_OUT), "Read the package leaflet before use."];
  if (random.chance(0.6)) lines.push(random.pick(STORAGE));
  if (random.chance(0.5)) lines.push(random.pick(EXCIPIENTS));
  if (random.chance(0.5)) lines.push(routeOf(facts.kind, random));
  if (random.chance(0.35)) lines.push("Use as directed by your doctor or pharmacist.");
  if (random.chance(0.3) && printed.strength)
    lines.push(
      `Each dose contains ${escaped(printed.generic ?? printed.name)} ${printed.strength}.`,
    );
  return random.shuffled(lines).join(" ");
}

// Labels and hands above the print.

const PATIENTS = ["Mrs J Okafor", "Mr D Pritchard", "Ms A Kaur", "Miss R Whitlock", "Mr T Nowak"];
const DIRECTIONS = [
  "Take ONE tablet ONCE a day",
  "Take ONE each morning",
  "TWO to be taken at night",
  "Take ONE twice a day with or after food",
  "Use as directed by your prescriber",
  "ONE to be taken three times a day. Space the doses evenly.",
];
const PHARMACIES = [
  "Bridge Street Pharmacy, 14 Bridge St, Ludlow SY8 1EP  Tel 01584 496 020",
  "Hollins Chemist, 3 The Parade, Leeds LS17 8AA  0113 496 0711",
  "Glanrafon Pharmacy / Fferyllfa, Stryd Fawr, Bangor LL57  01248 496 104",
  "City Hospital Pharmacy Department, Main Entrance, NG5 1PB",
];

/** Text of a pharmacy's dispensing label, about 420×220 pixels at scale 1. */
export function dispensingLabel({ facts, printed }, random, scale = 1) {
  const day = `${String(random.whole(1, 28)).padStart(2, "0")}/${String(random.whole(1, 12)).padStart(2, "0")}`;
  const date = random.pick([`${day}/26`, `${day}/2026`, `${day}/2025`]);
  const item = `${facts.quantity.replace(/ .*/, "")} ${escaped(facts.product)}`;
  const face = random.pick(["arimo", "cousine", "roboto-condensed"]);
  const direction =
    facts.kind === "tablets" || facts.kind === "capsules"
      ? random.pick(DIRECTIONS)
      : "Use as directed by your prescriber";
  const remark = random.pick([
    "Swallow this medicine whole. Do not chew or crush.",
    "This medicine may make you sleepy.",
    "Do not drink alcohol while taking this medicine.",
    "",
  ]);
  return `<div class="label cover" style="width:${420 * scale}px;height:${222 * scale}px;font-family:'${face}';font-size:${20 * scale}px">
    <div style="font-size:1em">${printed.name === "" ? "" : item}</div>
    <div style="font-weight:700;font-size:1.12em;margin:.2em 0">${direction}</div>
    <div style="font-size:.85em">${remark}</div>
    <div style="display:flex;justify-content:space-between;margin-top:auto"><b>${random.pick(PATIENTS)}</b><span>${date}</span></div>
    <div style="font-size:.72em">${random.pick(PHARMACIES)}</div>
    <div style="font-size:.66em;border-top:1px solid #555">Keep out of the reach and sight of children</div></div>`;
}

/** A small sticker on which somebody wrote when the pack was opened. */
export function openingNote(_plan, random) {
  const color = random.pick(["#fff7a8", "#ffd9e4", "#d9f2ff", "#fff"]);
  const date = `${random.whole(1, 28)}/${random.whole(1, 12)}/26`;
  const words = random.pick(["Opened", "Date opened", "Discard after", "Open"]);
  return `<div class="label cover" style="width:210px;height:96px;background:${color};font-size:22px"><span style="font-family:'arimo'">${words}:</span><span style="font:700 44px '${random.pick(["caveat", "kalam"])}';color:#1b2f8a">${date}</span></div>`;
}

// The colours, the faces and the late printer of one carton, and the print that layouts share:
// names, strengths, late prints, licences, the small faces of a box.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { prepareOtherCartonFonts } from "../../../../scripts/setup/tools.mjs";
import { randomOf, seedOf } from "./random.mjs";
import {
  area,
  at,
  dataMatrix,
  escaped,
  field,
  late,
  packingBars,
  PRINTER_NAMES,
  routeOf,
  smallPrint,
  text,
} from "./parts.mjs";

// The faces of type.

/**
 * The faces that are used, with their weight if it is not 400 and 700. All are under the SIL Open
 * Font License or Apache 2.0.
 */
const FACES = `
arimo open-sans lato source-sans-3 ibm-plex-sans pt-sans cabin jost titillium-web exo-2
varela-round:400 roboto-condensed barlow-condensed archivo-narrow encode-sans-condensed oswald
tinos merriweather source-serif-4 libre-baskerville rokkitt zilla-slab archivo-black:400
michroma:400 marcellus:400 cousine b612-mono share-tech-mono:400 vt323:400 doto:900
courier-prime caveat kalam:400
`
  .trim()
  .split(/\s/);

const SANS =
  "arimo open-sans lato source-sans-3 ibm-plex-sans pt-sans cabin jost titillium-web exo-2".split(
    " ",
  );
const ROUND = ["varela-round", "jost", "exo-2", "cabin"];
const CONDENSED =
  "roboto-condensed barlow-condensed archivo-narrow encode-sans-condensed oswald".split(" ");
const SERIF =
  "tinos merriweather source-serif-4 libre-baskerville rokkitt zilla-slab marcellus".split(" ");
const DISPLAY = ["archivo-black", "michroma", "oswald", "marcellus", "titillium-web"];
const MONO = ["cousine", "b612-mono", "share-tech-mono", "courier-prime"];

let installed;

/** Installs the faces, once, and returns their folder. */
function folderOfFaces() {
  installed ??= prepareOtherCartonFonts();
  if (installed.missing) throw new Error(installed.missing);
  return join(installed.program, "@fontsource");
}

/** The CSS of the faces that a drawing names, with the fonts inside. */
export function cssOfFaces(html) {
  let css = "";
  for (const [face, only] of FACES.map((one) => one.split(":"))) {
    if (!html.includes(`'${face}'`)) continue;
    for (const weight of only ? [only] : [400, 700]) css += ruleOf(face, weight);
  }
  return css;
}

function ruleOf(face, weight) {
  const name = `${face}-latin-${weight}-normal.woff2`;
  const bytes = readFileSync(join(folderOfFaces(), face, "files", name));
  const source = `url(data:font/woff2;base64,${bytes.toString("base64")})`;
  return `@font-face{font-family:'${face}';font-weight:${weight};src:${source}}\n`;
}

// The look of one carton.

/** Main, dark, pale and accent colours. White print is readable on the first two. */
const PALETTES = [
  ["#0067a6", "#00335c", "#dcecf7", "#f28c00"],
  ["#d3132b", "#7d0d1d", "#fbe3e4", "#1f4e9c"],
  ["#00805a", "#024d39", "#dcf2e8", "#c8d400"],
  ["#6b3fa0", "#3a1d63", "#ece2f6", "#f3b61f"],
  ["#c6007e", "#7a004f", "#fbe0ef", "#00a0af"],
  ["#b4530a", "#6b2f04", "#fdebd8", "#00749e"],
  ["#007c8a", "#00454f", "#d9f0f2", "#e4572e"],
  ["#35506b", "#1b2a3a", "#e3e9ef", "#e8a33d"],
  ["#597d0f", "#34490a", "#edf4d9", "#a5206b"],
  ["#8c1d40", "#52102a", "#f5e0e7", "#6d9dc5"],
  ["#2b2f86", "#14164d", "#e0e2f6", "#e2001a"],
  ["#5a4636", "#33271d", "#f1e9df", "#c79a3a"],
  ["#0086c8", "#003e74", "#def1fb", "#8ec63f"],
  ["#444b52", "#22262a", "#ececee", "#d4005d"],
];

const STYLES = [
  [SANS, SANS],
  [CONDENSED, SANS],
  [SERIF, SANS],
  [ROUND, ROUND],
  [DISPLAY, SANS],
  [SERIF, SERIF],
  [CONDENSED, CONDENSED],
];

/** The sheet on which a layout draws: the plan, its look, sizes, and a random source. */
export function sheetOf(carton, plan = carton.plan, part = 0) {
  const random = randomOf(seedOf(carton.seed, 7 + part));
  const [main, dark, pale, accent] = random.pick(PALETTES);
  const [nameFaces, textFaces] = random.pick(STYLES);
  const printer = random.pick(PRINTER_NAMES);
  return {
    plan,
    random,
    colors: { main, dark, pale, accent },
    nameFace: random.pick(nameFaces),
    textFace: random.pick(textFaces),
    monoFace: random.pick(MONO),
    caps: random.chance(0.18),
    nameWeight: random.chance(0.75) ? 700 : 400,
    isNameDark: random.chance(0.6),
    printer,
    ink: random.pick(["#111", "#111", "#1c1c1c", "#2a2440", "#23303a"]),
    slashedZero: random.chance(0.3),
    arePrintLabelsLate: random.chance(0.6),
    isPrintTable: random.chance(0.45),
    w: 1000,
    h: random.whole(380, 520),
    d: random.whole(280, 340),
  };
}

const breakable = (words) => escaped(words).replaceAll("/", "/<wbr>");

/** The product's name, with the sign of a trade mark for brands. */
export function name(sheet, place) {
  const { printed } = sheet.plan;
  const sign = printed.generic && sheet.random.chance(0.5) ? "<sup>®</sup>" : "";
  const html = field("name", breakable(printed.name)) + sign;
  return text({ face: sheet.nameFace, weight: sheet.nameWeight, caps: sheet.caps, ...place }, html);
}

/** The strength, in one row, or with its unit below its number. Without one, the pieces. */
export function strength(sheet, place) {
  const { strength: words } = sheet.plan.printed;
  if (words === null) return quantity(sheet, { ...place, size: place.size * 0.6 });
  const simple = /^([\d.,]+) ?([a-zA-Z%]+)$/.exec(words);
  if (!simple || !place.inRows)
    return text(
      { face: sheet.nameFace, weight: 700, ...place },
      field("strength", breakable(words)),
    );
  const rows = `<span style="display:block;line-height:.95">${simple[1]}</span><span style="display:block;font-size:.44em;line-height:1">${simple[2]}</span>`;
  return text({ face: sheet.nameFace, weight: 700, ...place }, field("strength", rows));
}

/** The form, with the ingredient of a brand or the salt, as cartons have them below the name. */
export function form(sheet, place) {
  const { printed } = sheet.plan;
  const lines = [];
  if (printed.form) lines.push(field("form", titledForm(sheet, printed.form)));
  if (printed.generic)
    lines.push(field("generic", `<i>${escaped(printed.generic.toLowerCase())}</i>`));
  else if (printed.salt) lines.push(`<span style="font-size:.7em">(as ${printed.salt})</span>`);
  if (sheet.random.chance(0.4)) lines.reverse();
  return text({ face: sheet.textFace, ...place }, lines.join("<br>"));
}

function titledForm(sheet, words) {
  return escaped(sheet.isNameDark ? words[0].toUpperCase() + words.slice(1) : words);
}

/** The number of pieces. */
export function quantity(sheet, place) {
  return text({ face: sheet.textFace, ...place }, escaped(sheet.plan.printed.quantity));
}

/** Late prints with or without a Data Matrix, in a place that may be a bare patch. */
export function prints(sheet, place, side) {
  const { plan } = sheet;
  if (plan.printPlace !== side) return "";
  const isLaser = sheet.printer === "laser";
  const patch = isLaser ? sheet.colors.dark : place.patch;
  const { x, y, w, h } = place;
  const back = patch ? area(x - 8, y - 6, w + 16, h + 12, patch) : "";
  const ink = isLaser ? "#fff" : sheet.ink;
  if (plan.codePlace !== side) return back + rowsAt(sheet, { x, y, w, h, ink, hasNumbers: false });
  const isBeside = w > h * 1.5;
  const size = Math.min(isBeside ? h : h * 0.5, w * 0.34, 190);
  const code = { x: isBeside ? x : x + (w - size) / 2, y, w: size };
  const rest = isBeside
    ? { x: x + size + 14, y, w: w - size - 14, h }
    : { x, y: y + size + 8, w, h: h - size - 8 };
  const hasNumbers = rest.w > 300 && rest.h > 90;
  return back + dataMatrix(plan, code) + rowsAt(sheet, { ...rest, ink, hasNumbers });
}

/** The rows of late prints in a place. A table with a long label would be small: it has lines. */
function rowsAt(sheet, { ink, hasNumbers, ...place }) {
  const rows = printRows(sheet, ink, hasNumbers);
  const longest = Math.max(sheet.plan.expiry.label.length, sheet.plan.batch.label.length);
  const isTable = sheet.isPrintTable && (longest < 8 || place.w > 420);
  const size = Math.min(52, (place.h / rows.length) * 0.86);
  const html = (isTable ? tableOf : linesOf)(sheet, rows, ink);
  return text({ ...place, size, wrap: false, css: "line-height:1.12" }, html);
}

/** The rows of late prints, `[label, value]` with the marks of the truth. */
function printRows(sheet, ink, hasNumbers) {
  const { plan, random } = sheet;
  const value = (words) => late(words, random, { ...sheet, ink });
  const rows = [
    [
      plan.hasSymbols ? hourglass(ink) : plan.expiry.label,
      field("expiry", value(plan.expiry.value)),
    ],
    [plan.hasSymbols ? "LOT" : plan.batch.label, field("batch", value(plan.batch.value))],
  ];
  if (random.chance(0.6)) rows.reverse();
  if (plan.manufactured)
    rows.splice(random.whole(0, 2), 0, [plan.manufactured.label, value(plan.manufactured.value)]);
  if (hasNumbers && random.chance(0.8)) {
    const coded = [
      ["PC", value(plan.facts.gtin)],
      ["SN", value(plan.serial)],
    ];
    rows.splice(random.chance(0.75) ? 0 : rows.length, 0, ...coded);
  }
  return rows;
}

function hourglass(ink) {
  return `<svg viewBox="0 0 10 14" style="height:.9em" stroke="${ink}" fill="none"><path d="M1 1H9L1 13H9Z"/></svg>`;
}

function tableOf(sheet, rows, ink) {
  let html = "";
  for (const [label, value] of rows)
    html += `<tr><td>${printedLabel(sheet, label, ink)}</td><td>${value}</td></tr>`;
  return `<table>${html}</table>`;
}

function linesOf(sheet, rows, ink) {
  let html = "";
  for (const [label, value] of rows)
    html += `<div>${printedLabel(sheet, label, ink)} ${value}</div>`;
  return html;
}

/** A label is printed late with its value, or before, with the carton. */
function printedLabel(sheet, label, ink) {
  if (sheet.arePrintLabelsLate && !label.startsWith("<"))
    return late(label, sheet.random, { ...sheet, ink });
  return `<span style="color:${ink}">${label}</span>`;
}

/** The licence, if it is on this side. */
export function licence(sheet, place, side) {
  if (sheet.plan.licencePlace !== side) return "";
  return text(
    { face: sheet.textFace, wrap: false, ...place },
    field("licence", sheet.plan.licence),
  );
}

/** The box around POM, P or GSL. */
export function legal(sheet, { x, y, color = "#222" }) {
  const { legal: words } = sheet.plan.printed;
  if (!words || sheet.plan.isGoods) return "";
  return `<div class="a" style="left:${x}px;top:${y}px;border:2px solid ${color};color:${color};padding:1px 7px;font-size:20px;font-family:'${sheet.textFace}'">${words}</div>`;
}

const companyText = ({ company }) => `${escaped(company.printed)}, ${escaped(company.address)}`;
const remark = (sheet) => sheet.plan.note ?? smallPrint(sheet.plan, sheet.random);

/**
 * The lower part of a front: late prints if they are on the front, the licence, and otherwise
 * company, number of pieces, route and small print.
 */
export function footer(sheet, { x, y, w, h, color = "#222", patch = null }) {
  const { plan, random } = sheet;
  const side = "front";
  if (plan.isGoods) return goodsFooter(sheet, { x, y, w, h, color });
  let html = "";
  let [left, wide] = [x, w];
  if (plan.printPlace === side) {
    const own = Math.min(w * (plan.codePlace === side ? 0.6 : 0.46), 560);
    const isRight = random.chance(0.5);
    const start = isRight ? x + w - own : x;
    html += `<div data-block="prints">${prints(sheet, { x: start, y, w: own, h, patch }, side)}</div>`;
    [left, wide] = isRight ? [x, w - own - 30] : [x + own + 30, w - own - 30];
  }
  return html + info(sheet, { x: left, y, w: wide, h, color }, side);
}

/** Maker and date of other goods. */
function goodsFooter(sheet, { x, y, w, h, color }) {
  const { plan, random } = sheet;
  const note = late(plan.note, random, { ...sheet, printer: printerOf(sheet), ink: color });
  return (
    text(at(x, y, w, h * 0.5, 32, color, { wrap: false }), note) +
    text(at(x, y + h * 0.55, w, 26, 20, color, { face: sheet.textFace }), companyText(plan))
  );
}

const printerOf = ({ printer }) => (printer === "embossed" ? "mono" : printer);

/** Licence, company and small print in a place. */
function info(sheet, { x, y, w, h, color }, side) {
  const { plan } = sheet;
  let html = "";
  let top = y;
  if (plan.licencePlace === side) {
    html += licence(sheet, at(x, y, Math.min(w, 300), 30, 25, color), side);
    top += 34;
  }
  const left = h - (top - y);
  if (left > 50) {
    html += text(at(x, top, w, 24, 19, color, { face: sheet.textFace }), companyText(plan));
    html += text(
      at(x, top + 26, w, left - 26, 17, color, { face: sheet.textFace, valign: "flex-start" }),
      remark(sheet),
    );
  } else html += text(at(x, top, w, left, 17, color, { face: sheet.textFace }), companyText(plan));
  return html;
}

/** Number of pieces and route in one line. */
export function pieces(sheet, place) {
  const { plan, random } = sheet;
  const words = [escaped(plan.printed.quantity)];
  if (!plan.isGoods && random.chance(0.6)) words.push(routeOf(plan.facts.kind, random));
  return text({ face: sheet.textFace, ...place }, words.join(random.pick(["<br>", " · ", " – "])));
}

// The small faces of a box.

/** A face next to the front, `w` × `h`, in one of several designs and directions. */
export function smallFace(sheet, w, h, side, hasName) {
  const { random } = sheet;
  const turn = turnOf(w, h, random);
  const isAcross = Math.abs(turn) === 90;
  const [wide, high] = isAcross ? [h, w] : [w, h];
  const draw = wide > 700 ? wideFace : tallFace;
  const html = draw(sheet, wide, high, side, hasName);
  if (turn === 0) return html;
  const css = `left:${(w - wide) / 2}px;top:${(h - high) / 2}px;width:${wide}px;height:${high}px;transform:rotate(${turn}deg)`;
  return `<div class="a" style="${css};overflow:hidden">${html}</div>`;
}

function turnOf(w, h, random) {
  if (w > h)
    return random.weighted([
      [0, 85],
      [180, 15],
    ]);
  return random.weighted([
    [0, 55],
    [-90, 35],
    [90, 10],
  ]);
}

function wideFace(sheet, w, h, side, hasName) {
  const { colors, random, plan } = sheet;
  const isDark = random.chance(0.4);
  const back = isDark ? colors.main : random.pick(["#fff", colors.pale]);
  const ink = isDark ? "#fff" : colors.dark;
  const share = plan.printPlace === side ? 0.47 : 1;
  const isRight = random.chance(0.6);
  const x = isRight ? 26 : w * (1 - share) + 26;
  const wide = w * share - 52;
  let html = area(0, 0, w, h, back);
  if (hasName) {
    html += name(sheet, at(x, h * 0.08, wide, h * 0.3, 66, ink));
    html += strength(sheet, at(x, h * 0.4, wide * 0.42, h * 0.24, 50, ink));
    html += form(sheet, at(x + wide * 0.45, h * 0.4, wide * 0.55, h * 0.26, 30, ink));
  } else
    html += text(at(x, h * 0.1, wide, h * 0.55, 21, ink, { face: sheet.textFace }), remark(sheet));
  const own = Math.min(300, wide - 80);
  html += licence(sheet, at(x, h * 0.72, own, 34, 27, ink), side);
  html += legal(sheet, { x: x + own + 10, y: h * 0.72, color: ink });
  html += text(at(x, h * 0.86, wide, 24, 17, ink, { face: sheet.textFace }), companyText(plan));
  const left = isRight ? w * share + 14 : 24;
  const patch = isDark ? "#fff" : null;
  const room = { x: left, y: h * 0.13, w: w * (1 - share) - 40, h: h * 0.72, patch };
  return html + prints(sheet, room, side);
}

function tallFace(sheet, w, h, side, hasName) {
  const { colors, random, plan } = sheet;
  const isBand = random.chance(0.6);
  const top = hasName ? h * 0.42 : h * 0.16;
  const ink = isBand ? "#fff" : colors.dark;
  let html = area(0, 0, w, h, "#fff");
  if (isBand) html += area(0, 0, w, top, colors.main);
  if (hasName) {
    html += name(sheet, at(14, 8, w - 28, top * 0.42, 48, ink));
    html += strength(sheet, at(14, top * 0.46, w - 28, top * 0.24, 34, ink));
    html += form(sheet, at(14, top * 0.7, w - 28, top * 0.28, 24, ink));
  }
  const hasPrints = plan.printPlace === side;
  const bottom = h - 44;
  if (hasPrints)
    html += prints(sheet, { x: 16, y: top + 12, w: w - 32, h: bottom - top - 18 }, side);
  else
    html += text(
      at(14, top + 8, w - 28, bottom - top - 14, 18, "#333", { face: sheet.textFace }),
      remark(sheet),
    );
  html += licence(sheet, at(14, bottom + 4, w * 0.72, 32, 24, "#222"), side);
  html += legal(sheet, { x: w - 74, y: bottom + 6 });
  return html;
}

/** A face that shows no more than colour, small print and the bars of a packing line. */
export function plainFace(sheet, w, h) {
  const { colors, random } = sheet;
  const isDark = random.chance(0.35);
  const color = isDark ? "#fff" : "#333";
  return (
    area(0, 0, w, h, isDark ? colors.main : "#fbfbf8") +
    text(at(20, 16, w - 40, h * 0.6, 18, color, { face: sheet.textFace }), remark(sheet)) +
    packingBars(random, { x: 20, y: h - 70, h: 44 })
  );
}

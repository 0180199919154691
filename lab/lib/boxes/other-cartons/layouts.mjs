// The fronts of folded cartons, in the manners of makers in the United Kingdom. Each returns the
// HTML of one face; `sheet` has its sizes, colours, faces and words.
import { area, at, braille, CENTRED, escaped, RIGHT, ROWS, shapes, text } from "./parts.mjs";
import {
  footer,
  form,
  legal,
  licence,
  name,
  pieces,
  prints,
  quantity,
  strength,
} from "./looks.mjs";

function circle(x, y, r, color, css = "") {
  return area(x - r, y - r, 2 * r, 2 * r, color, `border-radius:50%;${css}`);
}

const nameColor = ({ isNameDark, colors }) => (isNameDark ? colors.dark : colors.main);

/** White, with the strength in a large circle among smaller ones. */
function bubble(sheet) {
  const { w, h, colors, random } = sheet;
  const r = h * 0.3;
  const x = w - r - 40;
  const y = r + 34;
  let html = area(0, 0, w, h, "#fff");
  for (let index = 0; index < 6; index += 1)
    html += circle(
      x + random.between(-1.6, 0.6) * r,
      y + random.between(0.6, 1.7) * r,
      random.between(10, 46),
      random.pick([colors.accent, colors.pale, colors.main]),
      "opacity:.55",
    );
  html += circle(x, y, r, colors.main);
  html += strength(sheet, at(x - r * 0.78, y - r * 0.7, r * 1.56, r * 1.4, 120, "#fff", ROWS));
  html += name(sheet, at(40, 30, x - r - 80, h * 0.27, 96, nameColor(sheet)));
  html += form(sheet, at(40, 34 + h * 0.28, x - r - 80, h * 0.19, 42, "#333"));
  html += pieces(sheet, at(40, h * 0.56, w * 0.4, 40, 28, colors.dark));
  return html + footer(sheet, { x: 40, y: h * 0.69, w: w - 80, h: h * 0.27 });
}

/** A dark bar above with the name in white, a narrow stripe at the right. */
function bar(sheet) {
  const { w, h, colors, random } = sheet;
  const high = h * 0.34;
  let html = area(0, 0, w, h, random.pick(["#fff", colors.pale]));
  html += area(0, 0, w, high, colors.main);
  html += area(0, high, w, 12, colors.accent);
  html += name(sheet, at(36, 14, w * 0.88, high - 28, 104, "#fff"));
  html += strength(sheet, at(36, high + 24, w * 0.36, h * 0.2, 78, colors.dark));
  html += form(sheet, at(w * 0.42, high + 24, w * 0.54, h * 0.2, 40, "#222"));
  html += legal(sheet, { x: w - 90, y: high + 24 });
  html += pieces(sheet, at(36, high + 28 + h * 0.2, w * 0.5, 30, 25, "#333"));
  return html + footer(sheet, { x: 36, y: h * 0.7, w: w - 72, h: h * 0.27 });
}

/** A coloured panel at one side with the strength, the rest white. */
function panel(sheet) {
  const { w, h, colors, random } = sheet;
  const isLeft = random.chance(0.6);
  const wide = w * 0.27;
  const x = isLeft ? 0 : w - wide;
  const left = isLeft ? wide + 34 : 34;
  let html = area(0, 0, w, h, "#fff");
  const slope = isLeft
    ? "polygon(0 0,100% 0,84% 100%,0 100%)"
    : "polygon(0 0,100% 0,100% 100%,16% 100%)";
  html += area(x, 0, wide, h, colors.main, `clip-path:${slope}`);
  html += strength(sheet, at(x + wide * 0.12, h * 0.16, wide * 0.72, h * 0.4, 120, "#fff", ROWS));
  html += quantity(sheet, at(x + wide * 0.14, h * 0.7, wide * 0.66, 60, 28, "#fff", CENTRED));
  html += name(sheet, at(left, 24, w - wide - 70, h * 0.3, 98, nameColor(sheet)));
  html += area(left, h * 0.36, 220, 7, colors.accent);
  html += form(sheet, at(left, h * 0.39, w - wide - 70, h * 0.2, 40, "#222"));
  return html + footer(sheet, { x: left, y: h * 0.64, w: w - wide - 70, h: h * 0.33 });
}

/** One colour all over, white print, the strength in a white pill. */
function field(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area(0, 0, w, h, random.pick([colors.main, colors.dark]));
  html += circle(w * 0.9, h * 1.1, h * 0.8, colors.accent, "opacity:.25");
  html += name(sheet, at(40, 26, w - 80, h * 0.27, 100, "#fff"));
  html += form(sheet, at(40, 30 + h * 0.27, w * 0.56, h * 0.2, 40, "#fff"));
  html += area(w * 0.64, 36 + h * 0.27, w * 0.31, h * 0.2, "#fff", "border-radius:60px");
  html += strength(
    sheet,
    at(w * 0.66, 40 + h * 0.27, w * 0.27, h * 0.2 - 8, 66, colors.dark, CENTRED),
  );
  html += pieces(sheet, at(40, h * 0.57, w * 0.6, 36, 27, "#fff"));
  return (
    html +
    footer(sheet, { x: 40, y: h * 0.69, w: w - 80, h: h * 0.28, color: "#fff", patch: "#fff" })
  );
}

/** Two waves of colour along the lower edge. */
function waves(sheet) {
  const { w, h, colors } = sheet;
  const curve = (y, rise) =>
    `M0 ${y}C${w * 0.3} ${y - rise} ${w * 0.55} ${y + rise} ${w} ${y - rise * 0.6}`;
  let html = area(0, 0, w, h, "#fff");
  html += shapes(
    w,
    h,
    [
      `<path d="${curve(h * 0.52, 60)}V${h * 0.66}C${w * 0.6} ${h * 0.8} ${w * 0.3} ${h * 0.5} 0 ${h * 0.64}Z" fill="${colors.main}"/>`,
      `<path d="${curve(h * 0.6, 46)}" stroke="${colors.accent}" stroke-width="10" fill="none"/>`,
    ].join(""),
  );
  html += strength(
    sheet,
    at(w * 0.72, 20, w * 0.25, h * 0.36, 150, colors.main, { align: "right", inRows: true }),
  );
  html += name(sheet, at(34, 18, w * 0.66, h * 0.24, 92, nameColor(sheet)));
  html += form(sheet, at(34, h * 0.26, w * 0.64, h * 0.17, 36, "#222"));
  html += braille(sheet.plan.printed.name, { x: 60, y: h * 0.53 });
  html += legal(sheet, { x: w * 0.6, y: h * 0.3 });
  return html + footer(sheet, { x: 34, y: h * 0.74, w: w - 68, h: h * 0.24 });
}

/** Triangles in a corner, text set to the right. */
function corner(sheet) {
  const { w, h, colors } = sheet;
  let html = area(0, 0, w, h, "#fdfdfb");
  html += shapes(
    w,
    h,
    [
      `<path d="M0 0H${w * 0.34}L0 ${h * 0.82}Z" fill="${colors.main}"/>`,
      `<path d="M0 ${h * 0.45}V${h}H${w * 0.14}Z" fill="${colors.accent}"/>`,
      `<path d="M${w * 0.22} 0H${w * 0.34}L${w * 0.12} ${h * 0.52}Z" fill="${colors.dark}"/>`,
    ].join(""),
  );
  html += strength(sheet, at(14, 10, w * 0.19, h * 0.27, 84, "#fff", ROWS));
  html += name(sheet, at(w * 0.36, 22, w * 0.6, h * 0.26, 92, nameColor(sheet), RIGHT));
  html += form(sheet, at(w * 0.36, h * 0.31, w * 0.6, h * 0.18, 38, "#222", RIGHT));
  html += pieces(sheet, at(w * 0.36, h * 0.51, w * 0.6, 34, 26, colors.dark, RIGHT));
  return html + footer(sheet, { x: w * 0.2, y: h * 0.64, w: w * 0.76, h: h * 0.32 });
}

/** Many thin stripes below, light print. */
function stripes(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area(0, 0, w, h, "#fff");
  const tones = [colors.main, colors.accent, colors.dark, colors.pale, colors.main];
  const isUpright = random.chance(0.4);
  for (const [index, color] of tones.entries())
    html += isUpright
      ? area(w - 30 * (index + 1), 0, 24, h, color)
      : area(0, h * 0.6 - 16 * index, w, 11, color);
  const right = isUpright ? w - 190 : w - 40;
  html += name(sheet, at(40, 22, right - 40, h * 0.22, 84, "#1a1a1a"));
  html += strength(sheet, at(40, h * 0.27, (right - 40) * 0.46, h * 0.16, 66, colors.main));
  html += form(
    sheet,
    at(40 + (right - 40) * 0.5, h * 0.26, (right - 40) * 0.5, h * 0.17, 36, "#333"),
  );
  return html + footer(sheet, { x: 40, y: h * 0.67, w: right - 40, h: h * 0.3 });
}

/** A brand: half an arc of colour, the name large, the ingredient below. */
function arc(sheet) {
  const { w, h, colors } = sheet;
  let html = area(0, 0, w, h, "#fff");
  html += circle(w * 0.98, h * 0.1, h * 0.74, colors.accent);
  html += circle(w * 1.02, h * 0.04, h * 0.58, colors.main);
  html += name(sheet, at(36, h * 0.06, w * 0.6, h * 0.26, 110, colors.dark));
  html += form(sheet, at(36, h * 0.33, w * 0.58, h * 0.2, 40, "#222"));
  html += strength(sheet, at(w * 0.75, h * 0.07, w * 0.22, h * 0.36, 74, "#fff", ROWS));
  html += pieces(sheet, at(36, h * 0.56, w * 0.5, 30, 25, colors.dark));
  return html + footer(sheet, { x: 36, y: h * 0.68, w: w * 0.92, h: h * 0.28 });
}

/** Centred, with rules, as older brands. */
function classic(sheet) {
  const { w, h, colors, random } = sheet;
  const back = random.pick(["#fffdf6", colors.pale, "#fff"]);
  let html = area(0, 0, w, h, back);
  for (const y of [0, h - 18]) html += area(0, y, w, 18, colors.main);
  html += pieces(sheet, at(100, 24, w - 200, 30, 24, "#333", CENTRED));
  html += name(sheet, at(60, 56, w - 120, h * 0.24, 100, colors.dark, CENTRED));
  html += strength(sheet, at(60, 60 + h * 0.24, w - 120, h * 0.15, 58, colors.main, CENTRED));
  html += form(sheet, at(60, 62 + h * 0.39, w - 120, h * 0.14, 34, "#333", CENTRED));
  return html + footer(sheet, { x: 50, y: h * 0.7, w: w - 100, h: h * 0.24 });
}

/** A frame with the strength turned upwards at its side. */
function frame(sheet) {
  const { w, h, colors } = sheet;
  let html = area(0, 0, w, h, colors.main);
  html += area(120, 16, w - 136, h - 32, "#fff", "border-radius:18px");
  html += strength(
    sheet,
    at(60 - h * 0.42, h / 2 - 48, h * 0.84, 96, 62, "#fff", { align: "center", turn: -90 }),
  );
  html += name(sheet, at(150, 28, w - 200, h * 0.25, 96, nameColor(sheet)));
  html += form(sheet, at(150, 34 + h * 0.26, w - 200, h * 0.18, 40, "#222"));
  html += pieces(sheet, at(150, h * 0.53, w * 0.6, 34, 26, colors.dark));
  return html + footer(sheet, { x: 150, y: h * 0.64, w: w - 190, h: h * 0.3 });
}

/** Two halves of colour, the strength on the seam. */
function split(sheet) {
  const { w, h, colors, random } = sheet;
  const seam = h * 0.46;
  const isTopDark = random.chance(0.7);
  let html = area(0, 0, w, seam, isTopDark ? colors.dark : colors.main);
  html += area(0, seam, w, h - seam, "#fff");
  html += area(w * 0.7, seam - h * 0.19, w * 0.27, h * 0.36, colors.accent, "border-radius:10px");
  html += strength(
    sheet,
    at(w * 0.715, seam - h * 0.17, w * 0.24, h * 0.32, 88, "#111", {
      align: "center",
      inRows: random.chance(0.5),
    }),
  );
  html += name(sheet, at(36, 16, w * 0.92, seam * 0.54, 96, "#fff"));
  html += form(sheet, at(36, seam * 0.6, w * 0.62, seam * 0.38, 36, "#fff"));
  html += pieces(sheet, at(36, seam + 14, w * 0.6, h * 0.14, 27, "#222"));
  return html + footer(sheet, { x: 36, y: h * 0.66, w: w * 0.92, h: h * 0.3 });
}

const CLAIMS = ["FAST ACTING", "24 HOUR RELIEF", "NEW LOOK, SAME MEDICINE", "MAXIMUM STRENGTH"];

/** Sold without prescription: claims, a star, bright colours. */
function retail(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const gradient = `linear-gradient(115deg,${colors.main},${colors.dark} 62%,${colors.accent})`;
  let html = area(0, 0, w, h, gradient);
  const claim = plan.isGoods ? escaped(plan.printed.generic ?? "") : random.pick(CLAIMS);
  html += text(at(40, 14, w * 0.6, 44, 34, "#ffe14d", { face: "oswald", weight: 700 }), claim);
  html += name(sheet, at(40, 58, w * 0.68, h * 0.28, 112, "#fff", { css: "font-style:italic" }));
  html += form(sheet, at(40, 64 + h * 0.28, w * 0.66, h * 0.17, 38, "#fff"));
  let points = "";
  for (let index = 0; index < 32; index += 1) {
    const r = index % 2 ? 0.3 * h : 0.26 * h;
    const angle = (index * Math.PI) / 16;
    points += `${w * 0.86 + r * Math.cos(angle)},${h * 0.32 + r * Math.sin(angle)} `;
  }
  html += shapes(w, h, `<polygon points="${points}" fill="#ffe14d"/>`);
  html += strength(sheet, at(w * 0.86 - h * 0.2, h * 0.14, h * 0.4, h * 0.28, 76, "#222", ROWS));
  html += quantity(sheet, at(w * 0.86 - h * 0.19, h * 0.41, h * 0.38, 34, 24, "#222", CENTRED));
  return (
    html +
    footer(sheet, { x: 40, y: h * 0.7, w: w - 80, h: h * 0.27, color: "#fff", patch: "#fff" })
  );
}

const FOREIGN = [
  ["comprimidos recubiertos con película", "Vía oral", "Lote / Cad."],
  ["comprimés pelliculés", "Voie orale", "Lot / EXP voir côté"],
  ["Filmtabletten", "Zum Einnehmen", "Ch.-B. / verwendbar bis"],
  ["compresse rivestite con film", "Uso orale", "Lotto / Scad."],
  ["επικαλυμμένα με λεπτό υμένιο δισκία", "Από στόματος χρήση", "Παρτίδα"],
];

/** A carton of another country below a large white label in English, as parallel imports have. */
function overlabel(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const [foreign, route, marks] = random.pick(FOREIGN);
  let html = area(0, 0, w, h, "#fff");
  html += area(0, 0, w, h * 0.22, colors.main);
  html += area(0, h * 0.9, w, h * 0.1, colors.accent);
  const nameAt = at(24, 4, w * 0.5, h * 0.2, 54, "#fff", { face: sheet.nameFace, weight: 700 });
  html += text(nameAt, escaped(plan.printed.name));
  const formAt = at(w * 0.62, 6, w * 0.36, h * 0.18, 24, "#fff", { face: "open-sans" });
  html += text(formAt, `${foreign}<br>${route}`);
  html += text(at(w - 200, h * 0.8, 190, 40, 18, "#333", { face: "open-sans" }), marks);
  const [x, y, wide, high] = [w * 0.05, h * 0.25, w * random.between(0.72, 0.86), h * 0.7];
  const label = englishLabel(sheet, wide, high);
  const css = `left:${x}px;top:${y}px;width:${wide}px;height:${high}px;background:#fff;box-shadow:0 1px 5px #0007;transform:rotate(${random.between(-0.8, 0.8)}deg)`;
  return `${html}<div class="a" style="${css}">${label}</div>`;
}

function englishLabel(sheet, w, h) {
  const { random, plan } = sheet;
  const face = random.pick(["arimo", "open-sans", "roboto-condensed"]);
  const colors = { ...sheet.colors, dark: "#111", main: "#111" };
  const own = { ...sheet, nameFace: face, textFace: face, caps: false, colors };
  let html = name(own, at(16, 8, w * 0.62, h * 0.24, 62, "#111"));
  html += strength(own, at(w * 0.65, 8, w * 0.33, h * 0.24, 52, "#111", RIGHT));
  html += form(own, at(16, h * 0.25, w * 0.62, h * 0.18, 30, "#111"));
  html += quantity(own, at(w * 0.65, h * 0.27, w * 0.33, 30, 25, "#111", RIGHT));
  const left = plan.printPlace === "front" ? w * 0.54 : w - 32;
  const words = `Procured from within the EU and ${random.pick(["repackaged", "relabelled"])} by the Product Licence holder: ${escaped(plan.company.printed)}, ${escaped(plan.company.address)}.`;
  html += text(at(16, h * 0.46, left, h * 0.3, 19, "#111", { face, valign: "flex-start" }), words);
  html += licence(own, at(16, h * 0.8, 300, 32, 25, "#111"), "front");
  html += legal(own, { x: 330, y: h * 0.8 });
  const block = prints(own, { x: w * 0.58, y: h * 0.47, w: w * 0.4, h: h * 0.48 }, "front");
  return `${html}<div data-block="prints">${block}</div>`;
}

/** Ampoules of a hospital: dense, centred, the amount in the volume in a block. */
function hospital(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area(0, 0, w, h, "#fff");
  html += area(0, 0, 26, h, colors.main);
  html += area(w - 26, 0, 26, h, colors.main);
  html += quantity(sheet, at(50, 12, 330, 36, 28, "#111", { weight: 700 }));
  html += legal(sheet, { x: w - 130, y: 14 });
  html += name(sheet, at(50, 52, w - 100, h * 0.2, 84, "#111", CENTRED));
  html += form(sheet, at(50, 54 + h * 0.2, w - 100, h * 0.15, 34, "#111", CENTRED));
  const color = random.pick([colors.main, colors.dark, colors.accent]);
  html += area(w * 0.28, 60 + h * 0.35, w * 0.44, h * 0.17, color);
  const ink = color === colors.accent ? "#111" : "#fff";
  html += strength(sheet, at(w * 0.29, 62 + h * 0.35, w * 0.42, h * 0.16, 60, ink, CENTRED));
  return html + footer(sheet, { x: 50, y: h * 0.71, w: w - 100, h: h * 0.27 });
}

/** Injection pens: long and low, with a drawn pen. */
function pen(sheet) {
  const { w, h, colors } = sheet;
  let html = area(0, 0, w, h, "#fff");
  html += area(0, 0, w * 0.16, h, colors.main);
  html += area(w * 0.16, 0, 14, h, colors.accent);
  html += shapes(
    w,
    h,
    `<g transform="translate(${w * 0.04} ${h * 0.1}) rotate(78)" fill="#fff"><rect width="${h * 0.6}" height="38" rx="18"/><rect x="${h * 0.6}" y="8" width="60" height="22" fill="${colors.accent}"/></g>`,
  );
  html += name(sheet, at(w * 0.2, 14, w * 0.5, h * 0.28, 88, colors.dark));
  html += strength(sheet, at(w * 0.71, 16, w * 0.27, h * 0.24, 56, colors.main, RIGHT));
  html += form(sheet, at(w * 0.2, h * 0.32, w * 0.55, h * 0.22, 32, "#222"));
  html += pieces(sheet, at(w * 0.76, h * 0.33, w * 0.22, h * 0.2, 24, "#333", RIGHT));
  return html + footer(sheet, { x: w * 0.2, y: h * 0.6, w: w * 0.78, h: h * 0.37 });
}

/** A narrow upright carton, with the name across or turned upwards. */
function tower(sheet) {
  const { w, h, colors, random } = sheet;
  const isUpwards = random.chance(0.45);
  let html = area(0, 0, w, h, "#fff");
  html += area(0, h * 0.6, w, 14, colors.accent);
  html += isUpwards ? upwards(sheet) : across(sheet);
  html += pieces(sheet, at(20, h * 0.625, w - 40, 56, 25, colors.dark, CENTRED));
  const top = h * 0.625 + 62;
  html += `<div data-block="prints">${prints(sheet, { x: 24, y: top, w: w - 48, h: h - top - 74 }, "front")}</div>`;
  html += licence(sheet, at(24, h - 66, w * 0.7, 30, 25, "#222"), "front");
  html += legal(sheet, { x: w - 84, y: h - 66 });
  const maker = at(24, h - 34, w - 48, 26, 17, "#333", { face: sheet.textFace });
  return html + text(maker, escaped(sheet.plan.company.printed));
}

function upwards(sheet) {
  const { w, h, colors } = sheet;
  const [long, wide] = [h * 0.58, w * 0.4];
  const [x, y] = [wide / 2 - long / 2, long / 2 + 8 - wide / 2];
  let html = area(0, 0, wide, h * 0.6, colors.main);
  html += name(sheet, at(x, y, long, wide, 92, "#fff", { turn: -90 }));
  const [left, rest] = [wide + 14, w - wide - 28];
  html += strength(sheet, at(left, h * 0.04, rest, h * 0.24, 92, colors.dark, ROWS));
  return html + form(sheet, at(left, h * 0.31, rest, h * 0.26, 34, "#222", CENTRED));
}

function across(sheet) {
  const { w, h, colors } = sheet;
  let html = area(0, 0, w, h * 0.23, colors.main);
  html += name(sheet, at(18, 14, w - 36, h * 0.2, 84, "#fff", CENTRED));
  html += circle(w / 2, h * 0.345, h * 0.095, colors.pale);
  const left = w / 2 - h * 0.085;
  html += strength(sheet, at(left, h * 0.27, h * 0.17, h * 0.15, 64, colors.dark, ROWS));
  return html + form(sheet, at(18, h * 0.45, w - 36, h * 0.14, 36, "#222", CENTRED));
}

/** Tests, needles, dressings: symbols, a reference number, no licence. */
function device(sheet) {
  const { w, h, colors, random, plan } = sheet;
  let html = area(0, 0, w, h, random.pick(["#fff", colors.pale]));
  html += area(0, h * 0.62, w, h * 0.38, "#fff");
  html += area(0, 0, w, 20, colors.main);
  html += name(sheet, at(36, 30, w - 72, h * 0.34, 76, colors.dark));
  html += strength(sheet, at(36, h * 0.43, w * 0.3, h * 0.16, 52, colors.main));
  html += form(sheet, at(w * 0.36, h * 0.43, w * 0.4, h * 0.16, 32, "#333"));
  html += quantity(sheet, at(w * 0.78, h * 0.43, w * 0.2, h * 0.16, 40, colors.main, CENTRED));
  const symbols = `<span style="border:3px solid;padding:0 5px">REF</span> ${random.digits(6)} &nbsp; <b style="font-family:'jost'">CE</b> 0${random.digits(3)} &nbsp; ② &nbsp; <span style="border:3px solid;padding:0 5px">MD</span>`;
  html += text(at(36, h * 0.64, w * 0.42, 50, 28, "#222", { face: sheet.textFace }), symbols);
  html += text(
    at(36, h * 0.64 + 56, w * 0.4, h * 0.3 - 56, 18, "#333", { face: sheet.textFace }),
    escaped(`${plan.company.printed}, ${plan.company.address}`),
  );
  const block = prints(sheet, { x: w * 0.48, y: h * 0.65, w: w * 0.49, h: h * 0.31 }, "front");
  return `${html}<div data-block="prints">${block}</div>`;
}

/** Each front, with the sizes of its box if a common carton has others. */
export const FRONTS = {
  bubble: { draw: bubble },
  bar: { draw: bar },
  panel: { draw: panel },
  field: { draw: field },
  waves: { draw: waves },
  corner: { draw: corner },
  stripes: { draw: stripes },
  arc: { draw: arc },
  classic: { draw: classic },
  frame: { draw: frame },
  split: { draw: split },
  retail: { draw: retail },
  overlabel: { draw: overlabel, h: 500 },
  hospital: { draw: hospital, h: 490 },
  pen: { draw: pen, w: 1100, h: 380, d: 260 },
  tower: { draw: tower, w: 460, h: 860, d: 300 },
  device: { draw: device, h: 520 },
};

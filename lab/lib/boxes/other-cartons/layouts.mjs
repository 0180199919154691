// The fronts of folded cartons, in the manners of makers in the United Kingdom. Each returns the
// HTML of one face; `sheet` has its sizes, colours, faces and words.
import { area, braille, escaped, shapes, text } from "./parts.mjs";
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

const circle = ({ x, y, r, color, css = "" }) =>
  area({ x: x - r, y: y - r, w: 2 * r, h: 2 * r, color, css: `border-radius:50%;${css}` });

const nameColor = ({ isNameDark, colors }) => (isNameDark ? colors.dark : colors.main);

/** White, with the strength in a large circle among smaller ones. */
function bubble(sheet) {
  const { w, h, colors, random } = sheet;
  const r = h * 0.3;
  const x = w - r - 40;
  const y = r + 34;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  for (let index = 0; index < 6; index += 1)
    html += circle({
      x: x + random.between(-1.6, 0.6) * r,
      y: y + random.between(0.6, 1.7) * r,
      r: random.between(10, 46),
      color: random.pick([colors.accent, colors.pale, colors.main]),
      css: "opacity:.55",
    });
  html += circle({ x, y, r, color: colors.main });
  html += strength(sheet, {
    x: x - r * 0.78,
    y: y - r * 0.7,
    w: r * 1.56,
    h: r * 1.4,
    size: 120,
    color: "#fff",
    align: "center",
    inRows: true,
  });
  html += name(sheet, {
    x: 40,
    y: 30,
    w: x - r - 80,
    h: h * 0.27,
    size: 96,
    color: nameColor(sheet),
  });
  html += form(sheet, {
    x: 40,
    y: 34 + h * 0.28,
    w: x - r - 80,
    h: h * 0.19,
    size: 42,
    color: "#333",
  });
  html += pieces(sheet, { x: 40, y: h * 0.56, w: w * 0.4, h: 40, size: 28, color: colors.dark });
  return html + footer(sheet, { x: 40, y: h * 0.69, w: w - 80, h: h * 0.27 });
}

/** A dark bar above with the name in white, a narrow stripe at the right. */
function bar(sheet) {
  const { w, h, colors, random } = sheet;
  const high = h * 0.34;
  let html = area({ x: 0, y: 0, w, h, color: random.pick(["#fff", colors.pale]) });
  html += area({ x: 0, y: 0, w, h: high, color: colors.main });
  html += area({ x: 0, y: high, w, h: 12, color: colors.accent });
  html += name(sheet, { x: 36, y: 14, w: w * 0.88, h: high - 28, size: 104, color: "#fff" });
  html += strength(sheet, {
    x: 36,
    y: high + 24,
    w: w * 0.36,
    h: h * 0.2,
    size: 78,
    color: colors.dark,
  });
  html += form(sheet, {
    x: w * 0.42,
    y: high + 24,
    w: w * 0.54,
    h: h * 0.2,
    size: 40,
    color: "#222",
  });
  html += legal(sheet, { x: w - 90, y: high + 24 });
  html += pieces(sheet, {
    x: 36,
    y: high + 28 + h * 0.2,
    w: w * 0.5,
    h: 30,
    size: 25,
    color: "#333",
  });
  return html + footer(sheet, { x: 36, y: h * 0.7, w: w - 72, h: h * 0.27 });
}

/** A coloured panel at one side with the strength, the rest white. */
function panel(sheet) {
  const { w, h, colors, random } = sheet;
  const isLeft = random.chance(0.6);
  const wide = w * 0.27;
  const x = isLeft ? 0 : w - wide;
  const left = isLeft ? wide + 34 : 34;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  const slope = isLeft
    ? "polygon(0 0,100% 0,84% 100%,0 100%)"
    : "polygon(0 0,100% 0,100% 100%,16% 100%)";
  html += area({ x, y: 0, w: wide, h, color: colors.main, css: `clip-path:${slope}` });
  html += strength(sheet, {
    x: x + wide * 0.12,
    y: h * 0.16,
    w: wide * 0.72,
    h: h * 0.4,
    size: 120,
    color: "#fff",
    align: "center",
    inRows: true,
  });
  html += quantity(sheet, {
    x: x + wide * 0.14,
    y: h * 0.7,
    w: wide * 0.66,
    h: 60,
    size: 28,
    color: "#fff",
    align: "center",
  });
  html += name(sheet, {
    x: left,
    y: 24,
    w: w - wide - 70,
    h: h * 0.3,
    size: 98,
    color: nameColor(sheet),
  });
  html += area({ x: left, y: h * 0.36, w: 220, h: 7, color: colors.accent });
  html += form(sheet, {
    x: left,
    y: h * 0.39,
    w: w - wide - 70,
    h: h * 0.2,
    size: 40,
    color: "#222",
  });
  return html + footer(sheet, { x: left, y: h * 0.64, w: w - wide - 70, h: h * 0.33 });
}

/** One colour all over, white print, the strength in a white pill. */
function field(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: random.pick([colors.main, colors.dark]) });
  html += circle({ x: w * 0.9, y: h * 1.1, r: h * 0.8, color: colors.accent, css: "opacity:.25" });
  html += name(sheet, { x: 40, y: 26, w: w - 80, h: h * 0.27, size: 100, color: "#fff" });
  html += form(sheet, {
    x: 40,
    y: 30 + h * 0.27,
    w: w * 0.56,
    h: h * 0.2,
    size: 40,
    color: "#fff",
  });
  html += area({
    x: w * 0.64,
    y: 36 + h * 0.27,
    w: w * 0.31,
    h: h * 0.2,
    color: "#fff",
    css: "border-radius:60px",
  });
  html += strength(sheet, {
    x: w * 0.66,
    y: 40 + h * 0.27,
    w: w * 0.27,
    h: h * 0.2 - 8,
    size: 66,
    color: colors.dark,
    align: "center",
  });
  html += pieces(sheet, { x: 40, y: h * 0.57, w: w * 0.6, h: 36, size: 27, color: "#fff" });
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
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += shapes(
    w,
    h,
    [
      `<path d="${curve(h * 0.52, 60)}V${h * 0.66}C${w * 0.6} ${h * 0.8} ${w * 0.3} ${h * 0.5} 0 ${h * 0.64}Z" fill="${colors.main}"/>`,
      `<path d="${curve(h * 0.6, 46)}" stroke="${colors.accent}" stroke-width="10" fill="none"/>`,
    ].join(""),
  );
  html += strength(sheet, {
    x: w * 0.72,
    y: 20,
    w: w * 0.25,
    h: h * 0.36,
    size: 150,
    color: colors.main,
    align: "right",
    inRows: true,
  });
  html += name(sheet, {
    x: 34,
    y: 18,
    w: w * 0.66,
    h: h * 0.24,
    size: 92,
    color: nameColor(sheet),
  });
  html += form(sheet, { x: 34, y: h * 0.26, w: w * 0.64, h: h * 0.17, size: 36, color: "#222" });
  html += braille(sheet.plan.printed.name, { x: 60, y: h * 0.53 });
  html += legal(sheet, { x: w * 0.6, y: h * 0.3 });
  return html + footer(sheet, { x: 34, y: h * 0.74, w: w - 68, h: h * 0.24 });
}

/** Triangles in a corner, text set to the right. */
function corner(sheet) {
  const { w, h, colors } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: "#fdfdfb" });
  html += shapes(
    w,
    h,
    [
      `<path d="M0 0H${w * 0.34}L0 ${h * 0.82}Z" fill="${colors.main}"/>`,
      `<path d="M0 ${h * 0.45}V${h}H${w * 0.14}Z" fill="${colors.accent}"/>`,
      `<path d="M${w * 0.22} 0H${w * 0.34}L${w * 0.12} ${h * 0.52}Z" fill="${colors.dark}"/>`,
    ].join(""),
  );
  html += strength(sheet, {
    x: 14,
    y: 10,
    w: w * 0.19,
    h: h * 0.27,
    size: 84,
    color: "#fff",
    inRows: true,
    align: "center",
  });
  html += name(sheet, {
    x: w * 0.36,
    y: 22,
    w: w * 0.6,
    h: h * 0.26,
    size: 92,
    color: nameColor(sheet),
    align: "right",
  });
  html += form(sheet, {
    x: w * 0.36,
    y: h * 0.31,
    w: w * 0.6,
    h: h * 0.18,
    size: 38,
    color: "#222",
    align: "right",
  });
  html += pieces(sheet, {
    x: w * 0.36,
    y: h * 0.51,
    w: w * 0.6,
    h: 34,
    size: 26,
    color: colors.dark,
    align: "right",
  });
  return html + footer(sheet, { x: w * 0.2, y: h * 0.64, w: w * 0.76, h: h * 0.32 });
}

/** Many thin stripes below, light print. */
function stripes(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  const tones = [colors.main, colors.accent, colors.dark, colors.pale, colors.main];
  const isUpright = random.chance(0.4);
  for (const [index, color] of tones.entries())
    html += isUpright
      ? area({ x: w - 30 * (index + 1), y: 0, w: 24, h, color })
      : area({ x: 0, y: h * 0.6 - 16 * index, w, h: 11, color });
  const right = isUpright ? w - 190 : w - 40;
  html += name(sheet, { x: 40, y: 22, w: right - 40, h: h * 0.22, size: 84, color: "#1a1a1a" });
  html += strength(sheet, {
    x: 40,
    y: h * 0.27,
    w: (right - 40) * 0.46,
    h: h * 0.16,
    size: 66,
    color: colors.main,
  });
  html += form(sheet, {
    x: 40 + (right - 40) * 0.5,
    y: h * 0.26,
    w: (right - 40) * 0.5,
    h: h * 0.17,
    size: 36,
    color: "#333",
  });
  return html + footer(sheet, { x: 40, y: h * 0.67, w: right - 40, h: h * 0.3 });
}

/** A brand: half an arc of colour, the name large, the ingredient below. */
function arc(sheet) {
  const { w, h, colors } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += circle({ x: w * 0.98, y: h * 0.1, r: h * 0.74, color: colors.accent });
  html += circle({ x: w * 1.02, y: h * 0.04, r: h * 0.58, color: colors.main });
  html += name(sheet, {
    x: 36,
    y: h * 0.06,
    w: w * 0.6,
    h: h * 0.26,
    size: 110,
    color: colors.dark,
  });
  html += form(sheet, { x: 36, y: h * 0.33, w: w * 0.58, h: h * 0.2, size: 40, color: "#222" });
  html += strength(sheet, {
    x: w * 0.75,
    y: h * 0.07,
    w: w * 0.22,
    h: h * 0.36,
    size: 74,
    color: "#fff",
    align: "center",
    inRows: true,
  });
  html += pieces(sheet, { x: 36, y: h * 0.56, w: w * 0.5, h: 30, size: 25, color: colors.dark });
  return html + footer(sheet, { x: 36, y: h * 0.68, w: w * 0.92, h: h * 0.28 });
}

/** Centred, with rules, as older brands. */
function classic(sheet) {
  const { w, h, colors, random } = sheet;
  const back = random.pick(["#fffdf6", colors.pale, "#fff"]);
  let html = area({ x: 0, y: 0, w, h, color: back });
  for (const y of [0, h - 18]) html += area({ x: 0, y, w, h: 18, color: colors.main });
  html += pieces(sheet, {
    x: 100,
    y: 24,
    w: w - 200,
    h: 30,
    size: 24,
    color: "#333",
    align: "center",
  });
  html += name(sheet, {
    x: 60,
    y: 56,
    w: w - 120,
    h: h * 0.24,
    size: 100,
    color: colors.dark,
    align: "center",
  });
  html += strength(sheet, {
    x: 60,
    y: 60 + h * 0.24,
    w: w - 120,
    h: h * 0.15,
    size: 58,
    color: colors.main,
    align: "center",
  });
  html += form(sheet, {
    x: 60,
    y: 62 + h * 0.39,
    w: w - 120,
    h: h * 0.14,
    size: 34,
    color: "#333",
    align: "center",
  });
  return html + footer(sheet, { x: 50, y: h * 0.7, w: w - 100, h: h * 0.24 });
}

/** A frame with the strength turned upwards at its side. */
function frame(sheet) {
  const { w, h, colors } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: colors.main });
  html += area({ x: 120, y: 16, w: w - 136, h: h - 32, color: "#fff", css: "border-radius:18px" });
  html += strength(sheet, {
    x: 60 - h * 0.42,
    y: h / 2 - 48,
    w: h * 0.84,
    h: 96,
    size: 62,
    color: "#fff",
    align: "center",
    turn: -90,
  });
  html += name(sheet, {
    x: 150,
    y: 28,
    w: w - 200,
    h: h * 0.25,
    size: 96,
    color: nameColor(sheet),
  });
  html += form(sheet, {
    x: 150,
    y: 34 + h * 0.26,
    w: w - 200,
    h: h * 0.18,
    size: 40,
    color: "#222",
  });
  html += pieces(sheet, { x: 150, y: h * 0.53, w: w * 0.6, h: 34, size: 26, color: colors.dark });
  return html + footer(sheet, { x: 150, y: h * 0.64, w: w - 190, h: h * 0.3 });
}

/** Two halves of colour, the strength on the seam. */
function split(sheet) {
  const { w, h, colors, random } = sheet;
  const seam = h * 0.46;
  const isTopDark = random.chance(0.7);
  let html = area({ x: 0, y: 0, w, h: seam, color: isTopDark ? colors.dark : colors.main });
  html += area({ x: 0, y: seam, w, h: h - seam, color: "#fff" });
  html += area({
    x: w * 0.7,
    y: seam - h * 0.19,
    w: w * 0.27,
    h: h * 0.36,
    color: colors.accent,
    css: "border-radius:10px",
  });
  html += strength(sheet, {
    x: w * 0.715,
    y: seam - h * 0.17,
    w: w * 0.24,
    h: h * 0.32,
    size: 88,
    color: "#111",
    align: "center",
    inRows: random.chance(0.5),
  });
  html += name(sheet, { x: 36, y: 16, w: w * 0.92, h: seam * 0.54, size: 96, color: "#fff" });
  html += form(sheet, {
    x: 36,
    y: seam * 0.6,
    w: w * 0.62,
    h: seam * 0.38,
    size: 36,
    color: "#fff",
  });
  html += pieces(sheet, { x: 36, y: seam + 14, w: w * 0.6, h: h * 0.14, size: 27, color: "#222" });
  return html + footer(sheet, { x: 36, y: h * 0.66, w: w * 0.92, h: h * 0.3 });
}

const CLAIMS = ["FAST ACTING", "24 HOUR RELIEF", "NEW LOOK, SAME MEDICINE", "MAXIMUM STRENGTH"];

/** Sold without prescription: claims, a star, bright colours. */
function retail(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const gradient = `linear-gradient(115deg,${colors.main},${colors.dark} 62%,${colors.accent})`;
  let html = area({ x: 0, y: 0, w, h, color: gradient });
  const claim = plan.isGoods ? escaped(plan.printed.generic ?? "") : random.pick(CLAIMS);
  html += text(
    { x: 40, y: 14, w: w * 0.6, h: 44, size: 34, weight: 700, color: "#ffe14d", face: "oswald" },
    claim,
  );
  html += name(sheet, {
    x: 40,
    y: 58,
    w: w * 0.68,
    h: h * 0.28,
    size: 112,
    color: "#fff",
    css: "font-style:italic",
  });
  html += form(sheet, {
    x: 40,
    y: 64 + h * 0.28,
    w: w * 0.66,
    h: h * 0.17,
    size: 38,
    color: "#fff",
  });
  let points = "";
  for (let index = 0; index < 32; index += 1) {
    const r = index % 2 ? 0.3 * h : 0.26 * h;
    const angle = (index * Math.PI) / 16;
    points += `${w * 0.86 + r * Math.cos(angle)},${h * 0.32 + r * Math.sin(angle)} `;
  }
  html += shapes(w, h, `<polygon points="${points}" fill="#ffe14d"/>`);
  html += strength(sheet, {
    x: w * 0.86 - h * 0.2,
    y: h * 0.14,
    w: h * 0.4,
    h: h * 0.28,
    size: 76,
    color: "#222",
    align: "center",
    inRows: true,
  });
  html += quantity(sheet, {
    x: w * 0.86 - h * 0.19,
    y: h * 0.41,
    w: h * 0.38,
    h: 34,
    size: 24,
    color: "#222",
    align: "center",
  });
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
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += area({ x: 0, y: 0, w, h: h * 0.22, color: colors.main });
  html += area({ x: 0, y: h * 0.9, w, h: h * 0.1, color: colors.accent });
  html += text(
    {
      x: 24,
      y: 4,
      w: w * 0.5,
      h: h * 0.2,
      size: 54,
      weight: 700,
      color: "#fff",
      face: sheet.nameFace,
    },
    escaped(plan.printed.name),
  );
  html += text(
    { x: w * 0.62, y: 6, w: w * 0.36, h: h * 0.18, size: 24, color: "#fff", face: "open-sans" },
    `${foreign}<br>${route}`,
  );
  html += text(
    { x: w - 200, y: h * 0.8, w: 190, h: 40, size: 18, color: "#333", face: "open-sans" },
    marks,
  );
  const [x, y, wide, high] = [w * 0.05, h * 0.25, w * random.between(0.72, 0.86), h * 0.7];
  const face = random.pick(["arimo", "open-sans", "roboto-condensed"]);
  const own = {
    ...sheet,
    nameFace: face,
    textFace: face,
    caps: false,
    colors: { ...colors, dark: "#111", main: "#111" },
  };
  let label = name(own, { x: 16, y: 8, w: wide * 0.62, h: high * 0.24, size: 62, color: "#111" });
  label += strength(own, {
    x: wide * 0.65,
    y: 8,
    w: wide * 0.33,
    h: high * 0.24,
    size: 52,
    color: "#111",
    align: "right",
  });
  label += form(own, {
    x: 16,
    y: high * 0.25,
    w: wide * 0.62,
    h: high * 0.18,
    size: 30,
    color: "#111",
  });
  label += quantity(own, {
    x: wide * 0.65,
    y: high * 0.27,
    w: wide * 0.33,
    h: 30,
    size: 25,
    color: "#111",
    align: "right",
  });
  const hasPrints = plan.printPlace === "front";
  const left = hasPrints ? wide * 0.54 : wide - 32;
  const words = `Procured from within the EU and ${random.pick(["repackaged", "relabelled"])} by the Product Licence holder: ${escaped(plan.company.printed)}, ${escaped(plan.company.address)}.`;
  label += text(
    {
      x: 16,
      y: high * 0.46,
      w: left,
      h: high * 0.3,
      size: 19,
      color: "#111",
      face,
      valign: "flex-start",
    },
    words,
  );
  label += licence(own, { x: 16, y: high * 0.8, w: 300, h: 32, size: 25, color: "#111" }, "front");
  label += legal(own, { x: 330, y: high * 0.8 });
  const block = prints(
    own,
    { x: wide * 0.58, y: high * 0.47, w: wide * 0.4, h: high * 0.48 },
    "front",
  );
  label += `<div data-block="prints">${block}</div>`;
  const css = `left:${x}px;top:${y}px;width:${wide}px;height:${high}px;background:#fff;box-shadow:0 1px 5px #0007;transform:rotate(${random.between(-0.8, 0.8)}deg)`;
  return `${html}<div class="a" style="${css}">${label}</div>`;
}

/** Ampoules of a hospital: dense, centred, the amount in the volume in a block. */
function hospital(sheet) {
  const { w, h, colors, random } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += area({ x: 0, y: 0, w: 26, h, color: colors.main });
  html += area({ x: w - 26, y: 0, w: 26, h, color: colors.main });
  html += quantity(sheet, { x: 50, y: 12, w: 330, h: 36, size: 28, weight: 700, color: "#111" });
  html += legal(sheet, { x: w - 130, y: 14 });
  html += name(sheet, {
    x: 50,
    y: 52,
    w: w - 100,
    h: h * 0.2,
    size: 84,
    color: "#111",
    align: "center",
  });
  html += form(sheet, {
    x: 50,
    y: 54 + h * 0.2,
    w: w - 100,
    h: h * 0.15,
    size: 34,
    color: "#111",
    align: "center",
  });
  const color = random.pick([colors.main, colors.dark, colors.accent]);
  html += area({ x: w * 0.28, y: 60 + h * 0.35, w: w * 0.44, h: h * 0.17, color });
  const ink = color === colors.accent ? "#111" : "#fff";
  html += strength(sheet, {
    x: w * 0.29,
    y: 62 + h * 0.35,
    w: w * 0.42,
    h: h * 0.16,
    size: 60,
    color: ink,
    align: "center",
  });
  return html + footer(sheet, { x: 50, y: h * 0.71, w: w - 100, h: h * 0.27 });
}

/** Injection pens: long and low, with a drawn pen. */
function pen(sheet) {
  const { w, h, colors } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += area({ x: 0, y: 0, w: w * 0.16, h, color: colors.main });
  html += area({ x: w * 0.16, y: 0, w: 14, h, color: colors.accent });
  html += shapes(
    w,
    h,
    `<g transform="translate(${w * 0.04} ${h * 0.1}) rotate(78)" fill="#fff"><rect width="${h * 0.6}" height="38" rx="18"/><rect x="${h * 0.6}" y="8" width="60" height="22" fill="${colors.accent}"/></g>`,
  );
  html += name(sheet, { x: w * 0.2, y: 14, w: w * 0.5, h: h * 0.28, size: 88, color: colors.dark });
  html += strength(sheet, {
    x: w * 0.71,
    y: 16,
    w: w * 0.27,
    h: h * 0.24,
    size: 56,
    color: colors.main,
    align: "right",
  });
  html += form(sheet, {
    x: w * 0.2,
    y: h * 0.32,
    w: w * 0.55,
    h: h * 0.22,
    size: 32,
    color: "#222",
  });
  html += pieces(sheet, {
    x: w * 0.76,
    y: h * 0.33,
    w: w * 0.22,
    h: h * 0.2,
    size: 24,
    color: "#333",
    align: "right",
  });
  return html + footer(sheet, { x: w * 0.2, y: h * 0.6, w: w * 0.78, h: h * 0.37 });
}

/** A narrow upright carton, with the name across or turned upwards. */
function tower(sheet) {
  const { w, h, colors, random } = sheet;
  const isUpwards = random.chance(0.45);
  let html = area({ x: 0, y: 0, w, h, color: "#fff" });
  html += area({ x: 0, y: h * 0.6, w, h: 14, color: colors.accent });
  if (isUpwards) {
    const [long, wide] = [h * 0.58, w * 0.4];
    html += area({ x: 0, y: 0, w: wide, h: h * 0.6, color: colors.main });
    html += name(sheet, {
      x: wide / 2 - long / 2,
      y: long / 2 + 8 - wide / 2,
      w: long,
      h: wide,
      size: 92,
      color: "#fff",
      turn: -90,
    });
    html += strength(sheet, {
      x: wide + 14,
      y: h * 0.04,
      w: w - wide - 28,
      h: h * 0.24,
      size: 92,
      color: colors.dark,
      inRows: true,
      align: "center",
    });
    html += form(sheet, {
      x: wide + 14,
      y: h * 0.31,
      w: w - wide - 28,
      h: h * 0.26,
      size: 34,
      color: "#222",
      align: "center",
    });
  } else {
    html += area({ x: 0, y: 0, w, h: h * 0.23, color: colors.main });
    html += name(sheet, {
      x: 18,
      y: 14,
      w: w - 36,
      h: h * 0.2,
      size: 84,
      color: "#fff",
      align: "center",
    });
    html += circle({ x: w / 2, y: h * 0.345, r: h * 0.095, color: colors.pale });
    html += strength(sheet, {
      x: w / 2 - h * 0.085,
      y: h * 0.27,
      w: h * 0.17,
      h: h * 0.15,
      size: 64,
      color: colors.dark,
      inRows: true,
      align: "center",
    });
    html += form(sheet, {
      x: 18,
      y: h * 0.45,
      w: w - 36,
      h: h * 0.14,
      size: 36,
      color: "#222",
      align: "center",
    });
  }
  html += pieces(sheet, {
    x: 20,
    y: h * 0.625,
    w: w - 40,
    h: 56,
    size: 25,
    color: colors.dark,
    align: "center",
  });
  const top = h * 0.625 + 62;
  html += `<div data-block="prints">${prints(sheet, { x: 24, y: top, w: w - 48, h: h - top - 74 }, "front")}</div>`;
  html += licence(sheet, { x: 24, y: h - 66, w: w * 0.7, h: 30, size: 25, color: "#222" }, "front");
  html += legal(sheet, { x: w - 84, y: h - 66 });
  return (
    html +
    text(
      { x: 24, y: h - 34, w: w - 48, h: 26, size: 17, color: "#333", face: sheet.textFace },
      escaped(sheet.plan.company.printed),
    )
  );
}

/** Tests, needles, dressings: symbols, a reference number, no licence. */
function device(sheet) {
  const { w, h, colors, random, plan } = sheet;
  let html = area({ x: 0, y: 0, w, h, color: random.pick(["#fff", colors.pale]) });
  html += area({ x: 0, y: h * 0.62, w, h: h * 0.38, color: "#fff" });
  html += area({ x: 0, y: 0, w, h: 20, color: colors.main });
  html += name(sheet, { x: 36, y: 30, w: w - 72, h: h * 0.34, size: 76, color: colors.dark });
  html += strength(sheet, {
    x: 36,
    y: h * 0.43,
    w: w * 0.3,
    h: h * 0.16,
    size: 52,
    color: colors.main,
  });
  html += form(sheet, {
    x: w * 0.36,
    y: h * 0.43,
    w: w * 0.4,
    h: h * 0.16,
    size: 32,
    color: "#333",
  });
  html += quantity(sheet, {
    x: w * 0.78,
    y: h * 0.43,
    w: w * 0.2,
    h: h * 0.16,
    size: 40,
    color: colors.main,
    align: "center",
  });
  const symbols = `<span style="border:3px solid;padding:0 5px">REF</span> ${random.digits(6)} &nbsp; <b style="font-family:'jost'">CE</b> 0${random.digits(3)} &nbsp; ② &nbsp; <span style="border:3px solid;padding:0 5px">MD</span>`;
  html += text(
    { x: 36, y: h * 0.64, w: w * 0.42, h: 50, size: 28, color: "#222", face: sheet.textFace },
    symbols,
  );
  html += text(
    {
      x: 36,
      y: h * 0.64 + 56,
      w: w * 0.4,
      h: h * 0.3 - 56,
      size: 18,
      color: "#333",
      face: sheet.textFace,
    },
    escaped(`${plan.company.printed}, ${plan.company.address}`),
  );
  const block = prints(sheet, { x: w * 0.48, y: h * 0.65, w: w * 0.49, h: h * 0.31 }, "front");
  return `${html}<div data-block="prints">${block}</div>`;
}

/** Each front, with the sizes of its box if they are not those of a common carton. */
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

// Packs that are no folded cartons: blister strips, bottles, tubes and pouches. All that is read on
// them is on one face.
import { area, escaped, field as marked, late, shapes, text } from "./parts.mjs";
import { form, legal, licence, name, pieces, prints, quantity, strength } from "./looks.mjs";

const FOIL =
  "repeating-linear-gradient(45deg,#0000 0 5px,#fff4 5px 6px),repeating-linear-gradient(-45deg,#0000 0 5px,#0001 5px 6px),linear-gradient(100deg,#b9bec4,#dfe3e6 30%,#aeb4ba 55%,#d4d8db 80%,#a9aeb4)";

/** The back of a blister strip: foil with the name again and again, cut at its edges. */
function blister(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const ink = random.pick([colors.dark, "#15306e", "#1a1a1a", "#8a1220", "#0d5a34"]);
  const end = plan.printPlace === null ? 0 : 118;
  const [across, down] = [random.pick([2, 3]), random.pick([3, 4])];
  const [wide, high] = [(w - end) / across, h / down];
  const shift = random.between(-0.3, 0.3);
  let html = area({ x: 0, y: 0, w, h, color: FOIL });
  for (let row = -1; row <= down; row += 1)
    for (let column = -1; column <= across; column += 1) {
      const x = end + (column + shift * (row % 2)) * wide;
      const isWhole = row === 1 && x >= end && x + wide <= w && !html.includes("data-field");
      html += unit(sheet, { x, y: row * high, w: wide, h: high, ink, isWhole });
    }
  html += pockets(sheet, end);
  return html + strip(sheet, end);
}

function unit(sheet, { x, y, w, h, ink, isWhole }) {
  const { printed, company } = sheet.plan;
  const words = [
    ["name", `${sheet.nameFace}`, 700, escaped(printed.name)],
    ["strength", `${sheet.nameFace}`, 700, escaped(printed.strength ?? "")],
    ["form", `${sheet.textFace}`, 400, escaped(printed.form ?? "")],
  ];
  let lines = "";
  for (const [key, face, weight, word] of words) {
    const shown = isWhole && word ? marked(key, word) : word;
    const breaks = key === "strength" ? " " : "<br>";
    lines += `<span style="font-family:'${face}';font-weight:${weight}">${shown}</span>${word ? breaks : ""}`;
  }
  lines += `<small style="font-size:.55em">${escaped(company.printed)}</small>`;
  return text(
    {
      x: x + 14,
      y: y + 6,
      w: w - 28,
      h: h - 12,
      size: 36,
      color: ink,
      align: "center",
      css: "line-height:1.08",
    },
    lines,
  );
}

/** The edges of the pockets, which dent the foil. */
function pockets({ w, h, random }, end) {
  const count = random.pick([5, 7]);
  let dents = "";
  for (let index = 0; index < count; index += 1) {
    const cx = end + ((index + 0.5) * (w - end)) / count;
    for (const cy of [h * 0.27, h * 0.73])
      dents += `<ellipse cx="${cx}" cy="${cy}" rx="${w * 0.045}" ry="${h * 0.15}" fill="none" stroke="#0003" stroke-width="3"/><ellipse cx="${cx + 2}" cy="${cy + 2}" rx="${w * 0.045}" ry="${h * 0.15}" fill="none" stroke="#fff8" stroke-width="2"/>`;
  }
  return shapes(w, h, dents);
}

/** The end of a strip, with batch and expiry pressed or printed, upwards. */
function strip(sheet, end) {
  const { h, random, plan } = sheet;
  if (end === 0) return "";
  const printer = random.pick(["embossed", "embossed", "thermal", "mono"]);
  const print = (words) => late(words, random, { ...sheet, printer, ink: "#111" });
  const rows = [
    `${print(plan.batch.label)} ${marked("batch", print(plan.batch.value))}`,
    `${print(plan.expiry.label)} ${marked("expiry", print(plan.expiry.value))}`,
  ];
  const place = { x: end / 2 - h / 2 + 8, y: h / 2 - end / 2 + 6, w: h - 16, h: end - 12 };
  return (
    area({ x: 0, y: 0, w: end, h, color: FOIL }) +
    area({ x: end - 4, y: 0, w: 3, h, color: "#0002" }) +
    text(
      { ...place, size: 42, turn: -90, wrap: false, align: "center", css: "line-height:1.15" },
      rows.join("<br>"),
    )
  );
}

/** A brown or white bottle. The picture is bent where it is drawn. */
function bottle(sheet) {
  const { w, h, colors, random } = sheet;
  const glass = random.pick([
    "linear-gradient(90deg,#1d0d04,#6b3410 22%,#7d431a 45%,#4a220a 80%,#150802)",
    "linear-gradient(90deg,#b9b9b5,#fff 30%,#f4f4f0 60%,#a9a9a5)",
  ]);
  const cap = "linear-gradient(90deg,#999,#fff 35%,#eee 60%,#888)";
  let html = area({
    x: w * 0.3,
    y: 0,
    w: w * 0.4,
    h: 110,
    color: cap,
    css: "border-radius:12px 12px 4px 4px",
  });
  html += area({
    x: 0,
    y: 96,
    w,
    h: h - 96,
    color: glass,
    css: "border-radius:150px 150px 34px 34px",
  });
  const top = 250;
  const high = h - top - 50;
  html += area({ x: 0, y: top, w, h: high, color: "#fff" });
  html += area({ x: 0, y: top, w, h: high * 0.3, color: colors.main });
  const [x, wide] = [w * 0.14, w * 0.72];
  html += name(sheet, {
    x,
    y: top + 12,
    w: wide,
    h: high * 0.26,
    size: 70,
    color: "#fff",
    align: "center",
  });
  html += strength(sheet, {
    x,
    y: top + high * 0.32,
    w: wide,
    h: high * 0.12,
    size: 54,
    color: colors.dark,
    align: "center",
  });
  html += form(sheet, {
    x,
    y: top + high * 0.45,
    w: wide,
    h: high * 0.11,
    size: 34,
    color: "#222",
    align: "center",
  });
  html += pieces(sheet, {
    x,
    y: top + high * 0.57,
    w: wide,
    h: high * 0.1,
    size: 25,
    color: "#333",
    align: "center",
  });
  const block = prints(sheet, { x, y: top + high * 0.69, w: wide, h: high * 0.2 }, "front");
  html += `<div data-block="prints">${block}</div>`;
  html += licence(
    sheet,
    { x, y: top + high * 0.91, w: wide * 0.6, h: 32, size: 24, color: "#222" },
    "front",
  );
  return html + legal(sheet, { x: x + wide - 66, y: top + high * 0.91 });
}

/** A tube with its end folded flat. Batch and expiry are pressed into the fold. */
function tube(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const round = "linear-gradient(180deg,#0005,#0000 18%,#fff5 34%,#0000 60%,#0004)";
  const body = `polygon(0 0,12% 0,86% 12%,86% 88%,12% 100%,0 100%)`;
  let html = area({ x: 0, y: 0, w, h, color: "#fff", css: `clip-path:${body}` });
  html += area({
    x: 130,
    y: 0,
    w: w * 0.18,
    h,
    color: colors.main,
    css: "clip-path:polygon(0 0,100% 2%,70% 98%,0 100%)",
  });
  html += area({
    x: w * 0.855,
    y: h * 0.2,
    w: w * 0.14,
    h: h * 0.6,
    color: `repeating-linear-gradient(180deg,${colors.dark} 0 8px,${colors.main} 8px 14px)`,
    css: "border-radius:8px",
  });
  html += strength(sheet, {
    x: 140,
    y: h * 0.2,
    w: w * 0.13,
    h: h * 0.6,
    size: 60,
    color: "#fff",
    align: "center",
    inRows: true,
  });
  html += name(sheet, {
    x: w * 0.34,
    y: h * 0.16,
    w: w * 0.49,
    h: h * 0.3,
    size: 70,
    color: colors.dark,
  });
  html += form(sheet, {
    x: w * 0.34,
    y: h * 0.47,
    w: w * 0.34,
    h: h * 0.2,
    size: 34,
    color: "#222",
  });
  html += quantity(sheet, {
    x: w * 0.7,
    y: h * 0.5,
    w: w * 0.14,
    h: 40,
    size: 30,
    color: colors.dark,
    align: "right",
  });
  html += licence(
    sheet,
    { x: w * 0.34, y: h * 0.7, w: 280, h: 30, size: 24, color: "#333" },
    "front",
  );
  html += legal(sheet, { x: w * 0.68, y: h * 0.7 });
  html += area({ x: 0, y: 0, w, h, color: round, css: `clip-path:${body}` });
  html += area({
    x: 0,
    y: 0,
    w: 122,
    h,
    color: "repeating-linear-gradient(90deg,#0000 0 5px,#0001 5px 7px),#e8e8e4",
  });
  if (plan.printPlace === null) return html;
  const printer = random.pick(["embossed", "embossed", "thermal"]);
  const print = (words) => late(words, random, { ...sheet, printer, ink: "#222" });
  const rows = `${marked("batch", print(plan.batch.value))}<br>${print(plan.expiry.label)} ${marked("expiry", print(plan.expiry.value))}`;
  return (
    html +
    text(
      {
        x: 61 - h / 2 + 8,
        y: h / 2 - 54,
        w: h - 16,
        h: 108,
        size: 46,
        turn: -90,
        wrap: false,
        align: "center",
      },
      rows,
    )
  );
}

/** A sachet or pouch with sealed edges. */
function pouch(sheet) {
  const { w, h, colors, random } = sheet;
  const seal = "repeating-linear-gradient(90deg,#0000 0 6px,#0001 6px 8px),#e4e6e6";
  const isMetal = random.chance(0.4);
  let html = area({ x: 0, y: 0, w, h, color: isMetal ? FOIL : "#fff" });
  html += area({ x: 0, y: 0, w, h: 110, color: seal });
  html += area({ x: 0, y: h - 60, w, h: 60, color: seal });
  html += area({
    x: 40,
    y: 140,
    w: w - 80,
    h: h * 0.26,
    color: colors.main,
    css: "border-radius:24px",
  });
  html += name(sheet, {
    x: 60,
    y: 150,
    w: w - 120,
    h: h * 0.24,
    size: 84,
    color: "#fff",
    align: "center",
  });
  html += strength(sheet, {
    x: 60,
    y: 150 + h * 0.29,
    w: w - 120,
    h: h * 0.12,
    size: 66,
    color: colors.dark,
    align: "center",
  });
  html += form(sheet, {
    x: 60,
    y: 150 + h * 0.42,
    w: w - 120,
    h: h * 0.11,
    size: 36,
    color: "#222",
    align: "center",
  });
  html += pieces(sheet, {
    x: 60,
    y: 150 + h * 0.54,
    w: w - 120,
    h: 60,
    size: 26,
    color: "#333",
    align: "center",
  });
  html += licence(
    sheet,
    { x: 60, y: h - 100, w: w * 0.55, h: 32, size: 25, color: "#222" },
    "front",
  );
  html += legal(sheet, { x: w - 120, y: h - 102 });
  const block = prints(sheet, { x: 40, y: 8, w: w - 80, h: 94 }, "front");
  return `${html}<div data-block="prints">${block}</div>`;
}

export const WRAPS = {
  blister: { draw: blister, h: 420, d: 6 },
  bottle: { draw: bottle, w: 620, h: 1060, d: 0 },
  tube: { draw: tube, h: 300, d: 0 },
  pouch: { draw: pouch, w: 720, h: 760, d: 4 },
};

// Packs that are not folded cartons: blister strips, bottles, tubes and pouches. All that is read on
// them is on one face.
import {
  area,
  at,
  CENTRED,
  escaped,
  field as marked,
  late,
  RIGHT,
  ROWS,
  shapes,
  text,
} from "./parts.mjs";
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
  let html = area(0, 0, w, h, FOIL);
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
    at(x + 14, y + 6, w - 28, h - 12, 36, ink, { align: "center", css: "line-height:1.08" }),
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
    area(0, 0, end, h, FOIL) +
    area(end - 4, 0, 3, h, "#0002") +
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
  let html = area(w * 0.3, 0, w * 0.4, 110, cap, "border-radius:12px 12px 4px 4px");
  html += area(0, 96, w, h - 96, glass, "border-radius:150px 150px 34px 34px");
  const top = 250;
  const high = h - top - 50;
  html += area(0, top, w, high, "#fff");
  html += area(0, top, w, high * 0.3, colors.main);
  const [x, wide] = [w * 0.14, w * 0.72];
  html += name(sheet, at(x, top + 12, wide, high * 0.26, 70, "#fff", CENTRED));
  html += strength(sheet, at(x, top + high * 0.32, wide, high * 0.12, 54, colors.dark, CENTRED));
  html += form(sheet, at(x, top + high * 0.45, wide, high * 0.11, 34, "#222", CENTRED));
  html += pieces(sheet, at(x, top + high * 0.57, wide, high * 0.1, 25, "#333", CENTRED));
  const block = prints(sheet, { x, y: top + high * 0.69, w: wide, h: high * 0.2 }, "front");
  html += `<div data-block="prints">${block}</div>`;
  html += licence(sheet, at(x, top + high * 0.91, wide * 0.6, 32, 24, "#222"), "front");
  return html + legal(sheet, { x: x + wide - 66, y: top + high * 0.91 });
}

/** A tube with its end folded flat. Batch and expiry are pressed into the fold. */
function tube(sheet) {
  const { w, h, colors, random, plan } = sheet;
  const round = "linear-gradient(180deg,#0005,#0000 18%,#fff5 34%,#0000 60%,#0004)";
  const body = `polygon(0 0,12% 0,86% 12%,86% 88%,12% 100%,0 100%)`;
  let html = area(0, 0, w, h, "#fff", `clip-path:${body}`);
  html += area(130, 0, w * 0.18, h, colors.main, "clip-path:polygon(0 0,100% 2%,70% 98%,0 100%)");
  html += area(
    w * 0.855,
    h * 0.2,
    w * 0.14,
    h * 0.6,
    `repeating-linear-gradient(180deg,${colors.dark} 0 8px,${colors.main} 8px 14px)`,
    "border-radius:8px",
  );
  html += strength(sheet, at(140, h * 0.2, w * 0.13, h * 0.6, 60, "#fff", ROWS));
  html += name(sheet, at(w * 0.34, h * 0.16, w * 0.49, h * 0.3, 70, colors.dark));
  html += form(sheet, at(w * 0.34, h * 0.47, w * 0.34, h * 0.2, 34, "#222"));
  html += quantity(sheet, at(w * 0.7, h * 0.5, w * 0.14, 40, 30, colors.dark, RIGHT));
  html += licence(sheet, at(w * 0.34, h * 0.7, 280, 30, 24, "#333"), "front");
  html += legal(sheet, { x: w * 0.68, y: h * 0.7 });
  html += area(0, 0, w, h, round, `clip-path:${body}`);
  html += area(0, 0, 122, h, "repeating-linear-gradient(90deg,#0000 0 5px,#0001 5px 7px),#e8e8e4");
  if (plan.printPlace === null) return html;
  const printer = random.pick(["embossed", "embossed", "thermal"]);
  const print = (words) => late(words, random, { ...sheet, printer, ink: "#222" });
  const rows = `${marked("batch", print(plan.batch.value))}<br>${print(plan.expiry.label)} ${marked("expiry", print(plan.expiry.value))}`;
  return (
    html +
    text(
      at(61 - h / 2 + 8, h / 2 - 54, h - 16, 108, 46, undefined, {
        align: "center",
        turn: -90,
        wrap: false,
      }),
      rows,
    )
  );
}

/** A sachet or pouch with sealed edges. */
function pouch(sheet) {
  const { w, h, colors, random } = sheet;
  const seal = "repeating-linear-gradient(90deg,#0000 0 6px,#0001 6px 8px),#e4e6e6";
  const isMetal = random.chance(0.4);
  let html = area(0, 0, w, h, isMetal ? FOIL : "#fff");
  html += area(0, 0, w, 110, seal);
  html += area(0, h - 60, w, 60, seal);
  html += area(40, 140, w - 80, h * 0.26, colors.main, "border-radius:24px");
  html += name(sheet, at(60, 150, w - 120, h * 0.24, 84, "#fff", CENTRED));
  html += strength(sheet, at(60, 150 + h * 0.29, w - 120, h * 0.12, 66, colors.dark, CENTRED));
  html += form(sheet, at(60, 150 + h * 0.42, w - 120, h * 0.11, 36, "#222", CENTRED));
  html += pieces(sheet, at(60, 150 + h * 0.54, w - 120, 60, 26, "#333", CENTRED));
  html += licence(sheet, at(60, h - 100, w * 0.55, 32, 25, "#222"), "front");
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

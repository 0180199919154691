// Draws the flat panels of cartons in Chromium, and photographs them: perspective, curvature,
// light, lens and sensor.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Random } from "../../common/random.mjs";
import { blurred, exposed } from "../hard-frames/scene.mjs";
import { PANEL } from "./cartons.mjs";

export const SIZE = { width: 1280, height: 720 };

const both = (name) => [
  [name, 400],
  [name, 700],
];
const FONT_FILES = {
  Doto: [["doto", 900]],
  "Fira Sans Condensed": both("fira-sans-condensed"),
  Montserrat: both("montserrat"),
  "Noto Serif": both("noto-serif"),
  "Nunito Sans": both("nunito-sans"),
  "Open Sans": both("open-sans"),
  Roboto: both("roboto"),
  "Roboto Condensed": both("roboto-condensed"),
  "Roboto Mono": both("roboto-mono"),
  "Share Tech Mono": [["share-tech-mono", 400]],
};

/** Loads the fonts of the folder `packages` into a page of Chromium, which then draws panels. */
export async function loadFonts(page, packages) {
  const files = Object.entries(FONT_FILES).flatMap(([family, some]) =>
    some.map(([name, weight]) => ({
      family,
      weight,
      data: readFileSync(
        join(packages, "@fontsource", name, "files", `${name}-latin-${weight}-normal.woff2`),
      ).toString("base64"),
    })),
  );
  await page.evaluate(async (files) => {
    for (const { family, weight, data } of files) {
      const face = new FontFace(family, `url(data:font/woff2;base64,${data})`, {
        weight: String(weight),
      });
      document.fonts.add(await face.load());
    }
  }, files);
}

/** The photograph of a carton as the `ImageData` of a frame. */
export async function photographOf(page, { number, panel, other, photo }) {
  const flat = await drawPanel(page, panel);
  const second = other && (await drawPanel(page, other));
  const seed = Number(String(number).replace(/\D/g, ""));
  return photograph(flat, second, photo, new Random(104_729 * seed + 3));
}

/** The brightness of each pixel of a panel, 0 to 1. */
async function drawPanel(page, panel) {
  const base64 = panel.html
    ? await drawHtml(page, panel.html)
    : await page.evaluate(drawInPage, { panel, size: PANEL });
  return Float32Array.from(Buffer.from(base64, "base64"), (byte) => byte / 255);
}

/** The brightness of a panel that is HTML, a byte for each pixel, in Base64. */
async function drawHtml(page, html) {
  await page.setViewportSize(PANEL);
  await page.evaluate(narrowTexts, html);
  const picture = (await page.screenshot({ type: "png" })).toString("base64");
  return page.evaluate(greyInPage, picture);
}

/** Runs in the page: it may use nothing from outside. */
function narrowTexts(html) {
  document.body.innerHTML = html;
  for (const element of document.querySelectorAll("[data-width]")) {
    const scale = Number(element.dataset.width) / element.offsetWidth;
    if (scale < 1) element.style.transform = `scaleX(${scale})`;
  }
}

/** Runs in the page: it may use nothing from outside. */
async function greyInPage(png) {
  const image = await createImageBitmap(await (await fetch(`data:image/png;base64,${png}`)).blob());
  const context = new OffscreenCanvas(image.width, image.height).getContext("2d");
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, image.width, image.height);
  let text = "";
  for (let at = 0; at < data.length; at += 4)
    text += String.fromCharCode(0.299 * data[at] + 0.587 * data[at + 1] + 0.114 * data[at + 2]);
  return btoa(text);
}

/** Runs in the page: it may use nothing from outside. */
function drawInPage({ panel, size }) {
  const canvas = new OffscreenCanvas(size.width, size.height);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const grey = (value) => `rgb(${value} ${value} ${value})`;
  const fill = ({ x, y, width, height }, value) => {
    context.fillStyle = grey(value);
    context.fillRect(x, y, width, height);
  };
  const fontOf = ({ font, weight, size }) => `${weight} ${size}px "${font}"`;
  const print = ({ text, x, y, width, ...style }, value, dx = 0, dy = 0) => {
    context.font = fontOf(style);
    context.fillStyle = grey(value);
    context.fillText(text, x + dx, y + dy, width);
  };
  /** Ten rows of dots are as high as the letters of the font. */
  const dots = ({ text, x, y, size, ink }) => {
    const rows = 11;
    const pitch = size / rows;
    const small = new OffscreenCanvas(text.length * 8 + 8, 16).getContext("2d");
    small.font = `700 ${rows}px "Roboto Mono"`;
    small.fillText(text, 1, 12);
    const { data, width, height } = small.getImageData(0, 0, text.length * 8 + 8, 16);
    context.fillStyle = grey(ink);
    for (let row = 0; row < height; row += 1) {
      for (let column = 0; column < width; column += 1) {
        if (data[(row * width + column) * 4 + 3] < 130) continue;
        context.beginPath();
        context.arc(x + column * pitch, y + (row - 12) * pitch, pitch * 0.42, 0, 7);
        context.fill();
      }
    }
  };
  const emboss = (line) => {
    const away = Math.max(1.5, line.size / 22);
    print(line, Math.min(255, line.paper + 35), -away, -away);
    print(line, Math.max(0, line.paper - 75), away, away);
    print(line, line.paper);
  };
  const kinds = {
    print: (line) => print(line, line.ink),
    dots: (line) => (line.font === "Doto" ? print(line, line.ink) : dots(line)),
    embossed: emboss,
  };
  fill({ x: 0, y: 0, ...size }, panel.paper);
  for (const shape of panel.shapes) fill(shape, shape.grey);
  for (const line of panel.lines) kinds[line.kind ?? "print"](line);
  if (panel.braille) {
    [...panel.braille.text].forEach((letter, index) => {
      for (let dot = 0; dot < 6; dot += 1) {
        if (((letter.charCodeAt(0) * 7 + index) >> dot) % 2 === 0) continue;
        const [x, y] = [
          panel.braille.x + index * 36 + (dot % 2) * 14,
          panel.braille.y + Math.floor(dot / 2) * 14,
        ];
        for (const [away, value] of [
          [-1, Math.min(255, panel.paper + 25)],
          [1.5, panel.paper - 30],
          [0, panel.paper],
        ]) {
          context.beginPath();
          context.arc(x + away, y + away, 5, 0, 7);
          context.fillStyle = grey(Math.max(0, value));
          context.fill();
        }
      }
    });
  }
  const { data } = context.getImageData(0, 0, size.width, size.height);
  const bytes = new Uint8Array(size.width * size.height);
  for (let index = 0; index < bytes.length; index += 1) bytes[index] = data[4 * index];
  let text = "";
  for (let start = 0; start < bytes.length; start += 32_768)
    text += String.fromCharCode(...bytes.subarray(start, start + 32_768));
  return btoa(text);
}

/** The mean width of a character, and the height of a capital, in sizes of the font. */
const CHARACTER = { width: 0.55, height: 0.72 };

/**
 * Reports whether the edge of the picture cuts the name, strength, form, size, maker, expiry date
 * or batch of a carton. A strip repeats its text, and two boxes are smaller.
 */
export function isCutInPicture({ panel, photo, texts }) {
  if (photo.isStrip || photo.isDouble || panel.html) return false;
  const scale = (photo.fill * SIZE.width) / PANEL.width;
  const wanted = [
    texts.name,
    texts.strength,
    texts.form,
    texts.size,
    texts.maker,
    texts.batch,
    texts.expiry.text,
  ];
  const lines = panel.lines.filter(({ text }) => wanted.some((one) => text.includes(one)));
  return lines.some((line) =>
    cornersOf(line).some((corner) => !isInPicture(ofPanel(photo, scale, corner))),
  );
}

function cornersOf({ text, x, y, size, width = PANEL.width }) {
  const end = x + Math.min(width, text.length * CHARACTER.width * size);
  return [x, end].flatMap((u) => [y - CHARACTER.height * size, y].map((v) => ({ u, v })));
}

const isInPicture = ({ dx, dy }) => Math.abs(dx) < SIZE.width / 2 && Math.abs(dy) < SIZE.height / 2;

const TABLE = 0.25;
const SUBPIXELS = [-0.25, 0.25];

function photograph(flat, second, photo, random) {
  const light = new Float32Array(SIZE.width * SIZE.height);
  const scale = (photo.fill * SIZE.width) / PANEL.width / (second ? 1.7 : 1);
  const boxes = second
    ? [
        { flat, at: { x: 0.32, y: 0.33 } },
        { flat: second, at: { x: 0.64, y: 0.72 } },
      ]
    : [{ flat, at: { x: 0.5, y: 0.5 } }];
  for (let y = 0, index = 0; y < SIZE.height; y += 1) {
    for (let x = 0; x < SIZE.width; x += 1, index += 1)
      light[index] = pixel(boxes, photo, scale, x, y);
  }
  return exposed(
    blurred(light, SIZE, photo.focus),
    SIZE,
    { gain: photo.gain, noise: photo.noise, haze: 0.01 },
    random,
  );
}

function pixel(boxes, photo, scale, x, y) {
  let sum = 0;
  for (const dy of SUBPIXELS)
    for (const dx of SUBPIXELS) sum += seen(boxes, photo, scale, x + dx, y + dy);
  return sum / 4 + glareAt(photo.glare, x, y);
}

function seen(boxes, photo, scale, x, y) {
  for (const { flat, at } of boxes) {
    const place = onPanel(photo, scale, x - at.x * SIZE.width, y - at.y * SIZE.height);
    if (place) return sample(flat, place);
  }
  return TABLE;
}

/** The place on the panel that a point of the picture shows, or `undefined`. */
function onPanel({ turn, tilt, radius }, scale, dx, dy) {
  const x = dx * Math.cos(turn) + dy * Math.sin(turn);
  const y = dy * Math.cos(turn) - dx * Math.sin(turn);
  const depth = scale * (1 + (tilt.x * x + tilt.y * y) / SIZE.width);
  const bend = radius ? radius * PANEL.width : undefined;
  const across = x / depth;
  if (bend && Math.abs(across) >= bend) return undefined;
  const u = (bend ? bend * Math.asin(across / bend) : across) + PANEL.width / 2;
  const v = y / depth + PANEL.height / 2;
  return u >= 0 && v >= 0 && u < PANEL.width - 1 && v < PANEL.height - 1 ? { u, v } : undefined;
}

/**
 * The place in the picture of a point of the panel: the inverse of `onPanel`, from the
 * centre of the panel.
 */
function ofPanel({ turn, tilt, radius }, scale, { u, v }) {
  const bend = radius ? radius * PANEL.width : undefined;
  const [along, down] = [u - PANEL.width / 2, v - PANEL.height / 2];
  const across = bend ? bend * Math.sin(along / bend) : along;
  const depth = scale / (1 - (scale * (tilt.x * across + tilt.y * down)) / SIZE.width);
  const [x, y] = [across * depth, down * depth];
  return {
    dx: x * Math.cos(turn) - y * Math.sin(turn),
    dy: x * Math.sin(turn) + y * Math.cos(turn),
  };
}

function sample(flat, { u, v }) {
  const [left, top] = [Math.floor(u), Math.floor(v)];
  const [right, down] = [u - left, v - top];
  const at = top * PANEL.width + left;
  const upper = flat[at] * (1 - right) + flat[at + 1] * right;
  const lower = flat[at + PANEL.width] * (1 - right) + flat[at + PANEL.width + 1] * right;
  return upper * (1 - down) + lower * down;
}

function glareAt(glare, x, y) {
  if (!glare) return 0;
  const dx = x / SIZE.width - glare.x;
  const dy = y / SIZE.width - (glare.y * SIZE.height) / SIZE.width;
  return glare.light * Math.exp(-(dx * dx + dy * dy) / (2 * glare.size ** 2));
}

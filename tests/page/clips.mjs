// Films of barcodes for the camera tests: a symbol in front of a camera, drifting slightly.
import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { spawnSync } from "node:child_process";
import bwipjs from "bwip-js/node";
import { paths } from "../../scripts/common/project.mjs";
import { draw, frames } from "./hard-frames/frames.mjs";
import { Failure } from "../../scripts/common/run.mjs";

const folder = join(paths.build, "clips");
const FRAME = "1280x720";
const SECONDS = 3;
const FRAMES_A_SECOND = 10;

/**
 * The path of a film of this symbol, made on first use. `bcid` and `text` are those of
 * bwip-js. `across` and `down` are the position of its middle, as fractions of the frame.
 */
export async function clip({ name, bcid, text, scale, across = 0.5, down = 0.5 }) {
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `${name}.mjpeg`);
  if (existsSync(film)) return film;
  const picture = join(folder, `${name}.png`);
  writeFileSync(picture, await symbol({ bcid, text, scale }));
  return filmOf(picture, film, { across, down });
}

/**
 * The path of a film of two or more symbols, each with the properties of a `clip`. They
 * drift together.
 */
export async function shelfClip(name, symbols) {
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `${name}.mjpeg`);
  if (existsSync(film)) return film;
  const pictures = symbols.map((_, index) => join(folder, `${name}-${index}.png`));
  for (const [index, picture] of pictures.entries())
    writeFileSync(picture, await symbol(symbols[index]));
  const inputs = pictures.flatMap((picture) => ["-loop", "1", "-i", picture]);
  const steps = symbols.map(
    (place, index) =>
      `[${index === 0 ? 0 : `v${index}`}][${index + 1}]${driftingOverlay(place)}[v${index + 1}]`,
  );
  ffmpeg([
    ...background(),
    ...inputs,
    "-filter_complex",
    steps.join(";"),
    "-map",
    `[v${symbols.length}]`,
    ...output(film),
  ]);
  return film;
}

/** A film of an empty grey table. */
export function blankClip() {
  mkdirSync(folder, { recursive: true });
  const film = join(folder, "blank.mjpeg");
  if (!existsSync(film)) ffmpeg([...background(), ...output(film)]);
  return film;
}

/** A film of an unreadable hard frame for which the page has a hint. */
export function troubledClip(condition) {
  mkdirSync(folder, { recursive: true });
  const film = join(folder, `too-${condition}.mjpeg`);
  if (existsSync(film)) return film;
  const pixels = join(folder, `too-${condition}.rgba`);
  const { image } = draw(
    frames.find((frame) => frame.condition === condition),
    HOPELESS[condition],
  );
  writeFileSync(pixels, image.data);
  const picture = [
    "-f",
    "rawvideo",
    "-pix_fmt",
    "rgba",
    "-s",
    FRAME,
    "-r",
    String(FRAMES_A_SECOND),
    "-stream_loop",
    "-1",
    "-i",
    pixels,
  ];
  ffmpeg([...picture, ...output(film)]);
  return film;
}

const HOPELESS = { dark: { gain: 0.06, noise: 0.08 }, small: { scale: 0.6, focus: 0.6 } };

export const symbol = ({ bcid, text, scale }) =>
  bwipjs.toBuffer({ bcid, text, scale, height: 18, padding: 12, backgroundcolor: "FFFFFF" });

function filmOf(picture, film, place) {
  ffmpeg([
    ...background(),
    "-loop",
    "1",
    "-i",
    picture,
    "-filter_complex",
    `[0][1]${driftingOverlay(place)}`,
    ...output(film),
  ]);
  return film;
}

const driftingOverlay = ({ across, down }) =>
  `overlay=x='W*${across}-w/2+30*sin(2*PI*t/${SECONDS})':y='H*${down}-h/2+16*cos(2*PI*t/${SECONDS})':shortest=0`;

const background = () => [
  "-f",
  "lavfi",
  "-i",
  `color=0x8a8f92:size=${FRAME}:rate=${FRAMES_A_SECOND}`,
];
const output = (film) => [
  "-t",
  String(SECONDS),
  "-r",
  String(FRAMES_A_SECOND),
  "-c:v",
  "mjpeg",
  "-q:v",
  "4",
  "-pix_fmt",
  "yuvj420p",
  film,
];

function ffmpeg(args) {
  const { status, stderr } = spawnSync(
    process.env.FFMPEG ?? "ffmpeg",
    ["-v", "error", "-y", ...args],
    { encoding: "utf8" },
  );
  if (status !== 0) throw new Failure(`ffmpeg failed: ${stderr}`);
}

// Tests the measurements of hard frames, and when hints are shown, with films.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, frames } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { figuresOf, troubleOf } = await load("scan/figures.ts");
const { AFTER_MS, AT_LEAST_MS, Hints } = await load("scan/hints.ts");
const { greyOf } = await load("scan/grey.ts");

const framesWith = (condition, kinds, number = 1) =>
  frames.filter((frame) => frame.condition === condition && kinds.includes(frame.bcid) && frame.number === number);
const troubleIn = (frame) => troubleOf(figuresOf(greyOf(draw(frame).image)));

const told = [
  { condition: "clear", trouble: undefined },
  { condition: "tilted", trouble: undefined },
  { condition: "dark", trouble: "dark" },
  { condition: "out of focus", trouble: "blurred" },
  { condition: "small", trouble: "small" },
];

for (const { condition, trouble } of told) {
  for (const frame of framesWith(condition, ["ean13", "gs1datamatrix"])) {
    test(`${frame.name}: ${trouble ?? "nothing stands in the way"}`, () => assert.equal(troubleIn(frame), trouble));
  }
}

test("nothing is said of what has no print: a table, a wall, the dark edge of a shadow", () => {
  const size = { width: 320, height: 160 };
  const table = { ...size, data: new Uint8ClampedArray(320 * 160).fill(140) };
  const shadow = { ...size, data: Uint8ClampedArray.from({ length: 320 * 160 }, (_, at) => (at % 320 < 160 ? 40 : 180)) };
  for (const grey of [table, shadow]) assert.equal(troubleOf(figuresOf(grey)), undefined);
});

test("a picture smaller than a block, or none, does no harm", () => {
  for (const side of [0, 1, 15]) {
    const grey = { width: side, height: side, data: new Uint8ClampedArray(side * side).fill(200) };
    assert.doesNotThrow(() => troubleOf(figuresOf(grey)));
  }
});

const figures = {
  dark: { light: 20, print: 0, edge: 0, bars: undefined },
  small: { light: 200, print: 0.2, edge: 1, bars: 2 },
  none: { light: 200, print: 0, edge: 0, bars: undefined },
};
const FRAME_MS = 100;

/**
 * Plays a film. A word is a frame with these measurements; "read" is a frame in which a code was read. A number repeats the last frame for this
 * time in milliseconds.
 */
function shown(film) {
  const hints = new Hints();
  const seen = [];
  let [now, last] = [0, undefined];
  for (const step of film.split(" ")) {
    const isTime = /^\d+$/.test(step);
    if (!isTime) last = figures[step];
    for (const end = now + (isTime ? Number(step) : FRAME_MS); now < end; now += FRAME_MS) {
      const hint = hints.see(last, now) ?? "none";
      if (seen.at(-1) !== hint) seen.push(hint);
    }
  }
  return seen.join(" ");
}

const films = [
  { name: "what has just begun is not told", film: `dark ${AFTER_MS - 200}`, hints: "none" },
  { name: "what stays is told", film: `dark ${AFTER_MS + 200}`, hints: "none dark" },
  { name: "what flickers is not told", film: Array(40).fill("dark small").join(" "), hints: "none" },
  { name: "a hint stays for long enough to be read", film: `dark ${AFTER_MS + 200} none ${AT_LEAST_MS - 400}`, hints: "none dark" },
  { name: "a hint goes when nothing is the matter any more", film: `dark ${AFTER_MS + 200} none ${AT_LEAST_MS + AFTER_MS}`, hints: "none dark none" },
  { name: "one hint follows another", film: `dark ${AFTER_MS + 200} small ${AT_LEAST_MS + 200}`, hints: "none dark small" },
  { name: "a code that is read ends it at once", film: `dark ${AFTER_MS + 200} read`, hints: "none dark none" },
];

for (const { name, film, hints } of films) test(name, () => assert.equal(shown(film), hints));

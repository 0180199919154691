// Tests the measurements of hard frames, and when hints are shown, with films.
import assert from "node:assert/strict";
import { test } from "node:test";
import { draw, frames } from "../hard-frames/frames.mjs";
import { load } from "./source.mjs";

const { Hints, measureQuality, qualityProblem, SHOW_AFTER_MS, SHOW_FOR_MS } = await load("scan/image-quality.ts");
const { toGrey } = await load("scan/image-filters.ts");

const framesWith = (condition, kinds, number = 1) =>
  frames.filter((frame) => frame.condition === condition && kinds.includes(frame.bcid) && frame.number === number);
const problemIn = (frame) => qualityProblem(measureQuality(toGrey(draw(frame).image)));

const cases = [
  { condition: "clear", problem: undefined },
  { condition: "tilted", problem: undefined },
  { condition: "dark", problem: "dark" },
  { condition: "out of focus", problem: "blurred" },
  { condition: "small", problem: "small" },
];

for (const { condition, problem } of cases) {
  for (const frame of framesWith(condition, ["ean13", "gs1datamatrix"])) {
    test(`${frame.name}: ${problem ?? "no problem"}`, () => assert.equal(problemIn(frame), problem));
  }
}

test("reports no problem without print: a table, a wall, the edge of a shadow", () => {
  const size = { width: 320, height: 160 };
  const table = { ...size, data: new Uint8ClampedArray(320 * 160).fill(140) };
  const shadow = { ...size, data: Uint8ClampedArray.from({ length: 320 * 160 }, (_, at) => (at % 320 < 160 ? 40 : 180)) };
  for (const grey of [table, shadow]) assert.equal(qualityProblem(measureQuality(grey)), undefined);
});

test("accepts pictures smaller than a block", () => {
  for (const side of [0, 1, 15]) {
    const grey = { width: side, height: side, data: new Uint8ClampedArray(side * side).fill(200) };
    assert.doesNotThrow(() => qualityProblem(measureQuality(grey)));
  }
});

const quality = {
  dark: { brightness: 20, printShare: 0, edgeWidth: 0, barWidth: undefined },
  small: { brightness: 200, printShare: 0.2, edgeWidth: 1, barWidth: 2 },
  none: { brightness: 200, printShare: 0, edgeWidth: 0, barWidth: undefined },
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
    if (!isTime) last = quality[step];
    for (const end = now + (isTime ? Number(step) : FRAME_MS); now < end; now += FRAME_MS) {
      const hint = hints.update(last, now) ?? "none";
      if (seen.at(-1) !== hint) seen.push(hint);
    }
  }
  return seen.join(" ");
}

const films = [
  { name: "shows no hint for a new problem", film: `dark ${SHOW_AFTER_MS - 200}`, hints: "none" },
  { name: "shows a hint for a lasting problem", film: `dark ${SHOW_AFTER_MS + 200}`, hints: "none dark" },
  { name: "shows no hint for a changing problem", film: Array(40).fill("dark small").join(" "), hints: "none" },
  { name: "shows a hint long enough to be read", film: `dark ${SHOW_AFTER_MS + 200} none ${SHOW_FOR_MS - 400}`, hints: "none dark" },
  { name: "removes a hint when the problem ends", film: `dark ${SHOW_AFTER_MS + 200} none ${SHOW_FOR_MS + SHOW_AFTER_MS}`, hints: "none dark none" },
  { name: "replaces one hint by another", film: `dark ${SHOW_AFTER_MS + 200} small ${SHOW_FOR_MS + 200}`, hints: "none dark small" },
  { name: "removes the hint when a code is read", film: `dark ${SHOW_AFTER_MS + 200} read`, hints: "none dark none" },
];

for (const { name, film, hints } of films) test(name, () => assert.equal(shown(film), hints));

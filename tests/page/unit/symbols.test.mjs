// Tests which symbols count as read: within a frame, and over the frames of a film.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { Pace } = await load("blocks/scanner/symbols.ts");
const { CONFIRM_WITHIN_MS, detectedSymbols, GONE_AFTER_MS, ReadConfirmation, SymbolTracker } =
  await load("blocks/scanner/symbols.ts");

const box = (x, y, width, height) => ({
  topLeft: { x, y },
  topRight: { x: x + width, y },
  bottomRight: { x: x + width, y: y + height },
  bottomLeft: { x, y: y + height },
});

const result = ({
  format = "EAN13",
  text = "5012345678900",
  at = box(100, 100, 300, 0),
  isValid = true,
}) => ({ format, text, symbologyIdentifier: "]E0", isValid, position: at });

const picture = { width: 1000, height: 500 };

const cases = {
  "a linear code": { results: [{}], texts: ["5012345678900"] },
  "an invalid result of the decoder": { results: [{ isValid: false }], texts: [] },
  "a part of a tilted ITF-14": { results: [{ format: "ITF", text: "402919" }], texts: [] },
  "a complete ITF-14": {
    results: [{ format: "ITF", text: "15012345678907" }],
    texts: ["15012345678907"],
  },
  "two texts of one bar code on different lines": {
    results: [{ text: "562081947068" }, { text: "462081047068", at: box(101, 140, 299, 0) }],
    texts: [],
  },
  "two bar codes side by side": {
    results: [{}, { text: "5012345678917", at: box(450, 100, 300, 0) }],
    texts: ["5012345678900", "5012345678917"],
  },
  "a bar code under another": {
    results: [{}, { text: "5012345678917", at: box(100, 400, 300, 0) }],
    texts: ["5012345678900", "5012345678917"],
  },
  "a matrix code beside bars": {
    results: [{}, { format: "DataMatrix", text: "01", at: box(200, 90, 60, 60) }],
    texts: ["5012345678900", "01"],
  },
  "the same text twice": {
    results: [{}, { at: box(102, 130, 300, 0) }],
    texts: ["5012345678900", "5012345678900"],
  },
};

for (const [name, { results, texts }] of Object.entries(cases)) {
  test(`${name}: ${texts.join(" and ") || "no symbol"}`, () => {
    assert.deepEqual(
      detectedSymbols(results.map(result), picture).map(({ text }) => text.slice(3)),
      texts,
    );
  });
}

test("distinguishes linear and matrix codes, and prepends the symbology identifier", () => {
  const [bars, squares] = detectedSymbols(
    [result({}), result({ format: "DataMatrix", text: "01", at: box(900, 90, 60, 60) })],
    picture,
  );
  const corners = [
    { x: 0.1, y: 0.2 },
    { x: 0.4, y: 0.2 },
    { x: 0.4, y: 0.2 },
    { x: 0.1, y: 0.2 },
  ];
  assert.deepEqual(bars, { format: "EAN13", text: "]E05012345678900", isLinear: true, corners });
  assert.equal(squares.isLinear, false);
});

test("confirms a linear code when a second frame agrees", () => {
  const confirmation = new ReadConfirmation(new Pace());
  const symbol = { format: "EAN13", text: "]E05012345678900", isLinear: true };
  assert.deepEqual(confirmation.confirm([symbol], 0), []);
  assert.deepEqual(confirmation.confirm([symbol], 100), [symbol]);
});

const FRAME_MS = 100;

// A letter is a frame with that text, two letters are a frame with both. "-" is a frame without
// text, a number is a time in milliseconds. Capitals are linear codes, small letters matrix codes.
// A report is expected at the last frame that it needs; "+" marks a report that adds to the
// previous one.
const films = [
  { name: "a linear code needs two frames", film: "A", read: [] },
  { name: "a linear code that agrees", film: "A A", read: ["A"] },
  { name: "a linear code that agrees too late", film: "A 1600 A", read: [] },
  { name: "a matrix code counts at once", film: "a", read: ["a"] },
  { name: "a code that stays counts once", film: "A A A A - A A a A", read: ["A", "a", "+Aa"] },
  { name: "a code that is gone and comes again", film: "A A 2600 A A", read: ["A", "A"] },
  { name: "a code that blinks", film: "A A 2000 A A", read: ["A"] },
  { name: "from one box to the next", film: "A A A B B B", read: ["A", "B"] },
  { name: "from one box to the next, matrix codes", film: "a a a b b b", read: ["a", "b"] },
  { name: "two in one frame", film: "AB AB", read: ["AB"] },
  { name: "two matrix codes in one frame", film: "ab", read: ["ab"] },
  { name: "a matrix code beside a linear one that has not agreed yet", film: "aB", read: ["aB"] },
  { name: "turn by turn", film: "A B A B", read: ["AB"] },
  { name: "turn by turn, matrix codes", film: "a b a b a", read: ["a", "b", "+ab"] },
  { name: "one joins the other", film: "A A AB AB", read: ["A", "+BA"] },
  { name: "two that stay count once", film: "AB AB AB AB A B AB", read: ["AB"] },
  { name: "seen once and left", film: "A B B", read: ["BA"] },
  { name: "slow frames that agree", film: "- 1600 - 1600 - 1600 - 1600 A 1600 A", read: ["A"] },
  {
    name: "slow frames, one of which misses",
    film: "- 1600 - 1600 - 1600 - 1600 A 1600 - 1600 A 1600 A",
    read: ["A"],
  },
  { name: "a pause among fast frames", film: "- - - A 1600 A", read: [] },
  { name: "seen once and left long ago", film: "A 1600 B B", read: ["B"] },
  { name: "a third joins two", film: "AB AB ABC ABC", read: ["AB", "+CAB"] },
  { name: "back to the first box", film: "A A B B B 1600 A A", read: ["A", "B", "A"] },
  { name: "the box in the middle fails now and then", film: "a a b a", read: ["a", "b", "+ab"] },
];

for (const { name, film, read } of films) {
  test(`${name}: ${film}`, () => assert.deepEqual(reportsOf(film, new SymbolTracker()), read));
}

// A reference implementation that evaluates the whole film at every frame.
class ReferenceTracker {
  #frames = [];
  #reports = [];

  addFrame(symbols, now) {
    this.#frames.push({
      at: now,
      limitMs: this.#limitMs(now),
      texts: symbols.map(({ text }) => text),
    });
    const due = symbols.filter(
      (symbol) => this.#counts(symbol, now) && !this.#isReported(symbol.text),
    );
    if (due.length === 0) return undefined;
    const first = Math.min(...due.map(({ text }) => this.#track(text)[0]));
    const others = this.#all().filter((text) => {
      const last = this.#times(text).at(-1);
      return now - last <= this.#limitAt(now) && (last >= first || !this.#wasReportedInTrack(text));
    });
    const texts = new Set([...due.map(({ text }) => text), ...others]);
    const isMore = [...texts].some(
      (text) => this.#reports.at(-1)?.texts.has(text) && this.#wasReportedInTrack(text),
    );
    this.#reports.push({ at: now, texts });
    return { texts: [...texts], isMore };
  }

  /** Four times the second longest of the last four intervals, if they are slow. */
  #limitMs(now) {
    const times = [...this.#frames.map(({ at }) => at), now].slice(-5);
    const intervals = times.slice(1).map((at, index) => at - times[index]);
    const slow = intervals.length < 4 ? 0 : intervals.sort((one, other) => other - one)[1];
    return Math.max(CONFIRM_WITHIN_MS, 4 * slow);
  }

  /** The limit at the time of a frame. */
  #limitAt = (time) => this.#frames.find(({ at }) => at === time).limitMs;
  #all = () => [...new Set(this.#frames.flatMap(({ texts }) => texts))];
  #times = (text) => this.#frames.filter(({ texts }) => texts.includes(text)).map(({ at }) => at);
  #counts = ({ text, isLinear }, now) =>
    !isLinear || now - (this.#times(text).at(-2) ?? -Infinity) <= this.#limitAt(now);

  #isReported(text) {
    return Boolean(this.#reports.at(-1)?.texts.has(text)) && this.#wasReportedInTrack(text);
  }

  /** The times of the current track, from its first. */
  #track(text, times = this.#times(text)) {
    const start = times.findLastIndex(
      (at, index) => index === 0 || at - times[index - 1] > this.#limitAt(at),
    );
    return times.slice(start);
  }

  /**
   * Reports whether the text was reported in this track, or in the previous one if it was only
   * interrupted briefly.
   */
  #wasReportedInTrack(text, times = this.#times(text)) {
    const [since] = this.#track(text, times);
    if (this.#reports.some(({ at, texts }) => at >= since && texts.has(text))) return true;
    const before = times.filter((at) => at < since);
    const lastReported = this.#reports.filter(({ at }) => at < since).at(-1);
    const isBlink = since - (before.at(-1) ?? -Infinity) <= GONE_AFTER_MS;
    return (
      isBlink && Boolean(lastReported?.texts.has(text)) && this.#wasReportedInTrack(text, before)
    );
  }
}

test("matches the reference implementation on random films", () => {
  const random = generator(7);
  for (let run = 0; run < 3000; run += 1) {
    const film = Array.from({ length: 30 }, () => step(random)).join(" ");
    assert.deepEqual(
      reportsOf(film, new SymbolTracker()),
      reportsOf(film, new ReferenceTracker()),
      film,
    );
  }
});

function step(random) {
  const kind = random();
  if (kind < 0.15) return String(Math.floor(random() * 3000));
  return [..."ABcd"].filter(() => random() < 0.35).join("") || "-";
}

function reportsOf(film, tracker) {
  let now = 0;
  const read = [];
  for (const frame of film.split(" ")) {
    now += FRAME_MS;
    if (/^\d+$/.test(frame)) now += Number(frame) - FRAME_MS;
    const report = tracker.addFrame([...frame].filter((c) => /[a-z]/i.test(c)).map(symbol), now);
    if (report) read.push((report.isMore ? "+" : "") + report.texts.join(""));
  }
  return read;
}

function symbol(text) {
  return { format: "any", text, isLinear: text === text.toUpperCase() };
}

/** A generator of numbers from 0 to 1 that are the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

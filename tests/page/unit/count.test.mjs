// Tests the count of every code in view: its answers, rows, warnings, sounds and announcements.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codes, GS, release, startPage, without, packs } from "./page.mjs";
import { load } from "./source.mjs";

const { groupsOf, dataWarningsOf, signalOfAll, totalOf } = await load("lookup/count.ts");
const { ANNOUNCE_AFTER_MS, ANNOUNCE_WITHIN_MS, SIGNAL_AFTER_MS } = await load("actions/count.ts");

let nextId = 1;
const bars = (gtin) => ({
  id: nextId++,
  text: `]E0${gtin}`,
  format: "EAN13",
  corners: [],
  isCounted: true,
});
const matrix = (gtin, rest = "") => ({
  id: nextId++,
  text: `]d201${gtin.padStart(14, "0")}${rest}`,
  format: "DataMatrix",
  corners: [],
  isCounted: true,
});
const website = () => ({
  id: nextId++,
  text: "]Q1https://example.org",
  format: "QRCode",
  corners: [],
  isCounted: true,
});

const track = (page, ...boxes) =>
  page.count.tracked(
    boxes,
    boxes.map(({ id }) => ({ id, isCounted: true, outline: [] })),
  );
const rows = ({ store }) => store.state.history;
const groups = ({ store }) => groupsOf(store.state.counted);
const texts = ({ done }) => done.announced.map(({ text }) => text);

test("each counted box has its own row in the history", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol), bars(codes.paracetamol), bars(codes.ended));
  assert.deepEqual(
    rows(page)
      .map(({ code }) => code)
      .sort(),
    [codes.paracetamol, codes.paracetamol, codes.ended].sort(),
  );
  assert.equal(totalOf(page.store.state.counted), 3);
  assert.equal(page.store.state.answer, undefined);
});

test("groups boxes by product, those with warnings first", () => {
  const page = startPage();
  track(
    page,
    bars(codes.paracetamol),
    bars(codes.unknown),
    bars(codes.paracetamol),
    bars(codes.reused),
  );
  const [first, second, third] = groups(page);
  assert.deepEqual([first.tone, second.tone, third.tone], ["danger", "caution", "plain"]);
  assert.match(first.title, /^This code was used for different/);
  assert.equal(second.title, "No pack has this code");
  assert.deepEqual([third.count, third.warnings], [2, []]);
});

const warned = [
  {
    name: "a re-used code",
    box: () => bars(codes.reused),
    kind: "reused",
    text: /Check the name on the box/,
  },
  {
    name: "an expired box",
    box: () => matrix(codes.paracetamol, "17200101"),
    kind: "expired",
    text: /Expired/,
  },
  {
    name: "a code that is not in use any more",
    box: () => bars(codes.ended),
    kind: "ended",
    text: /had this code until/,
  },
  {
    name: "a wrong check digit",
    box: () => bars(codes.wrongCheckDigit),
    kind: "wrong_check_digit",
    text: /check digit is wrong/,
  },
];

for (const { name, box, kind, text } of warned) {
  test(`a warning is in the list, in the row and in the announcement: ${name}`, () => {
    const page = startPage();
    track(page, box());
    assert.ok(groups(page)[0].warnings.some((warning) => text.test(warning.text)));
    assert.ok(rows(page)[0].doubts.some((doubt) => doubt.kind === kind));
    page.pass(ANNOUNCE_AFTER_MS);
    assert.match(texts(page).at(-1), text);
    assert.ok(page.done.announced.at(-1).isWarning);
  });
}

test("warns if a counted serial number was scanned before", () => {
  const page = startPage();
  page.scans.scanned(`]d201${codes.paracetamol.padStart(14, "0")}21S1`);
  page.clock.now += 60_000;
  track(page, matrix(codes.paracetamol, "21S1"));
  assert.match(groups(page)[0].warnings[0].text, /already scanned this serial number/);
});

test("bars and a matrix code of one box count once, and complete its row", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol));
  track(page, matrix(codes.paracetamol, "10AB12"));
  assert.equal(totalOf(page.store.state.counted), 1);
  assert.deepEqual(
    rows(page).map(({ batch }) => batch),
    ["AB12"],
  );
  assert.equal(page.store.state.counted[0].ids.length, 2);
});

test("bars after the matrix code of a box count once, and keep its batch", () => {
  const page = startPage();
  track(page, matrix(codes.paracetamol, "10AB12"), bars(codes.paracetamol));
  assert.equal(totalOf(page.store.state.counted), 1);
  assert.deepEqual(
    rows(page).map(({ batch }) => batch),
    ["AB12"],
  );
});

test("two matrix codes of one product count twice", () => {
  const page = startPage();
  track(
    page,
    matrix(codes.paracetamol, `10A${GS}21S1`),
    matrix(codes.paracetamol, `10A${GS}21S2`),
    bars(codes.paracetamol),
    bars(codes.paracetamol),
  );
  assert.equal(totalOf(page.store.state.counted), 2);
});

test("a code that is not a pack code is listed, and not counted", () => {
  const page = startPage();
  track(page, website(), bars(codes.paracetamol));
  assert.equal(totalOf(page.store.state.counted), 1);
  assert.deepEqual(
    groups(page)
      .map(({ title, count }) => [title, count])
      .find(([, count]) => count === 0),
    ["This code cannot be looked up", 0],
  );
  page.pass(ANNOUNCE_AFTER_MS);
  assert.match(texts(page).at(-1), /^1 pack counted\. This code cannot be looked up/);
});

test("announces a count once it pauses, and how many there are in all", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol), bars(codes.paracetamol));
  page.pass(ANNOUNCE_AFTER_MS - 1);
  track(page, bars(codes.paracetamol));
  page.pass(ANNOUNCE_AFTER_MS - 1);
  assert.deepEqual(texts(page), []);
  page.pass(1);
  assert.deepEqual(texts(page), ["3 packs counted"]);
  track(page, bars(codes.paracetamol));
  page.pass(ANNOUNCE_AFTER_MS);
  assert.deepEqual(texts(page), ["3 packs counted", "1 more pack counted, 4 in all"]);
});

test("announces a count that does not pause after a while", () => {
  const page = startPage();
  for (let time = 0; time < ANNOUNCE_WITHIN_MS; time += 1000) {
    track(page, bars(codes.paracetamol));
    page.pass(1000);
  }
  assert.deepEqual(texts(page), ["6 packs counted"]);
});

test("boxes that are counted together have one sound, for the most urgent warning", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol), bars(codes.unknown));
  track(page, matrix(codes.paracetamol, "17200101"));
  assert.deepEqual(page.done.signals, []);
  page.pass(SIGNAL_AFTER_MS);
  assert.deepEqual(page.done.signals, ["box"]);
  track(page, bars(codes.paracetamol));
  page.pass(SIGNAL_AFTER_MS);
  assert.deepEqual(page.done.signals, ["box", "plain"]);
});

test("counts the codes that arrived before the data", () => {
  const page = startPage({ data: {} });
  track(page, bars(codes.paracetamol), bars(codes.reused));
  assert.equal(page.store.state.uncounted, 2);
  page.open(packs);
  assert.equal(page.store.state.uncounted, 0);
  assert.equal(totalOf(page.store.state.counted), 2);
  assert.equal(rows(page).length, 2);
});

test("new data updates the count, and warns of what changed", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol));
  page.open(without("Paracetamol"));
  assert.match(groups(page)[0].warnings[0].text, /the answer was: Paracetamol/);
});

test("lists a warning about the data once", () => {
  const page = startPage({ data: { packs, release: { ...release, demo: true } } });
  track(page, bars(codes.paracetamol), bars(codes.paracetamol));
  assert.equal(dataWarningsOf(page.store.state.counted).length, 1);
  assert.deepEqual(groups(page)[0].warnings, []);
});

test("choosing a pack of a re-used code updates its row in the list", () => {
  const page = startPage();
  track(page, bars(codes.reused));
  page.count.open(page.store.state.counted[0].answer);
  assert.equal(page.store.state.answer.outcome.is, "reused");
  page.lookUp.choose(page.store.state.answer.outcome.choices[0].pack);
  assert.match(groups(page)[0].warnings[0].text, /^You chose this from/);
});

test("a new count empties the list, and keeps the history", () => {
  const page = startPage();
  track(page, bars(codes.paracetamol));
  page.count.startAgain();
  assert.deepEqual(
    [page.store.state.counted, page.done.countsStarted, rows(page).length],
    [[], 1, 1],
  );
});

test("switching the count on removes the answer of an earlier scan", () => {
  const page = startPage();
  page.scans.scanned(codes.paracetamol);
  page.count.setCounting(true);
  assert.deepEqual([page.store.state.answer, page.store.state.isCounting], [undefined, true]);
});

test("a matrix code with a serial number is on one box only; without data every matrix code is treated so", () => {
  const [page, withoutData] = [startPage(), startPage({ data: {} })];
  const [plain, serialised] = [
    matrix(codes.paracetamol, "10AB").text,
    matrix(codes.paracetamol, "21S1").text,
  ];
  assert.deepEqual(
    [plain, serialised, bars(codes.paracetamol).text].map((text) => page.count.isSerialised(text)),
    [false, true, false],
  );
  assert.deepEqual(
    [plain, bars(codes.paracetamol).text].map((text) => withoutData.count.isSerialised(text)),
    [true, false],
  );
});

test("the box has the most urgent signal", () => {
  const answer = (about) => ({
    outcome: { is: "pack", status: { current: true } },
    warnings: about ? [{ about }] : [],
  });
  assert.equal(signalOfAll([answer(), answer("data"), answer("code"), answer("box")]), "box");
  assert.equal(signalOfAll([answer(), answer("data"), answer("code")]), "code");
  assert.equal(signalOfAll([answer()]), "plain");
});

// Tests in which ways successive frames are read.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { Turns } = await load("scan/turns.ts");
const { OTHER_WAYS, PLAIN } = await load("scan/ways.ts");

const [other] = OTHER_WAYS;
const framesOf = (turns, count) => Array.from({ length: count }, () => turns.next());
const waysOf = (attempts) => attempts.flatMap(({ ways }) => ways);

test("each frame is first read the plain way, within the guide", () => {
  for (const [first] of framesOf(new Turns(), 3 * OTHER_WAYS.length)) {
    assert.deepEqual([first.of, first.ways[0]], ["guided", PLAIN]);
  }
});

test("by turns a frame gets what else is in sight, and one other way", () => {
  const [first, second, third] = framesOf(new Turns(), 3);
  assert.deepEqual(first, [{ of: "guided", ways: [PLAIN] }, { of: "visible", ways: [PLAIN] }]);
  assert.deepEqual(second, [{ of: "guided", ways: [PLAIN, other] }]);
  assert.deepEqual(third, first);
});

test("all other ways have had their turn before one comes again", () => {
  const tried = framesOf(new Turns(), 2 * OTHER_WAYS.length).flatMap(waysOf).filter((way) => way !== PLAIN);
  assert.deepEqual(tried, OTHER_WAYS);
});

test("the way that read a frame is the next one's first, until it reads nothing", () => {
  const turns = new Turns();
  framesOf(turns, 2);
  turns.read(other);
  assert.deepEqual(turns.next(), [{ of: "guided", ways: [other, PLAIN] }]);
  turns.read(undefined);
  assert.equal(turns.next()[0].ways[0], PLAIN);
});

test("while the plain way reads, no frame is spent on another", () => {
  const turns = new Turns();
  for (let frame = 0; frame < 5; frame += 1) {
    turns.read(PLAIN);
    assert.deepEqual(new Set(waysOf(turns.next())), new Set([PLAIN]));
  }
});

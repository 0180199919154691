// Tests the throttling of scanning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { BUSY_MS, LONGEST_REST_MS, restAfter } = await load("scan/pace.ts");

const dutyOf = (tookMs, idleMs) => tookMs / (tookMs + restAfter(tookMs, idleMs));

test("while somebody is at work the decoder works three parts of four", () => {
  assert.equal(dutyOf(60, 0), 0.75);
  assert.equal(dutyOf(60, BUSY_MS - 1), 0.75);
});

test("while nothing is new it works half of the time", () => assert.equal(dutyOf(60, BUSY_MS), 0.5));

test("however slow the device, no rest is long enough to be noticed", () => {
  for (const idle of [0, BUSY_MS]) assert.ok(restAfter(5000, idle) <= LONGEST_REST_MS);
});

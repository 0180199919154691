// Tests the throttling of scanning.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { BUSY_MS, MAX_PAUSE_MS, pauseAfter } = await load("scan/scanner.ts");

const dutyOf = (tookMs, idleMs) => tookMs / (tookMs + pauseAfter(tookMs, idleMs));

test("decodes three quarters of the time while scanning", () => {
  assert.equal(dutyOf(60, 0), 0.75);
  assert.equal(dutyOf(60, BUSY_MS - 1), 0.75);
});

test("decodes half of the time when idle", () => assert.equal(dutyOf(60, BUSY_MS), 0.5));

test("limits the pause on slow devices", () => {
  for (const idle of [0, BUSY_MS]) assert.ok(pauseAfter(5000, idle) <= MAX_PAUSE_MS);
});

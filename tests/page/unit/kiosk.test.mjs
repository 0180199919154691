// Tests kiosk mode: each answer disappears by itself, and nothing of it is kept for the next
// person.
import assert from "node:assert/strict";
import { test } from "node:test";
import { codes, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const { CLEAR_AFTER_MS, Kiosk } = await load("actions/page.ts");

function startKiosk(t, options) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const page = startPage(options);
  const kiosk = new Kiosk(page.store, page.host, () => page.search.startOver());
  page.store.subscribe((state) => kiosk.changed(state));
  kiosk.start();
  return { ...page, kiosk, pass: (ms) => t.mock.timers.tick(ms) };
}

test("clears an answer after a minute without use", (t) => {
  const page = startKiosk(t);
  page.scans.scanned(codes.paracetamol);
  page.pass(CLEAR_AFTER_MS - 1);
  assert.ok(page.store.state.answer);
  page.pass(1);
  assert.deepEqual([page.store.state.answer, page.store.state.query], [undefined, ""]);
});

test("a touch, a key and another scan restart the minute", (t) => {
  const page = startKiosk(t);
  page.scans.scanned(codes.paracetamol);
  for (const use of [
    () => page.kiosk.used(),
    () => page.search.type("lorazepam"),
    () => page.scans.scanned(codes.ended),
  ]) {
    page.pass(CLEAR_AFTER_MS - 1);
    use();
  }
  page.pass(CLEAR_AFTER_MS - 1);
  assert.ok(page.store.state.answer);
  page.pass(1);
  assert.equal(page.store.state.answer, undefined);
});

test("keeps no history, and the answer has its warnings", (t) => {
  const page = startKiosk(t);
  page.scans.scanned(codes.reused);
  assert.deepEqual(
    page.store.state.answer.warnings.map(({ kind }) => kind),
    ["reused"],
  );
  assert.deepEqual([page.store.state.history, [...page.rows.stored]], [[], []]);
});

test("after kiosk mode, answers stay and are in the history", (t) => {
  const page = startKiosk(t);
  page.kiosk.stop();
  page.scans.scanned(codes.paracetamol);
  page.pass(2 * CLEAR_AFTER_MS);
  assert.ok(page.store.state.answer);
  assert.equal(page.store.state.history.length, 1);
  assert.equal(page.done.isFullScreen, false);
});

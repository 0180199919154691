// Tests what disappears from the page by itself. A short notice of what else is on the page passes,
// and one of what is nowhere else stays until a person has read it. In kiosk mode each answer
// disappears, and nothing of it is kept for the next person.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const { CLEAR_AFTER_MS, Kiosk, NOTICE_MS, Page } = await load("actions/page.ts");

function start(t, options) {
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const page = startPage(options);
  const view = new Page(page.store, page.host, async () => undefined);
  return {
    ...page,
    view,
    notice: () => page.store.state.notice,
    pass: (ms) => t.mock.timers.tick(ms),
  };
}

function startKiosk(t) {
  const page = start(t);
  const kiosk = new Kiosk(page.store, page.host, () => page.search.startOver());
  page.store.subscribe((state) => kiosk.changed(state));
  kiosk.start();
  return { ...page, kiosk };
}

describe("a notice that passes by itself", () => {
  test("is announced politely, and disappears after its time", (t) => {
    const { notice, done, pass, store } = start(t);
    store.tell("notice", "Counted");
    assert.deepEqual(done.announced, [{ text: "Counted", isWarning: false }]);
    pass(NOTICE_MS - 1);
    assert.equal(notice(), "Counted");
    pass(1);
    assert.equal(notice(), undefined);
  });

  test("stays while the pointer or the focus is on it", (t) => {
    const { view, notice, pass, store } = start(t);
    store.tell("notice", "Counted");
    view.holdNotice();
    pass(10 * NOTICE_MS);
    assert.equal(notice(), "Counted");
    view.releaseNotice();
    pass(NOTICE_MS);
    assert.equal(notice(), undefined);
  });

  test("can be hidden earlier", (t) => {
    const { view, notice, store } = start(t);
    store.tell("notice", "Counted");
    view.hideNotice();
    assert.equal(notice(), undefined);
  });
});

describe("a notice that is nowhere else", () => {
  test("interrupts, and stays until it is hidden", (t) => {
    const { view, notice, done, pass, store } = start(t);
    store.tell("warning", "This is not a pack code");
    assert.deepEqual(done.announced, [{ text: "This is not a pack code", isWarning: true }]);
    pass(100 * NOTICE_MS);
    view.holdNotice();
    view.releaseNotice();
    pass(100 * NOTICE_MS);
    assert.equal(notice(), "This is not a pack code");
    view.hideNotice();
    assert.equal(notice(), undefined);
  });

  test("is not removed by the time of an earlier one", (t) => {
    const { notice, pass, store } = start(t);
    store.tell("notice", "Counted");
    store.tell("warning", "This is not a pack code");
    pass(NOTICE_MS);
    assert.equal(notice(), "This is not a pack code");
  });

  test("is a text that could not be copied", async (t) => {
    const { view, notice, host, pass } = start(t);
    host.copy = () => Promise.reject(new Error("refused"));
    await view.copy("9520000000011", "Copied");
    pass(NOTICE_MS);
    assert.match(notice(), /did not allow copying/);
  });

  test("gives way to the next answer, which it may cover", (t) => {
    const page = start(t);
    page.store.tell("warning", "This is not a pack code");
    page.scans.scanned(codes.paracetamol);
    assert.equal(page.notice(), undefined);
  });

  test("is not left to the next person at a kiosk", (t) => {
    const page = startKiosk(t);
    page.pass(CLEAR_AFTER_MS);
    page.store.tell("warning", "This is not a pack code: 4711");
    page.pass(CLEAR_AFTER_MS);
    assert.equal(page.notice(), undefined);
  });
});

test("a new version of the page is announced once", (t) => {
  const { view, done, store } = start(t);
  view.updateReady(() => "first");
  view.updateReady(() => "second");
  assert.deepEqual(done.announced, [
    { text: "A new version of this page is ready. Reload to use it", isWarning: false },
  ]);
  assert.equal(store.state.updatePage(), "second");
});

describe("kiosk mode", () => {
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

  test("has ended when answers stay and are in the history", (t) => {
    const page = startKiosk(t);
    page.kiosk.stop();
    page.scans.scanned(codes.paracetamol);
    page.pass(2 * CLEAR_AFTER_MS);
    assert.ok(page.store.state.answer);
    assert.equal(page.store.state.history.length, 1);
    assert.equal(page.done.isFullScreen, false);
  });
});

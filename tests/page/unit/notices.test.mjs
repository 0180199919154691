// Tests short notices: what else is on the page passes by itself, and what is nowhere else stays
// until a person has read it.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const [{ NOTICE_MS, Page }, { CLEAR_AFTER_MS, Kiosk }] = await Promise.all([
  load("actions/page.ts"),
  load("actions/page.ts"),
]);

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
    const page = start(t);
    const kiosk = new Kiosk(page.store, page.host, () => page.search.startOver());
    page.store.subscribe((state) => kiosk.changed(state));
    kiosk.start();
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

// Tests the addresses of lists, packs and views, and the browser's Back.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { codes, name, startPage } from "./page.mjs";
import { load } from "./source.mjs";

const [{ addressOf, placeAt, titleOf }, { Navigation }] = await Promise.all([
  load("actions/address.ts"),
  load("actions/navigation.ts"),
]);

describe("an address", () => {
  const places = [
    [{ is: "look-up" }, "#/look-up"],
    [{ is: "history" }, "#/history"],
    [{ is: "search", query: "amlodipine 5mg & 10%" }, "#/search?q=amlodipine+5mg+%26+10%25"],
    [{ is: "pack", id: "995200000000000013" }, "#/pack/995200000000000013"],
    [{ is: "code", code: "9520000000035" }, "#/code/9520000000035"],
    [
      { is: "take", id: "000001795000000-000000001-abc12" },
      "#/stock/000001795000000-000000001-abc12",
    ],
  ];
  for (const [place, address] of places) {
    test(`${address} leads back to its place`, () => {
      assert.equal(addressOf(place), address);
      assert.deepEqual(placeAt(address), place);
    });
  }

  for (const address of [
    "",
    "#",
    "#/",
    "#/nothing",
    "#/pack/",
    "#/search",
    "#/search?q=+",
    "#main",
  ]) {
    test(`${address || "none"} is the start`, () =>
      assert.deepEqual(placeAt(address), { is: "look-up" }));
  }
});

for (const [address, code] of [
  ["#/code/abc", "abc"],
  ["#/code/95200000000", "95200000000"],
  ["#/code/%3Cb%3E", "<b>"],
  ["#/code/%E0", "%E0"],
  ["#/pack/12a", "12a"],
]) {
  test(`${address} is answered by what is wrong with it`, () => {
    assert.deepEqual(placeAt(address), { is: "code", code });
    const page = startPage();
    page.lookUp.restore({ by: "code", text: code });
    assert.equal(page.store.state.answer.outcome.is, "unreadable");
  });
}

/** A page with the addresses of a simulated window, and functions to move between them. */
function startWindow(address = "", options = {}) {
  const page = startPage(options);
  const entries = [{ address }];
  let at = 0;
  let moved = () => {};
  const view = { go: (view) => page.store.set({ view }) };
  const addresses = {
    current: () => entries[at],
    show(address, request, isNew) {
      at += isNew ? 1 : 0;
      entries.splice(at, Infinity, { address, request });
    },
    setTitle: (title) => (page.title = title),
    onMove: (callback) => (moved = callback),
  };
  const navigation = new Navigation(page.store, addresses, {
    lookUp: page.lookUp,
    search: page.search,
    page: view,
    stockTakes: { showById: async () => {}, leave: () => {} },
  });
  page.store.subscribe((state) => navigation.changed(state));
  const move = (by) => {
    at += by;
    moved();
  };
  /** Follows a link to an element of the page. */
  const jump = (anchor) => {
    entries.splice(at + 1, Infinity, { address: anchor });
    move(1);
  };
  return {
    ...page,
    navigation,
    jump,
    back: () => move(-1),
    forward: () => move(1),
    addresses: () => entries.map(({ address }) => address),
    title: () => page.title,
  };
}

test("Back leads from a pack to its list, and Forward to the pack again", () => {
  const page = startWindow();
  page.search.type("loraz");
  page.search.type("lorazepam");
  page.search.open(page.store.state.found.packs[0]);
  assert.match(page.title(), /^Lorazepam .* – Pack Lookup$/);
  assert.equal(page.addresses().length, 3, "the letters of a query share one entry");
  page.back();
  assert.deepEqual([page.store.state.answer, page.store.state.query], [undefined, "lorazepam"]);
  assert.ok(page.store.state.found.packs.length > 0);
  assert.equal(page.title(), "lorazepam – Pack Lookup");
  page.forward();
  assert.equal(name(page), "Lorazepam");
  page.back();
  page.back();
  assert.equal(page.store.state.query, "");
  assert.equal(page.addresses().length, 3, "going back adds no entry");
});

test("Back repeats a scan with its batch, and adds no row to the history", () => {
  const page = startWindow();
  page.scans.scanned(`]d201${codes.paracetamol.padStart(14, "0")}10AB`);
  page.scans.scanned(codes.ended);
  page.back();
  assert.equal(page.store.state.answer.outcome.scan.batch, "AB");
  assert.equal(page.store.state.history.length, 2);
});

test("Back leads from a chosen pack of a re-used code to all its packs", () => {
  const page = startWindow();
  page.scans.scanned(codes.reused);
  page.lookUp.choose(page.store.state.answer.outcome.choices[1].pack);
  assert.equal(page.store.state.answer.outcome.is, "pack");
  page.back();
  assert.equal(page.store.state.answer.outcome.is, "reused");
});

test("an address with a pack opens it when the data is open", () => {
  const first = startPage();
  first.scans.scanned(codes.paracetamol);
  const { pack } = first.store.state.answer.outcome;
  const { packs } = first.store.state;
  const page = startWindow(`#/pack/${pack.pack_id}`, { data: {} });
  assert.deepEqual(page.addresses(), [`#/pack/${pack.pack_id}`]);
  page.open(packs);
  page.navigation.dataOpened();
  assert.equal(name(page), "Paracetamol");
  assert.equal(page.addresses().length, 1);
});

test("an address does not replace what was typed or scanned before the data was open", () => {
  const { packs } = startPage().store.state;
  const page = startWindow("#/pack/995200000000000045", { data: {} });
  page.scans.scanned(codes.paracetamol);
  page.open(packs);
  page.navigation.dataOpened();
  assert.equal(name(page), "Paracetamol");
});

test("the title names what the page shows", () => {
  assert.equal(titleOf({ view: "look-up", query: "" }), "Pack Lookup");
  assert.equal(titleOf({ view: "history", query: "amlodipine" }), "History – Pack Lookup");
});

test("the link to skip to the content keeps the answer", () => {
  const page = startWindow();
  page.scans.scanned(codes.paracetamol);
  page.jump("#main");
  assert.equal(name(page), "Paracetamol");
});

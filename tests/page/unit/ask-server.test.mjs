// Tests questions that wait for the data, and the server's answers to them: nothing is sent
// unasked, and each answer is checked on the device.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import {
  codes,
  kinds,
  name,
  packs,
  release,
  serverWith,
  settled,
  startPage,
  without,
} from "./page.mjs";
import { load } from "./source.mjs";

const { readingOf } = await load("server/api.ts");
const { statusText } = await load("lookup/pack.ts");

const noData = {
  packs: undefined,
  release: undefined,
  data: { is: "downloading", release, received: 0 },
};

/** A page that loads its first data, and the paths that it sent to a server. */
async function loadingPage({ server = packs, ...options } = {}) {
  const sent = [];
  return { ...startPage({ data: noData, send: serverWith(server, sent), ...options }), sent };
}

/** The warnings of each answer of this server, whose data is for demonstration. */
const OF_SERVER = ["by_server", "demonstration"];

const ask = async (page) => {
  await settled();
  page.askServer.ask();
  await settled();
};

test("asks the server about itself only, until the person decides", async () => {
  const page = await loadingPage();
  page.search.type("lorazepam");
  page.search.submit();
  page.scans.scanned(codes.paracetamol);
  await settled();
  assert.deepEqual(page.sent, ["api/about"]);
  assert.equal(page.store.state.answer, undefined);
});

test("makes no offer if the server has no API", async () => {
  const pages = ["<!doctype html>", "null", '{"name":"other","dataset":{}}'].map(
    (body) => async () => new Response(body),
  );
  const failures = [
    async () => new Response("", { status: 404 }),
    async () => {
      throw new TypeError("offline");
    },
  ];
  for (const send of [...pages, ...failures]) {
    const page = startPage({ data: noData, send });
    page.scans.scanned(codes.paracetamol);
    await settled();
    assert.equal(page.store.state.server, undefined);
  }
});

test("sends the GTIN of a barcode, and neither batch nor serial number nor expiry date", async () => {
  const page = await loadingPage();
  page.scans.scanned(`]d201${codes.paracetamol.padStart(14, "0")}1729063010BATCH77\x1d21SERIAL42`);
  await ask(page);
  const { pack_id } = packs.gtin(codes.paracetamol);
  assert.deepEqual(page.sent.slice(1), [
    `api/search?q=${codes.paracetamol}&ids=string&limit=100`,
    `api/ampp/${pack_id}?ids=string`,
  ]);
  const { scan } = page.store.state.answer.outcome;
  assert.deepEqual([scan.batch, scan.serial, scan.expiry], ["BATCH77", "SERIAL42", "2029-06-30"]);
});

/** The codes of the cases, with the outcomes and the warnings that the device gives too. */
const cases = {
  "a pack": codes.paracetamol,
  "a code out of use": codes.ended,
  "a re-used code": codes.reused,
  "a mistyped code": codes.wrongCheckDigit,
  "an unknown code": codes.unknown,
  "an expired box": `]d201${codes.paracetamol.padStart(14, "0")}17200131`,
};

describe("the server's answer has the warnings of the device's answer, and its own", () => {
  for (const [title, code] of Object.entries(cases)) {
    test(`same warnings, and its own: ${title}`, async () => {
      const device = startPage();
      device.scans.scanned(code);
      const page = await loadingPage();
      page.scans.scanned(code);
      await ask(page);
      const [here, there] = [device, page].map(({ store }) => store.state.answer);
      assert.equal(there.outcome.is, here.outcome.is);
      assert.equal(String(there.outcome.pack?.pack_id), String(here.outcome.pack?.pack_id));
      assert.deepEqual(
        there.outcome.choices?.map(({ pack }) => pack.name),
        here.outcome.choices?.map(({ pack }) => pack.name),
      );
      assert.deepEqual(there.outcome.concepts, here.outcome.concepts);
      assert.deepEqual(kinds(page), [...kinds(device), ...OF_SERVER]);
      assert.match(page.done.announced.at(-1).text, /Answered by the server, not by this device/);
      assert.ok(page.done.signals.length === 1 && page.done.signals[0] !== "plain");
      assert.match(
        page.store.state.history[0].doubts.map(({ text }) => text).join(),
        /Answered by the server/,
      );
    });
  }
});

test("the device answers again in the same row, without the warning", async () => {
  const page = await loadingPage();
  page.scans.scanned(codes.paracetamol);
  await ask(page);
  page.open(packs);
  assert.deepEqual(kinds(page), []);
  assert.equal(page.store.state.history.length, 1);
  assert.deepEqual(page.store.state.history[0].doubts, []);
  assert.deepEqual(page.done.notices, []);
});

test("reports that the device gives another answer, on the card, in the history and as a notice", async () => {
  const page = await loadingPage();
  page.scans.scanned(codes.paracetamol);
  await ask(page);
  page.scans.scanned(codes.ended);
  await ask(page);
  page.open(without("Paracetamol"));
  const [, earlier] = page.store.state.history;
  assert.ok(earlier.doubts.some(({ kind }) => kind === "changed"));
  assert.deepEqual(page.done.notices, [
    {
      text: "The data on this device changes 1 answer of the server. See the history",
      isWarning: true,
    },
  ]);
});

test("a scan that was not sent waits for the device", async () => {
  const page = await loadingPage();
  page.scans.scanned(codes.paracetamol);
  page.scans.scanned(codes.ended);
  await ask(page);
  assert.equal(page.store.state.history.length, 1);
  page.open(packs);
  assert.equal(page.store.state.history.length, 2);
});

test("an answer that comes after the data is ignored", async () => {
  const page = await loadingPage();
  page.scans.scanned(codes.paracetamol);
  await settled();
  page.askServer.ask();
  page.open(packs);
  await settled();
  assert.deepEqual(kinds(page), []);
  assert.equal(page.store.state.history.length, 1);
});

test("an answer to an earlier question does not replace a later one", async () => {
  const page = await loadingPage();
  page.search.type("lorazepam");
  await settled();
  page.askServer.ask();
  page.search.type("lorazepam x");
  await settled();
  assert.equal(page.store.state.found, undefined);
});

test("shows a list with how the server read the query, and opens its packs", async () => {
  const page = await loadingPage();
  page.search.type("lorazepan");
  page.search.submit();
  await ask(page);
  const { found } = page.store.state;
  assert.deepEqual(found.corrections, packs.search("lorazepan").corrections);
  assert.match(page.done.announced.at(-1).text, /Answered by the server, not by this device/);
  page.search.open(found.packs[0]);
  assert.equal(name(page), "Lorazepam");
  assert.deepEqual(kinds(page), ["corrected", ...OF_SERVER]);
  page.open(packs);
  assert.deepEqual(kinds(page), ["corrected"]);
  assert.deepEqual(page.done.notices, []);
});

test("warns if the device finds other packs than the server", async () => {
  const page = await loadingPage();
  page.search.type("lorazepam");
  await ask(page);
  page.open(without("Lorazepam"));
  assert.match(page.done.notices[0].text, /gives other packs than the server gave/);
});

test("a choice among the packs of a re-used code keeps the warnings", async () => {
  const page = await loadingPage();
  page.scans.scanned(codes.reused);
  await ask(page);
  const [{ pack }] = page.store.state.answer.outcome.choices;
  page.lookUp.choose(pack);
  assert.deepEqual(kinds(page), ["chosen", ...OF_SERVER]);
  page.open(packs);
  assert.deepEqual(kinds(page), ["chosen"]);
});

test("a failure is reported, and the question still waits", async () => {
  let isDown = true;
  const api = serverWith();
  const page = await loadingPage();
  const failing = startPage({
    data: noData,
    send: async (path) =>
      isDown && path !== "api/about" ? new Response("", { status: 503 }) : api(path),
  });
  failing.scans.scanned(codes.paracetamol);
  await ask(failing);
  assert.equal(failing.store.state.server.is, "failed");
  assert.ok(failing.store.state.waiting);
  isDown = false;
  await ask(failing);
  assert.equal(name(failing), "Paracetamol");
  assert.equal(page.store.state.answer, undefined);
});

test("a remembered choice sends questions that were entered, and no text that is being typed", async () => {
  const page = await loadingPage();
  page.search.type("lorazepam");
  await settled();
  page.askServer.remember(true);
  assert.deepEqual(page.sent, ["api/about"]);
  page.search.submit();
  await settled();
  assert.equal(page.store.state.found.isFromServer, true);
  page.scans.scanned(codes.paracetamol);
  await settled();
  assert.equal(name(page), "Paracetamol");
  page.askServer.remember(false);
  page.scans.scanned(codes.ended);
  await settled();
  assert.equal(name(page), "Paracetamol", "the withdrawn choice sends nothing");
});

test("does not claim that a pack is current without a sign", () => {
  assert.doesNotMatch(statusText(undefined).text, /current in dm\+d/);
});

test("reads the headers of a search like the module", async () => {
  for (const query of [
    "lorazepan",
    "lorazepam zzzz",
    "paracetamol 7mg",
    "paracetamol",
    "acetaminophen",
  ]) {
    const { relaxed, corrections, available, no_match, notices } = packs.search(query);
    const response = await packs.fetch(`/api/search?q=${encodeURIComponent(query)}`);
    assert.deepEqual(
      readingOf(response.headers),
      { relaxed, corrections, available, no_match, notices },
      query,
    );
  }
});

// Tests how releases compare, which server responses are valid, the warnings about a release, and
// when a new version of the page is installed. Then tests requests for a release, negotiated with
// hosts that support it and in gzip from hosts for files only, and for the list of releases.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, describe, test } from "node:test";
import { gzipSync } from "node:zlib";
import { FORMAT } from "../../../npm/core.js";
import { load } from "./source.mjs";

const { compareRelease, dataWarnings, isReadable, needsNewerPage, readRelease } = await load(
  "blocks/device/release.ts",
);
const { migrateData } = await load("offline/migrate-data.ts");

const release = (change = {}) => ({
  url: "/dataset/a.bin.gz",
  sha256: "a",
  bytes: 10,
  download_bytes: 5,
  format: FORMAT,
  release: "8.2.0_20260801000001",
  release_date: "2026-08-01",
  packs: 1,
  gtin_rows: 1,
  demo: false,
  gaps: [],
  ...change,
});

const standings = [
  { offered: {}, is: "same" },
  { offered: { sha256: "b", release_date: "2026-08-08" }, is: "later" },
  { offered: { sha256: "b" }, is: "reissued" },
  { offered: { sha256: "b", release_date: "2026-07-25" }, is: "older" },
  { offered: { sha256: "b", release_date: "2027-01-01", demo: true }, is: "demonstration" },
  { known: { demo: true }, offered: { sha256: "b", release_date: "2026-07-25" }, is: "real" },
  {
    known: { demo: true },
    offered: { sha256: "b", demo: true, release_date: "2026-08-08" },
    is: "later",
  },
];

for (const { known = {}, offered, is } of standings) {
  test(`${JSON.stringify(offered)} compared with ${JSON.stringify(known)} is ${is}`, () => {
    assert.equal(compareRelease(release(offered), release(known)), is);
  });
}

test("a release is the first if none is stored", () =>
  assert.equal(compareRelease(release(), undefined), "first"));

test("reads only its own format, and a newer one needs a newer page", () => {
  const formats = [FORMAT - 1, FORMAT, FORMAT + 1].map((format) => release({ format }));
  assert.deepEqual(formats.map(isReadable), [false, true, false]);
  assert.deepEqual(formats.map(needsNewerPage), [false, false, true]);
});

test("a description without a format has format 1 and no gaps", () => {
  const { format, gaps, ...first } = release();
  assert.deepEqual(readRelease(first), release({ format: 1, gaps: [] }));
});

for (const json of [
  undefined,
  null,
  "<html>",
  {},
  { ...release(), bytes: -1 },
  { ...release(), url: 7 },
]) {
  test(`rejects ${JSON.stringify(json)}`, () =>
    assert.throws(() => readRelease(json), /not a release/));
}

test("ignores a damaged flag of the server", () => {
  assert.equal(readRelease(release({ damaged: true })).damaged, undefined);
});

const cases = [
  { is: {}, today: "2026-08-03", kinds: [] },
  { is: { demo: true }, today: "2026-08-03", kinds: ["demonstration"] },
  { is: { damaged: true }, today: "2026-08-03", kinds: ["damaged"], words: /damaged/ },
  {
    is: { gaps: ["no_gtin_file"] },
    today: "2026-08-03",
    kinds: ["partial"],
    words: /it has no barcodes/,
  },
  {
    is: { gaps: ["mixed_weeks", "no_vmp_file"] },
    today: "2026-08-03",
    kinds: ["partial"],
    words: /different weeks.*;.*generic packs/,
  },
  {
    is: { gaps: ["of_a_later_version"] },
    today: "2026-08-03",
    kinds: ["partial"],
    words: /part of the release is missing/,
  },
  { is: {}, today: "2026-08-16", kinds: ["stale"] },
  { is: {}, today: "2026-07-31", kinds: [] },
  { is: {}, today: "2019-01-01", kinds: ["clock"], words: /before the data was made/ },
  {
    is: {},
    today: "2036-08-01",
    kinds: ["stale", "clock"],
    words: /10 years after the data was made/,
  },
];

for (const { is, today, kinds, words = /(?:)/ } of cases) {
  test(`on ${today}, ${JSON.stringify(is)} has the warnings [${kinds}]`, () => {
    const warnings = dataWarnings(release(is), today);
    assert.deepEqual(
      warnings.map(({ kind }) => kind),
      kinds,
    );
    assert.match(warnings.at(-1)?.text ?? "", words);
  });
}

test("only damage is a danger among warnings about the data", () => {
  const [damaged, ...others] = dataWarnings(
    release({ damaged: true, demo: true, gaps: ["mixed_weeks"] }),
    "2036-01-01",
  );
  assert.equal(damaged.tone, "danger");
  assert.deepEqual(new Set(others.map(({ tone }) => tone)), new Set(["caution"]));
});

describe("a new version of the page", () => {
  const release = (change = {}) => ({
    sha256: "new",
    format: FORMAT,
    release_date: "2026-08-08",
    demo: false,
    gaps: [],
    ...change,
  });
  const stored = release({ sha256: "old", format: FORMAT - 1, release_date: "2026-08-01" });
  const silent = new Error("the server did not answer");

  const cases = [
    { name: "the data is stored in this format", hasData: true, stored, offered: silent },
    { name: "a first visit", offered: silent },
    { name: "another format is stored", stored, offered: release(), installs: true },
    {
      name: "the same release in another format",
      stored,
      offered: release({ release_date: "2026-08-01" }),
      installs: true,
    },
    {
      name: "real data instead of demonstration data",
      stored: { ...stored, demo: true },
      offered: release(),
      installs: true,
    },
    { name: "no network", stored, offered: silent, fails: /did not answer/ },
    {
      name: "the server has an older format",
      stored,
      offered: release({ format: FORMAT - 1 }),
      fails: /can read/,
    },
    {
      name: "the server has a newer format",
      stored,
      offered: release({ format: FORMAT + 1 }),
      fails: /can read/,
    },
    {
      name: "demonstration data instead of real data",
      stored,
      offered: release({ demo: true }),
      fails: /without consent/,
    },
    {
      name: "an older release",
      stored,
      offered: release({ release_date: "2026-07-01" }),
      fails: /without consent/,
    },
    {
      name: "a download that fails",
      stored,
      offered: release(),
      installs: new Error("truncated"),
      fails: /truncated/,
    },
  ];

  for (const { name, hasData = false, stored, offered, installs = false, fails } of cases) {
    test(`${name}: ${fails ? "keeps the old version" : "installs the new version"}`, async () => {
      const installed = [];
      const raise = (value) => {
        if (value instanceof Error) throw value;
        return value;
      };
      const migrated = migrateData({
        hasData: async () => hasData,
        releaseOfOtherFormat: async () => stored,
        offered: async () => raise(offered),
        install: async (release) => (raise(installs), installed.push(release)),
      });
      if (fails) await assert.rejects(migrated, fails);
      else await migrated;
      assert.equal(installed.length, installs === true ? 1 : 0);
    });
  }
});

// Requests.

const { fetchGzip, fetchVerified } = await load("blocks/device/fetch.ts");
const { parseReleaseList } = await load("data/releases.ts");

const bytes = new Uint8Array(5_000).map((_, index) => index * 7);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const path = `/dataset/${sha256}.bin`;
const requested = { url: `${path}.gz`, sha256, bytes: bytes.length };

const realFetch = globalThis.fetch;
afterEach(() => (globalThis.fetch = realFetch));

/**
 * Simulates a host, by path. `encoding` is one that the browser has already decoded. Returns the
 * requests, and which were cancelled.
 */
function host(answers) {
  const seen = { requests: [], cancelled: [] };
  globalThis.fetch = async (path, { cache }) => {
    seen.requests.push(path);
    assert.equal(cache, "no-store");
    const { status = 200, body, encoding } = answers[path] ?? { status: 404 };
    const source = {
      start: (to) => (body && to.enqueue(new Uint8Array(body)), to.close()),
      cancel: () => seen.cancelled.push(path),
    };
    return new Response(new ReadableStream(source), {
      status,
      headers: encoding ? { "Content-Encoding": encoding } : {},
    });
  };
  return seen;
}

const zipped = gzipSync(bytes);

for (const [name, answers, requests] of [
  ["br, which the browser has undone", { [path]: { body: bytes, encoding: "br" } }, [path]],
  ["gzip, which the browser has undone", { [path]: { body: bytes, encoding: "gzip" } }, [path]],
  [
    "a host that only has files",
    { [path]: { body: bytes }, [requested.url]: { body: zipped } },
    [path, requested.url],
  ],
  [
    "a host that only has the file in gzip",
    { [requested.url]: { body: zipped } },
    [path, requested.url],
  ],
  [
    "a host that takes the ending for an encoding",
    { [requested.url]: { body: bytes, encoding: "gzip" } },
    [path, requested.url],
  ],
  [
    "a host whose error page is compressed",
    { [path]: { status: 500, body: "x", encoding: "br" }, [requested.url]: { body: zipped } },
    [path, requested.url],
  ],
]) {
  test(name, async () => {
    const seen = host(answers);
    assert.deepEqual(await fetchVerified(requested), bytes);
    assert.deepEqual(seen.requests, requests);
  });
}

test("does not download an uncompressed response", async () => {
  const cancelled = [];
  globalThis.fetch = async (requests) =>
    requests === path
      ? new Response(
          new ReadableStream(
            {
              pull: (to) => to.enqueue(new Uint8Array(100)),
              cancel: () => cancelled.push(requests),
            },
            { highWaterMark: 0 },
          ),
        )
      : new Response(zipped);
  assert.deepEqual(await fetchVerified(requested), bytes);
  assert.deepEqual(cancelled, [path]);
});

test("requests a path without .gz only once", async () => {
  const seen = host({ "/dataset/x.bin": { body: zipped } });
  assert.deepEqual(await fetchVerified({ ...requested, url: "/dataset/x.bin" }), bytes);
  assert.deepEqual(seen.requests, ["/dataset/x.bin"]);
});

test("rejects other bytes in any encoding", async () => {
  const wrong = bytes.map((byte) => byte ^ 1);
  host({ [path]: { body: wrong, encoding: "br" } });
  await assert.rejects(fetchVerified(requested), /damaged/);
  host({ [path]: { body: bytes.subarray(1), encoding: "br" } });
  await assert.rejects(fetchVerified(requested), /ended early/);
});

for (const [name, answer] of Object.entries({
  "a host that only has files": { body: zipped },
  "a host that takes the ending for an encoding, which the browser has undone": {
    body: bytes,
    encoding: "gzip",
  },
})) {
  test(`reads a small gzip file from ${name}`, async () => {
    host({ "/a.update.gz": answer });
    assert.deepEqual(await fetchGzip("/a.update.gz", bytes.length), bytes);
    await assert.rejects(fetchGzip("/a.update.gz", bytes.length - 1), /longer/);
    await assert.rejects(fetchGzip("/b.update.gz", bytes.length), /status 404/);
  });
}

const listed = {
  release: "8.2.0_20250814000001",
  date: "2025-08-14",
  served_first: "2025-08-18T07:10:00Z",
  counts: { added: 312, removed: 4, gtins_reused: 1 },
};

test("parses the date, the first day and the changes of each release", () => {
  const { nextExpected, releases } = parseReleaseList({
    next_expected: "2025-08-25",
    releases: [listed, { ...listed, counts: undefined }],
  });
  assert.equal(nextExpected, "2025-08-25");
  assert.deepEqual(releases[0], {
    name: listed.release,
    date: "2025-08-14",
    since: "2025-08-18",
    changes: { added: 312, removed: 4, reused: 1 },
  });
  assert.equal(releases[1].changes, undefined);
});

test("skips invalid entries, and returns at most eight", () => {
  const { releases } = parseReleaseList({
    next_expected: "2025-08-25",
    releases: [{}, null, { ...listed, date: "soon" }, ...Array(20).fill(listed)],
  });
  assert.equal(releases.length, 8);
  for (const other of [
    undefined,
    {},
    [],
    { next_expected: null, releases: [] },
    { releases: [listed] },
    { next_expected: "2025-08-25", releases: {} },
  ])
    assert.equal(parseReleaseList(other), undefined);
});

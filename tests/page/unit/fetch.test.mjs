// Tests requests for a release, negotiated with hosts that support it and in gzip from hosts for files only, and for the list of releases.
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { afterEach, test } from "node:test";
import { gzipSync } from "node:zlib";
import { load } from "./source.mjs";

const { fetchGzip, fetchVerified, parseReleaseList } = await load("data/fetch.ts");

const bytes = new Uint8Array(5_000).map((_, index) => index * 7);
const sha256 = createHash("sha256").update(bytes).digest("hex");
const path = `/dataset/${sha256}.bin`;
const release = { url: `${path}.gz`, sha256, bytes: bytes.length };

const realFetch = globalThis.fetch;
afterEach(() => (globalThis.fetch = realFetch));

/** Simulates a host, by path. `encoding` is one that the browser has already decoded. Returns the requests, and which were cancelled. */
function host(answers) {
  const seen = { requests: [], cancelled: [] };
  globalThis.fetch = async (path, { cache }) => {
    seen.requests.push(path);
    assert.equal(cache, "no-store");
    const { status = 200, body, encoding } = answers[path] ?? { status: 404 };
    const source = { start: (to) => (body && to.enqueue(new Uint8Array(body)), to.close()), cancel: () => seen.cancelled.push(path) };
    return new Response(new ReadableStream(source), { status, headers: encoding ? { "Content-Encoding": encoding } : {} });
  };
  return seen;
}

const zipped = gzipSync(bytes);

for (const [name, answers, requests] of [
  ["br, which the browser has undone", { [path]: { body: bytes, encoding: "br" } }, [path]],
  ["gzip, which the browser has undone", { [path]: { body: bytes, encoding: "gzip" } }, [path]],
  ["a host that only has files", { [path]: { body: bytes }, [release.url]: { body: zipped } }, [path, release.url]],
  ["a host that only has the file in gzip", { [release.url]: { body: zipped } }, [path, release.url]],
  ["a host that takes the ending for an encoding", { [release.url]: { body: bytes, encoding: "gzip" } }, [path, release.url]],
  ["a host whose error page is compressed", { [path]: { status: 500, body: "x", encoding: "br" }, [release.url]: { body: zipped } }, [path, release.url]],
]) {
  test(name, async () => {
    const seen = host(answers);
    assert.deepEqual(await fetchVerified(release), bytes);
    assert.deepEqual(seen.requests, requests);
  });
}

test("does not download an uncompressed response", async () => {
  const cancelled = [];
  globalThis.fetch = async (requests) =>
    requests === path
      ? new Response(new ReadableStream({ pull: (to) => to.enqueue(new Uint8Array(100)), cancel: () => cancelled.push(requests) }, { highWaterMark: 0 }))
      : new Response(zipped);
  assert.deepEqual(await fetchVerified(release), bytes);
  assert.deepEqual(cancelled, [path]);
});

test("requests a path without .gz only once", async () => {
  const seen = host({ "/dataset/x.bin": { body: zipped } });
  assert.deepEqual(await fetchVerified({ ...release, url: "/dataset/x.bin" }), bytes);
  assert.deepEqual(seen.requests, ["/dataset/x.bin"]);
});

test("rejects other bytes in any encoding", async () => {
  const wrong = bytes.map((byte) => byte ^ 1);
  host({ [path]: { body: wrong, encoding: "br" } });
  await assert.rejects(fetchVerified(release), /damaged/);
  host({ [path]: { body: bytes.subarray(1), encoding: "br" } });
  await assert.rejects(fetchVerified(release), /ended early/);
});

for (const [name, answer] of Object.entries({
  "a host that only has files": { body: zipped },
  "a host that takes the ending for an encoding, which the browser has undone": { body: bytes, encoding: "gzip" },
})) {
  test(`reads a small gzip file from ${name}`, async () => {
    host({ "/a.update.gz": answer });
    assert.deepEqual(await fetchGzip("/a.update.gz", bytes.length), bytes);
    await assert.rejects(fetchGzip("/a.update.gz", bytes.length - 1), /longer/);
    await assert.rejects(fetchGzip("/b.update.gz", bytes.length), /status 404/);
  });
}

const listed = { release: "8.2.0_20250814000001", date: "2025-08-14", served_first: "2025-08-18T07:10:00Z", counts: { added: 312, removed: 4, gtins_reused: 1 } };

test("parses the date, the first day and the changes of each release", () => {
  const { nextExpected, releases } = parseReleaseList({ next_expected: "2025-08-25", releases: [listed, { ...listed, counts: undefined }] });
  assert.equal(nextExpected, "2025-08-25");
  assert.deepEqual(releases[0], { name: listed.release, date: "2025-08-14", since: "2025-08-18", changes: { added: 312, removed: 4, reused: 1 } });
  assert.equal(releases[1].changes, undefined);
});

test("skips invalid entries, and returns at most eight", () => {
  const { releases } = parseReleaseList({ next_expected: "2025-08-25", releases: [{}, null, { ...listed, date: "soon" }, ...Array(20).fill(listed)] });
  assert.equal(releases.length, 8);
  for (const other of [undefined, {}, [], { next_expected: null, releases: [] }, { releases: [listed] }, { next_expected: "2025-08-25", releases: {} }]) assert.equal(parseReleaseList(other), undefined);
});

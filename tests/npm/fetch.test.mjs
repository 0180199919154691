// Tests `pack-lookup fetch` against a server that behaves like TRUD. All output and files are
// searched for the key.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { inspect } from "node:util";
import { fetchRelease } from "../../npm/fetch/index.js";
import { trudOrigin } from "../../npm/fetch/trud.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { KEY, releaseOf, startTrud } from "./trud-server.mjs";

const FILE = "nhsbsa_dmd_11.2.0_20261116000001.zip";
const bytes = Buffer.alloc(300_000, randomBytes(997));
const sha256 = (of) => createHash("sha256").update(of).digest("hex");
const part = (folder, of = bytes) => join(folder, `${FILE}.${sha256(of).slice(0, 16)}.partial`);

const filesIn = (folder) => readdirSync(folder).sort();

function assertNoKey(text, where) {
  assert.ok(!text.toLowerCase().includes(KEY), `the key is in ${where}`);
}

function assertNoKeyIn(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    assertNoKey(name, "the name of a file");
    if (statSync(join(folder, name)).isFile())
      assertNoKey(readFileSync(join(folder, name), "latin1"), name);
  }
}

/**
 * Fetches in this process without pauses. Returns the result, the messages, and the pauses that it
 * would have made.
 */
async function fetched(trud, folder, options = {}) {
  const [messages, pauses] = [[], []];
  const env = { TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin };
  const result = await fetchRelease({
    output: folder,
    env,
    say: (text) => messages.push(text),
    pause: (ms) => pauses.push(ms),
    ...options,
  }).catch((error) => ({ error }));
  const { error } = result;
  assertNoKey(
    inspect({ result, messages, stack: error?.stack }, { depth: Infinity, showHidden: true }),
    "the result or a message",
  );
  if (existsSync(folder)) assertNoKeyIn(folder);
  return { ...result, failure: error?.message, output: messages.join("\n"), pauses };
}

/** Starts TRUD with the release, whose row has `changes`, and makes a folder for its file. */
async function start(t, changes) {
  const trud = await startTrud(t, [releaseOf(FILE, bytes, changes)]);
  return { trud, folder: temporaryFolder(t) };
}

/** Fetches with the command line. The process list is searched for the key meanwhile. */
async function byCommand(trud, cwd, args = [], env = {}) {
  const [file, words] = startable(
    "node",
    [join(root, "npm", "cli.js"), "fetch", ...args],
    paths.nodeModules,
  );
  const child = spawn(file, words, {
    cwd,
    env: { ...environment, TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin, ...env },
  });
  const listed = setInterval(() => assertNoKey(commandOf(child.pid), "the process list"), 20);
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  clearInterval(listed);
  assertNoKey(stdout + stderr, "the output");
  assertNoKeyIn(cwd);
  return { code, stdout, stderr };
}

const commandOf = (pid) =>
  existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "latin1") : "";

test("downloads the newest release under its own name, and only once", async (t) => {
  const { trud, folder } = await start(t);
  const first = await byCommand(trud, folder);
  assert.deepEqual([first.code, first.stdout], [0, `${FILE}\n`], first.stderr);
  assert.equal(
    first.stderr,
    `The newest release at TRUD is Release 11.2.0 of 2026-11-16, ${FILE}\nDownloading it\n${FILE}: 300000 bytes, SHA-256 matches TRUD's\n`,
  );
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
  const second = await byCommand(trud, folder);
  assert.deepEqual([second.code, second.stdout], [0, `${FILE}\n`]);
  assert.match(second.stderr, /\nAlready up to date: the SHA-256 matches TRUD's\n$/);
  assert.deepEqual(
    trud.requests.map(({ path }) => path),
    [
      "/trud/api/v1/keys/KEY/items/24/releases?latest",
      `/trud/api/v1/keys/KEY/content/items/24/${FILE}`,
      "/trud/api/v1/keys/KEY/items/24/releases?latest",
    ],
  );
});

test("reads the key from a file before the variable, and creates the folder", async (t) => {
  const { trud, folder } = await start(t);
  const keyFile = join(temporaryFolder(t), "key");
  writeFileSync(keyFile, `${KEY}\n`);
  const { code, stdout, stderr } = await byCommand(
    trud,
    folder,
    ["--key-file", keyFile, "-o", "dmd"],
    { TRUD_API_KEY: "another-key-than-this" },
  );
  assert.deepEqual([code, stdout], [0, `${join("dmd", FILE)}\n`], stderr);
});

for (const [name, options, sentence] of [
  ["no key", { env: {} }, /^no TRUD key: pass --key-file FILE, or set the variable TRUD_API_KEY$/],
  ["an empty variable", { env: { TRUD_API_KEY: " " } }, /^no TRUD key/],
  [
    "a missing key file",
    { keyFile: "nowhere" },
    /^cannot read the key file nowhere: no such file or folder$/,
  ],
  [
    "an invalid key",
    { env: { TRUD_API_KEY: `key=${KEY}/..` } },
    /^the TRUD key has invalid characters/,
  ],
  [
    "Node's own log of addresses",
    { env: { TRUD_API_KEY: KEY, NODE_DEBUG: "undici" } },
    /^NODE_DEBUG is set/,
  ],
]) {
  test(`sends no request with ${name}`, async (t) => {
    const [trud, folder] = [await startTrud(t), temporaryFolder(t)];
    const { failure } = await fetched(trud, folder, options);
    assert.match(failure, sentence);
    assert.deepEqual([trud.requests, filesIn(folder)], [[], []]);
  });
}

test("rejects a key as an argument", async (t) => {
  const { code, stderr } = await byCommand(await startTrud(t), temporaryFolder(t), [
    "--key",
    "abcdefgh",
  ]);
  assert.equal(code, 2);
  assert.match(stderr, /unexpected argument '--key'/);
});

for (const [name, change, sentence] of [
  [
    "an unknown key",
    { env: { TRUD_API_KEY: "otherotherother" } },
    /^pack-lookup: TRUD rejected the key; /,
  ],
  [
    "an account without access",
    { account: "disabled" },
    /^pack-lookup: TRUD has disabled API access for this account; /,
  ],
  [
    "an account that is not subscribed",
    { account: "not subscribed" },
    /^pack-lookup: this account has no access to dm\+d; subscribe to item 24/,
  ],
  [
    "a site that is down",
    { faults: [{ on: "list", body: `<html><title>Maintenance of ${KEY}</title>` }] },
    /^pack-lookup: TRUD's response is not JSON; its site may be down, try again later\n/,
  ],
  [
    "a truncated response",
    { faults: [{ on: "list", body: '{"apiVersion":"1","rel' }] },
    /^pack-lookup: TRUD's response is not JSON/,
  ],
  [
    "no release at all",
    { releases: [] },
    /^pack-lookup: TRUD's response lists no release; try again later\n/,
  ],
  [
    "an endless list",
    { faults: [{ on: "list", body: " ".repeat(1 << 21) }] },
    /^pack-lookup: TRUD's response is too long for a list of releases/,
  ],
  [
    "an unexpected status",
    { faults: [{ on: "list", status: 418 }] },
    /^pack-lookup: TRUD responded with unexpected status 418; try again later\n/,
  ],
]) {
  test(`reports ${name} in one sentence`, async (t) => {
    const { env, ...changes } = change;
    const { trud, folder } = await start(t);
    Object.assign(trud, changes);
    const { code, stdout, stderr } = await byCommand(trud, folder, [], env);
    assert.deepEqual([code, stdout, filesIn(folder)], [2, "", []]);
    assert.match(stderr, sentence);
    assert.equal(stderr.split("\n").length, 2, "one sentence");
  });
}

for (const [name, changes, sentence] of [
  [
    "another name",
    { archiveFileName: "../../etc/passwd" },
    /does not have the name of a dm\+d release/,
  ],
  [
    "a thirteenth month",
    { archiveFileName: "nhsbsa_dmd_13.0.0_20261116000001.zip" },
    /does not have the name of a dm\+d release/,
  ],
  [
    "another host",
    { archiveFileUrl: `https://example.org/${KEY}` },
    /the archive is on another host/,
  ],
  ["another scheme", { archiveFileUrl: "file:///etc/passwd" }, /the archive is on another host/],
  ["no size", { archiveFileSizeBytes: 0 }, /size is missing/],
  ["a size that fills disks", { archiveFileSizeBytes: 2 ** 40 }, /more than 256 MiB/],
  ["no digest", { archiveFileSha256: "" }, /has no SHA-256/],
  ["no id", { id: 7 }, /has no id/],
]) {
  test(`rejects a list with ${name}`, async (t) => {
    const { trud, folder } = await start(t, changes);
    assert.match((await fetched(trud, folder)).failure, sentence);
    assert.deepEqual([trud.requests.length, filesIn(folder)], [1, []]);
  });
}

test("accepts the name of each month", async (t) => {
  const trud = await startTrud(t);
  for (let month = 1; month <= 12; month += 1) {
    const file = `nhsbsa_dmd_${month}.4.10_2026${String(month).padStart(2, "0")}28000001.zip`;
    trud.releases = [releaseOf(file, Buffer.from(file))];
    const { path, failure } = await fetched(trud, temporaryFolder(t));
    assert.ok(path?.endsWith(file), failure);
  }
});

test("replaces a release that was republished under the same id", async (t) => {
  const { trud, folder } = await start(t);
  await fetched(trud, folder);
  const again = Buffer.from(bytes).fill(7, 0, 100);
  trud.releases = [releaseOf(FILE, again)];
  const { isNew, output } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.match(
    output,
    /Downloading it again: TRUD republished it with the same id and a different SHA-256/,
  );
  assert.deepEqual(readFileSync(join(folder, FILE)), again);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("replaces a different local file of the same name; without a record the digest decides", async (t) => {
  const { trud, folder } = await start(t);
  writeFileSync(join(folder, FILE), bytes.subarray(0, 1000));
  const { isNew, output } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.match(output, /Downloading it: the local file with this name differs/);
  rmSync(join(folder, "trud.json"));
  assert.equal((await fetched(trud, folder)).isNew, false);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("resumes a truncated download", async (t) => {
  const { trud, folder } = await start(t);
  trud.faults = [
    { on: "archive", cut: 100_000 },
    { on: "archive", cut: 50_000, chunked: true },
  ];
  const { isNew, output, pauses } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.deepEqual(
    trud.requests.slice(1).map(({ range }) => range),
    [undefined, "bytes=100000-", "bytes=150000-"],
  );
  assert.match(output, /the download stopped after 100000 of 300000 bytes; trying again in 1 s\n/);
  assert.deepEqual(pauses, [1000, 2000]);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

test("keeps a part after the last attempt, and the next call resumes it", async (t) => {
  const { trud, folder } = await start(t);
  trud.faults = Array.from({ length: 5 }, () => ({ on: "archive", cut: 10_000 }));
  const { failure, pauses } = await fetched(trud, folder);
  assert.equal(
    failure,
    "the download stopped after 50000 of 300000 bytes; tried 5 times, run fetch again later",
  );
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000]);
  assert.deepEqual(filesIn(folder), [part(".")], "no archive, and no record of one");
  trud.requests.length = 0;
  assert.ok((await fetched(trud, folder)).isNew);
  assert.equal(trud.requests[1].range, "bytes=50000-");
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("a killed process leaves a part, and the previous file", {
  skip: process.platform === "win32",
}, async (t) => {
  const { trud, folder } = await start(t);
  writeFileSync(join(folder, FILE), "last week's");
  trud.faults = [{ on: "archive", stall: 200_000 }];
  const [file, words] = startable(
    "node",
    [join(root, "npm", "cli.js"), "fetch"],
    paths.nodeModules,
  );
  const child = spawn(file, words, {
    cwd: folder,
    env: { ...environment, TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (
    child.exitCode === null &&
    (!existsSync(part(folder)) || readFileSync(part(folder)).length < 100_000)
  )
    await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await ended;
  assert.equal(readFileSync(join(folder, FILE), "utf8"), "last week's");
  assert.ok((await fetched(trud, folder)).isNew);
  assert.match(trud.requests.at(-1).range, /^bytes=\d{6}-$/);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

test("accepts the whole archive from a server without ranges", async (t) => {
  const { trud, folder } = await start(t);
  writeFileSync(part(folder), bytes.subarray(0, 1000));
  trud.faults = [{ on: "archive", whole: true }];
  assert.ok((await fetched(trud, folder)).isNew);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

for (const [name, partial, fault] of [
  ["of another archive", Buffer.alloc(1000), {}],
  ["of the same size, of another archive", Buffer.alloc(300_000), {}],
  ["that is too long", Buffer.alloc(300_001), {}],
  ["that the server does not resume", bytes.subarray(0, 1000), { on: "archive", status: 416 }],
]) {
  test(`discards a part ${name}, and downloads the whole archive`, async (t) => {
    const { trud, folder } = await start(t);
    writeFileSync(part(folder), partial);
    trud.faults = [fault];
    const { isNew, failure } = await fetched(trud, folder);
    assert.ok(isNew, failure);
    assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
    assert.equal(trud.requests.at(-1).range, undefined);
  });
}

for (const [name, faults, sentence] of [
  [
    "another SHA-256",
    [{ on: "archive", flip: 5 }],
    /^the archive's SHA-256 differs from the one that TRUD lists; it was deleted, run fetch again$/,
  ],
  [
    "another length",
    [{ on: "archive", more: 1 }],
    /^the archive has 300001 bytes, but TRUD lists 300000; run fetch again later$/,
  ],
  [
    "more than its length",
    [{ on: "archive", more: 70_000, chunked: true }],
    /^the archive is longer than the 300000 bytes that TRUD lists; run fetch again later$/,
  ],
  [
    "another part",
    [
      { on: "archive", cut: 1000 },
      { on: "archive", range: "bytes 0-299999/300000" },
    ],
    /^TRUD sent the wrong part of the archive; run fetch again$/,
  ],
  [
    "no file at its address",
    [{ on: "archive", status: 404 }],
    /^TRUD does not have the archive that it lists; try again later$/,
  ],
]) {
  test(`rejects an archive with ${name}, and keeps the previous file`, async (t) => {
    const { trud, folder } = await start(t);
    writeFileSync(join(folder, FILE), "last week's");
    trud.faults = faults;
    assert.match((await fetched(trud, folder)).failure, sentence);
    assert.equal(readFileSync(join(folder, FILE), "utf8"), "last week's");
    assert.ok(!existsSync(join(folder, "trud.json")));
  });
}

for (const status of [429, 500, 502, 503, 504]) {
  test(`retries status ${status} after increasing pauses`, async (t) => {
    const { trud, folder } = await start(t);
    trud.faults = [
      { on: "list", status },
      { on: "list", status },
      { on: "archive", status, headers: { "Retry-After": "7" } },
    ];
    const { isNew, pauses, output } = await fetched(trud, folder);
    assert.ok(isNew);
    assert.deepEqual(pauses, [1000, 2000, 7000]);
    assert.match(
      output,
      new RegExp(`^TRUD responded with status ${status}.*; trying again in 1 s\n`),
    );
  });
}

test("stops after five attempts, and for a long Retry-After at once", async (t) => {
  const { trud, folder } = await start(t);
  trud.faults = Array.from({ length: 9 }, () => ({ on: "list", status: 503 }));
  assert.equal(
    (await fetched(trud, folder)).failure,
    "TRUD responded with status 503; tried 5 times, run fetch again later",
  );
  assert.equal(trud.requests.length, 5);
  trud.faults = [{ on: "list", status: 429, headers: { "Retry-After": "3600" } }];
  assert.equal(
    (await fetched(trud, folder)).failure,
    "TRUD responded with status 429, too many requests; TRUD asks for a pause of 3600 s, run fetch again after it",
  );
  assert.deepEqual(filesIn(folder), []);
});

test("retries a broken connection, and reports a server that does not run", async (t) => {
  const { trud, folder } = await start(t);
  trud.faults = [{ on: "list", destroy: true }];
  assert.ok((await fetched(trud, folder)).isNew);
  const { failure } = await fetched({ origin: "http://127.0.0.1:9" }, folder);
  assert.match(failure, /^cannot connect to TRUD.*; tried 5 times, run fetch again later$/);
});

test("aborts a request without data for 60 seconds, and retries", async (t) => {
  const { trud, folder } = await start(t);
  trud.faults = [
    { on: "list", silent: true },
    { on: "archive", stall: 1000 },
  ];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const pending = fetched(trud, folder);
  const requested = async (count) => {
    while (trud.requests.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await requested(1);
  t.mock.timers.tick(60_000);
  await requested(3);
  while (!existsSync(part(folder)) || statSync(part(folder)).size < 1000)
    await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(60_000);
  const { isNew, output } = await pending;
  assert.ok(isNew);
  assert.equal(output.match(/^TRUD sent nothing for 60 s; trying again in 1 s$/gm).length, 2);
  assert.equal(trud.requests.at(-1).range, "bytes=1000-", "the received bytes are kept");
});

test("follows a redirect on the same host, and not to another host", async (t) => {
  const { trud, folder } = await start(t);
  const otherRequests = [];
  const other = createServer((request, response) => {
    otherRequests.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  t.after(() => other.close());
  await new Promise((resolve) => other.on("listening", resolve));
  const to = (Location) => ({ on: "archive", status: 302, headers: { Location } });
  trud.faults = [to(`http://127.0.0.1:${other.address().port}/${KEY}`)];
  assert.match(
    (await fetched(trud, folder)).failure,
    /^TRUD redirected to another host; not followed, to protect the key/,
  );
  assert.deepEqual(otherRequests, []);
  trud.faults = [to(`/trud/api/v1/keys/${KEY}/content/items/24/${FILE}`)];
  assert.ok((await fetched(trud, folder)).isNew);
});

test("reports a folder that cannot be written", async (t) => {
  const { trud, folder } = await start(t);
  writeFileSync(join(folder, "file"), "");
  const { failure } = await fetched(trud, join(folder, "file", "deeper")).catch((error) => ({
    failure: error.message,
  }));
  assert.match(failure, /^cannot (write to|read) .*: part of the path is a file, not a folder/);
});

test("removes control characters and the key from the name of a release", async (t) => {
  const [trud, folder] = [
    await startTrud(t, [releaseOf(FILE, bytes, { name: `\u001b[2J ${KEY}`, id: `of ${KEY}` })]),
    temporaryFolder(t),
  ];
  const { stderr } = await byCommand(trud, folder);
  assert.match(stderr, /^The newest release at TRUD is \ufffd\[2J \[key\] of/);
});

test("accepts another TRUD only on the same machine", () => {
  assert.equal(trudOrigin({}), "https://isd.digital.nhs.uk");
  for (const address of [
    "https://example.org",
    "http://127.0.0.1.example.org:80",
    "http://127.0.0.1:80/path",
  ]) {
    assert.throws(() => trudOrigin({ PACK_LOOKUP_TEST_TRUD: address }), /for tests/);
  }
});

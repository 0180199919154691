// Tests `pack-lookup fetch` against a server that behaves like TRUD. All output and files are searched for the key.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { inspect } from "node:util";
import { fetchRelease } from "../../npm/fetch/index.js";
import { trudAt } from "../../npm/fetch/trud.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { KEY, releaseOf, startTrud } from "./trud-server.mjs";

const FILE = "nhsbsa_dmd_11.2.0_20261116000001.zip";
const bytes = Buffer.alloc(300_000, randomBytes(997));
const sha256 = (of) => createHash("sha256").update(of).digest("hex");
const part = (folder, of = bytes) => join(folder, `${FILE}.${sha256(of).slice(0, 16)}.partial`);

function folderOf(t) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-fetch-"));
  t.after(() => rmSync(folder, { recursive: true }));
  return folder;
}

const filesIn = (folder) => readdirSync(folder).sort();

function assertNoKey(text, where) {
  assert.ok(!text.toLowerCase().includes(KEY), `the key stands in ${where}`);
}

function assertNoKeyIn(folder) {
  for (const name of readdirSync(folder, { recursive: true })) {
    assertNoKey(name, "the name of a file");
    if (statSync(join(folder, name)).isFile()) assertNoKey(readFileSync(join(folder, name), "latin1"), name);
  }
}

/** Fetches in this process without pauses. Returns the result, the messages, and the pauses that it would have made. */
async function fetched(trud, folder, options = {}) {
  const [said, pauses] = [[], []];
  const env = { TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin };
  const result = await fetchRelease({ output: folder, env, say: (text) => said.push(text), pause: (ms) => pauses.push(ms), ...options }).catch((error) => ({ error }));
  const { error } = result;
  assertNoKey(inspect({ result, said, stack: error?.stack }, { depth: Infinity, showHidden: true }), "what is given or said");
  if (existsSync(folder)) assertNoKeyIn(folder);
  return { ...result, refused: error?.message, said: said.join("\n"), pauses };
}

/** Fetches with the command line. The process list is searched for the key meanwhile. */
async function byCommand(trud, cwd, args = [], env = {}) {
  const [file, words] = startable("node", [join(root, "npm", "cli.js"), "fetch", ...args], paths.nodeModules);
  const child = spawn(file, words, { cwd, env: { ...environment, TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin, ...env } });
  const listed = setInterval(() => assertNoKey(commandOf(child.pid), "the list of processes"), 20);
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), new Promise((resolve) => child.on("close", resolve))]);
  clearInterval(listed);
  assertNoKey(stdout + stderr, "what is printed");
  assertNoKeyIn(cwd);
  return { code, stdout, stderr };
}

const commandOf = (pid) => (existsSync(`/proc/${pid}/cmdline`) ? readFileSync(`/proc/${pid}/cmdline`, "latin1") : "");

test("the newest release comes, under its own name, and is there the next time", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  const first = await byCommand(trud, folder);
  assert.deepEqual([first.code, first.stdout], [0, `${FILE}\n`], first.stderr);
  assert.equal(first.stderr, `The newest release at TRUD is Release 11.2.0 of 2026-11-16, ${FILE}\nIt is not here yet\n${FILE}: 300000 bytes, SHA-256 as TRUD lists it\n`);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
  const second = await byCommand(trud, folder);
  assert.deepEqual([second.code, second.stdout], [0, `${FILE}\n`]);
  assert.match(second.stderr, /\nNothing new: it is here, and has the SHA-256 that TRUD lists\n$/);
  assert.deepEqual(trud.asked.map(({ path }) => path), [
    "/trud/api/v1/keys/KEY/items/24/releases?latest", `/trud/api/v1/keys/KEY/content/items/24/${FILE}`, "/trud/api/v1/keys/KEY/items/24/releases?latest",
  ]);
});

test("the key may be in a file, which counts before the variable, and the folder is made", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  const keyFile = join(folderOf(t), "key");
  writeFileSync(keyFile, `${KEY}\n`);
  const { code, stdout, stderr } = await byCommand(trud, folder, ["--key-file", keyFile, "-o", "dmd"], { TRUD_API_KEY: "another-key-than-this" });
  assert.deepEqual([code, stdout], [0, `${join("dmd", FILE)}\n`], stderr);
});

for (const [name, options, sentence] of [
  ["no key", { env: {} }, /^fetch needs the key of a TRUD account: name a file/],
  ["an empty variable", { env: { TRUD_API_KEY: " " } }, /^fetch needs the key/],
  ["a file that is not there", { keyFile: "nowhere" }, /^the file of the key can't be read \(ENOENT\)$/],
  ["what is no key", { env: { TRUD_API_KEY: `key=${KEY}/..` } }, /^the key has characters that no key of TRUD has/],
  ["Node's own log of addresses", { env: { TRUD_API_KEY: KEY, NODE_DEBUG: "undici" } }, /^NODE_DEBUG is set/],
]) {
  test(`nobody is asked with ${name}`, async (t) => {
    const [trud, folder] = [await startTrud(t), folderOf(t)];
    const { refused } = await fetched(trud, folder, options);
    assert.match(refused, sentence);
    assert.deepEqual([trud.asked, filesIn(folder)], [[], []]);
  });
}

test("a key is no argument", async (t) => {
  const { code, stderr } = await byCommand(await startTrud(t), folderOf(t), ["--key", "abcdefgh"]);
  assert.equal(code, 2);
  assert.match(stderr, /unexpected argument '--key'/);
});

for (const [name, change, sentence] of [
  ["a key that TRUD does not know", { env: { TRUD_API_KEY: "otherotherother" } }, /^pack-lookup: TRUD does not know this key: /],
  ["an account without access", { account: "disabled" }, /^pack-lookup: TRUD has disabled access by programs for this account/],
  ["an account that is not subscribed", { account: "not subscribed" }, /^pack-lookup: TRUD shows this account no dm\+d: subscribe to item 24/],
  ["a site that is down", { faults: [{ on: "list", body: `<html><title>Maintenance of ${KEY}</title>` }] }, /^pack-lookup: TRUD's answer is not JSON, as when its site is down/],
  ["an answer that is cut off", { faults: [{ on: "list", body: '{"apiVersion":"1","rel' }] }, /^pack-lookup: TRUD's answer is not JSON/],
  ["no release at all", { releases: [] }, /^pack-lookup: TRUD's answer lists no release\n/],
  ["an endless list", { faults: [{ on: "list", body: " ".repeat(1 << 21) }] }, /^pack-lookup: TRUD's answer is longer than any list/],
  ["a status that nobody expected", { faults: [{ on: "list", status: 418 }] }, /^pack-lookup: TRUD answers with status 418, which nobody expected\n/],
]) {
  test(`${name} is told in a sentence of its own`, async (t) => {
    const { env, ...changes } = change;
    const [trud, folder] = [Object.assign(await startTrud(t, [releaseOf(FILE, bytes)]), changes), folderOf(t)];
    const { code, stdout, stderr } = await byCommand(trud, folder, [], env);
    assert.deepEqual([code, stdout, filesIn(folder)], [2, "", []]);
    assert.match(stderr, sentence);
    assert.equal(stderr.split("\n").length, 2, "one sentence");
  });
}

for (const [name, told, sentence] of [
  ["another name", { archiveFileName: "../../etc/passwd" }, /not called as a release of dm\+d/],
  ["a thirteenth month", { archiveFileName: "nhsbsa_dmd_13.0.0_20261116000001.zip" }, /not called as a release/],
  ["another host", { archiveFileUrl: `https://example.org/${KEY}` }, /the archive is on another host/],
  ["another scheme", { archiveFileUrl: "file:///etc/passwd" }, /the archive is on another host/],
  ["no size", { archiveFileSizeBytes: 0 }, /size is none/],
  ["a size that fills disks", { archiveFileSizeBytes: 2 ** 40 }, /more than 256 MiB/],
  ["no digest", { archiveFileSha256: "" }, /has no SHA-256/],
  ["no id", { id: 7 }, /has no id/],
]) {
  test(`a list with ${name} is not believed`, async (t) => {
    const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes, told)]), folderOf(t)];
    assert.match((await fetched(trud, folder)).refused, sentence);
    assert.deepEqual([trud.asked.length, filesIn(folder)], [1, []]);
  });
}

test("each month's name is one", async (t) => {
  const trud = await startTrud(t);
  for (let month = 1; month <= 12; month += 1) {
    const file = `nhsbsa_dmd_${month}.4.10_2026${String(month).padStart(2, "0")}28000001.zip`;
    trud.releases = [releaseOf(file, Buffer.from(file))];
    const { path, refused } = await fetched(trud, folderOf(t));
    assert.ok(path?.endsWith(file), refused);
  }
});

test("a release that was issued again under its id is noticed, and takes the place of the one before", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  await fetched(trud, folder);
  const again = Buffer.from(bytes).fill(7, 0, 100);
  trud.releases = [releaseOf(FILE, again)];
  const { isNew, said } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.match(said, /It was issued again: the id is the same, the SHA-256 is another/);
  assert.deepEqual(readFileSync(join(folder, FILE)), again);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("what is here under the name and is something else is fetched anew; without a record the digest decides", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  writeFileSync(join(folder, FILE), bytes.subarray(0, 1000));
  const { isNew, said } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.match(said, /What is here under its name is something else/);
  rmSync(join(folder, "trud.json"));
  assert.equal((await fetched(trud, folder)).isNew, false);
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("what was cut off is continued where it was left off", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  trud.faults = [{ on: "archive", cut: 100_000 }, { on: "archive", cut: 50_000, chunked: true }];
  const { isNew, said, pauses } = await fetched(trud, folder);
  assert.ok(isNew);
  assert.deepEqual(trud.asked.slice(1).map(({ range }) => range), [undefined, "bytes=100000-", "bytes=150000-"]);
  assert.match(said, /the archive was cut off, after 100000 of 300000 bytes; once more in 1 s\n/);
  assert.deepEqual(pauses, [1000, 2000]);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

test("an archive that is cut off each time is left as a part, which the next call continues", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  trud.faults = Array.from({ length: 5 }, () => ({ on: "archive", cut: 10_000 }));
  const { refused, pauses } = await fetched(trud, folder);
  assert.equal(refused, "the archive was cut off, after 50000 of 300000 bytes");
  assert.deepEqual(pauses, [1000, 2000, 4000, 8000]);
  assert.deepEqual(filesIn(folder), [part(".")], "no archive, and no record of one");
  trud.asked.length = 0;
  assert.ok((await fetched(trud, folder)).isNew);
  assert.equal(trud.asked[1].range, "bytes=50000-");
  assert.deepEqual(filesIn(folder), [FILE, "trud.json"]);
});

test("a process that was killed in its middle left a part, and what was there before", { skip: process.platform === "win32" }, async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  writeFileSync(join(folder, FILE), "last week's");
  trud.faults = [{ on: "archive", stall: 200_000 }];
  const [file, words] = startable("node", [join(root, "npm", "cli.js"), "fetch"], paths.nodeModules);
  const child = spawn(file, words, { cwd: folder, env: { ...environment, TRUD_API_KEY: KEY, PACK_LOOKUP_TEST_TRUD: trud.origin } });
  const ended = new Promise((resolve) => child.on("close", resolve));
  while (child.exitCode === null && (!existsSync(part(folder)) || readFileSync(part(folder)).length < 100_000)) await new Promise((resolve) => setTimeout(resolve, 20));
  child.kill("SIGKILL");
  await ended;
  assert.equal(readFileSync(join(folder, FILE), "utf8"), "last week's");
  assert.ok((await fetched(trud, folder)).isNew);
  assert.match(trud.asked.at(-1).range, /^bytes=\d{6}-$/);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

test("a server that knows no ranges sends all of it again", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  writeFileSync(part(folder), bytes.subarray(0, 1000));
  trud.faults = [{ on: "archive", whole: true }];
  assert.ok((await fetched(trud, folder)).isNew);
  assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
});

for (const [name, begun, fault] of [
  ["of something else", Buffer.alloc(1000), {}],
  ["that is whole, and something else", Buffer.alloc(300_000), {}],
  ["that is too long", Buffer.alloc(300_001), {}],
  ["that the server does not continue", bytes.subarray(0, 1000), { on: "archive", status: 416 }],
]) {
  test(`a part ${name} is given up, and the whole is fetched`, async (t) => {
    const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
    writeFileSync(part(folder), begun);
    trud.faults = [fault];
    const { isNew, refused } = await fetched(trud, folder);
    assert.ok(isNew, refused);
    assert.deepEqual(readFileSync(join(folder, FILE)), bytes);
    assert.equal(trud.asked.at(-1).range, undefined);
  });
}

for (const [name, faults, sentence] of [
  ["another SHA-256", [{ on: "archive", flip: 5 }], /^the archive has another SHA-256 than TRUD lists: nothing of it was kept$/],
  ["another length", [{ on: "archive", more: 1 }], /^the archive has another size than TRUD lists: 300001 in place of 300000 bytes$/],
  ["more than its length", [{ on: "archive", more: 70_000, chunked: true }], /^the archive has more than the 300000 bytes that TRUD lists$/],
  ["another part", [{ on: "archive", cut: 1000 }, { on: "archive", range: "bytes 0-299999/300000" }], /^TRUD sends another part of the archive/],
  ["nothing under its address", [{ on: "archive", status: 404 }], /^TRUD lists an archive that it does not have/],
]) {
  test(`an archive with ${name} is refused, and what was there stays`, async (t) => {
    const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
    writeFileSync(join(folder, FILE), "last week's");
    trud.faults = faults;
    assert.match((await fetched(trud, folder)).refused, sentence);
    assert.equal(readFileSync(join(folder, FILE), "utf8"), "last week's");
    assert.ok(!existsSync(join(folder, "trud.json")));
  });
}

for (const status of [429, 500, 502, 503, 504]) {
  test(`status ${status} is asked again, after longer and longer`, async (t) => {
    const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
    trud.faults = [{ on: "list", status }, { on: "list", status }, { on: "archive", status, headers: { "Retry-After": "7" } }];
    const { isNew, pauses, said } = await fetched(trud, folder);
    assert.ok(isNew);
    assert.deepEqual(pauses, [1000, 2000, 7000]);
    assert.match(said, new RegExp(`^TRUD answers with status ${status}.*; once more in 1 s\n`));
  });
}

test("it is not asked for ever, and not before it wants to be", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  trud.faults = Array.from({ length: 9 }, () => ({ on: "list", status: 503 }));
  assert.equal((await fetched(trud, folder)).refused, "TRUD answers with status 503");
  assert.equal(trud.asked.length, 5);
  trud.faults = [{ on: "list", status: 429, headers: { "Retry-After": "3600" } }];
  assert.equal((await fetched(trud, folder)).refused, "TRUD answers with status 429, too many requests, and asks for 3600 s before it is asked again");
  assert.deepEqual(filesIn(folder), []);
});

test("a connection that breaks is a pause too, and a server that is not there a sentence", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  trud.faults = [{ on: "list", destroy: true }];
  assert.ok((await fetched(trud, folder)).isNew);
  const { refused } = await fetched({ origin: "http://127.0.0.1:9" }, folder);
  assert.match(refused, /^the connection to TRUD failed/);
});

test("a server that falls silent is not waited for", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  trud.faults = [{ on: "list", silent: true }, { on: "archive", stall: 1000 }];
  t.mock.timers.enable({ apis: ["setTimeout"] });
  const going = fetched(trud, folder);
  const asked = async (count) => {
    while (trud.asked.length < count) await new Promise((resolve) => setImmediate(resolve));
  };
  await asked(1);
  t.mock.timers.tick(60_000);
  await asked(3);
  while (!existsSync(part(folder)) || statSync(part(folder)).size < 1000) await new Promise((resolve) => setImmediate(resolve));
  t.mock.timers.tick(60_000);
  const { isNew, said } = await going;
  assert.ok(isNew);
  assert.equal(said.match(/^TRUD sent nothing for 60 s; once more in 1 s$/gm).length, 2);
  assert.equal(trud.asked.at(-1).range, "bytes=1000-", "what had come is kept");
});

test("another address on the same host is followed, another host is not", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  const elsewhere = [];
  const other = createServer((request, response) => {
    elsewhere.push(request.url);
    response.end();
  }).listen(0, "127.0.0.1");
  t.after(() => other.close());
  await new Promise((resolve) => other.on("listening", resolve));
  const to = (Location) => ({ on: "archive", status: 302, headers: { Location } });
  trud.faults = [to(`http://127.0.0.1:${other.address().port}/${KEY}`)];
  assert.match((await fetched(trud, folder)).refused, /^TRUD sends on to another host, which is not followed/);
  assert.deepEqual(elsewhere, []);
  trud.faults = [to(`/trud/api/v1/keys/${KEY}/content/items/24/${FILE}`)];
  assert.ok((await fetched(trud, folder)).isNew);
});

test("a folder that can't be written is told", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes)]), folderOf(t)];
  writeFileSync(join(folder, "file"), "");
  const { refused } = await fetched(trud, join(folder, "file", "deeper")).catch((error) => ({ refused: error.message }));
  assert.match(refused, /can't be (written|read) \(ENOTDIR\)$/);
});

test("what TRUD calls a release commands no terminal, and tells no key", async (t) => {
  const [trud, folder] = [await startTrud(t, [releaseOf(FILE, bytes, { name: `\u001b[2J ${KEY}`, id: `of ${KEY}` })]), folderOf(t)];
  const { stderr } = await byCommand(trud, folder);
  assert.match(stderr, /^The newest release at TRUD is \ufffd\[2J \[key\] of/);
});

test("only tests have another TRUD, on their own machine", () => {
  assert.equal(trudAt({}), "https://isd.digital.nhs.uk");
  for (const address of ["https://example.org", "http://127.0.0.1.example.org:80", "http://127.0.0.1:80/path"]) {
    assert.throws(() => trudAt({ PACK_LOOKUP_TEST_TRUD: address }), /for tests/);
  }
});

// Tests `npm run release` and `npm run rollback`: what they serve and refuse, and that a whole
// release is served after a kill at any step.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { gunzipSync } from "node:zlib";
import { PackLookup } from "../../npm/core.js";
import { applyUpdate } from "../../npm/import.js";
import { verifySignature } from "../../npm/signature.js";
import { History, publishFeed, servedFirst } from "../../scripts/release/history.mjs";
import { anomaliesOf, countsOf, markdownOf } from "../../scripts/release/report.mjs";
import { readReleaseOptions, readRollbackOptions } from "../../scripts/release/pipeline.mjs";
import { signDescription } from "../../scripts/release/signature.mjs";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { testKey } from "../common/signing.mjs";
import { inWhole } from "../common/whole.mjs";
import { serviceIn } from "./release-service.mjs";
import { readCases } from "../cases/read.mjs";
import { KEY, releaseOf, startTrud } from "./trud-server.mjs";

const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const first = readFileSync(paths.testDataset);
const second = Buffer.from(
  await applyUpdate(first, readFileSync(join(root, "tests", "cases", "week.update"))),
);
const [FIRST, SECOND] = [sha256(first), sha256(second)];

/** Starts a service for the folder to which `release-run.mjs` deploys, and makes releases. */
async function service(t, ...released) {
  const folder = temporaryFolder(t);
  const { url, faults } = await serviceIn(t, folder);
  const files = { [FIRST]: join(folder, "first.bin"), [SECOND]: join(folder, "second.bin") };
  writeFileSync(files[FIRST], first);
  writeFileSync(files[SECOND], second);
  const run = (settings) =>
    runRelease({
      folder,
      built: true,
      ...settings,
      options: { url, demo: true, ...settings.options },
    });
  const here = {
    folder,
    url,
    faults,
    files,
    run,
    release: (digest, settings) =>
      run({ ...settings, options: { release: files[digest], ...settings?.options } }),
    rollback: (settings) =>
      run({
        command: "rollback",
        ...settings,
        options: { reason: "a test", ...settings?.options },
      }),
    served: () => assertWhole(url),
    servedDigest: async () => (await here.json("/dataset.json")).sha256,
    history: () => new History(join(folder, "releases")),
    outcome: () => JSON.parse(readFileSync(join(folder, "outcome", "outcome.json"), "utf8")),
    text: async (path) => (await fetch(url + path)).text(),
    json: async (path) => (await fetch(url + path)).json(),
  };
  for (const digest of released) await here.release(digest);
  return here;
}

/** Asserts how a run ends, and what it prints. */
function assertEnds({ code, output }, expected, message = /(?:)/) {
  assert.equal(code, expected, output);
  assert.match(output, message);
}

/** Asserts that all files and responses are of the same release. */
async function assertWhole(url) {
  const json = async (path) => (await fetch(url + path)).json();
  const description = await json("/dataset.json");
  const bytes = gunzipSync(Buffer.from(await (await fetch(url + description.url)).arrayBuffer()));
  assert.equal(sha256(bytes), description.sha256);
  const { dataset } = await json("/api/about");
  const packs = await PackLookup.open({ dataset: bytes });
  assert.equal(dataset.digest, packs.about.dataset.digest);
  packs.close();
  assert.equal((await json("/releases.json")).releases[0].sha256, description.sha256);
  return description.sha256;
}

async function runRelease({ env, ...settings }) {
  const [file, words] = startable(
    "node",
    [join(root, "tests", "npm", "release-run.mjs"), JSON.stringify(settings)],
    paths.nodeModules,
  );
  const child = spawn(file, words, { env: { ...environment, ...env } });
  const [stdout, stderr, [code, signal]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", (...end) => resolve(end))),
  ]);
  return { code, signal, output: stdout + stderr };
}

test("a release is deployed and reported as text and JSON, and only once", async (t) => {
  const here = await service(t);
  const one = await here.release(FIRST);
  assertEnds(one, 0);
  assert.equal(await here.served(), FIRST);
  const two = await here.release(SECOND);
  assertEnds(two, 0);
  assert.equal(await here.served(), SECOND);
  const { outcome, entry } = here.outcome();
  assert.equal(outcome, "released");
  assert.deepEqual(
    [entry.counts.added, entry.counts.removed, entry.counts.gtins_reused],
    [1, 1, 1],
  );
  assert.deepEqual(
    entry.added,
    [{ pack_id: "10009001000001103", name: "Paracetamol 500mg tablets (Demo Santé) 32 tablet" }],
    "a code is a text, no float",
  );
  assert.match(
    two.output,
    /8\.3\.0_20250821000001 of 2025-08-21: 65 packs, \d+ GTINs\.\nSince 8\.2\.0_20250814000001 of 2025-08-14: 1 packs added, 1 packs removed, /,
  );
  assert.match(two.output, /1 GTINs re-used:\n {2}9520000000028: 10009001000001103 Paracetamol/);
  assert.match(
    readFileSync(join(here.folder, "outcome", "outcome.md"), "utf8"),
    /^## released\n\n8\.3\.0_20250821000001 of 2025-08-21 is deployed\n\n```text\n/,
  );
  assertEnds(
    await here.release(SECOND),
    0,
    /Nothing new: the service already has 8\.3\.0_20250821000001 of 2025-08-21/,
  );
  assert.deepEqual(
    here.history().entries.map((one) => one.sha256),
    [SECOND, FIRST],
  );
  assert.deepEqual(
    here.history().stored.map(({ digest }) => digest),
    [SECOND, FIRST],
  );
});

test("a release has the history of what changed, also after a rollback", async (t) => {
  const here = await service(t, FIRST);
  assert.equal(here.history().changes, undefined, "nothing is known before the first release");
  await here.release(SECOND);
  const kept = readFileSync(here.history().changes);
  const open = (bytes) => PackLookup.open(bytes, { history: kept });
  const { before, total } = (await open(here.history().stored[0].bytes)).changes();
  assert.ok(before.date === "2025-08-14" && total > 10, `${before.date} ${total}`);
  await here.rollback();
  assert.equal((await open(first)).changes().total, 0, "what was taken back is not served");
  await here.release(SECOND, { options: { accept: "a test" } });
  assert.deepEqual(readFileSync(here.history().changes), kept);
});

test("a history of other releases is reported, kept, and not served", async (t) => {
  const here = await service(t, FIRST);
  writeFileSync(join(here.folder, "releases", "history.bin"), "a letter");
  assertEnds(
    await here.release(SECOND),
    0,
    /What changed is not served .*repair or remove \S+history\.bin/,
  );
  assert.equal(readFileSync(here.history().changes, "utf8"), "a letter");
});

test("a release has an update for devices, and an entry in the feed", async (t) => {
  const here = await service(t, FIRST, SECOND);
  const { updates } = await here.json("/dataset.json");
  assert.deepEqual(
    updates.map(({ from }) => from),
    [FIRST],
  );
  const feed = await here.text("/releases.atom");
  assert.match(
    feed,
    /^<\?xml version="1\.0" encoding="utf-8"\?>\n<feed xmlns="http:\/\/www\.w3\.org\/2005\/Atom">/,
  );
  assert.deepEqual(feed.match(/<title>8[^<]*/g), [
    "<title>8.3.0_20250821000001 of 2025-08-21",
    "<title>8.2.0_20250814000001 of 2025-08-14",
  ]);
  const { releases, next_expected } = await here.json("/releases.json");
  assert.equal(releases.length, 2);
  assert.match(releases[0].served_first, /^20\d\d-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
  assert.equal(next_expected, "2025-09-01");
});

test("a release has a data quality report with the week's changes, which the feed counts", async (t) => {
  const here = await service(t, FIRST);
  const { since, changes } = await here.json("/data-quality.json");
  assert.deepEqual([since, changes], [undefined, undefined]);
  await here.release(SECOND);
  const report = await here.json("/data-quality.json");
  assert.deepEqual(
    [report.release, report.since.release],
    ["8.3.0_20250821000001", "8.2.0_20250814000001"],
  );
  assert.deepEqual(report.changes, { new: 2, changed: 2, gone: 1 });
  assert.match(
    await here.text("/data-quality.csv"),
    /,reused,different-medicines,gone,"9520000000035",/,
  );
  assert.match(
    await here.text("/data-quality.html"),
    /<h2 id="changes">Changes since 8\.2\.0_20250814000001 of 14 August 2025<\/h2>/,
  );
  const [entry] = (await here.json("/releases.json")).releases;
  assert.deepEqual(entry.data_quality, { kinds: report.kinds, changes: report.changes });
  const feed = await here.text("/releases.atom");
  assert.match(feed, /<link rel="related" type="text\/html" href="http:[^"]*\/data-quality"\/>/);
  assert.match(
    feed,
    /Since then: 2 new, 2 changed, 1 gone\.\n {2}GTINs that several packs have carried: 2 \(unknown 1, same-product 1\)/,
  );
});

test("the feed escapes names of packs", (t) => {
  const folder = temporaryFolder(t);
  publishFeed(
    [
      {
        id: "1",
        release: '<&\u0001">',
        date: "2025-08-14",
        served_first: "2026-11-16T09:00:00Z",
        text: "]]>",
      },
    ],
    folder,
    "https://example.org",
  );
  const feed = readFileSync(join(folder, "releases.atom"), "utf8");
  assert.match(feed, /<title>&lt;&amp;\ufffd&quot;&gt; of 2025-08-14<\/title>/);
  assert.match(feed, /<content type="text">\]\]&gt;<\/content>/);
});

test("a deployment passes the first day of service to the Worker", () => {
  assert.deepEqual(servedFirst({ served_first: "2026-11-16T09:00:00Z" }), [
    "--var",
    "SERVED_FIRST:2026-11-16",
  ]);
  assert.deepEqual(servedFirst(undefined), []);
});

test("a dry run changes nothing", async (t) => {
  const here = await service(t, FIRST);
  assertEnds(
    await here.release(SECOND, { options: { isTrial: true } }),
    0,
    /passed all checks; nothing was deployed/,
  );
  assert.equal(await here.served(), FIRST);
  assert.deepEqual(here.history().entries.length, 1);
});

test("an older release is rejected, unless a reason is given, which is recorded", async (t) => {
  const here = await service(t, SECOND);
  assertEnds(
    await here.release(FIRST),
    3,
    /Rejected, and the service is unchanged: it is of 2025-08-14, older than the deployed release of 2025-08-21; it has 8 GTINs instead of 9: .*\. To deploy it anyway, use --accept REASON/,
  );
  assert.deepEqual([await here.served(), here.outcome().outcome], [SECOND, "refused"]);
  assertEnds(await here.release(FIRST, { options: { accept: "asked for by the ward" } }), 0);
  assert.equal(await here.served(), FIRST);
  const [{ accepted, suspicions, text: notes }] = here.history().entries;
  assert.deepEqual([accepted, suspicions.length], ["asked for by the ward", 2]);
  assert.match(notes, /Anomalies: it is of 2025-08-14, older .* Accepted: asked for by the ward\./);
  assert.match(await here.text("/releases.atom"), /Accepted: asked for by the ward/);
});

test("a rollback restores the previous release, also on devices, and blocks the withdrawn one", async (t) => {
  const here = await service(t, FIRST, SECOND);
  assertEnds(await here.rollback({ options: { reason: "prices of last year" } }), 0);
  assert.equal(await here.served(), FIRST);
  assert.deepEqual(
    (await here.json("/dataset.json")).updates.map(({ from }) => from),
    [SECOND],
  );
  assert.match(
    await here.text("/releases.atom"),
    /<title>8\.2\.0_20250814000001 of 2025-08-14, rolled back to<\/title>/,
  );
  assertEnds(
    await here.release(SECOND),
    3,
    /it was rolled back on 20\d\d-\d\d-\d\d: prices of last year/,
  );
  assertEnds(await here.release(SECOND, { options: { accept: "mended" } }), 0);
  assert.equal(await here.served(), SECOND);
  assertEnds(await here.rollback(), 0);
  assert.equal(await here.served(), FIRST);
});

test("a second rollback never restores the withdrawn release", inWhole, async (t) => {
  const here = await service(t, FIRST, SECOND);
  await here.rollback();
  assertEnds(await here.rollback(), 1, /There is no release to roll back to/);
  assert.equal(await here.served(), FIRST);
});

test("a rollback to the release from before a run changes nothing while the service still has it", async (t) => {
  const here = await service(t, FIRST, SECOND);
  assertEnds(await here.release(FIRST, { isStuck: true, options: { accept: "a test" } }), 4);
  const { before } = here.outcome();
  const { code, output } = await here.rollback({ options: { to: SECOND } });
  assert.equal(await here.served(), SECOND);
  assert.deepEqual([code, before], [0, SECOND], output);
  assert.match(
    output,
    /The service has 8\.3\.0_20250821000001 of 2025-08-21, as before the run, and nothing was deployed\. Check it again/,
  );
  assert.equal(here.history().rollbackFrom(SECOND), undefined, "it is not withdrawn");
});

test("a rollback to the release from before a run needs no stored releases of earlier runs", async (t) => {
  const here = await service(t, FIRST);
  rmSync(join(here.folder, "releases"), { recursive: true });
  here.faults.set("/api/about", 500);
  const unwell = await here.release(SECOND);
  assertEnds(unwell, 4);
  assert.match(
    unwell.output,
    new RegExp(`To roll back: npm run rollback -- --url URL --to ${FIRST}`),
  );
  const { before } = here.outcome();
  here.faults.clear();
  here.faults.set("/releases.json", 503);
  const failing = await here.rollback({ options: { to: FIRST } });
  assert.equal(failing.code, 4, "the list is not needed to roll back, only to pass the checks");
  assert.doesNotMatch(failing.output, /--to/, "the withdrawn release is not offered");
  here.faults.clear();
  const { code, output } = await here.rollback({ options: { to: FIRST } });
  assert.deepEqual([code, before], [0, FIRST], output);
  assert.equal(await here.served(), FIRST);
  assert.equal((await here.release(SECOND)).code, 3, "the later release is withdrawn");
});

test("the list of the service blocks a withdrawn release if the stored list is lost", async (t) => {
  const here = await service(t, FIRST, SECOND);
  await here.rollback({ options: { reason: "prices of last year" } });
  rmSync(join(here.folder, "releases", "releases.json"));
  assertEnds(await here.rollback(), 1, /There is no release to roll back to/);
  rmSync(join(here.folder, "releases"), { recursive: true });
  assertEnds(
    await here.release(SECOND),
    3,
    /it was rolled back on 20\d\d-\d\d-\d\d: prices of last year/,
  );
  here.faults.set("/releases.json", 503);
  assertEnds(
    await here.release(SECOND, { options: { accept: "a test" } }),
    1,
    /releases\.json answers with status 503/,
  );
  assert.equal(await here.servedDigest(), FIRST);
});

test("a staged release or rollback is deployed by a second command", async (t) => {
  const here = await service(t);
  const deployStaged = () => here.run({ command: "deployStaged" });
  await here.release(FIRST);
  assertEnds(await deployStaged(), 1, /There is no staged release: use --stage first/);
  const staged = await here.release(SECOND, { options: { isStaged: true } });
  assert.deepEqual([staged.code, here.outcome().outcome], [0, "staged"], staged.output);
  assert.equal(await here.served(), FIRST);
  const deployed = await deployStaged();
  assert.deepEqual([deployed.code, here.outcome().outcome], [0, "released"], deployed.output);
  assert.equal(await here.served(), SECOND);
  assertEnds(await here.rollback({ options: { isStaged: true } }), 0);
  assert.equal(await here.served(), SECOND);
  assert.equal((await deployStaged()).code, 0);
  assert.equal(await here.served(), FIRST);
  assert.deepEqual(
    here.history().entries.map((entry) => entry.sha256),
    [FIRST, SECOND, FIRST],
  );
  await here.release(SECOND, { options: { isStaged: true, accept: "mended" } });
  writeFileSync(join(here.folder, "page", "dataset.json"), JSON.stringify({ sha256: FIRST }));
  assertEnds(await deployStaged(), 1, /The built page has another dataset than the staged release/);
});

/** Writes the file of a signing key, and returns the variables of a publisher who has it. */
function publisher(folder, key) {
  const file = join(folder, "signing.pem");
  writeFileSync(file, key.pem);
  return { PACK_LOOKUP_SIGNING_KEY: file, PACK_LOOKUP_PUBLIC_KEYS: key.publicKey };
}

test("each deployment is signed with a higher sequence, also a rollback", async (t) => {
  const here = await service(t);
  const key = testKey();
  const env = publisher(here.folder, key);
  const description = () => here.json("/dataset.json");
  let after = 0;
  for (const [digest, deploy] of [
    [FIRST, () => here.release(FIRST, { env })],
    [SECOND, () => here.release(SECOND, { env })],
    [FIRST, () => here.rollback({ env })],
  ]) {
    const { code, output } = await deploy();
    assert.equal(code, 0, output);
    assert.ok(!output.includes(env.PACK_LOOKUP_SIGNING_KEY), output);
    assert.equal(await here.served(), digest);
    const { sequence } = await verifySignature(await description(), [key.publicKey], { after });
    assert.ok(sequence > after);
    after = sequence;
  }
});

test("a staged release is signed in a separate step, and deployed without the key", async (t) => {
  const here = await service(t);
  const { PACK_LOOKUP_PUBLIC_KEYS, ...secret } = publisher(here.folder, testKey());
  const env = { PACK_LOOKUP_PUBLIC_KEYS };
  await here.release(FIRST, { env, options: { isStaged: true } });
  assertEnds(
    await here.run({ command: "deployStaged", env }),
    1,
    /Name the file of the private key/,
  );
  const folders = { releases: join(here.folder, "releases") };
  const page = join(here.folder, "page");
  const { sequence } = await signDescription(page, { env: { ...env, ...secret }, ...folders });
  assertEnds(await here.run({ command: "deployStaged", env }), 0);
  const { signature } = await here.json("/dataset.json");
  assert.equal(signature.sequence, sequence);
});

test("nothing is deployed that pages with pinned keys would refuse", async (t) => {
  const here = await service(t);
  const env = publisher(here.folder, testKey());
  const other = testKey("another pack-lookup test key").publicKey;
  const missing = join(here.folder, "missing.pem");
  for (const [variables, message] of [
    [{ ...env, PACK_LOOKUP_PUBLIC_KEYS: other }, /not one of PACK_LOOKUP_PUBLIC_KEYS/],
    [{ PACK_LOOKUP_PUBLIC_KEYS: other }, /pages refuse data without a signature/],
    [{ ...env, PACK_LOOKUP_PUBLIC_KEYS: "a" }, /PACK_LOOKUP_PUBLIC_KEYS: a public key is neither/],
    [{ ...env, PACK_LOOKUP_SIGNING_KEY: missing }, /must name the file of a private key/],
  ]) {
    const { code, output } = await here.release(FIRST, { env: variables });
    assert.deepEqual([code, message.test(output)], [1, true], output);
  }
  assert.ok(!existsSync(join(here.folder, "sites", "current")));
  const both = { ...env, PACK_LOOKUP_PUBLIC_KEYS: `${other} ${env.PACK_LOOKUP_PUBLIC_KEYS}` };
  assertEnds(await here.release(FIRST, { env: both }), 0);
});

test("the same release is deployed again after the first pin and a change of the key", async (t) => {
  const here = await service(t);
  const keys = [testKey(), testKey("another pack-lookup test key")];
  const served = async () => (await here.json("/dataset.json")).signature?.key;
  await here.release(FIRST);
  const found = [await served()];
  for (const key of keys) {
    const env = publisher(here.folder, key);
    for (const outcome of ["released", "nothing_new"]) {
      const { code, output } = await here.release(FIRST, { env });
      assert.deepEqual([code, here.outcome().outcome], [0, outcome], output);
    }
    found.push(await served());
  }
  assert.equal(new Set(found).size, 3, found.join());
});

test("the sequence grows after a clock that was ahead, and without the stored one", async (t) => {
  const folder = temporaryFolder(t);
  const env = publisher(folder, testKey());
  const [page, releases] = [join(folder, "page"), join(folder, "releases")];
  mkdirSync(page);
  const description = readCases("signatures.json")[0].description;
  writeFileSync(join(page, "dataset.json"), JSON.stringify(description));
  const signedAt = async (now) => (await signDescription(page, { env, releases, now })).sequence;
  assert.deepEqual([await signedAt(9_000_000), await signedAt(5_000_000)], [9000, 9001]);
  rmSync(releases, { recursive: true });
  assert.equal(await signedAt(9_900_000), 9900);
});

test("an emptied service gets its release again", async (t) => {
  const here = await service(t, FIRST);
  rmSync(join(here.folder, "sites", "current"));
  assertEnds(await here.release(FIRST), 0);
  assert.equal(await here.served(), FIRST);
});

test("a deployment without a list of releases counts as served", async (t) => {
  const here = await service(t, FIRST);
  here.faults.set("/releases.json", 404);
  assertEnds(await here.release(FIRST), 0, /Nothing new/);
});

test("a rollback without a previous release fails", async (t) => {
  const here = await service(t, FIRST);
  assertEnds(await here.rollback(), 1, /There is no release to roll back to/);
});

test("the served release is read from the service if this machine did not deploy it", async (t) => {
  const here = await service(t, FIRST);
  rmSync(join(here.folder, "releases"), { recursive: true });
  assertEnds(await here.release(SECOND), 0);
  assert.equal(here.outcome().entry.counts.added, 1);
});

test("a faulty service is reported, and an unknown served release stops the deployment", async (t) => {
  const here = await service(t, FIRST);
  here.faults.set("/api/gtin/9520000000011", 500).set("/api/about", 500);
  assertEnds(
    await here.release(SECOND),
    4,
    /was deployed, but \/api\/about describes another dataset\. To roll back: npm run rollback/,
  );
  assertEnds(
    await here.release(SECOND),
    1,
    /The service already has .*, but \/api\/about describes another dataset/,
  );
  here.faults.clear();
  assertEnds(await here.rollback(), 0);
  assert.equal(await here.served(), FIRST);
  here.faults.set("/dataset.json", 503);
  assertEnds(await here.release(SECOND), 1, /dataset\.json answers with status 503/);
});

const PLACES = [
  ...[
    "prepare",
    "listed",
    "take",
    "build",
    "check",
    "verify",
    "diff",
    "quality",
    "make",
    "updates",
    "report",
    "publish",
    "budgets",
    "keep",
    "begin",
    "sign",
    "deploy",
    "fault",
    "finish",
  ].flatMap((step) => [`${step} before`, `${step} after`]),
  "deploy middle",
];

/**
 * The short run kills only around the important steps: what is stored before the deployment, and
 * the switch.
 */
const inShort = ["begin after", "deploy middle", "finish before"];

const quick = {
  changes: {
    before: { release: "8.2.0_20250814000001", date: "2025-08-14", packs: 65 },
    counts: { gtins_reused: 0 },
    added: [],
    removed: [],
    gtins_reused: [],
  },
};

test("a killed deployment leaves a complete release, and the next run repairs it", {
  skip: process.platform === "win32",
}, async (t) => {
  const prepared = await service(t);
  assert.equal((await prepared.release(FIRST)).code, 0);
  for (const place of PLACES)
    await t.test(`killed at ${place}`, inShort.includes(place) ? {} : inWhole, (t) =>
      assertSurvives(t, prepared, place),
    );
});

async function assertSurvives(t, prepared, place) {
  const here = await service(t);
  cpSync(prepared.folder, here.folder, { recursive: true });
  const killed = await here.release(SECOND, { ...quick, dieAt: place });
  assert.equal(killed.signal, "SIGKILL", killed.output);
  const isServed = [
    "deploy after",
    "fault before",
    "fault after",
    "finish before",
    "finish after",
  ].includes(place);
  assert.equal(await here.served(), isServed ? SECOND : FIRST);
  const next = await here.release(SECOND, quick);
  assertEnds(next, 0);
  assert.equal(await here.served(), SECOND);
  const history = here.history();
  assert.deepEqual(
    history.entries.map((entry) => entry.sha256),
    [SECOND, FIRST],
  );
  assert.deepEqual(
    history.stored.map(({ digest }) => digest),
    [SECOND, FIRST],
  );
  const left = readdirSync(join(here.folder, "releases")).filter((name) => !name.endsWith(".bin"));
  assert.deepEqual(left, ["releases.json"]);
  assert.ok(!existsSync(join(here.folder, "releases", "next.bin")));
}

test("storing a stored release again changes nothing", (t) => {
  const folder = temporaryFolder(t);
  const history = new History(folder);
  for (let time = 0; time < 2; time += 1) {
    history.begin({ id: "a", release: "8.2.0", date: "2025-08-14", sha256: FIRST }, first);
    assert.match(history.settle(FIRST), /the release is stored$/);
    assert.deepEqual([history.entries.length, history.stored.length], [1, 1]);
  }
  assert.equal(history.settle(FIRST), undefined);
});

test("the concepts of the packs of a dataset are counted", async () => {
  assert.deepEqual((await countsOf(first)).concepts, { amp: 61, vmp: 17, vmpp: 17, vtm: 7 });
});

test("a release passes through all steps", async (t) => {
  const here = await service(t);
  assertEnds(
    await here.run({ built: false, options: { release: paths.demoRelease } }),
    0,
    /packs compared, 0 differ/,
  );
  const { entry } = here.outcome();
  assert.deepEqual([entry.packs, entry.demo, entry.records["AMPPS/AMPP"]], [2000, true, 2000]);
  assertEnds(
    await here.run({ built: false, options: { release: paths.demoRelease, demo: false } }),
    1,
    /To deploy it, add --demo/,
  );
});

const before = {
  demo: false,
  date: "2026-11-09",
  packs: 1000,
  gtins: 1000,
  priced: 500,
  records: { "A/B": 100, "C/D": 1 },
  concepts: { amp: 100, vmp: 60, vtm: 1 },
};
const calm = { gtins_reused: 49 };

const mass = {
  before: { packs: 10_000, gtins: 10_000 },
  calm: { renamed: 199, discontinued: 199, invalid: 199, gtins_closed: 499 },
};

for (const [name, counts, sentence] of [
  ["a little less than many changes", {}, undefined],
  [
    "many renamed packs",
    { renamed: 200 },
    /^200 packs are renamed: 2\.0 % of the deployed release \(limit 2\.0 %\)$/,
  ],
  ["many discontinued packs", { discontinued: 200 }, /^200 packs are discontinued: 2\.0 %/],
  ["many invalid packs", { invalid: 200 }, /^200 packs are invalid: 2\.0 %/],
  [
    "many ended GTINs",
    { gtins_closed: 500 },
    /^500 GTINs are ended: 5\.0 % of the deployed release \(limit 5\.0 %\)$/,
  ],
]) {
  test(`finds anomalies among changes: ${name}`, () => {
    const deployed = { ...before, ...mass.before };
    const anomalies = anomaliesOf({
      before: deployed,
      after: deployed,
      changes: { ...calm, ...mass.calm, ...counts },
    });
    assert.equal(anomalies.length, sentence ? 1 : 0, anomalies.join());
    if (sentence) assert.match(anomalies[0], sentence);
  });
}

test("finds no anomalies in few changes of a small release", () => {
  assert.deepEqual(
    anomaliesOf({
      before,
      after: before,
      changes: { renamed: 49, discontinued: 49, invalid: 49, gtins_closed: 49 },
    }),
    [],
  );
  assert.equal(anomaliesOf({ before, after: before, changes: { renamed: 50 } }).length, 1);
});

test("a release that renames many packs is rejected", async (t) => {
  const here = await service(t, FIRST);
  assertEnds(
    await here.release(SECOND, {
      changes: { ...quick.changes, counts: { gtins_reused: 0, renamed: 60 } },
    }),
    3,
    /60 packs are renamed: 92\.3 % of the deployed release/,
  );
  assert.equal(await here.served(), FIRST);
});

for (const [name, change, sentence] of [
  ["as many as before", {}, undefined],
  [
    "a little less of everything",
    {
      packs: 981,
      gtins: 951,
      priced: 1,
      records: { "A/B": 51, "C/D": 1 },
      concepts: { amp: 51, vmp: 31, vtm: 1 },
    },
    undefined,
  ],
  [
    "much more of everything",
    { packs: 5000, gtins: 5000, priced: 900, records: { "A/B": 900, "C/D": 9 } },
    undefined,
  ],
  ["of the same day", { date: "2026-11-09" }, undefined],
  [
    "two in a hundred packs fewer",
    { packs: 980 },
    /^it has 980 packs instead of 1,000: 2\.0 % fewer \(limit 2\.0 %\)$/,
  ],
  [
    "five in a hundred GTINs fewer",
    { gtins: 950 },
    /^it has 950 GTINs instead of 1,000: 5\.0 % fewer/,
  ],
  [
    "half of a file's records",
    { records: { "A/B": 50, "C/D": 1 } },
    /^it has 50 records A\/B instead of 100: 50\.0 % fewer/,
  ],
  [
    "no records of a file",
    { records: { "A/B": 100 } },
    /^it has 0 records C\/D instead of 1: 100\.0 % fewer/,
  ],
  [
    "half of the VMPs",
    { concepts: { amp: 51, vmp: 30, vtm: 1 } },
    /^it has 30 concepts VMP instead of 60: 50\.0 % fewer/,
  ],
  [
    "no VTM",
    { concepts: { amp: 51, vmp: 31 } },
    /^it has 0 concepts VTM instead of 1: 100\.0 % fewer/,
  ],
  ["no price at all", { priced: 0 }, /^it has no prices; the deployed release has 500$/],
  ["an older day", { date: "2026-11-08" }, /^it is of 2026-11-08, older/],
  [
    "a demonstration",
    { demo: true },
    /^it is demonstration data, and the deployed release is real data$/,
  ],
]) {
  test(`finds anomalies: ${name}`, () => {
    const anomalies = anomaliesOf({
      before,
      after: { ...before, date: "2026-11-16", ...change },
      changes: calm,
    });
    assert.equal(anomalies.length, sentence ? 1 : 0, anomalies.join());
    if (sentence) assert.match(anomalies[0], sentence);
  });
}

test("finds anomalies: re-used codes, and nothing to compare with", () => {
  const after = { ...before, date: "2026-11-16" };
  assert.match(
    anomaliesOf({ before, after, changes: { gtins_reused: 50 } })[0],
    /^50 more GTINs are re-used than before/,
  );
  assert.deepEqual(
    anomaliesOf({
      before: { ...before, records: undefined, concepts: undefined },
      after,
      changes: calm,
    }),
    [],
  );
  assert.deepEqual(anomaliesOf({ before: undefined, after }), []);
  assert.deepEqual(
    anomaliesOf({ before: { ...before, demo: true, packs: 1e6 }, after, changes: calm }),
    [],
    "real data in the place of a demonstration",
  );
});

test("options of release and rollback", () => {
  const env = { PACK_LOOKUP_URL: "https://packs.example.org/" };
  assert.deepEqual(readReleaseOptions(["--release", "a.zip", "--accept", " because "], env), {
    url: "https://packs.example.org",
    isTrial: false,
    isStaged: false,
    release: "a.zip",
    keyFile: undefined,
    accept: "because",
    demo: false,
    deploysStaged: false,
  });
  assert.equal(readReleaseOptions(["--dry-run"], {}).isTrial, true);
  assert.equal(readRollbackOptions(["--to", FIRST], env).to, FIRST);
  assert.throws(() => readRollbackOptions(["--to="], env), /--to must be the SHA-256 of a dataset/);
  assert.equal(
    readRollbackOptions(["--url", "http://127.0.0.1:8787"], env).url,
    "http://127.0.0.1:8787",
  );
  for (const [args, sentence] of [
    [[], /The address of the service is missing/],
    [["--url", "packs"], /must be an http or https address/],
    [["--url", "https://a", "--accept", " "], /needs a reason/],
    [["--url", "https://a", "--accept=--demo"], /needs a value/],
    [["--url", "https://a", "--relase", "b"], /Unknown option/],
    [["a.zip"], /Unexpected argument/],
  ]) {
    assert.throws(() => readReleaseOptions(args, {}), sentence);
  }
});

test("a summary escapes Markdown in names", () => {
  const markdown = markdownOf({
    outcome: "released",
    sentence: "It is served",
    entry: { text: "````\n<script>" },
  });
  assert.match(markdown, /^## released\n\nIt is served\n\n`````text\n````\n<script>\n`````\n$/);
});

// The steps of the workflow, as text.
const workflow = readFileSync(join(root, ".github", "workflows", "release.yml"), "utf8")
  .split(/^ {6}- (?=\w)/m)
  .slice(1);
const stepNamed = (name) => workflow.find((step) => step.startsWith(`name: ${name}\n`));
const scriptOf = (step) => step.split("run: |\n")[1].replace(/^ {10}/gm, "");

test("the workflow opens an issue if a run fails, also without an outcome", {
  skip: process.platform === "win32",
}, (t) => {
  const step = stepNamed("Open an issue");
  assert.match(step, /^ +if: failure\(\) \|\| cancelled\(\)$/m);
  const folder = temporaryFolder(t);
  writeFileSync(
    join(folder, "gh"),
    `#!/bin/sh\n[ "$2" = list ] || { echo "$@"; for file; do :; done; cat "$file"; }\n`,
    { mode: 0o755 },
  );
  const env = {
    PATH: `${folder}:${process.env.PATH}`,
    RUNNER_TEMP: folder,
    RUN: "https://example.org/run",
    ROLLBACK: "skipped",
  };
  const issue = (OUTCOME) =>
    execFileSync("bash", ["-e", "-c", scriptOf(step)], {
      env: { ...env, OUTCOME },
      encoding: "utf8",
    });
  assert.match(
    issue("failed"),
    /^issue create --title Weekly release of dm\+d: failed .*\nThe run failed\. Check which release the service has/,
  );
  rmSync(join(folder, "issue.md"));
  assert.match(
    issue(""),
    /Weekly release of dm\+d: failed .*\n[\s\S]*Run: https:\/\/example\.org\/run/,
  );
  writeFileSync(join(folder, "issue.md"), "## released\n");
  assert.match(
    issue("released"),
    /Weekly release of dm\+d: failed .*\n## released\n[\s\S]*The run failed/,
  );
  writeFileSync(join(folder, "issue.md"), "## refused\n");
  const refused = issue("refused");
  assert.match(
    refused,
    /Weekly release of dm\+d: refused .*\n## refused\n[\s\S]*To accept the release, start the workflow by hand/,
  );
  assert.doesNotMatch(refused, /The run failed/);
  writeFileSync(join(folder, "issue.md"), "## unwell\n");
  env.ROLLBACK = "failure";
  assert.match(issue("unwell"), /Rollback: failure/);
});

test("the workflow passes secrets only to the steps that fetch, sign or deploy", () => {
  const scripts = workflow
    .filter((step) => step.includes("secrets."))
    .map((step) => [
      /run: (.*)/.exec(step)[1],
      [...step.matchAll(/secrets\.(\w+)/g)].map(([, name]) => name),
    ]);
  const sign = [
    `if [ -n "$SIGNING_KEY" ]; then printf '%s\\n' "$SIGNING_KEY" | PACK_LOOKUP_SIGNING_KEY=/dev/stdin node scripts/release/sign.mjs; fi`,
    ["PACK_LOOKUP_SIGNING_KEY"],
  ];
  const deploy = [
    "npm run --silent release -- --deploy-staged",
    ["CLOUDFLARE_API_TOKEN", "CLOUDFLARE_ACCOUNT_ID"],
  ];
  assert.deepEqual(scripts, [
    [
      'file=$(node scripts/release/fetch.mjs build/trud) && echo "file=$file" >> "$GITHUB_OUTPUT"',
      ["TRUD_API_KEY"],
    ],
    sign,
    deploy,
    sign,
    deploy,
  ]);
  for (const step of workflow.filter(
    (step) => /npm run --silent (release|rollback)/.test(step) && !step.includes("secrets."),
  ))
    assert.match(step, /--stage/);
});

test("the step that fetches prints only the path of the release, and never the key", async (t) => {
  const folder = temporaryFolder(t);
  const trud = await startTrud(t, [
    releaseOf("nhsbsa_dmd_11.2.0_20261116000001.zip", readFileSync(paths.demoRelease)),
  ]);
  const fetchWith = async (TRUD_API_KEY) => {
    const child = spawn(process.execPath, [join(root, "scripts", "release", "fetch.mjs"), folder], {
      env: { ...environment, PACK_LOOKUP_TEST_TRUD: trud.origin, TRUD_API_KEY },
    });
    return Promise.all([
      text(child.stdout),
      text(child.stderr),
      new Promise((resolve) => child.on("close", resolve)),
    ]);
  };
  const [path, messages, code] = await fetchWith(KEY);
  assert.deepEqual(
    [path, code],
    [`${join(folder, "nhsbsa_dmd_11.2.0_20261116000001.zip")}\n`, 0],
    messages,
  );
  trud.account = "disabled";
  const [nothing, error, failed] = await fetchWith(KEY);
  assert.deepEqual(
    [nothing, failed, /TRUD has disabled API access/.test(error), (messages + error).includes(KEY)],
    ["", 1, true, false],
    error,
  );
});

test("programs of a release get neither the TRUD key nor the name of the signing key", () => {
  assert.ok(!("TRUD_API_KEY" in environment));
  assert.ok(!("PACK_LOOKUP_SIGNING_KEY" in environment));
});

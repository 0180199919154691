// Builds the programs of `examples/` with the packed module, and drives each one as its user.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { cpSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { run } from "../../scripts/common/run.mjs";
import { prepareExamples } from "../../scripts/setup/tools.mjs";
import { freePort } from "../common/network.mjs";
import { clip } from "./clips.mjs";
import { start, typeScan } from "./driver.mjs";
import { serveFolder } from "./server.mjs";

const CODE = "9521234567899";
const NAME = "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets";
const REUSED = "9521001000017";
const WRONG = "9521234567890";

const { missing } = prepareExamples();
const skip = missing !== undefined && process.env.CI !== "true" && missing;
const installed = join(root, "examples");
const work = temporaryFolder();
const [node] = startable("node", [], paths.nodeModules);

const read = (...path) => readFileSync(join(root, ...path), "utf8");

/** The folder in which an example is served, built if it has a build. */
function built(name) {
  if (!existsSync(join(installed, name, "vite.config.js"))) return installed;
  const folder = join(work, name);
  run(node, [
    join(installed, "node_modules", "vite", "bin", "vite.js"),
    "build",
    join(installed, name),
    "--outDir",
    folder,
    "--emptyOutDir",
    "--logLevel",
    "error",
  ]);
  return folder;
}

describe("pages", { skip }, () => {
  for (const name of ["plain", "react", "vue", "svelte"])
    test(name, async (t) => {
      const folder = built(name);
      const server = await serveFolder(folder);
      t.after(() => server.stop());
      const film = await clip({ name: `example-${CODE}`, bcid: "ean13", text: CODE, scale: 4 });
      const browser = await start({ film });
      t.after(() => browser.close());
      const page = await browser.newPage({ permissions: ["camera"] });
      const errors = [];
      page.on("pageerror", ({ message }) => errors.push(message));
      await page.goto(
        `${server.origin}${folder === installed ? `/${name}/index.html` : "/index.html"}`,
      );
      await drive(page);
      assert.deepEqual(errors, []);
      await page.route("**/*packs*.bin", (route) => route.abort());
      await page.reload();
      await page.locator("p", { hasText: "The packs could not be loaded" }).waitFor();
      await page.fill("[name=code]", CODE);
      await page.click("form button");
      await page.locator("#answer li", { hasText: "nothing was looked up" }).waitFor();
      assert.deepEqual(errors, []);
    });
});

/**
 * Uses a page: it warns of demonstration data, and answers typing, a hand scanner and the camera.
 */
async function drive(page) {
  const lines = page.locator("#answer li");
  const shows = async (text) => lines.filter({ hasText: text }).first().waitFor();
  await page.locator("p", { hasText: "demonstration data" }).waitFor();

  await page.fill("[name=code]", REUSED);
  await page.click("form button");
  await shows("This code has been on several packs");
  assert.equal(await lines.count(), 3);

  await page.fill("[name=code]", "amlodipine");
  await page.click("form button");
  await shows("this is neither a barcode number nor GS1 data");

  await page.fill("[name=code]", WRONG);
  await page.click("form button");
  await shows(`No pack of this release has carried ${WRONG}`);
  assert.equal(await lines.count(), 2, "the check digit is a doubt");

  // A scan leaves what a person has typed.
  await page.focus("[name=code]");
  await typeScan(page, CODE);
  await shows(NAME);
  assert.equal(await page.inputValue("[name=code]"), WRONG);

  // Each of these replaces the answer to the box before.
  await page.evaluate(() => document.activeElement.blur());
  await page.keyboard.type(CODE.slice(0, 9), { delay: 8 });
  await shows("Incomplete scan. Scan the box again.");
  assert.equal(await lines.count(), 1);
  await page.evaluate(
    (texts) =>
      document
        .querySelector("pack-scanner")
        .dispatchEvent(new CustomEvent("several", { detail: { texts, isMore: false } })),
    [CODE, REUSED],
  );
  await shows("Several codes are in view");
  assert.equal(await lines.count(), 5);
  await page.evaluate(() =>
    document
      .querySelector("pack-scanner")
      .dispatchEvent(new CustomEvent("error", { detail: { problem: "denied", text: "" } })),
  );
  await lines.first().waitFor({ state: "detached" });

  await page.fill("[name=code]", REUSED);
  await page.click("form button");
  await shows("several packs");
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await shows(NAME);
}

test("the types of the React example are right", { skip }, () => {
  const tsc = join(paths.nodeModules, "typescript", "bin", "tsc");
  const options = ["--noEmit", "--strict", "--exactOptionalPropertyTypes", "--jsx", "react-jsx"];
  const resolution = ["--target", "es2022", "--module", "esnext", "--moduleResolution", "bundler"];
  run(node, [
    tsc,
    ...options,
    ...resolution,
    join(installed, "react", "main.tsx"),
    join(installed, "react", "pack-scanner.d.ts"),
  ]);
  const documented = /^```ts react\.d\.ts\n(.*?)^```$/ms.exec(read("docs", "blocks.md"))[1];
  const words = (text) => text.split(/[\s|;]+/).join(" ");
  assert.ok(words(read("examples", "react", "pack-scanner.d.ts")).endsWith(words(documented)));
});

describe("servers", { skip }, () => {
  for (const name of ["express", "fastify", "hono"])
    test(name, async (t) => {
      const ask = await served(t, join(installed, "server"), [`${name}.js`]);
      await answers(ask);
      await answersBelow(ask, "/dmd");
    });

  test("worker", async (t) => {
    const folder = join(work, "worker");
    cpSync(join(installed, "worker"), folder, { recursive: true });
    cpSync(
      join(installed, "node_modules", "pack-lookup"),
      join(folder, "node_modules", "pack-lookup"),
      { recursive: true },
    );
    const wrangler = join(paths.nodeModules, "wrangler", "bin", "wrangler.js");
    const address = ["--ip", "127.0.0.1", "--inspector-port", "0"];
    const ask = await served(t, folder, [wrangler, "dev", ...address, "--port"]);
    await answers(ask);
    await answersBelow(ask, "");
  });
});

/** Starts a server that ends with the test. A last argument `--port` is followed by its port. */
async function served(t, folder, args) {
  const port = await freePort();
  const named = args.at(-1) === "--port" ? [port] : [];
  const child = spawn(node, [...args, ...named], {
    cwd: folder,
    env: { ...environment, PORT: port, WRANGLER_SEND_METRICS: "false" },
    detached: true,
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  t.after(() => process.kill(-child.pid));
  const ask = (path, init) => fetch(`http://127.0.0.1:${port}${path}`, init);
  for (let tries = 0; tries < 300 && child.exitCode === null; tries += 1) {
    if (
      await ask("/").then(
        () => true,
        () => false,
      )
    )
      return ask;
    await pause(200);
  }
  throw new Error(`${args.join(" ")} did not start: ${output}`);
}

/** An address of the program's own has exact ids, and a status for each kind of code. */
async function answers(ask) {
  const answer = await ask(`/packs/${CODE}`);
  const { notice, uses } = await answer.json();
  assert.match(notice, /^demonstration data/i);
  assert.deepEqual([answer.status, uses[0].pack.pack_id], [200, "900000011000001106"]);
  const reused = await (await ask(`/packs/${encodeURIComponent(`]d201${"0"}${REUSED}`)}`)).json();
  assert.deepEqual([reused.reuse, reused.uses.length], ["different-medicines", 2]);
  const unknown = await ask(`/packs/${WRONG}`);
  const { scan } = await unknown.json();
  assert.deepEqual([unknown.status, scan.warnings[0].reason], [404, "wrong_check_digit"]);
  const invalid = await ask("/packs/favicon.ico");
  assert.deepEqual([invalid.status, (await invalid.json()).reason], [400, "not_a_code"]);
}

/** The HTTP interface has its status codes, headers and links, and reads bodies. */
async function answersBelow(ask, base) {
  const found = await ask(`${base}/api/gtin/${CODE}?ids=string`);
  assert.deepEqual([found.status, (await found.json()).pack_id], [200, "900000011000001106"]);
  const known = { headers: { "If-None-Match": found.headers.get("etag") } };
  assert.equal((await ask(`${base}/api/gtin/${CODE}?ids=string`, known)).status, 304);
  const strict = { headers: { Prefer: "handling=strict" } };
  assert.equal((await ask(`${base}/fhir/Medication?colour=red`, strict)).status, 400);
  const { entry } = await (await ask(`${base}/fhir/Medication?code=${CODE}`)).json();
  assert.match(entry[0].fullUrl, /^http:/);
  const page = await ask(`${base}/api/search?q=tablet&limit=1`);
  assert.ok(page.headers.get("link").includes(`<${base}/api/search?`));
  const list = await ask(`${base}/api/check-list`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ codes: [CODE, REUSED] }),
  });
  const { codes } = await list.json();
  assert.deepEqual(
    codes.map(({ status }) => status),
    ["current", "reused"],
  );
  assert.equal((await ask(`${base}/favicon.ico`)).status, 404);
  assert.equal((await ask(`${base}/api/about`, { method: "DELETE" })).status, 405);
}

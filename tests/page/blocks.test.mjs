// Tests the building blocks as a page of another project uses them: the examples of docs/blocks.md,
// from the package, with a strict policy.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import bwipjs from "bwip-js/node";
import { build } from "esbuild";
import { paths, root } from "../../scripts/common/project.mjs";
import { folderWithPackage } from "../common/folders.mjs";
import { engines } from "../common/engines.mjs";
import { colorSchemes, inWhole } from "../common/whole.mjs";
import { assertAccessible } from "./accessibility.mjs";
import { clip, shelfClip, troubledClip } from "./clips.mjs";
import { plain, release, reused, toGtin14 } from "./codes.mjs";
import { launch, start, violationsIn, typeScan } from "./driver.mjs";
import { serveFolder } from "./server.mjs";

const folder = folderWithPackage();
const examples = readFileSync(join(root, "docs", "blocks.md"), "utf8").matchAll(
  /^```html (\S+)\n(.*?)^```$/gms,
);
for (const [, name, text] of examples) writeExample(name, text);

/** A policy forbids scripts in HTML, so a page has its script in a file. */
function writeExample(name, text) {
  const script = /<script type="module">(.*?)<\/script>/s.exec(text);
  if (script) writeFileSync(join(folder, `${name}.js`), script[1]);
  writeFileSync(
    join(folder, name),
    script ? text.replace(script[0], `<script type="module" src="./${name}.js"></script>`) : text,
  );
}

for (const name of ["dataset", "dataset.json"])
  cpSync(join(paths.page, name), join(folder, name), { recursive: true });

const POLICY =
  "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'; worker-src 'self'; require-trusted-types-for 'script'; trusted-types pack-lookup";
const server = await serveFolder(folder, {}, { "Content-Security-Policy": POLICY });
after(() => server.stop());

/**
 * Opens an example, and waits until it is ready. A violation, a foreign request or an error fails
 * the test.
 */
async function openExample(t, browser, name, options = {}) {
  const context = await browser.newContext(options);
  t.after(() => context.close());
  const faults = await violationsIn(context);
  context.on(
    "request",
    (request) =>
      request.url().startsWith(server.origin) ||
      /^(blob|data):/.test(request.url()) ||
      faults.push(request.url()),
  );
  const page = await context.newPage();
  page.on("pageerror", (error) => faults.push(error.message));
  t.after(() => assert.deepEqual(faults, []));
  await page.addInitScript(recordTones);
  await page.goto(`${server.origin}/${name}`);
  await page.waitForFunction(() => document.title === "Ready");
  return page;
}

const browserWithoutCamera = launch();
const lines = (page) => page.locator("li").allTextContents();

test("a hand scanner is read from the package: a whole scan, and a broken one", async (t) => {
  const page = await openExample(t, await browserWithoutCamera, "wedge.html");
  await typeScan(page, reused.gtin);
  await page.locator("li").nth(1).waitFor();
  assert.equal((await lines(page)).length, 2, "both packs of a re-used code");
  await typeScan(page, "5012396385074", { stalls: { 5: 700 } });
  await page.locator("li").nth(2).waitFor();
  assert.equal((await lines(page)).at(-1), "Incomplete scan. Scan the box again");
});

/**
 * Fields of a page, of which `tracked` is as a framework has it: only what a person types changes
 * its state.
 */
const FIELDS = `<!doctype html><title>Fields</title>
<input id="text"><textarea id="area"></textarea><input id="secret" type="password">
<p id="rich" contenteditable></p><input id="own" class="own"><input id="tracked">
<script type="module">
  import { WedgeListener } from "./node_modules/pack-lookup/wedge.js";
  window.heard = [];
  const wedge = new WedgeListener(document, { exclude: ".own" });
  wedge.addEventListener("scan", ({ detail }) => heard.push(detail.text));
  wedge.addEventListener("broken", () => heard.push("broken"));
  const value = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
  window.state = "";
  let tracked = "";
  Object.defineProperty(document.getElementById("tracked"), "value", {
    get() { return value.get.call(this); },
    set(text) { tracked = text; value.set.call(this, text); },
  });
  document.getElementById("tracked").addEventListener("input", ({ target }) => {
    if (value.get.call(target) !== tracked) tracked = window.state = value.get.call(target);
    value.set.call(target, window.state);
  });
  document.title = "Ready";
</script>`;

test("a code is taken out of a field, also of a framework's, and words stay", async (t) => {
  writeExample("fields.html", FIELDS);
  const page = await openExample(t, await browserWithoutCamera, "fields.html");
  const typed = async (id, text) => {
    await page.locator(`#${id}`).focus();
    await page.evaluate(() => window.heard.splice(0));
    await typeScan(page, text);
    return page.evaluate((id) => {
      const field = document.getElementById(id);
      return [window.heard, (field.value ?? field.textContent).replace("\n", "")];
    }, id);
  };
  const code = reused.gtin;
  for (const id of ["text", "area", "tracked"]) {
    assert.deepEqual(await typed(id, code), [[code], ""], id);
    assert.deepEqual(await typed(id, `01${code.padStart(14, "0")}10AB`), [
      [`01${code.padStart(14, "0")}10AB`],
      "",
    ]);
  }
  assert.equal(await page.evaluate(() => window.state), "", "the framework has no scan");
  for (const words of [
    "2 tablets daily",
    "07700900123",
    "hunter2 passphrase",
    "https://example.org/a",
  ]) {
    await page.locator("#text").fill("");
    assert.deepEqual(await typed("text", words), [[], words], words);
  }
  for (const id of ["secret", "own", "rich"])
    assert.deepEqual(await typed(id, code), [[], code], id);
});

test("an element that was removed turns no camera on", async (t) => {
  const page = await openExample(t, await browserWithoutCamera, "scanner.html");
  const outcome = await page.evaluate(async () => {
    const scanner = document.querySelector("pack-scanner");
    scanner.remove();
    const error = await scanner.start().catch(({ message }) => message);
    return [error, scanner.state.is];
  });
  assert.deepEqual(outcome, ["the element is not in a document", "off"]);
});

const DEMONSTRATION = "Demonstration data: these packs are made up. No real box has their codes";
const datasetRequests = () =>
  server.requests.filter(({ url }) => url.startsWith("/dataset/")).length;

test("a dataset is downloaded once, and opened from the device without the server", async (t) => {
  const browser = await browserWithoutCamera;
  const page = await openExample(t, browser, "device.html");
  assert.deepEqual((await lines(page)).slice(0, 2), [`${release().packs} packs`, DEMONSTRATION]);
  assert.equal(await page.locator("p").textContent(), "ready");
  const downloaded = datasetRequests();
  assert.ok(downloaded > 0);
  t.after(() => delete server.answers["/dataset.json"]);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  await page.waitForFunction(() => document.title === "Ready");
  assert.equal((await lines(page))[0], `${release().packs} packs`);
  assert.equal(datasetRequests(), downloaded, "nothing is downloaded again");
});

test("stored data that was changed has a warning, and is downloaded again when the server answers", async (t) => {
  const page = await openExample(t, await browserWithoutCamera, "device.html");
  await page.evaluate(changeStoredByte);
  t.after(() => delete server.answers["/dataset.json"]);
  server.answers["/dataset.json"] = (_, response) => response.writeHead(503).end();
  await page.reload();
  const warning = page.locator("li", {
    hasText: "The data on this device is damaged. This answer may be wrong",
  });
  await warning.waitFor();
  delete server.answers["/dataset.json"];
  await page.reload();
  await page.evaluate(untilRepaired, release().sha256);
  assert.deepEqual((await lines(page)).slice(0, 2), [`${release().packs} packs`, DEMONSTRATION]);
});

/** Waits until the stored dataset has this digest, and no warning shows. Runs in the page. */
async function untilRepaired(sha256) {
  const hexadecimal = (bytes) =>
    Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
  const digestOf = async (cache, request) =>
    hexadecimal(
      new Uint8Array(
        await crypto.subtle.digest("SHA-256", await (await cache.match(request)).arrayBuffer()),
      ),
    );
  for (;;) {
    for (const name of await caches.keys()) {
      const cache = await caches.open(name);
      const digests = await Promise.all(
        (await cache.keys()).map((request) => digestOf(cache, request)),
      );
      if (digests.includes(sha256) && !document.body.textContent.includes("damaged")) return;
    }
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

/** Changes the last byte of the stored dataset, a part of its search index. Runs in the page. */
async function changeStoredByte() {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const [request] = (await cache.keys()).filter(({ url }) => url.includes(".bin"));
    const bytes = new Uint8Array(await (await cache.match(request)).arrayBuffer());
    bytes[bytes.length - 1] ^= 1;
    await cache.put(request, new Response(bytes));
  }
}

/** Records the frequencies of all tones in `window.tones`. Runs in the page. */
function recordTones() {
  window.tones = [];
  window.OscillatorNode = class extends OscillatorNode {
    constructor(context, options) {
      super(context, options);
      window.tones.push(options.frequency);
    }
  };
}

/** Here the whole height of a film is in view. */
const PHONE = { width: 390, height: 844 };
const PLAIN_TONES = [880];
const DOUBT_TONES = [620, 390];
const bars = ({ gtin }) =>
  clip({
    name: `block-${gtin}`,
    bcid: gtin.length === 13 ? "ean13" : "itf14",
    text: gtin,
    scale: 4,
  });
const matrix = (entry) => ({
  bcid: "gs1datamatrix",
  text: `(01)${toGtin14(entry.gtin)}(17)991231(10)AB12(21)SN34`,
  scale: 3,
});
/** A box with bars and a matrix code, as most packs have. */
const twoSymbols = () =>
  shelfClip(`block-pair-${plain.gtin}`, [
    { bcid: "ean13", text: plain.gtin, scale: 2, across: 0.5, down: 0.28 },
    { ...matrix(plain), across: 0.5, down: 0.58 },
  ]);

/** Opens an example with a film as the camera, and starts it. */
async function scanning(t, film, name = "scanner.html", prepare = () => {}) {
  const browser = await start({ film });
  t.after(() => browser.close());
  const page = await openExample(t, browser, name, { permissions: ["camera"], viewport: PHONE });
  await page.evaluate(prepare);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  return page;
}

const toned = (page, tones) =>
  page.waitForFunction(
    (expected) => JSON.stringify(window.tones) === JSON.stringify(expected),
    tones,
  );

test("the element reads a code, beeps, and uses only files of the package", async (t) => {
  const page = await scanning(t, await bars(plain));
  await page.locator("li").first().waitFor();
  assert.deepEqual(await lines(page), [plain.pack.name]);
  await toned(page, PLAIN_TONES);
  await page.getByRole("button", { name: "Stop" }).click();
  await page.getByRole("button", { name: "Scan with the camera" }).waitFor();
});

test("three lines are enough", async (t) => {
  const browser = await start({ film: await bars(plain) });
  t.after(() => browser.close());
  const page = await browser.newPage({ permissions: ["camera"] });
  await page.goto(`${server.origin}/three-lines.html`);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.waitForFunction((text) => document.title === text, `]E0${plain.gtin}`);
});

test("a host that prevents the beep of a re-used code sounds a doubt, and shows both packs", async (t) => {
  const page = await scanning(t, await bars(reused));
  await page.locator("li").nth(1).waitFor();
  assert.ok((await lines(page)).length > 1);
  await toned(page, DOUBT_TONES);
});

/** Records the events of the element in `window.events`. Runs in the page. */
function recordEvents() {
  window.events = [];
  const scanner = document.querySelector("pack-scanner");
  for (const type of ["scan", "several", "hint", "error"])
    scanner.addEventListener(type, ({ detail }) =>
      window.events.push({ type, ...detail, cause: undefined }),
    );
}

/** The first event of a type, when it arrives. */
const eventOf = async (page, type) => {
  await page.waitForFunction(
    (wanted) => window.events.some((event) => event.type === wanted),
    type,
  );
  return page.evaluate((wanted) => window.events.find((event) => event.type === wanted), type);
};

test("codes that are in view together are one event, which has no first code, and the sound of a doubt", async (t) => {
  const page = await scanning(t, await twoSymbols(), "scanner.html", recordEvents);
  const { texts, text } = await eventOf(page, "several");
  assert.deepEqual([text, texts.length], [undefined, 2]);
  // A frame may have read one of them before.
  await page.waitForFunction(
    (doubt) => JSON.stringify(window.tones.slice(-2)) === JSON.stringify(doubt),
    DOUBT_TONES,
  );
});

test("the attribute formats limits what is read, and sounds silences the element", async (t) => {
  const limit = () => {
    const scanner = document.querySelector("pack-scanner");
    scanner.setAttribute("formats", "DataMatrix");
    scanner.setAttribute("sounds", "none");
  };
  const page = await scanning(
    t,
    await twoSymbols(),
    "scanner.html",
    `(${recordEvents})(); (${limit})();`,
  );
  assert.match((await eventOf(page, "scan")).text, /^\]d2/);
  assert.deepEqual(await page.evaluate(() => window.tones), []);
  assert.equal(await page.getByLabel("Beep").isVisible(), false);
});

test("an element that counts reports each code once, and shows elements of the host over and below the picture", async (t) => {
  const count = () => {
    window.counted = [];
    const scanner = document.querySelector("pack-scanner");
    scanner.setAttribute("counting", "");
    for (const slot of ["picture", "answer"])
      scanner.append(
        Object.assign(document.createElement("p"), { slot, textContent: `in ${slot}` }),
      );
    scanner.addEventListener("tracked", ({ detail }) =>
      window.counted.push(...detail.counted.map(({ format }) => format)),
    );
  };
  const page = await scanning(
    t,
    await twoSymbols(),
    "scanner.html",
    `(${recordEvents})(); (${count})();`,
  );
  await page.waitForFunction(() => window.counted.length === 2);
  assert.deepEqual((await page.evaluate(() => window.counted)).sort(), ["DataMatrix", "EAN13"]);
  assert.deepEqual(
    await page.evaluate(() =>
      window.events.filter(({ type }) => type === "scan" || type === "several"),
    ),
    [],
  );
  const top = async (locator) => (await locator.boundingBox()).y;
  const video = await page.locator("video").boundingBox();
  assert.ok((await top(page.getByText("in picture"))) < video.y + video.height);
  assert.ok((await top(page.getByText("in answer"))) >= video.y + video.height);
  await page.evaluate(() => document.querySelector("pack-scanner").startCount());
  await page.waitForFunction(() => window.counted.length === 4);
});

test("an unknown format is an error before anything is read", async (t) => {
  const page = await openExample(t, await browserWithoutCamera, "scanner.html");
  const message = await page.evaluate(() => {
    const scanner = document.querySelector("pack-scanner");
    scanner.setAttribute("formats", "ean13 aztec");
    return scanner.start().catch((error) => error.message);
  });
  assert.match(message, /unknown format aztec\. The formats are: ean13/);
});

test("reports why nothing may be read, on the picture and as an event", async (t) => {
  const page = await scanning(t, troubledClip("dark"), "scanner.html", recordEvents);
  const { problem, text } = await eventOf(page, "hint");
  assert.equal(problem, "dark");
  await page.locator(".hint", { hasText: text }).waitFor();
});

test("reports a missing camera, and what to do", async (t) => {
  const page = await openExample(t, await browserWithoutCamera, "scanner.html");
  await page.evaluate(recordEvents);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.getByRole("alert").waitFor();
  const { problem, text } = await eventOf(page, "error");
  assert.deepEqual(
    [problem, text],
    ["missing", "No camera found. Connect a camera, then try again."],
  );
  await page.getByRole("button", { name: "Try the camera again" }).waitFor();
});

test("an element that is removed closes the camera", async (t) => {
  const page = await scanning(t, await bars(plain));
  await page.locator("li").first().waitFor();
  const states = await page.evaluate(async () => {
    const scanner = document.querySelector("pack-scanner");
    const [track] = scanner.shadowRoot.querySelector("video").srcObject.getTracks();
    scanner.remove();
    await Promise.resolve();
    return [track.readyState, scanner.state.is];
  });
  assert.deepEqual(states, ["ended", "off"]);
});

test("the decoder of the host is used in place of the one in the package", async (t) => {
  await build({
    stdin: { contents: 'import "./npm/scanner-peer-worker.js";', resolveDir: root },
    bundle: true,
    format: "esm",
    outfile: join(folder, "peer.js"),
    logLevel: "error",
  });
  cpSync(join(root, "npm", "zxing_reader.wasm"), join(folder, "host.wasm"));
  const page = await scanning(t, await bars(plain), "scanner.html", async () => {
    const { configure } = await import(`${location.origin}/node_modules/pack-lookup/scanner.js`);
    const policy = trustedTypes.createPolicy("pack-lookup", { createScriptURL: (url) => url });
    configure({
      worker: () => new Worker(policy.createScriptURL("/peer.js"), { type: "module" }),
      wasm: "host.wasm",
    });
  });
  await page.locator("li").first().waitFor();
  const loaded = server.requests.map(({ url }) => url);
  assert.ok(loaded.includes("/peer.js") && loaded.includes("/host.wasm"));
});

for (const [name, { start: startEngine, skip }] of Object.entries(engines)) {
  test(`reads a still picture, and has its button, in ${name}`, {
    skip,
    ...(name !== "chromium" && inWhole),
  }, async (t) => {
    const engine = await startEngine();
    t.after(engine.close);
    await engine.open(`${server.origin}/scanner.html`);
    assert.deepEqual(await engine.run(readInPage, [...(await picture(plain))]), {
      texts: [`]E0${plain.gtin}`],
      button: "Scan with the camera",
    });
  });
}

/** Reads a picture with the element next to it. Runs in the page. */
async function readInPage(bytes) {
  const { readPicture } = await import(`${location.origin}/node_modules/pack-lookup/scanner.js`);
  const texts = await readPicture(new Blob([new Uint8Array(bytes)], { type: "image/png" }));
  return {
    texts,
    button: document.querySelector("pack-scanner").shadowRoot.querySelector("button").textContent,
  };
}

const picture = async ({ gtin }) =>
  bwipjs.toBuffer({ bcid: "ean13", text: gtin, scale: 3, padding: 20, backgroundcolor: "ffffff" });

for (const [colorScheme, when] of colorSchemes) {
  test(`axe finds no violation in the element, ${colorScheme}`, when, async (t) => {
    const browser = await start({ film: await bars(plain) });
    t.after(() => browser.close());
    const page = await browser.newPage({
      permissions: ["camera"],
      colorScheme,
      viewport: PHONE,
      bypassCSP: true,
    });
    await page.goto(`${server.origin}/scanner.html`);
    await page.addStyleTag({ content: ":root { color-scheme: light dark }" });
    await assertAccessible(page, "before the start");
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.locator("li").first().waitFor();
    await assertAccessible(page, "during the scan");
    await page.evaluate(
      () =>
        (navigator.mediaDevices.getUserMedia = async () =>
          Promise.reject(new DOMException("", "NotReadableError"))),
    );
    await page.getByRole("button", { name: "Stop" }).click();
    await page.getByRole("button", { name: "Scan with the camera" }).click();
    await page.getByRole("alert").waitFor();
    await assertAccessible(page, "after a failure");
  });
}

test("the blocks can be imported where there is no page", async () => {
  for (const block of ["device", "scanner", "wedge"])
    assert.ok(Object.keys(await import(`../../npm/${block}.js`)).length > 0);
});

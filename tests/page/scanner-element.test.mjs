// Tests the life of `<pack-scanner>` as pages and frameworks have it: created by a script,
// upgraded, moved, removed, added again, and in a shadow root.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import bwipjs from "bwip-js/node";
import { folderWithPackage } from "../common/folders.mjs";
import { engines } from "../common/engines.mjs";
import { inWhole } from "../common/whole.mjs";
import { clip } from "./clips.mjs";
import { plain } from "./codes.mjs";
import { launch } from "./driver.mjs";
import { serveFolder } from "./server.mjs";

const folder = folderWithPackage();

/** A page that defines the element when a test asks for it. */
const PAGE = `<!doctype html><meta charset="utf-8"><title>Element</title><main></main><aside></aside>
<script>
  window.define = () => import("./node_modules/pack-lookup/scanner.js");
  window.tracks = [];
  window.record = (target) => {
    target.events = [];
    for (const type of ["scan", "several", "tracked", "statechange", "error"])
      target.addEventListener(type, ({ detail }) => target.events.push({ type, ...detail, cause: undefined }));
    return target;
  };
  window.until = async (isTrue) => {
    for (const end = Date.now() + 15_000; !isTrue() && Date.now() < end; ) await new Promise((resolve) => setTimeout(resolve, 20));
  };
  window.untilScan = (target) => until(() => target.events.some(({ type }) => type === "scan"));
  const { mediaDevices } = navigator;
  const open = mediaDevices?.getUserMedia.bind(mediaDevices);
  if (open) mediaDevices.getUserMedia = async (constraints) => {
    const stream = await open(constraints);
    tracks.push(...stream.getTracks());
    return stream;
  };
  window.liveTracks = () => tracks.filter(({ readyState }) => readyState === "live").length;
</script>`;
writeFileSync(join(folder, "index.html"), PAGE);
const server = await serveFolder(folder);
after(() => server.stop());

const film = await clip({
  name: `element-${plain.gtin}`,
  bcid: plain.gtin.length === 13 ? "ean13" : "itf14",
  text: plain.gtin,
  scale: 4,
});
const browser = await launch({ film });
const TEXT = plain.gtin.length === 13 ? `]E0${plain.gtin}` : `]I1${plain.gtin}`;

/** What happens in a page with a camera, and what the page reports. */
const withCamera = {
  "is created by a script": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      scanner.setAttribute("sounds", "none");
      scanner.setAttribute("formats", "ean13 itf14");
      document.querySelector("main").append(scanner);
      await scanner.start();
      await untilScan(scanner);
      return [scanner.state.is, scanner.events.find(({ type }) => type === "scan").text];
    },
    expected: ["on", TEXT],
  },
  "is in a shadow root": {
    async run() {
      await define();
      const host = document.querySelector("main");
      host.attachShadow({ mode: "open" }).innerHTML = "<pack-scanner></pack-scanner>";
      const scanner = host.shadowRoot.querySelector("pack-scanner");
      record(document);
      scanner.shadowRoot.querySelector("button").click();
      await untilScan(document);
      scanner.remove();
      await until(() => liveTracks() === 0);
      return [scanner.state.is, document.events.find(({ type }) => type === "scan").text];
    },
    expected: ["off", TEXT],
  },
  "is moved, and its camera stays on": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      document.querySelector("main").append(scanner);
      await scanner.start();
      await untilScan(scanner);
      document.querySelector("aside").append(scanner);
      await new Promise((resolve) => setTimeout(resolve, 100));
      const video = scanner.shadowRoot.querySelector("video");
      const shown = [scanner.state.is, video.paused, tracks.length - liveTracks()];
      // It reads on: a new count needs new frames.
      scanner.setAttribute("counting", "");
      await until(() => scanner.events.some(({ counted }) => counted?.length > 0));
      return shown;
    },
    expected: ["on", false, 0],
  },
  "is removed while it starts": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      document.querySelector("main").append(scanner);
      const start = scanner.start();
      scanner.remove();
      await start;
      await until(() => tracks.length === 0 || liveTracks() === 0);
      return [scanner.state.is, scanner.events.filter(({ type }) => type === "error").length];
    },
    expected: ["off", 0],
  },
  "is removed, and added again": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      document.querySelector("main").append(scanner);
      await scanner.start();
      await untilScan(scanner);
      scanner.remove();
      await until(() => liveTracks() === 0);
      const removed = scanner.state.is;
      scanner.events = [];
      document.querySelector("aside").append(scanner);
      await scanner.start();
      await untilScan(scanner);
      return [removed, scanner.state.is, liveTracks()];
    },
    expected: ["off", "on", 1],
  },
  "is removed while it starts, and added again at once": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      document.querySelector("main").append(scanner);
      const start = scanner.start();
      scanner.remove();
      document.querySelector("main").append(scanner);
      await start;
      await untilScan(scanner);
      return [scanner.state.is, liveTracks()];
    },
    expected: ["on", 1],
  },
  "is removed while it reads a picture": {
    async run() {
      await define();
      const scanner = document.createElement("pack-scanner");
      document.querySelector("main").append(scanner);
      const canvas = Object.assign(document.createElement("canvas"), { width: 3000, height: 3000 });
      canvas.getContext("2d").fillRect(0, 0, 9, 9);
      const picture = await new Promise((resolve) => canvas.toBlob(resolve));
      const reading = scanner.readPicture(picture).then(
        (texts) => texts.length,
        ({ name, reason }) => [name, reason].join(" "),
      );
      await new Promise((resolve) => setTimeout(resolve, 50));
      scanner.remove();
      const late = new Promise((resolve) => setTimeout(resolve, 5_000, "late"));
      return [await Promise.race([reading, late])];
    },
    expected: ["WasmError stopped"],
  },
  "has new formats while it is on": {
    async run() {
      await define();
      const scanner = record(document.createElement("pack-scanner"));
      scanner.setAttribute("formats", "datamatrix");
      document.querySelector("main").append(scanner);
      await scanner.start();
      await new Promise((resolve) => setTimeout(resolve, 1_000));
      const before = scanner.events.filter(({ type }) => type === "scan").length;
      scanner.setAttribute("formats", "ean13 itf14");
      await untilScan(scanner);
      return [before, scanner.state.is];
    },
    expected: [0, "on"],
  },
};

for (const [what, { run, expected }] of Object.entries(withCamera)) {
  test(`an element that ${what}`, { timeout: 60_000 }, async (t) => {
    const context = await browser.newContext({ permissions: ["camera"] });
    t.after(() => context.close());
    const page = await context.newPage();
    const errors = [];
    page.on("pageerror", ({ message }) => errors.push(message));
    await page.goto(`${server.origin}/index.html`);
    assert.deepEqual(await page.evaluate(asFunction(run)), expected);
    assert.deepEqual(errors, []);
  });
}

/** A method of an object is no function expression. */
function asFunction(method) {
  return new Function(`return async function ${String(method).replace(/^async /, "")}`)();
}

const picture = await bwipjs.toBuffer({
  bcid: "ean13",
  text: "9521234567899",
  scale: 3,
  padding: 20,
  backgroundcolor: "ffffff",
});

/** What happens in a page without a camera. */
const withoutCamera = {
  "has its attributes as properties": {
    async run() {
      await define();
      const scanner = document.createElement("pack-scanner");
      Object.assign(scanner, { formats: "ean13", region: "guide", sounds: "none", counting: true });
      const set = scanner.outerHTML;
      Object.assign(scanner, { formats: null, region: undefined, counting: false });
      const { formats, region, sounds, counting } = scanner;
      return [set, scanner.outerHTML, formats, region, sounds, counting];
    },
    expected: [
      '<pack-scanner formats="ean13" region="guide" sounds="none" counting=""></pack-scanner>',
      '<pack-scanner sounds="none"></pack-scanner>',
      null,
      null,
      "none",
      false,
    ],
  },
  "has properties from before its definition": {
    async run() {
      const main = document.querySelector("main");
      main.innerHTML = "<pack-scanner></pack-scanner>";
      const scanner = main.firstChild;
      const isSerialised = () => true;
      Object.assign(scanner, { formats: "ean13", counting: true, isSerialised });
      await define();
      return [
        scanner.getAttribute("formats"),
        scanner.hasAttribute("counting"),
        scanner.isSerialised === isSerialised,
        Object.keys(scanner),
      ];
    },
    expected: ["ean13", true, true, []],
  },
  "is created by a script before its definition": {
    async run() {
      const scanner = document.createElement("pack-scanner");
      const isSerialised = () => true;
      Object.assign(scanner, { sounds: "none", isSerialised });
      document.querySelector("main").append(scanner);
      await define();
      return [
        scanner.getAttribute("sounds"),
        scanner.isSerialised === isSerialised,
        scanner.shadowRoot.querySelector("button").textContent,
      ];
    },
    expected: ["none", true, "Scan with the camera"],
  },
  "has methods before it is in a document": {
    async run(bytes) {
      await define();
      const scanner = document.createElement("pack-scanner");
      scanner.stop();
      scanner.startCount();
      scanner.signal("plain");
      const blob = new Blob([new Uint8Array(bytes)], { type: "image/png" });
      return [
        scanner.state.is,
        await scanner.readPicture(blob),
        (await scanner.takePicture()) ?? null,
        await scanner.start().catch(({ message }) => message),
      ];
    },
    expected: ["off", ["]E09521234567899"], null, "the element is not in a document"],
  },
  "is cloned, and has a view of its own": {
    async run() {
      await define();
      const scanner = document.createElement("pack-scanner");
      scanner.setAttribute("region", "picture");
      document.querySelector("main").append(scanner);
      const clone = scanner.cloneNode(true);
      document.querySelector("aside").append(clone);
      return [clone.getAttribute("region"), clone.shadowRoot !== scanner.shadowRoot];
    },
    expected: ["picture", true],
  },
};

for (const [engineName, { start, skip }] of Object.entries(engines)) {
  describe(`an element in ${engineName}`, {
    skip,
    ...(engineName !== "chromium" && inWhole),
  }, () => {
    let starting;
    after(async () => (await starting)?.close());
    for (const [what, { run, expected }] of Object.entries(withoutCamera)) {
      test(what, { timeout: 60_000 }, async () => {
        starting ??= start();
        const engine = await starting;
        await engine.open(`${server.origin}/index.html`);
        const found = await engine.run(asFunction(run), [...picture]);
        assert.deepEqual(JSON.parse(JSON.stringify(found)), expected);
      });
    }
  });
}

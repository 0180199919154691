// Tests the page with the reader of print as it is built: each engine reads a drawn box, Chromium
// also offline, and the reader's memory is free afterwards.
import assert from "node:assert/strict";
import { existsSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { paths, root } from "../../../scripts/common/project.mjs";
import { photographOf } from "../../page/cartons/draw.mjs";
import { launch, openPage, textOf } from "../../page/driver.mjs";
import { buildPrintPage, keptReader } from "../../page/print-page.mjs";
import { serveFolder } from "../../page/server.mjs";
import { inControl } from "../../page/visit.mjs";
import { engines, until } from "../../common/engines.mjs";
import { inWhole } from "../../common/whole.mjs";
import { boxOf, PHOTO } from "../../common/print.mjs";

const npm = join(root, "npm");
const missing = [
  join(npm, "print", "recognition.onnx.gz"),
  join(paths.page, "dataset.json"),
].filter((file) => !existsSync(file));
const options = missing.length > 0 ? { skip: `not built: ${missing}` } : {};

const BOX = boxOf("03/2031");

let built;
let picture;

before(async () => {
  if (options.skip) return;
  built = buildPrintPage({ reader: npm });
  const browser = await launch();
  picture = await photograph(await browser.newPage());
  await browser.close();
});
after(() => built?.remove());

/** A drawn photograph of a box as a PNG. */
async function photograph(page) {
  const { width, height, data } = await photographOf(page, {
    number: 1,
    panel: { paper: 240, shapes: [], lines: BOX },
    photo: PHOTO,
  });
  const base64 = await page.evaluate(
    async ({ width, height, base64 }) => {
      const bytes = Uint8ClampedArray.from(atob(base64), (byte) => byte.charCodeAt(0));
      const canvas = Object.assign(document.createElement("canvas"), { width, height });
      canvas.getContext("2d").putImageData(new ImageData(bytes, width, height), 0, 0);
      return canvas.toDataURL("image/png").split(",")[1];
    },
    {
      width,
      height,
      base64: Buffer.from(data.buffer, data.byteOffset, data.byteLength).toString("base64"),
    },
  );
  return { name: "box.png", mimeType: "image/png", buffer: Buffer.from(base64, "base64") };
}

test(
  "the page reads a drawn box, also offline, and ends its worker when the page is hidden",
  options,
  async (t) => {
    const browser = await launch();
    const server = await serveFolder(built.page);
    const page = await openPage(t, browser, server.origin, { expectErrors: true });
    await inControl(page);
    const read = async () => {
      await page.locator("#image").setInputFiles(picture);
      await page.getByRole("button", { name: "Read the print" }).click();
    };
    await read();
    assert.match(await textOf(page.locator(".answer .print")), /needs a download of 3\.\d MB once/);
    await page.getByRole("button", { name: "Download and read" }).click();
    const said = page.locator("#print-title").filter({ hasText: "The print seems to say" });
    await said.waitFor({ timeout: 120_000 });
    assertRead(await textOf(page.locator(".answer .print")));
    const worker = page.workers().find((other) => other.url().includes("print-worker"));
    const ended = new Promise((resolve) => worker.once("close", resolve));
    await page.evaluate(() => {
      Object.defineProperty(document, "visibilityState", { configurable: true, value: "hidden" });
      document.dispatchEvent(new Event("visibilitychange"));
    });
    await ended;
    await keptReader(page);
    await server.stop();
    await page.reload();
    await page.locator(".strip .age").waitFor();
    await read();
    await said.waitFor({ timeout: 120_000 });
  },
);

for (const name of ["firefox", "webkit"]) {
  const { start, skip } = engines[name];
  test(`the page reads a drawn box in ${name}`, {
    ...inWhole,
    ...(skip && { skip }),
    ...options,
  }, async (t) => {
    const server = await serveFolder(built.page);
    t.after(server.stop);
    const engine = await start();
    t.after(engine.close);
    const file = join(built.page, picture.name);
    writeFileSync(file, picture.buffer);
    await engine.open(server.origin);
    await until(engine, "the data is in use", () => document.querySelector(".strip .age") !== null);
    await engine.choose("#image", file);
    await until(engine, "the print can be read", clickButton, "Read the print");
    await until(engine, "the reader can be downloaded", clickButton, "Download and read");
    await until(engine, "the print was read", () =>
      document.querySelector("#print-title")?.textContent.includes("The print seems to say"),
    );
    assertRead(
      await engine.run(() =>
        document.querySelector(".answer .print").textContent.replace(/\s+/g, " "),
      ),
    );
  });
}

/** Runs in the page: clicks a visible button, and returns whether there is one. */
function clickButton(name) {
  const button = [...document.querySelectorAll("button")].find(
    (other) => other.offsetParent !== null && other.textContent.trim() === name,
  );
  button?.click();
  return button !== undefined;
}

/** Asserts that a text has the fields of the box. */
function assertRead(text) {
  const fields = text.replaceAll(" ", "");
  for (const part of ["NameAmlodipine", "Strength5", "Expiry31Mar2031", "BatchAB1234"])
    assert.ok(fields.includes(part), `${part} in ${text}`);
}

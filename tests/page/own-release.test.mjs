// Tests the import of the user's release on the page, without sending anything.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../engines.mjs";
import { plain } from "./codes.mjs";
import { launch, resultName, textOf, wedge } from "./support.mjs";
import { served, visited } from "./visit.mjs";

const browser = await launch();
const zip = readFileSync(paths.demoRelease);
const notice = (page) => page.getByRole("region", { name: "Your own release" }).or(page.getByRole("alert", { name: "Your own release" }));

test("a zip that is chosen is read here, told file by file, and kept for good", async (t) => {
  const { page, server } = await visited(t, browser);
  server.requests.length = 0;
  await choose(page, "nhsbsa_dmd_11.1.0_20251106000001.zip", zip);
  assert.match(await textOf(page.getByText("Your release is in use")), /in use/);
  assert.match(await textOf(notice(page)), /2,000 packs/);
  assert.deepEqual(server.requests.filter(({ method }) => method !== "GET"), [], "nothing of it is sent");
  await server.stop();
  await page.reload();
  await page.getByRole("link", { name: "About" }).click();
  await page.getByText("made on this device from a zip of yours").waitFor();
  await wedge(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("a zip that is dropped anywhere is read", inWhole, async (t) => {
  const { page } = await visited(t, browser);
  await page.evaluate(([bytes]) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([new Uint8Array(bytes)], "demo.zip", { type: "application/zip" }));
    document.dispatchEvent(new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }));
  }, [[...zip]]);
  await page.getByText("Your release is in use").waitFor();
});

for (const [what, bytes, says, when] of [
  ["torn", zip.subarray(0, zip.length / 2), /zip/, {}],
  ["no zip at all", Buffer.from("hello"), /zip/, inWhole],
  ["a picture", readFileSync(new URL("../../www/public/icon-192.png", import.meta.url)), /zip/, inWhole],
]) {
  test(`a file that is ${what} is told in one sentence, and the data before it stays`, when, async (t) => {
    const { page } = await visited(t, browser);
    await choose(page, "release.zip", bytes);
    const told = await textOf(page.getByRole("alert", { name: "Your own release" }));
    assert.match(told, /release\.zip/);
    assert.match(told, says);
    assert.match(told, /stays in use/);
    await wedge(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
  });
}

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`${name} makes a dataset of a release`, { skip, ...inWhole }, async (t) => {
    const { server } = await served(t);
    server.answers["/test/release.zip"] = (_, response) => response.end(zip);
    const engine = await start();
    t.after(engine.close);
    await engine.open(server.origin);
    assert.match(await engine.run(dropRelease), /^Your release is in use.*2,000 packs/);
    assert.deepEqual(server.requests.filter(({ method }) => method !== "GET"), [], "nothing of it is sent");
  });
}

/** Runs in the page: drops the zip after the first data is open, and returns the messages of the page. */
async function dropRelease() {
  const seen = async (selector, isMeant = () => true) => {
    const end = Date.now() + 40_000;
    const found = () => [...document.querySelectorAll(selector)].find(isMeant);
    while (!found() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return found();
  };
  await seen(".strip .age");
  const file = new File([await (await fetch("/test/release.zip")).blob()], "demo.zip", { type: "application/zip" });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  document.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [file], items: [], types: ["Files"] } }));
  const notice = await seen('[aria-label="Your own release"]', ({ textContent }) => !textContent.includes("Reading"));
  return notice?.textContent.replace(/\s+/g, " ").trim();
}

async function choose(page, name, buffer) {
  await page.getByRole("link", { name: "About" }).click();
  await page.locator("#own-release").setInputFiles({ name, mimeType: "application/zip", buffer });
}

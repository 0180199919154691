// Tests the import of the user's release on the page, without sending anything.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { engines } from "../common/engines.mjs";
import { plain } from "./codes.mjs";
import { launch, openView, resultName, textOf, typeScan } from "./driver.mjs";
import { servePage, visitPage } from "./visit.mjs";

const browser = await launch();
const zip = readFileSync(paths.demoRelease);
const notice = (page) =>
  page
    .getByRole("region", { name: "Your own release" })
    .or(page.getByRole("alert", { name: "Your own release" }));

test("imports a chosen zip on the device, with progress, and stores it", async (t) => {
  const { page, server } = await visitPage(t, browser);
  server.requests.length = 0;
  await choose(page, "nhsbsa_dmd_11.1.0_20251106000001.zip", zip);
  assert.match(
    await textOf(notice(page).getByText("You are now using your release")),
    /using your release/,
  );
  assert.match(await textOf(notice(page)), /2,000 packs/);
  assert.deepEqual(
    server.requests.filter(({ method }) => method !== "GET"),
    [],
    "the file is not sent",
  );
  await server.stop();
  await page.reload();
  await openView(page, "About");
  await page.getByText("imported on this device from your zip file").waitFor();
  await typeScan(page, plain.gtin);
  assert.equal(await textOf(resultName(page)), plain.pack.name);
});

test("imports a dropped zip", inWhole, async (t) => {
  const { page } = await visitPage(t, browser);
  await page.evaluate(
    ([bytes]) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(
        new File([new Uint8Array(bytes)], "demo.zip", { type: "application/zip" }),
      );
      document.dispatchEvent(
        new DragEvent("drop", { dataTransfer, bubbles: true, cancelable: true }),
      );
    },
    [[...zip]],
  );
  await notice(page).getByText("You are now using your release").waitFor();
});

for (const [what, bytes, says, when] of [
  ["a truncated zip", zip.subarray(0, zip.length / 2), /not a complete zip file/, {}],
  ["no zip at all", Buffer.from("hello"), /not a complete zip file/, inWhole],
  [
    "a picture",
    readFileSync(new URL("../../www/public/icon-192.png", import.meta.url)),
    /not a complete zip file/,
    inWhole,
  ],
]) {
  test(`rejects ${what} in one sentence, and keeps the data`, when, async (t) => {
    const { page } = await visitPage(t, browser);
    await choose(page, "release.zip", bytes);
    const text = await textOf(page.getByRole("alert", { name: "Your own release" }));
    assert.match(text, /release\.zip/);
    assert.match(text, says);
    assert.doesNotMatch(text, /stopped|memory/);
    assert.match(text, /You still have the earlier data/);
    await typeScan(page, plain.gtin);
    assert.equal(await textOf(resultName(page)), plain.pack.name);
  });
}

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`${name} imports a release`, { skip, ...inWhole }, async (t) => {
    const { server } = await servePage(t);
    server.answers["/test/release.zip"] = (_, response) => response.end(zip);
    const engine = await start();
    t.after(engine.close);
    await engine.open(server.origin);
    assert.match(await engine.run(dropRelease), /^You are now using your release.*2,000 packs/);
    assert.deepEqual(
      server.requests.filter(({ method }) => method !== "GET"),
      [],
      "the file is not sent",
    );
  });
}

/**
 * Runs in the page: drops the zip after the first data is open, and returns the messages of the
 * page.
 */
async function dropRelease() {
  const seen = async (selector, isMeant = () => true) => {
    const end = Date.now() + 40_000;
    const found = () => [...document.querySelectorAll(selector)].find(isMeant);
    while (!found() && Date.now() < end) await new Promise((resolve) => setTimeout(resolve, 50));
    return found();
  };
  await seen(".strip .age");
  const file = new File([await (await fetch("/test/release.zip")).blob()], "demo.zip", {
    type: "application/zip",
  });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  document.dispatchEvent(
    Object.assign(drop, { dataTransfer: { files: [file], items: [], types: ["Files"] } }),
  );
  const notice = await seen(
    '[aria-label="Your own release"]',
    ({ textContent }) => !textContent.includes("Reading"),
  );
  return notice?.textContent.replace(/\s+/g, " ").trim();
}

async function choose(page, name, buffer) {
  await openView(page, "About");
  await page.locator("#release-file").setInputFiles({ name, mimeType: "application/zip", buffer });
}

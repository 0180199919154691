// A page after its first visit, and a server whose content can change.
import { createHash } from "node:crypto";
import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { FORMAT } from "../../npm/core.js";
import { publishDataset } from "../../scripts/build/page.mjs";
import { paths } from "../../scripts/common/project.mjs";
import { release } from "./codes.mjs";
import { serveFolder } from "./server.mjs";
import { openPage, until } from "./driver.mjs";

export const CACHE = `pack-lookup-dataset-${FORMAT}`;

/**
 * Serves a copy of the page's folder that tests may change. `change` overrides fields of the
 * release's description.
 */
export async function servePage(t, change = {}) {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-page-"));
  cpSync(paths.page, folder, { recursive: true });
  describe(folder, change);
  const server = await serveFolder(folder);
  t.after(async () => {
    await server.stop();
    rmSync(folder, { recursive: true });
  });
  return { folder, server };
}

/**
 * A page after its first visit: the data is stored, and the service worker is in control.
 */
export async function visitPage(t, browser, change) {
  const { folder, server } = await servePage(t, change);
  const page = await openPage(t, browser, server.origin, { expectErrors: true });
  await inControl(page);
  return { folder, server, page };
}

export async function inControl(page) {
  await until(
    page,
    async () =>
      navigator.serviceWorker.controller !== null &&
      (await navigator.serviceWorker.getRegistration())?.active?.state === "activated",
  );
}

/**
 * Publishes the small dataset of the API cases as a release. `change` overrides fields of its
 * description.
 */
export async function publish(folder, change) {
  await publishDataset(readFileSync(paths.testDataset), folder);
  return describe(folder, change);
}

/** Publishes bytes that are not a dataset with the description of the current release. */
export function announce(folder, change, bytes) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const url = `/dataset/${sha256}.bin.gz`;
  writeFileSync(join(folder, url), gzipSync(bytes));
  return describe(folder, { ...release(), sha256, url, bytes: bytes.length, ...change });
}

/** Changes the server's description of its release. */
export function describe(folder, change) {
  const file = join(folder, "dataset.json");
  const description = { ...JSON.parse(readFileSync(file, "utf8")), ...change };
  writeFileSync(file, JSON.stringify(description));
  return description;
}

export function dayAfter(day, days = 1) {
  return new Date(Date.parse(day) + days * 86_400_000).toISOString().slice(0, 10);
}

/** Publishes a new version. One changed byte makes a service worker another version. */
export function publishNewVersion(folder) {
  appendFileSync(join(folder, "service-worker.js"), "\n// another version\n");
}

/** Checks for a new version, and returns the result. */
export const update = (page) =>
  page.evaluate(async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    await registration.update();
    const worker = registration.installing ?? registration.waiting;
    const isSettled = () => worker.state !== "installing";
    while (!isSettled())
      await new Promise((resolve) =>
        worker.addEventListener("statechange", resolve, { once: true }),
      );
    return worker.state;
  });

/** Reloads the page with its new version, as its notice offers. */
export async function takeNewVersion(page) {
  const button = page.getByRole("button", { name: "Reload now" });
  await Promise.all([page.waitForEvent("load"), button.click()]);
  await page.locator(".strip .age").waitFor();
}

export const noUpdateWaits = (page) =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration()).waiting === null);

/** The element of the strip that identifies a release. */
export const inUse = (page, { release_date }) =>
  page.locator(`.strip time[datetime="${release_date}"]`);

export const answer = (page, path) =>
  page.evaluate(async (path) => {
    const response = await fetch(path);
    return {
      status: response.status,
      release: response.headers.get("dataset-release"),
      body: await response.text(),
    };
  }, path);

/** The content of a cache of datasets. */
export async function cached(page, name = CACHE) {
  const urls = await page.evaluate(async (name) => {
    const keys = (await caches.has(name)) ? await (await caches.open(name)).keys() : [];
    return keys.map(({ url }) => url);
  }, name);
  return new Set(urls.map((url) => new URL(url).pathname));
}

/** Replaces the bytes of a stored release, as a failing disk does. */
export const swap = (page, url, bytes) =>
  page.evaluate(
    async ({ name, url, bytes }) =>
      (await caches.open(name)).put(url, new Response(new Uint8Array(bytes))),
    { name: CACHE, url, bytes: [...bytes] },
  );

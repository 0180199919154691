// Checks that a page frees what it no longer needs. It is used for long: it scans packs, swaps
// releases, opens and closes the camera, and reloads. In between, what is not freed is counted.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { paths } from "../../scripts/common/project.mjs";
import { clip } from "./clips.mjs";
import { toGtin14, outer, plain } from "./codes.mjs";
import { reload, resultName, typeScan, launch, openPage, serve } from "./driver.mjs";
import { inUse } from "./visit.mjs";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";

/** The number of warm-up rounds per activity: what is loaded once stays for good reason. */
const WARM = 10;

/** The address of the release that is dropped, and the server's response to it. */
const RELEASE = "/soak.zip";
const answers = { [RELEASE]: (_, response) => response.end(readFileSync(paths.demoRelease)) };

/** The film that the camera shows all the time. */
const filmed = () =>
  clip({ name: `ean13-${plain.gtin}`, bcid: "ean13", text: plain.gtin, scale: 4 });

/** The activities, each called with its number. */
const kinds = {
  scans: scan,
  swaps: swap,
  cameras: film,
  reloads: async (page) => {
    await reload(page);
  },
};

/**
 * Repeats each activity in one page. Returns for each the counts at the start, in the middle and at
 * the end.
 */
async function soak(page, amounts) {
  const session = await page.context().newCDPSession(page);
  const count = () => alive(page, session);
  const found = {};
  for (const [kind, amount] of Object.entries(amounts)) {
    found[kind] = await countsDuring(
      (number) => kinds[kind](page, number),
      [0, amount / 2, amount].map((part) => WARM + Math.round(part)),
      count,
    );
  }
  return found;
}

/**
 * Makes a page count the memories of its WebAssembly instances, which no browser reports. Call it
 * before the page is loaded.
 */
const countMemories = (context) =>
  context.addInitScript(() => {
    const memories = (window.memories = []);
    const counted =
      (instantiate) =>
      async (...args) => {
        const made = await instantiate.apply(WebAssembly, args);
        const { memory } = (made.instance ?? made).exports;
        if (memory) memories.push(new WeakRef(memory));
        return made;
      };
    for (const name of ["instantiate", "instantiateStreaming"])
      WebAssembly[name] = counted(WebAssembly[name]);
  });

async function countsDuring(once, upTo, count) {
  const found = [];
  for (let number = 0; number <= upTo.at(-1); number++) {
    if (upTo.includes(number)) found.push(await count());
    if (number < upTo.at(-1)) await once(number);
  }
  return found;
}

/** Collects garbage several times, because one round may free what holds objects of the next. */
async function alive(page, session) {
  for (let round = 0; round < 3; round++) {
    await session.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(200);
  }
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const { usedSize, embedderHeapUsedSize, backingStorageSize } =
    await session.send("Runtime.getHeapUsage");
  const wasm = await page.evaluate(() =>
    window.memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0),
  );
  return {
    heap: usedSize + embedderHeapUsedSize + backingStorageSize,
    wasm,
    nodes,
    listeners: jsEventListeners,
  };
}

/** Scans the next pack with a hand scanner, and waits until it is shown. */
async function scan(page, number) {
  const entry = [plain, outer][number % 2];
  const serial = `SN${number}X`;
  await typeScan(page, `]d201${toGtin14(entry.gtin)}10AB\x1d21${serial}`);
  await page.locator(".on-box", { hasText: serial }).waitFor();
}

const weeks = [
  ["nhsbsa_dmd_11.1.0_20251106000001.zip", "2025-11-06"],
  ["nhsbsa_dmd_11.2.0_20251113000001.zip", "2025-11-13"],
];

/**
 * Drops the release of another week on the page, and waits until it is in use. A file chosen by a
 * test would be held by the file input.
 */
async function swap(page, number) {
  const [name, release_date] = weeks[number % weeks.length];
  await page.evaluate(drop, [RELEASE, name]);
  await inUse(page, { release_date }).waitFor();
  await page.locator(".notice", { hasText: "You are now using your release" }).waitFor();
}

async function drop([url, name]) {
  const file = new File([await (await fetch(url)).blob()], name, { type: "application/zip" });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  document.dispatchEvent(
    Object.assign(drop, { dataTransfer: { files: [file], items: [], types: ["Files"] } }),
  );
}

/** Opens the camera over the result of another pack; it closes when it has read its code. */
async function film(page, number) {
  await scan(page, 2 * number + 1);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await resultName(page).filter({ hasText: plain.pack.name }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
}

const { origin } = await serve(answers);
const browser = await launch({ film: await filmed() });
const amounts = { scans: 200, swaps: 20, cameras: 24, reloads: 6 };
/** Different packs have a few nodes more or less, and the browser's own counts vary. */
const MORE_NODES = 200;
const MORE_LISTENERS = 16;
/** In bytes per scan. The history needs a tenth of this. */
const MORE_BYTES_EACH = 30_000;
const MORE_BYTES = 500_000;

test("scans, dataset swaps, the camera and reloads leak no memory", inWhole, async (t) => {
  const page = await openPage(t, browser, origin, { permissions: ["camera"] });
  await countMemories(page.context());
  await reload(page);
  for (const [kind, [begin, , end]] of Object.entries(await soak(page, amounts))) {
    t.diagnostic(`${kind}: ${JSON.stringify([begin, end])}`);
    assert.ok(
      end.nodes - begin.nodes < MORE_NODES,
      `${kind}: ${begin.nodes} nodes became ${end.nodes}`,
    );
    assert.ok(
      end.listeners - begin.listeners < MORE_LISTENERS,
      `${kind}: ${begin.listeners} listeners became ${end.listeners}`,
    );
    assert.ok(
      end.heap - begin.heap < MORE_BYTES + MORE_BYTES_EACH * amounts[kind],
      `${kind}: a heap of ${begin.heap} bytes became ${end.heap}`,
    );
    assert.ok(
      end.wasm - begin.wasm < MORE_BYTES,
      `${kind}: ${begin.wasm} bytes of WebAssembly became ${end.wasm}`,
    );
  }
});

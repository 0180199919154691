// One page in use for long, in Chromium: packs are scanned, releases swapped, the camera opened and closed, the page loaded anew. What stays
// behind is counted between them.
import { readFileSync } from "node:fs";
import { paths } from "../../scripts/common/project.mjs";
import { clip } from "./clips.mjs";
import { in14, outer, plain } from "./codes.mjs";
import { resultName, wedge } from "./support.mjs";
import { inUse } from "./visit.mjs";

/** Of each kind so many are done before the first figure: what is loaded once stays for good reason. */
const WARM = 10;

/** Where the server has the release that is dropped, and how it answers there. */
const RELEASE = "/soak.zip";
export const answers = { [RELEASE]: (_, response) => response.end(readFileSync(paths.demoRelease)) };

/** What the camera sees all the time. */
export const filmed = () => clip({ name: `ean13-${plain.gtin}`, bcid: "ean13", text: plain.gtin, scale: 4 });

/** What can be done for long, each once by its number. */
const kinds = {
  scans: scan,
  swaps: swap,
  cameras: film,
  reloads: async (page) => {
    await page.reload();
    await page.locator(".strip .age").waitFor();
  },
};

/**
 * Does so many of each kind in one page of a context, one kind after the other, and gives for each what was there at the begin, in the
 * middle and at the end. `resident` tells what the browser takes of the machine's memory; `told` is called with each kind and its figures.
 */
export async function soak(page, amounts, { resident = () => undefined, told = () => {} } = {}) {
  const session = await page.context().newCDPSession(page);
  const count = async () => ({ ...(await alive(page, session)), resident: resident() });
  const found = {};
  for (const [kind, amount] of Object.entries(amounts)) {
    found[kind] = await figures((number) => kinds[kind](page, number), [0, amount / 2, amount].map((part) => WARM + Math.round(part)), count);
    told(kind, found[kind]);
  }
  return found;
}

/** Has a page count the memories of its WebAssemblies, which no browser tells. To be called before it is loaded. */
export const countMemories = (context) =>
  context.addInitScript(() => {
    const memories = (window.memories = []);
    const counted = (instantiate) => async (...args) => {
      const made = await instantiate.apply(WebAssembly, args);
      const { memory } = (made.instance ?? made).exports;
      if (memory) memories.push(new WeakRef(memory));
      return made;
    };
    for (const name of ["instantiate", "instantiateStreaming"]) WebAssembly[name] = counted(WebAssembly[name]);
  });

async function figures(once, upTo, count) {
  const found = [];
  for (let number = 0; number <= upTo.at(-1); number++) {
    if (upTo.includes(number)) found.push(await count());
    if (number < upTo.at(-1)) await once(number);
  }
  return found;
}

/** Collected more than once: what one round sets free holds what the next does. */
async function alive(page, session) {
  for (let round = 0; round < 3; round++) {
    await session.send("HeapProfiler.collectGarbage");
    await page.waitForTimeout(200);
  }
  const { nodes, jsEventListeners } = await session.send("Memory.getDOMCounters");
  const { usedSize, embedderHeapUsedSize, backingStorageSize } = await session.send("Runtime.getHeapUsage");
  const wasm = await page.evaluate(() => window.memories.reduce((sum, memory) => sum + (memory.deref()?.buffer.byteLength ?? 0), 0));
  return { heap: usedSize + embedderHeapUsedSize + backingStorageSize, wasm, nodes, listeners: jsEventListeners };
}

/** The next pack, by a hand scanner, until it is on the screen. */
async function scan(page, number) {
  const entry = [plain, outer][number % 2];
  const serial = `SN${number}X`;
  await wedge(page, `]d201${in14(entry.gtin)}10AB\x1d21${serial}`);
  await page.locator(".on-box", { hasText: serial }).waitFor();
}

const weeks = [["nhsbsa_dmd_11.1.0_20251106000001.zip", "2025-11-06"], ["nhsbsa_dmd_11.2.0_20251113000001.zip", "2025-11-13"]];

/** The same release as that of another week, dropped on the page, until it is in use. A file that a test chooses would be held by what chose it. */
async function swap(page, number) {
  const [name, release_date] = weeks[number % weeks.length];
  await page.evaluate(drop, [RELEASE, name]);
  await inUse(page, { release_date }).waitFor();
  await page.getByText("Your release is in use").waitFor();
}

async function drop([url, name]) {
  const file = new File([await (await fetch(url)).blob()], name, { type: "application/zip" });
  const drop = new Event("drop", { bubbles: true, cancelable: true });
  document.dispatchEvent(Object.assign(drop, { dataTransfer: { files: [file], items: [], types: ["Files"] } }));
}

/** The camera is opened before another pack's result, and closed when it has read its own. */
async function film(page, number) {
  await scan(page, 2 * number + 1);
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await resultName(page).filter({ hasText: plain.pack.name }).waitFor();
  await page.getByRole("button", { name: "Stop" }).click();
}

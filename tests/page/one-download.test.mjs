// Tests that a device downloads its data once, however often it is started: by a framework that
// mounts twice, by two blocks on a page, and in two tabs. The server counts the bytes that it
// sends.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { paths } from "../../scripts/common/project.mjs";
import { folderWithPackage } from "../common/folders.mjs";
import { engines } from "../common/engines.mjs";
import { inWhole } from "../common/whole.mjs";
import { release } from "./codes.mjs";
import { launch } from "./driver.mjs";
import { serveFolder } from "./server.mjs";

const folder = folderWithPackage();
for (const name of ["dataset", "dataset.json"])
  cpSync(join(paths.page, name), join(folder, name), { recursive: true });

const TAB = `<!doctype html><script type="module">
  import { DeviceDataset } from "./node_modules/pack-lookup/device.js";
  window.newDevice = () => new DeviceDataset();
  window.isLoaded = true;
</script>`;
writeFileSync(join(folder, "tab.html"), TAB);
writeFileSync(join(folder, "tabs.html"), "<!doctype html><title>Tabs</title>");

const server = await serveFolder(folder);
after(() => server.stop());

const { url } = JSON.parse(readFileSync(join(folder, "dataset.json"), "utf8"));
const file = readFileSync(join(folder, url));
const CHUNKS = 20;
/** A download takes a second, so that tests can act in between. */
const CHUNK_MS = 50;
let sent = 0;
let fails = 0;
server.answers[url.replace(/\.gz$/, "")] = (_, response) => response.writeHead(404).end();
server.answers[url] = async (_, response) => {
  if (fails > 0) {
    fails -= 1;
    return response.writeHead(503).end();
  }
  const size = Math.ceil(file.length / CHUNKS);
  for (let at = 0; at < file.length && !response.destroyed; at += size) {
    const chunk = file.subarray(at, at + size);
    response.write(chunk);
    sent += chunk.length;
    await pause(CHUNK_MS);
  }
  response.end();
};

/** Tells how many times the whole file was sent, to one place. */
const copiesSent = () => Math.round((10 * sent) / file.length) / 10;

/** Forgets all data of the device, and closes all tabs. Runs in the page. */
async function forget() {
  for (const frame of document.querySelectorAll("iframe")) frame.remove();
  for (const name of await caches.keys()) await caches.delete(name);
}

/**
 * Defines what the tests do in a page. A frame counts as a tab: it has modules, locks and an end of
 * its own.
 */
function defineHelpers() {
  const isIn = (device, text) => device.state.status.is === text;
  const wait = async (isTrue) => {
    while (!isTrue()) await new Promise((resolve) => setTimeout(resolve, 10));
  };
  Object.assign(window, {
    async openTab() {
      const frame = document.createElement("iframe");
      frame.src = "tab.html";
      document.body.append(frame);
      await wait(() => frame.contentWindow.isLoaded);
      return frame;
    },
    /** Waits until a part of the data has arrived. */
    untilReceived: (device) => wait(() => device.state.status.received > 0),
    ended: (device) => wait(() => ["ready", "failed", "none"].some((text) => isIn(device, text))),
    outcome: ({ state: { status, packs, isStored } }) => [status.is, packs?.size, isStored],
  });
}

const packs = release().packs;
const READY = ["ready", packs, true];

/** What happens in a page, how often the data is sent, and what each device has at the end. */
const scenarios = [
  {
    name: "a device that is started, closed and started again",
    async run() {
      const { contentWindow } = await openTab();
      const device = contentWindow.newDevice();
      void device.start();
      device.close();
      await device.start();
      await ended(device);
      return [outcome(device)];
    },
    outcomes: [READY],
    copies: [1, 1],
  },
  {
    name: "two devices of a component that is mounted twice",
    async run() {
      const { contentWindow } = await openTab();
      const devices = [contentWindow.newDevice(), contentWindow.newDevice()];
      void devices[0].start();
      devices[0].close();
      await devices[1].start();
      await ended(devices[1]);
      // The closed one must not open what it had asked for.
      await new Promise((resolve) => setTimeout(resolve, 500));
      return devices.map(outcome);
    },
    outcomes: [["none", undefined, undefined], READY],
    copies: [1, 1],
  },
  {
    name: "a device that is closed during the download, and another one that follows",
    async run() {
      const { contentWindow } = await openTab();
      const devices = [contentWindow.newDevice(), contentWindow.newDevice()];
      void devices[0].start();
      await untilReceived(devices[0]);
      devices[0].close();
      await devices[1].start();
      await ended(devices[1]);
      return devices.map(outcome);
    },
    outcomes: [["none", undefined, undefined], READY],
    copies: [1, 1],
  },
  {
    name: "two devices on one page",
    async run() {
      const { contentWindow } = await openTab();
      const devices = [contentWindow.newDevice(), contentWindow.newDevice()];
      await Promise.all(devices.map((device) => device.start()));
      return devices.map(outcome);
    },
    outcomes: [READY, READY],
    copies: [1, 1],
  },
  {
    name: "two tabs, of which the second shows the progress of the first",
    async run() {
      const tabs = await Promise.all([openTab(), openTab()]);
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      const starts = devices.map((device) => device.start());
      await Promise.all(devices.map(untilReceived));
      const shown = devices.map(({ state }) => state.status.is);
      await Promise.all(starts);
      return [shown, ...devices.map(outcome)];
    },
    outcomes: [["downloading", "downloading"], READY, READY],
    copies: [1, 1],
  },
  {
    name: "two tabs, of which the first is closed",
    async run() {
      const tabs = [await openTab(), await openTab()];
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      void devices[0].start();
      await untilReceived(devices[0]);
      const start = devices[1].start();
      await untilReceived(devices[1]);
      tabs[0].remove();
      await start;
      return [outcome(devices[1])];
    },
    outcomes: [READY],
    copies: [1, 1.9],
  },
  {
    name: "two tabs, of which the first closes its device",
    async run() {
      const tabs = [await openTab(), await openTab()];
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      void devices[0].start();
      await untilReceived(devices[0]);
      const start = devices[1].start();
      await untilReceived(devices[1]);
      devices[0].close();
      await start;
      return devices.map(outcome);
    },
    outcomes: [["none", undefined, undefined], READY],
    copies: [1, 1.9],
  },
  {
    name: "two tabs, of which the second is closed while it waits",
    async run() {
      const tabs = [await openTab(), await openTab()];
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      const start = devices[0].start();
      await untilReceived(devices[0]);
      void devices[1].start();
      await untilReceived(devices[1]);
      devices[1].close();
      await start;
      return devices.map(outcome);
    },
    outcomes: [READY, ["none", undefined, undefined]],
    copies: [1, 1],
  },
  {
    name: "two tabs, of which the first fails",
    fails: 1,
    async run() {
      const tabs = [await openTab(), await openTab()];
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      await Promise.all(devices.map((device) => device.start()));
      return devices.map(outcome).sort();
    },
    outcomes: [["failed", undefined, undefined], READY],
    copies: [1, 1],
  },
  {
    name: "two tabs whose storage is full",
    async run() {
      const tabs = [await openTab(), await openTab()];
      for (const { contentWindow } of tabs)
        contentWindow.Cache.prototype.put = async () => {
          throw new DOMException("full", "QuotaExceededError");
        };
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      await Promise.all(devices.map((device) => device.start()));
      return devices.map(outcome);
    },
    outcomes: [
      ["ready", packs, false],
      ["ready", packs, false],
    ],
    copies: [2, 2],
  },
  {
    name: "two tabs without locks, which download as before",
    async run() {
      const tabs = [await openTab(), await openTab()];
      for (const { contentWindow } of tabs)
        Object.defineProperty(contentWindow.navigator, "locks", { value: undefined });
      const devices = tabs.map(({ contentWindow }) => contentWindow.newDevice());
      await Promise.all(devices.map((device) => device.start()));
      return devices.map(outcome);
    },
    outcomes: [READY, READY],
    copies: [1, 2],
  },
  {
    name: "a device with stored data that is started, closed and started again",
    async run() {
      const { contentWindow } = await openTab();
      await contentWindow.newDevice().start();
      const device = contentWindow.newDevice();
      void device.start();
      device.close();
      await device.start();
      await ended(device);
      return [outcome(device)];
    },
    outcomes: [READY],
    copies: [1, 1],
  },
];

for (const [engineName, { start, skip }] of Object.entries(engines)) {
  describe(`the data is downloaded once in ${engineName}`, {
    skip,
    ...(engineName !== "chromium" && inWhole),
  }, async () => {
    let starting;
    const started = () => (starting ??= start());
    after(async () => (await starting)?.close());
    for (const scenario of scenarios) {
      test(scenario.name, async (t) => {
        const engine = await started();
        await engine.open(`${server.origin}/tabs.html`);
        await engine.run(forget);
        await engine.run(defineHelpers);
        [sent, fails] = [0, scenario.fails ?? 0];
        // A method of an object is no function expression.
        const body = `async function ${String(scenario.run).replace(/^async /, "")}`;
        const outcomes = await engine.run(new Function(`return ${body}`)());
        t.diagnostic(`the file was sent ${copiesSent()} times, ${sent} bytes`);
        const jsonOf = (value) => JSON.parse(JSON.stringify(value));
        assert.deepEqual(jsonOf(outcomes), jsonOf(scenario.outcomes));
        const [least, most] = scenario.copies;
        assert.ok(copiesSent() >= least && copiesSent() <= most, `sent ${copiesSent()} times`);
      });
    }
  });
}

/** The name of the lock, and a time after which a tab that shows no progress counts as frozen. */
const LOCK = "pack-lookup-download";
const AFTER_QUIET_MS = 120_000;

test("a frozen tab delays another one, and does not stop it", async (t) => {
  const browser = await launch();
  const context = await browser.newContext();
  t.after(() => context.close());
  const [frozen, page] = [await context.newPage(), await context.newPage()];
  await frozen.goto(`${server.origin}/tab.html`);
  await frozen.evaluate(
    (name) =>
      new Promise((resolve) =>
        navigator.locks.request(name, () => {
          resolve();
          return new Promise(() => {});
        }),
      ),
    LOCK,
  );
  await page.clock.install();
  await page.goto(`${server.origin}/tab.html`);
  await page.waitForFunction(() => window.isLoaded);
  sent = 0;
  await page.evaluate(() => {
    window.device = newDevice();
    void window.device.start();
  });
  await page.waitForFunction(() => window.device.state.status.is === "downloading");
  await pause(300);
  assert.equal(sent, 0, "it waits");
  await page.clock.fastForward(AFTER_QUIET_MS);
  await page.waitForFunction(() => window.device.state.status.is === "ready", undefined, {
    polling: 50,
  });
  assert.equal(copiesSent(), 1);
});

test("two tabs download the data once", async (t) => {
  const browser = await launch();
  const context = await browser.newContext();
  t.after(() => context.close());
  const pages = [await context.newPage(), await context.newPage()];
  for (const page of pages) {
    await page.goto(`${server.origin}/tab.html`);
    await page.waitForFunction(() => window.isLoaded);
  }
  sent = 0;
  const sizes = await Promise.all(
    pages.map((page) =>
      page.evaluate(async () => {
        const device = newDevice();
        await device.start();
        return device.state.packs.size;
      }),
    ),
  );
  assert.deepEqual(sizes, [packs, packs]);
  assert.equal(copiesSent(), 1);
});

// Tests the choice among several rear cameras. The devices of the browser are replaced: each has
// its own capabilities, and a canvas as its picture.
import assert from "node:assert/strict";
import { test } from "node:test";
import { launch, openPage, reload, serve } from "./driver.mjs";

const { origin } = await serve();
const browser = await launch();

const AUTOMATIC = ["manual", "single-shot", "continuous"];

/** A camera as Android labels it. */
const camera = (deviceId, number, side, abilities) => ({
  deviceId,
  label: `camera2 ${number}, facing ${side}`,
  facing: side === "front" ? "user" : "environment",
  ...abilities,
});
const front = camera("front", 1, "front", { focusMode: AUTOMATIC, nearest: 0.1 });
const ultraWide = camera("ultra-wide", 2, "back", { focusMode: ["manual"] });
const telephoto = camera("telephoto", 3, "back", { focusMode: AUTOMATIC, nearest: 0.8 });
const main = camera("main", 0, "back", { focusMode: AUTOMATIC, nearest: 0.1 });

/** Opens the page with these devices. The browser prefers the first rear one. */
async function withDevices(t, devices) {
  const page = await openPage(t, browser, origin);
  page.setDefaultTimeout(10_000);
  await page.addInitScript(replaceDevices, devices);
  await reload(page);
  return page;
}

/**
 * Replaces the devices. `window.opened` records each attempt to open one, and `window.open` those
 * that are open. Runs in the page.
 */
function replaceDevices(devices) {
  window.devices = devices;
  window.opened = [];
  window.open = new Set();
  window.mostOpen = 0;
  const find = ({ deviceId, facingMode }) => {
    const { exact, ideal } = deviceId ?? {};
    const named = window.devices.find((device) => device.deviceId === (exact ?? ideal));
    if (exact && !named) throw new DOMException("no such device", "OverconstrainedError");
    return (
      named ??
      window.devices.find(({ facing }) => facing === facingMode?.ideal) ??
      window.devices[0]
    );
  };
  const open = ({ deviceId, label, facing, focusMode, nearest, zoom, fails }) => {
    window.opened.push(deviceId);
    if (fails) throw new DOMException("in use", "NotReadableError");
    const canvas = document.createElement("canvas");
    const context = canvas.getContext("2d");
    const stream = canvas.captureStream();
    setInterval(() => context.fillRect(0, 0, canvas.width, canvas.height), 100);
    const [track] = stream.getVideoTracks();
    window.open.add(deviceId);
    window.mostOpen = Math.max(window.mostOpen, window.open.size);
    const focusDistance = nearest === undefined ? undefined : { min: nearest, max: 10, step: 0.01 };
    const stop = track.stop.bind(track);
    Object.defineProperty(track, "label", { value: label });
    return Object.assign(stream, {
      getVideoTracks: () => [
        Object.assign(track, {
          getCapabilities: () => ({ facingMode: [facing], focusMode, focusDistance, zoom }),
          getSettings: () => ({ deviceId, zoom: zoom?.min }),
          applyConstraints: async ({ advanced }) => void (window.applied = advanced),
          stop: () => (window.open.delete(deviceId), stop()),
        }),
      ],
    });
  };
  navigator.mediaDevices.getUserMedia = async ({ video }) => open(find(video));
  navigator.mediaDevices.enumerateDevices = async () =>
    window.devices.map(({ deviceId, label, facing }) => ({
      deviceId,
      label,
      kind: "videoinput",
      getCapabilities: () => ({ facingMode: [facing] }),
    }));
}

/** Starts the camera. Returns the camera that is selected, and the attempts to open one. */
async function scan(page) {
  await page.getByRole("button", { name: /Scan with the camera|Try the camera again/ }).click();
  await page.locator(".hint", { hasText: /Hold the barcode|black/ }).waitFor();
  return page.evaluate(() => ({ opened: window.opened.splice(0), open: [...window.open] }));
}

const stop = (page) => page.getByRole("button", { name: "Stop" }).click();

test("tries the rear cameras, and uses the one that focuses near", async (t) => {
  const page = await withDevices(t, [front, ultraWide, telephoto, main]);
  assert.deepEqual(await scan(page), { opened: ["ultra-wide", "main"], open: ["main"] });
  assert.equal(await page.getByLabel("Camera").inputValue(), "main");
  assert.equal(await page.evaluate(() => window.mostOpen), 1, "one camera at a time is open");
});

test("remembers the camera that focuses near, until the devices change", async (t) => {
  const page = await withDevices(t, [front, ultraWide, telephoto, main]);
  await scan(page);
  await stop(page);
  assert.deepEqual(await scan(page), { opened: ["main"], open: ["main"] });
  await reload(page);
  assert.deepEqual(await scan(page), { opened: ["main"], open: ["main"] });
  await stop(page);
  await page.evaluate(() => window.devices.pop());
  assert.deepEqual(await scan(page), { opened: ["ultra-wide", "telephoto"], open: ["telephoto"] });
});

test("opens one rear camera once", async (t) => {
  const page = await withDevices(t, [front, ultraWide]);
  assert.deepEqual(await scan(page), { opened: ["ultra-wide"], open: ["ultra-wide"] });
});

test("tries no other camera if the first focuses near", async (t) => {
  const page = await withDevices(t, [front, main, ultraWide, telephoto]);
  assert.deepEqual(await scan(page), { opened: ["main"], open: ["main"] });
});

test("opens the best camera again if a later one is worse", async (t) => {
  const page = await withDevices(t, [telephoto, ultraWide]);
  assert.deepEqual(await scan(page), {
    opened: ["telephoto", "ultra-wide", "telephoto"],
    open: ["telephoto"],
  });
});

test("uses the first camera if the others do not open, and tries again on the next visit", async (t) => {
  const page = await withDevices(t, [
    ultraWide,
    { ...telephoto, fails: true },
    { ...main, fails: true },
  ]);
  assert.deepEqual(await scan(page), {
    opened: ["ultra-wide", "main", "telephoto", "ultra-wide"],
    open: ["ultra-wide"],
  });
  await stop(page);
  assert.deepEqual(await scan(page), { opened: ["ultra-wide"], open: ["ultra-wide"] });
  await reload(page);
  assert.equal((await scan(page)).opened.length, 4);
});

test("the person's own choice of a camera is kept, and nothing is tried", async (t) => {
  const page = await withDevices(t, [front, ultraWide, telephoto, main]);
  await scan(page);
  await page.getByLabel("Camera").selectOption("ultra-wide");
  await page.waitForFunction(() => window.open.has("ultra-wide"));
  await reload(page);
  assert.deepEqual(await scan(page), { opened: ["ultra-wide"], open: ["ultra-wide"] });
});

test("the person's own choice of a camera is kept if storage is blocked", async (t) => {
  const page = await withDevices(t, [front, ultraWide, telephoto, main]);
  await page.evaluate(
    () =>
      (Storage.prototype.setItem = () => {
        throw new Error("blocked");
      }),
  );
  await scan(page);
  await page.getByLabel("Camera").selectOption("ultra-wide");
  await page.waitForFunction(() => window.open.has("ultra-wide"));
  await stop(page);
  await page.evaluate(() => window.opened.splice(0));
  assert.deepEqual(await scan(page), { opened: ["ultra-wide"], open: ["ultra-wide"] });
});

test("a camera that starts with its widest view gets a zoom of 1", async (t) => {
  const triple = {
    deviceId: "triple",
    label: "Back Triple Camera",
    facing: "environment",
    zoom: { min: 0.5, max: 5, step: 0.1 },
  };
  const page = await withDevices(t, [triple]);
  await scan(page);
  assert.deepEqual(await page.evaluate(() => window.applied), [{ zoom: 1 }]);
});

test("stopping during the trial opens no further camera", async (t) => {
  const page = await withDevices(t, [ultraWide, telephoto, main]);
  await page.evaluate(() => {
    const { getUserMedia } = navigator.mediaDevices;
    navigator.mediaDevices.getUserMedia = async (constraints) => {
      const stream = await getUserMedia(constraints);
      if (window.opened.length === 2) await new Promise((resolve) => (window.goOn = resolve));
      return stream;
    };
  });
  await page.getByRole("button", { name: "Scan with the camera" }).click();
  await page.waitForFunction(() => window.goOn);
  await stop(page);
  await page.evaluate(() => window.goOn());
  await page.waitForFunction(() => window.open.size === 0);
  assert.deepEqual(await page.evaluate(() => window.opened), ["ultra-wide", "main"]);
});

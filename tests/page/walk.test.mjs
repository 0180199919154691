// Walks through the page in each engine: the first visit, a search, a hand scanner, a picture, the
// history, and all of it offline; then a stock-take, a recall and a report.
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { engines, until } from "../common/engines.mjs";
import { inWhole } from "../common/whole.mjs";
import { symbol } from "./clips.mjs";
import { discontinued, plain, toGtin14 } from "./codes.mjs";
import { servePage } from "./visit.mjs";
import { temporaryFolder } from "../common/folders.mjs";

/** Drivers type capitals without Shift, which no scanner does, so the batch is a number. */
const BATCH = "24680135";
const SCANNER_GAP_MS = 8;
const PERSON_GAP_MS = 150;

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`the main walk works in ${name}`, { skip, ...inWhole }, async (t) => {
    const { server } = await servePage(t);
    const engine = await start();
    t.after(engine.close);
    await firstVisit(engine, server);
    await search(engine, plain.pack);
    await scan(engine, plain);
    await readPicture(engine, await pictureOf(t, discontinued), discontinued.pack);
    await hasHistory(engine);
    await engine.open(server.origin);
    await hasHistory(engine);
    await server.stop();
    await engine.open(server.origin);
    await hasHistory(engine);
    await search(engine, discontinued.pack);
    await scan(engine, plain);
  });
}

for (const [name, { start, skip }] of Object.entries(engines)) {
  test(`a stock-take, a recall and a report work in ${name}`, { skip, ...inWhole }, async (t) => {
    const { server } = await servePage(t);
    const engine = await start();
    t.after(engine.close);
    await engine.open(server.origin);
    await until(engine, "the data is in use", () => document.querySelector(".strip .age") !== null);
    await countTwo(engine);
    await watchRecall(engine);
    await report(engine);
  });
}

/** Counts two boxes of one batch. */
async function countTwo(engine) {
  await click(engine, "Stock-take");
  await fill(engine, "Name", "Weekly");
  await click(engine, "Start");
  await until(engine, "counting", () => document.querySelector("#take-title") !== null);
  for (const counted of ["×1", "×2"]) {
    await engine.run(() => document.activeElement.blur());
    await press(engine, codeOf(plain), SCANNER_GAP_MS);
    await shows(engine, ".stock-lines", counted);
  }
}

/** Watches the batch that was counted: its line has the warning. */
async function watchRecall(engine) {
  const text = `Class 2 recall\nGTIN ${toGtin14(plain.gtin)}\nBatch number: ${BATCH}, expiry 12/2031`;
  await click(engine, "Watch for the batches of a recall");
  await fill(engine, "Text of the recall", text);
  await click(engine, "Read the text");
  await shows(engine, ".watch", BATCH);
  await click(engine, "Watch these batches");
  await click(engine, "Stock-take");
  await shows(engine, ".stock-lines", "recall list");
}

/** Reports the code of a scanned box. */
async function report(engine) {
  await click(engine, "Look up");
  await scan(engine, plain);
  await click(engine, "Report this code");
  await click(engine, "The box says something else");
  await fill(engine, "What the box says", "Ibuprofen 200mg tablets 24");
  await shows(engine, "main", "Box says: Ibuprofen 200mg tablets 24");
}

const codeOf = ({ gtin }) => `]d201${toGtin14(gtin)}10${BATCH}\n`;

const click = (engine, name) => until(engine, `"${name}" can be pressed`, clickNamed, name);

/** Runs in the page: clicks what has a name, and returns whether there is such a thing. */
function clickNamed(name) {
  const named = [...document.querySelectorAll("a, button, label")].find(
    (element) => element.textContent.replace(/\s+/g, " ").trim() === name,
  );
  named?.click();
  return named !== undefined;
}

const fill = (engine, label, text) =>
  until(engine, `"${label}" can be filled`, fillLabelled, { label, text });

/** Runs in the page: types into the field of a label, and returns whether there is one. */
function fillLabelled({ label, text }) {
  const labels = [...document.querySelectorAll("label")];
  const field = labels.find((one) => one.textContent.trim().startsWith(label))?.control;
  if (!field) return false;
  field.value = text;
  for (const type of ["input", "change"]) field.dispatchEvent(new Event(type, { bubbles: true }));
  return true;
}

const shows = (engine, selector, text) =>
  until(
    engine,
    `${selector} shows ${text}`,
    ({ selector, text }) => document.querySelector(selector)?.textContent.includes(text) === true,
    { selector, text },
  );

/** Opens the page, and waits until the data is stored and the service worker is in control. */
async function firstVisit(engine, { origin, requests }) {
  await engine.open(origin);
  await until(engine, "the data is in use", () => document.querySelector(".strip .age") !== null);
  await until(
    engine,
    "the data is stored",
    async () => (await caches.match("/dataset/current")) !== undefined,
  );
  await until(
    engine,
    "the service worker is in control",
    () => navigator.serviceWorker.controller?.state === "activated",
  );
  assert.ok(
    requests.some(({ url }) => url.startsWith("/dataset/")),
    "the data is downloaded",
  );
}

/** Types the name of a pack, and opens the pack from the results. */
async function search(engine, { name }) {
  await until(engine, "the data is in use", () => document.querySelector(".strip .age") !== null);
  await engine.run(clearField);
  await press(engine, name, PERSON_GAP_MS);
  await until(engine, `only ${name} is found`, openOnlyHit);
  await isAnswered(engine, name);
}

/** Runs in the page. */
function clearField() {
  const field = document.querySelector("#query");
  field.value = "";
  field.dispatchEvent(new Event("input"));
  field.focus();
}

/** Runs in the page: clicks the only result, and returns whether there is one. */
function openOnlyHit() {
  const hits = document.querySelectorAll(".hits .hit");
  if (hits.length !== 1) return false;
  hits[0].click();
  return true;
}

async function scan(engine, entry) {
  await engine.run(() => document.activeElement.blur());
  await press(engine, codeOf(entry), SCANNER_GAP_MS);
  await isAnswered(engine, entry.pack.name);
  await until(
    engine,
    "the batch is shown",
    (batch) => document.querySelector(".card")?.textContent.includes(batch),
    BATCH,
  );
}

/**
 * Presses keys with explicit times, so that a slow machine is not a slow scanner. A long pause is
 * before them.
 */
async function press(engine, text, gapMs) {
  await engine.run(timeKeys, gapMs);
  await engine.press(text);
}

/** Runs in the page. */
function timeKeys(gapMs) {
  const pauseMs = 10_000;
  const setTime = (event) =>
    Object.defineProperty(event, "timeStamp", { value: (keyClock.at += keyClock.gapMs) });
  if (!window.keyClock) addEventListener("keydown", setTime, { capture: true });
  window.keyClock = { at: (window.keyClock?.at ?? performance.now()) + pauseMs, gapMs };
}

async function readPicture(engine, file, { name }) {
  await engine.choose("#image", file);
  await isAnswered(engine, name);
}

async function pictureOf(t, { gtin }) {
  const folder = temporaryFolder(t);
  const file = join(folder, "box.png");
  writeFileSync(file, await symbol({ bcid: "datamatrix", text: toGtin14(gtin), scale: 6 }));
  return file;
}

const isAnswered = (engine, name) =>
  until(
    engine,
    `the answer is ${name}`,
    (name) =>
      document.querySelector("#result-name")?.textContent.replace(/\s+/g, " ").trim() === name,
    name,
  );

/** Asserts that the history lists the three lookups of the first visit, the latest first. */
async function hasHistory(engine) {
  await engine.run(() => document.querySelector('nav a[href="#history"]').click());
  await until(engine, "the history has the lookups", hasRows, [
    discontinued.pack.name,
    plain.pack.name,
    plain.pack.name,
  ]);
  await engine.run(() => document.querySelector('nav a[href="#look-up"]').click());
}

/** Runs in the page. */
function hasRows(names) {
  const rows = [...document.querySelectorAll(".history .hit .product")];
  return JSON.stringify(rows.map(({ textContent }) => textContent)) === JSON.stringify(names);
}

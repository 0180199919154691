// Tests stored settings, also in browsers that refuse storage.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { load } from "./source.mjs";

const { loadSetting, saveSetting } = await load("settings.ts");
const { savedFeedback, saveFeedback } = await load("scan/feedback.ts");

const isNumber = (value) => typeof value === "number";
const BOTH = { beep: true, vibrate: true };

afterEach(() => storage(undefined));

test("loads saved settings", () => {
  storage(memory());
  saveSetting("a", 5);
  assert.equal(loadSetting("a", isNumber), 5);
  saveFeedback({ beep: false, vibrate: true });
  assert.deepEqual(savedFeedback(), { beep: false, vibrate: true });
});

const unusable = {
  "no stored value": "null",
  "invalid JSON": "{beep",
  "another shape": `{"beep":"yes"}`,
  "a missing field": `{"beep":false}`,
  "another type": "7",
};

for (const [name, stored] of Object.entries(unusable)) {
  test(`uses the default feedback with ${name}`, () => {
    storage(memory(stored));
    assert.deepEqual(savedFeedback(), BOTH);
  });
}

test("works with blocked site data", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  saveSetting("a", 5);
  assert.equal(loadSetting("a", isNumber), undefined);
  assert.deepEqual(savedFeedback(), BOTH);
});

test("works with storage that throws", () => {
  const refuse = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  storage({ getItem: refuse, setItem: refuse });
  saveFeedback(BOTH);
  assert.deepEqual(savedFeedback(), BOTH);
});

function storage(value) {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
}

function memory(stored = null) {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? stored, setItem: (key, value) => values.set(key, value) };
}

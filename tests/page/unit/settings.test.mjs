// Tests stored settings, also in browsers that refuse storage.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { load } from "./source.mjs";

const { recall, remember } = await load("settings.ts");
const { rememberedFeedback, rememberFeedback } = await load("scan/feedback.ts");

const isNumber = (value) => typeof value === "number";
const BOTH = { beep: true, vibrate: true };

afterEach(() => storage(undefined));

test("what was remembered is recalled", () => {
  storage(memory());
  remember("a", 5);
  assert.equal(recall("a", isNumber), 5);
  rememberFeedback({ beep: false, vibrate: true });
  assert.deepEqual(rememberedFeedback(), { beep: false, vibrate: true });
});

const unusable = {
  "nothing kept": "null",
  "no JSON": "{beep",
  "another shape": `{"beep":"yes"}`,
  "a part missing": `{"beep":false}`,
  "another kind": "7",
};

for (const [name, kept] of Object.entries(unusable)) {
  test(`the feedback is the usual one with ${name}`, () => {
    storage(memory(kept));
    assert.deepEqual(rememberedFeedback(), BOTH);
  });
}

test("blocked site data are no error", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  remember("a", 5);
  assert.equal(recall("a", isNumber), undefined);
  assert.deepEqual(rememberedFeedback(), BOTH);
});

test("a storage that throws is no error", () => {
  const refuse = () => {
    throw new DOMException("", "QuotaExceededError");
  };
  storage({ getItem: refuse, setItem: refuse });
  rememberFeedback(BOTH);
  assert.deepEqual(rememberedFeedback(), BOTH);
});

function storage(value) {
  Object.defineProperty(globalThis, "localStorage", { configurable: true, value });
}

function memory(kept = null) {
  const values = new Map();
  return { getItem: (key) => values.get(key) ?? kept, setItem: (key, value) => values.set(key, value) };
}

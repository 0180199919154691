// Tests sounds and vibration, and stored settings, also in browsers that refuse them.
import assert from "node:assert/strict";
import { afterEach, test } from "node:test";
import { load } from "./source.mjs";

const { savedFeedback, saveFeedback, signal, SIGNALS } = await load("blocks/scanner/feedback.ts");
const { loadSetting, saveSetting } = await load("blocks/scanner/settings.ts");

const BOTH = { beep: true, vibrate: true };
const kinds = ["plain", "code", "box", "data", "nothing"];
const vibrates = ({ vibration }) => vibration.reduce((sum, ms) => sum + ms, 0);
const sounds = ({ tones }) => Math.max(...tones.map(({ from, seconds }) => from + seconds)) * 1000;

afterEach(() => {
  device({});
});

test("each kind of signal sounds and feels different", () => {
  assert.deepEqual(Object.keys(SIGNALS).sort(), [...kinds].sort());
  const rhythm = ({ tones }) => tones.map(({ from, seconds }) => `${from}+${seconds}`).join();
  const melody = ({ tones }) => tones.map(({ frequency }) => frequency).join();
  for (const of of [({ vibration }) => vibration.join(), rhythm, melody]) {
    assert.equal(new Set(kinds.map((kind) => of(SIGNALS[kind]))).size, kinds.length);
  }
});

test("the most urgent signal is the longest, and the plain one the shortest", () => {
  for (const length of [vibrates, sounds]) {
    const others = kinds.filter((kind) => kind !== "box").map((kind) => length(SIGNALS[kind]));
    assert.ok(length(SIGNALS.box) > Math.max(...others), `${length(SIGNALS.box)} > ${others}`);
    assert.equal(Math.min(...others), length(SIGNALS.plain));
  }
});

test("vibrations start and end with the motor on", () => {
  for (const kind of kinds) assert.equal(SIGNALS[kind].vibration.length % 2, 1, kind);
});

test("gives only the selected kinds of feedback", () => {
  const given = [];
  device({
    vibrate: (pattern) => given.push(pattern),
    // biome-ignore lint/complexity/useArrowFunction: it is constructed with new
    AudioContext: function () {
      given.push("sound");
      throw new Error();
    },
  });
  signal({ beep: false, vibrate: true }, "box");
  assert.deepEqual(given, [SIGNALS.box.vibration]);
  signal({ beep: false, vibrate: false }, "box");
  assert.equal(given.length, 1);
});

test("works without sound or vibration", () => {
  device({});
  for (const kind of kinds) signal(BOTH, kind);
});

test("one kind of feedback that throws does not prevent the other", () => {
  const refuse = () => {
    throw new DOMException("", "NotAllowedError");
  };
  let sounded = 0;
  device({
    vibrate: refuse,
    // biome-ignore lint/complexity/useArrowFunction: it is constructed with new
    AudioContext: function () {
      sounded += 1;
      refuse();
    },
  });
  for (const kind of kinds) signal(BOTH, kind);
  assert.equal(sounded, kinds.length);
});

function device({ vibrate, AudioContext }) {
  Object.defineProperty(globalThis, "navigator", {
    configurable: true,
    value: { ...(vibrate && { vibrate }) },
  });
  globalThis.AudioContext = AudioContext;
}

const isNumber = (value) => typeof value === "number";

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

test("keeps a setting until the page closes if site data is blocked", () => {
  Object.defineProperty(globalThis, "localStorage", {
    configurable: true,
    get: () => {
      throw new DOMException("", "SecurityError");
    },
  });
  saveSetting("a", 5);
  assert.equal(loadSetting("a", isNumber), 5);
  assert.deepEqual(savedFeedback(), BOTH);
  storage(memory("7"));
  saveSetting("a", 6);
  assert.equal(loadSetting("a", isNumber), 6, "what is stored later replaces it");
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
  return {
    getItem: (key) => values.get(key) ?? stored,
    setItem: (key, value) => values.set(key, value),
  };
}

// Tests hand scanners: the result is what was scanned, or the scan is reported as incomplete.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCases } from "../../cases/read.mjs";
import { load } from "./source.mjs";

// A simulated hand scanner on a computer: characters become key positions, and positions become the
// characters of the computer's layout.

const ROWS = {
  Backquote: "`~",
  Digit1: "1!",
  Digit2: "2@",
  Digit3: "3#",
  Digit4: "4$",
  Digit5: "5%",
  Digit6: "6^",
  Digit7: "7&",
  Digit8: "8*",
  Digit9: "9(",
  Digit0: "0)",
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Space: "  ",
};
const LETTERS = Object.fromEntries(
  [..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((c) => [`Key${c}`, c.toLowerCase() + c]),
);
const us = { ...ROWS, ...LETTERS };

/**
 * The characters of each position by layout: without and with Shift, and with AltGr if it matters.
 * "†" is a dead key.
 */
const layouts = {
  us,
  uk: { ...us, Backquote: "`¬", Digit2: '2"', Digit3: "3£", Quote: "'@", Backslash: "#~" },
  german: {
    ...us,
    Digit2: '2"',
    Digit3: "3§",
    Digit6: "6&",
    Digit7: "7/",
    Digit8: "8(",
    Digit9: "9)]",
    Digit0: "0=",
    Minus: "ß?",
    Equal: "††",
    BracketLeft: "üÜ",
    BracketRight: "+*",
    Backslash: "#'",
    Semicolon: "öÖ",
    Quote: "äÄ",
    Comma: ",;",
    Period: ".:",
    Slash: "-_",
    KeyY: "zZ",
    KeyZ: "yY",
    Backquote: "†°",
    IntlBackslash: "<>|",
  },
  french: {
    ...us,
    Digit1: "&1",
    Digit2: "é2",
    Digit3: '"3',
    Digit4: "'4",
    Digit5: "(5",
    Digit6: "-6",
    Digit7: "è7",
    Digit8: "_8",
    Digit9: "ç9",
    Digit0: "à0",
    Minus: ")°]",
    Equal: "=+",
    BracketLeft: "††",
    BracketRight: "$£",
    Backslash: "*µ",
    Semicolon: "mM",
    Quote: "ù%",
    Backquote: "²~",
    KeyA: "qQ",
    KeyQ: "aA",
    KeyZ: "wW",
    KeyW: "zZ",
    KeyM: ",?",
    Comma: ";.",
    Period: ":/",
    Slash: "!§",
    IntlBackslash: "<>",
  },
  dvorak: {
    ...us,
    Minus: "[{",
    Equal: "]}",
    BracketLeft: "/?",
    BracketRight: "=+",
    Quote: "-_",
    Semicolon: "sS",
    Comma: "wW",
    Period: "vV",
    Slash: "zZ",
    KeyQ: "'\"",
    KeyW: ",<",
    KeyE: ".>",
    KeyR: "pP",
    KeyT: "yY",
    KeyY: "fF",
    KeyU: "gG",
    KeyI: "cC",
    KeyO: "rR",
    KeyP: "lL",
    KeyS: "oO",
    KeyD: "eE",
    KeyF: "uU",
    KeyG: "iI",
    KeyH: "dD",
    KeyJ: "hH",
    KeyK: "tT",
    KeyL: "nN",
    KeyZ: ";:",
    KeyX: "qQ",
    KeyC: "jJ",
    KeyV: "kK",
    KeyB: "xX",
    KeyN: "bB",
  },
};

const GS = "\x1d";

/**
 * The events of a character. `scanner` and `host` are layouts, and `separator` is how GS is
 * sent.
 */
function keysOf(
  character,
  { scanner = us, host = scanner, separator = "ctrl", capsLock = false, hasCodes = true } = {},
) {
  const events = eventsOf(character, { scanner, host, separator, capsLock });
  return hasCodes ? events : events.map((event) => ({ ...event, code: "" }));
}

function eventsOf(character, { scanner, host, separator, capsLock }) {
  if (character !== GS) return [pressed(placeOf(character, scanner), host, { capsLock })];
  if (separator === "character") return [event({ key: GS, code: "" })];
  if (separator !== "ctrl")
    return [event({ key: "Alt", code: "AltLeft" }), ...[...separator].map(numpad)];
  return [pressed(placeOf("]", scanner), host, { capsLock, ctrlKey: true })];
}

const numpad = (digit) => event({ key: digit, code: `Numpad${digit}`, altKey: true });

function placeOf(character, scanner) {
  for (const [code, keys] of Object.entries(scanner)) {
    const level = [...keys].indexOf(character);
    if (level >= 0) return { code, level };
  }
  throw new Error(`the scanner's layout has no ${character}`);
}

function pressed({ code, level }, host, { capsLock, ctrlKey = false }) {
  const key = [...(host[code] ?? "†")][level] ?? "†";
  const isLetter = /[a-z]/i.test(key);
  const plain = key === "†" ? "Dead" : key;
  const typed = capsLock && isLetter ? swapped(key) : plain;
  const isAltGr = level === 2;
  return event(
    { key: typed, code, shiftKey: level === 1, ctrlKey: ctrlKey || isAltGr, altKey: isAltGr },
    { capsLock },
  );
}

const swapped = (text) =>
  text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

function event(press, { capsLock = false } = {}) {
  const getModifierState = (name) => name === "CapsLock" && capsLock;
  return {
    ctrlKey: false,
    altKey: false,
    shiftKey: false,
    repeat: false,
    getModifierState,
    ...press,
  };
}

const enter = event({ key: "Enter", code: "Enter" });
const tab = event({ key: "Tab", code: "Tab" });
const other = (key) => event({ key, code: key });

/**
 * Plays events, each with the milliseconds before it in `gap`. Silence at the end is reported too.
 */
function play(wedge, events, silenceMs) {
  let timeStamp = 0;
  const results = [];
  const note = (result) => result && results.push("text" in result ? result.text : "incomplete");
  for (const { gap, ...press } of events) {
    if (gap > silenceMs) note(wedge.silence());
    timeStamp += gap;
    note(wedge.press({ ...press, timeStamp }));
  }
  note(wedge.silence());
  return results;
}

// The tests.

const { SILENCE_MS, Wedge } = await load("blocks/wedge/wedge.ts");
const { areTwoCodes, isCodeLike } = await load("blocks/wedge/keys.ts");

const EAN = "5012345678900";
const ELEMENTS = `]d20105012345678900${"10"}AbZ-12/Y${GS}17991231${GS}21sN34`;
const FAST = 8;
const INCOMPLETE = ["incomplete"];

/**
 * The keys of a text and its Enter. `gaps` maps a character's index to extra time before
 * it.
 */
function scan(text, { gap = FAST, gaps = {}, end = [enter], endGap = gap, ...keyboard } = {}) {
  const keys = [...text].flatMap((character, at) =>
    keysOf(character, keyboard).map((key, part) => ({
      ...key,
      gap: part === 0 ? (gaps[at] ?? gap) : gap,
    })),
  );
  return [...keys, ...end.map((key) => ({ ...key, gap: endGap }))];
}

const pause = (ms, [first, ...rest]) => [{ ...first, gap: ms }, ...rest];
const readings = (...parts) => play(new Wedge(), parts.flat(2), SILENCE_MS);

const cases = [
  ["a code", scan(EAN), [EAN]],
  ["Tab at the end", scan(EAN, { end: [tab] }), [EAN]],
  ["every 50 ms", scan(EAN, { gap: 50 }), [EAN]],
  ["element strings", scan(ELEMENTS), [ELEMENTS]],
  ["two codes one after the other", [scan(EAN), pause(900, scan(ELEMENTS))], [EAN, ELEMENTS]],

  ["a person types", scan(EAN, { gap: 80 }), []],
  ["a person types quickly", scan("paracetamol", { gap: 95, gaps: { 3: 40, 7: 45 } }), []],
  [
    "a person holds a key",
    scan("0".repeat(20), { gap: 30 }).map((key) => ({ ...key, repeat: true })),
    [],
  ],
  ["a short word", scan("aspirin"), []],
  ["a program types a name, a person presses Enter", scan("amlodipine 5mg", { endGap: 900 }), []],
  [
    "a person types, then scans",
    [scan("amlod", { gap: 150, end: [] }), pause(900, scan(EAN))],
    [EAN],
  ],
  [
    "a person types, and at once scans",
    [scan("amlod", { gap: 150, end: [] }), pause(300, scan(EAN))],
    INCOMPLETE,
  ],

  ["a stall at the beginning", scan(EAN, { gaps: { 1: 200 } }), [EAN]],
  [
    "two digits by hand, then a scan",
    scan("5012396385074", { gaps: { 1: 180, 2: 220 } }),
    INCOMPLETE,
  ],
  ["a stall", scan(EAN, { gaps: { 7: 400 } }), [EAN]],
  ["three stalls", scan(EAN, { gaps: { 4: 120, 7: 400, 11: 250 } }), [EAN]],
  ["a stall before Enter", scan(EAN, { endGap: 450 }), [EAN]],
  ["no Enter of the scanner's own", scan(EAN, { endGap: 1500 }), [EAN]],
  ["a stall that leaves 8 digits", scan("5012396385074", { gaps: { 5: 700 } }), ["incomplete"]],
  ["a long stall that leaves 8 digits", scan("5012396385074", { gaps: { 5: 2500 } }), INCOMPLETE],
  ["a first key that comes early", scan(EAN, { gaps: { 1: 300 } }), ["incomplete"]],
  ["a first key that comes very early", scan("0012345678905", { gaps: { 1: 1500 } }), INCOMPLETE],
  [
    "an element string whose end comes late",
    scan(ELEMENTS, { gaps: { 19: 3000 } }),
    ["incomplete", "incomplete"],
  ],
  [
    "nothing of a former scan in a later one",
    [scan("50123456", { end: [] }), pause(9000, scan(EAN))],
    ["incomplete", EAN],
  ],

  [
    "a scan that breaks off, and the same code again",
    [scan(EAN.slice(0, 9), { end: [] }), pause(2500, scan(EAN))],
    ["incomplete", EAN],
  ],
  [
    "a scan that breaks off, and another code",
    [scan(EAN.slice(0, 9), { end: [] }), pause(2500, scan("96385074"))],
    ["incomplete", "incomplete"],
  ],
  [
    "a few keys that break off, and the same code again",
    [scan(EAN.slice(0, 3), { end: [] }), pause(2500, scan(EAN))],
    INCOMPLETE,
  ],
  [
    "a lost Enter, the next scan at once",
    [scan(EAN, { end: [] }), pause(300, scan(EAN))],
    INCOMPLETE,
  ],
  ["a lost Enter, the next scan without a gap", [scan(EAN, { end: [] }), scan(EAN)], INCOMPLETE],
  [
    "a lost Enter, the next scan after a moment",
    [scan(EAN, { end: [] }), pause(1200, scan(EAN))],
    INCOMPLETE,
  ],
  [
    "a lost Enter, the next scan later",
    [scan(EAN, { end: [] }), pause(2500, scan(ELEMENTS))],
    ["incomplete", ELEMENTS],
  ],
  [
    "a lost Enter between element strings",
    [scan("0105012345678900", { end: [] }), pause(200, scan("0105012345678900"))],
    INCOMPLETE,
  ],
  ["a lost Enter between identifiers", [scan(ELEMENTS, { end: [] }), scan(ELEMENTS)], INCOMPLETE],
  [
    "a key that is no character",
    [scan(EAN, { end: [] }), [{ ...other("F8"), gap: FAST }], scan("17991231")],
    INCOMPLETE,
  ],
  [
    "a key that repeats itself",
    scan(EAN).map((key, at) => (at === 5 ? { ...key, repeat: true } : key)),
    INCOMPLETE,
  ],

  ...["ctrl", "character", "0029", "029", "29"].map((separator) => [
    `a separator as ${separator}`,
    scan(ELEMENTS, { separator }),
    [ELEMENTS],
  ]),
  [
    "every character by its number",
    [...EAN]
      .flatMap((digit) => scan(GS, { separator: `00${digit.charCodeAt(0)}`, end: [] }))
      .concat({ ...enter, gap: FAST }),
    [EAN],
  ],
  ["a number beyond ASCII", [scan(EAN, { end: [] }), scan(GS, { separator: "0233" })], INCOMPLETE],

  ["Caps Lock", scan(ELEMENTS, { capsLock: true }), [ELEMENTS]],
  [
    "Caps Lock without codes of keys",
    scan(ELEMENTS, { capsLock: true, hasCodes: false }),
    [ELEMENTS],
  ],
  ["Caps Lock that the scanner knows of", scan(swapped(ELEMENTS), { capsLock: true }), [ELEMENTS]],

  [
    "American scanner, British computer",
    scan(`${ELEMENTS}"`, { host: layouts.uk }),
    [`${ELEMENTS}"`],
  ],
  ["British scanner and computer", scan(`${ELEMENTS}"`, { scanner: layouts.uk }), [`${ELEMENTS}"`]],
  ["American scanner, German computer", scan(ELEMENTS, { host: layouts.german }), [ELEMENTS]],
  ["German scanner and computer", scan(ELEMENTS, { scanner: layouts.german }), [ELEMENTS]],
  [
    "American scanner, German computer, a Y that may be a Z",
    scan("010501234567890010AY", { host: layouts.german }),
    INCOMPLETE,
  ],
  ["American scanner, French computer", scan(ELEMENTS, { host: layouts.french }), [ELEMENTS]],
  ["American scanner, French computer, digits alone", scan(EAN, { host: layouts.french }), [EAN]],
  ["French scanner and computer", scan(ELEMENTS, { scanner: layouts.french }), [ELEMENTS]],
  ["American scanner, Dvorak", scan(ELEMENTS, { host: layouts.dvorak }), [ELEMENTS]],
  [
    "a Digital Link, French computer",
    scan(`https://id.gs1.org/01/05012345678900`, { host: layouts.french }),
    ["https://id.gs1.org/01/05012345678900"],
  ],
];

for (const [name, events, read] of cases) {
  test(`${name}: ${resultOf(read)}`, () => assert.deepEqual(readings(events), read));
}

function resultOf(read) {
  if (read.length === 0) return "no scan";
  return read.every((one) => one === "incomplete") ? "incomplete" : "read";
}

// Random codes with random faults.

const random = generator(11);
const pick = (list) => list[Math.floor(random() * list.length)];
const digits = (length) => Array.from({ length }, () => Math.floor(random() * 10)).join("");
const between = (from, to) => from + random() * (to - from);

function checked(length) {
  const body = digits(length - 1);
  const sum = [...body]
    .reverse()
    .reduce((sum, digit, place) => sum + digit * (place % 2 ? 1 : 3), 0);
  return body + ((10 - (sum % 10)) % 10);
}

const word = (length) =>
  Array.from({ length }, () => pick([..."ABCDEFGXYZabcxyz0123456789-/."])).join("");
const date = () =>
  `${pick(["27", "28", "31"])}0${pick([..."123456789"])}${pick(["00", "15", "28"])}`;

const codes = {
  "EAN-13": () => checked(13),
  "EAN-8": () => checked(8),
  "UPC-A": () => checked(12),
  "ITF-14": () => checked(14),
  "EAN-13 with identifier": () => `]E0${checked(13)}`,
  "element strings": () =>
    `01${checked(14)}17${date()}10${word(between(1, 10))}${GS}21${word(between(4, 16))}`,
  "element strings with identifier": () =>
    `]d201${checked(14)}10${word(between(1, 10))}${GS}17${date()}${random() < 0.5 ? GS : ""}21${digits(12)}`,
};

const stalls = (text, count, from, to) =>
  Object.fromEntries(
    Array.from({ length: count }, () => [
      1 + Math.floor(random() * (text.length - 1)),
      between(from, to),
    ]),
  );

const faults = {
  none: (text) => scan(text, { gap: between(2, 45) }),
  "short stalls": (text) => scan(text, { gaps: stalls(text, 2, 120, 400) }),
  "a long stall": (text) => scan(text, { gaps: stalls(text, 1, 500, 4000) }),
  "long and short stalls": (text) =>
    scan(text, { gaps: { ...stalls(text, 2, 120, 500), ...stalls(text, 1, 500, 4000) } }),
  "the first key early": (text) => scan(text, { gaps: { 1: between(60, 1900) } }),
  // No scanner reads two codes within 60 milliseconds.
  "Enter lost": (text, next) => [
    ...scan(text, { end: [] }),
    ...pause(between(60, 4000), scan(next)),
  ],
  "Enter lost in a stall": (text, next) => [
    ...scan(text, { end: [], gaps: stalls(text, 1, 60, 1900) }),
    ...pause(between(60, 900), scan(next)),
  ],
  "Caps Lock": (text) => scan(text, { capsLock: true, hasCodes: random() < 0.5 }),
  "separators by number": (text) =>
    scan(text, { separator: pick(["0029", "029", "29"]), gaps: stalls(text, 1, 60, 600) }),
  "a key between": (text) => {
    const keys = scan(text);
    return keys.toSpliced(1 + Math.floor(random() * text.length), 0, {
      ...other(pick(["F8", "Dead", "ArrowDown", "Process"])),
      gap: FAST,
    });
  },
  "another layout": (text) =>
    scan(text, { host: layouts[pick(Object.keys(layouts))], capsLock: random() < 0.3 }),
  "its own layout": (text) => scan(text, { scanner: layouts[pick(Object.keys(layouts))] }),
};

const RUNS = Number(process.env.RUNS ?? 100);
const tallies = {};

for (const [fault, events] of Object.entries(faults)) {
  test(`never returns a different code: ${fault}`, () => {
    const tally = { right: 0, incomplete: 0, rejected: 0 };
    tallies[fault] = tally;
    for (const [kind, code] of Object.entries(codes)) {
      for (let run = 0; run < RUNS; run += 1) {
        const sent = [code(), code()];
        for (const read of readings(events(...sent))) tally[verdictOf(read, sent, kind)] += 1;
      }
    }
    if (process.env.FIGURES) console.log(fault, JSON.stringify(tally));
    if (["none", "Caps Lock"].includes(fault)) assert.equal(tally.incomplete, 0);
  });
}

/** The place of a reading in the tally. Fails if it is a different code. */
function verdictOf(read, sent, kind) {
  if (sent.some((code) => isSame(read, code))) return "right";
  if (read === "incomplete") return "incomplete";
  if (!mayBeAccepted(read)) return "rejected";
  return assert.fail(`${kind} ${JSON.stringify(sent)} became ${JSON.stringify(read)}`);
}

/**
 * Reports whether two texts are the same code. A symbology identifier and leading zeros do not
 * matter: a UPC-A is an EAN-13.
 */
function isSame(read, code) {
  const [one, other] = [read, code].map((text) => text.replace(/^\]../, ""));
  return (
    one === other ||
    (/^\d+$/.test(one + other) && one.padStart(14, "0") === other.padStart(14, "0"))
  );
}

/** Reports whether the core may find a GTIN in a text, or a little more. */
function mayBeAccepted(text) {
  const data = text.replace(/^\][A-Za-z0-9]{2}/, "");
  if (/^\d+$/.test(data) && [8, 12, 13, 14].includes(data.length) && isRight(data)) return true;
  if (/^https?:/i.test(data)) return true;
  if (!/^[\x1d!"%&'()*+,\-./0-9:;<=>?A-Z_a-z]*$/.test(data)) return false;
  let hasGtin = false;
  for (let rest = data.replace(/^\x1d+/, ""); rest; rest = rest.replace(/^\x1d+/, "")) {
    const [element, gtin] =
      /^(?:01(\d{14})|1[1-7]\d{6}|(?:10|21)[^\x1d]{1,20}(?=\x1d|$))/.exec(rest) ?? [];
    if (gtin && !isRight(gtin)) return false;
    hasGtin ||= Boolean(gtin);
    if (!element) return hasGtin && !/^(01|10|21)/.test(rest);
    rest = rest.slice(element.length);
  }
  return hasGtin;
}

function isRight(digits) {
  const sum = [...digits]
    .reverse()
    .reduce((sum, digit, place) => sum + digit * (place % 2 ? 3 : 1), 0);
  return sum % 10 === 0;
}

/** A generator of numbers from 0 to 1 that are the same in every run. */
function generator(seed) {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

const readable = readCases("gs1.json").filter(({ expect }) => expect.gtin);

test("every text in which the core finds a GTIN looks like a code", () => {
  assert.ok(readable.length > 30);
  for (const { text } of readable)
    for (const form of [text, text.replaceAll("{GS}", "\x1d")]) assert.ok(isCodeLike(form), form);
});

test("no code that the core reads looks like two codes", () => {
  for (const { text } of readable)
    assert.ok(!areTwoCodes(text.replaceAll("{GS}", "\x1d"), []), text);
});

for (const text of [
  "",
  "paracetamol",
  "à(&é\"'(-",
  ")d20105012345678900",
  "£5",
  "12@34",
  "https:",
  "+A123BJC5D6E71",
]) {
  test(`not a code: ${text}`, () => assert.ok(!isCodeLike(text)));
}

// Simulates a hand scanner on a computer: characters become key positions, and positions become the characters of the computer's layout.

const ROWS = {
  Backquote: "`~", Digit1: "1!", Digit2: "2@", Digit3: "3#", Digit4: "4$", Digit5: "5%", Digit6: "6^", Digit7: "7&",
  Digit8: "8*", Digit9: "9(", Digit0: "0)", Minus: "-_", Equal: "=+", BracketLeft: "[{", BracketRight: "]}",
  Backslash: "\\|", Semicolon: ";:", Quote: "'\"", Comma: ",<", Period: ".>", Slash: "/?", Space: "  ",
};
const LETTERS = Object.fromEntries([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"].map((c) => [`Key${c}`, c.toLowerCase() + c]));
const us = { ...ROWS, ...LETTERS };

/** The characters of each position by layout: without and with Shift, and with AltGr if it matters. "†" is a dead key. */
export const layouts = {
  us,
  uk: { ...us, Backquote: "`¬", Digit2: '2"', Digit3: "3£", Quote: "'@", Backslash: "#~" },
  german: {
    ...us, Digit2: '2"', Digit3: "3§", Digit6: "6&", Digit7: "7/", Digit8: "8(", Digit9: "9)]", Digit0: "0=", Minus: "ß?",
    Equal: "††", BracketLeft: "üÜ", BracketRight: "+*", Backslash: "#'", Semicolon: "öÖ", Quote: "äÄ", Comma: ",;",
    Period: ".:", Slash: "-_", KeyY: "zZ", KeyZ: "yY", Backquote: "†°", IntlBackslash: "<>|",
  },
  french: {
    ...us, Digit1: "&1", Digit2: "é2", Digit3: '"3', Digit4: "'4", Digit5: "(5", Digit6: "-6", Digit7: "è7", Digit8: "_8",
    Digit9: "ç9", Digit0: "à0", Minus: ")°]", Equal: "=+", BracketLeft: "††", BracketRight: "$£", Backslash: "*µ",
    Semicolon: "mM", Quote: "ù%", Backquote: "²~", KeyA: "qQ", KeyQ: "aA", KeyZ: "wW", KeyW: "zZ", KeyM: ",?", Comma: ";.",
    Period: ":/", Slash: "!§", IntlBackslash: "<>",
  },
  dvorak: {
    ...us, Minus: "[{", Equal: "]}", BracketLeft: "/?", BracketRight: "=+", Quote: "-_", Semicolon: "sS", Comma: "wW",
    Period: "vV", Slash: "zZ", KeyQ: "'\"", KeyW: ",<", KeyE: ".>", KeyR: "pP", KeyT: "yY", KeyY: "fF", KeyU: "gG",
    KeyI: "cC", KeyO: "rR", KeyP: "lL", KeyS: "oO", KeyD: "eE", KeyF: "uU", KeyG: "iI", KeyH: "dD", KeyJ: "hH", KeyK: "tT",
    KeyL: "nN", KeyZ: ";:", KeyX: "qQ", KeyC: "jJ", KeyV: "kK", KeyB: "xX", KeyN: "bB",
  },
};

const GS = "\x1d";

/** Returns the events of a character. `scanner` and `host` are layouts, and `separator` is how GS is sent. */
export function keysOf(character, { scanner = us, host = scanner, separator = "ctrl", capsLock = false, hasCodes = true } = {}) {
  const events = eventsOf(character, { scanner, host, separator, capsLock });
  return hasCodes ? events : events.map((event) => ({ ...event, code: "" }));
}

function eventsOf(character, { scanner, host, separator, capsLock }) {
  if (character !== GS) return [pressed(placeOf(character, scanner), host, { capsLock })];
  if (separator === "character") return [event({ key: GS, code: "" })];
  if (separator !== "ctrl") return [event({ key: "Alt", code: "AltLeft" }), ...[...separator].map(numpad)];
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
  const typed = capsLock && isLetter ? swapped(key) : key === "†" ? "Dead" : key;
  const isAltGr = level === 2;
  return event({ key: typed, code, shiftKey: level === 1, ctrlKey: ctrlKey || isAltGr, altKey: isAltGr }, { capsLock });
}

export const swapped = (text) => text.replace(/[a-z]/gi, (c) => (c === c.toLowerCase() ? c.toUpperCase() : c.toLowerCase()));

function event(press, { capsLock = false } = {}) {
  const getModifierState = (name) => name === "CapsLock" && capsLock;
  return { ctrlKey: false, altKey: false, shiftKey: false, repeat: false, getModifierState, ...press };
}

export const enter = event({ key: "Enter", code: "Enter" });
export const tab = event({ key: "Tab", code: "Tab" });
export const other = (key) => event({ key, code: key });

/** Plays events, each with the milliseconds before it in `gap`. Silence at the end is reported too. */
export function play(wedge, events, silenceMs) {
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

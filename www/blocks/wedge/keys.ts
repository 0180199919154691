// Interprets the keys of a hand scanner. A scanner presses the positions of one keyboard layout,
// usually the American one. The computer translates them by its own layout.
import { hasValidCheckDigit } from "../gtin.js";

export type KeyPress = Pick<
  KeyboardEvent,
  "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "repeat" | "timeStamp"
> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/** One character, with its possible interpretations. */
export interface Stroke {
  /** The character as the computer read it. */
  asIs: string | undefined;
  /** The character without Caps Lock. */
  typed: string | undefined;
  /** The character at that position of an American keyboard. */
  onUsLayout: string | undefined;
}

export type Meaning =
  | { is: "character"; stroke: Stroke }
  /** A digit typed while Alt is held. Together the digits are a character's number. */
  | { is: "alt-digit"; digit: string }
  | { is: "end" }
  | { is: "modifier" }
  | { is: "unknown" };

export const GROUP_SEPARATOR = "\x1d";
const RECORD_SEPARATOR = "\x1e";
const END_OF_TRANSMISSION = "\x04";

/** The characters that mean a control character while Ctrl is held. */
const CONTROLS: Record<string, string> = {
  "]": GROUP_SEPARATOR,
  "}": GROUP_SEPARATOR,
  "^": RECORD_SEPARATOR,
  "6": RECORD_SEPARATOR,
  d: END_OF_TRANSMISSION,
};
/** Ctrl+M is the carriage return, Ctrl+J the line feed. */
const CONTROL_ENDS = new Set(["m", "j"]);

const MODIFIERS = new Set(["Shift", "Control", "Alt", "AltGraph", "Meta", "CapsLock", "NumLock"]);

/** Without and with Shift. */
const US_LAYOUT: Record<string, string> = {
  Minus: "-_",
  Equal: "=+",
  BracketLeft: "[{",
  BracketRight: "]}",
  Backslash: "\\|",
  Semicolon: ";:",
  Quote: "'\"",
  Backquote: "`~",
  Comma: ",<",
  Period: ".>",
  Slash: "/?",
  Space: "  ",
  NumpadDecimal: "..",
  NumpadAdd: "++",
  NumpadSubtract: "--",
  NumpadMultiply: "**",
  NumpadDivide: "//",
};
const ABOVE_DIGITS = ")!@#$%^&*(";

export function meaningOf(press: KeyPress): Meaning {
  const { key, ctrlKey, altKey } = press;
  if (MODIFIERS.has(key)) return { is: "modifier" };
  if (key === "Enter" || key === "Tab") return { is: "end" };
  if (isAltGr(press)) return character(press, undefined);
  if (ctrlKey) return control(press);
  const digit = altKey ? numpadDigit(press.code) : undefined;
  if (digit) return { is: "alt-digit", digit };
  return character(press, altKey ? undefined : usCharacter(press));
}

/** Reports whether AltGr is held. Windows reports it as Ctrl and Alt. */
function isAltGr(press: KeyPress): boolean {
  return (press.ctrlKey && press.altKey) || press.getModifierState?.("AltGraph") === true;
}

function control(press: KeyPress): Meaning {
  const names = [press.key.toLowerCase(), usCharacter(press)?.toLowerCase()].filter(
    (name) => name !== undefined,
  );
  if (names.some((name) => CONTROL_ENDS.has(name))) return { is: "end" };
  const sign = names.map((name) => CONTROLS[name]).find((sign) => sign !== undefined);
  return sign ? { is: "character", stroke: strokeOf(sign) } : { is: "unknown" };
}

function character(press: KeyPress, onUsLayout: string | undefined): Meaning {
  const asIs = [...press.key].length === 1 ? press.key : undefined;
  if (asIs === undefined && onUsLayout === undefined) return { is: "unknown" };
  return {
    is: "character",
    stroke: { asIs, typed: asIs && withoutCapsLock(asIs, press), onUsLayout },
  };
}

/** Makes a stroke with only one interpretation. */
function strokeOf(character: string): Stroke {
  return { asIs: character, typed: character, onUsLayout: character };
}

/**
 * Finds the character for a number that was typed with Alt held. Numbers beyond ASCII depend on
 * the computer.
 */
export function strokeOfNumber(digits: string): Stroke | undefined {
  const number = Number(digits);
  return number > 0 && number < 0x7f ? strokeOf(String.fromCharCode(number)) : undefined;
}

/** Reverses Caps Lock. Scanners hold Shift for capitals, which Caps Lock inverts. */
function withoutCapsLock(character: string, press: KeyPress): string {
  if (!/[a-z]/i.test(character) || !press.getModifierState?.("CapsLock")) return character;
  return press.shiftKey ? character.toUpperCase() : character.toLowerCase();
}

function usCharacter({ code, shiftKey }: KeyPress): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return shiftKey ? ABOVE_DIGITS[Number(digit)] : digit;
  return numpadDigit(code) ?? US_LAYOUT[code]?.[shiftKey ? 1 : 0];
}

function numpadDigit(code: string): string | undefined {
  return /^Numpad(\d)$/.exec(code)?.[1];
}

/**
 * Writes the text of strokes, or `undefined` if it is ambiguous. If the layouts of computer and
 * scanner may differ, the interpretation that can be a code is right. If both can be, neither is
 * certain.
 */
export function textOf(strokes: readonly Stroke[]): string | undefined {
  const asIs = join(strokes, "asIs");
  const typed = join(strokes, "typed");
  const onUsLayout = join(strokes, "onUsLayout");
  // Some scanners detect Caps Lock and invert the letters themselves.
  if (asIs && typed && hasKnownIdentifier(asIs) && !hasKnownIdentifier(typed)) return asIs;
  if (typed === onUsLayout || onUsLayout === undefined) return typed;
  if (typed === undefined) return isCodeLike(onUsLayout) ? onUsLayout : undefined;
  if (!isCodeLike(onUsLayout)) return typed;
  return isCodeLike(typed) ? undefined : onUsLayout;
}

function join(strokes: readonly Stroke[], interpretation: keyof Stroke): string | undefined {
  const characters = strokes.map(
    (stroke, at) => withSeparator(stroke, strokes[at + 1], at)[interpretation],
  );
  return characters.every((character) => character !== undefined) ? characters.join("") : undefined;
}

/**
 * On layouts with `]` on AltGr, the key for `]` and Ctrl+] are the same. No value contains `]`, and
 * a digit follows a separator.
 */
function withSeparator(stroke: Stroke, next: Stroke | undefined, at: number): Stroke {
  const isAltGrBracket = stroke.typed === "]" && stroke.onUsLayout === undefined;
  return isAltGrBracket && at > 0 && /\d/.test(next?.typed ?? "")
    ? strokeOf(GROUP_SEPARATOR)
    : stroke;
}

/** Reports whether a text starts with the symbology identifier of a symbol on packs. */
function hasKnownIdentifier(text: string): boolean {
  return /^\][CEIJQde]\d/.test(text);
}

// The shape of codes, to distinguish whole codes from parts. The core decides whether a code is
// valid.

const IDENTIFIER = /^\][0-9a-z]{2}/i;
const LEADING_SEPARATORS = /^(?:[\x1d␝]|[{[<](?:GS|FNC1)[}\]>]|\^FNC1|\^\]|\\x1d|\\u001d)+/i;
const ADDRESS = /^https?:\/\/[^\s"\\|^`{}<>]+$/i;
const GS1_DATA = /^\(?\d[\x1d␝\s!-~]*$/;
/** Characters that are neither in a value nor in a notation of the separator. */
const NEVER_IN_DATA = /[@$`|~]|\\(?!x1d|u001d|\()/i;

/**
 * Reports whether the core may find a GTIN in the text. A coarse check that accepts every text with
 * one.
 */
export function isCodeLike(text: string): boolean {
  const data = text.trim().replace(IDENTIFIER, "").replace(LEADING_SEPARATORS, "");
  return ADDRESS.test(data) || (GS1_DATA.test(data) && !NEVER_IN_DATA.test(data));
}

const PLAIN_LENGTHS = [8, 12, 13, 14];
const GTIN_ELEMENT = /01\)?\s*\d{14}/;
const DIGITAL_LINK = /\/(?:01|gtin)\/\d{8}/;

/**
 * Reports whether a text has a code, not only digits in front: an address or a telephone number has
 * none.
 */
export function hasCode(text: string): boolean {
  const data = text.trim().replace(IDENTIFIER, "").replace(LEADING_SEPARATORS, "");
  if (ADDRESS.test(data)) return DIGITAL_LINK.test(data);
  const isPlainNumber = /^\d+$/.test(data) && PLAIN_LENGTHS.includes(data.length);
  return isPlainNumber || (isCodeLike(text) && GTIN_ELEMENT.test(data));
}

/** Reports whether a text is two scans, because the Enter between them was lost. */
export function areTwoCodes(text: string, stalls: readonly number[]): boolean {
  const isSeam = (at: number) => startsCode(text.slice(0, at)) && startsCode(text.slice(at));
  const seams = /^\d+$/.test(text) && !startsCode(text) ? PLAIN_LENGTHS : [];
  return /[\w)]\][a-z]\d/i.test(text) || [...stalls, ...seams].some(isSeam);
}

/**
 * Reports whether a scan could start with this text. A plain number counts only if it is complete.
 */
export function startsCode(text: string, { plain = true } = {}): boolean {
  if (/^(\][a-z]\d|https?:\/\/)/i.test(text)) return true;
  const gtin = /^\x1d*\(?01\)?(\d{14})/.exec(text)?.[1];
  return gtin !== undefined ? hasValidCheckDigit(gtin) : plain && isPlain(text);
}

/**
 * Reports whether a text is an optional symbology identifier and a number with the length and check
 * digit of a code.
 */
export function isPlain(text: string): boolean {
  const digits = text.replace(/^\][a-z]\d/i, "");
  return (
    /^\d+$/.test(digits) && PLAIN_LENGTHS.includes(digits.length) && hasValidCheckDigit(digits)
  );
}

// What the keys of a hand scanner mean. A scanner knows where the characters of one keyboard stand, mostly the American
// one, and presses those places; the computer makes of them what its own layout has there.
import { isCodeLike } from "./codes.js";

export type KeyPress = Pick<KeyboardEvent, "key" | "code" | "ctrlKey" | "altKey" | "shiftKey" | "repeat" | "timeStamp"> &
  Partial<Pick<KeyboardEvent, "getModifierState">>;

/** One character, as far as it is known. */
export interface Stroke {
  /** As the computer took it. */
  asIs: string | undefined;
  /** The same without Caps Lock. */
  typed: string | undefined;
  /** What an American keyboard has in that place. */
  placed: string | undefined;
}

export type Meaning =
  | { is: "character"; stroke: Stroke }
  /** One of the digits that are typed while Alt is held, and together are the number of a character. */
  | { is: "alt-digit"; digit: string }
  | { is: "end" }
  | { is: "modifier" }
  | { is: "unknown" };

export const GROUP_SEPARATOR = "\x1d";
const RECORD_SEPARATOR = "\x1e";
const END_OF_TRANSMISSION = "\x04";

/** Which characters stand for control characters while Ctrl is held. */
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
const AMERICAN: Record<string, string> = {
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
  return character(press, altKey ? undefined : american(press));
}

/** Windows takes it for Ctrl and Alt together. */
function isAltGr(press: KeyPress): boolean {
  return (press.ctrlKey && press.altKey) || press.getModifierState?.("AltGraph") === true;
}

function control(press: KeyPress): Meaning {
  const names = [press.key.toLowerCase(), american(press)?.toLowerCase()].filter((name) => name !== undefined);
  if (names.some((name) => CONTROL_ENDS.has(name))) return { is: "end" };
  const sign = names.map((name) => CONTROLS[name]).find((sign) => sign !== undefined);
  return sign ? { is: "character", stroke: strokeOf(sign) } : { is: "unknown" };
}

function character(press: KeyPress, placed: string | undefined): Meaning {
  const asIs = [...press.key].length === 1 ? press.key : undefined;
  if (asIs === undefined && placed === undefined) return { is: "unknown" };
  return { is: "character", stroke: { asIs, typed: asIs && withoutCapsLock(asIs, press), placed } };
}

/** A stroke of which nothing is doubtful. */
export function strokeOf(character: string): Stroke {
  return { asIs: character, typed: character, placed: character };
}

/** The character with a number that was typed with Alt held; the numbers beyond ASCII depend on the computer. */
export function strokeOfNumber(digits: string): Stroke | undefined {
  const number = Number(digits);
  return number > 0 && number < 0x7f ? strokeOf(String.fromCharCode(number)) : undefined;
}

/** Scanners hold Shift for capitals, which Caps Lock turns round. */
function withoutCapsLock(character: string, press: KeyPress): string {
  if (!/[a-z]/i.test(character) || !press.getModifierState?.("CapsLock")) return character;
  return press.shiftKey ? character.toUpperCase() : character.toLowerCase();
}

function american({ code, shiftKey }: KeyPress): string | undefined {
  const letter = /^Key([A-Z])$/.exec(code)?.[1];
  if (letter) return shiftKey ? letter : letter.toLowerCase();
  const digit = /^Digit(\d)$/.exec(code)?.[1];
  if (digit) return shiftKey ? ABOVE_DIGITS[Number(digit)] : digit;
  return numpadDigit(code) ?? AMERICAN[code]?.[shiftKey ? 1 : 0];
}

function numpadDigit(code: string): string | undefined {
  return /^Numpad(\d)$/.exec(code)?.[1];
}

/**
 * The text of strokes, if there is no doubt about it. Where the computer's layout and the scanner's may differ, the reading
 * that can be a code is right; where both can, nothing tells which.
 */
export function textOf(strokes: readonly Stroke[]): string | undefined {
  const asIs = join(strokes, "asIs");
  const typed = join(strokes, "typed");
  const placed = join(strokes, "placed");
  // Some scanners know of Caps Lock and turn the letters round themselves.
  if (asIs && typed && hasKnownIdentifier(asIs) && !hasKnownIdentifier(typed)) return asIs;
  if (typed === placed || placed === undefined) return typed;
  if (typed === undefined) return isCodeLike(placed) ? placed : undefined;
  if (!isCodeLike(placed)) return typed;
  return isCodeLike(typed) ? undefined : placed;
}

function join(strokes: readonly Stroke[], way: keyof Stroke): string | undefined {
  const characters = strokes.map((stroke, at) => separatorOr(stroke, strokes[at + 1], at)[way]);
  return characters.every((character) => character !== undefined) ? characters.join("") : undefined;
}

/** Layouts with ] behind AltGr make one key of it and of Ctrl+]. No value holds a ], and after a separator comes a digit. */
function separatorOr(stroke: Stroke, next: Stroke | undefined, at: number): Stroke {
  const isAltGrBracket = stroke.typed === "]" && stroke.placed === undefined;
  return isAltGrBracket && at > 0 && /\d/.test(next?.typed ?? "") ? strokeOf(GROUP_SEPARATOR) : stroke;
}

/** Of a symbology that scanners find on packs. */
function hasKnownIdentifier(text: string): boolean {
  return /^\][CEIJQde]\d/.test(text);
}

// Amounts in a line of print: strengths, and sizes of packs.
import { keyOf } from "./layout.js";
import { separated } from "./spacing.js";

/** Units of strengths. */
const UNIT = "mg|mcg|micrograms?|μg|nanograms?|g|%|units?|iu|mmol|ml";
/**
 * A number with a unit of strengths. Zeros alone are the rest of a number that a gap or a faint
 * point divides.
 */
const AMOUNT = String.raw`(?!0+\s*(?:${UNIT})(?![a-z]))\d[\d,.·]*\s*(?:${UNIT})(?![a-z])`;
export const STRENGTH = new RegExp(
  String.raw`${AMOUNT}(?:\s*(?:\/|per|\+)\s*(?:${AMOUNT}|ml|g|doses?|hours?))*`,
  "i",
);
const STRENGTHS = new RegExp(STRENGTH.source, "gi");
const PACK_SIZE = /^\W*\d[\d.,]*\s*(?:ml|g)\W*$/i;
/** The number of tablets or the like in a pack. Two boxes in view have two. */
const COUNT =
  /\d+\s*(?:tablets?|capsules?|patch(?:es)?|ampoules?|vials?|sachets?|suppositories|pessaries)/i;

export const hasStrength = (text) => STRENGTH.test(separated(text));

/**
 * Returns whether a line has two amounts of one unit: on a strip, the `8 mg` of one pocket may be
 * the `88 mg` of another.
 */
export function hasSeveralStrengths({ text }) {
  const amounts = new Set(
    [...separated(text).matchAll(STRENGTHS)].map(([amount]) => keyOf(amount)),
  );
  const units = new Set([...amounts].map((amount) => amount.replace(/[\d,.·]/g, "")));
  return units.size < amounts.size;
}

/**
 * Returns the strengths. An amount alone is a size, unless the size is a number of tablets or the
 * like.
 */
export function strengthsOf(some) {
  const [alone, beside] = [true, false].map((wanted) =>
    some
      .filter(({ text }) => PACK_SIZE.test(text) === wanted)
      .flatMap(({ text }) => STRENGTH.exec(separated(text))?.[0] ?? []),
  );
  return beside.length === 0 && countsOf(some).length > 0 ? alone : beside;
}

const countsOf = (some) => some.flatMap(({ text }) => COUNT.exec(text)?.[0] ?? []);

/**
 * Returns the sizes: numbers of tablets or the like, or else amounts. Ten ampoules of 5 ml have
 * both.
 */
export function sizesOf(some) {
  const counts = countsOf(some);
  return counts.length > 0
    ? counts
    : some.flatMap(({ text }) => (PACK_SIZE.test(text) ? [text] : []));
}

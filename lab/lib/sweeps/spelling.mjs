// Other spellings of a strength with a volume that mean the same concentration.
import { readStrengths } from "./strengths.mjs";

/// Returns the spellings of a strength per volume: `[{ way, text, strength }]`.
export function spellingsOf(strength) {
  const written = [["as in the name", strength.text], ...volumes(strength), ...units(strength), ...spaces(strength)];
  const spellings = written.map(([way, text]) => ({ way, text, strength: readStrengths(text.replaceAll(" ", ""))[0] }));
  return spellings.filter(({ strength }) => strength);
}

/// Writes a number with at most four decimals, or returns `null` where it has more.
export function plainNumber(value) {
  const rounded = Number(value.toFixed(4));
  return Math.abs(rounded - value) > 1e-9 * Math.max(1, value) || rounded < 0.001 ? null : String(rounded);
}

const unitWord = (unit) => ({ microgram: "micrograms", nanogram: "nanograms", unit: "units" })[unit] ?? unit;
const millilitres = ({ per }) => per.amount / 1e3;
const perText = (ml) => (ml === 1 ? "/ml" : `/${ml}ml`);

function volumes(strength) {
  const written = [];
  for (const ml of [1, 5, 10]) {
    const number = plainNumber((strength.number / millilitres(strength)) * ml);
    if (number !== null && ml !== millilitres(strength)) written.push([`per ${ml} ml`, `${number}${unitWord(strength.unit)}${perText(ml)}`]);
  }
  return written;
}

/// The units beside each unit, with the factor and the least and greatest number that people write in them.
const OTHER_UNITS = { mg: [["micrograms", 1e3, 1, 9999], ["g", 1e-3, 0.1, 999]], microgram: [["mg", 1e-3, 0.05, 999]], micrograms: [["mg", 1e-3, 0.05, 999]], g: [["mg", 1e3, 1, 99_999]] };

function units(strength) {
  const written = [];
  for (const [unit, factor, least, greatest] of OTHER_UNITS[strength.unit] ?? []) {
    const value = strength.number * factor;
    if (value >= least && value <= greatest && plainNumber(value)) written.push(["in other units", `${plainNumber(value)}${unit}${perText(millilitres(strength))}`]);
  }
  return written;
}

const spaces = ({ number, unit, per }) => [["with spaces", `${number} ${unitWord(unit)}/${per.amount / 1e3} ml`], ["with spaces", `${number} ${unitWord(unit)} / ${per.amount / 1e3} ml`]];

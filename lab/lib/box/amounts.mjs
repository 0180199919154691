// Strengths and sizes in other words that mean the same.
import { isWeighed, unitWord } from "./wording.mjs";

const STRENGTH = /^(?<number>[\d,.]+)(?<unit>mg|micrograms?|g|%|units?)(?<per>\/.*)?$/;

/// `5mg` as boxes print it: `5 mg`, or as it is.
export const printed = (random, strength) => (random.chance(0.6) ? strength.replaceAll(/(?<=\d)(?=[a-z])/g, " ").replace("/", random.pick(["/", "/", " per "])) : strength);

const written = (number) => String(Number(number.toPrecision(6)));

/// The same strength in other units; null where it has none that people use.
export function otherwise(random, strength, form) {
  const { number, unit, per = "" } = STRENGTH.exec(strength)?.groups ?? {};
  const ways = (WAYS[unit] ?? (() => []))({ amount: Number(number?.replaceAll(",", "")), per, form, random });
  return ways.length > 0 ? random.pick(ways) : null;
}

const micrograms = ({ amount, per }) => [`${written(amount)}mcg${per}`, `${written(amount)} mcg${per}`, `${written(amount)}ug${per}`, ...(amount >= 25 ? [`${written(amount / 1000)}mg${per}`] : [])];
const units = ({ amount, per }) => [`${written(amount)}iu${per}`, `${written(amount)} IU${per}`, `${written(amount)} units${per}`, `${written(amount)} international units${per}`];

const WAYS = {
  mg: ({ amount, per, random }) => [
    ...(amount >= 100 ? [`${written(amount / 1000)}g${per}`, `${written(amount / 1000)} g${per}`] : []),
    ...(amount < 1 ? [`${written(amount * 1000)}mcg${per}`, `${written(amount * 1000)} micrograms${per}`] : []),
    ...(Number.isInteger(amount) && amount < 100 && random.chance(0.3) ? [`${amount}.0mg${per}`, `${amount}.0 mg${per}`] : []),
    ...(per === "/ml" ? [`${written(amount / 10)}%`] : []),
  ],
  microgram: micrograms,
  micrograms,
  g: ({ amount, per }) => [`${written(amount * 1000)}mg${per}`, `${written(amount * 1000)} mg${per}`],
  "%": ({ amount, form }) => [`${written(amount * 10)}mg/${/cream|ointment|gel/.test(form) ? "g" : "ml"}`],
  unit: units,
  units,
};

/// A pack's size as people write it, and whether it says what is counted.
export function sizeWritten(random, { count, unit }) {
  return random.pick(isWeighed(unit) ? weighed(count, unitWord(unit)) : counted(count, unitWord(unit)));
}

const weighed = (count, unit) => [`${count}${unit}`, `${count} ${unit}`, `${count}${unit} ${unit === "g" ? "tube" : "bottle"}`, `(${count}${unit})`, `x ${count}${unit}`, `1 x ${count}${unit}`, count];
const counted = (count, unit) => [`x${count}`, `x ${count}`, `${count}s`, `${count}'s`, `(${count})`, `pack of ${count}`, `${count} pack`, `box of ${count}`, `${count} ${unit}`, `${count}x`, `${count} x`, count];

// Compares the data quality report with an independent reading of the files of a release: node
// tests/oracle/quality.mjs RELEASE [--partial]. It fails if there is a difference.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { importRelease, qualityReport } from "../../npm/import.js";
import { isMainScript, main } from "../../scripts/common/run.mjs";
import { medicineOf, usesOf } from "./expected.mjs";
import { readRelease } from "./release.mjs";

/**
 * The number of findings of each kind, and each difference as `{ key, found, expected }`.
 */
export async function compareQuality(path, { partial = false } = {}) {
  const { dataset } = await importRelease(new Blob([readFileSync(path)]), {
    name: basename(path),
    partial,
  });
  const { json } = await qualityReport(dataset);
  return compareFindings(
    JSON.parse(Buffer.from(json)).findings,
    expectedFindings(readRelease(path)),
  );
}

/** Compares findings of the report with the expected ones, in any order. */
export function compareFindings(findings, expected) {
  const found = new Map(findings.map((one) => [keyOf(one), plain(one)]));
  const keys = new Set([...found.keys(), ...expected.keys()]);
  const differences = [...keys].filter(
    (key) => !isDeepStrictEqual(found.get(key), expected.get(key)),
  );
  return {
    counts: countKinds(findings),
    differences: differences.map((key) => ({
      key,
      found: found.get(key),
      expected: expected.get(key),
    })),
  };
}

const countKinds = (findings) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(findings, ({ kind }) => kind)).map(([kind, { length }]) => [
      kind,
      length,
    ]),
  );

const keyOf = ({ kind, gtin }) => `${kind} ${BigInt(gtin)}`;

const plain = ({ reuse, uses }) => ({
  reuse,
  uses: uses
    .map(({ pack_id, gtin, start_date, end_date }) => [pack_id, gtin, start_date, end_date].join())
    .sort(),
});

/** The expected findings by kind and number. */
export function expectedFindings(release) {
  const packs = new Map(
    release.ampp
      .filter(({ path }) => path === "AMPPS/AMPP")
      .map(({ row }) => [row.APPID, row])
      .reverse(),
  );
  const medicine = medicineOf(release);
  const expected = new Map();
  for (const [number, uses] of usesByNumber(usesOf(release), packs)) {
    for (const [kind, selected] of Object.entries(selections(number, uses, packs))) {
      if (selected.length > 0)
        expected.set(
          `${kind} ${number}`,
          plain({ reuse: gradeOf(selected, (id) => medicine(packs.get(id))), uses: selected }),
        );
    }
  }
  return expected;
}

function usesByNumber(uses, packs) {
  const found = new Map();
  for (const [pack_id, entries] of uses) {
    if (!packs.has(pack_id)) continue;
    for (const entry of new Map(entries.map((one) => [JSON.stringify(one), one])).values()) {
      const number = String(BigInt(entry.gtin));
      found.set(number, [...(found.get(number) ?? []), { pack_id, ...entry }]);
    }
  }
  return found;
}

function selections(number, uses, packs) {
  const all = (applies) => (applies ? uses : []);
  return {
    reused: all(sizeOf(uses, ({ pack_id }) => pack_id) > 1),
    overlapping_periods: uses.filter((one) =>
      uses.some((other) => other.pack_id !== one.pack_id && shareADay(one, other)),
    ),
    wrong_check_digit: all(weightedSum(number) % 10 !== 0),
    two_forms: all(sizeOf(uses, ({ gtin }) => gtin.length) > 1),
    invalid_pack: uses.filter(({ pack_id }) => Number(packs.get(pack_id).INVALID) === 1),
  };
}

const sizeOf = (uses, property) => new Set(uses.map(property)).size;

/**
 * Reports whether the later start is a day of both periods. Days are texts, which sort like days.
 */
function shareADay(one, other) {
  const day = one.start_date > other.start_date ? one.start_date : other.start_date;
  return [one, other].every(
    ({ start_date, end_date }) => start_date <= day && (end_date === null || day <= end_date),
  );
}

const weightedSum = (number) =>
  [...number.padStart(14, "0")].reduce(
    (sum, digit, place) => sum + Number(digit) * (place % 2 === 0 ? 3 : 1),
    0,
  );

const GRADES = ["same-product", "different-strength-or-form", "unknown", "different-medicines"];

/** The grade of the two most different packs, or `null` for one pack. */
function gradeOf(uses, medicine) {
  const ids = [...new Set(uses.map(({ pack_id }) => pack_id))];
  const medicines = ids.map(medicine);
  const grades = medicines.flatMap((one, place) =>
    medicines.slice(place + 1).map((other) => GRADES.indexOf(gradeOfTwo(one, other))),
  );
  return ids.length > 1 ? GRADES[Math.max(...grades)] : null;
}

function gradeOfTwo(one, other) {
  if (!one || !other) return "unknown";
  if (one.vmp === other.vmp) return "same-product";
  const hasOtherVtm = one.vtm && other.vtm && one.vtm !== other.vtm;
  const areSubstancesKnown = one.substances && other.substances;
  if (hasOtherVtm || (areSubstancesKnown && one.substances !== other.substances))
    return "different-medicines";
  return (one.vtm && other.vtm) || areSubstancesKnown ? "different-strength-or-form" : "unknown";
}

const SHOWN = 5;

async function printDifferences(path, partial) {
  const { counts, differences } = await compareQuality(path, { partial });
  console.log(`Findings of the data quality report: ${JSON.stringify(counts)}`);
  console.log(`Compared with an independent reading of the files, ${differences.length} differ`);
  differences.slice(0, SHOWN).forEach((one) => console.log(JSON.stringify(one)));
  if (differences.length > 0) process.exitCode = 1;
}

if (isMainScript(import.meta.url))
  main(([path, option]) => printDifferences(path, option === "--partial"));

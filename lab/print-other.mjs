// npm run lab -- print-other [--from N] [--to N] [--release FILE] [--packs N] [--built] [--verbose]
// [--write]
//
// Measures the print reader on cartons by another author (lib/boxes/other-cartons), on which no rule
// was chosen: which packs the page shows, expiry dates and batches, by layout and by distortion.
// Three of 20 cartons are traps: invented names, other goods, two boxes, paper. No photograph is
// among them. Linux only.
import { chromium } from "playwright-core";
import { say } from "../scripts/common/run.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { otherCartonsOf } from "./lib/boxes/other-cartons/cartons.mjs";
import { pictureOf } from "./lib/boxes/other-cartons/draw.mjs";
import { FULL_SIZE } from "./lib/data.mjs";
import { openPrint, readAndFind } from "./lib/print.mjs";
import { markdown, publish, readOptions, rowsBy } from "./lib/report.mjs";

/** Measures the print reader on other cartons, and prints the tables. */
export async function printOther(args) {
  const own = { from: 0, to: 120, release: "", packs: FULL_SIZE, verbose: false };
  const options = readOptions(args, own);
  const opened = await openPrint(options);
  const cartons = otherCartonsOf(opened.records, options.to).slice(options.from);
  publish("print-other", args, tables(await resultsOf(cartons, opened, options)));
}

async function resultsOf(cartons, { engine, lookup }, { verbose }) {
  const browser = await chromium.launch(chromiumOptions([]));
  const results = [];
  try {
    for (const carton of cartons) {
      const picture = await drawn(carton, browser);
      const result = resultOf(carton, await readAndFind(engine, lookup, picture));
      if (verbose) say(JSON.stringify(result));
      results.push(result);
      if (results.length % 20 === 0) say(`${results.length} of ${cartons.length} cartons`);
    }
  } finally {
    await browser.close();
  }
  return results;
}

/** Draws a carton, again if a loaded machine lacks the memory for a picture at the first time. */
function drawn(carton, browser) {
  return pictureOf(carton, browser).catch(() => pictureOf(carton, browser));
}

function resultOf(carton, { read, found, isSure }) {
  const { truth, layout, distortion, isTrap } = carton;
  return {
    number: carton.number,
    layout: isTrap ? `trap: ${isTrap}` : layout,
    distortion,
    isTrap: isTrap !== undefined,
    isSure,
    pack: outcomeOf(carton, found),
    expiry: { isInView: Boolean(truth.expiry), is: compared(lastDayOf(read.expiry), truth.expiry) },
    batch: { isInView: Boolean(truth.batch), is: compared(read.batch, truth.batch) },
    text: read.question.text,
    doubts: read.question.doubts,
  };
}

/**
 * Returns `right` if the pack is among those that are shown, `same product` if another size or
 * supplier of its generic product is first, `other` if another product is, and `nothing`.
 */
function outcomeOf({ pack, packs = [] }, found) {
  if (found.length === 0) return "nothing";
  const drawn = pack ? [pack] : packs;
  const names = drawn.map(({ name }) => name);
  if (found.some(({ name }) => names.includes(name))) return "right";
  const products = drawn.map(({ generic_product_name: product }) => product);
  return products.includes(found[0].generic_product_name) ? "same product" : "other";
}

/** A field that is not in view must not be read. */
function compared(read, printed) {
  if (!printed) return read === undefined ? "absent" : "wrong";
  if (read === undefined) return "nothing";
  return read === printed ? "right" : "wrong";
}

/** The last day of a month without a day. */
function lastDayOf(date) {
  if (date === undefined || date.length > "YYYY-MM".length) return date;
  const [year, month] = date.split("-").map(Number);
  return new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
}

function tables(results) {
  const boxes = results.filter(({ isTrap }) => !isTrap);
  return [tableOf("layout", results), tableOf("distortion", boxes)];
}

const TITLES =
  "cartons | pack shown | shown and sure | another product first | though sure" +
  " | expiry in view | right | wrong | batch in view | right | wrong";

function tableOf(key, results) {
  const rows = rowsBy(results, (one) => one[key], rowOf);
  rows.sort(([a], [b]) => (a < b ? -1 : 1));
  const boxes = results.filter(({ isTrap }) => !isTrap);
  return markdown(`${key} | ${TITLES}`, [...rows, rowOf("**all but traps**", boxes)]);
}

function rowOf(name, some) {
  const count = (test) => some.filter(test).length;
  const ofField = (field) => [
    count((one) => one[field].isInView),
    count((one) => one[field].is === "right"),
    count((one) => one[field].is === "wrong"),
  ];
  return [
    name,
    some.length,
    count(({ pack }) => pack === "right"),
    count(({ pack, isSure }) => pack === "right" && isSure),
    count(({ pack }) => pack === "other"),
    count(({ pack, isSure }) => pack === "other" && isSure),
    ...ofField("expiry"),
    ...ofField("batch"),
  ];
}

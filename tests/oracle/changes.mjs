// Compares what changed between releases, as the module lists it, with an independent reading of
// their files: node tests/oracle/changes.mjs OLD NEW…, each with the one before. It fails if a
// change is missed or invented.
import { readFileSync } from "node:fs";
import { basename } from "node:path";
import { PackLookup } from "../../npm/core.js";
import { followHistory, importRelease } from "../../npm/import.js";
import { Failure, isMainScript, main } from "../../scripts/common/run.mjs";
import { usesOf } from "./expected.mjs";
import { readRelease } from "./release.mjs";

/** Concepts: their file, the path of their rows, and their columns. */
const CONCEPTS = [
  ["vtm", "VTM", { id: "VTMID", name: "NM", previous: "VTMIDPREV" }],
  ["vmp", "VMPS/VMP", { id: "VPID", name: "NM", previous: "VPIDPREV" }],
  ["vmpp", "VMPPS/VMPP", { id: "VPPID", name: "NM" }],
  ["amp", "AMPS/AMP", { id: "APID", name: "NM" }],
  ["ampp", "AMPPS/AMPP", { id: "APPID", name: "NM" }],
];

/**
 * The changes between two releases, each as a text. They are as `readRelease` reads them.
 */
export function expectedChanges(before, after) {
  const changes = new Set();
  const add = (...parts) => changes.add(parts.map(plain).join(" "));
  for (const [kind, path, columns] of CONCEPTS) {
    const [old, now] = [before, after].map((release) => tableOf(release[kind], path, columns));
    for (const [id, row] of now) addRow(kind, id, old.get(id), row, add);
    for (const [id, { name }] of old) if (!now.has(id)) add("removed", kind, id, name);
  }
  addPrices(before, after, add);
  addGtins(before, after, add);
  return changes;
}

/** Names are compared without the form of their white space, which the import normalises. */
const plain = (part) => String(part).replace(/\s+/g, " ").trim();

const number = (text) => (/^\d+$/.test(text ?? "") ? String(BigInt(text)) : undefined);

function tableOf(file, path, { id, name, previous }) {
  const table = new Map();
  for (const { row } of file.filter((one) => one.path === path)) {
    const code = number(row[id]);
    if (code === undefined || table.has(code)) continue;
    table.set(code, {
      name: row[name],
      isInvalid: number(row.INVALID) === "1",
      previous: previous && number(row[previous]),
      discontinued: number(row.DISCCD) === "1" ? (row.DISCDT ?? "") : undefined,
    });
  }
  return table;
}

function addRow(kind, id, old, row, add) {
  if (row.previous && row.previous !== old?.previous) add("replaces", kind, id, row.previous);
  if (!old) return add("new", kind, id);
  if (plain(row.name) !== plain(old.name)) add("renamed", kind, id, old.name, row.name);
  if (row.isInvalid !== old.isInvalid) add(row.isInvalid ? "invalid" : "valid", kind, id);
  if (row.discontinued !== undefined && old.discontinued === undefined)
    add("discontinued", kind, id, row.discontinued);
  if (row.discontinued === undefined && old.discontinued !== undefined) add("reinstated", kind, id);
}

const packsOf = ({ ampp }) =>
  new Set(ampp.filter(({ path }) => path === "AMPPS/AMPP").map(({ row }) => number(row.APPID)));

function pricesOf({ ampp }) {
  const prices = new Map();
  for (const { path, row } of ampp)
    if (path === "MEDICINAL_PRODUCT_PRICE/PRICE_INFO" && !prices.has(number(row.APPID)))
      prices.set(number(row.APPID), number(row.PRICE));
  // A price of 0 is none, as in the import.
  return (id) => (prices.get(id) === "0" ? undefined : prices.get(id)) ?? "";
}

function addPrices(before, after, add) {
  const [old, now] = [before, after].map(pricesOf);
  const earlier = packsOf(before);
  for (const id of packsOf(after))
    if (earlier.has(id) && old(id) !== now(id)) add("price", "ampp", id, old(id), now(id));
}

/** The packs of each GTIN, each with the end of its latest period, or `null`. */
function carriersOf(release) {
  const packs = packsOf(release);
  const carriers = new Map();
  for (const [pack, periods] of usesOf(release)) {
    if (!packs.has(number(pack))) continue;
    for (const { gtin, end_date: end } of periods) {
      const key = gtin.padStart(14, "0");
      const ends = carriers.get(key) ?? carriers.set(key, new Map()).get(key);
      const known = ends.get(number(pack));
      const isLater = known === undefined || end === null || (known !== null && end > known);
      ends.set(number(pack), isLater ? end : known);
    }
  }
  return carriers;
}

const NOBODY = new Map();

function addGtins(before, after, add) {
  const [old, now] = [before, after].map(carriersOf);
  for (const gtin of new Set([...old.keys(), ...now.keys()])) {
    const [earlier, later] = [old.get(gtin) ?? NOBODY, now.get(gtin) ?? NOBODY];
    addUses(gtin, earlier, later, add);
  }
}

function addUses(gtin, earlier, later, add) {
  for (const pack of earlier.keys()) if (!later.has(pack)) add("gtin_removed", "ampp", pack, gtin);
  for (const pack of later.keys()) {
    const [kind, ...day] = useOf(pack, earlier, later);
    if (kind) add(kind, "ampp", pack, gtin, ...day);
  }
}

/**
 * Tells what happened to the GTIN of a pack that has it now, with the last day of an ended one.
 */
function useOf(pack, earlier, later) {
  if (!earlier.has(pack)) return [receptionOf(pack, earlier, later)];
  const [before, after] = [earlier.get(pack), later.get(pack)];
  if (before === null && after !== null) return ["gtin_ended", after];
  return before !== null && after === null ? ["gtin_resumed"] : [];
}

/** Tells how a pack received a GTIN: as a new one, from another pack, or with another one. */
function receptionOf(pack, earlier, later) {
  const others = (packs) => [...packs].filter(([other]) => other !== pack);
  const isOpen = ([, end]) => end === null;
  if (others(later).some(isOpen)) return "gtin_reused";
  if (others(earlier).some(isOpen)) return "gtin_moved";
  return others(earlier).length + others(later).length > 0 ? "gtin_reused" : "gtin_added";
}

/** The changes that an open dataset lists, each as a text. */
function listedChanges(packs) {
  const changes = new Set();
  for (let offset = 0; ; offset += 1000) {
    const page = packs.changes({ limit: 1000, offset });
    for (const change of page.changes) changes.add(textOf(change).map(plain).join(" "));
    if (offset + 1000 >= page.total) return changes;
  }
}

const DETAILS = {
  renamed: ({ name_before, name_after }) => [name_before, name_after],
  removed: ({ name }) => [name],
  price: ({ price_before, price_after }) => [price_before ?? "", price_after ?? ""],
  discontinued: ({ discontinued_date: day }) => [day ?? ""],
  replaces: ({ other_code }) => [other_code],
  gtin_ended: ({ gtin, end_date }) => [gtin.padStart(14, "0"), end_date],
};

function textOf(change) {
  const { kind, concept, code, gtin } = change;
  const details = DETAILS[kind]?.(change) ?? (gtin ? [gtin.padStart(14, "0")] : []);
  return [kind, concept, code, ...details];
}

/** The missed and the invented changes of each step, and their number. */
export async function compareChanges(paths) {
  const steps = [];
  let [last, lastRelease] = [];
  for (const path of paths) {
    const { dataset } = await importRelease(new Blob([readFileSync(path)]), {
      name: basename(path),
    });
    const release = readRelease(path);
    if (last) {
      const history = await followHistory(dataset, { before: last });
      const packs = await PackLookup.open(dataset, { history });
      const [expected, listed] = [expectedChanges(lastRelease, release), listedChanges(packs)];
      packs.close();
      const missed = [...expected].filter((change) => !listed.has(change));
      const invented = [...listed].filter((change) => !expected.has(change));
      steps.push({ path, expected: expected.size, missed, invented });
    }
    [last, lastRelease] = [dataset, release];
  }
  return steps;
}

const SHOWN = 5;

if (isMainScript(import.meta.url))
  main(async (releases) => {
    if (releases.length < 2) throw new Failure("Usage: node tests/oracle/changes.mjs OLD NEW…");
    for (const { path, expected, missed, invented } of await compareChanges(releases)) {
      console.log(
        `${basename(path)}: ${expected} changes, missed ${missed.length}, invented ${invented.length}`,
      );
      for (const change of missed.slice(0, SHOWN)) console.log(`missed: ${change}`);
      for (const change of invented.slice(0, SHOWN)) console.log(`invented: ${change}`);
      if (missed.length + invented.length > 0) process.exitCode = 1;
    }
  });

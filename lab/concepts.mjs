// npm run lab -- concepts [--release FILE] [--packs N] [--built] [--write]
//
// Times lookups by codes of dm+d concepts in the module, and compares them with lookups of a pack's record.
// `--write` writes the table into lab/reports/peers.md.
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { prepare, prepareTools } from "./lib/data.mjs";
import { markdown, measuredOn, microseconds, percentile, writeSection } from "./lib/figures.mjs";
import { root } from "../scripts/common/project.mjs";
import { main } from "../scripts/common/run.mjs";

const ROUNDS = 15;
/** The most codes of each kind that are looked up, spread over the release. */
const CODES = 1500;
/** An offset after the last pack of any concept. */
const BEHIND_ALL = 1_000_000;
/** A GTIN without a pack: the cost of a response without a result. */
const NO_PACK = "05000000000005";
const KINDS = ["amp", "vmpp", "vmp", "vtm"];

main(async (args) => {
  const { release, packs, built, write } = readOptions(args);
  await prepareTools(built);
  const { dataset } = await prepare({ release, packs: Number(packs) });
  const { PackLookup } = await import(pathToFileURL(join(root, "npm", "core.js")).href);
  const lookup = await PackLookup.open(dataset);
  const text = report(lookup, codesOf(lookup), args);
  console.log(`\n${text}\n`);
  if (write) writeSection(join(root, "lab", "reports", "peers.md"), "concepts", text);
});

function readOptions(args) {
  const flag = { type: "boolean", default: false };
  const options = { release: { type: "string" }, packs: { type: "string", default: "20000" }, built: flag, write: flag };
  return parseArgs({ args, options }).values;
}

/** Returns GTINs, codes of packs, and codes of each kind of concept. */
function codesOf(lookup) {
  const step = Math.max(1, Math.floor(lookup.size / CODES));
  const all = [...lookup].filter(({ gtin_codes: rows }, place) => place % step === 0 && rows.length > 0);
  const concepts = all.map(({ pack_id: id }) => lookup.concepts(id));
  const above = (kind) => [...new Set(concepts.flatMap((of) => of?.[kind]?.id ?? []))].map(String);
  return {
    gtin: all.map(({ gtin_codes: rows }) => rows[0].gtin),
    ampp: all.map(({ pack_id: id }) => String(id)),
    ...Object.fromEntries(KINDS.map((kind) => [kind, above(kind)])),
  };
}

function report(lookup, codes, args) {
  const api = (path, query = "") => lookup.respond({ path, query });
  const record = [
    ["a GTIN: the record", codes.gtin, (code) => lookup.gtin(code)],
    ["a GTIN: the record, and then its concepts by its code", codes.gtin, (code) => lookup.concepts(lookup.gtin(code).pack_id)],
    ["a GTIN: the interface's answer", codes.gtin, (code) => api(`/api/gtin/${code}`)],
    ["a GTIN: the interface's answer, with concepts", codes.gtin, (code) => api(`/api/gtin/${code}`, "include=dmd")],
    ["an AMPP code: the record", codes.ampp, (code) => lookup.pack(code)],
  ];
  const nothing = ["a GTIN that no pack has: an answer without packs", Array(CODES).fill(NO_PACK), (code) => lookup.search(code)];
  const packs = KINDS.filter((kind) => codes[kind].length > 0).flatMap((kind) => [
    [`${article(kind)} code: how many packs`, codes[kind], (code) => lookup.packsOf(code, { limit: 1, offset: BEHIND_ALL })],
    [`${article(kind)} code: the first pack's record too`, codes[kind], (code) => lookup.packsOf(code, { limit: 1 })],
  ]);
  const rows = [...record, nothing, ...packs].map(([what, asked, ask]) => [what, asked.length.toLocaleString("en"), microseconds(median(asked, ask))]);
  const told = `${lookup.size.toLocaleString("en")} packs; the median of ${ROUNDS} rounds over all codes, for one. ${measuredOn("concepts", args)}`;
  return `${markdown(["asked, and told", "codes", "time"], rows)}\n\n${told}`;
}

const article = (kind) => `${kind === "amp" ? "an" : "a"} ${kind.toUpperCase()}`;

/** Returns the median time per code, in microseconds. */
function median(codes, ask) {
  const rounds = Array.from({ length: ROUNDS }, () => {
    const begin = performance.now();
    for (const code of codes) ask(code);
    return ((performance.now() - begin) / codes.length) * 1000;
  });
  return percentile(rounds, 0.5);
}

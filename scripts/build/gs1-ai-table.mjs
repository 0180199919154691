// Generates src/gs1/table.rs, the table of GS1 application identifiers, from GS1's Syntax
// Dictionary:
//
//     node scripts/build/gs1-ai-table.mjs gs1-syntax-dictionary.txt ["version"]
//
// The dictionary is published at https://github.com/gs1/gs1-syntax-dictionary under Apache-2.0. The
// default version is the dictionary's own "Release:" line.

import { readFileSync, writeFileSync } from "node:fs";

const OUTPUT = new URL("../../src/gs1/table.rs", import.meta.url);

const SETS = { N: "Numeric", X: "Cset82", Y: "Cset39", Z: "Cset64" };

// The dictionary's checks that src/gs1/value.rs applies.
const CHECKS = {
  csum: "Modulo10",
  csumalpha: "Modulo1021",
  yymmdd: "Date",
  yymmd0: "DateOrMonth",
  yyyymmdd: "LongDate",
  hhmi: "Time",
};

// The checks that it skips: they do not affect which pack it is, or they need changing code lists.
const NOT_CHECKED = new Set([
  "couponcode",
  "couponposoffer",
  "gcppos1",
  "gcppos2",
  "hasnondigit",
  "hh",
  "hyphen",
  "iban",
  "importeridx",
  "iso3166",
  "iso3166999",
  "iso3166alpha2",
  "iso4217",
  "iso5218",
  "latitude",
  "longitude",
  "mediatype",
  "mi",
  "nonzero",
  "nozeroprefix",
  "packagetype",
  "pcenc",
  "pieceoftotal",
  "posinseqslash",
  "ss",
  "winding",
  "yesno",
  "zero",
]);

const COMPONENT = /^(\[?)([NXYZ])(\.\.)?(\d+)\]?((?:,[a-z0-9]+)*)$/;

function component(word) {
  const [, optional, set, variable, length, tests] = word.match(COMPONENT);
  const names = tests.split(",").filter(Boolean);
  const unknown = names.find((name) => !(name in CHECKS) && !NOT_CHECKED.has(name));
  if (unknown)
    throw new Error(`${word}: the check "${unknown}" is new: add it to CHECKS or NOT_CHECKED`);
  const check = CHECKS[names.find((name) => name in CHECKS)] ?? "Anything";
  return `${optional ? "optional" : "part"}(${SETS[set]}, ${variable ? 1 : length}, ${length}, ${check})`;
}

function values(words, key) {
  return words
    .filter((word) => word.startsWith(`${key}=`))
    .map((word) => word.slice(key.length + 1));
}

function entry(line) {
  const [, body, title = ""] = line.match(/^([^#]*)(?:#\s*(.*))?$/);
  const [ais, ...words] = body.trim().split(/\s+/);
  const [first, last = first] = ais.split("-");
  const parts = words.filter((word) => COMPONENT.test(word)).map(component);
  if (parts.length === 0) throw new Error(`no format: ${line}`);
  const predefined = /^[^A-Z[]*\*/.test(words[0]);
  const requires = values(words, "req").map((value) => JSON.stringify(value));
  const isKey = words.some((word) => /^dlpkey(=|$)/.test(word));
  return (
    `    Entry { first: "${first}", last: "${last}", predefined: ${predefined}, parts: &[${parts.join(", ")}], ` +
    `requires: &[${requires.join(", ")}], excludes: "${values(words, "ex").join(",")}", is_key: ${isKey}, ` +
    `title: ${JSON.stringify(title.trim())} },`
  );
}

function main([path, version]) {
  if (!path)
    throw new Error(
      "usage: node scripts/build/gs1-ai-table.mjs gs1-syntax-dictionary.txt [VERSION]",
    );
  const lines = readFileSync(path, "utf8").split(/\r?\n/);
  const release = version ?? lines.map((line) => line.match(/^# Release: (.*)/)?.[1]).find(Boolean);
  const entries = lines.filter((line) => line && !line.startsWith("#")).map(entry);
  writeFileSync(
    OUTPUT,
    `// Made by scripts/build/gs1-ai-table.mjs: do not edit.
//
// Source: GS1 Barcode Syntax Dictionary, https://github.com/gs1/gs1-syntax-dictionary Version:
// ${release} Copyright 2020-2021 BWIPP project, 2020-2021 Zint Project, 2021-2025 GS1 AISBL;
// licensed under Apache-2.0, http://www.apache.org/licenses/LICENSE-2.0. Changed: what the parser
// doesn't use is left out.

use super::value::{Check::*, Entry, Set::*, optional, part};

pub(super) static TABLE: &[Entry] = &[
${entries.join("\n")}
];
`,
  );
  console.log(`${entries.length} entries written to src/gs1/table.rs`);
}

main(process.argv.slice(2));

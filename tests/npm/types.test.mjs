// Tests the types: each example runs as a user has it, each method has one, and the reason codes
// are those of the core.
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { paths, root } from "../../scripts/common/project.mjs";
import { folderWithPackage } from "../common/folders.mjs";
import { withAssertions } from "../docs/snippets.mjs";

const read = (...parts) => readFileSync(join(root, ...parts), "utf8");
const types = join("npm", "types");
const files = readdirSync(join(root, types), { recursive: true }).filter((name) =>
  name.endsWith(".d.ts"),
);

/** Returns the examples of a file, with the line on which each starts. */
function examplesIn(file) {
  const text = read(types, file);
  return [...text.matchAll(/@example\n *\* ```js\n(.*?)^ *\* ```$/gms)].map(
    ({ 1: block, index }) => ({
      name: `${file}:${text.slice(0, index).split("\n").length}`,
      code: block.replace(/^ *\* ?/gm, ""),
    }),
  );
}

/** Returns what an example prints, by its comments. */
const printsOf = (code) => [...code.matchAll(/\/\/ prints (.+)$/gm)].map(([, printed]) => printed);

/**
 * Creates the folder of a user who has installed the package and downloaded a release, here
 * demonstration data.
 */
function projectFolder() {
  const folder = folderWithPackage();
  copyFileSync(paths.demoRelease, join(folder, "nhsbsa_dmd_8.2.0_20250814000001.zip"));
  return folder;
}

describe("each example returns and prints what its comments state", () => {
  const previous = process.cwd();
  after(() => process.chdir(previous));
  const folder = projectFolder();
  process.chdir(folder);
  for (const [number, { name, code }] of files.flatMap(examplesIn).entries()) {
    test(name, async (t) => {
      const log = t.mock.method(console, "log", () => {});
      const file = join(folder, `example-${number}.mjs`);
      writeFileSync(file, withAssertions(code));
      await import(pathToFileURL(file));
      assert.deepEqual(
        log.mock.calls.map(({ arguments: [text] }) => text),
        printsOf(code),
      );
    });
  }
});

test("each method and function has an example", () => {
  for (const file of files) {
    const declared = [
      ...read(types, file).matchAll(
        /^(?: {2}| {4}|export declare function )((?:static )?[\w.[\]]+(?=[(<]))/gm,
      ),
    ].map(([, name]) => name);
    const names = new Set(declared.filter((name) => !/constructor/.test(name)));
    const documented = [
      ...read(types, file).matchAll(
        /@example\b.*?\*\/\n(?: {2}| {4}|export declare function )((?:static )?[\w.[\]]+(?=[(<]|: ))/gs,
      ),
    ].map(([, name]) => name);
    assert.deepEqual(
      [...names].filter((name) => !documented.includes(name)),
      [],
      file,
    );
  }
});

/**
 * Returns the codes in the match arms of a Rust file, `=> "code"`, and in a table of `NAME "code"`.
 */
const codesInRust = (...path) =>
  new Set(
    [...read("src", ...path).matchAll(/(?:=>|^ +[A-Z0-9_]+) "([a-z0-9_]+)"/gm)].map(
      ([, code]) => code,
    ),
  );

/** Returns the codes in the type of a name, or in the comment above it. */
function codesIn(file, pattern) {
  const [part] = read(types, file).match(pattern);
  return [...part.matchAll(/["`]([a-z0-9_]+)["`]/g)].map(([, code]) => code);
}

describe("the reason codes of the types are those of the core", () => {
  const union = (name) => new RegExp(`export type ${name} =[^;]*;`);
  for (const [name, codes, rust, ownCodes = []] of [
    ["GtinError", codesIn("errors.d.ts", /class GtinError [^}]*?;\n {2}constructor/s), ["gtin.rs"]],
    [
      "DatasetError",
      codesIn("errors.d.ts", union("DatasetReason")),
      ["dataset", "error.rs"],
      ["unavailable"],
    ],
    [
      "UpdateError",
      codesIn("errors.d.ts", union("UpdateReason")),
      ["update", "error.rs"],
      ["unavailable", "stopped"],
    ],
    [
      "ImportError",
      codesIn("errors.d.ts", union("ImportReason")),
      ["import", "error.rs"],
      ["unwritable", "unavailable", "stopped"],
    ],
    [
      "ScanError and ScanWarning",
      [
        ...codesIn("errors.d.ts", union("ScanReason")),
        ...codesIn("core.d.ts", /interface ScanWarning \{[^;]*;/),
      ],
      ["gs1", "error.rs"],
    ],
  ]) {
    test(name, () =>
      assert.deepEqual([...new Set(codes)].sort(), [...codesInRust(...rust), ...ownCodes].sort()),
    );
  }

  test("LookedUp has reasons of the HTTP API, and the OpenAPI document has all of them", () => {
    const { schemas } = JSON.parse(read("www", "public", "openapi.json")).components;
    const api = codesInRust("api", "reason.rs");
    assert.deepEqual(
      codesIn("core.d.ts", /reason: "not_digits" [^;]*;/).filter((code) => !api.has(code)),
      [],
    );
    assert.deepEqual(
      schemas.Problem.properties.reason.enum.toSorted(),
      [...api, "internal_error", "target_too_long"].sort(),
    );
  });
});

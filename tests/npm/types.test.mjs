// Tests the types: each example runs as a user has it, each method has one, and the reason codes
// match the core. Also tests what tools know about `<pack-scanner>`: the files of
// docs/blocks.md that tell React and Vue about it compile, and its manifest names what it has.
import assert from "node:assert/strict";
import { copyFileSync, readdirSync, readFileSync, writeFileSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { pathToFileURL } from "node:url";
import { paths, root, startable } from "../../scripts/common/project.mjs";
import { folderWithPackage } from "../common/folders.mjs";
import { withAssertions } from "../docs/snippets.mjs";
import { execFileSync } from "node:child_process";

const read = (...parts) => readFileSync(join(root, ...parts), "utf8");
const types = join("npm", "types");
const files = readdirSync(join(root, types), { recursive: true }).filter((name) =>
  name.endsWith(".d.ts"),
);

/** The examples of a file, with the line on which each starts. */
function examplesIn(file) {
  const text = read(types, file);
  return [...text.matchAll(/@example\n *\* ```js\n(.*?)^ *\* ```$/gms)].map(
    ({ 1: block, index }) => ({
      name: `${file}:${text.slice(0, index).split("\n").length}`,
      code: block.replace(/^ *\* ?/gm, ""),
    }),
  );
}

/** Tells what an example prints, by its comments. */
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
 * The codes in the match arms of a Rust file, `=> "code"`, and in a table of `NAME "code"`.
 */
const codesInRust = (...path) =>
  new Set(
    [...read("src", ...path).matchAll(/(?:=>|^ +[A-Z0-9_]+) "([a-z0-9_]+)"/gm)].map(
      ([, code]) => code,
    ),
  );

/** The codes in the type of a name, or in the comment above it. */
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
    const api = codesInRust("api", "problem.rs");
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

const project = folderWithPackage();

/** The types of the frameworks as far as the documents use them. They are not installed here. */
const frameworks = {
  react: {
    "index.d.ts": `
      export namespace JSX { interface Element {} interface IntrinsicElements { p: { slot?: string } } interface ElementChildrenAttribute { children: {} } }
      export interface HTMLAttributes<T> { className?: string | undefined; children?: JSX.Element; onError?: (event: { currentTarget: T }) => void }
      export interface RefAttributes<T> { ref?: { current: T | null } | undefined }`,
    "jsx-runtime.d.ts": `export { JSX } from "react"; export const jsx: unknown; export const jsxs: unknown;`,
  },
  vue: {
    "index.d.ts": `
      export type DefineComponent<Props> = new () => { $props: Props };
      export interface GlobalComponents {}`,
  },
};
for (const [name, files] of Object.entries(frameworks)) {
  mkdirSync(join(project, "node_modules", name));
  for (const [file, text] of Object.entries(files))
    writeFileSync(join(project, "node_modules", name, file), text);
}

const SOURCES = {
  "scanner.tsx": `
    import type { PackScanner } from "pack-lookup/scanner";
    export const Scanner = (props: { scanned(text: string): void; ref: { current: PackScanner | null } }) => (
      <pack-scanner ref={props.ref} className="wide" formats="ean13" region={undefined} counting={false}
        onscan={({ detail }) => props.scanned(detail.text)} onerror={({ detail }) => props.scanned(detail.problem)}>
        <p slot="answer" />
      </pack-scanner>
    );
    // @ts-expect-error there is no such region
    export const region = <pack-scanner region="left" />;
    // @ts-expect-error several codes have no first one
    export const several = <pack-scanner onseveral={({ detail }) => detail.text} />;`,
  "scanner.ts": `
    import type { GlobalComponents } from "vue";
    type Props = InstanceType<GlobalComponents["pack-scanner"]>["$props"];
    export const right: Props = { formats: "ean13", counting: true, onScan: ({ detail }) => detail.text.length };
    // @ts-expect-error several codes have no first one
    export const wrong: Props = { onSeveral: ({ detail }) => detail.text };`,
};

test("the element has types in React and Vue, as documented", () => {
  const documented = read("docs", "blocks.md").matchAll(/^```ts (\S+)\n(.*?)^```$/gms);
  const files = [...documented].map(([, name, text]) => [name, text]);
  assert.deepEqual(
    files.map(([name]) => name),
    ["react.d.ts", "vue.d.ts"],
  );
  for (const [name, text] of [...files, ...Object.entries(SOURCES)])
    writeFileSync(join(project, name), text);
  const compilerOptions = {
    target: "es2022",
    module: "esnext",
    moduleResolution: "bundler",
    jsx: "react-jsx",
    strict: true,
    exactOptionalPropertyTypes: true,
    noEmit: true,
    types: [],
  };
  writeFileSync(
    join(project, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts", "*.tsx"] }),
  );
  const [command, args] = startable("tsc", ["--project", project], paths.nodeModules);
  const { status, stdout } = run(command, args);
  assert.equal(stdout, "");
  assert.equal(status, 0);
});

function run(command, args) {
  try {
    return { status: 0, stdout: execFileSync(command, args, { encoding: "utf8" }) };
  } catch ({ status, stdout }) {
    return { status, stdout };
  }
}

test("no optional property of the blocks refuses undefined", () => {
  const published = ["blocks/device/types", "blocks/scanner/types", "blocks/wedge/index"];
  for (const file of [...published, "import", "print"]) {
    const optional = read("npm", "types", `${file}.d.ts`).match(/^ +\w+\?: .*;$/gm) ?? [];
    assert.deepEqual(
      optional.filter((property) => !/\| undefined;$|\?: unknown;$/.test(property)),
      [],
      file,
    );
  }
});

const manifest = JSON.parse(read("npm", "custom-elements.json"));
const [{ declarations }] = manifest.modules;
const [element] = declarations;
const namesOf = (list) => list.map(({ name }) => name).sort();
const foundIn = (text, pattern) =>
  [...new Set([...text.matchAll(pattern)].map(([, name]) => name))].sort();

test("the package names the manifest, which names the element", () => {
  const { customElements, files } = JSON.parse(read("npm", "package.json"));
  assert.equal(customElements, "custom-elements.json");
  assert.ok(files.includes(customElements));
  assert.deepEqual(
    [element.tagName, element.name, manifest.modules[0].path],
    ["pack-scanner", "PackScanner", "scanner.js"],
  );
});

test("the manifest has the attributes, events and members of the types", () => {
  const types = read("www", "blocks", "scanner", "types.ts");
  const declared = read("npm", "types", "blocks", "scanner", "element.d.ts");
  const [attributes] = /interface PackScannerAttributes \{.*?\n\}/s.exec(types);
  const [events] = /interface PackScannerEvents \{.*?\n\}/s.exec(types);
  const [members] = /class PackScanner extends Base \{.*?\n\}/s.exec(declared);
  const fields = foundIn(members, /^ {4}(?:readonly |get )?(\w+)(?:: |\(\): |\()/gm);
  assert.deepEqual(
    namesOf(element.attributes),
    foundIn(attributes, /^ {2}(\w+)\?: /gm).filter((name) => name !== "isSerialised"),
  );
  assert.deepEqual(namesOf(element.events), foundIn(events, /^ {2}(\w+): /gm));
  assert.deepEqual(namesOf(element.members), fields);
});

test("the manifest has the slots, parts and style properties of the element", () => {
  const source = (name) => read("www", "blocks", "scanner", name);
  const view = source("view.ts");
  const parts = [
    ...foundIn(view, /part: "(\w+)"/g),
    ...foundIn(view, /labelled\(\s*"\w*",\s*"(\w+)"/g),
    ...foundIn(view, /createButton\([^,]+, "(\w+)"/g),
    ...foundIn(source("dom.ts"), /part: `(\w+) /g),
  ];
  assert.deepEqual(namesOf(element.slots), foundIn(view, /slot\("(\w+)"\)/g));
  assert.deepEqual(namesOf(element.cssParts), [...new Set(parts)].sort());
  assert.deepEqual(
    namesOf(element.cssProperties),
    foundIn(source("element.css"), /(--pack-scanner-[a-z-]+)/g),
  );
});

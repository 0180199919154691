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
const pages = {
  "works without a policy": ["", {}],
  "works with a policy without Trusted Types": [CSP, {}],
  "works with required Trusted Types": [`${CSP}; ${REQUIRED}`, {}],
  "works with required Trusted Types that allow pack-lookup": [`${CSP}; ${REQUIRED}; trusted-types mine pack-lookup`, {}],
  "works with a default policy": [`${CSP}; ${REQUIRED}; trusted-types default`, { default: true }],
  "reports a policy that forbids pack-lookup": [`${CSP}; ${REQUIRED}; trusted-types mine`, { forbidden: true }],
};

describe("a third-party page", { skip: engines.chromium.skip }, async () => {
  let engine;
  for (const [name, [policy, { default: hasDefault = false, forbidden = false }]] of Object.entries(pages)) {
    test(name, async (t) => {
      engine ??= await engines.chromium.start();
      const path = `/page-${Object.keys(pages).indexOf(name)}.html`;
      const script = hasDefault ? '<script src="/default.js"></script>' : "";
      server.answers["/default.js"] = (_, response) =>
        response.setHeader("Content-Type", "text/javascript").end("trustedTypes.createPolicy('default', { createScriptURL: (address) => address })");
      server.answers[path] = (_, response) => {
        if (policy) response.setHeader("Content-Security-Policy", policy);
        response.setHeader("Content-Type", "text/html").end(`<!doctype html><title>a third-party page</title>${script}`);
      };
      await engine.open(`${server.origin}${path}`);
      const seen = await engine.run(openAndImport);
      assert.equal(seen.isRestored, true, "the global Worker is restored");
      if (forbidden) return assert.deepEqual(seen.outcomes, [["WasmError", "forbidden", true], ["ImportError", "unavailable", true]]);
      assert.deepEqual(seen.outcomes, [2000, 2000]);
      if (!hasDefault) assert.deepEqual(seen.violations, []);
    });
  }
  after(() => engine?.close());
});

/** Runs in the page: opens a dataset in a worker, imports a release, and returns the violations of the policy. */
async function openAndImport() {
  const violations = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) => violations.push(`${effectiveDirective} ${sample}`));
  const { Worker } = globalThis;
  const [{ PackLookup }, { importRelease }] = await Promise.all([import("/async.js"), import("/import.js")]);
  const failure = ({ name, reason, message }) => [name, reason, message.includes("add pack-lookup to trusted-types")];
  const opened = PackLookup.open().then((packs) => packs.size, failure);
  const imported = fetch("/release.zip").then((response) => response.blob()).then(importRelease).then(({ report }) => report.packs, failure);
  return { outcomes: await Promise.all([opened, imported]), violations, isRestored: globalThis.Worker === Worker };
}

// Tests the module's workers on third-party pages: with and without Trusted Types, and with the
// module from another origin.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, describe, test } from "node:test";
import { join } from "node:path";
import { paths, root } from "../../scripts/common/project.mjs";
import { engines } from "../common/engines.mjs";
import { inWhole } from "../common/whole.mjs";
import { serveFolder } from "../page/server.mjs";

const server = await serveFolder(join(root, "npm"));
after(() => server.stop());
const release = readFileSync(paths.demoRelease);
server.answers["/release.zip"] = (_, response) => response.end(release);

/** The module needs only its own scripts, so a page may forbid everything else. */
const CSP =
  "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'wasm-unsafe-eval'";
const REQUIRED = "require-trusted-types-for 'script'";
const pages = {
  "works without a policy": ["", {}],
  "works with a policy without Trusted Types": [CSP, {}],
  "works with required Trusted Types": [`${CSP}; ${REQUIRED}`, {}],
  "works with required Trusted Types that allow pack-lookup": [
    `${CSP}; ${REQUIRED}; trusted-types mine pack-lookup`,
    {},
  ],
  "works with a default policy": [`${CSP}; ${REQUIRED}; trusted-types default`, { default: true }],
  "reports a policy that forbids pack-lookup": [
    `${CSP}; ${REQUIRED}; trusted-types mine`,
    { forbidden: true },
  ],
};

describe("a third-party page", { skip: engines.chromium.skip }, async () => {
  let engine;
  for (const [name, [policy, { default: hasDefault = false, forbidden = false }]] of Object.entries(
    pages,
  )) {
    test(name, async () => {
      engine ??= await engines.chromium.start();
      const path = `/page-${Object.keys(pages).indexOf(name)}.html`;
      const script = hasDefault ? '<script src="/default.js"></script>' : "";
      server.answers["/default.js"] = (_, response) =>
        response
          .setHeader("Content-Type", "text/javascript")
          .end("trustedTypes.createPolicy('default', { createScriptURL: (address) => address })");
      servePage(path, policy, script);
      await engine.open(`${server.origin}${path}`);
      const seen = await engine.run(openAndImport);
      assert.equal(seen.isRestored, true, "the global Worker is restored");
      if (forbidden)
        return assert.deepEqual(seen.outcomes, [
          ["WasmError", "forbidden", true],
          ["ImportError", "unavailable", true],
        ]);
      assert.deepEqual(seen.outcomes, [2000, 2000]);
      if (!hasDefault) assert.deepEqual(seen.violations, []);
    });
  }
  after(() => engine?.close());
});

/** A script host that allows pages of every origin. */
const scripts = await serveFolder(join(root, "npm"), {}, { "Access-Control-Allow-Origin": "*" });
after(() => scripts.stop());
const { origin } = scripts;
const OTHER_CSP = `default-src 'none'; connect-src 'self' ${origin}; script-src 'self' ${origin} 'wasm-unsafe-eval'`;
const otherPages = {
  "works without a policy": ["", [2000, 2000]],
  "works with a policy that allows blob: and the origin": [
    `${OTHER_CSP}; worker-src blob: ${origin}`,
    [2000, 2000],
  ],
  "works with Trusted Types": [
    `${OTHER_CSP}; worker-src blob: ${origin}; ${REQUIRED}; trusted-types pack-lookup`,
    [2000, 2000],
  ],
  "reports a policy that forbids blob: workers": [
    `${OTHER_CSP}; worker-src 'self'`,
    ["WasmError", "ImportError"],
  ],
};

for (const [name, { start, skip }] of Object.entries(engines)) {
  describe(`a module from another origin, in ${name}`, {
    skip,
    ...(name !== "chromium" && inWhole),
  }, async () => {
    let engine;
    for (const [title, [policy, outcomes]] of Object.entries(otherPages)) {
      test(title, async () => {
        engine ??= await start();
        servePage("/other.html", policy);
        await engine.open(`${server.origin}/other.html?module=${origin}`);
        const seen = (await engine.run(openAndImport)).outcomes;
        // Engines report the violation at different times, with different reasons.
        assert.deepEqual(
          seen.map((outcome) => outcome[0] ?? outcome),
          outcomes,
        );
        assert.ok(
          seen.every((outcome) => outcome[2] !== true),
          "no message blames Trusted Types",
        );
      });
    }
    after(() => engine?.close());
  });
}

/** Serves a page with a policy. */
function servePage(path, policy, script = "") {
  server.answers[path] = (_, response) => {
    if (policy) response.setHeader("Content-Security-Policy", policy);
    response
      .setHeader("Content-Type", "text/html")
      .end(`<!doctype html><title>a third-party page</title>${script}`);
  };
}

/**
 * Runs in the page: opens a dataset in a worker, imports a release, and returns the violations of
 * the policy.
 */
async function openAndImport() {
  const violations = [];
  document.addEventListener("securitypolicyviolation", ({ effectiveDirective, sample }) =>
    violations.push(`${effectiveDirective} ${sample}`),
  );
  const { Worker } = globalThis;
  const origin = new URLSearchParams(location.search).get("module") ?? "";
  const [{ PackLookup }, { importRelease }] = await Promise.all([
    import(`${origin}/async.js`),
    import(`${origin}/import.js`),
  ]);
  const failure = ({ name, reason, message }) => [
    name,
    reason,
    message.includes("add pack-lookup to trusted-types"),
  ];
  const opened = PackLookup.open().then((packs) => packs.size, failure);
  const imported = fetch("/release.zip")
    .then((response) => response.blob())
    .then(importRelease)
    .then(({ report }) => report.packs, failure);
  return {
    outcomes: await Promise.all([opened, imported]),
    violations,
    isRestored: globalThis.Worker === Worker,
  };
}

// npm run lab -- toolchains: builds and runs the packed module where its files or workers need a
// setting, or where it fails. `tests/npm/package.test.mjs` has what works without one. Each test
// has a row in docs/toolchains.md, which this file checks.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import {
  browser,
  newProject,
  programOf,
  requireToolchains,
  serving,
  titleAt,
  titleOf,
} from "./toolchains.mjs";

const NAME = "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets";
const COMPLETE = { here: NAME, inWorker: NAME, batch: "AB12", failure: "not_a_zip" };
const HERE = import.meta.dirname;
let engine;

before(async () => {
  requireToolchains();
  if (!browser.skip) engine = await browser.start();
});
after(() => engine?.close());

const tested = [];

/** Tests a toolchain, whose row in the page has the cell `name`. */
function toolchain(name, body, options = {}) {
  tested.push(name);
  test(name, options, body);
}

const inBrowser = { skip: browser.skip };

toolchain("TypeScript 5.2", async () => {
  const { run } = await newProject("typescript", "../../tests/npm/project");
  const resolutions = [[], ["--module", "esnext", "--moduleResolution", "bundler"]];
  for (const project of [".", "without-dom.json"]) {
    for (const resolution of resolutions)
      await run("typescript-5.2/bin/tsc", "--project", project, ...resolution);
  }
});

/** The title of a page that the development server of Vite 7 serves with `config`. */
async function inDevelopment(t, name, config) {
  const { folder } = await newProject(name);
  writeFileSync(join(folder, "vite.config.js"), `export default ${config};`);
  const address = ["--host", "127.0.0.1", "--port", "PORT", "--strictPort"];
  const ask = await serving(t, folder, "vite-7/bin/vite.js", ...address);
  return titleAt(engine, (await ask("/index.html")).url);
}

toolchain(
  "Vite 7, development",
  async (t) => {
    const config = '{ optimizeDeps: { exclude: ["pack-lookup"] } }';
    assert.deepEqual(await inDevelopment(t, "vite-development", config), COMPLETE);
  },
  inBrowser,
);

toolchain(
  "Vite 7, development without `exclude`",
  async (t) => {
    const result = await inDevelopment(t, "vite-plain", "{}");
    assert.equal(result.reason, "not_wasm");
    assert.match(result.error, /HTML page.*pass the URLs of the files as `dataset` and `wasm`/);
  },
  inBrowser,
);

toolchain("Vite 7, for a server with `noExternal`", async () => {
  const { folder, run } = await newProject("vite-server");
  writeFileSync(join(folder, "vite.config.js"), "export default { ssr: { noExternal: true } };");
  const options = ["--logLevel", "error", "--ssr", "program.js", "--outDir", "server"];
  await run("vite-7/bin/vite.js", "build", ...options);
  await assert.rejects(
    run("node", "server/program.js"),
    /(DatasetError|WasmError): cannot read the (dataset|WebAssembly) from file:/,
  );
});

/** Creates a page that uses the module without a bundler, with a Content-Security-Policy. */
async function plainPage(name, policy) {
  const { folder } = await newProject(name);
  const imports = { "pack-lookup": "./node_modules/pack-lookup/index.js" };
  for (const entry of ["async", "gs1", "import"])
    imports[`pack-lookup/${entry}`] = `./node_modules/pack-lookup/${entry}.js`;
  const map = `<script type="importmap" nonce="map">${JSON.stringify({ imports })}</script>`;
  const index = join(folder, "index.html");
  writeFileSync(index, readFileSync(index, "utf8").replace("<script", `${map}\n    <script`));
  writeFileSync(join(folder, "_headers"), `/*\n  Content-Security-Policy: ${policy}\n`);
  return folder;
}

toolchain(
  "Content-Security-Policy",
  async (t) => {
    const policy =
      "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-map'";
    const allowed = await plainPage("policy", `${policy} 'wasm-unsafe-eval'`);
    assert.deepEqual(await titleOf(t, engine, allowed), COMPLETE);
    const forbidden = await plainPage("policy-without", policy);
    const { error, reason } = await titleOf(t, engine, forbidden);
    assert.equal(reason, "forbidden");
    assert.match(error, /add 'wasm-unsafe-eval' to script-src/);
  },
  inBrowser,
);

/** Creates a program for Next, and builds it with its default bundler. */
async function nextProject(name, config) {
  const project = await newProject(name, "next", {
    "package.json": '{ "private": true }',
    "next.config.mjs": `export default ${config};`,
  });
  cpSync(join(HERE, "page", "answer.js"), join(project.folder, "app", "answer.js"));
  await project.run("next/dist/bin/next", "build");
  return project;
}

toolchain(
  "Next 16",
  async (t) => {
    const { folder } = await nextProject("next", '{ serverExternalPackages: ["pack-lookup"] }');
    const address = ["start", "--hostname", "127.0.0.1", "--port", "PORT"];
    const ask = await serving(t, folder, "next/dist/bin/next", ...address);
    assert.ok((await (await ask("/")).text()).includes(NAME));
    assert.deepEqual(await titleAt(engine, (await ask("/client")).url), COMPLETE);
  },
  inBrowser,
);

toolchain("Next 16, standalone", async (t) => {
  const config = {
    output: "standalone",
    outputFileTracingRoot: join(HERE, ".."),
    serverExternalPackages: ["pack-lookup"],
    outputFileTracingIncludes: { "/*": ["./node_modules/pack-lookup/**/*"] },
  };
  const { folder } = await nextProject("next-standalone", JSON.stringify(config));
  const standalone = join(folder, ".next", "standalone", "toolchains", "tried", "next-standalone");
  const ask = await serving(t, folder, join(standalone, "server.js"));
  assert.deepEqual(await (await ask("/complete")).json(), COMPLETE);
});

toolchain("Bun", async () => {
  const { run } = await newProject("bun");
  assert.deepEqual(JSON.parse(await run(programOf("bun"), "program.js")), COMPLETE);
});

toolchain("Bun, compiled", async () => {
  const { folder, run } = await newProject("bun-compiled");
  await run(programOf("bun"), "build", "--compile", "program.js", "--outfile", "program");
  await assert.rejects(
    run(join(folder, "program")),
    /(DatasetError|WasmError): cannot read the (dataset|WebAssembly)/,
  );
});

toolchain("Deno", async () => {
  const { run } = await newProject("deno");
  const output = await run(programOf("deno"), "run", "--allow-read", "--no-prompt", "program.js");
  assert.deepEqual(JSON.parse(output), COMPLETE);
});

test("docs/toolchains.md has a row for each tested toolchain, and for no other", () => {
  const page = readFileSync(join(root, "docs", "toolchains.md"), "utf8");
  const section = page.split("## Tested on request")[1].split("\n## ")[0];
  const rows = section.matchAll(/^\| (?!toolchain|---)(.+?) \|/gm);
  assert.deepEqual(Array.from(rows, ([, name]) => name).sort(), [...tested].sort());
});

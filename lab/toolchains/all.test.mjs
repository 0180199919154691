// npm run lab -- toolchains: builds and runs the packed module in every toolchain of docs/toolchains.md, and checks that page.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { cloudflare, next } from "./projects.mjs";
import { browser, newProject, programOf, requireToolchains, serving, titleAt, titleOf } from "./toolchains.mjs";

const NAME = "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets";
const COMPLETE = { here: NAME, inWorker: NAME, batch: "AB12" };
/** The files that must be copied for bundlers that do not copy them. */
const FILES = ["pack_lookup_bg.wasm", "pack_lookup_gs1_bg.wasm", "packs.bin"];
const page = readFileSync(join(root, "docs", "toolchains.md"), "utf8");
let engine;

before(async () => {
  requireToolchains();
  if (!browser.skip) engine = await browser.start();
});
after(() => engine?.close());

const tested = [];

/** Tests a toolchain, and checks that the page has a row whose first cell is `name`. */
function toolchain(name, options, body) {
  tested.push(name);
  test(name, options, body);
}

const inBrowser = { skip: browser.skip };

describe("Node", () => {
  toolchain("Node, ESM", {}, async () => {
    const { run } = await newProject("node");
    assert.deepEqual(JSON.parse(await run("node", "src/program.js")), COMPLETE);
  });

  toolchain("Node, CommonJS", {}, async () => {
    const { run } = await newProject("node-commonjs");
    assert.deepEqual(JSON.parse(await run("node", "src/program.cjs")), { here: NAME, isSame: true });
  });
});

describe("TypeScript", () => {
  for (const version of ["5.2", "5.9", "7"]) {
    toolchain(`TypeScript ${version}`, {}, async () => {
      const { run } = await newProject(`typescript-${version}`, "../../tests/npm/project");
      const resolutions = [[], ["--module", "esnext", "--moduleResolution", "bundler"]];
      for (const project of [".", "without-dom.json"]) {
        for (const resolution of resolutions) await run(`typescript-${version}/bin/tsc`, "--project", project, ...resolution);
      }
    });
  }
});

describe("bundlers", () => {
  async function inDevelopment(t, folder, vite) {
    const ask = await serving(t, folder, vite, "--host", "127.0.0.1", "--port", "PORT", "--strictPort");
    return titleAt(engine, (await ask("/index.html")).url);
  }

  for (const version of [5, 6, 7, 8]) {
    const vite = `vite-${version}/bin/vite.js`;
    toolchain(`Vite ${version}, build`, inBrowser, async (t) => {
      const { folder, run } = await newProject(`vite-${version}`);
      writeFileSync(join(folder, "vite.config.js"), 'export default { worker: { format: "es" } };');
      await run(vite, "build", "--logLevel", "error");
      assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
    });

    toolchain(`Vite ${version}, development without \`exclude\``, inBrowser, async (t) => {
      const { folder } = await newProject(`vite-${version}-plain`);
      const result = await inDevelopment(t, folder, vite);
      if (version >= 8) return assert.deepEqual(result, COMPLETE);
      assert.equal(result.reason, "not_wasm");
      assert.match(result.error, /HTML page.*name `dataset` and `wasm`/);
    });

    toolchain(`Vite ${version}, development`, inBrowser, async (t) => {
      const { folder } = await newProject(`vite-${version}-development`);
      writeFileSync(join(folder, "vite.config.js"), 'export default { optimizeDeps: { exclude: ["pack-lookup"] } };');
      assert.deepEqual(await inDevelopment(t, folder, vite), COMPLETE);
    });
  }

  toolchain("Vite 8, for a server", {}, async () => {
    const { run } = await newProject("vite-server");
    await run("vite-8/bin/vite.js", "build", "--logLevel", "error", "--ssr", "src/program.js", "--outDir", "server");
    assert.deepEqual(JSON.parse(await run("node", "server/program.js")), COMPLETE);
  });

  toolchain("Vite 8, for a server with `noExternal`", {}, async () => {
    const { folder, run } = await newProject("vite-server-whole");
    writeFileSync(join(folder, "vite.config.js"), "export default { ssr: { noExternal: true } };");
    await run("vite-8/bin/vite.js", "build", "--logLevel", "error", "--ssr", "src/program.js", "--outDir", "server");
    await assert.rejects(run("node", "server/program.js"), /WasmError: the WebAssembly can't be read from file:.*pack_lookup_bg\.wasm/);
  });

  toolchain("Vite 8, library", inBrowser, async (t) => {
    const { folder, run } = await newProject("vite-library");
    writeFileSync(join(folder, "vite.config.js"), 'export default { build: { lib: { entry: "src/page.js", formats: ["es"], fileName: "page" } } };');
    await run("vite-8/bin/vite.js", "build", "--logLevel", "error");
    writeFileSync(join(folder, "dist", "index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("./src/page.js", "./page.js"));
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("webpack 5", inBrowser, async (t) => {
    const { folder, run } = await newProject("webpack");
    writeFileSync(join(folder, "build.mjs"), `
      import webpack from "webpack";
      const config = { mode: "production", entry: "./src/page.js", output: { path: import.meta.dirname + "/dist", publicPath: "" } };
      webpack(config, (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });`);
    await run("node", "build.mjs");
    writeFileSync(join(folder, "dist", "index.html"), readFileSync(join(folder, "index.html"), "utf8").replace("./src/page.js", "./main.js"));
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  const html = (folder) => readFileSync(join(folder, "index.html"), "utf8");

  toolchain("esbuild, ESM", inBrowser, async (t) => {
    const { folder, module, run } = await newProject("esbuild");
    await run(programOf("esbuild"), "src/page.js", "pack-lookup/async-worker.js", "--bundle", "--format=esm", "--entry-names=[name]", "--outdir=dist");
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    writeFileSync(join(folder, "dist", "index.html"), html(folder).replace("./src/page.js", "./page.js"));
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("esbuild, IIFE", inBrowser, async (t) => {
    const { folder, module, run } = await newProject("esbuild-iife");
    await run(programOf("esbuild"), "src/here.js", "--bundle", "--format=iife", "--outdir=dist", "--log-override:empty-import-meta=silent");
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    writeFileSync(join(folder, "dist", "index.html"), html(folder).replace('type="module" src="./src/page.js"', 'defer src="./here.js"'));
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), { here: NAME });
  });

  toolchain("esbuild, CommonJS", {}, async () => {
    const { run } = await newProject("esbuild-commonjs");
    const options = ["--bundle", "--platform=node", "--format=cjs", "--outfile=dist/program.cjs", "--log-override:empty-import-meta=silent"];
    await run(programOf("esbuild"), "src/named.cjs", ...options);
    assert.deepEqual(JSON.parse(await run("node", "dist/program.cjs")), { here: NAME });
  });
});

describe("pages", () => {
  /** Creates a page that uses the module without a bundler, with a Content-Security-Policy. */
  async function plain(name, policy) {
    const { folder } = await newProject(name);
    const imports = { "pack-lookup": "./node_modules/pack-lookup/index.js", "pack-lookup/async": "./node_modules/pack-lookup/async.js", "pack-lookup/gs1": "./node_modules/pack-lookup/gs1.js" };
    const map = `<script type="importmap" nonce="map">${JSON.stringify({ imports })}</script>`;
    const index = join(folder, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("<script", `${map}\n    <script`));
    writeFileSync(join(folder, "_headers"), `/*\n  Content-Security-Policy: ${policy}\n`);
    return folder;
  }

  toolchain("Content-Security-Policy", inBrowser, async (t) => {
    const policy = "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-map'";
    assert.deepEqual(await titleOf(t, engine, await plain("policy", `${policy} 'wasm-unsafe-eval'`)), COMPLETE);
    const { error, reason } = await titleOf(t, engine, await plain("policy-without", policy));
    assert.equal(reason, "forbidden");
    assert.match(error, /needs 'wasm-unsafe-eval'/);
  });
});

describe("servers", () => {
  toolchain("Next 16", {}, async (t) => {
    const { folder, run } = await newProject("next", next);
    await run("next/dist/bin/next", "build", "--webpack");
    const ask = await serving(t, folder, "next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "PORT");
    assert.ok((await (await ask("/")).text()).includes(NAME));
    assert.equal((await (await ask("/answer")).json()).pack_id, "900000011000001106");
  });

  toolchain("Next 16, Turbopack", {}, async (t) => {
    const { folder, run } = await newProject("next-turbopack", next);
    await run("next/dist/bin/next", "build");
    const ask = await serving(t, folder, "next/dist/bin/next", "start", "--hostname", "127.0.0.1", "--port", "PORT");
    assert.ok((await (await ask("/")).text()).includes(NAME));
  });

  toolchain("Cloudflare Workers", {}, async (t) => {
    const { folder } = await newProject("cloudflare", cloudflare);
    const ask = await serving(t, folder, "wrangler/bin/wrangler.js", "dev", "--ip", "127.0.0.1", "--port", "PORT", "--inspector-port", "0");
    assert.equal((await (await ask("/api/gtin/09521234567899")).json()).name, NAME);
  });
});

describe("other runtimes", () => {
  toolchain("Bun", {}, async () => {
    const { run } = await newProject("bun");
    assert.deepEqual(JSON.parse(await run(programOf("bun"), "src/program.js")), COMPLETE);
  });

  toolchain("Bun, built", {}, async () => {
    const { folder, module, run } = await newProject("bun-built");
    const entries = ["src/program.js", "node_modules/pack-lookup/async-worker.js"];
    await run(programOf("bun"), "build", ...entries, "--target=node", "--outdir=dist", "--entry-naming=[name].[ext]");
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    assert.deepEqual(JSON.parse(await run("node", "dist/program.js")), COMPLETE);
  });

  toolchain("Bun, compiled", {}, async () => {
    const { folder, run } = await newProject("bun-compiled");
    await run(programOf("bun"), "build", "--compile", "src/program.js", "--outfile", "program");
    await assert.rejects(run(join(folder, "program")), /WasmError: the WebAssembly can't be read/);
  });

  toolchain("Deno", {}, async () => {
    const { run } = await newProject("deno");
    assert.deepEqual(JSON.parse(await run(programOf("deno"), "run", "--allow-read", "--no-prompt", "src/program.js")), COMPLETE);
  });
});

describe("tests", () => {
  toolchain("vitest", {}, async () => {
    const { run } = await newProject("vitest");
    await run("vitest/vitest.mjs", "run", "--globals");
  });

  toolchain("Jest", {}, async () => {
    const { folder, run } = await newProject("jest");
    writeFileSync(join(folder, "jest.config.json"), '{ "transform": {} }');
    await run("node", "--experimental-vm-modules", join(root, "lab", "toolchains", "node_modules", "jest", "bin", "jest.js"), "--rootDir", ".");
  });
});

test("docs/toolchains.md has a row for each tested toolchain, and for no other", () => {
  const rows = page.split("## Elsewhere")[0].matchAll(/^\| (?!toolchain|---)(.+?) \|/gm);
  assert.deepEqual(Array.from(rows, ([, name]) => name).sort(), [...tested].sort());
});

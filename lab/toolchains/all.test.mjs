// npm run lab -- toolchains: builds and runs the packed module in every toolchain of
// docs/toolchains.md, and checks that page.
import assert from "node:assert/strict";
import { cpSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import bwipjs from "bwip-js/node";
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
/** The files that must be copied for bundlers that do not copy them. */
const FILES = [
  "pack_lookup_bg.wasm",
  "pack_lookup_gs1_bg.wasm",
  "pack_lookup_importer_bg.wasm",
  "packs.bin",
];
const WORKERS = ["async-worker.js", "import-worker.js"];
const ANSWER = readFileSync(join(import.meta.dirname, "project", "src", "answer.js"), "utf8");
const ANSWER_FILES = {
  "answer.js": ANSWER,
  "package.json": '{ "private": true, "type": "module", "dependencies": { "pack-lookup": "*" } }',
};
const NEXT_FILES = {
  "app/answer.js": ANSWER,
  "package.json": '{ "private": true }',
  "next.config.mjs": 'export default { serverExternalPackages: ["pack-lookup"] };',
};
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
    assert.deepEqual(JSON.parse(await run("node", "src/program.cjs")), {
      here: NAME,
      isSame: true,
    });
  });
});

describe("TypeScript", () => {
  for (const version of ["5.2", "5.9", "7"]) {
    toolchain(`TypeScript ${version}`, {}, async () => {
      const { run } = await newProject(`typescript-${version}`, "../../tests/npm/project");
      const resolutions = [[], ["--module", "esnext", "--moduleResolution", "bundler"]];
      for (const project of [".", "without-dom.json"]) {
        for (const resolution of resolutions)
          await run(`typescript-${version}/bin/tsc`, "--project", project, ...resolution);
      }
    });
  }
});

describe("bundlers", () => {
  async function inDevelopment(t, folder, vite) {
    const ask = await serving(
      t,
      folder,
      vite,
      "--host",
      "127.0.0.1",
      "--port",
      "PORT",
      "--strictPort",
    );
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
      assert.match(result.error, /HTML page.*pass the URLs of the files as `dataset` and `wasm`/);
    });

    toolchain(`Vite ${version}, development`, inBrowser, async (t) => {
      const { folder } = await newProject(`vite-${version}-development`);
      writeFileSync(
        join(folder, "vite.config.js"),
        'export default { optimizeDeps: { exclude: ["pack-lookup"] } };',
      );
      assert.deepEqual(await inDevelopment(t, folder, vite), COMPLETE);
    });
  }

  toolchain("Vite 8, for a server", {}, async () => {
    const { run } = await newProject("vite-server");
    await run(
      "vite-8/bin/vite.js",
      "build",
      "--logLevel",
      "error",
      "--ssr",
      "src/program.js",
      "--outDir",
      "server",
    );
    assert.deepEqual(JSON.parse(await run("node", "server/program.js")), COMPLETE);
  });

  toolchain("Vite 8, for a server with `noExternal`", {}, async () => {
    const { folder, run } = await newProject("vite-server-whole");
    writeFileSync(join(folder, "vite.config.js"), "export default { ssr: { noExternal: true } };");
    await run(
      "vite-8/bin/vite.js",
      "build",
      "--logLevel",
      "error",
      "--ssr",
      "src/program.js",
      "--outDir",
      "server",
    );
    await assert.rejects(
      run("node", "server/program.js"),
      /WasmError: cannot read the WebAssembly from file:.*pack_lookup_bg\.wasm/,
    );
  });

  toolchain("Vite 8, library", inBrowser, async (t) => {
    const { folder, run } = await newProject("vite-library");
    writeFileSync(
      join(folder, "vite.config.js"),
      'export default { build: { lib: { entry: "src/page.js", formats: ["es"], fileName: "page" } } };',
    );
    await run("vite-8/bin/vite.js", "build", "--logLevel", "error");
    writeFileSync(
      join(folder, "dist", "index.html"),
      readFileSync(join(folder, "index.html"), "utf8").replace("./src/page.js", "./page.js"),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("webpack 5", inBrowser, async (t) => {
    const { folder, run } = await newProject("webpack");
    writeFileSync(
      join(folder, "build.mjs"),
      `
      import webpack from "webpack";
      const config = { mode: "production", entry: "./src/page.js", output: { path: import.meta.dirname + "/dist", publicPath: "" } };
      webpack(config, (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });`,
    );
    await run("node", "build.mjs");
    writeFileSync(
      join(folder, "dist", "index.html"),
      readFileSync(join(folder, "index.html"), "utf8").replace("./src/page.js", "./main.js"),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("Rspack", inBrowser, async (t) => {
    const { folder, run } = await newProject("rspack");
    writeFileSync(
      join(folder, "build.mjs"),
      `
      import { rspack } from "@rspack/core";
      const config = { mode: "production", entry: "./src/page.js", output: { path: import.meta.dirname + "/dist", publicPath: "" } };
      rspack(config, (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });`,
    );
    await run("node", "build.mjs");
    writeFileSync(
      join(folder, "dist", "index.html"),
      html(folder).replace("./src/page.js", "./main.js"),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("Parcel", inBrowser, async (t) => {
    const { folder, run } = await newProject("parcel");
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({
        private: true,
        type: "module",
        "@parcel/resolver-default": { packageExports: true },
      }),
    );
    await run(
      "parcel/lib/bin.js",
      "build",
      "index.html",
      "--dist-dir",
      "dist",
      "--cache-dir",
      ".parcel-cache",
      "--no-source-maps",
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("Rollup", inBrowser, async (t) => {
    const { folder, module, run } = await newProject("rollup");
    writeFileSync(
      join(folder, "rollup.config.js"),
      `
      import resolve from "@rollup/plugin-node-resolve";
      const workers = ${JSON.stringify(WORKERS)}.map((file) => "pack-lookup/" + file);
      const name = ({ facadeModuleId }) => facadeModuleId.split("/").at(-1);
      export default { input: ["src/page.js", ...workers], output: { dir: "dist", entryFileNames: name }, plugins: [resolve()] };`,
    );
    await run("rollup/dist/bin/rollup", "--config", "--silent");
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    writeFileSync(
      join(folder, "dist", "index.html"),
      html(folder).replace("./src/page.js", "./page.js"),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  const html = (folder) => readFileSync(join(folder, "index.html"), "utf8");

  toolchain("esbuild, ESM", inBrowser, async (t) => {
    const { folder, module, run } = await newProject("esbuild");
    await run(
      programOf("esbuild"),
      "src/page.js",
      ...WORKERS.map((file) => `pack-lookup/${file}`),
      "--bundle",
      "--minify",
      "--format=esm",
      "--entry-names=[name]",
      "--outdir=dist",
    );
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    writeFileSync(
      join(folder, "dist", "index.html"),
      html(folder).replace("./src/page.js", "./page.js"),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), COMPLETE);
  });

  toolchain("esbuild, IIFE", inBrowser, async (t) => {
    const { folder, module, run } = await newProject("esbuild-iife");
    await run(
      programOf("esbuild"),
      "src/here.js",
      "--bundle",
      "--format=iife",
      "--outdir=dist",
      "--log-override:empty-import-meta=silent",
    );
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    writeFileSync(
      join(folder, "dist", "index.html"),
      html(folder).replace('type="module" src="./src/page.js"', 'defer src="./here.js"'),
    );
    assert.deepEqual(await titleOf(t, engine, join(folder, "dist")), { here: NAME });
  });

  toolchain("esbuild, CommonJS", {}, async () => {
    const { run } = await newProject("esbuild-commonjs");
    const options = [
      "--bundle",
      "--platform=node",
      "--format=cjs",
      "--outfile=dist/program.cjs",
      "--log-override:empty-import-meta=silent",
    ];
    await run(programOf("esbuild"), "src/named.cjs", ...options);
    assert.deepEqual(JSON.parse(await run("node", "dist/program.cjs")), { here: NAME });
  });
});

describe("pages", () => {
  /** Creates a page that uses the module without a bundler, with a Content-Security-Policy. */
  async function plain(name, policy) {
    const { folder } = await newProject(name);
    const imports = {
      "pack-lookup": "./node_modules/pack-lookup/index.js",
      "pack-lookup/async": "./node_modules/pack-lookup/async.js",
      "pack-lookup/gs1": "./node_modules/pack-lookup/gs1.js",
      "pack-lookup/import": "./node_modules/pack-lookup/import.js",
    };
    const map = `<script type="importmap" nonce="map">${JSON.stringify({ imports })}</script>`;
    const index = join(folder, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("<script", `${map}\n    <script`));
    writeFileSync(join(folder, "_headers"), `/*\n  Content-Security-Policy: ${policy}\n`);
    return folder;
  }

  toolchain("Content-Security-Policy", inBrowser, async (t) => {
    const policy =
      "default-src 'none'; connect-src 'self'; worker-src 'self'; script-src 'self' 'nonce-map'";
    assert.deepEqual(
      await titleOf(t, engine, await plain("policy", `${policy} 'wasm-unsafe-eval'`)),
      COMPLETE,
    );
    const { error, reason } = await titleOf(t, engine, await plain("policy-without", policy));
    assert.equal(reason, "forbidden");
    assert.match(error, /add 'wasm-unsafe-eval' to script-src/);
  });
});

describe("building blocks", () => {
  const CODE = "9521234567899";
  const BLOCKS = { picture: [`]E0${CODE}`], wedge: CODE, device: "failed" };
  const picture = () =>
    bwipjs.toBuffer({
      bcid: "ean13",
      text: CODE,
      scale: 3,
      padding: 20,
      backgroundcolor: "ffffff",
    });

  /** Creates a page that uses each block. */
  async function blocksPage(name) {
    const project = await newProject(name);
    const index = join(project.folder, "index.html");
    writeFileSync(index, readFileSync(index, "utf8").replace("page.js", "blocks-page.js"));
    return project;
  }

  /** Returns the result of a built page, which fetches a picture beside it. */
  async function resultIn(t, folder) {
    writeFileSync(join(folder, "code.png"), await picture());
    return titleOf(t, engine, folder);
  }

  toolchain("Vite 8, blocks", inBrowser, async (t) => {
    const { folder, run } = await blocksPage("vite-blocks");
    writeFileSync(join(folder, "vite.config.js"), 'export default { worker: { format: "es" } };');
    await run("vite-8/bin/vite.js", "build", "--logLevel", "error");
    assert.deepEqual(await resultIn(t, join(folder, "dist")), BLOCKS);
  });

  toolchain("webpack 5, blocks", inBrowser, async (t) => {
    const { folder, run } = await blocksPage("webpack-blocks");
    writeFileSync(
      join(folder, "build.mjs"),
      `
      import webpack from "webpack";
      const config = { mode: "production", entry: "./src/blocks-page.js", output: { path: import.meta.dirname + "/dist", publicPath: "" } };
      webpack(config, (error, stats) => { if (error || stats.hasErrors()) { console.error(error ?? stats.toString()); process.exit(1); } });`,
    );
    await run("node", "build.mjs");
    writeFileSync(
      join(folder, "dist", "index.html"),
      readFileSync(join(folder, "index.html"), "utf8").replace("./src/blocks-page.js", "./main.js"),
    );
    assert.deepEqual(await resultIn(t, join(folder, "dist")), BLOCKS);
  });

  toolchain("esbuild, blocks", inBrowser, async (t) => {
    const { folder, module, run } = await blocksPage("esbuild-blocks");
    const workers = ["device-worker.js", "scanner-worker.js", "import-worker.js"].map(
      (file) => `pack-lookup/${file}`,
    );
    await run(
      programOf("esbuild"),
      "src/blocks-page.js",
      ...workers,
      "--bundle",
      "--format=esm",
      "--entry-names=[name]",
      "--outdir=dist",
    );
    cpSync(join(module, "zxing_reader.wasm"), join(folder, "dist", "zxing_reader.wasm"));
    writeFileSync(
      join(folder, "dist", "index.html"),
      readFileSync(join(folder, "index.html"), "utf8").replace(
        "./src/blocks-page.js",
        "./blocks-page.js",
      ),
    );
    assert.deepEqual(await resultIn(t, join(folder, "dist")), BLOCKS);
  });
});

describe("servers", () => {
  toolchain("Next 16", {}, async (t) => {
    const { folder, run } = await newProject("next", "project/next", NEXT_FILES);
    await run("next/dist/bin/next", "build", "--webpack");
    const ask = await serving(
      t,
      folder,
      "next/dist/bin/next",
      "start",
      "--hostname",
      "127.0.0.1",
      "--port",
      "PORT",
    );
    assert.ok((await (await ask("/")).text()).includes(NAME));
    assert.equal((await (await ask("/answer")).json()).pack_id, "900000011000001106");
  });

  toolchain("Next 16, Turbopack", {}, async (t) => {
    const { folder, run } = await newProject("next-turbopack", "project/next", NEXT_FILES);
    await run("next/dist/bin/next", "build");
    const ask = await serving(
      t,
      folder,
      "next/dist/bin/next",
      "start",
      "--hostname",
      "127.0.0.1",
      "--port",
      "PORT",
    );
    assert.ok((await (await ask("/")).text()).includes(NAME));
  });

  toolchain("Next 16, page", inBrowser, async (t) => {
    for (const builder of ["--webpack", "--turbopack"]) {
      const { run, folder } = await newProject(`next-page${builder}`, "project/next", NEXT_FILES);
      await run("next/dist/bin/next", "build", builder);
      const ask = await serving(
        t,
        folder,
        "next/dist/bin/next",
        "start",
        "--hostname",
        "127.0.0.1",
        "--port",
        "PORT",
      );
      assert.deepEqual(await titleAt(engine, (await ask("/client")).url), COMPLETE, builder);
    }
  });

  toolchain("Next 16, standalone", {}, async (t) => {
    const { run, folder } = await newProject("next-standalone", "project/next", {
      ...NEXT_FILES,
      "next.config.mjs":
        'export default { output: "standalone", outputFileTracingRoot: import.meta.dirname + "/../..", serverExternalPackages: ["pack-lookup"], outputFileTracingIncludes: { "/*": ["./node_modules/pack-lookup/**/*"] } };',
    });
    await run("next/dist/bin/next", "build");
    const ask = await serving(
      t,
      folder,
      join(folder, ".next", "standalone", "tried", "next-standalone", "server.js"),
    );
    assert.equal((await (await ask("/answer")).json()).pack_id, "900000011000001106");
    assert.deepEqual(await (await ask("/complete")).json(), COMPLETE);
  });

  toolchain("Nuxt 4", inBrowser, async (t) => {
    const { run, folder } = await newProject("nuxt", "project/nuxt", ANSWER_FILES);
    await run("nuxt/bin/nuxt.mjs", "build");
    const ask = await serving(t, folder, join(folder, ".output", "server", "index.mjs"));
    assert.deepEqual(await (await ask("/complete")).json(), COMPLETE);
    assert.deepEqual(await titleAt(engine, (await ask("/")).url), COMPLETE);
  });

  toolchain("SvelteKit 2, for Node", inBrowser, async (t) => {
    const { run, folder } = await newProject("sveltekit", "project/sveltekit", ANSWER_FILES);
    await run("vite/bin/vite.js", "build", "--logLevel", "error");
    const ask = await serving(t, folder, join(folder, "build", "index.js"));
    assert.deepEqual(await (await ask("/complete")).json(), COMPLETE);
    assert.deepEqual(await titleAt(engine, (await ask("/")).url), COMPLETE);
  });
});

describe("other runtimes", () => {
  toolchain("Bun", {}, async () => {
    const { run } = await newProject("bun");
    assert.deepEqual(JSON.parse(await run(programOf("bun"), "src/program.js")), COMPLETE);
  });

  toolchain("Bun, built", {}, async () => {
    const { folder, module, run } = await newProject("bun-built");
    const entries = [
      "src/program.js",
      ...WORKERS.map((file) => `node_modules/pack-lookup/${file}`),
    ];
    await run(
      programOf("bun"),
      "build",
      ...entries,
      "--target=node",
      "--outdir=dist",
      "--entry-naming=[name].[ext]",
    );
    for (const file of FILES) cpSync(join(module, file), join(folder, "dist", file));
    assert.deepEqual(JSON.parse(await run("node", "dist/program.js")), COMPLETE);
  });

  toolchain("Bun, compiled", {}, async () => {
    const { folder, run } = await newProject("bun-compiled");
    await run(programOf("bun"), "build", "--compile", "src/program.js", "--outfile", "program");
    await assert.rejects(
      run(join(folder, "program")),
      /(DatasetError|WasmError): cannot read the (dataset|WebAssembly)/,
    );
  });

  toolchain("Deno", {}, async () => {
    const { run } = await newProject("deno");
    assert.deepEqual(
      JSON.parse(
        await run(programOf("deno"), "run", "--allow-read", "--no-prompt", "src/program.js"),
      ),
      COMPLETE,
    );
  });
});

describe("tests", () => {
  toolchain("vitest", {}, async () => {
    const { run } = await newProject("vitest");
    await run("vitest/vitest.mjs", "run", "--globals");
  });

  const jest = [
    "--experimental-vm-modules",
    join(root, "lab", "toolchains", "node_modules", "jest", "bin", "jest.js"),
    "--rootDir",
    ".",
  ];

  toolchain("Jest", {}, async () => {
    const { folder, run } = await newProject("jest");
    writeFileSync(join(folder, "jest.config.json"), '{ "transform": {} }');
    await run("node", ...jest);
  });

  toolchain("Jest, jsdom", {}, async () => {
    const { folder, run } = await newProject("jest-jsdom");
    writeFileSync(
      join(folder, "jest.config.json"),
      '{ "transform": {}, "testEnvironment": "jsdom" }',
    );
    await assert.rejects(run("node", ...jest), /ReferenceError: TextDecoder is not defined/);
    const file = join(folder, "src", "answer.test.js");
    writeFileSync(file, `/** @jest-environment node */\n${readFileSync(file, "utf8")}`);
    await run("node", ...jest);
  });
});

test("docs/toolchains.md has a row for each tested toolchain, and for no other", () => {
  const rows = page.split("## Elsewhere")[0].matchAll(/^\| (?!toolchain|---)(.+?) \|/gm);
  assert.deepEqual(Array.from(rows, ([, name]) => name).sort(), [...tested].sort());
});

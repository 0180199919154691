// Tests what a page sees if a file of the package is missing, damaged or forbidden: an error of the
// documented class, with a reason and what to do. tests/npm/wrong-files.test.mjs does this in Node.
import assert from "node:assert/strict";
import { existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { engines } from "../common/engines.mjs";
import { inWhole } from "../common/whole.mjs";
import { serveFolder } from "./server.mjs";

const PACKAGE = "/node_modules/pack-lookup";
const npm = join(root, "npm");
const folder = temporaryFolder();
mkdirSync(join(folder, "node_modules"));
symlinkSync(npm, join(folder, PACKAGE), "junction");

/** The call that opens the reader of print, which loads each of its files. */
const openPrint = {
  name: "PrintError",
  reason: "unavailable",
  run: async () => (await import("./node_modules/pack-lookup/print.js")).openPrintReader(),
};

/**
 * Each call with its class and its reason if the file is no WebAssembly. Their functions run in the
 * page.
 */
const calls = {
  lookup: {
    file: "pack_lookup_bg.wasm",
    name: "WasmError",
    run: async () => (await import("./node_modules/pack-lookup/index.js")).PackLookup.open(),
  },
  gs1: {
    file: "pack_lookup_gs1_bg.wasm",
    name: "WasmError",
    run: async () => (await import("./node_modules/pack-lookup/gs1.js")).load(),
  },
  importRelease: {
    file: "pack_lookup_importer_bg.wasm",
    name: "ImportError",
    reason: "unavailable",
    run: async () =>
      (await import("./node_modules/pack-lookup/import.js")).importRelease(new Uint8Array(9)),
  },
  applyUpdate: {
    file: "pack_lookup_importer_bg.wasm",
    name: "UpdateError",
    reason: "unavailable",
    run: async () =>
      (await import("./node_modules/pack-lookup/import.js")).applyUpdate(
        new Uint8Array(9),
        new Uint8Array(9),
      ),
  },
  scanner: {
    file: "zxing_reader.wasm",
    name: "WasmError",
    run: async () => {
      const { readPicture } = await import("./node_modules/pack-lookup/scanner.js");
      const canvas = document.createElement("canvas");
      return readPicture(await new Promise((resolve) => canvas.toBlob(resolve)));
    },
  },
  ...(existsSync(join(npm, "pack_lookup_print_bg.wasm.gz")) && {
    print: { file: "pack_lookup_print_bg.wasm.gz", ...openPrint },
    "the first model": { file: "print/detection.onnx.gz", isModel: true, ...openPrint },
    "the second model": { file: "print/recognition.onnx.gz", isModel: true, ...openPrint },
  }),
};

/** A policy forbids scripts in HTML, so each call is in a file. */
for (const [name, { run }] of Object.entries(calls)) {
  const script = `
    import * as errors from "./node_modules/pack-lookup/errors.js";
    window.errorOf = async () => {
      const error = await (${run})().then(() => undefined, (error) => error);
      const { name, reason, message } = error ?? { message: "there was no error" };
      return { name, reason, message, isOwn: error instanceof (errors[name] ?? Object.create) };
    };
    window.isLoaded = true;`;
  const path = name.replaceAll(" ", "-");
  writeFileSync(join(folder, `${path}.js`), script);
  writeFileSync(
    join(folder, `${path}.html`),
    `<!doctype html><title>${name}</title><script type="module" src="./${path}.js"></script>`,
  );
}

const server = await serveFolder(folder);
const POLICY = "script-src 'self'; worker-src 'self'";
const strict = await serveFolder(folder, {}, { "Content-Security-Policy": POLICY });
after(() => Promise.all([server.stop(), strict.stop()]));

/** What a server sends in place of a file. */
const answers = {
  "an HTML page": () => (_, response) => {
    response.setHeader("Content-Type", "text/html");
    response.end("<!doctype html><title>Home</title>");
  },
  "a truncated file": (file) => (_, response) => {
    response.setHeader("Content-Type", "application/wasm");
    response.end(readFileSync(join(npm, file)).subarray(0, 5_000));
  },
  "no file": () => (_, response) => response.writeHead(404).end(),
};

const ADVICE = /; (?:check|pass|add) /;

for (const [engineName, { start, skip }] of Object.entries(engines)) {
  describe(`reports wrong files in ${engineName}`, {
    skip,
    ...(engineName !== "chromium" && inWhole),
  }, () => {
    let starting;
    after(async () => (await starting)?.close());

    async function errorIn(origin, name) {
      starting ??= start();
      const engine = await starting;
      await engine.open(`${origin}/${name.replaceAll(" ", "-")}.html`);
      return engine.run(async () => {
        while (!window.isLoaded) await new Promise((resolve) => setTimeout(resolve, 20));
        return window.errorOf();
      });
    }

    function assertIsDocumented(error, call, reason) {
      const { name, isOwn, message } = error;
      assert.deepEqual([name, error.reason, isOwn], [call.name, reason, true], message);
      assert.match(message, ADVICE);
    }

    for (const [name, call] of Object.entries(calls)) {
      for (const [what, answer] of Object.entries(answers)) {
        test(`${name}: ${what}`, async (t) => {
          const path = `${PACKAGE}/${call.file}`;
          server.answers[path] = answer(call.file);
          t.after(() => delete server.answers[path]);
          const own = what === "no file" ? "unavailable" : "not_wasm";
          assertIsDocumented(await errorIn(server.origin, name), call, call.reason ?? own);
        });
      }
      if (call.isModel) continue;
      test(`${name}: a policy that forbids WebAssembly`, async () => {
        const error = await errorIn(strict.origin, name);
        assertIsDocumented(error, call, call.reason ?? "forbidden");
        assert.match(error.message, /add 'wasm-unsafe-eval' to script-src/);
      });
    }
  });
}

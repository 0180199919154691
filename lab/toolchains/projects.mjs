// The files of the projects that install the packed module, by path: one project for most toolchains, one for Next, and one for Cloudflare Workers.
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** The result that each toolchain must give: from the module, from the module in a worker, and from a scanned barcode. */
const ANSWER = `
import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";

const CODE = "09521234567899";

export async function answerHere(sources) {
  const packs = await PackLookup.open(sources);
  return packs.gtin(CODE).name;
}

export async function answer() {
  const packs = await InWorker.open();
  const { name } = await packs.gtin(CODE);
  await packs.close();
  const { batch } = await scan(\`]d201\${CODE}10AB12\`);
  return { here: await answerHere(), inWorker: name, batch };
}
`;

/** The same test for vitest and for Jest. */
const TEST = `
import { answer } from "./answer.js";

test("gives the same answer in a worker", async () => {
  const { here, inWorker, batch } = await answer();
  expect([here, inWorker, batch]).toEqual(["Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets", here, "AB12"]);
});
`;

/** A program in Node. */
const PROGRAM = `
import { answer } from "./answer.js";

answer().then((result) => console.log(JSON.stringify(result)));
`;

/** CommonJS scripts load the module with `require`, which Node supports for modules since 20.19, or with `import()`. */
const COMMONJS_PROGRAM = `
const { GtinError, PackLookup } = require("pack-lookup");
const CODE = "09521234567899";

(async () => {
  const imported = await import("pack-lookup");
  const packs = await PackLookup.open();
  console.log(JSON.stringify({ here: packs.gtin(CODE).name, isSame: imported.GtinError === GtinError }));
})();
`;

/** A bundled CommonJS script has no address of its own, so it must name the files. */
const NAMED = `
const { PackLookup } = require("pack-lookup");
const { join } = require("node:path");

const at = (file) => join(process.cwd(), "node_modules", "pack-lookup", file);
PackLookup.open({ dataset: at("packs.bin"), wasm: at("pack_lookup_bg.wasm") }).then((packs) => console.log(JSON.stringify({ here: packs.gtin("09521234567899").name })));
`;

/** A page, which writes its result into its title. */
const PAGE = `
import { answer } from "./answer.js";

const outcome = answer().catch((error) => ({ error: String(error), reason: error.reason }));
outcome.then((result) => (document.title = JSON.stringify(result)));
`;

/** Opens the module in a classic script, which must name the files. */
const CLASSIC_SCRIPT = `
import { answerHere } from "./answer.js";

const outcome = answerHere({ dataset: "./packs.bin", wasm: "./pack_lookup_bg.wasm" }).then((here) => ({ here }), (error) => ({ error: String(error) }));
outcome.then((result) => (document.title = JSON.stringify(result)));
`;

const HTML = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <title></title>
    <script type="module" src="./src/page.js"></script>
  </head>
</html>
`;

export const plain = {
  "package.json": '{ "private": true, "type": "module" }',
  "index.html": HTML,
  "src/answer.js": ANSWER,
  "src/answer.test.js": TEST,
  "src/program.js": PROGRAM,
  "src/program.cjs": COMMONJS_PROGRAM,
  "src/named.cjs": NAMED,
  "src/page.js": PAGE,
  "src/here.js": CLASSIC_SCRIPT,
};

export const next = {
  "package.json": '{ "private": true }',
  "next.config.mjs": 'export default { serverExternalPackages: ["pack-lookup"] };',
  "app/layout.jsx": `
export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  "app/page.jsx": `
import { PackLookup } from "pack-lookup";

export const dynamic = "force-dynamic";

export default async function Page() {
  const packs = await PackLookup.open();
  return <p>{packs.gtin("09521234567899").name}</p>;
}
`,
  "app/answer/route.js": `
import { PackLookup } from "pack-lookup";

export const dynamic = "force-dynamic";

const opening = PackLookup.open({ ids: "string" });

export async function GET() {
  return Response.json((await opening).gtin("09521234567899"));
}
`,
};

export const cloudflare = {
  "wrangler.toml": `name = "pack-lookup-toolchain"
main = "index.js"
compatibility_date = "2026-06-01"
send_metrics = false
rules = [{ type = "Data", globs = ["**/*.bin"], fallthrough = true }, { type = "CompiledWasm", globs = ["**/*.wasm"], fallthrough = true }]
`,
  "index.js": `
import { PackLookup } from "pack-lookup/core";
import wasm from "pack-lookup/pack_lookup_bg.wasm";
import dataset from "pack-lookup/packs.bin";

// The digest was verified at deployment.
const opening = PackLookup.open({ dataset, wasm, verify: false });

export default {
  async fetch(request) {
    return (await opening).fetch(request);
  },
};
`,
};

/** Writes the files of a project into a folder. */
export function writeProject(files, folder) {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), text.trimStart());
  }
}

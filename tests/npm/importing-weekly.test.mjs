// Runs each command of docs/importing-weekly.md, against a TRUD server and a service of the test.
// The data are demonstration data, which is the only change to the commands.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { text } from "node:stream/consumers";
import { test } from "node:test";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { inWhole } from "../common/whole.mjs";
import { serviceIn } from "./release-service.mjs";
import { KEY, releaseOf, startTrud } from "./trud-server.mjs";

const document = readFileSync(join(root, "docs", "importing-weekly.md"), "utf8");
const commands = [...document.matchAll(/^```sh\n(.*?)^```$/gms)].flatMap(([, lines]) =>
  lines.trim().split("\n"),
);
const URL_OF_DOCUMENT = "https://packs.example.org";

/**
 * Creates `npx` and `npm` as the document uses them, without a registry and without the long
 * builds.
 */
function layOutPrograms(folder, site) {
  const [node] = startable("node", [], paths.nodeModules);
  const runOf = (command) =>
    JSON.stringify({ folder: site, command, byWords: true, options: { demo: true } });
  const run = `exec "${node}" "${join(root, "tests", "npm", "release-run.mjs")}" "$settings" "$@"`;
  const programs = {
    npx: `[ "$1" = pack-lookup ] || exit 9; shift; exec "${node}" "${join(root, "npm", "cli.js")}" "$@"`,
    npm: `case "$1 $2 $3" in "run release --") settings='${runOf("release")}';; "run rollback --") settings='${runOf("rollback")}';; *) exit 9;; esac; shift 3; ${run}`,
  };
  mkdirSync(join(folder, "bin"));
  for (const [name, script] of Object.entries(programs)) {
    writeFileSync(join(folder, "bin", name), `#!/bin/sh\n${script}\n`);
    chmodSync(join(folder, "bin", name), 0o755);
  }
  return join(folder, "bin");
}

async function shell(command, cwd, env) {
  const child = spawn("sh", ["-c", command], { cwd, env });
  const [stdout, stderr, code] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    new Promise((resolve) => child.on("close", resolve)),
  ]);
  return { code, output: stdout + stderr };
}

test("each command of the document succeeds", {
  skip: process.platform === "win32",
  ...inWhole,
}, async (t) => {
  assert.ok(commands.length >= 8, "they are found");
  const folder = temporaryFolder(t);
  const site = join(folder, "site");
  const { url } = await serviceIn(t, site);
  const trud = await startTrud(t, [
    releaseOf("nhsbsa_dmd_11.2.0_20261116000001.zip", readFileSync(paths.demoRelease)),
  ]);
  const bin = layOutPrograms(folder, site);
  const env = {
    ...environment,
    PATH: bin + delimiter + environment.PATH,
    PACK_LOOKUP_TEST_TRUD: trud.origin,
    INIT_CWD: folder,
  };
  writeFileSync(join(folder, "trud.key"), KEY);
  // The dataset of the previous week.
  copyFileSync(paths.testDataset, join(folder, "last.bin"));
  for (const command of commands) {
    await before(command, { url, folder, env });
    const { code, output } = await shell(command.replaceAll(URL_OF_DOCUMENT, url), folder, env);
    assert.ok(!output.includes(KEY), "no key");
    assert.equal(code, 0, `${command}\n${output}`);
  }
});

/** A rollback needs two deployments. */
async function before(command, { url, folder, env }) {
  if (!command.includes("rollback")) return;
  const { code, output } = await shell(
    `npx pack-lookup demo --packs 3000 --seed 2 -o other.zip && npm run release -- --url ${url} --release other.zip --accept other`,
    folder,
    env,
  );
  assert.equal(code, 0, output);
}

// Tests that a server under npm ends with npm. cmd.exe has no `exec`, so the scripts do not use it.
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { environment, paths, startable } from "../../scripts/common/project.mjs";

const server = "console.log('serving'); process.on('SIGTERM', () => { console.log('ended'); process.exit(); }); setTimeout(() => {}, 10_000)";
const script = `
  import { serve } from ${JSON.stringify(new URL("../../scripts/common/run.mjs", import.meta.url).href)};
  await serve("node", ["--eval", ${JSON.stringify(server)}]);`;

test("the server ends with npm", { skip: process.platform === "win32" && "Windows has no signals", timeout: 8_000 }, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-serve-"));
  t.after(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, "serve.mjs"), script);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ scripts: { start: "node serve.mjs" } }));
  const npm = spawn(...startable("npm", ["start", "--silent"], paths.nodeModules), { cwd: folder, env: environment });
  await shown(npm, "serving");
  npm.kill("SIGTERM");
  await shown(npm, "ended");
  await once(npm.stdout, "close");
});

/** Waits until a line with this text is printed. The pipe outlives npm, because the server holds it too. */
function shown({ stdout }, line) {
  return new Promise((resolve, reject) => {
    stdout.on("data", (data) => String(data).includes(line) && resolve());
    stdout.on("close", () => reject(new assert.AssertionError({ message: `${line} was never printed` })));
  });
}

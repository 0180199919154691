// Runs `pack-lookup serve` as a document calls it, on any free port of this machine, until it is
// healthy.
import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const OWN = { "--port": "0", "--host": "127.0.0.1" };
const given = process.argv
  .slice(2)
  .filter((word, at, words) => !Object.hasOwn(OWN, word) && !Object.hasOwn(OWN, words[at - 1]));
const child = spawn(
  process.execPath,
  [
    fileURLToPath(new URL("../../npm/cli.js", import.meta.url)),
    ...given,
    ...Object.entries(OWN).flat(),
  ],
  { stdio: ["ignore", "pipe", "inherit"] },
);

let said = "";
child.stdout.on("data", async (text) => {
  const before = said;
  said += text;
  const origin = /^Serving at (http:\S+)\n/m;
  if (origin.test(before) || !origin.test(said)) return;
  const { ok } = await fetch(new URL("/healthz", origin.exec(said)[1]));
  if (!ok) process.exitCode = 9;
  child.kill("SIGTERM");
});
child.on("close", (code) => (process.exitCode ||= code ?? 9));

// Tests the installation of openapi-typescript on a simulated machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { prepareTypeScriptClients } from "../../scripts/setup/tools.mjs";

const program = join("t", "node_modules");
const record = join(program, ".package-lock.json");

/** Simulates a machine with these files, by default all with the same text. */
function machine({ files = [], read = () => "the lock", refuses = false } = {}) {
  const ran = [];
  const run = (command, args) => {
    ran.push([command, ...args].join(" "));
    if (refuses) throw new Error("no network");
  };
  return { folder: "t", ran, read, run, exists: (file) => files.includes(file), copyPackageFiles: (folder) => ran.push(`copy ${folder}`) };
}

test("uses an installation with the same lock file", () => {
  const existing = machine({ files: [record, join("t", "package-lock.json")] });
  assert.deepEqual(prepareTypeScriptClients(existing), { program });
  assert.deepEqual(existing.ran, []);
});

test("installs if packages are missing or the lock file changed", () => {
  for (const old of [machine(), machine({ files: [record, join("t", "package-lock.json")], read: (file) => file })]) {
    assert.deepEqual(prepareTypeScriptClients(old), { program });
    assert.deepEqual(old.ran, ["copy t", "npm ci --silent --no-audit --no-fund --prefix t"]);
  }
});

test("reports a failed installation", () => {
  assert.deepEqual(prepareTypeScriptClients(machine({ refuses: true })), { missing: "openapi-typescript could not be installed: no network" });
});

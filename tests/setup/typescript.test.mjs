// Tests the installation of openapi-typescript on a simulated machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { prepareTypeScriptClients } from "../../scripts/setup/typescript.mjs";

const program = join("t", "node_modules");
const record = join(program, ".package-lock.json");

/** Simulates a machine with these files, by default all with the same text. */
function machine({ files = [], read = () => "the lock", refuses = false } = {}) {
  const ran = [];
  const run = (command, args) => {
    ran.push([command, ...args].join(" "));
    if (refuses) throw new Error("no network");
  };
  return { folder: "t", ran, read, run, exists: (file) => files.includes(file), take: (folder) => ran.push(`take ${folder}`) };
}

test("what is there of the same lock is taken", () => {
  const there = machine({ files: [record, join("t", "package-lock.json")] });
  assert.deepEqual(prepareTypeScriptClients(there), { program });
  assert.deepEqual(there.ran, []);
});

test("what is missing, or there of another lock, is installed", () => {
  for (const old of [machine(), machine({ files: [record, join("t", "package-lock.json")], read: (file) => file })]) {
    assert.deepEqual(prepareTypeScriptClients(old), { program });
    assert.deepEqual(old.ran, ["take t", "npm ci --silent --no-audit --no-fund --prefix t"]);
  }
});

test("what fails is said", () => {
  assert.deepEqual(prepareTypeScriptClients(machine({ refuses: true })), { lack: "openapi-typescript could not be installed: no network" });
});

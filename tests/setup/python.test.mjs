// Tests the installation of schemathesis on a simulated machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { preparePythonClients, prepareSchemathesis } from "../../scripts/setup/tools.mjs";

const folder = join("t", "schemathesis");
const program = join(folder, "bin", "schemathesis");

/** Simulates a machine with these Pythons and files. */
function machine({ pythons = [], files = {}, platform = "linux", refuses = false } = {}) {
  const ran = [];
  return {
    platform, folder, ran, files,
    capture: (name) => (pythons.includes(name) ? "" : null),
    exists: (file) => file in files,
    read: (file) => files[file] ?? "the list\n",
    write: (file, text) => (files[file] = text),
    run: (command, args) => {
      ran.push([command, ...args].join(" "));
      if (refuses) throw new Error("no network");
    },
  };
}

test("uses an installation with the same requirements", () => {
  const existing = machine({ files: { [program]: "", [join(folder, "requirements.txt")]: "the list\n" } });
  assert.deepEqual(prepareSchemathesis(existing), { program });
  assert.deepEqual(existing.ran, []);
});

test("installs again if the requirements changed", () => {
  const old = machine({ pythons: ["python3"], files: { [program]: "", [join(folder, "requirements.txt")]: "an older list\n" } });
  assert.deepEqual(prepareSchemathesis(old), { program });
  assert.match(old.ran[0], /^python3 -m venv --clear /);
  assert.match(old.ran[1], /python -m pip install .*requirements\.txt$/);
  assert.equal(old.files[join(folder, "requirements.txt")], "the list\n");
});

test("finds programs on Windows", () => {
  assert.deepEqual(prepareSchemathesis(machine({ platform: "win32", pythons: ["python"] })), { program: join(folder, "Scripts", "schemathesis.exe") });
});

test("reports a missing Python", () => {
  assert.match(prepareSchemathesis(machine()).missing, /^Python 3\.10 or later with venv is missing \(/);
});

test("reports a failed installation, and does not record it", () => {
  const offline = machine({ pythons: ["python3"], refuses: true });
  assert.deepEqual(prepareSchemathesis(offline), { missing: "schemathesis could not be installed: no network" });
  assert.deepEqual(offline.files, {});
});

test("the recipes have their own Python and requirements", () => {
  const own = machine({ pythons: ["python3"] });
  assert.deepEqual(preparePythonClients(own), { program: join(folder, "bin", "python") });
  assert.match(own.ran[1], /docs.clients.requirements\.txt$/);
});

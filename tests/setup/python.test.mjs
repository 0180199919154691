// Tests the installation of schemathesis on a simulated machine.
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { preparePythonClients, prepareSchemathesis } from "../../scripts/setup/python.mjs";

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

test("what is there of the same list is taken", () => {
  const there = machine({ files: { [program]: "", [join(folder, "requirements.txt")]: "the list\n" } });
  assert.deepEqual(prepareSchemathesis(there), { program });
  assert.deepEqual(there.ran, []);
});

test("what is there of another list is made anew", () => {
  const old = machine({ pythons: ["python3"], files: { [program]: "", [join(folder, "requirements.txt")]: "an older list\n" } });
  assert.deepEqual(prepareSchemathesis(old), { program });
  assert.match(old.ran[0], /^python3 -m venv --clear /);
  assert.match(old.ran[1], /python -m pip install .*requirements\.txt$/);
  assert.equal(old.files[join(folder, "requirements.txt")], "the list\n");
});

test("on Windows its programs lie elsewhere", () => {
  assert.deepEqual(prepareSchemathesis(machine({ platform: "win32", pythons: ["python"] })), { program: join(folder, "Scripts", "schemathesis.exe") });
});

test("without Python one sentence says what is missing", () => {
  assert.match(prepareSchemathesis(machine()).lack, /^Python 3\.10 or later with venv is missing \(/);
});

test("what fails is said, and not taken for installed", () => {
  const offline = machine({ pythons: ["python3"], refuses: true });
  assert.deepEqual(prepareSchemathesis(offline), { lack: "schemathesis could not be installed: no network" });
  assert.deepEqual(offline.files, {});
});

test("the recipes have a Python of their own, with what they take", () => {
  const own = machine({ pythons: ["python3"] });
  assert.deepEqual(preparePythonClients(own), { program: join(folder, "bin", "python") });
  assert.match(own.ran[1], /docs.clients.requirements\.txt$/);
});

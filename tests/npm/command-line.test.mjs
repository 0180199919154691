// Tests the command line in Node: the same output, files and exit codes as the native one, with the
// same cases.
import assert from "node:assert/strict";
import { execFileSync, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import {
  closeSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { machine, removeUnfinished } from "../../npm/node/machine.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { filesOfReleaseNamed, readBytes, readCases } from "../cases/read.mjs";

const folderOfCases = join(root, "tests", "cases");
const program = join(root, "npm", "cli.js");
const isWhole = { maxBuffer: 1 << 28 };

/**
 * Writes a file of a case into a folder: a text, a whole or damaged copy of a dataset, the files of
 * a release, or an empty folder.
 */
function layOut(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  if (typeof content === "string") return writeFileSync(path, content);
  if (content.copy) return writeFileSync(path, copyOf(content));
  mkdirSync(path, { recursive: true });
  for (const [name, text] of Object.entries(filesOf(content)))
    writeFileSync(join(path, name), text);
}

function copyOf({ copy, cut, flip }) {
  const bytes = readBytes(copy).subarray(0, cut);
  if (flip !== undefined) bytes[flip] ^= 1;
  return bytes;
}

function filesOf({ release, replace }) {
  if (release === undefined) return {};
  const replaced = (text) => (replace ? text.replaceAll(replace[0], replace[1]) : text);
  return Object.fromEntries(
    Object.entries(filesOfReleaseNamed(release)).map(([name, text]) => [name, replaced(text)]),
  );
}

function digests(folder) {
  const names = readdirSync(folder, { recursive: true });
  const files = names.filter((name) => statSync(join(folder, name)).isFile());
  return new Map(
    files.map((name) => [
      name.replaceAll("\\", "/"),
      createHash("sha256")
        .update(readFileSync(join(folder, name)))
        .digest("hex"),
    ]),
  );
}

/** Runs a step in a folder. Returns its output and the files that it wrote. */
function runStep(step, cwd) {
  const before = digests(cwd);
  const { PACK_LOOKUP_DATASET: _, ...env } = environment;
  const { status, stdout, stderr } = spawnSync(...node(program, ...step.args), {
    cwd,
    // The age of a release changes every day.
    env: { ...env, PACK_LOOKUP_OLD_AFTER_DAYS: "36500", ...step.env },
    input: inputOf(step),
    ...isWhole,
  });
  const written = [...digests(cwd)].filter(([name, digest]) => before.get(name) !== digest);
  return {
    code: status,
    stdout: lines(stdout),
    stderr: lines(stderr),
    written: Object.fromEntries(written),
  };
}

const inputOf = ({ stdin = "", stdin_bytes }) =>
  stdin_bytes === undefined ? stdin : Buffer.from(stdin_bytes, "latin1");

const node = (...args) => startable("node", args, paths.nodeModules);
const lines = (bytes) => bytes.toString().split("\n");

for (const { title, files = {}, steps } of readCases("command-line").filter(
  ({ only }) => only !== "native",
)) {
  test(title, (t) => {
    const folder = temporaryFolder(t);
    for (const [file, content] of Object.entries(files)) layOut(join(folder, file), content);
    for (const step of steps)
      assert.deepEqual(runStep(step, folder), step.expect, step.args.join(" "));
  });
}

test("uses the bundled dataset if none is named or found", (t) => {
  const folder = temporaryFolder(t);
  const bundled = runStep({ args: ["export"] }, folder);
  const named = runStep({ args: ["export", "--dataset", join(root, "npm", "packs.bin")] }, folder);
  assert.deepEqual([bundled.code, bundled.stdout], [0, named.stdout]);
  assert.deepEqual(bundled.stderr, [
    "pack-lookup: no dataset was named or found in this folder; using the demonstration data of the package",
    "",
  ]);
  cpSync(join(folderOfCases, "api.bin"), join(folder, "packs.bin"));
  assert.notDeepEqual(runStep({ args: ["export"] }, folder).stdout, bundled.stdout);
});

const exportAll = [program, "export", "--dataset", join(root, "npm", "packs.bin")];
const everything = () => spawnSync(...node(...exportAll), isWhole).stdout;

test("writes everything to a slow pipe", async () => {
  // Accessing `process.stdout` makes the pipe non-blocking, so that it rejects what exceeds its
  // buffer.
  const nonBlocking = ["--import", "data:text/javascript,process.stdout"];
  const child = spawn(...node(...nonBlocking, ...exportAll), {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const chunks = [];
  for await (const chunk of child.stdout) {
    chunks.push(chunk);
    if (chunks.length < 10) await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const code = child.exitCode ?? (await new Promise((resolve) => child.on("exit", resolve)));
  assert.equal(code, 0);
  assert.deepEqual(Buffer.concat(chunks), everything());
});

test("ends quietly if the reader closes the pipe, as head does", async () => {
  const child = spawn(...node(...exportAll), { stdio: ["ignore", "pipe", "pipe"] });
  let stderr = "";
  child.stderr.on("data", (data) => (stderr += data));
  child.stdout.once("data", () => child.stdout.destroy());
  const code = await new Promise((resolve) => child.on("close", resolve));
  assert.deepEqual([code, stderr], [0, ""]);
});

test("reads a dataset from a pipe", { skip: process.platform === "win32" }, () => {
  const [file, args] = node(program, "info", "/dev/stdin", "--json");
  const { status, stdout } = spawnSync("sh", ["-c", 'cat api.bin | "$@"', "sh", file, ...args], {
    cwd: folderOfCases,
  });
  assert.deepEqual([status, JSON.parse(stdout).dataset.packs], [0, 65]);
});

test("removes unfinished files of a failed command", (t) => {
  const half = join(temporaryFolder(t), "packs.bin.1.tmp");
  machine.close(machine.create(half));
  removeUnfinished();
  assert.ok(!existsSync(half));
});

test("reports a full disk", { skip: process.platform !== "linux" }, () => {
  const full = openSync("/dev/full", "w");
  const { status, stderr } = spawnSync(...node(...exportAll), { stdio: ["ignore", full, "pipe"] });
  closeSync(full);
  assert.deepEqual([status, stderr.toString()], [2, "pack-lookup: the disk is full\n"]);
});

describe("an output path", { skip: process.platform === "win32" }, () => {
  const writeDemo = (cwd, ...args) => {
    const { status, stderr } = spawnSync(...node(program, "demo", "--packs", "20", "-o", ...args), {
      cwd,
    });
    return [status, stderr.toString()];
  };

  test("that is a device or a FIFO is refused, and unchanged", (t) => {
    const folder = temporaryFolder(t);
    const paths = [join(folder, "fifo"), join(folder, "full"), join(folder, "link")];
    execFileSync("mkfifo", [paths[0]]);
    // Only root can make a device; a link to one is the same.
    symlinkSync("/dev/full", paths[1]);
    symlinkSync(paths[0], paths[2]);
    for (const path of paths) {
      const before = lstatSync(path).ino;
      const [status, stderr] = writeDemo(folder, path);
      assert.equal(status, 2);
      assert.match(
        stderr,
        /^pack-lookup: \S+: (cannot write the file: )?it is not a regular file: write to another path\n$/,
      );
      assert.equal(lstatSync(path).ino, before);
    }
    assert.deepEqual(readdirSync(folder).sort(), ["fifo", "full", "link"]);
  });

  test("that is a FIFO is refused before it is read", (t) => {
    const fifo = join(temporaryFolder(t), "fifo");
    execFileSync("mkfifo", [fifo]);
    const args = ["changes", "api.bin", "api.bin", "--append", fifo];
    const { status, stderr } = spawnSync(...node(program, ...args), {
      cwd: folderOfCases,
      timeout: 20_000,
    });
    assert.equal(status, 2);
    assert.match(stderr.toString(), /fifo: .*it is not a regular file/);
  });

  test("that is a symbolic link is followed, also to a file that does not exist", (t) => {
    const folder = temporaryFolder(t);
    mkdirSync(join(folder, "other"));
    const target = join(folder, "other", "demo.zip");
    const link = join(folder, "link.zip");
    symlinkSync(join("other", "demo.zip"), link);
    for (const seed of ["1", "2"]) {
      assert.equal(writeDemo(folder, link, "--seed", seed)[0], 0);
      assert.ok(lstatSync(link).isSymbolicLink() && lstatSync(target).isFile());
    }
    assert.deepEqual(readdirSync(join(folder, "other")), ["demo.zip"]);
    symlinkSync("loop", join(folder, "loop"));
    assert.equal(writeDemo(folder, "loop")[0], 2);
    assert.deepEqual(readdirSync(folder).sort(), ["link.zip", "loop", "other"]);
  });
});

describe("an input path", { skip: process.platform === "win32" }, () => {
  test("that is a device is refused", (t) => {
    const folder = temporaryFolder(t);
    for (const args of [
      ["verify", "/dev/zero"],
      ["info", "/dev/zero"],
      ["build", "/dev/zero"],
      ["gtin", "1", "--dataset", "/dev/zero"],
      ["diff", "/dev/zero", "/dev/zero"],
    ]) {
      const { code, stderr } = runStep({ args }, folder);
      assert.equal(code, 2);
      assert.match(stderr[0], /\/dev\/zero: .*it is not a regular file$/, args.join(" "));
    }
  });

  test("that is a FIFO is read to its end", (t) => {
    const fifo = join(temporaryFolder(t), "fifo");
    execFileSync("mkfifo", [fifo]);
    const [file, args] = node(program, "info", fifo, "--json");
    const { status, stdout } = spawnSync(
      "sh",
      ["-c", `cat api.bin > ${fifo} & "$@"`, "sh", file, ...args],
      { cwd: folderOfCases },
    );
    assert.deepEqual([status, JSON.parse(stdout).dataset.packs], [0, 65]);
  });

  test("that is the standard input is read, whatever it is, and only its beginning if it is no dataset", () => {
    const from = (path) => {
      const input = openSync(path, "r");
      const { status, stderr } = spawnSync(...node(program, "verify", "/dev/stdin"), {
        stdio: [input, "pipe", "pipe"],
        timeout: 60_000,
      });
      closeSync(input);
      return [status, stderr.toString()];
    };
    assert.deepEqual(from(join(folderOfCases, "api.bin")), [0, ""]);
    assert.match(from("/dev/zero").join(" "), /^2 pack-lookup: \/dev\/stdin: not a dataset: /);
  });
});

// Tests failures of `pack-lookup serve`: of a request, a file, a process, the start or a client.
// All other clients are still served.
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  copyFileSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { gunzipSync } from "node:zlib";
import { applyUpdate } from "../../npm/import.js";
import { makeFolder } from "../../npm/node/files.js";
import { paths, root, startable } from "../../scripts/common/project.mjs";
import { inWhole } from "../common/whole.mjs";
import { changedPackage, trappingPackage } from "../common/changed-files.mjs";
import {
  childrenOf,
  folderWith,
  line,
  raw,
  replace,
  serving,
  startServing,
  whenAvailable,
} from "./serving.mjs";

const noSignals = { skip: process.platform === "win32" && "Windows has no signals" };
const onlyLinux = { skip: process.platform !== "linux" && "it reads the process list of Linux" };
const read = (path) => readFileSync(join(root, path));
const sha256 = (bytes) => createHash("sha256").update(bytes).digest("hex");
const nextWeek = async () =>
  Buffer.from(await applyUpdate(readFileSync(paths.testDataset), read("tests/cases/week.update")));

describe("a request target", () => {
  let service;
  before(async () => (service = await startServing({ workers: 1 })));
  after(() => service.stop());

  // Each of these characters becomes three when it is normalised.
  for (const target of [
    `/api/search?q=${'"'.repeat(6_000)}`,
    `/${'"'.repeat(6_000)}`,
    `/api/gtin/1?${"<".repeat(8_000)}`,
    `/${"a".repeat(9_000)}`,
  ]) {
    test(`${target.slice(0, 16)}… is too long after normalisation, and ends no process`, async () => {
      const response = await raw(service, line(target));
      assert.match(response, /^HTTP\/1.1 414 /);
      assert.match(response, /Content-Type: application\/problem\+json/);
      const { status, reason } = JSON.parse(response.split("\r\n\r\n")[1]);
      assert.deepEqual([status, reason], [414, "target_too_long"]);
      assert.equal((await service.ask("/healthz")).status, 200);
      assert.doesNotMatch(service.output.stderr, /restarting the core/);
    });
  }

  test("that fails outside the core affects no other request", async (t) => {
    const { url } = changedPackage(t, join("api", "open-dataset.js"), (source) =>
      String(source).replace(
        "respond(request) {",
        'respond(request) {\n    if (request.path === "/api/odd") throw new TypeError("odd");',
      ),
    );
    const service = await serving(t, { workers: 1 }, url);
    const held = connect({ host: service.hostname, port: service.port });
    held.on("error", () => {});
    assert.equal((await service.ask("/api/odd")).status, 500);
    assert.equal((await service.ask("/api/about")).status, 200);
    assert.doesNotMatch(service.output.stderr, /restarting the core/);
    held.destroy();
  });
});

test("repeated traps of the core affect only the requests that caused them", async (t) => {
  const service = await serving(t, { workers: 1 }, trappingPackage(t, "packs_respond").url);
  const held = connect({ host: service.hostname, port: service.port });
  let isHeld = true;
  held.on("close", () => (isHeld = false));
  held.write("GET /api/about HTTP/1.1\r\nHost:");
  const requests = Array.from({ length: 40 }, () => service.ask("/api/search?q=lookedupword"));
  const statuses = (await Promise.all(requests)).map(({ status }) => status);
  assert.deepEqual(statuses.toSorted(), [...Array(20).fill(200), ...Array(20).fill(500)]);
  assert.ok(isHeld);
  held.destroy();
});

describe("the dataset file", inWhole, () => {
  test("can be unreadable for some time", noSignals, async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset });
    rmSync(dataset);
    symlinkSync(dataset, dataset);
    await pause(2_500);
    assert.equal((await service.ask("/api/about")).status, 200);
    rmSync(dataset);
    replace(dataset, read("npm/packs.bin"));
    await service.untilSaid("Now serving");
    assert.match(service.output.stderr, /Now serving/);
  });

  test("can change while the first one is read", async (t) => {
    const { folder } = folderWith(t);
    const release = join(folder, "release.zip");
    copyFileSync(paths.demoRelease, release);
    const meanwhile = async ({ until, output }) => {
      await until(() => output.stderr.includes("reading f_"));
      replace(release, "no zip");
    };
    const service = await serving(t, { release }, undefined, { meanwhile });
    const end = Date.now() + 8_000;
    await service.until(() => service.output.stderr.includes("still serving") || Date.now() > end);
    assert.match(service.output.stderr, /still serving/);
  });
});

describe("a path that is no regular file", { ...noSignals }, () => {
  const fifo = (path) => execFileSync("mkfifo", [path]);

  test("is rejected at the start", async (t) => {
    const { folder } = folderWith(t);
    fifo(join(folder, "fifo"));
    for (const [option, path] of [
      ["dataset", join(folder, "fifo")],
      ["release", join(folder, "fifo")],
      ["dataset", "/dev/zero"],
    ]) {
      const service = await startServing({ [option]: path });
      assert.deepEqual(await service.ended, { code: 2, signal: null });
      assert.equal(
        service.output.stderr,
        `pack-lookup: cannot read ${path}: it is not a regular file\n`,
      );
    }
    assert.match((await startServing({ dataset: folder })).output.stderr, /: it is a folder\n$/);
  });

  test("is not taken over, and does not stop the watch or the end", async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset });
    fifo(`${dataset}.fifo`);
    renameSync(`${dataset}.fifo`, dataset);
    await service.untilSaid("still serving");
    assert.match(service.output.stderr, /packs\.bin: it is not a regular file; still serving/);
    service.signal("SIGHUP");
    await service.until(() => service.output.stderr.split("still serving").length === 3);
    replace(dataset, read("npm/packs.bin"));
    await service.untilSaid("Now serving");
    assert.deepEqual(await service.stop(), { code: 0, signal: null });
  });

  test("a symbolic link to a regular file is followed", async (t) => {
    const { dataset, folder } = folderWith(t);
    symlinkSync(dataset, join(folder, "link.bin"));
    const service = await serving(t, { dataset: join(folder, "link.bin") });
    assert.equal((await service.ask("/healthz")).status, 200);
  });
});

describe("a file system that does not respond", noSignals, () => {
  /**
   * Makes every access to a file wait for a FIFO without a writer while `file.hangs` exists: the
   * thread is blocked as by a dead network drive.
   */
  function hanging(t) {
    const { folder, dataset } = folderWith(t);
    const patch = join(folder, "patch.mjs");
    writeFileSync(
      patch,
      `
      import { existsSync } from "node:fs";
      import fs from "node:fs/promises";
      import { syncBuiltinESMExports } from "node:module";
      import { limits } from ${JSON.stringify(new URL("../../npm/node/limits.js", import.meta.url).href)};
      limits.accessMs = 1_000;
      for (const name of ["open", "stat"]) {
        const native = fs[name];
        fs[name] = (path, ...more) => (existsSync(path + ".hangs") ? fs.readFile(path + ".hangs") : native(path, ...more));
      }
      syncBuiltinESMExports();`,
    );
    const start = (meanwhile) =>
      startServing({ dataset }, undefined, {
        env: { NODE_OPTIONS: `--import ${patch}` },
        meanwhile,
      });
    return { dataset, start, hang: () => execFileSync("mkfifo", [`${dataset}.hangs`]) };
  }

  test("is reported while another dataset is served, and does not prevent the end", async (t) => {
    const { start, hang } = hanging(t);
    const service = await start();
    hang();
    service.signal("SIGHUP");
    await service.untilSaid("still serving");
    assert.match(
      service.output.stderr,
      /packs\.bin: the file system does not respond; still serving/,
    );
    assert.equal((await service.ask("/healthz")).status, 200);
    assert.deepEqual(await service.stop(), { code: null, signal: "SIGTERM" });
  });

  test("can respond again", async (t) => {
    const { dataset, start, hang } = hanging(t);
    const service = await start();
    t.after(() => service.stop());
    hang();
    service.signal("SIGHUP");
    await service.untilSaid("still serving");
    const writer = openSync(`${dataset}.hangs`, "w");
    rmSync(`${dataset}.hangs`);
    closeSync(writer);
    replace(dataset, read("npm/packs.bin"));
    await service.untilSaid("Now serving");
    assert.match(service.output.stderr, /Now serving/);
  });

  test("is reported at the start", async (t) => {
    const { start, hang } = hanging(t);
    hang();
    const service = await start();
    assert.deepEqual(await service.ended, { code: null, signal: "SIGTERM" });
    assert.match(
      service.output.stderr,
      /^pack-lookup: cannot read \S+packs\.bin: the file system does not respond\n$/,
    );
  });

  test("does not prevent the end of a start", async (t) => {
    const { start, hang } = hanging(t);
    hang();
    const service = await start(({ signal }) => pause(500).then(() => signal("SIGINT")));
    assert.deepEqual(await service.ended, { code: null, signal: "SIGTERM" });
    assert.equal(service.output.stderr, "");
  });
});

describe("an older release, or demonstration data", () => {
  const old = () => readFileSync(paths.testDataset);

  test("replaces a newer one only if this is allowed", async (t) => {
    for (const allow_rollback of [false, true]) {
      const { dataset } = folderWith(t, join(root, "npm", "packs.bin"));
      const service = await serving(t, { dataset, allow_rollback });
      replace(dataset, old());
      const expected = allow_rollback ? "Now serving" : "still serving";
      await service.untilSaid(expected);
      const message =
        /packs\.bin: its release of 2025-08-14 is older than that of 2025-11-06; pass --allow-rollback to take it over; still serving the previous dataset/;
      assert.match(service.output.stderr, allow_rollback ? /Now serving/ : message);
      assert.equal((await service.json("/healthz")).packs, allow_rollback ? 65 : 2000);
    }
  });

  test("is reported by /healthz as the last refusal", async (t) => {
    const { dataset } = folderWith(t, join(root, "npm", "packs.bin"));
    const service = await serving(t, { dataset });
    replace(dataset, old());
    await service.untilSaid("still serving");
    const { status, last_refusal: refusal } = await service.json("/healthz");
    assert.deepEqual(
      [status, refusal.reason],
      [
        "ok",
        "its release of 2025-08-14 is older than that of 2025-11-06; pass --allow-rollback to take it over",
      ],
    );
    assert.ok(Math.abs(Date.now() - Date.parse(refusal.at)) < 60_000);
  });

  test("is refused after a restart, too, if the server keeps a history", async (t) => {
    const { folder, dataset } = folderWith(t, join(root, "npm", "packs.bin"));
    const history = join(folder, "history");
    const first = await serving(t, { dataset, history });
    await first.stop();
    replace(dataset, old());
    const second = await serving(t, { dataset, history });
    assert.match(
      second.output.stderr,
      /packs\.bin: its release of 2025-08-14 is older than that of 2025-11-06; pass --allow-rollback/,
    );
    assert.equal(second.origin, undefined);
    const third = await serving(t, { dataset, history, allow_rollback: true });
    assert.equal((await third.ask("/livez")).status, 200);
  });

  test("is compared by kind and day", async () => {
    const { rollbackOf } = await import("../../npm/node/dataset-source.js");
    const release = (date, demo) => ({ about: { dataset: { date, demo } } });
    const [real, demo] = [release("2025-11-06", false), release("2025-11-06", true)];
    assert.equal(rollbackOf(real, release("2025-11-06", false)), undefined);
    assert.equal(rollbackOf(real, release("2025-11-13", false)), undefined);
    assert.equal(rollbackOf(demo, release("2025-08-14", false)), undefined);
    assert.match(rollbackOf(real, release("2025-11-05", false)), /older/);
    assert.match(rollbackOf(real, release("2025-11-13", true)), /demonstration data/);
  });
});

describe("a signal during the start", { ...noSignals, ...inWhole }, () => {
  const during = (signal, t) =>
    startServing({ release: paths.demoRelease }, undefined, {
      meanwhile: async ({ until, output, signal: send }) => {
        await until(() => output.stderr.includes("reading f_"));
        t.began = Date.now();
        send(signal);
      },
    });

  for (const signal of ["SIGTERM", "SIGINT"]) {
    test(`${signal} cancels the start`, async () => {
      const start = {};
      const service = await during(signal, start);
      assert.deepEqual(await service.ended, { code: 0, signal: null });
      assert.ok(Date.now() - start.began < 1_500, `${Date.now() - start.began} ms`);
      assert.equal(service.output.stdout, "");
    });
  }

  test("SIGHUP reads the file again after the start", async (t) => {
    const service = await during("SIGHUP", {});
    t.after(() => service.stop());
    assert.equal((await service.ask("/healthz")).status, 200);
    await service.until(() => service.output.stderr.split("reading f_vmp2").length === 3);
    assert.equal(service.output.stderr.split("reading f_vmp2").length, 3);
  });
});

test("a start that fails in one process leaves no server", async (t) => {
  const failing =
    '\nimport cluster from "node:cluster";\nif (cluster.worker.id === 2) process.exit(1);\n';
  const file = join("serve", "server-process.js");
  const { url } = changedPackage(t, file, (source) => source + failing);
  const service = await startServing({ workers: 2 }, url, {
    meanwhile: ({ until, output }) => until(() => output.stderr.includes("pack-lookup: ")),
  });
  t.after(() => service.signal("SIGKILL"));
  const ended = await Promise.race([service.ended, pause(5_000, "still running", { ref: false })]);
  assert.deepEqual(ended, { code: 2, signal: null });
  assert.equal(service.output.stdout, "");
});

describe("a replaced dataset", inWhole, () => {
  const withTimeout = (request, ms = 1_000) =>
    Promise.race([request.catch(() => undefined), pause(ms)]);

  test("is announced after every process has it", onlyLinux, async (t) => {
    const { dataset } = folderWith(t);
    const service = await startServing({ dataset, workers: 2 });
    const [late] = childrenOf(service.pid);
    t.after(async () => {
      process.kill(late, "SIGCONT");
      await service.stop();
    });
    const bytes = await nextWeek();
    process.kill(late, "SIGSTOP");
    replace(dataset, bytes);
    await pause(3_500);
    // One connection goes to the process that does not respond. After it, all go to the other
    // process.
    let waiting;
    for (let tries = 0; tries < 4 && !waiting; tries++) {
      const request = service.ask("/dataset.json");
      if (!(await withTimeout(request, 3_000))) waiting = request;
    }
    const announced = async () => (await service.json("/dataset.json")).sha256;
    const statusOf = (digest) => service.ask(`/dataset/${digest}.bin`).then(({ status }) => status);
    const old = sha256(readFileSync(paths.testDataset));
    assert.equal(await announced(), old);
    assert.equal(await statusOf(sha256(bytes)), 200);
    process.kill(late, "SIGCONT");
    await service.untilSaid("Now serving");
    await pause(300);
    assert.equal((await waiting).status, 200);
    for (let count = 0; count < 10; count++) {
      assert.equal(await announced(), sha256(bytes));
      assert.deepEqual([await statusOf(old), await statusOf(sha256(bytes))], [200, 200]);
    }
  });

  test("is available from every process once it is announced", onlyLinux, async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset, workers: 2 });
    const seen = new Set();
    let isOver = false;
    const client = async () => {
      while (!isOver) {
        const { sha256: digest } = await service.json("/dataset.json");
        const { status } = await service.ask(`/dataset/${digest}.bin`, { method: "HEAD" });
        seen.add(`${status} ${digest}`);
      }
    };
    const clients = Promise.all(Array.from({ length: 6 }, client));
    await pause(300);
    const [old, bytes] = [sha256(readFileSync(paths.testDataset)), await nextWeek()];
    replace(dataset, bytes);
    await service.untilSaid("Now serving");
    await pause(500);
    isOver = true;
    await clients;
    assert.deepEqual([...seen].sort(), [`200 ${old}`, `200 ${sha256(bytes)}`].sort());
    childrenOf(service.pid).forEach((pid) => process.kill(pid, "SIGKILL"));
    await pause(200);
    assert.equal(
      (await whenAvailable(() => withTimeout(service.ask(`/dataset/${old}.bin`)))).status,
      200,
    );
  });

  test("has an update from the previous dataset", async (t) => {
    const { dataset } = folderWith(t);
    const service = await serving(t, { dataset, workers: 2 });
    const [before, after] = [readFileSync(paths.testDataset), await nextWeek()];
    const description = () => service.json("/dataset.json");
    assert.equal((await description()).updates, undefined);
    replace(dataset, after);
    let updates;
    for (let tries = 0; tries < 100 && !updates; tries++)
      updates = (await pause(100), (await description()).updates);
    assert.equal(updates?.length, 1);
    const [{ url, ...update }] = updates;
    assert.equal(
      url,
      `/dataset/${sha256(before).slice(0, 16)}-${sha256(after).slice(0, 16)}.update.gz`,
    );
    await pause(200);
    const { status, bytes: compressed, headers } = await service.ask(url);
    assert.equal(status, 200);
    assert.match(headers["cache-control"], /immutable/);
    const bytes = gunzipSync(compressed);
    assert.deepEqual(update, {
      from: sha256(before),
      sha256: sha256(bytes),
      bytes: bytes.length,
      download_bytes: compressed.length,
    });
    assert.deepEqual(Buffer.from(await applyUpdate(before, bytes)), after);
  });
});

describe("the parent process continues", () => {
  const script = (code) => {
    const [command, args] = startable(
      "node",
      ["--input-type=module", "--eval", code],
      paths.nodeModules,
    );
    return execFileSync(command, args, {
      encoding: "utf8",
      timeout: 20_000,
      stdio: ["ignore", "pipe", "pipe"],
    });
  };
  const from = (file) => JSON.stringify(pathToFileURL(join(root, "npm", "serve", file)).href);

  for (const path of ["/no/such/program", "no\0program"]) {
    test(`if the process for brotli cannot start (${JSON.stringify(path)})`, () => {
      const output = script(`import { compress } from ${from("brotli.js")};
        process.execPath = ${JSON.stringify(path)};
        console.log(await compress(Buffer.from("a"), new AbortController().signal));`);
      assert.equal(output, "undefined\n");
    });
  }

  test("if it sends a message to a dead process", noSignals, () => {
    const output = script(`import cluster from "node:cluster";
      import { prepare } from ${from("published.js")};
      import { ProcessPool } from ${from("process-pool.js")};
      import { findSource } from ${from("../node/dataset-source.js")};
      const dataset = await prepare(await (await findSource({ dataset: ${JSON.stringify(paths.testDataset)} })).read());
      const processes = new ProcessPool({ host: "127.0.0.1", port: 0 }, dataset);
      await processes.start(1);
      process.kill(Object.values(cluster.workers)[0].process.pid, "SIGKILL");
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300);
      for (let count = 0; count < 3; count++) processes.add(dataset.sha256, { br: Buffer.alloc(10) });
      await new Promise((resolve) => setTimeout(resolve, 500));
      await processes.stop();
      console.log("continued");`);
    assert.equal(output, "continued\n");
  });
});

describe("the default dataset", () => {
  const [small, bundled] = [readFileSync(paths.testDataset), "bundled demonstration data"];
  const at = (folder, ...names) => {
    for (const name of names) {
      mkdirSync(join(folder, name, ".."), { recursive: true });
      writeFileSync(join(folder, name), small);
    }
  };
  const served = async (t, cwd, env, options = {}) => {
    const service = await serving(t, { workers: 1, ...options }, undefined, { cwd, env });
    return {
      sha256: service.origin && (await service.json("/healthz")).sha256,
      output: service.output.stderr,
    };
  };
  const empty = (t) => {
    const { folder, dataset } = folderWith(t);
    rmSync(dataset);
    return folder;
  };

  test("is named by PACK_LOOKUP_DATASET", async (t) => {
    const folder = empty(t);
    at(folder, "named.bin");
    writeFileSync(join(folder, "packs.bin"), read("npm/packs.bin"));
    const { sha256: digest, output } = await served(t, folder, {
      PACK_LOOKUP_DATASET: "named.bin",
    });
    assert.equal(digest, sha256(small));
    assert.match(output, /^named\.bin: /m);
    const other = await served(
      t,
      folder,
      { PACK_LOOKUP_DATASET: "named.bin" },
      { dataset: "packs.bin" },
    );
    assert.equal(other.sha256, sha256(read("npm/packs.bin")));
    assert.match(
      (await served(t, folder, { PACK_LOOKUP_DATASET: "none.bin" })).output,
      /cannot read none\.bin: no such file or folder/,
    );
    assert.match(
      (await served(t, folder, { PACK_LOOKUP_DATASET: "" })).output,
      /^pack-lookup: PACK_LOOKUP_DATASET is empty; name a dataset, or remove the variable$/m,
    );
  });

  for (const name of ["packs.bin", join("build", "packs.bin")]) {
    test(`is ${name} in the working folder`, async (t) => {
      const folder = empty(t);
      at(folder, name);
      const { sha256: digest, output } = await served(t, folder);
      assert.equal(digest, sha256(small));
      assert.ok(output.includes(`${name}: `), output);
    });
  }

  test("is the bundled one if there is no other, with a message", async (t) => {
    const { sha256: digest, output } = await served(t, empty(t));
    assert.equal(digest, sha256(read("npm/packs.bin")));
    assert.ok(output.includes(bundled), output);
  });
});

test("a folder that cannot be made is an error", { skip: process.platform !== "linux" }, () =>
  assert.rejects(makeFolder("/proc/history/of/packs"), { code: "ENOENT" }),
);

test("a client that reads too slowly is disconnected", async (t) => {
  const { disconnectIfSlow } = await import("../../npm/node/limits.js");
  const body = Buffer.alloc(64 * 1024 * 1024);
  const server = createServer((request, response) => {
    response.end(body);
    disconnectIfSlow(response, body.length, () => (request.url === "/slow" ? 1_000 : 30_000));
  });
  t.after(() => server.close());
  await new Promise((resolve) => server.listen({ host: "127.0.0.1", port: 0 }, resolve));
  const { port } = server.address();
  const slow = connect({ host: "127.0.0.1", port });
  const ended = new Promise((resolve) => slow.on("error", () => {}).on("close", resolve));
  slow.write(line("/slow"));
  const reading = setInterval(() => slow.read(1_000), 100);
  const closing = new Promise((resolve) =>
    server.once("request", ({ socket }) => socket.once("close", () => resolve("closed"))),
  );
  assert.equal(await Promise.race([closing, pause(4_000, "still open")]), "closed");
  clearInterval(reading);
  slow.destroy();
  await ended;
  const whole = await fetch(`http://127.0.0.1:${port}/`, { headers: { Connection: "close" } });
  assert.equal((await whole.arrayBuffer()).byteLength, body.length);
});

test("names in a release are printed without control characters", async (t) => {
  const { folder } = folderWith(t);
  const release = join(folder, "release.zip");
  const bytes = readFileSync(paths.demoRelease)
    .toString("latin1")
    .replaceAll("f_vmp2_3061125.xml", "f_vmp2_306\x1b[2J.xml");
  writeFileSync(release, bytes, "latin1");
  for (const partial of [true, false]) {
    const { output } = await serving(t, { release, partial });
    assert.match(output.stderr, partial ? /^reading f_vmp2_306/m : /^pack-lookup: .*f_vmp2_306/m);
    assert.doesNotMatch(output.stderr, /[\0-\x09\x0b-\x1f\x7f-\x9f]/);
  }
});

test("a signal while the program is loading is handled", noSignals, async (t) => {
  const { folder } = changedPackage(t, "cli.js", (source) =>
    String(source).replace(
      "function runCommand(args) {",
      'function runCommand(args) {\n  process.kill(process.pid, "SIGTERM");',
    ),
  );
  const program = join(folder, "cli.js");
  const [command, args] = startable("node", [program, "serve", "--port", "0"], paths.nodeModules);
  const child = spawn(command, args, { stdio: "ignore" });
  t.after(() => child.kill("SIGKILL"));
  assert.deepEqual(await once(child, "close"), [0, null]);
});

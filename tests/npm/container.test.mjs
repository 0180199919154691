// Tests the container: its Dockerfile, the packed package in a similar environment, and, if docker
// is available, the container itself.
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { serving } from "./serving.mjs";

const file = readFileSync(join(root, "Dockerfile"), "utf8");
const folder = mkdtempSync(join(tmpdir(), "pack-lookup-container-"));
const run = (command, ...args) =>
  execFileSync(...startable(command, args, paths.nodeModules), {
    cwd: folder,
    env: environment,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "pipe"],
  });
let tarball;

/** The words of the container's command that differ outside of it. */
const OUTSIDE = {
  "/opt/package/cli.js": join(folder, "package", "cli.js"),
  "0.0.0.0": "127.0.0.1",
  8787: "0",
};
const isProgram = (name) => spawnSync(name, ["--help"]).error === undefined;

before(
  () =>
    (tarball = run(
      "npm",
      "pack",
      "--silent",
      "--pack-destination",
      folder,
      join(root, "npm"),
    ).trim()),
);
after(() => {
  if (process.platform !== "win32") run("chmod", "-R", "u+w", folder);
  rmSync(folder, { recursive: true });
});

const lines = file.replaceAll("\\\n", " ").split("\n");
const valuesOf = (word) =>
  lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
/** The commands of the container, as arrays of words. */
const entry = JSON.parse(valuesOf("ENTRYPOINT")[0]);
const healthCheck = JSON.parse(/ CMD (.*)$/.exec(valuesOf("HEALTHCHECK")[0])[1]);

test("the Dockerfile has a user, a port, labels and the packed package", () => {
  assert.deepEqual(valuesOf("USER"), ["1000:1000"]);
  assert.deepEqual(valuesOf("EXPOSE"), ["8787"]);
  assert.match(tarball, new RegExp(`^${valuesOf("ADD")[0].split(" ")[0].replace("*", ".*")}$`));
  assert.equal(entry[1], "/opt/package/cli.js");
  assert.deepEqual(
    entry.slice(-2),
    ["--port", "8787"],
    "EXPOSE and the health check use this port",
  );
  const labels = [...valuesOf("LABEL")[0].matchAll(/org\.opencontainers\.image\.([\w.]+)=/g)];
  assert.deepEqual(
    labels.map(([, name]) => name),
    ["title", "description", "licenses", "version", "revision", "base.name"],
  );
});

test("the Dockerfile names its base image by version and digest", () => {
  const [, name] = /^(node:\d+\.\d+\.\d+-alpine\d+\.\d+)@sha256:[0-9a-f]{64}$/.exec(
    valuesOf("FROM")[0],
  );
  assert.ok(valuesOf("LABEL")[0].includes(`base.name="docker.io/library/${name}"`));
});

test("the health check starts no second Node, and fails without a server", async (t) => {
  assert.equal(healthCheck[0], "wget");
  assert.equal(healthCheck.at(-1), "http://127.0.0.1:8787/livez");
  const wget = ["busybox", "wget"].find((program) => isProgram(program));
  if (wget === undefined) return t.skip("wget is missing");
  const service = await serving(t, { workers: 1 });
  const words = healthCheck.map((word) => word.replace("8787", service.port));
  const check = () => spawnSync(wget, wget === "wget" ? words.slice(1) : words).status;
  assert.equal(check(), 0);
  await service.stop();
  assert.notEqual(check(), 0);
});

test("the container does not start without data, also not with demonstration data", () => {
  const [variable, dataset] = valuesOf("ENV")[0].split("=");
  assert.deepEqual([variable, dataset], ["PACK_LOOKUP_DATASET", "/data/packs.bin"]);
  run("tar", "-xzf", tarball);
  const words = entry.slice(1).map((word) => OUTSIDE[word] ?? word);
  const [command, args] = startable("node", words, paths.nodeModules);
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: folder,
    env: { ...environment, [variable]: join(folder, "data", "packs.bin") },
    encoding: "utf8",
    timeout: 30_000,
  });
  assert.deepEqual([status, stdout], [2, ""]);
  assert.match(stderr, /^pack-lookup: cannot read .*packs\.bin: no such file or folder$/m);
});

test("the packed package serves from a read-only folder", {
  skip: process.platform === "win32" && "Windows has other permissions",
}, async (t) => {
  run("tar", "-xzf", tarball);
  const unpacked = join(folder, "package");
  run("chmod", "-R", "a-w", unpacked);
  const service = await serving(t, {}, pathToFileURL(`${unpacked}/`));
  assert.equal((await service.ask("/healthz")).status, 200);
  assert.match((await service.ask("/")).headers["content-type"], /html/);
  assert.equal((await service.ask("/api/about")).status, 200);
});

test("docker runs it read-only, and docker stop ends it", { skip: missingDocker() }, async (t) => {
  run(
    "docker",
    "build",
    "--quiet",
    "--tag",
    "pack-lookup-test",
    "--file",
    join(root, "Dockerfile"),
    folder,
  );
  const id = run(
    "docker",
    "run",
    "--detach",
    "--read-only",
    "--publish",
    "127.0.0.1:0:8787",
    "pack-lookup-test",
    "--dataset",
    "/opt/package/packs.bin",
  ).trim();
  t.after(() => run("docker", "rm", "--force", id));
  const origin = `http://${run("docker", "port", id, "8787").split("\n")[0]}`;
  await untilHealthy(origin);
  assert.equal((await fetch(`${origin}/api/about`)).status, 200);
  run("docker", "exec", id, ...healthCheck);
  run("docker", "stop", "--time", "15", id);
  assert.equal(run("docker", "inspect", "--format", "{{.State.ExitCode}}", id).trim(), "0");
  assert.throws(() => run("docker", "run", "--rm", "pack-lookup-test"), /no such file or folder/);
});

function missingDocker() {
  try {
    run("docker", "info");
    return false;
  } catch {
    return "docker is not available: the container was not built";
  }
}

async function untilHealthy(origin, tries = 100) {
  const answered = await fetch(`${origin}/healthz`).catch(() => undefined);
  if (answered?.ok || tries === 0) return;
  await pause(200);
  await untilHealthy(origin, tries - 1);
}

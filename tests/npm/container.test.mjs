// Tests the container: its Dockerfile, the packed package in a similar environment, and, if docker
// is available, the container itself.
import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { startServing } from "./serving.mjs";

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

test("the Dockerfile has a user, a port, a health check and the packed package", () => {
  const lines = file.split("\n").filter((line) => line && !line.startsWith("#"));
  const valuesOf = (word) =>
    lines.filter((line) => line.startsWith(`${word} `)).map((line) => line.slice(word.length + 1));
  assert.deepEqual(valuesOf("USER"), ["node"]);
  assert.deepEqual(valuesOf("EXPOSE"), ["8787"]);
  assert.match(valuesOf("HEALTHCHECK")[0], /127\.0\.0\.1:8787\/healthz/);
  assert.match(valuesOf("FROM")[0], /^node:\d+-alpine$/);
  assert.match(tarball, new RegExp(`^${valuesOf("ADD")[0].split(" ")[0].replace("*", ".*")}$`));
  assert.equal(JSON.parse(valuesOf("ENTRYPOINT")[0])[1], "/opt/package/cli.js");
  assert.deepEqual(
    JSON.parse(valuesOf("ENTRYPOINT")[0]).slice(-2),
    ["--port", "8787"],
    "the health check and EXPOSE use this port",
  );
  assert.ok(lines.indexOf("USER node") < lines.findIndex((line) => line.startsWith("ENTRYPOINT")));
});

test("the packed package serves from a read-only folder", {
  skip: process.platform === "win32" && "Windows has other permissions",
}, async (t) => {
  run("tar", "-xzf", tarball);
  const unpacked = join(folder, "package");
  run("chmod", "-R", "a-w", unpacked);
  const service = await startServing({}, pathToFileURL(`${unpacked}/`));
  t.after(() => service.stop());
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
  ).trim();
  t.after(() => run("docker", "rm", "--force", id));
  const origin = `http://${run("docker", "port", id, "8787").split("\n")[0]}`;
  await untilHealthy(origin);
  assert.equal((await fetch(`${origin}/api/about`)).status, 200);
  run("docker", "stop", "--time", "15", id);
  assert.equal(run("docker", "inspect", "--format", "{{.State.ExitCode}}", id).trim(), "0");
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

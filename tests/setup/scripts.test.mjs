// Tests the scripts that start programs, build and run tests.
import assert from "node:assert/strict";
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { PAGE_PARTS } from "../../scripts/build/hosts.mjs";
import { unlessUnchanged } from "../../scripts/build/wasm.mjs";
import {
  environment,
  executable,
  paths,
  root,
  startable,
  withFolders,
} from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { Failure } from "../../scripts/common/run.mjs";
import { Steps } from "../../scripts/common/steps.mjs";
import { hasPackages } from "../../scripts/setup/tools.mjs";
import { readArguments, report, runSuites, WHOLE } from "../../scripts/suites.mjs";
import { codeOf } from "../page/unit/source.mjs";

// Tests how programs are started, on three simulated platforms.
describe("starting programs", () => {
  const unix = { platform: "linux", env: {}, execPath: "/usr/bin/node", exists: () => true };
  const windows = {
    platform: "win32",
    env: {},
    execPath: "C:\\node\\node.exe",
    exists: () => true,
  };
  const on = (machine, ...files) => ({ ...machine, exists: (path) => files.includes(path) });

  const cases = [
    [
      "a program of npm",
      unix,
      "wrangler",
      "/p/node_modules",
      ["/p/node_modules/node/bin/node", ["/p/node_modules/wrangler/bin/wrangler.js", "dev"]],
    ],
    [
      "the same on Windows",
      windows,
      "wrangler",
      "C:\\p\\node_modules",
      [
        "C:\\p\\node_modules\\node\\bin\\node.exe",
        ["C:\\p\\node_modules\\wrangler\\bin\\wrangler.js", "dev"],
      ],
    ],
    [
      "before the project's Node.js is installed",
      on(unix),
      "vite",
      "/p/node_modules",
      ["/usr/bin/node", ["/p/node_modules/vite/bin/vite.js", "dev"]],
    ],
    ["esbuild, a binary", unix, "esbuild", "/p/node_modules", ["esbuild", ["dev"]]],
    [
      "esbuild, on Windows a script",
      windows,
      "esbuild",
      "C:\\p\\node_modules",
      [
        "C:\\p\\node_modules\\node\\bin\\node.exe",
        ["C:\\p\\node_modules\\esbuild\\bin\\esbuild", "dev"],
      ],
    ],
    ["Node.js itself", on(windows), "node", "C:\\p\\node_modules", ["C:\\node\\node.exe", ["dev"]]],
    ["a program that is not a script", windows, "cargo", "C:\\p\\node_modules", ["cargo", ["dev"]]],
  ];

  describe("starting", () => {
    for (const [name, machine, command, nodeModules, expected] of cases) {
      test(name, () =>
        assert.deepEqual(startable(command, ["dev"], nodeModules, machine), expected),
      );
    }
  });

  describe("npm", () => {
    const start = (machine) => startable("npm", ["ci"], "/p/node_modules", machine);

    test("uses npm_execpath", () => {
      const machine = { ...unix, env: { npm_execpath: "/opt/npm/bin/npm-cli.js" } };
      assert.deepEqual(start(machine), ["/usr/bin/node", ["/opt/npm/bin/npm-cli.js", "ci"]]);
    });

    test("ignores another package manager in npm_execpath", () => {
      const machine = {
        ...on(unix, "/usr/lib/node_modules/npm/bin/npm-cli.js"),
        env: { npm_execpath: "/opt/yarn.js" },
      };
      assert.deepEqual(start(machine), [
        "/usr/bin/node",
        ["/usr/lib/node_modules/npm/bin/npm-cli.js", "ci"],
      ]);
    });

    test("is next to Node.js on Windows", () => {
      const file = "C:\\node\\node_modules\\npm\\bin\\npm-cli.js";
      assert.deepEqual(start(on(windows, file)), ["C:\\node\\node.exe", [file, "ci"]]);
    });

    test("falls back to the name", () => {
      assert.deepEqual(start(on(unix)), ["npm", ["ci"]]);
    });
  });

  describe("PATH", () => {
    test("begins with the project's folders", () => {
      assert.deepEqual(withFolders({ PATH: "/bin", HOME: "/h" }, ["/a", "/b"], "linux"), {
        PATH: "/a:/b:/bin",
        HOME: "/h",
      });
    });

    test("is one variable on Windows, whatever its case", () => {
      assert.deepEqual(withFolders({ Path: "C:\\bin" }, ["C:\\a"], "win32"), {
        PATH: "C:\\a;C:\\bin",
      });
    });

    test("may be missing", () => {
      assert.deepEqual(withFolders({}, ["/a"], "darwin"), { PATH: "/a" });
    });
  });

  test("binaries end in .exe on Windows only", () => {
    assert.deepEqual(
      ["win32", "darwin", "linux"].map((platform) => executable("x", platform)),
      ["x.exe", "x", "x"],
    );
  });
});

// Tests that commands start before any npm package is installed: some of them install the packages.
describe("commands without npm packages", () => {
  const cases = [
    ["build", ["nothing"], "unknown part nothing"],
    ["check", [], "Usage: npm run check"],
    ["deploy", [], "Name the data"],
    ["start", ["--port", "none"], "--port must be a number"],
    ["test", ["nothing"], "Unknown suite nothing"],
  ];
  const folder = temporaryFolder();
  const { stdout } = spawnSync("git", ["ls-files"], { cwd: root, encoding: "utf8" });
  for (const file of stdout.trim().split("\n")) cpSync(join(root, file), join(folder, file));

  for (const [name, args, expected] of cases) {
    test(name, () => {
      const { stderr } = spawnSync(
        process.execPath,
        [join(folder, "scripts", `${name}.mjs`), ...args],
        { encoding: "utf8" },
      );
      assert.ok(stderr.includes(expected), stderr);
    });
  }
});

// Tests that a server under npm ends with npm. cmd.exe has no `exec`, so the scripts do not use it.
describe("servers under npm", () => {
  const server =
    "console.log('serving'); process.on('SIGTERM', () => { console.log('ended'); process.exit(); }); setTimeout(() => {}, 10_000)";
  const script = `
    import { serve } from ${JSON.stringify(new URL("../../scripts/common/run.mjs", import.meta.url).href)};
    await serve("node", ["--eval", ${JSON.stringify(server)}]);`;

  test("a signal to npm stops the server", {
    skip: process.platform === "win32" && "Windows has no signals",
    timeout: 8_000,
  }, async (t) => {
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, "serve.mjs"), script);
    writeFileSync(
      join(folder, "package.json"),
      JSON.stringify({ scripts: { start: "node serve.mjs" } }),
    );
    const npm = spawn(...startable("npm", ["start", "--silent"], paths.nodeModules), {
      cwd: folder,
      env: environment,
    });
    await shown(npm, "serving");
    npm.kill("SIGTERM");
    await shown(npm, "ended");
    await once(npm.stdout, "close");
  });

  /**
   * Waits until a line with this text is printed. The pipe outlives npm, because the server holds
   * it too.
   */
  function shown({ stdout }, line) {
    return new Promise((resolve, reject) => {
      stdout.on("data", (data) => String(data).includes(line) && resolve());
      stdout.on("close", () =>
        reject(new assert.AssertionError({ message: `${line} was never printed` })),
      );
    });
  }
});

// Tests what a long task prints: its steps, and the output of a program only if it fails.
describe("steps", () => {
  const folder = temporaryFolder();

  /** Runs one step with a program, and returns what was printed. */
  async function printedBy(program) {
    let printed = "";
    const steps = new Steps(join(folder, "log"), {
      isTTY: false,
      write: (text) => (printed += text),
    });
    const outcome = await steps
      .run("Build it", (run) => run("node", ["--eval", program]))
      .then(
        () => "done",
        ({ message }) => message,
      );
    return { printed, outcome, log: readFileSync(join(folder, "log"), "utf8") };
  }

  test("prints a step when it starts, and its seconds when it ends", async () => {
    const { printed, outcome, log } = await printedBy("console.log('much')");
    assert.match(printed, /^ +… Build it\n +\d+\.\d s {2}Build it\n$/);
    assert.equal(outcome, "done");
    assert.match(log, /\$ node --eval .*\nmuch\n/);
  });

  test("shows the output of a program that fails, on both streams", async () => {
    const { printed, outcome } = await printedBy(
      "console.log('first'); console.error('second'); process.exit(3)",
    );
    assert.match(
      outcome,
      /first\n[\s\S]*Build it: node --eval failed \(exit code 3\)\. The whole output is in /,
    );
    assert.match(outcome, /second\n/);
    assert.doesNotMatch(printed, /\d s /);
  });

  test("names a program that cannot be started", async () => {
    const steps = new Steps(join(folder, "log"), { isTTY: false, write: () => {} });
    await assert.rejects(
      steps.run("Build it", (run) => run("no-such-program", [])),
      /no-such-program could not be started/,
    );
  });
});

// Tests which npm packages a command needs: `npm start` only those that the page is built with.
describe("npm packages", () => {
  const locked = {
    "node_modules/vite": { version: "8.0.0" },
    "node_modules/wrangler": { version: "4.0.0", dev: true },
    "node_modules/fsevents": { version: "2.0.0", optional: true },
  };
  const installed = (...names) =>
    Object.fromEntries(
      names.map((name) => [
        `node_modules/${name}`,
        { version: locked[`node_modules/${name}`].version },
      ]),
    );

  test("start needs the packages of the page", () => {
    assert.ok(hasPackages(installed("vite"), locked, { forStart: true }));
    assert.ok(!hasPackages({}, locked, { forStart: true }));
  });

  test("other commands need the packages of tests and deployment", () => {
    assert.ok(!hasPackages(installed("vite"), locked));
    assert.ok(hasPackages(installed("vite", "wrangler"), locked));
  });

  test("another version is missing", () =>
    assert.ok(
      !hasPackages({ "node_modules/vite": { version: "7.0.0" } }, locked, { forStart: true }),
    ));
});

// Tests that a build step is skipped if its sources are unchanged.
describe("build steps", () => {
  /** A source and its build step. `makes` counts the runs. */
  function buildStep(t) {
    const folder = temporaryFolder(t);
    const [source, made] = ["source", "made"].map((name) => join(folder, name));
    const step = {
      makes: 0,
      made: () => readFileSync(made, "utf8"),
      make(text) {
        writeFileSync(source, text);
        return unlessUnchanged([source], folder, () => {
          step.makes += 1;
          writeFileSync(made, `of ${text}`);
          if (text === "too large") throw new Error(text);
        });
      },
    };
    return step;
  }

  test("runs again only if the source changed", async (t) => {
    const step = buildStep(t);
    for (const text of ["one", "one", "other", "other"]) await step.make(text);
    assert.deepEqual([step.makes, step.made()], [2, "of other"]);
  });

  test("runs again after a failed build", async (t) => {
    const step = buildStep(t);
    await step.make("one");
    await assert.rejects(step.make("too large"), /too large/);
    await step.make("one");
    assert.equal(step.made(), "of one");
  });
});

// Tests that a fresh clone can build the page without more: Vite fails if a module is missing that
// the page imports.
describe("the page", () => {
  const sources = ["src", "blocks"]
    .map((folder) => join(root, "www", folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true }).map((file) => join(folder, file)),
    );
  const imported = sources
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [...codeOf(file).matchAll(/"pack-lookup\/(\w+)"/g)]);
  /** The reader of print may be missing, and errors have no WebAssembly. */
  const others = ["print", "errors"];
  const entries = [...new Set(imported.map(([, entry]) => entry))].filter(
    (entry) => !others.includes(entry),
  );

  for (const entry of entries) {
    test(`is built with the module of pack-lookup/${entry}`, () => {
      const [, name] = /"\.\/(pack_lookup\w*?)(?:_bg\.wasm|\.js)"/.exec(
        readFileSync(join(root, "npm", `${entry}.js`), "utf8"),
      );
      assert.ok(
        PAGE_PARTS.some((part) => part.name === name),
        name,
      );
    });
  }

  test("imports modules", () => assert.ok(entries.length > 0));
});

// Tests skipped tests: they are reported and counted, and fail with CI=true. It also tests what the
// short and the whole run contain.
describe("test suites", () => {
  const done = [];
  const suites = {
    whole: () => done.push("whole"),
    part: (skip) => {
      skip("no WebKit");
      done.push("part");
    },
    broken: () => {
      throw new Failure("broken");
    },
  };

  test("a suite with skipped tests continues, and counts as skipped", async () => {
    assert.deepEqual(await runSuites(["part", "whole"], suites, false), {
      passed: ["whole"],
      failed: [],
      skipped: ["part"],
    });
    assert.deepEqual(done.splice(0), ["part", "whole"]);
  });

  test("a skipped test fails in CI", async () => {
    assert.deepEqual(await runSuites(["part", "whole"], suites, true), {
      passed: ["whole"],
      failed: ["part"],
      skipped: [],
    });
    assert.deepEqual(done.splice(0), ["whole"]);
  });

  test("a suite that skips and then fails has failed", async () => {
    const both = (skip) => [suites.part(skip), suites.broken()];
    assert.deepEqual((await runSuites(["both"], { both }, false)).failed, ["both"]);
  });

  test("a run fails if a suite failed, not if one was skipped", () => {
    assert.doesNotThrow(() => report({ passed: [], failed: [], skipped: ["page"] }));
    assert.throws(() => report({ passed: ["core"], failed: ["page"], skipped: [] }), Failure);
  });

  const known = { core: null, page: null };

  test("the run is short by default, and whole with --whole or CI=true", () => {
    assert.deepEqual(readArguments([], known, {}), { names: ["core", "page"], isWhole: false });
    assert.deepEqual(readArguments(["--whole"], known, {}), {
      names: ["core", "page"],
      isWhole: true,
    });
    assert.deepEqual(readArguments(["--whole", "page"], known, {}), {
      names: ["page"],
      isWhole: true,
    });
    assert.deepEqual(readArguments(["page"], known, { CI: "true" }), {
      names: ["page"],
      isWhole: true,
    });
    assert.deepEqual(readArguments(["page"], known, { CI: "false" }), {
      names: ["page"],
      isWhole: false,
    });
  });

  test("reports unknown suites and options by name", () => {
    assert.throws(() => readArguments(["core", "pgae"], known, {}), {
      message: "Unknown suite pgae. The suites are: core, page",
    });
    assert.throws(() => readArguments(["--hole"], known, {}), /Unknown option '--hole'/);
  });

  const whole = new URL("../common/whole.mjs", import.meta.url).href;
  const script = `import { inWhole, isWhole } from ${JSON.stringify(whole)}; console.log(JSON.stringify({ isWhole, inWhole }));`;

  test("skips tests of the whole run in a short run, with a message", () => {
    const short = {
      isWhole: false,
      inWhole: { skip: "only in the whole run: npm test -- --whole" },
    };
    for (const [value, expected] of [
      ["true", { isWhole: true, inWhole: {} }],
      ["false", short],
      ["", short],
    ]) {
      const env = { ...process.env, [WHOLE]: value };
      const { stdout } = spawnSync(process.execPath, ["--input-type=module", "--eval", script], {
        env,
        encoding: "utf8",
      });
      assert.deepEqual(JSON.parse(stdout), expected);
    }
  });
});

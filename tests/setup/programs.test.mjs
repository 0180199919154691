// Tests how programs are started, on three simulated platforms.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { executable, startable, withFolders } from "../../scripts/common/project.mjs";

const unix = { platform: "linux", env: {}, execPath: "/usr/bin/node", exists: () => true };
const windows = { platform: "win32", env: {}, execPath: "C:\\node\\node.exe", exists: () => true };
const on = (machine, ...files) => ({ ...machine, exists: (path) => files.includes(path) });

const cases = [
  ["a program of npm", unix, "wrangler", "/p/node_modules", ["/p/node_modules/node/bin/node", ["/p/node_modules/wrangler/bin/wrangler.js", "dev"]]],
  ["the same on Windows", windows, "wrangler", "C:\\p\\node_modules", ["C:\\p\\node_modules\\node\\bin\\node.exe", ["C:\\p\\node_modules\\wrangler\\bin\\wrangler.js", "dev"]]],
  ["before the project's Node.js is installed", on(unix), "vite", "/p/node_modules", ["/usr/bin/node", ["/p/node_modules/vite/bin/vite.js", "dev"]]],
  ["esbuild, a binary", unix, "esbuild", "/p/node_modules", ["esbuild", ["dev"]]],
  ["esbuild, on Windows a script", windows, "esbuild", "C:\\p\\node_modules", ["C:\\p\\node_modules\\node\\bin\\node.exe", ["C:\\p\\node_modules\\esbuild\\bin\\esbuild", "dev"]]],
  ["Node.js itself", on(windows), "node", "C:\\p\\node_modules", ["C:\\node\\node.exe", ["dev"]]],
  ["what is no script", windows, "cargo", "C:\\p\\node_modules", ["cargo", ["dev"]]],
];

describe("starting", () => {
  for (const [name, machine, command, nodeModules, expected] of cases) {
    test(name, () => assert.deepEqual(startable(command, ["dev"], nodeModules, machine), expected));
  }
});

describe("npm", () => {
  const start = (machine) => startable("npm", ["ci"], "/p/node_modules", machine);

  test("uses the path that npm passes", () => {
    const machine = { ...unix, env: { npm_execpath: "/opt/npm/bin/npm-cli.js" } };
    assert.deepEqual(start(machine), ["/usr/bin/node", ["/opt/npm/bin/npm-cli.js", "ci"]]);
  });

  test("does not use another package manager", () => {
    const machine = { ...on(unix, "/usr/lib/node_modules/npm/bin/npm-cli.js"), env: { npm_execpath: "/opt/yarn.js" } };
    assert.deepEqual(start(machine), ["/usr/bin/node", ["/usr/lib/node_modules/npm/bin/npm-cli.js", "ci"]]);
  });

  test("is beside Node.js on Windows", () => {
    const file = "C:\\node\\node_modules\\npm\\bin\\npm-cli.js";
    assert.deepEqual(start(on(windows, file)), ["C:\\node\\node.exe", [file, "ci"]]);
  });

  test("is started by name if neither path exists", () => {
    assert.deepEqual(start(on(unix)), ["npm", ["ci"]]);
  });
});

describe("PATH", () => {
  test("starts with the folders of the project", () => {
    assert.deepEqual(withFolders({ PATH: "/bin", HOME: "/h" }, ["/a", "/b"], "linux"), { PATH: "/a:/b:/bin", HOME: "/h" });
  });

  test("is one variable on Windows, in any case", () => {
    assert.deepEqual(withFolders({ Path: "C:\\bin" }, ["C:\\a"], "win32"), { PATH: "C:\\a;C:\\bin" });
  });

  test("may be missing", () => {
    assert.deepEqual(withFolders({}, ["/a"], "darwin"), { PATH: "/a" });
  });
});

test("binaries end in .exe on Windows only", () => {
  assert.deepEqual(["win32", "darwin", "linux"].map((platform) => executable("x", platform)), ["x.exe", "x", "x"]);
});

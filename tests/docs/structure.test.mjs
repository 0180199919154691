// Rules that keep each part of the repository small and readable.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { root } from "../../scripts/common/project.mjs";

const { stdout } = spawnSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" });
const tracked = stdout.split("\0").filter((name) => name !== "" && existsSync(join(root, name)));
const read = (name) => readFileSync(join(root, name), "utf8");
const linesOf = (text) => text.split("\n").length - 1;
const isCode = (name) => /\.(rs|js|mjs|ts)$/.test(name) && !name.endsWith(".d.ts");
const filesOf = (...folders) =>
  tracked.filter((name) => folders.some((folder) => name.startsWith(`${folder}/`)));
const linesOfCode = (...folders) =>
  linesOf(
    filesOf(...folders)
      .filter(isCode)
      .map(read)
      .join(""),
  );

describe("size", () => {
  /**
   * The maximum number of files of each part, and of files of code with fewer than sixty lines. A
   * smaller file is an entry point, or it belongs to its neighbour.
   */
  const MOST = {
    docs: [55, 0],
    examples: [27, 7],
    lab: [98, 13],
    npm: [112, 20],
    scripts: [54, 9],
    src: [290, 12],
    tests: [312, 28],
    www: [198, 22],
  };
  for (const [part, [most, mostSmall]] of Object.entries(MOST))
    test(`${part} has at most ${most} files, ${mostSmall} of them small`, () => {
      const files = filesOf(part);
      const small = files.filter((name) => isCode(name) && linesOf(read(name)) < 60);
      assert.ok(files.length <= most, `${files.length} files`);
      assert.ok(small.length <= mostSmall, `${small.length} small files: ${small.join(", ")}`);
    });

  test("scripts and lab have at most a quarter of the code of the product", () => {
    const [tools, product] = [linesOfCode("scripts", "lab"), linesOfCode("src", "npm", "www")];
    assert.ok(tools * 4 <= product, `${tools} lines for ${product}`);
  });

  test("the lock files have at most 15,000 lines", () => {
    const locks = tracked.filter((name) => /(^|\/)(package-lock\.json|Cargo\.lock)$/.test(name));
    const lines = linesOf(locks.map(read).join(""));
    assert.ok(lines <= 15_000, `${lines} lines`);
  });
});

describe("lines", () => {
  /** Folders of JavaScript and TypeScript. */
  const FOLDERS = [
    "examples",
    "lab",
    "npm/api",
    "npm/fetch",
    "npm/mcp",
    "npm/node",
    "npm/print",
    "npm/serve",
    "scripts",
    "www/blocks",
    "www/src",
  ];
  for (const folder of FOLDERS) {
    const text = filesOf(folder)
      .filter((name) => /\.(js|mjs|ts)$/.test(name))
      .map(read)
      .join("");
    const lines = text.split("\n");

    test(`${folder} names its steps: at most ten arrows in a hundred lines`, () => {
      const arrows = text.split("=>").length - 1;
      assert.ok(arrows * 10 <= lines.length, `${arrows} arrows in ${lines.length} lines`);
    });

    // A sentence for people stays on one line, so that a search finds it.
    test(`${folder}: at most one line in a hundred has more than 120 columns`, () => {
      const wide = lines.filter((line) => line.length > 120);
      assert.ok(wide.length * 100 <= lines.length, `${wide.length} lines`);
    });
  }
});

/** The end of a name that goes on in the next line of a template. */
const DIVIDED_NAME =
  /[\w.,]\n\s+(?:[\w][^<>{}`]*|[^<>{}`]*\$\{[^{}]*\}[^<>{}`]*)<\/(?:button|a|summary|h[1-3])>/g;

// A person who looks for a button searches for its name, and so do tests.
test("the names of buttons, links and headings of the page stay on one line", () => {
  for (const name of filesOf("www/src").filter(isCode)) {
    const divided = [...read(name).matchAll(DIVIDED_NAME)].map(([found]) => found);
    assert.deepEqual(divided, [], name);
  }
});

describe("one owner", () => {
  const wordsIn = (text) => [...text.matchAll(/[a-z]{3,}/g)].map(([word]) => word);

  /** The words of the tables of the core: units, dose forms, releases and salts. */
  function wordsOfMedicines() {
    const [, units] = /pub const UNITS[^=]*= \[(.*?)\n\];/s.exec(read("src/quantity.rs"));
    const attributes = read("src/attributes/attributes.tsv").replace(/\t.*$/gm, "");
    const salts = read("src/search/box_phrases.tsv").matchAll(/^(\S+)\tsalt\t/gm);
    const words = wordsIn(`${units} ${attributes}`);
    return new Set([...words, ...[...salts].map(([, salt]) => salt)]);
  }

  /** Lists of five words or more: texts in quotes, or alternatives of an expression. */
  const LIST = /(?:["'`][\w ]+["'`],\s*){4,}["'`][\w ]+["'`]|(?:[\w?() ]+\|){4,}[\w?() ]+/g;

  for (const folder of ["npm", "www/src", "www/blocks"])
    test(`${folder} has no list of units, dose forms or salts`, () => {
      const words = wordsOfMedicines();
      for (const name of filesOf(folder).filter(isCode))
        for (const [list] of read(name).matchAll(LIST)) {
          const known = new Set(wordsIn(list).filter((word) => words.has(word)));
          assert.ok(known.size < 5, `${name}: ${[...known].join(", ")}`);
        }
    });
});

describe("direction", () => {
  test("no module of npm/node imports a command that uses it", () => {
    const isOfNode = (name) => name.startsWith("npm/node/");
    for (const name of tracked.filter(isOfNode))
      assert.doesNotMatch(read(name), /from "\.\.\/(serve|mcp|fetch)\//, name);
  });

  /** The rooms of `folder`: each with the rooms whose files its own files use. */
  function roomsOf(folder, isSource, usesOf) {
    const roomOf = (path) => path.slice(folder.length + 1).split(/[/.]/)[0];
    const rooms = {};
    for (const path of tracked.filter((name) => name.startsWith(`${folder}/`) && isSource(name)))
      for (const used of usesOf(path)) {
        const [from, to] = [roomOf(path), roomOf(used)];
        rooms[from] ??= new Set();
        if (from !== to) rooms[from].add(to);
      }
    return rooms;
  }

  /** The rooms, or files, that use themselves by way of others. */
  function circlesOf(rooms) {
    function reached(from, seen = new Set()) {
      for (const to of rooms[from] ?? []) if (!seen.has(to)) reached(to, seen.add(to));
      return seen;
    }
    return Object.keys(rooms).filter((room) => reached(room).has(room));
  }

  /** The files that a file imports. TypeScript names a file as the JavaScript that it becomes. */
  function importsOf(path) {
    const named = [...read(path).matchAll(/(?:from|import\(?)\s*"(\.[^"]+)"/g)];
    return named.map(([, file]) => {
      const imported = join(dirname(path), file);
      const source = imported.replace(/\.js$/, ".ts");
      return existsSync(join(root, source)) ? source : imported;
    });
  }

  test("no folders of www/src use each other", () => {
    // The files of the folder itself put the page together, and no folder uses them.
    const isInFolder = (name) => /^www\/src\/[^/]+\/.*\.ts$/.test(name);
    assert.deepEqual(circlesOf(roomsOf("www/src", isInFolder, importsOf)), []);
    for (const path of tracked.filter(isInFolder))
      for (const file of importsOf(path)) assert.doesNotMatch(file, /^www\/src\/[^/]+$/, path);
  });

  const withoutTests = (path) => read(path).split("#[cfg(test)]\nmod tests")[0];

  test("no modules of src use each other", () => {
    const isModule = (name) => name.endsWith(".rs");
    const usesOf = (path) =>
      [...withoutTests(path).matchAll(/\bcrate::(\w+)/g)].map(([, name]) => `src/${name}.rs`);
    assert.deepEqual(circlesOf(roomsOf("src", isModule, usesOf)), []);
  });

  /** The files that each file of `names` uses. `usesOf` lists paths, also of files that there are not. */
  function filesUsedBy(names, usesOf) {
    const known = new Set(names);
    const used = {};
    for (const name of names)
      used[name] = new Set(usesOf(name, known).filter((path) => known.has(path) && path !== name));
    return used;
  }

  /** Follows the parts of a path of Rust, such as `super::table`, from the module that names it. */
  function follow(module, parts) {
    let path = module;
    for (const part of parts)
      if (part === "crate") path = [];
      else path = part === "super" ? path.slice(0, -1) : [...path, part];
    return path;
  }

  /** The paths that a file of Rust names, as lists of their parts from the root of the crate. */
  function pathsIn(file) {
    const module = file.replace(/^src\/|(\/mod)?\.rs$/g, "").split("/");
    const paths = [];
    const named = /\b((?:crate|super)(?:::\w+)*)(?:::\{([^;]*)\};)?/g;
    for (const [, start, group = ""] of withoutTests(file).matchAll(named)) {
      const path = follow(module, start.split("::"));
      for (const last of group.split(/[\s,{}]+/)) paths.push([...path, ...last.split("::")]);
    }
    return paths;
  }

  /** The longest start of a path that is a file. A `mod.rs` is its folder: its files may use it. */
  function fileOfPath(path, known) {
    for (let length = path.length; length > 0; length -= 1) {
      const file = `src/${path.slice(0, length).join("/")}.rs`;
      if (known.has(file)) return file;
    }
    return "";
  }

  test("no files of src use each other", () => {
    const files = filesOf("src").filter((name) => name.endsWith(".rs"));
    const usesOf = (file, known) => pathsIn(file).map((path) => fileOfPath(path, known));
    assert.deepEqual(circlesOf(filesUsedBy(files, usesOf)), []);
  });

  test("no files of JavaScript and TypeScript import each other", () => {
    const files = tracked.filter((name) => isCode(name) && !name.endsWith(".rs"));
    assert.deepEqual(circlesOf(filesUsedBy(files, importsOf)), []);
  });
});

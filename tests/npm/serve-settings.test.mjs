// Tests the settings of `pack-lookup serve`: one table, three sources, and no setting that is
// ignored in silence.
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { readSettings } from "../../npm/node/settings-reader.js";
import { flagOf, SETTINGS } from "../../npm/node/settings.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { temporaryFolder } from "../common/folders.mjs";
import { serving } from "./serving.mjs";

/** Writes a settings file into a temporary folder, and returns its path. */
function settingsFile(t, text) {
  const folder = temporaryFolder(t);
  const file = join(folder, "serve.json");
  writeFileSync(file, text);
  return file;
}

describe("a setting", () => {
  test("has a default", () => {
    const { port, host, old_after, unready_after, dataset, log } = readSettings({}, {});
    assert.deepEqual(
      { port, host, old_after, unready_after, dataset, log },
      {
        port: 8787,
        host: "127.0.0.1",
        old_after: 14,
        unready_after: undefined,
        dataset: undefined,
        log: "text",
      },
    );
  });

  test("of a flag overrides the environment, which overrides the file", (t) => {
    const settings = settingsFile(t, '{ "port": 1, "host": "a", "workers": 3, "partial": false }');
    const variables = { PACK_LOOKUP_LISTEN_PORT: "2", PACK_LOOKUP_LISTEN_HOST: "b" };
    const read = readSettings({ settings, port: 4 }, variables);
    assert.deepEqual([read.port, read.host, read.workers, read.partial], [4, "b", 3, false]);
    const other = readSettings({}, { ...variables, PACK_LOOKUP_SETTINGS: settings });
    assert.deepEqual([other.port, other.host, other.workers], [2, "b", 3]);
  });

  test("may be in a file that an editor of Windows has written", (t) => {
    assert.equal(readSettings({ settings: settingsFile(t, '\ufeff{"port": 1}') }, {}).port, 1);
  });

  test("that names the data replaces all data of a weaker source", (t) => {
    const settings = settingsFile(t, '{ "release": "a.zip", "partial": true }');
    const variables = { PACK_LOOKUP_DATASET: "b.bin" };
    const { dataset, release } = readSettings({ settings }, variables);
    assert.deepEqual([dataset, release], ["b.bin", undefined]);
    assert.equal(readSettings({ settings, release: "c.zip" }, variables).dataset, undefined);
    assert.equal(readSettings({ release: "c.zip" }, { PACK_LOOKUP_PARTIAL: "true" }).partial, true);
  });

  for (const origin of [
    "https://packs.example.org",
    "http://10.0.0.5:8787",
    "https://[fd00::5]",
    "http://packs_internal",
  ])
    test(`may be the origin ${origin}`, () =>
      assert.equal(readSettings({ origin }, {}).origin, origin));
});

describe("a setting that cannot be understood", () => {
  const rejected = (flags, variables, message) =>
    assert.throws(() => readSettings(flags, variables), { message });

  for (const origin of [
    "https://packs.example.org/dmd",
    "https://packs.example.org/",
    "https://packs.example.org?x",
    "https://packs.example.org#x",
    "https://name@packs.example.org",
    "https://name:word@packs.example.org",
    "https://packs.example.org:443",
    "https://Packs.example.org",
    "https://packs.example.org:99999",
    "https://packs,example.org",
    "packs.example.org",
    "ftp://packs.example.org",
    "https://",
    " https://packs.example.org",
  ])
    test(`is the origin ${origin}`, () =>
      rejected(
        {},
        { PACK_LOOKUP_ORIGIN: origin },
        `PACK_LOOKUP_ORIGIN is ${origin}; it must be an origin, such as https://packs.example.org: a scheme and a host in lower case, and a port that is not the default, without a user name, a path, a query and a fragment`,
      ));

  for (const [name, value, message] of [
    ["port", "70000", "it must be a whole number from 0 to 65,535"],
    ["port", "-1", "it must be a whole number from 0 to 65,535"],
    ["port", "80.0", "it must be a whole number from 0 to 65,535"],
    ["port", "8e1", "it must be a whole number from 0 to 65,535"],
    ["port", "tcp://10.0.0.1:8787", "it must be a whole number from 0 to 65,535"],
    ["workers", "0", "it must be a whole number from 1 to 65,535"],
    ["workers", "4 cores", "it must be a whole number from 1 to 65,535"],
    ["old_after", "14d", "it must be a number of days from 1 to 99,999"],
    ["old_after", "100000", "it must be a number of days from 1 to 99,999"],
    ["unready_after", "4 weeks", "it must be a number of days from 1 to 99,999"],
    ["partial", "yes", "it must be true or false"],
    ["host", "http://0.0.0.0", "it must be an address or a name, without a scheme and a port"],
    ["host", "0.0.0.0:80", "it must be an address or a name, without a scheme and a port"],
    ["metrics", "9464", "it must be an address and a port, such as 127.0.0.1:9464"],
    ["metrics", "127.0.0.1:94640", "it must be an address and a port, such as 127.0.0.1:9464"],
    ["metrics", "[::1:9464", "it must be an address and a port, such as 127.0.0.1:9464"],
    ["log", "JSON", "it must be text or json"],
    ["robots", "/no/such/file", "there is no such file"],
    ["security_contact", "a@b.example", "it must start with https://, mailto: or tel:"],
    [
      "mcp_origins",
      "https://a.example, https://b.example/page",
      "it must list origins, such as https://packs.example.org, separated by commas or spaces, without a path",
    ],
  ]) {
    const { variable } = SETTINGS.find((row) => row.name === name);
    test(`is ${name} with ${value}`, (t) => {
      rejected({}, { [variable]: value }, `${variable} is ${value}; ${message}`);
      const flag = flagOf({ name });
      rejected({ [name]: value }, {}, `${flag} is ${value}; ${message}`);
      const settings = settingsFile(t, JSON.stringify({ [name]: value }));
      rejected({ settings }, {}, `"${name}" in ${settings} is ${value}; ${message}`);
    });
  }

  test("is a setting that is empty", (t) => {
    for (const { name, variable, noun = "a value" } of SETTINGS) {
      const advice = (place) => `is empty; name ${noun}, or remove the ${place}`;
      rejected({}, { [variable]: "" }, `${variable} ${advice("variable")}`);
      rejected({ [name]: "" }, {}, `${flagOf({ name })} ${advice("flag")}`);
      if (name === "settings") continue;
      const settings = settingsFile(t, JSON.stringify({ [name]: "" }));
      rejected({ settings }, {}, `"${name}" in ${settings} ${advice("setting")}`);
    }
  });

  for (const [text, message] of [
    ['{"prot": 80}', /^"prot" in \S+ is not a setting; the settings are dataset, release, /],
    ['{"settings": "other.json"}', /^"settings" in \S+ is not a setting/],
    ['{"__proto__": 1}', /^"__proto__" in \S+ is not a setting/],
    ['{"port": null}', /^"port" in \S+ is null; it must be a whole number/],
    ['{"port": [80]}', /^"port" in \S+ is \[80\]; it must be a whole number/],
    ['{"port": true}', /^"port" in \S+ is true; it must be a whole number/],
    ['{"dataset": 5}', /^"dataset" in \S+ is 5; it must be a path/],
    ['{"partial": 1}', /^"partial" in \S+ is 1; it must be true or false/],
    ["[]", /must be a JSON object/],
    ["null", /must be a JSON object/],
    ["port: 80", /are not JSON/],
  ])
    test(`is a file with ${text}`, (t) =>
      rejected({ settings: settingsFile(t, text) }, {}, message));

  test("is a file that does not exist", () =>
    rejected({ settings: "/no/file" }, {}, /^cannot read .*\/no\/file: no such file or folder$/));

  test("is an unknown flag", () => rejected({ prot: 80 }, {}, "--prot is not a flag of serve"));

  test("is a contradiction", () => {
    rejected({ dataset: "a", release: "b" }, {}, /^--dataset and --release exclude each other/);
    rejected({ partial: true }, {}, "--partial needs a release; name one with --release");
  });

  test("stops the start with one sentence, also where a value would mean demonstration data", async (t) => {
    for (const [options, env, message] of [
      [{}, { PACK_LOOKUP_DATASET: "" }, /^pack-lookup: PACK_LOOKUP_DATASET is empty; name a da/],
      [{ dataset: "" }, {}, /^pack-lookup: --dataset is empty; name a dataset, or remove the fl/],
      [{}, { PACK_LOOKUP_ORIGIN: "https://a.example/dmd" }, /^pack-lookup: PACK_LOOKUP_ORIGIN is /],
    ]) {
      const service = await serving(t, options, undefined, { env });
      assert.equal(service.origin, undefined);
      assert.deepEqual(await service.ended, { code: 2, signal: null });
      assert.match(service.output.stderr, message);
      assert.match(service.output.stderr, /^[^\n]+\n$/);
      assert.equal(service.output.stdout, "");
    }
  });
});

test("demonstration data reach other machines only if they are asked for", async (t) => {
  const refused = await serving(t, { host: "0.0.0.0" });
  assert.deepEqual([refused.origin, (await refused.ended).code], [undefined, 2]);
  assert.match(refused.output.stderr, /^pack-lookup: no dataset found; .* add --demo\n$/);
  for (const options of [{ host: "0.0.0.0", demo: true }, { host: "localhost" }]) {
    const service = await serving(t, { ...options, workers: 1 });
    assert.match(service.output.stderr, /Demonstration data/);
  }
});

/** Runs the command line. */
function packLookup(...args) {
  const [command, all] = startable(
    "node",
    [join(root, "npm", "cli.js"), ...args],
    paths.nodeModules,
  );
  const { status, stdout, stderr } = spawnSync(command, all, {
    encoding: "utf8",
    env: environment,
    timeout: 30_000,
  });
  return { status, stdout, stderr };
}

describe("the command line", () => {
  test("rejects flags that it does not know, and those that cannot be understood", () => {
    for (const [args, message] of [
      [["--prot", "80"], /unexpected argument '--prot'/],
      [
        ["--dataset", ""],
        /^pack-lookup: --dataset is empty; name a dataset, or remove the flag\n$/,
      ],
      [["--dataset="], /^pack-lookup: --dataset is empty; name a dataset, or remove the flag\n$/],
      [
        ["--port", "-1"],
        /^pack-lookup: --port is -1; it must be a whole number from 0 to 65,535\n$/,
      ],
      [
        ["--origin", "https://a.example/dmd"],
        /^pack-lookup: --origin is \S+; it must be an origin/,
      ],
      [["--settings", "/no/file"], /^pack-lookup: cannot read the settings in \/no\/file: no such/],
    ]) {
      const { status, stderr } = packLookup("serve", ...args);
      assert.equal(status, 2);
      assert.match(stderr, message);
    }
  });

  test("has every setting in its help", () => {
    const lines = packLookup("serve", "--help").stdout.split("\n");
    const options = lines.filter((line) => /^ {6}--/.test(line));
    const helpOf = (line) => line.trim().split(/ {2,}/);
    assert.deepEqual(options.map(helpOf), SETTINGS.map(expectedHelp));
  });
});

function expectedHelp(row) {
  const flag = [flagOf(row), row.value && `<${row.value}>`].filter(Boolean).join(" ");
  const standard = row.standard ?? row.default;
  return [flag, standard === undefined ? row.help : `${row.help} [default: ${standard}]`];
}

test("docs/serve.md has every setting", () => {
  const text = readFileSync(join(root, "docs", "serve.md"), "utf8");
  const documented = text.split("\n").filter((line) => /^\| `[a-z_]+` \| `--/.test(line));
  assert.deepEqual(documented, SETTINGS.map(expectedRow));
});

function expectedRow(row) {
  const flag = [flagOf(row), row.value].filter(Boolean).join(" ");
  const [least, most] = row.range ?? [];
  const facts = [
    row.range && `from ${least} to ${most.toLocaleString("en")}`,
    (row.standard ?? row.default) !== undefined && `default: ${row.standard ?? row.default}`,
  ].filter(Boolean);
  const meaning = [row.help, ...facts].join("; ");
  return `| \`${row.name}\` | \`${flag}\` | \`${row.variable}\` | ${meaning} |`;
}

describe("the table of settings", () => {
  test("has each name and each variable once", () => {
    for (const key of ["name", "variable", "help"])
      assert.equal(new Set(SETTINGS.map((row) => row[key])).size, SETTINGS.length, key);
  });

  test("has the age of old data of the core", () => {
    const source = readFileSync(join(root, "src", "dataset", "caveats.rs"), "utf8");
    const [, days] = /const OLD_AFTER_DAYS: u32 = (\d+);/.exec(source);
    assert.equal(readSettings({}, {}).old_after, Number(days));
  });

  test("is the only file with the names of variables", () => {
    for (const folder of ["serve", "mcp", "node", "http"])
      for (const name of readdirSync(join(root, "npm", folder))) {
        const source = readFileSync(join(root, "npm", folder, name), "utf8");
        if (name !== "settings.js") assert.doesNotMatch(source, /PACK_LOOKUP_/, name);
      }
  });

  test("has no variable that Kubernetes sets for a service named pack-lookup", () => {
    for (const { variable } of SETTINGS)
      assert.doesNotMatch(variable, /^PACK_LOOKUP_(?:PORT|SERVICE)(?:_|$)/);
  });
});

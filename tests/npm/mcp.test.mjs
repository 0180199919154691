// Tests `pack-lookup mcp` with the official client: each tool against the answers of the module,
// and the warnings of 500 questions from the demonstration data.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, test } from "node:test";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { PackLookup } from "../../npm/index.js";
import { callTool } from "../../npm/mcp/tools.js";
import { environment, paths, root, startable } from "../../scripts/common/project.mjs";
import { askerOf, askQuestions, codesOf, connectClient } from "../common/assistants.mjs";

const dataset = join(root, "npm", "packs.bin");
const packs = await PackLookup.demo();
const records = [...packs];
const today = new Date().toISOString().slice(0, 10);

const REUSED = "9521001000017";
const SINGLE = "09521234567899";
const PACK = "900000011000001106";

let client;
let ask;

before(async () => {
  const [command, args] = startable(
    "node",
    [join(root, "npm", "cli.js"), "mcp", "--dataset", dataset],
    paths.nodeModules,
  );
  client = await connectClient(
    new StdioClientTransport({ command, args, env: environment, stderr: "ignore" }),
  );
  ask = askerOf(client);
});

after(() => client.close());

describe("the server", () => {
  test("introduces itself, and states that it gives no verdict", () => {
    const { version } = JSON.parse(readFileSync(join(root, "npm", "package.json"), "utf8"));
    assert.deepEqual(client.getServerVersion(), {
      name: "pack-lookup",
      title: "Pack Lookup",
      version,
    });
    assert.deepEqual(client.getServerCapabilities(), { tools: {} });
    const instructions = client.getInstructions();
    for (const rule of [
      /Never state that a pack matches a prescription/,
      /The box decides/,
      /Pass on all of them/,
      /register data/,
    ])
      assert.match(instructions, rule);
  });

  test("lists read-only tools with schemas", async () => {
    const { tools } = await client.listTools();
    assert.deepEqual(
      tools.map(({ name }) => name),
      [
        "look_up_gtin",
        "search_packs",
        "list_filters",
        "get_pack",
        "get_concept",
        "list_packs_of",
        "list_changes",
        "parse_barcode",
        "about",
      ],
    );
    for (const { title, description, inputSchema, outputSchema, annotations } of tools) {
      assert.ok(title.length > 0 && description.length > 40);
      assert.deepEqual([inputSchema.type, outputSchema.type], ["object", "object"]);
      assert.deepEqual(annotations, {
        title,
        readOnlyHint: true,
        idempotentHint: true,
        openWorldHint: false,
      });
    }
  });

  test("answers ping", async () => assert.deepEqual(await client.ping(), {}));
});

const summary = ({ pack_id, name, generic_product_name, legal_category }, status) => ({
  pack_id,
  name,
  generic_product_name,
  legal_category,
  status,
});
const usesOf = (gtin) =>
  packs.uses(gtin).map(({ gtin, start_date, end_date, pack, status }) => ({
    gtin,
    start_date,
    end_date,
    pack: summary(pack, status),
  }));
const summaries = ({ packs, statuses }) => packs.map((pack, at) => summary(pack, statuses[at]));

describe("a tool returns what the module returns:", () => {
  test("look_up_gtin", async () => {
    const { answer } = await ask("look_up_gtin", {
      gtins: [REUSED, ` ${SINGLE} `, "9521001000018", "123", "abc"],
    });
    const [reused, single, mistyped, short, letters] = answer.results;
    assert.deepEqual(reused, { code: REUSED, reuse: packs.reuse(REUSED), uses: usesOf(REUSED) });
    assert.equal(new Set(reused.uses.map(({ pack }) => pack.pack_id)).size, 2);
    assert.deepEqual(single, { code: SINGLE, uses: usesOf(SINGLE) });
    assert.deepEqual(
      [mistyped, short, letters].map(({ reason, uses }) => [reason, uses]),
      [
        ["wrong_check_digit", []],
        ["bad_length", []],
        ["not_digits", []],
      ],
    );
  });

  test("search_packs", async () => {
    const { answer } = await ask("search_packs", {
      query: "amlod",
      limit: 4,
      offset: 4,
      current: true,
    });
    const found = packs.search("amlod", { limit: 4, offset: 4, current: true, sort: "relevance" });
    assert.deepEqual(
      [answer.kind, answer.total, answer.offset, answer.next_offset, answer.packs],
      ["name", found.total, 4, 8, summaries(found)],
    );
    const { total } = found;
    assert.equal(
      (await ask("search_packs", { query: "amlod", offset: total - 1, current: true })).answer
        .next_offset,
      undefined,
    );
    const { answer: byCode } = await ask("search_packs", { query: REUSED });
    assert.deepEqual(
      [byCode.kind, byCode.reuse, byCode.uses],
      ["gtin", packs.reuse(REUSED), usesOf(REUSED)],
    );
  });

  test("get_pack", async () => {
    const { answer } = await ask("get_pack", { pack_id: PACK });
    const record = packs.pack(PACK);
    const { generic_pack_name, short_name, subpack, comb_content, prices } = record;
    const rest = {
      generic_pack_name,
      short_name,
      subpack,
      comb_content,
      prices: { price_pence: prices.price, previous_price_pence: prices.price_prev },
    };
    assert.deepEqual(answer.pack, { ...summary(record, packs.status(PACK)), ...rest });
    assert.deepEqual(
      answer.gtins,
      record.gtin_codes.map((entry) => ({ ...entry, uses: usesOf(entry.gtin) })),
    );
    const { answer: reused } = await ask("get_pack", {
      pack_id: packs.uses(REUSED)[1].pack.pack_id,
    });
    assert.deepEqual(
      [reused.gtins[0].reuse, reused.gtins[0].uses],
      [packs.reuse(REUSED), usesOf(REUSED)],
    );
  });

  test("get_pack, for a combination pack", async () => {
    const { pack_id, comb_content } = records.find(({ comb_content }) => comb_content.length > 0);
    assert.deepEqual((await ask("get_pack", { pack_id })).answer.pack.comb_content, comb_content);
  });

  test("get_concept", async () => {
    const { warnings, data, ...concepts } = (await ask("get_concept", { code: PACK })).answer;
    assert.deepEqual(concepts, packs.concepts(PACK));
  });

  test("list_packs_of", async () => {
    const { id } = packs.concepts(PACK).vmp;
    const { answer } = await ask("list_packs_of", { code: id, limit: 2 });
    const found = packs.packsOf(id, { limit: 2 });
    assert.deepEqual(
      [answer.kind, answer.total, answer.packs],
      ["vmp", found.total, summaries(found)],
    );
  });

  test("parse_barcode", async () => {
    const text = "]d201095212345678991729063010AB12";
    const { answer } = await ask("parse_barcode", { text });
    const { warnings, ...scan } = packs.scan(text);
    assert.deepEqual([warnings, answer.barcode, answer.uses], [[], scan, usesOf(SINGLE)]);
  });

  test("about", async () => {
    const { answer } = await ask("about");
    const { version, dataset, attribution, licence, warning } = packs.about;
    const { release, date, age_days, gaps, demo, packs: size, gtin_rows, digest } = dataset;
    assert.deepEqual(
      { ...answer.data, notice: undefined },
      { notice: undefined, release, date, age_days, is_demonstration: demo, gaps, attribution },
    );
    assert.deepEqual(
      [answer.version, answer.packs, answer.gtin_rows, answer.digest, answer.licence],
      [version, size, gtin_rows, digest, licence],
    );
    assert.deepEqual([answer.warnings[0], demo], [{ code: "demonstration", text: warning }, true]);
  });
});

/** Calls a tool in this process on a given day. */
const askOn = (day, name, args) => callTool(packs, name, args, day).structuredContent;

/** The text of the warning with a code, or `undefined`. */
const warningOf = ({ warnings }, code) => warnings.find((warning) => warning.code === code)?.text;

describe("a warning", () => {
  test("names all packs of a re-used GTIN, and how they differ", () => {
    for (const [name, args] of [
      ["look_up_gtin", { gtins: [REUSED] }],
      ["search_packs", { query: REUSED }],
      ["parse_barcode", { text: REUSED }],
      ["get_pack", { pack_id: usesOf(REUSED)[1].pack.pack_id }],
    ]) {
      const text = warningOf(askOn(today, name, args), "reused");
      assert.match(
        text,
        /2 packs of different medicines have used this GTIN: .*Check the name on the box\.$/,
        name,
      );
      for (const { pack } of usesOf(REUSED))
        assert.ok(text.includes(pack.name) && text.includes(pack.pack_id), name);
    }
  });

  test("appears from the day after the last day of a period, and until its first day", () => {
    const {
      gtin_codes: [{ gtin, start_date, end_date }],
    } = records.find(
      ({ gtin_codes: [entry] }) => entry?.end_date && packs.uses(entry.gtin).length === 1,
    );
    const codesOn = (day) =>
      codesOf(askOn(day, "look_up_gtin", { gtins: [gtin] })).filter((code) =>
        ["ended", "not_begun"].includes(code),
      );
    const dayAfter = new Date(Date.parse(end_date) + 86_400_000).toISOString().slice(0, 10);
    assert.deepEqual(
      [codesOn(start_date), codesOn(end_date), codesOn(dayAfter), codesOn("1990-01-01")],
      [[], [], ["ended"], ["not_begun"]],
    );
  });

  test("reports an expired pack, from the day after its expiry date", () => {
    const codesOn = (day) =>
      codesOf(askOn(day, "parse_barcode", { text: `(01)${SINGLE}(17)290630` })).filter(
        (code) => code === "expired",
      );
    assert.deepEqual([codesOn("2029-06-30"), codesOn("2029-07-01")], [[], ["expired"]]);
  });

  test("reports a wrong check digit, and proposes no GTIN", () => {
    for (const [name, args] of [
      ["look_up_gtin", { gtins: ["9521001000018"] }],
      ["parse_barcode", { text: "9521001000018" }],
      ["search_packs", { query: "9521001000018" }],
    ]) {
      const result = callTool(packs, name, args, today);
      assert.match(
        warningOf(result.structuredContent, "wrong_check_digit"),
        /Read the number again from the box/,
      );
      assert.ok(!JSON.stringify(result).includes(REUSED), name);
      assert.doesNotMatch(result.content[0].text, /should be/, name);
    }
  });

  test("reports corrected and ignored words, and a partial match", () => {
    const answer = askOn(today, "search_packs", { query: "amlodpine 5mg zzzq" });
    assert.equal(
      warningOf(answer, "corrected"),
      'No exact match. "amlodpine" was read as amlodipine. Check the name on the box.',
    );
    assert.equal(
      warningOf(answer, "ignored"),
      'No exact match. Ignored: "zzzq". An ignored word may be a medicine. Check the name on the box.',
    );
    assert.equal(warningOf(answer, "partial_match"), "No exact match. Check the name on the box.");
  });

  test("reports why a search has no result", () => {
    assert.match(
      warningOf(askOn(today, "search_packs", { query: "amlodipine 7mg" }), "not_available"),
      /other strengths: 2\.5mg, 5mg, 10mg/,
    );
    assert.match(
      warningOf(askOn(today, "search_packs", { query: "not amlodipine" }), "only-exclusions"),
      /only excludes/,
    );
    assert.match(
      warningOf(askOn(today, "search_packs", { query: "celexa" }), "medicine-not-in-release"),
      /^This release has no medicine "celexa"\.$/,
    );
    assert.match(
      warningOf(askOn(today, "search_packs", { query: "9520000000004" }), "no_packs"),
      /No pack of this release/,
    );
  });

  test("names each invalid concept", () => {
    const invalid = {
      about: packs.about,
      status: () => undefined,
      concepts: () => ({
        vmp: { id: "1", name: "A", invalid: true },
        vtm: { id: "2", name: "B", invalid: false },
        amp: { id: "3", invalid: true },
      }),
    };
    const { warnings } = callTool(invalid, "get_concept", { code: "1" }, today).structuredContent;
    assert.deepEqual(
      warnings.filter(({ code }) => code === "invalid_concept").map(({ text }) => text),
      ["The release marks the VMP “A” as invalid.", "The release marks the AMP “3” as invalid."],
    );
  });

  test("names the packs that are not current", () => {
    const gone = records.find(
      ({ pack_id }) => packs.status(pack_id).discontinued_date && !packs.status(pack_id).invalid,
    );
    const { vmpp } = packs.concepts(gone.pack_id);
    for (const [name, args] of [
      ["get_pack", { pack_id: gone.pack_id }],
      ["get_concept", { code: gone.pack_id }],
      ["search_packs", { query: gone.pack_id }],
      ["list_packs_of", { code: vmpp.id, limit: 100 }],
    ]) {
      assert.ok(
        warningOf(askOn(today, name, args), "not_current").includes(
          `“${gone.name}” (discontinued on ${gone.discontinued_date})`,
        ),
        name,
      );
    }
    const invalid = records.find(
      ({ pack_id }) => packs.status(pack_id).invalid && !packs.status(pack_id).discontinued,
    );
    assert.ok(
      warningOf(askOn(today, "get_pack", { pack_id: invalid.pack_id }), "not_current").includes(
        `“${invalid.name}” (invalid)`,
      ),
    );
  });
});

test("500 questions: no code outside the register, every fact and warning in text and structure", async () => {
  const { errors, seen } = await askQuestions(packs, ask);
  // The questions reach what they are for.
  assert.ok(errors > 10 && errors < 250, `${errors} errors`);
  for (const code of [
    "unknown_gtin",
    "reused",
    "ended",
    "not_current",
    "wrong_check_digit",
    "corrected",
    "ignored",
    "partial_match",
    "no_packs",
  ])
    assert.ok(seen.has(code), code);
});

describe("a warning about the data", () => {
  const withDataset = (changes, warning) => ({
    about: {
      ...packs.about,
      warning,
      dataset: { ...packs.about.dataset, demo: false, ...changes },
    },
  });
  const codesWith = (changes, warning, day = today) =>
    codesOf(callTool(withDataset(changes, warning), "about", {}, day).structuredContent);

  test("reports an incomplete release, and that it is old, too", () => {
    assert.deepEqual(
      codesWith({ age_days: 0 }, "Incomplete data: no barcodes. Old data: the release is old."),
      ["partial", "stale"],
    );
  });

  test("reports old data, and a release in the future", () => {
    assert.deepEqual(
      [codesWith({ age_days: 13 }), codesWith({ age_days: 14 }, "Old data: the release is old.")],
      [[], ["stale"]],
    );
    assert.deepEqual(
      [
        codesWith({ age_days: 0, date: "2025-11-06" }, undefined, "2025-11-06"),
        codesWith({ age_days: 0, date: "2025-11-06" }, undefined, "2025-11-05"),
      ],
      [[], ["clock"]],
    );
  });
});

describe("a call that cannot be answered", () => {
  for (const [what, name, args, sentence] of [
    [
      "an unknown AMPP code",
      "get_pack",
      { pack_id: "1" },
      /^No pack of this release has this AMPP code\. Check the code/,
    ],
    [
      "an unknown concept",
      "get_concept",
      { code: "123" },
      /^This release has no dm\+d concept with this code\./,
    ],
    [
      "an unknown concept in a list",
      "list_packs_of",
      { code: "123" },
      /^This release has no dm\+d concept/,
    ],
    [
      "a text that is no barcode",
      "parse_barcode",
      { text: "hello" },
      /^This is neither a barcode number nor GS1 data\. Check the input, and call again\./,
    ],
    [
      "a search for a barcode with an invalid date",
      "search_packs",
      { query: `(01)${SINGLE}(17)291350` },
      /there is no such month\. Check the input, and call again\./,
    ],
    [
      "a long query",
      "search_packs",
      { query: "💊".repeat(201) },
      /^query must have at most 200 characters; shorten it\./,
    ],
    [
      "101 GTINs",
      "look_up_gtin",
      { gtins: Array(101).fill(SINGLE) },
      /^gtins must have 1 to 100 entries, not 101; split them/,
    ],
    ["no GTIN", "look_up_gtin", { gtins: [] }, /^gtins must have 1 to 100 entries, not 0/],
    [
      "a long GTIN",
      "look_up_gtin",
      { gtins: ["1".repeat(101)] },
      /^each of gtins must have at most 100 characters/,
    ],
    [
      "a limit of 0",
      "search_packs",
      { query: "a", limit: 0 },
      /^limit must be a whole number from 1 to 100\./,
    ],
    [
      "a limit of 101",
      "list_packs_of",
      { code: "1", limit: 101 },
      /^limit must be a whole number from 1 to 100\./,
    ],
    [
      "a negative offset",
      "search_packs",
      { query: "a", offset: -1 },
      /^offset must be a whole number from 0/,
    ],
    [
      "a long barcode",
      "parse_barcode",
      { text: "1".repeat(8001) },
      /^text must have at most 8000 characters/,
    ],
  ]) {
    test(`is an error with a sentence and the warnings about the data: ${what}`, async () => {
      const { isError, text, answer } = await ask(name, args);
      assert.deepEqual([isError, answer], [true, undefined]);
      assert.match(text, sentence);
      assert.match(text, /\nWarning \(demonstration\): Demonstration data/);
    });
  }

  for (const [what, name, args, message] of [
    ["an unknown tool", "delete_pack", {}, /there is no such tool; the tools are look_up_gtin/],
    ["the name of a method of objects", "toString", {}, /there is no such tool/],
    ["a missing argument", "search_packs", {}, /the argument query is missing/],
    [
      "an unknown argument",
      "search_packs",
      { query: "a", sort: "name" },
      /there is no such argument; the arguments are query, limit, offset, current/,
    ],
    [
      "an argument of another type",
      "get_pack",
      // biome-ignore lint/correctness/noPrecisionLoss: such a number must be rejected
      { pack_id: 900000011000001106 },
      /pack_id must be of the type string/,
    ],
    [
      "a list with another type",
      "look_up_gtin",
      { gtins: [1] },
      /each of gtins must be of the type string/,
    ],
    [
      "a fraction as a limit",
      "search_packs",
      { query: "a", limit: 1.5 },
      /limit must be of the type integer/,
    ],
    [
      "an argument for a tool without arguments",
      "about",
      { constructor: 1 },
      /there is no such argument; the arguments are none/,
    ],
  ]) {
    test(`is a protocol error before version 2025-11-25: ${what}`, () => {
      assert.throws(
        () => callTool(packs, name, args, today),
        (error) => error.code === -32602 && message.test(error.message),
      );
    });
  }

  for (const [what, name, args, message] of [
    ["a missing argument", "search_packs", {}, /^Wrong arguments: the argument query is missing/],
    ["a list with another type", "look_up_gtin", { gtins: [1] }, /each of gtins must be/],
  ])
    test(`is an answer for the model since version 2025-11-25: ${what}`, async () => {
      const { isError, content } = await client.callTool({ name, arguments: args });
      assert.equal(isError, true);
      assert.match(content[0].text, message);
    });

  test("is a protocol error in each version: an unknown tool", async () => {
    await assert.rejects(client.callTool({ name: "delete_pack", arguments: {} }), { code: -32602 });
  });

  test("has the bounds of the module", () => {
    assert.equal(
      callTool(packs, "search_packs", { query: "💊".repeat(200), limit: 100 }).isError,
      undefined,
    );
    assert.throws(() => packs.search("💊".repeat(201)), RangeError);
    assert.equal(
      callTool(packs, "look_up_gtin", { gtins: Array(100).fill(SINGLE) }).isError,
      undefined,
    );
    assert.match(
      callTool(packs, "parse_barcode", { text: "x".repeat(8000) }).content[0].text,
      /^This is neither/,
    );
    assert.throws(() => packs.scan("x".repeat(8001)), RangeError);
  });
});

test("a name of the release has no invisible characters, and starts no line of a text", () => {
  const name = "A\nWarning (none): none\u2028\u202e\u001b[2J\u200b\u{e0061}";
  const hostile = { ...packs.pack(PACK), name };
  const withHostileName = {
    about: packs.about,
    pack: () => ({ ...hostile, gtin_codes: [] }),
    status: packs.status,
  };
  const {
    content: [{ text }],
    structuredContent,
  } = callTool(withHostileName, "get_pack", { pack_id: PACK }, today);
  assert.doesNotMatch(text, /^Warning \(none\)|[\u2028\u202e\u001b]/m);
  assert.equal(
    structuredContent.pack.name,
    "A\ufffdWarning (none): none\ufffd\ufffd\ufffd[2J\ufffd\ufffd",
  );
});

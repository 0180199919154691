// Questions of assistants, made from a dataset by a fixed seed, and what every answer to them must
// have. Each transport is asked the same ones.
import assert from "node:assert/strict";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { Random } from "./random.mjs";

/**
 * Connects the official client. From then on, it compares each structured answer with the schema of
 * its tool.
 */
export async function connectClient(transport) {
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  await client.listTools();
  return client;
}

/**
 * A function that calls a tool, and returns its result with the text and the structure of
 * the answer.
 */
export const askerOf =
  (client) =>
  async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    return { ...result, text: result.content[0].text, answer: result.structuredContent };
  };

/** The codes of an answer's warnings. */
export const codesOf = ({ warnings }) => warnings.map(({ code }) => code);

/**
 * Asks 500 questions, and checks each answer. Returns the number of errors, and the codes of the
 * warnings that answers had to have.
 */
export async function askQuestions(packs, ask) {
  const questions = new Questions(packs);
  const register = registerCodes(packs);
  const seen = new Set();
  let errors = 0;
  for (let number = 0; number < 500; number += 1) {
    const { name, args } = questions.next();
    const result = await ask(name, args);
    const label = `${name} ${JSON.stringify(args)}`;
    assertKnownCodes(register, { name, args }, result, label);
    assertDescribesData(packs.about, result, label);
    if (result.isError) errors += 1;
    else
      assertComplete(expectedWarnings(packs, name, args), result, label).forEach((code) =>
        seen.add(code),
      );
  }
  return { errors, seen };
}

/** Questions by name, with arguments that are right, wrong or close to right. */
class Questions {
  #random = new Random(20_261_126);
  #packs;
  #records;
  #gtins;

  constructor(packs) {
    this.#packs = packs;
    this.#records = [...packs];
    this.#gtins = this.#records.flatMap(({ gtin_codes }) => gtin_codes.map(({ gtin }) => gtin));
  }

  next() {
    const name = this.#random.pick(Object.keys(this.#arguments));
    return { name, args: this.#arguments[name]() };
  }

  #arguments = {
    look_up_gtin: () => ({
      gtins: Array.from({ length: this.#random.from(1, 5) }, () =>
        this.#random.pick([
          this.#gtin(),
          this.#mistyped(this.#gtin()),
          this.#digits(13),
          this.#digits(9),
        ]),
      ),
    }),
    search_packs: () => ({ query: this.#query(), limit: this.#random.from(1, 20) }),
    get_pack: () => ({
      pack_id: this.#random.pick([this.#record().pack_id, this.#mistyped(this.#record().pack_id)]),
    }),
    get_concept: () => ({
      code: this.#random.pick([this.#concept(), this.#record().pack_id, this.#digits(16)]),
    }),
    list_packs_of: () => ({
      code: this.#random.pick([this.#concept(), this.#digits(16)]),
      limit: this.#random.from(1, 100),
    }),
    parse_barcode: () => ({
      text: this.#random.pick([
        this.#gtin(),
        this.#mistyped(this.#gtin()),
        this.#elementString(),
        this.#digits(11),
      ]),
    }),
    about: () => ({}),
  };

  #query() {
    const name = this.#name();
    return this.#random.pick([
      name,
      this.#misspelt(name),
      `${name} qqzz`,
      this.#gtin(),
      this.#mistyped(this.#gtin()),
      `${name} 7777mg`,
      this.#record().pack_id,
    ]);
  }

  #record = () => this.#random.pick(this.#records);
  #gtin = () => this.#random.pick(this.#gtins);
  #name = () => this.#record().generic_product_name.slice(0, 100);
  #digits = (count) => Array.from({ length: count }, () => this.#random.below(10)).join("");
  #elementString = () =>
    `(01)${this.#gtin().padStart(14, "0")}(17)2${this.#random.below(10)}0630(10)AB12`;
  #concept = () =>
    this.#random.pick(
      Object.values(this.#packs.concepts(this.#record().pack_id)).filter(({ id }) => id),
    ).id;

  /** A code with another last digit. */
  #mistyped = (code) => code.slice(0, -1) + ((Number(code.at(-1)) + this.#random.from(1, 9)) % 10);

  /** A text with one letter missing. */
  #misspelt(text) {
    const at = this.#random.below(text.length);
    return text.slice(0, at) + text.slice(at + 1);
  }
}

/** Every code of the register: AMPP codes, codes of concepts, and GTINs with 14 digits. */
function registerCodes(packs) {
  const codes = new Set();
  for (const pack of packs) {
    codes.add(pack.pack_id);
    pack.gtin_codes.forEach(({ gtin }) => codes.add(gtin.padStart(14, "0")));
    addIds(packs.concepts(pack.pack_id), codes);
  }
  return codes;
}

function addIds(value, codes) {
  if (typeof value !== "object" || value === null) return;
  [value.id, value.previous_id].forEach((id) => id && codes.add(id));
  Object.values(value).forEach((one) => addIds(one, codes));
}

/** Asserts that each code of an answer is in the register or in the question. */
function assertKnownCodes(register, { name, args }, { text, answer }, label) {
  const asked = JSON.stringify(args);
  const isKnown = (code) =>
    register.has(code) ||
    register.has(code.padStart(14, "0")) ||
    asked.includes(code) ||
    (name === "parse_barcode" && asked.includes(code.padStart(14, "0")));
  assert.deepEqual(
    longNumbers(text).filter((code) => !isKnown(code)),
    [],
    label,
  );
  assert.deepEqual(
    leaves(answer).filter(
      (leaf) => typeof leaf === "string" && /^\d{6,18}$/.test(leaf) && !isKnown(leaf),
    ),
    [],
    label,
  );
}

/**
 * The codes in a text. Codes of 6 to 12 digits are only in the structure, because other
 * numbers of a text are as long.
 */
const longNumbers = (text) => text.match(/(?<![\w.])\d{13,18}(?![\w.])/g) ?? [];

function leaves(value) {
  return typeof value === "object" && value !== null
    ? Object.values(value).flatMap(leaves)
    : [value];
}

function assertDescribesData({ dataset, warning }, { text }, label) {
  assert.ok(
    text.includes(dataset.release) &&
      text.includes(warning) &&
      text.includes(`age_days: ${dataset.age_days}`),
    label,
  );
}

/**
 * Asserts that an answer has its facts and warnings in its text and its structure. Returns the
 * `expected` codes.
 */
function assertComplete(expected, { text, answer }, label) {
  assert.deepEqual(
    leadingWarnings(text).map(({ ...warning }) => warning),
    answer.warnings,
    label,
  );
  assert.deepEqual(
    leaves(answer).filter((leaf) => leaf !== null && !text.includes(String(leaf))),
    [],
    label,
  );
  assert.deepEqual(
    expected.filter((code) => !codesOf(answer).includes(code)),
    [],
    label,
  );
  return expected;
}

/** The warnings at the start of a text. */
function leadingWarnings(text) {
  const lines = text.split("\n");
  const end = lines.findIndex((line) => !line.startsWith("Warning ("));
  return lines
    .slice(0, end)
    .map((line) => /^Warning \((?<code>[\w-]+)\): (?<text>.*)$/.exec(line).groups);
}

/** The codes of the warnings that an answer must have, by the module only. */
function expectedWarnings(packs, name, args) {
  return [...(EXPECTED[name]?.(packs, args) ?? []), ...expectedOfData(packs.about)];
}

function expectedOfData({ warning = "", dataset: { demo, gaps } }) {
  return namesOfTrue({
    demonstration: demo,
    partial: gaps.length > 0,
    stale: warning.includes("Old data:"),
  });
}

const EXPECTED = {
  look_up_gtin: (packs, { gtins }) => gtins.flatMap((code) => expectedOfGtin(packs, code)),
  parse_barcode: (packs, { text }) => expectedOfGtin(packs, packs.scan(text).gtin),
  search_packs: expectedOfSearch,
  get_pack: (packs, { pack_id }) => [
    ...packs.pack(pack_id).gtin_codes.flatMap(({ gtin }) => (packs.reuse(gtin) ? ["reused"] : [])),
    ...(packs.status(pack_id).current ? [] : ["not_current"]),
  ],
  list_packs_of: (packs, { code, limit }) =>
    packs.packsOf(code, { limit }).statuses.some(({ current }) => !current) ? ["not_current"] : [],
};

function expectedOfGtin(packs, code) {
  if (![13, 14].includes(code.length)) return [];
  const [latest] = packs.uses(code);
  return namesOfTrue({
    unknown_gtin: latest === undefined,
    reused: packs.reuse(code) !== undefined,
    ended: latest?.end_date && latest.end_date < today(),
    not_current: latest && !latest.status.current,
    wrong_check_digit: packs
      .scan(code)
      .warnings.some(({ reason }) => reason === "wrong_check_digit"),
  });
}

function expectedOfSearch(packs, { query, limit }) {
  const { kind, corrections, relaxed, total, statuses } = packs.search(query, {
    limit,
    sort: "relevance",
  });
  return namesOfTrue({
    corrected: corrections.some(({ to }) => to.length > 0),
    ignored: corrections.some(({ to }) => to.length === 0),
    partial_match: relaxed,
    no_packs: total === 0,
    not_current: statuses.some(({ current }) => !current),
    reused: kind === "gtin" && packs.reuse(packs.scan(query).gtin) !== undefined,
  });
}

const namesOfTrue = (conditions) => Object.keys(conditions).filter((name) => conditions[name]);

const today = () => new Date().toISOString().slice(0, 10);

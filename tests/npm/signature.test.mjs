// Tests which signed descriptions are accepted: the cases, a thousand mutants, and a change and a
// loss of the key. Everything runs with the functions of Node and with those for browsers.
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import { readPublicKeys } from "../../npm/api/public-keys.js";
import { statementOf, verifySignature } from "../../npm/signature.js";
import { SignatureError } from "../../npm/errors.js";
import { readCases } from "../cases/read.mjs";
import { Random } from "../common/random.mjs";
import { testKey } from "../common/signing.mjs";

const cases = readCases("signatures.json");
const signed = cases.find(({ name }) => name === "a signed release").description;
const SEQUENCE = signed.signature.sequence;
const key = testKey();
const other = testKey("another pack-lookup test key");
const refused = (reason) => (error) =>
  error instanceof SignatureError && error.reason === reason && error.message.length > 20;

/** Runs a test as in Node, and as in a browser, which has a document. */
const platforms = {
  Node: (run) => run(),
  "a browser": async (run) => {
    globalThis.document = {};
    try {
      return await run();
    } finally {
      delete globalThis.document;
    }
  },
};

/** The result of a case in the form of its expectation. */
async function outcomeOf({ description, public_keys: keys, after, expect }) {
  try {
    const accepted = await verifySignature(description, keys, after === undefined ? {} : { after });
    return { ...(expect.statement && { statement: statementOf(description) }), ...accepted };
  } catch (error) {
    return { reason: error.reason };
  }
}

for (const [platform, on] of Object.entries(platforms)) {
  describe(`in ${platform}`, () => {
    for (const one of cases)
      test(one.title, () => on(async () => assert.deepEqual(await outcomeOf(one), one.expect)));

    test("accepts none of 1,000 mutants of a signed description", () =>
      on(async () => {
        const random = new Random(48);
        const others = await otherDescriptions();
        for (let number = 0; number < 1000; number += 1) {
          const mutant = random.pick(MUTATIONS)(random, others);
          await assert.rejects(
            verifySignature(mutant, [key.publicKey], { after: SEQUENCE }),
            SignatureError,
            JSON.stringify(mutant),
          );
        }
      }));

    test("verifies in a few milliseconds", (t) =>
      on(async () => {
        const times = [];
        for (let round = 0; round < 50; round += 1) {
          const start = performance.now();
          await verifySignature(signed, [key.publicKey]);
          times.push(performance.now() - start);
        }
        times.sort((one, next) => one - next);
        t.diagnostic(`median ${times[25].toFixed(2)} ms, longest ${times.at(-1).toFixed(2)} ms`);
      }));
  });
}

// The mutants. Each differs from the description in what is signed, or in the signature.

/** Descriptions that were signed otherwise: earlier, later, with another key. */
async function otherDescriptions() {
  const { signature: _, ...description } = signed;
  const earlier = { ...description, sha256: "1".repeat(64), release_date: "2025-08-07" };
  return {
    earlier: await key.sign(earlier, SEQUENCE - 604_800),
    later: await key.sign({ ...earlier, release_date: "2025-08-21" }, SEQUENCE + 604_800),
    again: await key.sign(description, SEQUENCE - 1),
    foreign: await other.sign(description, SEQUENCE + 1),
  };
}

const SIGNED_FIELDS = [
  "sha256",
  "bytes",
  "format",
  "release",
  "release_date",
  "packs",
  "gtin_rows",
  "demo",
  "gaps",
];
const withSignature = (changes) => ({ ...signed, signature: { ...signed.signature, ...changes } });

const MUTATIONS = [
  (random) => changedField(random, random.pick(SIGNED_FIELDS)),
  (_random, others) => changedFrom(others.later),
  (random) => withSignature({ sequence: SEQUENCE + random.from(1, 1e9) }),
  (random) => withSignature({ value: changedText(random, signed.signature.value) }),
  (random) => withSignature({ value: signed.signature.value.slice(0, random.below(88)) }),
  (random) => withSignature({ key: changedText(random, signed.signature.key) }),
  (_random, { later }) => withSignature(later.signature),
  (random, { later }) => {
    const field = random.pick(SIGNED_FIELDS.filter((one) => later[one] !== signed[one]));
    return { ...signed, [field]: later[field] };
  },
  (_random, { earlier }) => earlier,
  (_random, { earlier }) => ({ ...earlier, signature: signed.signature }),
  (_random, { again }) => again,
  (_random, { foreign }) => foreign,
  (_random, { foreign }) => withSignature({ value: foreign.signature.value }),
  (random) => without(random.pick([...SIGNED_FIELDS, "signature"])),
  (random) => ({
    ...signed,
    signature: without(random.pick(Object.keys(signed.signature)), signed.signature),
  }),
  (random) => ({
    ...signed,
    [random.pick(SIGNED_FIELDS)]: random.pick([null, [], {}, "", -1, true]),
  }),
];

/** A description of another release with the signature of this one. */
const changedFrom = (later) => ({ ...later, signature: signed.signature });

function changedField(random, field) {
  const value = signed[field];
  if (typeof value === "boolean") return { ...signed, [field]: !value };
  if (typeof value === "number") return { ...signed, [field]: value + random.from(1, 1e6) };
  if (typeof value === "string") return { ...signed, [field]: changedText(random, value) };
  return { ...signed, [field]: value.slice(0, random.below(value.length)) };
}

/** A text with another character, one more, or one fewer. */
function changedText(random, text) {
  const at = random.below(text.length);
  const character = random.pick([..."0123456789abcdefABCDEF+/= \n"]);
  const middle = random.pick(["", character, text[at] + character]);
  const changed = text.slice(0, at) + middle + text.slice(at + 1);
  return changed === text ? `${text}0` : changed;
}

function without(field, { ...fields } = signed) {
  delete fields[field];
  return fields;
}

test("a change of the key: both are pinned, then only the new one", async () => {
  const { signature: _, ...description } = signed;
  const both = [key.publicKey, other.publicKey];
  const next = await other.sign(description, SEQUENCE + 1);
  const accepted = await verifySignature(signed, both);
  await verifySignature(next, both, { after: accepted.sequence });
  await verifySignature(next, [other.publicKey]);
  await assert.rejects(verifySignature(signed, [other.publicKey]), refused("unknown_key"));
});

test("a loss of the key: a new key is refused until it is pinned", async () => {
  const { signature: _, ...description } = signed;
  const next = await other.sign(description, SEQUENCE + 1);
  await assert.rejects(verifySignature(next, [key.publicKey]), refused("unknown_key"));
  await verifySignature(next, [other.publicKey], { after: SEQUENCE });
});

test("a stolen key that signed the highest sequence blocks nothing once it is not pinned", async () => {
  const { signature: _, ...description } = signed;
  const stolen = await key.sign(description, Number.MAX_SAFE_INTEGER);
  const last = await verifySignature(stolen, [key.publicKey]);
  const next = await other.sign(description, SEQUENCE);
  const both = [key.publicKey, other.publicKey];
  await assert.rejects(verifySignature(next, both, { after: last }), refused("replayed"));
  await verifySignature(next, [other.publicKey], { after: last });
});

test("rejects what is no sequence as the last one", async () => {
  for (const after of [-1, 1.5, "7", null, {}, { key: "a" }])
    await assert.rejects(verifySignature(signed, [key.publicKey], { after }), {
      name: "TypeError",
      reason: "bad_after",
    });
});

test("an empty list of keys is an error, and not a missing pin", () => {
  for (const keys of [[], "", [" "], undefined, null, [7]])
    assert.throws(() => readPublicKeys(keys), { name: "TypeError", reason: "bad_public_key" });
});

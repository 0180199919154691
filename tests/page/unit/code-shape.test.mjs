// Tests which texts look like codes: at least all that the core accepts.
import assert from "node:assert/strict";
import { test } from "node:test";
import { readCases } from "../../cases/read.mjs";
import { load } from "./source.mjs";

const { areTwoCodes, isCodeLike } = await load("scan/keys.ts");
const readable = readCases("gs1.json").filter(({ expect }) => expect.gtin);

test("every text in which the core finds a GTIN looks like a code", () => {
  assert.ok(readable.length > 30);
  for (const { text } of readable) for (const form of [text, text.replaceAll("{GS}", "\x1d")]) assert.ok(isCodeLike(form), form);
});

test("no code that the core reads looks like two codes", () => {
  for (const { text } of readable) assert.ok(!areTwoCodes(text.replaceAll("{GS}", "\x1d"), []), text);
});

for (const text of ["", "paracetamol", "à(&é\"'(-", ")d20105012345678900", "£5", "12@34", "https:", "+A123BJC5D6E71"]) {
  test(`not a code: ${text}`, () => assert.ok(!isCodeLike(text)));
}

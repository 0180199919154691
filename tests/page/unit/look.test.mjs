// Tests which parts of a frame are read, with a simulated decoder.
import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./source.mjs";

const { lookAt } = await load("scan/look.ts");
const { OTHER_WAYS, PLAIN } = await load("scan/ways.ts");

const guided = { x: 8, y: 8, width: 32, height: 16 };
const visible = { x: 0, y: 0, width: 64, height: 48 };
const aims = [{ part: guided, ways: [PLAIN, OTHER_WAYS[0]] }, { part: visible, ways: [PLAIN] }];
const found = [{ format: "EAN13", text: "]E05012345678900", isLinear: true }];

/** Reads with a decoder that succeeds at this attempt. The picture is light inside the guide and dark elsewhere. */
async function look(readsAt) {
  const tries = [];
  const pixelsIn = ({ width, height }) => ({ width, height, data: new Uint8ClampedArray(4 * width * height).fill(width === 32 ? 200 : 20) });
  const read = async ({ width }) => {
    tries.push(width);
    return tries.length === readsAt ? found : [];
  };
  return { ...(await lookAt(aims, pixelsIn, read)), tries };
}

test("what is read within the guide is all that is looked for, and its way is told", async () => {
  assert.deepEqual(await look(1), { sightings: found, way: PLAIN, tries: [32] });
  assert.deepEqual(await look(2), { sightings: found, way: OTHER_WAYS[0], tries: [32, 32] });
});

test("what else is in sight comes when the guide has had all its ways", async () => {
  assert.deepEqual(await look(3), { sightings: found, way: PLAIN, tries: [32, 32, 64] });
});

test("where nothing is read, the frame says of itself what the person aims at says", async () => {
  const { sightings, figures } = await look();
  assert.deepEqual(sightings, []);
  assert.ok(Math.abs(figures.light - 200) <= 1, String(figures.light));
});

// Checks that a page frees what it no longer needs.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { answers, countMemories, filmed, soak } from "./soak.mjs";
import { launch, openPage, serve } from "./driver.mjs";

const { origin } = await serve(answers);
const browser = await launch({ film: await filmed() });
const amounts = { scans: 200, swaps: 20, cameras: 24, reloads: 6 };
/** Different packs have a few nodes more or less, and the browser's own counts vary. */
const MORE_NODES = 200;
const MORE_LISTENERS = 16;
/** In bytes per scan. The history needs a tenth of this. */
const MORE_BYTES_EACH = 30_000;
const MORE_BYTES = 500_000;

test("scans, dataset swaps, the camera and reloads leak no memory", inWhole, async (t) => {
  const page = await openPage(t, browser, origin, { permissions: ["camera"] });
  await countMemories(page.context());
  await page.reload();
  await page.locator(".strip .age").waitFor();
  for (const [kind, [begin, , end]] of Object.entries(await soak(page, amounts))) {
    t.diagnostic(`${kind}: ${JSON.stringify([begin, end])}`);
    assert.ok(
      end.nodes - begin.nodes < MORE_NODES,
      `${kind}: ${begin.nodes} nodes became ${end.nodes}`,
    );
    assert.ok(
      end.listeners - begin.listeners < MORE_LISTENERS,
      `${kind}: ${begin.listeners} listeners became ${end.listeners}`,
    );
    assert.ok(
      end.heap - begin.heap < MORE_BYTES + MORE_BYTES_EACH * amounts[kind],
      `${kind}: a heap of ${begin.heap} bytes became ${end.heap}`,
    );
    assert.ok(
      end.wasm - begin.wasm < MORE_BYTES,
      `${kind}: ${begin.wasm} bytes of WebAssembly became ${end.wasm}`,
    );
  }
});

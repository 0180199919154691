// A page that is in use for long keeps nothing of what is over. Much longer: `npm run lab -- soak`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { inWhole } from "../common/whole.mjs";
import { answers, countMemories, filmed, soak } from "./soak.mjs";
import { launch, openPage, serve } from "./support.mjs";

const { origin } = await serve(answers);
const browser = await launch({ film: await filmed() });
const amounts = { scans: 200, swaps: 20, cameras: 24, reloads: 6 };
/** A result of another pack has some nodes more than the one before, and what the browser itself keeps comes and goes. */
const MORE_NODES = 200;
const MORE_LISTENERS = 16;
/** What the history keeps of a scan is a tenth of it. */
const MORE_BYTES_EACH = 30_000;
const MORE_BYTES = 500_000;

test("scans, swaps, the camera and reloads leave nothing behind", inWhole, async (t) => {
  const page = await openPage(t, browser, origin, { permissions: ["camera"] });
  await countMemories(page.context());
  await page.reload();
  await page.locator(".strip .age").waitFor();
  for (const [kind, [begin, , end]] of Object.entries(await soak(page, amounts))) {
    t.diagnostic(`${kind}: ${JSON.stringify([begin, end])}`);
    assert.ok(end.nodes - begin.nodes < MORE_NODES, `${kind}: ${begin.nodes} nodes became ${end.nodes}`);
    assert.ok(end.listeners - begin.listeners < MORE_LISTENERS, `${kind}: ${begin.listeners} listeners became ${end.listeners}`);
    assert.ok(end.heap - begin.heap < MORE_BYTES + MORE_BYTES_EACH * amounts[kind], `${kind}: a heap of ${begin.heap} bytes became ${end.heap}`);
    assert.ok(end.wasm - begin.wasm < MORE_BYTES, `${kind}: ${begin.wasm} bytes of WebAssembly became ${end.wasm}`);
  }
});

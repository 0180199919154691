// Sends 1,000 requests to every host of the core, or 200 in the short run: `npm run lab --
// differential` sends more.
import assert from "node:assert/strict";
import { after, test } from "node:test";
import { paths } from "../../scripts/common/project.mjs";
import { compare, describe } from "../differential/compare.mjs";
import { inBrowser, inNode, native, overHttp } from "../differential/hosts.mjs";
import { isWhole } from "../common/whole.mjs";
import { keptHistory, startServing } from "../npm/serving.mjs";
import { startService } from "../worker/service.mjs";
import { launch } from "./driver.mjs";

const [worker, serve, node, browser] = await Promise.all([
  startService(),
  startServing({ dataset: paths.testDataset, history: keptHistory() }),
  inNode(),
  launch(),
]);
const hosts = {
  worker: overHttp(worker),
  serve: overHttp(serve),
  node,
  chromium: await inBrowser(browser),
};
after(() => Promise.all(Object.values(hosts).map((host) => host.stop())));

test("every host answers like the native core", async () => {
  const differences = await compare(hosts, { requests: isWhole ? 1000 : 200, seed: 20251106 });
  assert.deepEqual(differences.map(describe), []);
});

test("detects a host with different answers", async () => {
  const loud = {
    ask: async (requests) =>
      (await native.ask(requests)).map((answer) => ({
        ...answer,
        body: answer.body.replace("para", "PARA"),
      })),
  };
  const differences = await compare({ node: loud }, { requests: 200, seed: 1 });
  assert.ok(differences.length > 0);
  assert.match(describe(differences[0]), /^node: GET|HEAD/);
});

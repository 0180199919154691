// npm run lab -- differential [--requests N] [--seed S]: the same requests to the native core, the Worker in workerd, `serve`, and the
// module in Node and Chromium. What differs is shown, and is a failure.
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { prepareBrowsers } from "../scripts/setup/browsers.mjs";
import { Failure, main, say } from "../scripts/common/run.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { chromiumOptions } from "../tests/page/chromium.mjs";
import { startService } from "../tests/worker/service.mjs";
import { compare, describe } from "../tests/differential/compare.mjs";
import { inBrowser, inNode, overHttp } from "../tests/differential/hosts.mjs";
import { paths } from "../scripts/common/project.mjs";

main(async (args) => {
  const options = { requests: { type: "string", default: "100000" }, seed: { type: "string", default: "1" } };
  const { requests, seed } = parseArgs({ args, options }).values;
  const browser = await browserHere();
  const hosts = await startHosts(browser);
  const began = performance.now();
  const told = (done) => say(`${done} requests, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const differences = await compare(hosts, { requests: Number(requests), seed: Number(seed), told });
  await Promise.all(Object.values(hosts).map((host) => host.stop()));
  await browser?.close();
  differences.forEach((difference) => console.error(describe(difference)));
  if (differences.length > 0) throw new Failure("Not all hosts answered alike");
  say(`${requests} requests of the seed ${seed}: the native core, ${Object.keys(hosts).join(", ")} answered alike`);
});

async function browserHere() {
  const executablePath = process.env.CHROMIUM ?? prepareBrowsers().chromium;
  if (executablePath) return chromium.launch({ ...chromiumOptions(), executablePath });
  say("SKIPPED: Chromium is not here");
}

async function startHosts(browser) {
  const [worker, serve, node] = await Promise.all([startService(), startServing({ dataset: paths.testDataset }), inNode()]);
  const hosts = { worker: overHttp(worker), serve: overHttp(serve), node };
  return browser ? { ...hosts, chromium: await inBrowser(browser) } : hosts;
}

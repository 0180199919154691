// npm run lab -- differential [--requests N] [--seed S] [--built]
//
// Sends the same requests to the native core, the Worker in workerd, `serve`, and the module in Node and Chromium. It prints each difference, and
// fails if there is one.
import { parseArgs } from "node:util";
import { chromium } from "playwright-core";
import { demoDataset } from "../scripts/build/dataset.mjs";
import { buildModule, buildWorker } from "../scripts/build/hosts.mjs";
import { environment, paths } from "../scripts/common/project.mjs";
import { Failure, say } from "../scripts/common/run.mjs";
import { prepareBrowsers } from "../scripts/setup/browsers.mjs";
import { setUp } from "../scripts/setup/tools.mjs";
import { startServing } from "../tests/npm/serving.mjs";
import { chromiumOptions } from "../tests/page/driver.mjs";
import { startService } from "../tests/worker/service.mjs";

/** Compares the hosts, and prints the differences. */
export async function differential(args) {
  const options = { requests: { type: "string", default: "100000" }, seed: { type: "string", default: "1" }, built: { type: "boolean", default: false } };
  const { requests, seed, built } = parseArgs({ args, options }).values;
  if (!built) await buildHosts();
  // These modules import the module in npm/, which is built now.
  const [{ compare, describe }, { inBrowser, inNode, overHttp }] = await Promise.all([import("../tests/differential/compare.mjs"), import("../tests/differential/hosts.mjs")]);
  // Without these variables wrangler waits for a network before it answers.
  Object.assign(process.env, environment);
  const browser = await launchBrowser();
  const hosts = await startHosts(browser, { inBrowser, inNode, overHttp });
  const began = performance.now();
  const onProgress = (done) => say(`${done} requests, ${((performance.now() - began) / 1000).toFixed(0)} s`);
  const differences = await compare(hosts, { requests: Number(requests), seed: Number(seed), onProgress });
  await Promise.all(Object.values(hosts).map((host) => host.stop()));
  await browser?.close();
  differences.forEach((difference) => console.error(describe(difference)));
  if (differences.length > 0) throw new Failure("The hosts sent different responses");
  say(`${requests} requests with seed ${seed}: the native core, ${Object.keys(hosts).join(", ")} sent the same responses`);
}

async function buildHosts() {
  await setUp(["wasm-bindgen-cli", "worker-build"]);
  await buildModule(demoDataset());
  await buildWorker(paths.testDataset, paths.testWorker);
}

async function launchBrowser() {
  const executablePath = process.env.CHROMIUM ?? prepareBrowsers().chromium;
  if (executablePath) return chromium.launch({ ...chromiumOptions(), executablePath });
  say("SKIPPED: Chromium is missing");
}

async function startHosts(browser, { inBrowser, inNode, overHttp }) {
  const [worker, serve, node] = await Promise.all([startService(), startServing({ dataset: paths.testDataset }), inNode()]);
  const hosts = { worker: overHttp(worker), serve: overHttp(serve), node };
  return browser ? { ...hosts, chromium: await inBrowser(browser) } : hosts;
}

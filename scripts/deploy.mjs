// npm run deploy -- --release FILE [--partial] | --demo [options of wrangler deploy]: builds everything and puts it on
// Cloudflare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { demoDataset, describeDataset, prepareDataset } from "./build/dataset.mjs";
import { readDeployment, requireMeant } from "./deployment.mjs";
import { paths } from "./common/project.mjs";
import { main, run, say } from "./common/run.mjs";
import { buildService } from "./build/service.mjs";
import { publishFeed, servedFirst } from "./release/feed.mjs";
import { History } from "./release/history.mjs";
import { digestOf } from "./release/holdings.mjs";
import { keepRelease, publishUpdates } from "./build/updates.mjs";

main(async (args) => {
  const deployment = readDeployment(args);
  let dataset;
  await buildService(() => (dataset = datasetOf(deployment)));
  const bytes = readFileSync(dataset);
  await makeUpdates(bytes);
  const { entries } = new History(paths.releases);
  if (entries.length > 0) publishFeed(entries, paths.page);
  const entry = entries.find(({ sha256 }) => sha256 === digestOf(bytes));
  run("wrangler", ["deploy", ...servedFirst(entry), ...deployment.others]);
  // A trial leaves nothing on anybody's device.
  if (!deployment.others.includes("--dry-run")) keepRelease(bytes, published());
});

const published = () => JSON.parse(readFileSync(join(paths.page, "dataset.json"), "utf8"));

async function makeUpdates(bytes) {
  say("Making updates from the releases that were deployed before");
  const updates = await publishUpdates(bytes, paths.page);
  updates.forEach(({ from, download_bytes }) => console.log(`from ${from.slice(0, 16)}: ${download_bytes} bytes`));
}

function datasetOf(deployment) {
  const { release, partial } = deployment;
  const dataset = release ? prepareDataset(release, { partial }) : demoDataset();
  requireMeant(deployment, describeDataset(dataset));
  return dataset;
}

// npm run deploy -- --release FILE [--partial] | --demo [options of wrangler deploy]: builds everything and puts it on
// Cloudflare.
import { demoDataset, describeDataset, prepareDataset } from "./build/dataset.mjs";
import { readDeployment, requireMeant } from "./deployment.mjs";
import { main, run } from "./common/run.mjs";
import { buildService } from "./build/service.mjs";

main((args) => {
  const deployment = readDeployment(args);
  buildService(() => datasetOf(deployment));
  run("wrangler", ["deploy", ...deployment.others]);
});

function datasetOf(deployment) {
  const { release, partial } = deployment;
  const dataset = release ? prepareDataset(release, { partial }) : demoDataset();
  requireMeant(deployment, describeDataset(dataset));
  return dataset;
}

// npm run deploy -- --release FILE [--partial] | --demo [options of wrangler deploy]: builds everything and deploys it to Cloudflare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoDataset, describeDataset, prepareDataset } from "./build/dataset.mjs";
import { buildService } from "./build/service.mjs";
import { keepRelease, publishUpdates } from "./build/updates.mjs";
import { paths } from "./common/project.mjs";
import { Failure, isStarted, main, run, say } from "./common/run.mjs";
import { digestOf } from "./release/counts.mjs";
import { publishFeed, servedFirst } from "./release/feed.mjs";
import { History } from "./release/history.mjs";

async function deploy(args) {
  const deployment = readDeployment(args);
  let dataset;
  await buildService(() => (dataset = datasetOf(deployment)));
  const bytes = readFileSync(dataset);
  await makeUpdates(bytes);
  const { entries } = new History(paths.releases);
  if (entries.length > 0) publishFeed(entries, paths.page);
  const entry = entries.find(({ sha256 }) => sha256 === digestOf(bytes));
  run("wrangler", ["deploy", ...servedFirst(entry), ...deployment.others]);
  // A dry run is on no device, so later updates need no copy of it.
  if (!deployment.others.includes("--dry-run")) keepRelease(bytes, published());
}

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

// Data must be named. Without this rule, a forgotten option would replace real data with demonstration data.

const options = { release: { type: "string" }, demo: { type: "boolean" }, partial: { type: "boolean" } };

/** Returns the named data, and the options of wrangler. */
export function readDeployment(args) {
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const { release, demo = false, partial = false } = values;
  if (release === undefined && !demo) {
    throw new Failure("Which data? npm run deploy -- --release FILE, or --demo for demonstration data");
  }
  if (release !== undefined && !isFile(release)) throw new Failure("--release takes the file of a release");
  const ours = new Set(tokens.filter(isOurs).flatMap(places));
  return { release, demo, partial, others: args.filter((_, place) => !ours.has(place)) };
}

/** Returns whether a value is a file. A forgotten value is `true`, empty, or the next option. */
const isFile = (value) => typeof value === "string" && value !== "" && !value.startsWith("-");

const isOurs = ({ kind, name }) => kind === "option" && Object.hasOwn(options, name);

/** Returns the places of an option among the arguments, and of its value if that is a separate argument. */
const places = ({ index, value, inlineValue }) => (value === undefined || inlineValue ? [index] : [index, index + 1]);

/** Refuses to deploy demonstration data without `--demo`. `dataset` is the description in `/api/about`. */
export function requireMeant({ demo }, dataset) {
  if (dataset.demo && !demo) {
    throw new Failure("This release is demonstration data: deploy it with --demo as well, if that is meant");
  }
  if (demo && !dataset.demo) throw new Failure("This release is not demonstration data: deploy it without --demo");
}

if (isStarted(import.meta.url)) main(deploy);

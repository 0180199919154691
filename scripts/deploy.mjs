// npm run deploy -- --release FILE [--partial] | --demo [options of wrangler deploy]: builds
// everything and deploys it to Cloudflare.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoDataset, describeDataset, prepareDataset, requireIntended } from "./build/dataset.mjs";
import { buildService } from "./build/hosts.mjs";
import { publishReport, publishUpdates, storedReleases, storeRelease } from "./build/page.mjs";
import { digestOf, paths } from "./common/project.mjs";
import { Failure, isMainScript, main, run, say } from "./common/run.mjs";
import { History, publishFeed, servedFirst } from "./release/history.mjs";
import { signDescription } from "./release/signature.mjs";

async function deploy(args) {
  const deployment = readDeployment(args);
  let dataset;
  await buildService(() => (dataset = datasetOf(deployment)));
  const bytes = readFileSync(dataset);
  await makeUpdates(bytes);
  await publishReport(
    bytes,
    paths.page,
    storedReleases().find(({ digest }) => digest !== digestOf(bytes))?.bytes,
  );
  const { entries } = new History(paths.releases);
  if (entries.length > 0) publishFeed(entries, paths.page);
  const entry = entries.find(({ sha256 }) => sha256 === digestOf(bytes));
  const signature = await signDescription(paths.page);
  if (signature) say(`The description is signed with the key ${signature.key}`);
  run("wrangler", ["deploy", ...servedFirst(entry), ...deployment.others]);
  // No device has a dry run, so later updates need no copy of it.
  if (!deployment.others.includes("--dry-run")) storeRelease(bytes, publishedRelease());
}

const publishedRelease = () => JSON.parse(readFileSync(join(paths.page, "dataset.json"), "utf8"));

async function makeUpdates(bytes) {
  say("Making updates from earlier releases");
  const updates = await publishUpdates(bytes, paths.page);
  updates.forEach(({ from, download_bytes }) =>
    console.log(`from ${from.slice(0, 16)}: ${download_bytes} bytes`),
  );
}

function datasetOf(deployment) {
  const { release, partial } = deployment;
  const dataset = release ? prepareDataset(release, { partial }) : demoDataset();
  requireIntended(deployment, describeDataset(dataset));
  return dataset;
}

// Data must be named. Without this rule, a forgotten option would replace real data with
// demonstration data.

const options = {
  release: { type: "string" },
  demo: { type: "boolean" },
  partial: { type: "boolean" },
};

/** The named data, and the options of wrangler. */
export function readDeployment(args) {
  const { values, tokens } = parseArgs({ args, options, strict: false, tokens: true });
  const { release, demo = false, partial = false } = values;
  if (release === undefined && !demo) {
    throw new Failure(
      "Name the data: npm run deploy -- --release FILE, or --demo for demonstration data",
    );
  }
  if (release !== undefined && !isFile(release))
    throw new Failure("--release needs the file of a release");
  const used = new Set(tokens.filter(isOwnOption).flatMap(positions));
  return { release, demo, partial, others: args.filter((_, place) => !used.has(place)) };
}

/** Whether a value is a file. A forgotten value is `true`, empty, or the next option. */
const isFile = (value) => typeof value === "string" && value !== "" && !value.startsWith("-");

const isOwnOption = ({ kind, name }) => kind === "option" && Object.hasOwn(options, name);

/**
 * The positions of an option among the arguments, and of its value if that is a separate
 * argument.
 */
const positions = ({ index, value, inlineValue }) =>
  value === undefined || inlineValue ? [index] : [index, index + 1];

if (isMainScript(import.meta.url)) main(deploy);

// What `npm run deploy` is asked to put on Cloudflare. Data that were not named are never deployed: without this rule a
// forgotten option would put invented packs in the place of real ones.
import { parseArgs } from "node:util";
import { Failure } from "./common/run.mjs";

const options = { release: { type: "string" }, demo: { type: "boolean" }, partial: { type: "boolean" } };

/// The data that are named, and the options that are wrangler's.
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

/// A value that was forgotten is `true`, empty, or the next option.
const isFile = (value) => typeof value === "string" && value !== "" && !value.startsWith("-");

const isOurs = ({ kind, name }) => kind === "option" && Object.hasOwn(options, name);

/// Where an option stands among the arguments, and its value where that is an argument of its own.
const places = ({ index, value, inlineValue }) => (value === undefined || inlineValue ? [index] : [index, index + 1]);

/// Refuses to deploy demonstration data that were not asked for as such. `dataset` is what `/api/about` says of it.
export function requireMeant({ demo }, dataset) {
  if (dataset.demo && !demo) {
    throw new Failure("This release is demonstration data: deploy it with --demo as well, if that is meant");
  }
  if (demo && !dataset.demo) throw new Failure("This release is not demonstration data: deploy it without --demo");
}

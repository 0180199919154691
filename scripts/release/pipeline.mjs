// The pipeline from a release to a deployment, the rollback, and their options. The steps are
// passed in (`steps.mjs` has the real ones), so that tests can kill the process at each step.
// Before `deploy`, the service is unchanged; after it, the next run finds out what happened.
import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { requireIntended } from "../build/dataset.mjs";
import { Failure } from "../common/run.mjs";
import { anomaliesOf, countsOf, entryOf, recordsOf } from "./report.mjs";

/**
 * The number of checks after a deployment, with a pause between them: a deployment may need a while
 * to reach all locations.
 */
const MAX_CHECKS = 12;

/**
 * Deploys a release. Returns `{ outcome, sentence, entry }`; the outcome is `released`,
 * `nothing_new`, `refused`, `tried`, `staged` or `unwell`.
 */
export async function release(steps, history, options) {
  await steps.prepare();
  const deployed = await settle(steps, history, options);
  const file = await steps.take(options);
  const { dataset, report } = steps.build(file);
  const counts = await countsOf(readFileSync(dataset));
  requireIntended(options, counts);
  const isServed = counts.sha256 === deployed?.digest && !deployed.isMissing;
  if (isServed && !(await steps.isRefused(options))) return nothingNew(steps, counts, options);
  steps.check(file);
  steps.verify(dataset);
  const changes = deployed && steps.diff(deployed.bytes, dataset);
  const quality = steps.quality(deployed?.bytes, dataset);
  const entry = await describeChanges({
    history,
    deployed,
    counts,
    records: recordsOf(report),
    changes,
    quality,
    options,
  });
  if (entry.suspicions.length > 0 && !options.accept) return rejected(entry);
  const kept = deployed ? steps.changes(deployed.bytes, dataset, history.changes) : undefined;
  return serve(steps, history, { dataset, counts, entry, deployed, kept, options });
}

/**
 * Deploys the release that was served before the current one, or the release `to`. If the service
 * has `to`, nothing is deployed and an interrupted run stays recorded, because its deployment may
 * still arrive.
 */
export async function rollback(steps, history, options) {
  await steps.prepare();
  const served = options.to && (await steps.deployed(options.url, history.stored));
  if (served && served.digest === options.to && !served.isMissing)
    return stillServed(await countsOf(served.bytes));
  const deployed = await settle(steps, history, options);
  const last = earlierRelease(history, deployed, options);
  const dataset = steps.write(last.bytes);
  const counts = await countsOf(last.bytes);
  steps.verify(dataset);
  const changes = deployed && steps.diff(deployed.bytes, dataset);
  const quality = steps.quality(deployed?.bytes, dataset);
  const { records } = history.entryOf(last.digest) ?? {};
  const withdrawn = deployed?.digest === last.digest ? undefined : deployed?.digest;
  const entry = entryOf({
    counts,
    records,
    changes,
    quality,
    back: { from: withdrawn, reason: options.reason },
  });
  const kept = history.changes;
  return serve(steps, history, { dataset, counts, entry, deployed, kept, options });
}

const stillServed = ({ release, date }) => ({
  outcome: "nothing_new",
  sentence: `The service has ${release} of ${date}, as before the run, and nothing was deployed. Check it again in some minutes: the failed deployment may still arrive`,
});

function earlierRelease(history, deployed, { to }) {
  const isEarlier = ({ digest }) =>
    to ? digest === to : digest !== deployed?.digest && !history.rollbackFrom(digest);
  const last = history.stored.find(isEarlier);
  if (last) return last;
  throw new Failure(
    `There is no release to roll back to: releases/ has no ${to ? `release ${to}` : "other release that was not rolled back"}`,
  );
}

async function settle(steps, history, options) {
  const deployed = await steps.deployed(options.url, history.stored);
  if (options.url) history.recall(await listedReleases(steps, options));
  // Without an address, it is not known what is served.
  const message =
    options.url &&
    !options.isTrial &&
    history.settle(deployed?.isMissing ? undefined : deployed?.digest);
  if (message) steps.say(message);
  return deployed;
}

/**
 * The list of the service. A rollback to a named release does without it, because the list
 * may be what is wrong with the service.
 */
async function listedReleases(steps, { url, to }) {
  try {
    return await steps.listed(url);
  } catch (error) {
    if (to) return [];
    throw error;
  }
}

async function describeChanges({ history, deployed, counts, records, changes, quality, options }) {
  const before = deployed && {
    ...(await countsOf(deployed.bytes)),
    records: history.entryOf(deployed.digest)?.records,
  };
  const rollbackFrom = history.rollbackFrom(counts.sha256);
  const suspicions = anomaliesOf({
    before,
    after: { ...counts, records },
    changes: changes?.counts,
    rollbackFrom,
  });
  return entryOf({ counts, records, changes, quality, suspicions, accepted: options.accept });
}

const rejected = (entry) => ({
  outcome: "refused",
  sentence: `Rejected, and the service is unchanged: ${entry.suspicions.join("; ")}. To deploy it anyway, use --accept REASON`,
  entry,
});

async function nothingNew(steps, counts, { url, isTrial }) {
  const fault = url && !isTrial && (await steps.fault(url, counts, { isListed: false }));
  // Nothing was deployed that could be rolled back.
  if (fault) throw new Failure(`The service already has ${counts.release}, but ${fault}`);
  return {
    outcome: "nothing_new",
    sentence: `Nothing new: the service already has ${counts.release} of ${counts.date}`,
  };
}

/** Serves a dataset. `kept` is the file with what changed until it, if there is one. */
async function serve(steps, history, { dataset, counts, entry, deployed, kept, options }) {
  const bytes = readFileSync(dataset);
  await steps.make(dataset, kept);
  await steps.updates(bytes);
  await steps.report(bytes, deployed?.bytes);
  steps.publish([entry, ...history.entries], options.url);
  steps.budgets(counts);
  if (options.isTrial) {
    steps.deploy({ entry, isTrial: true });
    return {
      outcome: "tried",
      sentence: `${counts.release} of ${counts.date} passed all checks; nothing was deployed`,
      entry,
    };
  }
  if (deployed) history.keep(deployed, entry.before.date);
  history.begin(entry, bytes, kept);
  if (options.isStaged)
    return {
      outcome: "staged",
      sentence: `${counts.release} of ${counts.date} passed all checks; it is ready for --deploy-staged`,
      entry,
    };
  return send(steps, history, { counts, entry, deployed, options });
}

/**
 * Deploys what an earlier command with `--stage` built, and compiles nothing. Only this command
 * therefore needs the secrets of the deployment.
 */
export async function deployStaged(steps, history, options) {
  const { entry, bytes } = history.started ?? {};
  if (entry === undefined) throw new Failure("There is no staged release: use --stage first");
  if (steps.made() !== entry.sha256)
    throw new Failure(
      "The built page has another dataset than the staged release: use --stage again",
    );
  const deployed = await steps.deployed(options.url, history.stored);
  return send(steps, history, { counts: await countsOf(bytes), entry, deployed, options });
}

async function send(steps, history, { counts, entry, deployed, options }) {
  await steps.sign();
  steps.deploy({ entry, isTrial: false });
  const fault = await faultAfter(steps, options.url, counts);
  if (fault) return unwell(entry, fault, deployed);
  history.finish();
  return {
    outcome: "released",
    sentence: `${counts.release} of ${counts.date} is deployed`,
    entry,
  };
}

/**
 * The outcome of a deployment with a fault. `before` is the release to roll back to. After
 * a rollback it would be the withdrawn one.
 */
function unwell(entry, fault, deployed) {
  const before = entry.back_from ? undefined : deployed?.digest;
  const sentence = `${entry.release} was deployed, but ${fault}. To roll back: npm run rollback -- --url URL${before ? ` --to ${before}` : ""}`;
  return { outcome: "unwell", sentence, before, entry };
}

async function faultAfter(steps, url, counts) {
  for (let checks = 1; ; checks += 1) {
    const fault = await steps.fault(url, counts, { isListed: true });
    if (!fault || checks === MAX_CHECKS) return fault;
    await steps.pause();
  }
}

// Options.

const sharedOptions = {
  url: { type: "string" },
  "dry-run": { type: "boolean", default: false },
  stage: { type: "boolean", default: false },
};

const releaseOptions = {
  ...sharedOptions,
  release: { type: "string" },
  "key-file": { type: "string" },
  accept: { type: "string" },
  demo: { type: "boolean", default: false },
  "deploy-staged": { type: "boolean", default: false },
};

export function readReleaseOptions(args, env = process.env) {
  const {
    release,
    accept,
    demo,
    "key-file": keyFile,
    "deploy-staged": deploysStaged,
    ...others
  } = parse(args, releaseOptions);
  if (accept !== undefined && !accept.trim()) throw new Failure("--accept needs a reason");
  return {
    ...commonOptions(others, env),
    release,
    keyFile,
    accept: accept?.trim(),
    demo,
    deploysStaged,
  };
}

export function readRollbackOptions(args, env = process.env) {
  const { reason, to, ...others } = parse(args, {
    ...sharedOptions,
    reason: { type: "string" },
    to: { type: "string" },
  });
  if (to !== undefined && !/^[0-9a-f]{64}$/.test(to))
    throw new Failure(
      "--to must be the SHA-256 of a dataset. If the run had no release to replace, there is none to roll back to",
    );
  return { ...commonOptions(others, env), to, reason: reason?.trim() || "no reason was given" };
}

/** Parses the options. A value that starts like an option means that the value was forgotten. */
function parse(args, options) {
  const { values } = parseArgs({ args, options });
  const forgotten = Object.entries(values).find(
    ([, value]) => typeof value === "string" && value.startsWith("-"),
  );
  if (forgotten) throw new Failure(`--${forgotten[0]} needs a value, not ${forgotten[1]}`);
  return values;
}

function commonOptions(
  { url: option, "dry-run": isTrial, stage: isStaged },
  { PACK_LOOKUP_URL: variable },
) {
  const url = option ?? variable;
  if (!url && !isTrial)
    throw new Failure(
      "The address of the service is missing: use --url https://… or set PACK_LOOKUP_URL",
    );
  return { url: url ? originOf(url) : undefined, isTrial, isStaged };
}

function originOf(url) {
  if (!URL.canParse(url) || !/^https?:$/.test(new URL(url).protocol))
    throw new Failure(`--url must be an http or https address, not ${url}`);
  return new URL(url).origin;
}

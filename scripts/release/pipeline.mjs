// The pipeline from a release to a deployment, and the rollback. Its steps are passed in (`steps.mjs` has the real ones), so that tests can kill
// it at each step. Before `deploy`, nothing served has changed; after it, the next run finds out what happened.
import { readFileSync } from "node:fs";
import { Failure } from "../common/run.mjs";
import { holdingsOf, recordsOf, suspicionsOf } from "./counts.mjs";
import { entryOf } from "./report.mjs";

/** The number of checks after a deployment, with a pause between them: a deployment may take a while to reach all places. */
const TRIES = 12;

/** Deploys a release. Returns `{ outcome, sentence, entry }`; the outcome is `released`, `nothing_new`, `refused`, `tried` or `unwell`. */
export async function release(steps, history, options) {
  await steps.prepare();
  const served = await settled(steps, history, options);
  const file = await steps.take(options);
  const { dataset, report } = steps.build(file);
  const holdings = await holdingsOf(readFileSync(dataset));
  requireMeant(holdings, options);
  if (holdings.sha256 === served?.digest && !served.isGone) return nothingNew(steps, holdings, options);
  steps.check(file);
  steps.verify(dataset);
  const changes = served && steps.diff(served.bytes, dataset);
  const entry = await judged({ history, served, holdings, records: recordsOf(report), changes, options });
  if (entry.suspicions.length > 0 && !options.accept) return refused(entry);
  return serve(steps, history, { dataset, holdings, entry, options });
}

/** Deploys the release that was served before the current one. */
export async function rollback(steps, history, options) {
  await steps.prepare();
  const served = await settled(steps, history, options);
  const last = history.kept.find(({ digest }) => digest !== served?.digest && !history.takenBack(digest));
  if (last === undefined) throw new Failure("There is no release to go back to: releases/ keeps no other that was not taken back");
  const dataset = steps.write(last.bytes);
  const holdings = await holdingsOf(last.bytes);
  steps.verify(dataset);
  const changes = served && steps.diff(served.bytes, dataset);
  const { records } = history.entryOf(last.digest) ?? {};
  const entry = entryOf({ holdings, records, changes, back: { from: served?.digest, reason: options.reason } });
  return serve(steps, history, { dataset, holdings, entry, options });
}

async function settled(steps, history, options) {
  const served = await steps.served(options.url, history.kept);
  // Without an address, it is not known what is served.
  const told = options.url && !options.isTrial && history.settle(served?.isGone ? undefined : served?.digest);
  if (told) steps.say(told);
  return served;
}

function requireMeant({ demo }, options) {
  if (demo && !options.demo) throw new Failure("This release is demonstration data: --demo takes it, if that is meant");
  if (options.demo && !demo) throw new Failure("This release is not demonstration data: leave --demo out");
}

async function judged({ history, served, holdings, records, changes, options }) {
  const before = served && { ...(await holdingsOf(served.bytes)), records: history.entryOf(served.digest)?.records };
  const takenBack = history.takenBack(holdings.sha256);
  const suspicions = suspicionsOf({ before, after: { ...holdings, records }, changes: changes?.counts, takenBack });
  return entryOf({ holdings, records, changes, suspicions, accepted: options.accept });
}

const refused = (entry) => ({ outcome: "refused", sentence: `Refused, and what is served stays: ${entry.suspicions.join("; ")}. --accept REASON takes it all the same`, entry });

async function nothingNew(steps, holdings, { url, isTrial }) {
  const fault = url && !isTrial && (await steps.fault(url, holdings, { isListed: false }));
  // Nothing was deployed that could be rolled back.
  if (fault) throw new Failure(`${holdings.release} is served already, but ${fault}`);
  return { outcome: "nothing_new", sentence: `Nothing new: ${holdings.release} of ${holdings.date} is served already` };
}

async function serve(steps, history, { dataset, holdings, entry, options }) {
  const bytes = readFileSync(dataset);
  await steps.make(dataset);
  await steps.updates(bytes);
  steps.publish([entry, ...history.entries], options.url);
  steps.budgets(holdings);
  if (options.isTrial) {
    steps.deploy({ entry, isTrial: true });
    return { outcome: "tried", sentence: `${holdings.release} of ${holdings.date} could be served; nothing was deployed`, entry };
  }
  history.begin(entry, bytes);
  steps.deploy({ entry, isTrial: false });
  const fault = await faultAfter(steps, options.url, holdings);
  if (fault) return { outcome: "unwell", sentence: `${holdings.release} was deployed, but ${fault}; npm run rollback goes back`, entry };
  history.finish();
  return { outcome: "released", sentence: `${holdings.release} of ${holdings.date} is served`, entry };
}

async function faultAfter(steps, url, holdings) {
  for (let tried = 1; ; tried += 1) {
    const fault = await steps.fault(url, holdings, { isListed: true });
    if (!fault || tried === TRIES) return fault;
    await steps.pause();
  }
}

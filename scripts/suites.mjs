// Selects the suites of a run, runs each to its end so that one run reports every failure, and
// counts the results.
import { parseArgs } from "node:util";
import { Failure, say } from "./common/run.mjs";

/** The environment variable that is `true` in a whole run. */
export const WHOLE = "PACK_LOOKUP_WHOLE";

/** The named suites, or all, and whether the run is whole. With CI=true it always is. */
export function readArguments(args, suites, env = process.env) {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { whole: { type: "boolean", default: false } },
  });
  requireKnown(positionals, suites);
  const isWhole = values.whole || env.CI === "true";
  return { names: positionals.length > 0 ? positionals : Object.keys(suites), isWhole };
}

function requireKnown(names, suites) {
  const unknown = names.filter((name) => !Object.hasOwn(suites, name));
  if (unknown.length === 0) return;
  throw new Failure(
    `Unknown suite ${unknown.join(", ")}. The suites are: ${Object.keys(suites).join(", ")}`,
  );
}

/**
 * Runs suites. Each is a function that gets `skip`, to report what it cannot do on this machine;
 * with `isStrict` that is a failure. Returns the names of the suites that passed, failed, and
 * skipped something.
 */
export async function runSuites(names, suites, isStrict) {
  const results = { passed: [], failed: [], skipped: [] };
  for (const name of names)
    results[await timed(name, () => outcomeOf(name, suites[name], isStrict))].push(name);
  return results;
}

async function timed(name, body) {
  const start = performance.now();
  say(`Suite ${name}`);
  const result = await body();
  say(`Suite ${name} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

async function outcomeOf(name, suite, isStrict) {
  let outcome = "passed";
  try {
    await suite((reason) => {
      if (isStrict) throw new Failure(reason);
      say(`SKIPPED: ${reason}`);
      outcome = "skipped";
    });
    return outcome;
  } catch (error) {
    console.error(`FAILED: ${name}:`, error instanceof Failure ? error.message : error);
    return "failed";
  }
}

/** Prints the results, and fails if a suite failed. */
export function report({ passed, failed, skipped }) {
  console.log(`\n${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  if (skipped.length > 0)
    say(
      `Some tests were skipped because programs are missing (see SKIPPED above): ${skipped.join(", ")}`,
    );
  if (failed.length > 0)
    throw new Failure(`Failed: ${failed.join(", ")}. To run one: npm test -- ${failed[0]}`);
}

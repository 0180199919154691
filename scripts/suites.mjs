// Running suites to their ends, so that one run tells all that is wrong, and counting how they ended.
import { Failure, say } from "./common/run.mjs";

/// Each suite is a function that gets `skip`, with which it says what it can't do on this machine: where `isStrict`, that is a
/// failure. Gives the names of those that passed, failed, and skipped some of what they should have done.
export function runSuites(names, suites, isStrict) {
  const ended = { passed: [], failed: [], skipped: [] };
  for (const name of names) ended[timed(name, () => endOf(suites[name], isStrict))].push(name);
  return ended;
}

function timed(name, body) {
  const start = performance.now();
  say(`Suite ${name}`);
  const result = body();
  say(`Suite ${name} took ${((performance.now() - start) / 1000).toFixed(1)} s`);
  return result;
}

function endOf(suite, isStrict) {
  let end = "passed";
  try {
    suite((reason) => {
      if (isStrict) throw new Failure(reason);
      say(`SKIPPED: ${reason}`);
      end = "skipped";
    });
    return end;
  } catch (error) {
    console.error(error instanceof Failure ? error.message : error);
    return "failed";
  }
}

/// Says how it ended, and fails when something failed.
export function report({ passed, failed, skipped }) {
  console.log(`\n${passed.length} passed, ${failed.length} failed, ${skipped.length} skipped`);
  if (skipped.length > 0) say(`Not everything was tested, for want of programs (see SKIPPED above): ${skipped.join(", ")}`);
  if (failed.length > 0) throw new Failure(`Failed: ${failed.join(", ")}. One alone: npm test -- ${failed[0]}`);
}

// npm run lab -- deny
//
// Checks the dependencies. cargo-deny checks licences, versions and sources of the locked crates. Known vulnerabilities and npm signatures are
// looked up in public databases. If none can be reached, the check is skipped with a message; with CI=true it fails.
import { attempt, Failure, main, run, say } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";

const deny = (...checks) => ["deny", "--locked", "check", "--hide-inclusion-graph", ...checks];

/** Findings are printed even if npm is configured to be silent. */
const audit = (...what) => ["audit", ...what, "--loglevel=error", "--fetch-retries=0"];

/** The commands that query public databases. */
const ASKED_ELSEWHERE = {
  "crates with known weaknesses": ["cargo", deny("advisories")],
  "npm packages with known weaknesses": ["npm", audit()],
  "signatures of npm packages": ["npm", audit("signatures")],
};

/** The messages of cargo-deny and npm if a database cannot be reached. */
const NOBODY_THERE = /failed to fetch advisory database|audit endpoint returned an error|\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT)\b/;

main(async () => {
  await setUp(["cargo-deny"]);
  run("cargo", deny("licenses", "bans", "sources"));
  const wrong = Object.entries(ASKED_ELSEWHERE).filter(([what, asked]) => !isRight(what, asked));
  if (wrong.length > 0) throw new Failure(`Not as it should be: ${wrong.map(([what]) => what).join(", ")}`);
});

function isRight(what, [command, args]) {
  const { status, output } = attempt(command, args);
  const isUnasked = status !== 0 && NOBODY_THERE.test(output);
  if (isUnasked) say(`SKIPPED: ${what}: nobody could be reached who knows`);
  else console.log(output);
  return isUnasked ? process.env.CI !== "true" : status === 0;
}

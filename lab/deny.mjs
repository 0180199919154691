// npm run deny: whether what is locked of other people's code may be in it. Licences, versions and sources of crates are asked of the lock file
// alone. Weaknesses and signatures are asked of those who publish them: where nobody can be reached that is said, and on a build machine it fails.
import { attempt, Failure, main, run, say } from "../scripts/common/run.mjs";
import { setUp } from "../scripts/setup/tools.mjs";

const deny = (...checks) => ["deny", "--locked", "check", "--hide-inclusion-graph", ...checks];

/// However quiet npm was told to be, here it says what it finds.
const audit = (...what) => ["audit", ...what, "--loglevel=error", "--fetch-retries=0"];

/// How each is asked.
const ASKED_ELSEWHERE = {
  "crates with known weaknesses": ["cargo", deny("advisories")],
  "npm packages with known weaknesses": ["npm", audit()],
  "signatures of npm packages": ["npm", audit("signatures")],
};

/// What cargo-deny and npm say where there is no way to those whom they ask.
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

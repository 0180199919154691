// Runs `npm run release` in a process that a test may kill at any step. It deploys to a folder
// instead of Cloudflare, and skips the long builds. The argument is JSON. `dieAt` is a step
// followed by "before", "middle" or "after". `built` is a dataset to use instead of a release.
// `changes` is a result to use instead of a comparison. With `isStuck`, the service keeps the
// previous deployment.
import { cpSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { publishDataset, publishReport, publishUpdates } from "../../scripts/build/page.mjs";
import { root } from "../../scripts/common/project.mjs";
import { main, outputOf, run } from "../../scripts/common/run.mjs";
import { History, publishFeed } from "../../scripts/release/history.mjs";
import {
  deployStaged,
  readReleaseOptions,
  readRollbackOptions,
  release,
  rollback,
} from "../../scripts/release/pipeline.mjs";
import { stepsIn } from "../../scripts/release/steps.mjs";
import { reportOutcome } from "../../scripts/release/report.mjs";

const {
  folder,
  command = "release",
  dieAt,
  built,
  changes,
  ...settings
} = JSON.parse(process.argv[2]);
/** Options of the test, and further arguments as people type them. */
const options = { ...read()[command](process.argv.slice(3)), ...settings.options };
const at = (...parts) => join(folder, ...parts);
const die = (place) => dieAt === place && process.kill(process.pid, "SIGKILL");

/** The built command line. */
const cli = join(root, "npm", "cli.js");
const program = {
  run: (...args) => run("node", [cli, ...args.map(String)]),
  printed: (...args) => outputOf("node", [cli, ...args]),
};

const steps = {
  ...stepsIn({ work: at("work"), page: at("page"), releases: at("releases"), program }),
  ...(!settings.byWords && { take: ({ release }) => release }),
  ...(built && {
    build: (file) => ({ dataset: copied(file, at("work", "release.bin")), report: { counts: [] } }),
    check() {},
  }),
  ...(changes && { diff: () => changes, verify() {}, quality() {} }),
  prepare() {},
  make: (dataset, kept) => {
    rmSync(at("page"), { recursive: true, force: true });
    mkdirSync(at("page"), { recursive: true });
    writeFileSync(at("page", "index.html"), "<title>Pack Lookup</title>");
    cpSync(dataset, at("page", "packs.bin"));
    if (kept) cpSync(kept, at("page", "history.bin"));
    made = publishDataset(readFileSync(dataset), at("page"));
  },
  updates: async (bytes) => {
    await made;
    await publishUpdates(bytes, at("page"), history.stored);
  },
  report: (bytes, since) => publishReport(bytes, at("page"), since),
  publish: (entries, url) => publishFeed(entries, at("page"), url),
  budgets() {},
  deploy: ({ isTrial }) => !isTrial && !settings.isStuck && deploy(),
  pause() {},
};

let made;

function copied(from, to) {
  mkdirSync(join(to, ".."), { recursive: true });
  cpSync(from, to);
  return to;
}

/** Deploys like Cloudflare: all files are present before the switch. */
function deploy() {
  const version = `version-${process.pid}`;
  cpSync(at("page"), at("sites", version), { recursive: true });
  die("deploy middle");
  writeFileSync(at("sites", "current.new"), version);
  renameSync(at("sites", "current.new"), at("sites", "current"));
}

/** An object whose calls may kill the process before or after they run. */
const killable = (object) =>
  new Proxy(object, {
    get(target, name) {
      const value = Reflect.get(target, name, target);
      if (typeof value !== "function") return value;
      return (...args) => {
        die(`${name} before`);
        const result = value.apply(target, args);
        if (result instanceof Promise) return result.finally(() => die(`${name} after`));
        die(`${name} after`);
        return result;
      };
    },
  });

function read() {
  return settings.byWords
    ? { release: readReleaseOptions, rollback: readRollbackOptions }
    : { release: () => ({}), rollback: () => ({}), deployStaged: () => ({}) };
}

const history = killable(new History(at("releases")));

main(async () => {
  const carryOut = { release, rollback, deployStaged }[command];
  process.exitCode = reportOutcome(await carryOut(killable(steps), history, options), {
    folder: at("outcome"),
    env: {},
  });
});

// npm run rollback -- --url URL [--to SHA-256] [--reason TEXT] [--dry-run | --stage]: deploys the
// release that was served before the current one, or the one
// with this digest, unless it is served.
import { paths } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { History } from "./release/history.mjs";
import { readRollbackOptions, rollback } from "./release/pipeline.mjs";
import { removeReport, reportOutcome } from "./release/report.mjs";
import { stepsIn } from "./release/steps.mjs";

main(async (args) => {
  const options = readRollbackOptions(args);
  removeReport();
  process.exitCode = reportOutcome(await rollback(stepsIn(), new History(paths.releases), options));
});

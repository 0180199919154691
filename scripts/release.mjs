// npm run release -- [--release FILE | --key-file FILE] --url URL [--accept REASON] [--demo] [--dry-run]: deploys the newest release of dm+d, or
// the named one, unless it has anomalies.
import { paths } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { History } from "./release/history.mjs";
import { readReleaseOptions, release } from "./release/pipeline.mjs";
import { removeReport, reportOutcome } from "./release/report.mjs";
import { stepsIn } from "./release/steps.mjs";

main(async (args) => {
  const options = readReleaseOptions(args);
  removeReport();
  process.exitCode = reportOutcome(await release(stepsIn(), new History(paths.releases), options));
});

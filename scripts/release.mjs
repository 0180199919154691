// npm run release -- [--release FILE | --key-file FILE] --url URL [--accept REASON] [--demo]
// [--dry-run | --stage]: deploys the newest release of
// dm+d, or the named one, unless it has anomalies. With --stage, everything is built and checked,
// and `npm run release -- --url URL
// --deploy-staged` deploys it.
import { paths } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { History } from "./release/history.mjs";
import { deployStaged, readReleaseOptions, release } from "./release/pipeline.mjs";
import { removeReport, reportOutcome } from "./release/report.mjs";
import { stepsIn } from "./release/steps.mjs";

main(async (args) => {
  const options = readReleaseOptions(args);
  removeReport();
  process.exitCode = reportOutcome(
    await (options.deploysStaged ? deployStaged : release)(
      stepsIn(),
      new History(paths.releases),
      options,
    ),
  );
});

// npm run rollback -- --url URL [--reason TEXT] [--dry-run]: deploys the release that was served before the current one.
import { paths } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { History } from "./release/history.mjs";
import { readRollbackOptions } from "./release/options.mjs";
import { rollback } from "./release/pipeline.mjs";
import { stepsIn } from "./release/steps.mjs";
import { forget, tell } from "./release/report.mjs";

main(async (args) => {
  const options = readRollbackOptions(args);
  forget();
  process.exitCode = tell(await rollback(stepsIn(), new History(paths.releases), options));
});

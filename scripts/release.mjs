// npm run release -- [--release FILE | --key-file FILE] --url URL [--accept REASON] [--demo] [--dry-run]: deploys the newest release of dm+d, or
// the named one, unless it is suspicious.
import { paths } from "./common/project.mjs";
import { main } from "./common/run.mjs";
import { History } from "./release/history.mjs";
import { readReleaseOptions } from "./release/options.mjs";
import { release } from "./release/pipeline.mjs";
import { stepsIn } from "./release/steps.mjs";
import { forget, tell } from "./release/report.mjs";

main(async (args) => {
  const options = readReleaseOptions(args);
  forget();
  process.exitCode = tell(await release(stepsIn(), new History(paths.releases), options));
});

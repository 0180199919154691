// npm run check -- --release FILE [--partial] [--searches N]: imports a release and compares its
// dataset pack by pack and GTIN by GTIN. It also
// compares searches with a reference implementation, and the module's answers with an independent
// reader of the files.
import { join } from "node:path";
import { parseArgs } from "node:util";
import { demoDataset, existingFile } from "./build/dataset.mjs";
import { buildForPage } from "./build/hosts.mjs";
import { Failure, main, run } from "./common/run.mjs";
import { MODULE_TOOLS, setUp } from "./setup/tools.mjs";

main(async (args) => {
  const options = {
    release: { type: "string" },
    partial: { type: "boolean", default: false },
    searches: { type: "string", default: "1000" },
  };
  const { release, partial, searches } = parseArgs({ args, options }).values;
  if (!release)
    throw new Failure("Usage: npm run check -- --release FILE [--partial] [--searches N]");
  const path = existingFile(release);
  const cargo = ["run", "--profile", "tool", "--locked", "--quiet", "--features", "import"];
  const flags = partial ? ["--partial"] : [];
  run("cargo", [...cargo, "--bin", "pack-lookup", "--", "check", ...flags, path]);
  run("cargo", [...cargo, "--example", "compare", "--", "--searches", searches, ...flags, path]);
  await compareWithOracle(path, flags);
});

/**
 * Compares the module with the independent reader. Records need all files of a release, findings do
 * not.
 */
async function compareWithOracle(release, flags) {
  await setUp(MODULE_TOOLS);
  await buildForPage(demoDataset());
  run("node", [join("tests", "oracle", "quality.mjs"), release, ...flags]);
  if (flags.length > 0) return;
  run("node", [join("tests", "oracle", "compare.mjs"), release]);
  run("node", [join("tests", "format", "compare.mjs"), release]);
}

// npm run check -- --release FILE [--partial] [--searches N]: imports a release and compares the dataset made of it, pack by pack,
// GTIN by GTIN and search by search, with naive twins.
import { parseArgs } from "node:util";
import { existing } from "./build/dataset.mjs";
import { Failure, main, run } from "./common/run.mjs";

main((args) => {
  const options = {
    release: { type: "string" },
    partial: { type: "boolean", default: false },
    searches: { type: "string", default: "1000" },
  };
  const { release, partial, searches } = parseArgs({ args, options }).values;
  if (!release) throw new Failure("Usage: npm run check -- --release FILE [--partial] [--searches N]");
  const cargo = ["run", "--profile", "tool", "--locked", "--quiet", "--features", "import", "--bin", "pack-lookup", "--"];
  run("cargo", [...cargo, "check", ...(partial ? ["--partial"] : []), "--searches", searches, existing(release)]);
});

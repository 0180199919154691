// npm run deploy [-- --release FILE] [-- options of wrangler deploy]: builds everything and puts it on Cloudflare.
import { parseArgs } from "node:util";
import { main, run } from "./run.mjs";
import { buildService } from "./service.mjs";

main((args) => {
  const { release, others } = readOptions(args);
  buildService(release);
  run("wrangler", ["deploy", ...others]);
});

function readOptions(args) {
  const { values } = parseArgs({ args, options: { release: { type: "string" } }, strict: false });
  const at = args.indexOf("--release");
  const others = at < 0 ? args : args.toSpliced(at, 2);
  return { release: values.release, others };
}

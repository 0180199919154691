// npm run build:page: the page in build/www, with the dataset that PACK_LOOKUP_DATASET names or else demonstration data, and
// in npm/page, for the package.
import { readFileSync } from "node:fs";
import { prepareDataset } from "./dataset.mjs";
import { buildForPage } from "./module.mjs";
import { packPage } from "./packed-page.mjs";
import { publishDataset } from "./page-dataset.mjs";
import { paths } from "../common/project.mjs";
import { main, run } from "../common/run.mjs";
import { setUp } from "../setup/tools.mjs";

main(async () => {
  await setUp(["wasm-bindgen-cli"]);
  const dataset = prepareDataset();
  await buildForPage(dataset);
  run("tsc", ["-p", "www"]);
  run("vite", ["build", "--logLevel", "warn", "www"]);
  await publishDataset(readFileSync(dataset), paths.page);
  packPage();
});

// npm run build [-- PART...]: builds the module in npm/ and the page in build/www and npm/page, or
// the parts that are named. Both contain the
// dataset that PACK_LOOKUP_DATASET names, or demonstration data. The part `print` is the reader of
// print, for which nothing else waits. The other parts are files that git keeps.
import { prepareDataset } from "./build/dataset.mjs";
import { buildModule, buildPrint } from "./build/hosts.mjs";
import { writePage } from "./build/page.mjs";
import { writeSbom, writeThirdParty } from "./build/third-party.mjs";
import { Failure, main } from "./common/run.mjs";
import { MODULE_TOOLS, setUp } from "./setup/tools.mjs";

let prepared;
const dataset = () => (prepared ??= prepareDataset());

const parts = {
  module: () => buildModule(dataset()),
  page: () => writePage(dataset()),
  print: () => buildPrint(),
  openapi: async () => (await import("./openapi/document.mjs")).writeOpenApi(),
  "third-party": () => [writeThirdParty(), writeSbom()],
  pictures: async () => (await import("./build/pictures.mjs")).takePictures(),
  icons: async () => (await import("./build/pictures.mjs")).drawIcons(),
};
const DEFAULT_PARTS = ["module", "page"];

main(async (names) => {
  const unknown = names.find((name) => !Object.hasOwn(parts, name));
  if (unknown)
    throw new Failure(`unknown part ${unknown}. The parts are: ${Object.keys(parts).join(", ")}`);
  await setUp(MODULE_TOOLS);
  for (const name of names.length > 0 ? names : DEFAULT_PARTS) await parts[name]();
});

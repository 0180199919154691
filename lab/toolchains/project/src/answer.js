// The result that each toolchain must give: from the module, from the module in a worker, and from a scanned barcode.
import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";

const CODE = "09521234567899";

export async function answerHere(sources) {
  const packs = await PackLookup.open(sources);
  return packs.gtin(CODE).name;
}

export async function answer() {
  const packs = await InWorker.open();
  const { name } = await packs.gtin(CODE);
  await packs.close();
  const { batch } = await scan(`]d201${CODE}10AB12`);
  return { here: await answerHere(), inWorker: name, batch };
}

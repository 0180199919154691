// The result that each toolchain must give: from the module, from the module in a worker, from a
// scanned barcode, and from a failed import.
import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";
import { ImportError, importRelease } from "pack-lookup/import";

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
  return {
    here: await answerHere(),
    inWorker: name,
    batch,
    failure: await failureOf(importRelease(new Uint8Array(9))),
  };
}

/** Returns the reason of an `ImportError`. Minifiers rename its class. */
const failureOf = (call) =>
  call.then(
    () => "none",
    (error) => error instanceof ImportError && error.reason,
  );

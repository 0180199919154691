// The result that each toolchain must give: from the module, from the module in a worker, from a
// scanned barcode, and from a failed import.
import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import { scan } from "pack-lookup/gs1";
import { ImportError, importRelease } from "pack-lookup/import";

const CODE = "09521234567899";

export async function answer() {
  const here = await PackLookup.demo();
  const packs = await InWorker.demo();
  const inWorker = await packs.gtin(CODE);
  await packs.close();
  const { batch } = await scan(`]d201${CODE}10AB12`);
  return {
    here: here.gtin(CODE).name,
    inWorker: inWorker.name,
    batch,
    failure: await failureOf(importRelease(new Uint8Array(9))),
  };
}

/** The reason of an `ImportError`. Minifiers rename its class. */
const failureOf = (call) =>
  call.then(
    () => "none",
    (error) => error instanceof ImportError && error.reason,
  );

/** Writes the result of this page into its title. */
export async function showAnswer() {
  const outcome = answer().catch((error) => ({ error: String(error), reason: error.reason }));
  document.title = JSON.stringify(await outcome);
}

// Causes errors of each class. Minifiers rename classes, which must not change what callers see.
import { PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import * as classes from "pack-lookup/errors";
import { scan } from "pack-lookup/gs1";
import { applyUpdate, importRelease, makeUpdate } from "pack-lookup/import";

const bytes = new Uint8Array(9);

/** The class, the name and the reason of each error. */
export async function errors() {
  const packs = await PackLookup.open();
  const worker = await InWorker.open();
  const reasons = {
    gtin: await errorOf(() => packs.gtin("123")),
    gtinInWorker: await errorOf(() => worker.gtin("123")),
    scan: await errorOf(() => scan("")),
    scanInWorker: await errorOf(() => worker.scan("")),
    open: await errorOf(() => PackLookup.open(bytes)),
    openInWorker: await errorOf(() => InWorker.open(bytes)),
    importRelease: await errorOf(() => importRelease(bytes)),
    applyUpdate: await errorOf(() => applyUpdate(bytes, bytes)),
    makeUpdate: await errorOf(() => makeUpdate(bytes, bytes)),
    option: await errorOf(() => worker.search("a", { limits: 1 })),
  };
  packs.close();
  await worker.close();
  return {
    ...reasons,
    closed: await errorOf(() => packs.size),
    closedInWorker: await errorOf(() => worker.gtin("123")),
  };
}

/** The class, the name and the reason of the error of a call, or `"none"`. */
export async function errorOf(call) {
  try {
    await call();
    return "none";
  } catch (error) {
    return [classOf(error), error.name, error.reason].join(" ");
  }
}

/** The name under which the package exports the class of an error. */
const classOf = (error) =>
  Object.keys(classes).find((name) => error.constructor === classes[name]) ??
  Object.getPrototypeOf(error).name;

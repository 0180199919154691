// Compiled without the types of browsers and of Node, never run: the module's types need neither.
import { type Pack, PackLookup } from "pack-lookup";
import { PackLookup as InWorker } from "pack-lookup/async";
import {
  applyUpdate,
  type Imported,
  ImportError,
  type ImportReason,
  importRelease,
  makeUpdate,
} from "pack-lookup/import";

export const packs: PackLookup = await PackLookup.open({ dataset: new Uint8Array() });
export const found: Pack[] = packs.search("a").packs;
export const { batch } = packs.scan("09521234567895");
export const { status } = await packs.fetch("/api/about");
export const promised: Pack | undefined = await (
  await InWorker.open({ dataset: new Uint8Array() })
).gtin("09521234567895");
export const { dataset }: Imported = await importRelease(new Uint8Array(), {
  progress: ({ step }) => void step,
});
export const applied: Uint8Array = await applyUpdate(dataset, await makeUpdate(dataset, dataset));
export const reason: ImportReason = new ImportError("", "damaged").reason;

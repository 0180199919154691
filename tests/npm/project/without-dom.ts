// Compiled, never run, where nothing of a browser or of Node is known: the types need none of it.
import { type Pack, PackLookup } from "pack-lookup";

export const packs: PackLookup = await PackLookup.open({ dataset: new Uint8Array() });
export const found: Pack[] = packs.search("a").packs;
export const { batch } = packs.scan("09521234567895");
export const { status } = packs.fetch("/api/about");

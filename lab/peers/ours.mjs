// Pack Lookup: the published module, without bundled data.
import { fileURLToPath } from "node:url";
import { PackLookup } from "../../npm/core.js";

export const name = "Pack Lookup";

const wasm = fileURLToPath(new URL("../../npm/pack_lookup_bg.wasm", import.meta.url));

/** Returns the files, which exist already. */
export const files = (dataset) => [dataset, wasm];

export async function open([dataset, wasm]) {
  const packs = await PackLookup.open({ dataset, wasm });
  return {
    search: (text) => packs.search(text).packs,
    fullSearch: (text) => packs.search(text, { sort: "relevance" }),
    rankedSearch: (text) => packs.search(text, { sort: "relevance" }).packs,
    ampp: (id) => packs.search(id).packs[0],
    gtin: (code) => packs.gtinJson(code),
    close: () => packs.close(),
  };
}

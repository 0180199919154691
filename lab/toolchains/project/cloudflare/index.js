import { PackLookup } from "pack-lookup/core";
import wasm from "pack-lookup/pack_lookup_bg.wasm";
import dataset from "pack-lookup/packs.bin";

// The digest was verified at deployment.
const opening = PackLookup.open({ dataset, wasm, verify: false });

export default {
  async fetch(request) {
    return (await opening).fetch(request);
  },
};

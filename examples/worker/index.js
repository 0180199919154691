// A Cloudflare Worker: an address of its own, and the whole HTTP interface.
import { GtinError, PackLookup } from "pack-lookup/core";
import wasm from "pack-lookup/pack_lookup_bg.wasm";
// For real packs: a file that `npx pack-lookup build` writes.
import dataset from "pack-lookup/packs.bin";

let opening;

/** Opens the dataset at the first request: a Worker may do nothing while it starts. */
function open() {
  // The build has verified the digest of the file.
  opening ??= PackLookup.open(dataset, { wasm, verify: false });
  return opening;
}

export default {
  async fetch(request) {
    const packs = await open();
    const [, code] = /^\/packs\/([^/]+)$/.exec(new URL(request.url).pathname) ?? [];
    return code === undefined ? packs.fetch(request) : usesOf(packs, code);
  },
};

function usesOf(packs, code) {
  try {
    const uses = packs.uses(code);
    const status = uses.length > 0 ? 200 : 404;
    return Response.json({ notice: packs.about.warning, uses }, { status });
  } catch (error) {
    if (!(error instanceof GtinError)) throw error;
    return Response.json({ reason: error.reason, message: error.message }, { status: 400 });
  }
}

// A Cloudflare Worker: the address /packs/CODE, and the HTTP interface.
import { PackLookup } from "pack-lookup/core";
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

/** Answers a scanned text or a barcode number. A re-used code has packs of different medicines. */
function usesOf(packs, code) {
  const { scan, reason, message } = packs.tryScan(decodeURIComponent(code));
  if (!scan) return Response.json({ reason, message }, { status: 400 });
  const uses = packs.uses(scan.gtin);
  const answer = { notice: packs.about.warning, scan, reuse: packs.reuse(scan.gtin), uses };
  return Response.json(answer, { status: uses.length > 0 ? 200 : 404 });
}

// A dataset as the page fetches it: `/dataset.json` says what is offered, and the bytes lie under their digest.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { headersFor } from "./header-rules.js";
import { typeOf } from "./page.js";
import { makeResource } from "./resource.js";

const compressed = promisify(gzip);

/** All that processes have to know of a dataset. Brotli comes later: nobody waits for it. The highest level of gzip would take many times
 * as long as the usual one, for three thousandths. */
export async function prepare({ bytes, about, format }) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, about, format, encodings: { identity: bytes, gzip: await compressed(bytes) } };
}

/** With what was made of it in the meantime. */
export function extend(dataset, { br, update }) {
  if (br) dataset.encodings.br = br;
  if (update) dataset.update = update;
}

/** By path, what is served of it; `update` is the way to it from the one before. */
export function publish({ sha256, about, format, encodings, update }, rules) {
  const { identity, gzip: zipped } = encodings;
  const downloadBytes = Math.min(...Object.values(encodings).map(({ length }) => length));
  const { compressed, ...offered } = update ?? {};
  const told = { ...describeDataset({ sha256, bytes: identity.length, downloadBytes, format, about }), updates: update && [offered] };
  const path = pathOf(sha256);
  return new Map([
    ["/dataset.json", { identity: Buffer.from(JSON.stringify(told)) }],
    [path, encodings],
    [`${path}.gz`, { identity: zipped }],
    ...(update ? [[update.url, { identity: compressed }]] : []),
  ].map(([path, bytes]) => [path, makeResource(typeOf(path), bytes, headersFor(rules, path))]));
}

/** What `www/src/data/release.ts` describes, of a dataset of which `about` is what the module says. */
export function describeDataset({ sha256, bytes, downloadBytes, format, about }) {
  const { release, date, packs, gtin_rows, demo, gaps } = about.dataset;
  const sizes = { sha256, bytes, download_bytes: downloadBytes };
  return { url: `${pathOf(sha256)}.gz`, ...sizes, format, release, release_date: date, packs, gtin_rows, demo, gaps };
}

/** Where the bytes are, in the encoding that is negotiated. With `.gz` behind it they are in gzip for everybody. */
export const pathOf = (sha256) => `/dataset/${sha256}.bin`;

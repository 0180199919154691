// A dataset in the form in which the page downloads it: `/dataset.json` describes it, and its address contains its digest.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { headersFor, makeResource, mediaType } from "./static-files.js";

const gzipped = promisify(gzip);

/**
 * Returns what processes need of a dataset. Brotli follows later, without waiting. The highest level of gzip would take many times as long and
 * save 0.3 %.
 */
export async function prepare({ bytes, about, format }) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  return { sha256, about, format, encodings: { identity: bytes, gzip: await gzipped(bytes) } };
}

/** Adds brotli or an update to a dataset. */
export function extend(dataset, { br, update }) {
  if (br) dataset.encodings.br = br;
  if (update) dataset.update = update;
}

/** Returns the resources of a dataset by path. `update` makes it from the previous one. */
export function publish({ sha256, about, format, encodings, update }, rules) {
  const { identity, gzip: gzipBytes } = encodings;
  const downloadBytes = Math.min(...Object.values(encodings).map(({ length }) => length));
  const { compressed, ...entry } = update ?? {};
  const description = { ...describeDataset({ sha256, bytes: identity.length, downloadBytes, format, about }), updates: update && [entry] };
  const path = pathOf(sha256);
  return new Map([
    ["/dataset.json", { identity: Buffer.from(JSON.stringify(description)) }],
    [path, encodings],
    [`${path}.gz`, { identity: gzipBytes }],
    ...(update ? [[update.url, { identity: compressed }]] : []),
  ].map(([path, bytes]) => [path, makeResource(mediaType(path), bytes, headersFor(rules, path))]));
}

/** Returns the description that `www/src/data/release.ts` specifies. `about` is that of the module. */
export function describeDataset({ sha256, bytes, downloadBytes, format, about }) {
  const { release, date, packs, gtin_rows, demo, gaps } = about.dataset;
  const sizes = { sha256, bytes, download_bytes: downloadBytes };
  return { url: `${pathOf(sha256)}.gz`, ...sizes, format, release, release_date: date, packs, gtin_rows, demo, gaps };
}

/** Returns the path of the bytes in the negotiated encoding. With the suffix `.gz` the path is always gzip. */
export const pathOf = (sha256) => `/dataset/${sha256}.bin`;

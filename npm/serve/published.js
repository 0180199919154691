// A dataset in the form in which the page downloads it: `/dataset.json` describes it, and its
// address contains its digest. `/data-quality` is the report on its quality.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { qualityReport } from "../import.js";
import { settingOf } from "../node/settings-reader.js";
import {
  headersFor,
  makeGzipResource,
  makeResource,
  mediaType,
  pageAddress,
} from "./static-files.js";

const gzipped = promisify(gzip);

/**
 * Says what processes need of a dataset. Brotli follows later, without waiting. The highest
 * level of gzip would take many times as long and save 0.3 %. The report has the changes since the
 * `previous` dataset. If the report cannot be made, for example without memory, there is none.
 */
export async function prepare({ bytes, about, format, signature }, previous) {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const reports = await reportFiles(bytes, previous?.encodings.identity).catch(() => []);
  return {
    sha256,
    about,
    format,
    signature,
    encodings: { identity: bytes, gzip: await gzipped(bytes) },
    reports,
  };
}

/**
 * Finds the path and the gzip of each file of the data quality report. A release has 17 MB of
 * them, and 1.5 MB in gzip.
 */
async function reportFiles(bytes, since) {
  const files = Object.entries(await qualityReport(bytes, { since }));
  return Promise.all(
    files.map(async ([format, content]) => [reportPath(format), await gzipped(content)]),
  );
}

/** Adds brotli or an update to a dataset. */
export function extend(dataset, { br, update }) {
  if (br) dataset.encodings.br = br;
  if (update) dataset.update = update;
}

/** Finds the resources of a dataset by path. `update` makes it from the previous one. */
export function publish(dataset, rules) {
  const { sha256, about, format, signature, encodings, reports, update, history } = dataset;
  const { identity, gzip: gzipBytes } = encodings;
  const downloadBytes = Math.min(...Object.values(encodings).map(({ length }) => length));
  const { compressed, ...entry } = update ?? {};
  const description = {
    ...describeDataset({ sha256, bytes: identity.length, downloadBytes, format, about }),
    updates: update && [entry],
    ...(signature && { signature }),
  };
  const base = settingOf("base_path") ?? "";
  for (const file of [description, ...(description.updates ?? [])]) file.url = base + file.url;
  const path = pathOf(sha256);
  const files = [
    ["/dataset.json", { identity: Buffer.from(JSON.stringify(description)) }],
    [path, encodings],
    [`${path}.gz`, { identity: gzipBytes }],
    ...(update ? [[update.url, { identity: compressed }]] : []),
    ...(history ? [["/history.bin", { identity: history }]] : []),
  ].map(([path, bytes]) => [path, makeResource(mediaType(path), bytes, headersFor(rules, path))]);
  return new Map([
    ...files,
    ...reports.flatMap(([path, bytes]) => reportResources(path, bytes, rules)),
  ]);
}

/** Finds a file of the report by its path, and by the address of a page. */
function reportResources(path, gzipBytes, rules) {
  const resource = makeGzipResource(mediaType(path), gzipBytes, headersFor(rules, path));
  return [...new Set([path, pageAddress(path)])].map((address) => [address, resource]);
}

/**
 * Builds the description that `www/blocks/device/release.ts` specifies. `about` belongs to the
 * module.
 */
export function describeDataset({ sha256, bytes, downloadBytes, format, about }) {
  const { release, date, packs, gtin_rows, demo, gaps } = about.dataset;
  const sizes = { sha256, bytes, download_bytes: downloadBytes };
  return {
    url: `${pathOf(sha256)}.gz`,
    ...sizes,
    format,
    release,
    release_date: date,
    packs,
    gtin_rows,
    demo,
    gaps,
  };
}

/** Builds the path of a data quality report. `format` is `html`, `csv` or `json`. */
export const reportPath = (format) => `/data-quality.${format}`;

/**
 * Builds the path of the bytes in the negotiated encoding. With the suffix `.gz` the path is
 * always gzip.
 */
export const pathOf = (sha256) => `/dataset/${sha256}.bin`;

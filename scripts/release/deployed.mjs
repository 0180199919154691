// Reads what is deployed from the service itself. Without an address, the last stored release is assumed.
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { createGunzip } from "node:zlib";
import { Failure } from "../common/run.mjs";
import { digestOf } from "./counts.mjs";

const TIMEOUT_MS = 60_000;

/**
 * Returns `{ digest, bytes }` of the served release, or `undefined` if there has never been one. If nothing is served any more, the last release
 * is still compared with; it has `isGone`.
 */
export async function servedNow(url, kept) {
  if (url === undefined) return kept[0];
  const told = await describedAt(url);
  if (told === undefined) return kept[0] && { ...kept[0], isGone: true };
  return kept.find(({ digest }) => digest === told.sha256) ?? (await downloaded(url, told));
}

export async function asked(url, path) {
  try {
    return await fetch(new URL(path, url), { signal: AbortSignal.timeout(TIMEOUT_MS), headers: { "Cache-Control": "no-cache" } });
  } catch (error) {
    throw new Failure(`${url} does not answer (${error.cause?.code ?? error.name})`);
  }
}

async function describedAt(url) {
  const response = await asked(url, "/dataset.json");
  if (response.status === 404) return undefined;
  if (!response.ok) throw new Failure(`${url}/dataset.json answers with status ${response.status}`);
  return response.json().catch(() => {
    throw new Failure(`${url}/dataset.json is no JSON: is this the address of the service?`);
  });
}

/** Downloads a dataset that was deployed by other means, or from another machine. */
async function downloaded(url, told) {
  const response = await asked(url, told.url);
  if (!response.ok) throw new Failure(`${url}${told.url} answers with status ${response.status}`);
  // Bytes that cannot be decompressed do not have the digest.
  const bytes = await unpacked(response).catch(() => Buffer.alloc(0));
  if (digestOf(bytes) !== told.sha256) throw new Failure(`${url}${told.url} is not what dataset.json says: the service is not whole`);
  return { digest: told.sha256, bytes };
}

const unpacked = (response) => buffer(Readable.fromWeb(response.body).pipe(createGunzip()));

/**
 * Returns what is wrong with the service, or `undefined` if all of it answers with the dataset. Only a deployment with a list of releases has
 * that list.
 */
export async function faultOf(url, holdings, { isListed }) {
  for (const [what, isRight] of Object.entries(isListed ? { ...QUESTIONS, ...OF_THE_LIST } : QUESTIONS)) {
    if (!(await isRight(url, holdings).catch(() => false))) return what;
  }
  return undefined;
}

const json = async (url, path) => {
  const response = await asked(url, path);
  return response.ok ? response.json().catch(() => ({})) : {};
};

const QUESTIONS = {
  "/dataset.json tells of another dataset": async (url, { sha256 }) => (await json(url, "/dataset.json")).sha256 === sha256,
  "the dataset is not what /dataset.json says": async (url) => downloaded(url, await json(url, "/dataset.json")),
  "/api/about tells of another dataset": async (url, { digest }) => (await json(url, "/api/about")).dataset?.digest === digest,
  "/api/gtin has another pack": async (url, { sample }) => !sample || (await json(url, `/api/gtin/${sample.gtin}?ids=string`)).pack_id === sample.pack_id,
  "there is no page": async (url) => (await asked(url, "/")).ok,
};

const OF_THE_LIST = {
  "/releases.json begins with another dataset": async (url, { sha256 }) => (await json(url, "/releases.json")).releases?.[0]?.sha256 === sha256,
};

// The HTTP API of the server that serves this page. It is asked only about what a person sends
// while the data loads. Addresses are relative: a proxy may serve the page under a path.
import type {
  Available,
  Concepts,
  Correction,
  NoMatch,
  Notice,
  Pack,
  Reuse,
} from "pack-lookup/core";
import type { Release } from "blocks/device/types.js";

const TIMEOUT_MS = 15_000;

/** Sends a request. Its answer is not stored, because it may be about a person's query. */
export type Send = (path: string) => Promise<Response>;

const send: Send = (path) =>
  fetch(path, { cache: "no-store", signal: AbortSignal.timeout(TIMEOUT_MS) });

/**
 * Finds the release with which the server's API answers, or `undefined` if the server has no API.
 * `offered` is the release that is loading.
 */
export async function releaseOfApi(
  offered: Release,
  request: Send = send,
): Promise<Release | undefined> {
  try {
    const { name, dataset } = await jsonOf(await request("api/about"));
    if (name !== "pack-lookup") return undefined;
    const { release, date: release_date, packs, gtin_rows, demo, gaps } = dataset;
    return { ...offered, release, release_date, packs, gtin_rows, demo, gaps };
  } catch {
    return undefined;
  }
}

/** The packs of a query, and how the server read it. */
export interface ServerResult {
  packs: Pack[];
  total: number;
  /** How the packs of a re-used GTIN differ. */
  reuse: Reuse | undefined;
  reading: ServerReading;
}

/** How the server read a query, from the headers `X-Search…`. */
interface ServerReading {
  relaxed: boolean;
  corrections: Correction[];
  available: Available;
  no_match: NoMatch | null;
  notices: Notice[];
}

/** Searches for packs. A GTIN returns every pack that has carried it, the latest use first. */
export async function searchServer(
  text: string,
  options: Record<string, string>,
  request: Send = send,
): Promise<ServerResult> {
  const response = await request(
    `api/search?${new URLSearchParams({ q: text, ids: "string", ...options })}`,
  );
  const packs: Pack[] = await jsonOf(response);
  const { headers } = response;
  const reuse = (headers.get("X-Gtin-Reuse") as Reuse | null) ?? undefined;
  return {
    packs,
    total: Number(headers.get("X-Total-Count") ?? packs.length),
    reuse,
    reading: readingOf(headers),
  };
}

/** Finds the concepts of a pack, or `undefined` if the server has none for it. */
export async function conceptsOnServer(
  packId: string,
  request: Send = send,
): Promise<Concepts | undefined> {
  const response = await request(`api/ampp/${packId}?ids=string`);
  if (response.status === 404) return undefined;
  return (await jsonOf(response)).dmd;
}

async function jsonOf(response: Response): Promise<any> {
  if (!response.ok) throw new Error(`the server answered with status ${response.status}`);
  return response.json();
}

/** Parses the headers on how a search read its query. The parts of a value are percent-encoded. */
export function readingOf(headers: Headers): ServerReading {
  const available = Object.fromEntries(pairsIn(headers.get("X-Search-Available")));
  const [noMatch] = pairsIn(headers.get("X-Search-No-Match"));
  return {
    relaxed: headers.get("X-Search") === "relaxed",
    corrections: pairsIn(headers.get("X-Search-Corrections")).map(([from, to]) => ({ from, to })),
    available: { strengths: [], routes: [], forms: [], releases: [], ...available },
    notices: noticesIn(headers.get("X-Search-Notices")),
    no_match: noMatch
      ? { reason: noMatch[0] as NoMatch["reason"], text: noMatch[1][0] ?? "" }
      : null,
  };
}

/** Parses `former-name=frusemide|furosemide, some-with-further-substances`. */
function noticesIn(header: string | null): Notice[] {
  const values = (header ?? "").split(",").filter((value) => value.trim() !== "");
  return values.map((value) => {
    const [code = "", texts = ""] = value.trim().split("=");
    const [from = "", ...to] = texts.split("|").map(decodeURIComponent);
    return { notice: code as Notice["notice"], from, to };
  });
}

/** Parses `name=value|value, name=value`. */
function pairsIn(header: string | null): [string, string[]][] {
  const pairs = (header ?? "").split(",").filter((pair) => pair.includes("="));
  return pairs.map((pair) => {
    const [name = "", values = ""] = pair.trim().split("=");
    return [decodeURIComponent(name), values.split("|").filter(Boolean).map(decodeURIComponent)];
  });
}

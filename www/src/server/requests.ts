// The requests to the server, with the parser of barcodes. The parser is loaded when a person asks
// the server, because few people do.

import { answersFor, type ServerAnswers } from "./answers.js";
import { releaseOfApi, searchServer, type ServerResult } from "./api.js";
import type { Release } from "blocks/device/types.js";

/** The requests to the server. */
export interface ServerRequests {
  /** Returns the release of the server's API, or `undefined` if it has none. */
  releaseOfApi(offered: Release): Promise<Release | undefined>;
  /** Returns the packs of scanned texts. */
  answersFor(texts: string[]): Promise<ServerAnswers>;
  search(text: string, options: Record<string, string>): Promise<ServerResult>;
}

export const serverRequests: ServerRequests = {
  releaseOfApi: (offered) => releaseOfApi(offered),
  search: (text, options) => searchServer(text, options),
  answersFor: async (texts) => {
    const { load } = await import("pack-lookup/gs1");
    const { scan } = await load();
    return answersFor(texts, (text) => scan(text));
  },
};

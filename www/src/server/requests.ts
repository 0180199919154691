// The requests to the server, with the parser of barcodes. The parser is loaded when a person asks
// the server, because few people do.
import type { ServerRequests } from "../actions/ask-server.js";
import { answersFor } from "./answers.js";
import { releaseOfApi, searchServer } from "./api.js";

export const serverRequests: ServerRequests = {
  releaseOfApi: (offered) => releaseOfApi(offered),
  search: (text, options) => searchServer(text, options),
  answersFor: async (texts) => {
    const { load } = await import("pack-lookup/gs1");
    const { scan } = await load();
    return answersFor(texts, (text) => scan(text));
  },
};

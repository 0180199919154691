// SQLite FTS5 with the highest recall: any of the words by prefix, ranked by bm25.
import { openWith } from "./sqlite.mjs";

export const name = "FTS5, OR";

/** It uses the files of the engine that requires all words. */
export const madeBy = "sqlite";
export const open = (files) => openWith(files, " OR ");

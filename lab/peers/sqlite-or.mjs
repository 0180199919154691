// SQLite's FTS5 as it finds most: any of the words from their start, the best first by bm25.
import { openWith } from "./sqlite.mjs";

export const name = "FTS5, OR";

/** Its files are those of all words. */
export const madeBy = "sqlite";
export const open = (files) => openWith(files, " OR ");

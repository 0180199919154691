// MiniSearch with the highest recall: any of the words, by prefix or within its default edit distance. Numbers must match exactly, because
// another number is another strength.
import { exact, openWith } from "./minisearch.mjs";

export const name = "MiniSearch 7, OR";

const isWord = (term) => !/^\d/.test(term);
const any = { ...exact, combineWith: "OR", prefix: isWord, fuzzy: (term) => isWord(term) && 0.2 };

/** It uses the files of the engine that requires all words. */
export const madeBy = "minisearch";
export const open = (files) => openWith(files, any);

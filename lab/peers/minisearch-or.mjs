// MiniSearch as it finds most: any of the words, from their start or within its usual edit distance, which figures are not
// given: another number is another strength.
import { exact, openWith } from "./minisearch.mjs";

export const name = "MiniSearch 7, OR";

const isWord = (term) => !/^\d/.test(term);
const any = { ...exact, combineWith: "OR", prefix: isWord, fuzzy: (term) => isWord(term) && 0.2 };

/** Its files are those of all words. */
export const madeBy = "minisearch";
export const open = (files) => openWith(files, any);

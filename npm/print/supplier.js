// Which supplier the packs of a question are of. Boxes print its name in small print, where letters
// are often misread. So it only decides which packs are shown first.

/** A person compares so many products at once. With fewer suppliers, nothing needs an order. */
const FEW = 5;
/** The shortest text that is a name: the first words of it that have as many letters. */
const SHORTEST = 5;
/** So many letters of a name allow one misread letter more. */
const FOR_ONE_MISREAD = 6;
/** The most misread letters of a name. */
const MOST_MISREAD = 2;

/**
 * Returns `{ supplier, lacksSupplier }`: the supplier of packs with these facets whose name a line has,
 * if there are more of them than a person compares at once, and whether none was read.
 */
export function supplierOf(facets, lines) {
  const suppliers = facets.supplier.map(({ value }) => value);
  if (suppliers.length <= FEW) return { lacksSupplier: false };
  const words = [...new Set(lines.flatMap(readTexts))].flatMap(textsFromEachWord);
  const supplier = likeliest(suppliers.map((name) => ({ name, letters: matched(name, words) })));
  return { supplier, lacksSupplier: supplier === undefined };
}

const readTexts = ({ readings }) => readings.map(({ text }) => text);

/** Returns the letters of a text from each of its words on. */
function textsFromEachWord(text) {
  const words = text.split(/[^\p{L}\d']+/u).map(lettersOf);
  return words.map((_, index) => words.slice(index).join(""));
}

const lettersOf = (text) => text.toLowerCase().replace(/[^\p{L}\d]/gu, "");

/** Returns the name with the most matched letters, or `undefined` if no name has more than the others. */
function likeliest(names) {
  const [first, second] = names.sort((one, other) => other.letters - one.letters);
  return first.letters > (second?.letters ?? 0) ? first.name : undefined;
}

/** Returns how many letters of the first words of a name begin a text, or 0 if too many differ. */
function matched(name, texts) {
  const start = firstWords(name);
  if (start.length < SHORTEST) return 0;
  const allowed = Math.min(MOST_MISREAD, Math.floor(start.length / FOR_ONE_MISREAD));
  let fewest = allowed + 1;
  for (const text of texts)
    fewest = Math.min(fewest, misreadLetters(start, text.slice(0, start.length + allowed)));
  return fewest > allowed ? 0 : start.length - fewest;
}

function firstWords(name) {
  let letters = "";
  for (const word of name.split(" ")) if (letters.length < SHORTEST) letters += lettersOf(word);
  return letters;
}

/** Returns the number of letters to change, add or drop so that `text` begins with `name`. */
function misreadLetters(name, text) {
  let above = Array.from({ length: text.length + 1 }, (_, index) => index);
  for (const [index, letter] of [...name].entries()) {
    const row = [index + 1];
    for (let at = 1; at <= text.length; at += 1) {
      const changed = above[at - 1] + (text[at - 1] === letter ? 0 : 1);
      row.push(Math.min(changed, above[at] + 1, row[at - 1] + 1));
    }
    above = row;
  }
  return Math.min(...above);
}

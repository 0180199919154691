// Which supplier the packs of a question are of. Boxes print its name in small print, where letters
// are often misread. Therefore it only decides which packs are shown first.

/** A person compares so many products at once. With fewer suppliers, nothing needs an order. */
const FEW = 5;
/** The shortest text that is a name: the first words of it that have as many letters. */
const SHORTEST = 5;
/** So many letters of a name allow one misread letter more. */
const FOR_ONE_MISREAD = 6;
/** The most misread letters of a name. */
const MOST_MISREAD = 2;

/**
 * Returns `{ supplier, lacksSupplier }`: the supplier of packs with these facets whose name a line
 * has, if there are more of them than a person compares at once, and whether none was read.
 */
export function supplierOf(facets, lines) {
  if (facets.supplier.length <= FEW) return { lacksSupplier: false };
  const texts = lines.flatMap(textsFromEachWord);
  const supplier = likeliest(facets.supplier, texts);
  return { supplier, lacksSupplier: supplier === undefined };
}

/** Finds the letters of the readings of a line, from each of their words on. */
function textsFromEachWord({ readings }) {
  const texts = [];
  for (const { text } of readings) {
    const words = text.split(/[^\p{L}\d']+/u).map(lettersOf);
    for (const index of words.keys()) texts.push(words.slice(index).join(""));
  }
  return texts;
}

function lettersOf(text) {
  return text.toLowerCase().replace(/[^\p{L}\d]/gu, "");
}

/** Finds the name with the most matched letters, or `undefined` if two names have as many. */
function likeliest(suppliers, texts) {
  let [likeliest, most] = [undefined, 0];
  for (const { value } of suppliers) {
    const letters = matched(value, texts);
    if (letters === most) likeliest = undefined;
    else if (letters > most) [likeliest, most] = [value, letters];
  }
  return likeliest;
}

/** Counts how many letters of the first words of a name begin a text, or 0 if too many differ. */
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

/** Counts the letters to change, add or drop so that `text` begins with `name`. */
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

// One word that means nothing, before, within or after a medicine with its strength and form.
import { drawQuestions, formText, plainOf, strengthText, wantsOf } from "./draw.mjs";
import { wordsOf } from "./names.mjs";

export const junk = {
  name: "junk word",
  size: 1200,
  make: (release, random, size) => {
    const medicines = plainOf(release);
    return drawQuestions(size, () => ask(release, random, random.pick(medicines)));
  },
};

/// Words of everyday English that are no part of a medicine's description.
const ENGLISH = (
  "house garden window kitchen monday tuesday thursday urgent delivery shelf fridge cupboard ward nurse mother school street river mountain bicycle letter phone invoice stock broken " +
  "empty morning evening tomorrow upstairs basket drawer corner ceiling pencil neighbour holiday weather station village bridge castle picture music football summer winter question"
).split(" ");

const letters = (random, from, length) => Array.from({ length }, () => random.pick([...from])).join("");

const MAKE = {
  consonants: (random) => letters(random, "bcdfghjkpqrstvwxz", random.from(4, 7)),
  digits: (random) => String(random.from(100_003, 9_999_989)),
  code: (random) => letters(random, "123456789", random.from(3, 5)) + letters(random, "ABDEFHJKNPRTVWX", random.from(1, 2)),
  english: (random) => random.pick(ENGLISH),
  short: (random) => random.pick(["ee", "xq", "zz", "jk", "qv"]),
};

const ORDERS = [
  (medicine, word) => [word, medicine.substance, strengthText(medicine), formText(medicine)],
  (medicine, word) => [medicine.substance, word, strengthText(medicine), formText(medicine)],
  (medicine, word) => [medicine.substance, strengthText(medicine), word, formText(medicine)],
  (medicine, word) => [medicine.substance, strengthText(medicine), formText(medicine), word],
];

function ask(release, random, medicine) {
  const kind = random.pick(Object.keys(MAKE));
  const word = MAKE[kind](random);
  if (isKnown(release, medicine, word.toLowerCase())) return null;
  const text = random.pick(ORDERS)(medicine, word).join(" ");
  return { class: junk.name, way: kind, text, half: medicine.half, exists: true, wants: { ...wantsOf(medicine), administration: formText(medicine) } };
}

/// Whether some pack of the medicine has a word that begins so.
function isKnown(release, medicine, word) {
  return release.byGeneric.get(medicine.generic).some(({ name }) => wordsOf(name).some((known) => known.startsWith(word)));
}

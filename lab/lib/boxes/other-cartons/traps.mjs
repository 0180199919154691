// Pictures that must not be answered with a medicine without a doubt: invented names, other goods,
// leaflets, labels alone, two medicines.

/** The kinds in turn. Of three in a row, one has an invented name. */
const KINDS = [
  "invented name",
  "other goods",
  "two medicines",
  "invented name",
  "leaflet",
  "label alone",
  "invented name",
  "other goods",
  "letter",
];

/** Returns the kind of the trap at a place among the traps. */
export const trapAt = (place) => KINDS[place % KINDS.length];

/** Returns a pack's facts with an invented name, one or two letters away from the medicine's. */
export function inventedFacts(facts, isMedicine, random) {
  const [first, ...others] = facts.names;
  let invented;
  do invented = inventedName(first, random);
  while (isMedicine(invented));
  return { ...facts, names: [invented, ...others], brandOf: null, supplier: "Northvale Pharma" };
}

const VOWELS = "aeiou";
const CONSONANTS = "bcdfglmnprstvz";

/** Changes one or two letters of the first word, never its first, into ones that can be spoken. */
export function inventedName(name, random) {
  const letters = [...name];
  const changes = random.whole(1, 2);
  const changed = new Set();
  while (changed.size < changes) {
    const at = random.whole(1, name.split(" ", 1)[0].length - 1);
    const letter = letters[at].toLowerCase();
    if (changed.has(at) || !/[a-xz]/.test(letter)) continue;
    const other = random.pick(VOWELS.includes(letter) ? VOWELS : CONSONANTS);
    if (other === letter) continue;
    letters[at] = other;
    changed.add(at);
  }
  return letters.join("");
}

/** Other goods: lines of their boxes, large ones first, with dates and batches as goods have them. */
export const GOODS = [
  ["Hartwell's", "BREAKFAST TEA", "80 tea bags", "250 g", "Best before end: 03/2029  L4127"],
  ["FIXWELL", "Wood Screws", "5.0 x 40 mm", "200 pieces", "Countersunk, zinc plated  Lot 88214"],
  ["Penhale", "Oat Biscuits", "with sea salt", "300 g", "Best before 12 MAR 2028  BN 7731A"],
  ["LUMERA", "LED bulb", "8.5 W = 60 W", "806 lumen", "E27 warm white 2700 K"],
  ["Voltex", "Alkaline batteries", "AA LR6 1.5 V", "8 pack", "Best before 08-2033"],
  ["Whisker & Paw", "Chicken in jelly", "for adult cats", "12 x 85 g", "Best before 05/2028"],
  ["Riverside", "Tomato seeds", "Gardener's Delight", "50 seeds", "Sow by 2028  Batch TS-204"],
  ["Stokers", "Safety matches", "240 matches", "", "Keep away from children"],
  ["CleanLine", "Dishwasher tablets", "All in 1", "40 tablets", "Lot 31A7  Keep out of reach"],
  ["Bramley Fold", "Printer ink", "Black 302XL", "18 ml", "Use before 10/2028"],
];

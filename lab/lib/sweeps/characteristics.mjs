// Questions with a route or a release characteristic: as an abbreviation, and in words.
import { hasRoute, releasesOf, routeOf } from "./forms.mjs";
import { drawQuestions, formText, plainOf, strengthText, wantsOf } from "./draw.mjs";

/// Abbreviations of prescriptions (BNF, ISMP). `pr` is rectal or prolonged release.
const ABBREVIATIONS = [
  { route: "intravenous", written: ["iv", "i.v.", "IV"] },
  { route: "intramuscular", written: ["im", "i/m", "i.m."] },
  { route: "subcutaneous", written: ["sc", "s/c", "subcut"] },
  { route: "oral", written: ["po", "p.o."] },
  { route: "rectal", orRelease: "modified", written: ["pr", "PR"] },
  { route: "vaginal", written: ["pv", "PV"] },
  { route: "sublingual", written: ["sl", "s/l"] },
  { route: "inhaled", written: ["inh"] },
  { route: "nebulised", written: ["neb"] },
  { route: "topical", written: ["top"] },
  { route: "transdermal", written: ["td"] },
  { release: "modified", written: ["mr", "m/r", "sr", "xl", "la"] },
  { release: "gastro-resistant", written: ["ec", "e/c", "gr"] },
];

const WORDS = [
  { route: "intravenous", written: ["intravenous", "for intravenous use", "intravenously"] },
  { route: "intramuscular", written: ["intramuscular", "for intramuscular use"] },
  { route: "subcutaneous", written: ["subcutaneous", "for subcutaneous use"] },
  { route: "oral", written: ["oral", "for oral use", "by mouth"] },
  { route: "rectal", written: ["rectal", "for rectal use"] },
  { route: "vaginal", written: ["vaginal", "for vaginal use"] },
  { route: "topical", written: ["topical", "for topical use"] },
  { route: "inhaled", written: ["inhaled", "for inhalation"] },
  { route: "nasal", written: ["nasal", "for nasal use"] },
  { route: "transdermal", written: ["transdermal", "for transdermal use"] },
  { release: "modified", written: ["modified release", "modified-release", "prolonged release", "slow release", "sustained release", "extended release"] },
  { release: "immediate", written: ["immediate release", "immediate-release", "standard release", "plain", "plain"] },
  { release: "gastro-resistant", written: ["gastro resistant", "gastro-resistant", "enteric coated", "enteric-coated"] },
];

export const abbreviation = { name: "abbreviation", size: 1200, make: (release, random, size) => drawFrom(release, random, size, ABBREVIATIONS, askAbbreviation) };
export const inWords = { name: "route or release in words", size: 900, make: (release, random, size) => drawFrom(release, random, size, WORDS, askWords) };

/// Half of the questions are about a medicine that has the characteristic.
function drawFrom(release, random, size, table, ask) {
  const medicines = plainOf(release);
  const pools = new Map(table.map((entry) => [entry, medicines.filter((medicine) => fits(release, medicine, entry))]));
  return drawQuestions(size, () => {
    const entry = random.pick(table);
    const pool = random.chance(0.5) || entry.release === "immediate" ? pools.get(entry) : medicines;
    const medicine = random.pick(pool);
    return medicine ? withForm(ask(random, medicine, entry), fits(release, medicine, entry)) : null;
  });
}

/// A question with a form that contradicts the characteristic has no right pack.
const withForm = (question, isFitting) => (question.order === "form" && !isFitting ? { ...question, exists: false } : question);

/// Whether a medicine has the characteristic; for immediate release, whether its substance has another one too.
function fits(release, medicine, entry) {
  if (entry.route) return hasRoute(medicine.tail, entry.route);
  const isOther = ({ tail }) => releasesOf(tail)[0] !== "immediate";
  if (entry.release === "immediate") return routeOf(medicine.tail) === "oral" && release.bySubstance.get(medicine.substance).some(isOther);
  return releasesOf(medicine.tail).includes(entry.release);
}

const ORDERS = {
  after: (medicine, written) => `${medicine.substance} ${written}`,
  before: (medicine, written) => `${written} ${medicine.substance}`,
  within: (medicine, written) => `${medicine.substance} ${written} ${strengthText(medicine)}`,
  last: (medicine, written) => `${medicine.substance} ${strengthText(medicine)} ${written}`,
  form: (medicine, written) => `${medicine.substance} ${written} ${formText(medicine)}`,
};
const WITH_STRENGTH = new Set(["within", "last"]);

function askAbbreviation(random, medicine, entry) {
  const written = random.pick(entry.written);
  const letters = written.toLowerCase().replace(/[^a-z]/g, "");
  const question = askAbout(random, medicine, entry, written, random.pick(Object.keys(ORDERS)));
  const wants = { ...question.wants, ...characteristicOf(entry, letters) };
  return { ...question, class: abbreviation.name, wants, abbreviation: letters, lists: ["supplier's word"] };
}

function askWords(random, medicine, entry) {
  const written = random.pick(entry.written);
  const question = askAbout(random, medicine, entry, written, random.pick(["after", "before", "within", "last"]));
  return { ...question, class: inWords.name };
}

function askAbout(random, medicine, entry, written, order) {
  const { medicines, strengths } = wantsOf(medicine);
  const wants = { medicines, ...(WITH_STRENGTH.has(order) && { strengths }), ...characteristicOf(entry, undefined) };
  return { way: written, order, text: ORDERS[order](medicine, written), half: medicine.half, wants };
}

function characteristicOf({ route, orRelease, release }, abbreviation) {
  return route ? { route: { route, orRelease, abbreviation } } : { release: { release, abbreviation } };
}

// A medicine with a salt that its packs do not have, beside a supplier.
import { halfOf } from "../box/halves.mjs";
import { isCompany, makerOnBox } from "../box/wording.mjs";
import { drawQuestions, plainOf, strengthText, wantsOf } from "./draw.mjs";
import { COMMON_SALTS, isElement, SALTS } from "./medicines.mjs";
import { wordsOf } from "./names.mjs";

export const salt = {
  name: "salt beside a supplier",
  size: 700,
  make: (release, random, size) => {
    const medicines = new Map(plainOf(release).filter(({ parts }) => !parts[0].isComponent).map((medicine) => [medicine.generic, medicine]));
    const packs = release.packs.filter(({ generic, supplier }) => medicines.has(generic) && supplier && isCompany(supplier));
    return drawQuestions(size, () => ((pack) => ask(release, random, medicines.get(pack.generic), pack))(random.pick(packs)));
  },
};

function ask(release, random, medicine, { supplier }) {
  const base = medicine.substance.split(" ").filter((word) => !SALTS.includes(word));
  const asked = random.pick(COMMON_SALTS);
  const isOther = base.length > 0 && !isElement(medicine.words[0]) && release.productsWith([...base, asked]).length === 0;
  if (!isOther) return null;
  const text = `${base.join(" ")} ${asked} ${strengthText(medicine)} ${makerOnBox(supplier)}`;
  const wants = { ...wantsOf(medicine), medicines: [wordsOf(base.join(" "))], salt: { base: wordsOf(base.join(" ")), asked } };
  return { class: salt.name, way: asked, text, half: halfOf(medicine.substance, supplier), exists: !hasSalt(medicine), wants };
}

const hasSalt = ({ words }) => words.some((word) => SALTS.includes(word));

// Finds whether a pack has a medicine, its strengths, and the route, the release characteristic and
// the state of matter that its form implies.
import { isMixture, partsWith, wordsOf } from "./names.mjs";

export const COMMON_SALTS = (
  "hydrochloride hydrobromide sodium potassium calcium magnesium maleate mesilate besilate tartrate citrate phosphate sulfate acetate fumarate succinate " +
  "bromide nitrate lactate gluconate"
).split(" ");
const OTHER_SALTS =
  "propionate valerate butyrate dipropionate furoate bisulfate dihydrogen disodium tosilate xinafoate embonate".split(
    " ",
  );
const HYDRATES =
  "anhydrous hemihydrate monohydrate dihydrate trihydrate pentahydrate heptahydrate decahydrate dodecahydrate".split(
    " ",
  );
export const SALTS = [...COMMON_SALTS, ...OTHER_SALTS];
/** Elements whose salt is the medicine. */
const ELEMENTS = new Set(
  "sodium potassium calcium magnesium zinc ferrous ferric iron aluminium copper lithium ammonium barium bismuth silver selenium hydrogen chromium manganese".split(
    " ",
  ),
);

export const isElement = (word) => ELEMENTS.has(word);

/**
 * Returns whether the generic name or the product name has the medicine. With a notice its salt may
 * be missing, if no other one is stated.
 */
export function hasMedicine(release, pack, words, isNoticed) {
  if (partsWith(release.parse(pack.generic), words).length > 0 || hasInProduct(pack, words))
    return true;
  return isNoticed && saltlessParts(release, pack, words).length > 0;
}

/**
 * Matches parts of words if the generic name starts with `Generic `: such a name has the brand in
 * place of substances.
 */
function hasInProduct({ generic, product }, words) {
  const own = new Set(wordsOf(product));
  if (words.every((word) => own.has(word) || own.has(`${word}s`))) return true;
  return (
    generic.startsWith("Generic ") && words.every((word) => product.toLowerCase().includes(word))
  );
}

/** Returns the components that have the medicine without its salt, and no salt of their own. */
function saltlessParts(release, pack, words) {
  const isSalt = (word) => SALTS.includes(word) || HYDRATES.includes(word);
  const base = words.filter((word) => !isSalt(word));
  if (base.length === 0 || base.length === words.length || isElement(words[0])) return [];
  return partsWith(release.parse(pack.generic), base).filter((part) => !part.words.some(isSalt));
}

/**
 * Returns the strengths of a medicine in a pack: of its component, and for products of one
 * substance also of the product name.
 */
export function strengthsOf(release, pack, words) {
  const [generic, product] = [release.parse(pack.generic), release.parse(pack.product)];
  const own = isMixture(generic) ? partsWith(product, words) : product.parts;
  const exact = partsWith(generic, words);
  const parts = [...(exact.length > 0 ? exact : saltlessParts(release, pack, words)), ...own];
  return parts.flatMap(({ strengths }) => strengths);
}

/** Returns whether the component states one of the `salts`, and not the one that is requested. */
export function hasOtherSalt(release, pack, { base, requested }) {
  const parts = [pack.generic, pack.product].flatMap((name) =>
    partsWith(release.parse(name), base),
  );
  const words = parts.flatMap((part) => part.words);
  return !words.includes(requested) && SALTS.some((salt) => words.includes(salt));
}

/** Returns `liquid`, `semi-solid` or `null`. */
export const stateOfPack = (release, pack) =>
  stateOf(release.parse(pack.generic).tail) ?? stateOf(release.parse(pack.product).tail);

// Checks of a list of packs as a whole. Each returns the positions of the packs that should not be
// there.

export const LISTS = { "plain hidden": mixturesBeforePlain, "supplier's word": narrowedBySupplier };

/**
 * Finds mixtures above a product of the single substance in that strength, or without such a
 * product although the release has one.
 */
function mixturesBeforePlain({ release, question, packs, judged }) {
  const isExact = ({ kinds, isOtherVolume }) => kinds.length === 0 && !isOtherVolume;
  const last = packs.findLastIndex(
    (pack, i) => isExact(judged[i]) && isPlain(release.parse(pack.generic), question.substance),
  );
  const places = [];
  for (const [i, { generic }] of packs.entries()) {
    if (isMixture(release.parse(generic)) && (i < last || (last < 0 && question.hasPlain)))
      places.push(i);
  }
  return places;
}

/** Returns whether a name is of the one substance, without another salt or ester. */
export const isPlain = (name, substance) =>
  !isMixture(name) && name.parts[0].substance === substance;

/**
 * Finds all packs if each has the abbreviation only as a prefix of a word of supplier or size, and
 * the release has other right packs.
 */
function narrowedBySupplier({ release, question, packs, isRight }) {
  const { abbreviation } = question;
  const isByChance = (pack) =>
    wordsOf(`${pack.supplier} ${pack.size}`).some((word) => word.startsWith(abbreviation));
  if (packs.length === 0 || !packs.every(isByChance)) return [];
  const [words] = question.wants.medicines;
  const others = release
    .productsWith(words)
    .filter(
      (pack) => !isByChance(pack) && words.every((word) => wordsOf(pack.product).includes(word)),
    );
  return others.some(isRight) ? packs.map((_, i) => i) : [];
}

const ROUTES = [
  [
    /\bkit\b|lozenges? and|ear\/eye\/nose|eye\/ear|ear\/eye|nasal\/ear|skin prick|radionuclide|device 0|diluent only/,
    null,
  ],
  [/sublingual/, "sublingual"],
  [/oral lyophilisate/, "oral lyophilisate"],
  [
    /buccal|oromucosal|mouthwash|gargle|lozenge|pastille|chewing gum|dental|toothpaste|gingival|periodontal|oral (?:gel|paste|spray)|throat/,
    "oromucosal",
  ],
  [/vaginal|pessar/, "vaginal"],
  [/suppositor|rectal|enema/, "rectal"],
  [/transdermal|patch/, "transdermal"],
  [/cutaneous(?! injection)(?<!subcutaneous)/, "cutaneous"],
  [/nebuli[sz]er|inhalation (?:solution|suspension)/, "nebulised"],
  [/inhal/, "inhaled"],
  [/nasal|\bnose\b/, "nasal"],
  [/\beye\b|ophthalmic|intravitreal|intracameral|intraocular|ocular/, "ocular"],
  [/\bear\b/, "aural"],
  [
    /dialysis|haemofiltration|irrigation|catheter|bladder|intravesical|instillation|urethral|intrauterine|endotracheo|sealant|cardioplegia/,
    "other",
  ],
  [/implant/, "implant"],
  [/\boral\b|by mouth/, "oral"],
  [/intramuscular/, "intramuscular"],
  [/subcutaneous/, "subcutaneous"],
  [/intravenous/, "infusion"],
  [/injection/, "injection"],
  [/infusion/, "infusion"],
  [/tablet|capsule|syrup|elixir|linctus|orodispersible film/, "oral"],
  [/granules|effervescent powder/, "oral"],
  [/ointment|cream/, "cream"],
  [/\bgel\b|lotion|shampoo|\bpaint\b|paste|topical|scalp|\bbath\b|medicated|nail/, "cutaneous"],
  [/\bsoap\b|collodion|dusting|emollient|liniment|emulsifying|paraffin|cetomacrogol/, "cutaneous"],
];

/** Returns the route that a form implies, or `null` if it does not decide. */
export function routeOf(tail) {
  for (const [pattern, route] of ROUTES) if (pattern.test(tail)) return route;
  return null;
}

/**
 * For each requested route: the routes that agree surely and perhaps. Any other route contradicts
 * it.
 */
const AGREEING = {
  intravenous: { sure: ["injection", "infusion"], perhaps: [] },
  intramuscular: { sure: ["injection", "intramuscular"], perhaps: [] },
  subcutaneous: { sure: ["injection", "subcutaneous"], perhaps: ["infusion", "implant"] },
  oral: { sure: ["oral"], perhaps: ["oral lyophilisate", "oromucosal", "sublingual"] },
  rectal: { sure: ["rectal"], perhaps: ["cream", "cutaneous"] },
  vaginal: { sure: ["vaginal"], perhaps: ["cream", "cutaneous"] },
  sublingual: { sure: ["sublingual"], perhaps: ["oromucosal", "oral lyophilisate"] },
  inhaled: { sure: ["inhaled", "nebulised"], perhaps: [] },
  nebulised: { sure: ["nebulised"], perhaps: [] },
  topical: {
    sure: ["cream", "cutaneous"],
    perhaps: ["transdermal", "ocular", "nasal", "aural", "oromucosal", "vaginal", "rectal"],
  },
  transdermal: { sure: ["transdermal"], perhaps: ["cream", "cutaneous"] },
  nasal: { sure: ["nasal"], perhaps: [] },
};

/** Returns whether a form surely has the route. */
export const hasRoute = (tail, requested) => AGREEING[requested].sure.includes(routeOf(tail));

/** Returns whether a form contradicts the route. */
export function contradictsRoute(tail, requested) {
  const route = routeOf(tail);
  const { sure, perhaps } = AGREEING[requested];
  return route !== null && !sure.includes(route) && !perhaps.includes(route);
}

const MODIFIED =
  /modified[- ]release|prolonged[- ]release|extended[- ]release|slow[- ]release|sustained[- ]release|depot/;
const GASTRO_RESISTANT = /gastro[- ]?resistant|enteric/;

/** Returns the release characteristics that a text states. `immediate` if it states no other. */
export function releasesOf(text) {
  const stated = [];
  if (MODIFIED.test(text)) stated.push("modified");
  if (GASTRO_RESISTANT.test(text)) stated.push("gastro-resistant");
  return stated.length > 0 ? stated : ["immediate"];
}

const SEMI_SOLID =
  /cream|ointment|\bgel\b|paste|paraffin|emulsifying|foam|suppositor|pessar|powder|granules|patch/;
const LIQUID =
  /solution|suspension|drops|injection|infusion|liquid|lotion|spray|shampoo|enema|mouthwash|paint|irrigation|emulsion|tincture|scalp application|syrup|elixir/;

/** Returns `semi-solid`, `liquid`, or `null` if the form is neither or both. */
export function stateOf(tail) {
  const isSemiSolid = SEMI_SOLID.test(tail);
  const isLiquid = LIQUID.test(tail);
  if (isSemiSolid === isLiquid) return null;
  return isLiquid ? "liquid" : "semi-solid";
}

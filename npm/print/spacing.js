// Spaces of a line: the network omits some, and a gap that noise or glare widens seems to be one.

export const FORM =
  "tablets?|capsules?|solution|suspension|drops|cream|ointment|injection|inhaler|spray|patch(?:es)?|ampoules?|vials?|sachets?";
/** Words of forms, and of what is said with them. */
const WITH_FORM =
  "oral|sugar|free|film|coated|for|use|release|modified|prolonged|gastro|enteric|resistant|hard|soft|powder|gel|granules|syrup|lotion|infusion|suppository|suppositories|pessary|pessaries|eye|ear|nasal|(?:oro)?dispersible|effervescent|chewable|soluble";
const FORM_WORD = new RegExp(`^(?:${FORM}|${WITH_FORM})$`, "i");
/** Salts and esters, which follow the name of a substance. */
const SALT =
  "hydrochloride|sodium|potassium|calcium|magnesium|phosphate|maleate|mesilate|besilate|fumarate|tartrate|succinate|citrate|acetate|monohydrate";
/** Words that only the names of companies have. */
const COMPANY = "Limited|Laboratories|Pharmaceuticals|Healthcare";
/** Places where the network omits a space: each pattern matches the empty text there. */
const OMITTED_SPACES = [
  /(?<=[a-z]{3})(?=\d)/gi,
  /(?<=[a-z],)(?=[a-z])/gi,
  /(?<=(?:\d\s?|\/)(?:mg|mcg|micrograms?|ml|g|%|units?))(?=[A-Z][a-z]{2}|per|\d)/g,
  /(?<=per)(?=\d|ml\b|g\b|dose)/gi,
  /(?<=[a-z]{3})(?=(?:BP|XL|SR|MR|LA|CR|ER|PR|EC|UK)\b)/g,
  new RegExp(`(?<=[a-z-]{3})(?=(?:${FORM})(?![a-z]))`, "gi"),
  new RegExp(`(?<=[a-z]{4})(?<!hemi|mono|hydro|hydrogen|pyro)(?=(?:${SALT})(?![a-z]))`, "g"),
  new RegExp(`(?<=[a-z.')])(?=(?:${COMPANY})(?![a-z]))`, "g"),
  /(?<=\bDr)(?=[A-Z][a-z]{2})/g,
  /(?<=solution|suspension|injection|infusion|syringe)(?=(?:for|or|in)(?![a-z]))/gi,
  /(?<=for|oral)(?=oral|use)/gi,
];

/**
 * Long words of forms, releases and companies. A part of one is no word, so its letters belong
 * together.
 */
const LONG_WORDS =
  "tablets tablet capsules capsule solution suspension ointment injection infusion inhaler patches ampoules ampoule sachets suppositories pessaries film coated release resistant limited laboratories pharmaceuticals healthcare";

/** Abbreviations of releases. */
export const RELEASE = "xl|sr|mr|la|cr|er|pr|ec|sf|cd|xr";

/**
 * The words of two small letters that names of packs have, and the abbreviations of routes and
 * releases.
 */
const SHORT_WORDS = `of|or|in|to|by|at|as|an|on|no|is|be|up|de|op|bv|md|mg|ml|mm|cm|iu|kg|ug|pa|${RELEASE}|bd|bp|iv|im|sc|id|ip|it|po|pv`;

/**
 * Spaces that are none: in a word of forms, before two letters that are no word, and before a last
 * letter that is no name of a vitamin or the like. Numbers are never joined: a faint point looks
 * like a space.
 */
const NEEDLESS_SPACES = [
  new RegExp(
    `(?<![a-z])(?:${LONG_WORDS.split(" ")
      .map((word) => [...word].join(" ?"))
      .join("|")})(?![a-z])`,
    "gi",
  ),
  new RegExp(`(?<=[a-z]{3}) (?!(?:${SHORT_WORDS})(?![a-z]))(?=[a-z]{2}(?![\\w-]))`, "g"),
  /(?<=[a-z]{3}) (?=[flmnorstuy](?![\w-]))/g,
];

/** `Film-coated` with a letter that is missing or misread. */
const FILM = /(?<![a-z])(?:flm|ilm|fim|filn|fiim|flim)(?=-coated)/gi;

/** A letter between digits is a zero: no number has a letter there. */
const LETTER_FOR_ZERO = /(?<=\d)o(?=\d)/gi;

/**
 * Returns a text with the spaces that are surely missing, and without those that are surely none. A
 * letter in a number becomes a zero, and `flm` film.
 */
export const separated = (text) =>
  OMITTED_SPACES.reduce(
    (spaced, place) => spaced.replace(place, " "),
    joined(text.replace(LETTER_FOR_ZERO, "0")).replace(FILM, "film"),
  );

export const isForm = (word) => FORM_WORD.test(word);

/** Returns the words of a text: three letters or more. */
export const wordsIn = (text) => separated(text).match(/\p{L}{3,}/gu) ?? [];

const joined = (text) =>
  NEEDLESS_SPACES.reduce(
    (whole, place) => whole.replace(place, (found) => found.replaceAll(" ", "")),
    text,
  );

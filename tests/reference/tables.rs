//! The tables of the search: the product's TSV files, parsed independently, and lists that docs/search.md cites. Also the routes and
//! releases that names state or imply (section 6), and the names of medicines (FORMAT.md).

use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

use super::packs::Terms;

const SYNONYMS: &str = include_str!("../../src/search/synonyms.tsv");
const ATTRIBUTES: &str = include_str!("../../src/attributes/attributes.tsv");
const BOX_PHRASES: &str = include_str!("../../src/search/box_phrases.tsv");

/// Letters that look alike, as written and as meant. The first five are one edit of the fuzzy search.
pub const LOOKS_LIKE: [(&str, &str); 13] = [
    ("rn", "m"),
    ("m", "rn"),
    ("cl", "d"),
    ("d", "cl"),
    ("vv", "w"),
    ("1", "l"),
    ("1", "i"),
    ("i", "l"),
    ("l", "i"),
    ("0", "o"),
    ("5", "s"),
    ("8", "b"),
    ("6", "b"),
];

/// Letters that sound alike, as written and as meant.
pub const SOUNDS_LIKE: [(&str, &str); 12] = [
    ("ph", "f"),
    ("f", "ph"),
    ("ks", "x"),
    ("x", "ks"),
    ("cs", "x"),
    ("s", "c"),
    ("c", "s"),
    ("y", "i"),
    ("i", "y"),
    ("k", "c"),
    ("ck", "c"),
    ("th", "t"),
];

/// Words that exclude what follows them.
pub const NEGATIONS: [&str; 6] = ["not", "no", "non", "without", "except", "excluding"];

fn rows(table: &'static str) -> Vec<Vec<&'static str>> {
    let mut rows = Vec::new();
    for line in table.lines() {
        if !line.is_empty() && !line.starts_with('#') {
            rows.push(line.split('\t').collect());
        }
    }
    rows
}

/// A row of `synonyms.tsv`.
#[derive(Clone, Copy, Debug)]
pub struct Synonym {
    /// What it means: whole words of a name.
    pub meaning: &'static str,
    /// The kind, such as `ban`.
    pub kind: &'static str,
}

impl Synonym {
    /// Returns whether what is written is a former or foreign name of a substance.
    pub fn is_former_name(&self) -> bool {
        matches!(self.kind, "ban" | "usan" | "old" | "spelling")
    }
}

/// All synonyms, by what is written.
pub static SYNONYM_ROWS: LazyLock<BTreeMap<&'static str, Vec<Synonym>>> = LazyLock::new(synonym_rows);

fn synonym_rows() -> BTreeMap<&'static str, Vec<Synonym>> {
    let mut synonyms: BTreeMap<&str, Vec<Synonym>> = BTreeMap::new();
    for row in rows(SYNONYMS) {
        if row[2] != COMBINATION_PART {
            synonyms.entry(row[0]).or_default().push(Synonym { meaning: row[1], kind: row[2] });
        }
    }
    synonyms
}

/// Returns the synonyms of a text, which are none for most.
pub fn synonyms_of(written: &str) -> &'static [Synonym] {
    match SYNONYM_ROWS.get(written) {
        Some(synonyms) => synonyms,
        None => &[],
    }
}

/// The kind of the rows that name a combination, and no synonym: `codeine` is part of `co-codamol`.
const COMBINATION_PART: &str = "part";

/// Returns the combinations that a substance is part of and whose names do not say so.
pub fn combinations_of(substance: &str) -> Vec<&'static str> {
    let mut combinations = Vec::new();
    for row in rows(SYNONYMS) {
        if row[2] == COMBINATION_PART && row[0] == substance {
            combinations.push(row[1]);
        }
    }
    combinations
}

/// What a word does in `attributes.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AttributeUse {
    /// A title that has the word states the attribute; a query asks for the word.
    Form,
    /// Titles state it, queries ask for it.
    States,
    /// A title that has the word and states no route has the attribute; a query asks for the word.
    Implies,
    /// Queries ask for it; in names it means nothing.
    Asks,
    /// A route of dm+d that no name states.
    Route,
}

/// A row of `attributes.tsv`.
#[derive(Clone, Debug)]
pub struct AttributeRow {
    /// What the word does.
    pub usage: AttributeUse,
    /// The attributes.
    pub attributes: Vec<&'static str>,
}

/// All rows of `attributes.tsv`, by word.
pub static ATTRIBUTE_ROWS: LazyLock<BTreeMap<&'static str, AttributeRow>> = LazyLock::new(attribute_rows);

fn attribute_rows() -> BTreeMap<&'static str, AttributeRow> {
    let mut attributes = BTreeMap::new();
    for row in rows(ATTRIBUTES) {
        let usage = match row[1] {
            "form" => AttributeUse::Form,
            "states" => AttributeUse::States,
            "implies" => AttributeUse::Implies,
            "route" => AttributeUse::Route,
            _ => AttributeUse::Asks,
        };
        attributes.insert(row[0], AttributeRow { usage, attributes: row[2].split(' ').collect() });
    }
    attributes
}

/// What a phrase is in `boxes.tsv`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// Never searched for.
    Noise,
    /// Never searched for; a quantity before it is a size.
    Container,
    /// Never searched for; a number after it is a size.
    Size,
    /// Never searched for, nor is what has digits after it.
    Code,
    /// Searched for; a number before it is a size.
    Form,
    /// Searched for if a pack has it.
    Detail,
    /// An abbreviation with several meanings.
    Doubt,
    /// A salt after a substance.
    Salt,
}

/// All phrases of `boxes.tsv`.
pub static PHRASES: LazyLock<BTreeMap<&'static str, PhraseKind>> = LazyLock::new(phrases);

fn phrases() -> BTreeMap<&'static str, PhraseKind> {
    let mut phrases = BTreeMap::new();
    for row in rows(BOX_PHRASES) {
        let kind = match row[1] {
            "noise" => PhraseKind::Noise,
            "container" => PhraseKind::Container,
            "size" => PhraseKind::Size,
            "code" => PhraseKind::Code,
            "form" => PhraseKind::Form,
            "detail" => PhraseKind::Detail,
            "doubt" => PhraseKind::Doubt,
            _ => PhraseKind::Salt,
        };
        phrases.insert(row[0], kind);
    }
    phrases
}

/// Returns what a phrase is, or `None` if it is not in the table.
pub fn phrase(text: &str) -> Option<PhraseKind> {
    PHRASES.get(text).copied()
}

/// The attributes that are no routes.
const RELEASES: [&str; 3] = ["modified", "gastro-resistant", "immediate"];

/// The attributes of a product.
#[derive(Clone, Debug, Default)]
pub struct Attributes(BTreeSet<&'static str>);

impl Attributes {
    /// Collects the attributes that the two names of a product state, and the routes that dm+d records. If these have no route, those
    /// that the title implies count, or else those that the generic name implies.
    pub fn new(title: &Terms, generic: &Terms, routes: &[String]) -> Attributes {
        let mut found = of_words(&title.words, &[AttributeUse::States, AttributeUse::Form]);
        found.extend(of_words(&generic.words, &[AttributeUse::States, AttributeUse::Form]));
        let mut keys = BTreeSet::new();
        for route in routes {
            keys.insert(attribute_key(&route.to_lowercase()));
        }
        found.extend(of_words(&keys, &[AttributeUse::States, AttributeUse::Route]));
        if found.iter().all(|attribute| RELEASES.contains(attribute)) {
            let of_title = implied(title);
            found.extend(if of_title.is_empty() { implied(generic) } else { of_title });
        }
        Attributes(found)
    }

    /// Returns whether the product has the attribute. Immediate release is what is neither modified nor gastro-resistant.
    pub fn has(&self, attribute: &str) -> bool {
        if attribute == "immediate" {
            return !self.0.contains("modified") && !self.0.contains("gastro-resistant");
        }
        self.0.contains(attribute)
    }
}

fn of_words(words: &BTreeSet<String>, uses: &[AttributeUse]) -> BTreeSet<&'static str> {
    let mut attributes = BTreeSet::new();
    for word in words {
        let Some(row) = ATTRIBUTE_ROWS.get(word.as_str()) else { continue };
        if uses.contains(&row.usage) {
            attributes.extend(&row.attributes);
        }
    }
    attributes
}

/// Returns the attributes that a name implies. One with `injection` or `infusion` implies no other route.
fn implied(name: &Terms) -> BTreeSet<&'static str> {
    let mut implied = of_words(&name.words, &[AttributeUse::Implies]);
    for form in ["injection", "infusion"] {
        if name.words.contains(form) {
            implied.retain(|attribute| ATTRIBUTE_ROWS[form].attributes.contains(attribute));
        }
    }
    implied
}

/// Returns the word of `attributes.tsv` that a text writes, without the signs that are ignored.
pub fn attribute_key(text: &str) -> String {
    text.replace(['.', '/', '-', '(', ')', ',', ';', ' '], "")
}

const FILTER: &[u8] = include_bytes!("../../src/dataset/medicine-names.bin");
const SHORTEST: usize = 4;
const HASHES: u32 = 8;

/// Smaller datasets have no names of medicines.
pub const MIN_PACKS: usize = 1000;

/// Returns whether a word is in the filter.
pub fn is_medicine_name(word: &str) -> bool {
    if word.len() < SHORTEST || !word.chars().all(|letter| letter.is_ascii_lowercase()) {
        return false;
    }
    let h = mix(fnv1a(word));
    let step = mix(h) | 1;
    for i in 0..HASHES {
        let bit = h.wrapping_add(step.wrapping_mul(i)) as usize % (FILTER.len() * 8);
        if FILTER[bit / 8] >> (bit % 8) & 1 == 0 {
            return false;
        }
    }
    true
}

fn fnv1a(word: &str) -> u32 {
    let mut hash: u32 = 2_166_136_261;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    }
    hash
}

fn mix(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 13;
    x = x.wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

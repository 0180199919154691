//! The tables of the search: the product's TSV files, read anew, and lists that docs/search.md cites.

use std::collections::BTreeMap;
use std::sync::LazyLock;

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

fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    table
        .lines()
        .filter(|line| !line.is_empty() && !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
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
pub static SYNONYM_ROWS: LazyLock<BTreeMap<&'static str, Vec<Synonym>>> = LazyLock::new(|| {
    let mut synonyms: BTreeMap<&str, Vec<Synonym>> = BTreeMap::new();
    for row in rows(SYNONYMS).filter(|row| row[2] != COMBINATION_PART) {
        synonyms.entry(row[0]).or_default().push(Synonym { meaning: row[1], kind: row[2] });
    }
    synonyms
});

/// Returns the synonyms of a text, which are none for most.
pub fn synonyms_of(written: &str) -> &'static [Synonym] {
    SYNONYM_ROWS.get(written).map_or(&[], Vec::as_slice)
}

/// The kind of the rows that name a combination, and no synonym: `codeine` is part of `co-codamol`.
const COMBINATION_PART: &str = "part";

/// Returns the combinations that a substance is part of and whose names do not say so.
pub fn combinations_of(substance: &str) -> Vec<&'static str> {
    let is_part = |row: &Vec<&str>| row[2] == COMBINATION_PART && row[0] == substance;
    rows(SYNONYMS).filter(is_part).map(|row| row[1]).collect()
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
pub static ATTRIBUTE_ROWS: LazyLock<BTreeMap<&'static str, AttributeRow>> = LazyLock::new(|| {
    let usage = |word: &str| match word {
        "form" => AttributeUse::Form,
        "states" => AttributeUse::States,
        "implies" => AttributeUse::Implies,
        "route" => AttributeUse::Route,
        _ => AttributeUse::Asks,
    };
    let row = |row: Vec<&'static str>| {
        (row[0], AttributeRow { usage: usage(row[1]), attributes: row[2].split(' ').collect() })
    };
    rows(ATTRIBUTES).map(row).collect()
});

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
pub static PHRASES: LazyLock<BTreeMap<&'static str, PhraseKind>> = LazyLock::new(|| {
    let kind = |word: &str| match word {
        "noise" => PhraseKind::Noise,
        "container" => PhraseKind::Container,
        "size" => PhraseKind::Size,
        "code" => PhraseKind::Code,
        "form" => PhraseKind::Form,
        "detail" => PhraseKind::Detail,
        "doubt" => PhraseKind::Doubt,
        _ => PhraseKind::Salt,
    };
    rows(BOX_PHRASES).map(|row| (row[0], kind(row[1]))).collect()
});

/// Returns what a phrase is, or `None` if it is not in the table.
pub fn phrase(text: &str) -> Option<PhraseKind> {
    PHRASES.get(text).copied()
}

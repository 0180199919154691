//! A pack with its names as terms, and the index of all packs.

use std::collections::BTreeSet;

use pack_lookup::pack::Pack;

use super::exact::is_form;
use super::tables::{Attributes, MIN_PACKS, is_medicine_name};
use super::text::fold_name;
use super::tokens::{RatioAt, Token, compounds, ones_in, ratios, tokenise};
use super::units::{Quantity, Ratio};

const SEMISOLIDS: [&str; 4] = ["cream", "ointment", "gel", "paste"];
const LIQUIDS: [&str; 14] = [
    "solution",
    "suspension",
    "infusion",
    "injection",
    "drops",
    "liquid",
    "mouthwash",
    "spray",
    "emulsion",
    "enema",
    "ampoules",
    "vials",
    "bags",
    "irrigation",
];

/// The terms of a text.
#[derive(Clone, Debug, Default)]
pub struct Terms {
    /// The folded text.
    pub text: Vec<char>,
    /// Its tokens in order.
    pub tokens: Vec<Token>,
    /// Words and compounds.
    pub words: BTreeSet<String>,
    /// Numbers without a unit.
    pub numbers: BTreeSet<String>,
    /// Numbers with a unit.
    pub quantities: BTreeSet<Quantity>,
    /// Ratios, also those that percentages are.
    pub ratios: BTreeSet<Ratio>,
    /// The N of each `1 in N`.
    pub ones_in: BTreeSet<String>,
}

impl Terms {
    /// Cuts a text into terms.
    pub fn new(text: &str) -> Terms {
        let text: Vec<char> = fold_name(text).chars().collect();
        let tokens = tokenise(&text);
        let mut terms = Terms { text, tokens, ..Terms::default() };
        for token in &terms.tokens {
            terms.words.extend(token.word().map(str::to_owned));
            terms.numbers.extend(token.number().map(str::to_owned));
            terms.quantities.extend(token.quantity().cloned());
            if token.is_bare_denominator {
                terms.words.insert(terms.text[token.span.clone()].iter().collect());
            }
        }
        for (_, word) in compounds(&terms.text, &terms.tokens) {
            terms.words.insert(word);
        }
        for at in terms.ratios_at() {
            terms.ratios.insert(at.ratio);
        }
        for (_, number) in ones_in(&terms.tokens) {
            terms.ones_in.insert(number);
        }
        terms
    }

    fn has_any(&self, words: &[&str]) -> bool {
        words.iter().any(|word| self.words.contains(*word))
    }

    /// Adds the ratios that percentages and `1 in N` are in the dose form of the title.
    fn with_percentages(mut self) -> Terms {
        let per = match (self.has_any(&SEMISOLIDS), self.has_any(&LIQUIDS)) {
            (true, _) => "mg",
            (false, true) => "ml",
            (false, false) => return self,
        };
        for quantity in &self.quantities {
            if quantity.unit.name == "%" {
                self.ratios.extend(Ratio::of_percentage(&quantity.number, per));
            }
        }
        if per == "ml" {
            for number in &self.ones_in {
                self.ratios.extend(Ratio::one_in(number));
            }
        }
        self
    }

    /// Returns whether the text has a quantity that may be a strength.
    fn has_strength(&self) -> bool {
        self.quantities.iter().any(|quantity| quantity.unit.is_strength)
    }

    /// Returns the ratios that the text has.
    pub fn ratios_at(&self) -> Vec<RatioAt> {
        ratios(&self.text, &self.tokens)
    }
}

/// A pack and its terms.
#[derive(Clone, Debug)]
pub struct IndexedPack {
    /// The record.
    pub pack: Pack,
    /// The folded name.
    pub folded: String,
    /// The terms of the product's name.
    pub title: Terms,
    /// The terms of supplier, size and sub-pack.
    pub tail: Terms,
    /// The terms of the generic product's name.
    pub generic: Terms,
    /// The words of the generic name that no pack's own name has.
    pub generic_words: BTreeSet<String>,
    /// The components of a mixture, each with the terms of its part of the title.
    pub components: Vec<Terms>,
    /// The components of the generic product's name.
    pub generic_components: Vec<Terms>,
    /// Routes and releases.
    pub attributes: Attributes,
    /// Whether the title or the generic name has several components.
    pub is_mixture: bool,
}

impl IndexedPack {
    /// Cuts the names of a pack into terms.
    pub fn new(pack: Pack) -> IndexedPack {
        let NameParts { title, tail, .. } = split_name(&pack.name, pack.subpack.as_deref());
        let title_terms = Terms::new(title).with_percentages();
        let generic = Terms::new(&pack.generic_product_name).with_percentages();
        IndexedPack {
            folded: fold_name(&pack.name),
            attributes: Attributes::new(&title_terms, &generic, &[]),
            generic_words: BTreeSet::new(),
            components: component_terms(title),
            generic_components: component_terms(&pack.generic_product_name),
            is_mixture: is_mixture(title) || is_mixture(&pack.generic_product_name),
            title: title_terms,
            tail: Terms::new(tail),
            generic,
            pack,
        }
    }
}

/// Returns the terms of each component. Its percentages are ratios if the component itself names the form.
fn component_terms(name: &str) -> Vec<Terms> {
    let mut terms = Vec::new();
    for part in components(name) {
        terms.push(Terms::new(part).with_percentages());
    }
    terms
}

/// The parts of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameParts<'n> {
    /// The name of the product.
    pub title: &'n str,
    /// What is in the brackets after it.
    pub supplier: Option<&'n str>,
    /// What follows them, without the sub-pack.
    pub size: &'n str,
    /// Everything after the title.
    pub tail: &'n str,
}

/// Splits a name. The supplier is the last group in brackets that begins with a letter.
pub fn split_name<'n>(name: &'n str, subpack: Option<&str>) -> NameParts<'n> {
    let shown = subpack.and_then(|subpack| name.strip_suffix(subpack)?.strip_suffix(' '));
    let rest = shown.unwrap_or(name);
    let Some(start) = supplier_start(rest) else {
        return NameParts { title: rest, tail: &name[rest.len()..], ..NameParts::default() };
    };
    let group = &rest[start + 1..];
    let len = group_len(group);
    NameParts {
        title: &name[..start],
        supplier: Some(&group[1..len - 1]),
        size: group[len..].trim_start_matches(' '),
        tail: &name[start..],
    }
}

/// Returns how long the group in brackets is with which a text begins.
fn group_len(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Returns where the space before the supplier's bracket is.
fn supplier_start(name: &str) -> Option<usize> {
    let mut end = name.len();
    while let Some(close) = name[..end].rfind(')') {
        let open = matching_open(&name[..close])?;
        let is_supplier = name[open + 1..close].starts_with(char::is_alphabetic);
        let is_spaced = name[..open].ends_with(' ');
        let is_followed = name[close + 1..].is_empty() || name[close + 1..].starts_with(' ');
        if is_supplier && is_spaced && is_followed {
            return Some(open - 1);
        }
        end = open;
    }
    None
}

/// Returns the bracket that belongs to the `)` after `text`.
fn matching_open(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

/// Returns the components of a product's name.
pub fn components(product: &str) -> Vec<&str> {
    let mut components = Vec::new();
    for part in product.split(" / ") {
        match cut(part) {
            Some((one, other)) => components.extend([one, other]),
            None => components.push(part),
        }
    }
    components
}

fn cut(part: &str) -> Option<(&str, &str)> {
    for word in [" in ", " and ", " with ", " & "] {
        if let Some(cut) = cut_at(part, word) {
            return Some(cut);
        }
    }
    None
}

fn has_digit(text: &str) -> bool {
    text.contains(|character: char| character.is_ascii_digit())
}

/// Cuts a part at the first such word, if digits are before and after it and a letter follows directly.
fn cut_at<'p>(part: &'p str, word: &str) -> Option<(&'p str, &'p str)> {
    let (one, other) = part.split_once(word)?;
    let is_cut = has_digit(one) && has_digit(other) && other.starts_with(char::is_alphabetic);
    if is_cut { Some((one, other)) } else { None }
}

/// Returns whether a product's name has several components.
pub fn is_mixture(product: &str) -> bool {
    components(product).len() > 1
}

/// All packs in name order, and their words.
pub struct Index {
    /// The packs.
    pub packs: Vec<IndexedPack>,
    /// Every word, number and quantity of a name.
    pub terms: BTreeSet<String>,
    /// The words of names that begin with a letter.
    pub words: BTreeSet<String>,
    /// The words of generic names that no pack's own name has.
    pub generic_words: BTreeSet<String>,
}

impl Index {
    /// Sorts the packs by name and collects their words.
    pub fn new(mut packs: Vec<IndexedPack>) -> Index {
        packs.sort_by(|a, b| {
            (&a.folded, &a.pack.name, a.pack.pack_id).cmp(&(&b.folded, &b.pack.name, b.pack.pack_id))
        });
        let mut terms = BTreeSet::new();
        for pack in &packs {
            terms.extend(all_terms(&pack.title));
            terms.extend(all_terms(&pack.tail));
        }
        let mut generic_words = BTreeSet::new();
        for pack in &mut packs {
            pack.generic_words = pack.generic.words.difference(&terms).cloned().collect();
            generic_words.extend(pack.generic_words.iter().cloned());
        }
        let mut words = terms.clone();
        words.retain(|term| term.starts_with(char::is_alphabetic));
        Index { packs, terms, words, generic_words }
    }

    /// Returns whether some name begins with a text.
    pub fn begins_name(&self, text: &str) -> bool {
        self.packs.iter().any(|pack| pack.folded.starts_with(text))
    }

    /// Returns whether some generic name has a word as its first of several. It is written with a capital.
    pub fn begins_generic_name(&self, word: &str) -> bool {
        let start = format!("{} ", capitalised(word));
        self.packs.iter().any(|pack| pack.pack.generic_product_name.starts_with(&start))
    }

    /// Returns whether a name or a generic name begins with a word, and has others after it.
    pub fn is_first_word(&self, word: &str) -> bool {
        self.begins_name(&format!("{word} "))
            || self.begins_name(&format!("{word}-"))
            || self.begins_name(&format!("co-{word} "))
            || self.begins_generic_name(word)
    }

    /// Returns whether a word is in titles, more often than in tails, and one title in four at most has a strength. Forms do not count.
    pub fn names_device(&self, word: &str) -> bool {
        let term = word.to_owned();
        let (mut titles, mut tails, mut with_strength) = (0, 0, 0);
        for pack in &self.packs {
            if all_terms(&pack.title).contains(&term) {
                titles += 1;
                with_strength += usize::from(pack.title.has_strength());
            }
            tails += usize::from(all_terms(&pack.tail).contains(&term));
        }
        titles > tails && with_strength * 4 <= titles && !is_form(word)
    }

    /// Returns the word that follows this one in every name that begins with it, if it is always the same: `house dust mite`.
    pub fn only_second_word(&self, word: &str) -> Option<String> {
        let start = format!("{word} ");
        let mut seconds = BTreeSet::new();
        for pack in &self.packs {
            if pack.folded.starts_with(&start) {
                let title: String = pack.title.text.iter().collect();
                seconds.insert(title.split(' ').nth(1).unwrap_or("").to_owned());
            }
        }
        let only = seconds.pop_first()?;
        if seconds.is_empty() && only.starts_with(char::is_alphabetic) { Some(only) } else { None }
    }

    /// Returns whether a generic word begins so.
    pub fn begins_generic_word(&self, prefix: &str) -> bool {
        self.generic_words.iter().any(|word| word.starts_with(prefix))
    }

    /// Returns whether a word is the name of a medicine anywhere.
    pub fn is_medicine_name(&self, word: &str) -> bool {
        self.packs.len() >= MIN_PACKS && is_medicine_name(word)
    }
}

/// Writes the first letter of a word as a capital.
pub fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    match letters.next() {
        Some(first) => format!("{}{}", first.to_ascii_uppercase(), letters.as_str()),
        None => String::new(),
    }
}

fn all_terms(terms: &Terms) -> Vec<String> {
    let mut all: Vec<String> = terms.words.union(&terms.numbers).cloned().collect();
    for quantity in &terms.quantities {
        all.push(format!("{}{}", quantity.number, quantity.unit.name));
    }
    all
}

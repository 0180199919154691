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
        terms.words.extend(compounds(&terms.text, &terms.tokens).into_iter().map(|(_, word)| word));
        terms.ratios.extend(terms.ratios_at().into_iter().map(|at| at.ratio));
        terms.ones_in.extend(ones_in(&terms.tokens).into_iter().map(|(_, number)| number));
        terms
    }

    /// Adds the ratios that percentages and `1 in N` are in the dose form of the title.
    fn with_percentages(mut self) -> Terms {
        let has = |forms: &[&str]| forms.iter().any(|form| self.words.contains(*form));
        let per = match (has(&SEMISOLIDS), has(&LIQUIDS)) {
            (true, _) => "mg",
            (false, true) => "ml",
            (false, false) => return self,
        };
        let percentages = self.quantities.iter().filter(|quantity| quantity.unit.name == "%");
        let mut ratios: Vec<Ratio> =
            percentages.filter_map(|percentage| Ratio::of_percentage(&percentage.number, per)).collect();
        if per == "ml" {
            ratios.extend(self.ones_in.iter().filter_map(|number| Ratio::one_in(number)));
        }
        self.ratios.extend(ratios);
        self
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
        let parts = |name: &str| {
            // A component's percentages are ratios if the component itself names the form.
            components(name).into_iter().map(|part| Terms::new(part).with_percentages()).collect()
        };
        let title_terms = Terms::new(title).with_percentages();
        let generic = Terms::new(&pack.generic_product_name).with_percentages();
        IndexedPack {
            folded: fold_name(&pack.name),
            attributes: Attributes::new(&title_terms, &generic, &[]),
            generic_words: BTreeSet::new(),
            components: parts(title),
            generic_components: parts(&pack.generic_product_name),
            is_mixture: is_mixture(title) || is_mixture(&pack.generic_product_name),
            title: title_terms,
            tail: Terms::new(tail),
            generic,
            pack,
        }
    }
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
        let cut = [" in ", " and ", " with ", " & "].into_iter().find_map(|word| cut_at(part, word));
        match cut {
            Some((one, other)) => components.extend([one, other]),
            None => components.push(part),
        }
    }
    components
}

/// Cuts a part at the first such word, if digits are before and after it and a letter follows directly.
fn cut_at<'p>(part: &'p str, word: &str) -> Option<(&'p str, &'p str)> {
    let (one, other) = part.split_once(word)?;
    let has_digit = |text: &str| text.contains(|character: char| character.is_ascii_digit());
    let is_cut = has_digit(one) && has_digit(other) && other.starts_with(char::is_alphabetic);
    is_cut.then_some((one, other))
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
            let own = pack.generic.words.iter().filter(|word| !terms.contains(*word));
            pack.generic_words = own.cloned().collect();
            generic_words.extend(pack.generic_words.iter().cloned());
        }
        let is_word = |term: &&String| term.starts_with(char::is_alphabetic);
        let words = terms.iter().filter(is_word).cloned().collect();
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
        let has_strength = |title: &Terms| title.quantities.iter().any(|quantity| quantity.unit.is_strength);
        let titles: Vec<&Terms> = self
            .packs
            .iter()
            .map(|pack| &pack.title)
            .filter(|title| all_terms(title).contains(&word.to_owned()))
            .collect();
        let tails = self.packs.iter().filter(|pack| all_terms(&pack.tail).contains(&word.to_owned())).count();
        let with_strength = titles.iter().filter(|title| has_strength(title)).count();
        titles.len() > tails && with_strength * 4 <= titles.len() && !is_form(word)
    }

    /// Returns the word that follows this one in every name that begins with it, if it is always the same: `house dust mite`.
    pub fn only_second_word(&self, word: &str) -> Option<String> {
        let start = format!("{word} ");
        let mut seconds = BTreeSet::new();
        for pack in self.packs.iter().filter(|pack| pack.folded.starts_with(&start)) {
            let title: String = pack.title.text.iter().collect();
            seconds.insert(title.split(' ').nth(1).unwrap_or("").to_owned());
        }
        let only = seconds.pop_first().filter(|second| second.starts_with(char::is_alphabetic));
        only.filter(|_| seconds.is_empty())
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
    letters
        .next()
        .map_or(String::new(), |first| format!("{}{}", first.to_ascii_uppercase(), letters.as_str()))
}

fn all_terms(terms: &Terms) -> Vec<String> {
    let quantities =
        terms.quantities.iter().map(|quantity| format!("{}{}", quantity.number, quantity.unit.name));
    terms.words.iter().chain(&terms.numbers).cloned().chain(quantities).collect()
}

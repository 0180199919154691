//! What all packs together have: the words of names and of generic names.

use std::collections::BTreeSet;

use super::exact::is_form;
use super::medicine_names::{self, MIN_PACKS};
use super::packs::{IndexedPack, Terms};

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
        self.packs.len() >= MIN_PACKS && medicine_names::is_medicine_name(word)
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

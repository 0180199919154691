//! Words that neither names nor suppliers have: misread, misspelt or joined words, and medicines that no name
//! has.

use super::forms::{is_form, words_need};
use super::routes::attribute_of;
use super::salts::{follows_metal, is_metal};
use super::separate::{is_numeral, segment};
use super::term::{Choice, Role, Term};
use super::words::{MAX_SPELLINGS, WordReader};
use super::{costs, spelling};
use crate::quantity::Unit;
use crate::search::box_phrases::is_salt;
use crate::search::index::Need;
use crate::search::spelling::medicine_stem;
use crate::search::synonyms::combinations_of;
use crate::text::{is_digit, prefix_len};

/// The minimum length of an unknown word to which an amount or a number is joined.
const MIN_BEFORE_AMOUNT: usize = 4;
/// Endings that state a release, as in `MadoparCR`.
const RELEASE_ENDINGS: [&str; 7] = ["retard", "mr", "xl", "sr", "cr", "la", "xr"];
/// Dose forms that are joined to the word before, as in `eardrops`.
const JOINED_FORMS: [&str; 12] = [
    "capsules",
    "cream",
    "drops",
    "gel",
    "injection",
    "inhaler",
    "lotion",
    "ointment",
    "patches",
    "spray",
    "syrup",
    "tablets",
];

impl WordReader<'_, '_, '_> {
    /// Reads a word that neither names nor suppliers have, in the first way that fits.
    pub(super) fn unknown(&mut self, word: &str) {
        if self.cut_after_misread(word) {
            return;
        }
        let term = self.absent(word).or_else(|| self.misspelt(word));
        if term.is_none() && self.segmented(word) {
            return;
        }
        let term = term.or_else(|| self.only_supplier(word)).unwrap_or_else(|| self.unknown_term(word));
        self.reader.push(term, 1);
    }

    /// Reads a word with digits that look like letters, or cuts it.
    fn cut_after_misread(&mut self, word: &str) -> bool {
        if begins_with_release(word) && self.cut(word) {
            return true;
        }
        match self.misread(word) {
            Some(term) => self.reader.push(term, 1),
            None => return self.cut(word),
        }
        true
    }

    /// Reads the term of a word with digits among its letters: `fel0dipine`.
    fn misread(&self, word: &str) -> Option<Term> {
        if !word.contains(is_digit) || !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let index = self.reader.index;
        let choices = spelling::misread(index, word);
        if choices.iter().any(|choice| spelling::names_medicine(index, choice)) {
            return Some(Term::new(word, Role::Medicine, choices));
        }
        (!choices.is_empty() && word.len() > 3).then(|| Term::new(word, Role::Word, choices))
    }

    /// Reads the term of a combination, or of a medicine, a salt or a route that no name has.
    fn absent(&self, word: &str) -> Option<Term> {
        let combinations = combinations_of(word);
        if !combinations.is_empty() {
            let needs = combinations.into_iter().map(words_need).collect();
            return Some(Term::new(word, Role::Medicine, vec![Choice::typed(Need::Any(needs))]));
        }
        let is_elsewhere = self.reader.index.dataset.medicine_names().contains(word);
        if is_elsewhere || is_salt(word) || is_metal(word) {
            return Some(Term::new(word, Role::Medicine, Vec::new()));
        }
        is_unknown_route(word).then(|| Term::new(word, Role::Route, Vec::new()))
    }

    /// Reads the term of a misspelt word.
    fn misspelt(&mut self, word: &str) -> Option<Term> {
        if self.reader.spellings >= MAX_SPELLINGS || is_numeral(word) {
            return None;
        }
        self.reader.spellings += 1;
        let mut choices = self.reader.spellings_of(word);
        if choices.is_empty() {
            return None;
        }
        let index = self.reader.index;
        let is_medicine = choices.iter().any(|choice| spelling::names_medicine(index, choice));
        let role = if is_medicine { Role::Medicine } else { spelling::role_of(&choices) };
        choices.extend(self.misspelt_supplier(word));
        choices.sort_by_key(|choice| choice.cost);
        Some(Term::new(word, role, choices))
    }

    /// Reads several words without a space.
    fn segmented(&mut self, word: &str) -> bool {
        let index = self.reader.index;
        let Some(parts) = segment(word, |part| index.has_term(part) || is_form(part)) else { return false };
        let text = parts.join(" ");
        let mut terms = super::read(index, &text);
        if let Some(first) = terms.first_mut() {
            word.clone_into(&mut first.written);
            for choice in &mut first.choices {
                choice.cost += costs::REJOINED;
                choice.read_as.get_or_insert_with(|| vec![text.clone()]);
            }
        }
        self.reader.terms.extend(terms);
        self.reader.at += 1;
        true
    }

    fn only_supplier(&self, word: &str) -> Option<Term> {
        Some(Term::new(word, Role::Supplier, vec![self.misspelt_supplier(word)?]))
    }

    /// Builds the term of a word that no way explains: a medicine, or an unknown word.
    fn unknown_term(&self, word: &str) -> Term {
        let next = self.reader.text_at(1);
        let is_beside_salt = is_salt(next) || is_metal(next) || follows_metal(self.reader);
        if medicine_stem(word).is_some() || is_beside_salt && !word.starts_with(is_digit) {
            return Term::new(word, Role::Medicine, Vec::new());
        }
        let mut term = Term::new(word, Role::Unknown, Vec::new());
        term.is_required = may_be_amount(word) || word.chars().count() == 1 || is_numeral(word);
        term
    }

    /// Finds the choice of a supplier after a medicine.
    fn misspelt_supplier(&self, word: &str) -> Option<Choice> {
        if self.reader.has_medicine() { spelling::supplier(self.reader.index, word) } else { None }
    }

    /// Reports whether words of names begin with some letters. A few letters may be a code.
    fn begins_word(&self, letters: &str) -> bool {
        is_form(letters) || letters.len() >= MIN_BEFORE_AMOUNT && self.reader.index.has_prefix(letters)
    }

    /// Cuts a word where letters and digits meet, or before the abbreviation of a release: `XL500mg`,
    /// `MadoparCR`.
    fn cut(&mut self, word: &str) -> bool {
        let letters = prefix_len(word, char::is_alphabetic);
        let digits = prefix_len(word, |c| is_digit(c) || c == '.');
        let at = if letters > 0 { letters } else { digits };
        let mut parts = word.split_at_checked(at).filter(|(_, rest)| !rest.is_empty());
        if let Some((first, rest)) = parts {
            let is_known = letters == 0
                || attribute_of(&[first], true).is_some()
                || self.reader.index.has_prefix(first)
                || is_form(first)
                || letters >= MIN_BEFORE_AMOUNT && may_be_amount(rest);
            if !is_known || (letters == 0 && Unit::parse(rest).is_none() && !self.begins_word(rest)) {
                return false;
            }
        } else {
            parts = RELEASE_ENDINGS.iter().chain(&JOINED_FORMS).find_map(|end| {
                let first = word.strip_suffix(end)?;
                (first.len() > 2 && self.reader.index.has_term(first))
                    .then(|| word.split_at_checked(first.len()))?
            });
        }
        let Some((first, rest)) = parts else { return false };
        self.parts(&format!("{first} {rest}"));
        true
    }
}

/// Reports whether a number or an amount follows the abbreviation of a release or a route directly, as in
/// `XL5`.
fn begins_with_release(word: &str) -> bool {
    let letters = prefix_len(word, char::is_alphabetic);
    let (first, rest) = word.split_at_checked(letters).unwrap_or((word, ""));
    let unit = rest.trim_start_matches(|c| is_digit(c) || c == '.');
    let is_amount = unit.len() < rest.len() && (unit.is_empty() || Unit::parse(unit).is_some());
    is_amount && attribute_of(&[first], true).is_some()
}

/// Reports whether a word is a route by its form, such as `intrasplenic`.
fn is_unknown_route(word: &str) -> bool {
    let begins = ["intra", "trans", "peri", "endo"].iter().any(|start| word.starts_with(start));
    begins && word.len() > 8 && ["ac", "al", "ic", "ly", "ar", "ous"].iter().any(|end| word.ends_with(end))
}

/// Reports whether a word may be an amount that cannot be read: one with a unit, or a few digits with a few
/// letters.
fn may_be_amount(word: &str) -> bool {
    let digits = prefix_len(word, |c| is_digit(c) || c == '.');
    let letters = word.get(digits..).unwrap_or("");
    let is_like_unit = letters.len() < 5 && letters.starts_with(['g', 'i', 'k', 'm', 'n', 'u', 'μ']);
    let begins_with_unit =
        (2..letters.len()).any(|len| letters.get(..len).and_then(Unit::parse).is_some_and(Unit::is_strength));
    if (1..=4).contains(&digits) && !letters.is_empty() && (is_like_unit || begins_with_unit) {
        return true;
    }
    let unit = word.trim_start_matches(|c: char| c.is_numeric() || "oilszbq.".contains(c));
    unit.len() < word.len() && unit.len() > 1 && Unit::parse(unit).is_some_and(Unit::is_strength)
        || word.contains(|c: char| c.is_numeric() && !c.is_ascii_digit())
}

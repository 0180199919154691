//! Phrases of boxes, codes after their labels, and abbreviations with several meanings.

use super::Reader;
use super::forms::words_need;
use super::routes::attribute_of;
use super::sizes::is_plain;
use super::term::{Choice, Role, Term, Wanted};
use crate::dataset::role;
use crate::medicine::strength::strength_at;
use crate::medicine::words::{WordKind, describe};
use crate::search::box_phrases::{PhraseKind, is_doubt, is_salt, longest};
use crate::search::index::Need;
use crate::search::synonyms::meanings;

/// Words before the container of a standard term.
const OF_CONTAINERS: [&str; 6] =
    ["pre-filled", "prefilled", "single-dose", "multidose", "multi-dose", "pressurised"];

fn is_container(word: &str) -> bool {
    matches!(describe(word), Some((WordKind::Container, _))) || OF_CONTAINERS.contains(&word)
}

impl Reader<'_, '_> {
    /// Reads a phrase of a box with two words or more, or an abbreviation with several meanings.
    pub fn phrase(&mut self) -> bool {
        let Some((kind, used)) = longest(&self.rest()) else { return false };
        match used {
            1 => kind == PhraseKind::Code && self.code() || kind == PhraseKind::Doubt && self.doubt(),
            _ => self.long_phrase(kind, used),
        }
    }

    /// Reads what measures the doses of a liquid: `with 5 ml oral syringe`, `2.5ml spoon enclosed`. Its
    /// volume is neither a size nor a strength. A product may be one, or be filled into one, so a word before
    /// or behind it must say that it comes with something.
    pub fn accessory(&mut self) -> bool {
        let is_with = matches!(self.text_at(0), "with" | "includes" | "including");
        let start = usize::from(is_with) + usize::from(is_with && self.text_at(1) == "a");
        let at = start + self.volume_words(start);
        let Some(words) = self.measure_words(at) else { return false };
        let is_behind = matches!(self.text_at(at + words), "enclosed" | "included" | "provided");
        if !is_with && !is_behind {
            return false;
        }
        let used = at + words + usize::from(is_behind);
        self.push(Term::new(self.written(used), Role::Noise, vec![Choice::at(0, Wanted::Anything)]), used);
        true
    }

    /// Counts how many words a volume has: `5ml` has one, `5 ml` two, and anything else none.
    fn volume_words(&self, ahead: usize) -> usize {
        let text = self.text_at(ahead);
        if is_plain(text) && self.text_at(ahead + 1) == "ml" {
            return 2;
        }
        usize::from(text.strip_suffix("ml").is_some_and(is_plain))
    }

    /// Counts how many words `oral syringe` or `spoon` has. `syringe` may mean an injection.
    fn measure_words(&self, at: usize) -> Option<usize> {
        let is_of_liquid = matches!(self.text_at(at), "oral" | "dosing" | "measuring");
        let measure = self.text_at(at + usize::from(is_of_liquid));
        let is_measure =
            matches!(measure, "spoon" | "cup" | "pipette") || is_of_liquid && measure == "syringe";
        is_measure.then_some(1 + usize::from(is_of_liquid))
    }

    /// Reads a label with its code. `exp 03 2027` is one code.
    fn code(&mut self) -> bool {
        if !self.has_code(1) {
            return false;
        }
        let is_number = |ahead: &usize| is_plain(self.text_at(*ahead)) && self.has_code(*ahead);
        let used = 2 + (2..4).take_while(is_number).count();
        self.push(Term::new(self.written(used), Role::Noise, vec![Choice::at(1, Wanted::Anything)]), used);
        true
    }

    fn long_phrase(&mut self, kind: PhraseKind, used: usize) -> bool {
        let written = self.written(used);
        if kind == PhraseKind::Form || self.ends_with_route(used) || !meanings(written).is_empty() {
            return false;
        }
        let mut choices = vec![Choice::at(0, Wanted::Anything)];
        if kind == PhraseKind::Detail {
            choices.insert(0, Choice::typed(words_need(&written.replace('-', " "))));
        }
        let is_code = kind == PhraseKind::Code && self.has_code(used);
        self.push(Term::new(written, Role::Noise, choices), used + usize::from(is_code));
        true
    }

    /// Reports whether a phrase ends with a route of two words, as `use by mouth` does.
    fn ends_with_route(&self, used: usize) -> bool {
        let last = [self.text_at(used - 1), self.text_at(used)];
        matches!(attribute_of(&last, true), Some((_, 2)))
    }

    /// Reports whether a code follows: a word with a digit that is not a strength.
    fn has_code(&self, ahead: usize) -> bool {
        let Some(word) = self.word_at(ahead) else { return false };
        let has_digit = word.text.contains(|c: char| c.is_ascii_digit());
        let is_licence = word.text.contains('/') && word.text.len() > 6;
        has_digit && (is_licence || strength_at(&self.lexemes, self.lexeme_at(word.start)).is_none())
    }

    fn doubt(&mut self) -> bool {
        let Some(word) = self.word_at(0) else { return false };
        let before = self.text.get(..word.start).unwrap_or("");
        let after = self.text.get(word.end..).unwrap_or("");
        let is_in_brackets = before.ends_with('(') || after.starts_with(')');
        // `as besilate` and `as amlodipine besilate` state a salt.
        let next = self.text_at(1);
        if word.text == "as" && (is_salt(next) || self.index.roles_of(next) & role::SUBSTANCE != 0) {
            let ignored = if is_salt(next) { Wanted::Anything } else { Wanted::Nothing };
            self.push(Term::new("as", Role::Noise, vec![Choice::at(1, ignored)]), 1);
            return true;
        }
        // `solution for injection in pre-filled pen` is a standard term, and `in spray` may be intranasal.
        if word.text == "in" && is_container(next) {
            self.at += 1;
            return true;
        }
        if self.is_only_word() || is_in_brackets || !is_doubt(word.text) {
            return false;
        }
        let term = Term::new(word.text, Role::Doubt, vec![Choice::typed(Need::term(word.text))]);
        self.push(term, 1);
        true
    }
}

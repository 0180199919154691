//! Numbers of a query: amounts with a unit, bare numbers, and pairs of numbers.

use super::Reader;
use super::amounts::{self, amount_need, number_term, size_choice, strength_term};
use super::costs;
use super::forms::is_form;
use super::sizes::is_plain;
use super::term::{Choice, Role, Term, Wanted};
use crate::medicine::Amount;
use crate::medicine::lexeme::Lexeme;
use crate::medicine::strength::strength_at;
use crate::quantity::{Unit, plain_number};
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::index::Need;

impl<'r> Reader<'r, '_> {
    /// Reads an amount with a unit.
    pub fn quantity(&mut self) -> bool {
        let Some(word) = self.word_at(0) else { return false };
        let at = self.lexeme_at(word.start);
        let Some((strength, next)) = strength_at(&self.lexemes, at) else { return false };
        if self.unit_doses() {
            return true;
        }
        let end = self.lexemes.get(next - 1).map_or(word.end, Lexeme::end);
        if self.is_cut_off(next) {
            return false;
        }
        let written = self.text.get(word.start..end).unwrap_or("");
        let is_last = next == self.lexemes.len();
        let term = match strength.amounts.as_slice() {
            [amount] if strength.per.is_none() && (self.is_size(amount) || !strength.is_sure()) => {
                self.measure(written, amount, is_last)
            }
            _ => strength_term(written, &strength, is_last),
        };
        self.terms.push(term);
        self.continue_from(end);
        true
    }

    /// Reports whether a mass is the size of a tube, because a percentage is stated.
    fn is_size(&self, amount: &Amount) -> bool {
        amount.unit == "g"
            && self.terms.iter().any(|term| term.role == Role::Strength && term.written.ends_with('%'))
    }

    /// Reports whether a unit is a part of an abbreviation, as the `m` of `500 m/r`.
    fn is_cut_off(&self, next: usize) -> bool {
        let Some([unit, stroke, letters]) = next.checked_sub(1).and_then(|at| self.lexemes.get(at..at + 3))
        else {
            return false;
        };
        let is_joined = unit.is_spaced && !stroke.is_spaced && !letters.is_spaced && stroke.is("/");
        is_joined && letters.is_word()
    }

    /// Builds the term of a mass in grams, a volume or a length.
    fn measure(&self, written: &str, amount: &Amount, is_last: bool) -> Term {
        let names = amount_need(amount, is_last);
        let size = size_choice(&amount.number, Some(amount.unit));
        if amount.is_length() {
            return Term::new(written, Role::Strength, vec![Choice::typed(names)]);
        }
        if !amount.is_volume() && !self.has_strength && amount.is_small() {
            return Term::new(written, Role::Strength, vec![Choice::typed(names)]);
        }
        if amount.is_volume() || self.has_strength {
            return Term::new(written, Role::Size, vec![Choice::typed(names), Choice { cost: 1, ..size }]);
        }
        Term::new(written, Role::Strength, vec![Choice::typed(names), Choice { cost: 1, ..size }])
    }

    /// Reports whether a strength stands at a word: the X of factor X 500 units is a numeral.
    pub fn states_strength_at(&self, ahead: usize) -> bool {
        let Some(word) = self.word_at(ahead) else { return false };
        strength_at(&self.lexemes, self.lexeme_at(word.start)).is_some_and(|(found, _)| found.is_sure())
    }

    /// Reads a number without a unit.
    pub fn number(&mut self) -> bool {
        let Some(word) = self.word_at(0) else { return false };
        let at = self.lexeme_at(word.start);
        let Some(lexeme) = self.lexemes.get(at).copied().filter(Lexeme::is_number) else { return false };
        if let Some(letters) = self.joined_letters(at) {
            return self.number_and_letters(&lexeme, &letters);
        }
        if self.number_pair(at) {
            return true;
        }
        if self.is_split(at) {
            self.push(Term::new(lexeme.text, Role::Strength, Vec::new()), 1);
            return true;
        }
        if self.is_joined_to_strength(at) {
            // `3.1-3.7g/5ml` is in a name, and `2-1g/5ml` is a misread `2.1g/5ml`.
            let number = plain_number(lexeme.text);
            self.terms.push(Term::new(lexeme.text, Role::Strength, vec![Choice::typed(Need::Term(number))]));
            self.continue_from(lexeme.end());
            return true;
        }
        self.bare_number(&lexeme);
        true
    }

    /// Finds the letters directly behind a number.
    fn joined_letters(&self, at: usize) -> Option<Lexeme<'r>> {
        let next = self.lexemes.get(at + 1).copied()?;
        (next.is_word() && !next.is_spaced && next.text != "x").then_some(next)
    }

    fn bare_number(&mut self, lexeme: &Lexeme<'_>) {
        let number = plain_number(lexeme.text);
        let next = self.text_at(1);
        if let Some(term) = self.unfinished(&number, next) {
            return self.push(term, 2);
        }
        let is_count =
            is_form(next) || matches!(longest(&[next]), Some((PhraseKind::Container | PhraseKind::Size, _)));
        let may_be_strength = !(self.has_strength && (is_count || number.len() < 4 || !number.contains('.')));
        self.terms.push(number_term(lexeme.text, &number, may_be_strength));
        self.continue_from(lexeme.end());
    }

    /// Reads the term of a number before the beginning of a unit: `500 mic`, `30 gr`.
    fn unfinished(&self, number: &str, next: &str) -> Option<Term> {
        if next.len() < 2 || !is_plain(self.text_at(0)) || self.index.has_term(next) && next != "gr" {
            return None;
        }
        let units: Vec<&'static str> = Unit::beginning_with(next).map(Unit::name).collect();
        let needs: Vec<Need> = units.iter().map(|unit| Need::Term(format!("{number}{unit}"))).collect();
        let [first, ..] = units.as_slice() else { return None };
        if units.iter().all(|unit| matches!(*unit, "g" | "ml" | "litre")) {
            let choices =
                vec![size_choice(number, Some(first)), Choice::at(1, Wanted::Names(Need::Any(needs)))];
            return Some(Term::new(self.written(2), Role::Size, choices));
        }
        Some(Term::new(self.written(2), Role::Strength, vec![Choice::typed(Need::Any(needs))]))
    }

    /// Reports whether a number may be a part of the strength after it, as in `2 5mg` or `2..5mg`.
    fn is_split(&self, at: usize) -> bool {
        let Some(number) = self.lexemes.get(at) else { return false };
        let next = self.behind_points(at + 1);
        let is_apart = self.lexemes.get(next).is_some_and(|other| other.is_spaced);
        if number.text.len() > 3 || next > at + 1 && number.text != "0" && is_apart {
            return false;
        }
        strength_at(&self.lexemes, next).is_some_and(|(found, _)| {
            found.is_sure() && found.amounts.first().is_some_and(|one| one.unit != "part")
        })
    }

    /// Reports whether a dash or a colon joins a number to the strength after it.
    fn is_joined_to_strength(&self, at: usize) -> bool {
        let is_sign = |sign: &Lexeme<'_>| matches!(sign.text, "-" | "–" | ":") && !sign.is_spaced;
        let is_strength_next = self.lexemes.get(at + 2).is_some_and(|next| !next.is_spaced)
            && strength_at(&self.lexemes, at + 2).is_some_and(|(found, _)| found.is_sure());
        is_strength_next && self.lexemes.get(at + 1).is_some_and(is_sign)
    }

    /// Finds the place behind points that follow a number without a space.
    fn behind_points(&self, mut at: usize) -> usize {
        let is_point = |sign: &Lexeme<'_>| matches!(sign.text, "." | "," | "'" | "·") && !sign.is_spaced;
        while self.lexemes.get(at).is_some_and(is_point) {
            at += 1;
        }
        at
    }

    /// Reads a number with letters that are not a unit, as in `10,000DU`.
    fn number_and_letters(&mut self, number: &Lexeme<'_>, letters: &Lexeme<'_>) -> bool {
        let word = letters.text.split(['-', '\'']).next().unwrap_or("");
        let plain = plain_number(number.text);
        let is_gauge = matches!(word, "ch" | "fr");
        if !is_gauge && (!self.index.has_term(&plain) || !self.index.has_prefix(word)) {
            return false;
        }
        let needs = match word {
            "ch" | "fr" => vec![Need::Term(format!("{plain}ch"))],
            _ => vec![Need::Term(plain), Need::Prefix(word.to_owned())],
        };
        let end = letters.start + word.len();
        let written = self.text.get(number.start..end).unwrap_or("");
        self.terms.push(Term::new(written, Role::Strength, vec![Choice::typed(Need::All(needs))]));
        self.continue_from(end);
        true
    }

    /// Reads `30/500`, which is never a size.
    fn number_pair(&mut self, at: usize) -> bool {
        let Some([one, stroke, other]) = self.lexemes.get(at..at + 3) else { return false };
        let (one, stroke, other) = (*one, *stroke, *other);
        if !stroke.is("/") || stroke.is_spaced || other.is_spaced || !other.is_number() {
            return false;
        }
        let needs = [&one, &other].map(|number| amounts::number_need(&plain_number(number.text)));
        let written = self.text.get(one.start..other.end()).unwrap_or("");
        let end = other.end();
        let ratio = amounts::ratio_in_volume(&plain_number(one.text), &plain_number(other.text));
        let choices = vec![
            Choice::typed(Need::All(needs.into())),
            Choice::at(costs::EQUAL_RATIO, Wanted::Names(ratio)),
        ];
        self.terms.push(Term::new(written, Role::Strength, choices));
        self.continue_from(end);
        true
    }
}

//! What is at a place of a name, before the parser reads it.

use std::ops::Range;

use super::lexeme::Lexeme;
use super::strength::{Amount, Strength, strength_at};
use super::words::{WordKind, describe};

/// A parser of one name. It reads lexemes from left to right: `parse` takes them, and the methods here say
/// what is at a place.
pub struct Parser<'t> {
    pub text: &'t str,
    pub lexemes: &'t [Lexeme<'t>],
    pub at: usize,
}

impl<'t> Parser<'t> {
    pub fn get(&self, at: usize) -> Option<&'t Lexeme<'t>> {
        self.lexemes.get(at)
    }

    /// Finds the place of the next ` / `, or the end.
    pub fn component_end(&self) -> usize {
        let mut end = self.at;
        while self.get(end).is_some_and(|lexeme| !is_divider(lexeme)) {
            end += 1;
        }
        end
    }

    /// Finds the end of the substance: at its strength, at the ` in ` before a base, or where only words of a
    /// dose form follow.
    pub fn substance_end(&self, end: usize) -> usize {
        for at in self.at..end {
            let is_equivalent = at > self.at && self.equivalent_at(at).is_some();
            let is_strength = strength_at(self.lexemes, at).is_some() && self.size_at(at).is_none();
            if is_equivalent || is_strength {
                return at;
            }
            if at > self.at && self.begins_base(at, end) {
                return at;
            }
            if at > self.at && self.is_tail(at, end) {
                return at;
            }
        }
        end
    }

    /// Reports whether an `in` and the name of a base are here: `in white soft paraffin`.
    pub fn begins_base(&self, at: usize, end: usize) -> bool {
        let is_in = self.get(at).is_some_and(|lexeme| lexeme.is("in") && lexeme.is_spaced);
        is_in && at + 1 < end && !self.is_made_of(at + 1)
    }

    pub fn is_described(&self, at: usize) -> bool {
        self.get(at).is_some_and(|lexeme| describe(lexeme.text).is_some())
    }

    /// Reports whether a dose form or a container is here, as after the `in` of `granules in capsules`.
    pub fn is_made_of(&self, at: usize) -> bool {
        let described = self.get(at).and_then(|lexeme| describe(lexeme.text));
        matches!(described, Some((WordKind::Form | WordKind::Container, _)))
    }

    /// Reports whether only words of a dose form and sizes follow, and at least one form or container.
    pub fn is_tail(&self, start: usize, end: usize) -> bool {
        let mut has_form = false;
        let mut at = start;
        while at < end {
            if let Some((_, next)) = self.size_at(at) {
                at = next;
                continue;
            }
            let Some((kind, _)) = self.get(at).and_then(|lexeme| describe(lexeme.text)) else { return false };
            if at == start && matches!(kind, WordKind::Ambiguous | WordKind::Joint) {
                return false;
            }
            has_form |= matches!(kind, WordKind::Form | WordKind::Container);
            at += 1;
        }
        has_form
    }

    /// Parses an amount that is not a strength: a length, or the volume of a container.
    pub fn size_at(&self, at: usize) -> Option<(Amount, usize)> {
        let (strength, next) = strength_at(self.lexemes, at)?;
        let [amount] = strength.amounts.as_slice() else { return None };
        let is_size = strength.per.is_none() && (amount.is_volume() || amount.is_length());
        if is_size { Some((amount.clone(), next)) } else { None }
    }

    /// Parses `(potassium 8mmol)` or `(magnesium 97.2mg (4mmol))`. Returns the place after it.
    pub fn equivalent_at(&self, start: usize) -> Option<(Vec<(String, Strength)>, usize)> {
        self.get(start).filter(|lexeme| lexeme.is("("))?;
        let mut at = start + 1;
        while self.get(at).is_some_and(Lexeme::is_word) {
            at += 1;
        }
        if at == start + 1 {
            return None;
        }
        let substance = self.words(start + 1..at);
        let (strength, mut next) = strength_at(self.lexemes, at)?;
        let mut equivalents = vec![(substance.clone(), strength)];
        if let Some((other, after)) = self.in_brackets(next) {
            equivalents.push((substance, other));
            next = after;
        }
        self.get(next).filter(|lexeme| lexeme.is(")"))?;
        Some((equivalents, next + 1))
    }

    /// Parses a strength in brackets: `(0.2%)`. Returns the place after it.
    pub fn in_brackets(&self, at: usize) -> Option<(Strength, usize)> {
        self.get(at).filter(|lexeme| lexeme.is("("))?;
        let (strength, next) = strength_at(self.lexemes, at + 1)?;
        self.get(next).filter(|lexeme| lexeme.is(")"))?;
        Some((strength, next + 1))
    }

    /// Reports whether an `and` is here, before another product with its own strength.
    pub fn begins_product(&self, end: usize) -> bool {
        let is_and = self.get(self.at).is_some_and(|lexeme| lexeme.is("and"));
        is_and
            && !self.is_described(self.at + 1)
            && (self.at + 1..end)
                .any(|at| strength_at(self.lexemes, at).is_some() && self.size_at(at).is_none())
    }

    /// Reports whether an `and` is here, before a substance without a strength: `Lidocaine 2% and
    /// Chlorhexidine gel`.
    pub fn begins_component(&self, end: usize) -> bool {
        let is_and = self.get(self.at).is_some_and(|lexeme| lexeme.is("and"));
        let is_size = self.size_at(self.at + 1).is_some();
        is_and && !is_size && !self.is_described(self.at + 1) && self.at + 1 < end
    }

    /// Joins the text of some lexemes, as written.
    pub fn words(&self, range: Range<usize>) -> String {
        match (self.get(range.start), range.end.checked_sub(1).and_then(|last| self.get(last))) {
            (Some(first), Some(last)) if first.start <= last.start => {
                self.text.get(first.start..last.end()).unwrap_or("").to_owned()
            }
            _ => String::new(),
        }
    }
}

/// Reports whether a lexeme separates components: ` / `. The sign of a strength touches it.
pub fn is_divider(lexeme: &Lexeme<'_>) -> bool {
    lexeme.is_spaced && lexeme.is("/")
}

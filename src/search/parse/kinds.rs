//! Kinds of parts: the rules by which a part of a text is noise, a size, a form, a strength or a word.

use super::parts::{Part, PartKind, Reader, begins_with_unit};
use super::sizes::{is_code, is_count, is_licence, is_measure, is_strength, is_volume, number_of_size};
use crate::search::box_phrases::PhraseKind;
use crate::text::is_digit_or_point;

/// The minimum length of a substance's name.
const MIN_SUBSTANCE_LEN: usize = 4;

impl Reader<'_, '_> {
    /// Adds the part that begins with a group, and returns its number of groups. The first rule that applies
    /// decides.
    pub(super) fn add_part(&mut self, at: usize) -> usize {
        if let Some(kind) = self.special_kind(at) {
            return self.add(kind, at..at + 1);
        }
        if let Some((size, used)) = self.size(at) {
            return self.add_size(size, at..at + used);
        }
        match self.phrase(at) {
            Some((PhraseKind::Size, used)) => self.add_size_phrase(at, used),
            Some((phrase, used)) => self.add_phrase(phrase, at, used),
            None => self.add(self.word_kind(at), at..at + 1),
        }
    }

    /// Recognises a licence number, `as` before a salt, `1 in 1000`, an exclusion, a route, a release or
    /// `sugar free`.
    fn special_kind(&self, at: usize) -> Option<PartKind> {
        let text = self.text(at)?;
        if is_licence(text) || (text == "as" && self.text(at + 1).is_some_and(names_substance)) {
            return Some(PartKind::Noise);
        }
        if text == "per" && matches!(self.parts.last(), Some(Part { kind: PartKind::Strength, .. })) {
            return Some(self.kind_of_per(at));
        }
        if text.starts_with("1 in ") {
            return Some(PartKind::Strength);
        }
        self.is_attribute(at).then_some(PartKind::Attribute)
    }

    /// Returns the kind of `per` after a strength: no name has it in `50mg per tablet`. A denominator is never ignored.
    fn kind_of_per(&self, at: usize) -> PartKind {
        let next = self.text(at + 1).unwrap_or("");
        if next.starts_with(is_digit_or_point) || begins_with_unit(next) {
            PartKind::Doubt
        } else {
            PartKind::Noise
        }
    }

    /// Returns whether a group is an exclusion, a route, a release or `sugar free`.
    ///
    /// Phrases of several words, such as `ophthalmic use`, take precedence.
    fn is_attribute(&self, at: usize) -> bool {
        let [clause] = self.clauses(at) else { return false };
        let is_attribute = clause.is_excluded() || clause.is_attribute() || clause.is_free_of();
        is_attribute && matches!(self.phrase(at), None | Some((_, 1)))
    }

    /// Adds the size of `pack of 28`. Without a number after it, the phrase is noise.
    fn add_size_phrase(&mut self, at: usize, used: usize) -> usize {
        match self.text(at + used) {
            Some(size) if is_measure(size) => self.add_size(size.to_owned(), at..at + used + 1),
            _ => self.add(PartKind::Noise, at..at + used),
        }
    }

    /// Adds a phrase, and the code that it announces.
    fn add_phrase(&mut self, phrase: PhraseKind, at: usize, used: usize) -> usize {
        let kind = match phrase {
            PhraseKind::Form => PartKind::Form,
            PhraseKind::Detail => PartKind::Detail,
            PhraseKind::Salt => PartKind::Salt,
            PhraseKind::Doubt => PartKind::Doubt,
            PhraseKind::Noise | PhraseKind::Container | PhraseKind::Size | PhraseKind::Code => {
                PartKind::Noise
            }
        };
        let has_code = phrase == PhraseKind::Code && self.is_code(at + used);
        self.add(kind, at..at + used + usize::from(has_code))
    }

    /// Returns whether a group is a code, and no term that may not be ignored: in `use by 1 in 1000` it is a strength.
    fn is_code(&self, at: usize) -> bool {
        let Some(text) = self.text(at) else { return false };
        is_code(text) && !text.contains(' ') && self.special_kind(at).is_none()
    }

    /// Returns the kind of a group that begins no phrase.
    fn word_kind(&self, at: usize) -> PartKind {
        let text = self.text(at).unwrap_or("");
        if !is_strength(text) && !self.is_unfinished(at, text) {
            return PartKind::Word;
        }
        let next = self.phrase(at + 1);
        let is_before_container = matches!(next, Some((PhraseKind::Container | PhraseKind::Size, _)));
        if is_count(text) && is_before_container { PartKind::Noise } else { PartKind::Strength }
    }

    /// Returns whether a group is a number with the prefix of a unit: `500 mic`.
    fn is_unfinished(&self, at: usize, text: &str) -> bool {
        text.contains(' ') && self.clauses(at).iter().any(|clause| clause.unfinished_unit().is_some())
    }

    /// Returns a size and its number of groups.
    ///
    /// Sizes are `x28`, `28's`, `(28)`, `1 x 28`, `28 tablets`, `30 pack` and `100ml bottle`. A volume after a
    /// strength is a size, and so is a final number.
    fn size(&self, at: usize) -> Option<(String, usize)> {
        let first = self.text(at)?;
        if let Some(size) = number_of_size(first) {
            return Some((size.to_owned(), 1));
        }
        match (first, self.text(at + 1), self.text(at + 2)) {
            ("1", Some("x"), Some(size)) if is_measure(size) => Some((size.to_owned(), 3)),
            ("x", Some(size), _) if is_measure(size) => Some((size.to_owned(), 2)),
            (size, Some("x"), _) if is_count(size) => Some((size.to_owned(), 2)),
            _ => self.measure(at, first),
        }
    }

    /// Returns a number or a volume that is a size because of what is around it.
    fn measure(&self, at: usize, first: &str) -> Option<(String, usize)> {
        let has_strength = self.parts.iter().any(|part| part.kind == PartKind::Strength);
        let next = self.phrase(at + 1);
        let is_filled = matches!(next, Some((PhraseKind::Container, _)));
        let is_size = if is_count(first) {
            let is_pack = is_filled && first != "1" && !self.text(at + 1)?.ends_with('s');
            let is_last = has_strength && self.text(at + 1).is_none();
            self.in_brackets(at) || is_pack || is_last || matches!(next, Some((PhraseKind::Form, _)))
        } else {
            is_volume(first) && (is_filled || has_strength)
        };
        if !is_size {
            return None;
        }
        // A container belongs to the size, a form does not.
        Some((first.to_owned(), 1 + usize::from(is_filled)))
    }
}

/// Returns whether a word after `as` is a substance or a salt, as in `(as hydrochloride)`.
///
/// `as` before a number may mean the left ear.
fn names_substance(word: &str) -> bool {
    word.len() >= MIN_SUBSTANCE_LEN && word.as_bytes().iter().all(u8::is_ascii_lowercase)
}

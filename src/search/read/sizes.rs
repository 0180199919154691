//! Sizes of a query: `x28`, `28s`, `pack of 28`, `5 x 7`, `20 unit doses`.

use super::amounts::{number_need, size_choice};
use super::term::{Choice, Role, Term};
use super::{Reader, amounts, costs};
use crate::medicine::strength::strength_at;
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::index::Need;
use crate::text::{has_only_digits, is_whole_number};

impl Reader<'_, '_> {
    /// Reads `5 x 7`, `5 x 7cm`, `x 28` and `28 x`, or skips the `x` between a number and something else.
    pub fn times(&mut self) -> bool {
        let [one, other] = [0, 1].map(|ahead| self.text_at(ahead));
        if one == "x" {
            return self.size_behind_times() || self.skip_times();
        }
        if other != "x" || !is_plain(one) {
            return false;
        }
        self.dimensions() || self.counts() || self.size_before_times()
    }

    /// Reads `10 x 12.5cm`.
    fn dimensions(&mut self) -> bool {
        let one = self.text_at(0);
        let Some((other, unit, used)) = length(self.text_at(2), self.text_at(3)) else { return false };
        let mut needs: Vec<Need> = [one, other].map(|number| Need::Term(format!("{number}{unit}"))).into();
        amounts::count_repeated_needs(&mut needs, one == other);
        self.push_new(used, Role::Strength, vec![Choice::typed(Need::All(needs))])
    }

    /// Reads `5 x 7`: dimensions, or a number of packs.
    fn counts(&mut self) -> bool {
        let [one, other] = [0, 2].map(|ahead| self.text_at(ahead));
        if !is_plain(other) {
            return false;
        }
        let mut needs = vec![number_need(one), number_need(other)];
        amounts::count_repeated_needs(&mut needs, one == other);
        let size = Choice { cost: costs::NUMBER_AS_SIZE, ..size_choice(other, None) };
        self.push_new(3, Role::Size, vec![Choice::typed(Need::All(needs)), size])
    }

    /// Reads `28 x paracetamol` at the start of a query.
    fn size_before_times(&mut self) -> bool {
        self.terms.is_empty() && self.push_new(2, Role::Size, vec![size_choice(self.text_at(0), None)])
    }

    /// Reads `x 28`.
    fn size_behind_times(&mut self) -> bool {
        let number = self.text_at(1);
        let is_size = is_plain(number) && !self.follows_number() && !self.states_strength_at(1);
        is_size && self.push_new(2, Role::Size, vec![size_choice(number, None)])
    }

    fn skip_times(&mut self) -> bool {
        let is_sign = self.is_size_at(1) || self.follows_number();
        self.at += usize::from(is_sign);
        is_sign
    }

    /// Adds the term of some words.
    fn push_new(&mut self, used: usize, role: Role, choices: Vec<Choice>) -> bool {
        self.push(Term::new(self.written(used), role, choices), used);
        true
    }

    /// Reports whether a volume or a mass in grams stands at a word.
    fn is_size_at(&self, ahead: usize) -> bool {
        let Some(word) = self.word_at(ahead) else { return false };
        is_plain(word.text) && !self.states_strength_at(ahead)
            || strength_at(&self.lexemes, self.lexeme_at(word.start))
                .is_some_and(|(found, _)| !found.is_sure())
    }

    fn follows_number(&self) -> bool {
        let before = self.word_at(0).and_then(|word| self.text.get(..word.start)).unwrap_or("").trim_end();
        let last = before.rsplit(' ').next().unwrap_or("");
        let unit = last.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        unit.len() < last.len() && matches!(unit, "" | "cm" | "mm" | "m")
    }

    /// Reads `x28`, `28s`, `pack of 28` or `class 2`.
    pub fn size(&mut self) -> bool {
        self.class() || self.joined_size() || self.named_size()
    }

    /// Reads the class of hosiery.
    fn class(&mut self) -> bool {
        let [word, number] = [0, 1].map(|ahead| self.text_at(ahead));
        let is_class = matches!(word, "class" | "cl") && is_plain(number);
        let choice = || Choice::typed(Need::Term(format!("class{number}")));
        is_class && self.push_new(2, Role::Attribute, vec![choice()])
    }

    fn joined_size(&mut self) -> bool {
        match number_of_size(self.text_at(0)) {
            Some(number) if !is_dimension(self) => {
                self.push_new(1, Role::Size, vec![size_choice(number, None)])
            }
            _ => false,
        }
    }

    /// Reads `pack of 28`. `size 8` may be a part of a name.
    fn named_size(&mut self) -> bool {
        let texts = self.rest();
        let Some((PhraseKind::Size, used)) = longest(&texts) else { return false };
        let number = self.text_at(used);
        if !is_whole_number(number) {
            return false;
        }
        let mut choices = vec![size_choice(number, None)];
        if texts.first() == Some(&"size") {
            choices.insert(0, Choice::typed(Need::All(vec![Need::term("size"), Need::term(number)])));
        }
        self.push_new(used + 1, Role::Size, choices)
    }

    /// Skips the container of the size before it: `100ml bottle`, `30 pack`.
    pub fn container(&mut self) -> bool {
        let follows_size = self.terms.last().is_some_and(|last| last.role == Role::Size);
        let is_container = matches!(longest(&[self.text_at(0)]), Some((PhraseKind::Container, _)));
        self.at += usize::from(follows_size && is_container);
        follows_size && is_container
    }

    /// Reads `20 unit doses`, which is a size.
    pub fn unit_doses(&mut self) -> bool {
        let [number, unit, dose] = [0, 1, 2].map(|ahead| self.text_at(ahead));
        let is_size = is_plain(number) && unit == "unit" && dose.trim_end_matches('s') == "dose";
        is_size && self.push_new(3, Role::Size, vec![size_choice(number, None)])
    }

    /// Reads `unit doses` behind a size, as names have it: `0.5ml unit dose`, and `single-dose container`.
    pub fn of_unit_doses(&mut self) -> bool {
        let follows_size = self.terms.last().is_some_and(|last| last.role == Role::Size);
        let [one, other] = [0, 1].map(|ahead| self.text_at(ahead));
        let is_unit_dose = one == "unit" && matches!(other, "dose" | "doses");
        let is_single_dose =
            one == "single-dose" && matches!(other, "container" | "containers" | "unit" | "units");
        let words = || Need::All(["unit", "dose"].map(Need::term).into());
        (is_unit_dose && follows_size || is_single_dose)
            && self.push_new(2, Role::Attribute, vec![Choice::typed(words())])
    }
}

/// Reads the number of `x28`, `28x`, `28s` or `28's`.
fn number_of_size(text: &str) -> Option<&str> {
    let number = text.strip_prefix('x').or_else(|| without_end(text))?;
    is_count(number).then_some(number)
}

fn without_end(text: &str) -> Option<&str> {
    for end in ["'s", "’s", "s", "x"] {
        let number = text.strip_suffix(end);
        if number.is_some() {
            return number;
        }
    }
    None
}

fn is_count(text: &str) -> bool {
    (1..=4).contains(&text.len()) && has_only_digits(text)
}

/// Reports whether `x12` follows a number, as in `10 x12cm`.
fn is_dimension(reader: &Reader<'_, '_>) -> bool {
    let Some(word) = reader.word_at(0) else { return false };
    let before = reader.text.get(..word.start).unwrap_or("").trim_end();
    let unit = before.trim_end_matches(|c: char| c.is_alphabetic());
    let after = reader.text.get(word.end..).unwrap_or("");
    word.text.starts_with('x')
        && (before.ends_with(|c: char| c.is_ascii_digit())
            || unit.len() < before.len()
                && unit.ends_with(|c: char| c.is_ascii_digit())
                && before.ends_with("cm"))
        || after.trim_start().starts_with("cm")
}

/// Finds the number and the unit of a length after `15 x`, as one word or two, and the number of words with
/// those before.
fn length<'t>(word: &'t str, next: &'t str) -> Option<(&'t str, &'t str, usize)> {
    let number = word.trim_end_matches(char::is_alphabetic);
    let (unit, used) = if number.len() < word.len() { (word.get(number.len()..)?, 3) } else { (next, 4) };
    (is_plain(number) && matches!(unit, "cm" | "mm")).then_some((number, unit, used))
}

/// Reports whether a word is a number without a unit.
pub fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && word.starts_with(|c: char| c.is_ascii_digit())
}

//! The reader: cuts a query into terms, from left to right.

mod amounts;
mod around;
pub mod costs;
mod cut;
mod directions;
mod exclusions;
mod forms;
pub mod quantities;
mod repeated;
pub mod rewrite;
mod routes;
mod salts;
mod segmentation;
mod separate;
mod sizes;
mod spelling;
mod suppliers;
mod synonyms;
mod term;
mod words;
pub mod writings;

pub use forms::is_form;
pub use term::{Choice, Role, Size, Term, Wanted};

use crate::dataset::role;
use crate::medicine::lexeme::{Lexeme, lexemes};
use crate::medicine::strength::strength_at;
use crate::medicine::{Amount, Strength};
use crate::quantity::{Unit, plain_number};
use crate::search::box_phrases::{PhraseKind, is_doubt, is_salt, longest};
use crate::search::index::{Index, Need};
use crate::search::synonyms::meanings;
use crate::text::has_only_digits;
use amounts::{amount_need, number_term, size_choice, strength_term};
use cut::{Word, words};
use directions::directions_at;
use exclusions::exclusion_at;
use forms::{form_term, words_need};
use routes::{attribute_of, route_at};
use sizes::number_of_size;
use synonyms::synonym_at;
use words::WordReader;

/// The number of words of the longest phrase of a box.
const MAX_PHRASE: usize = 12;

/// Reads the terms of a normalised text.
pub fn read(index: &Index<'_>, text: &str) -> Vec<Term> {
    let mut reader = Reader {
        index,
        text,
        lexemes: lexemes(text),
        words: words(text),
        at: 0,
        terms: Vec::new(),
        has_strength: false,
        spellings: 0,
    };
    reader.has_strength = reader.find_strength();
    while reader.at < reader.words.len() {
        reader.term();
    }
    around::loosen(&mut reader.terms);
    forms::loosen_fillings(&mut reader.terms);
    synonyms::join_combinations(&mut reader.terms);
    repeated::count_repeated(&mut reader.terms);
    reader.terms
}

pub struct Reader<'r, 'd> {
    pub index: &'r Index<'d>,
    pub text: &'r str,
    lexemes: Vec<Lexeme<'r>>,
    pub words: Vec<Word<'r>>,
    pub at: usize,
    pub terms: Vec<Term>,
    /// Whether some quantity of the text is surely a strength.
    pub has_strength: bool,
    /// The number of words for which other spellings were tried.
    pub spellings: usize,
}

impl<'r> Reader<'r, '_> {
    fn term(&mut self) {
        if self.direction() {
            return;
        }
        if let Some((term, used)) = exclusion_at(self) {
            return self.push(term, used);
        }
        if let Some((term, used)) = suppliers::whole_name_at(self) {
            return self.push(term, used);
        }
        if self.numeric_synonym()
            || self.times()
            || self.size()
            || self.container()
            || self.quantity()
            || self.number()
            || self.phrase()
            || self.attribute()
            || self.synonym()
        {
            return;
        }
        WordReader { reader: self }.word();
    }

    /// Reads how often, when or for how long.
    fn direction(&mut self) -> bool {
        if self.terms.is_empty() || routes::phrase_at(self).is_some() {
            return false;
        }
        let used = directions_at(self.words.get(self.at..).unwrap_or(&[]));
        if used > 0 {
            let term = Term::new(self.written(used), Role::Noise, vec![Choice::at(1, Wanted::Anything)]);
            self.push(term, used);
        }
        used > 0
    }

    pub fn push(&mut self, term: Term, used: usize) {
        self.terms.push(term);
        self.at += used.max(1);
    }

    pub fn word_at(&self, ahead: usize) -> Option<Word<'r>> {
        self.words.get(self.at + ahead).copied()
    }

    pub fn text_at(&self, ahead: usize) -> &'r str {
        self.word_at(ahead).map_or("", |word| word.text)
    }

    /// Skips the container of the size before it: `100ml bottle`, `30 pack`.
    fn container(&mut self) -> bool {
        let follows_size = self.terms.last().is_some_and(|last| last.role == Role::Size);
        let is_container = matches!(longest(&[self.text_at(0)]), Some((PhraseKind::Container, _)));
        self.at += usize::from(follows_size && is_container);
        follows_size && is_container
    }

    /// Returns the word before the current one.
    pub fn text_before(&self) -> &'r str {
        self.at.checked_sub(1).and_then(|at| self.words.get(at)).map_or("", |word| word.text)
    }

    pub fn is_only_word(&self) -> bool {
        self.words.len() == 1
    }

    /// Returns the text from the current word, over some words.
    pub fn written(&self, used: usize) -> &'r str {
        let Some(first) = self.word_at(0) else { return "" };
        let end = self.word_at(used.max(1) - 1).map_or(first.end, |last| last.end);
        self.text.get(first.start..end).unwrap_or("")
    }

    fn lexeme_at(&self, start: usize) -> usize {
        self.lexemes.partition_point(|lexeme| lexeme.start < start)
    }

    fn find_strength(&self) -> bool {
        (0..self.lexemes.len())
            .any(|at| strength_at(&self.lexemes, at).is_some_and(|(found, _)| is_strength(&found)))
    }

    /// Continues after a position in the text. What is left of the word there is read next.
    fn continue_from(&mut self, end: usize) {
        while let Some(word) = self.word_at(0) {
            if word.end <= end {
                self.at += 1;
                continue;
            }
            if word.start < end {
                let rest = self.text.get(end..word.end).unwrap_or("");
                match (cut::word_behind_signs(rest), self.words.get_mut(self.at)) {
                    (Some(cut), Some(place)) => *place = cut.behind(end),
                    _ => self.at += 1,
                }
            }
            return;
        }
    }

    /// Reads `5 x 7`, or skips the `x` between a number and something else.
    fn times(&mut self) -> bool {
        let [one, times, other] = [0, 1, 2].map(|ahead| self.text_at(ahead));
        if times == "x"
            && is_plain(one)
            && let Some((other, unit, used)) = length(other, self.text_at(3))
        {
            let mut needs: Vec<Need> =
                [one, other].map(|number| Need::Term(format!("{number}{unit}"))).into();
            repeated::count_repeated_needs(&mut needs, one == other);
            let term = Term::new(self.written(used), Role::Strength, vec![Choice::typed(Need::All(needs))]);
            self.push(term, used);
            return true;
        }
        if times == "x" && is_plain(one) && is_plain(other) {
            let mut needs = vec![amounts::number_need(one), amounts::number_need(other)];
            repeated::count_repeated_needs(&mut needs, one == other);
            let size = Choice { cost: costs::NUMBER_AS_SIZE, ..size_choice(other, None) };
            let term = Term::new(self.written(3), Role::Size, vec![Choice::typed(Need::All(needs)), size]);
            self.push(term, 3);
            return true;
        }
        if one == "x" && is_plain(times) && !self.follows_number() && !self.is_strength_at(1) {
            let term = Term::new(self.written(2), Role::Size, vec![size_choice(times, None)]);
            self.push(term, 2);
            return true;
        }
        if one == "x" && (self.is_size_at(1) || self.follows_number()) {
            self.at += 1;
            return true;
        }
        if times == "x" && is_plain(one) && self.terms.is_empty() {
            let term = Term::new(one, Role::Size, vec![size_choice(one, None)]);
            self.push(term, 2);
            return true;
        }
        false
    }

    /// Returns whether a strength stands at a word: the X of factor X 500 units is a numeral.
    fn is_strength_at(&self, ahead: usize) -> bool {
        let Some(word) = self.word_at(ahead) else { return false };
        strength_at(&self.lexemes, self.lexeme_at(word.start)).is_some_and(|(found, _)| is_strength(&found))
    }

    /// Returns whether a volume or a mass in grams stands at a word.
    fn is_size_at(&self, ahead: usize) -> bool {
        let Some(word) = self.word_at(ahead) else { return false };
        is_plain(word.text) && !self.is_strength_at(ahead)
            || strength_at(&self.lexemes, self.lexeme_at(word.start))
                .is_some_and(|(found, _)| !is_strength(&found))
    }

    fn follows_number(&self) -> bool {
        let before = self.word_at(0).and_then(|word| self.text.get(..word.start)).unwrap_or("").trim_end();
        let last = before.rsplit(' ').next().unwrap_or("");
        let unit = last.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
        unit.len() < last.len() && matches!(unit, "" | "cm" | "mm" | "m")
    }

    /// Reads `x28`, `28s`, `pack of 28` or `class 2`.
    fn size(&mut self) -> bool {
        let word = self.text_at(0);
        if matches!(word, "class" | "cl") && is_plain(self.text_at(1)) {
            let need = Need::Term(format!("class{}", self.text_at(1)));
            let term = Term::new(self.written(2), Role::Attribute, vec![Choice::typed(need)]);
            self.push(term, 2);
            return true;
        }
        if let Some(number) = number_of_size(word)
            && !is_dimension(self)
        {
            let term = Term::new(word, Role::Size, vec![size_choice(number, None)]);
            self.push(term, 1);
            return true;
        }
        let texts: Vec<&str> = self.rest();
        let Some((PhraseKind::Size, used)) = longest(&texts) else { return false };
        let number = self.text_at(used);
        if has_only_digits(number) && !number.is_empty() {
            let mut choices = vec![size_choice(number, None)];
            if texts.first() == Some(&"size") {
                choices.insert(0, Choice::typed(Need::All(vec![Need::term("size"), Need::term(number)])));
            }
            let term = Term::new(self.written(used + 1), Role::Size, choices);
            self.push(term, used + 1);
            return true;
        }
        false
    }

    pub fn rest(&self) -> Vec<&'r str> {
        self.words.get(self.at..).unwrap_or(&[]).iter().take(MAX_PHRASE).map(|word| word.text).collect()
    }

    /// Reads an amount with a unit.
    fn quantity(&mut self) -> bool {
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
            [amount] if strength.per.is_none() && (self.is_size(amount) || !is_strength(&strength)) => {
                self.measure(written, amount, is_last)
            }
            _ => strength_term(written, &strength, is_last),
        };
        self.terms.push(term);
        self.continue_from(end);
        true
    }

    /// Returns whether a mass is the size of a tube, because a percentage is stated.
    fn is_size(&self, amount: &Amount) -> bool {
        amount.unit == "g"
            && self.terms.iter().any(|term| term.role == Role::Strength && term.written.ends_with('%'))
    }

    /// Reads `20 unit doses`, which is a size.
    fn unit_doses(&mut self) -> bool {
        let [number, unit, dose] = [0, 1, 2].map(|ahead| self.text_at(ahead));
        let is_size = is_plain(number) && unit == "unit" && dose.trim_end_matches('s') == "dose";
        if is_size {
            let term = Term::new(self.written(3), Role::Size, vec![size_choice(number, None)]);
            self.push(term, 3);
        }
        is_size
    }

    /// Returns whether a unit is a part of an abbreviation, as the `m` of `500 m/r`.
    fn is_cut_off(&self, next: usize) -> bool {
        let Some([unit, stroke, letters]) = next.checked_sub(1).and_then(|at| self.lexemes.get(at..at + 3))
        else {
            return false;
        };
        let is_joined = unit.is_spaced && !stroke.is_spaced && !letters.is_spaced && stroke.is("/");
        is_joined && letters.is_word()
    }

    /// Returns the term of a mass in grams, a volume or a length.
    fn measure(&self, written: &str, amount: &Amount, is_last: bool) -> Term {
        let names = amount_need(amount, is_last);
        let size = size_choice(&amount.number, Some(amount.unit));
        if amount.is_length() {
            return Term::new(written, Role::Strength, vec![Choice::typed(names)]);
        }
        if !amount.is_volume() && !self.has_strength && is_small(amount) {
            return Term::new(written, Role::Strength, vec![Choice::typed(names)]);
        }
        if amount.is_volume() || self.has_strength {
            return Term::new(written, Role::Size, vec![Choice::typed(names), Choice { cost: 1, ..size }]);
        }
        Term::new(written, Role::Strength, vec![Choice::typed(names), Choice { cost: 1, ..size }])
    }

    /// Reads a number without a unit.
    fn number(&mut self) -> bool {
        let Some(word) = self.word_at(0) else { return false };
        let at = self.lexeme_at(word.start);
        let Some(lexeme) = self.lexemes.get(at).copied().filter(Lexeme::is_number) else { return false };
        if let Some(next) = self.lexemes.get(at + 1).copied()
            && next.is_word()
            && !next.is_spaced
            && next.text != "x"
        {
            return self.number_and_letters(&lexeme, &next);
        }
        if self.number_pair(at) {
            return true;
        }
        if self.is_split(at) {
            let term = Term::new(lexeme.text, Role::Strength, Vec::new());
            self.push(term, 1);
            return true;
        }
        let number = plain_number(lexeme.text);
        let next = self.text_at(1);
        if let Some(term) = self.unfinished(&number, next) {
            self.push(term, 2);
            return true;
        }
        let is_count =
            is_form(next) || matches!(longest(&[next]), Some((PhraseKind::Container | PhraseKind::Size, _)));
        let may_be_strength = !(self.has_strength && (is_count || number.len() < 4 || !number.contains('.')));
        let term = number_term(lexeme.text, &number, may_be_strength);
        let end = lexeme.end();
        self.terms.push(term);
        self.continue_from(end);
        true
    }

    /// Returns the term of a number before the beginning of a unit: `500 mic`, `30 gr`.
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

    /// Returns whether a number may be a part of the strength after it, as in `2 5mg` or `2..5mg`.
    fn is_split(&self, at: usize) -> bool {
        let mut next = at + 1;
        while self
            .lexemes
            .get(next)
            .is_some_and(|sign| matches!(sign.text, "." | "," | "'" | "·") && !sign.is_spaced)
        {
            next += 1;
        }
        let is_zero = self.lexemes.get(at).is_some_and(|number| number.text == "0");
        if next > at + 1 && !is_zero && self.lexemes.get(next).is_some_and(|number| number.is_spaced) {
            return false;
        }
        let is_short = self.lexemes.get(at).is_some_and(|number| number.text.len() <= 3);
        let strength = strength_at(&self.lexemes, next);
        is_short
            && strength.is_some_and(|(found, _)| {
                is_strength(&found) && found.amounts.first().is_some_and(|one| one.unit != "part")
            })
    }

    /// Reads a number with letters that are no unit, as in `10,000DU`.
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

    /// Reads a phrase of a box with two words or more, or an abbreviation with several meanings.
    fn phrase(&mut self) -> bool {
        let texts = self.rest();
        let Some((kind, used)) = longest(&texts) else { return false };
        if used == 1 && kind == PhraseKind::Code && self.has_code(1) {
            // `exp 03 2027` is one code.
            let numbers =
                (2..4).take_while(|ahead| is_plain(self.text_at(*ahead)) && self.has_code(*ahead)).count();
            let term =
                Term::new(self.written(2 + numbers), Role::Noise, vec![Choice::at(1, Wanted::Anything)]);
            self.push(term, 2 + numbers);
            return true;
        }
        if used == 1 {
            return kind == PhraseKind::Doubt && self.doubt();
        }
        // `use by mouth` ends with a route.
        let last = [self.text_at(used - 1), self.text_at(used)];
        if matches!(attribute_of(&last, true), Some((_, 2))) {
            return false;
        }
        let role = match kind {
            PhraseKind::Form => return false,
            _ if meanings(self.written(used)).is_empty() => Role::Noise,
            _ => return false,
        };
        let mut choices = vec![Choice::at(0, Wanted::Anything)];
        if kind == PhraseKind::Detail {
            choices.insert(0, Choice::typed(words_need(&self.written(used).replace('-', " "))));
        }
        let is_code = kind == PhraseKind::Code && self.has_code(used);
        let term = Term::new(self.written(used), role, choices);
        self.push(term, used + usize::from(is_code));
        true
    }

    /// Returns whether a code follows: a word with a digit that is no strength.
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
        if self.is_only_word() || is_in_brackets || !is_doubt(word.text) {
            return false;
        }
        let term = Term::new(word.text, Role::Doubt, vec![Choice::typed(Need::term(word.text))]);
        self.push(term, 1);
        true
    }

    /// Reads a route, a release characteristic, or `sugar free`.
    fn attribute(&mut self) -> bool {
        if let Some((term, used)) = self.free_of() {
            self.push(term, used);
            return true;
        }
        let Some((term, used)) = route_at(self) else { return false };
        self.push(term, used);
        true
    }

    /// Returns the term of `sugar free` or `sugar-free`.
    pub fn free_of(&self) -> Option<(Term, usize)> {
        let first = self.text_at(0);
        let (what, used) = match first.strip_suffix("-free") {
            Some(what) => (what, 1),
            None if self.text_at(1) == "free" && !matches!(self.text_at(2), "from" | "of") => (first, 2),
            None if self.is_unfinished_free() => (first, 2),
            None => return None,
        };
        let key = free_term(what);
        let choices =
            if self.index.has_term(&key) { vec![Choice::typed(Need::Term(key))] } else { Vec::new() };
        Some((Term::new(self.written(used), Role::Attribute, choices), used))
    }

    /// Returns whether `free` is being typed: `lactose fr`.
    fn is_unfinished_free(&self) -> bool {
        let is_last = self.at + 2 == self.words.len();
        is_last && "free".starts_with(self.text_at(1)) && self.index.has_term(&free_term(self.text_at(0)))
    }

    /// Reads a number that is a name, as the 625 of co-amoxiclav.
    fn numeric_synonym(&mut self) -> bool {
        self.text_at(0).starts_with(|c: char| c.is_ascii_digit()) && self.synonym()
    }

    /// Reads an abbreviation, a former name or another spelling, of two words or one.
    fn synonym(&mut self) -> bool {
        let Some((term, used)) = synonym_at(self) else { return false };
        self.push(term, used);
        true
    }

    pub fn has_medicine(&self) -> bool {
        self.terms.iter().any(|term| term.role == Role::Medicine)
    }

    /// Returns the closest spellings of a word.
    fn spellings_of(&self, word: &str) -> Vec<Choice> {
        let medicine = self.terms.iter().rev().find(|term| term.role == Role::Medicine);
        let beside = medicine.map(|term| match term.choices.first() {
            Some(Choice { wanted: Wanted::Names(need), .. }) => need.clone(),
            _ => Need::nothing(),
        });
        spelling::choices(self.index, word, beside.as_ref())
    }

    /// Adds the term of a dose form.
    pub fn add_form(&mut self, word: &str) {
        let term = form_term(self.written(1), word);
        self.push(term, 1);
    }
}

/// Returns the index term of `sugar free`.
fn free_term(what: &str) -> String {
    format!("{}free", what.replace('-', ""))
}

/// Returns whether a quantity is surely a strength: not a mass in grams, a volume or a length alone.
fn is_strength(strength: &Strength) -> bool {
    match strength.amounts.as_slice() {
        [amount] if strength.per.is_none() => {
            !amount.is_volume() && !amount.is_length() && (amount.unit != "g" || is_small(amount))
        }
        _ => true,
    }
}

/// Returns the number and the unit of a length after `15 x`, as one word or two, and the number of words with those before.
fn length<'t>(word: &'t str, next: &'t str) -> Option<(&'t str, &'t str, usize)> {
    let number = word.trim_end_matches(char::is_alphabetic);
    let (unit, used) = if number.len() < word.len() { (word.get(number.len()..)?, 3) } else { (next, 4) };
    (is_plain(number) && matches!(unit, "cm" | "mm")).then_some((number, unit, used))
}

/// Returns whether a word is a number without a unit.
fn is_plain(word: &str) -> bool {
    !word.is_empty()
        && word.bytes().all(|byte| byte.is_ascii_digit() || byte == b'.')
        && word.starts_with(|c: char| c.is_ascii_digit())
}

/// Returns whether a mass is less than that of any tube or jar.
fn is_small(amount: &Amount) -> bool {
    amount.unit == "g" && amount.number.split('.').next().is_some_and(|whole| whole.len() == 1 && whole < "5")
}

/// Returns whether `x12` follows a number, as in `10 x12cm`.
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

//! The reader: cuts a query into terms, from left to right.

mod amounts;
mod around;
pub mod costs;
mod cut;
mod directions;
mod exclusions;
mod forms;
mod instructions;
mod numbers;
mod phrases;
pub mod quantities;
pub mod rewrite;
mod routes;
mod salts;
mod separate;
mod sizes;
mod spelling;
mod suppliers;
mod synonyms;
mod term;
mod unknown_words;
mod words;
pub mod writings;

pub use routes::is_release;
pub use salts::is_metal;
pub use suppliers::is_legal_form;
pub use term::{Choice, Role, Size, Term, Wanted};

use crate::medicine::lexeme::{Lexeme, lexemes};
use crate::medicine::strength::strength_at;
use crate::search::index::{Index, Need};
use cut::{Word, words};
use directions::directions_at;
use exclusions::exclusion_at;
use forms::form_term;
use instructions::instruction_at;
use routes::route_at;
use synonyms::synonym_at;
use words::WordReader;

/// The number of words of the longest phrase of a box.
const MAX_PHRASE_WORDS: usize = 12;

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
    amounts::count_repeated(&mut reader.terms);
    reader.terms
}

/// The state of reading a query: its words, the current place, and the terms so far. At each place it tries
/// the kinds of terms in a fixed order.
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
        if let Some((term, used)) = instruction_at(self) {
            return self.push(term, used);
        }
        if self.direction() {
            return;
        }
        if let Some((term, used)) = exclusion_at(self) {
            return self.push(term, used);
        }
        if let Some((term, used)) = suppliers::whole_name_at(self) {
            return self.push(term, used);
        }
        if self.accessory()
            || self.numeric_synonym()
            || self.times()
            || self.size()
            || self.container()
            || self.of_unit_doses()
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
        if self.terms.is_empty() || routes::phrase_at(self, 0).is_some() {
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

    /// Finds the word before the current one.
    pub fn text_before(&self) -> &'r str {
        self.at.checked_sub(1).and_then(|at| self.words.get(at)).map_or("", |word| word.text)
    }

    /// Reports whether a comma is between the word before and the current one.
    pub fn is_behind_comma(&self) -> bool {
        let before = self.at.checked_sub(1).and_then(|at| self.words.get(at));
        let (Some(before), Some(word)) = (before, self.word_at(0)) else { return false };
        self.text.get(before.end..word.start).is_some_and(|between| between.contains(','))
    }

    pub fn is_only_word(&self) -> bool {
        self.words.len() == 1
    }

    /// Finds the text from the current word, over some words.
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
            .any(|at| strength_at(&self.lexemes, at).is_some_and(|(found, _)| found.is_sure()))
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

    pub fn rest(&self) -> Vec<&'r str> {
        self.words.get(self.at..).unwrap_or(&[]).iter().take(MAX_PHRASE_WORDS).map(|word| word.text).collect()
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

    /// Reads the term of `sugar free` or `sugar-free`.
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

    /// Reports whether `free` is being typed: `lactose fr`.
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

    /// Finds the closest spellings of a word.
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

/// Builds the index term of `sugar free`.
fn free_term(what: &str) -> String {
    format!("{}free", what.replace('-', ""))
}

//! What the words of a query ask for.

use super::synonyms::{meanings, names_meant_by_start};
use crate::text::{Token, Unit, asking_tokens, equal_quantities, fold, tokens};

/// One thing that a pack must have: some alternative of it, whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    pub alternatives: Vec<Alternative>,
}

impl Term {
    /// What no pack has.
    const NOTHING: Term = Term { alternatives: Vec::new() };

    /// The word that it is about, as it was typed.
    pub fn word(&self) -> Option<&str> {
        self.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
            [Atom::Prefix(word)] => Some(word.as_str()),
            _ => None,
        })
    }

    /// Whether it is looked for last: most packs have it, or it is said in so many ways that each name is compared with all of them.
    pub fn is_costly(&self) -> bool {
        self.is_common() || self.alternatives.len() > MANY_WAYS
    }

    /// Whether so many words of the dictionary are meant that most packs have one of them.
    fn is_common(&self) -> bool {
        self.alternatives.iter().flatten().any(|atom| match atom {
            Atom::Prefix(text) => text.len() <= COMMON_LETTERS,
            Atom::Number(_) | Atom::AnyNumberOf(_) => true,
            Atom::Whole(_) | Atom::Unfinished(_) | Atom::Generic(_) => false,
        })
    }
}

/// Words that begin with so few letters are on every shelf.
const COMMON_LETTERS: usize = 2;
/// A word is said in fewer ways than that, a strength in a few or in a hundred and more.
const MANY_WAYS: usize = 32;

/// Words that must all be there.
pub type Alternative = Vec<Atom>;

/// One word that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Atom {
    /// A word that begins like this.
    Prefix(String),
    /// A word that is this.
    Whole(String),
    /// This number, with any unit or none.
    Number(String),
    /// Any number with this unit.
    AnyNumberOf(Unit),
    /// A word that is this, but not as a whole: what was typed is only the start of it.
    Unfinished(String),
    /// A word of the generic name that begins like this, and that no pack has in its own name.
    Generic(String),
}

/// How many digits at least a number has that may be the start of a device's code.
const CODE_DIGITS: usize = 5;

/// So many different things may be asked of a pack: the longest name of a release has fewer words. Each costs time, and what fits
/// into a query could be twice as many; a query that asks for more finds nothing.
const MOST_TERMS: usize = 48;

/// Reads the words of a name, each once.
pub fn parse_terms(text: &str) -> Vec<Term> {
    let mut terms = each_once(terms_of(text));
    if terms.len() > MOST_TERMS {
        terms = vec![Term::NOTHING];
    }
    terms
}

/// What is asked for twice asks for no more than once.
pub fn each_once<T: PartialEq>(asked: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in asked {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

fn terms_of(text: &str) -> Vec<Term> {
    let folded = fold(text);
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let mut terms = Vec::new();
    let mut plain = String::new();
    let mut rest = chunks.as_slice();
    while let Some((chunk, behind)) = rest.split_first() {
        match synonym_at(rest) {
            Some((synonym, used)) => {
                terms_of_run(&std::mem::take(&mut plain), &mut terms);
                terms.push(synonym);
                rest = rest.get(used..).unwrap_or(&[]);
            }
            None => {
                plain.push_str(chunk);
                plain.push(' ');
                rest = behind;
            }
        }
    }
    terms_of_run(&plain, &mut terms);
    terms
}

/// The terms of the first of some words, and how many words they take: two that stand for others are one.
pub fn first_terms(words: &[&str]) -> (Vec<Term>, usize) {
    if let Some((synonym, used)) = synonym_at(words) {
        return (vec![synonym], used);
    }
    let mut terms = Vec::new();
    words.first().into_iter().for_each(|word| terms_of_run(word, &mut terms));
    (terms, 1)
}

/// A term for the first two words or the first one, if they stand for others, and how many they are.
fn synonym_at(chunks: &[&str]) -> Option<(Term, usize)> {
    let both = chunks.first_chunk::<2>().map(|both| (both.join(" "), 2));
    let one = chunks.first().map(|one| ((*one).to_owned(), 1));
    [both, one].into_iter().flatten().find_map(|(written, used)| Some((synonym(&written)?, used)))
}

/// What stands for other words: as it is written, or as it is meant.
fn synonym(written: &str) -> Option<Term> {
    let meanings = meanings(written);
    let as_meant = meanings.iter().map(|meaning| meant_by(meaning));
    let alternatives = std::iter::once(atoms(written, Atom::Prefix)).chain(as_meant);
    (!meanings.is_empty()).then(|| one_of(alternatives.filter(|atoms| !atoms.is_empty())))
}

/// A meaning, as whole words.
pub fn meant_by(meaning: &str) -> Alternative {
    atoms(meaning, Atom::Whole)
}

/// The words of an alternative, as they are folded.
pub fn text_of(alternative: &Alternative) -> String {
    alternative.iter().map(Atom::text).collect::<Vec<_>>().join(" ")
}

impl Atom {
    fn text(&self) -> &str {
        match self {
            Atom::Prefix(text)
            | Atom::Whole(text)
            | Atom::Number(text)
            | Atom::Unfinished(text)
            | Atom::Generic(text) => text,
            Atom::AnyNumberOf(unit) => unit.name(),
        }
    }
}

fn atoms(text: &str, word: fn(String) -> Atom) -> Alternative {
    let atom = |token: Token| match token {
        Token::Word(text) => Some(word(text)),
        Token::Number(text) => Some(Atom::Number(text)),
        token @ Token::Quantity(..) => Some(Atom::Whole(token.term())),
        Token::Also(_) => None,
    };
    tokens(text).into_iter().filter_map(atom).collect()
}

/// The terms of words that stand for themselves.
fn terms_of_run(text: &str, terms: &mut Vec<Term>) {
    let tokens = asking_tokens(text);
    let mut rest = tokens.as_slice();
    while let Some((token, behind)) = rest.split_first() {
        let (term, used) = term(token, behind);
        terms.push(term);
        rest = behind.get(used..).unwrap_or(&[]);
    }
}

/// The term that begins with a token, and how many of the tokens behind it belong to it.
fn term(token: &Token, behind: &[Token]) -> (Term, usize) {
    match (token, behind.first()) {
        (Token::Number(number), Some(Token::Word(letters))) if is_unfinished_unit(letters) => {
            (number_and_letters(number, letters), 1)
        }
        (Token::Number(number), _) => (one_of([vec![Atom::Number(number.clone())]]), 0),
        (Token::Quantity(number, unit), next) => (quantity(number, *unit, next.is_none()), 0),
        (Token::Word(word) | Token::Also(word), _) => {
            (synonym(word).unwrap_or_else(|| one_of(word_alternatives(word))), 0)
        }
    }
}

/// What any of some alternatives gives.
pub fn one_of(alternatives: impl IntoIterator<Item = Alternative>) -> Term {
    Term { alternatives: alternatives.into_iter().collect() }
}

fn is_unfinished_unit(letters: &str) -> bool {
    Unit::beginning_with(letters).next().is_some()
}

/// `500 mic`: a quantity whose unit is being typed, or a number and a word.
fn number_and_letters(number: &str, letters: &str) -> Term {
    let unfinished = unfinished(number, letters);
    let apart = vec![Atom::Number(number.to_owned()), Atom::Prefix(letters.to_owned())];
    one_of(unfinished.chain([apart]))
}

fn unfinished(number: &str, letters: &str) -> impl Iterator<Item = Alternative> {
    let term = move |unit: Unit| vec![Atom::Unfinished(Token::Quantity(number.to_owned(), unit).term())];
    Unit::beginning_with(letters).map(term)
}

/// A quantity in whatever unit of its kind; at the end of a query its unit may be unfinished.
fn quantity(number: &str, unit: Unit, is_last: bool) -> Term {
    let equal = equal_quantities(number, unit).into_iter();
    let whole = equal.map(|(number, unit)| vec![Atom::Whole(Token::Quantity(number, unit).term())]);
    let unfinished = unfinished(number, unit.name()).filter(move |_| is_last);
    one_of(whole.chain(unfinished))
}

/// A word from its start, its singular, the unit that it is, or what a former name means that
/// begins like it.
fn word_alternatives(word: &str) -> impl Iterator<Item = Alternative> {
    let singular = word.strip_suffix('s').filter(|singular| singular.len() >= 3);
    let as_typed = vec![Atom::Prefix(word.to_owned())];
    let as_singular = singular.map(|singular| vec![Atom::Whole(singular.to_owned())]);
    let as_unit = Unit::parse(word).map(|unit| vec![Atom::AnyNumberOf(unit)]);
    let as_former = names_meant_by_start(word).map(|meant| atoms(meant, Atom::Unfinished));
    [Some(as_typed), as_singular, as_unit].into_iter().flatten().chain(as_former)
}

/// Whether digits may be the start of a code that goes on.
pub fn may_be_code(number: &str) -> bool {
    number.len() >= CODE_DIGITS && !number.contains('.')
}

/// Whether a word of a name is one that the atom stands for, and whether as a whole.
pub fn stands_for(atom: &Atom, word: &str) -> Option<bool> {
    match atom {
        Atom::Whole(text) => (word == text).then_some(true),
        Atom::Unfinished(text) => (word == text).then_some(false),
        Atom::Prefix(prefix) => word.strip_prefix(prefix.as_str()).map(str::is_empty),
        Atom::AnyNumberOf(unit) => {
            let number =
                word.strip_suffix(unit.name()).filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))?;
            number.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(true)
        }
        Atom::Number(number) => {
            let rest = word.strip_prefix(number.as_str())?;
            let agrees = !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            (agrees || may_be_code(number)).then_some(agrees)
        }
        Atom::Generic(_) => None,
    }
}

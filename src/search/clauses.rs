//! What the words of a query ask for.

use super::box_phrases;
use super::synonyms::{combinations_of, meanings, names_meant_by_start};
use crate::attributes::{Attribute, Request, is_stated_by, requested_by};
use crate::quantity::{Ratio, Unit, equal_quantities};
use crate::text::{Token, fold, tokens};

/// One thing that a query asks of a pack: some alternative of it, whole; or, where it is excluded, none.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Clause {
    pub alternatives: Vec<Conjunction>,
    /// The negation in front of it, if the query excludes it: `not`, `no` or `without`.
    pub negation: Option<&'static str>,
    /// Whether it is a strength: in a mixture it belongs to the component that it follows.
    pub is_strength: bool,
}

/// The words that exclude what follows them.
const NEGATIONS: [&str; 6] = ["except", "excluding", "no", "non", "not", "without"];

impl Clause {
    /// What no pack has.
    pub const NOTHING: Clause = Clause { alternatives: Vec::new(), negation: None, is_strength: false };

    /// A strength, in any of several notations.
    fn strength(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
        Clause { is_strength: true, ..one_of(alternatives) }
    }

    /// Returns the bare number that the term is.
    pub fn bare_number(&self) -> Option<&str> {
        match self.alternatives.as_slice() {
            [atoms] => match atoms.as_slice() {
                [TermQuery::Number(number, _)] => Some(number),
                _ => None,
            },
            _ => None,
        }
    }

    /// Returns whether it is a strength or a number.
    pub fn is_amount(&self) -> bool {
        self.is_strength || self.bare_number().is_some()
    }

    /// Returns the bare number as it is looked for in another part of names.
    pub fn number_within(&self, within: Within) -> Clause {
        let number = self.bare_number().unwrap_or_default().to_owned();
        Clause { is_strength: within == Within::Title, ..one_of([vec![TermQuery::Number(number, within)]]) }
    }

    /// Whether it asks for products that are free of something.
    pub fn is_free_of(&self) -> bool {
        self.alternatives
            .iter()
            .flatten()
            .any(|atom| matches!(atom, TermQuery::Whole(word) if is_free_of(word)))
    }

    /// Whether the query excludes it.
    pub fn is_excluded(&self) -> bool {
        self.negation.is_some()
    }

    /// The word that it is about, as it was typed.
    pub fn word(&self) -> Option<&str> {
        self.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
            [TermQuery::Prefix(word)] => Some(word.as_str()),
            _ => None,
        })
    }

    /// Whether it is looked for last: most packs have it, or it is said in so many ways that each name is compared with all of them.
    pub fn is_expensive(&self) -> bool {
        self.is_excluded() || self.is_common() || self.alternatives.len() > MANY_WAYS
    }

    /// Whether so many words of the dictionary are meant that most packs have one of them.
    fn is_common(&self) -> bool {
        self.alternatives.iter().flatten().any(|atom| match atom {
            TermQuery::Prefix(text) => text.len() <= COMMON_LETTERS,
            TermQuery::Number(..) | TermQuery::AnyNumberOf(_) | TermQuery::Attribute(_) => true,
            TermQuery::Whole(_) | TermQuery::Title(_) | TermQuery::Unfinished(_) | TermQuery::Generic(_) => {
                false
            }
        })
    }
}

/// Words that begin with so few letters are on every shelf.
const COMMON_LETTERS: usize = 2;
/// A word is said in fewer ways than that, a strength in a few or in a hundred and more.
const MANY_WAYS: usize = 32;

/// Words that must all be there.
pub type Conjunction = Vec<TermQuery>;

/// Where in a pack's name something must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Within {
    /// Anywhere.
    Name,
    /// In the name of the product, where strengths are.
    Title,
    /// In supplier, size or sub-pack.
    Tail,
}

/// One word that must be there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermQuery {
    /// A word that begins like this.
    Prefix(String),
    /// A word that is this.
    Whole(String),
    /// A word of the product's name that is this.
    Title(String),
    /// This number, with any unit or none.
    Number(String, Within),
    /// Any number with this unit.
    AnyNumberOf(Unit),
    /// A word that is this, but not as a whole: what was typed is only the start of it, or means the same.
    Unfinished(String),
    /// A word of the generic name that begins like this, and that no pack has in its own name.
    Generic(String),
    /// A route or a release characteristic.
    Attribute(Attribute),
}

/// How many digits at least a number has that may be the start of a device's code.
const CODE_DIGITS: usize = 5;

/// How many digits before its zeros a round number has at most.
const ROUND_DIGITS: usize = 3;

/// So many different things may be asked of a pack: the longest name of a release has fewer words. Each costs time, and what fits
/// into a query could be twice as many; a query that asks for more finds nothing.
const MOST_TERMS: usize = 48;

/// Reads the words of a name, each once.
pub fn parse_clauses(text: &str) -> Vec<Clause> {
    let mut clauses: Vec<Clause> = Vec::new();
    for clause in clauses_of(text) {
        // Two components of a mixture may have equal strengths.
        if clause.is_amount() || !clauses.contains(&clause) {
            clauses.push(clause);
        }
    }
    if clauses.len() > MOST_TERMS {
        clauses = vec![Clause::NOTHING];
    }
    clauses
}

/// What is asked for twice asks for no more than once.
pub fn dedup<T: PartialEq>(asked: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut once = Vec::new();
    for one in asked {
        if !once.contains(&one) {
            once.push(one);
        }
    }
    once
}

fn clauses_of(text: &str) -> Vec<Clause> {
    let folded = fold(text);
    let chunks: Vec<&str> = folded.split_whitespace().collect();
    let mut clauses = Vec::new();
    let mut plain = String::new();
    let mut rest = chunks.as_slice();
    while let Some((chunk, behind)) = rest.split_first() {
        let is_behind_number = plain.trim_end().ends_with(|c: char| c.is_ascii_digit());
        match special_at(rest, chunks.len() > 1, is_behind_number) {
            Some((clause, used)) => {
                clauses_of_run(&std::mem::take(&mut plain), &mut clauses);
                clauses.push(clause);
                rest = rest.get(used..).unwrap_or(&[]);
            }
            None => {
                plain.push_str(chunk);
                plain.push(' ');
                rest = behind;
            }
        }
    }
    clauses_of_run(&plain, &mut clauses);
    if clauses.len() > 1 {
        clauses.iter_mut().for_each(|clause| require_whole_letter(clause, &chunks));
    }
    clauses
}

/// Makes a single letter a whole word: `hepatitis e` is no prefix of another hepatitis vaccine.
fn require_whole_letter(clause: &mut Clause, chunks: &[&str]) {
    for conjunction in &mut clause.alternatives {
        for query in conjunction {
            if let TermQuery::Prefix(letter) = query
                && letter.chars().count() == 1
                && chunks.iter().any(|chunk| chunk.trim_matches(|c: char| !c.is_alphanumeric()) == letter)
            {
                *query = TermQuery::Whole(letter.clone());
            }
        }
    }
}

/// Returns the term of the first words if they are no plain words: an exclusion, a route or release, or a synonym; and how many they are.
fn special_at(chunks: &[&str], are_more: bool, is_behind_number: bool) -> Option<(Clause, usize)> {
    exclusion_at(chunks)
        .or_else(|| attribute_at(chunks, are_more))
        .or_else(|| synonym_at(chunks))
        .or_else(|| doubt_at(chunks, are_more && !is_behind_number))
}

/// Returns an abbreviation that is read as more than one medicine or route. It is no prefix: only a product that is called so has it.
fn doubt_at(chunks: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let first = chunks.first().filter(|first| are_more && box_phrases::is_doubt(first))?;
    Some((one_of([vec![TermQuery::Title((*first).to_owned())]]), 1))
}

/// Returns what the first words say a product is free of: `sugar free`, `latex-free`.
pub fn free_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let (first, behind) = chunks.split_first()?;
    let (what, used) = match first.strip_suffix("-free") {
        Some(what) => (what, 1),
        None if behind.first() == Some(&FREE) => (*first, 2),
        None => return None,
    };
    let is_word = !what.is_empty() && what.chars().all(char::is_alphabetic);
    is_word.then(|| (one_of([vec![TermQuery::Whole([what, FREE].concat())]]), used))
}

/// Returns what the first words exclude: `not modified release`, `without codeine`, `non-gastro-resistant`.
pub fn exclusion_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let (first, behind) = chunks.split_first()?;
    if let Some(rest) = first.strip_prefix("non-") {
        let joined: Vec<&str> = std::iter::once(rest).chain(behind.iter().copied()).collect();
        let (clause, used) = attribute_at(&joined, true)?;
        return Some((Clause { negation: Some("non"), ..clause }, used));
    }
    let negation = NEGATIONS.into_iter().find(|negation| negation == first)?;
    let next = behind.first().map_or("", |next| next.trim_start_matches(|c: char| !c.is_alphanumeric()));
    if next.starts_with(|c: char| c.is_ascii_digit()) {
        // `no 5` is a size; which strengths are left by `not 5mg` nobody can tell.
        let (clauses, used) = first_clauses(behind);
        let is_strength = clauses.iter().any(|clause| clause.is_strength);
        return is_strength.then_some((Clause { negation: Some(negation), ..Clause::NOTHING }, used + 1));
    }
    let (clause, used) = attribute_at(behind, true).unwrap_or_else(|| excluded_words(behind));
    Some((Clause { negation: Some(negation), ..clause }, used + 1))
}

/// Returns the word after a negation, or two of `sugar free`.
fn excluded_words(chunks: &[&str]) -> (Clause, usize) {
    let (mut clauses, used) = first_clauses(chunks);
    match (clauses.pop(), clauses.is_empty()) {
        (Some(clause), true) => (with_combinations(clause, chunks), used),
        // What is excluded cannot be read: no pack is known to lack it.
        _ => (Clause::NOTHING, used.min(chunks.len())),
    }
}

/// Returns an excluded clause with the combinations that contain the substance: who excludes codeine excludes co-codamol.
fn with_combinations(mut clause: Clause, chunks: &[&str]) -> Clause {
    let combinations = chunks.first().map(|first| combinations_of(first)).unwrap_or_default();
    clause.alternatives.extend(combinations.into_iter().map(meant_by));
    clause
}

/// Returns the route or release characteristic that the first words ask for.
pub fn attribute_at(chunks: &[&str], are_more: bool) -> Option<(Clause, usize)> {
    let Request { attribute, word, words } = requested_by(chunks, are_more)?;
    // `la` is modified release, and the start of `La Roche`.
    let as_written = if is_stated_by(attribute, word) { TermQuery::Whole } else { TermQuery::Title };
    let asked = [vec![as_written(word.to_owned())], vec![TermQuery::Attribute(attribute)]];
    let also = meanings(word).into_iter().map(meant_by);
    Some((one_of(asked.into_iter().chain(also)), words))
}

/// The terms of the first of some words, and how many words they take: two that stand for others are one.
pub fn first_clauses(words: &[&str]) -> (Vec<Clause>, usize) {
    if let Some((synonym, used)) = synonym_at(words) {
        return (vec![synonym], used);
    }
    let mut clauses = Vec::new();
    words.first().into_iter().for_each(|word| clauses_of_run(word, &mut clauses));
    clauses.iter_mut().for_each(|clause| require_whole_letter(clause, words));
    (clauses, 1)
}

/// A term for the first two words or the first one, if they stand for others, and how many they are.
fn synonym_at(chunks: &[&str]) -> Option<(Clause, usize)> {
    let both = chunks.first_chunk::<2>().map(|both| (both.join(" "), 2));
    let one = chunks.first().map(|one| ((*one).to_owned(), 1));
    [both, one].into_iter().flatten().find_map(|(written, used)| Some((synonym(&written)?, used)))
}

/// What stands for other words: as it is written, or as it is meant.
fn synonym(written: &str) -> Option<Clause> {
    let meanings = meanings(written);
    let as_meant = meanings.iter().map(|meaning| meant_by(meaning));
    let alternatives = std::iter::once(atoms(written, TermQuery::Prefix)).chain(as_meant);
    let is_strength = written.starts_with(|c: char| c.is_ascii_digit());
    let clause = || one_of(alternatives.filter(|atoms| !atoms.is_empty()));
    (!meanings.is_empty()).then(|| Clause { is_strength, ..clause() })
}

/// A meaning, as whole words.
pub fn meant_by(meaning: &str) -> Conjunction {
    atoms(meaning, TermQuery::Whole)
}

/// The words of an alternative, as they are folded.
pub fn text_of(alternative: &Conjunction) -> String {
    alternative.iter().map(TermQuery::text).collect::<Vec<_>>().join(" ")
}

impl TermQuery {
    fn text(&self) -> &str {
        match self {
            TermQuery::Prefix(text)
            | TermQuery::Whole(text)
            | TermQuery::Title(text)
            | TermQuery::Number(text, _)
            | TermQuery::Unfinished(text)
            | TermQuery::Generic(text) => text,
            TermQuery::AnyNumberOf(unit) => unit.name(),
            TermQuery::Attribute(attribute) => attribute.name(),
        }
    }
}

fn atoms(text: &str, word: fn(String) -> TermQuery) -> Conjunction {
    let mut atoms = Vec::new();
    for token in tokens(text) {
        match token {
            Token::Word(text) => atoms.push(word(text)),
            Token::Number(text) => atoms.push(TermQuery::Number(text, Within::Name)),
            token @ Token::Quantity(..) => atoms.push(TermQuery::Whole(token.term())),
            Token::Also(compound) if is_free_of(&compound) => replace_parts(&mut atoms, compound),
            Token::Also(_) => {}
        }
    }
    atoms
}

/// Whether a compound is one such as `sugarfree`.
fn is_free_of(compound: &str) -> bool {
    compound.len() > FREE.len() && compound.ends_with(FREE)
}

const FREE: &str = "free";

/// `sugar free` is one word: another word that is free of something does not stand for it.
fn replace_parts(atoms: &mut Conjunction, compound: String) {
    atoms.truncate(atoms.len().saturating_sub(2));
    atoms.push(TermQuery::Whole(compound));
}

/// The terms of words that stand for themselves.
fn clauses_of_run(text: &str, clauses: &mut Vec<Clause>) {
    let tokens = tokens(text);
    let mut rest = tokens.as_slice();
    let mut is_behind_number = false;
    while let Some((token, behind)) = rest.split_first() {
        // The `x` of `10 x 5ml` is no numeral.
        let numeral = numeral(token).filter(|_| !is_behind_number);
        let (clause, used) = numeral.map_or_else(|| term(token, behind), |numeral| (Some(numeral), 0));
        is_behind_number = matches!(token, Token::Number(_) | Token::Quantity(..));
        clauses.extend(clause);
        rest = behind.get(used..).unwrap_or(&[]);
    }
}

/// Returns the term that begins with a token, and how many of the tokens after it belong to it.
fn term(token: &Token, behind: &[Token]) -> (Option<Clause>, usize) {
    let (clause, used) = match (token, behind) {
        (Token::Number(one), [Token::Word(_), Token::Also(clause), Token::Number(parts), ..])
            if one == "1" =>
        {
            (one_in(clause, parts), 3)
        }
        (Token::Number(number), [Token::Word(letters), ..]) if is_unfinished_unit(letters) => {
            (number_and_letters(number, letters), 1)
        }
        (Token::Number(number), _) => (one_of([vec![TermQuery::Number(number.clone(), Within::Name)]]), 0),
        (Token::Quantity(number, unit), _) => {
            ratio(number, *unit, behind).unwrap_or_else(|| (quantity(number, *unit, behind.is_empty()), 0))
        }
        (Token::Word(_), [Token::Word(free), Token::Also(compound), ..])
            if free == FREE && is_free_of(compound) =>
        {
            (one_of([vec![TermQuery::Whole(compound.clone())]]), 2)
        }
        (Token::Word(word), _) => (synonym(word).unwrap_or_else(|| one_of(word_alternatives(word))), 0),
        (Token::Also(_), _) => return (None, 0),
    };
    (Some(clause), used)
}

/// Returns the term of a Roman numeral.
fn numeral(token: &Token) -> Option<Clause> {
    match token {
        Token::Word(word) if is_numeral(word) => Some(one_of([vec![TermQuery::Title(word.clone())]])),
        _ => None,
    }
}

/// Whether a word is a Roman numeral, which tells medicines of one name apart: factor x is not factor xi.
pub fn is_numeral(word: &str) -> bool {
    word.len() <= LONGEST_NUMERAL && word.bytes().all(|byte| b"ivx".contains(&byte))
}

/// `xiii` has four letters.
const LONGEST_NUMERAL: usize = 4;

/// Returns the term of a quantity that is divided by another one, and how many tokens that one takes.
fn ratio(number: &str, unit: Unit, behind: &[Token]) -> Option<(Clause, usize)> {
    let (ratio, volume, used) = match behind {
        [Token::Quantity(per, of), Token::Also(ratio), ..] if is_ratio_of(number, unit, per, *of, ratio) => {
            (ratio, Some((per, *of)), 2)
        }
        [Token::Quantity(per, of), Token::Also(_), Token::Also(ratio), ..]
            if is_ratio_of(number, unit, per, *of, ratio) =>
        {
            (ratio, Some((per, *of)), 3)
        }
        [Token::Also(ratio), Token::Word(_), ..] if is_ratio(ratio) => (ratio, None, 2),
        [Token::Number(_), Token::Also(ratio), Token::Word(_), ..] if is_ratio(ratio) => (ratio, None, 3),
        _ => return None,
    };
    let mut alternatives = as_written(number, unit, volume, ratio);
    match volume.filter(|(per, _)| !is_concentration(per)) {
        // An amount in another volume is what one container holds: a name must have that volume, in any unit.
        Some((per, of)) => {
            for volume in terms_of(per, of) {
                alternatives.push(vec![TermQuery::Title(ratio.clone()), TermQuery::Whole(volume)]);
            }
        }
        // The same concentration in another container comes after the one that was typed.
        None => alternatives.push(vec![TermQuery::Unfinished(ratio.clone())]),
    }
    Some((Clause::strength(alternatives), used))
}

/// Returns a ratio with its two quantities, each in any unit. The amount comes first: most of the ways to write it are in no name.
fn as_written(number: &str, unit: Unit, volume: Option<(&String, Unit)>, ratio: &str) -> Vec<Conjunction> {
    let volumes =
        volume.map_or_else(|| vec![None], |(per, of)| terms_of(per, of).into_iter().map(Some).collect());
    let mut written = Vec::new();
    for amount in terms_of(number, unit) {
        for volume in &volumes {
            let terms = [Some(amount.clone()), volume.clone(), Some(ratio.to_owned())];
            written.push(terms.into_iter().flatten().map(TermQuery::Title).collect());
        }
    }
    written
}

/// Returns the index terms of a quantity, in each unit that it may be written in.
fn terms_of(number: &str, unit: Unit) -> Vec<String> {
    let equal = equal_quantities(number, unit).into_iter();
    equal.map(|(number, unit)| Token::Quantity(number, unit).term()).collect()
}

/// Returns whether an index term is the ratio of two quantities, and not that of the second one and a word.
fn is_ratio_of(number: &str, unit: Unit, per: &str, of: Unit, term: &str) -> bool {
    Ratio::of(number, unit, per, of).is_some_and(|ratio| ratio.term() == term)
}

/// Returns whether an index term is a ratio.
pub fn is_ratio(term: &str) -> bool {
    term.starts_with('=')
}

/// Returns whether an amount in a number of millilitres is a concentration, and not what one container holds.
fn is_concentration(volume: &str) -> bool {
    matches!(volume, "1" | "5")
}

/// Returns the term of `1 in 1000`, which is 1mg/ml.
fn one_in(clause: &str, parts: &str) -> Clause {
    let ratio = Ratio::one_in(parts).map(|ratio| vec![TermQuery::Title(ratio.term())]);
    Clause::strength([Some(vec![TermQuery::Title(clause.to_owned())]), ratio].into_iter().flatten())
}

/// What any of some alternatives gives.
pub fn one_of(alternatives: impl IntoIterator<Item = Conjunction>) -> Clause {
    Clause { alternatives: alternatives.into_iter().collect(), ..Clause::default() }
}

fn is_unfinished_unit(letters: &str) -> bool {
    Unit::beginning_with(letters).next().is_some()
}

/// `500 mic`: a quantity whose unit is being typed, or a number and a word.
fn number_and_letters(number: &str, letters: &str) -> Clause {
    let unfinished = unfinished(number, letters);
    let apart =
        vec![TermQuery::Number(number.to_owned(), Within::Title), TermQuery::Prefix(letters.to_owned())];
    let is_strength = Unit::beginning_with(letters).any(Unit::is_strength);
    Clause { is_strength, ..one_of(unfinished.chain([apart])) }
}

fn unfinished(number: &str, letters: &str) -> impl Iterator<Item = Conjunction> {
    let clause =
        move |unit: Unit| vec![TermQuery::Unfinished(Token::Quantity(number.to_owned(), unit).term())];
    Unit::beginning_with(letters).map(clause)
}

/// A quantity in whatever unit of its kind; at the end of a query its unit may be unfinished. A strength is in the product's name.
fn quantity(number: &str, unit: Unit, is_last: bool) -> Clause {
    let atom = if unit.is_strength() { TermQuery::Title } else { TermQuery::Whole };
    let equal = equal_quantities(number, unit).into_iter();
    let whole = equal.map(|(number, unit)| vec![atom(Token::Quantity(number, unit).term())]);
    let unfinished = unfinished(number, unit.name()).filter(move |_| is_last);
    let percent = ["ml", "mg"].into_iter().filter(|_| unit.name() == "%");
    let ratios = percent.filter_map(|per| Some(vec![TermQuery::Title(Ratio::percent(number, per)?.term())]));
    let may_become_strength = is_last && Unit::beginning_with(unit.name()).any(Unit::is_strength);
    Clause {
        is_strength: unit.is_strength() || unit.name() == "g" || may_become_strength,
        ..one_of(whole.chain(ratios).chain(unfinished))
    }
}

/// A word from its start, its singular, the unit that it is, or what a former name means that
/// begins like it.
fn word_alternatives(word: &str) -> impl Iterator<Item = Conjunction> {
    let singular = word.strip_suffix('s').filter(|singular| singular.len() >= 3);
    let as_typed = vec![TermQuery::Prefix(word.to_owned())];
    let as_singular = singular.map(|singular| vec![TermQuery::Whole(singular.to_owned())]);
    let as_unit = Unit::parse(word).map(|unit| vec![TermQuery::AnyNumberOf(unit)]);
    let as_former = names_meant_by_start(word).map(|meant| atoms(meant, TermQuery::Unfinished));
    [Some(as_typed), as_singular, as_unit].into_iter().flatten().chain(as_former)
}

/// Whether digits may be the start of a code that goes on. A strength of as many digits is a round number.
pub fn may_be_code(number: &str) -> bool {
    let significant = number.trim_end_matches('0').len();
    number.len() >= CODE_DIGITS && significant > ROUND_DIGITS && !number.contains('.')
}

/// Whether what follows the digits of a code belongs to the same code. A quantity is no code, however many digits it has.
pub fn code_goes_on(rest: &str) -> bool {
    let unit = rest.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    !rest.starts_with('.') && Unit::named(unit).is_none()
}

/// Returns whether an index term is a quantity of volume. In a title that is a container or a denominator, and no strength.
pub fn is_volume(term: &str) -> bool {
    let letters = term.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.');
    letters.len() < term.len() && VOLUMES.contains(&letters)
}

const VOLUMES: [&str; 3] = ["microlitre", "ml", "litre"];

/// Whether a word of a name is one that the atom stands for, and whether as a whole.
pub fn matches_word(atom: &TermQuery, word: &str) -> Option<bool> {
    match atom {
        TermQuery::Whole(text) | TermQuery::Title(text) => (word == text).then_some(true),
        TermQuery::Unfinished(text) => (word == text).then_some(false),
        TermQuery::Prefix(prefix) => word.strip_prefix(prefix.as_str()).map(str::is_empty),
        TermQuery::AnyNumberOf(unit) => {
            let number =
                word.strip_suffix(unit.name()).filter(|_| word.starts_with(|c: char| c.is_ascii_digit()))?;
            number.chars().all(|c| c.is_ascii_digit() || c == '.').then_some(true)
        }
        TermQuery::Number(number, within) => {
            if *within == Within::Title && is_volume(word) {
                return None;
            }
            let rest = word.strip_prefix(number.as_str())?;
            let agrees = !rest.starts_with(|c: char| c.is_ascii_digit() || c == '.');
            (agrees || (may_be_code(number) && code_goes_on(rest))).then_some(agrees)
        }
        TermQuery::Generic(_) | TermQuery::Attribute(_) => None,
    }
}

//! The clauses of a query, and how tokens become clauses: sections 5 and 6 of docs/search.md.

use std::ops::Range;

use super::packs::Terms;
use super::parser::chunks;
use super::tables::{SYNONYM_ROWS, Synonym, synonyms_of};
use super::tokens::{Token, TokenKind, ones_in, ratios, tokenise};
use super::units::{Quantity, Ratio, Unit, unit_of, units_with_prefix};

/// Where in a name a term must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// Anywhere.
    Name,
    /// In the name of the product.
    Title,
    /// In supplier, size or sub-pack.
    Tail,
}

/// One condition on a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TermQuery {
    /// A word begins so.
    Prefix(String),
    /// A whole word.
    Word(String, Scope),
    /// A whole word or quantity that counts as a prefix: something else was typed.
    PartialWord(String),
    /// The same of a quantity.
    PartialQuantity(Quantity),
    /// Any quantity in this unit.
    AnyOfUnit(&'static Unit),
    /// An equal quantity.
    Quantity(Quantity, Scope),
    /// An equal ratio, in the title.
    Ratio(Ratio),
    /// The same, if it was typed in another way: not whole.
    OtherRatio(Ratio),
    /// `1 in N`, in the title.
    OneIn(String),
    /// The number with any unit or none; or a longer code, if the number may be a code.
    Number(String, Scope),
    /// A word that begins so, of a generic name, and that no pack's own name has.
    GenericPrefix(String),
    /// The title states or implies the attribute.
    Attribute(&'static str),
}

/// What a clause is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ClauseKind {
    /// A word.
    Word(String),
    /// A word that was corrected.
    Corrected,
    /// An abbreviation or former name.
    Synonym,
    /// An abbreviation with several meanings.
    Doubt,
    /// A Roman numeral.
    RomanNumeral,
    /// `X free`.
    Free,
    /// A quantity, percentage or ratio in a unit of strength.
    Strength,
    /// Any other quantity.
    Quantity,
    /// A number without a unit.
    Number(String),
    /// A route or release.
    Attribute(Vec<&'static str>),
    /// What the packs must not have.
    Exclusion {
        /// The word that excludes.
        negation: &'static str,
        /// What it excludes.
        excluded: Box<Clause>,
    },
}

/// A part of a query. A name matches it if it has every term of one alternative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Clause {
    /// What it is.
    pub kind: ClauseKind,
    /// The alternatives.
    pub alternatives: Vec<Vec<TermQuery>>,
    /// Where in the normalised text it is.
    pub span: Range<usize>,
    /// The tokens that it was made of.
    pub tokens: Vec<Token>,
    /// Whether it is a whole word: spaces, separators or the ends of the text are around it.
    pub is_chunk: bool,
}

impl Clause {
    /// Returns whether another clause asks for the same.
    pub fn is_same(&self, other: &Clause) -> bool {
        let excluded = match (&self.kind, &other.kind) {
            (
                ClauseKind::Exclusion { negation, excluded },
                ClauseKind::Exclusion { negation: also, excluded: another },
            ) => negation == also && excluded.is_same(another),
            (ClauseKind::Exclusion { .. }, _) | (_, ClauseKind::Exclusion { .. }) => false,
            _ => true,
        };
        self.alternatives == other.alternatives && self.is_strength() == other.is_strength() && excluded
    }

    /// Returns the word, if it is a plain word.
    pub fn word(&self) -> Option<&str> {
        let typed = self.alternatives.iter().find_map(|terms| match terms.as_slice() {
            [TermQuery::Prefix(word)] => Some(word.as_str()),
            _ => None,
        });
        typed.filter(|_| matches!(self.kind, ClauseKind::Word(_) | ClauseKind::Synonym))
    }

    /// Returns the word that it is about, also if it is excluded.
    pub fn typed_word(&self) -> Option<&str> {
        match &self.kind {
            ClauseKind::Exclusion { excluded, .. } => excluded.typed_word(),
            _ => self.word(),
        }
    }

    /// Returns whether it is a strength: a quantity in a unit of strength, or a number that is read as one.
    pub fn is_strength(&self) -> bool {
        let is_number = |token: &Token| !matches!(token.kind, TokenKind::Word(_));
        match self.kind {
            ClauseKind::Strength | ClauseKind::Number(_) => true,
            // `375mg` is a synonym of co-amoxiclav 250mg/125mg.
            ClauseKind::Synonym => self.tokens.first().is_some_and(is_number),
            _ => false,
        }
    }
}

/// Returns the alternatives of a word (section 6).
pub fn word_alternatives(word: &str) -> Vec<Vec<TermQuery>> {
    let mut alternatives = vec![vec![TermQuery::Prefix(word.to_owned())]];
    if let Some(singular) = word.strip_suffix('s').filter(|singular| singular.len() >= 3) {
        alternatives.push(vec![TermQuery::Word(singular.to_owned(), Scope::Name)]);
    }
    if let Some(unit) = unit_of(word) {
        alternatives.push(vec![TermQuery::AnyOfUnit(unit)]);
    }
    if word.chars().count() >= 5 {
        let with_prefix = SYNONYM_ROWS.iter().filter(|(written, _)| written.starts_with(word));
        let former = with_prefix.flat_map(|(_, synonyms)| synonyms.iter().filter(|one| one.is_former_name()));
        alternatives.extend(former.map(|synonym| terms_of(synonym.meaning, TermQuery::PartialWord)));
    }
    alternatives
}

/// Returns the terms of what a synonym means: all of its words, whole.
pub fn meaning(meaning: &str) -> Vec<TermQuery> {
    terms_of(meaning, |word| TermQuery::Word(word, Scope::Name))
}

/// Returns the terms of a text, each word as `word` makes it. `X free` is one whole word.
fn terms_of(text: &str, word: fn(String) -> TermQuery) -> Vec<TermQuery> {
    let terms = Terms::new(text);
    let mut all = Vec::new();
    for token in &terms.tokens {
        match &token.kind {
            TokenKind::Word(free)
                if free == "free"
                    && matches!(all.last(), Some(TermQuery::Word(..) | TermQuery::Prefix(_))) =>
            {
                let Some(TermQuery::Word(before, _) | TermQuery::Prefix(before)) = all.pop() else {
                    continue;
                };
                all.push(TermQuery::Word(format!("{before}free"), Scope::Name));
            }
            TokenKind::Word(text) => all.push(word(text.clone())),
            TokenKind::Number(number) => all.push(TermQuery::Number(number.clone(), Scope::Name)),
            TokenKind::Quantity(quantity) => all.push(TermQuery::Quantity(quantity.clone(), Scope::Name)),
        }
    }
    all
}

/// Makes the clause of a synonym: as typed, or each meaning.
pub fn synonym_clause(text: &[char], span: Range<usize>, synonyms: &[Synonym]) -> Clause {
    let tokens = shifted(tokenise(&text[span.clone()]), span.start);
    let typed: String = text[span.clone()].iter().collect();
    let mut alternatives = vec![terms_of(&typed, TermQuery::Prefix)];
    alternatives.retain(|terms| !terms.is_empty());
    alternatives.extend(synonyms.iter().map(|synonym| meaning(synonym.meaning)));
    Clause { kind: ClauseKind::Synonym, alternatives, span, tokens, is_chunk: true }
}

/// Moves tokens of a part of a text to their position in the text.
pub fn shifted(mut tokens: Vec<Token>, by: usize) -> Vec<Token> {
    for token in &mut tokens {
        token.span = token.span.start + by..token.span.end + by;
    }
    tokens
}

/// Makes clauses of tokens. The unit of the last one may be unfinished.
pub fn clauses_of(text: &[char], tokens: Vec<Token>) -> Vec<Clause> {
    let mut clauses = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let is_after_number = at > 0 && tokens[at - 1].word().is_none();
        let (len, kind, alternatives) = clause_at(text, &tokens, at, is_after_number);
        let used = tokens[at..at + len].to_vec();
        let span = used[0].span.start..used[len - 1].span.end;
        let is_chunk = chunks(text).contains(&span);
        clauses.push(Clause { kind, alternatives, span, tokens: used, is_chunk });
        at += len;
    }
    clauses
}

type Part = (usize, ClauseKind, Vec<Vec<TermQuery>>);

fn clause_at(text: &[char], tokens: &[Token], at: usize, is_after_number: bool) -> Part {
    let rest = &tokens[at..];
    roman_numeral(&rest[0], is_after_number)
        .or_else(|| one_in(rest))
        .or_else(|| free(rest))
        .or_else(|| ratio(text, rest))
        .or_else(|| number_and_unit_prefix(rest))
        .unwrap_or_else(|| single(&rest[0], rest.len() == 1))
}

fn roman_numeral(token: &Token, is_after_number: bool) -> Option<Part> {
    let word = token.word().filter(|word| is_roman_numeral(word) && !is_after_number)?;
    Some((1, ClauseKind::RomanNumeral, vec![vec![TermQuery::Word(word.to_owned(), Scope::Title)]]))
}

/// Returns whether a word has only letters of Roman numerals, four at most.
pub fn is_roman_numeral(word: &str) -> bool {
    word.len() <= 4 && word.chars().all(|letter| matches!(letter, 'i' | 'v' | 'x'))
}

fn one_in(tokens: &[Token]) -> Option<Part> {
    let (_, number) = ones_in(tokens).into_iter().find(|(at, _)| *at == 0)?;
    let ratio = Ratio::one_in(&number).map(|ratio| vec![TermQuery::Ratio(ratio)]);
    let alternatives = std::iter::once(vec![TermQuery::OneIn(number)]).chain(ratio).collect();
    Some((3, ClauseKind::Strength, alternatives))
}

fn free(tokens: &[Token]) -> Option<Part> {
    let pair = tokens.get(..2)?;
    let is_free = pair[0].word().is_some() && pair[1].word() == Some("free");
    let compound = format!("{}free", pair[0].word()?);
    let alternative = vec![TermQuery::Word(compound, Scope::Name)];
    is_free.then(|| (2, ClauseKind::Free, vec![alternative]))
}

fn ratio(text: &[char], tokens: &[Token]) -> Option<Part> {
    let found = ratios(text, tokens).into_iter().find(|ratio| ratio.first == 0)?;
    let mut typed = vec![TermQuery::Quantity(tokens[0].quantity()?.clone(), Scope::Title)];
    let per = found.denominator.iter().map(|per| TermQuery::Quantity(per.clone(), Scope::Title));
    typed.extend(per.chain([TermQuery::Ratio(found.ratio.clone())]));
    let terms = match found.denominator.filter(|volume| !matches!(volume.number.as_str(), "1" | "5")) {
        Some(volume) => vec![TermQuery::Ratio(found.ratio), TermQuery::Quantity(volume, Scope::Name)],
        None => vec![TermQuery::OtherRatio(found.ratio)],
    };
    Some((found.len, ClauseKind::Strength, vec![typed, terms]))
}

fn quantity_scope(quantity: &Quantity) -> Scope {
    if quantity.unit.is_strength { Scope::Title } else { Scope::Name }
}

fn quantity_part(quantity: &Quantity, is_last: bool) -> (ClauseKind, Vec<Vec<TermQuery>>) {
    let scope = quantity_scope(quantity);
    let mut alternatives = vec![vec![TermQuery::Quantity(quantity.clone(), scope)]];
    if quantity.unit.name == "%" {
        let ratios = ["ml", "mg"].into_iter().filter_map(|per| Ratio::of_percentage(&quantity.number, per));
        alternatives.extend(ratios.map(|ratio| vec![TermQuery::Ratio(ratio)]));
    }
    let mut is_strength = quantity.unit.is_strength || quantity.unit.name == "g";
    if is_last {
        for unit in units_with_prefix(quantity.unit.name) {
            let longer = Quantity { number: quantity.number.clone(), unit };
            alternatives.push(vec![TermQuery::PartialQuantity(longer)]);
            is_strength |= unit.is_strength;
        }
    }
    (if is_strength { ClauseKind::Strength } else { ClauseKind::Quantity }, alternatives)
}

fn single(token: &Token, is_last: bool) -> Part {
    match &token.kind {
        TokenKind::Word(word) => match synonyms_of(word) {
            [] => (1, ClauseKind::Word(word.clone()), word_alternatives(word)),
            synonyms => {
                let typed = vec![TermQuery::Prefix(word.clone())];
                let meanings = synonyms.iter().map(|synonym| meaning(synonym.meaning));
                (1, ClauseKind::Synonym, std::iter::once(typed).chain(meanings).collect())
            }
        },
        TokenKind::Number(number) => {
            let alternatives = vec![vec![TermQuery::Number(number.clone(), Scope::Name)]];
            (1, ClauseKind::Number(number.clone()), alternatives)
        }
        TokenKind::Quantity(quantity) => {
            let (kind, alternatives) = quantity_part(quantity, is_last);
            (1, kind, alternatives)
        }
    }
}

/// Returns whether a number may be the start of a longer code.
pub fn may_be_code(number: &str) -> bool {
    number.len() >= 5 && !number.contains('.') && number.trim_end_matches('0').len() > 3
}

/// Makes a clause of a number before the prefix of a unit: `500 mic`.
fn number_and_unit_prefix(tokens: &[Token]) -> Option<Part> {
    let number = tokens[0].number()?;
    let word = tokens.get(1)?.word()?;
    let units = units_with_prefix(word);
    let mut alternatives = Vec::new();
    for unit in &units {
        let quantity = Quantity { number: number.to_owned(), unit };
        alternatives.push(vec![TermQuery::PartialQuantity(quantity)]);
    }
    alternatives
        .push(vec![TermQuery::Number(number.to_owned(), Scope::Title), TermQuery::Prefix(word.to_owned())]);
    let is_strength = units.iter().any(|unit| unit.is_strength);
    let kind = if is_strength { ClauseKind::Strength } else { ClauseKind::Quantity };
    (!units.is_empty()).then_some((2, kind, alternatives))
}

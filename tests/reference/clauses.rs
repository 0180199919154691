//! What a query is made of: the clauses that section 5 of docs/search.md cuts it into.

use std::ops::Range;

use super::packs::Terms;
use super::tables::{SYNONYM_ROWS, Synonym};
use super::tokens::{Token, TokenKind, tokenise};
use super::units::{Quantity, Ratio, Unit, unit_of};

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
    /// Whether spaces or the ends of the text are around it.
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
        let begun = SYNONYM_ROWS.iter().filter(|(written, _)| written.starts_with(word));
        let former = begun.flat_map(|(_, synonyms)| synonyms.iter().filter(|one| one.is_former_name()));
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

/// Moves tokens of a part of a text to their place in the text.
pub fn shifted(mut tokens: Vec<Token>, by: usize) -> Vec<Token> {
    for token in &mut tokens {
        token.span = token.span.start + by..token.span.end + by;
    }
    tokens
}

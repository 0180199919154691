//! A query: its text, the wanted page, and the classification of the text.

use super::Filters;
use crate::concept::{self, Scheme, atc_in};
use crate::gs1;
use crate::gtin::Gtin;
use crate::medicine::quantities::digit;
use crate::snomed::{AmppId, ConceptId};
use crate::text::is_invisible;

/// The number of packs of a page if nobody names another.
pub(crate) const DEFAULT_LIMIT: usize = 20;

/// A query: its text, and which page of which packs is wanted.
///
/// The text may be a name, the text of a box, a GTIN, a barcode or a code; [`Found::kind`](super::Found::kind) says what it was
/// taken for. [`Query::new`] asks for the first twenty packs in the order of names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Query<'q> {
    /// The text as typed or scanned.
    pub text: &'q str,
    /// The maximum number of packs to return.
    pub limit: usize,
    /// The number of packs to skip, from the first.
    pub offset: usize,
    /// Whether to exclude discontinued and invalid packs.
    ///
    /// GTINs and AMPP codes always return every match, because a box in the hand may be any of these packs.
    pub current_only: bool,
    /// The order of the packs. For a name, it also decides which packs are on the first page.
    pub order: Order,
    /// The properties that the packs must have. They also apply to GTINs and AMPP codes.
    pub filters: &'q Filters,
}

/// The order of a page of packs.
///
/// Each order divides the matching packs into its own pages.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Order {
    /// By name, as the specification defines it.
    ///
    /// The page has the packs that match the query best. Discontinued and invalid packs are not ranked lower.
    #[default]
    Name,
    /// Best match first. Of equal matches, current packs come first.
    Relevance,
}

/// How a query was interpreted. Codes and barcodes are recognised before names, and the search does not
/// correct them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A GTIN, or a barcode that contains one.
    Gtin(Gtin),
    /// An AMPP code.
    AmppId(AmppId),
    /// The code of an AMP, VMPP, VMP or VTM that the dataset has.
    Concept(concept::Kind, ConceptId),
    /// The prefix of ATC or BNF codes, which a dataset has if it was made with the supplementary release.
    Class(Scheme),
    /// Any other text.
    Name,
    /// No text, but filters.
    Filters,
}

impl<'q> Query<'q> {
    /// Creates a query for the first 20 packs in name order, including discontinued and invalid ones.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::search::{Order, Query};
    ///
    /// let query = Query::new("amlodipine 5mg");
    /// assert_eq!((query.limit, query.offset), (20, 0));
    ///
    /// // The next page, without discontinued packs, best match first.
    /// let next = Query { offset: 20, current_only: true, order: Order::Relevance, ..query };
    /// assert_eq!(next.text, "amlodipine 5mg");
    /// ```
    pub fn new(text: &'q str) -> Query<'q> {
        Query {
            text,
            limit: DEFAULT_LIMIT,
            offset: 0,
            current_only: false,
            order: Order::Name,
            filters: Filters::NONE,
        }
    }

    /// Classifies the text without a dataset.
    ///
    /// The result is never [`Kind::Concept`] or [`Kind::Class`]. Only a dataset can identify these codes: see
    /// [`search`](super::search).
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::search::{Kind, Query};
    ///
    /// assert_eq!(Query::new("amlodipine 5mg").parse(), Kind::Name);
    /// assert!(matches!(Query::new("09521234567899").parse(), Kind::Gtin(_)));
    /// ```
    pub fn parse(&self) -> Kind {
        kind_of(self.text)
    }
}

/// Classifies a text without a dataset.
///
/// 1. 13 or 14 digits are a GTIN, of any script, and without invisible characters and the signs around them.
/// 2. GS1 data has the kind of the GTIN in it.
/// 3. 16 to 18 digits are an AMPP code. GS1 data of digits begins with `01`, and no code does.
/// 4. A labelled code, as `GTIN 05012345678900`, is the GTIN in it.
/// 5. Any other text is a name, unless the dataset has it as the code of a concept.
pub fn kind_of(text: &str) -> Kind {
    let plain: String = text.chars().filter(|c| !is_invisible(*c)).map(digit).collect();
    let text = plain.trim();
    if let Ok(gtin) = Gtin::parse(text.trim_matches(is_around_code)) {
        return Kind::Gtin(gtin);
    }
    if may_hold_gtin(text)
        && let Some(gtin) = gs1::find_gtin(text)
    {
        return Kind::Gtin(gtin);
    }
    if let Ok(id) = AmppId::parse(text) {
        return Kind::AmppId(id);
    }
    labelled_gtin(text).map_or(Kind::Name, Kind::Gtin)
}

/// Reports whether a character stands around a code in tables and sentences: `="5012345678900"`.
fn is_around_code(c: char) -> bool {
    matches!(c, '"' | '\'' | '‘' | '’' | '“' | '”' | '=' | '.' | ',' | ';' | ':')
}

/// Labels of codes and of the text next to them.
const LABELS: [&str; 22] = [
    "barcode", "batch", "code", "ean", "ean13", "exp", "expiry", "gtin", "gtin14", "is", "lot", "no",
    "number", "pack", "pc", "pip", "product", "scan", "serial", "sn", "the", "this",
];

/// Finds the GTIN of a text like `GTIN 05012345678900` or `PC: 05012345678900 SN: 123`: the only number of 13
/// or 14 digits with a correct check digit, if a label is before it and only labels and other codes are
/// around it.
fn labelled_gtin(text: &str) -> Option<Gtin> {
    let words: Vec<&str> = text
        .split(|c: char| c.is_whitespace() || matches!(c, ':' | '=' | '#' | '(' | ')' | ',' | ';'))
        .collect();
    let words: Vec<&str> =
        words.into_iter().map(|word| word.trim_matches('.')).filter(|word| !word.is_empty()).collect();
    let is_label = |word: &str| LABELS.iter().any(|label| word.eq_ignore_ascii_case(label));
    let mut found = None;
    let mut before = "";
    for word in &words {
        let follows = |labels: &[&str]| labels.iter().any(|label| before.eq_ignore_ascii_case(label));
        let is_other = follows(&["sn", "serial", "lot", "batch", "exp", "expiry"]);
        before = word;
        let is_code = word.bytes().any(|byte| byte.is_ascii_digit());
        match Gtin::parse(word) {
            Ok(gtin) if gtin.has_right_check_digit() && !is_other && found.is_none() => found = Some(gtin),
            Ok(gtin) if gtin.has_right_check_digit() && !is_other => return None,
            _ if is_label(word) || is_code => {}
            _ => return None,
        }
    }
    if words.iter().any(|word| is_label(word)) { found } else { None }
}

/// Parses the code of a concept. Without a dataset, it may also be a name that consists of digits.
pub fn concept_in(text: &str) -> Option<ConceptId> {
    ConceptId::parse(text.trim()).ok()
}

/// A query for a class of ATC or BNF. Only a dataset that was made with a supplement can answer it.
pub struct Class {
    pub scheme: Scheme,
    /// The prefix of the codes.
    pub start: String,
    /// Whether the text names the classification, as in `atc:`. If not, it may be a name as well.
    pub is_explicit: bool,
}

/// Parses `atc:J01CA`, `bnf:0501` or a whole ATC code.
pub fn class_in(text: &str) -> Option<Class> {
    match text.split_once(':') {
        Some((word, start)) => {
            let scheme = scheme_named(word.trim_ascii())?;
            Some(Class { scheme, start: scheme.start(start)?, is_explicit: true })
        }
        None => Some(Class { scheme: Scheme::Atc, start: atc_in(text)?, is_explicit: false }),
    }
}

fn scheme_named(word: &str) -> Option<Scheme> {
    [Scheme::Atc, Scheme::Bnf].into_iter().find(|scheme| word.eq_ignore_ascii_case(scheme.as_str()))
}

/// Reports whether a text has the eight digits of the shortest GTIN. Most texts are names, which need no GS1
/// parsing.
fn may_hold_gtin(text: &str) -> bool {
    text.bytes().filter(u8::is_ascii_digit).count() >= 8
}

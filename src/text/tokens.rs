//! Tokens: the words, numbers and quantities of a folded text.

use std::ops::Range;

use super::scanner::{Scanner, Token};

/// Splits a folded text into its tokens, in order.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{Token, fold, tokens};
///
/// let terms: Vec<String> = tokens(&fold("Amlodipine 5 mg tablets")).iter().map(Token::term).collect();
/// assert_eq!(terms, ["amlodipine", "5mg", "tablets"]);
/// ```
pub fn tokens(folded: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(folded);
    while scanner.advance() {}
    scanner.tokens
}

/// Lists the tokens before the first quantity of a folded text, or all tokens if it has none.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{Token, tokens_before_quantity};
///
/// let name = tokens_before_quantity("sodium chloride 0.9% infusion");
/// assert_eq!(name, [Token::Word("sodium".into()), Token::Word("chloride".into())]);
/// ```
pub fn tokens_before_quantity(folded: &str) -> Vec<Token> {
    let mut scanner = Scanner::new(folded);
    let mut scanned = 0;
    while scanner.advance() {
        if let Some(first) = scanner.tokens.iter().skip(scanned).position(Token::is_quantity) {
            scanner.tokens.truncate(scanned + first);
            break;
        }
        scanned = scanner.tokens.len();
    }
    scanner.tokens
}

/// Returns the tokens of a folded text and the byte range of each. Words that hyphens join have the range of
/// the compound.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::tokens_with_spans;
///
/// let (tokens, spans) = tokens_with_spans("hepatitis e");
/// assert_eq!((tokens.len(), spans), (2, vec![0..9, 10..11]));
/// ```
pub fn tokens_with_spans(folded: &str) -> (Vec<Token>, Vec<Range<usize>>) {
    let mut scanner = Scanner::new(folded);
    let mut spans = Vec::new();
    let mut start = 0;
    while scanner.advance() {
        let end = folded.len() - scanner.rest.len();
        spans.resize(scanner.tokens.len(), start..end);
        start = end;
    }
    (scanner.tokens, spans)
}

/// Lists the tokens that a query requires: all except [`Token::Also`].
///
/// # Examples
///
/// ```
/// use pack_lookup::text::{asking_tokens, tokens};
///
/// // A name is also indexed as `coamoxiclav`.
/// assert_eq!(tokens("co-amoxiclav").len(), 3);
/// assert_eq!(asking_tokens("co-amoxiclav").len(), 2);
/// ```
pub fn asking_tokens(folded: &str) -> Vec<Token> {
    let mut tokens = tokens(folded);
    tokens.retain(Token::is_required);
    tokens
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::fold;

    fn terms(text: &str) -> Vec<String> {
        tokens(&fold(text)).iter().map(Token::term).collect()
    }

    #[test]
    fn joins_numbers_and_units() {
        assert_eq!(terms("500 mg"), ["500mg"]);
        assert_eq!(terms("500MG"), ["500mg"]);
        assert_eq!(terms("5mg/5ml"), ["5mg", "5ml", "=1mg/1ml"]);
        assert_eq!(terms("5mg/ml 5mg/m"), ["5mg", "1ml", "ml", "=5mg/1ml", "5mg", "m"]);
        assert_eq!(
            terms("5mg/dose 6mg/24hours"),
            ["5mg", "=5mg/1dose", "dose", "6mg", "24", "=1mg/4hour", "hours"]
        );
        assert_eq!(terms("2.50mg 1,000mg .5g 0.1%"), ["2.5mg", "1000mg", "0.5g", "0.1%"]);
        assert_eq!(terms("200µg 200mcg 10 iu"), ["200microgram", "200microgram", "10unit"]);
        assert_eq!(terms("10x12.5 10cmx12cm"), ["10", "x", "12.5", "10cm", "x", "12cm"]);
        assert_eq!(terms("23-32mmHg 30 gram 28 tablet"), ["23", "32mmhg", "30g", "28", "tablet"]);
    }

    #[test]
    fn adds_compounds_as_terms() {
        assert_eq!(terms("sugar free"), ["sugar", "free", "sugarfree"]);
        assert_eq!(terms("1 in 1,000"), ["1", "in", "=1in1000", "1000"]);
    }

    #[test]
    fn keeps_codes_whole() {
        assert_eq!(
            terms("SPX371S B12 07671687019 72652-03"),
            ["spx371s", "b12", "07671687019", "72652", "03"]
        );
    }

    #[test]
    fn splits_at_hyphens_and_drops_apostrophes() {
        assert_eq!(terms("Co-amoxiclav"), ["co", "amoxiclav", "coamoxiclav"]);
        assert_eq!(terms("Dr Reddy's"), ["dr", "reddys"]);
    }
}

//! The only analyzer: it folds names and queries, and splits them into tokens.
//!
//! The writer of a dataset and the parser of a query both use this module, so they cannot disagree. It knows
//! nothing about ranking.

use std::ops::Range;

use crate::quantity::{Ratio, Unit, per_word, plain_number};

/// Returns the text in lower case and without accents.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::fold;
///
/// assert_eq!(fold("Rösuvastatin"), "rosuvastatin");
/// ```
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    without_accents(text).flat_map(char::to_lowercase).collect()
}

/// Returns the characters of a text, with Latin letters without their accents.
///
/// Unicode's own tables would double the size of the WebAssembly, and all names are ASCII today. A test
/// compares the result with Unicode for Latin letters.
pub fn without_accents(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|c| !('\u{300}'..='\u{36F}').contains(c))
        .map(|c| if c.is_ascii() { c } else { base_letter(c) })
}

/// Lower-case Latin letters, each with its accented forms.
const ACCENTED: [(char, &str); 25] = [
    ('a', "àáâãäåāăąǎǟǡǻȁȃȧḁạảấầẩẫậắằẳẵặ"),
    ('b', "ḃḅḇ"),
    ('c', "çćĉċčḉ"),
    ('d', "ďḋḍḏḑḓ"),
    ('e', "èéêëēĕėęěȅȇȩḕḗḙḛḝẹẻẽếềểễệ"),
    ('f', "ḟ"),
    ('g', "ĝğġģǧǵḡ"),
    ('h', "ĥȟḣḥḧḩḫẖ"),
    ('i', "ìíîïĩīĭįǐȉȋḭḯỉị"),
    ('j', "ĵǰ"),
    ('k', "ķǩḱḳḵ"),
    ('l', "ĺļľḷḹḻḽ"),
    ('m', "ḿṁṃ"),
    ('n', "ñńņňǹṅṇṉṋ"),
    ('o', "òóôõöōŏőơǒǫǭȍȏȫȭȯȱṍṏṑṓọỏốồổỗộớờởỡợ"),
    ('p', "ṕṗ"),
    ('r', "ŕŗřȑȓṙṛṝṟ"),
    ('s', "śŝşšſșṡṣṥṧṩẛ"),
    ('t', "ţťțṫṭṯṱẗ"),
    ('u', "ùúûüũūŭůűųưǔǖǘǚǜȕȗṳṵṷṹṻụủứừửữự"),
    ('v', "ṽṿ"),
    ('w', "ŵẁẃẅẇẉẘ"),
    ('x', "ẋẍ"),
    ('y', "ýÿŷȳẏẙỳỵỷỹ"),
    ('z', "źżžẑẓẕ"),
];

fn base_letter(c: char) -> char {
    // If lower case has a second character, it is a combining mark.
    let lower = c.to_lowercase().next().unwrap_or(c);
    let is_row = |(base, accented): &&(char, &str)| *base == lower || accented.contains(lower);
    let base = ACCENTED.iter().find(is_row);
    match base {
        Some((base, _)) if c.is_uppercase() => base.to_ascii_uppercase(),
        Some((base, _)) => *base,
        // Unicode has two micro signs: a Greek letter and a compatibility character.
        None if c == 'µ' => 'μ',
        None => c,
    }
}

/// A token of a folded text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// Letters, possibly followed by digits: `tablets`, `b12`, `spx371s`.
    Word(String),
    /// A number without a unit: `28`, `0.5`.
    Number(String),
    /// A number with a unit of [`UNITS`](crate::quantity::UNITS), directly after it or after a space:
    /// `500mg`.
    Quantity(String, Unit),
    /// A compound under which a name is also indexed, such as `coamoxiclav`, `sugarfree`, `10mg/1ml` or
    /// `1in1000`. A query does not require it in addition to its parts.
    Also(String),
}

impl Token {
    /// Returns the term of the token in the dictionary.
    pub fn term(&self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Also(text) => text.clone(),
            Token::Quantity(number, unit) => format!("{number}{}", unit.name()),
        }
    }
}

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

/// Returns the tokens before the first quantity of a folded text, or all tokens if it has none.
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
    let is_quantity = |token: &Token| matches!(token, Token::Quantity(..));
    let mut scanner = Scanner::new(folded);
    let mut scanned = 0;
    while scanner.advance() {
        if let Some(first) = scanner.tokens.iter().skip(scanned).position(is_quantity) {
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

/// Returns the tokens that a query requires: all except [`Token::Also`].
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
    tokens(folded).into_iter().filter(|token| !matches!(token, Token::Also(_))).collect()
}

/// Dose forms in which a percentage means grams in 100 ml.
const LIQUIDS: [&str; 14] = [
    "solution",
    "suspension",
    "infusion",
    "injection",
    "drops",
    "liquid",
    "mouthwash",
    "spray",
    "emulsion",
    "enema",
    "ampoules",
    "vials",
    "bags",
    "irrigation",
];
/// Dose forms in which a percentage means grams in 100 g.
const SEMISOLIDS: [&str; 4] = ["cream", "ointment", "gel", "paste"];

/// Returns the index terms of a product name: the terms of its tokens, and the ratio of each percentage in
/// its dose form.
///
/// # Examples
///
/// ```
/// use pack_lookup::text::title_terms;
///
/// let terms = title_terms("lidocaine 1% solution for injection");
/// assert!(terms.contains(&"=10mg/1ml".to_owned()));
/// ```
pub fn title_terms(folded: &str) -> Vec<String> {
    let tokens = tokens(folded);
    let mut terms: Vec<String> = tokens.iter().map(Token::term).collect();
    let has = |forms: &[&str]| terms.iter().any(|term| forms.contains(&term.as_str()));
    let per = if has(&SEMISOLIDS) { Some("mg") } else { Some("ml").filter(|_| has(&LIQUIDS)) };
    for token in &tokens {
        if let (Token::Quantity(percent, unit), Some(per)) = (token, per)
            && unit.name() == "%"
        {
            terms.extend(Ratio::percent(percent, per).map(|ratio| ratio.term()));
        }
        if let (Token::Also(term), Some("ml")) = (token, per) {
            terms.extend(term.strip_prefix("=1in").and_then(Ratio::one_in).map(|ratio| ratio.term()));
        }
    }
    terms
}

struct Scanner<'t> {
    rest: &'t str,
    tokens: Vec<Token>,
    /// The quantity before a `/` and a digit.
    numerator: Option<(String, Unit)>,
}

impl<'t> Scanner<'t> {
    fn new(text: &'t str) -> Scanner<'t> {
        Scanner { rest: text, tokens: Vec::new(), numerator: None }
    }

    fn advance(&mut self) -> bool {
        let Some(first) = self.rest.chars().next() else { return false };
        if first.is_ascii_digit() || starts_with_bare_fraction(self.rest) {
            self.number();
        } else if first.is_alphanumeric() {
            self.word();
        } else {
            self.take(first.len_utf8());
        }
        true
    }

    fn take(&mut self, bytes: usize) -> &'t str {
        let (prefix, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        prefix
    }

    /// Reads a number and the unit after it, if there is one.
    fn number(&mut self) {
        let numerator = self.numerator.take();
        let written = self.take(number_len(self.rest));
        let number = plain_number(written);
        let space = self.rest.len() - self.rest.trim_start_matches(' ').len();
        let following = self.rest.get(space..).unwrap_or("");
        let unit_len = if following.starts_with('%') { 1 } else { letters_len(following) };
        let letters = following.get(..unit_len).unwrap_or("");
        match Unit::parse(letters) {
            Some(unit) if space <= 1 && !continues(following, unit_len) => {
                self.take(space + unit_len);
                let ratio = numerator.and_then(|(amount, of)| Ratio::of(&amount, of, &number, unit));
                self.tokens.push(Token::Quantity(number.clone(), unit));
                self.push_ratio(ratio);
                self.denominator(&number, unit);
            }
            _ => {
                let per = per_word(letters).filter(|_| !continues(following, unit_len));
                let ratio =
                    numerator.zip(per).and_then(|((amount, of), per)| Ratio::per(&amount, of, &number, per));
                self.one_in(&number);
                self.tokens.push(Token::Number(number));
                self.push_ratio(ratio);
            }
        }
    }

    /// Reads the denominator of a quantity. The `/ml` of `10mg/ml` means one of that unit: `10mg/1ml`.
    fn denominator(&mut self, amount: &str, of: Unit) {
        let Some(following) = self.rest.strip_prefix('/') else { return };
        if following.starts_with(is_digit) {
            self.take(1);
            self.numerator = Some((amount.to_owned(), of));
            return;
        }
        let len = letters_len(following);
        let Some(written) = following.get(..len).filter(|_| !continues(following, len)) else { return };
        if let Some(per) = per_word(written) {
            self.push_ratio(Ratio::per(amount, of, "1", per));
        } else if let Some(unit) = Unit::parse(written).filter(|unit| unit.is_scaled()) {
            self.take(1 + len);
            self.tokens.extend([Token::Quantity("1".into(), unit), Token::Also(written.to_owned())]);
            self.push_ratio(Ratio::of(amount, of, "1", unit));
        }
    }

    fn push_ratio(&mut self, ratio: Option<Ratio>) {
        self.tokens.extend(ratio.map(|ratio| Token::Also(ratio.term())));
    }

    /// Reads the last number of `1 in 1,000`.
    fn one_in(&mut self, parts: &str) {
        if let [.., Token::Number(one), Token::Word(word)] = self.tokens.as_slice()
            && one == "1"
            && word == "in"
        {
            self.tokens.push(Token::Also(one_in_term(parts)));
        }
    }

    /// Reads a word. If hyphens join it to other words, each is a token, then the compound.
    fn word(&mut self) {
        if self.is_between_dimensions() {
            let times = self.take(1).to_owned();
            self.tokens.push(Token::Word(times));
            return;
        }
        let first = self.tokens.len();
        let part = self.word_part();
        self.tokens.push(Token::Word(part));
        while let Some(following) = self.rest.strip_prefix('-')
            && following.starts_with(|c: char| c.is_alphabetic())
        {
            self.take(1);
            let part = self.word_part();
            self.tokens.push(Token::Word(part));
        }
        let parts = self.tokens.get(first..).filter(|parts| parts.len() > 1);
        let compound = parts.map(|parts| Token::Also(parts.iter().map(Token::term).collect()));
        match compound {
            Some(compound) => self.tokens.push(compound),
            None => self.free_of(),
        }
    }

    /// Reads the last word of `sugar free`, which is also indexed as one word.
    fn free_of(&mut self) {
        if let [.., Token::Word(what), Token::Word(free)] = self.tokens.as_slice()
            && free == "free"
        {
            self.tokens.push(Token::Also([what, "free"].concat()));
        }
    }

    /// Returns whether this is the `x` of `10x12.5cm`.
    fn is_between_dimensions(&self) -> bool {
        let is_after_number = matches!(self.tokens.last(), Some(Token::Number(_) | Token::Quantity(..)));
        let following = self.rest.strip_prefix('x');
        is_after_number && following.is_some_and(|rest| rest.starts_with(is_digit))
    }

    /// Reads letters and digits. Apostrophes inside a word are dropped: `john's` becomes `johns`.
    fn word_part(&mut self) -> String {
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
        // Most words have only ASCII letters and digits. They need no Unicode classification.
        let plain = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let following = self.rest.get(plain..).unwrap_or("");
        let len = plain + following.find(|c| !is_inside(c)).unwrap_or(following.len());
        let part = self.take(len);
        if len == plain { part.to_owned() } else { part.chars().filter(|c| c.is_alphanumeric()).collect() }
    }
}

/// Returns the index term of a dilution: one part in `parts`.
pub fn one_in_term(parts: &str) -> String {
    format!("=1in{parts}")
}

/// Returns whether the letters of a unit continue with a letter or digit, and thus belong to a code like
/// `30g7`.
fn continues(text: &str, len: usize) -> bool {
    text.get(len..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() && c != 'x'))
}

/// Returns the length of the letters at the start, up to an `x` before a digit, as in `10cmx12cm`.
fn letters_len(text: &str) -> usize {
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let is_before_digit = text.get(len..).is_some_and(|rest| rest.starts_with(is_digit));
    if is_before_digit && text.get(..len).is_some_and(|letters| letters.ends_with('x')) {
        len - 1
    } else {
        len
    }
}

fn starts_with_bare_fraction(text: &str) -> bool {
    let mut chars = text.chars();
    chars.next() == Some('.') && chars.next().is_some_and(|c| c.is_ascii_digit())
}

/// Returns the length of the number at the start: digits, thousands separators, and one fraction.
fn number_len(text: &str) -> usize {
    let mut len = digits_len(text);
    while let Some(following) = text.get(len..).and_then(|rest| rest.strip_prefix(','))
        && (1..=3).contains(&text.find(',').unwrap_or(0))
        && digits_len(following) == 3
    {
        len += 4;
    }
    match text.get(len..).and_then(|rest| rest.strip_prefix('.')).map(digits_len) {
        Some(fraction) if fraction > 0 => len + 1 + fraction,
        _ => len,
    }
}

fn digits_len(text: &str) -> usize {
    text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len())
}

/// Returns whether a character is one of the ASCII digits.
pub fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Returns whether a character is an ASCII digit or a decimal point.
pub fn is_digit_or_point(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
}

/// Returns whether a text has no character except ASCII digits. It may be empty.
pub fn has_only_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

#[cfg(test)]
mod tests {
    use super::*;

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
    fn indexes_a_percentage_as_the_ratio_of_its_dose_form() {
        let has = |name: &str, ratio: &str| title_terms(&fold(name)).iter().any(|term| term == ratio);
        assert!(has("Lidocaine 1% solution for injection", "=10mg/1ml"));
        assert!(has("Hydrocortisone 1% cream", "=1mg/100mg"));
        assert!(has("Adrenaline 1mg/1ml (1 in 1,000) solution", "=1mg/1ml"));
        assert!(!has("Hydrocortisone 1% cream", "=10mg/1ml"));
        assert!(!has("Zinc 1% powder", "=10mg/1ml"));
    }

    /// Removes an accent exactly where Unicode decomposes a Latin letter into an ASCII letter.
    #[test]
    fn removes_accents_as_unicode_decomposes_them() {
        use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
        for c in ('\u{C0}'..='\u{24F}').chain('\u{1E00}'..='\u{1EFF}').filter(|c| c.is_alphabetic()) {
            let unicode: String = c.nfkd().filter(|c| !is_combining_mark(*c)).collect();
            let actual: String = without_accents(&c.to_string()).collect();
            if unicode.is_ascii() && unicode.len() == 1 {
                assert_eq!(actual, unicode, "{c}");
            } else {
                assert_eq!(actual, c.to_string());
            }
        }
        assert_eq!(fold("Ro\u{308}stI"), "rosti");
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

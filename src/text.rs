//! The one normaliser: how names and queries are folded and cut into words.
//!
//! What builds the dataset and what reads a query both go through here, so that they can't disagree.
//! Nothing here knows about ranking.

/// Lower case, without accents: `Rösuvastatin` and `rosuvastatin` fold to the same text.
pub fn fold(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    without_accents(text).flat_map(char::to_lowercase).collect()
}

/// The characters of a text, Latin letters without their accents.
///
/// Unicode's own tables would double the size of the module for names that are all ASCII today;
/// for Latin letters this is the same, as a test shows.
pub fn without_accents(text: &str) -> impl Iterator<Item = char> {
    text.chars()
        .filter(|c| !('\u{300}'..='\u{36F}').contains(c))
        .map(|c| if c.is_ascii() { c } else { base_letter(c) })
}

/// Lower-case Latin letters, and how they are written with accents.
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
    // What lower case adds behind the first character is a combining mark.
    let lower = c.to_lowercase().next().unwrap_or(c);
    let is_row = |(base, accented): &&(char, &str)| *base == lower || accented.contains(lower);
    let base = ACCENTED.iter().find(is_row);
    match base {
        Some((base, _)) if c.is_uppercase() => base.to_ascii_uppercase(),
        Some((base, _)) => *base,
        // One micro sign is a letter, the other is a compatibility character.
        None if c == 'µ' => 'μ',
        None => c,
    }
}

/// A word of a folded text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Token {
    /// Letters, possibly with digits behind them: `tablets`, `b12`, `spx371s`.
    Word(String),
    /// A number without a unit: `28`, `0.5`.
    Number(String),
    /// A number with a unit of [`UNITS`], next to it or behind a space: `500mg`.
    Quantity(String, Unit),
    /// What a name is found by too: the parts of a hyphenated word together, `coamoxiclav`. It asks for nothing.
    Also(String),
}

impl Token {
    /// The text under which the dictionary holds the token.
    pub fn term(&self) -> String {
        match self {
            Token::Word(text) | Token::Number(text) | Token::Also(text) => text.clone(),
            Token::Quantity(number, unit) => format!("{number}{}", unit.name()),
        }
    }
}

/// A unit of measure, by its place in [`UNITS`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u8);

/// The units that stick to numbers: the name in the dictionary, then how else people write it.
pub const UNITS: [&[&str]; 22] = [
    &["nanogram", "nanograms", "ng"],
    &["microgram", "micrograms", "mcg", "mcgs", "ug", "μg", "microg"],
    &["mg", "mgs", "milligram", "milligrams"],
    &["g", "gm", "gms", "gram", "grams"],
    &["kg", "kilogram", "kilograms"],
    &["microlitre", "microlitres", "μl", "ul"],
    &["ml", "mls", "millilitre", "millilitres"],
    &["litre", "litres", "l"],
    &["unit", "units", "iu", "u"],
    &["%", "percent"],
    &["mm", "millimetre", "millimetres"],
    &["cm", "centimetre", "centimetres"],
    &["m", "metre", "metres"],
    &["mmol", "mmols", "millimol"],
    &["micromol", "micromols"],
    &["mmhg"],
    &["kbq"],
    &["mbq"],
    &["gbq"],
    &["kcal"],
    &["ppm"],
    &["gauge"],
];

/// Units of mass from small to large, each a thousand of the one before it.
const MASSES: [Unit; 5] = [Unit(0), Unit(1), Unit(2), Unit(3), Unit(4)];
/// Units of volume, likewise.
const VOLUMES: [Unit; 3] = [Unit(5), Unit(6), Unit(7)];

impl Unit {
    /// The unit that is written like this.
    pub fn parse(text: &str) -> Option<Unit> {
        Unit::all().find(|unit| unit.spellings().contains(&text))
    }

    /// The units of which some spelling begins like this.
    pub fn beginning_with(text: &str) -> impl Iterator<Item = Unit> {
        Unit::all().filter(move |unit| unit.spellings().iter().any(|spelling| spelling.starts_with(text)))
    }

    /// The name in the dictionary.
    pub fn name(self) -> &'static str {
        self.spellings().first().copied().unwrap_or("")
    }

    /// The unit of a quantity as the dictionary holds it.
    #[cfg(feature = "write")]
    pub fn of_term(term: &str) -> Option<Unit> {
        let number = term.bytes().take_while(|byte| byte.is_ascii_digit() || *byte == b'.').count();
        let unit = term.get(number..).filter(|_| number > 0)?;
        Unit::all().find(|one| one.name() == unit)
    }

    /// The place in [`UNITS`].
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// The units of its kind, each a thousand of the one before it.
    fn scale(self) -> Option<&'static [Unit]> {
        [MASSES.as_slice(), VOLUMES.as_slice()].into_iter().find(|scale| scale.contains(&self))
    }

    fn all() -> impl Iterator<Item = Unit> {
        (0..UNITS.len() as u8).map(Unit)
    }

    fn spellings(self) -> &'static [&'static str] {
        UNITS.get(self.place()).copied().unwrap_or(&[])
    }
}

/// Every way to say the same quantity in units of the same kind: 1g is 1000mg.
pub fn equal_quantities(number: &str, unit: Unit) -> Vec<(String, Unit)> {
    let Some(scale) = unit.scale() else { return vec![(number.to_owned(), unit)] };
    let place = |u: Unit| scale.iter().position(|s| *s == u).unwrap_or(0) as i32;
    scale.iter().map(|other| (times_thousand(number, place(unit) - place(*other)), *other)).collect()
}

/// The decimal number times a power of a thousand.
fn times_thousand(number: &str, power: i32) -> String {
    if power == 0 {
        // As it is written: the zeros of a code like `08501205g` are none too many.
        return number.to_owned();
    }
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let point = whole.len() as i32 + 3 * power;
    let digits = format!("{whole}{fraction}");
    let shifted = if point <= 0 {
        format!("0.{}{digits}", "0".repeat(point.unsigned_abs() as usize))
    } else {
        let padded = format!("{digits:0<width$}", width = point as usize);
        let (whole, fraction) = padded.split_at_checked(point as usize).unwrap_or((&padded, ""));
        format!("{whole}.{fraction}")
    };
    plain_number(&shifted)
}

/// Without thousands separators and needless zeros: `1,000` is `1000`, `2.50` is `2.5`, `.5` is `0.5`.
fn plain_number(written: &str) -> String {
    let digits = written.replace(',', "");
    let Some((whole, fraction)) = digits.split_once('.') else { return digits };
    // Only a fraction makes leading zeros needless: without one it may be a code, like `0415`.
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

/// Cuts a folded text into its tokens, in order.
pub fn tokens(folded: &str) -> Vec<Token> {
    let mut scanner = Scanner { rest: folded, tokens: Vec::new() };
    while scanner.advance() {}
    scanner.tokens
}

/// The tokens that ask for something: without those under which names are only found too.
pub fn asking_tokens(folded: &str) -> Vec<Token> {
    tokens(folded).into_iter().filter(|token| !matches!(token, Token::Also(_))).collect()
}

struct Scanner<'t> {
    rest: &'t str,
    tokens: Vec<Token>,
}

impl<'t> Scanner<'t> {
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
        let (taken, rest) = self.rest.split_at_checked(bytes).unwrap_or((self.rest, ""));
        self.rest = rest;
        taken
    }

    /// A number, and the unit that follows it, if one does.
    fn number(&mut self) {
        let written = self.take(number_len(self.rest));
        let number = plain_number(written);
        let space = self.rest.len() - self.rest.trim_start_matches(' ').len();
        let behind = self.rest.get(space..).unwrap_or("");
        let unit_len = if behind.starts_with('%') { 1 } else { letters_len(behind) };
        match behind.get(..unit_len).and_then(Unit::parse) {
            Some(unit) if space <= 1 && !continues(behind, unit_len) => {
                self.take(space + unit_len);
                self.tokens.push(Token::Quantity(number, unit));
                self.denominator();
            }
            _ => self.tokens.push(Token::Number(number)),
        }
    }

    /// The `/ml` of `10mg/ml`, which means one of them: `10mg/1ml`. While it is being typed it is a word.
    fn denominator(&mut self) {
        let Some(behind) = self.rest.strip_prefix('/') else { return };
        let len = letters_len(behind);
        let Some(written) = behind.get(..len).filter(|_| !continues(behind, len)) else { return };
        if let Some(unit) = Unit::parse(written).filter(|unit| unit.scale().is_some()) {
            self.tokens.extend([Token::Quantity("1".into(), unit), Token::Also(written.to_owned())]);
            self.take(1 + len);
        }
    }

    /// A word; when hyphens join it to others, each of them and then all together.
    fn word(&mut self) {
        if self.is_between_dimensions() {
            let times = self.take(1).to_owned();
            self.tokens.push(Token::Word(times));
            return;
        }
        let first = self.tokens.len();
        let part = self.word_part();
        self.tokens.push(Token::Word(part));
        while let Some(behind) = self.rest.strip_prefix('-')
            && behind.starts_with(|c: char| c.is_alphabetic())
        {
            self.take(1);
            let part = self.word_part();
            self.tokens.push(Token::Word(part));
        }
        let parts = self.tokens.get(first..).filter(|parts| parts.len() > 1);
        let compound = parts.map(|parts| Token::Also(parts.iter().map(Token::term).collect()));
        self.tokens.extend(compound);
    }

    /// Whether this is the `x` of `10x12.5cm`.
    fn is_between_dimensions(&self) -> bool {
        let is_behind_number = matches!(self.tokens.last(), Some(Token::Number(_) | Token::Quantity(..)));
        let behind = self.rest.strip_prefix('x');
        is_behind_number && behind.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    }

    /// Letters and digits; apostrophes inside don't count: `john's` is `johns`.
    fn word_part(&mut self) -> String {
        let is_inside = |c: char| c.is_alphanumeric() || matches!(c, '\'' | '’');
        // Nearly all words are nothing but these, which need no look at what they are in Unicode.
        let plain = self.rest.bytes().take_while(u8::is_ascii_alphanumeric).count();
        let behind = self.rest.get(plain..).unwrap_or("");
        let len = plain + behind.find(|c| !is_inside(c)).unwrap_or(behind.len());
        let part = self.take(len);
        if len == plain { part.to_owned() } else { part.chars().filter(|c| c.is_alphanumeric()).collect() }
    }
}

/// Whether a unit's letters are followed by a digit, so that they belong to a code like `30g7`.
fn continues(text: &str, len: usize) -> bool {
    text.get(len..).is_some_and(|rest| rest.starts_with(|c: char| c.is_alphanumeric() && c != 'x'))
}

/// The letters at the start, up to an `x` before a digit, as in `10cmx12cm`.
fn letters_len(text: &str) -> usize {
    let len = text.find(|c: char| !c.is_alphabetic()).unwrap_or(text.len());
    let is_before_digit = text.get(len..).is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()));
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

/// The length of the number at the start: digits, thousands in threes behind commas, one fraction.
fn number_len(text: &str) -> usize {
    let mut len = digits_len(text);
    while let Some(behind) = text.get(len..).and_then(|rest| rest.strip_prefix(','))
        && (1..=3).contains(&text.find(',').unwrap_or(0))
        && digits_len(behind) == 3
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

#[cfg(test)]
mod tests {
    use super::*;

    fn terms(text: &str) -> Vec<String> {
        tokens(&fold(text)).iter().map(Token::term).collect()
    }

    #[test]
    fn numbers_and_units_become_one_token() {
        assert_eq!(terms("500 mg"), ["500mg"]);
        assert_eq!(terms("500MG"), ["500mg"]);
        assert_eq!(terms("5mg/5ml"), ["5mg", "5ml"]);
        assert_eq!(terms("5mg/ml 5mg/m 5mg/dose"), ["5mg", "1ml", "ml", "5mg", "m", "5mg", "dose"]);
        assert_eq!(terms("2.50mg 1,000mg .5g 0.1%"), ["2.5mg", "1000mg", "0.5g", "0.1%"]);
        assert_eq!(terms("200µg 200mcg 10 iu"), ["200microgram", "200microgram", "10unit"]);
        assert_eq!(terms("10x12.5 10cmx12cm"), ["10", "x", "12.5", "10cm", "x", "12cm"]);
        assert_eq!(terms("23-32mmHg 30 gram 28 tablet"), ["23", "32mmhg", "30g", "28", "tablet"]);
    }

    /// Where Unicode makes an ASCII letter of a Latin one, so do we; where it doesn't, nor do we.
    #[test]
    fn accents_go_as_unicode_has_it() {
        use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
        for c in ('\u{C0}'..='\u{24F}').chain('\u{1E00}'..='\u{1EFF}').filter(|c| c.is_alphabetic()) {
            let unicode: String = c.nfkd().filter(|c| !is_combining_mark(*c)).collect();
            let ours: String = without_accents(&c.to_string()).collect();
            if unicode.is_ascii() && unicode.len() == 1 {
                assert_eq!(ours, unicode, "{c}");
            } else {
                assert_eq!(ours, c.to_string());
            }
        }
        assert_eq!(fold("Ro\u{308}stI"), "rosti");
    }

    #[test]
    fn codes_stay_whole() {
        assert_eq!(
            terms("SPX371S B12 07671687019 72652-03"),
            ["spx371s", "b12", "07671687019", "72652", "03"]
        );
    }

    #[test]
    fn hyphens_and_apostrophes() {
        assert_eq!(terms("Co-amoxiclav"), ["co", "amoxiclav", "coamoxiclav"]);
        assert_eq!(terms("Dr Reddy's"), ["dr", "reddys"]);
    }

    #[test]
    fn a_quantity_is_said_as_it_is_written_too() {
        let Some(gram) = Unit::parse("g") else { unreachable!() };
        assert!(equal_quantities("08501205", gram).contains(&("08501205".to_owned(), gram)));
    }

    #[test]
    fn equal_quantities_agree() {
        let Some(Token::Quantity(number, unit)) = tokens("1g").pop() else { unreachable!() };
        let equal: Vec<String> =
            equal_quantities(&number, unit).into_iter().map(|(n, u)| Token::Quantity(n, u).term()).collect();
        assert_eq!(equal, ["1000000000nanogram", "1000000microgram", "1000mg", "1g", "0.001kg"]);
    }
}

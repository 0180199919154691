//! Strengths as names of dm+d write them: a scanner and a comparison. It shares no code with the search.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Dimension {
    Mass,
    Units,
    Moles,
    Activity,
    Percent,
    Volume,
    Time,
    Dose,
    Area,
    /// Counts of viruses and the like.
    Particles,
}

/// A dimension, a factor to its least unit, and the spellings of the units with it.
const UNITS: [(Dimension, f64, &str); 22] = [
    (Dimension::Particles, 1.0, "vector genomes|plaque forming units|colony forming units|infectious units"),
    (Dimension::Area, 1.0, "square cm"),
    (Dimension::Area, 1e4, "square meter"),
    (Dimension::Dose, 1.0, "unit dose|actuation|application|dose|drop|puff|spray"),
    (Dimension::Mass, 1.0, "nanograms|nanogram"),
    (Dimension::Mass, 1e3, "micrograms|microgram|mcg"),
    (Dimension::Mass, 1e6, "mg"),
    (Dimension::Mass, 1e9, "grams|gram|g"),
    (Dimension::Mass, 1e12, "kg"),
    (Dimension::Units, 1.0, "units|unit|iu"),
    (Dimension::Moles, 1.0, "micromols|micromol"),
    (Dimension::Moles, 1e3, "mmol"),
    (Dimension::Moles, 1e6, "mol"),
    (Dimension::Activity, 1.0, "kbq"),
    (Dimension::Activity, 1e3, "mbq"),
    (Dimension::Activity, 1e6, "gbq"),
    (Dimension::Percent, 1.0, "%"),
    (Dimension::Volume, 1.0, "microlitres|microlitre"),
    (Dimension::Volume, 1e3, "ml"),
    (Dimension::Volume, 1e6, "litres|litre"),
    (Dimension::Time, 1.0, "hours|hour|hr|h"),
    (Dimension::Time, 1.0 / 60.0, "minute"),
];

const MULTIPLES: [(&str, f64); 4] = [("million", 1e6), ("mega", 1e6), ("tera", 1e12), ("giga", 1e9)];

/// A number with a unit.
#[derive(Clone, Copy, Debug)]
pub struct Quantity {
    pub dimension: Dimension,
    /// In the least unit of the dimension.
    pub amount: f64,
    /// As written.
    pub number: f64,
    pub unit: &'static str,
    /// Whether the number is written: it is not in `/ml`.
    pub is_counted: bool,
}

#[derive(Clone, Debug)]
pub struct Strength {
    /// As written, with the strengths that share its denominator.
    pub text: String,
    pub amount: Quantity,
    pub per: Option<Quantity>,
}

/// The strengths at one place of a text: `30mg/500mg` has two.
pub struct Span {
    pub start: usize,
    pub end: usize,
    pub strengths: Vec<Strength>,
}

/// Finds the strengths of a text in lower case. Volumes, times and doses without an amount are none.
pub fn strengths_in(text: &str) -> Vec<Span> {
    let mut spans = Vec::new();
    let mut at = 0;
    while at < text.len() {
        match span_at(text, at) {
            Some((end, strengths)) => {
                if !strengths.is_empty() {
                    spans.push(Span { start: at, end, strengths });
                }
                at = end;
            }
            None => at += 1,
        }
    }
    spans
}

/// The strengths of a text that consists of one.
pub fn strengths_of(text: &str) -> Vec<Strength> {
    strengths_in(&text.to_lowercase()).into_iter().flat_map(|span| span.strengths).collect()
}

fn span_at(text: &str, start: usize) -> Option<(usize, Vec<Strength>)> {
    if !begins_number(text.as_bytes(), start) {
        return None;
    }
    if let Some((end, strength)) = ratio_at(text, start) {
        return Some((end, vec![strength]));
    }
    let (first, mut end) = quantity_at(text, start)?;
    let mut pieces = vec![first];
    while text.as_bytes().get(end) == Some(&b'/')
        && let Some((piece, after)) = quantity_at(text, end + 1)
    {
        pieces.push(piece);
        end = after;
    }
    Some((end, strengths_from(pieces, &text[start..end])))
}

fn begins_number(bytes: &[u8], at: usize) -> bool {
    let is_inside = |byte: u8| byte.is_ascii_alphanumeric() || b".,/".contains(&byte) || !byte.is_ascii();
    bytes[at].is_ascii_digit() && (at == 0 || !is_inside(bytes[at - 1]))
}

/// Reads `1 in 10,000`: 1 g in 10,000 ml.
fn ratio_at(text: &str, start: usize) -> Option<(usize, Strength)> {
    let (parts, end) = number_at(text.as_bytes(), start + text[start..].strip_prefix("1 in ").map(|_| 5)?)?;
    let gram = Quantity { dimension: Dimension::Mass, amount: 1e9, number: 1.0, unit: "g", is_counted: true };
    let volume = Quantity {
        dimension: Dimension::Volume,
        amount: parts * 1e3,
        number: parts,
        unit: "ml",
        is_counted: false,
    };
    Some((end, Strength { text: text[start..end].to_owned(), amount: gram, per: Some(volume) }))
}

/// Reads a number, if there is one, and a unit.
fn quantity_at(text: &str, start: usize) -> Option<(Quantity, usize)> {
    let (number, mut at) = match number_at(text.as_bytes(), start) {
        Some((number, end)) => (Some(number), after_space(text, end)),
        None => (None, start),
    };
    let mut value = number.unwrap_or(1.0);
    for (word, factor) in MULTIPLES {
        if number.is_some() && text[at..].starts_with(word) {
            at = after_space(text, at + word.len());
            value *= factor;
        }
    }
    let (unit, dimension, factor) = unit_at(text, at)?;
    let quantity =
        Quantity { dimension, amount: value * factor, number: value, unit, is_counted: number.is_some() };
    Some((quantity, at + unit.len()))
}

fn after_space(text: &str, at: usize) -> usize {
    if text.as_bytes().get(at) == Some(&b' ') { at + 1 } else { at }
}

fn unit_at(text: &str, at: usize) -> Option<(&'static str, Dimension, f64)> {
    let ends =
        |unit: &str| unit == "%" || !text[at + unit.len()..].starts_with(|c: char| c.is_alphanumeric());
    let is_here = |unit: &str| text[at..].starts_with(unit) && ends(unit);
    UNITS.iter().find_map(|(dimension, factor, units)| {
        let unit = units.split('|').find(|unit| is_here(unit))?;
        Some((unit, *dimension, *factor))
    })
}

/// Reads digits with separators of thousands and a decimal point.
fn number_at(bytes: &[u8], start: usize) -> Option<(f64, usize)> {
    let mut digits = String::new();
    let mut at = start;
    while let Some(byte) = bytes.get(at) {
        match byte {
            b'0'..=b'9' => digits.push(char::from(*byte)),
            b',' if is_thousand(bytes, at) => {}
            b'.' if !digits.contains('.') && bytes.get(at + 1).is_some_and(u8::is_ascii_digit) => {
                digits.push('.')
            }
            _ => break,
        }
        at += 1;
    }
    digits.parse().ok().map(|number| (number, at))
}

fn is_thousand(bytes: &[u8], comma: usize) -> bool {
    let is_digit = |at: usize| bytes.get(at).is_some_and(u8::is_ascii_digit);
    (1..=3).all(|offset| is_digit(comma + offset)) && !is_digit(comma + 4)
}

fn strengths_from(mut pieces: Vec<Quantity>, text: &str) -> Vec<Strength> {
    let per = if pieces.len() > 1 && is_denominator(&pieces) { pieces.pop() } else { None };
    if !pieces.iter().all(|piece| is_amount(piece, per)) {
        return Vec::new();
    }
    pieces.into_iter().map(|amount| Strength { text: text.to_owned(), amount, per }).collect()
}

fn is_amount(piece: &Quantity, per: Option<Quantity>) -> bool {
    let is_volume_in_volume =
        || piece.dimension == Dimension::Volume && per.is_some_and(|per| per.dimension == Dimension::Volume);
    piece.is_counted && (is_of_substance(piece.dimension) || is_volume_in_volume())
}

fn is_of_substance(dimension: Dimension) -> bool {
    use Dimension::*;
    matches!(dimension, Mass | Units | Moles | Activity | Percent | Particles)
}

/// Whether the last piece is a denominator: `5ml`, `dose` and `g` are. `500mg` is the strength of a second
/// component, `10g` a denominator of less than 2 g.
fn is_denominator(pieces: &[Quantity]) -> bool {
    let (first, last) = (&pieces[0], &pieces[pieces.len() - 1]);
    if !is_of_substance(last.dimension) || !last.is_counted {
        return true;
    }
    let is_mass = first.dimension == Dimension::Mass && last.unit == "g";
    pieces.len() == 2 && is_mass && first.amount < last.amount / 5.0
}

/// How a strength that a name states compares with one that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Comparison {
    Different,
    /// The two units cannot be compared.
    Unknown,
    /// The same concentration, in a container with another volume.
    OtherVolume,
    /// The same concentration, stated for 1 ml, 5 ml or no container.
    CommonVolume,
    Same,
}

pub fn compare(asked: &Strength, stated: &Strength) -> Comparison {
    let (a, b) = (&asked.amount, &stated.amount);
    if a.dimension == b.dimension && is_same(a.amount, b.amount) && is_same_denominator(asked, stated) {
        return Comparison::Same;
    }
    let is_of_dose = asked.per.is_some_and(|per| matches!(per.dimension, Dimension::Dose | Dimension::Time));
    if a.dimension == b.dimension && is_same(a.amount, b.amount) && is_of_dose && stated.per.is_none() {
        // `50 micrograms/dose` may be the `50 micrograms` of a name.
        return Comparison::OtherVolume;
    }
    for one in concentrations_of(asked) {
        if concentrations_of(stated).into_iter().any(|other| is_same_concentration(one, other)) {
            return volume_of(asked, stated);
        }
    }
    if is_comparable(a.dimension, b.dimension) { Comparison::Different } else { Comparison::Unknown }
}

fn is_same(a: f64, b: f64) -> bool {
    (a - b).abs() <= 1e-6 * a.abs().max(b.abs())
}

/// An amount without a denominator agrees with that amount in any volume.
fn is_same_denominator(asked: &Strength, stated: &Strength) -> bool {
    match (asked.per, stated.per) {
        (None, _) => true,
        (Some(_), None) => false,
        (Some(asked), Some(stated)) => {
            asked.dimension == stated.dimension && is_same(asked.amount, stated.amount)
        }
    }
}

/// An amount in one unit of a dimension.
type Concentration = (Dimension, Dimension, f64);

fn is_same_concentration(a: Concentration, b: Concentration) -> bool {
    a.0 == b.0 && a.1 == b.1 && is_same(a.2, b.2)
}

/// The readings of a strength as a concentration: 1 % is 10 mg in 1 ml, 10 mg in 1 g, or 1 ml in 100 ml.
fn concentrations_of(strength: &Strength) -> Vec<Concentration> {
    let amount = &strength.amount;
    match strength.per {
        Some(per) => vec![(amount.dimension, per.dimension, amount.amount / per.amount)],
        None if amount.dimension == Dimension::Percent => vec![
            (Dimension::Mass, Dimension::Volume, amount.amount * 1e4),
            (Dimension::Mass, Dimension::Mass, amount.amount / 100.0),
            (Dimension::Volume, Dimension::Volume, amount.amount / 100.0),
        ],
        None => Vec::new(),
    }
}

fn volume_of(asked: &Strength, stated: &Strength) -> Comparison {
    let (Some(asked), Some(stated)) = (asked.per, stated.per) else { return Comparison::Same };
    let is_container = stated.is_counted && stated.dimension == Dimension::Volume;
    if !is_container || is_same(asked.amount, stated.amount) {
        return Comparison::Same;
    }
    let is_common = |per: &Quantity| matches!(per.number, 1.0 | 5.0);
    if is_common(&asked) && is_common(&stated) { Comparison::CommonVolume } else { Comparison::OtherVolume }
}

/// Whether two strengths in these dimensions contradict each other. A mass may be so many mmol.
fn is_comparable(a: Dimension, b: Dimension) -> bool {
    let is_known = |dimension| {
        matches!(dimension, Dimension::Mass | Dimension::Percent | Dimension::Units | Dimension::Volume)
    };
    a == b || (is_known(a) && is_known(b))
}

//! Units of measure, and exact amounts of them.

/// What a unit measures. Amounts of one dimension are compared in its base unit, mg or ml.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Dimension {
    /// In mg.
    Mass,
    /// In ml.
    Volume,
    /// A unit that is never converted.
    Other,
}

/// A unit of measure.
#[derive(Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Unit {
    /// The spelling in which terms have it.
    pub name: &'static str,
    /// All spellings.
    pub spellings: &'static [&'static str],
    /// What it measures.
    pub dimension: Dimension,
    /// How many base units it is: a numerator and a denominator.
    factor: (u128, u128),
    /// Whether its quantities are strengths (section 6).
    pub is_strength: bool,
}

const fn unit(
    spellings: &'static [&'static str],
    dimension: Dimension,
    factor: (u128, u128),
    is_strength: bool,
) -> Unit {
    Unit { name: spellings[0], spellings, dimension, factor, is_strength }
}

use Dimension::{Mass, Other, Volume};

/// All units.
pub static UNITS: [Unit; 22] = [
    unit(&["nanogram", "nanograms", "ng"], Mass, (1, 1_000_000), true),
    unit(&["microgram", "micrograms", "mcg", "mcgs", "ug", "μg", "microg"], Mass, (1, 1000), true),
    unit(&["mg", "mgs", "milligram", "milligrams"], Mass, (1, 1), true),
    unit(&["g", "gm", "gms", "gram", "grams"], Mass, (1000, 1), false),
    unit(&["kg", "kilogram", "kilograms"], Mass, (1_000_000, 1), false),
    unit(&["microlitre", "microlitres", "μl", "ul"], Volume, (1, 1000), false),
    unit(&["ml", "mls", "millilitre", "millilitres"], Volume, (1, 1), false),
    unit(&["litre", "litres", "l"], Volume, (1000, 1), false),
    unit(&["unit", "units", "iu", "u"], Other, (1, 1), true),
    unit(&["%", "percent"], Other, (1, 1), true),
    unit(&["mm", "millimetre", "millimetres"], Other, (1, 1), false),
    unit(&["cm", "centimetre", "centimetres"], Other, (1, 1), false),
    unit(&["m", "metre", "metres"], Other, (1, 1), false),
    unit(&["mmol", "mmols", "millimol"], Other, (1, 1), true),
    unit(&["micromol", "micromols"], Other, (1, 1), true),
    unit(&["mmhg"], Other, (1, 1), false),
    unit(&["kbq"], Other, (1, 1), true),
    unit(&["mbq"], Other, (1, 1), true),
    unit(&["gbq"], Other, (1, 1), true),
    unit(&["kcal"], Other, (1, 1), false),
    unit(&["ppm"], Other, (1, 1), true),
    unit(&["gauge"], Other, (1, 1), false),
];

/// Words that a strength is divided by.
pub static PER_WORDS: [&[&str]; 5] = [
    &["dose", "doses"],
    &["actuation", "actuations"],
    &["hour", "hours", "hr", "hrs", "h"],
    &["drop", "drops"],
    &["spray", "sprays"],
];

/// Returns the unit with this spelling.
pub fn unit_of(spelling: &str) -> Option<&'static Unit> {
    UNITS.iter().find(|unit| unit.spellings.contains(&spelling))
}

/// Returns the units of which a spelling begins with `prefix`.
pub fn units_with_prefix(prefix: &str) -> Vec<&'static Unit> {
    let mut units = Vec::new();
    for unit in &UNITS {
        if unit.spellings.iter().any(|spelling| spelling.starts_with(prefix)) {
            units.push(unit);
        }
    }
    units
}

/// Returns the first spelling of a word that strengths are divided by.
pub fn per_word(spelling: &str) -> Option<&'static str> {
    let spellings = PER_WORDS.iter().find(|spellings| spellings.contains(&spelling))?;
    Some(spellings[0])
}

/// A fraction without common divisor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Fraction {
    numerator: u128,
    denominator: u128,
}

impl Fraction {
    /// Reduces a fraction. Returns `None` for a division by zero.
    pub fn new(numerator: u128, denominator: u128) -> Option<Fraction> {
        if denominator == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(numerator, denominator);
        Some(Fraction { numerator: numerator / divisor, denominator: denominator / divisor })
    }

    /// Parses a number with an optional fraction. Returns `None` if it has more than six decimal places or is too large.
    pub fn parse(number: &str) -> Option<Fraction> {
        let (whole, decimals) = number.split_once('.').unwrap_or((number, ""));
        if decimals.len() > 6 {
            return None;
        }
        let mut millionths = decimals.to_owned();
        while millionths.len() < 6 {
            millionths.push('0');
        }
        // Larger numbers have no ratio: the product counts millionths in 64 bits.
        let whole = whole.parse::<u64>().ok()?.checked_mul(1_000_000)?;
        let all = whole.checked_add(millionths.parse().ok()?)?;
        Fraction::new(all.into(), 1_000_000)
    }

    fn times(self, (numerator, denominator): (u128, u128)) -> Option<Fraction> {
        Fraction::new(self.numerator.checked_mul(numerator)?, self.denominator.checked_mul(denominator)?)
    }

    /// Divides. Returns `None` if either is zero.
    fn over(self, other: Fraction) -> Option<Fraction> {
        self.times((other.denominator, other.numerator)).filter(|value| value.numerator > 0)
    }
}

fn greatest_common_divisor(a: u128, b: u128) -> u128 {
    if b == 0 { a } else { greatest_common_divisor(b, a % b) }
}

/// A number with a unit, as the token rules write it: without needless zeros.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quantity {
    /// The number.
    pub number: String,
    /// The unit.
    pub unit: &'static Unit,
}

impl Quantity {
    /// Returns whether a name's quantity is the same amount, in any unit of mass or of volume.
    pub fn equals(&self, of_name: &Quantity) -> bool {
        if self.unit == of_name.unit {
            return self.number == of_name.number;
        }
        let is_convertible = self.unit.dimension != Other && self.unit.dimension == of_name.unit.dimension;
        // A number with a needless zero at its start is a code.
        let is_plain =
            !of_name.number.starts_with('0') || of_name.number.starts_with("0.") || of_name.number == "0";
        is_convertible && is_plain && self.decimal() == of_name.decimal()
    }

    /// Returns the digits without zeros at both ends, and the power of ten of the last one, in a base unit.
    fn decimal(&self) -> (String, i64) {
        let (whole, fraction) = self.number.split_once('.').unwrap_or((&self.number, ""));
        let digits = format!("{whole}{fraction}");
        let trimmed = digits.trim_end_matches('0');
        let (numerator, denominator) = self.unit.factor;
        let power = (numerator.ilog10() as i64) - (denominator.ilog10() as i64) - (fraction.len() as i64);
        let power = power + (digits.len() - trimmed.len()) as i64;
        let digits = trimmed.trim_start_matches('0');
        if digits.is_empty() { (String::new(), 0) } else { (digits.to_owned(), power) }
    }

    /// Returns the amount in mg, in ml, or in its own unit.
    pub fn in_base_unit(&self) -> Option<Fraction> {
        Fraction::parse(&self.number)?.times(self.unit.factor)
    }
}

/// An amount divided by another: `10mg/ml` and `50mg/5ml` are equal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Ratio {
    value: Fraction,
    /// `mg`, `ml`, or the unit.
    unit: &'static str,
    /// `ml`, `mg`, or a word such as `dose`.
    per: &'static str,
}

fn base_name(unit: &'static Unit) -> &'static str {
    match unit.dimension {
        Mass => "mg",
        Volume => "ml",
        Other => unit.name,
    }
}

impl Ratio {
    /// Returns the ratio of an amount to a volume or to one gram, or `None` for any other denominator.
    pub fn to_quantity(amount: &Quantity, per: &Quantity) -> Option<Ratio> {
        let is_one_gram = per.unit.name == "g" && per.number == "1";
        if !is_one_gram && per.unit.dimension != Volume {
            return None;
        }
        let value = amount.in_base_unit()?.over(per.in_base_unit()?)?;
        Some(Ratio { value, unit: base_name(amount.unit), per: base_name(per.unit) })
    }

    /// Returns the ratio of an amount to a number of doses, actuations, hours, drops or sprays.
    pub fn to_word(amount: &Quantity, number: &str, word: &'static str) -> Option<Ratio> {
        let value = amount.in_base_unit()?.over(Fraction::parse(number)?)?;
        Some(Ratio { value, unit: base_name(amount.unit), per: word })
    }

    /// Returns grams in 100 ml (`per` is `ml`) or in 100 g (`mg`).
    pub fn of_percentage(number: &str, per: &'static str) -> Option<Ratio> {
        let denominator = if per == "ml" { 100 } else { 100_000 };
        let value = Fraction::parse(number)?.over(Fraction::new(denominator, 1000)?)?;
        Some(Ratio { value, unit: "mg", per })
    }

    /// Returns one gram in `number` ml.
    pub fn one_in(number: &str) -> Option<Ratio> {
        let value = Fraction::new(1000, 1)?.over(Fraction::parse(number)?)?;
        Some(Ratio { value, unit: "mg", per: "ml" })
    }
}

//! Quantities: units, exact decimals, and ratios such as 10mg/ml.
//!
//! All comparisons of amounts use this module, so `1g` equals `1000mg`, `10mg/ml` equals `50mg/5ml`, and
//! nothing is rounded.

/// A unit of measure, by its index in [`UNITS`]. All spellings of a unit give the same value: `mcg` and
/// `microgram` are equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Unit(u8);

/// The units that follow a number. Each row has the name in the dictionary, then its other spellings.
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

/// The units whose quantities are always strengths. Quantities in grams and kilograms may be either.
const STRENGTHS: [&str; 11] =
    ["nanogram", "microgram", "mg", "unit", "%", "mmol", "micromol", "kbq", "mbq", "gbq", "ppm"];

/// The units whose quantities are never strengths.
const SIZES: [&str; 9] = ["microlitre", "ml", "litre", "mm", "cm", "m", "mmhg", "kcal", "gauge"];

/// Units of mass in ascending order. Each is a thousand times the previous one.
const MASSES: [Unit; 5] = [Unit(0), Unit(1), Unit(2), Unit(3), Unit(4)];
/// Units of volume in ascending order. Each is a thousand times the previous one.
const VOLUMES: [Unit; 3] = [Unit(5), Unit(6), Unit(7)];

impl Unit {
    /// Parses a unit by any of its spellings.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::quantity::Unit;
    ///
    /// assert_eq!(Unit::parse("mcg"), Unit::parse("micrograms"));
    /// assert_eq!(Unit::parse("tablet"), None);
    /// ```
    pub fn parse(text: &str) -> Option<Unit> {
        Unit::all().find(|unit| unit.spellings().contains(&text))
    }

    /// Lists the units that have a spelling with this prefix.
    pub fn beginning_with(text: &str) -> impl Iterator<Item = Unit> {
        Unit::all().filter(move |unit| unit.has_spelling_with_prefix(text))
    }

    /// The name in the dictionary.
    pub fn name(self) -> &'static str {
        self.spellings().first().copied().unwrap_or("")
    }

    /// Finds the unit with this name in the dictionary.
    pub fn named(name: &str) -> Option<Unit> {
        Unit::all().find(|unit| unit.name() == name)
    }

    /// The index in [`UNITS`].
    pub fn place(self) -> usize {
        usize::from(self.0)
    }

    /// Reports whether it is a unit of mass or volume.
    pub fn is_scaled(self) -> bool {
        self.scale().is_some()
    }

    /// Reports whether quantities in this unit are strengths, never the size of a pack.
    ///
    /// These are units of mass below a gram, of activity, of amount of substance, and percent.
    pub fn is_strength(self) -> bool {
        STRENGTHS.contains(&self.name())
    }

    /// Reports whether quantities in this unit are sizes, never strengths.
    pub fn is_size(self) -> bool {
        SIZES.contains(&self.name())
    }

    /// Finds the units of the same kind in ascending order. Each is a thousand times the previous one.
    fn scale(self) -> Option<&'static [Unit]> {
        if MASSES.contains(&self) {
            Some(&MASSES)
        } else if VOLUMES.contains(&self) {
            Some(&VOLUMES)
        } else {
            None
        }
    }

    /// Finds the base unit that ratios use for this kind, and the size of this unit in it, as the fraction
    /// `(amount, per)`.
    fn in_base(self) -> Option<(&'static str, (u128, u128))> {
        let scale = self.scale()?;
        let (name, base) = if scale == VOLUMES.as_slice() { ("ml", 1) } else { ("mg", 2) };
        Some((name, (1000u128.pow(self.place_in(scale)), 1000u128.pow(base))))
    }

    /// Finds the position of the unit in a scale that has it.
    fn place_in(self, scale: &[Unit]) -> u32 {
        scale.iter().position(|unit| *unit == self).unwrap_or(0) as u32
    }

    fn all() -> impl Iterator<Item = Unit> {
        (0..UNITS.len() as u8).map(Unit)
    }

    fn spellings(self) -> &'static [&'static str] {
        UNITS.get(self.place()).copied().unwrap_or(&[])
    }

    fn has_spelling_with_prefix(self, text: &str) -> bool {
        self.spellings().iter().any(|spelling| spelling.starts_with(text))
    }
}

/// Lists the same quantity in all units of its kind: 1g is 1000mg.
///
/// # Examples
///
/// ```
/// use pack_lookup::quantity::{Unit, equal_quantities};
///
/// let gram = Unit::parse("g").ok_or("unknown unit")?;
/// let equal = equal_quantities("0.5", gram);
/// assert!(equal.iter().any(|(number, unit)| number == "500" && unit.name() == "mg"));
/// # Ok::<(), &str>(())
/// ```
pub fn equal_quantities(number: &str, unit: Unit) -> Vec<(String, Unit)> {
    let Some(scale) = unit.scale() else { return vec![(number.to_owned(), unit)] };
    let mut equal = Vec::with_capacity(scale.len());
    for other in scale {
        let power = unit.place_in(scale) as i32 - other.place_in(scale) as i32;
        equal.push((times_thousand(number, power), *other));
    }
    equal
}

/// Multiplies the decimal number by a power of a thousand.
pub(crate) fn times_thousand(number: &str, power: i32) -> String {
    if power == 0 {
        // Unchanged, with its zeros: a code like `08501205g` needs them.
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

/// Removes thousands separators and redundant zeros.
///
/// # Examples
///
/// ```
/// use pack_lookup::quantity::plain_number;
///
/// assert_eq!(plain_number("1,000"), "1000");
/// assert_eq!(plain_number("2.50"), "2.5");
/// assert_eq!(plain_number(".5"), "0.5");
/// ```
pub fn plain_number(written: &str) -> String {
    let digits = written.replace(',', "");
    let Some((whole, fraction)) = digits.split_once('.') else { return digits };
    // Leading zeros are only redundant before a fraction. A number without one may be a code, like `0415`.
    let whole = match whole.trim_start_matches('0') {
        "" => "0",
        whole => whole,
    };
    match fraction.trim_end_matches('0') {
        "" => whole.to_owned(),
        fraction => format!("{whole}.{fraction}"),
    }
}

/// Words for the denominator of a strength, besides units. Each row has the name, then its other spellings.
const PER_WORDS: [&[&str]; 5] = [
    &["dose", "doses", "puff", "puffs"],
    &["actuation", "actuations"],
    &["hour", "hours", "hr", "hrs", "h"],
    &["drop", "drops"],
    &["spray", "sprays"],
];

/// What queries have in place of the `dose` of names. The search puts `dose` in its place.
pub const WRITTEN_FOR_DOSE: [&str; 6] = ["actuation", "actuations", "puff", "puffs", "blister", "inhalation"];

/// Finds the name of a word for the denominator of a strength, by any of its spellings.
pub fn per_word(written: &str) -> Option<&'static str> {
    PER_WORDS.iter().find(|spellings| spellings.contains(&written))?.first().copied()
}

/// Numbers are compared in millionths: no name has more than six decimal places.
const MILLION: u64 = 1_000_000;

/// Parses a decimal number into millionths. Returns `None` if it has more than six decimal places or is too
/// large.
///
/// # Examples
///
/// ```
/// use pack_lookup::quantity::millionths;
///
/// assert_eq!(millionths("0.5"), Some(500_000));
/// assert_eq!(millionths("0.0000001"), None);
/// ```
pub fn millionths(number: &str) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let missing_places = 6u32.checked_sub(u32::try_from(fraction.len()).ok()?)?;
    let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().ok()? };
    whole.parse::<u64>().ok()?.checked_mul(MILLION)?.checked_add(fraction * 10u64.pow(missing_places))
}

/// An amount divided by another, as a reduced fraction: `10mg/ml`, `50mg/5ml` and `500mg/50ml` are one ratio.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ratio {
    amount: u128,
    unit: &'static str,
    per: u128,
    per_unit: &'static str,
}

impl Ratio {
    /// Computes the ratio of an amount to a volume or to one gram. Returns `None` for any other denominator.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::quantity::{Ratio, Unit};
    ///
    /// let (mg, ml) = (Unit::parse("mg").ok_or("unit")?, Unit::parse("ml").ok_or("unit")?);
    /// assert_eq!(Ratio::of("50", mg, "5", ml), Ratio::of("10", mg, "1", ml));
    /// assert_eq!(Ratio::of("50", mg, "5", ml).ok_or("ratio")?.term(), "=10mg/1ml");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn of(amount: &str, unit: Unit, per: &str, per_unit: Unit) -> Option<Ratio> {
        let is_gram = per_unit.name() == "g" && per == "1";
        let (per_name, fraction) = per_unit.in_base()?;
        if !is_gram && per_name != "ml" {
            return None;
        }
        Ratio::reduced(amount, unit, (millionths(per)?, fraction), per_name)
    }

    /// Computes the ratio of an amount to a number of doses, hours or drops.
    pub fn per(amount: &str, unit: Unit, per: &str, per_name: &'static str) -> Option<Ratio> {
        Ratio::reduced(amount, unit, (millionths(per)?, (1, 1)), per_name)
    }

    /// Computes the concentration that a percentage means: 1 % is 1 g in 100 ml (`ml`), or in 100 g (`mg`).
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::quantity::Ratio;
    ///
    /// assert_eq!(Ratio::percent("1", "ml").ok_or("ratio")?.term(), "=10mg/1ml");
    /// assert_eq!(Ratio::percent("1", "mg").ok_or("ratio")?.term(), "=1mg/100mg");
    /// # Ok::<(), &str>(())
    /// ```
    pub fn percent(percent: &str, per_name: &'static str) -> Option<Ratio> {
        let fraction = if per_name == "mg" { (1000, 1) } else { (1, 1) };
        Ratio::reduced(percent, Unit::parse("g")?, (100 * MILLION, fraction), per_name)
    }

    /// Computes the concentration of one gram in `parts` millilitres.
    pub fn one_in(parts: &str) -> Option<Ratio> {
        Ratio::of("1", Unit::parse("g")?, parts, Unit::parse("ml")?)
    }

    fn reduced(amount: &str, unit: Unit, per: (u64, (u128, u128)), per_unit: &'static str) -> Option<Ratio> {
        let (unit, (scale, base)) = unit.in_base().unwrap_or((unit.name(), (1, 1)));
        let (per, (per_scale, per_base)) = per;
        let amount = u128::from(millionths(amount)?).checked_mul(scale)?.checked_mul(per_base)?;
        let per = u128::from(per).checked_mul(per_scale)?.checked_mul(base)?;
        if amount == 0 || per == 0 {
            return None;
        }
        let divisor = greatest_common_divisor(amount, per);
        Some(Ratio { amount: amount / divisor, unit, per: per / divisor, per_unit })
    }

    /// The term of the ratio in the dictionary. No word of a name starts with `=`.
    pub fn term(&self) -> String {
        format!("={}{}/{}{}", self.amount, self.unit, self.per, self.per_unit)
    }
}

fn greatest_common_divisor(mut a: u128, mut b: u128) -> u128 {
    while b != 0 {
        (a, b) = (b, a % b);
    }
    a.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ratio(amount: &str, unit: &str, per: &str, per_unit: &str) -> Option<String> {
        Some(Ratio::of(amount, Unit::parse(unit)?, per, Unit::parse(per_unit)?)?.term())
    }

    #[test]
    fn equal_ratios_have_one_term() {
        let ten = ratio("10", "mg", "1", "ml");
        assert_eq!(ten.as_deref(), Some("=10mg/1ml"));
        for (amount, unit, per, per_unit) in [
            ("50", "mg", "5", "ml"),
            ("500", "mg", "50", "ml"),
            ("0.01", "g", "1", "ml"),
            ("10", "g", "1", "litre"),
        ] {
            assert_eq!(ratio(amount, unit, per, per_unit), ten);
        }
        assert_eq!(Ratio::percent("1", "ml").map(|ratio| ratio.term()), ten);
        assert_eq!(Ratio::one_in("100").map(|ratio| ratio.term()), ten);
        assert_eq!(Ratio::percent("2", "mg").map(|ratio| ratio.term()), ratio("20", "mg", "1", "g"));
        assert_ne!(ratio("10", "mg", "5", "ml"), ten);
        assert_ne!(ratio("10", "units", "1", "ml"), ten);
    }

    #[test]
    fn accepts_volumes_and_one_gram_as_denominators() {
        for (per, per_unit) in [("500", "mg"), ("2", "g"), ("1", "cm"), ("0", "ml")] {
            assert_eq!(ratio("10", "mg", per, per_unit), None);
        }
        assert_eq!(ratio("0", "mg", "1", "ml"), None);
        assert_eq!(ratio("0.0000001", "mg", "1", "ml"), None);
    }

    #[test]
    fn equal_quantities_include_the_original() {
        let Some(gram) = Unit::parse("g") else { unreachable!() };
        assert!(equal_quantities("08501205", gram).contains(&("08501205".to_owned(), gram)));
    }

    #[test]
    fn converts_quantities_to_every_unit() {
        let Some(gram) = Unit::parse("g") else { unreachable!() };
        let term = |(number, unit): (String, Unit)| format!("{number}{}", unit.name());
        let equal: Vec<String> = equal_quantities("1", gram).into_iter().map(term).collect();
        assert_eq!(equal, ["1000000000nanogram", "1000000microgram", "1000mg", "1g", "0.001kg"]);
    }
}

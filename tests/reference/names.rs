//! Words and quantities of names.

/// Units, each with the exact unit that it is compared in, and how many of that it has, as a power of ten.
const UNITS: [(&str, &str, u32); 34] = [
    ("nanogram", "ng", 0),
    ("nanograms", "ng", 0),
    ("microgram", "ng", 3),
    ("micrograms", "ng", 3),
    ("mcg", "ng", 3),
    ("μg", "ng", 3),
    ("mg", "ng", 6),
    ("g", "ng", 9),
    ("gram", "ng", 9),
    ("grams", "ng", 9),
    ("kg", "ng", 12),
    ("microlitre", "microlitre", 0),
    ("ml", "microlitre", 3),
    ("litre", "microlitre", 6),
    ("litres", "microlitre", 6),
    ("l", "microlitre", 6),
    ("unit", "unit", 0),
    ("units", "unit", 0),
    ("iu", "unit", 0),
    ("%", "%", 0),
    ("mm", "mm", 0),
    ("cm", "cm", 0),
    ("m", "m", 0),
    ("mmol", "mmol", 0),
    ("micromol", "micromol", 0),
    ("micromols", "micromol", 0),
    ("mmhg", "mmhg", 0),
    ("kbq", "kbq", 0),
    ("mbq", "mbq", 0),
    ("gbq", "gbq", 0),
    ("kcal", "kcal", 0),
    ("ppm", "ppm", 0),
    ("gauge", "gauge", 0),
    ("percent", "%", 0),
];
/// Amounts are compared in millionths of the exact unit.
const DECIMALS: u32 = 6;

/// An amount in an exact unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Quantity {
    pub amount: u128,
    pub exact: &'static str,
    /// The unit as it is written.
    pub unit: &'static str,
}

/// Returns a name as the dataset sorts it.
pub fn fold_name(name: &str) -> String {
    name.to_lowercase()
}

/// Returns the words of a name: letters with digits after them.
pub fn words(name: &str) -> Vec<String> {
    let folded = fold_name(name);
    let parts = folded.split(|c: char| !c.is_alphanumeric());
    parts.filter(|part| part.starts_with(char::is_alphabetic)).map(str::to_owned).collect()
}

/// Returns all numbers with a unit.
pub fn quantities(name: &str) -> Vec<Quantity> {
    let mut found = Vec::new();
    let folded = fold_name(name);
    let mut rest = folded.as_str();
    while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
        let is_fraction = rest[..start].ends_with('.') && !rest[..start].ends_with(char::is_alphanumeric);
        rest = &rest[start - usize::from(is_fraction)..];
        let len = rest.len()
            - rest.trim_start_matches(|c: char| c.is_ascii_digit() || matches!(c, '.' | ',')).len();
        let number = rest[..len].trim_end_matches(['.', ',']).replace(',', "");
        rest = &rest[len..];
        let letters = rest.strip_prefix(' ').unwrap_or(rest);
        let unit_len = match letters.strip_prefix('%') {
            Some(_) => 1,
            None => letters.len() - letters.trim_start_matches(char::is_alphabetic).len(),
        };
        let unit = UNITS.iter().find(|(written, ..)| *written == &letters[..unit_len]);
        if let Some((unit, exact, power)) = unit
            && let Some(amount) = millionths(&number)
        {
            found.push(Quantity { amount: amount * 10u128.pow(*power), exact, unit });
        }
    }
    found
}

/// Returns a decimal number in millionths.
fn millionths(number: &str) -> Option<u128> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let fraction: String =
        format!("{fraction}{}", "0".repeat(DECIMALS as usize)).chars().take(DECIMALS as usize).collect();
    format!("{whole}{fraction}").parse().ok()
}

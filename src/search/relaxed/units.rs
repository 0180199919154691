//! The same strength in other words: `10mg/ml` is `50mg/5ml` and `1%`, and `1 in 1000` is `1mg/ml`.

use crate::search::terms::{Alternative, Atom};
use crate::text::{Token, Unit, equal_quantities};

/// The volumes, in millilitres, for which names tell a strength.
const VOLUMES: [&str; 8] = ["1", "2", "2.5", "5", "10", "20", "50", "100"];
/// Numbers are counted in millionths: no name has more places behind the point.
const MILLION: u64 = 1_000_000;

/// A strength as it is written, and in other words.
pub struct Strength {
    pub written: Vec<Alternative>,
    pub otherwise: Vec<Alternative>,
}

/// What the tokens of a strength ask for, in whatever way a name says it; none where there is only one way. So much in a millilitre or in
/// five is as much in others; so much in another volume is what one container holds.
pub fn strength(tokens: &[Token]) -> Option<Strength> {
    let (first, second) = match tokens {
        [first] => (first, None),
        [first, second] => (first, Some(second)),
        _ => return None,
    };
    let Token::Quantity(amount, unit) = first else { return None };
    match second {
        None if unit.name() == "%" => Some(of_percent(amount)),
        Some(Token::Quantity(volume, per)) if per.name() == "ml" => {
            let written = in_volume(amount, *unit, volume);
            let percent = as_percent(amount, *unit, volume);
            let otherwise = match matches!(volume.as_str(), "1" | "5") {
                true => in_volumes(amount, *unit, volume).into_iter().chain(percent).collect(),
                false => {
                    percent.into_iter().map(|atoms| [atoms, vec![whole(volume, *per)]].concat()).collect()
                }
            };
            Some(Strength { written, otherwise })
        }
        Some(Token::Quantity(mass, per)) if per.name() == "g" => {
            let written = vec![vec![whole(amount, *unit), whole(mass, *per)]];
            Some(Strength { written, otherwise: as_percent(amount, *unit, mass).into_iter().collect() })
        }
        _ => None,
    }
}

/// One part in so many, by mass in volume.
pub fn one_in(parts: &str) -> Option<Strength> {
    let written = vec![Atom::Number("1".into()), Atom::Whole("in".into()), Atom::Number(parts.to_owned())];
    let Strength { written: percent, otherwise } = of_percent(&divided(100 * MILLION, millionths(parts)?)?);
    Some(Strength { written: vec![written], otherwise: [percent, otherwise].concat() })
}

fn of_percent(percent: &str) -> Strength {
    let written = Unit::parse("%").map(|unit| vec![whole(percent, unit)]);
    let in_grams =
        millionths(percent).and_then(|percent| written_as(percent.checked_mul(10)?)).zip(Unit::parse("mg"));
    let as_mass = in_grams.into_iter().flat_map(|(amount, mg)| {
        let per_gram = vec![whole(&amount, mg), Atom::Whole("1g".to_owned())];
        let per_millilitre = in_volume(&amount, mg, "1");
        [per_millilitre, in_volumes(&amount, mg, "1"), vec![per_gram]].concat()
    });
    Strength { written: written.into_iter().collect(), otherwise: as_mass.collect() }
}

/// So much in each of the volumes that names tell, but the one that is written.
fn in_volumes(amount: &str, unit: Unit, volume: &str) -> Vec<Alternative> {
    let in_other = |other: &str| {
        let amount = millionths(amount)?.checked_mul(millionths(other)?)? / MILLION;
        Some(in_volume(&divided(amount, millionths(volume)?)?, unit, other))
    };
    VOLUMES.into_iter().filter(|other| *other != volume).filter_map(in_other).flatten().collect()
}

/// So much in a volume, in any unit of its kind.
fn in_volume(amount: &str, unit: Unit, volume: &str) -> Vec<Alternative> {
    let volume = Atom::Whole(format!("{volume}ml"));
    let amounts = equal_quantities(amount, unit).into_iter();
    amounts.map(|(number, unit)| vec![whole(&number, unit), volume.clone()]).collect()
}

/// The percentage, of a mass.
fn as_percent(amount: &str, unit: Unit, per: &str) -> Option<Alternative> {
    let in_mg = equal_quantities(amount, unit).into_iter().find(|(_, unit)| unit.name() == "mg")?.0;
    let percent = divided(millionths(&in_mg)? / 10, millionths(per)?)?;
    Some(vec![whole(&percent, Unit::parse("%")?)])
}

fn whole(number: &str, unit: Unit) -> Atom {
    Atom::Whole(Token::Quantity(number.to_owned(), unit).term())
}

/// A decimal number in millionths.
pub fn millionths(number: &str) -> Option<u64> {
    let (whole, fraction) = number.split_once('.').unwrap_or((number, ""));
    let places = u32::try_from(fraction.len()).ok().filter(|places| *places <= 6)?;
    let fraction = if fraction.is_empty() { 0 } else { fraction.parse::<u64>().ok()? };
    whole.parse::<u64>().ok()?.checked_mul(MILLION)?.checked_add(fraction * 10u64.pow(6 - places))
}

/// The quotient as names write it; none where it does not end.
fn divided(amount: u64, by: u64) -> Option<String> {
    let amount = amount.checked_mul(MILLION)?;
    (amount.checked_rem(by)? == 0).then_some(())?;
    written_as(amount.checked_div(by)?)
}

fn written_as(amount: u64) -> Option<String> {
    let text = format!("{}.{:06}", amount / MILLION, amount % MILLION);
    (amount > 0).then(|| text.trim_end_matches('0').trim_end_matches('.').to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::{asking_tokens, fold};

    fn says(asked: &str, name: &str) -> bool {
        let words: Vec<String> = asking_tokens(&fold(name)).iter().map(Token::term).collect();
        let has = |atom: &Atom| matches!(atom, Atom::Whole(text) if words.contains(text));
        let strength = strength(&asking_tokens(&fold(asked)));
        let all = strength.map(|Strength { written, otherwise }| [written, otherwise].concat());
        all.is_some_and(|all| all.iter().any(|atoms| atoms.iter().all(has)))
    }

    #[test]
    fn a_strength_is_found_in_other_words_and_no_other_one_is() {
        for (asked, name) in [
            ("10mg/ml", "1%"),
            ("10mg/ml", "50mg/5ml"),
            ("1%", "100mg/10ml"),
            ("0.1%", "1mg/1ml"),
            ("5mg/5ml", "1mg/ml"),
            ("20mg/g", "2%"),
            ("100 units/ml", "1000units/10ml"),
            ("0.12g/5ml", "120mg/5ml"),
            ("50mg/0.5ml", "0.05g/0.5ml"),
            ("100mg/10ml", "1% 10ml"),
        ] {
            assert!(says(asked, name), "{asked} {name}");
        }
        for (asked, name) in [
            ("10mg/ml", "10mg/5ml"),
            ("1%", "0.1%"),
            ("1%", "1mg/ml"),
            ("2mg", "2%"),
            ("50mg/0.5ml", "100mg/1ml"),
            ("20mg/4ml", "10mg/2ml"),
            ("100mg/10ml", "1%"),
        ] {
            assert!(!says(asked, name), "{asked} {name}");
        }
    }

    #[test]
    fn one_part_in_a_thousand_is_a_milligram_in_a_millilitre() {
        let alternatives = one_in("1000").map(|strength| strength.otherwise).unwrap_or_default();
        let whole =
            |texts: &[&str]| texts.iter().map(|text| Atom::Whole((*text).to_owned())).collect::<Vec<_>>();
        assert!(alternatives.contains(&whole(&["0.1%"])));
        assert!(alternatives.contains(&whole(&["1mg", "1ml"])));
        assert!(one_in("0").is_none());
    }
}

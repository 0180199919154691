//! The same strength in other words: `10mg/ml` is `50mg/5ml` and `1%`, and `1 in 1000` is `1mg/ml`.

use crate::search::terms::{Alternative, Atom, Term, each_once, one_of};
use crate::text::{Token, Unit, equal_quantities};

/// The volumes, in millilitres, for which names tell a strength.
const VOLUMES: [&str; 8] = ["1", "2", "2.5", "5", "10", "20", "50", "100"];
/// Numbers are counted in millionths: no name has more places behind the point.
const MILLION: u64 = 1_000_000;

/// What the tokens of a strength ask for, in whatever way a name says it; none where there is only one way.
pub fn strength(tokens: &[Token]) -> Option<Term> {
    match tokens {
        [Token::Quantity(amount, unit), Token::Quantity(volume, per)] if per.name() == "ml" => Some(one_of(
            each_once(in_volumes(amount, *unit, volume).chain(as_percent(amount, *unit, volume))),
        )),
        [Token::Quantity(amount, unit), Token::Quantity(mass, per)] if per.name() == "g" => {
            let typed =
                [amount, mass].into_iter().zip([unit, per]).map(|(number, unit)| whole(number, *unit));
            Some(one_of([typed.collect()].into_iter().chain(as_percent(amount, *unit, mass))))
        }
        [Token::Quantity(percent, unit)] if unit.name() == "%" => Some(of_percent(percent)),
        _ => None,
    }
}

/// One part in so many, by mass in volume.
pub fn one_in(parts: &str) -> Option<Term> {
    let typed = vec![Atom::Number("1".into()), Atom::Whole("in".into()), Atom::Number(parts.to_owned())];
    let percent = divided(100 * MILLION, millionths(parts)?)?;
    let mut term = of_percent(&percent);
    term.alternatives.push(typed);
    Some(term)
}

fn of_percent(percent: &str) -> Term {
    let typed = Unit::parse("%").map(|unit| vec![whole(percent, unit)]);
    let in_grams =
        millionths(percent).and_then(|percent| written(percent.checked_mul(10)?)).zip(Unit::parse("mg"));
    let as_mass = in_grams.into_iter().flat_map(|(amount, mg)| {
        let per_gram = vec![whole(&amount, mg), Atom::Whole("1g".to_owned())];
        in_volumes(&amount, mg, "1").chain([per_gram]).collect::<Vec<_>>()
    });
    one_of(typed.into_iter().chain(as_mass))
}

/// So much in each of the volumes that names tell.
fn in_volumes(amount: &str, unit: Unit, volume: &str) -> impl Iterator<Item = Alternative> {
    let per = millionths(amount).zip(millionths(volume));
    let own = Some((amount.to_owned(), volume.to_owned()));
    let others = VOLUMES.into_iter().filter_map(move |other| {
        let (amount, volume) = per?;
        Some((divided(amount.checked_mul(millionths(other)?)? / MILLION, volume)?, other.to_owned()))
    });
    own.into_iter().chain(others).flat_map(move |(amount, volume)| {
        let volume = Atom::Whole(format!("{volume}ml"));
        let amounts = equal_quantities(&amount, unit).into_iter();
        amounts.map(move |(number, unit)| vec![whole(&number, unit), volume.clone()])
    })
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
    written(amount.checked_div(by)?)
}

fn written(amount: u64) -> Option<String> {
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
        let term = strength(&asking_tokens(&fold(asked)));
        term.is_some_and(|term| term.alternatives.iter().any(|atoms| atoms.iter().all(has)))
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
        ] {
            assert!(says(asked, name), "{asked} {name}");
        }
        for (asked, name) in [("10mg/ml", "10mg/5ml"), ("1%", "0.1%"), ("1%", "1mg/ml"), ("2mg", "2%")] {
            assert!(!says(asked, name), "{asked} {name}");
        }
    }

    #[test]
    fn one_part_in_a_thousand_is_a_milligram_in_a_millilitre() {
        let alternatives = one_in("1000").map(|term| term.alternatives).unwrap_or_default();
        let whole =
            |texts: &[&str]| texts.iter().map(|text| Atom::Whole((*text).to_owned())).collect::<Vec<_>>();
        assert!(alternatives.contains(&whole(&["0.1%"])));
        assert!(alternatives.contains(&whole(&["1mg", "1ml"])));
        assert_eq!(one_in("0"), None);
    }
}

//! Exclusions: `metformin not modified release`, `ibuprofen not containing codeine`.

use super::super::draw::{Draw, EXCLUSIONS, FORMS, Plain, ROUTES, alternatives, rows};
use super::super::form::releases_of;
use super::super::question::{Question, Want};
use super::super::words::words_of;

pub fn exclusion(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, is_plain, is_choice] = *draw.random.pick(&rows::<3>(EXCLUSIONS))?;
    let question = match draw.random.below(4) {
        0 => release(draw, wording),
        1 | 2 if is_choice == "choice" => substance(draw, wording),
        1 => attribute(draw, wording),
        2 => unknown(draw, wording),
        _ => substance(draw, wording),
    }?;
    Some(if is_plain == "plain" { question } else { question.or_nothing() })
}

/// A plain generic product, with its strength in half of the questions.
fn asked<'r>(draw: &mut Draw<'r>, plain: &Plain<'r>) -> (String, Vec<Want>) {
    match draw.random.chance(50) {
        true => (format!("{} {}", plain.substance, plain.strength.text), plain.wants()),
        false => (plain.substance.to_owned(), vec![plain.medicine()]),
    }
}

fn release(draw: &mut Draw<'_>, wording: &str) -> Option<Question> {
    let plain = draw.plain_if(|plain| releases_of(&plain.generic.parsed.text) != ["immediate"])?;
    let release = releases_of(&plain.generic.parsed.text)[0];
    let words = match release {
        "modified" => "modified release|modified-release|MR|m/r|slow release",
        _ => "gastro-resistant|enteric coated|EC|e/c",
    };
    let text = format!("{} {wording} {}", plain.substance, draw.one_of(words));
    Some(Question::new(text, plain.name(), vec![plain.medicine(), Want::NotRelease(release)]))
}

fn substance(draw: &mut Draw<'_>, wording: &str) -> Option<Question> {
    let generic = draw.mixture()?;
    let components = &generic.parsed.components;
    let (kept, excluded) = if draw.random.chance(50) { (0, 1) } else { (1, 0) };
    let plain = draw.of_substance(&components[kept].substance);
    let plain = *draw.random.pick(&plain)?;
    let (text, mut wants) = asked(draw, &plain);
    wants.push(Want::Without(words_of(&components[excluded].substance)));
    let text = format!("{text} {wording} {}", components[excluded].substance);
    Some(Question::new(text, plain.name(), wants))
}

/// `timolol 0.5% without preservative`: something that names say as `X free`.
fn attribute(draw: &mut Draw<'_>, wording: &str) -> Option<Question> {
    let (word, phrase) = *draw.random.pick(&[
        ("preservative", "preservative free"),
        ("preservatives", "preservative free"),
        ("sugar", "sugar free"),
        ("alcohol", "alcohol free"),
    ])?;
    let plain = draw.plain_if(|plain| plain.generic.name.contains(phrase))?;
    let (text, mut wants) = asked(draw, &plain);
    wants.push(Want::Phrase(vec![phrase.to_owned()]));
    Some(Question::new(format!("{text} {wording} {word}"), plain.name(), wants))
}

/// Something that no name speaks of: it cannot be excluded.
fn unknown(draw: &mut Draw<'_>, wording: &str) -> Option<Question> {
    let plain = draw.plain()?;
    let word = draw.one_of("gluten|lactose|gelatin|parabens|latex|aspartame|animal products");
    let (text, mut wants) = asked(draw, &plain);
    wants.push(Want::Phrase(vec![format!("{word} free")]));
    Some(Question::new(format!("{text} {wording} {word}"), plain.name(), wants))
}

/// How a form is forbidden. A `{}` is the form.
const FORBIDDEN_FORMS: &str = "do not use {}|do not give as {}|not to be given as {}|must not be given as {}|\
     should not be used as {}|never as {}|don't give {}|not {}|no {}|not as {}|not {} or tablets|without tablets or {}";

/// `furosemide do not use tablets`, `morphine not capsules or tablets`.
pub fn forbidden_form(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, forms, route, phrases] = *draw.random.pick(&rows::<4>(FORMS))?;
    // A `liquid` is a solution for some, and no injection for others.
    if forms == "-" || forms.contains('|') || !phrases.is_empty() {
        return None;
    }
    let plain = draw.plain()?;
    let forbidding = draw.one_of(FORBIDDEN_FORMS);
    let mut wants = vec![plain.medicine(), not(Want::Form(alternatives(forms)))];
    if route != "-" {
        wants.pop();
        wants.push(not(Want::Phrase(vec![wording.to_owned()])));
    }
    if forbidding.contains("tablets") {
        wants.push(not(Want::Form(vec!["tablet".to_owned()])));
    }
    let text = format!("{} {}", plain.substance, forbidding.replace("{}", wording));
    Some(Question::new(text, plain.name(), wants).or_nothing())
}

/// `vancomycin do not give orally`, `furosemide must not be given iv`.
pub fn forbidden_route(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, route] = *draw.random.pick(&rows::<2>(ROUTES))?;
    if route == "-" {
        return None;
    }
    let plain = draw.plain()?;
    let forbidding = draw.one_of(
        "do not give|do not use|do not administer|not to be given|not to be used|must not be given|\
         should not be administered|cannot be given|never give|avoid giving|not|not for",
    );
    let wants = vec![plain.medicine(), not(Want::Route(route))];
    let text = format!("{} {forbidding} {wording}", plain.substance);
    Some(Question::new(text, plain.name(), wants).or_nothing())
}

fn not(want: Want) -> Want {
    Want::Not(Box::new(want))
}

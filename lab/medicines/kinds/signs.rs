//! Signs where they do not belong, and quantities that cannot be read.

use super::super::draw::{Draw, Plain, number_text, per_text, strength_from};
use super::super::question::{Question, Want, Words};
use super::super::strength::{Dimension, Strength};
use super::super::words::capital;

/// Abbreviations of forms, with the words of forms that they mean.
const SHORT_FORMS: [(&str, &str); 10] = [
    ("Tab", "tablet"),
    ("Tabs", "tablet"),
    ("Cap", "capsule"),
    ("Caps", "capsule"),
    ("Susp", "suspension"),
    ("Crm", "cream"),
    ("Oint", "ointment"),
    ("Gel", "gel"),
    ("Supp", "suppositor"),
    ("Soln", "solution"),
];

/// `Paracet_Tab 500mg`, `Nystan-Susp`.
pub fn joined(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain()?;
    let forms = super::super::form::forms_in(plain.form);
    let fitting: Vec<_> =
        SHORT_FORMS.iter().filter(|(_, form)| forms.iter().any(|own| own == form)).collect();
    let (short, form) = **draw.random.pick(&fitting)?;
    let name = match draw.random.chance(25) {
        true => unique_start(draw, plain.substance)?,
        false => plain.substance.to_owned(),
    };
    let sign = draw.random.one_of(&["_", "-", ".", "/", "*", "+", "|", ":", ","]);
    let texts = [&capital(&name), sign, short, &plain.strength.text];
    let templates = "{0}{1}{2} {3}|{0} {3}{1}{2}|{0}{1}{3}{1}{2}|{0}{1}{2}{1}{3}|{0}{1}{2}";
    let text = draw.fill(templates, &texts);
    let mut wants = vec![plain.medicine(), Want::Form(vec![form.to_owned()])];
    wants.extend(plain.strength_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// The first letters of a substance, if no other word of names begins so: `paracet`.
fn unique_start(draw: &Draw<'_>, substance: &str) -> Option<String> {
    if substance.contains(' ') {
        return None;
    }
    let start = substance.get(..7).filter(|start| start.chars().all(|c| c.is_ascii_lowercase()))?;
    let mut beginning = draw.release.substances.range(start.to_owned()..);
    let is_other = |name: &&String| name.as_str() != substance;
    let other =
        beginning.by_ref().map(|(name, _)| name).take_while(|name| name.starts_with(start)).find(is_other);
    if other.is_none() { Some(start.to_owned()) } else { None }
}

/// `prednisolone 2 5mg`, `lorazepam 2..5mg`, `atropine 1/2 %`.
pub fn broken_number(draw: &mut Draw<'_>) -> Option<Question> {
    if draw.random.chance(10) {
        return half(draw);
    }
    let plain =
        draw.plain_if(|plain| plain.amount().number.fract() != 0.0 && plain.amount().number < 1000.0)?;
    let written = number_text(plain.amount().number);
    let (whole, decimals) = written.split_once('.')?;
    let rest = format!("{}{}", plain.amount().unit, per_text(plain.strength));
    let broken = draw.fill(
        "{0} {1}{2}|{0}..{1}{2}|{0},,{1}{2}|{0}/{1}{2}|{0}-{1}{2}|{0};{1}{2}|{0}'{1}{2}|{0}.{1}.{2}|\
         {0} .{1}{2}|{0}. {1}{2}|{0}_{1}{2}|{0}:{1}{2}|{0}.,{1}{2}",
        &[whole, decimals, &rest],
    );
    let mut readings = vec![plain.strength.clone()];
    if broken.starts_with(&format!("{whole} {decimals}")) {
        // The first number may be a count.
        readings.extend(strength_from(&format!("{decimals}{rest}")));
    }
    let text = draw.fill("{0} {1}|{0} {1} {2}|{1} {0}", &[plain.substance, &broken, plain.form]);
    let wants = vec![plain.medicine(), Want::OneOf(plain.words(), readings)];
    Some(Question::new(text, plain.name(), wants).or_nothing())
}

/// `chloramphenicol 5%w/w`, `haloperidol 10 m.g.`, `hydrocortisone l% ointment`.
pub fn unknown_tail(draw: &mut Draw<'_>) -> Option<Question> {
    let plain =
        draw.plain_if(|plain| matches!(plain.amount().unit, "%" | "mg" | "micrograms" | "microgram"))?;
    let number = number_text(plain.amount().number);
    let per = per_text(plain.strength);
    let written = match plain.amount().unit {
        "%" => {
            let tail = draw.one_of("%w/w|% w/w|%w/v|% w/v|%%|%.|% v/v| %w/w|%w|percentage");
            format!("{}{tail}", with_letters(draw, &number))
        }
        "mg" => {
            let tails = match per.is_empty() {
                true => "m.g.| m.g.|mgs|mgm|mgg|mq|mg.|mg-|mg/tab|mg/cap|m g|mgr",
                false => "m.g.| m.g.|mgs|mgm|mgg|mq|mgr",
            };
            format!("{number}{}{per}", draw.one_of(tails))
        }
        _ => format!("{number}{}{per}", draw.one_of("mcgs|mcg.|mcgg|m.c.g.|ugs|micro g|micrograms.")),
    };
    let text = draw.fill("{0} {1}|{0} {1} {2}", &[plain.substance, &written, plain.form]);
    Some(Question::new(text, plain.name(), plain.wants()).or_nothing())
}

/// Writes a digit as the letter that looks like it, in one of five questions.
fn with_letters(draw: &mut Draw<'_>, number: &str) -> String {
    match draw.random.chance(20) {
        true => number.replace('1', "l").replace('0', "O"),
        false => number.to_owned(),
    }
}

/// `octocog alfa 500iu`.
pub fn misread_unit(draw: &mut Draw<'_>) -> Option<Question> {
    let is_short = |plain: &Plain<'_>| plain.amount().number < 1e6;
    let plain = draw.plain_if(|plain| plain.amount().dimension == Dimension::Units && is_short(plain))?;
    let number = number_text(plain.amount().number);
    let unit = draw.one_of("iu| iu|IU| IU|i.u.| I.U.|units| units|unit| int. units|u| U");
    let per = per_text(plain.strength);
    let written = format!("{number}{unit}{per}");
    let text = draw.fill("{0} {1}|{0} {1} {2}|{1} {0}", &[plain.substance, &written, plain.form]);
    let question = Question::new(text, plain.name(), strength_wants(plain.words(), plain.strength));
    Some(if unit.trim().eq_ignore_ascii_case("u") { question.or_nothing() } else { question })
}

fn strength_wants(words: Words, strength: &Strength) -> Vec<Want> {
    vec![Want::Medicine(words.clone()), Want::Strength(words, strength.clone())]
}

/// A half as a fraction: `atropine 1/2 %`.
fn half(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| plain.amount().number == 0.5)?;
    let unit = format!("{}{}", plain.amount().unit, per_text(plain.strength));
    let half = draw.one_of("1/2 |1/2|½|½ ");
    let text = draw.fill("{0} {1}{2}|{1}{2} {0}", &[plain.substance, half, &unit]);
    Some(Question::new(text, plain.name(), plain.wants()).or_nothing())
}

//! Routes and forms, as people write them.

use super::super::draw::{Draw, Plain, number_text};
use super::super::question::{Question, Want};
use super::super::strength::Dimension;
use super::super::tables::{FORMS, ROUTES, alternatives, rows};

/// `vincristine intrathecally`, `fentanyl under the tongue`.
pub fn route(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, route] = *draw.random.pick(&rows::<2>(ROUTES))?;
    if route == "-" {
        return None;
    }
    let plain = draw.plain()?;
    let text = draw.fill(&["{0} {1}", "{0} {2} {1}"], &[plain.substance, wording, &plain.strength.text]);
    let mut wants = vec![plain.medicine(), Want::Route(route)];
    if text.contains(&plain.strength.text) {
        wants.push(Want::Strength(plain.words(), plain.strength.clone()));
    }
    Some(Question::new(text, plain.name(), wants))
}

/// `morphine into the kidney`: no pack is for it.
pub fn unknown_route(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, route] = *draw.random.pick(&rows::<2>(ROUTES))?;
    if route != "-" {
        return None;
    }
    let plain = draw.plain()?;
    let text = draw.fill(&["{0} {1}", "{0} {2} {1}"], &[plain.substance, wording, &plain.strength.text]);
    Some(Question::new(text, plain.name(), vec![Want::Nothing]))
}

/// `pioglitazone 15mg inj`, `metoclopramide 5mg eardrops`, `aciclovir 800mg soluble tablets`.
pub fn form(draw: &mut Draw<'_>) -> Option<Question> {
    let [wording, forms, route, phrases] = *draw.random.pick(&rows::<4>(FORMS))?;
    let plain = draw.plain()?;
    let templates = ["{0} {1}", "{0} {2} {1}", "{0} {1} {2}", "{1} {0}"];
    let text = draw.fill(&templates, &[plain.substance, wording, &plain.strength.text]);
    let mut wants = vec![plain.medicine()];
    if forms != "-" {
        wants.push(Want::Form(alternatives(forms)));
    }
    if route != "-" {
        wants.push(Want::Route(route));
    }
    if !phrases.is_empty() {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    if text.contains(&plain.strength.text) {
        wants.push(Want::Strength(plain.words(), plain.strength.clone()));
    }
    Some(Question::new(text, plain.name(), wants))
}

/// `fentanyl 12mcg/hr patch`.
pub fn patch(draw: &mut Draw<'_>) -> Option<Question> {
    let is_patch = |plain: &Plain<'_>| plain.generic.parsed.text.contains("patch");
    let is_per_time =
        |plain: &Plain<'_>| plain.strength.per.is_some_and(|per| per.dimension == Dimension::Time);
    let plain = draw.plain_if(|plain| is_patch(plain) && is_per_time(plain))?;
    let number = number_text(plain.amount().number);
    let unit = draw.one_of(match plain.amount().unit {
        "mg" => &["mg"],
        _ => &["mcg", "micrograms", "microgram", " mcg", "ug", " micrograms"],
    });
    let hours = plain.strength.per?.number;
    let per = match hours == 1.0 {
        true => draw.one_of(&["/hr", "/hour", "/h", " per hour", " / hr", "/ hour"]).to_owned(),
        false => format!("{}{} hours", draw.one_of(&["/", " per "]), number_text(hours)),
    };
    let texts = [plain.substance, &number, unit, &per];
    let text = draw.fill(&["{0} {1}{2}{3} patch", "{0} {1}{2}{3}", "{0} patches {1}{2}{3}"], &texts);
    Some(Question::new(text, plain.name(), plain.wants()))
}

//! Mixtures, and two medicines in one question.

use super::super::draw::{Draw, amount_text, number_text, sizes_of};
use super::super::name::Component;
use super::super::question::{Question, Want, Words};
use super::super::release::Generic;
use super::super::strength::{Dimension, Strength};
use super::super::words::words_of;

const JOINS: [&str; 7] = [" ", " / ", "/", " and ", " + ", " with ", ", "];

fn medicines(generic: &Generic) -> Vec<Words> {
    generic.parsed.components.iter().map(|component| words_of(&component.substance)).collect()
}

fn all_of(medicines: &[Words]) -> Vec<Want> {
    medicines.iter().cloned().map(Want::Medicine).collect()
}

fn names(components: &[Component]) -> Vec<&str> {
    components.iter().map(|component| component.substance.as_str()).collect()
}

/// All substances of a mixture, or one substance that is also in mixtures.
pub fn one_more(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.mixture()?;
    let all = medicines(generic);
    let is_single = draw.random.chance(40);
    let component = draw.random.below(all.len());
    if !is_single {
        let join = draw.one_of(&JOINS);
        let mut wants = all_of(&all);
        wants.push(Want::Only(all));
        return Some(Question::new(names(&generic.parsed.components).join(join), &generic.name, wants));
    }
    let component = &generic.parsed.components[component];
    let plain = draw.of_substance(&component.substance);
    let plain = draw.random.pick(&plain)?;
    let templates = ["{0}", "{0} {1}", "{0} {2}", "{1} {0}"];
    let text = draw.fill(&templates, &[plain.substance, &plain.strength.text, plain.form]);
    let mut wants = vec![plain.medicine(), Want::Only(vec![plain.words()])];
    if text.contains(&plain.strength.text) {
        wants.push(Want::Strength(plain.words(), plain.strength.clone()));
    }
    wants.extend(plain.form_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// `white soft paraffin 500g`: a base of which other medicines are made.
pub fn base(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.random.below(draw.release.generics.len());
    let generic = &draw.release.generics[generic];
    let component = generic.parsed.components.last().filter(|last| last.is_base && !last.is_diluent)?;
    let base = component.substance.strip_prefix("generic ").unwrap_or(&component.substance);
    let words = words_of(base);
    if !component.strengths.is_empty() || generic.parsed.is_brand {
        return None;
    }
    let size = size_of(draw, &words).map_or_else(String::new, |number| format!(" {}g", number_text(number)));
    let text = draw.fill(&["{0}", "{0}{1}", "tub of {0}", "{0}{1} tub"], &[base, &size]);
    let wants = vec![Want::Medicine(words.clone()), Want::Only(vec![words])];
    Some(Question::new(text, &generic.name, wants))
}

/// A size in grams of a pack that consists of a base.
fn size_of(draw: &mut Draw<'_>, base: &Words) -> Option<f64> {
    let release = draw.release;
    let is_base =
        |generic: &Generic| generic.parsed.components.len() == 1 && generic.parsed.components[0].has(base);
    let products = release.candidates(base).iter().map(|product| release.generic_of(*product));
    let sizes = products.filter(|generic| is_base(generic)).flat_map(|generic| sizes_of(release, generic));
    let sizes: Vec<f64> = sizes.filter(|(_, unit)| *unit == "gram").map(|(number, _)| number).collect();
    draw.random.pick(&sizes).copied()
}

/// The amounts of a mixture whose components have one strength each, without a volume.
fn amounts(generic: &Generic) -> Option<Vec<Strength>> {
    let mut amounts = Vec::new();
    for component in &generic.parsed.components {
        let [only] = component.strengths.as_slice() else { return None };
        if only.per.is_some_and(|per| per.dimension != Dimension::Dose) {
            return None;
        }
        let text = amount_text(only.amount.number, only.amount.unit);
        amounts.push(Strength { text, amount: only.amount, per: None });
    }
    Some(amounts)
}

fn texts(strengths: &[Strength]) -> Vec<&str> {
    strengths.iter().map(|strength| strength.text.as_str()).collect()
}

fn paired(medicines: &[Words], strengths: &[Strength]) -> Vec<Want> {
    let mut wants = all_of(medicines);
    for (words, strength) in medicines.iter().zip(strengths) {
        wants.push(Want::Strength(words.clone(), strength.clone()));
    }
    wants
}

/// `levodopa carbidopa entacapone 200mg 50mg 200mg`, `isoniazid, rifampicin 150mg`.
pub fn strengths_after_names(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.mixture()?;
    let strengths = amounts(generic)?;
    let all = medicines(generic);
    let mut components = names(&generic.parsed.components);
    let join = draw.one_of(&JOINS);
    if join == ", " {
        // One strength belongs to the name before it.
        let place = draw.random.below(all.len());
        components.rotate_left((place + 1) % all.len());
        let text = format!("{} {}", components.join(join), strengths[place].text);
        let mut wants = all_of(&all);
        wants.push(Want::Strength(all[place].clone(), strengths[place].clone()));
        return Some(Question::new(text, &generic.name, wants));
    }
    let numbers: Vec<String> = strengths.iter().map(|strength| number_text(strength.amount.number)).collect();
    let written = match draw.random.below(4) {
        0 => numbers.join("/"),
        1 => texts(&strengths).join("/"),
        2 => texts(&strengths).join(", "),
        _ => texts(&strengths).join(" "),
    };
    Some(Question::new(
        format!("{} {written}", components.join(join)),
        &generic.name,
        paired(&all, &strengths),
    ))
}

/// A mixture whose components have each other's strengths.
pub fn exchanged_strengths(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.mixture()?;
    let mut strengths = amounts(generic)?;
    let all = medicines(generic);
    if all.len() != 2 || strengths[0].text == strengths[1].text {
        return None;
    }
    strengths.reverse();
    let components = names(&generic.parsed.components);
    let parts = [components[0], &strengths[0].text, components[1], &strengths[1].text];
    let templates = ["{0} {1} / {2} {3}", "{0} {1} {2} {3}", "{0} {1} and {2} {3}", "{2} {3} + {0} {1}"];
    let text = draw.fill(&templates, &parts);
    Some(Question::new(text, &generic.name, paired(&all, &strengths)))
}

/// `miconazole 2% / hydrocortisone 1% cream 30g`.
pub fn combination_and_tube(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.mixture()?;
    let form = super::super::form::short_form(&generic.parsed.form);
    let sizes = sizes_of(draw.release, generic);
    let (number, _) = *sizes.iter().find(|(_, unit)| *unit == "gram")?;
    let join = draw.one_of(&[" / ", " + ", " and ", " with ", "/", " "]);
    let parts = generic.parsed.components.iter().map(|component| {
        let strength = &component.strengths[0];
        format!("{} {}", component.substance, strength.text)
    });
    let parts: Vec<String> = parts.collect();
    let size = amount_text(number, draw.one_of(&["g", " g", " gram"]));
    let text = format!("{} {form} {size}", parts.join(join));
    let mut wants = all_of(&medicines(generic));
    for component in &generic.parsed.components {
        wants.push(Want::Strength(words_of(&component.substance), component.strengths[0].clone()));
    }
    Some(Question::new(text, &generic.name, wants))
}

const SECOND: [&str; 7] = [" ", ", ", " and ", " + ", " with ", " plus ", " & "];

/// `ramipril 5mg Seretide`, `metformin 500mg, calcium carbonate`: a second medicine, without a strength or as
/// a brand.
pub fn second_medicine(draw: &mut Draw<'_>) -> Option<Question> {
    let first = draw.plain()?;
    let (mut text, mut wants) = (first.substance.to_owned(), vec![first.medicine()]);
    if draw.random.chance(70) {
        text = format!("{text} {}", first.strength.text);
        wants = first.wants();
    }
    let second =
        if draw.random.chance(40) { second_brand(draw)? } else { draw.plain()?.substance.to_owned() };
    let words = words_of(&second);
    if first.words().iter().any(|word| words.contains(word)) {
        return None;
    }
    wants.push(Want::Medicine(words));
    let join = draw.one_of(&SECOND);
    Some(Question::new(format!("{text}{join}{second}"), first.name(), wants))
}

fn second_brand(draw: &mut Draw<'_>) -> Option<String> {
    let (_, brand) = draw.brand()?;
    let is_clear = brand.len() >= 6 && !draw.release.supplier_words.contains(&brand.to_lowercase());
    if is_clear { Some(brand.to_owned()) } else { None }
}

/// `amlodipine 5mg ramipril 10mg`.
pub fn two_with_strengths(draw: &mut Draw<'_>) -> Option<Question> {
    let (first, second) = (draw.plain()?, draw.plain()?);
    if first.words().iter().any(|word| second.words().contains(word)) {
        return None;
    }
    let join = draw.one_of(&SECOND);
    let (a, b) = (first.substance, second.substance);
    let text = format!("{a} {}{join}{b} {}", first.strength.text, second.strength.text);
    let wants = first.wants().into_iter().chain(second.wants());
    Some(Question::new(text, first.name(), wants.collect()))
}

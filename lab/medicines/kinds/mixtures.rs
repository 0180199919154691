//! Mixtures, two medicines in one question, salts and insulins.

use super::super::draw::{Draw, Plain, alternatives, amount_text, number_text, sizes_of};
use super::super::name::Component;
use super::super::question::{Question, Want, Words};
use super::super::release::Generic;
use super::super::strength::{Dimension, Strength};
use super::super::words::{is_element, is_salt, salts, words_of};

const JOINS: &str = " | / |/| and | + | with |, ";

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
        let join = draw.one_of(JOINS);
        let mut wants = all_of(&all);
        wants.push(Want::Only(all));
        return Some(Question::new(names(&generic.parsed.components).join(join), &generic.name, wants));
    }
    let component = &generic.parsed.components[component];
    let plain = draw.of_substance(&component.substance);
    let plain = draw.random.pick(&plain)?;
    let templates = "{0}|{0} {1}|{0} {2}|{1} {0}";
    let text = draw.fill(templates, &[plain.substance, &plain.strength.text, plain.form]);
    let mut wants = vec![plain.medicine(), Want::Only(vec![plain.words()])];
    wants.extend(plain.strength_in(&text));
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
    let text = draw.fill("{0}|{0}{1}|tub of {0}|{0}{1} tub", &[base, &size]);
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
    let join = draw.one_of(JOINS);
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
    let templates = "{0} {1} / {2} {3}|{0} {1} {2} {3}|{0} {1} and {2} {3}|{2} {3} + {0} {1}";
    let text = draw.fill(templates, &parts);
    Some(Question::new(text, &generic.name, paired(&all, &strengths)))
}

/// `miconazole 2% / hydrocortisone 1% cream 30g`.
pub fn combination_and_tube(draw: &mut Draw<'_>) -> Option<Question> {
    let generic = draw.mixture()?;
    let form = super::super::form::short_form(&generic.parsed.form);
    let sizes = sizes_of(draw.release, generic);
    let (number, _) = *sizes.iter().find(|(_, unit)| *unit == "gram")?;
    let join = draw.one_of(" / | + | and | with |/| ");
    let parts = generic.parsed.components.iter().map(|component| {
        let strength = &component.strengths[0];
        format!("{} {}", component.substance, strength.text)
    });
    let parts: Vec<String> = parts.collect();
    let size = amount_text(number, draw.one_of("g| g| gram"));
    let text = format!("{} {form} {size}", parts.join(join));
    let mut wants = all_of(&medicines(generic));
    for component in &generic.parsed.components {
        wants.push(Want::Strength(words_of(&component.substance), component.strengths[0].clone()));
    }
    Some(Question::new(text, &generic.name, wants))
}

const SECOND: &str = " |, | and | + | with | plus | & ";

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
    let join = draw.one_of(SECOND);
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
    let join = draw.one_of(SECOND);
    let (a, b) = (first.substance, second.substance);
    let text = format!("{a} {}{join}{b} {}", first.strength.text, second.strength.text);
    let wants = first.wants().into_iter().chain(second.wants());
    Some(Question::new(text, first.name(), wants.collect()))
}

// A medicine with the name of a salt.

pub fn salt(draw: &mut Draw<'_>) -> Option<Question> {
    let plain = draw.plain_if(|plain| own_salt(plain).is_some())?;
    let (base, own) = own_salt(&plain)?;
    let asked = match draw.random.below(4) {
        0 | 1 => own.clone(),
        2 => another_salt(draw, &base)?,
        _ => (*draw.random.pick(&salts().collect::<Vec<_>>())?).to_owned(),
    };
    // `calcium magnesium` names two medicines.
    if is_element(&base[0]) && is_element(&asked) {
        return None;
    }
    let written = if draw.random.chance(20) { misspelt(draw, &asked)? } else { asked.clone() };
    let name = format!("{} {written}", base.join(" "));
    let templates = "{0}|{0} {1}|{0} {1} {2}|{0} {2}";
    let text = draw.fill(templates, &[&name, &plain.strength.text, plain.form]);
    let mut wants = vec![Want::Medicine(base.clone()), Want::Salt(base.clone(), asked)];
    if text.contains(&plain.strength.text) {
        wants.push(Want::Strength(base, plain.strength.clone()));
    }
    wants.extend(plain.form_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

/// The base and the salt of a name that ends with one.
fn own_salt(plain: &Plain<'_>) -> Option<(Words, String)> {
    let mut words = words_of(plain.substance);
    let salt = words.pop().filter(|last| is_salt(last))?;
    if words.is_empty() || words.iter().any(|word| is_salt(word) && !is_element(word)) {
        return None;
    }
    Some((words, salt))
}

/// A salt of the same base in another product.
fn another_salt(draw: &mut Draw<'_>, base: &Words) -> Option<String> {
    let start = format!("{} ", base.join(" "));
    let beginning = draw.release.substances.range(start.clone()..).map(|(name, _)| name);
    let others =
        beginning.take_while(|name| name.starts_with(&start)).filter_map(|name| name.rsplit(' ').next());
    let others: Vec<String> = others.filter(|word| is_salt(word)).map(str::to_owned).collect();
    draw.random.pick(&others).cloned()
}

/// Two letters exchanged, or one doubled: `acetnate`.
fn misspelt(draw: &mut Draw<'_>, word: &str) -> Option<String> {
    let mut letters: Vec<char> = word.chars().collect();
    let at = 1 + draw.random.below(letters.len().checked_sub(2)?);
    match draw.random.chance(50) {
        true => letters.swap(at, at + 1),
        false => letters.insert(at, 'n'),
    }
    Some(letters.into_iter().collect())
}

// Insulins: their types, mixtures and containers.

/// Containers as people say them, and as names have them.
const CONTAINERS: [(&str, &str); 9] = [
    ("pens", PENS),
    ("pen", PENS),
    ("prefilled pen", PENS),
    ("disposable pens", PENS),
    ("cartridges", "cartridge"),
    ("cartridge", "cartridge"),
    ("3ml cartridges", "cartridge"),
    ("vial", "vial"),
    ("10ml vials", "vial"),
];

const PENS: &str = "pre filled disposable device|pre filled disposable injection|pre filled pen|pen|flexpen|kwikpen|\
                    solostar|flextouch|junior kwikpen|tempo pen|innolet|doublestar";

pub fn insulin(draw: &mut Draw<'_>) -> Option<Question> {
    let release = draw.release;
    let is_insulin = |generic: &&usize| release.generics[**generic].name.starts_with("Insulin");
    let insulins: Vec<usize> = release.plain.iter().filter(is_insulin).copied().collect();
    let plain = Plain::of(&release.generics[*draw.random.pick(&insulins)?]);
    let (container, phrases) = *draw.random.pick(&CONTAINERS)?;
    if draw.random.chance(40) {
        of_brand(draw, plain, container, phrases)
    } else {
        of_type(draw, plain, container, phrases)
    }
}

fn of_type(draw: &mut Draw<'_>, plain: Plain<'_>, container: &str, phrases: &str) -> Option<Question> {
    let kind = plain.substance.strip_prefix("insulin ")?;
    if plain.amount().number < 10.0 {
        return None;
    }
    let number = number_text(plain.amount().number);
    let texts = [kind, container, &number];
    let templates = "insulin {0} {2} units/ml {1}|insulin {0} {2}units/ml {1}|{0} insulin {1}|\
        insulin {0} {1}|{0} insulin {2} units/ml {1}|insulin {0} {2} {1}|insulin {0} {2}";
    let text = draw.fill(templates, &texts);
    let mut wants = vec![plain.medicine()];
    if text.contains(&number) {
        wants.push(Want::Number(plain.words(), plain.amount().number));
    }
    if text.contains(container) {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    Some(Question::new(text, plain.name(), wants))
}

/// `tresiba 200 cartridges`: a brand with the number of some insulin.
fn of_brand(draw: &mut Draw<'_>, plain: Plain<'_>, container: &str, phrases: &str) -> Option<Question> {
    let product = *draw.random.pick(&plain.generic.products)?;
    let brand = draw.release.products[product].title.split(' ').next()?;
    if words_of(brand).iter().any(|word| word == "insulin") {
        return None;
    }
    let number = draw.one_of("100|200|300|500");
    let text = draw.fill("{0} {1} {2}|{0} {2}|{0} {1} units/ml {2}|{0} {1}", &[brand, number, container]);
    let words = words_of(brand);
    let mut wants = vec![Want::Medicine(words.clone())];
    if text.contains(number) {
        wants.push(Want::Number(words, number.parse().ok()?));
    }
    if text.contains(container) {
        wants.push(Want::Phrase(alternatives(phrases)));
    }
    Some(Question::new(text, plain.name(), wants))
}

//! Ordinary writings of a medicine, which must find it: units, forms, routes, and lines of prescriptions.

use super::draw::{DIRECTIONS, Draw, Plain, amount_text, number_text, per_text, rows, sizes_of};
use super::form::{forms_in, route_of};
use super::question::{Question, Want};
use super::strength::Dimension;
use super::words::{capital, words_of};

/// How a medicine is written.
pub enum Writing {
    /// Writes the strength in another way. `None` if it cannot be written so.
    Strength(fn(&mut Draw<'_>, &Plain<'_>) -> Option<String>),
    /// Writes the medicine with the word of its form or route: a template, and the words of forms or the
    /// route that it needs.
    Form(&'static str, &'static [&'static str]),
    Route(&'static str, &'static [&'static str]),
    /// Fills a template for any medicine: substance, strength, form, size.
    Line(&'static str),
    /// A dressing with its size in cm.
    Square(&'static str),
}

use Writing::{Form, Line, Route, Square, Strength};

const LIQUIDS: [&str; 5] = ["solution", "suspension", "liquid", "drop", "emulsion"];
const PARENTERAL: [&str; 2] = ["injection", "infusion"];

/// The writings, each with an example as its name.
pub const WRITINGS: [(&str, Writing); 74] = [
    ("20mg in 2ml", Strength(|_, plain| volume(plain, " in "))),
    ("20mg per 2ml", Strength(|_, plain| volume(plain, " per "))),
    ("20mg / 2 ml", Strength(|_, plain| volume(plain, " / "))),
    ("10mg/5cc", Strength(|_, plain| with_unit(plain, "cc"))),
    ("10mg/5mL", Strength(|_, plain| with_unit(plain, "mL"))),
    ("10mg/5mls", Strength(|_, plain| with_unit(plain, "mls"))),
    ("10mg/5 millilitres", Strength(|_, plain| with_unit(plain, " millilitres"))),
    ("250mg/100ml", Strength(|_, plain| scaled(plain, 100.0))),
    ("2.5mg/ml", Strength(|_, plain| scaled(plain, 1.0))),
    ("5 per cent", Strength(|_, plain| percent(plain, " per cent"))),
    ("5percent", Strength(|_, plain| percent(plain, "percent"))),
    ("5 %", Strength(|_, plain| percent(plain, " %"))),
    ("5%w/w", Strength(|_, plain| percent(plain, "%w/w"))),
    ("½%", Strength(|_, plain| half(plain))),
    ("2½mg", Strength(|_, plain| with_half(plain))),
    ("100mcg/puff", Strength(|_, plain| per_dose(plain, "/puff"))),
    ("100mcg per puff", Strength(|_, plain| per_dose(plain, " per puff"))),
    ("100mcg per dose", Strength(|_, plain| per_dose(plain, " per dose"))),
    ("100mcg/actuation", Strength(|_, plain| per_dose(plain, "/actuation"))),
    ("12mcg/h", Strength(|_, plain| per_hour(plain, "/h"))),
    ("12mcg per hour", Strength(|_, plain| per_hour(plain, " per hour"))),
    ("05mg", Strength(|_, plain| milligrams(plain, "0", "mg"))),
    ("5mgs", Strength(|_, plain| milligrams(plain, "", "mgs"))),
    ("5 MG", Strength(|_, plain| milligrams(plain, "", " MG"))),
    ("5 milligrams", Strength(|_, plain| milligrams(plain, "", " milligrams"))),
    ("5milligram", Strength(|_, plain| milligrams(plain, "", "milligram"))),
    ("5", Strength(|_, plain| milligrams(plain, "", ""))),
    ("0.5g", Strength(|_, plain| in_grams(plain))),
    ("500mg for 0.5g", Strength(|_, plain| from_grams(plain))),
    (".5mg", Strength(|_, plain| without_zero(plain))),
    ("100mcg", Strength(|_, plain| micrograms(plain, "mcg"))),
    ("100 mcgs", Strength(|_, plain| micrograms(plain, " mcgs"))),
    ("100ug", Strength(|_, plain| micrograms(plain, "ug"))),
    ("100µg", Strength(|_, plain| micrograms(plain, "µg"))),
    ("100 micro grams", Strength(|_, plain| micrograms(plain, " micro grams"))),
    ("0.1mg for micrograms", Strength(|_, plain| in_milligrams(plain))),
    ("10 thousand units", Strength(|_, plain| thousands(plain, " thousand units"))),
    ("10k units", Strength(|_, plain| thousands(plain, "k units"))),
    ("5,000 units", Strength(|_, plain| units(plain, true, " units"))),
    ("5000 iu", Strength(|_, plain| units(plain, false, " iu"))),
    ("5000I.U.", Strength(|_, plain| units(plain, false, "I.U."))),
    ("1:1000", Strength(|_, plain| ratio(plain))),
    ("tabs", Form("{0} {1} tabs", &["tablet"])),
    ("Tab. first", Form("Tab. {0} {1}", &["tablet"])),
    ("T.", Form("{0} {1} tab", &["tablet"])),
    ("caps", Form("{0} {1} caps", &["capsule"])),
    ("Cap first", Form("cap {0} {1}", &["capsule"])),
    ("crm", Form("{0} {1} crm", &["cream"])),
    ("oint", Form("{0} {1} oint", &["ointment"])),
    ("supps", Form("{0} {1} supps", &["suppositor"])),
    ("pess", Form("{0} {1} pess", &["pessar"])),
    ("susp", Form("{0} {1} susp", &["suspension"])),
    ("inhaler", Route("{0} {1} inhaler", &["inhaled"])),
    ("puffer", Route("{0} inhaler", &["inhaled"])),
    ("nebs", Route("{0} {1} nebs", &["nebulised"])),
    ("syrup", Route("{0} {1} syrup", &["oral"])),
    ("liquid", Route("{0} {1} liquid", &["oral"])),
    ("oral liquid", Route("{0} {1} oral liquid", &["oral"])),
    ("topical", Route("{0} {1} topical", &["cream", "cutaneous"])),
    ("injection", Route("{0} {1} injection", &PARENTERAL)),
    ("inj", Route("inj {0} {1}", &PARENTERAL)),
    ("IV", Route("{0} {1} IV", &PARENTERAL)),
    ("amps", Line("{0} {1} amps")),
    ("eyedrops", Route("{0} {1} eyedrops", &["ocular"])),
    ("po", Route("{0} {1} po", &["oral"])),
    ("by mouth", Route("{0} {1} by mouth", &["oral"])),
    ("pr", Route("{0} {1} pr", &["rectal"])),
    ("strength first", Line("{1} {0}")),
    ("brackets", Line("{0} ({1}) {2}")),
    ("whole with size", Line("{0} {1} {2} {3}")),
    ("x size", Line("{0} {1} {2} x{3}")),
    ("10*10cm", Square("{0} {1}*{2}cm")),
    ("10 by 10", Square("{0} {1} by {2}")),
    ("10cmx10cm", Square("{0} {1}cmx{2}cm")),
];

/// Makes a question with one of the writings.
pub fn any_writing(draw: &mut Draw<'_>) -> Option<Question> {
    let (_, writing) = draw.random.pick(&WRITINGS)?;
    make(draw, writing)
}

/// Makes a question with a line of a prescription.
pub fn any_direction(draw: &mut Draw<'_>) -> Option<Question> {
    let [direction] = *draw.random.pick(&rows::<1>(DIRECTIONS))?;
    with_direction(draw, direction)
}

pub fn make(draw: &mut Draw<'_>, writing: &Writing) -> Option<Question> {
    match writing {
        Strength(write) => with_strength(draw, *write),
        Form(template, forms) => {
            let plain = draw
                .plain_if(|plain| forms_in(plain.form).iter().any(|form| forms.contains(&form.as_str())))?;
            let mut wants = plain.wants();
            wants.push(Want::Form(forms.iter().map(|form| (*form).to_owned()).collect()));
            Some(Question::new(filled(draw, template, &plain)?, plain.name(), wants))
        }
        Route(template, routes) => with_route(draw, template, routes),
        Line(template) => {
            let plain = draw
                .plain_if(|plain| *template != "{0} {1} amps" || plain.generic.name.contains("ampoules"))?;
            Some(Question::new(filled(draw, template, &plain)?, plain.name(), plain.wants()))
        }
        Square(template) => square(draw, template),
    }
}

fn with_strength(
    draw: &mut Draw<'_>,
    write: fn(&mut Draw<'_>, &Plain<'_>) -> Option<String>,
) -> Option<Question> {
    for _ in 0..50 {
        let plain = draw.plain()?;
        if let Some(written) = write(draw, &plain) {
            let text = draw.fill("{0} {1}|{0} {1} {2}", &[plain.substance, &written, plain.form]);
            return Some(Question::new(text, plain.name(), plain.wants()));
        }
    }
    None
}

/// A form of the routes; for `syrup` and `liquid` a liquid one.
fn with_route(draw: &mut Draw<'_>, template: &str, routes: &[&str]) -> Option<Question> {
    let is_liquid = template.contains("syrup") || template.contains("liquid");
    let has_form = |plain: &Plain<'_>| {
        let forms = forms_in(plain.form);
        !is_liquid || forms.iter().any(|form| LIQUIDS.contains(&form.as_str()))
    };
    let plain =
        draw.plain_if(|plain| routes.contains(&route_of(&plain.generic.parsed.form)) && has_form(plain))?;
    let text = filled(draw, template, &plain)?;
    let mut wants = vec![plain.medicine()];
    wants.extend(plain.strength_in(&text));
    Some(Question::new(text, plain.name(), wants))
}

fn filled(draw: &mut Draw<'_>, template: &str, plain: &Plain<'_>) -> Option<String> {
    let mut text = template.replace("{0}", plain.substance).replace("{1}", &plain.strength.text);
    text = text.replace("{2}", plain.form);
    if text.contains("{3}") {
        let sizes = sizes_of(draw.release, plain.generic);
        let (number, _) = *draw.random.pick(&sizes)?;
        text = text.replace("{3}", &number_text(number));
    }
    Some(text)
}

/// A medicine that is taken, as a line of a prescription.
pub fn with_direction(draw: &mut Draw<'_>, direction: &str) -> Option<Question> {
    let plain = draw.plain_if(|plain| {
        let forms = forms_in(plain.form);
        forms.iter().any(|form| form == "tablet" || form == "capsule") && plain.strength.per.is_none()
    })?;
    let number = draw.one_of("7|14|28|30|56|60|84|100");
    let form = if draw.random.chance(50) { draw.one_of("| tabs| tablets") } else { "" };
    let form = if plain.form.contains("tablet") { form } else { "" };
    let direction = direction.replace("{n}", number);
    let name = if draw.random.chance(30) { capital(plain.substance) } else { plain.substance.to_owned() };
    let text = format!("{name} {}{form} {direction}", plain.strength.text);
    Some(Question::new(text, plain.name(), plain.wants()))
}

fn square(draw: &mut Draw<'_>, template: &str) -> Option<Question> {
    let product = draw.random.below(draw.release.products.len());
    let product = &draw.release.products[product];
    let generic = &draw.release.generics[product.generic];
    let (before, after) = product.parsed.text.split_once("cm x ")?;
    let (name, width) = before.rsplit_once(' ')?;
    let height = after.split("cm").next()?;
    if generic.is_medicine || name.contains(|c: char| c.is_ascii_digit()) || name.split(' ').count() > 3 {
        return None;
    }
    let (width, height) = (width.parse::<f64>().ok()?, height.parse::<f64>().ok()?);
    let text = template.replace("{0}", name).replace("{1}", &number_text(width));
    let text = text.replace("{2}", &number_text(height));
    let lengths = vec![number_text(width), number_text(height)];
    Some(Question::new(text, &generic.name, vec![Want::Medicine(words_of(name)), Want::Lengths(lengths)]))
}

fn amount(plain: &Plain<'_>) -> String {
    amount_text(plain.amount().number, plain.amount().unit)
}

/// The volume of the denominator, if it is written in millilitres.
fn millilitres(plain: &Plain<'_>) -> Option<f64> {
    let per = plain.strength.per.filter(|per| per.unit == "ml" && per.is_counted)?;
    Some(per.number)
}

fn volume(plain: &Plain<'_>, sign: &str) -> Option<String> {
    Some(format!("{}{sign}{}", amount(plain), amount_text(millilitres(plain)?, "ml")))
}

fn with_unit(plain: &Plain<'_>, unit: &str) -> Option<String> {
    Some(format!("{}/{}", amount(plain), amount_text(millilitres(plain)?, unit)))
}

/// The concentration in another volume.
fn scaled(plain: &Plain<'_>, volume: f64) -> Option<String> {
    let own = millilitres(plain)?;
    let number = plain.amount().number / own * volume;
    if own == volume || number_text(number).len() > 6 || number < 0.01 {
        return None;
    }
    let per = if volume == 1.0 { "ml".to_owned() } else { amount_text(volume, "ml") };
    Some(format!("{}/{per}", amount_text(number, plain.amount().unit)))
}

fn percent(plain: &Plain<'_>, unit: &str) -> Option<String> {
    if plain.amount().unit == "%" { Some(amount_text(plain.amount().number, unit)) } else { None }
}

fn half(plain: &Plain<'_>) -> Option<String> {
    let is_half = plain.amount().number == 0.5;
    if is_half { Some(format!("½{}{}", plain.amount().unit, per_text(plain.strength))) } else { None }
}

fn with_half(plain: &Plain<'_>) -> Option<String> {
    let number = plain.amount().number;
    if number.fract() != 0.5 || number < 1.0 {
        return None;
    }
    Some(format!("{}½{}{}", number.trunc(), plain.amount().unit, per_text(plain.strength)))
}

fn per_dose(plain: &Plain<'_>, per: &str) -> Option<String> {
    plain.strength.per.filter(|per| per.dimension == Dimension::Dose)?;
    let unit = if plain.amount().unit == "micrograms" { "mcg" } else { plain.amount().unit };
    Some(format!("{}{per}", amount_text(plain.amount().number, unit)))
}

fn per_hour(plain: &Plain<'_>, written: &str) -> Option<String> {
    plain.strength.per.filter(|per| per.dimension == Dimension::Time && per.number == 1.0)?;
    let unit = if plain.amount().unit == "micrograms" { "mcg" } else { plain.amount().unit };
    Some(format!("{}{written}", amount_text(plain.amount().number, unit)))
}

/// A strength in mg without a denominator.
fn milligrams(plain: &Plain<'_>, before: &str, unit: &str) -> Option<String> {
    let amount = plain.amount();
    let is_digit = amount.number < 10.0 && amount.number.fract() == 0.0;
    if amount.unit != "mg" || plain.strength.per.is_some() || (before == "0" && !is_digit) {
        return None;
    }
    Some(format!("{before}{}", amount_text(amount.number, unit)))
}

fn in_grams(plain: &Plain<'_>) -> Option<String> {
    let amount = plain.amount();
    let is_usual = amount.unit == "mg" && amount.number >= 100.0 && plain.strength.per.is_none();
    if is_usual { Some(amount_text(amount.number / 1e3, "g")) } else { None }
}

fn from_grams(plain: &Plain<'_>) -> Option<String> {
    let amount = plain.amount();
    let is_usual = amount.unit == "g" && amount.number < 10.0 && plain.strength.per.is_none();
    if is_usual { Some(amount_text(amount.number * 1e3, "mg")) } else { None }
}

fn without_zero(plain: &Plain<'_>) -> Option<String> {
    let number = plain.amount().number;
    let written = number_text(number);
    let rest = written.strip_prefix('0').filter(|rest| rest.starts_with('.'))?;
    Some(format!("{rest}{}{}", plain.amount().unit, per_text(plain.strength)))
}

fn micrograms(plain: &Plain<'_>, unit: &str) -> Option<String> {
    let is_microgram = plain.amount().unit.starts_with("microgram");
    let written = amount_text(plain.amount().number, unit);
    if is_microgram { Some(format!("{written}{}", per_text(plain.strength))) } else { None }
}

fn in_milligrams(plain: &Plain<'_>) -> Option<String> {
    let number = plain.amount().number;
    let is_usual =
        plain.amount().unit.starts_with("microgram") && number >= 25.0 && plain.strength.per.is_none();
    if is_usual { Some(amount_text(number / 1e3, "mg")) } else { None }
}

fn thousands(plain: &Plain<'_>, unit: &str) -> Option<String> {
    let number = plain.amount().number / 1e3;
    let is_whole = plain.amount().dimension == Dimension::Units && number >= 1.0 && number.fract() == 0.0;
    if is_whole && number < 1000.0 {
        Some(format!("{number}{unit}{}", per_text(plain.strength)))
    } else {
        None
    }
}

fn units(plain: &Plain<'_>, has_comma: bool, unit: &str) -> Option<String> {
    let number = plain.amount().number;
    if plain.amount().dimension != Dimension::Units || (has_comma && !(1e3..1e6).contains(&number)) {
        return None;
    }
    let digits = number_text(number);
    let written = if has_comma { with_comma(&digits) } else { digits };
    Some(format!("{written}{unit}{}", per_text(plain.strength)))
}

fn with_comma(digits: &str) -> String {
    let (thousands, rest) = digits.split_at(digits.len() - 3);
    format!("{thousands},{rest}")
}

fn ratio(plain: &Plain<'_>) -> Option<String> {
    let text = &plain.generic.parsed.text;
    let parts = text.split_once("(1 in ")?.1.split(')').next()?;
    Some(format!("1:{}", parts.replace(',', "")))
}

//! The judge's parser of names of products. It shares no code with the search or with
//! `pack_lookup::medicine`.

use super::strength::{Dimension, Strength, strengths_in};
use super::words::{fold, without_brackets, words_of};

/// Diluents of infusions, which are not substances that a person asks to be without.
const DILUENTS: [&str; 5] =
    ["sodium chloride", "glucose", "water for injection", "compound sodium lactate", "dextrose"];

/// The components of `co-` names, in the order of their strengths (British Approved Names).
const COMPOUNDS: [(&str, [&str; 2]); 22] = [
    ("co-amilofruse", ["amiloride", "furosemide"]),
    ("co-amilozide", ["amiloride", "hydrochlorothiazide"]),
    ("co-amoxiclav", ["amoxicillin", "clavulanic acid"]),
    ("co-beneldopa", ["benserazide", "levodopa"]),
    ("co-careldopa", ["carbidopa", "levodopa"]),
    ("co-codamol", ["codeine", "paracetamol"]),
    ("co-codaprin", ["codeine", "aspirin"]),
    ("co-cyprindiol", ["cyproterone", "ethinylestradiol"]),
    ("co-danthramer", ["dantron", "poloxamer"]),
    ("co-danthrusate", ["dantron", "docusate"]),
    ("co-dydramol", ["dihydrocodeine", "paracetamol"]),
    ("co-fluampicil", ["flucloxacillin", "ampicillin"]),
    ("co-flumactone", ["hydroflumethiazide", "spironolactone"]),
    ("co-magaldrox", ["magnesium hydroxide", "aluminium hydroxide"]),
    ("co-phenotrope", ["diphenoxylate", "atropine"]),
    ("co-prenozide", ["oxprenolol", "cyclopenthiazide"]),
    ("co-proxamol", ["dextropropoxyphene", "paracetamol"]),
    ("co-simalcite", ["simeticone", "hydrotalcite"]),
    ("co-tenidone", ["atenolol", "chlortalidone"]),
    ("co-triamterzide", ["triamterene", "hydrochlorothiazide"]),
    ("co-trimoxazole", ["trimethoprim", "sulfamethoxazole"]),
    ("co-zidocapt", ["hydrochlorothiazide", "captopril"]),
];

/// A name, taken apart.
#[derive(Debug)]
pub struct Name {
    /// In lower case.
    pub text: String,
    pub words: Vec<String>,
    pub components: Vec<Component>,
    /// The text after the last strength, or the whole text if there is none.
    pub form: String,
    /// Whether the name has a brand in place of substances: `Generic Cetraben cream`.
    pub is_brand: bool,
}

#[derive(Clone, Debug)]
pub struct Component {
    /// The text before the strength, without what is in brackets.
    pub substance: String,
    pub words: Vec<String>,
    pub strengths: Vec<Strength>,
    /// Whether it follows ` in `.
    pub is_base: bool,
    pub is_diluent: bool,
    /// Whether it is a part of a `co-` name.
    pub is_of_compound: bool,
}

impl Name {
    pub fn parse(name: &str) -> Name {
        let text = fold(name);
        let mut components: Vec<Component> = Vec::new();
        for piece in pieces_of(&text) {
            components.extend(components_of(component_of(piece)));
        }
        share_denominator(&mut components);
        Name {
            words: words_of(&text),
            form: form_of(&text),
            is_brand: text.starts_with("generic "),
            components,
            text,
        }
    }

    /// The components that have all words of a medicine.
    pub fn with(&self, words: &[String]) -> impl Iterator<Item = &Component> {
        self.components.iter().filter(|component| component.has(words))
    }

    /// Whether the name states one substance with its strength, so that questions can be drawn from it.
    pub fn is_plain(&self) -> bool {
        matches!(self.components.as_slice(), [only] if only.is_complete()) && !self.is_brand
    }

    /// Whether the name states two different substances or more, each with its strength.
    pub fn is_mixture(&self) -> bool {
        let is_part = |part: &Component| part.is_complete() && !part.is_of_compound && !part.is_base;
        let is_new = |at: usize| {
            !self.components[..at].iter().any(|part| part.substance == self.components[at].substance)
        };
        let count = self.components.len();
        count > 1 && self.components.iter().all(is_part) && (0..count).all(is_new) && !self.is_brand
    }
}

impl Component {
    pub fn has(&self, words: &[String]) -> bool {
        super::words::has_all(&self.words, words)
    }

    fn is_complete(&self) -> bool {
        let is_letter = |c: char| c.is_ascii_lowercase() || c == ' ' || c == '-';
        let is_name = self.substance.len() > 2 && self.substance.chars().all(is_letter);
        is_name && !self.strengths.is_empty() && !self.substance.contains(" and ")
    }
}

/// A piece of a name, and whether it follows ` in `.
struct Piece<'t> {
    text: &'t str,
    is_base: bool,
}

/// Splits a name at ` / `, ` in `, and where another medicine with a strength follows ` and `, ` with ` or `
/// + `.
fn pieces_of(text: &str) -> Vec<Piece<'_>> {
    let mut pieces = Vec::new();
    let (mut start, mut is_base, mut depth) = (0, false, 0);
    for (at, c) in text.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if c != ' ' || depth > 0 || at < start {
            continue;
        }
        if let Some((separator, is_next_base)) = separator_at(text, at) {
            pieces.push(Piece { text: &text[start..at], is_base });
            (start, is_base) = (at + separator.len(), is_next_base);
        }
    }
    pieces.push(Piece { text: &text[start..], is_base });
    pieces
}

fn separator_at(text: &str, at: usize) -> Option<(&'static str, bool)> {
    let rest = &text[at..];
    if rest.starts_with(" / ") {
        return Some((" / ", false));
    }
    if let Some(after) = rest.strip_prefix(" in ") {
        let is_ratio = after.starts_with(|c: char| c.is_ascii_digit());
        return if is_ratio { None } else { Some((" in ", true)) };
    }
    // `Lidocaine 2% and Chlorhexidine gel`
    let before = text[..at].rsplit(' ').next().unwrap_or("");
    if rest.starts_with(" and ") && before.ends_with('%') {
        return Some((" and ", false));
    }
    let joins = [" and ", " with ", " + "];
    let join =
        joins.into_iter().find(|join| rest.starts_with(join) && begins_medicine(&rest[join.len()..]))?;
    Some((join, false))
}

/// Whether a text begins with letters and a strength.
fn begins_medicine(text: &str) -> bool {
    let Some(digit) = text.find(|c: char| c.is_ascii_digit()) else { return false };
    let is_name = text[..digit].chars().all(|c| c.is_ascii_lowercase() || c == ' ' || c == '-');
    is_name && digit > 3 && strengths_in(text).first().is_some_and(|span| span.start == digit)
}

fn component_of(piece: Piece<'_>) -> Component {
    let spans = strengths_in(piece.text);
    let before = spans.first().map_or(piece.text, |first| &piece.text[..first.start]);
    let substance = without_brackets(before);
    let mut words = words_of(&substance);
    words.extend(words_of(&in_brackets(piece.text)));
    let is_diluent = piece.is_base
        && (DILUENTS.iter().any(|diluent| substance.starts_with(diluent)) || substance == "ointment");
    let strengths = spans.into_iter().flat_map(|span| span.strengths).collect();
    Component { substance, words, strengths, is_base: piece.is_base, is_diluent, is_of_compound: false }
}

fn in_brackets(text: &str) -> String {
    let parts = text.split('(').skip(1).map(|part| part.split(')').next().unwrap_or(""));
    parts.collect::<Vec<_>>().join(" ")
}

/// Splits a `co-` name: `co-codamol 30mg/500mg` is codeine 30 mg and paracetamol 500 mg.
fn components_of(component: Component) -> Vec<Component> {
    let Some((compound, parts)) = compound_in(&component.substance) else { return vec![component] };
    let is_listed = component.strengths.len() == parts.len();
    let mut components = Vec::new();
    for (at, part) in parts.into_iter().enumerate() {
        let mut words = component.words.clone();
        words.extend(words_of(part));
        let strengths = match is_listed {
            true => vec![component.strengths[at].clone()],
            false => component.strengths.clone(),
        };
        let substance = compound.to_owned();
        components.push(Component { substance, words, strengths, is_of_compound: true, ..component.clone() });
    }
    components
}

fn compound_in(substance: &str) -> Option<(&'static str, [&'static str; 2])> {
    COMPOUNDS.into_iter().find(|(compound, _)| substance.split(' ').any(|word| word == *compound))
}

/// The parts of a `co-` name.
pub fn compounds() -> impl Iterator<Item = (&'static str, [&'static str; 2])> {
    COMPOUNDS.into_iter()
}

/// Adds a denominator that the name states once, after the last component.
fn share_denominator(components: &mut [Component]) {
    let last = components.last().and_then(|last| last.strengths.last());
    let Some(per) = last.and_then(|strength| strength.per) else { return };
    if components.len() == 1 || matches!(per.dimension, Dimension::Dose | Dimension::Time) {
        return;
    }
    for strength in components.iter_mut().flat_map(|component| &mut component.strengths) {
        if strength.per.is_none() && strength.amount.dimension != Dimension::Percent {
            strength.per = Some(per);
        }
    }
}

fn form_of(text: &str) -> String {
    let last_piece = pieces_of(text).into_iter().rev().find(|piece| !strengths_in(piece.text).is_empty());
    let Some(piece) = last_piece else { return without_brackets(text) };
    let end = strengths_in(piece.text).first().map_or(0, |first| first.end);
    let after = &text[piece.text.as_ptr() as usize - text.as_ptr() as usize + end..];
    without_brackets(after).trim_start_matches(|c: char| !c.is_alphanumeric()).to_owned()
}

//! What the generators of questions draw from: a release, random numbers, and the tables in `lab/queries`.

use std::collections::BTreeSet;

use super::question::{Want, Words};
use super::release::{Generic, Release};
use super::strength::{Quantity, Strength};
use super::words::{distance, words_of};

pub struct Draw<'r> {
    pub release: &'r Release<'r>,
    pub random: Random,
    /// Pairs of substances with similar names.
    pub pairs: Vec<(&'r str, &'r str)>,
    /// The words of substances and brands, in lower case.
    pub medicines: BTreeSet<String>,
}

/// A generic product of one substance.
#[derive(Clone, Copy)]
pub struct Plain<'r> {
    pub generic: &'r Generic,
    pub substance: &'r str,
    pub strength: &'r Strength,
    pub form: &'r str,
}

impl<'r> Plain<'r> {
    pub fn of(generic: &'r Generic) -> Plain<'r> {
        let component = &generic.parsed.components[0];
        let (substance, strength) = (&component.substance, &component.strengths[0]);
        let form = super::form::short_form(&generic.parsed.form);
        Plain { generic, substance, strength, form }
    }

    pub fn name(&self) -> &'r str {
        &self.generic.name
    }

    pub fn words(&self) -> Words {
        words_of(self.substance)
    }

    pub fn medicine(&self) -> Want {
        Want::Medicine(self.words())
    }

    /// The form of the product, if a text has it.
    pub fn form_in(&self, text: &str) -> Option<Want> {
        if text.contains(self.form) { Some(Want::SameForm(self.form.to_owned())) } else { None }
    }

    /// The strength of the medicine, if a text has it.
    pub fn strength_in(&self, text: &str) -> Option<Want> {
        let is_in = text.contains(&self.strength.text);
        is_in.then(|| Want::Strength(self.words(), self.strength.clone()))
    }

    /// The medicine in this strength, in a container of any volume.
    pub fn wants(&self) -> Vec<Want> {
        vec![self.medicine(), Want::Strength(self.words(), self.strength.clone())]
    }

    pub fn wants_strength(&self, strength: Strength) -> Vec<Want> {
        vec![self.medicine(), Want::Strength(self.words(), strength)]
    }

    pub fn amount(&self) -> &'r Quantity {
        &self.strength.amount
    }
}

impl<'r> Draw<'r> {
    pub fn new(release: &'r Release<'r>, seed: u64) -> Draw<'r> {
        let mut medicines: BTreeSet<String> =
            release.substances.keys().flat_map(|name| words_of(name)).collect();
        medicines.extend(release.brands.iter().map(|(_, brand)| brand.to_lowercase()));
        Draw { release, random: Random::new(seed), pairs: similar_pairs(release), medicines }
    }

    pub fn plain(&mut self) -> Option<Plain<'r>> {
        let release = self.release;
        self.random.pick(&release.plain).map(|generic| Plain::of(&release.generics[*generic]))
    }

    /// A plain generic product that satisfies a condition. `None` if many draws do not.
    pub fn plain_if(&mut self, condition: impl Fn(&Plain<'r>) -> bool) -> Option<Plain<'r>> {
        (0..200).find_map(|_| self.plain().filter(&condition))
    }

    pub fn mixture(&mut self) -> Option<&'r Generic> {
        let release = self.release;
        self.random.pick(&release.mixtures).map(|generic| &release.generics[*generic])
    }

    /// A product with a brand, and its first word.
    pub fn brand(&mut self) -> Option<(usize, &'r str)> {
        let release = self.release;
        self.random.pick(&release.brands).map(|(product, brand)| (*product, brand.as_str()))
    }

    /// All plain generic products of a substance.
    pub fn of_substance(&self, substance: &str) -> Vec<Plain<'r>> {
        let release = self.release;
        let generics = release.substances.get(substance).map_or(&[] as &[usize], Vec::as_slice);
        generics.iter().map(|generic| Plain::of(&release.generics[*generic])).collect()
    }

    /// Picks one of some texts, which `|` separates.
    pub fn one_of(&mut self, texts: &'static str) -> &'static str {
        let texts: Vec<&str> = texts.split('|').collect();
        self.random.one_of(&texts)
    }

    /// Fills a template that is drawn from a list: `{0}` is the first of the texts.
    pub fn fill(&mut self, templates: &'static str, texts: &[&str]) -> String {
        let mut filled = self.one_of(templates).to_owned();
        for (place, text) in texts.iter().enumerate() {
            filled = filled.replace(&format!("{{{place}}}"), text);
        }
        filled
    }
}

/// Pairs of substances of one word with at most three different letters.
fn similar_pairs<'r>(release: &'r Release<'_>) -> Vec<(&'r str, &'r str)> {
    let is_word = |name: &&str| name.len() >= 6 && name.chars().all(|c| c.is_ascii_lowercase());
    let names: Vec<&str> = release.substances.keys().map(String::as_str).filter(is_word).collect();
    let mut pairs = Vec::new();
    for (at, a) in names.iter().enumerate() {
        for b in &names[at + 1..] {
            if may_be_similar(a, b) && distance(a, b) <= 3 {
                pairs.extend([(*a, *b), (*b, *a)]);
            }
        }
    }
    pairs
}

fn may_be_similar(a: &str, b: &str) -> bool {
    let is_same_end = a[a.len() - 4..] == b[b.len() - 4..];
    a.len().abs_diff(b.len()) <= 3 && (a[..2] == b[..2] || is_same_end)
}

/// A number without needless zeros.
pub fn number_text(number: f64) -> String {
    let text = format!("{number:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

/// A number with its unit, as names have it.
pub fn amount_text(number: f64, unit: &str) -> String {
    format!("{}{unit}", number_text(number))
}

/// The denominator of a strength as text: `/5ml`. Empty if it has none.
pub fn per_text(strength: &Strength) -> String {
    match strength.per {
        Some(per) if per.is_counted => format!("/{}", amount_text(per.number, per.unit)),
        Some(per) => format!("/{}", per.unit),
        None => String::new(),
    }
}

/// A strength with another number or unit, and the same denominator.
pub fn strength_text(number: f64, unit: &str, strength: &Strength) -> String {
    format!("{}{}", amount_text(number, unit), per_text(strength))
}

/// Parses a strength that a generator wrote in the units of names.
pub fn strength_from(text: &str) -> Option<Strength> {
    super::strength::strengths_of(text).into_iter().next()
}

/// The sizes of the packs of a generic product: number and unit.
pub fn sizes_of<'r>(release: &'r Release<'r>, generic: &'r Generic) -> Vec<(f64, &'r str)> {
    let mut sizes = Vec::new();
    for pack in &generic.packs {
        let mut parts = release.size_of(*pack).split(' ');
        if let (Some(Ok(number)), Some(unit)) = (parts.next().map(str::parse::<f64>), parts.next()) {
            sizes.push((number, unit));
        }
    }
    sizes
}

// A small generator of random numbers, and the halves of the questions.

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for one seed on all machines.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Whether an event of this probability occurs.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Picks from a constant list.
    pub fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        self.pick(texts).copied().unwrap_or_default()
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The half of the questions that a medicine belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// For tuning the search.
    Tune,
    /// For reports only: nobody reads these questions while the search is tuned.
    Report,
}

impl Half {
    /// The half of a generic product, by a hash of its name.
    pub fn of(name: &str) -> Half {
        if hash(name).is_multiple_of(2) { Half::Tune } else { Half::Report }
    }
}

/// FNV-1a, mixed so that each bit depends on all bytes.
pub fn hash(text: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mixed(hash)
}

// The tables in `lab/queries`: columns separated by tabs, and comments that begin with `#`.

pub const COMMON: &str = include_str!("../queries/common-presentations.tsv");
pub const DIRECTIONS: &str = include_str!("../queries/direction-wordings.tsv");
pub const EXCLUSIONS: &str = include_str!("../queries/exclusion-wordings.tsv");
pub const FOREIGN: &str = include_str!("../queries/foreign-brands.tsv");
pub const FORMS: &str = include_str!("../queries/form-wordings.tsv");
pub const OTHERS: &str = include_str!("../queries/other-medicines.tsv");
pub const ROUTES: &str = include_str!("../queries/route-wordings.tsv");

/// The rows of a table. Missing columns are empty.
pub fn rows<const N: usize>(table: &'static str) -> Vec<[&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut columns = line.split('\t');
            std::array::from_fn(|_| columns.next().unwrap_or(""))
        })
        .collect()
}

/// The alternatives of a cell, separated by `|`. `-` has none.
pub fn alternatives(cell: &str) -> Vec<String> {
    cell.split('|').filter(|text| *text != "-" && !text.is_empty()).map(str::to_owned).collect()
}

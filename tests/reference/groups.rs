//! Groups of products with their facets, from the packs that a search found.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pack_lookup::dataset::PackNumber;
use pack_lookup::pack::{Origin, Pack};
use pack_lookup::search::groups::{FacetSelection, Facets, Group, Value};

use super::Reference;
use super::names::quantities;

/// The maximum number of values of a facet.
const MAX_VALUES: usize = 50;
/// Units of how large something is, not of how strong.
const UNITS_OF_SIZE: [&str; 9] = ["microlitre", "ml", "litre", "mm", "cm", "m", "mmhg", "kcal", "gauge"];

/// The groups of all packs that match a query.
#[derive(Debug, PartialEq, Eq)]
pub struct ReferenceGroups {
    /// How many packs match in all.
    pub total: usize,
    /// How many of them have what was chosen.
    pub chosen: usize,
    /// All groups.
    pub groups: Vec<Group>,
    /// What the packs may be narrowed by.
    pub facets: Facets,
}

/// What is chosen of strength, form and supplier.
type Wanted<'w> = [&'w Vec<String>; 3];

/// A pack that matches.
struct Row {
    pack: PackNumber,
    /// The name of the generic product, or the title of a device.
    product: String,
    title: String,
    size: String,
    is_further: bool,
    /// Strength, form and supplier.
    values: [Option<String>; 3],
}

impl Row {
    fn new(number: u32, pack: &Pack, is_further: bool) -> Row {
        let parts = split_name(&pack.name, pack.subpack.as_deref());
        let is_device = pack.legal_category == "Not Applicable";
        let product = if is_device { parts.title } else { &pack.generic_product_name };
        let (strength, form) = strength_and_form(&pack.generic_product_name);
        Row {
            pack: PackNumber(number),
            product: product.to_owned(),
            title: parts.title.to_owned(),
            is_further,
            size: parts.size.to_owned(),
            values: [strength, form, parts.supplier.map(str::to_owned)],
        }
    }

    fn has(&self, facet: usize, wanted: &[String]) -> bool {
        match &self.values[facet] {
            Some(value) => wanted.is_empty() || wanted.contains(value),
            None => wanted.is_empty(),
        }
    }

    /// Returns whether the pack has what is chosen of every facet but one.
    fn has_all_but(&self, facet: Option<usize>, wanted: Wanted<'_>) -> bool {
        (0..3).all(|other| Some(other) == facet || self.has(other, wanted[other]))
    }

    fn is_same_group(&self, other: &Row) -> bool {
        self.product == other.product && self.origin() == other.origin()
    }

    fn origin(&self) -> Origin {
        match self.values[2].as_deref() {
            Some(supplier) if supplier.ends_with("Special Order") => Origin::Special,
            Some(supplier) if supplier == "Imported" || supplier.starts_with("Imported (") => Origin::Import,
            _ => Origin::Supplier,
        }
    }
}

/// Cuts strength and form out of the name of a generic product. Those of a mixture are joined.
fn strength_and_form(name: &str) -> (Option<String>, Option<String>) {
    let words: Vec<&str> = name.split(' ').collect();
    let Some(first) = words.iter().position(|word| is_strength(word)) else { return (None, None) };
    let mut strength = vec![words[first]];
    let mut at = first + 1;
    while at < words.len() {
        if is_strength(words[at]) {
            strength.push(words[at]);
            at += 1;
            continue;
        }
        if words[at] != "/" {
            break;
        }
        let Some(next) = words[at..].iter().position(|word| is_strength(word)) else { break };
        strength.extend(["/", words[at + next]]);
        at += next + 1;
    }
    let form = words[at..].join(" ");
    (Some(strength.join(" ")), if form.is_empty() { None } else { Some(form) })
}

/// Returns whether a word is a quantity, and not one of size: `500mg`, `(0.1%)`.
fn is_strength(word: &str) -> bool {
    let word = word.trim_start_matches('(');
    match quantities(&word.to_lowercase()).first() {
        Some(quantity) => {
            word.starts_with(|c: char| c.is_ascii_digit() || c == '.')
                && !UNITS_OF_SIZE.contains(&quantity.unit)
        }
        None => false,
    }
}

impl Reference {
    /// Groups the packs that a search found, all of them in its order.
    ///
    /// `further` are those with substances that the query does not name.
    pub fn group(
        &self,
        found: &[PackNumber],
        further: &[PackNumber],
        choices: &FacetSelection,
    ) -> ReferenceGroups {
        let row = |number: &PackNumber| {
            Row::new(number.0, &self.packs[number.0 as usize], further.contains(number))
        };
        let rows: Vec<Row> = found.iter().map(row).collect();
        let wanted = [&choices.strength, &choices.form, &choices.supplier];
        let mut chosen: Vec<&Row> = rows.iter().collect();
        chosen.retain(|row| row.has_all_but(None, wanted));
        let [strength, form, supplier] = [0, 1, 2].map(|facet| values(&rows, facet, wanted));
        ReferenceGroups {
            total: rows.len(),
            chosen: chosen.len(),
            groups: groups(&chosen),
            facets: Facets { strength, form, supplier },
        }
    }
}

/// Groups packs by product and origin, in the order of each group's first pack. Imports and specials come last.
fn groups(rows: &[&Row]) -> Vec<Group> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let same = groups.iter_mut().find(|group| group[0].is_same_group(row));
        match same {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups.sort_by_key(|group| group[0].origin() != Origin::Supplier);
    groups.iter().map(|group| summary(group)).collect()
}

fn summary(rows: &[&Row]) -> Group {
    let (mut packs, mut sizes) = (Vec::new(), Vec::new());
    let mut suppliers = BTreeSet::new();
    for row in rows {
        packs.push(row.pack);
        suppliers.extend(&row.values[2]);
        if !row.size.is_empty() {
            sizes.push(row.size.clone());
        }
    }
    sizes.sort_by_key(|size| (thousandths(size), size.clone()));
    sizes.dedup();
    let (product, origin) = (rows[0].product.clone(), rows[0].origin());
    let mut brands: Vec<String> = Vec::new();
    for row in rows.iter().filter(|row| row.title != product) {
        if !brands.contains(&row.title) {
            brands.push(row.title.clone());
        }
    }
    let is_further = rows[0].is_further;
    Group { product, brands, origin, is_further, packs, suppliers: suppliers.len(), sizes }
}

/// Returns the number with which a size begins, in thousandths.
fn thousandths(size: &str) -> u64 {
    let whole = leading_digits(size);
    let fraction = match size[whole.len()..].strip_prefix('.') {
        Some(rest) => leading_digits(rest),
        None => String::new(),
    };
    let fraction: String = format!("{fraction}000").chars().take(3).collect();
    format!("{whole}{fraction}").parse().unwrap_or(u64::MAX)
}

fn leading_digits(text: &str) -> String {
    text.chars().take_while(char::is_ascii_digit).collect()
}

/// Counts the values of a facet among the packs that have what is chosen of the other facets.
fn values(rows: &[Row], facet: usize, wanted: Wanted<'_>) -> Vec<Value> {
    let mut counts: BTreeMap<&String, u32> = BTreeMap::new();
    for row in rows {
        if let Some(value) = &row.values[facet]
            && row.has_all_but(Some(facet), wanted)
        {
            *counts.entry(value).or_default() += 1;
        }
    }
    let mut values = Vec::new();
    for (value, packs) in &counts {
        values.push(Value { value: (*value).clone(), packs: *packs });
    }
    // The sort is stable, and the values are in order.
    values.sort_by_key(|value| Reverse(value.packs));
    values.truncate(MAX_VALUES);
    for chosen in wanted[facet] {
        if !values.iter().any(|other| other.value == *chosen) {
            values.push(Value { value: chosen.clone(), packs: counts.get(chosen).copied().unwrap_or(0) });
        }
    }
    values
}

/// The parts of a name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NameParts<'n> {
    /// The name of the product.
    pub title: &'n str,
    /// What is in the brackets after it.
    pub supplier: Option<&'n str>,
    /// What follows them, without the sub-pack.
    pub size: &'n str,
}

/// Splits a name. The supplier is the last group in brackets that begins with a letter.
pub fn split_name<'n>(name: &'n str, subpack: Option<&str>) -> NameParts<'n> {
    let shown = subpack.and_then(|subpack| name.strip_suffix(subpack)?.strip_suffix(' '));
    let rest = shown.unwrap_or(name);
    let Some(start) = supplier_start(rest) else {
        return NameParts { title: rest, ..NameParts::default() };
    };
    let group = &rest[start + 1..];
    let len = group_len(group);
    NameParts {
        title: &name[..start],
        supplier: Some(&group[1..len - 1]),
        size: group[len..].trim_start_matches(' '),
    }
}

/// Returns how long the group in brackets is with which a text begins.
fn group_len(text: &str) -> usize {
    let mut depth = 0;
    for (at, character) in text.char_indices() {
        match character {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    text.len()
}

/// Returns where the space before the supplier's bracket is.
fn supplier_start(name: &str) -> Option<usize> {
    let mut end = name.len();
    while let Some(close) = name[..end].rfind(')') {
        let open = matching_open(&name[..close])?;
        let is_supplier = name[open + 1..close].starts_with(char::is_alphabetic);
        let is_spaced = name[..open].ends_with(' ');
        let is_followed = name[close + 1..].is_empty() || name[close + 1..].starts_with(' ');
        if is_supplier && is_spaced && is_followed {
            return Some(open - 1);
        }
        end = open;
    }
    None
}

/// Returns the bracket that belongs to the `)` after `text`.
fn matching_open(text: &str) -> Option<usize> {
    let mut depth = 1;
    for (at, character) in text.char_indices().rev() {
        match character {
            ')' => depth += 1,
            '(' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at);
        }
    }
    None
}

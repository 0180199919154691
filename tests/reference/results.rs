//! The order of results (section 9 of docs/search.md), and groups of products with their facets.

use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

use pack_lookup::dataset::PackNumber;
use pack_lookup::search::Query;
use pack_lookup::search::groups::{FacetSelection, Facets, Group, Origin, Value};

use super::Reference;
use super::answer::starts_with_digit;
use super::clauses::{Clause, ClauseKind, TermQuery};
use super::evaluate::{Strictness, matches_all};
use super::exact::Reading;
use super::packs::{IndexedPack, split_name};
use super::tables::{ATTRIBUTE_ROWS, AttributeRow, AttributeUse};
use super::text::fold_name;
use super::tokens::{Token, TokenKind, tokenise};

/// The maximum number of equal packs that are compared by adjacent words.
const MAX_COMPARED: usize = 128;

/// Sorts the packs that match a query best first, and returns their positions.
pub fn ranked(reading: &Reading, packs: &[IndexedPack], is_by_relevance: bool) -> Vec<usize> {
    let (text, clauses) = (reading.text.as_str(), reading.clauses.as_slice());
    let mut groups: BTreeMap<[bool; 5], Vec<usize>> = BTreeMap::new();
    for position in &reading.packs {
        let is_plain = reading.plain.contains(position);
        let answers = first_answers(text, clauses, &packs[*position], is_plain);
        // A yes comes first.
        groups.entry(answers.map(|answer| !answer)).or_default().push(*position);
    }
    let mut ranked = Vec::new();
    for mut group in groups.into_values() {
        let has_few = group.len() <= MAX_COMPARED;
        group.sort_by_cached_key(|position| {
            let answers = last_answers(text, clauses, &packs[*position], has_few, is_by_relevance);
            (answers.map(|answer| !answer), *position)
        });
        ranked.extend(group);
    }
    ranked
}

fn first_answers(text: &str, clauses: &[Clause], pack: &IndexedPack, is_plain: bool) -> [bool; 5] {
    [
        pack.folded == text,
        !pack.is_mixture,
        pack.folded.starts_with(text),
        is_plain || matches_all(clauses, pack, Strictness::WholeWords),
        is_plain || matches_all(clauses, pack, Strictness::InTitle),
    ]
}

fn last_answers(
    text: &str,
    clauses: &[Clause],
    pack: &IndexedPack,
    has_few: bool,
    is_by_relevance: bool,
) -> [bool; 4] {
    let first_word = text.split_whitespace().next().unwrap_or("");
    [
        has_few && are_side_by_side(clauses, &pack.title.tokens),
        pack.folded.starts_with(first_word),
        is_by_relevance && !pack.pack.is_invalid,
        is_by_relevance && pack.pack.discontinued.is_none(),
    ]
}

/// Returns whether the parts that the title has are side by side in it, in the order of the query.
fn are_side_by_side(clauses: &[Clause], title: &[Token]) -> bool {
    let mut there: Vec<&Clause> = clauses.iter().collect();
    there.retain(|clause| has_adjacent(title, &[*clause]));
    there.len() > 1 && has_adjacent(title, &there)
}

fn has_adjacent(title: &[Token], clauses: &[&Clause]) -> bool {
    (0..title.len()).any(|start| begins_with(&title[start..], clauses))
}

fn begins_with(tokens: &[Token], clauses: &[&Clause]) -> bool {
    let Some((clause, others)) = clauses.split_first() else { return true };
    let alternatives = match &clause.kind {
        ClauseKind::Exclusion { excluded, .. } => &excluded.alternatives,
        _ => &clause.alternatives,
    };
    for terms in alternatives {
        // A ratio is no word beside its quantities.
        let mut terms = terms.clone();
        terms.retain(|term| !is_ratio(term));
        if are_next(&terms, tokens) && begins_with(&tokens[terms.len()..], others) {
            return true;
        }
    }
    false
}

fn is_ratio(term: &TermQuery) -> bool {
    matches!(term, TermQuery::Ratio(_) | TermQuery::OtherRatio(_) | TermQuery::OneIn(_))
}

fn are_next(terms: &[TermQuery], tokens: &[Token]) -> bool {
    !terms.is_empty()
        && tokens.len() >= terms.len()
        && terms.iter().zip(tokens).all(|(term, token)| is_token(term, token))
}

fn is_token(term: &TermQuery, token: &Token) -> bool {
    match (term, &token.kind) {
        (TermQuery::Prefix(prefix), TokenKind::Word(word)) => word.starts_with(prefix.as_str()),
        (TermQuery::Word(word, _), TokenKind::Word(other)) => word == other,
        (TermQuery::Quantity(quantity, _), TokenKind::Quantity(other)) => quantity.equals(other),
        (TermQuery::PartialQuantity(quantity), TokenKind::Quantity(other)) => quantity == other,
        (TermQuery::AnyOfUnit(unit), TokenKind::Quantity(other)) => *unit == other.unit,
        (TermQuery::Number(number, _), TokenKind::Number(other)) => number == other,
        (TermQuery::Number(number, _), TokenKind::Quantity(other)) => *number == other.number,
        (TermQuery::Attribute(attribute), TokenKind::Word(word)) => states(word, attribute),
        _ => false,
    }
}

fn states(word: &str, attribute: &str) -> bool {
    match ATTRIBUTE_ROWS.get(word) {
        Some(AttributeRow { usage: AttributeUse::States | AttributeUse::Form, attributes }) => {
            attributes.contains(&attribute)
        }
        _ => false,
    }
}

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
    product: String,
    size: String,
    /// Strength, form and supplier.
    values: [Option<String>; 3],
}

impl Row {
    fn new(number: u32, pack: &IndexedPack) -> Row {
        let parts = split_name(&pack.pack.name, pack.pack.subpack.as_deref());
        let (strength, form) = strength_and_form(&pack.pack.generic_product_name);
        Row {
            pack: PackNumber(number),
            product: parts.title.to_owned(),
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
    if !starts_with_digit(word) && !word.starts_with('.') {
        return false;
    }
    let characters: Vec<char> = fold_name(word).chars().collect();
    match tokenise(&characters).first().and_then(Token::quantity) {
        Some(quantity) => !UNITS_OF_SIZE.contains(&quantity.unit.name),
        None => false,
    }
}

impl Reference {
    /// Groups all packs that match a query.
    pub fn group(&self, query: &Query<'_>, choices: &FacetSelection) -> ReferenceGroups {
        let found = self.search(&Query { limit: usize::MAX, offset: 0, ..*query });
        let mut rows = Vec::new();
        for number in &found.packs {
            rows.push(Row::new(*number, &self.index.packs[*number as usize]));
        }
        let wanted = [&choices.strength, &choices.form, &choices.supplier];
        let mut chosen: Vec<&Row> = rows.iter().collect();
        chosen.retain(|row| row.has_all_but(None, wanted));
        let [strength, form, supplier] = [0, 1, 2].map(|facet| values(&rows, facet, wanted));
        ReferenceGroups {
            total: found.total,
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
    Group { product, origin, packs, suppliers: suppliers.len(), sizes }
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

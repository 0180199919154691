//! The order of results (section 9 of docs/search.md), and groups of products with their facets.

use std::collections::BTreeMap;

use pack_lookup::dataset::PackNumber;
use pack_lookup::search::Query;
use pack_lookup::search::groups::{FacetSelection, Facets, Group, Origin, Value};

use super::Reference;
use super::clauses::{Clause, ClauseKind, TermQuery};
use super::evaluate::{Strictness, matches};
use super::exact::Reading;
use super::packs::{IndexedPack, split_name};
use super::tables::{ATTRIBUTE_ROWS, AttributeUse};
use super::text::fold_name;
use super::tokens::{Token, TokenKind, tokenise};

/// Side by side is asked only if so many packs or fewer are still equal.
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
    let all = |strictness| clauses.iter().all(|clause| matches(clause, pack, strictness));
    [
        pack.folded == text,
        !pack.is_mixture,
        pack.folded.starts_with(text),
        is_plain || all(Strictness::WholeWords),
        is_plain || all(Strictness::InTitle),
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
    let is_there = |clause: &&Clause| (0..title.len()).any(|start| begins_with(&title[start..], &[*clause]));
    let there: Vec<&Clause> = clauses.iter().filter(is_there).collect();
    there.len() > 1 && (0..title.len()).any(|start| begins_with(&title[start..], &there))
}

fn begins_with(tokens: &[Token], clauses: &[&Clause]) -> bool {
    let Some((clause, others)) = clauses.split_first() else { return true };
    let alternatives = match &clause.kind {
        ClauseKind::Exclusion { excluded, .. } => &excluded.alternatives,
        _ => &clause.alternatives,
    };
    alternatives.iter().any(|terms| {
        // A ratio is no word beside its quantities.
        let terms: Vec<&TermQuery> = terms
            .iter()
            .filter(|term| {
                !matches!(term, TermQuery::Ratio(_) | TermQuery::OtherRatio(_) | TermQuery::OneIn(_))
            })
            .collect();
        let is_next = !terms.is_empty()
            && tokens.len() >= terms.len()
            && terms.iter().zip(tokens).all(|(term, token)| is_token(term, token));
        is_next && begins_with(&tokens[terms.len()..], others)
    })
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
    let is_statement = |usage| matches!(usage, AttributeUse::States | AttributeUse::Form);
    ATTRIBUTE_ROWS.get(word).is_some_and(|row| is_statement(row.usage) && row.attributes.contains(&attribute))
}

/// A facet lists so many values.
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
        wanted.is_empty() || self.values[facet].as_ref().is_some_and(|value| wanted.contains(value))
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
        let next = words[at..].iter().position(|word| is_strength(word)).filter(|_| words[at] == "/");
        let Some(next) = next else { break };
        strength.extend(["/", words[at + next]]);
        at += next + 1;
    }
    let form = words[at..].join(" ");
    (Some(strength.join(" ")), Some(form).filter(|form| !form.is_empty()))
}

/// Returns whether a word is a quantity, and not one of size: `500mg`, `(0.1%)`.
fn is_strength(word: &str) -> bool {
    let word = word.trim_start_matches('(');
    let characters: Vec<char> = fold_name(word).chars().collect();
    let tokens = tokenise(&characters);
    let quantity = tokens.first().and_then(|token| token.quantity());
    word.starts_with(|one: char| one.is_ascii_digit() || one == '.')
        && quantity.is_some_and(|quantity| !UNITS_OF_SIZE.contains(&quantity.unit.name))
}

impl Reference {
    /// Groups all packs that match a query.
    pub fn group(&self, query: &Query<'_>, choices: &FacetSelection) -> ReferenceGroups {
        let found = self.search(&Query { limit: usize::MAX, offset: 0, ..*query });
        let row = |number: &u32| Row::new(*number, &self.index.packs[*number as usize]);
        let rows: Vec<Row> = found.packs.iter().map(row).collect();
        let wanted = [&choices.strength, &choices.form, &choices.supplier];
        let is_chosen = |row: &&Row| (0..3).all(|facet| row.has(facet, wanted[facet]));
        let chosen: Vec<&Row> = rows.iter().filter(is_chosen).collect();
        let facet = |facet| values(&rows, facet, wanted);
        ReferenceGroups {
            total: found.total,
            chosen: chosen.len(),
            groups: groups(&chosen),
            facets: Facets { strength: facet(0), form: facet(1), supplier: facet(2) },
        }
    }
}

/// Groups packs by product and origin, in the order of each group's first pack. Imports and specials come last.
fn groups(rows: &[&Row]) -> Vec<Group> {
    let mut groups: Vec<Vec<&Row>> = Vec::new();
    for row in rows {
        let is_same =
            |group: &&mut Vec<&Row>| group[0].product == row.product && group[0].origin() == row.origin();
        match groups.iter_mut().find(is_same) {
            Some(group) => group.push(row),
            None => groups.push(vec![row]),
        }
    }
    groups.sort_by_key(|group| group[0].origin() != Origin::Supplier);
    groups.iter().map(|group| summary(group)).collect()
}

fn summary(rows: &[&Row]) -> Group {
    let mut suppliers: Vec<&String> = rows.iter().filter_map(|row| row.values[2].as_ref()).collect();
    suppliers.sort_unstable();
    suppliers.dedup();
    let mut sizes: Vec<String> =
        rows.iter().map(|row| row.size.clone()).filter(|size| !size.is_empty()).collect();
    sizes.sort_by_key(|size| (thousandths(size), size.clone()));
    sizes.dedup();
    Group {
        product: rows[0].product.clone(),
        origin: rows[0].origin(),
        packs: rows.iter().map(|row| row.pack).collect(),
        suppliers: suppliers.len(),
        sizes,
    }
}

/// Returns the number with which a size begins, in thousandths.
fn thousandths(size: &str) -> u64 {
    let digits = |text: &str| text.chars().take_while(char::is_ascii_digit).collect::<String>();
    let whole = digits(size);
    let fraction = size[whole.len()..].strip_prefix('.').map(digits).unwrap_or_default();
    let fraction: String = format!("{fraction}000").chars().take(3).collect();
    format!("{whole}{fraction}").parse().unwrap_or(u64::MAX)
}

/// Counts the values of a facet among the packs that have what is chosen of the other facets.
fn values(rows: &[Row], facet: usize, wanted: [&Vec<String>; 3]) -> Vec<Value> {
    let has_others = |row: &&Row| (0..3).all(|other| other == facet || row.has(other, wanted[other]));
    let met: Vec<&String> =
        rows.iter().filter(has_others).filter_map(|row| row.values[facet].as_ref()).collect();
    let count = |value: &String| Value {
        value: value.clone(),
        packs: met.iter().filter(|other| **other == value).count() as u32,
    };
    let mut values: Vec<Value> = Vec::new();
    for value in &met {
        if !values.iter().any(|other| other.value == **value) {
            values.push(count(value));
        }
    }
    values.sort_by(|a, b| b.packs.cmp(&a.packs).then_with(|| a.value.cmp(&b.value)));
    values.truncate(MAX_VALUES);
    for chosen in wanted[facet] {
        if !values.iter().any(|other| other.value == *chosen) {
            values.push(count(chosen));
        }
    }
    values
}

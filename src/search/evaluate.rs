//! Evaluation of a name query: as typed, rewritten, corrected, or as a partial match.

use super::clauses::{Clause, Conjunction, Within};
use super::context::QueryContext;
use super::correction::{Change, Correction};
use super::evaluation::Evaluation;
use super::fuzzy::{self, Speller};
use super::match_sets::{
    MatchSets, clause_sets, conjunction_sets, generic, has_word, how_many_have_strength, sets_of_all,
};
use super::matches::keep_matching;
use super::no_match::Reason;
use super::parse::{ParsedQuery, parse};
use super::partial_match;
use super::quantities;
use super::rewrite::{Rewrite, rewrites};
use crate::dataset::{Dataset, PackSet};
use crate::text::fold;

/// Returns the packs that match a name query.
///
/// It tries the query as typed, then rewritten, then with typos corrected, then as a partial match. The first
/// attempt with a result decides.
pub fn evaluate(dataset: &Dataset<'_>, typed: &str) -> Evaluation {
    let (text, read) = quantities::read(&fold(typed.trim()));
    if text.contains(quantities::UNREADABLE) {
        return Evaluation::no_match(dataset, Reason::UnreadableQuantity, quantities::unreadable_part(typed));
    }
    let mut matches = of_words(dataset, &parse(&text));
    if matches.has_result_or_reason() {
        matches.changes.splice(..0, read.into_iter().map(Change::Rewritten));
    }
    matches
}

fn of_words(dataset: &Dataset<'_>, query: &ParsedQuery<'_>) -> Evaluation {
    let (text, typed) = (query.text(), query.clauses());
    if typed.is_empty() {
        return beginning_with(dataset, text);
    }
    if typed.iter().all(Clause::is_excluded) {
        return Evaluation::no_match(dataset, Reason::OnlyExclusions, text);
    }
    if let Some(found) = match_in_full(dataset, typed, None) {
        return found.matches(text, Vec::new());
    }
    if let Some(found) = changed_or_partial(&QueryContext::of(dataset, typed), query) {
        return found;
    }
    Evaluation::new(MatchSets::none(dataset.pack_range()), text.to_owned(), typed.to_vec(), Vec::new())
}

/// Returns the packs that match a query after changes, or that match a part of it.
fn changed_or_partial(context: &QueryContext<'_>, query: &ParsedQuery<'_>) -> Option<Evaluation> {
    let text = query.text();
    let found = match_rewritten(context, text);
    if found.is_some() {
        return found;
    }
    let speller = Speller::new(context.dataset);
    let found = fuzzy_match(context, &speller, text);
    if found.is_some() {
        return found;
    }
    partial_match::find(context, &speller, query)
}

/// Returns the packs that match the query with words joined or split.
fn match_rewritten(context: &QueryContext<'_>, text: &str) -> Option<Evaluation> {
    let dataset = context.dataset;
    for Rewrite { text, correction } in rewrites(text, |word| dataset.words().find(word).is_some()) {
        let query = parse(&text);
        // Every pack without the excluded word would match.
        if query.clauses().iter().all(Clause::is_excluded) {
            continue;
        }
        if let Some(found) = match_in_full(dataset, query.clauses(), Some(context)) {
            return Some(found.matches(&text, vec![Change::Rewritten(correction)]));
        }
    }
    None
}

/// A result for every clause, and the clauses with their bare numbers read as strengths or sizes.
pub struct FullMatch<T> {
    pub found: T,
    pub clauses: Vec<Clause>,
    pub changes: Vec<Change>,
}

impl FullMatch<MatchSets> {
    fn matches(self, text: &str, mut changes: Vec<Change>) -> Evaluation {
        changes.extend(self.changes);
        Evaluation::new(self.found, text.to_owned(), self.clauses, changes)
    }
}

/// Returns the packs that match every clause, or `None` if there are none.
///
/// A context has the sets of each clause that it has evaluated. Without one, each clause is evaluated only on
/// the candidates of the others.
fn match_in_full(
    dataset: &Dataset<'_>,
    clauses: &[Clause],
    context: Option<&QueryContext<'_>>,
) -> Option<FullMatch<MatchSets>> {
    match_in_full_by(clauses, &|clauses| sets_in_full(dataset, clauses, context))
}

fn sets_in_full(
    dataset: &Dataset<'_>,
    clauses: &[Clause],
    context: Option<&QueryContext<'_>>,
) -> Option<MatchSets> {
    let mut sets = match context {
        Some(context) => context.sets_of_all(clauses),
        None => sets_of_all(dataset, clauses),
    };
    keep_matching(dataset, clauses, &mut sets);
    keep_products_with_prefix(dataset, clauses, &mut sets);
    add_plain_products(dataset, clauses, &mut sets);
    (!sets.all.is_empty()).then_some(sets)
}

/// Removes the packs that have the first word only in the tail, if other packs have it in the title.
///
/// This applies if the word is a prefix and the query has several clauses. `magn 300mg` does not find the
/// products of a supplier Magno-Pulse.
fn keep_products_with_prefix(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    let Some((first, word)) = first_word(clauses) else { return };
    if clauses.len() < 2
        || dataset.words().find(word).is_some()
        || first.is_excluded()
        || sets.all.len_with(&sets.in_title) == sets.all.len()
    {
        return;
    }
    let of_products = clause_sets(dataset, first, sets.all.pack_range()).in_title;
    if sets.all.len_with(&of_products) > 0 {
        for set in [&mut sets.all, &mut sets.exact, &mut sets.in_title] {
            set.intersect(&of_products);
        }
    }
}

/// Returns the first clause that is a word, and the word.
fn first_word(clauses: &[Clause]) -> Option<(&Clause, &str)> {
    for clause in clauses {
        if let Some(word) = clause.word() {
            return Some((clause, word));
        }
    }
    None
}

/// Adds the products of one substance if all packs are mixtures.
///
/// The own name of a brand may lack its substance. The mixtures have another medicine in addition to the one
/// in the query.
fn add_plain_products(dataset: &Dataset<'_>, clauses: &[Clause], sets: &mut MatchSets) {
    let mixtures = dataset.mixtures(sets.all.pack_range());
    if sets.all.is_empty() || sets.all.len_with(&mixtures) < sets.all.len() {
        return;
    }
    let context = QueryContext::of(dataset, clauses);
    if let Some(plain) = partial_match::plain_products(&context, clauses) {
        for set in [&mut sets.all, &mut sets.exact, &mut sets.in_title] {
            let mut both = plain.clone();
            both.union(set);
            *set = both;
        }
    }
}

/// Returns the result of `find` for all clauses, with bare numbers read as strengths.
///
/// If no pack has them as strengths, the last numbers are read as pack sizes.
pub fn match_in_full_by<T>(
    clauses: &[Clause],
    find: &dyn Fn(&[Clause]) -> Option<T>,
) -> Option<FullMatch<T>> {
    let numbers = places_of_numbers(clauses);
    for sizes in 0..=numbers.len().min(MAX_SIZES) {
        let (strengths, sizes) = numbers.split_at_checked(numbers.len() - sizes).unwrap_or_default();
        if !sizes.iter().all(|at| may_be_size(clauses, *at)) {
            break;
        }
        let read = with_numbers(clauses, strengths, sizes);
        if let Some(found) = find(&read) {
            return Some(FullMatch { found, changes: size_changes(clauses, sizes), clauses: read });
        }
    }
    None
}

/// The maximum number of pack sizes in a query.
const MAX_SIZES: usize = 2;

fn places_of_numbers(clauses: &[Clause]) -> Vec<usize> {
    let mut places = Vec::new();
    for at in 0..clauses.len() {
        if number_at(clauses, at).is_some() {
            places.push(at);
        }
    }
    places
}

fn number_at(clauses: &[Clause], at: usize) -> Option<&str> {
    let clause = clauses.get(at)?;
    if clause.is_excluded() { None } else { clause.bare_number() }
}

/// Returns whether a number may be a pack size.
///
/// A short number before a strength may be a part of it that was typed separately, so it may not.
fn may_be_size(clauses: &[Clause], at: usize) -> bool {
    match (number_at(clauses, at), clauses.get(at + 1)) {
        (Some(number), Some(next)) => number.len() > MAX_PART_LEN || !next.is_strength,
        _ => true,
    }
}

/// The maximum number of digits of a part of a strength that was typed separately, as in `2 5mg`.
pub const MAX_PART_LEN: usize = 3;

fn with_numbers(clauses: &[Clause], strengths: &[usize], sizes: &[usize]) -> Vec<Clause> {
    let mut read = Vec::with_capacity(clauses.len());
    for (at, clause) in clauses.iter().enumerate() {
        read.push(if strengths.contains(&at) {
            clause.number_within(Within::Title)
        } else if sizes.contains(&at) {
            clause.number_within(Within::Tail)
        } else {
            clause.clone()
        });
    }
    read
}

/// Returns the numbers that were read as pack sizes, as corrections.
///
/// A number next to a strength, or before a form as in `28 tablets`, can mean nothing else. It is not
/// reported.
fn size_changes(clauses: &[Clause], sizes: &[usize]) -> Vec<Change> {
    if clauses.iter().any(|clause| clause.is_strength) {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for at in sizes {
        if !is_form_at(clauses, at + 1)
            && let Some(size) = number_at(clauses, *at)
        {
            let replacements = vec![format!("pack size {size}")];
            changes.push(Change::Rewritten(Correction { written: size.to_owned(), replacements }));
        }
    }
    changes
}

fn is_form_at(clauses: &[Clause], at: usize) -> bool {
    clauses.get(at).and_then(Clause::word).is_some_and(partial_match::is_form)
}

/// Returns the packs that match the query with its unknown words corrected.
fn fuzzy_match(context: &QueryContext<'_>, speller: &Speller<'_>, text: &str) -> Option<Evaluation> {
    let (dataset, typed) = (context.dataset, context.typed);
    let is_open: Vec<bool> = typed.iter().map(|clause| is_open_to(dataset, clause)).collect();
    if fuzzy::are_too_many(&is_open) {
        return None;
    }
    // If no pack matches all terms that cannot be corrected, correcting the others cannot help.
    let fixed = without_open(typed, &is_open);
    if !fixed.is_empty() && context.sets_of_all(fixed.iter().copied()).all.is_empty() {
        return None;
    }
    let is_product = |word: &str, is_likely: bool| names_product(dataset, word, is_likely);
    let accepts: Option<fuzzy::Accepts<'_>> =
        if name_medicine(dataset, &fixed) { None } else { Some(&is_product) };
    let clauses = fuzzy::correct(speller, typed, &is_open, accepts)?;
    let found = match_in_full(dataset, &clauses, Some(context))?;
    Some(found.matches(text, fuzzy::changes(typed, &clauses)))
}

fn without_open<'c>(clauses: &'c [Clause], is_open: &[bool]) -> Vec<&'c Clause> {
    let mut fixed = Vec::with_capacity(clauses.len());
    for (clause, is_open) in clauses.iter().zip(is_open) {
        if !is_open {
            fixed.push(clause);
        }
    }
    fixed
}

/// Returns whether names begin with a word of some clause that is not a form.
fn name_medicine(dataset: &Dataset<'_>, clauses: &[&Clause]) -> bool {
    for clause in clauses {
        if let Some(word) = clause.word()
            && !partial_match::is_form(word)
            && dataset.has_name_starting_with(word)
        {
            return true;
        }
    }
    false
}

fn names_product(dataset: &Dataset<'_>, word: &str, is_likely: bool) -> bool {
    (is_likely && begins_a_name(dataset, word)) || names_device(dataset, word)
}

/// Returns whether the name of a product or of a generic product begins with a word, alone or after `co-`.
fn begins_a_name(dataset: &Dataset<'_>, word: &str) -> bool {
    for (before, after) in [("", " "), ("", "-"), ("co-", " ")] {
        if dataset.has_name_starting_with(&[before, word, after].concat()) {
            return true;
        }
    }
    partial_match::begins_generic(dataset, word)
}

/// Returns whether a word names a device.
///
/// More packs have it in the title than in the tail, and few of these packs have a strength.
fn names_device(dataset: &Dataset<'_>, word: &str) -> bool {
    if partial_match::is_form(word) {
        return false;
    }
    let Some(cursor) = dataset.words().find(word) else { return false };
    let occurrences = cursor.occurrences();
    let mut packs = PackSet::empty(dataset.pack_range());
    occurrences.in_title.add_to(&mut packs);
    let is_of_products = packs.len() > occurrences.in_tail.count() as usize;
    is_of_products && how_many_have_strength(dataset, &packs) * MAX_SHARE <= packs.len()
}

/// At most one pack in this number may have a strength.
const MAX_SHARE: usize = 4;

/// Returns the names that begin with a query without any word, such as `#`.
fn beginning_with(dataset: &Dataset<'_>, text: &str) -> Evaluation {
    let [_, range] = dataset.named(text);
    let all = PackSet::range(dataset.pack_range(), range.start, range.end);
    Evaluation::new(
        MatchSets { exact: all.clone(), in_title: all.clone(), all },
        text.to_owned(),
        Vec::new(),
        Vec::new(),
    )
}

/// Returns whether a clause may be corrected: no pack matches it, even as a prefix.
///
/// A word of generic names is correct, since packs have that medicine under another name. So is the name of a
/// medicine that no pack has.
fn is_open_to(dataset: &Dataset<'_>, clause: &Clause) -> bool {
    if clause.is_excluded() || clause.word().is_some_and(|word| is_correct(dataset, word)) {
        return false;
    }
    !clause.alternatives.iter().any(|term_queries| some_pack_has(dataset, term_queries))
}

fn is_correct(dataset: &Dataset<'_>, word: &str) -> bool {
    generic(dataset, word).is_some() || dataset.medicine_names().contains(word)
}

fn some_pack_has(dataset: &Dataset<'_>, term_queries: &Conjunction) -> bool {
    match term_queries.as_slice() {
        [term_query] => has_word(dataset.words(), term_query),
        _ => !conjunction_sets(dataset, term_queries, dataset.pack_range()).all.is_empty(),
    }
}

//! Which packs match a query: as it is typed, said or spelt otherwise, or with something left out.

use super::correction::{Change, Correction};
use super::known::Known;
use super::matches::Matches;
use super::numbers;
use super::predicate::keep_meant;
use super::relaxed;
use super::rewrite::{Rewriting, rewritings};
use super::sets::{Sets, all_atoms, generic, has_word, having};
use super::terms::{Alternative, Term, Within, parse_terms};
use super::typo::{self, Speller};
use crate::dataset::{Dataset, PackSet};
use crate::text::fold;

/// The packs that match a name; if none has the words as they are typed, those that have them said
/// otherwise, or words that are similar.
pub fn matches(dataset: &Dataset<'_>, text: &str) -> Matches {
    let (text, read) = numbers::read(&fold(text.trim()));
    if text.contains(numbers::UNREADABLE) {
        return Matches::nothing(dataset);
    }
    let mut matches = of_words(dataset, text);
    if matches.says_something() {
        matches.changes.splice(..0, read.into_iter().map(Change::Said));
    }
    matches
}

fn of_words(dataset: &Dataset<'_>, text: String) -> Matches {
    let typed = parse_terms(&text);
    if typed.is_empty() {
        return beginning_with(dataset, text);
    }
    if typed.iter().all(Term::is_excluded) {
        return Matches::nothing(dataset);
    }
    if let Some(found) = in_full(dataset, &typed, &|terms| having(dataset, terms)) {
        return found.matches(text, Vec::new());
    }
    let known = Known::of(dataset, &typed);
    for Rewriting { text: rewritten, correction } in
        rewritings(&text, |word| dataset.words().find(word).is_some())
    {
        let terms = parse_terms(&rewritten);
        if let Some(found) = in_full(dataset, &terms, &|terms| known.having(terms)) {
            return found.matches(rewritten, vec![Change::Said(correction)]);
        }
    }
    let speller = Speller::new(dataset);
    spelt_otherwise(&known, &speller, &text)
        .or_else(|| relaxed::find(&known, &speller, &text))
        .unwrap_or_else(|| Matches::new(Sets::none(dataset.window()), text, typed, Vec::new()))
}

/// What has all of some terms, and the terms as numbers among them were read.
pub struct InFull<T> {
    pub found: T,
    pub terms: Vec<Term>,
    pub changes: Vec<Change>,
}

impl InFull<Sets> {
    fn matches(self, text: String, mut changes: Vec<Change>) -> Matches {
        changes.extend(self.changes);
        Matches::new(self.found, text, self.terms, changes)
    }
}

/// Returns the packs that have all terms.
fn in_full(dataset: &Dataset<'_>, terms: &[Term], having: &dyn Fn(&[Term]) -> Sets) -> Option<InFull<Sets>> {
    in_full_by(terms, &|terms| {
        let mut sets = having(terms);
        keep_meant(dataset, terms, &mut sets);
        (!sets.any.is_empty()).then_some(sets)
    })
}

/// Returns what `find` finds for all terms. A bare number is a strength; where nothing has it as one, the last ones are sizes of packs.
pub fn in_full_by<T>(terms: &[Term], find: &dyn Fn(&[Term]) -> Option<T>) -> Option<InFull<T>> {
    let numbers: Vec<usize> = (0..terms.len()).filter(|at| number_at(terms, *at).is_some()).collect();
    for sizes in 0..=numbers.len().min(MOST_SIZES) {
        let (strengths, sizes) = numbers.split_at_checked(numbers.len() - sizes).unwrap_or_default();
        if !sizes.iter().all(|at| may_be_size(terms, *at)) {
            break;
        }
        let read = with_numbers(terms, strengths, sizes);
        if let Some(found) = find(&read) {
            return Some(InFull { found, changes: size_changes(terms, sizes), terms: read });
        }
    }
    None
}

/// So many numbers of a query may be sizes of packs.
const MOST_SIZES: usize = 2;

fn number_at(terms: &[Term], at: usize) -> Option<&str> {
    terms.get(at).filter(|term| !term.is_excluded())?.bare_number()
}

/// Whether a number may be the size of a pack: not in front of a strength, of which it may be a part that was written apart.
fn may_be_size(terms: &[Term], at: usize) -> bool {
    let is_short = number_at(terms, at).is_some_and(|number| number.len() <= LONGEST_PART);
    !(is_short && terms.get(at + 1).is_some_and(|next| next.is_strength))
}

/// How many digits the part of a strength has that was written apart from the rest, as in `2 5mg`.
pub const LONGEST_PART: usize = 3;

fn with_numbers(terms: &[Term], strengths: &[usize], sizes: &[usize]) -> Vec<Term> {
    let read = |(at, term): (usize, &Term)| match (strengths.contains(&at), sizes.contains(&at)) {
        (true, _) => term.number_within(Within::Title),
        (_, true) => term.number_within(Within::Tail),
        _ => term.clone(),
    };
    terms.iter().enumerate().map(read).collect()
}

/// Returns which numbers were read as sizes. Beside a strength, and before a form as in `28 tablets`, a number can mean nothing else.
fn size_changes(terms: &[Term], sizes: &[usize]) -> Vec<Change> {
    if terms.iter().any(|term| term.is_strength) {
        return Vec::new();
    }
    let is_said = |at: usize| terms.get(at + 1).and_then(Term::word).is_some_and(relaxed::is_form);
    let sizes = sizes.iter().filter(|at| !is_said(**at)).filter_map(|at| number_at(terms, *at));
    sizes
        .map(|size| {
            Change::Said(Correction { written: size.to_owned(), taken: vec![format!("pack size {size}")] })
        })
        .collect()
}

/// Returns the packs that have the words nearest to those that were typed.
fn spelt_otherwise(known: &Known<'_>, speller: &Speller<'_>, text: &str) -> Option<Matches> {
    let (dataset, typed) = (known.dataset, known.typed);
    let is_open: Vec<bool> = typed.iter().map(|term| is_open_to(dataset, term)).collect();
    if typo::are_too_many(&is_open) {
        return None;
    }
    // If no pack matches all terms that cannot be corrected, correcting the others cannot help.
    let fixed = || typed.iter().zip(&is_open).filter(|(_, is_open)| !**is_open).map(|(term, _)| term);
    if fixed().next().is_some() && known.having(fixed()).any.is_empty() {
        return None;
    }
    let begins_a_name = |word: &str| {
        dataset.has_name_beginning(&format!("{word} ")) || relaxed::begins_generic(dataset, word)
    };
    let names_medicine = fixed()
        .filter_map(Term::word)
        .any(|word| !relaxed::is_form(word) && dataset.has_name_beginning(word));
    let wanted: Option<&dyn Fn(&str) -> bool> = if names_medicine { None } else { Some(&begins_a_name) };
    let terms = typo::correct(speller, typed, &is_open, wanted)?;
    let found = in_full(dataset, &terms, &|terms| known.having(terms))?;
    Some(found.matches(text.to_owned(), typo::changes(typed, &terms)))
}

/// A query without any word, like `#`: only names that begin with it.
fn beginning_with(dataset: &Dataset<'_>, text: String) -> Matches {
    let [_, range] = dataset.named(&text);
    let all = PackSet::range(dataset.window(), range.start, range.end);
    Matches::new(Sets { whole: all.clone(), in_product: all.clone(), any: all }, text, Vec::new(), Vec::new())
}

/// Whether a term may be corrected: no pack has it, nor a word that begins like it. A word of generic names is right as it is: packs have
/// that medicine by another name. So is the name of a medicine that no pack has.
fn is_open_to(dataset: &Dataset<'_>, term: &Term) -> bool {
    let is_generic = term.word().is_some_and(|word| generic(dataset, word).is_some());
    let is_had = |atoms: &Alternative| match atoms.as_slice() {
        [atom] => has_word(dataset.words(), atom),
        _ => !all_atoms(dataset, atoms, dataset.window()).any.is_empty(),
    };
    let is_right = is_generic || term.word().is_some_and(|word| dataset.medicine_names().contains(word));
    !term.is_excluded() && !is_right && !term.alternatives.iter().any(is_had)
}

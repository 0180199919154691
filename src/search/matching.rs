//! Which packs match a query: as it is typed, said or spelt otherwise, or with something left out.

use super::correction::Change;
use super::known::Known;
use super::matches::Matches;
use super::numbers;
use super::relaxed;
use super::rewrite::{Rewriting, rewritings};
use super::sets::{Sets, all_atoms, generic, has_whole_word, has_word, having};
use super::terms::{Alternative, Term, parse_terms};
use super::typo::{self, Reach, Speller};
use crate::dataset::{Dataset, PackSet};
use crate::text::fold;

/// The packs that match a name; if none has the words as they are typed, those that have them said
/// otherwise, or words that are similar.
pub fn matches(dataset: &Dataset<'_>, text: &str) -> Matches {
    let (text, read) = numbers::read(&fold(text.trim()));
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
    let sets = having(dataset, &typed);
    if !sets.any.is_empty() {
        return Matches::new(sets, text, typed, Vec::new());
    }
    let known = Known::of(dataset, &typed);
    for Rewriting { text: rewritten, correction } in
        rewritings(&text, |word| dataset.words().find(word).is_some())
    {
        let terms = parse_terms(&rewritten);
        let sets = known.having(&terms);
        if !sets.any.is_empty() {
            return Matches::new(sets, rewritten, terms, vec![Change::Said(correction)]);
        }
    }
    let speller = Speller::new(dataset);
    spelt_otherwise(&known, &speller, &text)
        .or_else(|| relaxed::find(&known, &speller, &text))
        .unwrap_or_else(|| Matches::new(sets, text, typed, Vec::new()))
}

/// The packs that have words like those that were typed, the nearest or else whatever is within reach.
fn spelt_otherwise(known: &Known<'_>, speller: &Speller<'_>, text: &str) -> Option<Matches> {
    let typed = known.typed;
    for reach in [Reach::Nearest, Reach::Widest] {
        let is_open: Vec<bool> = typed.iter().map(|term| is_open_to(known.dataset, term, reach)).collect();
        if typo::are_too_many(&is_open) {
            break;
        }
        // Where no pack has all of those that no other word is taken for, none has with other words.
        let fixed = || typed.iter().zip(&is_open).filter(|(_, is_open)| !**is_open).map(|(term, _)| term);
        if fixed().next().is_some() && known.having(fixed()).any.is_empty() {
            continue;
        }
        let terms = typo::correct(speller, typed, &is_open, reach)?;
        let sets = known.having(&terms);
        if !sets.any.is_empty() {
            let changes = typo::changes(typed, &terms);
            return Some(Matches::new(sets, text.to_owned(), terms, changes));
        }
    }
    None
}

/// A query without any word, like `#`: only names that begin with it.
fn beginning_with(dataset: &Dataset<'_>, text: String) -> Matches {
    let [_, range] = dataset.named(&text);
    let all = PackSet::range(dataset.window(), range.start, range.end);
    Matches::new(Sets { whole: all.clone(), in_product: all.clone(), any: all }, text, Vec::new(), Vec::new())
}

/// Whether similar words may be taken for a term. A word that some pack has whole is never taken for another one: it may be a
/// medicine, and only its strength is not to be had. Nor is one of generic names: packs have that medicine by another name.
fn is_open_to(dataset: &Dataset<'_>, term: &Term, reach: Reach) -> bool {
    let is_generic = term.word().is_some_and(|word| generic(dataset, word).is_some());
    let is_had = |atoms: &Alternative| match (atoms.as_slice(), reach) {
        ([atom], Reach::Nearest) => has_word(dataset.words(), atom),
        ([atom], Reach::Widest) => has_whole_word(dataset.words(), atom),
        (_, Reach::Nearest) => !all_atoms(dataset, atoms, dataset.window()).any.is_empty(),
        (_, Reach::Widest) => !all_atoms(dataset, atoms, dataset.window()).whole.is_empty(),
    };
    !is_generic && !term.alternatives.iter().any(is_had)
}

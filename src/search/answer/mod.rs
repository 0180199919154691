//! The answer to a name: the cheapest reading of its terms, in order.

mod components;
mod describe;
mod mixtures;
mod names;
mod no_match;
mod order;
mod readings;

use super::index::{Index, Need};
use super::notes::Correction;
use super::read::{self, Choice, Role, Term, Wanted, rewrite::rewrites, writings};
use super::synonyms::other_name_of;
use super::{Available, NoMatch, Notice, Order, Query, Reason};
use crate::dataset::{Dataset, PackNumber, PackSet, role};
use crate::medicine::quantities;
use crate::text::{fold, is_digit, is_sign};
pub use describe::{Part, describe};

use components::Components;
use order::Ordered;
use readings::{Answer, MAX_TERMS, Readings};

/// Finds the packs that a text names.
pub fn answer(dataset: &Dataset<'_>, text: &str) -> Result {
    let index = Index::of(dataset);
    find(&index, &Components::of(&index), text)
}

/// Finds the packs that a query names. `keep` removes some of them. Returns the answer, the packs of the
/// page, and the packs of them with substances that the query does not name.
pub fn page(
    dataset: &Dataset<'_>,
    query: &Query<'_>,
    keep: impl FnOnce(&mut PackSet),
) -> (Result, Vec<PackNumber>, Vec<PackNumber>) {
    let index = Index::of(dataset);
    let components = Components::of(&index);
    let mut found = find(&index, &components, query.text);
    keep(&mut found.packs);
    let wanted = query.offset.saturating_add(query.limit).min(found.packs.len());
    let Ordered { first: mut packs, plain } = order::first(&index, &components, &found, query, wanted);
    found.notices.extend(Notice::of_substances(plain, found.packs.len()));
    let mut further = packs.get(plain.max(query.offset)..).unwrap_or_default().to_vec();
    packs.drain(..query.offset.min(packs.len()));
    further.sort_unstable();
    if query.order == Order::Name {
        packs.sort_unstable();
    }
    (found, packs, further)
}

/// The packs that match, and what is reported about them.
pub struct Result {
    pub packs: PackSet,
    pub terms: Vec<Term>,
    pub chosen: Vec<Option<Choice>>,
    pub corrections: Vec<Correction>,
    pub is_relaxed: bool,
    pub no_match: Option<NoMatch>,
    pub available: Available,
    pub notices: Vec<Notice>,
}

impl Result {
    fn nothing(index: &Index<'_>) -> Result {
        Result {
            packs: PackSet::empty(index.pack_range()),
            terms: Vec::new(),
            chosen: Vec::new(),
            corrections: Vec::new(),
            is_relaxed: false,
            no_match: None,
            available: Available::default(),
            notices: Vec::new(),
        }
    }
}

impl Result {
    /// Reports whether the answer ignores a word that is not a phrase of a box.
    fn ignores_words(&self) -> bool {
        let mut ignored = self.terms.iter().zip(&self.chosen).filter(|(_, choice)| choice.is_none());
        ignored.any(|(term, _)| matches!(term.role, Role::Word | Role::Unknown))
    }
}

fn find(index: &Index<'_>, components: &Components<'_, '_>, typed: &str) -> Result {
    let folded = fold(typed.trim());
    if let Some(found) = names::whole(index, &folded) {
        return found;
    }
    let (text, read) = plain(index, &folded);
    if text.contains(quantities::UNREADABLE) {
        let mut found = Result::nothing(index);
        found.no_match = Some(NoMatch::new(Reason::UnreadableQuantity, quantities::unreadable_part(typed)));
        return found;
    }
    let mut found = of_text(index, components, &text);
    if found.packs.is_empty() || found.ignores_words() {
        let is_word = |word: &str| !word.starts_with(is_digit) && index.has_term(word);
        for rewrite in rewrites(&text, is_word) {
            let mut other = of_text(index, components, &rewrite.text);
            if !other.packs.is_empty() && !other.is_relaxed {
                other.corrections.insert(0, rewrite.correction);
                found = other;
                break;
            }
        }
    }
    found.corrections.splice(..0, read);
    for correction in &mut found.corrections {
        correction.written = as_typed(typed, &correction.written);
    }
    for notice in &mut found.notices {
        notice.written = as_typed(typed, &notice.written);
    }
    found
}

/// Rewrites a folded text as names are written. Also returns the corrections.
fn plain(index: &Index<'_>, folded: &str) -> (String, Vec<Correction>) {
    let (usual, mut read) =
        writings::usual(folded, &|word| index.has_term(word) || is_numbered_supplier(index, word));
    let (text, misread) = read::quantities::read(&usual);
    read.extend(misread);
    (text, read)
}

/// Reports whether a word with a digit is in the name of a supplier: `Connect2Pharma` has no strength.
fn is_numbered_supplier(index: &Index<'_>, word: &str) -> bool {
    word.contains(is_digit) && !index.suppliers_with(word).is_empty()
}

fn of_text(index: &Index<'_>, components: &Components<'_, '_>, text: &str) -> Result {
    let mut terms = read::read(index, text);
    require(&mut terms);
    let mut result = Result::nothing(index);
    if terms.is_empty() {
        // A text without any word, such as `#`, finds the names that begin with it.
        let [_, range] = index.dataset.named(text);
        result.packs = PackSet::range(index.pack_range(), range.start, range.end);
    } else if terms.len() > MAX_TERMS {
        return result;
    } else if terms.iter().all(|term| term.role == Role::Exclusion) {
        result.no_match = Some(NoMatch::new(Reason::OnlyExclusions, text));
        return result;
    } else if !names_nothing(&terms) {
        add_answer(&mut result, index, components, text, &terms);
    }
    result.terms = terms;
    result
}

/// Adds the packs of the cheapest reading, or the reason why no reading has any.
fn add_answer(
    result: &mut Result,
    index: &Index<'_>,
    components: &Components<'_, '_>,
    text: &str,
    terms: &[Term],
) {
    if let Some(Answer { packs, chosen, .. }) = Readings::new(index, terms, components).answer() {
        result.packs = packs;
        (result.corrections, result.is_relaxed) = reported(text, terms, &chosen);
        result.notices = told(index, terms);
        result.chosen = chosen;
        return;
    }
    result.corrections = tried(terms);
    result.no_match = no_match::reason(index, components, terms);
    if result.no_match.is_none() {
        result.available = no_match::available(index, components, terms);
    }
}

/// Reports whether a text has sizes and words that are ignored, and at most strengths in addition.
fn names_nothing(terms: &[Term]) -> bool {
    let is_only = |roles: &[Role]| terms.iter().all(|term| roles.contains(&term.role));
    let has_noise = terms.iter().any(|term| term.role == Role::Noise);
    is_only(&[Role::Noise, Role::Size]) || has_noise && is_only(&[Role::Noise, Role::Size, Role::Strength])
}

/// Reports whether a term is the whole name of a medicine, or a correction of one.
fn names_medicine(term: &Term) -> bool {
    let is_whole = |choice: &Choice| match &choice.wanted {
        Wanted::Names(Need::Any(needs)) => !matches!(needs.first(), Some(Need::Prefix(_))),
        Wanted::Names(_) => true,
        _ => false,
    };
    term.role == Role::Medicine
        && !term.may_be_supplier()
        && term.written.len() > 2
        && term.choices.first().is_some_and(is_whole)
}

/// Requires every word of a text that names no medicine, except noise.
fn require(terms: &mut [Term]) {
    let names_medicine = terms.iter().any(names_medicine);
    if names_medicine {
        return;
    }
    let has_other = terms.iter().any(|term| !matches!(term.role, Role::Noise));
    for term in terms {
        if term.role != Role::Noise || !has_other {
            term.is_required = true;
            term.choices.retain(|choice| choice.wanted != Wanted::Anything);
        }
    }
}

/// Lists what the search read differently or ignored, and whether anything was ignored.
fn reported(text: &str, terms: &[Term], chosen: &[Option<Choice>]) -> (Vec<Correction>, bool) {
    let mut corrections = Vec::new();
    let mut is_relaxed = false;
    for (term, choice) in terms.iter().zip(chosen) {
        let written = term.written.clone();
        match choice {
            None | Some(Choice { wanted: Wanted::Anything, .. }) => {
                is_relaxed = true;
                corrections.push(Correction { written, replacements: Vec::new() });
            }
            Some(Choice { read_as: Some(words), .. }) => {
                is_relaxed |= words.is_empty();
                corrections.push(Correction { written, replacements: words.clone() });
            }
            Some(_) => {}
        }
    }
    join_ignored(text, &mut corrections);
    (corrections, is_relaxed)
}

/// Lists the notices about names that the release does not use.
fn told(index: &Index<'_>, terms: &[Term]) -> Vec<Notice> {
    let is_current = |written: &str| index.roles_of(written) & role::SUBSTANCE != 0;
    let mut notices: Vec<Notice> = Vec::new();
    for term in terms.iter().filter(|term| term.role == Role::Medicine && !is_current(&term.written)) {
        notices.extend(other_name_of(&term.written));
    }
    notices
}

/// Joins neighbours that were ignored.
fn join_ignored(text: &str, corrections: &mut Vec<Correction>) {
    let mut joined: Vec<Correction> = Vec::new();
    for correction in corrections.drain(..) {
        if correction.replacements.is_empty()
            && let Some(last) = joined.last_mut()
            && last.replacements.is_empty()
            && text.contains(&format!("{} {}", last.written, correction.written))
        {
            last.written = format!("{} {}", last.written, correction.written);
        } else {
            joined.push(correction);
        }
    }
    *corrections = joined;
}

/// Lists how the search read misspelt words, although no pack matches.
fn tried(terms: &[Term]) -> Vec<Correction> {
    let mut corrections = Vec::new();
    for term in terms {
        if let [Choice { read_as: Some(words), .. }] = term.choices.as_slice()
            && !words.is_empty()
        {
            corrections.push(Correction { written: term.written.clone(), replacements: words.clone() });
        }
    }
    corrections
}

/// Finds folded words as they were typed, or folded if they are not separate words of the typed text.
fn as_typed(typed: &str, folded: &str) -> String {
    let chunks: Vec<&str> = typed.split_whitespace().collect();
    for run in chunks.windows(folded.split_whitespace().count().max(1)) {
        let written = run.join(" ");
        for text in [written.as_str(), written.trim_matches(is_sign)] {
            if fold(text) == folded {
                return text.to_owned();
            }
        }
    }
    for part in typed.split(is_sign) {
        if fold(part) == folded {
            return part.to_owned();
        }
    }
    folded.to_owned()
}

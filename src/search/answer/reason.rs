//! Why nothing matches.

use super::components::Components;
use super::readings::Readings;
use crate::search::index::{Index, Need};
use crate::search::read::{Role, Term, Wanted};
use crate::search::{NoMatch, Reason};

/// Finds the part of a query without packs that is the reason, if it is known.
pub fn reason(index: &Index<'_>, components: &Components<'_, '_>, terms: &[Term]) -> Option<NoMatch> {
    let of_one = terms.iter().find_map(|term| Some(NoMatch::new(reason_of(term)?, &term.written)));
    of_one.or_else(|| several_medicines(index, components, terms))
}

/// Finds the reason that a term is by itself.
fn reason_of(term: &Term) -> Option<Reason> {
    let is_unread = term.choices.is_empty();
    match term.role {
        Role::Doubt => Some(Reason::AmbiguousAbbreviation),
        Role::Medicine if is_unread => Some(Reason::MedicineNotInRelease),
        Role::Medicine if is_ambiguous(term) => Some(Reason::SimilarMedicines),
        Role::Exclusion if is_unread => Some(Reason::UnreadableExclusion),
        Role::Strength if is_unread => Some(Reason::UnreadableQuantity),
        Role::Route if is_unread => Some(Reason::UnreadableRoute),
        _ => None,
    }
}

/// Reports whether a misspelt word is equally near to several medicines, so that nothing satisfies it.
fn is_ambiguous(term: &Term) -> bool {
    term.choices.iter().all(|choice| choice.wanted == Wanted::Names(Need::nothing()))
}

/// Finds the medicines of a query if there are packs of each, and none of all.
fn several_medicines(index: &Index<'_>, components: &Components<'_, '_>, terms: &[Term]) -> Option<NoMatch> {
    let medicines: Vec<Term> = terms.iter().filter(|term| term.role == Role::Medicine).cloned().collect();
    let has_packs = |some: &[Term]| Readings::new(index, some, components).answer().is_some();
    let is_each_known = medicines.iter().all(|medicine| has_packs(std::slice::from_ref(medicine)));
    if medicines.len() < 2 || !is_each_known || has_packs(&medicines) {
        return None;
    }
    let written: Vec<&str> = medicines.iter().map(|medicine| medicine.written.as_str()).collect();
    Some(NoMatch::new(Reason::SeveralMedicines, &written.join(", ")))
}

//! Why nothing matches, and what is available instead of a strength, route, form or release that no pack
//! has.

use super::components::Components;
use super::readings::Readings;
use crate::attributes::{Attribute, other_releases, routes};
use crate::dataset::PackSet;
use crate::search::available::{Available, forms, strengths};
use crate::search::index::{Index, Need};
use crate::search::read::{Role, Term, Wanted};
use crate::search::{NoMatch, Reason};

/// The maximum number of generic products whose names are read.
const READ: usize = 512;
/// The roles of terms that state a property.
const PROPERTIES: [Role; 4] = [Role::Strength, Role::Route, Role::Form, Role::Release];

/// The routes that an injection implies, in addition to `parenteral`.
const OF_INJECTIONS: [&str; 3] = ["intramuscular", "intravenous", "subcutaneous"];

/// Lists the values of each stated property of the packs that satisfy everything else, or else of all packs
/// of the medicine.
pub fn available(index: &Index<'_>, components: &Components<'_, '_>, terms: &[Term]) -> Available {
    let mut available = Available::default();
    let is_named = |term: &&Term| term.role == Role::Medicine || PROPERTIES.contains(&term.role);
    let essential: Vec<Term> = terms.iter().filter(is_named).cloned().collect();
    if essential.iter().all(|term| term.role != Role::Medicine)
        || packs_of(index, components, &essential).is_some()
    {
        return available;
    }
    for role in stated(terms) {
        let others: Vec<Term> =
            terms.iter().filter(|term| term.role != role && term.is_required).cloned().collect();
        add_values(index, components, &others, role, &mut available);
    }
    if available.is_empty() {
        add_values_of_medicine(index, components, terms, &mut available);
    }
    available
}

fn stated(terms: &[Term]) -> impl Iterator<Item = Role> {
    PROPERTIES.into_iter().filter(|role| terms.iter().any(|term| term.role == *role))
}

fn add_values_of_medicine(
    index: &Index<'_>,
    components: &Components<'_, '_>,
    terms: &[Term],
    available: &mut Available,
) {
    let with = |other: Option<Role>| -> Vec<Term> {
        terms.iter().filter(|term| term.role == Role::Medicine || Some(term.role) == other).cloned().collect()
    };
    for role in stated(terms) {
        // If the medicine has the stated value, another part is the reason.
        if packs_of(index, components, &with(Some(role))).is_none() {
            add_values(index, components, &with(None), role, available);
        }
    }
}

fn packs_of(index: &Index<'_>, components: &Components<'_, '_>, terms: &[Term]) -> Option<PackSet> {
    let answer = Readings::new(index, terms, components).answer()?;
    (!answer.packs.is_empty()).then_some(answer.packs)
}

fn add_values(
    index: &Index<'_>,
    components: &Components<'_, '_>,
    terms: &[Term],
    role: Role,
    available: &mut Available,
) {
    let Some(packs) = packs_of(index, components, terms) else { return };
    let packs = singles(index, packs);
    match role {
        Role::Strength => available.strengths = strengths(generic_names(index, &packs).into_iter()),
        Role::Form => available.forms = forms(&generic_names(index, &packs)),
        Role::Route => available.routes = stated_routes(labels(index, &packs, &routes())),
        _ => available.releases = releases(index, &packs),
    }
}

/// Removes mixtures, whose names have the strengths of other substances, unless all packs are mixtures.
fn singles(index: &Index<'_>, packs: PackSet) -> PackSet {
    let mut singles = packs.clone();
    singles.subtract(&index.dataset.mixtures(packs.pack_range()));
    if singles.is_empty() { packs } else { singles }
}

fn generic_names(index: &Index<'_>, packs: &PackSet) -> Vec<String> {
    let mut generics: Vec<u32> = packs.iter().map(|pack| index.generic_of(pack).0).collect();
    generics.sort_unstable();
    generics.dedup();
    generics.into_iter().take(READ).map(|generic| index.dataset.generic_name(generic)).collect()
}

fn packs_with(index: &Index<'_>, attribute: Attribute, packs: &PackSet) -> PackSet {
    let mut matches = index.nothing();
    index.add_term(&attribute.term(), &mut matches);
    let mut with = index.within(packs, &matches.generics);
    let mut own = matches.packs;
    own.intersect(packs);
    with.union(&own);
    with
}

fn labels(index: &Index<'_>, packs: &PackSet, attributes: &[Attribute]) -> Vec<String> {
    let mut labels = Vec::new();
    for attribute in attributes {
        if !packs_with(index, *attribute, packs).is_empty() {
            labels.push(attribute.label().to_owned());
        }
    }
    labels
}

/// Leaves out the routes that only the form implies: `injection` says that a medicine is injected, but not
/// into what.
fn stated_routes(mut routes: Vec<String>) -> Vec<String> {
    if OF_INJECTIONS.iter().all(|implied| routes.iter().any(|route| route == implied)) {
        routes.retain(|route| !OF_INJECTIONS.contains(&route.as_str()));
    }
    routes
}

fn releases(index: &Index<'_>, packs: &PackSet) -> Vec<String> {
    let mut immediate = packs.clone();
    for other in other_releases() {
        immediate.subtract(&packs_with(index, other, packs));
    }
    let mut labels = labels(index, packs, &other_releases());
    if !immediate.is_empty() {
        labels.push(Attribute::IMMEDIATE.label().to_owned());
    }
    labels
}

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

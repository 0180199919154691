//! Quantities that a query states more than once.

use super::term::{Role, Term, Wanted};
use crate::search::index::Need;

/// Changes the second and each further equal quantity to one that a name must have again.
pub fn count_repeated(terms: &mut [Term]) {
    for at in 1..terms.len() {
        let (before, following) = terms.split_at_mut(at);
        let Some(term) = following.first_mut() else { return };
        if term.role != Role::Strength {
            continue;
        }
        let earlier = before
            .iter()
            .filter(|other| other.role == Role::Strength && other.written == term.written)
            .count();
        if earlier > 0 {
            for choice in &mut term.choices {
                if let Wanted::Names(need) = &mut choice.wanted {
                    *need = again(need, earlier + 1);
                }
            }
        }
    }
}

/// Changes the second of two equal numbers to one that a name must have again.
pub fn count_repeated_needs(needs: &mut [Need], are_equal: bool) {
    if are_equal && let Some(last) = needs.last_mut() {
        *last = again(last, 2);
    }
}

fn again(need: &Need, count: usize) -> Need {
    match need {
        Need::Term(term) => Need::Term(format!("{term}*{count}")),
        Need::Any(needs) => Need::Any(needs.iter().map(|need| again(need, count)).collect()),
        Need::All(needs) => Need::All(needs.iter().map(|need| again(need, count)).collect()),
        Need::Prefix(start) => Need::Prefix(start.clone()),
    }
}

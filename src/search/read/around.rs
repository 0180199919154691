//! Terms that the words around them change: `injection or infusion`, `each tablet contains`, `for the relief
//! of pain`.

use super::term::{Choice, Role, Term, Wanted};
use crate::search::index::Need;

/// Phrases that end with what a medicine is for.
const INDICATIONS: [&str; 4] = ["prevention of", "relief of", "temporary relief of", "treatment of"];

/// Changes the terms that the words around them change.
pub fn loosen(terms: &mut Vec<Term>) {
    join_alternatives(terms);
    loosen_contents(terms);
    loosen_indications(terms);
}

/// Joins `injection or infusion`: one of both is enough.
fn join_alternatives(terms: &mut Vec<Term>) {
    let mut at = 1;
    while at + 1 < terms.len() {
        let joined = match terms.get(at - 1..=at + 1) {
            Some([one, or, other]) if or.written == "or" && may_be_alternatives(one, other) => {
                alternatives(one, other)
            }
            _ => None,
        };
        match joined {
            Some(term) => drop(terms.splice(at - 1..=at + 1, [term])),
            None => at += 1,
        }
    }
}

fn may_be_alternatives(one: &Term, other: &Term) -> bool {
    one.role == other.role && matches!(one.role, Role::Form | Role::Route)
}

fn alternatives(one: &Term, other: &Term) -> Option<Term> {
    let (mut first, mut all, mut most) = (Vec::new(), Vec::new(), 0);
    for term in [one, other] {
        for (place, choice) in term.choices.iter().enumerate() {
            let Wanted::Names(need) = &choice.wanted else { return None };
            most = most.max(choice.cost);
            all.push(need.clone());
            if place == 0 {
                first.push(need.clone());
            }
        }
    }
    let mut choices = vec![Choice::typed(Need::Any(first))];
    if most > 0 {
        choices.push(Choice::at(most, Wanted::Names(Need::Any(all))));
    }
    Some(Term::new(&format!("{} or {}", one.written, other.written), one.role, choices))
}

/// Lets names lack the form of `each tablet contains`, if another form is stated.
fn loosen_contents(terms: &mut [Term]) {
    let forms = terms.iter().filter(|term| term.role == Role::Form).count();
    for at in 1..terms.len().saturating_sub(1) {
        let Some([each, form, contains]) = terms.get_mut(at - 1..=at + 1) else { continue };
        if each.written == "each"
            && contains.written.starts_with("contain")
            && form.role == Role::Form
            && forms > 1
        {
            loosen_term(form);
        }
    }
}

/// Lets names lack what a medicine is for.
fn loosen_indications(terms: &mut [Term]) {
    let mut is_for = false;
    for term in terms {
        let is_loose = matches!(term.role, Role::Noise | Role::Word | Role::Unknown);
        if is_for && is_loose && !term.is_required {
            loosen_term(term);
        } else if !is_loose {
            is_for = false;
        }
        is_for |= term.role == Role::Noise && INDICATIONS.iter().any(|end| term.written.ends_with(end));
    }
}

fn loosen_term(term: &mut Term) {
    term.role = Role::Noise;
    term.is_required = false;
    term.choices.push(Choice::at(1, Wanted::Anything));
}

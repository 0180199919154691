//! Whole names of suppliers in a query, such as `AS Kalceks` and `G & G Food Supplies Limited`.

use super::Reader;
use super::cut::words;
use super::term::{Choice, Role, Term, Wanted};
use crate::dataset::role;
use crate::text::fold;

/// The number of suppliers with a first word that are compared. A word of more, such as `pharma`, begins no name.
const MAX_SUPPLIERS: usize = 48;
/// The minimum length of a word of a substance that is no part of the name of a supplier.
const MIN_SUBSTANCE: usize = 4;
/// Words and abbreviations at the end of the name of a company.
const LEGAL_FORMS: [&str; 18] = [
    "a/s", "ab", "ag", "as", "bv", "b.v", "co", "gmbh", "inc", "limited", "llp", "ltd", "nv", "plc", "s.a",
    "s.p.a", "s.r.l", "spa",
];

/// Returns whether a word ends the name of a company.
pub fn is_legal_form(word: &str) -> bool {
    LEGAL_FORMS.contains(&word)
}

/// Returns the supplier whose name of two words or more the current words are, and their number with a legal form.
pub fn whole_name_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    let first = reader.text_at(0);
    let key = first.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty())?;
    let candidates = reader.index.suppliers_with(key);
    if candidates.len() > MAX_SUPPLIERS {
        return None;
    }
    let mut found: Vec<u32> = Vec::new();
    let mut most = 0;
    for supplier in candidates {
        let used = length(reader, supplier);
        if used > most {
            (most, found) = (used, Vec::new());
        }
        if used == most && used > 0 {
            found.push(supplier);
        }
    }
    if most == 0 {
        return None;
    }
    let used = most + usize::from(LEGAL_FORMS.contains(&reader.text_at(most)));
    Some((
        Term::new(reader.written(used), Role::Supplier, vec![Choice::at(0, Wanted::Supplier(found))]),
        used,
    ))
}

/// Returns the number of words with which the name of a supplier stands at the current word, or 0.
fn length(reader: &Reader<'_, '_>, supplier: u32) -> usize {
    let folded = fold(reader.index.dataset.supplier(supplier));
    let mut name: Vec<&str> = words(&folded).iter().map(|word| word.text).collect();
    while name.last().is_some_and(|last| LEGAL_FORMS.contains(last)) && name.len() > 2 {
        name.pop();
    }
    let is_substance =
        |word: &str| word.len() >= MIN_SUBSTANCE && reader.index.roles_of(word) & role::SUBSTANCE != 0;
    let stands_here = name.iter().enumerate().all(|(ahead, word)| reader.text_at(ahead) == *word);
    let may_be_medicine = name.len() < 3 && name.iter().any(|word| is_substance(word));
    if name.len() < 2 || !stands_here || may_be_medicine { 0 } else { name.len() }
}

//! Whole names of suppliers in a query, such as `AS Kalceks` and `G & G Food Supplies Limited`.

use super::Reader;
use super::cut::words;
use super::term::{Choice, Role, Term, Wanted};
use crate::dataset::role;
use crate::text::fold;

/// The number of suppliers with a first word that are compared. A word of more, such as `pharma`, begins no
/// name.
const MAX_SUPPLIER_CHOICES: usize = 48;
/// The minimum length of a word of a substance that is not part of the name of a supplier.
const MIN_SUBSTANCE: usize = 4;
/// Words and abbreviations at the end of the name of a company.
const LEGAL_FORMS: [&str; 18] = [
    "a/s", "ab", "ag", "as", "bv", "b.v", "co", "gmbh", "inc", "limited", "llp", "ltd", "nv", "plc", "s.a",
    "s.p.a", "s.r.l", "spa",
];

/// Reports whether a word ends the name of a company.
pub fn is_legal_form(word: &str) -> bool {
    LEGAL_FORMS.contains(&word)
}

/// Finds the supplier whose name of two words or more, or with a legal form, the current words are, and their
/// number with the legal form.
pub fn whole_name_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    let first = reader.text_at(0);
    let key = first.split(|c: char| !c.is_alphanumeric()).find(|part| !part.is_empty())?;
    let candidates = reader.index.suppliers_with(key);
    if candidates.len() > MAX_SUPPLIER_CHOICES {
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
    let used = most + usize::from(is_legal_form(reader.text_at(most)));
    Some((
        Term::new(reader.written(used), Role::Supplier, vec![Choice::at(0, Wanted::Supplier(found))]),
        used,
    ))
}

/// Counts the words with which the name of a supplier stands at the current word, or 0: with its
/// own legal form, or another one, as `Sandoz Limited` is `Sandoz Ltd`, or without.
fn length(reader: &Reader<'_, '_>, supplier: u32) -> usize {
    let folded = fold(reader.index.dataset.supplier(supplier));
    let mut name: Vec<&str> = words(&folded).iter().map(|word| word.text).collect();
    if stands_here(reader, &name) {
        return name.len();
    }
    while name.last().is_some_and(|last| is_legal_form(last))
        && (name.len() > 2 || is_legal_form(reader.text_at(name.len() - 1)))
    {
        name.pop();
    }
    if stands_here(reader, &name) { name.len() } else { 0 }
}

/// Reports whether words are the current ones, and name no medicine. With a legal form, which is not another
/// word either, a single word is sufficient, and it may also name a medicine.
fn stands_here(reader: &Reader<'_, '_>, name: &[&str]) -> bool {
    // `as` and `co` may be other words.
    let has_form = matches!(reader.text_at(name.len()), "limited" | "ltd" | "plc" | "inc" | "gmbh" | "llp");
    let is_long_enough = name.len() > 1 || (name.len() == 1 && has_form);
    is_long_enough
        && name.iter().enumerate().all(|(ahead, word)| reader.text_at(ahead) == *word)
        && (has_form || name.len() > 2 || !may_be_medicine(reader, name))
}

/// Reports whether words may name a medicine: one is a substance, and the first one is in names of products.
fn may_be_medicine(reader: &Reader<'_, '_>, name: &[&str]) -> bool {
    let is_substance =
        |word: &str| word.len() >= MIN_SUBSTANCE && reader.index.roles_of(word) & role::SUBSTANCE != 0;
    let is_in_names = name.first().is_some_and(|first| reader.index.roles_of(first) != 0);
    is_in_names && name.iter().any(|word| is_substance(word))
}

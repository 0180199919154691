//! Abbreviations, former names and other spellings of a query.

use super::Reader;
use super::amounts::number_need;
use super::costs;
use super::forms::{form_term, is_form, words_need};
use super::salts::{follows_substance, salt_term};
use super::sizes::is_plain;
use super::term::{Choice, Role, Term, Wanted};
use super::words::is_grade;
use crate::medicine::strength::strength_at;
use crate::search::box_phrases::{PhraseKind, is_salt, longest};
use crate::search::index::{Index, Need};
use crate::search::synonyms::{combinations_of, is_former_name, is_supplier, meanings, parts_of};

/// Reads the term of a synonym of at most three words at the current word, and its number of words.
pub fn synonym_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    // `625 mg` is `625mg`, and its number without the unit is nothing.
    let joined = number_with_unit(reader);
    for used in [3, 2, 1] {
        if reader.word_at(used - 1).is_none() {
            continue;
        }
        if used == 1 && joined.is_some() {
            continue;
        }
        let written = joined.as_deref().filter(|_| used == 2).unwrap_or_else(|| reader.written(used));
        let found = meanings(written);
        // After the name, `lot` announces a code.
        let is_code = matches!(longest(&[written]), Some((PhraseKind::Code, _)));
        if is_code && reader.terms.iter().any(|term| term.role == Role::Form || term.role == Role::Strength) {
            continue;
        }
        if used == 1 && follows_substance(reader) && found.iter().any(|meaning| is_salt(meaning)) {
            return Some((salt_term(reader, written, &found), 1));
        }
        if !found.is_empty() && (used > 1 || !is_form(written)) {
            let term = term(reader.index, written, &found, used);
            return Some((Term { written: reader.written(used).to_owned(), ..term }, used));
        }
    }
    None
}

/// Joins a number and the unit behind it without the space, if there is one.
fn number_with_unit(reader: &Reader<'_, '_>) -> Option<String> {
    let word = reader.word_at(0).filter(|word| is_plain(word.text))?;
    let (_, next) = strength_at(&reader.lexemes, reader.lexeme_at(word.start))?;
    let end = reader.lexemes.get(next - 1)?.end();
    (end > word.end).then(|| reader.text.get(word.start..end).unwrap_or_default().replace(' ', ""))
}

/// Lets a combination of the query answer for its substances: a box of co-codamol also has codeine and
/// paracetamol on it.
pub fn join_combinations(terms: &mut [Term]) {
    let written: Vec<String> = terms.iter().map(|term| term.written.replace('-', " ")).collect();
    // Its strengths would be in an order that its name does not tell.
    let has_strength = terms.iter().any(|term| term.role == Role::Strength);
    for term in terms.iter_mut().filter(|term| term.role == Role::Medicine) {
        let combinations = combinations_of(&term.written);
        let named = combinations
            .iter()
            .filter(|combination| written.iter().any(|other| *other == combination.replace('-', " ")));
        let needs: Vec<Need> = named.map(|combination| combination_need(combination)).collect();
        if let Some(Choice { wanted: Wanted::Names(Need::Any(own)), .. }) = term.choices.first_mut() {
            own.extend(needs);
        }
        if !has_strength {
            let whole = combinations.iter().filter(|combination| {
                parts_of(combination).all(|part| written.iter().any(|other| other == part))
            });
            term.choices.extend(whole.map(|combination| {
                Choice::at(costs::COMBINATION, Wanted::Names(combination_need(combination)))
            }));
        }
    }
}

fn combination_need(combination: &str) -> Need {
    Need::Any(vec![Need::Term(combination.replace(['-', ' '], "")), words_need(combination)])
}

fn term(index: &Index<'_>, written: &str, meanings: &[&str], words: usize) -> Term {
    if words == 1
        && let Some(form) = meanings.iter().find(|meaning| is_form(meaning))
    {
        return of_form(written, form, meanings);
    }
    let role = role(index, written, meanings, words);
    let mut needs: Vec<Need> = meanings.iter().map(|meaning| words_need(meaning)).collect();
    needs.push(if role == Role::Medicine { begun(written) } else { words_need(written) });
    if is_plain(written) {
        needs.push(number_need(written));
    }
    let mut choices = vec![Choice::typed(Need::Any(needs))];
    if role != Role::Medicine {
        choices.push(Choice::at(costs::PREFIX, Wanted::Names(begun(written))));
    }
    let suppliers = suppliers(index, written, meanings);
    if !suppliers.is_empty() && role == Role::Word {
        choices.insert(0, Choice::at(0, Wanted::Supplier(suppliers)));
    }
    Term::new(written, role, choices)
}

/// Builds the term of an abbreviation of a dose form: what it abbreviates, and the abbreviation itself.
fn of_form(written: &str, form: &str, meanings: &[&str]) -> Term {
    let mut term = form_term(written, form);
    if let Some(Choice { wanted: Wanted::Names(Need::Any(needs)), .. }) = term.choices.first_mut() {
        needs.push(Need::term(written));
        needs.extend(meanings.iter().map(|meaning| words_need(meaning)));
    }
    term
}

fn role(index: &Index<'_>, written: &str, meanings: &[&str], words: usize) -> Role {
    let has = |is: &dyn Fn(&str) -> bool| meanings.iter().any(|meaning| meaning.split(' ').any(is));
    if written.starts_with(|c: char| c.is_ascii_digit()) {
        Role::Strength
    } else if has(&is_form) {
        Role::Form
    } else if is_grade(written) {
        Role::Attribute
    } else if is_supplier(written) {
        Role::Word
    } else if words >= 2 || is_former_name(written) || has(&|word| index.is_medicine(word)) {
        Role::Medicine
    } else {
        Role::Word
    }
}

/// Builds the condition that names have words that begin so.
fn begun(written: &str) -> Need {
    let mut needs: Vec<Need> = Vec::new();
    for word in written.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        needs.push(if word.len() > 2 { Need::Prefix(word.to_owned()) } else { Need::term(word) });
    }
    Need::All(needs)
}

/// Lists the suppliers that have all words of the text or of a meaning.
fn suppliers(index: &Index<'_>, written: &str, meanings: &[&str]) -> Vec<u32> {
    let mut suppliers = Vec::new();
    for text in meanings.iter().chain([&written]) {
        let mut words = text.split(' ');
        let mut having = words.next().map(|word| index.suppliers_with(word)).unwrap_or_default();
        for word in words {
            let others = index.suppliers_with(word);
            having.retain(|supplier| others.contains(supplier));
        }
        suppliers.append(&mut having);
    }
    suppliers.sort_unstable();
    suppliers.dedup();
    suppliers
}

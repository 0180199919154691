//! Exclusions: what a query does not want.

use super::Reader;
use super::forms::{form_term, is_form, words_need};
use super::routes::{attribute_of, is_release, phrase_at};
use super::term::{Choice, Role, Term, Wanted};
use crate::search::box_phrases::longest;
use crate::search::index::{Index, Need};
use crate::search::synonyms::{combinations_of, meanings};
use crate::text::fold;

pub const NEGATIONS: [&str; 30] = [
    "aint",
    "arent",
    "avoid",
    "avoiding",
    "barring",
    "cannot",
    "cant",
    "doesnt",
    "dont",
    "except",
    "exclude",
    "excludes",
    "excluding",
    "isnt",
    "lacking",
    "lacks",
    "minus",
    "neither",
    "never",
    "no",
    "non",
    "nor",
    "not",
    "omit",
    "omits",
    "omitting",
    "sans",
    "wasnt",
    "without",
    "w/o",
];
const NEGATIONS_OF_TWO: [[&str; 2]; 18] = [
    ["all", "but"],
    ["allergic", "to"],
    ["allergy", "to"],
    ["any", "but"],
    ["anything", "but"],
    ["apart", "from"],
    ["aside", "from"],
    ["but", "not"],
    ["devoid", "of"],
    ["everything", "but"],
    ["free", "from"],
    ["free", "of"],
    ["instead", "of"],
    ["intolerant", "of"],
    ["other", "than"],
    ["rather", "than"],
    ["that", "isnt"],
    ["which", "isnt"],
];
/// Substances that names state only as absent: a name without them says nothing.
const EXCIPIENTS: [&str; 16] = [
    "alcohol",
    "animal",
    "aspartame",
    "colour",
    "dye",
    "gelatin",
    "gelatine",
    "gluten",
    "lactose",
    "latex",
    "nut",
    "peanut",
    "preservative",
    "soya",
    "sugar",
    "sulfite",
];
/// Words between a negation and what it excludes.
const FILLERS: [&str; 16] = [
    "a",
    "an",
    "any",
    "as",
    "combined",
    "contain",
    "containing",
    "contains",
    "for",
    "in",
    "including",
    "of",
    "that",
    "the",
    "use",
    "with",
];

/// What is done with a form.
const DONE: [[&str; 2]; 8] = [
    ["infuse", "infusion"],
    ["infused", "infusion"],
    ["inhale", "inhalation"],
    ["inhaled", "inhalation"],
    ["inject", "injection"],
    ["injected", "injection"],
    ["injecting", "injection"],
    ["nebulised", "nebuliser"],
];

/// Reads the exclusion at the current word, and its number of words.
pub fn exclusion_at(reader: &Reader<'_, '_>) -> Option<(Term, usize)> {
    let first = reader.text_at(0);
    let first = &first.replace(['\'', '’'], "");
    if let Some(rest) = first.strip_prefix("non-") {
        let (choice, used) = attribute_of(&[rest, reader.text_at(1)], true)?;
        return Some((excluding(reader, used, need_of(choice)), used));
    }
    let second = reader.text_at(1).replace(['\'', '’'], "");
    let mut used = match (first.as_str(), second.as_str()) {
        (one, two) if NEGATIONS_OF_TWO.contains(&[one, two]) => 2,
        (one, _) if NEGATIONS.contains(&one) => 1,
        _ => return None,
    };
    if is_in_phrase(reader) {
        return None;
    }
    while FILLERS.contains(&reader.text_at(used)) {
        used += 1;
    }
    excluded(reader, used)
}

/// Reads the exclusion of a route, release or form that follows `used` words.
pub fn given_at(reader: &Reader<'_, '_>, used: usize) -> Option<(Term, usize)> {
    if let Some((need, words)) = phrase_at(reader, used) {
        return Some((excluding(reader, used + words, Some(need)), used + words));
    }
    let word = reader.text_at(used);
    let form = DONE.iter().find(|[done, _]| *done == word).map_or(word, |[_, form]| *form);
    let next = reader.text_at(used + 1);
    for words in [[form, next], [word.trim_end_matches('s'), next]] {
        if let Some((choice, words)) = attribute_of(&words, true) {
            return Some(excluded_attribute(reader, used, choice, words));
        }
    }
    if form == word && !is_form(word) && !meanings(word).into_iter().any(is_form) {
        return None;
    }
    let need = form_need(form)?;
    let term = match need.is_known(reader.index) {
        true => excluding(reader, used + 1, Some(need)),
        false => unreadable(reader, used + 1),
    };
    Some((term, used + 1))
}

/// `not oral solution` excludes solutions for the mouth, not every other form for it.
fn excluded_attribute(reader: &Reader<'_, '_>, used: usize, choice: Choice, words: usize) -> (Term, usize) {
    let next = reader.text_at(used + words);
    let is_route = !is_release(&[reader.text_at(used), reader.text_at(used + 1)]);
    let form = Some(next).filter(|next| is_route && is_form(next)).and_then(form_need);
    let all = used + words + usize::from(form.is_some());
    let need = need_of(choice).map(|need| match form {
        Some(form) => Need::All(vec![need, form]),
        None => need,
    });
    (excluding(reader, all, need), all)
}

/// Reads the condition of a form in its widest meaning: `liquid` is also a solution.
fn form_need(word: &str) -> Option<Need> {
    form_term(word, word).choices.pop().and_then(need_of)
}

/// Reports whether the word before begins a phrase of a box that has the negation: `do not`, `batch no`.
fn is_in_phrase(reader: &Reader<'_, '_>) -> bool {
    let Some(before) = reader.at.checked_sub(1).and_then(|at| reader.words.get(at)) else { return false };
    let mut texts = vec![before.text];
    texts.extend(reader.rest());
    matches!(longest(&texts), Some((_, 2..)))
}

pub fn excluded(reader: &Reader<'_, '_>, used: usize) -> Option<(Term, usize)> {
    let word = reader.text_at(used);
    if word.starts_with(|c: char| c.is_ascii_digit() || c == '.') {
        return excluded_number(reader, used);
    }
    let rest: Vec<&str> = reader.rest().into_iter().skip(used).collect();
    if rest.is_empty() {
        return Some((unreadable(reader, used), used));
    }
    if let Some(found) = given_at(reader, used) {
        return Some(found);
    }
    if rest.get(1) == Some(&"free") {
        let need = Need::Term(format!("{word}free"));
        return Some((
            if reader.index.has_term(&format!("{word}free")) {
                excluding(reader, used + 2, Some(need))
            } else {
                unreadable(reader, used + 2)
            },
            used + 2,
        ));
    }
    let what = word.replace('-', "");
    let what = what.strip_suffix('s').filter(|one| EXCIPIENTS.contains(one)).unwrap_or(&what);
    let key = format!("{what}free");
    if reader.index.has_term(&key) {
        let term = Term::new(reader.written(used + 1), Role::Attribute, vec![Choice::typed(Need::Term(key))]);
        return Some((term, used + 1));
    }
    if EXCIPIENTS.contains(&what) {
        return Some((unreadable(reader, used + 1), used + 1));
    }
    Some(excluded_words(reader, used, &rest))
}

/// `no 5` is a size. `not 5 mg` does not say which strengths remain, so it finds nothing.
fn excluded_number(reader: &Reader<'_, '_>, used: usize) -> Option<(Term, usize)> {
    let lexemes = crate::medicine::lexeme::lexemes(reader.text);
    let start = reader.word_at(used)?.start;
    let at = lexemes.partition_point(|lexeme| lexeme.start < start);
    let (_, next) = crate::medicine::strength::strength_at(&lexemes, at)?;
    let end = lexemes.get(next - 1).map_or(start, |last| last.end());
    let mut words = used;
    while reader.word_at(words).is_some_and(|word| word.start < end) {
        words += 1;
    }
    let mut term = unreadable(reader, words);
    let is_bracketed =
        term.written.contains('(') && reader.text.get(end..).is_some_and(|rest| rest.starts_with(')'));
    term.written.push_str(if is_bracketed { ")" } else { "" });
    Some((term, words))
}

fn excluded_words(reader: &Reader<'_, '_>, used: usize, rest: &[&str]) -> (Term, usize) {
    if let (Some(first), Some(second)) = (rest.first(), rest.get(1)) {
        let both = format!("{first} {second}");
        if !meanings(&both).is_empty() {
            let need = Need::Any(meanings(&both).into_iter().map(words_need).collect());
            return (excluding(reader, used + 2, Some(need)), used + 2);
        }
    }
    let word = rest.first().copied().unwrap_or("");
    if let Some((need, words)) = excluded_substance(reader, rest) {
        return (excluding(reader, used + words, Some(need)), used + words);
    }
    let mut needs: Vec<Need> = meanings(word).into_iter().map(words_need).collect();
    let parts = words_need(word);
    if parts.is_known(reader.index) {
        needs.push(parts);
    } else if word.len() > 3 && reader.index.has_prefix(word) {
        needs.push(Need::Prefix(word.to_owned()));
    }
    needs.extend(combinations_of(word).into_iter().map(words_need));
    let need = Need::Any(needs);
    let term = if need.is_known(reader.index) {
        excluding(reader, used + 1, Some(need))
    } else {
        unreadable(reader, used + 1)
    };
    (term, used + 1)
}

/// Reads the condition of a substance of two or more words, such as `zinc oxide`: names have them next to
/// each other. A number is not part of it: in `without adhesive border 7cm` the size is wanted.
fn excluded_substance(reader: &Reader<'_, '_>, rest: &[&str]) -> Option<(Need, usize)> {
    let is_number = |word: &&str| word.starts_with(|c: char| c.is_ascii_digit() || c == '.');
    let end = rest.iter().position(is_number).unwrap_or(rest.len());
    for count in (2..=end.min(MAX_EXCLUDED_WORDS)).rev() {
        let words = rest.get(..count)?;
        let need = Need::All(words.iter().map(|word| Need::term(word)).collect());
        if is_phrase(reader.index, &need, &words.join(" ")) {
            return Some((need, count));
        }
    }
    None
}

/// The maximum number of words of a substance.
const MAX_EXCLUDED_WORDS: usize = 3;
/// The number of generic names that are read for a phrase.
const READ: usize = 64;

/// Reports whether names have some words next to each other, such as `isopropyl alcohol`.
fn is_phrase(index: &Index<'_>, need: &Need, phrase: &str) -> bool {
    let generics = need.matches(index).generics;
    generics.iter().take(READ).any(|generic| fold(&index.dataset.generic_name(generic.0)).contains(phrase))
}

fn need_of(choice: Choice) -> Option<Need> {
    match choice.wanted {
        Wanted::Names(need) => Some(need),
        _ => None,
    }
}

fn excluding(reader: &Reader<'_, '_>, used: usize, need: Option<Need>) -> Term {
    let first = reader.text_at(0);
    let negation = NEGATIONS.into_iter().find(|negation| *negation == first).unwrap_or("not");
    let choices = need.map(|need| Choice::at(0, Wanted::Without(need, negation))).into_iter().collect();
    Term::new(reader.written(used), Role::Exclusion, choices)
}

pub fn unreadable(reader: &Reader<'_, '_>, used: usize) -> Term {
    Term::new(reader.written(used), Role::Exclusion, Vec::new())
}

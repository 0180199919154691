//! Whether an answer keeps what the search may not ignore: the main rule of docs/search.md.
//!
//! This looks only at the query, the answer and the names of each pack, not at how the packs were found.

use pack_lookup::search::Correction;

use super::Reference;
use super::answer::{
    IGNORED, QueryWord, Remainder, has_digits_only, is_written_as_size, query_words, remainder,
    unfinished_unit, why_not_ignored, without_parts_of_combinations,
};
use super::clauses::{Clause, ClauseKind, Scope, TermQuery, clauses_of};
use super::evaluate::{
    Strictness, generic_has, has_all, has_volume, matches, matches_all, matches_terms, strengths_belong,
};
use super::packs::IndexedPack;
use super::parser::parse;
use super::tables::{PhraseKind, phrase};
use super::text::QueryText;
use super::tokens::{Token, tokenise};

impl Reference {
    /// Returns what is wrong with an answer: a pack that lacks a part of the query, or a part that may not be ignored.
    pub fn violations(&self, text: &str, packs: &[u32], corrections: &[Correction]) -> Vec<String> {
        if packs.is_empty() {
            return Vec::new();
        }
        let normal = QueryText::new(text);
        let Some(mut remainder) = remainder(&normal.text, &as_normal(corrections)) else {
            return vec![format!("a correction is not in the query: {corrections:?}")];
        };
        remainder.sizes.extend(written_sizes(&normal.text));
        let mut violations = Vec::new();
        for position in packs {
            let pack = &self.index.packs[*position as usize];
            if !satisfies(&remainder, pack) {
                violations.push(format!("{:?} lacks a part of {:?}", pack.pack.name, remainder.texts));
            }
        }
        let has_strength = remainder.texts.iter().any(|text| has_strength(text));
        for ignored in &remainder.ignored {
            let is_size = ignored.iter().any(|query_word| is_written_as_size(&normal.text, &query_word.text));
            if let Some(unit) = unfinished_unit(&normal.text, ignored) {
                violations.push(format!("{unit:?} is ignored: it is the unit of a strength"));
            }
            let ignored = without_parts_of_combinations(ignored, &normal.text);
            if let Some(reason) = why_not_ignored(&ignored, &self.index, has_strength || is_size) {
                violations.push(format!("{ignored:?} is ignored: {reason}"));
            }
            violations.extend(self.unneeded(&ignored, packs));
        }
        for correction in corrections {
            violations.extend(self.wrongly_corrected(correction));
        }
        violations
    }

    /// Reports an ignored word that a result has.
    fn unneeded(&self, ignored: &[QueryWord], packs: &[u32]) -> Option<String> {
        let [word] = ignored else { return None };
        let characters: Vec<char> = word.text.chars().collect();
        let clauses = parse(&characters).clauses;
        let is_box_text = phrase(&word.text).is_some() || tokenise(&characters).is_empty();
        if clauses.is_empty() || is_box_text {
            return None;
        }
        for position in packs {
            if matches_all(&clauses, &self.index.packs[*position as usize], Strictness::WholeWords) {
                return Some(format!("{word:?} is ignored, but a result has it"));
            }
        }
        None
    }

    /// Reports a word that some name has and that was read as another one.
    fn wrongly_corrected(&self, correction: &Correction) -> Option<String> {
        let written = &correction.written;
        let is_word = written.chars().all(|one| one.is_ascii_alphabetic()) && !written.is_empty();
        let is_cut = correction.replacements.iter().any(|replacements| replacements.contains(' '));
        if !is_word || is_cut || correction.replacements.is_empty() {
            return None;
        }
        for clause in parse(&written.to_lowercase().chars().collect::<Vec<_>>()).clauses {
            if self.is_known(clause.word().unwrap_or("")) {
                return Some(format!("{correction:?}: some name has the word"));
            }
        }
        None
    }

    /// Returns whether any name has a word.
    fn is_known(&self, word: &str) -> bool {
        for pack in &self.index.packs {
            if pack.title.words.contains(word) || pack.tail.words.contains(word) {
                return true;
            }
        }
        self.index.generic_words.contains(word) || self.index.is_medicine_name(word)
    }
}

/// Writes the words of corrections as the normalised text has them.
fn as_normal(corrections: &[Correction]) -> Vec<Correction> {
    let mut normal = Vec::new();
    for Correction { written, replacements } in corrections {
        let written = QueryText::new(written).text;
        // The normalised text has a quantity already.
        if *replacements != [written.as_str()] {
            normal.push(Correction { written, replacements: replacements.clone() });
        }
    }
    normal
}

fn has_strength(text: &str) -> bool {
    parse(&text.chars().collect::<Vec<_>>()).clauses.iter().any(Clause::is_strength)
}

/// Returns the numbers that are written as sizes.
fn written_sizes(text: &str) -> Vec<String> {
    let mut sizes = Vec::new();
    for QueryWord { text: word, .. } in query_words(text) {
        if has_digits_only(&word) && is_written_as_size(text, &word) {
            sizes.push(word);
        }
    }
    sizes
}

/// Returns whether a pack has every part of a query, as it may have been read, in its own name or in its generic name.
fn satisfies(remainder: &Remainder, pack: &IndexedPack) -> bool {
    for (text, whole) in remainder.texts.iter().zip(&remainder.whole_texts) {
        let (sized, sizes) = without_size_words(text);
        let sizes = [remainder.sizes.as_slice(), &sizes].concat();
        let (whole, _) = without_size_words(whole);
        if satisfies_text(text, &remainder.sizes, &whole, pack)
            || satisfies_text(&sized, &sizes, &whole, pack)
        {
            return true;
        }
    }
    false
}

fn satisfies_text(text: &str, sizes: &[String], whole: &str, pack: &IndexedPack) -> bool {
    let clauses = used_clauses(text);
    (0..clauses.len()).all(|at| has_part(&clauses, at, sizes, pack))
        && (strengths_are_owned(&clauses, sizes, pack)
            || strengths_are_owned(&used_clauses(whole), sizes, pack))
}

fn used_clauses(text: &str) -> Vec<Clause> {
    let mut clauses = parse(&QueryText::new(text).chars()).clauses;
    clauses.retain(|clause| clause.tokens.first().and_then(Token::word) != Some(IGNORED));
    clauses
}

/// Writes sizes as numbers: `x28`, `28s`, `pack of 28` and `100ml bottle` are `28` and `100ml`.
fn without_size_words(text: &str) -> (String, Vec<String>) {
    let mut sizes = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let query_words = query_words(text);
    for (at, query_word) in query_words.iter().enumerate() {
        if let Some(number) = number_of_size(&query_word.text) {
            words.push(number.to_owned());
            sizes.push(number.to_owned());
        } else if is_size_word(&query_words, at) {
            for near in [at.wrapping_sub(1), at + 1, at + 2] {
                sizes.extend(query_words.get(near).map(|query_word| query_word.text.clone()));
            }
        } else {
            words.push(query_word.text.clone());
        }
    }
    (words.join(" "), sizes)
}

/// Returns the number of a size: `x28`, `28s` or `28's`.
fn number_of_size(word: &str) -> Option<&str> {
    let mut number = word.strip_prefix('x');
    for end in ["'s", "’s", "s", "x"] {
        number = number.or_else(|| word.strip_suffix(end));
    }
    number.filter(|number| has_digits_only(number))
}

/// Returns whether a word such as `bottle`, `pack` or `x` is part of a size.
fn is_size_word(query_words: &[QueryWord], at: usize) -> bool {
    let word = query_words[at].text.as_str();
    let is_candidate =
        matches!(phrase(word), Some(PhraseKind::Container | PhraseKind::Size)) || matches!(word, "x" | "of");
    let is_near_number = has_digit_at(query_words, at + 1)
        || (at > 0 && has_digit_at(query_words, at - 1))
        || has_digit_at(query_words, at + 2);
    is_candidate && (is_near_number || word == "of")
}

fn has_digit_at(query_words: &[QueryWord], at: usize) -> bool {
    match query_words.get(at) {
        Some(query_word) => query_word.text.contains(|one: char| one.is_ascii_digit()),
        None => false,
    }
}

fn has_part(clauses: &[Clause], at: usize, sizes: &[String], pack: &IndexedPack) -> bool {
    let clause = &clauses[at];
    match &clause.kind {
        ClauseKind::Exclusion { negation, excluded } => {
            let own = matches(clause, pack, Strictness::Match);
            own && (!generic_has(excluded, pack) || pack.generic.words.contains(*negation))
        }
        ClauseKind::Attribute(attributes) if attributes.contains(&"immediate") => {
            pack.attributes.has("immediate")
        }
        ClauseKind::Number(number) => has_number(clauses, at, number, sizes, pack),
        // In the text of a box, the unit of any quantity may be unfinished.
        ClauseKind::Quantity if clause.tokens.len() == 1 => {
            let unfinished = clauses_of(&[], clause.tokens.clone());
            unfinished.iter().chain([clause]).any(|clause| has_in_either(clause, pack))
        }
        _ => has_in_either(clause, pack),
    }
}

/// Returns whether each term of an alternative is in one of the two names.
fn has_in_either(clause: &Clause, pack: &IndexedPack) -> bool {
    clause.alternatives.iter().any(|terms| terms.iter().all(|term| has_term_in_either(term, pack)))
}

fn has_term_in_either(term: &TermQuery, pack: &IndexedPack) -> bool {
    has_all(std::slice::from_ref(term), pack, Strictness::Match) || matches_terms(term, &pack.generic, false)
}

/// Returns whether a pack has a number, as a strength or as a size.
fn has_number(clauses: &[Clause], at: usize, number: &str, sizes: &[String], pack: &IndexedPack) -> bool {
    let term = TermQuery::Number(number.to_owned(), Scope::Name);
    matches_terms(&term, &pack.title, false)
        || matches_terms(&term, &pack.generic, false)
        || is_size(clauses, at, number, sizes, pack)
}

/// Returns whether a number is the size of a pack. Without another strength, that must be reported or a form must follow.
fn is_size(clauses: &[Clause], at: usize, number: &str, sizes: &[String], pack: &IndexedPack) -> bool {
    let is_next_strength = matches!(clauses.get(at + 1), Some(Clause { kind: ClauseKind::Strength, .. }));
    let is_split = is_next_strength && number.len() <= 3;
    let has_strength = clauses.iter().any(|clause| clause.kind == ClauseKind::Strength) && !is_split;
    let follows_number = clauses[..at].iter().any(Clause::is_strength);
    let next = clauses.get(at + 1).and_then(Clause::typed_word);
    let is_before_form = next.is_some_and(super::exact::is_form);
    let is_reported = sizes.iter().any(|size| size == number);
    let term = TermQuery::Number(number.to_owned(), Scope::Name);
    let may_be_size = has_strength || follows_number || is_before_form || is_reported;
    // The volume of a container is in the title. A number beside a strength may be part of a name, such as `1 in 1,000`.
    let has_size = matches_terms(&term, &pack.tail, false) || has_volume(&pack.title, number);
    (may_be_size && has_size) || (has_strength && matches_terms(&term, &pack.title, false))
}

fn is_in_grams(clause: &Clause) -> bool {
    let [only] = clause.tokens.as_slice() else { return false };
    only.quantity().is_some_and(|quantity| quantity.unit.name == "g")
}

/// Returns whether strengths belong to the components that they follow, in the pack's own name or in the generic name.
fn strengths_are_owned(clauses: &[Clause], sizes: &[String], pack: &IndexedPack) -> bool {
    let mut words = clauses.to_vec();
    // A number may be the size.
    words.retain(|clause| !matches!(clause.kind, ClauseKind::Number(_)));
    let has_own_name = matches_all(&words, pack, Strictness::Match);
    let mut strengths = clauses.to_vec();
    for at in 0..clauses.len() {
        let is_size = match &clauses[at].kind {
            ClauseKind::Number(number) => is_size(clauses, at, number, sizes, pack),
            // Grams after a strength may be the size.
            _ => is_in_grams(&clauses[at]) && clauses[..at].iter().any(Clause::is_strength),
        };
        if is_size {
            strengths[at].kind = ClauseKind::Quantity;
        }
    }
    (has_own_name && strengths_belong(&strengths, &pack.components))
        || strengths_belong(&strengths, &pack.generic_components)
}

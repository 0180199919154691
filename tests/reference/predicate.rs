//! Whether an answer keeps what the search may not ignore: the main rule of docs/search.md.
//!
//! This looks only at the query, the answer and the names of each pack, not at how the packs were found.

use pack_lookup::search::Correction;

use super::Reference;
use super::answer::{
    IGNORED, QueryWord, Remainder, is_written_as_size, query_words, remainder, unfinished_unit,
    why_not_ignored, without_parts_of_combinations,
};
use super::clauses::{Clause, ClauseKind, Scope, TermQuery, clauses_of};
use super::evaluate::{Strictness, generic_has, has_all, matches, matches_terms, strengths_belong};
use super::packs::IndexedPack;
use super::parser::parse;
use super::tables::{PhraseKind, phrase};
use super::text::QueryText;
use super::tokens::tokenise;
use super::units::{Dimension, Quantity};

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
        remainder.sizes.extend(numbers_in_brackets(&normal.text));
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
            let unit = unfinished_unit(&normal.text, ignored);
            violations.extend(unit.map(|unit| format!("{unit:?} is ignored: it is the unit of a strength")));
            let ignored = without_parts_of_combinations(ignored, &normal.text);
            let reason = why_not_ignored(&ignored, &self.index, has_strength || is_size);
            violations.extend(reason.map(|reason| format!("{ignored:?} is ignored: {reason}")));
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
        let clauses = parse(&word.text.chars().collect::<Vec<_>>()).clauses;
        let has =
            |pack: &IndexedPack| clauses.iter().all(|clause| matches(clause, pack, Strictness::WholeWords));
        let is_had = packs.iter().any(|position| has(&self.index.packs[*position as usize]));
        let is_had = is_had && !clauses.is_empty();
        let is_box_text =
            phrase(&word.text).is_some() || tokenise(&word.text.chars().collect::<Vec<_>>()).is_empty();
        (is_had && !is_box_text).then(|| format!("{word:?} is ignored, but a result has it"))
    }

    /// Reports a word that some name has and that was read as another one.
    fn wrongly_corrected(&self, correction: &Correction) -> Option<String> {
        let written = &correction.written;
        let is_word = written.chars().all(|one| one.is_ascii_alphabetic()) && !written.is_empty();
        let is_cut = correction.replacements.iter().any(|replacements| replacements.contains(' '));
        if !is_word || is_cut || correction.replacements.is_empty() {
            return None;
        }
        let clauses = parse(&written.to_lowercase().chars().collect::<Vec<_>>()).clauses;
        let is_known = clauses.iter().any(|clause| {
            let word = clause.word().unwrap_or("");
            let has_word =
                |pack: &IndexedPack| pack.title.words.contains(word) || pack.tail.words.contains(word);
            self.index.packs.iter().any(has_word)
                || self.index.generic_words.contains(word)
                || self.index.is_medicine_name(word)
        });
        is_known.then(|| format!("{correction:?}: some name has the word"))
    }
}

/// Writes the words of corrections as the normalised text has them.
fn as_normal(corrections: &[Correction]) -> Vec<Correction> {
    let is_quantity = |one: &&Correction| {
        one.replacements.len() == 1 && QueryText::new(&one.written).text == one.replacements[0]
    };
    // The normalised text has these already.
    let others = corrections.iter().filter(|one| !is_quantity(one));
    let normal = |one: &Correction| Correction {
        written: QueryText::new(&one.written).text,
        replacements: one.replacements.clone(),
    };
    others.map(normal).collect()
}

fn has_strength(text: &str) -> bool {
    parse(&text.chars().collect::<Vec<_>>()).clauses.iter().any(Clause::is_strength)
}

fn numbers_in_brackets(text: &str) -> Vec<String> {
    let is_number = |text: &&str| !text.is_empty() && text.chars().all(|one| one.is_ascii_digit());
    text.split(['(', ')']).skip(1).filter(is_number).map(str::to_owned).collect()
}

/// Returns whether a pack has every part of a query, as it may have been read, in its own name or in its generic name.
fn satisfies(remainder: &Remainder, pack: &IndexedPack) -> bool {
    remainder.texts.iter().zip(&remainder.whole_texts).any(|(text, whole)| {
        let (sized, sizes) = without_size_words(text);
        let sizes = [remainder.sizes.as_slice(), &sizes].concat();
        [(text.as_str(), remainder.sizes.clone()), (&sized, sizes)].into_iter().any(|(text, sizes)| {
            let clauses = used_clauses(text);
            let has_all = (0..clauses.len()).all(|at| has_part(&clauses, at, &sizes, pack));
            let ordered = [clauses, used_clauses(&without_size_words(whole).0)];
            has_all && ordered.iter().any(|clauses| strengths_are_owned(clauses, &sizes, pack))
        })
    })
}

fn used_clauses(text: &str) -> Vec<Clause> {
    let mut clauses = parse(&QueryText::new(text).chars()).clauses;
    let is_ignored =
        |clause: &Clause| clause.tokens.first().is_some_and(|first| first.word() == Some(IGNORED));
    clauses.retain(|clause| !is_ignored(clause));
    clauses
}

/// Writes sizes as numbers: `x28`, `28s`, `pack of 28` and `100ml bottle` are `28` and `100ml`.
fn without_size_words(text: &str) -> (String, Vec<String>) {
    let mut sizes = Vec::new();
    let mut words: Vec<String> = Vec::new();
    let query_words = query_words(text);
    for (at, query_word) in query_words.iter().enumerate() {
        let is_number = |text: &str| !text.is_empty() && text.chars().all(|one| one.is_ascii_digit());
        let ends = ["'s", "’s", "s", "x"];
        let number = query_word
            .text
            .strip_prefix('x')
            .or_else(|| ends.iter().find_map(|end| query_word.text.strip_suffix(end)));
        let has_digit = |at: usize| {
            query_words.get(at).is_some_and(|one| one.text.contains(|one: char| one.is_ascii_digit()))
        };
        let is_beside_number = has_digit(at + 1) || (at > 0 && has_digit(at - 1));
        let is_size_word = matches!(phrase(&query_word.text), Some(PhraseKind::Container | PhraseKind::Size))
            || matches!(query_word.text.as_str(), "x" | "of");
        match number.filter(|number| is_number(number)) {
            Some(number) => {
                words.push(number.to_owned());
                sizes.push(number.to_owned());
            }
            None if is_size_word && (is_beside_number || query_word.text == "of" || has_digit(at + 2)) => {
                let near = [at.checked_sub(1), Some(at + 1), Some(at + 2)].into_iter().flatten();
                sizes.extend(
                    near.filter_map(|at| query_words.get(at)).map(|query_word| query_word.text.clone()),
                );
            }
            None => words.push(query_word.text.clone()),
        }
    }
    (words.join(" "), sizes)
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
            has_in_either(clause, pack) || unfinished.iter().any(|clause| has_in_either(clause, pack))
        }
        _ => has_in_either(clause, pack),
    }
}

/// Returns whether each term of an alternative is in one of the two names.
fn has_in_either(clause: &Clause, pack: &IndexedPack) -> bool {
    let in_generic = |term: &TermQuery| matches_terms(term, &pack.generic, false);
    clause.alternatives.iter().any(|terms| {
        terms
            .iter()
            .all(|term| has_all(std::slice::from_ref(term), pack, Strictness::Match) || in_generic(term))
    })
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
    let is_next_strength = clauses.get(at + 1).is_some_and(|next| next.kind == ClauseKind::Strength);
    let is_split = is_next_strength && number.len() <= 3;
    let has_strength = clauses.iter().any(|clause| clause.kind == ClauseKind::Strength) && !is_split;
    let follows_number = clauses[..at].iter().any(Clause::is_strength);
    let next = clauses.get(at + 1).and_then(Clause::typed_word);
    let is_before_form = next.is_some_and(super::exact::is_form);
    let is_reported = sizes.iter().any(|size| size == number);
    let has = |terms| matches_terms(&TermQuery::Number(number.to_owned(), Scope::Name), terms, false);
    let may_be_size = has_strength || follows_number || is_before_form || is_reported;
    // The volume of a container is in the title. A number beside a strength may be part of a name, such as `1 in 1,000`.
    let is_volume = |one: &Quantity| one.number == number && one.unit.dimension == Dimension::Volume;
    let has_size = has(&pack.tail) || pack.title.quantities.iter().any(is_volume);
    (may_be_size && has_size) || (has_strength && has(&pack.title))
}

fn is_in_grams(clause: &Clause) -> bool {
    let [only] = clause.tokens.as_slice() else { return false };
    only.quantity().is_some_and(|quantity| quantity.unit.name == "g")
}

/// Returns whether strengths belong to the components that they follow, in the pack's own name or in the generic name.
fn strengths_are_owned(clauses: &[Clause], sizes: &[String], pack: &IndexedPack) -> bool {
    // A number may be the size.
    let is_own = |clause: &Clause| {
        matches!(clause.kind, ClauseKind::Number(_)) || matches(clause, pack, Strictness::Match)
    };
    let has_own_name = clauses.iter().all(is_own);
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

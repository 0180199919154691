//! What an answer reports, applied to its query: which words are left, as what they were read, and which may not be ignored.

use pack_lookup::search::Correction;

use super::clauses::is_roman_numeral;
use super::packs::{Index, IndexedPack};
use super::parser::attribute;
use super::tables::{NEGATIONS, PhraseKind, combinations_of, phrase, synonyms_of};
use super::text::fold_name;
use super::tokens::tokenise;
use super::units::{unit_of, units_with_prefix};

/// The maximum number of combinations of corrections.
const MAX_CHOICES: usize = 64;

/// Replaces an ignored part, so that its neighbours are not parsed together.
pub const IGNORED: &str = "ignoredpart";

/// A word of a query, without the signs around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct QueryWord {
    /// The folded word.
    pub text: String,
    /// Whether a sign other than a space separates it from the previous word.
    pub is_separate: bool,
}

/// Cuts a text at spaces, brackets, commas and other signs. A comma between digits separates nothing.
pub fn query_words(text: &str) -> Vec<QueryWord> {
    let characters: Vec<char> = fold_name(text).chars().collect();
    let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    let mut query_words = Vec::new();
    let (mut word, mut is_separate) = (String::new(), false);
    for at in 0..=characters.len() {
        let character = characters.get(at).copied().unwrap_or(' ');
        let is_in_number = character == ',' && at > 0 && is_digit(at - 1) && is_digit(at + 1);
        let is_sign = !is_in_number && ",;|()[]+:®™".contains(character);
        if !is_sign && character != ' ' && !character.is_whitespace() {
            word.push(character);
            continue;
        }
        let trimmed = word.trim_matches(|one: char| !one.is_alphanumeric() && one != '%' && one != '.');
        let trimmed = trimmed.trim_end_matches('.');
        if !trimmed.is_empty() {
            query_words.push(QueryWord { text: trimmed.to_owned(), is_separate });
            is_separate = false;
        }
        word.clear();
        is_separate |= is_sign;
    }
    query_words
}

/// Returns the positions of words: adjacent ones, or else ones in the same order with others between them.
fn positions(query_words: &[QueryWord], target: &[QueryWord]) -> Option<Vec<usize>> {
    if let Some(start) = find(query_words, target) {
        return Some((start..start + target.len()).collect());
    }
    let mut positions: Vec<usize> = Vec::new();
    for one in target {
        let from = positions.last().map_or(0, |last| last + 1);
        positions.push((from..query_words.len()).find(|at| query_words[*at].text == one.text)?);
    }
    Some(positions).filter(|positions| !positions.is_empty())
}

/// Returns the position of adjacent words.
fn find(query_words: &[QueryWord], target: &[QueryWord]) -> Option<usize> {
    let is_there = |run: &[QueryWord]| run.iter().zip(target).all(|(one, other)| one.text == other.text);
    (0..(query_words.len() + 1).saturating_sub(target.len()))
        .find(|at| !target.is_empty() && is_there(&query_words[*at..at + target.len()]))
}

/// A query without its ignored parts.
#[derive(Clone, Debug, Default)]
pub struct Remainder {
    /// Every text that the query may have been read as, without what was ignored.
    pub texts: Vec<String>,
    /// The same with the ignored parts, because a strength may follow one.
    pub whole_texts: Vec<String>,
    /// The words that were ignored.
    pub ignored: Vec<Vec<QueryWord>>,
    /// The numbers that are pack sizes.
    pub sizes: Vec<String>,
}

/// The state of a word of a query.
#[derive(Clone, Debug)]
struct WordState {
    /// What it may have been read as: itself, if there is one word.
    words: Vec<String>,
    is_separate: bool,
    is_ignored: bool,
}

impl WordState {
    fn as_query_word(&self) -> QueryWord {
        // A word that was ignored or corrected must not match again.
        let is_untouched = self.words.len() == 1 && !self.is_ignored;
        let text = if is_untouched { self.words[0].clone() } else { String::new() };
        QueryWord { text, is_separate: self.is_separate }
    }
}

/// Removes what an answer ignored, and replaces what it read differently. Returns `None` if a correction is not in the query.
pub fn remainder(text: &str, corrections: &[Correction]) -> Option<Remainder> {
    let mut remainder = Remainder::default();
    let state = |query_word: QueryWord| WordState {
        words: vec![query_word.text],
        is_separate: query_word.is_separate,
        is_ignored: false,
    };
    let mut states: Vec<WordState> = query_words(text).into_iter().map(state).collect();
    for correction in corrections {
        apply(correction, &mut states, &mut remainder)?;
    }
    let is_ignored = |text: &str| remainder.ignored.iter().flatten().any(|one| one.text == text);
    for state in &mut states {
        // A word counts once, wherever it is repeated. A number may be another size.
        let is_word = |word: &String| !word.starts_with(|one: char| one.is_ascii_digit());
        state.is_ignored |= state.words.iter().all(|word| is_word(word) && is_ignored(word));
    }
    remainder.texts = texts(&states, IGNORED);
    remainder.whole_texts = texts(&states, "");
    Some(remainder)
}

/// Applies a correction to the words of a query.
fn apply(correction: &Correction, states: &mut Vec<WordState>, remainder: &mut Remainder) -> Option<()> {
    let target = query_words(&correction.written);
    let current: Vec<QueryWord> = states.iter().map(WordState::as_query_word).collect();
    let range = find(&current, &target).map(|at| at..at + target.len());
    match correction.replacements.as_slice() {
        [] => {
            for position in positions(&current, &target)? {
                states[position].is_ignored = true;
            }
            remainder.ignored.push(target);
        }
        [size] if size.starts_with("pack size ") => remainder.sizes.push(correction.written.clone()),
        replacements if range.is_none() => replace_within(states, &correction.written, replacements)?,
        replacements => {
            let range = range?;
            let is_separate = states[range.start].is_separate;
            states
                .splice(range, [WordState { words: replacements.to_vec(), is_separate, is_ignored: false }]);
        }
    }
    Some(())
}

/// Replaces a word that is joined to others: the `codaml` of `co-codaml`.
fn replace_within(states: &mut [WordState], written: &str, replacements: &[String]) -> Option<()> {
    let has_word = |text: &String| text.split(|one: char| !one.is_alphanumeric()).any(|word| word == written);
    let state = states.iter_mut().find(|state| state.words.iter().any(has_word))?;
    let joined = state.words[0].clone();
    state.words = replacements.iter().map(|word| joined.replacen(written, word, 1)).collect();
    Some(())
}

/// Returns every combination of readings as a text. `ignored` replaces ignored words, unless it is empty.
fn texts(states: &[WordState], ignored: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for state in states {
        let mut longer = Vec::new();
        let words = if state.is_ignored && !ignored.is_empty() {
            vec![ignored.to_owned()]
        } else {
            state.words.clone()
        };
        for text in &texts {
            for word in &words {
                let space = if state.is_separate { ", " } else { " " };
                longer.push(if text.is_empty() { word.clone() } else { format!("{text}{space}{word}") });
            }
        }
        longer.truncate(MAX_CHOICES);
        texts = longer;
    }
    texts
}

/// Returns the words that are not part of a combination in the text: boxes of co-codamol list codeine and paracetamol.
pub fn without_parts_of_combinations(ignored: &[QueryWord], text: &str) -> Vec<QueryWord> {
    let all = query_words(text);
    let is_part = |query_word: &&QueryWord| {
        combinations_of(&query_word.text).iter().any(|name| all.iter().any(|other| other.text == *name))
    };
    ignored.iter().filter(|query_word| !is_part(query_word)).cloned().collect()
}

/// Returns an ignored word that is the start of a unit after a number: `500 mic`.
pub fn unfinished_unit<'p>(text: &str, ignored: &'p [QueryWord]) -> Option<&'p str> {
    let first = ignored.first()?.text.as_str();
    let is_number = |text: &str| text.chars().all(|one| one.is_ascii_digit() || one == '.');
    let follows_number =
        query_words(text).windows(2).any(|pair| is_number(&pair[0].text) && pair[1].text == first);
    let is_begun = follows_number && !units_with_prefix(first).is_empty() && phrase(first).is_none();
    is_begun.then_some(first)
}

/// Returns whether a number is written as a size: `(28)`, or before a form.
pub fn is_written_as_size(text: &str, number: &str) -> bool {
    let query_words = query_words(text);
    let is_before_form = |pair: &[QueryWord]| pair[0].text == number && super::exact::is_form(&pair[1].text);
    text.contains(&format!("({number})")) || query_words.windows(2).any(is_before_form)
}

/// Returns why a part of a query may not be ignored.
pub fn why_not_ignored(ignored: &[QueryWord], index: &Index, has_strength: bool) -> Option<&'static str> {
    let mut at = 0;
    while at < ignored.len() {
        let is_substance = |text: &str| text.len() >= 4 && text.chars().all(|one| one.is_ascii_lowercase());
        let is_salt = |at: usize| ignored.get(at).is_some_and(|next| is_substance(&next.text));
        // `amlodipine (as besilate)`.
        let len = if ignored[at].text == "as" && (is_salt(at + 1) || (at > 0 && is_salt(at - 1))) {
            2
        } else {
            phrase_len(&ignored[at..])
        };
        if len < 2
            && let Some(reason) = why_kept(ignored, at, index, has_strength)
        {
            return Some(reason);
        }
        at += len.max(1);
    }
    None
}

/// Returns how many words the longest phrase of a box has here.
fn phrase_len(query_words: &[QueryWord]) -> usize {
    let text = |len: usize| {
        query_words[..len].iter().map(|query_word| query_word.text.as_str()).collect::<Vec<_>>().join(" ")
    };
    // The letter of `vit d` is no word of its own.
    let is_one =
        |len: &usize| phrase(&text(*len)).is_some() || (*len == 2 && !synonyms_of(&text(2)).is_empty());
    (1..=query_words.len()).rev().find(is_one).unwrap_or(0)
}

fn why_kept(ignored: &[QueryWord], at: usize, index: &Index, has_strength: bool) -> Option<&'static str> {
    let word = ignored[at].text.as_str();
    let tokens = tokenise(&word.chars().collect::<Vec<_>>());
    let has_amount =
        tokens.iter().any(|token| token.quantity().is_some_and(|quantity| quantity.unit.is_strength));
    let is_only_number =
        !has_strength && ignored.len() == 1 && tokens.iter().any(|token| token.number().is_some());
    let is_beside_number = |at: usize| {
        ignored
            .get(at)
            .is_some_and(|query_word| query_word.text.starts_with(|one: char| one.is_ascii_digit()))
    };
    let is_times = word == "x" && (is_beside_number(at + 1) || (at > 0 && is_beside_number(at - 1)));
    let is_in_table = phrase(word).is_some();
    if has_amount {
        return Some("it is a strength");
    }
    if is_only_number && word.chars().all(|one| one.is_ascii_digit()) {
        return Some("it is the only number");
    }
    if NEGATIONS.contains(&word) && at + 1 < ignored.len() && !is_beside_number(at + 1) {
        return Some("it excludes something");
    }
    if attribute(word).is_some() && !is_in_table {
        return Some("it is a route or release");
    }
    if phrase(word) == Some(PhraseKind::Doubt) && !is_times {
        return Some("it has several meanings");
    }
    if (is_single_letter(word) || is_roman_numeral(word)) && !is_in_table && !is_times {
        return Some("it is a single letter or a Roman numeral");
    }
    (!is_in_table && is_medicine(word, index)).then_some("it is a medicine")
}

fn is_single_letter(word: &str) -> bool {
    word.chars().count() == 1 && word.starts_with(char::is_alphabetic)
}

/// Returns whether a word surely names a medicine: generic names begin with it, or it is the name of one anywhere.
fn is_medicine(word: &str, index: &Index) -> bool {
    let is_tail_word = |pack: &IndexedPack| pack.tail.words.contains(word);
    let is_supplier = index.packs.iter().any(is_tail_word);
    let begins_generic = word.len() >= 3 && !is_supplier && index.begins_generic_name(word);
    let is_complete = index.only_second_word(word).is_none();
    // Generic names have units, too: `10mg/ml`.
    let is_generic = index.generic_words.contains(word) && unit_of(word).is_none();
    index.is_medicine_name(word) || is_generic || (begins_generic && is_complete)
}

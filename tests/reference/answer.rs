//! What an answer reports, applied to its query: which words are left, as what they were read, and which may not be ignored.

use pack_lookup::search::Correction;

use super::clauses::is_roman_numeral;
use super::packs::Index;
use super::parser::attribute;
use super::tables::{NEGATIONS, PhraseKind, combinations_of, phrase, synonyms_of};
use super::text::fold_name;
use super::tokens::{Token, tokenise};
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
    let mut query_words = Vec::new();
    let (mut word, mut is_separate) = (String::new(), false);
    for at in 0..=characters.len() {
        let character = characters.get(at).copied().unwrap_or(' ');
        let is_sign = ",;|()[]+:®™".contains(character) && !is_thousands_comma(&characters, at);
        if !is_sign && !character.is_whitespace() {
            word.push(character);
            continue;
        }
        let trimmed = without_signs(&word);
        if !trimmed.is_empty() {
            query_words.push(QueryWord { text: trimmed.to_owned(), is_separate });
            is_separate = false;
        }
        word.clear();
        is_separate |= is_sign;
    }
    query_words
}

/// Returns whether a comma is between digits.
fn is_thousands_comma(characters: &[char], at: usize) -> bool {
    characters[at] == ',' && at > 0 && matches!(characters[at - 1..], ['0'..='9', ',', '0'..='9', ..])
}

fn without_signs(word: &str) -> &str {
    word.trim_matches(|one: char| !one.is_alphanumeric() && one != '%' && one != '.').trim_end_matches('.')
}

/// Returns whether all characters are ASCII digits.
pub fn has_digits_only(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns whether the first character is an ASCII digit.
pub fn starts_with_digit(text: &str) -> bool {
    text.starts_with(|one: char| one.is_ascii_digit())
}

/// Returns the positions of words: adjacent ones, or else ones in the same order with others between them.
fn positions(query_words: &[QueryWord], target: &[QueryWord]) -> Option<Vec<usize>> {
    if let Some(start) = find(query_words, target) {
        return Some((start..start + target.len()).collect());
    }
    let (mut positions, mut from) = (Vec::new(), 0);
    for one in target {
        let position = from + query_words[from..].iter().position(|other| other.text == one.text)?;
        positions.push(position);
        from = position + 1;
    }
    if positions.is_empty() { None } else { Some(positions) }
}

/// Returns the position of adjacent words.
fn find(query_words: &[QueryWord], target: &[QueryWord]) -> Option<usize> {
    if target.is_empty() {
        return None;
    }
    query_words.windows(target.len()).position(|run| have_same_texts(run, target))
}

fn have_same_texts(run: &[QueryWord], target: &[QueryWord]) -> bool {
    run.iter().zip(target).all(|(one, other)| one.text == other.text)
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

impl Remainder {
    fn ignores(&self, text: &str) -> bool {
        self.ignored.iter().flatten().any(|query_word| query_word.text == text)
    }
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
    fn new(query_word: QueryWord) -> WordState {
        let QueryWord { text, is_separate } = query_word;
        WordState { words: vec![text], is_separate, is_ignored: false }
    }

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
    let mut states: Vec<WordState> = query_words(text).into_iter().map(WordState::new).collect();
    for correction in corrections {
        apply(correction, &mut states, &mut remainder)?;
    }
    for state in &mut states {
        // A word counts once, wherever it is repeated. A number may be another size, and a negation another exclusion.
        state.is_ignored |= state.words.iter().all(|word| {
            !starts_with_digit(word) && !NEGATIONS.contains(&word.as_str()) && remainder.ignores(word)
        });
    }
    remainder.texts = texts(&states, IGNORED);
    remainder.whole_texts = texts(&states, "");
    Some(remainder)
}

/// Applies a correction to the words of a query.
fn apply(correction: &Correction, states: &mut Vec<WordState>, remainder: &mut Remainder) -> Option<()> {
    let target = query_words(&correction.written);
    let current: Vec<QueryWord> = states.iter().map(WordState::as_query_word).collect();
    match (correction.replacements.as_slice(), find(&current, &target)) {
        ([], _) => {
            for position in positions(&current, &target)? {
                states[position].is_ignored = true;
            }
            remainder.ignored.push(target);
        }
        ([size], _) if size.starts_with("pack size ") => remainder.sizes.push(correction.written.clone()),
        (replacements, None) => replace_within(states, &correction.written, replacements)?,
        (replacements, Some(start)) => {
            let is_separate = states[start].is_separate;
            let replaced = WordState { words: replacements.to_vec(), is_separate, is_ignored: false };
            states.splice(start..start + target.len(), [replaced]);
        }
    }
    Some(())
}

/// Replaces a word that is joined to others: the `codaml` of `co-codaml`.
fn replace_within(states: &mut [WordState], written: &str, replacements: &[String]) -> Option<()> {
    let state = states.iter_mut().find(|state| state.words.iter().any(|text| has_word(text, written)))?;
    let joined = state.words[0].clone();
    state.words = replacements.iter().map(|word| joined.replacen(written, word, 1)).collect();
    Some(())
}

fn has_word(text: &str, word: &str) -> bool {
    text.split(|one: char| !one.is_alphanumeric()).any(|other| other == word)
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
    let mut others = ignored.to_vec();
    others.retain(|query_word| !is_part_of_combination(&query_word.text, &all));
    others
}

fn is_part_of_combination(substance: &str, query_words: &[QueryWord]) -> bool {
    for name in combinations_of(substance) {
        if query_words.iter().any(|query_word| query_word.text == name) {
            return true;
        }
    }
    false
}

/// Returns an ignored word that is the start of a unit after a number: `500 mic`. `per` is a word: `1 per tablet`.
pub fn unfinished_unit<'p>(text: &str, ignored: &'p [QueryWord]) -> Option<&'p str> {
    let first = ignored.first()?.text.as_str();
    if first == "per" || units_with_prefix(first).is_empty() || phrase(first).is_some() {
        return None;
    }
    for pair in query_words(text).windows(2) {
        if is_decimal(&pair[0].text) && pair[1].text == first {
            return Some(first);
        }
    }
    None
}

/// Returns whether all characters are digits or points.
pub fn is_decimal(text: &str) -> bool {
    text.chars().all(|one| one.is_ascii_digit() || one == '.')
}

/// Returns whether a number is written as a size: `(28)`, or before a form.
pub fn is_written_as_size(text: &str, number: &str) -> bool {
    if text.contains(&format!("({number})")) {
        return true;
    }
    for pair in query_words(text).windows(2) {
        if pair[0].text == number && super::exact::is_form(&pair[1].text) {
            return true;
        }
    }
    false
}

/// Returns why a part of a query may not be ignored.
pub fn why_not_ignored(ignored: &[QueryWord], index: &Index, has_strength: bool) -> Option<&'static str> {
    let mut at = 0;
    while at < ignored.len() {
        let len = if is_as_of_salt(ignored, at) { 2 } else { phrase_len(&ignored[at..]) };
        if len < 2
            && let Some(reason) = why_kept(ignored, at, index, has_strength)
        {
            return Some(reason);
        }
        at += len.max(1);
    }
    None
}

/// Returns whether a word is the `as` of `amlodipine (as besilate)`.
fn is_as_of_salt(query_words: &[QueryWord], at: usize) -> bool {
    let is_beside_substance =
        is_substance(query_words.get(at + 1)) || (at > 0 && is_substance(query_words.get(at - 1)));
    query_words[at].text == "as" && is_beside_substance
}

fn is_substance(query_word: Option<&QueryWord>) -> bool {
    let Some(QueryWord { text, .. }) = query_word else { return false };
    text.len() >= 4 && text.bytes().all(|byte| byte.is_ascii_lowercase())
}

/// Returns how many words the longest phrase of a box has here.
fn phrase_len(query_words: &[QueryWord]) -> usize {
    for len in (1..=query_words.len()).rev() {
        let words: Vec<&str> = query_words[..len].iter().map(|query_word| query_word.text.as_str()).collect();
        let text = words.join(" ");
        // The letter of `vit d` is no word of its own.
        if phrase(&text).is_some() || (len == 2 && !synonyms_of(&text).is_empty()) {
            return len;
        }
    }
    0
}

/// Returns whether the word at a position starts with a digit.
fn has_number_at(query_words: &[QueryWord], at: usize) -> bool {
    query_words.get(at).is_some_and(|query_word| starts_with_digit(&query_word.text))
}

/// Returns whether a word has a quantity that may be a strength.
fn has_amount(tokens: &[Token]) -> bool {
    for token in tokens {
        if token.quantity().is_some_and(|quantity| quantity.unit.is_strength) {
            return true;
        }
    }
    false
}

fn why_kept(ignored: &[QueryWord], at: usize, index: &Index, has_strength: bool) -> Option<&'static str> {
    let word = ignored[at].text.as_str();
    let tokens = tokenise(&word.chars().collect::<Vec<_>>());
    let is_times =
        word == "x" && (has_number_at(ignored, at + 1) || (at > 0 && has_number_at(ignored, at - 1)));
    let is_in_table = phrase(word).is_some();
    if has_amount(&tokens) {
        return Some("it is a strength");
    }
    if !has_strength && ignored.len() == 1 && has_digits_only(word) {
        return Some("it is the only number");
    }
    if NEGATIONS.contains(&word) && at + 1 < ignored.len() && !has_number_at(ignored, at + 1) {
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
    if !is_in_table && is_medicine(word, index) { Some("it is a medicine") } else { None }
}

fn is_single_letter(word: &str) -> bool {
    word.chars().count() == 1 && word.starts_with(char::is_alphabetic)
}

/// Returns whether a word surely names a medicine: generic names begin with it, or it is the name of one anywhere.
fn is_medicine(word: &str, index: &Index) -> bool {
    let is_supplier = index.packs.iter().any(|pack| pack.tail.words.contains(word));
    let begins_generic = word.len() >= 3 && !is_supplier && index.begins_generic_name(word);
    let is_complete = index.only_second_word(word).is_none();
    // Generic names have units, too: `10mg/ml`.
    let is_generic = index.generic_words.contains(word) && unit_of(word).is_none();
    index.is_medicine_name(word) || is_generic || (begins_generic && is_complete)
}

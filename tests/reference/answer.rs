//! What an answer reports, applied to its query: which words are left, and as what they were read.

use pack_lookup::search::Correction;

use super::fold::fold_name;

/// So many ways to choose among the words of corrections are tried.
const MAX_CHOICES: usize = 64;

/// Stands for an ignored part in what is left of a query, so that its neighbours are not read together.
pub const IGNORED: &str = "ignoredpart";

/// A word of a query, without the signs around it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Piece {
    /// The folded word.
    pub text: String,
    /// Whether a sign other than a space separates it from the piece before.
    pub is_separate: bool,
}

/// Cuts a text at spaces, brackets, commas and other signs. A comma between digits separates nothing.
pub fn pieces(text: &str) -> Vec<Piece> {
    let characters: Vec<char> = fold_name(text).chars().collect();
    let is_digit = |at: usize| characters.get(at).is_some_and(char::is_ascii_digit);
    let mut pieces = Vec::new();
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
            pieces.push(Piece { text: trimmed.to_owned(), is_separate });
            is_separate = false;
        }
        word.clear();
        is_separate |= is_sign;
    }
    pieces
}

/// Returns the places of some pieces: one after the other, or else in their order with others between them.
fn places(pieces: &[Piece], wanted: &[Piece]) -> Option<Vec<usize>> {
    if let Some(start) = find(pieces, wanted) {
        return Some((start..start + wanted.len()).collect());
    }
    let mut places: Vec<usize> = Vec::new();
    for one in wanted {
        let from = places.last().map_or(0, |last| last + 1);
        places.push((from..pieces.len()).find(|at| pieces[*at].text == one.text)?);
    }
    Some(places).filter(|places| !places.is_empty())
}

/// Returns where some pieces begin, one after the other.
fn find(pieces: &[Piece], wanted: &[Piece]) -> Option<usize> {
    let is_there = |run: &[Piece]| run.iter().zip(wanted).all(|(one, other)| one.text == other.text);
    (0..(pieces.len() + 1).saturating_sub(wanted.len()))
        .find(|at| !wanted.is_empty() && is_there(&pieces[*at..at + wanted.len()]))
}

/// What is left of a query.
#[derive(Clone, Debug, Default)]
pub struct Remainder {
    /// Every text that the query may have been read as, without what was ignored.
    pub texts: Vec<String>,
    /// The same with what was ignored: a strength may follow it.
    pub whole_texts: Vec<String>,
    /// The words that were ignored.
    pub ignored: Vec<Vec<Piece>>,
    /// The numbers that are pack sizes.
    pub sizes: Vec<String>,
}

/// What became of a piece of a query.
#[derive(Clone, Debug)]
struct Fate {
    /// What it may have been read as: itself, if there is one word.
    words: Vec<String>,
    is_separate: bool,
    is_ignored: bool,
}

impl Fate {
    fn as_piece(&self) -> Piece {
        // A piece that was ignored or corrected is found no more.
        let is_untouched = self.words.len() == 1 && !self.is_ignored;
        let text = if is_untouched { self.words[0].clone() } else { String::new() };
        Piece { text, is_separate: self.is_separate }
    }
}

/// Removes what an answer ignored, and replaces what it read differently. Returns `None` if a correction is not in the query.
pub fn remainder(text: &str, corrections: &[Correction]) -> Option<Remainder> {
    let mut remainder = Remainder::default();
    let fate =
        |piece: Piece| Fate { words: vec![piece.text], is_separate: piece.is_separate, is_ignored: false };
    let mut fates: Vec<Fate> = pieces(text).into_iter().map(fate).collect();
    for correction in corrections {
        apply(correction, &mut fates, &mut remainder)?;
    }
    let is_ignored = |text: &str| remainder.ignored.iter().flatten().any(|one| one.text == text);
    for fate in &mut fates {
        // A word counts once, wherever it is repeated. A number may be another size.
        let is_word = |word: &String| !word.starts_with(|one: char| one.is_ascii_digit());
        fate.is_ignored |= fate.words.iter().all(|word| is_word(word) && is_ignored(word));
    }
    remainder.texts = texts(&fates, IGNORED);
    remainder.whole_texts = texts(&fates, "");
    Some(remainder)
}

/// Applies a correction to the pieces of a query.
fn apply(correction: &Correction, fates: &mut Vec<Fate>, remainder: &mut Remainder) -> Option<()> {
    let wanted = pieces(&correction.written);
    let now: Vec<Piece> = fates.iter().map(Fate::as_piece).collect();
    let range = find(&now, &wanted).map(|at| at..at + wanted.len());
    match correction.replacements.as_slice() {
        [] => {
            for place in places(&now, &wanted)? {
                fates[place].is_ignored = true;
            }
            remainder.ignored.push(wanted);
        }
        [size] if size.starts_with("pack size ") => remainder.sizes.push(correction.written.clone()),
        replacements if range.is_none() => replace_within(fates, &correction.written, replacements)?,
        replacements => {
            let range = range?;
            let is_separate = fates[range.start].is_separate;
            fates.splice(range, [Fate { words: replacements.to_vec(), is_separate, is_ignored: false }]);
        }
    }
    Some(())
}

/// Replaces a word that is joined to others: the `codaml` of `co-codaml`.
fn replace_within(fates: &mut [Fate], written: &str, replacements: &[String]) -> Option<()> {
    let has_word = |text: &String| text.split(|one: char| !one.is_alphanumeric()).any(|word| word == written);
    let fate = fates.iter_mut().find(|fate| fate.words.iter().any(has_word))?;
    let joined = fate.words[0].clone();
    fate.words = replacements.iter().map(|word| joined.replacen(written, word, 1)).collect();
    Some(())
}

/// Writes every text that the pieces may be. Something stands in the place of what was ignored, or all of it is kept.
fn texts(fates: &[Fate], ignored: &str) -> Vec<String> {
    let mut texts = vec![String::new()];
    for fate in fates {
        let mut longer = Vec::new();
        let words = if fate.is_ignored && !ignored.is_empty() {
            vec![ignored.to_owned()]
        } else {
            fate.words.clone()
        };
        for text in &texts {
            for word in &words {
                let space = if fate.is_separate { ", " } else { " " };
                longer.push(if text.is_empty() { word.clone() } else { format!("{text}{space}{word}") });
            }
        }
        longer.truncate(MAX_CHOICES);
        texts = longer;
    }
    texts
}

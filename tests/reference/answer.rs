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
    /// Every text that the query may have been read as.
    pub texts: Vec<String>,
    /// The words that were ignored.
    pub ignored: Vec<Vec<Piece>>,
    /// The numbers that are pack sizes.
    pub sizes: Vec<String>,
}

/// Replaces a word that is joined to others: the `codaml` of `co-codaml`.
fn replace_within(left: &mut [(Vec<String>, bool)], written: &str, taken: &[String]) -> Option<()> {
    let has_word = |text: &String| text.split(|one: char| !one.is_alphanumeric()).any(|word| word == written);
    let (words, _) = left.iter_mut().find(|(words, _)| words.iter().any(has_word))?;
    let joined = words[0].clone();
    *words = taken.iter().map(|word| joined.replacen(written, word, 1)).collect();
    Some(())
}

/// Removes what an answer ignored, and replaces what it read differently. Returns `None` if a correction is not in the query.
pub fn remainder(text: &str, corrections: &[Correction]) -> Option<Remainder> {
    let mut remainder = Remainder { texts: vec![String::new()], ..Remainder::default() };
    let mut left: Vec<(Vec<String>, bool)> =
        pieces(text).into_iter().map(|piece| (vec![piece.text], piece.is_separate)).collect();
    for correction in corrections {
        let wanted = pieces(&correction.written);
        let now: Vec<Piece> = left
            .iter()
            .map(|(words, is_separate)| Piece {
                text: if words.len() == 1 { words[0].clone() } else { String::new() },
                is_separate: *is_separate,
            })
            .collect();
        let range = find(&now, &wanted).map(|at| at..at + wanted.len());
        match correction.taken.as_slice() {
            [] => {
                for place in places(&now, &wanted)? {
                    left[place].0 = vec![IGNORED.to_owned()];
                }
                // A word counts once, wherever it is repeated.
                let is_ignored = |words: &[String]| wanted.iter().any(|one| [one.text.clone()] == words);
                left.retain(|(words, _)| !is_ignored(words));
                remainder.ignored.push(wanted);
            }
            [size] if size.starts_with("pack size ") => remainder.sizes.push(correction.written.clone()),
            taken if range.is_none() => replace_within(&mut left, &correction.written, taken)?,
            taken => {
                let is_separate = left[range.clone()?.start].1;
                left.splice(range?, [(taken.to_vec(), is_separate)]);
            }
        }
    }
    for (words, is_separate) in left {
        let mut longer = Vec::new();
        for text in &remainder.texts {
            for word in &words {
                let comma = if is_separate { ", " } else { " " };
                longer.push(if text.is_empty() { word.clone() } else { format!("{text}{comma}{word}") });
            }
        }
        longer.truncate(MAX_CHOICES);
        remainder.texts = longer;
    }
    Some(remainder)
}

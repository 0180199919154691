//! Rewrites: the same query with words joined or split, if no pack matches it as typed.
//!
//! 1. Two neighbouring words are joined, then all words: `aero chamber`, `spx 371 s`.
//! 2. One word is split into two: `freestylelibre`.
//!
//! No word is ignored here. The reader decides what may be ignored, because it knows the medicine.

use crate::search::Correction;

/// The minimum length of each half of a split word.
const MIN_PART_LEN: usize = 4;

/// The maximum number of rewrites per query. People join or split one or two words, and each rewrite costs a
/// search.
const TRIED: usize = 6;
/// The maximum number of words in a query that is rewritten. A product's name has fewer.
const MAX_REWRITTEN_WORDS: usize = 12;

/// A rewritten query: words joined, or a word split. The search tries it if the query as typed finds nothing
/// or ignores a word.
pub struct Rewrite {
    pub text: String,
    /// The words that were changed.
    pub correction: Correction,
}

impl Rewrite {
    /// Creates a rewrite of some words to others.
    fn new(text: String, written: String, replacements: String) -> Rewrite {
        Rewrite { text, correction: Correction { written, replacements: vec![replacements] } }
    }
}

/// Builds the rewrites of a query, the most likely first. Only words that `is_word` accepts are formed.
pub fn rewrites(folded: &str, is_word: impl Fn(&str) -> bool) -> Vec<Rewrite> {
    // A repeated word may belong to an exclusion or a strength, so it is not dropped.
    let words: Vec<&str> = folded.split_whitespace().collect();
    if words.len() > MAX_REWRITTEN_WORDS {
        return Vec::new();
    }
    let mut rewrites = Vec::new();
    for at in 1..words.len() {
        rewrites.extend(joined_at(&words, at, &is_word));
    }
    rewrites.extend(all_joined(&words, &is_word));
    for at in 0..words.len() {
        if rewrites.len() >= TRIED {
            break;
        }
        rewrites.extend(split_at(&words, at, &is_word));
    }
    rewrites.truncate(TRIED);
    rewrites
}

/// Joins more than two words.
fn all_joined(words: &[&str], is_word: &impl Fn(&str) -> bool) -> Option<Rewrite> {
    let all = words.concat();
    if words.len() <= 2 || !is_word(&all) {
        return None;
    }
    Some(Rewrite::new(all.clone(), words.join(" "), all))
}

/// Joins the word at a position and the one before it.
fn joined_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Option<Rewrite> {
    let (before, following) = words.split_at_checked(at)?;
    let both = [*before.last()?, *following.first()?];
    if !is_word(&both.concat()) {
        return None;
    }
    let text = format!("{}{}", before.join(" "), following.join(" "));
    Some(Rewrite::new(text, both.join(" "), both.concat()))
}

/// Splits the word at a position into two.
fn split_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Vec<Rewrite> {
    let Some((word, (before, following))) = words.get(at).zip(words.split_at_checked(at)) else {
        return Vec::new();
    };
    let others = following.get(1..).unwrap_or(&[]);
    let lengths = MIN_PART_LEN..(word.len() + 1).saturating_sub(MIN_PART_LEN);
    let mut rewrites = Vec::new();
    for len in lengths {
        if let Some((first, second)) = word.split_at_checked(len)
            && is_word(first)
            && is_word(second)
        {
            let text = [before, &[first, second], others].concat().join(" ");
            rewrites.push(Rewrite::new(text, (*word).to_owned(), [first, second].join(" ")));
        }
    }
    rewrites
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rewritten_texts(text: &str) -> Vec<String> {
        let known =
            ["aerochamber", "aerochamberplus", "plus", "spx371s", "free", "style", "freestyle", "libre"];
        rewrites(text, |word| known.contains(&word)).into_iter().map(|rewriting| rewriting.text).collect()
    }

    #[test]
    fn joins_neighbours_then_all_words_then_splits_one() {
        for (text, expected) in [
            ("aero chamber", vec!["aerochamber"]),
            ("small aero chamber", vec!["small aerochamber"]),
            ("spx 371 s", vec!["spx371s"]),
            ("aero chamber plus", vec!["aerochamber plus", "aerochamberplus"]),
            ("freestylelibre 2", vec!["freestyle libre 2"]),
            ("aero chamber freestyle", vec!["aerochamber freestyle", "aero chamber free style"]),
            ("unknown words", vec![]),
        ] {
            assert_eq!(rewritten_texts(text), expected, "{text}");
        }
    }

    #[test]
    fn limits_the_number_of_rewrites() {
        let numbers =
            |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(rewritten_texts(&format!("aero chamber {}", numbers(MAX_REWRITTEN_WORDS - 2))).len(), 1);
        assert_eq!(rewritten_texts(&format!("aero chamber {}", numbers(MAX_REWRITTEN_WORDS - 1))).len(), 0);
        let every = rewrites("b c d e f g h i", |_| true);
        assert_eq!(every.len(), TRIED);
    }
}

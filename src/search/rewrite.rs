//! Queries said otherwise: what is tried, in order, when no pack has all words as they were typed.
//!
//! 1. Two neighbours as one word, then all words as one: `aero chamber`, `spx 371 s`.
//! 2. One word as two: `freestylelibre`.
//!
//! Nothing is left out here: what may be is the matter of `relaxed`, which knows the medicine.

use super::clauses::dedup;
use super::correction::Correction;

/// The shortest part of a word that is taken as two.
const SHORTEST_PART: usize = 4;

/// So many ways of saying a query are tried: people run one or two words together, and each way costs a search.
const TRIED: usize = 6;
/// Queries of more words are not said otherwise: a product's name has fewer.
const MOST_WORDS: usize = 12;

/// A query said otherwise.
pub struct Rewrite {
    pub text: String,
    /// What is other in it.
    pub correction: Correction,
}

impl Rewrite {
    /// With some words instead of one, or one instead of some.
    fn new(text: String, written: String, taken: String) -> Rewrite {
        Rewrite { text, correction: Correction { written, taken: vec![taken] } }
    }
}

/// The same query said otherwise, the likeliest first. Only words that `is_word` knows are made.
pub fn rewrites(folded: &str, is_word: impl Fn(&str) -> bool) -> Vec<Rewrite> {
    let words = dedup(folded.split_whitespace());
    if words.len() > MOST_WORDS {
        return Vec::new();
    }
    let joined = (1..words.len()).filter_map(|at| joined_at(&words, at, &is_word));
    let all_joined = Some(words.concat()).filter(|all| words.len() > 2 && is_word(all));
    let all_joined = all_joined.map(|all| Rewrite::new(all.clone(), words.join(" "), all));
    let split = (0..words.len()).flat_map(|at| split_at(&words, at, &is_word));
    joined.chain(all_joined).chain(split).take(TRIED).collect()
}

/// With the word at this place and the one before it as one.
fn joined_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Option<Rewrite> {
    let (before, behind) = words.split_at_checked(at)?;
    let both = [*before.last()?, *behind.first()?];
    let text = || format!("{}{}", before.join(" "), behind.join(" "));
    is_word(&both.concat()).then(|| Rewrite::new(text(), both.join(" "), both.concat()))
}

/// With the word at this place as two.
fn split_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Vec<Rewrite> {
    let Some((word, (before, behind))) = words.get(at).zip(words.split_at_checked(at)) else {
        return Vec::new();
    };
    let others = behind.get(1..).unwrap_or(&[]);
    let lengths = SHORTEST_PART..(word.len() + 1).saturating_sub(SHORTEST_PART);
    let halves = lengths.filter_map(|len| word.split_at_checked(len));
    halves
        .filter(|(first, second)| is_word(first) && is_word(second))
        .map(|(first, second)| {
            let text = [before, &[first, second], others].concat().join(" ");
            Rewrite::new(text, (*word).to_owned(), [first, second].join(" "))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn said_otherwise(text: &str) -> Vec<String> {
        let known =
            ["aerochamber", "aerochamberplus", "plus", "spx371s", "free", "style", "freestyle", "libre"];
        rewrites(text, |word| known.contains(&word)).into_iter().map(|rewriting| rewriting.text).collect()
    }

    #[test]
    fn neighbours_are_joined_then_all_words_then_one_is_cut() {
        for (text, others) in [
            ("aero chamber", vec!["aerochamber"]),
            ("small aero chamber", vec!["small aerochamber"]),
            ("spx 371 s", vec!["spx371s"]),
            ("aero chamber plus", vec!["aerochamber plus", "aerochamberplus"]),
            ("freestylelibre 2", vec!["freestyle libre 2"]),
            ("aero chamber freestyle", vec!["aerochamber freestyle", "aero chamber free style"]),
            ("unknown words", vec![]),
        ] {
            assert_eq!(said_otherwise(text), others, "{text}");
        }
    }

    #[test]
    fn long_queries_are_not_said_otherwise_and_others_in_a_few_ways() {
        let numbers =
            |count: usize| (0..count).map(|number| number.to_string()).collect::<Vec<_>>().join(" ");
        assert_eq!(said_otherwise(&format!("aero chamber {}", numbers(MOST_WORDS - 2))).len(), 1);
        assert_eq!(said_otherwise(&format!("aero chamber {}", numbers(MOST_WORDS - 1))).len(), 0);
        let every = rewrites("b c d e f g h i", |_| true);
        assert_eq!(every.len(), TRIED);
    }
}

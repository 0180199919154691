//! Queries said otherwise: what is tried, in order, when no pack has all words as they were typed.
//!
//! 1. Without the salt that the box says and the name may not: `metformin hydrochloride`.
//! 2. Two neighbours as one word, then all words as one: `aero chamber`, `spx 371 s`.
//! 3. One word as two: `freestylelibre`.

/// Words of salts and hydrates, which names may leave out.
const SALTS: [&str; 24] = [
    "acetate",
    "besilate",
    "besylate",
    "bromide",
    "calcium",
    "citrate",
    "dihydrate",
    "fumarate",
    "hcl",
    "hydrobromide",
    "hydrochloride",
    "hydrogen",
    "maleate",
    "mesilate",
    "monohydrate",
    "nitrate",
    "phosphate",
    "potassium",
    "sodium",
    "succinate",
    "sulfate",
    "sulphate",
    "tartrate",
    "trihydrate",
];
/// The shortest part of a word that is taken as two.
const SHORTEST_PART: usize = 4;

/// The same query said otherwise, the likeliest first. Only words that `is_word` knows are made.
pub fn rewritings(folded: &str, is_word: impl Fn(&str) -> bool) -> Vec<String> {
    let words: Vec<&str> = folded.split_whitespace().collect();
    let joined = (1..words.len()).filter_map(|at| joined_at(&words, at, &is_word));
    let all_joined = Some(words.concat()).filter(|all| words.len() > 2 && is_word(all));
    let split = (0..words.len()).flat_map(|at| split_at(&words, at, &is_word));
    without_salts(&words).into_iter().chain(joined).chain(all_joined).chain(split).collect()
}

fn without_salts(words: &[&str]) -> Option<String> {
    // The first word names the medicine: in `calcium 2mg` it is no salt.
    let is_kept = |(place, word): &(usize, &&str)| *place == 0 || !SALTS.contains(word);
    let others: Vec<&str> = words.iter().enumerate().filter(is_kept).map(|(_, word)| *word).collect();
    (others.len() < words.len()).then(|| others.join(" "))
}

/// With the word at this place and the one before it as one.
fn joined_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Option<String> {
    let (before, behind) = words.split_at_checked(at)?;
    let joined = [*before.last()?, *behind.first()?].concat();
    is_word(&joined).then(|| format!("{}{}", before.join(" "), behind.join(" ")))
}

/// With the word at this place as two.
fn split_at(words: &[&str], at: usize, is_word: &impl Fn(&str) -> bool) -> Vec<String> {
    let Some((word, (before, behind))) = words.get(at).zip(words.split_at_checked(at)) else {
        return Vec::new();
    };
    let others = behind.get(1..).unwrap_or(&[]);
    let lengths = SHORTEST_PART..(word.len() + 1).saturating_sub(SHORTEST_PART);
    let halves = lengths.filter_map(|len| word.split_at_checked(len));
    halves
        .filter(|(first, second)| is_word(first) && is_word(second))
        .map(|(first, second)| [before, &[first, second], others].concat().join(" "))
        .collect()
}

//! Words that are nearly there: what a query asks for when nobody spells it as it was typed.
//!
//! One edit is forgiven in words of 4 to 7 letters, two from 8 on; letters that changed places are
//! one edit, and the first letter may be wrong. Numbers, strengths and codes are never changed.

use super::correction::Change;
use super::synonyms::names;
use super::terms::{Alternative, Atom, Term, meant_by, one_of};
use crate::dataset::{Dataset, Words};

/// Which of the words within reach are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// For words that no pack has, the nearest ones only, so that look-alikes stay apart.
    Nearest,
    /// For all words, whatever is within reach, beside the word itself.
    Widest,
}

/// So many words of a query may be misspelt: whoever spells more of them otherwise means something else, and each takes a
/// walk over the dictionary.
const MOST_WRONG: usize = 5;

/// Whether more words are open to similar ones than are ever corrected.
pub fn are_too_many(is_open: &[bool]) -> bool {
    is_open.iter().filter(|is_open| **is_open).count() > MOST_WRONG
}

/// The terms with similar words for those that are open to it; none when a word that no pack has is like no other.
pub fn correct(dataset: &Dataset<'_>, terms: &[Term], is_open: &[bool], reach: Reach) -> Option<Vec<Term>> {
    let words = |word: &str| similar_words(dataset.words(), word, reach);
    let corrected = |(term, is_open): (&Term, &bool)| match *is_open {
        true => similar(term, reach, words),
        false => Some(term.clone()),
    };
    terms.iter().zip(is_open).map(corrected).collect()
}

/// The words of the dictionary, and what is meant by the former names, that are nearest to a word.
pub fn nearest(words: Words<'_>, word: &str) -> Vec<Alternative> {
    let term = one_of([vec![Atom::Prefix(word.to_owned())]]);
    let similar = similar(&term, Reach::Nearest, |word| similar_words(words, word, Reach::Nearest));
    similar.map(|term| term.alternatives).unwrap_or_default()
}

/// What is similar to a word, and by how many edits the nearest of it differs.
pub struct Similar<T> {
    /// Of no account where nothing was found.
    pub distance: u8,
    /// All of it.
    pub found: Vec<T>,
}

impl<T> Similar<T> {
    const NONE: Similar<T> = Similar { distance: FAR, found: Vec::new() };
}

/// The term with what is similar to its word, and in the widest reach the word itself; none if that is nothing.
///
/// A word of names and a former name for one vie with each other: the nearer is meant.
pub fn similar(term: &Term, reach: Reach, similar_words: impl Fn(&str) -> Similar<String>) -> Option<Term> {
    let word = word_of(term);
    let words = word.map_or(Similar::NONE, similar_words);
    let names = word.map_or(Similar::NONE, similar_names);
    let nearest = words.distance.min(names.distance);
    let is_taken = |distance: u8| reach == Reach::Widest || distance == nearest;
    let words =
        words.found.into_iter().filter(|_| is_taken(words.distance)).map(|word| vec![Atom::Whole(word)]);
    let names = names.found.into_iter().filter(|_| is_taken(names.distance));
    let own = term.alternatives.iter().filter(|_| reach == Reach::Widest).cloned();
    let alternatives: Vec<Alternative> = words.chain(names).chain(own).collect();
    (!alternatives.is_empty()).then_some(Term { alternatives })
}

/// The word that the term is about, as it was typed.
fn word_of(term: &Term) -> Option<&str> {
    term.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
        [Atom::Prefix(word)] => Some(word.as_str()),
        _ => None,
    })
}

/// What the corrected terms have beside those that were typed.
pub fn changes(typed: &[Term], corrected: &[Term]) -> Vec<Change> {
    let change = |(typed, corrected): (&Term, &Term)| {
        let is_new = |alternative: &&Alternative| !typed.alternatives.contains(alternative);
        let similar: Vec<Alternative> = corrected.alternatives.iter().filter(is_new).cloned().collect();
        Some(Change::Similar(word_of(typed)?.to_owned(), similar)).filter(|_| typed != corrected)
    };
    typed.iter().zip(corrected).filter_map(change).collect()
}

/// What is meant by the former and foreign names that are nearest within reach.
fn similar_names(word: &str) -> Similar<Alternative> {
    let forgiven = edits_forgiven(word);
    if forgiven == 0 {
        return Similar::NONE;
    }
    let mut walk = Walk::new(word.as_bytes(), forgiven);
    let distances: Vec<(u8, &str)> =
        names().map(|(written, meant)| (walk.next(written.as_bytes(), 0).0, meant)).collect();
    let nearest = distances.iter().map(|(distance, _)| *distance).min().unwrap_or(FAR);
    let is_near = |distance: u8| distance == nearest && distance <= forgiven;
    let found: Vec<Alternative> =
        distances.into_iter().filter(|(d, _)| is_near(*d)).map(|(_, meant)| meant_by(meant)).collect();
    if found.is_empty() { Similar::NONE } else { Similar { distance: nearest, found } }
}

/// How many edits are forgiven in a word.
pub fn edits_forgiven(word: &str) -> u8 {
    match word.len() {
        _ if !word.bytes().all(|byte| byte.is_ascii_lowercase()) => 0,
        4..=7 => 1,
        8..=LONGEST => 2,
        _ => 0,
    }
}

/// The words of the dictionary within reach; if there is none, those that begin with such a word.
fn similar_words(words: Words<'_>, word: &str, reach: Reach) -> Similar<String> {
    let forgiven = edits_forgiven(word);
    let mut begun = Similar::NONE;
    // Few words are one edit away, and it is quicker to know: two are only looked for where none is.
    for most in (1..=forgiven).filter(|most| reach == Reach::Nearest || *most == forgiven) {
        let [whole, starts] = words_within(words, word, most, reach);
        if !whole.found.is_empty() {
            return whole;
        }
        begun = starts;
    }
    begun
}

/// The words within so many edits, and those that begin with such a word.
fn words_within(words: Words<'_>, word: &str, most: u8, reach: Reach) -> [Similar<String>; 2] {
    let (mut whole, mut begun) = (Nearby::new(most, reach), Nearby::new(most, reach));
    let mut cursor = words.from("a");
    let mut walk = Walk::new(word.as_bytes(), most);
    // While the word's start is too far away and no start within it is near, so are all others
    // that begin with it.
    while cursor.advance_past(walk.hopeless_start()) {
        let (distance, of_start) = walk.next(cursor.text(), cursor.shared());
        whole.add(distance, cursor.text());
        begun.add(of_start, cursor.text());
    }
    [whole.similar(), begun.similar()]
}

/// The words within reach that were met so far.
struct Nearby {
    reach: Reach,
    most: u8,
    found: Vec<String>,
}

impl Nearby {
    fn new(most: u8, reach: Reach) -> Nearby {
        Nearby { reach, most, found: Vec::new() }
    }

    fn similar(self) -> Similar<String> {
        if self.found.is_empty() { Similar::NONE } else { Similar { distance: self.most, found: self.found } }
    }

    fn add(&mut self, distance: u8, word: &[u8]) {
        if distance > self.most {
            return;
        }
        if self.reach == Reach::Nearest && distance < self.most {
            self.most = distance;
            self.found.clear();
        }
        self.found.extend(std::str::from_utf8(word).map(str::to_owned));
    }
}

/// The most edits that are ever forgiven.
const MOST: usize = 2;
/// More than is ever forgiven.
const FAR: u8 = 100;
/// The longest word whose starts have a bit each.
const LONGEST: usize = 60;

/// Which starts of the word a text is within so many edits of: for no edit, one, and two, a bit for each
/// start, the empty one lowest.
type Within = [u64; MOST + 1];

/// What is known of one start of a text.
#[derive(Clone, Copy)]
struct Step {
    within: Within,
    /// Its last letter.
    letter: u8,
    /// The distance of the nearest start within it to the whole word.
    nearest: u8,
}

/// Compares one word with the words of a sorted list, going on where they differ from the one
/// before, and passing over all that begin like one that is too far away already.
///
/// All starts of the word are compared at once, as Wu and Manber's agrep does.
struct Walk {
    len: usize,
    /// For each letter, the starts of the word that end with it.
    ending_with: [u64; 256],
    most: u8,
    /// One for each start of the text, behind one from which nothing follows.
    steps: Vec<Step>,
    /// Whether all texts that begin like this one are too far away.
    is_hopeless: bool,
}

impl Walk {
    /// For a word in which edits are forgiven, which no word longer than [`LONGEST`] is.
    fn new(word: &[u8], most: u8) -> Walk {
        let word = word.get(..LONGEST).unwrap_or(word);
        let mut ending_with = [0; 256];
        for (place, letter) in word.iter().enumerate() {
            ending_with.get_mut(usize::from(*letter)).into_iter().for_each(|starts| *starts |= 2 << place);
        }
        let step = |within| Step { within, letter: u8::MAX, nearest: FAR };
        // Leaving out letters of the word is all that can be done to nothing.
        let steps = vec![step([0; MOST + 1]), step([0b1, 0b11, 0b111])];
        Walk { len: word.len(), ending_with, most, steps, is_hopeless: false }
    }

    /// How many letters were read.
    fn read(&self) -> usize {
        self.steps.len() - 2
    }

    /// The distances of the next text, and of the start of it that is nearest, as far as they are
    /// forgiven. The first `shared` bytes are those of the text before.
    fn next(&mut self, text: &[u8], shared: usize) -> (u8, u8) {
        self.is_hopeless &= shared >= self.read();
        if !self.is_hopeless {
            self.steps.truncate(shared + 2);
        }
        for letter in text.iter().skip(self.read()) {
            if self.is_hopeless {
                break;
            }
            self.push(*letter);
        }
        let Some(step) = self.steps.last() else { return (FAR, FAR) };
        let is_whole = self.read() == text.len();
        (if is_whole { self.to_whole_word(&step.within) } else { FAR }, step.nearest)
    }

    /// How many bytes a text must share with the last one to be as far away.
    fn hopeless_start(&self) -> usize {
        let is_near = self.steps.last().is_some_and(|step| step.nearest <= self.most);
        if self.is_hopeless && !is_near { self.read() } else { usize::MAX }
    }

    /// Adds the step of one more letter.
    fn push(&mut self, letter: u8) {
        let Some([older, old]) = self.steps.last_chunk::<2>() else { return };
        let ending = |letter: u8| self.ending_with.get(usize::from(letter)).copied().unwrap_or(0);
        // A start that ends with both letters in the other order.
        let swapped = ending(old.letter) & (ending(letter) << 1);
        let within = next_within(ending(letter), swapped, &old.within, &older.within);
        let nearest = old.nearest.min(self.to_whole_word(&within));
        // A swap begins one step back, with an edit to spare.
        let goes_on = |step: &Within, edits: usize| step.get(edits).is_some_and(|starts| *starts != 0);
        let most = usize::from(self.most);
        self.is_hopeless = !goes_on(&within, most) && !goes_on(&old.within, most.saturating_sub(1));
        self.steps.push(Step { within, letter, nearest });
    }

    /// The distance to the whole word.
    fn to_whole_word(&self, within: &Within) -> u8 {
        (0..).zip(within).find(|(_, starts)| *starts >> self.len & 1 == 1).map_or(FAR, |(edits, _)| edits)
    }
}

/// The starts within reach after one more letter: `ending` end with it, `swapped` with it and the one
/// before in the other order.
fn next_within(ending: u64, swapped: u64, old: &Within, older: &Within) -> Within {
    let [old0, old1, old2] = old;
    let [older0, older1, _] = older;
    let none = (old0 << 1) & ending;
    // With one edit fewer: the letter is too much, stands for another one, or one behind it is missing.
    let edited = |old: &u64, new: u64| old | (old << 1) | (new << 1);
    let one = ((old1 << 1) & ending) | edited(old0, none) | ((older0 << 2) & swapped);
    let two = ((old2 << 1) & ending) | edited(old1, one) | ((older1 << 2) & swapped);
    [none, one, two]
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distance(a: &str, b: &str) -> u8 {
        let near = Walk::new(a.as_bytes(), MOST as u8).next(b.as_bytes(), 0).0;
        if near > MOST as u8 { FAR } else { near }
    }

    fn naive_distance(a: &[u8], b: &[u8]) -> u8 {
        let distance = crate::search::distance::distance(a, b);
        if distance > MOST { FAR } else { distance as u8 }
    }

    #[test]
    fn of_a_word_and_a_former_name_the_nearer_is_meant() {
        let taken = |typed: &str, word: &str, distance: u8| {
            let term = Term { alternatives: vec![vec![Atom::Prefix(typed.to_owned())]] };
            let words = |_: &str| Similar { distance, found: vec![word.to_owned()] };
            similar(&term, Reach::Nearest, words).map(|term| term.alternatives)
        };
        let word = |word: &str| vec![Atom::Whole(word.to_owned())];
        assert_eq!(taken("frusemidee", "furosemide", 2), Some(vec![meant_by("furosemide")]));
        assert_eq!(taken("acyclovirrr", "another", 1), Some(vec![word("another")]));
        assert_eq!(taken("acyclovirrr", "another", 2), Some(vec![word("another"), meant_by("aciclovir")]));
    }

    #[test]
    fn swaps_count_once() {
        assert_eq!(distance("amlodipine", "amlodipine"), 0);
        assert_eq!(distance("amoldipine", "amlodipine"), 1);
        assert_eq!(distance("mlodipine", "amlodipine"), 1);
        assert_eq!(distance("xmlodapine", "amlodipine"), 2);
        assert_eq!(distance("lorazepam", "lormetazepam"), FAR);
    }

    proptest! {
        #[test]
        fn walks_agree_with_the_whole_table(word in "[a-c]{4,9}", mut texts in proptest::collection::vec("[a-c]{1,11}", 1..40)) {
            texts.sort();
            let mut walk = Walk::new(word.as_bytes(), MOST as u8);
            let mut before = String::new();
            for text in texts {
                let shared = before.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
                let (whole, start) = walk.next(text.as_bytes(), shared);
                let naive = naive_distance(word.as_bytes(), text.as_bytes());
                let naive_start = (0..=text.len()).map(|i| naive_distance(word.as_bytes(), &text.as_bytes()[..i])).min();
                prop_assert_eq!(if whole > MOST as u8 { FAR } else { whole }, naive);
                prop_assert_eq!(if start > MOST as u8 { FAR } else { start }, naive_start.unwrap());
                before = text;
            }
        }
    }
}

//! Words that are nearly there: what a query asks for when nobody spells it as it was typed.
//!
//! One edit is forgiven in words of 4 to 7 letters, two from 8 on; letters that changed places are
//! one edit, and the first letter may be wrong. Numbers, strengths and codes are never changed.

use super::synonyms::names;
use super::terms::{Alternative, Atom, Term, meant_by};
use crate::dataset::{Dataset, Words};

/// Which of the words within reach are taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// For words that no pack has, the nearest ones only, so that look-alikes stay apart.
    Nearest,
    /// For all words, whatever is within reach, beside the word itself.
    Widest,
}

/// The terms with similar words for those that are open to it.
pub fn correct(dataset: &Dataset<'_>, terms: &[Term], is_open: &[bool], reach: Reach) -> Vec<Term> {
    let words = |word: &str| similar_words(dataset.words(), word, reach);
    let corrected =
        |(term, is_open): (&Term, &bool)| if *is_open { similar(term, reach, words) } else { term.clone() };
    terms.iter().zip(is_open).map(corrected).collect()
}

/// The term with what is similar to its word, if anything is.
pub fn similar(term: &Term, reach: Reach, similar_words: impl Fn(&str) -> Vec<String>) -> Term {
    let word = term.alternatives.iter().find_map(|atoms| match atoms.as_slice() {
        [Atom::Prefix(word)] => Some(word),
        _ => None,
    });
    let words =
        word.map_or(Vec::new(), |word| similar_words(word)).into_iter().map(|word| vec![Atom::Whole(word)]);
    let names = word.map_or(Vec::new(), |word| similar_names(word));
    let own = term.alternatives.iter().filter(|_| reach == Reach::Widest).cloned();
    let alternatives: Vec<Alternative> = words.chain(names).chain(own).collect();
    if alternatives.is_empty() { term.clone() } else { Term { alternatives } }
}

/// What is meant by the former and foreign names that are nearest within reach.
fn similar_names(word: &str) -> Vec<Alternative> {
    let is_near =
        |written: &str, most| Walk::new(word.as_bytes(), most).next(written.as_bytes(), 0).0 <= most;
    let within = |most| names().filter(move |(written, _)| is_near(written, most));
    let nearest = (1..=edits_forgiven(word)).find(|most| within(*most).next().is_some());
    nearest.into_iter().flat_map(within).map(|(_, meant)| meant_by(meant)).collect()
}

/// How many edits are forgiven in a word.
pub fn edits_forgiven(word: &str) -> u8 {
    match word.len() {
        _ if !word.bytes().all(|byte| byte.is_ascii_lowercase()) => 0,
        0..=3 => 0,
        4..=7 => 1,
        _ => 2,
    }
}

/// The words of the dictionary within reach; if there is none, those that begin with such a word.
fn similar_words(words: Words<'_>, word: &str, reach: Reach) -> Vec<String> {
    let forgiven = edits_forgiven(word);
    let mut begun = Vec::new();
    // Few words are one edit away, and it is quicker to know: two are only looked for where none is.
    for most in (1..=forgiven).filter(|most| reach == Reach::Nearest || *most == forgiven) {
        let [whole, starts] = words_within(words, word, most, reach);
        if !whole.is_empty() {
            return whole;
        }
        begun = starts;
    }
    begun
}

/// The words within so many edits, and those that begin with such a word.
fn words_within(words: Words<'_>, word: &str, most: u8, reach: Reach) -> [Vec<String>; 2] {
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
    [whole.found, begun.found]
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
/// Distances of one start of a text to the starts of the word that are up to [`MOST`] shorter or
/// longer: all others are further away than what is forgiven. Places in front of the word and
/// behind it have distances too, but none that a place in the word could gain from.
type Row = [u8; 2 * MOST + 1];

/// A row that nothing can gain from.
const NOWHERE: Row = [FAR; 2 * MOST + 1];

/// What is known of one start of a text.
struct Step {
    /// Its row of Damerau and Levenshtein's table.
    row: Row,
    /// Its last letter.
    letter: u8,
    /// The distance of the nearest start within it to the whole word.
    nearest: u8,
}

/// Compares one word with the words of a sorted list, going on where they differ from the one
/// before, and passing over all that begin like one that is too far away already.
struct Walk {
    len: usize,
    /// The word, with room in front and behind that no letter is equal to.
    letters: Vec<u8>,
    most: u8,
    /// One for each start of the text, the empty one first.
    steps: Vec<Step>,
    /// Whether all texts that begin like this one are too far away.
    is_hopeless: bool,
}

impl Walk {
    fn new(word: &[u8], most: u8) -> Walk {
        let letters = [&[0; MOST + 1], word, &[0; 2 * MOST + 2]].concat();
        let of_nothing = std::array::from_fn(|cell| cell.checked_sub(MOST).map_or(FAR, |j| j as u8));
        let step = |row| Step { row, letter: u8::MAX, nearest: FAR };
        Walk {
            len: word.len(),
            letters,
            most,
            steps: vec![step(NOWHERE), step(of_nothing)],
            is_hopeless: false,
        }
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
        (if is_whole { self.to_whole_word(text.len(), &step.row) } else { FAR }, step.nearest)
    }

    /// How many bytes a text must share with the last one to be as far away.
    fn hopeless_start(&self) -> usize {
        let is_near = self.steps.last().is_some_and(|step| step.nearest <= self.most);
        if self.is_hopeless && !is_near { self.read() } else { usize::MAX }
    }

    /// Adds the step of one more letter.
    fn push(&mut self, letter: u8) {
        let read = self.read();
        let window = self.letters.get(read..).and_then(|letters| letters.first_chunk());
        let Some([older, old]) = self.steps.last_chunk() else { return };
        let row = window.map_or(NOWHERE, |window| next_row(window, letter, old, older));
        let nearest = old.nearest.min(self.to_whole_word(read + 1, &row));
        // A swap reaches back two rows.
        let smallest = row.iter().chain(&old.row).min().copied().unwrap_or(FAR);
        self.is_hopeless = smallest > self.most;
        self.steps.push(Step { row, letter, nearest });
    }

    /// From the row of a start with so many letters, the distance to the whole word.
    fn to_whole_word(&self, read: usize, row: &Row) -> u8 {
        let cell = (self.len + MOST).checked_sub(read);
        cell.and_then(|cell| row.get(cell)).copied().unwrap_or(FAR)
    }
}

/// The row of one more letter, by replacement, swap with the letter before, deletion and insertion.
/// `window` holds the letters of the word around that place.
fn next_row(window: &[u8; 2 * MOST + 2], letter: u8, old: &Step, older: &Step) -> Row {
    let above = old.row.iter().skip(1).chain(&[FAR]);
    let pairs = window.iter().zip(window.iter().skip(1));
    let mut row = NOWHERE;
    let mut left = FAR;
    let cells = row.iter_mut().zip(pairs).zip(old.row.iter().zip(above)).zip(&older.row);
    for (((cell, (previous, other)), (diagonal, above)), swap) in cells {
        let replaced = diagonal + u8::from(*other != letter);
        let is_swap = old.letter == *other && *previous == letter;
        let swapped = if is_swap { swap + 1 } else { FAR };
        left = replaced.min(swapped).min(left.min(*above) + 1).min(FAR);
        *cell = left;
    }
    row
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
        let distance = crate::search::naive::distance(a, b);
        if distance > MOST { FAR } else { distance as u8 }
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

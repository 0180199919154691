//! A Levenshtein automaton: the edit distance between one word and each word of a sorted list.

/// The maximum number of edits.
const MOST: usize = 2;
/// A distance beyond the maximum number of edits.
pub const UNREACHABLE: u8 = 100;
/// The maximum length of a word, whose prefixes have one bit each.
pub const LONGEST: usize = 60;

/// The prefixes of the word within 0, 1 and 2 edits of a text. Each prefix is a bit, the empty one lowest.
type Row = [u64; MOST + 1];

/// The state after a prefix of a text.
#[derive(Clone, Copy)]
struct State {
    within: Row,
    /// The last letter of the prefix.
    letter: u8,
    /// The distance between the word and the closest prefix of the text so far.
    nearest: u8,
}

impl State {
    fn initial(within: Row) -> State {
        State { within, letter: u8::MAX, nearest: UNREACHABLE }
    }
}

/// A nondeterministic automaton that compares one word with the words of a sorted list.
///
/// For each word of the list, it continues where that differs from the one before. It skips all words with a
/// prefix that is already too far away.
///
/// All prefixes of the word are compared at once by bit-parallel operations, as in agrep by Wu and Manber.
pub struct LevenshteinNfa {
    len: usize,
    /// For each letter, the prefixes of the word that end with it.
    ending_with: [u64; 256],
    most: u8,
    /// One state for each prefix of the text, after an initial one that leads nowhere.
    steps: Vec<State>,
    /// Whether every text with the prefix read so far is too far away.
    is_hopeless: bool,
}

impl LevenshteinNfa {
    /// Builds the automaton of a word. A word longer than [`LONGEST`] is truncated, but such words are never
    /// corrected.
    pub fn new(word: &[u8], most: u8) -> LevenshteinNfa {
        let word = word.get(..LONGEST).unwrap_or(word);
        let mut ending_with = [0; 256];
        for (place, letter) in word.iter().enumerate() {
            if let Some(starts) = ending_with.get_mut(usize::from(*letter)) {
                *starts |= 2 << place;
            }
        }
        // An empty text is reached only by deleting letters of the word.
        let steps = vec![State::initial([0; MOST + 1]), State::initial([0b1, 0b11, 0b111])];
        LevenshteinNfa { len: word.len(), ending_with, most, steps, is_hopeless: false }
    }

    /// The number of letters read.
    fn read(&self) -> usize {
        self.steps.len() - 2
    }

    /// Computes the distance of the next text, and the distance of its closest prefix, or [`UNREACHABLE`].
    ///
    /// Its first `shared` bytes must equal the bytes of the previous text.
    pub fn next(&mut self, text: &[u8], shared: usize) -> (u8, u8) {
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
        let Some(step) = self.steps.last() else { return (UNREACHABLE, UNREACHABLE) };
        let is_whole = self.read() == text.len();
        (if is_whole { self.to_whole_word(&step.within) } else { UNREACHABLE }, step.nearest)
    }

    /// The length of the prefix that makes any text too far away, or `usize::MAX` without such a prefix.
    pub fn hopeless_start(&self) -> usize {
        match self.steps.last() {
            Some(step) if step.nearest <= self.most => usize::MAX,
            _ if self.is_hopeless => self.read(),
            _ => usize::MAX,
        }
    }

    /// Adds the state after one more letter.
    fn push(&mut self, letter: u8) {
        let Some([older, old]) = self.steps.last_chunk::<2>() else { return };
        let ending = self.ending_with(letter);
        // The prefixes that end with both letters in the other order.
        let swapped = self.ending_with(old.letter) & (ending << 1);
        let within = next_within(ending, swapped, &old.within, &older.within);
        let nearest = old.nearest.min(self.to_whole_word(&within));
        // A transposition starts one step earlier and spends one edit, so it never revives a state that is
        // already dead here.
        self.is_hopeless = within.get(usize::from(self.most)) == Some(&0);
        self.steps.push(State { within, letter, nearest });
    }

    /// Finds the prefixes of the word that end with a letter.
    fn ending_with(&self, letter: u8) -> u64 {
        self.ending_with.get(usize::from(letter)).copied().unwrap_or(0)
    }

    /// Computes the distance of a state to the whole word.
    fn to_whole_word(&self, within: &Row) -> u8 {
        for (edits, starts) in (0..).zip(within) {
            if *starts >> self.len & 1 == 1 {
                return edits;
            }
        }
        UNREACHABLE
    }
}

/// Computes the prefixes within reach after one more letter.
///
/// `ending` are the prefixes that end with the letter. `swapped` are those that end with it and the previous
/// letter in the other order.
fn next_within(ending: u64, swapped: u64, old: &Row, older: &Row) -> Row {
    let [old0, old1, old2] = old;
    let [older0, older1, _] = older;
    let none = (old0 << 1) & ending;
    let one = ((old1 << 1) & ending) | edited(*old0, none) | ((older0 << 2) & swapped);
    let two = ((old2 << 1) & ending) | edited(*old1, one) | ((older1 << 2) & swapped);
    [none, one, two]
}

/// Finds the prefixes within reach with one more edit: the letter is inserted, replaces another one, or a
/// letter after it is missing.
fn edited(old: u64, new: u64) -> u64 {
    old | (old << 1) | (new << 1)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::string_slice, clippy::unwrap_used)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn distance(a: &str, b: &str) -> u8 {
        let near = LevenshteinNfa::new(a.as_bytes(), MOST as u8).next(b.as_bytes(), 0).0;
        if near > MOST as u8 { UNREACHABLE } else { near }
    }

    fn naive_distance(a: &[u8], b: &[u8]) -> u8 {
        let distance = super::super::distance(a, b);
        if distance > MOST { UNREACHABLE } else { distance as u8 }
    }

    #[test]
    fn a_transposition_is_one_edit() {
        assert_eq!(distance("amlodipine", "amlodipine"), 0);
        assert_eq!(distance("amoldipine", "amlodipine"), 1);
        assert_eq!(distance("mlodipine", "amlodipine"), 1);
        assert_eq!(distance("xmlodapine", "amlodipine"), 2);
        assert_eq!(distance("lorazepam", "lormetazepam"), UNREACHABLE);
    }

    proptest! {
        #[test]
        fn distances_match_the_naive_implementation(word in "[a-c]{4,9}", mut texts in proptest::collection::vec("[a-c]{1,11}", 1..40)) {
            texts.sort();
            let mut walk = LevenshteinNfa::new(word.as_bytes(), MOST as u8);
            let mut before = String::new();
            for text in texts {
                let shared = before.bytes().zip(text.bytes()).take_while(|(a, b)| a == b).count();
                let (whole, start) = walk.next(text.as_bytes(), shared);
                let naive = naive_distance(word.as_bytes(), text.as_bytes());
                let naive_start = (0..=text.len()).map(|i| naive_distance(word.as_bytes(), &text.as_bytes()[..i])).min();
                prop_assert_eq!(if whole > MOST as u8 { UNREACHABLE } else { whole }, naive);
                prop_assert_eq!(if start > MOST as u8 { UNREACHABLE } else { start }, naive_start.unwrap());
                before = text;
            }
        }
    }
}

//! Reads one line: the network returns the probability of each character for each column of the line.

use serde::Serialize;

use super::network::{ModelError, Network};
use super::spacing::excess_gaps;
use super::strip::{HEIGHT, MULTIPLE};

/// One character of a reading.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct Character {
    /// The character.
    pub character: char,
    /// How sure the network is, in 0..=1.
    pub confidence: f32,
    /// Where it is in the line, in columns of the network.
    column: f32,
}

/// What a line seems to say. It can be wrong, so it has the confidence of the network, and nothing here
/// interprets it.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Reading {
    /// The text.
    pub text: String,
    /// The lowest confidence of its characters, in 0..=1, or 0 without characters.
    pub lowest: f32,
    /// The mean confidence of its characters, in 0..=1, or 0 without characters.
    pub mean: f32,
}

impl Reading {
    fn of(characters: &[Character], gaps: &[f32]) -> Self {
        let confidences = || characters.iter().map(|character| character.confidence);
        Self {
            text: spaced(characters, gaps),
            lowest: confidences().reduce(f32::min).unwrap_or_default(),
            mean: confidences().sum::<f32>() / characters.len().max(1) as f32,
        }
    }
}

/// The narrowest gap between words: by how much it is wider than usual, in pixels of a line that is 48 pixels
/// high.
const BETWEEN_WORDS: f32 = 5.0;
/// The narrowest gap between numbers, or after a number and before a capital: the gaps around a `1` are wide,
/// too.
const AFTER_NUMBER: f32 = 11.0;

/// Adds a space where a gap is between two characters: the network omits most spaces. A space in a number or
/// a batch could make another one, so it needs a wide gap. `gaps` are those before each character but the
/// first.
fn spaced(characters: &[Character], gaps: &[f32]) -> String {
    let mut text = String::new();
    let before = characters.iter().zip(gaps).map(Some);
    for (character, gap) in characters.iter().zip(std::iter::once(None).chain(before)) {
        if gap.is_some_and(|(left, &gap)| is_apart(left, character, gap)) && !text.ends_with(' ') {
            text.push(' ');
        }
        text.push(character.character);
    }
    text
}

fn is_apart(left: &Character, right: &Character, gap: f32) -> bool {
    let is_code = left.is_of_number() && (right.is_of_number() || right.character.is_ascii_uppercase());
    gap >= if is_code { AFTER_NUMBER } else { BETWEEN_WORDS }
}

impl Character {
    fn is_of_number(&self) -> bool {
        self.character.is_ascii_digit() || matches!(self.character, '.' | ',' | '/')
    }
}

/// The network that reads a line, with the characters that it knows. It reads one strip at a time, which is
/// 48 pixels high.
pub struct LineReader {
    network: Network,
    characters: Vec<char>,
}

impl LineReader {
    /// Loads the network. `characters` are those that it knows, in its order.
    ///
    /// # Errors
    ///
    /// If the model is damaged, or is for another version.
    pub fn load(model: Vec<u8>, characters: &str) -> Result<Self, ModelError> {
        Ok(Self { network: Network::load(model)?, characters: characters.chars().collect() })
    }

    /// Reads the strip of a line, whose characters were widened by `stretch`.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn read(&self, strip: &[f32], stretch: f32) -> Result<Reading, ModelError> {
        let width = strip.len() / HEIGHT;
        let characters = self.decode(&self.network.run(strip, HEIGHT, width)?);
        let centers: Vec<f32> =
            characters.iter().map(|character| character.column * MULTIPLE as f32).collect();
        let gaps: Vec<f32> = excess_gaps(strip, width, &centers).iter().map(|gap| gap / stretch).collect();
        Ok(Reading::of(&characters, &gaps))
    }

    /// Decodes the best class of each column: equal neighbours are one character, and class 0 is none.
    fn decode(&self, probabilities: &[f32]) -> Vec<Character> {
        let mut found: Vec<Character> = Vec::new();
        let mut before = 0;
        let columns = probabilities.chunks_exact(self.characters.len() + 1);
        for (index, column) in columns.enumerate() {
            let (class, confidence) = best(column);
            if class != before {
                found.extend(self.character(class, confidence, index));
            } else if let (true, Some(last)) = (class > 0, found.last_mut()) {
                last.confidence = last.confidence.max(confidence);
                last.column += 0.5;
            }
            before = class;
        }
        found
    }

    fn character(&self, class: usize, confidence: f32, index: usize) -> Option<Character> {
        let character = *self.characters.get(class.checked_sub(1)?)?;
        Some(Character { character, confidence, column: index as f32 + 0.5 })
    }
}

fn best(column: &[f32]) -> (usize, f32) {
    let start = (0, f32::MIN);
    column.iter().copied().enumerate().fold(start, |best, other| if other.1 > best.1 { other } else { best })
}

#[cfg(test)]
mod tests {
    use super::{Character, spaced};

    /// Adds spaces to the text, if the second character from the left is after a gap of `gap`.
    fn text_with_gap(text: &str, gap: f32) -> String {
        let character = |character| Character { character, confidence: 1.0, column: 0.0 };
        let characters: Vec<Character> = text.chars().map(character).collect();
        let gaps: Vec<f32> = (1..characters.len()).map(|index| if index == 1 { gap } else { 0.0 }).collect();
        spaced(&characters, &gaps)
    }

    #[test]
    fn separates_words_at_a_gap() {
        assert_eq!(text_with_gap("5mg", 6.0), "5 mg");
        assert_eq!(text_with_gap("E600", 6.0), "E 600");
        assert_eq!(text_with_gap("ml", 4.0), "ml");
    }

    #[test]
    fn never_splits_a_number_or_a_batch_at_a_narrow_gap() {
        for text in ["10", "1.5", "1/2", "1C"] {
            assert_eq!(text_with_gap(text, 8.0), text);
        }
        assert_eq!(text_with_gap("52027", 12.0), "5 2027");
    }
}

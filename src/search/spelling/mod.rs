//! Spellings: words that are written, printed or heard wrongly.

mod automaton;
mod confusables;
#[cfg(test)]
mod distance;
mod fuzziness;
mod medicine_stems;
mod near;

pub use confusables::{phonetic_variants, quantity, visual_edits, visual_variants};
#[cfg(test)]
pub use distance::distance;
pub use fuzziness::{max_edits, may_be_misspelt, may_be_prefix};
pub use medicine_stems::medicine_stem;
pub use near::{distance_of, near_words};

//! Spellings: words that are written, printed or heard wrongly.

mod automaton;
mod confusables;
mod medicine_stems;
mod near;

pub use confusables::{phonetic_variants, quantity, visual_edits, visual_variants};
pub use medicine_stems::medicine_stem;
#[cfg(test)]
pub use near::distance;
pub use near::{distance_of, max_edits, may_be_misspelt, may_be_prefix, near_words};

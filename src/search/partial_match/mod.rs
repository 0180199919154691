//! Partial match: reads a query as the text of a box, if no pack matches it in full and no correction helps.
//!
//! * `parse` has cut the text into parts.
//! * `roles` decides the function of each part: `known_words` that of words that names have, `unknown_words`
//!   that of others, and `medicines` which words certainly name the medicine.
//! * `plan` decides which parts may be ignored.
//! * `candidates` finds the packs that match some parts.
//! * `best_partial_match` finds the packs that match most parts.
//! * `available` lists what exists instead, because a medicine and its strength are never ignored.

mod available;
mod best_partial_match;
mod candidates;
mod known_words;
mod medicines;
mod name_index;
mod plan;
mod query_part;
mod roles;
mod unknown_words;

pub use super::box_phrases::is_form;
pub use available::Available;
pub use best_partial_match::find;
pub use candidates::{begins_generic, plain_products};

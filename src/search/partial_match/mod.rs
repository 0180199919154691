//! Partial match: reads a query as the text of a box, if no pack matches it in full and no correction helps.
//!
//! * `parser` cuts the text into parts, with the phrases of `box_phrases.tsv`.
//! * `segmentation` separates joined words.
//! * `roles` decides the function of each part, and `plan` which parts may be ignored.
//! * `candidates` finds the packs that match some parts.
//! * `best_partial_match` finds the packs that match most parts.
//! * `available` lists what exists instead, because a medicine and its strength are never ignored.

mod available;
mod best_partial_match;
mod candidates;
mod parser;
mod plan;
mod query_part;
mod roles;
mod segmentation;

pub use super::box_phrases::is_form;
pub use available::Available;
pub use best_partial_match::find;
pub use candidates::{begins_generic, plain_products};

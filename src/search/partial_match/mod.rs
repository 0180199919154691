//! The partial match: reads a query as the text of a box, if no pack matches it in full and no correction helps.
//!
//! `parser` cuts the text into parts, with the phrases of `box_phrases.tsv`, and `segmentation` separates words that were joined. `roles`
//! decides what each part is, and `plan` which parts may be ignored. `candidates` finds the packs that have some parts, and
//! `best_partial_match` those that have the most. A medicine and its strength are never ignored: `available` lists what exists instead.

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

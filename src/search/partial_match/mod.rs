//! What is written on a box, read for what names say of it: tried when no pack has all words of a query, and no spelling of it helps.
//!
//! `reading` cuts the text into parts (`box_phrases.tsv` says what boxes say, `glue` what was run together), `roles` tells what each of them
//! is, `plan` what may be left out, `packs` finds those that have some of it, and `most` those that
//! have the most. A medicine and its strength are never left out: where that strength is not to be had, `strengths` tells which are.

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

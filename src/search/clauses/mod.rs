//! The clauses of a query. A pack must match every clause.

mod clause;
mod meanings;
mod parse;
mod quantities;
mod special;
mod term_query;
mod words;

pub use clause::{Clause, Conjunction, dedup, one_of, text_of};
pub use meanings::expansions_of;
pub use parse::parse_clauses;
pub use special::{attribute_at, exclusion_at, free_at};
pub use term_query::{TermQuery, Within, code_goes_on, is_ratio, is_volume, matches_word, may_be_code};
pub use words::{first_clauses, is_numeral};

//! The clauses of a query. A pack must match every clause.

mod clause;
mod meanings;
mod quantities;
mod term_query;

pub use clause::{Clause, Conjunction, dedup, one_of, term_queries_of, text_of};
pub use meanings::{expansions_of, synonym, term_queries};
pub use quantities::{is_unfinished_unit, number_and_letters, one_in, quantity, ratio};
pub use term_query::{
    FREE, TermQuery, Within, code_goes_on, is_free_of, is_ratio, is_volume, matches_word, may_be_code,
};

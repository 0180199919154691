//! The only analyzer: it folds names and queries, and splits them into tokens.
//!
//! The writer of a dataset and the parser of a query both use this module, so they cannot disagree. It knows
//! nothing about ranking.

mod characters;
mod fold;
mod scanner;
mod tokens;

pub use characters::{has_only_digits, is_digit, is_digit_or_point, is_invisible};
pub(crate) use characters::{is_sign, is_whole_number, prefix_len, unit_len};
pub use fold::{fold, without_accents};
pub use scanner::{Token, one_in_term};
pub use tokens::{asking_tokens, title_terms, tokens, tokens_before_quantity, tokens_with_spans};

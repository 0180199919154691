//! What is written on a box, read for what names say of it: tried when no pack has all words of a query, and no spelling of it helps.
//!
//! `reading` cuts the text into parts (`boxes.tsv` says what boxes say, `glue` what was run together), `roles` tells what each of them
//! is, `plan` what may be left out, `packs` finds those that have some of it, and `most` those that
//! have the most. A medicine and its strength are never left out: where that strength is not to be had, `strengths` tells which are.

mod asked;
pub mod boxes;
mod glue;
mod most;
mod packs;
mod plan;
mod reading;
mod roles;
mod strengths;

#[cfg(any(test, feature = "cli"))]
pub use asked::{Asked, Role};
pub use boxes::is_form;
pub use most::find;
pub use packs::begins_generic;
#[cfg(any(test, feature = "cli"))]
pub use packs::{capital, starts};
#[cfg(any(test, feature = "cli"))]
pub use plan::Plan;
#[cfg(any(test, feature = "cli"))]
pub use roles::{Count, Shelf};
#[cfg(any(test, feature = "cli"))]
pub use strengths::{RAREST, READ, of_names};

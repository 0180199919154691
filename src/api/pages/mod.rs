//! The pages for people, as HTML.

mod changes;
mod drug;
pub(super) mod frame;
pub(super) mod gtin;
mod medicine;
pub(super) mod pack;
mod timeline;
pub(super) mod words;

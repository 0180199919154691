//! Measures how the search finds medicines: `cargo run --release --features import --example medicines --
//! COMMAND DATASET`, where the dataset is a file of `pack-lookup build`.
//!
//! | command | measures |
//! |---|---|
//! | `vmps` | which current packs the name of their generic product finds |
//! | `common` | the places of the presentations that are dispensed most |
//! | `names` | which names of the release do not find their packs |
//! | `kinds` | wrong and missing answers to generated questions, by kind of fault |
//! | `writings` | which ordinary writings of a medicine find nothing, or another medicine first |
//!
//! [`judge`] decides about answers by the names of packs. It shares no code with the search.
#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a measurement that panics has failed: its names come from a release, not from outside"
)]

mod arguments;
mod draw;
mod find;
mod form;
mod judge;
mod kinds;
mod measure;
mod name;
mod names;
mod products;
mod question;
mod random;
mod release;
mod salts;
mod strength;
mod table;
mod tables;
mod words;
mod writings;

use std::error::Error;

use pack_lookup::dataset::verify;

use arguments::{Arguments, USAGE};
use draw::Draw;
use kinds::KINDS;
use measure::{ask_all, draw_questions, report, report_writings};
use release::Release;
use tables::{DIRECTIONS, rows};
use writings::{WRITINGS, make, with_direction};

/// The questions of a kind, and of a writing.
const OF_KIND: usize = 1000;
const OF_WRITING: usize = 100;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read(std::env::args().skip(1))?;
    let bytes = std::fs::read(&arguments.dataset)?;
    let release = Release::read(verify(&bytes)?);
    match arguments.command.as_str() {
        "vmps" => products::vmps(&release, &arguments),
        "common" => products::common(&release, &arguments),
        "names" => names::names(&release, &arguments),
        "kinds" => measure_kinds(&release, &arguments),
        "writings" => measure_writings(&release, &arguments),
        _ => Err(USAGE.into()),
    }
}

fn measure_kinds(release: &Release<'_>, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut draw = Draw::new(release, arguments.seed);
    let count = arguments.sample.unwrap_or(OF_KIND);
    let mut questions = Vec::new();
    for (kind, make) in KINDS.iter().filter(|(kind, _)| kind.starts_with(&arguments.only)) {
        questions.extend(draw_questions(&mut draw, arguments, kind, count, make));
    }
    report(arguments, "kinds.tsv", &ask_all(release, questions, arguments.threads))
}

fn measure_writings(release: &Release<'_>, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut draw = Draw::new(release, arguments.seed);
    let count = arguments.sample.unwrap_or(OF_WRITING);
    let mut questions = Vec::new();
    for (name, writing) in WRITINGS.iter().filter(|(name, _)| name.starts_with(&arguments.only)) {
        questions.extend(draw_questions(&mut draw, arguments, name, count, &|draw| make(draw, writing)));
    }
    for [direction] in rows::<1>(DIRECTIONS).into_iter().filter(|[line]| line.starts_with(&arguments.only)) {
        let make = |draw: &mut Draw<'_>| with_direction(draw, direction);
        questions.extend(draw_questions(&mut draw, arguments, direction, count, &make));
    }
    report_writings(arguments, &ask_all(release, questions, arguments.threads))
}

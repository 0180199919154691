//! Generated questions about the medicines of a release, and a judge of the answers. `main.rs` describes the commands.
#![allow(
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a measurement that panics has failed: its names come from a release, not from outside"
)]

pub mod arguments;
mod draw;
mod form;
pub mod judge;
mod kinds;
pub mod measure;
mod name;
mod names;
mod question;
pub mod release;
mod strength;
mod words;
mod writings;

use std::error::Error;

use pack_lookup::dataset::verify;

use arguments::{Arguments, USAGE};
use draw::{DIRECTIONS, Draw, rows};
use kinds::KINDS;
use measure::{Asked, ask_all, draw_questions, report, report_writings};
use release::Release;
use writings::{WRITINGS, make, with_direction};

/// The questions of a kind, and of a writing.
const OF_KIND: usize = 1000;
const OF_WRITING: usize = 100;

/// Runs a command with its arguments.
pub fn run(arguments: impl Iterator<Item = String>) -> Result<(), Box<dyn Error>> {
    let arguments = Arguments::read(arguments)?;
    let bytes = std::fs::read(&arguments.dataset)?;
    let release = Release::read(verify(&bytes)?);
    match arguments.command.as_str() {
        "vmps" => names::vmps(&release, &arguments),
        "common" => names::common(&release, &arguments),
        "names" => names::names(&release, &arguments),
        "kinds" => report(&arguments, "kinds.tsv", &ask_kinds(&release, &arguments)),
        "writings" => measure_writings(&release, &arguments),
        _ => Err(USAGE.into()),
    }
}

/// Asks questions of each kind.
pub fn ask_kinds(release: &Release<'_>, arguments: &Arguments) -> Vec<Asked> {
    let mut draw = Draw::new(release, arguments.seed);
    let count = arguments.sample.unwrap_or(OF_KIND);
    let mut questions = Vec::new();
    for (kind, make) in KINDS.iter().filter(|(kind, _)| kind.starts_with(&arguments.only)) {
        questions.extend(draw_questions(&mut draw, arguments, kind, count, make));
    }
    ask_all(release, &questions, arguments.threads)
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
    report_writings(arguments, &ask_all(release, &questions, arguments.threads))
}

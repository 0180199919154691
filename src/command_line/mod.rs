//! The command line: makes datasets and demonstration releases, looks up and searches in a terminal.
//!
//! [`run`] is all of it but for the machine, which a [`System`] is: natively `bin/pack-lookup`, in Node
//! `host/terminal.rs`. Both say the same words, write the same bytes and end with the same codes.

mod answer;
mod args;
mod check;
mod csv;
mod dataset;
mod diff;
mod export;
mod make;
mod many;
mod progress;
mod replace;
mod scan;
mod system;
mod table;
mod verify;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};

use clap::Parser;

pub use args::{Fetch, Serve, Task};
pub use system::{NewFile, Stream, System};

use args::{Cli, Command, Here};
use system::Printer;

use crate::import::storage::reason;
use crate::plain::plain;

/// So much is printed in one call of the system.
const BUFFER: usize = 1 << 16;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// It did what it should.
    Done,
    /// What was asked for is not there.
    NotFound,
    /// It could not be carried out. Wrong usage has the same code.
    Failed,
}

impl Exit {
    /// What the process ends with.
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::NotFound => 1,
            Exit::Failed => 2,
        }
    }
}

/// What is left to do for the host.
#[derive(Debug)]
pub enum End {
    /// To end.
    Exit(Exit),
    /// To do what needs a network, which no command here has.
    Left(Task),
}

/// A command's outcome; the sentence says why it failed.
type Outcome = Result<Exit, Box<dyn Error>>;

/// Carries out what the words behind the program's name ask for.
pub fn run(args: impl IntoIterator<Item = OsString>, system: &dyn System) -> End {
    match Cli::try_parse_from(args).map(|cli| cli.command) {
        Ok(Command::Left(task)) => End::Left(task),
        Ok(Command::Here(command)) => End::Exit(carried_out(&command, system)),
        Err(shown) => End::Exit(show(&shown, system)),
    }
}

/// Says in a sentence why a command failed. Nobody can be told that even this failed.
pub fn say(system: &dyn System, problem: impl Display) {
    let sentence = format!("pack-lookup: {}\n", plain(&problem.to_string()));
    let _ = system.print(Stream::Errors, sentence.as_bytes());
}

fn carried_out(command: &Here, system: &dyn System) -> Exit {
    let mut out = BufWriter::with_capacity(BUFFER, Printer(system, Stream::Answers));
    let answered = answer(command, system, &mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    // What could not be printed would only be refused once more.
    let _ = out.into_parts();
    answered.unwrap_or_else(|error| match error.downcast_ref::<io::Error>() {
        Some(error) if is_unwanted(error) => Exit::Done,
        Some(error) => fail(system, reason(error)),
        None => fail(system, error),
    })
}

/// Whoever reads may stop reading, as `head` does. Some shells and programs make their pipes of sockets.
fn is_unwanted(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

fn fail(system: &dyn System, problem: impl Display) -> Exit {
    say(system, problem);
    Exit::Failed
}

fn answer(command: &Here, system: &dyn System, out: &mut dyn Write) -> Outcome {
    match command {
        Here::Build(build) => make::build(build, system, out),
        Here::Demo(demo) => make::demo(demo, system),
        Here::Check(check) => check::check(check, system, out),
        Here::Export(export) => export::export(export, system, out),
        Here::Gtin(gtin) => answer::gtin(gtin, system, out),
        Here::Search(search) => answer::search(search, system, out),
        Here::Scan(scan) => scan::scan(scan, system, out),
        Here::Info(info) => answer::info(info, system, out),
        Here::Verify(verify) => verify::verify(verify, system, out),
        Here::Diff(diff) => diff::diff(diff, system, out),
        Here::Apply(apply) => diff::apply(apply, system, out),
    }
}

/// Help that was asked for is an answer, help for wrong words an error.
fn show(shown: &clap::Error, system: &dyn System) -> Exit {
    let (stream, exit) = match shown.use_stderr() {
        true => (Stream::Errors, Exit::Failed),
        false => (Stream::Answers, Exit::Done),
    };
    // Whoever closed the stream doesn't want it.
    let _ = system.print(stream, shown.render().to_string().as_bytes());
    exit
}

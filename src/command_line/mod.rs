//! The command line: it makes datasets and demonstration releases, and looks up and searches in a terminal.
//!
//! [`run`] is independent of the machine, which is a [`System`]: natively `bin/pack-lookup`, in Node
//! `host/terminal.rs`. Both print the same words, write the same bytes and exit with the same codes.

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

/// The maximum number of bytes of one call of [`System::print`].
const BUFFER: usize = 1 << 16;

/// The result of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exit {
    /// The command succeeded.
    Done,
    /// The requested item does not exist.
    NotFound,
    /// The command failed, or the usage is wrong.
    Failed,
}

impl Exit {
    /// Returns the exit code of the process.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::command_line::Exit;
    ///
    /// assert_eq!(Exit::Done.code(), 0);
    /// assert_eq!(Exit::NotFound.code(), 1);
    /// assert_eq!(Exit::Failed.code(), 2);
    /// ```
    pub fn code(self) -> u8 {
        match self {
            Exit::Done => 0,
            Exit::NotFound => 1,
            Exit::Failed => 2,
        }
    }
}

/// What the host does next.
#[derive(Debug)]
pub enum End {
    /// Exits.
    Exit(Exit),
    /// Runs a task that needs a network, which no command here has.
    Left(Task),
}

/// The result of a command, or the reason for its failure.
type Outcome = Result<Exit, Box<dyn Error>>;

/// Runs the command given by `args`, which do not include the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>, system: &dyn System) -> End {
    match Cli::try_parse_from(args).map(|cli| cli.command) {
        Ok(Command::Left(task)) => End::Left(task),
        Ok(Command::Here(command)) => End::Exit(carried_out(&command, system)),
        Err(shown) => End::Exit(show(&shown, system)),
    }
}

/// Prints on standard error why a command failed. A failure to print is ignored, because it cannot be
/// reported.
pub fn say(system: &dyn System, problem: impl Display) {
    let sentence = format!("pack-lookup: {}\n", plain(&problem.to_string()));
    let _ = system.print(Stream::Errors, sentence.as_bytes());
}

fn carried_out(command: &Here, system: &dyn System) -> Exit {
    let mut out = BufWriter::with_capacity(BUFFER, Printer(system, Stream::Answers));
    let answered = answer(command, system, &mut out).and_then(|exit| Ok(out.flush().map(|()| exit)?));
    // The remaining bytes are dropped: writing them would fail again.
    let _ = out.into_parts();
    answered.unwrap_or_else(|error| match error.downcast_ref::<io::Error>() {
        Some(error) if is_unwanted(error) => Exit::Done,
        Some(error) => fail(system, reason(error)),
        None => fail(system, error),
    })
}

/// Returns whether the reader of the output closed it, as `head` does. Some shells and programs use sockets
/// as pipes.
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

/// Prints help. Requested help is an answer, help after wrong usage is an error.
fn show(shown: &clap::Error, system: &dyn System) -> Exit {
    let (stream, exit) = match shown.use_stderr() {
        true => (Stream::Errors, Exit::Failed),
        false => (Stream::Answers, Exit::Done),
    };
    // If the stream is closed, nobody reads the help.
    let _ = system.print(stream, shown.render().to_string().as_bytes());
    exit
}

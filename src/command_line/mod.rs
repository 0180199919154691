//! The command line: it makes datasets and demonstration releases, and looks up and searches in a terminal.
//!
//! [`run`] is independent of the machine, which is a [`System`]: natively `bin/pack-lookup`, in Node
//! `host/node_cli`. Both print the same words, write the same bytes and exit with the same codes.

mod answer;
mod args;
mod atomic_write;
mod build;
mod bulk;
mod changes;
mod check;
mod code_list;
mod data_warnings;
mod dataset;
mod dataset_args;
mod delegated_args;
mod export;
mod scan;
mod signature;
mod system;
mod table;
mod verify;

use std::error::Error;
use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, ErrorKind, Write};

use clap::Parser;

pub use atomic_write::NOT_A_FILE;
pub use delegated_args::{Delegated, Fetch, Mcp, Serve};
pub use system::{NewFile, Stream, System};

use args::{Cli, Command, Local};
use system::Printer;

use crate::import::storage::reason;
use crate::sanitize::strip_control_chars;

/// The maximum number of bytes of one call of [`System::print`].
const BUFFER: usize = 1 << 16;

/// The result of a command. Scripts see it as the exit code of the process: 0, 1 or 2.
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
    /// The exit code of the process.
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

/// What the host does next. Commands that need a network, or answer until their input ends, are left to
/// JavaScript.
#[derive(Debug)]
pub enum End {
    /// Exits.
    Exit(Exit),
    /// Runs a task that only JavaScript can run.
    Delegated(Delegated),
}

/// The result of a command, or the reason for its failure.
type Outcome = Result<Exit, Box<dyn Error>>;

/// Runs the command given by `args`, which do not include the name of the program.
pub fn run(args: impl IntoIterator<Item = OsString>, system: &dyn System) -> End {
    match Cli::try_parse_from(args).map(|cli| cli.command) {
        Ok(Command::Delegated(command)) => End::Delegated(command),
        Ok(Command::Local(command)) => End::Exit(run_local(&command, system)),
        Err(message) => End::Exit(print_usage(&message, system)),
    }
}

/// Prints an error or a warning on standard error. A failure to print is ignored, because it cannot be
/// reported.
pub fn report(system: &dyn System, message: impl Display) {
    let line = format!("pack-lookup: {}\n", strip_control_chars(&message.to_string()));
    let _ = system.print(Stream::Errors, line.as_bytes());
}

fn run_local(command: &Local, system: &dyn System) -> Exit {
    let mut out = BufWriter::with_capacity(BUFFER, Printer(system, Stream::Answers));
    let outcome = answer_and_flush(command, system, &mut out);
    // The remaining bytes are dropped: writing them would fail again.
    let _ = out.into_parts();
    let error = match outcome {
        Ok(exit) => return exit,
        Err(error) => error,
    };
    match error.downcast_ref::<io::Error>() {
        Some(error) if is_closed_pipe(error) => Exit::Done,
        Some(error) => fail(system, reason(error)),
        None => fail(system, error),
    }
}

fn answer_and_flush(command: &Local, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let exit = answer(command, system, out)?;
    out.flush()?;
    Ok(exit)
}

/// Reports whether the reader of the output closed it, as `head` does. Some shells and programs use sockets
/// as pipes.
fn is_closed_pipe(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::BrokenPipe | ErrorKind::ConnectionReset)
}

fn fail(system: &dyn System, problem: impl Display) -> Exit {
    report(system, problem);
    Exit::Failed
}

fn answer(command: &Local, system: &dyn System, out: &mut dyn Write) -> Outcome {
    match command {
        Local::Build(build) => build::build(build, system, out),
        Local::Demo(demo) => build::demo(demo, system),
        Local::Check(check) => check::check(check, system, out),
        Local::Export(export) => export::export(export, system, out),
        Local::Gtin(gtin) => answer::gtin(gtin, system, out),
        Local::Search(search) => answer::search(search, system, out),
        Local::Filters(filters) => answer::filters(filters, system, out),
        Local::Scan(scan) => scan::scan(scan, system, out),
        Local::Info(info) => answer::info(info, system, out),
        Local::Verify(verify) => verify::verify(verify, system, out),
        Local::Diff(diff) => changes::diff(diff, system, out),
        Local::Changes(asked) => changes::changes(asked, system, out),
        Local::History(asked) => changes::history(asked, system, out),
        Local::CheckList(asked) => code_list::check_list(asked, system, out),
        Local::CodeList(asked) => code_list::code_list(asked, system, out),
        Local::Report(report) => check::data_quality_report(report, system, out),
        Local::Apply(apply) => changes::apply(apply, system, out),
        Local::Completions(completions) => args::print_completions(completions, out),
    }
}

/// Prints help or a usage error. Requested help is an answer.
fn print_usage(message: &clap::Error, system: &dyn System) -> Exit {
    let (stream, exit) = match message.use_stderr() {
        true => (Stream::Errors, Exit::Failed),
        false => (Stream::Answers, Exit::Done),
    };
    // If the stream is closed, nobody reads the help.
    let _ = system.print(stream, message.render().to_string().as_bytes());
    exit
}

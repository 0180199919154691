//! The command line on the local machine: an implementation of [`System`] with std.

mod native;

use std::process::ExitCode;

use native::Native;
use pack_lookup::command_line::{Delegated, End, Exit, System, report, run};

fn main() -> ExitCode {
    let exit = match run(std::env::args_os().skip(1), &Native) {
        End::Exit(exit) => exit,
        End::Delegated(command) => refuse(&command, &Native),
    };
    ExitCode::from(exit.code())
}

/// Refuses a command that is implemented in JavaScript.
fn refuse(command: &Delegated, system: &dyn System) -> Exit {
    let name = command.name();
    report(system, format!("{name} needs Node.js; run `npx pack-lookup {name}` with the same options"));
    Exit::Failed
}

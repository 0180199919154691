//! The command line on the local machine: an implementation of [`System`] with std.

mod bar;
mod native;

use std::process::ExitCode;

use native::Native;
use pack_lookup::command_line::{End, Exit, System, Task, run, say};

fn main() -> ExitCode {
    let exit = match run(std::env::args_os().skip(1), &Native) {
        End::Exit(exit) => exit,
        End::Left(task) => refuse(&task, &Native),
    };
    ExitCode::from(exit.code())
}

/// Refuses a command that needs a network. It is implemented in JavaScript.
fn refuse(task: &Task, system: &dyn System) -> Exit {
    let word = task.word();
    say(system, format!("{word} needs Node.js: npx pack-lookup {word}, with the same options"));
    Exit::Failed
}

//! The command line on this machine: std behind [`System`].

mod bar;
mod native;

use std::process::ExitCode;

use native::Native;
use pack_lookup::command_line::{End, Exit, System, run, say};

fn main() -> ExitCode {
    let exit = match run(std::env::args_os().skip(1), &Native) {
        End::Exit(exit) => exit,
        End::Serve(_) => refuse_to_serve(&Native),
    };
    ExitCode::from(exit.code())
}

/// The server is JavaScript.
fn refuse_to_serve(system: &dyn System) -> Exit {
    say(system, "serve needs Node.js: npx pack-lookup serve, with the same options");
    Exit::Failed
}

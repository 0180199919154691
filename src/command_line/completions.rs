//! The command that prints completion scripts.

use std::io::Write;

use clap::CommandFactory;
use clap_complete::{Generator, generate, shells};

use super::args::{Cli, Completions, Shell};
use super::{Exit, Outcome};

/// Prints the completion script of a shell.
pub fn completions(args: &Completions, out: &mut dyn Write) -> Outcome {
    let script = match args.shell {
        Shell::Bash => script(shells::Bash),
        Shell::Zsh => script(shells::Zsh),
        Shell::Fish => script(shells::Fish),
        Shell::Powershell => script(shells::PowerShell),
    };
    out.write_all(&script)?;
    Ok(Exit::Done)
}

/// Builds a script. The generator panics if it cannot write, so it writes into memory.
fn script(generator: impl Generator) -> Vec<u8> {
    let mut script = Vec::new();
    generate(generator, &mut Cli::command(), "pack-lookup", &mut script);
    script
}

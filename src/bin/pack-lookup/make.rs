//! Commands that make files.

use std::io::{self, Write};
use std::process::ExitCode;

use pack_lookup::dataset::writer;
use pack_lookup::import::{self, output, progress};

use crate::{Build, Demo, Outcome};

/// Makes a dataset from a release.
pub fn build(args: &Build) -> Outcome {
    let progress = progress::on_stderr();
    let import = import::read_release(&args.release, &*progress)?;
    let bytes = writer::write(import.packs, &import.release)?;
    output::replace_file(&args.output, |file| file.write_all(&bytes))?;
    let mut out = io::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&import.report)?)?,
        false => writeln!(out, "{}\n{}: {} bytes", import.report, args.output.display(), bytes.len())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Makes a demonstration release.
pub fn demo(args: &Demo) -> Outcome {
    let progress = progress::on_stderr();
    output::replace_file(&args.output, |file| {
        import::demo::write_release(file, args.packs, args.seed, &*progress)
    })?;
    Ok(ExitCode::SUCCESS)
}

//! Commands that make files.

use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use pack_lookup::dataset::writer;
use pack_lookup::import::{self, Import, Progress, Refusal, disk::Disk};

use crate::{Build, Demo, Outcome, output, progress};

/// Makes a dataset from a release.
pub fn build(args: &Build) -> Outcome {
    let progress = progress::on_stderr();
    let import = read(&args.release, args.partial, &*progress)?;
    let bytes = writer::write(import.packs, &import.release)?;
    output::replace_file(&args.output, |file| file.write_all(&bytes))?;
    let mut out = io::stdout().lock();
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&import.report)?)?,
        false => writeln!(out, "{}\n{}: {} bytes", import.report, args.output.display(), bytes.len())?,
    }
    Ok(ExitCode::SUCCESS)
}

/// Reads a release; one that is not whole only when that was asked for.
pub fn read(release: &Path, is_partial: bool, progress: &dyn Progress) -> Result<Import, String> {
    import::read_from(&Disk, release, is_partial, progress).map_err(|error| match error.refusal() {
        Refusal::Incomplete => format!("{error}; --partial imports it all the same, and says so"),
        _ => error.to_string(),
    })
}

/// Makes a demonstration release.
pub fn demo(args: &Demo) -> Outcome {
    let progress = progress::on_stderr();
    output::replace_file(&args.output, |file| {
        import::demo::write_release(file, args.packs, args.seed, &*progress)
    })?;
    Ok(ExitCode::SUCCESS)
}

//! Commands that make datasets and demonstration releases.

use std::io::Write;
use std::path::Path;

use super::args::{Build, Demo};
use super::atomic_write::write_atomically;
use super::{Exit, Outcome, System, system};
use crate::dataset::writer;
use crate::import::{self, Import, ImportError, ImportReason, Progress, Supplement};
use crate::sanitize::{strip_control_chars, strip_control_chars_per_line};

/// Makes a dataset from a release.
pub fn build(args: &Build, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let progress = system::progress(system);
    let import = read(&args.release, args.partial, system, &*progress)?;
    let import = classified(import, args.supplement.as_deref(), system, &*progress)?;
    let concepts = if args.without_concepts { None } else { import.concepts };
    let bytes = writer::write_with(import.packs, concepts, &import.release)?;
    write_atomically(system, &args.output, |file| file.write_all(&bytes))?;
    match args.json {
        true => writeln!(out, "{}", serde_json::to_string_pretty(&import.report)?)?,
        false => {
            let output = strip_control_chars(&args.output.to_string_lossy());
            writeln!(
                out,
                "{}\n{output}: {} bytes",
                strip_control_chars_per_line(&import.report.to_string()),
                bytes.len()
            )?;
        }
    }
    Ok(Exit::Done)
}

/// Reads a release. An incomplete release is accepted only if `is_partial` is true.
pub fn read(
    release: &Path,
    is_partial: bool,
    system: &dyn System,
    progress: &dyn Progress,
) -> Result<Import, String> {
    import::read_from(system.files(), release, is_partial, progress).map_err(with_remedy)
}

fn with_remedy(error: ImportError) -> String {
    match error.reason() {
        ImportReason::Incomplete => {
            format!("{error}; use --partial to import it anyway, marked as incomplete")
        }
        _ => error.to_string(),
    }
}

/// Adds the codes of a supplement, if there is one.
pub fn classified(
    mut import: Import,
    supplement: Option<&Path>,
    system: &dyn System,
    progress: &dyn Progress,
) -> Result<Import, ImportError> {
    if let Some(path) = supplement {
        import.classify(Supplement::read_from(system.files(), path, progress)?);
    }
    Ok(import)
}

/// Makes a demonstration release.
pub fn demo(args: &Demo, system: &dyn System) -> Outcome {
    let progress = system::progress(system);
    write_atomically(system, &args.output, |file| {
        Ok(import::demo::write_release(file, args.packs, args.seed, &*progress)?)
    })?;
    Ok(Exit::Done)
}

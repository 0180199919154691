//! Records as JSON lines.

use std::io::{self, BufWriter, Write};
use std::process::ExitCode;

use pack_lookup::dataset::PackNumber;

use crate::{Export, Outcome, answer};

/// Prints every record as a line of JSON, in name order.
pub fn export(args: &Export) -> Outcome {
    let bytes = answer::read(&args.dataset.dataset)?;
    let dataset = answer::open(&bytes, &args.dataset.dataset)?;
    let mut out = BufWriter::new(io::stdout().lock());
    for pack in (0..dataset.packs()).filter_map(|number| dataset.pack(PackNumber(number))) {
        serde_json::to_writer(&mut out, &pack)?;
        out.write_all(b"\n")?;
    }
    out.flush()?;
    Ok(ExitCode::SUCCESS)
}

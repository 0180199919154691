//! Records as JSON lines.

use std::io::{self, Write};

use super::args::Export;
use super::dataset::{chosen, open, read};
use super::{Exit, Outcome, System};
use crate::dataset::PackNumber;

/// Prints every record as a line of JSON, in name order.
pub fn export(args: &Export, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = chosen(&args.dataset, system);
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    for pack in (0..dataset.packs()).filter_map(|number| dataset.pack(PackNumber(number))) {
        serde_json::to_writer(&mut *out, &pack).map_err(io::Error::from)?;
        out.write_all(b"\n")?;
    }
    Ok(Exit::Done)
}

//! The arguments of the command.

use std::error::Error;
use std::path::{Path, PathBuf};

use super::draw::Half;

pub const USAGE: &str = "usage: medicines COMMAND DATASET [options]
COMMAND: vmps, common, names, kinds or writings
  --out DIR      writes each failure to DIR
  --sample N     names: every Nth; kinds and writings: N questions of each kind
  --only TEXT    kinds and writings whose name begins so
  --seed N       the seed of the questions
  --half HALF    tune, report or both
  --threads N    the number of threads
  --all          also writes right answers";

pub struct Arguments {
    pub command: String,
    pub dataset: PathBuf,
    out: Option<PathBuf>,
    pub sample: Option<usize>,
    pub only: String,
    pub seed: u64,
    half: Option<Half>,
    pub threads: usize,
    pub writes_all: bool,
}

impl Arguments {
    pub fn read(mut texts: impl Iterator<Item = String>) -> Result<Arguments, Box<dyn Error>> {
        let mut next = || texts.next().ok_or(USAGE);
        let (command, dataset) = (next()?, PathBuf::from(next()?));
        let mut read = Arguments {
            command,
            dataset,
            out: None,
            sample: None,
            only: String::new(),
            seed: 1,
            half: Some(Half::Tune),
            threads: 2,
            writes_all: false,
        };
        while let Ok(option) = next() {
            match option.as_str() {
                "--out" => read.out = Some(PathBuf::from(next()?)),
                "--sample" => read.sample = Some(next()?.parse()?),
                "--only" => read.only = next()?,
                "--seed" => read.seed = next()?.parse()?,
                "--half" => read.half = half(&next()?)?,
                "--threads" => read.threads = next()?.parse()?,
                "--all" => read.writes_all = true,
                _ => return Err(USAGE.into()),
            }
        }
        Ok(read)
    }

    pub fn out(&self) -> Option<&Path> {
        self.out.as_deref()
    }

    /// Whether questions about a generic product are asked.
    pub fn includes(&self, generic: &str) -> bool {
        self.half.is_none_or(|half| Half::of(generic) == half)
    }
}

fn half(text: &str) -> Result<Option<Half>, &'static str> {
    match text {
        "tune" => Ok(Some(Half::Tune)),
        "report" => Ok(Some(Half::Report)),
        "both" => Ok(None),
        _ => Err(USAGE),
    }
}

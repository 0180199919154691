//! The command line: makes datasets and demonstration releases, looks up and searches in a terminal.

mod answer;
mod make;

use std::path::PathBuf;
use std::process::ExitCode;

use clap::{Args, Parser, Subcommand, value_parser};
use pack_lookup::import::demo::{DEFAULT_PACKS, DEFAULT_SEED, MAX_PACKS};

/// Which UK medicine pack does this barcode belong to?
#[derive(Parser)]
#[command(version, about, max_term_width = 100)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Make a dataset from a dm+d release
    Build(Build),
    /// Make a demonstration release, in the layout in which dm+d is published
    Demo(Demo),
    /// Look up the pack that a GTIN belongs to
    Gtin(Gtin),
    /// Describe a dataset
    Info(Info),
}

#[derive(Args)]
struct Build {
    /// The release: the zip as it is published, or a folder that it was unpacked into
    release: PathBuf,
    /// Where the dataset goes
    #[arg(short, long, value_name = "FILE", default_value = "packs.bin")]
    output: PathBuf,
    /// Print the report of the import as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Demo {
    /// How many packs it has
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PACKS, value_parser = value_parser!(u32).range(1..=i64::from(MAX_PACKS)))]
    packs: u32,
    /// Another seed gives other packs
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED)]
    seed: u64,
    /// Where the release goes
    #[arg(short, long, value_name = "FILE", default_value = "demo.zip")]
    output: PathBuf,
}

#[derive(Args)]
struct Gtin {
    /// 13 or 14 digits
    code: String,
    #[command(flatten)]
    dataset: DatasetFile,
    /// Print what the HTTP API answers
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct Info {
    /// The dataset
    file: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
struct DatasetFile {
    /// The dataset to ask
    #[arg(long, value_name = "FILE", env = "PACK_LOOKUP_DATASET", default_value = "build/packs.bin")]
    dataset: PathBuf,
}

/// What was asked for is not there.
const NOT_FOUND: u8 = 1;
/// The command could not be carried out. Wrong usage has the same code.
const FAILED: u8 = 2;

/// A command's outcome; the sentence says why it failed.
type Outcome = Result<ExitCode, Box<dyn std::error::Error>>;

fn main() -> ExitCode {
    run(Cli::parse().command).unwrap_or_else(|error| {
        eprintln!("pack-lookup: {error}");
        ExitCode::from(FAILED)
    })
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Build(build) => make::build(&build),
        Command::Demo(demo) => make::demo(&demo),
        Command::Gtin(gtin) => answer::gtin(&gtin),
        Command::Info(info) => answer::info(&info),
    }
}

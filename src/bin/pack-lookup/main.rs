//! The command line: makes datasets and demonstration releases, looks up and searches in a terminal.

mod answer;
mod check;
mod export;
mod make;
mod output;
mod progress;
mod table;

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
    /// Compare a release with the dataset made of it: every pack, every GTIN, and searches
    Check(Check),
    /// Print every record as a line of JSON
    Export(Export),
    /// Look up the pack that a GTIN belongs to
    Gtin(Gtin),
    /// Search packs by name, GTIN or AMPP code
    Search(Search),
    /// Describe a dataset, and check that it is whole
    Info(Info),
}

#[derive(Args)]
struct Build {
    /// The release: the zip as it is published, or a folder that it was unpacked into
    release: PathBuf,
    /// Import a release that lacks files, or has some of other weeks, all the same: the dataset says so
    #[arg(long)]
    partial: bool,
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
struct Check {
    /// The release: the zip as it is published, or a folder that it was unpacked into
    release: PathBuf,
    /// Check a release that lacks files, or has some of other weeks, all the same
    #[arg(long)]
    partial: bool,
    /// How many searches are compared
    #[arg(long, value_name = "N", default_value_t = 1000)]
    searches: usize,
}

#[derive(Args)]
struct Export {
    #[command(flatten)]
    dataset: DatasetFile,
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
struct Search {
    /// Words of a name, a GTIN, an AMPP code, or what a scanner read
    query: String,
    /// How many packs to show at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u8).range(1..=100))]
    limit: u8,
    /// How many packs to leave out at the start
    #[arg(long, value_name = "N", default_value_t = 0)]
    offset: u32,
    /// Of a name, leave out packs that are discontinued or invalid; of a code all are shown
    #[arg(long)]
    current: bool,
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
        if is_closed_pipe(&*error) {
            return ExitCode::SUCCESS;
        }
        eprintln!("pack-lookup: {error}");
        ExitCode::from(FAILED)
    })
}

/// Whoever reads may stop reading, as `head` does.
fn is_closed_pipe(error: &(dyn std::error::Error + 'static)) -> bool {
    let error = error.downcast_ref::<std::io::Error>();
    error.is_some_and(|error| error.kind() == std::io::ErrorKind::BrokenPipe)
}

fn run(command: Command) -> Outcome {
    match command {
        Command::Build(build) => make::build(&build),
        Command::Demo(demo) => make::demo(&demo),
        Command::Check(check) => check::check(&check),
        Command::Export(export) => export::export(&export),
        Command::Gtin(gtin) => answer::gtin(&gtin),
        Command::Search(search) => answer::search(&search),
        Command::Info(info) => answer::info(&info),
    }
}

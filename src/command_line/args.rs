//! The arguments of the command line. The doc comments of commands and options are their help texts.

use std::path::PathBuf;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum, value_parser};
use serde::Serialize;

use crate::date::Date;
use crate::import::demo::{DEFAULT_PACKS, DEFAULT_SEED, MAX_PACKS};

/// Which UK medicine pack does this barcode belong to?
#[derive(Parser)]
#[command(
    name = "pack-lookup",
    bin_name = "pack-lookup",
    no_binary_name = true,
    version,
    about,
    max_term_width = 100
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Here(Here),
    #[command(flatten)]
    Left(Task),
}

/// The commands that this program runs itself.
#[derive(Subcommand)]
pub enum Here {
    /// Make a dataset from a dm+d release
    Build(Build),
    /// Make a demonstration release, in the layout in which dm+d is published
    Demo(Demo),
    /// Compare a release with the dataset made of it: every pack, GTIN and concept
    Check(Check),
    /// Print every record, or a table of all packs
    Export(Export),
    /// Look up the pack that a GTIN belongs to
    Gtin(Gtin),
    /// Search packs by name, GTIN or AMPP code
    Search(Search),
    /// Read what a barcode holds, and look up the pack that carries it
    Scan(Scan),
    /// Describe a dataset, and check that it is whole
    Info(Info),
    /// Read a dataset to its end, every record and every GTIN: is it whole, and as it was written?
    Verify(Verify),
    /// Tell what a release added, removed and changed
    Diff(Diff),
    /// Make the dataset of a later release of an earlier one and an update
    Apply(Apply),
}

/// The commands that only JavaScript can run, because they need a network.
#[derive(Debug, Serialize, Subcommand)]
#[serde(rename_all = "lowercase")]
pub enum Task {
    /// Answer the HTTP API, pack pages and the scanning page from this machine
    Serve(Serve),
    /// Fetch the newest release from TRUD, where dm+d is published, unless it is here
    Fetch(Fetch),
}

impl Task {
    /// Returns the name of the command.
    pub fn word(&self) -> &'static str {
        match self {
            Task::Serve(_) => "serve",
            Task::Fetch(_) => "fetch",
        }
    }
}

#[derive(Args)]
pub struct Build {
    /// The release: the zip as it is published, or a folder that it was unpacked into
    pub release: PathBuf,
    /// Import a release that lacks files, or has some of other weeks, all the same: the dataset says so
    #[arg(long)]
    pub partial: bool,
    /// Leave out what stands above the packs: products, substances, forms and routes
    #[arg(long)]
    pub without_concepts: bool,
    /// Add codes of the BNF and ATC codes: the supplementary release of dm+d, which is not an officially
    /// endorsed product of dm+d
    #[arg(long, value_name = "ZIP", conflicts_with = "without_concepts")]
    pub supplement: Option<PathBuf>,
    /// Where the dataset goes
    #[arg(short, long, value_name = "FILE", default_value = "packs.bin")]
    pub output: PathBuf,
    /// Print the report of the import as JSON
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Demo {
    /// How many packs it has
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PACKS, value_parser = value_parser!(u32).range(1..=i64::from(MAX_PACKS)))]
    pub packs: u32,
    /// Another seed gives other packs
    #[arg(long, value_name = "S", default_value_t = DEFAULT_SEED)]
    pub seed: u64,
    /// Where the release goes
    #[arg(short, long, value_name = "FILE", default_value = "demo.zip")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct Check {
    /// The release: the zip as it is published, or a folder that it was unpacked into
    pub release: PathBuf,
    /// Check a release that lacks files, or has some of other weeks, all the same
    #[arg(long)]
    pub partial: bool,
    /// Check codes of the BNF and ATC codes, too: the supplementary release of dm+d
    #[arg(long, value_name = "ZIP")]
    pub supplement: Option<PathBuf>,
}

#[derive(Args)]
pub struct Export {
    /// How it is written: as JSON lines, packs are whole records; CSV has codes as texts, Parquet as 64-bit
    /// integers
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Jsonl)]
    pub format: Format,
    /// What it has a row for: each pack, period of a GTIN, pack with a price, or pack inside a combination
    /// pack
    #[arg(long, value_enum, value_name = "TABLE", default_value_t = TableName::Packs)]
    pub table: TableName,
    /// Where it goes, else it is printed
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub dataset: DatasetFile,
}

/// The formats of an export.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Jsonl,
    Csv,
    Parquet,
}

/// The tables of a dataset.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum TableName {
    Packs,
    Gtins,
    Prices,
    Components,
}

#[derive(Args)]
pub struct Gtin {
    /// 13 or 14 digits
    #[arg(value_parser = NonEmptyStringValueParser::new(), required_unless_present = "stdin")]
    pub code: Option<String>,
    /// Look up every code of the standard input, one a line or in the first column of CSV, and print CSV
    #[arg(long, conflicts_with = "code")]
    pub stdin: bool,
    /// The column of the codes, in CSV with a header
    #[arg(long, value_name = "NAME", requires = "stdin", conflicts_with = "code")]
    pub column: Option<String>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// Print what the HTTP API answers; with --stdin a line for each code
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
pub struct Search {
    /// Words of a name, a GTIN, an AMPP code, or what a scanner read
    pub query: String,
    /// How many packs to show at most
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = value_parser!(u8).range(1..=100))]
    pub limit: u8,
    /// How many packs to leave out at the start
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub offset: u32,
    /// Of a name, leave out packs that are discontinued or invalid; of a code all are shown
    #[arg(long)]
    pub current: bool,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// Print what the HTTP API answers
    #[arg(long)]
    pub json: bool,
}

#[derive(Args)]
#[command(after_help = SEPARATORS)]
pub struct Scan {
    /// What a scanner gives, what is printed beside a barcode, or a GS1 Digital Link
    pub text: String,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// The day on which it is asked, else today
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = Date::parse)]
    pub today: Option<Date>,
    /// Print what the barcode holds, every use of its GTIN and every doubt as JSON
    #[arg(long)]
    pub json: bool,
}

/// Help on separators. `gs1` accepts more placeholders; these are the ones that shells need.
const SEPARATORS: &str = r"The separator between elements (FNC1, in the text GS) may be the character itself, or be written
\x1d, as in C and in shells, ␝, {GS} or ^]. What is printed in brackets needs none: (01)…(10)…";

#[derive(Args)]
pub struct Verify {
    /// The dataset
    pub file: PathBuf,
}

#[derive(Args)]
pub struct Diff {
    /// The dataset before
    pub old: PathBuf,
    /// The dataset after
    pub new: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    pub json: bool,
    /// Write the update too, with which whoever has the dataset before makes the one after
    #[arg(short, long, value_name = "UPDATE")]
    pub output: Option<PathBuf>,
}

#[derive(Args)]
pub struct Apply {
    /// The dataset before
    pub dataset: PathBuf,
    /// The update
    pub update: PathBuf,
    /// Where the dataset after goes
    #[arg(short, long, value_name = "FILE", default_value = "packs.bin")]
    pub output: PathBuf,
}

#[derive(Args)]
pub struct Info {
    /// The dataset
    pub file: PathBuf,
    /// Print it as JSON
    #[arg(long)]
    pub json: bool,
}

/// The dataset to serve, and the address.
#[derive(Args, Debug, Serialize)]
pub struct Serve {
    /// The dataset to serve, else the one that PACK_LOOKUP_DATASET names, else packs.bin or build/packs.bin,
    /// else the demonstration data
    #[arg(long, value_name = "FILE", conflicts_with = "release")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
    /// A release to make a dataset of first
    #[arg(long, value_name = "ZIP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<PathBuf>,
    /// Take a release that lacks files, or has some of other weeks, all the same: every answer says so
    #[arg(long, requires = "release")]
    pub partial: bool,
    /// The port
    #[arg(long, value_name = "N", default_value_t = 8787)]
    pub port: u16,
    /// The address; 0.0.0.0 lets other machines in
    #[arg(long, value_name = "H", default_value = "127.0.0.1")]
    pub host: String,
    /// How many processes answer, else one for each processor
    #[arg(long, value_name = "N", value_parser = value_parser!(u16).range(1..))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<u16>,
}

/// The output of a fetch, and its key. A key is not an argument, because every user of a machine can list
/// arguments.
#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[command(after_help = KEY)]
pub struct Fetch {
    /// The file with the key of a TRUD account
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// Where the release goes, under the name that it is published with
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
}

/// Help on the source of the key and the output.
const KEY: &str = r"Without --key-file the variable TRUD_API_KEY has the key; no argument takes it. It stands on the page of your
account at https://isd.digital.nhs.uk/trud, which must be subscribed to item 24. The path of the release is
printed, whether it was fetched or was here; exit code 0 for both.";

#[derive(Args)]
pub struct DatasetFile {
    /// The dataset to ask, else the one that PACK_LOOKUP_DATASET names, else packs.bin or build/packs.bin
    #[arg(long, value_name = "FILE")]
    pub dataset: Option<PathBuf>,
}

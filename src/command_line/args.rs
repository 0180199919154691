//! The arguments of the command line. The doc comments of commands and options are their help texts.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, Parser, Subcommand, ValueEnum};
use serde::Serialize;

use crate::api::MAX_OFFSET;
use crate::date::Date;
use crate::import::demo::{DEFAULT_PACKS, DEFAULT_SEED, MAX_PACKS};
use crate::json::IdFormat;
use crate::search::Order;

/// Find out which UK medicine pack a barcode belongs to
#[derive(Parser)]
#[command(
    name = "pack-lookup",
    bin_name = "pack-lookup",
    no_binary_name = true,
    version,
    about,
    max_term_width = 100,
    after_help = EXAMPLES
)]
pub struct Cli {
    #[command(subcommand)]
    pub command: Command,
}

const EXAMPLES: &str = "Examples:
  pack-lookup build nhsbsa_dmd_8.2.0_20250814000001.zip
  pack-lookup gtin 9521001000017
  pack-lookup search \"amlodipine 5mg\"";

#[derive(Subcommand)]
pub enum Command {
    #[command(flatten)]
    Local(Local),
    #[command(flatten)]
    Delegated(Delegated),
}

/// The commands that this program runs itself.
#[derive(Subcommand)]
pub enum Local {
    /// Build a dataset from a dm+d release
    Build(Build),
    /// Create a demonstration release of invented packs
    Demo(Demo),
    /// Compare a release with the dataset built from it
    Check(Check),
    /// Export packs, GTINs, prices or components
    Export(Export),
    /// Look up the pack of a GTIN
    Gtin(Gtin),
    /// Search for packs by name, GTIN or dm+d code
    Search(Search),
    /// Parse a scanned barcode and look up its pack
    Scan(Scan),
    /// Show the release, the size and the digest of a dataset
    Info(Info),
    /// Read every record of a dataset and check that they are consistent
    Verify(Verify),
    /// Compare two datasets
    Diff(Diff),
    /// Apply an update to a dataset
    Apply(Apply),
    /// Print a completion script for a shell
    Completions(Completions),
}

/// The commands that only JavaScript can run, because they need a network.
#[derive(Debug, Serialize, Subcommand)]
#[serde(rename_all = "lowercase")]
pub enum Delegated {
    /// Serve the HTTP API, the pages of packs and the scanning page
    Serve(Serve),
    /// Download the newest release from TRUD
    Fetch(Fetch),
}

impl Delegated {
    /// Returns the name of the command.
    pub fn name(&self) -> &'static str {
        match self {
            Delegated::Serve(_) => "serve",
            Delegated::Fetch(_) => "fetch",
        }
    }
}

#[derive(Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct Build {
    /// Release: the zip from TRUD, or its unpacked folder
    pub release: PathBuf,
    /// Import an incomplete release, or one with files of different weeks; the dataset is marked as incomplete
    #[arg(long)]
    pub partial: bool,
    /// Omit the dm+d concepts: products, substances, forms and routes
    #[arg(long)]
    pub without_concepts: bool,
    /// Add BNF and ATC codes from the supplementary release, which is not an officially endorsed dm+d product
    #[arg(long, value_name = "ZIP", conflicts_with = "without_concepts")]
    pub supplement: Option<PathBuf>,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "packs.bin")]
    pub output: PathBuf,
    /// Print the import report as JSON
    #[arg(long)]
    pub json: bool,
}

const BUILD_EXAMPLES: &str = "Examples:
  pack-lookup build nhsbsa_dmd_8.2.0_20250814000001.zip
  pack-lookup build release/ --partial --output packs.bin";

#[derive(Args)]
#[command(after_help = DEMO_EXAMPLES)]
pub struct Demo {
    /// Number of packs
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PACKS, value_parser = whole_number(1, MAX_PACKS))]
    pub packs: u32,
    /// Seed of the random numbers; the same seed creates the same packs
    #[arg(long, value_name = "N", default_value_t = DEFAULT_SEED, value_parser = whole_number(0, u64::MAX))]
    pub seed: u64,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "demo.zip")]
    pub output: PathBuf,
}

const DEMO_EXAMPLES: &str = "Examples:
  pack-lookup demo
  pack-lookup demo --packs 100 --seed 7 --output small.zip";

#[derive(Args)]
#[command(after_help = CHECK_EXAMPLES)]
pub struct Check {
    /// Release: the zip from TRUD, or its unpacked folder
    pub release: PathBuf,
    /// Check an incomplete release, or one with files of different weeks
    #[arg(long)]
    pub partial: bool,
    /// Also check the BNF and ATC codes of the supplementary release
    #[arg(long, value_name = "ZIP")]
    pub supplement: Option<PathBuf>,
}

const CHECK_EXAMPLES: &str = "Examples:
  pack-lookup check nhsbsa_dmd_8.2.0_20250814000001.zip";

#[derive(Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub struct Export {
    /// Output format; CSV has ids as quoted text, Parquet as 64-bit integers
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Jsonl)]
    pub format: Format,
    /// Table to export; in JSON lines, packs are complete records
    #[arg(long, value_enum, value_name = "TABLE", default_value_t = TableName::Packs)]
    pub table: TableName,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// How JSON lines represent dm+d codes; programs that read numbers as floats need strings
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = IdType::Number)]
    pub ids: IdType,
}

const EXPORT_EXAMPLES: &str = "Examples:
  pack-lookup export > packs.jsonl
  pack-lookup export --format csv --table gtins --output gtins.csv";

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

/// How JSON represents dm+d codes: the values of the parameter `ids` of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum IdType {
    Number,
    String,
}

impl IdType {
    /// Returns the value of the parameter `ids`.
    pub fn as_str(self) -> &'static str {
        match self {
            IdType::Number => "number",
            IdType::String => "string",
        }
    }
}

impl From<IdType> for IdFormat {
    fn from(ids: IdType) -> IdFormat {
        match ids {
            IdType::Number => IdFormat::Number,
            IdType::String => IdFormat::String,
        }
    }
}

/// The options of JSON output.
#[derive(Args)]
pub struct Json {
    /// Print the response of the HTTP API as JSON
    #[arg(long)]
    pub json: bool,
    /// How JSON represents dm+d codes; programs that read numbers as floats need strings
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = IdType::Number, requires = "json")]
    pub ids: IdType,
}

#[derive(Args)]
#[command(after_help = GTIN_EXAMPLES)]
pub struct Gtin {
    /// GTIN of 13 or 14 digits
    #[arg(value_parser = NonEmptyStringValueParser::new(), required_unless_present = "stdin")]
    pub code: Option<String>,
    /// Look up each code on standard input and print CSV, or JSON lines with --json
    #[arg(long, conflicts_with = "code")]
    pub stdin: bool,
    /// Column with the codes, if the input is CSV with a header [default: first column, no header]
    #[arg(long, value_name = "NAME", requires = "stdin", conflicts_with = "code")]
    pub column: Option<String>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    #[command(flatten)]
    pub json: Json,
}

const GTIN_EXAMPLES: &str = "Examples:
  pack-lookup gtin 9521001000017
  pack-lookup gtin 9521001000017 --json --ids string
  pack-lookup gtin --stdin --column EAN < stock.csv > packs.csv";

#[derive(Args)]
#[command(after_help = SEARCH_EXAMPLES)]
pub struct Search {
    /// Name, GTIN, dm+d code or scanned text
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub query: String,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = 20, value_parser = whole_number(1, 100_u8))]
    pub limit: u8,
    /// Number of results to skip
    #[arg(long, value_name = "N", default_value_t = 0, value_parser = whole_number(0, MAX_OFFSET))]
    pub offset: u32,
    /// Hide discontinued and invalid packs, unless the query is a code
    #[arg(long)]
    pub current: bool,
    /// Order of the results [default: relevance, with --json name]
    #[arg(long, value_enum, value_name = "ORDER")]
    pub sort: Option<Sort>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    #[command(flatten)]
    pub json: Json,
}

const SEARCH_EXAMPLES: &str = "Examples:
  pack-lookup search \"amlodipine 5mg\"
  pack-lookup search paracetamol --current --sort name --limit 50
  pack-lookup search paracetamol --json --ids string";

/// The orders of search results: the values of the parameter `sort` of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    Name,
    Relevance,
}

impl Sort {
    /// Returns the value of the parameter `sort`.
    pub fn as_str(self) -> &'static str {
        match self {
            Sort::Name => "name",
            Sort::Relevance => "relevance",
        }
    }
}

impl From<Sort> for Order {
    fn from(sort: Sort) -> Order {
        match sort {
            Sort::Name => Order::Name,
            Sort::Relevance => Order::Relevance,
        }
    }
}

#[derive(Args)]
#[command(after_help = SCAN_EXAMPLES)]
pub struct Scan {
    /// Output of a scanner, the text printed beside a barcode, or a GS1 Digital Link
    pub text: String,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// Date for expiry and for periods of GTINs [default: today]
    #[arg(long, value_name = "YYYY-MM-DD", value_parser = Date::parse)]
    pub today: Option<Date>,
    /// Print the barcode, the uses of its GTIN and the warnings as JSON
    #[arg(long)]
    pub json: bool,
    /// How JSON represents dm+d codes; programs that read numbers as floats need strings
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = IdType::Number, requires = "json")]
    pub ids: IdType,
}

/// Help on separators. `gs1` accepts more placeholders; these are the ones that shells need.
const SCAN_EXAMPLES: &str = r"Separators:
  The separator (FNC1) is the character GS, or one of \x1d, ␝, {GS} and ^].
  Text with brackets needs no separator.

Examples:
  pack-lookup scan ']d201095212345678991729063010AB12\x1d21S1'
  pack-lookup scan '(01)09521234567899(17)290630(10)AB12'
  pack-lookup scan 9521001000017 --json";

#[derive(Args)]
#[command(after_help = VERIFY_EXAMPLES)]
pub struct Verify {
    /// Dataset
    pub file: PathBuf,
}

const VERIFY_EXAMPLES: &str = "Examples:
  pack-lookup verify packs.bin";

#[derive(Args)]
#[command(after_help = DIFF_EXAMPLES)]
pub struct Diff {
    /// Earlier dataset
    pub old: PathBuf,
    /// Later dataset
    pub new: PathBuf,
    /// Print the changes as JSON
    #[arg(long)]
    pub json: bool,
    /// Also write an update file from OLD to NEW
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
}

const DIFF_EXAMPLES: &str = "Examples:
  pack-lookup diff last-week.bin packs.bin
  pack-lookup diff last-week.bin packs.bin --output week.update";

#[derive(Args)]
#[command(after_help = APPLY_EXAMPLES)]
pub struct Apply {
    /// Earlier dataset
    pub dataset: PathBuf,
    /// Update file
    pub update: PathBuf,
    /// Output file
    #[arg(short, long, value_name = "FILE", default_value = "packs.bin")]
    pub output: PathBuf,
}

const APPLY_EXAMPLES: &str = "Examples:
  pack-lookup apply last-week.bin week.update --output packs.bin";

#[derive(Args)]
#[command(after_help = INFO_EXAMPLES)]
pub struct Info {
    /// Dataset
    pub file: PathBuf,
    /// Print the response of the HTTP API as JSON
    #[arg(long)]
    pub json: bool,
}

const INFO_EXAMPLES: &str = "Examples:
  pack-lookup info packs.bin";

#[derive(Args)]
#[command(after_help = COMPLETIONS_EXAMPLES)]
pub struct Completions {
    /// Shell
    #[arg(value_enum)]
    pub shell: Shell,
}

/// Help on the place where each shell reads its completions.
const COMPLETIONS_EXAMPLES: &str = r#"Examples:
  pack-lookup completions bash > ~/.local/share/bash-completion/completions/pack-lookup
  pack-lookup completions zsh > "${fpath[1]}/_pack-lookup"
  pack-lookup completions fish > ~/.config/fish/completions/pack-lookup.fish
  pack-lookup completions powershell >> $PROFILE"#;

/// The shells with completions.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Shell {
    Bash,
    Zsh,
    Fish,
    Powershell,
}

/// The dataset to serve, and the address.
#[derive(Args, Debug, Serialize)]
#[command(after_help = SERVE_EXAMPLES)]
pub struct Serve {
    /// Dataset to serve [default: PACK_LOOKUP_DATASET, packs.bin, build/packs.bin or demonstration data]
    #[arg(long, value_name = "FILE", conflicts_with = "release")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
    /// Release to build a dataset from, and to serve
    #[arg(long, value_name = "ZIP")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<PathBuf>,
    /// Serve an incomplete release, or one with files of different weeks; every response warns of it
    #[arg(long, requires = "release")]
    pub partial: bool,
    /// Port
    #[arg(long, value_name = "N", default_value_t = 8787, value_parser = whole_number(0, u16::MAX))]
    pub port: u16,
    /// Address to listen on; 0.0.0.0 accepts connections from other machines
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub host: String,
    /// Number of processes [default: one per processor]
    #[arg(long, value_name = "N", value_parser = whole_number(1, u16::MAX))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<u16>,
}

const SERVE_EXAMPLES: &str = "Examples:
  pack-lookup serve
  pack-lookup serve --dataset packs.bin --port 8080
  pack-lookup serve --release nhsbsa_dmd_8.2.0_20250814000001.zip";

/// The output of a fetch, and its key. A key is not an argument, because every user of a machine can list
/// arguments.
#[derive(Args, Debug, Serialize)]
#[serde(rename_all = "camelCase")]
#[command(after_help = FETCH_EXAMPLES)]
pub struct Fetch {
    /// File with the key of your TRUD account [default: the variable TRUD_API_KEY]
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub key_file: Option<PathBuf>,
    /// Output folder
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    pub output: PathBuf,
}

/// Help on the source of the key and the output.
const FETCH_EXAMPLES: &str = r"Key:
  Your TRUD account shows the key, and must be subscribed to item 24:
  https://isd.digital.nhs.uk/trud
  The key is never an argument, because other users of the machine could read it.

Output:
  Prints the path of the release. A release that is already in the folder is not downloaded again.

Examples:
  pack-lookup fetch --key-file trud.key
  pack-lookup fetch --key-file trud.key --output releases";

#[derive(Args)]
pub struct DatasetFile {
    /// Dataset to use [default: PACK_LOOKUP_DATASET, packs.bin or build/packs.bin]
    #[arg(long, value_name = "FILE")]
    pub dataset: Option<PathBuf>,
}

/// Returns a parser of a whole number in a range. The error is a sentence for people.
fn whole_number<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("enter a whole number from {least} to {most}")),
    }
}

//! The arguments of the command line, and the scripts that complete them in a shell. The doc comments of
//! commands and options are their help texts.
//!
//! The arguments of commands that read a dataset are in [`super::dataset_args`], and the arguments of
//! commands that JavaScript runs in [`super::delegated_args`].

use std::io::Write;
use std::path::PathBuf;

use clap::{Args, CommandFactory, Parser, Subcommand, ValueEnum};
use clap_complete::{Generator, generate, shells};

use super::dataset_args::{DatasetFile, Export, FiltersArgs, Info, Scan, Search, Verify, whole_number};
use super::delegated_args::Delegated;
use super::{Exit, Outcome, dataset_args};
use crate::concept::Scheme;
use crate::date::Date;
use crate::history::{ChangeKind, Code};
use crate::import::demo::{DEFAULT_PACKS, DEFAULT_SEED, MAX_DEMO_PACKS};
use crate::snomed::ConceptId;

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
    /// Create a demonstration release of made-up packs
    Demo(Demo),
    /// Compare a release with the dataset built from it
    Check(Check),
    /// Export one table or all: packs, GTINs, concepts, prices, changes
    Export(Export),
    /// Look up the pack of a GTIN
    Gtin(dataset_args::Gtin),
    /// Search for packs by name, GTIN or dm+d code
    Search(Search),
    /// Count packs by their properties, for the filters of a search
    Filters(FiltersArgs),
    /// Parse a scanned barcode and look up its pack
    Scan(Scan),
    /// Show the release, the size and the digest of a dataset
    Info(Info),
    /// Read every record of a dataset and check that they are consistent
    Verify(Verify),
    /// Compare two datasets
    Diff(Diff),
    /// List what changed between two releases, and keep a history
    Changes(Changes),
    /// List what changed since a day, from a history
    History(History),
    /// Say what became of the codes of a list, and which codes were added for the same products
    CheckList(CheckList),
    /// Write the codes of a medicine, a substance or a class as a list
    CodeList(CodeList),
    /// List entries about GTINs that a person should check
    Report(Report),
    /// Apply an update to a dataset
    Apply(Apply),
    /// Print a completion script for a shell
    Completions(Completions),
}

#[derive(Args)]
#[command(after_help = BUILD_EXAMPLES)]
pub struct Build {
    /// Release: the zip from TRUD, or its unpacked folder
    pub release: PathBuf,
    /// Import an incomplete release, or one with files of different weeks; the dataset is marked as
    /// incomplete
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
    #[arg(long, value_name = "N", default_value_t = DEFAULT_PACKS, value_parser = whole_number(1, MAX_DEMO_PACKS))]
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
#[command(after_help = CHANGES_EXAMPLES)]
pub struct Changes {
    /// Earlier dataset, or a release: the zip from TRUD, or its unpacked folder
    pub old: PathBuf,
    /// Later dataset or release
    pub new: PathBuf,
    /// Also append the changes to a history file, which is created if it does not exist
    #[arg(long, value_name = "HISTORY")]
    pub append: Option<PathBuf>,
    /// First drop the releases after OLD from the history file, because they were taken back
    #[arg(long, requires = "append")]
    pub rewind: bool,
    /// Accept incomplete releases, if both lack the same
    #[arg(long)]
    pub partial: bool,
    #[command(flatten)]
    pub asked: AskedChanges,
}

const CHANGES_EXAMPLES: &str = "Examples:
  pack-lookup changes last-week.bin packs.bin
  pack-lookup changes last-week.bin packs.bin --append history.bin --format csv > week.csv
  pack-lookup changes last-week.bin packs.bin --kind discontinued --kind gtin_reused";

#[derive(Args)]
#[command(after_help = HISTORY_EXAMPLES)]
pub struct History {
    /// History file, as `changes --append` makes it
    pub history: PathBuf,
    /// Only changes of releases of this day or later
    #[arg(long, value_name = "DATE")]
    pub since: Option<Date>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    #[command(flatten)]
    pub asked: AskedChanges,
}

const HISTORY_EXAMPLES: &str = "Examples:
  pack-lookup history history.bin --since 2025-08-01 --kind price
  pack-lookup history history.bin --code 5012345678900 --format json";

#[derive(Args)]
#[command(after_help = CHECK_LIST_EXAMPLES)]
pub struct CheckList {
    /// CSV file, workbook (.xlsx), or a text with a code in each line [default: standard input]
    pub list: Option<PathBuf>,
    /// Column with the codes, named in a header in the first 30 rows [default: the column with the most
    /// codes]
    #[arg(long, value_name = "NAME")]
    pub column: Option<String>,
    /// Day on which the list was made; with --history, codes that came later are added
    #[arg(long, value_name = "DATE")]
    pub since: Option<Date>,
    /// History file, as `changes --append` makes it
    #[arg(long, value_name = "HISTORY")]
    pub history: Option<PathBuf>,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// Output format; CSV has the columns of the list and what became of each code
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ChangesFormat::Text)]
    pub format: ChangesFormat,
}

const CHECK_LIST_EXAMPLES: &str = "Examples:
  pack-lookup check-list codes.csv
  pack-lookup check-list codes.csv --column snomedcode --format csv > checked.csv
  pack-lookup check-list codes.csv --since 2025-01-01 --history history.bin";

#[derive(Args)]
#[command(after_help = CODE_LIST_EXAMPLES)]
pub struct CodeList {
    #[command(flatten)]
    pub common: CommonArgs,
    /// Kind of codes; may be repeated [default: vmp and amp]
    #[arg(long = "type", value_enum, value_name = "TYPE")]
    pub kinds: Vec<CodeType>,
    #[command(flatten)]
    pub dataset: DatasetFile,
}

/// What the codes have in common. Exactly one is needed.
#[derive(Args)]
#[group(required = true, multiple = false)]
pub struct CommonArgs {
    /// Codes of this therapeutic moiety
    #[arg(long, value_name = "CODE")]
    pub vtm: Option<ConceptId>,
    /// Codes of this virtual product
    #[arg(long, value_name = "CODE")]
    pub vmp: Option<ConceptId>,
    /// Codes of products with this substance (ISID)
    #[arg(long, value_name = "CODE")]
    pub ingredient: Option<ConceptId>,
    /// Codes whose BNF code starts like this; needs the supplement
    #[arg(long, value_name = "CODE", value_parser = bnf)]
    pub bnf: Option<String>,
    /// Codes whose ATC code starts like this; needs the supplement
    #[arg(long, value_name = "CODE", value_parser = atc)]
    pub atc: Option<String>,
}

fn bnf(text: &str) -> Result<String, &'static str> {
    Scheme::Bnf.start(text).ok_or("expected the first digits of a BNF code, such as 0206")
}

fn atc(text: &str) -> Result<String, &'static str> {
    Scheme::Atc.start(text).ok_or("expected the start of an ATC code, such as C08C")
}

/// The kinds of codes of a list.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum CodeType {
    Vmp,
    Amp,
    Vmpp,
    Ampp,
}

const CODE_LIST_EXAMPLES: &str = "Examples:
  pack-lookup code-list --vtm 387337001 > list.csv
  pack-lookup code-list --ingredient 387337001 --type vmp --type ampp
  pack-lookup code-list --bnf 0206";

/// Which changes are listed, and how.
#[derive(Args)]
pub struct AskedChanges {
    /// Only this kind of change [new, removed, discontinued, reinstated, invalid, valid, renamed, replaces,
    /// price, gtin_added, gtin_ended, gtin_resumed, gtin_removed, gtin_moved, gtin_reused]; may be repeated
    #[arg(long, value_name = "KIND")]
    pub kind: Vec<ChangeKind>,
    /// Only this code of dm+d, or this GTIN; may be repeated
    #[arg(long, value_name = "CODE", value_parser = Code::parse)]
    pub code: Vec<Code>,
    /// Output format; text has the first changes of each kind, the others have all
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ChangesFormat::Text)]
    pub format: ChangesFormat,
}

/// The formats of a list of changes.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ChangesFormat {
    Text,
    Csv,
    Json,
}

#[derive(Args)]
#[command(after_help = REPORT_EXAMPLES)]
pub struct Report {
    /// Dataset, or a release: the zip from TRUD, or its unpacked folder
    pub release: PathBuf,
    /// Also list the changes since an earlier dataset or release
    #[arg(long, value_name = "EARLIER")]
    pub since: Option<PathBuf>,
    /// Output format; text has the first findings, the others have all
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = ReportFormat::Text)]
    pub format: ReportFormat,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Accept an incomplete release, or one with files of different weeks; the report warns of it
    #[arg(long)]
    pub partial: bool,
}

const REPORT_EXAMPLES: &str = "Examples:
  pack-lookup report packs.bin
  pack-lookup report packs.bin --since last-week.bin --format html --output data-quality.html
  pack-lookup report nhsbsa_dmd_8.2.0_20250814000001.zip --format csv > data-quality.csv";

/// The formats of a data quality report.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum ReportFormat {
    Text,
    Csv,
    Json,
    Html,
}

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

/// Prints the completion script of a shell.
pub fn print_completions(args: &Completions, out: &mut dyn Write) -> Outcome {
    let script = match args.shell {
        Shell::Bash => script(shells::Bash),
        Shell::Zsh => script(shells::Zsh),
        Shell::Fish => script(shells::Fish),
        Shell::Powershell => script(shells::PowerShell),
    };
    out.write_all(&script)?;
    Ok(Exit::Done)
}

/// Builds a script. The generator panics if it cannot write, so it writes into memory.
fn script(generator: impl Generator) -> Vec<u8> {
    let mut script = Vec::new();
    generate(generator, &mut Cli::command(), "pack-lookup", &mut script);
    script
}

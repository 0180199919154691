//! The arguments of commands that read a dataset. The doc comments of options are their help texts.

use std::fmt::Display;
use std::path::PathBuf;
use std::str::FromStr;

use clap::builder::NonEmptyStringValueParser;
use clap::{Args, ValueEnum};

use crate::api::{MAX_LIMIT, MAX_OFFSET};
use crate::concept::Property;
use crate::date::Date;
use crate::json::IdFormat;
use crate::search::{DEFAULT_LIMIT, Order};

#[derive(Args)]
pub struct DatasetFile {
    /// Dataset to use [default: PACK_LOOKUP_DATASET, packs.bin or build/packs.bin]
    #[arg(long, value_name = "FILE")]
    pub dataset: Option<PathBuf>,
}

#[derive(Args)]
#[command(after_help = EXPORT_EXAMPLES)]
pub struct Export {
    /// Output format; CSV has ids as quoted text, Parquet as 64-bit integers
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = Format::Jsonl)]
    pub format: Format,
    /// Table to export; in JSON lines, packs are complete records
    #[arg(long, value_enum, value_name = "TABLE", default_value_t = TableName::Packs)]
    pub table: TableName,
    /// Export all tables into a folder, with datapackage.json; CSV also with load.sql for SQLite
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["table", "output"])]
    pub all: Option<PathBuf>,
    /// Output file [default: standard output]
    #[arg(short, long, value_name = "FILE")]
    pub output: Option<PathBuf>,
    /// Dataset, or a release: a zip or its unpacked folder [default: PACK_LOOKUP_DATASET, packs.bin or
    /// build/packs.bin]
    #[arg(long, value_name = "FILE")]
    dataset: Option<PathBuf>,
    /// Export a release that is incomplete, or has files of different weeks
    #[arg(long)]
    pub partial: bool,
    /// History, for the table of changes
    #[arg(long, value_name = "FILE")]
    pub history: Option<PathBuf>,
    /// How JSON lines represent dm+d codes; programs that read numbers as floats need strings
    #[arg(long, value_enum, value_name = "TYPE", default_value_t = IdType::Number)]
    pub ids: IdType,
}

impl Export {
    /// The dataset or the release.
    pub fn dataset(&self) -> DatasetFile {
        DatasetFile { dataset: self.dataset.clone() }
    }
}

const EXPORT_EXAMPLES: &str = "Examples:
  pack-lookup export > packs.jsonl
  pack-lookup export --format csv --table gtins --output gtins.csv
  pack-lookup export --all tables --format csv --dataset nhsbsa_dmd_8.2.0_20250814000001.zip";

/// The formats of an export.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Format {
    Jsonl,
    Csv,
    Parquet,
}

impl Format {
    /// The ending of the name of a file.
    pub fn ending(self) -> &'static str {
        match self {
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Parquet => "parquet",
        }
    }
}

macro_rules! tables {
    ($($table:ident $name:literal,)*) => {
        /// The tables of a dataset.
        #[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
        pub enum TableName {
            $($table,)*
        }

        impl TableName {
            /// All tables.
            pub const ALL: &[TableName] = &[$(TableName::$table,)*];

            /// The name.
            pub fn as_str(self) -> &'static str {
                match self { $(TableName::$table => $name,)* }
            }
        }
    };
}

tables! {
    Packs "packs",
    Gtins "gtins",
    Prices "prices",
    Components "components",
    Amps "amps",
    Vmpps "vmpps",
    Vmps "vmps",
    Vtms "vtms",
    Ingredients "ingredients",
    Strengths "strengths",
    Forms "forms",
    Routes "routes",
    Suppliers "suppliers",
    Tariff "tariff",
    Changes "changes",
}

/// How JSON represents dm+d codes: the values of the parameter `ids` of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum IdType {
    Number,
    String,
}

impl IdType {
    /// The value of the parameter `ids`.
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
    /// Column with the codes, named in a header in the first 30 rows [default: first column, no header]
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
    /// Name, GTIN, dm+d code or scanned text. Optional with a filter
    #[arg(value_parser = NonEmptyStringValueParser::new(), required_unless_present = "filters")]
    pub query: Option<String>,
    /// Maximum number of results
    #[arg(long, value_name = "N", default_value_t = DEFAULT_LIMIT, value_parser = whole_number(1, MAX_LIMIT))]
    pub limit: usize,
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
    pub filters: FilterArgs,
    #[command(flatten)]
    pub dataset: DatasetFile,
    #[command(flatten)]
    pub json: Json,
}

/// The filters of a search.
#[derive(Args)]
pub struct FilterArgs {
    /// Keep packs with a property: `legal_category=pom`, `sugar_free=true`. Values of one property are
    /// alternatives; `pack-lookup filters` lists all
    #[arg(long = "filter", value_name = "PROPERTY=VALUE", value_parser = property_and_value)]
    pub filters: Vec<(Property, String)>,
}

/// Parses a filter.
fn property_and_value(text: &str) -> Result<(Property, String), String> {
    let (key, value) = text.split_once('=').ok_or("a filter is PROPERTY=VALUE")?;
    match Property::with_key(key.trim()) {
        Some(property) => Ok((property, value.to_owned())),
        None => {
            let keys: Vec<&str> = Property::ALL.iter().map(|property| property.key()).collect();
            Err(format!("the properties are {}", keys.join(", ")))
        }
    }
}

#[derive(Args)]
#[command(after_help = FILTERS_EXAMPLES)]
pub struct FiltersArgs {
    /// Name, GTIN or dm+d code. Without it, all packs are counted
    #[arg(value_parser = NonEmptyStringValueParser::new())]
    pub query: Option<String>,
    /// Count current packs only, unless the query is a code
    #[arg(long)]
    pub current: bool,
    #[command(flatten)]
    pub filters: FilterArgs,
    #[command(flatten)]
    pub dataset: DatasetFile,
    /// Print JSON as in the HTTP API
    #[arg(long)]
    pub json: bool,
}

const FILTERS_EXAMPLES: &str = "Examples:
  pack-lookup filters
  pack-lookup filters paracetamol --current --filter sugar_free=true";

const SEARCH_EXAMPLES: &str = "Examples:
  pack-lookup search \"amlodipine 5mg\"
  pack-lookup search paracetamol --current --sort name --limit 50
  pack-lookup search paracetamol --filter legal_category=gsl --filter sugar_free=true
  pack-lookup search paracetamol --json --ids string";

/// The orders of search results: the values of the parameter `sort` of the HTTP API.
#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Sort {
    Name,
    Relevance,
}

impl Sort {
    /// The value of the parameter `sort`.
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
    /// Output of a scanner, the text printed next to a barcode, or a GS1 Digital Link
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
    /// Description that must name this dataset: the dataset.json of who publishes it
    #[arg(long, value_name = "FILE")]
    pub description: Option<PathBuf>,
    /// Public key that must have signed the description: base64, or a file in PEM; may be repeated
    #[arg(long, value_name = "KEY", requires = "description")]
    pub public_key: Vec<String>,
    /// Last accepted sequence; a description with a lower one is refused
    #[arg(long, value_name = "SEQUENCE", requires = "public_key")]
    pub after: Option<u64>,
}

const VERIFY_EXAMPLES: &str = "Examples:
  pack-lookup verify packs.bin
  pack-lookup verify packs.bin --description dataset.json --public-key release.pub";

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

/// Builds a parser of a whole number in a range. The error is a sentence for people.
pub fn whole_number<T>(least: T, most: T) -> impl Fn(&str) -> Result<T, String> + Clone
where
    T: Copy + Display + FromStr + PartialOrd,
{
    move |text| match text.parse() {
        Ok(number) if least <= number && number <= most => Ok(number),
        _ => Err(format!("enter a whole number from {least} to {most}")),
    }
}

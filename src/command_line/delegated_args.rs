//! The commands that only JavaScript can run, with their arguments. The doc comments of commands and options
//! are their help texts.

use std::path::PathBuf;

use clap::{Args, Subcommand};
use serde::Serialize;

/// The commands that only JavaScript can run: they need a network, or answer until their input ends.
#[derive(Debug, Serialize, Subcommand)]
#[serde(rename_all = "lowercase")]
pub enum Delegated {
    /// Serve the HTTP API, the pages of packs and the scanning page
    Serve(Box<Serve>),
    /// Download the newest release from TRUD
    Fetch(Fetch),
    /// Answer the tools of assistants over standard input and output (Model Context Protocol)
    Mcp(Mcp),
}

impl Delegated {
    /// The name of the command.
    pub fn name(&self) -> &'static str {
        match self {
            Delegated::Serve(_) => "serve",
            Delegated::Fetch(_) => "fetch",
            Delegated::Mcp(_) => "mcp",
        }
    }
}

/// The settings of the server. Their values are texts: `npm/node/settings.js` knows what they mean, because
/// they may also be in the environment and in a file.
#[derive(Args, Debug, Serialize)]
#[command(after_help = SERVE_EXAMPLES)]
pub struct Serve {
    /// Dataset to serve [default: PACK_LOOKUP_DATASET, packs.bin, build/packs.bin or demonstration data]
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<String>,
    /// Release to build a dataset from, and to serve
    #[arg(long, value_name = "ZIP", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub release: Option<String>,
    /// Serve an incomplete release, or one with files of different weeks; every response warns of it
    #[arg(long)]
    pub partial: bool,
    /// Serve demonstration data to other machines, if there is no dataset
    #[arg(long)]
    pub demo: bool,
    /// Port [default: 8787]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub port: Option<String>,
    /// Address to listen on; 0.0.0.0 accepts connections from other machines [default: 127.0.0.1]
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub host: Option<String>,
    /// Number of processes [default: one per processor]
    #[arg(long, value_name = "N", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub workers: Option<String>,
    /// Take over an older release, or demonstration data in place of real data, while running
    #[arg(long)]
    pub allow_rollback: bool,
    /// Description that must name the dataset: the dataset.json of who publishes it
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Public key that must have signed the description: base64, or a file in PEM
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub public_key: Option<String>,
    /// Age of the release in days from which on every response says that its data are old [default: 14]
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub old_after: Option<String>,
    /// Age of the release in days beyond which /readyz answers with 503 [default: none]
    #[arg(long, value_name = "DAYS", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unready_after: Option<String>,
    /// Folder in which to keep what changed from release to release, for /api/changes
    #[arg(long, value_name = "DIR", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<String>,
    /// The origin under which clients reach the server.
    #[arg(
        long,
        value_name = "ORIGIN",
        allow_hyphen_values = true,
        help = "Origin under which clients reach the server, such as https://packs.example.org [default: from the header Host]"
    )]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub origin: Option<String>,
    /// Path under which clients reach the server behind a proxy, such as /dmd, whether the proxy removes it
    /// or not [default: none]
    #[arg(long, value_name = "PATH", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base_path: Option<String>,
    /// Origins of other pages that may call /mcp, separated by commas or spaces
    #[arg(long, value_name = "ORIGINS", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mcp_origins: Option<String>,
    /// File that replaces /robots.txt
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub robots: Option<String>,
    /// Contact in /.well-known/security.txt, such as mailto:security@example.org
    #[arg(long, value_name = "URI", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub security_contact: Option<String>,
    /// Address and port of /metrics for Prometheus, such as 127.0.0.1:9464 [default: none]
    #[arg(long, value_name = "ADDRESS", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub metrics: Option<String>,
    /// Format of the log: text, or json for an object per line [default: text]
    #[arg(long, value_name = "FORMAT", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub log: Option<String>,
    /// JSON file with settings by name; flags and variables override it
    #[arg(long, value_name = "FILE", allow_hyphen_values = true)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub settings: Option<String>,
}

const SERVE_EXAMPLES: &str = "Examples:
  pack-lookup serve
  pack-lookup serve --dataset packs.bin --port 8080
  pack-lookup serve --dataset packs.bin --history history
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

/// The dataset that an assistant asks.
#[derive(Args, Debug, Serialize)]
#[command(after_help = MCP_EXAMPLES)]
pub struct Mcp {
    /// Dataset to use [default: PACK_LOOKUP_DATASET, packs.bin, build/packs.bin or demonstration data]
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub dataset: Option<PathBuf>,
    /// History of the dataset, as `changes --append` makes it, for questions about what changed
    #[arg(long, value_name = "FILE")]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub history: Option<PathBuf>,
}

const MCP_EXAMPLES: &str = "Examples:
  pack-lookup mcp
  pack-lookup mcp --dataset packs.bin --history history.bin";

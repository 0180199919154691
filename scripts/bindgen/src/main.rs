//! Writes the JavaScript that loads a WebAssembly module, with its exports as functions and classes.
//!
//! The command line of wasm-bindgen does the same, but it has four times as many dependencies, for test servers
//! and downloads that no build of this project uses.

use std::env;
use std::path::Path;
use std::process::ExitCode;

use wasm_bindgen_cli_support::Bindgen;

const USAGE: &str = "usage: pack-lookup-bindgen MODULE.wasm OUT_DIR NAME";

fn main() -> ExitCode {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--version"] => println!("{} {}", env!("CARGO_PKG_NAME"), env!("CARGO_PKG_VERSION")),
        [module, out_dir, name] => return write(module, out_dir, name),
        _ => return failed(USAGE),
    }
    ExitCode::SUCCESS
}

/// Writes `NAME.js` and `NAME_bg.wasm`. The JavaScript can replace a module that trapped by a new instance.
fn write(module: &str, out_dir: &str, name: &str) -> ExitCode {
    let mut bindgen = Bindgen::new();
    bindgen.input_path(Path::new(module)).out_name(name).typescript(false);
    bindgen.remove_name_section(true).reset_state_function(true);
    match bindgen.web(true).and_then(|bindgen| bindgen.generate(out_dir)) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => failed(&format!("{module}: {error:#}")),
    }
}

fn failed(message: &str) -> ExitCode {
    eprintln!("{message}");
    ExitCode::FAILURE
}

//! The command line as it is started: what it refuses, and with which exit code.

#![cfg(feature = "import")]
#![allow(clippy::unwrap_used, clippy::indexing_slicing, missing_docs)]

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::single_bit_flips;

const DATASET: &[u8] = include_bytes!("cases/api.bin");

fn pack_lookup(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pack-lookup")).args(args).output().unwrap()
}

/// Every command that opens a dataset, over the one at `path`.
fn commands(path: &Path) -> [Vec<&str>; 4] {
    let path = path.to_str().unwrap();
    [
        vec!["info", path],
        vec!["gtin", "9520000000011", "--dataset", path],
        vec!["search", "paracetamol", "--dataset", path],
        vec!["export", "--dataset", path],
    ]
}

#[test]
fn a_whole_dataset_is_answered_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    fs::write(&path, DATASET).unwrap();
    for command in commands(&path) {
        assert_eq!(pack_lookup(&command).status.code(), Some(0), "{command:?}");
    }
}

#[test]
fn no_damaged_dataset_is_answered_from() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    for (turn, (bit, damaged)) in single_bit_flips(DATASET).enumerate() {
        fs::write(&path, damaged).unwrap();
        let command = &commands(&path)[turn % 4];
        let output = pack_lookup(command);
        assert_eq!(output.status.code(), Some(2), "{command:?} with bit {bit} turned");
        assert!(output.stdout.is_empty(), "{command:?} with bit {bit} turned");
        let told = String::from_utf8(output.stderr).unwrap();
        assert!(told.contains("packs.bin: ") && told.lines().count() == 1, "{told}");
    }
}

#[test]
fn half_a_release_is_only_imported_when_asked_for() {
    let folder = tempfile::tempdir().unwrap();
    let (release, dataset) = (folder.path().join("release"), folder.path().join("packs.bin"));
    fs::create_dir(&release).unwrap();
    let packs = "<AMPP><APPID>900000011000001106</APPID><NM>Name</NM><VPPID>11</VPPID></AMPP>";
    let file = format!("<ACTUAL_MEDICINAL_PROD_PACKS><AMPPS>{packs}</AMPPS></ACTUAL_MEDICINAL_PROD_PACKS>");
    fs::write(release.join("f_ampp2_3061125.xml"), file).unwrap();
    let (release, dataset) = (release.to_str().unwrap(), dataset.to_str().unwrap());

    let refused = pack_lookup(&["build", release, "-o", dataset]);
    let told = String::from_utf8(refused.stderr).unwrap();
    assert_eq!(refused.status.code(), Some(2));
    assert!(told.starts_with("pack-lookup: ") && told.lines().count() == 1, "{told}");
    assert!(told.contains(": incomplete: ") && told.contains("it has no GTIN file"), "{told}");
    assert!(told.trim_end().ends_with("; --partial imports it all the same, and says so"), "{told}");
    assert!(!Path::new(dataset).exists());

    assert_eq!(pack_lookup(&["build", release, "--partial", "-o", dataset]).status.code(), Some(0));
    let words = "no_gtin_file, no_lookup_file, no_vmp_file, no_vmpp_file";
    let info = String::from_utf8(pack_lookup(&["info", dataset]).stdout).unwrap();
    assert!(info.contains(&format!("gaps       {words}\n")), "{info}");
    let found = String::from_utf8(pack_lookup(&["search", "name", "--dataset", dataset]).stdout).unwrap();
    assert!(found.starts_with("Incomplete data: the release had no GTIN file"), "{found}");
    assert_eq!(pack_lookup(&["check", release]).status.code(), Some(2));
    assert_eq!(pack_lookup(&["check", release, "--partial", "--searches", "1"]).status.code(), Some(0));
}

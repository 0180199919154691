//! The command line as a process: its output, its errors and its exit codes.

use std::collections::BTreeMap;
use std::fs;
use std::io::{Seek, Write};
use std::path::Path;
use std::process::{Command, Output};

use ed25519_dalek::{Signer, SigningKey};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::common::{case_files, single_bit_flips};

const DATASET: &[u8] = include_bytes!("../cases/api.bin");

fn pack_lookup(args: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_pack-lookup")).args(args).output().unwrap()
}

/// Every command that opens a dataset, over the one at `path`.
fn commands(path: &Path) -> [Vec<&str>; 7] {
    let path = path.to_str().unwrap();
    [
        vec!["info", path],
        vec!["gtin", "9520000000011", "--dataset", path],
        vec!["search", "paracetamol", "--dataset", path],
        vec!["export", "--dataset", path],
        vec!["scan", "9520000000011", "--dataset", path],
        vec!["verify", path],
        vec!["report", path],
    ]
}

#[test]
fn answers_from_a_complete_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    fs::write(&path, DATASET).unwrap();
    for command in commands(&path) {
        assert_eq!(pack_lookup(&command).status.code(), Some(0), "{command:?}");
    }
}

#[test]
fn rejects_a_damaged_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    for (index, (bit, damaged)) in single_bit_flips(DATASET).enumerate() {
        fs::write(&path, damaged).unwrap();
        let command = &commands(&path)[index % 7];
        let output = pack_lookup(command);
        assert_eq!(output.status.code(), Some(2), "{command:?} with bit {bit} flipped");
        assert!(output.stdout.is_empty(), "{command:?} with bit {bit} flipped");
        let stderr = String::from_utf8(output.stderr).unwrap();
        assert!(stderr.contains("packs.bin: ") && stderr.lines().count() == 1, "{stderr}");
    }
}

/// A person must see that data are old, with each kind of answer.
#[test]
#[cfg(feature = "write")]
fn warns_of_old_data() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    fs::write(&path, crate::api::real()).unwrap();
    for (command, is_on_standard_error) in [
        (vec!["gtin", "9520000000011"], false),
        (vec!["search", "paracetamol"], false),
        (vec!["scan", "9520000000011"], false),
        (vec!["scan", "9520000000011", "--json"], false),
        (vec!["gtin", "--stdin"], true),
    ] {
        for (days, is_old) in [("1", true), ("36500", false)] {
            let mut asked = Command::new(env!("CARGO_BIN_EXE_pack-lookup"));
            asked.args(&command).arg("--dataset").arg(&path).env("PACK_LOOKUP_OLD_AFTER_DAYS", days);
            let Output { stdout, stderr, .. } = asked.output().unwrap();
            let printed = String::from_utf8(if is_on_standard_error { stderr } else { stdout }).unwrap();
            let is_said = printed.contains("old data: the release of 2025-08-14 is ");
            assert_eq!(is_said, is_old, "{command:?} {days}: {printed}");
        }
    }
}

/// A reader may close the pipe, as `head` does.
#[test]
fn exits_quietly_when_the_pipe_is_closed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    fs::write(&path, DATASET).unwrap();
    for args in commands(&path).into_iter().chain([vec!["--help"]]) {
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let mut command = Command::new(env!("CARGO_BIN_EXE_pack-lookup"));
        let output = command.args(&args).stdout(writer).output().unwrap();
        assert_eq!((output.status.code(), output.stderr), (Some(0), Vec::new()), "{args:?}");
    }
}

/// Recomputes the digest, at the place that `FORMAT.md` defines.
fn with_digest(mut bytes: Vec<u8>) -> Vec<u8> {
    let digest = Sha256::new_with_prefix(&bytes[..16]).chain_update(&bytes[48..]).finalize();
    bytes[16..48].copy_from_slice(&digest);
    bytes
}

/// Damages a file and corrects its digest: `verify` reads every record, and reports what is inconsistent.
#[test]
fn reports_an_inconsistent_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("packs.bin");
    let mut inconsistencies = 0;
    for (bit, damaged) in single_bit_flips(DATASET).skip(128) {
        fs::write(&path, with_digest(damaged)).unwrap();
        let output = pack_lookup(&["verify", path.to_str().unwrap()]);
        let stderr = String::from_utf8(output.stderr).unwrap();
        let code = output.status.code().unwrap();
        assert!(matches!((code, stderr.lines().count()), (0, 0) | (2, 1)), "bit {bit}: {code} {stderr}");
        inconsistencies += usize::from(stderr.contains("packs.bin: the dataset is inconsistent: "));
    }
    assert!(inconsistencies > 10, "{inconsistencies}");
}

#[test]
fn imports_an_incomplete_release_only_with_partial() {
    let folder = tempfile::tempdir().unwrap();
    let (release, dataset) = (folder.path().join("release"), folder.path().join("packs.bin"));
    fs::create_dir(&release).unwrap();
    let packs = "<AMPP><APPID>900000011000001106</APPID><NM>Name</NM><VPPID>11</VPPID></AMPP>";
    let file = format!("<ACTUAL_MEDICINAL_PROD_PACKS><AMPPS>{packs}</AMPPS></ACTUAL_MEDICINAL_PROD_PACKS>");
    fs::write(release.join("f_ampp2_3061125.xml"), file).unwrap();
    let (release, dataset) = (release.to_str().unwrap(), dataset.to_str().unwrap());

    let rejected = pack_lookup(&["build", release, "-o", dataset]);
    let stderr = String::from_utf8(rejected.stderr).unwrap();
    assert_eq!(rejected.status.code(), Some(2));
    assert!(stderr.starts_with("pack-lookup: ") && stderr.lines().count() == 1, "{stderr}");
    assert!(stderr.contains(": incomplete: ") && stderr.contains("no GTIN file"), "{stderr}");
    assert!(
        stderr.trim_end().ends_with("; use --partial to import it anyway, marked as incomplete"),
        "{stderr}"
    );
    assert!(!Path::new(dataset).exists());

    assert_eq!(pack_lookup(&["build", release, "--partial", "-o", dataset]).status.code(), Some(0));
    let words = "no_gtin_file, no_lookup_file, no_vmp_file, no_vmpp_file, no_vtm_file, no_amp_file, no_ingredient_file";
    let info = String::from_utf8(pack_lookup(&["info", dataset]).stdout).unwrap();
    assert!(info.contains(&format!("gaps       {words}\n")), "{info}");
    let found = String::from_utf8(pack_lookup(&["search", "name", "--dataset", dataset]).stdout).unwrap();
    assert!(found.starts_with("Warning: incomplete data: the release had no GTIN file"), "{found}");
    assert_eq!(pack_lookup(&["check", release]).status.code(), Some(2));
    assert_eq!(pack_lookup(&["check", release, "--partial"]).status.code(), Some(0));
}

/// An output used to replace what was at its path, even a device.
#[cfg(unix)]
#[test]
fn replaces_regular_files_only() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (target, link, fifo) = (path("target.bin"), path("link.bin"), path("fifo"));
    let demo = |output: &str| pack_lookup(&["demo", "--packs", "10", "-o", output]);

    std::os::unix::fs::symlink("target.bin", &link).unwrap();
    assert_eq!(demo(&link).status.code(), Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink() && fs::metadata(&target).unwrap().len() > 0);
    assert_eq!(demo(&link).status.code(), Some(0));
    assert!(fs::symlink_metadata(&link).unwrap().is_symlink());

    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    let names = fs::read_dir(folder.path()).unwrap().count();
    for output in [&fifo, "/dev/null"] {
        let refused = demo(output);
        let expected = format!(
            "pack-lookup: {output}: cannot write the file: it is not a regular file: write to another path\n"
        );
        assert_eq!(String::from_utf8(refused.stderr).unwrap(), expected);
        assert_eq!(refused.status.code(), Some(2));
    }
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), names);
}

/// `verify /dev/zero` used to grow without bound.
#[cfg(unix)]
#[test]
fn reads_no_device() {
    let refused = pack_lookup(&["verify", "/dev/zero"]);
    assert_eq!(
        String::from_utf8(refused.stderr).unwrap(),
        "pack-lookup: /dev/zero: it is not a regular file\n"
    );
    assert_eq!(refused.status.code(), Some(2));
}

#[test]
fn completion_scripts_name_every_command() {
    for shell in ["bash", "zsh", "fish", "powershell"] {
        let output = pack_lookup(&["completions", shell]);
        let script = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(0), "{shell}");
        for command in ["build", "gtin", "search", "scan", "completions", "fetch"] {
            assert!(script.contains(command), "{shell}: {command}");
        }
    }
}

/// Puts a file of a case into a folder: a text, a copy of a dataset, whole or damaged, the files of a release, or an
/// empty folder.
fn create_file(path: &Path, content: &Value) {
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    if let Some(text) = content.as_str() {
        fs::write(path, text).unwrap();
    } else if content["copy"].is_string() {
        fs::write(path, copy(content)).unwrap();
    } else {
        fs::create_dir_all(path).unwrap();
        for (name, text) in files_of_release(content) {
            fs::write(path.join(name), text).unwrap();
        }
    }
}

fn copy(content: &Value) -> Vec<u8> {
    let mut bytes = fs::read(case_files::path(content["copy"].as_str().unwrap())).unwrap();
    if let Some(len) = content["cut"].as_u64() {
        bytes.truncate(len as usize);
    }
    if let Some(at) = content["flip"].as_u64() {
        bytes[at as usize] ^= 1;
    }
    bytes
}

fn files_of_release(content: &Value) -> BTreeMap<String, String> {
    let Some(name) = content["release"].as_str() else { return BTreeMap::new() };
    let mut files = case_files::release_texts(name);
    if let Some(pair) = content["replace"].as_array() {
        for text in files.values_mut() {
            *text = text.replace(pair[0].as_str().unwrap(), pair[1].as_str().unwrap());
        }
    }
    files
}

/// Returns the digest of each file in a folder, also in folders inside it.
fn digests(folder: &Path) -> BTreeMap<String, String> {
    let mut found = BTreeMap::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if path.is_dir() {
            for (inner, digest) in digests(&path) {
                found.insert(format!("{name}/{inner}"), digest);
            }
            continue;
        }
        let digest = Sha256::digest(fs::read(&path).unwrap());
        found.insert(name, digest.iter().map(|byte| format!("{byte:02x}")).collect());
    }
    found
}

/// Runs a step in a folder, and returns what it printed and wrote.
fn run(step: &Value, folder: &Path) -> Value {
    let before = digests(folder);
    let output = command(step, folder).output().unwrap();
    let mut written = digests(folder);
    written.retain(|name, digest| before.get(name) != Some(digest));
    json!({
        "code": output.status.code(),
        "stdout": lines(&output.stdout),
        "stderr": lines(&output.stderr),
        "written": written,
    })
}

fn command(step: &Value, folder: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_pack-lookup"));
    command.current_dir(folder).env_remove("PACK_LOOKUP_DATASET").stdin(stdin(step));
    // The age of a release changes every day.
    command.env("PACK_LOOKUP_OLD_AFTER_DAYS", "36500");
    for arg in step["args"].as_array().unwrap() {
        command.arg(arg.as_str().unwrap());
    }
    for (name, value) in step["env"].as_object().into_iter().flatten() {
        command.env(name, value.as_str().unwrap());
    }
    command
}

/// Returns the standard input of a step. It is a file, because a pipe would have to be read at the same time.
fn stdin(step: &Value) -> fs::File {
    let mut input = tempfile::tempfile().unwrap();
    input.write_all(&stdin_bytes(step)).unwrap();
    input.rewind().unwrap();
    input
}

fn stdin_bytes(step: &Value) -> Vec<u8> {
    let Some(bytes) = step["stdin_bytes"].as_str() else {
        return step["stdin"].as_str().unwrap_or_default().into();
    };
    bytes.chars().map(|byte| u8::try_from(byte).unwrap()).collect()
}

/// Lines, so that people can read them in the case file.
fn lines(text: &[u8]) -> Value {
    json!(std::str::from_utf8(text).unwrap().split('\n').collect::<Vec<_>>())
}

/// `UPDATE_CASES=1 cargo test --features import --test core command_line` writes the outcomes into the files.
#[test]
fn the_cases_pass() {
    case_files::check("command-line", |case| {
        if case["only"] == "node" {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        for (name, content) in case["files"].as_object().into_iter().flatten() {
            create_file(&folder.path().join(name), content);
        }
        for step in case["steps"].as_array_mut().unwrap() {
            step["expect"] = run(step, folder.path());
        }
    });
}

/// Signs a description with the test key of `tests/common/signing.mjs`. It states what this project publishes.
fn signed_description(dataset: &[u8], sequence: u64) -> Value {
    let key = SigningKey::from_bytes(&Sha256::digest("pack-lookup test key").into());
    let (digest, bytes) = (hexadecimal(&Sha256::digest(dataset)), dataset.len());
    let facts = "release 8.2.0\ndate 2025-08-14\npacks 65\ngtin_rows 12\ndemo true\ngaps \n";
    let statement = format!(
        "pack-lookup release 1\nsha256 {digest}\nbytes {bytes}\nformat 9\n{facts}sequence {sequence}\n"
    );
    let value = base64(&key.sign(statement.as_bytes()).to_bytes());
    let id = hexadecimal(&Sha256::digest(key.verifying_key().as_bytes()));
    json!({
        "sha256": digest, "bytes": bytes, "format": 9, "release": "8.2.0", "release_date": "2025-08-14",
        "packs": 65, "gtin_rows": 12, "demo": true, "gaps": [],
        "signature": { "key": &id[..16], "sequence": sequence, "value": value },
    })
}

fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn base64(bytes: &[u8]) -> String {
    const DIGITS: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    let mut text = String::new();
    for chunk in bytes.chunks(3) {
        let bits =
            chunk.iter().fold(0_u32, |bits, byte| (bits << 8) | u32::from(*byte)) << (24 - 8 * chunk.len());
        for at in 0..=chunk.len() {
            text.push(char::from(DIGITS[(bits >> (18 - 6 * at)) as usize & 63]));
        }
    }
    text + ["", "==", "="][bytes.len() % 3]
}

#[test]
fn verifies_who_published_a_dataset() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    fs::write(path("packs.bin"), DATASET).unwrap();
    fs::write(path("dataset.json"), signed_description(DATASET, 7).to_string()).unwrap();
    let key = SigningKey::from_bytes(&Sha256::digest("pack-lookup test key").into());
    let public_key = base64(key.verifying_key().as_bytes());
    for (after, is_accepted) in [("0", true), ("7", true), ("8", false)] {
        let output = pack_lookup(&[
            "verify",
            &path("packs.bin"),
            "--description",
            &path("dataset.json"),
            "--public-key",
            &public_key,
            "--after",
            after,
        ]);
        let stdout = String::from_utf8(output.stdout).unwrap();
        assert_eq!(output.status.code(), Some(if is_accepted { 0 } else { 2 }), "{after}");
        assert_eq!(
            stdout.contains("signed with the key eb4f8c0a911d7862, sequence 7\n"),
            is_accepted,
            "{stdout}"
        );
    }
}

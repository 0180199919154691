//! Releases that could exhaust memory or time: `cases/hostile-releases.json`, and malformed zips. Each is imported or rejected with one
//! sentence, within 600 MB for all of them.

#![cfg(feature = "import")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "cases/blank_pack.rs"]
mod blank_pack;
mod common;
#[path = "cases/defaults.rs"]
mod defaults;

use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Cursor, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use pack_lookup::import::progress::Silent;
use pack_lookup::import::storage::{Memory, ReadSeek, Storage};
use pack_lookup::import::{Import, read_from};
use proptest::prelude::*;
use serde_json::{Value, json};
use zip::write::SimpleFileOptions;
use zip::{CompressionMethod, ZipWriter};

use common::{case_files, release_edits};

const AMPP: &str = "f_ampp2_3061125.xml";
const ZIP: &str = "nhsbsa_dmd_11.1.0_20251106000001.zip";

/// A part of a file that is generated while it is read.
struct Part {
    unit: String,
    times: u64,
}

/// A release in a folder, whose repeated parts are generated while they are read.
struct GeneratedRelease(BTreeMap<String, Vec<Part>>);

impl Storage for GeneratedRelease {
    fn is_folder(&self, path: &Path) -> bool {
        path == Path::new(".")
    }

    fn list(&self, _folder: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.0.keys().map(PathBuf::from).collect())
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        let parts = &self.0[file.to_str().unwrap()];
        Ok(Box::new(Reader { parts, part: 0, time: 0, rest: Cursor::default() }))
    }
}

struct Reader<'p> {
    parts: &'p [Part],
    part: usize,
    time: u64,
    rest: Cursor<Vec<u8>>,
}

impl Read for Reader<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        loop {
            match self.rest.read(buffer)? {
                0 if self.part == self.parts.len() => return Ok(0),
                0 => self.generate(),
                read => return Ok(read),
            }
        }
    }
}

impl Reader<'_> {
    /// Generates the next repetitions, up to 10,000 at a time.
    fn generate(&mut self) {
        let Part { unit, times } = &self.parts[self.part];
        let now = (*times - self.time).min(10_000);
        let text = match unit.contains("{}") {
            true => (self.time..self.time + now).map(|n| unit.replace("{}", &format!("{n:06}"))).collect(),
            false => unit.repeat(now as usize),
        };
        self.rest = Cursor::new(text.into_bytes());
        self.time += now;
        if self.time == *times {
            (self.part, self.time) = (self.part + 1, 0);
        }
    }
}

/// Returns the length. A release is read once, so nothing else is needed.
impl Seek for Reader<'_> {
    fn seek(&mut self, _place: SeekFrom) -> io::Result<u64> {
        Ok(self.parts.iter().map(|part| part.unit.len() as u64 * part.times).sum())
    }
}

fn part(value: &Value) -> Part {
    match value.as_str() {
        Some(text) => Part { unit: text.to_owned(), times: 1 },
        None => Part {
            unit: value["repeat"].as_str().unwrap().to_owned(),
            times: value["times"].as_f64().unwrap() as u64,
        },
    }
}

/// The files of the smallest release, by name.
fn smallest_release() -> BTreeMap<String, String> {
    case_files::release_texts(case_files::SMALLEST_RELEASE)
}

fn generated(case: &Value) -> GeneratedRelease {
    let mut files: BTreeMap<String, Vec<Part>> =
        smallest_release().into_iter().map(|(name, unit)| (name, vec![Part { unit, times: 1 }])).collect();
    for (name, parts) in case["files"].as_object().unwrap() {
        files.insert(name.clone(), parts.as_array().unwrap().iter().map(part).collect());
    }
    GeneratedRelease(files)
}

/// Imports a release within a time limit. Returns the number of packs, or the error.
fn outcome(name: &str, storage: &dyn Storage, path: &str) -> String {
    let began = Instant::now();
    let read = read_from(storage, Path::new(path), false, &Silent);
    let message =
        read.map_or_else(|error| error.to_string(), |import: Import| format!("{} packs", import.packs.len()));
    let took = began.elapsed();
    println!("{took:?} {} MB {name}: {message}", peak_mb().unwrap_or_default());
    assert!(took < Duration::from_secs(120), "{name}: {took:?}");
    assert!(message.chars().count() < 5_000 && !message.chars().any(char::is_control), "{name}: {message:?}");
    message
}

/// Returns the peak memory of this process. Available on Linux only.
fn peak_mb() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10)
}

fn assert_peak_memory() {
    assert!(peak_mb().is_none_or(|peak| peak <= 600), "{:?} MB", peak_mb());
}

/// `UPDATE_CASES=1 cargo test --features import --test hostile_releases` writes what came out into the file.
#[test]
fn the_cases_pass_within_the_limits() {
    case_files::check("hostile-releases.json", |case| {
        let outcome = outcome(case["name"].as_str().unwrap(), &generated(case), ".");
        case["expect"] = match outcome.strip_suffix(" packs") {
            Some(packs) => json!({ "packs": packs.parse::<u64>().unwrap() }),
            None => json!({ "message": outcome }),
        };
    });
    assert_peak_memory();
}

fn zip_of(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// Returns the smallest release with its files renamed, and more files after them.
fn release_with(
    rename: impl Fn(&str) -> String,
    more: &[(&str, &[u8])],
    options: SimpleFileOptions,
) -> Vec<u8> {
    let files: Vec<(String, String)> =
        smallest_release().into_iter().map(|(name, text)| (rename(&name), text)).collect();
    let own = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    zip_of(&own.chain(more.iter().copied()).collect::<Vec<_>>(), options)
}

fn release(options: SimpleFileOptions) -> Vec<u8> {
    release_with(str::to_owned, &[], options)
}

fn outcome_of_zip(name: &str, zip: &[u8]) -> String {
    let message = outcome(name, &Memory(zip), ZIP);
    assert_peak_memory();
    message
}

#[track_caller]
fn assert_message(name: &str, zip: &[u8], part: &str) {
    let message = outcome_of_zip(name, zip);
    assert!(message.contains(part), "{message}");
}

const STORED: SimpleFileOptions = SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Stored);

#[test]
fn rejects_nested_zip_bombs() {
    let deflated = SimpleFileOptions::DEFAULT;
    let zeros = vec![0; 130 << 20];
    let one = zip_of(&[("zeros.bin", &zeros)], STORED);
    drop(zeros);
    let bomb = zip_of(&[("inner.zip", &one)], deflated);
    drop(one);
    assert_message("a zip of zeros in a zip", &bomb, "the zips inside the release have more than");
    let within =
        release_with(str::to_owned, &[("inner.zip", &zip_of(&[("more.zip", &bomb)], STORED))], STORED);
    assert_message("and one further in", &within, "the zips inside the release have more than");
}

#[test]
fn rejects_more_files_than_the_limit_in_nested_zips() {
    let names: Vec<String> = (0..1000).map(|n| format!("{n}.zip")).collect();
    let many = |bytes: &[u8], count: usize| {
        let files: Vec<(&str, &[u8])> = names.iter().take(count).map(|name| (name.as_str(), bytes)).collect();
        zip_of(&files, STORED)
    };
    let nested = many(&many(&zip_of(&[("a", b"a")], STORED), 1000), 200);
    assert_message("200 x 1000", &nested, "the zips of the release have more than 100000 files");
}

#[test]
fn rejects_an_oversized_list_of_files() {
    let names: Vec<String> = (0..60_000).map(|n| format!("{n:050}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_message(
        "60,000 files",
        &zip_of(&files, STORED),
        "the list of files is missing, or longer than in any release",
    );
}

#[test]
fn reports_thousands_of_duplicate_files_briefly() {
    let names: Vec<String> = (0..5_000).map(|n| format!("f_ampp{n:06}_3061125.xml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_message("5,000 AMPP files", &zip_of(&files, STORED), "two files of one kind");
}

#[test]
fn reads_unusual_but_valid_zips() {
    assert_eq!(outcome_of_zip("zip64", &release(STORED.large_file(true))), "1 packs");
    assert_eq!(
        outcome_of_zip("paths that lead out", &release_with(|name| format!("../../../{name}"), &[], STORED)),
        "1 packs"
    );
    assert_eq!(
        outcome_of_zip("paths of Windows", &release_with(|name| format!("C:\\..\\{name}"), &[], STORED)),
        "1 packs"
    );
    let mut zip = ZipWriter::new_append(Cursor::new(release(STORED))).unwrap();
    zip.add_symlink("link", "/etc/passwd", STORED).unwrap();
    assert_eq!(outcome_of_zip("a link beside the files", &zip.finish().unwrap().into_inner()), "1 packs");
}

#[test]
fn does_not_follow_symbolic_links() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in smallest_release() {
        if name == AMPP {
            zip.add_symlink(name, "/etc/passwd", STORED).unwrap();
        } else {
            zip.start_file(name, STORED).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
    }
    assert_message("a link for a file", &zip.finish().unwrap().into_inner(), "text outside of any element");
}

/// Returns every position of the bytes.
fn positions<'z>(zip: &'z [u8], bytes: &'z [u8]) -> impl Iterator<Item = usize> + 'z {
    zip.windows(bytes.len()).enumerate().filter(move |(_, window)| *window == bytes).map(|(place, _)| place)
}

/// Changes each header: in front of files, and in the central directory.
fn with_headers(mut zip: Vec<u8>, change: impl Fn(&mut [u8])) -> Vec<u8> {
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let found: Vec<usize> = positions(&zip, signature).collect();
        found.into_iter().for_each(|place| change(&mut zip[place + flags..]));
    }
    zip
}

#[test]
fn rejects_encrypted_and_corrupt_entries() {
    let encrypted = with_headers(release(STORED), |header| header[0] |= 1);
    assert_message("encrypted", &encrypted, "assword");
    // In both headers, the checksum is eight bytes after the flags.
    let changed = with_headers(release(STORED), |header| header[8] ^= 1);
    assert_message("a wrong checksum", &changed, "checksum");
    let unknown = with_headers(release(STORED), |header| header[2] = 99);
    assert_message("an unknown method", &unknown, "compression method not supported: 99");
}

#[test]
fn reads_the_last_of_two_entries_with_one_name() {
    let twice = release_with(str::to_owned, &[("f_ampp2_3061126.xml", b"<A/>")], STORED);
    let mut twice = twice;
    let found: Vec<usize> = positions(&twice, b"f_ampp2_3061126.xml").collect();
    for place in found {
        twice[place + 14] = b'5';
    }
    assert_message("a name twice", &twice, "<A> found, but one");
}

#[test]
fn removes_terminal_escapes_from_file_names() {
    let rename = |name: &str| name.replace("f_ampp2_", "f_ampp2\u{1b}[2J\u{202e}_");
    let broken: &[u8] = b"<ACTUAL_MEDICINAL_PROD_PACKS>\x1b]0;x\x07";
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in smallest_release() {
        zip.start_file(rename(&name), STORED).unwrap();
        zip.write_all(if name == AMPP { broken } else { text.as_bytes() }).unwrap();
    }
    let message = outcome_of_zip("a name that clears the screen", &zip.finish().unwrap().into_inner());
    assert!(message.starts_with("f_ampp2\u{fffd}[2J\u{fffd}_"), "{message}");
}

#[test]
fn reads_the_complete_release() {
    assert!(release_edits::read(&release_edits::Files::complete(), "."));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..common::cases(1000) })]

    /// A short run of the fuzz target `xml`.
    #[test]
    fn edited_files_never_panic(edits in prop::collection::vec(any::<release_edits::Edit>(), 1..12), text in ".{0,40}") {
        let mut files = release_edits::Files::complete();
        edits.into_iter().for_each(|edit| files.edit(edit, &text));
        release_edits::read(&files, ".");
    }

    /// A short run of the fuzz target `release`.
    #[test]
    fn edited_zips_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), end: prop::sample::Index, is_cut: bool) {
        let mut zip = release(SimpleFileOptions::DEFAULT);
        changes.into_iter().for_each(|(place, byte)| *place.get_mut(&mut zip) = byte);
        zip.truncate(if is_cut { end.index(zip.len()) } else { zip.len() });
        release_edits::read(&Memory(&zip), ZIP);
    }
}

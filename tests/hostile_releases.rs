//! Releases that would fill memory or time: `cases/hostile-releases.json`, and zips that no honest program makes. Each is refused in one
//! sentence, or read, and all of them together take no more than 600 MB.

#![cfg(feature = "import")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, missing_docs)]

#[path = "cases/always.rs"]
mod always;
mod common;

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

use common::{case_files, pieces, releases};

const AMPP: &str = "f_ampp2_3061125.xml";
const ZIP: &str = "nhsbsa_dmd_11.1.0_20251106000001.zip";

/// A part of a file that is made while it is read.
struct Part {
    unit: String,
    times: u64,
}

/// A release in a folder, in which nothing is stored that is repeated.
struct Made(BTreeMap<String, Vec<Part>>);

impl Storage for Made {
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
                0 => self.make(),
                read => return Ok(read),
            }
        }
    }
}

impl Reader<'_> {
    /// The next repetitions, some thousand at a time.
    fn make(&mut self) {
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

/// Only how long it is: for a release that is read once.
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
fn smallest() -> BTreeMap<String, String> {
    releases::texts_of(releases::SMALLEST)
}

fn made(case: &Value) -> Made {
    let mut files: BTreeMap<String, Vec<Part>> =
        smallest().into_iter().map(|(name, unit)| (name, vec![Part { unit, times: 1 }])).collect();
    for (name, parts) in case["files"].as_object().unwrap() {
        files.insert(name.clone(), parts.as_array().unwrap().iter().map(part).collect());
    }
    Made(files)
}

/// What came of it, and that it took no longer than anybody waits.
fn outcome(name: &str, storage: &dyn Storage, path: &str) -> String {
    let began = Instant::now();
    let read = read_from(storage, Path::new(path), false, &Silent);
    let told =
        read.map_or_else(|error| error.to_string(), |import: Import| format!("{} packs", import.packs.len()));
    let took = began.elapsed();
    println!("{took:?} {} MB {name}: {told}", peak_mb().unwrap_or_default());
    assert!(took < Duration::from_secs(120), "{name}: {took:?}");
    assert!(told.chars().count() < 5_000 && !told.chars().any(char::is_control), "{name}: {told:?}");
    told
}

/// The most memory that this process has had. Linux alone tells.
fn peak_mb() -> Option<u64> {
    let status = fs::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    Some(line.trim().trim_end_matches(" kB").parse::<u64>().unwrap() >> 10)
}

fn assert_bounded() {
    assert!(peak_mb().is_none_or(|peak| peak <= 600), "{:?} MB", peak_mb());
}

/// `UPDATE_CASES=1 cargo test --features import --test hostile_releases` writes what came out into the file.
#[test]
fn the_cases_pass_within_the_limits() {
    case_files::check("hostile-releases.json", |case| {
        let outcome = outcome(case["name"].as_str().unwrap(), &made(case), ".");
        case["expect"] = match outcome.strip_suffix(" packs") {
            Some(packs) => json!({ "packs": packs.parse::<u64>().unwrap() }),
            None => json!({ "message": outcome }),
        };
    });
    assert_bounded();
}

fn zip_of(files: &[(&str, &[u8])], options: SimpleFileOptions) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, options).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

/// The smallest release with its files under other names, and more behind them.
fn release_with(
    rename: impl Fn(&str) -> String,
    more: &[(&str, &[u8])],
    options: SimpleFileOptions,
) -> Vec<u8> {
    let files: Vec<(String, String)> =
        smallest().into_iter().map(|(name, text)| (rename(&name), text)).collect();
    let own = files.iter().map(|(name, text)| (name.as_str(), text.as_bytes()));
    zip_of(&own.chain(more.iter().copied()).collect::<Vec<_>>(), options)
}

fn release(options: SimpleFileOptions) -> Vec<u8> {
    release_with(str::to_owned, &[], options)
}

fn told(name: &str, zip: &[u8]) -> String {
    let told = outcome(name, &Memory(zip), ZIP);
    assert_bounded();
    told
}

#[track_caller]
fn assert_told(name: &str, zip: &[u8], part: &str) {
    let told = told(name, zip);
    assert!(told.contains(part), "{told}");
}

const PLAIN: SimpleFileOptions = SimpleFileOptions::DEFAULT.compression_method(CompressionMethod::Stored);

#[test]
fn rejects_nested_zip_bombs() {
    let deflated = SimpleFileOptions::DEFAULT;
    let zeros = vec![0; 130 << 20];
    let one = zip_of(&[("zeros.bin", &zeros)], PLAIN);
    drop(zeros);
    let bomb = zip_of(&[("inner.zip", &one)], deflated);
    drop(one);
    assert_told("a zip of zeros in a zip", &bomb, "zips inside of a release have less than");
    let within = release_with(str::to_owned, &[("inner.zip", &zip_of(&[("more.zip", &bomb)], PLAIN))], PLAIN);
    assert_told("and one further in", &within, "zips inside of a release have less than");
}

#[test]
fn rejects_more_files_than_the_limit_in_nested_zips() {
    let names: Vec<String> = (0..1000).map(|n| format!("{n}.zip")).collect();
    let many = |bytes: &[u8], count: usize| {
        let files: Vec<(&str, &[u8])> = names.iter().take(count).map(|name| (name.as_str(), bytes)).collect();
        zip_of(&files, PLAIN)
    };
    let nested = many(&many(&zip_of(&[("a", b"a")], PLAIN), 1000), 200);
    assert_told("200 x 1000", &nested, "it has more than 100000 files");
}

#[test]
fn rejects_an_oversized_list_of_files() {
    let names: Vec<String> = (0..60_000).map(|n| format!("{n:050}")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_told(
        "60,000 files",
        &zip_of(&files, PLAIN),
        "the list of files is missing, or longer than in any release",
    );
}

#[test]
fn reports_thousands_of_duplicate_files_briefly() {
    let names: Vec<String> = (0..5_000).map(|n| format!("f_ampp{n:06}_3061125.xml")).collect();
    let files: Vec<(&str, &[u8])> = names.iter().map(|name| (name.as_str(), b"".as_slice())).collect();
    assert_told("5,000 AMPP files", &zip_of(&files, PLAIN), "there are two");
}

#[test]
fn reads_unusual_but_valid_zips() {
    assert_eq!(told("zip64", &release(PLAIN.large_file(true))), "1 packs");
    assert_eq!(
        told("paths that lead out", &release_with(|name| format!("../../../{name}"), &[], PLAIN)),
        "1 packs"
    );
    assert_eq!(
        told("paths of Windows", &release_with(|name| format!("C:\\..\\{name}"), &[], PLAIN)),
        "1 packs"
    );
    let mut zip = ZipWriter::new_append(Cursor::new(release(PLAIN))).unwrap();
    zip.add_symlink("link", "/etc/passwd", PLAIN).unwrap();
    assert_eq!(told("a link beside the files", &zip.finish().unwrap().into_inner()), "1 packs");
}

#[test]
fn does_not_follow_symbolic_links() {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in smallest() {
        if name == AMPP {
            zip.add_symlink(name, "/etc/passwd", PLAIN).unwrap();
        } else {
            zip.start_file(name, PLAIN).unwrap();
            zip.write_all(text.as_bytes()).unwrap();
        }
    }
    assert_told("a link for a file", &zip.finish().unwrap().into_inner(), "text outside of any element");
}

/// Every place of the bytes.
fn places<'z>(zip: &'z [u8], bytes: &'z [u8]) -> impl Iterator<Item = usize> + 'z {
    zip.windows(bytes.len()).enumerate().filter(move |(_, window)| *window == bytes).map(|(place, _)| place)
}

/// Changes each header of a file: those before the files, and those of the list.
fn with_headers(mut zip: Vec<u8>, change: impl Fn(&mut [u8])) -> Vec<u8> {
    for (signature, flags) in [(b"PK\x03\x04", 6), (b"PK\x01\x02", 8)] {
        let found: Vec<usize> = places(&zip, signature).collect();
        found.into_iter().for_each(|place| change(&mut zip[place + flags..]));
    }
    zip
}

#[test]
fn rejects_encrypted_and_corrupt_entries() {
    let encrypted = with_headers(release(PLAIN), |header| header[0] |= 1);
    assert_told("encrypted", &encrypted, "assword");
    // The checksum stands eight bytes behind the flags in both.
    let changed = with_headers(release(PLAIN), |header| header[8] ^= 1);
    assert_told("a wrong checksum", &changed, "checksum");
    let unknown = with_headers(release(PLAIN), |header| header[2] = 99);
    assert_told("a method that nobody knows", &unknown, "compression method not supported: 99");
}

#[test]
fn reads_the_last_of_two_entries_with_one_name() {
    let twice = release_with(str::to_owned, &[("f_ampp2_3061126.xml", b"<A/>")], PLAIN);
    let mut twice = twice;
    let found: Vec<usize> = places(&twice, b"f_ampp2_3061126.xml").collect();
    for place in found {
        twice[place + 14] = b'5';
    }
    assert_told("a name twice", &twice, "<A> found, but one");
}

#[test]
fn removes_terminal_escapes_from_file_names() {
    let rename = |name: &str| name.replace("f_ampp2_", "f_ampp2\u{1b}[2J\u{202e}_");
    let broken: &[u8] = b"<ACTUAL_MEDICINAL_PROD_PACKS>\x1b]0;x\x07";
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, text) in smallest() {
        zip.start_file(rename(&name), PLAIN).unwrap();
        zip.write_all(if name == AMPP { broken } else { text.as_bytes() }).unwrap();
    }
    let told = told("a name that clears the screen", &zip.finish().unwrap().into_inner());
    assert!(told.starts_with("f_ampp2\u{fffd}[2J\u{fffd}_"), "{told}");
}

#[test]
fn reads_the_complete_release() {
    assert!(pieces::read(&pieces::Files::whole(), "."));
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..common::cases(1000) })]

    /// What the fuzz target `xml` does, for a moment.
    #[test]
    fn edited_files_never_panic(edits in prop::collection::vec(any::<pieces::Edit>(), 1..12), text in ".{0,40}") {
        let mut files = pieces::Files::whole();
        edits.into_iter().for_each(|edit| files.edit(edit, &text));
        pieces::read(&files, ".");
    }

    /// What the fuzz target `release` does, for a moment.
    #[test]
    fn edited_zips_never_panic(changes in prop::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 0..12), end: prop::sample::Index, is_cut: bool) {
        let mut zip = release(SimpleFileOptions::DEFAULT);
        changes.into_iter().for_each(|(place, byte)| *place.get_mut(&mut zip) = byte);
        zip.truncate(if is_cut { end.index(zip.len()) } else { zip.len() });
        pieces::read(&Memory(&zip), ZIP);
    }
}

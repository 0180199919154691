//! A release as the tags and texts that its files are made of, which stand where nobody expects them: what bytes at random never get to,
//! because a tag must be ended and the files name each other's rows. And what holds of whatever is read as a release.
#![allow(dead_code)]

use std::collections::BTreeMap;
use std::io::{self, Cursor};
use std::ops::Range;
use std::path::{Path, PathBuf};

use pack_lookup::dataset::{verify, writer};
use pack_lookup::import::progress::Silent;
use pack_lookup::import::storage::{ReadSeek, Storage};
use pack_lookup::import::{Import, read_from};
use pack_lookup::pack::Pack;
use serde_json::Value;

/// Few packs, with all that a release can say of them.
const WHOLE: &str = include_str!("../cases/whole-release.json");

/// Which file is changed and how, and two places in it.
pub type Edit = (u8, u8, u16, u16);

/// What stands in the place of a text.
pub const ODD: [&str; 32] = [
    "",
    " ",
    "0",
    "-1",
    "1.50",
    ".5",
    "1e9",
    "0.0000000000000000000000000001",
    "18446744073709551615",
    "99999999999999999999999999999999999999999",
    "00000000000000000003",
    "2024-02-29",
    "2023-02-29",
    "9999-12-31",
    "0000-00-00",
    "9521234567899",
    "00000095200002",
    "952123456789",
    "900000011000001106",
    "900000011000001107",
    "&#0;",
    "&#x10FFFF;",
    "&nbsp;",
    "&amp;lt;",
    "<![CDATA[<a>]]>",
    "<!-- -->",
    "<?xml version=\"1.0\" encoding=\"utf-16\"?>",
    "<!DOCTYPE a [<!ENTITY b \"c\">]>",
    "\u{202e}\u{1b}[2J\u{0}",
    "İ ﬁ ß é e\u{301} \u{1F600}",
    "</AMPPS><AMPPS>",
    "<AMPP><AMPP></AMPP></AMPP>",
];
/// Elements that are copied again and again would be gigabytes.
const MOST_PIECES: usize = 2_000;

/// The files of a release in a folder, each in its pieces.
#[derive(Clone, Debug)]
pub struct Files(BTreeMap<String, Vec<String>>);

impl Files {
    pub fn whole() -> Files {
        let file: Value = serde_json::from_str(WHOLE).expect("a case file");
        let mut files = BTreeMap::new();
        for (name, content) in file["cases"][0]["files"].as_object().expect("files by name") {
            files.insert(name.clone(), pieces(&text(content)));
        }
        Files(files)
    }

    /// Changes one file; mostly so that it is read all the same.
    pub fn edit(&mut self, (file, kind, at, other): Edit, text: &str) {
        let Some(name) = self.0.keys().nth(usize::from(file) % self.0.len().max(1)).cloned() else { return };
        match kind % 11 {
            0 => drop(self.0.remove(&name)),
            1 => drop(self.0.insert(name, pieces(text))),
            _ => self
                .0
                .get_mut(&name)
                .into_iter()
                .for_each(|pieces| change(pieces, kind % 11, at, other, text)),
        }
    }
}

fn change(pieces: &mut Vec<String>, kind: u8, at: u16, other: u16, text: &str) {
    let len = pieces.len();
    let (at, odd, other) =
        (usize::from(at) % len.max(1), ODD[usize::from(other) % ODD.len()], usize::from(other) % len.max(1));
    match kind {
        _ if len == 0 => pieces.push(text.to_owned()),
        2 => drop(pieces.drain(element(pieces, at))),
        3 | 4 if len < MOST_PIECES => {
            let copy = pieces[element(pieces, at)].to_vec();
            drop(pieces.splice(other..other, copy));
        }
        5 => pieces.swap(at, other),
        6 => pieces[at] = pieces[like(pieces, is_tag(&pieces[at]), other)].clone(),
        7 => pieces[at] = odd.to_owned(),
        8 => {
            let at = like(pieces, false, at);
            pieces[at] = odd.to_owned();
        }
        9 => {
            let at = like(pieces, false, at);
            pieces[at] = text.to_owned();
        }
        _ => pieces.truncate(at),
    }
}

/// Returns the text of a file in a case: a string, or the strings of a list joined.
pub fn text(content: &Value) -> String {
    let mut text = content.as_str().unwrap_or_default().to_owned();
    for part in content.as_array().into_iter().flatten() {
        text.push_str(part.as_str().expect("a part of a text"));
    }
    text
}

/// Tags, and what is between them.
fn pieces(text: &str) -> Vec<String> {
    let starts = text.split_inclusive('>').flat_map(|part| {
        let (before, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        [before, tag]
    });
    starts.filter(|piece| !piece.is_empty()).map(str::to_owned).collect()
}

fn is_tag(piece: &str) -> bool {
    piece.starts_with('<')
}

/// The first piece of a kind, from this one on.
fn like(pieces: &[String], tag: bool, from: usize) -> usize {
    let found = (from..pieces.len()).chain(0..from).find(|at| is_tag(&pieces[*at]) == tag);
    found.unwrap_or(from)
}

/// The element that begins at a piece; the piece alone where none does.
fn element(pieces: &[String], at: usize) -> Range<usize> {
    let mut depth = 0;
    for (place, piece) in pieces.iter().enumerate().skip(at) {
        depth += deeper(piece);
        if depth <= 0 {
            return at..place + 1;
        }
    }
    at..pieces.len()
}

fn deeper(piece: &str) -> i32 {
    match piece {
        tag if tag.starts_with("</") => -1,
        tag if tag.starts_with("<?") || tag.starts_with("<!") || tag.ends_with("/>") => 0,
        tag => i32::from(is_tag(tag)),
    }
}

impl Storage for Files {
    fn is_folder(&self, path: &Path) -> bool {
        path == Path::new(".")
    }

    fn list(&self, _folder: &Path) -> io::Result<Vec<PathBuf>> {
        Ok(self.0.keys().map(PathBuf::from).collect())
    }

    fn open(&self, file: &Path) -> io::Result<Box<dyn ReadSeek + '_>> {
        let pieces = file.to_str().and_then(|name| self.0.get(name));
        Ok(Box::new(Cursor::new(pieces.map(|pieces| pieces.concat()).unwrap_or_default())))
    }
}

/// Reads whatever may be a release, as somebody would who takes one in part where it is not whole: a sentence, or packs that a dataset
/// gives back, the same each time. Says whether there are packs.
pub fn read(storage: &dyn Storage, path: &str) -> bool {
    let read = |is_partial| read_from(storage, Path::new(path), is_partial, &Silent);
    let told = |error: &dyn ToString| assert_told(&error.to_string());
    let import = read(false).or_else(|error| {
        told(&error);
        read(true)
    });
    import.map_err(|error| told(&error)).is_ok_and(|import| {
        let again = read(true).expect("what was read a moment ago");
        assert!(written(again) == check(import), "a release is one dataset");
        true
    })
}

/// The dataset of a release that is whole.
pub fn dataset(files: &Files) -> Vec<u8> {
    let import = read_from(files, Path::new("."), false, &Silent).expect("a whole release");
    written(import).expect("packs that can be written")
}

fn written(import: Import) -> Result<Vec<u8>, String> {
    let bytes = writer::write_with(import.packs, import.concepts, &import.release);
    bytes.map_err(|refused| refused.to_string())
}

/// The dataset of a release, which has its packs, or the sentence that says why there is none.
fn check(import: Import) -> Result<Vec<u8>, String> {
    assert!(!import.report.to_string().is_empty());
    let packs = import.packs.clone();
    let bytes = written(import);
    match &bytes {
        Err(refused) => assert_told(refused),
        Ok(bytes) => assert_has(bytes, packs),
    }
    bytes
}

fn assert_has(bytes: &[u8], packs: Vec<Pack>) {
    let dataset = verify(bytes).expect("what the writer writes");
    assert_eq!(dataset.packs() as usize, packs.len());
    for pack in packs {
        let found = dataset.find(pack.pack_id).and_then(|number| dataset.pack(number));
        assert_eq!(found.map(in_order), Some(in_order(pack)));
    }
}

/// The order of its rows is the dataset's.
fn in_order(mut pack: Pack) -> Pack {
    pack.gtin_codes.sort_by_key(|entry| (entry.start_date, entry.end_date, entry.gtin));
    pack
}

/// A sentence commands no terminal, and is one that somebody reads.
fn assert_told(told: &str) {
    assert!(!told.is_empty() && told.chars().count() < 5_000, "{told:?}");
    assert!(!told.chars().any(char::is_control), "{told:?}");
}

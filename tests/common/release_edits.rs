//! Edits the files of a release token by token, where a token is a tag or a text. Random bytes rarely get past the XML parser:
//! tags must be closed, and files refer to rows of each other. Also checks the result of any import.
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

/// A release with few packs and every element.
const COMPLETE_RELEASE: &str = include_str!("../cases/whole-release.json");

/// An edit: the file, the kind of change, and two positions.
pub type Edit = (u8, u8, u16, u16);

/// Texts that replace others.
pub const UNUSUAL_TEXTS: [&str; 32] = [
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
/// Limits a file, as repeated copies of elements would grow it to gigabytes.
const MAX_TOKENS: usize = 2_000;

/// The files of a release in a folder, as tokens.
#[derive(Clone, Debug)]
pub struct Files(BTreeMap<String, Vec<String>>);

impl Files {
    pub fn complete() -> Files {
        let file: Value = serde_json::from_str(COMPLETE_RELEASE).expect("a case file");
        let mut files = BTreeMap::new();
        for (name, content) in file["cases"][0]["files"].as_object().expect("files by name") {
            files.insert(name.clone(), tokens(&text(content)));
        }
        Files(files)
    }

    /// Changes one file. Most edits leave it readable.
    pub fn edit(&mut self, (file, kind, at, other): Edit, text: &str) {
        let Some(name) = self.0.keys().nth(usize::from(file) % self.0.len().max(1)).cloned() else { return };
        match kind % 11 {
            0 => drop(self.0.remove(&name)),
            1 => drop(self.0.insert(name, tokens(text))),
            kind => {
                if let Some(tokens) = self.0.get_mut(&name) {
                    change(tokens, kind, at, other, text);
                }
            }
        }
    }
}

fn change(tokens: &mut Vec<String>, kind: u8, at: u16, other: u16, text: &str) {
    let len = tokens.len();
    let (at, unusual, other) = (
        usize::from(at) % len.max(1),
        UNUSUAL_TEXTS[usize::from(other) % UNUSUAL_TEXTS.len()],
        usize::from(other) % len.max(1),
    );
    match kind {
        _ if len == 0 => tokens.push(text.to_owned()),
        2 => drop(tokens.drain(element(tokens, at))),
        3 | 4 if len < MAX_TOKENS => {
            let copy = tokens[element(tokens, at)].to_vec();
            drop(tokens.splice(other..other, copy));
        }
        5 => tokens.swap(at, other),
        6 => tokens[at] = tokens[next_of_kind(tokens, is_tag(&tokens[at]), other)].clone(),
        7 => tokens[at] = unusual.to_owned(),
        8 => {
            let at = next_of_kind(tokens, false, at);
            tokens[at] = unusual.to_owned();
        }
        9 => {
            let at = next_of_kind(tokens, false, at);
            tokens[at] = text.to_owned();
        }
        _ => tokens.truncate(at),
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

/// Splits a file into tags and the texts between them.
fn tokens(text: &str) -> Vec<String> {
    let mut tokens = Vec::new();
    for part in text.split_inclusive('>') {
        let (before, tag) = part.split_at(part.find('<').unwrap_or(part.len()));
        for token in [before, tag] {
            if !token.is_empty() {
                tokens.push(token.to_owned());
            }
        }
    }
    tokens
}

fn is_tag(token: &str) -> bool {
    token.starts_with('<')
}

/// Returns the position of the next tag, or of the next text, from `from` on.
fn next_of_kind(tokens: &[String], tag: bool, from: usize) -> usize {
    let found = (from..tokens.len()).chain(0..from).find(|at| is_tag(&tokens[*at]) == tag);
    found.unwrap_or(from)
}

/// Returns the tokens of the element that starts at `at`, or only the token.
fn element(tokens: &[String], at: usize) -> Range<usize> {
    let mut depth = 0;
    for (place, token) in tokens.iter().enumerate().skip(at) {
        depth += depth_change(token);
        if depth <= 0 {
            return at..place + 1;
        }
    }
    at..tokens.len()
}

fn depth_change(token: &str) -> i32 {
    match token {
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
        let content = match file.to_str().and_then(|name| self.0.get(name)) {
            Some(tokens) => tokens.concat(),
            None => String::new(),
        };
        Ok(Box::new(Cursor::new(content)))
    }
}

/// Imports a possible release, then as a partial one if it is rejected. Each error is a readable message. The dataset of an import has
/// its packs, and a second import gives the same bytes. Returns whether packs were imported.
pub fn read(storage: &dyn Storage, path: &str) -> bool {
    for is_partial in [false, true] {
        match read_from(storage, Path::new(path), is_partial, &Silent) {
            Ok(import) => {
                assert_same_again(import, storage, path);
                return true;
            }
            Err(error) => assert_readable(&error.to_string()),
        }
    }
    false
}

/// Checks that a second import of a release gives the same bytes.
fn assert_same_again(import: Import, storage: &dyn Storage, path: &str) {
    let again = read_from(storage, Path::new(path), true, &Silent).expect("the release was read before");
    assert!(write_dataset(again) == check(import), "two imports of a release differ");
}

/// Returns the dataset of a complete release.
pub fn dataset(files: &Files) -> Vec<u8> {
    let import = read_from(files, Path::new("."), false, &Silent).expect("a complete release");
    write_dataset(import).expect("packs that can be written")
}

fn write_dataset(import: Import) -> Result<Vec<u8>, String> {
    let bytes = writer::write_with(import.packs, import.concepts, &import.release);
    bytes.map_err(|error| error.to_string())
}

/// Writes the dataset of a release, and checks that it has the packs of the release. If it cannot be written, returns the error message.
fn check(import: Import) -> Result<Vec<u8>, String> {
    assert!(!import.report.to_string().is_empty());
    let packs = import.packs.clone();
    let bytes = write_dataset(import);
    match &bytes {
        Err(error) => assert_readable(error),
        Ok(bytes) => assert_has(bytes, packs),
    }
    bytes
}

fn assert_has(bytes: &[u8], packs: Vec<Pack>) {
    let dataset = verify(bytes).expect("a dataset from the writer");
    assert_eq!(dataset.packs() as usize, packs.len());
    for pack in packs {
        let found = dataset.find(pack.pack_id).and_then(|number| dataset.pack(number));
        assert_eq!(found.map(with_sorted_entries), Some(with_sorted_entries(pack)));
    }
}

/// Sorts the GTIN entries as a dataset does.
fn with_sorted_entries(mut pack: Pack) -> Pack {
    pack.gtin_codes.sort_by_key(|entry| (entry.start_date, entry.end_date, entry.gtin));
    pack
}

/// Checks that a message is short and has no control characters.
fn assert_readable(message: &str) {
    assert!(!message.is_empty() && message.chars().count() < 5_000, "{message:?}");
    assert!(!message.chars().any(char::is_control), "{message:?}");
}

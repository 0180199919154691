//! Demonstration releases: valid, reproducible, with the anomalies of real ones, and marked as demonstrations.

use std::collections::{BTreeMap, BTreeSet, HashSet};
use std::io::{Cursor, Read};
use std::sync::OnceLock;

use pack_lookup::date::Date;
use pack_lookup::gtin::Gtin;
use pack_lookup::import::demo::{DEFAULT_PACKS, DEFAULT_SEED, write_release};
use pack_lookup::import::progress::Silent;
use pack_lookup::import::{FindingKind, Import, read_release};
use pack_lookup::pack::Pack;
use quick_xml::Reader;
use quick_xml::events::Event;
use sha2::{Digest, Sha256};
use zip::ZipArchive;

use crate::common;

/// The digest of the default release, written by `pack-lookup demo`; it changes only together with the generator, its
/// tables or the deflate library.
const GOLDEN: &str = "46fa9f769aa8081ad88a1edeb2d780280f6dafe4ea156c697f23a09921f457a6";

/// Returns `packs` in the whole run, and a tenth of it in a short run.
fn scaled(packs: u32) -> u32 {
    if common::is_whole() { packs } else { packs / 10 }
}

fn demo(packs: u32, seed: u64) -> Vec<u8> {
    let mut out = Cursor::new(Vec::new());
    write_release(&mut out, packs, seed, &Silent).unwrap();
    out.into_inner()
}

fn import(zip: &[u8]) -> Import {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("demo.zip");
    std::fs::write(&path, zip).unwrap();
    read_release(&path, &Silent).unwrap()
}

fn default_zip() -> &'static [u8] {
    static ZIP: OnceLock<Vec<u8>> = OnceLock::new();
    ZIP.get_or_init(|| demo(DEFAULT_PACKS, DEFAULT_SEED))
}

pub fn default_import() -> &'static Import {
    static IMPORT: OnceLock<Import> = OnceLock::new();
    IMPORT.get_or_init(|| import(default_zip()))
}

fn carriers(gtin: u64) -> Vec<&'static Pack> {
    let gtin = Gtin::new(gtin).unwrap();
    let mut carriers = Vec::new();
    for pack in &default_import().packs {
        if pack.gtin_codes.iter().any(|entry| entry.gtin.gtin() == gtin) {
            carriers.push(pack);
        }
    }
    carriers
}

#[test]
fn the_default_release_has_its_golden_digest() {
    let digest: String = Sha256::digest(default_zip()).iter().map(|byte| format!("{byte:02x}")).collect();
    assert_eq!(digest, GOLDEN);
}

#[test]
fn size_and_seed_determine_the_release() {
    assert_eq!(demo(300, 7), demo(300, 7));
    assert_ne!(demo(300, 7), demo(300, 8));
    for packs in [1, 2, 35, 36, 37, 38, 100, scaled(20_000)] {
        assert_eq!(import(&demo(packs, 1)).packs.len(), packs as usize);
    }
}

#[test]
fn the_release_is_marked_as_a_demonstration() {
    let Import { packs, release, report, .. } = default_import();
    assert!(release.is_demo);
    assert_eq!(release.date, Date::new(2025, 11, 6).unwrap());
    assert_eq!(packs.len(), 2000);
    assert_eq!(report.packs, 2000);
    assert_eq!(report.gtin_rows, packs.iter().map(|pack| pack.gtin_codes.len() as u64).sum::<u64>());
}

fn has_demonstration_prefix(gtin: Gtin) -> bool {
    match gtin.number() {
        number @ 0..100_000_000 => number / 100_000 == 952,
        number @ 100_000_000..1_000_000_000_000 => {
            number / 100_000_000 == 4952 || number / 10_000_000_000 == 49
        }
        number => number / 10_000_000_000 % 1000 == 952,
    }
}

#[test]
fn every_gtin_has_a_demonstration_prefix() {
    for packs in [DEFAULT_PACKS, scaled(30_000)] {
        for pack in import(&demo(packs, 3)).packs {
            for entry in pack.gtin_codes {
                assert!(has_demonstration_prefix(entry.gtin.gtin()), "{}", entry.gtin);
            }
        }
    }
}

#[test]
fn ids_are_unique_and_have_valid_check_digits() {
    let mut ids = HashSet::new();
    for pack in import(&demo(scaled(30_000), 3)).packs {
        assert!(ids.insert(pack.pack_id), "{} occurs twice", pack.pack_id);
        assert!(pack.pack_id.has_right_check_digit());
    }
}

#[test]
fn contains_the_documented_packs() {
    let [amlodipine] = carriers(9_521_234_567_899)[..] else { panic!("one pack carries it") };
    assert_eq!(amlodipine.name, "Amlodipine 5mg tablets (Teva UK Ltd) 28 tablet 2 x 14 tablets");
    assert!(amlodipine.is_current());
    assert_eq!((amlodipine.prices.price_pence, amlodipine.prices.price_prev_pence), (Some(93), Some(86)));
    let forms: Vec<String> = amlodipine.gtin_codes.iter().map(|entry| entry.gtin.to_string()).collect();
    assert_eq!(forms, ["9521234567899", "09521234567899"]);

    let generics: BTreeSet<&str> =
        carriers(9_521_001_000_017).iter().map(|pack| pack.generic_product_name.as_str()).collect();
    assert_eq!(generics, BTreeSet::from(["Lorazepam 1mg tablets", "Lormetazepam 1mg tablets"]));
}

#[test]
fn contains_the_anomalies_of_real_releases() {
    use FindingKind::*;
    let Import { packs, report, .. } = default_import();
    for kind in [
        EmptyGtin,
        WrongGtinCheckDigit,
        GtinOfUnknownPack,
        GtinOnSeveralPacks,
        GtinOnSeveralProducts,
        NoPrice,
        ReinstatedWithDate,
        UnknownVmpp,
    ] {
        assert!(report.findings.count(kind) > 0, "{}", kind.as_str());
    }
    for part in ["[", "]", "=", ":", "%", "&", "'", "Frusemide 40mg"] {
        assert!(packs.iter().any(|pack| pack.name.contains(part)), "{part}");
    }
    assert!(packs.iter().any(|pack| pack.name.starts_with('#')));
    assert!(packs.iter().any(|pack| !pack.comb_content.is_empty()));
    assert!(packs.iter().any(|pack| pack.is_invalid));
    assert!(packs.iter().any(|pack| pack.short_name.is_some()));
    let (mut gtins, mut names) = (Vec::new(), BTreeSet::new());
    for pack in packs {
        gtins.extend(pack.gtin_codes.iter().map(|entry| entry.gtin.to_string()));
        names.insert(pack.name.as_str());
    }
    for start in ["00495", "000000952", "0952", "1952", "2952", "952"] {
        assert!(gtins.iter().any(|gtin| gtin.starts_with(start)), "{start}");
    }
    assert!(names.len() < packs.len(), "two packs have one name");
}

#[test]
fn a_large_release_has_the_proportions_of_a_real_one() {
    let packs = import(&demo(40_000, 1)).packs;
    let (mut not_applicable, mut discontinued, mut invalid, mut with_gtin) = (0, 0, 0, 0);
    for pack in &packs {
        not_applicable += usize::from(pack.legal_category == "Not Applicable");
        discontinued += usize::from(pack.discontinued.is_some());
        invalid += usize::from(pack.is_invalid);
        with_gtin += usize::from(!pack.gtin_codes.is_empty());
    }
    let percentages =
        [not_applicable, discontinued, invalid, with_gtin].map(|count| count * 100 / packs.len());
    assert!(matches!(percentages, [60..=64, 40..=44, 4..=5, 40..=44]), "{percentages:?}");
}

type Columns = BTreeMap<String, (char, bool)>;

/// Parses the schema: columns by the path of their record.
fn description() -> Vec<(String, String, Columns)> {
    let mut records = Vec::new();
    for line in include_str!("../cases/dmd-elements.txt").lines() {
        if line.starts_with('#') {
            continue;
        }
        let mut words = line.split(' ');
        let (stem, path) = (words.next().unwrap().to_owned(), words.next().unwrap().to_owned());
        let mut columns = Columns::new();
        for word in words {
            let (name, kind) = word.split_once(':').unwrap();
            columns.insert(name.to_owned(), (kind.chars().next().unwrap(), kind.ends_with('!')));
        }
        records.push((stem, path, columns));
    }
    records
}

fn has_type(kind: char, text: &str) -> bool {
    match kind {
        'i' => has_only_digits(text),
        'f' => text.parse::<f64>().is_ok(),
        'd' => Date::parse(text).is_ok(),
        'g' => text.is_empty() || (has_only_digits(text) && matches!(text.len(), 13 | 14)),
        _ => !text.trim().is_empty(),
    }
}

fn has_only_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Returns every file of a zip and of nested zips.
fn files(zip: &[u8]) -> Vec<(String, String)> {
    let mut archive = ZipArchive::new(Cursor::new(zip)).unwrap();
    let mut found = Vec::new();
    for index in 0..archive.len() {
        let mut entry = archive.by_index(index).unwrap();
        let (name, mut bytes) = (entry.name().unwrap().into_owned(), Vec::new());
        entry.read_to_end(&mut bytes).unwrap();
        match name.ends_with(".zip") {
            true => found.extend(files(&bytes)),
            false => found.push((name, String::from_utf8(bytes).unwrap())),
        }
    }
    found
}

#[test]
fn every_file_conforms_to_its_schema() {
    let mut records = description();
    let files = files(&demo(3000, 1));
    let names: Vec<&str> = files.iter().map(|(name, _)| name.as_str()).collect();
    assert_eq!(
        names,
        [
            "f_vtm2_3061125.xml",
            "f_vmp2_3061125.xml",
            "f_amp2_3061125.xml",
            "f_vmpp2_3061125.xml",
            "f_ampp2_3061125.xml",
            "f_ingredient2_3061125.xml",
            "f_lookup2_3061125.xml",
            "f_gtin2_0061125.xml"
        ]
    );
    for (name, text) in &files {
        let mut check = FileCheck::default();
        for (stem, path, columns) in &mut records {
            if name.starts_with(&format!("{stem}2_")) {
                check.records.push((path.clone(), std::mem::take(columns)));
            }
        }
        check.run(name, text);
    }
}

/// Checks a file against the columns of its records, by path.
#[derive(Default)]
struct FileCheck {
    records: Vec<(String, Columns)>,
    open: Vec<String>,
    /// The children of each open element.
    children: Vec<Vec<String>>,
    value: String,
}

impl FileCheck {
    fn run(&mut self, name: &str, text: &str) {
        let mut reader = Reader::from_str(text);
        loop {
            match reader.read_event().unwrap() {
                Event::Start(tag) => {
                    self.open.push(tag.name().into_inner().to_owned());
                    self.children.push(Vec::new());
                    self.value.clear();
                }
                Event::Text(text) => self.value.push_str(&text),
                Event::GeneralRef(_) => self.value.push('&'),
                Event::End(_) => self.end(name),
                Event::Eof => break,
                _ => {}
            }
        }
        assert!(self.open.is_empty());
    }

    /// Checks the element that ends.
    fn end(&mut self, name: &str) {
        let children = self.children.pop().unwrap();
        let path = self.open.clone();
        let element = self.open.pop().unwrap();
        match (self.columns_of(&path), self.columns_of(&self.open)) {
            (Some(columns), _) => {
                for (column, (_, is_required)) in columns {
                    assert!(!is_required || children.contains(column), "{name} {element} {column}");
                }
            }
            (None, Some(record)) => {
                let Some((kind, _)) = record.get(&element) else { panic!("{name}: {element} is unknown") };
                assert!(has_type(*kind, &self.value), "{name} {element} {}", self.value);
            }
            (None, None) => assert!(self.value.is_empty(), "{name}: text in {element}"),
        }
        if let Some(parent) = self.children.last_mut() {
            parent.push(element);
        }
        self.value.clear();
    }

    fn columns_of(&self, open: &[String]) -> Option<&Columns> {
        let (_, columns) = self.records.iter().find(|(path, _)| is_path(path, open))?;
        Some(columns)
    }
}

/// Returns whether open elements have a path, in which `*` is any name.
fn is_path(path: &str, open: &[String]) -> bool {
    let parts: Vec<&str> = path.split('/').collect();
    parts.len() == open.len() && parts.iter().zip(open).all(|(part, name)| *part == "*" || part == name)
}

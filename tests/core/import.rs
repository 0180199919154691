//! Imports: anomalies are reported and cost no pack, and errors give the file and the place.

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use pack_lookup::dataset::{Gap, writer};
use pack_lookup::date::Date;
use pack_lookup::import::FindingKind::*;
use pack_lookup::import::disk::Disk;
use pack_lookup::import::progress::Silent;
use pack_lookup::import::storage::Memory;
use pack_lookup::import::{
    FindingKind, Findings, Import, Supplement, SupplementReport, read_from, read_partial_release,
    read_release,
};
use pack_lookup::pack::Pack;
use serde_json::{Map, Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

use crate::common::case_files;
use crate::common::release_edits::text;

const AMPP: &str = "f_ampp2_3061125.xml";
const VMPP: &str = "f_vmpp2_3061125.xml";
const VMP: &str = "f_vmp2_3061125.xml";
const LOOKUP: &str = "f_lookup2_3061125.xml";
const GTIN: &str = "f_gtin2_0061125.xml";

/// Ids with valid check digits.
const ONE: &str = "900000011000001106";
const TWO: &str = "953086521000001102";

/// The records of the AMPP and GTIN files of a small release.
#[derive(Default)]
struct Release {
    packs: String,
    prices: String,
    contents: String,
    gtins: String,
}

fn ampp_file(packs: &str, prices: &str, contents: &str) -> String {
    format!(
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><ACTUAL_MEDICINAL_PROD_PACKS><!-- c --><AMPPS>{packs}</AMPPS>\
         <MEDICINAL_PRODUCT_PRICE>{prices}</MEDICINAL_PRODUCT_PRICE><COMB_CONTENT>{contents}</COMB_CONTENT>\
         </ACTUAL_MEDICINAL_PROD_PACKS>"
    )
}

impl Release {
    fn files(&self) -> Vec<(&'static str, String)> {
        let vmpps = "<VMPP><VPPID>11</VPPID><NM>Generic 5mg tablets 28 tablet</NM><VPID>21</VPID></VMPP>\
                     <VMPP><NM>Lost 28 tablet</NM><VPID>99</VPID><VPPID>12</VPPID></VMPP>";
        let lookup = "<LEGAL_CATEGORY><INFO><CD>3</CD><DESC>POM</DESC></INFO></LEGAL_CATEGORY>\
                      <DISCONTINUED_IND><INFO><DESC>Discontinued Flag</DESC><CD>0001</CD></INFO></DISCONTINUED_IND>";
        vec![
            (AMPP, ampp_file(&self.packs, &self.prices, &self.contents)),
            (VMPP, format!("<VIRTUAL_MED_PRODUCT_PACK><VMPPS>{vmpps}</VMPPS></VIRTUAL_MED_PRODUCT_PACK>")),
            (
                VMP,
                "<VIRTUAL_MED_PRODUCTS><VMPS><VMP><VPID>21</VPID><NM>Generic 5mg tablets</NM></VMP></VMPS>\
                 </VIRTUAL_MED_PRODUCTS>"
                    .to_owned(),
            ),
            (LOOKUP, format!("<LOOKUP>{lookup}</LOOKUP>")),
            (GTIN, format!("<GTIN_DETAILS><AMPPS>{}</AMPPS></GTIN_DETAILS>", self.gtins)),
        ]
    }

    fn import(&self) -> Import {
        import_files(&self.files()).unwrap()
    }
}

fn import_files(files: &[(&str, String)]) -> Result<Import, String> {
    let folder = folder_of(files);
    read_release(folder.path(), &Silent).map_err(|error| error.to_string())
}

fn import_partial(files: &[(&str, String)]) -> Import {
    read_partial_release(folder_of(files).path(), &Silent).unwrap()
}

fn gap_codes(import: &Import) -> Vec<&'static str> {
    import.release.gaps.iter().map(Gap::as_str).collect()
}

fn folder_of(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        fs::write(folder.path().join(name), text).unwrap();
    }
    folder
}

fn zip_of(files: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut zip = ZipWriter::new(Cursor::new(Vec::new()));
    for (name, bytes) in files {
        zip.start_file(*name, SimpleFileOptions::default()).unwrap();
        zip.write_all(bytes).unwrap();
    }
    zip.finish().unwrap().into_inner()
}

fn pack(columns: &str) -> String {
    format!(
        "<AMPP><APPID>{ONE}</APPID><NM>Name 1</NM><VPPID>11</VPPID><LEGAL_CATCD>0003</LEGAL_CATCD>{columns}</AMPP>"
    )
}

/// Imports a release with one record. Returns its pack and the kinds of findings.
fn one_pack(record: &str) -> (Pack, Vec<FindingKind>) {
    first_pack(&Release { packs: record.to_owned(), ..Release::default() })
}

fn first_pack(release: &Release) -> (Pack, Vec<FindingKind>) {
    let import = release.import();
    let found = kinds(&import.report.findings);
    (import.packs.into_iter().next().unwrap(), found)
}

#[test]
fn imports_every_field_of_a_pack() {
    let (pack, found) = first_pack(&Release {
        packs: pack(
            "<SUBP>1</SUBP><ABBREVNM>N</ABBREVNM><INVALID>1</INVALID><DISCDT>2020-02-29</DISCDT><DISCCD>1</DISCCD>",
        ),
        prices: format!(
            "<PRICE_INFO><PRICE_PREV>0</PRICE_PREV><PRICE>120</PRICE><APPID>{ONE}</APPID>\
             <PRICE_BASISCD>0001</PRICE_BASISCD></PRICE_INFO>"
        ),
        ..Release::default()
    });
    assert_eq!(
        serde_json::to_string(&pack).unwrap(),
        r#"{"pack_id":900000011000001106,"name":"Name 1","generic_pack_name":"Generic 5mg tablets 28 tablet","generic_product_name":"Generic 5mg tablets","url":"/med/ampp/ampp/name-1-900000011000001106","short_name":"N","subpack":"1","legal_category":"POM","discontinued":"Discontinued Flag","discontinued_date":"2020-02-29","gtin_codes":[],"prices":{"price":120,"price_prev":0},"invalid":1,"comb_content":[]}"#
    );
    assert_eq!(found, []);
}

#[test]
fn unescapes_text() {
    let name = "A &amp; B &lt;&#x41;&#66;&gt; <![CDATA[<&>]]> é<!-- no -->!";
    let (pack, _) = one_pack(&pack("").replace("Name 1", name));
    assert_eq!(pack.name, "A & B <AB> <&> é!");
}

#[test]
fn reports_anomalies_of_packs_and_keeps_the_packs() {
    let cases: [(&str, &str, &[FindingKind]); 15] = [
        ("<NM>Name 1</NM>", "", &[EmptyName]),
        ("<VPPID>11</VPPID>", "<VPPID>13</VPPID>", &[UnknownVmpp]),
        ("<VPPID>11</VPPID>", "<VPPID>12</VPPID>", &[UnknownVmp]),
        ("<LEGAL_CATCD>0003</LEGAL_CATCD>", "", &[UnknownLegalCategory]),
        ("0003", "77", &[UnknownLegalCategory]),
        ("0003", "0002", &[LookupLacksCode]),
        ("</AMPP>", "<SUBP>2 x 14</SUBP></AMPP>", &[SubpackNotInName]),
        ("</AMPP>", "<DISCCD>0001</DISCCD></AMPP>", &[DiscontinuedWithoutDate]),
        ("</AMPP>", "<DISCDT>2020-01-01</DISCDT></AMPP>", &[DateWithoutFlag]),
        ("</AMPP>", "<DISCCD>0000</DISCCD><DISCDT>2020-01-01</DISCDT></AMPP>", &[ReinstatedWithDate]),
        ("</AMPP>", "<DISCCD>0007</DISCCD></AMPP>", &[UnknownDiscontinuedCode]),
        (
            "</AMPP>",
            "<DISCCD>0001</DISCCD><DISCDT>2020-02-30</DISCDT></AMPP>",
            &[DiscontinuedWithoutDate, BadDiscontinuedDate],
        ),
        ("</AMPP>", "<INVALID>maybe</INVALID></AMPP>", &[UnknownInvalidCode]),
        ("</AMPP>", "<NM>Name 2</NM></AMPP>", &[RepeatedElement]),
        (ONE, "900000011000001107", &[WrongPackIdCheckDigit]),
    ];
    for (from, to, expected) in cases {
        let (_, found) = one_pack(&pack("").replace(from, to));
        assert_eq!(found, expected, "{to}");
    }
}

#[test]
fn falls_back_to_other_fields() {
    let (unknown, _) = one_pack(&pack("").replace("<VPPID>11", "<VPPID>13").replace("0003", "77"));
    assert_eq!((&*unknown.generic_pack_name, &*unknown.generic_product_name), ("Name 1", "Name 1"));
    assert_eq!(unknown.legal_category, "Unknown");
    let (lost, _) = one_pack(&pack("").replace("<VPPID>11", "<VPPID>12").replace("<NM>Name 1</NM>", ""));
    assert_eq!((&*lost.name, &*lost.generic_product_name), ("Lost 28 tablet", "Lost 28 tablet"));
    let (dated, _) = one_pack(&pack("<DISCDT>2020-01-01</DISCDT>"));
    assert_eq!(dated.discontinued.unwrap().flag, "Discontinued Flag");
    for undated in ["<DISCCD>0001</DISCCD>", "<DISCCD>0001</DISCCD><DISCDT>2020-02-30</DISCDT>"] {
        let discontinued = one_pack(&pack(undated)).0.discontinued.unwrap();
        assert_eq!((&*discontinued.flag, discontinued.date), ("Discontinued Flag", None), "{undated}");
    }
    let (unknown, _) = one_pack(&pack("<DISCCD>0007</DISCCD>"));
    assert_eq!(unknown.discontinued, None);
    let (reinstated, _) = one_pack(&pack("<DISCCD>0</DISCCD><DISCDT>2020-01-01</DISCDT>"));
    assert_eq!(reinstated.discontinued, None);
}

#[test]
fn keeps_the_first_record_of_an_id() {
    let again = pack("").replace("Name 1", "Name 2");
    let bad = "<AMPP><APPID>12345</APPID><NM>No</NM></AMPP>";
    let import = Release { packs: [&pack(""), &again, bad].concat(), ..Release::default() }.import();
    assert_eq!(import.packs.len(), 1);
    assert_eq!(import.packs[0].name, "Name 1");
    assert_eq!(import.report.findings.count(DuplicatePack), 1);
    assert_eq!(import.report.findings.count(BadPackId), 1);
    let packs = import.report.counts.iter().find(|count| count.file == AMPP).unwrap();
    assert_eq!((packs.read, packs.kept), (3, 1));
}

/// Imports a pack with a price record. Returns its price and the findings.
fn price(columns: &str) -> (Option<u32>, Vec<FindingKind>) {
    let prices = format!("<PRICE_INFO><APPID>{ONE}</APPID>{columns}</PRICE_INFO>");
    let (pack, found) = first_pack(&Release { packs: pack(""), prices, ..Release::default() });
    (pack.prices.price_pence, found)
}

#[test]
fn imports_prices() {
    assert_eq!(price("<PRICE>0</PRICE><PRICE_BASISCD>0001</PRICE_BASISCD>"), (Some(0), vec![]));
    assert_eq!(price("<PRICE>0</PRICE><PRICE_BASISCD>2</PRICE_BASISCD>"), (None, vec![NoPrice]));
    assert_eq!(price("<PRICE>1.5</PRICE><PRICE_BASISCD>1</PRICE_BASISCD>"), (None, vec![BadPrice]));
    let twice = format!("<PRICE>5</PRICE></PRICE_INFO><PRICE_INFO><APPID>{ONE}</APPID><PRICE>6</PRICE>");
    assert_eq!(price(&twice), (Some(5), vec![DuplicatePrice]));
    let unknown = format!("</PRICE_INFO><PRICE_INFO><APPID>{TWO}</APPID><PRICE>6</PRICE>");
    assert_eq!(price(&unknown), (None, vec![PriceOfUnknownPack]));
}

fn content(parent: &str, child: &str) -> String {
    format!("<CCONTENT><PRNTAPPID>{parent}</PRNTAPPID><CHLDAPPID>{child}</CHLDAPPID></CCONTENT>")
}

#[test]
fn imports_combination_packs() {
    let two = pack("").replace(ONE, TWO).replace("Name 1", "Name 2");
    let unknown = "800000011000001104";
    let contents =
        [content(ONE, TWO), content(ONE, TWO), content(ONE, unknown), content(unknown, ONE)].concat();
    let import = Release { packs: [pack(""), two].concat(), contents, ..Release::default() }.import();
    assert_eq!(import.packs[0].comb_content.len(), 1);
    assert_eq!(import.packs[0].comb_content[0].name, "Name 2");
    for kind in [DuplicateCombContent, CombChildUnknown, CombParentUnknown] {
        assert_eq!(import.report.findings.count(kind), 1, "{}", kind.as_str());
    }
}

fn gtins_of(gtins: &str) -> (Vec<String>, Vec<FindingKind>) {
    let (pack, found) =
        first_pack(&Release { packs: pack(""), gtins: gtins.to_owned(), ..Release::default() });
    let mut rows = Vec::new();
    for row in &pack.gtin_codes {
        let end = row.end_date.as_ref().map(Date::to_string).unwrap_or_default();
        rows.push(format!("{} {}..{end}", row.gtin, row.start_date));
    }
    (rows, found)
}

fn data(text: &str) -> String {
    format!("<AMPP><AMPPID>{ONE}</AMPPID><GTINDATA>{text}</GTINDATA></AMPP>")
}

#[test]
fn accepts_repeated_gtin_elements() {
    let [a, b] = ["9521234567899", "09521234567899"]
        .map(|gtin| format!("<GTIN>{gtin}</GTIN><STARTDT>2020-01-01</STARTDT>"));
    let expected = ["9521234567899 2020-01-01..", "09521234567899 2020-01-01.."];
    let id = format!("<AMPPID>{ONE}</AMPPID>");
    let shapes = [
        data(&[&*a, &b].concat()),
        data(&format!("{a}</GTINDATA><GTINDATA>{b}")),
        data(&format!("{a}</GTINDATA>{id}<GTINDATA>{b}")),
        [data(&a), data(&b)].concat(),
        format!("<AMPP><GTINDATA>{a}</GTINDATA><GTINDATA>{b}</GTINDATA>{id}</AMPP>"),
    ];
    for shape in shapes {
        assert_eq!(gtins_of(&shape), (expected.map(str::to_owned).to_vec(), vec![]), "{shape}");
    }
}

#[test]
fn reports_anomalies_of_gtin_rows() {
    let start = "<STARTDT>2020-01-01</STARTDT>";
    let good = "<GTIN>9521234567899</GTIN>";
    let cases: [(String, &[&str], FindingKind); 8] = [
        (format!("<GTIN></GTIN>{start}"), &[], EmptyGtin),
        (format!("<GTIN>95212345678</GTIN>{start}"), &[], BadGtin),
        (format!("<GTIN>9521234567890</GTIN>{start}"), &["9521234567890 2020-01-01.."], WrongGtinCheckDigit),
        (good.to_owned(), &["9521234567899 0001-01-01.."], BadStartDate),
        (format!("{good}{start}<ENDDT>soon</ENDDT>"), &["9521234567899 2020-01-01..2020-01-01"], BadEndDate),
        (
            format!("{good}{start}<ENDDT>2019-01-01</ENDDT>"),
            &["9521234567899 2020-01-01..2019-01-01"],
            EndBeforeStart,
        ),
        (format!("{good}{start}{good}{start}"), &["9521234567899 2020-01-01.."], DuplicateGtinRow),
        (format!("{good}{start}"), &["9521234567899 2020-01-01.."], GtinOfUnknownPack),
    ];
    for (row, expected, kind) in cases {
        let extra = data(&format!("{good}{start}")).replace(ONE, TWO);
        let extra = if kind == GtinOfUnknownPack { &*extra } else { "" };
        let (rows, found) = gtins_of(&[&data(&row), extra].concat());
        assert_eq!(rows, expected, "{row}");
        assert_eq!(found, [kind], "{row}");
    }
}

#[test]
fn reports_a_reused_gtin() {
    let two = pack("").replace(ONE, TWO).replace("<VPPID>11", "<VPPID>12");
    let row = data("<GTIN>9521234567899</GTIN><STARTDT>2020-01-01</STARTDT>");
    let gtins = [row.clone(), row.replace(ONE, TWO).replace(">952", ">0952")].concat();
    let import = Release { packs: [pack(""), two].concat(), gtins, ..Release::default() }.import();
    assert_eq!(import.report.findings.count(GtinOnSeveralPacks), 1);
    assert_eq!(import.report.findings.count(GtinOnSeveralProducts), 1);
    assert_eq!(import.report.gtin_rows, 2);
}

/// Returns the files of a complete release with one pack. `names` renames some of them.
fn files_named(names: &[(&str, &'static str)]) -> Vec<(&'static str, String)> {
    let mut files = Release { packs: pack(""), ..Release::default() }.files();
    for (name, other) in names {
        for (file, _) in &mut files {
            if file == name {
                *file = other;
            }
        }
    }
    files
}

#[test]
fn rejects_a_release_with_a_missing_file() {
    let cases = [
        (GTIN, "no_gtin_file", "no GTIN file, f_gtin*.xml"),
        (LOOKUP, "no_lookup_file", "no lookup file, f_lookup*.xml"),
        (VMP, "no_vmp_file", "no VMP file, f_vmp*.xml"),
        (VMPP, "no_vmpp_file", "no VMPP file, f_vmpp*.xml"),
    ];
    for (missing, word, sentence) in cases {
        let mut files = files_named(&[]);
        files.retain(|(name, _)| *name != missing);
        let error = import_files(&files).unwrap_err();
        assert!(error.contains(": incomplete: ") && error.contains(sentence), "{error}");
        let import = import_partial(&files);
        assert_eq!(gap_codes(&import), [word, "no_vtm_file", "no_amp_file", "no_ingredient_file"]);
        assert_eq!((import.packs.len(), import.report.gaps), (1, import.release.gaps));
    }
}

#[test]
fn rejects_a_partial_release_without_an_ampp_file() {
    let mut files = files_named(&[]);
    files.retain(|(name, _)| *name != AMPP);
    let error = read_partial_release(folder_of(&files).path(), &Silent).unwrap_err().to_string();
    assert!(error.contains("the AMPP file, f_ampp2_3DDMMYY.xml, is missing"), "{error}");
}

#[test]
fn rejects_files_of_different_weeks() {
    let together: [&[(&str, &'static str)]; 5] = [
        &[],
        &[(GTIN, "f_gtin2_0201125.xml")],
        &[(GTIN, "f_gtin2_0231025.xml")],
        &[(LOOKUP, "f_lookup2_3010624.xml")],
        &[(AMPP, "F_AMPP2_3061125.XML")],
    ];
    for names in together {
        assert_eq!(gap_codes(&import_files(&files_named(names)).unwrap()), NO_CONCEPTS, "{names:?}");
    }
    let apart = [
        (GTIN, "f_gtin2_0211125.xml"),
        (GTIN, "f_gtin2_0221025.xml"),
        (VMP, "f_vmp2_3131125.xml"),
        (VMPP, "f_vmpp2_3301025.xml"),
        (VMPP, "f_vmpp2_3.xml"),
    ];
    for (name, other) in apart {
        let files = files_named(&[(name, other)]);
        let error = import_files(&files).unwrap_err();
        assert!(error.contains(&format!("{other} is not of the same week as {AMPP}")), "{error}");
        let import = import_partial(&files);
        assert_eq!(gap_codes(&import), ["mixed_weeks", "no_vtm_file", "no_amp_file", "no_ingredient_file"]);
        assert_eq!(import.report.findings.count(MixedWeeks), 1);
    }
    let mut with_amps = files_named(&[]);
    with_amps.push(("f_amp2_3131125.xml", "<ACTUAL_MEDICINAL_PRODUCTS/>".to_owned()));
    assert!(import_files(&with_amps).unwrap_err().contains("f_amp2_3131125.xml is not of the same week"));
}

#[test]
fn prefers_the_later_of_two_files_then_the_first_by_name() {
    let other_pack = ampp_file(&pack("").replace("Name 1", "Other"), "", "");
    let cases = [
        ("f_ampp2_3301025.xml", "Name 1"),
        ("f_ampp2_3131125.xml", "Other"),
        ("f_ampp2_2061125.xml", "Other"),
        ("f_ampp2_4061125.xml", "Name 1"),
    ];
    for (other, expected) in cases {
        let mut files = files_named(&[]);
        files.push((other, other_pack.clone()));
        let error = import_files(&files).unwrap_err();
        assert!(error.contains("two files of one kind: ") && error.contains(other), "{error}");
        let import = import_partial(&files);
        assert_eq!(import.packs[0].name, expected, "{other}");
        assert!(gap_codes(&import).contains(&"two_files_of_a_kind"));
        assert_eq!(import.report.findings.count(TwoFilesOfAKind), 1);
    }
}

#[test]
fn reads_a_release_from_a_zip_or_from_folders() {
    let release = Release {
        packs: pack(""),
        gtins: data("<GTIN>9521234567899</GTIN><STARTDT>2020-01-01</STARTDT>"),
        ..Release::default()
    };
    let expected = release.import().packs;
    let (mut inner, mut rest) = (Vec::new(), Vec::new());
    for (name, text) in release.files() {
        let files = if name == GTIN { &mut inner } else { &mut rest };
        files.push((name, text.into_bytes()));
    }
    let inner = zip_of(&inner);
    let outer = zip_of(&[rest.clone(), vec![("week452025-r2_3-GTIN.zip", inner.clone())]].concat());

    let folder = tempfile::tempdir().unwrap();
    let zip = folder.path().join("nhsbsa_dmd_11.1.0_20251106000001.zip");
    fs::write(&zip, outer).unwrap();
    let from_zip = read_release(&zip, &Silent).unwrap();
    assert_eq!(from_zip.packs, expected);
    assert_eq!(from_zip.release.name, "11.1.0");
    assert_eq!(from_zip.release.date, Date::new(2025, 11, 6).unwrap());

    let unpacked = tempfile::tempdir().unwrap();
    let below = unpacked.path().join("release");
    fs::create_dir(&below).unwrap();
    for (name, bytes) in &rest {
        fs::write(below.join(name), bytes).unwrap();
    }
    fs::write(unpacked.path().join("week452025-r2_3-GTIN.zip"), inner).unwrap();
    let from_folder = read_release(unpacked.path(), &Silent).unwrap();
    assert_eq!(from_folder.packs, expected);
    assert_eq!(from_folder.release.name, "2025-11-06");
}

fn problem(path: &Path) -> String {
    read_release(path, &Silent).unwrap_err().to_string()
}

#[test]
fn rejects_oversized_records() {
    let release = Release { packs: pack(""), ..Release::default() };
    let much = 3 << 20;
    let oversized = [
        ("Name 1", "x".repeat(much)),
        ("<VPPID>11</VPPID>", "<VPPID>11</VPPID>".repeat(much / 17)),
        ("<AMPPS>", format!("<AMPPS>{}", " ".repeat(much))),
        ("<!-- c -->", format!("<!-- {} -->", "c".repeat(much))),
        ("<NM>", format!("<NM {}>", "a='b' ".repeat(much / 6))),
    ];
    for (part, oversized) in oversized {
        let mut files = release.files();
        files[0].1 = files[0].1.replace(part, &oversized);
        let error = import_files(&files).unwrap_err();
        assert!(error.starts_with(AMPP) && error.contains("a record has more than"), "{part}: {error}");
    }
    // Many small records are accepted.
    let many = format!("<AMPPS>{}", pack("").repeat(much / 100));
    let mut files = release.files();
    files[0].1 = files[0].1.replace("<AMPPS>", &many);
    assert_eq!(import_files(&files).unwrap().packs.len(), 1);
}

#[test]
fn rejects_files_that_are_not_a_release() {
    let folder = tempfile::tempdir().unwrap();
    assert!(problem(folder.path()).contains("the AMPP file, f_ampp2_3DDMMYY.xml, is missing"));
    assert!(problem(&folder.path().join("nothing")).contains("nothing: "));
    let zip = folder.path().join("a.zip");
    fs::write(&zip, "PK no zip").unwrap();
    assert!(problem(&zip).contains("a.zip: not a complete zip file"));
    let whole = zip_of(&[(AMPP, ampp_file(&pack(""), "", "").into_bytes())]);
    fs::write(&zip, &whole[..whole.len() - 30]).unwrap();
    assert!(problem(&zip).contains("a.zip: not a complete zip file"));
    fs::remove_file(&zip).unwrap();
    fs::write(folder.path().join(AMPP), ampp_file("", "", "")).unwrap();
    fs::write(folder.path().join("f_ampp2_3131125.xml"), ampp_file("", "", "")).unwrap();
    assert!(problem(folder.path()).contains("two files of one kind"));
}

/// Returns the zip of a case's files: texts, and zips inside.
fn zip_of_case(files: &Map<String, Value>) -> Vec<u8> {
    let mut contents = Vec::new();
    for (name, content) in files {
        let bytes = match content.as_object() {
            Some(inner) => zip_of_case(inner),
            None => text(content).into_bytes(),
        };
        contents.push((name.as_str(), bytes));
    }
    zip_of(&contents)
}

/// Imports the release of a case. Returns the digest of the dataset and the report, or why the release was rejected.
fn outcome(case: &Value) -> Value {
    let zip = zip_of_case(&case_files::release_files(case));
    let (name, is_partial) = (case["zip"].as_str().unwrap(), case["partial"] == true);
    match read_from(&Memory(&zip), Path::new(name), is_partial, &Silent) {
        Ok(import) => {
            let dataset = writer::write(import.packs, &import.release).unwrap();
            let digest: String = Sha256::digest(dataset).iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ "sha256": digest, "report": import.report })
        }
        Err(error) => json!({ "reason": error.reason().as_str(), "message": error.to_string() }),
    }
}

/// `UPDATE_CASES=1 cargo test --features import --test core import` writes the outcomes into the files.
#[test]
fn the_cases_pass() {
    case_files::check("releases", |case| case["expect"] = outcome(case));
}

const VTM: &str = "f_vtm2_3061125.xml";
const AMP: &str = "f_amp2_3061125.xml";
const INGREDIENT: &str = "f_ingredient2_3061125.xml";

/// The sections of the lookup file: each with a code and its text.
const LOOKUP_ROWS: [(&str, &str, &str); 15] = [
    ("CONTROL_DRUG_CATEGORY", "0002", "Schedule 2 (CD)"),
    ("CONTROL_DRUG_CATEGORY", "0003", "Schedule 3 (CD No Register)"),
    ("FORM", "385055001", "Tablet"),
    ("ROUTE", "26643006", "Oral"),
    ("SUPPLIER", "2001011000001108", "A &amp; B Ltd"),
    ("UNIT_OF_MEASURE", "258684004", "mg"),
    ("LICENSING_AUTHORITY", "0001", "Medicines - MHRA/EMA"),
    ("AVAILABILITY_RESTRICTION", "0001", "None"),
    ("FLAVOUR", "0007", "Apple"),
    ("VIRTUAL_PRODUCT_PRES_STATUS", "0001", "Valid"),
    ("VIRTUAL_PRODUCT_NON_AVAIL", "0001", "Not available"),
    ("DF_INDICATOR", "1", "Discrete"),
    ("BASIS_OF_STRNTH", "0002", "Based on Base Substance"),
    ("DT_PAYMENT_CATEGORY", "0001", "Category A"),
    ("LEGAL_CATEGORY", "3", "POM"),
];

fn lookup_file() -> String {
    let mut rows = String::new();
    for (section, code, text) in LOOKUP_ROWS {
        rows.push_str(&format!("<{section}><INFO><CD>{code}</CD><DESC>{text}</DESC></INFO></{section}>"));
    }
    format!("<LOOKUP>{rows}</LOOKUP>")
}

fn vmp_file() -> String {
    let vmp = "<VMPS><VMP><VPID>210000001</VPID><VPIDPREV>220000001</VPIDPREV><VTMID>310000001</VTMID><INVALID>1</INVALID>\
               <NM>Generic 5mg tablets</NM><NMPREV>Former 5mg tablets</NMPREV><PRES_STATCD>0001</PRES_STATCD>\
               <SUG_F>0001</SUG_F><CFC_F>0001</CFC_F><NON_AVAILCD>0001</NON_AVAILCD><DF_INDCD>1</DF_INDCD><UDFS>1.0</UDFS>\
               <UDFS_UOMCD>258684004</UDFS_UOMCD><UNIT_DOSE_UOMCD>258684004</UNIT_DOSE_UOMCD></VMP></VMPS>\
               <VIRTUAL_PRODUCT_INGREDIENT><VPI><VPID>210000001</VPID><ISID>410000001</ISID><BASIS_STRNTCD>2</BASIS_STRNTCD><BS_SUBID>410000002</BS_SUBID>\
               <STRNT_NMRTR_VAL>0.10</STRNT_NMRTR_VAL><STRNT_NMRTR_UOMCD>258684004</STRNT_NMRTR_UOMCD>\
               <STRNT_DNMTR_VAL>1</STRNT_DNMTR_VAL><STRNT_DNMTR_UOMCD>258684004</STRNT_DNMTR_UOMCD></VPI></VIRTUAL_PRODUCT_INGREDIENT>\
               <DRUG_FORM><DFORM><VPID>210000001</VPID><FORMCD>385055001</FORMCD></DFORM></DRUG_FORM>\
               <DRUG_ROUTE><DROUTE><VPID>210000001</VPID><ROUTECD>26643006</ROUTECD></DROUTE></DRUG_ROUTE>\
               <CONTROL_DRUG_INFO><CONTROL_INFO><VPID>210000001</VPID><CATCD>0002</CATCD></CONTROL_INFO></CONTROL_DRUG_INFO>";
    format!("<VIRTUAL_MED_PRODUCTS>{vmp}</VIRTUAL_MED_PRODUCTS>")
}

/// Returns the AMPP file, with prescribing notes.
fn ampp_file_with_notes() -> String {
    let record = pack("<APID>510000001</APID>").replace("<VPPID>11<", "<VPPID>110000001<");
    let notes = format!(
        "<PRESCRIB_INFO><APPID>{ONE}</APPID><SCHED_1>1</SCHED_1><HOSP>1</HOSP><ACBS>0</ACBS></PRESCRIB_INFO>"
    );
    let paid = format!(
        "<REIMB_INFO><APPID>{ONE}</APPID><BB>1</BB><SPEC_CONTCD>0002</SPEC_CONTCD><DND>0</DND></REIMB_INFO>"
    );
    ampp_file(&record, "", "").replace(
        "<MEDICINAL_PRODUCT_PRICE>",
        &format!(
            "<DRUG_PRODUCT_PRESCRIB_INFO>{notes}</DRUG_PRODUCT_PRESCRIB_INFO><REIMBURSEMENT_INFO>{paid}</REIMBURSEMENT_INFO><MEDICINAL_PRODUCT_PRICE>"
        ),
    )
}

/// Returns a release with one pack, which has every concept with every field.
fn release_with_concepts() -> Vec<(&'static str, String)> {
    let vmpp = "<VMPPS><VMPP><VPPID>110000001</VPPID><INVALID>1</INVALID><NM>Generic 5mg tablets 28 tablet</NM><VPID>210000001</VPID>\
                <QTYVAL>28.0</QTYVAL><QTY_UOMCD>258684004</QTY_UOMCD></VMPP></VMPPS>\
                <DRUG_TARIFF_INFO><DTINFO><VPPID>110000001</VPPID><PAY_CATCD>0001</PAY_CATCD></DTINFO></DRUG_TARIFF_INFO>";
    let amp = "<AMP><APID>510000001</APID><INVALID>1</INVALID><VPID>210000001</VPID><NM>Name</NM><DESC>Name (A)</DESC><SUPPCD>2001011000001108</SUPPCD>\
               <LIC_AUTHCD>0001</LIC_AUTHCD><AVAIL_RESTRICTCD>0001</AVAIL_RESTRICTCD><FLAVOURCD>0007</FLAVOURCD>\
               <EMA>1</EMA><PARALLEL_IMPORT>0</PARALLEL_IMPORT></AMP>";
    vec![
        (LOOKUP, lookup_file()),
        (
            VTM,
            "<VIRTUAL_THERAPEUTIC_MOIETIES><VTM><VTMID>310000001</VTMID><INVALID>1</INVALID><NM>Generic</NM><VTMIDPREV>320000001</VTMIDPREV></VTM></VIRTUAL_THERAPEUTIC_MOIETIES>"
                .to_owned(),
        ),
        (
            INGREDIENT,
            "<INGREDIENT_SUBSTANCES><ING><ISID>410000001</ISID><NM>Substance sulfate</NM></ING><ING><ISID>410000002</ISID><NM>Substance</NM></ING></INGREDIENT_SUBSTANCES>".to_owned(),
        ),
        (VMP, vmp_file()),
        (VMPP, format!("<VIRTUAL_MED_PRODUCT_PACK>{vmpp}</VIRTUAL_MED_PRODUCT_PACK>")),
        (AMP, format!("<ACTUAL_MEDICINAL_PRODUCTS><AMPS>{amp}</AMPS></ACTUAL_MEDICINAL_PRODUCTS>")),
        (GTIN, "<GTIN_DETAILS><AMPPS></AMPPS></GTIN_DETAILS>".to_owned()),
        (AMPP, ampp_file_with_notes()),
    ]
}

/// Returns the kinds of findings.
fn kinds(findings: &Findings) -> Vec<FindingKind> {
    findings.iter().map(|(kind, _)| kind).collect()
}

/// Returns the concepts of the only pack of a release as JSON, and the findings.
fn concepts_of(files: &[(&str, String)]) -> (Value, Vec<FindingKind>) {
    use pack_lookup::concept::PackConcepts;
    let import = import_files(files).unwrap();
    let concepts = import.concepts.unwrap();
    let all = PackConcepts {
        details: Some(concepts.packs[0].1),
        amp: Some(concepts.amps[0].clone()),
        vmpp: Some(concepts.vmpps[0].clone()),
        vmp: Some(concepts.vmps[0].clone()),
        vtm: Some(concepts.vtms[0].clone()),
    };
    let json = serde_json::from_slice(&all.to_json(pack_lookup::json::IdFormat::Number)).unwrap();
    (json, kinds(&import.report.concepts.findings))
}

#[test]
fn imports_every_field_of_a_concept() {
    let (concepts, found) = concepts_of(&release_with_concepts());
    assert_eq!(
        concepts,
        json!({
            "amp": {"id": 510000001, "name": "Name", "invalid": true, "supplier": {"id": 2001011000001108u64, "name": "A & B Ltd"},
                "licensing_authority": "Medicines - MHRA/EMA", "availability_restriction": "None", "flavour": "Apple",
                "parallel_import": false, "additional_monitoring": true},
            "vmpp": {"id": 110000001, "name": "Generic 5mg tablets 28 tablet", "invalid": true, "quantity": 28, "unit": "mg",
                "drug_tariff_category": "Category A"},
            "vmp": {"id": 210000001, "name": "Generic 5mg tablets", "previous_id": 220000001,
                "previous_name": "Former 5mg tablets", "invalid": true, "forms": [{"id": 385055001, "name": "Tablet"}],
                "routes": [{"id": 26643006, "name": "Oral"}],
                "ingredients": [{"id": 410000001, "name": "Substance sulfate",
                    "strength": {"value": 0.1, "unit": "mg", "denominator_value": 1, "denominator_unit": "mg"},
                    "basis": "Based on Base Substance", "base": {"id": 410000002, "name": "Substance"}}],
                "controlled_drug_category": "Schedule 2 (CD)", "prescribing_status": "Valid",
                "sugar_free": true, "gluten_free": false, "preservative_free": false, "cfc_free": true,
                "unit_dose": {"form": "Discrete", "size": 1, "unit": "mg", "unit_of_dose": "mg"},
                "non_availability": "Not available"},
            "vtm": {"id": 310000001, "name": "Generic", "previous_id": 320000001, "invalid": true},
            "schedules": ["Schedule 1 of the NHS prescription regulations: not to be prescribed on the NHS"],
            "prescribing_notes": ["Hospital"],
            "reimbursement_notes": ["Sub-pack is a special container", "Broken bulk"],
        })
    );
    assert_eq!(found, []);
}

/// A stricter category is never hidden by a laxer one.
#[test]
fn imports_all_categories_of_a_product() {
    let mut files = release_with_concepts();
    let second = "</CONTROL_INFO><CONTROL_INFO><VPID>210000001</VPID><CATCD>0003</CATCD></CONTROL_INFO>";
    for (_, text) in files.iter_mut().filter(|(name, _)| *name == VMP) {
        *text = text.replace("</CONTROL_INFO>", second);
    }
    let (concepts, _) = concepts_of(&files);
    let expected = "Schedule 2 (CD); Schedule 3 (CD No Register)";
    assert_eq!(concepts["vmp"]["controlled_drug_category"], expected);
}

/// A bare number would mislead: 5 what?
#[test]
fn ignores_a_strength_without_a_unit() {
    let mut files = release_with_concepts();
    for (_, text) in files.iter_mut().filter(|(name, _)| *name == VMP) {
        *text = text.replace("<STRNT_NMRTR_UOMCD>258684004</STRNT_NMRTR_UOMCD>", "");
    }
    let (concepts, _) = concepts_of(&files);
    assert_eq!(concepts["vmp"]["ingredients"][0]["strength"], Value::Null);
}

#[test]
fn reports_anomalies_of_concepts_and_keeps_the_packs() {
    let cases: [(&str, &str, &str, &[FindingKind]); 20] = [
        (AMP, "510000001", "5100", &[BadConceptId, UnknownAmp]),
        (AMPP, "<APID>510000001", "<APID>510000002", &[UnknownAmp]),
        (AMPP, "<VPPID>110000001", "<VPPID>110000002", &[UnknownVmppOfPack]),
        (VMP, "<VTMID>310000001", "<VTMID>310000002", &[UnknownVtm]),
        (VMPP, "<VPID>210000001", "<VPID>210000002", &[UnknownVmpOfConcept]),
        (VMP, "<UDFS>1.0", "<UDFS>INF", &[BadDecimal]),
        (VMP, "<SUG_F>", "<PRES_STATCD>9</PRES_STATCD><SUG_F>", &[]),
        (LOOKUP, "0007", "0008", &[UnknownConceptCode]),
        (INGREDIENT, "410000001", "410000002", &[UnknownSubstance]),
        (VMP, "<DFORM><VPID>210000001", "<DFORM><VPID>210000003", &[FactOfUnknownConcept]),
        (VTM, "</VTM>", "</VTM><VTM><VTMID>310000001</VTMID><NM>Other</NM></VTM>", &[DuplicateConcept]),
        (
            VMP,
            "</DROUTE>",
            "</DROUTE><DROUTE><VPID>210000001</VPID><ROUTECD>7</ROUTECD></DROUTE>",
            &[BadConceptId],
        ),
        (VMP, "<STRNT_NMRTR_VAL>0.10</STRNT_NMRTR_VAL>", "", &[UnitWithoutNumber]),
        (VMP, "<STRNT_NMRTR_UOMCD>258684004</STRNT_NMRTR_UOMCD>", "", &[NumberWithoutUnit]),
        (VMPP, "<QTY_UOMCD>258684004", "<QTY_UOMCD>9", &[NumberWithoutUnit, UnknownConceptCode]),
        (
            VMP,
            "</DFORM>",
            "</DFORM><DFORM><VPID>210000001</VPID><FORMCD>385055001</FORMCD></DFORM>",
            &[DuplicateConcept],
        ),
        (
            VMP,
            "</CONTROL_INFO>",
            "</CONTROL_INFO><CONTROL_INFO><VPID>210000001</VPID><CATCD>0003</CATCD></CONTROL_INFO>",
            &[SeveralCategories],
        ),
        (VMP, "<BS_SUBID>410000002", "<BS_SUBID>410000003", &[UnknownSubstance]),
        (AMPP, "<DND>0</DND>", "<DND>3</DND>", &[UnknownConceptCode]),
        (AMPP, "<SPEC_CONTCD>0002", "<SPEC_CONTCD>x", &[UnknownConceptCode]),
    ];
    for (file, from, to, expected) in cases {
        let mut files = release_with_concepts();
        let (_, text) = files.iter_mut().find(|(name, _)| *name == file).unwrap();
        assert!(text.contains(from), "{file} {from}");
        *text = text.replace(from, to);
        let import = import_files(&files).unwrap();
        let found = kinds(&import.report.concepts.findings);
        assert_eq!((import.packs.len(), &found[..]), (1, expected), "{file} {to}");
    }
}

#[test]
fn accepts_missing_files_that_only_concepts_need() {
    let mut files = release_with_concepts();
    files.retain(|(name, _)| ![VTM, AMP, INGREDIENT].contains(name));
    let import = import_files(&files).unwrap();
    assert_eq!(import.report.concepts.files_missing, ["VTM file", "ingredient file", "AMP file"]);
    assert_eq!(gap_codes(&import), NO_CONCEPTS);
    let concepts = import.concepts.unwrap();
    assert_eq!((concepts.amps.len(), concepts.vtms.len(), concepts.vmps[0].vtm), (0, 0, None));
    assert_eq!(concepts.vmps[0].ingredients[0].substance.name, "");
}

/// The gaps of a release without the files that only concepts need.
const NO_CONCEPTS: [&str; 3] = ["no_vtm_file", "no_amp_file", "no_ingredient_file"];

const BNF: &str = "f_bnf1_0061125.xml";

fn supplement_file(vmps: &str, amps: &str) -> String {
    format!("<BNF_DETAILS><VMPS>{vmps}</VMPS><AMPS>{amps}</AMPS></BNF_DETAILS>")
}

/// Returns a supplement with all codes of the only product. The order of columns varies.
fn complete_supplement() -> String {
    let vmp = "<VMP><ATC>J01CA04</ATC><DDD>1.5</DDD><DDD_UOMCD>258682000</DDD_UOMCD><BNF>05010103</BNF><VPID>210000001</VPID></VMP>";
    supplement_file(vmp, "<AMP><APID>510000001</APID><BNF>0501</BNF></AMP>")
}

fn supplement_of(name: &str, text: &str) -> Result<Supplement, String> {
    let zip = zip_of(&[(name, text.as_bytes().to_vec())]);
    Supplement::read_from(&Memory(&zip), Path::new("bonus.zip"), &Silent).map_err(|error| error.to_string())
}

/// Returns the codes of the only VMP and AMP, the findings, and the report.
fn classified_by(name: &str, text: &str) -> ([Option<String>; 3], Vec<FindingKind>, SupplementReport) {
    let mut import = import_files(&release_with_concepts()).unwrap();
    import.classify(supplement_of(name, text).unwrap());
    let concepts = import.concepts.unwrap();
    let (vmp, amp) = (&concepts.vmps[0], &concepts.amps[0]);
    let report = import.report.supplement.unwrap();
    let found = kinds(&report.findings);
    ([vmp.bnf.clone(), vmp.atc.clone(), amp.bnf.clone()], found, report)
}

#[test]
fn classifies_products_by_a_supplement() {
    let (codes, found, report) = classified_by(BNF, &complete_supplement());
    assert_eq!(codes.map(Option::unwrap), ["05010103", "J01CA04", "0501"]);
    assert_eq!(found, []);
    assert_eq!((&*report.file, report.date), (BNF, Date::new(2025, 11, 6)));
    assert_eq!((report.vmps_with_bnf, report.vmps_with_atc, report.amps_with_bnf), (1, 1, 1));
    let report_json = serde_json::to_value(&report).unwrap();
    assert_eq!(report_json["caveat"], "not an officially endorsed dm+d product");
    assert!(report.to_string().contains("not an officially endorsed dm+d product"));
    let without = import_files(&release_with_concepts()).unwrap();
    assert_eq!(
        (without.report.supplement.as_ref(), without.concepts.unwrap().are_classified()),
        (None, false)
    );
    assert!(serde_json::to_value(&without.report).unwrap().get("supplement").is_none());
}

#[test]
fn omits_codes_that_a_supplement_lacks() {
    let cases: [(&str, [&str; 2], &[FindingKind]); 10] = [
        ("", ["", ""], &[]),
        ("<BNF/><ATC> </ATC>", ["", ""], &[]),
        ("<BNF>n/a</BNF><ATC>N/A</ATC>", ["", ""], &[]),
        ("<BNF>21</BNF><ATC>n/a</ATC>", ["21", ""], &[]),
        ("<ATC>j01ca</ATC>", ["", "J01CA"], &[]),
        ("<BNF>050101031</BNF><ATC>V</ATC>", ["", "V"], &[BadBnf]),
        ("<BNF>5.1</BNF><ATC>V07</ATC>", ["", "V07"], &[BadBnf]),
        ("<BNF>0501</BNF><ATC>J01C4</ATC>", ["0501", ""], &[BadAtc]),
        ("<BNF>-1</BNF><ATC>J01CA0</ATC>", ["", ""], &[BadBnf, BadAtc]),
        ("<BNF>1</BNF><BNF>2</BNF>", ["1", ""], &[RepeatedElement]),
    ];
    for (columns, [bnf, atc], expected) in cases {
        let vmp = format!("<VMP><VPID>210000001</VPID>{columns}</VMP>");
        let (codes, found, _) = classified_by(BNF, &supplement_file(&vmp, ""));
        let codes = codes.map(Option::unwrap_or_default);
        assert_eq!((codes, &found[..]), ([bnf, atc, ""].map(str::to_owned), expected), "{columns}");
    }
}

#[test]
fn reports_unknown_and_duplicate_products_of_a_supplement() {
    let unknown =
        "<VMP><VPID>210000002</VPID><BNF>01</BNF></VMP><VMP><VPID>1</VPID></VMP><VMP><BNF>01</BNF></VMP>";
    let mut amps = String::new();
    for (id, bnf) in [("510000001", "01"), ("510000001", "02"), ("510000002", "01")] {
        amps.push_str(&format!("<AMP><APID>{id}</APID><BNF>{bnf}</BNF></AMP>"));
    }
    let (codes, found, report) = classified_by(BNF, &supplement_file(unknown, &amps));
    assert_eq!(codes, [None, None, Some("01".to_owned())]);
    assert_eq!(found, [BadConceptId, DuplicateConcept, UnknownInSupplement]);
    for (kind, count) in found.into_iter().zip([2, 1, 2]) {
        assert_eq!(report.findings.count(kind), count, "{}", kind.as_str());
    }
}

#[test]
fn reports_a_supplement_of_another_week() {
    for (name, is_reported) in [
        ("f_bnf1_0061125.xml", false),
        ("f_bnf1_0121125.xml", false),
        ("f_bnf1_0131125.xml", true),
        ("f_bnf1_0301025.xml", true),
        ("f_bnf1_0.xml", true),
    ] {
        let (codes, found, _) = classified_by(name, &complete_supplement());
        assert_eq!(found.contains(&SupplementOfAnotherWeek), is_reported, "{name}");
        assert!(codes.iter().all(Option::is_some));
    }
}

#[test]
fn reads_a_supplement_from_a_nested_zip_or_a_folder() {
    let inner = zip_of(&[(BNF, complete_supplement().into_bytes())]);
    let nested = zip_of(&[("week452025-r2_3-BNF.zip", inner), ("readme.txt", Vec::new())]);
    let two = zip_of(&[
        ("a/f_bnf1_0301025.xml", supplement_file("", "").into_bytes()),
        ("b/f_bnf1_0061125.xml", complete_supplement().into_bytes()),
    ]);
    for (zip, expected) in [(nested, vec![]), (two, vec![TwoFilesOfAKind])] {
        let mut import = import_files(&release_with_concepts()).unwrap();
        import.classify(Supplement::read_from(&Memory(&zip), Path::new("x.zip"), &Silent).unwrap());
        let report = import.report.supplement.unwrap();
        assert_eq!((&*report.file, report.vmps_with_bnf), (BNF, 1));
        assert_eq!(kinds(&report.findings), expected);
    }
    // In a release the file is ignored.
    let mut files = release_with_concepts();
    files.push((BNF, "no XML at all".to_owned()));
    assert!(!import_files(&files).unwrap().concepts.unwrap().are_classified());
    let folder = folder_of(&[(BNF, complete_supplement())]);
    assert!(Supplement::read_from(&Disk, folder.path(), &Silent).is_ok());
}

fn error_of_zip(bytes: &[u8]) -> String {
    Supplement::read_from(&Memory(bytes), Path::new("bonus.zip"), &Silent).unwrap_err().to_string()
}

fn error_of(text: &str) -> String {
    supplement_of(BNF, text).unwrap_err()
}

#[test]
fn rejects_files_that_are_not_a_supplement() {
    let mut files = Vec::new();
    for (name, text) in release_with_concepts() {
        files.push((name, text.into_bytes()));
    }
    let sentence =
        "bonus.zip: not the supplementary release of dm+d: the BNF file, f_bnf1_0DDMMYY.xml, is missing";
    assert_eq!(error_of_zip(&zip_of(&files)), sentence);
    assert_eq!(error_of_zip(&zip_of(&[])), sentence);
    assert!(error_of_zip(b"no zip").starts_with("bonus.zip: not a complete zip file"));
    assert!(error_of("<LOOKUP/>").contains("<LOOKUP> found, but one <BNF_DETAILS> expected"));
    assert!(error_of("<BNF_DETAILS><VMPS><VMP>").contains("the file ends inside <VMP>"));
    let row = "<VMP><VPID>210000001</VPID></VMP>";
    assert!(
        error_of(&supplement_file(&row.repeat(1 << 20), "")).contains("more content than any supplement")
    );
}

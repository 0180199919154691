//! Releases in every state: what is odd is reported and costs no pack, what is broken says where.

#![cfg(feature = "import")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    missing_docs
)]

use std::fs;
use std::io::{Cursor, Write};
use std::path::Path;

use pack_lookup::dataset::writer;
use pack_lookup::date::Date;
use pack_lookup::import::FindingKind::*;
use pack_lookup::import::progress::Silent;
use pack_lookup::import::storage::Memory;
use pack_lookup::import::{FindingKind, Import, read_from, read_partial_release, read_release};
use pack_lookup::pack::Pack;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};
use tempfile::TempDir;
use zip::ZipWriter;
use zip::write::SimpleFileOptions;

const AMPP: &str = "f_ampp2_3061125.xml";
const VMPP: &str = "f_vmpp2_3061125.xml";
const VMP: &str = "f_vmp2_3061125.xml";
const LOOKUP: &str = "f_lookup2_3061125.xml";
const GTIN: &str = "f_gtin2_0061125.xml";

/// Ids with right check digits.
const ONE: &str = "900000011000001106";
const TWO: &str = "953086521000001102";

/// What the AMPP and GTIN files of a small release hold.
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

fn import_partly(files: &[(&str, String)]) -> Import {
    read_partial_release(folder_of(files).path(), &Silent).unwrap()
}

fn words(import: &Import) -> Vec<&'static str> {
    import.release.gaps.iter().map(|gap| gap.word()).collect()
}

fn folder_of(files: &[(&str, String)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    files.iter().for_each(|(name, text)| fs::write(folder.path().join(name), text).unwrap());
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

/// The one pack of a release with this in its record, and the kinds of what was found.
fn one_pack(record: &str) -> (Pack, Vec<FindingKind>) {
    one(&Release { packs: record.to_owned(), ..Release::default() })
}

fn one(release: &Release) -> (Pack, Vec<FindingKind>) {
    let import = release.import();
    let found = import.report.findings.iter().map(|(kind, _)| kind).collect();
    (import.packs.into_iter().next().unwrap(), found)
}

#[test]
fn fields_come_from_where_they_are() {
    let (pack, found) = one(&Release {
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
fn text_is_unescaped() {
    let name = "A &amp; B &lt;&#x41;&#66;&gt; <![CDATA[<&>]]> é<!-- no -->!";
    let (pack, _) = one_pack(&pack("").replace("Name 1", name));
    assert_eq!(pack.name, "A & B <AB> <&> é!");
}

#[test]
fn oddities_of_packs_cost_no_pack() {
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
fn fallbacks_are_honest() {
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
fn the_first_record_of_an_id_stays() {
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

#[test]
fn prices() {
    let price = |columns: &str| {
        let prices = format!("<PRICE_INFO><APPID>{ONE}</APPID>{columns}</PRICE_INFO>");
        let (pack, found) = one(&Release { packs: pack(""), prices, ..Release::default() });
        (pack.prices.price_pence, found)
    };
    assert_eq!(price("<PRICE>0</PRICE><PRICE_BASISCD>0001</PRICE_BASISCD>"), (Some(0), vec![]));
    assert_eq!(price("<PRICE>0</PRICE><PRICE_BASISCD>2</PRICE_BASISCD>"), (None, vec![NoPrice]));
    assert_eq!(price("<PRICE>1.5</PRICE><PRICE_BASISCD>1</PRICE_BASISCD>"), (None, vec![BadPrice]));
    let twice = format!("<PRICE>5</PRICE></PRICE_INFO><PRICE_INFO><APPID>{ONE}</APPID><PRICE>6</PRICE>");
    assert_eq!(price(&twice), (Some(5), vec![DuplicatePrice]));
    let unknown = format!("</PRICE_INFO><PRICE_INFO><APPID>{TWO}</APPID><PRICE>6</PRICE>");
    assert_eq!(price(&unknown), (None, vec![PriceOfUnknownPack]));
}

#[test]
fn combination_packs() {
    let two = pack("").replace(ONE, TWO).replace("Name 1", "Name 2");
    let content = |parent, child| {
        format!("<CCONTENT><PRNTAPPID>{parent}</PRNTAPPID><CHLDAPPID>{child}</CHLDAPPID></CCONTENT>")
    };
    let unknown = "800000011000001104";
    let contents =
        [content(ONE, TWO), content(ONE, TWO), content(ONE, unknown), content(unknown, ONE)].concat();
    let import = Release { packs: [pack(""), two].concat(), contents, ..Release::default() }.import();
    assert_eq!(import.packs[0].comb_content.len(), 1);
    assert_eq!(import.packs[0].comb_content[0].name, "Name 2");
    for kind in [DuplicateCombContent, CombChildUnknown, CombParentUnknown] {
        assert_eq!(import.report.findings.count(kind), 1, "{}", kind.word());
    }
}

fn gtins_of(gtins: &str) -> (Vec<String>, Vec<FindingKind>) {
    let (pack, found) = one(&Release { packs: pack(""), gtins: gtins.to_owned(), ..Release::default() });
    let text = |end: Option<Date>| end.map_or("".to_owned(), |end| end.to_string());
    let rows = pack.gtin_codes.iter();
    (rows.map(|row| format!("{} {}..{}", row.gtin, row.start_date, text(row.end_date))).collect(), found)
}

fn data(text: &str) -> String {
    format!("<AMPP><AMPPID>{ONE}</AMPPID><GTINDATA>{text}</GTINDATA></AMPP>")
}

#[test]
fn gtin_groups_may_repeat_everywhere() {
    let row = |gtin: &str| format!("<GTIN>{gtin}</GTIN><STARTDT>2020-01-01</STARTDT>");
    let (a, b) = (row("9521234567899"), row("09521234567899"));
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
fn oddities_of_gtin_rows() {
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
        assert_eq!(
            (rows, found),
            (expected.iter().map(|row| row.to_string()).collect(), vec![kind]),
            "{row}"
        );
    }
}

#[test]
fn a_reused_gtin_is_reported() {
    let two = pack("").replace(ONE, TWO).replace("<VPPID>11", "<VPPID>12");
    let row = data("<GTIN>9521234567899</GTIN><STARTDT>2020-01-01</STARTDT>");
    let gtins = [row.clone(), row.replace(ONE, TWO).replace(">952", ">0952")].concat();
    let import = Release { packs: [pack(""), two].concat(), gtins, ..Release::default() }.import();
    assert_eq!(import.report.findings.count(GtinOnSeveralPacks), 1);
    assert_eq!(import.report.findings.count(GtinOnSeveralProducts), 1);
    assert_eq!(import.report.gtin_rows, 2);
}

#[test]
fn a_missing_side_file_is_reported() {
    let mut files = Release { packs: pack(""), ..Release::default() }.files();
    files.retain(|(name, _)| *name == AMPP);
    let import = import_partly(&files);
    assert_eq!(import.report.findings.count(FileMissing), 4);
    assert_eq!(import.packs[0].legal_category, "POM");
}

/// The files of a whole release with one pack, each by its name or by another that is given for it.
fn files_named(names: &[(&str, &'static str)]) -> Vec<(&'static str, String)> {
    let mut files = Release { packs: pack(""), ..Release::default() }.files();
    for (name, other) in names {
        files.iter_mut().filter(|(file, _)| file == name).for_each(|file| file.0 = other);
    }
    files
}

#[test]
fn a_release_that_lacks_a_needed_file_is_refused() {
    let cases = [
        (GTIN, "no_gtin_file", "it has no GTIN file, f_gtin*.xml"),
        (LOOKUP, "no_lookup_file", "it has no lookup file, f_lookup*.xml"),
        (VMP, "no_vmp_file", "it has no VMP file, f_vmp*.xml"),
        (VMPP, "no_vmpp_file", "it has no VMPP file, f_vmpp*.xml"),
    ];
    for (lacking, word, sentence) in cases {
        let mut files = files_named(&[]);
        files.retain(|(name, _)| *name != lacking);
        let refusal = import_files(&files).unwrap_err();
        assert!(refusal.contains(": incomplete: ") && refusal.contains(sentence), "{refusal}");
        let import = import_partly(&files);
        assert_eq!(words(&import), [word]);
        assert_eq!((import.packs.len(), import.report.gaps), (1, import.release.gaps));
    }
}

#[test]
fn the_ampp_file_is_needed_in_any_case() {
    let mut files = files_named(&[]);
    files.retain(|(name, _)| *name != AMPP);
    let refusal = read_partial_release(folder_of(&files).path(), &Silent).unwrap_err().to_string();
    assert!(refusal.contains("it has no AMPP file"), "{refusal}");
}

#[test]
fn files_of_different_weeks_are_refused() {
    let together: [&[(&str, &'static str)]; 5] = [
        &[],
        &[(GTIN, "f_gtin2_0201125.xml")],
        &[(GTIN, "f_gtin2_0231025.xml")],
        &[(LOOKUP, "f_lookup2_3010624.xml")],
        &[(AMPP, "F_AMPP2_3061125.XML")],
    ];
    for names in together {
        assert_eq!(words(&import_files(&files_named(names)).unwrap()), [""; 0], "{names:?}");
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
        let refusal = import_files(&files).unwrap_err();
        assert!(refusal.contains(&format!("{other} is not of the week of {AMPP}")), "{refusal}");
        let import = import_partly(&files);
        assert_eq!((words(&import), import.report.findings.count(MixedWeeks)), (vec!["mixed_weeks"], 1));
    }
    let mut with_amps = files_named(&[]);
    with_amps.push(("f_amp2_3131125.xml", "<ACTUAL_MEDICINAL_PRODUCTS/>".to_owned()));
    assert!(import_files(&with_amps).unwrap_err().contains("f_amp2_3131125.xml is not of the week"));
}

#[test]
fn of_two_files_of_a_kind_the_later_is_taken_else_the_first_by_name() {
    let named = |name: &str| ampp_file(&pack("").replace("Name 1", name), "", "");
    let cases = [
        ("f_ampp2_3301025.xml", "Name 1"),
        ("f_ampp2_3131125.xml", "Other"),
        ("f_ampp2_2061125.xml", "Other"),
        ("f_ampp2_4061125.xml", "Name 1"),
    ];
    for (other, taken) in cases {
        let mut files = files_named(&[]);
        files.push((other, named("Other")));
        let refusal = import_files(&files).unwrap_err();
        assert!(refusal.contains("there are two: ") && refusal.contains(other), "{refusal}");
        let import = import_partly(&files);
        assert_eq!(import.packs[0].name, taken, "{other}");
        assert!(words(&import).contains(&"two_files_of_a_kind"));
        assert_eq!(import.report.findings.count(TwoFilesOfAKind), 1);
    }
}

#[test]
fn a_release_may_lie_in_a_zip_or_in_folders() {
    let release = Release {
        packs: pack(""),
        gtins: data("<GTIN>9521234567899</GTIN><STARTDT>2020-01-01</STARTDT>"),
        ..Release::default()
    };
    let expected = release.import().packs;
    let bytes =
        |name: &str| release.files().into_iter().find(|(file, _)| *file == name).unwrap().1.into_bytes();
    let inner = zip_of(&[(GTIN, bytes(GTIN))]);
    let rest: Vec<(&str, Vec<u8>)> = [AMPP, VMPP, VMP, LOOKUP].map(|name| (name, bytes(name))).into();
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
    rest.iter().for_each(|(name, bytes)| fs::write(below.join(name), bytes).unwrap());
    fs::write(unpacked.path().join("week452025-r2_3-GTIN.zip"), inner).unwrap();
    let from_folder = read_release(unpacked.path(), &Silent).unwrap();
    assert_eq!(from_folder.packs, expected);
    assert_eq!(from_folder.release.name, "2025-11-06");
}

fn problem(path: &Path) -> String {
    read_release(path, &Silent).unwrap_err().to_string()
}

#[test]
fn what_is_broken_says_where() {
    let release = Release { packs: pack(""), ..Release::default() };
    let with_ampp = |text: &str| {
        let mut files = release.files();
        files[0].1 = text.to_owned();
        import_files(&files).unwrap_err()
    };
    let whole = ampp_file(&pack(""), "", "");
    let cut = whole.find("<NM>").unwrap();
    assert_eq!(with_ampp(&whole[..cut]), format!("{AMPP}, byte {cut}: the file ends inside <AMPP>"));
    assert_eq!(with_ampp(""), format!("{AMPP}, byte 0: the file has no <ACTUAL_MEDICINAL_PROD_PACKS>"));
    assert!(
        with_ampp("<LOOKUP></LOOKUP>").contains("<LOOKUP> stands where one <ACTUAL_MEDICINAL_PROD_PACKS>")
    );
    assert!(with_ampp(&whole.replace("</NM>", "</NN>")).contains(", byte "));
    assert!(with_ampp(&whole.replace("Name 1", "&nbsp;")).contains("&nbsp;, which is not defined"));
    assert!(with_ampp(&whole.replace("utf-8", "utf-16")).contains("utf-16, not in UTF-8"));
    let deep = "<AMPP>".repeat(100_000);
    assert!(with_ampp(&whole.replace("<AMPPS>", &format!("<AMPPS>{deep}"))).contains("nested more than"));
}

#[test]
fn what_never_ends_is_no_record() {
    let release = Release { packs: pack(""), ..Release::default() };
    let much = 3 << 20;
    let swollen = [
        ("Name 1", "x".repeat(much)),
        ("<VPPID>11</VPPID>", "<VPPID>11</VPPID>".repeat(much / 17)),
        ("<AMPPS>", format!("<AMPPS>{}", " ".repeat(much))),
        ("<!-- c -->", format!("<!-- {} -->", "c".repeat(much))),
        ("<NM>", format!("<NM {}>", "a='b' ".repeat(much / 6))),
    ];
    for (part, swollen) in swollen {
        let mut files = release.files();
        files[0].1 = files[0].1.replace(part, &swollen);
        let refusal = import_files(&files).unwrap_err();
        assert!(
            refusal.starts_with(AMPP) && refusal.contains("no record has more than"),
            "{part}: {refusal}"
        );
    }
    // Many small records are no large one.
    let many = format!("<AMPPS>{}", pack("").repeat(much / 100));
    let mut files = release.files();
    files[0].1 = files[0].1.replace("<AMPPS>", &many);
    assert_eq!(import_files(&files).unwrap().packs.len(), 1);
}

#[test]
fn what_is_no_release_says_so() {
    let folder = tempfile::tempdir().unwrap();
    assert!(problem(folder.path()).contains("it has no AMPP file"));
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
    assert!(problem(folder.path()).contains("there are two"));
}

/// Where the table is that each host runs.
const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/releases.json");

/// A zip of what a case has: texts, and zips inside.
fn zip_of_case(files: &Value) -> Vec<u8> {
    let bytes = |content: &Value| match content.as_str() {
        Some(text) => text.as_bytes().to_vec(),
        None => zip_of_case(content),
    };
    let files = files.as_object().unwrap().iter();
    zip_of(&files.map(|(name, content)| (name.as_str(), bytes(content))).collect::<Vec<_>>())
}

/// What came of it: the digest of the dataset and what the report says, or why there is none.
fn outcome(case: &Value) -> Value {
    let zip = zip_of_case(&case["files"]);
    let (name, is_partial) = (case["zip"].as_str().unwrap(), case["partial"] == true);
    match read_from(&Memory(&zip), Path::new(name), is_partial, &Silent) {
        Ok(import) => {
            let dataset = writer::write(import.packs, &import.release).unwrap();
            let digest: String = Sha256::digest(dataset).iter().map(|byte| format!("{byte:02x}")).collect();
            json!({ "sha256": digest, "report": import.report })
        }
        Err(error) => json!({ "reason": error.refusal().word(), "message": error.to_string() }),
    }
}

/// `UPDATE_CASES=1 cargo test --features import --test import` writes what came out into the file.
#[test]
fn the_cases_hold() {
    let mut file: Value = serde_json::from_str(&fs::read_to_string(CASES).unwrap()).unwrap();
    let update = std::env::var_os("UPDATE_CASES").is_some();
    for case in file["cases"].as_array_mut().unwrap() {
        let outcome = outcome(case);
        if update {
            case["outcome"] = outcome;
        } else {
            assert_eq!(case["outcome"], outcome, "{}", case["name"]);
        }
    }
    if update {
        fs::write(CASES, serde_json::to_string_pretty(&file).unwrap() + "\n").unwrap();
    }
}

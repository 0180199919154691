//! What an import read, kept, dropped and wondered at.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::error::shortened;
use crate::dataset::Gaps;
use crate::date::Date;

/// How many examples of each finding are kept.
const EXAMPLES: usize = 5;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal $text:literal,)*) => {
        /// Something that an import drops or wonders at.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FindingKind {
            $(#[doc = $text] $kind,)*
        }

        impl FindingKind {
            /// A stable word for programs.
            pub fn word(self) -> &'static str {
                match self { $(FindingKind::$kind => $word,)* }
            }

            /// What happened, and what the import made of it.
            pub fn text(self) -> &'static str {
                match self { $(FindingKind::$kind => $text,)* }
            }
        }
    };
}

kinds! {
    FileMissing "file_missing" "the release lacks a file: what comes from it stays empty or holds its fallback",
    MixedWeeks "mixed_weeks" "files of the release are of different weeks: what belongs together may be missing or wrong",
    TwoFilesOfAKind "two_files_of_a_kind" "two files are of one kind: that of the later date is read, or else the first by name",
    RecordWithoutId "record_without_id" "record dropped: its id is missing or not a number",
    BadPackId "bad_pack_id" "pack dropped: its id does not have 16 to 18 digits",
    WrongPackIdCheckDigit "wrong_pack_id_check_digit" "the check digit of the pack id is wrong: kept as it is",
    DuplicatePack "duplicate_pack" "pack dropped: its id occurred before",
    DuplicateRecord "duplicate_record" "record dropped: its id occurred before",
    RepeatedElement "repeated_element" "an element occurs twice in a record: the first counts",
    EmptyName "empty_name" "the name is missing: the generic pack's name or the id stands for it",
    SubpackNotInName "subpack_not_in_name" "the name does not end with the sub-pack: both kept as they are",
    UnknownVmpp "unknown_vmpp" "the pack's VMPP is missing: the pack's own name stands for both generic names",
    UnknownVmp "unknown_vmp" "the VMPP's VMP is missing: the generic pack's name stands for the product's",
    UnknownLegalCategory "unknown_legal_category" "legal category missing or unknown: it reads \"Unknown\"",
    LookupLacksCode "lookup_lacks_code" "the lookup file lacks a code: its published meaning is taken",
    UnknownDiscontinuedCode "unknown_discontinued_code" "unknown code for discontinued: the pack is taken as discontinued when it has a date",
    DiscontinuedWithoutDate "discontinued_without_date" "discontinued without a date: the record can't say it, but the pack's page and status do",
    DateWithoutFlag "date_without_flag" "a date but no flag of being discontinued: the pack is taken as discontinued",
    ReinstatedWithDate "reinstated_with_date" "reinstated, but with a date: the pack is not discontinued",
    BadDiscontinuedDate "bad_discontinued_date" "the date of being discontinued is no date: left out",
    UnknownInvalidCode "unknown_invalid_code" "the mark of being invalid is not 1: the pack is not taken as invalid",
    BadPrice "bad_price" "the price is not a whole number of pence: left out",
    NoPrice "no_price" "price 0 on another basis than the NHS indicative price: there is no price",
    PriceOfUnknownPack "price_of_unknown_pack" "price dropped: its pack is not in the release",
    DuplicatePrice "duplicate_price" "price dropped: the pack has one already",
    CombParentUnknown "comb_parent_unknown" "combination content dropped: its parent pack is not in the release",
    CombChildUnknown "comb_child_unknown" "combination content dropped: its child pack is not in the release",
    DuplicateCombContent "duplicate_comb_content" "combination content dropped: it occurred before",
    EmptyGtin "empty_gtin" "GTIN row dropped: the GTIN is empty",
    BadGtin "bad_gtin" "GTIN row dropped: the GTIN does not have 13 or 14 digits",
    WrongGtinCheckDigit "wrong_gtin_check_digit" "the check digit of the GTIN is wrong: kept as it is",
    BadStartDate "bad_start_date" "the start of a GTIN's period is missing or no date: it reads 0001-01-01",
    BadEndDate "bad_end_date" "the end of a GTIN's period is no date: the period is taken to end on its first day",
    EndBeforeStart "end_before_start" "the period of a GTIN ends before it starts: kept as it is",
    DuplicateGtinRow "duplicate_gtin_row" "GTIN row dropped: it occurred before",
    GtinOfUnknownPack "gtin_of_unknown_pack" "GTIN row dropped: its pack is not in the release",
    GtinOnSeveralPacks "gtin_on_several_packs" "a GTIN is on several packs: kept on each",
    GtinOnSeveralProducts "gtin_on_several_products" "a GTIN is on packs of different generic products: kept on each",
}

/// All that one kind of finding is about.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// How often it was found.
    pub count: u64,
    /// The first few.
    pub examples: Vec<String>,
}

/// How many records of one kind a file had, and how many are in use.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The file.
    pub file: String,
    /// The element that holds the records.
    pub section: String,
    /// The element that is a record.
    pub record: String,
    /// Records in the file.
    pub read: u64,
    /// Records that the import could read. The findings tell which of them no pack could use.
    pub kept: u64,
}

/// What an import read, kept, dropped and wondered at.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the release.
    pub release: String,
    /// The day of the release.
    pub release_date: Date,
    /// Whether it holds demonstration data.
    pub is_demo: bool,
    /// What the release lacked.
    pub gaps: Gaps,
    /// Packs that came out.
    pub packs: u64,
    /// GTIN rows that came out.
    pub gtin_rows: u64,
    /// Records in and out, file by file.
    pub counts: Vec<Count>,
    /// Files of the release that hold nothing of the record.
    pub files_not_needed: Vec<String>,
    /// What was dropped or odd.
    pub findings: Findings,
}

/// Findings by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(BTreeMap<FindingKind, Finding>);

impl Findings {
    /// Adds one; the example is made only while there are few.
    pub(crate) fn note(&mut self, kind: FindingKind, example: impl FnOnce() -> String) {
        let finding = self.0.entry(kind).or_default();
        finding.count += 1;
        if finding.examples.len() < EXAMPLES {
            finding.examples.push(shortened(example()));
        }
    }

    /// How often it was found.
    pub fn count(&self, kind: FindingKind) -> u64 {
        self.0.get(&kind).map_or(0, |finding| finding.count)
    }

    /// Each kind that was found.
    pub fn iter(&self) -> impl Iterator<Item = (FindingKind, &Finding)> {
        self.0.iter().map(|(kind, finding)| (*kind, finding))
    }
}

#[derive(Serialize)]
struct FindingRecord<'a> {
    kind: &'a str,
    text: &'a str,
    count: u64,
    examples: &'a [String],
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(|(kind, finding)| FindingRecord {
            kind: kind.word(),
            text: kind.text(),
            count: finding.count,
            examples: &finding.examples,
        }))
    }
}

/// The form for people.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let demo = if self.is_demo { ", demonstration data" } else { "" };
        writeln!(f, "Release {} of {}{demo}", self.release, self.release_date)?;
        writeln!(f, "{} packs, {} GTIN rows\n", self.packs, self.gtin_rows)?;
        if !self.gaps.is_empty() {
            writeln!(f, "Incomplete: the release had {}.\n", self.gaps)?;
        }
        writeln!(f, "{:>9} {:>9}  record", "read", "kept")?;
        for count in &self.counts {
            let Count { file, section, record, read, kept } = count;
            writeln!(f, "{read:>9} {kept:>9}  {file} {section}/{record}")?;
        }
        for file in &self.files_not_needed {
            writeln!(f, "{:>19}  {file}: not needed", "")?;
        }
        self.findings.iter().try_for_each(|(kind, finding)| write_finding(f, kind, finding))
    }
}

fn write_finding(f: &mut fmt::Formatter<'_>, kind: FindingKind, finding: &Finding) -> fmt::Result {
    writeln!(f, "\n{} x {}", finding.count, kind.text())?;
    finding.examples.iter().try_for_each(|example| writeln!(f, "    {example}"))?;
    match finding.count > finding.examples.len() as u64 {
        true => writeln!(f, "    ..."),
        false => Ok(()),
    }
}

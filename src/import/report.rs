//! The report of an import: what it read, kept, dropped and found odd.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::error::shortened;
use crate::dataset::Gaps;
use crate::date::Date;
use crate::lookup::Reuse;

/// The maximum number of examples of each finding.
const EXAMPLES: usize = 5;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal $text:literal,)*) => {
        /// A problem found during import.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FindingKind {
            $(#[doc = $text] $kind,)*
        }

        impl FindingKind {
            /// Returns a stable code for programs.
            pub fn as_str(self) -> &'static str {
                match self { $(FindingKind::$kind => $word,)* }
            }

            /// Returns what the problem is, and how the import handled it.
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
    BadConceptId "bad_concept_id" "concept or fact left out: its id does not have 6 to 18 digits",
    DuplicateConcept "duplicate_concept" "concept or fact left out: its id occurred before",
    TooManyFacts "too_many_facts" "fact left out: its product has a thousand of them already",
    BadDecimal "bad_decimal" "a quantity or strength is no decimal number: left out",
    UnknownConceptCode "unknown_concept_code" "the lookup file lacks a code of a concept: its meaning is left out",
    UnknownSubstance "unknown_substance" "the ingredient file lacks a substance: its name is left out",
    UnknownVtm "unknown_vtm" "the VMP's VTM is missing: left out",
    UnknownVmpOfConcept "unknown_vmp_of_concept" "the VMP of an AMP or VMPP is missing: left out",
    UnknownAmp "unknown_amp" "the pack's AMP is missing: left out",
    UnknownVmppOfPack "unknown_vmpp_of_pack" "the pack's VMPP is missing: left out",
    FactOfUnknownConcept "fact_of_unknown_concept" "facts left out: their VMP or VMPP is not in the release",
    SupplementOfAnotherWeek "supplement_of_another_week" "the supplement is of another week than the release: codes may be missing or out of date",
    UnknownInSupplement "unknown_in_supplement" "codes of the supplement left out: their VMP or AMP is not in the release",
    BadBnf "bad_bnf" "code of the BNF left out: it does not have 1 to 8 digits",
    BadAtc "bad_atc" "ATC code left out: it is not a letter, two digits, two letters and two digits, or a level above",
}

/// All findings of one kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Finding {
    /// The number of findings.
    pub count: u64,
    /// The first examples.
    pub examples: Vec<String>,
}

/// The number of records of one kind in a file, and the number that was kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Count {
    /// The file.
    pub file: String,
    /// The parent element of the records.
    pub section: String,
    /// The element of a record.
    pub record: String,
    /// The number of records in the file.
    pub read: u64,
    /// The number of records that the import could read. The findings list those of them that no pack could
    /// use.
    pub kept: u64,
}

/// The number of re-used GTINs of each grade.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReusedGtins(BTreeMap<Reuse, u64>);

impl ReusedGtins {
    /// Counts a re-used GTIN.
    pub(crate) fn add(&mut self, grade: Reuse) {
        *self.0.entry(grade).or_default() += 1;
    }

    /// Returns the number of re-used GTINs of a grade.
    pub fn count(&self, grade: Reuse) -> u64 {
        self.0.get(&grade).copied().unwrap_or(0)
    }
}

impl Serialize for ReusedGtins {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(Reuse::ALL.iter().map(|grade| (grade.as_str(), self.count(*grade))))
    }
}

/// The number of imported concepts, and the problems with them. No problem here loses a pack.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct ConceptReport {
    /// The number of products (AMPs).
    pub amps: u64,
    /// The number of virtual packs.
    pub vmpps: u64,
    /// The number of virtual products.
    pub vmps: u64,
    /// The number of therapeutic moieties.
    pub vtms: u64,
    /// The number of re-used GTINs of each grade.
    pub reused_gtins: ReusedGtins,
    /// The missing files. Their concepts are absent.
    pub files_missing: Vec<&'static str>,
    /// What was omitted.
    pub findings: Findings,
}

/// The report of an import.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The name of the release.
    pub release: String,
    /// The day of the release.
    pub release_date: Date,
    /// Whether the packs are demonstration data.
    pub is_demo: bool,
    /// What the release lacked.
    pub gaps: Gaps,
    /// The number of imported packs.
    pub packs: u64,
    /// The number of imported GTIN rows.
    pub gtin_rows: u64,
    /// The number of records of each file.
    pub counts: Vec<Count>,
    /// Files of the release that are not read.
    pub files_not_needed: Vec<String>,
    /// The problems found.
    pub findings: Findings,
    /// The concepts above the packs.
    pub concepts: ConceptReport,
    /// The codes of a supplement, if one was read.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub supplement: Option<SupplementReport>,
}

/// The caveat that codes of the supplement require.
const CAVEAT: &str = "not an officially endorsed dm+d product";

/// The number of codes from a supplement, and the problems with it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct SupplementReport {
    /// The file.
    pub file: String,
    /// The day in its name.
    pub date: Option<Date>,
    /// The caveat that these codes require.
    pub caveat: &'static str,
    /// The number of virtual products with a BNF code.
    pub vmps_with_bnf: u64,
    /// The number of virtual products with an ATC code.
    pub vmps_with_atc: u64,
    /// The number of products (AMPs) with their own BNF code.
    pub amps_with_bnf: u64,
    /// What was omitted or odd.
    pub findings: Findings,
}

impl SupplementReport {
    /// Returns a report without codes.
    pub(crate) fn of(file: String, date: Option<Date>) -> SupplementReport {
        let (vmps_with_bnf, vmps_with_atc, amps_with_bnf) = (0, 0, 0);
        let (caveat, findings) = (CAVEAT, Findings::default());
        SupplementReport { file, date, caveat, vmps_with_bnf, vmps_with_atc, amps_with_bnf, findings }
    }
}

/// Writes the report for people.
impl fmt::Display for SupplementReport {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let SupplementReport { file, caveat, vmps_with_bnf, vmps_with_atc, amps_with_bnf, .. } = self;
        write!(f, "{vmps_with_bnf} VMPs and {amps_with_bnf} AMPs have a code of the BNF, ")?;
        writeln!(f, "{vmps_with_atc} VMPs an ATC code: from {file}, {caveat}")
    }
}

/// Findings by kind.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(BTreeMap<FindingKind, Finding>);

impl Findings {
    /// Adds a finding. The example is made only if there are few.
    pub(crate) fn note(&mut self, kind: FindingKind, example: impl FnOnce() -> String) {
        let finding = self.0.entry(kind).or_default();
        finding.count += 1;
        if finding.examples.len() < EXAMPLES {
            finding.examples.push(shortened(example()));
        }
    }

    /// Returns the number of findings of a kind.
    pub fn count(&self, kind: FindingKind) -> u64 {
        self.0.get(&kind).map_or(0, |finding| finding.count)
    }

    /// Returns each kind with its findings.
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
            kind: kind.as_str(),
            text: kind.text(),
            count: finding.count,
            examples: &finding.examples,
        }))
    }
}

/// Writes the report for people.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let demo = if self.is_demo { ", demonstration data" } else { "" };
        writeln!(f, "Release {} of {}{demo}", self.release, self.release_date)?;
        writeln!(f, "{} packs, {} GTIN rows", self.packs, self.gtin_rows)?;
        let ConceptReport { amps, vmpps, vmps, vtms, reused_gtins, files_missing, findings } = &self.concepts;
        writeln!(f, "{amps} AMPs, {vmpps} VMPPs, {vmps} VMPs, {vtms} VTMs")?;
        let grades =
            Reuse::ALL.iter().map(|grade| format!("{} {}", grade.as_str(), reused_gtins.count(*grade)));
        writeln!(f, "GTINs on several packs: {}\n", grades.collect::<Vec<_>>().join(", "))?;
        if let Some(supplement) = &self.supplement {
            writeln!(f, "{supplement}")?;
        }
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
        for file in files_missing {
            writeln!(f, "{:>19}  no {file}: what comes from it is absent from the concepts", "")?;
        }
        let of_supplement = self.supplement.iter().flat_map(|supplement| supplement.findings.iter());
        let all = self.findings.iter().chain(findings.iter()).chain(of_supplement);
        all.into_iter().try_for_each(|(kind, finding)| write_finding(f, kind, finding))
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

//! The report of an import: what it read, kept, dropped and found odd.

use std::collections::BTreeMap;
use std::fmt;

use serde::{Serialize, Serializer};

use super::error::shortened;
use crate::concept::Reuse;
use crate::dataset::Gaps;
use crate::date::Date;

/// The maximum number of examples of each finding.
const EXAMPLES: usize = 5;

macro_rules! kinds {
    ($($(#[$doc:meta])* $kind:ident $word:literal $text:literal,)*) => {
        /// A problem found during import. `as_str` is a stable code for programs, and `text` tells people how
        /// the import handled the problem.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
        #[non_exhaustive]
        pub enum FindingKind {
            $(#[doc = $text] $kind,)*
        }

        impl FindingKind {
            /// A stable code for programs.
            pub fn as_str(self) -> &'static str {
                match self { $(FindingKind::$kind => $word,)* }
            }

            /// What the problem is, and how the import handled it.
            pub fn text(self) -> &'static str {
                match self { $(FindingKind::$kind => $text,)* }
            }
        }
    };
}

kinds! {
    FileMissing "file_missing" "missing file: its values are empty or have fallbacks",
    MixedWeeks "mixed_weeks" "files of different weeks: links between records may be missing or wrong",
    TwoFilesOfAKind "two_files_of_a_kind" "two files of one kind: the later one is read, or the first by name",
    RecordWithoutId "record_without_id" "record ignored: its id is missing or not a number",
    BadPackId "bad_pack_id" "pack ignored: its id does not have 16 to 18 digits",
    WrongPackIdCheckDigit "wrong_pack_id_check_digit" "wrong check digit of a pack id: imported unchanged",
    DuplicatePack "duplicate_pack" "pack ignored: duplicate id",
    DuplicateRecord "duplicate_record" "record ignored: duplicate id",
    RepeatedElement "repeated_element" "repeated element in a record: the first is used",
    EmptyName "empty_name" "missing name: the name of the generic pack, or the id, is used",
    SubpackNotInName "subpack_not_in_name" "the name does not end with the sub-pack: both are imported unchanged",
    UnknownVmpp "unknown_vmpp" "the VMPP of a pack is missing: the name of the pack is used for both generic names",
    UnknownVmp "unknown_vmp" "the VMP of a VMPP is missing: the name of the generic pack is used for the generic product",
    UnknownLegalCategory "unknown_legal_category" "missing or unknown legal category: imported as \"Unknown\"",
    LookupLacksCode "lookup_lacks_code" "code missing in the lookup file: its published meaning is used",
    UnknownDiscontinuedCode "unknown_discontinued_code" "unknown discontinued code: the pack counts as discontinued if it has a date",
    DiscontinuedWithoutDate "discontinued_without_date" "discontinued without a date: the page and status of the pack show it, the record cannot",
    DateWithoutFlag "date_without_flag" "discontinued date without a flag: the pack counts as discontinued",
    ReinstatedWithDate "reinstated_with_date" "reinstated with a discontinued date: the pack does not count as discontinued",
    BadDiscontinuedDate "bad_discontinued_date" "invalid discontinued date: ignored",
    UnknownInvalidCode "unknown_invalid_code" "the invalid flag is not 1: the pack does not count as invalid",
    BadPrice "bad_price" "the price is not a whole number of pence: ignored",
    NoPrice "no_price" "price 0 with a basis other than the NHS indicative price: imported as no price",
    PriceOfUnknownPack "price_of_unknown_pack" "price ignored: its pack is not in the release",
    DuplicatePrice "duplicate_price" "price ignored: the pack already has one",
    CombParentUnknown "comb_parent_unknown" "component ignored: its combination pack is not in the release",
    CombChildUnknown "comb_child_unknown" "component ignored: its own pack is not in the release",
    DuplicateCombContent "duplicate_comb_content" "component ignored: duplicate",
    EmptyGtin "empty_gtin" "GTIN row ignored: empty GTIN",
    BadGtin "bad_gtin" "GTIN row ignored: the GTIN does not have 13 or 14 digits",
    WrongGtinCheckDigit "wrong_gtin_check_digit" "wrong check digit of a GTIN: imported unchanged",
    BadStartDate "bad_start_date" "missing or invalid start date of a GTIN: imported as 0001-01-01",
    BadEndDate "bad_end_date" "invalid end date of a GTIN: the period ends on its first day",
    EndBeforeStart "end_before_start" "the period of a GTIN ends before it starts: imported unchanged",
    DuplicateGtinRow "duplicate_gtin_row" "GTIN row ignored: duplicate",
    GtinOfUnknownPack "gtin_of_unknown_pack" "GTIN row ignored: its pack is not in the release",
    GtinOnSeveralPacks "gtin_on_several_packs" "a GTIN is on several packs: imported for each",
    GtinOnSeveralProducts "gtin_on_several_products" "a GTIN is on packs of different generic products: imported for each",
    BadConceptId "bad_concept_id" "concept or fact ignored: its id does not have 6 to 18 digits",
    DuplicateConcept "duplicate_concept" "concept or fact ignored: duplicate id",
    TooManyFacts "too_many_facts" "fact ignored: its product already has 256",
    SeveralCategories "several_categories" "several categories of one product: all are imported",
    NumberWithoutUnit "number_without_unit" "a quantity or strength has no known unit: ignored",
    UnitWithoutNumber "unit_without_number" "a unit of a quantity or strength has no number: ignored",
    BadDecimal "bad_decimal" "a quantity or strength is not a decimal number: ignored",
    StrengthNotInName "strength_not_in_name" "the name of a VMP states other strengths than that of an ingredient: both are imported unchanged",
    UnknownConceptCode "unknown_concept_code" "code of a concept missing in the lookup file: its meaning is ignored",
    UnknownSubstance "unknown_substance" "substance missing in the ingredient file: its name is ignored",
    UnknownVtm "unknown_vtm" "the VTM of a VMP is missing: ignored",
    UnknownVmpOfConcept "unknown_vmp_of_concept" "the VMP of an AMP or VMPP is missing: ignored",
    UnknownAmp "unknown_amp" "the AMP of a pack is missing: ignored",
    UnknownVmppOfPack "unknown_vmpp_of_pack" "the VMPP of a pack is missing: ignored",
    FactOfUnknownConcept "fact_of_unknown_concept" "facts ignored: their VMP or VMPP is not in the release",
    SupplementOfAnotherWeek "supplement_of_another_week" "the supplement is of a different week than the release: codes may be missing or out of date",
    UnknownInSupplement "unknown_in_supplement" "codes of the supplement ignored: their VMP or AMP is not in the release",
    BadBnf "bad_bnf" "BNF code ignored: it does not have 1 to 8 digits",
    BadAtc "bad_atc" "ATC code ignored: it is not a letter, two digits, two letters and two digits, or a higher level",
}

/// All findings of one kind. Every finding is counted, but only the first five have an example, so that a
/// report stays short.
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
    /// The number of records that the import could read. The findings list the records that no pack could
    /// use.
    pub kept: u64,
}

/// The number of re-used GTINs of each grade. A grade says how different the packs are. JSON has all grades,
/// also those without GTINs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ReusedGtins(BTreeMap<Reuse, u64>);

impl ReusedGtins {
    /// Counts a re-used GTIN.
    pub(crate) fn add(&mut self, grade: Reuse) {
        *self.0.entry(grade).or_default() += 1;
    }

    /// Counts the re-used GTINs of a grade.
    pub fn count(&self, grade: Reuse) -> u64 {
        self.0.get(&grade).copied().unwrap_or(0)
    }

    /// Writes the counts for people: each grade with its number.
    fn by_grade(&self) -> String {
        Reuse::ALL.map(|grade| format!("{} {}", grade.as_str(), self.count(grade))).join(", ")
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

/// The report of an import: what it read, kept, dropped and found odd. It is JSON for programs, and `Display`
/// is for people.
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
    /// Creates a report without codes.
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

/// Findings by kind, with their number and a few examples. Its size does not depend on the number of records.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Findings(BTreeMap<FindingKind, Finding>);

impl Findings {
    /// Adds a finding. The example is formatted only if there are few.
    pub(crate) fn note(&mut self, kind: FindingKind, example: impl fmt::Display) {
        let finding = self.0.entry(kind).or_default();
        finding.count += 1;
        if finding.examples.len() < EXAMPLES {
            finding.examples.push(shortened(example.to_string()));
        }
    }

    /// Counts the findings of a kind.
    pub fn count(&self, kind: FindingKind) -> u64 {
        self.0.get(&kind).map_or(0, |finding| finding.count)
    }

    /// Lists each kind with its findings.
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

impl FindingRecord<'_> {
    fn of<'a>((kind, finding): (&'a FindingKind, &'a Finding)) -> FindingRecord<'a> {
        FindingRecord {
            kind: kind.as_str(),
            text: kind.text(),
            count: finding.count,
            examples: &finding.examples,
        }
    }
}

impl Serialize for Findings {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.0.iter().map(FindingRecord::of))
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
        writeln!(f, "GTINs on several packs: {}\n", reused_gtins.by_grade())?;
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
            writeln!(f, "{:>19}  no {file}: the concepts lack its content", "")?;
        }
        write_findings(f, &self.findings)?;
        write_findings(f, findings)?;
        match &self.supplement {
            Some(supplement) => write_findings(f, &supplement.findings),
            None => Ok(()),
        }
    }
}

fn write_findings(f: &mut fmt::Formatter<'_>, findings: &Findings) -> fmt::Result {
    for (kind, finding) in findings.iter() {
        write_finding(f, kind, finding)?;
    }
    Ok(())
}

fn write_finding(f: &mut fmt::Formatter<'_>, kind: FindingKind, finding: &Finding) -> fmt::Result {
    writeln!(f, "\n{} x {}", finding.count, kind.text())?;
    for example in &finding.examples {
        writeln!(f, "    {example}")?;
    }
    match finding.count > finding.examples.len() as u64 {
        true => writeln!(f, "    ..."),
        false => Ok(()),
    }
}

//! The supplement of dm+d: BNF codes and ATC codes of products, in a separate zip.
//!
//! It is not an officially endorsed product of dm+d, so it is read only on request.

use std::collections::BTreeMap;
use std::path::Path;

use super::dmd::{self, AmpClasses, VmpClasses, element};
use super::error::{ImportError, ImportReason};
use super::keep::insert_new;
use super::release::ReleaseFiles;
use super::report::{FindingKind as Kind, Findings, SupplementReport};
use super::storage::Storage;
use super::tables::read_file;
use super::xml::{Element, Item};
use super::{Import, Progress};
use crate::concept::{Amp, Scheme, Vmp};
use crate::date::Date;
use crate::snomed::ConceptId;

/// The maximum memory, weighed by [`Element::weight`]. All codes of all products of a release have about 20
/// MB.
const MAX_SUPPLEMENT_WEIGHT: usize = 64 << 20;
/// The number of days of a week: a release and its supplement are published in one week.
const WEEK: u32 = 7;
/// The message for a path that is not a supplement.
const NO_SUPPLEMENT: &str =
    "not the supplementary release of dm+d: the BNF file, f_bnf1_0DDMMYY.xml, is missing";
/// The text that stands for a missing code.
const NONE: &str = "n/a";

/// The codes of products in a supplement. [`Import::classify`] adds them to the products of a release.
#[derive(Debug, Default)]
pub struct Supplement {
    file: String,
    date: Option<Date>,
    vmps: BTreeMap<ConceptId, Classes>,
    amps: BTreeMap<ConceptId, Classes>,
    findings: Findings,
    weight: usize,
}

/// The codes of a product.
#[derive(Debug)]
struct Classes {
    bnf: Option<String>,
    atc: Option<String>,
}

impl Supplement {
    /// Reads a supplement from any storage: the published zip, or a folder with its content.
    ///
    /// # Errors
    ///
    /// Returns [`ImportError`] if the path is not a supplement, or its file is damaged, truncated or too
    /// large.
    pub fn read_from(
        storage: &dyn Storage,
        path: &Path,
        progress: &dyn Progress,
    ) -> Result<Supplement, ImportError> {
        let files = ReleaseFiles::find(storage, path, &dmd::SUPPLEMENT_FILES)?;
        let Some(file) = files.file(dmd::BNF_FILE) else {
            return Err(ImportError::in_file(ImportReason::NoRelease, path.display(), NO_SUPPLEMENT));
        };
        let mut supplement =
            Supplement { file: file.name.clone(), date: file.date(), ..Supplement::default() };
        read_file(dmd::BNF_FILE, file, progress, |item| match item {
            Item::Record(section, record) => supplement.take(section, record),
            Item::Instruction(_) => {}
        })?;
        if supplement.weight > MAX_SUPPLEMENT_WEIGHT {
            let problem =
                format!("the file has more content than any supplement: over {MAX_SUPPLEMENT_WEIGHT} bytes");
            return Err(ImportError::in_file(ImportReason::Damaged, &file.name, problem));
        }
        for file in files.duplicates() {
            supplement.findings.note(Kind::TwoFilesOfAKind, file.what);
        }
        Ok(supplement)
    }

    fn take(&mut self, section: &str, record: &Element) {
        self.weight += record.weight();
        if self.weight > MAX_SUPPLEMENT_WEIGHT {
            return;
        }
        match (section, record.name.as_str()) {
            (element::VMPS, element::VMP) => {
                let row = VmpClasses(record);
                let (id, classes) = (row.id(), self.classes(row.bnf(), row.atc(), record));
                insert(&mut self.vmps, id, classes, record, &mut self.findings);
            }
            (element::AMPS, element::AMP) => {
                let row = AmpClasses(record);
                let (id, classes) = (row.id(), self.classes(row.bnf(), None, record));
                insert(&mut self.amps, id, classes, record, &mut self.findings);
            }
            _ => return,
        }
        if let Some(name) = record.repeated_child() {
            self.findings.note(Kind::RepeatedElement, format_args!("{name} in {record}"));
        }
    }

    fn classes(&mut self, bnf: Option<&str>, atc: Option<&str>, record: &Element) -> Classes {
        let bnf = self.code(Scheme::Bnf, bnf, Kind::BadBnf, record);
        Classes { bnf, atc: self.code(Scheme::Atc, atc, Kind::BadAtc, record) }
    }

    fn code(&mut self, scheme: Scheme, text: Option<&str>, bad: Kind, record: &Element) -> Option<String> {
        let text = text?;
        if text.eq_ignore_ascii_case(NONE) {
            return None;
        }
        let code = scheme.code(text);
        if code.is_none() {
            self.findings.note(bad, record);
        }
        code
    }
}

/// Inserts the codes of a record.
fn insert(
    table: &mut BTreeMap<ConceptId, Classes>,
    id: Option<&str>,
    classes: Classes,
    record: &Element,
    findings: &mut Findings,
) {
    if let Some(id) = id
        && let Ok(id) = ConceptId::parse(id)
    {
        insert_new(table, findings, id, record, classes);
    } else {
        findings.note(Kind::BadConceptId, record);
    }
}

impl Import {
    /// Adds the codes of a supplement to the products. Codes of products that the release does not have are
    /// ignored and counted.
    pub fn classify(&mut self, supplement: Supplement) {
        let Supplement { file, date, mut vmps, mut amps, mut findings, .. } = supplement;
        let mut report = SupplementReport::of(file, date);
        if !is_of_one_week(date, self.release.date) {
            let example = format_args!("{} beside the release of {}", report.file, self.release.date);
            findings.note(Kind::SupplementOfAnotherWeek, example);
        }
        if let Some(concepts) = &mut self.concepts {
            classify_vmps(&mut concepts.vmps, &mut vmps, &mut report);
            classify_amps(&mut concepts.amps, &mut amps, &mut report);
        }
        for id in vmps.keys().chain(amps.keys()) {
            findings.note(Kind::UnknownInSupplement, id);
        }
        self.report.supplement = Some(SupplementReport { findings, ..report });
    }
}

/// Reports whether a supplement is of the week of a release.
fn is_of_one_week(supplement: Option<Date>, release: Date) -> bool {
    match supplement {
        Some(date) => date.days().abs_diff(release.days()) < WEEK,
        None => false,
    }
}

fn classify_vmps(vmps: &mut [Vmp], codes: &mut BTreeMap<ConceptId, Classes>, report: &mut SupplementReport) {
    for vmp in vmps {
        let Some(Classes { bnf, atc }) = codes.remove(&vmp.id) else { continue };
        (vmp.bnf, vmp.atc) = (bnf, atc);
        report.vmps_with_bnf += u64::from(vmp.bnf.is_some());
        report.vmps_with_atc += u64::from(vmp.atc.is_some());
    }
}

fn classify_amps(amps: &mut [Amp], codes: &mut BTreeMap<ConceptId, Classes>, report: &mut SupplementReport) {
    for amp in amps {
        amp.bnf = codes.remove(&amp.id).and_then(|classes| classes.bnf);
        report.amps_with_bnf += u64::from(amp.bnf.is_some());
    }
}

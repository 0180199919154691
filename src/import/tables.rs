//! The tables of a release that the record requires, typed and keyed by id.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::io::{BufReader, Read};

use super::DEMO_INSTRUCTION;
use super::concepts::ConceptTables;
use super::dmd::{
    self, Amp, Ampp, Codes, CombContent, ControlledDrug, DrugTariff, Form, GtinRow, Info, Prescribing, Price,
    Reimbursement, Route, Substance, VirtualIngredient, Vmp, Vmpp, Vtm, code, element, number,
};
use super::error::{ImportError, ImportReason};
use super::progress::{Progress, Watched};
use super::release::{ReleaseFile, ReleaseFiles};
use super::report::{Count, FindingKind as Kind, Findings};
use super::xml::{self, Element, FileKind, Item};
use crate::date::Date;
use crate::gtin::RecordedGtin;
use crate::pack::{GtinEntry, Prices};
use crate::snomed::AmppId;

/// A virtual pack.
pub(crate) struct VmppRow {
    pub name: String,
    pub vmp: Option<u64>,
}

/// A pack with unresolved codes.
pub(crate) struct AmppRow {
    pub id: AmppId,
    pub name: Option<String>,
    pub short_name: Option<String>,
    pub subpack: Option<String>,
    pub vmpp: Option<u64>,
    pub amp: Option<u64>,
    pub legal_category: Option<String>,
    pub discontinued: Option<String>,
    pub discontinued_date: Option<String>,
    pub invalid: Option<String>,
}

impl AmppRow {
    /// The code of the pack, with the codes of its AMP and its VMPP.
    pub fn codes(&self) -> (AmppId, Option<u64>, Option<u64>) {
        (self.id, self.amp, self.vmpp)
    }
}

/// The rows of a release that records and concepts need, by code.
///
/// Each file of the release fills a part: the product file fills `vmps`, the GTIN file `gtins`. `assemble`
/// joins them into packs afterwards, because a row may name a code of a file that comes later. The tables of
/// the release of August 2025 weigh 124 MiB; a release that would need more than 320 MiB is rejected while it
/// is read.
#[derive(Default)]
pub(crate) struct Tables {
    pub legal_categories: Codes,
    pub discontinued_flags: Codes,
    pub vmps: HashMap<u64, String>,
    pub vmpps: HashMap<u64, VmppRow>,
    pub gtins: HashMap<AmppId, Vec<GtinEntry>>,
    pub ampps: Vec<AmppRow>,
    pub prices: HashMap<AmppId, Prices>,
    pub comb_content: Vec<(AmppId, AmppId)>,
    pub concepts: ConceptTables,
    pub is_demo: bool,
    pub counts: Vec<Count>,
    pub findings: Findings,
    /// The index of each pack in `ampps`.
    pub places: HashMap<AmppId, usize>,
    /// The rows of `gtins`, to detect duplicates.
    gtin_rows: HashSet<(AmppId, GtinEntry)>,
    /// The approximate memory of the tables.
    weight: usize,
}

/// Reads every table of the release that the record or the concepts require.
pub(crate) fn read(files: &ReleaseFiles<'_>, progress: &dyn Progress) -> Result<Tables, ImportError> {
    let mut tables = Tables::default();
    for kind in dmd::READ_FILES {
        match files.file(kind) {
            Some(file) => tables.read_file(kind, file, progress)?,
            None if dmd::CONCEPT_FILES.contains(&kind) => tables.concepts.lacks(kind.title),
            None => {
                tables.findings.note(Kind::FileMissing, format_args!("{}, {}*.xml", kind.title, kind.stem))
            }
        }
    }
    Ok(tables)
}

/// Passes all items of a file to `take`.
pub(crate) fn read_file(
    kind: FileKind,
    file: &ReleaseFile<'_>,
    progress: &dyn Progress,
    take: impl FnMut(Item<'_>),
) -> Result<(), ImportError> {
    progress.begin(&file.name, file.size);
    file.read(|inner: &mut dyn Read| {
        let source = BufReader::with_capacity(BUFFER, Watched { inner, progress });
        xml::read_records(&file.name, source, kind, take)
    })??;
    progress.finish();
    Ok(())
}

const BUFFER: usize = 1 << 16;
/// The maximum memory of a release, weighed by [`Element::weight`]. The release of August 2025 weighs 124
/// MiB, and its import takes 200 MB in total.
const MAX_RELEASE_WEIGHT: usize = 320 << 20;
/// The maximum number of GTIN rows of a pack. The release of August 2025 has at most nine.
const MAX_READ_GTIN_ROWS: usize = 10_000;

impl Tables {
    fn read_file(
        &mut self,
        kind: FileKind,
        file: &ReleaseFile<'_>,
        progress: &dyn Progress,
    ) -> Result<(), ImportError> {
        read_file(kind, file, progress, |item| match item {
            Item::Record(section, record) => self.take(kind, section, record, &file.name),
            Item::Instruction(content) => self.is_demo |= content.starts_with(DEMO_INSTRUCTION),
        })?;
        self.require_bounded(&file.name)
    }

    /// Rejects a release that exceeds a limit. Above the limit, no records were kept.
    fn require_bounded(&self, file: &str) -> Result<(), ImportError> {
        if self.weight > MAX_RELEASE_WEIGHT {
            let problem =
                format!("the files have more content than any release: over {MAX_RELEASE_WEIGHT} bytes");
            return Err(ImportError::in_file(ImportReason::Damaged, file, problem));
        }
        if let Some(problem) = self.concepts.problem() {
            return Err(ImportError::in_file(ImportReason::Damaged, file, problem));
        }
        if let Some(id) = self.pack_of_too_many_rows() {
            let problem = format!("the pack {id} has more than {MAX_READ_GTIN_ROWS} GTIN rows");
            return Err(ImportError::in_file(ImportReason::Damaged, file, problem));
        }
        Ok(())
    }

    /// Finds the pack with too many GTIN rows. Of two or more such packs, it is the one with the least id.
    fn pack_of_too_many_rows(&self) -> Option<AmppId> {
        let mut least = None;
        for (id, rows) in &self.gtins {
            if rows.len() > MAX_READ_GTIN_ROWS && least.is_none_or(|least| *id < least) {
                least = Some(*id);
            }
        }
        least
    }

    /// Keeps a record if its table is required.
    fn take(&mut self, kind: FileKind, section: &str, record: &Element, file: &str) {
        self.weight += record.weight();
        if self.weight > MAX_RELEASE_WEIGHT {
            return;
        }
        if (kind, section, record.name.as_str()) == (dmd::GTIN_FILE, element::AMPPS, element::AMPP) {
            return self.add_gtin_record(record, file);
        }
        let Some(is_kept) = self.add(kind, section, record) else { return };
        if let Some(name) = record.repeated_child() {
            self.findings.note(Kind::RepeatedElement, format_args!("{name} in {record}"));
        }
        self.tally(file, section, &record.name, is_kept);
    }

    /// Adds a record to its table and returns whether it was kept, or `None` if no table requires it.
    fn add(&mut self, kind: FileKind, section: &str, record: &Element) -> Option<bool> {
        use element::*;
        Some(match (kind, section, record.name.as_str()) {
            (dmd::LOOKUP_FILE, section, INFO) => return self.add_code(section, Info(record)),
            (dmd::VMP_FILE, VMPS, VMP) => self.add_vmp(Vmp(record)),
            (dmd::VMPP_FILE, VMPPS, VMPP) => self.add_vmpp(Vmpp(record)),
            (dmd::AMPP_FILE, AMPPS, AMPP) => self.add_ampp(Ampp(record)),
            (dmd::AMPP_FILE, MEDICINAL_PRODUCT_PRICE, PRICE_INFO) => self.add_price(Price(record)),
            (dmd::AMPP_FILE, COMB_CONTENT, CCONTENT) => self.add_comb_content(CombContent(record)),
            _ => return self.add_to_concepts(kind, section, record),
        })
    }

    /// Adds a record to a table that only concepts require.
    fn add_to_concepts(&mut self, kind: FileKind, section: &str, record: &Element) -> Option<bool> {
        use element::*;
        let concepts = &mut self.concepts;
        Some(match (kind, section, record.name.as_str()) {
            (dmd::VTM_FILE, _, VTM) => concepts.add_vtm(Vtm(record)),
            (dmd::INGREDIENT_FILE, _, ING) => concepts.add_substance(Substance(record)),
            (dmd::VMP_FILE, VIRTUAL_PRODUCT_INGREDIENT, VPI) => {
                concepts.add_ingredient(VirtualIngredient(record))
            }
            (dmd::VMP_FILE, DRUG_FORM, DFORM) => concepts.add_form(Form(record)),
            (dmd::VMP_FILE, DRUG_ROUTE, DROUTE) => concepts.add_route(Route(record)),
            (dmd::VMP_FILE, CONTROL_DRUG_INFO, CONTROL_INFO) => {
                concepts.add_controlled_drug(ControlledDrug(record))
            }
            (dmd::VMPP_FILE, DRUG_TARIFF_INFO, DTINFO) => concepts.add_tariff(DrugTariff(record)),
            (dmd::AMP_FILE, AMPS, AMP) => concepts.add_amp(Amp(record)),
            (dmd::AMPP_FILE, DRUG_PRODUCT_PRESCRIB_INFO, PRESCRIB_INFO) => {
                concepts.add_prescribing(Prescribing(record))
            }
            (dmd::AMPP_FILE, REIMBURSEMENT_INFO, REIMB_INFO) => {
                concepts.add_reimbursement(Reimbursement(record))
            }
            _ => return None,
        })
    }

    /// Adds a code of the lookup file and returns whether it was kept, or `None` if nothing requires it.
    fn add_code(&mut self, section: &str, row: Info<'_>) -> Option<bool> {
        let codes = match section {
            element::LEGAL_CATEGORY => &mut self.legal_categories,
            element::DISCONTINUED_IND => &mut self.discontinued_flags,
            _ if dmd::CONCEPT_SECTIONS.contains(&section) => {
                return Some(self.concepts.add_code(section, row));
            }
            _ => return None,
        };
        let description = row.description().unwrap_or_default().to_owned();
        Some(insert_new(codes, &mut self.findings, number(row.code()), row.0, description))
    }

    /// Counts a record of a file.
    fn tally(&mut self, file: &str, section: &str, record: &str, is_kept: bool) {
        for count in &mut self.counts {
            if count.file == file && count.section == section && count.record == record {
                count.read += 1;
                count.kept += u64::from(is_kept);
                return;
            }
        }
        self.counts.push(Count {
            file: file.to_owned(),
            section: section.to_owned(),
            record: record.to_owned(),
            read: 1,
            kept: u64::from(is_kept),
        });
    }

    fn add_vmp(&mut self, row: Vmp<'_>) -> bool {
        self.concepts.add_vmp(row);
        let name = row.name().unwrap_or_default().to_owned();
        insert_new(&mut self.vmps, &mut self.findings, number(row.id()), row.0, name)
    }

    fn add_vmpp(&mut self, row: Vmpp<'_>) -> bool {
        self.concepts.add_vmpp(row);
        let name = row.name().unwrap_or_default().to_owned();
        let vmpp = VmppRow { name, vmp: number(row.vmp()) };
        insert_new(&mut self.vmpps, &mut self.findings, number(row.id()), row.0, vmpp)
    }

    fn add_ampp(&mut self, row: Ampp<'_>) -> bool {
        let Some(id) = self.pack_id(row.id(), row.0) else { return false };
        if !id.has_right_check_digit() {
            self.findings.note(Kind::WrongPackIdCheckDigit, row.0);
        }
        let place = self.ampps.len();
        let is_new =
            insert_new_as(&mut self.places, &mut self.findings, Kind::DuplicatePack, id, row.0, place);
        if is_new {
            self.ampps.push(ampp_row(id, row));
        }
        is_new
    }

    /// Parses the id of a pack, or notes that it is invalid.
    fn pack_id(&mut self, text: Option<&str>, record: &Element) -> Option<AmppId> {
        let id = parsed_pack_id(text);
        if id.is_none() {
            self.findings.note(Kind::BadPackId, record);
        }
        id
    }

    fn add_price(&mut self, row: Price<'_>) -> bool {
        let Some(id) = self.pack_id(row.ampp(), row.0) else { return false };
        let prices =
            Prices { price_pence: self.price(row), price_prev_pence: self.pence(row.price_prev(), row) };
        insert_new_as(&mut self.prices, &mut self.findings, Kind::DuplicatePrice, id, row.0, prices)
    }

    /// Finds the price, if it counts.
    fn price(&mut self, row: Price<'_>) -> Option<u32> {
        let pence = self.pence(row.price(), row)?;
        if self.is_price(pence, row) { Some(pence) } else { None }
    }

    fn pence(&mut self, text: Option<&str>, row: Price<'_>) -> Option<u32> {
        let pence = text?.parse().ok();
        if pence.is_none() {
            self.findings.note(Kind::BadPrice, row.0);
        }
        pence
    }

    /// Reports whether a price counts. A price of 0 counts only as an NHS indicative price. On any other
    /// basis it means no price.
    fn is_price(&mut self, pence: u32, row: Price<'_>) -> bool {
        let is_price = pence > 0 || number(row.basis()) == Some(code::NHS_INDICATIVE_PRICE);
        if !is_price {
            self.findings.note(Kind::NoPrice, row.0);
        }
        is_price
    }

    fn add_comb_content(&mut self, row: CombContent<'_>) -> bool {
        let ids = (self.pack_id(row.parent(), row.0), self.pack_id(row.child(), row.0));
        let (Some(parent), Some(child)) = ids else { return false };
        self.comb_content.push((parent, child));
        true
    }

    fn add_gtin_record(&mut self, record: &Element, file: &str) {
        dmd::gtin_rows(record, |row| {
            let kept = self.add_gtin(row);
            self.tally(file, element::AMPPS, element::GTINDATA, kept);
        });
    }

    fn add_gtin(&mut self, row: GtinRow<'_>) -> bool {
        let Some(id) = parsed_pack_id(row.ampp) else {
            self.findings.note(Kind::BadPackId, row);
            return false;
        };
        let Some(gtin) = self.gtin(row) else { return false };
        let entry = self.period(gtin, row);
        if !self.gtin_rows.insert((id, entry)) {
            self.findings.note(Kind::DuplicateGtinRow, row);
            return false;
        }
        self.gtins.entry(id).or_default().push(entry);
        true
    }

    fn gtin(&mut self, row: GtinRow<'_>) -> Option<RecordedGtin> {
        let Some(text) = row.gtin else {
            self.findings.note(Kind::EmptyGtin, row);
            return None;
        };
        let gtin = RecordedGtin::parse(text).ok();
        match gtin {
            None => self.findings.note(Kind::BadGtin, row),
            Some(gtin) if gtin.gtin().has_right_check_digit() => {}
            Some(_) => self.findings.note(Kind::WrongGtinCheckDigit, row),
        }
        gtin
    }

    /// Parses a period. A date that cannot be parsed must not make the period look open, or the latest of the
    /// GTIN.
    fn period(&mut self, gtin: RecordedGtin, row: GtinRow<'_>) -> GtinEntry {
        let start_date = self.start_date(row);
        let end_date = self.end_date(start_date, row);
        if let Some(end_date) = end_date
            && end_date < start_date
        {
            self.findings.note(Kind::EndBeforeStart, row);
        }
        GtinEntry { gtin, start_date, end_date }
    }

    /// Parses the first day of a period.
    fn start_date(&mut self, row: GtinRow<'_>) -> Date {
        if let Some(text) = row.start
            && let Ok(date) = Date::parse(text)
        {
            return date;
        }
        self.findings.note(Kind::BadStartDate, row);
        Date::MIN
    }

    /// Parses the last day of a period, or returns the first one if it is invalid.
    fn end_date(&mut self, start_date: Date, row: GtinRow<'_>) -> Option<Date> {
        let date = Date::parse(row.end?);
        if date.is_err() {
            self.findings.note(Kind::BadEndDate, row);
        }
        Some(date.unwrap_or(start_date))
    }
}

fn parsed_pack_id(text: Option<&str>) -> Option<AmppId> {
    AmppId::parse(text?).ok()
}

fn owned(text: Option<&str>) -> Option<String> {
    text.map(str::to_owned)
}

fn ampp_row(id: AmppId, row: Ampp<'_>) -> AmppRow {
    AmppRow {
        id,
        name: owned(row.name()),
        short_name: owned(row.short_name()),
        subpack: owned(row.subpack()),
        vmpp: number(row.vmpp()),
        amp: number(row.amp()),
        legal_category: owned(row.legal_category()),
        discontinued: owned(row.discontinued()),
        discontinued_date: owned(row.discontinued_date()),
        invalid: owned(row.invalid()),
    }
}

fn insert_new<V>(
    table: &mut HashMap<u64, V>,
    findings: &mut Findings,
    id: Option<u64>,
    record: &Element,
    value: V,
) -> bool {
    let Some(id) = id else {
        findings.note(Kind::RecordWithoutId, record);
        return false;
    };
    insert_new_as(table, findings, Kind::DuplicateRecord, id, record, value)
}

/// Inserts a record. Of two records with one id, the first is kept.
fn insert_new_as<K: std::hash::Hash + Eq, V>(
    table: &mut HashMap<K, V>,
    findings: &mut Findings,
    duplicate: Kind,
    id: K,
    record: &Element,
    value: V,
) -> bool {
    match table.entry(id) {
        Entry::Vacant(entry) => {
            entry.insert(value);
            true
        }
        Entry::Occupied(_) => {
            findings.note(duplicate, record);
            false
        }
    }
}

//! The tables of a release that the record requires, typed and keyed by id.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::io::{BufReader, Read};

use super::DEMO_INSTRUCTION;
use super::concepts::ConceptTables;
use super::dmd::{
    self, Amp, Ampp, Codes, CombContent, ControlledDrug, DrugTariff, Form, GtinRow, Info, Prescribing, Price,
    Route, Substance, VirtualIngredient, Vmp, Vmpp, Vtm, code, element, number,
};
use super::error::{ImportError, Refusal};
use super::file_kind::FileKind;
use super::progress::{Progress, Watched};
use super::release::{ReleaseFile, ReleaseFiles};
use super::report::{Count, FindingKind as Kind, Findings};
use super::xml::{self, Element, Item, describe};
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

/// The tables that the record requires.
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
            None => tables.findings.note(Kind::FileMissing, || format!("{}, {}*.xml", kind.title, kind.stem)),
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
    let read = |inner: &mut dyn Read| {
        let source = BufReader::with_capacity(BUFFER, Watched { inner, progress });
        xml::read_records(&file.name, source, kind, take)
    };
    file.read(read)??;
    progress.finish();
    Ok(())
}

const BUFFER: usize = 1 << 16;
/// The maximum memory of a release, weighed by [`Element::weight`]. The release of August 2025 weighs 124
/// MiB, and its import takes 200 MB in total.
const MAX_WEIGHT: usize = 320 << 20;
/// The maximum number of GTIN rows of a pack. The release of August 2025 has at most nine.
const MAX_GTIN_ROWS: usize = 10_000;

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
        let refused = |problem| Err(ImportError::in_file(Refusal::Damaged, file, problem));
        if self.weight > MAX_WEIGHT {
            return refused(format!("the files have more content than any release: over {MAX_WEIGHT} bytes"));
        }
        if let Some(problem) = self.concepts.problem() {
            return refused(problem.to_owned());
        }
        match self.gtins.iter().filter(|(_, rows)| rows.len() > MAX_GTIN_ROWS).map(|(id, _)| id).min() {
            Some(id) => refused(format!("the pack {id} has more than {MAX_GTIN_ROWS} GTIN rows")),
            None => Ok(()),
        }
    }

    /// Keeps a record if its table is required.
    fn take(&mut self, kind: FileKind, section: &str, record: &Element, file: &str) {
        use element::*;
        self.weight += record.weight();
        if self.weight > MAX_WEIGHT {
            return;
        }
        let kept = match (kind, section, record.name.as_str()) {
            (dmd::GTIN_FILE, AMPPS, AMPP) => return self.add_gtin_record(record, file),
            (dmd::LOOKUP_FILE, LEGAL_CATEGORY, INFO) => {
                add_code(&mut self.legal_categories, &mut self.findings, Info(record))
            }
            (dmd::LOOKUP_FILE, DISCONTINUED_IND, INFO) => {
                add_code(&mut self.discontinued_flags, &mut self.findings, Info(record))
            }
            (dmd::LOOKUP_FILE, section, INFO) if dmd::CONCEPT_SECTIONS.contains(&section) => {
                self.concepts.add_code(section, Info(record))
            }
            (dmd::VTM_FILE, _, VTM) => self.concepts.add_vtm(Vtm(record)),
            (dmd::INGREDIENT_FILE, _, ING) => self.concepts.add_substance(Substance(record)),
            (dmd::VMP_FILE, VIRTUAL_PRODUCT_INGREDIENT, VPI) => {
                self.concepts.add_ingredient(VirtualIngredient(record))
            }
            (dmd::VMP_FILE, DRUG_FORM, DFORM) => self.concepts.add_form(Form(record)),
            (dmd::VMP_FILE, DRUG_ROUTE, DROUTE) => self.concepts.add_route(Route(record)),
            (dmd::VMP_FILE, CONTROL_DRUG_INFO, CONTROL_INFO) => {
                self.concepts.add_controlled_drug(ControlledDrug(record))
            }
            (dmd::VMPP_FILE, DRUG_TARIFF_INFO, DTINFO) => self.concepts.add_tariff(DrugTariff(record)),
            (dmd::AMP_FILE, AMPS, AMP) => self.concepts.add_amp(Amp(record)),
            (dmd::AMPP_FILE, DRUG_PRODUCT_PRESCRIB_INFO, PRESCRIB_INFO) => {
                self.concepts.add_prescribing(Prescribing(record))
            }
            (dmd::VMP_FILE, VMPS, VMP) => self.add_vmp(Vmp(record)),
            (dmd::VMPP_FILE, VMPPS, VMPP) => self.add_vmpp(Vmpp(record)),
            (dmd::AMPP_FILE, AMPPS, AMPP) => self.add_ampp(Ampp(record)),
            (dmd::AMPP_FILE, MEDICINAL_PRODUCT_PRICE, PRICE_INFO) => self.add_price(Price(record)),
            (dmd::AMPP_FILE, COMB_CONTENT, CCONTENT) => self.add_comb_content(CombContent(record)),
            _ => return,
        };
        if let Some(name) = record.repeated_child() {
            self.findings.note(Kind::RepeatedElement, || format!("{name} in {}", describe(record)));
        }
        self.tally(file, section, &record.name, kept);
    }

    fn tally(&mut self, file: &str, section: &str, record: &str, kept: bool) {
        let record_of =
            |count: &Count| count.file == file && count.section == section && count.record == record;
        if !self.counts.iter().any(record_of) {
            let count = |text: &str| text.to_owned();
            let (file, section, record) = (count(file), count(section), count(record));
            self.counts.push(Count { file, section, record, read: 0, kept: 0 });
        }
        if let Some(count) = self.counts.iter_mut().find(|count| record_of(count)) {
            count.read += 1;
            count.kept += u64::from(kept);
        }
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
            self.findings.note(Kind::WrongPackIdCheckDigit, || describe(row.0));
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
        let id = text.and_then(|text| AmppId::parse(text).ok());
        if id.is_none() {
            self.findings.note(Kind::BadPackId, || describe(record));
        }
        id
    }

    fn add_price(&mut self, row: Price<'_>) -> bool {
        let Some(id) = self.pack_id(row.ampp(), row.0) else { return false };
        let prices = Prices {
            price_pence: self.pence(row.price(), row).filter(|pence| self.is_price(*pence, row)),
            price_prev_pence: self.pence(row.price_prev(), row),
        };
        insert_new_as(&mut self.prices, &mut self.findings, Kind::DuplicatePrice, id, row.0, prices)
    }

    fn pence(&mut self, text: Option<&str>, row: Price<'_>) -> Option<u32> {
        let pence = text?.parse().ok();
        if pence.is_none() {
            self.findings.note(Kind::BadPrice, || describe(row.0));
        }
        pence
    }

    /// Returns whether a price counts. A price of 0 counts only as an NHS indicative price. On any other
    /// basis it means no price.
    fn is_price(&mut self, pence: u32, row: Price<'_>) -> bool {
        let is_price = pence > 0 || number(row.basis()) == Some(code::NHS_INDICATIVE_PRICE);
        if !is_price {
            self.findings.note(Kind::NoPrice, || describe(row.0));
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
        let Some(id) = row.ampp.and_then(|id| AmppId::parse(id).ok()) else {
            self.findings.note(Kind::BadPackId, || row.to_string());
            return false;
        };
        let Some(gtin) = self.gtin(row) else { return false };
        let entry = self.period(gtin, row);
        if !self.gtin_rows.insert((id, entry)) {
            self.findings.note(Kind::DuplicateGtinRow, || row.to_string());
            return false;
        }
        self.gtins.entry(id).or_default().push(entry);
        true
    }

    fn gtin(&mut self, row: GtinRow<'_>) -> Option<RecordedGtin> {
        let Some(text) = row.gtin else {
            self.findings.note(Kind::EmptyGtin, || row.to_string());
            return None;
        };
        let gtin = RecordedGtin::parse(text).ok();
        match gtin {
            None => self.findings.note(Kind::BadGtin, || row.to_string()),
            Some(gtin) if gtin.gtin().has_right_check_digit() => {}
            Some(_) => self.findings.note(Kind::WrongGtinCheckDigit, || row.to_string()),
        }
        gtin
    }

    /// Parses a period. A date that cannot be parsed must not make the period look open, or the latest of the
    /// GTIN.
    fn period(&mut self, gtin: RecordedGtin, row: GtinRow<'_>) -> GtinEntry {
        let start_date = row.start.and_then(|text| Date::parse(text).ok());
        if start_date.is_none() {
            self.findings.note(Kind::BadStartDate, || row.to_string());
        }
        let start_date = start_date.unwrap_or(Date::MIN);
        let end_date = row.end.map(|text| {
            Date::parse(text).unwrap_or_else(|_| {
                self.findings.note(Kind::BadEndDate, || row.to_string());
                start_date
            })
        });
        if end_date.is_some_and(|end| end < start_date) {
            self.findings.note(Kind::EndBeforeStart, || row.to_string());
        }
        GtinEntry { gtin, start_date, end_date }
    }
}

fn ampp_row(id: AmppId, row: Ampp<'_>) -> AmppRow {
    let owned = |text: Option<&str>| text.map(str::to_owned);
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

fn add_code(codes: &mut Codes, findings: &mut Findings, row: Info<'_>) -> bool {
    let description = row.description().unwrap_or_default().to_owned();
    insert_new(codes, findings, number(row.code()), row.0, description)
}

fn insert_new<V>(
    table: &mut HashMap<u64, V>,
    findings: &mut Findings,
    id: Option<u64>,
    record: &Element,
    value: V,
) -> bool {
    let Some(id) = id else {
        findings.note(Kind::RecordWithoutId, || describe(record));
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
            findings.note(duplicate, || describe(record));
            false
        }
    }
}

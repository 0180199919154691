//! Assembles packs from the tables of a release. Each code and id is resolved, or has a fallback and a
//! finding.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fmt;

use super::Import;
use super::dmd::{self, Codes, code, number};
use super::report::{FindingKind as Kind, Findings, Report, ReusedGtins};
use super::tables::{AmppRow, Tables, VmppRow};
use crate::concept::{Concepts, Medicine, PackDetails, Reuse, Vmp};
use crate::dataset::Release;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::pack::{Component, Discontinued, GtinEntry, Pack};
use crate::snomed::{AmppId, ConceptId};

/// The legal category of a pack for which the release has none.
const UNKNOWN_LEGAL_CATEGORY: &str = "Unknown";

/// The maximum text of all packs, in bytes. Every pack may have a name of another table. The release of
/// August 2025 has about 40 MB.
const MAX_PACK_TEXT: usize = 96 << 20;
/// The message for a release that exceeds it.
pub(crate) const TOO_MUCH: &str = "its packs have more than 96 MiB of text, more than those of any release";

/// Assembles the packs of a release, or returns `None` if they exceed the limit.
pub(crate) fn import(mut tables: Tables, files_not_needed: Vec<String>, release: Release) -> Option<Import> {
    let release = Release { is_demo: tables.is_demo, ..release };
    let rows = std::mem::take(&mut tables.ampps);
    let (concepts, mut concept_report) =
        std::mem::take(&mut tables.concepts).concepts(rows.iter().map(AmppRow::codes));
    let packs = packs(rows, &mut tables)?;
    note_unused(&mut tables);
    let medicines = concepts.as_ref().map(Medicines::of).unwrap_or_default();
    note_shared_gtins(&packs, &medicines, &mut tables.findings, &mut concept_report.reused_gtins);
    let report = Report {
        release: release.name.clone(),
        release_date: release.date,
        is_demo: release.is_demo,
        gaps: release.gaps,
        packs: packs.len() as u64,
        gtin_rows: count_gtin_rows(&packs),
        counts: tables.counts,
        files_not_needed,
        findings: tables.findings,
        concepts: concept_report,
        supplement: None,
    };
    Some(Import { packs, concepts, release, report })
}

/// Lists all packs with their components. Returns `None` if they exceed the limit.
fn packs(rows: Vec<AmppRow>, tables: &mut Tables) -> Option<Vec<Pack>> {
    let mut budget = TextBudget { left: MAX_PACK_TEXT };
    let mut packs = Vec::with_capacity(rows.len());
    for row in rows {
        let pack = pack(row, tables);
        budget.take(text_of(&pack))?;
        packs.push(pack);
    }
    add_components(&mut packs, tables, &mut budget)?;
    Some(packs)
}

/// The remaining budget of text, in bytes.
struct TextBudget {
    left: usize,
}

impl TextBudget {
    /// Takes bytes from the budget, or returns `None` if it has fewer.
    fn take(&mut self, bytes: usize) -> Option<()> {
        self.left = self.left.checked_sub(bytes)?;
        Some(())
    }
}

fn count_gtin_rows(packs: &[Pack]) -> u64 {
    let mut rows = 0;
    for pack in packs {
        rows += pack.gtin_codes.len() as u64;
    }
    rows
}

/// Measures the length of all texts of a pack, in bytes.
fn text_of(pack: &Pack) -> usize {
    let names = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let mut bytes = 0;
    for name in names {
        bytes += name.len();
    }
    for other in [&pack.short_name, &pack.subpack].into_iter().flatten() {
        bytes += other.len();
    }
    if let Some(discontinued) = &pack.discontinued {
        bytes += discontinued.flag.len();
    }
    bytes
}

fn pack(row: AmppRow, tables: &mut Tables) -> Pack {
    let legal_category = legal_category(&row, &tables.legal_categories, &mut tables.findings);
    let discontinued = discontinued(&row, &tables.discontinued_flags, &mut tables.findings);
    let is_invalid = is_invalid(&row, &mut tables.findings);
    let names = names(&row, tables);
    if let Some(subpack) = &row.subpack
        && !names.pack.ends_with(subpack.as_str())
    {
        tables.findings.note(Kind::SubpackNotInName, format_args!("{} {}", row.id, names.pack));
    }
    Pack {
        pack_id: row.id,
        name: names.pack,
        generic_pack_name: names.generic_pack,
        generic_product_name: names.generic_product,
        short_name: row.short_name,
        subpack: row.subpack,
        legal_category,
        discontinued,
        gtin_codes: tables.gtins.remove(&row.id).unwrap_or_default(),
        prices: tables.prices.remove(&row.id).unwrap_or_default(),
        is_invalid,
        comb_content: Vec::new(),
    }
}

struct Names {
    pack: String,
    generic_pack: String,
    generic_product: String,
}

/// Builds the names of a pack, its virtual pack and its virtual product. The nearest known name is the
/// fallback of a missing one.
fn names(row: &AmppRow, tables: &mut Tables) -> Names {
    let findings = &mut tables.findings;
    let own_name = row.name.as_deref().unwrap_or_default();
    let vmpp = vmpp_of(row, &tables.vmpps);
    let vmpp_name = vmpp.and_then(name_of_vmpp);
    if vmpp_name.is_none() {
        findings.note(Kind::UnknownVmpp, format_args!("{} {own_name}", row.id));
    }
    let vmp_name = vmpp.and_then(|vmpp| name_of_vmp(vmpp, &tables.vmps));
    if vmpp.is_some() && vmp_name.is_none() {
        findings.note(Kind::UnknownVmp, format_args!("{} {own_name}", row.id));
    }
    let pack = pack_name(row, vmpp_name, findings);
    let generic_pack = vmpp_name.unwrap_or(&pack).clone();
    let generic_product = vmp_name.unwrap_or(&generic_pack).clone();
    Names { pack, generic_pack, generic_product }
}

fn vmpp_of<'t>(row: &AmppRow, vmpps: &'t HashMap<u64, VmppRow>) -> Option<&'t VmppRow> {
    vmpps.get(&row.vmpp?)
}

fn name_of_vmpp(vmpp: &VmppRow) -> Option<&String> {
    if vmpp.name.is_empty() { None } else { Some(&vmpp.name) }
}

fn name_of_vmp<'t>(vmpp: &VmppRow, vmps: &'t HashMap<u64, String>) -> Option<&'t String> {
    let name = vmps.get(&vmpp.vmp?)?;
    if name.is_empty() { None } else { Some(name) }
}

/// Finds the name of a pack, or the name of its virtual pack, or its id.
fn pack_name(row: &AmppRow, vmpp_name: Option<&String>, findings: &mut Findings) -> String {
    if let Some(name) = &row.name {
        return name.clone();
    }
    findings.note(Kind::EmptyName, row.id);
    match vmpp_name {
        Some(name) => name.clone(),
        None => row.id.to_string(),
    }
}

fn legal_category(row: &AmppRow, known: &Codes, findings: &mut Findings) -> String {
    let written = row.legal_category.as_deref();
    if let Some(code) = number(written)
        && let Some(text) = meaning(code, known, dmd::published_legal_category(code), findings)
    {
        return text;
    }
    findings.note(Kind::UnknownLegalCategory, with_code(row, written));
    UNKNOWN_LEGAL_CATEGORY.to_owned()
}

/// Finds the meaning of a code in the lookup file of the release, or its published meaning.
fn meaning(code: u64, known: &Codes, published: Option<&str>, findings: &mut Findings) -> Option<String> {
    if let Some(text) = known.get(&code)
        && !text.is_empty()
    {
        return Some(text.clone());
    }
    let published = published?;
    findings.note(Kind::LookupLacksCode, format_args!("{code:04} {published}"));
    Some(published.to_owned())
}

fn with_code(row: &AmppRow, code: Option<&str>) -> String {
    format!("{}, code {}", row.id, code.unwrap_or("missing"))
}

fn discontinued(row: &AmppRow, known: &Codes, findings: &mut Findings) -> Option<Discontinued> {
    let date = discontinued_date(row, findings);
    let code = row.discontinued.as_deref();
    match (code, number(code), date) {
        (None, _, None) => return None,
        (None, _, Some(_)) => findings.note(Kind::DateWithoutFlag, row.id),
        (Some(_), Some(code::REINSTATED), date) => {
            if date.is_some() {
                findings.note(Kind::ReinstatedWithDate, row.id);
            }
            return None;
        }
        (Some(_), Some(code), date) if code == code::DISCONTINUED || known.contains_key(&code) => {
            if date.is_none() {
                findings.note(Kind::DiscontinuedWithoutDate, row.id);
            }
        }
        (Some(_), _, date) => {
            findings.note(Kind::UnknownDiscontinuedCode, with_code(row, code));
            // With a date, the only possible meaning is that the pack is discontinued.
            date?;
        }
    }
    let code = number(code).unwrap_or(code::DISCONTINUED);
    let flag = meaning(code, known, Some(dmd::DISCONTINUED_FLAG), findings);
    Some(Discontinued { flag: flag.unwrap_or_default(), date })
}

fn discontinued_date(row: &AmppRow, findings: &mut Findings) -> Option<Date> {
    let text = row.discontinued_date.as_deref()?;
    let date = Date::parse(text).ok();
    if date.is_none() {
        findings.note(Kind::BadDiscontinuedDate, format_args!("{}, date {text}", row.id));
    }
    date
}

fn is_invalid(row: &AmppRow, findings: &mut Findings) -> bool {
    let Some(code) = row.invalid.as_deref() else { return false };
    match number(Some(code)) {
        Some(0) => false,
        Some(code::INVALID) => true,
        _ => {
            findings.note(Kind::UnknownInvalidCode, with_code(row, Some(code)));
            false
        }
    }
}

/// Adds the components of each combination pack, in the order of the release.
fn add_components(packs: &mut [Pack], tables: &mut Tables, budget: &mut TextBudget) -> Option<()> {
    let mut seen = HashSet::new();
    for (parent, child) in std::mem::take(&mut tables.comb_content) {
        let example = format_args!("{parent} holds {child}");
        if !seen.insert((parent, child)) {
            tables.findings.note(Kind::DuplicateCombContent, example);
            continue;
        }
        let name = pack_of(child, packs, &tables.places).map(|pack| pack.name.clone());
        match (pack_of(parent, packs, &tables.places), name) {
            (Some(parent), Some(name)) => {
                budget.take(name.len())?;
                parent.comb_content.push(Component { pack_id: child, name });
            }
            (Some(_), None) => tables.findings.note(Kind::CombChildUnknown, example),
            (None, _) => tables.findings.note(Kind::CombParentUnknown, example),
        }
    }
    Some(())
}

fn pack_of<'p>(id: AmppId, packs: &'p mut [Pack], places: &HashMap<AmppId, usize>) -> Option<&'p mut Pack> {
    packs.get_mut(*places.get(&id)?)
}

/// Notes the rows that no pack used: they are about packs that the release does not have.
fn note_unused(tables: &mut Tables) {
    let gtins: BTreeMap<&AmppId, &Vec<GtinEntry>> = tables.gtins.iter().collect();
    for (id, rows) in gtins {
        for row in rows {
            tables.findings.note(Kind::GtinOfUnknownPack, format_args!("GTIN {} of pack {id}", row.gtin));
        }
    }
    let mut prices: Vec<AmppId> = tables.prices.keys().copied().collect();
    prices.sort_unstable();
    for id in prices {
        tables.findings.note(Kind::PriceOfUnknownPack, id);
    }
}

/// The medicines of packs, by their codes.
#[derive(Default)]
struct Medicines<'c> {
    details: HashMap<AmppId, PackDetails>,
    amps: HashMap<ConceptId, Option<ConceptId>>,
    vmpps: HashMap<ConceptId, Option<ConceptId>>,
    vmps: HashMap<ConceptId, &'c Vmp>,
}

impl<'c> Medicines<'c> {
    fn of(concepts: &'c Concepts) -> Medicines<'c> {
        Medicines {
            details: concepts.packs.iter().copied().collect(),
            amps: concepts.amps.iter().map(|amp| (amp.id, amp.vmp)).collect(),
            vmpps: concepts.vmpps.iter().map(|vmpp| (vmpp.id, vmpp.vmp)).collect(),
            vmps: concepts.vmps.iter().map(|vmp| (vmp.id, vmp)).collect(),
        }
    }

    fn of_pack(&self, pack: &Pack) -> Option<Medicine> {
        let details = self.details.get(&pack.pack_id)?;
        let vmp = match self.vmp_of_vmpp(details) {
            Some(vmp) => vmp,
            None => self.vmp_of_amp(details)?,
        };
        let vmp = self.vmps.get(&vmp)?;
        Some(Medicine {
            vmp: vmp.id.number(),
            vtm: vmp.vtm.map(ConceptId::number),
            substances: substances(vmp),
        })
    }

    fn vmp_of_vmpp(&self, details: &PackDetails) -> Option<ConceptId> {
        *self.vmpps.get(&details.vmpp?)?
    }

    fn vmp_of_amp(&self, details: &PackDetails) -> Option<ConceptId> {
        *self.amps.get(&details.amp?)?
    }
}

/// Lists the codes of the substances of a virtual product, sorted, without duplicates.
fn substances(vmp: &Vmp) -> Vec<u64> {
    let mut substances = Vec::with_capacity(vmp.ingredients.len());
    for ingredient in &vmp.ingredients {
        substances.push(ingredient.substance.code.number());
    }
    substances.sort_unstable();
    substances.dedup();
    substances
}

fn note_shared_gtins(
    packs: &[Pack],
    medicines: &Medicines<'_>,
    findings: &mut Findings,
    reused: &mut ReusedGtins,
) {
    let mut carriers: HashMap<Gtin, Vec<&Pack>> = HashMap::new();
    for pack in packs {
        for gtin in distinct_gtins(pack) {
            carriers.entry(gtin).or_default().push(pack);
        }
    }
    carriers.retain(|_, packs| packs.len() > 1);
    let shared: BTreeMap<Gtin, Vec<&Pack>> = carriers.into_iter().collect();
    for (gtin, packs) in shared {
        SharedGtin { gtin, packs: &packs }.note(findings);
        reused.add(Reuse::of(packs.iter().map(|pack| medicines.of_pack(pack)).collect()));
    }
}

fn distinct_gtins(pack: &Pack) -> HashSet<Gtin> {
    let mut gtins = HashSet::new();
    for entry in &pack.gtin_codes {
        gtins.insert(entry.gtin.gtin());
    }
    gtins
}

/// A GTIN on several packs.
struct SharedGtin<'p> {
    gtin: Gtin,
    packs: &'p [&'p Pack],
}

impl SharedGtin<'_> {
    fn note(&self, findings: &mut Findings) {
        findings.note(Kind::GtinOnSeveralPacks, self);
        if self.has_several_products() {
            findings.note(Kind::GtinOnSeveralProducts, self);
        }
    }

    fn has_several_products(&self) -> bool {
        let [first, others @ ..] = self.packs else { return false };
        others.iter().any(|other| other.generic_product_name != first.generic_product_name)
    }
}

/// Writes the GTIN with the names of its packs for a line of the report.
impl fmt::Display for SharedGtin<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:", self.gtin)?;
        for (place, pack) in self.packs.iter().enumerate() {
            let separator = if place > 0 { " /" } else { "" };
            write!(f, "{separator} {}", pack.name)?;
        }
        Ok(())
    }
}

//! Assembles packs from the tables of a release. Each code and id is resolved, or has a fallback and a
//! finding.

use std::collections::{BTreeMap, HashMap, HashSet};

use super::Import;
use super::dmd::{self, Codes, code, number};
use super::report::{FindingKind as Kind, Findings, Report, ReusedGtins};
use super::tables::{AmppRow, Tables};
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
const MAX_TEXT: usize = 96 << 20;
/// The message for a release that exceeds it.
pub(crate) const TOO_MUCH: &str = "its packs have more than 96 MiB of text, more than those of any release";

/// Assembles the packs of a release, or returns `None` if they exceed the limit.
pub(crate) fn import(mut tables: Tables, files_not_needed: Vec<String>, release: Release) -> Option<Import> {
    let release = Release { is_demo: tables.is_demo, ..release };
    let rows = std::mem::take(&mut tables.ampps);
    let of_packs = rows.iter().map(|row| (row.id, row.amp, row.vmpp));
    let (concepts, mut concept_report) = std::mem::take(&mut tables.concepts).concepts(of_packs);
    let mut left = MAX_TEXT;
    let mut take = |bytes: usize| left.checked_sub(bytes).map(|now| left = now);
    let mut packs = Vec::with_capacity(rows.len());
    for row in rows {
        let pack = pack(row, &mut tables);
        take(text_of(&pack))?;
        packs.push(pack);
    }
    add_components(&mut packs, &mut tables, take)?;
    note_unused(&mut tables);
    let medicines = concepts.as_ref().map(Medicines::of).unwrap_or_default();
    note_shared_gtins(&packs, &medicines, &mut tables.findings, &mut concept_report.reused_gtins);
    let report = Report {
        release: release.name.clone(),
        release_date: release.date,
        is_demo: release.is_demo,
        gaps: release.gaps,
        packs: packs.len() as u64,
        gtin_rows: packs.iter().map(|pack| pack.gtin_codes.len() as u64).sum(),
        counts: tables.counts,
        files_not_needed,
        findings: tables.findings,
        concepts: concept_report,
        supplement: None,
    };
    Some(Import { packs, concepts, release, report })
}

/// Returns the length of all texts of a pack, in bytes.
fn text_of(pack: &Pack) -> usize {
    let names = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let flag = pack.discontinued.as_ref().map(|discontinued| &discontinued.flag);
    let others = [pack.short_name.as_ref(), pack.subpack.as_ref(), flag];
    names.into_iter().chain(others.into_iter().flatten()).map(String::len).sum()
}

fn pack(row: AmppRow, tables: &mut Tables) -> Pack {
    let legal_category = legal_category(&row, &tables.legal_categories, &mut tables.findings);
    let discontinued = discontinued(&row, &tables.discontinued_flags, &mut tables.findings);
    let is_invalid = is_invalid(&row, &mut tables.findings);
    let names = names(&row, tables);
    if row.subpack.as_ref().is_some_and(|subpack| !names.pack.ends_with(subpack.as_str())) {
        tables.findings.note(Kind::SubpackNotInName, || format!("{} {}", row.id, names.pack));
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

/// Returns the names of a pack, its virtual pack and its virtual product. The nearest known name is the
/// fallback of a missing one.
fn names(row: &AmppRow, tables: &mut Tables) -> Names {
    let findings = &mut tables.findings;
    let vmpp = row.vmpp.and_then(|id| tables.vmpps.get(&id));
    if vmpp.is_none_or(|vmpp| vmpp.name.is_empty()) {
        findings
            .note(Kind::UnknownVmpp, || format!("{} {}", row.id, row.name.as_deref().unwrap_or_default()));
    }
    let vmp = vmpp.and_then(|vmpp| tables.vmps.get(&vmpp.vmp?)).filter(|name| !name.is_empty());
    if vmpp.is_some() && vmp.is_none() {
        findings.note(Kind::UnknownVmp, || format!("{} {}", row.id, row.name.as_deref().unwrap_or_default()));
    }
    let vmpp_name = vmpp.map(|vmpp| &vmpp.name).filter(|name| !name.is_empty());
    let pack = row.name.clone().unwrap_or_else(|| {
        findings.note(Kind::EmptyName, || row.id.to_string());
        vmpp_name.cloned().unwrap_or_else(|| row.id.to_string())
    });
    let generic_pack = vmpp_name.unwrap_or(&pack).clone();
    let generic_product = vmp.unwrap_or(&generic_pack).clone();
    Names { pack, generic_pack, generic_product }
}

fn legal_category(row: &AmppRow, known: &Codes, findings: &mut Findings) -> String {
    let code = number(row.legal_category.as_deref());
    let text = code.and_then(|code| meaning(code, known, dmd::published_legal_category(code), findings));
    text.unwrap_or_else(|| {
        findings.note(Kind::UnknownLegalCategory, || with_code(row, row.legal_category.as_deref()));
        UNKNOWN_LEGAL_CATEGORY.to_owned()
    })
}

/// Returns the meaning of a code in the lookup file of the release, or its published meaning.
fn meaning(code: u64, known: &Codes, published: Option<&str>, findings: &mut Findings) -> Option<String> {
    if let Some(text) = known.get(&code).filter(|text| !text.is_empty()) {
        return Some(text.clone());
    }
    let published = published?;
    findings.note(Kind::LookupLacksCode, || format!("{code:04} {published}"));
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
        (None, _, Some(_)) => findings.note(Kind::DateWithoutFlag, || row.id.to_string()),
        (Some(_), Some(code::REINSTATED), date) => {
            if date.is_some() {
                findings.note(Kind::ReinstatedWithDate, || row.id.to_string());
            }
            return None;
        }
        (Some(_), Some(code), date) if code == code::DISCONTINUED || known.contains_key(&code) => {
            if date.is_none() {
                findings.note(Kind::DiscontinuedWithoutDate, || row.id.to_string());
            }
        }
        (Some(_), _, date) => {
            findings.note(Kind::UnknownDiscontinuedCode, || with_code(row, code));
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
        findings.note(Kind::BadDiscontinuedDate, || format!("{}, date {text}", row.id));
    }
    date
}

fn is_invalid(row: &AmppRow, findings: &mut Findings) -> bool {
    match row.invalid.as_deref().map(|code| number(Some(code))) {
        None | Some(Some(0)) => false,
        Some(Some(code::INVALID)) => true,
        Some(_) => {
            findings.note(Kind::UnknownInvalidCode, || with_code(row, row.invalid.as_deref()));
            false
        }
    }
}

/// Adds the components of each combination pack, in the order of the release.
fn add_components(
    packs: &mut [Pack],
    tables: &mut Tables,
    mut take: impl FnMut(usize) -> Option<()>,
) -> Option<()> {
    let mut seen = HashSet::new();
    for (parent, child) in std::mem::take(&mut tables.comb_content) {
        let example = || format!("{parent} holds {child}");
        if !seen.insert((parent, child)) {
            tables.findings.note(Kind::DuplicateCombContent, example);
            continue;
        }
        let name =
            tables.places.get(&child).and_then(|place| packs.get(*place)).map(|pack| pack.name.clone());
        let parent = tables.places.get(&parent).and_then(|place| packs.get_mut(*place));
        match (parent, name) {
            (Some(parent), Some(name)) => {
                take(name.len())?;
                parent.comb_content.push(Component { pack_id: child, name });
            }
            (Some(_), None) => tables.findings.note(Kind::CombChildUnknown, example),
            (None, _) => tables.findings.note(Kind::CombParentUnknown, example),
        }
    }
    Some(())
}

/// Notes the rows that no pack used: they are about packs that the release does not have.
fn note_unused(tables: &mut Tables) {
    let gtins: BTreeMap<AmppId, &Vec<GtinEntry>> =
        tables.gtins.iter().map(|(id, rows)| (*id, rows)).collect();
    for (id, rows) in gtins {
        for row in rows {
            tables.findings.note(Kind::GtinOfUnknownPack, || format!("GTIN {} of pack {id}", row.gtin));
        }
    }
    let mut prices: Vec<AmppId> = tables.prices.keys().copied().collect();
    prices.sort_unstable();
    prices.into_iter().for_each(|id| tables.findings.note(Kind::PriceOfUnknownPack, || id.to_string()));
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
        let by_vmpp = details.vmpp.and_then(|vmpp| *self.vmpps.get(&vmpp)?);
        let vmp = self.vmps.get(&by_vmpp.or_else(|| *self.amps.get(&details.amp?)?)?)?;
        let mut substances: Vec<u64> =
            vmp.ingredients.iter().map(|ingredient| ingredient.substance.code.number()).collect();
        substances.sort_unstable();
        substances.dedup();
        Some(Medicine { vmp: vmp.id.number(), vtm: vmp.vtm.map(ConceptId::number), substances })
    }
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
    let mut shared: Vec<_> = carriers.into_iter().filter(|(_, packs)| packs.len() > 1).collect();
    shared.sort_unstable_by_key(|(gtin, _)| *gtin);
    for (gtin, packs) in shared {
        note_shared_gtin(gtin, &packs, findings);
        reused.add(Reuse::of(packs.iter().map(|pack| medicines.of_pack(pack)).collect()));
    }
}

fn distinct_gtins(pack: &Pack) -> HashSet<Gtin> {
    pack.gtin_codes.iter().map(|entry| entry.gtin.gtin()).collect()
}

fn note_shared_gtin(gtin: Gtin, packs: &[&Pack], findings: &mut Findings) {
    let names: Vec<&str> = packs.iter().map(|pack| pack.name.as_str()).collect();
    let example = || format!("{gtin}: {}", names.join(" / "));
    findings.note(Kind::GtinOnSeveralPacks, example);
    let products: HashSet<&str> = packs.iter().map(|pack| pack.generic_product_name.as_str()).collect();
    if products.len() > 1 {
        findings.note(Kind::GtinOnSeveralProducts, example);
    }
}

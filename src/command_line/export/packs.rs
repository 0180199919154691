//! The tables of packs, in name order.

use std::io;

use super::table::{Column, Columns, Kind, Needs, Source, Table, Take, Value, columns};
use crate::command_line::dataset_args::TableName;
use crate::concept::{Note, PackDetails};
use crate::dataset::PackNumber;
use crate::lookup::{Use, latest};
use crate::pack::{Component, GtinEntry, Pack, Prices, Status};
use crate::snomed::AmppId;

/// A pack with its status, and with what its concepts add. Columns that need concepts have no values in a
/// dataset without them.
pub struct PackRow {
    pack: Pack,
    status: Status,
    /// Absent in a dataset without concepts.
    details: Option<PackDetails>,
}

impl PackRow {
    fn has(&self, note: Note) -> Option<bool> {
        self.details.map(|details| details.notes.has(note))
    }
}

const PACK: Columns<PackRow> = columns! { row: PackRow =>
    "pack_id" Id "Code of the pack (AMPP)" "AMPP APPID" = row.pack.pack_id;
    "name" Text "Name of the pack" "AMPP NM" = row.pack.name.as_str();
    "generic_pack_name" Text "Name of its virtual pack" "VMPP NM" = row.pack.generic_pack_name.as_str();
    "generic_product_name" Text "Name of its virtual product" "VMP NM" = row.pack.generic_product_name.as_str();
    "url" Text "Path of its page" "made from AMPP NM and APPID" = row.pack.url().as_str();
    "short_name" Text "Short name" "AMPP ABBREVNM" = row.pack.short_name.as_deref();
    "subpack" Text "Packs inside it" "AMPP SUBP" = row.pack.subpack.as_deref();
    "legal_category" Text "Legal category" "AMPP LEGAL_CATCD" = row.pack.legal_category.as_str();
    "current" Flag "Whether it is neither discontinued nor invalid" "AMPP DISCCD and INVALID" = row.status.is_current();
    "discontinued" Flag "Whether it is discontinued" "AMPP DISCCD" = row.status.is_discontinued;
    "discontinued_date" Day "Since when it is discontinued" "AMPP DISCDT" = row.status.discontinued_date;
    "invalid" Flag "Whether it must no longer be used" "AMPP INVALID" = row.status.is_invalid;
    "price_pence" Number "Price in pence" "AMPP PRICE_INFO PRICE" = row.pack.prices.price_pence;
    "price_prev_pence" Number "Price before that, in pence" "AMPP PRICE_INFO PRICE_PREV" = row.pack.prices.price_prev_pence;
    "amp_id" Id "Code of its product (AMP)" "AMPP APID" = row.details.and_then(|details| details.amp);
    "vmpp_id" Id "Code of its virtual pack (VMPP)" "AMPP VPPID" = row.details.and_then(|details| details.vmpp);
    "nhs_schedule_1" Flag "Whether it must not be prescribed on the NHS (schedule 1)" "AMPP PRESCRIB_INFO SCHED_1" = row.has(Note::Schedule1);
    "nhs_schedule_2" Flag "Whether it is in the selected list scheme (schedule 2)" "AMPP PRESCRIB_INFO SCHED_2" = row.has(Note::Schedule2);
    "acbs" Flag "Whether the ACBS advises when to prescribe it" "AMPP PRESCRIB_INFO ACBS" = row.has(Note::Acbs);
    "personally_administered" Flag "Whether a fee is paid for administering it" "AMPP PRESCRIB_INFO PADM" = row.has(Note::PersonallyAdministered);
    "fp10_mda" Flag "Whether it may be prescribed in instalments on FP10 MDA" "AMPP PRESCRIB_INFO FP10_MDA" = row.has(Note::Fp10Mda);
    "hospital" Flag "Whether it is for hospitals only" "AMPP PRESCRIB_INFO HOSP" = row.has(Note::Hospital);
    "nurse_formulary" Flag "Whether it is in the nurse formulary" "AMPP PRESCRIB_INFO NURSE_F" = row.has(Note::NurseFormulary);
    "extended_nurse_formulary" Flag "Whether it is in the nurse extended formulary" "AMPP PRESCRIB_INFO ENURSE_F" = row.has(Note::ExtendedNurseFormulary);
    "dental_formulary" Flag "Whether it is in the dental formulary" "AMPP PRESCRIB_INFO DENT_F" = row.has(Note::DentalFormulary);
    "special_container" Flag "Whether it is a special container" "AMPP REIMB_INFO SPEC_CONTCD" = row.has(Note::SpecialContainer);
    "subpack_special_container" Flag "Whether each pack inside it is a special container" "AMPP REIMB_INFO SPEC_CONTCD" = row.has(Note::SubPackSpecialContainer);
    "broken_bulk" Flag "Whether broken bulk may be claimed" "AMPP REIMB_INFO BB" = row.has(Note::BrokenBulk);
    "discount_not_deducted" Flag "Whether no discount is deducted" "AMPP REIMB_INFO DND" = row.has(Note::DiscountNotDeducted);
    "discount_not_deducted_if_endorsed" Flag "Whether no discount is deducted if the prescription is endorsed" "AMPP REIMB_INFO DND" = row.has(Note::DiscountNotDeductedIfEndorsed);
};

pub static PACKS: Table = Table {
    name: TableName::Packs,
    about: "each pack (AMPP)",
    columns: PACK.columns,
    key: &["pack_id"],
    links: &[("amp_id", TableName::Amps), ("vmpp_id", TableName::Vmpps)],
    needs: Needs::Packs,
    rows: packs,
};

/// A period of a GTIN on a pack. Of all rows of a GTIN, one is its latest use.
pub struct GtinRow {
    pack: AmppId,
    entry: GtinEntry,
    is_latest: bool,
}

const GTIN: Columns<GtinRow> = columns! { row: GtinRow =>
    "pack_id" Id "Code of the pack (AMPP)" "GTIN AMPP AMPPID" = row.pack;
    "gtin" Code "GTIN with the digits that are recorded" "GTIN GTINDATA GTIN" = row.entry.gtin;
    "start_date" Day "First day on the pack" "GTIN GTINDATA STARTDT" = row.entry.start_date;
    "end_date" Day "Last day on the pack; absent if there is none" "GTIN GTINDATA ENDDT" = row.entry.end_date;
    "gtin14" Code "GTIN with 14 digits: join by this" "made from GTINDATA GTIN" = Value::Code(row.entry.gtin.gtin().to_gtin14());
    "is_latest" Flag "Whether it is the latest use of the GTIN, as the API answers: one row of each GTIN" "made from all uses of the GTIN" = row.is_latest;
};

pub static GTINS: Table = Table {
    name: TableName::Gtins,
    about: "each period of a GTIN on a pack",
    columns: GTIN.columns,
    key: &["gtin", "pack_id", "start_date", "end_date"],
    links: &[("pack_id", TableName::Packs)],
    needs: Needs::Packs,
    rows: gtins,
};

const PRICE: Columns<(AmppId, Prices)> = columns! { row: (AmppId, Prices) =>
    "pack_id" Id "Code of the pack (AMPP)" "AMPP PRICE_INFO APPID" = row.0;
    "price_pence" Number "Price in pence" "AMPP PRICE_INFO PRICE" = row.1.price_pence;
    "price_prev_pence" Number "Price before that, in pence" "AMPP PRICE_INFO PRICE_PREV" = row.1.price_prev_pence;
};

pub static PRICES: Table = Table {
    name: TableName::Prices,
    about: "each pack that has a price",
    columns: PRICE.columns,
    key: &["pack_id"],
    links: &[("pack_id", TableName::Packs)],
    needs: Needs::Packs,
    rows: prices,
};

const COMPONENT: Columns<(AmppId, Component)> = columns! { row: (AmppId, Component) =>
    "pack_id" Id "Code of the combination pack" "AMPP CCONTENT PRNTAPPID" = row.0;
    "component_id" Id "Code of the pack inside it" "AMPP CCONTENT CHLDAPPID" = row.1.pack_id;
    "component_name" Text "Name of the pack inside it" "AMPP NM" = row.1.name.as_str();
};

pub static COMPONENTS: Table = Table {
    name: TableName::Components,
    about: "each pack inside a combination pack",
    columns: COMPONENT.columns,
    key: &["pack_id", "component_id"],
    links: &[("pack_id", TableName::Packs)],
    needs: Needs::Packs,
    rows: components,
};

/// Lists the number and the code of each pack.
fn ids(source: &Source<'_>) -> impl Iterator<Item = (PackNumber, AmppId)> {
    let numbers = (0..source.dataset.packs()).map(PackNumber);
    numbers.filter_map(|number| Some((number, source.dataset.pack_id(number)?)))
}

fn packs(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    let Source { dataset, .. } = source;
    let concepts = dataset.concepts();
    for number in (0..dataset.packs()).map(PackNumber) {
        let Some(pack) = dataset.pack(number) else { continue };
        let (status, details) = (dataset.status(number), concepts.map(|all| all.details(number)));
        take((PACK.values)(&PackRow { pack, status, details }))?;
    }
    Ok(())
}

fn gtins(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    for (number, pack) in ids(source) {
        for entry in source.dataset.gtin_entries(number) {
            let is_latest = latest(source.dataset, entry.gtin.gtin()) == Some(Use { pack: number, entry });
            take((GTIN.values)(&GtinRow { pack, entry, is_latest }))?;
        }
    }
    Ok(())
}

/// Passes the packs that have a price.
fn prices(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    for (number, pack) in ids(source) {
        let prices = source.dataset.prices(number);
        if prices.price_pence.or(prices.price_prev_pence).is_some() {
            take((PRICE.values)(&(pack, prices)))?;
        }
    }
    Ok(())
}

fn components(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    for (number, pack) in ids(source) {
        for component in source.dataset.components(number) {
            take((COMPONENT.values)(&(pack, component)))?;
        }
    }
    Ok(())
}

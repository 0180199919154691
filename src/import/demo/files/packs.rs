//! The files of virtual packs and packs, with their prices and components.

use std::io;

use super::names::*;
use super::products::amp_id;
use super::xml::{Out, padded};
use crate::import::demo::catalogue::Vmpp;
use crate::import::demo::concepts;
use crate::import::demo::pack::{DemoPack, Release, sctid};
use crate::import::dmd::element::*;

pub fn write_vmpps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.open(VMPPS)?;
    for (vmpp, number) in release.catalogue.vmpps.iter().zip(0..) {
        write_vmpp(xml, release, vmpp, number, names)?;
    }
    xml.close(VMPPS)?;
    xml.open(DRUG_TARIFF_INFO)?;
    for (vmpp, number) in release.catalogue.vmpps.iter().zip(0..) {
        xml.open(DTINFO)?;
        xml.leaf(VPPID, sctid(VMPP_ITEMS + number))?;
        xml.leaf(PAY_CATCD, padded(tariff(number, names.medicines.contains_key(&vmpp.vmp))))?;
        xml.close(DTINFO)?;
    }
    xml.close(DRUG_TARIFF_INFO)?;
    xml.empty(&[COMB_CONTENT])
}

fn write_vmpp(
    xml: Out<'_, '_>,
    release: &Release,
    vmpp: &Vmpp,
    number: u64,
    names: &Names,
) -> io::Result<()> {
    let vmp = release.catalogue.vmps.get(vmpp.vmp).map_or("", |vmp| vmp.name.as_str());
    let (count, unit) = vmpp.size.split_once(' ').unwrap_or(("1", ""));
    xml.open(VMPP)?;
    xml.leaf(VPPID, sctid(VMPP_ITEMS + number))?;
    xml.leaf(NM, format!("{vmp} {}", vmpp.size))?;
    xml.leaf(VPID, sctid(VMP_ITEMS + vmpp.vmp as u64))?;
    xml.leaf(QTYVAL, count)?;
    xml.leaf(QTY_UOMCD, names.unit(unit))?;
    xml.close(VMPP)
}

/// Chooses the category of the Drug Tariff. Devices have their own.
fn tariff(vmpp: u64, is_medicine: bool) -> u64 {
    match (is_medicine, vmpp % 5) {
        (false, _) => 5,
        (true, 0..2) => 1,
        (true, 2) => 3,
        _ => 11,
    }
}

pub fn write_ampps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.open(AMPPS)?;
    for pack in packs(release) {
        write_ampp(xml, release, &pack, names)?;
    }
    xml.close(AMPPS)?;
    xml.empty(&[APPLIANCE_PACK_INFO])?;
    xml.open(DRUG_PRODUCT_PRESCRIB_INFO)?;
    for pack in packs(release) {
        write_prescribing(xml, release, &pack, names)?;
    }
    xml.close(DRUG_PRODUCT_PRESCRIB_INFO)?;
    xml.open(MEDICINAL_PRODUCT_PRICE)?;
    for pack in packs(release) {
        write_price(xml, release, &pack)?;
    }
    xml.close(MEDICINAL_PRODUCT_PRICE)?;
    xml.open(REIMBURSEMENT_INFO)?;
    for pack in packs(release) {
        write_reimbursement(xml, release, &pack)?;
    }
    xml.close(REIMBURSEMENT_INFO)?;
    xml.open(COMB_CONTENT)?;
    for pack in packs(release) {
        write_content(xml, release, &pack)?;
    }
    xml.close(COMB_CONTENT)
}

fn write_prescribing(
    xml: Out<'_, '_>,
    release: &Release,
    pack: &DemoPack<'_>,
    names: &Names,
) -> io::Result<()> {
    let notes = concepts::prescribing(release, pack, names.medicine(release, pack));
    if notes.is_empty() {
        return Ok(());
    }
    xml.open(PRESCRIB_INFO)?;
    xml.leaf(APPID, release.ampp_id(pack.number))?;
    for column in notes {
        xml.leaf(column, 1)?;
    }
    xml.close(PRESCRIB_INFO)
}

fn write_reimbursement(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    let columns = concepts::reimbursement(pack);
    if columns.is_empty() {
        return Ok(());
    }
    xml.open(REIMB_INFO)?;
    xml.leaf(APPID, release.ampp_id(pack.number))?;
    for (column, code) in columns {
        xml.leaf(column, code)?;
    }
    xml.close(REIMB_INFO)
}

fn write_ampp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>, names: &Names) -> io::Result<()> {
    let vmpp = if pack.has_vmpp { VMPP_ITEMS + pack.vmpp as u64 } else { UNKNOWN_ITEMS };
    xml.open(AMPP)?;
    xml.leaf(APPID, release.ampp_id(pack.number))?;
    xml.leaf_if(pack.is_invalid, INVALID, 1)?;
    xml.leaf(NM, pack.name())?;
    xml.optional(ABBREVNM, pack.short_name())?;
    xml.leaf(VPPID, sctid(vmpp))?;
    xml.leaf(APID, amp_id(release, pack, names))?;
    xml.leaf_if(!pack.holds.is_empty(), COMBPACKCD, padded(1))?;
    xml.leaf(LEGAL_CATCD, padded(pack.legal_category))?;
    xml.optional(SUBP, pack.subpack.as_ref())?;
    if let Some((code, date)) = pack.discontinued {
        xml.leaf(DISCCD, padded(code))?;
        xml.leaf(DISCDT, date)?;
    }
    xml.close(AMPP)
}

fn write_price(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    let Some(price) = pack.price else { return Ok(()) };
    xml.open(PRICE_INFO)?;
    xml.leaf(APPID, release.ampp_id(pack.number))?;
    xml.optional(PRICE, price.price)?;
    xml.leaf_if(price.price_prev.is_some(), PRICEDT, "2025-04-01")?;
    xml.optional(PRICE_PREV, price.price_prev)?;
    xml.leaf(PRICE_BASISCD, padded(price.basis))?;
    xml.close(PRICE_INFO)
}

fn write_content(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    for child in &pack.holds {
        if *child < release.packs && *child != pack.number {
            xml.open(CCONTENT)?;
            xml.leaf(PRNTAPPID, release.ampp_id(pack.number))?;
            xml.leaf(CHLDAPPID, release.ampp_id(*child))?;
            xml.close(CCONTENT)?;
        }
    }
    Ok(())
}

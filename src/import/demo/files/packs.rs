//! The files of virtual packs and packs, with their prices and components.

use std::io;

use super::items::*;
use super::names::{Names, packs};
use super::products::amp_id;
use super::xml::{Out, padded};
use crate::import::demo::concepts;
use crate::import::demo::pack::{DemoPack, Release, sctid};
use crate::import::dmd::element::*;

pub fn write_vmpps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    let catalogue = &release.catalogue;
    xml.within(VMPPS, |xml| {
        catalogue.vmpps.iter().zip(0..).try_for_each(|(vmpp, number)| {
            let vmp = catalogue.vmps.get(vmpp.vmp).map_or("", |vmp| vmp.name.as_str());
            let (count, unit) = vmpp.size.split_once(' ').unwrap_or(("1", ""));
            xml.within(VMPP, |xml| {
                xml.leaf(VPPID, sctid(VMPP_ITEMS + number))?;
                xml.leaf(NM, format!("{vmp} {}", vmpp.size))?;
                xml.leaf(VPID, sctid(VMP_ITEMS + vmpp.vmp as u64))?;
                xml.leaf(QTYVAL, count)?;
                xml.leaf(QTY_UOMCD, sctid(UNIT_ITEMS + names.units.get(unit).copied().unwrap_or(0)))
            })
        })
    })?;
    xml.within(DRUG_TARIFF_INFO, |xml| {
        catalogue.vmpps.iter().zip(0..).try_for_each(|(vmpp, number)| {
            xml.within(DTINFO, |xml| {
                xml.leaf(VPPID, sctid(VMPP_ITEMS + number))?;
                xml.leaf(PAY_CATCD, padded(tariff(number, names.medicines.contains_key(&vmpp.vmp))))
            })
        })
    })?;
    xml.empty(&[COMB_CONTENT])
}

/// Returns the category of the Drug Tariff. Devices have their own.
fn tariff(vmpp: u64, is_medicine: bool) -> u64 {
    match (is_medicine, vmpp % 5) {
        (false, _) => 5,
        (true, 0..2) => 1,
        (true, 2) => 3,
        _ => 11,
    }
}

pub fn write_ampps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.within(AMPPS, |xml| packs(release).try_for_each(|pack| write_ampp(xml, release, &pack, names)))?;
    xml.empty(&[APPLIANCE_PACK_INFO])?;
    xml.within(DRUG_PRODUCT_PRESCRIB_INFO, |xml| {
        packs(release).try_for_each(|pack| write_prescribing(xml, release, &pack, names))
    })?;
    xml.within(MEDICINAL_PRODUCT_PRICE, |xml| {
        packs(release).try_for_each(|pack| write_price(xml, release, &pack))
    })?;
    xml.empty(&[REIMBURSEMENT_INFO])?;
    xml.within(COMB_CONTENT, |xml| packs(release).try_for_each(|pack| write_content(xml, release, &pack)))
}

fn write_prescribing(
    xml: Out<'_, '_>,
    release: &Release,
    pack: &DemoPack<'_>,
    names: &Names,
) -> io::Result<()> {
    let said = concepts::prescribing(release, pack, names.medicine(release, pack));
    if said.is_empty() {
        return Ok(());
    }
    xml.within(PRESCRIB_INFO, |xml| {
        xml.leaf(APPID, release.ampp_id(pack.number))?;
        said.iter().try_for_each(|column| xml.leaf(column, 1))
    })
}

fn write_ampp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>, names: &Names) -> io::Result<()> {
    let vmpp = if pack.has_vmpp { VMPP_ITEMS + pack.vmpp as u64 } else { UNKNOWN_ITEMS };
    xml.within(AMPP, |xml| {
        xml.leaf(APPID, release.ampp_id(pack.number))?;
        xml.optional(INVALID, pack.is_invalid.then_some(1))?;
        xml.leaf(NM, pack.name())?;
        xml.optional(ABBREVNM, pack.short_name())?;
        xml.leaf(VPPID, sctid(vmpp))?;
        xml.leaf(APID, amp_id(release, pack, names))?;
        xml.optional(COMBPACKCD, (!pack.holds.is_empty()).then(|| padded(1)))?;
        xml.leaf(LEGAL_CATCD, padded(pack.legal_category))?;
        xml.optional(SUBP, pack.subpack.as_ref())?;
        xml.optional(DISCCD, pack.discontinued.map(|(code, _)| padded(code)))?;
        xml.optional(DISCDT, pack.discontinued.map(|(_, date)| date))
    })
}

fn write_price(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    let Some(price) = pack.price else { return Ok(()) };
    xml.within(PRICE_INFO, |xml| {
        xml.leaf(APPID, release.ampp_id(pack.number))?;
        xml.optional(PRICE, price.price)?;
        xml.optional(PRICEDT, price.price_prev.map(|_| "2025-04-01"))?;
        xml.optional(PRICE_PREV, price.price_prev)?;
        xml.leaf(PRICE_BASISCD, padded(price.basis))
    })
}

fn write_content(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>) -> io::Result<()> {
    pack.holds.iter().filter(|child| **child < release.packs && **child != pack.number).try_for_each(
        |child| {
            xml.within(CCONTENT, |xml| {
                xml.leaf(PRNTAPPID, release.ampp_id(pack.number))?;
                xml.leaf(CHLDAPPID, release.ampp_id(*child))
            })
        },
    )
}

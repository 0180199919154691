//! The files of concepts: moieties, ingredients and products.

use std::collections::BTreeMap;
use std::io;

use super::items::*;
use super::names::{Names, packs};
use super::xml::{Out, padded};
use crate::import::demo::concepts::{self, Amount, Medicine};
use crate::import::demo::pack::{DemoPack, Release, sctid};
use crate::import::demo::tables::{SALTS, former_name};
use crate::import::dmd::element::*;

pub fn write_vtms(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    names.generics.iter().try_for_each(|(name, number)| {
        xml.within(VTM, |xml| {
            xml.leaf(VTMID, sctid(VTM_ITEMS + number))?;
            // One in fifty is invalid, and one in forty had another id.
            xml.optional(INVALID, (number % 50 == 11).then_some(1))?;
            xml.leaf(NM, name)?;
            xml.optional(VTMIDPREV, (number % 40 == 9).then(|| sctid(FORMER_VTM_ITEMS + number)))
        })
    })
}

pub fn write_ingredients(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    let substances = names.generics.iter().map(|(name, number)| (*name, INGREDIENT_ITEMS + number));
    let salts = SALTS.iter().zip(0..).map(|((_, salt), number)| (*salt, SALT_ITEMS + number));
    for (name, item) in substances.chain(salts) {
        xml.within(ING, |xml| {
            xml.leaf(ISID, sctid(item))?;
            xml.leaf(NM, name)
        })?;
    }
    Ok(())
}

pub fn write_vmps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.within(VMPS, |xml| {
        let vmps = release.catalogue.vmps.iter().zip(0..);
        vmps.map(|(vmp, number)| (vmp.name.as_str(), number))
            .try_for_each(|(name, number)| write_vmp(xml, name, number, names))
    })?;
    xml.within(VIRTUAL_PRODUCT_INGREDIENT, |xml| {
        names
            .medicines
            .iter()
            .try_for_each(|(vmp, medicine)| write_ingredients_of(xml, *vmp, medicine, names))
    })?;
    xml.empty(&[ONT_DRUG_FORM])?;
    let of_medicines = |xml: Out<'_, '_>, row: &str, code: &str, value: &dyn Fn(&Medicine) -> String| {
        names.medicines.iter().try_for_each(|(vmp, medicine)| {
            xml.within(row, |xml| {
                xml.leaf(VPID, sctid(VMP_ITEMS + *vmp as u64))?;
                xml.leaf(code, value(medicine))
            })
        })
    };
    let item = |names: &BTreeMap<&str, u64>, items: u64, name: &str| {
        sctid(items + names.get(name).copied().unwrap_or(0)).to_string()
    };
    let form = |medicine: &Medicine| item(&names.forms, FORM_ITEMS, medicine.form);
    xml.within(DRUG_FORM, |xml| of_medicines(xml, DFORM, FORMCD, &form))?;
    let route = |medicine: &Medicine| item(&names.routes, ROUTE_ITEMS, medicine.route);
    xml.within(DRUG_ROUTE, |xml| of_medicines(xml, DROUTE, ROUTECD, &route))?;
    let category = |medicine: &Medicine| padded(medicine.category);
    xml.within(CONTROL_DRUG_INFO, |xml| of_medicines(xml, CONTROL_INFO, CATCD, &category))
}

fn write_ingredients_of(xml: Out<'_, '_>, vmp: usize, medicine: &Medicine, names: &Names) -> io::Result<()> {
    medicine.ingredients.iter().try_for_each(|ingredient| {
        let substance = names.generics.get(ingredient.substance).copied().unwrap_or(0);
        let amount = |xml: Out<'_, '_>, amount: &Option<Amount>, value: &str, unit: &str| {
            xml.optional(value, amount.as_ref().map(|amount| amount.value))?;
            xml.optional(unit, amount.as_ref().map(|amount| names.unit(amount.unit)))
        };
        xml.within(VPI, |xml| {
            xml.leaf(VPID, sctid(VMP_ITEMS + vmp as u64))?;
            write_substance(xml, ingredient.substance, INGREDIENT_ITEMS + substance)?;
            amount(xml, &ingredient.numerator, STRNT_NMRTR_VAL, STRNT_NMRTR_UOMCD)?;
            amount(xml, &ingredient.denominator, STRNT_DNMTR_VAL, STRNT_DNMTR_UOMCD)
        })
    })
}

/// Writes a substance, or its salt with the substance as the base of the strength.
fn write_substance(xml: Out<'_, '_>, name: &str, item: u64) -> io::Result<()> {
    match (0..).zip(SALTS).find(|(_, (base, _))| *base == name) {
        Some((salt, _)) => {
            xml.leaf(ISID, sctid(SALT_ITEMS + salt))?;
            xml.leaf(BASIS_STRNTCD, padded(2))?;
            xml.leaf(BS_SUBID, sctid(item))
        }
        None => {
            xml.leaf(ISID, sctid(item))?;
            xml.leaf(BASIS_STRNTCD, padded(1))
        }
    }
}

fn write_vmp(xml: Out<'_, '_>, name: &str, number: u64, names: &Names) -> io::Result<()> {
    let former = former_name(name);
    xml.within(VMP, |xml| {
        xml.leaf(VPID, sctid(VMP_ITEMS + number))?;
        // A product with a former name had a former id, too.
        xml.optional(VPIDPREV, former.as_ref().map(|_| sctid(FORMER_VMP_ITEMS + number)))?;
        xml.optional(VTMID, names.generic(name).map(|generic| sctid(VTM_ITEMS + generic)))?;
        // One in fifty is invalid.
        xml.optional(INVALID, (number % 50 == 13).then_some(1))?;
        xml.leaf(NM, name)?;
        xml.leaf(BASISCD, padded(1))?;
        if let Some(former) = former {
            xml.leaf(NMDT, "2004-12-01")?;
            xml.leaf(NMPREV, former)?;
            xml.leaf(BASIS_PREVCD, padded(2))?;
            xml.leaf(NMCHANGECD, padded(3))?;
        }
        xml.leaf(PRES_STATCD, padded(if names.medicines.contains_key(&(number as usize)) { 1 } else { 4 }))?;
        let flags = [
            (SUG_F, "sugar free"),
            (GLU_F, "gluten free"),
            (PRES_F, "preservative free"),
            (CFC_F, "CFC free"),
        ];
        let said = flags.iter().filter(|(_, words)| name.contains(words));
        said.into_iter().try_for_each(|(column, _)| xml.leaf(column, padded(1)))?;
        // One in forty is not available.
        xml.optional(NON_AVAILCD, number.is_multiple_of(40).then(|| padded(1)))?;
        match names.medicines.get(&(number as usize)) {
            Some(medicine) => write_dose(xml, medicine, names),
            None => xml.leaf(DF_INDCD, 3),
        }
    })
}

/// Writes the unit dose.
fn write_dose(xml: Out<'_, '_>, medicine: &Medicine, names: &Names) -> io::Result<()> {
    if !medicine.is_discrete {
        return xml.leaf(DF_INDCD, 2);
    }
    let unit = names.unit(medicine.unit);
    xml.leaf(DF_INDCD, 1)?;
    xml.leaf(UDFS, "1.0")?;
    xml.leaf(UDFS_UOMCD, unit)?;
    xml.leaf(UNIT_DOSE_UOMCD, unit)
}

pub fn write_amps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    let is_first = |pack: &DemoPack<'_>| names.amps.first(pack, &release.catalogue) == pack.number;
    xml.within(AMPS, |xml| {
        packs(release).filter(is_first).try_for_each(|pack| write_amp(xml, release, &pack, names))
    })?;
    xml.empty(&[AP_INGREDIENT, LICENSED_ROUTE, AP_INFORMATION])
}

fn write_amp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>, names: &Names) -> io::Result<()> {
    let vmp = release.catalogue.vmpps.get(pack.vmpp).map_or(0, |vmpp| vmpp.vmp as u64);
    let supplier = names.suppliers.get(pack.supplier).copied().unwrap_or(0);
    let facts = concepts::amp_facts(release, pack, names.medicine(release, pack));
    xml.within(AMP, |xml| {
        xml.leaf(APID, amp_id(release, pack, names))?;
        xml.leaf(VPID, sctid(VMP_ITEMS + vmp))?;
        xml.leaf(NM, &pack.product)?;
        xml.leaf(DESC, format!("{} ({})", pack.product, pack.supplier))?;
        xml.leaf(SUPPCD, sctid(SUPPLIER_ITEMS + supplier))?;
        xml.leaf(LIC_AUTHCD, padded(facts.licence))?;
        xml.optional(FLAVOURCD, facts.flavour.map(|flavour| padded(flavour as u64 + 1)))?;
        xml.optional(EMA, facts.has_additional_monitoring.then(|| padded(1)))?;
        xml.optional(PARALLEL_IMPORT, facts.is_parallel_import.then(|| padded(1)))?;
        xml.leaf(AVAIL_RESTRICTCD, padded(facts.restriction))
    })
}

pub fn amp_id(release: &Release, pack: &DemoPack<'_>, names: &Names) -> u64 {
    sctid(AMP_ITEMS + u64::from(names.amps.first(pack, &release.catalogue)))
}

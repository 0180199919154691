//! The files of concepts: moieties, ingredients and products.

use std::io;

use super::names::*;
use super::xml::{Out, padded};
use crate::import::demo::concepts::{self, Amount, Medicine};
use crate::import::demo::pack::{DemoPack, Release, sctid};
use crate::import::demo::tables::{SALTS, former_name};
use crate::import::dmd::element::*;

pub fn write_vtms(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    for (name, number) in &names.generics {
        xml.open(VTM)?;
        xml.leaf(VTMID, sctid(VTM_ITEMS + number))?;
        // One in fifty is invalid, and one in forty had another id.
        xml.leaf_if(number % 50 == 11, INVALID, 1)?;
        xml.leaf(NM, name)?;
        xml.leaf_if(number % 40 == 9, VTMIDPREV, sctid(FORMER_VTM_ITEMS + number))?;
        xml.close(VTM)?;
    }
    Ok(())
}

pub fn write_ingredients(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    for (name, number) in &names.generics {
        write_ingredient(xml, name, INGREDIENT_ITEMS + number)?;
    }
    for ((_, salt), number) in SALTS.iter().zip(0..) {
        write_ingredient(xml, salt, SALT_ITEMS + number)?;
    }
    Ok(())
}

fn write_ingredient(xml: Out<'_, '_>, name: &str, item: u64) -> io::Result<()> {
    xml.open(ING)?;
    xml.leaf(ISID, sctid(item))?;
    xml.leaf(NM, name)?;
    xml.close(ING)
}

pub fn write_vmps(xml: Out<'_, '_>, release: &Release, names: &Names) -> io::Result<()> {
    xml.open(VMPS)?;
    for (vmp, number) in release.catalogue.vmps.iter().zip(0..) {
        write_vmp(xml, &vmp.name, number, names)?;
    }
    xml.close(VMPS)?;
    xml.open(VIRTUAL_PRODUCT_INGREDIENT)?;
    for (vmp, medicine) in &names.medicines {
        write_ingredients_of(xml, *vmp, medicine, names)?;
    }
    xml.close(VIRTUAL_PRODUCT_INGREDIENT)?;
    xml.empty(&[ONT_DRUG_FORM])?;
    write_forms(xml, names)?;
    write_routes(xml, names)?;
    write_categories(xml, names)
}

fn write_forms(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    xml.open(DRUG_FORM)?;
    for (vmp, medicine) in &names.medicines {
        let form = names.forms.get(medicine.form).copied().unwrap_or(0);
        write_fact(xml, DFORM, *vmp, FORMCD, sctid(FORM_ITEMS + form))?;
    }
    xml.close(DRUG_FORM)
}

fn write_routes(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    xml.open(DRUG_ROUTE)?;
    for (vmp, medicine) in &names.medicines {
        let route = names.routes.get(medicine.route).copied().unwrap_or(0);
        write_fact(xml, DROUTE, *vmp, ROUTECD, sctid(ROUTE_ITEMS + route))?;
    }
    xml.close(DRUG_ROUTE)
}

fn write_categories(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    xml.open(CONTROL_DRUG_INFO)?;
    for (vmp, medicine) in &names.medicines {
        write_fact(xml, CONTROL_INFO, *vmp, CATCD, padded(medicine.category))?;
    }
    xml.close(CONTROL_DRUG_INFO)
}

/// Writes a row with one code of a virtual product.
fn write_fact(xml: Out<'_, '_>, row: &str, vmp: usize, column: &str, code: impl ToString) -> io::Result<()> {
    xml.open(row)?;
    xml.leaf(VPID, sctid(VMP_ITEMS + vmp as u64))?;
    xml.leaf(column, code)?;
    xml.close(row)
}

fn write_ingredients_of(xml: Out<'_, '_>, vmp: usize, medicine: &Medicine, names: &Names) -> io::Result<()> {
    for ingredient in &medicine.ingredients {
        let substance = names.generics.get(ingredient.substance).copied().unwrap_or(0);
        xml.open(VPI)?;
        xml.leaf(VPID, sctid(VMP_ITEMS + vmp as u64))?;
        write_substance(xml, ingredient.substance, INGREDIENT_ITEMS + substance)?;
        if let Some(Amount { value, unit }) = &ingredient.numerator {
            xml.leaf(STRNT_NMRTR_VAL, value)?;
            xml.leaf(STRNT_NMRTR_UOMCD, names.unit(unit))?;
        }
        if let Some(Amount { value, unit }) = &ingredient.denominator {
            xml.leaf(STRNT_DNMTR_VAL, value)?;
            xml.leaf(STRNT_DNMTR_UOMCD, names.unit(unit))?;
        }
        xml.close(VPI)?;
    }
    Ok(())
}

/// Writes a substance, or its salt with the substance as the base of the strength.
fn write_substance(xml: Out<'_, '_>, name: &str, item: u64) -> io::Result<()> {
    for ((base, _), salt) in SALTS.iter().zip(0..) {
        if *base == name {
            xml.leaf(ISID, sctid(SALT_ITEMS + salt))?;
            xml.leaf(BASIS_STRNTCD, padded(2))?;
            return xml.leaf(BS_SUBID, sctid(item));
        }
    }
    xml.leaf(ISID, sctid(item))?;
    xml.leaf(BASIS_STRNTCD, padded(1))
}

fn write_vmp(xml: Out<'_, '_>, name: &str, number: u64, names: &Names) -> io::Result<()> {
    let former = former_name(name);
    let medicine = names.medicines.get(&(number as usize));
    xml.open(VMP)?;
    xml.leaf(VPID, sctid(VMP_ITEMS + number))?;
    // A product with a former name had a former id, too.
    xml.leaf_if(former.is_some(), VPIDPREV, sctid(FORMER_VMP_ITEMS + number))?;
    if let Some(generic) = names.generic(name) {
        xml.leaf(VTMID, sctid(VTM_ITEMS + generic))?;
    }
    // One in fifty is invalid.
    xml.leaf_if(number % 50 == 13, INVALID, 1)?;
    xml.leaf(NM, name)?;
    xml.leaf(BASISCD, padded(1))?;
    if let Some(former) = former {
        write_former_name(xml, &former)?;
    }
    xml.leaf(PRES_STATCD, padded(if medicine.is_some() { 1 } else { 4 }))?;
    write_flags(xml, name)?;
    // One in forty is not available.
    xml.leaf_if(number.is_multiple_of(40), NON_AVAILCD, padded(1))?;
    match medicine {
        Some(medicine) => write_dose(xml, medicine, names)?,
        None => xml.leaf(DF_INDCD, 3)?,
    }
    xml.close(VMP)
}

fn write_former_name(xml: Out<'_, '_>, former: &str) -> io::Result<()> {
    xml.leaf(NMDT, "2004-12-01")?;
    xml.leaf(NMPREV, former)?;
    xml.leaf(BASIS_PREVCD, padded(2))?;
    xml.leaf(NMCHANGECD, padded(3))
}

/// Writes the flags whose words are in a name.
fn write_flags(xml: Out<'_, '_>, name: &str) -> io::Result<()> {
    xml.leaf_if(name.contains("sugar free"), SUG_F, padded(1))?;
    xml.leaf_if(name.contains("gluten free"), GLU_F, padded(1))?;
    xml.leaf_if(name.contains("preservative free"), PRES_F, padded(1))?;
    xml.leaf_if(name.contains("CFC free"), CFC_F, padded(1))
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
    xml.open(AMPS)?;
    for pack in packs(release) {
        if names.amps.first(&pack, &release.catalogue) == pack.number {
            write_amp(xml, release, &pack, names)?;
        }
    }
    xml.close(AMPS)?;
    xml.empty(&[AP_INGREDIENT, LICENSED_ROUTE, AP_INFORMATION])
}

fn write_amp(xml: Out<'_, '_>, release: &Release, pack: &DemoPack<'_>, names: &Names) -> io::Result<()> {
    let supplier = names.suppliers.get(pack.supplier).copied().unwrap_or(0);
    let facts = concepts::amp_facts(release, pack, names.medicine(release, pack));
    xml.open(AMP)?;
    xml.leaf(APID, amp_id(release, pack, names))?;
    xml.leaf(VPID, sctid(VMP_ITEMS + release.catalogue.vmp_of(pack.vmpp) as u64))?;
    xml.leaf(NM, &pack.product)?;
    xml.leaf(DESC, format!("{} ({})", pack.product, pack.supplier))?;
    xml.leaf(SUPPCD, sctid(SUPPLIER_ITEMS + supplier))?;
    xml.leaf(LIC_AUTHCD, padded(facts.licence))?;
    if let Some(flavour) = facts.flavour {
        xml.leaf(FLAVOURCD, padded(flavour as u64 + 1))?;
    }
    xml.leaf_if(facts.has_additional_monitoring, EMA, padded(1))?;
    xml.leaf_if(facts.is_parallel_import, PARALLEL_IMPORT, padded(1))?;
    xml.leaf(AVAIL_RESTRICTCD, padded(facts.restriction))?;
    xml.close(AMP)
}

pub fn amp_id(release: &Release, pack: &DemoPack<'_>, names: &Names) -> u64 {
    sctid(AMP_ITEMS + u64::from(names.amps.first(pack, &release.catalogue)))
}

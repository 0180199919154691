//! The tables of the concepts above packs, and of what they list.

use std::collections::BTreeMap;
use std::io;

use super::table::{Column, Columns, Kind, Needs, Source, Table, Take, Value, columns};
use crate::command_line::dataset_args::TableName;
use crate::concept::{Amount, Amp, Coded, Ingredient, SEVERAL, Vmp, Vmpp, Vtm};
use crate::snomed::ConceptId;

const VTM: Columns<Vtm> = columns! { vtm: Vtm =>
    "vtm_id" Id "Code of the therapeutic moiety (VTM)" "VTM VTMID" = vtm.id;
    "name" Text "Name" "VTM NM" = vtm.name.as_str();
    "previous_id" Id "Code that it had before" "VTM VTMIDPREV" = vtm.previous_id;
    "invalid" Flag "Whether it must no longer be used" "VTM INVALID" = vtm.is_invalid;
};

pub static VTMS: Table = Table {
    name: TableName::Vtms,
    about: "each therapeutic moiety (VTM)",
    columns: VTM.columns,
    key: &["vtm_id"],
    links: &[],
    needs: Needs::Concepts,
    rows: vtms,
};

const VMP: Columns<Vmp> = columns! { vmp: Vmp =>
    "vmp_id" Id "Code of the virtual product (VMP)" "VMP VPID" = vmp.id;
    "name" Text "Name" "VMP NM" = vmp.name.as_str();
    "vtm_id" Id "Code of its therapeutic moiety (VTM)" "VMP VTMID" = vmp.vtm;
    "previous_id" Id "Code that it had before" "VMP VPIDPREV" = vmp.previous_id;
    "previous_name" Text "Name that it had before" "VMP NMPREV" = vmp.previous_name.as_deref();
    "invalid" Flag "Whether it must no longer be used" "VMP INVALID" = vmp.is_invalid;
    "prescribing_status" Text "Whether it may be prescribed under this name" "VMP PRES_STATCD" = vmp.prescribing_status.as_deref();
    "non_availability" Text "Whether products of it are available" "VMP NON_AVAILCD" = vmp.non_availability.as_deref();
    "controlled_drug_category" Text "Controlled drug category; several are separated by a semicolon" "VMP CONTROL_INFO CATCD" = vmp.controlled_drug_category.as_deref();
    "sugar_free" Flag "Whether it is sugar free" "VMP SUG_F" = vmp.is_sugar_free;
    "gluten_free" Flag "Whether it is gluten free" "VMP GLU_F" = vmp.is_gluten_free;
    "preservative_free" Flag "Whether it is preservative free" "VMP PRES_F" = vmp.is_preservative_free;
    "cfc_free" Flag "Whether it is free of CFCs" "VMP CFC_F" = vmp.is_cfc_free;
    "unit_dose_form" Text "Whether doses are discrete or continuous" "VMP DF_INDCD" = vmp.unit_dose.as_ref().and_then(|dose| dose.form.as_deref());
    "unit_dose_size" Decimal "Size of one dose" "VMP UDFS" = vmp.unit_dose.as_ref().and_then(|dose| dose.size);
    "unit_dose_size_unit" Text "Unit of the size" "VMP UDFS_UOMCD" = vmp.unit_dose.as_ref().and_then(|dose| dose.unit.as_deref());
    "unit_dose_unit" Text "What one dose is: tablet" "VMP UNIT_DOSE_UOMCD" = vmp.unit_dose.as_ref().and_then(|dose| dose.unit_of_dose.as_deref());
    "bnf" Code "BNF code, if the dataset was built with the supplementary release" "supplement BNF" = code(vmp.bnf.as_deref());
    "atc" Code "ATC code, if the dataset was built with the supplementary release" "supplement ATC" = code(vmp.atc.as_deref());
};

pub static VMPS: Table = Table {
    name: TableName::Vmps,
    about: "each virtual product (VMP)",
    columns: VMP.columns,
    key: &["vmp_id"],
    links: &[("vtm_id", TableName::Vtms)],
    needs: Needs::Concepts,
    rows: vmps,
};

const VMPP: Columns<Vmpp> = columns! { vmpp: Vmpp =>
    "vmpp_id" Id "Code of the virtual pack (VMPP)" "VMPP VPPID" = vmpp.id;
    "name" Text "Name" "VMPP NM" = vmpp.name.as_str();
    "vmp_id" Id "Code of its virtual product (VMP)" "VMPP VPID" = vmpp.vmp;
    "invalid" Flag "Whether it must no longer be used" "VMPP INVALID" = vmpp.is_invalid;
    "quantity" Decimal "Quantity in the pack" "VMPP QTYVAL" = vmpp.quantity;
    "unit" Text "Unit of the quantity" "VMPP QTY_UOMCD" = vmpp.unit.as_deref();
};

pub static VMPPS: Table = Table {
    name: TableName::Vmpps,
    about: "each virtual pack (VMPP)",
    columns: VMPP.columns,
    key: &["vmpp_id"],
    links: &[("vmp_id", TableName::Vmps)],
    needs: Needs::Concepts,
    rows: vmpps,
};

const AMP: Columns<Amp> = columns! { amp: Amp =>
    "amp_id" Id "Code of the product (AMP)" "AMP APID" = amp.id;
    "name" Text "Name" "AMP NM" = amp.name.as_str();
    "vmp_id" Id "Code of its virtual product (VMP)" "AMP VPID" = amp.vmp;
    "supplier_id" Id "Code of its supplier" "AMP SUPPCD" = amp.supplier.as_ref().map(|supplier| supplier.code);
    "invalid" Flag "Whether it must no longer be used" "AMP INVALID" = amp.is_invalid;
    "licensing_authority" Text "Authority that licensed it" "AMP LIC_AUTHCD" = amp.licensing_authority.as_deref();
    "availability_restriction" Text "Restriction of its availability" "AMP AVAIL_RESTRICTCD" = amp.availability_restriction.as_deref();
    "flavour" Text "Flavour" "AMP FLAVOURCD" = amp.flavour.as_deref();
    "parallel_import" Flag "Whether it is a parallel import" "AMP PARALLEL_IMPORT" = amp.is_parallel_import;
    "additional_monitoring" Flag "Whether the European Medicines Agency monitors it additionally" "AMP EMA" = amp.has_additional_monitoring;
    "bnf" Code "BNF code of its own, if the dataset was built with the supplementary release" "supplement BNF" = code(amp.bnf.as_deref());
};

pub static AMPS: Table = Table {
    name: TableName::Amps,
    about: "each product of a supplier (AMP)",
    columns: AMP.columns,
    key: &["amp_id"],
    links: &[("vmp_id", TableName::Vmps), ("supplier_id", TableName::Suppliers)],
    needs: Needs::Concepts,
    rows: amps,
};

const INGREDIENT: Columns<Coded> = columns! { substance: Coded =>
    "ingredient_id" Id "Code of the substance" "INGREDIENT ISID" = substance.code;
    "name" Text "Name" "INGREDIENT NM" = substance.name.as_str();
};

pub static INGREDIENTS: Table = Table {
    name: TableName::Ingredients,
    about: "each substance that is an ingredient or the base of one",
    columns: INGREDIENT.columns,
    key: &["ingredient_id"],
    links: &[],
    needs: Needs::Concepts,
    rows: ingredients,
};

const SUPPLIER: Columns<Coded> = columns! { supplier: Coded =>
    "supplier_id" Id "Code of the supplier" "LOOKUP SUPPLIER CD" = supplier.code;
    "name" Text "Name" "LOOKUP SUPPLIER DESC" = supplier.name.as_str();
};

pub static SUPPLIERS: Table = Table {
    name: TableName::Suppliers,
    about: "each supplier of a product",
    columns: SUPPLIER.columns,
    key: &["supplier_id"],
    links: &[],
    needs: Needs::Concepts,
    rows: suppliers,
};

/// An ingredient of a virtual product, with its strength. Its place among the ingredients counts from 1, in
/// the order of the release.
pub struct StrengthRow {
    vmp: ConceptId,
    place: u32,
    ingredient: Ingredient,
}

const STRENGTH: Columns<StrengthRow> = columns! { row: StrengthRow =>
    "vmp_id" Id "Code of the virtual product (VMP)" "VMP VPI VPID" = row.vmp;
    "place" Number "Place among the ingredients of the product, from 1" "order of VMP VPI" = row.place;
    "ingredient_id" Id "Code of the substance" "VMP VPI ISID" = row.ingredient.substance.code;
    "basis" Text "Whether the strength is that of the substance or of its base" "VMP VPI BASIS_STRNTCD" = row.ingredient.basis.as_deref();
    "base_id" Id "Code of the base, if the strength refers to another substance" "VMP VPI BS_SUBID" = row.ingredient.base.as_ref().map(|base| base.code);
    "numerator" Decimal "Amount of the substance" "VMP VPI STRNT_NMRTR_VAL" = value(row.ingredient.numerator.as_ref());
    "numerator_unit" Text "Unit of this amount" "VMP VPI STRNT_NMRTR_UOMCD" = unit(row.ingredient.numerator.as_ref());
    "denominator" Decimal "Amount of the product that contains it" "VMP VPI STRNT_DNMTR_VAL" = value(row.ingredient.denominator.as_ref());
    "denominator_unit" Text "Unit of this amount" "VMP VPI STRNT_DNMTR_UOMCD" = unit(row.ingredient.denominator.as_ref());
};

pub static STRENGTHS: Table = Table {
    name: TableName::Strengths,
    about: "each ingredient of a virtual product, with its strength",
    columns: STRENGTH.columns,
    key: &["vmp_id", "place"],
    links: &[
        ("vmp_id", TableName::Vmps),
        ("ingredient_id", TableName::Ingredients),
        ("base_id", TableName::Ingredients),
    ],
    needs: Needs::Concepts,
    rows: strengths,
};

/// A form or route of a virtual product: a row of the table of forms or of routes.
pub struct ListedRow {
    vmp: ConceptId,
    listed: Coded,
}

const FORM: Columns<ListedRow> = columns! { row: ListedRow =>
    "vmp_id" Id "Code of the virtual product (VMP)" "VMP DFORM VPID" = row.vmp;
    "form_id" Id "Code of the form" "VMP DFORM FORMCD" = row.listed.code;
    "name" Text "Form" "LOOKUP FORM DESC" = row.listed.name.as_str();
};

pub static FORMS: Table = Table {
    name: TableName::Forms,
    about: "each form of a virtual product",
    columns: FORM.columns,
    key: &["vmp_id", "form_id"],
    links: &[("vmp_id", TableName::Vmps)],
    needs: Needs::Concepts,
    rows: forms,
};

const ROUTE: Columns<ListedRow> = columns! { row: ListedRow =>
    "vmp_id" Id "Code of the virtual product (VMP)" "VMP DROUTE VPID" = row.vmp;
    "route_id" Id "Code of the route" "VMP DROUTE ROUTECD" = row.listed.code;
    "name" Text "Route" "LOOKUP ROUTE DESC" = row.listed.name.as_str();
};

pub static ROUTES: Table = Table {
    name: TableName::Routes,
    about: "each route of a virtual product",
    columns: ROUTE.columns,
    key: &["vmp_id", "route_id"],
    links: &[("vmp_id", TableName::Vmps)],
    needs: Needs::Concepts,
    rows: routes,
};

const CATEGORY: Columns<(ConceptId, String)> = columns! { row: (ConceptId, String) =>
    "vmpp_id" Id "Code of the virtual pack (VMPP)" "VMPP DTINFO VPPID" = row.0;
    "category" Text "Category of the Drug Tariff" "VMPP DTINFO PAY_CATCD" = row.1.as_str();
};

pub static TARIFF: Table = Table {
    name: TableName::Tariff,
    about: "each category of the Drug Tariff of a virtual pack",
    columns: CATEGORY.columns,
    key: &["vmpp_id", "category"],
    links: &[("vmpp_id", TableName::Vmpps)],
    needs: Needs::Concepts,
    rows: tariff,
};

fn code(code: Option<&str>) -> Value {
    code.map_or(Value::None, |code| Value::Code(code.to_owned()))
}

fn value(amount: Option<&Amount>) -> Value {
    amount.map(|amount| amount.value).into()
}

fn unit(amount: Option<&Amount>) -> Value {
    amount.and_then(|amount| amount.unit.as_deref()).into()
}

fn vtms(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    source.concepts()?.vtms().try_for_each(|vtm| take((VTM.values)(&vtm)))
}

fn vmps(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    source.concepts()?.vmps().try_for_each(|vmp| take((VMP.values)(&vmp)))
}

fn vmpps(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    source.concepts()?.vmpps().try_for_each(|vmpp| take((VMPP.values)(&vmpp)))
}

fn amps(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    source.concepts()?.amps().try_for_each(|amp| take((AMP.values)(&amp)))
}

/// Passes each substance of a strength, in the order of codes.
fn ingredients(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    let mut substances = BTreeMap::new();
    for vmp in source.concepts()?.vmps() {
        for Ingredient { substance, base, .. } in vmp.ingredients {
            substances.insert(substance.code, substance);
            substances.extend(base.map(|base| (base.code, base)));
        }
    }
    substances.values().try_for_each(|substance| take((INGREDIENT.values)(substance)))
}

/// Passes each supplier of a product, in the order of codes.
fn suppliers(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    source.concepts()?.suppliers().try_for_each(|supplier| take((SUPPLIER.values)(&supplier)))
}

fn strengths(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    for vmp in source.concepts()?.vmps() {
        for (place, ingredient) in (1..).zip(vmp.ingredients) {
            take((STRENGTH.values)(&StrengthRow { vmp: vmp.id, place, ingredient }))?;
        }
    }
    Ok(())
}

fn forms(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    each_listed(source, |vmp| vmp.forms, &mut |row| take((FORM.values)(row)))
}

fn routes(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    each_listed(source, |vmp| vmp.routes, &mut |row| take((ROUTE.values)(row)))
}

/// Passes what each virtual product lists.
fn each_listed(
    source: &Source<'_>,
    list: fn(Vmp) -> Vec<Coded>,
    take: &mut dyn FnMut(&ListedRow) -> io::Result<()>,
) -> io::Result<()> {
    for vmp in source.concepts()?.vmps() {
        let id = vmp.id;
        for listed in list(vmp) {
            take(&ListedRow { vmp: id, listed })?;
        }
    }
    Ok(())
}

/// Passes each category of a virtual pack.
fn tariff(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    for vmpp in source.concepts()?.vmpps() {
        let Some(categories) = vmpp.drug_tariff_category else { continue };
        for category in categories.split(SEVERAL) {
            take((CATEGORY.values)(&(vmpp.id, category.to_owned())))?;
        }
    }
    Ok(())
}

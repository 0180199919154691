//! The files of a dm+d release, as NHSBSA defines them. Only this module has their element names.

use std::collections::HashMap;
use std::fmt;

use super::xml::{Element, FileKind};
use crate::concept::Note;
use element::*;

/// Parses a code or an id as a number: `0003` is `3`.
pub(crate) fn number(text: Option<&str>) -> Option<u64> {
    text?.parse().ok()
}

/// The codes of one section of the lookup file, with their meanings.
pub(crate) type Codes = HashMap<u64, String>;

/// The depth of records in sections: root, section, record.
pub(crate) const IN_SECTIONS: usize = 3;
/// The depth of records in the root: root, record.
const IN_ROOT: usize = 2;

pub(crate) const VTM_FILE: FileKind = FileKind {
    stem: "f_vtm",
    root: "VIRTUAL_THERAPEUTIC_MOIETIES",
    title: "VTM file",
    record_depth: IN_ROOT,
};
pub(crate) const VMP_FILE: FileKind =
    FileKind { stem: "f_vmp", root: "VIRTUAL_MED_PRODUCTS", title: "VMP file", record_depth: IN_SECTIONS };
pub(crate) const AMP_FILE: FileKind = FileKind {
    stem: "f_amp",
    root: "ACTUAL_MEDICINAL_PRODUCTS",
    title: "AMP file",
    record_depth: IN_SECTIONS,
};
pub(crate) const VMPP_FILE: FileKind = FileKind {
    stem: "f_vmpp",
    root: "VIRTUAL_MED_PRODUCT_PACK",
    title: "VMPP file",
    record_depth: IN_SECTIONS,
};
pub(crate) const AMPP_FILE: FileKind = FileKind {
    stem: "f_ampp",
    root: "ACTUAL_MEDICINAL_PROD_PACKS",
    title: "AMPP file",
    record_depth: IN_SECTIONS,
};
pub(crate) const INGREDIENT_FILE: FileKind = FileKind {
    stem: "f_ingredient",
    root: "INGREDIENT_SUBSTANCES",
    title: "ingredient file",
    record_depth: IN_ROOT,
};
pub(crate) const LOOKUP_FILE: FileKind =
    FileKind { stem: "f_lookup", root: "LOOKUP", title: "lookup file", record_depth: IN_SECTIONS };
pub(crate) const GTIN_FILE: FileKind =
    FileKind { stem: "f_gtin", root: "GTIN_DETAILS", title: "GTIN file", record_depth: IN_SECTIONS };

/// The file of the supplement. It is not part of the release.
pub(crate) const BNF_FILE: FileKind =
    FileKind { stem: "f_bnf", root: "BNF_DETAILS", title: "BNF file", record_depth: IN_SECTIONS };

/// The files of the supplement.
pub(crate) const SUPPLEMENT_FILES: [FileKind; 1] = [BNF_FILE];

/// All files of a release.
pub(crate) const FILES: [FileKind; 8] =
    [VTM_FILE, VMP_FILE, AMP_FILE, VMPP_FILE, AMPP_FILE, INGREDIENT_FILE, LOOKUP_FILE, GTIN_FILE];

/// The files that the record requires, in the order in which they are read.
pub(crate) const NEEDED_FILES: [FileKind; 5] = [LOOKUP_FILE, VMP_FILE, VMPP_FILE, GTIN_FILE, AMPP_FILE];

/// The files that only concepts require. If one is missing, its concepts are absent.
pub(crate) const CONCEPT_FILES: [FileKind; 3] = [VTM_FILE, INGREDIENT_FILE, AMP_FILE];

/// All files that are read. Each comes after the files to whose codes and ids it refers.
pub(crate) const READ_FILES: [FileKind; 8] =
    [LOOKUP_FILE, VTM_FILE, INGREDIENT_FILE, VMP_FILE, VMPP_FILE, AMP_FILE, GTIN_FILE, AMPP_FILE];

/// The sections of the lookup file that concepts use.
pub(crate) const CONCEPT_SECTIONS: [&str; 13] = [
    SUPPLIER,
    LICENSING_AUTHORITY,
    AVAILABILITY_RESTRICTION,
    FLAVOUR,
    UNIT_OF_MEASURE,
    DT_PAYMENT_CATEGORY,
    FORM,
    ROUTE,
    BASIS_OF_STRNTH,
    CONTROL_DRUG_CATEGORY,
    VIRTUAL_PRODUCT_PRES_STATUS,
    VIRTUAL_PRODUCT_NON_AVAIL,
    DF_INDICATOR,
];

/// The names of sections, records and columns.
pub(crate) mod element {
    macro_rules! names {
        ($($name:ident)*) => { $(pub const $name: &str = stringify!($name);)* };
    }
    names! {
        VTM VMPS VMP AMPS AMP VMPPS VMPP AMPPS AMPP ING INFO GTINDATA
        VIRTUAL_PRODUCT_INGREDIENT ONT_DRUG_FORM DRUG_FORM DRUG_ROUTE CONTROL_DRUG_INFO
        AP_INGREDIENT LICENSED_ROUTE AP_INFORMATION DRUG_TARIFF_INFO
        APPLIANCE_PACK_INFO DRUG_PRODUCT_PRESCRIB_INFO REIMBURSEMENT_INFO
        MEDICINAL_PRODUCT_PRICE PRICE_INFO COMB_CONTENT CCONTENT
        VPI DFORM DROUTE CONTROL_INFO DTINFO PRESCRIB_INFO REIMB_INFO
        VTMID ISID VPID APID VPPID APPID AMPPID NM ABBREVNM NMDT NMPREV SUBP INVALID VTMIDPREV VPIDPREV BS_SUBID
        BASISCD BASIS_PREVCD NMCHANGECD PRES_STATCD QTYVAL QTY_UOMCD SUPPCD LIC_AUTHCD AVAIL_RESTRICTCD COMBPACKCD
        LEGAL_CATCD DISCCD DISCDT PRICE PRICEDT PRICE_PREV PRICE_BASISCD
        FLAVOURCD EMA PARALLEL_IMPORT PAY_CATCD FORMCD ROUTECD CATCD
        SUG_F GLU_F PRES_F CFC_F NON_AVAILCD DF_INDCD UDFS UDFS_UOMCD UNIT_DOSE_UOMCD
        BASIS_STRNTCD STRNT_NMRTR_VAL STRNT_NMRTR_UOMCD STRNT_DNMTR_VAL STRNT_DNMTR_UOMCD
        SCHED_1 SCHED_2 ACBS PADM FP10_MDA HOSP NURSE_F ENURSE_F DENT_F
        BB SPEC_CONTCD
        PRNTAPPID CHLDAPPID GTIN STARTDT ENDDT CD DESC BNF ATC
        COMBINATION_PACK_IND COMBINATION_PROD_IND BASIS_OF_NAME NAMECHANGE_REASON VIRTUAL_PRODUCT_PRES_STATUS
        CONTROL_DRUG_CATEGORY LICENSING_AUTHORITY UNIT_OF_MEASURE FORM ONT_FORM_ROUTE ROUTE DT_PAYMENT_CATEGORY
        SUPPLIER FLAVOUR COLOUR BASIS_OF_STRNTH REIMBURSEMENT_STATUS SPEC_CONT DND VIRTUAL_PRODUCT_NON_AVAIL
        DISCONTINUED_IND DF_INDICATOR PRICE_BASIS LEGAL_CATEGORY AVAILABILITY_RESTRICTION
        LICENSING_AUTHORITY_CHANGE_REASON
    }
}

/// Codes with a meaning for the import. Files have `0001`, `1`, ..., so they are compared as numbers.
pub(crate) mod code {
    pub const GSL: u64 = 1;
    pub const P: u64 = 2;
    pub const POM: u64 = 3;
    pub const NOT_APPLICABLE: u64 = 4;
    pub const REINSTATED: u64 = 0;
    pub const DISCONTINUED: u64 = 1;
    pub const NHS_INDICATIVE_PRICE: u64 = 1;
    pub const INVALID: u64 = 1;
    /// The value of a set flag of a concept. Other flags are absent.
    pub const SET: u64 = 1;
}

/// Finds the published meaning of a legal category, for a release whose lookup file lacks it.
pub(crate) fn published_legal_category(code: u64) -> Option<&'static str> {
    match code {
        code::GSL => Some("GSL"),
        code::P => Some("P"),
        code::POM => Some("POM"),
        code::NOT_APPLICABLE => Some("Not Applicable"),
        _ => None,
    }
}

/// The published flag text of a discontinued pack.
pub(crate) const DISCONTINUED_FLAG: &str = "Discontinued Flag";

macro_rules! row {
    ($(#[$doc:meta])* $row:ident { $($field:ident: $column:ident),* $(,)? }) => {
        $(#[$doc])*
        #[derive(Clone, Copy)]
        pub(crate) struct $row<'a>(pub &'a Element);

        impl<'a> $row<'a> {
            $(pub fn $field(self) -> Option<&'a str> {
                self.0.text($column)
            })*
        }
    };
}

row! {
    /// An actual medicinal product pack: the pack of the specification.
    Ampp {
        id: APPID, name: NM, short_name: ABBREVNM, vmpp: VPPID, amp: APID, legal_category: LEGAL_CATCD, subpack: SUBP,
        discontinued: DISCCD, discontinued_date: DISCDT, invalid: INVALID,
    }
}
row! {
    /// The price of an AMPP.
    Price { ampp: APPID, price: PRICE, price_prev: PRICE_PREV, basis: PRICE_BASISCD }
}
row! {
    /// A pack inside a combination pack.
    CombContent { parent: PRNTAPPID, child: CHLDAPPID }
}
row! {
    /// A virtual medicinal product pack.
    Vmpp { id: VPPID, name: NM, vmp: VPID, quantity: QTYVAL, unit: QTY_UOMCD, invalid: INVALID }
}
row! {
    /// A virtual medicinal product.
    Vmp {
        id: VPID, name: NM, previous_id: VPIDPREV, previous_name: NMPREV, invalid: INVALID, vtm: VTMID, prescribing_status: PRES_STATCD, non_availability: NON_AVAILCD,
        sugar_free: SUG_F, gluten_free: GLU_F, preservative_free: PRES_F, cfc_free: CFC_F,
        dose_form: DF_INDCD, dose_size: UDFS, dose_unit: UDFS_UOMCD, unit_of_dose: UNIT_DOSE_UOMCD,
    }
}
row! {
    /// A substance in a virtual product, with its strength.
    VirtualIngredient {
        vmp: VPID, substance: ISID, basis: BASIS_STRNTCD, base: BS_SUBID, numerator: STRNT_NMRTR_VAL, numerator_unit: STRNT_NMRTR_UOMCD,
        denominator: STRNT_DNMTR_VAL, denominator_unit: STRNT_DNMTR_UOMCD,
    }
}
row! {
    /// A form of a virtual product.
    Form { vmp: VPID, form: FORMCD }
}
row! {
    /// A route by which a virtual product is given.
    Route { vmp: VPID, route: ROUTECD }
}
row! {
    /// The schedule of controlled drugs of a virtual product.
    ControlledDrug { vmp: VPID, category: CATCD }
}
row! {
    /// The Drug Tariff category of a virtual pack.
    DrugTariff { vmpp: VPPID, category: PAY_CATCD }
}
row! {
    /// A therapeutic moiety.
    Vtm { id: VTMID, name: NM, previous_id: VTMIDPREV, invalid: INVALID }
}
row! {
    /// A substance.
    Substance { id: ISID, name: NM }
}
row! {
    /// An actual medicinal product.
    Amp {
        id: APID, name: NM, invalid: INVALID, vmp: VPID, supplier: SUPPCD, licensing_authority: LIC_AUTHCD,
        availability_restriction: AVAIL_RESTRICTCD, flavour: FLAVOURCD, additional_monitoring: EMA,
        parallel_import: PARALLEL_IMPORT,
    }
}
row! {
    /// The BNF code and the ATC code of a virtual product.
    VmpClasses { id: VPID, bnf: BNF, atc: ATC }
}
row! {
    /// The BNF code of an actual product.
    AmpClasses { id: APID, bnf: BNF }
}
row! {
    /// The notes about prescribing an AMPP.
    Prescribing { ampp: APPID }
}

/// The columns of [`Prescribing`]. Each is 1 if the note applies.
pub(crate) const NOTES: [(&str, Note); 9] = [
    (SCHED_1, Note::Schedule1),
    (SCHED_2, Note::Schedule2),
    (ACBS, Note::Acbs),
    (PADM, Note::PersonallyAdministered),
    (FP10_MDA, Note::Fp10Mda),
    (HOSP, Note::Hospital),
    (NURSE_F, Note::NurseFormulary),
    (ENURSE_F, Note::ExtendedNurseFormulary),
    (DENT_F, Note::DentalFormulary),
];
row! {
    /// How an AMPP is reimbursed.
    Reimbursement { ampp: APPID, broken_bulk: BB, special_container: SPEC_CONTCD, discount: DND }
}

/// The codes of the lookup file for special containers, from 1.
pub(crate) const SPECIAL_CONTAINERS: [Note; 2] = [Note::SpecialContainer, Note::SubPackSpecialContainer];

/// The codes of the lookup file for discounts that are not deducted, from 1.
pub(crate) const DISCOUNTS: [Note; 2] = [Note::DiscountNotDeducted, Note::DiscountNotDeductedIfEndorsed];
row! {
    /// A code and its meaning.
    Info { code: CD, description: DESC }
}

/// A GTIN of a pack and its period, with all texts as in the file.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GtinRow<'a> {
    pub ampp: Option<&'a str>,
    pub gtin: Option<&'a str>,
    pub start: Option<&'a str>,
    pub end: Option<&'a str>,
}

/// The text of an absent column in the report.
const NO_TEXT: &str = "(none)";

/// Writes the row for a line of the report.
impl fmt::Display for GtinRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "GTIN {} of pack {} ", self.gtin.unwrap_or(NO_TEXT), self.ampp.unwrap_or(NO_TEXT))?;
        write!(f, "from {} to {}", self.start.unwrap_or(NO_TEXT), self.end.unwrap_or(NO_TEXT))
    }
}

/// Passes the rows of an `AMPP` element of the GTIN file to `take`.
///
/// The schema lets `AMPPID GTINDATA+` repeat in it, and `GTIN STARTDT ENDDT?` repeat in each `GTINDATA`.
pub(crate) fn gtin_rows<'a>(record: &'a Element, mut take: impl FnMut(GtinRow<'a>)) {
    let mut ampp = record.text(AMPPID);
    for child in &record.children {
        match child.name.as_str() {
            AMPPID => ampp = child.own_text(),
            GTINDATA => gtin_groups(child, |row| take(GtinRow { ampp, ..row })),
            _ => {}
        }
    }
}

/// Splits columns into groups. A group ends before a column that it already has.
fn gtin_groups<'a>(data: &'a Element, mut take: impl FnMut(GtinRow<'a>)) {
    let mut group: Vec<&Element> = Vec::new();
    for child in &data.children {
        if ![GTIN, STARTDT, ENDDT].contains(&child.name.as_str()) {
            continue;
        }
        if group.iter().any(|other| other.name == child.name) {
            take(gtin_row(&group));
            group.clear();
        }
        group.push(child);
    }
    take(gtin_row(&group));
}

fn gtin_row<'a>(group: &[&'a Element]) -> GtinRow<'a> {
    let mut row = GtinRow::default();
    for child in group {
        match child.name.as_str() {
            GTIN => row.gtin = child.own_text(),
            STARTDT => row.start = child.own_text(),
            ENDDT => row.end = child.own_text(),
            _ => {}
        }
    }
    row
}

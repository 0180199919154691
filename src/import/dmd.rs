//! The files of a dm+d release as NHSBSA defines them: every element name that the project knows is here.

use std::fmt;

use super::xml::Element;

/// A file of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileKind {
    /// How the file's name begins; the schema version and the date follow.
    pub stem: &'static str,
    /// The name of the root element.
    pub root: &'static str,
    /// What a reader of messages calls it.
    pub title: &'static str,
}

pub(crate) const VTM_FILE: FileKind =
    FileKind { stem: "f_vtm", root: "VIRTUAL_THERAPEUTIC_MOIETIES", title: "VTM file" };
pub(crate) const VMP_FILE: FileKind =
    FileKind { stem: "f_vmp", root: "VIRTUAL_MED_PRODUCTS", title: "VMP file" };
pub(crate) const AMP_FILE: FileKind =
    FileKind { stem: "f_amp", root: "ACTUAL_MEDICINAL_PRODUCTS", title: "AMP file" };
pub(crate) const VMPP_FILE: FileKind =
    FileKind { stem: "f_vmpp", root: "VIRTUAL_MED_PRODUCT_PACK", title: "VMPP file" };
pub(crate) const AMPP_FILE: FileKind =
    FileKind { stem: "f_ampp", root: "ACTUAL_MEDICINAL_PROD_PACKS", title: "AMPP file" };
pub(crate) const INGREDIENT_FILE: FileKind =
    FileKind { stem: "f_ingredient", root: "INGREDIENT_SUBSTANCES", title: "ingredient file" };
pub(crate) const LOOKUP_FILE: FileKind = FileKind { stem: "f_lookup", root: "LOOKUP", title: "lookup file" };
pub(crate) const GTIN_FILE: FileKind = FileKind { stem: "f_gtin", root: "GTIN_DETAILS", title: "GTIN file" };

/// Every kind of file.
pub(crate) const FILES: [FileKind; 8] =
    [VTM_FILE, VMP_FILE, AMP_FILE, VMPP_FILE, AMPP_FILE, INGREDIENT_FILE, LOOKUP_FILE, GTIN_FILE];

/// The files that the record needs, in the order in which they are read.
pub(crate) const NEEDED_FILES: [FileKind; 5] = [LOOKUP_FILE, VMP_FILE, VMPP_FILE, GTIN_FILE, AMPP_FILE];

/// Element names, of sections, records and columns.
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
        VTMID ISID VPID APID VPPID APPID AMPPID NM ABBREVNM NMDT NMPREV SUBP INVALID
        BASISCD BASIS_PREVCD NMCHANGECD PRES_STATCD QTYVAL QTY_UOMCD SUPPCD LIC_AUTHCD AVAIL_RESTRICTCD COMBPACKCD
        LEGAL_CATCD DISCCD DISCDT PRICE PRICEDT PRICE_PREV PRICE_BASISCD
        PRNTAPPID CHLDAPPID GTIN STARTDT ENDDT CD DESC
        COMBINATION_PACK_IND COMBINATION_PROD_IND BASIS_OF_NAME NAMECHANGE_REASON VIRTUAL_PRODUCT_PRES_STATUS
        CONTROL_DRUG_CATEGORY LICENSING_AUTHORITY UNIT_OF_MEASURE FORM ONT_FORM_ROUTE ROUTE DT_PAYMENT_CATEGORY
        SUPPLIER FLAVOUR COLOUR BASIS_OF_STRNTH REIMBURSEMENT_STATUS SPEC_CONT DND VIRTUAL_PRODUCT_NON_AVAIL
        DISCONTINUED_IND DF_INDICATOR PRICE_BASIS LEGAL_CATEGORY AVAILABILITY_RESTRICTION
        LICENSING_AUTHORITY_CHANGE_REASON
    }
}
use element::*;

/// Codes that the meaning of a field hangs on. They are written `0001`, `1`, ... and compare as numbers.
pub(crate) mod code {
    pub const GSL: u64 = 1;
    pub const P: u64 = 2;
    pub const POM: u64 = 3;
    pub const NOT_APPLICABLE: u64 = 4;
    pub const REINSTATED: u64 = 0;
    pub const DISCONTINUED: u64 = 1;
    pub const NHS_INDICATIVE_PRICE: u64 = 1;
    pub const INVALID: u64 = 1;
}

/// The published meaning of a legal category, for a release whose lookup file lacks it.
pub(crate) fn published_legal_category(code: u64) -> Option<&'static str> {
    match code {
        code::GSL => Some("GSL"),
        code::P => Some("P"),
        code::POM => Some("POM"),
        code::NOT_APPLICABLE => Some("Not Applicable"),
        _ => None,
    }
}

/// The published text of the flag that a discontinued pack has.
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
        id: APPID, name: NM, short_name: ABBREVNM, vmpp: VPPID, legal_category: LEGAL_CATCD, subpack: SUBP,
        discontinued: DISCCD, discontinued_date: DISCDT, invalid: INVALID,
    }
}
row! {
    /// What an AMPP costs.
    Price { ampp: APPID, price: PRICE, price_prev: PRICE_PREV, basis: PRICE_BASISCD }
}
row! {
    /// A pack inside a combination pack.
    CombContent { parent: PRNTAPPID, child: CHLDAPPID }
}
row! {
    /// A virtual medicinal product pack.
    Vmpp { id: VPPID, name: NM, vmp: VPID }
}
row! {
    /// A virtual medicinal product.
    Vmp { id: VPID, name: NM }
}
row! {
    /// A code and its meaning.
    Info { code: CD, description: DESC }
}

/// A GTIN of a pack, and its period. All texts are as the file has them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct GtinRow<'a> {
    pub ampp: Option<&'a str>,
    pub gtin: Option<&'a str>,
    pub start: Option<&'a str>,
    pub end: Option<&'a str>,
}

/// The row in a line of the report.
impl fmt::Display for GtinRow<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = |text: Option<&'_ str>| text.unwrap_or("(none)").to_owned();
        let (ampp, gtin, start, end) = (text(self.ampp), text(self.gtin), text(self.start), text(self.end));
        write!(f, "GTIN {gtin} of pack {ampp} from {start} to {end}")
    }
}

/// The rows of an `AMPP` of the GTIN file.
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

/// A group ends where a column that it already has comes again.
fn gtin_groups<'a>(data: &'a Element, mut take: impl FnMut(GtinRow<'a>)) {
    let mut group: Vec<&Element> = Vec::new();
    let columns = data.children.iter().filter(|child| [GTIN, STARTDT, ENDDT].contains(&child.name.as_str()));
    for child in columns {
        if group.iter().any(|other| other.name == child.name) {
            take(gtin_row(&group));
            group.clear();
        }
        group.push(child);
    }
    take(gtin_row(&group));
}

fn gtin_row<'a>(group: &[&'a Element]) -> GtinRow<'a> {
    let column = |name| group.iter().find(|child| child.name == name).and_then(|child| child.own_text());
    GtinRow { ampp: None, gtin: column(GTIN), start: column(STARTDT), end: column(ENDDT) }
}

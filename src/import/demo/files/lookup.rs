//! The lookup file: the meanings of codes, by section.

use std::collections::BTreeMap;
use std::io;

use super::names::*;
use super::xml::{Out, padded};
use crate::import::demo::concepts::FLAVOURS;
use crate::import::demo::pack::sctid;
use crate::import::dmd::{self, element::*};

/// The codes of the lookup file in demonstration releases. Other sections are empty.
const CODES: [(&str, &[(u64, &str)]); 18] = [
    (COMBINATION_PACK_IND, &[(1, "Combination pack"), (2, "Component only pack")]),
    (
        BASIS_OF_NAME,
        &[(1, "rINN - Recommended International Non-proprietary"), (2, "BAN - British Approved Name")],
    ),
    (NAMECHANGE_REASON, &[(3, "Basis of name changed")]),
    (
        VIRTUAL_PRODUCT_PRES_STATUS,
        &[(1, "Valid as a prescribable product"), (4, "Never Valid To Prescribe As A VMP")],
    ),
    (LICENSING_AUTHORITY, &[(1, "Medicines - MHRA/EMA"), (2, "Devices")]),
    (BASIS_OF_STRNTH, &[(1, "Based on Ingredient Substance"), (2, "Based on Base Substance")]),
    (VIRTUAL_PRODUCT_NON_AVAIL, &[(0, "Actual Products Available"), (1, "Actual Products not Available")]),
    (
        DT_PAYMENT_CATEGORY,
        &[
            (1, "Part VIIIA Category A"),
            (3, "Part VIIIA Category C"),
            (5, "Part IXa"),
            (11, "Part VIIIA Category M"),
        ],
    ),
    (DISCONTINUED_IND, &[(0, "Reinstated"), (1, dmd::DISCONTINUED_FLAG)]),
    (
        PRICE_BASIS,
        &[
            (1, "NHS Indicative Price"),
            (2, "No Price Available"),
            (3, "No Price product centrally funded"),
            (4, "No Price priced when manufactured"),
        ],
    ),
    (LEGAL_CATEGORY, &[(1, "GSL"), (2, "P"), (3, "POM"), (4, "Not Applicable")]),
    (AVAILABILITY_RESTRICTION, &[(1, "None"), (2, "Restricted Availability"), (4, "Imported")]),
    (REIMBURSEMENT_STATUS, &[(1, "Allowed (in Drug Tariff)")]),
    (
        CONTROL_DRUG_CATEGORY,
        &[
            (0, "No Controlled Drug Status"),
            (2, "Schedule 2 (CD)"),
            (4, "Schedule 3 (CD No Register)"),
            (8, "Schedule 4 (CD Anab)"),
            (9, "Schedule 4 (CD Benz)"),
            (10, "Schedule 5 (CD Inv)"),
        ],
    ),
    (DF_INDICATOR, &[(1, "Discrete"), (2, "Continuous"), (3, "Not applicable")]),
    (SPEC_CONT, &[(1, "Special container"), (2, "Sub-pack is a special container")]),
    (DND, &[(1, "Discount not deducted - automatic"), (2, "Discount not deducted - endorsement required")]),
    (COMBINATION_PROD_IND, &[(1, "Combination Product")]),
];

/// The sections in the order of the schema.
const SECTIONS: [&str; 26] = [
    COMBINATION_PACK_IND,
    COMBINATION_PROD_IND,
    BASIS_OF_NAME,
    NAMECHANGE_REASON,
    VIRTUAL_PRODUCT_PRES_STATUS,
    CONTROL_DRUG_CATEGORY,
    LICENSING_AUTHORITY,
    UNIT_OF_MEASURE,
    FORM,
    ONT_FORM_ROUTE,
    ROUTE,
    DT_PAYMENT_CATEGORY,
    SUPPLIER,
    FLAVOUR,
    COLOUR,
    BASIS_OF_STRNTH,
    REIMBURSEMENT_STATUS,
    SPEC_CONT,
    DND,
    VIRTUAL_PRODUCT_NON_AVAIL,
    DISCONTINUED_IND,
    DF_INDICATOR,
    PRICE_BASIS,
    LEGAL_CATEGORY,
    AVAILABILITY_RESTRICTION,
    LICENSING_AUTHORITY_CHANGE_REASON,
];

pub fn write_lookup(xml: Out<'_, '_>, names: &Names) -> io::Result<()> {
    for section in SECTIONS {
        xml.open(section)?;
        match section {
            SUPPLIER => write_named(xml, &names.suppliers, SUPPLIER_ITEMS)?,
            UNIT_OF_MEASURE => write_named(xml, &names.units, UNIT_ITEMS)?,
            FORM => write_named(xml, &names.forms, FORM_ITEMS)?,
            ROUTE => write_named(xml, &names.routes, ROUTE_ITEMS)?,
            FLAVOUR => write_flavours(xml)?,
            _ => write_codes(xml, section)?,
        }
        xml.close(section)?;
    }
    Ok(())
}

fn write_flavours(xml: Out<'_, '_>) -> io::Result<()> {
    for (name, code) in FLAVOURS.iter().zip(1..) {
        write_info(xml, padded(code), name)?;
    }
    Ok(())
}

fn write_named(xml: Out<'_, '_>, names: &BTreeMap<&str, u64>, items: u64) -> io::Result<()> {
    for (name, number) in names {
        write_info(xml, sctid(items + number), name)?;
    }
    Ok(())
}

fn write_codes(xml: Out<'_, '_>, section: &str) -> io::Result<()> {
    for (name, codes) in CODES {
        if name == section {
            for (code, text) in codes {
                write_info(xml, padded(*code), text)?;
            }
        }
    }
    Ok(())
}

fn write_info(xml: Out<'_, '_>, code: impl ToString, text: &str) -> io::Result<()> {
    xml.open(INFO)?;
    xml.leaf(CD, code)?;
    xml.leaf(DESC, text)?;
    xml.close(INFO)
}

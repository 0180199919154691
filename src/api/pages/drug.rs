//! A pack as `schema.org/Drug` in JSON-LD, for programs that read its page.
//!
//! It has only facts of the register. Readers of structured data do not see a warning next to it, and the
//! vocabulary does not have a term for most of them. A pack with any doubt therefore does not have such data.

use maud::{Markup, html};

use super::super::Host;
use super::super::answer::notice;
use crate::concept::{Coded, PackConcepts, Vmp};
use crate::dataset::Dataset;
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup;
use crate::pack::Pack;

/// Renders the data, or nothing if the pack is not certain to be this medicine.
pub(super) fn data_block(
    dataset: &Dataset<'_>,
    host: Host<'_>,
    pack: &Pack,
    concepts: &PackConcepts,
) -> Markup {
    match &concepts.vmp {
        Some(vmp) if is_medicine(vmp) && is_certain(dataset, host, pack, concepts) => {
            super::data_block(&drug(dataset, pack, concepts, vmp))
        }
        _ => html! {},
    }
}

/// Reports whether the product has a substance. A dressing is not a drug.
fn is_medicine(vmp: &Vmp) -> bool {
    !vmp.ingredients.is_empty()
}

/// Reports whether nothing on the page warns of the data, the pack, its concepts or its barcodes.
fn is_certain(dataset: &Dataset<'_>, host: Host<'_>, pack: &Pack, concepts: &PackConcepts) -> bool {
    notice(dataset, host).is_none()
        && pack.is_current()
        && concepts.invalid().is_empty()
        && pack.gtin_codes.iter().all(|entry| lookup::reuse(dataset, entry.gtin.gtin()).is_none())
}

fn drug(dataset: &Dataset<'_>, pack: &Pack, concepts: &PackConcepts, vmp: &Vmp) -> Vec<u8> {
    let gtins = current_gtins(dataset, pack);
    Json::document(&|json| {
        json.code("@context", "https://schema.org");
        json.code("@type", "Drug");
        json.text("name", &pack.name);
        json.text("nonProprietaryName", &vmp.name);
        json.list("activeIngredient", &|json| {
            for ingredient in &vmp.ingredients {
                json.text("", &ingredient.substance.name);
            }
        });
        json.list("dosageForm", &|json| push_names(json, &vmp.forms));
        json.list("administrationRoute", &|json| push_names(json, &vmp.routes));
        json.list("gtin", &|json| {
            for gtin in &gtins {
                json.code("", &gtin.to_gtin14());
            }
        });
        json.list("identifier", &|json| push_identifiers(json, pack, concepts));
        push_supplier(json, concepts);
    })
}

/// Lists the valid GTINs whose period has not ended.
fn current_gtins(dataset: &Dataset<'_>, pack: &Pack) -> Vec<Gtin> {
    let mut gtins = Vec::new();
    for entry in &pack.gtin_codes {
        let gtin = entry.gtin.gtin();
        let is_current = entry.ended_before(dataset.release_date()).is_none();
        if is_current && gtin.has_right_check_digit() && !gtins.contains(&gtin) {
            gtins.push(gtin);
        }
    }
    gtins
}

fn push_names(json: &mut Json, values: &[Coded]) {
    for value in values {
        json.text("", &value.name);
    }
}

/// Writes the codes of dm+d as strings: they have more digits than a float can hold.
fn push_identifiers(json: &mut Json, pack: &Pack, concepts: &PackConcepts) {
    let PackConcepts { amp, vmpp, vmp, vtm, .. } = concepts;
    push_property(json, "dm+d AMPP", &pack.pack_id.to_string());
    for (kind, id) in [
        ("dm+d AMP", amp.as_ref().map(|amp| amp.id)),
        ("dm+d VMPP", vmpp.as_ref().map(|vmpp| vmpp.id)),
        ("dm+d VMP", vmp.as_ref().map(|vmp| vmp.id)),
        ("dm+d VTM", vtm.as_ref().map(|vtm| vtm.id)),
    ] {
        if let Some(id) = id {
            push_property(json, kind, &id.to_string());
        }
    }
}

fn push_property(json: &mut Json, name: &str, value: &str) {
    json.item(&|json| {
        json.code("@type", "PropertyValue");
        json.code("propertyID", name);
        json.text("value", value);
    });
}

/// Writes the supplier. dm+d does not record who makes a product, so it is not the `manufacturer`.
fn push_supplier(json: &mut Json, concepts: &PackConcepts) {
    if let Some(supplier) = concepts.amp.as_ref().and_then(|amp| amp.supplier.as_ref()) {
        json.list("additionalProperty", &|json| push_property(json, "dm+d supplier", &supplier.name));
    }
}

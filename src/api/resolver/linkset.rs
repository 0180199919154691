//! The links of a GTIN as a linkset (RFC 9264), in the form that GS1's schema allows.

use super::item::{Item, Link, Relation};
use crate::json::writer::Json;

/// The namespace of GS1's link types.
pub(super) const GS1: &str = "https://ref.gs1.org/voc/";
/// The context that makes a linkset JSON-LD.
pub(super) const CONTEXT: &str = "https://ref.gs1.org/standards/resolver/linkset-context";
pub(super) const LINKSET: &str = "application/linkset+json";
pub(super) const JSON_LD: &str = "application/ld+json";

/// Writes the links of these types. `base` precedes each path.
pub(super) fn write(
    item: &Item,
    relations: &[Relation],
    base: &str,
    notice: &str,
    has_context: bool,
) -> Vec<u8> {
    Json::document(&|json| {
        if has_context {
            json.code("@context", CONTEXT);
        }
        json.list("linkset", &|json| {
            json.item(&|json| push_item(json, item, relations, base, notice));
        });
    })
}

fn push_item(json: &mut Json, item: &Item, relations: &[Relation], base: &str, notice: &str) {
    json.code("anchor", &format!("{base}/01/{}", item.gtin.to_gtin14()));
    // The second name is deprecated. Clients of earlier versions of the standard read it.
    for name in ["description", "itemDescription"] {
        json.text(name, &description(item, notice));
    }
    for relation in relations {
        json.list(&format!("{GS1}{}", relation.name()), &|json| {
            for link in item.links(*relation) {
                json.item(&|json| push_link(json, &link, base));
            }
        });
    }
}

fn push_link(json: &mut Json, link: &Link, base: &str) {
    json.code("href", &format!("{base}{}", link.href));
    json.text("title", &link.title);
    json.text("type", link.media_type);
    if link.media_type == "text/html" {
        json.list("hreflang", &|json| json.code("", "en"));
    }
}

/// Writes the description of the GTIN with every warning: the schema has no other place for one.
fn description(item: &Item, notice: &str) -> String {
    let mut parts = Vec::new();
    if item.carriers.len() > 1 {
        parts.push(format!(
            "This barcode has been used for {} packs. It does not show which pack you have: read the name on the box.",
            item.carriers.len()
        ));
    }
    if let Some(end) = item.ended {
        parts.push(format!("The period of this barcode ended on {}.", end.in_words()));
    }
    if parts.is_empty() {
        parts.extend(item.links(Relation::ProductPage).into_iter().map(|link| link.title));
    }
    if !notice.is_empty() {
        parts.push(notice.to_owned());
    }
    parts.join(" · ")
}

//! A GTIN, the packs that have carried it, and its links: also as a linkset (RFC 9264), in the form that
//! GS1's schema allows.

use super::super::answer::JSON;
use super::super::pages::{period, status};
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::json::writer::Json;
use crate::lookup;
use crate::pack::{GtinEntry, Pack};

/// The namespace of GS1's link types.
pub(super) const GS1: &str = "https://ref.gs1.org/voc/";
/// The context that makes a linkset JSON-LD.
pub(super) const CONTEXT: &str = "https://ref.gs1.org/standards/resolver/linkset-context";
pub(super) const LINKSET: &str = "application/linkset+json";
pub(super) const JSON_LD: &str = "application/ld+json";

/// A GTIN that a pack has carried.
pub(in crate::api) struct Item {
    pub(in crate::api) gtin: Gtin,
    /// The packs, with the latest use of each. The latest is first.
    pub(in crate::api) carriers: Vec<Carrier>,
    pub(in crate::api) reuse: Option<Reuse>,
    /// The last day of the latest use, if it has ended.
    pub(in crate::api) ended: Option<Date>,
}

/// A pack, and its latest period with the GTIN.
pub(in crate::api) struct Carrier {
    pub(in crate::api) pack: Pack,
    pub(in crate::api) entry: GtinEntry,
}

impl Carrier {
    /// The name, and what a reader of only the name must not miss.
    fn description(&self) -> String {
        format!("{} · {} · {}", self.pack.name, period(&self.entry), status(self.pack.status()))
    }
}

/// A type of link in GS1's vocabulary.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::api) enum Relation {
    Default,
    ProductPage,
    MasterData,
}

impl Relation {
    pub(in crate::api) const ALL: [Relation; 3] =
        [Relation::Default, Relation::ProductPage, Relation::MasterData];

    /// The name in the vocabulary.
    pub(in crate::api) fn name(self) -> &'static str {
        match self {
            Relation::Default => "defaultLink",
            Relation::ProductPage => "pip",
            Relation::MasterData => "masterData",
        }
    }
}

/// A link. The default link has no media type.
pub(in crate::api) struct Link {
    /// A path on this host.
    pub(in crate::api) href: String,
    pub(in crate::api) title: String,
    pub(in crate::api) media_type: &'static str,
}

impl Item {
    /// Finds the packs of a GTIN. Returns `None` if no pack has carried it.
    pub(in crate::api) fn of(dataset: &Dataset<'_>, gtin: Gtin) -> Option<Item> {
        let uses = lookup::uses(dataset, gtin);
        let ended = uses.first()?.entry.ended_before(dataset.release_date());
        let (mut numbers, mut carriers) = (Vec::new(), Vec::new());
        for one in uses {
            if !numbers.contains(&one.pack) {
                numbers.push(one.pack);
                carriers.push(Carrier { pack: dataset.pack(one.pack)?, entry: one.entry });
            }
        }
        Some(Item { gtin, carriers, reuse: lookup::reuse_of(dataset, &numbers), ended })
    }

    /// Finds the only pack, if the GTIN identifies it.
    pub(in crate::api) fn only_pack(&self) -> Option<&Pack> {
        match (self.carriers.as_slice(), self.ended) {
            ([carrier], None) => Some(&carrier.pack),
            _ => None,
        }
    }

    /// The path of the records of all packs.
    pub(in crate::api) fn records_path(&self) -> String {
        format!("/api/search?q={}", self.gtin.to_gtin14())
    }

    pub(in crate::api) fn links(&self, relation: Relation) -> Vec<Link> {
        match relation {
            Relation::Default => vec![self.default_link()],
            Relation::ProductPage => self.carriers.iter().map(|carrier| self.product_page(carrier)).collect(),
            Relation::MasterData => vec![self.master_data()],
        }
    }

    fn default_link(&self) -> Link {
        match self.only_pack() {
            Some(pack) => Link { href: pack.url(), title: self.title(), media_type: "" },
            None => Link {
                href: format!("/med/gtin/{}", self.gtin.to_gtin14()),
                title: self.title(),
                media_type: "",
            },
        }
    }

    /// The title of the default link.
    fn title(&self) -> String {
        match self.carriers.as_slice() {
            [carrier] => self.name(carrier),
            _ => "Which box do you have?".to_owned(),
        }
    }

    /// Writes the name of a pack. Unless the pack is current and the only one, it has its period and status.
    fn name(&self, carrier: &Carrier) -> String {
        match self.only_pack() {
            Some(pack) if pack.is_current() => pack.name.clone(),
            _ => carrier.description(),
        }
    }

    fn product_page(&self, carrier: &Carrier) -> Link {
        Link { href: carrier.pack.url(), title: self.name(carrier), media_type: "text/html" }
    }

    fn master_data(&self) -> Link {
        let (href, title) = match self.carriers.len() {
            1 => (format!("/api/gtin/{}", self.gtin.to_gtin14()), "The record of the pack as JSON"),
            _ => (self.records_path(), "The records of all packs as JSON"),
        };
        Link { href, title: title.to_owned(), media_type: JSON }
    }
}

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

//! A GTIN, the packs that have carried it, and its links.

use super::super::pages::words::{period, status};
use crate::concept::Reuse;
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gtin::Gtin;
use crate::lookup;
use crate::pack::{GtinEntry, Pack};

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
        Link { href, title: title.to_owned(), media_type: super::JSON }
    }
}

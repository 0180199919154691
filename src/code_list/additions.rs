//! The codes that came since a day under the same products, and are not in a list.

use super::code::Places;
use super::{Checked, CodeKind, CodeList};
use crate::concept::Kind;
use crate::dataset::Place;
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};
use crate::history::{Asked, Change, ChangeKind};
use crate::snomed::ConceptId;

/// The kinds of changes that give a pack a barcode.
const RECEIVED: [ChangeKind; 4] =
    [ChangeKind::GtinAdded, ChangeKind::GtinResumed, ChangeKind::GtinMoved, ChangeKind::GtinReused];

/// A code that came, and would belong to the list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Addition {
    /// The day of the first release with it.
    pub date: Date,
    /// What has the code.
    pub kind: CodeKind,
    /// The code of dm+d: for a barcode, the code of its pack.
    pub code: ConceptId,
    /// The barcode, if it is one.
    pub gtin: Option<RecordedGtin>,
    /// The name.
    pub name: String,
    /// The virtual product to which it and codes of the list belong.
    pub vmp: Option<ConceptId>,
}

/// What a list has: numbers of codes, each in ascending order. Lists of one type are sorted by one function.
struct Listed {
    kinds: Vec<CodeKind>,
    codes: Vec<u64>,
    gtins: Vec<u64>,
    parents: Vec<u64>,
}

impl Listed {
    fn of(codes: &[Checked]) -> Listed {
        let mut listed =
            Listed { kinds: Vec::new(), codes: Vec::new(), gtins: Vec::new(), parents: Vec::new() };
        for code in codes {
            if let Some(kind) = code.kind.filter(|kind| !listed.kinds.contains(kind)) {
                listed.kinds.push(kind);
            }
            listed.codes.extend(code.id.map(ConceptId::number));
            listed.gtins.extend(code.gtin.map(Gtin::number));
            listed.parents.extend(code.generic.into_iter().flatten().map(ConceptId::number));
        }
        listed.codes.sort_unstable();
        listed.gtins.sort_unstable();
        listed.parents.sort_unstable();
        listed
    }

    fn has(&self, code: ConceptId) -> bool {
        self.codes.binary_search(&code.number()).is_ok()
    }

    fn has_gtin(&self, gtin: Gtin) -> bool {
        self.gtins.binary_search(&gtin.number()).is_ok()
    }

    fn has_parent(&self, code: Option<ConceptId>) -> bool {
        code.is_some_and(|code| self.parents.binary_search(&code.number()).is_ok())
    }

    /// Reports whether a change is of a code that the list does not have, and might.
    fn may_lack(&self, change: &Change) -> bool {
        match change.what.gtin() {
            Some(gtin) => self.has(change.code) && !self.has_gtin(gtin.gtin()),
            None => self.is_of(change.concept) && !self.has(change.code),
        }
    }

    /// Reports whether a list has codes of a kind. A list of barcodes is one of packs.
    fn is_of(&self, kind: Kind) -> bool {
        let is_of_packs = kind == Kind::Ampp && self.kinds.contains(&CodeKind::Gtin);
        is_of_packs || self.kinds.contains(&CodeKind::Concept(kind))
    }
}

impl CodeList<'_> {
    /// Lists the codes that came since the day, are not in the list, and belong to the same virtual pack or
    /// virtual product as one that is: packs, products and virtual packs, if the list has such codes; and new
    /// barcodes of its packs, if it has barcodes. Without a history there are none: see
    /// [`CodeList::is_complete`].
    pub fn additions(&self) -> Vec<Addition> {
        let Some(history) = self.source.history else { return Vec::new() };
        let listed = Listed::of(&self.codes);
        let mut kinds = vec![ChangeKind::New];
        if !listed.gtins.is_empty() {
            kinds.extend(RECEIVED);
        }
        let asked = Asked { since: self.source.since, kinds, ..Asked::default() };
        let mut changes = history.changes(&asked);
        changes.retain(|(_, change)| listed.may_lack(change));
        let places = Places::of(self.source.dataset, changes.iter().map(|(_, change)| change.code));
        let mut additions = Vec::new();
        for (step, change) in changes {
            additions.extend(self.addition(&listed, step.source.date, change, &places));
        }
        additions
    }

    fn addition(&self, listed: &Listed, date: Date, change: &Change, places: &Places) -> Option<Addition> {
        let dataset = self.source.dataset;
        // A code that was removed again since has no place.
        let (concepts, place) = (dataset.concepts()?, places.of_code(change.code)?);
        let [vmp, vmpp] = concepts.generic_ids(place);
        let is_same = listed.has_parent(vmp) || listed.has_parent(vmpp);
        let gtin = change.what.gtin();
        if gtin.is_some_and(|gtin| !self.has_now(place, gtin)) {
            return None;
        }
        if gtin.is_none() && (!is_same || self.has_barcode_of(listed, place)) {
            return None;
        }
        let kind = if gtin.is_some() { CodeKind::Gtin } else { CodeKind::Concept(change.concept) };
        let name = match place {
            Place::Ampp(pack) => dataset.name(pack),
            place => super::named(&concepts.ancestors(place), change.concept).0,
        };
        Some(Addition { date, kind, code: change.code, gtin, name, vmp })
    }

    /// Reports whether a pack has a barcode today: it may have lost it again.
    fn has_now(&self, place: Place, gtin: RecordedGtin) -> bool {
        let Place::Ampp(pack) = place else { return false };
        let entries = self.source.dataset.gtin_entries(pack);
        entries.into_iter().any(|entry| entry.gtin.gtin() == gtin.gtin() && entry.end_date.is_none())
    }

    /// Reports whether the list has a barcode of a new pack.
    fn has_barcode_of(&self, listed: &Listed, place: Place) -> bool {
        let Place::Ampp(pack) = place else { return false };
        self.source.dataset.gtin_entries(pack).any(|entry| listed.has_gtin(entry.gtin.gtin()))
    }
}

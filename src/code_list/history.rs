//! What only the history knows of a code.

use super::{Checked, Finding};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::history::{History, What};
use crate::snomed::ConceptId;

/// Adds what only the history knows: that a code was removed, and that a barcode was moved from a pack that
/// no longer has it.
pub fn add_changes(history: &History, since: Option<Date>, codes: &mut [Checked]) {
    let places = Order::of(codes, |code| code.id.map(ConceptId::number));
    let gtins = Order::of(codes, |code| code.gtin.map(Gtin::number));
    for step in history.steps.iter().rev() {
        let day = step.source.date;
        for change in &step.changes {
            match &change.what {
                What::Removed { name } => {
                    places.for_each(change.code.number(), codes, |code| code.remove(name, day))
                }
                What::GtinMoved { gtin, from: other } | What::GtinReused { gtin, other }
                    if since.is_none_or(|since| day >= since) =>
                {
                    gtins.for_each(gtin.gtin().number(), codes, |code| {
                        code.move_from(*other, change.code, day)
                    });
                }
                _ => {}
            }
        }
    }
}

/// The places of codes in a list, in the order of a key.
struct Order(Vec<(u64, usize)>);

impl Order {
    fn of(codes: &[Checked], key: fn(&Checked) -> Option<u64>) -> Order {
        let mut places = Vec::new();
        for (place, code) in codes.iter().enumerate() {
            places.extend(key(code).map(|key| (key, place)));
        }
        places.sort_unstable();
        Order(places)
    }

    /// Changes each code with a key.
    fn for_each(&self, key: u64, codes: &mut [Checked], change: impl Fn(&mut Checked)) {
        let first = self.0.partition_point(|(other, _)| *other < key);
        for (_, place) in self.0.iter().skip(first).take_while(|(other, _)| *other == key) {
            if let Some(code) = codes.get_mut(*place) {
                change(code);
            }
        }
    }
}

impl Checked {
    /// Says that the release no longer has the code, if nothing is known of it.
    fn remove(&mut self, name: &str, on: Date) {
        if self.kind.is_none() && self.findings.first() == Some(&Finding::UnknownCode) {
            self.findings = vec![Finding::Removed { on }];
            name.clone_into(&mut self.name);
        }
    }

    /// Says that the barcode belonged to another pack, if this pack still has it and the release does not say
    /// so.
    fn move_from(&mut self, from: ConceptId, to: ConceptId, on: Date) {
        let is_told = |one: &Finding| matches!(one, Finding::Reused { .. } | Finding::Moved { .. });
        if self.pack.map(ConceptId::from) == Some(to) && !self.findings.iter().any(is_told) {
            self.findings.insert(0, Finding::Moved { from, on });
        }
    }
}

//! The report of the changes between two datasets, for people and as JSON.

use std::fmt;

use serde::Serialize;

use super::changes::{Change, Changes};
use super::kinds::{
    Barcode, DiscontinuedPack, Named, PriceChange, RenamedPack, Reuse, discontinued_pack, gtins_closed,
    gtins_only_in_second, invalidated, is_other, price_change, reinstated, renamed_pack, reuses,
};
use crate::dataset::{Dataset, hex};
use crate::date::Date;
use crate::pack::GtinEntry;

/// The changes between two datasets, which `compare` returns. JSON has all rows. `Display` is for people, and
/// limits the rows of each kind.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The earlier dataset.
    pub before: Side,
    /// The later dataset.
    pub after: Side,
    /// The number of changes of each kind.
    pub counts: Counts,
    /// The changes by kind.
    #[serde(flatten)]
    pub kinds: Kinds,
}

/// The changes by kind. A pack may be in several kinds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kinds {
    /// New packs.
    pub added: Vec<Named>,
    /// Removed packs.
    pub removed: Vec<Named>,
    /// Packs with new names.
    pub renamed: Vec<RenamedPack>,
    /// Packs that became discontinued.
    pub discontinued: Vec<DiscontinuedPack>,
    /// Packs that are no longer discontinued.
    pub reinstated: Vec<Named>,
    /// Packs that became invalid.
    pub invalid: Vec<Named>,
    /// Packs with new prices.
    pub prices: Vec<PriceChange>,
    /// GTINs that packs received, including new packs.
    pub gtins_added: Vec<Barcode>,
    /// GTINs that packs lost, including removed packs.
    pub gtins_removed: Vec<Barcode>,
    /// GTINs whose open period ended.
    pub gtins_closed: Vec<Barcode>,
    /// GTINs that packs received although another pack carries them, or has carried them.
    pub gtins_reused: Vec<Reuse>,
    /// Packs with another change, possibly in addition to other kinds.
    pub other: Vec<Named>,
}

/// One of the two datasets of a report. The digest identifies its bytes, so a reader can tell which datasets
/// were compared.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The name of the release.
    pub release: String,
    /// The day of the release.
    pub date: Date,
    /// The digest, in hexadecimal.
    pub digest: String,
    /// The number of packs.
    pub packs: u32,
    /// The number of GTIN rows.
    pub gtin_rows: u32,
    /// Whether the packs are demonstration data.
    pub demo: bool,
}

/// The number of rows of each kind. One pack can have rows of two or more kinds, so their sum is not the
/// number of packs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "the kinds of the report have the same names and are documented")]
pub struct Counts {
    pub added: usize,
    pub removed: usize,
    /// Packs with any change in their record.
    pub changed: usize,
    pub renamed: usize,
    pub discontinued: usize,
    pub reinstated: usize,
    pub invalid: usize,
    pub prices: usize,
    pub gtins_added: usize,
    pub gtins_removed: usize,
    pub gtins_closed: usize,
    pub gtins_reused: usize,
    pub other: usize,
}

impl Side {
    fn of(dataset: &Dataset<'_>) -> Side {
        Side {
            release: dataset.release().to_owned(),
            date: dataset.release_date(),
            digest: hex(&dataset.digest()),
            packs: dataset.packs(),
            gtin_rows: dataset.gtin_rows(),
            demo: dataset.is_demo(),
        }
    }
}

impl Report {
    /// Makes the report of the changes between two datasets.
    pub fn new(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Report {
        let kinds = Kinds::of(old, new, changes);
        let counts = Counts::of(&kinds, changes);
        Report { before: Side::of(old), after: Side::of(new), counts, kinds }
    }

    /// The report as JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl Kinds {
    fn of(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Kinds {
        let Changes { added, removed, changed } = changes;
        Kinds {
            added: added.iter().map(Named::of).collect(),
            removed: removed.iter().map(|(_, pack)| pack).map(Named::of).collect(),
            renamed: changed.iter().filter_map(renamed_pack).collect(),
            discontinued: changed.iter().filter_map(discontinued_pack).collect(),
            reinstated: changed.iter().filter_map(reinstated).collect(),
            invalid: changed.iter().filter_map(invalidated).collect(),
            prices: changed.iter().filter_map(price_change).collect(),
            gtins_added: gtins_added(changes),
            gtins_removed: gtins_removed(changes),
            gtins_closed: changed.iter().flat_map(gtins_closed).collect(),
            gtins_reused: reuses(old, new, changes),
            other: changed.iter().filter_map(other_change).collect(),
        }
    }

    /// Lists the title of each kind, with its rows.
    fn lines(&self) -> [(&'static str, Vec<String>); 12] {
        [
            (
                "barcodes re-used: on another pack now, too or instead",
                self.gtins_reused.iter().map(reuse_line).collect(),
            ),
            ("packs added", self.added.iter().map(line).collect()),
            ("packs removed", self.removed.iter().map(line).collect()),
            ("packs renamed", self.renamed.iter().map(renamed_line).collect()),
            ("packs discontinued", self.discontinued.iter().map(discontinued_line).collect()),
            ("packs in trade again", self.reinstated.iter().map(line).collect()),
            ("packs invalid now", self.invalid.iter().map(line).collect()),
            ("prices changed", self.prices.iter().map(price_line).collect()),
            ("barcodes added", self.gtins_added.iter().map(barcode_line).collect()),
            ("barcodes removed", self.gtins_removed.iter().map(barcode_line).collect()),
            ("barcodes ended", self.gtins_closed.iter().map(barcode_line).collect()),
            ("packs changed otherwise", self.other.iter().map(line).collect()),
        ]
    }
}

impl Counts {
    fn of(kinds: &Kinds, changes: &Changes) -> Counts {
        Counts {
            added: kinds.added.len(),
            removed: kinds.removed.len(),
            changed: changes.changed.len(),
            renamed: kinds.renamed.len(),
            discontinued: kinds.discontinued.len(),
            reinstated: kinds.reinstated.len(),
            invalid: kinds.invalid.len(),
            prices: kinds.prices.len(),
            gtins_added: kinds.gtins_added.len(),
            gtins_removed: kinds.gtins_removed.len(),
            gtins_closed: kinds.gtins_closed.len(),
            gtins_reused: kinds.gtins_reused.len(),
            other: kinds.other.len(),
        }
    }
}

fn other_change(change: &Change) -> Option<Named> {
    if is_other(change) { Some(Named::of(&change.after)) } else { None }
}

fn gtins_added(Changes { added, changed, .. }: &Changes) -> Vec<Barcode> {
    let mut barcodes = Vec::new();
    for change in changed {
        barcodes.extend(gtins_only_in_second(Some(&change.before), &change.after));
    }
    for pack in added {
        barcodes.extend(gtins_only_in_second(None, pack));
    }
    barcodes
}

fn gtins_removed(Changes { removed, changed, .. }: &Changes) -> Vec<Barcode> {
    let mut barcodes = Vec::new();
    for change in changed {
        barcodes.extend(gtins_only_in_second(Some(&change.after), &change.before));
    }
    for (_, pack) in removed {
        barcodes.extend(gtins_only_in_second(None, pack));
    }
    barcodes
}

fn line(pack: &Named) -> String {
    format!("{}  {}", pack.pack_id, pack.name)
}

fn renamed_line(RenamedPack { pack_id, before, after }: &RenamedPack) -> String {
    format!("{pack_id}  {before}  ->  {after}")
}

fn discontinued_line(DiscontinuedPack { pack, discontinued_date }: &DiscontinuedPack) -> String {
    match discontinued_date {
        Some(date) => format!("{}, {date}", line(pack)),
        None => format!("{}, on an unrecorded day", line(pack)),
    }
}

fn price_line(PriceChange { pack, before, after }: &PriceChange) -> String {
    format!("{}, {} -> {}", line(pack), price_text(*before), price_text(*after))
}

/// Writes a price for people.
fn price_text(price: Option<u32>) -> String {
    match price {
        Some(pence) => crate::pack::pounds(pence),
        None => "no price".to_owned(),
    }
}

fn barcode_line(Barcode { entry, pack }: &Barcode) -> String {
    let GtinEntry { gtin, start_date, end_date } = entry;
    match end_date {
        Some(end_date) => format!("{gtin}  from {start_date} to {end_date}  {}", line(pack)),
        None => format!("{gtin}  from {start_date}  {}", line(pack)),
    }
}

fn reuse_line(Reuse { gtin, packs }: &Reuse) -> String {
    let mut text = gtin.to_string();
    for pack in packs {
        text.push_str("\n    ");
        text.push_str(&line(pack));
    }
    text
}

/// The number of rows of each kind that people see. JSON has all rows.
const SHOWN: usize = 20;

/// Writes the number of changes of each kind, and the first rows.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Side { release, date, packs, .. } = &self.before;
        writeln!(f, "{release} of {date}, {packs} packs")?;
        let Side { release, date, packs, .. } = &self.after;
        writeln!(f, "-> {release} of {date}, {packs} packs")?;
        if self.counts.added + self.counts.removed + self.counts.changed == 0 {
            return f.write_str("\nno pack changed\n");
        }
        for (title, rows) in self.kinds.lines() {
            if !rows.is_empty() {
                show(f, title, &rows)?;
            }
        }
        Ok(())
    }
}

fn show(f: &mut fmt::Formatter<'_>, title: &str, rows: &[String]) -> fmt::Result {
    writeln!(f, "\n{} {title}", rows.len())?;
    for row in rows.iter().take(SHOWN) {
        writeln!(f, "  {row}")?;
    }
    match rows.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more; --json lists all"),
    }
}

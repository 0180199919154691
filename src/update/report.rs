//! What changed from one dataset to another, for people and as JSON.

use std::fmt;

use serde::Serialize;

use super::changes::Changes;
use super::kinds::{
    Barcode, Ending, Named, PriceChange, Renaming, Reuse, ending, gtins_closed, gtins_only_in_second,
    invalidated, is_other, price_change, reinstated, renaming, reuses,
};
use crate::dataset::Dataset;
use crate::date::Date;

/// What changed from one dataset to another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Report {
    /// The dataset before.
    pub before: Side,
    /// The dataset after.
    pub after: Side,
    /// How many there are of each kind.
    pub counts: Counts,
    /// What changed, by kind.
    #[serde(flatten)]
    pub kinds: Kinds,
}

/// What changed, by kind. A pack may be in several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Kinds {
    /// Packs that are new.
    pub added: Vec<Named>,
    /// Packs that are gone.
    pub removed: Vec<Named>,
    /// Packs that are called otherwise.
    pub renamed: Vec<Renaming>,
    /// Packs that are discontinued and were not.
    pub discontinued: Vec<Ending>,
    /// Packs that were discontinued and are not any more.
    pub reinstated: Vec<Named>,
    /// Packs that are invalid and were not.
    pub invalid: Vec<Named>,
    /// Packs whose price is another one.
    pub prices: Vec<PriceChange>,
    /// GTINs that came to a pack, new packs included.
    pub gtins_added: Vec<Barcode>,
    /// GTINs that went from a pack, gone packs included.
    pub gtins_removed: Vec<Barcode>,
    /// GTINs whose period was open and has an end.
    pub gtins_closed: Vec<Barcode>,
    /// GTINs that came to a pack while another one has it, or had it before.
    pub gtins_reused: Vec<Reuse>,
    /// Packs of which something else changed, beside another kind or alone.
    pub other: Vec<Named>,
}

/// One of the two datasets.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Side {
    /// The name of the release.
    pub release: String,
    /// Its day.
    pub date: Date,
    /// The digest, in hexadecimal digits.
    pub digest: String,
    /// How many packs there are.
    pub packs: u32,
    /// How many periods of GTINs on packs there are.
    pub gtin_rows: u32,
    /// Whether the packs are invented.
    pub demo: bool,
}

/// How many rows each kind has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[expect(missing_docs, reason = "named as the kinds of the report, which say what they are")]
pub struct Counts {
    pub added: usize,
    pub removed: usize,
    /// Packs with another row, whatever changed in it.
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
            digest: dataset.digest().iter().map(|byte| format!("{byte:02x}")).collect(),
            packs: dataset.packs(),
            gtin_rows: dataset.gtin_rows(),
            demo: dataset.is_demo(),
        }
    }
}

impl Report {
    /// Tells the changes between two datasets.
    pub fn new(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Report {
        let kinds = Kinds::of(old, new, changes);
        let counts = Counts::of(&kinds, changes);
        Report { before: Side::of(old), after: Side::of(new), counts, kinds }
    }

    /// The report in JSON.
    pub fn to_json(&self) -> String {
        serde_json::to_string_pretty(self).unwrap_or_default()
    }
}

impl Kinds {
    fn of(old: &Dataset<'_>, new: &Dataset<'_>, changes: &Changes) -> Kinds {
        let Changes { added, removed, changed } = changes;
        Kinds {
            added: added.iter().map(Named::of).collect(),
            removed: removed.iter().map(|(_, pack)| Named::of(pack)).collect(),
            renamed: changed.iter().filter_map(renaming).collect(),
            discontinued: changed.iter().filter_map(ending).collect(),
            reinstated: changed.iter().filter_map(reinstated).collect(),
            invalid: changed.iter().filter_map(invalidated).collect(),
            prices: changed.iter().filter_map(price_change).collect(),
            gtins_added: gtins_added(changes),
            gtins_removed: gtins_removed(changes),
            gtins_closed: changed.iter().flat_map(gtins_closed).collect(),
            gtins_reused: reuses(old, new, changes),
            other: changed.iter().filter(|change| is_other(change)).map(|c| Named::of(&c.after)).collect(),
        }
    }

    /// Each kind: what it is, and its rows.
    fn lines(&self) -> [(&'static str, Vec<String>); 12] {
        [
            (
                "barcodes re-used: on another pack now, too or instead",
                self.gtins_reused.iter().map(reuse_line).collect(),
            ),
            ("packs added", self.added.iter().map(line).collect()),
            ("packs removed", self.removed.iter().map(line).collect()),
            ("packs renamed", self.renamed.iter().map(renaming_line).collect()),
            ("packs discontinued", self.discontinued.iter().map(ending_line).collect()),
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

fn gtins_added(Changes { added, changed, .. }: &Changes) -> Vec<Barcode> {
    let on_changed =
        changed.iter().flat_map(|change| gtins_only_in_second(Some(&change.before), &change.after));
    on_changed.chain(added.iter().flat_map(|pack| gtins_only_in_second(None, pack))).collect()
}

fn gtins_removed(Changes { removed, changed, .. }: &Changes) -> Vec<Barcode> {
    let on_changed =
        changed.iter().flat_map(|change| gtins_only_in_second(Some(&change.after), &change.before));
    on_changed.chain(removed.iter().flat_map(|(_, pack)| gtins_only_in_second(None, pack))).collect()
}

fn line(pack: &Named) -> String {
    format!("{}  {}", pack.pack_id, pack.name)
}

fn renaming_line(Renaming { pack_id, before, after }: &Renaming) -> String {
    format!("{pack_id}  {before}  ->  {after}")
}

fn ending_line(Ending { pack, discontinued_date }: &Ending) -> String {
    let date = discontinued_date.map_or("on an unrecorded day".to_owned(), |date| date.to_string());
    format!("{}, {date}", line(pack))
}

fn price_line(PriceChange { pack, before, after }: &PriceChange) -> String {
    let pounds = |price: &Option<u32>| {
        price.map_or("no price".to_owned(), |pence| format!("£{}.{:02}", pence / 100, pence % 100))
    };
    format!("{}, {} -> {}", line(pack), pounds(before), pounds(after))
}

fn barcode_line(Barcode { entry, pack }: &Barcode) -> String {
    let end = entry.end_date.map_or(String::new(), |end| format!(" to {end}"));
    format!("{}  from {}{end}  {}", entry.gtin, entry.start_date, line(pack))
}

fn reuse_line(Reuse { gtin, packs }: &Reuse) -> String {
    let packs: Vec<String> = packs.iter().map(|pack| format!("\n    {}", line(pack))).collect();
    format!("{gtin}{}", packs.concat())
}

/// Of each kind so many rows are shown; JSON has all.
const SHOWN: usize = 20;

/// For people: what there is of each kind, and the first rows of it.
impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Side { release, date, packs, .. } = &self.before;
        writeln!(f, "{release} of {date}, {packs} packs")?;
        let Side { release, date, packs, .. } = &self.after;
        writeln!(f, "-> {release} of {date}, {packs} packs")?;
        if self.counts.added + self.counts.removed + self.counts.changed == 0 {
            return f.write_str("\nno pack changed\n");
        }
        self.kinds.lines().iter().filter(|(_, rows)| !rows.is_empty()).try_for_each(|kind| show(f, kind))
    }
}

fn show(f: &mut fmt::Formatter<'_>, (title, rows): &(&str, Vec<String>)) -> fmt::Result {
    writeln!(f, "\n{} {title}", rows.len())?;
    rows.iter().take(SHOWN).try_for_each(|row| writeln!(f, "  {row}"))?;
    match rows.len().saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(f, "  and {more} more: --json has all"),
    }
}

//! Products of one supplier, in the order of their first packs. Neighbours in name order are mostly packs of
//! one product, and their names include its name.

use std::ops::Range;

use super::facts::{AmpFacts, CodedTable};
use crate::concept::Coded;
use crate::dataset::bitmap::{RankSelectBitmap, Sparse};
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::runs::{run_range, run_ranges};
use crate::dataset::texts::SomeTexts;

/// The products, and the product of each pack.
#[derive(Clone, Copy, Debug)]
pub struct Amps<'a> {
    /// The packs whose product differs from that of the previous pack.
    starts: RankSelectBitmap<'a>,
    runs: usize,
    /// The runs that are not of the next product: 0 for no product, or one more than its index.
    exceptions: Sparse<'a>,
    pub ids: Ids<'a>,
    /// The names that differ from the title of the first pack.
    pub names: SomeTexts<'a>,
    /// The virtual products that differ from that of the first pack: 0, or one more than the index.
    pub vmps: Sparse<'a>,
    suppliers: CodedTable<'a>,
    /// The most frequent supplier for no supplier in the name, and for each supplier in names: 0, or one more
    /// than the index.
    usual_suppliers: Column<'a>,
    other_suppliers: Sparse<'a>,
    pub facts: AmpFacts<'a>,
}

impl<'a> Amps<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize, are_classified: bool) -> Result<Amps<'a>, OpenError> {
        let starts = RankSelectBitmap::open(input, packs)?;
        let runs = input.u32()? as usize;
        let exceptions = Sparse::open(input, runs)?;
        let ids = Ids::open_any(input)?;
        let count = ids.len();
        Ok(Amps {
            starts,
            runs,
            exceptions,
            ids,
            names: SomeTexts::open(input, count)?,
            vmps: Sparse::open(input, count)?,
            suppliers: CodedTable::open(input)?,
            usual_suppliers: Column::open(input)?,
            other_suppliers: Sparse::open(input, count)?,
            facts: AmpFacts::open(input, count, are_classified)?,
        })
    }

    /// Returns the product of a pack.
    pub fn of_pack(&self, pack: usize) -> Option<usize> {
        let run = self.starts.run_at(pack);
        let amp = match self.exceptions.get(run) {
            Some(exception) => (exception as usize).checked_sub(1)?,
            None => self.first_of_repeat(run),
        };
        Some(amp).filter(|amp| *amp < self.ids.len())
    }

    /// Returns the number of runs before this one that are of the next product.
    fn first_of_repeat(&self, run: usize) -> usize {
        run.saturating_sub(self.exceptions.rank(run))
    }

    /// Returns all runs of packs with a product, in order, each with its product.
    pub fn runs(&self, packs: usize) -> impl Iterator<Item = (usize, Range<u32>)> + use<'a> {
        let exceptions = self.exceptions;
        let mut next = 0;
        run_ranges(self.starts, packs).filter_map(move |(run, packs)| {
            let amp = exceptions.get(run).unwrap_or_else(|| {
                next += 1;
                next
            });
            Some(((amp as usize).checked_sub(1)?, packs))
        })
    }

    /// Returns the packs of the first run of a product.
    pub fn first_packs(&self, amp: usize, packs: usize) -> Option<Range<u32>> {
        let run = Column::partition_point(self.runs, |run| self.first_of_repeat(run + 1) <= amp);
        (run < self.runs).then(|| run_range(&self.starts, run, packs))
    }

    /// Returns all runs of packs of a product.
    pub fn packs(&self, amp: usize, packs: usize) -> impl Iterator<Item = Range<u32>> + use<'a> {
        let amps = *self;
        let stored = amp as u64 + 1;
        let places = amps.exceptions.values().positions(stored..stored + 1, 0, amps.runs);
        let runs = places.filter_map(move |place| amps.exceptions.select(place));
        let others = runs.map(move |run| run_range(&amps.starts, run, packs));
        self.first_packs(amp, packs).into_iter().chain(others)
    }

    /// Returns the supplier of a product, given the supplier in the name of its first pack.
    pub fn supplier(&self, amp: usize, in_name: Option<u32>) -> Option<Coded> {
        let usual = || self.usual_suppliers.get(in_name.map_or(0, |place| place as usize + 1));
        let place = self.other_suppliers.get(amp).unwrap_or_else(usual);
        self.suppliers.get(place.checked_sub(1)?)
    }
}

#[cfg(feature = "write")]
pub mod write {
    //! The writer of products.

    use std::collections::hash_map::Entry;
    use std::collections::{BTreeMap, HashMap, HashSet};

    use super::super::facts::write::{push_amp_facts, push_coded, push_some_texts};
    use super::super::products::write::{SortedConcepts, above};
    use crate::concept::{Amp, Coded};
    use crate::dataset::bitmap::{push_rank_select_bitmap, push_sparse};
    use crate::dataset::column::push_column;
    use crate::dataset::ids::push_ids;
    use crate::dataset::table::run_starts;
    use crate::snomed::ConceptId;

    /// The facts of a product that its first pack has.
    #[derive(Clone, Copy, Default)]
    pub struct First<'p> {
        pub product: Option<&'p str>,
        /// 0 for no supplier in the name, or one more than its index.
        pub supplier: u64,
        pub vmp: Option<ConceptId>,
    }

    /// Writes the product of each pack, and the products. `firsts` has the facts of each pack that a product
    /// would take from it.
    pub fn push_amps<'c>(
        out: &mut Vec<u8>,
        of_pack: &[Option<ConceptId>],
        firsts: &[First<'c>],
        amps: &'c [Amp],
        ordered: &SortedConcepts<'_>,
        suppliers: usize,
    ) {
        let starts = run_starts(of_pack);
        push_rank_select_bitmap(out, &starts);
        let runs = of_pack.iter().zip(firsts).zip(&starts).filter(|(_, is_start)| **is_start);
        let (exceptions, mut in_order) = by_first_appearance(runs.map(|((id, first), _)| (*id, *first)));
        out.extend_from_slice(&(exceptions.len() as u32).to_le_bytes());
        push_sparse(out, &exceptions);
        // Products without a pack come last.
        let appearances: HashSet<ConceptId> = in_order.iter().map(|(id, _)| *id).collect();
        let others = amps.iter().filter(|amp| !appearances.contains(&amp.id));
        in_order.extend(others.map(|amp| (amp.id, First::default())));
        let by_id = |id: &ConceptId| amps.get(amps.binary_search_by_key(id, |amp| amp.id).ok()?);
        let rows: Vec<(&Amp, First<'c>)> =
            in_order.iter().filter_map(|(id, first)| Some((by_id(id)?, *first))).collect();
        push_rows(out, &rows, ordered, suppliers);
    }

    /// Returns the products in order of first appearance. Also returns, for each run that is not of a new
    /// product, 0 for no product, or one more than the index of its product.
    fn by_first_appearance<'c>(
        runs: impl Iterator<Item = (Option<ConceptId>, First<'c>)>,
    ) -> (Vec<Option<u64>>, Vec<(ConceptId, First<'c>)>) {
        let mut places: HashMap<ConceptId, usize> = HashMap::new();
        let mut in_order = Vec::new();
        let exceptions = runs.map(|(id, first)| {
            let Some(id) = id else { return Some(0) };
            match places.entry(id) {
                Entry::Occupied(place) => Some(*place.get() as u64 + 1),
                Entry::Vacant(entry) => {
                    entry.insert(in_order.len());
                    in_order.push((id, first));
                    None
                }
            }
        });
        (exceptions.collect(), in_order)
    }

    fn push_rows<'c>(
        out: &mut Vec<u8>,
        rows: &[(&'c Amp, First<'c>)],
        ordered: &SortedConcepts<'_>,
        suppliers: usize,
    ) {
        push_ids(out, &rows.iter().map(|(amp, _)| amp.id.number()).collect::<Vec<_>>());
        let own = |(amp, first): &(&'c Amp, First<'c>)| {
            Some(amp.name.as_str()).filter(|name| first.product != Some(*name))
        };
        push_some_texts(out, &rows.iter().map(own).collect::<Vec<_>>());
        let vmp = |(amp, first): &(&Amp, First<'_>)| {
            (amp.vmp != first.vmp).then(|| above(amp.vmp, &ordered.vmp_places))
        };
        push_sparse(out, &rows.iter().map(vmp).collect::<Vec<_>>());
        push_suppliers(out, rows, suppliers);
        push_amp_facts(out, &rows.iter().map(|(amp, _)| *amp).collect::<Vec<_>>(), ordered.are_classified);
    }

    fn push_suppliers(out: &mut Vec<u8>, rows: &[(&Amp, First<'_>)], suppliers: usize) {
        let table = push_coded(out, rows.iter().filter_map(|(amp, _)| amp.supplier.as_ref()));
        let place =
            |supplier: &Option<Coded>| supplier.as_ref().map_or(0, |supplier| table.place(&supplier) + 1);
        let usual = usual_suppliers(
            rows.iter().map(|(amp, first)| (first.supplier, place(&amp.supplier))),
            suppliers,
        );
        push_column(out, usual.iter().copied());
        let other = |(amp, first): &(&Amp, First<'_>)| {
            let place = place(&amp.supplier);
            (usual.get(first.supplier as usize) != Some(&place)).then_some(place)
        };
        push_sparse(out, &rows.iter().map(other).collect::<Vec<_>>());
    }

    /// Returns the most frequent supplier for each supplier in names. On a tie, the first one.
    fn usual_suppliers(pairs: impl Iterator<Item = (u64, u64)>, suppliers: usize) -> Vec<u64> {
        let mut counts: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        pairs.for_each(|pair| *counts.entry(pair).or_default() += 1);
        let mut usual = vec![(0, 0); suppliers + 1];
        for ((in_name, place), count) in counts {
            if let Some(most) = usual.get_mut(in_name as usize).filter(|(most, _)| count > *most) {
                *most = (count, place);
            }
        }
        usual.into_iter().map(|(_, place)| place).collect()
    }
}

//! Products of one supplier, in the order of their first packs. Neighbours in name order are mostly packs of
//! one product, and their names include its name.

use std::ops::Range;

use super::facts::{AmpFacts, CodedTable};
use crate::concept::Coded;
use crate::dataset::bitmap::{RankSelectBitmap, Sparse};
use crate::dataset::bitmap::{run_range, run_ranges};
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::texts::SomeTexts;

/// The products of suppliers, and the product of each pack. Neighbouring packs of one product are one run.
/// Names and virtual products are stored only where they differ from the first pack's.
#[derive(Clone, Copy, Debug)]
pub struct Amps<'a> {
    /// The packs whose product differs from the previous pack's.
    starts: RankSelectBitmap<'a>,
    runs: usize,
    /// The runs that are not of the next product: 0 for no product, or one more than its index.
    exceptions: Sparse<'a>,
    pub ids: Ids<'a>,
    /// The names that differ from the title of the first pack.
    pub names: SomeTexts<'a>,
    /// The virtual products that differ from the first pack's: 0, or one more than the index.
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

    /// Reads the product of a pack.
    pub fn of_pack(&self, pack: usize) -> Option<usize> {
        let run = self.starts.run_at(pack);
        let amp = match self.exceptions.get(run) {
            Some(exception) => (exception as usize).checked_sub(1)?,
            None => self.first_of_repeat(run),
        };
        if amp < self.ids.len() { Some(amp) } else { None }
    }

    /// Counts the runs before this one that are of the next product.
    fn first_of_repeat(&self, run: usize) -> usize {
        run.saturating_sub(self.exceptions.rank(run))
    }

    /// Lists all runs of packs with a product, in order, each with its product.
    pub fn runs(&self, packs: usize) -> impl Iterator<Item = (usize, Range<u32>)> + use<'a> {
        let exceptions = self.exceptions;
        let mut next = 0;
        run_ranges(self.starts, packs).filter_map(move |(run, packs)| {
            let amp = match exceptions.get(run) {
                Some(exception) => (exception as usize).checked_sub(1)?,
                None => {
                    next += 1;
                    next - 1
                }
            };
            Some((amp, packs))
        })
    }

    /// Finds the packs of the first run of a product.
    pub fn first_packs(&self, amp: usize, packs: usize) -> Option<Range<u32>> {
        let run = Column::partition_point(self.runs, |run| self.first_of_repeat(run + 1) <= amp);
        if run < self.runs { Some(run_range(&self.starts, run, packs)) } else { None }
    }

    /// Lists all runs of packs of a product.
    pub fn packs(&self, amp: usize, packs: usize) -> impl Iterator<Item = Range<u32>> + use<'a> {
        let amps = *self;
        let stored = amp as u64 + 1;
        let places = amps.exceptions.values().positions(stored).take_while(move |run| *run < amps.runs);
        let others = places
            .filter_map(move |place| Some(run_range(&amps.starts, amps.exceptions.select(place)?, packs)));
        self.first_packs(amp, packs).into_iter().chain(others)
    }

    /// Reads the supplier of a product, given the supplier in the name of its first pack.
    pub fn supplier(&self, amp: usize, in_name: Option<u32>) -> Option<Coded> {
        let place = match (self.other_suppliers.get(amp), in_name) {
            (Some(other), _) => other,
            (None, Some(in_name)) => self.usual_suppliers.get(in_name as usize + 1),
            (None, None) => self.usual_suppliers.get(0),
        };
        self.suppliers.get(place.checked_sub(1)?)
    }

    /// Lists the suppliers of all products, in the order of codes.
    #[cfg(feature = "cli")]
    pub fn suppliers(&self) -> impl Iterator<Item = Coded> {
        (0..).map_while(|place| self.suppliers.get(place))
    }
}

#[cfg(feature = "write")]
pub mod write {
    //! The writer of products.

    use std::collections::hash_map::Entry;
    use std::collections::{BTreeMap, HashMap};

    use super::super::facts::write::{push_amp_facts, push_coded};
    use super::super::products::write::{SortedConcepts, above};
    use crate::concept::Amp;
    use crate::dataset::bitmap::{push_rank_select_bitmap, push_sparse};
    use crate::dataset::column::push_column;
    use crate::dataset::ids::push_ids;
    use crate::dataset::table::run_starts;
    use crate::dataset::texts::push_some_texts;
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
        let mut appearances = Appearances::default();
        for ((id, first), is_start) in of_pack.iter().zip(firsts).zip(&starts) {
            if *is_start {
                appearances.add(*id, *first);
            }
        }
        out.extend_from_slice(&(appearances.exceptions.len() as u32).to_le_bytes());
        push_sparse(out, &appearances.exceptions);
        push_rows(out, &appearances.rows(amps), ordered, suppliers);
    }

    /// The products in order of first appearance.
    #[derive(Default)]
    struct Appearances<'c> {
        in_order: Vec<(ConceptId, First<'c>)>,
        places: HashMap<ConceptId, usize>,
        /// For each run that is not of a new product, 0 for no product, or one more than its index.
        exceptions: Vec<Option<u64>>,
    }

    impl<'c> Appearances<'c> {
        /// Adds a run of packs of one product, or of no product.
        fn add(&mut self, id: Option<ConceptId>, first: First<'c>) {
            let Some(id) = id else { return self.exceptions.push(Some(0)) };
            match self.places.entry(id) {
                Entry::Occupied(place) => self.exceptions.push(Some(*place.get() as u64 + 1)),
                Entry::Vacant(entry) => {
                    entry.insert(self.in_order.len());
                    self.in_order.push((id, first));
                    self.exceptions.push(None);
                }
            }
        }

        /// Lists the products with the facts of their first packs. Products without a pack come last.
        fn rows(&self, amps: &'c [Amp]) -> Vec<(&'c Amp, First<'c>)> {
            let mut rows = Vec::with_capacity(amps.len());
            for (id, first) in &self.in_order {
                let Ok(place) = amps.binary_search_by_key(id, |amp| amp.id) else { continue };
                rows.extend(amps.get(place).map(|amp| (amp, *first)));
            }
            for amp in amps {
                if !self.places.contains_key(&amp.id) {
                    rows.push((amp, First::default()));
                }
            }
            rows
        }
    }

    fn push_rows<'c>(
        out: &mut Vec<u8>,
        rows: &[(&'c Amp, First<'c>)],
        ordered: &SortedConcepts<'_>,
        suppliers: usize,
    ) {
        let (mut ids, mut amps) = (Vec::new(), Vec::new());
        let (mut own_names, mut own_vmps) = (Vec::new(), Vec::new());
        for (amp, first) in rows {
            ids.push(amp.id.number());
            amps.push(*amp);
            let is_usual = first.product == Some(amp.name.as_str());
            own_names.push(if is_usual { None } else { Some(amp.name.as_str()) });
            let is_usual = first.vmp == amp.vmp;
            own_vmps.push(if is_usual { None } else { Some(above(amp.vmp, &ordered.vmp_places)) });
        }
        push_ids(out, &ids);
        push_some_texts(out, &own_names);
        push_sparse(out, &own_vmps);
        push_suppliers(out, rows, suppliers);
        push_amp_facts(out, &amps, ordered.are_classified);
    }

    fn push_suppliers(out: &mut Vec<u8>, rows: &[(&Amp, First<'_>)], suppliers: usize) {
        let table = push_coded(out, rows.iter().filter_map(|(amp, _)| amp.supplier.as_ref()));
        let mut pairs = Vec::with_capacity(rows.len());
        for (amp, first) in rows {
            pairs.push((first.supplier, table.optional_place(amp.supplier.as_ref())));
        }
        let usual = usual_suppliers(&pairs, suppliers);
        let mut others = Vec::with_capacity(rows.len());
        for (in_name, place) in pairs {
            let is_usual = usual.get(in_name as usize) == Some(&place);
            others.push(if is_usual { None } else { Some(place) });
        }
        push_column(out, usual);
        push_sparse(out, &others);
    }

    /// Finds the most frequent supplier for each supplier in names. On a tie, the first one.
    fn usual_suppliers(pairs: &[(u64, u64)], suppliers: usize) -> Vec<u64> {
        let mut counts: BTreeMap<(u64, u64), usize> = BTreeMap::new();
        for pair in pairs {
            *counts.entry(*pair).or_default() += 1;
        }
        let (mut usual, mut most) = (vec![0; suppliers + 1], vec![0; suppliers + 1]);
        for ((in_name, place), count) in counts {
            let in_name = in_name as usize;
            if let (Some(usual), Some(most)) = (usual.get_mut(in_name), most.get_mut(in_name))
                && count > *most
            {
                (*usual, *most) = (place, count);
            }
        }
        usual
    }
}

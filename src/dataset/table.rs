//! The input of a column of texts or numbers: the distinct values, and the starts of runs of equal values.

use std::cmp::Ordering;
use std::collections::BTreeSet;

use crate::text::fold;

/// The distinct values in order. Each has an index.
pub(crate) struct Table<T: Ord>(Vec<T>);

impl<T: Ord> Table<T> {
    pub fn new(values: impl IntoIterator<Item = T>) -> Table<T> {
        // Inserted one by one: `collect` would first hold all values in memory, and most are duplicates.
        let mut distinct = BTreeSet::new();
        distinct.extend(values);
        Table(distinct.into_iter().collect())
    }

    pub fn values(&self) -> &[T] {
        &self.0
    }

    pub fn place(&self, value: &T) -> u64 {
        self.find(value).unwrap_or(0)
    }

    /// Finds the index of a value. Returns `None` if the table does not have it.
    pub fn find(&self, value: &T) -> Option<u64> {
        let place = self.0.binary_search(value).ok()?;
        Some(place as u64)
    }

    /// Finds the optional index of a value: 0 for no value, or its index plus 1.
    pub fn optional_place(&self, value: Option<T>) -> u64 {
        match value {
            Some(value) => self.place(&value) + 1,
            None => 0,
        }
    }

    /// Finds the index of each value.
    pub fn places(&self, values: &[T]) -> Vec<u64> {
        let mut places = Vec::with_capacity(values.len());
        for value in values {
            places.push(self.place(value));
        }
        places
    }
}

/// A name in the order of folded names. Names that are equal when folded are in the order of their bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ByFoldedName<'n>(pub &'n str);

impl Ord for ByFoldedName<'_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let folded = match self.0.is_ascii() && other.0.is_ascii() {
            true => self
                .0
                .bytes()
                .map(|byte| byte.to_ascii_lowercase())
                .cmp(other.0.bytes().map(|byte| byte.to_ascii_lowercase())),
            false => fold(self.0).cmp(&fold(other.0)),
        };
        folded.then_with(|| self.0.cmp(other.0))
    }
}

impl PartialOrd for ByFoldedName<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Marks the first value of each run of equal neighbours.
pub(crate) fn run_starts<T: PartialEq>(values: &[T]) -> Vec<bool> {
    let mut previous = None;
    let mut starts = Vec::with_capacity(values.len());
    for value in values {
        starts.push(previous.replace(value) != Some(value));
    }
    starts
}

/// Lists the values at set bits.
pub(super) fn chosen<'v, T>(values: &'v [T], bits: &[bool]) -> Vec<&'v T> {
    let mut chosen = Vec::new();
    for (value, is_chosen) in values.iter().zip(bits) {
        if *is_chosen {
            chosen.push(value);
        }
    }
    chosen
}

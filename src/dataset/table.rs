//! The input of a column of texts or numbers: the distinct values, and the starts of runs of equal values.

use std::collections::BTreeSet;

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

    /// Returns the index of a value, or `None` if the table does not have it.
    pub fn find(&self, value: &T) -> Option<u64> {
        self.0.binary_search(value).ok().map(|place| place as u64)
    }
}

/// Marks the first value of each run of equal neighbours.
pub(crate) fn run_starts<T: PartialEq>(values: &[T]) -> Vec<bool> {
    let mut previous = None;
    values.iter().map(|value| previous.replace(value) != Some(value)).collect()
}

/// Returns the values at set bits.
pub(super) fn chosen<'v, T>(values: &'v [T], bits: &[bool]) -> Vec<&'v T> {
    values.iter().zip(bits).filter(|(_, bit)| **bit).map(|(value, _)| value).collect()
}

//! What a column of texts or numbers is written of: the distinct values, and where runs of equal ones begin.

use std::collections::BTreeSet;

/// Distinct values, sorted, and the place of each.
pub(crate) struct Table<T: Ord>(Vec<T>);

impl<T: Ord> Table<T> {
    pub fn new(values: impl IntoIterator<Item = T>) -> Table<T> {
        // One by one: collected, all of them would lie in memory first, and most are there many times.
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

    /// The place of a value that may not be there.
    pub fn find(&self, value: &T) -> Option<u64> {
        self.0.binary_search(value).ok().map(|place| place as u64)
    }
}

/// The first of neighbours that are equal.
pub(crate) fn run_starts<T: PartialEq>(values: &[T]) -> Vec<bool> {
    let mut previous = None;
    values.iter().map(|value| previous.replace(value) != Some(value)).collect()
}

/// The values at set bits.
pub(super) fn chosen<'v, T>(values: &'v [T], bits: &[bool]) -> Vec<&'v T> {
    values.iter().zip(bits).filter(|(_, bit)| **bit).map(|(value, _)| value).collect()
}

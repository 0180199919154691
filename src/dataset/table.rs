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
        let place = self.0.binary_search(value).ok()?;
        Some(place as u64)
    }

    /// Returns the optional index of a value: 0 for no value, or its index plus 1.
    pub fn optional_place(&self, value: Option<T>) -> u64 {
        match value {
            Some(value) => self.place(&value) + 1,
            None => 0,
        }
    }

    /// Returns the index of each value.
    pub fn places(&self, values: &[T]) -> Vec<u64> {
        let mut places = Vec::with_capacity(values.len());
        for value in values {
            places.push(self.place(value));
        }
        places
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

/// Returns the values at set bits.
pub(super) fn chosen<'v, T>(values: &'v [T], bits: &[bool]) -> Vec<&'v T> {
    let mut chosen = Vec::new();
    for (value, is_chosen) in values.iter().zip(bits) {
        if *is_chosen {
            chosen.push(value);
        }
    }
    chosen
}

//! Old data: names, barcodes and discontinuations may have changed since their release.

use super::Dataset;
use crate::date::Date;

/// The age in days from which on data are old, unless a host decides otherwise. Releases are weekly.
///
/// `tests/docs/constants.test.mjs` lists the hosts and documents that repeat it, and compares them.
pub const OLD_AFTER_DAYS: u32 = 14;

impl Dataset<'_> {
    /// Returns the number of days since the release, or 0 if it is of a later day.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::Dataset;
    /// use pack_lookup::date::Date;
    ///
    /// let dataset = Dataset::open(&bytes)?;
    /// assert_eq!(dataset.age_on(Date::parse("2025-11-20")?), 14);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn age_on(&self, today: Date) -> u32 {
        today.days().saturating_sub(self.release_date().days()).max(0).unsigned_abs()
    }

    /// Returns the number of days since the release if the data are old on a day: if there are at least
    /// `old_after` of them. Demonstration data have no age.
    ///
    /// # Examples
    ///
    /// ```
    /// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
    /// use pack_lookup::dataset::{Dataset, OLD_AFTER_DAYS};
    /// use pack_lookup::date::Date;
    ///
    /// let dataset = Dataset::open(&bytes)?;
    /// assert!(dataset.is_demo());
    /// assert_eq!(dataset.old_days(Date::parse("2027-01-01")?, OLD_AFTER_DAYS), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn old_days(&self, today: Date, old_after: u32) -> Option<u32> {
        let days = self.age_on(today);
        if self.is_demo() || days < old_after { None } else { Some(days) }
    }

    /// Says what everybody must know about data that are so many days old.
    pub(crate) fn old_notice(&self, days: u32) -> String {
        format!(
            "Old data: the release of {} is {days} days old. Names, barcodes and packs may have changed since.",
            self.release_date()
        )
    }
}

//! What readers must know about the data: what an incomplete release lacked when a dataset was made from
//! it, and how old the release is. Names, barcodes and discontinuations may have changed since.

use std::fmt;

use serde::{Serialize, Serializer};

use super::Dataset;
use super::format::FIRST_GAP;
use crate::date::Date;

/// The age in days from which on data are old, unless a host decides otherwise. Releases are weekly.
///
/// `tests/docs/constants.test.mjs` lists the hosts and documents that repeat it, and compares them.
pub const OLD_AFTER_DAYS: u32 = 14;

macro_rules! gaps {
    ($($gap:ident $word:literal $text:literal,)*) => {
        /// Something that a release lacked. The variants are in the order of the flags in the file, so append
        /// new ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Gap {
            $(#[doc = $text] $gap,)*
        }

        impl Gap {
            const ALL: &[Gap] = &[$(Gap::$gap,)*];

            /// A stable code for programs.
            pub fn as_str(self) -> &'static str {
                match self { $(Gap::$gap => $word,)* }
            }

            /// The gap and its effect for people, as the end of a sentence that starts with "the
            /// release had".
            pub fn text(self) -> &'static str {
                match self { $(Gap::$gap => $text,)* }
            }
        }
    };
}

gaps! {
    NoGtinFile "no_gtin_file" "no GTIN file (no barcode is known)",
    NoLookupFile "no_lookup_file" "no lookup file (legal categories and flags have their usual meaning)",
    NoVmpFile "no_vmp_file" "no VMP file (names of generic packs replace those of generic products)",
    NoVmppFile "no_vmpp_file" "no VMPP file (names of packs replace generic names)",
    MixedWeeks "mixed_weeks" "files of different weeks (links between records may be missing or wrong)",
    TwoFilesOfAKind "two_files_of_a_kind" "two files of one kind (one of them was ignored)",
    NoVtmFile "no_vtm_file" "no VTM file (therapeutic moieties are missing)",
    NoAmpFile "no_amp_file" "no AMP file (products of suppliers are missing)",
    NoIngredientFile "no_ingredient_file" "no ingredient file (names of substances are missing)",
}

impl Gap {
    fn flag(self) -> u16 {
        FIRST_GAP << self as u16
    }
}

/// A set of gaps, which the header of a dataset stores as flags. Most datasets have none. Every host must
/// tell people about them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Gaps(u16);

impl Gaps {
    /// What everybody must know about data with gaps, or `None` without any.
    pub(crate) fn notice(self) -> Option<String> {
        if self.is_empty() { None } else { Some(format!("Incomplete data: the release had {self}.")) }
    }

    /// Lists every gap that this version knows.
    pub(super) fn all() -> Gaps {
        Gap::ALL.iter().copied().collect()
    }

    /// Reads the gaps in the flags of a file.
    pub(crate) fn of_flags(flags: u16) -> Gaps {
        Gaps(flags & Gaps::all().0)
    }

    /// The gaps as flags of a file.
    pub(super) fn flags(self) -> u16 {
        self.0
    }

    /// Reports whether the release was complete.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Lists each gap, in the order of the flags.
    pub fn iter(self) -> impl Iterator<Item = Gap> {
        Gap::ALL.iter().copied().filter(move |gap| self.0 & gap.flag() != 0)
    }
}

impl FromIterator<Gap> for Gaps {
    fn from_iter<I: IntoIterator<Item = Gap>>(gaps: I) -> Gaps {
        let mut flags = 0;
        for gap in gaps {
            flags |= gap.flag();
        }
        Gaps(flags)
    }
}

/// Serialises the codes of the gaps.
impl Serialize for Gaps {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter().map(Gap::as_str))
    }
}

/// Writes the gaps for people, as the end of a sentence that starts with "the release had".
impl fmt::Display for Gaps {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.iter().map(Gap::text).collect::<Vec<_>>().join(", "))
    }
}

impl Dataset<'_> {
    /// Counts the days since the release, or 0 if it is of a later day.
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

    /// Counts the days since the release if the data are old on a day: if there are at least
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

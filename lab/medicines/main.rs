//! Measures how the search finds medicines: `npm run lab -- medicines COMMAND DATASET`, where the dataset is a file of
//! `pack-lookup build`.
//!
//! | command | measures |
//! |---|---|
//! | `vmps` | which current packs the name of their generic product finds |
//! | `common` | the places of the presentations that are dispensed most |
//! | `names` | which names of the release do not find their packs |
//! | `kinds` | wrong and missing answers to generated questions, by kind of fault |
//! | `writings` | which ordinary writings of a medicine find nothing, or another medicine first |
//!
//! [`medicines::judge`] decides about answers by the names of packs. It shares no code with the search.

#[path = "mod.rs"]
mod medicines;

use std::error::Error;

fn main() -> Result<(), Box<dyn Error>> {
    medicines::run(std::env::args().skip(1))
}

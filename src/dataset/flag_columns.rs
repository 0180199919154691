//! Flags and categories of packs: legal category, discontinued, invalid, mixture.

use super::bitmap::{Bitmap, Sparse};
use super::error::OpenError;
use super::input::Input;
use super::texts::EachText;

/// The legal categories, and the status of packs.
#[derive(Clone, Copy, Debug)]
pub struct FlagColumns<'a> {
    pub legal_categories: EachText<'a>,
    /// The flag texts of discontinued packs.
    pub flags: EachText<'a>,
    /// The index of the day of each discontinued pack.
    pub discontinued: Sparse<'a>,
    pub invalid: Bitmap<'a>,
    pub mixtures: Bitmap<'a>,
}

impl<'a> FlagColumns<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<FlagColumns<'a>, OpenError> {
        Ok(FlagColumns {
            legal_categories: EachText::open(input, packs)?,
            flags: EachText::open(input, packs)?,
            discontinued: Sparse::open(input, packs)?,
            invalid: Bitmap::open(input, packs)?,
            mixtures: Bitmap::open(input, packs)?,
        })
    }
}

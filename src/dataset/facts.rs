//! What is so of a pack: its legal category, whether it is discontinued or invalid, and whether it is a mixture.

use super::bitmap::{Bitmap, Sparse};
use super::error::OpenError;
use super::input::Input;
use super::texts::EachText;

/// Legal categories, and the state of packs.
#[derive(Clone, Copy, Debug)]
pub struct Facts<'a> {
    pub legal_categories: EachText<'a>,
    /// In which words a pack is discontinued.
    pub flags: EachText<'a>,
    /// The places of the days on which packs were discontinued: one for each that is.
    pub discontinued: Sparse<'a>,
    pub invalid: Bitmap<'a>,
    pub mixtures: Bitmap<'a>,
}

impl<'a> Facts<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Facts<'a>, OpenError> {
        Ok(Facts {
            legal_categories: EachText::open(input, packs)?,
            flags: EachText::open(input, packs)?,
            discontinued: Sparse::open(input, packs)?,
            invalid: Bitmap::open(input, packs)?,
            mixtures: Bitmap::open(input, packs)?,
        })
    }
}

//! Columns of packs: flags and categories, prices, and the components of combination packs.

use super::bitmap::{Bitmap, RankSelectBitmap, Sparse};
use super::column::Column;
use super::error::OpenError;
use super::format::MAX_COMPONENTS;
use super::input::Input;
use super::texts::{EachText, Spans};
use crate::pack::Prices;

/// The legal categories, the status of packs, and which packs are mixtures. Each distinct text is stored
/// once, and only discontinued packs have a day.
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

/// The prices and previous prices, in pence. A pack without a price has no value here, which is not the same
/// as a price of 0.
#[derive(Clone, Copy, Debug)]
pub struct PriceColumn<'a> {
    price: Sparse<'a>,
    price_prev: Sparse<'a>,
}

impl<'a> PriceColumn<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<PriceColumn<'a>, OpenError> {
        Ok(PriceColumn { price: Sparse::open(input, packs)?, price_prev: Sparse::open(input, packs)? })
    }

    /// Reads the prices of a pack.
    #[inline]
    pub fn get(&self, index: usize) -> Prices {
        Prices { price_pence: pence(&self.price, index), price_prev_pence: pence(&self.price_prev, index) }
    }
}

#[inline]
fn pence(prices: &Sparse<'_>, index: usize) -> Option<u32> {
    Some(prices.get(index)? as u32)
}

/// The combination packs, and the numbers of the packs in each. A damaged list is cut at the limit of the
/// format.
#[derive(Clone, Copy, Debug)]
pub struct Components<'a> {
    parents: RankSelectBitmap<'a>,
    of_parent: Spans<'a>,
    children: Column<'a>,
}

impl<'a> Components<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Components<'a>, OpenError> {
        let (parents, of_parent) = (RankSelectBitmap::open(input, packs)?, Spans::open(input)?);
        let children = Column::open(input)?;
        // Without bytes, all children are pack 0, which occurs at most once in each combination pack.
        if children.is_without_bytes() && children.len() > packs {
            return Err(input.damaged());
        }
        Ok(Components { parents, of_parent, children })
    }

    /// Lists the numbers of the packs in a combination pack.
    pub fn of_pack(&self, index: usize) -> impl Iterator<Item = u32> + use<'a> {
        let children = self.children;
        let places = match self.parents.rank_if_set(index) {
            Some(parent) => self.of_parent.get(parent),
            None => 0..0,
        };
        let places = (places.start..places.end.min(children.len())).take(MAX_COMPONENTS);
        places.map(move |place| children.get(place) as u32)
    }
}

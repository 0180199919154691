//! The prices of packs.

use super::bitmap::Sparse;
use super::error::OpenError;
use super::input::Input;
use crate::pack::Prices;

/// The prices and previous prices, in pence.
#[derive(Clone, Copy, Debug)]
pub struct PriceColumn<'a> {
    price: Sparse<'a>,
    price_prev: Sparse<'a>,
}

impl<'a> PriceColumn<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<PriceColumn<'a>, OpenError> {
        Ok(PriceColumn { price: Sparse::open(input, packs)?, price_prev: Sparse::open(input, packs)? })
    }

    /// Returns the prices of a pack.
    #[inline]
    pub fn get(&self, index: usize) -> Prices {
        Prices { price_pence: pence(&self.price, index), price_prev_pence: pence(&self.price_prev, index) }
    }
}

#[inline]
fn pence(prices: &Sparse<'_>, index: usize) -> Option<u32> {
    Some(prices.get(index)? as u32)
}

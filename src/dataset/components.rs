//! Combination packs and their components.

use super::bitmap::RankSelectBitmap;
use super::column::Column;
use super::error::OpenError;
use super::format::MAX_COMPONENTS;
use super::input::Input;
use super::texts::Spans;

/// The combination packs, and the packs in each.
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

    /// Returns the numbers of the packs in a combination pack.
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

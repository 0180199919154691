//! Combination packs, and the packs that are in them.

use super::bitmap::Ranked;
use super::column::Column;
use super::error::OpenError;
use super::format::MOST_COMPONENTS;
use super::input::Input;
use super::texts::Spans;

/// Which packs hold others, and which these are.
#[derive(Clone, Copy, Debug)]
pub struct Components<'a> {
    parents: Ranked<'a>,
    of_parent: Spans<'a>,
    children: Column<'a>,
}

impl<'a> Components<'a> {
    pub fn open(input: &mut Input<'a>, packs: usize) -> Result<Components<'a>, OpenError> {
        let (parents, of_parent) = (Ranked::open(input, packs)?, Spans::open(input)?);
        let children = Column::open(input)?;
        // Only the first pack is written without a byte, and it is once in each of the others.
        if children.is_without_bytes() && children.len() > packs {
            return Err(input.damaged());
        }
        Ok(Components { parents, of_parent, children })
    }

    /// The numbers of the packs that are in this one.
    pub fn of_pack(&self, index: usize) -> impl Iterator<Item = u32> + use<'a> {
        let children = self.children;
        let places = self.parents.rank_if_set(index).map_or(0..0, |parent| self.of_parent.get(parent));
        let places = (places.start..places.end.min(children.len())).take(MOST_COMPONENTS);
        places.map(move |place| children.get(place) as u32)
    }
}

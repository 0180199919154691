//! Codes of packs and concepts. Nearly all are in the UK's namespace, so only their item numbers are stored.

use super::byte_sliced_column::ByteSlicedColumn;
use super::column::Column;
use super::error::OpenError;
use super::format::{HOME_EXTENSION, HOME_SCALE};
use super::input::Input;
use crate::snomed::{AmppId, ConceptId, verhoeff_check_digit};

/// Codes by index. A code in the UK's namespace is stored as its item number, and any other one in full. To
/// find a code takes a pass over the column.
#[derive(Clone, Copy, Debug)]
pub struct Ids<'a> {
    items: ByteSlicedColumn<'a>,
    foreign: Column<'a>,
}

impl<'a> Ids<'a> {
    /// Opens the codes of `count` packs.
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<Ids<'a>, OpenError> {
        Ok(Ids { items: ByteSlicedColumn::open_exact(input, count)?, foreign: Column::open(input)? })
    }

    /// Opens codes whose number is in the file. At most one can be stored without bytes, because codes are
    /// distinct.
    pub fn open_any(input: &mut Input<'a>) -> Result<Ids<'a>, OpenError> {
        let items = ByteSlicedColumn::open(input)?;
        if items.is_without_bytes() && items.len() > 1 {
            return Err(input.damaged());
        }
        Ok(Ids { items, foreign: Column::open(input)? })
    }

    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Reads the code of the pack at `index`, which must be in range.
    pub fn get(&self, index: usize) -> Option<AmppId> {
        self.number(index).and_then(AmppId::new)
    }

    /// Reads the code of the concept at `index`. Returns `None` if it is out of range.
    pub fn concept(&self, index: usize) -> Option<ConceptId> {
        if index >= self.len() {
            return None;
        }
        self.number(index).and_then(ConceptId::new)
    }

    fn number(&self, index: usize) -> Option<u64> {
        let item = self.items.get(index);
        match item.checked_sub(self.foreign.len() as u64) {
            Some(item) => home_id(item),
            None => Some(self.foreign.get(item as usize)),
        }
    }

    /// Finds the index of a code. The scan compares the two lowest bytes of each code.
    pub fn position(&self, id: u64) -> Option<usize> {
        let item = match home_item(id) {
            Some(item) => item + self.foreign.len() as u64,
            None => self.foreign_place(id)?,
        };
        self.items.position(item)
    }

    fn foreign_place(&self, id: u64) -> Option<u64> {
        let place = Column::partition_point(self.foreign.len(), |place| self.foreign.get(place) < id);
        if self.foreign.get(place) == id { Some(place as u64) } else { None }
    }
}

/// Computes the code with this item number in the UK's namespace.
fn home_id(item: u64) -> Option<u64> {
    let body = item.checked_mul(HOME_SCALE / 10)?.checked_add(HOME_EXTENSION)?;
    body.checked_mul(10)?.checked_add(verhoeff_check_digit(body).into())
}

/// Extracts the item number of a code in the UK's namespace with a correct check digit.
fn home_item(id: u64) -> Option<u64> {
    let item = id / HOME_SCALE;
    if home_id(item) == Some(id) { Some(item) } else { None }
}

#[cfg(feature = "write")]
pub fn push_ids(out: &mut Vec<u8>, ids: &[u64]) {
    use super::byte_sliced_column::push_byte_sliced_column;
    use super::column::push_column;
    use super::table::Table;
    let foreign = Table::new(ids.iter().copied().filter(|id| home_item(*id).is_none()));
    let mut items = Vec::with_capacity(ids.len());
    for id in ids {
        items.push(match home_item(*id) {
            Some(item) => item + foreign.values().len() as u64,
            None => foreign.place(id),
        });
    }
    push_byte_sliced_column(out, items);
    push_column(out, foreign.values().iter().copied());
}

//! AMPP codes: of nearly all only the number is stored that the UK's namespace has for them.

use super::column::Column;
use super::error::OpenError;
use super::format::{HOME_EXTENSION, HOME_SCALE};
use super::input::Input;
use crate::ampp_id::{AmppId, verhoeff_check_digit};

/// AMPP codes by place.
#[derive(Clone, Copy, Debug)]
pub struct Ids<'a> {
    items: Column<'a>,
    foreign: Column<'a>,
}

impl<'a> Ids<'a> {
    /// Opens the codes of `count` packs.
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<Ids<'a>, OpenError> {
        Ok(Ids { items: Column::open_exact(input, count)?, foreign: Column::open(input)? })
    }

    /// The code at `index`, which must be one of the packs.
    pub fn get(&self, index: usize) -> Option<AmppId> {
        let item = self.items.get(index);
        AmppId::new(match item.checked_sub(self.foreign.len() as u64) {
            Some(item) => home_id(item)?,
            None => self.foreign.get(item as usize),
        })
    }

    /// Where a code stands. Looks at each, about half a nanosecond for one.
    pub fn position(&self, id: AmppId) -> Option<usize> {
        let item = match home_item(id) {
            Some(item) => item + self.foreign.len() as u64,
            None => self.foreign.position(id.number())? as u64,
        };
        self.items.position(item)
    }
}

/// The AMPP code with this item number in the UK's namespace.
fn home_id(item: u64) -> Option<u64> {
    let body = item.checked_mul(HOME_SCALE / 10)?.checked_add(HOME_EXTENSION)?;
    body.checked_mul(10)?.checked_add(verhoeff_check_digit(body).into())
}

/// The item number of an AMPP code in the UK's namespace with the right check digit.
fn home_item(id: AmppId) -> Option<u64> {
    let item = id.number() / HOME_SCALE;
    (home_id(item) == Some(id.number())).then_some(item)
}

#[cfg(feature = "write")]
pub fn push_ids(out: &mut Vec<u8>, ids: &[AmppId]) {
    use super::column::push_column;
    let foreign: std::collections::BTreeSet<u64> =
        ids.iter().filter(|id| home_item(**id).is_none()).map(|id| id.number()).collect();
    let foreign: Vec<u64> = foreign.into_iter().collect();
    let place = |id: &AmppId| foreign.binary_search(&id.number()).unwrap_or(0) as u64;
    push_column(
        out,
        ids.iter().map(|id| home_item(*id).map_or_else(|| place(id), |item| item + foreign.len() as u64)),
    );
    push_column(out, foreign.iter().copied());
}

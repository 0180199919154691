//! Sizes of packs.

use crate::dataset::{Dataset, PackNumber};
use crate::quantity::{Unit, equal_quantities};
use crate::search::read::Size;
use crate::text::{Token, fold, tokens};

/// Compares the sizes of packs with a size of a query. Neighbours often have equal sizes.
pub struct SizeReader {
    /// The notations of the size: its number, or its quantity in each unit.
    wanted: Vec<Token>,
    last: Option<(u32, bool)>,
}

impl SizeReader {
    pub fn new(size: &Size) -> SizeReader {
        let unit = size.unit.and_then(Unit::named);
        let wanted = match unit {
            Some(unit) => {
                equal_quantities(&size.number, unit).into_iter().map(|(n, u)| Token::Quantity(n, u)).collect()
            }
            None => vec![Token::Number(size.number.clone())],
        };
        SizeReader { wanted, last: None }
    }

    /// Reports whether the size or the sub-pack of a pack has it.
    pub fn has(&mut self, dataset: &Dataset<'_>, pack: PackNumber) -> bool {
        let place = dataset.size_place(pack);
        if let Some((last, has)) = self.last
            && last == place
            && dataset.subpack(pack).is_none()
        {
            return has;
        }
        let mut has = self.is_in(dataset.size(pack));
        self.last = Some((place, has));
        if let Some(subpack) = dataset.subpack(pack) {
            has |= self.is_in(subpack);
        }
        has
    }

    fn is_in(&self, text: &str) -> bool {
        // `20 unit dose` is a count of doses, not a strength in units.
        for token in tokens(&fold(text).replace("unit dose", "dose")) {
            let is_equal = self.wanted.contains(&token)
                || matches!((&token, self.wanted.first()), (Token::Quantity(number, unit), Some(Token::Number(wanted)))
                    if number == wanted && !unit.is_strength());
            if is_equal {
                return true;
            }
        }
        false
    }
}

//! The fields of a pack in a row of an update: its texts and numbers.

use crate::dataset::gtins::{date_since_first, since_first};
use crate::date::Date;
use crate::pack::{Discontinued, Pack};

/// A text field of a pack.
#[derive(Clone, Copy)]
pub enum Text {
    Name,
    GenericProductName,
    GenericPackName,
    ShortName,
    Subpack,
    LegalCategory,
    Flag,
}

impl Text {
    /// All text fields, in the order of the file.
    pub const ALL: [Text; 7] = [
        Text::Name,
        Text::GenericProductName,
        Text::GenericPackName,
        Text::ShortName,
        Text::Subpack,
        Text::LegalCategory,
        Text::Flag,
    ];

    pub fn get(self, pack: &Pack) -> Option<&str> {
        match self {
            Text::Name => Some(&pack.name),
            Text::GenericProductName => Some(&pack.generic_product_name),
            Text::GenericPackName => Some(&pack.generic_pack_name),
            Text::ShortName => pack.short_name.as_deref(),
            Text::Subpack => pack.subpack.as_deref(),
            Text::LegalCategory => Some(&pack.legal_category),
            Text::Flag => Some(&pack.discontinued.as_ref()?.flag),
        }
    }

    pub fn set(self, pack: &mut Pack, text: Option<String>) {
        match self {
            Text::Name => pack.name = text.unwrap_or_default(),
            Text::GenericProductName => pack.generic_product_name = text.unwrap_or_default(),
            Text::GenericPackName => pack.generic_pack_name = text.unwrap_or_default(),
            Text::ShortName => pack.short_name = text,
            Text::Subpack => pack.subpack = text,
            Text::LegalCategory => pack.legal_category = text.unwrap_or_default(),
            Text::Flag => set_flag(pack, text),
        }
    }
}

/// Sets the flag and keeps the day. A changed day follows in the numbers.
fn set_flag(pack: &mut Pack, flag: Option<String>) {
    let date = pack.discontinued.as_ref().and_then(|discontinued| discontinued.date);
    pack.discontinued = flag.map(|flag| Discontinued { flag, date });
}

/// A number field of a pack.
#[derive(Clone, Copy)]
pub enum Number {
    /// 0 if the pack is not discontinued or the day is not recorded, which the flag distinguishes.
    DiscontinuedDay,
    Price,
    PreviousPrice,
    IsInvalid,
}

impl Number {
    /// All number fields, in the order of the file.
    pub const ALL: [Number; 4] =
        [Number::DiscontinuedDay, Number::Price, Number::PreviousPrice, Number::IsInvalid];

    pub fn get(self, pack: &Pack) -> u64 {
        match self {
            Number::DiscontinuedDay => day(pack.status().discontinued_date),
            Number::Price => pence(pack.prices.price_pence),
            Number::PreviousPrice => pence(pack.prices.price_prev_pence),
            Number::IsInvalid => pack.is_invalid.into(),
        }
    }

    /// Predicts the value of a change. When a price changes, the new previous price is normally the model's
    /// current price.
    pub fn predicted(self, model: &Pack) -> Option<u64> {
        match self {
            Number::PreviousPrice => Some(pence(model.prices.price_pence)),
            _ => None,
        }
    }

    pub fn set(self, pack: &mut Pack, number: u64) {
        match self {
            Number::DiscontinuedDay => set_discontinued_day(pack, number),
            Number::Price => pack.prices.price_pence = price(number),
            Number::PreviousPrice => pack.prices.price_prev_pence = price(number),
            Number::IsInvalid => pack.is_invalid = number != 0,
        }
    }

    /// Encodes a number: `None` if it equals the model's, 0 if it equals the prediction, or one more than its
    /// value.
    pub fn encode(self, model: &Pack, pack: &Pack) -> Option<u64> {
        let number = self.get(pack);
        if number == self.get(model) {
            None
        } else if self.predicted(model) == Some(number) {
            Some(0)
        } else {
            Some(number + 1)
        }
    }
}

fn set_discontinued_day(pack: &mut Pack, number: u64) {
    if let Some(discontinued) = &mut pack.discontinued {
        discontinued.date = date(number);
    }
}

/// Encodes a day, counted from 1, or 0 for no day.
pub fn day(date: Option<Date>) -> u64 {
    match date {
        Some(date) => since_first(date) + 1,
        None => 0,
    }
}

/// Finds the day that a number counted from 1 means. 0 means no day.
pub fn date(number: u64) -> Option<Date> {
    number.checked_sub(1).and_then(date_since_first)
}

/// Encodes a price: 0 for no price, or one more than the pence.
fn pence(price: Option<u32>) -> u64 {
    match price {
        Some(pence) => u64::from(pence) + 1,
        None => 0,
    }
}

fn price(number: u64) -> Option<u32> {
    Some(number.checked_sub(1)? as u32)
}

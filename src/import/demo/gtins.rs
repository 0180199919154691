//! The GTINs of demonstration packs. They cannot occur on a real box:
//!
//! * 13 digits that start with `952`, and their 14-digit forms and outer cases: GS1's prefix for
//!   demonstrations;
//! * `0495...`, as UPC-12 `495...`: GS1 reserves `04` for codes inside a company, which no trade item has;
//! * `952` and five digits, as GTIN-8: also the prefix for demonstrations.

use super::catalogue::Origin;
use super::pack::{Dice, Purpose, Release};
use super::tables::Story;
use super::{first_day, release_day};
use crate::date::Date;
use crate::gtin::{Gtin, RecordedGtin};

/// A row of the GTIN file. A row without a GTIN is one that the schema allows to be empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GtinRow {
    pub gtin: Option<RecordedGtin>,
    pub start: Date,
    pub end: Option<Date>,
}

/// Lists the rows of a pack.
pub fn of_pack(release: &Release, number: u32) -> Vec<GtinRow> {
    match release.catalogue.origin(number) {
        Some(Origin::Story(_, story)) => told(story),
        Some(Origin::Run(..)) => made(release, number),
        None => Vec::new(),
    }
}

/// Parses the rows of a hand-written pack: `952123456789?@2013-01-24..2019-03-06`.
fn told(story: &Story) -> Vec<GtinRow> {
    story.gtins.iter().filter_map(|text| scripted_row(text)).collect()
}

fn scripted_row(text: &str) -> Option<GtinRow> {
    let (digits, period) = text.split_once('@')?;
    let (start, end) = period.split_once("..").unwrap_or((period, ""));
    let mut gtin = RecordedGtin::parse(&digits.replace('?', "0")).ok();
    if digits.ends_with('?') {
        gtin = gtin.map(with_check_digit);
    }
    Some(GtinRow { gtin, start: Date::parse(start).ok()?, end: Date::parse(end).ok() })
}

fn with_check_digit(gtin: RecordedGtin) -> RecordedGtin {
    RecordedGtin::new(gtin.gtin().with_right_check_digit(), gtin.has_14_digits())
}

/// Generates the rows of a generated pack, with the frequencies and forms of real packs.
fn made(release: &Release, number: u32) -> Vec<GtinRow> {
    let dice = &mut release.dice(number, Purpose::Gtins);
    let mut rows = Vec::new();
    for place in 0..codes(dice) {
        if let Some(gtin) = code(release, number, place) {
            rows.extend(periods(dice, gtin));
        }
    }
    if !rows.is_empty() && dice.chance(6_600) {
        rows.extend(reused(release, number, dice));
    }
    rows
}

/// Counts the codes of a pack.
fn codes(dice: &mut Dice) -> u32 {
    match dice.below(100_000) {
        0..57_600 => 0,
        57_600..94_400 => 1,
        94_400..98_700 => 2,
        98_700..99_500 => 3,
        99_500..99_900 => 4,
        99_900..99_970 => 5,
        _ => 8,
    }
}

/// Generates a code of a pack. It depends only on the release, the pack and the place.
fn code(release: &Release, number: u32, place: u32) -> Option<RecordedGtin> {
    const PLACES: u64 = 16;
    let serial = u64::from(number) * PLACES + u64::from(place);
    let mut dice = release.dice(number, Purpose::Layout);
    let kind = (dice.below(1000) + u64::from(place) * 37) % 1000;
    let (body, has_14_digits) = match kind {
        // 04 95, then eight digits.
        0..32 => (49_500_000_000 + scattered(serial) % 100_000_000, true),
        // 952, then four digits. There are only ten thousand of these GTIN-8.
        32 if number < 10_000 => (9_520_000 + u64::from(number), true),
        33..48 => ((1 + kind % 8) * 1_000_000_000_000 + demo_body(serial), true),
        48..130 => (demo_body(serial), true),
        _ => (demo_body(serial), false),
    };
    Some(with_check_digit(RecordedGtin::new(Gtin::new(body * 10)?, has_14_digits)))
}

/// Builds 952 and nine digits.
fn demo_body(serial: u64) -> u64 {
    952_000_000_000 + scattered(serial)
}

/// Computes one of 10^9 distinct numbers for each serial. Neighbours are far apart.
fn scattered(serial: u64) -> u64 {
    /// It ends in 7, so it is coprime to any power of ten.
    const STEP: u64 = 618_033_987;
    (serial * STEP + 200_000_000) % 1_000_000_000
}

/// Lists the periods of a code.
fn periods(dice: &mut Dice, gtin: RecordedGtin) -> Vec<GtinRow> {
    let start = dice.day(first_day(), release_day());
    let end = dice.day(start, release_day());
    let (kind, is_closed) = (dice.below(1000), dice.chance(17_000));
    let in_14_digits = RecordedGtin::new(gtin.gtin(), true);
    match kind {
        // Recorded with 13 digits first, and with 14 from a later day.
        0..45 if !gtin.has_14_digits() => {
            vec![row(gtin, start, Some(end)), row(in_14_digits, day_after(end), None)]
        }
        45..50 => vec![row(gtin, start, Some(end)), row(gtin, day_after(end), None)],
        // Announced for a later day.
        50 => vec![row(gtin, day_after(release_day()), None)],
        _ => vec![row(gtin, start, is_closed.then_some(end))],
    }
}

fn row(gtin: RecordedGtin, start: Date, end: Option<Date>) -> GtinRow {
    GtinRow { gtin: Some(gtin), start, end }
}

fn day_after(day: Date) -> Date {
    Date::from_days(day.days() + 1).unwrap_or(day)
}

/// Chooses a re-used code: mostly of a similar pack, sometimes of any pack.
fn reused(release: &Release, number: u32, dice: &mut Dice) -> Option<GtinRow> {
    let other = match dice.below(3) {
        0 => dice.below(u64::from(release.packs)) as u32,
        _ => number.saturating_sub(1),
    };
    let codes_of_other = codes(&mut release.dice(other, Purpose::Gtins));
    let is_scripted = (other as usize) < release.catalogue.stories.len();
    let start = dice.day(first_day(), release_day());
    let row = GtinRow { gtin: code(release, other, 0), start, end: None };
    (codes_of_other > 0 && !is_scripted && other != number).then_some(row)
}

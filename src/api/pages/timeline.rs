//! Periods as bars over years. It uses no clock: an open period ends at the right edge. The right edge is the
//! day of the release, or a later end of a period.

use std::fmt;

use maud::{Markup, html};

use super::period;
use crate::date::Date;
use crate::pack::GtinEntry;

const WIDTH: u32 = 320;
const ROW_HEIGHT: usize = 34;
const BAR_BELOW_LABEL: usize = 17;
const BAR_HEIGHT: usize = 10;
const AXIS_HEIGHT: usize = 20;
const MAX_YEARS_LABELLED: u16 = 6;

/// Draws some periods. Returns `None` if there are none.
pub(super) fn draw(entries: &[GtinEntry], release: Date) -> Option<Markup> {
    let scale = Scale::of(entries, release)?;
    let bars_height = entries.len() * ROW_HEIGHT;
    let height = bars_height + AXIS_HEIGHT;
    Some(html! {
        svg viewBox=(format!("0 0 {WIDTH} {height}")) role="img" aria-labelledby="timeline-title timeline-desc" {
            title #timeline-title { "Periods of the GTINs of this pack" }
            desc #timeline-desc { (description(entries)) }
            @for year in scale.named_years() { (year_line(&scale, year, bars_height)) }
            @for (row, entry) in entries.iter().enumerate() { (bar(&scale, entry, row * ROW_HEIGHT)) }
        }
    })
}

fn description(entries: &[GtinEntry]) -> String {
    let periods: Vec<_> = entries.iter().map(|entry| format!("{}: {}", entry.gtin, period(entry))).collect();
    periods.join("; ")
}

fn year_line(scale: &Scale, year: u16, height: usize) -> Markup {
    let x = scale.x(Date::new(year, 1, 1).unwrap_or(scale.first)).to_string();
    html! {
        line x1=(x) x2=(x) y1="0" y2=(height) {}
        text.year x=(x) y=(height + 14) text-anchor="middle" { (year) }
    }
}

fn bar(scale: &Scale, entry: &GtinEntry, y: usize) -> Markup {
    let start = scale.x(entry.start_date);
    let end = scale.x(entry.end_date.unwrap_or(scale.last));
    let width = Tenths(end.0.saturating_sub(start.0).max(NARROWEST.0));
    let class = if entry.end_date.is_none() { "open" } else { "ended" };
    html! {
        text x="0" y=(y + 12) { (entry.gtin) }
        rect class=(class) x=(start.to_string()) y=(y + BAR_BELOW_LABEL) width=(width.to_string())
            height=(BAR_HEIGHT) rx="2" { title { (entry.gtin) ": " (period(entry)) } }
    }
}

/// A coordinate or a distance, in tenths of its unit. Formatting floats would add 7 KB to the download of
/// every visitor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Tenths(u32);

/// The width of the bar of a single day.
const NARROWEST: Tenths = Tenths(20);
/// The minimum distance of the centre of a year's label from both edges.
const LABEL_WIDTH: u32 = 120;

impl fmt::Display for Tenths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.0 / 10, self.0 % 10)
    }
}

/// The scale from days to coordinates.
struct Scale {
    first: Date,
    last: Date,
}

impl Scale {
    fn of(entries: &[GtinEntry], release: Date) -> Option<Scale> {
        let mut first = entries.first()?.start_date;
        let mut last = release;
        for entry in entries {
            first = first.min(entry.start_date);
            last = last.max(entry.end_date.unwrap_or(entry.start_date)).max(entry.start_date);
        }
        Some(Scale { first, last })
    }

    fn x(&self, date: Date) -> Tenths {
        let all = self.days_to(self.last).max(1);
        Tenths(((u64::from(WIDTH) * 10 * self.days_to(date) + all / 2) / all) as u32)
    }

    /// Counts the days from the first day.
    fn days_to(&self, date: Date) -> u64 {
        u64::from((date.days() - self.first.days()).max(0).unsigned_abs())
    }

    /// Lists the years whose first day is on the drawing, in even steps, not close to its edges.
    fn named_years(&self) -> impl Iterator<Item = u16> {
        let (first, last) = (self.first.civil().0, self.last.civil().0);
        let step = ((last - first) / MAX_YEARS_LABELLED + 1).next_power_of_two();
        (first + 1..=last).filter(move |year| year % step == 0).filter(|year| self.fits_label(*year))
    }

    fn fits_label(&self, year: u16) -> bool {
        let label = Tenths(LABEL_WIDTH)..Tenths(WIDTH * 10 - LABEL_WIDTH);
        Date::new(year, 1, 1).is_some_and(|day| label.contains(&self.x(day)))
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use proptest::prelude::*;

    use super::*;
    use crate::gtin::{Gtin, RecordedGtin};

    fn date() -> impl Strategy<Value = Date> {
        let days = |text| Date::parse(text).unwrap().days();
        (days("0001-01-01")..=days("9999-12-31")).prop_map(|days| Date::from_days(days).unwrap())
    }

    fn entry() -> impl Strategy<Value = GtinEntry> {
        let gtin = RecordedGtin::new(Gtin::new(9_520_000_000_011).unwrap(), false);
        (date(), prop::option::of(date())).prop_map(move |(start_date, end_date)| GtinEntry {
            gtin,
            start_date,
            end_date,
        })
    }

    proptest! {
        #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn every_date_is_inside_the_drawing(entries in prop::collection::vec(entry(), 1..5), release in date()) {
            let scale = Scale::of(&entries, release).unwrap();
            let ends = entries.iter().filter_map(|entry| entry.end_date);
            let starts = entries.iter().map(|entry| entry.start_date);
            let whole = Tenths(0)..=Tenths(WIDTH * 10);
            prop_assert!(starts.chain(ends.filter(|end| *end >= scale.first)).all(|day| whole.contains(&scale.x(day))));
            prop_assert!(scale.named_years().count() <= usize::from(MAX_YEARS_LABELLED) + 1);
            prop_assert!(draw(&entries, release).is_some());
        }
    }

    /// There are few years, at equal distances, and none at an edge.
    #[test]
    fn labels_years_at_even_steps() {
        let named = |first: &str, last: &str| {
            let scale = Scale { first: Date::parse(first).unwrap(), last: Date::parse(last).unwrap() };
            scale.named_years().collect::<Vec<_>>()
        };
        assert_eq!(named("2001-06-01", "2025-06-01"), [2008, 2016, 2024]);
        assert_eq!(named("2017-06-01", "2025-06-01"), [2018, 2020, 2022, 2024]);
        assert_eq!(named("2023-03-01", "2025-06-01"), [2024, 2025]);
        assert_eq!(named("2024-12-30", "2025-06-01"), [0; 0]);
    }

    #[test]
    fn draws_a_single_day() {
        let day = Date::parse("2024-02-29").unwrap();
        let gtin = RecordedGtin::parse("9520000000011").unwrap();
        let drawing = draw(&[GtinEntry { gtin, start_date: day, end_date: Some(day) }], day).unwrap();
        assert!(drawing.into_string().contains("width=\"2.0\""));
    }
}

//! The GTIN file, with all groupings of the real file.

use std::io;

use super::items::UNKNOWN_ITEMS;
use super::xml::Out;
use crate::import::demo::gtins::{self, GtinRow};
use crate::import::demo::pack::{Purpose, Release, sctid};
use crate::import::dmd::element::*;

/// The rows of a pack for the file.
struct GtinRecord {
    ampp: u64,
    rows: Vec<GtinRow>,
}

pub fn write_gtins(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    let records = (0..release.packs)
        .map(|place| release.number_at(place))
        .map(|number| (number, gtins::of_pack(release, number)));
    let mut waiting: Option<GtinRecord> = None;
    xml.within(AMPPS, |xml| {
        for (number, rows) in records.filter(|(_, rows)| !rows.is_empty()) {
            let record = GtinRecord { ampp: release.ampp_id(number), rows };
            let mut dice = release.dice(number, Purpose::Layout);
            match (waiting.take(), dice.below(1000)) {
                // Two packs in one group.
                (Some(other), _) => write_gtin_groups(xml, &[other, record])?,
                (None, 0..5) => waiting = Some(record),
                // A pack in two groups.
                (None, 5..15) if record.rows.len() > 1 => write_twice(xml, record)?,
                // Two rows in one element.
                (None, 15..20) => write_joined(xml, &record)?,
                _ => write_gtin_groups(xml, &[record])?,
            }
        }
        write_gtin_groups(xml, waiting.as_slice())?;
        write_unknown(xml, release)
    })
}

fn write_gtin_groups(xml: Out<'_, '_>, records: &[GtinRecord]) -> io::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    xml.within(AMPP, |xml| {
        records.iter().try_for_each(|record| {
            xml.leaf(AMPPID, record.ampp)?;
            record.rows.iter().try_for_each(|row| xml.within(GTINDATA, |xml| write_gtin(xml, row)))
        })
    })
}

fn write_twice(xml: Out<'_, '_>, mut record: GtinRecord) -> io::Result<()> {
    let last = GtinRecord { ampp: record.ampp, rows: record.rows.pop().into_iter().collect() };
    write_gtin_groups(xml, &[record])?;
    write_gtin_groups(xml, &[last])
}

fn write_joined(xml: Out<'_, '_>, record: &GtinRecord) -> io::Result<()> {
    xml.within(AMPP, |xml| {
        xml.leaf(AMPPID, record.ampp)?;
        xml.within(GTINDATA, |xml| record.rows.iter().try_for_each(|row| write_gtin(xml, row)))
    })
}

fn write_gtin(xml: Out<'_, '_>, row: &GtinRow) -> io::Result<()> {
    xml.leaf(GTIN, row.gtin.map(|gtin| gtin.to_string()).unwrap_or_default())?;
    xml.leaf(STARTDT, row.start)?;
    xml.optional(ENDDT, row.end)
}

/// Writes rows of packs that the release does not have: one row in some thousands, and at least one.
fn write_unknown(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    const EVERY: usize = 4_999;
    (0..release.packs).rev().step_by(EVERY).zip(1..).try_for_each(|(last, place)| {
        let mut rows = (0..=last).rev().flat_map(|number| gtins::of_pack(release, number));
        let row = rows.next();
        row.map_or(Ok(()), |row| {
            let rows = vec![row];
            write_gtin_groups(xml, &[GtinRecord { ampp: sctid(UNKNOWN_ITEMS + place), rows }])
        })
    })
}

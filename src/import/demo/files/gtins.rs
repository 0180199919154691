//! The GTIN file, with all groupings of the real file.

use std::io;

use super::names::UNKNOWN_ITEMS;
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
    let mut waiting: Option<GtinRecord> = None;
    xml.open(AMPPS)?;
    for place in 0..release.packs {
        let number = release.number_at(place);
        let rows = gtins::of_pack(release, number);
        if rows.is_empty() {
            continue;
        }
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
    write_unknown(xml, release)?;
    xml.close(AMPPS)
}

fn write_gtin_groups(xml: Out<'_, '_>, records: &[GtinRecord]) -> io::Result<()> {
    if records.is_empty() {
        return Ok(());
    }
    xml.open(AMPP)?;
    for record in records {
        xml.leaf(AMPPID, record.ampp)?;
        for row in &record.rows {
            xml.open(GTINDATA)?;
            write_gtin(xml, row)?;
            xml.close(GTINDATA)?;
        }
    }
    xml.close(AMPP)
}

fn write_twice(xml: Out<'_, '_>, mut record: GtinRecord) -> io::Result<()> {
    let last = GtinRecord { ampp: record.ampp, rows: record.rows.pop().into_iter().collect() };
    write_gtin_groups(xml, &[record])?;
    write_gtin_groups(xml, &[last])
}

fn write_joined(xml: Out<'_, '_>, record: &GtinRecord) -> io::Result<()> {
    xml.open(AMPP)?;
    xml.leaf(AMPPID, record.ampp)?;
    xml.open(GTINDATA)?;
    for row in &record.rows {
        write_gtin(xml, row)?;
    }
    xml.close(GTINDATA)?;
    xml.close(AMPP)
}

fn write_gtin(xml: Out<'_, '_>, row: &GtinRow) -> io::Result<()> {
    match row.gtin {
        Some(gtin) => xml.leaf(GTIN, gtin)?,
        None => xml.leaf(GTIN, "")?,
    }
    xml.leaf(STARTDT, row.start)?;
    xml.optional(ENDDT, row.end)
}

/// Writes rows of packs that the release does not have: one row in some thousands, and at least one.
fn write_unknown(xml: Out<'_, '_>, release: &Release) -> io::Result<()> {
    const EVERY: usize = 4_999;
    for (last, place) in (0..release.packs).rev().step_by(EVERY).zip(1..) {
        if let Some(row) = last_row(release, last) {
            let record = GtinRecord { ampp: sctid(UNKNOWN_ITEMS + place), rows: vec![row] };
            write_gtin_groups(xml, &[record])?;
        }
    }
    Ok(())
}

/// Finds the first row of the last pack with rows, up to a number.
fn last_row(release: &Release, last: u32) -> Option<GtinRow> {
    for number in (0..=last).rev() {
        if let Some(row) = gtins::of_pack(release, number).first() {
            return Some(*row);
        }
    }
    None
}

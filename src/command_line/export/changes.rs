//! The table of what changed.

use std::io;

use super::table::{Column, Columns, Kind, Needs, Source, Table, Take, columns};
use crate::command_line::dataset_args::TableName;
use crate::history::{Asked, Row, What};

pub const fn columns<'r>() -> Columns<Row<'r>> {
    columns! { row: Row<'r> =>
        "release" Text "Release with the change" "name of the release" = row.step.source.release.as_str();
        "date" Day "Day of this release" "name of the release" = row.step.source.date;
        "kind" Text "Kind of the change" "comparison with the release before" = row.change.what.kind().as_str();
        "concept" Text "What changed: ampp, amp, vmpp, vmp or vtm" "file of the release" = row.change.concept.as_str();
        "code" Id "Its code" "APPID, APID, VPPID, VPID or VTMID" = row.change.code;
        "name" Text "Its name" "NM of the last release that has it" = row.name.as_str();
        "name_before" Text "Earlier name" "NM" = names(row)[0].as_deref();
        "name_after" Text "Later name" "NM" = names(row)[1].as_deref();
        "price_before" Number "Earlier price in pence" "AMPP PRICE_INFO PRICE" = prices(row)[0];
        "price_after" Number "Later price in pence" "AMPP PRICE_INFO PRICE" = prices(row)[1];
        "discontinued_date" Day "Since when it is discontinued" "AMPP DISCDT" = match &row.change.what {
            What::Discontinued { on } => *on,
            _ => None,
        };
        "gtin" Code "GTIN that a pack received or lost" "GTIN GTINDATA GTIN" = row.change.what.gtin();
        "end_date" Day "Last day of the GTIN on the pack" "GTIN GTINDATA ENDDT" = match &row.change.what {
            What::GtinEnded { on, .. } => Some(*on),
            _ => None,
        };
        "other_code" Id "Previous code, or the other pack of the GTIN" "VPIDPREV, VTMIDPREV or AMPPID" = row.change.what.other();
        "other_name" Text "Name of the other code" "NM of the last release that has it" = Some(row.other_name.as_str()).filter(|name| !name.is_empty());
    }
}

pub static CHANGES: Table = Table {
    name: TableName::Changes,
    about: "each change of a code, from a history",
    columns: columns().columns,
    key: &[],
    links: &[],
    needs: Needs::History,
    rows: changes,
};

fn names(row: &Row<'_>) -> [Option<String>; 2] {
    match &row.change.what {
        What::Renamed { before, after } => [Some(before.clone()), Some(after.clone())],
        _ => [None, None],
    }
}

fn prices(row: &Row<'_>) -> [Option<u32>; 2] {
    match row.change.what {
        What::Price { before, after } => [before, after],
        _ => [None, None],
    }
}

fn changes(source: &Source<'_>, take: &mut Take<'_>) -> io::Result<()> {
    let Some(history) = source.history else { return Ok(()) };
    let rows = history.rows(source.dataset, &history.changes(&Asked::default()));
    rows.iter().try_for_each(|row| take((columns().values)(row)))
}

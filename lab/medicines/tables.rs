//! The tables in `lab/queries`: columns separated by tabs, and comments that begin with `#`.

pub const COMMON: &str = include_str!("../queries/common-presentations.tsv");
pub const DIRECTIONS: &str = include_str!("../queries/direction-wordings.tsv");
pub const EXCLUSIONS: &str = include_str!("../queries/exclusion-wordings.tsv");
pub const FOREIGN: &str = include_str!("../queries/foreign-brands.tsv");
pub const FORMS: &str = include_str!("../queries/form-wordings.tsv");
pub const OTHERS: &str = include_str!("../queries/other-medicines.tsv");
pub const ROUTES: &str = include_str!("../queries/route-wordings.tsv");

/// The rows of a table. Missing columns are empty.
pub fn rows<const N: usize>(table: &'static str) -> Vec<[&'static str; N]> {
    let lines = table.lines().filter(|line| !line.starts_with('#') && !line.is_empty());
    lines
        .map(|line| {
            let mut columns = line.split('\t');
            std::array::from_fn(|_| columns.next().unwrap_or(""))
        })
        .collect()
}

/// The alternatives of a cell, separated by `|`. `-` has none.
pub fn alternatives(cell: &str) -> Vec<String> {
    cell.split('|').filter(|text| *text != "-" && !text.is_empty()).map(str::to_owned).collect()
}

//! Tables that are data: lines in columns, sorted by the first.

use std::sync::OnceLock;

/// The columns of a line that the search reads; what is behind them is for who keeps the table.
pub type Row = [&'static str; 3];

/// A sorted table, read out of its text when it is first asked.
pub struct StaticTable {
    text: &'static str,
    lines: OnceLock<Vec<Row>>,
}

impl StaticTable {
    pub const fn of(text: &'static str) -> StaticTable {
        StaticTable { text, lines: OnceLock::new() }
    }

    /// All lines, without the comments.
    pub fn all(&self) -> &[Row] {
        self.lines.get_or_init(|| written(self.text).map(columns).collect())
    }

    /// The lines from the first one on whose first column is not before `start`.
    pub fn from(&self, start: &str) -> &[Row] {
        let lines = self.all();
        lines.get(lines.partition_point(|[written, ..]| *written < start)..).unwrap_or(&[])
    }
}

fn written(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn columns(line: &'static str) -> Row {
    let mut columns = line.split('\t');
    std::array::from_fn(|_| columns.next().unwrap_or(""))
}

/// The lines with all columns.
#[cfg(test)]
pub fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    written(text).map(|line| line.split('\t').collect())
}

//! Tables that are data: tab-separated rows, sorted by their first column.

use std::sync::OnceLock;

/// The first three columns of a row. Further columns name the source, for maintainers.
pub type Row = [&'static str; 3];

/// A sorted table, parsed from its text on first use.
pub struct StaticTable {
    text: &'static str,
    rows: OnceLock<Vec<Row>>,
}

impl StaticTable {
    pub const fn of(text: &'static str) -> StaticTable {
        StaticTable { text, rows: OnceLock::new() }
    }

    /// All rows, without comments.
    pub fn all(&self) -> &[Row] {
        self.rows.get_or_init(|| written(self.text).map(columns).collect())
    }

    /// Finds the rows whose first column is `start` or sorts after it.
    pub fn from(&self, start: &str) -> &[Row] {
        let rows = self.all();
        rows.get(rows.partition_point(|[written, ..]| *written < start)..).unwrap_or(&[])
    }

    /// Finds the rows whose first column is `key`.
    pub fn with_key(&self, key: &str) -> &[Row] {
        let rows = self.from(key);
        let len = rows.iter().take_while(|[written, ..]| *written == key).count();
        rows.get(..len).unwrap_or(&[])
    }

    /// Finds the rows whose first column begins with `prefix`.
    pub fn with_prefix(&self, prefix: &str) -> &[Row] {
        let rows = self.from(prefix);
        let len = rows.iter().take_while(|[written, ..]| written.starts_with(prefix)).count();
        rows.get(..len).unwrap_or(&[])
    }
}

fn written(text: &'static str) -> impl Iterator<Item = &'static str> {
    text.lines().filter(|line| !line.starts_with('#'))
}

fn columns(line: &'static str) -> Row {
    let mut columns = line.split('\t');
    std::array::from_fn(|_| columns.next().unwrap_or(""))
}

/// Lists the rows with all their columns.
#[cfg(test)]
pub fn rows(text: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
    written(text).map(|line| line.split('\t').collect())
}

//! Tables and lists of failures.

use std::error::Error;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::Duration;

/// A table in Markdown.
pub fn print_table(head: &[&str], rows: &[Vec<String>]) {
    let numbers = head.iter().skip(1).map(|_| "--:").collect::<Vec<_>>().join("|");
    println!("| {} |\n|---|{numbers}|", head.join(" | "));
    for row in rows {
        println!("| {} |", row.join(" | "));
    }
}

/// Writes rows with tabs between columns. Does nothing without a folder.
pub fn write_rows(folder: Option<&Path>, name: &str, rows: &[Vec<String>]) -> Result<(), Box<dyn Error>> {
    let Some(folder) = folder else { return Ok(()) };
    fs::create_dir_all(folder)?;
    let mut text = String::new();
    for row in rows {
        let cells: Vec<String> = row.iter().map(|cell| cell.replace(['\t', '\n'], " ")).collect();
        writeln!(text, "{}", cells.join("\t"))?;
    }
    fs::write(folder.join(name), text)?;
    Ok(())
}

pub fn percent(part: usize, whole: usize) -> String {
    if whole == 0 { "–".to_owned() } else { format!("{:.1} %", 100.0 * part as f64 / whole as f64) }
}

/// The median, the 99th percentile and the maximum of some times, in milliseconds.
pub fn times(mut times: Vec<Duration>) -> [String; 3] {
    times.sort_unstable();
    let at = |share: f64| {
        let place = (share * times.len() as f64) as usize;
        times.get(place.min(times.len().saturating_sub(1))).copied().unwrap_or_default()
    };
    [at(0.5), at(0.99), at(1.0)].map(|time| format!("{:.2}", 1e3 * time.as_secs_f64()))
}

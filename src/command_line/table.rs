//! Answers for people in a terminal. Values that may be long come last in their lines.

use std::io::{self, Write};

use crate::dataset::{Dataset, Gap, hex};
use crate::lookup::{self, Use};
use crate::pack::{Discontinued, GtinEntry, Pack, Prices};
use crate::sanitize::strip_control_chars;
use crate::search::{Found, Narrowed, PropertyCounts, ValueCount};

/// The number of lines of each kind that people see. The other formats have all.
const SHOWN: usize = 20;

/// Prints a pack with every field, and every use of the requested GTIN.
pub fn pack(out: &mut dyn Write, dataset: &Dataset<'_>, pack: &Pack, uses: &[Use]) -> io::Result<()> {
    record(out, pack)?;
    no_longer_used(out, dataset, uses)?;
    other_packs(out, dataset, uses)
}

/// Prints a pack with every field.
pub fn record(out: &mut dyn Write, pack: &Pack) -> io::Result<()> {
    writeln!(out, "{}", strip_control_chars(&pack.name))?;
    let rows = [
        ("AMPP code", Some(pack.pack_id.to_string())),
        ("generic product", Some(pack.generic_product_name.clone())),
        ("generic pack", Some(pack.generic_pack_name.clone())),
        ("short name", pack.short_name.clone()),
        ("sub-pack", pack.subpack.clone()),
        ("legal category", Some(pack.legal_category.clone())),
        ("status", Some(status(pack))),
        ("price", Some(prices(&pack.prices))),
        ("page", Some(pack.url())),
    ];
    for (title, text) in rows {
        if let Some(text) = text {
            writeln!(out, "  {title:<16} {}", strip_control_chars(&text))?;
        }
    }
    for component in &pack.comb_content {
        writeln!(out, "  {:<16} {} {}", "contains", component.pack_id, strip_control_chars(&component.name))?;
    }
    for entry in &pack.gtin_codes {
        writeln!(out, "  {:<16} {} {}", "GTIN", period(entry), entry.gtin)?;
    }
    Ok(())
}

/// Prints a warning if no pack carries the code any more.
fn no_longer_used(out: &mut dyn Write, dataset: &Dataset<'_>, uses: &[Use]) -> io::Result<()> {
    let latest = uses.first().and_then(|latest| latest.entry.ended_before(dataset.release_date()));
    let Some(end) = latest else { return Ok(()) };
    writeln!(out, "\nWarning: the pack used this GTIN until {end}")
}

/// Prints a warning about a re-used code, and all its uses.
fn other_packs(out: &mut dyn Write, dataset: &Dataset<'_>, uses: &[Use]) -> io::Result<()> {
    let Some(text) = reused(dataset, uses) else { return Ok(()) };
    all_uses(out, dataset, uses, &format!("Warning: {text}. The latest use is shown above. All uses:"))
}

/// Says how many packs have carried a GTIN, and how they differ. Returns `None` for one pack.
pub fn reused(dataset: &Dataset<'_>, uses: &[Use]) -> Option<String> {
    let packs = lookup::packs_of(uses);
    let reuse = lookup::reuse_of(dataset, &packs)?;
    Some(format!("{} {} have used this GTIN", packs.len(), reuse.packs()))
}

/// Prints the periods of a GTIN if two or more packs have carried it.
pub fn all_uses(out: &mut dyn Write, dataset: &Dataset<'_>, uses: &[Use], heading: &str) -> io::Result<()> {
    if lookup::packs_of(uses).len() < 2 {
        return Ok(());
    }
    writeln!(out, "\n{heading}")?;
    for one in uses {
        let (name, gtin) = (dataset.name(one.pack), one.entry.gtin.to_string());
        writeln!(out, "  {} {gtin:<14} {}", period(&one.entry), strip_control_chars(&name))?;
    }
    Ok(())
}

/// Prints a page of results.
pub fn found(out: &mut dyn Write, dataset: &Dataset<'_>, found: &Found, offset: usize) -> io::Result<()> {
    if found.is_relaxed && found.total > 0 {
        writeln!(out, "No exact match. Closest matches:")?;
    } else if found.is_corrected() {
        writeln!(out, "No exact match for these words. Read as:")?;
    }
    for correction in &found.corrections {
        writeln!(out, "  {}", strip_control_chars(&correction.in_words()))?;
    }
    for notice in &found.notices {
        writeln!(out, "Note: {}", strip_control_chars(&notice.in_words()))?;
    }
    for number in &found.packs {
        if let Some(pack) = dataset.pack(*number) {
            line(out, &pack)?;
        }
    }
    if let Some(no_match) = &found.no_match {
        writeln!(out, "{}", strip_control_chars(&no_match.in_words()))?;
    }
    for (property, values) in found.available.lists() {
        if !values.is_empty() {
            writeln!(out, "Available {property}: {}.", strip_control_chars(&values.join(", ")))?;
        }
    }
    let (shown, total) = (found.packs.len(), found.total);
    match (shown, offset + shown) {
        (0, _) => writeln!(out, "No packs found{}.", if total > 0 { " on this page" } else { "" }),
        (_, end) if end < total => writeln!(out, "{shown} of {total} packs; --offset {end} shows more."),
        _ => writeln!(out, "{shown} of {total} packs."),
    }
}

/// Writes how many packs the filters removed.
pub fn unfiltered(out: &mut dyn Write, total: usize, unfiltered: usize) -> io::Result<()> {
    writeln!(out, "The filters keep {total} of {unfiltered} packs.")
}

/// Writes the number of packs of each value of each property.
pub fn narrowed(out: &mut dyn Write, narrowed: &Narrowed, is_filtered: bool) -> io::Result<()> {
    for PropertyCounts { property, values } in &narrowed.properties {
        writeln!(out, "{} ({})", property.title(), property.key())?;
        for ValueCount { value, name, packs } in values {
            let name = if name == value { String::new() } else { format!("  {}", strip_control_chars(name)) };
            writeln!(out, "  {packs:>8}  {value}{name}")?;
        }
    }
    match is_filtered {
        true => unfiltered(out, narrowed.total, narrowed.unfiltered),
        false => writeln!(out, "{} packs.", narrowed.total),
    }
}

fn line(out: &mut dyn Write, pack: &Pack) -> io::Result<()> {
    let (id, status, price) = (pack.pack_id.to_string(), short_status(pack), price(pack.prices.price_pence));
    writeln!(out, "{id:<18}  {status:<12}  {price:>11}  {}", strip_control_chars(&pack.name))
}

/// Prints a description of a dataset.
pub fn info(out: &mut dyn Write, dataset: &Dataset<'_>, len: usize) -> io::Result<()> {
    let digest: String = hex(&dataset.digest());
    let data = if dataset.is_demo() { "demonstration, made-up packs" } else { "dm+d" };
    writeln!(out, "release    {}", strip_control_chars(dataset.release()))?;
    writeln!(out, "date       {}", dataset.release_date())?;
    writeln!(out, "data       {data}")?;
    writeln!(out, "gaps       {}", gap_words(dataset))?;
    writeln!(out, "packs      {}", dataset.packs())?;
    writeln!(out, "GTIN rows  {}", dataset.gtin_rows())?;
    writeln!(out, "size       {len} bytes, complete and unchanged")?;
    writeln!(out, "SHA-256    {digest}")
}

fn gap_words(dataset: &Dataset<'_>) -> String {
    let words: Vec<&str> = dataset.gaps().iter().map(Gap::as_str).collect();
    if words.is_empty() { "none".to_owned() } else { words.join(", ") }
}

fn status(pack: &Pack) -> String {
    match (&pack.discontinued, pack.is_invalid) {
        (Some(discontinued), true) => format!("{}, invalid", discontinued_status(discontinued)),
        (Some(discontinued), false) => discontinued_status(discontinued),
        (None, true) => "invalid".to_owned(),
        (None, false) => "current".to_owned(),
    }
}

fn discontinued_status(Discontinued { flag, date }: &Discontinued) -> String {
    match date {
        Some(date) => format!("discontinued on {date} ({flag})"),
        None => format!("discontinued, date not recorded ({flag})"),
    }
}

fn short_status(pack: &Pack) -> &'static str {
    match (&pack.discontinued, pack.is_invalid) {
        (Some(_), _) => "discontinued",
        (None, true) => "invalid",
        (None, false) => "current",
    }
}

fn prices(prices: &Prices) -> String {
    match prices.price_prev_pence {
        Some(before) => format!("{} (before: {})", price(prices.price_pence), price(Some(before))),
        None => price(prices.price_pence),
    }
}

fn price(pence: Option<u32>) -> String {
    match pence {
        Some(pence) => format!("£{}.{:02}", pence / 100, pence % 100),
        None => "no price".to_owned(),
    }
}

fn period(entry: &GtinEntry) -> String {
    match entry.end_date {
        Some(end) => format!("{} to {:<10}", entry.start_date, end.to_string()),
        None => format!("{} to {:<10}", entry.start_date, "(open)"),
    }
}

/// Writes the first of `count` lines, and how many follow.
pub fn write_first_lines(
    lines: impl Iterator<Item = String>,
    count: usize,
    out: &mut dyn Write,
) -> io::Result<()> {
    for line in lines.take(SHOWN) {
        writeln!(out, "  {}", strip_control_chars(&line))?;
    }
    match count.saturating_sub(SHOWN) {
        0 => Ok(()),
        more => writeln!(out, "  and {more} more; --format csv lists all"),
    }
}

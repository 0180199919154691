//! Answers for people in a terminal. Values that may be long come last in their lines.

use std::io::{self, Write};

use crate::dataset::{Dataset, Gap};
use crate::lookup::{self, Use};
use crate::pack::{Discontinued, GtinEntry, Pack, Prices};
use crate::sanitize::strip_control_chars;
use crate::search::{Correction, Found, NoMatch, Notice, NoticeKind, Reason};

/// Prints a pack with every field, and every use of the requested GTIN.
pub fn pack(out: &mut dyn Write, dataset: &Dataset<'_>, pack: &Pack, uses: &[Use]) -> io::Result<()> {
    data_warnings(out, dataset)?;
    record(out, pack)?;
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

/// The warning about every answer from demonstration data.
pub const DEMONSTRATION: &str = "demonstration data: the packs are made up, and no real box has their codes";

/// Returns what the release lacked, or `None` if it was complete.
pub fn incomplete(dataset: &Dataset<'_>) -> Option<String> {
    let gaps = dataset.gaps();
    if gaps.is_empty() { None } else { Some(format!("incomplete data: the release had {gaps}")) }
}

/// Prints warnings, so that nobody mistakes demonstration data for real data, or incomplete data for complete
/// data.
fn data_warnings(out: &mut dyn Write, dataset: &Dataset<'_>) -> io::Result<()> {
    if dataset.is_demo() {
        writeln!(out, "Warning: {DEMONSTRATION}\n")?;
    }
    if let Some(text) = incomplete(dataset) {
        writeln!(out, "Warning: {text}\n")?;
    }
    Ok(())
}

/// Prints a warning about a re-used code, and all its uses.
fn other_packs(out: &mut dyn Write, dataset: &Dataset<'_>, uses: &[Use]) -> io::Result<()> {
    let Some(text) = reused(dataset, uses) else { return Ok(()) };
    all_uses(out, dataset, uses, &format!("Warning: {text}. The latest use is shown above. All uses:"))
}

/// Returns how many packs have carried a GTIN, and how they differ, or `None` if it is only one.
pub fn reused(dataset: &Dataset<'_>, uses: &[Use]) -> Option<String> {
    let packs = lookup::packs_of(uses);
    let reuse = lookup::reuse_of(dataset, &packs)?;
    Some(format!("{} {} have used this GTIN", packs.len(), reuse.packs()))
}

/// Prints the periods of a GTIN if several packs have carried it.
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
    data_warnings(out, dataset)?;
    if found.is_relaxed && found.total > 0 {
        writeln!(out, "No exact match. Closest matches:")?;
    } else if found.is_corrected() {
        writeln!(out, "No exact match for these words. Read as:")?;
    }
    for correction in &found.corrections {
        writeln!(out, "  {}", strip_control_chars(&describe(correction)))?;
    }
    for notice in &found.notices {
        writeln!(out, "{}", strip_control_chars(&told(notice)))?;
    }
    for number in &found.packs {
        if let Some(pack) = dataset.pack(*number) {
            line(out, &pack)?;
        }
    }
    if let Some(no_match) = &found.no_match {
        writeln!(out, "{}", strip_control_chars(&reason(no_match)))?;
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

fn line(out: &mut dyn Write, pack: &Pack) -> io::Result<()> {
    let (id, status, price) = (pack.pack_id.to_string(), short_status(pack), price(pack.prices.price_pence));
    writeln!(out, "{id:<18}  {status:<12}  {price:>11}  {}", strip_control_chars(&pack.name))
}

/// Describes a correction.
fn describe(Correction { written, replacements }: &Correction) -> String {
    match replacements.as_slice() {
        [] => format!("ignored: \"{written}\""),
        words => format!("{written} read as {}", words.join(", ")),
    }
}

/// Returns the sentence of a notice.
fn told(Notice { kind, written, names }: &Notice) -> String {
    let names = names.join(" or ");
    match kind {
        NoticeKind::FormerName => format!("Note: {written} is the former name of {names}."),
        NoticeKind::OtherName => format!("Note: {written} is another name of {names}."),
        NoticeKind::SomeWithFurtherSubstances => {
            "Note: some packs, the last ones by relevance, have substances that the query does not name."
                .to_owned()
        }
        NoticeKind::AllWithFurtherSubstances => {
            "Note: each of these packs has substances that the query does not name.".to_owned()
        }
    }
}

/// Explains why a query has no results.
fn reason(NoMatch { reason, text }: &NoMatch) -> String {
    match reason {
        Reason::MedicineNotInRelease => format!("This release has no medicine \"{text}\"."),
        Reason::AmbiguousAbbreviation => {
            format!("\"{text}\" can mean more than one medicine or route. Use the full name.")
        }
        Reason::UnreadableExclusion => {
            format!("\"{text}\" cannot be excluded: no pack name has it. Check the spelling.")
        }
        Reason::OnlyExclusions => "The query only excludes. Add the name of a medicine.".to_owned(),
        Reason::UnreadableQuantity => format!("\"{text}\" is not a quantity. Write it like 2.5mg."),
        Reason::UnreadableRoute => format!("\"{text}\" is no route. Write it like oral or intravenous."),
        Reason::SimilarMedicines => {
            format!("\"{text}\" is misspelt, and may be more than one medicine. Write the whole name.")
        }
        Reason::SeveralMedicines => format!("No pack has all of these medicines: {text}."),
    }
}

/// Prints a description of a dataset.
pub fn info(out: &mut dyn Write, dataset: &Dataset<'_>, len: usize) -> io::Result<()> {
    let digest: String = dataset.digest().iter().map(|byte| format!("{byte:02x}")).collect();
    let data = if dataset.is_demo() { "demonstration, invented packs" } else { "dm+d" };
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_corrected_and_ignored_words() {
        let described = |written: &str, replacements: &[&str]| {
            let replacements = replacements.iter().map(|word| (*word).to_owned()).collect();
            describe(&Correction { written: written.to_owned(), replacements })
        };
        assert_eq!(described("Amlodpine", &["amlodipine"]), "Amlodpine read as amlodipine");
        assert_eq!(described("zamlodip", &["samlodip", "tamlodip"]), "zamlodip read as samlodip, tamlodip");
        assert_eq!(described("hydrochloride", &[]), "ignored: \"hydrochloride\"");
    }
}

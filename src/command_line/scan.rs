//! The command that parses a barcode and looks up its pack.

use std::io::{self, Write};

use serde::Serialize;

use super::args;
use super::dataset::{chosen, open, read};
use super::{Exit, Outcome, System, answer, table};
use crate::dataset::Dataset;
use crate::date::Date;
use crate::gs1::{self, Scan, ScanError, ScanRecord};
use crate::lookup::{self, Use, UseRecord};
use crate::plain::plain;

/// Parses a barcode and looks up its GTIN.
pub fn scan(args: &args::Scan, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = chosen(&args.dataset, system);
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let today = args.today.unwrap_or_else(|| system.today());
    match (gs1::parse_scan(&args.text), args.json) {
        (Ok(scan), true) => tell_programs(&Scanned::of(&dataset, scan, today), out),
        (Ok(scan), false) => tell_people(&Scanned::of(&dataset, scan, today), system, out),
        (Err(error), true) => tell_programs_why(&error, out),
        (Err(error), false) => Err(error.into()),
    }
}

/// A barcode with every use of its GTIN.
struct Scanned<'d> {
    dataset: &'d Dataset<'d>,
    scan: Scan,
    today: Date,
    uses: Vec<Use>,
}

impl Scanned<'_> {
    fn of<'d>(dataset: &'d Dataset<'d>, scan: Scan, today: Date) -> Scanned<'d> {
        let uses = lookup::uses(dataset, scan.gtin());
        Scanned { dataset, scan, today, uses }
    }

    fn exit(&self) -> Exit {
        if self.uses.is_empty() { Exit::NotFound } else { Exit::Done }
    }
}

#[derive(Serialize)]
struct Answer<'s> {
    scan: ScanRecord<'s>,
    uses: Vec<UseRecord>,
    doubts: Vec<Doubt>,
}

/// A reason not to rely on the answer.
#[derive(Serialize)]
struct Doubt {
    /// A stable code for programs.
    kind: &'static str,
    /// A sentence for people.
    text: String,
}

impl Doubt {
    fn new(kind: &'static str, text: impl Into<String>) -> Doubt {
        Doubt { kind, text: text.into() }
    }
}

/// Returns the doubts, the most urgent first.
fn doubts(scanned: &Scanned<'_>) -> Vec<Doubt> {
    let Scanned { dataset, scan, today, uses } = scanned;
    let warnings = scan.warnings().iter().map(|warning| Doubt::new(warning.reason(), warning.to_string()));
    let doubts = expired(scan, *today).into_iter().chain(reused(uses)).chain(warnings);
    doubts.chain(outside_period(uses, *today)).chain(doubts_of_data(dataset)).collect()
}

fn expired(scan: &Scan, today: Date) -> Option<Doubt> {
    let expiry = scan.expiry(today).filter(|expiry| *expiry < today)?;
    Some(Doubt::new("expired", format!("it expired on {expiry}")))
}

fn reused(uses: &[Use]) -> Option<Doubt> {
    let packs = table::packs_of(uses).len();
    (packs > 1).then(|| {
        Doubt::new("reused", format!("{packs} packs have carried this GTIN: check the name on the box"))
    })
}

/// Returns a doubt if the latest pack no longer carries the GTIN, or does not carry it yet.
fn outside_period(uses: &[Use], today: Date) -> Option<Doubt> {
    let entry = uses.first()?.entry;
    match entry.end_date.filter(|end| *end < today) {
        Some(end) => Some(Doubt::new("ended", format!("the pack carried this GTIN until {end}"))),
        None if entry.start_date > today => Some(Doubt::new(
            "not_begun",
            format!("the pack carries this GTIN only from {}", entry.start_date),
        )),
        None => None,
    }
}

fn doubts_of_data(dataset: &Dataset<'_>) -> impl Iterator<Item = Doubt> {
    let demo = dataset.is_demo().then(|| Doubt::new("demonstration", table::DEMONSTRATION));
    demo.into_iter().chain(table::incomplete(dataset).map(|text| Doubt::new("partial", text)))
}

fn tell_programs(scanned: &Scanned<'_>, out: &mut dyn Write) -> Outcome {
    let Scanned { dataset, scan, today, uses } = scanned;
    let uses = uses.iter().filter_map(|one| UseRecord::of(dataset, one)).collect();
    let answer = Answer { scan: ScanRecord::of(scan, *today), uses, doubts: doubts(scanned) };
    print_json(&answer, out)?;
    Ok(scanned.exit())
}

fn tell_programs_why(error: &ScanError, out: &mut dyn Write) -> Outcome {
    print_json(&serde_json::json!({ "reason": error.reason(), "message": error.to_string() }), out)?;
    Ok(Exit::Failed)
}

fn print_json(value: &impl Serialize, out: &mut dyn Write) -> io::Result<()> {
    serde_json::to_writer(&mut *out, value)?;
    out.write_all(b"\n")
}

fn tell_people(scanned: &Scanned<'_>, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let Scanned { dataset, scan, today, uses } = scanned;
    barcode(scan, *today, out)?;
    for doubt in doubts(scanned) {
        writeln!(out, "Take care: {}", plain(&doubt.text))?;
    }
    match uses.first().and_then(|latest| dataset.pack(latest.pack)) {
        Some(pack) => {
            writeln!(out)?;
            table::record(out, &pack)?;
            table::all_uses(out, dataset, uses, "All uses of the GTIN:")?;
            Ok(Exit::Done)
        }
        None => answer::say_unknown(dataset, scan.gtin(), system),
    }
}

/// Prints the content of the barcode: first what people need most, then all other elements.
fn barcode(scan: &Scan, today: Date, out: &mut dyn Write) -> io::Result<()> {
    let rows = [
        ("GTIN", Some(scan.gtin().to_string())),
        ("expiry", scan.expiry(today).map(|day| day.to_string())),
        ("batch", scan.batch().map(str::to_owned)),
        ("serial", scan.serial().map(str::to_owned)),
        ("barcode", scan.symbology().map(|symbology| symbology.name().to_owned())),
    ];
    for (title, text) in rows {
        text.map_or(Ok(()), |text| writeln!(out, "{title:<9}{}", plain(&text)))?;
    }
    for element in scan.elements() {
        let (ai, title) = (element.ai(), element.ai().title());
        writeln!(out, "  ({ai}) {title}: {}", plain(element.value()))?;
    }
    Ok(())
}

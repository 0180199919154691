//! Lookups of many codes on the standard input. Each has a line of CSV or JSON.

use std::io::{self, BufRead, BufReader, Read, Write};

use super::args::Gtin;
use super::{Exit, Outcome, System, csv, say, table};
use crate::api;
use crate::dataset::Dataset;
use crate::lookup::{self, Found, NotFound};

/// The maximum number of bytes of one read.
const BUFFER: usize = 1 << 16;
/// The maximum length of a line. Tables of codes have shorter lines, and the limit bounds the memory for any
/// input.
const MAX_LINE_LEN: u64 = 1 << 16;
/// The separators of columns that are accepted.
const SEPARATORS: [char; 3] = [',', ';', '\t'];
const COLUMNS: &str = "code,reason,packs,pack_id,name,generic_product_name,legal_category,current,discontinued_date,price_pence\n";

/// Looks up each code and prints a line for it. A code without a pack is not a failure: its line has the
/// reason.
pub fn gtins(args: &Gtin, dataset: &Dataset<'_>, system: &dyn System, out: &mut dyn Write) -> Outcome {
    say_doubts(dataset, system);
    let mut table = Table::of(system.input());
    let column = args.column.as_deref().map_or(Ok(0), |name| table.column(name))?;
    if !args.json {
        out.write_all(COLUMNS.as_bytes())?;
    }
    while let Some(fields) = table.next()? {
        let code = fields.get(column).map_or("", |field| field.trim());
        out.write_all(&if args.json { json_line(dataset, code) } else { csv_line(dataset, code) })?;
    }
    Ok(Exit::Done)
}

/// Prints warnings about the data on standard error, because programs read the lines.
fn say_doubts(dataset: &Dataset<'_>, system: &dyn System) {
    let demo = dataset.is_demo().then(|| table::DEMONSTRATION.to_owned());
    demo.into_iter().chain(table::incomplete(dataset)).for_each(|doubt| say(system, doubt));
}

fn json_line(dataset: &Dataset<'_>, code: &str) -> Vec<u8> {
    let mut json = Vec::with_capacity(1024);
    api::push_entry(&mut json, dataset, code);
    json.push(b'\n');
    json
}

fn csv_line(dataset: &Dataset<'_>, code: &str) -> Vec<u8> {
    let cells = match lookup::find(dataset, code) {
        Ok(found) => cells_of(dataset, code, &found),
        Err(not_found) => without_pack(&not_found),
    };
    csv::line(cells.iter().map(|text| csv::cell(text)))
}

fn cells_of(dataset: &Dataset<'_>, code: &str, Found { number, pack, packs }: &Found) -> [String; 10] {
    let date = pack.discontinued.as_ref().and_then(|discontinued| discontinued.date);
    [
        code.to_owned(),
        String::new(),
        packs.to_string(),
        pack.pack_id.to_string(),
        pack.name.clone(),
        pack.generic_product_name.clone(),
        pack.legal_category.clone(),
        dataset.is_current(*number).to_string(),
        date.map_or(String::new(), |date| date.to_string()),
        pack.prices.price_pence.map_or(String::new(), |pence| pence.to_string()),
    ]
}

fn without_pack(not_found: &NotFound<'_>) -> [String; 10] {
    let mut cells = <[String; 10]>::default();
    let [code, reason, ..] = &mut cells;
    *code = not_found.code.to_owned();
    *reason = not_found.reason().to_owned();
    cells
}

/// Lines with fields. The first separator in the input is used for all lines.
struct Table<'i> {
    input: BufReader<Box<dyn Read + 'i>>,
    line: Vec<u8>,
    read: u64,
    separator: Option<char>,
}

impl<'i> Table<'i> {
    fn of(input: Box<dyn Read + 'i>) -> Table<'i> {
        let input = BufReader::with_capacity(BUFFER, input);
        Table { input, line: Vec::new(), read: 0, separator: None }
    }

    /// Returns the index of a column by its name in the first line.
    fn column(&mut self, name: &str) -> Result<usize, String> {
        let header = self.next()?.unwrap_or_default();
        let place = header.iter().position(|field| field.trim() == name);
        place.ok_or_else(|| format!("no column is called {name}; there are: {}", header.join(", ")))
    }

    /// Returns the fields of the next line that is not blank.
    fn next(&mut self) -> Result<Option<Vec<String>>, String> {
        while self.read_line()? {
            let line = String::from_utf8_lossy(&self.line);
            let line = line.trim_start_matches('\u{feff}').trim_end_matches(['\r', '\n']);
            if !line.trim().is_empty() {
                let first = || line.chars().find(|c| SEPARATORS.contains(c)).unwrap_or(',');
                return Ok(Some(fields(line, *self.separator.get_or_insert_with(first))));
            }
        }
        Ok(None)
    }

    fn read_line(&mut self) -> Result<bool, String> {
        self.line.clear();
        self.read += 1;
        let read = (&mut self.input).take(MAX_LINE_LEN).read_until(b'\n', &mut self.line);
        let read = read.map_err(|error: io::Error| format!("the standard input can't be read: {error}"))?;
        if read as u64 == MAX_LINE_LEN {
            return Err(format!("line {} of the standard input is too long for a table of codes", self.read));
        }
        Ok(read > 0)
    }
}

/// Splits a line into fields, and removes quotes: neither codes nor names of columns have any.
fn fields(line: &str, separator: char) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match (c, fields.last_mut()) {
            ('"', _) => is_quoted = !is_quoted,
            (c, _) if c == separator && !is_quoted => fields.push(String::new()),
            (c, Some(field)) => field.push(c),
            (_, None) => {}
        }
    }
    fields
}

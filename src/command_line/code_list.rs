//! `check-list`: says what became of the codes of a list. The CSV keeps every column and row of the list.
//! `code-list`: writes a list of codes.

use std::cmp::Reverse;
use std::io::{self, Read, Write};
use std::path::Path;

use super::args::{self, ChangesFormat, CheckList, CodeType, CommonArgs};
use super::bulk::{MAX_HEAD_ROWS, STANDARD_INPUT, Table};
use super::dataset::{dataset_path, history_of, open, read};
use super::system::in_file;
use super::table::write_first_lines;
use super::{Exit, Outcome, System, data_warnings, report};
use crate::code_list::{
    Addition, Checked, CodeList, Common, Finding, Member, Source, check, is_code, may_be_code, members,
};
use crate::concept::{Kind, Scheme};
use crate::history::History;
use crate::import::storage::reason;
use crate::json::IdFormat;
use crate::sanitize::{csv_cell, csv_code, csv_line};

/// Checks a list of codes.
pub fn check_list(args: &CheckList, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let history = history_of(args.history.as_deref(), &dataset, system)?;
    let list = List::read(args, system)?;
    data_warnings::report(&data_warnings::of(&dataset, system)?, system);
    let source = Source { dataset: &dataset, history: history.as_ref(), since: args.since };
    let checked = check(source, list.codes());
    if let Some(since) = args.since.filter(|_| !checked.is_complete()) {
        report(system, missing(since, history.as_ref()));
    }
    match args.format {
        ChangesFormat::Text => write_text(&checked, out)?,
        ChangesFormat::Csv => list.write_csv(&checked, out)?,
        ChangesFormat::Json => {
            out.write_all(&checked.to_json(IdFormat::String))?;
            writeln!(out)?;
        }
    }
    Ok(Exit::Done)
}

fn missing(since: crate::date::Date, history: Option<&History>) -> String {
    match history {
        Some(history) => format!(
            "the history begins with {} of {}: the changes of that release and earlier ones are not in it",
            history.first.release, history.first.date
        ),
        None => format!("what came since {since} is not known without --history"),
    }
}

/// The rows of a list.
struct List {
    /// The rows until the one with the names of columns, and that one.
    head: Vec<Vec<String>>,
    rows: Vec<Vec<String>>,
    column: usize,
}

impl List {
    fn read(args: &CheckList, system: &dyn System) -> Result<List, String> {
        let name = args.list.as_deref().map_or(STANDARD_INPUT.to_owned(), |file| file.display().to_string());
        let mut table = Table::of(input(args.list.as_deref(), system)?, &name, args.column.as_deref())?;
        let mut rows = Vec::new();
        while let Some(row) = table.next()? {
            rows.push(row);
        }
        if rows.is_empty() {
            return Err(format!("{name}: there is no code; give one in each line, or a table"));
        }
        let (head, column) = match &args.column {
            Some(column) => named_column(&rows, column).ok_or_else(|| no_column(&name, column, &rows))?,
            None => likely_column(&rows)
                .ok_or_else(|| format!("{name}: no column has codes; name it with --column"))?,
        };
        let data = rows.split_off(head);
        Ok(List { head: rows, rows: data, column })
    }

    fn codes(&self) -> impl Iterator<Item = &str> {
        self.rows.iter().map(|row| row.get(self.column).map_or("", String::as_str))
    }

    /// Writes the list with what became of each code, and then what came in addition to them.
    fn write_csv(&self, checked: &CodeList<'_>, out: &mut dyn Write) -> io::Result<()> {
        let width = self.head.iter().chain(&self.rows).map(Vec::len).max().unwrap_or(1);
        let (titles, names) = match self.head.split_last() {
            Some((names, titles)) => (titles, names.clone()),
            None => ([].as_slice(), self.names(width)),
        };
        for title in titles {
            out.write_all(&row(title, width, &[]))?;
        }
        out.write_all(&row(&names, width, &COLUMNS.map(str::to_owned)))?;
        for (cells, code) in self.rows.iter().zip(&checked.codes) {
            out.write_all(&row(cells, width, &found(code)))?;
        }
        for addition in checked.additions() {
            let mut cells = vec![String::new(); width];
            if let Some(cell) = cells.get_mut(self.column) {
                *cell = addition.gtin.map_or(addition.code.to_string(), |gtin| gtin.to_string());
            }
            out.write_all(&row(&cells, width, &came(&addition)))?;
        }
        Ok(())
    }

    /// Makes names for the columns of a list that has none.
    fn names(&self, width: usize) -> Vec<String> {
        let mut names = vec![String::new(); width];
        if let Some(name) = names.get_mut(self.column) {
            "code".clone_into(name);
        }
        names
    }
}

fn input<'s>(list: Option<&Path>, system: &'s dyn System) -> Result<Box<dyn Read + 's>, String> {
    let Some(file) = list else { return Ok(system.input()) };
    match system.files().open(file) {
        Ok(input) => Ok(Box::new(input)),
        Err(error) => Err(in_file(file, reason(&error))),
    }
}

/// Finds the number of rows until the head, with it, and the column with a name.
fn named_column(rows: &[Vec<String>], name: &str) -> Option<(usize, usize)> {
    for (place, row) in rows.iter().take(MAX_HEAD_ROWS).enumerate() {
        if let Some(column) = row.iter().position(|cell| cell == name) {
            return Some((place + 1, column));
        }
    }
    None
}

fn no_column(name: &str, column: &str, rows: &[Vec<String>]) -> String {
    let filled = |row: &[String]| row.iter().filter(|cell| !cell.is_empty()).count();
    let mut head: &[String] = &[];
    for row in rows.iter().take(MAX_HEAD_ROWS) {
        if filled(row) > filled(head) {
            head = row;
        }
    }
    format!("{name}: column \"{column}\" not found; columns are: {}", head.join(", "))
}

/// Finds the number of rows before the first code, and the column with the most codes, the first one of
/// equal columns.
fn likely_column(rows: &[Vec<String>]) -> Option<(usize, usize)> {
    let width = rows.iter().map(Vec::len).max()?;
    let codes_in = |column: usize| rows.iter().filter(|row| has_code(row, column)).count();
    let mut best = (0, 0);
    for column in 0..width {
        let codes = codes_in(column);
        if codes > best.0 {
            best = (codes, column);
        }
    }
    let (codes, column) = best;
    if codes == 0 {
        return None;
    }
    // A mistyped code in the first row is not the name of a column.
    let first = rows.iter().position(|row| row.get(column).is_some_and(|cell| may_be_code(cell)))?;
    Some((first, column))
}

fn has_code(row: &[String], column: usize) -> bool {
    row.get(column).is_some_and(|cell| is_code(cell))
}

/// The columns that are added.
const COLUMNS: [&str; 8] = [
    "dmd_status",
    "dmd_findings",
    "dmd_kind",
    "dmd_name",
    "dmd_date",
    "dmd_other_code",
    "dmd_other_name",
    "dmd_pack_id",
];

fn found(checked: &Checked) -> [String; 8] {
    let date = checked.findings.iter().find_map(Finding::date);
    let other = checked.findings.iter().find_map(Finding::other);
    let other_name = checked.findings.iter().find_map(|finding| match finding {
        Finding::Replaced { name, .. } => Some(name.clone()),
        _ => None,
    });
    [
        checked.status().to_owned(),
        checked.in_words(),
        checked.kind.map_or("", |kind| kind.as_str()).to_owned(),
        checked.name.clone(),
        text_or_blank(date),
        text_or_blank(other),
        other_name.unwrap_or_default(),
        text_or_blank(checked.pack),
    ]
}

fn came(addition: &Addition) -> [String; 8] {
    let Addition { date, kind, code, gtin, name, .. } = addition;
    let pack = if gtin.is_some() { code.to_string() } else { String::new() };
    [
        "new".to_owned(),
        "Not in the list".to_owned(),
        kind.as_str().to_owned(),
        name.clone(),
        date.to_string(),
        String::new(),
        String::new(),
        pack,
    ]
}

fn text_or_blank(value: Option<impl ToString>) -> String {
    value.map_or(String::new(), |value| value.to_string())
}

/// Builds a line with the cells of a row, filled up to a width, and more cells. Digits are quoted, because
/// programs round numbers.
fn row(cells: &[String], width: usize, more: &[String]) -> Vec<u8> {
    let blank = vec![String::new(); width.saturating_sub(cells.len())];
    let all = cells.iter().chain(&blank).chain(more);
    csv_line(all.map(|text| if may_be_code(text) { csv_code(text) } else { csv_cell(text) }))
}

fn write_text(checked: &CodeList<'_>, out: &mut dyn Write) -> io::Result<()> {
    writeln!(out, "codes: {}", checked.codes.len())?;
    let mut counts = checked.counts();
    counts.sort_by_key(|(_, count)| Reverse(*count));
    for (status, count) in &counts {
        writeln!(out, "  {status}: {count}")?;
    }
    for (status, count) in counts {
        if status != "current" {
            writeln!(out, "\n{status}: {count}")?;
            let codes = checked.codes.iter().filter(|code| code.status() == status);
            write_first_lines(codes.map(described), count, out)?;
        }
    }
    let additions = checked.additions();
    if !additions.is_empty() {
        writeln!(out, "\nnot in the list: {}", additions.len())?;
        write_first_lines(additions.iter().map(addition_line), additions.len(), out)?;
    }
    Ok(())
}

fn described(checked: &Checked) -> String {
    let code = if checked.code.is_empty() { "(blank)" } else { &checked.code };
    let name = if checked.name.is_empty() { String::new() } else { format!("  {}", checked.name) };
    format!("{code}{name}: {}", checked.in_words())
}

fn addition_line(addition: &Addition) -> String {
    let Addition { date, kind, code, gtin, name, .. } = addition;
    let code = gtin.map_or(code.to_string(), |gtin| gtin.to_string());
    format!("{date} {} {code}  {name}", kind.as_str())
}

/// The columns of lists of dm+d codes in OpenCodelists, and after them what else a release has.
const LIST_COLUMNS: &str = "dmd_type,dmd_id,dmd_name,bnf_code,previous_id,invalid,release\n";

/// Writes the codes of a medicine, a substance or a class.
pub fn code_list(args: &args::CodeList, system: &dyn System, out: &mut dyn Write) -> Outcome {
    let path = dataset_path(&args.dataset, system)?;
    let bytes = read(&path, system)?;
    let dataset = open(&bytes, &path)?;
    let concepts = dataset.concepts().ok_or("the dataset has packs alone; build it with its concepts")?;
    let common = common(&args.common);
    if matches!(common, Common::Class(..)) && !concepts.are_classified() {
        return Err("the dataset has no classes; build it with the supplementary release".into());
    }
    let found = members(&dataset, &common, &kinds(&args.kinds));
    data_warnings::report(&data_warnings::of(&dataset, system)?, system);
    let (count, release, day) = (found.len(), dataset.release(), dataset.release_date());
    report(system, format!("{count} codes of the release {release} of {day}"));
    if found.is_empty() {
        return Ok(Exit::NotFound);
    }
    out.write_all(LIST_COLUMNS.as_bytes())?;
    for member in &found {
        out.write_all(&member_line(member, release))?;
    }
    Ok(Exit::Done)
}

fn common(args: &CommonArgs) -> Common {
    match args {
        CommonArgs { vtm: Some(id), .. } => Common::Vtm(*id),
        CommonArgs { vmp: Some(id), .. } => Common::Vmp(*id),
        CommonArgs { ingredient: Some(id), .. } => Common::Ingredient(*id),
        CommonArgs { bnf: Some(start), .. } => Common::Class(Scheme::Bnf, start.clone()),
        CommonArgs { atc, .. } => Common::Class(Scheme::Atc, atc.clone().unwrap_or_default()),
    }
}

fn kinds(types: &[CodeType]) -> Vec<Kind> {
    if types.is_empty() {
        return vec![Kind::Vmp, Kind::Amp];
    }
    let kind = |one: &CodeType| match one {
        CodeType::Vmp => Kind::Vmp,
        CodeType::Amp => Kind::Amp,
        CodeType::Vmpp => Kind::Vmpp,
        CodeType::Ampp => Kind::Ampp,
    };
    types.iter().map(kind).collect()
}

fn member_line(member: &Member, release: &str) -> Vec<u8> {
    let Member { kind, id, name, bnf, previous_id, is_invalid } = member;
    let cells = [
        kind.as_str().to_ascii_uppercase(),
        csv_code(id),
        csv_cell(name),
        bnf.as_deref().map_or(String::new(), csv_code),
        previous_id.map_or(String::new(), csv_code),
        is_invalid.to_string(),
        csv_cell(release),
    ];
    csv_line(cells.into_iter())
}

//! Every name of a release as a query.

use std::collections::BTreeMap;
use std::error::Error;
use std::thread;

use pack_lookup::dataset::PackNumber;

use super::arguments::Arguments;
use super::find::{find, notices};
use super::release::{Release, supplier_of};
use super::table::{percent, print_table, write_rows};

/// The packs that a person sees without scrolling.
const FIRST: usize = 5;
/// The longest name that is asked, in characters: the longest query that hosts accept.
const LONGEST: usize = 200;

/// The packs with each name.
type Names = BTreeMap<String, Vec<PackNumber>>;

pub fn names(release: &Release<'_>, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut rows = Vec::new();
    let mut failures = Vec::new();
    for (kind, names) in lists_of(release) {
        let asked = sampled(names, arguments.sample.unwrap_or(1));
        let of_kind = ask_all(release, kind, &asked, arguments.threads);
        let count = |fault: &str| of_kind.iter().filter(|row| row[3] == fault).count();
        let (nothing, missing, later) =
            (count("nothing"), count("not in the first five"), count("not first"));
        rows.push(vec![
            kind.to_owned(),
            asked.len().to_string(),
            format!("{nothing} ({})", percent(nothing, asked.len())),
            format!("{missing} ({})", percent(missing, asked.len())),
            later.to_string(),
        ]);
        failures.extend(of_kind);
    }
    print_table(&["names", "asked", "nothing found", "not in the first five", "in them, not first"], &rows);
    write_rows(arguments.out(), "names.tsv", &failures)
}

fn lists_of(release: &Release<'_>) -> [(&'static str, Names); 4] {
    let [mut packs, mut products, mut generic_packs, mut generics] = [const { Names::new() }; 4];
    for (at, pack) in release.packs.iter().enumerate() {
        let number = PackNumber(at as u32);
        let title = &release.products[release.product_of[at]].title;
        let supplier = supplier_of(pack, title);
        packs.entry(pack.name.clone()).or_default().push(number);
        products.entry(format!("{title} ({supplier})")).or_default().push(number);
        generic_packs.entry(pack.generic_pack_name.clone()).or_default().push(number);
        generics.entry(pack.generic_product_name.clone()).or_default().push(number);
    }
    [("AMPP", packs), ("AMP", products), ("VMPP", generic_packs), ("VMP", generics)]
}

fn sampled(names: Names, step: usize) -> Vec<(String, Vec<PackNumber>)> {
    let short = names.into_iter().filter(|(name, _)| name.chars().count() <= LONGEST);
    short.step_by(step.max(1)).collect()
}

fn ask_all(
    release: &Release<'_>,
    kind: &str,
    names: &[(String, Vec<PackNumber>)],
    threads: usize,
) -> Vec<Vec<String>> {
    let length = names.len().div_ceil(threads.max(1)).max(1);
    let ask_chunk = |chunk: &[(String, Vec<PackNumber>)]| -> Vec<Vec<String>> {
        chunk.iter().filter_map(|(name, own)| ask(release, kind, name, own)).collect()
    };
    let ask_chunk = &ask_chunk;
    thread::scope(|scope| {
        let chunks = names.chunks(length);
        let handles: Vec<_> = chunks.map(|chunk| scope.spawn(move || ask_chunk(chunk))).collect();
        handles.into_iter().flat_map(|handle| handle.join().unwrap_or_default()).collect()
    })
}

/// Asks one name. Returns a row if its packs are not first.
fn ask(release: &Release<'_>, kind: &str, name: &str, own: &[PackNumber]) -> Option<Vec<String>> {
    let found = find(&release.dataset, name, FIRST, false);
    let fault = match found.packs.iter().position(|pack| own.contains(pack)) {
        Some(0) => return None,
        Some(_) => "not first",
        None if found.packs.is_empty() => "nothing",
        None => "not in the first five",
    };
    let names: Vec<&str> = found.packs.iter().map(|pack| release.pack(*pack).name.as_str()).collect();
    Some(vec![kind.to_owned(), name.to_owned(), names.join(" | "), fault.to_owned(), notices(&found)])
}

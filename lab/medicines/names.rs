//! Which packs the names of a release find, and the places of common presentations.

use std::collections::BTreeMap;
use std::error::Error;

use pack_lookup::dataset::PackNumber;
use pack_lookup::search::groups::MAX_GROUPED;

use super::arguments::Arguments;
use super::draw::{COMMON, rows};
use super::measure::{in_threads, percent, print_table, write_rows};
use super::release::{Generic, Release, find, notices, supplier_of};

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
        let of_kind = in_threads(&asked, arguments.threads, |(name, own)| ask(release, kind, name, own));
        let of_kind: Vec<Vec<String>> = of_kind.into_iter().flatten().collect();
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

// Which packs the names of products find, and the places of common presentations.

/// The names of generic products of medicines: which of their current packs they find.
pub fn vmps(release: &Release<'_>, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut failures = Vec::new();
    let (mut names, mut packs, mut found_packs, mut none, mut first) = (0, 0, 0, 0, 0);
    let is_asked = |generic: &&Generic| generic.is_medicine && arguments.includes(&generic.name);
    for generic in release.generics.iter().filter(is_asked) {
        let own: Vec<_> = generic.packs.iter().filter(|pack| release.is_current(**pack)).collect();
        if own.is_empty() {
            continue;
        }
        let found = find(&release.dataset, &generic.name, 5000, true);
        let own_found = own.iter().filter(|pack| found.packs.contains(pack)).count();
        names += 1;
        packs += own.len();
        found_packs += own_found;
        none += usize::from(own_found == 0);
        first += usize::from(found.packs.first().is_some_and(|pack| own.contains(&pack)));
        if own_found < own.len() {
            failures.push(vec![
                generic.name.clone(),
                format!("{own_found} of {}", own.len()),
                first_generics(release, &found.packs),
                notices(&found),
            ]);
        }
    }
    let rows = [
        vec!["names".to_owned(), names.to_string(), String::new()],
        vec![
            "own current packs found".to_owned(),
            format!("{found_packs} of {packs}"),
            percent(found_packs, packs),
        ],
        vec!["names that find none".to_owned(), none.to_string(), percent(none, names)],
        vec!["names whose first pack is an own one".to_owned(), first.to_string(), percent(first, names)],
    ];
    print_table(&["generic products of medicines", "count", "share"], &rows);
    write_rows(arguments.out(), "vmps.tsv", &failures)
}

fn first_generics(release: &Release<'_>, packs: &[pack_lookup::dataset::PackNumber]) -> String {
    let names = packs.iter().take(5).map(|pack| release.pack(*pack).generic_product_name.as_str());
    names.collect::<Vec<_>>().join(" | ")
}

/// The places of common presentations, if a page groups current packs by generic product.
pub fn common(release: &Release<'_>, arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let mut places: BTreeMap<usize, usize> = BTreeMap::new();
    let mut failures = Vec::new();
    let all = rows::<2>(COMMON);
    for [substance, wanted] in &all {
        if !release.generics.iter().any(|generic| generic.name == *wanted) {
            return Err(format!("{wanted} is not in the release").into());
        }
        let groups = groups_of(release, substance);
        let place = groups.iter().position(|name| name == wanted).map_or(usize::MAX, |place| place + 1);
        *places.entry(place).or_default() += 1;
        if place > 1 {
            let text = if place == usize::MAX { "none".to_owned() } else { place.to_string() };
            let first = groups.into_iter().take(5).collect::<Vec<_>>().join(" | ");
            failures.push(vec![(*substance).to_owned(), (*wanted).to_owned(), text, first]);
        }
    }
    let within = |most: usize| places.range(..=most).map(|(_, count)| count).sum::<usize>();
    let row =
        |name: &str, most| vec![name.to_owned(), within(most).to_string(), percent(within(most), all.len())];
    let rows = [
        row("first", 1),
        row("in the first three", 3),
        row("in the first ten", 10),
        row("anywhere", 1 << 32),
    ];
    print_table(&[&format!("place of {} common presentations", all.len()), "count", "share"], &rows);
    write_rows(arguments.out(), "common.tsv", &failures)
}

/// The generic products of an answer, in the order of their first packs.
fn groups_of(release: &Release<'_>, text: &str) -> Vec<String> {
    let mut groups: Vec<String> = Vec::new();
    for pack in find(&release.dataset, text, MAX_GROUPED, true).packs {
        let name = &release.pack(pack).generic_product_name;
        if !groups.contains(name) {
            groups.push(name.clone());
        }
    }
    groups
}

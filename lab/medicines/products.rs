//! Which packs the names of products find, and the places of common presentations.

use std::collections::BTreeMap;
use std::error::Error;

use pack_lookup::search::groups::MAX_GROUPED;

use super::arguments::Arguments;
use super::find::{find, notices};
use super::release::{Generic, Release};
use super::table::{percent, print_table, write_rows};
use super::tables::{COMMON, rows};

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

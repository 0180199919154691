//! Measures which names of a release the parser of medicines reads in full: `npm run lab -- names --release FILE`. With `--all`
//! it prints each name with its kind.
//!
//! A medicine is a generic product with a pack whose legal category applies to medicines.

use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;

use pack_lookup::import;
use pack_lookup::medicine::{MedicineName, parse};
use pack_lookup::pack::Pack;

/// The number of examples of each kind of rest.
const SHOWN: usize = 6;

fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: names RELEASE")?;
    let import = import::read_partial_release(path.as_ref(), &import::progress::Silent)?;
    let names: BTreeSet<&str> = import
        .packs
        .iter()
        .filter(|pack| is_medicine(pack))
        .map(|pack| pack.generic_product_name.as_str())
        .collect();
    let mut kinds: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for name in &names {
        kinds.entry(kind_of(&parse(name))).or_default().push(name);
    }
    if std::env::args().nth(2).as_deref() == Some("--all") {
        for (kind, found) in &kinds {
            found.iter().for_each(|name| println!("{kind}\t{name}"));
        }
        return Ok(());
    }
    println!("| {} names of generic medicines | names | share |\n|---|--:|--:|", names.len());
    for (kind, found) in &kinds {
        println!("| {kind} | {} | {:.2} % |", found.len(), 100.0 * found.len() as f64 / names.len() as f64);
    }
    for (kind, found) in kinds.iter().filter(|(kind, _)| **kind != "in full") {
        println!("\n{kind}:");
        for name in found.iter().step_by((found.len() / SHOWN).max(1)).take(SHOWN) {
            println!("  {name}");
        }
    }
    Ok(())
}

fn is_medicine(pack: &Pack) -> bool {
    pack.legal_category != "Not Applicable"
}

/// Returns what the parser made of a name.
fn kind_of(name: &MedicineName) -> &'static str {
    if name.products.iter().any(|product| !product.rest.is_empty()) {
        return "words without a place";
    }
    if name.is_brand {
        return "a brand";
    }
    if name.products.iter().all(|product| product.is_complete()) {
        return "in full";
    }
    "neither a strength nor a form"
}

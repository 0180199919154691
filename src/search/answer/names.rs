//! Whole names of the release, which are always read as such.

use super::Result;
use std::ops::Range;

use crate::dataset::{PackNumber, PackSet};
use crate::search::index::Index;
use crate::text::fold;

/// The maximum number of packs whose names begin with the text.
const MAX_NAMED_PACKS: usize = 512;

/// Finds the packs whose own name, product, generic pack or generic product the text names.
pub fn whole(index: &Index<'_>, folded: &str) -> Option<Result> {
    let text = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    let [named, beginning] = index.dataset.named(&text);
    let range = |packs: std::ops::Range<u32>| PackSet::range(index.pack_range(), packs.start, packs.end);
    if !named.is_empty() {
        return Some(of(index, range(named)));
    }
    let mut packs = PackSet::empty(index.pack_range());
    if let Some(generic) = index.dataset.generic_named(&text) {
        index.names.packs_of(generic).add_to(&mut packs);
    }
    add_products(index, &text, beginning, &mut packs);
    if packs.is_empty() {
        packs = of_generic_pack(index, &text)?;
    }
    (!packs.is_empty()).then(|| of(index, packs))
}

/// Adds the packs of the product that the text names, with or without its supplier.
fn add_products(index: &Index<'_>, text: &str, beginning: Range<u32>, packs: &mut PackSet) {
    let [_, with_supplier] = index.dataset.named(&format!("{text} ("));
    // After the product, the supplier follows.
    let is_exact = !with_supplier.is_empty();
    let candidates = if !is_exact && text.contains('(') { beginning } else { with_supplier };
    if candidates.len() > MAX_NAMED_PACKS {
        return;
    }
    let mut last = (None, false);
    for pack in candidates.map(PackNumber) {
        let product = index.dataset.product_place(pack);
        if last.0 != Some(product) {
            last = (Some(product), text.starts_with(fold(&index.dataset.product_name(pack)).as_str()));
        }
        let ends_word =
            |name: &str| fold(name).get(text.len()..).is_some_and(|rest| rest.starts_with([' ', ',']));
        if last.1 && (is_exact || ends_word(&index.dataset.name(pack))) {
            packs.add_range(&(pack.0..pack.0 + 1));
        }
    }
}

/// Finds the packs whose generic pack the text names: a generic product and a size.
fn of_generic_pack(index: &Index<'_>, text: &str) -> Option<PackSet> {
    let mut end = text.len();
    // The size and a sub-pack have at most twelve words.
    for _ in 0..12 {
        end = text.get(..end)?.rfind(' ')?;
        if let Some(generic) = index.dataset.generic_named(text.get(..end)?) {
            let mut packs = PackSet::empty(index.pack_range());
            index.names.packs_of(generic).add_to(&mut packs);
            packs.retain(|pack| {
                index.dataset.pack(pack).is_some_and(|pack| fold(&pack.generic_pack_name) == text)
            });
            if !packs.is_empty() {
                return Some(packs);
            }
        }
    }
    None
}

fn of(index: &Index<'_>, packs: PackSet) -> Result {
    let mut result = Result::nothing(index);
    result.packs = packs;
    result
}

//! Whole names of the release, which are always read as such.

use super::Result;
use crate::dataset::{PackNumber, PackSet};
use crate::search::index::Index;
use crate::text::fold;

/// The maximum number of packs whose names begin with the text.
const MAX_PACKS: u32 = 512;

/// Returns the packs whose own name, product, generic pack or generic product the text names.
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
    add_beginning(index, &text, beginning, &mut packs);
    if packs.is_empty() {
        packs = of_generic_pack(index, &text)?;
    }
    (!packs.is_empty()).then(|| of(index, packs))
}

/// Adds the packs whose names begin with the text, if it has the whole name of their product.
fn add_beginning(index: &Index<'_>, text: &str, beginning: std::ops::Range<u32>, packs: &mut PackSet) {
    if beginning.len() as u32 > MAX_PACKS {
        return;
    }
    for number in beginning.map(PackNumber) {
        let title = fold(&index.dataset.product_name(number));
        let name = fold(&index.dataset.name(number));
        let ends_word = name.get(text.len()..).is_some_and(|rest| rest.starts_with([' ', ',']));
        if ends_word && text.starts_with(title.as_str()) {
            packs.add_range(&(number.0..number.0 + 1));
        }
    }
}

/// Returns the packs whose generic pack the text names: a generic product and a size.
fn of_generic_pack(index: &Index<'_>, text: &str) -> Option<PackSet> {
    let mut end = text.len();
    // The size has at most eight words.
    for _ in 0..8 {
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

//! What a reader takes: packs with more are refused before they are written, so that no reader cuts what was recorded.

use std::collections::HashMap;
use std::fmt;

use super::format::{LONGEST_TEXT, MOST_COMPONENTS, MOST_GTIN_ROWS, MOST_USES};
use crate::ampp_id::AmppId;
use crate::pack::Pack;

/// A pack has more than a reader takes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TooMuch {
    id: AmppId,
    what: &'static str,
    most: usize,
}

impl fmt::Display for TooMuch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the pack {} has more than {} {}", self.id, self.most, self.what)
    }
}

/// Refuses packs with more than a reader takes.
pub fn check(packs: &[Pack]) -> Result<(), TooMuch> {
    packs.iter().try_for_each(check_pack)?;
    check_uses(packs)
}

fn check_pack(pack: &Pack) -> Result<(), TooMuch> {
    let longest_text = texts(pack).map(str::len).max().unwrap_or(0);
    let counts = [
        ("bytes in a text", longest_text, LONGEST_TEXT),
        ("rows of GTINs", pack.gtin_codes.len(), MOST_GTIN_ROWS),
        ("components", pack.comb_content.len(), MOST_COMPONENTS),
    ];
    let too_much = counts.into_iter().find(|(_, count, most)| count > most);
    too_much.map_or(Ok(()), |(what, _, most)| Err(TooMuch { id: pack.pack_id, what, most }))
}

fn texts(pack: &Pack) -> impl Iterator<Item = &str> {
    let optional = [pack.short_name.as_deref(), pack.subpack.as_deref()].into_iter().flatten();
    let flag = pack.discontinued.iter().map(|discontinued| discontinued.flag.as_str());
    [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category]
        .into_iter()
        .map(String::as_str)
        .chain(optional)
        .chain(flag)
}

/// GTINs that differ in their check digits only are looked for together, so they count together.
fn check_uses(packs: &[Pack]) -> Result<(), TooMuch> {
    let mut uses: HashMap<u64, usize> = HashMap::new();
    for (pack, entry) in packs.iter().flat_map(|pack| pack.gtin_codes.iter().map(move |entry| (pack, entry)))
    {
        let count = uses.entry(entry.gtin.gtin().number() / 10).or_default();
        *count += 1;
        if *count > MOST_USES {
            let (id, what, most) = (pack.pack_id, "uses of one of its GTINs", MOST_USES);
            return Err(TooMuch { id, what, most });
        }
    }
    Ok(())
}

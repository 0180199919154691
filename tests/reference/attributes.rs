//! Routes and releases that names state or imply: section 6 of docs/search.md.

use std::collections::BTreeSet;

use super::packs::Terms;
use super::tables::{ATTRIBUTE_ROWS, AttributeUse};

/// The attributes that are no routes.
const RELEASES: [&str; 3] = ["modified", "gastro-resistant", "immediate"];

/// The attributes of a title.
#[derive(Clone, Debug, Default)]
pub struct Stated {
    /// Those that a word states.
    pub stated: BTreeSet<&'static str>,
    /// Those that a word implies.
    pub implied: BTreeSet<&'static str>,
}

impl Stated {
    /// Returns whether the title has the attribute. Immediate release is what is neither modified nor gastro-resistant.
    pub fn has(&self, attribute: &str) -> bool {
        if attribute == "immediate" {
            return !self.stated.contains("modified") && !self.stated.contains("gastro-resistant");
        }
        self.stated.contains(attribute) || self.implied.contains(attribute)
    }
}

/// Returns the attributes that a title states or implies.
pub fn stated(title: &Terms) -> Stated {
    let mut found = Stated::default();
    let mut implied: BTreeSet<&'static str> = BTreeSet::new();
    for word in &title.words {
        let Some(row) = ATTRIBUTE_ROWS.get(word.as_str()) else { continue };
        match row.usage {
            AttributeUse::States | AttributeUse::Form => found.stated.extend(&row.attributes),
            AttributeUse::Implies => implied.extend(&row.attributes),
            AttributeUse::Asks => {}
        }
    }
    for form in ["injection", "infusion"] {
        if title.words.contains(form) {
            // Such a title implies no other route.
            implied.retain(|attribute| ATTRIBUTE_ROWS[form].attributes.contains(attribute));
        }
    }
    if found.stated.iter().all(|attribute| RELEASES.contains(attribute)) {
        found.implied = implied;
    }
    found
}

/// Returns the word of `attributes.tsv` that a text writes, without the signs that are ignored.
pub fn attribute_key(text: &str) -> String {
    text.chars().filter(|character| !matches!(character, '.' | '/' | '-' | '(' | ')' | ',' | ';' | ' ')).collect()
}

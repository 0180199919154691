//! Routes and releases that names state or imply: section 6 of docs/search.md.

use std::collections::BTreeSet;

use super::packs::Terms;
use super::tables::{ATTRIBUTE_ROWS, AttributeUse};

/// The attributes that are no routes.
const RELEASES: [&str; 3] = ["modified", "gastro-resistant", "immediate"];

/// The attributes of a product.
#[derive(Clone, Debug, Default)]
pub struct Attributes(BTreeSet<&'static str>);

impl Attributes {
    /// Collects the attributes that the two names of a product state, and the routes that dm+d records. If these have no route, those
    /// that the title implies count, or else those that the generic name implies.
    pub fn new(title: &Terms, generic: &Terms, routes: &[String]) -> Attributes {
        let mut found = of_words(&title.words, &[AttributeUse::States, AttributeUse::Form]);
        found.extend(of_words(&generic.words, &[AttributeUse::States, AttributeUse::Form]));
        let keys = routes.iter().map(|route| attribute_key(&route.to_lowercase())).collect();
        found.extend(of_words(&keys, &[AttributeUse::States, AttributeUse::Route]));
        if found.iter().all(|attribute| RELEASES.contains(attribute)) {
            let of_title = implied(title);
            found.extend(if of_title.is_empty() { implied(generic) } else { of_title });
        }
        Attributes(found)
    }

    /// Returns whether the product has the attribute. Immediate release is what is neither modified nor gastro-resistant.
    pub fn has(&self, attribute: &str) -> bool {
        if attribute == "immediate" {
            return !self.0.contains("modified") && !self.0.contains("gastro-resistant");
        }
        self.0.contains(attribute)
    }
}

fn of_words(words: &BTreeSet<String>, uses: &[AttributeUse]) -> BTreeSet<&'static str> {
    let rows = words.iter().filter_map(|word| ATTRIBUTE_ROWS.get(word.as_str()));
    rows.filter(|row| uses.contains(&row.usage)).flat_map(|row| row.attributes.iter().copied()).collect()
}

/// Returns the attributes that a name implies. One with `injection` or `infusion` implies no other route.
fn implied(name: &Terms) -> BTreeSet<&'static str> {
    let mut implied = of_words(&name.words, &[AttributeUse::Implies]);
    for form in ["injection", "infusion"] {
        if name.words.contains(form) {
            implied.retain(|attribute| ATTRIBUTE_ROWS[form].attributes.contains(attribute));
        }
    }
    implied
}

/// Returns the word of `attributes.tsv` that a text writes, without the signs that are ignored.
pub fn attribute_key(text: &str) -> String {
    text.chars()
        .filter(|character| !matches!(character, '.' | '/' | '-' | '(' | ')' | ',' | ';' | ' '))
        .collect()
}

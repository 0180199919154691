//! Routes and release characteristics: what the names of a product state or imply, and what a query requests.
//! The rules are one table.
//!
//! The writer of a dataset decides which attributes each product has. It indexes them as terms such as
//! `=oral`. A query only looks these terms up, so one rule decides for every host.

use crate::static_table::StaticTable;

/// The table: rows of a word, its kind, and its attributes, sorted by word.
const TEXT: &str = include_str!("attributes.tsv");
static TABLE: StaticTable = StaticTable::of(TEXT);

/// The maximum number of words that request one attribute: `by mouth` has two.
const MAX_ATTRIBUTE_WORDS: usize = 2;
/// The maximum length of an abbreviation. Abbreviations only count next to other words, and are never joined
/// from two or more words.
const MAX_ABBREVIATION_LEN: usize = 4;
/// Short words that are not abbreviations.
const SHORT_WORDS: [&str; 4] = ["oral", "eye", "ear", "nose"];

/// A route or a release characteristic, by its name in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute(&'static str);

/// The release characteristics that immediate release excludes.
const OTHER_RELEASES: [Attribute; 2] = [Attribute("modified"), Attribute("gastro-resistant")];

impl Attribute {
    /// Neither modified release nor gastro-resistance.
    pub const IMMEDIATE: Attribute = Attribute("immediate");

    /// The name.
    #[cfg(test)]
    pub fn name(self) -> &'static str {
        self.0
    }

    /// The name as people write it: `modified release`.
    pub fn label(self) -> &'static str {
        match self.0 {
            "modified" => "modified release",
            "immediate" => "immediate release",
            other => other,
        }
    }

    /// The index term of products that have the attribute. No word of a name starts with `=`.
    pub fn term(self) -> String {
        format!("={}", self.0)
    }

    /// Reports whether it is a release characteristic rather than a route.
    pub fn is_release(self) -> bool {
        self == Attribute::IMMEDIATE || OTHER_RELEASES.contains(&self)
    }
}

/// Lists the release characteristics that immediate release excludes.
pub fn other_releases() -> [Attribute; 2] {
    OTHER_RELEASES
}

/// Lists every route that a product can have, without duplicates, in the order of the table.
pub fn routes() -> Vec<Attribute> {
    let mut routes: Vec<Attribute> = Vec::new();
    for [_, _, attributes] in TABLE.all() {
        for attribute in attributes.split(' ').map(Attribute) {
            if !attribute.is_release() && !routes.contains(&attribute) {
                routes.push(attribute);
            }
        }
    }
    routes
}

/// A request for an attribute in a query: a route or a release, as `attributes.tsv` has it. The reader of
/// queries makes a term of it.
pub struct Request {
    pub attribute: Attribute,
    /// The word as the table has it.
    pub word: &'static str,
    /// The number of words of the query that it uses.
    pub words: usize,
}

/// Parses the attribute that the first words request. An abbreviation counts only if the query has other
/// words.
pub fn requested_by(words: &[&str], has_other_words: bool) -> Option<Request> {
    for used in (1..=MAX_ATTRIBUTE_WORDS.min(words.len())).rev() {
        let key = key(words.get(..used)?);
        let is_abbreviation = key.len() <= MAX_ABBREVIATION_LEN && !SHORT_WORDS.contains(&key.as_str());
        if is_abbreviation && (used > 1 || !has_other_words) {
            continue;
        }
        if let Some([word, kind, attributes]) = TABLE.with_key(&key).first()
            && matches!(*kind, "states" | "asks" | "route")
        {
            return Some(Request { attribute: first_of(attributes), word, words: used });
        }
    }
    None
}

/// Finds the first of some attributes: the one that a query requests by their word.
fn first_of(attributes: &'static str) -> Attribute {
    Attribute(attributes.split(' ').next().unwrap_or(attributes))
}

/// Reports whether a product name that has the word states the attribute. A query may then search for the
/// word itself.
pub fn is_stated_by(attribute: Attribute, word: &str) -> bool {
    let Some([_, kind, attributes]) = TABLE.with_key(word).first() else { return false };
    matches!(*kind, "states" | "form") && attributes.split(' ').any(|one| one == attribute.0)
}

/// The punctuation of abbreviations.
const PUNCTUATION: [char; 7] = ['.', '/', '-', '(', ')', ',', ';'];

/// Joins words without the punctuation of abbreviations: `m/r`, `s.c.`.
fn key(words: &[&str]) -> String {
    words.concat().replace(PUNCTUATION, "")
}

/// The names of a product as sets of index terms, and its routes as dm+d records them.
#[cfg(any(feature = "write", test))]
pub struct Product<'p> {
    pub title: &'p [String],
    pub generic: &'p [String],
    pub routes: &'p [&'p str],
}

#[cfg(any(feature = "write", test))]
impl Product<'_> {
    /// Lists the attributes of the product, without duplicates.
    ///
    /// Release characteristics come from either name. Routes come from dm+d and from either name. If there
    /// are none, the product has the routes that its own name implies. If that name implies none, its generic
    /// name decides.
    pub fn attributes(&self) -> Vec<Attribute> {
        let mut found = attributes_of(self.title, &["states", "form"]);
        found.extend(attributes_of(self.generic, &["states", "form"]));
        for route in self.routes {
            let key = key(&[&route.to_ascii_lowercase().replace(' ', "")]);
            found.extend(attributes_of(&[key], &["states", "route"]));
        }
        if found.iter().copied().all(Attribute::is_release) {
            found.extend(self.implied());
        }
        found.sort_by_key(|attribute| attribute.0);
        found.dedup();
        found
    }

    /// Lists the attributes that the own name implies, or else those that the generic name implies.
    fn implied(&self) -> Vec<Attribute> {
        let implied = implied_by(self.title);
        if implied.is_empty() { implied_by(self.generic) } else { implied }
    }
}

/// Dose forms that exclude every route that they do not imply: soluble insulin is not oral.
#[cfg(any(feature = "write", test))]
const PARENTERAL_FORMS: [&str; 2] = ["infusion", "injection"];

#[cfg(any(feature = "write", test))]
fn implied_by(name: &[String]) -> Vec<Attribute> {
    let mut implied = attributes_of(name, &["implies"]);
    for word in name {
        if PARENTERAL_FORMS.contains(&word.as_str()) {
            let of_form = attributes_of(std::slice::from_ref(word), &["implies"]);
            implied.retain(|attribute| of_form.contains(attribute));
        }
    }
    implied
}

/// Lists the attributes that the table gives to words of these kinds.
#[cfg(any(feature = "write", test))]
fn attributes_of(words: &[String], kinds: &[&str]) -> Vec<Attribute> {
    let mut found = Vec::new();
    for word in words {
        for [_, kind, attributes] in TABLE.with_key(word) {
            if kinds.contains(kind) {
                found.extend(attributes.split(' ').map(Attribute));
            }
        }
    }
    found
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::static_table::rows;
    use crate::text::{fold, title_terms};

    #[test]
    fn the_table_is_sorted_and_each_row_names_its_source() {
        let sources: Vec<&str> = rows(include_str!("sources.tsv")).map(|row| row[0]).collect();
        assert!(rows(TEXT).map(|row| row[0]).is_sorted());
        for row in rows(TEXT) {
            assert!(row.len() == 4 && sources.contains(&row[3]), "{row:?}");
            assert!(["states", "form", "implies", "asks", "route"].contains(&row[1]), "{row:?}");
        }
        for source in sources {
            assert!(rows(TEXT).any(|row| row[3] == source), "{source}");
        }
    }

    #[test]
    fn parses_every_notation_of_routes_and_releases() {
        for (text, attribute, used) in [
            ("m/r tablets", "modified", 1),
            ("modified release tablets", "modified", 2),
            ("modified-release", "modified", 1),
            ("i.v. infusion", "intravenous", 1),
            ("s/c", "subcutaneous", 1),
            ("by mouth", "oral", 2),
            ("e/c", "gastro-resistant", 1),
        ] {
            let words: Vec<&str> = text.split(' ').collect();
            let read = requested_by(&words, true).map(|request| (request.attribute.name(), request.words));
            assert_eq!(read, Some((attribute, used)), "{text}");
        }
        for text in ["tablets", "i m", "imodium", "amlodipine"] {
            assert!(requested_by(&text.split(' ').collect::<Vec<_>>(), true).is_none(), "{text}");
        }
        assert!(requested_by(&["im"], false).is_none());
    }

    fn attributes(title: &str, generic: &str, routes: &[&str]) -> String {
        let (title, generic) = (title_terms(&fold(title)), title_terms(&fold(generic)));
        let product = Product { title: &title, generic: &generic, routes };
        product.attributes().into_iter().map(Attribute::name).collect::<Vec<_>>().join(" ")
    }

    #[test]
    fn stated_routes_override_implied_ones() {
        for (title, generic, found) in [
            ("Paracetamol 500mg tablets", "Paracetamol 500mg tablets", "oral"),
            ("Buccastem M 3mg tablets", "Prochlorperazine 3mg buccal tablets", "buccal"),
            (
                "Insulin soluble 100units/ml solution for injection",
                "",
                "intramuscular intravenous parenteral subcutaneous",
            ),
            ("Slo-Phyllin 250mg capsules", "Theophylline 250mg modified-release capsules", "modified oral"),
            ("Canesten", "Clotrimazole 1% cream", "cutaneous"),
            ("Paracetamol 125mg suppositories", "", "rectal"),
        ] {
            assert_eq!(attributes(title, generic, &[]), found, "{title}");
        }
    }

    #[test]
    fn the_routes_of_dmd_replace_implied_ones() {
        let name = "Vecuronium 10mg powder for solution for injection vials";
        assert_eq!(attributes(name, name, &["Intravenous"]), "intravenous parenteral");
        assert_eq!(attributes("A tablets", "A tablets", &["Ocular", "Sublingual"]), "eye sublingual");
    }
}

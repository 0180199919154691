//! Routes and release characteristics: what product names state or imply, and what a query asks for. One table, in data.

use super::static_table::StaticTable;

/// StaticTable of a word, what it does, and the attributes, sorted by word behind comments.
const TEXT: &str = include_str!("attributes.tsv");
static TABLE: StaticTable = StaticTable::of(TEXT);

/// A query has at most so many words for one attribute: `for oral use` has one, `gastro resistant` two.
const MOST_WORDS: usize = 2;
/// Shorter words are abbreviations: they are only read beside other words, and never put together from several.
const ABBREVIATION: usize = 4;

/// A route or a release characteristic, by its name in the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Attribute(&'static str);

/// The release characteristics that immediate release excludes.
const OTHER_RELEASES: [Attribute; 2] = [Attribute("modified"), Attribute("gastro-resistant")];

impl Attribute {
    /// No modified release and no gastro-resistance.
    pub const IMMEDIATE: Attribute = Attribute("immediate");

    /// Returns the name.
    pub fn name(self) -> &'static str {
        self.0
    }

    /// Returns the words by which a product name states the attribute.
    pub fn stated_by(self) -> impl Iterator<Item = &'static str> {
        words(&["states", "form"], move |attributes| attributes.split(' ').any(|one| one == self.0))
    }

    /// Returns the words by which a product name that states no route implies the attribute.
    pub fn implied_by(self) -> impl Iterator<Item = &'static str> {
        words(&["implies"], move |attributes| attributes.split(' ').any(|one| one == self.0))
    }
}

/// Returns the release characteristics that immediate release excludes.
pub fn other_releases() -> [Attribute; 2] {
    OTHER_RELEASES
}

/// The dose forms that rule out every route that they do not imply.
const PARENTERAL_FORMS: [&str; 2] = ["infusion", "injection"];

impl Attribute {
    /// Returns the words of a product name with which no other word of it implies the attribute: those that state a route, and
    /// injection and infusion for routes that these do not imply. Soluble insulin is not for the mouth.
    pub fn ruled_out_by(self) -> impl Iterator<Item = &'static str> {
        let forms =
            PARENTERAL_FORMS.into_iter().filter(move |form| !self.implied_by().any(|word| word == *form));
        route_words().chain(forms)
    }

    /// Whether a word of a query states the attribute in names as well.
    pub fn is_stated_by(self, word: &str) -> bool {
        self.stated_by().any(|stated| stated == word)
    }
}

/// Returns the words by which product names state a route.
fn route_words() -> impl Iterator<Item = &'static str> {
    words(&["states", "form"], |attributes| !OTHER_RELEASES.iter().any(|release| release.0 == attributes))
}

fn words(
    kinds: &'static [&'static str],
    is_wanted: impl Fn(&'static str) -> bool,
) -> impl Iterator<Item = &'static str> {
    let lines = TABLE.all().iter().filter(move |[_, kind, _]| kinds.contains(kind));
    lines.filter(move |[.., attributes]| is_wanted(attributes)).map(|[word, ..]| *word)
}

/// Returns the attribute that the first of some words ask for, the word under which the table has it, and how many words it takes.
/// An abbreviation is only read where `are_more`: there are other words beside it.
pub fn asked_by(words: &[&str], are_more: bool) -> Option<(Attribute, &'static str, usize)> {
    for used in (1..=MOST_WORDS.min(words.len())).rev() {
        let key = key(words.get(..used)?);
        let is_abbreviation = key.len() <= ABBREVIATION;
        if is_abbreviation
            && (used > 1 || !are_more && !matches!(key.as_str(), "oral" | "eye" | "ear" | "nose"))
        {
            continue;
        }
        let line = TABLE
            .from(&key)
            .first()
            .filter(|[word, kind, _]| *word == key && matches!(*kind, "states" | "asks"));
        if let Some([word, _, attribute]) = line {
            return Some((Attribute(attribute), word, used));
        }
    }
    None
}

/// Without what people put between the letters of an abbreviation.
fn key(words: &[&str]) -> String {
    words.concat().chars().filter(|c| !matches!(c, '.' | '/' | '-' | '(' | ')' | ',' | ';')).collect()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::search::static_table::rows;

    #[test]
    fn the_table_is_sorted_and_each_line_names_its_source() {
        let sources: Vec<&str> = rows(include_str!("attributes-sources.tsv")).map(|row| row[0]).collect();
        assert!(rows(TEXT).map(|row| row[0]).is_sorted());
        for row in rows(TEXT) {
            assert!(row.len() == 4 && sources.contains(&row[3]), "{row:?}");
            assert!(["states", "form", "implies", "asks"].contains(&row[1]), "{row:?}");
        }
        for source in sources {
            assert!(rows(TEXT).any(|row| row[3] == source), "{source}");
        }
    }

    #[test]
    fn reads_routes_and_releases_however_they_are_written() {
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
            let read = asked_by(&words, true).map(|(attribute, _, used)| (attribute.name(), used));
            assert_eq!(read, Some((attribute, used)), "{text}");
        }
        for text in ["tablets", "i m", "imodium", "amlodipine"] {
            assert_eq!(asked_by(&text.split(' ').collect::<Vec<_>>(), true), None, "{text}");
        }
        assert_eq!(asked_by(&["im"], false), None);
    }
}

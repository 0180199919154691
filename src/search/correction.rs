//! Corrections: how the words of a query were changed, in the user's own words.

/// A part of the query that no pack has as typed, and how it was read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Correction {
    /// The part as typed. Several words may have been read as one.
    pub written: String,
    /// The folded words that it was corrected to. Empty if the part was ignored.
    ///
    /// Of similar words, these are the ones that a result has in its own name, or else all of them. At most
    /// eight are listed.
    pub replacements: Vec<String>,
}

impl Correction {
    /// Returns what was corrected, for people.
    pub fn in_words(&self) -> String {
        let Correction { written, replacements } = self;
        match replacements.as_slice() {
            [] => format!("ignored: \"{written}\""),
            words => format!("{written} read as {}", words.join(", ")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn describes_corrected_and_ignored_words() {
        let described = |written: &str, replacements: &[&str]| {
            let replacements = replacements.iter().map(|word| (*word).to_owned()).collect();
            Correction { written: written.to_owned(), replacements }.in_words()
        };
        assert_eq!(described("Amlodpine", &["amlodipine"]), "Amlodpine read as amlodipine");
        assert_eq!(described("zamlodip", &["samlodip", "tamlodip"]), "zamlodip read as samlodip, tamlodip");
        assert_eq!(described("hydrochloride", &[]), "ignored: \"hydrochloride\"");
    }
}

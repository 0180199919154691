//! Phrases of boxes and of the text around names, from `box_phrases.tsv`.

use crate::static_table::StaticTable;

/// `box_phrases-sources.tsv` documents the columns, kinds and sources.
const TEXT: &str = include_str!("box_phrases.tsv");
static TABLE: StaticTable = StaticTable::of(TEXT);

/// The kind of a phrase: how the search treats it. `box_phrases-sources.tsv` documents the kinds and the
/// sources of the phrases.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhraseKind {
    /// Noise, which is not searched for.
    Noise,
    /// A container, which is not searched for. A quantity before it is a size.
    Container,
    /// A word that announces a size. It is not searched for.
    Size,
    /// A word that announces a code. Neither is searched for.
    Code,
    /// The dose form of a medicine. A number before it is a size.
    Form,
    /// A detail that names may have or lack.
    Detail,
    /// The salt of the medicine before it.
    Salt,
    /// An abbreviation that may mean a medicine, strength or route. It is never ignored, and matches no pack.
    Doubt,
}

/// Finds the longest phrase of the table with which the words begin, and its number of words.
pub fn longest(words: &[&str]) -> Option<(PhraseKind, usize)> {
    let mut longest = None;
    let mut most = 0;
    for [written, phrase_kind, _] in TABLE.with_prefix(words.first()?) {
        let used = written.split(' ').count();
        if used >= most
            && let Some(words) = words.get(..used)
            && words.iter().copied().eq(written.split(' '))
            && let Some(kind) = kind(phrase_kind)
        {
            most = used;
            longest = Some((kind, used));
        }
    }
    longest
}

/// Reports whether a word is an abbreviation with more than one meaning.
pub fn is_doubt(word: &str) -> bool {
    matches!(longest(&[word]), Some((PhraseKind::Doubt, _)))
}

/// Reports whether a word is a dose form.
pub fn is_form(word: &str) -> bool {
    matches!(longest(&[word]), Some((PhraseKind::Form, _)))
}

fn kind(phrase_kind: &str) -> Option<PhraseKind> {
    match phrase_kind {
        "noise" => Some(PhraseKind::Noise),
        "container" => Some(PhraseKind::Container),
        "size" => Some(PhraseKind::Size),
        "code" => Some(PhraseKind::Code),
        "form" => Some(PhraseKind::Form),
        "detail" => Some(PhraseKind::Detail),
        "salt" => Some(PhraseKind::Salt),
        "doubt" => Some(PhraseKind::Doubt),
        _ => None,
    }
}

/// Reports whether a word is a salt.
pub fn is_salt(word: &str) -> bool {
    matches!(longest(&[word]), Some((PhraseKind::Salt, 1)))
}

/// Lists all salts.
pub fn salts() -> impl Iterator<Item = &'static str> {
    TABLE.all().iter().filter(|[_, phrase_kind, _]| *phrase_kind == "salt").map(|[written, ..]| *written)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::static_table::rows;

    #[test]
    fn the_table_is_sorted_and_each_row_has_a_described_reason() {
        let sources: Vec<_> = rows(include_str!("box_phrases-sources.tsv")).collect();
        assert!(rows(TEXT).map(|row| row[0]).is_sorted());
        for row in rows(TEXT) {
            assert!(row.len() == 3 && kind(row[1]).is_some(), "{row:?}");
            assert!(sources.iter().any(|source| source[0] == row[2]), "{row:?}");
        }
        for source in &sources {
            assert!(rows(TEXT).any(|row| row[2] == source[0]), "{source:?}");
        }
    }

    /// An abbreviation that is known to be misread is never noise. It finds all of its meanings, or nothing.
    #[test]
    fn error_prone_abbreviations_are_never_noise() {
        let cases = include_str!("../../tests/cases/error-prone.json");
        let file: serde_json::Value = serde_json::from_str(cases).unwrap();
        for case in file["cases"].as_array().unwrap() {
            for written in case["written"].as_array().unwrap() {
                let phrase_kind = longest(&[written.as_str().unwrap()]);
                assert!(
                    !matches!(
                        phrase_kind,
                        Some((PhraseKind::Noise | PhraseKind::Detail | PhraseKind::Container, _))
                    ),
                    "{written}"
                );
            }
        }
    }

    #[test]
    fn prefers_the_longest_phrase() {
        let phrase_kind = |text: &str| longest(&text.split(' ').collect::<Vec<_>>());
        assert_eq!(phrase_kind("keep out of reach of children please"), Some((PhraseKind::Noise, 6)));
        assert_eq!(phrase_kind("pack of 28"), Some((PhraseKind::Size, 2)));
        assert_eq!(phrase_kind("pack"), Some((PhraseKind::Container, 1)));
        assert_eq!(phrase_kind("film-coated tablets"), Some((PhraseKind::Detail, 1)));
        assert_eq!(phrase_kind("amlodipine"), None);
    }
}

//! Synonyms, from `synonyms.tsv`.

use super::{Notice, NoticeKind};
use crate::static_table::{Row, StaticTable};

/// `synonyms-sources.tsv` documents the columns, kinds and sources.
const TEXT: &str = include_str!("synonyms.tsv");
static TABLE: StaticTable = StaticTable::of(TEXT);
/// The kinds of rows for names of medicines, as opposed to abbreviations of words.
const NAME_KINDS: [&str; 4] = ["ban", "usan", "old", "spelling"];
/// The kinds of names that a medicine had before.
const FORMER_KINDS: [&str; 2] = ["ban", "old"];
/// The kinds of other names of medicines: formulae, and what people call them.
const OTHER_KINDS: [&str; 2] = ["chemical", "common"];
/// The minimum length of a former name's prefix that is recognised.
const RECOGNISED: usize = 5;

/// The kind of the rows that name a combination, not a synonym: `codeine` is part of `co-codamol`.
const PART: &str = "part";

/// Lists the meanings of one or two words of a query, in addition to the words themselves.
pub fn meanings(written: &str) -> Vec<&'static str> {
    let mut meanings = Vec::new();
    for [_, meaning, kind] in TABLE.with_key(written) {
        if *kind != PART {
            meanings.push(*meaning);
        }
    }
    meanings
}

/// Lists the combinations that contain a substance and whose names lack it.
pub fn combinations_of(substance: &str) -> Vec<&'static str> {
    let mut combinations = Vec::new();
    for [_, combination, kind] in TABLE.with_key(substance) {
        if *kind == PART {
            combinations.push(*combination);
        }
    }
    combinations
}

/// Lists the substances of a combination.
pub fn parts_of(combination: &str) -> impl Iterator<Item = &'static str> {
    TABLE
        .all()
        .iter()
        .filter(move |[_, meaning, kind]| *kind == PART && *meaning == combination)
        .map(|[part, ..]| *part)
}

/// Lists the current names for former and foreign names with this prefix.
pub fn former_names_with_prefix(start: &str) -> Vec<&'static str> {
    let mut names = Vec::new();
    if start.len() < RECOGNISED {
        return names;
    }
    for [_, meaning, kind] in TABLE.with_prefix(start) {
        if NAME_KINDS.contains(kind) {
            names.push(*meaning);
        }
    }
    names
}

/// Reports whether a text is a former or foreign name, or another spelling of one.
pub fn is_former_name(written: &str) -> bool {
    TABLE.with_key(written).iter().any(|row| is_name(&row))
}

/// Reports whether a text is a short or former name of a company.
pub fn is_supplier(written: &str) -> bool {
    TABLE.with_key(written).iter().any(|[.., kind]| *kind == "supplier")
}

/// Finds the notice that a text is a former or another name of a medicine.
pub fn other_name_of(written: &str) -> Option<Notice> {
    let rows = TABLE.with_key(written);
    let names: Vec<String> =
        rows.iter().filter(is_told).map(|[_, meaning, _]| (*meaning).to_owned()).collect();
    let is_former = rows.iter().any(|[.., kind]| FORMER_KINDS.contains(kind));
    let kind = if is_former { NoticeKind::FormerName } else { NoticeKind::OtherName };
    (!names.is_empty()).then(|| Notice { kind, written: written.to_owned(), names })
}

/// Reports whether a row is for a name of a medicine, as opposed to a shortened word.
fn is_told([.., kind]: &&Row) -> bool {
    NAME_KINDS.contains(kind) || OTHER_KINDS.contains(kind)
}

/// Lists former and foreign names and spellings, each with the current name.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.all().iter().filter(is_name).map(|[written, meaning, _]| (*written, *meaning))
}

fn is_name([.., kind]: &&Row) -> bool {
    NAME_KINDS.contains(kind)
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::attributes::requested_by;
    use crate::search::spelling::distance;
    use crate::static_table::rows;

    /// The descriptions of kinds and sources.
    const SOURCES: &str = include_str!("synonyms-sources.tsv");

    /// An abbreviation that is known to be misread, with its spellings and its meanings.
    #[derive(serde::Deserialize)]
    struct ErrorProne {
        written: Vec<String>,
        expect: Expect,
        from: String,
    }

    #[derive(serde::Deserialize)]
    struct Expect {
        means: Vec<String>,
    }

    #[derive(serde::Deserialize)]
    struct CaseFile {
        cases: Vec<ErrorProne>,
    }

    fn letters(text: &str) -> String {
        text.chars().filter(|c| c.is_alphanumeric()).collect()
    }

    /// Reports whether `word` has the letters of `short` in their order, and both have the same first letter.
    fn is_cut_from(short: &str, word: &str) -> bool {
        let (short, word) = (letters(short), letters(word));
        let mut rest = word.chars();
        short.chars().next() == word.chars().next() && short.chars().all(|c| rest.any(|other| other == c))
    }

    #[test]
    fn the_table_is_sorted_and_each_row_has_a_kind_and_a_source() {
        assert!(TABLE.all().is_sorted_by_key(|[written, ..]| *written));
        let known: Vec<(&str, &str)> = rows(SOURCES).map(|row| (row[0], row[1])).collect();
        for row in rows(TEXT) {
            assert_eq!(row.len(), 4, "{row:?}");
            assert!(known.contains(&("kind", row[2])), "{row:?}");
            assert!(known.contains(&("source", row[3])), "{row:?}");
        }
    }

    #[test]
    fn every_source_is_described_and_used() {
        for row in rows(SOURCES) {
            assert!(row.len() == 3 && !row[2].is_empty(), "{row:?}");
            let column = if row[0] == "kind" { 2 } else { 3 };
            assert!(rows(TEXT).any(|line| line[column] == row[1]), "{row:?}");
        }
    }

    #[test]
    fn shortened_words_share_the_letters_of_their_meaning() {
        for row in rows(TEXT).filter(|row| row[3] == "cut") {
            let singular = row[0].strip_suffix('s').unwrap_or(row[0]);
            assert!([row[0], singular].iter().any(|short| is_cut_from(short, row[1])), "{row:?}");
        }
    }

    #[test]
    fn error_prone_abbreviations_find_all_their_meanings_or_none() {
        let cases = include_str!("../../tests/cases/error-prone.json");
        for case in serde_json::from_str::<CaseFile>(cases).unwrap().cases {
            let means = case.expect.means;
            assert!(means.len() > 1, "{:?}", case.written);
            assert!(rows(SOURCES).any(|row| row[1] == case.from), "{:?}", case.written);
            // Abbreviations of routes are excluded: they are read as in prescriptions of the United Kingdom.
            for written in case.written.into_iter().filter(|written| requested_by(&[written], true).is_none())
            {
                let found = meanings(&written);
                let has_all = means.iter().all(|meaning| found.contains(&meaning.as_str()));
                assert!(found.is_empty() || has_all, "{written}: {found:?}, not all of {means:?}");
            }
        }
    }

    #[test]
    fn listed_misspellings_are_close_to_their_meaning() {
        for row in rows(TEXT).filter(|row| row[3] == "near") {
            assert!(distance(row[0].as_bytes(), row[1].as_bytes()) <= 3, "{row:?}");
        }
    }

    #[test]
    fn finds_every_row() {
        for [written, meaning, kind] in TABLE.all() {
            let found = if *kind == PART { combinations_of(written) } else { meanings(written) };
            assert!(found.contains(meaning), "{written}");
        }
        for absent in ["", "zzzz", "0", "frusemid", "frusemidex"] {
            assert!(meanings(absent).is_empty(), "{absent}");
        }
    }

    #[test]
    fn finds_former_names_by_prefix() {
        assert_eq!(former_names_with_prefix("frusem"), ["furosemide"]);
        assert!(former_names_with_prefix("frus").is_empty());
    }
}

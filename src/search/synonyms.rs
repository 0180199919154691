//! Words as people write them, and what they mean: one table, in data.

/// Lines of `written`, tab, `meant`, tab, kind, tab, source; sorted by `written`, behind comments.
const TABLE: &str = include_str!("synonyms.tsv");
/// The kinds of line that give a name another name, and not a word a short form.
const NAME_KINDS: [&str; 4] = ["ban", "usan", "old", "spelling"];
/// How much of a former name must be there to be recognised.
const RECOGNISED: usize = 5;

/// A line of the table.
struct Line {
    written: &'static str,
    meant: &'static str,
    kind: &'static str,
}

/// What one or two words of a query may mean beside themselves.
pub fn meanings(written: &str) -> Vec<&'static str> {
    beginning_with(written).take_while(|line| line.written == written).map(|line| line.meant).collect()
}

/// The names that are meant by former and foreign names that begin like this.
pub fn names_meant_by_start(start: &str) -> impl Iterator<Item = &'static str> + use<'_> {
    let recognised = Some(start).filter(|start| start.len() >= RECOGNISED);
    let lines = recognised.into_iter().flat_map(beginning_with);
    lines.filter(|line| NAME_KINDS.contains(&line.kind)).map(|line| line.meant)
}

/// Former and foreign names and spellings, and the names that they mean.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(TABLE).filter(|line| NAME_KINDS.contains(&line.kind)).map(|line| (line.written, line.meant))
}

/// The lines whose `written` begins like this.
fn beginning_with(start: &str) -> impl Iterator<Item = Line> + use<'_> {
    lines(from(TABLE, start)).take_while(move |line| line.written.starts_with(start))
}

/// A sorted table from the first line on whose first column is not before `start`, found by halving.
pub fn from(table: &'static str, start: &str) -> &'static str {
    let mut rest = table;
    let (mut low, mut high) = (0, table.len());
    while low < high {
        let middle = table.floor_char_boundary(low + (high - low) / 2);
        let line_start = table.get(..middle).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let line = table.get(line_start..).unwrap_or("");
        let line_len = line.find('\n').map_or(line.len(), |end| end + 1);
        // Comments begin with a character that is before all words.
        let is_before =
            line.split('\t').next().is_some_and(|written| written.starts_with('#') || written < start);
        if is_before {
            low = line_start + line_len;
        } else {
            high = line_start;
            rest = line;
        }
    }
    if low >= table.len() { "" } else { rest }
}

/// The first columns of the lines of a table, without its comments.
pub fn lines_of<const COLUMNS: usize>(table: &'static str) -> impl Iterator<Item = [&'static str; COLUMNS]> {
    table.lines().filter(|line| !line.starts_with('#')).map(|line| {
        let mut columns = line.split('\t');
        std::array::from_fn(|_| columns.next().unwrap_or(""))
    })
}

fn lines(table: &'static str) -> impl Iterator<Item = Line> {
    lines_of(table).map(|[written, meant, kind]| Line { written, meant, kind })
}

#[cfg(test)]
#[allow(clippy::indexing_slicing, clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::search::distance::distance;

    /// What the kinds and the keys of the sources stand for.
    const SOURCES: &str = include_str!("synonyms-sources.tsv");

    /// An abbreviation that is known to be misread, in the ways that it is written, and what it is taken for.
    #[derive(serde::Deserialize)]
    struct ErrorProne {
        written: Vec<String>,
        means: Vec<String>,
        from: String,
    }

    fn rows(table: &'static str) -> impl Iterator<Item = Vec<&'static str>> {
        table.lines().filter(|line| !line.starts_with('#')).map(|line| line.split('\t').collect())
    }

    fn letters(text: &str) -> String {
        text.chars().filter(|c| c.is_alphanumeric()).collect()
    }

    /// Whether the letters of `short`, the first one first, stand in `word` in their order.
    fn is_cut_from(short: &str, word: &str) -> bool {
        let (short, word) = (letters(short), letters(word));
        let mut rest = word.chars();
        short.chars().next() == word.chars().next() && short.chars().all(|c| rest.any(|other| other == c))
    }

    #[test]
    fn the_table_is_sorted_and_each_line_names_its_kind_and_its_source() {
        let written: Vec<&str> = lines(TABLE).map(|line| line.written).collect();
        assert!(written.is_sorted());
        assert_eq!(written.len(), rows(TABLE).count());
        let known: Vec<(&str, &str)> = rows(SOURCES).map(|row| (row[0], row[1])).collect();
        for row in rows(TABLE) {
            assert_eq!(row.len(), 4, "{row:?}");
            assert!(known.contains(&("kind", row[2])), "{row:?}");
            assert!(known.contains(&("source", row[3])), "{row:?}");
        }
    }

    #[test]
    fn each_source_is_described_and_used() {
        for row in rows(SOURCES) {
            assert!(row.len() == 3 && !row[2].is_empty(), "{row:?}");
            let column = if row[0] == "kind" { 2 } else { 3 };
            assert!(rows(TABLE).any(|line| line[column] == row[1]), "{row:?}");
        }
    }

    #[test]
    fn words_cut_short_are_cut_from_what_they_mean() {
        for row in rows(TABLE).filter(|row| row[3] == "cut") {
            let singular = row[0].strip_suffix('s').unwrap_or(row[0]);
            assert!([row[0], singular].iter().any(|short| is_cut_from(short, row[1])), "{row:?}");
        }
    }

    #[test]
    fn what_is_known_to_be_misread_means_all_that_it_is_taken_for_or_nothing() {
        let cases = include_str!("../../tests/cases/error-prone.json");
        for case in serde_json::from_str::<Vec<ErrorProne>>(cases).unwrap() {
            assert!(case.means.len() > 1, "{:?}", case.written);
            assert!(rows(SOURCES).any(|row| row[1] == case.from), "{:?}", case.written);
            for written in case.written {
                let found = meanings(&written);
                let has_all = case.means.iter().all(|meant| found.contains(&meant.as_str()));
                assert!(found.is_empty() || has_all, "{written}: {found:?}, not all of {:?}", case.means);
            }
        }
    }

    #[test]
    fn misspellings_that_are_kept_are_near_what_they_mean() {
        for row in rows(TABLE).filter(|row| row[3] == "near") {
            assert!(distance(row[0].as_bytes(), row[1].as_bytes()) <= 3, "{row:?}");
        }
    }

    #[test]
    fn every_line_is_found() {
        for line in lines(TABLE) {
            assert!(meanings(line.written).contains(&line.meant), "{}", line.written);
        }
        for absent in ["", "zzzz", "0", "frusemid", "frusemidex"] {
            assert!(meanings(absent).is_empty(), "{absent}");
        }
    }

    #[test]
    fn starts_of_former_names_are_recognised() {
        assert_eq!(names_meant_by_start("frusem").collect::<Vec<_>>(), ["furosemide"]);
        assert_eq!(names_meant_by_start("frus").count(), 0);
    }
}

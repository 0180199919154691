//! Words as people write them, and what they mean: one table, in data.

/// Lines of `written`, tab, `meant`, tab, kind; sorted by `written`, behind comments.
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
    let lines = beginning_with(start).filter(|line| NAME_KINDS.contains(&line.kind));
    lines.filter(|_| start.len() >= RECOGNISED).map(|line| line.meant)
}

/// Former and foreign names and spellings, and the names that they mean.
pub fn names() -> impl Iterator<Item = (&'static str, &'static str)> {
    lines(TABLE).filter(|line| NAME_KINDS.contains(&line.kind)).map(|line| (line.written, line.meant))
}

/// The lines whose `written` begins like this.
fn beginning_with(start: &str) -> impl Iterator<Item = Line> + use<'_> {
    lines(from(start)).take_while(move |line| line.written.starts_with(start))
}

/// The table from the first line on whose `written` is not before `start`, found by halving.
fn from(start: &str) -> &'static str {
    let mut rest = TABLE;
    let (mut low, mut high) = (0, TABLE.len());
    while low < high {
        let middle = TABLE.floor_char_boundary(low + (high - low) / 2);
        let line_start = TABLE.get(..middle).and_then(|before| before.rfind('\n')).map_or(0, |end| end + 1);
        let line = TABLE.get(line_start..).unwrap_or("");
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
    if low >= TABLE.len() { "" } else { rest }
}

fn lines(table: &'static str) -> impl Iterator<Item = Line> {
    table.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some(Line { written: columns.next()?, meant: columns.next()?, kind: columns.next()? })
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_is_sorted_and_whole() {
        let written: Vec<&str> = lines(TABLE).map(|line| line.written).collect();
        assert!(written.is_sorted());
        assert_eq!(written.len(), TABLE.lines().filter(|line| !line.starts_with('#')).count());
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

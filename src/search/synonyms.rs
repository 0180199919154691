//! Words as people write them, and what they mean: one table, in data.

/// Lines of `written`, tab, `meant`, tab, source; sorted. Several lines may have the same `written`.
const TABLE: &str = include_str!("synonyms.tsv");

/// What a word of a query may mean beside itself; none where it only means itself.
pub fn meanings(word: &str) -> Option<impl Iterator<Item = &'static str> + use<'_>> {
    let mut meanings =
        lines().filter(move |(written, _)| *written == word).map(|(_, meant)| meant).peekable();
    meanings.peek().is_some().then_some(meanings)
}

fn lines() -> impl Iterator<Item = (&'static str, &'static str)> {
    TABLE.lines().filter(|line| !line.starts_with('#')).filter_map(|line| {
        let mut columns = line.split('\t');
        Some((columns.next()?, columns.next()?))
    })
}

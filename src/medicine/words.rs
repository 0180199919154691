//! The words after the substance and the strength of a medicine, from `words.tsv`.

use crate::static_table::StaticTable;

static TABLE: StaticTable = StaticTable::of(include_str!("words.tsv"));

/// What a word describes, as the table `words.tsv` has it. It gives each word after the substance and
/// strength its place in the product.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WordKind {
    /// A dose form, such as `tablets`.
    Form,
    /// What contains a dose, or gives it, such as `vials`.
    Container,
    /// What describes a form or a container, such as `oral` or `pre-filled`.
    Detail,
    /// The same, but names of substances have it too, such as `acid`. No dose form begins with it.
    Ambiguous,
    /// How the substance is released, such as `modified-release`.
    Release,
    /// That something is absent: the `free` of `sugar free`.
    Free,
    /// A pharmacopoeia, such as `BP`.
    Standard,
    /// A word between the others, such as `for`.
    Joint,
}

/// Finds what a word describes, and its spelling in names. Returns `None` for any other word.
pub fn describe(word: &str) -> Option<(WordKind, &'static str)> {
    let [written, kind, name] = TABLE.with_key(word).first()?;
    let kind = match *kind {
        "form" => WordKind::Form,
        "container" => WordKind::Container,
        "ambiguous" => WordKind::Ambiguous,
        "release" => WordKind::Release,
        "flag" => WordKind::Free,
        "standard" => WordKind::Standard,
        "joint" => WordKind::Joint,
        _ => WordKind::Detail,
    };
    Some((kind, if name.is_empty() { written } else { name }))
}

/// Lists the words of forms, containers and releases, and of what describes them, that begin with some
/// letters.
pub fn described_by(start: &str) -> impl Iterator<Item = &'static str> {
    let rows = TABLE.with_prefix(start).iter().filter(|[_, kind, _]| !matches!(*kind, "joint" | "ambiguous"));
    rows.map(|[written, ..]| *written)
}

/// Reports whether a word describes a form, a container or a release.
#[cfg(feature = "write")]
pub fn is_described(word: &str) -> bool {
    describe(word).is_some()
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;
    use crate::static_table::rows;

    #[test]
    fn the_table_is_sorted_and_names_lead_to_words() {
        let table: Vec<_> = rows(include_str!("words.tsv")).collect();
        assert!(table.is_sorted_by(|one, other| one[0] < other[0]));
        for row in table {
            assert!(row[2].is_empty() || describe(row[2]).is_some(), "{row:?}");
        }
    }
}

//! A naive edit distance, with which the tests compare the automaton of `fuzzy`.

/// Returns the number of insertions, deletions, replacements and transpositions, from the whole table.
#[allow(clippy::indexing_slicing)]
pub fn distance(a: &[u8], b: &[u8]) -> usize {
    let mut table = vec![vec![0; b.len() + 1]; a.len() + 1];
    for i in 0..=a.len() {
        for j in 0..=b.len() {
            table[i][j] = if i == 0 || j == 0 {
                i + j
            } else {
                let edited = (table[i - 1][j] + 1).min(table[i][j - 1] + 1);
                let replaced = table[i - 1][j - 1] + usize::from(a[i - 1] != b[j - 1]);
                let swaps = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
                edited.min(replaced).min(if swaps { table[i - 2][j - 2] + 1 } else { usize::MAX })
            };
        }
    }
    table[a.len()][b.len()]
}

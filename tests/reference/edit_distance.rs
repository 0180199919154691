//! How many edits make one word of another: section 8, "Fuzzy", of docs/search.md.

/// Returns the distances of a word to every prefix of another: the last one is that to all of it.
///
/// An edit inserts, removes or replaces a byte, or swaps two neighbours.
pub fn prefix_distances(word: &str, other: &str) -> Vec<usize> {
    let (word, other): (&[u8], &[u8]) = (word.as_bytes(), other.as_bytes());
    // distances[i][j] is that of the first i bytes of `other` and the first j of `word`.
    let mut distances = vec![vec![0; word.len() + 1]; other.len() + 1];
    for i in 0..=other.len() {
        for j in 0..=word.len() {
            distances[i][j] = distance(&distances, &other[..i], &word[..j]);
        }
    }
    distances.into_iter().map(|row| row[word.len()]).collect()
}

fn distance(distances: &[Vec<usize>], other: &[u8], word: &[u8]) -> usize {
    let (i, j) = (other.len(), word.len());
    if i == 0 || j == 0 {
        return i.max(j);
    }
    let replaced = distances[i - 1][j - 1] + usize::from(other[i - 1] != word[j - 1]);
    let mut best = replaced.min(distances[i - 1][j] + 1).min(distances[i][j - 1] + 1);
    let are_swapped = i > 1 && j > 1 && other[i - 1] == word[j - 2] && other[i - 2] == word[j - 1];
    if are_swapped {
        best = best.min(distances[i - 2][j - 2] + 1);
    }
    best
}

/// Returns the distance of two words.
pub fn edit_distance(word: &str, other: &str) -> usize {
    *prefix_distances(word, other).last().unwrap_or(&0)
}

/// Returns the smallest distance of a word to a prefix of another.
pub fn prefix_distance(word: &str, other: &str) -> usize {
    prefix_distances(word, other).into_iter().min().unwrap_or(0)
}

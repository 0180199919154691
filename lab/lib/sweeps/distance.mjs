// The Damerau-Levenshtein distance: insertions, deletions, replacements, and exchanges of neighbours.

/// Returns the distance of two words, or `limit + 1` where it is greater than `limit`.
export function distance(a, b, limit) {
  if (Math.abs(a.length - b.length) > limit) return limit + 1;
  let [before, last] = [[], Array.from({ length: b.length + 1 }, (_, i) => i)];
  for (let i = 1; i <= a.length; i++) {
    const row = rowOf(a, b, i, before, last);
    if (Math.min(...row) > limit) return limit + 1;
    [before, last] = [last, row];
  }
  return last[b.length];
}

function rowOf(a, b, i, before, last) {
  const row = [i];
  for (let j = 1; j <= b.length; j++) {
    const isSame = a[i - 1] === b[j - 1];
    row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (isSame ? 0 : 1));
    if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) row[j] = Math.min(row[j], before[j - 2] + 1);
  }
  return row;
}

/// Returns the words nearest to a word, and their distance: none where all are farther than `limit`.
export function nearest(word, words, limit) {
  let least = limit;
  let found = [];
  for (const other of words) {
    const apart = distance(word, other, least);
    if (apart > least) continue;
    if (apart < least) found = [];
    least = apart;
    found.push(other);
  }
  return found;
}

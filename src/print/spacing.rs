//! Finds the gaps between the characters of a line in its image: a gap between words is wider than the
//! others.

/// The part of the contrast of its surroundings below which a column has no ink.
const NO_INK: f32 = 0.4;
/// Rows on each side that are averaged with a row: noise is not ink.
const SMOOTHING: usize = 2;
/// The columns on each side with the brightness of the paper. A letter is narrower.
const PAPER: usize = 24;
/// The columns on each side in which contrasts are compared. Glare lowers the contrast of a part of the line.
const SURROUNDINGS: usize = 28;

/// Measures how much wider than usual each gap between neighbouring characters is, in pixels. Each row of the
/// line has `width` values. `centers` are the places of the characters.
pub(super) fn excess_gaps(values: &[f32], width: usize, centers: &[f32]) -> Vec<f32> {
    let runs = runs(&no_ink(values, width));
    let gaps: Vec<usize> = centers.windows(2).map(|pair| widest_between(&runs, pair)).collect();
    let usual = lower_median(&gaps);
    gaps.iter().map(|&gap| gap as f32 - usual as f32).collect()
}

fn widest_between(runs: &[(usize, usize)], pair: &[f32]) -> usize {
    let &[left, right] = pair else { return 0 };
    let is_between = |&&(start, end): &&(usize, usize)| {
        let middle = (start + end) as f32 / 2.0;
        left <= middle && middle < right
    };
    runs.iter().filter(is_between).map(|(start, end)| end - start).max().unwrap_or_default()
}

/// Reports whether each column has no ink. A letter such as `l` may fill its column, so the function compares
/// ink with the paper next to it.
fn no_ink(values: &[f32], width: usize) -> Vec<bool> {
    let (darkest, lightest) = extremes(values, width);
    let contrasts: Vec<f32> =
        (0..width).map(|column| median(around(&lightest, column, PAPER)) - at(&darkest, column)).collect();
    let is_empty =
        |column| at(&contrasts, column) < NO_INK * largest(around(&contrasts, column, SURROUNDINGS));
    (0..width).map(is_empty).collect()
}

/// Finds the lowest and the highest value of each column, with ink as the lower one.
fn extremes(values: &[f32], width: usize) -> (Vec<f32>, Vec<f32>) {
    let sign = if median(values) < 0.0 { -1.0 } else { 1.0 };
    let mut lowest = vec![f32::MAX; width];
    let mut highest = vec![f32::MIN; width];
    for row in smoothed_rows(values, width) {
        for ((value, low), high) in row.iter().zip(&mut lowest).zip(&mut highest) {
            *low = low.min(sign * value);
            *high = high.max(sign * value);
        }
    }
    (lowest, highest)
}

/// Smooths the rows of the line, each as the mean of its neighbours. The upper and the lower eighth may show
/// another line.
fn smoothed_rows(values: &[f32], width: usize) -> Vec<Vec<f32>> {
    let rows: Vec<&[f32]> = values.chunks_exact(width.max(1)).collect();
    let inner = rows.get(rows.len() / 8..rows.len() - rows.len() / 8).unwrap_or_default();
    (0..inner.len()).map(|row| mean_of(around(inner, row, SMOOTHING), width)).collect()
}

fn mean_of(rows: &[&[f32]], width: usize) -> Vec<f32> {
    let sum = |column| rows.iter().map(|row| at(row, column)).sum::<f32>();
    (0..width).map(|column| sum(column) / rows.len().max(1) as f32).collect()
}

/// Slices the values at most `reach` before or after `index`.
fn around<T>(values: &[T], index: usize, reach: usize) -> &[T] {
    values.get(index.saturating_sub(reach)..(index + reach + 1).min(values.len())).unwrap_or_default()
}

fn at(values: &[f32], index: usize) -> f32 {
    values.get(index).copied().unwrap_or_default()
}

fn largest(values: &[f32]) -> f32 {
    values.iter().copied().fold(0.0, f32::max)
}

fn median(values: &[f32]) -> f32 {
    let mut sorted = values.to_vec();
    let middle = sorted.len() / 2;
    if middle >= sorted.len() {
        return 0.0;
    }
    *sorted.select_nth_unstable_by(middle, f32::total_cmp).1
}

/// Finds the lower of the two in the middle: of two gaps, one may be between words.
fn lower_median(gaps: &[usize]) -> usize {
    let mut sorted = gaps.to_vec();
    sorted.sort_unstable();
    sorted.get(sorted.len().saturating_sub(1) / 2).copied().unwrap_or_default()
}

/// Finds the start and the end of each run of `true`, without those at the edges of the line.
fn runs(values: &[bool]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = 0;
    for run in values.chunk_by(|one, other| one == other) {
        let end = start + run.len();
        if run.first() == Some(&true) && start > 0 && end < values.len() {
            found.push((start, end));
        }
        start = end;
    }
    found
}

#[cfg(test)]
mod tests {
    use super::excess_gaps;

    const HEIGHT: usize = 48;
    const WIDTH: usize = 120;

    /// Five letters as full as an `l`, 4 pixels wide: one pair is 12 pixels apart, the others 4. `dimmed` is
    /// the contrast of the part from the middle on.
    fn line(paper: f32, dimmed: f32) -> Vec<f32> {
        let is_ink = |x| [20, 28, 44, 52, 60].iter().any(|&start| (start..start + 4).contains(&x));
        let ink = |x| if x > 40 { paper - 2.0 * paper * dimmed } else { -paper };
        (0..HEIGHT * WIDTH).map(|at| at % WIDTH).map(|x| if is_ink(x) { ink(x) } else { paper }).collect()
    }

    const CENTERS: [f32; 5] = [22.0, 30.0, 46.0, 54.0, 62.0];

    #[test]
    fn finds_the_gap_between_words_of_letters_that_fill_their_columns() {
        for paper in [1.0, -1.0] {
            assert_eq!(excess_gaps(&line(paper, 1.0), WIDTH, &CENTERS), [0.0, 8.0, 0.0, 0.0], "{paper}");
        }
    }

    #[test]
    fn finds_the_gap_beside_faint_letters() {
        assert_eq!(excess_gaps(&line(1.0, 0.6), WIDTH, &CENTERS), [0.0, 8.0, 0.0, 0.0]);
    }

    #[test]
    fn has_no_gap_in_an_empty_line() {
        assert!(excess_gaps(&[], 0, &[]).is_empty());
        assert_eq!(excess_gaps(&vec![1.0; HEIGHT * WIDTH], WIDTH, &[10.0, 30.0]), [0.0]);
    }
}

//! Makes faint print as clear as the rest: in the whole picture, and at each place.

use super::picture::transpose;

/// Stretches the contrast: the darkest and the lightest pixels, but for a fiftieth of each, become -1 and 1.
pub(super) fn stretch(values: &mut [f32]) {
    const OUTLIERS: usize = 50;
    let rank = values.len() / OUTLIERS;
    let low = ranked(values, rank);
    let high = ranked(values, (values.len().max(1) - 1) - rank);
    let factor = 2.0 / (high - low).max(0.08);
    values.iter_mut().for_each(|value| *value = ((*value - low) * factor - 1.0).clamp(-1.0, 1.0));
}

/// Computes the value that would have this index if all were sorted.
fn ranked(values: &[f32], rank: usize) -> f32 {
    let mut sorted = values.to_vec();
    if rank >= sorted.len() {
        return 0.0;
    }
    *sorted.select_nth_unstable_by(rank, f32::total_cmp).1
}

/// The pixels on each side of a pixel that are its surroundings: about two lines of small print.
const REACH: usize = 24;
/// The contrast that a surrounding gets, in standard deviations from its mean.
const DEVIATIONS: f32 = 3.0;
/// Limits the gain where nothing is printed: noise is not print.
const LEAST: f32 = 0.1;

/// Evens out the contrast, so that print in glare and embossed print are as clear as the rest. Each row has
/// `width` values.
pub(super) fn even_out(values: &mut [f32], width: usize) {
    let means = local_means(values, width);
    let squares: Vec<f32> = values.iter().map(|value| value * value).collect();
    let mean_squares = local_means(&squares, width);
    for ((value, mean), mean_square) in values.iter_mut().zip(&means).zip(&mean_squares) {
        let deviation = (mean_square - mean * mean).max(0.0).sqrt();
        *value = ((*value - mean) / (DEVIATIONS * deviation + LEAST)).clamp(-1.0, 1.0);
    }
}

/// Returns the mean of the square around each pixel.
fn local_means(values: &[f32], width: usize) -> Vec<f32> {
    let height = values.len() / width.max(1);
    let rows = running_means(values, width);
    transpose(&running_means(&transpose(&rows, width), height), height)
}

fn running_means(values: &[f32], width: usize) -> Vec<f32> {
    values.chunks_exact(width.max(1)).flat_map(running_means_of_row).collect()
}

fn running_means_of_row(row: &[f32]) -> impl Iterator<Item = f32> {
    let mut sums = vec![0.0];
    let mut sum = 0.0;
    for value in row {
        sum += f64::from(*value);
        sums.push(sum);
    }
    let length = row.len();
    let sum_to = move |index: usize| sums.get(index).copied().unwrap_or_default();
    (0..length).map(move |index| {
        let (start, end) = (index.saturating_sub(REACH), (index + REACH + 1).min(length));
        ((sum_to(end) - sum_to(start)) / (end - start) as f64) as f32
    })
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::{even_out, stretch};

    /// A row of black stripes, paper, and faint stripes.
    fn stripes() -> Vec<f32> {
        let depth = |x| if x < 64 { 0.8 } else { 0.05 };
        (0..256).map(|x| 0.9 - if x % 8 < 2 { depth(x) } else { 0.0 }).collect()
    }

    /// Computes the difference between the lightest and the darkest value of the faint stripes.
    fn faint_contrast(values: &[f32]) -> f32 {
        let faint = || values[128..].iter().copied();
        faint().fold(f32::MIN, f32::max) - faint().fold(f32::MAX, f32::min)
    }

    #[test]
    fn evens_out_faint_stripes() {
        let mut values = stripes();
        stretch(&mut values);
        assert!(faint_contrast(&values) < 0.2, "{values:?}");
        even_out(&mut values, 256);
        assert!(faint_contrast(&values) > 0.4, "{values:?}");
    }

    #[test]
    fn leaves_an_empty_picture_empty() {
        let mut values = vec![0.4; 4096];
        stretch(&mut values);
        even_out(&mut values, 64);
        assert!(values.iter().all(|value| value.abs() < 0.01), "{values:?}");
    }
}

//! Grey pictures: rectangles that are cut out of them at any angle and scale, and their contrast, so that
//! faint print is as clear as the rest.

/// A grey picture, row by row. Each value is the luminance of a pixel in 0..=1, where 0 is black.
pub struct Picture {
    width: usize,
    height: usize,
    values: Vec<f32>,
}

/// A rectangle in a picture, which may be rotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    /// The centre.
    pub center: (f32, f32),
    /// The unit vector to the right of the rectangle.
    pub right: (f32, f32),
    pub width: f32,
    pub height: f32,
}

/// The largest number of samples in each direction for a pixel of a smaller picture.
const MOST_SAMPLES: f32 = 4.0;

impl Picture {
    /// Converts the pixels of a canvas: red, green, blue and alpha in a byte each. Returns `None` if there
    /// are not `width` × `height` of them.
    pub fn from_rgba(pixels: &[u8], width: usize, height: usize) -> Option<Self> {
        let is_complete =
            width > 0 && height > 0 && width.checked_mul(height)?.checked_mul(4)? == pixels.len();
        is_complete.then(|| Self { width, height, values: pixels.chunks_exact(4).map(luminance).collect() })
    }

    pub(super) fn whole(&self) -> Frame {
        let (width, height) = (self.width as f32, self.height as f32);
        Frame { center: (width / 2.0, height / 2.0), right: (1.0, 0.0), width, height }
    }

    /// Cuts out the pixels in `frame`, scaled to `width` × `height`. Outside of the picture its edge
    /// continues.
    pub(super) fn cut(&self, frame: &Frame, width: usize, height: usize) -> Vec<f32> {
        let (step_x, step_y) = (frame.width / width as f32, frame.height / height as f32);
        let columns = samples_for(step_x);
        let rows = samples_for(step_y);
        let mut values = Vec::with_capacity(width * height);
        for row in 0..height {
            for column in 0..width {
                let mut sum = 0.0;
                for sub_row in 0..rows {
                    let y = (row as f32 + (sub_row as f32 + 0.5) / rows as f32) * step_y - frame.height / 2.0;
                    for sub_column in 0..columns {
                        let along = column as f32 + (sub_column as f32 + 0.5) / columns as f32;
                        let x = along * step_x - frame.width / 2.0;
                        sum += self.sample(frame.point(x, y));
                    }
                }
                values.push(sum / (rows * columns) as f32);
            }
        }
        values
    }

    /// Computes the value at a point, interpolated between the four nearest pixels.
    fn sample(&self, (x, y): (f32, f32)) -> f32 {
        let x = (x - 0.5).clamp(0.0, (self.width - 1) as f32);
        let y = (y - 0.5).clamp(0.0, (self.height - 1) as f32);
        let (left, top) = (x as usize, y as usize);
        let (part_x, part_y) = (x - left as f32, y - top as f32);
        let right = (left + 1).min(self.width - 1);
        let bottom = (top + 1).min(self.height - 1);
        let upper = mix(self.at(left, top), self.at(right, top), part_x);
        let lower = mix(self.at(left, bottom), self.at(right, bottom), part_x);
        mix(upper, lower, part_y)
    }

    fn at(&self, x: usize, y: usize) -> f32 {
        self.values.get(y * self.width + x).copied().unwrap_or_default()
    }
}

impl Frame {
    /// Finds the point of the picture that is `x` to the right of the centre and `y` below it.
    pub(super) fn point(&self, x: f32, y: f32) -> (f32, f32) {
        let (x, y) = self.turned(x, y);
        (self.center.0 + x, self.center.1 + y)
    }

    /// Turns a vector of the frame into one of the picture.
    pub(super) fn turned(&self, x: f32, y: f32) -> (f32, f32) {
        let (right_x, right_y) = self.right;
        (right_x * x - right_y * y, right_y * x + right_x * y)
    }
}

/// ITU-R BT.601.
fn luminance(pixel: &[u8]) -> f32 {
    let [red, green, blue] = [0, 1, 2].map(|channel| f32::from(pixel.get(channel).copied().unwrap_or(0)));
    (0.299 * red + 0.587 * green + 0.114 * blue) / 255.0
}

fn samples_for(step: f32) -> usize {
    step.ceil().clamp(1.0, MOST_SAMPLES) as usize
}

fn mix(one: f32, other: f32, part: f32) -> f32 {
    one + (other - one) * part
}

/// Blurs an image of rows of `width` with a Gaussian of the standard deviation `sigma`.
pub(super) fn blur(values: &[f32], width: usize, sigma: f32) -> Vec<f32> {
    let kernel = gaussian(sigma);
    let along_rows: Vec<f32> = values.chunks_exact(width).flat_map(|row| convolve(row, &kernel)).collect();
    transpose(&along_columns(&along_rows, width, &kernel), values.len() / width.max(1))
}

fn along_columns(values: &[f32], width: usize, kernel: &[f32]) -> Vec<f32> {
    let height = values.len() / width.max(1);
    transpose(values, width).chunks_exact(height.max(1)).flat_map(|column| convolve(column, kernel)).collect()
}

/// Computes the weights from the centre outwards.
fn gaussian(sigma: f32) -> Vec<f32> {
    let radius = (sigma * 3.0).ceil() as usize;
    let weights: Vec<f32> = (0..=radius).map(|x| (-((x * x) as f32) / (2.0 * sigma * sigma)).exp()).collect();
    let sum: f32 = 2.0 * weights.iter().sum::<f32>() - 1.0;
    weights.iter().map(|weight| weight / sum).collect()
}

fn convolve(values: &[f32], kernel: &[f32]) -> Vec<f32> {
    let last = values.len().saturating_sub(1);
    let at = |index: usize| values.get(index).copied().unwrap_or_default();
    let around = |index: usize, away: usize| at(index.saturating_sub(away)) + at((index + away).min(last));
    let sum = |index: usize| {
        kernel
            .iter()
            .enumerate()
            .map(|(away, weight)| if away == 0 { weight * at(index) } else { weight * around(index, away) })
            .sum()
    };
    (0..values.len()).map(sum).collect()
}

/// Swaps rows and columns. Each row has `width` values.
pub(super) fn transpose(values: &[f32], width: usize) -> Vec<f32> {
    (0..width).flat_map(|column| values.iter().skip(column).step_by(width.max(1)).copied()).collect()
}

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
const SURROUNDINGS: usize = 24;
/// The contrast that a surrounding gets, in standard deviations from its mean.
const CONTRAST_DEVIATIONS: f32 = 3.0;
/// Limits the gain where nothing is printed: noise is not print.
const MIN_DEVIATION: f32 = 0.1;

/// Evens out the contrast, so that print in glare and embossed print are as clear as the rest. Each row has
/// `width` values.
pub(super) fn even_out(values: &mut [f32], width: usize) {
    let means = local_means(values, width);
    let squares: Vec<f32> = values.iter().map(|value| value * value).collect();
    let mean_squares = local_means(&squares, width);
    for ((value, mean), mean_square) in values.iter_mut().zip(&means).zip(&mean_squares) {
        let deviation = (mean_square - mean * mean).max(0.0).sqrt();
        *value = ((*value - mean) / (CONTRAST_DEVIATIONS * deviation + MIN_DEVIATION)).clamp(-1.0, 1.0);
    }
}

/// Computes the mean of the square around each pixel.
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
        let (start, end) = (index.saturating_sub(SURROUNDINGS), (index + SURROUNDINGS + 1).min(length));
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

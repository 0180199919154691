//! Finds the gaps between words in the image of a line.

/// The part of the line's contrast below which a column has no ink.
const NO_INK: f32 = 0.3;
/// The narrowest gap between words, in pixels of a whole line that is 48 pixels high.
const NARROWEST: f32 = 8.0;
/// A gap between words is wider than the usual gap between letters by this factor.
const WIDER: f32 = 1.7;

/// A gap between two words, in pixels.
#[derive(Clone, Copy)]
pub(super) struct Gap {
    pub middle: f32,
    /// Whether it is too wide to be beside a narrow digit.
    pub is_wide: bool,
}

/// The narrowest gap that separates two numbers. The gaps around a `1` are wider than those around letters.
const WIDE: f32 = 14.0;

/// Returns the gaps between words. Each row of the line has `width` values. `frame` is the part of its height that the
/// values show: in a lower frame, all gaps are wider.
pub(super) fn gaps(values: &[f32], width: usize, frame: f32) -> Vec<Gap> {
    let ink = ink(values, width);
    let gaps: Vec<(usize, usize)> =
        runs(&ink).into_iter().filter(|&(start, end)| start > 0 && end < width).collect();
    let narrowest = (usual(&gaps) * WIDER).max(NARROWEST / frame);
    let is_gap = |&&(start, end): &&(usize, usize)| (end - start) as f32 >= narrowest;
    gaps.iter()
        .filter(is_gap)
        .map(|&(start, end)| Gap {
            middle: (start + end) as f32 / 2.0,
            is_wide: (end - start) as f32 >= WIDE / frame,
        })
        .collect()
}

/// Returns whether each column has no ink. The upper and the lower eighth may show another line.
fn ink(values: &[f32], width: usize) -> Vec<bool> {
    let height = values.len() / width.max(1);
    let rows = || values.chunks_exact(width.max(1)).skip(height / 8).take(height - height / 4);
    let mut lowest = vec![f32::MAX; width];
    let mut highest = vec![f32::MIN; width];
    for row in rows() {
        for ((value, low), high) in row.iter().zip(&mut lowest).zip(&mut highest) {
            *low = low.min(*value);
            *high = high.max(*value);
        }
    }
    let contrasts: Vec<f32> = highest.iter().zip(&lowest).map(|(high, low)| high - low).collect();
    let largest = contrasts.iter().copied().reduce(f32::max).unwrap_or_default();
    contrasts.iter().map(|contrast| *contrast < largest * NO_INK).collect()
}

/// Returns the start and the end of each run of `true`.
fn runs(values: &[bool]) -> Vec<(usize, usize)> {
    let mut found = Vec::new();
    let mut start = None;
    for (index, &value) in values.iter().chain([&false]).enumerate() {
        match (value, start) {
            (true, None) => start = Some(index),
            (false, Some(begin)) => {
                found.push((begin, index));
                start = None;
            }
            _ => {}
        }
    }
    found
}

/// Returns the median width of the gaps.
fn usual(gaps: &[(usize, usize)]) -> f32 {
    let mut widths: Vec<usize> = gaps.iter().map(|(start, end)| end - start).collect();
    widths.sort_unstable();
    widths.get(widths.len() / 2).copied().unwrap_or_default() as f32
}

//! Strips: the pixels of one line, as the network reads them.

use super::detection::Line;
use super::picture;
use super::picture::{Picture, blur};

/// The pixels on each side of an edge that are compared, diagonally. Strokes are about as wide in a line that
/// is 48 pixels high.
const EDGE_REACH: usize = 3;

/// The height of a strip in pixels.
pub(super) const HEIGHT: usize = 48;
/// The network reads columns of eight pixels.
pub(super) const MULTIPLE: usize = 8;
/// Limits of the width. A longer line is narrowed.
const WIDTHS: (usize, usize) = (48, 1280);

/// How a line is read: how its strip is cut and prepared. Dot matrix and embossed print need other ways than
/// plain print.
#[derive(Clone, Copy, Debug)]
pub struct Way {
    /// The standard deviation of a Gaussian blur, in pixels of a line that is 48 pixels high: the dots of a
    /// dot matrix run together.
    pub softness: f32,
    /// The part of the line's height that is read: in a lower frame the characters are larger.
    pub frame: f32,
    /// How much wider the characters are. In a lower frame they keep their proportions if this is its
    /// inverse.
    pub stretch: f32,
    /// Whether the strokes of embossed print are filled.
    pub relief: bool,
}

/// Cuts the strip of a line out of `picture`: its rows, each value in -1..=1.
#[must_use]
pub fn strip_of(picture: &Picture, line: &Line, way: Way) -> Vec<f32> {
    let width = width_of(line, way.stretch);
    let line = Line { height: line.height * way.frame, ..*line };
    let mut values = picture.cut(&line.frame(), width, HEIGHT);
    if way.softness > 0.0 {
        values = blur(&values, width, way.softness);
    }
    if way.relief {
        values = relief(&values, width);
    }
    picture::stretch(&mut values);
    values
}

fn width_of(line: &Line, stretch: f32) -> usize {
    let width = stretch * line.width / line.height.max(1.0) * HEIGHT as f32;
    let columns = (width / MULTIPLE as f32).round() as usize;
    (columns * MULTIPLE).clamp(WIDTHS.0, WIDTHS.1)
}

/// Fills the strokes of embossed print: a pixel between a light and a dark edge becomes light. The light may
/// come from any side: of both diagonals, the one is used along which the image differs more. Each row has
/// `width` values.
pub(super) fn relief(values: &[f32], width: usize) -> Vec<f32> {
    let falling = differences(values, width, false);
    let rising = differences(values, width, true);
    if energy(&rising) > energy(&falling) { rising } else { falling }
}

/// Sums the pixels before each pixel on a diagonal, less the pixels after it. The edge continues outside.
fn differences(values: &[f32], width: usize, is_rising: bool) -> Vec<f32> {
    let last = (width.saturating_sub(1), (values.len() / width.max(1)).saturating_sub(1));
    let at =
        |x: usize, y: usize| values.get(y.min(last.1) * width + x.min(last.0)).copied().unwrap_or_default();
    let difference = |x: usize, y: usize, away: usize| {
        let (left, right) = (x.saturating_sub(away), x + away);
        let (above, below) = (y.saturating_sub(away), y + away);
        if is_rising { at(left, below) - at(right, above) } else { at(left, above) - at(right, below) }
    };
    let sum =
        |index: usize| (1..=EDGE_REACH).map(|away| difference(index % width, index / width, away)).sum();
    (0..values.len()).map(sum).collect()
}

fn energy(values: &[f32]) -> f32 {
    values.iter().map(|value| value * value).sum()
}

#[cfg(test)]
mod tests {
    #![allow(clippy::indexing_slicing)]

    use super::{differences, relief};

    const WIDTH: usize = 40;

    /// A stroke of 5 × 20 pixels that is as grey as its surroundings. Light from `side` makes its edges light
    /// and dark.
    fn embossed_stroke(side: isize) -> Vec<f32> {
        let is_stroke = |x: isize, y: isize| (18..23).contains(&x) && (10..30).contains(&y);
        let value = |x: isize, y: isize| match () {
            () if is_stroke(x, y) => 0.5,
            () if is_stroke(x + 2 * side, y + 2) => 0.7,
            () if is_stroke(x - 2 * side, y - 2) => 0.3,
            () => 0.5,
        };
        (0..WIDTH * WIDTH).map(|index| value((index % WIDTH) as isize, (index / WIDTH) as isize)).collect()
    }

    #[test]
    fn fills_an_embossed_stroke_in_light_from_either_side() {
        for side in [1, -1] {
            let flat = embossed_stroke(side);
            let filled = relief(&flat, WIDTH);
            let at = |values: &[f32], x: usize| values[20 * WIDTH + x];
            assert!((at(&flat, 20) - at(&flat, 10)).abs() < 0.01, "the stroke is as grey as the paper");
            assert!((at(&filled, 20) - at(&filled, 10)).abs() > 0.3, "{side}: {}", at(&filled, 20));
            assert!(at(&filled, 10).abs() < 0.01, "{side}");
            assert_eq!(filled, differences(&flat, WIDTH, side < 0), "along the light");
        }
    }

    #[test]
    fn leaves_an_empty_line_empty() {
        assert!(relief(&[0.4; WIDTH * WIDTH], WIDTH).iter().all(|value| value.abs() < 0.001));
        assert!(relief(&[], 0).is_empty());
    }
}

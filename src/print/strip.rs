//! Strips: the pixels of one line, as the network reads them.

use super::contrast;
use super::detection::Line;
use super::picture::{Picture, blur};
use super::relief::relief;

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
    contrast::stretch(&mut values);
    values
}

fn width_of(line: &Line, stretch: f32) -> usize {
    let width = stretch * line.width / line.height.max(1.0) * HEIGHT as f32;
    let columns = (width / MULTIPLE as f32).round() as usize;
    (columns * MULTIPLE).clamp(WIDTHS.0, WIDTHS.1)
}

//! Finds lines of text: the network marks their pixels, and each connected region becomes a rectangle.

use serde::{Deserialize, Serialize};

use super::network::{ModelError, Network};
use super::picture::{Frame, Picture, even_out, stretch};
use super::rectangle::Rectangle;

/// A line of text in a picture: a rectangle, which may be rotated. Lengths are in pixels of the picture.
#[derive(Clone, Copy, Debug, Deserialize, Serialize)]
pub struct Line {
    /// The centre.
    pub x: f32,
    /// The centre.
    pub y: f32,
    /// The direction of the text, a unit vector.
    pub dx: f32,
    /// The direction of the text, a unit vector.
    pub dy: f32,
    /// The length along the text.
    pub width: f32,
    /// The length across the text.
    pub height: f32,
    /// How sure the network is that this is text, in 0..=1.
    pub score: f32,
}

impl Line {
    pub(super) fn frame(&self) -> Frame {
        Frame { center: (self.x, self.y), right: (self.dx, self.dy), width: self.width, height: self.height }
    }

    /// Converts a line of a frame to a line of the picture.
    fn of_picture(self, frame: &Frame) -> Self {
        let (x, y) = frame.point(self.x - frame.width / 2.0, self.y - frame.height / 2.0);
        let (dx, dy) = frame.turned(self.dx, self.dy);
        Self { x, y, dx, dy, ..self }
    }
}

/// The network halves its input five times.
const MULTIPLE: usize = 32;
/// A pixel with this value or more is in a line. PaddleOCR uses these numbers.
const IN_LINE: f32 = 0.3;
/// The lowest score of a line.
const SURE: f32 = 0.45;
/// The network marks the core of a line. The rectangle grows by its area × this ÷ its circumference on each
/// side.
const GROWTH: f32 = 1.6;
/// A core that is thinner is not text, in pixels of the network.
const THINNEST: f32 = 3.0;
/// From this ratio on, the longer side is the direction of the text, whatever its angle.
const LONG: f32 = 1.5;

/// The network that finds lines of text in a picture. Loading it parses a model of PP-OCRv4, so keep it for
/// all pictures.
pub struct LineFinder(Network);

impl LineFinder {
    /// Loads the network.
    ///
    /// # Errors
    ///
    /// If the model is damaged, or is for another version.
    pub fn load(model: Vec<u8>) -> Result<Self, ModelError> {
        Network::load(model).map(Self)
    }

    /// Finds the lines of `picture`, which is scaled to `longest` pixels on its longer side first.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn lines(&self, picture: &Picture, longest: usize) -> Result<Vec<Line>, ModelError> {
        self.lines_of_frame(picture, &picture.whole(), longest)
    }

    /// Finds the lines in a part of `picture`, which is scaled to `longest` pixels on its longer side first.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn lines_in(&self, picture: &Picture, part: &Line, longest: usize) -> Result<Vec<Line>, ModelError> {
        self.lines_of_frame(picture, &part.frame(), longest)
    }

    fn lines_of_frame(
        &self,
        picture: &Picture,
        frame: &Frame,
        longest: usize,
    ) -> Result<Vec<Line>, ModelError> {
        let (width, height) = network_size(frame, longest);
        let mut values = picture.cut(frame, width, height);
        stretch(&mut values);
        even_out(&mut values, width);
        let map = self.0.run(&values, height, width)?;
        let scale = (frame.width / width as f32, frame.height / height as f32);
        let regions = regions(&map, width);
        Ok(regions
            .into_iter()
            .filter_map(Region::core)
            .map(|core| core.line(scale))
            .filter(|line| line.score >= SURE)
            .map(|line| line.of_picture(frame))
            .collect())
    }
}

/// Computes the size of a frame for the network: near `longest`, and a multiple of 32.
fn network_size(frame: &Frame, longest: usize) -> (usize, usize) {
    let scale = longest as f32 / frame.width.max(frame.height).max(1.0);
    let rounded = |length: f32| {
        let multiples = (length * scale / MULTIPLE as f32).round();
        multiples.max(1.0) as usize * MULTIPLE
    };
    (rounded(frame.width), rounded(frame.height))
}

/// Connected pixels of a line.
#[derive(Default)]
struct Region {
    /// The corners of the pixels.
    corners: Vec<(i32, i32)>,
    sum: f32,
}

impl Region {
    fn add(&mut self, x: usize, y: usize, value: f32) {
        let (x, y) = (x as i32, y as i32);
        self.corners.extend([(x, y), (x + 1, y), (x, y + 1), (x + 1, y + 1)]);
        self.sum += value;
    }

    fn core(mut self) -> Option<Core> {
        let rect = Rectangle::around(&mut self.corners)?;
        let is_thick = rect.width.min(rect.height) >= THINNEST;
        is_thick.then_some(Core { rect, score: self.sum / rect.area().max(1.0) })
    }
}

/// Finds the connected regions of a map with rows of `width`. A pixel has eight neighbours.
fn regions(map: &[f32], width: usize) -> Vec<Region> {
    let mut is_free: Vec<bool> = map.iter().map(|&value| value >= IN_LINE).collect();
    let mut found = Vec::new();
    for start in 0..map.len() {
        if take(&mut is_free, start) {
            found.push(region_from(start, map, width, &mut is_free));
        }
    }
    found
}

fn region_from(start: usize, map: &[f32], width: usize, is_free: &mut [bool]) -> Region {
    let mut region = Region::default();
    let mut waiting = vec![start];
    while let Some(index) = waiting.pop() {
        let (x, y) = (index % width, index / width);
        region.add(x, y, map.get(index).copied().unwrap_or_default());
        for row in y.saturating_sub(1)..=y + 1 {
            for column in x.saturating_sub(1)..=(x + 1).min(width - 1) {
                let neighbour = row * width + column;
                if take(is_free, neighbour) {
                    waiting.push(neighbour);
                }
            }
        }
    }
    region
}

/// Reports whether a pixel was free, and takes it.
fn take(is_free: &mut [bool], index: usize) -> bool {
    is_free.get_mut(index).is_some_and(std::mem::take)
}

/// The middle part of a line, as the network marks it, in pixels of the network.
struct Core {
    rect: Rectangle,
    score: f32,
}

impl Core {
    fn line(&self, (scale_x, scale_y): (f32, f32)) -> Line {
        let Rectangle { center, along: (x, y), width, height } = self.rect;
        let growth = 2.0 * GROWTH * width * height / (2.0 * (width + height));
        let is_along = is_along(width, height, y);
        let along = if is_along { (x, y) } else { (-y, x) };
        let (length, thickness) = if is_along { (width, height) } else { (height, width) };
        let (dx, dy) = rightwards(along);
        // The scales differ by a few per cent at most, because the size is a multiple of 32.
        let scale = (scale_x + scale_y) / 2.0;
        Line {
            x: center.0 * scale_x,
            y: center.1 * scale_y,
            dx,
            dy,
            width: (length + growth) * scale,
            height: (thickness + growth) * scale,
            score: self.score,
        }
    }
}

/// Reports whether the text runs along the width of a rectangle: along its longer side, or if the sides are
/// similar, along the one that is nearer to horizontal. `y` is the vertical part of the direction of its
/// width.
fn is_along(width: f32, height: f32, y: f32) -> bool {
    if width > height * LONG {
        true
    } else if height > width * LONG {
        false
    } else {
        y.abs() < 0.75_f32.sqrt()
    }
}

/// Chooses the direction, or its opposite, that points to the right, or down if it is nearly vertical.
fn rightwards((x, y): (f32, f32)) -> (f32, f32) {
    let is_right = if x.abs() > 0.2 { x > 0.0 } else { y > 0.0 };
    if is_right { (x, y) } else { (-x, -y) }
}

#[cfg(test)]
mod tests {
    use super::{Frame, Line};

    #[test]
    fn places_a_line_of_a_turned_frame_in_the_picture() {
        let frame = Frame { center: (100.0, 50.0), right: (0.0, 1.0), width: 60.0, height: 20.0 };
        let line = Line { x: 40.0, y: 10.0, dx: 1.0, dy: 0.0, width: 8.0, height: 4.0, score: 1.0 };
        let Line { x, y, dx, dy, .. } = line.of_picture(&frame);
        assert_eq!((x, y, dx, dy), (100.0, 60.0, 0.0, 1.0));
    }
}

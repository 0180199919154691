//! The smallest rectangle around pixels, at any angle.

/// A rectangle, which may be rotated.
#[derive(Clone, Copy, Debug)]
pub(super) struct Rectangle {
    pub center: (f32, f32),
    /// The direction of its width, a unit vector.
    pub along: (f32, f32),
    pub width: f32,
    pub height: f32,
}

impl Rectangle {
    /// Finds the rectangle of the smallest area around points: one of its sides is on a side of their convex
    /// hull. Returns `None` if they are on one line.
    pub(super) fn around(points: &mut Vec<(i32, i32)>) -> Option<Self> {
        let hull = convex_hull(points);
        let sides = hull.iter().zip(hull.iter().cycle().skip(1));
        sides
            .map(|(&from, &to)| Self::on_side(&hull, from, to))
            .filter(|rectangle| rectangle.area() > 0.0)
            .min_by(|one, other| one.area().total_cmp(&other.area()))
    }

    pub(super) fn area(&self) -> f32 {
        self.width * self.height
    }

    fn on_side(hull: &[(i32, i32)], from: (i32, i32), to: (i32, i32)) -> Self {
        let (x, y) = ((to.0 - from.0) as f32, (to.1 - from.1) as f32);
        let length = x.hypot(y).max(f32::MIN_POSITIVE);
        let (x, y) = (x / length, y / length);
        let (left, right) = range(hull, |px, py| px * x + py * y);
        let (top, bottom) = range(hull, |px, py| py * x - px * y);
        let (middle, level) = ((left + right) / 2.0, (top + bottom) / 2.0);
        let center = (middle * x - level * y, middle * y + level * x);
        Self { center, along: (x, y), width: right - left, height: bottom - top }
    }
}

/// Finds the lowest and the highest value of the points.
fn range(points: &[(i32, i32)], value: impl Fn(f32, f32) -> f32) -> (f32, f32) {
    let values = || points.iter().map(|&(x, y)| value(x as f32, y as f32));
    (values().fold(f32::MAX, f32::min), values().fold(f32::MIN, f32::max))
}

/// Finds the corners of the convex hull, by Andrew's monotone chain. In whole numbers it is exact: rounded
/// angles lose corners of long, flat regions, which are lines of text.
fn convex_hull(points: &mut Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    points.sort_unstable();
    points.dedup();
    let mut hull = half_hull(points.iter().copied());
    hull.extend(half_hull(points.iter().rev().copied()));
    hull
}

/// Finds the corners on one side, without the last one, which begins the other side.
fn half_hull(points: impl Iterator<Item = (i32, i32)>) -> Vec<(i32, i32)> {
    let mut half: Vec<(i32, i32)> = Vec::new();
    for point in points {
        while let [.., before, last] = half.as_slice() {
            if is_turn(*before, *last, point) {
                break;
            }
            half.pop();
        }
        half.push(point);
    }
    half.pop();
    half
}

fn is_turn(one: (i32, i32), two: (i32, i32), three: (i32, i32)) -> bool {
    (two.0 - one.0) * (three.1 - one.1) - (two.1 - one.1) * (three.0 - one.0) > 0
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]

    use super::Rectangle;

    /// The corners of all pixels in a band that rises by one pixel in `slope`.
    fn band(width: i32, height: i32, slope: i32) -> Vec<(i32, i32)> {
        (0..=width).flat_map(|x| (0..=height).map(move |y| (x, y + x / slope))).collect()
    }

    #[test]
    fn surrounds_a_long_flat_band() {
        for slope in [1000, 200, 97, 31] {
            let rectangle = Rectangle::around(&mut band(430, 21, slope)).unwrap();
            let (long, short) =
                (rectangle.width.max(rectangle.height), rectangle.width.min(rectangle.height));
            assert!((429.0..433.0).contains(&long), "{slope}: {rectangle:?}");
            assert!((20.5..23.0).contains(&short), "{slope}: {rectangle:?}");
            assert!((rectangle.center.0 - 215.0).abs() < 2.0, "{slope}: {rectangle:?}");
        }
    }

    #[test]
    fn has_no_rectangle_for_points_on_a_line() {
        assert!(Rectangle::around(&mut vec![(0, 0), (1, 1), (2, 2)]).is_none());
        assert!(Rectangle::around(&mut Vec::new()).is_none());
    }
}

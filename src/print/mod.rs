//! Reading printed text in a picture: where its lines are, and what each of them seems to say.
//!
//! Two neural networks do this, PP-OCRv4 of PaddleOCR: one marks the pixels of lines, the other reads one line.
//! `scripts/build/print` makes their files. A reading can be wrong, so nothing here interprets it.

mod contrast;
mod detection;
mod network;
mod picture;
mod recognition;
mod rectangle;
mod relief;
mod spacing;

pub use detection::Line;
pub use network::ModelError;
pub use picture::Picture;
pub use recognition::{Character, Reading, Way};

use detection::Detector;
use recognition::Recogniser;

/// Both networks.
pub struct PrintReader {
    detector: Detector,
    recogniser: Recogniser,
}

impl PrintReader {
    /// Loads the networks. `characters` are those of the recognition network, in its order.
    ///
    /// # Errors
    ///
    /// If a model is damaged, or is for another version.
    pub fn load(detection: Vec<u8>, recognition: Vec<u8>, characters: &str) -> Result<Self, ModelError> {
        Ok(Self {
            detector: Detector::load(detection)?,
            recogniser: Recogniser::load(recognition, characters)?,
        })
    }

    /// Returns the lines of `picture`, which is scaled to `longest` pixels on its longer side first.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn lines(&self, picture: &Picture, longest: usize) -> Result<Vec<Line>, ModelError> {
        self.detector.lines(picture, &picture.whole(), longest)
    }

    /// Returns the lines in a part of `picture`, which is scaled to `longest` pixels on its longer side first.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn lines_in(&self, picture: &Picture, part: &Line, longest: usize) -> Result<Vec<Line>, ModelError> {
        self.detector.lines(picture, &part.frame(), longest)
    }

    /// Reads one line.
    ///
    /// # Errors
    ///
    /// If the network fails.
    pub fn read(&self, picture: &Picture, line: &Line, way: Way) -> Result<Reading, ModelError> {
        self.recogniser.read(picture, line, way)
    }
}

//! The module that reads print in browsers and Node. It takes seconds, so it runs in a worker.
//!
//! `npm/print/engine.js` calls it. `npm/print.js` is the public interface.

#![expect(
    missing_docs,
    clippy::missing_errors_doc,
    reason = "npm/types/print.d.ts documents the JavaScript interface"
)]

use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::wasm_bindgen;

use super::thrown;
use crate::print::{self, Line, ModelError, Picture, Way, strip_of};

/// Finds the lines of a picture.
#[wasm_bindgen]
pub struct LineFinder {
    finder: print::LineFinder,
    picture: Option<Picture>,
}

#[wasm_bindgen]
impl LineFinder {
    #[wasm_bindgen(constructor)]
    pub fn new(model: Vec<u8>) -> Result<LineFinder, JsValue> {
        let finder = print::LineFinder::load(model).map_err(failed)?;
        Ok(Self { finder, picture: None })
    }

    /// Takes a picture of RGBA pixels, and returns its lines as JSON.
    pub fn lines(
        &mut self,
        pixels: &[u8],
        width: usize,
        height: usize,
        longest: usize,
    ) -> Result<String, JsValue> {
        let picture = Picture::from_rgba(pixels, width, height).ok_or_else(|| {
            thrown("PrintError", "bad_picture", &"the pixels do not match the size of the picture")
        })?;
        let lines = self.finder.lines(&picture, longest).map_err(failed)?;
        self.picture = Some(picture);
        Ok(serde_json::to_string(&lines).unwrap_or_default())
    }

    /// Writes the lines in a part of the picture as JSON. The part is a line as well.
    #[wasm_bindgen(js_name = linesIn)]
    pub fn lines_in(&self, part: &str, longest: usize) -> Result<String, JsValue> {
        let (picture, part) = self.picture_and_line(part)?;
        let lines = self.finder.lines_in(picture, &part, longest).map_err(failed)?;
        Ok(serde_json::to_string(&lines).unwrap_or_default())
    }

    /// Reads the strip of a line of the picture.
    pub fn strip(
        &self,
        line: &str,
        softness: f32,
        frame: f32,
        stretch: f32,
        relief: bool,
    ) -> Result<Vec<f32>, JsValue> {
        let (picture, line) = self.picture_and_line(line)?;
        Ok(strip_of(picture, &line, Way { softness, frame, stretch, relief }))
    }

    fn picture_and_line(&self, line: &str) -> Result<(&Picture, Line), JsValue> {
        let bad = |error: &dyn std::fmt::Display| thrown("PrintError", "bad_line", &error.to_string());
        let line = serde_json::from_str(line).map_err(|error| bad(&error))?;
        Ok((self.picture.as_ref().ok_or_else(|| bad(&"no picture was given"))?, line))
    }
}

/// Reads the strips of lines.
#[wasm_bindgen]
pub struct LineReader(print::LineReader);

#[wasm_bindgen]
impl LineReader {
    #[wasm_bindgen(constructor)]
    pub fn new(model: Vec<u8>, characters: &str) -> Result<LineReader, JsValue> {
        print::LineReader::load(model, characters).map(Self).map_err(failed)
    }

    /// Reads the strip of a line, whose characters were widened by `stretch`, and returns the reading as
    /// JSON.
    pub fn read(&self, strip: &[f32], stretch: f32) -> Result<String, JsValue> {
        let reading = self.0.read(strip, stretch).map_err(failed)?;
        Ok(serde_json::to_string(&reading).unwrap_or_default())
    }
}

fn failed(error: ModelError) -> JsValue {
    thrown("PrintError", "stopped", &error)
}

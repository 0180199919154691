//! Reading printed text in a picture: where its lines are, and what each of them seems to say.
//!
//! Two neural networks do this, PP-OCRv4 of PaddleOCR: one marks the pixels of lines, the other reads one
//! line. `scripts/build/print` makes their files. A reading can be wrong, so nothing here interprets it.

mod detection;
#[cfg_attr(not(feature = "print"), path = "no_network.rs")]
mod network;
mod picture;
mod recognition;
mod rectangle;
mod spacing;
mod strip;

pub use detection::{Line, LineFinder};
pub use network::ModelError;
pub use picture::Picture;
pub use recognition::{Character, LineReader, Reading};
pub use strip::{Way, strip_of};

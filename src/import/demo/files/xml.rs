//! A writer of the XML documents of a release.

use std::io::{self, Write};

use quick_xml::escape::partial_escape;

use crate::import::DEMO_INSTRUCTION;
use crate::import::demo::pack::Release;
use crate::import::xml::FileKind;

/// A writer of elements, without white space between them. It escapes texts. The files of demonstration
/// releases are written with it.
pub struct Xml<W>(pub W);

pub type Out<'o, 'w> = &'o mut Xml<&'w mut dyn Write>;

impl Xml<&mut dyn Write> {
    /// Writes the start of a document, up to its content.
    pub fn start_document(&mut self, kind: FileKind, schema: &str, release: &Release) -> io::Result<()> {
        let schema = format!("{}_v{schema}.xsd", kind.stem.trim_start_matches("f_"));
        let (root, packs, seed) = (kind.root, release.packs, release.seed);
        write!(self.0, "<?xml version=\"1.0\" encoding=\"utf-8\"?>")?;
        write!(self.0, "<?{DEMO_INSTRUCTION} packs=\"{packs}\" seed=\"{seed}\"?>")?;
        write!(self.0, "<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ")?;
        write!(self.0, "xsi:noNamespaceSchemaLocation=\"{schema}\">")
    }

    /// Writes the end of a document.
    pub fn end_document(&mut self, kind: FileKind) -> io::Result<()> {
        self.close(kind.root)?;
        self.0.flush()
    }

    pub fn leaf(&mut self, name: &str, value: impl ToString) -> io::Result<()> {
        write!(self.0, "<{name}>{}</{name}>", partial_escape(value.to_string()))
    }

    pub fn optional(&mut self, name: &str, value: Option<impl ToString>) -> io::Result<()> {
        match value {
            Some(value) => self.leaf(name, value),
            None => Ok(()),
        }
    }

    pub fn leaf_if(&mut self, is_present: bool, name: &str, value: impl ToString) -> io::Result<()> {
        if is_present { self.leaf(name, value) } else { Ok(()) }
    }

    /// Writes the start tag of an element with children.
    pub fn open(&mut self, name: &str) -> io::Result<()> {
        write!(self.0, "<{name}>")
    }

    /// Writes the end tag of an element with children.
    pub fn close(&mut self, name: &str) -> io::Result<()> {
        write!(self.0, "</{name}>")
    }

    /// Writes sections that have no records in a demonstration release.
    pub fn empty(&mut self, names: &[&str]) -> io::Result<()> {
        for name in names {
            self.open(name)?;
            self.close(name)?;
        }
        Ok(())
    }
}

/// Writes a code as the files have it.
pub fn padded(code: u64) -> String {
    format!("{code:04}")
}

//! A writer of the XML documents of a release.

use std::io::{self, Write};

use quick_xml::escape::partial_escape;

use crate::import::DEMO_INSTRUCTION;
use crate::import::demo::pack::Release;
use crate::import::file_kind::FileKind;

pub fn write_document(
    out: &mut dyn Write,
    kind: FileKind,
    schema: &str,
    release: &Release,
    body: impl FnOnce(&mut Xml<&mut dyn Write>) -> io::Result<()>,
) -> io::Result<()> {
    let schema = format!("{}_v{schema}.xsd", kind.stem.trim_start_matches("f_"));
    let (root, packs, seed) = (kind.root, release.packs, release.seed);
    let mut out = io::BufWriter::new(out);
    write!(
        out,
        "<?xml version=\"1.0\" encoding=\"utf-8\"?><?{DEMO_INSTRUCTION} packs=\"{packs}\" seed=\"{seed}\"?>"
    )?;
    write!(out, "<{root} xmlns:xsi=\"http://www.w3.org/2001/XMLSchema-instance\" ")?;
    write!(out, "xsi:noNamespaceSchemaLocation=\"{schema}\">")?;
    body(&mut Xml(&mut out))?;
    write!(out, "</{root}>")?;
    out.flush()
}

/// Elements, without white space between them.
pub struct Xml<W>(W);

impl Xml<&mut dyn Write> {
    pub fn leaf(&mut self, name: &str, value: impl ToString) -> io::Result<()> {
        write!(self.0, "<{name}>{}</{name}>", partial_escape(value.to_string()))
    }

    pub fn optional(&mut self, name: &str, value: Option<impl ToString>) -> io::Result<()> {
        value.map_or(Ok(()), |value| self.leaf(name, value))
    }

    pub fn within(&mut self, name: &str, body: impl FnOnce(&mut Self) -> io::Result<()>) -> io::Result<()> {
        write!(self.0, "<{name}>")?;
        body(self)?;
        write!(self.0, "</{name}>")
    }

    /// Writes sections that have no records in a demonstration release.
    pub fn empty(&mut self, names: &[&str]) -> io::Result<()> {
        names.iter().try_for_each(|name| self.within(name, |_| Ok(())))
    }
}

pub type Out<'o, 'w> = &'o mut Xml<&'w mut dyn Write>;

/// Returns a code as the files have it.
pub fn padded(code: u64) -> String {
    format!("{code:04}")
}

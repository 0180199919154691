//! A streaming reader of XML records. A file of 110 MB is often a single line.

use std::cell::Cell;
use std::cmp::Ordering;
use std::fmt;
use std::io::{self, BufRead, Read};

use quick_xml::Reader;
use quick_xml::escape::resolve_predefined_entity;
use quick_xml::events::{BytesDecl, BytesRef, Event};

use super::error::ImportError;

/// A kind of file of a release.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct FileKind {
    /// The prefix of the file's name. The schema version and the date follow.
    pub stem: &'static str,
    /// The name of the root element.
    pub root: &'static str,
    /// Its name in messages.
    pub title: &'static str,
    /// The depth of its records: in a section of the root, or in the root itself.
    pub record_depth: usize,
}

/// An element with its content. In dm+d, attributes have no data.
#[derive(Debug, Default)]
pub(crate) struct Element {
    pub name: String,
    pub children: Vec<Element>,
    text: String,
}

impl Element {
    /// Reads the text of the first child with this name. Returns `None` if it is absent or blank.
    pub fn text(&self, name: &str) -> Option<&str> {
        for child in &self.children {
            if child.name == name {
                return child.own_text();
            }
        }
        None
    }

    /// Reads the name of a child that occurs more than once.
    pub fn repeated_child(&self) -> Option<&str> {
        let mut names: Vec<&str> = self.children.iter().map(|child| child.name.as_str()).collect();
        names.sort_unstable();
        for [one, next] in names.array_windows() {
            if one == next {
                return Some(one);
            }
        }
        None
    }

    /// The approximate memory of its content in a table.
    pub fn weight(&self) -> usize {
        self.children.iter().map(Element::weight).sum::<usize>() + self.text.len() + WEIGHT
    }

    /// The text of the element, or `None` if it is blank.
    pub fn own_text(&self) -> Option<&str> {
        match self.text.trim() {
            "" => None,
            text => Some(text),
        }
    }
}

/// Writes the record for a line of the report: `PRICE_INFO APPID 123, PRICE 0`.
impl fmt::Display for Element {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ", self.name)?;
        for (place, child) in self.children.iter().enumerate() {
            let separator = if place > 0 { ", " } else { "" };
            write!(f, "{separator}{} {}", child.name, child.own_text().unwrap_or("(empty)"))?;
        }
        Ok(())
    }
}

/// An item of a file that its reader needs.
pub(crate) enum Item<'a> {
    /// A record, and the name of its parent: a section, or the root.
    Record(&'a str, &'a Element),
    /// The target and the content of a processing instruction.
    Instruction(&'a str),
}

/// The maximum depth. dm+d needs five levels. Deeper nesting is an accident or an attack on the stack.
const MAX_XML_DEPTH: usize = 16;
/// The memory of a column without its text: a pointer and a length.
const WEIGHT: usize = 32;
/// The depth of sections, in files that have sections.
const SECTION_DEPTH: usize = 2;
/// The maximum number of sections. The lookup file has the most, about twenty.
const MAX_SECTIONS: usize = 1_000;
/// The maximum size of a record, in bytes. Records have a few thousand. More could fill the memory, because a
/// zip can expand a thousandfold.
const MAX_RECORD: usize = 1 << 20;

/// Reads a file and passes each of its records to `take`.
pub(crate) fn read_records(
    file: &str,
    source: impl BufRead,
    kind: FileKind,
    mut take: impl FnMut(Item<'_>),
) -> Result<(), ImportError> {
    let FileKind { root, record_depth, .. } = kind;
    let mut tree = Tree { open: Vec::new(), root, record_depth, has_ended: false, sections: 0 };
    let since_record = Cell::new(0);
    let mut reader = Reader::from_reader(Bounded { inner: source, read: &since_record });
    let mut buffer = Vec::new();
    loop {
        let event = match reader.read_event_into(&mut buffer) {
            Ok(event) => event,
            Err(error) => return Err(ImportError::at(file, reader.error_position(), error)),
        };
        let at_end = matches!(event, Event::Eof);
        if let Err(problem) = tree.add(event, &mut take) {
            return Err(ImportError::at(file, reader.buffer_position(), problem));
        }
        if at_end {
            return Ok(());
        }
        if !tree.is_in_record() {
            since_record.set(0);
        }
        buffer.clear();
    }
}

/// A reader that fails if a record exceeds the maximum size.
struct Bounded<'c, R> {
    inner: R,
    read: &'c Cell<usize>,
}

impl<R: BufRead> BufRead for Bounded<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        match self.read.get() {
            0..=MAX_RECORD => self.inner.fill_buf(),
            _ => Err(io::Error::other(format!("a record has more than {MAX_RECORD} bytes"))),
        }
    }

    fn consume(&mut self, amount: usize) {
        self.read.set(self.read.get() + amount);
        self.inner.consume(amount);
    }
}

impl<R: BufRead> Read for Bounded<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(buffer)?;
        self.consume(read);
        Ok(read)
    }
}

/// The open elements, outermost first.
struct Tree<'r> {
    open: Vec<Element>,
    root: &'r str,
    record_depth: usize,
    has_ended: bool,
    sections: usize,
}

impl Tree<'_> {
    fn add(&mut self, event: Event<'_>, take: &mut impl FnMut(Item<'_>)) -> Result<(), String> {
        match event {
            Event::Start(tag) => self.start(tag.name().into_inner()),
            Event::Empty(tag) => {
                self.start(tag.name().into_inner())?;
                self.end(take);
                Ok(())
            }
            Event::End(_) => {
                self.end(take);
                Ok(())
            }
            Event::Text(text) => self.push(&text.xml10_content()),
            Event::CData(text) => self.push(&text.xml10_content()),
            Event::GeneralRef(reference) => self.push(&resolve(&reference)?),
            Event::Decl(declaration) => check_encoding(&declaration),
            Event::PI(instruction) => {
                take(Item::Instruction(&instruction));
                Ok(())
            }
            Event::Comment(_) | Event::DocType(_) => Ok(()),
            Event::Eof => self.check_end(),
        }
    }

    fn start(&mut self, name: &str) -> Result<(), String> {
        if self.open.is_empty() && (self.has_ended || name != self.root) {
            return Err(format!("<{name}> found, but one <{}> expected", self.root));
        }
        self.sections +=
            usize::from(self.open.len() == SECTION_DEPTH - 1 && self.record_depth > SECTION_DEPTH);
        if self.sections > MAX_SECTIONS {
            return Err(format!("more than {MAX_SECTIONS} sections"));
        }
        if self.open.len() == MAX_XML_DEPTH {
            return Err(format!("<{name}> is nested more than {MAX_XML_DEPTH} deep"));
        }
        self.open.push(Element { name: name.to_owned(), ..Element::default() });
        Ok(())
    }

    fn end(&mut self, take: &mut impl FnMut(Item<'_>)) {
        let depth = self.open.len();
        let Some(element) = self.open.pop() else { return };
        let Some(parent) = self.open.last_mut() else {
            self.has_ended = true;
            return;
        };
        match depth.cmp(&self.record_depth) {
            Ordering::Equal => take(Item::Record(&parent.name, &element)),
            // The records of a section were already passed on, so the section is dropped.
            Ordering::Less => {}
            Ordering::Greater => parent.children.push(element),
        }
    }

    fn is_in_record(&self) -> bool {
        self.open.len() >= self.record_depth
    }

    fn push(&mut self, text: &str) -> Result<(), String> {
        let depth = self.open.len();
        match self.open.last_mut() {
            // White space between the records of a section would accumulate.
            Some(element) if depth >= self.record_depth => element.text.push_str(text),
            None if !text.trim().is_empty() => return Err("text outside of any element".to_owned()),
            _ => {}
        }
        Ok(())
    }

    fn check_end(&self) -> Result<(), String> {
        match self.open.last() {
            Some(element) => Err(format!("the file ends inside <{}>", element.name)),
            None if self.has_ended => Ok(()),
            None => Err(format!("the file has no <{}>", self.root)),
        }
    }
}

/// Resolves a reference such as `&amp;` or `&#38;`.
fn resolve(reference: &BytesRef<'_>) -> Result<String, String> {
    match reference.resolve_char_ref() {
        Ok(Some(character)) => return Ok(character.to_string()),
        Ok(None) => {}
        Err(error) => return Err(error.to_string()),
    }
    match resolve_predefined_entity(reference) {
        Some(text) => Ok(text.to_owned()),
        None => Err(format!("the entity &{}; is not defined", &**reference)),
    }
}

fn check_encoding(declaration: &BytesDecl<'_>) -> Result<(), String> {
    let Some(Ok(encoding)) = declaration.encoding() else { return Ok(()) };
    for known in ["utf-8", "utf8", "us-ascii", "ascii"] {
        if encoding.eq_ignore_ascii_case(known) {
            return Ok(());
        }
    }
    Err(format!("the encoding is {encoding}, not UTF-8"))
}

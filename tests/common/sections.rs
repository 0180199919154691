//! The sections of datasets and updates. Tests replace sections by arbitrary ones that still open. Random damage rarely opens, because a
//! count must match its bytes.
#![allow(dead_code)]

use sha2::{Digest, Sha256};

const HEADER: usize = 48;
/// Longer blobs are not doubled, because a few edits would make gigabytes.
const LONG: usize = 1 << 16;

/// The sections of a dataset, in the order of FORMAT.md: c column of either form, b blob, n a number and m a bitmap of as many, M one of the packs,
/// N a column with as many numbers as the bitmaps after it have bits, 4 bytes.
const DATASET: &[(&str, &str)] = &[
    ("release", "b4n"),
    ("pieces", "cb"),
    ("products", "4cb"),
    ("product starts", "mc"),
    ("generics", "4cb"),
    ("generic starts", "mc"),
    ("generic of run", "c"),
    ("generic pack names", "cb"),
    ("generic pack name", "mcc"),
    ("suppliers", "cb"),
    ("supplier", "c"),
    ("sizes", "cb"),
    ("size", "c"),
    ("sub-packs", "cb"),
    ("sub-pack", "mcc"),
    ("short names", "cb"),
    ("short name", "mcc"),
    ("legal categories", "cb"),
    ("legal category", "c"),
    ("flags", "cb"),
    ("flag", "c"),
    ("discontinued", "mcc"),
    ("invalid", "m"),
    ("mixtures", "m"),
    ("price", "mcc"),
    ("previous price", "mcc"),
    ("codes", "cc"),
    ("parents", "mc"),
    ("components of", "cc"),
    ("components", "c"),
    ("days", "c"),
    ("rows of", "cc"),
    ("rows", "ccccc"),
    ("words", "4ccbb"),
    ("word roles", "c"),
    ("supplier words", "4ccbb"),
    ("packs of generics", "cb"),
    ("commonness", "c"),
    ("names of medicines", "b"),
];

/// The sections after them, if the file has concepts.
const CONCEPTS: &[(&str, &str)] = &[
    ("moieties", "cccb"),
    ("facts of moieties", MOIETY_FACTS),
    ("products", "cc"),
    ("moiety of product", "c"),
    ("name of product", "ccb"),
    ("facts of products", PRODUCT_FACTS),
    ("classes of products", PRODUCT_CLASSES),
    ("virtual packs", "cc"),
    ("product of pack", "c"),
    ("name of pack", "ccb"),
    ("facts of packs", PACK_FACTS),
    ("virtual pack starts", "Mc"),
    ("virtual pack of run", "c"),
    ("trade product starts", "Mc"),
    ("trade product of run", "nmcc"),
    ("trade products", "Nc"),
    ("name of trade product", "cbmcc"),
    ("product of trade product", "mcc"),
    ("concept suppliers", "cccb"),
    ("supplier of supplier", "c"),
    ("supplier of trade product", "mcc"),
    ("facts of trade products", TRADE_FACTS),
    ("classes of trade products", TRADE_CLASSES),
    ("notes", "Mcc"),
];

/// Former codes, and flags.
const MOIETY_FACTS: &str = "cccc";
/// Former codes and names; lists of forms, routes and substances; strengths with their bases, and other texts; flags.
const PRODUCT_FACTS: &str = "ccccbccccbccccccbccccccbccccbccbccbccbccbccccbccbccbccbccbccbccbccbcc";
const PACK_FACTS: &str = "cbccbccbcc";
const TRADE_FACTS: &str = "cccbccbccbc";

/// The sections that only a classified file has.
const PRODUCT_CLASSES: &str = "cbccbc";
const TRADE_CLASSES: &str = "cbmcc";

/// The sections after the sections of an update, if the resulting dataset has concepts.
const UPDATED_CONCEPTS: &[(&str, &str)] = &[
    ("moieties", "ccccb"),
    ("facts of moieties", MOIETY_FACTS),
    ("products", "ccccb"),
    ("moiety of product", "ccc"),
    ("facts of products", PRODUCT_FACTS),
    ("classes of products", PRODUCT_CLASSES),
    ("virtual packs", "ccccb"),
    ("product of pack", "ccc"),
    ("facts of packs", PACK_FACTS),
    ("trade products", "cNccb"),
    ("product of trade product", "ccc"),
    ("concept suppliers", "cccb"),
    ("supplier of trade product", "c"),
    ("facts of trade products", TRADE_FACTS),
    ("classes of trade products", TRADE_CLASSES),
    ("details", "cc"),
    ("trade product of details", "ccc"),
    ("virtual pack of details", "ccc"),
    ("notes", "c"),
];

/// The sections of an update: d a digest, 2 bytes.
const UPDATE: &[(&str, &str)] = &[
    ("datasets", "2dd"),
    ("release", "b4"),
    ("removed", "c"),
    ("models", "N"),
    ("new", "m"),
    ("codes", "cc"),
    ("name", "mccccb"),
    ("generic product", "mccccb"),
    ("generic pack", "mccccb"),
    ("short name", "mccccb"),
    ("sub-pack", "mccccb"),
    ("legal category", "mccccb"),
    ("flag", "mccccb"),
    ("discontinued", "mcc"),
    ("price", "mcc"),
    ("previous price", "mcc"),
    ("invalid", "mcc"),
    ("rows", "mccccc"),
    ("components", "mccc"),
];

/// One section.
#[derive(Clone, Debug, PartialEq)]
pub enum Section {
    Bytes(Vec<u8>),
    Blob(Vec<u8>),
    Column { width: u8, count: u32, bytes: Vec<u8> },
}

/// As many zeros, without a byte.
pub fn zeros(count: u32) -> Section {
    Section::Column { width: 0, count, bytes: Vec::new() }
}

/// Numbers of `width` bytes each.
pub fn column(width: u8, numbers: &[u64]) -> Section {
    let mut bytes = Vec::new();
    for number in numbers {
        bytes.extend(&number.to_le_bytes()[..usize::from(width)]);
    }
    Section::Column { width, count: numbers.len() as u32, bytes }
}

/// The same numbers, byte by byte.
pub fn byte_sliced_column(width: u8, numbers: &[u64]) -> Section {
    let mut bytes = Vec::new();
    for plane in 0..width {
        bytes.extend(numbers.iter().map(|number| (number >> (8 * plane)) as u8));
    }
    Section::Column { width, count: numbers.len() as u32, bytes }
}

/// Texts, as two sections: the end of each, and the bytes of all.
pub fn texts(texts: &[&[u8]]) -> [Section; 2] {
    let (mut ends, mut bytes) = (Vec::new(), Vec::new());
    for text in texts {
        bytes.extend(*text);
        ends.push(bytes.len() as u64);
    }
    [byte_sliced_column(4, &ends), Section::Blob(bytes)]
}

impl Section {
    fn push(&self, out: &mut Vec<u8>) {
        match self {
            Section::Bytes(bytes) => out.extend(bytes),
            Section::Blob(bytes) => {
                out.extend((bytes.len() as u32).to_le_bytes());
                out.extend(bytes);
            }
            Section::Column { width, count, bytes } => {
                out.push(*width);
                out.extend(count.to_le_bytes());
                out.extend(bytes);
            }
        }
    }

    /// Returns its bytes, without lengths.
    pub fn bytes(&mut self) -> &mut Vec<u8> {
        match self {
            Section::Bytes(bytes) | Section::Blob(bytes) | Section::Column { bytes, .. } => bytes,
        }
    }

    /// Replaces the section if the types are equal. Another type would shift the sections after it.
    fn replace_by_same_type(&mut self, other: Section) {
        match (&*self, &other) {
            (Section::Blob(_), Section::Blob(_)) | (Section::Column { .. }, Section::Column { .. }) => {
                *self = other;
            }
            _ => {}
        }
    }
}

/// A change: the section, the kind, and two numbers for it.
pub type Edit = (u8, u8, u32, u8);

/// A file in its sections.
#[derive(Clone, Debug)]
pub struct Sections {
    header: Vec<u8>,
    sections: Vec<(&'static str, Section)>,
}

impl Sections {
    pub fn of_dataset(bytes: &[u8]) -> Sections {
        Sections::of(bytes, DATASET, CONCEPTS)
    }

    pub fn of_update(bytes: &[u8]) -> Sections {
        Sections::of(bytes, UPDATE, UPDATED_CONCEPTS)
    }

    fn of(bytes: &[u8], layout: &[(&'static str, &str)], concepts: &[(&'static str, &str)]) -> Sections {
        let (header, mut rest) = bytes.split_at(HEADER);
        let (has_concepts, has_classes) = (header[11] & 0x80 != 0, header[11] & 0x40 != 0);
        let mut layout = layout.to_vec();
        if has_concepts {
            layout.extend(concepts);
        }
        if !has_classes {
            layout.retain(|(name, _)| !name.starts_with("classes"));
        }
        let (mut bits, mut sections) = (Bits::default(), Vec::new());
        for (name, kinds) in layout {
            for kind in kinds.chars() {
                sections.push((name, read(kind, &mut rest, &mut bits)));
            }
        }
        assert!(rest.is_empty(), "the layout does not match the file");
        Sections { header: header.to_vec(), sections }
    }

    /// All sections.
    pub fn all(&mut self) -> impl Iterator<Item = &mut Section> {
        self.sections.iter_mut().map(|(_, section)| section)
    }

    /// Changes one section. Most files still open afterwards.
    pub fn edit(&mut self, (section, kind, number, byte): Edit) {
        let place = usize::from(section) % self.sections.len();
        let other = self.sections[number as usize % self.sections.len()].1.clone();
        let section = &mut self.sections[place].1;
        match (kind % 8, section) {
            (0, Section::Column { width, bytes, .. }) => {
                (*width, *bytes) = (0, Vec::new());
            }
            (1, Section::Column { width, count, bytes }) => {
                *width = 1 + byte % 8;
                let len = usize::from(*width) * (*count as usize).min(1 << 12);
                let pattern = number.to_le_bytes().into_iter().chain([byte, 255]);
                *bytes = pattern.cycle().take(len).collect();
            }
            (2, Section::Column { width, count, bytes }) if *width == 0 => {
                *count = number;
                bytes.clear();
            }
            (3, Section::Column { width, count, bytes }) => {
                *count = u32::from(byte);
                bytes.resize(usize::from(*width) * usize::from(byte), byte);
            }
            (4, Section::Blob(bytes)) => bytes.resize(number as usize % 4096, byte),
            (5, Section::Blob(bytes)) if bytes.len() < LONG => {
                let end = number as usize % bytes.len().max(1);
                bytes.extend_from_within(..end);
            }
            (6, section) => section.replace_by_same_type(other),
            (7, section) => section.bytes().fill(byte),
            (_, section) => {
                let bytes = section.bytes();
                let place = number as usize % bytes.len().max(1);
                if let Some(old) = bytes.get_mut(place) {
                    *old = byte;
                }
            }
        }
    }

    /// The n-th section of those with this name.
    pub fn at(&mut self, name: &str, place: usize) -> &mut Section {
        let mut named = self.sections.iter_mut().filter(|(other, _)| *other == name);
        &mut named.nth(place).expect("a section of this name").1
    }

    /// Replaces the first sections with this name.
    pub fn set<const N: usize>(&mut self, name: &str, sections: [Section; N]) -> &mut Sections {
        for (place, section) in sections.into_iter().enumerate() {
            *self.at(name, place) = section;
        }
        self
    }

    /// Returns the file, with a correct digest.
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut out = self.header.clone();
        for (_, section) in &self.sections {
            section.push(&mut out);
        }
        sealed(out)
    }
}

/// Corrects the length and the digest.
pub fn sealed(mut bytes: Vec<u8>) -> Vec<u8> {
    let len = bytes.len() as u32;
    bytes[12..16].copy_from_slice(&len.to_le_bytes());
    let digest = Sha256::new().chain_update(&bytes[..16]).chain_update(&bytes[HEADER..]).finalize();
    bytes[16..HEADER].copy_from_slice(&digest);
    bytes
}

/// The number of bits of bitmaps.
#[derive(Default)]
struct Bits {
    now: usize,
    packs: Option<usize>,
}

impl Bits {
    fn set(&mut self, count: u32) {
        self.now = count as usize;
        self.packs.get_or_insert(self.now);
    }
}

fn take(rest: &mut &[u8], len: usize) -> Vec<u8> {
    let (section, after) = rest.split_at(len);
    *rest = after;
    section.to_vec()
}

fn take_number(rest: &mut &[u8]) -> u32 {
    u32::from_le_bytes(take(rest, 4).try_into().expect("four bytes"))
}

fn read(kind: char, rest: &mut &[u8], bits: &mut Bits) -> Section {
    match kind {
        'b' => {
            let len = take_number(rest);
            Section::Blob(take(rest, len as usize))
        }
        'c' | 'N' => {
            let (width, count) = (take(rest, 1)[0], take_number(rest));
            if kind == 'N' {
                bits.set(count);
            }
            Section::Column { width, count, bytes: take(rest, usize::from(width) * count as usize) }
        }
        'n' => {
            let count = take_number(rest);
            bits.set(count);
            Section::Bytes(count.to_le_bytes().to_vec())
        }
        'm' => Section::Bytes(take(rest, bits.now.div_ceil(64) * 8)),
        'M' => Section::Bytes(take(rest, bits.packs.unwrap_or(0).div_ceil(64) * 8)),
        'd' => Section::Bytes(take(rest, 32)),
        digit => Section::Bytes(take(rest, digit as usize - '0' as usize)),
    }
}

//! The start of a file: the header with the digest of all other bytes, the release, and the number of packs.

use sha2::{Digest, Sha256};

use super::caveats::Gaps;
use super::error::OpenError;
use super::format::{
    DIGEST_AT, DIGEST_LEN, FLAG_CLASSES, FLAG_CONCEPTS, FLAG_DEMO, HEADER_LEN, MAGIC, VERSION, uint,
};
use super::input::Input;
use crate::date::Date;

/// The number of bytes that are hashed in one call. JavaScript engines switch to optimised code between
/// calls, so a single call for the whole file would run in slow code to its end.
const STRETCH: usize = 1 << 16;

/// The release of a dataset: its name, its day and what it lacked. The import reads it, and the writer stores
/// it at the start of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Release {
    /// The version name, like `8.2.0`.
    pub name: String,
    /// The day of the release.
    pub date: Date,
    /// Whether the packs are demonstration data.
    pub is_demo: bool,
    /// What the release lacked.
    pub gaps: Gaps,
}

impl Release {
    /// Reads the flags of a file.
    #[cfg(feature = "write")]
    pub(crate) fn flags(&self) -> u16 {
        self.gaps.flags() | if self.is_demo { FLAG_DEMO } else { 0 }
    }
}

/// The facts about the dataset as a whole, from the start of the file. Opening it rejects another version, an
/// unknown flag and a wrong length.
#[derive(Clone, Copy, Debug)]
pub struct Header<'a> {
    pub is_demo: bool,
    pub has_concepts: bool,
    /// Whether concepts are classified.
    pub has_classes: bool,
    pub gaps: Gaps,
    pub digest: [u8; DIGEST_LEN],
    pub release: &'a str,
    pub release_date: Date,
    pub packs: u32,
    #[cfg(feature = "write")]
    pub file_len: usize,
}

impl<'a> Header<'a> {
    /// Opens the header, and returns it with the input after it.
    pub fn open(bytes: &'a [u8]) -> Result<(Header<'a>, Input<'a>), OpenError> {
        let (flags, digest) = flags_and_digest(bytes)?;
        let mut input = Input::new(bytes.get(HEADER_LEN..).unwrap_or(&[]), HEADER_LEN);
        let header = Header {
            is_demo: flags & FLAG_DEMO != 0,
            has_concepts: flags & FLAG_CONCEPTS != 0,
            has_classes: flags & FLAG_CLASSES != 0,
            gaps: Gaps::of_flags(flags),
            digest,
            release: std::str::from_utf8(input.blob()?).map_err(|_| input.damaged())?,
            release_date: Date::from_days(input.u32()? as i32).ok_or(input.damaged())?,
            packs: input.u32()?,
            #[cfg(feature = "write")]
            file_len: bytes.len(),
        };
        Ok((header, input))
    }
}

fn flags_and_digest(bytes: &[u8]) -> Result<(u16, [u8; DIGEST_LEN]), OpenError> {
    let mut input = Input::new(bytes, 0);
    if input.bytes(MAGIC.len()).ok() != Some(&MAGIC) {
        return Err(OpenError::not_a_dataset());
    }
    let version = uint(input.bytes(2)?) as u16;
    if version != VERSION {
        return Err(OpenError::other_version(version));
    }
    let flags = uint(input.bytes(2)?) as u16;
    // A flag with a new meaning requires a new version.
    if !are_known(flags) {
        return Err(input.damaged());
    }
    let len = input.u32()?;
    if u64::from(len) != bytes.len() as u64 {
        return Err(OpenError::length(len.into(), bytes.len() as u64));
    }
    let digest = *input.bytes(DIGEST_LEN)?.first_chunk().ok_or(input.damaged())?;
    Ok((flags, digest))
}

/// Reports whether all flags are known. Only concepts can be classified.
pub(crate) fn are_known(flags: u16) -> bool {
    let known = FLAG_DEMO | FLAG_CONCEPTS | FLAG_CLASSES | Gaps::all().flags();
    flags & !known == 0 && (flags & FLAG_CLASSES == 0 || flags & FLAG_CONCEPTS != 0)
}

/// Computes the digest that a file should have. Reads all of it.
pub fn digest_of(bytes: &[u8]) -> [u8; DIGEST_LEN] {
    let [before, following] =
        [bytes.get(..DIGEST_AT), bytes.get(HEADER_LEN..)].map(Option::unwrap_or_default);
    let mut hash = Sha256::new();
    for stretch in before.chunks(STRETCH).chain(following.chunks(STRETCH)) {
        add(&mut hash, stretch);
    }
    hash.finalize().into()
}

/// Writes bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// Updates the hash. It is not inlined: see [`STRETCH`].
#[inline(never)]
fn add(hash: &mut Sha256, stretch: &[u8]) {
    hash.update(stretch);
}

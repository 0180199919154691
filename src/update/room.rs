//! How much memory records may take while datasets are compared or made: a file can tell of one long text that each of its
//! packs has it, and records have it once each.

use super::error::UpdateError;
use crate::pack::Pack;

/// What there is for the smallest of files.
const LEAST: usize = 1 << 24;
/// How much more there is for each byte of a file: records of a release have seven bytes for each.
const FOR_EACH_BYTE: usize = 64;
/// What a row of GTINs or a component takes beside its pack's name.
const ROW: usize = 32;

/// What is left.
pub struct Room(usize);

impl Room {
    /// For work on files that have so many bytes together.
    pub fn of(bytes: usize) -> Room {
        Room(bytes.saturating_mul(FOR_EACH_BYTE).saturating_add(LEAST))
    }

    /// Takes what a pack needs that is kept; an error when there isn't so much.
    pub fn take(&mut self, pack: &Pack) -> Result<(), UpdateError> {
        self.take_bytes(needed(pack))
    }

    /// Takes so many bytes.
    pub fn take_bytes(&mut self, bytes: usize) -> Result<(), UpdateError> {
        self.0 = self.0.checked_sub(bytes).ok_or_else(UpdateError::too_large)?;
        Ok(())
    }
}

/// A report names the pack with each of its rows.
fn needed(pack: &Pack) -> usize {
    let texts = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let optional = [&pack.short_name, &pack.subpack].into_iter().flatten();
    let texts: usize = texts.into_iter().chain(optional).map(String::len).sum();
    let components: usize = pack.comb_content.iter().map(|component| ROW + component.name.len()).sum();
    size_of::<Pack>() + texts + components + pack.gtin_codes.len() * (ROW + pack.name.len())
}

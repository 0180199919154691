//! The digest of a file, which covers all other bytes.

use sha2::{Digest, Sha256};

use super::format::{DIGEST_AT, DIGEST_LEN, HEADER_LEN};

/// The number of bytes that are hashed in one call. JavaScript engines switch to optimised code between
/// calls, so a single call for the whole file would run in slow code to its end.
const STRETCH: usize = 1 << 16;

/// Computes the digest that a file should have. Reads all of it.
pub fn of_file(bytes: &[u8]) -> [u8; DIGEST_LEN] {
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

//! The digest of a file: it covers every byte but its own.

use sha2::{Digest, Sha256};

use super::format::{DIGEST_AT, DIGEST_LEN, HEADER_LEN};

/// JavaScript engines begin with slow code and change to quick code where a function is called: all of a release in one
/// call would be slow to its end.
const STRETCH: usize = 1 << 16;

/// The digest that a whole file should have. Reads all of it.
pub fn of_file(bytes: &[u8]) -> [u8; DIGEST_LEN] {
    let [before, behind] = [bytes.get(..DIGEST_AT), bytes.get(HEADER_LEN..)].map(Option::unwrap_or_default);
    let mut hash = Sha256::new();
    before.chunks(STRETCH).chain(behind.chunks(STRETCH)).for_each(|stretch| add(&mut hash, stretch));
    hash.finalize().into()
}

/// Not inlined: see [`STRETCH`].
#[inline(never)]
fn add(hash: &mut Sha256, stretch: &[u8]) {
    hash.update(stretch);
}

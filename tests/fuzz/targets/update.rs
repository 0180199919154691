//! An update that somebody made with care: whatever it says behind its header, no dataset comes of it but the announced one.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::verify;
use pack_lookup::update::apply;
use sha2::{Digest, Sha256};

const BEFORE: &[u8] = include_bytes!("../../cases/api.bin");
const WEEK: &[u8] = include_bytes!("../../cases/week.update");
const HEADER: usize = 48;
/// Behind the dataset's format and the two digests.
const ANNOUNCED: usize = HEADER + 2 + 2 * 32;

// Each edit is a place and what stands there instead; the digest is made right again.
fuzz_target!(|edits: (Vec<(u16, u8)>, Vec<u8>)| {
    let (edits, more) = edits;
    let mut bytes = WEEK.to_vec();
    for (place, byte) in edits {
        let place = ANNOUNCED + usize::from(place) % (bytes.len() - ANNOUNCED);
        bytes[place] = byte;
    }
    bytes.extend(more);
    seal(&mut bytes);
    if let Ok(made) = apply(BEFORE, &bytes) {
        let made = verify(&made).expect("a dataset");
        assert_eq!(made.digest(), WEEK[HEADER + 2 + 32..ANNOUNCED]);
    }
});

fn seal(bytes: &mut [u8]) {
    let len = bytes.len() as u32;
    bytes[12..16].copy_from_slice(&len.to_le_bytes());
    let digest = Sha256::new().chain_update(&bytes[..16]).chain_update(&bytes[HEADER..]).finalize();
    bytes[16..HEADER].copy_from_slice(&digest);
}

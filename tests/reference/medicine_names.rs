//! The names of medicines anywhere: FORMAT.md, "The names of medicines".

const FILTER: &[u8] = include_bytes!("../../src/dataset/medicine-names.bin");
const SHORTEST: usize = 4;
const HASHES: u32 = 8;

/// Smaller datasets have no names of medicines.
pub const MIN_PACKS: usize = 1000;

/// Returns whether a word is in the filter.
pub fn is_medicine_name(word: &str) -> bool {
    if word.len() < SHORTEST || !word.chars().all(|letter| letter.is_ascii_lowercase()) {
        return false;
    }
    let h = mix(fnv1a(word));
    let step = mix(h) | 1;
    (0..HASHES).all(|i| {
        let bit = h.wrapping_add(step.wrapping_mul(i)) as usize % (FILTER.len() * 8);
        FILTER[bit / 8] >> (bit % 8) & 1 == 1
    })
}

fn fnv1a(word: &str) -> u32 {
    let mut hash: u32 = 2_166_136_261;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(16_777_619);
    }
    hash
}

fn mix(mut x: u32) -> u32 {
    x ^= x >> 16;
    x = x.wrapping_mul(0x85eb_ca6b);
    x ^= x >> 13;
    x = x.wrapping_mul(0xc2b2_ae35);
    x ^ (x >> 16)
}

//! Names of medicines anywhere in the world, so that `celexa` is not corrected to `clexane`.
//!
//! `scripts/build/medicine-names.mjs` makes the filter and documents its sources.

/// The filter that is written into datasets.
#[cfg(any(test, feature = "write"))]
pub(crate) const MEDICINE_NAMES: &[u8] = include_bytes!("medicine-names.bin");

/// The number of bits of the filter that each name sets.
const HASHES: u32 = 8;
/// The minimum length of a name. Fragments and abbreviations that people type are shorter.
const SHORTEST: usize = 4;

/// A Bloom filter of the words of INN, USAN, JAN and brand names, in lower case and without accents.
///
/// It has no false negatives. Of other words, fewer than 0.3 % are false positives.
#[derive(Clone, Copy, Debug)]
pub struct MedicineNames<'a>(&'a [u8]);

impl<'a> MedicineNames<'a> {
    /// Creates a filter with these bits, the lowest bit of each byte first. Any bytes are a valid filter.
    pub const fn new(bits: &'a [u8]) -> Self {
        Self(bits)
    }

    /// Reports whether a folded word is the name of a medicine. Words with digits and short words are not.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::dataset::MedicineNames;
    ///
    /// // Without bits, the filter has no names.
    /// assert!(!MedicineNames::new(&[]).contains("amlodipine"));
    /// ```
    pub fn contains(&self, folded_word: &str) -> bool {
        if folded_word.len() < SHORTEST || !folded_word.bytes().all(|byte| byte.is_ascii_lowercase()) {
            return false;
        }
        let hash = mixed(fnv(folded_word));
        let step = mixed(hash) | 1;
        (0..HASHES).all(|i| self.is_set(hash.wrapping_add(step.wrapping_mul(i))))
    }

    fn is_set(&self, hash: u32) -> bool {
        let Some(bit) = (hash as usize).checked_rem(self.0.len().saturating_mul(8)) else { return false };
        match self.0.get(bit / 8) {
            Some(byte) => byte >> (bit % 8) & 1 == 1,
            None => false,
        }
    }
}

/// Computes the 32-bit FNV-1a hash of a word.
fn fnv(word: &str) -> u32 {
    let mut hash: u32 = 0x811c_9dc5;
    for byte in word.bytes() {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    hash
}

/// Mixes the bits of a hash, as the finaliser of MurmurHash3.
fn mixed(hash: u32) -> u32 {
    let once = (hash ^ (hash >> 16)).wrapping_mul(0x85eb_ca6b);
    let twice = (once ^ (once >> 13)).wrapping_mul(0xc2b2_ae35);
    twice ^ (twice >> 16)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BITS: &[u8] = MEDICINE_NAMES;

    fn names_among(words: &str) -> Vec<&str> {
        words.split_whitespace().filter(|word| MedicineNames::new(BITS).contains(word)).collect()
    }

    #[test]
    fn contains_brands_of_other_countries() {
        let brands = "celexa pitocin tylenol advil coumadin zoloft doliprane dafalgan aropax sintrom";
        assert_eq!(names_among(brands).join(" "), brands);
    }

    #[test]
    fn contains_nonproprietary_names() {
        let names = "benazepril icodec insulin acetaminophen meperidine suvorexant metamizole telithromycin";
        assert_eq!(names_among(names).join(" "), names);
    }

    #[test]
    fn rejects_ordinary_words_salts_and_suppliers() {
        let things = "water gold house dust corn rose human acid sugar free peanut wheat junk";
        let parts_of_names = "tablets capsules sodium hydrochloride mesilate teva sandoz zentiva pfizer";
        assert_eq!(names_among(&format!("{things} {parts_of_names}")), [""; 0]);
    }

    /// The search corrects these words to names of the release.
    #[test]
    fn rejects_misspellings_and_foreign_spellings() {
        let words = "amoxicilin ceftriaxon citalopramum topomax effexor paracetmol";
        assert_eq!(names_among(words), [""; 0]);
    }

    #[test]
    fn rejects_short_words_codes_and_words_not_folded() {
        assert_eq!(names_among("ala 4617b b12 Celexa célexa celexa1"), [""; 0]);
        assert!(!MedicineNames::new(&[0xFF]).contains(""));
        assert!(!MedicineNames::new(&[0xFF]).contains("celexa 20mg"));
    }

    #[test]
    fn reads_any_bytes_without_a_panic() {
        assert!(!MedicineNames::new(&[]).contains("celexa"));
        assert!(!MedicineNames::new(&[0]).contains("celexa"));
        assert!(MedicineNames::new(&[0xFF]).contains("celexa"));
        let truncated = BITS.get(..BITS.len() / 2).unwrap_or_default();
        assert!(!MedicineNames::new(truncated).contains("celexa"));
    }

    #[test]
    fn has_a_false_positive_rate_below_three_in_a_thousand() {
        // Words of six consonants, which are not names.
        let consonant = |n: usize| b"bcdfghjklmnpqrstvwxz".get(n % 20).map_or('x', |byte| char::from(*byte));
        let word = |n: usize| (0..6).map(|i| consonant(n / 20_usize.pow(i))).collect::<String>();
        let found = (0..100_000).filter(|n| MedicineNames::new(BITS).contains(&word(n * 641))).count();
        assert!(found < 300, "{found}");
    }
}

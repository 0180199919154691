//! A small generator of random numbers, and the halves of the questions.

/// SplitMix64 (Steele, Lea and Flood, 2014): the same numbers for one seed on all machines.
pub struct Random(u64);

impl Random {
    pub fn new(seed: u64) -> Random {
        Random(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        mixed(self.0)
    }

    /// A number below `end`, which is not 0.
    pub fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// Whether an event of this probability occurs.
    pub fn chance(&mut self, percent: usize) -> bool {
        self.below(100) < percent
    }

    pub fn pick<'i, T>(&mut self, items: &'i [T]) -> Option<&'i T> {
        if items.is_empty() { None } else { items.get(self.below(items.len())) }
    }

    /// Picks from a constant list.
    pub fn one_of(&mut self, texts: &[&'static str]) -> &'static str {
        self.pick(texts).copied().unwrap_or_default()
    }
}

fn mixed(number: u64) -> u64 {
    let number = (number ^ (number >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let number = (number ^ (number >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    number ^ (number >> 31)
}

/// The half of the questions that a medicine belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Half {
    /// For tuning the search.
    Tune,
    /// For reports only: nobody reads these questions while the search is tuned.
    Report,
}

impl Half {
    /// The half of a generic product, by a hash of its name.
    pub fn of(name: &str) -> Half {
        if hash(name).is_multiple_of(2) { Half::Tune } else { Half::Report }
    }
}

/// FNV-1a, mixed so that each bit depends on all bytes.
pub fn hash(text: &str) -> u64 {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for byte in text.bytes() {
        hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    }
    mixed(hash)
}

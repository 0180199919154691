//! Damage behind the header: whatever the bytes, everything can be asked, and no answer panics.
#![no_main]

use libfuzzer_sys::fuzz_target;
use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::gtin::Gtin;
use pack_lookup::lookup;
use pack_lookup::pack::Ids;
use pack_lookup::search::{Query, search, suggest};

const WHOLE: &[u8] = include_bytes!("../../cases/api.bin");
const HEADER: usize = 48;

// Each edit is a place and what stands there instead.
fuzz_target!(|edits: Vec<(u16, u8)>| {
    let mut bytes = WHOLE.to_vec();
    for (place, byte) in edits {
        let place = HEADER + usize::from(place) % (bytes.len() - HEADER);
        bytes[place] = byte;
    }
    let Ok(dataset) = Dataset::open(&bytes) else { return };
    for number in 0..dataset.packs().min(100) {
        let Some(pack) = dataset.pack(PackNumber(number)) else { continue };
        pack.to_json(Ids::Number);
        dataset.find(pack.pack_id);
        for entry in &pack.gtin_codes {
            lookup::uses(&dataset, entry.gtin.gtin());
        }
    }
    lookup::uses(&dataset, Gtin::parse("9521234567895").expect("a GTIN"));
    for text in ["a", "500mg", "5 tab", "amoxicilin", "co-amox 28", "#"] {
        search(&dataset, &Query::new(text));
        suggest(&dataset, text, 8);
    }
});

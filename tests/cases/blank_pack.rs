//! A pack without any optional field.

use pack_lookup::pack::{Pack, Prices};
use pack_lookup::snomed::AmppId;

/// Returns a pack with this code, and one text for all three names.
pub fn blank_pack(pack_id: AmppId, name: &str) -> Pack {
    Pack {
        pack_id,
        name: name.to_owned(),
        generic_pack_name: name.to_owned(),
        generic_product_name: name.to_owned(),
        short_name: None,
        subpack: None,
        legal_category: "POM".to_owned(),
        discontinued: None,
        gtin_codes: Vec::new(),
        prices: Prices::default(),
        is_invalid: false,
        comb_content: Vec::new(),
    }
}

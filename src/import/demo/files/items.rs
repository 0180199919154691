//! The item numbers of records, by kind.

/// The first item number. Real items have seven digits. These have eight, and each kind of record has its own
/// range.
pub const VTM_ITEMS: u64 = 60_000_000;
pub const INGREDIENT_ITEMS: u64 = 61_000_000;
pub const VMP_ITEMS: u64 = 62_000_000;
pub const VMPP_ITEMS: u64 = 63_000_000;
pub const SUPPLIER_ITEMS: u64 = 64_000_000;
pub const UNIT_ITEMS: u64 = 65_000_000;
pub const FORM_ITEMS: u64 = 66_000_000;
pub const ROUTE_ITEMS: u64 = 67_000_000;
pub const SALT_ITEMS: u64 = 68_000_000;
/// Former item numbers of moieties and virtual products.
pub const FORMER_VTM_ITEMS: u64 = 50_000_000;
pub const FORMER_VMP_ITEMS: u64 = 52_000_000;
pub const AMP_ITEMS: u64 = 70_000_000;
/// The item numbers of packs and generic packs that no file has.
pub const UNKNOWN_ITEMS: u64 = 80_000_000;

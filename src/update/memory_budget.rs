//! The memory budget of a comparison or update. A file can state that every pack has the same long text, and
//! records hold it once each.

use super::error::UpdateError;
use crate::pack::Pack;

/// The changes need more memory than the budget has.
pub struct BudgetExceeded;

impl From<BudgetExceeded> for UpdateError {
    fn from(_: BudgetExceeded) -> UpdateError {
        UpdateError::too_large()
    }
}

/// The base budget, in bytes.
const LEAST: usize = 1 << 24;
/// The additional budget for each byte of the files. The records of a release have seven bytes for each.
const FOR_EACH_BYTE: usize = 64;
/// The size of a GTIN row or a component, in addition to the name of its pack.
const ROW: usize = 32;

/// The remaining budget, in bytes: 16 MiB, and 64 more for each byte of the files. A comparison or update
/// that exceeds it fails.
pub struct MemoryBudget(usize);

impl MemoryBudget {
    /// Returns the budget for files with this total size in bytes.
    pub fn of(bytes: usize) -> MemoryBudget {
        MemoryBudget(bytes.saturating_mul(FOR_EACH_BYTE).saturating_add(LEAST))
    }

    /// Charges the memory of a pack. Returns an error if the budget is exceeded.
    pub fn charge(&mut self, pack: &Pack) -> Result<(), BudgetExceeded> {
        self.charge_bytes(needed(pack))
    }

    /// Charges a number of bytes. Returns an error if the budget is exceeded.
    pub fn charge_bytes(&mut self, bytes: usize) -> Result<(), BudgetExceeded> {
        self.0 = self.0.checked_sub(bytes).ok_or(BudgetExceeded)?;
        Ok(())
    }
}

/// Computes the memory of a pack. A report has its name in each of its rows.
fn needed(pack: &Pack) -> usize {
    let texts = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let optional = [&pack.short_name, &pack.subpack].into_iter().flatten();
    let texts: usize = texts.into_iter().chain(optional).map(String::len).sum();
    let components: usize = pack.comb_content.iter().map(|component| ROW + component.name.len()).sum();
    size_of::<Pack>() + texts + components + pack.gtin_codes.len() * (ROW + pack.name.len())
}

#[cfg(test)]
mod tests {
    use super::MemoryBudget;
    use crate::dataset::Dataset;
    use crate::update::file::Update;

    #[test]
    fn rows_that_exceed_the_budget_are_too_large_and_not_damaged() {
        let old = Dataset::open(include_bytes!("../../tests/cases/api.bin")).unwrap();
        let update = Update::open(include_bytes!("../../tests/cases/week.update")).unwrap();
        let error = update.rows(&old, &mut MemoryBudget(1_000)).err().unwrap();
        assert_eq!(error.reason(), "too_large");
    }
}

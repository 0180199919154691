//! How unlike the packs are that have carried one GTIN: told by what they are, never by their names.

use super::packs;
use crate::dataset::{Concepts, Dataset, PackNumber};
use crate::gtin::Gtin;

/// How unlike two or more packs of one GTIN are, the least alarming first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reuse {
    /// All are of one virtual product: size or supplier differ at most.
    SameProduct,
    /// They have the same substances, in another strength or form.
    DifferentStrengthOrForm,
    /// They are of different virtual products of which too little is known: as alarming as different medicines.
    Unknown,
    /// They differ in their therapeutic moiety, or in their substances.
    DifferentMedicines,
}

/// What tells a medicine from another one. The numbers may be codes or places, as long as all are of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Medicine {
    /// The virtual product.
    pub vmp: u64,
    /// The therapeutic moiety.
    pub vtm: Option<u64>,
    /// The substances, each once, in ascending order; none where none are known.
    pub substances: Vec<u64>,
}

impl Reuse {
    /// Every grade.
    pub const ALL: [Reuse; 4] =
        [Reuse::SameProduct, Reuse::DifferentStrengthOrForm, Reuse::Unknown, Reuse::DifferentMedicines];

    /// A stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Reuse::SameProduct => "same-product",
            Reuse::DifferentStrengthOrForm => "different-strength-or-form",
            Reuse::Unknown => "unknown",
            Reuse::DifferentMedicines => "different-medicines",
        }
    }

    /// The grade of packs of these medicines, the worst of any two; a medicine that isn't known is like no other.
    pub fn of(mut medicines: Vec<Option<Medicine>>) -> Reuse {
        medicines.sort_by_key(|medicine| medicine.as_ref().map(|medicine| medicine.vmp));
        medicines.dedup_by(|a, b| a.is_some() && a == b);
        let pairs = medicines.iter().enumerate().flat_map(|(place, one)| {
            medicines.iter().skip(place + 1).map(move |other| Reuse::of_two(one.as_ref(), other.as_ref()))
        });
        pairs.max().unwrap_or(Reuse::SameProduct)
    }

    fn of_two(one: Option<&Medicine>, other: Option<&Medicine>) -> Reuse {
        let (Some(one), Some(other)) = (one, other) else { return Reuse::Unknown };
        if one.vmp == other.vmp {
            return Reuse::SameProduct;
        }
        let same_vtm = one.vtm.zip(other.vtm).map(|(one, other)| one == other);
        let are_known = !one.substances.is_empty() && !other.substances.is_empty();
        let same_substances = are_known.then(|| one.substances == other.substances);
        match (same_vtm, same_substances) {
            (Some(false), _) | (_, Some(false)) => Reuse::DifferentMedicines,
            (None, None) => Reuse::Unknown,
            _ => Reuse::DifferentStrengthOrForm,
        }
    }
}

/// The grade of a GTIN's re-use; none where no more than one pack has carried it.
pub fn reuse(dataset: &Dataset<'_>, gtin: Gtin) -> Option<Reuse> {
    reuse_of(dataset, &packs(dataset, gtin))
}

/// The grade of the re-use of a GTIN that these packs have carried, each once; none where they are not several.
pub fn reuse_of(dataset: &Dataset<'_>, packs: &[PackNumber]) -> Option<Reuse> {
    if packs.len() < 2 {
        return None;
    }
    let concepts: Option<Concepts<'_>> = dataset.concepts();
    Some(Reuse::of(packs.iter().map(|pack| concepts?.medicine(*pack)).collect()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn medicine(vmp: u64, vtm: u64, substances: &[u64]) -> Option<Medicine> {
        Some(Medicine { vmp, vtm: Some(vtm).filter(|vtm| *vtm > 0), substances: substances.to_vec() })
    }

    #[test]
    fn the_grade_is_told_by_what_packs_are() {
        use Reuse::*;
        let one = || medicine(1, 7, &[3]);
        for (other, expected) in [
            (medicine(1, 7, &[3]), SameProduct),
            (medicine(2, 7, &[3]), DifferentStrengthOrForm),
            (medicine(2, 8, &[3]), DifferentMedicines),
            (medicine(2, 7, &[3, 4]), DifferentMedicines),
            (medicine(2, 7, &[]), DifferentStrengthOrForm),
            (medicine(2, 0, &[3]), DifferentStrengthOrForm),
            (medicine(2, 0, &[4]), DifferentMedicines),
            (medicine(2, 0, &[]), Unknown),
            (None, Unknown),
        ] {
            assert_eq!(Reuse::of(vec![one(), other.clone()]), expected, "{other:?}");
            assert_eq!(Reuse::of(vec![other, one()]), expected);
        }
        assert_eq!(Reuse::of(vec![None, None]), Unknown);
        assert_eq!(Reuse::of(vec![medicine(1, 0, &[]), medicine(1, 0, &[])]), SameProduct);
    }

    #[test]
    fn of_several_packs_the_most_unlike_two_count() {
        let packs =
            vec![medicine(1, 7, &[3]), medicine(1, 7, &[3]), medicine(2, 7, &[3]), medicine(9, 8, &[4])];
        assert_eq!(Reuse::of(packs), Reuse::DifferentMedicines);
    }
}

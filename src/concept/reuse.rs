//! How different the packs are that have carried one GTIN. Concepts decide it, never names.

/// How different the packs of one GTIN are, in ascending order of risk.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Reuse {
    /// All packs are of one virtual product. They differ at most in size or supplier.
    SameProduct,
    /// The packs have the same substances, in different strengths or forms.
    DifferentStrengthOrForm,
    /// The packs are of different virtual products, and the data do not suffice to compare them. Treat it
    /// like [`Reuse::DifferentMedicines`].
    Unknown,
    /// The packs differ in their therapeutic moiety or in their substances.
    DifferentMedicines,
}

/// What distinguishes two medicines. The numbers are codes or places, but all of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Medicine {
    /// The virtual product.
    pub vmp: u64,
    /// The therapeutic moiety.
    pub vtm: Option<u64>,
    /// The substances, without duplicates, in ascending order. Empty if unknown.
    pub substances: Vec<u64>,
}

impl Reuse {
    /// All grades, in ascending order.
    pub const ALL: [Reuse; 4] =
        [Reuse::SameProduct, Reuse::DifferentStrengthOrForm, Reuse::Unknown, Reuse::DifferentMedicines];

    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Reuse::SameProduct => "same-product",
            Reuse::DifferentStrengthOrForm => "different-strength-or-form",
            Reuse::Unknown => "unknown",
            Reuse::DifferentMedicines => "different-medicines",
        }
    }

    /// What the packs of one GTIN are, for people, as the words after their number.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::Reuse;
    ///
    /// let text = format!("2 {} have used this GTIN", Reuse::DifferentMedicines.packs());
    /// assert_eq!(text, "2 packs of different medicines have used this GTIN");
    /// ```
    pub fn packs(self) -> &'static str {
        match self {
            Reuse::SameProduct => "packs of one product",
            Reuse::DifferentStrengthOrForm => "packs of different strengths or forms",
            Reuse::Unknown => "packs, perhaps of different medicines,",
            Reuse::DifferentMedicines => "packs of different medicines",
        }
    }

    /// Finds the most serious difference between any two medicines. An unknown medicine (`None`) differs
    /// from all.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::{Medicine, Reuse};
    ///
    /// let medicine = |vmp, vtm, substance| {
    ///     Some(Medicine { vmp, vtm: Some(vtm), substances: vec![substance] })
    /// };
    /// let (weak, strong, other) = (medicine(1, 7, 3), medicine(2, 7, 3), medicine(3, 8, 4));
    /// assert_eq!(Reuse::of(vec![weak.clone(), strong]), Reuse::DifferentStrengthOrForm);
    /// assert_eq!(Reuse::of(vec![weak.clone(), other]), Reuse::DifferentMedicines);
    /// assert_eq!(Reuse::of(vec![weak, None]), Reuse::Unknown);
    /// ```
    pub fn of(medicines: Vec<Option<Medicine>>) -> Reuse {
        let mut different: Vec<&Option<Medicine>> = Vec::new();
        for medicine in &medicines {
            if medicine.is_none() || !different.contains(&medicine) {
                different.push(medicine);
            }
        }
        let mut most = Reuse::SameProduct;
        for (place, one) in different.iter().enumerate() {
            for other in different.iter().skip(place + 1) {
                most = most.max(Reuse::of_two(one.as_ref(), other.as_ref()));
            }
        }
        most
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

#[cfg(test)]
mod tests {
    use super::*;

    fn medicine(vmp: u64, vtm: u64, substances: &[u64]) -> Option<Medicine> {
        Some(Medicine { vmp, vtm: Some(vtm).filter(|vtm| *vtm > 0), substances: substances.to_vec() })
    }

    #[test]
    fn grades_reuse_by_the_medicines_of_the_packs() {
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
    fn the_most_different_pair_determines_the_grade() {
        let packs =
            vec![medicine(1, 7, &[3]), medicine(1, 7, &[3]), medicine(2, 7, &[3]), medicine(9, 8, &[4])];
        assert_eq!(Reuse::of(packs), Reuse::DifferentMedicines);
    }
}

//! Substances beyond those that a query names.

use super::components::{Components, further};
use crate::dataset::{PackNumber, PackSet};
use crate::search::index::{Index, Need};
use crate::search::read::{Choice, Role, Term, Wanted};

/// Counts the substances of generic products beyond those of a query.
pub struct Further<'q, 'd> {
    index: &'q Index<'d>,
    components: &'q Components<'q, 'd>,
    words: Vec<&'q Need>,
    /// The generic products that the only medicine of the query names. Their mixtures have another substance, which need not be
    /// looked for.
    of_only: Option<PackSet>,
}

impl<'q, 'd> Further<'q, 'd> {
    pub fn of(
        index: &'q Index<'d>,
        components: &'q Components<'q, 'd>,
        terms: &'q [Term],
        chosen: &'q [Option<Choice>],
    ) -> Further<'q, 'd> {
        let mut words = Vec::new();
        let mut medicines = Vec::new();
        let mut others = 0;
        for (term, choice) in terms.iter().zip(chosen) {
            let Some(Choice { wanted: Wanted::Names(need), .. }) = choice else { continue };
            match term.role {
                Role::Medicine => medicines.push(need),
                Role::Word | Role::Attribute => others += 1,
                Role::Salt | Role::Route | Role::Form => {}
                _ => continue,
            }
            words.push(need);
        }
        let of_only = match medicines.as_slice() {
            [only] if others == 0 => Some(only.matches(index).generics),
            _ => None,
        };
        Further { index, components, words, of_only }
    }

    /// Returns the number for the generic product of a pack.
    pub fn count(&self, generic: PackNumber, pack: PackNumber) -> u32 {
        if !self.index.dataset.is_mixture(pack) {
            return 0;
        }
        match &self.of_only {
            Some(named) => u32::from(named.contains(generic)),
            None => further(&self.components.get(generic.0), &self.words),
        }
    }

    /// Removes the packs with further substances, if a property is stated and others match it without.
    pub fn keep_asked(&self, terms: &[Term], packs: &mut PackSet) {
        let states = |role| terms.iter().any(|term| term.role == role);
        if ![Role::Strength, Role::Form, Role::Route, Role::Release, Role::Size].into_iter().any(states) {
            return;
        }
        let mut mixtures = self.index.dataset.mixtures(packs.pack_range());
        mixtures.intersect(packs);
        if mixtures.is_empty() {
            return;
        }
        let (mut last, mut is_further) = (None, false);
        mixtures.retain(|pack| {
            let generic = self.index.generic_of(pack);
            if last != Some(generic) {
                (last, is_further) = (Some(generic), self.count(generic, pack) > 0);
            }
            is_further
        });
        let mut asked = packs.clone();
        asked.subtract(&mixtures);
        if !asked.is_empty() {
            *packs = asked;
        }
    }

    /// Returns whether mixtures can be left out before their strengths are compared.
    pub fn has_only_medicine(&self) -> bool {
        self.of_only.is_some()
    }
}

//! The concepts of dm+d above a pack, and their JSON.
//!
//! A pack belongs to a product (AMP) and a virtual pack (VMPP). Both belong to a virtual product (VMP), which
//! belongs to a therapeutic moiety (VTM).

mod decimal;
mod json;
mod notes;
mod property;
mod reuse;
mod scheme;

pub use decimal::Decimal;
pub use notes::{Note, NoteKind, Notes};
pub use property::{Property, Values};
pub use reuse::{Medicine, Reuse};
pub use scheme::{Scheme, atc_in};

use crate::snomed::{AmppId, ConceptId};

/// The separator between categories of one concept.
pub(crate) const SEVERAL: &str = "; ";

/// The kind of a concept of dm+d. An AMPP belongs to an AMP and a VMPP, these belong to a VMP, and it belongs
/// to a VTM.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A pack of one supplier.
    Ampp,
    /// A product of one supplier.
    Amp,
    /// A pack of any supplier.
    Vmpp,
    /// A product of any supplier.
    Vmp,
    /// A therapeutic moiety: the substance or substances with the effect.
    Vtm,
}

impl Kind {
    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Kind::Ampp => "ampp",
            Kind::Amp => "amp",
            Kind::Vmpp => "vmpp",
            Kind::Vmp => "vmp",
            Kind::Vtm => "vtm",
        }
    }
}

/// A code and its name. The name is empty if the release has none for the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coded {
    /// The code.
    pub code: ConceptId,
    /// The name.
    pub name: String,
}

/// A therapeutic moiety: the substance or substances with the effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vtm {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// The code that it had before.
    pub previous_id: Option<ConceptId>,
    /// Whether the release marks it as invalid: no longer to be used.
    pub is_invalid: bool,
}

/// A virtual product: a medicine in one strength and form, of any supplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vmp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// The code that it had before.
    pub previous_id: Option<ConceptId>,
    /// The name that it had before.
    pub previous_name: Option<String>,
    /// Whether the release marks it as invalid: no longer to be used.
    pub is_invalid: bool,
    /// The code of its therapeutic moiety.
    pub vtm: Option<ConceptId>,
    /// Its forms. A product has one, a kit two or more.
    pub forms: Vec<Coded>,
    /// The routes by which it is given.
    pub routes: Vec<Coded>,
    /// Its ingredients.
    pub ingredients: Vec<Ingredient>,
    /// Its schedule of controlled drugs. If the release has two or more, all of them.
    pub controlled_drug_category: Option<String>,
    /// Whether it may be prescribed under this name.
    pub prescribing_status: Option<String>,
    /// Whether the release marks it as sugar free.
    pub is_sugar_free: bool,
    /// Whether the release marks it as gluten free.
    pub is_gluten_free: bool,
    /// Whether the release marks it as preservative free.
    pub is_preservative_free: bool,
    /// Whether the release marks it as free of CFCs.
    pub is_cfc_free: bool,
    /// One dose, if the release defines it.
    pub unit_dose: Option<UnitDose>,
    /// Whether products of it are available, if the release has it.
    pub non_availability: Option<String>,
    /// Its BNF code, from a supplement.
    pub bnf: Option<String>,
    /// Its ATC code, from a supplement.
    pub atc: Option<String>,
}

/// A substance in a product, with its strength: an amount of the substance in an amount of the product. The
/// release may state neither.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ingredient {
    /// The substance.
    pub substance: Coded,
    /// The amount of the substance.
    pub numerator: Option<Amount>,
    /// The amount of the product that contains it.
    pub denominator: Option<Amount>,
    /// The basis of the strength: the substance itself, or its base.
    pub basis: Option<String>,
    /// The base to which the strength refers, if it is another substance: tobramycin for tobramycin sulfate.
    pub base: Option<Coded>,
}

/// A number with an optional unit. The number is an exact decimal, because a rounded strength would be
/// another strength.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The number.
    pub value: Decimal,
    /// The unit.
    pub unit: Option<String>,
}

/// One dose of a product, with its size and unit. A field that the release does not have is `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitDose {
    /// Whether doses are discrete or continuous.
    pub form: Option<String>,
    /// The size of a unit dose.
    pub size: Option<Decimal>,
    /// The unit of the size.
    pub unit: Option<String>,
    /// The name of a unit dose: `tablet`.
    pub unit_of_dose: Option<String>,
}

/// A virtual pack: a virtual product in one quantity, of any supplier.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vmpp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// Whether the release marks it as invalid: no longer to be used.
    pub is_invalid: bool,
    /// The code of its virtual product.
    pub vmp: Option<ConceptId>,
    /// The quantity in the pack.
    pub quantity: Option<Decimal>,
    /// The unit of the quantity.
    pub unit: Option<String>,
    /// The category of the Drug Tariff that sets its reimbursement. If the release has two or more, all of
    /// them.
    pub drug_tariff_category: Option<String>,
}

/// A product of one supplier, in packs of any size. dm+d calls it an actual medicinal product (AMP).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// Whether the release marks it as invalid: no longer to be used.
    pub is_invalid: bool,
    /// The code of its virtual product.
    pub vmp: Option<ConceptId>,
    /// Its supplier.
    pub supplier: Option<Coded>,
    /// The authority that licensed it.
    pub licensing_authority: Option<String>,
    /// The restriction of its availability.
    pub availability_restriction: Option<String>,
    /// Its flavour.
    pub flavour: Option<String>,
    /// Whether it is a parallel import.
    pub is_parallel_import: bool,
    /// Whether the European Medicines Agency monitors it additionally.
    pub has_additional_monitoring: bool,
    /// Its own BNF code, from a supplement.
    pub bnf: Option<String>,
}

impl Vtm {
    fn id(&self) -> ConceptId {
        self.id
    }
}

impl Vmp {
    fn id(&self) -> ConceptId {
        self.id
    }

    /// Reports whether it has a code from a supplement.
    pub(crate) fn is_classified(&self) -> bool {
        self.bnf.is_some() || self.atc.is_some()
    }
}

impl Vmpp {
    fn id(&self) -> ConceptId {
        self.id
    }
}

impl Amp {
    fn id(&self) -> ConceptId {
        self.id
    }

    /// Reports whether it has a code from a supplement.
    pub(crate) fn is_classified(&self) -> bool {
        self.bnf.is_some()
    }
}

/// The facts of a pack that are not in its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackDetails {
    /// The code of its product.
    pub amp: Option<ConceptId>,
    /// The code of its virtual pack.
    pub vmpp: Option<ConceptId>,
    /// The notes about prescribing it.
    pub notes: Notes,
}

/// The concepts of a pack, or a concept with the concepts above it. Only a pack has details.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackConcepts {
    /// The facts of the pack that are not in its record.
    pub details: Option<PackDetails>,
    /// Its product.
    pub amp: Option<Amp>,
    /// Its virtual pack.
    pub vmpp: Option<Vmpp>,
    /// Its virtual product.
    pub vmp: Option<Vmp>,
    /// Its therapeutic moiety.
    pub vtm: Option<Vtm>,
}

impl PackConcepts {
    /// Lists the concepts that the release marks as invalid.
    pub(crate) fn invalid(&self) -> Vec<(Kind, ConceptId)> {
        let PackConcepts { amp, vmpp, vmp, vtm, .. } = self;
        let mut invalid = Vec::new();
        if let Some(Amp { id, is_invalid: true, .. }) = amp {
            invalid.push((Kind::Amp, *id));
        }
        if let Some(Vmpp { id, is_invalid: true, .. }) = vmpp {
            invalid.push((Kind::Vmpp, *id));
        }
        if let Some(Vmp { id, is_invalid: true, .. }) = vmp {
            invalid.push((Kind::Vmp, *id));
        }
        if let Some(Vtm { id, is_invalid: true, .. }) = vtm {
            invalid.push((Kind::Vtm, *id));
        }
        invalid
    }
}

/// All concepts of a release. Each table is sorted by code, without duplicates.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concepts {
    /// The facts of packs that are not in their records.
    pub packs: Vec<(AmppId, PackDetails)>,
    /// Products.
    pub amps: Vec<Amp>,
    /// Virtual packs.
    pub vmpps: Vec<Vmpp>,
    /// Virtual products.
    pub vmps: Vec<Vmp>,
    /// Therapeutic moieties.
    pub vtms: Vec<Vtm>,
}

impl Concepts {
    /// Reports whether all tables of concepts are empty.
    pub fn is_empty(&self) -> bool {
        self.amps.is_empty() && self.vmpps.is_empty() && self.vmps.is_empty() && self.vtms.is_empty()
    }

    /// Reports whether any concept has a BNF or ATC code. Only a supplement has these codes.
    pub fn are_classified(&self) -> bool {
        self.vmps.iter().any(Vmp::is_classified) || self.amps.iter().any(Amp::is_classified)
    }

    /// Sorts each table by code.
    pub fn sort(&mut self) {
        self.packs.sort_unstable_by_key(|(id, _)| *id);
        self.amps.sort_unstable_by_key(Amp::id);
        self.vmpps.sort_unstable_by_key(Vmpp::id);
        self.vmps.sort_unstable_by_key(Vmp::id);
        self.vtms.sort_unstable_by_key(Vtm::id);
    }

    /// Sorts the tables by code, without duplicates, and without references to missing concepts. The
    /// first of two rows with one code is kept.
    #[must_use]
    pub fn whole(mut self) -> Concepts {
        self.packs.sort_by_key(|(id, _)| *id);
        self.packs.dedup_by_key(|(id, _)| *id);
        once(&mut self.vtms, Vtm::id);
        once(&mut self.vmps, Vmp::id);
        once(&mut self.vmpps, Vmpp::id);
        once(&mut self.amps, Amp::id);
        let Concepts { packs, amps, vmpps, vmps, vtms } = &mut self;
        for vmp in &mut *vmps {
            keep_known(&mut vmp.vtm, vtms, Vtm::id);
            if vmp.unit_dose == Some(UnitDose::default()) {
                vmp.unit_dose = None;
            }
        }
        for vmpp in &mut *vmpps {
            keep_known(&mut vmpp.vmp, vmps, Vmp::id);
        }
        for amp in &mut *amps {
            keep_known(&mut amp.vmp, vmps, Vmp::id);
        }
        for (_, details) in packs {
            keep_known(&mut details.amp, amps, Amp::id);
            keep_known(&mut details.vmpp, vmpps, Vmpp::id);
        }
        self
    }
}

/// Sorts a table by code and removes duplicates.
fn once<T>(concepts: &mut Vec<T>, id: fn(&T) -> ConceptId) {
    concepts.sort_by_key(id);
    concepts.dedup_by_key(|concept| id(concept));
}

/// Removes a reference to a code that a sorted table does not have.
fn keep_known<T>(reference: &mut Option<ConceptId>, table: &[T], id: fn(&T) -> ConceptId) {
    if let Some(code) = *reference
        && table.binary_search_by_key(&code, id).is_err()
    {
        *reference = None;
    }
}

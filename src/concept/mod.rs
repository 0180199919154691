//! The concepts of dm+d above a pack: the product that it is a pack of (AMP), the virtual pack and product (VMPP, VMP), and the
//! therapeutic moiety (VTM); and their JSON.

mod decimal;
mod id;
mod json;
mod notes;
mod scheme;

pub use decimal::Decimal;
pub use id::{ConceptId, ConceptIdError};
pub use notes::{Note, Notes};
pub use scheme::{Scheme, atc_in};

use crate::ampp_id::AmppId;

/// What a code of dm+d is the code of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// A pack as it is sold.
    Ampp,
    /// A product as it is sold.
    Amp,
    /// A pack, whoever sells it.
    Vmpp,
    /// A product, whoever sells it.
    Vmp,
    /// What the product has its effect from.
    Vtm,
}

impl Kind {
    /// A stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Kind::Ampp => "ampp",
            Kind::Amp => "amp",
            Kind::Vmpp => "vmpp",
            Kind::Vmp => "vmp",
            Kind::Vtm => "vtm",
        }
    }
}

/// Something that has a code and a name. The name is empty where the release has none for the code.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Coded {
    /// The code.
    pub code: ConceptId,
    /// The name.
    pub name: String,
}

/// A therapeutic moiety: what a product has its effect from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vtm {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
}

/// A virtual product: the medicine in a strength and a form, whoever sells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vmp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// The code of its therapeutic moiety.
    pub vtm: Option<ConceptId>,
    /// Its forms; a product has one, and a kit several.
    pub forms: Vec<Coded>,
    /// By which routes it is given.
    pub routes: Vec<Coded>,
    /// What is in it.
    pub ingredients: Vec<Ingredient>,
    /// The schedule of controlled drugs that it is in.
    pub controlled_drug_category: Option<String>,
    /// Whether it may be prescribed under this name.
    pub prescribing_status: Option<String>,
    /// Whether the release calls it free of sugar.
    pub is_sugar_free: bool,
    /// Whether the release calls it free of gluten.
    pub is_gluten_free: bool,
    /// Whether the release calls it free of preservatives.
    pub is_preservative_free: bool,
    /// Whether the release calls it free of CFCs.
    pub is_cfc_free: bool,
    /// What one dose is, where the release tells anything of it.
    pub unit_dose: Option<UnitDose>,
    /// Whether there are products of it, where the release tells.
    pub non_availability: Option<String>,
    /// Its code of the BNF, which only a supplement tells.
    pub bnf: Option<String>,
    /// Its ATC code, which only a supplement tells.
    pub atc: Option<String>,
}

/// A substance in a product, and how much of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ingredient {
    /// The substance.
    pub substance: Coded,
    /// How much of it.
    pub numerator: Option<Amount>,
    /// In how much of the product.
    pub denominator: Option<Amount>,
    /// What the strength is that of: the substance itself, or its base.
    pub basis: Option<String>,
}

/// A number with its unit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amount {
    /// The number.
    pub value: Decimal,
    /// The unit.
    pub unit: Option<String>,
}

/// What one dose of a product is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct UnitDose {
    /// Whether doses are discrete or continuous.
    pub form: Option<String>,
    /// How large a unit dose is.
    pub size: Option<Decimal>,
    /// The unit of that size.
    pub unit: Option<String>,
    /// What a unit dose is: `tablet`.
    pub unit_of_dose: Option<String>,
}

/// A virtual pack: a product in a quantity, whoever sells it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Vmpp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// The code of the product.
    pub vmp: Option<ConceptId>,
    /// How much of it is in the pack.
    pub quantity: Option<Decimal>,
    /// The unit of the quantity.
    pub unit: Option<String>,
    /// The category of the Drug Tariff under which it is paid for.
    pub drug_tariff_category: Option<String>,
}

/// A product as it is sold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Amp {
    /// The code.
    pub id: ConceptId,
    /// The name.
    pub name: String,
    /// The code of its virtual product.
    pub vmp: Option<ConceptId>,
    /// Who supplies it.
    pub supplier: Option<Coded>,
    /// Who licensed it.
    pub licensing_authority: Option<String>,
    /// How its availability is restricted.
    pub availability_restriction: Option<String>,
    /// Its flavour.
    pub flavour: Option<String>,
    /// Whether it is imported in parallel.
    pub is_parallel_import: bool,
    /// Whether the European Medicines Agency has it under additional monitoring.
    pub has_additional_monitoring: bool,
    /// A code of the BNF of its own, which only a supplement tells.
    pub bnf: Option<String>,
}

/// What a pack has beside its record.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PackDetails {
    /// The code of its product.
    pub amp: Option<ConceptId>,
    /// The code of its virtual pack.
    pub vmpp: Option<ConceptId>,
    /// What is said about prescribing it.
    pub notes: Notes,
}

/// The concepts of a pack; or those from one of them upwards, and then there are no details.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PackConcepts {
    /// What the pack has beside its record.
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

/// All concepts of a release: each table sorted by its codes, none of which occurs twice in it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Concepts {
    /// What packs have beside their records.
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
    /// Whether there is no concept at all.
    pub fn is_empty(&self) -> bool {
        self.amps.is_empty() && self.vmpps.is_empty() && self.vmps.is_empty() && self.vtms.is_empty()
    }

    /// Whether any of them is classified: has a code that only a supplement tells.
    pub fn are_classified(&self) -> bool {
        let is_vmp = |vmp: &Vmp| vmp.bnf.is_some() || vmp.atc.is_some();
        self.vmps.iter().any(is_vmp) || self.amps.iter().any(|amp| amp.bnf.is_some())
    }

    /// Sorts each table by its codes.
    pub fn sort(&mut self) {
        self.packs.sort_unstable_by_key(|(id, _)| *id);
        self.amps.sort_unstable_by_key(|amp| amp.id);
        self.vmpps.sort_unstable_by_key(|vmpp| vmpp.id);
        self.vmps.sort_unstable_by_key(|vmp| vmp.id);
        self.vtms.sort_unstable_by_key(|vtm| vtm.id);
    }

    /// Sorted, each code once in its table (the first counts), and without codes of concepts that are not there.
    #[must_use]
    pub fn whole(mut self) -> Concepts {
        self.packs.sort_by_key(|(id, _)| *id);
        self.packs.dedup_by_key(|(id, _)| *id);
        once(&mut self.vtms, |vtm| vtm.id);
        once(&mut self.vmps, |vmp| vmp.id);
        once(&mut self.vmpps, |vmpp| vmpp.id);
        once(&mut self.amps, |amp| amp.id);
        let Concepts { packs, amps, vmpps, vmps, vtms } = &mut self;
        vmps.iter_mut().for_each(|vmp| keep_known(&mut vmp.vtm, vtms, |vtm| vtm.id));
        vmps.iter_mut()
            .for_each(|vmp| vmp.unit_dose.take_if(|dose| *dose == UnitDose::default()).map_or((), drop));
        vmpps.iter_mut().for_each(|vmpp| keep_known(&mut vmpp.vmp, vmps, |vmp| vmp.id));
        amps.iter_mut().for_each(|amp| keep_known(&mut amp.vmp, vmps, |vmp| vmp.id));
        for (_, details) in packs {
            keep_known(&mut details.amp, amps, |amp| amp.id);
            keep_known(&mut details.vmpp, vmpps, |vmpp| vmpp.id);
        }
        self
    }
}

fn once<T>(concepts: &mut Vec<T>, id: impl Fn(&T) -> ConceptId) {
    concepts.sort_by_key(|concept| id(concept));
    concepts.dedup_by_key(|concept| id(concept));
}

/// Leaves out a code that a sorted table has not.
fn keep_known<T>(reference: &mut Option<ConceptId>, table: &[T], id: fn(&T) -> ConceptId) {
    *reference = reference.filter(|known| table.binary_search_by_key(known, id).is_ok());
}

//! What dm+d records of packs for their virtual products: routes, and the category of the Drug Tariff.

use std::collections::{HashMap, HashSet};

use crate::concept::{Concepts, PackDetails, Vmp, Vmpp};
use crate::snomed::{AmppId, ConceptId};

/// Collects the routes that dm+d records for the virtual product of each pack.
pub fn routes(concepts: Option<&Concepts>) -> HashMap<AmppId, Vec<&str>> {
    let mut routes = HashMap::new();
    let Some(concepts) = concepts else { return routes };
    let products = VirtualProducts::of(concepts);
    for (pack, details) in &concepts.packs {
        if let Some(vmp) = products.find(details) {
            routes.insert(*pack, vmp.routes.iter().map(|route| route.name.as_str()).collect());
        }
    }
    routes
}

/// The categories of the Drug Tariff whose prices come from two or more suppliers: common generic medicines.
const COMMON_CATEGORIES: [&str; 2] = ["Category A", "Category M"];

/// Collects the packs whose virtual packs are in category A or M of the Drug Tariff.
pub fn common_packs(concepts: Option<&Concepts>) -> HashSet<AmppId> {
    let mut common = HashSet::new();
    let Some(concepts) = concepts else { return common };
    let is_common = |vmpp: &&Vmpp| {
        let category = vmpp.drug_tariff_category.as_deref().unwrap_or("");
        COMMON_CATEGORIES.iter().any(|end| category.ends_with(end))
    };
    let vmpps: HashSet<ConceptId> = concepts.vmpps.iter().filter(is_common).map(|vmpp| vmpp.id).collect();
    for (pack, details) in &concepts.packs {
        if details.vmpp.is_some_and(|vmpp| vmpps.contains(&vmpp)) {
            common.insert(*pack);
        }
    }
    common
}

/// The virtual products by code, by virtual pack and by product.
#[derive(Default)]
struct VirtualProducts<'c> {
    of_vmpp: HashMap<ConceptId, ConceptId>,
    of_amp: HashMap<ConceptId, ConceptId>,
    by_id: HashMap<ConceptId, &'c Vmp>,
}

impl<'c> VirtualProducts<'c> {
    fn of(concepts: &'c Concepts) -> VirtualProducts<'c> {
        let mut products = VirtualProducts::default();
        for vmpp in &concepts.vmpps {
            if let Some(vmp) = vmpp.vmp {
                products.of_vmpp.insert(vmpp.id, vmp);
            }
        }
        for amp in &concepts.amps {
            if let Some(vmp) = amp.vmp {
                products.of_amp.insert(amp.id, vmp);
            }
        }
        for vmp in &concepts.vmps {
            products.by_id.insert(vmp.id, vmp);
        }
        products
    }

    /// Finds the virtual product of a pack, by its virtual pack or else by its product.
    fn find(&self, pack: &PackDetails) -> Option<&'c Vmp> {
        if let Some(vmpp) = pack.vmpp
            && let Some(id) = self.of_vmpp.get(&vmpp)
        {
            return self.by_id.get(id).copied();
        }
        self.by_id.get(self.of_amp.get(&pack.amp?)?).copied()
    }
}

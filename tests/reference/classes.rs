//! Queries that are classes, such as `atc:J01CA`: section 1 of docs/search.md.

use std::collections::BTreeMap;

use pack_lookup::concept::Concepts;
use pack_lookup::snomed::AmppId;

use super::packs::IndexedPack;

/// Returns the routes that dm+d records for the virtual product of each pack.
pub fn routes(concepts: &Concepts) -> BTreeMap<AmppId, Vec<String>> {
    let amps: BTreeMap<_, _> = concepts.amps.iter().map(|amp| (amp.id, amp)).collect();
    let vmpps: BTreeMap<_, _> = concepts.vmpps.iter().map(|vmpp| (vmpp.id, vmpp)).collect();
    let vmps: BTreeMap<_, _> = concepts.vmps.iter().map(|vmp| (vmp.id, vmp)).collect();
    let mut routes = BTreeMap::new();
    for (id, details) in &concepts.packs {
        let amp = details.amp.and_then(|amp| amps.get(&amp));
        let vmpp = details.vmpp.and_then(|vmpp| vmpps.get(&vmpp));
        let vmp = vmpp.and_then(|vmpp| vmpp.vmp).or_else(|| amp.and_then(|amp| amp.vmp));
        if let Some(vmp) = vmp.and_then(|vmp| vmps.get(&vmp)) {
            routes.insert(*id, vmp.routes.iter().map(|route| route.name.clone()).collect());
        }
    }
    routes
}

/// The codes of each pack's product and generic product.
pub struct Classes {
    atc: BTreeMap<AmppId, Vec<String>>,
    bnf: BTreeMap<AmppId, Vec<String>>,
}

impl Classes {
    /// Collects the codes that packs have by what stands above them.
    pub fn new(concepts: &Concepts) -> Classes {
        let (mut atc, mut bnf) = (BTreeMap::new(), BTreeMap::new());
        let amps: BTreeMap<_, _> = concepts.amps.iter().map(|amp| (amp.id, amp)).collect();
        let vmpps: BTreeMap<_, _> = concepts.vmpps.iter().map(|vmpp| (vmpp.id, vmpp)).collect();
        let vmps: BTreeMap<_, _> = concepts.vmps.iter().map(|vmp| (vmp.id, vmp)).collect();
        for (id, details) in &concepts.packs {
            let amp = details.amp.and_then(|amp| amps.get(&amp));
            let vmpp = details.vmpp.and_then(|vmpp| vmpps.get(&vmpp));
            let vmp = vmpp.and_then(|vmpp| vmpp.vmp).or_else(|| amp.and_then(|amp| amp.vmp));
            let vmp = vmp.and_then(|vmp| vmps.get(&vmp));
            atc.insert(*id, vmp.and_then(|vmp| vmp.atc.clone()).into_iter().collect());
            let generic = vmp.and_then(|vmp| vmp.bnf.clone());
            bnf.insert(*id, generic.into_iter().chain(amp.and_then(|amp| amp.bnf.clone())).collect());
        }
        Classes { atc, bnf }
    }

    /// Returns the packs of a class, or `None` if the text is no class.
    pub fn packs_of(&self, packs: &[IndexedPack], text: &str) -> Option<Vec<usize>> {
        let (scheme, code) = text.trim().split_once(':').unwrap_or(("", text));
        let code = code.trim().to_uppercase();
        let codes = match scheme.trim().to_lowercase().as_str() {
            "bnf" if is_bnf(&code) => &self.bnf,
            "atc" if is_atc(&code) => &self.atc,
            "" if code.len() == 7 && is_atc(&code) => &self.atc,
            _ => return None,
        };
        let begins = |pack: &IndexedPack| {
            codes.get(&pack.pack.pack_id).is_some_and(|all| all.iter().any(|one| one.starts_with(&code)))
        };
        let found: Vec<usize> = (0..packs.len()).filter(|place| begins(&packs[*place])).collect();
        (!scheme.is_empty() || !found.is_empty()).then_some(found)
    }
}

/// Returns whether a text is a level of an ATC code, such as `J`, `J01`, `J01C`, `J01CA` or `J01CA04`.
fn is_atc(code: &str) -> bool {
    const LETTERS: [bool; 7] = [true, false, false, true, true, false, false];
    let has_kinds = code
        .chars()
        .zip(LETTERS)
        .all(|(one, is_letter)| if is_letter { one.is_ascii_uppercase() } else { one.is_ascii_digit() });
    has_kinds && matches!(code.len(), 1 | 3 | 4 | 5 | 7)
}

/// Returns whether a text is the start of a BNF code.
fn is_bnf(code: &str) -> bool {
    !code.is_empty() && code.len() <= 15 && code.chars().all(|one| one.is_ascii_alphanumeric())
}

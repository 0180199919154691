//! The classes of packs, by the codes of their products.

use std::collections::BTreeMap;

use pack_lookup::concept::{Amp, Concepts, PackDetails, Vmp, Vmpp};
use pack_lookup::pack::Pack;
use pack_lookup::snomed::{AmppId, ConceptId};

/// The concepts by code.
#[derive(Default)]
struct ConceptsById<'c> {
    amps: BTreeMap<ConceptId, &'c Amp>,
    vmpps: BTreeMap<ConceptId, &'c Vmpp>,
    vmps: BTreeMap<ConceptId, &'c Vmp>,
}

impl<'c> ConceptsById<'c> {
    fn new(concepts: &'c Concepts) -> ConceptsById<'c> {
        let mut by_id = ConceptsById::default();
        for amp in &concepts.amps {
            by_id.amps.insert(amp.id, amp);
        }
        for vmpp in &concepts.vmpps {
            by_id.vmpps.insert(vmpp.id, vmpp);
        }
        for vmp in &concepts.vmps {
            by_id.vmps.insert(vmp.id, vmp);
        }
        by_id
    }

    fn amp(&self, pack: &PackDetails) -> Option<&'c Amp> {
        self.amps.get(&pack.amp?).copied()
    }

    /// Returns the virtual product of a pack: the product of its virtual pack, or else of its actual product.
    fn vmp(&self, pack: &PackDetails) -> Option<&'c Vmp> {
        let vmpp = pack.vmpp.and_then(|vmpp| self.vmpps.get(&vmpp));
        let id = match vmpp.and_then(|vmpp| vmpp.vmp) {
            Some(id) => id,
            None => self.amp(pack)?.vmp?,
        };
        self.vmps.get(&id).copied()
    }
}

/// The codes of each pack's product and generic product.
pub struct Classes {
    atc: BTreeMap<AmppId, Vec<String>>,
    bnf: BTreeMap<AmppId, Vec<String>>,
}

impl Classes {
    /// Collects the codes of the products of packs.
    pub fn new(concepts: &Concepts) -> Classes {
        let by_id = ConceptsById::new(concepts);
        let (mut atc, mut bnf) = (BTreeMap::new(), BTreeMap::new());
        for (id, details) in &concepts.packs {
            let (mut atc_codes, mut bnf_codes) = (Vec::new(), Vec::new());
            if let Some(vmp) = by_id.vmp(details) {
                atc_codes.extend(vmp.atc.clone());
                bnf_codes.extend(vmp.bnf.clone());
            }
            if let Some(amp) = by_id.amp(details) {
                bnf_codes.extend(amp.bnf.clone());
            }
            atc.insert(*id, atc_codes);
            bnf.insert(*id, bnf_codes);
        }
        Classes { atc, bnf }
    }

    /// Returns the packs of a class, or `None` if the text is not a class.
    pub fn packs_of(&self, packs: &[Pack], text: &str) -> Option<Vec<usize>> {
        let (scheme, code) = text.trim().split_once(':').unwrap_or(("", text));
        let code = code.trim().to_uppercase();
        let codes = match scheme.trim().to_lowercase().as_str() {
            "bnf" if is_bnf(&code) => &self.bnf,
            "atc" if is_atc(&code) => &self.atc,
            "" if code.len() == 7 && is_atc(&code) => &self.atc,
            _ => return None,
        };
        let mut found = Vec::new();
        for (position, pack) in packs.iter().enumerate() {
            let Some(all) = codes.get(&pack.pack_id) else { continue };
            if all.iter().any(|one| one.starts_with(&code)) {
                found.push(position);
            }
        }
        if scheme.is_empty() && found.is_empty() { None } else { Some(found) }
    }
}

/// Returns whether a text is a level of an ATC code, such as `J`, `J01`, `J01C`, `J01CA` or `J01CA04`.
fn is_atc(code: &str) -> bool {
    const LETTERS: [bool; 7] = [true, false, false, true, true, false, false];
    for (character, is_letter) in code.chars().zip(LETTERS) {
        let is_right = if is_letter { character.is_ascii_uppercase() } else { character.is_ascii_digit() };
        if !is_right {
            return false;
        }
    }
    matches!(code.len(), 1 | 3 | 4 | 5 | 7)
}

/// Returns whether a text is the start of a BNF code.
fn is_bnf(code: &str) -> bool {
    !code.is_empty() && code.len() <= 15 && code.chars().all(|one| one.is_ascii_alphanumeric())
}

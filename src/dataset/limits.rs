//! The limits of a reader. The writer rejects packs that exceed them, so that no reader truncates a record.

use std::collections::HashMap;
use std::fmt;

use super::format::{MAX_COMPONENTS, MAX_FACTS, MAX_GTIN_ROWS, MAX_TEXT_LEN, MAX_USES};
use crate::concept::{Amount, Amp, Coded, Concepts, Ingredient, UnitDose, Vmp, Vmpp};
use crate::pack::Pack;
use crate::snomed::ConceptId;

/// The error for a pack or concept that exceeds a limit of the reader.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LimitExceeded {
    of: &'static str,
    id: ConceptId,
    what: &'static str,
    most: usize,
}

impl fmt::Display for LimitExceeded {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the {} {} has more than {} {}", self.of, self.id, self.most, self.what)
    }
}

/// Rejects packs that exceed a limit of the reader.
pub fn check(packs: &[Pack]) -> Result<(), LimitExceeded> {
    for pack in packs {
        check_pack(pack)?;
    }
    check_uses(packs)
}

fn check_pack(pack: &Pack) -> Result<(), LimitExceeded> {
    let counts = [
        ("bytes in a text", longest(pack_texts(pack)), MAX_TEXT_LEN),
        ("rows of GTINs", pack.gtin_codes.len(), MAX_GTIN_ROWS),
        ("components", pack.comb_content.len(), MAX_COMPONENTS),
    ];
    for (what, count, most) in counts {
        if count > most {
            return Err(LimitExceeded { of: "pack", id: pack.pack_id.into(), what, most });
        }
    }
    Ok(())
}

fn longest<'t>(texts: impl IntoIterator<Item = Option<&'t String>>) -> usize {
    texts.into_iter().flatten().map(String::len).max().unwrap_or(0)
}

fn pack_texts(pack: &Pack) -> [Option<&String>; 7] {
    let names = [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category];
    let [name, generic_pack, generic_product, legal_category] = names.map(Some);
    let flag = pack.discontinued.as_ref().map(|discontinued| &discontinued.flag);
    let (short_name, subpack) = (pack.short_name.as_ref(), pack.subpack.as_ref());
    [name, generic_pack, generic_product, legal_category, short_name, subpack, flag]
}

/// Rejects a GTIN with too many rows. GTINs that differ only in their check digit are searched together, so
/// they count together.
fn check_uses(packs: &[Pack]) -> Result<(), LimitExceeded> {
    let mut uses: HashMap<u64, usize> = HashMap::new();
    for pack in packs {
        for entry in &pack.gtin_codes {
            let count = uses.entry(entry.gtin.gtin().number() / 10).or_default();
            *count += 1;
            if *count > MAX_USES {
                let (id, what, most) = (pack.pack_id.into(), "uses of one of its GTINs", MAX_USES);
                return Err(LimitExceeded { of: "pack", id, what, most });
            }
        }
    }
    Ok(())
}

/// Rejects concepts that exceed a limit of the reader.
pub fn check_concepts(concepts: &Concepts) -> Result<(), LimitExceeded> {
    let Concepts { packs: _, amps, vmpps, vmps, vtms } = concepts;
    for vtm in vtms {
        check_texts(vtm.id, [Some(&vtm.name)])?;
    }
    for vmp in vmps {
        let facts = vmp.forms.len().max(vmp.routes.len()).max(vmp.ingredients.len());
        check_concept(vmp.id, "forms, routes or ingredients", facts, MAX_FACTS)?;
        check_texts(vmp.id, vmp_texts(vmp))?;
    }
    for vmpp in vmpps {
        check_texts(vmpp.id, vmpp_texts(vmpp))?;
    }
    for amp in amps {
        check_texts(amp.id, amp_texts(amp))?;
    }
    Ok(())
}

fn check_texts<'t>(
    id: ConceptId,
    texts: impl IntoIterator<Item = Option<&'t String>>,
) -> Result<(), LimitExceeded> {
    check_concept(id, "bytes in a text", longest(texts), MAX_TEXT_LEN)
}

fn check_concept(id: ConceptId, what: &'static str, count: usize, most: usize) -> Result<(), LimitExceeded> {
    if count > most { Err(LimitExceeded { of: "concept", id, what, most }) } else { Ok(()) }
}

pub fn amp_texts(amp: &Amp) -> impl Iterator<Item = Option<&String>> {
    let Amp { name, supplier, licensing_authority, availability_restriction, flavour, bnf, .. } = amp;
    let supplier = supplier.as_ref().map(|supplier| &supplier.name);
    let facts = [licensing_authority, availability_restriction, flavour, bnf].map(Option::as_ref);
    [Some(name), supplier].into_iter().chain(facts)
}

pub fn vmpp_texts(vmpp: &Vmpp) -> impl Iterator<Item = Option<&String>> {
    [Some(&vmpp.name), vmpp.unit.as_ref(), vmpp.drug_tariff_category.as_ref()].into_iter()
}

pub fn vmp_texts(vmp: &Vmp) -> impl Iterator<Item = Option<&String>> {
    let mut texts = vec![Some(&vmp.name), vmp.previous_name.as_ref()];
    for coded in vmp.forms.iter().chain(&vmp.routes) {
        texts.push(Some(&coded.name));
    }
    texts.extend([vmp.controlled_drug_category.as_ref(), vmp.prescribing_status.as_ref()]);
    texts.extend([vmp.non_availability.as_ref(), vmp.bnf.as_ref(), vmp.atc.as_ref()]);
    if let Some(dose) = &vmp.unit_dose {
        texts.extend(dose_texts(dose));
    }
    for ingredient in &vmp.ingredients {
        texts.extend(ingredient_texts(ingredient));
    }
    texts.into_iter()
}

fn dose_texts(dose: &UnitDose) -> [Option<&String>; 3] {
    [dose.form.as_ref(), dose.unit.as_ref(), dose.unit_of_dose.as_ref()]
}

fn ingredient_texts(ingredient: &Ingredient) -> impl Iterator<Item = Option<&String>> {
    let Ingredient { substance: Coded { name, .. }, numerator, denominator, basis, base } = ingredient;
    let base = base.as_ref().map(|base| &base.name);
    [Some(name), basis.as_ref(), base, unit(numerator), unit(denominator)].into_iter()
}

fn unit(amount: &Option<Amount>) -> Option<&String> {
    amount.as_ref()?.unit.as_ref()
}

//! The limits of a reader. The writer rejects packs that exceed them, so that no reader truncates a record.

use std::collections::HashMap;
use std::fmt;

use super::format::{MAX_COMPONENTS, MAX_FACTS, MAX_GTIN_ROWS, MAX_TEXT_LEN, MAX_USES};
use crate::concept::{Amp, Coded, Concepts, Ingredient, Vmp, Vmpp};
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
    packs.iter().try_for_each(check_pack)?;
    check_uses(packs)
}

fn check_pack(pack: &Pack) -> Result<(), LimitExceeded> {
    let longest_text = texts(pack).map(str::len).max().unwrap_or(0);
    let counts = [
        ("bytes in a text", longest_text, MAX_TEXT_LEN),
        ("rows of GTINs", pack.gtin_codes.len(), MAX_GTIN_ROWS),
        ("components", pack.comb_content.len(), MAX_COMPONENTS),
    ];
    let too_much = counts.into_iter().find(|(_, count, most)| count > most);
    too_much.map_or(Ok(()), |(what, _, most)| {
        Err(LimitExceeded { of: "pack", id: pack.pack_id.into(), what, most })
    })
}

fn texts(pack: &Pack) -> impl Iterator<Item = &str> {
    let optional = [pack.short_name.as_deref(), pack.subpack.as_deref()].into_iter().flatten();
    let flag = pack.discontinued.iter().map(|discontinued| discontinued.flag.as_str());
    [&pack.name, &pack.generic_pack_name, &pack.generic_product_name, &pack.legal_category]
        .into_iter()
        .map(String::as_str)
        .chain(optional)
        .chain(flag)
}

/// Rejects a GTIN with too many rows. GTINs that differ only in their check digit are searched together, so
/// they count together.
fn check_uses(packs: &[Pack]) -> Result<(), LimitExceeded> {
    let mut uses: HashMap<u64, usize> = HashMap::new();
    for (pack, entry) in packs.iter().flat_map(|pack| pack.gtin_codes.iter().map(move |entry| (pack, entry)))
    {
        let count = uses.entry(entry.gtin.gtin().number() / 10).or_default();
        *count += 1;
        if *count > MAX_USES {
            let (id, what, most) = (pack.pack_id.into(), "uses of one of its GTINs", MAX_USES);
            return Err(LimitExceeded { of: "pack", id, what, most });
        }
    }
    Ok(())
}

/// Rejects concepts that exceed a limit of the reader.
pub fn check_concepts(concepts: &Concepts) -> Result<(), LimitExceeded> {
    let Concepts { packs: _, amps, vmpps, vmps, vtms } = concepts;
    vtms.iter().try_for_each(|vtm| check_texts(vtm.id, [Some(&vtm.name)].into_iter()))?;
    vmps.iter().try_for_each(|vmp| {
        let lists = [vmp.forms.len(), vmp.routes.len(), vmp.ingredients.len()];
        check_concept(
            vmp.id,
            "forms, routes or ingredients",
            lists.into_iter().max().unwrap_or(0),
            MAX_FACTS,
        )?;
        check_texts(vmp.id, vmp_texts(vmp))
    })?;
    vmpps.iter().try_for_each(|vmpp| check_texts(vmpp.id, vmpp_texts(vmpp)))?;
    amps.iter().try_for_each(|amp| check_texts(amp.id, amp_texts(amp)))
}

fn check_texts<'t>(
    id: ConceptId,
    texts: impl Iterator<Item = Option<&'t String>>,
) -> Result<(), LimitExceeded> {
    let longest = texts.flatten().map(String::len).max().unwrap_or(0);
    check_concept(id, "bytes in a text", longest, MAX_TEXT_LEN)
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
    let coded = vmp.forms.iter().chain(&vmp.routes).map(|coded| Some(&coded.name));
    let facts =
        [&vmp.controlled_drug_category, &vmp.prescribing_status, &vmp.non_availability, &vmp.bnf, &vmp.atc]
            .map(Option::as_ref);
    let names = [Some(&vmp.name), vmp.previous_name.as_ref()];
    let doses = vmp
        .unit_dose
        .iter()
        .flat_map(|dose| [&dose.form, &dose.unit, &dose.unit_of_dose].map(Option::as_ref));
    let ingredients = vmp.ingredients.iter().flat_map(ingredient_texts);
    names.into_iter().chain(coded).chain(facts).chain(doses).chain(ingredients)
}

fn ingredient_texts(ingredient: &Ingredient) -> impl Iterator<Item = Option<&String>> {
    let Ingredient { substance: Coded { name, .. }, numerator, denominator, basis, base } = ingredient;
    let units = [numerator, denominator].into_iter().map(|amount| amount.as_ref()?.unit.as_ref());
    let base = base.as_ref().map(|base| &base.name);
    [Some(name), basis.as_ref(), base].into_iter().chain(units)
}

//! Concepts in a dataset: round trips, and lookups compared with a naive implementation.

use std::collections::BTreeSet;

use pack_lookup::concept::{Amp, Concepts, Kind, PackDetails, Scheme};
use pack_lookup::dataset::{Dataset, Gaps, PackNumber, Release, writer};
use pack_lookup::date::Date;
use pack_lookup::lookup;
use pack_lookup::pack::Pack;
use pack_lookup::search::{self, Order, Query, search};
use pack_lookup::snomed::ConceptId;
use pack_lookup::update;
use proptest::prelude::*;

use crate::common::concepts::{concepts, fixtures_with_concepts};
use crate::common::{self, fixtures, in_name_order, queries};

fn write(packs: &[Pack], concepts: Option<Concepts>) -> Vec<u8> {
    let (name, date) = ("1.0.0".to_owned(), Date::new(2025, 8, 14).unwrap());
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    writer::write_with(packs.to_vec(), concepts, &release).unwrap()
}

/// Returns the concepts that a dataset stores: with details of its packs only.
fn expected(packs: &[Pack], concepts: &Concepts) -> Concepts {
    let mut whole = concepts.clone().whole();
    let mut details = Vec::new();
    for pack in packs {
        details.push((pack.pack_id, details_of(&whole, pack).unwrap_or_default()));
    }
    whole.packs = details;
    whole.sort();
    whole
}

fn details_of(concepts: &Concepts, pack: &Pack) -> Option<PackDetails> {
    let (_, details) = concepts.packs.iter().find(|(id, _)| *id == pack.pack_id)?;
    Some(*details)
}

fn amp_of<'c>(concepts: &'c Concepts, details: &PackDetails) -> Option<&'c Amp> {
    concepts.amps.iter().find(|amp| Some(amp.id) == details.amp)
}

fn vmp_of(concepts: &Concepts, details: &PackDetails) -> Option<ConceptId> {
    if let Some(vmpp) = concepts.vmpps.iter().find(|vmpp| Some(vmpp.id) == details.vmpp)
        && vmpp.vmp.is_some()
    {
        return vmpp.vmp;
    }
    amp_of(concepts, details)?.vmp
}

fn vtm_of(concepts: &Concepts, vmp: Option<ConceptId>) -> Option<ConceptId> {
    concepts.vmps.iter().find(|one| Some(one.id) == vmp)?.vtm
}

/// Returns the packs of the concept, by checking each pack.
fn naive_packs(concepts: &Concepts, packs: &[Pack], id: ConceptId, kind: Kind) -> Vec<u32> {
    let mut numbers = Vec::new();
    for (number, pack) in (0..).zip(packs) {
        let details = details_of(concepts, pack).unwrap();
        let vmp = vmp_of(concepts, &details);
        let is_of = match kind {
            Kind::Ampp => ConceptId::from(pack.pack_id) == id,
            Kind::Amp => details.amp == Some(id),
            Kind::Vmpp => details.vmpp == Some(id),
            Kind::Vmp => vmp == Some(id),
            Kind::Vtm => vtm_of(concepts, vmp) == Some(id),
        };
        if is_of {
            numbers.push(number);
        }
    }
    numbers
}

/// Returns the codes of a pack's generic product, and of its product.
fn codes_of(concepts: &Concepts, pack: &Pack, scheme: &str) -> [Option<String>; 2] {
    let details = details_of(concepts, pack).unwrap();
    let vmp = vmp_of(concepts, &details);
    let vmp = concepts.vmps.iter().find(|one| Some(one.id) == vmp);
    if scheme == "atc" {
        return [vmp.and_then(|vmp| vmp.atc.clone()), None];
    }
    let amp = amp_of(concepts, &details);
    [vmp.and_then(|vmp| vmp.bnf.clone()), amp.and_then(|amp| amp.bnf.clone())]
}

/// Returns the packs of products whose code has this prefix, by checking each pack.
fn naive_class(concepts: &Concepts, packs: &[Pack], text: &str) -> Vec<u32> {
    let (scheme, start) = text.split_once(':').unwrap_or(("atc", text));
    let (scheme, start) = (scheme.to_lowercase(), start.trim().to_uppercase());
    let mut numbers = Vec::new();
    for (number, pack) in (0..).zip(packs) {
        let codes = codes_of(concepts, pack, &scheme);
        if codes.iter().flatten().any(|code| code.starts_with(&start)) {
            numbers.push(number);
        }
    }
    numbers
}

fn ids(concepts: &Concepts) -> Vec<(ConceptId, Kind)> {
    let mut ids = Vec::new();
    ids.extend(concepts.amps.iter().map(|amp| (amp.id, Kind::Amp)));
    ids.extend(concepts.vmpps.iter().map(|vmpp| (vmpp.id, Kind::Vmpp)));
    ids.extend(concepts.vmps.iter().map(|vmp| (vmp.id, Kind::Vmp)));
    ids.extend(concepts.vtms.iter().map(|vtm| (vtm.id, Kind::Vtm)));
    ids.extend(concepts.packs.iter().map(|(id, _)| (ConceptId::from(*id), Kind::Ampp)));
    ids
}

proptest! {
    #![proptest_config(common::cases(300))]

    #[test]
    fn concepts_survive_a_round_trip((packs, concepts) in fixtures_with_concepts(14)) {
        let bytes = write(&packs, Some(concepts.clone()));
        let dataset = Dataset::open(&bytes).unwrap();
        prop_assert_eq!(dataset.concepts().unwrap().to_tables(), expected(&packs, &concepts));
    }

    #[test]
    fn a_previous_code_leads_to_its_successor((packs, concepts) in fixtures_with_concepts(10)) {
        let bytes = write(&packs, Some(concepts.clone()));
        let dataset = Dataset::open(&bytes).unwrap();
        let vtms = concepts.vtms.iter().map(|vtm| (vtm.previous_id, vtm.id));
        for (previous, current) in vtms.chain(concepts.vmps.iter().map(|vmp| (vmp.previous_id, vmp.id))) {
            let Some(previous) = previous else { continue };
            let found = search::find_concept(&dataset, &Query::new(""), previous).unwrap();
            let expected = search::find_concept(&dataset, &Query::new(""), current).unwrap();
            prop_assert_eq!(&found.packs, &expected.packs);
            prop_assert_eq!(&found.corrections[0].written, &previous.to_string());
            prop_assert_eq!(&found.corrections[0].replacements, &[current.to_string()]);
            prop_assert_eq!(lookup::concepts_of(&dataset, previous), lookup::concepts_of(&dataset, current));
        }
    }

    #[test]
    fn unclassified_concepts_take_no_space((packs, concepts) in fixtures_with_concepts(10)) {
        let mut bare = concepts.clone();
        for vmp in &mut bare.vmps {
            (vmp.bnf, vmp.atc) = (None, None);
        }
        for amp in &mut bare.amps {
            amp.bnf = None;
        }
        let (with, without) = (write(&packs, Some(concepts.clone())), write(&packs, Some(bare)));
        prop_assert_eq!(with[11] & 0x40 != 0, concepts.are_classified());
        prop_assert_eq!(without[11] & 0x40, 0);
        prop_assert_eq!(with == without, !concepts.are_classified());
    }

    #[test]
    fn finds_the_packs_of_every_concept((packs, concepts) in fixtures_with_concepts(14)) {
        let bytes = write(&packs, Some(concepts.clone()));
        let dataset = Dataset::open(&bytes).unwrap();
        let (found, expected) = (dataset.concepts().unwrap(), expected(&packs, &concepts));
        let packs = in_name_order(packs);
        for (id, kind) in ids(&expected) {
            let place = found.find(id).unwrap();
            prop_assert_eq!(place.kind(), kind);
            let numbers: Vec<u32> = found.packs_at(place, dataset.pack_range()).iter().map(|pack| pack.0).collect();
            prop_assert_eq!(numbers, naive_packs(&expected, &packs, id, kind), "{:?} {}", kind, id);
            prop_assert_eq!(found.find_above(id), if kind == Kind::Ampp { None } else { Some(place) });
            prop_assert!(lookup::concepts_of(&dataset, id).is_some());
        }
        prop_assert_eq!(found.find(ConceptId::new(999_999).unwrap()), None);
    }

    #[test]
    fn finds_the_packs_of_a_class_by_code_prefix(
        (packs, concepts) in fixtures_with_concepts(14),
        limit in 1..9usize, offset in 0..4usize, current_only: bool, is_by_relevance: bool,
    ) {
        let bytes = write(&packs, Some(concepts.clone()));
        let dataset = Dataset::open(&bytes).unwrap();
        let (expected, packs) = (expected(&packs, &concepts), in_name_order(packs));
        let order = if is_by_relevance { Order::Relevance } else { Order::Name };
        for text in ["atc:J", "ATC: j01c", "atc:J01CA04", "atc:V", "bnf:0", "bnf:05", "bnf:0501", "bnf:21", "J01CA04", "n05ba06", "V07AA01"] {
            let query = Query { limit, offset, current_only, order, ..Query::new(text) };
            let found = search(&dataset, &query);
            let mut all = naive_class(&expected, &packs, text);
            if !expected.are_classified() || (all.is_empty() && !text.contains(':')) {
                prop_assert_eq!(found.kind, search::Kind::Name, "{}", text);
                continue;
            }
            let is_current = |number: &u32| packs[*number as usize].is_current();
            all.retain(|number| !current_only || is_current(number));
            all.sort_by_key(|number| is_by_relevance && !is_current(number));
            let scheme = if text.contains("bnf") { Scheme::Bnf } else { Scheme::Atc };
            let page: Vec<u32> = all.iter().copied().skip(offset).take(limit).collect();
            prop_assert_eq!(found.packs.iter().map(|pack| pack.0).collect::<Vec<_>>(), page, "{}", text);
            prop_assert_eq!((found.kind, found.total), (search::Kind::Class(scheme), all.len()));
        }
        for text in ["atc:", "atc:J0I", "bnf:5.1", "bnf:050101031", "atc", "J01CA", "b12", "atc:0501", "bnf:J"] {
            prop_assert_eq!(search(&dataset, &Query::new(text)).kind, search::Kind::Name, "{}", text);
        }
    }

    #[test]
    fn returns_the_concepts_of_every_pack((packs, concepts) in fixtures_with_concepts(14)) {
        let bytes = write(&packs, Some(concepts.clone()));
        let dataset = Dataset::open(&bytes).unwrap();
        let (found, expected) = (dataset.concepts().unwrap(), expected(&packs, &concepts));
        for (number, pack) in (0..).zip(in_name_order(packs)) {
            let of_pack = found.of_pack(PackNumber(number)).unwrap();
            let details = details_of(&expected, &pack).unwrap();
            let vmp = vmp_of(&expected, &details);
            prop_assert_eq!(of_pack.details, Some(details));
            prop_assert_eq!(of_pack.amp.map(|amp| amp.id), details.amp);
            prop_assert_eq!(of_pack.vmpp.map(|vmpp| vmpp.id), details.vmpp);
            prop_assert_eq!(of_pack.vmp.map(|vmp| vmp.id), vmp);
            prop_assert_eq!(of_pack.vtm.map(|vtm| vtm.id), vtm_of(&expected, vmp));
        }
        prop_assert_eq!(found.of_pack(PackNumber(dataset.packs())), None);
    }

    #[test]
    /// Except routes, which are in the index.
    fn other_sections_have_only_routes_and_categories_of_concepts(packs in fixtures(10), seed in any::<u64>()) {
        let mut concepts = concepts(&packs, seed);
        for vmp in &mut concepts.vmps {
            vmp.routes.clear();
        }
        for vmpp in &mut concepts.vmpps {
            vmpp.drug_tariff_category = None;
        }
        let with = write(&packs, Some(concepts));
        let without = write(&packs, None);
        prop_assert!(Dataset::open(&without).unwrap().concepts().is_none());
        prop_assert_eq!(&with[48..without.len()], &without[48..]);
    }

    #[test]
    fn the_input_order_of_concepts_does_not_matter((packs, concepts) in fixtures_with_concepts(10)) {
        let mut reversed = concepts.clone().whole();
        let Concepts { packs: of_packs, amps, vmpps, vmps, vtms } = &mut reversed;
        of_packs.reverse();
        amps.reverse();
        vmpps.reverse();
        vmps.reverse();
        vtms.reverse();
        prop_assert!(write(&packs, Some(reversed)) == write(&packs, Some(concepts)));
    }
}

fn released(packs: &[Pack], concepts: Option<Concepts>, name: &str) -> Vec<u8> {
    let release = Release {
        name: name.to_owned(),
        date: Date::new(2025, 8, 21).unwrap(),
        is_demo: true,
        gaps: Gaps::default(),
    };
    writer::write_with(packs.to_vec(), concepts, &release).unwrap()
}

proptest! {
    #![proptest_config(common::cases(200))]

    #[test]
    fn updates_add_change_and_remove_concepts(
        (packs, before) in fixtures_with_concepts(14),
        seed in any::<u64>(),
        places in any::<[prop::sample::Index; 4]>(),
    ) {
        // Concepts of another seed, mixed with some of `before`.
        let mut after = concepts(&packs, seed);
        after.vmps.extend(before.vmps.iter().take(places[0].index(3)).cloned());
        after.amps.extend(before.amps.iter().take(places[1].index(4)).cloned());
        after.packs.splice(..packs.len().min(places[2].index(9)), before.packs.iter().take(places[3].index(9)).copied());
        let kept = &packs[..packs.len() - packs.len().min(places[2].index(3))];
        for (first, second) in [(Some(before.clone()), Some(after.clone())), (None, Some(after)), (Some(before), None)] {
            let (old, new) = (write(&packs, first), released(kept, second, "next"));
            let update = update::make(&old, &new).unwrap();
            prop_assert!(update::apply(&old, &update).unwrap() == new);
        }
    }

    #[test]
    fn damaged_concepts_never_panic(
        (packs, concepts) in fixtures_with_concepts(10),
        places in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>()), 1..8),
    ) {
        let without = write(&packs, None).len();
        let mut bytes = write(&packs, Some(concepts));
        for (place, byte) in places {
            let place = without + place.index(bytes.len() - without);
            bytes[place] = byte;
        }
        if let Ok(dataset) = Dataset::open(&bytes) {
            queries::run_all(&dataset);
            // Must not panic; an error is fine.
            let _ = update::make(&bytes, &bytes);
        }
    }
}

#[test]
fn rejects_concepts_over_the_limits() {
    let mut many = common::concepts::one();
    let form = many.vmps[0].forms[0].clone();
    many.vmps[0].forms = vec![form; 257];
    let mut long = common::concepts::one();
    long.amps[0].name = "x".repeat(2049);
    let (name, date) = ("1.0.0".to_owned(), Date::new(2025, 8, 14).unwrap());
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    for (concepts, message) in [
        (many, "the concept 210000001 has more than 256 forms, routes or ingredients"),
        (long, "the concept 510000001 has more than 2048 bytes in a text"),
    ] {
        let error = writer::write_with(Vec::new(), Some(concepts), &release).unwrap_err();
        assert_eq!(error.to_string(), message);
    }
}

#[test]
fn every_kind_has_its_own_name() {
    let kinds: BTreeSet<&str> =
        [Kind::Ampp, Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm].map(Kind::as_str).into();
    assert_eq!(kinds.len(), 5);
}

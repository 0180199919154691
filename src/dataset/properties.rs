//! The properties of all packs, for filters.
//!
//! Concepts repeat their properties: a release has a few thousand different combinations of values. Each pack
//! therefore has the number of its combination, a filter is decided once for each combination, and a pass
//! over all packs reads one number for each.

use std::collections::BTreeMap;
use std::ops::Range;

use super::{Concepts, Dataset, PackNumber};
use crate::concept::{Note, Notes, Property, SEVERAL, Values};
use crate::pack::{Origin, slug};

/// The key of the value of packs for which a release does not have the property. It is not the same as
/// `false`.
pub const ABSENT: &str = "absent";

/// A value of a property that some pack has. Filters name it by its key, and people see its text.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PropertyValue {
    /// The property.
    pub property: Property,
    /// The name for programs: `part-viiia-category-a`, `true`, or [`ABSENT`].
    pub key: String,
    /// The text of the release: `Part VIIIA Category A`.
    pub text: String,
}

/// The properties of all packs of a dataset.
///
/// To make it takes some ten milliseconds for a full release, and 4 bytes for each pack.
/// [`Dataset::properties`] does it once.
#[derive(Clone, Debug, Default)]
pub struct Properties {
    values: Vec<PropertyValue>,
    /// The index of each value by its key, for each property.
    places: Vec<BTreeMap<String, usize>>,
    /// The indexes of the values of each combination.
    combinations: Vec<Vec<u32>>,
    /// The combination of each pack.
    of_pack: Vec<u32>,
}

impl Properties {
    pub(super) fn of(dataset: &Dataset<'_>) -> Properties {
        let mut builder = Builder::of(dataset.packs());
        builder.add_records(dataset);
        if let Some(concepts) = dataset.concepts() {
            builder.add_generics(concepts);
            builder.add_products(concepts);
            builder.add_notes(concepts);
            builder.add_absent();
        }
        builder.properties
    }

    /// Every value that some pack has, and the value [`ABSENT`] of each property that needs concepts.
    pub fn values(&self) -> &[PropertyValue] {
        &self.values
    }

    /// The indexes of the values of each combination.
    pub fn combinations(&self) -> &[Vec<u32>] {
        &self.combinations
    }

    /// Reads the combination of a pack.
    pub fn combination(&self, pack: PackNumber) -> usize {
        self.of_pack.get(pack.index()).copied().unwrap_or(0) as usize
    }

    /// Finds the index of a value. Returns `None` if the dataset does not have it.
    pub fn position(&self, property: Property, key: &str) -> Option<u32> {
        let place = self.places.get(property as usize)?.get(key)?;
        Some(*place as u32)
    }
}

/// Adds values to combinations, in two or more passes over the packs.
struct Builder {
    properties: Properties,
    /// The value of each text that was met, for each property. To make a key from a text takes longer.
    known: Vec<BTreeMap<String, usize>>,
    /// Sets of values that are added together.
    parts: Vec<Vec<u32>>,
    /// The number of each part, by [`key_of`].
    part_numbers: BTreeMap<String, usize>,
    /// The part that this pass adds to each pack.
    part_of_pack: Vec<u32>,
}

/// The number of the part without a value.
const NO_PART: u32 = 0;

impl Builder {
    fn of(packs: u32) -> Builder {
        let none = vec![0; packs as usize];
        let maps = vec![BTreeMap::new(); Property::ALL.len()];
        Builder {
            properties: Properties {
                values: Vec::new(),
                places: maps.clone(),
                combinations: vec![Vec::new()],
                of_pack: none.clone(),
            },
            known: maps,
            parts: vec![Vec::new()],
            part_numbers: BTreeMap::new(),
            part_of_pack: none,
        }
    }

    /// Adds what each record has.
    fn add_records(&mut self, dataset: &Dataset<'_>) {
        let categories = &dataset.facts.legal_categories;
        let (mut parts, mut origins) = (Remembered::default(), Remembered::default());
        for pack in 0..dataset.packs() {
            let place = categories.place(pack as usize);
            let part = parts.get(place as usize, || {
                self.part(|take| take(Property::LegalCategory, Some(categories.text(place))))
            });
            self.set(pack..pack + 1, part);
        }
        self.sum();
        for pack in 0..dataset.packs() {
            let supplier = dataset.supply.supplier_place(pack as usize);
            let part = origins.get(supplier.map_or(0, |place| place as usize + 1), || {
                let origin = Origin::of(supplier.map(|place| dataset.supplier(place)));
                self.part(|take| take(Property::Origin, Some(origin.name())))
            });
            self.set(pack..pack + 1, part);
        }
        self.sum();
    }

    /// Adds what the virtual packs and the virtual products have.
    fn add_generics(&mut self, concepts: Concepts<'_>) {
        let (mut vmpps, mut vmps) = (Remembered::default(), Remembered::default());
        concepts.each_generic(|packs, vmpp, _| {
            let Some(vmpp) = vmpp else { return };
            let part = vmpps.get(vmpp, || self.part(|take| concepts.vmpp_properties(vmpp, take)));
            self.set(packs, part);
        });
        self.sum();
        concepts.each_generic(|packs, _, vmp| {
            let Some(vmp) = vmp else { return };
            let part = vmps.get(vmp, || self.part(|take| concepts.vmp_properties(vmp, take)));
            self.set(packs, part);
        });
        self.sum();
    }

    /// Adds what the products of suppliers have.
    fn add_products(&mut self, concepts: Concepts<'_>) {
        let mut kinds = Remembered::default();
        concepts.each_product_kind(|packs, kind| {
            let part = kinds.get(kind, || self.part(|take| concepts.product_properties(kind, take)));
            self.set(packs, part);
        });
        self.sum();
    }

    /// Adds the notes about each pack.
    fn add_notes(&mut self, concepts: Concepts<'_>) {
        let mut noted = Remembered::default();
        for pack in 0..concepts.dataset().packs() {
            let notes = concepts.notes(PackNumber(pack));
            let part = noted.get(notes.bits().into(), || self.part(|take| take_notes(notes, take)));
            self.set(pack..pack + 1, part);
        }
        self.sum();
    }

    /// Finds the number of a part with the values that `tell` passes on. Separates a text that stands for
    /// two or more values.
    fn part(&mut self, tell: impl FnOnce(&mut dyn FnMut(Property, Option<&str>))) -> u32 {
        let mut part = Vec::new();
        tell(&mut |property, text| {
            let Some(text) = text else { return };
            if !property.may_be_several() {
                return part.push(self.value(property, text));
            }
            for one in text.split(SEVERAL) {
                part.push(self.value(property, one));
            }
        });
        part.sort_unstable();
        part.dedup();
        let key = key_of(&part);
        if let Some(number) = self.part_numbers.get(&key) {
            return *number as u32;
        }
        self.part_numbers.insert(key, self.parts.len());
        self.parts.push(part);
        self.parts.len() as u32 - 1
    }

    /// Finds the index of a value, and adds it if it is new.
    fn value(&mut self, property: Property, text: &str) -> u32 {
        let known = self.known.get(property as usize).and_then(|texts| texts.get(text));
        if let Some(place) = known {
            return *place as u32;
        }
        let place = self.new_value(property, text);
        if let Some(texts) = self.known.get_mut(property as usize) {
            texts.insert(text.to_owned(), place as usize);
        }
        place
    }

    /// Finds the index of the value with the key of a text, and adds it if it is new.
    fn new_value(&mut self, property: Property, text: &str) -> u32 {
        let key = match slug(text) {
            slug if slug.is_empty() => text.to_owned(),
            slug => slug,
        };
        if let Some(place) = self.properties.position(property, &key) {
            return place;
        }
        let Properties { values, places, .. } = &mut self.properties;
        let place = values.len();
        if let Some(places) = places.get_mut(property as usize) {
            places.insert(key.clone(), place);
        }
        values.push(PropertyValue { property, key, text: text.to_owned() });
        place as u32
    }

    /// Sets the part that this pass adds to some packs.
    fn set(&mut self, packs: Range<u32>, part: u32) {
        if let Some(parts) = self.part_of_pack.get_mut(packs.start as usize..packs.end as usize) {
            parts.fill(part);
        }
    }

    /// Adds the parts of this pass to the combinations of all packs.
    fn sum(&mut self) {
        let Builder { properties, parts, part_of_pack, .. } = self;
        let pairs = properties.of_pack.iter().zip(part_of_pack.iter());
        let pairs: Vec<u64> =
            pairs.map(|(before, part)| u64::from(*before) << 32 | u64::from(*part)).collect();
        let mut distinct = pairs.clone();
        distinct.sort_unstable();
        distinct.dedup();
        let mut combinations = Vec::with_capacity(distinct.len());
        for pair in &distinct {
            let (before, part) = ((pair >> 32) as usize, *pair as u32 as usize);
            let mut values = properties.combinations.get(before).cloned().unwrap_or_default();
            values.extend(parts.get(part).into_iter().flatten());
            combinations.push(values);
        }
        for (combination, pair) in properties.of_pack.iter_mut().zip(&pairs) {
            *combination = distinct.partition_point(|other| other < pair) as u32;
        }
        properties.combinations = combinations;
        part_of_pack.fill(NO_PART);
    }

    /// Adds the value [`ABSENT`] of each property that a combination does not have.
    fn add_absent(&mut self) {
        let mut combinations = std::mem::take(&mut self.properties.combinations);
        for property in Property::ALL.iter().filter(|property| !property.is_of_record()) {
            let absent = self.value(*property, ABSENT);
            for combination in &mut combinations {
                if !combination.iter().any(|value| self.is_of(*value, *property)) {
                    combination.push(absent);
                }
            }
        }
        self.properties.combinations = combinations;
    }

    fn is_of(&self, value: u32, property: Property) -> bool {
        self.properties.values.get(value as usize).is_some_and(|value| value.property == property)
    }
}

/// Writes values as a text, so that all maps here are of one kind: each kind adds to the size of the
/// WebAssembly.
fn key_of(part: &[u32]) -> String {
    /// Numbers of surrogates are not characters.
    const SURROGATES: u32 = 0xd800;
    let character = |value: u32| char::from_u32(if value < SURROGATES { value } else { value + 0x800 });
    part.iter().map(|value| character(*value).unwrap_or(char::MAX)).collect()
}

/// What was made for each index, so that it is made once. A damaged dataset may have any index, and the large
/// ones are not remembered.
struct Remembered<T>(Vec<Option<T>>);

impl<T> Default for Remembered<T> {
    fn default() -> Remembered<T> {
        Remembered(Vec::new())
    }
}

impl<T: Copy> Remembered<T> {
    fn get(&mut self, index: usize, make: impl FnOnce() -> T) -> T {
        const MAX_REMEMBERED: usize = 1 << 20;
        if self.0.len() <= index && index < MAX_REMEMBERED {
            self.0.resize(index + 1, None);
        }
        match self.0.get_mut(index) {
            Some(known) => *known.get_or_insert_with(make),
            None => make(),
        }
    }
}

/// Passes the properties that are notes, each with its text, to `take`. A pack without a note has the flag
/// `false`.
fn take_notes(notes: Notes, take: &mut dyn FnMut(Property, Option<&str>)) {
    for note in Note::ALL {
        let is_set = notes.iter().any(|other| other == *note);
        match note.property().values() {
            Values::Flag => take(note.property(), Some(if is_set { "true" } else { "false" })),
            Values::Texts if is_set => take(note.property(), Some(note.text())),
            Values::Texts => {}
        }
    }
}

//! Writes datasets. The same packs and release result in the same bytes, for any order of the packs.

use std::collections::HashMap;
use std::fmt;

use super::bitmap::{push_bitmap, push_rank_select_bitmap, push_sparse};
use super::column::push_column;
use super::concepts::facts::write::push_labels;
use super::concepts::write::{NameRef, push_concepts};
use super::format::{
    DIGEST_AT, DIGEST_LEN, FLAG_CLASSES, FLAG_CONCEPTS, HEADER_LEN, MAGIC, PACKS_WITH_NAMES, VERSION,
    push_blob,
};
use super::front_coded_names::push_front_coded_names;
use super::gtins::{push_gtins, since_first, unrecorded};
use super::ids::push_ids;
pub use super::limits::LimitExceeded;
use super::medicine_names::MEDICINE_NAMES;
use super::name_index_writer::{Names, PackNames, push_name_index};
use super::names::NameParts;
use super::recorded::{common_packs, routes};
use super::table::{ByFoldedName, Table, chosen, run_starts};
use super::texts::{push_each_text, push_some_texts, push_spans, push_texts};
use super::{Release, header, limits, usual_generic_pack_name};

use crate::concept::Concepts;
use crate::date::Date;
use crate::medicine;
use crate::pack::{Pack, is_medicine};
use crate::snomed::AmppId;
use crate::text::fold;

/// Why packs cannot be written as a dataset. The writer checks the limits of the reader, so that no reader
/// truncates a record.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WriteError {
    /// Two packs have the same code.
    DuplicateId(AmppId),
    /// A pack or concept exceeds a limit of the reader.
    LimitExceeded(LimitExceeded),
    /// The file would exceed 4 GiB.
    TooLarge,
}

impl fmt::Display for WriteError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            WriteError::DuplicateId(id) => write!(f, "two packs have the AMPP code {id}"),
            WriteError::LimitExceeded(too_much) => too_much.fmt(f),
            WriteError::TooLarge => f.write_str("the dataset would be larger than 4 GiB"),
        }
    }
}

impl std::error::Error for WriteError {}

impl From<LimitExceeded> for WriteError {
    fn from(exceeded: LimitExceeded) -> WriteError {
        WriteError::LimitExceeded(exceeded)
    }
}

/// Writes a dataset without concepts. Components that are not among the packs are omitted.
///
/// # Errors
///
/// * [`WriteError::DuplicateId`] if two packs have the same code.
/// * [`WriteError::LimitExceeded`] if a pack exceeds a limit of the reader.
/// * [`WriteError::TooLarge`] if the file would exceed 4 GiB.
///
/// # Examples
///
/// ```
/// use pack_lookup::dataset::{Gaps, Release, verify, writer};
/// use pack_lookup::date::Date;
///
/// let date = Date::parse("2025-08-14")?;
/// let release = Release { name: "8.2.0".to_owned(), date, is_demo: true, gaps: Gaps::default() };
/// let bytes = writer::write(Vec::new(), &release)?;
/// assert_eq!(verify(&bytes)?.release(), "8.2.0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(packs: Vec<Pack>, release: &Release) -> Result<Vec<u8>, WriteError> {
    write_with(packs, None, release)
}

/// Writes a dataset, with the concepts above its packs if there are any. References to missing concepts are
/// omitted.
///
/// # Errors
///
/// Returns [`WriteError`] in the cases of [`write()`], and if a concept exceeds a limit of the reader.
pub fn write_with(
    packs: Vec<Pack>,
    concepts: Option<Concepts>,
    release: &Release,
) -> Result<Vec<u8>, WriteError> {
    let packs = in_name_order(packs);
    let numbers = numbers_by_id(&packs)?;
    limits::check(&packs)?;
    let concepts = concepts.map(Concepts::whole);
    if let Some(concepts) = &concepts {
        limits::check_concepts(concepts)?;
    }
    let body = Body::new(&packs, &numbers).write(release, concepts.as_ref());
    let flags = release.flags() | concept_flags(concepts.as_ref());
    sealed(&MAGIC, VERSION, flags, &body).ok_or(WriteError::TooLarge)
}

/// Builds the flags about concepts.
pub(crate) fn concept_flags(concepts: Option<&Concepts>) -> u16 {
    match concepts {
        Some(concepts) if concepts.are_classified() => FLAG_CONCEPTS | FLAG_CLASSES,
        Some(_) => FLAG_CONCEPTS,
        None => 0,
    }
}

/// Builds a file: the header with the digest, then the structures. Returns `None` if it would exceed 4 GiB.
pub(crate) fn sealed(magic: &[u8; 8], version: u16, flags: u16, body: &[u8]) -> Option<Vec<u8>> {
    let len = u32::try_from(body.len() + HEADER_LEN).ok()?;
    let mut file = Vec::with_capacity(len as usize);
    file.extend_from_slice(magic);
    file.extend_from_slice(&version.to_le_bytes());
    file.extend_from_slice(&flags.to_le_bytes());
    file.extend_from_slice(&len.to_le_bytes());
    file.extend_from_slice(&[0; DIGEST_LEN]);
    file.extend_from_slice(body);
    seal(&mut file);
    Some(file)
}

/// Writes the digest into the header.
fn seal(file: &mut [u8]) {
    let digest = header::digest_of(file);
    if let Some(place) = file.get_mut(DIGEST_AT..HEADER_LEN) {
        place.copy_from_slice(&digest);
    }
}

/// Sorts packs by folded name, then name, then code. It sorts in place, because the packs are most of the
/// memory of a write.
fn in_name_order(mut packs: Vec<Pack>) -> Vec<Pack> {
    packs.sort_unstable_by(|a, b| (&a.name, a.pack_id).cmp(&(&b.name, b.pack_id)));
    packs.sort_by_cached_key(|pack| fold(&pack.name));
    for pack in &mut packs {
        pack.gtin_codes
            .sort_by_key(|entry| (entry.start_date, entry.end_date.is_none(), entry.end_date, entry.gtin));
    }
    packs
}

fn numbers_by_id(packs: &[Pack]) -> Result<HashMap<AmppId, u32>, WriteError> {
    let mut numbers = HashMap::with_capacity(packs.len());
    for (number, pack) in (0..).zip(packs) {
        if numbers.insert(pack.pack_id, number).is_some() {
            return Err(WriteError::DuplicateId(pack.pack_id));
        }
    }
    Ok(numbers)
}

/// The words of names between spaces. The most frequent come first, so that their numbers are short.
struct Pieces<'p> {
    texts: Vec<&'p str>,
    numbers: HashMap<&'p str, u32>,
}

impl<'p> Pieces<'p> {
    fn new(names: impl Iterator<Item = &'p str>) -> Pieces<'p> {
        let mut counts: HashMap<&str, usize> = HashMap::new();
        for name in names {
            for piece in name.split(' ') {
                *counts.entry(piece).or_default() += 1;
            }
        }
        let mut texts: Vec<&str> = counts.keys().copied().collect();
        texts.sort_by_key(|piece| (std::cmp::Reverse(counts.get(piece).copied()), *piece));
        let numbers = texts.iter().copied().zip(0..).collect();
        Pieces { texts, numbers }
    }

    fn phrase(&self, name: &str) -> Vec<u32> {
        let mut numbers = Vec::new();
        for piece in name.split(' ') {
            numbers.push(self.numbers.get(piece).copied().unwrap_or(0));
        }
        numbers
    }

    fn phrases<T: AsRef<str>>(&self, names: &[T]) -> Vec<Vec<u32>> {
        let mut phrases = Vec::with_capacity(names.len());
        for name in names {
            phrases.push(self.phrase(name.as_ref()));
        }
        phrases
    }
}

/// Everything after the header.
struct Body<'p> {
    packs: &'p [Pack],
    numbers: &'p HashMap<AmppId, u32>,
    parts: Vec<NameParts<'p>>,
    days: Table<Date>,
    /// The generic names in the order of the file.
    generics: Table<ByFoldedName<'p>>,
}

impl<'p> Body<'p> {
    fn new(packs: &'p [Pack], numbers: &'p HashMap<AmppId, u32>) -> Body<'p> {
        let mut parts = Vec::with_capacity(packs.len());
        for pack in packs {
            parts.push(NameParts::split(&pack.name, pack.subpack.as_deref()));
        }
        let days = Table::new(packs.iter().flat_map(days_of));
        let generics = Table::new(packs.iter().map(|pack| ByFoldedName(&pack.generic_product_name)));
        Body { packs, numbers, parts, days, generics }
    }

    /// Each pack with the parts of its name.
    fn named_packs(&self) -> impl Iterator<Item = (&'p Pack, &NameParts<'p>)> {
        self.packs.iter().zip(&self.parts)
    }

    /// Writes the structures in the order in which they are read.
    fn write(&self, release: &Release, concepts: Option<&'p Concepts>) -> Vec<u8> {
        let mut out = Vec::new();
        push_blob(&mut out, release.name.as_bytes());
        out.extend_from_slice(&release.date.days().to_le_bytes());
        out.extend_from_slice(&(self.packs.len() as u32).to_le_bytes());
        self.push_names(&mut out);
        self.push_tails(&mut out);
        self.push_facts(&mut out);
        push_ids(&mut out, &self.packs.iter().map(|pack| pack.pack_id.number()).collect::<Vec<_>>());
        self.push_components(&mut out);
        self.push_days(&mut out);
        push_gtins(&mut out, self.packs, &self.days);
        self.push_words(&mut out, concepts);
        if let Some(concepts) = concepts {
            self.push_concepts(&mut out, concepts);
        }
        out
    }

    /// Writes the days that occur, and the sentinel if a pack was discontinued on an unrecorded day.
    fn push_days(&self, out: &mut Vec<u8>) {
        let mut days: Vec<u64> = self.days.values().iter().copied().map(since_first).collect();
        if self.packs.iter().any(|pack| self.discontinued_day(pack) == Some(self.unrecorded_day())) {
            days.push(unrecorded());
        }
        push_column(out, days);
    }

    /// Writes the concepts. Two tables that they refer to are made again as they are earlier in the file.
    fn push_concepts(&self, out: &mut Vec<u8>, concepts: &'p Concepts) {
        let name_refs = NameRef {
            parts: &self.parts,
            generic_products: &self.generics,
            sizes: &Table::new(self.parts.iter().map(|parts| parts.size)),
            suppliers: &Table::new(self.parts.iter().filter_map(|parts| parts.supplier)),
        };
        push_concepts(out, self.packs, &name_refs, concepts);
    }

    fn push_names(&self, out: &mut Vec<u8>) {
        let (mut products, mut generics) = (Vec::new(), Vec::new());
        for (pack, parts) in self.named_packs() {
            products.push(parts.product);
            generics.push(ByFoldedName(&pack.generic_product_name));
        }
        let product_starts = run_starts(&products);
        let products = chosen(&products, &product_starts);
        let generic_starts = run_starts(&generics);
        let generic_names: Vec<&str> = self.generics.values().iter().map(|name| name.0).collect();
        let pieces = Pieces::new(products.iter().copied().copied().chain(generic_names.iter().copied()));
        push_texts(out, &pieces.texts);
        push_front_coded_names(out, &pieces.phrases(&products));
        push_rank_select_bitmap(out, &product_starts);
        push_front_coded_names(out, &pieces.phrases(&generic_names));
        push_rank_select_bitmap(out, &generic_starts);
        push_column(out, chosen(&self.generics.places(&generics), &generic_starts).into_iter().copied());
        push_some_texts(out, &self.unusual_generic_packs());
    }

    /// Lists the names of generic packs that differ from the usual ones.
    fn unusual_generic_packs(&self) -> Vec<Option<&str>> {
        let mut names = Vec::with_capacity(self.packs.len());
        for (pack, parts) in self.named_packs() {
            let usual = usual_generic_pack_name(&pack.generic_product_name, parts.size);
            let name = pack.generic_pack_name.as_str();
            names.push(if name == usual { None } else { Some(name) });
        }
        names
    }

    fn push_tails(&self, out: &mut Vec<u8>) {
        let (mut suppliers, mut sizes) = (Vec::new(), Vec::new());
        let (mut subpacks, mut short_names) = (Vec::new(), Vec::new());
        for (pack, parts) in self.named_packs() {
            suppliers.push(parts.supplier);
            sizes.push(parts.size);
            subpacks.push((pack.subpack.as_deref(), parts.subpack.is_some()));
            short_names.push(pack.short_name.as_deref());
        }
        push_labels(out, &suppliers);
        push_each_text(out, &sizes);
        push_subpacks(out, &subpacks);
        push_some_texts(out, &short_names);
    }

    fn push_facts(&self, out: &mut Vec<u8>) {
        let (mut legal_categories, mut flags) = (Vec::new(), Vec::new());
        let (mut discontinued_days, mut are_invalid) = (Vec::new(), Vec::new());
        let mut are_mixtures = Vec::with_capacity(self.packs.len());
        let mut mixtures: HashMap<(&str, bool), bool> = HashMap::new();
        for pack in self.packs {
            legal_categories.push(pack.legal_category.as_str());
            flags.push(discontinued_flag(pack));
            discontinued_days.push(self.discontinued_day(pack));
            are_invalid.push(pack.is_invalid);
            let (name, is_medicine) = (pack.generic_product_name.as_str(), is_medicine(&pack.legal_category));
            are_mixtures
                .push(*mixtures.entry((name, is_medicine)).or_insert_with(|| is_mixture(name, is_medicine)));
        }
        push_each_text(out, &legal_categories);
        push_each_text(out, &flags);
        push_sparse(out, &discontinued_days);
        push_bitmap(out, &are_invalid);
        push_bitmap(out, &are_mixtures);
        self.push_prices(out);
    }

    fn push_prices(&self, out: &mut Vec<u8>) {
        let (mut prices, mut previous_prices) = (Vec::new(), Vec::new());
        for pack in self.packs {
            prices.push(pack.prices.price_pence.map(u64::from));
            previous_prices.push(pack.prices.price_prev_pence.map(u64::from));
        }
        push_sparse(out, &prices);
        push_sparse(out, &previous_prices);
    }

    /// Finds the index of the day on which the pack was discontinued.
    fn discontinued_day(&self, pack: &Pack) -> Option<u64> {
        match pack.discontinued.as_ref()?.date {
            Some(date) => Some(self.days.place(&date)),
            None => Some(self.unrecorded_day()),
        }
    }

    /// The index of the sentinel, after all days that occur.
    fn unrecorded_day(&self) -> u64 {
        self.days.values().len() as u64
    }

    fn push_components(&self, out: &mut Vec<u8>) {
        let (mut are_parents, mut lengths, mut children) = (Vec::new(), Vec::new(), Vec::new());
        for pack in self.packs {
            let before = children.len();
            for component in &pack.comb_content {
                children.extend(self.numbers.get(&component.pack_id).copied().map(u64::from));
            }
            let count = children.len() - before;
            are_parents.push(count > 0);
            if count > 0 {
                lengths.push(count as u64);
            }
        }
        push_rank_select_bitmap(out, &are_parents);
        push_spans(out, &lengths);
        push_column(out, children);
    }

    fn push_words(&self, out: &mut Vec<u8>, concepts: Option<&Concepts>) {
        let (routes, common) = (routes(concepts), common_packs(concepts));
        let suppliers = Table::new(self.parts.iter().filter_map(|parts| parts.supplier));
        let mut packs = Vec::with_capacity(self.packs.len());
        for (pack, parts) in self.named_packs() {
            packs.push(PackNames {
                title: parts.product,
                generic: self.generics.place(&ByFoldedName(&pack.generic_product_name)) as u32,
                supplier: parts.supplier.map(|supplier| suppliers.place(&supplier) as u32),
                is_medicine: is_medicine(&pack.legal_category),
                is_current: !pack.is_invalid && pack.discontinued.is_none(),
                is_common: common.contains(&pack.pack_id),
                gtins: pack.gtin_codes.len() as u64,
                routes: routes.get(&pack.pack_id).map_or(&[][..], Vec::as_slice),
            });
        }
        let generics = self.generics.values().iter().map(|name| name.0).collect();
        push_name_index(out, &Names { generics, suppliers: suppliers.values().to_vec(), packs });
        let has_names = self.packs.len() >= PACKS_WITH_NAMES;
        push_blob(out, if has_names { MEDICINE_NAMES } else { &[] });
    }
}

fn discontinued_flag(pack: &Pack) -> &str {
    match &pack.discontinued {
        Some(discontinued) => &discontinued.flag,
        None => "",
    }
}

/// Writes the sub-packs. An odd number means that the name ends with the sub-pack.
fn push_subpacks(out: &mut Vec<u8>, subpacks: &[(Option<&str>, bool)]) {
    let table = Table::new(subpacks.iter().filter_map(|(subpack, _)| *subpack));
    push_texts(out, table.values());
    let mut numbers = Vec::with_capacity(subpacks.len());
    for (subpack, is_in_name) in subpacks {
        numbers.push(subpack.map(|subpack| table.place(&subpack) * 2 + u64::from(*is_in_name)));
    }
    push_sparse(out, &numbers);
}

fn days_of(pack: &Pack) -> impl Iterator<Item = Date> + '_ {
    let periods = pack.gtin_codes.iter().flat_map(|entry| [Some(entry.start_date), entry.end_date]);
    periods.flatten().chain(pack.status().discontinued_date)
}

/// Reports whether the name belongs to a mixture. The name of a device has signs between other things than
/// substances.
fn is_mixture(name: &str, is_medicine: bool) -> bool {
    let name = medicine::parse(name);
    name.is_mixture() && (is_medicine || name.has_strength())
}

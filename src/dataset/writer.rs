//! Writes datasets. The same packs and release result in the same bytes, for any order of the packs.

use std::collections::{BTreeSet, HashMap};
use std::fmt;

use super::bitmap::{push_bitmap, push_rank_select_bitmap, push_sparse};
use super::column::push_column;
use super::concepts::write::{NameRef, push_concepts};
use super::format::{
    DIGEST_AT, DIGEST_LEN, FLAG_CLASSES, FLAG_CONCEPTS, HEADER_LEN, MAGIC, PACKS_WITH_NAMES, VERSION,
    push_blob,
};
use super::front_coded_names::push_front_coded_names;
use super::gtins::{push_gtins, since_first, unrecorded};
use super::ids::push_ids;
use super::limits;
pub use super::limits::LimitExceeded;
use super::medicine_names::MEDICINE_NAMES;
use super::name::{NameParts, is_mixture};
use super::table::{Table, chosen, run_starts};
use super::texts::{push_spans, push_texts};
use super::words::{WordPacks, indexed, push_words};
use super::{Release, digest, usual_generic_pack_name};
use crate::attributes::{Attribute, Product};
use crate::concept::Concepts;
use crate::date::Date;
use crate::pack::Pack;
use crate::snomed::AmppId;
use crate::text::{fold, title_terms};

/// Why packs cannot be written as a dataset.
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
    limits::check(&packs).map_err(WriteError::LimitExceeded)?;
    let concepts = concepts.map(Concepts::whole);
    concepts.as_ref().map_or(Ok(()), limits::check_concepts).map_err(WriteError::LimitExceeded)?;
    let body = Body::new(&packs, &numbers).write(release, concepts.as_ref());
    let flags = release.flags() | concept_flags(concepts.as_ref());
    sealed(&MAGIC, VERSION, flags, &body).ok_or(WriteError::TooLarge)
}

/// Returns the flags about concepts.
pub(crate) fn concept_flags(concepts: Option<&Concepts>) -> u16 {
    let classes = |concepts: &Concepts| if concepts.are_classified() { FLAG_CLASSES } else { 0 };
    concepts.map_or(0, |concepts| FLAG_CONCEPTS | classes(concepts))
}

/// Returns a file: the header with the digest, then the structures. Returns `None` if it would exceed 4 GiB.
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
    let digest = digest::of_file(file);
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
        names.flat_map(|name| name.split(' ')).for_each(|piece| *counts.entry(piece).or_default() += 1);
        let mut texts: Vec<&str> = counts.keys().copied().collect();
        texts.sort_by_key(|piece| (std::cmp::Reverse(counts.get(piece).copied()), *piece));
        let numbers = texts.iter().copied().zip(0..).collect();
        Pieces { texts, numbers }
    }

    fn phrases<T: AsRef<str>>(&self, names: &[T]) -> Vec<Vec<u32>> {
        let number = |piece: &str| self.numbers.get(piece).copied().unwrap_or(0);
        names.iter().map(|name| name.as_ref().split(' ').map(number).collect()).collect()
    }
}

/// Everything after the header.
struct Body<'p> {
    packs: &'p [Pack],
    numbers: &'p HashMap<AmppId, u32>,
    parts: Vec<NameParts<'p>>,
    days: Table<Date>,
}

impl<'p> Body<'p> {
    fn new(packs: &'p [Pack], numbers: &'p HashMap<AmppId, u32>) -> Body<'p> {
        let parts = packs.iter().map(|pack| NameParts::split(&pack.name, pack.subpack.as_deref())).collect();
        Body { packs, numbers, parts, days: Table::new(packs.iter().flat_map(days_of)) }
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
        let has_unrecorded =
            self.packs.iter().any(|pack| self.discontinued_day(pack) == Some(self.unrecorded_day()));
        let unrecorded = has_unrecorded.then(unrecorded);
        push_column(
            &mut out,
            self.days.values().iter().map(|day| since_first(*day)).chain(unrecorded).collect::<Vec<_>>(),
        );
        let gtins: Vec<_> = self.packs.iter().map(|pack| pack.gtin_codes.as_slice()).collect();
        push_gtins(&mut out, &gtins, |day| self.days.place(&day));
        self.push_words(&mut out, concepts);
        concepts.into_iter().for_each(|concepts| self.push_concepts(&mut out, concepts));
        out
    }

    /// Writes the concepts. The tables that they refer to are made again as they are earlier in the file.
    fn push_concepts(&self, out: &mut Vec<u8>, concepts: &'p Concepts) {
        let name_refs = NameRef {
            parts: &self.parts,
            generic_products: &Table::new(self.packs.iter().map(|pack| pack.generic_product_name.as_str())),
            sizes: &Table::new(self.parts.iter().map(|parts| parts.size)),
            suppliers: &Table::new(self.parts.iter().filter_map(|parts| parts.supplier)),
        };
        push_concepts(out, self.packs, &name_refs, concepts);
    }

    fn push_names(&self, out: &mut Vec<u8>) {
        let products: Vec<&str> = self.parts.iter().map(|parts| parts.product).collect();
        let product_starts = run_starts(&products);
        let products = chosen(&products, &product_starts);
        let generics: Vec<&str> = self.packs.iter().map(|pack| pack.generic_product_name.as_str()).collect();
        let generic_table = Table::new(generics.iter().copied());
        let generic_starts = run_starts(&generics);
        let pieces = Pieces::new(products.iter().copied().chain(generic_table.values()).copied());
        push_texts(out, &pieces.texts);
        push_front_coded_names(out, &pieces.phrases(&products));
        push_rank_select_bitmap(out, &product_starts);
        push_front_coded_names(out, &pieces.phrases(generic_table.values()));
        push_rank_select_bitmap(out, &generic_starts);
        push_column(
            out,
            chosen(&generics, &generic_starts).into_iter().map(|name| generic_table.place(name)),
        );
        self.push_optional_texts(out, |pack, parts| {
            let usual = usual_generic_pack_name(&pack.generic_product_name, parts.size);
            Some(pack.generic_pack_name.as_str()).filter(|name| *name != usual)
        });
    }

    fn push_tails(&self, out: &mut Vec<u8>) {
        let suppliers = Table::new(self.parts.iter().filter_map(|parts| parts.supplier));
        push_texts(out, suppliers.values());
        push_column(
            out,
            self.parts.iter().map(|parts| parts.supplier.map_or(0, |name| suppliers.place(&name) + 1)),
        );
        self.push_texts(out, |_, parts| parts.size);
        let subpacks = Table::new(self.packs.iter().filter_map(|pack| pack.subpack.as_deref()));
        push_texts(out, subpacks.values());
        let subpack = |(pack, parts): (&'p Pack, &NameParts<'p>)| {
            let place = subpacks.place(&pack.subpack.as_deref()?);
            Some(place * 2 + u64::from(parts.subpack.is_some()))
        };
        push_sparse(out, &self.packs.iter().zip(&self.parts).map(subpack).collect::<Vec<_>>());
        self.push_optional_texts(out, |pack, _| pack.short_name.as_deref());
    }

    fn push_facts(&self, out: &mut Vec<u8>) {
        self.push_texts(out, |pack, _| &pack.legal_category);
        self.push_texts(out, |pack, _| {
            pack.discontinued.as_ref().map_or("", |discontinued| &discontinued.flag)
        });
        let sparse = |value: &dyn Fn(&Pack) -> Option<u64>| self.packs.iter().map(value).collect::<Vec<_>>();
        push_sparse(out, &sparse(&|pack| self.discontinued_day(pack)));
        push_bitmap(out, &self.packs.iter().map(|pack| pack.is_invalid).collect::<Vec<_>>());
        let is_mixture = |(pack, parts): (&'p Pack, &NameParts<'p>)| {
            is_mixture(parts.product) || is_mixture(&pack.generic_product_name)
        };
        push_bitmap(out, &self.packs.iter().zip(&self.parts).map(is_mixture).collect::<Vec<_>>());
        push_sparse(out, &sparse(&|pack| pack.prices.price_pence.map(u64::from)));
        push_sparse(out, &sparse(&|pack| pack.prices.price_prev_pence.map(u64::from)));
    }

    /// Returns the index of the day on which the pack was discontinued.
    fn discontinued_day(&self, pack: &Pack) -> Option<u64> {
        let date = pack.discontinued.as_ref()?.date;
        Some(date.map_or(self.unrecorded_day(), |date| self.days.place(&date)))
    }

    /// Returns the index of the sentinel, after all days that occur.
    fn unrecorded_day(&self) -> u64 {
        self.days.values().len() as u64
    }

    fn push_components(&self, out: &mut Vec<u8>) {
        let children = |pack: &Pack| -> Vec<u64> {
            let numbers =
                pack.comb_content.iter().filter_map(|component| self.numbers.get(&component.pack_id));
            numbers.copied().map(u64::from).collect()
        };
        let children: Vec<Vec<u64>> = self.packs.iter().map(children).collect();
        let is_parent: Vec<bool> = children.iter().map(|children| !children.is_empty()).collect();
        push_rank_select_bitmap(out, &is_parent);
        push_spans(out, &chosen(&children, &is_parent).iter().map(|c| c.len() as u64).collect::<Vec<_>>());
        push_column(out, children.into_iter().flatten());
    }

    /// Writes a text that every pack has: the distinct texts, and the index for each pack.
    fn push_texts(&self, out: &mut Vec<u8>, text: impl Fn(&'p Pack, &NameParts<'p>) -> &'p str) {
        let texts: Vec<&str> =
            self.packs.iter().zip(&self.parts).map(|(pack, parts)| text(pack, parts)).collect();
        let table = Table::new(texts.iter().copied());
        push_texts(out, table.values());
        push_column(out, texts.iter().map(|text| table.place(text)));
    }

    /// Writes a text that some packs have.
    fn push_optional_texts(
        &self,
        out: &mut Vec<u8>,
        text: impl Fn(&'p Pack, &NameParts<'p>) -> Option<&'p str>,
    ) {
        let texts: Vec<Option<&str>> =
            self.packs.iter().zip(&self.parts).map(|(pack, parts)| text(pack, parts)).collect();
        let table = Table::new(texts.iter().copied().flatten());
        push_texts(out, table.values());
        push_sparse(out, &texts.iter().map(|text| text.map(|text| table.place(&text))).collect::<Vec<_>>());
    }

    fn push_words(&self, out: &mut Vec<u8>, concepts: Option<&Concepts>) {
        let words = self.words(&routes(concepts));
        push_words(out, &words);
        push_words(out, &self.generic_words(&words));
        let has_names = self.packs.len() >= PACKS_WITH_NAMES;
        push_blob(out, if has_names { MEDICINE_NAMES } else { &[] });
    }

    /// Returns every word with its packs by title and by tail, and every attribute with its packs.
    fn words(&self, routes: &HashMap<AmppId, Vec<&str>>) -> Vec<WordPacks> {
        let mut words = WordTable::default();
        let mut attributes = AttributeCache::default();
        for (number, (pack, parts)) in (0..).zip(self.packs.iter().zip(&self.parts)) {
            let tail = pack.name.get(parts.product.len()..).unwrap_or("");
            words.add(0, parts.product, number);
            words.add(1, tail, number);
            let routes = routes.get(&pack.pack_id).map_or(&[][..], Vec::as_slice);
            for attribute in attributes.get(parts.product, &pack.generic_product_name, routes) {
                words.add_term(attribute.term(), number);
            }
        }
        words.sorted()
    }

    /// Returns the words that occur only in generic names, each with the packs of these products.
    fn generic_words(&self, words: &[WordPacks]) -> Vec<WordPacks> {
        let mut generic = WordTable::default();
        (0..).zip(self.packs).for_each(|(number, pack)| generic.add(0, &pack.generic_product_name, number));
        let is_in_names = |word: &String| words.binary_search_by(|(other, _)| other.cmp(word)).is_ok();
        // Numbers are not names.
        let is_name = |word: &String| word.as_str() >= "a" && !is_in_names(word);
        generic.sorted().into_iter().filter(|(word, _)| is_name(word)).collect()
    }
}

/// A cache of attributes by names and routes, which many packs share.
#[derive(Default)]
struct AttributeCache<'p> {
    of_product: HashMap<(&'p str, &'p str, Vec<&'p str>), Vec<Attribute>>,
}

impl<'p> AttributeCache<'p> {
    fn get(&mut self, title: &'p str, generic: &'p str, routes: &[&'p str]) -> &[Attribute] {
        self.of_product.entry((title, generic, routes.to_vec())).or_insert_with(|| {
            let terms = |name: &str| title_terms(&fold(name));
            Product { title: &terms(title), generic: &terms(generic), routes }.attributes()
        })
    }
}

/// Returns the routes that dm+d records for the virtual product of each pack.
fn routes(concepts: Option<&Concepts>) -> HashMap<AmppId, Vec<&str>> {
    let mut routes = HashMap::new();
    let Some(concepts) = concepts else { return routes };
    let vmp_of_vmpp: HashMap<_, _> = concepts.vmpps.iter().map(|vmpp| (vmpp.id, vmpp.vmp)).collect();
    let vmp_of_amp: HashMap<_, _> = concepts.amps.iter().map(|amp| (amp.id, amp.vmp)).collect();
    let vmps: HashMap<_, _> = concepts.vmps.iter().map(|vmp| (vmp.id, vmp)).collect();
    for (pack, details) in &concepts.packs {
        let by_vmpp = details.vmpp.and_then(|id| *vmp_of_vmpp.get(&id)?);
        let vmp = by_vmpp.or_else(|| details.amp.and_then(|id| *vmp_of_amp.get(&id)?));
        if let Some(vmp) = vmp.and_then(|id| vmps.get(&id)) {
            routes.insert(*pack, vmp.routes.iter().map(|route| route.name.as_str()).collect());
        }
    }
    routes
}

/// Words by number. Many packs share their texts, so each text is split only once.
#[derive(Default)]
struct WordTable<'t> {
    of_text: HashMap<&'t str, Vec<usize>>,
    numbers: HashMap<String, usize>,
    packs: Vec<[Vec<u32>; 2]>,
}

impl<'t> WordTable<'t> {
    /// Adds a pack to the first or second list of each word of a text.
    fn add(&mut self, list: usize, text: &'t str, pack: u32) {
        let WordTable { of_text, numbers, packs } = self;
        let words = of_text.entry(text).or_insert_with(|| word_numbers(text, numbers));
        packs.resize(numbers.len(), Default::default());
        for word in words {
            let packs = packs.get_mut(*word).and_then(|lists| lists.get_mut(list));
            packs.into_iter().for_each(|packs| packs.push(pack));
        }
    }

    /// Adds a pack to the first list of a term that is not a word of a text.
    fn add_term(&mut self, term: String, pack: u32) {
        let next = self.numbers.len();
        let number = *self.numbers.entry(term).or_insert(next);
        self.packs.resize(self.numbers.len(), Default::default());
        if let Some([in_title, _]) = self.packs.get_mut(number) {
            in_title.push(pack);
        }
    }

    fn sorted(mut self) -> Vec<WordPacks> {
        let mut words: Vec<(String, usize)> = self.numbers.into_iter().collect();
        words.sort();
        let mut packs_of = |number| self.packs.get_mut(number).map(std::mem::take).unwrap_or_default();
        words.into_iter().map(|(word, number)| (word, packs_of(number))).collect()
    }
}

/// Returns the numbers of the distinct words of a text. New words get the next numbers.
fn word_numbers(text: &str, numbers: &mut HashMap<String, usize>) -> Vec<usize> {
    let terms: BTreeSet<String> = title_terms(&fold(text)).into_iter().map(indexed).collect();
    let number = |term| {
        let next = numbers.len();
        *numbers.entry(term).or_insert(next)
    };
    terms.into_iter().map(number).collect()
}

fn days_of(pack: &Pack) -> impl Iterator<Item = Date> + '_ {
    let periods = pack.gtin_codes.iter().flat_map(|entry| [Some(entry.start_date), entry.end_date]);
    periods.flatten().chain(pack.status().discontinued_date)
}

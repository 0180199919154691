//! The packs of a release, by generic product (VMP) and by product (AMP title), and the search that is measured.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};

use pack_lookup::dataset::{Dataset, PackNumber};
use pack_lookup::pack::Pack;
use pack_lookup::search::{Found, NoticeKind, Order, Query, search};

use super::name::Name;
use super::words::words_of;

/// A generic product.
pub struct Generic {
    pub name: String,
    pub parsed: Name,
    /// Whether some pack has a legal category for medicines.
    pub is_medicine: bool,
    pub products: Vec<usize>,
    pub packs: Vec<PackNumber>,
}

/// The packs with one title and one generic product.
pub struct Product {
    pub title: String,
    pub parsed: Name,
    pub generic: usize,
    /// Whether some pack has a legal category for medicines.
    pub is_medicine: bool,
    pub packs: Vec<PackNumber>,
}

pub struct Release<'d> {
    pub dataset: Dataset<'d>,
    pub packs: Vec<Pack>,
    pub generics: Vec<Generic>,
    pub products: Vec<Product>,
    /// The product of each pack.
    pub product_of: Vec<usize>,
    /// The products with a word in their title or generic name, or in a component of a `co-` name.
    by_word: HashMap<String, Vec<usize>>,
    /// Generic products of medicines with one substance and its strength.
    pub plain: Vec<usize>,
    /// Generic products of medicines with two substances or more, each with its strength.
    pub mixtures: Vec<usize>,
    /// Products of medicines whose title begins with a brand, and the brand.
    pub brands: Vec<(usize, String)>,
    /// The words of generic names, without those that have a brand in place of substances.
    generic_words: HashSet<String>,
    /// The words of suppliers.
    pub supplier_words: BTreeSet<String>,
    /// The names of substances, each with its plain generic products.
    pub substances: BTreeMap<String, Vec<usize>>,
}

impl<'d> Release<'d> {
    pub fn read(dataset: Dataset<'d>) -> Release<'d> {
        let packs: Vec<Pack> =
            (0..dataset.packs()).filter_map(|pack| dataset.pack(PackNumber(pack))).collect();
        let mut release = Release {
            dataset,
            packs,
            generics: Vec::new(),
            products: Vec::new(),
            product_of: Vec::new(),
            by_word: HashMap::new(),
            plain: Vec::new(),
            mixtures: Vec::new(),
            brands: Vec::new(),
            generic_words: HashSet::new(),
            supplier_words: BTreeSet::new(),
            substances: BTreeMap::new(),
        };
        release.group_packs();
        release.index_words();
        release.choose();
        release
    }

    fn group_packs(&mut self) {
        let mut generics: HashMap<String, usize> = HashMap::new();
        let mut products: HashMap<(usize, String), usize> = HashMap::new();
        for (at, pack) in self.packs.iter().enumerate() {
            let number = PackNumber(at as u32);
            let name = &pack.generic_product_name;
            let generic = *generics.entry(name.clone()).or_insert_with(|| {
                self.generics.push(Generic::new(name));
                self.generics.len() - 1
            });
            let title = self.dataset.product_name(number);
            let product = *products.entry((generic, title.clone())).or_insert_with(|| {
                self.generics[generic].products.push(self.products.len());
                self.products.push(Product::new(title, generic));
                self.products.len() - 1
            });
            let is_medicine = pack.legal_category != "Not Applicable";
            self.generics[generic].is_medicine |= is_medicine;
            self.products[product].is_medicine |= is_medicine;
            self.generics[generic].packs.push(number);
            self.products[product].packs.push(number);
            self.product_of.push(product);
            self.supplier_words.extend(words_of(supplier_of(pack, &self.products[product].title)));
        }
    }

    fn index_words(&mut self) {
        for (at, product) in self.products.iter().enumerate() {
            let mut words: BTreeSet<&String> = product.parsed.words.iter().collect();
            let generic = &self.generics[product.generic];
            words.extend(&generic.parsed.words);
            words.extend(generic.parsed.components.iter().flat_map(|component| &component.words));
            for word in words {
                self.by_word.entry(word.clone()).or_default().push(at);
            }
        }
    }

    fn choose(&mut self) {
        let named = self.generics.iter().filter(|generic| !generic.parsed.is_brand);
        self.generic_words = named.flat_map(|generic| generic.parsed.words.clone()).collect();
        for (at, generic) in self.generics.iter().enumerate().filter(|(_, generic)| generic.is_medicine) {
            if generic.parsed.is_plain() {
                self.plain.push(at);
                let substance = generic.parsed.components[0].substance.clone();
                self.substances.entry(substance).or_default().push(at);
            } else if generic.parsed.is_mixture() {
                self.mixtures.push(at);
            }
        }
        for (at, product) in self.products.iter().enumerate() {
            if let Some(brand) = self.brand_of(product) {
                self.brands.push((at, brand));
            }
        }
    }

    /// The first word of a title, if it is not a word of a generic name or of a supplier.
    fn brand_of(&self, product: &Product) -> Option<String> {
        let generic = &self.generics[product.generic];
        let first = product.title.split(' ').next().filter(|first| first.len() >= 5)?;
        let is_name = first.chars().all(|c| c.is_ascii_alphabetic()) && first.starts_with(char::is_uppercase);
        let word = first.to_lowercase();
        let is_other = self.generic_words.contains(&word) || self.supplier_words.contains(&word);
        let is_brand = is_name && !is_other && !generic.parsed.text.contains(&word);
        if is_brand && product.is_medicine { Some(first.to_owned()) } else { None }
    }

    pub fn has_word(&self, word: &str) -> bool {
        self.by_word.contains_key(word)
    }

    /// The products with the rarest of some words.
    pub fn candidates(&self, words: &[String]) -> &[usize] {
        let lists = words.iter().map(|word| self.by_word.get(word).map_or(&[] as &[usize], Vec::as_slice));
        lists.min_by_key(|list| list.len()).unwrap_or_default()
    }

    pub fn generic_of(&self, product: usize) -> &Generic {
        &self.generics[self.products[product].generic]
    }

    pub fn pack(&self, number: PackNumber) -> &Pack {
        &self.packs[number.0 as usize]
    }

    /// The size of a pack, as its name has it after the supplier.
    pub fn size_of(&self, number: PackNumber) -> &str {
        let name = &self.pack(number).name;
        name.rfind(") ").map_or("", |end| &name[end + 2..])
    }

    pub fn is_current(&self, number: PackNumber) -> bool {
        self.pack(number).is_current()
    }
}

impl Product {
    fn new(title: String, generic: usize) -> Product {
        Product { parsed: Name::parse(&title), title, generic, is_medicine: false, packs: Vec::new() }
    }
}

impl Generic {
    fn new(name: &str) -> Generic {
        Generic {
            name: name.to_owned(),
            parsed: Name::parse(name),
            is_medicine: false,
            products: Vec::new(),
            packs: Vec::new(),
        }
    }
}

/// The supplier of a pack, in brackets after the title.
pub fn supplier_of<'p>(pack: &'p Pack, title: &str) -> &'p str {
    let rest = pack.name.strip_prefix(title).unwrap_or("");
    let mut depth = 0;
    for (at, c) in rest.char_indices() {
        depth += i32::from(c == '(') - i32::from(c == ')');
        if depth == 0 && c == ')' {
            return rest[..at].trim_start_matches([' ', '(']);
        }
    }
    ""
}

// The search that is measured. To measure another one, change `find` only.

/// Finds packs by relevance.
pub fn find(dataset: &Dataset<'_>, text: &str, limit: usize, current_only: bool) -> Found {
    search(dataset, &Query { limit, current_only, order: Order::Relevance, ..Query::new(text) })
}

/// Whether an answer says that it is not exactly what was asked.
pub fn has_notice(found: &Found) -> bool {
    let has_other = found.notices.iter().any(|notice| notice.kind == NoticeKind::AllWithFurtherSubstances);
    found.is_corrected() || found.is_relaxed || has_other
}

/// Whether an answer says that some or all of its packs have substances that the question does not name.
pub fn tells_further(found: &Found) -> bool {
    found.notices.iter().any(|notice| notice.written.is_empty())
}

/// The corrections of an answer in one line: `written → replacement`, or `written ignored`.
pub fn notices(found: &Found) -> String {
    let mut notices: Vec<String> = Vec::new();
    for correction in &found.corrections {
        let replacements = correction.replacements.join("|");
        notices.push(match replacements.is_empty() {
            true => format!("{} ignored", correction.written),
            false => format!("{} → {replacements}", correction.written),
        });
    }
    if found.is_relaxed {
        notices.push("partial match".to_owned());
    }
    notices.join("; ")
}

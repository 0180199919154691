//! A pack with its words, and how it has what is asked.

use crate::attributes::{Attribute, Product, other_releases};
use crate::concept::Scheme;
use crate::dataset::{NameParts, is_mixture};
use crate::pack::Pack;
use crate::search::clauses::{Clause, TermQuery, Within, is_volume, matches_word};
use crate::search::parsed_name::ParsedName;
use crate::text::{fold, title_terms};

pub struct Entry {
    pub pack: Pack,
    pub folded: String,
    pub product: String,
    pub in_title: Vec<String>,
    pub in_tail: Vec<String>,
    /// Words of the generic name that no pack has in its own.
    pub in_generic: Vec<String>,
    pub classes: Vec<(Scheme, String)>,
}

pub fn words_of(text: &str) -> Vec<String> {
    title_terms(&fold(text))
}

/// How a pack has a term.
#[derive(Clone, Copy)]
pub struct Hit {
    pub any: bool,
    pub whole: bool,
    pub in_title: bool,
}

impl Hit {
    const NO: Hit = Hit::all(false);

    const fn all(is_hit: bool) -> Hit {
        Hit { any: is_hit, whole: is_hit, in_title: is_hit }
    }

    fn or(self, other: Hit) -> Hit {
        Hit {
            any: self.any | other.any,
            whole: self.whole | other.whole,
            in_title: self.in_title | other.in_title,
        }
    }

    fn and(self, other: Hit) -> Hit {
        Hit {
            any: self.any & other.any,
            whole: self.whole & other.whole,
            in_title: self.in_title & other.in_title,
        }
    }
}

impl Entry {
    pub fn new(pack: Pack) -> Entry {
        let product = NameParts::split(&pack.name, pack.subpack.as_deref()).product.to_owned();
        let tail = pack.name.get(product.len()..).unwrap_or("");
        let (folded, in_title, in_tail) = (fold(&pack.name), words_of(&product), words_of(tail));
        let in_generic = words_of(&pack.generic_product_name);
        Entry { folded, in_title, in_tail, in_generic, product, pack, classes: Vec::new() }
    }

    /// The answers to the questions that can be asked of one pack alone.
    pub fn first_answers(&self, clauses: &[Clause], text: &str) -> Vec<bool> {
        let all = |hit: fn(Hit) -> bool| clauses.iter().all(|clause| hit(self.hit(clause)));
        vec![
            self.folded == text,
            !is_mixture(&self.product),
            self.folded.starts_with(text),
            all(|hit| hit.whole),
            all(|hit| hit.in_title),
        ]
    }

    pub fn hit(&self, clause: &Clause) -> Hit {
        match clause.negation {
            None => self.positive_hit(clause),
            Some(negation) => {
                let is_there =
                    self.positive_hit(clause).any && !self.in_title.iter().any(|word| word == negation);
                Hit { any: !is_there, whole: !is_there, in_title: !is_there }
            }
        }
    }

    /// Whether the query means the product: its strengths are those of the components named, and its generic name has nothing excluded.
    pub fn is_meant(&self, clauses: &[Clause]) -> bool {
        let generic = words_of(&self.pack.generic_product_name);
        let is_allowed = |clause: &Clause| !clause.is_excluded() || allows(&generic, clause);
        let is_generic = clauses
            .iter()
            .flat_map(|clause| &clause.alternatives)
            .flatten()
            .any(|atom| matches!(atom, TermQuery::Generic(_)));
        let is_own = |name: &str| !is_mixture(name) || ParsedName::parse(name).owns_strengths(clauses);
        is_own(&self.product)
            && clauses.iter().all(is_allowed)
            && (!is_generic || is_own(&self.pack.generic_product_name))
    }

    fn has_attribute(&self, attribute: Attribute) -> bool {
        let generic = words_of(&self.pack.generic_product_name);
        let attributes = Product { title: &self.in_title, generic: &generic, routes: &[] }.attributes();
        match attribute == Attribute::IMMEDIATE {
            true => !other_releases().into_iter().any(|other| attributes.contains(&other)),
            false => attributes.contains(&attribute),
        }
    }

    fn positive_hit(&self, clause: &Clause) -> Hit {
        let hits = clause.alternatives.iter().map(|atoms| {
            let hits = atoms.iter().map(|atom| self.atom_hit(atom));
            hits.reduce(Hit::and).unwrap_or(Hit::NO)
        });
        hits.fold(Hit::NO, Hit::or)
    }

    fn atom_hit(&self, atom: &TermQuery) -> Hit {
        if let TermQuery::Generic(start) = atom {
            let rests = self.in_generic.iter().filter_map(|word| word.strip_prefix(start.as_str()));
            let hit = |rest: &str| Hit { any: true, whole: rest.is_empty(), in_title: true };
            return rests.map(hit).fold(Hit::NO, Hit::or);
        }
        if let TermQuery::Attribute(attribute) = atom {
            return Hit { whole: false, ..Hit::all(self.has_attribute(*attribute)) };
        }
        let (title, tail) = match atom {
            TermQuery::Title(_) | TermQuery::Number(_, Within::Title) => (true, false),
            TermQuery::Number(_, Within::Tail) => (true, true),
            _ => (true, true),
        };
        let of_words = |words: &[String], in_title: bool| {
            let words = if (in_title && title) || (!in_title && tail) { words } else { &[] };
            let is_size = in_title && matches!(atom, TermQuery::Number(_, Within::Tail));
            let words = words.iter().filter(|word| !is_size || is_volume(word));
            let hits = words.filter_map(|word| matches_word(atom, word));
            hits.fold(Hit::NO, |hit, whole| hit.or(Hit { any: true, whole, in_title }))
        };
        of_words(&self.in_title, true).or(of_words(&self.in_tail, false))
    }
}

/// Whether a generic name with these words has a term as a whole.
pub fn generic_has(words: &[String], clause: &Clause) -> bool {
    let has = |atom: &TermQuery| match atom {
        TermQuery::Unfinished(text) if text.starts_with('=') => words.contains(text),
        _ => words.iter().any(|word| matches_word(atom, word) == Some(true)),
    };
    clause.alternatives.iter().any(|atoms| atoms.iter().all(has)) != clause.is_excluded()
}

fn allows(words: &[String], clause: &Clause) -> bool {
    generic_has(words, clause)
        || clause.negation.is_some_and(|negation| words.iter().any(|word| word == negation))
}

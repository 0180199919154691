//! A pack with its words, and how it has what is asked.

use crate::concept::Scheme;
use crate::dataset::NameParts;
use crate::pack::Pack;
use crate::search::terms::{Atom, Term, stands_for};
use crate::text::{Token, fold, tokens};

pub struct Entry {
    pub pack: Pack,
    pub folded: String,
    pub product: String,
    pub in_product: Vec<String>,
    pub in_tail: Vec<String>,
    /// Words of the generic name that no pack has in its own.
    pub in_generic: Vec<String>,
    pub classes: Vec<(Scheme, String)>,
}

pub fn words_of(text: &str) -> Vec<String> {
    tokens(&fold(text)).iter().map(Token::term).collect()
}

/// How a pack has a term.
#[derive(Clone, Copy)]
pub struct Hit {
    pub any: bool,
    pub whole: bool,
    pub in_product: bool,
}

impl Hit {
    const NO: Hit = Hit { any: false, whole: false, in_product: false };

    fn or(self, other: Hit) -> Hit {
        Hit {
            any: self.any | other.any,
            whole: self.whole | other.whole,
            in_product: self.in_product | other.in_product,
        }
    }

    fn and(self, other: Hit) -> Hit {
        Hit {
            any: self.any & other.any,
            whole: self.whole & other.whole,
            in_product: self.in_product & other.in_product,
        }
    }
}

impl Entry {
    pub fn new(pack: Pack) -> Entry {
        let product = NameParts::split(&pack.name, pack.subpack.as_deref()).product.to_owned();
        let tail = pack.name.get(product.len()..).unwrap_or("");
        let (folded, in_product, in_tail) = (fold(&pack.name), words_of(&product), words_of(tail));
        let in_generic = words_of(&pack.generic_product_name);
        Entry { folded, in_product, in_tail, in_generic, product, pack, classes: Vec::new() }
    }

    /// The answers to the questions that can be asked of one pack alone.
    pub fn first_answers(&self, terms: &[Term], text: &str) -> Vec<bool> {
        let all = |hit: fn(Hit) -> bool| terms.iter().all(|term| hit(self.hit(term)));
        vec![
            self.folded == text,
            self.folded.starts_with(text),
            all(|hit| hit.whole),
            all(|hit| hit.in_product),
        ]
    }

    pub fn hit(&self, term: &Term) -> Hit {
        let hits = term.alternatives.iter().map(|atoms| {
            let hits = atoms.iter().map(|atom| self.atom_hit(atom));
            hits.reduce(Hit::and).unwrap_or(Hit::NO)
        });
        hits.fold(Hit::NO, Hit::or)
    }

    fn atom_hit(&self, atom: &Atom) -> Hit {
        if let Atom::Generic(start) = atom {
            let rests = self.in_generic.iter().filter_map(|word| word.strip_prefix(start.as_str()));
            let hit = |rest: &str| Hit { any: true, whole: rest.is_empty(), in_product: true };
            return rests.map(hit).fold(Hit::NO, Hit::or);
        }
        let of_words = |words: &[String], in_product: bool| {
            let hits = words.iter().filter_map(|word| stands_for(atom, word));
            hits.fold(Hit::NO, |hit, whole| hit.or(Hit { any: true, whole, in_product }))
        };
        of_words(&self.in_product, true).or(of_words(&self.in_tail, false))
    }
}

//! Which of the packs that match come first.
//!
//! The rule is a list of questions, each answered by yes or no; the earlier one weighs more. Of
//! two packs the one with the first yes that the other lacks comes first. When all answers are
//! the same, name order decides.
//!
//! 1. Is the query the whole name?
//! 2. Does the name begin with the query?
//! 3. Is every word of the query a whole word of the name, not just the start of one?
//! 4. Are all of them in the name of the product, not in supplier, size or sub-pack?
//! 5. Do they stand there side by side, in the order of the query? This is only asked when no more
//!    than [`FEW`] packs are still equal: a query that leaves more of them says too little.
//! 6. Is the pack neither discontinued nor invalid?
//! 7. Is it at least not invalid?

use std::ops::Range;

use super::matching::Matches;
use super::terms::{Alternative, Atom, Term};
use crate::dataset::{Dataset, PackNumber, PackSet};
use crate::text::{Token, fold, tokens};

/// How many packs may be equal for their words to be compared one by one.
pub const FEW: usize = 256;

enum Question {
    Among(PackSet),
    Within(Range<u32>),
    SideBySide(Vec<Term>),
}

/// The `wanted` packs that come first, best first.
pub fn first(dataset: &Dataset<'_>, matches: Matches, wanted: usize) -> Vec<PackNumber> {
    let questions = [
        Question::Within(dataset.named(&matches.text)),
        Question::Within(dataset.beginning_with(&matches.text)),
        Question::Among(matches.whole),
        Question::Among(matches.in_product),
        Question::SideBySide(matches.terms),
        Question::Among(dataset.current()),
        Question::Among(dataset.valid()),
    ];
    let mut ranked = Ranked { dataset, wanted, packs: Vec::with_capacity(wanted) };
    ranked.add(Candidates::new(matches.all), &questions);
    ranked.packs
}

/// Packs that got the same answers so far, in name order.
enum Candidates {
    Many(PackSet),
    Few(Vec<PackNumber>),
}

impl Candidates {
    /// Few packs are quicker to ask one by one than as a set over all packs.
    fn new(set: PackSet) -> Candidates {
        if set.len() > FEW { Candidates::Many(set) } else { Candidates::Few(set.iter().collect()) }
    }

    /// Those with a yes, and those with a no.
    fn split(
        self,
        yes: impl Fn(&[PackNumber]) -> Vec<bool>,
        among: impl Fn() -> Option<PackSet>,
    ) -> [Candidates; 2] {
        match self {
            Candidates::Few(packs) => split_few(&packs, &yes(&packs)),
            Candidates::Many(set) => match among() {
                Some(among) => split_many(set, &among),
                None => [Candidates::Few(Vec::new()), Candidates::Many(set)],
            },
        }
    }
}

fn split_few(packs: &[PackNumber], answers: &[bool]) -> [Candidates; 2] {
    let with = |wanted: bool| {
        let answered = packs.iter().zip(answers).filter(move |(_, answer)| **answer == wanted);
        Candidates::Few(answered.map(|(pack, _)| *pack).collect())
    };
    [with(true), with(false)]
}

fn split_many(mut set: PackSet, among: &PackSet) -> [Candidates; 2] {
    let mut yes = set.clone();
    yes.intersect(among);
    set.subtract(among);
    [Candidates::new(yes), Candidates::new(set)]
}

struct Ranked<'d> {
    dataset: &'d Dataset<'d>,
    wanted: usize,
    packs: Vec<PackNumber>,
}

impl Ranked<'_> {
    /// Adds candidates in the order that the questions give them, until there are enough.
    fn add(&mut self, candidates: Candidates, questions: &[Question]) {
        let missing = self.wanted - self.packs.len();
        match (questions.split_first(), &candidates) {
            (_, Candidates::Few(packs)) if packs.len() < 2 => self.packs.extend(packs.iter().take(missing)),
            (None, Candidates::Few(packs)) => self.packs.extend(packs.iter().take(missing)),
            (None, Candidates::Many(set)) => self.packs.extend(set.iter().take(missing)),
            (Some((question, others)), _) => {
                for part in self.ask(question, candidates) {
                    if self.packs.len() < self.wanted {
                        self.add(part, others);
                    }
                }
            }
        }
    }

    fn ask(&self, question: &Question, candidates: Candidates) -> [Candidates; 2] {
        let all = self.dataset.packs();
        match question {
            Question::Among(set) => candidates
                .split(|packs| packs.iter().map(|pack| set.contains(*pack)).collect(), || Some(set.clone())),
            Question::Within(range) => candidates.split(
                |packs| packs.iter().map(|pack| range.contains(&pack.0)).collect(),
                || Some(PackSet::range(all, range.start, range.end)),
            ),
            Question::SideBySide(terms) => {
                candidates.split(|packs| side_by_side(self.dataset, packs, terms), || None)
            }
        }
    }
}

/// For each pack, whether the terms stand side by side in the name of its product.
fn side_by_side(dataset: &Dataset<'_>, packs: &[PackNumber], terms: &[Term]) -> Vec<bool> {
    if terms.len() < 2 {
        return vec![false; packs.len()];
    }
    let mut last = (String::new(), false);
    let answer = |pack: &PackNumber| {
        let name = dataset.product_name(*pack);
        // Neighbours often are packs of one product.
        if name != last.0 {
            let answer = are_side_by_side(&name, terms);
            last = (name, answer);
        }
        last.1
    };
    packs.iter().map(answer).collect()
}

/// Whether the terms stand side by side in a name.
pub fn are_side_by_side(name: &str, terms: &[Term]) -> bool {
    let tokens: Vec<Token> =
        tokens(&fold(name)).into_iter().filter(|token| !matches!(token, Token::Compound(_))).collect();
    (0..tokens.len()).any(|start| tokens.get(start..).is_some_and(|tokens| begin_with(tokens, terms)))
}

fn begin_with(tokens: &[Token], terms: &[Term]) -> bool {
    let Some((term, others)) = terms.split_first() else { return true };
    let fits = |alternative: &Alternative| {
        let behind = tokens.get(alternative.len()..);
        behind.is_some_and(|behind| {
            tokens.iter().zip(alternative).all(|(token, atom)| stands_for(atom, token))
                && begin_with(behind, others)
        })
    };
    term.alternatives.iter().any(fits)
}

fn stands_for(atom: &Atom, token: &Token) -> bool {
    match (atom, token) {
        (Atom::Prefix(prefix), Token::Word(word)) => word.starts_with(prefix),
        (Atom::Whole(text), Token::Word(word)) => word == text,
        (Atom::Whole(text) | Atom::Unfinished(text), Token::Quantity(..)) => token.term() == *text,
        (Atom::Number(number), Token::Number(other) | Token::Quantity(other, _)) => number == other,
        (Atom::AnyNumberOf(unit), Token::Quantity(_, other)) => unit == other,
        _ => false,
    }
}

//! The order of packs that match.
//!
//! The rule is a list of yes-or-no questions. Earlier questions weigh more. Of two packs, the one with the
//! first yes that the other lacks comes first. Packs with the same answers are in name order.
//!
//! 1. Is the query the whole name?
//! 2. Is it of one substance, not a mixture like `Amlodipine 5mg / Valsartan 80mg`?
//! 3. Does the name begin with the query?
//! 4. Is every word of the query a whole word of the name, not just a prefix?
//! 5. Are all words in the title, not in supplier, size or sub-pack?
//! 6. Are the words that the title has side by side, in the order of the query? This is asked only if at most
//!    [`FEW`] packs are still equal, because a query with more matches is too general.
//! 7. Does the name begin with the first word of the query? `Sodium chloride 0.9%` comes before a product
//!    dissolved in it.
//! 8. Is the pack not invalid?
//! 9. Is it not discontinued?
//!
//! The last two questions are asked only in order of relevance. In name order they would fill the first pages
//! with current packs, but a box in the hand may be an old one. An invalid pack may be on a shelf like a
//! discontinued one, so it is treated in the same way.
//!
//! The questions choose the packs of a page, so the pages of the two orders differ. The pages of each order
//! together are all packs that match.

use std::ops::Range;

use super::Order;
use super::clauses::{Clause, Conjunction, TermQuery, is_ratio, matches_word};
use super::evaluation::Evaluation;
use crate::attributes::is_stated_by;
use crate::dataset::{Dataset, PackNumber, PackSet};
use crate::text::{Token, asking_tokens, fold};

/// The maximum number of equal packs whose words are compared one by one.
pub const FEW: usize = 128;

enum Criterion {
    Among(PackSet),
    Within(Range<u32>),
    SideBySide(Vec<Clause>),
    NotMixture,
    NotDiscontinued,
    NotInvalid,
}

/// Returns the first `limit` packs, best first.
pub fn first(dataset: &Dataset<'_>, matches: Evaluation, order: Order, limit: usize) -> Vec<PackNumber> {
    let [named, beginning] = dataset.named(&matches.text);
    let first_word = matches.text.split_whitespace().next().unwrap_or("");
    let [_, led] = dataset.named(first_word);
    let mut criteria = vec![
        Criterion::Within(named),
        Criterion::NotMixture,
        Criterion::Within(beginning),
        Criterion::Among(matches.exact),
        Criterion::Among(matches.in_title),
        Criterion::SideBySide(matches.clauses),
        Criterion::Within(led),
    ];
    if order == Order::Relevance {
        criteria.extend([Criterion::NotInvalid, Criterion::NotDiscontinued]);
    }
    let mut ranked = Ranked { dataset, limit, packs: Vec::with_capacity(limit) };
    ranked.add(RankCandidates::new(matches.all), &criteria);
    ranked.packs
}

/// Packs with the same answers so far, in name order.
enum RankCandidates {
    Many(PackSet),
    Few(Vec<PackNumber>),
}

impl RankCandidates {
    /// Chooses the representation: for a few packs, single questions are faster than a set over all packs.
    fn new(set: PackSet) -> RankCandidates {
        if set.len() > FEW { RankCandidates::Many(set) } else { RankCandidates::Few(set.iter().collect()) }
    }
}

fn split_few(packs: &[PackNumber], answers: &[bool]) -> [RankCandidates; 2] {
    let (mut yes, mut no) = (Vec::new(), Vec::new());
    for (pack, answer) in packs.iter().zip(answers) {
        if *answer {
            yes.push(*pack);
        } else {
            no.push(*pack);
        }
    }
    [RankCandidates::Few(yes), RankCandidates::Few(no)]
}

fn split_many(mut set: PackSet, among: &PackSet) -> [RankCandidates; 2] {
    let mut yes = set.clone();
    yes.intersect(among);
    set.subtract(among);
    [RankCandidates::new(yes), RankCandidates::new(set)]
}

fn split_without(set: PackSet, others: &PackSet) -> [RankCandidates; 2] {
    let [no, yes] = split_many(set, others);
    [yes, no]
}

struct Ranked<'d> {
    dataset: &'d Dataset<'d>,
    limit: usize,
    packs: Vec<PackNumber>,
}

impl Ranked<'_> {
    /// Adds candidates in the order of the questions, until there are enough.
    fn add(&mut self, candidates: RankCandidates, criteria: &[Criterion]) {
        let missing = self.limit - self.packs.len();
        match (criteria.split_first(), &candidates) {
            (_, RankCandidates::Few(packs)) if packs.len() < 2 => {
                self.packs.extend(packs.iter().take(missing))
            }
            (None, RankCandidates::Few(packs)) => self.packs.extend(packs.iter().take(missing)),
            (None, RankCandidates::Many(set)) => self.packs.extend(set.iter().take(missing)),
            (Some((criterion, others)), _) => {
                for part in self.split(criterion, candidates) {
                    if self.packs.len() < self.limit {
                        self.add(part, others);
                    }
                }
            }
        }
    }

    /// Splits candidates into those with a yes and those with a no.
    fn split(&self, criterion: &Criterion, candidates: RankCandidates) -> [RankCandidates; 2] {
        match candidates {
            RankCandidates::Few(packs) => split_few(&packs, &self.answers(criterion, &packs)),
            RankCandidates::Many(set) => self.split_set(criterion, set),
        }
    }

    fn answers(&self, criterion: &Criterion, packs: &[PackNumber]) -> Vec<bool> {
        match criterion {
            Criterion::SideBySide(clauses) => side_by_side(self.dataset, packs, clauses),
            _ => packs.iter().map(|pack| self.is_met(criterion, *pack)).collect(),
        }
    }

    /// Returns the answer to a question that can be answered without the name of the pack.
    fn is_met(&self, criterion: &Criterion, pack: PackNumber) -> bool {
        match criterion {
            Criterion::Among(set) => set.contains(pack),
            Criterion::Within(range) => range.contains(&pack.0),
            Criterion::SideBySide(_) => false,
            Criterion::NotMixture => !self.dataset.is_mixture(pack),
            Criterion::NotDiscontinued => !self.dataset.is_discontinued(pack),
            Criterion::NotInvalid => !self.dataset.is_invalid(pack),
        }
    }

    fn split_set(&self, criterion: &Criterion, set: PackSet) -> [RankCandidates; 2] {
        let pack_range = set.pack_range();
        match criterion {
            Criterion::Among(yes) => split_many(set, yes),
            Criterion::Within(range) if range.is_empty() => {
                [RankCandidates::Few(Vec::new()), RankCandidates::Many(set)]
            }
            Criterion::Within(range) => split_many(set, &PackSet::range(pack_range, range.start, range.end)),
            Criterion::SideBySide(_) => [RankCandidates::Few(Vec::new()), RankCandidates::Many(set)],
            Criterion::NotMixture => split_without(set, &self.dataset.mixtures(pack_range)),
            Criterion::NotDiscontinued => split_without(set, &self.dataset.discontinued_packs(pack_range)),
            Criterion::NotInvalid => split_without(set, &self.dataset.invalid_packs(pack_range)),
        }
    }
}

/// Returns for each pack whether the clauses are side by side in its title.
fn side_by_side(dataset: &Dataset<'_>, packs: &[PackNumber], clauses: &[Clause]) -> Vec<bool> {
    if clauses.len() < 2 {
        return vec![false; packs.len()];
    }
    let mut names = dataset.name_reader();
    let (mut last, mut answer) = (None, false);
    let mut answers = Vec::with_capacity(packs.len());
    for pack in packs {
        let place = dataset.product_place(*pack);
        // Neighbouring packs are often of one product.
        if last != Some(place) {
            last = Some(place);
            answer = are_side_by_side(&names.product(place), clauses);
        }
        answers.push(answer);
    }
    answers
}

/// Returns whether the clauses that a name has are side by side in it, in their order. There must be at least
/// two.
pub fn are_side_by_side(name: &str, clauses: &[Clause]) -> bool {
    let tokens = asking_tokens(&fold(name));
    // Words of the supplier or the size do not separate words of the title.
    let mut in_title: Vec<&Clause> = Vec::new();
    for clause in clauses {
        if have_in_order(&tokens, &[clause]) {
            in_title.push(clause);
        }
    }
    in_title.len() > 1 && have_in_order(&tokens, &in_title)
}

/// Returns whether the clauses are side by side somewhere in a text.
fn have_in_order(tokens: &[Token], clauses: &[&Clause]) -> bool {
    let mut rest = tokens;
    while let Some((_, following)) = rest.split_first() {
        if begin_with(rest, clauses) {
            return true;
        }
        rest = following;
    }
    false
}

fn begin_with(tokens: &[Token], clauses: &[&Clause]) -> bool {
    let Some((clause, others)) = clauses.split_first() else { return true };
    for alternative in &clause.alternatives {
        let used = tokens_of(alternative, tokens);
        if used > 0
            && let Some(following) = tokens.get(used..)
            && begin_with(following, others)
        {
            return true;
        }
    }
    false
}

/// Returns the number of tokens that a conjunction matches at the start of a text, or 0 if it does not match.
///
/// A ratio is not a token of its own: its two quantities are.
fn tokens_of(alternative: &Conjunction, tokens: &[Token]) -> usize {
    let mut used = 0;
    for query in alternative {
        if is_ratio_query(query) {
            continue;
        }
        match tokens.get(used) {
            Some(token) if matches_token(query, token) => used += 1,
            _ => return 0,
        }
    }
    used
}

fn is_ratio_query(query: &TermQuery) -> bool {
    matches!(query, TermQuery::Title(text) | TermQuery::Unfinished(text) if is_ratio(text))
}

/// Returns whether a token of a name matches a term query. Words may match as a prefix, quantities may not.
fn matches_token(query: &TermQuery, token: &Token) -> bool {
    match (query, token) {
        (TermQuery::Number(number, _), Token::Number(other) | Token::Quantity(other, _)) => number == other,
        (TermQuery::Number(..), _) => false,
        (TermQuery::Attribute(attribute), Token::Word(word)) => is_stated_by(*attribute, word),
        (TermQuery::Prefix(_), Token::Word(word)) => matches_word(query, word).is_some(),
        (TermQuery::Attribute(_) | TermQuery::Prefix(_), _) => false,
        (_, Token::Word(text) | Token::Number(text) | Token::Also(text)) => {
            matches_word(query, text).is_some()
        }
        (_, Token::Quantity(..)) => matches_word(query, &token.term()).is_some(),
    }
}

//! The answer to a query: the cheapest reading of its terms with packs.

use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::rc::Rc;

use super::components::{Components, Further};
use super::mixtures;
use crate::dataset::{Dataset, PackNumber, PackSet};
use crate::quantity::{Unit, equal_quantities};
use crate::search::index::{Index, Matches, Need};
use crate::search::read::{Choice, Role, Size, Term, Wanted, costs};
use crate::text::{Token, fold, tokens};

/// The maximum number of readings that are tried.
const MAX_READINGS: usize = 96;
/// The maximum number of terms.
pub const MAX_TERMS: usize = 48;

/// A reading with packs: the answer to a query. The choices say which terms were ignored or read in another
/// way, so that people can be told.
pub struct Answer {
    pub packs: PackSet,
    /// The choice of each term, or `None` if the term is ignored.
    pub chosen: Vec<Option<Choice>>,
    /// Whether each pack has substances that the query does not name, although it states more than a
    /// medicine.
    pub is_further: bool,
}

/// The readings of a query: each combination of one choice per term, from the cheapest on.
///
/// Two terms with two choices each have four readings. They are tried in the order of their cost until one
/// has packs, at most 96 of them. What satisfies a choice is computed when a reading first needs it, and kept
/// for the others: most queries need each once.
pub struct Readings<'q, 'd> {
    index: &'q Index<'d>,
    terms: &'q [Term],
    found: Vec<Vec<Option<Rc<Matches>>>>,
    components: &'q Components<'q, 'd>,
}

impl<'q, 'd> Readings<'q, 'd> {
    pub fn new(
        index: &'q Index<'d>,
        terms: &'q [Term],
        components: &'q Components<'q, 'd>,
    ) -> Readings<'q, 'd> {
        let found = terms.iter().map(|term| vec![None; term.choices.len()]).collect();
        Readings { index, terms, found, components }
    }

    /// Builds the answer of the cheapest reading with packs, or `None`.
    pub fn answer(&mut self) -> Option<Answer> {
        let required: Vec<usize> = (0..self.terms.len()).filter(|at| self.is_required(*at)).collect();
        if required.is_empty()
            || required.iter().any(|at| self.terms.get(*at).is_none_or(|term| term.choices.is_empty()))
        {
            return None;
        }
        let mut queue = BinaryHeap::from([Reverse((0, vec![0usize; required.len()]))]);
        let mut tried = 0;
        let mut first: Option<(u32, Answer)> = None;
        while let Some(Reverse((cost, reading))) = queue.pop() {
            tried += 1;
            if first.as_ref().is_some_and(|(least, _)| cost > least + costs::FURTHER_SUBSTANCE) {
                break;
            }
            if let Some(answer) = self.answer_of(&required, &reading) {
                if !answer.is_further {
                    return Some(answer);
                }
                first.get_or_insert((cost, answer));
            }
            if tried + queue.len() < MAX_READINGS {
                self.push_next(&required, &reading, &mut queue);
            }
        }
        first.map(|(_, answer)| answer)
    }

    /// Adds the readings that differ from this one in one term. Only terms from the last changed one on are
    /// changed, so that each reading occurs once.
    fn push_next(
        &self,
        required: &[usize],
        reading: &[usize],
        queue: &mut BinaryHeap<Reverse<(u32, Vec<usize>)>>,
    ) {
        let first = reading.iter().rposition(|choice| *choice > 0).unwrap_or(0);
        for place in first..required.len() {
            let mut next = reading.to_vec();
            let (Some(choice), Some(term)) =
                (next.get_mut(place), required.get(place).and_then(|at| self.terms.get(*at)))
            else {
                continue;
            };
            *choice += 1;
            if *choice < term.choices.len() {
                queue.push(Reverse((self.cost(required, &next), next)));
            }
        }
    }

    fn cost(&self, required: &[usize], reading: &[usize]) -> u32 {
        let mut cost = 0;
        for (at, choice) in required.iter().zip(reading) {
            cost += self
                .terms
                .get(*at)
                .and_then(|term| term.choices.get(*choice))
                .map_or(0, |choice| choice.cost);
        }
        cost
    }

    fn is_required(&self, at: usize) -> bool {
        self.terms.get(at).is_some_and(|term| term.is_required)
    }

    fn answer_of(&mut self, required: &[usize], reading: &[usize]) -> Option<Answer> {
        let mut state = State::new(self.index, self.terms.len());
        // Names first: sizes and suppliers are compared pack by pack.
        for is_late in [false, true] {
            for (at, choice) in required.iter().zip(reading) {
                let wanted = &self.terms.get(*at)?.choices.get(*choice)?.wanted;
                if is_late == is_compared_late(wanted) {
                    self.narrow(&mut state, *at, *choice)?;
                }
            }
        }
        for (at, choice) in required.iter().zip(reading) {
            if self.loses_salt(&state, *at, *choice) {
                return None;
            }
        }
        let mut packs = state.packs(self.index)?;
        let beyond = Further::of(self.index, self.components, self.terms, &state.chosen);
        if beyond.has_only_medicine() {
            beyond.keep_asked(self.terms, &mut packs);
        }
        self.keep_mixtures(&mut packs, &state.chosen)?;
        let is_further = beyond.keep_asked(self.terms, &mut packs);
        state.all = Some(packs);
        for at in self.optional() {
            self.narrow_optional(&mut state, at);
            if self.distinguishes(&state, at) {
                return None;
            }
        }
        Some(Answer { packs: state.all?, chosen: state.chosen, is_further })
    }

    /// Lists the terms that may be ignored, the most important first.
    fn optional(&self) -> Vec<usize> {
        let mut optional = Vec::new();
        for role in [Role::Salt, Role::Word, Role::Supplier, Role::Size, Role::Unknown, Role::Noise] {
            for (at, term) in self.terms.iter().enumerate() {
                if term.role == role && !term.is_required {
                    optional.push(at);
                }
            }
        }
        optional
    }

    /// Reports whether an ignored word distinguishes packs of the medicine.
    fn distinguishes(&mut self, state: &State, at: usize) -> bool {
        let is_ignored = state.chosen.get(at).is_some_and(Option::is_none);
        let is_word = self.terms.get(at).is_some_and(|term| term.role == Role::Word);
        is_ignored && is_word && self.is_stated(state, at)
    }

    /// Reports whether a part is a salt that is not required by the reading, although packs of the medicine
    /// state it.
    fn loses_salt(&mut self, state: &State, at: usize, choice: usize) -> bool {
        let is_salt = self.terms.get(at).is_some_and(|term| term.role == Role::Salt);
        choice > 0 && is_salt && self.is_stated(state, at)
    }

    /// Reports whether some pack of the medicine has a word, even if no pack has it with all other terms.
    fn is_stated(&mut self, state: &State, at: usize) -> bool {
        let Some(Choice { wanted: Wanted::Names(need), .. }) =
            self.terms.get(at).and_then(|term| term.choices.first())
        else {
            return false;
        };
        let mut found = Matches::clone(&self.matches(at, 0, need));
        for (other, chosen) in state.chosen.iter().enumerate() {
            if let Some(Choice { wanted: Wanted::Names(need), .. }) = chosen
                && self.terms.get(other).is_some_and(|term| term.role == Role::Medicine)
            {
                found = self.index.both(&found, &need.matches(self.index));
            }
        }
        !found.is_empty()
    }

    /// Narrows the packs to those with an optional term, in the first way that leaves any.
    fn narrow_optional(&mut self, state: &mut State, at: usize) {
        let Some(term) = self.terms.get(at) else { return };
        for choice in 0..term.choices.len() {
            let before = state.clone();
            if self.narrow(state, at, choice).is_some() {
                return;
            }
            *state = before;
        }
    }

    /// Narrows the packs to those that satisfy a choice. Returns `None` if there are none.
    fn narrow(&mut self, state: &mut State, at: usize, choice: usize) -> Option<()> {
        let chosen = self.terms.get(at)?.choices.get(choice)?.clone();
        match &chosen.wanted {
            Wanted::Anything | Wanted::Nothing => {}
            Wanted::Names(need) => {
                let matches = self.matches(at, choice, need);
                state.keep(self.index, &matches)?;
            }
            Wanted::NamesOfSize(need, size) => {
                let matches = self.matches(at, choice, need);
                state.keep(self.index, &matches)?;
                state.keep_size(self.index, size)?;
            }
            Wanted::Without(need, negation) => {
                let mut matches = Matches::clone(&self.matches(at, choice, need));
                let stated = Need::term(negation).matches(self.index);
                matches.generics.subtract(&stated.generics);
                matches.packs.subtract(&stated.packs);
                state.exclude(self.index, &matches)?;
            }
            Wanted::Supplier(suppliers) => state.keep_suppliers(self.index, suppliers)?,
            Wanted::Size(size) => state.keep_size(self.index, size)?,
        }
        if let Some(place) = state.chosen.get_mut(at) {
            *place = Some(chosen);
        }
        Some(())
    }

    fn matches(&mut self, at: usize, choice: usize, need: &Need) -> Rc<Matches> {
        let Some(place) = self.found.get_mut(at).and_then(|found| found.get_mut(choice)) else {
            return Rc::new(self.index.nothing());
        };
        place.get_or_insert_with(|| Rc::new(need.matches(self.index))).clone()
    }

    /// Removes the packs of mixtures whose components do not have the strengths that are stated for them.
    fn keep_mixtures(&self, packs: &mut PackSet, chosen: &[Option<Choice>]) -> Option<()> {
        mixtures::keep(self.index, self.components, packs, self.terms, chosen);
        (!packs.is_empty()).then_some(())
    }
}

fn is_compared_late(wanted: &Wanted) -> bool {
    matches!(wanted, Wanted::Supplier(_) | Wanted::Size(_) | Wanted::NamesOfSize(..) | Wanted::Without(..))
}

/// The packs that satisfy the terms so far: by their names, or one by one.
#[derive(Clone)]
struct State {
    names: Option<Matches>,
    /// All packs, from when they are needed one by one.
    all: Option<PackSet>,
    chosen: Vec<Option<Choice>>,
}

impl State {
    fn new(_: &Index<'_>, terms: usize) -> State {
        State { names: None, all: None, chosen: vec![None; terms] }
    }

    fn keep(&mut self, index: &Index<'_>, matches: &Matches) -> Option<()> {
        if let Some(all) = &mut self.all {
            let mut kept = index.within(all, &matches.generics);
            let mut own = all.clone();
            own.intersect(&matches.packs);
            kept.union(&own);
            *all = kept;
            return (!all.is_empty()).then_some(());
        }
        let kept = match &self.names {
            None => matches.clone(),
            Some(names) => index.both(names, matches),
        };
        let is_some = !kept.is_empty();
        self.names = Some(kept);
        is_some.then_some(())
    }

    /// Finds all packs so far. Returns `None` if there are none.
    fn packs(&mut self, index: &Index<'_>) -> Option<PackSet> {
        let packs = match (self.all.take(), &self.names) {
            (Some(all), _) => all,
            (None, Some(names)) => index.packs(names),
            (None, None) => PackSet::range(index.pack_range(), 0, index.dataset.packs()),
        };
        (!packs.is_empty()).then_some(packs)
    }

    fn exclude(&mut self, index: &Index<'_>, matches: &Matches) -> Option<()> {
        let mut packs = self.packs(index)?;
        packs.subtract(&matches.packs);
        packs.subtract(&index.within(&packs, &matches.generics));
        self.all = Some(packs);
        self.is_some()
    }

    fn keep_suppliers(&mut self, index: &Index<'_>, suppliers: &[u32]) -> Option<()> {
        let mut packs = self.packs(index)?;
        packs.retain(|pack| {
            index.dataset.supplier_place(pack).is_some_and(|place| suppliers.contains(&place))
        });
        self.all = Some(packs);
        self.is_some()
    }

    fn keep_size(&mut self, index: &Index<'_>, size: &Size) -> Option<()> {
        // A size without other words is of any product.
        if self.names.is_none() && self.all.is_none() {
            return None;
        }
        let mut packs = self.packs(index)?;
        let mut reader = SizeReader::new(size);
        packs.retain(|pack: PackNumber| reader.has(index.dataset, pack));
        self.all = Some(packs);
        self.is_some()
    }

    fn is_some(&self) -> Option<()> {
        self.all.as_ref().is_some_and(|all| !all.is_empty()).then_some(())
    }
}

/// Compares the sizes of packs with a size of a query. Neighbours often have equal sizes.
pub struct SizeReader {
    /// The notations of the size: its number, or its quantity in each unit.
    wanted: Vec<Token>,
    last: Option<(u32, bool)>,
}

impl SizeReader {
    pub fn new(size: &Size) -> SizeReader {
        let unit = size.unit.and_then(Unit::named);
        let wanted = match unit {
            Some(unit) => {
                equal_quantities(&size.number, unit).into_iter().map(|(n, u)| Token::Quantity(n, u)).collect()
            }
            None => vec![Token::Number(size.number.clone())],
        };
        SizeReader { wanted, last: None }
    }

    /// Reports whether the size or the sub-pack of a pack has it.
    pub fn has(&mut self, dataset: &Dataset<'_>, pack: PackNumber) -> bool {
        let place = dataset.size_place(pack);
        if let Some((last, has)) = self.last
            && last == place
            && dataset.subpack(pack).is_none()
        {
            return has;
        }
        let mut has = self.is_in(dataset.size(pack));
        self.last = Some((place, has));
        if let Some(subpack) = dataset.subpack(pack) {
            has |= self.is_in(subpack);
        }
        has
    }

    fn is_in(&self, text: &str) -> bool {
        // `20 unit dose` is a count of doses, not a strength in units.
        for token in tokens(&fold(text).replace("unit dose", "dose")) {
            let is_equal = self.wanted.contains(&token)
                || matches!((&token, self.wanted.first()), (Token::Quantity(number, unit), Some(Token::Number(wanted)))
                    if number == wanted && !unit.is_strength());
            if is_equal {
                return true;
            }
        }
        false
    }
}

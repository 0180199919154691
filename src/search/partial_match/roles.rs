//! Roles: decides the function of each part of a text, and so whether it may be ignored.

use super::name_index::NameIndex;
use super::query_part::{PartRole, QueryPart};
use crate::search::clauses::{Clause, Within};
use crate::search::evaluate::MAX_PART_LEN;
use crate::search::parse::{Part, PartKind};

/// Words that specify another form more closely: `eye drops, solution`.
const FILLINGS: [&str; 5] = ["solution", "suspension", "powder", "emulsion", "liquid"];

/// Substances of which each salt is a medicine of its own.
const METALS: [&str; 14] = [
    "aluminium",
    "ammonium",
    "bismuth",
    "calcium",
    "copper",
    "ferric",
    "ferrous",
    "iron",
    "lithium",
    "magnesium",
    "potassium",
    "silver",
    "sodium",
    "zinc",
];

/// Returns the parts of a text with their roles.
pub fn assign_roles(parts: &[Part<'_>], index: &impl NameIndex) -> Vec<QueryPart> {
    let mut reader = Reader { index, assigned: Vec::new(), corrected: 0, has_quantity: false };
    reader.add_all(parts);
    reader.reconsider();
    reader.assigned
}

/// Assigns roles to the parts of a text, from left to right.
pub(super) struct Reader<'s, S> {
    pub index: &'s S,
    pub assigned: Vec<QueryPart>,
    /// The number of words for which other spellings were tried.
    pub corrected: usize,
    /// Whether the text has a strength with a unit.
    pub has_quantity: bool,
}

impl<S: NameIndex> Reader<'_, S> {
    pub fn add_all(&mut self, parts: &[Part<'_>]) {
        let has_quantity = parts.iter().any(Part::is_quantity);
        self.has_quantity |= has_quantity;
        let has_form = parts.iter().any(|part| part.kind == PartKind::Form && !is_filling(part));
        let mut rest = parts;
        while let Some((part, following)) = rest.split_first() {
            match part.kind {
                PartKind::Strength => self.add_number(part, has_quantity, is_split(part, following)),
                PartKind::Form if has_form && is_filling(part) => self.add(part, PartRole::Detail),
                _ => self.add_by_kind(part),
            }
            rest = following;
        }
    }

    fn add_by_kind(&mut self, part: &Part<'_>) {
        match part.kind {
            PartKind::Noise => self.add_with(part, PartRole::Nothing, Vec::new()),
            PartKind::Doubt => self.add_with(part, PartRole::Doubt, vec![Clause::NOTHING]),
            PartKind::Size => self.add(part, PartRole::Size),
            PartKind::Detail => self.add(part, PartRole::Detail),
            PartKind::Form => self.add(part, PartRole::Word),
            PartKind::Attribute => self.add(part, PartRole::Attribute),
            // The salt of a metal identifies the medicine: sodium bromide is not sodium chloride.
            PartKind::Salt if self.follows_metal() => self.add(part, PartRole::Attribute),
            PartKind::Salt if self.has_substance() => self.add(part, PartRole::Salt),
            PartKind::Salt | PartKind::Word | PartKind::Strength => self.add_word(part),
        }
    }

    /// Adds a number. Without a unit, it is the strength if there is no other one.
    fn add_number(&mut self, part: &Part<'_>, has_quantity: bool, is_split: bool) {
        let is_only = !(has_quantity || self.has(PartRole::Strength));
        if !is_split && !is_only && part.is_bare() {
            return self.add(part, PartRole::Size);
        }
        let mut clauses = part.clauses.clone();
        if part.is_bare() {
            clauses = clauses.iter().map(|clause| clause.number_within(Within::Title)).collect();
        }
        self.add_with(part, PartRole::Strength, clauses);
    }

    fn follows_metal(&self) -> bool {
        // In `atorvastatin calcium trihydrate` the metal itself is the salt.
        match self.assigned.last() {
            Some(last) => last.role != PartRole::Salt && METALS.contains(&last.text.as_str()),
            None => false,
        }
    }

    /// Returns whether an earlier part names a medicine by its generic name, so that this part may be its
    /// salt.
    fn has_substance(&self) -> bool {
        for one in &self.assigned {
            let is_medicine = one.role == PartRole::Medicine;
            if is_medicine && (self.index.is_substance(&one.text) || !one.similar.is_empty()) {
                return true;
            }
        }
        false
    }

    pub fn has(&self, role: PartRole) -> bool {
        self.assigned.iter().any(|one| one.role == role)
    }

    /// Adds a part with its clauses.
    pub fn add(&mut self, part: &Part<'_>, role: PartRole) {
        self.add_with(part, role, part.clauses.clone());
    }

    pub fn add_with(&mut self, part: &Part<'_>, role: PartRole, clauses: Vec<Clause>) {
        let (written, text) = (part.written.to_owned(), part.text.clone());
        self.add_part(QueryPart { written, text, role, clauses, similar: Vec::new() });
    }

    /// Adds a part, unless it repeats an earlier one.
    ///
    /// Strengths, numbers, salts, corrected words and parts without clauses may repeat.
    pub fn add_part(&mut self, one: QueryPart) {
        let is_amount = one.clauses.iter().any(Clause::is_amount);
        let may_repeat =
            is_amount || one.clauses.is_empty() || !one.similar.is_empty() || one.role == PartRole::Salt;
        if may_repeat || !self.assigned.iter().any(|other| other.clauses == one.clauses) {
            self.assigned.push(one);
        }
    }
}

fn is_filling(part: &Part<'_>) -> bool {
    FILLINGS.contains(&part.text.as_str())
}

/// Returns whether a short number before a strength may be a part of it: `2 5mg`.
fn is_split(part: &Part<'_>, following: &[Part<'_>]) -> bool {
    part.text.len() <= MAX_PART_LEN && following.first().is_some_and(Part::is_quantity)
}

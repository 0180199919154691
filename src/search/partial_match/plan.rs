//! The plan of a partial match: which parts are required, which may be ignored, and which changes are
//! reported.

use super::name_index::NameIndex;
use super::query_part::{PartRole, QueryPart, ROLES};
use super::roles::assign_roles;
use crate::search::box_phrases::salts;
use crate::search::clauses::{Clause, dedup, expansions_of, one_of};
use crate::search::correction::{Change, Correction};
use crate::search::parse::{ParsedQuery, Part, PartKind, parse, repair};

/// The maximum number of words in a text. A box has fewer.
const MAX_WORDS: usize = 40;
/// The maximum number of words that are not phrases of boxes. Each is looked up among all packs.
const MAX_UNUSUAL: usize = 14;
/// The maximum number of parts. A text with more does not describe one pack.
const MAX_QUERIED: usize = 24;

/// The parts of a text with their roles.
pub struct Plan {
    pub parts: Vec<QueryPart>,
    /// The words that were read differently.
    read: Vec<Correction>,
}

impl Plan {
    /// Assigns roles to the parts of a query. Words that no name has are repaired before.
    ///
    /// The plan has no parts if the text has too many.
    pub fn of(query: &ParsedQuery<'_>, index: &impl NameIndex) -> Plan {
        if query.word_count() > MAX_WORDS {
            return Plan { parts: Vec::new(), read: Vec::new() };
        }
        let (repaired, read) = repair(query, &|word| index.is_word(word));
        let parts = if read.is_empty() { query.parts() } else { parse(&repaired).parts() };
        let parts = if are_few(&parts) { assign_roles(&parts, index) } else { Vec::new() };
        Plan { parts, read }
    }

    /// Returns whether the text names a medicine and has few enough other parts.
    pub fn names_medicine(&self) -> bool {
        self.parts.iter().any(|one| one.role == PartRole::Medicine)
            && self.parts.iter().filter(|one| one.role != PartRole::Nothing).count() <= MAX_QUERIED
    }

    /// Returns the parts that are never ignored, the medicines first.
    pub fn required(&self) -> Vec<&QueryPart> {
        self.in_order(|role| role < PartRole::Salt)
    }

    /// Returns the medicine, its form, its strength and its attributes, without other required words.
    pub fn essentials(&self) -> Vec<&QueryPart> {
        let mut essentials = self.required();
        essentials.retain(|one| one.role != PartRole::Word || one.is_form());
        essentials
    }

    /// Returns the clauses in the order of the text, as the components of mixtures need them.
    pub fn ordered(&self) -> Vec<Clause> {
        let mut clauses = Vec::new();
        for part in &self.parts {
            // A strength does not belong to a substance that is ignored beside its combination.
            if part.role != PartRole::Nothing {
                clauses.extend(part.clauses.iter().cloned());
            }
        }
        clauses
    }

    /// Returns the required parts without the words that may be ignored.
    ///
    /// Forms and unknown words that may be the medicine remain.
    pub fn without_words(&self) -> Vec<&QueryPart> {
        let mut required = self.required();
        required.retain(|one| {
            one.role != PartRole::Word || one.is_form() || one.clauses.contains(&Clause::NOTHING)
        });
        required
    }

    /// Returns the parts that are ignored if no pack has them, the most important first.
    pub fn optional(&self) -> Vec<&QueryPart> {
        self.in_order(|role| (PartRole::Salt..PartRole::Unknown).contains(&role))
    }

    fn in_order(&self, is_wanted: fn(PartRole) -> bool) -> Vec<&QueryPart> {
        let with = |role: PartRole| self.parts.iter().filter(move |one| one.role == role);
        ROLES.into_iter().filter(|role| is_wanted(*role)).flat_map(with).collect()
    }

    /// Returns a clause that matches any salt not in the text.
    pub fn other_salts(&self) -> Clause {
        let is_other = |salt: &&str| !self.parts.iter().any(|one| one.text == *salt);
        one_of(salts().filter(is_other).map(expansions_of))
    }

    /// Returns the text of the parts that were kept.
    pub fn text(&self, kept: &[&QueryPart]) -> String {
        let is_kept = |one: &&QueryPart| kept.iter().any(|kept| std::ptr::eq(*kept, *one));
        self.parts.iter().filter(is_kept).map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// Returns the changes to report: words read differently, then corrected words, then ignored words.
    pub fn changes(&self, kept: &[&QueryPart]) -> Vec<Change> {
        let read = self.read.iter().cloned().map(Change::Rewritten);
        let is_kept = |one: &QueryPart| kept.iter().any(|kept| std::ptr::eq(*kept, one));
        let mut left_out: Vec<Vec<&str>> = Vec::new();
        let mut similar = Vec::new();
        let mut was_kept = true;
        for one in &self.parts {
            let is_kept = is_kept(one);
            match left_out.last_mut() {
                _ if is_kept => {}
                Some(words) if !was_kept => words.push(&one.written),
                _ => left_out.push(vec![&one.written]),
            }
            if is_kept && !one.similar.is_empty() {
                similar.push(Change::Similar(one.written.clone(), one.similar.clone()));
            }
            was_kept = is_kept;
        }
        let left_out = left_out.into_iter().map(|words| {
            Change::Rewritten(Correction { written: words.join(" "), replacements: Vec::new() })
        });
        read.chain(similar).chain(left_out).collect()
    }
}

/// Returns whether a text has few enough words and parts to describe one pack.
fn are_few(parts: &[Part<'_>]) -> bool {
    let is_word = |part: &&Part<'_>| matches!(part.kind, PartKind::Word | PartKind::Salt);
    let words = dedup(parts.iter().filter(is_word).map(|part| part.text.as_str())).len();
    words <= MAX_UNUSUAL && parts.iter().filter(|part| part.kind != PartKind::Noise).count() <= MAX_QUERIED
}

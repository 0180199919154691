//! What a text asks for: what is never left out of it, what may be, and what is said of both.

use super::parser::{Kind, Part, read};
use super::query_part::{PartRole, QueryPart, ROLES};
use super::roles::{NameIndex, asked_of};
use crate::search::box_phrases::salts;
use crate::search::clauses::{Clause, dedup, meant_by, one_of};
use crate::search::correction::{Change, Correction};

/// So many words may be no wording of boxes: each is looked for among all packs.
const MOST_WORDS: usize = 14;
/// So many different things are asked for; a text with more says too much to be one pack's.
const MOST_ASKED: usize = 24;

/// What a text asks for.
pub struct Plan {
    pub asked: Vec<QueryPart>,
    /// What was read otherwise than it was written.
    read: Vec<Correction>,
}

impl Plan {
    /// What a folded text asks for; none when that is what was looked for already, or no medicine is named.
    pub fn of(folded: &str, index: &impl NameIndex) -> Plan {
        let (parts, read) = read(folded, |word| index.is_word(word));
        let asked = if are_few(&parts) { asked_of(&parts, index) } else { Vec::new() };
        Plan { asked, read }
    }

    /// Whether there is a medicine to look for, and not too much beside it.
    pub fn names_medicine(&self) -> bool {
        self.asked.iter().any(|one| one.role == PartRole::Medicine)
            && self.asked.iter().filter(|one| one.role != PartRole::Nothing).count() <= MOST_ASKED
    }

    /// Whether anything in it may be taken otherwise than in full. A medicine, its strength, form and size say nothing but what names
    /// say: where no pack has them all there is none.
    pub fn is_other(&self) -> bool {
        let is_other = |one: &QueryPart| match one.role {
            PartRole::Medicine | PartRole::Word => !one.similar.is_empty(),
            PartRole::Strength => {
                one.clauses.iter().any(|clause| clause.alternatives.iter().any(|atoms| atoms.len() > 1))
            }
            PartRole::Attribute | PartRole::Doubt => false,
            PartRole::Salt
            | PartRole::Maker
            | PartRole::Size
            | PartRole::Detail
            | PartRole::Unknown
            | PartRole::Nothing => true,
        };
        let medicines = self.asked.iter().filter(|one| one.role == PartRole::Medicine).count();
        !self.read.is_empty() || medicines > 1 || self.asked.iter().any(is_other)
    }

    /// What is never left out, the medicines first.
    pub fn required(&self) -> Vec<&QueryPart> {
        self.in_order(|role| role < PartRole::Salt)
    }

    /// The medicine, its form and its strength, without other words that are never left out.
    pub fn essentials(&self) -> Vec<&QueryPart> {
        let mut essentials = self.required();
        essentials.retain(|one| one.role != PartRole::Word || one.is_form());
        essentials
    }

    /// Returns what is asked in the order of the text, for the components of mixtures.
    pub fn ordered(&self) -> Vec<Clause> {
        self.asked.iter().flat_map(|one| &one.clauses).cloned().collect()
    }

    /// Words that no medicine is named by and that no product of the medicine has: they are dropped before a medicine is.
    pub fn without_words(&self) -> Vec<&QueryPart> {
        let mut required = self.required();
        required.retain(|one| {
            one.role != PartRole::Word || one.is_form() || one.clauses.contains(&Clause::NOTHING)
        });
        required
    }

    /// What is left out where no pack has it, that which is most wanted first.
    pub fn optional(&self) -> Vec<&QueryPart> {
        self.in_order(|role| (PartRole::Salt..PartRole::Unknown).contains(&role))
    }

    fn in_order(&self, is_wanted: fn(PartRole) -> bool) -> Vec<&QueryPart> {
        let with = |role: PartRole| self.asked.iter().filter(move |one| one.role == role);
        ROLES.into_iter().filter(|role| is_wanted(*role)).flat_map(with).collect()
    }

    /// Any salt that the text does not name.
    pub fn other_salts(&self) -> Clause {
        let is_other = |salt: &&str| !self.asked.iter().any(|one| one.text == *salt);
        one_of(salts().filter(is_other).map(meant_by))
    }

    /// The text of what is asked for, without what was left out.
    pub fn text(&self, kept: &[&QueryPart]) -> String {
        let is_kept = |one: &&QueryPart| kept.iter().any(|kept| std::ptr::eq(*kept, *one));
        self.asked.iter().filter(is_kept).map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// What was taken otherwise, and what was left out, in the order of the text.
    pub fn changes(&self, kept: &[&QueryPart]) -> Vec<Change> {
        let read = self.read.iter().cloned().map(Change::Rewritten);
        let is_kept = |one: &QueryPart| kept.iter().any(|kept| std::ptr::eq(*kept, one));
        let mut left_out: Vec<Vec<&str>> = Vec::new();
        let mut similar = Vec::new();
        let mut was_kept = true;
        for one in &self.asked {
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
        let left_out = left_out
            .into_iter()
            .map(|words| Change::Rewritten(Correction { written: words.join(" "), taken: Vec::new() }));
        read.chain(similar).chain(left_out).collect()
    }
}

/// Whether it may be one pack's: a box says few words that name something.
fn are_few(parts: &[Part]) -> bool {
    let is_word = |part: &&Part| matches!(part.kind, Kind::Word | Kind::Salt);
    let words = dedup(parts.iter().filter(is_word).map(|part| part.text.as_str())).len();
    words <= MOST_WORDS && parts.iter().filter(|part| part.kind != Kind::Noise).count() <= MOST_ASKED
}

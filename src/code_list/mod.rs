//! What became of the codes of a list, and what came in addition to them.
//!
//! A list of codes ages: packs are discontinued, codes are replaced, barcodes are given to other packs.
//! [`check`] says so for each code, also for those that a spreadsheet has spoiled, and never leaves one out.
//! With the history of the dataset, [`CodeList::additions`] has the codes that came since a day and would
//! belong to the list.

mod additions;
mod code;
mod finding;
mod json;
#[cfg(feature = "cli")]
mod members;

pub use additions::Addition;
pub use finding::{CodeKind, Finding};
#[cfg(feature = "cli")]
pub(crate) use members::{Common, Member, members};

use crate::concept::{Kind, PackConcepts};
use crate::dataset::{Dataset, PackNumber, Place};
use crate::date::Date;
use crate::gtin::Gtin;
use crate::history::History;
use crate::lookup;
use crate::snomed::{AmppId, ConceptId};
use code::{Places, Reading, Spoiled};
#[cfg(feature = "cli")]
pub(crate) use code::{is_code, may_be_code};

/// What a list is checked against: a release, and its history if there is one. Only with a history is a code
/// reported as removed or moved.
#[derive(Clone, Copy, Debug)]
pub struct Source<'s> {
    /// The current release.
    pub dataset: &'s Dataset<'s>,
    /// What changed until then, if it is known.
    pub history: Option<&'s History>,
    /// The day since which changes count, such as that on which the list was made. Without it, all changes of
    /// the history do.
    pub since: Option<Date>,
}

/// A list whose codes were checked, in its order. It keeps its source, in which `additions` finds the new
/// codes that would belong to it.
#[derive(Clone, Debug)]
pub struct CodeList<'s> {
    source: Source<'s>,
    /// The codes.
    pub codes: Vec<Checked>,
}

/// What became of a code. Every code of a list has one, also a code that cannot be read, so that the answer
/// omits none.
#[derive(Clone, Debug, Default)]
pub struct Checked {
    /// The code as it is in the list, without white space around it.
    pub code: String,
    /// What it is the code of, if it is known.
    pub kind: Option<CodeKind>,
    /// The current name of what has the code, or the last one. Empty if it is not known.
    pub name: String,
    /// The pack of a GTIN's latest use.
    pub pack: Option<AmppId>,
    /// What a person must know, the most serious first. Empty if the code is current.
    pub findings: Vec<Finding>,
    gtin: Option<Gtin>,
    id: Option<ConceptId>,
    /// The virtual product and the virtual pack, under which new codes belong to the list.
    generic: [Option<ConceptId>; 2],
}

impl Checked {
    /// Finds the most serious finding as a code for programs, or `current`.
    pub fn status(&self) -> &'static str {
        self.findings.first().map_or("current", Finding::as_str)
    }

    /// Writes the findings in words, or an empty text.
    pub fn in_words(&self) -> String {
        let texts: Vec<String> = self.findings.iter().map(Finding::in_words).collect();
        texts.join(". ")
    }
}

/// Checks the codes of a list: GTINs and codes of dm+d in any mixture.
///
/// # Examples
///
/// ```
/// # let bytes = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::code_list::{Source, check};
/// use pack_lookup::dataset::verify;
///
/// let dataset = verify(&bytes)?;
/// let source = Source { dataset: &dataset, history: None, since: None };
/// let list = check(source, ["9521234567899", "9521001000017", "9.52E+12"]);
/// let statuses: Vec<&str> = list.codes.iter().map(|code| code.status()).collect();
/// assert_eq!(statuses, ["current", "reused", "rounded_number"]);
/// # Ok::<(), pack_lookup::dataset::OpenError>(())
/// ```
pub fn check<'s, 'c>(source: Source<'s>, codes: impl IntoIterator<Item = &'c str>) -> CodeList<'s> {
    let read: Vec<(&str, Reading)> = codes.into_iter().map(|code| (code.trim(), Reading::of(code))).collect();
    let places = Places::of(source.dataset, read.iter().filter_map(|(_, reading)| reading.concept));
    let mut checked: Vec<Checked> =
        read.into_iter().map(|(code, reading)| source.check(code, reading, &places)).collect();
    if let Some(history) = source.history {
        finding::add_changes(history, source.since, &mut checked);
    }
    CodeList { source, codes: checked }
}

impl<'s> Source<'s> {
    fn check(&self, code: &str, reading: Reading, places: &Places) -> Checked {
        let Reading { gtin, concept, padded, .. } = reading;
        let found = gtin.and_then(|gtin| self.gtin(gtin));
        let found = found.or_else(|| self.concept(concept?, places));
        let found = found.or_else(|| self.without_zeros(padded?));
        let mut checked = found.unwrap_or_else(|| self.unknown(reading));
        checked.code = code.to_owned();
        checked
    }

    /// Describes what became of a GTIN, or `None` if no pack has carried it.
    fn gtin(&self, gtin: Gtin) -> Option<Checked> {
        let latest = lookup::latest(self.dataset, gtin)?;
        let mut checked = self.pack(latest.pack);
        checked.kind = Some(CodeKind::Gtin);
        (checked.gtin, checked.pack) = (Some(gtin), self.dataset.pack_id(latest.pack));
        let packs = lookup::packs(self.dataset, gtin);
        if let Some(grade) = lookup::reuse_of(self.dataset, &packs) {
            checked.findings.insert(0, Finding::Reused { grade, packs: packs.len() });
        }
        if let Some(on) = latest.entry.end_date.filter(|end| *end < self.dataset.release_date()) {
            checked.findings.push(Finding::Ended { on });
        }
        Some(checked)
    }

    fn without_zeros(&self, gtin: Gtin) -> Option<Checked> {
        let mut checked = self.gtin(gtin)?;
        checked.findings.push(Finding::ZerosLost);
        Some(checked)
    }

    fn pack(&self, number: PackNumber) -> Checked {
        let status = self.dataset.status(number);
        let mut findings = Vec::new();
        if status.is_invalid {
            findings.push(Finding::Invalid);
        }
        if status.is_discontinued {
            findings.push(Finding::Discontinued { since: status.discontinued_date });
        }
        let generic = self.dataset.concepts().map(|concepts| concepts.generic_ids(Place::Ampp(number)));
        Checked {
            kind: Some(CodeKind::Concept(Kind::Ampp)),
            name: self.dataset.name(number),
            id: self.dataset.pack_id(number).map(ConceptId::from),
            findings,
            generic: generic.unwrap_or_default(),
            ..Checked::default()
        }
    }

    /// Describes what became of a code of dm+d, or `None` if the release does not have it.
    fn concept(&self, id: ConceptId, places: &Places) -> Option<Checked> {
        let place = places.of_code(id);
        if let Some(Place::Ampp(pack)) = place {
            return Some(self.pack(pack));
        }
        let concepts = self.dataset.concepts()?;
        let (current, place) = match place {
            Some(place) => (id, place),
            None => concepts.successor(id)?,
        };
        let found = concepts.ancestors(place);
        let (name, is_invalid) = named(&found, place.kind());
        let mut findings = Vec::new();
        if current != id {
            findings.push(Finding::Replaced { by: current, name: name.clone() });
        }
        if is_invalid {
            findings.push(Finding::Invalid);
        }
        let packs = concepts.packs_at(place, self.dataset.pack_range());
        if !packs.iter().any(|pack| self.dataset.is_current(pack)) {
            findings.push(Finding::NoCurrentPack);
        }
        let kind = Some(CodeKind::Concept(place.kind()));
        let generic = concepts.generic_ids(place);
        Some(Checked { kind, name, id: Some(current), findings, generic, ..Checked::default() })
    }

    /// Finds the reason why a code is not known.
    fn unknown(&self, reading: Reading) -> Checked {
        let Reading { spoiled, gtin, padded, concept } = reading;
        let finding = match spoiled {
            Some(Spoiled::Rounded) => Finding::RoundedNumber,
            Some(Spoiled::NoCode) => Finding::NotACode,
            None => self.unknown_number(gtin, concept, padded),
        };
        Checked { gtin: gtin.or(padded), id: concept, findings: vec![finding], ..Checked::default() }
    }

    /// Finds the reason why a number is not known. With 13 or 14 digits it is a GTIN, because no code of dm+d
    /// has as many.
    fn unknown_number(
        &self,
        gtin: Option<Gtin>,
        concept: Option<ConceptId>,
        padded: Option<Gtin>,
    ) -> Finding {
        let is_right = |gtin: Option<Gtin>| gtin.is_some_and(Gtin::has_right_check_digit);
        let is_code = gtin.is_none() && concept.is_some_and(ConceptId::has_right_check_digit);
        if is_right(gtin) || (is_right(padded) && !is_code) {
            Finding::UnknownGtin
        } else if !is_code {
            Finding::WrongCheckDigit
        } else if self.dataset.concepts().is_some() {
            Finding::UnknownCode
        } else {
            Finding::NoConcepts
        }
    }
}

/// Finds the name of the concept of a kind, and whether it is invalid.
fn named(concepts: &PackConcepts, kind: Kind) -> (String, bool) {
    let named = match kind {
        Kind::Ampp => None,
        Kind::Amp => concepts.amp.as_ref().map(|one| (&one.name, one.is_invalid)),
        Kind::Vmpp => concepts.vmpp.as_ref().map(|one| (&one.name, one.is_invalid)),
        Kind::Vmp => concepts.vmp.as_ref().map(|one| (&one.name, one.is_invalid)),
        Kind::Vtm => concepts.vtm.as_ref().map(|one| (&one.name, one.is_invalid)),
    };
    named.map_or((String::new(), false), |(name, is_invalid)| (name.clone(), is_invalid))
}

impl CodeList<'_> {
    /// Counts how many codes have each status, in the order in which they occur.
    pub fn counts(&self) -> Vec<(&'static str, usize)> {
        let mut counts: Vec<(&'static str, usize)> = Vec::new();
        for code in &self.codes {
            match counts.iter_mut().find(|(status, _)| *status == code.status()) {
                Some((_, count)) => *count += 1,
                None => counts.push((code.status(), 1)),
            }
        }
        counts
    }

    /// Reports whether all changes since the day are known. False without a history, or if it begins later.
    pub fn is_complete(&self) -> bool {
        let Source { history, since, .. } = self.source;
        history.is_some_and(|history| since.is_none_or(|since| !history.begins_after(since)))
    }
}

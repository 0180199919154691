//! `/api/ampp/<id>`: a pack and its concepts. `/api/amp|vmpp|vmp|vtm/<id>`: a concept, the concepts above it,
//! and its packs.

use super::answer::{Answer, JSON};
use super::params::Params;
use super::problem::{self, BAD_CODE, Problem, Reason, UNKNOWN_CODE};
use super::search;
use crate::concept::Kind;
use crate::dataset::{Concepts, Dataset, PackNumber, Place};
use crate::json::{IdFormat, Object};
use crate::lookup;
use crate::snomed::{ConceptId, verhoeff_check_digit};
use crate::text::has_only_digits;

/// Finds the kind in a path.
pub(super) fn kind_named(word: &str) -> Option<Kind> {
    [Kind::Ampp, Kind::Amp, Kind::Vmpp, Kind::Vmp, Kind::Vtm].into_iter().find(|kind| kind.as_str() == word)
}

/// Answers with a pack or concept. `prefix` is the prefix of the paths of the interface.
pub(super) fn answer(
    dataset: &Dataset<'_>,
    kind: Kind,
    code: &str,
    params: &Params,
    prefix: &str,
) -> Result<Answer, Problem> {
    let request = ConceptRequest { dataset, kind, id: parse(code)?, prefix };
    let concepts = concepts_of(dataset)?;
    let pack = if kind == Kind::Ampp { lookup::pack_of(dataset, request.id) } else { None };
    if let Some(pack) = pack {
        return request.pack(pack, params);
    }
    match concepts.find(request.id) {
        Some(place) if place.kind() == kind => request.packs(concepts, place, params),
        Some(other) => Err(request.other_kind(other.kind())),
        None => request.successor(concepts, params),
    }
}

/// Appends the concepts of a pack to its record.
pub(super) fn push_concepts(
    record: &mut Object<'_>,
    dataset: &Dataset<'_>,
    pack: PackNumber,
    ids: IdFormat,
) -> Result<(), Problem> {
    let concepts = concepts_of(dataset)?.of_pack(pack).unwrap_or_default();
    concepts.push_json(record.value("dmd"), ids);
    Ok(())
}

fn concepts_of<'d>(dataset: &'d Dataset<'_>) -> Result<Concepts<'d>, Problem> {
    dataset.concepts().ok_or_else(problem::no_concepts)
}

/// A request for a concept.
struct ConceptRequest<'d, 'a> {
    dataset: &'d Dataset<'a>,
    kind: Kind,
    id: ConceptId,
    prefix: &'d str,
}

impl ConceptRequest<'_, '_> {
    fn pack(&self, number: PackNumber, params: &Params) -> Result<Answer, Problem> {
        let ids = params.ids()?;
        let Some(pack) = self.dataset.pack(number) else { return Err(self.unknown()) };
        let mut json = pack.to_json(ids);
        let mut record = Object::reopen(&mut json);
        push_concepts(&mut record, self.dataset, number, ids)?;
        record.close();
        Ok(Answer::new(200, JSON, json))
    }

    fn packs(&self, concepts: Concepts<'_>, place: Place, params: &Params) -> Result<Answer, Problem> {
        let ids = params.ids()?;
        let filters = search::filters(params, self.dataset)?;
        let query = search::query(params, "", &filters)?;
        let found = crate::search::find_place(concepts, &query, self.id, place);
        let packs = search::packs(self.dataset, &found);
        let mut json = concepts.ancestors(place).to_json(ids);
        let mut record = Object::reopen(&mut json);
        record.array("packs", &packs, |pack, json| pack.push_json(json, ids));
        record.close();
        let answer = search::add_unfiltered(Answer::new(200, JSON, json), &filters, &found);
        Ok(search::add_page_links(
            answer,
            params,
            &self.path(self.kind),
            (query.offset, query.limit),
            found.total,
        ))
    }

    /// Answers with the concept that had this code before. The link to its current code says so.
    fn successor(&self, concepts: Concepts<'_>, params: &Params) -> Result<Answer, Problem> {
        let Some((id, place)) = concepts.successor(self.id) else { return Err(self.unknown()) };
        let current = ConceptRequest { id, kind: place.kind(), ..*self };
        let answer = current.packs(concepts, place, params)?;
        Ok(answer.link(&current.path(current.kind), "canonical"))
    }

    /// Writes the path of the code under another kind.
    fn path(&self, kind: Kind) -> String {
        format!("{}/{}/{}", self.prefix, kind.as_str(), self.id)
    }

    fn other_kind(&self, kind: Kind) -> Problem {
        let detail = format!(
            "{} is the code of {}, not of {}; see {}",
            self.id,
            in_words(kind),
            in_words(self.kind),
            self.path(kind)
        );
        let problem = Problem::new(UNKNOWN_CODE, Reason::OTHER_KIND, detail).at(self.path(kind));
        problem.with("code", self.id.to_string()).with("kind", kind.as_str())
    }

    fn unknown(&self) -> Problem {
        let (found, right) = self.check_digits();
        let (reason, verdict) = if found == right {
            (Reason::UNKNOWN_CODE, "its check digit is correct".to_owned())
        } else {
            (Reason::WRONG_CODE_CHECK_DIGIT, format!("its check digit is {found}, but should be {right}"))
        };
        let detail = format!("this release has no concept with the code {}; {verdict}", self.id);
        let problem = Problem::new(UNKNOWN_CODE, reason, detail).with("code", self.id.to_string());
        problem.with("check_digit", found).with("expected_check_digit", right)
    }

    /// Computes the check digit of the code, and the correct one.
    fn check_digits(&self) -> (u8, u8) {
        let number = self.id.number();
        ((number % 10) as u8, verhoeff_check_digit(number / 10))
    }
}

/// Names the kind in words, for people.
fn in_words(kind: Kind) -> &'static str {
    match kind {
        Kind::Ampp => "a pack (AMPP)",
        Kind::Amp => "a product (AMP)",
        Kind::Vmpp => "a virtual pack (VMPP)",
        Kind::Vmp => "a virtual product (VMP)",
        Kind::Vtm => "a therapeutic moiety (VTM)",
    }
}

fn parse(text: &str) -> Result<ConceptId, Problem> {
    let code = text.trim();
    match ConceptId::parse(code) {
        Ok(id) => Ok(id),
        Err(error) => {
            let is_number = has_only_digits(code) && !code.starts_with('0');
            let reason = if is_number { Reason::BAD_CODE_LENGTH } else { Reason::CODE_NOT_DIGITS };
            let detail = format!("{error}, and the first is not 0");
            Err(Problem::new(BAD_CODE, reason, detail).with("code", code))
        }
    }
}

//! Finds the changes between two datasets, and appends them to a history.

mod changes;

use super::error::{HistoryError, Problem};
use super::file::place_of;
use super::{Change, ChangeKind, History, Source, Step};
use crate::concept::Kind;
use crate::dataset::{Dataset, OpenError, hex, verify};
use crate::gtin::RecordedGtin;
use crate::snomed::ConceptId;

/// The days for which a history keeps changes: two years.
const KEPT_DAYS: i32 = 2 * 366;

/// Computes the changes between two datasets as a history of one step.
///
/// # Errors
///
/// Returns [`HistoryError`] if the bytes of either are not a dataset or are damaged, if the second release is
/// earlier, if only one of them is demonstration data, incomplete in the same way, or has concepts: what it
/// lacks would seem to be removed.
///
/// # Examples
///
/// ```
/// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// # let after = before.clone();
/// use pack_lookup::history::between;
///
/// let history = between(&before, &after)?;
/// assert!(history.steps[0].changes.is_empty());
/// # Ok::<(), pack_lookup::history::HistoryError>(())
/// ```
pub fn between(before: &[u8], after: &[u8]) -> Result<History, HistoryError> {
    let (old, new) = (verify(before).map_err(no_dataset)?, verify(after).map_err(no_dataset)?);
    check(&old, &new)?;
    let mut changes = changes::pack_changes(&old, &new)?;
    changes.extend(changes::concept_changes(&old, &new)?);
    changes.sort_by_key(order);
    let step = Step { source: source(&new), changes };
    Ok(History { is_demo: old.is_demo(), first: source(&old), steps: vec![step] })
}

/// Builds a history with the changes between two datasets appended: changes of more than two years ago are
/// dropped. Without a history, it begins with them. If it has these changes already, it stays as it is.
///
/// # Errors
///
/// Returns [`HistoryError`] as [`between`] and [`History::open`] do, and if the history does not end with the
/// first release.
///
/// # Examples
///
/// ```
/// # let before = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// # let after = before.clone();
/// use pack_lookup::history::{History, append};
///
/// let file = append(None, &before, &after)?;
/// assert_eq!(History::open(&file)?.steps.len(), 1);
/// # Ok::<(), pack_lookup::history::HistoryError>(())
/// ```
pub fn append(history: Option<&[u8]>, before: &[u8], after: &[u8]) -> Result<Vec<u8>, HistoryError> {
    appended(history, between(before, after)?, false)
}

/// Writes the history that a service keeps, which serves `after` from now on, and served `before` until now.
/// Without either, it begins with `after`. If it has `after` already, the releases after it are dropped: they
/// were taken back.
///
/// # Errors
///
/// Returns [`HistoryError`] as [`between`] and [`History::open`] do, and if the history has neither release.
///
/// # Examples
///
/// ```
/// # let dataset = include!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/common/doctest_dataset.rs"));
/// use pack_lookup::history::{History, follow};
///
/// let first = follow(None, None, &dataset)?;
/// assert!(History::open(&first)?.steps.is_empty());
/// # Ok::<(), pack_lookup::history::HistoryError>(())
/// ```
pub fn follow(history: Option<&[u8]>, before: Option<&[u8]>, after: &[u8]) -> Result<Vec<u8>, HistoryError> {
    let new = verify(after).map_err(no_dataset)?;
    if let Some(bytes) = history {
        let mut history = History::open(bytes)?;
        if history.rewind(new.digest()) {
            return history.write();
        }
    }
    match before {
        Some(before) => appended(history, between(before, after)?, true),
        None if history.is_none() => begun(&new).write(),
        None => Err(HistoryError(Problem::OtherDataset {
            last: History::open(history.unwrap_or_default())?.last().release.clone(),
            dataset: new.release().to_owned(),
        })),
    }
}

/// Builds a history without changes, which begins with a release.
fn begun(dataset: &Dataset<'_>) -> History {
    History { is_demo: dataset.is_demo(), first: source(dataset), steps: Vec::new() }
}

/// Builds a history with changes appended. With `is_rewound`, the releases after the one with which they
/// begin are dropped.
pub(crate) fn appended(
    history: Option<&[u8]>,
    added: History,
    is_rewound: bool,
) -> Result<Vec<u8>, HistoryError> {
    let Some(bytes) = history else { return added.write() };
    let mut history = History::open(bytes)?;
    if has(&history, &added) {
        return Ok(bytes.to_vec());
    }
    if is_rewound {
        history.rewind(added.first.digest);
    }
    if history.is_demo != added.is_demo {
        return Err(HistoryError(Problem::OtherData));
    }
    if history.last().digest != added.first.digest {
        let [last, asked] = [history.last(), &added.first].map(described);
        return Err(HistoryError(Problem::OtherRelease { last, asked }));
    }
    history.steps.extend(added.steps);
    drop_old(&mut history);
    history.write()
}

/// Reports whether a history ends with the same step, or with the release from which nothing changed.
fn has(history: &History, added: &History) -> bool {
    if added.first.digest == added.last().digest && history.last().digest == added.first.digest {
        return true;
    }
    let before = history.steps.len().checked_sub(2).and_then(|place| history.steps.get(place));
    let before = before.map_or(&history.first, |step| &step.source);
    !history.steps.is_empty()
        && before.digest == added.first.digest
        && history.last().digest == added.last().digest
}

fn drop_old(history: &mut History) {
    let first_day = history.last().date.days() - KEPT_DAYS;
    let old = history.steps.iter().take_while(|step| step.source.date.days() < first_day).count();
    if let Some(last) = history.steps.drain(..old).next_back() {
        history.first = last.source;
    }
}

fn check(old: &Dataset<'_>, new: &Dataset<'_>) -> Result<(), HistoryError> {
    let problem = if old.is_demo() != new.is_demo() {
        Problem::OtherData
    } else if old.release_date() > new.release_date() {
        Problem::Earlier { before: old.release_date(), after: new.release_date() }
    } else if old.gaps() != new.gaps() {
        Problem::OtherGaps
    } else if old.concepts().is_some() != new.concepts().is_some() {
        Problem::OneHasNoConcepts
    } else {
        return Ok(());
    };
    Err(HistoryError(problem))
}

fn no_dataset(error: OpenError) -> HistoryError {
    HistoryError(Problem::Dataset(error.to_string()))
}

fn source(dataset: &Dataset<'_>) -> Source {
    Source { release: dataset.release().to_owned(), date: dataset.release_date(), digest: dataset.digest() }
}

fn described(source: &Source) -> String {
    let [a, b, c, d, ..] = source.digest;
    format!("{} of {} ({}…)", source.release, source.date, hex(&[a, b, c, d]))
}

/// The order of changes: by kind, concept, code and GTIN.
fn order(change: &Change) -> (ChangeKind, usize, ConceptId, Option<RecordedGtin>) {
    (change.what.kind(), place_of(change.concept), change.code, change.what.gtin())
}

/// Builds a change of a pack.
fn of_pack(code: ConceptId, what: super::What) -> Change {
    Change { concept: Kind::Ampp, code, what }
}

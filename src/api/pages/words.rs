//! Days, periods, status and re-use in words, for the pages.

use maud::{Markup, html};

use crate::concept::Reuse;
use crate::date::Date;
use crate::pack::{Discontinued, GtinEntry, Pack, Status};

pub(crate) fn status(status: Status) -> String {
    let discontinued = match (status.is_discontinued, status.discontinued_date) {
        (false, _) if status.is_invalid => return "Invalid: no longer a valid pack in dm+d".to_owned(),
        (false, _) => return "Current".to_owned(),
        (true, Some(date)) => format!("Discontinued since {}", date.in_words()),
        (true, None) => "Discontinued, date not recorded".to_owned(),
    };
    match status.is_invalid {
        true => format!("{discontinued}, and invalid: no longer a valid pack in dm+d"),
        false => discontinued,
    }
}

pub(super) fn discontinued(pack: &Pack) -> String {
    match &pack.discontinued {
        Some(Discontinued { date: Some(date), flag }) => format!("Since {} ({flag})", date.in_words()),
        Some(Discontinued { date: None, flag }) => format!("Date not recorded ({flag})"),
        None => "No".to_owned(),
    }
}

pub(super) fn legal_category(category: &str) -> String {
    match category {
        "POM" => "Prescription-only medicine (POM)".to_owned(),
        "P" => "Pharmacy medicine (P)".to_owned(),
        "GSL" => "General sale list medicine (GSL)".to_owned(),
        other => other.to_owned(),
    }
}

/// Writes a period in words.
pub(crate) fn period(entry: &GtinEntry) -> String {
    match entry.end_date {
        Some(end) => format!("{} to {}", entry.start_date.in_words(), end.in_words()),
        None => format!("since {}", entry.start_date.in_words()),
    }
}

/// Names the other use of a barcode.
pub(super) fn carriers(grade: Reuse) -> &'static str {
    match grade {
        Reuse::SameProduct => "another pack of the same product as well",
        Reuse::DifferentStrengthOrForm => "the same medicine in another strength or form as well",
        Reuse::Unknown => "another pack as well, perhaps of a different medicine",
        Reuse::DifferentMedicines => "a different medicine as well",
    }
}

/// Renders a day.
pub(crate) fn time(date: Date) -> Markup {
    html! { time datetime=(date) { (date.in_words()) } }
}

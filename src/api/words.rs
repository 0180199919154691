//! Dates, prices and codes in words, for the pages.

use crate::date::Date;
use crate::pack::{Discontinued, GtinEntry, Pack, Status};

const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

pub(crate) fn status(status: Status) -> String {
    let discontinued = match (status.is_discontinued, status.discontinued_date) {
        (false, _) if status.is_invalid => return "Invalid: no longer a valid pack in dm+d".to_owned(),
        (false, _) => return "Current".to_owned(),
        (true, Some(date)) => format!("Discontinued since {}", day(date)),
        (true, None) => "Discontinued, date not recorded".to_owned(),
    };
    match status.is_invalid {
        true => format!("{discontinued}, and invalid: no longer a valid pack in dm+d"),
        false => discontinued,
    }
}

pub(super) fn discontinued(pack: &Pack) -> String {
    match &pack.discontinued {
        Some(Discontinued { date: Some(date), flag }) => format!("Since {} ({flag})", day(*date)),
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

pub(super) fn pounds(pence: u32) -> String {
    format!("£{}.{:02}", pence / 100, pence % 100)
}

/// Returns a period in words.
pub(crate) fn period(entry: &GtinEntry) -> String {
    match entry.end_date {
        Some(end) => format!("{} to {}", day(entry.start_date), day(end)),
        None => format!("since {}", day(entry.start_date)),
    }
}

pub(crate) fn day(date: Date) -> String {
    let (year, month, day) = date.civil();
    let name = MONTHS.get(usize::from(month).saturating_sub(1)).copied().unwrap_or_default();
    format!("{day} {name} {year}")
}

//! Directions of prescriptions: how often, when and for how long. They say nothing about the pack.

use super::cut::Word;
use crate::text::is_whole_number;

/// Words that are directions by themselves.
const STRONG: [&str; 40] = [
    "bd",
    "bds",
    "bid",
    "daily",
    "hourly",
    "mane",
    "mdu",
    "mitte",
    "monthly",
    "nocte",
    "o.d",
    "b.d",
    "od",
    "om",
    "on",
    "prn",
    "qds",
    "qid",
    "sig",
    "stat",
    "t.d.s",
    "q.d.s",
    "tds",
    "tid",
    "weekly",
    "fortnightly",
    "taken",
    "bedtime",
    "breakfast",
    "morning",
    "evening",
    "nightly",
    "needed",
    "required",
    "directed",
    "meals",
    "alternate",
    "p.r.n",
    "ac",
    "pc",
];
/// Words of directions next to these, or next to a number of times or days.
const WEAK: [&str; 47] = [
    "a", "after", "and", "as", "at", "be", "before", "course", "day", "days", "dinner", "disp", "dispense",
    "each", "eight", "every", "food", "for", "four", "half", "hour", "hours", "hrs", "if", "in", "lunch",
    "month", "months", "night", "once", "one", "or", "puff", "puffs", "six", "supply", "take", "the", "then",
    "three", "times", "to", "twice", "two", "week", "weeks", "when",
];
/// Words that may finish a direction.
const ENDS: [&str; 19] = [
    "a", "at", "course", "day", "days", "each", "every", "food", "hours", "month", "months", "night", "once",
    "supply", "times", "twice", "week", "weeks", "with",
];
/// The denominators of days, weeks and months: `7/7`, `1/52`.
const PERIODS: [&str; 3] = ["7", "52", "12"];

/// Counts the words at the start that are directions, or 0.
pub fn directions_at(words: &[Word<'_>]) -> usize {
    let mut sure = 0;
    for (at, word) in words.iter().enumerate() {
        let text = word.text.trim_end_matches(['.', ',', ';', ':']);
        let next = words.get(at + 1).map_or("", |next| next.text);
        if is_strong(text) || is_period(text, next) {
            sure = at + 1;
        } else if !(WEAK.contains(&text) || is_count(text, next) || text == "x" && at == 0) {
            break;
        }
    }
    if sure == 0 {
        return 0;
    }
    let ends = words.iter().skip(sure).take_while(|word| ENDS.contains(&word.text)).count();
    sure + ends
}

fn is_strong(text: &str) -> bool {
    STRONG.contains(&text) || is_every(text)
}

/// Reports whether a word is like `q6h`.
fn is_every(text: &str) -> bool {
    text.strip_prefix('q')
        .and_then(|rest| rest.strip_suffix('h'))
        .is_some_and(|number| !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()))
}

/// Reports whether a word is like `7/7`, `1/52` or `1-0-1`, or a number before days and the like.
fn is_period(text: &str, next: &str) -> bool {
    if let Some((count, period)) = text.split_once('/') {
        return is_whole_number(count) && count.len() < 3 && PERIODS.contains(&period);
    }
    let doses = text.split('-');
    let is_scheme = text.len() > 4
        && doses.clone().count() > 2
        && doses.clone().all(|dose| dose.len() == 1 && is_whole_number(dose));
    let is_duration = is_whole_number(text)
        && matches!(next, "day" | "days" | "week" | "weeks" | "month" | "months" | "hourly" | "times");
    let is_duration = is_duration
        || matches!(text, "one" | "two" | "three" | "four")
            && matches!(next, "month" | "months" | "week" | "weeks" | "times");
    let is_duration = is_duration || is_whole_number(text) && matches!(next, "hours" | "hrs" | "hour");
    is_scheme || is_duration
}

/// Reports whether a word is a number of doses: a digit, or a Roman numeral before a direction.
fn is_count(text: &str, next: &str) -> bool {
    let is_small = text.len() == 1 && is_whole_number(text);
    let is_roman = matches!(text, "i" | "ii" | "iii") && (is_strong(next) || next == "tab");
    is_small || is_roman || matches!(text, "s")
}

//! Numbers of packs: `x28`, `28s`.

use crate::text::has_only_digits;

/// Returns the number of `x28`, `28x`, `28s` or `28's`.
pub fn number_of_size(text: &str) -> Option<&str> {
    let number = text.strip_prefix('x').or_else(|| without_end(text))?;
    is_count(number).then_some(number)
}

fn without_end(text: &str) -> Option<&str> {
    for end in ["'s", "’s", "s", "x"] {
        let number = text.strip_suffix(end);
        if number.is_some() {
            return number;
        }
    }
    None
}

fn is_count(text: &str) -> bool {
    (1..=4).contains(&text.len()) && has_only_digits(text)
}

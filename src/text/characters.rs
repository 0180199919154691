//! Characters: what a text begins with.

/// Measures the longest prefix of a text whose characters all belong to a class.
pub(crate) fn prefix_len(text: &str, belongs: impl Fn(char) -> bool) -> usize {
    text.len() - text.trim_start_matches(belongs).len()
}

/// Measures the length of the letters and percent signs at the start. A unit has only these.
pub(crate) fn unit_len(text: &str) -> usize {
    prefix_len(text, is_in_unit)
}

fn is_in_unit(c: char) -> bool {
    c.is_alphabetic() || c == '%'
}

/// Reports whether the letters of a unit continue with a letter or digit, and thus belong to a code like
/// `30g7`.
pub(super) fn continues(text: &str, len: usize) -> bool {
    let Some(rest) = text.get(len..) else { return false };
    rest.starts_with(char::is_alphanumeric) && !rest.starts_with('x')
}

/// Measures the length of the letters at the start, up to an `x` before a digit, as in `10cmx12cm`.
pub(super) fn letters_len(text: &str) -> usize {
    let len = prefix_len(text, char::is_alphabetic);
    let (letters, following) = text.split_at_checked(len).unwrap_or((text, ""));
    if letters.ends_with('x') && following.starts_with(is_digit) { len - 1 } else { len }
}

pub(super) fn starts_with_bare_fraction(text: &str) -> bool {
    match text.strip_prefix('.') {
        Some(fraction) => fraction.starts_with(is_digit),
        None => false,
    }
}

/// Measures the length of the number at the start: digits, thousands separators, and one fraction.
pub(super) fn number_len(text: &str) -> usize {
    let mut len = prefix_len(text, is_digit);
    while let Some(following) = after(text, len, ',')
        && (1..=3).contains(&text.find(',').unwrap_or(0))
        && prefix_len(following, is_digit) == 3
    {
        len += 4;
    }
    match after(text, len, '.') {
        Some(following) if following.starts_with(is_digit) => len + 1 + prefix_len(following, is_digit),
        _ => len,
    }
}

/// Finds what follows a sign at a position. Returns `None` if that sign is not there.
fn after(text: &str, at: usize, sign: char) -> Option<&str> {
    text.get(at..)?.strip_prefix(sign)
}

/// Reports whether a character has no width: joiners, marks of direction, tags and the like. Copied text has
/// them.
pub fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{AD}' | '\u{180E}' | '\u{200B}'..='\u{200F}' | '\u{202A}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
            | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{E0000}'..='\u{E01EF}'
    )
}

/// Reports whether a character is one of the ASCII digits.
pub fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Reports whether a character is an ASCII digit or a decimal point.
pub fn is_digit_or_point(c: char) -> bool {
    c.is_ascii_digit() || c == '.'
}

/// Reports whether a character is neither a letter nor a digit.
pub(crate) fn is_sign(c: char) -> bool {
    !c.is_alphanumeric()
}

/// Reports whether a text is one or more ASCII digits.
pub(crate) fn is_whole_number(text: &str) -> bool {
    !text.is_empty() && has_only_digits(text)
}

/// Reports whether a text has no character except ASCII digits. It may be empty.
pub fn has_only_digits(text: &str) -> bool {
    text.as_bytes().iter().all(u8::is_ascii_digit)
}

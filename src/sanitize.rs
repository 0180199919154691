//! Sanitises untrusted text for a terminal.

/// Replaces characters that control the terminal, break lines, or change the direction of the surrounding
/// text.
pub(crate) fn strip_control_chars(text: &str) -> String {
    text.chars().map(|c| if is_unsafe(c) { char::REPLACEMENT_CHARACTER } else { c }).collect()
}

fn is_unsafe(c: char) -> bool {
    c.is_control() || matches!(c, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Sanitises each line of a text.
#[cfg(feature = "cli")]
pub(crate) fn strip_control_chars_per_line(text: &str) -> String {
    text.split('\n').map(strip_control_chars).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn replaces_control_and_bidirectional_characters() {
        assert_eq!(
            strip_control_chars("a\u{1b}[2Jb\u{7}\r\n\u{9b}c"),
            "a\u{fffd}[2Jb\u{fffd}\u{fffd}\u{fffd}\u{fffd}c"
        );
        assert_eq!(strip_control_chars("\u{202e}\u{2066}\u{2028}"), "\u{fffd}\u{fffd}\u{fffd}");
        assert_eq!(strip_control_chars("R\u{f6}sti \u{a3}5 \u{5d0}"), "R\u{f6}sti \u{a3}5 \u{5d0}");
    }
}

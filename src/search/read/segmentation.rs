//! Segmentation of joined words: `paracetamol500mgtablets`.

/// The length of `xiii`.
const MAX_NUMERAL_LEN: usize = 4;

/// Reports whether a word is a Roman numeral. It distinguishes medicines with the same name: factor x is not
/// factor xi.
pub fn is_numeral(word: &str) -> bool {
    let ones = word.trim_start_matches('x');
    word.len() <= MAX_NUMERAL_LEN
        && !word.is_empty()
        && matches!(ones, "" | "i" | "ii" | "iii" | "iv" | "v" | "vi" | "vii" | "viii" | "ix")
}

/// The minimum length of a word, and of the first word, which is the medicine.
const SHORTEST: usize = 3;
const MIN_FIRST_LEN: usize = 5;
/// The maximum length of a text that is segmented, because each position may be a border.
const LONGEST: usize = 40;

/// Splits letters into as few known words as possible.
pub fn words(text: &str, is_word: impl Fn(&str) -> bool) -> Option<Vec<&str>> {
    if text.len() > LONGEST || !text.as_bytes().iter().all(u8::is_ascii_lowercase) {
        return None;
    }
    // For each position: the start of the last word in the best split up to it, and the number of words.
    let mut best: Vec<Option<(usize, usize)>> = vec![None; text.len() + 1];
    *best.first_mut()? = Some((0, 0));
    for end in SHORTEST..=text.len() {
        *best.get_mut(end)? = best_word(text, end, &best, &is_word);
    }
    let mut found = Vec::new();
    let mut end = text.len();
    while end > 0 {
        let (start, _) = (*best.get(end)?)?;
        found.push(text.get(start..end)?);
        end = start;
    }
    found.reverse();
    (found.len() > 1).then_some(found)
}

/// Finds the start of the last word in the best split up to a position, and the number of words.
fn best_word(
    text: &str,
    end: usize,
    best: &[Option<(usize, usize)>],
    is_word: impl Fn(&str) -> bool,
) -> Option<(usize, usize)> {
    let mut fewest: Option<(usize, usize)> = None;
    let first_start = if end < MIN_FIRST_LEN { 1 } else { 0 };
    for start in first_start..=end.saturating_sub(SHORTEST) {
        let Some(Some((_, count))) = best.get(start) else { continue };
        if text.get(start..end).is_some_and(&is_word) && fewest.is_none_or(|(_, least)| count + 1 < least) {
            fewest = Some((start, count + 1));
        }
    }
    fewest
}

#[cfg(test)]
mod tests {
    use super::*;

    fn is_word(text: &str) -> bool {
        ["paracetamol", "tablets", "eye", "drops", "gastro", "resistant", "capsules", "suspension", "b12"]
            .contains(&text)
    }

    #[test]
    fn splits_letters_into_words() {
        assert_eq!(words("gastroresistantcapsules", is_word), Some(vec!["gastro", "resistant", "capsules"]));
        assert_eq!(words("paracetamol", is_word), None);
        assert_eq!(words("paracetamolx", is_word), None);
    }
}

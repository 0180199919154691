//! Components of mixtures: FORMAT.md, "Mixtures".

/// Returns the components of a product's name.
pub fn components(product: &str) -> Vec<&str> {
    let mut components = Vec::new();
    for part in product.split(" / ") {
        let cut = [" in ", " and ", " with ", " & "].into_iter().find_map(|word| cut_at(part, word));
        match cut {
            Some((one, other)) => components.extend([one, other]),
            None => components.push(part),
        }
    }
    components
}

/// Cuts a part at the first such word, if digits are before and after it and a letter follows directly.
fn cut_at<'p>(part: &'p str, word: &str) -> Option<(&'p str, &'p str)> {
    let (one, other) = part.split_once(word)?;
    let has_digit = |text: &str| text.contains(|character: char| character.is_ascii_digit());
    let is_cut = has_digit(one) && has_digit(other) && other.starts_with(char::is_alphabetic);
    is_cut.then_some((one, other))
}

/// Returns whether a product's name has several components.
pub fn is_mixture(product: &str) -> bool {
    components(product).len() > 1
}

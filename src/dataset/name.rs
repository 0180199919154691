//! The parts of a pack's name: product, supplier in parentheses, size, sub-pack.

/// The parts of a name. [`NameParts::join`] always restores the name.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct NameParts<'n> {
    pub product: &'n str,
    pub supplier: Option<&'n str>,
    /// The size, such as `28 tablet`. Empty if the name has none.
    pub size: &'n str,
    /// The sub-pack, if the name ends with it.
    pub subpack: Option<&'n str>,
}

impl<'n> NameParts<'n> {
    /// Splits a name. If it has another structure, all of it is the product.
    #[cfg(any(feature = "write", test))]
    pub fn split(name: &'n str, subpack: Option<&'n str>) -> NameParts<'n> {
        let without_subpack = subpack.and_then(|subpack| name.strip_suffix(subpack)?.strip_suffix(' '));
        let (rest, subpack) = match without_subpack {
            Some(rest) => (rest, subpack),
            None => (name, None),
        };
        match split_supplier(rest) {
            Some((product, supplier, size)) => NameParts { product, supplier: Some(supplier), size, subpack },
            None => NameParts { product: rest, subpack, ..NameParts::default() },
        }
    }

    /// Joins the parts to the name.
    #[cfg(test)]
    pub fn join(&self) -> String {
        let mut name = String::from(self.product);
        self.push_tail(&mut name);
        name
    }

    /// Appends all parts after the product.
    pub fn push_tail(&self, name: &mut String) {
        if let Some(supplier) = self.supplier {
            name.push_str(" (");
            name.push_str(supplier);
            name.push(')');
        }
        for part in [self.size, self.subpack.unwrap_or("")] {
            if !part.is_empty() {
                name.push(' ');
                name.push_str(part);
            }
        }
    }
}

/// Splits a name into product, supplier and size. The supplier is the last group in parentheses that starts
/// with a letter. Groups like `(8 x 7)` belong to the size.
#[cfg(any(feature = "write", test))]
fn split_supplier(name: &str) -> Option<(&str, &str, &str)> {
    let mut end = name.len();
    loop {
        let close = name.get(..end)?.rfind(')')?;
        let open = matching_parenthesis(name.get(..close)?)?;
        let product = name.get(..open)?.strip_suffix(' ');
        let supplier = name.get(open + 1..close)?;
        let following = name.get(close + 1..)?;
        let size = match following {
            "" => Some(""),
            " " => None,
            _ => following.strip_prefix(' '),
        };
        if let (Some(product), Some(size), true) = (product, size, supplier.starts_with(char::is_alphabetic))
        {
            return Some((product, supplier, size));
        }
        end = open;
    }
}

/// Finds the position of the parenthesis that is still open at the end of `text`.
#[cfg(any(feature = "write", test))]
fn matching_parenthesis(text: &str) -> Option<usize> {
    let mut depth = 0;
    for (index, byte) in text.bytes().enumerate().rev() {
        match byte {
            b')' => depth += 1,
            b'(' if depth == 0 => return Some(index),
            b'(' => depth -= 1,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::NameParts;

    fn split(name: &str) -> (&str, &str, &str) {
        let parts = NameParts::split(name, None);
        assert_eq!(parts.join(), name);
        (parts.product, parts.supplier.unwrap_or(""), parts.size)
    }

    #[test]
    fn splits_names_at_the_supplier() {
        assert_eq!(split("A 5mg tablets (B (C) Ltd) 28 tablet"), ("A 5mg tablets", "B (C) Ltd", "28 tablet"));
        assert_eq!(
            split("A (x) B (S Ltd) 56 ampoule (8 x 7) x 5ml"),
            ("A (x) B", "S Ltd", "56 ampoule (8 x 7) x 5ml")
        );
        assert_eq!(split("A (S Ltd)"), ("A", "S Ltd", ""));
        assert_eq!(split("A"), ("A", "", ""));
        assert_eq!(split("A (S Ltd) "), ("A (S Ltd) ", "", ""));
        assert_eq!(split("(S Ltd) A)"), ("(S Ltd) A)", "", ""));
    }

    #[test]
    fn recognises_a_subpack_only_at_the_end() {
        let parts = NameParts::split("A (S) 28 tablet 2 x 14 tablets", Some("2 x 14 tablets"));
        assert_eq!((parts.size, parts.subpack), ("28 tablet", Some("2 x 14 tablets")));
        assert_eq!(NameParts::split("A (S) 28 tablet", Some("2 x 14 tablets")).subpack, None);
    }
}

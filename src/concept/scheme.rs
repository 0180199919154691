//! Classifications by which a supplement to the release knows products: trees, in which what is below a class begins with its code.

/// A classification of medicines.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// Anatomical, therapeutic, chemical: that of the WHO.
    Atc,
    /// Chapters, sections and paragraphs of the British National Formulary.
    Bnf,
}

/// A letter stands for any letter, and a digit for any digit.
const ATC: &[u8] = b"A00AA00";
/// So many characters have the codes of the five levels of ATC.
const ATC_LEVELS: [usize; 5] = [1, 3, 4, 5, ATC.len()];
/// So many digits has a code of the BNF at most: two for each of four levels.
const LONGEST_BNF: usize = 8;

impl Scheme {
    /// A stable word for programs.
    pub fn word(self) -> &'static str {
        match self {
            Scheme::Atc => "atc",
            Scheme::Bnf => "bnf",
        }
    }

    /// The start of a code, in capitals, which may be a whole one; none where no code begins so.
    pub fn start(self, text: &str) -> Option<String> {
        let text = text.trim_ascii().to_ascii_uppercase();
        let is_start = match self {
            Scheme::Atc => text.len() <= ATC.len() && text.bytes().zip(ATC).all(is_like),
            Scheme::Bnf => text.len() <= LONGEST_BNF && text.bytes().all(|byte| byte.is_ascii_digit()),
        };
        (is_start && !text.is_empty()).then_some(text)
    }

    /// A code of any level, in capitals; none where it can't be one.
    pub fn code(self, text: &str) -> Option<String> {
        self.start(text).filter(|code| self == Scheme::Bnf || ATC_LEVELS.contains(&code.len()))
    }
}

fn is_like((byte, like): (u8, &u8)) -> bool {
    byte.is_ascii_alphanumeric() && byte.is_ascii_digit() == like.is_ascii_digit()
}

/// The whole ATC code that a text is.
pub fn atc_in(text: &str) -> Option<String> {
    Scheme::Atc.start(text).filter(|code| code.len() == ATC.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_have_the_shape_of_their_scheme() {
        for text in ["J", "J01", "J01C", "J01CA", "J01CA04", " j01ca04 "] {
            assert_eq!(Scheme::Atc.code(text), Some(text.trim().to_uppercase()), "{text}");
        }
        for text in ["0", "05", "0501", "05010103"] {
            assert_eq!(Scheme::Bnf.code(text), Some(text.to_owned()), "{text}");
        }
        for text in ["", "J0", "J01CA0", "J01CA045", "01J", "JJ1", "J01CÄ", "J01 A", "n/a"] {
            assert_eq!(Scheme::Atc.code(text), None, "{text}");
        }
        for text in ["", "050101031", "5.1.1.3", "-5", "٥", "n/a"] {
            assert_eq!(Scheme::Bnf.code(text), None, "{text}");
        }
    }

    #[test]
    fn codes_begin_with_any_of_their_characters() {
        assert_eq!(Scheme::Atc.start("j01ca0").as_deref(), Some("J01CA0"));
        assert_eq!(Scheme::Atc.start("j01ca0x"), None);
        assert_eq!((atc_in("n05ba06").as_deref(), atc_in("n05ba")), (Some("N05BA06"), None));
        assert_eq!((atc_in("b12"), atc_in("paracet")), (None, None));
    }
}

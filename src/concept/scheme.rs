//! Classifications in the supplement of a release. They are trees: the code of a class is the prefix of the
//! codes below it.

/// A classification of medicines, by which a search can select packs. The prefix of a code is a class. The
/// codes come from a supplement.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scheme {
    /// The Anatomical Therapeutic Chemical classification of the WHO.
    Atc,
    /// Chapters, sections and paragraphs of the British National Formulary.
    Bnf,
}

/// The pattern of a code: `A` is any letter, and `0` is any digit.
const ATC: &[u8] = b"A00AA00";
/// The lengths of codes on the five levels of ATC.
const ATC_LEVELS: [usize; 5] = [1, 3, 4, 5, ATC.len()];
/// The maximum length of a BNF code: two digits for each of four levels.
const MAX_BNF_LEN: usize = 8;

impl Scheme {
    /// A stable code for programs.
    pub fn as_str(self) -> &'static str {
        match self {
            Scheme::Atc => "atc",
            Scheme::Bnf => "bnf",
        }
    }

    /// Parses a code or the prefix of a code in capitals. Returns `None` if no code can start like this.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::Scheme;
    ///
    /// assert_eq!(Scheme::Atc.start("c08c"), Some("C08C".to_owned()));
    /// assert_eq!(Scheme::Atc.start("8"), None);
    /// assert_eq!(Scheme::Bnf.start("0206"), Some("0206".to_owned()));
    /// ```
    pub fn start(self, text: &str) -> Option<String> {
        let text = text.trim_ascii().to_ascii_uppercase();
        let is_start = match self {
            Scheme::Atc => text.len() <= ATC.len() && text.bytes().zip(ATC).all(is_like),
            Scheme::Bnf => text.len() <= MAX_BNF_LEN && text.bytes().all(|byte| byte.is_ascii_digit()),
        };
        (is_start && !text.is_empty()).then_some(text)
    }

    /// Parses a code of any level in capitals. Returns `None` if the text cannot be one.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::concept::Scheme;
    ///
    /// assert_eq!(Scheme::Atc.code("c08ca01"), Some("C08CA01".to_owned()));
    /// // ATC has no codes of two characters.
    /// assert_eq!(Scheme::Atc.code("c0"), None);
    /// ```
    pub fn code(self, text: &str) -> Option<String> {
        self.start(text).filter(|code| self == Scheme::Bnf || ATC_LEVELS.contains(&code.len()))
    }
}

fn is_like((byte, like): (u8, &u8)) -> bool {
    byte.is_ascii_alphanumeric() && byte.is_ascii_digit() == like.is_ascii_digit()
}

/// Parses a full ATC code, of the fifth level.
pub fn atc_in(text: &str) -> Option<String> {
    Scheme::Atc.start(text).filter(|code| code.len() == ATC.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn validates_codes_by_scheme() {
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
    fn accepts_every_prefix_of_a_code() {
        assert_eq!(Scheme::Atc.start("j01ca0").as_deref(), Some("J01CA0"));
        assert_eq!(Scheme::Atc.start("j01ca0x"), None);
        assert_eq!((atc_in("n05ba06").as_deref(), atc_in("n05ba")), (Some("N05BA06"), None));
        assert_eq!((atc_in("b12"), atc_in("paracet")), (None, None));
    }
}

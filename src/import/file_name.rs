//! The names of the files of a release: their kinds and dates.

use super::xml::FileKind;
use crate::date::Date;
use crate::sanitize::strip_control_chars;
use crate::text::is_digit;

/// Removes folders from a name and sanitises it, because messages and progress print names.
pub(super) fn base_name(path: &str) -> String {
    strip_control_chars(path.rsplit(['/', '\\']).next().unwrap_or(path))
}

pub(super) fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// Finds the kind of a file by its name, such as `f_ampp2_3140825.xml`: stem, schema version, date.
pub(super) fn kind_of(name: &str, kinds: &[FileKind]) -> Option<FileKind> {
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix(".xml")?.split_once(is_digit)?.0;
    kinds.iter().copied().find(|kind| kind.stem == stem)
}

/// Parses `nhsbsa_dmd_8.2.0_20250814000001.zip`: version, day, a sequence number.
pub(super) fn name_and_date_of_zip(name: &str) -> Option<(String, Date)> {
    let (version, stamp) = name.strip_prefix("nhsbsa_dmd_")?.split_once('_')?;
    let date = format!("{}-{}-{}", stamp.get(..4)?, stamp.get(4..6)?, stamp.get(6..8)?);
    Some((version.to_owned(), Date::parse(&date).ok()?))
}

/// Parses the date in `f_ampp2_3140825.xml`: a digit of the schema version, then DDMMYY.
pub(super) fn date_in_file_name(name: &str) -> Option<Date> {
    let name = name.to_ascii_lowercase();
    let digits = name.strip_suffix(".xml")?.rsplit('_').next()?;
    let start = digits.len().checked_sub(6)?;
    let day = two_digits(digits, start)?;
    let month = two_digits(digits, start + 2)?;
    let year = two_digits(digits, start + 4)?;
    Date::new(2000 + u16::from(year), month, day)
}

fn two_digits(digits: &str, start: usize) -> Option<u8> {
    digits.get(start..start + 2)?.parse().ok()
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::import::dmd;

    #[test]
    fn recognises_files_by_name() {
        let kind_of = |name| super::kind_of(name, &dmd::FILES);
        assert_eq!(kind_of("f_ampp2_3140825.xml"), Some(dmd::AMPP_FILE));
        assert_eq!(kind_of("f_amp2_3140825.xml"), Some(dmd::AMP_FILE));
        assert_eq!(kind_of("F_GTIN2_0140825.XML"), Some(dmd::GTIN_FILE));
        assert_eq!(kind_of("f_bnf1_0140825.xml"), None);
        assert_eq!(kind_of("f_ampp2_3140825.xml.txt"), None);
        let in_supplement = |name| super::kind_of(name, &dmd::SUPPLEMENT_FILES);
        assert_eq!(in_supplement("f_bnf1_0140825.xml"), Some(dmd::BNF_FILE));
        assert_eq!(in_supplement("f_ampp2_3140825.xml"), None);
    }

    #[test]
    fn parses_version_and_date_from_names() {
        let date = Date::new(2025, 8, 14).unwrap();
        assert_eq!(
            name_and_date_of_zip("nhsbsa_dmd_8.2.0_20250814000001.zip"),
            Some(("8.2.0".to_owned(), date))
        );
        assert_eq!(date_in_file_name("f_ampp2_3140825.xml"), Some(date));
        assert_eq!(date_in_file_name("F_AMPP2_3140825.XML"), Some(date));
        assert_eq!(date_in_file_name("f_ampp2_3999925.xml"), None);
        assert_eq!(name_and_date_of_zip("nhsbsa_dmd_8.2.0_2025.zip"), None);
    }
}

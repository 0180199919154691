//! What a request asks for: the format that it prefers, and the links.

use super::super::answer::JSON;
use super::item::{GS1, JSON_LD, LINKSET, Relation};

/// A format of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Format {
    Linkset,
    Json,
    JsonLd,
    Html,
}

const MEDIA_TYPES: [(&str, Format); 4] = [
    (LINKSET, Format::Linkset),
    (JSON, Format::Json),
    (JSON_LD, Format::JsonLd),
    ("text/html", Format::Html),
];

impl Format {
    fn named(media_type: &str) -> Option<Format> {
        for (name, format) in MEDIA_TYPES {
            if name.eq_ignore_ascii_case(media_type) {
                return Some(format);
            }
        }
        None
    }

    /// Finds the first format with the greatest weight in an `Accept` header. Returns `None` if it names
    /// none.
    pub(super) fn preferred(accept: Option<&str>) -> Option<Format> {
        let mut preferred = None;
        let mut greatest = 0;
        for range in accept.unwrap_or_default().split(',') {
            let mut parts = range.split(';').map(str::trim);
            let format = Format::named(parts.next().unwrap_or_default());
            let weight = weight(parts);
            if format.is_some() && weight > greatest {
                (preferred, greatest) = (format, weight);
            }
        }
        preferred
    }
}

/// Computes the weight of a media range, in thousandths.
fn weight<'a>(mut parameters: impl Iterator<Item = &'a str>) -> u32 {
    let Some(quality) = parameters.find_map(|parameter| parameter.strip_prefix("q=")) else { return 1000 };
    let (mut weight, mut unit) = (0, 1000);
    for digit in quality.bytes().filter(u8::is_ascii_digit) {
        weight += u32::from(digit - b'0') * unit;
        unit /= 10;
    }
    weight.min(1000)
}

/// What a request asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// All links.
    Linkset,
    /// The links of a type.
    Link(Relation),
}

impl Target {
    /// Finds the target of a link type and a format. Returns `None` without a link of this type.
    pub(super) fn of(link_type: Option<&str>, format: Option<Format>) -> Option<Target> {
        match (link_type, format) {
            (_, Some(Format::Linkset)) | (Some("linkset" | "all"), _) => Some(Target::Linkset),
            (None, Some(Format::Json | Format::JsonLd)) => Some(Target::Linkset),
            (None, _) => Some(Target::Link(Relation::Default)),
            (Some(link_type), _) => relation(link_type).map(Target::Link),
        }
    }
}

/// The spellings of GS1's vocabulary.
const NAMESPACES: [&str; 4] = ["gs1:", GS1, "https://gs1.org/voc/", "https://www.gs1.org/voc/"];

fn relation(link_type: &str) -> Option<Relation> {
    let name = NAMESPACES.iter().find_map(|namespace| link_type.strip_prefix(namespace))?;
    Relation::ALL.into_iter().find(|relation| relation.name() == name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefers_the_first_format_of_the_greatest_weight() {
        let cases = [
            ("", None),
            ("*/*", None),
            ("application/*, image/png", None),
            ("TEXT/HTML", Some(Format::Html)),
            ("text/html;q=0", None),
            ("text/html;q=0.0,application/json;q=0.001", Some(Format::Json)),
            ("application/json, application/ld+json", Some(Format::Json)),
            ("application/json;q=0.9, application/ld+json;q=0.91", Some(Format::JsonLd)),
            ("text/html;level=1;q=0.5, application/linkset+json ; q=1.000", Some(Format::Linkset)),
            ("text/html;q=99999999999999999999", Some(Format::Html)),
            (";,;q=,q=", None),
        ];
        for (accept, format) in cases {
            assert_eq!(Format::preferred(Some(accept)), format, "{accept}");
        }
    }
}

//! `/opensearch.xml`: how browsers and other programs search here (OpenSearch 1.1).

use super::answer::Answer;
use super::resolver::base;
use super::{Host, Request};

/// Answers with the description. Its templates are absolute, because browsers accept no others.
pub(super) fn answer(host: Host<'_>, request: &Request<'_>) -> Answer {
    let base = base(host, request);
    let xml = format!(
        "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n\
         <OpenSearchDescription xmlns=\"http://a9.com/-/spec/opensearch/1.1/\">\n\
         <ShortName>Pack Lookup</ShortName>\n\
         <Description>UK medicine packs of dm+d, by name, barcode or code</Description>\n\
         <InputEncoding>UTF-8</InputEncoding>\n\
         <Image height=\"192\" width=\"192\" type=\"image/png\">{base}/icon-192.png</Image>\n\
         <Url type=\"text/html\" template=\"{base}/#/search?q={{searchTerms}}\"/>\n\
         <Url type=\"application/json\" template=\"{base}/api/search?q={{searchTerms}}\"/>\n\
         <Url type=\"application/opensearchdescription+xml\" rel=\"self\" template=\"{base}/opensearch.xml\"/>\n\
         </OpenSearchDescription>\n"
    );
    Answer::new(200, "application/opensearchdescription+xml", xml)
}

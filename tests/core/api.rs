//! The HTTP interface of the native core: the cases, and the properties of every response.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use pack_lookup::api::{Host, Request, Response, respond, respond_on};
use pack_lookup::dataset::Dataset;
#[cfg(feature = "write")]
use pack_lookup::dataset::writer;
use pack_lookup::history::History;
use pack_lookup::json::IdFormat;
use pack_lookup::pack::Pack;
#[cfg(feature = "write")]
use pack_lookup::search::{Kind, Query, search};
#[cfg(feature = "write")]
use pack_lookup::snomed::ConceptId;
use proptest::prelude::*;
use serde_json::Value;

use crate::cases::{self, CaseRequest, CaseResponse, DATASET, HISTORY};

static FIXTURE: LazyLock<Dataset<'static>> = LazyLock::new(|| Dataset::open(DATASET).unwrap());
static CHANGES: LazyLock<History> = LazyLock::new(|| History::of_dataset(HISTORY, &FIXTURE).unwrap());

const REQUIRED_HEADERS: [&str; 8] = [
    "Access-Control-Allow-Origin",
    "Access-Control-Expose-Headers",
    "Cache-Control",
    "Dataset-Notice",
    "Dataset-Release",
    "ETag",
    "Link",
    "X-Content-Type-Options",
];

fn send(request: &CaseRequest<'_>) -> CaseResponse {
    let host = Host { history: Some(&CHANGES), ..Host::default() };
    CaseResponse::from(respond_on(&FIXTURE, &request.to_request(), host))
}

fn get(target: &str) -> CaseResponse {
    send(&CaseRequest::get(target))
}

fn get_from(dataset: &Dataset<'_>, path: &str, query: &str) -> Response {
    respond(dataset, &Request::get(path, query))
}

fn json(response: &Response) -> Value {
    serde_json::from_slice(&response.body).unwrap()
}

fn header<'r>(response: &'r Response, name: &str) -> Option<&'r str> {
    let (_, value) = response.headers.iter().find(|(other, _)| *other == name)?;
    Some(value)
}

fn pack_id(record: &Value) -> u64 {
    record["pack_id"].as_u64().unwrap()
}

fn pack_ids(records: &Value) -> Vec<u64> {
    records.as_array().unwrap().iter().map(pack_id).collect()
}

fn text(response: &CaseResponse) -> &str {
    std::str::from_utf8(&response.body).unwrap()
}

#[test]
fn the_cases_pass() {
    cases::check_all(send);
}

/// The browsers' tests include the case files one by one: a new one must be in the list.
#[test]
fn includes_every_case_file() {
    let mut names = Vec::new();
    for entry in std::fs::read_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/api")).unwrap() {
        names.push(format!("api/{}", entry.unwrap().file_name().to_str().unwrap()));
    }
    let mut included: Vec<&str> = cases::FILES.iter().map(|(name, _)| *name).collect();
    included.push("api/always.json");
    names.sort();
    included.sort_unstable();
    assert_eq!(names, included);
}

/// `UPDATE_CASES=1 cargo test --features write --test core api` rewrites the file.
#[test]
#[cfg(feature = "write")]
fn the_case_dataset_is_up_to_date() {
    use pack_lookup::dataset::{Gaps, Release};
    use pack_lookup::date::Date;
    let date = Date::parse("2025-08-14").unwrap();
    let name = "8.2.0_20250814000001".to_owned();
    let release = Release { name, date, is_demo: true, gaps: Gaps::default() };
    let packs = cases::fixture::packs();
    let concepts = cases::fixture::concepts(&packs);
    let bytes = pack_lookup::dataset::writer::write_with(packs, Some(concepts), &release).unwrap();
    if std::env::var_os("UPDATE_CASES").is_some() {
        std::fs::write(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/api.bin"), &bytes).unwrap();
    } else {
        assert!(bytes == DATASET, "the format or the fixture changed: run with UPDATE_CASES=1");
    }
}

#[cfg(feature = "write")]
fn real_release() -> pack_lookup::dataset::Release {
    use pack_lookup::dataset::{Gaps, Release};
    let date = pack_lookup::date::Date::MIN;
    Release { name: "8.2.0".to_owned(), date, is_demo: false, gaps: Gaps::default() }
}

#[test]
#[cfg(feature = "write")]
fn every_response_warns_of_gaps_in_the_release() {
    use pack_lookup::dataset::{Gap, Release};
    let gaps = [Gap::NoGtinFile, Gap::MixedWeeks].into_iter().collect();
    let release = Release { gaps, ..real_release() };
    let bytes = writer::write(cases::fixture::packs(), &release).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let notice = "Incomplete data: the release had no GTIN file (no barcode is known), files of different weeks \
        (links between records may be missing or wrong).";
    let about = get_from(&dataset, "/api/about", "");
    let about_json = json(&about);
    assert_eq!(about_json["dataset"]["gaps"], serde_json::json!(["no_gtin_file", "mixed_weeks"]));
    assert_eq!(about_json["warning"], notice);
    let page = get_from(&dataset, &cases::fixture::packs()[0].url(), "");
    assert!(String::from_utf8(page.body.clone()).unwrap().contains(notice));
    let gtin = get_from(&dataset, "/api/gtin/9520000000011", "");
    for response in [about, page, gtin, get_from(&dataset, "/nothing", "")] {
        assert_eq!(header(&response, "Dataset-Notice"), Some(notice));
    }
    for path in [
        "/fhir/metadata",
        "/fhir/Medication/1",
        &format!("/fhir/Medication/{}", cases::fixture::packs()[0].pack_id),
    ] {
        let resource = json(&get_from(&dataset, path, ""));
        let tag = serde_json::json!({"system": "urn:pack-lookup:dataset-notice", "code": "incomplete", "display": notice});
        assert_eq!(resource["meta"]["tag"], serde_json::json!([tag]), "{path}");
    }
}

fn self_link(origin: Option<&str>) -> String {
    let query = "code=https://www.gs1.org/gtin|9520000000035&_count=1";
    let response = respond(&FIXTURE, &Request { origin, ..Request::get("/fhir/Medication", query) });
    let bundle: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
    let is_absolute = origin.is_some_and(|origin| {
        bundle["entry"][0]["fullUrl"].as_str().is_some_and(|url| url.starts_with(origin))
    });
    assert_eq!(is_absolute, !bundle["entry"][0]["fullUrl"].is_null(), "{origin:?}");
    let url = bundle["link"][0]["url"].as_str().unwrap();
    url.split_once("/fhir/Medication?").unwrap().0.to_owned()
}

/// Without an origin, links are relative. Text that is no origin of a server does not enter a link.
#[test]
fn fhir_links_have_the_origin_of_the_request() {
    let valid = [
        "http://localhost:8787",
        "https://packs.example.org",
        "https://xn--bcher-kva.example",
        "http://127.0.0.1:1",
        "http://[::1]:8787",
    ];
    for origin in valid {
        assert_eq!(self_link(Some(origin)), origin);
    }
    let long = format!("https://{}", "a".repeat(300));
    let invalid = [
        "",
        "null",
        "packs.example.org",
        "//packs.example.org",
        "ftp://packs.example.org",
        "javascript:alert(1)",
        "https://",
        "https://:443",
        "https://user@packs.example.org",
        "https://packs.example.org/path",
        "https://packs.example.org?query",
        "https://packs.example.org#fragment",
        "https://packs.example.org:port",
        "https://packs.example.org:123456",
        "https://packs.example.org:",
        "https://packs\\example.org",
        "https://packs example.org",
        "https://packs.example.org\"",
        "https://packs.example.org\r\nX-A: b",
        "https://[::1",
        "https://[::1]x",
        "https://b\u{fc}cher.example",
        &long,
    ];
    for origin in invalid {
        assert_eq!(self_link(Some(origin)), "", "{origin}");
    }
    assert_eq!(self_link(None), "");
}

/// A conditional POST returns its result: 304 is for GET and HEAD.
#[test]
fn a_form_gets_its_result_and_has_a_limit() {
    let ask = |body: &str, etag| {
        let request = Request {
            method: "POST",
            if_none_match: etag,
            body: body.as_bytes(),
            ..Request::get("/fhir/Medication/_search", "")
        };
        respond(&FIXTURE, &request).status
    };
    assert_eq!(ask("code=9520000000011", Some("*")), 200);
    assert_eq!(ask(&format!("code=9520000000011&a={}", "b".repeat(8170)), None), 200);
    assert_eq!(ask(&format!("code=9520000000011&a={}", "b".repeat(8172)), None), 413);
}

#[test]
fn a_batch_has_a_limit() {
    let ask = |len: usize| {
        let mut body = br#"{"resourceType":"Bundle","type":"batch"}"#.to_vec();
        body.resize(len, b' ');
        let content_type = Some("application/fhir+json");
        let request = Request { method: "POST", body: &body, content_type, ..Request::get("/fhir", "") };
        respond(&FIXTURE, &request).status
    };
    assert_eq!([ask(256 * 1024), ask(256 * 1024 + 1)], [200, 413]);
}

#[test]
fn a_batch_accepts_addresses_of_its_host_alone() {
    let ask = |url: &str| {
        let entry = format!(r#"{{"request":{{"method":"GET","url":"{url}"}}}}"#);
        let body = format!(r#"{{"resourceType":"Bundle","type":"batch","entry":[{entry}]}}"#);
        let request = Request {
            method: "POST",
            origin: Some("https://packs.example.org"),
            content_type: Some("application/fhir+json"),
            body: body.as_bytes(),
            ..Request::get("/fhir", "")
        };
        json(&respond(&FIXTURE, &request))["entry"][0]["response"]["status"].clone()
    };
    assert_eq!(ask("https://packs.example.org/fhir/Medication/995200000000000013"), "200");
    assert_eq!(ask("https://other.example.org/fhir/Medication/995200000000000013"), "404");
    assert_eq!(ask("Medication/995200000000000013%FF"), "400");
}

/// Without a history it is not known what changed, which differs from no change.
#[test]
fn a_host_without_a_history_says_so() {
    for path in ["/api/changes", "/api/changes.atom"] {
        let response = get_from(&FIXTURE, path, "since=2025-08-14");
        assert_eq!((response.status, &json(&response)["reason"]), (404, &"no_history".into()), "{path}");
    }
    let pack = &cases::fixture::packs()[0];
    let page = String::from_utf8(get_from(&FIXTURE, &pack.url(), "").body).unwrap();
    assert!(!page.contains("Changes since"));
    assert!(json(&get_from(&FIXTURE, "/api/about", ""))["dataset"].get("changes_since").is_none());
}

/// Without a date from the host there is no age. If the date is before the release, the age is 0.
#[test]
fn about_reports_the_age_of_the_release() {
    use pack_lookup::api::{Host, respond_on};
    use pack_lookup::date::Date;
    let request = Request::get("/api/about", "");
    let served_first = Some(Date::parse("2025-08-19").unwrap());
    for (today, age) in [("2025-08-14", 0), ("2026-08-15", 366), ("1999-01-01", 0)] {
        let host = Host { today: Some(Date::parse(today).unwrap()), served_first, ..Host::default() };
        let about = json(&respond_on(&FIXTURE, &request, host));
        assert_eq!(about["dataset"]["age_days"], age, "{today}");
        assert_eq!(about["dataset"]["next_expected"], "2025-08-25");
        assert_eq!(about["dataset"]["served_first"], "2025-08-19");
    }
    let about = json(&respond_on(&FIXTURE, &request, Host::default()));
    assert_eq!(about["dataset"]["next_expected"], "2025-08-25");
    assert!(about["dataset"]["age_days"].is_null() && about["dataset"].get("served_first").is_none());
}

/// Returns the case dataset as real data, which have an age.
#[cfg(feature = "write")]
pub fn real() -> Vec<u8> {
    let packs = cases::fixture::packs();
    let concepts = cases::fixture::concepts(&packs);
    let date = pack_lookup::date::Date::parse("2025-08-14").unwrap();
    let release = pack_lookup::dataset::Release { date, ..real_release() };
    writer::write_with(packs, Some(concepts), &release).unwrap()
}

/// Old data are reported in the header of every answer, and in what people and programs store.
#[test]
#[cfg(feature = "write")]
fn every_answer_from_old_data_says_so() {
    use pack_lookup::api::{Host, respond_on};
    use pack_lookup::date::Date;
    let bytes = real();
    let dataset = Dataset::open(&bytes).unwrap();
    let pack = cases::fixture::packs()[0].clone();
    let (page, resource) = (pack.url(), format!("/fhir/Medication/{}", pack.pack_id));
    let gtin = pack.gtin_codes[0].gtin.to_string();
    let (gtin_page, link) = (format!("/med/gtin/{gtin}"), format!("/01/{gtin:0>14}"));
    let fhir_search = "code=https%3A%2F%2Fwww.gs1.org%2Fgtin%7C".to_owned() + &gtin;
    // Where a body has the notice, too.
    let asked = [
        ("/api/about", "", true),
        (&page, "", true),
        (&gtin_page, "", true),
        (&link, "linkType=linkset", true),
        (&resource, "", true),
        ("/fhir/Medication", &fhir_search, true),
        ("/fhir/metadata", "", true),
        ("/fhir/Medication/1", "", true),
        ("/api/search", "q=ibuprofen", false),
        ("/api/gtin/1", "", false),
        ("/nothing", "", false),
    ];
    for (today, old_after, days) in [
        ("2025-08-27", None, None),
        ("2025-08-28", None, Some(14)),
        ("2025-09-27", Some(45), None),
        ("2025-09-28", Some(45), Some(45)),
    ] {
        let host = Host { today: Some(Date::parse(today).unwrap()), old_after, ..Host::default() };
        for (path, query, is_in_body) in asked {
            let response = respond_on(&dataset, &Request::get(path, query), host);
            let expected = days.map(|days| {
                format!(
                    "Old data: the release of 2025-08-14 is {days} days old. Names, barcodes and packs may have changed since."
                )
            });
            let header = response.headers.iter().find(|(name, _)| *name == "Dataset-Notice");
            assert_eq!(header.map(|(_, value)| value.clone()), expected, "{path}");
            let body = String::from_utf8(response.body).unwrap();
            let is_said = body.contains("days old");
            assert_eq!(is_said, is_in_body && days.is_some(), "{path} {today}: {body}");
        }
    }
}

/// The host decides the representation of codes, unless the address of a request does.
#[test]
fn a_host_can_write_codes_as_texts() {
    let host = Host { ids: IdFormat::String, ..Host::default() };
    let body = |host, path, query| respond_on(&FIXTURE, &Request::get(path, query), host).body;
    let number = body(Host::default(), "/api/search", "q=a");
    let text = body(host, "/api/search", "q=a");
    assert_ne!(number, text);
    for path in ["/api/search", "/med/api/search", "/string-ids/api/search"] {
        assert_eq!(body(host, path, "q=a"), text, "{path}");
        assert_eq!(body(host, path, "q=a&ids=number"), number, "{path}");
    }
}

/// A search over FHIR has a warning for its reader, and each resource a tag for whoever stores it.
#[test]
#[cfg(feature = "write")]
fn fhir_warns_of_old_data() {
    use pack_lookup::api::{Host, respond_on};
    use pack_lookup::date::Date;
    let host = Host { today: Some(Date::parse("2025-10-01").unwrap()), ..Host::default() };
    let request = Request::get("/fhir/Medication", "_id=995200000000000013");
    let bytes = real();
    let bundle = json(&respond_on(&Dataset::open(&bytes).unwrap(), &request, host));
    let tag = |resource: &serde_json::Value| resource["meta"]["tag"][0]["code"].clone();
    assert_eq!(tag(&bundle), "old");
    assert_eq!(tag(&bundle["entry"][0]["resource"]), "old");
    let outcome = &bundle["entry"][1];
    assert_eq!(
        (&outcome["search"]["mode"], &outcome["resource"]["issue"][0]["severity"]),
        (&"outcome".into(), &"warning".into())
    );
}

/// A dataset in which one generic product and one of its products have codes.
#[cfg(feature = "write")]
struct Classified {
    bytes: Vec<u8>,
    vmp: ConceptId,
    amp: ConceptId,
}

#[cfg(feature = "write")]
fn classified() -> Classified {
    let packs = cases::fixture::packs();
    let mut concepts = cases::fixture::concepts(&packs);
    let vmp = concepts.vmps.iter_mut().find(|vmp| vmp.name.starts_with("Aspirin")).unwrap();
    (vmp.bnf, vmp.atc) = (Some("0209".to_owned()), Some("B01AC06".to_owned()));
    let amp = concepts.amps.iter_mut().find(|amp| amp.vmp == Some(vmp.id)).unwrap();
    amp.bnf = Some("1502".to_owned());
    let (vmp, amp) = (vmp.id, amp.id);
    let bytes = writer::write_with(packs, Some(concepts), &real_release()).unwrap();
    Classified { bytes, vmp, amp }
}

/// Products without codes have no code fields.
#[test]
#[cfg(feature = "write")]
fn returns_bnf_and_atc_codes() {
    let Classified { bytes, vmp, amp } = classified();
    let dataset = Dataset::open(&bytes).unwrap();
    let of_vmp = json(&get_from(&dataset, &format!("/api/vmp/{vmp}"), ""));
    assert_eq!((&of_vmp["vmp"]["bnf"], &of_vmp["vmp"]["atc"]), (&"0209".into(), &"B01AC06".into()));
    let of_amp = json(&get_from(&dataset, &format!("/api/amp/{amp}"), ""));
    assert_eq!((&of_amp["amp"]["bnf"], &of_amp["vmp"]["atc"]), (&"1502".into(), &"B01AC06".into()));
    let id = pack_id(&of_vmp["packs"][0]);
    let of_pack = json(&get_from(&dataset, &format!("/api/ampp/{id}"), ""));
    assert_eq!(of_pack["dmd"]["vmp"]["atc"], "B01AC06");
    let others = json(&get_from(&dataset, "/api/search", "q=ibuprofen"));
    let other = json(&get_from(&dataset, &format!("/api/ampp/{}", pack_id(&others[0])), ""));
    assert!(other["dmd"]["vmp"].get("atc").is_none() && other["dmd"]["amp"].get("bnf").is_none());

    let packs = cases::fixture::packs();
    let pack = packs.iter().find(|pack| pack.pack_id.number() == id).unwrap();
    let page = String::from_utf8(get_from(&dataset, &pack.url(), "").body).unwrap();
    assert!(page.contains("ATC code *") && page.contains("B01AC06"), "{page}");
    assert!(page.contains("not an officially endorsed dm+d product"), "{page}");
}

/// A prefix of a code finds its packs. Without classes, such a query is a name.
#[test]
#[cfg(feature = "write")]
fn searches_bnf_and_atc_codes() {
    let Classified { bytes, vmp, amp } = classified();
    let dataset = Dataset::open(&bytes).unwrap();
    let expected = pack_ids(&json(&get_from(&dataset, &format!("/api/vmp/{vmp}"), ""))["packs"]);
    assert!(expected.len() > 1);
    for text in ["atc:B01AC06", "atc:b", "ATC%3A+B01A", "b01ac06", "bnf:02", "bnf:0209"] {
        let found = get_from(&dataset, "/api/search", &format!("q={text}"));
        assert_eq!(pack_ids(&json(&found)), expected, "{text}");
        assert_eq!(header(&found, "X-Total-Count"), Some(expected.len().to_string().as_str()));
    }
    let by_amp_code = get_from(&dataset, "/api/search", "q=bnf:15");
    let of_amp = get_from(&dataset, &format!("/api/amp/{amp}"), "");
    assert_eq!(header(&by_amp_code, "X-Total-Count"), header(&of_amp, "X-Total-Count"));
    assert_eq!(header(&get_from(&dataset, "/api/search", "q=atc:V"), "X-Total-Count"), Some("0"));
    let page = get_from(&dataset, "/med/api/search", "q=atc:B&limit=1");
    let link = header(&page, "Link").unwrap();
    assert!(link.starts_with("</med/api/search?q=atc%3AB&limit=1&offset=1>; rel=\"next\""), "{link}");

    assert_eq!(header(&get_from(&FIXTURE, "/api/search", "q=atc:B01AC06"), "X-Total-Count"), Some("0"));
    for text in ["atc:B01", "b01ac06", "bnf:02"] {
        assert_eq!(search(&FIXTURE, &Query::new(text)).kind, Kind::Name, "{text}");
    }
}

/// Requests for concepts get `no_concepts`. All others work as usual.
#[test]
#[cfg(feature = "write")]
fn reports_that_a_dataset_has_no_concepts() {
    let packs = cases::fixture::packs();
    let bytes = writer::write(packs.clone(), &real_release()).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let (code, gtin) = (packs[0].pack_id, "/api/gtin/9520000000011");
    let mut responses = vec![get_from(&dataset, gtin, "include=dmd")];
    for kind in ["ampp", "amp", "vmpp", "vmp", "vtm"] {
        responses.push(get_from(&dataset, &format!("/api/{kind}/{code}"), ""));
    }
    for response in responses {
        assert_eq!((response.status, &json(&response)["reason"]), (404, &"no_concepts".into()));
    }
    let found = get_from(&dataset, gtin, "");
    assert_eq!((found.status, json(&found)), (200, serde_json::to_value(&packs[0]).unwrap()));
    assert_eq!(get_from(&dataset, "/api/search", &format!("q={code}")).status, 200);
    let unknown = get_from(&dataset, "/api/gtin/9520000009991", "include=dmd");
    assert_eq!(json(&unknown)["reason"], "unknown_gtin");
}

#[test]
fn serves_the_page_of_every_pack_at_its_url() {
    for pack in cases::fixture::packs() {
        let response = get(&pack.url());
        assert_eq!((response.status, response.header("Location")), (200, None), "{}", pack.url());
        assert!(text(&response).contains(&pack.pack_id.to_string()));
    }
}

#[test]
fn finds_every_pack_by_its_id_and_its_gtins() {
    for pack in cases::fixture::packs() {
        let record = serde_json::to_string(&pack).unwrap();
        assert_eq!(text(&get(&format!("/api/search?q={}", pack.pack_id))), format!("[{record}]"));
        for entry in &pack.gtin_codes {
            let found = get(&format!("/api/search?q={}", entry.gtin));
            assert!(text(&found).contains(&record), "{}", entry.gtin);
            assert_eq!(get(&format!("/api/gtin/{}", entry.gtin)).status, 200);
        }
    }
}

#[test]
fn escapes_markup_in_names() {
    let packs = cases::fixture::packs();
    let awkward = packs.iter().find(|pack| pack.name.contains("<b>")).unwrap();
    let page = get(&awkward.url());
    assert!(text(&page).contains("&lt;b&gt;D3 &amp; &quot;Calcium&quot;&lt;/b&gt;"));
    assert!(!text(&page).contains("<b>") && !text(&page).contains("<i>"));
}

/// With any name of a pack, the page has as much markup as with a plain name, the JSON is valid, and no header has a line break.
#[cfg(feature = "write")]
mod hostile_names {
    use super::*;
    use pack_lookup::dataset::{Gaps, Release, writer};

    const HOSTILE_TEXTS: &[&str] = &[
        "<script>alert(1)</script>",
        "\"'><svg onload=x>",
        "&lt;b&gt;",
        "&#60;",
        "\u{202e}",
        "\u{2066}",
        "\u{5d0}\u{5d1}",
        "\0",
        "\r\nX-Injected: b\r\n\r\n",
        "\u{1b}[2J",
        "\u{85}\u{2028}\u{feff}",
        "]]></title></style>-->",
        "javascript:",
        "=cmd|' /C calc'!A0",
        "../../",
        "//evil.example/?q=#",
        "%2e%2e%2f\\",
    ];

    fn names() -> impl Strategy<Value = String> {
        let known = proptest::sample::select(HOSTILE_TEXTS).prop_map(str::to_owned);
        let piece = prop_oneof![4 => known, 1 => any::<char>().prop_map(String::from)];
        proptest::collection::vec(piece, 1..6).prop_map(|pieces| pieces.concat())
    }

    /// The first pack of the fixture, which has every field, with this text as each of its names.
    fn pack_named(name: &str) -> Pack {
        let mut pack = cases::fixture::packs().swap_remove(0);
        for text in [&mut pack.name, &mut pack.generic_pack_name, &mut pack.generic_product_name] {
            name.clone_into(text);
        }
        (pack.short_name, pack.subpack) = (Some(name.to_owned()), Some(name.to_owned()));
        pack
    }

    fn responses(pack: &Pack) -> Vec<Response> {
        let date = pack_lookup::date::Date::MIN;
        let release = Release { name: "1.0.0".to_owned(), date, is_demo: false, gaps: Gaps::default() };
        let bytes = writer::write(vec![pack.clone()], &release).unwrap();
        let dataset = Dataset::open(&bytes).unwrap();
        let moved = format!("/med/ampp/ampp/elsewhere-{}", pack.pack_id);
        vec![
            get_from(&dataset, &pack.url(), ""),
            get_from(&dataset, &moved, ""),
            get_from(&dataset, "/med/gtin/9520000000011", ""),
            get_from(&dataset, "/01/09520000000011", "linkType=linkset"),
            get_from(&dataset, "/api/search", &format!("q={}", pack.pack_id)),
        ]
    }

    fn markup_counts(response: &Response) -> [usize; 3] {
        let html = std::str::from_utf8(&response.body).unwrap();
        ['<', '>', '"'].map(|mark| html.matches(mark).count())
    }

    proptest! {
        #[test]
        fn add_no_markup_and_no_header(name in names()) {
            let pack = pack_named(&name);
            let hostile = responses(&pack);
            let plain = responses(&pack_named("Name"));
            prop_assert_eq!(hostile.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200, 308, 200, 200, 200]);
            for (answer, plain) in hostile.iter().zip(&plain).take(4) {
                prop_assert_eq!(markup_counts(answer), markup_counts(plain));
            }
            prop_assert_eq!(&json(&hostile[4])[0]["name"], &name);
            for (_, value) in hostile.iter().flat_map(|answer| &answer.headers) {
                prop_assert!(is_printable(value));
            }
        }
    }
}

/// A Digital Link leads to the page of a pack only if no other pack has carried its GTIN, and its period is open.
#[test]
fn a_digital_link_never_chooses_between_packs() {
    let packs = cases::fixture::packs();
    let release = FIXTURE.release_date();
    let mut seen = BTreeSet::new();
    for entry in packs.iter().flat_map(|pack| &pack.gtin_codes) {
        let gtin = entry.gtin.gtin();
        if !gtin.has_right_check_digit() {
            continue;
        }
        let carries = |pack: &&Pack| pack.gtin_codes.iter().any(|entry| entry.gtin.gtin() == gtin);
        let carriers: Vec<&Pack> = packs.iter().filter(carries).collect();
        let mut uses =
            carriers.iter().flat_map(|pack| &pack.gtin_codes).filter(|one| one.gtin.gtin() == gtin);
        let is_open = uses.any(|one| one.end_date.is_none_or(|end| end >= release));
        let page = match carriers.as_slice() {
            [pack] if is_open => pack.url(),
            _ => format!("/med/gtin/{:014}", gtin.number()),
        };
        let redirect = get(&format!("/01/{:014}", gtin.number()));
        assert_eq!(redirect.header("Location"), Some(format!("{}{page}", cases::ORIGIN).as_str()));
        let asked = get(&format!("/med/gtin/{:014}", gtin.number()));
        assert!(carriers.iter().all(|pack| text(&asked).contains(&pack.url())), "{gtin}");
        seen.insert((carriers.len() > 1, is_open));
    }
    assert_eq!(seen.len(), 3, "{seen:?}");
}

/// Returns the structured data of a page.
#[cfg(feature = "write")]
fn structured_data(response: &Response) -> Option<Value> {
    let html = std::str::from_utf8(&response.body).unwrap();
    let (_, rest) = html.split_once("<script type=\"application/ld+json\">")?;
    Some(serde_json::from_str(rest.split_once("</script>")?.0).unwrap())
}

/// Returns the structured data of the first pack of the fixture after a change.
#[cfg(feature = "write")]
fn drug_after(change: impl FnOnce(&mut Vec<Pack>, &mut pack_lookup::dataset::Release)) -> Option<Value> {
    let mut packs = cases::fixture::packs();
    let concepts = cases::fixture::concepts(&packs);
    let mut release = pack_lookup::dataset::Release { date: day("2025-08-14"), ..real_release() };
    change(&mut packs, &mut release);
    let url = packs[0].url();
    let bytes = writer::write_with(packs, Some(concepts), &release).unwrap();
    structured_data(&get_from(&Dataset::open(&bytes).unwrap(), &url, ""))
}

#[cfg(feature = "write")]
fn day(text: &str) -> pack_lookup::date::Date {
    pack_lookup::date::Date::parse(text).unwrap()
}

#[test]
#[cfg(feature = "write")]
fn a_page_has_the_facts_of_its_medicine_as_structured_data() {
    let property = |id: &str, value: &str| serde_json::json!({"@type": "PropertyValue", "propertyID": id, "value": value});
    let expected = serde_json::json!({
        "@context": "https://schema.org",
        "@type": "Drug",
        "name": "Paracetamol 500mg tablets (Demo Pharma Ltd) 32 tablet",
        "nonProprietaryName": "Paracetamol 500mg tablets",
        "activeIngredient": ["Paracetamol"],
        "dosageForm": ["Tablet"],
        "administrationRoute": ["Oral"],
        "gtin": ["09520000000011"],
        "identifier": [
            property("dm+d AMPP", "995200000000000013"),
            property("dm+d AMP", "95260001000001103"),
            property("dm+d VMPP", "95250001000001108"),
            property("dm+d VMP", "95220001000001109"),
            property("dm+d VTM", "95210001000001104"),
        ],
        "additionalProperty": [property("dm+d supplier", "Demo Pharma Ltd")],
    });
    assert_eq!(drug_after(|_, _| {}), Some(expected));
}

/// Readers of structured data do not see a warning next to it.
#[test]
#[cfg(feature = "write")]
fn a_page_with_a_warning_has_no_structured_data() {
    use pack_lookup::dataset::Gap;
    assert_eq!(drug_after(|_, release| release.is_demo = true), None);
    assert_eq!(drug_after(|_, release| release.gaps = [Gap::NoGtinFile].into_iter().collect()), None);
    assert_eq!(drug_after(|packs, _| packs[0].is_invalid = true), None);
    assert_eq!(drug_after(|packs, _| packs[0].discontinued = packs[1].discontinued.clone()), None);
    let reuse = |packs: &mut Vec<Pack>| packs[2].gtin_codes = packs[0].gtin_codes.clone();
    assert_eq!(drug_after(|packs, _| reuse(packs)), None);
    let ended = |packs: &mut Vec<Pack>| packs[0].gtin_codes.truncate(1);
    assert!(drug_after(|packs, _| ended(packs)).unwrap().get("gtin").is_none());
}

#[test]
#[cfg(feature = "write")]
fn structured_data_cannot_end_its_block() {
    let name = "</script><!--<script> \\\" & \"quoted\" \\";
    let data = drug_after(|packs, _| name.clone_into(&mut packs[0].name)).unwrap();
    assert_eq!(data["name"], name);
}

#[test]
fn pages_comply_with_their_content_security_policy() {
    for pack in cases::fixture::packs() {
        let page = get(&pack.url());
        for part in ["<script", "<style", " style=", " onclick="] {
            assert!(!text(&page).contains(part), "{part}");
        }
        assert!(page.header("Content-Security-Policy").unwrap().starts_with("default-src 'none'"));
    }
}

/// Returns the tags of a page in order, without void elements.
fn tags(html: &str) -> Vec<&str> {
    let mut tags = Vec::new();
    for rest in html.split('<').skip(1) {
        let tag = rest.split(['>', ' ']).next().unwrap();
        if !matches!(tag, "!DOCTYPE" | "meta" | "link" | "br") {
            tags.push(tag);
        }
    }
    tags
}

#[test]
fn pages_close_every_tag_and_link_to_existing_ids() {
    for pack in cases::fixture::packs() {
        let page = get(&pack.url());
        let mut open = Vec::new();
        for tag in tags(text(&page)) {
            match tag.strip_prefix('/') {
                Some(name) => assert_eq!(open.pop(), Some(name), "{}", pack.url()),
                None => open.push(tag),
            }
        }
        assert!(open.is_empty());
        for attribute in ["href=\"#", "aria-labelledby=\""] {
            assert_targets_exist(text(&page), attribute);
        }
    }
}

fn assert_targets_exist(html: &str, attribute: &str) {
    for rest in html.split(attribute).skip(1) {
        for id in rest.split('"').next().unwrap().split_whitespace() {
            assert_eq!(html.matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
        }
    }
}

/// Follows the links with this relation, and returns all pages.
fn follow(first: &str, relation: &str) -> Vec<CaseResponse> {
    let mut pages = vec![get(first)];
    while let Some(target) = link_target(pages.last().unwrap(), relation) {
        assert!(pages.len() < 100, "the links form a cycle");
        pages.push(get(&target));
    }
    pages
}

fn link_target(response: &CaseResponse, relation: &str) -> Option<String> {
    let mut links = response.header("Link").unwrap().split(", ");
    let link = links.find(|link| link.ends_with(&format!("; rel=\"{relation}\"")))?;
    Some(link.trim_start_matches('<').split('>').next().unwrap().to_owned())
}

fn ids(response: &CaseResponse) -> Vec<u64> {
    pack_ids(&serde_json::from_slice(&response.body).unwrap())
}

fn is_printable(value: &str) -> bool {
    value.bytes().all(|byte| matches!(byte, b' '..=b'~'))
}

fn path() -> impl Strategy<Value = String> {
    let segment = prop_oneof![
        Just("api".to_owned()),
        Just("med".to_owned()),
        Just("gtin".to_owned()),
        Just("search".to_owned()),
        Just("about".to_owned()),
        Just("ampp".to_owned()),
        "(amp|vmpp|vmp|vtm)",
        Just("pack.css".to_owned()),
        "[0-9]{0,19}",
        "[a-z-]{0,9}-[0-9]{15,19}",
        "(%[0-9A-Fa-f]{2}|[%+a-z0-9]){0,9}",
        ".{0,9}",
    ];
    prop_oneof![
        prop::collection::vec(segment, 0..6).prop_map(|segments| format!("/{}", segments.join("/"))),
        "(/med)?/api/gtin/.{0,20}/?",
        "(/med)?/api/(ampp|amp|vmpp|vmp|vtm)/[0-9 a]{0,20}/?",
        "/med/ampp/ampp/.{0,20}",
        "(/med)?/api/(search|about|changes|changes\\.atom|check-list)/?",
        "/fhir/(metadata|Medication(/[0-9]{0,19}|/_search)?|CodeSystem/\\$lookup|ConceptMap/\\$translate)/?",
        ".*",
    ]
}

fn query() -> impl Strategy<Value = String> {
    let name = "q|code|_id|system|_count|limit|offset|current|format|include|ids|since|kind|[a-z]{0,3}";
    let value = prop_oneof![
        "(https://www.gs1.org/gtin\\|?9520000000035|https://dmd.nhs.uk\\|?|true|false|json|dmd|string|tablets|para 500|95200000000[0-9]{2}|2025-0[78]-[0-3][0-9]|price,new|gtin_moved|[0-9]{1,20}|[+-][0-9])",
        "(%[0-9A-Fa-f]{2}|[%+&=a-z0-9]){0,9}",
        ".{0,250}",
    ];
    let pair = (name, value).prop_map(|(name, value)| format!("{name}={value}"));
    prop_oneof![prop::collection::vec(pair, 0..4).prop_map(|pairs| pairs.join("&")), ".*"]
}

fn method() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just("GET".to_owned()), 1 => Just("HEAD".to_owned()), 1 => Just("OPTIONS".to_owned()), 1 => Just("POST".to_owned()), 1 => ".*"]
}

/// Checks the properties of every response.
fn assert_well_formed(request: &Request<'_>, response: &Response) {
    let mut names = BTreeSet::new();
    for (name, value) in &response.headers {
        assert!(names.insert(name.to_lowercase()), "the header {name} occurs twice");
        assert!(is_printable(value), "{:?}", response.headers);
    }
    for name in REQUIRED_HEADERS {
        assert!(names.contains(&name.to_lowercase()), "no {name}");
    }
    assert!([200, 204, 304, 308, 400, 404, 405, 406, 413, 415].contains(&response.status));
    let is_bare = matches!(response.status, 204 | 304);
    assert_eq!(names.contains("content-type"), !is_bare);
    assert_eq!(response.body.is_empty(), is_bare || request.method == "HEAD");
    assert_eq!(names.contains("allow"), matches!(response.status, 204 | 405));
}

fn assert_problem(response: &Response) {
    if header(response, "Content-Type") == Some("application/problem+json") && !response.body.is_empty() {
        let problem = json(response);
        assert_eq!(problem["status"], response.status);
        for member in ["type", "title", "detail", "reason"] {
            assert!(problem[member].as_str().is_some_and(|text| !text.is_empty()), "{member}");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn every_request_gets_a_well_formed_response(
        method in method(), path in path(), query in query(), condition in prop::option::of(".*"),
    ) {
        let if_none_match = condition.as_deref();
        let request = Request { method: &method, if_none_match, ..Request::get(&path, &query) };
        let host = Host { history: Some(&CHANGES), ..Host::default() };
        let response = respond_on(&FIXTURE, &request, host);
        assert_well_formed(&request, &response);
        assert_problem(&response);
        prop_assert_eq!(response.clone(), respond_on(&FIXTURE, &request, host));
    }

    #[test]
    fn every_list_gets_an_answer(
        body in prop_oneof![
            "\\[(\"[0-9 .eE+]{0,20}\",?|[0-9]{1,20},?|null|\\{){0,5}\\]?",
            "\\{\"(codes|code)\":\\[\"[0-9]{13}\"\\](,\"since\":(\"2025-08-14\"|5|null|\"\"))?\\}",
            "([0-9]{0,19}|.{0,9}|\r|\n){0,9}",
        ],
        bytes in prop::collection::vec(any::<u8>(), 0..9),
    ) {
        let body = [body.as_bytes(), &bytes].concat();
        let request = Request { method: "POST", body: &body, ..Request::get("/api/check-list", "") };
        let response = respond(&FIXTURE, &request);
        assert_well_formed(&request, &response);
        assert_problem(&response);
        prop_assert!(matches!(response.status, 200 | 400), "{}", response.status);
    }

    #[test]
    fn every_body_gets_a_well_formed_response(
        operation in "(Medication/_search|CodeSystem/\\$lookup|ConceptMap/\\$translate)",
        media_type in prop::option::of("application/(fhir\\+json|x-www-form-urlencoded)|.*"),
        body in prop_oneof![
            query(),
            "\\{\"resourceType\":\"Parameters\",\"parameter\":\\[\\{\"name\":\"(system|code|coding)\",\"value(Code|Coding|Boolean)\":(\"[a-z0-9]{0,9}\"|\\{\"code\":1\\}|[0-9]|null)\\}\\]\\}",
            ".*",
        ],
        headers in prop::option::of(".*"),
    ) {
        let path = format!("/fhir/{operation}");
        let headers = headers.as_deref();
        let request = Request {
            method: "POST",
            origin: headers,
            accept: headers,
            prefer: headers,
            content_type: media_type.as_deref(),
            body: body.as_bytes(),
            ..Request::get(&path, "")
        };
        let response = respond(&FIXTURE, &request);
        assert_well_formed(&request, &response);
        let resource: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        prop_assert_eq!(response.status == 200, resource["resourceType"] != "OperationOutcome");
    }

    #[test]
    fn head_returns_the_headers_of_get_without_the_body(path in path(), query in query()) {
        let get = get_from(&FIXTURE, &path, &query);
        let head = respond(&FIXTURE, &Request { method: "HEAD", ..Request::get(&path, &query) });
        prop_assert_eq!((get.status, &get.headers), (head.status, &head.headers));
        let length = ("Content-Length", get.body.len().to_string());
        prop_assert!(get.headers.contains(&length) && head.body.is_empty());
    }

    #[test]
    fn returns_304_for_a_known_entity_tag(path in path(), query in query()) {
        let first = get_from(&FIXTURE, &path, &query);
        let if_none_match = header(&first, "ETag");
        let again = respond(&FIXTURE, &Request { if_none_match, ..Request::get(&path, &query) });
        prop_assert_eq!(again.status, if first.status == 200 { 304 } else { first.status });
    }

    #[test]
    fn next_and_prev_links_visit_all_results(limit in 1usize..=100, current: bool) {
        let target = format!("/api/search?q=support%20stocking&limit={limit}&current={current}");
        let forward = follow(&target, "next");
        let total: usize = forward[0].header("X-Total-Count").unwrap().parse().unwrap();
        let whole = ids(&get(&format!("/api/search?q=support+stocking&limit=100&current={current}")));
        prop_assert_eq!(total, whole.len());
        prop_assert_eq!(forward.iter().flat_map(ids).collect::<Vec<_>>(), whole);
        let last = format!("{target}&offset={}", (forward.len() - 1) * limit);
        let back = follow(&last, "prev");
        prop_assert_eq!(back.len(), forward.len());
        prop_assert_eq!(ids(back.last().unwrap()), ids(&forward[0]));
    }

    #[test]
    fn page_links_keep_the_query_text(text in "\\PC{1,60}") {
        let encoded: String = text.bytes().map(|byte| format!("%{byte:02X}")).collect();
        let target = format!("/med/api/search?q={encoded}&offset=7&format=json");
        let Some(prev) = link_target(&get(&target), "prev") else { return Ok(()) };
        let query = prev.strip_prefix("/med/api/search?").unwrap();
        let pairs: Vec<_> = query.split('&').map(|pair| pair.split_once('=').unwrap()).collect();
        prop_assert_eq!(percent_encoding::percent_decode_str(pairs[0].1).decode_utf8().unwrap(), text.as_str());
        prop_assert_eq!(pairs[1..].to_vec(), vec![("format", "json"), ("offset", "0")]);
    }
}

#[test]
fn the_json_of_a_pack_matches_its_serde_form() {
    for pack in cases::fixture::packs() {
        let Some(open) = pack.gtin_codes.iter().find(|entry| entry.end_date.is_none()) else { continue };
        let record = serde_json::to_string(&pack).unwrap();
        assert_eq!(text(&get(&format!("/med/api/gtin/{}", open.gtin))), record);
    }
}

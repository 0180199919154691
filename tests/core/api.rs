//! The HTTP interface of the native core: the cases, and the properties of every response.

use std::sync::LazyLock;

use pack_lookup::api::{Request, Response, respond};
use pack_lookup::dataset::Dataset;
use pack_lookup::pack::Pack;
use pack_lookup::search::{Kind, Query, search};
use proptest::prelude::*;

use crate::cases::{self, CaseRequest, CaseResponse, DATASET};

static FIXTURE: LazyLock<Dataset<'static>> = LazyLock::new(|| Dataset::open(DATASET).unwrap());

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
    let (path, query) = request.target.split_once('?').unwrap_or((request.target, ""));
    let condition = request.headers.iter().find(|header| header.0 == "If-None-Match");
    let if_none_match = condition.map(|header| header.1.as_str());
    let Response { status, headers, body } =
        respond(&FIXTURE, &Request { method: request.method, path, query, if_none_match });
    let headers = headers.into_iter().map(|(name, value)| (name.to_owned(), value)).collect();
    CaseResponse { status, headers, body }
}

fn get(target: &str) -> CaseResponse {
    send(&CaseRequest { method: "GET", target, headers: Vec::new() })
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
    use pack_lookup::dataset::{Gap, Release, writer};
    let gaps = [Gap::NoGtinFile, Gap::MixedWeeks].into_iter().collect();
    let release = Release { gaps, ..real_release() };
    let bytes = writer::write(cases::fixture::packs(), &release).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let get =
        |path: &str| respond(&dataset, &Request { method: "GET", path, query: "", if_none_match: None });
    let notice = "Incomplete data: the release had no GTIN file (no barcode is known), files of different weeks \
        (links between records may be missing or wrong).";
    let about = get("/api/about");
    let about_json: serde_json::Value = serde_json::from_slice(&about.body).unwrap();
    assert_eq!(about_json["dataset"]["gaps"], serde_json::json!(["no_gtin_file", "mixed_weeks"]));
    assert_eq!(about_json["warning"], notice);
    let page = get(&cases::fixture::packs()[0].url());
    assert!(String::from_utf8(page.body.clone()).unwrap().contains(notice));
    for response in [about, page, get("/api/gtin/9520000000011"), get("/nothing")] {
        assert!(response.headers.contains(&("Dataset-Notice", notice.to_owned())));
    }
}

/// Without a date from the host there is no age. If the date is before the release, the age is 0.
#[test]
fn about_reports_the_age_of_the_release() {
    use pack_lookup::api::{Host, respond_on};
    use pack_lookup::date::Date;
    let request = Request { method: "GET", path: "/api/about", query: "", if_none_match: None };
    let reported = |today: Option<&str>| {
        let day = |day| Date::parse(day).unwrap();
        let host = Host { today: today.map(day), served_first: today.map(|_| day("2025-08-19")) };
        let response = respond_on(&FIXTURE, &request, host);
        let about: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
        let served_first = about["dataset"].get("served_first").cloned();
        (about["dataset"]["age_days"].as_u64(), about["dataset"]["next_expected"].clone(), served_first)
    };
    let ages = [
        (Some("2025-08-14"), Some(0)),
        (Some("2026-08-15"), Some(366)),
        (Some("1999-01-01"), Some(0)),
        (None, None),
    ];
    for (today, age) in ages {
        let served_first = today.map(|_| "2025-08-19".into());
        assert_eq!(reported(today), (age, "2025-08-25".into(), served_first), "{today:?}");
    }
}

/// Products without codes have no code fields. A prefix of a code finds its packs.
#[test]
#[cfg(feature = "write")]
fn returns_and_searches_bnf_and_atc_codes() {
    use pack_lookup::dataset::writer;
    let release = real_release();
    let packs = cases::fixture::packs();
    let mut concepts = cases::fixture::concepts(&packs);
    for vmp in concepts.vmps.iter_mut().filter(|vmp| vmp.name.starts_with("Aspirin")) {
        (vmp.bnf, vmp.atc) = (Some("0209".to_owned()), Some("B01AC06".to_owned()));
    }
    let vmp = concepts.vmps.iter().find(|vmp| vmp.atc.is_some()).unwrap().id;
    let amp = concepts.amps.iter_mut().find(|amp| amp.vmp == Some(vmp)).unwrap();
    amp.bnf = Some("1502".to_owned());
    let (amp, without) = (amp.id, cases::fixture::concepts(&packs));
    let [bytes, without] = [concepts, without]
        .map(|concepts| writer::write_with(packs.clone(), Some(concepts), &release).unwrap());
    let (dataset, without) = (Dataset::open(&bytes).unwrap(), Dataset::open(&without).unwrap());
    let get = |path: &str, query: &str| {
        respond(&dataset, &Request { method: "GET", path, query, if_none_match: None })
    };
    let json = |response: &Response| serde_json::from_slice::<serde_json::Value>(&response.body).unwrap();
    let of_vmp = json(&get(&format!("/api/vmp/{vmp}"), ""));
    assert_eq!((&of_vmp["vmp"]["bnf"], &of_vmp["vmp"]["atc"]), (&"0209".into(), &"B01AC06".into()));
    let of_amp = json(&get(&format!("/api/amp/{amp}"), ""));
    assert_eq!((&of_amp["amp"]["bnf"], &of_amp["vmp"]["atc"]), (&"1502".into(), &"B01AC06".into()));
    let id = |pack: &serde_json::Value| pack["pack_id"].as_u64().unwrap();
    let packs_of_vmp: Vec<u64> = of_vmp["packs"].as_array().unwrap().iter().map(id).collect();
    let of_pack = json(&get(&format!("/api/ampp/{}", packs_of_vmp[0]), ""));
    assert_eq!(of_pack["dmd"]["vmp"]["atc"], "B01AC06");
    assert!(packs_of_vmp.len() > 1);

    let total = |response: &Response| {
        response.headers.iter().find(|(name, _)| *name == "X-Total-Count").map(|(_, value)| value.clone())
    };
    for text in ["atc:B01AC06", "atc:b", "ATC%3A+B01A", "b01ac06", "bnf:02", "bnf:0209"] {
        let found = get("/api/search", &format!("q={text}"));
        assert_eq!(
            json(&found).as_array().unwrap().iter().map(id).collect::<Vec<_>>(),
            packs_of_vmp,
            "{text}"
        );
        assert_eq!(total(&found), Some(packs_of_vmp.len().to_string()));
    }
    let by_amp_code = get("/api/search", "q=bnf:15");
    assert_eq!(total(&by_amp_code), total(&get(&format!("/api/amp/{amp}"), "")));
    assert_eq!(total(&get("/api/search", "q=atc:V")).as_deref(), Some("0"));
    let page = get("/med/api/search", "q=atc:B&limit=1");
    let link = &page.headers.iter().find(|(name, _)| *name == "Link").unwrap().1;
    assert!(link.starts_with("</med/api/search?q=atc%3AB&limit=1&offset=1>; rel=\"next\""), "{link}");
    let others = json(&get("/api/search", "q=ibuprofen"));
    let other = json(&get(&format!("/api/ampp/{}", id(&others[0])), ""));
    assert!(other["dmd"]["vmp"].get("atc").is_none() && other["dmd"]["amp"].get("bnf").is_none());

    let page = get(&packs.iter().find(|pack| pack.pack_id.number() == packs_of_vmp[0]).unwrap().url(), "");
    let page = String::from_utf8(page.body).unwrap();
    assert!(page.contains("ATC code *") && page.contains("B01AC06"), "{page}");
    assert!(page.contains("not an officially endorsed dm+d product"), "{page}");

    // Without classes, such a query is a name.
    let query = "q=atc:B01AC06";
    let name = respond(&without, &Request { method: "GET", path: "/api/search", query, if_none_match: None });
    assert_eq!(total(&name).as_deref(), Some("0"));
    let queries = ["atc:B01", "b01ac06", "bnf:02"].map(Query::new);
    assert!(queries.iter().all(|query| search(&without, query).kind == Kind::Name));
}

/// Requests for concepts get `no_concepts`. All others work as usual.
#[test]
#[cfg(feature = "write")]
fn reports_that_a_dataset_has_no_concepts() {
    use pack_lookup::dataset::writer;
    let release = real_release();
    let packs = cases::fixture::packs();
    let bytes = writer::write(packs.clone(), &release).unwrap();
    let dataset = Dataset::open(&bytes).unwrap();
    let get = |path: &str, query: &str| {
        let response = respond(&dataset, &Request { method: "GET", path, query, if_none_match: None });
        (response.status, serde_json::from_slice::<serde_json::Value>(&response.body).unwrap())
    };
    let code = packs[0].pack_id;
    let requests = ["ampp", "amp", "vmpp", "vmp", "vtm"].map(|kind| (format!("/api/{kind}/{code}"), ""));
    let gtin = "/api/gtin/9520000000011".to_owned();
    for (path, query) in requests.into_iter().chain([(gtin.clone(), "include=dmd")]) {
        let (status, problem) = get(&path, query);
        assert_eq!((status, &problem["reason"]), (404, &"no_concepts".into()), "{path}");
    }
    assert_eq!(get(&gtin, ""), (200, serde_json::to_value(&packs[0]).unwrap()));
    assert_eq!(get("/api/search", &format!("q={code}")).0, 200);
    assert_eq!(get("/api/gtin/9520000009991", "include=dmd").1["reason"], "unknown_gtin");
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
        let requests = [
            (pack.url(), String::new()),
            (moved, String::new()),
            ("/api/search".to_owned(), format!("q={}", pack.pack_id)),
        ];
        let get = |(path, query): &(String, String)| {
            respond(&dataset, &Request { method: "GET", path, query, if_none_match: None })
        };
        requests.iter().map(get).collect()
    }

    fn markup_counts(html: &str) -> [usize; 3] {
        ['<', '>', '"'].map(|mark| html.matches(mark).count())
    }

    proptest! {
        #[test]
        fn add_no_markup_and_no_header(name in names()) {
            let pack = pack_named(&name);
            let hostile = responses(&pack);
            let plain = responses(&pack_named("Name"));
            prop_assert_eq!(hostile.iter().map(|answer| answer.status).collect::<Vec<_>>(), [200, 308, 200]);
            for (answer, plain) in hostile.iter().zip(&plain).take(2) {
                let html = |answer: &Response| markup_counts(std::str::from_utf8(&answer.body).unwrap());
                prop_assert_eq!(html(answer), html(plain));
            }
            let found: serde_json::Value = serde_json::from_slice(&hostile[2].body).unwrap();
            prop_assert_eq!(&found[0]["name"], &name);
            let mut headers = hostile.iter().flat_map(|answer| &answer.headers);
            prop_assert!(headers.all(|(_, value)| value.bytes().all(|byte| (b' '..=b'~').contains(&byte))));
        }
    }
}

#[test]
fn pages_comply_with_their_content_security_policy() {
    for pack in cases::fixture::packs() {
        let page = get(&pack.url());
        assert!(!["<script", "<style", " style=", " onclick="].iter().any(|part| text(&page).contains(part)));
        assert!(page.header("Content-Security-Policy").unwrap().starts_with("default-src 'none'"));
    }
}

/// Returns the tags of a page in order, without void elements.
fn tags(html: &str) -> Vec<&str> {
    let starts = html.split('<').skip(1).map(|rest| rest.split(['>', ' ']).next().unwrap());
    starts.filter(|tag| !["!DOCTYPE", "meta", "link", "br"].contains(tag)).collect()
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
            let targets = text(&page).split(attribute).skip(1).map(|rest| rest.split('"').next().unwrap());
            for id in targets.flat_map(str::split_whitespace) {
                assert_eq!(text(&page).matches(&format!(" id=\"{id}\"")).count(), 1, "{id}");
            }
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
    let records: Vec<serde_json::Value> = serde_json::from_slice(&response.body).unwrap();
    records.iter().map(|record| record["pack_id"].as_u64().unwrap()).collect()
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
        "(/med)?/api/(search|about)/?",
        "/fhir/(metadata|Medication(/[0-9]{0,19})?|CodeSystem/\\$lookup|ConceptMap/\\$translate)/?",
        ".*",
    ]
}

fn query() -> impl Strategy<Value = String> {
    let name = "q|code|system|_count|limit|offset|current|format|include|ids|[a-z]{0,3}";
    let value = prop_oneof![
        "(https://www.gs1.org/gtin\\|?9520000000035|https://dmd.nhs.uk\\|?|true|false|json|dmd|string|tablets|para 500|95200000000[0-9]{2}|[0-9]{1,20}|[+-][0-9])",
        "(%[0-9A-Fa-f]{2}|[%+&=a-z0-9]){0,9}",
        ".{0,250}",
    ];
    let pair = (name, value).prop_map(|(name, value)| format!("{name}={value}"));
    prop_oneof![prop::collection::vec(pair, 0..4).prop_map(|pairs| pairs.join("&")), ".*"]
}

fn method() -> impl Strategy<Value = String> {
    prop_oneof![4 => Just("GET".to_owned()), 1 => Just("HEAD".to_owned()), 1 => Just("OPTIONS".to_owned()), 1 => ".*"]
}

/// Checks the properties of every response.
fn assert_well_formed(request: &Request<'_>, response: &Response) {
    let names: Vec<_> = response.headers.iter().map(|header| header.0.to_lowercase()).collect();
    for name in REQUIRED_HEADERS {
        assert!(names.contains(&name.to_lowercase()), "no {name}");
    }
    let unique: std::collections::BTreeSet<_> = names.iter().collect();
    assert_eq!(unique.len(), names.len(), "a header occurs twice: {names:?}");
    let printable = |value: &str| value.chars().all(|c| (' '..='~').contains(&c));
    assert!(response.headers.iter().all(|header| printable(&header.1)), "{:?}", response.headers);
    assert!([200, 204, 304, 308, 400, 404, 405].contains(&response.status));
    let is_bare = matches!(response.status, 204 | 304);
    assert_eq!(names.contains(&"content-type".to_owned()), !is_bare);
    assert_eq!(response.body.is_empty(), is_bare || request.method == "HEAD");
    assert_eq!(names.contains(&"allow".to_owned()), matches!(response.status, 204 | 405));
}

fn assert_problem(response: &Response) {
    let is = |header: &(&str, String)| *header == ("Content-Type", "application/problem+json".to_owned());
    if response.headers.iter().any(is) && !response.body.is_empty() {
        let problem: serde_json::Value = serde_json::from_slice(&response.body).unwrap();
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
        let request = Request { method: &method, path: &path, query: &query, if_none_match };
        let response = respond(&FIXTURE, &request);
        assert_well_formed(&request, &response);
        assert_problem(&response);
        prop_assert_eq!(response.clone(), respond(&FIXTURE, &request));
    }

    #[test]
    fn head_returns_the_headers_of_get_without_the_body(path in path(), query in query()) {
        let ask = |method| respond(&FIXTURE, &Request { method, path: &path, query: &query, if_none_match: None });
        let (get, head) = (ask("GET"), ask("HEAD"));
        prop_assert_eq!((get.status, &get.headers), (head.status, &head.headers));
        let length = ("Content-Length", get.body.len().to_string());
        prop_assert!(get.headers.contains(&length) && head.body.is_empty());
    }

    #[test]
    fn returns_304_for_a_known_entity_tag(path in path(), query in query()) {
        let ask = |etag| respond(&FIXTURE, &Request { method: "GET", path: &path, query: &query, if_none_match: etag });
        let first = ask(None);
        let etag = &first.headers.iter().find(|header| header.0 == "ETag").unwrap().1;
        let again = ask(Some(etag.as_str()));
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
    let packs = cases::fixture::packs();
    let by_gtin = |pack: &&Pack| pack.gtin_codes.iter().any(|entry| entry.end_date.is_none());
    for pack in packs.iter().filter(by_gtin) {
        let record = serde_json::to_string(pack).unwrap();
        let open = pack.gtin_codes.iter().find(|entry| entry.end_date.is_none()).unwrap();
        assert_eq!(text(&get(&format!("/med/api/gtin/{}", open.gtin))), record);
    }
}

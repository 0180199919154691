//! What the form of a name says about route, release and kind of form.

use super::words::{singular, words_of};

/// The routes, each with the phrases of forms that imply it. The first that is found decides.
const ROUTES: &str = "
: kit|lozenge and|ear/eye/nose|eye/ear|ear/eye|nasal/ear|skin prick
sublingual: sublingual
oral lyophilisate: oral lyophilisate
oromucosal: buccal|oromucosal|mouthwash|gargle|lozenge|pastille|chewing gum|dental|toothpaste
oromucosal: gingival|periodontal|oral gel|oral paste|oral spray|throat
vaginal: vaginal|pessar
rectal: suppositor|rectal|enema
transdermal: transdermal|patch
intrathecal: intrathecal
epidural: epidural
cutaneous: cutaneous foam|cutaneous spray|cutaneous solution|cutaneous emulsion|cutaneous
nebulised: nebuliser|nebulisation|inhalation solution|inhalation suspension
inhaled: inhal
nasal: nasal|nose
ocular: eye|ophthalmic|intravitreal|intracameral|intraocular|ocular
aural: ear
other: dialysis|haemofiltration|irrigation|catheter|bladder|intravesical|instillation|urethral
other: intrauterine|endotracheo|sealant|cardioplegia|implant|intra
oral: oral|by mouth|gastroenteral
injection: injection
infusion: infusion
oral: tablet|capsule|syrup|elixir|linctus|orodispersible|granules|effervescent powder
cream: ointment|cream
cutaneous: gel|lotion|shampoo|paint|paste|topical|scalp|bath|medicated|nail
cutaneous: soap|collodion|dusting|emollient|liniment|emulsifying|paraffin
cutaneous: cetomacrogol|body wash|skin
";

/// The route that a form implies. Empty if it does not decide.
pub fn route_of(form: &str) -> &'static str {
    let rows = ROUTES.lines().filter_map(|line| line.split_once(": "));
    let mut found = rows.filter(|(_, phrases)| phrases.split('|').any(|phrase| begins_word(form, phrase)));
    found.next().map_or("", |(route, _)| route)
}

/// Whether a phrase is in a text, from the start of a word. Short ones must be whole words.
fn begins_word(text: &str, phrase: &str) -> bool {
    text.match_indices(phrase).any(|(at, _)| {
        let is_start = !text[..at].ends_with(|c: char| c.is_alphanumeric());
        let is_end = !text[at + phrase.len()..].starts_with(|c: char| c.is_alphanumeric() && c != 's');
        is_start && (phrase.len() > 4 || is_end)
    })
}

/// How a form answers a question for a route.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Agreement {
    No,
    Perhaps,
    Yes,
}

/// For a route that is asked for: the routes of forms that agree, and those that perhaps do.
const AGREEING: [(&str, &[&str], &[&str]); 15] = [
    ("intravenous", &["injection", "infusion"], &[]),
    ("intramuscular", &["injection"], &[]),
    ("subcutaneous", &["injection"], &["infusion", "other"]),
    ("injection", &["injection", "infusion", "intrathecal", "epidural"], &["other"]),
    ("oral", &["oral"], &["oral lyophilisate", "oromucosal", "sublingual"]),
    ("rectal", &["rectal"], &["cream", "cutaneous"]),
    ("vaginal", &["vaginal"], &["cream", "cutaneous"]),
    ("sublingual", &["sublingual"], &["oromucosal", "oral lyophilisate"]),
    ("buccal", &["oromucosal"], &["sublingual", "oral lyophilisate"]),
    ("inhaled", &["inhaled", "nebulised"], &[]),
    ("nebulised", &["nebulised"], &["inhaled"]),
    (
        "topical",
        &["cream", "cutaneous"],
        &["transdermal", "ocular", "nasal", "aural", "oromucosal", "vaginal", "rectal", "other"],
    ),
    ("transdermal", &["transdermal"], &["cream", "cutaneous"]),
    ("nasal", &["nasal"], &[]),
    ("ocular", &["ocular"], &[]),
];

/// Compares the route of a form with one that is asked for.
pub fn agreement(asked: &str, form: &str) -> Agreement {
    let route = route_of(form);
    let known = AGREEING.iter().find(|(name, ..)| *name == asked);
    let (sure, perhaps) =
        known.map_or((&[] as &[&str], &[] as &[&str]), |(_, sure, perhaps)| (sure, perhaps));
    if route == asked || sure.contains(&route) {
        return Agreement::Yes;
    }
    if route.is_empty() || perhaps.contains(&route) { Agreement::Perhaps } else { Agreement::No }
}

const MODIFIED: [&str; 7] = [
    "modified-release",
    "prolonged-release",
    "extended-release",
    "slow-release",
    "sustained-release",
    "depot",
    "modified release",
];
const RESISTANT: [&str; 3] = ["gastro-resistant", "gastroresistant", "enteric"];

/// The release characteristics that a text states.
pub fn releases_of(text: &str) -> Vec<&'static str> {
    let has = |phrases: &[&str]| phrases.iter().any(|phrase| text.contains(phrase));
    let mut releases = Vec::new();
    if has(&MODIFIED) {
        releases.push("modified");
    }
    if has(&RESISTANT) {
        releases.push("gastro-resistant");
    }
    if releases.is_empty() { vec!["immediate"] } else { releases }
}

/// The words that name a form, in the singular.
const FORMS: &str = "\
    tablet capsule solution suspension emulsion cream ointment gel paste drop spray powder granule \
    injection infusion suppositor pessar patch inhaler inhalation liquid lotion shampoo enema foam \
    lozenge syrup elixir linctus mouthwash paint film plaster irrigation implant pastille mixture \
    lyophilisate";

/// The words of a text that name a form, in the singular.
pub fn forms_in(text: &str) -> Vec<String> {
    let words = words_of(text);
    words
        .iter()
        .map(|word| singular(word).to_owned())
        .filter(|word| FORMS.split(' ').any(|form| form == word))
        .collect()
}

/// The form of a name before the first digit, as people type it: not the `10ml vials` of
/// `solution for injection 10ml vials`.
pub fn short_form(form: &str) -> &str {
    let end =
        form.match_indices(' ').find(|(at, _)| form[at + 1..].starts_with(|c: char| c.is_ascii_digit()));
    end.map_or(form, |(at, _)| &form[..at])
}

//! Judges an answer by the names of its packs, independently of the search.
//!
//! A pack is wrong only if its names contradict the question.

use pack_lookup::dataset::PackNumber;
use pack_lookup::search::{Found, Reason};

use super::form::{Agreement, agreement, forms_in, releases_of, route_of};
use super::name::{Component, Name};
use super::question::{Question, Want, Words};
use super::release::{Generic, Product, Release, has_notice, tells_further};
use super::strength::{Comparison, Strength, compare, strengths_of};
use super::words::{has_all, has_word, is_element, is_salt, words_of};

/// The number of packs that a person sees without scrolling.
const FIRST: usize = 5;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verdict {
    Right,
    /// Nothing is found, and nothing exists.
    EmptyRight,
    /// Nothing is found although it exists.
    Empty,
    /// A wrong pack is shown without a notice.
    Silent,
    /// A wrong pack is shown with a notice.
    Noticed,
    /// Nothing is found, and the reason for it is false.
    FalseReason,
}

impl Verdict {
    pub const ALL: [(Verdict, &'static str); 6] = [
        (Verdict::Right, "right"),
        (Verdict::EmptyRight, "empty-right"),
        (Verdict::Empty, "empty"),
        (Verdict::Silent, "silent"),
        (Verdict::Noticed, "noticed"),
        (Verdict::FalseReason, "false reason"),
    ];

    pub fn name(self) -> &'static str {
        Verdict::ALL.iter().find(|(verdict, _)| *verdict == self).map_or("", |(_, name)| name)
    }

    pub fn is_right(self) -> bool {
        matches!(self, Verdict::Right | Verdict::EmptyRight)
    }
}

/// A pack of an answer, with its names.
#[derive(Clone, Copy)]
struct Shown<'r> {
    release: &'r Release<'r>,
    number: PackNumber,
    generic: &'r Generic,
    product: &'r Product,
    name: &'r str,
    size: &'r str,
}

/// A judged answer.
pub struct Judged {
    pub verdict: Verdict,
    /// The faults of the first packs: `2: strength`.
    pub faults: String,
    /// Whether the first pack satisfies the question.
    pub is_first_right: bool,
}

pub fn judge(release: &Release<'_>, question: &Question, found: &Found) -> Judged {
    if found.packs.is_empty() {
        return judge_empty(release, question, found);
    }
    let mut judge = Judge {
        release,
        question,
        has_notice: has_notice(found),
        tells_further: tells_further(found),
        has_exact: false,
    };
    let count = if question.only_first { 1 } else { FIRST };
    let mut faults = Vec::new();
    for (place, number) in (1..).zip(found.packs.iter().take(count)) {
        let of_pack = judge.faults_of(shown(release, *number));
        judge.has_exact |= judge.is_exact(shown(release, *number));
        faults.extend(of_pack.into_iter().map(|fault| (place, fault)));
    }
    let verdict = match (faults.is_empty(), judge.has_notice) {
        (true, _) => Verdict::Right,
        (false, true) => Verdict::Noticed,
        (false, false) => Verdict::Silent,
    };
    let is_first_right = !faults.iter().any(|(place, _)| *place == 1);
    let texts: Vec<String> = faults.iter().map(|(place, fault)| format!("{place}: {fault}")).collect();
    Judged { verdict, faults: texts.join(", "), is_first_right }
}

fn judge_empty(release: &Release<'_>, question: &Question, found: &Found) -> Judged {
    let fault = if question.checks_reason { false_reason(release, question, found) } else { None };
    let exists = || {
        Judge { release, question, has_notice: false, tells_further: false, has_exact: false }.right_exists()
    };
    let verdict = match fault {
        Some(_) => Verdict::FalseReason,
        None if !question.may_be_empty && exists() => Verdict::Empty,
        None => Verdict::EmptyRight,
    };
    Judged { verdict, faults: fault.unwrap_or_default(), is_first_right: verdict == Verdict::EmptyRight }
}

/// Checks that a medicine that is said to be absent is absent, and that available strengths are all listed.
fn false_reason(release: &Release<'_>, question: &Question, found: &Found) -> Option<String> {
    if let Some(no_match) = &found.no_match
        && no_match.reason == Reason::MedicineNotInRelease
        && is_in_release(release, &no_match.text.to_lowercase())
    {
        return Some(format!("{} is in the release", no_match.text));
    }
    if found.available.strengths.is_empty() {
        return None;
    }
    let Some(Want::Medicine(words)) = question.wants.first() else { return None };
    let listed: Vec<Strength> =
        found.available.strengths.iter().flat_map(|text| strengths_of(text)).collect();
    let missing = strengths_with(release, words)
        .into_iter()
        .find(|strength| !listed.iter().any(|other| compare(strength, other) > Comparison::Different))?;
    Some(format!("{} is not listed", missing.text))
}

/// `clavulanate` is a word for the clavulanic acid of co-amoxiclav.
fn is_in_release(release: &Release<'_>, word: &str) -> bool {
    release.has_word(word) || word == "clavulanate"
}

/// The strengths of all products that have one substance, and this medicine as substance or brand.
fn strengths_with(release: &Release<'_>, words: &Words) -> Vec<Strength> {
    let mut strengths = Vec::new();
    for product in release.candidates(words) {
        let (generic, product) = (release.generic_of(*product), &release.products[*product]);
        let name = &generic.parsed;
        let is_asked = name.components[0].has(words) || has_all(&product.parsed.words, words);
        if name.is_plain() && is_asked {
            strengths.extend(name.components[0].strengths.clone());
        }
    }
    strengths
}

fn shown<'r>(release: &'r Release<'r>, number: PackNumber) -> Shown<'r> {
    let product = release.product_of[number.0 as usize];
    Shown {
        release,
        number,
        generic: release.generic_of(product),
        product: &release.products[product],
        name: &release.pack(number).name,
        size: release.size_of(number),
    }
}

struct Judge<'j> {
    release: &'j Release<'j>,
    question: &'j Question,
    has_notice: bool,
    /// Whether the answer says that packs have further substances.
    tells_further: bool,
    /// Whether an earlier pack of the answer has exactly the strength and the volume.
    has_exact: bool,
}

impl<'j> Judge<'j> {
    fn faults_of(&self, pack: Shown<'_>) -> Vec<&'static str> {
        let is_wrong =
            |want: &&Want| self.agreement(want, pack) == Agreement::No && !self.is_excused(want, pack);
        self.question.wants.iter().filter(is_wrong).map(Want::fault).collect()
    }

    fn is_exact(&self, pack: Shown<'_>) -> bool {
        let is_it =
            |want: &Want| matches!(want, Want::Exact(..)) && self.agreement(want, pack) == Agreement::Yes;
        self.question.wants.iter().any(is_it)
    }

    /// Whether a pack that does not satisfy a condition is not wrong: no pack satisfies it, or the answer
    /// says so.
    fn is_excused(&self, want: &Want, pack: Shown<'_>) -> bool {
        match want {
            Want::Only(_) => self.has_notice || self.tells_further || !self.right_exists(),
            Want::Exact(words, strength) => {
                let comparison = strength_agreement(words, strength, pack);
                let is_other_volume = comparison.is_some_and(|comparison| comparison > Comparison::Unknown);
                is_other_volume && (self.has_exact || !self.right_exists())
            }
            Want::Salt(base, salt) => !states_salt(base, pack) && !self.some_has_salt(base, salt),
            Want::PhraseIfAny(phrases) => self.has_notice && !self.some_has(phrases),
            _ => false,
        }
    }

    /// Whether a pack with the first medicine of the question has one of the phrases.
    fn some_has(&self, phrases: &Words) -> bool {
        let Some(Want::Medicine(words)) = self.question.wants.first() else { return false };
        self.candidates(words)
            .any(|pack| medicine(words, pack) == Agreement::Yes && has_phrase(pack, phrases))
    }

    fn some_has_salt(&self, base: &Words, salt: &str) -> bool {
        self.candidates(base).any(|pack| salts_of(base, pack).any(|stated| stated == salt))
    }

    fn candidates<'s>(&'s self, words: &'s Words) -> impl Iterator<Item = Shown<'j>> + 's {
        let products = self.release.candidates(words).iter();
        products.map(|product| shown(self.release, self.release.products[*product].packs[0]))
    }

    /// Whether some pack surely satisfies all conditions.
    fn right_exists(&self) -> bool {
        let wants = &self.question.wants;
        let is_right =
            |pack: Shown<'_>| wants.iter().all(|want| self.agreement(want, pack) == Agreement::Yes);
        for want in wants {
            match want {
                Want::Medicine(words) => return self.candidates(words).any(is_right),
                Want::Packs(_) | Want::Generic(_) | Want::Lengths(_) => return true,
                Want::Nothing => return false,
                _ => {}
            }
        }
        false
    }

    fn agreement(&self, want: &Want, pack: Shown<'_>) -> Agreement {
        let name = &pack.generic.parsed;
        match want {
            Want::Medicine(words) => medicine(words, pack),
            Want::Only(medicines) => yes_if(!has_more(medicines, pack)),
            Want::Strength(words, strength) => has_strength(words, strength, pack),
            Want::OneOf(words, strengths) => {
                let agreements = strengths.iter().map(|strength| has_strength(words, strength, pack));
                agreements.max().unwrap_or(Agreement::No)
            }
            Want::Exact(words, strength) => match strength_agreement(words, strength, pack) {
                None | Some(Comparison::Unknown) => Agreement::Perhaps,
                Some(comparison) => yes_if(comparison == Comparison::Same),
            },
            Want::Number(words, number) => has_number(words, *number, pack),
            Want::Form(words) => form(words, pack),
            Want::SameForm(form) => match has_all(&name.words, &words_of(form)) {
                true => Agreement::Yes,
                false => Agreement::Perhaps,
            },
            Want::Phrase(phrases) | Want::PhraseIfAny(phrases) => yes_if(has_phrase(pack, phrases)),
            Want::Route(route) => route_agreement(route, pack),
            Want::Release(release) => yes_if(all_releases(pack).contains(release)),
            Want::NotRelease(release) => yes_if(!all_releases(pack).contains(release)),
            Want::Not(want) => match self.agreement(want, pack) {
                Agreement::Yes => Agreement::No,
                Agreement::Perhaps => Agreement::Perhaps,
                Agreement::No => Agreement::Yes,
            },
            Want::Without(words) => yes_if(medicine(words, pack) == Agreement::No),
            Want::Salt(base, salt) => yes_if(salts_of(base, pack).any(|stated| stated == salt)),
            Want::Lengths(lengths) => yes_if(has_lengths(lengths, pack)),
            Want::Generic(generic) => yes_if(pack.generic.name == *generic),
            Want::Packs(packs) => yes_if(packs.contains(&pack.number)),
            Want::Nothing => match name.components.is_empty() {
                true => Agreement::Perhaps,
                false => Agreement::No,
            },
        }
    }
}

fn yes_if(condition: bool) -> Agreement {
    if condition { Agreement::Yes } else { Agreement::No }
}

/// Whether a component of the generic name, or the title, has all words. A salt that is asked for may be
/// missing if no other one is stated: [`Want::Salt`] judges it.
fn medicine(words: &Words, pack: Shown<'_>) -> Agreement {
    let name = &pack.generic.parsed;
    // A device may have some words in its own name and the others in the generic one.
    let both_names = || [words_of(pack.name), name.words.clone()].concat();
    if !pack.generic.is_medicine && is_named(&both_names(), words) {
        return Agreement::Yes;
    }
    let is_brand_named = name.is_brand && has_all(&name.words, words);
    if name.with(words).any(|component| is_of(component, words, pack))
        || has_all(&pack.product.parsed.words, words)
        || is_brand_named
    {
        return Agreement::Yes;
    }
    let base = without_salts(words);
    let is_base =
        |component: &&Component| component.has(&base) && !component.words.iter().any(|word| is_salt(word));
    let is_saltless = base.len() < words.len() && !base.is_empty() && !is_element(&words[0]);
    match is_saltless && name.components.iter().any(|component| is_base(&component)) {
        true => Agreement::Perhaps,
        false => Agreement::No,
    }
}

/// Whether each word begins a word of a device's name.
fn is_named(own: &[String], words: &Words) -> bool {
    words.iter().all(|word| own.iter().any(|own| own.starts_with(word)))
}

/// Whether a component with all words is that medicine: iron sucrose is not sucrose.
fn is_of(component: &Component, words: &Words, pack: Shown<'_>) -> bool {
    let first = component.substance.split(' ').next().unwrap_or("");
    let is_medicine = is_element(first) || pack.release.substances.contains_key(first);
    component.is_of_compound || !is_medicine || words_of(first).iter().any(|first| has_word(words, first))
}

fn without_salts(words: &Words) -> Words {
    words.iter().filter(|word| !is_salt(word)).cloned().collect()
}

/// Whether the pack has substances in addition to these medicines. A brand has all of its substances.
fn has_more(medicines: &[Words], pack: Shown<'_>) -> bool {
    let name = &pack.generic.parsed;
    let is_brand =
        |words: &Words| name.with(words).next().is_none() && has_all(&pack.product.parsed.words, words);
    if medicines.iter().any(is_brand) {
        return false;
    }
    name.components.iter().any(|component| {
        let is_asked =
            medicines.iter().any(|words| component.has(words) || component.has(&without_salts(words)));
        !is_asked && !component.is_diluent && !component.substance.is_empty()
    })
}

/// Compares a strength with the best one that the pack states for the medicine. `None` if it states none.
fn strength_agreement(words: &Words, strength: &Strength, pack: Shown<'_>) -> Option<Comparison> {
    stated_strengths(words, pack).into_iter().map(|stated| compare(strength, stated)).max()
}

/// The strengths of the components with the medicine; for single substances and brands all strengths of the
/// names.
fn stated_strengths<'p>(words: &Words, pack: Shown<'p>) -> Vec<&'p Strength> {
    let name = &pack.generic.parsed;
    let mut components: Vec<&Component> = name.with(words).collect();
    if components.is_empty() {
        components.extend(name.with(&without_salts(words)));
    }
    if components.is_empty() {
        components.extend(&name.components);
    }
    if name.components.len() == 1 || name.is_brand {
        components.extend(&pack.product.parsed.components);
    }
    components.into_iter().flat_map(|component| &component.strengths).collect()
}

/// Whether the pack has the strength, in a container of any volume.
fn has_strength(words: &Words, strength: &Strength, pack: Shown<'_>) -> Agreement {
    match strength_agreement(words, strength, pack) {
        None | Some(Comparison::Unknown | Comparison::OtherVolume) => Agreement::Perhaps,
        Some(comparison) => yes_if(comparison != Comparison::Different),
    }
}

fn has_number(words: &Words, number: f64, pack: Shown<'_>) -> Agreement {
    let strengths = stated_strengths(words, pack);
    if strengths.is_empty() {
        return Agreement::Perhaps;
    }
    let is_number = |strength: &&Strength| (strength.amount.number - number).abs() < 1e-6;
    yes_if(strengths.iter().any(is_number))
}

fn form(words: &Words, pack: Shown<'_>) -> Agreement {
    let unit = pack.size.split(' ').nth(1).unwrap_or("");
    let text = format!("{} {} {unit}", pack.generic.parsed.text, pack.product.parsed.text);
    let stated = forms_in(&text);
    // `Callous Caps` is the name of a plaster.
    let is_in_title = |word: &String| has_word(&pack.product.parsed.words, word);
    if words.iter().any(|word| stated.contains(word) || is_in_title(word)) {
        return Agreement::Yes;
    }
    let is_perhaps =
        |word: &String| word.strip_prefix('?').is_some_and(|word| stated.iter().any(|own| own == word));
    if stated.is_empty() || words.iter().any(is_perhaps) { Agreement::Perhaps } else { Agreement::No }
}

/// Whether the names have a phrase. Hyphens are spaces.
fn has_phrase(pack: Shown<'_>, phrases: &[String]) -> bool {
    let plain = |name: &Name| format!(" {} ", name.text.replace(['-', '(', ')', ',', '/', '+'], " "));
    let texts = [plain(&pack.generic.parsed), plain(&pack.product.parsed)];
    let has = |phrase: &String| {
        let whole = format!(" {} ", phrase.replace('-', " "));
        let plural = format!(" {}s ", phrase.replace('-', " "));
        texts.iter().any(|text| text.contains(&whole) || text.contains(&plural))
    };
    phrases.iter().any(has)
}

fn route_agreement(route: &str, pack: Shown<'_>) -> Agreement {
    let form = &pack.generic.parsed.form;
    let title = &pack.product.parsed.form;
    let text = if route_of(form).is_empty() { title } else { form };
    let name = &pack.generic.parsed.text;
    if has_word(&pack.generic.parsed.words, route) || name.contains(route) {
        return Agreement::Yes;
    }
    agreement(route, text)
}

fn all_releases(pack: Shown<'_>) -> Vec<&'static str> {
    releases_of(&format!("{} {}", pack.generic.parsed.text, pack.product.parsed.text))
}

/// The words of the components with a medicine, in both names.
fn salts_of<'p>(base: &'p Words, pack: Shown<'p>) -> impl Iterator<Item = &'p String> {
    let names = [&pack.generic.parsed, &pack.product.parsed];
    names.into_iter().flat_map(|name| name.with(base)).flat_map(|component| &component.words)
}

fn states_salt(base: &Words, pack: Shown<'_>) -> bool {
    salts_of(base, pack).any(|word| is_salt(word) && !base.contains(word))
}

/// Whether each length is as often in the title as it is asked for, or in the generic name.
fn has_lengths(lengths: &[String], pack: Shown<'_>) -> bool {
    [&pack.product.parsed.text, &pack.generic.parsed.text].iter().any(|text| {
        let mut numbers = numbers_in(text);
        lengths.iter().all(|length| {
            let Ok(wanted) = length.parse::<f64>() else { return false };
            let place = numbers.iter().position(|number| *number == wanted);
            place.map(|place| numbers.remove(place)).is_some()
        })
    })
}

/// The numbers of a text.
pub fn numbers_in(text: &str) -> Vec<f64> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let without_commas = text.replace(',', "");
    without_commas.split(|c: char| !is_part(c)).filter_map(|number| number.parse().ok()).collect()
}

//! Words of a query that are none of the special terms.

use super::forms::{is_form, words_need};
use super::routes::attribute_of;
use super::salts::{follows_metal, is_metal, salt_at};
use super::separate::{is_numeral, segment, separate};
use super::term::{Choice, Role, Term, Wanted};
use super::{Reader, costs, spelling};
use crate::dataset::role;
use crate::medicine::words::{WordKind, describe, described_by};
use crate::quantity::Unit;
use crate::search::box_phrases::{PhraseKind, is_salt, longest};
use crate::search::index::Need;
use crate::search::spelling::medicine_stem;
use crate::search::synonyms::{combinations_of, former_names_with_prefix};
use crate::text::{is_digit, prefix_len};

/// The number of words for which other spellings are tried. Each takes a pass over the dictionary.
const MAX_SPELLINGS: usize = 4;
/// The minimum length of the beginning of a word that may be misspelt instead.
const MIN_MISSPELT_START: usize = 5;
/// The minimum length of an unknown word to which an amount or a number is joined.
const MIN_BEFORE_AMOUNT: usize = 4;
/// Endings that state a release, as in `MadoparCR`.
const RELEASE_ENDINGS: [&str; 7] = ["retard", "mr", "xl", "sr", "cr", "la", "xr"];
/// Words that grade a medicine. A name has them or not, so they are never ignored, and name no supplier.
const GRADES: [&str; 24] = [
    "adult",
    "advance",
    "advanced",
    "complete",
    "express",
    "instant",
    "original",
    "rapid",
    "super",
    "children",
    "childrens",
    "double",
    "extra",
    "forte",
    "infant",
    "jr",
    "junior",
    "max",
    "mini",
    "mite",
    "paediatric",
    "plus",
    "strong",
    "ultra",
];
/// Dose forms that are joined to the word before, as in `eardrops`.
const JOINED_FORMS: [&str; 12] = [
    "capsules",
    "cream",
    "drops",
    "gel",
    "injection",
    "inhaler",
    "lotion",
    "ointment",
    "patches",
    "spray",
    "syrup",
    "tablets",
];
/// Words between medicines, which say nothing by themselves.
const CONNECTING: [&str; 3] = ["and", "plus", "with"];
/// Colours of tablets, which substances have in their names, too.
const COLOURS: [&str; 11] =
    ["black", "blue", "brown", "green", "grey", "orange", "pink", "purple", "red", "white", "yellow"];

/// Reports whether a word grades a medicine.
pub fn is_grade(word: &str) -> bool {
    GRADES.contains(&word)
}

/// The reader of a word that is none of the special terms. It tries other spellings of only a few words,
/// because each takes a pass over the dictionary.
pub struct WordReader<'w, 'r, 'd> {
    pub reader: &'w mut Reader<'r, 'd>,
}

impl WordReader<'_, '_, '_> {
    pub fn word(&mut self) {
        let word = self.reader.text_at(0).replace(['\'', '’'], "");
        if is_form(&word) {
            return self.reader.add_form(&word);
        }
        let parts: Vec<&str> =
            word.split(|c: char| !c.is_alphanumeric()).filter(|part| !part.is_empty()).collect();
        match parts.as_slice() {
            [] => self.reader.at += 1,
            [one] => self.plain(one),
            _ => self.joined(&word, &parts),
        }
    }

    /// Reads words that signs join: `co-codamol`, `amlodipine/valsartan`, `nystan-susp`.
    fn joined(&mut self, word: &str, parts: &[&str]) {
        if let Some((PhraseKind::Detail | PhraseKind::Noise, 1)) = longest(&[word]) {
            let choices = vec![Choice::typed(words_need(&parts.join(" "))), Choice::at(1, Wanted::Anything)];
            return self.reader.push(Term::new(word, Role::Noise, choices), 1);
        }
        let compound = parts.concat();
        let is_hyphenated = word.contains('-');
        if is_hyphenated && let Some(apart) = self.form_apart(word) {
            return self.parts(&apart);
        }
        if is_hyphenated && self.reader.index.has_term(&compound) {
            let role = if self.reader.index.is_medicine(&compound)
                || self.reader.index.is_medicine(parts.first().unwrap_or(&""))
            {
                Role::Medicine
            } else {
                Role::Word
            };
            let mut choices = vec![Choice::typed(Need::term(&compound))];
            let suppliers = self.reader.index.suppliers_with(&compound);
            if !suppliers.is_empty() {
                choices.push(Choice::at(costs::SUPPLIER, Wanted::Supplier(suppliers)));
            }
            return self.reader.push(Term::new(word, role, choices), 1);
        }
        if parts.first() == Some(&"co") && parts.len() == 2 && !self.reader.index.has_prefix(&compound) {
            let choices = spelling::choices(self.reader.index, &compound, None);
            return self.reader.push(Term::new(word, Role::Medicine, choices), 1);
        }
        let are_alike = |is: &dyn Fn(&str) -> bool| parts.iter().all(|part| is(part));
        let is_route = |part: &str| attribute_of(&[part], true).is_some();
        let are_alternatives = word.contains('/') && (are_alike(&is_form) || are_alike(&is_route));
        self.parts(&parts.join(if are_alternatives { " or " } else { " " }));
    }

    /// Returns `film-coated tablets` of `film-coatedtablets`: print is often read without the space before a
    /// form.
    fn form_apart(&self, word: &str) -> Option<String> {
        let (_, last) = word.rsplit_once('-')?;
        if self.reader.index.has_term(last) {
            return None;
        }
        for at in 1..last.len() {
            let Some((head, form)) = last.split_at_checked(at) else { continue };
            let start = word.strip_suffix(form).unwrap_or_default();
            let is_known = self.reader.index.has_term(head) || longest(&[start]).is_some();
            if form.len() >= MIN_MISSPELT_START && is_form(form) && is_known {
                return Some(format!("{start} {form}"));
            }
        }
        None
    }

    /// Reads the parts of the current word as separate words.
    fn parts(&mut self, text: &str) {
        let terms = super::read(self.reader.index, text);
        self.reader.terms.extend(terms);
        self.reader.at += 1;
    }

    fn plain(&mut self, word: &str) {
        if let Some(term) = self.noise(word) {
            return self.reader.push(term, 1);
        }
        if let Some(term) = salt_at(self.reader, word) {
            return self.reader.push(term, 1);
        }
        let apart = separate(word, &|_| false);
        if apart != word && self.reader.has_medicine() && self.reader.index.has_term(word) {
            // `LA50` after a medicine is a release and a strength, although devices have such codes.
            return self.parts(&apart);
        }
        let Some(mut term) = self.known(word) else { return self.unknown(word) };
        if self.is_unfinished(word) && self.reader.spellings < MAX_SPELLINGS {
            self.reader.spellings += 1;
            term.choices.extend(self.reader.spellings_of(word));
        }
        self.reader.push(term, 1);
    }

    /// Reports whether a word before others only begins words of names: it may be misspelt instead.
    fn is_unfinished(&self, word: &str) -> bool {
        let is_last = self.reader.at + 1 == self.reader.words.len();
        let index = self.reader.index;
        !is_last
            && word.len() >= MIN_MISSPELT_START
            && word.chars().all(char::is_alphabetic)
            && !exact_need(word).is_known(index)
            && index.suppliers_with(word).is_empty()
    }

    /// Reads the term of a word of boxes or sentences, which is ignored if no pack has it.
    fn noise(&self, word: &str) -> Option<Term> {
        if self.reader.is_only_word() || is_grade(word) {
            return None;
        }
        let typed = self.reader.text_at(0);
        let (kind, _) = longest(&[word]).or_else(|| longest(&[typed]))?;
        match kind {
            PhraseKind::Noise | PhraseKind::Container | PhraseKind::Size | PhraseKind::Code => {}
            _ => return None,
        }
        let mut choices = Vec::new();
        let exact = exact_need(word);
        if exact.is_known(self.reader.index) {
            choices.push(Choice::typed(exact));
        }
        let ignored = if CONNECTING.contains(&word) { Wanted::Nothing } else { Wanted::Anything };
        choices.push(Choice::at(1, ignored));
        Some(Term::new(word, Role::Noise, choices))
    }

    /// Reads the term of a word that names or suppliers have, or with which words of names begin.
    fn known(&self, word: &str) -> Option<Term> {
        let index = self.reader.index;
        let mut choices = Vec::new();
        let exact = exact_need(word);
        let is_exact = exact.is_known(index);
        if is_exact {
            choices.push(Choice::typed(exact));
        }
        let suppliers = index.suppliers_with(word);
        // The name of a medicine elsewhere is not the beginning of a word that names no medicine here.
        let is_elsewhere = !is_exact
            && index.roles_of_prefix(word) & role::SUBSTANCE == 0
            && index.dataset.medicine_names().contains(word);
        let may_be_prefix = self.may_be_prefix(word, is_exact) && !is_elsewhere;
        let former: Vec<Need> = former_names_with_prefix(word).into_iter().map(words_need).collect();
        let cost = if is_exact { costs::PREFIX } else { 0 };
        if may_be_prefix && index.has_prefix(word) {
            choices.push(Choice::at(cost, Wanted::Names(Need::Prefix(word.to_owned()))));
        }
        let is_last = self.reader.at + 1 == self.reader.words.len();
        if is_last && word.chars().count() == 1 && !self.reader.is_only_word() {
            // `amlodipine t`: a form is being typed. Another letter would be another medicine: hepatitis b.
            let forms = described_by(word).map(Need::term).collect();
            choices.push(Choice::at(cost, Wanted::Names(Need::Any(forms))));
        }
        if may_be_prefix && !former.is_empty() {
            choices.push(Choice::at(cost + costs::FORMER_NAME, Wanted::Names(Need::Any(former))));
        }
        if !suppliers.is_empty() && self.may_be_supplier(word) {
            let cost = if choices.is_empty() { 0 } else { costs::SUPPLIER };
            choices.push(Choice::at(cost, Wanted::Supplier(suppliers.clone())));
        }
        if choices.is_empty() {
            return None;
        }
        Some(self.term(word, is_exact, !suppliers.is_empty(), choices))
    }

    fn term(&self, word: &str, is_exact: bool, is_supplier: bool, choices: Vec<Choice>) -> Term {
        let index = self.reader.index;
        let roles = if is_exact { index.roles_of(word) } else { index.roles_of_prefix(word) };
        let is_short = word.chars().count() == 1 || is_numeral(word);
        let role = if COLOURS.contains(&word) {
            Role::Word
        } else if is_grade(word) || is_short {
            Role::Attribute
        } else if is_detail_of_names(word) && (roles & role::SUBSTANCE == 0 || !self.reader.is_only_word()) {
            // `Fast` begins brands, and `anhydrous` substances, too.
            Role::Word
        } else if roles & role::MEDICINE != 0 || (roles & role::SUBSTANCE != 0 && is_exact) {
            Role::Medicine
        } else if matches!(describe(word), Some((WordKind::Detail | WordKind::Release | WordKind::Free, _)))
            && !is_detail(word)
        {
            Role::Attribute
        } else if is_supplier
            && roles == 0
            && !choices.iter().any(|choice| matches!(choice.wanted, Wanted::Names(_)))
        {
            Role::Supplier
        } else {
            Role::Word
        };
        Term::new(word, role, choices)
    }

    /// Reports whether a word may be of a supplier: none that distinguishes medicines, or that names one,
    /// unless it also begins the name of a supplier.
    fn may_be_supplier(&self, word: &str) -> bool {
        let index = self.reader.index;
        let is_medicine = index.roles_of(word) & role::MEDICINE != 0;
        (!is_medicine || index.is_first_of_supplier(word))
            && !is_grade(word)
            && word.len() > 1
            && !is_numeral(word)
    }

    /// Reports whether a word may be the beginning of another one.
    fn may_be_prefix(&self, word: &str, is_exact: bool) -> bool {
        let is_last = self.reader.at + 1 == self.reader.words.len();
        let len = word.chars().count();
        if self.reader.is_only_word() {
            return true;
        }
        // Heparin before other words is not the beginning of heparinoid.
        let is_substance = is_exact && self.reader.index.roles_of(word) & role::SUBSTANCE != 0;
        if is_grade(word) || is_substance && !is_last {
            return false;
        }
        if word.starts_with(is_digit) {
            return !is_exact && len > 3;
        }
        !is_numeral(word) && (len > 2 || is_last && len > 1)
    }

    /// Reads a word that neither names nor suppliers have, in the first way that fits.
    fn unknown(&mut self, word: &str) {
        if self.cut_after_misread(word) {
            return;
        }
        let term = self.absent(word).or_else(|| self.misspelt(word));
        if term.is_none() && self.segmented(word) {
            return;
        }
        let term = term.or_else(|| self.only_supplier(word)).unwrap_or_else(|| self.unknown_term(word));
        self.reader.push(term, 1);
    }

    /// Reads a word with digits that look like letters, or cuts it.
    fn cut_after_misread(&mut self, word: &str) -> bool {
        if begins_with_release(word) && self.cut(word) {
            return true;
        }
        match self.misread(word) {
            Some(term) => self.reader.push(term, 1),
            None => return self.cut(word),
        }
        true
    }

    /// Reads the term of a word with digits among its letters: `fel0dipine`.
    fn misread(&self, word: &str) -> Option<Term> {
        if !word.contains(is_digit) || !word.starts_with(char::is_alphabetic) {
            return None;
        }
        let index = self.reader.index;
        let choices = spelling::misread(index, word);
        if choices.iter().any(|choice| spelling::names_medicine(index, choice)) {
            return Some(Term::new(word, Role::Medicine, choices));
        }
        (!choices.is_empty() && word.len() > 3).then(|| Term::new(word, Role::Word, choices))
    }

    /// Reads the term of a combination, or of a medicine, a salt or a route that no name has.
    fn absent(&self, word: &str) -> Option<Term> {
        let combinations = combinations_of(word);
        if !combinations.is_empty() {
            let needs = combinations.into_iter().map(words_need).collect();
            return Some(Term::new(word, Role::Medicine, vec![Choice::typed(Need::Any(needs))]));
        }
        let is_elsewhere = self.reader.index.dataset.medicine_names().contains(word);
        if is_elsewhere || is_salt(word) || is_metal(word) {
            return Some(Term::new(word, Role::Medicine, Vec::new()));
        }
        is_unknown_route(word).then(|| Term::new(word, Role::Route, Vec::new()))
    }

    /// Reads the term of a misspelt word.
    fn misspelt(&mut self, word: &str) -> Option<Term> {
        if self.reader.spellings >= MAX_SPELLINGS || is_numeral(word) {
            return None;
        }
        self.reader.spellings += 1;
        let mut choices = self.reader.spellings_of(word);
        if choices.is_empty() {
            return None;
        }
        let index = self.reader.index;
        let is_medicine = choices.iter().any(|choice| spelling::names_medicine(index, choice));
        let role = if is_medicine { Role::Medicine } else { spelling::role_of(&choices) };
        choices.extend(self.misspelt_supplier(word));
        choices.sort_by_key(|choice| choice.cost);
        Some(Term::new(word, role, choices))
    }

    /// Reads several words without a space.
    fn segmented(&mut self, word: &str) -> bool {
        let index = self.reader.index;
        let Some(parts) = segment(word, |part| index.has_term(part) || is_form(part)) else { return false };
        let text = parts.join(" ");
        let mut terms = super::read(index, &text);
        if let Some(first) = terms.first_mut() {
            word.clone_into(&mut first.written);
            for choice in &mut first.choices {
                choice.cost += costs::REJOINED;
                choice.read_as.get_or_insert_with(|| vec![text.clone()]);
            }
        }
        self.reader.terms.extend(terms);
        self.reader.at += 1;
        true
    }

    fn only_supplier(&self, word: &str) -> Option<Term> {
        Some(Term::new(word, Role::Supplier, vec![self.misspelt_supplier(word)?]))
    }

    /// Builds the term of a word that no way explains: a medicine, or an unknown word.
    fn unknown_term(&self, word: &str) -> Term {
        let next = self.reader.text_at(1);
        let is_beside_salt = is_salt(next) || is_metal(next) || follows_metal(self.reader);
        if medicine_stem(word).is_some() || is_beside_salt && !word.starts_with(is_digit) {
            return Term::new(word, Role::Medicine, Vec::new());
        }
        let mut term = Term::new(word, Role::Unknown, Vec::new());
        term.is_required = may_be_amount(word) || word.chars().count() == 1 || is_numeral(word);
        term
    }

    /// Finds the choice of a supplier after a medicine.
    fn misspelt_supplier(&self, word: &str) -> Option<Choice> {
        if self.reader.has_medicine() { spelling::supplier(self.reader.index, word) } else { None }
    }

    /// Reports whether words of names begin with some letters. A few letters may be a code.
    fn begins_word(&self, letters: &str) -> bool {
        is_form(letters) || letters.len() >= MIN_BEFORE_AMOUNT && self.reader.index.has_prefix(letters)
    }

    /// Cuts a word where letters and digits meet, or before the abbreviation of a release: `XL500mg`,
    /// `MadoparCR`.
    fn cut(&mut self, word: &str) -> bool {
        let letters = prefix_len(word, char::is_alphabetic);
        let digits = prefix_len(word, |c| is_digit(c) || c == '.');
        let at = if letters > 0 { letters } else { digits };
        let mut parts = word.split_at_checked(at).filter(|(_, rest)| !rest.is_empty());
        if let Some((first, rest)) = parts {
            let is_known = letters == 0
                || attribute_of(&[first], true).is_some()
                || self.reader.index.has_prefix(first)
                || is_form(first)
                || letters >= MIN_BEFORE_AMOUNT && may_be_amount(rest);
            if !is_known || (letters == 0 && Unit::parse(rest).is_none() && !self.begins_word(rest)) {
                return false;
            }
        } else {
            parts = RELEASE_ENDINGS.iter().chain(&JOINED_FORMS).find_map(|end| {
                let first = word.strip_suffix(end)?;
                (first.len() > 2 && self.reader.index.has_term(first))
                    .then(|| word.split_at_checked(first.len()))?
            });
        }
        let Some((first, rest)) = parts else { return false };
        self.parts(&format!("{first} {rest}"));
        true
    }
}

/// Reports whether a number or an amount follows the abbreviation of a release or a route directly, as in
/// `XL5`.
fn begins_with_release(word: &str) -> bool {
    let letters = prefix_len(word, char::is_alphabetic);
    let (first, rest) = word.split_at_checked(letters).unwrap_or((word, ""));
    let unit = rest.trim_start_matches(|c| is_digit(c) || c == '.');
    let is_amount = unit.len() < rest.len() && (unit.is_empty() || Unit::parse(unit).is_some());
    is_amount && attribute_of(&[first], true).is_some()
}

/// Kinds of tablets and granules. A name that lacks one is another product.
const KINDS: [&str; 6] = ["chewable", "dispersible", "effervescent", "fizzy", "orodispersible", "soluble"];

/// Reports whether a word describes a product in a way that names may lack.
fn is_detail(word: &str) -> bool {
    if KINDS.contains(&word) {
        return false;
    }
    matches!(longest(&[word]), Some((PhraseKind::Detail | PhraseKind::Noise | PhraseKind::Container, _)))
}

/// Reports whether names may have or lack a word: it is neither an excipient nor a kind of tablets.
fn is_detail_of_names(word: &str) -> bool {
    !KINDS.contains(&word)
        && !matches!(word, "gelatin" | "gelatine" | "lactose" | "solvent")
        && matches!(longest(&[word]), Some((PhraseKind::Detail, 1)))
}

/// Builds the condition of a whole word, in singular or plural.
fn exact_need(word: &str) -> Need {
    let mut needs = vec![Need::term(word)];
    if word.len() > 3 && word.chars().all(char::is_alphabetic) {
        match word.strip_suffix('s') {
            Some(one) => needs.push(Need::term(one)),
            None => needs.push(Need::Term(format!("{word}s"))),
        }
    }
    Need::Any(needs)
}

/// Reports whether a word is a route by its form, such as `intrasplenic`.
fn is_unknown_route(word: &str) -> bool {
    let begins = ["intra", "trans", "peri", "endo"].iter().any(|start| word.starts_with(start));
    begins && word.len() > 8 && ["ac", "al", "ic", "ly", "ar", "ous"].iter().any(|end| word.ends_with(end))
}

/// Reports whether a word may be an amount that cannot be read: one with a unit, or a few digits with a few
/// letters.
fn may_be_amount(word: &str) -> bool {
    let digits = prefix_len(word, |c| is_digit(c) || c == '.');
    let letters = word.get(digits..).unwrap_or("");
    let is_like_unit = letters.len() < 5 && letters.starts_with(['g', 'i', 'k', 'm', 'n', 'u', 'μ']);
    let begins_with_unit =
        (2..letters.len()).any(|len| letters.get(..len).and_then(Unit::parse).is_some_and(Unit::is_strength));
    if (1..=4).contains(&digits) && !letters.is_empty() && (is_like_unit || begins_with_unit) {
        return true;
    }
    let unit = word.trim_start_matches(|c: char| c.is_numeric() || "oilszbq.".contains(c));
    unit.len() < word.len() && unit.len() > 1 && Unit::parse(unit).is_some_and(Unit::is_strength)
        || word.contains(|c: char| c.is_numeric() && !c.is_ascii_digit())
}

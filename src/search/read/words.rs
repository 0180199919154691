//! Words of a query that are none of the special terms.

use super::forms::{is_form, words_need};
use super::routes::attribute_of;
use super::salts::salt_at;
use super::separate::{is_numeral, separate};
use super::term::{Choice, Role, Term, Wanted};
use super::{Reader, costs, spelling};
use crate::dataset::role;
use crate::medicine::words::{WordKind, describe, described_by};
use crate::search::box_phrases::{PhraseKind, longest};
use crate::search::index::Need;
use crate::search::synonyms::former_names_with_prefix;
use crate::text::is_digit;

/// The number of words for which other spellings are tried. Each takes a pass over the dictionary.
pub(super) const MAX_SPELLINGS: usize = 4;
/// The minimum length of the beginning of a word that may be misspelt instead.
const MIN_MISSPELT_START: usize = 5;
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

    /// Finds `film-coated tablets` in `film-coatedtablets`: print is often read without the space before a
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
    pub(super) fn parts(&mut self, text: &str) {
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

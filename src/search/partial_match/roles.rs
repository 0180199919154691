//! Roles: decides the function of each part of a text, and so whether it may be ignored.

use super::parser::{Kind, Part, parts};
use super::query_part::{PartRole, QueryPart};
use super::segmentation;
use crate::quantity::Unit;
use crate::search::box_phrases::{is_salt, longest};
use crate::search::clauses::{
    Clause, Conjunction, TermQuery, Within, attribute_at, dedup, exclusion_at, first_clauses, free_at,
    is_numeral, one_of, text_of,
};
use crate::search::confusables;
use crate::search::evaluate::MAX_PART_LEN;
use crate::search::medicine_stems::has_medicine_stem;
use crate::search::synonyms::combinations_of;
use crate::text::{Token, asking_tokens, is_digit};

/// The maximum number of words for which other spellings are tried. Each takes a pass over the dictionary.
const MAX_CORRECTED: usize = 4;
/// The maximum number of similar words. A word that is equally close to more of them is a code, and is not
/// corrected.
const MAX_SIMILAR: usize = 32;
/// The minimum length of a prefix that is recognised as a word or as a generic name.
///
/// A shorter one may be an abbreviation of another form or route of a medicine.
const RECOGNISED: usize = 4;
/// Words that specify another form more closely: `eye drops, solution`.
const FILLINGS: [&str; 5] = ["solution", "suspension", "powder", "emulsion", "liquid"];

/// Substances of which each salt is a medicine of its own.
const METALS: [&str; 14] = [
    "aluminium",
    "ammonium",
    "bismuth",
    "calcium",
    "copper",
    "ferric",
    "ferrous",
    "iron",
    "lithium",
    "magnesium",
    "potassium",
    "silver",
    "sodium",
    "zinc",
];

/// The facts about names that decide the role of a word.
pub trait NameIndex {
    /// Returns whether a name or a generic name has this whole word.
    fn is_word(&self, word: &str) -> bool;
    /// Returns whether `start` is a word that occurs only in generic names. Returns `None` if it is not even
    /// the prefix of one.
    fn is_generic(&self, start: &str) -> Option<bool>;
    /// Counts the packs that match a clause.
    fn count(&self, clause: &Clause) -> Count;
    /// Returns whether a name or a generic name begins with this text.
    fn begins(&self, start: &str) -> bool;
    /// Returns whether a word is the name of a medicine anywhere in the world.
    fn is_medicine_name(&self, word: &str) -> bool;
    /// Returns whether some product has a strength and matches a clause in its title.
    fn is_medicinal(&self, clause: &Clause) -> bool;
    /// Returns whether a generic name begins with this text.
    fn is_substance(&self, start: &str) -> bool;
    /// Returns the word that follows this one in every name that begins with it, if it is always the same.
    fn only_second_word(&self, word: &str) -> Option<String>;
    /// Returns the words of names that are closest to a word that no name has.
    fn similar(&self, word: &str) -> Vec<Conjunction>;
}

/// The number of packs that match a clause.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// With any kind of match.
    pub all: usize,
    /// With an exact match in the title.
    pub in_title: usize,
    /// With an exact match, but not in the title.
    pub in_tail: usize,
}

/// Returns the parts of a text with their roles.
pub fn assign_roles(parts: &[Part], index: &impl NameIndex) -> Vec<QueryPart> {
    let mut reader = Reader { index, assigned: Vec::new(), corrected: 0, has_quantity: false };
    reader.add_all(parts);
    reader.ignore_parts_of_combinations();
    reader.keep_sure_medicines();
    if !reader.names_substance() {
        reader.require_unknown_words();
    }
    reader.assigned
}

struct Reader<'s, S> {
    index: &'s S,
    assigned: Vec<QueryPart>,
    corrected: usize,
    /// Whether the text has a strength with a unit.
    has_quantity: bool,
}

impl<S: NameIndex> Reader<'_, S> {
    fn add_all(&mut self, parts: &[Part]) {
        let has_quantity = parts.iter().any(|part| part.kind == Kind::Strength && !is_bare(&part.text));
        self.has_quantity |= has_quantity;
        let is_filling = |part: &Part| FILLINGS.contains(&part.text.as_str());
        let has_form = parts.iter().any(|part| part.kind == Kind::Form && !is_filling(part));
        let mut rest = parts;
        while let Some((part, following)) = rest.split_first() {
            let mut used = 1;
            match part.kind {
                Kind::Noise => self.add(part, PartRole::Nothing, Vec::new()),
                Kind::Size => self.add(part, PartRole::Size, first_clauses(&[&part.text]).0),
                Kind::Detail => self.add(part, PartRole::Detail, all_clauses(&part.text)),
                Kind::Form if has_form && is_filling(part) => {
                    self.add(part, PartRole::Detail, all_clauses(&part.text))
                }
                Kind::Form => self.add(part, PartRole::Word, all_clauses(&part.text)),
                Kind::Strength => self.add_number(part, has_quantity, is_split(part, following)),
                Kind::Attribute => {
                    self.add_special(part, |words| attribute_at(words, true).or_else(|| free_at(words)))
                }
                Kind::Exclusion => self.add_special(part, exclusion_at),
                Kind::Doubt => self.add(part, PartRole::Doubt, vec![Clause::NOTHING]),
                // The salt of a metal identifies the medicine: sodium bromide is not sodium chloride.
                Kind::Salt if self.follows_metal() => {
                    self.add(part, PartRole::Attribute, all_clauses(&part.text))
                }
                Kind::Salt if self.has_substance() => self.add(part, PartRole::Salt, all_clauses(&part.text)),
                Kind::Salt | Kind::Word => used = self.add_word(part, following),
            }
            rest = rest.get(used..).unwrap_or(&[]);
        }
    }

    /// Returns whether some medicine or word of titles is neither a phrase of boxes nor in any tail.
    ///
    /// The salt of a metal counts too.
    fn names_substance(&self) -> bool {
        let is_no_company =
            |one: &QueryPart| one.clauses.iter().all(|clause| self.index.count(clause).in_tail == 0);
        self.assigned.iter().any(|one| match one.role {
            PartRole::Medicine | PartRole::Word => longest(&[&one.text]).is_none() && is_no_company(one),
            // The salt of a metal.
            PartRole::Attribute => is_salt(&one.text),
            _ => false,
        })
    }

    /// Ignores the substances of a combination that the text names, too: boxes of co-codamol list codeine and
    /// paracetamol.
    fn ignore_parts_of_combinations(&mut self) {
        let texts: Vec<String> = self.assigned.iter().map(|one| one.text.clone()).collect();
        for one in &mut self.assigned {
            let is_part = combinations_of(&one.text).iter().any(|name| texts.iter().any(|text| text == name));
            if is_part && one.role == PartRole::Medicine {
                one.role = PartRole::Nothing;
            }
        }
    }

    /// If some word certainly names a medicine, makes the uncertain ones ordinary words. Only names of
    /// devices begin with them.
    fn keep_sure_medicines(&mut self) {
        let is_sure: Vec<bool> = self.assigned.iter().map(|one| self.is_sure_medicine(one)).collect();
        if !is_sure.contains(&true) {
            return;
        }
        for (one, is_sure) in self.assigned.iter_mut().zip(is_sure) {
            if one.role == PartRole::Medicine && !is_sure {
                one.role = if one.similar.is_empty() { PartRole::Word } else { PartRole::Detail };
            }
        }
    }

    /// Returns whether a part names a substance or a brand of one, and not a device or a company.
    fn is_sure_medicine(&self, one: &QueryPart) -> bool {
        let is_sure = |clause: &Clause| {
            clause.alternatives.is_empty()
                || clause
                    .alternatives
                    .iter()
                    .any(|term_queries| self.is_medicine_word(&text_of(term_queries), term_queries))
        };
        one.role == PartRole::Medicine && one.clauses.iter().any(is_sure)
    }

    fn is_medicine_word(&self, text: &str, term_queries: &Conjunction) -> bool {
        if self.is_incomplete(text) {
            return false;
        }
        matches!(term_queries.as_slice(), [TermQuery::Generic(_)])
            || self.index.is_medicine_name(text)
            || self.index.is_substance(text)
            || self.index.is_medicinal(&one_of([term_queries.clone()]))
    }

    /// Returns whether names have the word only before another one that the text lacks: `house` is not house
    /// dust mite.
    fn is_incomplete(&self, word: &str) -> bool {
        let second = self.index.only_second_word(word).filter(|_| !self.index.is_medicine_name(word));
        second.is_some_and(|second| !self.assigned.iter().any(|one| second.starts_with(&one.text)))
    }

    /// Makes unknown words required. One may be the medicine, so nothing matches.
    fn require_unknown_words(&mut self) {
        for one in self.assigned.iter_mut().filter(|one| one.role == PartRole::Unknown) {
            (one.role, one.clauses) = (PartRole::Word, vec![Clause::NOTHING]);
        }
    }

    /// Adds a number. Without a unit, it is the strength if there is no other one.
    fn add_number(&mut self, part: &Part, has_quantity: bool, is_split: bool) {
        let is_only = !(has_quantity || self.has(PartRole::Strength));
        let is_strength = is_split || is_only || !is_bare(&part.text);
        let role = if is_strength { PartRole::Strength } else { PartRole::Size };
        let mut clauses = first_clauses(&[&part.text]).0;
        if is_strength && is_bare(&part.text) {
            clauses = clauses.iter().map(|clause| clause.number_within(Within::Title)).collect();
        }
        self.add(part, role, clauses);
    }

    /// Adds a route, a release or an exclusion.
    fn add_special(&mut self, part: &Part, read: impl Fn(&[&str]) -> Option<(Clause, usize)>) {
        let words: Vec<&str> = part.text.split(' ').collect();
        let clause = read(&words).map_or(Clause::NOTHING, |(clause, _)| clause);
        self.add(part, PartRole::Attribute, vec![clause]);
    }

    fn follows_metal(&self) -> bool {
        // In `atorvastatin calcium trihydrate` the metal itself is the salt.
        self.assigned
            .last()
            .is_some_and(|last| last.role != PartRole::Salt && METALS.contains(&last.text.as_str()))
    }

    /// Returns whether an earlier part names a medicine by its generic name, so that this part may be its
    /// salt.
    fn has_substance(&self) -> bool {
        let mut medicines = self.assigned.iter().filter(|one| one.role == PartRole::Medicine);
        medicines.any(|one| self.index.is_substance(&one.text) || !one.similar.is_empty())
    }

    fn has(&self, role: PartRole) -> bool {
        self.assigned.iter().any(|one| one.role == role)
    }

    fn add(&mut self, part: &Part, role: PartRole, clauses: Vec<Clause>) {
        self.add_part(QueryPart {
            written: part.written.clone(),
            text: part.text.clone(),
            role,
            clauses,
            similar: Vec::new(),
        });
    }

    /// Adds a part, unless it repeats an earlier one.
    ///
    /// Strengths, numbers, salts, corrected words and parts without clauses may repeat.
    fn add_part(&mut self, one: QueryPart) {
        let is_amount = one.clauses.iter().any(Clause::is_amount);
        let may_repeat =
            is_amount || one.clauses.is_empty() || !one.similar.is_empty() || one.role == PartRole::Salt;
        if may_repeat || !self.assigned.iter().any(|other| other.clauses == one.clauses) {
            self.assigned.push(one);
        }
    }

    /// Adds a word, or a synonym of two words. Returns the number of parts used.
    fn add_word(&mut self, part: &Part, following: &[Part]) -> usize {
        let next = following.first().filter(|next| matches!(next.kind, Kind::Word | Kind::Salt));
        let words: Vec<&str> =
            [Some(part), next].into_iter().flatten().map(|part| part.text.as_str()).collect();
        let (clauses, used) = first_clauses(&words);
        let parts = [part].into_iter().chain(next).take(used);
        let join = |word: fn(&Part) -> &str| parts.clone().map(word).collect::<Vec<_>>().join(" ");
        let (written, text) = (join(|part| &part.written), join(|part| &part.text));
        let Some(role) = self.role(&text, &clauses) else {
            self.add_of_no_name(part);
            return 1;
        };
        let is_never_ignored = may_be_number_of_name(&text) || clauses.iter().any(Clause::is_free_of);
        let role = match role {
            _ if clauses.iter().any(|clause| clause.is_strength) => PartRole::Strength,
            PartRole::Word | PartRole::Supplier | PartRole::Detail if is_never_ignored => PartRole::Attribute,
            role => role,
        };
        self.add_part(QueryPart { written, text, role, clauses, similar: Vec::new() });
        used
    }

    /// Returns the role of a word, or `None` if no name has it.
    fn role(&self, text: &str, clauses: &[Clause]) -> Option<PartRole> {
        let counts: Vec<Count> = clauses.iter().map(|clause| self.index.count(clause)).collect();
        let is_whole = counts.iter().all(|count| count.in_title + count.in_tail > 0);
        let is_had = is_whole || (text.len() >= RECOGNISED && counts.iter().all(|count| count.all > 0));
        if !is_had || clauses.is_empty() {
            return None;
        }
        if is_whole && counts.iter().all(|count| count.in_tail > count.in_title) {
            // Names of products may begin with the name of a company, which is not a medicine.
            return Some(PartRole::Supplier);
        }
        Some(match (self.is_medicine(text, clauses, is_whole), is_whole) {
            (true, _) => PartRole::Medicine,
            (false, true) => PartRole::Word,
            // It is only the prefix of other words.
            (false, false) => PartRole::Detail,
        })
    }

    /// Returns whether names begin with a word or with one of its meanings.
    fn is_medicine(&self, text: &str, clauses: &[Clause], is_whole: bool) -> bool {
        let start = if is_whole { format!("{text} ") } else { text.to_owned() };
        let meaning = || {
            clauses
                .iter()
                .flat_map(|clause| &clause.alternatives)
                .map(|meaning| format!("{} ", text_of(meaning)))
        };
        let starts_with_expansion = || meaning().any(|other| other != start && self.index.begins(&other));
        self.index.begins(&start) || (clauses.len() == 1 && starts_with_expansion())
    }

    /// Adds a word that no name has. It is a medicine, and never ignored, if generic names have it.
    fn add_of_no_name(&mut self, part: &Part) {
        let compound = part.text.replace('-', "");
        if compound != part.text && self.index.is_generic(&compound) == Some(true) {
            let clause = one_of([vec![TermQuery::Generic(compound)]]);
            return self.add(part, PartRole::Medicine, vec![clause]);
        }
        let is_recognised = |is_whole: &bool| *is_whole || part.text.len() >= RECOGNISED;
        match self.index.is_generic(&part.text).filter(is_recognised) {
            Some(_) => self.add(
                part,
                PartRole::Medicine,
                vec![one_of([vec![TermQuery::Generic(part.text.clone())]])],
            ),
            None => self.add_unknown(part),
        }
    }

    /// Adds a word that neither names nor generic names have.
    ///
    /// It is a medicine that the release lacks, a misspelt word, several joined words, or unknown.
    fn add_unknown(&mut self, part: &Part) {
        let unknown = |reader: &mut Self| reader.add(part, PartRole::Unknown, Vec::new());
        if self.index.is_medicine_name(&part.text) {
            return self.add(part, PartRole::Medicine, vec![Clause::NOTHING]);
        }
        if self.corrected == MAX_CORRECTED && self.may_be_left_out(&part.text) {
            return unknown(self);
        }
        self.corrected += 1;
        let similar = self.similar(&part.text);
        if let Some(role) = self.role_of_similar(&similar) {
            let (written, text) = (part.written.clone(), similar.first().map(text_of).unwrap_or_default());
            let clauses = vec![one_of(similar.clone())];
            return self.add_part(QueryPart { written, text, role, clauses, similar });
        }
        match segmentation::words(&part.text, |word| self.index.is_word(word)) {
            Some(words) => {
                self.add_all(&parts(&words));
            }
            None if has_medicine_stem(&part.text) => {
                self.add(part, PartRole::Medicine, vec![Clause::NOTHING])
            }
            None if self.may_be_left_out(&part.text) => unknown(self),
            None => self.add(part, PartRole::Word, vec![Clause::NOTHING]),
        }
    }

    /// Returns whether a word that no name has may be ignored.
    ///
    /// It may not if it may be a strength, a unit, a medicine or part of a medicine's name.
    fn may_be_left_out(&self, word: &str) -> bool {
        let is_numeric = word.starts_with(is_digit);
        let is_other_number = |c: char| c.is_numeric() && !c.is_ascii_digit();
        let may_be_strength = asking_tokens(word).iter().any(is_amount) || word.contains(is_other_number);
        let is_unit_of_number = Unit::beginning_with(word).next().is_some()
            && self.assigned.last().is_some_and(|last| is_bare(&last.text));
        !may_be_strength
            && !may_be_misread_strength(word)
            && !has_medicine_stem(word)
            && !is_unit_of_number
            && !may_be_number_of_name(word)
            && (!is_numeric || self.has_quantity || self.has(PartRole::Strength))
    }

    /// Returns the words that look like this one, or else are spelt similarly, or else sound alike.
    fn similar(&self, word: &str) -> Vec<Conjunction> {
        let whole = |words: Vec<String>| words.into_iter().map(|word| self.of_word(word)).collect::<Vec<_>>();
        let is_word = |word: &str| self.index.is_word(word);
        let mut found = whole(confusables::visual_variants(word, is_word));
        if found.is_empty() {
            found = self.index.similar(word);
        }
        if found.is_empty() {
            found = whole(confusables::phonetic_variants(word, is_word));
        }
        let found = dedup(found);
        if found.len() > MAX_SIMILAR { Vec::new() } else { found }
    }

    /// Returns the term query of a word of names, or of one that occurs only in generic names.
    fn of_word(&self, word: String) -> Conjunction {
        vec![if self.index.is_generic(&word) == Some(true) {
            TermQuery::Generic(word)
        } else {
            TermQuery::Whole(word)
        }]
    }

    /// Returns the role of similar words: a medicine if any of them is one, or else a role that may be
    /// ignored.
    fn role_of_similar(&self, similar: &[Conjunction]) -> Option<PartRole> {
        let is_medicine = |meaning: &Conjunction| {
            matches!(meaning.as_slice(), [TermQuery::Generic(_)])
                || self.index.begins(&format!("{} ", text_of(meaning)))
        };
        match similar {
            [] => None,
            _ if similar.iter().any(is_medicine) => Some(PartRole::Medicine),
            _ => {
                let count = self.index.count(&one_of(similar.to_vec()));
                Some(if count.in_tail > count.in_title { PartRole::Supplier } else { PartRole::Detail })
            }
        }
    }
}

/// Returns whether a short number before a strength may be a part of it: `2 5mg`.
fn is_split(part: &Part, following: &[Part]) -> bool {
    let mut next = following.iter().take(1);
    part.text.len() <= MAX_PART_LEN && next.any(|next| next.kind == Kind::Strength && !is_bare(&next.text))
}

/// Returns whether a token is a quantity with a unit of strengths.
fn is_amount(token: &Token) -> bool {
    matches!(token, Token::Quantity(_, unit) if unit.is_strength())
}

/// Returns whether a word may be a strength whose digits may all be misread: `z0omg`, or `omg`.
fn may_be_misread_strength(word: &str) -> bool {
    let is_like_digit = |c: char| c.is_ascii_digit() || LETTERS_LIKE_DIGITS.contains(c);
    (MIN_UNIT_LEN..word.len()).any(|len| {
        let (number, unit) = word.split_at_checked(word.len() - len).unwrap_or_default();
        number.chars().all(is_like_digit) && Unit::parse(unit).is_some_and(Unit::is_strength)
    })
}

/// Letters that look like digits.
const LETTERS_LIKE_DIGITS: &str = "oilszbq";
/// The minimum length of a unit. Shorter units are common ends of words.
const MIN_UNIT_LEN: usize = 2;

/// Returns whether a word distinguishes medicines with the same name: `factor x`, `vitamin d`.
fn may_be_number_of_name(word: &str) -> bool {
    word.chars().count() == 1 || is_numeral(word)
}

/// Returns whether a text is a number without a unit.
fn is_bare(text: &str) -> bool {
    asking_tokens(text).iter().all(|token| matches!(token, Token::Number(_))) && !text.contains(' ')
}

/// Returns the clauses of all words.
fn all_clauses(text: &str) -> Vec<Clause> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut clauses = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (some, used) = first_clauses(rest);
        clauses.extend(some);
        at += used.max(1);
    }
    clauses
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An index with one medicine, and this number of words that are equally similar to any other.
    struct EveryWordSimilar(usize);

    impl NameIndex for EveryWordSimilar {
        fn is_word(&self, word: &str) -> bool {
            word == "amlodipine"
        }

        fn is_generic(&self, _: &str) -> Option<bool> {
            None
        }

        fn count(&self, clause: &Clause) -> Count {
            let packs = usize::from(clause.word() == Some("amlodipine"));
            Count { all: packs, in_title: packs, in_tail: 0 }
        }

        fn begins(&self, start: &str) -> bool {
            "amlodipine 5mg tablets".starts_with(start)
        }

        fn is_medicine_name(&self, _: &str) -> bool {
            false
        }

        fn is_medicinal(&self, _: &Clause) -> bool {
            false
        }

        fn is_substance(&self, start: &str) -> bool {
            self.begins(start)
        }

        fn only_second_word(&self, _: &str) -> Option<String> {
            None
        }

        fn similar(&self, _: &str) -> Vec<Conjunction> {
            (0..self.0).map(|word| vec![TermQuery::Whole(format!("vbcs{word}"))]).collect()
        }
    }

    #[test]
    fn a_word_similar_to_too_many_words_is_not_corrected() {
        let replacements = |alike| {
            let assigned = assign_roles(&parts(&["amlodipine", "vbcsb"]), &EveryWordSimilar(alike));
            assigned.last().map(|one| (one.role, one.similar.len()))
        };
        assert_eq!(replacements(MAX_SIMILAR), Some((PartRole::Detail, MAX_SIMILAR)));
        assert_eq!(replacements(MAX_SIMILAR + 1), Some((PartRole::Unknown, 0)));
    }
}

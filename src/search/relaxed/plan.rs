//! What each part of a text is to the search: the medicine and its strength, which are never left out, or what may be.

use super::boxes::salts;
use super::reading::{Kind, Part, read};
use super::{glue, misread, units};
use crate::search::correction::{Change, Correction};
use crate::search::terms::{Alternative, Atom, Term, each_once, first_terms, meant_by, one_of, text_of};
use crate::text::{Token, asking_tokens};

/// So many words are looked for in other spellings: each takes a walk over the dictionary.
const MOST_CORRECTED: usize = 4;
/// So many words may be no wording of boxes: each is looked for among all packs.
const MOST_WORDS: usize = 14;
/// So many different things are asked for; a text with more says too much to be one pack's.
const MOST_ASKED: usize = 24;
/// Words of fewer letters are not recognised by their start, nor left out where no name has them: an abbreviation may mean
/// another form or route of a medicine.
const RECOGNISED: usize = 4;
/// What may stand beside a form, and tells it more closely: `eye drops, solution`.
const FILLINGS: [&str; 5] = ["solution", "suspension", "powder", "emulsion", "liquid"];

/// What must be known of the packs to tell what a word is.
pub trait Shelf {
    /// Whether a name has this word, whole.
    fn is_word(&self, word: &str) -> bool;
    /// How many packs have a term.
    fn count(&self, term: &Term) -> Count;
    /// Whether a name begins like this.
    fn begins(&self, start: &str) -> bool;
    /// The words of names that are nearest to one that no name has.
    fn similar(&self, word: &str) -> Vec<Alternative>;
}

/// How many packs have a term.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Count {
    /// In whatever way.
    pub any: usize,
    /// As a whole word, in the name of the product.
    pub in_product: usize,
    /// As a whole word, but not there.
    pub behind: usize,
}

/// What may happen to a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Role {
    /// A word with which names begin: never left out.
    Medicine,
    /// A number with a unit, or the only number: never left out.
    Strength,
    /// Another word of the names of products: never left out.
    Word,
    /// Left out where no pack has it, in this order: the last first.
    Salt,
    Maker,
    Size,
    Detail,
    /// Not asked for.
    Nothing,
}

const ROLES: [Role; 8] = [
    Role::Medicine,
    Role::Strength,
    Role::Word,
    Role::Salt,
    Role::Maker,
    Role::Size,
    Role::Detail,
    Role::Nothing,
];

/// A part of a text, and what it asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Asked {
    pub written: String,
    pub text: String,
    pub role: Role,
    /// All of them must be had.
    pub terms: Vec<Term>,
    /// What it may be instead, where no name has it as it was written.
    pub similar: Vec<Alternative>,
}

/// What a text asks for.
pub struct Plan {
    pub asked: Vec<Asked>,
    /// What was read otherwise than it was written.
    read: Vec<Correction>,
}

impl Plan {
    /// What a folded text asks for; none when that is what was looked for already, or no medicine is named.
    pub fn of(folded: &str, shelf: &impl Shelf) -> Plan {
        let (parts, read) = read(folded, |word| shelf.is_word(word));
        let mut reader = Reader { shelf, asked: Vec::new(), corrected: 0 };
        if are_few(&parts) {
            reader.add_all(&parts);
        }
        Plan { asked: reader.asked, read }
    }

    /// Whether there is a medicine to look for, and not too much beside it.
    pub fn names_medicine(&self) -> bool {
        self.asked.iter().any(|one| one.role == Role::Medicine)
            && self.asked.iter().filter(|one| one.role != Role::Nothing).count() <= MOST_ASKED
    }

    /// Whether anything in it may be taken otherwise than in full. A medicine, its strength, form and size say nothing but what names
    /// say: where no pack has them all there is none.
    pub fn is_other(&self) -> bool {
        let is_other = |one: &Asked| match one.role {
            Role::Medicine | Role::Word => !one.similar.is_empty(),
            Role::Strength => {
                one.terms.iter().any(|term| term.alternatives.iter().any(|atoms| atoms.len() > 1))
            }
            Role::Size => one.written != one.text,
            Role::Salt | Role::Maker | Role::Detail | Role::Nothing => true,
        };
        let medicines = self.asked.iter().filter(|one| one.role == Role::Medicine).count();
        !self.read.is_empty() || medicines > 1 || self.asked.iter().any(is_other)
    }

    /// What is never left out, the medicines first.
    pub fn required(&self) -> Vec<&Asked> {
        self.in_order(|role| role < Role::Salt)
    }

    /// What is left out where no pack has it, that which is most wanted first.
    pub fn optional(&self) -> Vec<&Asked> {
        self.in_order(|role| (Role::Salt..Role::Nothing).contains(&role))
    }

    fn in_order(&self, is_wanted: fn(Role) -> bool) -> Vec<&Asked> {
        let with = |role: Role| self.asked.iter().filter(move |one| one.role == role);
        ROLES.into_iter().filter(|role| is_wanted(*role)).flat_map(with).collect()
    }

    /// Any salt that the text does not name.
    pub fn other_salts(&self) -> Term {
        let is_other = |salt: &&str| !self.asked.iter().any(|one| one.text == *salt);
        one_of(salts().filter(is_other).map(meant_by))
    }

    /// The text of what is asked for, without what was left out.
    pub fn text(&self, kept: &[&Asked]) -> String {
        let is_kept = |one: &&Asked| kept.iter().any(|kept| std::ptr::eq(*kept, *one));
        self.asked.iter().filter(is_kept).map(|one| one.text.as_str()).collect::<Vec<_>>().join(" ")
    }

    /// What was taken otherwise, and what was left out, in the order of the text.
    pub fn changes(&self, kept: &[&Asked]) -> Vec<Change> {
        let read = self.read.iter().cloned().map(Change::Said);
        let is_kept = |one: &Asked| kept.iter().any(|kept| std::ptr::eq(*kept, one));
        let mut left_out: Vec<Vec<&str>> = Vec::new();
        let mut similar = Vec::new();
        let mut was_kept = true;
        for one in &self.asked {
            let is_kept = is_kept(one);
            match left_out.last_mut() {
                _ if is_kept => {}
                Some(words) if !was_kept => words.push(&one.written),
                _ => left_out.push(vec![&one.written]),
            }
            if is_kept && !one.similar.is_empty() {
                similar.push(Change::Similar(one.written.clone(), one.similar.clone()));
            }
            was_kept = is_kept;
        }
        let left_out = left_out
            .into_iter()
            .map(|words| Change::Said(Correction { written: words.join(" "), taken: Vec::new() }));
        read.chain(similar).chain(left_out).collect()
    }
}

struct Reader<'s, S> {
    shelf: &'s S,
    asked: Vec<Asked>,
    corrected: usize,
}

impl<S: Shelf> Reader<'_, S> {
    fn add_all(&mut self, parts: &[Part]) {
        let has_quantity = parts.iter().any(|part| part.kind == Kind::Strength && !is_bare(&part.text));
        let is_filling = |part: &Part| FILLINGS.contains(&part.text.as_str());
        let has_form = parts.iter().any(|part| part.kind == Kind::Form && !is_filling(part));
        let mut rest = parts;
        while let Some((part, behind)) = rest.split_first() {
            let mut used = 1;
            match part.kind {
                Kind::Noise => self.add(part, Role::Nothing, Vec::new()),
                Kind::Size => self.add(part, Role::Size, first_terms(&[&part.text]).0),
                Kind::Detail => self.add(part, Role::Detail, all_terms(&part.text)),
                Kind::Form if has_form && is_filling(part) => {
                    self.add(part, Role::Detail, all_terms(&part.text))
                }
                Kind::Form => self.add(part, Role::Word, all_terms(&part.text)),
                Kind::Strength => {
                    let is_strength = !is_bare(&part.text) || !(has_quantity || self.has(Role::Strength));
                    self.add(
                        part,
                        if is_strength { Role::Strength } else { Role::Size },
                        strength(&part.text),
                    );
                }
                Kind::Salt if self.has(Role::Medicine) => self.add(part, Role::Salt, all_terms(&part.text)),
                Kind::Salt | Kind::Word => used = self.add_word(part, behind),
            }
            rest = rest.get(used..).unwrap_or(&[]);
        }
    }

    fn has(&self, role: Role) -> bool {
        self.asked.iter().any(|one| one.role == role)
    }

    fn add(&mut self, part: &Part, role: Role, terms: Vec<Term>) {
        self.add_asked(Asked {
            written: part.written.clone(),
            text: part.text.clone(),
            role,
            terms,
            similar: Vec::new(),
        });
    }

    /// What is asked for twice is asked for once, and not left out.
    fn add_asked(&mut self, one: Asked) {
        let is_there = !one.terms.is_empty() && self.asked.iter().any(|other| other.terms == one.terms);
        if !is_there {
            self.asked.push(one);
        }
    }

    /// A word, and the one behind it where both stand for others: how many they are.
    fn add_word(&mut self, part: &Part, behind: &[Part]) -> usize {
        let next = behind.first().filter(|next| matches!(next.kind, Kind::Word | Kind::Salt));
        let words: Vec<&str> =
            [Some(part), next].into_iter().flatten().map(|part| part.text.as_str()).collect();
        let (terms, used) = first_terms(&words);
        let parts = [part].into_iter().chain(next).take(used);
        let join = |word: fn(&Part) -> &str| parts.clone().map(word).collect::<Vec<_>>().join(" ");
        let (written, text) = (join(|part| &part.written), join(|part| &part.text));
        match self.role(&text, &terms) {
            Some(role) => self.add_asked(Asked { written, text, role, terms, similar: Vec::new() }),
            None => self.add_unknown(part),
        }
        used
    }

    /// What a word is; none if no name has it.
    fn role(&self, text: &str, terms: &[Term]) -> Option<Role> {
        let counts: Vec<Count> = terms.iter().map(|term| self.shelf.count(term)).collect();
        let is_whole = counts.iter().all(|count| count.in_product + count.behind > 0);
        let is_had = is_whole || (text.len() >= RECOGNISED && counts.iter().all(|count| count.any > 0));
        if !is_had || terms.is_empty() {
            return None;
        }
        let starts =
            terms.iter().flat_map(|term| &term.alternatives).map(|meant| format!("{} ", text_of(meant)));
        let is_medicine = self.shelf.begins(&if is_whole { format!("{text} ") } else { text.to_owned() });
        if is_medicine || (terms.len() == 1 && starts.into_iter().any(|start| self.shelf.begins(&start))) {
            return Some(Role::Medicine);
        }
        let is_behind = counts.iter().all(|count| count.behind > count.in_product);
        Some(match (is_whole, is_behind) {
            (true, true) => Role::Maker,
            (true, false) => Role::Word,
            // Only the start of other words.
            (false, _) => Role::Detail,
        })
    }

    /// A word that no name has: the words that it may be, or several that it consists of, or nothing.
    fn add_unknown(&mut self, part: &Part) {
        let nothing = |reader: &mut Self| reader.add(part, Role::Nothing, Vec::new());
        if self.corrected == MOST_CORRECTED && self.may_be_left_out(&part.text) {
            return nothing(self);
        }
        self.corrected += 1;
        let similar = self.similar(&part.text);
        if let Some(role) = self.role_of_similar(&similar) {
            let (written, text) = (part.written.clone(), similar.first().map(text_of).unwrap_or_default());
            let terms = vec![one_of(similar.clone())];
            return self.add_asked(Asked { written, text, role, terms, similar });
        }
        match glue::words(&part.text, |word| self.shelf.is_word(word)) {
            Some(words) => {
                let parts = super::reading::parts(&words);
                self.add_all(&parts);
            }
            None if self.may_be_left_out(&part.text) => nothing(self),
            None => self.add(part, Role::Word, vec![one_of([])]),
        }
    }

    /// Whether a word that no name has may be left out: not what may be an abbreviation, or the only strength.
    fn may_be_left_out(&self, word: &str) -> bool {
        let is_numeric = word.starts_with(|c: char| c.is_ascii_digit());
        if is_numeric { self.has(Role::Strength) } else { word.chars().count() >= RECOGNISED }
    }

    /// The words that are seen, spelt or heard like this one.
    fn similar(&self, word: &str) -> Vec<Alternative> {
        let whole =
            |words: Vec<String>| words.into_iter().map(|word| vec![Atom::Whole(word)]).collect::<Vec<_>>();
        let is_word = |word: &str| self.shelf.is_word(word);
        let mut found = whole(misread::seen(word, is_word));
        if found.is_empty() {
            found = self.shelf.similar(word);
        }
        if found.is_empty() {
            found = whole(misread::heard(word, is_word));
        }
        each_once(found)
    }

    /// What similar words are: a medicine if any is, and otherwise what may be left out.
    fn role_of_similar(&self, similar: &[Alternative]) -> Option<Role> {
        let is_medicine = |meant: &Alternative| self.shelf.begins(&format!("{} ", text_of(meant)));
        match similar {
            [] => None,
            _ if similar.iter().any(is_medicine) => Some(Role::Medicine),
            _ => {
                let count = self.shelf.count(&one_of(similar.to_vec()));
                Some(if count.behind > count.in_product { Role::Maker } else { Role::Detail })
            }
        }
    }
}

/// Whether it may be one pack's: a box says few words that name something.
fn are_few(parts: &[Part]) -> bool {
    let is_word = |part: &&Part| matches!(part.kind, Kind::Word | Kind::Salt);
    let words = each_once(parts.iter().filter(is_word).map(|part| part.text.as_str())).len();
    words <= MOST_WORDS && parts.iter().filter(|part| part.kind != Kind::Noise).count() <= MOST_ASKED
}

/// A number without a unit.
fn is_bare(text: &str) -> bool {
    asking_tokens(text).iter().all(|token| matches!(token, Token::Number(_))) && !text.contains(' ')
}

fn strength(text: &str) -> Vec<Term> {
    let one_in = text.strip_prefix("1 in ").and_then(|parts| asking_tokens(parts).first().map(Token::term));
    let said_otherwise =
        one_in.and_then(|parts| units::one_in(&parts)).or_else(|| units::strength(&asking_tokens(text)));
    said_otherwise.map_or_else(|| first_terms(&[text]).0, |term| vec![term])
}

/// The terms of all words.
fn all_terms(text: &str) -> Vec<Term> {
    let words: Vec<&str> = text.split(' ').collect();
    let mut terms = Vec::new();
    let mut at = 0;
    while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
        let (some, used) = first_terms(rest);
        terms.extend(some);
        at += used.max(1);
    }
    terms
}

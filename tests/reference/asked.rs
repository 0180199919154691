//! Questions with a known meaning, and their judge.

use pack_lookup::pack::Pack;
use pack_lookup::search::Found;

use super::Reference;
use super::names::{Quantity, quantities, words};

/// Words before a dose form that people leave out.
const FORMS: [&str; 13] = [
    "capsules",
    "cream",
    "drops",
    "enema",
    "gel",
    "inhaler",
    "injection",
    "ointment",
    "patches",
    "solution",
    "suppositories",
    "suspension",
    "tablets",
];

/// A question about a pack: substances with their strengths, and what else is stated.
#[derive(Clone, Debug, Default)]
pub struct Asked {
    /// The substances in the order of the generic name, each with its strength if that is stated.
    pub components: Vec<(String, Option<String>)>,
    pub form: Option<String>,
    /// A word that no name may have.
    pub without: Option<String>,
    pub supplier: Option<String>,
    pub size: Option<String>,
}

impl Asked {
    /// Makes a question about a pack. `pick` returns a number below its argument. Returns `None` if the generic name is not that
    /// of a medicine with a strength for each substance.
    pub fn about(pack: &Pack, others: &[String], pick: &mut dyn FnMut(usize) -> usize) -> Option<Asked> {
        let (parts, form) = components(&pack.generic_product_name)?;
        let mut asked = Asked::default();
        let has_strengths = pick(3) > 0;
        for (substance, strength) in parts {
            asked.components.push((substance, if has_strengths { Some(strength) } else { None }));
        }
        let form_word = words(&form).into_iter().find(|word| FORMS.contains(&word.as_str()));
        asked.form = form_word.filter(|_| pick(2) > 0);
        if pick(5) == 0 {
            asked.without = others.get(pick(others.len().max(1))).cloned();
        }
        let (_, tail) = pack.name.split_once(" (").unwrap_or((&pack.name, ""));
        if pick(4) == 0 {
            asked.supplier = words(tail).into_iter().next().filter(|word| word.len() > 3);
        }
        if pick(4) == 0 {
            asked.size = tail.rsplit(") ").next().and_then(|size| size.split(' ').next()).map(str::to_owned);
            asked.size = asked.size.filter(|size| size.bytes().all(|byte| byte.is_ascii_digit()));
        }
        Some(asked)
    }

    /// Returns the question as people write it.
    pub fn text(&self) -> String {
        let mut parts: Vec<String> = Vec::new();
        for (substance, strength) in &self.components {
            parts.push(match strength {
                Some(strength) => format!("{substance} {strength}"),
                None => substance.clone(),
            });
        }
        let mut text = parts.join(" / ");
        for (before, part) in
            [("", &self.form), ("without ", &self.without), ("", &self.supplier), ("x", &self.size)]
        {
            if let Some(part) = part {
                text.push_str(&format!(" {before}{part}"));
            }
        }
        text
    }

    fn names(pack: &Pack) -> String {
        let title = pack.name.rsplit_once(" (").map_or(pack.name.as_str(), |(title, _)| title);
        format!("{title} | {}", pack.generic_product_name)
    }

    /// Returns what a pack of the answer lacks, or has although it is excluded.
    fn fault(&self, pack: &Pack, found: &Found) -> Option<String> {
        let names = Asked::names(pack);
        let (all, amounts) = (words(&names), quantities(&names));
        let corrected: Vec<&String> = found
            .corrections
            .iter()
            .filter(|one| !one.replacements.is_empty())
            .map(|one| &one.written)
            .collect();
        for (substance, strength) in &self.components {
            for word in words(substance) {
                if !has_word(&all, &word) && !corrected.iter().any(|written| written.contains(&word)) {
                    return Some(format!("no {word}"));
                }
            }
            for quantity in strength.iter().flat_map(|strength| quantities(strength)).take(1) {
                if !has_amount(&amounts, &quantity) && !is_other_volume(strength.as_deref()) {
                    return Some(format!("not {strength:?}"));
                }
            }
        }
        match &self.without {
            Some(word) if has_word(&all, word) && !all.contains(&"without".to_owned()) => {
                Some(format!("has {word}"))
            }
            _ => None,
        }
    }

    /// Returns whether the form of a pack is the one that is asked, without another word.
    fn has_whole_form(&self, pack: &Pack) -> bool {
        let form = components(&pack.generic_product_name).map(|(_, form)| form);
        form.is_some_and(|form| Some(form.trim()) == self.form.as_deref())
    }

    /// Returns whether the names of a pack have all that is asked, and no other substance.
    fn is_met_by(&self, pack: &Pack) -> bool {
        let Some((parts, form)) = components(&pack.generic_product_name) else { return false };
        if parts.len() != self.components.len() {
            return false;
        }
        let all = words(&Asked::names(pack));
        let is_same =
            parts.iter().zip(&self.components).all(|((substance, strength), (asked, asked_strength))| {
                substance == asked && asked_strength.as_ref().is_none_or(|asked| asked == strength)
            });
        let has_form = self.form.as_ref().is_none_or(|asked| words(&form).contains(asked));
        is_same && has_form && self.without.as_ref().is_none_or(|word| !has_word(&all, word))
    }
}

/// Returns whether words have a word, in singular or plural.
fn has_word(words: &[String], word: &str) -> bool {
    words.iter().any(|other| {
        other == word || other.strip_suffix('s') == Some(word) || word.strip_suffix('s') == Some(other)
    })
}

fn has_amount(amounts: &[Quantity], wanted: &Quantity) -> bool {
    amounts.iter().any(|other| (other.amount, other.exact) == (wanted.amount, wanted.exact))
}

/// Returns whether a strength is a concentration, which another volume may have.
fn is_other_volume(strength: Option<&str>) -> bool {
    strength.is_some_and(|strength| strength.contains('/') || strength.contains('%'))
}

/// Cuts a generic name into substances with their strengths, and the words after the last strength. Returns `None` for names
/// in which another substance has no strength (`… in White soft paraffin`), and for the names of foods (`Generic …`).
fn components(name: &str) -> Option<(Vec<(String, String)>, String)> {
    if name.contains(" in ") || name.starts_with("Generic ") {
        return None;
    }
    let mut components = Vec::new();
    let mut form = "";
    for part in name.split(" / ") {
        let words: Vec<&str> = part.split(' ').collect();
        let at = words.iter().position(|word| word.starts_with(|c: char| c.is_ascii_digit()))?;
        let substance = words[..at].join(" ");
        let is_plain =
            !substance.is_empty() && substance.chars().all(|c| c.is_ascii_alphabetic() || c == ' ');
        if !is_plain || quantities(words[at]).is_empty() {
            return None;
        }
        components.push((substance.to_lowercase(), words[at].to_lowercase()));
        form = part.split_once(words[at]).map_or("", |(_, form)| form);
    }
    (!form.contains(|c: char| c.is_ascii_digit())).then(|| (components, form.to_lowercase()))
}

impl Reference {
    /// Returns what is wrong with the answer to a question. `found` must have all packs that match.
    pub fn faults(&self, asked: &Asked, found: &Found) -> Vec<String> {
        let mut faults = Vec::new();
        for number in &found.packs {
            let pack = &self.packs[number.0 as usize];
            if let Some(fault) = asked.fault(pack, found) {
                faults.push(format!("{}: {fault}", pack.name));
            }
        }
        // A supplier or a size that is met narrows the answer.
        if asked.supplier.is_some() || asked.size.is_some() {
            return faults;
        }
        // What no name has cannot be excluded.
        let is_unknown =
            |word: &String| !self.packs.iter().any(|pack| has_word(&words(&Asked::names(pack)), word));
        if asked.without.as_ref().is_some_and(is_unknown) {
            return faults;
        }
        // The name of a generic product means that product: `tablets` are not gastro-resistant ones.
        let is_product = self.packs.iter().any(|pack| asked.has_whole_form(pack) && asked.is_met_by(pack));
        for (number, pack) in (0..).zip(&self.packs) {
            let is_found = found.packs.iter().any(|found| found.0 == number);
            let is_wanted = asked.is_met_by(pack) && (!is_product || asked.has_whole_form(pack));
            if !is_found && is_wanted {
                faults.push(format!("{} is not found", pack.name));
            }
        }
        faults
    }
}

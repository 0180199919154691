//! Stems of international nonproprietary names (INN).
//!
//! A medicine that is in no list yet is not ignored as an unknown word if its name ends with a stem.
//!
//! Source: World Health Organization, "The use of stems in the selection of International Nonproprietary
//! Names for pharmaceutical substances". Stems that are ends of ordinary words, such as `-ol` or `-ine`, are
//! not used.

/// The stems in alphabetical order.
const STEMS: [&str; 68] = [
    "astine",
    "azepam",
    "azolam",
    "bactam",
    "barbital",
    "bendazole",
    "caftor",
    "caine",
    "ciclib",
    "cillin",
    "clidinium",
    "conazole",
    "coxib",
    "curium",
    "cycline",
    "dipine",
    "dopa",
    "dronate",
    "ersen",
    "fenac",
    "fibrate",
    "floxacin",
    "fungin",
    "gatran",
    "gepant",
    "giline",
    "gliflozin",
    "gliptin",
    "glitazone",
    "glutide",
    "grastim",
    "grelor",
    "kinra",
    "lisib",
    "lukast",
    "mab",
    "mustine",
    "mycin",
    "nidazole",
    "olol",
    "orexant",
    "oxetine",
    "parib",
    "parin",
    "peridol",
    "peridone",
    "pidem",
    "platin",
    "prazole",
    "pril",
    "profen",
    "relin",
    "relix",
    "rubicin",
    "sartan",
    "semide",
    "setron",
    "siran",
    "taxel",
    "tecan",
    "thiazide",
    "tidine",
    "tinib",
    "triptan",
    "tropium",
    "vastatin",
    "vir",
    "xaban",
];

/// The minimum number of letters before the stem: `april` is not a medicine.
const MIN_START_LEN: usize = 3;

/// Finds the stem of a medicine with which a word ends.
pub fn medicine_stem(word: &str) -> Option<&'static str> {
    let ends = |stem: &&str| word.strip_suffix(*stem).is_some_and(|start| start.len() >= MIN_START_LEN);
    STEMS.into_iter().find(ends)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn recognises_unlisted_medicines_by_their_stem() {
        assert!(STEMS.is_sorted());
        for word in ["phenazepam", "zongertinib", "milvexian-rivaroxaban", "bentracimab"] {
            assert!(medicine_stem(word).is_some(), "{word}");
        }
        for word in ["april", "urgent", "ward", "question", "dopa", "vir"] {
            assert!(medicine_stem(word).is_none(), "{word}");
        }
    }
}

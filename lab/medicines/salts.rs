//! Words of salts, and elements whose salt is the medicine.

const SALTS: [&str; 41] = [
    "hydrochloride",
    "hydrobromide",
    "sodium",
    "potassium",
    "calcium",
    "magnesium",
    "maleate",
    "mesilate",
    "besilate",
    "tartrate",
    "citrate",
    "phosphate",
    "sulfate",
    "acetate",
    "fumarate",
    "succinate",
    "bromide",
    "nitrate",
    "lactate",
    "gluconate",
    "propionate",
    "valerate",
    "butyrate",
    "dipropionate",
    "furoate",
    "tosilate",
    "xinafoate",
    "embonate",
    "decanoate",
    "enantate",
    "carbonate",
    "chloride",
    "iodide",
    "oxide",
    "hydroxide",
    "palmitate",
    "stearate",
    "picolinate",
    "aspartate",
    "benzoate",
    "undecanoate",
];

const ELEMENTS: [&str; 18] = [
    "sodium",
    "potassium",
    "calcium",
    "magnesium",
    "zinc",
    "ferrous",
    "ferric",
    "iron",
    "aluminium",
    "copper",
    "lithium",
    "ammonium",
    "barium",
    "bismuth",
    "silver",
    "selenium",
    "hydrogen",
    "manganese",
];

pub fn is_salt(word: &str) -> bool {
    SALTS.contains(&word)
}

pub fn is_element(word: &str) -> bool {
    ELEMENTS.contains(&word)
}

pub fn salts() -> &'static [&'static str] {
    &SALTS
}

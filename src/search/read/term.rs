//! Terms: the parts of a query, each with the ways in which it may be read.

use crate::search::index::Need;

/// What a part of a query is. It decides whether the search may ignore the part: never a medicine or a
/// strength.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// A substance, or a name with which names of medicines begin.
    Medicine,
    /// An amount of a substance.
    Strength,
    /// A dose form or a container.
    Form,
    /// A route.
    Route,
    /// A release characteristic.
    Release,
    /// What a product is free of, or another word that is never ignored.
    Attribute,
    /// What a product must not be.
    Exclusion,
    /// The salt of a substance.
    Salt,
    /// An abbreviation with several meanings.
    Doubt,
    /// Another word of names.
    Word,
    /// The name of a supplier.
    Supplier,
    /// The size of a pack.
    Size,
    /// A word that no name has.
    Unknown,
    /// A phrase of a box, or a word between others.
    Noise,
}

impl Role {
    /// Reports whether a part with this role may be ignored if no pack has it.
    pub fn is_optional(self) -> bool {
        matches!(self, Role::Word | Role::Supplier | Role::Size | Role::Unknown | Role::Noise | Role::Salt)
    }
}

/// What a pack must have to satisfy a choice. The search compares suppliers, sizes and exclusions last, when
/// fewer packs are left.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wanted {
    /// Names that satisfy a condition.
    Names(Need),
    /// Names that satisfy a condition, of a pack with a size.
    NamesOfSize(Need, Size),
    /// Names that do not satisfy a condition, or that have the negation themselves: `sheet without border`.
    Without(Need, &'static str),
    /// One of these suppliers.
    Supplier(Vec<u32>),
    /// A size.
    Size(Size),
    /// Nothing: the part is ignored.
    Anything,
    /// Nothing: the part only connects others, so it is not reported.
    Nothing,
}

/// The size of a pack: a number, and its unit if it has one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Size {
    pub number: String,
    pub unit: Option<&'static str>,
}

/// A way to read a term, and what it costs. The costs of a reading are added, and the cheapest reading with
/// packs is the answer.
#[derive(Clone, Debug)]
pub struct Choice {
    pub cost: u32,
    pub wanted: Wanted,
    /// How the part was read, if not as it is written. Empty if it was ignored.
    pub read_as: Option<Vec<String>>,
}

impl Choice {
    pub fn typed(need: Need) -> Choice {
        Choice { cost: 0, wanted: Wanted::Names(need), read_as: None }
    }

    pub fn at(cost: u32, wanted: Wanted) -> Choice {
        Choice { cost, wanted, read_as: None }
    }

    pub fn read_as(self, words: Vec<String>) -> Choice {
        Choice { read_as: Some(words), ..self }
    }
}

/// A part of a query with a role, and the ways to read it.
///
/// "amlodipine 5 tabs" has three: a medicine, a strength and a form. A part that is ambiguous has several
/// choices of different [cost](super::costs): a misspelt word costs more than one as it is typed. The
/// cheapest combination that has packs is the answer, so a term decides nothing by itself.
#[derive(Clone, Debug)]
pub struct Term {
    /// The part as it is in the normalised text.
    pub written: String,
    pub role: Role,
    /// The ways to read it, the cheapest first. Without any, no pack matches.
    pub choices: Vec<Choice>,
    /// Whether it must not be ignored, whatever its role.
    pub is_required: bool,
}

impl Term {
    /// Reports whether the part may be the name of a supplier.
    pub fn may_be_supplier(&self) -> bool {
        self.choices.iter().any(|choice| matches!(choice.wanted, Wanted::Supplier(_)))
    }

    pub fn new(written: &str, role: Role, choices: Vec<Choice>) -> Term {
        Term { written: written.to_owned(), role, choices, is_required: !role.is_optional() }
    }
}

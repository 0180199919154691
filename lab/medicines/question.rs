//! A question: what is typed, and what the answer must be.

use pack_lookup::dataset::PackNumber;

use super::strength::Strength;

/// The words of a medicine: of a substance or of a brand.
pub type Words = Vec<String>;

/// A condition on each pack of an answer.
#[derive(Clone, Debug)]
pub enum Want {
    /// The pack has the medicine.
    Medicine(Words),
    /// It has no substances but these, if there is such a pack.
    Only(Vec<Words>),
    /// The medicine has the strength.
    Strength(Words, Strength),
    /// The medicine has one of the strengths.
    OneOf(Words, Vec<Strength>),
    /// The medicine has the strength, in a container with this volume.
    Exact(Words, Strength),
    /// The medicine has a strength with this number, in any unit.
    Number(Words, f64),
    /// The form has one of these words, in the singular. Those with a `?` before them agree perhaps.
    Form(Words),
    /// The form of some product. Other forms are not wrong, but a right pack has these words.
    SameForm(String),
    /// The names have one of these phrases.
    Phrase(Words),
    /// The names have one of these phrases; or the answer says that it ignores them, and no pack of the
    /// medicine has them.
    PhraseIfAny(Words),
    Route(&'static str),
    Release(&'static str),
    NotRelease(&'static str),
    /// The pack does not have the medicine.
    Without(Words),
    /// The pack does not agree with the condition.
    Not(Box<Want>),
    /// The salt of the medicine, whose other words come first.
    Salt(Words, String),
    /// Each of these lengths or sizes is in the names, as often as it is here.
    Lengths(Vec<String>),
    Generic(String),
    /// One of these packs.
    Packs(Vec<PackNumber>),
    /// No pack is right.
    Nothing,
}

/// A question with its kind.
#[derive(Clone, Debug)]
pub struct Question {
    pub kind: &'static str,
    pub text: String,
    /// The name of the generic product from which it was made. It decides the half.
    pub from: String,
    pub wants: Vec<Want>,
    /// Whether an answer without packs is right, even if a pack satisfies all conditions.
    pub may_be_empty: bool,
    /// Whether only the first pack is judged.
    pub only_first: bool,
    /// Whether the reason for an empty answer is judged.
    pub checks_reason: bool,
}

impl Question {
    pub fn new(text: impl Into<String>, from: &str, wants: Vec<Want>) -> Question {
        Question {
            kind: "",
            text: text.into(),
            from: from.to_owned(),
            wants,
            may_be_empty: false,
            only_first: false,
            checks_reason: false,
        }
    }

    /// Also accepts an empty answer.
    pub fn or_nothing(mut self) -> Question {
        self.may_be_empty = true;
        self
    }

    pub fn first_only(mut self) -> Question {
        self.only_first = true;
        self
    }

    pub fn with_reason(mut self) -> Question {
        self.checks_reason = true;
        self
    }

    /// What is expected, in one line.
    pub fn expected(&self) -> String {
        let wants: Vec<String> = self.wants.iter().map(Want::describe).collect();
        let or_nothing = if self.may_be_empty { " or nothing" } else { "" };
        format!("{}{or_nothing}", wants.join(" + "))
    }
}

impl Want {
    fn describe(&self) -> String {
        match self {
            Want::Medicine(words) => words.join(" "),
            Want::Only(all) => format!("only {} substances", all.len()),
            Want::Strength(_, strength) => strength.text.clone(),
            Want::OneOf(_, strengths) => {
                let texts: Vec<&str> = strengths.iter().map(|strength| strength.text.as_str()).collect();
                texts.join(" or ")
            }
            Want::Exact(_, strength) => format!("exactly {}", strength.text),
            Want::Number(_, number) => format!("strength {number}"),
            Want::Form(words) => format!("form {}", words.join("|")),
            Want::SameForm(form) => form.clone(),
            Want::Phrase(words) => format!("\"{}\"", words.join("|")),
            Want::PhraseIfAny(words) => format!("\"{}\" if any has it", words.join("|")),
            Want::Route(route) => format!("route {route}"),
            Want::Release(release) => format!("{release} release"),
            Want::NotRelease(release) => format!("not {release} release"),
            Want::Without(words) => format!("without {}", words.join(" ")),
            Want::Not(want) => format!("not {}", want.describe()),
            Want::Salt(_, salt) => format!("salt {salt}"),
            Want::Lengths(lengths) => lengths.join(" "),
            Want::Generic(name) => format!("first: {name}"),
            Want::Packs(packs) => format!("{} packs with this code", packs.len()),
            Want::Nothing => "nothing".to_owned(),
        }
    }

    /// Why a pack is wrong that does not satisfy this.
    pub fn fault(&self) -> &'static str {
        match self {
            Want::Medicine(_) => "medicine",
            Want::Only(_) => "more substances",
            Want::Strength(..) | Want::OneOf(..) | Want::Number(..) => "strength",
            Want::Exact(..) => "strength or volume",
            Want::Form(_) | Want::SameForm(_) => "form",
            Want::Phrase(_) | Want::PhraseIfAny(_) => "phrase",
            Want::Route(_) => "route",
            Want::Release(_) | Want::NotRelease(_) => "release",
            Want::Without(_) | Want::Not(_) => "excluded",
            Want::Salt(..) => "salt",
            Want::Lengths(_) => "length",
            Want::Generic(_) | Want::Packs(_) => "another",
            Want::Nothing => "should be empty",
        }
    }
}

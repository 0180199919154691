//! The kinds of questions. Each has a generator; most draw a medicine of the release, and write it in a way
//! that went wrong once.

mod codes;
mod exclusions;
mod forms;
mod insulins;
mod mixtures;
mod neighbours;
mod reasons;
mod releases;
mod salts;
mod signs;
mod sizes;
mod spellings;
mod strengths;
mod words;

use super::draw::Draw;
use super::question::Question;
use super::writings;

/// A generator. It returns `None` if it cannot make a question of what it drew.
pub type Make = fn(&mut Draw<'_>) -> Option<Question>;

/// The kinds of faults, then what is solid and must stay so.
pub const KINDS: [(&str, Make); 43] = [
    ("size as strength", sizes::size_as_strength),
    ("strength as size", sizes::strength_as_size),
    ("bare number", sizes::bare_number),
    ("strength : volume", sizes::strength_and_volume),
    ("one substance more", mixtures::one_more),
    ("X in base", mixtures::base),
    ("strengths after names", mixtures::strengths_after_names),
    ("exclusion", exclusions::exclusion),
    ("forbidden form", exclusions::forbidden_form),
    ("forbidden route", exclusions::forbidden_route),
    ("maker's word", words::makers_word),
    ("device size", sizes::device_size),
    ("glued release", releases::glued_release),
    ("glued strength", releases::glued_strength),
    ("joined by a sign", signs::joined),
    ("route", forms::route),
    ("unknown route", forms::unknown_route),
    ("form", forms::form),
    ("insulin", insulins::insulin),
    ("second medicine", mixtures::second_medicine),
    ("broken number", signs::broken_number),
    ("unknown tail", signs::unknown_tail),
    ("salt", salts::salt),
    ("age or strength word", words::age_word),
    ("age word of no pack", words::absent_age_word),
    ("tie", neighbours::tie),
    ("far word", neighbours::far_word),
    ("combination and tube", mixtures::combination_and_tube),
    ("names of the release", codes::odd_name),
    ("ordinary writing", writings::any_writing),
    ("prescription line", writings::any_direction),
    ("misread unit", signs::misread_unit),
    ("false reason", reasons::false_reason),
    ("labelled code", codes::labelled_code),
    ("look-alike", neighbours::look_alike),
    ("absent medicine", neighbours::absent_medicine),
    ("foreign brand", neighbours::foreign_brand),
    ("wrong strength or unit", strengths::wrong_strength),
    ("exchanged strengths", mixtures::exchanged_strengths),
    ("two with strengths", mixtures::two_with_strengths),
    ("per ml", strengths::per_volume),
    ("patch", forms::patch),
    ("spelling", spellings::spelling),
];

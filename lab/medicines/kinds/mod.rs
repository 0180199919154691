//! The kinds of questions. Each has a generator; most draw a medicine of the release, and write it in a way
//! that went wrong once.

mod exclusions;
mod forms;
mod mixtures;
mod names;
mod signs;
mod sizes;

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
    ("maker's word", forms::makers_word),
    ("device size", sizes::device_size),
    ("glued release", forms::glued_release),
    ("glued strength", forms::glued_strength),
    ("joined by a sign", signs::joined),
    ("route", forms::route),
    ("unknown route", forms::unknown_route),
    ("form", forms::form),
    ("insulin", mixtures::insulin),
    ("second medicine", mixtures::second_medicine),
    ("broken number", signs::broken_number),
    ("unknown tail", signs::unknown_tail),
    ("salt", mixtures::salt),
    ("age or strength word", forms::age_word),
    ("age word of no pack", forms::absent_age_word),
    ("tie", names::tie),
    ("far word", names::far_word),
    ("combination and tube", mixtures::combination_and_tube),
    ("names of the release", names::odd_name),
    ("ordinary writing", writings::any_writing),
    ("prescription line", writings::any_direction),
    ("misread unit", signs::misread_unit),
    ("false reason", names::false_reason),
    ("labelled code", names::labelled_code),
    ("look-alike", names::look_alike),
    ("absent medicine", names::absent_medicine),
    ("foreign brand", names::foreign_brand),
    ("wrong strength or unit", sizes::wrong_strength),
    ("exchanged strengths", mixtures::exchanged_strengths),
    ("two with strengths", mixtures::two_with_strengths),
    ("per ml", sizes::per_volume),
    ("patch", forms::patch),
    ("spelling", names::spelling),
];

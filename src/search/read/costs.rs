//! What each way to read a part of a query costs. The cheapest reading with packs is the answer.

/// Words that begin with the typed word, although it is a whole word of names.
pub const PREFIX: u32 = 1;
/// A former name that begins with the typed word, where a current one does, too.
pub const FORMER_NAME: u32 = 1;
/// The same concentration in another volume.
pub const EQUAL_RATIO: u32 = 2;
/// A general form for an exact one: syrup for oral solution.
pub const GENERAL_FORM: u32 = 2;
/// The name of a supplier that is a word of names, too.
pub const SUPPLIER: u32 = 3;
/// A bare number as a number of a name, which is not a strength.
pub const NUMBER_OF_NAME: u32 = 1;
/// A bare number as the size of a pack.
pub const NUMBER_AS_SIZE: u32 = 4;
/// The substances of a combination, whose name does not list them.
pub const COMBINATION: u32 = 2;
/// A substance that the query does not name.
pub const FURTHER_SUBSTANCE: u32 = 3;
/// Joined words read apart, or separate words read together.
pub const REJOINED: u32 = 8;
/// A misspelt word, for each edit.
pub const EDIT: u32 = 10;
/// A salt that no pack of the medicine states.
pub const SALT_NOT_STATED: u32 = 6;

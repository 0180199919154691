//! What the release says about prescribing a pack: schedules, and who may prescribe it where.

macro_rules! notes {
    ($($(#[$doc:meta])* $note:ident $text:literal $is_schedule:literal,)*) => {
        /// One thing that the release says about prescribing a pack. The order is that of the bits in the file: new ones go to the end.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Note {
            $(#[doc = $text] $note,)*
        }

        impl Note {
            /// Each of them.
            pub const ALL: &[Note] = &[$(Note::$note,)*];

            /// The name for people.
            pub fn text(self) -> &'static str {
                match self { $(Note::$note => $text,)* }
            }

            /// Whether it is a schedule.
            pub fn is_schedule(self) -> bool {
                match self { $(Note::$note => $is_schedule,)* }
            }
        }
    };
}

notes! {
    Schedule1 "Schedule 1" true,
    Schedule2 "Schedule 2" true,
    Acbs "ACBS" false,
    PersonallyAdministered "Personally administered" false,
    Fp10Mda "FP10 MDA" false,
    Hospital "Hospital" false,
    NurseFormulary "Nurse formulary" false,
    ExtendedNurseFormulary "Nurse extended formulary" false,
    DentalFormulary "Dental formulary" false,
}

/// All that is said about prescribing a pack; mostly nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u16);

impl Notes {
    /// Those whose bits are set; others mean nothing.
    pub fn of_bits(bits: u16) -> Notes {
        Notes(bits & !(u16::MAX << Note::ALL.len()))
    }

    /// As bits.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Whether nothing is said.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Each of them.
    pub fn iter(self) -> impl Iterator<Item = Note> {
        Note::ALL.iter().copied().filter(move |note| self.0 >> *note as u16 & 1 == 1)
    }

    /// The schedules among them, in words.
    pub fn schedules(self) -> impl Iterator<Item = &'static str> {
        self.iter().filter(|note| note.is_schedule()).map(Note::text)
    }

    /// The others, in words.
    pub fn prescribing(self) -> impl Iterator<Item = &'static str> {
        self.iter().filter(|note| !note.is_schedule()).map(Note::text)
    }
}

impl FromIterator<Note> for Notes {
    fn from_iter<I: IntoIterator<Item = Note>>(notes: I) -> Notes {
        Notes(notes.into_iter().fold(0, |bits, note| bits | 1 << note as u16))
    }
}

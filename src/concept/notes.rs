//! Notes about prescribing a pack: schedules, and who may prescribe it in which setting.
//!
//! The schedules are those of the National Health Service (General Medical Services Contracts) (Prescription
//! of Drugs etc.) Regulations 2004 (SI 2004/629). They are not the schedules of controlled drugs.

macro_rules! notes {
    ($($(#[$doc:meta])* $note:ident $text:literal $is_schedule:literal,)*) => {
        /// A note about prescribing a pack. The variants are in the order of the bits in the file, so append
        /// new ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Note {
            $(#[doc = $text] $note,)*
        }

        impl Note {
            /// All notes.
            pub const ALL: &[Note] = &[$(Note::$note,)*];

            /// Returns the name for people.
            pub fn text(self) -> &'static str {
                match self { $(Note::$note => $text,)* }
            }

            /// Returns whether it is a schedule.
            pub fn is_schedule(self) -> bool {
                match self { $(Note::$note => $is_schedule,)* }
            }
        }
    };
}

notes! {
    Schedule1 "Schedule 1 of the NHS prescription regulations: not to be prescribed on the NHS" true,
    Schedule2 "Schedule 2 of the NHS prescription regulations: only for the listed conditions (SLS)" true,
    Acbs "ACBS" false,
    PersonallyAdministered "Personally administered" false,
    Fp10Mda "FP10 MDA" false,
    Hospital "Hospital" false,
    NurseFormulary "Nurse formulary" false,
    ExtendedNurseFormulary "Nurse extended formulary" false,
    DentalFormulary "Dental formulary" false,
}

/// The notes about prescribing a pack. Most packs have none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u16);

impl Notes {
    /// Returns the notes whose bits are set. Bits without a note are ignored.
    pub fn of_bits(bits: u16) -> Notes {
        Notes(bits & !(u16::MAX << Note::ALL.len()))
    }

    /// Returns the notes as bits.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Returns whether there are no notes.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Returns each note, in the order of the bits.
    pub fn iter(self) -> impl Iterator<Item = Note> {
        Note::ALL.iter().copied().filter(move |note| self.0 >> *note as u16 & 1 == 1)
    }

    /// Returns the names of the schedules, with their meaning.
    pub fn schedules(self) -> impl Iterator<Item = &'static str> {
        self.iter().filter(|note| note.is_schedule()).map(Note::text)
    }

    /// Returns the names of the other notes.
    pub fn prescribing(self) -> impl Iterator<Item = &'static str> {
        self.iter().filter(|note| !note.is_schedule()).map(Note::text)
    }
}

impl FromIterator<Note> for Notes {
    fn from_iter<I: IntoIterator<Item = Note>>(notes: I) -> Notes {
        let mut bits = 0;
        for note in notes {
            bits |= 1 << note as u16;
        }
        Notes(bits)
    }
}

//! Notes about a pack: schedules, who may prescribe it in which setting, and how it is reimbursed.
//!
//! The schedules are from the National Health Service (General Medical Services Contracts) (Prescription of
//! Drugs etc.) Regulations 2004 (SI 2004/629). They are not the schedules of controlled drugs.

use super::property::Property;

macro_rules! notes {
    ($($(#[$doc:meta])* $note:ident $kind:ident $property:ident $text:literal,)*) => {
        /// A note about a pack. The variants are in the order of the bits in the file, so append
        /// new ones.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Note {
            $(#[doc = $text] $note,)*
        }

        impl Note {
            /// All notes.
            pub const ALL: &[Note] = &[$(Note::$note,)*];

            /// The name for people.
            pub fn text(self) -> &'static str {
                match self { $(Note::$note => $text,)* }
            }

            /// Its subject.
            pub fn kind(self) -> NoteKind {
                match self { $(Note::$note => NoteKind::$kind,)* }
            }

            /// The property that has it.
            pub fn property(self) -> Property {
                match self { $(Note::$note => Property::$property,)* }
            }
        }
    };
}

notes! {
    Schedule1 Schedule NhsSchedule1
        "Schedule 1 of the NHS prescription regulations: not to be prescribed on the NHS",
    Schedule2 Schedule NhsSchedule2
        "Schedule 2 of the NHS prescription regulations: only for the listed conditions (SLS)",
    Acbs Prescribing Acbs "ACBS",
    PersonallyAdministered Prescribing PersonallyAdministered "Personally administered",
    Fp10Mda Prescribing Fp10Mda "FP10 MDA",
    Hospital Prescribing Hospital "Hospital",
    NurseFormulary Prescribing NurseFormulary "Nurse formulary",
    ExtendedNurseFormulary Prescribing ExtendedNurseFormulary "Nurse extended formulary",
    DentalFormulary Prescribing DentalFormulary "Dental formulary",
    SpecialContainer Reimbursement SpecialContainer "Special container",
    SubPackSpecialContainer Reimbursement SpecialContainer "Sub-pack is a special container",
    BrokenBulk Reimbursement BrokenBulk "Broken bulk",
    DiscountNotDeducted Reimbursement DiscountNotDeducted "Discount not deducted - automatic",
    DiscountNotDeductedIfEndorsed Reimbursement DiscountNotDeducted "Discount not deducted - endorsement required",
}

/// The subject of a note. The JSON of a pack has a list of notes for each subject.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteKind {
    /// A schedule of the NHS prescription regulations.
    Schedule,
    /// Who may prescribe the pack, and where.
    Prescribing,
    /// How a pharmacy is paid for it.
    Reimbursement,
}

/// The notes about a pack, with a bit for each. Most packs have none. Files have the same bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Notes(u16);

impl Notes {
    /// Reads the notes whose bits are set. Bits without a note are ignored.
    pub fn of_bits(bits: u16) -> Notes {
        Notes(bits & !(u16::MAX << Note::ALL.len()))
    }

    /// The notes as bits.
    pub fn bits(self) -> u16 {
        self.0
    }

    /// Joins these notes and `others`.
    #[must_use]
    pub fn with(self, others: Notes) -> Notes {
        Notes(self.0 | others.0)
    }

    /// Reports whether the pack has no notes.
    pub fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Reports whether a note is among them.
    pub fn has(self, note: Note) -> bool {
        self.0 >> note as u16 & 1 == 1
    }

    /// Lists each note, in the order of the bits.
    pub fn iter(self) -> impl Iterator<Item = Note> {
        Note::ALL.iter().copied().filter(move |note| self.has(*note))
    }

    /// Lists the names of the notes on a subject.
    pub fn texts(self, kind: NoteKind) -> Vec<&'static str> {
        self.iter().filter(|note| note.kind() == kind).map(Note::text).collect()
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

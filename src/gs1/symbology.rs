//! Symbologies: kinds of barcode, by their AIM symbology identifiers such as `]d2`.

/// A kind of barcode, by the identifier that a scanner sends before the data. It says whether the data must
/// be GS1 data.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbology {
    /// EAN-13, UPC-A or UPC-E (`]E0`).
    Ean13,
    /// EAN-8 (`]E4`).
    Ean8,
    /// ITF-14 and other Interleaved 2 of 5 (`]I0`, `]I1`).
    Itf14,
    /// GS1-128 (`]C1`).
    Gs1Code128,
    /// GS1 DataBar (`]e0`).
    Gs1DataBar,
    /// GS1 DataMatrix (`]d2`, `]d5`).
    Gs1DataMatrix,
    /// GS1 QR Code (`]Q3`, `]Q4`).
    Gs1QrCode,
    /// GS1 DotCode (`]J1`).
    Gs1DotCode,
    /// Code 128 without GS1 data (`]C0`).
    Code128,
    /// DataMatrix without GS1 element strings (`]d1`, `]d4`); it may hold a Digital Link.
    DataMatrix,
    /// QR Code without GS1 element strings (`]Q1`, `]Q2`); it may hold a Digital Link.
    QrCode,
    /// Any other.
    Other,
}

/// The content that a symbology guarantees.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Promise {
    Digits,
    ElementStrings,
    Nothing,
}

impl Symbology {
    /// Splits off a symbology identifier at the start of the text.
    pub(super) fn strip(text: &str) -> Option<(Symbology, &str)> {
        let (identifier, rest) = text.strip_prefix(']')?.split_at_checked(2)?;
        if !identifier.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return None;
        }
        Some((Symbology::of(identifier), rest))
    }

    fn of(identifier: &str) -> Symbology {
        match identifier {
            "E0" => Symbology::Ean13,
            "E4" => Symbology::Ean8,
            "I0" | "I1" => Symbology::Itf14,
            "C1" => Symbology::Gs1Code128,
            "e0" => Symbology::Gs1DataBar,
            "d2" | "d5" => Symbology::Gs1DataMatrix,
            "Q3" | "Q4" => Symbology::Gs1QrCode,
            "J1" => Symbology::Gs1DotCode,
            "C0" => Symbology::Code128,
            "d1" | "d4" => Symbology::DataMatrix,
            "Q1" | "Q2" => Symbology::QrCode,
            _ => Symbology::Other,
        }
    }

    /// The common name.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::gs1::Symbology;
    ///
    /// assert_eq!(Symbology::Gs1DataMatrix.name(), "GS1 DataMatrix");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Symbology::Ean13 => "EAN-13",
            Symbology::Ean8 => "EAN-8",
            Symbology::Itf14 => "ITF-14",
            Symbology::Gs1Code128 => "GS1-128",
            Symbology::Gs1DataBar => "GS1 DataBar",
            Symbology::Gs1DataMatrix => "GS1 DataMatrix",
            Symbology::Gs1QrCode => "GS1 QR Code",
            Symbology::Gs1DotCode => "GS1 DotCode",
            Symbology::Code128 => "Code 128",
            Symbology::DataMatrix => "DataMatrix",
            Symbology::QrCode => "QR Code",
            Symbology::Other => "barcode",
        }
    }

    pub(super) fn promise(self) -> Promise {
        match self {
            Symbology::Ean13 | Symbology::Ean8 | Symbology::Itf14 => Promise::Digits,
            Symbology::Gs1Code128
            | Symbology::Gs1DataBar
            | Symbology::Gs1DataMatrix
            | Symbology::Gs1QrCode
            | Symbology::Gs1DotCode => Promise::ElementStrings,
            Symbology::Code128 | Symbology::DataMatrix | Symbology::QrCode | Symbology::Other => {
                Promise::Nothing
            }
        }
    }
}

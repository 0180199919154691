//! Origin of packs: suppliers, imports and specials.
//!
//! No pharmacy stocks imports and specials. A record has no field for them, but the name has them in place of
//! the supplier.
//!
//! A parallel import of a licensed medicine has an ordinary supplier, so names do not identify it.

/// The origin of a pack: an ordinary supplier, an import or a special. Search results keep imports and
/// specials apart, because pharmacies do not stock them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// An ordinary supplier.
    Supplier,
    /// An import: `Imported (Germany)`.
    Import,
    /// A special, made to order: `Special Order`, `Drug Tariff Special Order`.
    Special,
}

impl Origin {
    /// All origins.
    pub const ALL: [Origin; 3] = [Origin::Supplier, Origin::Import, Origin::Special];

    /// Finds the origin for the name of a supplier.
    ///
    /// # Examples
    ///
    /// ```
    /// use pack_lookup::pack::Origin;
    ///
    /// assert_eq!(Origin::of(Some("Imported (Germany)")), Origin::Import);
    /// assert_eq!(Origin::of(Some("Teva UK Ltd")), Origin::Supplier);
    /// assert_eq!(Origin::of(None), Origin::Supplier);
    /// ```
    pub fn of(supplier: Option<&str>) -> Origin {
        match supplier {
            Some(supplier) if supplier.ends_with("Special Order") => Origin::Special,
            Some(supplier) if supplier == "Imported" || supplier.starts_with("Imported (") => Origin::Import,
            _ => Origin::Supplier,
        }
    }

    /// A stable name for programs.
    pub fn name(self) -> &'static str {
        match self {
            Origin::Supplier => "supplier",
            Origin::Import => "import",
            Origin::Special => "special",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Origin;

    #[test]
    fn classifies_imports_and_specials() {
        let names = |origin| -> Vec<&str> {
            let all = [
                "Teva UK Ltd",
                "Imported",
                "Imported (United States)",
                "Special Order",
                "Drug Tariff Special Order",
                "Part VIIID Drug Tariff Special Order",
                "Zanza Specials International Ltd",
                "Importers Ltd",
            ];
            all.into_iter().filter(|name| Origin::of(Some(name)) == origin).collect()
        };
        assert_eq!(names(Origin::Import), ["Imported", "Imported (United States)"]);
        let specials = ["Special Order", "Drug Tariff Special Order", "Part VIIID Drug Tariff Special Order"];
        assert_eq!(names(Origin::Special), specials);
        assert_eq!(Origin::of(None), Origin::Supplier);
    }
}

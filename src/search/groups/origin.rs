//! Packs that nobody keeps on the shelf: what is brought from abroad, and what is made to order.
//!
//! A record has no field for it, but the name says it where the supplier would stand. Who brings a licensed medicine from
//! abroad (a parallel import) stands there like any other supplier: no name tells.

/// Where packs come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Origin {
    /// From a supplier.
    Supplier,
    /// From abroad: `Imported (Germany)`.
    Import,
    /// Made to order: `Special Order`, `Drug Tariff Special Order`.
    Special,
}

impl Origin {
    /// Each of them.
    pub const ALL: [Origin; 3] = [Origin::Supplier, Origin::Import, Origin::Special];

    /// What the name of a supplier says.
    pub fn of(supplier: Option<&str>) -> Origin {
        match supplier {
            Some(supplier) if supplier.ends_with("Special Order") => Origin::Special,
            Some(supplier) if supplier == "Imported" || supplier.starts_with("Imported (") => Origin::Import,
            _ => Origin::Supplier,
        }
    }

    /// A stable word for programs.
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
    fn suppliers_that_are_none() {
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

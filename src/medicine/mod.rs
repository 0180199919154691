//! The name of a medicine in typed parts: substances with exact strengths, dose form, container, and the
//! rest.
//!
//! dm+d writes names by rules: components separated by ` / `, each with its strength, then the dose form and
//! the container, as in `Amlodipine 5mg / Valsartan 80mg tablets`. [`parse`] reads such a name. It drops
//! nothing: words that it does not understand are in [`Product::rest`].
//!
//! # Examples
//!
//! ```
//! let name = pack_lookup::medicine::parse("Hydrocortisone 1% / Miconazole 2% cream");
//! let [product] = name.products.as_slice() else { return };
//! assert_eq!(product.components[1].substance, "miconazole");
//! assert_eq!(product.components[1].strengths[0].amounts[0].number, "2");
//! assert_eq!(product.form(), "cream");
//! ```

pub(crate) mod lexeme;
mod lookahead;
mod parse;
pub(crate) mod quantities;
pub(crate) mod strength;
mod terms;
pub(crate) mod words;

pub use parse::parse;
pub use strength::{Amount, Strength};
pub use terms::name_terms;
#[cfg(feature = "write")]
pub(crate) use words::is_described;

/// The name of a medicine, parsed: what the import writes into the index, and what two names are compared by.
///
/// `Hydrocortisone 1% / Miconazole 2% cream` is one product with two components. Numbers stay decimal texts,
/// so 0.1 is exact. Parsing takes some microseconds for a name, and fails for none: what is not understood is
/// in `rest`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MedicineName {
    /// The products: one, or the products of a kit, as in `Aprepitant 125mg capsules and Aprepitant 80mg
    /// capsules`.
    pub products: Vec<Product>,
    /// Whether the name is `Generic` and a brand. Such a product has no components, but its brand.
    pub is_brand: bool,
}

impl MedicineName {
    /// Reports whether the products have more than one component: several substances, or a substance in a
    /// base.
    pub fn is_mixture(&self) -> bool {
        self.products.iter().map(|product| product.components.len()).sum::<usize>() > 1
    }

    /// Reports whether a component has a strength that is not a length.
    pub fn has_strength(&self) -> bool {
        let mut components = self.products.iter().flat_map(|product| &product.components);
        components.any(|component| {
            component
                .strengths
                .iter()
                .flat_map(|strength| &strength.amounts)
                .any(|amount| !amount.is_length())
        })
    }
}

/// A product: its components, and what they are made into.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Product {
    /// The substances, in the order of the name.
    pub components: Vec<Component>,
    /// The words of the dose form in order, in the spelling of names: `powder for solution for injection`.
    pub form: Vec<&'static str>,
    /// The containers, such as `vials`.
    pub containers: Vec<&'static str>,
    /// How the substance is released, such as `modified-release`.
    pub releases: Vec<&'static str>,
    /// What the product is free of, such as `sugar`.
    pub free_of: Vec<&'static str>,
    /// The pharmacopoeias that define it, such as `bp`.
    pub standards: Vec<&'static str>,
    /// The amounts that belong to the container, such as the `2litre` of `2litre bags`.
    pub sizes: Vec<Amount>,
    /// The words that are none of these, as they are in the folded name.
    pub rest: Vec<String>,
}

impl Product {
    /// The dose form as one text.
    pub fn form(&self) -> String {
        self.form.join(" ")
    }

    /// Reports whether each word of the name has a place, and the product has a substance and a strength or a
    /// form.
    pub fn is_complete(&self) -> bool {
        let has_strength = self.components.iter().any(|component| !component.strengths.is_empty());
        let is_made = has_strength || !self.form.is_empty() || !self.containers.is_empty();
        self.rest.is_empty() && !self.components.is_empty() && is_made
    }
}

/// A substance with its strengths. A combination has one for each substance, in the order of the name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Component {
    /// The folded words of the substance, with its salt.
    pub substance: String,
    /// The strengths: one, several notations of one as in `10mg/5ml (0.2%)`, or none.
    pub strengths: Vec<Strength>,
    /// What the strength contains of other substances: potassium and `8mmol` of `600mg (potassium 8mmol)`.
    pub equivalents: Vec<(String, Strength)>,
    /// The dose form of the component itself, if it is part of another one: `cream` in `Betamethasone 0.1%
    /// cream 25% in Aqueous cream`.
    pub form: Vec<&'static str>,
    /// Whether the other components are in it, as in `Atropine 1% in White soft paraffin`.
    pub is_base: bool,
}

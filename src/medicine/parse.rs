//! The parser of names.

use super::lexeme::lexemes;
use super::lookahead::{Parser, is_divider};
use super::strength::strength_at;
use super::words::{WordKind, describe};
use super::{Component, MedicineName, Product};
use crate::text::fold;

/// The word between substances without strengths.
const AND: &str = " and ";

/// Parses the name of a medicine.
///
/// # Examples
///
/// ```
/// use pack_lookup::medicine::parse;
///
/// let name = parse("Atropine 1% in White soft paraffin");
/// let components = &name.products[0].components;
/// assert_eq!((components[1].substance.as_str(), components[1].is_base), ("white soft paraffin", true));
/// ```
pub fn parse(name: &str) -> MedicineName {
    let folded = fold(name);
    let lexemes = lexemes(&folded);
    let is_brand = lexemes.first().is_some_and(|first| first.is("generic"));
    let mut parser = Parser { text: &folded, lexemes: &lexemes, at: usize::from(is_brand) };
    let mut products = Vec::new();
    while parser.at < lexemes.len() {
        products.push(parser.product());
    }
    MedicineName { products, is_brand }
}

impl Parser<'_> {
    /// Reads one product of the name.
    fn product(&mut self) -> Product {
        let mut product = Product::default();
        let start = self.at;
        loop {
            let end = self.component_end();
            self.component(&mut product, end, false);
            self.tail(&mut product, end);
            match self.get(self.at) {
                Some(sign) if is_divider(sign) => self.at += 1,
                _ => break,
            }
        }
        // A product that takes nothing would never end.
        if self.at == start {
            self.unknown(&mut product);
        }
        product
    }

    /// Reads a substance and its strengths, up to `end` at most.
    fn component(&mut self, product: &mut Product, end: usize, is_base: bool) {
        let substance_end = self.substance_end(end);
        let substance = self.words(self.at..substance_end);
        self.at = substance_end;
        let mut component = Component { substance, is_base, ..Component::default() };
        self.strengths(&mut component, end);
        if component.strengths.is_empty()
            && component.equivalents.is_empty()
            && component.substance.contains(AND)
        {
            // `Calcium and Ergocalciferol` are two substances.
            for substance in component.substance.split(AND) {
                product.components.push(Component { substance: substance.to_owned(), ..component.clone() });
            }
        } else if !component.substance.is_empty() {
            product.components.push(component);
        } else if let Some(last) = product.components.last_mut() {
            last.strengths.extend(component.strengths);
        }
    }

    /// Reads the strengths of a component: `10mg/5ml (0.2%)`.
    fn strengths(&mut self, component: &mut Component, end: usize) {
        while self.at < end {
            let strength = strength_at(self.lexemes, self.at).or_else(|| self.in_brackets(self.at));
            if let Some((strength, next)) = strength {
                component.strengths.push(strength);
                self.at = next;
            } else if !self.equivalent(component) {
                return;
            }
        }
    }

    /// Reads what the strength contains of another substance: `(potassium 8mmol)`.
    fn equivalent(&mut self, component: &mut Component) -> bool {
        let Some((equivalents, next)) = self.equivalent_at(self.at) else { return false };
        component.equivalents.extend(equivalents);
        self.at = next;
        true
    }

    /// Reads what follows the strength: the base, the dose form and the container. Stops before the next
    /// product of a kit.
    fn tail(&mut self, product: &mut Product, end: usize) {
        while self.at < end {
            if self.begins_base(self.at, end) {
                self.base(product, end);
            } else if self.begins_product(end) {
                self.at += 1;
                return;
            } else if product.form.is_empty() && self.begins_component(end) {
                self.at += 1;
                self.component(product, end, false);
            } else if !self.described(product, end) && !self.amount(product) {
                self.unknown(product);
            }
        }
    }

    /// Reads a base: ` in ` and a component.
    fn base(&mut self, product: &mut Product, end: usize) {
        self.at += 1;
        // The form of the product was the form of the component in the base.
        if let Some(component) = product.components.last_mut() {
            component.form.append(&mut product.form);
        }
        let start = self.at;
        self.component(product, end, true);
        if product.components.last().is_some_and(|base| base.strengths.is_empty()) {
            self.named_base(product, start, end);
        }
    }

    /// Reads the dose form in the name of a base: `aqueous cream`.
    fn named_base(&mut self, product: &mut Product, start: usize, end: usize) {
        while self.at < end && self.is_made_of(self.at) && self.described(product, end) {}
        let substance = self.words(start..self.at);
        if let Some(base) = product.components.last_mut() {
            base.substance = substance;
        }
    }

    /// Reads a word of a dose form. Returns whether there is one.
    fn described(&mut self, product: &mut Product, end: usize) -> bool {
        // The sign of `ear/eye drops`.
        let is_joint = self.get(self.at).is_some_and(|lexeme| lexeme.is("/") && !lexeme.is_spaced);
        if is_joint && self.is_described(self.at + 1) {
            self.at += 1;
        }
        let Some(lexeme) = self.get(self.at).filter(|lexeme| lexeme.is_word()) else { return false };
        let Some((kind, name)) = describe(lexeme.text) else { return false };
        let is_free = self.at + 1 < end && self.get(self.at + 1).is_some_and(|next| next.is("free"));
        self.at += 1 + usize::from(is_free);
        match kind {
            _ if is_free => product.free_of.push(name),
            WordKind::Container => product.containers.push(name),
            WordKind::Release => product.releases.push(name),
            WordKind::Standard => product.standards.push(name),
            _ => product.form.push(name),
        }
        true
    }

    /// Reads an amount after the form: the size of a container, or the share of a component.
    fn amount(&mut self, product: &mut Product) -> bool {
        if let Some((size, next)) = self.size_at(self.at) {
            product.sizes.push(size);
            self.at = next;
            return true;
        }
        let strength = strength_at(self.lexemes, self.at).or_else(|| self.in_brackets(self.at));
        let Some((strength, next)) = strength else { return false };
        let Some(component) = product.components.last_mut() else { return false };
        component.strengths.push(strength);
        self.at = next;
        true
    }

    /// Keeps a lexeme that has no place.
    fn unknown(&mut self, product: &mut Product) {
        if let Some(lexeme) = self.get(self.at) {
            product.rest.push(lexeme.text.to_owned());
        }
        self.at += 1;
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    /// Writes a parsed name: components with strengths, then `:` and the rest of the product.
    fn written(name: &str) -> String {
        let products: Vec<String> = parse(name).products.iter().map(write_product).collect();
        products.join(" & ")
    }

    fn write_product(product: &Product) -> String {
        let components: Vec<String> = product.components.iter().map(write_component).collect();
        let mut parts = vec![components.join(" + ")];
        let releases = product.releases.iter().map(|word| (*word).to_owned());
        let free_of = product.free_of.iter().map(|word| format!("no {word}"));
        let sizes = product.sizes.iter().map(|size| format!("{}{}", size.number, size.unit));
        parts.push(
            releases.chain([product.form()]).filter(|text| !text.is_empty()).collect::<Vec<_>>().join(" "),
        );
        parts.extend(product.containers.iter().map(|word| (*word).to_owned()));
        parts.extend(sizes.chain(free_of));
        parts.extend(product.rest.iter().map(|word| format!("?{word}")));
        parts.retain(|part| !part.is_empty());
        parts.join(", ")
    }

    fn write_component(component: &Component) -> String {
        let strengths = component.strengths.iter().map(|strength| {
            let per =
                strength.per.as_ref().map_or(String::new(), |per| format!("/{}{}", per.number, per.unit));
            let amounts = strength.amounts.iter().map(|one| format!("{}{}", one.number, one.unit));
            format!("{}{per}", amounts.collect::<Vec<_>>().join("/"))
        });
        let equivalents = component.equivalents.iter().map(|(substance, _)| format!("({substance})"));
        let base = if component.is_base { "in " } else { "" };
        let form = component.form.iter().map(|word| (*word).to_owned());
        let words: Vec<String> = [component.substance.clone()]
            .into_iter()
            .chain(strengths)
            .chain(form)
            .chain(equivalents)
            .collect();
        format!("{base}{}", words.join(" "))
    }

    #[test]
    fn parses_each_kind_of_name() {
        for (name, expected) in [
            ("Amlodipine 5mg tablets", "amlodipine 5mg, tablets"),
            ("Amlodipine 5mg / Valsartan 80mg tablets", "amlodipine 5mg + valsartan 80mg, tablets"),
            ("Furosemide 50mg/5ml oral solution sugar free", "furosemide 50mg/5ml, oral solution, no sugar"),
            ("Morphine 10mg modified-release tablets", "morphine 10mg, modified-release tablets"),
            (
                "Atracurium besilate 25mg/2.5ml solution for injection ampoules",
                "atracurium besilate 25mg/2.5ml, solution for injection, ampoules",
            ),
            (
                "Adrenaline (base) 1mg/1ml (1 in 1,000) solution for injection ampoules",
                "adrenaline (base) 1mg/1ml 1part/1000part, solution for injection, ampoules",
            ),
            ("Atropine 1% in White soft paraffin", "atropine 1% + in white soft paraffin"),
            ("Coal tar 5% in Clobetasone 0.05% cream", "coal tar 5% + in clobetasone 0.05%, cream"),
            (
                "Betamethasone 0.1% cream 25% in Aqueous cream",
                "betamethasone 0.1% 25% cream + in aqueous cream, cream",
            ),
            (
                "Gentamicin 80mg/80ml in Sodium chloride 0.9% infusion bags",
                "gentamicin 80mg/80ml + in sodium chloride 0.9%, infusion, bags",
            ),
            ("Glucose 5% infusion 1litre bags", "glucose 5%, infusion, bags, 1litre"),
            (
                "Aprepitant 125mg capsules and Aprepitant 80mg capsules",
                "aprepitant 125mg, capsules & aprepitant 80mg, capsules",
            ),
            (
                "Aldesleukin 18million unit powder for solution for injection vials",
                "aldesleukin 18000000unit, powder for solution for injection, vials",
            ),
            ("Coal tar and Salicylic acid ointment BP", "coal tar + salicylic acid, ointment"),
            ("Lidocaine 2% and Chlorhexidine gel", "lidocaine 2% + chlorhexidine, gel"),
            ("Co-amilofruse 5mg/40mg/5ml oral solution", "co-amilofruse 5mg/40mg/5ml, oral solution"),
            (
                "Potassium chloride 600mg (potassium 8mmol) modified-release capsules",
                "potassium chloride 600mg (potassium), modified-release capsules",
            ),
            ("Ferric maltol (iron 30mg) capsules", "ferric maltol (iron), capsules"),
            (
                "Magnesium glycerophosphate (magnesium 97.2mg (4mmol)) tablets",
                "magnesium glycerophosphate (magnesium) (magnesium), tablets",
            ),
            (
                "Testosterone 2% transdermal gel (10mg per actuation)",
                "testosterone 2% 10mg/1actuation, transdermal gel",
            ),
            ("Belladonna medicated plaster 28cm x 17.5cm", "belladonna, medicated plasters x, 28cm, 17.5cm"),
            (
                "Betamethasone 0.1% / Neomycin 0.5% ear/eye/nose drops",
                "betamethasone 0.1% + neomycin 0.5%, ear eye nose drops",
            ),
            ("Co-codamol 30mg/500mg tablets", "co-codamol 30mg/500mg, tablets"),
            (
                "Fluticasone 50micrograms/dose / Salmeterol 25micrograms/dose inhaler CFC free",
                "fluticasone 50microgram/1dose + salmeterol 25microgram/1dose, inhaler, no cfc",
            ),
            ("Dexamethasone 1% eye drops preservative free", "dexamethasone 1%, eye drops, no preservative"),
        ] {
            assert_eq!(written(name), expected, "{name}");
        }
    }

    #[test]
    fn keeps_what_it_does_not_understand() {
        assert_eq!(written("Amlodipine 5mg tablets wobbly"), "amlodipine 5mg, tablets, ?wobbly");
        assert_eq!(
            written("Elasticated viscose stockinette purple line 20cm"),
            "elasticated viscose stockinette purple line 20cm"
        );
        assert!(!parse("Amlodipine 5mg tablets wobbly").products[0].is_complete());
        assert_eq!(written(""), "");
    }

    proptest::proptest! {
        #[test]
        fn no_text_panics_or_loses_a_word(text in "[a-z0-9%()/ .,x-]{0,60}|.{0,40}") {
            let name = parse(&text);
            let is_empty = super::lexemes(&fold(&text)).is_empty() || fold(&text).trim() == "generic";
            proptest::prop_assert_eq!(name.products.is_empty(), is_empty);
        }
    }

    #[test]
    fn a_generic_brand_is_marked() {
        let name = parse("Generic Altraplen Compact liquid");
        assert!(name.is_brand);
        assert_eq!(name.products[0].components[0].substance, "altraplen compact");
    }
}

//! The facts of concepts besides their codes and names, as columns that datasets and updates share.

mod labels;
#[cfg(feature = "write")]
pub mod write;

use std::ops::Range;

use crate::concept::{Amount, Amp, Coded, Ingredient, Property, Scheme, UnitDose, Vmp, Vmpp, Vtm};
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::input::Input;
use crate::dataset::texts::SomeTexts;
use crate::snomed::ConceptId;

use labels::{CodedLists, CodedRefs, Labels, of_span};
pub use labels::{CodedTable, IdRefs};

/// The facts of therapeutic moieties: their previous codes, and whether they are invalid. Codes and names are
/// in other tables.
#[derive(Clone, Copy, Debug)]
pub struct VtmFacts<'a> {
    pub previous_ids: IdRefs<'a>,
    flags: Column<'a>,
}

impl<'a> VtmFacts<'a> {
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<VtmFacts<'a>, OpenError> {
        Ok(VtmFacts { previous_ids: IdRefs::open(input, count)?, flags: Column::open_exact(input, count)? })
    }

    /// Reads the moiety at an index, with its fields from other tables.
    pub fn vtm(&self, index: usize, id: ConceptId, name: String) -> Vtm {
        Vtm { id, name, previous_id: self.previous_ids.get(index), is_invalid: self.is_invalid(index) }
    }

    pub fn is_invalid(&self, index: usize) -> bool {
        self.flags.get(index) & 1 == 1
    }
}

/// The facts of virtual products, by column: forms, routes, ingredients, statuses, doses and flags. Codes,
/// names and moieties are in other tables, so `vmp` takes them as arguments.
#[derive(Clone, Copy, Debug)]
pub struct VmpFacts<'a> {
    pub previous_ids: IdRefs<'a>,
    previous_names: Labels<'a>,
    forms: CodedLists<'a>,
    routes: CodedLists<'a>,
    substances: CodedLists<'a>,
    numerators: [Labels<'a>; 2],
    denominators: [Labels<'a>; 2],
    bases: Labels<'a>,
    base_substances: CodedRefs<'a>,
    categories: Labels<'a>,
    statuses: Labels<'a>,
    availabilities: Labels<'a>,
    doses: DoseLabels<'a>,
    flags: Column<'a>,
    /// BNF codes and ATC codes, if a supplement was read.
    classes: Option<[Labels<'a>; 2]>,
}

impl<'a> VmpFacts<'a> {
    pub fn open(
        input: &mut Input<'a>,
        count: usize,
        are_classified: bool,
    ) -> Result<VmpFacts<'a>, OpenError> {
        let (previous_ids, previous_names) = (IdRefs::open(input, count)?, Labels::open(input, count)?);
        let (forms, routes) = (CodedLists::open(input, count)?, CodedLists::open(input, count)?);
        let substances = CodedLists::open(input, count)?;
        let amounts = substances.places.len();
        Ok(VmpFacts {
            previous_ids,
            previous_names,
            forms,
            routes,
            substances,
            numerators: Labels::open_pair(input, amounts)?,
            denominators: Labels::open_pair(input, amounts)?,
            bases: Labels::open(input, amounts)?,
            base_substances: CodedRefs::open(input, amounts)?,
            categories: Labels::open(input, count)?,
            statuses: Labels::open(input, count)?,
            availabilities: Labels::open(input, count)?,
            doses: DoseLabels::open(input, count)?,
            flags: Column::open_exact(input, count)?,
            classes: if are_classified { Some(Labels::open_pair(input, count)?) } else { None },
        })
    }

    /// Reads the product at an index, with its fields from other tables.
    pub fn vmp(&self, index: usize, id: ConceptId, name: String, vtm: Option<ConceptId>) -> Vmp {
        let flags = self.flags.get(index);
        let [bnf, atc] = match &self.classes {
            Some([bnf, atc]) => [bnf.owned(index), atc.owned(index)],
            None => [None, None],
        };
        Vmp {
            id,
            name,
            previous_id: self.previous_ids.get(index),
            previous_name: self.previous_names.owned(index),
            is_invalid: self.is_invalid(index),
            vtm,
            forms: self.forms.get(index),
            routes: self.routes.get(index),
            ingredients: self.ingredients(index),
            controlled_drug_category: self.categories.owned(index),
            prescribing_status: self.statuses.owned(index),
            is_sugar_free: flags & 1 != 0,
            is_gluten_free: flags & 2 != 0,
            is_preservative_free: flags & 4 != 0,
            is_cfc_free: flags & 8 != 0,
            unit_dose: self.doses.get(index),
            non_availability: self.availabilities.owned(index),
            bnf,
            atc,
        }
    }

    pub fn is_invalid(&self, index: usize) -> bool {
        self.flags.get(index) & 16 != 0
    }

    /// Passes the properties of the product at an index, each with its text, to `take`.
    pub fn properties(&self, index: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        let flags = self.flags.get(index);
        take(Property::ControlledDrug, self.categories.get(index));
        take(Property::PrescribingStatus, self.statuses.get(index));
        take(Property::NonAvailability, self.availabilities.get(index));
        take(Property::SugarFree, flag(flags & 1));
        take(Property::GlutenFree, flag(flags & 2));
        take(Property::PreservativeFree, flag(flags & 4));
        take(Property::CfcFree, flag(flags & 8));
    }

    fn ingredients(&self, index: usize) -> Vec<Ingredient> {
        let CodedLists { spans, places, .. } = &self.substances;
        let mut ingredients = Vec::new();
        for at in of_span(spans, index, places.len()) {
            ingredients.extend(self.ingredient(at));
        }
        ingredients
    }

    fn ingredient(&self, at: usize) -> Option<Ingredient> {
        let CodedLists { table, places, .. } = &self.substances;
        Some(Ingredient {
            substance: table.get(places.get(at))?,
            numerator: amount(&self.numerators, at),
            denominator: amount(&self.denominators, at),
            basis: self.bases.owned(at),
            base: self.base_substances.get(at),
        })
    }

    /// Lists the substances in a product by their indexes, so that two products are compared without names.
    pub fn substances(&self, index: usize) -> Vec<u64> {
        let CodedLists { spans, places, .. } = self.substances;
        of_span(&spans, index, places.len()).map(|at| places.get(at)).collect()
    }

    /// Finds a column of numbers of products, and the range of numbers whose code starts with `start`.
    /// Returns `None` if no code does.
    pub fn class(&self, scheme: Scheme, start: &str) -> Option<(Column<'a>, Range<u64>)> {
        let [bnf, atc] = self.classes?;
        let Labels { texts, places } = if scheme == Scheme::Bnf { bnf } else { atc };
        let Range { start, end } = texts.beginning(start);
        if start < end { Some((places, start + 1..end + 1)) } else { None }
    }
}

/// The unit doses of virtual products, by field.
#[derive(Clone, Copy, Debug)]
struct DoseLabels<'a> {
    forms: Labels<'a>,
    sizes: Labels<'a>,
    units: Labels<'a>,
    units_of_dose: Labels<'a>,
}

impl<'a> DoseLabels<'a> {
    fn open(input: &mut Input<'a>, count: usize) -> Result<DoseLabels<'a>, OpenError> {
        let [forms, sizes] = Labels::open_pair(input, count)?;
        let [units, units_of_dose] = Labels::open_pair(input, count)?;
        Ok(DoseLabels { forms, sizes, units, units_of_dose })
    }

    /// Reads the unit dose of a product. Returns `None` if it has no field of one.
    fn get(&self, index: usize) -> Option<UnitDose> {
        let dose = UnitDose {
            form: self.forms.owned(index),
            size: self.sizes.decimal(index),
            unit: self.units.owned(index),
            unit_of_dose: self.units_of_dose.owned(index),
        };
        if dose == UnitDose::default() { None } else { Some(dose) }
    }
}

fn amount([values, units]: &[Labels<'_>; 2], at: usize) -> Option<Amount> {
    Some(Amount { value: values.decimal(at)?, unit: units.owned(at) })
}

/// The facts of virtual packs, by column: quantities, units, Drug Tariff categories and flags. Codes, names
/// and virtual products are in other tables.
#[derive(Clone, Copy, Debug)]
pub struct VmppFacts<'a> {
    quantities: Labels<'a>,
    units: Labels<'a>,
    tariffs: Labels<'a>,
    flags: Column<'a>,
}

impl<'a> VmppFacts<'a> {
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<VmppFacts<'a>, OpenError> {
        let [quantities, units] = Labels::open_pair(input, count)?;
        let tariffs = Labels::open(input, count)?;
        Ok(VmppFacts { quantities, units, tariffs, flags: Column::open_exact(input, count)? })
    }

    /// Reads the virtual pack at an index, with its fields from other tables.
    pub fn vmpp(&self, index: usize, id: ConceptId, name: String, vmp: Option<ConceptId>) -> Vmpp {
        Vmpp {
            id,
            name,
            is_invalid: self.is_invalid(index),
            vmp,
            quantity: self.quantities.decimal(index),
            unit: self.units.owned(index),
            drug_tariff_category: self.tariffs.owned(index),
        }
    }

    pub fn is_invalid(&self, index: usize) -> bool {
        self.flags.get(index) & 1 == 1
    }

    /// Passes the properties of the virtual pack at an index, each with its text, to `take`.
    pub fn properties(&self, index: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        take(Property::Tariff, self.tariffs.get(index));
    }
}

/// Reads the text of a flag of a property.
pub fn flag(bits: u64) -> Option<&'static str> {
    Some(if bits == 0 { "false" } else { "true" })
}

/// The facts of products. Most products are of a few kinds with the same licence, restriction, flavour and
/// flags.
#[derive(Clone, Copy, Debug)]
pub struct AmpFacts<'a> {
    kinds: Column<'a>,
    licences: Labels<'a>,
    restrictions: Labels<'a>,
    flavours: Labels<'a>,
    flags: Column<'a>,
    /// The BNF codes of some products, if a supplement was read.
    classes: Option<SomeTexts<'a>>,
}

impl<'a> AmpFacts<'a> {
    pub fn open(
        input: &mut Input<'a>,
        count: usize,
        are_classified: bool,
    ) -> Result<AmpFacts<'a>, OpenError> {
        let kinds = Column::open_exact(input, count)?;
        let flags = Column::open(input)?;
        let [licences, restrictions] = Labels::open_pair(input, flags.len())?;
        let flavours = Labels::open(input, flags.len())?;
        let classes = if are_classified { Some(SomeTexts::open(input, count)?) } else { None };
        Ok(AmpFacts { kinds, flags, licences, restrictions, flavours, classes })
    }

    /// Reads the product at an index, with its fields from other tables.
    pub fn amp(
        &self,
        index: usize,
        id: ConceptId,
        name: String,
        vmp: Option<ConceptId>,
        supplier: Option<Coded>,
    ) -> Amp {
        let kind = self.kinds.get(index) as usize;
        let flags = self.flags.get(kind);
        Amp {
            id,
            name,
            is_invalid: self.is_invalid(index),
            vmp,
            supplier,
            licensing_authority: self.licences.owned(kind),
            availability_restriction: self.restrictions.owned(kind),
            flavour: self.flavours.owned(kind),
            is_parallel_import: flags & 1 == 1,
            has_additional_monitoring: flags & 2 == 2,
            bnf: self.class(index).map(str::to_owned),
        }
    }

    pub fn is_invalid(&self, index: usize) -> bool {
        self.flags.get(self.kinds.get(index) as usize) & 4 == 4
    }

    /// Finds the number of the kind of the product at an index. Products of one kind have the same
    /// properties.
    pub fn kind(&self, index: usize) -> usize {
        self.kinds.get(index) as usize
    }

    /// Passes the properties of a kind of products, each with its text, to `take`.
    pub fn properties(&self, kind: usize, take: &mut dyn FnMut(Property, Option<&str>)) {
        let flags = self.flags.get(kind);
        take(Property::Licensing, self.licences.get(kind));
        take(Property::Availability, self.restrictions.get(kind));
        take(Property::ParallelImport, flag(flags & 1));
        take(Property::AdditionalMonitoring, flag(flags & 2));
    }

    /// Reads the products' own BNF codes, and the range of indexes that start with `start`. Returns `None`
    /// if no code does.
    pub fn class_of_bnf(&self, start: &str) -> Option<(SomeTexts<'a>, Range<u64>)> {
        let texts = self.classes?;
        let class = texts.beginning(start);
        if class.is_empty() { None } else { Some((texts, class)) }
    }

    /// Reads the product's own BNF code.
    fn class(&self, index: usize) -> Option<&'a str> {
        let classes = self.classes?;
        Some(classes.text(classes.place(index)?))
    }
}

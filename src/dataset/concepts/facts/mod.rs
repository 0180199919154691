//! The facts of concepts besides their codes and names, as columns that datasets and updates share.

use std::ops::Range;

use crate::concept::{Amount, Amp, Coded, Decimal, Ingredient, Scheme, UnitDose, Vmp, Vmpp, Vtm};
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::format::MAX_FACTS;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::texts::{SomeTexts, Spans, Texts};
use crate::snomed::ConceptId;

/// A text that some concepts of a table have. For each concept: 0, or one more than the index of the text.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    texts: Texts<'a>,
    places: Column<'a>,
}

impl<'a> Labels<'a> {
    // It is called twenty times. Inlining it would add a tenth to the code that opens a dataset.
    #[inline(never)]
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<Labels<'a>, OpenError> {
        Ok(Labels { texts: Texts::open(input)?, places: Column::open_exact(input, count)? })
    }

    pub fn get(&self, index: usize) -> Option<&'a str> {
        let place = self.places.get(index).checked_sub(1)?;
        Some(self.texts.get(place as usize))
    }

    fn owned(&self, index: usize) -> Option<String> {
        self.get(index).map(str::to_owned)
    }

    fn decimal(&self, index: usize) -> Option<Decimal> {
        Decimal::parse(self.get(index)?)
    }

    fn open_pair(input: &mut Input<'a>, count: usize) -> Result<[Labels<'a>; 2], OpenError> {
        Ok([Labels::open(input, count)?, Labels::open(input, count)?])
    }
}

/// Codes with their names, by index.
#[derive(Clone, Copy, Debug)]
pub struct CodedTable<'a> {
    ids: Ids<'a>,
    names: Texts<'a>,
}

impl<'a> CodedTable<'a> {
    pub fn open(input: &mut Input<'a>) -> Result<CodedTable<'a>, OpenError> {
        Ok(CodedTable { ids: Ids::open_any(input)?, names: Texts::open(input)? })
    }

    pub fn get(&self, place: u64) -> Option<Coded> {
        let code = self.ids.concept(place as usize)?;
        Some(Coded { code, name: self.names.get(place as usize).to_owned() })
    }
}

/// A code that some rows have. For each row: 0, or one more than the index of the code.
#[derive(Clone, Copy, Debug)]
pub struct IdRefs<'a> {
    ids: Ids<'a>,
    places: Column<'a>,
}

impl<'a> IdRefs<'a> {
    #[inline(never)]
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<IdRefs<'a>, OpenError> {
        Ok(IdRefs { ids: Ids::open_any(input)?, places: Column::open_exact(input, count)? })
    }

    pub fn get(&self, row: usize) -> Option<ConceptId> {
        self.ids.concept((self.places.get(row) as usize).checked_sub(1)?)
    }

    /// Returns the first row with this code.
    pub fn row_of(&self, id: ConceptId) -> Option<usize> {
        let place = self.ids.position(id.number())? as u64 + 1;
        (0..self.places.len()).find(|row| self.places.get(*row) == place)
    }
}

/// A code with its name that some rows have. For each row: 0, or one more than its index in the table.
#[derive(Clone, Copy, Debug)]
struct CodedRefs<'a> {
    table: CodedTable<'a>,
    places: Column<'a>,
}

impl<'a> CodedRefs<'a> {
    fn open(input: &mut Input<'a>, count: usize) -> Result<CodedRefs<'a>, OpenError> {
        Ok(CodedRefs { table: CodedTable::open(input)?, places: Column::open_exact(input, count)? })
    }

    fn get(&self, row: usize) -> Option<Coded> {
        self.table.get(self.places.get(row).checked_sub(1)?)
    }
}

/// Some codes of a table for each concept.
#[derive(Clone, Copy, Debug)]
struct CodedLists<'a> {
    table: CodedTable<'a>,
    spans: Spans<'a>,
    places: Column<'a>,
}

impl<'a> CodedLists<'a> {
    #[inline(never)]
    fn open(input: &mut Input<'a>, count: usize) -> Result<CodedLists<'a>, OpenError> {
        let table = CodedTable::open(input)?;
        let spans = spans(input, count)?;
        Ok(CodedLists { table, spans, places: Column::open(input)? })
    }

    fn get(&self, index: usize) -> Vec<Coded> {
        let mut list = Vec::new();
        for at in of_span(&self.spans, index, self.places.len()) {
            list.extend(self.table.get(self.places.get(at)));
        }
        list
    }
}

fn spans<'a>(input: &mut Input<'a>, count: usize) -> Result<Spans<'a>, OpenError> {
    let spans = Spans::open(input)?;
    if spans.len() == count { Ok(spans) } else { Err(input.damaged()) }
}

/// Returns the indexes of a list, up to the limit of the format and up to `end`.
fn of_span(spans: &Spans<'_>, index: usize, end: usize) -> Range<usize> {
    let span = spans.get(index);
    span.start..span.end.min(span.start.saturating_add(MAX_FACTS)).min(end)
}

/// The facts of therapeutic moieties.
#[derive(Clone, Copy, Debug)]
pub struct VtmFacts<'a> {
    pub previous_ids: IdRefs<'a>,
    flags: Column<'a>,
}

impl<'a> VtmFacts<'a> {
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<VtmFacts<'a>, OpenError> {
        Ok(VtmFacts { previous_ids: IdRefs::open(input, count)?, flags: Column::open_exact(input, count)? })
    }

    /// Returns the moiety at an index, with its fields from other tables.
    pub fn vtm(&self, index: usize, id: ConceptId, name: String) -> Vtm {
        let is_invalid = self.flags.get(index) & 1 == 1;
        Vtm { id, name, previous_id: self.previous_ids.get(index), is_invalid }
    }
}

/// The facts of virtual products.
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

    /// Returns the product at an index, with its fields from other tables.
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
            is_invalid: flags & 16 != 0,
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

    /// Returns the substances in a product by their indexes, so that two products are compared without names.
    pub fn substances(&self, index: usize) -> Vec<u64> {
        let CodedLists { spans, places, .. } = self.substances;
        of_span(&spans, index, places.len()).map(|at| places.get(at)).collect()
    }

    /// Returns a column of numbers of products, and the range of numbers whose code starts with `start`.
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

    /// Returns the unit dose of a product, or `None` if it has no field of one.
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

/// The facts of virtual packs.
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

    /// Returns the virtual pack at an index, with its fields from other tables.
    pub fn vmpp(&self, index: usize, id: ConceptId, name: String, vmp: Option<ConceptId>) -> Vmpp {
        Vmpp {
            id,
            name,
            is_invalid: self.flags.get(index) & 1 == 1,
            vmp,
            quantity: self.quantities.decimal(index),
            unit: self.units.owned(index),
            drug_tariff_category: self.tariffs.owned(index),
        }
    }
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

    /// Returns the product at an index, with its fields from other tables.
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
            is_invalid: flags & 4 == 4,
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

    /// Returns the products' own BNF codes, and the range of indexes that start with `start`. Returns `None`
    /// if no code does.
    pub fn class_of_bnf(&self, start: &str) -> Option<(SomeTexts<'a>, Range<u64>)> {
        let texts = self.classes?;
        let class = texts.beginning(start);
        if class.is_empty() { None } else { Some((texts, class)) }
    }

    /// Returns the product's own BNF code.
    fn class(&self, index: usize) -> Option<&'a str> {
        let classes = self.classes?;
        Some(classes.text(classes.place(index)?))
    }
}

#[cfg(feature = "write")]
pub mod write {
    //! The writer of the same columns.

    use crate::concept::{Amount, Amp, Coded, Decimal, Ingredient, Vmp, Vmpp, Vtm};
    use crate::dataset::column::push_column;
    use crate::dataset::ids::push_ids;
    use crate::dataset::table::Table;
    use crate::dataset::texts::{push_some_texts, push_spans, push_texts};
    use crate::snomed::ConceptId;

    pub fn push_labels<T: AsRef<str>>(out: &mut Vec<u8>, labels: &[Option<T>]) {
        let table = Table::new(labels.iter().flatten().map(T::as_ref));
        push_texts(out, table.values());
        let mut places = Vec::with_capacity(labels.len());
        for label in labels {
            places.push(table.optional_place(label.as_ref().map(T::as_ref)));
        }
        push_column(out, places);
    }

    fn push_decimals(out: &mut Vec<u8>, numbers: impl Iterator<Item = Option<Decimal>>) {
        let mut labels = Vec::new();
        for number in numbers {
            labels.push(number.as_ref().map(Decimal::to_string));
        }
        push_labels(out, &labels);
    }

    /// Writes the distinct codes with their names. Returns the table of their indexes.
    pub fn push_coded<'c>(out: &mut Vec<u8>, coded: impl Iterator<Item = &'c Coded>) -> Table<&'c Coded> {
        let table = Table::new(coded);
        let (mut ids, mut names) = (Vec::new(), Vec::new());
        for coded in table.values() {
            ids.push(coded.code.number());
            names.push(coded.name.as_str());
        }
        push_ids(out, &ids);
        push_texts(out, &names);
        table
    }

    /// Writes codes that some rows have, as [`IdRefs`](super::IdRefs) reads them.
    pub fn push_id_refs(out: &mut Vec<u8>, rows: &[Option<ConceptId>]) {
        let table = Table::new(rows.iter().copied().flatten());
        let mut ids = Vec::new();
        for id in table.values() {
            ids.push(id.number());
        }
        push_ids(out, &ids);
        push_column(out, rows.iter().map(|id| table.optional_place(*id)));
    }

    fn push_coded_refs(out: &mut Vec<u8>, rows: &[Option<&Coded>]) {
        let table = push_coded(out, rows.iter().copied().flatten());
        push_column(out, rows.iter().map(|coded| table.optional_place(*coded)));
    }

    pub fn push_vtm_facts(out: &mut Vec<u8>, vtms: &[&Vtm]) {
        let (mut previous_ids, mut flags) = (Vec::new(), Vec::new());
        for vtm in vtms {
            previous_ids.push(vtm.previous_id);
            flags.push(u64::from(vtm.is_invalid));
        }
        push_id_refs(out, &previous_ids);
        push_column(out, flags);
    }

    fn push_lists(out: &mut Vec<u8>, lists: &[Vec<&Coded>]) {
        let table = push_coded(out, lists.iter().flatten().copied());
        let (mut lengths, mut places) = (Vec::new(), Vec::new());
        for list in lists {
            lengths.push(list.len() as u64);
            places.extend(table.places(list));
        }
        push_spans(out, &lengths);
        push_column(out, places);
    }

    /// The forms, routes and ingredients of virtual products.
    #[derive(Default)]
    struct VmpLists<'c> {
        forms: Vec<Vec<&'c Coded>>,
        routes: Vec<Vec<&'c Coded>>,
        substances: Vec<Vec<&'c Coded>>,
        numerators: Vec<Option<&'c Amount>>,
        denominators: Vec<Option<&'c Amount>>,
        bases: Vec<Option<&'c String>>,
        base_substances: Vec<Option<&'c Coded>>,
    }

    impl<'c> VmpLists<'c> {
        fn of(vmps: &[&'c Vmp]) -> VmpLists<'c> {
            let mut lists = VmpLists::default();
            for vmp in vmps {
                lists.forms.push(vmp.forms.iter().collect());
                lists.routes.push(vmp.routes.iter().collect());
                lists.add_ingredients(&vmp.ingredients);
            }
            lists
        }

        fn add_ingredients(&mut self, ingredients: &'c [Ingredient]) {
            let mut substances = Vec::with_capacity(ingredients.len());
            for ingredient in ingredients {
                substances.push(&ingredient.substance);
                self.numerators.push(ingredient.numerator.as_ref());
                self.denominators.push(ingredient.denominator.as_ref());
                self.bases.push(ingredient.basis.as_ref());
                self.base_substances.push(ingredient.base.as_ref());
            }
            self.substances.push(substances);
        }

        fn push(&self, out: &mut Vec<u8>) {
            push_lists(out, &self.forms);
            push_lists(out, &self.routes);
            push_lists(out, &self.substances);
            push_amounts(out, &self.numerators);
            push_amounts(out, &self.denominators);
            push_labels(out, &self.bases);
            push_coded_refs(out, &self.base_substances);
        }
    }

    pub fn push_vmp_facts(out: &mut Vec<u8>, vmps: &[&Vmp], are_classified: bool) {
        push_id_refs(out, &vmps.iter().map(|vmp| vmp.previous_id).collect::<Vec<_>>());
        push_texts_of(out, vmps, |vmp| vmp.previous_name.as_deref());
        VmpLists::of(vmps).push(out);
        push_texts_of(out, vmps, |vmp| vmp.controlled_drug_category.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.prescribing_status.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.non_availability.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.form.as_deref());
        push_decimals(out, vmps.iter().map(|vmp| vmp.unit_dose.as_ref()?.size));
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit_of_dose.as_deref());
        push_column(out, vmps.iter().copied().map(vmp_flags));
        if are_classified {
            push_texts_of(out, vmps, |vmp| vmp.bnf.as_deref());
            push_texts_of(out, vmps, |vmp| vmp.atc.as_deref());
        }
    }

    fn vmp_flags(vmp: &Vmp) -> u64 {
        u64::from(vmp.is_sugar_free)
            | u64::from(vmp.is_gluten_free) << 1
            | u64::from(vmp.is_preservative_free) << 2
            | u64::from(vmp.is_cfc_free) << 3
            | u64::from(vmp.is_invalid) << 4
    }

    fn push_amounts(out: &mut Vec<u8>, amounts: &[Option<&Amount>]) {
        let mut units = Vec::with_capacity(amounts.len());
        for amount in amounts {
            units.push(amount.and_then(|amount| amount.unit.as_ref()));
        }
        push_decimals(out, amounts.iter().map(|amount| Some((*amount)?.value)));
        push_labels(out, &units);
    }

    fn push_texts_of<'c, T>(out: &mut Vec<u8>, concepts: &[&'c T], text: impl Fn(&'c T) -> Option<&'c str>) {
        push_labels(out, &concepts.iter().copied().map(text).collect::<Vec<_>>());
    }

    pub fn push_vmpp_facts(out: &mut Vec<u8>, vmpps: &[&Vmpp]) {
        push_decimals(out, vmpps.iter().map(|vmpp| vmpp.quantity));
        push_texts_of(out, vmpps, |vmpp| vmpp.unit.as_deref());
        push_texts_of(out, vmpps, |vmpp| vmpp.drug_tariff_category.as_deref());
        push_column(out, vmpps.iter().map(|vmpp| u64::from(vmpp.is_invalid)));
    }

    type AmpKind<'c> = (Option<&'c str>, Option<&'c str>, Option<&'c str>, u64);

    fn amp_kind(amp: &Amp) -> AmpKind<'_> {
        let flags = u64::from(amp.is_parallel_import)
            | u64::from(amp.has_additional_monitoring) << 1
            | u64::from(amp.is_invalid) << 2;
        let (licence, restriction) = (&amp.licensing_authority, &amp.availability_restriction);
        (licence.as_deref(), restriction.as_deref(), amp.flavour.as_deref(), flags)
    }

    pub fn push_amp_facts(out: &mut Vec<u8>, amps: &[&Amp], are_classified: bool) {
        let kinds = Table::new(amps.iter().copied().map(amp_kind));
        push_column(out, amps.iter().map(|amp| kinds.place(&amp_kind(amp))));
        push_amp_kinds(out, kinds.values());
        if are_classified {
            push_some_texts(out, &amps.iter().map(|amp| amp.bnf.as_deref()).collect::<Vec<_>>());
        }
    }

    fn push_amp_kinds(out: &mut Vec<u8>, kinds: &[AmpKind<'_>]) {
        let (mut licences, mut restrictions) = (Vec::new(), Vec::new());
        let (mut flavours, mut all_flags) = (Vec::new(), Vec::new());
        for (licence, restriction, flavour, flags) in kinds {
            licences.push(*licence);
            restrictions.push(*restriction);
            flavours.push(*flavour);
            all_flags.push(*flags);
        }
        push_column(out, all_flags);
        push_labels(out, &licences);
        push_labels(out, &restrictions);
        push_labels(out, &flavours);
    }
}

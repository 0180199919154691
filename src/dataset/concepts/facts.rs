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
        self.places.get(index).checked_sub(1).map(|place| self.texts.get(place as usize))
    }

    fn owned(&self, index: usize) -> Option<String> {
        self.get(index).map(str::to_owned)
    }

    fn decimal(&self, index: usize) -> Option<Decimal> {
        self.get(index).and_then(Decimal::parse)
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
        self.places.positions(place..place + 1, 0, self.places.len()).next()
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
        of_span(&self.spans, index, self.places.len())
            .filter_map(|at| self.table.get(self.places.get(at)))
            .collect()
    }
}

fn spans<'a>(input: &mut Input<'a>, count: usize) -> Result<Spans<'a>, OpenError> {
    let spans = Spans::open(input)?;
    if spans.len() == count { Ok(spans) } else { Err(input.damaged()) }
}

/// Returns the indexes of a list, up to the limit of the format and up to `end`.
fn of_span(spans: &Spans<'_>, index: usize, end: usize) -> impl Iterator<Item = usize> + use<> {
    spans.get(index).take(MAX_FACTS).take_while(move |place| *place < end)
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
    doses: [Labels<'a>; 4],
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
        let previous_ids = IdRefs::open(input, count)?;
        let previous_names = Labels::open(input, count)?;
        let [forms, routes, substances] = [(); 3].map(|()| CodedLists::open(input, count));
        let (forms, routes, substances) = (forms?, routes?, substances?);
        let amounts = substances.places.len();
        let mut labels = |count| Labels::open(input, count);
        let (numerators, denominators) =
            ([labels(amounts)?, labels(amounts)?], [labels(amounts)?, labels(amounts)?]);
        let bases = labels(amounts)?;
        let base_substances = CodedRefs::open(input, amounts)?;
        let mut labels = || Labels::open(input, count);
        Ok(VmpFacts {
            previous_ids,
            previous_names,
            forms,
            routes,
            substances,
            numerators,
            denominators,
            bases,
            base_substances,
            categories: labels()?,
            statuses: labels()?,
            availabilities: labels()?,
            doses: [labels()?, labels()?, labels()?, labels()?],
            flags: Column::open_exact(input, count)?,
            classes: match are_classified {
                true => Some([Labels::open(input, count)?, Labels::open(input, count)?]),
                false => None,
            },
        })
    }

    /// Returns the product at an index, with its fields from other tables.
    pub fn vmp(&self, index: usize, id: ConceptId, name: String, vtm: Option<ConceptId>) -> Vmp {
        let flags = self.flags.get(index);
        let is_set = |flag: u32| flags >> flag & 1 == 1;
        let [bnf, atc] = self.classes.map_or([None, None], |classes| classes.map(|class| class.owned(index)));
        Vmp {
            id,
            name,
            previous_id: self.previous_ids.get(index),
            previous_name: self.previous_names.owned(index),
            is_invalid: is_set(4),
            vtm,
            forms: self.forms.get(index),
            routes: self.routes.get(index),
            ingredients: self.ingredients(index),
            controlled_drug_category: self.categories.owned(index),
            prescribing_status: self.statuses.owned(index),
            is_sugar_free: is_set(0),
            is_gluten_free: is_set(1),
            is_preservative_free: is_set(2),
            is_cfc_free: is_set(3),
            unit_dose: self.unit_dose(index),
            non_availability: self.availabilities.owned(index),
            bnf,
            atc,
        }
    }

    fn ingredients(&self, index: usize) -> Vec<Ingredient> {
        let CodedLists { table, spans, places } = self.substances;
        let ingredient = |at: usize| {
            Some(Ingredient {
                substance: table.get(places.get(at))?,
                numerator: amount(&self.numerators, at),
                denominator: amount(&self.denominators, at),
                basis: self.bases.owned(at),
                base: self.base_substances.get(at),
            })
        };
        of_span(&spans, index, places.len()).filter_map(ingredient).collect()
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
        (start < end).then_some((places, start + 1..end + 1))
    }

    fn unit_dose(&self, index: usize) -> Option<UnitDose> {
        let [form, size, unit, unit_of_dose] = &self.doses;
        let dose = UnitDose {
            form: form.owned(index),
            size: size.decimal(index),
            unit: unit.owned(index),
            unit_of_dose: unit_of_dose.owned(index),
        };
        (dose != UnitDose::default()).then_some(dose)
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
        let mut labels = || Labels::open(input, count);
        let (quantities, units, tariffs) = (labels()?, labels()?, labels()?);
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
        let mut labels = || Labels::open(input, flags.len());
        let (licences, restrictions, flavours) = (labels()?, labels()?, labels()?);
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
        Some((texts, texts.beginning(start))).filter(|(_, class)| !class.is_empty())
    }

    /// Returns the product's own BNF code.
    fn class(&self, index: usize) -> Option<&'a str> {
        self.classes.and_then(|classes| Some(classes.text(classes.place(index)?)))
    }
}

#[cfg(feature = "write")]
pub mod write {
    //! The writer of the same columns.

    use crate::concept::{Amount, Amp, Coded, Decimal, Vmp, Vmpp, Vtm};
    use crate::dataset::bitmap::push_sparse;
    use crate::dataset::column::push_column;
    use crate::dataset::ids::push_ids;
    use crate::dataset::table::Table;
    use crate::dataset::texts::{push_spans, push_texts};
    use crate::snomed::ConceptId;

    pub fn push_labels<T: AsRef<str>>(out: &mut Vec<u8>, labels: &[Option<T>]) {
        let labels: Vec<Option<&str>> =
            labels.iter().map(|label| label.as_ref().map(AsRef::as_ref)).collect();
        let table = Table::new(labels.iter().copied().flatten());
        push_texts(out, table.values());
        push_column(out, labels.iter().map(|label| label.map_or(0, |label| table.place(&label) + 1)));
    }

    /// Writes a text that some have, as [`SomeTexts`](crate::dataset::texts::SomeTexts) reads it.
    pub fn push_some_texts(out: &mut Vec<u8>, texts: &[Option<&str>]) {
        let table = Table::new(texts.iter().copied().flatten());
        push_texts(out, table.values());
        push_sparse(out, &texts.iter().map(|text| text.map(|text| table.place(&text))).collect::<Vec<_>>());
    }

    fn push_decimals(out: &mut Vec<u8>, numbers: impl Iterator<Item = Option<Decimal>>) {
        push_labels(out, &numbers.map(|number| number.map(|number| number.to_string())).collect::<Vec<_>>());
    }

    /// Writes the distinct codes with their names. Returns the table of their indexes.
    pub fn push_coded<'c>(out: &mut Vec<u8>, coded: impl Iterator<Item = &'c Coded>) -> Table<&'c Coded> {
        let table = Table::new(coded);
        push_ids(out, &table.values().iter().map(|coded| coded.code.number()).collect::<Vec<_>>());
        push_texts(out, &table.values().iter().map(|coded| coded.name.as_str()).collect::<Vec<_>>());
        table
    }

    /// Writes codes that some rows have, as [`IdRefs`](super::IdRefs) reads them.
    pub fn push_id_refs(out: &mut Vec<u8>, rows: &[Option<ConceptId>]) {
        let table = Table::new(rows.iter().copied().flatten());
        push_ids(out, &table.values().iter().map(|id| id.number()).collect::<Vec<_>>());
        push_column(out, rows.iter().map(|id| id.map_or(0, |id| table.place(&id) + 1)));
    }

    fn push_coded_refs(out: &mut Vec<u8>, rows: &[Option<&Coded>]) {
        let table = push_coded(out, rows.iter().copied().flatten());
        push_column(out, rows.iter().map(|coded| coded.map_or(0, |coded| table.place(&coded) + 1)));
    }

    pub fn push_vtm_facts(out: &mut Vec<u8>, vtms: &[&Vtm]) {
        push_id_refs(out, &vtms.iter().map(|vtm| vtm.previous_id).collect::<Vec<_>>());
        push_column(out, vtms.iter().map(|vtm| u64::from(vtm.is_invalid)));
    }

    fn push_lists(out: &mut Vec<u8>, lists: &[Vec<&Coded>]) {
        let table = push_coded(out, lists.iter().flatten().copied());
        push_spans(out, &lists.iter().map(|list| list.len() as u64).collect::<Vec<_>>());
        push_column(out, lists.iter().flatten().map(|coded| table.place(coded)));
    }

    pub fn push_vmp_facts(out: &mut Vec<u8>, vmps: &[&Vmp], are_classified: bool) {
        push_id_refs(out, &vmps.iter().map(|vmp| vmp.previous_id).collect::<Vec<_>>());
        push_texts_of(out, vmps, |vmp| vmp.previous_name.as_deref());
        push_lists(out, &vmps.iter().map(|vmp| vmp.forms.iter().collect()).collect::<Vec<_>>());
        push_lists(out, &vmps.iter().map(|vmp| vmp.routes.iter().collect()).collect::<Vec<_>>());
        let substances =
            |vmp: &&'_ Vmp| -> Vec<_> { vmp.ingredients.iter().map(|one| one.substance.clone()).collect() };
        let substances: Vec<Vec<Coded>> = vmps.iter().map(substances).collect();
        push_lists(out, &substances.iter().map(|list| list.iter().collect()).collect::<Vec<_>>());
        let ingredients = || vmps.iter().flat_map(|vmp| &vmp.ingredients);
        push_amounts(out, &ingredients().map(|one| one.numerator.as_ref()).collect::<Vec<_>>());
        push_amounts(out, &ingredients().map(|one| one.denominator.as_ref()).collect::<Vec<_>>());
        push_labels(out, &ingredients().map(|one| one.basis.as_ref()).collect::<Vec<_>>());
        push_coded_refs(out, &ingredients().map(|one| one.base.as_ref()).collect::<Vec<_>>());
        push_texts_of(out, vmps, |vmp| vmp.controlled_drug_category.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.prescribing_status.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.non_availability.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.form.as_deref());
        push_decimals(out, vmps.iter().map(|vmp| vmp.unit_dose.as_ref()?.size));
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit.as_deref());
        push_texts_of(out, vmps, |vmp| vmp.unit_dose.as_ref()?.unit_of_dose.as_deref());
        push_column(out, vmps.iter().map(|vmp| vmp_flags(vmp)));
        if are_classified {
            push_texts_of(out, vmps, |vmp| vmp.bnf.as_deref());
            push_texts_of(out, vmps, |vmp| vmp.atc.as_deref());
        }
    }

    fn vmp_flags(vmp: &Vmp) -> u64 {
        let flags = [
            vmp.is_sugar_free,
            vmp.is_gluten_free,
            vmp.is_preservative_free,
            vmp.is_cfc_free,
            vmp.is_invalid,
        ];
        flags.iter().rev().fold(0, |flags, flag| flags << 1 | u64::from(*flag))
    }

    fn push_amounts(out: &mut Vec<u8>, amounts: &[Option<&Amount>]) {
        push_decimals(out, amounts.iter().map(|amount| amount.map(|amount| amount.value)));
        push_labels(
            out,
            &amounts.iter().map(|amount| amount.and_then(|amount| amount.unit.as_ref())).collect::<Vec<_>>(),
        );
    }

    fn push_texts_of<'c, T>(out: &mut Vec<u8>, concepts: &[&'c T], text: impl Fn(&'c T) -> Option<&'c str>) {
        push_labels(out, &concepts.iter().map(|concept| text(concept)).collect::<Vec<_>>());
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
        let texts =
            [&amp.licensing_authority, &amp.availability_restriction, &amp.flavour].map(Option::as_deref);
        let [licence, restriction, flavour] = texts;
        (licence, restriction, flavour, flags)
    }

    pub fn push_amp_facts(out: &mut Vec<u8>, amps: &[&Amp], are_classified: bool) {
        let kinds = Table::new(amps.iter().map(|amp| amp_kind(amp)));
        push_column(out, amps.iter().map(|amp| kinds.place(&amp_kind(amp))));
        push_column(out, kinds.values().iter().map(|(.., flags)| *flags));
        push_labels(out, &kinds.values().iter().map(|(licence, ..)| *licence).collect::<Vec<_>>());
        push_labels(out, &kinds.values().iter().map(|(_, restriction, ..)| *restriction).collect::<Vec<_>>());
        push_labels(out, &kinds.values().iter().map(|(.., flavour, _)| *flavour).collect::<Vec<_>>());
        if are_classified {
            push_some_texts(out, &amps.iter().map(|amp| amp.bnf.as_deref()).collect::<Vec<_>>());
        }
    }
}

//! Columns of texts and codes that some rows have, as datasets and updates store them.

use std::ops::Range;

use crate::concept::{Coded, Decimal};
use crate::dataset::column::Column;
use crate::dataset::error::OpenError;
use crate::dataset::format::MAX_FACTS;
use crate::dataset::ids::Ids;
use crate::dataset::input::Input;
use crate::dataset::texts::{Spans, Texts};
use crate::snomed::ConceptId;

/// A text that some concepts of a table have. For each concept: 0, or one more than the index of the text.
#[derive(Clone, Copy, Debug)]
pub struct Labels<'a> {
    pub texts: Texts<'a>,
    pub places: Column<'a>,
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

    pub fn owned(&self, index: usize) -> Option<String> {
        self.get(index).map(str::to_owned)
    }

    pub fn decimal(&self, index: usize) -> Option<Decimal> {
        Decimal::parse(self.get(index)?)
    }

    pub fn open_pair(input: &mut Input<'a>, count: usize) -> Result<[Labels<'a>; 2], OpenError> {
        Ok([Labels::open(input, count)?, Labels::open(input, count)?])
    }
}

/// Codes with their names, by index. Other columns have the index, so that each code and its name are stored
/// once.
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

    /// Finds the first row with this code.
    pub fn row_of(&self, id: ConceptId) -> Option<usize> {
        let place = self.ids.position(id.number())? as u64 + 1;
        (0..self.places.len()).find(|row| self.places.get(*row) == place)
    }
}

/// A code with its name that some rows have. For each row: 0, or one more than its index in the table.
#[derive(Clone, Copy, Debug)]
pub struct CodedRefs<'a> {
    table: CodedTable<'a>,
    places: Column<'a>,
}

impl<'a> CodedRefs<'a> {
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<CodedRefs<'a>, OpenError> {
        Ok(CodedRefs { table: CodedTable::open(input)?, places: Column::open_exact(input, count)? })
    }

    pub fn get(&self, row: usize) -> Option<Coded> {
        self.table.get(self.places.get(row).checked_sub(1)?)
    }
}

/// Some codes of a table for each concept: the forms, routes or substances of a virtual product. A damaged
/// list is cut at the limit of the format.
#[derive(Clone, Copy, Debug)]
pub struct CodedLists<'a> {
    pub table: CodedTable<'a>,
    pub spans: Spans<'a>,
    pub places: Column<'a>,
}

impl<'a> CodedLists<'a> {
    #[inline(never)]
    pub fn open(input: &mut Input<'a>, count: usize) -> Result<CodedLists<'a>, OpenError> {
        let table = CodedTable::open(input)?;
        let spans = spans(input, count)?;
        Ok(CodedLists { table, spans, places: Column::open(input)? })
    }

    pub fn get(&self, index: usize) -> Vec<Coded> {
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

/// Reads the indexes of a list, up to the limit of the format and up to `end`.
pub fn of_span(spans: &Spans<'_>, index: usize, end: usize) -> Range<usize> {
    let span = spans.get(index);
    span.start..span.end.min(span.start.saturating_add(MAX_FACTS)).min(end)
}

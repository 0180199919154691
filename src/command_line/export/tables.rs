//! The tables of a dataset.

use super::table::Table;
use super::{changes, concepts, packs};
use crate::command_line::dataset_args::TableName;

/// Finds a table.
pub fn named(name: TableName) -> &'static Table {
    match name {
        TableName::Packs => &packs::PACKS,
        TableName::Gtins => &packs::GTINS,
        TableName::Prices => &packs::PRICES,
        TableName::Components => &packs::COMPONENTS,
        TableName::Amps => &concepts::AMPS,
        TableName::Vmpps => &concepts::VMPPS,
        TableName::Vmps => &concepts::VMPS,
        TableName::Vtms => &concepts::VTMS,
        TableName::Ingredients => &concepts::INGREDIENTS,
        TableName::Strengths => &concepts::STRENGTHS,
        TableName::Forms => &concepts::FORMS,
        TableName::Routes => &concepts::ROUTES,
        TableName::Suppliers => &concepts::SUPPLIERS,
        TableName::Tariff => &concepts::TARIFF,
        TableName::Changes => &changes::CHANGES,
    }
}

#[cfg(test)]
mod tests {
    use super::super::table::Source;
    use super::*;
    use crate::dataset::verify;
    use crate::history::History;

    const DATASET: &[u8] = include_bytes!("../../../tests/cases/api.bin");
    const HISTORY: &[u8] = include_bytes!("../../../tests/cases/history.bin");

    /// A value of another kind would be missing in Parquet.
    #[test]
    fn each_value_has_the_kind_of_its_column() -> Result<(), Box<dyn std::error::Error>> {
        let dataset = verify(DATASET)?;
        let history = History::of_dataset(HISTORY, &dataset)?;
        let source = Source { dataset: &dataset, history: Some(&history) };
        for name in TableName::ALL {
            let table = named(*name);
            let rows = table.each_row(&source, &mut |row| {
                assert_eq!(row.len(), table.columns.len());
                for (value, column) in row.iter().zip(table.columns) {
                    assert!(value.is_of(column.kind), "{} {}: {value:?}", name.as_str(), column.name);
                }
                Ok(())
            })?;
            assert!(rows > 0, "{}", name.as_str());
        }
        Ok(())
    }

    #[test]
    fn keys_and_links_are_columns() {
        for name in TableName::ALL {
            let table = named(*name);
            let links = table.links.iter().map(|(column, _)| column);
            for column in table.key.iter().chain(links) {
                assert!(table.columns.iter().any(|one| one.name == *column), "{} {column}", name.as_str());
            }
        }
    }
}

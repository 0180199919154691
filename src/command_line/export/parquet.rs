//! A table as a Parquet file. Codes are 64-bit integers, days are dates.

use std::io::{self, Write};
use std::sync::Arc;

use parquet::basic::{Compression, ConvertedType, GzipLevel, Repetition, Type as Physical};
use parquet::data_type::{BoolType, ByteArray, ByteArrayType, DataType, DoubleType, Int32Type, Int64Type};
use parquet::errors::ParquetError;
use parquet::file::properties::WriterProperties;
use parquet::file::writer::{SerializedFileWriter, SerializedRowGroupWriter};
use parquet::schema::types::Type;

use super::table::{Column, Kind, Source, Table, Value};

/// The number of rows in memory.
const GROUP: usize = 1 << 16;

pub fn write(table: &Table, source: &Source<'_>, out: &mut dyn Write) -> io::Result<usize> {
    // The writer owns its output, so the file is built in memory: a table has a few megabytes.
    let mut file = SerializedFileWriter::new(Vec::new(), schema(table).map_err(failed)?, properties())
        .map_err(failed)?;
    let mut group = Vec::with_capacity(GROUP);
    let rows = table.each_row(source, &mut |row| {
        group.push(row);
        if group.len() < GROUP { Ok(()) } else { write_group(&mut file, table, &std::mem::take(&mut group)) }
    })?;
    write_group(&mut file, table, &group)?;
    out.write_all(&file.into_inner().map_err(failed)?)?;
    Ok(rows)
}

fn failed(error: ParquetError) -> io::Error {
    io::Error::other(error)
}

/// Builds the properties of the file. It has no time of day, so that equal tables are equal files.
fn properties() -> Arc<WriterProperties> {
    let compression = Compression::GZIP(GzipLevel::default());
    Arc::new(
        WriterProperties::builder()
            .set_compression(compression)
            .set_created_by("pack-lookup".to_owned())
            .build(),
    )
}

fn schema(table: &Table) -> Result<Arc<Type>, ParquetError> {
    let mut columns = Vec::with_capacity(table.columns.len());
    for column in table.columns {
        columns.push(Arc::new(column_type(column)?));
    }
    Ok(Arc::new(Type::group_type_builder("table").with_fields(columns).build()?))
}

fn column_type(column: &Column) -> Result<Type, ParquetError> {
    let (physical, converted) = match column.kind {
        Kind::Id => (Physical::INT64, ConvertedType::NONE),
        Kind::Text | Kind::Code => (Physical::BYTE_ARRAY, ConvertedType::UTF8),
        Kind::Day => (Physical::INT32, ConvertedType::DATE),
        Kind::Number => (Physical::INT64, ConvertedType::NONE),
        Kind::Decimal => (Physical::DOUBLE, ConvertedType::NONE),
        Kind::Flag => (Physical::BOOLEAN, ConvertedType::NONE),
    };
    let column = Type::primitive_type_builder(column.name, physical).with_converted_type(converted);
    column.with_repetition(Repetition::OPTIONAL).build()
}

fn write_group(
    file: &mut SerializedFileWriter<Vec<u8>>,
    table: &Table,
    rows: &[Vec<Value>],
) -> io::Result<()> {
    let mut group = file.next_row_group().map_err(failed)?;
    for (place, column) in table.columns.iter().enumerate() {
        let values = rows.iter().filter_map(|row| row.get(place));
        let written = match column.kind {
            Kind::Id | Kind::Number => write_column::<Int64Type>(&mut group, values.map(number)),
            Kind::Text | Kind::Code => write_column::<ByteArrayType>(&mut group, values.map(text)),
            Kind::Decimal => write_column::<DoubleType>(&mut group, values.map(decimal)),
            Kind::Day => write_column::<Int32Type>(&mut group, values.map(day)),
            Kind::Flag => write_column::<BoolType>(&mut group, values.map(flag)),
        };
        written.map_err(failed)?;
    }
    group.close().map_err(failed)?;
    Ok(())
}

fn write_column<T: DataType>(
    group: &mut SerializedRowGroupWriter<'_, Vec<u8>>,
    values: impl Iterator<Item = Option<T::T>>,
) -> Result<(), ParquetError> {
    let (mut present, mut levels) = (Vec::new(), Vec::new());
    for value in values {
        levels.push(i16::from(value.is_some()));
        present.extend(value);
    }
    let Some(mut column) = group.next_column()? else { return Ok(()) };
    column.typed::<T>().write_batch(&present, Some(&levels), None)?;
    column.close()
}

fn number(value: &Value) -> Option<i64> {
    match value {
        Value::Id(id) => i64::try_from(*id).ok(),
        Value::Number(number) => Some(i64::from(*number)),
        _ => None,
    }
}

fn text(value: &Value) -> Option<ByteArray> {
    match value {
        Value::Text(text) | Value::Code(text) => Some(text.as_str().into()),
        _ => None,
    }
}

/// Finds the nearest floating-point number.
fn decimal(value: &Value) -> Option<f64> {
    match value {
        Value::Decimal(number) => number.to_string().parse().ok(),
        _ => None,
    }
}

fn day(value: &Value) -> Option<i32> {
    match value {
        Value::Day(day) => Some(day.days()),
        _ => None,
    }
}

fn flag(value: &Value) -> Option<bool> {
    match value {
        Value::Flag(flag) => Some(*flag),
        _ => None,
    }
}

//! Writes the files of a demonstration release. Packs are generated again for each file, so none is kept in
//! memory.

mod gtins;
mod lookup;
mod names;
mod packs;
mod products;
mod xml;

use std::io::{self, BufWriter, Cursor, Seek, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use self::gtins::write_gtins;
use self::lookup::write_lookup;
use self::names::Names;
use self::packs::{write_ampps, write_vmpps};
use self::products::{write_amps, write_ingredients, write_vmps, write_vtms};
use self::xml::{Out, Xml};
use super::pack::Release;
use super::release_day;
use crate::import::xml::FileKind;
use crate::import::{Progress, dmd};

/// The name of the inner zip, after the week of the release.
const GTIN_ZIP: &str = "week452025-r2_3-GTIN.zip";

/// The files of the zip, in their order. The GTIN file is in the inner zip.
const OUTER_FILES: [FileKind; 7] = [
    dmd::VTM_FILE,
    dmd::VMP_FILE,
    dmd::AMP_FILE,
    dmd::VMPP_FILE,
    dmd::AMPP_FILE,
    dmd::INGREDIENT_FILE,
    dmd::LOOKUP_FILE,
];

/// Writes all files.
pub fn write<W: Write + Seek>(out: W, release: &Release, progress: &dyn Progress) -> ZipResult<()> {
    let names = Names::new(release);
    let mut zip = Zip { writer: ZipWriter::new(out), release, names: &names, progress };
    for kind in OUTER_FILES {
        zip.file(kind, "2_3")?;
    }
    zip.inner_zip_with_gtins()?;
    zip.writer.finish()?;
    Ok(())
}

struct Zip<'r, W: Write + Seek> {
    writer: ZipWriter<W>,
    release: &'r Release,
    names: &'r Names,
    progress: &'r dyn Progress,
}

impl<W: Write + Seek> Zip<'_, W> {
    fn file(&mut self, kind: FileKind, schema: &str) -> ZipResult<()> {
        let name = file_name(kind, schema);
        self.progress.begin(&name, 1);
        self.writer.start_file(name, options()?)?;
        let mut out = BufWriter::new(&mut self.writer);
        let mut xml = Xml::<&mut dyn Write>(&mut out);
        xml.start_document(kind, schema, self.release)?;
        write_content(&mut xml, kind, self.release, self.names)?;
        xml.end_document(kind)?;
        self.progress.advance(1);
        self.progress.finish();
        Ok(())
    }

    /// Writes the inner zip with the GTIN file.
    fn inner_zip_with_gtins(&mut self) -> ZipResult<()> {
        let writer = ZipWriter::new(Cursor::new(Vec::new()));
        let mut inner = Zip { writer, release: self.release, names: self.names, progress: self.progress };
        inner.file(dmd::GTIN_FILE, "2_0")?;
        let bytes = inner.writer.finish()?.into_inner();
        self.writer.start_file(GTIN_ZIP, options()?)?;
        Ok(self.writer.write_all(&bytes)?)
    }
}

/// Writes the content of the root of a file.
fn write_content(xml: Out<'_, '_>, kind: FileKind, release: &Release, names: &Names) -> io::Result<()> {
    match kind {
        dmd::VTM_FILE => write_vtms(xml, names),
        dmd::VMP_FILE => write_vmps(xml, release, names),
        dmd::AMP_FILE => write_amps(xml, release, names),
        dmd::VMPP_FILE => write_vmpps(xml, release, names),
        dmd::AMPP_FILE => write_ampps(xml, release, names),
        dmd::INGREDIENT_FILE => write_ingredients(xml, names),
        dmd::LOOKUP_FILE => write_lookup(xml, names),
        _ => write_gtins(xml, release),
    }
}

/// Builds a file name such as `f_ampp2_3061125.xml`: stem, schema version, day.
fn file_name(kind: FileKind, schema: &str) -> String {
    let (year, month, day) = release_day().civil();
    format!("{}{schema}{day:02}{month:02}{:02}.xml", kind.stem, year % 100)
}

/// Chooses the zip options. They are independent of the machine and the time.
fn options() -> ZipResult<SimpleFileOptions> {
    let (year, month, day) = release_day().civil();
    let time = DateTime::from_date_and_time(year, month, day, 5, 30, 0);
    let options = SimpleFileOptions::default().large_file(true).unix_permissions(0o644);
    Ok(options.last_modified_time(time.unwrap_or_default()))
}

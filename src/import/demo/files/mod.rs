//! Writes the files of a demonstration release. Packs are generated again for each file, so none is kept in
//! memory.

mod gtins;
mod items;
mod lookup;
mod names;
mod packs;
mod products;
mod xml;

use std::io::{self, Cursor, Seek, Write};

use zip::result::ZipResult;
use zip::write::SimpleFileOptions;
use zip::{DateTime, ZipWriter};

use self::gtins::write_gtins;
use self::lookup::write_lookup;
use self::names::Names;
use self::packs::{write_ampps, write_vmpps};
use self::products::{write_amps, write_ingredients, write_vmps, write_vtms};
use self::xml::{Xml, write_document};
use super::pack::Release;
use super::release_day;
use crate::import::Progress;
use crate::import::dmd;
use crate::import::file_kind::FileKind;

/// The name of the inner zip, after the week of the release.
const GTIN_ZIP: &str = "week452025-r2_3-GTIN.zip";

/// Writes all files.
pub fn write<W: Write + Seek>(out: W, release: &Release, progress: &dyn Progress) -> ZipResult<()> {
    let names = Names::new(release);
    let mut zip = Zip { writer: ZipWriter::new(out), release, progress };
    zip.file(dmd::VTM_FILE, "2_3", |xml| write_vtms(xml, &names))?;
    zip.file(dmd::VMP_FILE, "2_3", |xml| write_vmps(xml, release, &names))?;
    zip.file(dmd::AMP_FILE, "2_3", |xml| write_amps(xml, release, &names))?;
    zip.file(dmd::VMPP_FILE, "2_3", |xml| write_vmpps(xml, release, &names))?;
    zip.file(dmd::AMPP_FILE, "2_3", |xml| write_ampps(xml, release, &names))?;
    zip.file(dmd::INGREDIENT_FILE, "2_3", |xml| write_ingredients(xml, &names))?;
    zip.file(dmd::LOOKUP_FILE, "2_3", |xml| write_lookup(xml, &names))?;
    zip.inner_zip_with_gtins()?;
    zip.writer.finish()?;
    Ok(())
}

struct Zip<'r, W: Write + Seek> {
    writer: ZipWriter<W>,
    release: &'r Release,
    progress: &'r dyn Progress,
}

impl<W: Write + Seek> Zip<'_, W> {
    fn file(
        &mut self,
        kind: FileKind,
        schema: &str,
        body: impl FnOnce(&mut Xml<&mut dyn Write>) -> io::Result<()>,
    ) -> ZipResult<()> {
        let name = file_name(kind, schema);
        self.progress.begin(&name, 1);
        self.writer.start_file(name, options()?)?;
        write_document(&mut self.writer, kind, schema, self.release, body)?;
        self.progress.advance(1);
        self.progress.finish();
        Ok(())
    }

    /// Writes the inner zip with the GTIN file.
    fn inner_zip_with_gtins(&mut self) -> ZipResult<()> {
        let (release, progress) = (self.release, self.progress);
        let mut inner = Zip { writer: ZipWriter::new(Cursor::new(Vec::new())), release, progress };
        inner.file(dmd::GTIN_FILE, "2_0", |xml| write_gtins(xml, release))?;
        let bytes = inner.writer.finish()?.into_inner();
        self.writer.start_file(GTIN_ZIP, options()?)?;
        Ok(self.writer.write_all(&bytes)?)
    }
}

/// Returns a file name such as `f_ampp2_3061125.xml`: stem, schema version, day.
fn file_name(kind: FileKind, schema: &str) -> String {
    let (year, month, day) = release_day().civil();
    format!("{}{schema}{day:02}{month:02}{:02}.xml", kind.stem, year % 100)
}

/// Returns the zip options. They are independent of the machine and the time.
fn options() -> ZipResult<SimpleFileOptions> {
    let (year, month, day) = release_day().civil();
    let time = DateTime::from_date_and_time(year, month, day, 5, 30, 0);
    let options = SimpleFileOptions::default().large_file(true).unix_permissions(0o644);
    Ok(options.last_modified_time(time.unwrap_or_default()))
}

//! Finding the files of a release: in the zip as it is published, in zips inside it, in a folder.

use std::cell::RefCell;
use std::fs::{self, File};
use std::io::{BufReader, Cursor, Read, Seek};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zip::ZipArchive;

use super::dmd::{self, FileKind};
use super::error::ImportError;
use crate::date::Date;

/// A zip in a zip in a folder in a folder is as deep as anybody packs it.
const MAX_DEPTH: usize = 4;
/// A zip inside a zip is read into memory; the published one has 3 MB.
const MAX_INNER_ZIP: u64 = 256 << 20;
const BUFFER: usize = 1 << 16;

trait ReadSeek: Read + Seek {}
impl<T: Read + Seek> ReadSeek for T {}
type Archive = ZipArchive<Box<dyn ReadSeek>>;

/// The files of a release.
pub(crate) struct ReleaseFiles {
    path: PathBuf,
    found: Vec<(FileKind, ReleaseFile)>,
}

/// A file of a release, ready to be read.
pub(crate) struct ReleaseFile {
    /// Its name, without folders.
    pub name: String,
    /// Its size when unpacked.
    pub size: u64,
    place: Place,
}

enum Place {
    File(PathBuf),
    Zipped(Rc<RefCell<Archive>>, usize),
}

impl ReleaseFiles {
    /// Looks for the files of a release in a zip or a folder.
    pub fn find(path: &Path) -> Result<ReleaseFiles, ImportError> {
        let mut files = ReleaseFiles { path: path.to_owned(), found: Vec::new() };
        match fs::metadata(path).map_err(|error| ImportError::in_file(path.display(), error))?.is_dir() {
            true => files.search_folder(path, 0)?,
            false => files.search_archive(&path.display().to_string(), open_archive(path)?, 0)?,
        }
        Ok(files)
    }

    /// The file of this kind, if the release has it.
    pub fn file(&self, kind: FileKind) -> Option<&ReleaseFile> {
        self.found.iter().find(|(found, _)| *found == kind).map(|(_, file)| file)
    }

    /// The AMPP file, without which there is no release.
    pub fn ampp_file(&self) -> Result<&ReleaseFile, ImportError> {
        let missing = "not a dm+d release: it has no AMPP file, f_ampp2_3DDMMYY.xml";
        self.file(dmd::AMPP_FILE).ok_or_else(|| ImportError::in_file(self.path.display(), missing))
    }

    /// The names of the files that the record does not need.
    pub fn not_needed(&self) -> Vec<String> {
        let others = self.found.iter().filter(|(kind, _)| !dmd::NEEDED_FILES.contains(kind));
        others.map(|(_, file)| file.name.clone()).collect()
    }

    /// Name and date, from the name of the release if it is the published one, else from the AMPP file's.
    pub fn name_and_date(&self) -> Result<(String, Date), ImportError> {
        let name = self.path.file_name().unwrap_or_default().to_string_lossy();
        let from_file = || date_in_file_name(&self.ampp_file().ok()?.name);
        let unknown =
            "the date of the release is not in its file names, as nhsbsa_dmd_8.2.0_20250814000001.zip has it";
        name_and_date_of_zip(&name)
            .or_else(|| from_file().map(|date| (date.to_string(), date)))
            .ok_or_else(|| ImportError::in_file(self.path.display(), unknown))
    }

    fn search_folder(&mut self, folder: &Path, depth: usize) -> Result<(), ImportError> {
        let in_folder = |error| ImportError::in_file(folder.display(), error);
        let entries =
            fs::read_dir(folder).and_then(Iterator::collect::<Result<Vec<_>, _>>).map_err(in_folder)?;
        let mut paths: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        // Unpacked files come before zips: who unpacked a zip in its place has both.
        paths.sort_by_key(|path| (is_zip(&path.to_string_lossy()), path.clone()));
        paths.iter().try_for_each(|path| self.search_path(path, depth))
    }

    fn search_path(&mut self, path: &Path, depth: usize) -> Result<(), ImportError> {
        let name = base_name(&path.to_string_lossy());
        if path.is_dir() {
            return if depth < MAX_DEPTH { self.search_folder(path, depth + 1) } else { Ok(()) };
        }
        if let Some(kind) = kind_of(&name) {
            let size = fs::metadata(path).map_or(0, |metadata| metadata.len());
            return self.add(kind, ReleaseFile { name, size, place: Place::File(path.to_owned()) });
        }
        match is_zip(&name) && depth < MAX_DEPTH {
            true => self.search_archive(&path.display().to_string(), open_archive(path)?, depth + 1),
            false => Ok(()),
        }
    }

    fn search_archive(&mut self, title: &str, archive: Archive, depth: usize) -> Result<(), ImportError> {
        let mut zips = Vec::new();
        let archive = Rc::new(RefCell::new(archive));
        let entries = archive.borrow().len();
        for index in 0..entries {
            let (path, size) = entry(&archive, index).map_err(|error| ImportError::in_file(title, error))?;
            let (name, place) = (base_name(&path), Place::Zipped(Rc::clone(&archive), index));
            match kind_of(&name) {
                Some(kind) => self.add(kind, ReleaseFile { name, size, place })?,
                None if is_zip(&name) => zips.push(ReleaseFile { name, size, place }),
                None => {}
            }
        }
        zips.iter().filter(|_| depth < MAX_DEPTH).try_for_each(|zip| self.search_inner_zip(zip, depth))
    }

    fn search_inner_zip(&mut self, zip: &ReleaseFile, depth: usize) -> Result<(), ImportError> {
        if zip.size > MAX_INNER_ZIP {
            return Err(ImportError::in_file(&zip.name, "far too large for a zip inside of a release"));
        }
        let mut bytes = Vec::new();
        let in_zip = |error| ImportError::in_file(&zip.name, error);
        zip.read(|reader| reader.take(MAX_INNER_ZIP).read_to_end(&mut bytes).map_err(in_zip))??;
        self.search_archive(&zip.name, read_archive(&zip.name, Box::new(Cursor::new(bytes)))?, depth + 1)
    }

    fn add(&mut self, kind: FileKind, file: ReleaseFile) -> Result<(), ImportError> {
        match self.file(kind) {
            None => self.found.push((kind, file)),
            Some(other) if other.name == file.name => {}
            Some(other) => {
                let problem = format!("there are two: {} and {}; leave one there", other.name, file.name);
                return Err(ImportError::in_file(
                    format!("{}, {}", self.path.display(), kind.title),
                    problem,
                ));
            }
        }
        Ok(())
    }
}

impl ReleaseFile {
    /// Opens the file and hands a reader of what is in it to `task`.
    pub fn read<T>(&self, task: impl FnOnce(&mut dyn Read) -> T) -> Result<T, ImportError> {
        match &self.place {
            Place::File(path) => {
                let mut file =
                    File::open(path).map_err(|error| ImportError::in_file(path.display(), error))?;
                Ok(task(&mut file))
            }
            Place::Zipped(archive, index) => {
                let mut archive = archive.borrow_mut();
                let entry = archive.by_index(*index);
                Ok(task(&mut entry.map_err(|error| ImportError::in_file(&self.name, error))?))
            }
        }
    }
}

fn open_archive(path: &Path) -> Result<Archive, ImportError> {
    let file = File::open(path).map_err(|error| ImportError::in_file(path.display(), error))?;
    read_archive(&path.display().to_string(), Box::new(BufReader::with_capacity(BUFFER, file)))
}

fn read_archive(title: &str, source: Box<dyn ReadSeek>) -> Result<Archive, ImportError> {
    ZipArchive::new(source)
        .map_err(|error| ImportError::in_file(title, format!("not a complete zip file ({error})")))
}

fn entry(archive: &Rc<RefCell<Archive>>, index: usize) -> zip::result::ZipResult<(String, u64)> {
    let mut archive = archive.borrow_mut();
    let entry = archive.by_index_raw(index)?;
    Ok((entry.name()?.into_owned(), entry.size()))
}

fn base_name(path: &str) -> String {
    path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned()
}

fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// The kind of `f_ampp2_3140825.xml` and its like: stem, schema version, date.
fn kind_of(name: &str) -> Option<FileKind> {
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix(".xml")?.split_once(|c: char| c.is_ascii_digit())?.0;
    dmd::FILES.into_iter().find(|kind| kind.stem == stem)
}

/// `nhsbsa_dmd_8.2.0_20250814000001.zip`: version, day, a running number.
fn name_and_date_of_zip(name: &str) -> Option<(String, Date)> {
    let (version, stamp) = name.strip_prefix("nhsbsa_dmd_")?.split_once('_')?;
    let date = format!("{}-{}-{}", stamp.get(..4)?, stamp.get(4..6)?, stamp.get(6..8)?);
    Some((version.to_owned(), Date::parse(&date).ok()?))
}

/// `f_ampp2_3140825.xml`: a digit of the schema version, then DDMMYY.
fn date_in_file_name(name: &str) -> Option<Date> {
    let digits = name.strip_suffix(".xml")?.rsplit('_').next()?;
    let start = digits.len().checked_sub(6)?;
    let number = |at: usize| digits.get(start + at..start + at + 2)?.parse::<u8>().ok();
    Date::new(2000 + u16::from(number(4)?), number(2)?, number(0)?)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn names_of_files_tell_their_kind() {
        assert_eq!(kind_of("f_ampp2_3140825.xml"), Some(dmd::AMPP_FILE));
        assert_eq!(kind_of("f_amp2_3140825.xml"), Some(dmd::AMP_FILE));
        assert_eq!(kind_of("F_GTIN2_0140825.XML"), Some(dmd::GTIN_FILE));
        assert_eq!(kind_of("f_bnf1_0140825.xml"), None);
        assert_eq!(kind_of("f_ampp2_3140825.xml.txt"), None);
    }

    #[test]
    fn names_of_releases_tell_version_and_date() {
        let date = Date::new(2025, 8, 14).unwrap();
        assert_eq!(
            name_and_date_of_zip("nhsbsa_dmd_8.2.0_20250814000001.zip"),
            Some(("8.2.0".to_owned(), date))
        );
        assert_eq!(date_in_file_name("f_ampp2_3140825.xml"), Some(date));
        assert_eq!(date_in_file_name("f_ampp2_3999925.xml"), None);
        assert_eq!(name_and_date_of_zip("nhsbsa_dmd_8.2.0_2025.zip"), None);
    }
}

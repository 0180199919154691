//! Finds the files of a release: in the published zip, in zips inside it, or in a folder.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{self, Cursor, Read, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zip::ZipArchive;

use super::dmd;
use super::error::{ImportError, ImportReason};
use super::file_name::{base_name, date_in_file_name, is_zip, kind_of, name_and_date_of_zip};
use super::storage::{Bounded, ReadSeek, Storage, reason};
use super::xml::FileKind;
use crate::dataset::{Gap, Gaps};
use crate::date::Date;

/// The maximum depth of zips and folders. Nobody nests deeper than a zip in a zip in a folder in a folder.
const MAX_ZIP_DEPTH: usize = 4;
/// The maximum size of all zips inside a zip, which are read into memory. The published zip has 1.2 MB of
/// them, a full release 17 MB.
const MAX_INNER_ZIPS: u64 = 128 << 20;
/// The maximum unpacked size. The release of August 2025 unpacks to 152 MB, of which 93 MB are read. Five
/// times as much lasts for many years, and is rejected within seconds.
const MAX_RELEASE_BYTES: u64 = 512 << 20;
/// The message for a release that exceeds it.
const TOO_MUCH: &str = "the files have more than 512 MiB, which no release has";
/// The maximum size of the directory of a zip. It is read into memory, where it takes six times as much. A
/// release has 1 KB.
const MAX_LISTED: u64 = 1 << 20;
/// The message for a release whose date is unknown.
const NO_DATE: &str = "no file name has the date of the release; keep the name of the zip, such as nhsbsa_dmd_8.2.0_20250814000001.zip";
const NO_LIST: &str = "the list of files is missing, or longer than in any release";
/// The maximum number of entries of all zips. A release has six files. Other files may be next to them, but
/// not a thousand zips of a thousand zips.
const MAX_ZIP_ENTRIES: usize = 100_000;
/// The maximum number of duplicate files in the report.
const MAX_IGNORED: usize = 10;
/// The maximum number of days between the GTIN file and the other files. Releases are weekly, and a holiday
/// moves one.
const GTIN_DAYS: u32 = 14;

type Archive<'s> = ZipArchive<Bounded<Box<dyn ReadSeek + 's>>>;

/// The files of a release.
pub(crate) struct ReleaseFiles<'s> {
    storage: &'s dyn Storage,
    path: PathBuf,
    /// The kinds of files to find.
    kinds: &'static [FileKind],
    found: Vec<(FileKind, ReleaseFile<'s>)>,
    /// The names of duplicate files of a kind that were not chosen.
    ignored: Vec<(FileKind, String)>,
    /// The remaining budget of unpacked bytes.
    unpacked: Rc<Cell<u64>>,
    /// The remaining budget of bytes of zips inside zips.
    inner_zips: u64,
    /// The remaining budget of entries of all zips.
    entries: usize,
}

/// Something that the release lacks.
pub(crate) struct MissingFile {
    pub gap: Gap,
    /// The files, as a part of a sentence.
    pub what: String,
}

/// A file of a release, before it is read.
pub(crate) struct ReleaseFile<'s> {
    /// Its name, without folders.
    pub name: String,
    /// Its unpacked size, in bytes.
    pub size: u64,
    place: Place<'s>,
    /// The remaining budget of unpacked bytes of the release.
    left: Rc<Cell<u64>>,
}

enum Place<'s> {
    File(&'s dyn Storage, PathBuf),
    Zipped(Rc<RefCell<Archive<'s>>>, usize),
}

impl<'s> ReleaseFiles<'s> {
    /// Finds files of these kinds in a zip or a folder.
    pub fn find(
        storage: &'s dyn Storage,
        path: &Path,
        kinds: &'static [FileKind],
    ) -> Result<ReleaseFiles<'s>, ImportError> {
        let mut files = ReleaseFiles {
            storage,
            path: path.to_owned(),
            kinds,
            found: Vec::new(),
            ignored: Vec::new(),
            unpacked: Rc::new(Cell::new(MAX_RELEASE_BYTES)),
            inner_zips: MAX_INNER_ZIPS,
            entries: MAX_ZIP_ENTRIES,
        };
        match storage.is_folder(path) {
            true => files.search_folder(path, 0)?,
            false => files.search_zip(path, 0)?,
        }
        Ok(files)
    }

    /// The path of the release.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Finds the file of this kind, if the release has it.
    pub fn file(&self, kind: FileKind) -> Option<&ReleaseFile<'s>> {
        for (found, file) in &self.found {
            if *found == kind {
                return Some(file);
            }
        }
        None
    }

    /// Finds the AMPP file, which every release must have.
    pub fn ampp_file(&self) -> Result<&ReleaseFile<'s>, ImportError> {
        let missing = "not a dm+d release: the AMPP file, f_ampp2_3DDMMYY.xml, is missing";
        match self.file(dmd::AMPP_FILE) {
            Some(file) => Ok(file),
            None => Err(ImportError::in_file(ImportReason::NoRelease, self.path.display(), missing)),
        }
    }

    /// Rejects an incomplete release.
    pub fn require_complete(&self) -> Result<(), ImportError> {
        let lacking: Vec<String> = self.lacking().into_iter().map(|missing| missing.what).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        let problem = format!("incomplete: {}", lacking.join("; "));
        Err(ImportError::in_file(ImportReason::Incomplete, self.path.display(), problem))
    }

    /// Lists what the release lacks: files, or the consistency of its files.
    pub fn lacking(&self) -> Vec<MissingFile> {
        let mut lacking = self.missing();
        lacking.extend(self.duplicates());
        lacking.extend(self.of_other_weeks());
        lacking
    }

    /// Lists the gaps of the dataset: what the release lacks, and missing files that only concepts require.
    pub fn gaps(&self) -> Gaps {
        let mut gaps: Vec<Gap> = self.lacking().into_iter().map(|missing| missing.gap).collect();
        for kind in dmd::CONCEPT_FILES {
            gaps.extend(self.gap_of(kind));
        }
        gaps.into_iter().collect()
    }

    /// Finds the gap of a missing file.
    fn gap_of(&self, kind: FileKind) -> Option<Gap> {
        if self.file(kind).is_some() { None } else { gap_without(kind) }
    }

    fn missing(&self) -> Vec<MissingFile> {
        let mut missing = Vec::new();
        for kind in dmd::NEEDED_FILES {
            if let Some(gap) = self.gap_of(kind) {
                let what = format!("no {}, {}*.xml", kind.title, kind.stem);
                missing.push(MissingFile { gap, what });
            }
        }
        missing
    }

    /// Lists the duplicate files that were not chosen.
    pub fn duplicates(&self) -> Vec<MissingFile> {
        let mut duplicates = Vec::new();
        for (kind, ignored) in &self.ignored {
            if let Some(taken) = self.file(*kind) {
                let what = format!("two files of one kind: {}, which is read, and {ignored}", taken.name);
                duplicates.push(MissingFile { gap: Gap::TwoFilesOfAKind, what });
            }
        }
        duplicates
    }

    /// Lists the files that are not of the week of the AMPP file.
    fn of_other_weeks(&self) -> Vec<MissingFile> {
        let Some(ampp) = self.file(dmd::AMPP_FILE) else { return Vec::new() };
        let mut others = Vec::new();
        for (kind, file) in &self.found {
            if !is_of_one_week(*kind, file.date(), ampp.date()) {
                let what = format!("{} is not of the same week as {}", file.name, ampp.name);
                others.push(MissingFile { gap: Gap::MixedWeeks, what });
            }
        }
        others
    }

    /// Lists the names of the files that are not read.
    pub fn not_needed(&self) -> Vec<String> {
        let mut names = Vec::new();
        for (kind, file) in &self.found {
            if !dmd::READ_FILES.contains(kind) {
                names.push(file.name.clone());
            }
        }
        names
    }

    /// Reads name and date: from the name of a published zip, or from the name of the AMPP file.
    pub fn name_and_date(&self) -> Result<(String, Date), ImportError> {
        // `file_name` does not parse paths of Windows in WebAssembly.
        let name = base_name(self.path.to_string_lossy().trim_end_matches(['/', '\\']));
        if let Some(name_and_date) = name_and_date_of_zip(&name) {
            return Ok(name_and_date);
        }
        if let Some(file) = self.file(dmd::AMPP_FILE)
            && let Some(date) = date_in_file_name(&file.name)
        {
            return Ok((date.to_string(), date));
        }
        Err(ImportError::in_file(ImportReason::NoRelease, self.path.display(), NO_DATE))
    }

    fn search_folder(&mut self, folder: &Path, depth: usize) -> Result<(), ImportError> {
        let mut paths = self.storage.list(folder).map_err(|error| unreadable(folder, &error))?;
        // Unpacked files come before zips: a zip that was unpacked in place is next to its files.
        paths.sort_by_key(|path| (is_zip(&path.to_string_lossy()), path.clone()));
        for path in &paths {
            self.search_path(path, depth)?;
        }
        Ok(())
    }

    fn search_path(&mut self, path: &Path, depth: usize) -> Result<(), ImportError> {
        let name = base_name(&path.to_string_lossy());
        if self.storage.is_folder(path) {
            return if depth < MAX_ZIP_DEPTH { self.search_folder(path, depth + 1) } else { Ok(()) };
        }
        if let Some(kind) = kind_of(&name, self.kinds) {
            let size = size_of(self.storage, path).unwrap_or(0);
            let place = Place::File(self.storage, path.to_owned());
            let file = self.release_file(name, size, place);
            self.add(kind, file);
            return Ok(());
        }
        match is_zip(&name) && depth < MAX_ZIP_DEPTH {
            true => self.search_zip(path, depth + 1),
            false => Ok(()),
        }
    }

    fn search_zip(&mut self, path: &Path, depth: usize) -> Result<(), ImportError> {
        let file = open(self.storage, path)?;
        let title = path.display().to_string();
        self.search_archive(&title, read_archive(&title, file)?, depth)
    }

    fn search_archive(&mut self, title: &str, archive: Archive<'s>, depth: usize) -> Result<(), ImportError> {
        let mut zips = Vec::new();
        let archive = Rc::new(RefCell::new(archive));
        let entries = archive.borrow().len();
        self.take_entries(title, entries)?;
        for index in 0..entries {
            let (path, size) = entry(&archive, index).map_err(|error| damaged(title, error))?;
            let place = Place::Zipped(Rc::clone(&archive), index);
            let file = self.release_file(base_name(&path), size, place);
            match kind_of(&file.name, self.kinds) {
                Some(kind) => self.add(kind, file),
                None if is_zip(&file.name) => zips.push(file),
                None => {}
            }
        }
        if depth < MAX_ZIP_DEPTH {
            for zip in &zips {
                self.search_inner_zip(zip, depth)?;
            }
        }
        Ok(())
    }

    /// Takes the entries of a zip from the budget.
    fn take_entries(&mut self, title: &str, entries: usize) -> Result<(), ImportError> {
        let Some(left) = self.entries.checked_sub(entries) else {
            let problem = format!("the zips of the release have more than {MAX_ZIP_ENTRIES} files");
            return Err(damaged(title, problem));
        };
        self.entries = left;
        Ok(())
    }

    fn search_inner_zip(&mut self, zip: &ReleaseFile<'s>, depth: usize) -> Result<(), ImportError> {
        let mut bytes = Vec::new();
        let read = zip.read(|reader| reader.take(self.inner_zips + 1).read_to_end(&mut bytes))?;
        if let Err(error) = read {
            return Err(damaged(&zip.name, error));
        }
        let Some(left) = self.inner_zips.checked_sub(bytes.len() as u64) else {
            let problem = format!("the zips inside the release have more than {MAX_INNER_ZIPS} bytes");
            return Err(damaged(&zip.name, problem));
        };
        self.inner_zips = left;
        self.search_archive(&zip.name, read_archive(&zip.name, Box::new(Cursor::new(bytes)))?, depth + 1)
    }

    fn release_file(&self, name: String, size: u64, place: Place<'s>) -> ReleaseFile<'s> {
        ReleaseFile { name, size, place, left: Rc::clone(&self.unpacked) }
    }

    /// Adds a file. Of two files of a kind, the preferred one is kept. A second file of the same name is not
    /// reported: a zip that was unpacked in place is next to its files.
    fn add(&mut self, kind: FileKind, mut file: ReleaseFile<'s>) {
        let Some((_, kept)) = self.found.iter_mut().find(|(found, _)| *found == kind) else {
            return self.found.push((kind, file));
        };
        if file.preference() < kept.preference() {
            std::mem::swap(&mut file, kept);
        }
        let ignored = (kind, file.name);
        let is_reported = self.ignored.len() == MAX_IGNORED || self.ignored.contains(&ignored);
        if ignored.1 != kept.name && !is_reported {
            self.ignored.push(ignored);
        }
    }
}

impl ReleaseFile<'_> {
    /// The date in its name.
    pub fn date(&self) -> Option<Date> {
        date_in_file_name(&self.name)
    }

    /// The sort key of files of one kind. The least is chosen: the latest, then the first by name.
    fn preference(&self) -> (Reverse<Option<Date>>, &str) {
        (Reverse(self.date()), &self.name)
    }

    /// Opens the file and passes a reader of its content to `task`.
    pub fn read<T>(&self, task: impl FnOnce(&mut dyn Read) -> T) -> Result<T, ImportError> {
        match &self.place {
            Place::File(storage, path) => Ok(task(&mut self.bounded(&mut open(*storage, path)?))),
            Place::Zipped(archive, index) => {
                let mut archive = archive.borrow_mut();
                match archive.by_index(*index) {
                    Ok(mut entry) => Ok(task(&mut self.bounded(&mut entry))),
                    Err(error) => Err(damaged(&self.name, error)),
                }
            }
        }
    }

    /// Builds a reader that takes its bytes from the budget of the release.
    fn bounded<'r>(&self, inner: &'r mut dyn Read) -> Bounded<&'r mut dyn Read> {
        Bounded::new(inner, &self.left, TOO_MUCH)
    }
}

/// Finds the gap of a release without a file of this kind. The AMPP file has none, because every release
/// must have it.
fn gap_without(kind: FileKind) -> Option<Gap> {
    match kind {
        dmd::GTIN_FILE => Some(Gap::NoGtinFile),
        dmd::LOOKUP_FILE => Some(Gap::NoLookupFile),
        dmd::VMP_FILE => Some(Gap::NoVmpFile),
        dmd::VMPP_FILE => Some(Gap::NoVmppFile),
        dmd::VTM_FILE => Some(Gap::NoVtmFile),
        dmd::AMP_FILE => Some(Gap::NoAmpFile),
        dmd::INGREDIENT_FILE => Some(Gap::NoIngredientFile),
        _ => None,
    }
}

/// Reports whether a file belongs to an AMPP file of that date, by the dates in their names.
///
/// The files of products and packs refer to each other and are extracted together, so they have one date. The
/// GTIN file is in a separate zip with its own date. In the lookup file, codes are added but not changed. A
/// release with an older lookup file exists, so its date is not checked, and missing codes are reported one
/// by one.
fn is_of_one_week(kind: FileKind, file: Option<Date>, ampp: Option<Date>) -> bool {
    match (kind, file, ampp) {
        (dmd::LOOKUP_FILE, ..) => true,
        (dmd::GTIN_FILE, Some(file), Some(ampp)) => file.days().abs_diff(ampp.days()) <= GTIN_DAYS,
        (_, file, ampp) => file == ampp,
    }
}

fn open<'s>(storage: &'s dyn Storage, path: &Path) -> Result<Box<dyn ReadSeek + 's>, ImportError> {
    storage.open(path).map_err(|error| unreadable(path, &error))
}

fn unreadable(path: &Path, error: &io::Error) -> ImportError {
    ImportError::in_file(ImportReason::Unreadable, path.display(), reason(error))
}

fn size_of(storage: &dyn Storage, path: &Path) -> io::Result<u64> {
    storage.open(path)?.seek(SeekFrom::End(0))
}

fn read_archive<'s>(title: &str, source: Box<dyn ReadSeek + 's>) -> Result<Archive<'s>, ImportError> {
    let left = Rc::new(Cell::new(MAX_LISTED));
    let listed = ZipArchive::new(Bounded::new(source, &left, NO_LIST));
    left.set(u64::MAX);
    match listed {
        Ok(archive) => Ok(archive),
        Err(error) => {
            let problem = format!("not a complete zip file ({error})");
            Err(ImportError::in_file(ImportReason::NoZip, title, problem))
        }
    }
}

fn damaged(file: &str, problem: impl Display) -> ImportError {
    ImportError::in_file(ImportReason::Damaged, file, problem)
}

fn entry(archive: &Rc<RefCell<Archive<'_>>>, index: usize) -> zip::result::ZipResult<(String, u64)> {
    let mut archive = archive.borrow_mut();
    let entry = archive.by_index_raw(index)?;
    Ok((entry.name()?.into_owned(), entry.size()))
}

//! Finding the files of a release: in the zip as it is published, in zips inside it, in a folder.

use std::cell::{Cell, RefCell};
use std::cmp::Reverse;
use std::fmt::Display;
use std::io::{Cursor, Read, SeekFrom};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use zip::ZipArchive;

use super::bounded::Bounded;
use super::dmd;
use super::error::{ImportError, Refusal};
use super::file_kind::FileKind;
use super::storage::{ReadSeek, Storage, reason};
use crate::dataset::Gap;
use crate::date::Date;
use crate::plain::plain;

/// A zip in a zip in a folder in a folder is as deep as anybody packs it.
const MAX_DEPTH: usize = 4;
/// Zips inside of a zip are read into memory; the published one has 1.2 MB, and a whole release 17.
const MAX_INNER_ZIPS: u64 = 128 << 20;
/// The release of August 2025 unpacks to 152 MB, of which 93 are read: five times as much is time for many years, and some
/// seconds for whoever has to refuse it.
const MAX_UNPACKED: u64 = 512 << 20;
/// Said of what unpacks to more.
const TOO_MUCH: &str = "a release unpacks to less than 512 MiB, all its files together";
/// The list of files in a zip is read into memory, six times as large: that of a release has 1 KB.
const MAX_LISTED: u64 = 1 << 20;
const NO_LIST: &str = "its list of files is missing, or longer than that of any release";
/// A release has six files. What stands beside it may be more, but not in a thousand zips of a thousand zips.
const MAX_ENTRIES: usize = 100_000;
/// Nobody reads about more files that there are twice.
const MAX_LEFT_OUT: usize = 10;
/// So many days may lie between the GTIN file and the others: releases are weekly, and a holiday moves one.
const GTIN_DAYS: u32 = 14;

type Archive<'s> = ZipArchive<Bounded<Box<dyn ReadSeek + 's>>>;

/// The files of a release.
pub(crate) struct ReleaseFiles<'s> {
    storage: &'s dyn Storage,
    path: PathBuf,
    /// The kinds of files that are looked for.
    kinds: &'static [FileKind],
    found: Vec<(FileKind, ReleaseFile<'s>)>,
    /// The names of files of a kind that there is a better one of.
    left_out: Vec<(FileKind, String)>,
    /// What may still be unpacked, be in zips inside of zips, and be listed in zips.
    unpacked: Rc<Cell<u64>>,
    inner_zips: u64,
    entries: usize,
}

/// Something that the release lacks.
pub(crate) struct Lack {
    pub gap: Gap,
    /// A part of a sentence that names the files.
    pub what: String,
}

/// A file of a release, ready to be read.
pub(crate) struct ReleaseFile<'s> {
    /// Its name, without folders.
    pub name: String,
    /// Its size when unpacked.
    pub size: u64,
    place: Place<'s>,
    /// What may still be unpacked of the release.
    left: Rc<Cell<u64>>,
}

enum Place<'s> {
    File(&'s dyn Storage, PathBuf),
    Zipped(Rc<RefCell<Archive<'s>>>, usize),
}

impl<'s> ReleaseFiles<'s> {
    /// Looks for files of these kinds in a zip or a folder.
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
            left_out: Vec::new(),
            unpacked: Rc::new(Cell::new(MAX_UNPACKED)),
            inner_zips: MAX_INNER_ZIPS,
            entries: MAX_ENTRIES,
        };
        match storage.is_folder(path) {
            true => files.search_folder(path, 0)?,
            false => files.search_zip(path, 0)?,
        }
        Ok(files)
    }

    /// Where the release lies.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// The file of this kind, if the release has it.
    pub fn file(&self, kind: FileKind) -> Option<&ReleaseFile<'s>> {
        self.found.iter().find(|(found, _)| *found == kind).map(|(_, file)| file)
    }

    /// The AMPP file, without which there is no release.
    pub fn ampp_file(&self) -> Result<&ReleaseFile<'s>, ImportError> {
        let missing = "not a dm+d release: it has no AMPP file, f_ampp2_3DDMMYY.xml";
        self.file(dmd::AMPP_FILE)
            .ok_or_else(|| ImportError::in_file(Refusal::NoRelease, self.path.display(), missing))
    }

    /// Refuses a release that lacks anything.
    pub fn require_whole(&self) -> Result<(), ImportError> {
        let lacking: Vec<String> = self.lacking().into_iter().map(|lack| lack.what).collect();
        if lacking.is_empty() {
            return Ok(());
        }
        let problem = format!("incomplete: {}", lacking.join("; "));
        Err(ImportError::in_file(Refusal::Incomplete, self.path.display(), problem))
    }

    /// What the release lacks: files, or that they belong together.
    pub fn lacking(&self) -> Vec<Lack> {
        self.missing().chain(self.doubled()).chain(self.of_other_weeks()).collect()
    }

    fn missing(&self) -> impl Iterator<Item = Lack> {
        let missing = dmd::NEEDED_FILES.into_iter().filter(|kind| self.file(*kind).is_none());
        missing.filter_map(|kind| {
            let what = format!("it has no {}, {}*.xml", kind.title, kind.stem);
            Some(Lack { gap: gap_without(kind)?, what })
        })
    }

    /// The files of a kind that there is a better one of.
    pub fn doubled(&self) -> impl Iterator<Item = Lack> {
        self.left_out.iter().filter_map(|(kind, left_out)| {
            let taken = &self.file(*kind)?.name;
            let what = format!("there are two: {taken}, which comes first, and {left_out}");
            Some(Lack { gap: Gap::TwoFilesOfAKind, what })
        })
    }

    /// The files that are not of the week of the AMPP file.
    fn of_other_weeks(&self) -> Vec<Lack> {
        let Some(ampp) = self.file(dmd::AMPP_FILE) else { return Vec::new() };
        let strange =
            self.found.iter().filter(|(kind, file)| !is_of_one_week(*kind, file.date(), ampp.date()));
        let lack = |(_, file): &(FileKind, ReleaseFile<'_>)| Lack {
            gap: Gap::MixedWeeks,
            what: format!("{} is not of the week of {}", file.name, ampp.name),
        };
        strange.map(lack).collect()
    }

    /// The names of the files of which nothing is read.
    pub fn not_needed(&self) -> Vec<String> {
        let others = self.found.iter().filter(|(kind, _)| !dmd::READ_FILES.contains(kind));
        others.map(|(_, file)| file.name.clone()).collect()
    }

    /// Name and date, from the name of the release if it is the published one, else from the AMPP file's.
    pub fn name_and_date(&self) -> Result<(String, Date), ImportError> {
        // Not `file_name`, which in WebAssembly knows no path of Windows.
        let name = base_name(self.path.to_string_lossy().trim_end_matches(['/', '\\']));
        let from_file = || date_in_file_name(&self.ampp_file().ok()?.name);
        let unknown =
            "the date of the release is not in its file names, as nhsbsa_dmd_8.2.0_20250814000001.zip has it";
        name_and_date_of_zip(&name)
            .or_else(|| from_file().map(|date| (date.to_string(), date)))
            .ok_or_else(|| ImportError::in_file(Refusal::NoRelease, self.path.display(), unknown))
    }

    fn search_folder(&mut self, folder: &Path, depth: usize) -> Result<(), ImportError> {
        let listed = self.storage.list(folder);
        let mut paths = listed
            .map_err(|error| ImportError::in_file(Refusal::Unreadable, folder.display(), reason(&error)))?;
        // Unpacked files come before zips: who unpacked a zip in its place has both.
        paths.sort_by_key(|path| (is_zip(&path.to_string_lossy()), path.clone()));
        paths.iter().try_for_each(|path| self.search_path(path, depth))
    }

    fn search_path(&mut self, path: &Path, depth: usize) -> Result<(), ImportError> {
        let name = base_name(&path.to_string_lossy());
        if self.storage.is_folder(path) {
            return if depth < MAX_DEPTH { self.search_folder(path, depth + 1) } else { Ok(()) };
        }
        if let Some(kind) = kind_of(&name, self.kinds) {
            let size = self.storage.open(path).and_then(|mut file| file.seek(SeekFrom::End(0)));
            let place = Place::File(self.storage, path.to_owned());
            let file = self.release_file(name, size.unwrap_or(0), place);
            self.add(kind, file);
            return Ok(());
        }
        match is_zip(&name) && depth < MAX_DEPTH {
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
        self.entries = self.entries.checked_sub(entries).ok_or_else(|| {
            damaged(title, format!("with the zips beside it, it has more than {MAX_ENTRIES} files"))
        })?;
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
        zips.iter().filter(|_| depth < MAX_DEPTH).try_for_each(|zip| self.search_inner_zip(zip, depth))
    }

    fn search_inner_zip(&mut self, zip: &ReleaseFile<'s>, depth: usize) -> Result<(), ImportError> {
        let mut bytes = Vec::new();
        let in_zip = |error| damaged(&zip.name, error);
        zip.read(|reader| reader.take(self.inner_zips + 1).read_to_end(&mut bytes).map_err(in_zip))??;
        self.inner_zips = self.inner_zips.checked_sub(bytes.len() as u64).ok_or_else(|| {
            damaged(&zip.name, format!("zips inside of a release have less than {MAX_INNER_ZIPS} bytes"))
        })?;
        self.search_archive(&zip.name, read_archive(&zip.name, Box::new(Cursor::new(bytes)))?, depth + 1)
    }

    fn release_file(&self, name: String, size: u64, place: Place<'s>) -> ReleaseFile<'s> {
        ReleaseFile { name, size, place, left: Rc::clone(&self.unpacked) }
    }

    /// Of two files of a kind the better one stays. A second one of the same name is the same once more: who unpacked a
    /// zip in its place has both.
    fn add(&mut self, kind: FileKind, mut file: ReleaseFile<'s>) {
        let Some((_, kept)) = self.found.iter_mut().find(|(found, _)| *found == kind) else {
            return self.found.push((kind, file));
        };
        if file.preference() < kept.preference() {
            std::mem::swap(&mut file, kept);
        }
        let left_out = (kind, file.name);
        let is_told = self.left_out.len() == MAX_LEFT_OUT || self.left_out.contains(&left_out);
        if left_out.1 != kept.name && !is_told {
            self.left_out.push(left_out);
        }
    }
}

impl ReleaseFile<'_> {
    /// The date in its name.
    pub fn date(&self) -> Option<Date> {
        date_in_file_name(&self.name)
    }

    /// Of files of one kind the least is taken: the latest, and else the first by name.
    fn preference(&self) -> (Reverse<Option<Date>>, &str) {
        (Reverse(self.date()), &self.name)
    }

    /// Opens the file and hands a reader of what is in it to `task`.
    pub fn read<T>(&self, task: impl FnOnce(&mut dyn Read) -> T) -> Result<T, ImportError> {
        let bounded = |inner: &mut dyn Read| task(&mut Bounded::new(inner, &self.left, TOO_MUCH));
        match &self.place {
            Place::File(storage, path) => Ok(bounded(&mut open(*storage, path)?)),
            Place::Zipped(archive, index) => {
                let mut archive = archive.borrow_mut();
                let entry = archive.by_index(*index);
                Ok(bounded(&mut entry.map_err(|error| damaged(&self.name, error))?))
            }
        }
    }
}

/// What a release lacks that has no file of this kind; nothing for the AMPP file, without which there is no release.
fn gap_without(kind: FileKind) -> Option<Gap> {
    match kind {
        dmd::GTIN_FILE => Some(Gap::NoGtinFile),
        dmd::LOOKUP_FILE => Some(Gap::NoLookupFile),
        dmd::VMP_FILE => Some(Gap::NoVmpFile),
        dmd::VMPP_FILE => Some(Gap::NoVmppFile),
        _ => None,
    }
}

/// Whether a file belongs beside an AMPP file of that date, by the dates in their names.
///
/// The files of products and packs name one another's rows and are extracted together: one date. The GTIN file comes in
/// a zip of its own with a date of its own. Codes of the lookup file are added to but not changed, and an old file beside
/// newer ones has been seen: its date is free, and codes that it lacks are reported one by one.
fn is_of_one_week(kind: FileKind, file: Option<Date>, ampp: Option<Date>) -> bool {
    match (kind, file, ampp) {
        (dmd::LOOKUP_FILE, ..) => true,
        (dmd::GTIN_FILE, Some(file), Some(ampp)) => file.days().abs_diff(ampp.days()) <= GTIN_DAYS,
        (_, file, ampp) => file == ampp,
    }
}

fn open<'s>(storage: &'s dyn Storage, path: &Path) -> Result<Box<dyn ReadSeek + 's>, ImportError> {
    storage
        .open(path)
        .map_err(|error| ImportError::in_file(Refusal::Unreadable, path.display(), reason(&error)))
}

fn read_archive<'s>(title: &str, source: Box<dyn ReadSeek + 's>) -> Result<Archive<'s>, ImportError> {
    let left = Rc::new(Cell::new(MAX_LISTED));
    let listed = ZipArchive::new(Bounded::new(source, &left, NO_LIST));
    left.set(u64::MAX);
    listed.map_err(|error| {
        ImportError::in_file(Refusal::NoZip, title, format!("not a complete zip file ({error})"))
    })
}

fn damaged(file: &str, problem: impl Display) -> ImportError {
    ImportError::in_file(Refusal::Damaged, file, problem)
}

fn entry(archive: &Rc<RefCell<Archive<'_>>>, index: usize) -> zip::result::ZipResult<(String, u64)> {
    let mut archive = archive.borrow_mut();
    let entry = archive.by_index_raw(index)?;
    Ok((entry.name()?.into_owned(), entry.size()))
}

/// Names are shown, in messages and while a file is read.
fn base_name(path: &str) -> String {
    plain(path.rsplit(['/', '\\']).next().unwrap_or(path))
}

fn is_zip(name: &str) -> bool {
    name.to_ascii_lowercase().ends_with(".zip")
}

/// The kind, of these, of `f_ampp2_3140825.xml` and its like: stem, schema version, date.
fn kind_of(name: &str, kinds: &[FileKind]) -> Option<FileKind> {
    let name = name.to_ascii_lowercase();
    let stem = name.strip_suffix(".xml")?.split_once(|c: char| c.is_ascii_digit())?.0;
    kinds.iter().copied().find(|kind| kind.stem == stem)
}

/// `nhsbsa_dmd_8.2.0_20250814000001.zip`: version, day, a running number.
fn name_and_date_of_zip(name: &str) -> Option<(String, Date)> {
    let (version, stamp) = name.strip_prefix("nhsbsa_dmd_")?.split_once('_')?;
    let date = format!("{}-{}-{}", stamp.get(..4)?, stamp.get(4..6)?, stamp.get(6..8)?);
    Some((version.to_owned(), Date::parse(&date).ok()?))
}

/// `f_ampp2_3140825.xml`: a digit of the schema version, then DDMMYY.
fn date_in_file_name(name: &str) -> Option<Date> {
    let name = name.to_ascii_lowercase();
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
        let kind_of = |name| super::kind_of(name, &dmd::FILES);
        assert_eq!(kind_of("f_ampp2_3140825.xml"), Some(dmd::AMPP_FILE));
        assert_eq!(kind_of("f_amp2_3140825.xml"), Some(dmd::AMP_FILE));
        assert_eq!(kind_of("F_GTIN2_0140825.XML"), Some(dmd::GTIN_FILE));
        assert_eq!(kind_of("f_bnf1_0140825.xml"), None);
        assert_eq!(kind_of("f_ampp2_3140825.xml.txt"), None);
        let in_supplement = |name| super::kind_of(name, &dmd::SUPPLEMENT_FILES);
        assert_eq!(in_supplement("f_bnf1_0140825.xml"), Some(dmd::BNF_FILE));
        assert_eq!(in_supplement("f_ampp2_3140825.xml"), None);
    }

    #[test]
    fn names_of_releases_tell_version_and_date() {
        let date = Date::new(2025, 8, 14).unwrap();
        assert_eq!(
            name_and_date_of_zip("nhsbsa_dmd_8.2.0_20250814000001.zip"),
            Some(("8.2.0".to_owned(), date))
        );
        assert_eq!(date_in_file_name("f_ampp2_3140825.xml"), Some(date));
        assert_eq!(date_in_file_name("F_AMPP2_3140825.XML"), Some(date));
        assert_eq!(date_in_file_name("f_ampp2_3999925.xml"), None);
        assert_eq!(name_and_date_of_zip("nhsbsa_dmd_8.2.0_2025.zip"), None);
    }
}

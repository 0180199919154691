//! The local machine, by std.

use std::cell::RefCell;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::time::{SystemTime, UNIX_EPOCH};

use ed25519_dalek::{Signature, VerifyingKey};
use indicatif::{ProgressBar, ProgressStyle};
use pack_lookup::command_line::{NOT_A_FILE, NewFile, Stream, System};
use pack_lookup::date::Date;
use pack_lookup::import::Progress;
use pack_lookup::import::disk::Disk;
use pack_lookup::import::storage::Storage;

/// The machine on which the process runs, as the `System` of the native program. The commands know files and
/// terminals only through it.
pub struct Native;

impl System for Native {
    fn files(&self) -> &dyn Storage {
        &Disk
    }

    fn input(&self) -> Box<dyn Read + '_> {
        Box::new(io::stdin().lock())
    }

    fn output_path(&self, path: &Path) -> io::Result<PathBuf> {
        let target = match fs::canonicalize(path) {
            Ok(target) => target,
            // A new file, or a link to one.
            Err(_) => linked_path(path)?,
        };
        match fs::metadata(&target) {
            // The rename reports a folder.
            Ok(found) if !found.is_file() && !found.is_dir() => Err(io::Error::other(NOT_A_FILE)),
            _ => Ok(target),
        }
    }

    fn create(&self, path: &Path) -> io::Result<Box<dyn NewFile + '_>> {
        Ok(Box::new(OnDisk(File::create(path)?)))
    }

    fn create_folder(&self, path: &Path) -> io::Result<()> {
        match fs::create_dir(path) {
            Err(_) if path.is_dir() => Ok(()),
            made => made,
        }
    }

    fn rename(&self, from: &Path, to: &Path) -> io::Result<()> {
        fs::rename(from, to)
    }

    fn remove(&self, path: &Path) -> io::Result<()> {
        fs::remove_file(path)
    }

    fn process_id(&self) -> u32 {
        std::process::id()
    }

    fn print(&self, stream: Stream, bytes: &[u8]) -> io::Result<()> {
        match stream {
            Stream::Answers => write_all(&mut io::stdout().lock(), bytes),
            Stream::Errors => write_all(&mut io::stderr().lock(), bytes),
        }
    }

    fn is_terminal(&self, stream: Stream) -> bool {
        match stream {
            Stream::Answers => io::stdout().is_terminal(),
            Stream::Errors => io::stderr().is_terminal(),
        }
    }

    fn bar(&self) -> Box<dyn Progress + '_> {
        Box::new(Bar::default())
    }

    fn variable(&self, name: &str) -> Option<OsString> {
        std::env::var_os(name)
    }

    /// The current day. A clock before 1970 is wrong and counts as 1970-01-01.
    fn today(&self) -> Date {
        let since_1970 = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
        Date::from_days((since_1970.as_secs() / 86_400) as i32).unwrap_or(Date::MIN)
    }

    fn verify_signature(&self, key: &[u8], statement: &[u8], signature: &[u8]) -> bool {
        let Ok(key) = VerifyingKey::try_from(key) else { return false };
        let Ok(signature) = Signature::from_slice(signature) else { return false };
        key.verify_strict(statement, &signature).is_ok()
    }

    /// `None`: the native program has no bundled data.
    fn bundled_dataset(&self) -> Option<PathBuf> {
        None
    }
}

/// Finds the path of a file that does not exist. Of a link, it is the path to which the link leads.
fn linked_path(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    for _ in 0..MAX_LINKS {
        let Ok(next) = fs::read_link(&target) else { return Ok(target) };
        // An absolute path replaces the folder.
        target = target.parent().unwrap_or(Path::new("")).join(next);
    }
    Err(io::Error::other(NOT_A_FILE))
}

/// The maximum number of links from one to the next, as in Linux.
const MAX_LINKS: usize = 40;

fn write_all(stream: &mut dyn Write, bytes: &[u8]) -> io::Result<()> {
    stream.write_all(bytes)?;
    stream.flush()
}

struct OnDisk(File);

impl io::Write for OnDisk {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl io::Seek for OnDisk {
    fn seek(&mut self, to: io::SeekFrom) -> io::Result<u64> {
        self.0.seek(to)
    }
}

impl NewFile for OnDisk {
    fn sync(&mut self) -> io::Result<()> {
        self.0.sync_all()
    }
}

/// A progress bar on standard error. Each task has a new one, because tasks run one after the other.
#[derive(Default)]
struct Bar {
    bar: RefCell<Option<ProgressBar>>,
}

impl Progress for Bar {
    fn begin(&self, task: &str, length: u64) {
        let style = ProgressStyle::with_template("{bar:30} {percent:>3} %  {msg}");
        let bar = ProgressBar::new(length).with_message(task.to_owned());
        bar.set_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()));
        self.bar.replace(Some(bar));
    }

    fn advance(&self, units: u64) {
        if let Some(bar) = self.bar.borrow().as_ref() {
            bar.inc(units);
        }
    }

    fn finish(&self) {
        if let Some(bar) = self.bar.take() {
            bar.finish();
        }
    }
}

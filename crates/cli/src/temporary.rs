//! Folders for the time of one command: private, and gone when it ends, also by Ctrl-C.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::failure::{self, Result};

/// Those that are there now.
static FOLDERS: Mutex<Vec<PathBuf>> = Mutex::new(Vec::new());

/// Removed when it is dropped.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
}

impl Folder {
    /// A new folder that only this user can look into.
    pub fn new() -> Result<Folder> {
        static NEXT: AtomicUsize = AtomicUsize::new(0);
        loop {
            let (process, number) = (std::process::id(), NEXT.fetch_add(1, Ordering::Relaxed));
            let nanos =
                std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).map_or(0, |d| d.subsec_nanos());
            let path = std::env::temp_dir().join(format!("safebump-{process}-{number}-{nanos:08x}"));
            // It must not be there yet: what somebody else put there is not trusted.
            match std::fs::DirBuilder::new().mode(0o700).create(&path) {
                Ok(()) => {
                    if let Ok(mut folders) = FOLDERS.lock() {
                        folders.push(path.clone());
                    }
                    return Ok(Folder { path });
                }
                Err(error) if error.kind() == std::io::ErrorKind::AlreadyExists => {}
                Err(error) => return Err(failure::io(&path, "make a folder", &error)),
            }
        }
    }

    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        if let Ok(mut folders) = FOLDERS.lock() {
            folders.retain(|path| *path != self.path);
        }
        // A leftover lies in the system's folder for temporary files, and does no harm.
        let _ = std::fs::remove_dir_all(&self.path);
    }
}

/// Writes a file whole: whoever looks meanwhile, or after a crash, finds all of it or what was there before.
pub fn write_whole(file: &Path, text: &str) -> std::io::Result<()> {
    let is_special = std::fs::metadata(file).is_ok_and(|found| !found.is_file());
    // A pipe, a terminal or a link is written through.
    if is_special || file.is_symlink() {
        return std::fs::write(file, text);
    }
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{}", std::process::id()));
    let written = std::fs::write(&beside, text).and_then(|()| std::fs::rename(&beside, file));
    if written.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    written
}

/// What a shell expects of a program that a signal ended: 128 and the signal's number.
const ENDED_BY_SIGNAL: i32 = 128;

/// From now on a signal that ends the program removes the folders first. Called once, before any thread is started.
pub fn remove_when_interrupted() {
    // SAFETY: a set of signals is made, and blocked for this thread and those that it starts; a program that is
    // started gets an empty mask from the standard library.
    let signals = unsafe {
        let mut signals: libc::sigset_t = std::mem::zeroed();
        libc::sigemptyset(&mut signals);
        for signal in [libc::SIGINT, libc::SIGTERM, libc::SIGHUP] {
            libc::sigaddset(&mut signals, signal);
        }
        libc::pthread_sigmask(libc::SIG_BLOCK, &signals, std::ptr::null_mut());
        signals
    };
    std::thread::spawn(move || {
        let mut signal = 0;
        // SAFETY: both are this thread's own.
        unsafe { libc::sigwait(&signals, &mut signal) };
        if let Ok(folders) = FOLDERS.lock() {
            folders.iter().for_each(|path| drop(std::fs::remove_dir_all(path)));
        }
        std::process::exit(ENDED_BY_SIGNAL + signal);
    });
}

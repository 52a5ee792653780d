//! What is there for the time of one command, and gone when it ends, also by Ctrl-C.

use std::path::Path;

pub use confine::Folder;

use crate::failure::{self, Result};

/// A new folder that only this user can look into.
pub fn folder() -> Result<Folder> {
    Folder::new().map_err(|error| failure::io(&std::env::temp_dir(), "make a folder", &error))
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
        Folder::remove_all();
        std::process::exit(ENDED_BY_SIGNAL + signal);
    });
}

//! What is there for the time of one command, and gone when it ends, also by Ctrl-C.

pub use confine::Folder;

use crate::failure::{self, Result};

/// A new folder that only this user can look into.
pub fn folder() -> Result<Folder> {
    Folder::new().map_err(|error| failure::io(&std::env::temp_dir(), "make a folder", &error))
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

//! What a child may do, as data.

use std::path::{Path, PathBuf};
use std::time::Duration;

use crate::rules;

/// What a child may do.
#[derive(Clone, Debug)]
pub struct Policy {
    /// Files, and folders with all that is in them, that may be read. What is not there is left out.
    pub reads: Vec<PathBuf>,
    /// Files that may be started, until the child seals itself: the program itself and its loader.
    pub programs: Vec<PathBuf>,
    /// May it fork, until it seals itself?
    pub forks: bool,
    pub seal: Seal,
    pub limits: Limits,
    /// Variables of its environment, beside the few that every child has.
    pub environment: Vec<(&'static str, String)>,
}

/// What is left to a child that has sealed itself.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Seal {
    /// It may still open what it may read, and start threads.
    Files,
    /// It may compute, and write to what is open.
    Computing,
}

#[derive(Copy, Clone, Debug)]
pub struct Limits {
    /// Bytes of address space, for each process.
    pub memory: u64,
    /// Processor time in all.
    pub processor: Duration,
    /// Bytes of a file that it writes.
    pub file: u64,
    /// Bytes of what it says in answer to one request.
    pub answer: usize,
}

impl Default for Limits {
    fn default() -> Limits {
        Limits { memory: 1 << 30, processor: Duration::from_secs(300), file: 16 << 20, answer: 4 << 20 }
    }
}

/// Whose word stands for the code where the kernel cannot confine it?
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub enum Trust {
    /// Nobody's: it is not run.
    #[default]
    Strangers,
    /// The user's. Limits of memory and time still hold.
    Trusted,
}

impl Policy {
    /// The filter that the child has to put in force before it runs strangers' code: the bytes of an
    /// array of `struct sock_filter`, in hexadecimal digits, for `prctl(PR_SET_SECCOMP)`. Empty where
    /// the kernel knows no filters.
    pub fn seal(&self) -> String {
        rules::seal(self.seal)
    }
}

/// Where shared libraries are, and what starting a program reads.
pub fn libraries() -> Vec<PathBuf> {
    let places = ["/lib", "/lib64", "/usr/lib", "/usr/lib64", "/usr/local/lib", "/etc/ld.so.cache"];
    places.iter().chain(&["/dev/null", "/dev/zero", "/dev/urandom"]).map(PathBuf::from).collect()
}

/// The programs that load a program with shared libraries, as far as they are there.
pub fn loader() -> Vec<PathBuf> {
    let known =
        ["/lib64/ld-linux-x86-64.so.2", "/lib/ld-linux-aarch64.so.1", "/lib/ld-musl-x86_64.so.1", "/lib/ld64.so.1"];
    known.iter().map(Path::new).filter_map(|path| path.canonicalize().ok()).collect()
}

//! Where the kernel is not Linux: nothing is confined, and there are limits only.

use std::io;
use std::path::Path;

use crate::policy::{Limits, Policy, Seal};

/// Why this kernel cannot confine a child.
pub fn cannot_confine() -> Option<&'static str> {
    Some("its kernel is not Linux")
}

pub(crate) fn seal(_: Seal) -> String {
    String::new()
}

pub(crate) struct Prepared(Limits);

impl Prepared {
    pub(crate) fn limits_only(policy: &Policy) -> Prepared {
        Prepared(policy.limits)
    }

    pub(crate) fn confined(_: &Policy, _: &Path) -> io::Result<Prepared> {
        Err(io::ErrorKind::Unsupported.into())
    }

    /// To be called in the child, after the fork: allocates nothing.
    pub(crate) fn enforce(&mut self) -> io::Result<()> {
        let limit = |most: u64| libc::rlimit { rlim_cur: most, rlim_max: most };
        // SAFETY: the structures live through the calls.
        unsafe {
            libc::setsid();
            libc::setrlimit(libc::RLIMIT_CORE, &limit(0));
            libc::setrlimit(libc::RLIMIT_CPU, &limit(self.0.processor.as_secs().max(1)));
            libc::setrlimit(libc::RLIMIT_FSIZE, &limit(self.0.file));
        }
        Ok(())
    }
}

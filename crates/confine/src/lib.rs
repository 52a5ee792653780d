//! A child process that harms nobody: strangers' code is run in one.
//!
//! It reaches no network, reads only what its [`Policy`] names, writes only into an empty folder of
//! its own, starts no other program, and its memory, time, processes and output are bounded. The
//! kernel sees to that: Landlock for files and signals, seccomp for everything else, resource limits
//! for the rest. A child that does what it may not is ended at once, so that nobody takes what
//! follows a refusal for what the code does ([`End::Refused`]). Reading a file outside is the
//! exception: that fails, as it does for lack of permission.
//!
//! Two steps: what [`Child::start`] puts in force before the program is started must let it start.
//! The program itself then [seals](Policy::seal) itself, before the first line of strangers' code.
//!
//! Where the kernel cannot confine, a child is started only by [`Trust::Trusted`].

mod child;
#[cfg(target_os = "linux")]
mod filter;
mod folder;
mod policy;
#[cfg(target_os = "linux")]
mod rules;
#[cfg(not(target_os = "linux"))]
#[path = "elsewhere.rs"]
mod rules;
mod waited;

pub use child::{Child, End, StartError};
pub use folder::Folder;
pub use policy::{Limits, Policy, Seal, Trust, libraries, loader};
pub use rules::cannot_confine;
pub use waited::output;

/// For tests of what needs confinement: is this one left out here? Where the kernel cannot confine, such a test fails,
/// unless somebody said that it may be left out.
pub fn left_out_of_tests() -> bool {
    let Some(why) = cannot_confine() else { return false };
    assert!(
        std::env::var_os(MAY_SKIP).is_some(),
        "nothing is confined on this machine: {why}; {MAY_SKIP}=1 leaves it out"
    );
    true
}

const MAY_SKIP: &str = "MAY_SKIP";

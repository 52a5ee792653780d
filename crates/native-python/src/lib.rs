//! Runs Python programs in CPython, in confined processes, and makes up inputs for them.
//!
//! A [`Worker`] is one version and the process that runs it; [`Both`] is what `engine-native` searches.
//! The process runs three pieces of Python: `host.py` (how code is confined, loaded and observed),
//! `inputs.py` (inputs by type, with what the source speaks of) and `many.py` (many calls at once). One that
//! only loads also has `heap.py`, `standing.py` and `loading.py`, for [`loads`].

mod affected;
mod both;
mod heaps;
mod loaded;
mod ran;
mod worker;

pub use both::{Asked, Both, Ending, Lines, STEP};
pub use loaded::loads;
pub use worker::{Exceptions, Layout, NotRun, Python, Worker};

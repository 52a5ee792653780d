//! Runs test cases: folders with two versions, a client, and a header that says what is true.
//!
//! Every engine runs on every case. Any may give up; none may contradict the header. Besides:
//!
//! * Old against a disguised old ([`disguise`]) is never `different`, and `equivalent` wherever all
//!   loops end.
//! * What the engines and the built-in replay say is held against CPython ([`native`]), which
//!   shares no code with them.
//! * What a report says about inputs is tried on inputs ([`truth`]).
//! * The text report is compared with `report.txt`.

pub mod case;
pub mod disguise;
pub mod native;
pub mod run;
pub mod times;
pub mod truth;

pub use case::Case;
pub use run::{Outcome, run};

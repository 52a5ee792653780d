//! Runs both versions of a C, C++ or Rust function as compiled code, in confined processes, and makes up inputs for it.
//!
//! [`Both`] is what `engine-native` searches. A version is compiled into a program of two parts: the *glue*
//! ([`glue`]), which includes the client's source and calls the function with bytes it is handed, and the *server*
//! (`serve.c`), which reads calls from a pipe and says what they did. The server knows no types: bytes become values
//! and words here ([`value`], [`observe`]).
//!
//! What a difference may not rest on is kept out by how versions are built and run. Old is compiled with checks for
//! undefined behaviour: an input on which one of them ends it shows nothing. Objects end where memory ends, so that
//! whoever goes beyond one is caught: beyond what was given, nothing is seen; elsewhere it is undefined behaviour.
//! What was never written holds other bytes in other processes, and other builds lay out the stack otherwise: what
//! depends on that is not the same in all of them, and is no difference.
//!
//! Left out: functions that call what is not there (such a version cannot be linked), pointers to functions, and
//! what code outside the process would show: files, threads, the network.

mod both;
mod glue;
mod make;
mod mine;
mod observe;
mod program;
mod rusty;
mod smaller;
mod value;
mod wire;
mod worker;

pub use both::{Asked, Both, NotRun};
pub use observe::{End, Ending, Shown, Undefined, Written};
pub use value::literal;

//! Python source to the intermediate language, nothing else.
//!
//! [`lower`] takes two versions of a program and the client, and gives the client lowered against
//! each, ready to be compared. What parses always lowers: a construct that has no exact
//! counterpart becomes `Unsupported` where control would reach it.
//!
//! * [`runtime`]: what a Python value is. [`prelude`]: what the operators do to values, written in
//!   a small dialect in `prelude/*.py`; [`hooks`]: the parts of it that depend on the program.
//! * [`outside`], [`standard`]: what is not understood at the top level of modules.
//! * [`text`](mod@text), [`refused`]: what CPython reads, and what its compiler does not take.
//! * [`module`], [`scope`], [`builtins`], [`imports`]: names. [`program`]: which files make up a program.
//! * [`lower`](mod@lower): one version. [`function`] and the files about statements and
//!   expressions: one function.
//! * [`passed`]: functions as values.
//! * [`entry`], [`types`]: the function around the client. [`notation`]: how values are written.

mod assign;
mod builtin;
mod builtins;
mod call;
mod define;
mod entry;
mod expr;
mod function;
mod hooks;
mod imports;
mod loops;
mod lower;
mod method;
mod module;
mod notation;
mod outside;
mod passed;
mod patterns;
mod prelude;
mod program;
mod refused;
mod runtime;
mod scope;
mod standard;
mod stmt;
mod text;
mod types;

use ir::entry::{Pair, Source, SourceError};

pub use module::ModuleSource;
#[doc(hidden)]
pub use refused::{Refusal, Why, check as refusal};

/// What makes two exceptions the same.
#[derive(Copy, Clone, PartialEq, Eq, Debug, Default)]
pub enum Exceptions {
    #[default]
    Type,
    Message,
    Any,
}

#[derive(Clone, Debug, Default)]
pub struct Options {
    /// Types of parameters of the client, by name.
    pub types: Vec<(String, String)>,
    pub exceptions: Exceptions,
    /// The name that a library of one file answers to.
    pub module: Option<String>,
    /// It answers to that name, or to its file's, and to no other: a client that imports neither
    /// does not use it.
    pub only_by_name: bool,
    /// Floats are IEEE 754 numbers whatever this says, until there is a second sort for them.
    pub floats_real: bool,
    /// A failed assertion also clears the cell [`ASSERTIONS`], which starts true.
    pub flag_assertions: bool,
    /// A deliberate fault, so that the tests can show that they would find it.
    #[doc(hidden)]
    pub fault: Option<Fault>,
}

/// The cell that failed assertions clear, if asked for.
pub const ASSERTIONS: &str = "assertions hold";

/// Ways to be wrong on purpose.
#[doc(hidden)]
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A piece of the prelude's text replaced by another.
    Prelude(&'static str, &'static str),
    AndGivesBool,
    ChainTwice,
    DefaultRecreated,
}

/// One version of a program: a file, or the files of a folder.
#[derive(Clone, Debug)]
pub struct Version {
    pub modules: Vec<ModuleSource>,
    /// One file, which answers to other names than its own.
    pub is_file: bool,
}

impl Version {
    pub fn file(source: Source) -> Version {
        let path = program::stem(&source.name);
        Version { modules: vec![ModuleSource::new(path, false, source)], is_file: true }
    }

    /// The files of a folder, each with its path within it: `pkg/__init__.py`.
    pub fn folder(files: Vec<(String, Source)>) -> Version {
        let modules = files.into_iter().filter_map(|(path, source)| program::module_source(&path, source)).collect();
        Version { modules, is_file: false }
    }
}

/// A client in a file of its own.
#[derive(Clone, Debug)]
pub struct ClientSource {
    module: ModuleSource,
    siblings: Vec<ModuleSource>,
}

impl ClientSource {
    /// `siblings`: the modules beside it, each with its path relative to the client's folder.
    pub fn new(source: Source, siblings: Vec<(String, Source)>) -> ClientSource {
        let module = ModuleSource::new(program::stem(&source.name), false, source);
        let siblings =
            siblings.into_iter().filter_map(|(path, source)| program::module_source(&path, source)).collect();
        ClientSource { module, siblings }
    }

    /// The names that can be clients.
    pub fn functions(&self) -> Result<Vec<String>, SourceError> {
        program::functions_of(&self.module)
    }
}

#[derive(Clone, Debug)]
pub struct Client {
    /// `f` or `Class.method`; in a folder also `pkg.mod.f`.
    pub function: String,
    pub file: Option<ClientSource>,
}

/// The names that can be clients.
pub fn functions(version: &Version) -> Result<Vec<String>, SourceError> {
    program::functions(version)
}

/// The client against both versions.
pub fn lower(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<Pair, SourceError> {
    entry::lower(old, new, client, options)
}

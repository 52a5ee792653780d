//! Python source to the intermediate language, nothing else.
//!
//! [`lower`] takes two versions of a program and the client, and gives the client lowered against
//! each, ready to be compared. What parses always lowers: a construct that has no exact
//! counterpart becomes `Unsupported` where control would reach it.
//!
//! * [`runtime`]: what a Python value is. [`prelude`]: what the operators do to values, written in
//!   a small dialect in `prelude/*.py`; [`hooks`]: the parts of it that depend on the program.
//! * [`regex`]: regular expressions. [`models`]: functions of the standard library in Python. [`library`]: functions that are called as a stub declares them. [`interface`]: what users of a library can name.
//! * [`settled`], [`slice`](mod@slice): what of top levels counts. [`loaded`]: top levels of which it was seen what they do. [`outside`], [`standard`]: what is not understood there.
//! * [`keys`], [`reach`]: what code means, by all that its names lead to. [`opaque`], [`affected`]: unknown steps within
//!   functions, and objects that are not the same to them in both versions.
//! * [`alike`](mod@alike): clients for which nothing changes, told without lowering them.
//! * [`unmodelled`]: what a program may see of itself that the model leaves out.
//! * [`text`](mod@text), [`refused`]: what CPython reads, and what its compiler does not take. [`tuples`]: named tuples read as classes.
//! * [`module`], [`scope`], [`builtins`], [`imports`]: names. [`program`]: which files make up a program.
//! * [`lower`](mod@lower): one version. [`function`] and the files about statements and
//!   expressions: one function.
//! * [`generator`]: functions that yield. [`object`]: classes and instances. [`passed`]: functions as values. [`spread`]: calls with stars.
//! * [`entry`], [`calling`], [`types`], [`outcome`]: the function around the client. [`notation`]: how values are written.

mod affected;
mod aliases;
mod alike;
mod assign;
mod basics;
mod builtin;
mod builtins;
mod call;
mod calling;
mod define;
mod entry;
mod expr;
mod external;
mod function;
mod generator;
mod guard;
mod guess;
mod hooks;
mod imports;
mod interface;
mod keys;
mod library;
mod loaded;
mod looks;
mod loops;
mod lower;
mod method;
mod models;
mod module;
mod notation;
mod object;
mod opaque;
mod outcome;
mod outside;
mod passed;
mod patterns;
mod prelude;
mod program;
mod reach;
mod recursion;
mod refused;
mod regex;
mod runtime;
mod scope;
mod setters;
mod settled;
mod slice;
mod spread;
mod standard;
mod state;
mod stmt;
mod template;
mod text;
mod tuples;
mod types;
mod unmodelled;
mod wrapped;

use std::collections::BTreeSet;

use ir::entry::{Later, Pair, Prior, Source, SourceError};
use state::Start;

pub use alike::alike;
pub use basics::is_core;
pub use guard::{assumed, guarded, holds};
pub use interface::{InterfaceChange, interface_change};
pub use library::{Stub, declared_functions, imported_modules};
pub use loaded::{Affected, Functions, Graph, LeadsTo, Loading};
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
    /// The client is known to use the library: if nothing else can be it, the one module beside the
    /// client that it imports is.
    pub is_used: bool,
    /// Floats are IEEE 754 numbers whatever this says, until there is a second sort for them.
    pub floats_real: bool,
    /// A failed assertion also clears the cell [`ASSERTIONS`], which starts true.
    pub flag_assertions: bool,
    /// Code that is not understood is an outside step; else it gets stuck.
    pub opaque: bool,
    /// Modules that are not read though they are imported: their functions are called as they are declared.
    pub library: Vec<Stub>,
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
    /// The modules beside a single file that it may import.
    siblings: Vec<ModuleSource>,
    /// The file's folders and its name without ending, outermost first.
    location: Vec<String>,
    /// Other names of the package that the folder is.
    aliases: Vec<String>,
    /// Modules that are there as machine code, by path, each with a digest of it.
    compiled: Vec<(String, u64)>,
    /// Modules of which there are several, by path, each with a digest of all that it may be.
    unclear: Vec<(String, u64)>,
}

/// Modules, part by part.
fn parts(modules: &[ModuleSource], add: &mut dyn FnMut(&str)) {
    add(&modules.len().to_string());
    for module in modules {
        add(&module.path);
        add(if module.is_package { "a package" } else { "a module" });
        add(module.file());
        add(module.text());
    }
}

impl Version {
    /// All of it, part by part, but for the folders around a file.
    pub fn each_part(&self, add: &mut dyn FnMut(&str)) {
        parts(&self.modules, add);
        parts(&self.siblings, add);
        add(if self.is_file { "a file" } else { "a folder" });
        self.location.last().into_iter().for_each(|name| add(name));
        add("aliases");
        self.aliases.iter().for_each(|name| add(name));
        add("machine code");
        for (path, digest) in &self.compiled {
            add(path);
            add(&digest.to_string());
        }
        add("several places");
        for (path, digest) in &self.unclear {
            add(path);
            add(&digest.to_string());
        }
    }

    /// The folders around a file that imports of these names can mean, innermost first.
    pub fn folders_that(&self, is_named: &dyn Fn(&str) -> bool) -> impl Iterator<Item = &str> {
        self.location.iter().rev().skip(1).map(String::as_str).take_while(move |name| is_named(name))
    }

    pub fn file(source: Source) -> Version {
        let path = program::stem(&source.name);
        Version::file_among(vec![path.clone()], path, source, Vec::new())
    }

    /// A file with the path that imports have for it, and the modules beside it, each with its path
    /// relative to the folder that imports begin at. `location`: its folders and its name.
    pub fn file_among(location: Vec<String>, path: String, source: Source, siblings: Vec<(String, Source)>) -> Version {
        let module = ModuleSource::new(path, false, source);
        Version {
            modules: vec![module],
            is_file: true,
            siblings: modules(siblings),
            location,
            aliases: Vec::new(),
            compiled: Vec::new(),
            unclear: Vec::new(),
        }
    }

    /// The files of a folder, each with its path within it: `pkg/__init__.py`.
    pub fn folder(files: Vec<(String, Source)>) -> Version {
        Version {
            modules: modules(files),
            is_file: false,
            siblings: Vec::new(),
            location: Vec::new(),
            aliases: Vec::new(),
            compiled: Vec::new(),
            unclear: Vec::new(),
        }
    }

    /// These files of the folder, by their paths within it, are modules of machine code.
    pub fn with_compiled(self, files: Vec<(String, u64)>) -> Version {
        let module = |(path, digest): (String, u64)| {
            // `pkg/_fast.cpython-311-x86_64-linux-gnu.so`
            let (folder, file) = path.rsplit_once('/').unwrap_or(("", &path));
            let name = file.split('.').next().unwrap_or(file);
            (format!("{folder}/{name}").trim_start_matches('/').replace('/', "."), digest)
        };
        Version { compiled: files.into_iter().map(module).collect(), ..self }
    }

    /// Nobody can say which file these modules mean.
    pub fn with_unclear(self, unclear: Vec<(String, u64)>) -> Version {
        Version { unclear, ..self }
    }

    /// The folder is a package that goes by these names too.
    pub fn also_called(self, aliases: Vec<String>) -> Version {
        Version { aliases, ..self }
    }
}

/// A package wins over a module of its name.
fn modules(files: Vec<(String, Source)>) -> Vec<ModuleSource> {
    let mut modules: Vec<ModuleSource> =
        files.into_iter().filter_map(|(path, source)| program::module_source(&path, source)).collect();
    let packages: BTreeSet<String> =
        modules.iter().filter(|module| module.is_package).map(|module| module.path.clone()).collect();
    modules.retain(|module| module.is_package || !packages.contains(&module.path));
    modules
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
        ClientSource::at(program::stem(&source.name), source, siblings)
    }

    /// The same for a client within a package: `path` is what imports call it, and the siblings'
    /// paths begin at the same folder.
    pub fn at(path: String, source: Source, siblings: Vec<(String, Source)>) -> ClientSource {
        ClientSource { module: ModuleSource::new(path, false, source), siblings: modules(siblings) }
    }

    /// All of it, part by part.
    pub fn each_part(&self, add: &mut dyn FnMut(&str)) {
        parts(std::slice::from_ref(&self.module), add);
        parts(&self.siblings, add);
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

/// The name that a library of one file answers to; `None` for a folder.
pub fn library_name(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Option<String>, SourceError> {
    let is_file = old.is_file && new.is_file;
    is_file.then(|| program::library_name(old, new, client, options)).transpose()
}

/// Is the client's own code written in another way in the new version? Told by the text alone, without lowering.
pub fn is_changed(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<bool, SourceError> {
    entry::is_changed(old, new, client, options)
}

/// The parameters of the client whose types follow from what is done with them, with these types.
pub fn guessed_types(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<(String, String)>, SourceError> {
    entry::guessed_types(old, new, client, options)
}

/// The types that the client's parameters are taken to have, in order.
pub fn parameter_types(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<String>, SourceError> {
    entry::parameter_types(old, new, client, options)
}

/// The client against both versions.
pub fn lower(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<Pair, SourceError> {
    Ok(entry::lower(old, new, client, options, &Start::Loaded)?.0)
}

/// The client called after others. `None`: nothing that it looks at can change.
pub fn lower_later(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Option<Later>, SourceError> {
    let (any_state, changing) = entry::lower(old, new, client, options, &Start::AnyState)?;
    let sequences = changing.sequences();
    Ok((!changing.held.is_empty()).then_some(Later { any_state, sequences, all: None, afterwards: Vec::new() }))
}

/// Does a function that assigns a variable of a module do something else in the new version?
pub fn has_changed_setter(old: &Version, new: &Version) -> bool {
    setters::has_changed(old, new)
}

/// What a proof takes for granted of the state before the call, where all that the client reaches is the same.
pub fn on_state(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<ir::entry::Assumption>, SourceError> {
    entry::on_state(old, new, client, options)
}

/// The client's call after these steps.
pub fn lower_after(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
    steps: &[Prior],
) -> Result<Pair, SourceError> {
    Ok(entry::lower(old, new, client, options, &Start::After(steps.to_vec()))?.0)
}

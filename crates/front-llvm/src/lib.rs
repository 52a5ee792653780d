//! C, C++ and Rust through LLVM IR: reads the text that clang and rustc emit and lowers what a
//! client reaches of it.
//!
//! * [`read`] finds what a module defines; [`functions`] lists what can be a client.
//! * [`lower`] lowers a client against both versions. The modules of a version are joined by
//!   symbol name.
//!
//! **Values.** An `iN` is a bit-vector of N bits, or, with [`Ints::Unbounded`], a mathematical
//! integer that stands for the signed value; an `i1` is a truth value. Structures are taken apart.
//!
//! **Memory.** Locals whose address is not used other than to load and store become SSA
//! variables; globals of that kind become cells of their own. All other objects live in memory:
//! a pointer is an object, an element of it and a byte of the element, and the contents are
//! columns of scalars (see `layout`), each an array by element.
//!
//! **Undefined behaviour.** Null and dangling pointers, bounds, division by zero, `INT_MIN / -1`,
//! shifts too far, `unreachable` and failed assertions are traps. Signed overflow wraps. What was
//! never written reads as an arbitrary value, a choice.
//!
//! **Assumptions.** Global variables hold their initial values when the client starts. There is
//! one thread. Allocation succeeds. Objects that are not equal have addresses that are not equal.

mod analysis;
mod demangle;
mod join;
mod layout;
mod lower;
mod notation;
mod reader;
mod sorts;

use ir::entry::{Assumption, AssumptionKind, Pair, SourceError};
use ir::{Span, Terminator};
use rustc_hash::FxHashSet;

use join::{Version, check_unique};
use lower::entry::{Analysed, global_facts, lower_version};
pub use notation::{C, Rust};
use reader::GlobalOrAlias;
pub use reader::Module;
pub use sorts::{Floats, Ints, Options, Undefined};

/// The arguments with which clang compiles a source to what [`read`] takes, before the name of
/// the source and `-o`.
pub const CLANG_ARGUMENTS: &[&str] = &[
    "-O0",
    "-g",
    "-fno-discard-value-names",
    "-femit-all-decls",
    "-Xclang",
    "-disable-O0-optnone",
    "-S",
    "-emit-llvm",
];

/// The same for rustc.
pub const RUSTC_ARGUMENTS: &[&str] =
    &["--emit=llvm-ir", "-g", "-Copt-level=0", "-Coverflow-checks=on", "--crate-type=lib", "-Cno-prepopulate-passes"];

/// Reads a module. `name` is what messages call it.
pub fn read(text: &str, name: &str) -> Result<Module, SourceError> {
    Module::read(text, name)
}

/// The functions that the module defines, as a user would name them, in order of the text.
pub fn functions(module: &Module) -> Vec<String> {
    module.functions.iter().map(|function| demangle::demangle(&function.name)).collect()
}

/// Those of them that stand in the source file itself, not in a header; all, where the module has
/// no debug information to tell.
pub fn own_functions(module: &Module) -> Vec<String> {
    let own = module.functions.iter().filter(|function| {
        let subprogram = module.signature(function).ok().and_then(|signature| signature.subprogram);
        subprogram.is_none_or(|subprogram| module.is_in_source_file(subprogram))
    });
    own.map(|function| demangle::demangle(&function.name)).collect()
}

/// Lowers the client against both versions.
pub fn lower(old: &[Module], new: &[Module], client: &str, options: Options) -> Result<Pair, SourceError> {
    check_unique(old)?;
    check_unique(new)?;
    let old_root = find_client(old, client)?;
    let new_root = find_client(new, client)?;
    let first_old = Version::reach(old, &[old_root])?;
    let first_new = Version::reach(new, &[new_root])?;
    // A global that one version never touches still has its initial value there.
    let old_version = with_globals_of(old, old_root, first_old, &first_new)?;
    let new_version = with_globals_of(new, new_root, first_new, &old_version)?;
    let (old, new) = (Analysed::new(old_version), Analysed::new(new_version));
    let (facts, changed) = global_facts(&old, &new);
    let parameters = parameter_names(&old);
    let old_entry = lower_version(&old, &facts, &changed, options, client);
    let new_entry = lower_version(&new, &facts, &changed, options, client);
    let sorts = |entry: &ir::entry::Entry| -> Vec<String> {
        let function = &entry.program.functions[entry.client];
        function.params.iter().map(|param| param.sort.to_string()).collect()
    };
    if sorts(&old_entry) != sorts(&new_entry) {
        let message = format!(
            "the parameters of `{client}` differ: ({}) in old, ({}) in new",
            sorts(&old_entry).join(", "),
            sorts(&new_entry).join(", ")
        );
        return Err(SourceError::new(new.version.modules[new.version.functions[0].module].name(), None, message));
    }
    let is_rust = demangle::is_mangled(old.version.functions[0].symbol);
    let notation: Box<dyn ir::entry::Notation> = if is_rust { Box::new(Rust) } else { Box::new(C) };
    let assumptions = assumptions(options);
    Ok(Pair { client: client.into(), parameters, old: old_entry, new: new_entry, assumptions, notation })
}

/// Lowers every function of a version, each once, and lists what is not supported, with the file
/// and line where it stands. A check of one client only meets what that client reaches.
pub fn survey(modules: &[Module], options: Options) -> Result<Vec<(String, String, u32)>, SourceError> {
    check_unique(modules)?;
    let roots: Vec<(usize, &str)> = modules
        .iter()
        .enumerate()
        .flat_map(|(index, module)| module.functions.iter().map(move |function| (index, &*function.name)))
        .collect();
    let analysed = Analysed::new(Version::reach(modules, &roots)?);
    let (facts, changed) = global_facts(&analysed, &analysed);
    if analysed.version.functions.is_empty() {
        return Ok(Vec::new());
    }
    let entry = lower_version(&analysed, &facts, &changed, options, "survey");
    let place = |(what, span): (String, Span)| {
        let file = entry.program.files.get(span.file).map_or("", |file| &file.name);
        (what, file.to_string(), span.line)
    };
    let mut found: Vec<_> = unsupported(&entry.program).into_iter().map(place).collect();
    found.sort();
    found.dedup();
    Ok(found)
}

/// Everything in the program that is not supported, where it stands, in order.
pub fn unsupported(program: &ir::Program) -> Vec<(String, Span)> {
    let mut found = Vec::new();
    for (_, function) in program.functions.iter() {
        let Some(body) = function.body() else { continue };
        for (id, block) in body.blocks.iter() {
            if let Terminator::Unsupported(what) = block.end {
                found.push((what.to_string(), body.span_of_end(id)));
            }
        }
    }
    found
}

fn assumptions(options: Options) -> Vec<Assumption> {
    let mut assumptions = Vec::new();
    if options.ints == Ints::Unbounded {
        let detail = "signed integers do not overflow".to_string();
        assumptions.push(Assumption { kind: AssumptionKind::UnboundedInts, detail });
    }
    if options.floats == Floats::Real {
        let detail = "floats are real numbers".to_string();
        assumptions.push(Assumption { kind: AssumptionKind::RealFloats, detail });
    }
    assumptions
}

/// The function a user means: by symbol, by source path, or by the end of one.
fn find_client<'m>(modules: &'m [Module], client: &str) -> Result<(usize, &'m str), SourceError> {
    for (index, module) in modules.iter().enumerate() {
        if let Some(function) = module.function(client) {
            return Ok((index, &function.name));
        }
    }
    let all = || {
        modules.iter().enumerate().flat_map(|(index, module)| {
            module.functions.iter().map(move |function| (index, &*function.name, demangle::demangle(&function.name)))
        })
    };
    let exact: Vec<_> = all().filter(|(_, _, path)| path == client).collect();
    let ending = format!("::{client}");
    let found = if exact.is_empty() { all().filter(|(_, _, path)| path.ends_with(&ending)).collect() } else { exact };
    match &found[..] {
        [(index, name, _)] => Ok((*index, name)),
        [] => {
            let mut defined: Vec<String> = all().map(|(_, _, path)| path).collect();
            defined.truncate(20);
            let name = modules.first().map_or("", |module| module.name());
            Err(SourceError::new(name, None, format!("no function `{client}`; defined here: {}", defined.join(", "))))
        }
        several => {
            let paths: Vec<&str> = several.iter().map(|(_, _, path)| &**path).collect();
            let name = modules.first().map_or("", |module| module.name());
            Err(SourceError::new(name, None, format!("`{client}` may be any of {}", paths.join(", "))))
        }
    }
}

/// The version with the globals that the other one reaches, as far as it defines them.
fn with_globals_of<'m>(
    modules: &'m [Module],
    root: (usize, &'m str),
    version: Version<'m>,
    other: &Version<'_>,
) -> Result<Version<'m>, SourceError> {
    let here: FxHashSet<&str> = version.globals.iter().map(|global| global.name.as_str()).collect();
    let mut roots = vec![root];
    for global in other.globals.iter().filter(|global| !global.global.constant && !here.contains(global.name.as_str()))
    {
        for (index, module) in modules.iter().enumerate() {
            if let Some(name) = module.global_names().find(|name| *name == global.name)
                && let Some(Ok(GlobalOrAlias::Global(found))) = module.global(name)
                && found.initial.is_some()
            {
                roots.push((index, name));
            }
        }
    }
    if roots.len() == 1 { Ok(version) } else { Version::reach(modules, &roots) }
}

fn parameter_names(analysed: &Analysed) -> Vec<String> {
    let function = &analysed.version.functions[0];
    let module = &analysed.version.modules[function.module];
    let described: Vec<(&str, usize)> = analysed.analyses[0]
        .allocas
        .iter()
        .filter_map(|alloca| module.variable(alloca.variable?))
        .filter_map(|(name, position)| Some((name, position?)))
        .collect();
    let name = |(index, param): (usize, &reader::syntax::Parameter)| {
        let numbered = param.name.bytes().all(|byte| byte.is_ascii_digit());
        let described = described.iter().find(|(_, position)| *position == index + 1);
        match described {
            Some((name, _)) if numbered => name.to_string(),
            _ => param.name.to_string(),
        }
    };
    function.signature.params.iter().enumerate().map(name).collect()
}

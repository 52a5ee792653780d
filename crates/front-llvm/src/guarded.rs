//! Values of Rust that callers cannot make as they please: structures with private fields, which only functions of the
//! program make.
//!
//! What such a structure holds is an input like any other, and a proof about all of them is a proof about those that
//! there are. But a difference on one that nobody can make is none. Here is told which parameters of a client are such,
//! and what makes them; where nothing in the program does, whoever calls the client sees the fields.

use ir::entry::SourceError;

use crate::demangle::is_mangled;
use crate::reader::{Module, SourceType};

/// A client that takes such values.
pub struct Guarded {
    /// The client's path within the crate.
    pub path: String,
    pub params: Vec<Handed>,
    pub result: SourceType,
}

/// A parameter.
pub struct Handed {
    pub ty: SourceType,
    /// The types with private fields that it is, holds or leads to.
    pub guarded: Vec<Made>,
}

/// A type with private fields, and what there is to make its values.
#[derive(Clone)]
pub struct Made {
    pub name: String,
    pub makers: Vec<Function>,
    /// Functions that take `&mut` of it first.
    pub changers: Vec<Function>,
}

/// A function of the program.
#[derive(Clone)]
pub struct Function {
    pub path: String,
    pub params: Vec<SourceType>,
    pub result: SourceType,
}

/// `None`: callers can make whatever the client takes, or it is not known what that is. What is compiled does not tell of
/// generic functions that nothing calls, of constants and of closures: `constructs` says whether the program's text may
/// put together a structure of that name.
pub fn guarded(
    module: &Module,
    client: &str,
    constructs: &dyn Fn(&str) -> bool,
) -> Result<Option<Guarded>, SourceError> {
    let (_, symbol) = crate::find_client(std::slice::from_ref(module), client, false)?;
    if module.is_c() || !is_mangled(symbol) {
        return Ok(None);
    }
    let Some(own) = function(module, symbol) else { return Ok(None) };
    let all: Vec<Function> = module.functions.iter().filter_map(|known| function(module, &known.name)).collect();
    let guarded = subprogram(module, symbol).map(|number| module.guarded_types(number)).unwrap_or_default();
    let mut params = Vec::new();
    for (ty, names) in own.params.iter().zip(guarded) {
        let can_be = |name: &&String| constructs(base(name)) || is_made(name, &all);
        let guarded = names.iter().filter(can_be).map(|name| made(name, &all)).collect();
        params.push(Handed { ty: ty.clone(), guarded });
    }
    let is_guarded = params.iter().any(|param| !param.guarded.is_empty());
    Ok(is_guarded.then_some(Guarded { path: own.path, params, result: own.result }))
}

/// C++: does the client take objects whose contents only functions of their class, or of the standard library, say?
pub fn takes_private(modules: &[Module], client: &str, client_is_last: bool) -> Result<bool, SourceError> {
    let (index, symbol) = crate::find_client(modules, client, client_is_last)?;
    let module = &modules[index];
    let takes = subprogram(module, symbol).is_some_and(|number| module.takes_private(number));
    Ok(!module.is_c() && !is_mangled(symbol) && takes)
}

/// Can it be called by its path? Derived code cannot be told from written code; a default is one value among many.
fn is_callable(function: &Function) -> bool {
    !function.path.contains(['{', '<']) && !function.path.ends_with("::default")
}

/// Does any function give such a value, in whatever it gives, that was handed none? One that cannot be called by its path
/// makes them as well.
fn is_made(name: &str, all: &[Function]) -> bool {
    all.iter().any(|function| mentions(&function.result, name) && !function.params.iter().any(|ty| mentions(ty, name)))
}

/// `R` of `R<u32>`.
fn base(name: &str) -> &str {
    name.split('<').next().unwrap_or(name)
}

fn mentions(ty: &SourceType, name: &str) -> bool {
    let name = base(name);
    ty.name.split(|part: char| !part.is_alphanumeric() && part != '_').any(|word| word == name)
}

fn made(name: &str, all: &[Function]) -> Made {
    let mentions = |ty: &SourceType| mentions(ty, name);
    let gives = |function: &&Function| {
        let result = &function.result.name;
        let is_within = |outer: &str| {
            let inner =
                result.strip_prefix(outer).and_then(|rest| arguments(rest.strip_suffix('>')?).into_iter().next());
            inner.is_some_and(|inner| unqualified(inner) == name)
        };
        result == name || is_within("core::option::Option<") || is_within("core::result::Result<")
    };
    let callable = || all.iter().filter(|function| is_callable(function));
    let makers = callable().filter(|function| !function.params.iter().any(mentions)).filter(gives);
    let changers = callable().filter(|function| {
        let first = function.params.first().and_then(|first| first.name.strip_prefix("&mut "));
        let first = first.is_some_and(|first| unqualified(first) == name);
        first && !function.params[1..].iter().any(mentions)
    });
    Made { name: name.to_owned(), makers: makers.cloned().collect(), changers: changers.cloned().collect() }
}

/// `m::P<u32>` is `P<u32>`.
fn unqualified(path: &str) -> &str {
    let end = path.find('<').unwrap_or(path.len());
    path[..end].rfind("::").map_or(path, |at| &path[at + 2..])
}

/// The parts of a list of types, at its commas.
pub fn arguments(list: &str) -> Vec<&str> {
    let (mut depth, mut start, mut found) = (0, 0, Vec::new());
    for (at, c) in list.char_indices() {
        match c {
            '<' | '(' | '[' => depth += 1,
            '>' | ')' | ']' => depth -= 1,
            ',' if depth == 0 => {
                found.push(list[start..at].trim());
                start = at + 1;
            }
            _ => {}
        }
    }
    found.push(list[start..].trim());
    found.retain(|part| !part.is_empty());
    found
}

/// A function of the program, as its source declares it.
fn function(module: &Module, symbol: &str) -> Option<Function> {
    let number = subprogram(module, symbol)?;
    let path = own_path(module, number).filter(|_| is_mangled(symbol))?;
    let signature = module.source_signature(number)?;
    Some(Function { path: path.join("::"), params: signature.params, result: signature.result })
}

/// Where the function stands within the crate, if it is one of the program's. What implements a trait for a type goes by
/// the type that it takes first.
pub(crate) fn path(module: &Module, symbol: &str) -> Option<String> {
    let number = subprogram(module, symbol)?;
    let mut path = own_path(module, number)?;
    if let [.., block, _] = &mut path[..]
        && block.starts_with("{impl#")
    {
        let first = module.source_signature(number)?.params.into_iter().next()?.name;
        let own = first.trim_start_matches('&').trim_start_matches("mut ");
        *block = unqualified(own).to_owned();
    }
    Some(path.join("::"))
}

fn own_path(module: &Module, number: u32) -> Option<Vec<String>> {
    let mut path = module.source_path(number)?;
    let is_library = ["core", "alloc", "std"].contains(&path.first()?.as_str());
    let own = path.split_off(1);
    (!is_library && !own.is_empty()).then_some(own)
}

fn subprogram(module: &Module, symbol: &str) -> Option<u32> {
    module.signature(module.function(symbol)?).ok()?.subprogram
}

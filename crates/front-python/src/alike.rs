//! Clients of which it is plain, once both versions were loaded, that nothing changes for them.
//!
//! A client does the same if everything that it leads to is the same in both versions: its own code, and what loading
//! left of all that its names stand for. Objects that it may be handed count where a class of the program has members
//! that are not the same: it must not ask for one of these ([`crate::loaded::Affected`]).
//!
//! Where loading did other things in the new version, objects may hide what they are. A client that leads to plain code alone
//! is still the same: whatever a library does while it is loaded, `a + b` of two numbers stays what it is.
//!
//! Left out, and said: that an argument is an object that does something else in the new version without being asked
//! for it by name.

use ir::entry::{Assumption, AssumptionKind, SourceError};
use ruff_python_ast::{self as ast, Expr};

use crate::entry::load_whole;
use crate::loaded::{LeadsTo, Loading};
use crate::program::{self, Loaded};
use crate::setters;
use crate::{Client, Options, Version};

/// Words of code by which it tells what an object is a case of.
const TELLS_RELATIONS: [&str; 6] = ["isinstance", "issubclass", "__class__", "type", "__mro__", "__bases__"];

/// Words of code that asks objects for members whose names it may compute.
const ASKS_FOR_ANY: [&str; 12] = [
    "getattr",
    "hasattr",
    "setattr",
    "delattr",
    "vars",
    "dir",
    "__dict__",
    "__getattribute__",
    "attrgetter",
    "methodcaller",
    "vformat",
    "getmembers",
];

/// Is it plain that nothing changes for the client? What that takes for granted; `None`: it is not.
pub fn alike(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
    loading: &Loading,
) -> Result<Option<Vec<Assumption>>, SourceError> {
    let versions = load_whole(old, new, client, options)?;
    if versions.iter().any(|loaded| loaded.unknown.is_some()) {
        return Ok(None);
    }
    let [old, _] = &versions;
    let path = match &old.function.class {
        Some(class) => format!("{class}.{}", old.function.name),
        None => old.function.name.clone(),
    };
    let leads_to = if loading.hides.is_some() { LeadsTo::PlainCode } else { LeadsTo::Anything };
    let Some(words) = loading.graph.same(&old.modules[old.client].name, &path, leads_to) else { return Ok(None) };
    let mut assumptions = vec![loading.assumption()];
    assumptions.extend(setters::of_names([&versions[0], &versions[1]], &words));
    let affected = loading.graph.affected();
    let is_plain = |side: usize| loading.is_defined(side, &versions[side]) && takes_plain_values(&versions[side]);
    if !is_plain(0) || !is_plain(1) {
        let asks_for_any = |word: &String| !affected.names.is_empty() && ASKS_FOR_ANY.contains(&word.as_str());
        let asks = words.iter().any(|word| affected.names.contains(word) || asks_for_any(word));
        let asks_for_relations = affected.relations && TELLS_RELATIONS.iter().any(|word| words.contains(*word));
        if affected.operators || asks || asks_for_relations {
            return Ok(None);
        }
        let detail = "no argument is an object or function of the library that does something else in the new version";
        assumptions.push(Assumption { kind: AssumptionKind::ClosedOutside, detail: detail.to_owned() });
    }
    Ok(Some(assumptions))
}

/// Has every parameter an annotation by which it is a number, a text, or the like?
fn takes_plain_values(loaded: &Loaded) -> bool {
    let Some(definition) = program::find_def(&loaded.modules, loaded.client, &loaded.function) else { return false };
    let is_plain = |annotation: &Expr| {
        const PLAIN: [&str; 6] = ["int", "str", "float", "bool", "bytes", "None"];
        let mut parts = vec![annotation];
        while let Some(part) = parts.pop() {
            match part {
                Expr::BinOp(either) if either.op == ast::Operator::BitOr => {
                    parts.extend([&*either.left, &*either.right])
                }
                Expr::Name(name) if PLAIN.contains(&name.id.as_str()) => {}
                Expr::NoneLiteral(_) => {}
                Expr::StringLiteral(text) if PLAIN.contains(&text.value.to_str()) => {}
                _ => return false,
            }
        }
        true
    };
    definition.def.parameters.iter().all(|row| row.annotation().is_some_and(is_plain))
}

//! Axioms that only one version has, offered to the other.
//!
//! An axiom that is taken over becomes a line of a file of its own beside the other version's files. It is if everything that
//! it speaks of is declared there in the same words, and if the other version has no axiom of its own that is connected with
//! it: then all that holds in the end about these functions is what one version says by itself, and two versions that
//! contradict each other do not make everything provable.

use std::collections::{BTreeMap, BTreeSet};

use ir::entry::{Assumption, AssumptionKind, Source, SourceError};
use value::Symbol;

use crate::ast::{self, Decl};
use crate::typed::{self, ExprKind};
use crate::{check_files, parse_files, print};

/// Adds to each version the axioms that only the other one has; says which.
pub(crate) fn axioms(old: &mut Vec<Source>, new: &mut Vec<Source>) -> Result<Vec<Assumption>, SourceError> {
    let (before, after) = (Axioms::of(old)?, Axioms::of(new)?);
    let own = [before.lacking_in(&after), after.lacking_in(&before)];
    let groups = connected(&before, &after);
    let touched = |texts: &BTreeSet<String>, axioms: &Axioms| -> BTreeSet<usize> {
        texts.iter().flat_map(|text| &axioms.names[text]).map(|name| groups[name]).collect()
    };
    let (of_old, of_new) = (touched(&own[0], &before), touched(&own[1], &after));
    let mut assumptions = Vec::new();
    for (texts, from, to, contested, source, side) in
        [(&own[0], &before, &after, &of_new, &mut *new, "old"), (&own[1], &after, &before, &of_old, &mut *old, "new")]
    {
        let is_free = |text: &&String| {
            let names = &from.names[*text];
            names.iter().all(|name| from.is_same_in(to, *name))
                && names.iter().all(|name| !contested.contains(&groups[name]))
        };
        let shared: Vec<&String> = texts.iter().filter(is_free).collect();
        if shared.is_empty() {
            continue;
        }
        let text = shared.iter().map(|text| text.as_str()).collect();
        source.push(Source { name: format!("axioms of {side}"), text });
        // Types of the same name may be others there.
        if check_files(source.iter().collect()).is_err() {
            source.pop();
            continue;
        }
        assumptions.extend(shared.iter().map(|text| assumption(text, side)));
    }
    Ok(assumptions)
}

fn assumption(text: &str, side: &str) -> Assumption {
    let detail = format!("`{}`, which only {side} says, holds in both versions", text.trim().trim_end_matches(';'));
    Assumption { kind: AssumptionKind::Axioms, detail }
}

/// The axioms of a version, and how it declares what they speak of.
struct Axioms {
    /// Each axiom as it is printed, with the functions and constants that it leads to.
    names: BTreeMap<String, BTreeSet<(bool, Symbol)>>,
    /// Functions (`true`) and constants as they are declared.
    declared: BTreeMap<(bool, Symbol), String>,
}

impl Axioms {
    fn of(sources: &[Source]) -> Result<Axioms, SourceError> {
        let sources: Vec<&Source> = sources.iter().collect();
        let (tree, _) = parse_files(&sources);
        let program = check_files(sources)?.program;
        let printed = tree.decls.iter().filter(|decl| matches!(decl, Decl::Axiom(_))).map(print_decl);
        let names = printed.zip(&program.axioms).map(|(text, axiom)| (text, names_of(&program, axiom))).collect();
        Ok(Axioms { names, declared: declared(&tree) })
    }

    fn lacking_in(&self, other: &Axioms) -> BTreeSet<String> {
        self.names.keys().filter(|text| !other.names.contains_key(*text)).cloned().collect()
    }

    fn is_same_in(&self, other: &Axioms, name: (bool, Symbol)) -> bool {
        let here = self.declared.get(&name);
        here.is_some() && here == other.declared.get(&name)
    }
}

fn print_decl(decl: &Decl) -> String {
    print::program(&ast::Program { decls: vec![decl.clone()] })
}

fn declared(tree: &ast::Program) -> BTreeMap<(bool, Symbol), String> {
    let mut declared = BTreeMap::new();
    for decl in &tree.decls {
        match decl {
            Decl::Function(function) => {
                declared.insert((true, function.name.symbol), print_decl(decl));
            }
            Decl::Const(constants) => {
                for name in &constants.names {
                    let alone = ast::ConstDecl { names: vec![*name], ..constants.clone() };
                    declared.insert((false, name.symbol), print_decl(&Decl::Const(alone)));
                }
            }
            _ => {}
        }
    }
    declared
}

/// What the axiom mentions, and what the bodies of the functions mention that it does.
fn names_of(program: &typed::Program, axiom: &typed::Axiom) -> BTreeSet<(bool, Symbol)> {
    let functions = axiom.mentions.functions.iter().map(|function| (true, *function));
    let mut open: Vec<(bool, u32)> = functions.chain(axiom.mentions.consts.iter().map(|one| (false, *one))).collect();
    let mut seen: BTreeSet<(bool, u32)> = BTreeSet::new();
    while let Some((is_function, index)) = open.pop() {
        if !seen.insert((is_function, index)) || !is_function {
            continue;
        }
        let Some(body) = &program.functions[index as usize].body else { continue };
        body.walk(&mut |part| match part.kind {
            ExprKind::Call(function, _, _) => open.push((true, function)),
            ExprKind::Const(constant) => open.push((false, constant)),
            _ => {}
        });
    }
    let name = |(is_function, index): (bool, u32)| match is_function {
        true => (true, program.functions[index as usize].name),
        false => (false, program.consts[index as usize].name),
    };
    seen.into_iter().map(name).collect()
}

/// The group of each name: names that one axiom of either version leads to are in one.
fn connected(old: &Axioms, new: &Axioms) -> BTreeMap<(bool, Symbol), usize> {
    let mut group: BTreeMap<(bool, Symbol), usize> = BTreeMap::new();
    for (number, names) in old.names.values().chain(new.names.values()).enumerate() {
        let joined: BTreeSet<usize> = names.iter().filter_map(|name| group.get(name).copied()).collect();
        group.values_mut().filter(|known| joined.contains(known)).for_each(|known| *known = number);
        group.extend(names.iter().map(|name| (*name, number)));
    }
    group
}

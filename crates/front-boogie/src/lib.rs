//! Boogie to the intermediate language.
//!
//! Text becomes a tree ([`ast`], read by `parse`, written back by [`print`](mod@print)); the tree is checked
//! (`check`) and lowered (`lower`). The question put to the engines is whether a procedure gives
//! the same out-parameters and the same modified globals in two versions of a program, for all
//! in-parameters and globals that satisfy what it requires.
//!
//! Choices (havoc, goto, uninitialised variables) are numbered in the order in which a run makes them; each version makes
//! its own.
//! Whatever Boogie leaves open is an uninterpreted function; whatever cannot be expressed becomes
//! unsupported where it stands.

pub mod ast;
mod check;
mod lexer;
mod lower;
mod message;
mod notation;
mod parse;
pub mod print;
mod share;
mod typed;
mod types;

use ir::entry::{Pair, Source, SourceError};
use rustc_hash::{FxHashMap, FxHashSet};

use ast::Decl;
use lower::Checked;
use message::{Message, source_error};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub assertions: Assertions,
    pub invariants: Invariants,
    pub accesses: Accesses,
    pub externals: Externals,
    pub choices: Choices,
    /// Axioms that only one version has are taken to hold in both.
    pub share_axioms: bool,
    /// Global variables of old, and what they are called in new.
    pub renamed: Vec<(String, String)>,
}

/// Which choices a run makes, where the two versions read theirs out of one sequence.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Choices {
    /// Those that something depends on: the others are left out, so that those of two versions line up better.
    #[default]
    Read,
    /// Those that the program writes down, whether or not something depends on them.
    Written,
}

/// What a procedure without a body depends on, besides its arguments and the calls before it.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Externals {
    /// The globals that its declaration names: those it modifies, and those its contract speaks of.
    #[default]
    Narrow,
    /// All globals.
    All,
}

/// What an access of a map at an integer index does, besides reading or writing.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Accesses {
    #[default]
    Nothing,
    /// It fails unless the index is valid; which are is an input.
    Checked(Valid),
}

/// What is known of the valid indices.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Valid {
    /// All but 0 are.
    pub all_but_null: bool,
    /// What is below a valid one is valid.
    pub downward: bool,
}

/// What a failed assertion does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Assertions {
    /// Ends the run.
    #[default]
    Trap,
    /// Clears the global cell `ok`, which starts true; the run goes on.
    Flag,
    /// Nothing.
    Ignore,
}

/// What a loop invariant does.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub enum Invariants {
    /// It is an assertion at the head of the loop, as Boogie defines it.
    #[default]
    Assert,
    Ignore,
}

/// Reads one file. The names are not resolved.
pub fn parse(source: &Source) -> Result<ast::Program, SourceError> {
    let mut program = ast::Program::default();
    let mut messages = Vec::new();
    parse::parse(0, &source.text, &mut program, &mut messages);
    if messages.is_empty() { Ok(program) } else { Err(source_error(&[source], messages)) }
}

/// The procedures that have an implementation, in the order of the files.
pub fn functions(version: &[Source]) -> Result<Vec<String>, SourceError> {
    let checked = check_files(version.iter().collect())?;
    let implemented = checked.program.procedures.iter().filter(|procedure| !procedure.bodies.is_empty());
    Ok(implemented.map(|procedure| procedure.name.to_string()).collect())
}

/// The implemented procedures of both versions that no other procedure of old or new calls; all of
/// them, if every one is called.
pub fn entries(old: &[Source], new: &[Source]) -> Result<Vec<String>, SourceError> {
    let old = check_files(old.iter().collect())?;
    let new = check_files(new.iter().collect())?;
    let mut called: FxHashSet<value::Symbol> = FxHashSet::default();
    for program in [&old.program, &new.program] {
        for procedure in &program.procedures {
            for body in &procedure.bodies {
                typed::for_each_stmt(&body.stmts, &mut |stmt| {
                    if let typed::StmtKind::Call(call) = &stmt.kind {
                        let callee = &program.procedures[call.procedure as usize];
                        if callee.name != procedure.name {
                            called.insert(callee.name);
                        }
                    }
                });
            }
        }
    }
    let is_implemented = |program: &typed::Program, name: value::Symbol| {
        program.procedures.iter().any(|procedure| procedure.name == name && !procedure.bodies.is_empty())
    };
    let both: Vec<value::Symbol> = old.program.procedures.iter().map(|procedure| procedure.name).collect();
    let both: Vec<value::Symbol> = both
        .into_iter()
        .filter(|name| is_implemented(&old.program, *name) && is_implemented(&new.program, *name))
        .collect();
    let roots: Vec<&value::Symbol> = both.iter().filter(|name| !called.contains(*name)).collect();
    let chosen: Vec<&value::Symbol> = if roots.is_empty() { both.iter().collect() } else { roots };
    Ok(chosen.into_iter().map(|name| name.to_string()).collect())
}

/// The client, a procedure with an implementation, lowered against both versions. The client's
/// own file, if there is one, is read as a part of either version.
pub fn lower(
    old: &[Source],
    new: &[Source],
    client: &str,
    client_file: Option<&Source>,
    options: &Options,
) -> Result<Pair, SourceError> {
    let with_client = |version: &'_ [Source]| version.iter().chain(client_file).cloned().collect::<Vec<Source>>();
    let (mut old, mut new) = (with_client(old), with_client(new));
    let shared = if options.share_axioms { share::axioms(&mut old, &mut new)? } else { Vec::new() };
    let old = check_files(old.iter().collect())?;
    let mut new = check_files(new.iter().collect())?;
    rename_globals(&old, &mut new, &options.renamed)?;
    let clients = (find(&old, client)?, find(&new, client)?);
    compare_interfaces(&old, &new, clients)?;
    let mut pair = lower::pair(&old, &new, clients, options);
    pair.assumptions.extend(shared);
    compare_sorts(&pair, &new, clients.1)?;
    Ok(pair)
}

/// Gives globals of new the names that they have in old.
fn rename_globals(old: &Checked, new: &mut Checked, renamed: &[(String, String)]) -> Result<(), SourceError> {
    let position = |checked: &Checked, name: &str| {
        let globals = &checked.program.globals;
        globals.iter().position(|global| &*global.name == name).ok_or_else(|| {
            let file = checked.sources.last().map_or("", |source| &source.name);
            let names: Vec<&str> = globals.iter().map(|global| global.name.as_str()).collect();
            SourceError::new(file, None, format!("no global variable `{name}`; there are: {}", names.join(", ")))
        })
    };
    for (before, after) in renamed {
        position(old, before)?;
        let place = position(new, after)?;
        if position(new, before).is_ok_and(|other| other != place) {
            let global = &new.program.globals[place];
            let text = format!("`{before}` of old cannot be `{after}` of new: new has a `{before}` of its own");
            return Err(source_error(&new.sources, vec![Message { at: global.at, text }]));
        }
        new.program.globals[place].name = value::Symbol::new(before);
    }
    Ok(())
}

/// Types of the same name may still be different datatypes.
fn compare_sorts(pair: &Pair, new: &Checked, client: u32) -> Result<(), SourceError> {
    let (before, after) = (&pair.old.program.functions[pair.old.entry], &pair.new.program.functions[pair.new.entry]);
    let differs = before.params.iter().zip(&after.params).find(|(before, after)| before.sort != after.sort);
    let what = match differs {
        Some((_, after)) => format!("the datatypes in the type of `{}`", after.name),
        None if before.results != after.results => "the datatypes in the types of its results".to_string(),
        None => return Ok(()),
    };
    let procedure = &new.program.procedures[client as usize];
    let text = format!("`{}` cannot be compared: {what} differ between old and new", procedure.name);
    Err(source_error(&new.sources, vec![Message { at: procedure.at, text }]))
}

/// Reads the files as one program and checks it.
fn check_files(sources: Vec<&Source>) -> Result<Checked<'_>, SourceError> {
    let (program, mut messages) = parse_files(&sources);
    if messages.is_empty() {
        match check::check(&program) {
            Ok(program) => return Ok(Checked { program, sources }),
            Err(found) => messages = found,
        }
    }
    Err(source_error(&sources, messages))
}

/// Reads the files as one program, with what is wrong about it.
fn parse_files(sources: &[&Source]) -> (ast::Program, Vec<Message>) {
    let mut program = ast::Program::default();
    let mut messages = Vec::new();
    for (index, source) in sources.iter().enumerate() {
        let mut part = ast::Program::default();
        parse::parse(index as u32, &source.text, &mut part, &mut messages);
        join(&mut program, part, index > 0);
    }
    (program, messages)
}

/// Adds a file's declarations. What another file already declared in the same words is meant to
/// be the same thing, and a procedure without body is what another file implements.
fn join(program: &mut ast::Program, part: ast::Program, has_others: bool) {
    if !has_others {
        program.decls.extend(part.decls);
        return;
    }
    let implemented = |decls: &[Decl]| -> Vec<value::Symbol> {
        decls
            .iter()
            .filter_map(|decl| match decl {
                Decl::Procedure(decl) if decl.body.is_some() => Some(decl.name.symbol),
                _ => None,
            })
            .collect()
    };
    let (before, after) = (implemented(&program.decls), implemented(&part.decls));
    let is_superseded = |decl: &Decl, by: &[value::Symbol]| match decl {
        Decl::Procedure(decl) => decl.body.is_none() && by.contains(&decl.name.symbol),
        _ => false,
    };
    program.decls.retain(|decl| !is_superseded(decl, &after));
    // Printed, so that a large file is compared with a large file in little time.
    let print = |decl: &Decl| print::program(&ast::Program { decls: vec![decl.clone()] });
    let known: FxHashSet<String> = program.decls.iter().map(print).collect();
    let is_fresh = |decl: &Decl| !is_superseded(decl, &before) && !known.contains(&print(decl));
    let fresh: Vec<Decl> = part.decls.into_iter().filter(is_fresh).collect();
    program.decls.extend(fresh);
}

fn find(checked: &Checked, client: &str) -> Result<u32, SourceError> {
    let procedures = &checked.program.procedures;
    let found = procedures.iter().position(|procedure| &*procedure.name == client && !procedure.bodies.is_empty());
    let Some(index) = found else {
        let file = checked.sources.last().map_or("", |source| &source.name);
        let declared = procedures.iter().any(|procedure| &*procedure.name == client);
        let what = if declared { "procedure without implementation" } else { "no procedure" };
        let implemented = procedures.iter().filter(|procedure| !procedure.bodies.is_empty());
        let names: Vec<&str> = implemented.map(|procedure| procedure.name.as_str()).collect();
        let text = format!("{what} `{client}`; implemented here: {}", names.join(", "));
        return Err(SourceError::new(file, None, text));
    };
    Ok(index as u32)
}

/// The client must have the same interface in both versions: parameters by position, and globals
/// by name.
fn compare_interfaces(old: &Checked, new: &Checked, clients: (u32, u32)) -> Result<(), SourceError> {
    let (before, after) = (&old.program.procedures[clients.0 as usize], &new.program.procedures[clients.1 as usize]);
    let mut messages: Vec<Message> = Vec::new();
    let counts = |procedure: &typed::Procedure| {
        (procedure.ins, procedure.formals.len() - procedure.ins, procedure.type_params.len())
    };
    if counts(before) != counts(after) {
        let ((ins, outs, _), (new_ins, new_outs, _)) = (counts(before), counts(after));
        let name = before.name;
        let text = format!("`{name}` has {ins} in- and {outs} out-parameters in old, {new_ins} and {new_outs} in new");
        messages.push(Message { at: after.at, text });
    } else {
        for (before, after) in before.formals.iter().zip(&after.formals) {
            // Printed, because two versions number their type parameters differently.
            let (old_type, new_type) = (before.ty.to_string(), after.ty.to_string());
            if old_type != new_type {
                let text = format!("parameter `{}` is `{old_type}` in old and `{new_type}` in new", after.name);
                messages.push(Message { at: after.at, text });
            }
        }
    }
    let new_globals: FxHashMap<value::Symbol, &typed::Variable> =
        new.program.globals.iter().map(|global| (global.name, global)).collect();
    for before in &old.program.globals {
        if let Some(after) = new_globals.get(&before.name)
            && after.ty != before.ty
        {
            let text = format!("global `{}` is `{}` in old and `{}` in new", after.name, before.ty, after.ty);
            messages.push(Message { at: after.at, text });
        }
    }
    if messages.is_empty() { Ok(()) } else { Err(source_error(&new.sources, messages)) }
}

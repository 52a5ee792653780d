//! What global variables may hold when the client is called.
//!
//! A variable that other files can name, or that some function of the program writes, may hold
//! anything then; one that nobody writes holds what it was given. Both versions find the same in it,
//! if it starts alike in both: they have seen the same calls so far.

use ir::entry::{Prior, SourceError};
use ir::{CellRole, Param};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Sort, Symbol};

use crate::join::{Item, ReachedGlobal, Version};
use crate::layout::{Layout, Scalar, Types};
use crate::lower::entry::{Analysed, GlobalFacts};
use crate::reader::Module;
use crate::reader::syntax::{Constant, Operand, Type};
use crate::setters;
use crate::sorts::Sorts;

/// What has happened when the client is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Start {
    /// The program was loaded.
    Loaded,
    /// Anything: the variables are inputs.
    AnyState,
    /// These steps, each with inputs of its own.
    After(Vec<Prior>),
}

/// A variable that is an input.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Held {
    pub(crate) name: String,
    pub(crate) side: HeldBy,
    /// By column; none, if it is not known what it may hold.
    pub(crate) columns: Vec<HeldColumn>,
    /// Can all that it may hold be an input?
    pub(crate) is_known: bool,
}

#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct HeldColumn {
    pub(crate) sort: Sort,
    pub(crate) is_address: bool,
    /// Nothing but 0 and 1.
    pub(crate) is_truth: bool,
}

/// Whose variable it is.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum HeldBy {
    Both,
    Old,
    New,
}

impl Held {
    /// The entry's inputs for it.
    pub(crate) fn inputs(&self) -> Vec<Param> {
        let whose = match self.side {
            HeldBy::Both => "",
            HeldBy::Old => "old ",
            HeldBy::New => "new ",
        };
        let name = |column: usize| match self.columns.len() {
            1 => format!("{whose}{} before", self.name),
            _ => format!("{whose}{}.{column} before", self.name),
        };
        let param =
            |(index, column): (usize, &HeldColumn)| Param { name: Symbol::new(&name(index)), sort: column.sort };
        self.columns.iter().enumerate().map(param).collect()
    }
}

/// The function, beside the client, that the step calls.
pub(crate) fn called_before(version: &Version, step: &Prior) -> Option<usize> {
    match step {
        Prior::Call(symbol) => version.functions.iter().position(|function| function.symbol == symbol),
        Prior::Client | Prior::Assign(_) | Prior::Any(_) => None,
    }
}

/// What the functions do that the client does not reach.
#[derive(Default)]
pub(crate) struct Others {
    /// Variables of their own file that they may write, by name.
    pub(crate) written: FxHashSet<String>,
    /// The functions of these that other files can call, by symbol.
    pub(crate) writers: Vec<String>,
    /// Those that other files can call and that name a variable.
    users: Vec<String>,
    /// Functions that the client calls, and other files can call too.
    called: Vec<String>,
    /// Variables that functions beside the client reach which other files can call, by name.
    shown: FxHashSet<String>,
    /// Code that cannot be seen may write a variable, or call a function that does.
    is_open: bool,
}

impl Others {
    pub(crate) fn of(version: &Version) -> Result<Others, SourceError> {
        let mut others = Others { is_open: !version.address_taken.is_empty(), ..Others::default() };
        let variables: Vec<&ReachedGlobal> = version.globals.iter().filter(|global| !global.global.constant).collect();
        let is_users = |(_, module): &(usize, &Module)| !crate::prelude::is_library(module);
        for (index, module) in version.modules.iter().enumerate().filter(is_users) {
            if !variables.is_empty() {
                others.look_through(version, index, module, &variables)?;
            }
        }
        // Functions that the client calls can be called before it as well.
        let exported = version.functions.iter().skip(1).filter(|function| {
            let module = &version.modules[function.module];
            !crate::prelude::is_library(module) && module.function(function.symbol).is_some_and(|f| !f.internal)
        });
        for function in exported {
            others.called.push(function.symbol.to_owned());
            if variables.iter().any(|global| global.global.internal) {
                let reached = Version::reach(version.modules, &[(function.module, function.symbol)])?;
                others.shown.extend(reached.globals.iter().map(|global| global.name.clone()));
            }
        }
        Ok(others)
    }

    /// Is what the variable holds seen only in what functions do, or by an address of it that the client gives away?
    /// What such an address leads to is seen wherever the address is.
    pub(crate) fn keep_private(&self, side: &Analysed, name: &str) -> bool {
        !self.is_open && side.is_internal(name) && !side.calls_unknown()
    }

    /// Does only the client show it?
    fn leave_to_client(&self, side: &Analysed, name: &str) -> bool {
        !self.shown.contains(name) && self.keep_private(side, name)
    }

    /// Looks at the functions of a file that name one of the variables, or a function of that file that
    /// does.
    fn look_through(
        &mut self,
        version: &Version,
        index: usize,
        module: &Module,
        variables: &[&ReachedGlobal],
    ) -> Result<(), SourceError> {
        let here = variables.iter().filter(|global| global.module == index || !global.global.internal);
        // Names that only this file knows, and that lead to a variable.
        let mut names: Vec<&str> = here.map(|global| global.symbol).collect();
        let mut found: FxHashSet<&str> = FxHashSet::default();
        let mut first = 0;
        while first < names.len() {
            let name = names[first];
            first += 1;
            for function in module.functions.iter().filter(|function| module.mentions(function, name)) {
                if found.insert(&function.name) && function.internal {
                    names.push(&function.name);
                }
            }
        }
        let is_reached =
            |name: &str| version.functions.iter().any(|function| function.module == index && function.symbol == name);
        for function in module.functions.iter().filter(|function| found.contains(&*function.name)) {
            if !is_reached(&function.name) {
                self.add(version.modules, index, &function.name, function.internal, variables)?;
            }
        }
        // A table of functions may be anybody's.
        let is_in_table = |name: &&str| module.global_names().any(|global| module.global_mentions(global, name));
        self.is_open |= found.iter().any(is_in_table);
        let in_variables = addresses(version, module, index, variables);
        self.is_open |= !in_variables.is_empty();
        self.written.extend(in_variables);
        Ok(())
    }

    fn add(
        &mut self,
        modules: &[Module],
        index: usize,
        name: &str,
        internal: bool,
        variables: &[&ReachedGlobal],
    ) -> Result<(), SourceError> {
        let Some(function) = modules[index].function(name) else { return Ok(()) };
        let analysed = Analysed::new(Version::reach(modules, &[(index, &*function.name)])?);
        if !internal {
            self.users.push(name.to_owned());
            self.shown.extend(analysed.version.globals.iter().map(|global| global.name.clone()));
        }
        let mut writes = false;
        for global in variables {
            if analysed.may_write(&global.name) {
                writes = true;
                self.written.insert(global.name.clone());
                self.is_open |= !analysed.is_own(&global.name);
            }
        }
        self.is_open |= writes && !analysed.version.address_taken.is_empty();
        if writes && !internal {
            self.writers.push(name.to_owned());
        }
        Ok(())
    }
}

/// The variables whose addresses stand in variables that the client does not reach.
fn addresses(version: &Version, module: &Module, index: usize, variables: &[&ReachedGlobal]) -> Vec<String> {
    let reached: FxHashSet<&str> =
        version.globals.iter().filter(|global| global.module == index).map(|global| global.symbol).collect();
    let named = |global: &&&ReachedGlobal| {
        let others = module.global_names().filter(|name| !reached.contains(name));
        others.into_iter().any(|other| module.global_mentions(other, global.symbol))
    };
    variables.iter().filter(|global| global.module == index).filter(named).map(|global| global.name.clone()).collect()
}

/// The variables that are inputs where anything may have happened, in order.
pub(crate) fn held(old: &Analysed, new: &Analysed, facts: &FxHashMap<String, GlobalFacts>, sorts: &Sorts) -> Vec<Held> {
    let mut names: Vec<&String> = facts.iter().filter(|(_, fact)| fact.changes).map(|(name, _)| name).collect();
    names.sort_unstable();
    let mut found = Vec::new();
    for name in names {
        let find = |side: &Analysed| side.version.global_named(name);
        let escapes = facts[name].escapes;
        let one = |side: &Analysed, held_by: HeldBy| {
            let columns = columns(&side.version, find(side)?, escapes, sorts);
            let is_known = columns.is_some();
            Some(Held { name: name.clone(), side: held_by, columns: columns.unwrap_or_default(), is_known })
        };
        match (find(old), find(new)) {
            (Some(a), Some(b)) if same_start(&old.version, a, &new.version, b) => found.extend(one(old, HeldBy::Both)),
            _ => {
                found.extend(one(old, HeldBy::Old));
                found.extend(one(new, HeldBy::New));
            }
        }
    }
    found
}

/// What variables of a file's own hold is no observation of its own: it counts where a later call shows it. So it is
/// looked at only where it stands for all later calls: after a call in any state; and after any calls, what other functions
/// show that are the same in both versions. Where code outside may come by it, it stands for what that code sees.
pub(crate) fn hide_private(
    (old, old_others): (&Analysed, &Others),
    (new, new_others): (&Analysed, &Others),
    held: &[Held],
    start: &Start,
    facts: &mut FxHashMap<String, GlobalFacts>,
    changed: &mut Vec<String>,
) -> Result<(), SourceError> {
    // Later calls find what is held, and nothing else.
    let known = || held.iter().filter(|held| held.is_known).map(|held| held.name.as_str());
    let own: Vec<&str> = known().filter(|name| old.is_internal(name) && new.is_internal(name)).collect();
    // After any calls of the client and others, only what the client shows is looked at.
    let is_after_any = matches!(start, Start::After(steps) if steps.iter().any(|step| matches!(step, Prior::Any(_))));
    let told_otherwise = match is_after_any {
        true => FxHashSet::default(),
        false => setters::told_otherwise(&old.version, &new.version, &own)?,
    };
    for name in known() {
        // Where no calls of others are tried afterwards, they show what is left there.
        let is_shown = is_after_any || crate::demangle::is_mangled(old.version.functions[0].symbol);
        let is_private = |others: &Others, side: &Analysed| match is_shown {
            true => others.leave_to_client(side, name),
            false => others.keep_private(side, name),
        };
        let is_private = is_private(old_others, old) && is_private(new_others, new);
        if let Some(fact) = facts.get_mut(name).filter(|_| is_private || told_otherwise.contains(name)) {
            fact.role = CellRole::Hidden;
            changed.retain(|other| other != name);
        }
    }
    Ok(())
}

fn columns(version: &Version, key: usize, escapes: bool, sorts: &Sorts) -> Option<Vec<HeldColumn>> {
    let global = &version.globals[key];
    let module = &version.modules[global.module];
    let (layout, count): (Layout, u64) = Types(module).layout(&global.global.ty);
    let is_truth = module.source_global(global.symbol).is_some_and(|ty| ty.is_truth());
    let column = |column: &crate::layout::Column| {
        let scalar = sorts.input(column.scalar)?;
        let is_plain = !escapes && count == 1 && column.dims.is_empty();
        let sort = if is_plain { scalar } else { Sort::map(sorts.word, scalar) };
        Some(HeldColumn { sort, is_address: column.scalar == Scalar::Ptr, is_truth: is_truth && is_plain })
    };
    layout.columns.iter().map(column).collect()
}

/// Does the variable start with the same in both versions?
pub(crate) fn same_start(old: &Version, a: usize, new: &Version, b: usize) -> bool {
    same_global(old, a, new, b, 8)
}

fn same_global(old: &Version, a: usize, new: &Version, b: usize, depth: u32) -> bool {
    let (x, y) = (&old.globals[a], &new.globals[b]);
    let (types_x, types_y) = (Types(&old.modules[x.module]), Types(&new.modules[y.module]));
    if depth == 0 || types_x.layout(&x.global.ty) != types_y.layout(&y.global.ty) {
        return false;
    }
    match (&x.global.initial, &y.global.initial) {
        (Some(p), Some(q)) => same_constant((old, x.module, p), (new, y.module, q), depth),
        (None, None) => x.name == y.name,
        _ => false,
    }
}

fn same_constant<'m>(
    a: (&Version<'m>, usize, &Constant<'m>),
    b: (&Version<'m>, usize, &Constant<'m>),
    depth: u32,
) -> bool {
    let same = |x: &Constant<'m>, y: &Constant<'m>| same_constant((a.0, a.1, x), (b.0, b.1, y), depth);
    let same_type = |x: &Type, y: &Type| x == y;
    match (a.2, b.2) {
        (Constant::Global(x), Constant::Global(y)) => match (a.0.lookup(a.1, x), b.0.lookup(b.1, y)) {
            (Item::Function(x), Item::Function(y)) => a.0.functions[x].name == b.0.functions[y].name,
            (Item::External(x), Item::External(y)) => x == y,
            (Item::Global(x), Item::Global(y)) => {
                let (p, q) = (&a.0.globals[x], &b.0.globals[y]);
                // Which of several equal constants it is makes no difference.
                match p.global.constant && q.global.constant {
                    true => same_global(a.0, x, b.0, y, depth - 1),
                    false => p.name == q.name,
                }
            }
            _ => false,
        },
        (Constant::Aggregate(xs), Constant::Aggregate(ys)) => {
            xs.len() == ys.len() && xs.iter().zip(ys).all(|((s, x), (t, y))| same_type(s, t) && same(x, y))
        }
        (Constant::Gep(x), Constant::Gep(y)) => match (&x.base, &y.base) {
            (Operand::Constant(p), Operand::Constant(q)) => {
                x.element == y.element && x.indices == y.indices && same(p, q)
            }
            _ => false,
        },
        (Constant::Cast { op: o, value: x, .. }, Constant::Cast { op: p, value: y, .. }) => o == p && same(x, y),
        (x, y) => x == y,
    }
}

/// What is tried of other calls.
pub(crate) struct Tried {
    pub(crate) sequences: Vec<Vec<Prior>>,
    pub(crate) all: Option<Vec<Prior>>,
    pub(crate) afterwards: Vec<(String, Vec<Prior>)>,
}

/// Calls of other functions, in both versions, that may show what the client leaves in variables of a file's own.
pub(crate) fn afterwards(
    (old, old_others): (&Analysed, &Others),
    (new, new_others): (&Analysed, &Others),
) -> Vec<(String, Vec<Prior>)> {
    let client = old.version.functions[0].symbol;
    let is_plain = |side: &Analysed| side.version.functions[0].symbol == client && takes_numbers(&side.version, client);
    if crate::demangle::is_mangled(client) || !is_plain(old) || !is_plain(new) {
        return Vec::new();
    }
    let all = |others: &Others| -> Vec<String> { others.users.iter().chain(&others.called).cloned().collect() };
    let (mut functions, known) = (all(old_others), all(new_others));
    functions.retain(|name| known.contains(name));
    functions.truncate(MOST_STEPS);
    let call = Prior::Call(client.to_owned());
    let mut steps = vec![vec![call.clone()]];
    steps.extend(writers((old, old_others), (new, new_others)).into_iter().map(|writer| vec![writer, call.clone()]));
    steps.extend([2, 3].map(|count| vec![call.clone(); count]));
    let before = |steps: &Vec<Prior>| functions.iter().map(|function| (function.clone(), steps.clone())).collect();
    steps.iter().flat_map::<Vec<_>, _>(before).collect()
}

/// Calls of functions beside the client that write what it reads.
fn writers((old, old_others): (&Analysed, &Others), (new, new_others): (&Analysed, &Others)) -> Vec<Prior> {
    let common = old_others.writers.iter().filter(|name| new_others.writers.contains(name));
    let plain = common.filter(|name| takes_numbers(&old.version, name) && takes_numbers(&new.version, name));
    plain.take(MOST_STEPS).map(|name| Prior::Call(name.clone())).collect()
}

/// Steps before the client's call that may bring about a state in which the versions differ, the
/// simplest first.
pub(crate) fn sequences(
    (old, old_others): (&Analysed, &Others),
    (new, new_others): (&Analysed, &Others),
    held: &[Held],
    facts: &FxHashMap<String, GlobalFacts>,
) -> Vec<Vec<Prior>> {
    let mut found: Vec<Vec<Prior>> = Vec::new();
    // What no code of the program writes, others do, if anybody does.
    let is_outside = |held: &&Held| {
        let is_written =
            |side: &Analysed, others: &Others| side.may_write(&held.name) || others.written.contains(&held.name);
        let is_plain = held.columns.iter().all(|column| !column.is_address);
        held.side == HeldBy::Both
            && is_plain
            && !facts[&held.name].escapes
            && !is_written(old, old_others)
            && !is_written(new, new_others)
    };
    found.extend(held.iter().filter(is_outside).take(MOST_STEPS).map(|held| vec![Prior::Assign(held.name.clone())]));
    let writers = writers((old, old_others), (new, new_others));
    found.extend(writers.iter().map(|writer| vec![writer.clone()]));
    let changes = |side: &Analysed| held.iter().any(|held| side.may_write(&held.name));
    if changes(old) || changes(new) {
        found.extend(REPEATS.map(|count| vec![Prior::Client; count]));
        found.extend(writers.iter().map(|writer| vec![writer.clone(), Prior::Client]));
    }
    found.extend(writers.iter().map(|writer| vec![writer.clone(), writer.clone()]));
    found
}

/// All that can happen before the client is called: calls of it and of the functions that write what it
/// reads. `None`: other code can do more than that.
pub(crate) fn all(
    (old, old_others): (&Analysed, &Others),
    (new, new_others): (&Analysed, &Others),
    held: &[Held],
) -> Option<Vec<Prior>> {
    let is_closed = |side: &Analysed| held.iter().all(|held| side.is_own(&held.name));
    if !is_closed(old) || !is_closed(new) || old_others.is_open || new_others.is_open {
        return None;
    }
    let all = |others: &Others| -> Vec<String> { others.writers.iter().chain(&others.called).cloned().collect() };
    // Nobody calls a function that only one version has.
    let (mut functions, known) = (all(old_others), all(new_others));
    functions.retain(|name| known.contains(name) || find_exported(&new.version, name));
    functions.extend(known.into_iter().filter(|name| find_exported(&old.version, name)));
    functions.sort_unstable();
    functions.dedup();
    let client = |side: &Analysed| side.version.functions[0].symbol.to_owned();
    let is_plain = |side: &Analysed, name: &String| takes_numbers(&side.version, name);
    let plain = functions.iter().all(|name| is_plain(old, name) && is_plain(new, name));
    let plain = plain && is_plain(old, &client(old)) && is_plain(new, &client(new));
    (plain && functions.len() <= MOST_STEPS).then(|| vec![Prior::Any(functions)])
}

fn find_exported(version: &Version, symbol: &str) -> bool {
    let mut functions = version.modules.iter().filter_map(|module| module.function(symbol));
    functions.any(|function| !function.internal)
}

/// More variables and functions are not tried.
const MOST_STEPS: usize = 4;

/// So many calls of the client come before the one that is looked at.
const REPEATS: [usize; 7] = [1, 2, 3, 4, 6, 8, 11];

/// Can the function be called with numbers made up?
fn takes_numbers(version: &Version, symbol: &str) -> bool {
    let is_number = |ty: &Type| matches!(ty, Type::Int(_) | Type::Float | Type::Double);
    version.modules.iter().any(|module| {
        let function = module.function(symbol).filter(|function| !function.internal);
        let signature = function.and_then(|function| module.signature(function).ok());
        signature
            .is_some_and(|signature| !signature.variadic && signature.params.iter().all(|param| is_number(&param.ty)))
    })
}

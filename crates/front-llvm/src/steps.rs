//! Code that both versions share, taken as a step: what it does is not looked at, only that both versions do the same
//! when it is called alike.
//!
//! A function is such a step if it is the same code in both versions, with all that it leads to: text for text, name
//! for name. Then it is a function of its arguments and of the whole state, whichever that is: it gives the same,
//! leaves the same, prints the same, and comes back or not in the same cases. Nothing is concluded from calls
//! that are made in another order, in another number, or in another state.
//!
//! Steps are for proofs alone: a step that is left out, or made once more, may make no difference at all.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::join::{FnKey, Item, Version};
use crate::reader::syntax::{Call, End, Kind, Operand};
use crate::same::{contents, own_text, own_text_of_variable};

/// What a step may do to the state.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Effect {
    /// It only looks.
    Reads,
    Writes,
}

/// The functions that are steps, by key of the version.
pub(crate) type Steps = FxHashMap<FnKey, Effect>;

/// What has so few instructions and neither loops nor calls outside is better looked at.
const SMALL: usize = 60;

/// A constant that is an address as a number.
const ADDRESS: &str = "ptrtoint (";

/// The steps of both versions.
pub(crate) fn steps(old: &Version, new: &Version) -> [Steps; 2] {
    let of = |version: &Version| {
        let client = &version.functions[0];
        version.modules[client.module].is_c()
    };
    if !of(old) || !of(new) {
        return [Steps::default(), Steps::default()];
    }
    let (old, new) = (Graph::of(old), Graph::of(new));
    let same = same(&old, &new);
    // Who is called through a pointer is not told by the text.
    let fixed = [&old, &new].into_iter().all(|graph| graph.handed_out().all(|name| same.contains(name)));
    [old.steps(&same, fixed), new.steps(&same, fixed)]
}

/// The names of functions and variables that are the same in both versions with all that they lead to.
fn same<'a>(old: &'a Graph, new: &Graph) -> FxHashSet<&'a str> {
    let is_alike =
        |(name, node): (&&'a String, &&'a Node)| new.nodes.get(*name).is_some_and(|other| other.text == node.text);
    let mut same: FxHashSet<&str> =
        old.nodes.iter().filter(|(name, node)| is_alike((name, node))).map(|(name, _)| name.as_str()).collect();
    loop {
        let leads_elsewhere = |name: &&str| {
            let all = [old, new].into_iter().flat_map(|graph| &graph.nodes[*name].leads_to);
            all.into_iter().any(|next| !same.contains(next.as_str()))
        };
        let changed: Vec<&str> = same.iter().copied().filter(leads_elsewhere).collect();
        if changed.is_empty() {
            return same;
        }
        changed.iter().for_each(|name| {
            same.remove(name);
        });
    }
}

/// What is reached in a version, by name.
struct Graph<'v, 'm> {
    version: &'v Version<'m>,
    nodes: FxHashMap<String, Node>,
}

struct Node {
    text: String,
    /// The functions and variables that it names.
    leads_to: Vec<String>,
    facts: Facts,
}

/// What a function does itself, or it and all that it calls.
#[derive(Copy, Clone, Default)]
struct Facts {
    instructions: usize,
    loops: bool,
    /// It calls what cannot be seen.
    outside: bool,
    /// It calls through a pointer.
    indirect: bool,
    writes: bool,
    /// It asks for addresses as numbers, or leaves functions half way: that is more than the state tells.
    peculiar: bool,
}

impl Facts {
    fn add(&mut self, other: Facts) {
        self.instructions += other.instructions;
        self.loops |= other.loops;
        self.outside |= other.outside;
        self.indirect |= other.indirect;
        self.writes |= other.writes;
        self.peculiar |= other.peculiar;
    }
}

impl<'v, 'm> Graph<'v, 'm> {
    fn of(version: &'v Version<'m>) -> Graph<'v, 'm> {
        let mut nodes = FxHashMap::default();
        let name_of = |item: Item| match item {
            Item::Function(key) => Some(version.functions[key].name.clone()),
            // What such a constant holds stands in the text.
            Item::Global(key) => contents(version, key).is_none().then(|| version.globals[key].name.clone()),
            Item::External(_) => None,
        };
        for (key, function) in version.functions.iter().enumerate() {
            let module = function.module;
            let leads_to = version.names_in(key).into_iter().filter_map(|name| name_of(version.lookup(module, name)));
            let (text, mut facts) = (own_text(version, key), facts(version, key));
            facts.peculiar |= text.contains(ADDRESS);
            let node = Node { text, leads_to: leads_to.collect(), facts };
            nodes.insert(function.name.clone(), node);
        }
        for (key, global) in version.globals.iter().enumerate() {
            let names = version.names_in_variable(key).into_iter();
            let leads_to = names.filter_map(|name| name_of(version.lookup(global.module, name))).collect();
            let text = own_text_of_variable(version, key);
            let facts = Facts { peculiar: text.contains(ADDRESS), ..Facts::default() };
            nodes.insert(global.name.clone(), Node { text, leads_to, facts });
        }
        Graph { version, nodes }
    }

    /// The functions whose addresses are used.
    fn handed_out(&self) -> impl Iterator<Item = &str> {
        self.version.address_taken.iter().map(|key| self.version.functions[*key].name.as_str())
    }

    /// `fixed`: whoever is called through a pointer is the same in both versions.
    fn steps(&self, same: &FxHashSet<&str>, fixed: bool) -> Steps {
        let mut steps = Steps::default();
        for (key, function) in self.version.functions.iter().enumerate().skip(1) {
            if !same.contains(function.name.as_str()) {
                continue;
            }
            let facts = self.all_of(&function.name);
            let calls_back = facts.indirect || facts.outside;
            let is_worth_it = facts.loops || calls_back || facts.instructions > SMALL;
            if is_worth_it && !facts.peculiar && (fixed || !calls_back) {
                steps.insert(key, if facts.writes { Effect::Writes } else { Effect::Reads });
            }
        }
        steps
    }

    /// What the function and all that it calls does.
    fn all_of(&self, name: &str) -> Facts {
        let mut facts = Facts::default();
        let (mut seen, mut work) = (FxHashSet::default(), vec![name]);
        while let Some(next) = work.pop() {
            let Some(node) = self.nodes.get(next) else { continue };
            facts.loops |= next == name && seen.contains(next);
            if !seen.insert(next) {
                continue;
            }
            facts.add(node.facts);
            // Mutual recursion as well: `name` is met again.
            work.extend(
                node.leads_to.iter().map(String::as_str).filter(|other| *other == name || !seen.contains(other)),
            );
        }
        facts
    }
}

/// What the function does by itself.
fn facts(version: &Version, key: FnKey) -> Facts {
    let function = &version.functions[key];
    let mut facts = Facts { loops: has_loop(version, key), ..Facts::default() };
    let mut own: FxHashSet<&str> = FxHashSet::default();
    let mut addresses: FxHashSet<&str> = FxHashSet::default();
    for block in &function.body.blocks {
        for inst in &block.insts {
            facts.instructions += 1;
            let is_own = |operand: &Operand| matches!(operand, Operand::Local(name) if own.contains(name));
            let mut names = false;
            inst.kind.for_each_operand(&mut |operand| {
                names |= matches!(operand, Operand::Local(name) if addresses.contains(name));
            });
            // Only the distance of two addresses is told by the state.
            facts.peculiar |= names
                && !matches!(&inst.kind, Kind::Binary { op: "sub", a, b, .. } if [a, b].into_iter().all(
                |operand| matches!(operand, Operand::Local(name) if addresses.contains(name))));
            match (&inst.kind, inst.result) {
                (Kind::Alloca { .. }, result) => own.extend(result),
                (Kind::Gep(gep), Some(result)) if is_own(&gep.base) => {
                    own.insert(result);
                }
                (Kind::Cast { op: "ptrtoint", .. }, Some(result)) => {
                    addresses.insert(result);
                }
                (Kind::Store { pointer, .. }, _) => facts.writes |= !is_own(pointer),
                (Kind::Call(call), _) => facts.add(of_call(version, key, call, &is_own)),
                (Kind::AtomicRmw { .. } | Kind::CmpXchg { .. }, _) => facts.writes = true,
                (Kind::Unknown(_), _) => facts.add(Facts { writes: true, outside: true, ..Facts::default() }),
                _ => {}
            }
        }
        let is_address = |operand: &Operand| matches!(operand, Operand::Local(name) if addresses.contains(name));
        match &block.end {
            End::Invoke { .. } | End::Resume | End::Unknown(_) => facts.peculiar = true,
            End::Return(Some((_, value))) | End::Branch { condition: value, .. } | End::Switch { on: value, .. } => {
                facts.peculiar |= is_address(value);
            }
            End::Return(None) | End::Jump(_) | End::Unreachable => {}
        }
    }
    facts
}

fn of_call(version: &Version, key: FnKey, call: &Call, is_own: &dyn Fn(&Operand) -> bool) -> Facts {
    let Some(name) = crate::lower::called_name(&call.callee) else {
        return Facts { indirect: true, writes: true, ..Facts::default() };
    };
    if matches!(
        name,
        "setjmp" | "_setjmp" | "sigsetjmp" | "__sigsetjmp" | "longjmp" | "siglongjmp" | "_longjmp" | "vfork"
    ) {
        return Facts { peculiar: true, ..Facts::default() };
    }
    match version.lookup(version.functions[key].module, name) {
        Item::Function(_) => Facts::default(),
        Item::Global(_) => Facts { indirect: true, writes: true, ..Facts::default() },
        Item::External(name) if name.starts_with("llvm.mem") => {
            Facts { writes: call.args.first().is_none_or(|to| !is_own(&to.value)), ..Facts::default() }
        }
        Item::External(name) if name.starts_with("llvm.") && !name.starts_with("llvm.va_") => Facts::default(),
        Item::External(_) => Facts { outside: true, writes: true, ..Facts::default() },
    }
}

/// Does a block lead back to itself?
fn has_loop(version: &Version, key: FnKey) -> bool {
    let blocks = &version.functions[key].body.blocks;
    let number: FxHashMap<&str, usize> = blocks.iter().enumerate().map(|(at, block)| (block.name, at)).collect();
    let leads_to = |at: usize| -> Vec<usize> {
        let names: Vec<&str> = match &blocks[at].end {
            End::Jump(next) => vec![next],
            End::Branch { then, otherwise, .. } => vec![then, otherwise],
            End::Switch { cases, default, .. } => cases.iter().map(|(_, next)| *next).chain([*default]).collect(),
            End::Invoke { normal, pad, .. } => vec![normal, pad],
            End::Return(_) | End::Unreachable | End::Resume | End::Unknown(_) => Vec::new(),
        };
        names.iter().filter_map(|name| number.get(name).copied()).collect()
    };
    (0..blocks.len()).any(|start| {
        let (mut seen, mut work) = (FxHashSet::default(), leads_to(start));
        while let Some(next) = work.pop() {
            if next == start {
                return true;
            }
            if seen.insert(next) {
                work.extend(leads_to(next));
            }
        }
        false
    })
}

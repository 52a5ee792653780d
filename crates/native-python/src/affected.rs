//! What objects of the program's classes do that is not the same in both versions, by the names of their members.
//!
//! A client may be handed an object whose class changed, or that code made which changed. Which members of objects that
//! concerns is told by names: those that a class has in another way in each version, wherever in its bases they stand;
//! those that changed code sets, or hands on to be set; and those whose code mentions any of these. Of operators only
//! those are told that were written anew.

use front_python::Affected;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::heaps::{Heaps, IS_CLASS, IS_OUTSIDE, Node, OWN_CODE};

/// Members that no operator asks an object for.
const NO_OPERATORS: &[&str] = &[
    "__init__",
    "__new__",
    "__post_init__",
    "__doc__",
    "__module__",
    "__annotations__",
    "__orig_bases__",
    "__parameters__",
    "__init_subclass__",
    "__class_getitem__",
    "__abstractmethods__",
    "__match_args__",
    "__qualname__",
    "__all__",
    "__version__",
    "__subclasshook__",
];

/// Bases that only type checkers care for.
const FOR_CHECKERS: &[&str] = &["Generic", "Protocol"];

pub(crate) fn affected(heaps: &Heaps) -> Affected {
    let mut names: FxHashSet<u32> = FxHashSet::default();
    let (mut relations, mut operators) = (false, false);
    let is_own_class = |node: &Node| node.flags & IS_CLASS != 0 && node.flags & IS_OUTSIDE == 0;
    let [old, new] = &heaps.nodes;
    for (key, node) in old.iter().filter(|(_, node)| is_own_class(node)) {
        let Some(twin) = new.get(key) else { continue };
        let [one, other] = [(0, node), (1, twin)].map(|(side, node)| effective(heaps, side, node));
        for name in one.keys().chain(other.keys()) {
            let held = one.get(name);
            if held != other.get(name) || held.is_some_and(|held| !heaps.is_same(*held)) {
                names.insert(*name);
            }
            let is_another = held != other.get(name) || held.is_some_and(|held| heaps.is_written_anew(*held));
            operators |= is_another && is_operator(&heaps.words[*name as usize]);
        }
        relations |= bases(heaps, 0, node) != bases(heaps, 1, twin);
    }
    let all = heaps.nodes.iter().flat_map(|nodes| nodes.values());
    let code: Vec<&Node> = all.filter(|node| node.flags & OWN_CODE != 0).collect();
    let is_changed = |side: usize, key: &i64, node: &Node| {
        node.flags & OWN_CODE != 0 && heaps.nodes[1 - side].get(key).is_none_or(|twin| twin.digest != node.digest)
    };
    let mut changed: Vec<&Node> = Vec::new();
    for (side, nodes) in heaps.nodes.iter().enumerate() {
        changed.extend(nodes.iter().filter(|(key, node)| is_changed(side, key, node)).map(|(_, node)| node));
    }
    // What changed code calls gets other values, and may keep them.
    let mut words: FxHashSet<u32> = changed.iter().flat_map(|node| node.asked.iter().copied()).collect();
    let mut reached: Vec<&Node> = changed;
    let mut rest = code.clone();
    loop {
        let (called, others): (Vec<&Node>, Vec<&Node>) = rest.into_iter().partition(|node| words.contains(&node.name));
        if called.is_empty() {
            break;
        }
        words.extend(called.iter().flat_map(|node| node.asked.iter().copied()));
        reached.extend(called);
        rest = others;
    }
    names.extend(reached.iter().flat_map(|node| node.touched.iter().copied()));
    // What asks for one of these is another thing in each version too.
    let mut rest = code;
    loop {
        let asks = |node: &&Node| node.asked.iter().any(|word| names.contains(word));
        let (asking, others): (Vec<&Node>, Vec<&Node>) = rest.into_iter().partition(asks);
        if asking.is_empty() {
            break;
        }
        for node in asking {
            names.insert(node.name);
            names.extend(&node.touched);
        }
        rest = others;
    }
    let names = names.into_iter().map(|name| heaps.words[name as usize].clone()).filter(|name| !name.starts_with("__"));
    Affected { names: names.filter(|name| !name.is_empty()).collect(), operators, relations }
}

fn is_operator(name: &str) -> bool {
    name.starts_with("__") && name.ends_with("__") && !NO_OPERATORS.contains(&name)
}

/// What a class and its bases give an object, by name.
fn effective(heaps: &Heaps, side: usize, class: &Node) -> FxHashMap<u32, i64> {
    let mut found = class.members.clone();
    let is_for_checkers =
        |base: &&Node| base.flags & IS_OUTSIDE != 0 && FOR_CHECKERS.contains(&heaps.words[base.name as usize].as_str());
    let bases = class.edges.iter().skip(1).filter_map(|base| heaps.nodes[side].get(base));
    for base in bases.filter(|base| !is_for_checkers(base)) {
        base.members.iter().filter(|_| base.flags & IS_CLASS != 0).for_each(|(name, held)| {
            found.entry(*name).or_insert(*held);
        });
    }
    found
}

/// The classes that it is a case of.
fn bases(heaps: &Heaps, side: usize, class: &Node) -> Vec<i64> {
    let is_counted = |key: &&i64| {
        let node = heaps.nodes[side].get(key);
        node.is_some_and(|node| !FOR_CHECKERS.contains(&heaps.words[node.name as usize].as_str()))
    };
    class.edges.iter().skip(1).filter(is_counted).copied().collect()
}

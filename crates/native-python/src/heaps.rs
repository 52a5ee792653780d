//! The objects of both versions, side by side.
//!
//! A value is the same in both versions if everything that it leads to is: objects by the paths on which they are found,
//! functions by what they do. Of a module only those names count that code mentions which was come to; code that gets at
//! names in another way is never the same.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::OnceLock;

use front_python::{Affected, Graph, LeadsTo};
use rustc_hash::{FxHashMap, FxHashSet};
use serde_json::Value;

use crate::affected;

#[derive(Debug)]
pub(crate) struct Node {
    pub(crate) digest: i64,
    pub(crate) flags: u64,
    pub(crate) edges: Vec<i64>,
    pub(crate) members: FxHashMap<u32, i64>,
    pub(crate) words: Vec<u32>,
    /// Of code: the attributes that it sets, or whose contents it may change.
    pub(crate) touched: Vec<u32>,
    /// The names of globals and attributes in it.
    pub(crate) asked: Vec<u32>,
    /// Of a class, and of a function that is a member of one.
    pub(crate) name: u32,
}

pub(crate) const OWN_CODE: u64 = 1;
const IS_UNCLEAR: u64 = 2;
pub(crate) const IS_CLASS: u64 = 8;
const IS_MODULE: u64 = 16;
pub(crate) const IS_OUTSIDE: u64 = 32;
/// Nothing can hide in it.
const IS_BARE: u64 = 64;

/// Members that only say something about what they are members of.
const SAYS: [&str; 2] = ["__doc__", "__annotations__"];

/// Words of code by which it gets at what it does not name.
const DYNAMIC: &[&str] = &[
    // A name of a module that finds others, as `heap.py` writes it.
    "<finds>",
    "eval",
    "exec",
    "globals",
    "locals",
    "__import__",
    "import_module",
    "importlib",
    "pkgutil",
    "runpy",
    "pickle",
    "inspect",
    "gc",
    "modules",
    "__subclasses__",
    "__globals__",
    "_getframe",
    "currentframe",
    "f_globals",
    "f_locals",
    "__file__",
    "__path__",
    "__spec__",
    "__loader__",
    "pkg_resources",
    "importlib_metadata",
    "importlib_resources",
    "linecache",
    "getsource",
    "get_data",
    "__traceback__",
    "traceback",
    "exc_info",
    "format_exc",
    "print_exc",
    "stack_info",
    "findCaller",
    "co_firstlineno",
    "co_filename",
    "co_lines",
    "get_type_hints",
    "getrefcount",
    "get_referrers",
    "get_objects",
    "__code__",
    "sys.path",
    "getfile",
    "getsourcefile",
    "timeit",
    "trace",
    "profile",
    "cProfile",
    "pdb",
    "doctest",
    "unittest",
    "pydoc",
    "zipimport",
    "shelve",
    "dill",
    "cloudpickle",
    "f_lineno",
    "f_back",
    "f_code",
    "f_builtins",
    "gi_frame",
    "gi_code",
    "cr_frame",
    "ag_frame",
    "tb_frame",
    "tb_lineno",
    "lineno",
    "tb_next",
    "with_traceback",
    "co_positions",
    "co_linetable",
    "extract_stack",
    "format_stack",
    "extract_tb",
    "walk_tb",
    "walk_stack",
    "stack",
    "__firstlineno__",
    "getsourcelines",
    "getweakrefcount",
    "getsizeof",
    "cache_info",
];

/// Words of code that may read what a function or class says of itself.
const READS: &[&str] = &[
    "getattr",
    "vars",
    "dir",
    "help",
    "__dict__",
    "__getattribute__",
    "attrgetter",
    "methodcaller",
    "getmembers",
    "wraps",
    "update_wrapper",
    "signature",
    "getdoc",
    "singledispatch",
    "register",
    "dataclass",
    "make_dataclass",
    "format",
    "format_map",
    "vformat",
];

/// Words of code that may ask a module for a name that it computes.
const ASKS: &[&str] = &[
    "getattr",
    "vars",
    "dir",
    "__dict__",
    "__getattribute__",
    "attrgetter",
    "methodcaller",
    "getmembers",
    "format",
    "vformat",
];

/// The objects of both versions by their paths.
#[derive(Debug)]
pub(crate) struct Heaps {
    pub(crate) nodes: [FxHashMap<i64, Node>; 2],
    roots: [BTreeMap<String, i64>; 2],
    handed: [Vec<i64>; 2],
    pub(crate) words: Vec<String>,
    numbers: FxHashMap<String, u32>,
    affected: OnceLock<Affected>,
}

impl Heaps {
    pub(crate) fn of(graphs: &[Value; 2]) -> Option<Heaps> {
        let mut heaps = Heaps {
            nodes: Default::default(),
            roots: Default::default(),
            handed: Default::default(),
            words: Vec::new(),
            numbers: FxHashMap::default(),
            affected: OnceLock::new(),
        };
        for (side, graph) in graphs.iter().enumerate() {
            heaps.read(side, graph)?;
        }
        Some(heaps)
    }

    fn read(&mut self, side: usize, graph: &Value) -> Option<()> {
        let words: Vec<u32> =
            graph["words"].as_array()?.iter().map(|word| Some(self.word(word.as_str()?))).collect::<Option<_>>()?;
        let word = |value: &Value| words.get(usize::try_from(value.as_u64()?).ok()?).copied();
        for row in graph["nodes"].as_array()? {
            let [key, digest, flags, edges, members, said, touched, asked, name] = row.as_array()?.as_slice() else {
                return None;
            };
            let members = members.as_array().into_iter().flatten();
            let node = Node {
                digest: digest.as_i64()?,
                flags: flags.as_u64()?,
                edges: edges.as_array()?.iter().map(Value::as_i64).collect::<Option<_>>()?,
                members: members.map(|row| Some((word(&row[0])?, row[1].as_i64()?))).collect::<Option<_>>()?,
                words: said.as_array()?.iter().map(word).collect::<Option<_>>()?,
                touched: touched.as_array()?.iter().map(word).collect::<Option<_>>()?,
                asked: asked.as_array()?.iter().map(word).collect::<Option<_>>()?,
                name: word(name)?,
            };
            self.nodes[side].insert(key.as_i64()?, node);
        }
        let roots = graph["roots"].as_object()?;
        self.roots[side] = roots.iter().filter_map(|(name, key)| Some((name.clone(), key.as_i64()?))).collect();
        self.handed[side] = graph["handed"].as_array()?.iter().filter_map(Value::as_i64).collect();
        Some(())
    }

    fn word(&mut self, word: &str) -> u32 {
        if let Some(number) = self.numbers.get(word) {
            return *number;
        }
        let number = u32::try_from(self.words.len()).expect("not so many words");
        self.words.push(word.to_owned());
        self.numbers.insert(word.to_owned(), number);
        number
    }

    /// Is what loading did to code outside the same, and what it handed to it?
    pub(crate) fn is_same_outside(&self) -> Result<(), String> {
        let [old, new] = &self.nodes;
        for (key, node) in old.iter().filter(|(_, node)| node.flags & IS_OUTSIDE != 0) {
            // What only one version loaded is nobody else's.
            let Some(twin) = new.get(key) else { continue };
            let of_both = node.members.keys().chain(twin.members.keys());
            let changed = of_both.filter(|name| !self.is_part(**name, node, twin)).find(|name| {
                let [one, other] = [node, twin].map(|node| node.members.get(name));
                one != other && !self.says(**name)
            });
            if let Some(name) = changed {
                return Err(format!("what loading does outside is not the same: {}", self.words[*name as usize]));
            }
            if node.digest != twin.digest {
                return Err("what loading does outside is not the same".to_owned());
            }
        }
        let handed: BTreeSet<i64> = self.handed.iter().flatten().copied().collect();
        match handed.into_iter().find(|key| !self.is_same(*key)) {
            Some(_) => Err("code outside holds something that changed".to_owned()),
            None => Ok(()),
        }
    }

    /// A part of a package that only one version loaded?
    fn is_part(&self, name: u32, old: &Node, new: &Node) -> bool {
        let is_module = |side: usize, node: &Node| {
            let key = node.members.get(&name);
            key.and_then(|key| self.nodes[side].get(key)).is_some_and(|node| node.flags & IS_MODULE != 0)
        };
        let is_absent = |node: &Node| !node.members.contains_key(&name);
        (is_module(0, old) && is_absent(new)) || (is_module(1, new) && is_absent(old))
    }

    fn says(&self, name: u32) -> bool {
        SAYS.contains(&self.words[name as usize].as_str())
    }

    /// Is everything that the object leads to the same in both versions, with what it says of itself?
    pub(crate) fn is_same(&self, start: i64) -> bool {
        Walk { reads: true, ..Walk::new(self) }.run(start)
    }

    /// Is the object itself not the same in both versions, whatever it leads to?
    pub(crate) fn is_written_anew(&self, key: i64) -> bool {
        let [old, new] = self.nodes.each_ref().map(|nodes| nodes.get(&key).map(|node| node.digest));
        old != new
    }
}

/// Follows an object through both versions at once.
struct Walk<'h> {
    heaps: &'h Heaps,
    seen: FxHashSet<i64>,
    words: FxHashSet<u32>,
    /// The names of globals and attributes in the program's own code.
    asked: FxHashSet<u32>,
    /// What functions and classes say of themselves counts.
    reads: bool,
    /// So do all names of modules: code may ask for one that it computes.
    asks: bool,
    /// Nothing counts as the same in which something may hide.
    bare: bool,
    /// Modules that were come to: which of their names count depends on the words of the code.
    waiting: Vec<i64>,
}

impl Graph for Heaps {
    fn affected(&self) -> &Affected {
        self.affected.get_or_init(|| affected::affected(self))
    }

    fn same(&self, module: &str, path: &str, leads_to: LeadsTo) -> Option<BTreeSet<String>> {
        let mut walk = Walk { bare: leads_to == LeadsTo::PlainCode, ..Walk::new(self) };
        let [old, new] = self.roots.each_ref().map(|roots| roots.get(module));
        let mut at = *old.filter(|_| old == new)?;
        for (place, name) in path.split('.').enumerate() {
            let [old, new] = self.nodes.each_ref().map(|nodes| {
                let node = nodes.get(&at)?;
                // A member of a class may stand in one of its bases.
                let bases = node.edges.iter().skip(1).filter(|_| node.flags & IS_CLASS != 0);
                let places = std::iter::once(node).chain(bases.filter_map(|base| nodes.get(base)));
                let name = self.numbers.get(name)?;
                places.filter(|node| node.flags & (IS_CLASS | IS_MODULE) != 0).find_map(|node| node.members.get(name))
            });
            at = *old.filter(|_| old == new)?;
            // What a member does depends on what it is a member of.
            let is_class = self.nodes[0].get(&at).is_some_and(|node| node.flags & IS_CLASS != 0);
            if (is_class || place > 0) && !walk.run(at) {
                return None;
            }
        }
        walk.run(at).then(|| walk.asked.iter().map(|word| self.words[*word as usize].clone()).collect())
    }
}

impl<'h> Walk<'h> {
    fn new(heaps: &'h Heaps) -> Walk<'h> {
        Walk {
            heaps,
            seen: FxHashSet::default(),
            words: FxHashSet::default(),
            asked: FxHashSet::default(),
            reads: false,
            asks: false,
            bare: false,
            waiting: Vec::new(),
        }
    }

    fn run(&mut self, start: i64) -> bool {
        let mut queue = vec![start];
        loop {
            while let Some(key) = queue.pop() {
                if self.seen.insert(key) && !self.step(key, &mut queue) {
                    return false;
                }
            }
            let before = queue.len();
            for module in self.waiting.clone() {
                if !self.members(module, &mut queue) {
                    return false;
                }
            }
            queue.retain(|key| !self.seen.contains(key));
            if queue.len() == before || queue.is_empty() {
                return true;
            }
        }
    }

    fn step(&mut self, key: i64, queue: &mut Vec<i64>) -> bool {
        let [old, new] = self.heaps.nodes.each_ref().map(|nodes| nodes.get(&key));
        let (old, new) = match (old, new) {
            (Some(old), Some(new)) => (old, new),
            // A text, a number: the edge that led here said which.
            (None, None) => return key != 0,
            _ => return false,
        };
        if old.digest != new.digest || (old.flags | new.flags) & IS_UNCLEAR != 0 {
            return false;
        }
        if self.bare && old.flags & new.flags & IS_BARE == 0 {
            return false;
        }
        if old.flags & OWN_CODE != 0 {
            let is_dynamic = |word: &u32| DYNAMIC.contains(&self.heaps.words[*word as usize].as_str());
            if old.words.iter().any(is_dynamic) {
                return false;
            }
            self.reads |= old.words.iter().any(|word| READS.contains(&self.heaps.words[*word as usize].as_str()));
            self.asks |= old.words.iter().any(|word| ASKS.contains(&self.heaps.words[*word as usize].as_str()));
            self.asked.extend(&old.asked);
        }
        self.words.extend(&old.words);
        queue.extend(&old.edges);
        self.waiting.push(key);
        true
    }

    /// Compares the members that count.
    fn members(&self, key: i64, queue: &mut Vec<i64>) -> bool {
        let [old, new] = self.heaps.nodes.each_ref().map(|nodes| &nodes[&key]);
        let is_module = old.flags & IS_MODULE != 0;
        for name in old.members.keys().chain(new.members.keys()) {
            let is_named = self.words.contains(name);
            let counts = match self.heaps.says(*name) {
                true => is_named || self.reads,
                false => is_named || !is_module || self.asks,
            };
            if !counts {
                continue;
            }
            let [one, other] = [old, new].map(|node| node.members.get(name));
            if one != other {
                return false;
            }
            queue.extend(one);
        }
        true
    }
}

//! What a Python value is in the IR, and the cells that hold the heap.
//!
//! Every Python value is a term of one datatype, [`Ctors::value`]. Immutable values are held
//! directly; what has an identity is a reference whose contents stand in a heap cell. A variable
//! without a value holds `Unbound`, which no Python expression ever yields.

use std::sync::LazyLock;

use arena::IdVec;
use ir::{Cell, CellId, CellRole};
use rustc_hash::{FxHashMap, FxHashSet};
use value::{Ctor, DataDef, Datatype, FloatFormat, Sort, SortExpr, SortKind, Symbol, Value};

/// The constructors of `Value`. The field names are unique, so the prelude can write `a.int`.
pub(crate) struct Ctors {
    pub(crate) value: Sort,
    pub(crate) unbound: Ctor,
    pub(crate) none: Ctor,
    pub(crate) bool: Ctor,
    pub(crate) int: Ctor,
    pub(crate) float: Ctor,
    pub(crate) str: Ctor,
    /// Numbers from 0 to 255.
    pub(crate) bytes: Ctor,
    /// Its elements, and its class: `tuple`, or a class of named tuples.
    pub(crate) tuple: Ctor,
    pub(crate) list: Ctor,
    /// A function that is defined once at the top level: its code is its identity.
    pub(crate) function: Ctor,
    /// A function made at run time; its contents are its code, then captured cells and defaults.
    pub(crate) closure: Ctor,
    pub(crate) class: Ctor,
    /// An exception: its class, `args`, and whether it is a slip: no statement of the program made it, but
    /// the language, for want of a name, a module or a fitting type. `args` of just `Unbound`: a message we do
    /// not know.
    pub(crate) exception: Ctor,
    pub(crate) object: Ctor,
    pub(crate) dict: Ctor,
    pub(crate) set: Ctor,
    /// `d.keys()`, `d.values()` or `d.items()`: the dict, and 0, 1 or 2.
    pub(crate) view: Ctor,
    pub(crate) iterator: Ctor,
    pub(crate) module: Ctor,
    /// What was imported from a module that is not there. Reading a name that holds it gets stuck,
    /// so it goes nowhere.
    pub(crate) foreign: Ctor,
    /// A builtin function as a value.
    pub(crate) builtin: Ctor,
    /// A method with its receiver.
    pub(crate) method: Ctor,
    /// A variable that nested functions share.
    pub(crate) cell: Ctor,
    /// Something that came from outside; the number says which. What it does is not known, only that
    /// it is one thing in both versions.
    pub(crate) outside: Ctor,
    /// A member of an enumeration: its class, and its name with the class in front.
    pub(crate) member: Ctor,
    /// A compiled regular expression: its text and its flags.
    pub(crate) pattern: Ctor,
    /// What one matched: the pattern, the text, the part of it that was searched, and the numbers that tell the match.
    pub(crate) match_: Ctor,
}

/// The class of tuples without names.
pub(crate) const PLAIN_TUPLE: &str = "tuple";

static CTORS: LazyLock<Ctors> = LazyLock::new(declare);

/// The constructors of Python's values.
pub(crate) fn ctors() -> &'static Ctors {
    &CTORS
}

fn declare() -> Ctors {
    let value = Symbol::new("Value");
    let sort = SortExpr::Sort;
    let reference = |kind: &str| sort(Sort::reference(kind));
    let items = || SortExpr::Seq(Box::new(SortExpr::Member(value)));
    let one = |name: &str, field: &str, sort: SortExpr| (Symbol::new(name), vec![(Symbol::new(field), sort)]);
    let atom = || sort(Sort::atom());
    let ctors = vec![
        (Symbol::new("Unbound"), vec![]),
        (Symbol::new("None"), vec![]),
        one("Bool", "bool", sort(Sort::bool())),
        one("Int", "int", sort(Sort::int())),
        one("Float", "float", sort(Sort::float(FloatFormat::F64))),
        one("Str", "str", sort(Sort::string())),
        one("Bytes", "bytes", sort(Sort::string())),
        (Symbol::new("Tuple"), vec![(Symbol::new("items"), items()), (Symbol::new("tuple_of"), atom())]),
        one("List", "list", reference("list")),
        (Symbol::new("Range"), ["start", "stop", "step"].map(|field| (Symbol::new(field), sort(Sort::int()))).to_vec()),
        one("Function", "code", atom()),
        one("Closure", "closure", reference("closure")),
        one("Class", "name", atom()),
        (
            Symbol::new("Exception"),
            vec![
                (Symbol::new("kind"), atom()),
                (Symbol::new("args"), items()),
                (Symbol::new("slip"), sort(Sort::bool())),
            ],
        ),
        one("Object", "object", reference("object")),
        one("Dict", "dict", reference("dict")),
        one("Set", "set", reference("set")),
        (
            Symbol::new("View"),
            vec![(Symbol::new("viewed"), reference("dict")), (Symbol::new("shows"), sort(Sort::int()))],
        ),
        one("Iterator", "iterator", reference("iterator")),
        one("Module", "module", atom()),
        one("Foreign", "foreign", atom()),
        one("Builtin", "builtin", atom()),
        (
            Symbol::new("Method"),
            vec![(Symbol::new("method"), atom()), (Symbol::new("receiver"), SortExpr::Member(value))],
        ),
        one("Cell", "cell", reference("cell")),
        one("Outside", "outside", sort(Sort::int())),
        (Symbol::new("Member"), vec![(Symbol::new("member_of"), atom()), (Symbol::new("member"), atom())]),
        (
            Symbol::new("Pattern"),
            vec![(Symbol::new("pattern"), sort(Sort::string())), (Symbol::new("pattern_flags"), sort(Sort::int()))],
        ),
        (
            Symbol::new("Match"),
            vec![
                (Symbol::new("matched_by"), SortExpr::Member(value)),
                (Symbol::new("subject"), sort(Sort::string())),
                (Symbol::new("searched_from"), sort(Sort::int())),
                (Symbol::new("searched_to"), sort(Sort::int())),
                (Symbol::new("spans"), sort(Sort::string())),
            ],
        ),
    ];
    let sorts = Datatype::declare(&[DataDef { name: value, ctors }]);
    let datatype = sorts[0].datatype().expect("declared as data");
    let ctor = |name: &str| datatype.ctor(name).expect("declared above");
    Ctors {
        value: sorts[0],
        unbound: ctor("Unbound"),
        none: ctor("None"),
        bool: ctor("Bool"),
        int: ctor("Int"),
        float: ctor("Float"),
        str: ctor("Str"),
        bytes: ctor("Bytes"),
        tuple: ctor("Tuple"),
        list: ctor("List"),
        function: ctor("Function"),
        closure: ctor("Closure"),
        class: ctor("Class"),
        exception: ctor("Exception"),
        object: ctor("Object"),
        dict: ctor("Dict"),
        set: ctor("Set"),
        view: ctor("View"),
        iterator: ctor("Iterator"),
        module: ctor("Module"),
        foreign: ctor("Foreign"),
        builtin: ctor("Builtin"),
        method: ctor("Method"),
        cell: ctor("Cell"),
        outside: ctor("Outside"),
        member: ctor("Member"),
        pattern: ctor("Pattern"),
        match_: ctor("Match"),
    }
}

impl Ctors {
    pub(crate) fn unbound_value(&self) -> Value {
        Value::data(self.unbound, [])
    }

    /// A plain tuple.
    pub(crate) fn tuple_value(&self, items: Vec<Value>) -> Value {
        Value::data(self.tuple, [Value::seq(items), Value::Atom(Symbol::new(PLAIN_TUPLE))])
    }

    pub(crate) fn none_value(&self) -> Value {
        Value::data(self.none, [])
    }
}

/// Is it an exception for want of a name, a module or a fitting type, if the language raises it?
pub(crate) fn is_slip(class: &str) -> bool {
    is_about_names(class) || is_about_types(class)
}

pub(crate) fn is_about_names(class: &str) -> bool {
    matches!(class, "NameError" | "UnboundLocalError" | "ImportError" | "ModuleNotFoundError" | "SyntaxError")
}

fn is_about_types(class: &str) -> bool {
    matches!(class, "TypeError" | "AttributeError")
}

/// The cells of both versions of a program. One table, so that the same cell has the same id in
/// both, and a global of one version exists, unbound, in the other.
#[derive(Default)]
pub(crate) struct Cells {
    pub(crate) table: IdVec<CellId, Cell>,
    by_name: FxHashMap<Symbol, CellId>,
    /// The variables of modules that can change, and defaults.
    variables: FxHashSet<CellId>,
}

fn is_heap(sort: Sort) -> bool {
    matches!(sort.kind(), SortKind::Map(key, _) if matches!(key.kind(), SortKind::Ref(_)))
}

impl Cells {
    /// The cell of that name, made at its first use.
    pub(crate) fn get(&mut self, name: &str, sort: Sort, role: CellRole, initial: Value) -> CellId {
        let name = Symbol::new(name);
        if let Some(&cell) = self.by_name.get(&name) {
            return cell;
        }
        let cell = self.table.push(Cell { name, sort, role, initial });
        self.by_name.insert(name, cell);
        cell
    }

    /// The contents of the objects of a kind.
    pub(crate) fn heap(&mut self, name: &str, kind: &str, contents: Sort, role: CellRole) -> CellId {
        let sort = Sort::map(Sort::reference(kind), contents);
        self.get(name, sort, role, Value::default_of(sort))
    }

    /// A module's global, hidden until something is found to make it an observation.
    pub(crate) fn global(&mut self, name: &str) -> CellId {
        self.get(name, ctors().value, CellRole::Hidden, ctors().unbound_value())
    }

    /// The cell's contents may change while the program runs.
    pub(crate) fn can_change(&mut self, cell: CellId) {
        self.variables.insert(cell);
    }

    /// What code outside can read: the heap, the output, and the variables of modules that can change;
    /// what the others hold is in the keys.
    pub(crate) fn readable(&self) -> Vec<CellId> {
        let is_read = |(id, cell): &(CellId, &Cell)| {
            cell.role == CellRole::Output || is_heap(cell.sort) || self.variables.contains(id)
        };
        self.table.iter().filter(is_read).map(|(id, _)| id).collect()
    }

    /// What it can change of that. Which code a closure has, and which class an object, never changes; a dict that is handed
    /// out is a plain one.
    pub(crate) fn writable(&self) -> Vec<CellId> {
        let fixed = ["closure", "class", "dict.factory"].map(Symbol::new);
        let is_written = |(id, cell): &(CellId, &Cell)| {
            (is_heap(cell.sort) && !fixed.contains(&cell.name)) || self.variables.contains(id)
        };
        self.table.iter().filter(is_written).map(|(id, _)| id).collect()
    }

    pub(crate) fn find(&self, name: &str) -> Option<CellId> {
        self.by_name.get(&Symbol::new(name)).copied()
    }

    pub(crate) fn sort(&self, cell: CellId) -> Sort {
        self.table[cell].sort
    }

    /// The heap cell that the prelude calls by this name in capitals.
    pub(crate) fn runtime(&mut self, name: &str) -> Option<CellId> {
        let value = ctors().value;
        let items = Sort::seq(value);
        let heap = CellRole::Heap;
        Some(match name {
            "LISTS" => self.heap("list", "list", items, heap),
            "CELLS" => self.heap("cell", "cell", value, heap),
            "CLOSURES" => self.heap("closure", "closure", items, heap),
            "CLASSES" => self.heap("class", "object", Sort::atom(), heap),
            // What exceptions with attributes of their own have as `args`.
            "ERROR_ARGS" => self.heap("error.args", "object", items, heap),
            // Keyed by the normal form of the key; an entry is the pair of the key itself and
            // the value. The order of a dict is no observation.
            "DICTS" => self.heap("dict", "dict", Sort::map(value, value), heap),
            "ORDERS" => self.heap("dict.order", "dict", items, CellRole::Hidden),
            // How often a key was taken out, which leaves a hole that an iterator sees.
            "REMOVALS" => self.heap("dict.removals", "dict", Sort::int(), CellRole::Hidden),
            // What a dict makes for a key that it does not have; Unbound: it is a plain one.
            "FACTORIES" => self.heap("dict.factory", "dict", value, heap),
            "SETS" => self.heap("set", "set", Sort::map(value, value), heap),
            "MEMBERS" => self.heap("set.order", "set", items, CellRole::Hidden),
            "TAKEN" => self.heap("set.removals", "set", Sort::int(), CellRole::Hidden),
            "ITERATORS" => self.heap("iterator", "iterator", items, heap),
            "OUTPUT" => self.get("output", Sort::string(), CellRole::Output, Value::seq(Vec::new())),
            _ => return None,
        })
    }
}

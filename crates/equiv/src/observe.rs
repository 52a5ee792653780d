//! What an observer sees of a run.
//!
//! The outcome, the globals the client changed, the output, the external calls. References are
//! seen only by what they refer to and by being the same or not: an observation numbers them in
//! the order in which it comes across them, so equal observations are equal values.

use std::sync::Arc;

use rustc_hash::{FxHashMap, FxHashSet};
use value::{Bv, MapValue, Sort, SortKind, Symbol, Value};

use ir::entry::Notation;
use ir::interp::{CallSeen, ExternalCall, Outcome, State, heap_cells};
use ir::{CellRole, Function, Program};

/// Observations are compared for equality; [`crate::Replay`] keeps the run for the report.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Observation {
    pub outcome: SeenOutcome,
    /// By name; `None`: not changed since the client was called.
    pub globals: Vec<(Symbol, Seen)>,
    pub output: Vec<(Symbol, Seen)>,
    /// The arguments of each, and what was written before it.
    pub calls: Vec<(Symbol, Vec<Seen>)>,
}

impl Observation {
    /// With something else for each value that is seen.
    fn each(&self, see: &dyn Fn(&Seen) -> Seen) -> Observation {
        let cells = |cells: &[(Symbol, Seen)]| cells.iter().map(|(name, seen)| (*name, see(seen))).collect();
        Observation {
            outcome: match &self.outcome {
                SeenOutcome::Returned(values) => SeenOutcome::Returned(values.iter().map(see).collect()),
                SeenOutcome::Raised(value) => SeenOutcome::Raised(see(value)),
                end @ (SeenOutcome::Trapped | SeenOutcome::Endless) => end.clone(),
            },
            globals: cells(&self.globals),
            output: cells(&self.output),
            calls: self.calls.iter().map(|(name, args)| (*name, args.iter().map(see).collect())).collect(),
        }
    }

    /// The same with all code of the program as one: functions of different names may do the same,
    /// and functions of one name may not.
    pub(crate) fn without_code(&self, program: &Program) -> Observation {
        let atoms: FxHashSet<Symbol> = program.code.iter().map(|(atom, _)| *atom).collect();
        self.each(&|seen| seen.without(&atoms))
    }
}

impl Observation {
    /// The same with nothing in the bits of numbers that have no name in the source.
    pub(crate) fn in_named_bits(&self, notation: &dyn Notation) -> Observation {
        self.each(&|seen| seen.in_named_bits(notation))
    }

    /// Are they the same but for what one of them never wrote, and for what only the other's objects have beyond the
    /// end of this one's? What is found there is up to chance, or out of reach.
    pub(crate) fn is_same_where_written(&self, other: &Observation) -> bool {
        let cells = |a: &[(Symbol, Seen)], b: &[(Symbol, Seen)]| {
            a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.0 == b.0 && a.1.is_same_where_written(&b.1))
        };
        let all =
            |a: &[Seen], b: &[Seen]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same_where_written(b));
        let outcomes = match (&self.outcome, &other.outcome) {
            (SeenOutcome::Returned(a), SeenOutcome::Returned(b)) => all(a, b),
            (SeenOutcome::Raised(a), SeenOutcome::Raised(b)) => a.is_same_where_written(b),
            (a, b) => a == b,
        };
        let calls = self.calls.len() == other.calls.len()
            && self.calls.iter().zip(&other.calls).all(|(a, b)| a.0 == b.0 && all(&a.1, &b.1));
        outcomes && calls && cells(&self.globals, &other.globals) && cells(&self.output, &other.output)
    }
}

/// The part of an object in a cell; `None`: it holds the default.
fn part(contents: &[(Symbol, Seen)], name: Symbol) -> Option<&Seen> {
    contents.iter().find(|(known, _)| *known == name).map(|(_, seen)| seen)
}

fn as_map(seen: Option<&Seen>) -> Option<Option<&MapValue>> {
    match seen {
        None => Some(None),
        Some(Seen::Plain(Value::Map(map))) => Some(Some(map)),
        Some(_) => None,
    }
}

impl Seen {
    fn is_same_where_written(&self, other: &Seen) -> bool {
        let all =
            |a: &[Seen], b: &[Seen]| a.len() == b.len() && a.iter().zip(b).all(|(a, b)| a.is_same_where_written(b));
        match (self, other) {
            (Seen::Seq(a), Seen::Seq(b)) => all(a, b),
            (Seen::Data(ctor, a), Seen::Data(other, b)) => ctor == other && all(a, b),
            (Seen::Object(a, contents), Seen::Object(b, others)) => a == b && same_contents(contents, others),
            (a, b) => a == b,
        }
    }
}

fn same_contents(a: &[(Symbol, Seen)], b: &[(Symbol, Seen)]) -> bool {
    let is_flag = |name: &Symbol| name.as_str().ends_with(ir::UNWRITTEN);
    let base = |name: &Symbol| Symbol::new(name.as_str().strip_suffix(ir::UNWRITTEN).unwrap_or(name.as_str()));
    let mut names: Vec<Symbol> = a.iter().chain(b).map(|(name, _)| base(name)).collect();
    names.sort_unstable();
    names.dedup();
    let extent = Symbol::new(ir::EXTENT);
    let end = end_of_smaller(part(a, extent), part(b, extent));
    names.into_iter().filter(|name| !is_flag(name)).all(|name| {
        if end.is_some() && name == extent {
            return true;
        }
        let flag = Symbol::new(&format!("{}{}", name.as_str(), ir::UNWRITTEN));
        let (x, y) = (part(a, name), part(b, name));
        let (lacks_x, lacks_y) = (part(a, flag), part(b, flag));
        match (x, y, lacks_x, lacks_y) {
            (Some(x), Some(y), None, None) if end.is_none() => x.is_same_where_written(y),
            (x, y, None, None) if end.is_none() => x == y,
            _ => match (as_map(x), as_map(y), as_map(lacks_x), as_map(lacks_y)) {
                (Some(x), Some(y), Some(lacks_x), Some(lacks_y)) => same_maps([x, y], [lacks_x, lacks_y], end),
                _ => x == y,
            },
        }
    })
}

/// Where the first object ends, if the other is larger.
fn end_of_smaller(a: Option<&Seen>, b: Option<&Seen>) -> Option<i128> {
    let count = |seen: Option<&Seen>| match seen {
        None => Some(0),
        Some(Seen::Plain(value)) => number(value),
        Some(_) => None,
    };
    let (a, b) = (count(a)?, count(b)?);
    (0 < a && a < b).then_some(a)
}

fn number(value: &Value) -> Option<i128> {
    match value {
        Value::Bv(bits) => Some(bits.signed()),
        Value::Int(int) => int.to_i64().map(i128::from),
        _ => None,
    }
}

/// Do the maps agree on every key that neither lacks, up to the end?
fn same_maps(maps: [Option<&MapValue>; 2], lacks: [Option<&MapValue>; 2], end: Option<i128>) -> bool {
    let known = maps.iter().chain(&lacks).flatten();
    let keys: Vec<&Value> = known.flat_map(|map| map.entries().map(|(key, _)| key)).collect();
    // A map that is not there holds the default, and so does the other one where nothing was put.
    let Some(otherwise) = maps.iter().flatten().next().map(|map| map.default_value()) else { return true };
    let lacks_at = |key: &Value| lacks.iter().flatten().any(|map| *map.select(key) == Value::Bool(true));
    let at = |map: Option<&MapValue>, key: &Value| map.map_or_else(|| otherwise.clone(), |map| map.select(key).clone());
    let lacks_rest = lacks.iter().flatten().any(|map| *map.default_value() == Value::Bool(true));
    let rest = |map: Option<&MapValue>| map.map_or_else(|| otherwise.clone(), |map| map.default_value().clone());
    let is_beyond = |key: &Value| end.is_some_and(|end| number(key).is_some_and(|key| key >= end));
    keys.into_iter().all(|key| lacks_at(key) || is_beyond(key) || at(maps[0], key) == at(maps[1], key))
        && (lacks_rest || end.is_some() || rest(maps[0]) == rest(maps[1]))
}

impl Seen {
    fn in_named_bits(&self, notation: &dyn Notation) -> Seen {
        let all = |parts: &[Seen]| parts.iter().map(|part| part.in_named_bits(notation)).collect();
        match self {
            Seen::Seq(parts) => Seen::Seq(all(parts)),
            Seen::Data(ctor, parts) => Seen::Data(*ctor, all(parts)),
            Seen::Object(number, contents) => {
                let see = |(name, part): &(Symbol, Seen)| {
                    let part = match (notation.named_bits(*name), part) {
                        (Some(named), Seen::Plain(value)) => Seen::Plain(value_of_bits(value, named)),
                        _ => part.in_named_bits(notation),
                    };
                    (*name, part)
                };
                Seen::Object(*number, contents.iter().map(see).collect())
            }
            plain @ (Seen::Plain(_) | Seen::Null) => plain.clone(),
        }
    }

    fn without(&self, code: &FxHashSet<Symbol>) -> Seen {
        let all = |parts: &[Seen]| parts.iter().map(|part| part.without(code)).collect();
        match self {
            Seen::Plain(value) => Seen::Plain(value_without(value, code)),
            Seen::Seq(parts) => Seen::Seq(all(parts)),
            Seen::Data(ctor, parts) => Seen::Data(*ctor, all(parts)),
            Seen::Object(number, contents) => {
                Seen::Object(*number, contents.iter().map(|(name, part)| (*name, part.without(code))).collect())
            }
            Seen::Null => Seen::Null,
        }
    }
}

fn value_of_bits(value: &Value, named: u128) -> Value {
    match value {
        Value::Bv(bits) => Value::Bv(Bv::new(bits.width, bits.bits() & named)),
        Value::Map(map) => {
            let empty = MapValue::constant(value_of_bits(map.default_value(), named));
            let store =
                |map: MapValue, (key, value): (&Value, &Value)| map.store(key.clone(), value_of_bits(value, named));
            Value::Map(Arc::new(map.entries().fold(empty, store)))
        }
        other => other.clone(),
    }
}

fn value_without(value: &Value, code: &FxHashSet<Symbol>) -> Value {
    let inner = |value: &Value| value_without(value, code);
    match value {
        Value::Atom(atom) if code.contains(atom) => Value::Atom(Symbol::new("code")),
        Value::Data(ctor, fields) => Value::Data(*ctor, fields.iter().map(inner).collect()),
        Value::Seq(elements) => Value::Seq(Arc::new(elements.iter().map(inner).collect())),
        Value::Map(map) => {
            let empty = MapValue::constant(inner(map.default_value()));
            let filled = map.entries().fold(empty, |filled, (key, value)| filled.store(key.clone(), inner(value)));
            Value::Map(Arc::new(filled))
        }
        plain => plain.clone(),
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SeenOutcome {
    Returned(Vec<Seen>),
    Raised(Seen),
    /// All traps are alike.
    Trapped,
    /// It never returns; of what it did, output and calls count.
    Endless,
}

/// A value with references resolved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Seen {
    Plain(Value),
    Seq(Vec<Seen>),
    Data(u32, Vec<Seen>),
    /// The n-th reference met: its contents by cell at the first meeting, nothing afterwards.
    /// Cells with a default value in them are left out.
    Object(usize, Vec<(Symbol, Seen)>),
    Null,
}

/// Looks at values of one state, numbering references as it meets them.
pub struct Observer<'a> {
    program: &'a Program,
    state: &'a State,
    numbers: FxHashMap<(Symbol, u32), usize>,
    /// Objects are told apart, and not looked into.
    is_shallow: bool,
    /// What of an object is not looked at.
    hides: Option<&'a Hides<'a>>,
}

/// Is what an object holds in that cell hidden?
pub type Hides<'a> = dyn Fn(Symbol, &Value) -> bool + 'a;

impl<'a> Observer<'a> {
    pub fn new(program: &'a Program, state: &'a State) -> Observer<'a> {
        Observer { program, state, numbers: FxHashMap::default(), is_shallow: false, hides: None }
    }

    pub fn see(&mut self, value: &Value, sort: Sort) -> Seen {
        match (value, sort.kind()) {
            (Value::Ref(0), _) => Seen::Null,
            (Value::Ref(number), SortKind::Ref(kind)) => self.see_object(*kind, *number),
            (Value::Seq(elements), SortKind::Seq(element)) if has_references(*element) => {
                Seen::Seq(elements.iter().map(|value| self.see(value, *element)).collect())
            }
            (Value::Data(index, fields), SortKind::Data(datatype)) => {
                let sorts = datatype.ctors()[*index as usize].fields.iter().map(|(_, sort)| *sort);
                Seen::Data(*index, sorts.zip(fields.iter()).map(|(sort, value)| self.see(value, sort)).collect())
            }
            // A map to values with references: its entries in order of their keys.
            (Value::Map(map), SortKind::Map(_, element)) if has_references(*element) => {
                let mut seen = vec![self.see(map.default_value(), *element)];
                for (key, value) in map.entries() {
                    seen.push(Seen::Plain(key.clone()));
                    seen.push(self.see(value, *element));
                }
                Seen::Seq(seen)
            }
            (value, _) => Seen::Plain(value.clone()),
        }
    }

    /// The arguments of a call and what was written before it. What an object held at that time is not known: it is
    /// seen by being the same or not.
    fn see_call(&mut self, call: &ExternalCall) -> Vec<Seen> {
        let function = self.program.function(call.name).map(|id| &self.program.functions[id]);
        let sorts = function.into_iter().flat_map(|function| function.params.iter().map(|param| Some(param.sort)));
        self.is_shallow = true;
        let mut seen: Vec<Seen> = call
            .args
            .iter()
            .zip(sorts.chain(std::iter::repeat(None)))
            .map(|(value, sort)| sort.map_or_else(|| Seen::Plain(value.clone()), |sort| self.see(value, sort)))
            .collect();
        self.is_shallow = false;
        seen.extend(call.written.iter().map(|value| Seen::Plain(value.clone())));
        seen
    }

    fn see_object(&mut self, kind: Symbol, number: u32) -> Seen {
        let next = self.numbers.len();
        if let Some(known) = self.numbers.get(&(kind, number)) {
            return Seen::Object(*known, Vec::new());
        }
        self.numbers.insert((kind, number), next);
        if self.is_shallow {
            return Seen::Object(next, Vec::new());
        }
        let cells: Vec<_> = heap_cells(self.program, kind).collect();
        let mut contents: Vec<(Symbol, Seen)> = cells
            .into_iter()
            .filter_map(|cell| {
                let (Value::Map(map), SortKind::Map(_, element)) =
                    (&self.state.cells[cell], self.program.cells[cell].sort.kind())
                else {
                    return None;
                };
                let value = map.select(&Value::Ref(number)).clone();
                // What was never put there is not seen: the other version need not have such a cell.
                let name = self.program.cells[cell].name;
                let is_hidden = self.hides.is_some_and(|hides| hides(name, &value));
                let is_there = value != Value::default_of(*element) && !is_hidden;
                is_there.then(|| (name, self.see(&value, *element)))
            })
            .collect();
        contents.sort_by_key(|(name, _)| *name);
        Seen::Object(next, contents)
    }
}

/// Can a value of this sort hold a reference?
pub fn has_references(sort: Sort) -> bool {
    sort.may_hold(&|kind| matches!(kind, SortKind::Ref(_)))
}

/// A finished run of an entry.
pub struct Run<'a> {
    pub program: &'a Program,
    pub entry: &'a Function,
    pub outcome: &'a Outcome,
    pub state: &'a State,
    /// When the client was called; `None` if the run ended before that.
    pub at_call: Option<&'a CallSeen>,
}

/// What can be seen of both runs. Globals that neither run changed since the client was called
/// are left out: they were set up by the two versions themselves, not by the client.
pub fn observe_both(old: &Run<'_>, new: &Run<'_>) -> (Observation, Observation) {
    observe_without(old, new, None)
}

/// The same without what is hidden of the objects.
pub fn observe_without(old: &Run<'_>, new: &Run<'_>, hides: Option<&Hides<'_>>) -> (Observation, Observation) {
    let changed: Vec<Symbol> = {
        let mut names = changed_globals(old);
        names.extend(changed_globals(new));
        names.sort_unstable();
        names.dedup();
        // A global of one version only cannot be compared.
        names.retain(|name| old.program.cell(*name).is_some() && new.program.cell(*name).is_some());
        names
    };
    (observe(old, &changed, hides), observe(new, &changed, hides))
}

fn changed_globals(run: &Run<'_>) -> Vec<Symbol> {
    let cells = run.program.cells.iter().filter(|(_, cell)| cell.role == CellRole::Global);
    let Some(at_call) = run.at_call else { return cells.map(|(_, cell)| cell.name).collect() };
    cells
        .filter(|(id, cell)| {
            let before = Observer::new(run.program, &at_call.state).see(&at_call.state.cells[*id], cell.sort);
            let after = Observer::new(run.program, run.state).see(&run.state.cells[*id], cell.sort);
            before != after
        })
        .map(|(_, cell)| cell.name)
        .collect()
}

fn observe(run: &Run<'_>, globals: &[Symbol], hides: Option<&Hides<'_>>) -> Observation {
    let mut observer = Observer { hides, ..Observer::new(run.program, run.state) };
    let outcome = match run.outcome {
        Outcome::Returned(values) => {
            let sorts = run.entry.results.iter();
            SeenOutcome::Returned(sorts.zip(values).map(|(sort, value)| observer.see(value, *sort)).collect())
        }
        Outcome::Raised(value) => match run.entry.raises {
            Some(sort) => SeenOutcome::Raised(observer.see(value, sort)),
            None => SeenOutcome::Raised(Seen::Plain(value.clone())),
        },
        Outcome::Trapped(_) => SeenOutcome::Trapped,
        Outcome::Endless => SeenOutcome::Endless,
    };
    let mut see_cells = |role: CellRole, wanted: Option<&[Symbol]>| {
        let mut cells: Vec<_> = run
            .program
            .cells
            .iter()
            .filter(|(_, cell)| cell.role == role && wanted.is_none_or(|wanted| wanted.contains(&cell.name)))
            .collect();
        cells.sort_by_key(|(_, cell)| cell.name);
        let see = |(id, cell): (ir::CellId, &ir::Cell)| (cell.name, observer.see(&run.state.cells[id], cell.sort));
        cells.into_iter().map(see).collect::<Vec<_>>()
    };
    // Nobody is left to look at what a trap leaves behind, and nobody comes to look while it runs.
    let globals = if matches!(outcome, SeenOutcome::Trapped | SeenOutcome::Endless) { &[] } else { globals };
    let globals = see_cells(CellRole::Global, Some(globals));
    let output = see_cells(CellRole::Output, None);
    let calls = run.state.calls.iter().map(|call| (call.name, observer.see_call(call))).collect();
    Observation { outcome, globals, output, calls }
}

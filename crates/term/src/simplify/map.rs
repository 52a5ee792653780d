//! Maps: reads through writes, writes in the order of constant keys.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use value::{BvOp, MapValue, Op, SortKind, Value};

use crate::pool::Operands;
use crate::{Node, Pool, TermId};

/// Tables with fewer entries are left to the solver, and to the reader.
const LARGE_TABLE: usize = 16;

/// With more entries no key is compared with each.
const MOST_COMPARED: usize = 40;

/// With more stretches than this comparisons are no better.
const MOST_RUNS: usize = 40;

impl Pool {
    /// Are the two keys the same, if that can be told from the terms?
    fn same_key(&mut self, a: TermId, b: TermId) -> Option<bool> {
        if a == b {
            return Some(true);
        }
        // Constants of one sort are one term if they are equal.
        if self.as_const(a).is_some() && self.as_const(b).is_some() {
            return Some(false);
        }
        let same = self.eq(a, b);
        self.as_bool(same)
    }

    pub(super) fn simplify_select(&mut self, map: TermId, key: TermId) -> Option<TermId> {
        let mut map = map;
        while let Node::App(Op::Store, args) = self.node(map) {
            let (below, at, written) = (args[0], args[1], args[2]);
            match self.same_key(at, key) {
                Some(true) => return Some(written),
                Some(false) => map = below,
                None => return Some(self.select_of_open_store(map, key)),
            }
        }
        match self.node(map) {
            Node::App(Op::MapOf(_), args) => Some(args[0]),
            Node::App(Op::MapTable(_) | Op::MapChosen(..), _) => Some(self.select_of_table(map, key)),
            Node::App(Op::SeqMembers | Op::SeqBeside, args) => {
                let (keys, values) = (args[0], args.get(1).copied());
                if let Node::App(Op::Ite, choice) = self.node(key) {
                    let (c, a, b) = (choice[0], choice[1], choice[2]);
                    let (a, b) = (self.app(Op::Select, &[map, a]), self.app(Op::Select, &[map, b]));
                    return Some(self.ite(c, a, b));
                }
                let found = match values {
                    Some(values) => self.beside(keys, values, key),
                    None => self.member(keys, key),
                };
                Some(found.unwrap_or_else(|| self.raw(Op::Select, &[map, key])))
            }
            Node::App(Op::MapWrap(nothing, something), args) => {
                let (nothing, something, below) = (*nothing, *something, args[0]);
                let field = something.definition().fields[0].1;
                let usual = self.constant(Value::default_of(field), field);
                let found = self.app(Op::Select, &[below, key]);
                let is_nothing = self.eq(found, usual);
                let (none, some) =
                    (self.app(Op::Construct(nothing), &[]), self.app(Op::Construct(something), &[found]));
                Some(self.ite(is_nothing, none, some))
            }
            Node::App(Op::Ite, args) => {
                let (c, a, b) = (args[0], args[1], args[2]);
                let (a, b) = (self.app(Op::Select, &[a, key]), self.app(Op::Select, &[b, key]));
                Some(self.ite(c, a, b))
            }
            Node::Const(Value::Map(_)) if self.as_const(key).is_some() => Some(self.app(Op::Select, &[map, key])),
            Node::Const(Value::Map(constant)) if constant.entries().next().is_none() => {
                let SortKind::Map(_, value) = self.sort(map).kind() else { return None };
                let default = constant.default_value().clone();
                Some(self.constant(default, *value))
            }
            Node::Const(Value::Map(constant)) => {
                let constant = constant.clone();
                if let Some(chain) = self.select_of_few(&constant, map, key) {
                    return Some(chain);
                }
                Some(self.select_of_runs(&constant, map, key).unwrap_or_else(|| self.raw(Op::Select, &[map, key])))
            }
            _ => Some(self.raw(Op::Select, &[map, key])),
        }
    }

    /// The entry of the key, if it is present.
    fn select_of_table(&mut self, map: TermId, key: TermId) -> TermId {
        let Node::App(op, args) = self.node(map) else { panic!("not a table") };
        let (op, args) = (op.clone(), args.clone());
        let (nothing, of_key) = match &op {
            Op::MapTable(table) => (table.nothing, table.key),
            Op::MapChosen(nothing, key) => (*nothing, *key),
            _ => panic!("not a table"),
        };
        let is_key = self.app(Op::Is(of_key), &[key]);
        let inner = self.app(Op::Field(of_key, 0), &[key]);
        let is_present = self.app(Op::Select, &[args[0], inner]);
        let is_there = self.and(is_key, is_present);
        let mut entry = self.app(Op::Construct(of_key), &[inner]);
        if let Op::MapTable(table) = &op {
            let value = self.app(Op::Select, &[args[1], inner]);
            let value = self.app(Op::Construct(table.value), &[value]);
            let pair = self.app(Op::SeqOf(of_key.sort()), &[entry, value]);
            let fields: Vec<TermId> = std::iter::once(pair).chain(args[2..].iter().copied()).collect();
            entry = self.app(Op::Construct(table.entry), &fields);
        }
        let nothing = self.app(Op::Construct(nothing), &[]);
        self.ite(is_there, entry, nothing)
    }

    /// A write to a table that makes another table: of an entry of its form, or of nothing.
    fn store_in_table(&mut self, map: TermId, key: TermId, value: TermId) -> Option<TermId> {
        let Node::App(op @ (Op::MapTable(_) | Op::MapChosen(..)), args) = self.node(map) else { return None };
        let (op, args) = (op.clone(), args.clone());
        let args = self.written_in_table(&op, &args, key, value)?;
        Some(self.app(op, &args))
    }

    /// What the operands of a table become by a write, if it leaves one.
    pub fn written_in_table(&mut self, op: &Op, args: &[TermId], key: TermId, value: TermId) -> Option<Operands> {
        let mut args = Operands::from_slice(args);
        let (of_key, fields) = self.as_construct(key)?;
        let inner = *fields.first()?;
        let (made, fields) = self.as_construct(value)?;
        let (is_there, beside) = match op {
            Op::MapTable(table) if table.key == of_key && made == table.nothing => {
                let sort = self.sort(args[1]);
                let SortKind::Map(_, sort) = *sort.kind() else { return None };
                (false, Some(self.constant(Value::default_of(sort), sort)))
            }
            Op::MapTable(table) if table.key == of_key && made == table.entry && fields[1..] == args[2..] => {
                let pair = self.as_elements(fields[0]).filter(|pair| pair.len() == 2 && pair[0] == key)?;
                let (made, fields) = self.as_construct(pair[1])?;
                (made == table.value).then_some((true, Some(fields[0])))?
            }
            Op::MapChosen(nothing, known) if *known == of_key && made == *nothing => (false, None),
            Op::MapChosen(_, known) if *known == of_key && value == key => (true, None),
            _ => return None,
        };
        let is_there = self.bool(is_there);
        args[0] = self.app(Op::Store, &[args[0], inner, is_there]);
        if let Some(beside) = beside {
            args[1] = self.app(Op::Store, &[args[1], inner, beside]);
        }
        Some(args)
    }

    /// A read of a small table that the solver does not have: a comparison with each key.
    fn select_of_few(&mut self, table: &MapValue, map: TermId, key: TermId) -> Option<TermId> {
        let SortKind::Map(key_sort, element) = *self.sort(map).kind() else { return None };
        let is_with_solver = is_plain(key_sort) && is_plain(element);
        if is_with_solver || key_sort.few_values().is_some() || table.entries().nth(MOST_COMPARED).is_some() {
            return None;
        }
        let mut chain = self.constant(table.default_value().clone(), element);
        for (at, value) in table.entries() {
            let (at, value) = (self.constant(at.clone(), key_sort), self.constant(value.clone(), element));
            let here = self.eq(at, key);
            chain = self.ite(here, value, chain);
        }
        Some(chain)
    }

    /// A read of a large table that is constant over long stretches: comparisons with their ends. A
    /// solver reasons about these far better than about hundreds of entries.
    fn select_of_runs(&mut self, table: &MapValue, map: TermId, key: TermId) -> Option<TermId> {
        let SortKind::Map(key_sort, element) = *self.sort(map).kind() else { return None };
        let width = key_sort.bv_width()?;
        if table.entries().nth(LARGE_TABLE).is_none() || !is_plain(element) {
            return None;
        }
        // The last key of each stretch but the last, and the value there.
        let mut runs: Vec<(u128, &Value)> = Vec::new();
        let (mut next, mut current) = (0u128, None);
        for (at, value) in table.entries() {
            let Value::Bv(at) = at else { return None };
            if at.bits() > next && current != Some(table.default_value()) {
                runs.extend(current.map(|value| (next - 1, value)));
                current = Some(table.default_value());
            }
            if current != Some(value) {
                let before = at.bits().checked_sub(1);
                runs.extend(before.zip(current));
                current = Some(value);
            }
            next = at.bits() + 1;
        }
        runs.extend(next.checked_sub(1).zip(current));
        if runs.len() > MOST_RUNS {
            return None;
        }
        let mut chain = self.constant(table.default_value().clone(), element);
        for (end, value) in runs.into_iter().rev() {
            let value = self.constant(value.clone(), element);
            let end = self.constant(Value::bv(width, end), key_sort);
            let within = self.app(Op::Bv(BvOp::ULe), &[key, end]);
            chain = self.ite(within, value, chain);
        }
        Some(chain)
    }

    /// A read of a write to a key that may be the same or not.
    fn select_of_open_store(&mut self, map: TermId, key: TermId) -> TermId {
        let Node::App(Op::Store, args) = self.node(map) else { panic!("not a write") };
        let (below, at, written) = (args[0], args[1], args[2]);
        // The solver reads arrays of plain values itself; of the rest it must see as little as
        // possible.
        let is_with_solver = is_plain(self.sort(written)) && is_plain(self.sort(key)) && !self.follows_from_keys(below);
        if is_with_solver && self.as_const(key).is_none() {
            return self.raw(Op::Select, &[map, key]);
        }
        let here = self.eq(at, key);
        let below = self.app(Op::Select, &[below, key]);
        self.ite(here, written, below)
    }

    /// Is it a map that follows from a sequence of keys, with writes?
    fn follows_from_keys(&self, map: TermId) -> bool {
        let mut map = map;
        while let Node::App(Op::Store, args) = self.node(map) {
            map = args[0];
        }
        matches!(self.node(map), Node::App(Op::SeqMembers | Op::SeqBeside, _))
    }

    /// Constant keys in order, the largest outside, so that equal maps are equal terms.
    pub(super) fn simplify_store(&mut self, map: TermId, key: TermId, value: TermId) -> Option<TermId> {
        if let Some(table) = self.store_in_table(map, key, value) {
            return Some(table);
        }
        let mut above = Vec::new();
        let mut below = map;
        while let Node::App(Op::Store, args) = self.node(below) {
            let (next, at, written) = (args[0], args[1], args[2]);
            match self.same_key(at, key) {
                Some(true) => {
                    below = next;
                    break;
                }
                Some(false) if self.as_const(key).is_some() && self.as_const(key) < self.as_const(at) => {
                    above.push((at, written));
                    below = next;
                }
                _ => break,
            }
        }
        if let (Some(Value::Map(constant)), Some(value)) = (self.as_const(below), self.as_const(value))
            && above.is_empty()
            && constant.entries().next().is_none()
            && constant.default_value() == value
        {
            // What is there already.
            return Some(below);
        }
        if below == map {
            return None;
        }
        let mut map = self.app(Op::Store, &[below, key, value]);
        for (at, written) in above.into_iter().rev() {
            map = self.raw(Op::Store, &[map, at, written]);
        }
        Some(map)
    }

    /// The map below all writes to constant keys, and what these write. A constant map counts as
    /// writes over its default.
    pub fn constant_writes(&mut self, map: TermId) -> (TermId, BTreeMap<Value, TermId>) {
        let mut writes = BTreeMap::new();
        let mut map = map;
        while let Node::App(Op::Store, args) = self.node(map)
            && let Some(key) = self.as_const(args[1])
        {
            writes.entry(key.clone()).or_insert(args[2]);
            map = args[0];
        }
        let sort = self.sort(map);
        if let (Some(Value::Map(constant)), SortKind::Map(_, element)) = (self.as_const(map).cloned(), sort.kind()) {
            for (key, value) in constant.entries() {
                let value = self.constant(value.clone(), *element);
                writes.entry(key.clone()).or_insert(value);
            }
            let bare = MapValue::constant(constant.default_value().clone());
            map = self.constant(Value::Map(Arc::new(bare)), sort);
        }
        (map, writes)
    }

    /// Two maps that are one map with writes to constant keys: equal if they are at those keys.
    pub(super) fn eq_map(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (base_a, writes_a) = self.constant_writes(a);
        let (base_b, writes_b) = self.constant_writes(b);
        let SortKind::Map(key_sort, _) = *self.sort(a).kind() else { return None };
        if base_a != base_b {
            if let (Node::App(op_a, x), Node::App(op_b, y)) = (self.node(base_a), self.node(base_b))
                && matches!(op_a, Op::MapWrap(..))
                && op_a == op_b
                && writes_a.is_empty()
                && writes_b.is_empty()
            {
                let (x, y) = (x[0], y[0]);
                return Some(self.eq(x, y));
            }
            // Different defaults differ at some key that no write covers, if there are enough keys.
            let both_constant = self.as_const(base_a).is_some() && self.as_const(base_b).is_some();
            let infinite = matches!(key_sort.kind(), SortKind::Int | SortKind::Ref(_) | SortKind::Seq(_));
            return (both_constant && infinite).then(|| self.bool(false));
        }
        let keys: BTreeSet<&Value> = writes_a.keys().chain(writes_b.keys()).collect();
        let mut result = self.bool(true);
        for key in keys {
            let (x, y) = match (writes_a.get(key), writes_b.get(key)) {
                (Some(x), Some(y)) if x == y => continue,
                (x, y) => {
                    let key = self.constant(key.clone(), key_sort);
                    let below = self.app(Op::Select, &[base_a, key]);
                    (x.copied().unwrap_or(below), y.copied().unwrap_or(below))
                }
            };
            let same = self.eq(x, y);
            result = self.and(result, same);
        }
        Some(result)
    }
}

/// Sorts the solver has itself.
fn is_plain(sort: value::Sort) -> bool {
    match sort.kind() {
        SortKind::Seq(_) | SortKind::Data(_) => false,
        SortKind::Map(_, value) => is_plain(*value),
        _ => true,
    }
}

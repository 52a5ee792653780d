//! Sequences: length and elements seen through every way of making one.
//!
//! Elements are asked for by position, never by the solver's theory of sequences: `nth` of a
//! concatenation, slice or update becomes `nth` of what it was made from.

use smallvec::SmallVec;
use value::{Ctor, IntOp, LAST_CODE_POINT, Op, Sort, Value};

use crate::pool::Operands;
use crate::{Node, Pool, TermId};

/// Longest sequence whose elements are compared one by one.
const ELEMENTWISE: usize = 256;

/// Longest sequence whose elements are compared with each other, or with a key.
const FEW: usize = 32;

impl Pool {
    fn int_op(&mut self, op: IntOp, a: TermId, b: TermId) -> TermId {
        self.app(Op::Int(op), &[a, b])
    }

    pub fn seq_len(&mut self, s: TermId) -> TermId {
        self.app(Op::SeqLen, &[s])
    }

    /// The elements, where the term shows all of them.
    pub fn as_elements(&mut self, s: TermId) -> Option<Operands> {
        match self.node(s) {
            Node::App(Op::SeqOf(_), elements) => Some(elements.clone()),
            Node::Const(Value::Seq(elements)) => {
                let elements = elements.clone();
                let sort = self.sort(s).element()?;
                Some(elements.iter().map(|element| self.constant(element.clone(), sort)).collect())
            }
            _ => None,
        }
    }

    fn element_sort(&self, s: TermId) -> Sort {
        self.sort(s).element().expect("a sequence")
    }

    pub(super) fn simplify_len(&mut self, s: TermId) -> Option<TermId> {
        if let Node::App(Op::SeqOf(_), elements) = self.node(s) {
            let length = elements.len();
            return Some(self.int(length));
        }
        match self.node(s).clone() {
            Node::App(Op::SeqConcat, args) => {
                let (a, b) = (self.seq_len(args[0]), self.seq_len(args[1]));
                Some(self.int_op(IntOp::Add, a, b))
            }
            Node::App(Op::SeqUpdate | Op::SeqWrap(_), args) => Some(self.seq_len(args[0])),
            Node::App(Op::SeqDrop, args) => {
                let (s, v) = (args[0], args[1]);
                let members = self.app(Op::SeqMembers, &[s]);
                let (has, length, one) = (self.app(Op::Select, &[members, v]), self.seq_len(s), self.int(1));
                let less = self.int_op(IntOp::Sub, length, one);
                Some(self.ite(has, less, length))
            }
            Node::App(Op::SeqSlice, args) => {
                let zero = self.int(0);
                let (from, to) = self.slice_bounds(args[0], args[1], args[2]);
                let empty = self.int_op(IntOp::Le, to, from);
                let length = self.int_op(IntOp::Sub, to, from);
                Some(self.ite(empty, zero, length))
            }
            Node::App(Op::Ite, args) => {
                let (a, b) = (self.seq_len(args[1]), self.seq_len(args[2]));
                Some(self.ite(args[0], a, b))
            }
            _ => None,
        }
    }

    /// `max(from, 0)` and `min(to, len)`.
    fn slice_bounds(&mut self, s: TermId, from: TermId, to: TermId) -> (TermId, TermId) {
        let (zero, len) = (self.int(0), self.seq_len(s));
        let negative = self.int_op(IntOp::Lt, from, zero);
        let from = self.ite(negative, zero, from);
        let beyond = self.int_op(IntOp::Lt, len, to);
        let to = self.ite(beyond, len, to);
        (from, to)
    }

    pub(super) fn simplify_nth(&mut self, s: TermId, i: TermId) -> Option<TermId> {
        if let (Node::App(Op::SeqOf(sort), elements), Some(index)) = (self.node(s), self.as_int(i)) {
            let (sort, element) = (*sort, index.to_usize().and_then(|index| elements.get(index).copied()));
            return Some(element.unwrap_or_else(|| self.constant(Value::default_of(sort), sort)));
        }
        match self.node(s).clone() {
            Node::App(Op::SeqOf(_), elements) => self.nth_of_constructors(s, &elements, i),
            Node::Const(Value::Seq(elements)) if elements.len() <= ELEMENTWISE => {
                let elements = self.as_elements(s)?;
                self.nth_of_constructors(s, &elements, i)
            }
            Node::App(Op::SeqConcat, args) => {
                let len = self.seq_len(args[0]);
                let in_first = self.int_op(IntOp::Lt, i, len);
                let first = self.app(Op::SeqNth, &[args[0], i]);
                let beyond = self.int_op(IntOp::Sub, i, len);
                let second = self.app(Op::SeqNth, &[args[1], beyond]);
                Some(self.ite(in_first, first, second))
            }
            Node::App(Op::SeqUpdate, args) => {
                let (below, at, value) = (args[0], args[1], args[2]);
                let here = self.eq(at, i);
                let inside = self.in_range(below, i);
                let changed = self.and(here, inside);
                let old = self.app(Op::SeqNth, &[below, i]);
                Some(self.ite(changed, value, old))
            }
            Node::App(Op::SeqSlice, args) => {
                let inside = self.in_range(s, i);
                let (from, _) = self.slice_bounds(args[0], args[1], args[2]);
                let shifted = self.int_op(IntOp::Add, from, i);
                let element = self.app(Op::SeqNth, &[args[0], shifted]);
                Some(self.or_default(inside, element))
            }
            Node::App(Op::SeqWrap(ctor), args) => {
                let inside = self.in_range(args[0], i);
                let element = self.app(Op::SeqNth, &[args[0], i]);
                let wrapped = self.app(Op::Construct(ctor), &[element]);
                Some(self.or_default(inside, wrapped))
            }
            Node::App(Op::Ite, args) => {
                let (a, b) = (self.app(Op::SeqNth, &[args[1], i]), self.app(Op::SeqNth, &[args[2], i]));
                Some(self.ite(args[0], a, b))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_is_text(&mut self, s: TermId) -> Option<TermId> {
        if let Node::App(Op::SeqConcat, args) = self.node(s).clone() {
            let (a, b) = (self.app(Op::IsText, &[args[0]]), self.app(Op::IsText, &[args[1]]));
            return Some(self.and(a, b));
        }
        let elements = self.as_elements(s)?;
        let (first, last) = (self.int(0), self.int(LAST_CODE_POINT));
        let mut all = self.bool(true);
        for element in elements {
            if self.sort(element) != Sort::int() {
                let is_text = self.app(Op::IsText, &[element]);
                all = self.and(all, is_text);
                continue;
            }
            let from = self.int_op(IntOp::Le, first, element);
            let to = self.int_op(IntOp::Le, element, last);
            let within = self.and(from, to);
            all = self.and(all, within);
        }
        Some(all)
    }

    pub(super) fn simplify_is_distinct(&mut self, s: TermId) -> Option<TermId> {
        let elements = self.as_elements(s).filter(|elements| elements.len() <= FEW)?;
        let mut all = self.bool(true);
        for (index, element) in elements.iter().enumerate() {
            for other in &elements[..index] {
                let same = self.eq(*element, *other);
                let apart = self.not(same);
                all = self.and(all, apart);
            }
        }
        Some(all)
    }

    /// `drop(wrap(s), K(v))` is `wrap(drop(s, v))`.
    pub(super) fn simplify_drop(&mut self, s: TermId, v: TermId) -> Option<TermId> {
        let Node::App(Op::SeqWrap(ctor), args) = self.node(s) else { return None };
        let (ctor, below) = (*ctor, args[0]);
        let (made, fields) = self.as_construct(v)?;
        if made != ctor {
            return Some(s);
        }
        let dropped = self.app(Op::SeqDrop, &[below, fields[0]]);
        Some(self.app(Op::SeqWrap(ctor), &[dropped]))
    }

    /// Is the key an element of the sequence?
    pub(super) fn member(&mut self, s: TermId, key: TermId) -> Option<TermId> {
        if let Node::App(Op::SeqConcat, args) = self.node(s) {
            let (a, b) = (args[0], args[1]);
            let (a, b) = (self.app(Op::SeqMembers, &[a]), self.app(Op::SeqMembers, &[b]));
            let (a, b) = (self.app(Op::Select, &[a, key]), self.app(Op::Select, &[b, key]));
            return Some(self.or(a, b));
        }
        if let Node::App(Op::SeqWrap(ctor), args) = self.node(s) {
            let (ctor, below) = (*ctor, args[0]);
            let members = self.app(Op::SeqMembers, &[below]);
            let (is, field) = (self.app(Op::Is(ctor), &[key]), self.app(Op::Field(ctor, 0), &[key]));
            let is_member = self.app(Op::Select, &[members, field]);
            return Some(self.and(is, is_member));
        }
        let elements = self.as_elements(s).filter(|elements| elements.len() <= FEW)?;
        let mut any = self.bool(false);
        for element in elements {
            let same = self.eq(element, key);
            any = self.or(any, same);
        }
        Some(any)
    }

    /// What stands beside the key.
    pub(super) fn beside(&mut self, keys: TermId, values: TermId, key: TermId) -> Option<TermId> {
        let elements = self.as_elements(keys).filter(|elements| elements.len() <= FEW)?;
        let sort = self.element_sort(values);
        let mut found = self.constant(Value::default_of(sort), sort);
        for (index, element) in elements.into_iter().enumerate() {
            let index = self.int(index);
            let (here, value) = (self.eq(element, key), self.app(Op::SeqNth, &[values, index]));
            found = self.ite(here, value, found);
        }
        Some(found)
    }

    /// An unknown element of known elements that are all made by one constructor is made by it.
    fn nth_of_constructors(&mut self, s: TermId, elements: &[TermId], i: TermId) -> Option<TermId> {
        self.element_sort(s).datatype()?;
        let (ctor, first) = self.as_construct(*elements.first()?)?;
        let mut columns: Vec<Operands> = vec![Operands::new(); first.len()];
        for element in elements {
            let (made, fields) = self.as_construct(*element)?;
            if made != ctor {
                return self.nth_by_cases(s, elements, i);
            }
            for (column, field) in columns.iter_mut().zip(fields) {
                column.push(field);
            }
        }
        let sorts = ctor.definition().fields.iter().map(|(_, sort)| *sort);
        let fields: Operands = sorts
            .zip(columns)
            .map(|(sort, column)| {
                let column = self.app(Op::SeqOf(sort), &column);
                self.app(Op::SeqNth, &[column, i])
            })
            .collect();
        let inside = self.in_range(s, i);
        let element = self.app(Op::Construct(ctor), &fields);
        Some(self.or_default(inside, element))
    }

    fn nth_by_cases(&mut self, s: TermId, elements: &[TermId], i: TermId) -> Option<TermId> {
        let sort = self.element_sort(s);
        let mut result = self.constant(Value::default_of(sort), sort);
        for (index, element) in elements.iter().enumerate().rev() {
            let index = self.int(index);
            let here = self.eq(i, index);
            result = self.ite(here, *element, result);
        }
        Some(result)
    }

    pub fn in_range(&mut self, s: TermId, i: TermId) -> TermId {
        let (zero, len) = (self.int(0), self.seq_len(s));
        let from = self.int_op(IntOp::Le, zero, i);
        let to = self.int_op(IntOp::Lt, i, len);
        self.and(from, to)
    }

    fn or_default(&mut self, inside: TermId, element: TermId) -> TermId {
        let sort = self.sort(element);
        let default = self.constant(Value::default_of(sort), sort);
        self.ite(inside, element, default)
    }

    pub(super) fn simplify_update(&mut self, s: TermId, i: TermId, v: TermId) -> Option<TermId> {
        let index = self.as_int(i)?.to_usize();
        let elements = self.as_elements(s)?;
        let Some(index) = index.filter(|index| *index < elements.len()) else { return Some(s) };
        let mut elements = elements;
        elements[index] = v;
        Some(self.app(Op::SeqOf(self.element_sort(s)), &elements))
    }

    pub(super) fn simplify_concat(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let is_empty = |pool: &Pool, s: TermId| matches!(pool.as_const(s), Some(Value::Seq(e)) if e.is_empty());
        if is_empty(self, a) {
            return Some(b);
        }
        if is_empty(self, b) {
            return Some(a);
        }
        let sort = self.element_sort(a);
        match (self.as_elements(a), self.as_elements(b)) {
            (Some(mut x), Some(y)) => {
                x.extend(y);
                Some(self.app(Op::SeqOf(sort), &x))
            }
            // To the left: `x ++ (y ++ z)` is `(x ++ y) ++ z`, as sequences mostly grow at the end.
            (_, end) => match (self.node(a).clone(), self.node(b).clone(), end) {
                (_, Node::App(Op::SeqConcat, args), _) => {
                    let start = self.app(Op::SeqConcat, &[a, args[0]]);
                    Some(self.app(Op::SeqConcat, &[start, args[1]]))
                }
                // `(x ++ [y]) ++ [z]` is `x ++ [y, z]`.
                (Node::App(Op::SeqConcat, args), _, Some(end)) => {
                    let mut elements = self.as_elements(args[1])?;
                    elements.extend(end);
                    let elements = self.app(Op::SeqOf(sort), &elements);
                    Some(self.raw(Op::SeqConcat, &[args[0], elements]))
                }
                _ => None,
            },
        }
    }

    pub(super) fn simplify_slice(&mut self, s: TermId, from: TermId, to: TermId) -> Option<TermId> {
        let bounds = (self.as_int(from).cloned(), self.as_int(to).cloned());
        if let (Some(from), Some(to)) = &bounds
            && let Some(elements) = self.as_elements(s)
        {
            let clamp = |i: &value::Int| {
                if i.is_negative() { 0 } else { i.to_usize().unwrap_or(usize::MAX).min(elements.len()) }
            };
            let kept: Operands = elements.get(clamp(from)..clamp(to)).unwrap_or_default().iter().copied().collect();
            return Some(self.app(Op::SeqOf(self.element_sort(s)), &kept));
        }
        let (zero, len) = (self.int(0), self.seq_len(s));
        let starts = self.int_op(IntOp::Le, from, zero);
        let ends = self.int_op(IntOp::Le, len, to);
        if self.as_bool(starts) == Some(true) && self.as_bool(ends) == Some(true) {
            return Some(s);
        }
        // `slice(wrap(s))` is `wrap(slice(s))`.
        if let Node::App(Op::SeqWrap(ctor), args) = self.node(s).clone() {
            let slice = self.app(Op::SeqSlice, &[args[0], from, to]);
            return Some(self.app(Op::SeqWrap(ctor), &[slice]));
        }
        None
    }

    pub(super) fn simplify_wrap(&mut self, ctor: Ctor, s: TermId) -> Option<TermId> {
        let elements = self.as_elements(s)?;
        let wrapped: Operands = elements.iter().map(|element| self.app(Op::Construct(ctor), &[*element])).collect();
        Some(self.app(Op::SeqOf(ctor.sort()), &wrapped))
    }

    /// A number has one text.
    fn eq_of_texts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (Node::App(op, x), Node::App(other, y)) = (self.node(a), self.node(b)) else { return None };
        let is_text = matches!(op, Op::Int(IntOp::ToText | IntOp::ToTextIn(_)));
        let (same, x, y) = (is_text && op == other, x[0], y[0]);
        same.then(|| self.eq(x, y))
    }

    /// Sequences that begin, or end, with the same parts are equal if what is left is.
    fn eq_of_parts(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (x, y) = (self.concatenated(a)?, self.concatenated(b)?);
        let starts = x.iter().zip(&y).take_while(|(x, y)| x == y).count();
        let (x, y) = (&x[starts..], &y[starts..]);
        let ends = x.iter().rev().zip(y.iter().rev()).take_while(|(x, y)| x == y).count();
        if starts + ends == 0 {
            return None;
        }
        let (x, y) = (&x[..x.len() - ends], &y[..y.len() - ends]);
        let [x, y] = [x, y].map(|parts| {
            let empty = self.app(Op::SeqOf(self.element_sort(a)), &[]);
            parts.iter().fold(empty, |whole, part| self.app(Op::SeqConcat, &[whole, *part]))
        });
        Some(self.eq(x, y))
    }

    /// What a sequence is put together of, if of more than one part.
    fn concatenated(&self, s: TermId) -> Option<Vec<TermId>> {
        let mut parts = Vec::new();
        let mut next = s;
        while let Node::App(Op::SeqConcat, args) = self.node(next) {
            parts.push(args[1]);
            next = args[0];
        }
        parts.push(next);
        parts.reverse();
        (parts.len() > 1).then_some(parts)
    }

    pub(super) fn eq_seq(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let (len_a, len_b) = (self.seq_len(a), self.seq_len(b));
        let same_len = self.eq(len_a, len_b);
        if self.as_bool(same_len) == Some(false) {
            return Some(same_len);
        }
        if let (Node::App(Op::SeqWrap(x), s), Node::App(Op::SeqWrap(y), t)) = (self.node(a), self.node(b)) {
            let (same, s, t) = (x == y, s[0], t[0]);
            return same.then(|| self.eq(s, t));
        }
        if let Some(same) = self.eq_of_texts(a, b).or_else(|| self.eq_of_parts(a, b)) {
            return Some(same);
        }
        let known = [len_a, len_b].into_iter().find_map(|len| self.as_int(len)?.to_usize())?;
        if known > ELEMENTWISE {
            return None;
        }
        let mut result = same_len;
        let pairs: SmallVec<[(TermId, TermId); 8]> = (0..known)
            .map(|index| {
                let index = self.int(index);
                (self.app(Op::SeqNth, &[a, index]), self.app(Op::SeqNth, &[b, index]))
            })
            .collect();
        for (x, y) in pairs {
            let same = self.eq(x, y);
            result = self.and(result, same);
        }
        Some(result)
    }
}

//! Negation, conjunction, equality, conditionals.

use value::{Op, Sort, SortKind, Value};

use crate::{Node, Pool, TermId};

impl Pool {
    pub(super) fn simplify_not(&mut self, a: TermId) -> Option<TermId> {
        match self.node(a) {
            Node::App(Op::Not, args) => Some(args[0]),
            _ => None,
        }
    }

    pub(super) fn simplify_and(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => return Some(b),
            (_, Some(true)) => return Some(a),
            (Some(false), _) | (_, Some(false)) => return Some(self.bool(false)),
            (None, None) => {}
        }
        if a == b {
            return Some(a);
        }
        if self.are_opposite(a, b) {
            return Some(self.bool(false));
        }
        // Operands in order, so that both orders are one term.
        (b < a).then(|| self.raw(Op::And, &[b, a]))
    }

    pub(crate) fn are_opposite(&self, a: TermId, b: TermId) -> bool {
        let negates = |a: TermId, b: TermId| matches!(self.node(a), Node::App(Op::Not, args) if args[0] == b);
        negates(a, b) || negates(b, a)
    }

    pub(super) fn simplify_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        if let Some(known) = self.as_bool(c) {
            return if known { a } else { b };
        }
        if a == b {
            return a;
        }
        if let Node::App(Op::Not, args) = self.node(c) {
            let c = args[0];
            return self.ite(c, b, a);
        }
        if self.sort(a) == Sort::bool() {
            return self.bool_ite(c, a, b);
        }
        if let Some(term) = self.merge_constructors(c, a, b).or_else(|| self.merge_tables(c, a, b)) {
            return term;
        }
        // The same test inside a branch is decided there.
        let (a, b) = (self.branch_of(c, a, true), self.branch_of(c, b, false));
        if a == b { a } else { self.raw(Op::Ite, &[c, a, b]) }
    }

    fn branch_of(&self, c: TermId, term: TermId, taken: bool) -> TermId {
        match self.node(term) {
            Node::App(Op::Ite, args) if args[0] == c => args[if taken { 1 } else { 2 }],
            _ => term,
        }
    }

    /// `(c and a) or (not c and b)` through the rules for `and`, `or`, where that is shorter.
    fn bool_ite(&mut self, c: TermId, a: TermId, b: TermId) -> TermId {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), Some(false)) => c,
            (Some(false), Some(true)) => self.not(c),
            (Some(true), _) => self.or(c, b),
            (Some(false), _) => {
                let not_c = self.not(c);
                self.and(not_c, b)
            }
            (_, Some(false)) => self.and(c, a),
            (_, Some(true)) => {
                let not_c = self.not(c);
                self.or(not_c, a)
            }
            (None, None) if a == c => self.or(c, b),
            (None, None) if b == c => self.and(c, a),
            (None, None) => self.raw(Op::Ite, &[c, a, b]),
        }
    }

    pub(super) fn simplify_eq(&mut self, a: TermId, b: TermId) -> TermId {
        if a == b {
            return self.bool(true);
        }
        let sort = self.sort(a);
        let found = match sort.kind() {
            SortKind::Bool => self.eq_bool(a, b),
            SortKind::Int if !self.plain => self.eq_int(a, b),
            SortKind::Data(_) => self.eq_data(a, b),
            SortKind::Seq(_) => self.eq_seq(a, b),
            SortKind::Map(..) => self.eq_map(a, b),
            SortKind::Bv(_) => self.eq_bits(a, b).or_else(|| self.eq_bits(b, a)),
            _ => None,
        };
        if let Some(term) = found.or_else(|| self.eq_of_conditional(a, b)).or_else(|| self.eq_of_conditional(b, a)) {
            return term;
        }
        // A constant stands second, otherwise the order of ids.
        let swap = self.as_const(b).is_none() && (self.as_const(a).is_some() || b < a);
        let (first, second) = if swap { (b, a) } else { (a, b) };
        self.raw(Op::Eq, &[first, second])
    }

    fn eq_bool(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.as_bool(a), self.as_bool(b)) {
            (Some(true), _) => Some(b),
            (_, Some(true)) => Some(a),
            (Some(false), _) => Some(self.not(b)),
            (_, Some(false)) => Some(self.not(a)),
            (None, None) if self.are_opposite(a, b) => Some(self.bool(false)),
            (None, None) => None,
        }
    }

    /// Two choices between constants are equal if both take the same, or none.
    fn eq_of_constant_conditionals(&mut self, [c, x, y]: [TermId; 3], b: TermId) -> Option<TermId> {
        let Node::App(Op::Ite, b) = self.node(b) else { return None };
        let (d, u, v) = (b[0], b[1], b[2]);
        let all = [x, y, u, v];
        if all.iter().any(|term| self.as_const(*term).is_none()) || x == y || u == v {
            return None;
        }
        match (x == u, y == v, x == v, y == u) {
            (true, true, ..) => Some(self.eq(c, d)),
            (_, _, true, true) => {
                let not = self.not(d);
                Some(self.eq(c, not))
            }
            (false, false, false, false) => Some(self.bool(false)),
            _ => None,
        }
    }

    /// `ite(c, x, y) = b` where comparing a branch with `b` is decided at once, or where the
    /// solver could not compare the whole.
    fn eq_of_conditional(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        let Node::App(Op::Ite, args) = self.node(a) else { return None };
        let (c, x, y) = (args[0], args[1], args[2]);
        if matches!(self.sort(a).kind(), SortKind::Data(_)) && self.branches(a) * self.branches(b) <= BRANCHES {
            let (b_if, b_else) = (self.under(c, true, b), self.under(c, false, b));
            let (left, right) = (self.eq(x, b_if), self.eq(y, b_else));
            return Some(self.ite(c, left, right));
        }
        if let Some(same) = self.eq_of_constant_conditionals([c, x, y], b) {
            return Some(same);
        }
        // Only constants on the other side, or the rule could unfold towers of conditionals.
        if self.as_const(b).is_none() && b != x && b != y {
            return None;
        }
        let (left, right) = (self.eq(x, b), self.eq(y, b));
        (self.as_bool(left).is_some() || self.as_bool(right).is_some()).then(|| self.ite(c, left, right))
    }
}

impl Pool {
    /// Nested conditionals where the test `c` is known.
    fn under(&mut self, c: TermId, taken: bool, term: TermId) -> TermId {
        let Node::App(Op::Ite, args) = self.node(term) else { return term };
        let (test, a, b) = (args[0], args[1], args[2]);
        if test == c {
            return self.under(c, taken, if taken { a } else { b });
        }
        let (new_a, new_b) = (self.under(c, taken, a), self.under(c, taken, b));
        if (new_a, new_b) == (a, b) { term } else { self.ite(test, new_a, new_b) }
    }

    /// How many branches nested conditionals have; above the limit some number above it.
    fn branches(&self, term: TermId) -> usize {
        let (mut count, mut work) = (0, vec![term]);
        while let Some(next) = work.pop()
            && count <= BRANCHES
        {
            match self.node(next) {
                Node::App(Op::Ite, args) => work.extend([args[1], args[2]]),
                _ => count += 1,
            }
        }
        count
    }
}

/// Most pairs of branches that are compared one by one.
const BRANCHES: usize = 32;

/// Is this the constant with every bit or truth value as given?
pub(super) fn is_bits(value: &Value, ones: bool) -> bool {
    match value {
        Value::Bv(bv) => bv.bits() == if ones { value::Bv::new(bv.width, u128::MAX).bits() } else { 0 },
        _ => false,
    }
}

//! Constructors, tests and fields; conditionals over data are pushed inside.

use value::{Ctor, Op, Value};

use crate::pool::Operands;
use crate::{Node, Pool, TermId};

impl Pool {
    /// Constructor and fields, where the term shows them.
    pub fn as_construct(&mut self, term: TermId) -> Option<(Ctor, Operands)> {
        match self.node(term) {
            Node::App(Op::Construct(ctor), fields) => Some((*ctor, fields.clone())),
            Node::Const(Value::Data(index, fields)) => {
                let (index, fields) = (*index as usize, fields.clone());
                let ctor = Ctor { datatype: self.sort(term).datatype()?, index };
                let sorts = ctor.definition().fields.iter().map(|(_, sort)| *sort);
                let fields = sorts.zip(fields.iter()).map(|(sort, value)| self.constant(value.clone(), sort));
                Some((ctor, fields.collect()))
            }
            _ => None,
        }
    }

    pub(super) fn eq_data(&mut self, a: TermId, b: TermId) -> Option<TermId> {
        match (self.as_construct(a), self.as_construct(b)) {
            (Some((ctor_a, _)), Some((ctor_b, _))) if ctor_a != ctor_b => Some(self.bool(false)),
            (Some((_, fields_a)), Some((_, fields_b))) => Some(self.same_fields(&fields_a, &fields_b)),
            (Some((ctor, fields)), None) => Some(self.eq_made_by(ctor, &fields, b)),
            (None, Some((ctor, fields))) => Some(self.eq_made_by(ctor, &fields, a)),
            (None, None) => None,
        }
    }

    fn same_fields(&mut self, a: &[TermId], b: &[TermId]) -> TermId {
        let mut result = self.bool(true);
        for (a, b) in a.iter().zip(b) {
            let same = self.eq(*a, *b);
            result = self.and(result, same);
        }
        result
    }

    /// `K(x, y) = b` is `b` made by `K` from `x` and `y`.
    fn eq_made_by(&mut self, ctor: Ctor, fields: &[TermId], b: TermId) -> TermId {
        let made_by = self.app(Op::Is(ctor), &[b]);
        if self.as_bool(made_by) == Some(false) {
            return made_by;
        }
        let parts: Operands = (0..fields.len()).map(|index| self.app(Op::Field(ctor, index), &[b])).collect();
        let same = self.same_fields(fields, &parts);
        self.and(made_by, same)
    }

    /// `ite(c, K(x), K(y))` is `K(ite(c, x, y))`.
    pub(super) fn merge_constructors(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        self.sort(a).datatype()?;
        let (ctor_a, fields_a) = self.as_construct(a)?;
        let (ctor_b, fields_b) = self.as_construct(b)?;
        if ctor_a != ctor_b {
            return None;
        }
        let fields: Operands = fields_a.iter().zip(&fields_b).map(|(a, b)| self.ite(c, *a, *b)).collect();
        Some(self.app(Op::Construct(ctor_a), &fields))
    }

    /// One table of what both tables hold.
    pub(super) fn merge_tables(&mut self, c: TermId, a: TermId, b: TermId) -> Option<TermId> {
        let (Node::App(op, x), Node::App(other, y)) = (self.node(a), self.node(b)) else { return None };
        if !matches!(op, Op::MapTable(_) | Op::MapChosen(..)) || op != other {
            return None;
        }
        let (op, x, y) = (op.clone(), x.clone(), y.clone());
        let args: Operands = x.iter().zip(&y).map(|(a, b)| self.ite(c, *a, *b)).collect();
        Some(self.app(op, &args))
    }

    pub(super) fn simplify_is(&mut self, ctor: Ctor, value: TermId) -> Option<TermId> {
        if ctor.datatype.ctors().len() == 1 {
            return Some(self.bool(true));
        }
        match self.node(value) {
            Node::App(Op::Construct(made), _) => {
                let same = *made == ctor;
                Some(self.bool(same))
            }
            Node::App(Op::Ite, args) => {
                let (c, a, b) = (args[0], args[1], args[2]);
                let (a, b) = (self.app(Op::Is(ctor), &[a]), self.app(Op::Is(ctor), &[b]));
                Some(self.ite(c, a, b))
            }
            _ => None,
        }
    }

    pub(super) fn simplify_field(&mut self, ctor: Ctor, index: usize, value: TermId) -> Option<TermId> {
        match self.node(value) {
            Node::App(Op::Construct(made), fields) if *made == ctor => Some(fields[index]),
            Node::App(Op::Construct(_), _) => {
                let sort = ctor.definition().fields[index].1;
                Some(self.constant(Value::default_of(sort), sort))
            }
            Node::App(Op::Ite, args) => {
                let (c, a, b) = (args[0], args[1], args[2]);
                let field = Op::Field(ctor, index);
                let (a, b) = (self.app(field.clone(), &[a]), self.app(field, &[b]));
                Some(self.ite(c, a, b))
            }
            _ => None,
        }
    }
}

//! The rewrite rules, applied while a term is built. Operands are simplified already.

mod bits;
mod bits_sum;
mod data;
mod int;
mod logic;
mod map;
mod poly;
mod seq;

use value::{FloatOp, Op};

use crate::{Pool, TermId};

pub(crate) use poly::Poly;

impl Pool {
    /// The operator applied to operands that are not all constant.
    pub(crate) fn simplified(&mut self, op: Op, args: &[TermId]) -> TermId {
        let found = match (&op, args) {
            (Op::Eq, [a, b]) => Some(self.simplify_eq(*a, *b)),
            (Op::Ite, [c, a, b]) => Some(self.simplify_ite(*c, *a, *b)),
            (Op::Not, [a]) => self.simplify_not(*a),
            (Op::And, [a, b]) => self.simplify_and(*a, *b),
            (Op::Or, [a, b]) => {
                // One form for both: a disjunction is a negated conjunction of negations.
                let (a, b) = (self.not(*a), self.not(*b));
                let neither = self.and(a, b);
                Some(self.not(neither))
            }
            (Op::Int(op), args) if !self.plain => self.simplify_int(*op, args),
            (Op::Bv(op), args) if !self.plain => self.simplify_bv(*op, args),
            (Op::Float(FloatOp::Add | FloatOp::Mul), [a, b]) if b < a && !self.plain => {
                Some(self.app(op.clone(), &[*b, *a]))
            }
            (Op::Real(_) | Op::Int(_) | Op::Bv(_) | Op::Float(_) | Op::Text(_) | Op::Regex(_), _) => None,
            (Op::SeqOf(_), _) => None,
            (Op::SeqLen, [s]) => self.simplify_len(*s),
            (Op::SeqNth, [s, i]) => self.simplify_nth(*s, *i),
            (Op::SeqUpdate, [s, i, v]) => self.simplify_update(*s, *i, *v),
            (Op::SeqConcat, [a, b]) => self.simplify_concat(*a, *b),
            (Op::SeqSlice, [s, from, to]) => self.simplify_slice(*s, *from, *to),
            (Op::IsText, [s]) => self.simplify_is_text(*s),
            (Op::SeqIsDistinct, [s]) => self.simplify_is_distinct(*s),
            (Op::SeqDrop, [s, v]) => self.simplify_drop(*s, *v),
            (Op::SeqMembers | Op::SeqBeside | Op::MapTable(_) | Op::MapChosen(..), _) => None,
            (Op::SeqWrap(ctor), [s]) => self.simplify_wrap(*ctor, *s),
            (Op::Select, [m, k]) => self.simplify_select(*m, *k),
            (Op::Store, [m, k, v]) => self.simplify_store(*m, *k, *v),
            (Op::MapOf(_) | Op::MapWrap(..) | Op::Construct(_) | Op::Apply(_) | Op::Quantifier(_), _) => None,
            (Op::Is(ctor), [v]) => self.simplify_is(*ctor, *v),
            (Op::Field(ctor, index), [v]) => self.simplify_field(*ctor, *index, *v),
            (op, args) => panic!("`{op}` applied to {} terms", args.len()),
        };
        match found {
            Some(term) => term,
            None => self.raw(op, args),
        }
    }
}

//! Functions that the program declares to be the solver's: `{:bvbuiltin "bvadd"}`.
//!
//! A name that is not known here, or whose operator does not fit the declared types, is an
//! uninterpreted function of that name, which is less than the truth but not wrong.

use value::{BvOp, IntOp, Op, RealOp, Sort, SortKind, Value};

use crate::ast::Binary;

use super::expr::bool_const;
use super::term::{Scope, Term};

impl Scope<'_, '_> {
    pub(super) fn builtin(&mut self, name: &str, args: Vec<Term>, result: Sort) -> Term {
        let sorts: Vec<Sort> = args.iter().map(|arg| self.sort(arg)).collect();
        if let Some(op) = plain(name, &sorts, result)
            && op.result(&sorts) == Ok(result)
        {
            return self.apply(op, args);
        }
        if let Some(op) = swapped(name)
            && let [a, b] = &args[..]
            && op.result(&sorts) == Ok(result)
        {
            return self.apply(op, vec![b.clone(), a.clone()]);
        }
        if let Some(op) = binary(name)
            && let [a, b] = &args[..]
            && fits(op, &sorts, result)
        {
            return self.binary_terms(op, a.clone(), b.clone());
        }
        match (name, &args[..]) {
            ("bvsmod", [a, b]) if Op::Bv(BvOp::SRem).result(&sorts) == Ok(result) => self.signed_modulo(a, b, result),
            ("distinct", [a, b]) if sorts[0] == sorts[1] && result == Sort::bool() => {
                self.binary_terms(Binary::Ne, a.clone(), b.clone())
            }
            ("true", []) if result == Sort::bool() => bool_const(true),
            ("false", []) if result == Sort::bool() => bool_const(false),
            _ => {
                let sorts: Vec<String> = sorts.iter().map(Sort::to_string).collect();
                self.uninterpreted(&format!("builtin {name} ({}) {result}", sorts.join(", ")), args, result)
            }
        }
    }

    /// The remainder with the sign of the divisor: that of the division, or one divisor further.
    fn signed_modulo(&mut self, a: &Term, b: &Term, sort: Sort) -> Term {
        let zero = Term::Const(Value::default_of(sort), sort);
        let rest = self.apply(Op::Bv(BvOp::SRem), vec![a.clone(), b.clone()]);
        let is_zero = self.apply(Op::Eq, vec![rest.clone(), zero.clone()]);
        let [rest_sign, sign] =
            [&rest, b].map(|number| self.apply(Op::Bv(BvOp::SLt), vec![number.clone(), zero.clone()]));
        let is_alike = self.apply(Op::Eq, vec![rest_sign, sign]);
        let stays = self.apply(Op::Or, vec![is_zero, is_alike]);
        let further = self.apply(Op::Bv(BvOp::Add), vec![rest.clone(), b.clone()]);
        self.apply(Op::Ite, vec![stays, rest, further])
    }
}

/// Names that are one operator on the same operands.
fn plain(name: &str, sorts: &[Sort], result: Sort) -> Option<Op> {
    let int_or_real = |int: IntOp, real: RealOp| match sorts.first()?.kind() {
        SortKind::Int => Some(Op::Int(int)),
        SortKind::Real => Some(Op::Real(real)),
        _ => None,
    };
    Some(match name {
        "not" => Op::Not,
        "and" => Op::And,
        "or" => Op::Or,
        "ite" => Op::Ite,
        "select" => Op::Select,
        "store" => Op::Store,
        "MapConst" => Op::MapOf(result),
        "to_real" => Op::Real(RealOp::FromInt),
        "to_int" => Op::Real(RealOp::Floor),
        "-" if sorts.len() == 1 => int_or_real(IntOp::Neg, RealOp::Neg)?,
        "bvnot" => Op::Bv(BvOp::Not),
        "bvneg" => Op::Bv(BvOp::Neg),
        "bvadd" => Op::Bv(BvOp::Add),
        "bvsub" => Op::Bv(BvOp::Sub),
        "bvmul" => Op::Bv(BvOp::Mul),
        "bvudiv" => Op::Bv(BvOp::UDiv),
        "bvsdiv" => Op::Bv(BvOp::SDiv),
        "bvurem" => Op::Bv(BvOp::URem),
        "bvsrem" => Op::Bv(BvOp::SRem),
        "bvshl" => Op::Bv(BvOp::Shl),
        "bvlshr" => Op::Bv(BvOp::LShr),
        "bvashr" => Op::Bv(BvOp::AShr),
        "bvand" => Op::Bv(BvOp::And),
        "bvor" => Op::Bv(BvOp::Or),
        "bvxor" => Op::Bv(BvOp::Xor),
        "bvult" => Op::Bv(BvOp::ULt),
        "bvule" => Op::Bv(BvOp::ULe),
        "bvslt" => Op::Bv(BvOp::SLt),
        "bvsle" => Op::Bv(BvOp::SLe),
        "concat" => Op::Bv(BvOp::Concat),
        "bv2nat" | "bv2int" | "ubv_to_int" => Op::Bv(BvOp::ToInt),
        "sbv_to_int" => Op::Bv(BvOp::ToSigned),
        _ => return indexed(name, sorts),
    })
}

/// `(_ extract 7 0)`, `(_ sign_extend 24)`, also without the parentheses.
fn indexed(name: &str, sorts: &[Sort]) -> Option<Op> {
    let words = name.split(|c: char| c.is_whitespace() || c == '(' || c == ')');
    let words: Vec<&str> = words.filter(|word| !word.is_empty() && *word != "_").collect();
    let number = |index: usize| words.get(index)?.parse::<u32>().ok();
    let width = sorts.first().and_then(|sort| sort.bv_width());
    Some(Op::Bv(match *words.first()? {
        "extract" => BvOp::Extract { high: number(1)?, low: number(2)? },
        "zero_extend" => BvOp::ZeroExtend(width?.checked_add(number(1)?)?),
        "sign_extend" => BvOp::SignExtend(width?.checked_add(number(1)?)?),
        "int2bv" | "int_to_bv" | "nat2bv" => BvOp::FromInt(number(1)?),
        _ => return None,
    }))
}

fn swapped(name: &str) -> Option<Op> {
    Some(Op::Bv(match name {
        "bvugt" => BvOp::ULt,
        "bvuge" => BvOp::ULe,
        "bvsgt" => BvOp::SLt,
        "bvsge" => BvOp::SLe,
        _ => return None,
    }))
}

/// Names that are an operator of Boogie's own.
fn binary(name: &str) -> Option<Binary> {
    Some(match name {
        "+" => Binary::Add,
        "-" => Binary::Sub,
        "*" => Binary::Mul,
        "/" => Binary::RealDiv,
        "div" => Binary::Div,
        "mod" => Binary::Mod,
        "<" => Binary::Lt,
        "<=" => Binary::Le,
        ">" => Binary::Gt,
        ">=" => Binary::Ge,
        "=" => Binary::Eq,
        "=>" => Binary::Implies,
        _ => return None,
    })
}

fn fits(op: Binary, sorts: &[Sort], result: Sort) -> bool {
    let [a, b] = sorts else { return false };
    let number = matches!(a.kind(), SortKind::Int | SortKind::Real);
    a == b
        && match op {
            Binary::Add | Binary::Sub | Binary::Mul => number && result == *a,
            Binary::Div | Binary::Mod => *a == Sort::int() && result == *a,
            Binary::RealDiv => *a == Sort::real() && result == *a,
            Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge => number && result == Sort::bool(),
            Binary::Implies => *a == Sort::bool() && result == *a,
            _ => result == Sort::bool(),
        }
}

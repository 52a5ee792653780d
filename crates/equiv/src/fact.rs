//! What is said about library functions, for all arguments.

use std::collections::BTreeSet;

use value::{Expr, Op, Sort, Symbol, Value};

use crate::library::{self, Effect};

/// One of the parts holds, whatever the variables are. Parts are expressions over the variables in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fact {
    pub variables: Vec<(Symbol, Sort)>,
    pub clause: Vec<Expr>,
}

/// Something that can be asked about a library.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claim {
    /// Calls of the function do no more than that.
    Effect(Symbol, Effect),
    Clause(Fact),
}

impl Claim {
    /// Does this say at least as much as the other one?
    pub fn covers(&self, other: &Claim) -> bool {
        match (self, other) {
            (Claim::Effect(f, does), Claim::Effect(g, asked)) => f == g && does >= asked,
            (Claim::Clause(fact), Claim::Clause(asked)) => fact.subsumes(asked),
            (Claim::Effect(..), Claim::Clause(_)) | (Claim::Clause(_), Claim::Effect(..)) => false,
        }
    }

    /// The library functions that it is about.
    pub fn functions(&self) -> BTreeSet<Symbol> {
        match self {
            Claim::Effect(function, _) => [*function].into(),
            Claim::Clause(fact) => fact.functions(),
        }
    }
}

impl Fact {
    pub fn functions(&self) -> BTreeSet<Symbol> {
        let mut found = BTreeSet::new();
        for part in &self.clause {
            visit(part, &mut |expr| {
                if let Expr::Apply(Op::Apply(symbol), _) = expr {
                    found.insert(Symbol::new(library::function_of(symbol.name.as_str())));
                }
            });
        }
        found
    }

    /// How many comparisons and truths it is made of.
    pub fn predicates(&self) -> usize {
        self.clause.iter().map(predicates).sum()
    }

    /// How many operators, names and constants it is made of.
    pub fn size(&self) -> usize {
        let mut size = 0;
        self.clause.iter().for_each(|part| visit(part, &mut |_| size += 1));
        size
    }

    /// Is every part of this one, for some choice of its variables, a part of the other?
    pub fn subsumes(&self, other: &Fact) -> bool {
        let mut bound = vec![None; self.variables.len()];
        maps_to(&self.clause, &other.clause, &mut bound)
    }
}

fn predicates(part: &Expr) -> usize {
    match part {
        Expr::Apply(Op::Not | Op::And | Op::Or, args) => args.iter().map(predicates).sum(),
        Expr::Apply(Op::Eq, args) if args.iter().any(is_truth) => args.iter().map(predicates).sum(),
        _ => 1,
    }
}

/// Is it plain that this is a truth value?
fn is_truth(expr: &Expr) -> bool {
    match expr {
        Expr::Const(value, _) => matches!(value, Value::Bool(_)),
        Expr::Apply(Op::Apply(symbol), _) => symbol.result == Sort::bool(),
        Expr::Apply(Op::Not | Op::And | Op::Or | Op::Eq | Op::Int(value::IntOp::Le | value::IntOp::Lt), _) => true,
        _ => false,
    }
}

/// Looks at an expression and all parts of it.
pub fn visit<'e>(expr: &'e Expr, look: &mut impl FnMut(&'e Expr)) {
    look(expr);
    if let Expr::Apply(_, args) = expr {
        args.iter().for_each(|arg| visit(arg, look));
    }
}

fn maps_to<'e>(from: &[Expr], to: &'e [Expr], bound: &mut Vec<Option<&'e Expr>>) -> bool {
    let Some((first, rest)) = from.split_first() else { return true };
    to.iter().any(|part| {
        let before = bound.clone();
        if matches(first, part, bound) && maps_to(rest, to, bound) {
            return true;
        }
        *bound = before;
        false
    })
}

fn matches<'e>(pattern: &Expr, expr: &'e Expr, bound: &mut [Option<&'e Expr>]) -> bool {
    match (pattern, expr) {
        (Expr::Captured(index), _) => {
            let place = &mut bound[*index as usize];
            match place {
                Some(known) => *known == expr,
                None => {
                    *place = Some(expr);
                    true
                }
            }
        }
        (Expr::Apply(op, args), Expr::Apply(other, given)) => {
            op == other
                && args.len() == given.len()
                && args.iter().zip(given).all(|(pattern, arg)| matches(pattern, arg, bound))
        }
        _ => pattern == expr,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::FunctionSymbol;

    fn find(a: Expr, b: Expr) -> Expr {
        let params = vec![Sort::int(), Sort::int()];
        let symbol = FunctionSymbol { name: Symbol::new("find.0"), params, result: Sort::bool() };
        Expr::Apply(Op::Apply(symbol.into()), vec![a, b])
    }

    fn fact(clause: Vec<Expr>) -> Fact {
        let variable = |name: &str| (Symbol::new(name), Sort::int());
        Fact { variables: vec![variable("x"), variable("y")], clause }
    }

    #[test]
    fn a_general_fact_subsumes_its_instances_and_longer_clauses() {
        let (x, y) = (Expr::Captured(0), Expr::Captured(1));
        let general = fact(vec![find(x.clone(), y.clone())]);
        let one = fact(vec![find(x.clone(), x.clone())]);
        let longer = fact(vec![find(y.clone(), x.clone()), Expr::Apply(Op::Not, vec![find(x.clone(), x)])]);
        assert!(general.subsumes(&one) && general.subsumes(&longer) && general.subsumes(&general));
        assert!(!one.subsumes(&general) && !longer.subsumes(&general) && !one.subsumes(&longer));
        assert_eq!(longer.predicates(), 2);
        assert_eq!(longer.functions(), [Symbol::new("find")].into());
    }

    #[test]
    fn less_effect_covers_more() {
        let claim = |effect| Claim::Effect(Symbol::new("f"), effect);
        assert!(claim(Effect::Computes).covers(&claim(Effect::Looks)));
        assert!(!claim(Effect::Looks).covers(&claim(Effect::Computes)));
    }
}

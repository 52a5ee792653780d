//! Conditions on the inputs and values, as terms: they can be joined, tested on an input, and written by `report`.

use value::{Expr, Op, Sort, Symbol, Value};

/// Any of the cases holds, each a conjunction of its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// The parts are expressions over the plain inputs in order, then over `others`.
    pub cases: Vec<Vec<Expr>>,
    /// What the parts are about besides: what the outside gave, what was chosen, variables of loops.
    pub others: Vec<(Symbol, Sort)>,
}

/// Values as expressions over the plain inputs in order, then over `others`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Values {
    pub exprs: Vec<Expr>,
    pub others: Vec<(Symbol, Sort)>,
}

impl Condition {
    pub fn always() -> Condition {
        Condition { cases: vec![Vec::new()], others: Vec::new() }
    }

    /// Does it say nothing? Some case has no part.
    pub fn is_always(&self) -> bool {
        self.cases.iter().any(Vec::is_empty)
    }

    pub fn is_about_inputs(&self) -> bool {
        self.others.is_empty()
    }

    /// Does it hold of these inputs? `None` where that cannot be told.
    pub fn holds(&self, inputs: &[Value]) -> Option<bool> {
        let mut is_known = true;
        for case in &self.cases {
            match all_hold(case, inputs) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => is_known = false,
            }
        }
        is_known.then_some(false)
    }

    /// Either of the two, which are about the inputs only.
    pub fn or(mut self, other: Condition) -> Condition {
        assert!(self.is_about_inputs() && other.is_about_inputs(), "the others of two conditions are not the same");
        for case in other.cases {
            if !self.cases.contains(&case) {
                self.cases.push(case);
            }
        }
        self
    }

    /// As one expression.
    pub fn to_expr(&self) -> Expr {
        let join = |op: Op, neutral: bool, parts: Vec<Expr>| {
            let both = |a: Expr, b: Expr| Expr::Apply(op.clone(), vec![a, b]);
            parts.into_iter().reduce(both).unwrap_or(Expr::Const(Value::Bool(neutral), Sort::bool()))
        };
        let cases = self.cases.iter().map(|case| join(Op::And, true, case.clone())).collect();
        join(Op::Or, false, cases)
    }
}

fn all_hold(parts: &[Expr], inputs: &[Value]) -> Option<bool> {
    let mut is_known = true;
    for part in parts {
        match part.eval(inputs) {
            Some(Value::Bool(true)) => {}
            Some(Value::Bool(false)) => return Some(false),
            _ => is_known = false,
        }
    }
    is_known.then_some(true)
}

#[cfg(test)]
mod tests {
    use super::*;
    use value::IntOp;

    fn at_most(limit: i64) -> Expr {
        let limit = Expr::Const(Value::int(limit), Sort::int());
        Expr::Apply(Op::Int(IntOp::Le), vec![Expr::Captured(0), limit])
    }

    fn not(part: Expr) -> Expr {
        Expr::Apply(Op::Not, vec![part])
    }

    #[test]
    fn a_condition_is_tested_on_an_input() {
        let between = Condition { cases: vec![vec![not(at_most(0)), at_most(5)]], others: Vec::new() };
        let below = Condition { cases: vec![vec![at_most(-10)]], others: Vec::new() };
        let holds = |condition: &Condition, x: i64| condition.holds(&[Value::int(x)]);
        assert_eq!([-11, 0, 1, 5, 6].map(|x| holds(&between, x)), [false, false, true, true, false].map(Some));
        let either = between.clone().or(below);
        assert_eq!([-11, 0, 1].map(|x| holds(&either, x)), [true, false, true].map(Some));
        assert_eq!(either.clone().or(between), either, "what is said twice is kept once");
        let expr = either.to_expr();
        assert_eq!([-11, 0, 1].map(|x| expr.eval(&[Value::int(x)])), [true, false, true].map(|x| Some(Value::Bool(x))));
    }

    #[test]
    fn what_is_about_other_things_is_not_told_by_the_inputs() {
        let other = Expr::Captured(1);
        let outside =
            Condition { cases: vec![vec![at_most(3), other]], others: vec![(Symbol::new("f"), Sort::bool())] };
        assert_eq!(outside.holds(&[Value::int(0)]), None);
        assert_eq!(outside.holds(&[Value::int(4)]), Some(false));
        assert!(!outside.is_always() && Condition::always().is_always());
        assert_eq!(Condition::always().holds(&[]), Some(true));
    }
}

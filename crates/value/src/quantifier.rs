//! Quantifiers and other binders: an expression over bound variables and captured arguments.

use std::fmt;
use std::sync::Arc;

use crate::{IntOp, Op, Sort, SortKind, Symbol, Value};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub enum Binder {
    Forall,
    Exists,
    /// The map whose value at the (one) bound variable is the body.
    Lambda,
}

impl fmt::Display for Binder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
        })
    }
}

/// A binder, its bound variables and its body. The captured arguments are the operands of the
/// [`Op::Quantifier`] that holds it.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quantifier {
    pub binder: Binder,
    pub bound: Vec<(Symbol, Sort)>,
    pub captured: Vec<Sort>,
    pub body: Expr,
    /// Sets of patterns for the solver's instantiation.
    pub triggers: Vec<Vec<Expr>>,
}

/// A pure expression. `Bound(depth, i)`: variable i of the binder `depth` levels out, 0 the
/// innermost.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub enum Expr {
    Const(Value, Sort),
    Bound(u32, u32),
    /// The i-th captured argument of the outermost binder.
    Captured(u32),
    Apply(Op, Vec<Expr>),
    /// A binder inside a binder; captures nothing by itself.
    Binder(Arc<Quantifier>),
}

impl Expr {
    /// The value for these captured arguments; `None` where it is not defined or was not found out.
    pub fn eval(&self, captured: &[Value]) -> Option<Value> {
        let captured: Vec<&Value> = captured.iter().collect();
        Evaluation { captured: &captured, scopes: Vec::new(), steps: 0 }.expr(self)
    }
}

/// Parts of expressions looked at before an evaluation gives up.
const MOST_STEPS: u32 = 200_000;

impl Quantifier {
    /// The value, where the bound variables range over few values plain to see: integers between
    /// bounds (`0 <= i && i < n ==> …`), booleans, short bit-vectors. `None` elsewhere.
    pub(crate) fn eval(&self, captured: &[&Value]) -> Option<Value> {
        Evaluation { captured, scopes: Vec::new(), steps: 0 }.quantifier(self)
    }
}

struct Evaluation<'e> {
    captured: &'e [&'e Value],
    /// The variables of the binders around, innermost last; `None`: not chosen yet.
    scopes: Vec<Vec<Option<Value>>>,
    steps: u32,
}

/// A comparison that holds, or does not, wherever an instance of a body can matter.
type Fact<'e> = (&'e Op, &'e [Expr], bool);

impl Evaluation<'_> {
    fn quantifier(&mut self, quantifier: &Quantifier) -> Option<Value> {
        // A universal formula is false if its body is false somewhere, an existential one true if
        // its body is true somewhere. Both look for the value `sought`.
        let sought = match quantifier.binder {
            Binder::Forall => false,
            Binder::Exists => true,
            Binder::Lambda => return self.constant_map(quantifier),
        };
        let mut facts = Vec::new();
        collect_facts(&quantifier.body, sought, &mut facts);
        self.scopes.push(vec![None; quantifier.bound.len()]);
        let found = self.search(quantifier, &facts, 0, sought);
        self.scopes.pop();
        found.map(|found| Value::Bool(found == sought))
    }

    /// A lambda whose body does not depend on its variable.
    fn constant_map(&mut self, quantifier: &Quantifier) -> Option<Value> {
        self.scopes.push(vec![None; quantifier.bound.len()]);
        let value = self.expr(&quantifier.body);
        self.scopes.pop();
        value.map(|value| Value::Map(Arc::new(crate::MapValue::constant(value))))
    }

    /// Is there a choice of the variables from `next` on for which the body has the value sought?
    /// `None` if that cannot be told.
    fn search(&mut self, quantifier: &Quantifier, facts: &[Fact], next: usize, sought: bool) -> Option<bool> {
        let Some((_, sort)) = quantifier.bound.get(next) else {
            return Some(self.expr(&quantifier.body)?.as_bool()? == sought);
        };
        let mut unknown = false;
        for value in self.candidates(*sort, facts, next)? {
            *self.scopes.last_mut()?.get_mut(next)? = Some(value);
            match self.search(quantifier, facts, next + 1, sought) {
                Some(true) => return Some(true),
                Some(false) => {}
                None => unknown = true,
            }
            if self.steps > MOST_STEPS {
                return None;
            }
        }
        *self.scopes.last_mut()?.get_mut(next)? = None;
        if unknown { None } else { Some(false) }
    }

    /// All values the variable can have where the body has the value sought.
    fn candidates(&mut self, sort: Sort, facts: &[Fact], variable: usize) -> Option<Vec<Value>> {
        match sort.kind() {
            SortKind::Bool => return Some(vec![Value::Bool(false), Value::Bool(true)]),
            SortKind::Bv(width) if *width <= 12 => {
                return Some((0..1 << *width).map(|bits| Value::bv(*width, bits)).collect());
            }
            SortKind::Int => {}
            _ => return None,
        }
        let (mut low, mut high): (Option<i64>, Option<i64>) = (None, None);
        let is_variable = |expr: &Expr| matches!(expr, Expr::Bound(0, index) if *index as usize == variable);
        for (op, operands, holds) in facts {
            let [a, b] = operands else { continue };
            let (bound, variable_first) = match (is_variable(a), is_variable(b)) {
                (true, false) => (b, true),
                (false, true) => (a, false),
                _ => continue,
            };
            let Some(Value::Int(bound)) = self.expr(bound) else { continue };
            let bound = bound.to_i64().filter(|bound| bound.unsigned_abs() < 1 << 40)?;
            let (least, most) = match (op, variable_first, holds) {
                (Op::Int(IntOp::Lt), true, true) => (None, Some(bound - 1)),
                (Op::Int(IntOp::Lt), false, true) => (Some(bound + 1), None),
                (Op::Int(IntOp::Lt), true, false) => (Some(bound), None),
                (Op::Int(IntOp::Lt), false, false) => (None, Some(bound)),
                (Op::Int(IntOp::Le), true, true) => (None, Some(bound)),
                (Op::Int(IntOp::Le), false, true) => (Some(bound), None),
                (Op::Int(IntOp::Le), true, false) => (Some(bound + 1), None),
                (Op::Int(IntOp::Le), false, false) => (None, Some(bound - 1)),
                (Op::Eq, _, true) => (Some(bound), Some(bound)),
                _ => (None, None),
            };
            low = low.max(least);
            high = match (high, most) {
                (Some(high), Some(most)) => Some(high.min(most)),
                (high, most) => high.or(most),
            };
        }
        let (low, high) = (low?, high?);
        if high - low > i64::from(MOST_STEPS) {
            return None;
        }
        Some((low..=high).map(Value::int).collect())
    }

    /// The value of the expression, as far as the chosen variables decide it.
    fn expr(&mut self, expr: &Expr) -> Option<Value> {
        self.steps += 1;
        if self.steps > MOST_STEPS {
            return None;
        }
        match expr {
            Expr::Const(value, _) => Some(value.clone()),
            Expr::Bound(depth, index) => {
                let scope = self.scopes.len().checked_sub(1 + *depth as usize)?;
                self.scopes[scope].get(*index as usize)?.clone()
            }
            Expr::Captured(index) => self.captured.get(*index as usize).map(|value| (*value).clone()),
            Expr::Binder(inner) => self.quantifier(inner),
            Expr::Apply(Op::And, args) => self.junction(args, false),
            Expr::Apply(Op::Or, args) => self.junction(args, true),
            Expr::Apply(Op::Ite, args) => {
                let [condition, then, otherwise] = &args[..] else { return None };
                let branch = if self.expr(condition)?.as_bool()? { then } else { otherwise };
                self.expr(branch)
            }
            Expr::Apply(Op::Select, args)
                if let [Expr::Apply(of @ (Op::SeqMembers | Op::SeqBeside), sequences), key] = &args[..] =>
            {
                self.at_key(of, sequences, key)
            }
            Expr::Apply(op, args) => {
                let values = args.iter().map(|arg| self.expr(arg)).collect::<Option<Vec<Value>>>()?;
                let value = op.eval_in_range(&values.iter().collect::<Vec<_>>());
                value.or_else(|| (*op == Op::SeqNth).then(|| Some(Value::default_of(element_sort(&args[0])?)))?)
            }
        }
    }

    /// What a map that follows from a sequence of keys has at a key.
    fn at_key(&mut self, of: &Op, sequences: &[Expr], key: &Expr) -> Option<Value> {
        let key = self.expr(key)?;
        let keys = self.expr(sequences.first()?)?;
        let at = keys.as_seq()?.iter().rposition(|known| *known == key);
        match (of, sequences, at) {
            (Op::SeqMembers, ..) => Some(Value::Bool(at.is_some())),
            (_, [_, values], Some(at)) => self.expr(values)?.as_seq()?.get(at).cloned(),
            _ => None,
        }
    }

    /// `&&` and `||`: one operand with the value `decisive` decides, whatever the others are.
    fn junction(&mut self, args: &[Expr], decisive: bool) -> Option<Value> {
        let mut unknown = false;
        for arg in args {
            match self.expr(arg) {
                Some(Value::Bool(value)) if value == decisive => return Some(Value::Bool(decisive)),
                Some(_) => {}
                None => unknown = true,
            }
        }
        if unknown { None } else { Some(Value::Bool(!decisive)) }
    }
}

/// The sort of a sequence's elements, where the expression says it.
fn element_sort(sequence: &Expr) -> Option<Sort> {
    match sequence {
        Expr::Const(_, sort) => sort.element(),
        Expr::Apply(Op::SeqOf(element), _) => Some(*element),
        Expr::Apply(Op::SeqConcat | Op::SeqUpdate | Op::SeqSlice, args) => element_sort(&args[0]),
        _ => None,
    }
}

/// The comparisons that must hold, or not hold, for the formula to have that value.
fn collect_facts<'e>(formula: &'e Expr, value: bool, facts: &mut Vec<Fact<'e>>) {
    let is_const = |expr: &Expr, value: bool| matches!(expr, Expr::Const(Value::Bool(known), _) if *known == value);
    let Expr::Apply(op, args) = formula else { return };
    match (op, &args[..]) {
        (Op::Not, [inner]) => collect_facts(inner, !value, facts),
        (Op::And, parts) if value => parts.iter().for_each(|part| collect_facts(part, true, facts)),
        (Op::Or, parts) if !value => parts.iter().for_each(|part| collect_facts(part, false, facts)),
        // `c && x`, `c || x` and `c ==> x`, written so that x is looked at only if need be.
        (Op::Ite, [c, x, otherwise]) if is_const(otherwise, !value) => {
            collect_facts(c, true, facts);
            collect_facts(x, value, facts);
        }
        (Op::Ite, [c, then, x]) if is_const(then, !value) => {
            collect_facts(c, false, facts);
            collect_facts(x, value, facts);
        }
        (Op::Int(IntOp::Lt | IntOp::Le) | Op::Eq, [_, _]) => facts.push((op, args, value)),
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Expr::{Apply, Bound, Captured};

    fn int(value: i64) -> Expr {
        Expr::Const(Value::int(value), Sort::int())
    }

    fn lt(a: Expr, b: Expr) -> Expr {
        Apply(Op::Int(IntOp::Lt), vec![a, b])
    }

    fn le(a: Expr, b: Expr) -> Expr {
        Apply(Op::Int(IntOp::Le), vec![a, b])
    }

    fn implies(a: Expr, b: Expr) -> Expr {
        Apply(Op::Or, vec![Apply(Op::Not, vec![a]), b])
    }

    fn and(a: Expr, b: Expr) -> Expr {
        Apply(Op::And, vec![a, b])
    }

    fn over(binder: Binder, variables: usize, body: Expr) -> Quantifier {
        let bound = (0..variables).map(|index| (Symbol::new(&format!("i{index}")), Sort::int())).collect();
        Quantifier { binder, bound, captured: vec![Sort::int()], body, triggers: Vec::new() }
    }

    fn eval(quantifier: &Quantifier, captured: i64) -> Option<bool> {
        quantifier.eval(&[&Value::int(captured)])?.as_bool()
    }

    #[test]
    fn bounded_variables_are_tried() {
        let (i, n) = (Bound(0, 0), Captured(0));
        let range = and(le(int(0), i.clone()), lt(i.clone(), n.clone()));
        let square = Apply(Op::Int(IntOp::Mul), vec![i.clone(), i.clone()]);
        let all = over(Binder::Forall, 1, implies(range.clone(), lt(square.clone(), int(50))));
        assert_eq!(eval(&all, 8), Some(true));
        assert_eq!(eval(&all, 9), Some(false));
        assert_eq!(eval(&all, -3), Some(true));
        let some = over(Binder::Exists, 1, and(range, Apply(Op::Eq, vec![square, int(49)])));
        assert_eq!(eval(&some, 7), Some(false));
        assert_eq!(eval(&some, 8), Some(true));
    }

    #[test]
    fn elements_out_of_range_are_the_default() {
        let pair = Apply(Op::SeqOf(crate::Sort::int()), vec![int(5), Captured(0)]);
        let at = |index: i64| Apply(Op::SeqNth, vec![pair.clone(), int(index)]);
        assert_eq!(
            [1, 2, -1].map(|index| at(index).eval(&[Value::int(7)])),
            [7, 0, 0].map(|value| Some(Value::int(value)))
        );
    }

    #[test]
    fn unbounded_variables_are_not() {
        let (i, n) = (Bound(0, 0), Captured(0));
        assert_eq!(eval(&over(Binder::Forall, 1, lt(i.clone(), n.clone())), 3), None);
        assert_eq!(eval(&over(Binder::Forall, 1, implies(le(int(0), i.clone()), lt(i, n))), 3), None);
    }

    #[test]
    fn a_variable_may_bound_the_next() {
        // forall i, j: 0 <= i < j < n ==> i + 1 <= j, with j chosen after i.
        let (i, j, n) = (Bound(0, 0), Bound(0, 1), Captured(0));
        let one_more = Apply(Op::Int(IntOp::Add), vec![i.clone(), int(1)]);
        let range = and(and(le(int(0), i.clone()), lt(i.clone(), n.clone())), and(lt(i, j.clone()), lt(j.clone(), n)));
        assert_eq!(eval(&over(Binder::Forall, 2, implies(range, le(one_more, j))), 6), Some(true));
    }

    #[test]
    fn binders_nest() {
        // forall i in 0..n: exists j in 0..n: i + j == n - 1.
        let (i, j, n) = (Bound(1, 0), Bound(0, 0), Captured(0));
        let range = |v: Expr| and(le(int(0), v.clone()), lt(v, Captured(0)));
        let sum = Apply(Op::Int(IntOp::Add), vec![i, j.clone()]);
        let last = Apply(Op::Int(IntOp::Sub), vec![n, int(1)]);
        let mut inner = over(Binder::Exists, 1, and(range(j), Apply(Op::Eq, vec![sum, last])));
        inner.captured.clear();
        let body = implies(range(Bound(0, 0)), Expr::Binder(Arc::new(inner)));
        assert_eq!(eval(&over(Binder::Forall, 1, body), 5), Some(true));
    }
}

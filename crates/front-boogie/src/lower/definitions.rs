//! Which functions and constants are defined, and by what.
//!
//! A function with a body is; so is a function with an axiom `(forall x :: f(x) == e)` and a
//! constant with an axiom `c == e`, where `e` does not lead back to what it defines. What is
//! defined is replaced by its definition everywhere, so it also has concrete values. The rest are
//! symbols of which only the axioms are known.

use std::collections::BTreeSet;
use std::rc::Rc;

use rustc_hash::FxHashMap;

use crate::ast::{Binary, Binder};
use crate::typed::{self, Expr, ExprKind};

#[derive(Copy, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub(super) enum Sym {
    Function(u32),
    Const(u32),
}

#[derive(Clone)]
pub(super) struct Definition<'a> {
    pub(super) params: Params,
    pub(super) body: &'a Expr,
    /// The axiom it comes from, which then says nothing more.
    axiom: Option<usize>,
}

/// How the body calls its parameters.
#[derive(Clone)]
pub(super) enum Params {
    Locals,
    Bound(Vec<u32>),
}

#[derive(Copy, Clone, PartialEq)]
enum State {
    Open,
    Defined,
    Symbol,
}

pub(super) struct Definitions<'a> {
    program: &'a typed::Program,
    candidates: FxHashMap<Sym, Definition<'a>>,
    states: FxHashMap<Sym, State>,
    closures: FxHashMap<Sym, Rc<BTreeSet<Sym>>>,
}

impl<'a> Definitions<'a> {
    pub(super) fn new(program: &'a typed::Program) -> Definitions<'a> {
        let mut candidates = FxHashMap::default();
        for (index, function) in program.functions.iter().enumerate() {
            if let (Some(body), None) = (&function.body, &function.builtin) {
                let definition = Definition { params: Params::Locals, body, axiom: None };
                candidates.insert(Sym::Function(index as u32), definition);
            }
        }
        for (index, axiom) in program.axioms.iter().enumerate() {
            if let Some((sym, params, body)) = defining(program, &axiom.formula) {
                candidates.entry(sym).or_insert(Definition { params, body, axiom: Some(index) });
            }
        }
        Definitions { program, candidates, states: FxHashMap::default(), closures: FxHashMap::default() }
    }

    /// The definition, if there is one that does not need itself.
    pub(super) fn get(&mut self, sym: Sym) -> Option<Definition<'a>> {
        (self.state(sym) == State::Defined).then(|| self.candidates[&sym].clone())
    }

    /// The body of a function that needs itself: its defining axiom is made of it.
    pub(super) fn recursive_body(&mut self, sym: Sym) -> Option<&'a Expr> {
        let Sym::Function(index) = sym else { return None };
        let function = &self.program.functions[index as usize];
        function.body.as_ref().filter(|_| function.builtin.is_none() && self.state(sym) == State::Symbol)
    }

    /// Does the axiom only define something that is replaced everywhere?
    pub(super) fn is_used_up(&mut self, axiom: usize) -> bool {
        let Some((sym, _, _)) = defining(self.program, &self.program.axioms[axiom].formula) else { return false };
        self.get(sym).is_some_and(|definition| definition.axiom == Some(axiom))
    }

    fn state(&mut self, sym: Sym) -> State {
        if let Some(state) = self.states.get(&sym) {
            // Met again while it is open: it needs itself. Whoever asks must not replace it.
            return *state;
        }
        let Some(definition) = self.candidates.get(&sym) else { return State::Symbol };
        let body = definition.body;
        self.states.insert(sym, State::Open);
        let mut state = State::Defined;
        for needed in mentioned(body) {
            if needed == sym || self.state(needed) == State::Open {
                state = State::Symbol;
            }
        }
        self.states.insert(sym, state);
        state
    }

    /// The symbols without definition that remain when everything defined is replaced.
    pub(super) fn closure(&mut self, sym: Sym) -> Rc<BTreeSet<Sym>> {
        if let Some(known) = self.closures.get(&sym) {
            return known.clone();
        }
        let closure = match self.get(sym) {
            None => BTreeSet::from([sym]),
            Some(definition) => self.closure_of(definition.body),
        };
        let closure = Rc::new(closure);
        self.closures.insert(sym, closure.clone());
        closure
    }

    pub(super) fn closure_of(&mut self, expr: &'a Expr) -> BTreeSet<Sym> {
        let mut all = BTreeSet::new();
        for sym in mentioned(expr) {
            all.extend(self.closure(sym).iter().copied());
        }
        all
    }
}

/// The functions and constants the expression mentions; triggers do not count.
fn mentioned(expr: &Expr) -> BTreeSet<Sym> {
    let mut found = BTreeSet::new();
    expr.walk(&mut |part| match part.kind {
        ExprKind::Call(function, _, _) => {
            found.insert(Sym::Function(function));
        }
        ExprKind::Const(constant) => {
            found.insert(Sym::Const(constant));
        }
        _ => {}
    });
    found
}

/// What the axiom defines, if it has that form.
fn defining<'a>(program: &'a typed::Program, formula: &'a Expr) -> Option<(Sym, Params, &'a Expr)> {
    match &formula.kind {
        ExprKind::Binary(Binary::Eq | Binary::Iff, sides) => {
            let constant = |side: &Expr| match side.kind {
                ExprKind::Const(constant) => Some(Sym::Const(constant)),
                _ => None,
            };
            let (left, right) = (&sides.0, &sides.1);
            // `a == b` says of two constants that one is the other: the first is replaced.
            let found = constant(left).map(|sym| (sym, right)).or_else(|| constant(right).map(|sym| (sym, left)));
            found.map(|(sym, body)| (sym, Params::Locals, body))
        }
        ExprKind::Quantified(quantified)
            if quantified.binder == Binder::Forall && quantified.type_params.is_empty() =>
        {
            let ExprKind::Binary(Binary::Eq | Binary::Iff, sides) = &quantified.body.kind else { return None };
            let bound: Vec<u32> = quantified.bound.iter().map(|(number, _, _)| *number).collect();
            let left = head(program, &sides.0, &bound).map(|(sym, params)| (sym, params, &sides.1));
            left.or_else(|| head(program, &sides.1, &bound).map(|(sym, params)| (sym, params, &sides.0)))
        }
        _ => None,
    }
}

/// `f(x, y)` with just the bound variables, each once.
fn head(program: &typed::Program, side: &Expr, bound: &[u32]) -> Option<(Sym, Params)> {
    let ExprKind::Call(function, type_args, args) = &side.kind else { return None };
    let definition = &program.functions[*function as usize];
    if !type_args.is_empty() || definition.body.is_some() || definition.builtin.is_some() {
        return None;
    }
    let params: Option<Vec<u32>> = args
        .iter()
        .map(|arg| match arg.kind {
            ExprKind::Bound(number) => Some(number),
            _ => None,
        })
        .collect();
    let params = params?;
    let distinct: BTreeSet<u32> = params.iter().copied().collect();
    let covers = distinct.len() == params.len() && distinct == bound.iter().copied().collect();
    covers.then_some((Sym::Function(*function), Params::Bound(params)))
}

//! Does a program call itself, and could it catch that CPython ends such calls at some depth?
//!
//! The model has no such limit. Where a program calls itself that is an assumption of every proof; where a handler
//! could catch the RecursionError, what happens then is not modelled, and there is no proof.

use arena::Id;
use ir::{FnId, Function, Terminator};
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashMap;

use crate::builtins::Builtin;
use crate::call::Target;
use crate::function::Lowerer;
use crate::prelude::Prelude;
use crate::reach::components;

#[derive(Copy, Clone, Default)]
pub(crate) struct Recursion {
    /// A function of the program may call itself, over whatever others.
    pub(crate) is_there: bool,
    /// And something around the call could catch that it goes too deep.
    pub(crate) is_caught: bool,
}

impl Recursion {
    /// `guarded`: the functions that are called where a RecursionError could be caught.
    pub(crate) fn of(
        functions: &[Option<Function>],
        first: usize,
        hooks: &FxHashMap<&'static str, Function>,
        prelude: &Prelude,
        guarded: &[FnId],
    ) -> Recursion {
        let prelude: Vec<_> = prelude.functions().collect();
        let calls = |id: FnId| match id.index().checked_sub(first) {
            Some(own) => functions[own].as_ref().map(callees).unwrap_or_default(),
            None => match &prelude[id.index()] {
                Ok(function) => callees(function),
                Err(hook) => hooks.get(hook.name).map(callees).unwrap_or_default(),
            },
        };
        // The top level of a module runs once, whoever imports it.
        let is_init = |id: FnId| {
            let function = id.index().checked_sub(first).and_then(|own| functions[own].as_ref());
            function.is_some_and(|function| function.name.as_str().ends_with(".<init>"))
        };
        // The prelude's functions stand before the program's.
        let place = |id: &FnId| id.index().checked_sub(first).map_or(id.index(), |own| prelude.len() + own);
        let own = (0..functions.len()).map(|own| FnId::new(first + own));
        let next = (0..prelude.len()).map(FnId::new).chain(own).map(|id| {
            let called = calls(id).into_iter().filter(|id| !is_init(*id));
            called.map(|id| place(&id)).collect()
        });
        let next: Vec<Vec<usize>> = next.collect();
        let (groups, group) = components(&next);
        let is_own = |place: usize| place >= prelude.len() && !is_init(FnId::new(first + place - prelude.len()));
        let is_circle = |members: &Vec<usize>| members.len() > 1 || next[members[0]].contains(&members[0]);
        let mut is_recursive: Vec<bool> =
            groups.iter().map(|members| is_circle(members) && members.iter().any(|index| is_own(*index))).collect();
        let is_there = is_recursive.contains(&true);
        // What leads to such a group is as deep; it stands before it.
        for index in (0..groups.len()).rev() {
            let mut ahead = groups[index].iter().flat_map(|member| &next[*member]);
            is_recursive[index] |= ahead.any(|to| is_recursive[group[*to]]);
        }
        Recursion { is_there, is_caught: guarded.iter().any(|id| is_recursive[group[place(id)]]) }
    }

    pub(crate) fn or(self, other: Recursion) -> Recursion {
        Recursion { is_there: self.is_there || other.is_there, is_caught: self.is_caught || other.is_caught }
    }
}

fn callees(function: &Function) -> Vec<FnId> {
    let blocks = function.body().into_iter().flat_map(|body| body.blocks.iter());
    let callee = |end: &Terminator| match end {
        Terminator::Call { callee, .. } => Some(*callee),
        _ => None,
    };
    blocks.filter_map(|(_, block)| callee(&block.end)).collect()
}

impl<'a> Lowerer<'a, '_> {
    /// Could one of the handlers catch a RecursionError?
    pub(crate) fn may_catch_recursion(&mut self, handlers: &'a [ast::ExceptHandler]) -> bool {
        let mut classes = handlers.iter().map(|ast::ExceptHandler::ExceptHandler(handler)| handler.type_.as_deref());
        classes.any(|class| class.is_none_or(|class| self.may_be_of(class)))
    }

    /// May a RecursionError be an instance of the class?
    fn may_be_of(&mut self, class: &'a Expr) -> bool {
        match class {
            Expr::Tuple(classes) => classes.elts.iter().any(|class| self.may_be_of(class)),
            class => match self.target(class) {
                Target::Builtin(Builtin::Exception(name)) => {
                    ["RecursionError", "RuntimeError", "Exception", "BaseException"].contains(&name)
                }
                // No class of a program is a base of it.
                Target::Class(..) => false,
                _ => true,
            },
        }
    }
}

/// Does a `finally` with this body end what is being raised?
pub(crate) fn ends_what_is_raised(body: &[Stmt]) -> bool {
    let mut ways_out = WaysOut(false);
    ways_out.visit_body(body);
    ways_out.0
}

struct WaysOut(bool);

impl<'a> Visitor<'a> for WaysOut {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::Return(_) | Stmt::Break(_) | Stmt::Continue(_) => self.0 = true,
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            other => visitor::walk_stmt(self, other),
        }
    }

    fn visit_expr(&mut self, _: &'a Expr) {}
}

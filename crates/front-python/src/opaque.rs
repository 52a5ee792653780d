//! Code and values that are not understood, inside functions: *outside steps*.
//!
//! A value that comes from outside is `Outside(n)`: all that is known of it is which one it is. What is done
//! to it is a step (`semantics::outside`) with a key: the operator, the attribute, the way of calling. The
//! same step after the same steps gives the same in both versions, whatever it is; that is all a proof may
//! use. What names lead to is in the key where the code stands in the program ([`crate::keys`]).

use ir::ValueId;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use rustc_hash::FxHashSet;
use value::{Int, Op, Sort, Value};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::lower::CodeKind;
use crate::module::Node;
use crate::outside::Unknown;
use crate::runtime::ctors;
use crate::scope::Scope;

impl<'a> Lowerer<'a, '_> {
    /// Is what is not understood a step? Else it gets stuck.
    pub(crate) fn steps_outside(&self) -> bool {
        self.lowering.shared.outside && !self.is_probe
    }

    /// A step with that key, or stuck at what is not understood.
    pub(crate) fn step(&mut self, key: &str, args: &[Operand], what: &str) -> Operand {
        if !self.steps_outside() {
            return self.unsupported_value(what);
        }
        let key = self.atom(key);
        self.keyed_step(key, args, what)
    }

    fn keyed_step(&mut self, key: ValueId, args: &[Operand], what: &str) -> Operand {
        if !self.steps_outside() {
            return self.unsupported_value(what);
        }
        let items = self.items(args);
        Operand::Value(self.py("outside_step", &[key, items])[0])
    }

    /// A step that runs code of the program, which may touch all of its state.
    pub(crate) fn program_step(&mut self, key: &str, args: &[Operand]) -> Operand {
        let (key, items) = (self.atom(key), self.items(args));
        Operand::Value(self.py("program_step", &[key, items])[0])
    }

    /// Something from outside that has a name, and is the same wherever it is named. Which one it is nobody knows:
    /// it may be None, or go by another name as well.
    pub(crate) fn outside_constant(&mut self, name: &str, what: &str) -> Operand {
        if !self.steps_outside() || looks_around(name) {
            return self.unsupported_value(what);
        }
        self.lowering.shared.outside_values.insert(name.rsplit_once(" [").map_or(name, |(title, _)| title).to_string());
        let id = self.lowering.outside_number(name);
        let number = self.call(id, &[], &[Sort::int()])[0];
        Operand::Value(self.b.construct(ctors().outside, &[number]))
    }

    /// Something from outside that is surely not None, and not equal to anything else that is made so: a literal. Its
    /// number is negative; whether two of one number are one object is not known.
    pub(crate) fn outside_literal(&mut self, name: &str, what: &str) -> Operand {
        if !self.steps_outside() {
            return self.unsupported_value(what);
        }
        let number = num_bigint::BigInt::from_bytes_be(num_bigint::Sign::Minus, name.as_bytes());
        let value = Value::data(ctors().outside, [Value::Int(Int::from(number))]);
        Operand::Value(self.b.constant(value, ctors().value))
    }

    /// Of what comes from outside, the number 0 stands for None.
    pub(crate) fn is_none(&mut self, value: ValueId) -> ValueId {
        let none = self.b.apply(Op::Is(ctors().none), &[value]);
        let outside = self.b.apply(Op::Is(ctors().outside), &[value]);
        let number = self.b.apply(Op::Field(ctors().outside, 0), &[value]);
        let zero = self.b.int(0);
        let is_zero = self.b.eq(number, zero);
        let is = self.b.apply(Op::And, &[outside, is_zero]);
        self.b.apply(Op::Or, &[none, is])
    }

    /// What a name that is imported from outside holds.
    pub(crate) fn named_outside(&mut self, path: &str) -> Operand {
        match self.lowering.shared.outside && !self.is_probe {
            true => self.outside_constant(path, ""),
            false => self.constant(ctors().foreign, path),
        }
    }

    /// Calls something from outside.
    pub(crate) fn call_outside(&mut self, name: &str, arguments: &Arguments, what: &str) -> Operand {
        if looks_around(name) {
            return self.unsupported_value(what);
        }
        let key = self.marked(format!("{name}{}", shape_of(arguments)), &operands(arguments));
        self.keyed_step(key, &operands(arguments), what)
    }

    /// Calls a value that comes from outside.
    pub(crate) fn call_outside_value(&mut self, callee: Operand, arguments: &Arguments) -> Operand {
        let mut args = vec![callee];
        args.extend(operands(arguments));
        let key = self.marked(format!("call{}", shape_of(arguments)), &args);
        self.keyed_step(key, &args, "a call of this value")
    }

    /// Calls a member of something from outside.
    pub(crate) fn call_member(&mut self, name: &str, method: Operand, arguments: &Arguments) -> Operand {
        let mut args = vec![method];
        args.extend(operands(arguments));
        let key = format!(".{name}{}", shape_of(arguments));
        let key = match self.lowering.shared.affected.has(name) {
            true => {
                let key = self.of_this_version(key);
                self.atom(&key)
            }
            // It is handed objects that may be of a class that changed.
            false => self.marked(key, &args[1..]),
        };
        self.keyed_step(key, &args, "a call of this value")
    }

    /// What a context manager does: its class may be one that changed.
    pub(crate) fn manager_step(&mut self, key: &str, args: &[Operand]) -> Operand {
        let affected = &self.lowering.shared.affected;
        let key = match affected.has("__enter__") || affected.has("__exit__") {
            true => self.of_this_version(key.to_string()),
            false => key.to_string(),
        };
        self.step(&key, args, "with")
    }

    /// A method of a builtin type that is not modelled.
    pub(crate) fn call_outside_method(
        &mut self,
        receiver: ValueId,
        name: &str,
        arguments: &Arguments,
        what: &str,
    ) -> Operand {
        let mut args = vec![Operand::Value(receiver)];
        args.extend(operands(arguments));
        let key = self.marked(format!("method {name}{}", shape_of(arguments)), &args);
        self.keyed_step(key, &args, what)
    }

    /// A builtin function that is not modelled, if it looks at nothing but what it is handed.
    pub(crate) fn call_outside_builtin(&mut self, name: &str, arguments: &Arguments, what: &str) -> Operand {
        match LOOKS_AROUND.contains(&name) {
            true => self.unsupported_value(what),
            false => self.call_outside(name, arguments, what),
        }
    }

    /// A call with stars among its arguments.
    pub(crate) fn call_with_stars(&mut self, call: &'a ast::ExprCall) -> Operand {
        let what = "a starred argument";
        let is_plain = |name: &Expr| !matches!(name, Expr::Name(name) if LOOKS_AROUND.contains(&name.id.as_str()));
        if !is_plain(&call.func) {
            return self.unsupported_value(what);
        }
        let mut args = vec![self.expr(&call.func)];
        let mut shape = Vec::new();
        for arg in &call.arguments.args {
            let (value, word) = match arg {
                Expr::Starred(starred) => (&*starred.value, "*_"),
                arg => (arg, "_"),
            };
            args.push(self.expr(value));
            shape.push(word.to_string());
        }
        for keyword in &call.arguments.keywords {
            args.push(self.expr(&keyword.value));
            shape.push(keyword.arg.as_ref().map_or("**_".to_string(), |name| format!("{name}=_")));
        }
        self.at(call.range());
        let key = self.marked(format!("call({})", shape.join(", ")), &args);
        self.keyed_step(key, &args, what)
    }

    /// An attribute of something from outside.
    pub(crate) fn member(&mut self, object: Operand, name: &str) -> Operand {
        let key = self.member_key(name, "");
        self.step(&key, &[object], "an attribute")
    }

    /// The key of what is done to an attribute. Where a class of the program has another such member in
    /// each version, the object may be one of it.
    pub(crate) fn member_key(&self, name: &str, then: &str) -> String {
        let key = format!(".{name}{then}");
        match self.lowering.shared.affected.has(name) {
            true => self.of_this_version(key),
            false => key,
        }
    }

    /// The key of a step that may do anything to the objects that it is handed: where these are plain values, none
    /// of them is of a class that changed.
    fn marked(&mut self, key: String, handed: &[Operand]) -> ValueId {
        let plain = self.atom(&key);
        if self.lowering.shared.affected.is_empty() || !self.steps_outside() {
            return plain;
        }
        let mut is_plain = self.b.bool(true);
        for operand in handed {
            let is = match operand {
                Operand::Int(_) | Operand::Bool(_) | Operand::Str(_) | Operand::None => continue,
                Operand::Tuple(_) => self.b.bool(false),
                Operand::Value(value) => {
                    let c = ctors();
                    let kinds = [c.int, c.bool, c.str, c.float, c.none];
                    let mut is = self.b.bool(false);
                    for ctor in kinds {
                        let of_kind = self.b.apply(Op::Is(ctor), &[*value]);
                        is = self.b.apply(Op::Or, &[is, of_kind]);
                    }
                    is
                }
            };
            is_plain = self.b.apply(Op::And, &[is_plain, is]);
        }
        let marked = self.of_this_version(key);
        let marked = self.atom(&marked);
        self.b.apply(Op::Ite, &[is_plain, plain, marked])
    }

    fn of_this_version(&self, key: String) -> String {
        format!("{key} of {}", if self.lowering.shared.side == 0 { "old" } else { "new" })
    }

    /// A class of the program that is not understood, as a value.
    pub(crate) fn class_value(&mut self, module: usize, class: Node) -> Operand {
        let what = "a class as a value";
        match self.class_key(module, class) {
            Some(key) => self.outside_constant(&key, what),
            None => self.unsupported_value(what),
        }
    }

    /// A new object of such a class.
    pub(crate) fn make_outside(
        &mut self,
        module: usize,
        class: Option<&'a ast::StmtClassDef>,
        arguments: &Arguments,
    ) -> Operand {
        let key = class.and_then(|class| self.class_key(module, Node::of(class)));
        let Some(key) = key else { return self.unsupported_value("a call of a class") };
        let key = format!("{key}{}", shape_of(arguments));
        self.program_step(&key, &operands(arguments))
    }

    fn class_key(&mut self, module: usize, class: Node) -> Option<String> {
        if !self.steps_outside() {
            return None;
        }
        let modules = self.lowering.modules;
        let is_it = |stmt: &&Stmt| matches!(stmt, Stmt::ClassDef(found) if Node::of(found) == class);
        let stmt = modules[module].body.iter().find(is_it)?;
        self.lowering.shared.program_is_out = true;
        self.lowering.meaning_apart(module, Unknown::Stmt(stmt))
    }

    /// The key of a function that is the same in both versions, with all it leads to, if it is not
    /// understood: then nobody has to look into it.
    pub(crate) fn shared_unknown(&mut self, code: usize) -> Option<String> {
        if !self.steps_outside() || !self.lowering.shared.shared_unknowns.contains(&self.lowering.codes[code].name) {
            return None;
        }
        self.lowering.function_key(code)
    }

    /// An expression that is not understood, as a whole: a step that is handed the variables it names.
    pub(crate) fn opaque_expr(&mut self, expr: &'a Expr, what: &str) -> Operand {
        if !self.steps_outside() || !can_stand_alone(expr) {
            return self.unsupported_value(what);
        }
        let unknown = Unknown::Expr(expr);
        let names = crate::outside::names_in(unknown).into_iter().filter(|name| !self.is_global(name));
        let names: Vec<String> = names.collect();
        let stable = self.stable_names();
        let mut args = Vec::new();
        for name in names {
            match self.shared_cell(&name) {
                _ if stable.contains(&name) && self.bound.contains(&name) => args.push(self.read_name(&name)),
                // It may look at the variable later.
                Some(cell) => args.push(Operand::Value(self.b.construct(ctors().cell, &[cell]))),
                None => return self.unsupported_value(what),
            }
        }
        self.at(expr.range());
        let module = self.module;
        let Some(key) = self.lowering.meaning(module, unknown) else { return self.unsupported_value(what) };
        self.program_step(&key, &args)
    }

    /// The variables of this function that keep the value they once got.
    fn stable_names(&self) -> FxHashSet<String> {
        let Some(CodeKind::Def(def)) = self.code.map(|code| self.lowering.codes[code].kind) else {
            return FxHashSet::default();
        };
        let mut bindings = Bindings::default();
        def.parameters.iter().for_each(|parameter| bindings.bind(parameter.name()));
        bindings.visit_body(&def.body);
        bindings.once.difference(&bindings.again).cloned().collect()
    }

    /// `branch` where the value comes from outside, else `otherwise`.
    pub(crate) fn if_outside(
        &mut self,
        value: Operand,
        branch: impl FnOnce(&mut Self) -> Operand,
        otherwise: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let Operand::Value(id) = value else { return otherwise(self) };
        if !self.steps_outside() {
            return otherwise(self);
        }
        let is = self.b.apply(Op::Is(ctors().outside), &[id]);
        let (outside, inside, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        self.b.branch(is, outside, inside);
        self.b.seal(outside);
        self.b.seal(inside);
        let bound = self.bound.clone();
        self.b.switch_to(outside);
        let value = branch(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.bound = bound;
        self.b.switch_to(inside);
        let value = otherwise(self);
        let value = self.boxed(value);
        self.b.jump(end, &[value]);
        self.b.seal(end);
        self.b.switch_to(end);
        Operand::Value(result)
    }
}

/// Builtin functions that get at more than they are handed, or give something else each time.
const LOOKS_AROUND: &[&str] = &[
    "eval",
    "exec",
    "compile",
    "globals",
    "locals",
    "vars",
    "dir",
    "super",
    "__import__",
    "open",
    "id",
    "hash",
    "breakpoint",
    "help",
    "print",
    "getattr",
    "setattr",
    "hasattr",
    "delattr",
    "input",
];

/// The same of modules: they look at the code that calls them, or at files that belong to it.
const LOOKS_AROUND_FROM: &[&str] = &[
    "sys._",
    "sys.settrace",
    "sys.setprofile",
    "sys.exc_info",
    "sys.modules",
    "builtins.",
    "types.FunctionType",
    "dis.",
    "doctest.",
    "pydoc.",
    "unittest.",
    "typing.get_type_hints",
    "_thread.",
    "weakref.",
    "atexit.",
    "signal.",
    "copyreg.",
    "code.",
    "codeop.",
    "ast.",
    "tracemalloc.",
    "faulthandler.",
    "pdb.",
    "bdb.",
    "trace.",
    "cProfile.",
    "profile.",
    "timeit.",
    "sched.",
    "shelve.",
    "marshal.",
    "symtable.",
    "inspect.",
    "traceback.",
    "importlib.",
    "pickle.",
    "gc.",
    "pkgutil.",
    "runpy.",
    "linecache.",
    "ctypes.",
    "threading.",
    "multiprocessing.",
    "concurrent.",
];

/// Does what has that path get at more than it is handed? Paths of modules that do are not handed on either.
pub(crate) fn looks_around(path: &str) -> bool {
    const WHOLE: &[&str] = &["sys", "builtins", "inspect", "importlib", "gc", "pickle", "operator.__builtins__"];
    let is_listed = |prefix: &&str| path.starts_with(*prefix) || path == prefix.trim_end_matches('.');
    WHOLE.contains(&path) || LOOKS_AROUND_FROM.iter().any(is_listed)
}

/// Are there stars among the arguments?
pub(crate) fn has_stars(call: &ast::ExprCall) -> bool {
    let arguments = &call.arguments;
    arguments.args.iter().any(Expr::is_starred_expr) || arguments.keywords.iter().any(|keyword| keyword.arg.is_none())
}

/// How many arguments there are, and the names of the keywords.
pub(crate) fn shape_of(arguments: &Arguments) -> String {
    let mut parts = vec!["_"; arguments.positional.len()];
    let names: Vec<String> = arguments.keywords.iter().map(|(name, _)| format!("{name}=_")).collect();
    parts.extend(names.iter().map(String::as_str));
    format!("({})", parts.join(", "))
}

pub(crate) fn operands(arguments: &Arguments) -> Vec<Operand> {
    let keywords = arguments.keywords.iter().map(|(_, value)| *value);
    arguments.positional.iter().copied().chain(keywords).collect()
}

/// Which names a function binds once, outside of loops, and which in another way.
#[derive(Default)]
struct Bindings {
    once: FxHashSet<String>,
    again: FxHashSet<String>,
    loops: usize,
}

impl Bindings {
    fn bind(&mut self, name: &str) {
        if self.loops > 0 || !self.once.insert(name.to_string()) {
            self.again.insert(name.to_string());
        }
    }
}

impl<'a> Visitor<'a> for Bindings {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        let is_loop = matches!(stmt, Stmt::For(_) | Stmt::While(_));
        self.loops += usize::from(is_loop);
        // What a statement binds besides by an expression counts twice, to be sure.
        if !matches!(stmt, Stmt::Assign(_) | Stmt::AnnAssign(_) | Stmt::If(_) | Stmt::With(_) | Stmt::Expr(_)) {
            self.again.extend(Scope::of_body(std::slice::from_ref(stmt)).locals);
        }
        visitor::walk_stmt(self, stmt);
        self.loops -= usize::from(is_loop);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) if !name.ctx.is_load() => self.bind(&name.id),
            _ => visitor::walk_expr(self, expr),
        }
    }
}

/// Does it neither bind names nor leave the function?
fn can_stand_alone(expr: &Expr) -> bool {
    struct Alone(bool);
    impl<'a> Visitor<'a> for Alone {
        fn visit_expr(&mut self, expr: &'a Expr) {
            let leaves = matches!(expr, Expr::Named(_) | Expr::Await(_) | Expr::Yield(_) | Expr::YieldFrom(_));
            let looks_around = matches!(expr, Expr::Call(call) if is_reflective(call));
            self.0 &= !leaves && !looks_around;
            visitor::walk_expr(self, expr);
        }
    }
    let mut alone = Alone(true);
    alone.visit_expr(expr);
    alone.0
}

/// Does the call look at the variables around it?
fn is_reflective(call: &ast::ExprCall) -> bool {
    matches!(&*call.func, Expr::Name(name) if ["locals", "eval", "exec", "vars", "dir", "super", "print"].contains(&name.id.as_str()))
}

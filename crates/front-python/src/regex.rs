//! Regular expressions: `re` with patterns that are known before the program runs.
//!
//! A compiled pattern is a value, `Pattern`: its text and its flags. So is a match, `Match`. What a pattern matches is an
//! operator (`value::regex`), the prelude makes Python's values of it (`prelude/regex.py`). A pattern that is not a constant, or
//! that the operator does not take, leaves the call outside.

use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::Ranged;
use value::{Op, RegexOp, Sort, Value};

use crate::call::Arguments;
use crate::expr::literal;
use crate::function::{Lowerer, Operand};
use crate::method::{self, Method};
use crate::module::{BindingKind, Syntax};
use crate::runtime::ctors;

/// Functions of the module, and the place of the flags among their parameters.
const FUNCTIONS: &[(&str, usize)] = &[
    ("compile", 1),
    ("match", 2),
    ("fullmatch", 2),
    ("search", 2),
    ("findall", 2),
    ("finditer", 2),
    ("split", 3),
    ("sub", 4),
    ("subn", 4),
];

/// Attributes of patterns and matches that are no methods.
const ATTRIBUTES: &[(&str, bool, &str)] = &[
    ("pattern", true, "pattern_pattern"),
    ("flags", true, "pattern_flags_of"),
    ("groups", true, "pattern_groups"),
    ("string", false, "match_string"),
    ("pos", false, "match_pos"),
    ("endpos", false, "match_endpos"),
    ("re", false, "match_re"),
    ("lastindex", false, "match_lastindex"),
    ("lastgroup", false, "match_lastgroup"),
];

/// The value of a flag, by its name.
fn flag(name: &str) -> Option<i64> {
    Some(match name {
        "I" | "IGNORECASE" => 2,
        "M" | "MULTILINE" => 8,
        "S" | "DOTALL" => 16,
        "U" | "UNICODE" => 32,
        "X" | "VERBOSE" => 64,
        "A" | "ASCII" => 256,
        "NOFLAG" => 0,
        _ => return None,
    })
}

/// The compiled pattern, if it is taken.
fn compiled(pattern: Value, flags: i64) -> Option<Value> {
    let args = [pattern.clone(), Value::int(flags)];
    let asked = |op: RegexOp, sort: Sort| Op::Regex(op).eval(&args, sort);
    (asked(RegexOp::IsKnown, Sort::bool())?.as_bool()?)
        .then(|| asked(RegexOp::Flags, Sort::int()))?
        .map(|flags| Value::data(ctors().pattern, [pattern, flags]))
}

/// The constants of a module.
pub(crate) struct Constants<'m>(pub(crate) &'m Syntax);

impl<'m> Constants<'m> {
    /// The text that an expression is, if that is certain before running.
    pub(crate) fn text(&self, expr: &Expr) -> Option<String> {
        match expr {
            Expr::StringLiteral(_) => match literal(expr)? {
                Value::Data(_, fields) => fields.first()?.as_text(),
                _ => None,
            },
            Expr::BinOp(binary) if binary.op == ast::Operator::Add => {
                Some(self.text(&binary.left)? + &self.text(&binary.right)?)
            }
            Expr::FString(text) => {
                let mut whole = String::new();
                for part in &text.value {
                    match part {
                        ast::FStringPart::Literal(literal) => whole.push_str(literal),
                        ast::FStringPart::FString(parts) => {
                            for element in &parts.elements {
                                whole.push_str(&self.part(element)?);
                            }
                        }
                    }
                }
                (!whole.contains(char::REPLACEMENT_CHARACTER)).then_some(whole)
            }
            Expr::Name(name) => self.text(self.bound(&name.id)?),
            _ => None,
        }
    }

    fn part(&self, element: &ast::InterpolatedStringElement) -> Option<String> {
        match element {
            ast::InterpolatedStringElement::Literal(literal) => Some(literal.value.to_string()),
            ast::InterpolatedStringElement::Interpolation(part) => {
                let is_plain = part.format_spec.is_none()
                    && part.debug_text.is_none()
                    && part.conversion == ast::ConversionFlag::None;
                is_plain.then(|| self.text(&part.expression))?
            }
        }
    }

    /// What a variable of the module holds that is bound once, to a constant of literals.
    fn bound(&self, name: &str) -> Option<&'m Expr> {
        if self.0.only_binding(name) != Some(BindingKind::Constant) || !self.0.stars().is_empty() {
            return None;
        }
        self.0
            .body
            .iter()
            .find_map(|stmt| match stmt {
                Stmt::Assign(stmt) => match &stmt.targets[..] {
                    [Expr::Name(target)] if target.id.as_str() == name => Some(&*stmt.value),
                    _ => None,
                },
                Stmt::AnnAssign(stmt) => match &*stmt.target {
                    Expr::Name(target) if target.id.as_str() == name => stmt.value.as_deref(),
                    _ => None,
                },
                _ => None,
            })
            // A name within it may have got its value later, or lead back.
            .filter(|value| crate::module::is_immutable(value) && !value.is_f_string_expr())
    }

    /// The name that something of the module `re` has there.
    fn of_re<'e>(&'e self, expr: &'e Expr) -> Option<&'e str> {
        let imported = |name: &str| {
            let is_import = self.0.only_binding(name) == Some(BindingKind::Import) && self.0.stars().is_empty();
            self.0.imported.get(name).filter(|import| is_import && import.level == 0 && import.path == "re")
        };
        match expr {
            Expr::Name(name) => imported(&name.id)?.name.as_deref(),
            Expr::Attribute(attribute) => match &*attribute.value {
                Expr::Name(name) if imported(&name.id)?.name.is_none() => Some(&attribute.attr),
                _ => None,
            },
            _ => None,
        }
    }

    /// The flags that an expression is.
    fn flags(&self, expr: &Expr) -> Option<i64> {
        match expr {
            Expr::NumberLiteral(_) => match literal(expr)? {
                Value::Data(_, fields) => fields.first()?.as_int()?.to_i64(),
                _ => None,
            },
            Expr::BinOp(binary) if binary.op == ast::Operator::BitOr => {
                Some(self.flags(&binary.left)? | self.flags(&binary.right)?)
            }
            expr => flag(self.of_re(expr)?),
        }
    }

    /// The compiled pattern that a call of a function of the module makes or uses.
    fn pattern(&self, call: &ast::ExprCall, flags_place: usize) -> Option<Value> {
        let (pattern, flags) = given(call, flags_place)?;
        let flags = flags.map_or(Some(0), |flags| self.flags(flags))?;
        compiled(Value::string(&self.text(pattern)?), flags)
    }
}

/// The pattern and the flags that a function of the module is called with.
fn given(call: &ast::ExprCall, flags_place: usize) -> Option<(&Expr, Option<&Expr>)> {
    let keyword = |wanted: &str| call.arguments.keywords.iter().find(|row| row.arg.as_deref() == Some(wanted));
    let args = &call.arguments.args;
    let has_stars =
        args.iter().any(Expr::is_starred_expr) || call.arguments.keywords.iter().any(|row| row.arg.is_none());
    if has_stars || args.len() > flags_place + 1 {
        return None;
    }
    let pattern = args.first().or_else(|| keyword("pattern").map(|row| &row.value))?;
    Some((pattern, args.get(flags_place).or_else(|| keyword("flags").map(|row| &row.value))))
}

/// The variables of the top level that hold a compiled pattern are constants.
pub(crate) fn mark(module: &mut Syntax) {
    let mut found = Vec::new();
    let constants = Constants(module);
    for stmt in &module.body {
        let (name, value) = match stmt {
            Stmt::Assign(stmt) => match (&stmt.targets[..], &*stmt.value) {
                ([Expr::Name(name)], Expr::Call(call)) => (name, call),
                _ => continue,
            },
            Stmt::AnnAssign(stmt) => match (&*stmt.target, stmt.value.as_deref()) {
                (Expr::Name(name), Some(Expr::Call(call))) => (name, call),
                _ => continue,
            },
            _ => continue,
        };
        let is_compile = constants.of_re(&value.func) == Some("compile") && value.arguments.len() <= 2;
        if is_compile && constants.pattern(value, 1).is_some() {
            found.push(name.id.to_string());
        }
    }
    for name in found {
        if let Some([binding]) = module.names.get_mut(&name).map(Vec::as_mut_slice) {
            binding.kind = BindingKind::Constant;
        }
    }
}

/// Does `re.compile` surely take the pattern?
pub(crate) fn is_taken(pattern: &str, is_verbose: bool) -> bool {
    compiled(Value::string(pattern), if is_verbose { 64 } else { 0 }).is_some()
}

impl<'a> Lowerer<'a, '_> {
    /// A call of the module with a pattern that is known. `None`: it is left outside.
    pub(crate) fn call_regex(&mut self, path: &str, call: &'a ast::ExprCall) -> Option<Operand> {
        let function = path.strip_prefix("re.").filter(|_| !self.lowering.patched.contains(&path[3..]))?;
        if function == "escape" {
            return self.call_escape(call);
        }
        let (_, flags_place) = FUNCTIONS.iter().find(|(name, _)| *name == function)?;
        let args = &call.arguments.args;
        let (pattern, flags) = given(call, *flags_place)?;
        if ![Some(pattern), flags].into_iter().flatten().all(|expr| self.are_global(expr)) {
            return None;
        }
        let compiled = Constants(self.this_module()).pattern(call, *flags_place)?;
        let method = method::of_pattern(function);
        if function != "compile" && !method.is_some_and(|method| self.fits(method, call, *flags_place)) {
            return None;
        }
        self.check_global(&call.func);
        self.check_constants(pattern);
        let pattern = self.b.constant(compiled, ctors().value);
        let Some(method) = method else {
            let is_plain = args.len() + call.arguments.keywords.len() <= 2;
            return is_plain.then_some(Operand::Value(pattern));
        };
        let mut arguments = Arguments::default();
        for (place, arg) in args.iter().enumerate() {
            if place != 0 && place != *flags_place {
                let value = self.expr(arg);
                arguments.positional.push(value);
            }
        }
        for row in &call.arguments.keywords {
            let name = row.arg.as_deref().unwrap_or_default();
            if !["pattern", "flags"].contains(&name) {
                let value = self.expr(&row.value);
                arguments.keywords.push((name.to_string(), value));
            }
        }
        self.at(call.range());
        Some(self.call_builtin_method(pattern, ctors().pattern, method, &arguments))
    }

    /// Does each argument of the function have a place among those of the method?
    fn fits(&self, method: &Method, call: &ast::ExprCall, flags_place: usize) -> bool {
        let is_known = |row: &ast::Keyword| {
            let name = row.arg.as_deref().unwrap_or_default();
            let place = method.keywords.iter().take(flags_place - 1).position(|known| *known == name);
            match name {
                "pattern" => call.arguments.args.is_empty(),
                "flags" => call.arguments.args.len() <= flags_place,
                _ => place.is_some_and(|place| place + 1 >= call.arguments.args.len()),
            }
        };
        let given = call.arguments.len();
        call.arguments.keywords.iter().all(is_known) && given > method.required
    }

    /// Are all names in it those of the module?
    fn are_global(&self, expr: &Expr) -> bool {
        match expr {
            Expr::Name(name) => {
                self.is_global(&name.id) && !self.is_model && !self.lowering.patched.contains(name.id.as_str())
            }
            Expr::BinOp(binary) => self.are_global(&binary.left) && self.are_global(&binary.right),
            Expr::Attribute(attribute) => self.are_global(&attribute.value),
            Expr::FString(text) => text.value.elements().all(|element| match element {
                ast::InterpolatedStringElement::Literal(_) => true,
                ast::InterpolatedStringElement::Interpolation(part) => self.are_global(&part.expression),
            }),
            _ => true,
        }
    }

    /// Raises if a name in it has no value yet.
    fn check_constants(&mut self, expr: &Expr) {
        match expr {
            Expr::Name(_) => self.check_global(expr),
            Expr::BinOp(binary) => {
                self.check_constants(&binary.left);
                self.check_constants(&binary.right);
            }
            Expr::FString(text) => {
                for element in text.value.elements() {
                    if let ast::InterpolatedStringElement::Interpolation(part) = element {
                        self.check_constants(&part.expression);
                    }
                }
            }
            _ => {}
        }
    }

    fn call_escape(&mut self, call: &'a ast::ExprCall) -> Option<Operand> {
        let ([text], []) = (&*call.arguments.args, &*call.arguments.keywords) else { return None };
        if text.is_starred_expr() || self.steps_outside() {
            return None;
        }
        self.check_global(&call.func);
        let text = self.expr(text);
        self.at(call.range());
        Some(self.py_value("regex_escaped", &[text]))
    }

    /// `sub` with something that is no text: it is called with each match.
    pub(crate) fn substitute_by(&mut self, function: &str, args: &[ir::ValueId]) -> Operand {
        let is_text = self.b.apply(Op::Is(ctors().str), &[args[1]]);
        self.if_else(
            is_text,
            |lowerer| lowerer.method_result(function, args),
            |lowerer| {
                let path = if function == "pattern_sub" { "<re>.sub" } else { "<re>.subn" };
                let Some(code) = lowerer.lowering.model(lowerer.module, path) else {
                    return lowerer.unsupported_value("what a regular expression puts in");
                };
                let positional = args.iter().map(|arg| Operand::Value(*arg)).collect();
                lowerer.call_code(code, None, &Arguments { positional, keywords: vec![] })
            },
        )
    }

    /// An attribute of a pattern or a match that is no method; else what `other` gives.
    pub(crate) fn regex_attribute(
        &mut self,
        object: ir::ValueId,
        name: &str,
        other: impl FnOnce(&mut Self) -> Operand,
    ) -> Operand {
        let row = ATTRIBUTES.iter().find(|(known, ..)| *known == name).filter(|_| self.lowering.shared.has_regex);
        let Some((_, is_pattern, function)) = row else { return other(self) };
        let ctor = if *is_pattern { ctors().pattern } else { ctors().match_ };
        let is = self.b.apply(Op::Is(ctor), &[object]);
        self.if_else(is, |lowerer| lowerer.py_value(function, &[Operand::Value(object)]), other)
    }
}

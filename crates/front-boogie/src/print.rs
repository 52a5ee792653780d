//! A tree back to Boogie text. Reading that text again gives the same tree.

use std::fmt::Write as _;

use num_bigint::BigInt;
use value::Real;

use crate::ast::*;

/// The whole program.
pub fn program(program: &Program) -> String {
    let mut printer = Printer::default();
    for (index, decl) in program.decls.iter().enumerate() {
        if index > 0 && matches!(decl, Decl::Procedure(_) | Decl::Implementation(_)) {
            printer.text.push('\n');
        }
        printer.decl(decl);
    }
    printer.text
}

/// One expression.
pub fn expr(expr: &Expr) -> String {
    let mut printer = Printer::default();
    printer.expr(expr, Level::Any);
    printer.text
}

/// One type.
pub fn ty(ty: &Type) -> String {
    let mut printer = Printer::default();
    printer.ty(ty);
    printer.text
}

/// How tightly the surroundings hold an expression.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Level {
    Any,
    Implication,
    Logical,
    Comparison,
    Concatenation,
    Sum,
    Product,
    Power,
    Is,
    Prefix,
    Postfix,
}

impl Level {
    fn tighter(self) -> Level {
        use Level::*;
        match self {
            Any => Implication,
            Implication => Logical,
            Logical => Comparison,
            Comparison => Concatenation,
            Concatenation => Sum,
            Sum => Product,
            Product => Power,
            Power => Is,
            Is => Prefix,
            Prefix | Postfix => Postfix,
        }
    }
}

/// The operator's own level, and the levels of its operands.
fn levels(op: Binary) -> (Level, Level, Level) {
    let left = |level: Level| (level, level, level.tighter());
    let alone = |level: Level| (level, level.tighter(), level.tighter());
    match op {
        Binary::Iff => left(Level::Any),
        Binary::Implies => (Level::Implication, Level::Logical, Level::Implication),
        // `a <== b <== c` groups to the left, but `==>` may not stand beside it.
        Binary::Explies => alone(Level::Implication),
        // Chains of one operator are left-nested; `&&` and `||` do not mix: see `binary`.
        Binary::And | Binary::Or => left(Level::Logical),
        Binary::Eq | Binary::Ne | Binary::Lt | Binary::Le | Binary::Gt | Binary::Ge | Binary::Extending => {
            alone(Level::Comparison)
        }
        Binary::Concat => left(Level::Concatenation),
        Binary::Add | Binary::Sub => left(Level::Sum),
        Binary::Mul | Binary::Div | Binary::Mod | Binary::RealDiv => left(Level::Product),
        Binary::Pow => (Level::Power, Level::Is, Level::Power),
    }
}

#[derive(Default)]
struct Printer {
    text: String,
    indent: usize,
}

impl Printer {
    fn put(&mut self, text: &str) {
        self.text.push_str(text);
    }

    /// A name that is a keyword is written `\\old`.
    fn name(&mut self, name: &str) {
        if crate::lexer::is_keyword(name) {
            self.put("\\");
        }
        self.put(name);
    }

    fn list<T>(&mut self, items: &[T], mut item: impl FnMut(&mut Self, &T)) {
        for (index, each) in items.iter().enumerate() {
            if index > 0 {
                self.put(", ");
            }
            item(self, each);
        }
    }

    fn names(&mut self, names: &[Name]) {
        self.list(names, |printer, name| printer.name(&name.symbol));
    }

    fn type_params(&mut self, params: &[Name]) {
        if !params.is_empty() {
            self.put("<");
            self.names(params);
            self.put(">");
        }
    }

    fn attributes(&mut self, attributes: &Attributes) {
        for attribute in attributes {
            let _ = write!(self.text, "{{:{}", attribute.name);
            for (index, arg) in attribute.args.iter().enumerate() {
                self.put(if index == 0 { " " } else { ", " });
                match arg {
                    AttributeArg::Text(text) => {
                        let _ = write!(self.text, "\"{text}\"");
                    }
                    AttributeArg::Expr(expr) => self.expr(expr, Level::Any),
                }
            }
            self.put("} ");
        }
    }

    // Types.

    fn ty(&mut self, ty: &Type) {
        match ty {
            Type::Bool => self.put("bool"),
            Type::Int => self.put("int"),
            Type::Real => self.put("real"),
            Type::Map(map) => {
                self.type_params(&map.type_params);
                self.put("[");
                self.list(&map.keys, |printer, key| printer.ty(key));
                self.put("]");
                self.ty(&map.value);
            }
            Type::Named { name, args } => {
                self.name(&name.symbol);
                for arg in args {
                    self.put(" ");
                    match arg {
                        Type::Bool | Type::Int | Type::Real => self.ty(arg),
                        Type::Named { args, .. } if args.is_empty() => self.ty(arg),
                        Type::Named { .. } | Type::Map(_) => {
                            self.put("(");
                            self.ty(arg);
                            self.put(")");
                        }
                    }
                }
            }
        }
    }

    // Declarations.

    fn decl(&mut self, decl: &Decl) {
        match decl {
            Decl::Type(decl) => {
                self.put("type ");
                self.attributes(&decl.attributes);
                if decl.finite {
                    self.put("finite ");
                }
                self.name(&decl.name.symbol);
                for param in &decl.params {
                    self.put(" ");
                    self.name(&param.symbol);
                }
                if let Some(synonym) = &decl.synonym {
                    self.put(" = ");
                    self.ty(synonym);
                }
                self.put(";\n");
            }
            Decl::Datatype(decl) => self.datatype(decl),
            Decl::Const(decl) => self.constant(decl),
            Decl::Function(decl) => self.function(decl),
            Decl::Axiom(decl) => {
                self.put("axiom ");
                self.attributes(&decl.attributes);
                self.expr(&decl.formula, Level::Any);
                self.put(";\n");
            }
            Decl::Var(decl) => self.var_decl(decl),
            Decl::Procedure(decl) => {
                self.put("procedure ");
                self.attributes(&decl.attributes);
                self.name(&decl.name.symbol);
                self.signature(&decl.signature);
                self.put(if decl.body.is_none() { ";\n" } else { "\n" });
                decl.specs.iter().for_each(|spec| self.spec(spec));
                if let Some(body) = &decl.body {
                    self.body(body);
                }
            }
            Decl::Implementation(decl) => {
                self.put("implementation ");
                self.attributes(&decl.attributes);
                self.name(&decl.name.symbol);
                self.signature(&decl.signature);
                self.put("\n");
                self.body(&decl.body);
            }
        }
    }

    fn datatype(&mut self, decl: &DatatypeDecl) {
        self.put("datatype ");
        self.attributes(&decl.attributes);
        self.name(&decl.name.symbol);
        self.type_params(&decl.params);
        self.put(" { ");
        self.list(&decl.ctors, |printer, (name, fields)| {
            printer.name(&name.symbol);
            printer.put("(");
            printer.list(fields, |printer, (field, ty)| {
                printer.name(&field.symbol);
                printer.put(": ");
                printer.ty(ty);
            });
            printer.put(")");
        });
        self.put(" }\n");
    }

    fn constant(&mut self, decl: &ConstDecl) {
        self.put("const ");
        self.attributes(&decl.attributes);
        if decl.unique {
            self.put("unique ");
        }
        self.names(&decl.names);
        self.put(": ");
        self.ty(&decl.ty);
        if let Some(extends) = &decl.extends {
            self.put(" extends ");
            self.list(&extends.parents, |printer, (unique, name)| {
                printer.put(if *unique { "unique " } else { "" });
                printer.name(&name.symbol);
            });
            if extends.complete {
                self.put(" complete");
            }
        }
        self.put(";\n");
    }

    fn function(&mut self, decl: &FunctionDecl) {
        self.put("function ");
        self.attributes(&decl.attributes);
        self.name(&decl.name.symbol);
        self.type_params(&decl.type_params);
        self.put("(");
        self.list(&decl.params, |printer, (name, ty)| {
            if let Some(name) = name {
                printer.name(&name.symbol);
                printer.put(": ");
            }
            printer.ty(ty);
        });
        self.put(") returns (");
        self.ty(&decl.result);
        self.put(")");
        match &decl.body {
            Some(body) => {
                self.put(" { ");
                self.expr(body, Level::Any);
                self.put(" }\n");
            }
            None => self.put(";\n"),
        }
    }

    fn variable(&mut self, variable: &Variable) {
        self.attributes(&variable.attributes);
        self.name(&variable.name.symbol);
        self.put(": ");
        self.ty(&variable.ty);
        if let Some(where_) = &variable.where_ {
            self.put(" where ");
            self.expr(where_, Level::Any);
        }
    }

    fn var_decl(&mut self, decl: &VarDecl) {
        self.put("var ");
        self.attributes(&decl.attributes);
        self.list(&decl.vars, Self::variable);
        self.put(";\n");
    }

    fn signature(&mut self, signature: &Signature) {
        self.type_params(&signature.type_params);
        self.put("(");
        self.list(&signature.ins, Self::variable);
        self.put(")");
        if !signature.outs.is_empty() {
            self.put(" returns (");
            self.list(&signature.outs, Self::variable);
            self.put(")");
        }
    }

    fn spec(&mut self, spec: &Spec) {
        self.put("  ");
        match spec {
            Spec::Requires(condition) => self.condition("requires", condition),
            Spec::Ensures(condition) => self.condition("ensures", condition),
            Spec::Modifies(names) => {
                self.put("modifies ");
                self.names(names);
                self.put(";\n");
            }
        }
    }

    fn condition(&mut self, word: &str, condition: &Condition) {
        self.put(if condition.free { "free " } else { "" });
        self.put(word);
        self.put(" ");
        self.attributes(&condition.attributes);
        self.expr(&condition.condition, Level::Any);
        self.put(";\n");
    }

    // Statements.

    fn body(&mut self, body: &Body) {
        self.put("{\n");
        self.indent += 1;
        for decl in &body.locals {
            self.start_line();
            self.var_decl(decl);
        }
        self.stmts(&body.stmts);
        self.indent -= 1;
        self.put("}\n");
    }

    fn start_line(&mut self) {
        self.text.extend(std::iter::repeat_n("  ", self.indent));
    }

    fn block(&mut self, stmts: &[Stmt]) {
        self.put("{\n");
        self.indent += 1;
        self.stmts(stmts);
        self.indent -= 1;
        self.start_line();
        self.put("}");
    }

    fn stmts(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            self.start_line();
            self.stmt(&stmt.kind);
            self.put("\n");
        }
    }

    fn stmt(&mut self, kind: &StmtKind) {
        match kind {
            StmtKind::Label(label) => {
                self.name(label);
                self.put(":");
                return;
            }
            StmtKind::If(guard, then, otherwise) => return self.if_(guard, then, otherwise),
            StmtKind::While(guard, invariants, body) => {
                self.put("while ");
                self.guard(guard);
                self.put("\n");
                for invariant in invariants {
                    self.start_line();
                    self.put("  ");
                    self.condition("invariant", invariant);
                }
                self.start_line();
                return self.block(body);
            }
            StmtKind::Assert(attributes, condition) => {
                self.put("assert ");
                self.attributes(attributes);
                self.expr(condition, Level::Any);
            }
            StmtKind::Assume(attributes, condition) => {
                self.put("assume ");
                self.attributes(attributes);
                self.expr(condition, Level::Any);
            }
            StmtKind::Havoc(names) => {
                self.put("havoc ");
                self.names(names);
            }
            StmtKind::Assign(targets, values) => {
                self.list(targets, Self::target);
                self.put(" := ");
                self.list(values, |printer, value| printer.expr(value, Level::Any));
            }
            StmtKind::Unpack(ctor, names, value) => {
                self.name(&ctor.symbol);
                self.put("(");
                self.names(names);
                self.put(") := ");
                self.expr(value, Level::Any);
            }
            StmtKind::Call(call) => {
                self.put(match call.prefix {
                    CallPrefix::None | CallPrefix::Forall => "call ",
                    CallPrefix::Free => "free call ",
                    CallPrefix::Async => "async call ",
                });
                self.attributes(&call.attributes);
                if call.prefix == CallPrefix::Forall {
                    self.put("forall ");
                }
                self.call(call);
            }
            StmtKind::Break(label) => {
                self.put("break");
                if let Some(label) = label {
                    self.put(" ");
                    self.name(&label.symbol);
                }
            }
            StmtKind::Return => self.put("return"),
            StmtKind::Goto(labels) => {
                self.put("goto ");
                self.names(labels);
            }
            StmtKind::Concurrent(word, calls) => {
                self.put(word);
                for (index, call) in calls.iter().enumerate() {
                    self.put(if index == 0 { " " } else { " | " });
                    self.call(call);
                }
            }
        }
        self.put(";");
    }

    fn target(&mut self, target: &Target) {
        self.name(&target.name.symbol);
        for access in &target.path {
            match access {
                Access::Index(indices) => self.bracketed(indices),
                Access::Field(field) => {
                    self.put("->");
                    self.name(&field.symbol);
                }
            }
        }
    }

    fn bracketed(&mut self, indices: &[Expr]) {
        self.put("[");
        self.list(indices, |printer, index| printer.expr(index, Level::Any));
        self.put("]");
    }

    fn call(&mut self, call: &Call) {
        if !call.outs.is_empty() {
            self.names(&call.outs);
            self.put(" := ");
        }
        self.name(&call.procedure.symbol);
        self.put("(");
        self.list(&call.args, |printer, arg| match arg {
            Some(arg) => printer.expr(arg, Level::Any),
            None => printer.put("*"),
        });
        self.put(")");
    }

    fn guard(&mut self, guard: &Option<Expr>) {
        self.put("(");
        match guard {
            Some(guard) => self.expr(guard, Level::Any),
            None => self.put("*"),
        }
        self.put(")");
    }

    fn if_(&mut self, guard: &Option<Expr>, then: &[Stmt], otherwise: &Option<Vec<Stmt>>) {
        self.put("if ");
        self.guard(guard);
        self.put(" ");
        self.block(then);
        match otherwise.as_deref() {
            None => {}
            Some([Stmt { kind: StmtKind::If(guard, then, otherwise), .. }]) => {
                self.put(" else ");
                self.if_(guard, then, otherwise);
            }
            Some(stmts) => {
                self.put(" else ");
                self.block(stmts);
            }
        }
    }

    // Expressions.

    fn expr(&mut self, expr: &Expr, level: Level) {
        match &expr.kind {
            ExprKind::Bool(value) => self.put(if *value { "true" } else { "false" }),
            ExprKind::Int(value) => {
                let _ = write!(self.text, "{value}");
            }
            ExprKind::Real(value) => {
                let text = decimal(value);
                self.put(&text);
            }
            ExprKind::Bv(value, width) => {
                let _ = write!(self.text, "{value}bv{width}");
            }
            ExprKind::Float(text) => self.put(text),
            ExprKind::Name(name) => self.name(name),
            ExprKind::Code(text) => self.put(text),
            ExprKind::Apply(name, args) => {
                self.name(&name.symbol);
                self.put("(");
                self.list(args, |printer, arg| printer.expr(arg, Level::Any));
                self.put(")");
            }
            ExprKind::Unary(op, value) => self.wrapped(level > Level::Prefix, |printer| {
                printer.put(match op {
                    Unary::Neg => "-",
                    Unary::Not => "!",
                });
                printer.expr(value, Level::Prefix);
            }),
            ExprKind::Binary(op, operands) => self.binary(*op, operands, level),
            ExprKind::Select(map, indices) => {
                self.expr(map, Level::Postfix);
                self.bracketed(indices);
            }
            ExprKind::Update(map, indices, value) => {
                self.expr(map, Level::Postfix);
                self.put("[");
                self.list(indices, |printer, index| printer.expr(index, Level::Any));
                self.put(" := ");
                self.expr(value, Level::Any);
                self.put("]");
            }
            ExprKind::Extract(value, high, low) => {
                self.expr(value, Level::Postfix);
                let _ = write!(self.text, "[{high}:{low}]");
            }
            ExprKind::Field(value, field) => {
                self.expr(value, Level::Postfix);
                self.put("->");
                self.name(&field.symbol);
            }
            ExprKind::FieldUpdate(value, field, to) => {
                self.expr(value, Level::Postfix);
                self.put("->(");
                self.name(&field.symbol);
                self.put(" := ");
                self.expr(to, Level::Any);
                self.put(")");
            }
            ExprKind::Is(value, ctor) => self.wrapped(level > Level::Is, |printer| {
                printer.expr(value, Level::Prefix);
                printer.put(" is ");
                printer.name(&ctor.symbol);
            }),
            ExprKind::If(parts) => self.wrapped(true, |printer| {
                printer.put("if ");
                printer.expr(&parts.0, Level::Any);
                printer.put(" then ");
                printer.expr(&parts.1, Level::Any);
                printer.put(" else ");
                printer.expr(&parts.2, Level::Any);
            }),
            ExprKind::Old(value) => self.word("old", value),
            ExprKind::ToInt(value) => self.word("int", value),
            ExprKind::ToReal(value) => self.word("real", value),
            // A type goes on as far as it can, so this always stands in parentheses.
            ExprKind::Coerce(value, ty) => self.wrapped(true, |printer| {
                printer.expr(value, Level::Postfix);
                printer.put(": ");
                printer.ty(ty);
            }),
            ExprKind::Let(let_) => self.wrapped(true, |printer| printer.let_(let_)),
            ExprKind::Quantified(quantified) => self.wrapped(true, |printer| printer.quantified(quantified)),
        }
    }

    fn wrapped(&mut self, wrap: bool, inner: impl FnOnce(&mut Self)) {
        if wrap {
            self.put("(");
        }
        inner(self);
        if wrap {
            self.put(")");
        }
    }

    fn word(&mut self, word: &str, value: &Expr) {
        self.put(word);
        self.put("(");
        self.expr(value, Level::Any);
        self.put(")");
    }

    fn binary(&mut self, op: Binary, operands: &(Expr, Expr), level: Level) {
        let (own, left, right) = levels(op);
        // `a && b || c` is not Boogie, so a chain on the left must be of the same operator.
        let mixes = |operand: &Expr| match &operand.kind {
            ExprKind::Binary(other, _) => matches!(other, Binary::And | Binary::Or) && *other != op,
            _ => false,
        };
        let left = if own == Level::Logical && mixes(&operands.0) { own.tighter() } else { left };
        self.wrapped(level > own, |printer| {
            printer.expr(&operands.0, left);
            printer.put(" ");
            printer.put(op.text());
            printer.put(" ");
            printer.expr(&operands.1, right);
        });
    }

    fn let_(&mut self, let_: &Let) {
        self.put("var ");
        self.list(&let_.names, |printer, (name, ty)| {
            printer.name(&name.symbol);
            if let Some(ty) = ty {
                printer.put(": ");
                printer.ty(ty);
            }
        });
        self.put(" := ");
        self.list(&let_.values, |printer, value| printer.expr(value, Level::Any));
        self.put("; ");
        self.expr(&let_.body, Level::Any);
    }

    fn quantified(&mut self, quantified: &Quantified) {
        self.put(match quantified.binder {
            Binder::Forall => "forall",
            Binder::Exists => "exists",
            Binder::Lambda => "lambda",
        });
        self.type_params(&quantified.type_params);
        self.put(" ");
        self.list(&quantified.bound, Self::variable);
        self.put(" :: ");
        self.attributes(&quantified.attributes);
        for trigger in &quantified.triggers {
            self.put(if trigger.positive { "{ " } else { "{:nopats " });
            self.list(&trigger.patterns, |printer, pattern| printer.expr(pattern, Level::Any));
            self.put(" } ");
        }
        self.expr(&quantified.body, Level::Any);
    }
}

/// A number read from a decimal, as a decimal.
pub(crate) fn decimal(value: &Real) -> String {
    let ten = BigInt::from(10);
    let mut digits = 1usize;
    let mut scaled = value * &ten;
    while !scaled.is_integer() {
        scaled *= &ten;
        digits += 1;
    }
    let text = scaled.to_integer().to_string();
    let (sign, text) = text.strip_prefix('-').map_or(("", text.as_str()), |text| ("-", text));
    let text = format!("{text:0>width$}", width = digits + 1);
    let (whole, fraction) = text.split_at(text.len() - digits);
    format!("{sign}{whole}.{fraction}")
}

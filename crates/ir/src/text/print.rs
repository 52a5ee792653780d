//! Writes programs as flat code: values are `v0`, `v1`, ..., blocks `b0`, `b1`, ...

use std::fmt::Write;

use value::{Expr, Op, Quantifier, Sort, Symbol};

use super::expr::Scope;
use super::mentioned::Mentioned;
use crate::{
    Args, BlockId, Body, CellId, CellRole, Function, FunctionKind, Inst, Origin, Program, Reach, Span, Target,
    Terminator, ValueId,
};

/// The program as text that [`super::parse`] reads back to an equal program.
pub fn print(program: &Program) -> String {
    Printer::new(program, false).program()
}

/// As [`print()`], with the place in the source after each instruction that has one.
pub fn print_with_spans(program: &Program) -> String {
    Printer::new(program, true).program()
}

/// One function of the program, without what it mentions.
pub fn print_function(program: &Program, function: &Function) -> String {
    let mut printer = Printer::new(program, false);
    printer.function(function);
    printer.out
}

struct Printer<'p> {
    program: &'p Program,
    spans: bool,
    out: String,
}

macro_rules! put {
    ($printer:expr, $($arg:tt)*) => {
        write!($printer.out, $($arg)*).expect("a string takes any text")
    };
}

impl<'p> Printer<'p> {
    fn new(program: &'p Program, spans: bool) -> Printer<'p> {
        Printer { program, spans, out: String::new() }
    }

    fn program(mut self) -> String {
        let mentioned = Mentioned::in_program(self.program);
        for group in &mentioned.groups {
            self.data(group);
        }
        for symbol in &mentioned.symbols {
            put!(self, "symbol {}(", symbol.name.name());
            self.separated(&symbol.params, |printer, sort| put!(printer, "{sort}"));
            put!(self, ") -> {}\n", symbol.result);
        }
        for (_, cell) in self.program.cells.iter() {
            let role = match cell.role {
                CellRole::Heap => "heap",
                CellRole::Global => "global",
                CellRole::Output => "output",
                CellRole::Hidden => "hidden",
            };
            let initial = cell.initial.display(cell.sort);
            put!(self, "cell {role} {}: {} = {initial}\n", cell.name.name(), cell.sort);
        }
        for axiom in &self.program.axioms {
            put!(self, "axiom {}: ", axiom.name.name());
            self.expr(&axiom.formula, &mut Scope::default());
            self.out.push('\n');
        }
        if let Some(ctor) = self.program.from_outside {
            put!(self, "unknown {ctor}\n");
        }
        for (_, function) in self.program.functions.iter() {
            self.function(function);
        }
        for (atom, function) in &self.program.code {
            put!(self, "code {} = {}\n", atom.name(), self.program.functions[*function].name.name());
        }
        self.out
    }

    fn separated<T>(&mut self, items: impl IntoIterator<Item = T>, mut item: impl FnMut(&mut Self, T)) {
        for (index, each) in items.into_iter().enumerate() {
            if index > 0 {
                self.out.push_str(", ");
            }
            item(self, each);
        }
    }

    fn data(&mut self, group: &[Sort]) {
        let mut word = "data";
        for sort in group {
            put!(self, "{word} {} {{ ", sort);
            let datatype = sort.datatype().expect("groups are of datatypes");
            for (index, ctor) in datatype.ctors().iter().enumerate() {
                put!(self, "{}{}", if index > 0 { "; " } else { "" }, ctor.name.name());
                if !ctor.fields.is_empty() {
                    self.out.push('(');
                    self.separated(&ctor.fields, |printer, (name, sort)| put!(printer, "{}: {sort}", name.name()));
                    self.out.push(')');
                }
            }
            self.out.push_str(" }");
            word = " and";
        }
        self.out.push('\n');
    }

    fn function(&mut self, function: &Function) {
        self.out.push_str(match &function.kind {
            FunctionKind::Defined(body) => match body.origin {
                Origin::Source => "fn",
                Origin::FrontEnd => "own fn",
            },
            FunctionKind::External { reach: Reach::Cells, .. } => "extern fn",
            FunctionKind::External { reach: Reach::Objects, .. } => "outside fn",
            FunctionKind::External { reach: Reach::Program, .. } => "outside program fn",
            FunctionKind::Pure => "pure fn",
        });
        put!(self, " {}(", function.name.name());
        self.separated(&function.params, |printer, param| put!(printer, "{}: {}", param.name.name(), param.sort));
        self.out.push_str(") -> (");
        self.separated(&function.results, |printer, sort| put!(printer, "{sort}"));
        self.out.push(')');
        if let Some(raises) = function.raises {
            put!(self, " raises {raises}");
        }
        match &function.kind {
            FunctionKind::Defined(body) => {
                self.out.push_str(" {\n");
                self.body(body);
                self.out.push('}');
            }
            FunctionKind::External { reads, writes, .. } => {
                self.cell_list("reads", reads);
                self.cell_list("writes", writes);
            }
            FunctionKind::Pure => {}
        }
        self.out.push('\n');
    }

    fn cell_list(&mut self, word: &str, cells: &[CellId]) {
        if !cells.is_empty() {
            put!(self, " {word} (");
            self.separated(cells, |printer, cell| put!(printer, "{}", printer.cell(*cell)));
            self.out.push(')');
        }
    }

    fn cell(&self, cell: CellId) -> impl std::fmt::Display + use<> {
        self.program.cells[cell].name.name()
    }

    fn body(&mut self, body: &Body) {
        for (id, block) in body.blocks.iter() {
            put!(self, "{id}");
            if !block.params.is_empty() {
                self.out.push('(');
                self.separated(&block.params, |printer, param| put!(printer, "{param}: {}", body.sorts[*param]));
                self.out.push(')');
            }
            self.out.push_str(":\n");
            for (index, inst) in block.insts.iter().enumerate() {
                self.out.push_str("  ");
                self.inst(inst, body);
                self.span(body, id, index);
            }
            self.out.push_str("  ");
            self.end(&block.end, body);
            self.span(body, id, block.insts.len());
        }
    }

    fn span(&mut self, body: &Body, block: BlockId, index: usize) {
        let span = body.spans.get(block).and_then(|spans| spans.get(index)).copied().unwrap_or(Span::none());
        if self.spans && !span.is_none() {
            let file = arena::Id::index(span.file);
            let file = if file == 0 { String::new() } else { format!("{file}/") };
            put!(self, " @{file}{}:{}", span.line, span.column);
            if (span.line, span.column) != (span.end_line, span.end_column) {
                put!(self, "-{}:{}", span.end_line, span.end_column);
            }
        }
        self.out.push('\n');
    }

    fn inst(&mut self, inst: &Inst, body: &Body) {
        if let Some(result) = inst.result() {
            put!(self, "{result} = ");
        }
        match inst {
            Inst::Const { result, value } => self.constant(value, body.sorts[*result]),
            Inst::Apply { op: Op::Quantifier(quantifier), args, .. } => self.quantifier_op(quantifier, args),
            Inst::Apply { op, args, .. } => {
                put!(self, "{op}");
                self.args(args);
            }
            Inst::Get { cell, .. } => put!(self, "get {}", self.cell(*cell)),
            Inst::Set { cell, value } => put!(self, "set {}, {value}", self.cell(*cell)),
            Inst::Alloc { result } => put!(self, "alloc {}", body.sorts[*result]),
            Inst::Choose { result } => put!(self, "choose {}", body.sorts[*result]),
            Inst::Assume { condition } => put!(self, "assume {condition}"),
        }
    }

    /// A constant where an operator could stand.
    fn constant(&mut self, value: &value::Value, sort: Sort) {
        let word = if sort.datatype().is_some() { "const " } else { "" };
        put!(self, "{word}{}", value.display(sort));
    }

    fn args(&mut self, args: &[ValueId]) {
        self.out.push('(');
        self.separated(args, |printer, arg| put!(printer, "{arg}"));
        self.out.push(')');
    }

    fn target(&mut self, target: &Target) {
        put!(self, "{}", target.block);
        if !target.args.is_empty() {
            self.args(&target.args);
        }
    }

    fn end(&mut self, end: &Terminator, body: &Body) {
        match end {
            Terminator::Jump(target) => {
                self.out.push_str("jump ");
                self.target(target);
            }
            Terminator::Branch { condition, then, otherwise } => {
                put!(self, "branch {condition}, ");
                self.separated([then, otherwise], Self::target);
            }
            Terminator::Switch { on, cases, default } => {
                put!(self, "switch {on} {{ ");
                for (case, target) in cases {
                    put!(self, "{} -> ", case.display(body.sorts[*on]));
                    self.target(target);
                    self.out.push_str(", ");
                }
                self.out.push_str("else ");
                self.target(default);
                self.out.push_str(" }");
            }
            Terminator::Call { callee, args, returned, raised } => {
                put!(self, "call {}", self.program.functions[*callee].name.name());
                self.args(args);
                self.out.push_str(" -> ");
                self.target(returned);
                if let Some(raised) = raised {
                    self.out.push_str(", raised ");
                    self.target(raised);
                }
            }
            Terminator::Return(values) => {
                self.out.push_str(if values.is_empty() { "return" } else { "return " });
                self.separated(values, |printer, value| put!(printer, "{value}"));
            }
            Terminator::Raise(value) => put!(self, "raise {value}"),
            Terminator::Trap(trap) => put!(self, "trap \"{}\"", trap.to_string().escape_default()),
            Terminator::Unsupported(what) => put!(self, "unsupported \"{}\"", what.escape_default()),
        }
    }

    // Quantifiers.

    fn quantifier_op(&mut self, quantifier: &Quantifier, args: &Args) {
        self.binder_head(quantifier);
        let names: Vec<String> = (0..args.len()).map(|index| format!("c{index}")).collect();
        if !args.is_empty() {
            self.out.push_str(" with (");
            let captured = names.iter().zip(&quantifier.captured).zip(args);
            self.separated(captured, |printer, ((name, sort), arg)| put!(printer, "{name}: {sort} = {arg}"));
            self.out.push(')');
        }
        let mut scope = Scope { bound: Vec::new(), captured: names.iter().map(String::as_str).collect() };
        self.binder_rest(quantifier, &mut scope);
    }

    fn binder_head(&mut self, quantifier: &Quantifier) {
        put!(self, "{}(", quantifier.binder);
        self.separated(&quantifier.bound, |printer, (name, sort)| put!(printer, "{}: {sort}", name.name()));
        self.out.push(')');
    }

    fn binder_rest<'s>(&mut self, quantifier: &'s Quantifier, scope: &mut Scope<'s>) {
        scope.bound.push(quantifier.bound.iter().map(|(name, _)| name.as_str()).collect());
        for trigger in &quantifier.triggers {
            self.out.push_str(" on {");
            self.separated(trigger, |printer, expr| printer.expr(expr, scope));
            self.out.push('}');
        }
        self.out.push_str(": ");
        self.expr(&quantifier.body, scope);
        scope.bound.pop();
    }

    fn expr<'s>(&mut self, expr: &'s Expr, scope: &mut Scope<'s>) {
        match expr {
            Expr::Const(value, sort) => self.constant(value, *sort),
            Expr::Bound(depth, index) => {
                let binder = scope.bound.len().checked_sub(1 + *depth as usize);
                let name = binder.and_then(|binder| scope.bound[binder].get(*index as usize)).copied();
                self.variable(expr, name, scope, format_args!("bound[{depth}, {index}]"));
            }
            Expr::Captured(index) => {
                let name = scope.captured.get(*index as usize).copied();
                self.variable(expr, name, scope, format_args!("captured[{index}]"));
            }
            Expr::Apply(op, args) => {
                put!(self, "{op}(");
                self.separated(args, |printer, arg| printer.expr(arg, scope));
                self.out.push(')');
            }
            Expr::Binder(quantifier) => {
                self.binder_head(quantifier);
                self.binder_rest(quantifier, scope);
            }
        }
    }

    /// The variable by its name if that is read as this variable, else by its place.
    fn variable(&mut self, expr: &Expr, name: Option<&str>, scope: &Scope<'_>, place: std::fmt::Arguments<'_>) {
        match name {
            Some(name) if !["true", "false", "const"].contains(&name) && scope.find(name).as_ref() == Some(expr) => {
                put!(self, "{}", Symbol::new(name).name());
            }
            _ => put!(self, "{place}"),
        }
    }
}

//! Programs that parse and that CPython's compiler refuses all the same.
//!
//! Follows `symtable.c`, `future.c` and `compile.c` of CPython 3.11: one walk in the order in which
//! the symbol table is built, because `global x` looks back at what came before it, then the names
//! that `nonlocal` asks for. The compiler's own rules need only what is around a node, and are
//! checked on the same walk. Only that the program is refused counts, so the first reason found is
//! kept, which need not be the one that CPython gives.

use std::collections::BTreeMap;

use ruff_python_ast::token::TokenKind;
use ruff_python_ast::{self as ast, Expr, ExprContext, Pattern, Stmt};
use ruff_python_parser::{Mode, ParseError, ParseOptions, Parsed};
use ruff_text_size::{Ranged, TextRange, TextSize};
use rustc_hash::FxHashSet;
use value::Int;

/// Why importing the module raises SyntaxError, and where.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Refusal {
    pub range: TextRange,
    pub why: Why,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Why {
    /// Importing it raises SyntaxError.
    Syntax(&'static str),
    /// Whether CPython takes it depends on what is not modelled.
    Unknown(&'static str),
}

/// Parses as Python 3.11.
pub(crate) fn parse(text: &str) -> Result<Parsed<ast::ModModule>, ParseError> {
    let options = ParseOptions::from(Mode::Module).with_target_version(ast::PythonVersion::PY311);
    let parsed = ruff_python_parser::parse(text, options)?;
    Ok(parsed.try_into_module().expect("asked for a module"))
}

/// What CPython's compiler has against a file; `Err`: it does not even parse.
pub fn check(text: &str) -> Result<Option<Refusal>, ParseError> {
    let text = crate::text::normalised(text);
    Ok(refusal(&parse(&text)?, &text))
}

/// What CPython's compiler has against the module.
pub(crate) fn refusal(parsed: &Parsed<ast::ModModule>, text: &str) -> Option<Refusal> {
    if let Some(why) = crate::text::encoding(text) {
        return Some(Refusal { range: TextRange::default(), why });
    }
    if let Some(newer) = parsed.unsupported_syntax_errors().first() {
        return Some(Refusal { range: newer.range, why: Why::Unknown("syntax that is newer than Python 3.11") });
    }
    if let Some(range) = too_deep(parsed) {
        return Some(Refusal { range, why: Why::Unknown(NESTED) });
    }
    let body = parsed.suite();
    let future = match future(body) {
        Ok(future) => future,
        Err(refusal) => return Some(refusal),
    };
    let mut checker =
        Checker { scopes: Vec::new(), stack: Vec::new(), found: None, future, is_uncompiled: false, depth: 0 };
    checker.enter(Kind::Module);
    checker.body(body);
    checker.nonlocals(0, None);
    checker.found
}

const NESTED: &str = "code that is nested this deeply";

/// Where brackets or blocks are nested so deeply that CPython may refuse them.
fn too_deep(parsed: &Parsed<ast::ModModule>) -> Option<TextRange> {
    let (mut brackets, mut indents) = (0_usize, 0_usize);
    for token in parsed.tokens() {
        match token.kind() {
            TokenKind::Lpar | TokenKind::Lsqb | TokenKind::Lbrace => brackets += 1,
            TokenKind::Rpar | TokenKind::Rsqb | TokenKind::Rbrace => brackets = brackets.saturating_sub(1),
            TokenKind::Indent => indents += 1,
            TokenKind::Dedent => indents = indents.saturating_sub(1),
            _ => {}
        }
        if brackets > MAX_BRACKETS || indents > MAX_INDENTS {
            return Some(token.range());
        }
    }
    None
}

/// What `from __future__ import` at the beginning says.
#[derive(Copy, Clone)]
struct Future {
    annotations: bool,
    /// Where the last such import ends; later ones are refused.
    end: TextSize,
}

const FEATURES: &[&str] = &[
    "nested_scopes",
    "generators",
    "division",
    "absolute_import",
    "with_statement",
    "print_function",
    "unicode_literals",
    "generator_stop",
    "annotations",
];

fn is_future(import: &ast::StmtImportFrom) -> bool {
    import.module.as_ref().is_some_and(|module| module.as_str() == "__future__")
}

fn future(body: &[Stmt]) -> Result<Future, Refusal> {
    let mut future = Future { annotations: false, end: TextSize::default() };
    for (index, stmt) in body.iter().enumerate() {
        match stmt {
            Stmt::Expr(stmt) if index == 0 && stmt.value.is_string_literal_expr() => {}
            Stmt::ImportFrom(import) if is_future(import) => {
                for alias in &import.names {
                    let name = alias.name.as_str();
                    if name == "barry_as_FLUFL" {
                        return Err(Refusal {
                            range: import.range,
                            why: Why::Unknown("from __future__ import barry_as_FLUFL"),
                        });
                    }
                    if !FEATURES.contains(&name) {
                        return Err(Refusal { range: import.range, why: Why::Syntax("future feature is not defined") });
                    }
                    future.annotations |= name == "annotations";
                }
                future.end = import.range.end();
            }
            _ => break,
        }
    }
    Ok(future)
}

#[derive(Copy, Clone, PartialEq, Eq, Debug)]
enum Kind {
    Module,
    Class,
    Function,
    AsyncFunction,
    Lambda,
    Comprehension {
        is_generator: bool,
    },
    /// An annotation that is kept as text.
    Annotation,
}

// What is known of a name in a scope, as the flags of `symtable.h`.
const GLOBAL: u16 = 1;
const LOCAL: u16 = 2;
const PARAM: u16 = 4;
const NONLOCAL: u16 = 8;
const USE: u16 = 16;
const IMPORT: u16 = 32;
const ANNOTATED: u16 = 64;
/// A target of a comprehension's clause.
const ITERATED: u16 = 128;

struct Scope {
    kind: Kind,
    /// The class around, for names that begin with two underscores.
    private: Option<String>,
    symbols: BTreeMap<String, u16>,
    is_target: bool,
    /// How many sources of comprehensions this stands in.
    in_source: usize,
    is_generator: bool,
    is_coroutine: bool,
    returns_value: Option<TextRange>,
    blocks: Vec<Block>,
    nonlocal_at: TextRange,
    children: Vec<usize>,
}

/// The blocks that CPython counts, of which at most 20 may be nested.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Block {
    Loop,
    Other,
    /// The handlers of `except*`, which no jump may leave.
    Group,
}

const MAX_BLOCKS: usize = 20;
// CPython's own limits on nesting depend on its stack; what is nested less deeply is accepted.
const MAX_DEPTH: usize = 1500;
const MAX_BRACKETS: usize = 150;
const MAX_INDENTS: usize = 95;

struct Checker {
    scopes: Vec<Scope>,
    stack: Vec<usize>,
    found: Option<Refusal>,
    future: Future,
    /// Is this seen by the symbol table alone?
    is_uncompiled: bool,
    depth: usize,
}

impl Checker {
    fn refuse(&mut self, range: TextRange, why: &'static str) {
        self.found.get_or_insert(Refusal { range, why: Why::Syntax(why) });
    }

    /// What only the compiler proper refuses.
    fn refuse_compiled(&mut self, range: TextRange, why: &'static str) {
        if !self.is_uncompiled {
            self.refuse(range, why);
        }
    }

    fn unknown(&mut self, range: TextRange, why: &'static str) {
        self.found.get_or_insert(Refusal { range, why: Why::Unknown(why) });
    }

    // Scopes.

    fn enter(&mut self, kind: Kind) {
        let around = self.stack.last().copied();
        let scope = Scope {
            kind,
            private: around.and_then(|around| self.scopes[around].private.clone()),
            symbols: BTreeMap::new(),
            is_target: false,
            in_source: around.map_or(0, |around| self.scopes[around].in_source),
            is_generator: false,
            is_coroutine: kind == Kind::AsyncFunction,
            returns_value: None,
            blocks: Vec::new(),
            nonlocal_at: TextRange::default(),
            children: Vec::new(),
        };
        let id = self.scopes.len();
        self.scopes.push(scope);
        if let Some(around) = around {
            self.scopes[around].children.push(id);
        }
        self.stack.push(id);
    }

    fn leave(&mut self) {
        let scope = self.scope();
        if scope.is_generator
            && scope.is_coroutine
            && let Some(range) = scope.returns_value
        {
            self.refuse_compiled(range, "'return' with value in async generator");
        }
        self.stack.pop();
    }

    fn scope(&mut self) -> &mut Scope {
        let id = *self.stack.last().expect("the module is around");
        &mut self.scopes[id]
    }

    fn is_function(&mut self) -> bool {
        match self.scope().kind {
            Kind::Function | Kind::AsyncFunction | Kind::Lambda | Kind::Comprehension { .. } => true,
            Kind::Module | Kind::Class | Kind::Annotation => false,
        }
    }

    fn mangled(&mut self, name: &str) -> String {
        match &self.scope().private {
            Some(class) => mangle(class, name),
            None => name.to_string(),
        }
    }

    fn flags(&mut self, name: &str) -> u16 {
        let name = self.mangled(name);
        self.scope().symbols.get(&name).copied().unwrap_or(0)
    }

    fn add(&mut self, name: &str, flags: u16, range: TextRange) {
        let name = self.mangled(name);
        let scope = self.scope();
        let is_target = scope.is_target;
        let known = scope.symbols.entry(name).or_insert(0);
        let before = *known;
        *known |= flags;
        if is_target {
            *known |= ITERATED;
        }
        if flags & PARAM != 0 && before & PARAM != 0 {
            self.refuse(range, "duplicate argument in function definition");
        }
        if is_target && (before | flags) & (GLOBAL | NONLOCAL) != 0 {
            self.refuse(range, "comprehension inner loop cannot rebind assignment expression target");
        }
    }

    /// A name is given a value, or loses it.
    fn bind(&mut self, name: &str, range: TextRange) {
        self.forbid(name, range);
        self.add(name, LOCAL, range);
    }

    fn forbid(&mut self, name: &str, range: TextRange) {
        if name == "__debug__" {
            self.refuse_compiled(range, "cannot assign to __debug__");
        }
    }

    /// Does a scope around give what each `nonlocal` asks for?
    fn nonlocals(&mut self, id: usize, around: Option<&FxHashSet<String>>) {
        let scope = &self.scopes[id];
        let mut bound = around.cloned().unwrap_or_default();
        let (kind, at) = (scope.kind, scope.nonlocal_at);
        let is_function = !matches!(kind, Kind::Module | Kind::Class | Kind::Annotation);
        let mut missing = false;
        let mut own = Vec::new();
        for (name, flags) in &scope.symbols {
            if flags & GLOBAL != 0 {
                missing |= flags & NONLOCAL != 0;
                bound.remove(name);
            } else if flags & NONLOCAL != 0 {
                missing |= !around.is_some_and(|around| around.contains(name));
            } else if flags & (LOCAL | PARAM | IMPORT) != 0 && is_function {
                own.push(name.clone());
            }
        }
        if missing {
            self.refuse(at, "no binding for nonlocal found");
        }
        bound.extend(own);
        if kind == Kind::Class {
            bound.insert("__class__".to_string());
        }
        for child in self.scopes[id].children.clone() {
            self.nonlocals(child, Some(&bound));
        }
    }

    // Blocks.

    fn within(&mut self, block: Block, range: TextRange, walk: impl FnOnce(&mut Self)) {
        if self.scope().blocks.len() >= MAX_BLOCKS {
            self.refuse_compiled(range, "too many statically nested blocks");
        }
        self.scope().blocks.push(block);
        walk(self);
        self.scope().blocks.pop();
    }

    fn jump(&mut self, range: TextRange) {
        for block in self.scope().blocks.clone().into_iter().rev() {
            match block {
                Block::Loop => return,
                Block::Group => return self.refuse(range, "a jump out of an except* block"),
                Block::Other => {}
            }
        }
        self.refuse(range, "'break' or 'continue' outside loop");
    }

    // Statements.

    fn body(&mut self, body: &[Stmt]) {
        for stmt in body {
            if self.found.is_some() {
                return;
            }
            self.deeper(stmt.range(), |checker| checker.stmt(stmt));
        }
    }

    fn deeper(&mut self, range: TextRange, walk: impl FnOnce(&mut Self)) {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            self.unknown(range, NESTED);
        } else {
            walk(self);
        }
        self.depth -= 1;
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.function(def),
            Stmt::ClassDef(class) => self.class(class),
            Stmt::Return(stmt) => {
                if !self.is_function() {
                    self.refuse(stmt.range, "'return' outside function");
                }
                if self.scope().blocks.contains(&Block::Group) {
                    self.refuse(stmt.range, "a jump out of an except* block");
                }
                if let Some(value) = &stmt.value {
                    self.scope().returns_value = Some(stmt.range);
                    self.expr(value);
                }
            }
            Stmt::Delete(stmt) => stmt.targets.iter().for_each(|target| self.target(target)),
            Stmt::Assign(stmt) => {
                stmt.targets.iter().for_each(|target| self.target(target));
                self.expr(&stmt.value);
            }
            Stmt::AugAssign(stmt) => {
                match &*stmt.target {
                    // Here `a.__debug__` is taken.
                    Expr::Attribute(attribute) => self.expr(&attribute.value),
                    target => self.target(target),
                }
                self.expr(&stmt.value);
            }
            Stmt::AnnAssign(stmt) => self.annotated(stmt),
            Stmt::For(stmt) => {
                if stmt.is_async && self.scope().kind != Kind::AsyncFunction {
                    self.refuse(stmt.range, "'async for' outside async function");
                }
                self.target(&stmt.target);
                self.expr(&stmt.iter);
                self.within(Block::Loop, stmt.range, |checker| checker.body(&stmt.body));
                self.body(&stmt.orelse);
            }
            Stmt::While(stmt) => {
                self.within(Block::Loop, stmt.range, |checker| {
                    checker.expr(&stmt.test);
                    checker.body(&stmt.body);
                });
                self.body(&stmt.orelse);
            }
            Stmt::If(stmt) => {
                self.expr(&stmt.test);
                self.body(&stmt.body);
                for clause in &stmt.elif_else_clauses {
                    if let Some(test) = &clause.test {
                        self.expr(test);
                    }
                    self.body(&clause.body);
                }
            }
            Stmt::With(stmt) => {
                if stmt.is_async && self.scope().kind != Kind::AsyncFunction {
                    self.refuse(stmt.range, "'async with' outside async function");
                }
                self.with(stmt, &stmt.items);
            }
            Stmt::Match(stmt) => self.match_(stmt),
            Stmt::Raise(stmt) => {
                stmt.exc.iter().chain(&stmt.cause).for_each(|value| self.expr(value));
            }
            Stmt::Try(stmt) => self.try_(stmt),
            Stmt::Assert(stmt) => {
                self.expr(&stmt.test);
                stmt.msg.iter().for_each(|value| self.expr(value));
            }
            Stmt::Import(stmt) => {
                for alias in &stmt.names {
                    let first = alias.name.split('.').next().unwrap_or_default();
                    let name = alias.asname.as_ref().map_or(first, |name| name.as_str());
                    self.forbid(name, alias.range);
                    self.add(name, IMPORT, alias.range);
                }
            }
            Stmt::ImportFrom(stmt) => self.import_from(stmt),
            Stmt::Global(stmt) => self.declare(&stmt.names, GLOBAL, stmt.range),
            Stmt::Nonlocal(stmt) => self.declare(&stmt.names, NONLOCAL, stmt.range),
            Stmt::Expr(stmt) => self.expr(&stmt.value),
            Stmt::Break(stmt) => self.jump(stmt.range),
            Stmt::Continue(stmt) => self.jump(stmt.range),
            Stmt::Pass(_) => {}
            Stmt::TypeAlias(stmt) => self.unknown(stmt.range, "syntax that is newer than Python 3.11"),
            Stmt::IpyEscapeCommand(stmt) => self.refuse(stmt.range, "a notebook command"),
        }
    }

    fn function(&mut self, def: &ast::StmtFunctionDef) {
        self.bind(&def.name, def.range);
        self.defaults(&def.parameters);
        let annotations = def.parameters.iter().filter_map(|parameter| parameter.annotation());
        for annotation in annotations.chain(def.returns.as_deref()) {
            self.annotation(match annotation {
                Expr::Starred(starred) => &starred.value,
                annotation => annotation,
            });
        }
        for decorator in &def.decorator_list {
            self.expr(&decorator.expression);
        }
        self.enter(if def.is_async { Kind::AsyncFunction } else { Kind::Function });
        self.parameters(&def.parameters);
        self.body(&def.body);
        self.leave();
    }

    fn defaults(&mut self, parameters: &ast::Parameters) {
        for parameter in parameters.iter() {
            if let Some(default) = parameter.default() {
                self.expr(default);
            }
        }
    }

    fn parameters(&mut self, parameters: &ast::Parameters) {
        for parameter in parameters.iter() {
            let parameter = parameter.as_parameter();
            self.forbid(&parameter.name, parameter.range);
            self.add(&parameter.name, PARAM, parameter.range);
        }
    }

    fn annotation(&mut self, annotation: &Expr) {
        if !self.future.annotations {
            return self.expr(annotation);
        }
        let before = std::mem::replace(&mut self.is_uncompiled, true);
        self.enter(Kind::Annotation);
        self.expr(annotation);
        self.leave();
        self.is_uncompiled = before;
    }

    fn class(&mut self, class: &ast::StmtClassDef) {
        self.bind(&class.name, class.range);
        if let Some(arguments) = &class.arguments {
            self.arguments(arguments);
        }
        for decorator in &class.decorator_list {
            self.expr(&decorator.expression);
        }
        self.enter(Kind::Class);
        self.scope().private = Some(class.name.to_string());
        self.body(&class.body);
        self.leave();
    }

    fn annotated(&mut self, stmt: &ast::StmtAnnAssign) {
        if let Expr::Name(name) = &*stmt.target {
            let known = self.flags(&name.id);
            if known & (GLOBAL | NONLOCAL) != 0 && self.scope().kind != Kind::Module && stmt.simple {
                self.refuse(stmt.range, "annotated name can't be global or nonlocal");
            }
            self.forbid(&name.id, stmt.range);
            if stmt.simple {
                self.add(&name.id, ANNOTATED | LOCAL, stmt.range);
            } else if stmt.value.is_some() {
                self.add(&name.id, LOCAL, stmt.range);
            }
        } else {
            self.target(&stmt.target);
        }
        // What a function says of its variables is not compiled.
        let is_uncompiled = self.is_uncompiled || self.is_function();
        let before = std::mem::replace(&mut self.is_uncompiled, is_uncompiled);
        self.annotation(&stmt.annotation);
        self.is_uncompiled = before;
        if let Some(value) = &stmt.value {
            self.expr(value);
        }
    }

    fn with(&mut self, stmt: &ast::StmtWith, items: &[ast::WithItem]) {
        let Some((item, rest)) = items.split_first() else { return self.body(&stmt.body) };
        self.expr(&item.context_expr);
        self.within(Block::Other, item.range, |checker| {
            if let Some(target) = &item.optional_vars {
                checker.target(target);
            }
            checker.with(stmt, rest);
        });
    }

    fn try_(&mut self, stmt: &ast::StmtTry) {
        let has_finally = !stmt.finalbody.is_empty();
        if has_finally {
            self.within(Block::Other, stmt.range, |checker| checker.try_except(stmt));
            self.within(Block::Other, stmt.range, |checker| checker.body(&stmt.finalbody));
        } else {
            self.try_except(stmt);
        }
    }

    fn try_except(&mut self, stmt: &ast::StmtTry) {
        if stmt.handlers.is_empty() {
            self.body(&stmt.body);
            return self.body(&stmt.orelse);
        }
        self.within(Block::Other, stmt.range, |checker| checker.body(&stmt.body));
        self.body(&stmt.orelse);
        let block = if stmt.is_star { Block::Group } else { Block::Other };
        self.within(block, stmt.range, |checker| {
            for (index, handler) in stmt.handlers.iter().enumerate() {
                let ast::ExceptHandler::ExceptHandler(handler) = handler;
                match &handler.type_ {
                    Some(class) => checker.expr(class),
                    None if index + 1 < stmt.handlers.len() => {
                        checker.refuse(handler.range, "default 'except:' must be last");
                    }
                    None => {}
                }
                if let Some(name) = &handler.name {
                    checker.bind(name, handler.range);
                }
                checker.within(Block::Other, handler.range, |checker| checker.body(&handler.body));
            }
        });
    }

    fn import_from(&mut self, stmt: &ast::StmtImportFrom) {
        if is_future(stmt) && stmt.range.start() >= self.future.end {
            self.refuse(stmt.range, "from __future__ imports must occur at the beginning of the file");
        }
        for alias in &stmt.names {
            if alias.name.as_str() == "*" {
                if self.scope().kind != Kind::Module {
                    self.refuse(stmt.range, "import * only allowed at module level");
                }
                continue;
            }
            let name = alias.asname.as_ref().unwrap_or(&alias.name);
            self.forbid(name, alias.range);
            self.add(name, IMPORT, alias.range);
        }
    }

    fn declare(&mut self, names: &[ast::Identifier], flag: u16, range: TextRange) {
        for name in names {
            if self.flags(name) & (PARAM | LOCAL | USE | ANNOTATED) != 0 {
                self.refuse(range, "a name is used before its global or nonlocal declaration");
            }
            if flag == NONLOCAL {
                self.scope().nonlocal_at = range;
                if self.scope().kind == Kind::Module {
                    self.refuse(range, "nonlocal declaration not allowed at module level");
                }
            }
            self.add(name, flag, range);
        }
    }

    // Targets.

    fn target(&mut self, target: &Expr) {
        match target {
            Expr::Tuple(tuple) => self.targets(&tuple.elts, tuple.range),
            Expr::List(list) => self.targets(&list.elts, list.range),
            Expr::Starred(starred) => {
                self.refuse_compiled(starred.range, "starred assignment target must be in a list or tuple");
            }
            target => self.expr(target),
        }
    }

    fn targets(&mut self, targets: &[Expr], range: TextRange) {
        let mut stars = targets.iter().enumerate().filter(|(_, target)| target.is_starred_expr());
        if stars.next().is_some_and(|(index, _)| index >= 256) {
            self.refuse_compiled(range, "too many expressions in star-unpacking assignment");
        }
        if stars.next().is_some() {
            self.refuse_compiled(range, "multiple starred expressions in assignment");
        }
        for target in targets {
            self.target(match target {
                Expr::Starred(starred) => &starred.value,
                target => target,
            });
        }
    }

    // Expressions.

    /// The elements of a display or a call, where a star may stand.
    fn elements(&mut self, elements: &[Expr]) {
        for element in elements {
            self.expr(match element {
                Expr::Starred(starred) => &starred.value,
                element => element,
            });
        }
    }

    fn arguments(&mut self, arguments: &ast::Arguments) {
        let mut seen = FxHashSet::default();
        for keyword in &arguments.keywords {
            if let Some(name) = &keyword.arg {
                self.forbid(name, keyword.range);
                if !seen.insert(name.as_str()) {
                    self.refuse_compiled(keyword.range, "keyword argument repeated");
                }
            }
        }
        self.elements(&arguments.args);
        for keyword in &arguments.keywords {
            self.expr(&keyword.value);
        }
    }

    fn expr(&mut self, expr: &Expr) {
        if self.found.is_none() {
            self.deeper(expr.range(), |checker| checker.walk(expr));
        }
    }

    fn exprs<'e>(&mut self, exprs: impl IntoIterator<Item = &'e Expr>) {
        exprs.into_iter().for_each(|expr| self.expr(expr));
    }

    fn walk(&mut self, expr: &Expr) {
        let range = expr.range();
        match expr {
            Expr::Name(name) => match name.ctx {
                // A constant before names are looked at.
                ExprContext::Load if name.id.as_str() == "__debug__" => {}
                ExprContext::Load => {
                    self.add(&name.id, USE, range);
                    if name.id.as_str() == "super" && self.is_function() {
                        self.add("__class__", USE, range);
                    }
                }
                ExprContext::Store | ExprContext::Del => self.bind(&name.id, range),
                ExprContext::Invalid => {}
            },
            Expr::BoolOp(expr) => self.exprs(&expr.values),
            Expr::Named(named) => self.named(named),
            Expr::BinOp(expr) => self.exprs([&*expr.left, &*expr.right]),
            Expr::UnaryOp(expr) => self.expr(&expr.operand),
            Expr::Lambda(lambda) => {
                if let Some(parameters) = &lambda.parameters {
                    self.defaults(parameters);
                }
                self.enter(Kind::Lambda);
                if let Some(parameters) = &lambda.parameters {
                    self.parameters(parameters);
                }
                self.expr(&lambda.body);
                self.leave();
            }
            Expr::If(expr) => self.exprs([&*expr.test, &*expr.body, &*expr.orelse]),
            Expr::Dict(dict) => {
                for item in &dict.items {
                    self.exprs(&item.key);
                    self.expr(&item.value);
                }
            }
            Expr::Set(set) => self.elements(&set.elts),
            Expr::List(list) => self.elements(&list.elts),
            Expr::Tuple(tuple) => self.elements(&tuple.elts),
            Expr::ListComp(comp) => self.comprehension(&comp.generators, &[&comp.elt], false, range),
            Expr::SetComp(comp) => self.comprehension(&comp.generators, &[&comp.elt], false, range),
            Expr::Generator(comp) => self.comprehension(&comp.generators, &[&comp.elt], true, range),
            Expr::DictComp(comp) => {
                let parts: Vec<&Expr> = std::iter::once(&*comp.value).chain(comp.key.as_deref()).collect();
                self.comprehension(&comp.generators, &parts, false, range);
            }
            Expr::Await(expr) => {
                self.not_in_annotation(range);
                match self.scope().kind {
                    Kind::AsyncFunction | Kind::Comprehension { .. } => {}
                    _ => self.refuse_compiled(range, "'await' outside async function"),
                }
                self.expr(&expr.value);
                self.scope().is_coroutine = true;
            }
            Expr::Yield(expr) => {
                self.exprs(expr.value.as_deref());
                self.yield_(range);
            }
            Expr::YieldFrom(expr) => {
                if self.scope().kind == Kind::AsyncFunction {
                    self.refuse_compiled(range, "'yield from' inside async function");
                }
                self.expr(&expr.value);
                self.yield_(range);
            }
            Expr::Compare(expr) => {
                self.expr(&expr.left);
                self.exprs(&*expr.comparators);
            }
            Expr::Call(call) => {
                self.expr(&call.func);
                self.arguments(&call.arguments);
            }
            Expr::FString(text) => {
                for part in text.value.elements() {
                    self.interpolated(part, 0);
                }
            }
            Expr::TString(_) => self.unknown(range, "syntax that is newer than Python 3.11"),
            Expr::Attribute(attribute) => {
                if attribute.ctx == ExprContext::Store {
                    self.forbid(&attribute.attr, range);
                }
                self.expr(&attribute.value);
            }
            Expr::Subscript(expr) => self.exprs([&*expr.value, &*expr.slice]),
            Expr::Starred(_) => self.refuse_compiled(range, "can't use starred expression here"),
            Expr::Slice(slice) => {
                self.exprs([&slice.lower, &slice.upper, &slice.step].into_iter().filter_map(|part| part.as_deref()));
            }
            Expr::NumberLiteral(literal) => self.number(&literal.value, range),
            Expr::StringLiteral(_)
            | Expr::BytesLiteral(_)
            | Expr::BooleanLiteral(_)
            | Expr::NoneLiteral(_)
            | Expr::EllipsisLiteral(_) => {}
            Expr::IpyEscapeCommand(_) => self.refuse(range, "a notebook command"),
        }
    }

    /// A decimal literal may not have more digits than int() takes.
    fn number(&mut self, number: &ast::Number, range: TextRange) {
        if let ast::Number::Int(int) = number {
            let text = int.to_string();
            let is_decimal = text.bytes().all(|byte| byte.is_ascii_digit() || byte == b'_');
            if is_decimal && text.bytes().filter(u8::is_ascii_digit).count() > 4300 {
                self.refuse(range, "an integer literal of too many digits");
            }
        }
    }

    fn interpolated(&mut self, element: &ast::InterpolatedStringElement, level: usize) {
        let ast::InterpolatedStringElement::Interpolation(element) = element else { return };
        if level >= 2 {
            self.refuse(element.range, "f-string: expressions nested too deeply");
        }
        self.expr(&element.expression);
        for part in element.format_spec.iter().flat_map(|spec| spec.elements.iter()) {
            self.interpolated(part, level + 1);
        }
    }

    fn not_in_annotation(&mut self, range: TextRange) {
        if self.scope().kind == Kind::Annotation {
            self.refuse(range, "an expression that cannot be used within an annotation");
        }
    }

    fn yield_(&mut self, range: TextRange) {
        self.not_in_annotation(range);
        if matches!(self.scope().kind, Kind::Comprehension { .. }) {
            self.refuse(range, "'yield' inside a comprehension");
        }
        if !self.is_function() {
            self.refuse_compiled(range, "'yield' outside function");
        }
        self.scope().is_generator = true;
    }

    fn named(&mut self, named: &ast::ExprNamed) {
        self.not_in_annotation(named.range);
        if self.scope().in_source > 0 {
            self.refuse(named.range, "assignment expression cannot be used in a comprehension iterable expression");
        }
        if let Expr::Name(name) = &*named.target
            && matches!(self.scope().kind, Kind::Comprehension { .. })
        {
            self.bind_outside(&name.id, named.range);
        }
        self.expr(&named.value);
        self.expr(&named.target);
    }

    /// An assignment expression in a comprehension binds in the function around.
    fn bind_outside(&mut self, name: &str, range: TextRange) {
        let mangled = self.mangled(name);
        for index in (0..self.stack.len()).rev() {
            let id = self.stack[index];
            let flags = self.scopes[id].symbols.get(&mangled).copied().unwrap_or(0);
            let here = match self.scopes[id].kind {
                Kind::Comprehension { .. } => {
                    if flags & ITERATED != 0 {
                        self.refuse(range, "assignment expression cannot rebind comprehension iteration variable");
                    }
                    continue;
                }
                Kind::Function | Kind::AsyncFunction | Kind::Lambda if flags & GLOBAL != 0 => GLOBAL,
                Kind::Function | Kind::AsyncFunction | Kind::Lambda => NONLOCAL,
                Kind::Module => GLOBAL,
                Kind::Class => {
                    return self
                        .refuse(range, "assignment expression within a comprehension cannot be used in a class body");
                }
                Kind::Annotation => continue,
            };
            self.add(name, here, range);
            let outer = if here == GLOBAL && self.scopes[id].kind == Kind::Module { GLOBAL } else { LOCAL };
            *self.scopes[id].symbols.entry(mangled).or_insert(0) |= outer;
            return;
        }
    }

    fn comprehension(
        &mut self,
        generators: &[ast::Comprehension],
        parts: &[&Expr],
        is_generator: bool,
        range: TextRange,
    ) {
        self.scope().in_source += 1;
        self.expr(&generators[0].iter);
        self.scope().in_source -= 1;
        let around = self.scope().kind;
        self.enter(Kind::Comprehension { is_generator });
        self.clauses(generators, parts, true);
        let is_async = self.scope().is_coroutine;
        self.leave();
        if is_async && !is_generator {
            if !matches!(around, Kind::AsyncFunction | Kind::Comprehension { .. }) {
                self.refuse_compiled(range, "asynchronous comprehension outside of an asynchronous function");
            }
            self.scope().is_coroutine = true;
        }
    }

    fn clauses(&mut self, generators: &[ast::Comprehension], parts: &[&Expr], is_first: bool) {
        let Some((generator, rest)) = generators.split_first() else { return self.exprs(parts.iter().copied()) };
        self.scope().is_coroutine |= generator.is_async;
        self.scope().is_target = true;
        self.target(&generator.target);
        self.scope().is_target = false;
        if !is_first {
            self.scope().in_source += 1;
            self.expr(&generator.iter);
            self.scope().in_source -= 1;
        }
        self.exprs(&generator.ifs);
        if generator.is_async {
            self.within(Block::Other, generator.range, |checker| checker.clauses(rest, parts, false));
        } else {
            self.clauses(rest, parts, false);
        }
    }

    // Patterns.

    fn match_(&mut self, stmt: &ast::StmtMatch) {
        self.expr(&stmt.subject);
        for (index, case) in stmt.cases.iter().enumerate() {
            let may_match_all = case.guard.is_some() || index + 1 == stmt.cases.len();
            let mut names = Vec::new();
            self.pattern(&case.pattern, may_match_all, &mut names);
            self.exprs(case.guard.as_deref());
            self.body(&case.body);
        }
    }

    fn capture(&mut self, name: &ast::Identifier, names: &mut Vec<String>, range: TextRange) {
        self.bind(name, range);
        self.store(name.to_string(), names, range);
    }

    fn store(&mut self, name: String, names: &mut Vec<String>, range: TextRange) {
        if names.contains(&name) {
            self.refuse_compiled(range, "multiple assignments to a name in a pattern");
        }
        names.push(name);
    }

    fn pattern(&mut self, pattern: &Pattern, may_match_all: bool, names: &mut Vec<String>) {
        if self.found.is_none() {
            self.deeper(pattern.range(), |checker| checker.walk_pattern(pattern, may_match_all, names));
        }
    }

    fn walk_pattern(&mut self, pattern: &Pattern, may_match_all: bool, names: &mut Vec<String>) {
        let range = pattern.range();
        match pattern {
            Pattern::MatchValue(pattern) => {
                if literal_key(&pattern.value).is_none() && !pattern.value.is_attribute_expr() {
                    self.refuse_compiled(range, "patterns may only match literals and attribute lookups");
                }
                self.expr(&pattern.value);
            }
            Pattern::MatchSingleton(_) => {}
            Pattern::MatchSequence(pattern) => {
                let stars = pattern.patterns.iter().filter(|part| matches!(part, Pattern::MatchStar(_)));
                if stars.count() > 1 {
                    self.refuse_compiled(range, "multiple starred expressions in sequence pattern");
                }
                let star = pattern.patterns.iter().position(|part| matches!(part, Pattern::MatchStar(_)));
                if star.is_some_and(|star| star >= 256) {
                    self.refuse_compiled(range, "too many expressions in star-unpacking sequence pattern");
                }
                for part in &pattern.patterns {
                    self.pattern(part, true, names);
                }
            }
            Pattern::MatchStar(pattern) => {
                if let Some(name) = &pattern.name {
                    self.capture(name, names, range);
                }
            }
            Pattern::MatchMapping(pattern) => self.mapping(pattern, names),
            Pattern::MatchClass(pattern) => {
                let mut seen = FxHashSet::default();
                for keyword in &pattern.arguments.keywords {
                    self.forbid(&keyword.attr, range);
                    if !seen.insert(keyword.attr.as_str()) {
                        self.refuse_compiled(range, "attribute name repeated in class pattern");
                    }
                }
                self.expr(&pattern.cls);
                let keywords = pattern.arguments.keywords.iter().map(|keyword| &keyword.pattern);
                for part in pattern.arguments.patterns.iter().chain(keywords) {
                    self.pattern(part, true, names);
                }
            }
            Pattern::MatchAs(as_) => {
                match &as_.pattern {
                    Some(inner) => self.pattern(inner, may_match_all, names),
                    None if !may_match_all => {
                        self.refuse_compiled(range, "a pattern makes remaining patterns unreachable");
                    }
                    None => {}
                }
                if let Some(name) = &as_.name {
                    self.capture(name, names, range);
                }
            }
            Pattern::MatchOr(or) => self.alternatives(or, may_match_all, names),
        }
    }

    fn mapping(&mut self, pattern: &ast::PatternMatchMapping, names: &mut Vec<String>) {
        let mut seen = Vec::new();
        for key in &pattern.keys {
            match literal_key(key) {
                Some(key) if seen.contains(&key) => {
                    self.refuse_compiled(pattern.range, "mapping pattern checks a duplicate key");
                }
                Some(Key::Unknown) => self.unknown(pattern.range, "a key of a mapping pattern"),
                Some(key) => seen.push(key),
                None if !key.is_attribute_expr() => {
                    self.refuse_compiled(pattern.range, "mapping pattern keys may only match literals");
                }
                None => {}
            }
            self.expr(key);
        }
        for part in &pattern.patterns {
            self.pattern(part, true, names);
        }
        if let Some(rest) = &pattern.rest {
            self.capture(rest, names, pattern.range);
        }
    }

    fn alternatives(&mut self, or: &ast::PatternMatchOr, may_match_all: bool, names: &mut Vec<String>) {
        let mut first: Option<Vec<String>> = None;
        for (index, part) in or.patterns.iter().enumerate() {
            let mut own = Vec::new();
            self.pattern(part, may_match_all && index + 1 == or.patterns.len(), &mut own);
            own.sort();
            match &first {
                None => first = Some(own),
                Some(first) if *first != own => {
                    self.refuse_compiled(or.range, "alternative patterns bind different names");
                }
                Some(_) => {}
            }
        }
        for name in first.unwrap_or_default() {
            self.store(name, names, or.range);
        }
    }
}

/// The name as the class around sees it.
fn mangle(class: &str, name: &str) -> String {
    let class = class.trim_start_matches('_');
    if !name.starts_with("__") || name.ends_with("__") || name.contains('.') || class.is_empty() {
        return name.to_string();
    }
    format!("_{class}{name}")
}

/// A literal in a pattern, as dict keys are compared.
#[derive(PartialEq)]
enum Key {
    Text(String),
    Bytes(Vec<u8>),
    Int(Int),
    Float(f64),
    None,
    /// A complex number or a mix of numbers.
    Unknown,
}

fn literal_key(expr: &Expr) -> Option<Key> {
    Some(match expr {
        Expr::StringLiteral(text) => Key::Text(text.value.to_str().to_string()),
        Expr::BytesLiteral(bytes) => Key::Bytes(bytes.value.bytes().collect()),
        Expr::NoneLiteral(_) => Key::None,
        Expr::BooleanLiteral(literal) => Key::Int(Int::from(u128::from(literal.value))),
        Expr::NumberLiteral(number) => match &number.value {
            ast::Number::Int(int) => Key::Int(crate::expr::literal_int(int)),
            ast::Number::Float(float) if float.fract() == 0.0 && float.abs() < 1e15 => {
                Key::Int(Int::from(*float as i64))
            }
            ast::Number::Float(float) if float.abs() < 1e15 => Key::Float(*float),
            ast::Number::Float(_) | ast::Number::Complex { .. } => Key::Unknown,
        },
        Expr::UnaryOp(unary) if unary.op == ast::UnaryOp::USub => match literal_key(&unary.operand)? {
            Key::Int(int) => Key::Int(-&int),
            Key::Float(float) => Key::Float(-float),
            _ => Key::Unknown,
        },
        Expr::BinOp(_) => Key::Unknown,
        _ => return None,
    })
}

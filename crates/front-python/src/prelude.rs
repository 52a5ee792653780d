//! The run-time library: what Python's operators do to values of any type, as IR functions.
//!
//! It is written in `prelude/*.py`, in a small typed dialect that looks like Python and maps to
//! the IR one to one, because a page of it can be read and compared with CPython's sources, which
//! a page of blocks and value numbers cannot. The dialect:
//!
//! * Every parameter and result has a sort: `V` (a Python value), `int`, `bool`, `float`, `str`
//!   (code points), `seq` (of values), `map` (value to value), `atom`, `real`, or the name of a
//!   kind of reference.
//! * `a is Int` tests the constructor, `a.int` is its field, `Int(x)` makes one. `LISTS[r]` reads
//!   and `LISTS[r] = s` writes a heap cell. `new(list)` allocates.
//! * Operators are the IR's, by the sort of their operands. They are total and pure, so `and`,
//!   `or` and `x if c else y` do not branch unless a call stands in them.
//! * `raise E("text")` raises; `raise E(unknown)` has a message that is not modelled: whoever
//!   looks at it gets stuck. `unsupported("what")` ends in that gap.
//! * A function that is one `return` without calls is a macro. One whose body is `...` is a
//!   *hook*: each version of a program supplies it, knowing the classes that program has.
//!
//! Functions are parsed and compiled when first asked for: a check pays for what it uses, and a
//! process compiles a function once. What is kept of it is a [`Template`], whose callees and cells
//! are numbered for itself alone; a program gets a copy with its own numbers.

use std::sync::{Arc, LazyLock, Mutex};

use arena::Id;
use ir::build::FunctionBuilder;
use ir::{BlockId, CellId, FnId, Function, FunctionKind, Inst, Param, Terminator, ValueId};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashMap;
use value::{
    Ctor, FloatFormat, FloatOp, FloatStyle, IntOp, Op, RealOp, RoundTo, Rounding, Sort, SortKind, Symbol, TextOp, Value,
};

use crate::runtime::{Cells, ctors, is_slip};

const SOURCES: &[&str] = &[
    include_str!("prelude/basic.py"),
    include_str!("prelude/number.py"),
    include_str!("prelude/compare.py"),
    include_str!("prelude/sequence.py"),
    include_str!("prelude/iterate.py"),
    include_str!("prelude/generator.py"),
    include_str!("prelude/spread.py"),
    include_str!("prelude/manager.py"),
    include_str!("prelude/dict.py"),
    include_str!("prelude/set.py"),
    include_str!("prelude/text.py"),
    include_str!("prelude/search.py"),
    include_str!("prelude/format.py"),
    include_str!("prelude/parse.py"),
    include_str!("prelude/bytes.py"),
    include_str!("prelude/itertools.py"),
    include_str!("prelude/math.py"),
    include_str!("prelude/object.py"),
    include_str!("prelude/regex.py"),
];

/// Operators of objects: one text for all arithmetic, one for all comparison.
static OPERATORS: LazyLock<String> = LazyLock::new(|| {
    let mut text = String::new();
    let arithmetic =
        ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "lshift", "rshift", "and", "or", "xor", "matmul"];
    for op in arithmetic {
        let nobody = if op == "mul" { "no_answer_mul" } else { "no_answer" };
        let in_place = if op == "add" { "no_answer_iadd" } else { nobody };
        let template = include_str!("prelude/operator.py");
        text += &template.replace("INOBODY", in_place).replace("NOBODY", nobody).replace("OP", op);
    }
    for (op, swapped) in [("eq", "eq"), ("ne", "ne"), ("lt", "gt"), ("le", "ge"), ("gt", "lt"), ("ge", "le")] {
        let nobody = match op {
            "eq" => "no_answer_eq",
            "ne" => "no_answer_ne",
            _ => "no_answer",
        };
        let template = include_str!("prelude/compared.py");
        text += &template.replace("NOBODY", nobody).replace("SWAPPED", swapped).replace("CMP", op);
    }
    text
});

pub(crate) struct Prelude {
    parsed: FxHashMap<&'static str, Arc<Definition>>,
    ids: FxHashMap<&'static str, FnId>,
    rows: Vec<Row>,
    /// How many rows have been compiled.
    compiled: usize,
    /// A deliberate fault, for the tests of the tests: a piece of text and what replaces it.
    fault: Option<(&'static str, &'static str)>,
}

struct Row {
    definition: Arc<Definition>,
    /// `None` until compiled, and for hooks.
    function: Option<Arc<Function>>,
}

/// A compiled function. Its callees and cells are numbered by their place in these lists.
struct Template {
    function: Function,
    callees: Vec<Arc<Definition>>,
    cells: Vec<String>,
}

/// Where each function stands in the sources.
static TEXTS: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut texts = FxHashMap::default();
    SOURCES.iter().for_each(|source| index(source, &mut texts));
    index(&OPERATORS, &mut texts);
    texts
});

/// The functions of numbers, comparison, sequences and loops.
static BASIC: LazyLock<FxHashMap<&'static str, &'static str>> = LazyLock::new(|| {
    let mut texts = FxHashMap::default();
    SOURCES[..BASICS].iter().for_each(|source| index(source, &mut texts));
    texts
});

/// So many of the sources come first.
const BASICS: usize = 5;

/// Is what a program calls by this name a function of numbers, comparison, sequences or loops?
pub(crate) fn is_basic(name: &str) -> bool {
    name.strip_prefix(NAMED).is_some_and(|name| BASIC.contains_key(name))
}

/// What the names of prelude functions begin with in programs.
const NAMED: &str = "py.";

/// By name, and by the fault that was put in.
type Kept<T> = FxHashMap<(&'static str, Option<(&'static str, &'static str)>), Arc<T>>;

static TEMPLATES: LazyLock<Mutex<Kept<Template>>> = LazyLock::new(Default::default);
static PARSED: LazyLock<Mutex<Kept<Definition>>> = LazyLock::new(Default::default);

fn templates() -> std::sync::MutexGuard<'static, Kept<Template>> {
    TEMPLATES.lock().expect("no thread panics while it holds the templates")
}

struct Definition {
    name: &'static str,
    params: Vec<(String, Sort)>,
    results: Vec<Sort>,
    body: Vec<Stmt>,
    kind: DefinitionKind,
}

#[derive(Copy, Clone, PartialEq, Eq)]
enum DefinitionKind {
    Function,
    Macro,
    Hook,
}

/// The shape of a prelude function, for callers.
pub(crate) struct Signature {
    pub(crate) id: FnId,
    pub(crate) results: Vec<Sort>,
}

impl Prelude {
    pub(crate) fn new(fault: Option<(&'static str, &'static str)>) -> Prelude {
        Prelude { parsed: FxHashMap::default(), ids: FxHashMap::default(), rows: Vec::new(), compiled: 0, fault }
    }

    /// The function of that name, compiled later if it was not asked for before.
    pub(crate) fn function(&mut self, name: &str) -> Signature {
        let definition = self.definition(name).unwrap_or_else(|| panic!("the prelude has no function `{name}`"));
        Signature { id: self.id(&definition), results: definition.results.clone() }
    }

    /// Is there a function of that name?
    pub(crate) fn has(&self, name: &str) -> bool {
        TEXTS.contains_key(name)
    }

    fn id(&mut self, definition: &Arc<Definition>) -> FnId {
        if let Some(&id) = self.ids.get(definition.name) {
            return id;
        }
        let id = FnId::new(self.rows.len());
        self.rows.push(Row { definition: definition.clone(), function: None });
        self.ids.insert(definition.name, id);
        id
    }

    fn definition(&mut self, name: &str) -> Option<Arc<Definition>> {
        let (&name, &text) = TEXTS.get_key_value(name)?;
        if let Some(definition) = self.parsed.get(name) {
            return Some(definition.clone());
        }
        let fault = self.fault;
        let mut parsed = PARSED.lock().expect("no thread panics while it holds the definitions");
        let definition = parsed.entry((name, fault)).or_insert_with(|| match fault {
            Some((sound, faulty)) => Arc::new(parse(name, &text.replace(sound, faulty))),
            None => Arc::new(parse(name, text)),
        });
        let definition = definition.clone();
        self.parsed.insert(name, definition.clone());
        Some(definition)
    }

    /// Compiles what was asked for and what that needs.
    pub(crate) fn compile(&mut self, cells: &mut Cells) {
        while self.compiled < self.rows.len() {
            let definition = self.rows[self.compiled].definition.clone();
            if definition.kind != DefinitionKind::Hook {
                let function = self.instance(&definition, cells);
                self.rows[self.compiled].function = Some(Arc::new(function));
            }
            self.compiled += 1;
        }
    }

    /// The function with the numbers of this program.
    fn instance(&mut self, definition: &Arc<Definition>, cells: &mut Cells) -> Function {
        let template = self.template(definition);
        let callees: Vec<FnId> = template.callees.iter().map(|callee| self.id(callee)).collect();
        let cell = |name: &String| cells.runtime(name).expect("compiling found it");
        let cells: Vec<CellId> = template.cells.iter().map(cell).collect();
        let mut function = template.function.clone();
        let FunctionKind::Defined(body) = &mut function.kind else { panic!("compiled functions have bodies") };
        for (_, block) in body.blocks.iter_mut() {
            for inst in &mut block.insts {
                if let Inst::Get { cell, .. } | Inst::Set { cell, .. } = inst {
                    *cell = cells[cell.index()];
                }
            }
            if let Terminator::Call { callee, .. } = &mut block.end {
                *callee = callees[callee.index()];
            }
        }
        function
    }

    fn template(&mut self, definition: &Arc<Definition>) -> Arc<Template> {
        if let Some(template) = templates().get(&(definition.name, self.fault)) {
            return template.clone();
        }
        let template = Arc::new(Compiler::compile(definition, self));
        templates().insert((definition.name, self.fault), template.clone());
        template
    }

    /// The number of functions asked for so far.
    pub(crate) fn len(&self) -> usize {
        self.rows.len()
    }

    /// The hooks that were asked for.
    pub(crate) fn hooks(&self) -> impl Iterator<Item = Hook> {
        let is_hook = |row: &&Row| row.definition.kind == DefinitionKind::Hook;
        self.rows.iter().filter(is_hook).map(|row| Hook::of(&row.definition))
    }

    /// All functions in the order of their ids; `Err` has the name and shape of a hook.
    pub(crate) fn functions(&self) -> impl Iterator<Item = Result<Arc<Function>, Hook>> {
        self.rows.iter().map(|row| match &row.function {
            Some(function) => Ok(function.clone()),
            None => Err(Hook::of(&row.definition)),
        })
    }
}

/// A function that a program must supply.
pub(crate) struct Hook {
    pub(crate) name: &'static str,
    pub(crate) params: Vec<Sort>,
    pub(crate) results: Vec<Sort>,
}

impl Hook {
    fn of(definition: &Definition) -> Hook {
        Hook {
            name: definition.name,
            params: definition.params.iter().map(|(_, sort)| *sort).collect(),
            results: definition.results.clone(),
        }
    }
}

/// Finds the functions of a prelude file without parsing it.
fn index(source: &'static str, texts: &mut FxHashMap<&'static str, &'static str>) {
    let mut starts: Vec<usize> = source.match_indices("\ndef ").map(|(at, _)| at + 1).collect();
    starts.push(source.len());
    for pair in starts.windows(2) {
        let text = &source[pair[0]..pair[1]];
        let name = &text["def ".len()..text.find('(').expect("a definition has parameters")];
        assert!(texts.insert(name, text).is_none(), "the prelude defines `{name}` twice");
    }
}

fn parse(name: &'static str, text: &str) -> Definition {
    let module = ruff_python_parser::parse_module(text).unwrap_or_else(|why| panic!("prelude function {name}: {why}"));
    let Some(Stmt::FunctionDef(def)) = module.into_syntax().body.into_iter().next() else {
        panic!("{name} is no function")
    };
    let params = def.parameters.args.iter().map(|param| {
        let annotation = param.parameter.annotation.as_deref();
        (param.parameter.name.to_string(), sort_of(annotation.expect("every parameter has a sort")))
    });
    let results = match def.returns.as_deref() {
        None => vec![],
        Some(Expr::Tuple(sorts)) => sorts.elts.iter().map(sort_of).collect(),
        Some(sort) => vec![sort_of(sort)],
    };
    let body: Vec<Stmt> = def.body.into_iter().collect();
    let kind = match &body[..] {
        [Stmt::Expr(ellipsis)] if ellipsis.value.is_ellipsis_literal_expr() => DefinitionKind::Hook,
        [Stmt::Return(_)] => DefinitionKind::Macro,
        _ => DefinitionKind::Function,
    };
    Definition { name, params: params.collect(), results, body, kind }
}

fn sort_of(annotation: &Expr) -> Sort {
    let Expr::Name(name) = annotation else { panic!("a sort is a name") };
    match name.id.as_str() {
        "V" => ctors().value,
        "int" => Sort::int(),
        "bool" => Sort::bool(),
        "float" => Sort::float(FloatFormat::F64),
        "real" => Sort::real(),
        "str" => Sort::string(),
        "seq" => Sort::seq(ctors().value),
        "map" => Sort::map(ctors().value, ctors().value),
        "atom" => Sort::atom(),
        kind => Sort::reference(kind),
    }
}

/// Compiles one function of the dialect.
struct Compiler<'a> {
    definition: &'a Definition,
    builder: FunctionBuilder,
    prelude: &'a mut Prelude,
    callees: Vec<Arc<Definition>>,
    cells: Vec<String>,
    /// Knows the sorts of the cells.
    known_cells: Cells,
    variables: FxHashMap<String, ir::build::VarId>,
    /// Values of the parameters of macros being expanded, innermost last.
    macros: Vec<FxHashMap<String, ValueId>>,
    /// Where `continue` and `break` go.
    loops: Vec<(BlockId, BlockId)>,
}

impl<'a> Compiler<'a> {
    fn compile(definition: &'a Definition, prelude: &'a mut Prelude) -> Template {
        let params = definition.params.iter().map(|(name, sort)| Param { name: Symbol::new(name), sort: *sort });
        let name = format!("{NAMED}{}", definition.name);
        let results = definition.results.clone();
        let builder = FunctionBuilder::new(&name, params.collect(), results, Some(ctors().value)).of_front_end();
        let mut compiler = Compiler {
            definition,
            builder,
            prelude,
            callees: Vec::new(),
            cells: Vec::new(),
            known_cells: Cells::default(),
            variables: FxHashMap::default(),
            macros: Vec::new(),
            loops: Vec::new(),
        };
        for (index, (name, _)) in definition.params.iter().enumerate() {
            let value = compiler.builder.param(index);
            compiler.assign(name, value);
        }
        compiler.block(&definition.body);
        if !compiler.builder.is_ended() {
            compiler.builder.return_(&[]);
        }
        Template { function: compiler.builder.finish(), callees: compiler.callees, cells: compiler.cells }
    }

    /// The number and sort of a cell within this template.
    fn cell(&mut self, name: &str) -> Option<(CellId, Sort)> {
        let known = self.known_cells.runtime(name)?;
        let sort = self.known_cells.sort(known);
        let place = self.cells.iter().position(|cell| cell == name).unwrap_or_else(|| {
            self.cells.push(name.to_string());
            self.cells.len() - 1
        });
        Some((CellId::new(place), sort))
    }

    fn fail(&self, why: &str) -> ! {
        panic!("prelude function {}: {why}", self.definition.name)
    }

    fn block(&mut self, body: &[Stmt]) {
        for stmt in body {
            if self.builder.is_ended() {
                return;
            }
            self.stmt(stmt);
        }
    }

    fn stmt(&mut self, stmt: &Stmt) {
        match stmt {
            Stmt::Return(stmt) => {
                let values = match stmt.value.as_deref() {
                    None => vec![],
                    Some(Expr::Tuple(tuple)) => tuple.elts.iter().map(|value| self.expr(value)).collect(),
                    Some(Expr::Call(call)) => self.call(call),
                    Some(value) => vec![self.expr(value)],
                };
                self.builder.return_(&values);
            }
            Stmt::Assign(stmt) => self.assignment(&stmt.targets[0], &stmt.value),
            Stmt::AugAssign(stmt) => {
                let Expr::Name(name) = &*stmt.target else { self.fail("augmented assignment to no name") };
                let (old, by) = (self.expr(&stmt.target), self.expr(&stmt.value));
                let new = self.binary(stmt.op, old, by);
                self.assign(&name.id, new);
            }
            Stmt::If(stmt) => self.if_stmt(stmt),
            Stmt::While(stmt) => self.while_stmt(stmt),
            Stmt::Break(_) => {
                let target = self.loops.last().expect("break stands in a loop").1;
                self.builder.jump(target, &[]);
            }
            Stmt::Continue(_) => {
                let target = self.loops.last().expect("continue stands in a loop").0;
                self.builder.jump(target, &[]);
            }
            Stmt::Raise(stmt) => self.raise(stmt.exc.as_deref().expect("raise has an exception")),
            Stmt::Expr(stmt) => match &*stmt.value {
                Expr::StringLiteral(_) => {}
                Expr::Call(call) => {
                    if let (Expr::Name(name), [Expr::StringLiteral(what)]) = (&*call.func, &*call.arguments.args)
                        && name.id == "unsupported"
                    {
                        return self.builder.unsupported(what.value.to_str());
                    }
                    self.call(call);
                }
                _ => self.fail("an expression without effect"),
            },
            Stmt::Pass(_) => {}
            _ => self.fail("a statement the dialect does not have"),
        }
    }

    fn assignment(&mut self, target: &Expr, value: &Expr) {
        match target {
            Expr::Name(name) => {
                let value = self.expr(value);
                self.assign(&name.id, value);
            }
            Expr::Tuple(targets) => {
                let Expr::Call(call) = value else { self.fail("only calls have several results") };
                let values = self.call(call);
                for (target, value) in targets.elts.iter().zip(values) {
                    let Expr::Name(name) = target else { self.fail("assignment to no name") };
                    self.assign(&name.id, value);
                }
            }
            Expr::Subscript(subscript) => {
                let key = self.expr(&subscript.slice);
                let value = self.expr(value);
                let (cell, map) = self.heap(&subscript.value);
                let map = self.builder.apply(Op::Store, &[map, key, value]);
                self.builder.set(cell, map);
            }
            _ => self.fail("assignment to no name"),
        }
    }

    fn assign(&mut self, name: &str, value: ValueId) {
        if name == "OUTPUT" {
            let (cell, _) = self.cell(name).expect("a runtime cell");
            return self.builder.set(cell, value);
        }
        let variable = match self.variables.get(name) {
            Some(&variable) => variable,
            None => {
                let variable = self.builder.variable(self.builder.sort(value));
                self.variables.insert(name.to_string(), variable);
                variable
            }
        };
        self.builder.define(variable, value);
    }

    fn heap(&mut self, name: &Expr) -> (CellId, ValueId) {
        let Expr::Name(name) = name else { self.fail("a heap cell is a name") };
        let Some((cell, sort)) = self.cell(&name.id) else { self.fail("no such heap cell") };
        (cell, self.builder.get(cell, sort))
    }

    fn if_stmt(&mut self, stmt: &ast::StmtIf) {
        let end = self.builder.block();
        let mut test = Some(&*stmt.test);
        let mut body = &stmt.body[..];
        let mut rest = stmt.elif_else_clauses.iter();
        loop {
            let Some(condition) = test else {
                self.block(body);
                break;
            };
            let condition = self.expr(condition);
            let (then, otherwise) = (self.builder.block(), self.builder.block());
            self.builder.branch(condition, then, otherwise);
            self.builder.seal(then);
            self.builder.seal(otherwise);
            self.builder.switch_to(then);
            self.block(body);
            self.jump_on(end);
            self.builder.switch_to(otherwise);
            let Some(clause) = rest.next() else { break };
            (test, body) = (clause.test.as_ref(), &clause.body);
        }
        self.jump_on(end);
        self.builder.seal(end);
        if self.builder.is_reached(end) {
            self.builder.switch_to(end);
        }
    }

    fn jump_on(&mut self, block: BlockId) {
        if !self.builder.is_ended() {
            self.builder.jump(block, &[]);
        }
    }

    fn while_stmt(&mut self, stmt: &ast::StmtWhile) {
        let (head, body, end) = (self.builder.block(), self.builder.block(), self.builder.block());
        self.builder.jump(head, &[]);
        self.builder.switch_to(head);
        let condition = self.expr(&stmt.test);
        self.builder.branch(condition, body, end);
        self.builder.seal(body);
        self.builder.switch_to(body);
        self.loops.push((head, end));
        self.block(&stmt.body);
        self.loops.pop();
        self.jump_on(head);
        self.builder.seal(head);
        self.builder.seal(end);
        self.builder.switch_to(end);
    }

    /// What comes from outside may be of the type that is wanted: nobody knows that it is not.
    fn check_known(&mut self) {
        let value = ctors().value;
        let params: Vec<ValueId> = (0..self.definition.params.len()).map(|index| self.builder.param(index)).collect();
        for param in params.into_iter().filter(|param| self.builder.sort(*param) == value).collect::<Vec<_>>() {
            let is_outside = self.builder.apply(Op::Is(ctors().outside), &[param]);
            // A member of an enumeration may be a number or a text as well.
            let is_member = self.builder.apply(Op::Is(ctors().member), &[param]);
            let is_outside = self.builder.apply(Op::Or, &[is_outside, is_member]);
            let (stuck, known) = (self.builder.block(), self.builder.block());
            self.builder.branch(is_outside, stuck, known);
            self.builder.seal(stuck);
            self.builder.seal(known);
            self.builder.switch_to(stuck);
            self.builder.unsupported("the type of something from outside, or of an enumeration");
            self.builder.switch_to(known);
        }
    }

    /// `E`, `E("text")`, `E(unknown)`, `E(value)`; or a value that is an exception.
    fn raise(&mut self, exception: &Expr) {
        let value = ctors().value;
        let (kind, args): (&str, &[Expr]) = match exception {
            Expr::Call(call) => match &*call.func {
                Expr::Name(name) if name.id.ends_with("Error") || name.id == "StopIteration" => {
                    (&name.id, &call.arguments.args)
                }
                _ => self.fail("raise of no exception"),
            },
            Expr::Name(name) if name.id.ends_with("Error") || name.id == "StopIteration" => (&name.id, &[]),
            other => {
                let raised = self.expr(other);
                return self.builder.raise(raised);
            }
        };
        if ["TypeError", "AttributeError"].contains(&kind) {
            self.check_known();
        }
        let args: Vec<ValueId> = args
            .iter()
            .map(|arg| {
                if matches!(arg, Expr::Name(name) if name.id == "unknown") {
                    return self.builder.constant(ctors().unbound_value(), value);
                }
                let arg = self.expr(arg);
                if self.builder.sort(arg) == value { arg } else { self.builder.construct(ctors().str, &[arg]) }
            })
            .collect();
        let args = self.builder.apply(Op::SeqOf(value), &args);
        let slip = self.builder.bool(is_slip(kind));
        let class = self.builder.constant(Value::Atom(Symbol::new(kind)), Sort::atom());
        let raised = self.builder.construct(ctors().exception, &[class, args, slip]);
        self.builder.raise(raised);
    }

    fn expr(&mut self, expr: &Expr) -> ValueId {
        match expr {
            Expr::Name(name) => self.name(&name.id),
            Expr::NumberLiteral(number) => match &number.value {
                ast::Number::Int(int) => {
                    let int = value::Int::parse(&int.to_string());
                    self.builder.int(int.expect("the prelude has small numbers"))
                }
                ast::Number::Float(float) => {
                    let float = value::Float::f64(*float);
                    self.builder.constant(Value::Float(float), Sort::float(FloatFormat::F64))
                }
                ast::Number::Complex { .. } => self.fail("complex"),
            },
            Expr::BooleanLiteral(literal) => self.builder.bool(literal.value),
            Expr::NoneLiteral(_) => self.builder.constant(ctors().none_value(), ctors().value),
            Expr::StringLiteral(text) => self.builder.constant(Value::string(text.value.to_str()), Sort::string()),
            Expr::Attribute(attribute) => {
                let value = self.expr(&attribute.value);
                let op = self.field(&attribute.attr);
                self.builder.apply(op, &[value])
            }
            Expr::Subscript(subscript) => self.subscript(subscript),
            Expr::List(list) => {
                let elements: Vec<ValueId> = list.elts.iter().map(|element| self.expr(element)).collect();
                let sort = elements.first().map_or(ctors().value, |first| self.builder.sort(*first));
                self.builder.apply(Op::SeqOf(sort), &elements)
            }
            Expr::BinOp(binary) => {
                let (a, b) = (self.expr(&binary.left), self.expr(&binary.right));
                self.binary(binary.op, a, b)
            }
            Expr::UnaryOp(unary) => {
                let a = self.expr(&unary.operand);
                let op = match (unary.op, self.builder.sort(a).kind()) {
                    (ast::UnaryOp::Not, _) => Op::Not,
                    (ast::UnaryOp::USub, SortKind::Int) => Op::Int(IntOp::Neg),
                    (ast::UnaryOp::USub, SortKind::Float(_)) => Op::Float(FloatOp::Neg),
                    _ => self.fail("a unary operator the dialect does not have"),
                };
                self.builder.apply(op, &[a])
            }
            Expr::BoolOp(bool_op) => self.bool_op(bool_op.op, &bool_op.values),
            Expr::Compare(compare) => self.compare(compare),
            Expr::If(conditional) => self.conditional(conditional),
            Expr::Call(call) => match self.call(call)[..] {
                [value] => value,
                _ => self.fail("a call without just one result"),
            },
            _ => self.fail("an expression the dialect does not have"),
        }
    }

    fn name(&mut self, name: &str) -> ValueId {
        let variable = match self.macros.last() {
            Some(scope) => match scope.get(name) {
                Some(&value) => return value,
                None => None,
            },
            None => self.variables.get(name),
        };
        match variable {
            Some(&variable) => self.builder.read(variable),
            None if name == "Unbound" => self.builder.constant(ctors().unbound_value(), ctors().value),
            None => match self.cell(name) {
                Some((cell, sort)) => self.builder.get(cell, sort),
                None => self.fail(&format!("unknown name {name}")),
            },
        }
    }

    fn field(&mut self, field: &str) -> Op {
        let datatype = ctors().value.datatype().expect("Value is data");
        for (index, ctor) in datatype.ctors().iter().enumerate() {
            if let Some(position) = ctor.fields.iter().position(|(name, _)| &**name == field) {
                return Op::Field(Ctor { datatype, index }, position);
            }
        }
        self.fail(&format!("no field {field}"))
    }

    fn ctor(&self, name: &str) -> Option<Ctor> {
        ctors().value.datatype().expect("Value is data").ctor(name)
    }

    fn subscript(&mut self, subscript: &ast::ExprSubscript) -> ValueId {
        if let Expr::Name(name) = &*subscript.value
            && name.id.chars().all(|c| c.is_ascii_uppercase())
        {
            let key = self.expr(&subscript.slice);
            let (_, map) = self.heap(&subscript.value);
            return self.builder.apply(Op::Select, &[map, key]);
        }
        let value = self.expr(&subscript.value);
        let is_map = matches!(self.builder.sort(value).kind(), SortKind::Map(..));
        match &*subscript.slice {
            Expr::Slice(slice) => {
                let from = match slice.lower.as_deref() {
                    Some(from) => self.expr(from),
                    None => self.builder.int(0),
                };
                let to = match slice.upper.as_deref() {
                    Some(to) => self.expr(to),
                    None => self.builder.apply(Op::SeqLen, &[value]),
                };
                self.builder.apply(Op::SeqSlice, &[value, from, to])
            }
            index => {
                let index = self.expr(index);
                self.builder.apply(if is_map { Op::Select } else { Op::SeqNth }, &[value, index])
            }
        }
    }

    fn binary(&mut self, op: ast::Operator, a: ValueId, b: ValueId) -> ValueId {
        use ast::Operator as Py;
        let op = match (self.builder.sort(a).kind(), op) {
            (SortKind::Int, Py::Add) => Op::Int(IntOp::Add),
            (SortKind::Int, Py::Sub) => Op::Int(IntOp::Sub),
            (SortKind::Int, Py::Mult) => Op::Int(IntOp::Mul),
            (SortKind::Int, Py::FloorDiv) => Op::Int(IntOp::Div(Rounding::Floor)),
            // Not in Python's meaning: a `/` on ints is the quotient rounded towards zero.
            (SortKind::Int, Py::Div) => Op::Int(IntOp::Div(Rounding::Trunc)),
            (SortKind::Int, Py::Mod) => Op::Int(IntOp::Mod(Rounding::Floor)),
            (SortKind::Int, Py::Pow) => Op::Int(IntOp::Pow),
            (SortKind::Int, Py::BitAnd) => Op::Int(IntOp::And),
            (SortKind::Int, Py::BitOr) => Op::Int(IntOp::Or),
            (SortKind::Int, Py::BitXor) => Op::Int(IntOp::Xor),
            (SortKind::Int, Py::LShift) => Op::Int(IntOp::Shl),
            (SortKind::Int, Py::RShift) => Op::Int(IntOp::Shr),
            (SortKind::Float(_), Py::Add) => Op::Float(FloatOp::Add),
            (SortKind::Float(_), Py::Sub) => Op::Float(FloatOp::Sub),
            (SortKind::Float(_), Py::Mult) => Op::Float(FloatOp::Mul),
            (SortKind::Float(_), Py::Div) => Op::Float(FloatOp::Div),
            (SortKind::Float(_), Py::Mod) => Op::Float(FloatOp::Rem),
            (SortKind::Real, Py::Sub) => Op::Real(RealOp::Sub),
            (SortKind::Real, Py::Div) => Op::Real(RealOp::Div),
            (SortKind::Seq(_), Py::Add) => Op::SeqConcat,
            _ => self.fail("a binary operator the dialect does not have"),
        };
        self.builder.apply(op, &[a, b])
    }

    fn compare(&mut self, compare: &ast::ExprCompare) -> ValueId {
        let ([op], [right]) = (&*compare.ops, &*compare.comparators) else { self.fail("a chain of comparisons") };
        let a = self.expr(&compare.left);
        if let (ast::CmpOp::Is | ast::CmpOp::IsNot, Expr::Name(name)) = (op, right) {
            let Some(ctor) = self.ctor(&name.id) else { self.fail("`is` takes a constructor") };
            let is = self.builder.apply(Op::Is(ctor), &[a]);
            return if *op == ast::CmpOp::Is { is } else { self.builder.not(is) };
        }
        if let (ast::CmpOp::Is | ast::CmpOp::IsNot, Expr::NoneLiteral(_)) = (op, right) {
            let is = self.builder.apply(Op::Is(ctors().none), &[a]);
            return if *op == ast::CmpOp::Is { is } else { self.builder.not(is) };
        }
        let b = self.expr(right);
        let (lt, le) = match self.builder.sort(a).kind() {
            SortKind::Float(_) => (Op::Float(FloatOp::Lt), Op::Float(FloatOp::Le)),
            SortKind::Real => (Op::Real(RealOp::Lt), Op::Real(RealOp::Le)),
            _ => (Op::Int(IntOp::Lt), Op::Int(IntOp::Le)),
        };
        match op {
            ast::CmpOp::Eq => self.builder.eq(a, b),
            ast::CmpOp::NotEq => {
                let eq = self.builder.eq(a, b);
                self.builder.not(eq)
            }
            ast::CmpOp::Lt => self.builder.apply(lt, &[a, b]),
            ast::CmpOp::LtE => self.builder.apply(le, &[a, b]),
            ast::CmpOp::Gt => self.builder.apply(lt, &[b, a]),
            ast::CmpOp::GtE => self.builder.apply(le, &[b, a]),
            _ => self.fail("a comparison the dialect does not have"),
        }
    }

    fn bool_op(&mut self, op: ast::BoolOp, values: &[Expr]) -> ValueId {
        let mut result = self.expr(&values[0]);
        for value in &values[1..] {
            if self.is_pure(value) {
                let value = self.expr(value);
                result = self.builder.apply(if op == ast::BoolOp::And { Op::And } else { Op::Or }, &[result, value]);
                continue;
            }
            let variable = self.builder.variable(Sort::bool());
            self.builder.define(variable, result);
            let (more, end) = (self.builder.block(), self.builder.block());
            match op {
                ast::BoolOp::And => self.builder.branch(result, more, end),
                ast::BoolOp::Or => self.builder.branch(result, end, more),
            }
            self.builder.seal(more);
            self.builder.switch_to(more);
            let value = self.expr(value);
            self.builder.define(variable, value);
            self.builder.jump(end, &[]);
            self.builder.seal(end);
            self.builder.switch_to(end);
            result = self.builder.read(variable);
        }
        result
    }

    fn conditional(&mut self, conditional: &ast::ExprIf) -> ValueId {
        let condition = self.expr(&conditional.test);
        if self.is_pure(&conditional.body) && self.is_pure(&conditional.orelse) {
            let (a, b) = (self.expr(&conditional.body), self.expr(&conditional.orelse));
            return self.builder.apply(Op::Ite, &[condition, a, b]);
        }
        let (then, otherwise, end) = (self.builder.block(), self.builder.block(), self.builder.block());
        self.builder.branch(condition, then, otherwise);
        self.builder.seal(then);
        self.builder.seal(otherwise);
        self.builder.switch_to(then);
        let value = self.expr(&conditional.body);
        let variable = self.builder.variable(self.builder.sort(value));
        self.builder.define(variable, value);
        self.builder.jump(end, &[]);
        self.builder.switch_to(otherwise);
        let value = self.expr(&conditional.orelse);
        self.builder.define(variable, value);
        self.builder.jump(end, &[]);
        self.builder.seal(end);
        self.builder.switch_to(end);
        self.builder.read(variable)
    }

    /// Can the expression be computed without a call, so that computing it in vain does no harm?
    fn is_pure(&mut self, expr: &Expr) -> bool {
        match expr {
            Expr::Call(call) => {
                let Expr::Name(name) = &*call.func else { return false };
                let callee = match self.prelude.definition(&name.id) {
                    Some(definition) => definition.kind == DefinitionKind::Macro && self.is_pure_macro(&definition),
                    None => name.id != "new",
                };
                callee && call.arguments.args.iter().all(|arg| self.is_pure(arg))
            }
            Expr::Attribute(attribute) => self.is_pure(&attribute.value),
            Expr::Subscript(subscript) => self.is_pure(&subscript.value) && self.is_pure(&subscript.slice),
            Expr::Slice(slice) => [&slice.lower, &slice.upper].into_iter().flatten().all(|part| self.is_pure(part)),
            Expr::List(list) => list.elts.iter().all(|element| self.is_pure(element)),
            Expr::BinOp(binary) => self.is_pure(&binary.left) && self.is_pure(&binary.right),
            Expr::UnaryOp(unary) => self.is_pure(&unary.operand),
            Expr::BoolOp(bool_op) => bool_op.values.iter().all(|value| self.is_pure(value)),
            Expr::Compare(compare) => self.is_pure(&compare.left) && self.is_pure(&compare.comparators[0]),
            Expr::If(conditional) => {
                [&conditional.test, &conditional.body, &conditional.orelse].into_iter().all(|part| self.is_pure(part))
            }
            _ => true,
        }
    }

    /// Is the macro's body without calls of functions?
    fn is_pure_macro(&mut self, definition: &Definition) -> bool {
        let [Stmt::Return(body)] = &definition.body[..] else { return false };
        self.is_pure(body.value.as_deref().expect("a macro returns a value"))
    }

    fn call(&mut self, call: &ast::ExprCall) -> Vec<ValueId> {
        let Expr::Name(callee) = &*call.func else { self.fail("a call of no name") };
        let callee = callee.id.as_str();
        let args = &call.arguments.args;
        match (callee, &**args) {
            ("atom", [Expr::StringLiteral(name)]) => {
                return vec![self.builder.constant(Value::Atom(Symbol::new(name.value.to_str())), Sort::atom())];
            }
            ("digit_limit", []) => {
                let limit = num_bigint::BigInt::from(10).pow(4300);
                return vec![self.builder.constant(Value::Int(limit.into()), Sort::int())];
            }
            ("new", [Expr::Name(kind)]) => return vec![self.builder.alloc(Sort::reference(&kind.id))],
            _ => {}
        }
        let args: Vec<ValueId> = args.iter().map(|arg| self.expr(arg)).collect();
        if let Some(definition) = self.prelude.definition(callee) {
            return self.call_function(&definition, &args);
        }
        vec![self.operator(callee, &args)]
    }

    fn call_function(&mut self, definition: &Arc<Definition>, args: &[ValueId]) -> Vec<ValueId> {
        let expected: Vec<Sort> = definition.params.iter().map(|(_, sort)| *sort).collect();
        let given: Vec<Sort> = args.iter().map(|arg| self.builder.sort(*arg)).collect();
        if expected != given {
            self.fail(&format!("call of {} with {given:?} for {expected:?}", definition.name));
        }
        if definition.kind == DefinitionKind::Macro && self.is_pure_macro(definition) {
            let [Stmt::Return(body)] = &definition.body[..] else { self.fail("a macro is one return") };
            let scope = definition.params.iter().map(|(name, _)| name.clone()).zip(args.iter().copied());
            self.macros.push(scope.collect());
            let value = self.expr(body.value.as_deref().expect("a macro returns a value"));
            self.macros.pop();
            return vec![value];
        }
        let place = self.callees.iter().position(|callee| callee.name == definition.name).unwrap_or_else(|| {
            self.callees.push(definition.clone());
            self.callees.len() - 1
        });
        self.builder.call(FnId::new(place), args, &definition.results, None)
    }

    /// Constructors and the operators that have no sign.
    fn operator(&mut self, name: &str, args: &[ValueId]) -> ValueId {
        if let Some(ctor) = self.ctor(name) {
            // A tuple is a plain one, unless its class is said.
            let is_plain = ctor == ctors().tuple && args.len() == 1;
            let class = is_plain
                .then(|| self.builder.constant(Value::Atom(Symbol::new(crate::runtime::PLAIN_TUPLE)), Sort::atom()));
            let args: Vec<ValueId> = args.iter().copied().chain(class).collect();
            return self.builder.construct(ctor, &args);
        }
        let from_float = args.first().is_some_and(|a| matches!(self.builder.sort(*a).kind(), SortKind::Float(_)));
        let op = match name {
            "len" => Op::SeqLen,
            "update" => Op::SeqUpdate,
            "drop" => Op::SeqDrop,
            "store" => Op::Store,
            "text" => Op::Int(IntOp::ToText),
            "float" => Op::Float(FloatOp::FromInt(FloatFormat::F64)),
            "real" if from_float => Op::Float(FloatOp::ToReal),
            "real" => Op::Real(RealOp::FromInt),
            "nearest" => Op::Float(FloatOp::FromReal(FloatFormat::F64)),
            "trunc" => Op::Float(FloatOp::ToInt),
            "fabs" => Op::Float(FloatOp::Abs),
            "feq" => Op::Float(FloatOp::Eq),
            "is_nan" => Op::Float(FloatOp::IsNan),
            "ffloor" => Op::Float(FloatOp::Round(RoundTo::Down)),
            "fround" => Op::Float(FloatOp::Round(RoundTo::NearestEven)),
            "fsqrt" => Op::Float(FloatOp::Sqrt),
            "fpow" => Op::Float(FloatOp::Pow),
            "atan2" => Op::Float(FloatOp::Atan2),
            "real_mul" => Op::Real(RealOp::Mul),
            "floor" => Op::Real(RealOp::Floor),
            name if let Some(op) = text_operator(name).or_else(|| regex_operator(name)) => op,
            "wrap_ints" => Op::SeqWrap(ctors().int),
            "wrap_texts" => Op::SeqWrap(ctors().str),
            "empty_map" => {
                let sort = Sort::map(ctors().value, ctors().value);
                return self.builder.constant(Value::default_of(sort), sort);
            }
            _ => self.fail(&format!("no function {name}")),
        };
        self.builder.apply(op, args)
    }
}

/// Operators that take or give a text.
fn text_operator(name: &str) -> Option<Op> {
    let text = match name {
        "upper" => TextOp::Upper,
        "lower" => TextOp::Lower,
        "title" => TextOp::Title,
        "capitalize" => TextOp::Capitalize,
        "swapcase" => TextOp::Swap,
        "fold" => TextOp::Fold,
        "digits" => TextOp::Digits,
        "quote" => TextOp::Quote,
        "isalpha" => TextOp::IsAlpha,
        "isdecimal" => TextOp::IsDecimal,
        "isdigit" => TextOp::IsDigit,
        "isnumeric" => TextOp::IsNumeric,
        "isalnum" => TextOp::IsAlnum,
        "isupper" => TextOp::IsUpper,
        "islower" => TextOp::IsLower,
        "istitle" => TextOp::IsTitle,
        "isprintable" => TextOp::IsPrintable,
        "isidentifier" => TextOp::IsName,
        _ => return number_text_operator(name),
    };
    Some(Op::Text(text))
}

/// `regex_full_match` is the operator `regex.full_match`.
fn regex_operator(name: &str) -> Option<Op> {
    Op::from_plain_name(&format!("regex.{}", name.strip_prefix("regex_")?))
}

fn number_text_operator(name: &str) -> Option<Op> {
    Some(match name {
        "binary" => Op::Int(IntOp::ToTextIn(2)),
        "octal" => Op::Int(IntOp::ToTextIn(8)),
        "hexadecimal" => Op::Int(IntOp::ToTextIn(16)),
        "shortest" => Op::Float(FloatOp::ToText),
        "fixed" => Op::Float(FloatOp::Format(FloatStyle::Fixed)),
        "scientific" => Op::Float(FloatOp::Format(FloatStyle::Scientific)),
        "general" => Op::Float(FloatOp::Format(FloatStyle::General)),
        "general_full" => Op::Float(FloatOp::Format(FloatStyle::GeneralFull)),
        "general_point" => Op::Float(FloatOp::Format(FloatStyle::GeneralPoint)),
        _ => return None,
    })
}

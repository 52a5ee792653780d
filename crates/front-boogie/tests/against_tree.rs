//! Random programs, lowered and run, against a second opinion: an evaluator that walks the tree.
//!
//! It knows just what the generated programs use, and shares nothing with the lowering but the
//! parser.

mod generate;

use std::collections::BTreeMap;

use front_boogie::ast::{self, Access, Binary, Decl, Expr, ExprKind, Stmt, StmtKind, Unary};
use front_boogie::{Options, lower, parse};
use ir::entry::{Pair, Source};
use ir::interp::{Closed, Interpreter, Limits, Outcome, Stop};
use value::{Sort, Symbol, Value};

#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Datum {
    Int(i128),
    Bool(bool),
    /// What was written, over a default.
    Map(BTreeMap<Vec<Datum>, Datum>, Box<Datum>),
}

/// How a statement, or a whole run, ends if it does not go on.
#[derive(Debug, PartialEq)]
enum End {
    Break,
    Return,
    Trap,
    Blocked,
    /// Too long, or numbers too large for this evaluator.
    Unknown,
}

type Scope = BTreeMap<Symbol, Datum>;

struct Evaluator<'a> {
    procedures: BTreeMap<Symbol, &'a ast::ProcedureDecl>,
    functions: BTreeMap<Symbol, &'a ast::FunctionDecl>,
    globals: Scope,
    fuel: u32,
}

impl<'a> Evaluator<'a> {
    fn new(program: &'a ast::Program, globals: Scope) -> Self {
        let (mut procedures, mut functions) = (BTreeMap::new(), BTreeMap::new());
        for decl in &program.decls {
            match decl {
                Decl::Procedure(decl) => drop(procedures.insert(decl.name.symbol, decl)),
                Decl::Function(decl) => drop(functions.insert(decl.name.symbol, decl)),
                _ => {}
            }
        }
        Evaluator { procedures, functions, globals, fuel: 20_000 }
    }

    fn run(&mut self, procedure: Symbol, args: Vec<Datum>, is_entry: bool) -> Result<Vec<Datum>, End> {
        let procedure = self.procedures[&procedure];
        let mut scope: Scope = procedure.signature.ins.iter().map(|formal| formal.name.symbol).zip(args).collect();
        for spec in &procedure.specs {
            if let ast::Spec::Requires(requires) = spec
                && !self.holds(&requires.condition, &scope)?
            {
                return Err(if is_entry { End::Blocked } else { End::Trap });
            }
        }
        let body = procedure.body.as_ref().expect("generated procedures have bodies");
        match self.stmts(&body.stmts, &mut scope) {
            Ok(()) | Err(End::Return) => {}
            Err(end) => return Err(end),
        }
        Ok(procedure.signature.outs.iter().map(|out| scope[&out.name.symbol].clone()).collect())
    }

    fn stmts(&mut self, stmts: &'a [Stmt], scope: &mut Scope) -> Result<(), End> {
        stmts.iter().try_for_each(|stmt| self.stmt(stmt, scope))
    }

    fn stmt(&mut self, stmt: &'a Stmt, scope: &mut Scope) -> Result<(), End> {
        self.fuel = self.fuel.checked_sub(1).ok_or(End::Unknown)?;
        match &stmt.kind {
            StmtKind::Assert(_, condition) if !self.holds(condition, scope)? => Err(End::Trap),
            StmtKind::Assume(_, condition) if !self.holds(condition, scope)? => Err(End::Blocked),
            StmtKind::Assert(..) | StmtKind::Assume(..) => Ok(()),
            StmtKind::Assign(targets, values) => self.assign(targets, values, scope),
            StmtKind::If(Some(guard), then, otherwise) => match self.holds(guard, scope)? {
                true => self.stmts(then, scope),
                false => self.stmts(otherwise.as_deref().unwrap_or_default(), scope),
            },
            StmtKind::While(Some(guard), _, body) => {
                while self.holds(guard, scope)? {
                    match self.stmts(body, scope) {
                        Ok(()) => {}
                        Err(End::Break) => break,
                        Err(end) => return Err(end),
                    }
                }
                Ok(())
            }
            StmtKind::Break(None) => Err(End::Break),
            StmtKind::Return => Err(End::Return),
            StmtKind::Call(call) => {
                let args: Result<Vec<Datum>, End> =
                    call.args.iter().flatten().map(|arg| self.expr(arg, scope)).collect();
                let results = self.run(call.procedure.symbol, args?, false)?;
                for (out, result) in call.outs.iter().zip(results) {
                    self.set(out.symbol, result, scope);
                }
                Ok(())
            }
            other => panic!("not generated: {other:?}"),
        }
    }

    fn set(&mut self, name: Symbol, datum: Datum, scope: &mut Scope) {
        let home = if self.globals.contains_key(&name) { &mut self.globals } else { scope };
        home.insert(name, datum);
    }

    fn assign(&mut self, targets: &'a [ast::Target], values: &'a [Expr], scope: &mut Scope) -> Result<(), End> {
        let mut written = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let value = self.expr(value, scope)?;
            written.push(match &target.path[..] {
                [] => value,
                [Access::Index(indices)] => {
                    let indices: Result<Vec<Datum>, End> =
                        indices.iter().map(|index| self.expr(index, scope)).collect();
                    updated(self.globals[&target.name.symbol].clone(), indices?, value)
                }
                other => panic!("not generated: {other:?}"),
            });
        }
        for (target, datum) in targets.iter().zip(written) {
            self.set(target.name.symbol, datum, scope);
        }
        Ok(())
    }

    fn holds(&mut self, condition: &'a Expr, scope: &Scope) -> Result<bool, End> {
        match self.expr(condition, scope)? {
            Datum::Bool(holds) => Ok(holds),
            other => panic!("a condition is {other:?}"),
        }
    }

    fn int(&mut self, expr: &'a Expr, scope: &Scope) -> Result<i128, End> {
        match self.expr(expr, scope)? {
            Datum::Int(int) if int.unsigned_abs() < 1 << 60 => Ok(int),
            Datum::Int(_) => Err(End::Unknown),
            other => panic!("a number is {other:?}"),
        }
    }

    fn expr(&mut self, expr: &'a Expr, scope: &Scope) -> Result<Datum, End> {
        Ok(match &expr.kind {
            ExprKind::Bool(value) => Datum::Bool(*value),
            ExprKind::Int(value) => Datum::Int(value.to_i64().expect("small").into()),
            ExprKind::Name(name) => scope.get(name).or_else(|| self.globals.get(name)).expect("declared").clone(),
            ExprKind::Apply(name, args) => {
                let function = self.functions[&name.symbol];
                let params = function.params.iter().map(|(name, _)| name.expect("named").symbol);
                let args: Result<Vec<Datum>, End> = args.iter().map(|arg| self.expr(arg, scope)).collect();
                let inner: Scope = params.zip(args?).collect();
                self.expr(function.body.as_ref().expect("defined"), &inner)?
            }
            ExprKind::Unary(Unary::Neg, value) => Datum::Int(-self.int(value, scope)?),
            ExprKind::Unary(Unary::Not, value) => Datum::Bool(!self.holds(value, scope)?),
            ExprKind::Binary(op, operands) => self.binary(*op, &operands.0, &operands.1, scope)?,
            ExprKind::If(parts) => match self.holds(&parts.0, scope)? {
                true => self.expr(&parts.1, scope)?,
                false => self.expr(&parts.2, scope)?,
            },
            ExprKind::Select(map, indices) => {
                let indices: Result<Vec<Datum>, End> = indices.iter().map(|index| self.expr(index, scope)).collect();
                let Datum::Map(entries, default) = self.expr(map, scope)? else { panic!("a map") };
                entries.get(&indices?).unwrap_or(&default).clone()
            }
            ExprKind::Update(map, indices, value) => {
                let indices: Result<Vec<Datum>, End> = indices.iter().map(|index| self.expr(index, scope)).collect();
                let (map, value) = (self.expr(map, scope)?, self.expr(value, scope)?);
                updated(map, indices?, value)
            }
            // The generated ones say nothing outside of this range.
            ExprKind::Quantified(quantified) => {
                let mut all = true;
                for k in -3..7 {
                    let mut inner = scope.clone();
                    inner.insert(quantified.bound[0].name.symbol, Datum::Int(k));
                    all &= self.holds(&quantified.body, &inner)?;
                }
                Datum::Bool(all)
            }
            other => panic!("not generated: {other:?}"),
        })
    }

    fn binary(&mut self, op: Binary, left: &'a Expr, right: &'a Expr, scope: &Scope) -> Result<Datum, End> {
        Ok(match op {
            Binary::And => Datum::Bool(self.holds(left, scope)? & self.holds(right, scope)?),
            Binary::Or => Datum::Bool(self.holds(left, scope)? | self.holds(right, scope)?),
            Binary::Implies => Datum::Bool(!self.holds(left, scope)? | self.holds(right, scope)?),
            Binary::Eq | Binary::Iff => Datum::Bool(self.expr(left, scope)? == self.expr(right, scope)?),
            Binary::Ne => Datum::Bool(self.expr(left, scope)? != self.expr(right, scope)?),
            Binary::Lt => Datum::Bool(self.int(left, scope)? < self.int(right, scope)?),
            Binary::Le => Datum::Bool(self.int(left, scope)? <= self.int(right, scope)?),
            Binary::Gt => Datum::Bool(self.int(left, scope)? > self.int(right, scope)?),
            Binary::Add => Datum::Int(self.int(left, scope)? + self.int(right, scope)?),
            Binary::Sub => Datum::Int(self.int(left, scope)? - self.int(right, scope)?),
            Binary::Mul => Datum::Int(self.int(left, scope)? * self.int(right, scope)?),
            Binary::Div => Datum::Int(self.int(left, scope)?.div_euclid(self.int(right, scope)?)),
            Binary::Mod => Datum::Int(self.int(left, scope)?.rem_euclid(self.int(right, scope)?)),
            other => panic!("not generated: {other:?}"),
        })
    }
}

fn updated(map: Datum, indices: Vec<Datum>, value: Datum) -> Datum {
    let Datum::Map(mut entries, default) = map else { panic!("a map") };
    entries.insert(indices, value);
    Datum::Map(entries, default)
}

/// Does the value of the run agree with the evaluator's?
fn agrees(value: &Value, datum: &Datum) -> bool {
    match (value, datum) {
        (Value::Int(int), Datum::Int(datum)) => int.to_string() == datum.to_string(),
        (Value::Bool(value), Datum::Bool(datum)) => value == datum,
        (Value::Map(_), Datum::Map(entries, _)) => entries.iter().all(|(keys, datum)| {
            let mut at = value.clone();
            for key in keys {
                let Datum::Int(key) = key else { panic!("a key is a number") };
                let Value::Map(map) = &at else { panic!("a map has maps") };
                at = map.select(&Value::int(i64::try_from(*key).expect("small"))).clone();
            }
            agrees(&at, datum)
        }),
        _ => false,
    }
}

fn initial(sort: Sort, datum: i64) -> (Value, Datum) {
    let map = |default: Datum| Datum::Map(BTreeMap::new(), Box::new(default));
    match sort.to_string().as_str() {
        "int" => (Value::int(datum), Datum::Int(datum.into())),
        "bool" => (Value::Bool(datum % 2 == 0), Datum::Bool(datum % 2 == 0)),
        "map[int, int]" => (Value::default_of(sort), map(Datum::Int(0))),
        _ => (Value::default_of(sort), map(Datum::Bool(false))),
    }
}

/// Runs the last procedure both ways on these inputs; gives the number of runs compared.
fn check(text: &str, all_inputs: &[[i64; 4]]) -> usize {
    let sources = [Source { name: "p.bpl".to_string(), text: text.to_string() }];
    let program = parse(&sources[0]).unwrap();
    let client = program.decls.iter().rev().find_map(|decl| match decl {
        Decl::Procedure(decl) => Some(decl.name.symbol),
        _ => None,
    });
    let client = client.expect("there is a procedure");
    let pair = lower(&sources, &sources, &client, None, &Options::default()).unwrap();
    all_inputs.iter().filter(|inputs| check_run(text, &program, client, &pair, **inputs)).count()
}

fn check_run(text: &str, program: &ast::Program, client: Symbol, pair: &Pair, inputs: [i64; 4]) -> bool {
    let entry = &pair.old.program.functions[pair.old.entry];
    let (mut args, mut data, mut globals) = (Vec::new(), Vec::new(), Scope::new());
    for name in ["g", "h"] {
        globals.insert(Symbol::new(name), Datum::Int(0));
    }
    globals.insert(Symbol::new("m"), Datum::Map(BTreeMap::new(), Box::new(Datum::Int(0))));
    globals.insert(Symbol::new("n"), Datum::Map(BTreeMap::new(), Box::new(Datum::Bool(false))));
    for (index, param) in entry.params.iter().enumerate() {
        let (value, datum) = initial(param.sort, inputs[index % 4]);
        args.push(value);
        if index < 3 { data.push(datum) } else { drop(globals.insert(param.name, datum)) }
    }
    let mut evaluator = Evaluator::new(program, globals);
    let expected = evaluator.run(client, data, true);
    if expected == Err(End::Unknown) {
        return false;
    }
    let mut world = Closed;
    let mut machine = Interpreter::new(&pair.old.program, &mut world, Limits { fuel: 2_000_000, ..Limits::default() });
    let outcome = machine.run(pair.old.entry, &args);
    let same = match (&expected, &outcome) {
        (_, Err(Stop::OutOfFuel)) => return false,
        (Ok(expected), Ok(Outcome::Returned(values))) => {
            let cells = pair.old.program.cells.iter().filter(|(_, cell)| cell.name.as_str() != ir::BLOCKED);
            values.iter().zip(expected).all(|(value, datum)| agrees(value, datum))
                && cells.into_iter().all(|(id, cell)| {
                    evaluator.globals.get(&cell.name).is_some_and(|datum| agrees(&machine.state.cells[id], datum))
                })
        }
        (Err(End::Blocked), Ok(Outcome::Trapped(what))) => *what == ir::Trap::Assumption,
        (Err(End::Trap), Ok(Outcome::Trapped(_))) => true,
        _ => false,
    };
    assert!(same, "{inputs:?}: the tree gives {expected:?}, the code {outcome:?}, in\n{text}");
    true
}

#[test]
fn lowered_programs_run_as_the_tree_says() {
    let mut compared = 0;
    for seed in 0..200 {
        let text = generate::deterministic(seed);
        compared += check(&text, &[[0, 0, 0, 0], [1, 2, 3, 4], [-3, 5, 2, -7], [9, -1, 1, 2]]);
    }
    assert!(compared > 500, "only {compared} runs could be compared");
}

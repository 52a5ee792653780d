//! Bodies: statements, labels, what may be assigned.

use rustc_hash::{FxHashMap, FxHashSet};
use value::Symbol;

use crate::ast::{self, Access, At, CallPrefix, Name, StmtKind, Target};
use crate::typed::{self, Place, StmtKind as Typed};
use crate::types::{Substitution, Ty};

use super::expr::FieldOf;
use super::{Checker, State, ValueName};

/// What a statement needs to know of the body around it.
struct Context {
    procedure: usize,
    /// The labels that a goto can reach from here, with how often they are declared.
    labels: Vec<FxHashMap<Symbol, usize>>,
    /// The statements that a break can leave.
    breakable: Vec<Breakable>,
}

struct Breakable {
    number: u32,
    label: Option<Symbol>,
    is_loop: bool,
}

impl<'a> Checker<'a> {
    pub(super) fn check_body(&mut self, procedure: usize, signature: &'a ast::Signature, body: &'a ast::Body) {
        if !self.open_signature(procedure, signature, self.program.procedures[procedure].at) {
            return self.close();
        }
        let formals = signature.ins.iter().chain(&signature.outs);
        let locals: Vec<&ast::Variable> = body.locals.iter().flat_map(|decl| &decl.vars).collect();
        for local in &locals {
            let ty = self.ty(&local.ty);
            self.declare_local(local.name, ty);
        }
        self.state = State::One;
        let mut variables = Vec::new();
        for (index, variable) in formals.chain(locals).enumerate() {
            let where_ = variable.where_.as_ref().map(|where_| self.condition(where_));
            let ty = self.local_types[index].clone();
            variables.push(typed::Variable { name: variable.name.symbol, ty, where_, at: variable.name.at });
        }
        self.state = State::Two;
        let mut context = Context { procedure, labels: Vec::new(), breakable: Vec::new() };
        self.check_labels_unique(&body.stmts, &mut FxHashSet::default());
        let stmts = self.stmts(&body.stmts, &mut context);
        self.close();
        self.program.procedures[procedure].bodies.push(typed::Body { variables, stmts, end: body.end });
    }

    fn check_labels_unique(&mut self, stmts: &'a [ast::Stmt], seen: &mut FxHashSet<Symbol>) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Label(label) if !seen.insert(*label) => {
                    self.fail(stmt.at, format!("label `{label}` is declared twice"));
                }
                StmtKind::If(_, then, otherwise) => {
                    self.check_labels_unique(then, seen);
                    self.check_labels_unique(otherwise.as_deref().unwrap_or_default(), seen);
                }
                StmtKind::While(_, _, body) => self.check_labels_unique(body, seen),
                _ => {}
            }
        }
    }

    fn stmts(&mut self, stmts: &'a [ast::Stmt], context: &mut Context) -> Vec<typed::Stmt> {
        let mut labels = FxHashMap::default();
        for stmt in stmts {
            if let StmtKind::Label(label) = &stmt.kind {
                *labels.entry(*label).or_insert(0) += 1;
            }
        }
        context.labels.push(labels);
        // The label that `break` may use for the statement to come: labels stand before simple
        // statements that lead up to it.
        let mut label = None;
        let mut typed = Vec::new();
        for stmt in stmts {
            let kind = self.stmt(stmt, label, context);
            match &stmt.kind {
                StmtKind::Label(name) => label = Some(*name),
                StmtKind::If(..) | StmtKind::While(..) | StmtKind::Break(_) | StmtKind::Return | StmtKind::Goto(_) => {
                    label = None;
                }
                _ => {}
            }
            typed.push(typed::Stmt { kind, at: stmt.at });
        }
        context.labels.pop();
        typed
    }

    fn stmt(&mut self, stmt: &'a ast::Stmt, label: Option<Symbol>, context: &mut Context) -> Typed {
        match &stmt.kind {
            StmtKind::Label(label) => Typed::Label(*label),
            StmtKind::Assert(_, condition) => Typed::Assert(self.condition(condition)),
            StmtKind::Assume(_, condition) => Typed::Assume(self.condition(condition)),
            StmtKind::Havoc(names) => {
                Typed::Havoc(names.iter().filter_map(|name| self.assignable(*name, context)).map(|(p, _)| p).collect())
            }
            StmtKind::Assign(targets, values) => self.assign(targets, values, stmt.at, context),
            StmtKind::Unpack(ctor, names, value) => self.unpack(*ctor, names, value, context),
            StmtKind::Call(call) => self.call(call, context),
            StmtKind::If(guard, then, otherwise) => {
                let guard = guard.as_ref().map(|guard| self.condition(guard));
                let number = self.number();
                context.breakable.push(Breakable { number, label, is_loop: false });
                let then = self.stmts(then, context);
                let otherwise = self.stmts(otherwise.as_deref().unwrap_or_default(), context);
                context.breakable.pop();
                Typed::If(number, guard, then, otherwise)
            }
            StmtKind::While(guard, invariants, body) => {
                let guard = guard.as_ref().map(|guard| self.condition(guard));
                let invariants = invariants.iter().map(|invariant| self.contract_condition(invariant)).collect();
                let number = self.number();
                context.breakable.push(Breakable { number, label, is_loop: true });
                let body = self.stmts(body, context);
                context.breakable.pop();
                Typed::While(number, guard, invariants, body)
            }
            StmtKind::Break(label) => self.break_(*label, stmt.at, context),
            StmtKind::Return => Typed::Return,
            StmtKind::Goto(labels) => {
                for label in labels {
                    if !context.labels.iter().any(|scope| scope.contains_key(&label.symbol)) {
                        self.fail(label.at, format!("label `{}` is undeclared or out of reach", label.symbol));
                    }
                }
                Typed::Goto(labels.iter().map(|label| label.symbol).collect())
            }
            StmtKind::Concurrent(word, calls) => {
                for call in calls {
                    self.call(call, context);
                }
                Typed::Unsupported(word)
            }
        }
    }

    fn break_(&mut self, label: Option<Name>, at: At, context: &Context) -> Typed {
        let found = context.breakable.iter().rev().find(|each| match label {
            Some(label) => each.label == Some(label.symbol),
            None => each.is_loop,
        });
        match (found, label) {
            (Some(found), _) => return Typed::Break(found.number),
            (None, Some(label)) => {
                self.fail(label.at, format!("no statement labelled `{}` is around this `break`", label.symbol));
            }
            (None, None) => self.fail(at, "`break` outside of a loop"),
        }
        Typed::Return
    }

    /// The variable of that name, if it may be assigned here.
    fn assignable(&mut self, name: Name, context: &Context) -> Option<(Place, Ty)> {
        let symbol = name.symbol;
        let procedure = &self.program.procedures[context.procedure];
        if let Some(local) = self.locals.get(&symbol).copied() {
            if (local as usize) < procedure.ins {
                self.fail(name.at, format!("`{symbol}` is an in-parameter, which cannot be assigned"));
                return None;
            }
            return Some((Place::Local(local), self.local_types[local as usize].clone()));
        }
        match self.values.get(&symbol).copied() {
            Some(ValueName::Const(_)) => {
                self.fail(name.at, format!("`{symbol}` is a constant, which cannot be assigned"));
                None
            }
            Some(ValueName::Global(global)) => {
                if !procedure.modifies.contains(&global) {
                    let procedure = procedure.name;
                    self.fail(name.at, format!("`{symbol}` is not in the modifies clause of `{procedure}`"));
                    return None;
                }
                Some((Place::Global(global), self.program.globals[global as usize].ty.clone()))
            }
            None => {
                self.fail(name.at, format!("undeclared variable `{symbol}`"));
                None
            }
        }
    }

    fn check_places_differ(&mut self, names: &[Name]) {
        for (index, name) in names.iter().enumerate() {
            if names[..index].iter().any(|other| other.symbol == name.symbol) {
                self.fail(name.at, format!("`{}` is assigned twice at once", name.symbol));
            }
        }
    }

    fn assign(&mut self, targets: &'a [Target], values: &'a [ast::Expr], at: At, context: &Context) -> Typed {
        if targets.len() != values.len() {
            self.fail(at, format!("{} variables are assigned {} values", targets.len(), values.len()));
            return Typed::Return;
        }
        self.check_places_differ(&targets.iter().map(|target| target.name).collect::<Vec<_>>());
        let mut assignments = Vec::new();
        for (target, value) in targets.iter().zip(values) {
            let typed = self.infer(value);
            let Some((place, ty)) = self.assignable(target.name, context) else { continue };
            let kind = match place {
                Place::Local(local) => typed::ExprKind::Local(local),
                Place::Global(global) => typed::ExprKind::Global(global),
            };
            let variable = typed::Expr { kind, ty, at: target.name.at };
            let typed = self.updated(variable, &target.path, typed);
            assignments.push((place, self.finish(typed)));
        }
        Typed::Assign(assignments)
    }

    /// What `whole` becomes when the part at `path` is assigned `value`:
    /// `m[i][j] := e` is `m := m[i := m[i][j := e]]`.
    fn updated(&mut self, whole: typed::Expr, path: &'a [Access], value: typed::Expr) -> typed::Expr {
        let (ty, at) = (whole.ty.clone(), whole.at);
        let Some((first, rest)) = path.split_first() else {
            self.expect(&value, &ty);
            return value;
        };
        match first {
            Access::Index(indices) => {
                let indices: Vec<typed::Expr> = indices.iter().map(|index| self.infer(index)).collect();
                let (types, part_type) = self.index_map(&whole, &indices, at);
                let select = typed::ExprKind::Select(Box::new(whole.clone()), types.clone(), indices.clone());
                let part = typed::Expr { kind: select, ty: part_type, at };
                let part = Box::new(self.updated(part, rest, value));
                typed::Expr { kind: typed::ExprKind::Update(Box::new(whole), types, indices, part), ty, at }
            }
            Access::Field(field) => {
                let Some(found) = self.field(&whole, *field) else { return whole };
                let FieldOf { datatype, ctors, ty: part_type } = found;
                let select = typed::ExprKind::Field(datatype, ctors.clone(), Box::new(whole.clone()));
                let part = self.updated(typed::Expr { kind: select, ty: part_type, at }, rest, value);
                let kind = typed::ExprKind::FieldUpdate(datatype, ctors, Box::new((whole, part)));
                typed::Expr { kind, ty, at }
            }
        }
    }

    fn unpack(&mut self, ctor: Name, names: &'a [Name], value: &'a ast::Expr, context: &Context) -> Typed {
        let value = self.infer(value);
        let Some(super::FunctionName::Ctor(datatype, index)) = self.functions.get(&ctor.symbol).copied() else {
            self.fail(ctor.at, format!("undeclared constructor `{}`", ctor.symbol));
            return Typed::Return;
        };
        let fields: Vec<Symbol> = self.program.datatypes[datatype as usize].ctors[index as usize]
            .fields
            .iter()
            .map(|(field, _)| *field)
            .collect();
        if fields.len() != names.len() {
            let text = format!("`{}` has {} fields, not {}", ctor.symbol, fields.len(), names.len());
            self.fail(ctor.at, text);
            return Typed::Return;
        }
        self.check_places_differ(names);
        let mut assignments = Vec::new();
        for (position, (field, name)) in fields.into_iter().zip(names).enumerate() {
            let Some((place, ty)) = self.assignable(*name, context) else { continue };
            let field = Name { symbol: field, at: name.at };
            let Some(FieldOf { ty: field_type, .. }) = self.field(&value, field) else { continue };
            let kind = typed::ExprKind::Field(datatype, vec![(index, position as u32)], Box::new(value.clone()));
            let part = typed::Expr { kind, ty: field_type, at: name.at };
            self.expect(&part, &ty);
            assignments.push((place, part));
        }
        let assignments = assignments.into_iter().map(|(place, part)| (place, self.resolved(part))).collect();
        self.unifier.clear();
        Typed::Assign(assignments)
    }

    fn resolved(&self, mut typed: typed::Expr) -> typed::Expr {
        typed.for_each_type_mut(&mut |ty| *ty = self.unifier.finish(ty));
        typed
    }

    fn call(&mut self, call: &'a ast::Call, context: &Context) -> Typed {
        let args: Vec<Option<typed::Expr>> =
            call.args.iter().map(|arg| arg.as_ref().map(|arg| self.infer(arg))).collect();
        let name = call.procedure;
        let Some(index) = self.procedures.get(&name.symbol).copied() else {
            self.fail(name.at, format!("undeclared procedure `{}`", name.symbol));
            return Typed::Return;
        };
        let callee = &self.program.procedures[index as usize];
        let (ins, modifies) = (callee.ins, callee.modifies.clone());
        let params: Vec<Ty> = callee.formals.iter().map(|formal| formal.ty.clone()).collect();
        let type_params: Vec<u32> = callee.type_params.iter().map(|param| param.number).collect();
        if args.len() != ins {
            self.fail(name.at, format!("`{}` takes {ins} arguments, not {}", name.symbol, args.len()));
        }
        if call.prefix != CallPrefix::Forall && call.outs.len() != params.len() - ins {
            let outs = params.len() - ins;
            self.fail(name.at, format!("`{}` has {outs} results, not {}", name.symbol, call.outs.len()));
        }
        let type_args: Vec<Ty> = type_params.iter().map(|_| self.unifier.fresh()).collect();
        let with: Substitution = type_params.into_iter().zip(type_args.clone()).collect();
        for (position, (arg, param)) in args.iter().zip(&params[..ins]).enumerate() {
            let Some(arg) = arg else { continue };
            let param = param.substitute(&with);
            if !self.unifier.unify(&arg.ty, &param) {
                let (found, expected) = (self.unifier.resolve(&arg.ty), self.unifier.resolve(&param));
                let which = format!("argument {} of `{}`", position + 1, name.symbol);
                self.fail(arg.at, format!("{which}: expected `{expected}`, found `{found}`"));
            }
        }
        self.check_places_differ(&call.outs);
        let mut outs = Vec::new();
        for (out, param) in call.outs.iter().zip(&params[ins..]) {
            let Some((place, ty)) = self.assignable(*out, context) else { continue };
            let param = param.substitute(&with);
            if !self.unifier.unify(&ty, &param) {
                let given = self.unifier.resolve(&param);
                self.fail(
                    out.at,
                    format!("result of `{}`: `{}` has type `{ty}`, not `{given}`", name.symbol, out.symbol),
                );
            }
            outs.push(place);
        }
        self.check_modifies(name, &modifies, context);
        let args = args.into_iter().map(|arg| arg.map(|arg| self.resolved(arg))).collect();
        let type_args = type_args.iter().map(|ty| self.unifier.finish(ty)).collect();
        self.unifier.clear();
        Typed::Call(typed::Call { prefix: call.prefix, procedure: index, type_args, outs, args })
    }

    /// What the callee modifies, the caller modifies.
    fn check_modifies(&mut self, callee: Name, modified: &[u32], context: &Context) {
        let caller = &self.program.procedures[context.procedure];
        let missing = modified.iter().find(|global| !caller.modifies.contains(global));
        if let Some(global) = missing {
            let (global, caller) = (self.program.globals[*global as usize].name, caller.name);
            let text =
                format!("`{}` modifies `{global}`, which is not in the modifies clause of `{caller}`", callee.symbol);
            self.fail(callee.at, text);
        }
    }
}

//! Declarations other than types.

use value::Symbol;

use crate::ast::{self, Decl, Name, Spec, Type};
use crate::typed::{self, Mentions};
use crate::types::{Ty, TypeParam};

use super::{Checker, FunctionName, State, TypeName, ValueName};

impl<'a> Checker<'a> {
    pub(super) fn declare_ctors(&mut self, decl: &'a ast::DatatypeDecl) {
        let Some(TypeName::Datatype(index)) = self.types.get(&decl.name.symbol).copied() else { return };
        self.open_datatype(index);
        if decl.ctors.is_empty() {
            self.fail(decl.name.at, format!("datatype `{}` has no constructor", decl.name.symbol));
        }
        for (name, fields) in &decl.ctors {
            self.declare_ctor(index, *name, fields.iter().map(|(field, ty)| (*field, ty)).collect());
        }
        self.type_scope.clear();
    }

    fn open_datatype(&mut self, index: u32) {
        let params = self.program.datatypes[index as usize].params.clone();
        self.type_scope.extend(params.into_iter().map(|param| (param.name, Ty::Param(param))));
    }

    /// Adds a constructor; gives its index.
    fn declare_ctor(&mut self, datatype: u32, name: Name, fields: Vec<(Name, &Type)>) -> u32 {
        let mut typed: Vec<(Symbol, Ty)> = Vec::new();
        for (field, ty) in fields {
            if typed.iter().any(|(known, _)| *known == field.symbol) {
                self.fail(field.at, format!("field `{}` of `{}` is declared twice", field.symbol, name.symbol));
            }
            typed.push((field.symbol, self.ty(ty)));
        }
        let ctors = &mut self.program.datatypes[datatype as usize].ctors;
        ctors.push(typed::Ctor { name: name.symbol, fields: typed });
        let index = ctors.len() as u32 - 1;
        self.declare_function_name(name, FunctionName::Ctor(datatype, index));
        index
    }

    fn declare_function_name(&mut self, name: Name, entry: FunctionName) {
        if self.functions.insert(name.symbol, entry).is_some() {
            self.fail(name.at, format!("function `{}` is declared twice", name.symbol));
        }
    }

    fn declare_value(&mut self, name: Name, entry: ValueName) {
        if self.values.insert(name.symbol, entry).is_some() {
            self.fail(name.at, format!("`{}` is declared twice", name.symbol));
        }
    }

    pub(super) fn declare_values(&mut self, program: &'a ast::Program) {
        for decl in &program.decls {
            match decl {
                Decl::Const(decl) => {
                    let ty = self.ty(&decl.ty);
                    for name in &decl.names {
                        self.declare_value(*name, ValueName::Const(self.program.consts.len() as u32));
                        let constant = typed::Const { name: name.symbol, ty: ty.clone(), unique: decl.unique };
                        self.program.consts.push(constant);
                    }
                }
                Decl::Var(decl) => {
                    for variable in &decl.vars {
                        self.declare_value(variable.name, ValueName::Global(self.program.globals.len() as u32));
                        let global = self.variable(variable);
                        self.program.globals.push(global);
                    }
                }
                Decl::Function(decl) => self.declare_function(decl),
                Decl::Procedure(decl) => self.declare_procedure(decl),
                Decl::Type(_) | Decl::Datatype(_) | Decl::Axiom(_) | Decl::Implementation(_) => {}
            }
        }
    }

    /// Without its where clause, which may speak of what is declared later.
    fn variable(&mut self, variable: &ast::Variable) -> typed::Variable {
        let ty = self.ty(&variable.ty);
        typed::Variable { name: variable.name.symbol, ty, where_: None, at: variable.name.at }
    }

    fn declare_function(&mut self, decl: &'a ast::FunctionDecl) {
        if ast::has_attribute(&decl.attributes, "constructor") && self.declare_old_style_ctor(decl) {
            return;
        }
        let type_params = self.open_type_params(&decl.type_params);
        let params = decl.params.iter().map(|(_, ty)| self.ty(ty)).collect();
        let result = self.ty(&decl.result);
        self.type_scope.clear();
        let builtin = ["bvbuiltin", "builtin"].iter().find_map(|name| ast::attribute_text(&decl.attributes, name));
        self.declare_function_name(decl.name, FunctionName::Function(self.program.functions.len() as u32));
        self.program.functions.push(typed::Function {
            name: decl.name.symbol,
            type_params,
            params,
            result,
            body: None,
            builtin: builtin.map(str::to_string),
        });
    }

    /// `function {:constructor} C(x: int): D;` with `type {:datatype} D;`.
    fn declare_old_style_ctor(&mut self, decl: &'a ast::FunctionDecl) -> bool {
        let Type::Named { name, args } = &decl.result else { return false };
        let Some(TypeName::Datatype(index)) = self.types.get(&name.symbol).copied() else { return false };
        let datatype = &self.program.datatypes[index as usize];
        // The constructor's own type parameters stand for the datatype's, by position in the result.
        let mut scope = Vec::new();
        for (arg, param) in args.iter().zip(&datatype.params) {
            if let Type::Named { name, .. } = arg {
                scope.push((name.symbol, Ty::Param(*param)));
            }
        }
        self.type_scope = scope;
        let fields: Vec<(Name, &Type)> = decl
            .params
            .iter()
            .enumerate()
            .map(|(position, (field, ty))| {
                let unnamed = Name { symbol: Symbol::new(&format!("field{position}")), at: decl.name.at };
                (field.unwrap_or(unnamed), ty)
            })
            .collect();
        let names: Vec<Name> = fields.iter().map(|(name, _)| *name).collect();
        let ctor = self.declare_ctor(index, decl.name, fields);
        self.type_scope.clear();
        for (position, field) in names.into_iter().enumerate() {
            let selector = Symbol::new(&format!("{}#{}", field.symbol, decl.name.symbol));
            let entry = FunctionName::Selector(index, ctor, position as u32);
            self.declare_function_name(Name { symbol: selector, at: field.at }, entry);
        }
        let tester = Symbol::new(&format!("is#{}", decl.name.symbol));
        self.declare_function_name(Name { symbol: tester, at: decl.name.at }, FunctionName::Tester(index, ctor));
        true
    }

    fn declare_procedure(&mut self, decl: &'a ast::ProcedureDecl) {
        let index = self.program.procedures.len() as u32;
        if self.procedures.insert(decl.name.symbol, index).is_some() {
            self.fail(decl.name.at, format!("procedure `{}` is declared twice", decl.name.symbol));
        }
        let type_params = self.open_type_params(&decl.signature.type_params);
        let signature = &decl.signature;
        let formals = signature.ins.iter().chain(&signature.outs).map(|formal| self.variable(formal)).collect();
        self.type_scope.clear();
        self.program.procedures.push(typed::Procedure {
            name: decl.name.symbol,
            type_params,
            formals,
            ins: signature.ins.len(),
            requires: Vec::new(),
            ensures: Vec::new(),
            modifies: Vec::new(),
            lacks_clause: false,
            bodies: Vec::new(),
            at: decl.name.at,
        });
    }

    pub(super) fn check_definitions(&mut self, program: &'a ast::Program) {
        // Contracts first: a call needs the callee's modifies clause.
        let mut next_procedure = 0;
        for decl in &program.decls {
            if let Decl::Procedure(decl) = decl {
                self.check_contract(next_procedure, decl);
                next_procedure += 1;
            }
        }
        self.infer_modifies(program);
        let (mut next_function, mut next_global, mut next_procedure) = (0, 0, 0);
        for decl in &program.decls {
            match decl {
                Decl::Axiom(decl) => {
                    self.state = State::None;
                    self.mentions = Mentions::default();
                    let formula = self.condition(&decl.formula);
                    let mut mentions = std::mem::take(&mut self.mentions);
                    for list in [&mut mentions.functions, &mut mentions.consts] {
                        list.sort_unstable();
                        list.dedup();
                    }
                    self.program.axioms.push(typed::Axiom { formula, mentions });
                }
                Decl::Function(decl) => {
                    let known = self.functions.get(&decl.name.symbol);
                    if matches!(known, Some(FunctionName::Ctor(..))) {
                        continue;
                    }
                    self.check_function_body(next_function, decl);
                    next_function += 1;
                }
                Decl::Var(decl) => {
                    self.state = State::One;
                    for variable in &decl.vars {
                        let where_ = variable.where_.as_ref().map(|where_| self.condition(where_));
                        self.program.globals[next_global].where_ = where_;
                        next_global += 1;
                    }
                }
                Decl::Procedure(decl) => {
                    if let Some(body) = &decl.body {
                        self.check_body(next_procedure, &decl.signature, body);
                    }
                    next_procedure += 1;
                }
                Decl::Implementation(decl) => self.check_implementation(decl),
                Decl::Const(decl) => {
                    for (_, parent) in decl.extends.iter().flat_map(|extends| &extends.parents) {
                        if !matches!(self.values.get(&parent.symbol), Some(ValueName::Const(_))) {
                            self.fail(parent.at, format!("`{}` is not a constant", parent.symbol));
                        }
                    }
                }
                Decl::Type(_) | Decl::Datatype(_) => {}
            }
        }
    }

    fn check_function_body(&mut self, index: usize, decl: &'a ast::FunctionDecl) {
        let Some(body) = &decl.body else { return };
        let function = &self.program.functions[index];
        let (params, result) = (function.params.clone(), function.result.clone());
        self.reopen(&function.type_params.clone());
        self.state = State::None;
        for ((name, _), ty) in decl.params.iter().zip(params) {
            match name {
                Some(name) => self.declare_local(*name, ty),
                None => self.local_types.push(ty),
            }
        }
        let body = self.expr_of(body, &result);
        self.close();
        self.program.functions[index].body = Some(body);
    }

    /// Opens a scope with known type parameters.
    pub(super) fn reopen(&mut self, params: &[TypeParam]) {
        self.type_scope.extend(params.iter().map(|param| (param.name, Ty::Param(*param))));
    }

    pub(super) fn close(&mut self) {
        self.type_scope.clear();
        self.locals.clear();
        self.local_types.clear();
    }

    pub(super) fn declare_local(&mut self, name: Name, ty: Ty) {
        let index = self.local_types.len() as u32;
        self.local_types.push(ty);
        if self.locals.insert(name.symbol, index).is_some() {
            self.fail(name.at, format!("`{}` is declared twice", name.symbol));
        }
    }

    fn check_contract(&mut self, index: usize, decl: &'a ast::ProcedureDecl) {
        let procedure = &self.program.procedures[index];
        let (types, ins) =
            (procedure.formals.iter().map(|formal| formal.ty.clone()).collect::<Vec<_>>(), procedure.ins);
        self.reopen(&procedure.type_params.clone());
        let formals: Vec<&ast::Variable> = decl.signature.ins.iter().chain(&decl.signature.outs).collect();
        for (formal, ty) in formals[..ins].iter().zip(&types) {
            self.declare_local(formal.name, ty.clone());
        }
        self.state = State::One;
        let mut requires = Vec::new();
        for spec in &decl.specs {
            if let Spec::Requires(condition) = spec {
                requires.push(self.contract_condition(condition));
            }
        }
        for (formal, ty) in formals.iter().zip(&types).skip(ins) {
            self.declare_local(formal.name, ty.clone());
        }
        let wheres: Vec<Option<typed::Expr>> =
            formals.iter().map(|formal| formal.where_.as_ref().map(|where_| self.condition(where_))).collect();
        self.state = State::Two;
        let (mut ensures, mut modifies) = (Vec::new(), Vec::new());
        for spec in &decl.specs {
            match spec {
                Spec::Requires(_) => {}
                Spec::Ensures(condition) => ensures.push(self.contract_condition(condition)),
                Spec::Modifies(names) => modifies.extend(names.iter().filter_map(|name| self.modified(*name))),
            }
        }
        self.close();
        let procedure = &mut self.program.procedures[index];
        for (formal, where_) in procedure.formals.iter_mut().zip(wheres) {
            formal.where_ = where_;
        }
        procedure.requires = requires;
        procedure.ensures = ensures;
        modifies.sort_unstable();
        modifies.dedup();
        procedure.modifies = modifies;
    }

    pub(super) fn contract_condition(&mut self, condition: &'a ast::Condition) -> typed::Condition {
        typed::Condition { free: condition.free, condition: self.condition(&condition.condition) }
    }

    fn modified(&mut self, name: Name) -> Option<u32> {
        match self.values.get(&name.symbol) {
            Some(ValueName::Global(index)) => Some(*index),
            Some(ValueName::Const(_)) => {
                self.fail(name.at, format!("`{}` is a constant, which nothing can modify", name.symbol));
                None
            }
            None => {
                self.fail(name.at, format!("undeclared global variable `{}`", name.symbol));
                None
            }
        }
    }

    fn check_implementation(&mut self, decl: &'a ast::ImplementationDecl) {
        let Some(index) = self.procedures.get(&decl.name.symbol).copied() else {
            let name = decl.name.symbol;
            self.fail(decl.name.at, format!("implementation of `{name}`, which is not declared as a procedure"));
            return;
        };
        self.check_body(index as usize, &decl.signature, &decl.body);
    }

    /// Do the implementation's parameters fit the procedure's? Opens their scope.
    pub(super) fn open_signature(&mut self, index: usize, signature: &'a ast::Signature, at: ast::At) -> bool {
        let procedure = &self.program.procedures[index];
        let (name, ins) = (procedure.name, procedure.ins);
        let type_params = procedure.type_params.clone();
        let types: Vec<Ty> = procedure.formals.iter().map(|formal| formal.ty.clone()).collect();
        let outs = types.len() - ins;
        if (signature.ins.len(), signature.outs.len(), signature.type_params.len()) != (ins, outs, type_params.len()) {
            let found = format!("{} in and {} out", signature.ins.len(), signature.outs.len());
            self.fail(at, format!("procedure `{name}` has {ins} in- and {outs} out-parameters, not {found}"));
            return false;
        }
        for (name, param) in signature.type_params.iter().zip(type_params) {
            self.type_scope.push((name.symbol, Ty::Param(param)));
        }
        for (formal, expected) in signature.ins.iter().chain(&signature.outs).zip(types) {
            let found = self.ty(&formal.ty);
            if !self.unifier.unify(&found, &expected) {
                let formal_name = formal.name.symbol;
                let text = format!("`{formal_name}` has type `{found}` here and `{expected}` in procedure `{name}`");
                self.fail(formal.name.at, text);
            }
            self.declare_local(formal.name, expected);
        }
        true
    }

    /// A formula, of type bool.
    pub(super) fn condition(&mut self, expr: &'a ast::Expr) -> typed::Expr {
        self.expr_of(expr, &Ty::Bool)
    }

    /// An expression of that type, as a whole: types still unknown after it stay unknown.
    pub(super) fn expr_of(&mut self, expr: &'a ast::Expr, expected: &Ty) -> typed::Expr {
        let typed = self.infer(expr);
        self.expect(&typed, expected);
        self.finish(typed)
    }

    pub(super) fn finish(&mut self, mut typed: typed::Expr) -> typed::Expr {
        if self.unifier.is_used() {
            typed.for_each_type_mut(&mut |ty| *ty = self.unifier.finish(ty));
            self.unifier.clear();
        }
        typed
    }
}

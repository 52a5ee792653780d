//! Imports, as the import system does them: packages before what is in them, each module once, and
//! what is bound so far where modules import each other.
//!
//! A module that is loaded becomes an attribute of its package. Of modules that are not there, those
//! of the standard library are known by name (`standard`); whether any other can be imported is not
//! known, and the same in both versions.

use ir::{Function, FunctionKind};
use ruff_python_ast as ast;
use value::{Op, Sort, Symbol};

use crate::call::Target;
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;
use crate::module::{Import, is_accelerator};
use crate::runtime::ctors;
use crate::standard;

impl<'a> Lowerer<'a, '_> {
    pub(crate) fn import_stmt(&mut self, stmt: &'a ast::StmtImport) {
        for alias in &stmt.names {
            let import =
                Import { level: 0, path: alias.name.to_string(), name: None, binds_leaf: alias.asname.is_some() };
            self.load_path(&alias.name);
            let bound = match &alias.asname {
                Some(name) => name.to_string(),
                None => alias.name.split('.').next().unwrap_or_default().to_string(),
            };
            if let Some((package, leaf)) = self.lowering.attribute_meant(self.module, &import) {
                self.import_member(package, &leaf, &bound, &import);
                continue;
            }
            let target = self.lowering.import_target(self.module, &import);
            self.bind_import(&bound, &target);
        }
    }

    pub(crate) fn import_from_stmt(&mut self, stmt: &'a ast::StmtImportFrom) {
        let path = stmt.module.as_ref().map(ToString::to_string).unwrap_or_default();
        if path == "__future__" && stmt.level == 0 {
            return;
        }
        if stmt.names.is_empty() {
            // Nothing that it takes is needed, but the module is loaded.
            let import = Import { level: stmt.level, path: path.clone(), name: None, binds_leaf: true };
            if let Some(absolute) = self.lowering.absolute(self.module, &import) {
                self.load_path(&absolute);
            }
        }
        for alias in &stmt.names {
            let import =
                Import { level: stmt.level, path: path.clone(), name: Some(alias.name.to_string()), binds_leaf: true };
            let Some(absolute) = self.lowering.absolute(self.module, &import) else {
                return self.unsupported("a relative import of a file that is read without its package");
            };
            if is_accelerator(&self.this_module().name, &absolute) && self.lowering.module(&absolute).is_none() {
                return self.raise_about("ModuleNotFoundError", &absolute);
            }
            self.load_path(&absolute);
            if alias.name.as_str() == "*" {
                if self.lowering.module(&absolute).is_some() {
                    self.unsupported("a star import");
                }
                continue;
            }
            let bound = alias.asname.as_ref().unwrap_or(&alias.name).to_string();
            match self.lowering.module(&absolute) {
                Some(module) => self.import_member(module, &alias.name, &bound, &import),
                None => self.import_outside_name(&absolute, &alias.name, &bound),
            }
        }
    }

    /// `from path import name as bound`, of a module of the program: what the module binds, else the
    /// module of that name within it.
    fn import_member(&mut self, module: usize, name: &str, bound: &str, import: &Import) {
        let row = &self.lowering.modules[module];
        let leaf = format!("{}.{name}", row.name);
        let has_leaf = self.lowering.module(&leaf).is_some();
        if row.has_star && !has_leaf {
            return self.unsupported("a name that a star import may bind");
        }
        if !row.binds(name) && !has_leaf {
            if row.binds("__getattr__") || (name.starts_with("__") && name.ends_with("__")) {
                return self.unsupported("an attribute that a module makes when it is asked for");
            }
            return self.raise_about("ImportError", &leaf);
        }
        let target = self.lowering.import_target(self.module, import);
        let cell = self.global_cell(module, name);
        let value = self.b.get(cell, ctors().value);
        let is_surely_bound =
            self.code.is_some() && self.lowering.is_quiet && self.lowering.modules[module].only_binding(name).is_some();
        let (found, missing, end) = (self.b.block(), self.b.block(), self.b.block());
        let result = self.b.block_param(end, ctors().value);
        let unbound = match is_surely_bound {
            true => self.b.bool(false),
            false => self.b.apply(Op::Is(ctors().unbound), &[value]),
        };
        self.b.branch(unbound, missing, found);
        self.b.seal(found);
        self.b.seal(missing);
        self.b.switch_to(missing);
        if has_leaf {
            self.load_path(&leaf);
            let leaf = self.constant(ctors().module, &leaf);
            let leaf = self.boxed(leaf);
            self.b.jump(end, &[leaf]);
            self.dead();
        } else if self.lowering.modules[module].binds("__getattr__") {
            self.unsupported("an attribute that a module makes when it is asked for");
        } else {
            self.raise_about("ImportError", &leaf);
        }
        self.b.switch_to(found);
        self.b.jump(end, &[value]);
        self.b.seal(end);
        self.b.switch_to(end);
        if let Target::Code(code) = target
            && (self.code.is_some() || self.lowering.global_target(self.module, bound) != target)
        {
            self.lowering.take(code);
        }
        self.assign_name(bound, Operand::Value(result));
    }

    /// The same of a module that is not there.
    fn import_outside_name(&mut self, module: &str, name: &str, bound: &str) {
        let path = format!("{module}.{name}");
        if self.lowering.module(&path).is_some() {
            self.load_path(&path);
            let value = self.constant(ctors().module, &path);
            return self.assign_name(bound, value);
        }
        if standard::is_module(module) {
            if !standard::is_path(&path) {
                return self.raise_about("ImportError", &path);
            }
        } else if !self.lowering.shared.library.has_module(module) {
            self.depends_on(&format!("{module} has {name}"), "ImportError");
        }
        let value = self.named_outside(&path);
        self.assign_name(bound, value);
    }

    fn bind_import(&mut self, name: &str, target: &Target) {
        let value = match target {
            Target::Module(module) => {
                let name = self.lowering.modules[*module].name.clone();
                self.constant(ctors().module, &name)
            }
            Target::External(path) => self.constant(ctors().module, path),
            _ => return self.unsupported("this import"),
        };
        self.assign_name(name, value);
    }

    /// Loads a module and the packages around it.
    pub(crate) fn load_path(&mut self, path: &str) {
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        for end in ends.collect::<Vec<_>>() {
            let path = &path[..end];
            match self.lowering.module(path) {
                Some(module) => self.load(module),
                None => self.import_outside(path),
            }
        }
    }

    /// Imports a module that is not there.
    fn import_outside(&mut self, path: &str) {
        let root = path.split('.').next().unwrap_or(path);
        let is_library = self.lowering.shared.library.has_module(path);
        if standard::is_module(path) || path.is_empty() || is_library || !self.is_alive() {
            return;
        }
        let package = path.rsplit_once('.').and_then(|(package, _)| self.lowering.module(package));
        let is_namespace = self.lowering.modules.iter().any(|module| module.name.starts_with(&format!("{path}.")));
        if is_namespace {
            return;
        }
        if standard::is_module(root) || package.is_some() {
            return self.raise_about("ModuleNotFoundError", path);
        }
        self.depends_on(&format!("import {path}"), "ModuleNotFoundError");
    }

    /// Goes on where something holds of the code outside; nobody knows whether it does, but it is the
    /// same in both versions.
    fn depends_on(&mut self, what: &str, error: &str) {
        if self.code.is_none() && self.handler.is_none() && !self.is_probe {
            return self.import_step(what);
        }
        let id = self.lowering.outside_fact(what);
        let holds = self.call(id, &[], &[Sort::bool()])[0];
        self.guard(holds, |lowerer| lowerer.raise_about(error, what));
    }

    /// Runs the top level of a module once; the module is then an attribute of its package.
    pub(crate) fn load(&mut self, module: usize) {
        let path = self.lowering.modules[module].name.clone();
        let cell = self.lowering.shared.cells.global(&format!("{path}.<loaded>"));
        if self.code.is_none() && !self.is_probe {
            self.lowering.note_load(self.module, module);
        }
        let state = self.b.get(cell, ctors().value);
        let (run, end) = (self.b.block(), self.b.block());
        let fresh = self.b.apply(Op::Is(ctors().unbound), &[state]);
        self.b.branch(fresh, run, end);
        self.b.seal(run);
        self.b.switch_to(run);
        let loaded = self.boxed(Operand::None);
        self.b.set(cell, loaded);
        let init = self.lowering.init(module);
        let caught = self.b.block();
        let exception = self.b.block_param(caught, ctors().value);
        let outer = self.handler.replace(caught);
        self.call(init, &[], &[]);
        self.handler = outer;
        if let Some((package, leaf)) = path.rsplit_once('.')
            && let Some(package) = self.lowering.module(package)
        {
            let attribute = self.global_cell(package, leaf);
            let value = self.constant(ctors().module, &path);
            let value = self.boxed(value);
            self.b.set(attribute, value);
        }
        self.b.jump(end, &[]);
        // A module whose top level raises is not kept.
        self.b.seal(caught);
        self.b.switch_to(caught);
        let unbound = self.b.constant(ctors().unbound_value(), ctors().value);
        self.b.set(cell, unbound);
        self.raise_value(exception);
        self.b.seal(end);
        self.b.switch_to(end);
    }
}

impl Lowering<'_> {
    /// A function without arguments that gives a truth which depends on the machine alone.
    fn outside_fact(&mut self, what: &str) -> ir::FnId {
        self.outside_answer(format!("outside: {what}"), Sort::bool())
    }

    /// A function without arguments that gives the number of something from outside that has a name.
    pub(crate) fn outside_number(&mut self, name: &str) -> ir::FnId {
        self.outside_answer(format!("outside value: {name}"), Sort::int())
    }

    fn outside_answer(&mut self, name: String, sort: Sort) -> ir::FnId {
        if let Some(id) = self.declared(&name) {
            return id;
        }
        let id = self.declare(name.clone());
        let function = Function {
            name: Symbol::new(&name),
            params: vec![],
            results: vec![sort],
            raises: None,
            kind: FunctionKind::Pure,
        };
        self.define(id, function);
        id
    }
}

//! Declarations and types.

use crate::ast::*;

use super::Printer;
use super::expr::Level;

impl Printer {
    pub(super) fn ty(&mut self, ty: &Type) {
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

    pub(super) fn decl(&mut self, decl: &Decl) {
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

    pub(super) fn datatype(&mut self, decl: &DatatypeDecl) {
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

    pub(super) fn constant(&mut self, decl: &ConstDecl) {
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

    pub(super) fn function(&mut self, decl: &FunctionDecl) {
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

    pub(super) fn variable(&mut self, variable: &Variable) {
        self.attributes(&variable.attributes);
        self.name(&variable.name.symbol);
        self.put(": ");
        self.ty(&variable.ty);
        if let Some(where_) = &variable.where_ {
            self.put(" where ");
            self.expr(where_, Level::Any);
        }
    }

    pub(super) fn var_decl(&mut self, decl: &VarDecl) {
        self.put("var ");
        self.attributes(&decl.attributes);
        self.list(&decl.vars, Self::variable);
        self.put(";\n");
    }

    pub(super) fn signature(&mut self, signature: &Signature) {
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

    pub(super) fn spec(&mut self, spec: &Spec) {
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

    pub(super) fn condition(&mut self, word: &str, condition: &Condition) {
        self.put(if condition.free { "free " } else { "" });
        self.put(word);
        self.put(" ");
        self.attributes(&condition.attributes);
        self.expr(&condition.condition, Level::Any);
        self.put(";\n");
    }
}

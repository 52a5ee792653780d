//! Resolves names and checks types: from the tree as written to [`typed::Program`].
//!
//! Everything wrong is reported, each thing once: an expression that was reported has the type
//! [`Ty::Error`], which fits everywhere. Constants and variables share one space of names;
//! functions, procedures and types have their own.

mod decl;
mod expr;
mod modifies;
mod stmt;
mod types;

use rustc_hash::FxHashMap;
use value::Symbol;

use crate::ast::{self, At, Decl};
use crate::message::Message;
use crate::typed::{self, Mentions};
use crate::types::{Ty, TypeParam, Unifier};

pub(crate) fn check(program: &ast::Program) -> Result<typed::Program, Vec<Message>> {
    let mut checker = Checker::default();
    checker.declare_types(program);
    checker.declare_values(program);
    checker.check_definitions(program);
    checker.check_datatypes(program);
    if checker.messages.is_empty() { Ok(checker.program) } else { Err(checker.messages) }
}

#[derive(Default)]
struct Checker<'a> {
    program: typed::Program,
    messages: Vec<Message>,
    types: FxHashMap<Symbol, TypeName<'a>>,
    /// Constants and global variables.
    values: FxHashMap<Symbol, ValueName>,
    functions: FxHashMap<Symbol, FunctionName>,
    procedures: FxHashMap<Symbol, u32>,

    // What the expression being checked may use.
    type_scope: Vec<(Symbol, Ty)>,
    locals: FxHashMap<Symbol, u32>,
    local_types: Vec<Ty>,
    bound: Vec<(Symbol, u32, Ty)>,
    state: State,
    /// Numbers given out to type parameters, bound variables and breakable statements.
    numbers: u32,
    unifier: Unifier,
    mentions: Mentions,
}

#[derive(Copy, Clone)]
enum TypeName<'a> {
    Declared {
        params: usize,
    },
    Synonym(&'a ast::TypeDecl),
    /// A synonym, while its own definition is looked at.
    Expanding,
    Datatype(u32),
}

#[derive(Copy, Clone)]
enum ValueName {
    Const(u32),
    Global(u32),
}

#[derive(Copy, Clone)]
enum FunctionName {
    Function(u32),
    Ctor(u32, u32),
    /// `x#C`, of datatypes declared by attributes.
    Selector(u32, u32, u32),
    /// `is#C`.
    Tester(u32, u32),
}

/// Which states an expression may speak of.
#[derive(Copy, Clone, PartialEq, Eq, Default)]
enum State {
    /// None: axioms, functions.
    #[default]
    None,
    /// The current one.
    One,
    /// The current one and, by `old`, that at the start of the procedure.
    Two,
}

impl<'a> Checker<'a> {
    fn fail(&mut self, at: At, text: impl Into<String>) {
        self.messages.push(Message { at, text: text.into() });
    }

    fn number(&mut self) -> u32 {
        self.numbers += 1;
        self.numbers
    }

    /// Brings type parameters into scope; the caller takes them out by truncating the scope.
    fn open_type_params(&mut self, names: &[ast::Name]) -> Vec<TypeParam> {
        let mut params: Vec<TypeParam> = Vec::new();
        for name in names {
            if params.iter().any(|param| param.name == name.symbol) {
                self.fail(name.at, format!("type parameter `{}` is declared twice", name.symbol));
            }
            let param = TypeParam { number: self.number(), name: name.symbol };
            self.type_scope.push((name.symbol, Ty::Param(param)));
            params.push(param);
        }
        params
    }

    fn declare_types(&mut self, program: &'a ast::Program) {
        for decl in &program.decls {
            let (name, entry) = match decl {
                Decl::Type(decl) if decl.synonym.is_some() => (decl.name, TypeName::Synonym(decl)),
                Decl::Type(decl) if ast::has_attribute(&decl.attributes, "datatype") => {
                    (decl.name, self.new_datatype(decl.name.symbol))
                }
                Decl::Type(decl) => (decl.name, TypeName::Declared { params: decl.params.len() }),
                Decl::Datatype(decl) => (decl.name, self.new_datatype(decl.name.symbol)),
                Decl::Const(_)
                | Decl::Function(_)
                | Decl::Axiom(_)
                | Decl::Var(_)
                | Decl::Procedure(_)
                | Decl::Implementation(_) => continue,
            };
            if types::builtin(name.symbol).is_some() {
                self.fail(name.at, format!("type `{}` is built in", name.symbol));
            } else if self.types.insert(name.symbol, entry).is_some() {
                self.fail(name.at, format!("type `{}` is declared twice", name.symbol));
            }
        }
        // The parameters before the fields: datatypes may use each other.
        for decl in &program.decls {
            let (name, params) = match decl {
                Decl::Type(decl) if ast::has_attribute(&decl.attributes, "datatype") => (decl.name, &decl.params),
                Decl::Datatype(decl) => (decl.name, &decl.params),
                _ => continue,
            };
            if let Some(TypeName::Datatype(index)) = self.types.get(&name.symbol).copied() {
                let params = self.open_type_params(params);
                self.type_scope.clear();
                self.program.datatypes[index as usize].params = params;
            }
        }
        for decl in &program.decls {
            match decl {
                Decl::Type(synonym @ ast::TypeDecl { synonym: Some(ty), .. }) => self.check_synonym(synonym, ty),
                Decl::Datatype(decl) => self.declare_ctors(decl),
                _ => {}
            }
        }
    }

    /// A datatype needs a value that ends.
    fn check_datatypes(&mut self, program: &'a ast::Program) {
        let grounded = grounded(&self.program);
        for decl in &program.decls {
            let name = match decl {
                Decl::Type(decl) => decl.name,
                Decl::Datatype(decl) => decl.name,
                _ => continue,
            };
            if let Some(TypeName::Datatype(index)) = self.types.get(&name.symbol).copied()
                && grounded[index as usize].is_none()
            {
                self.fail(name.at, format!("datatype `{}` has no finite value", name.symbol));
            }
        }
    }

    fn new_datatype(&mut self, name: Symbol) -> TypeName<'a> {
        self.program.datatypes.push(typed::Datatype { name, params: Vec::new(), ctors: Vec::new() });
        TypeName::Datatype(self.program.datatypes.len() as u32 - 1)
    }
}

/// For each datatype the first constructor found that makes a finite value; `None`: none does.
pub(crate) fn grounded(program: &typed::Program) -> Vec<Option<usize>> {
    let indices: FxHashMap<Symbol, usize> =
        program.datatypes.iter().enumerate().map(|(index, each)| (each.name, index)).collect();
    let mut grounded: Vec<Option<usize>> = vec![None; program.datatypes.len()];
    loop {
        let mut changed = false;
        for (index, datatype) in program.datatypes.iter().enumerate() {
            if grounded[index].is_some() {
                continue;
            }
            let ready = |ctor: &typed::Ctor| ctor.fields.iter().all(|(_, ty)| is_grounded(ty, &indices, &grounded));
            grounded[index] = datatype.ctors.iter().position(ready);
            changed |= grounded[index].is_some();
        }
        if !changed {
            return grounded;
        }
    }
}

fn is_grounded(ty: &Ty, indices: &FxHashMap<Symbol, usize>, grounded: &[Option<usize>]) -> bool {
    match ty {
        Ty::Con(name, _) => indices.get(name).is_none_or(|index| grounded[*index].is_some()),
        Ty::Map(map) => is_grounded(&map.value, indices, grounded),
        _ => true,
    }
}

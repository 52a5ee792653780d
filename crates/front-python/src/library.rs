//! Functions of a library that is not read, as its stub declares them.
//!
//! With [`crate::Options::library`], calls of such functions are calls of functions without a body, over plain
//! arguments: numbers, truth values, text, and *handles*, which are values that only the library knows. A
//! handle is `Outside(n)`, and 0 stands for None. A call may raise; whoever would catch that gets stuck.

use std::collections::{BTreeMap, BTreeSet};

use ir::entry::{RAISES, Source};
use ir::{FnId, Function, FunctionKind, Param, Reach, ValueId};
use ruff_python_ast::{self as ast, Expr, Stmt};
use value::{Op, Sort, Symbol};

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;
use crate::module::Module;
use crate::runtime::ctors;
use crate::types::{self, Type};

/// A module that is not read, with what declares its functions: a stub, or its source.
#[derive(Clone, Debug)]
pub struct Stub {
    pub module: String,
    pub source: Option<Source>,
}

/// A function as it is declared.
#[derive(Clone, Debug)]
pub(crate) struct Declared {
    params: Vec<(String, Type)>,
    result: Type,
}

/// All that is declared.
#[derive(Clone, Debug, Default)]
pub(crate) struct Declarations {
    modules: BTreeSet<String>,
    /// By path: `strlib.find`.
    functions: BTreeMap<String, Declared>,
}

impl Declarations {
    pub(crate) fn read(stubs: &[Stub]) -> Declarations {
        let mut declarations = Declarations::default();
        for stub in stubs {
            let parts: Vec<&str> = stub.module.split('.').collect();
            declarations.modules.extend((1..=parts.len()).map(|count| parts[..count].join(".")));
            let Some(source) = &stub.source else { continue };
            let Ok(parsed) = ruff_python_parser::parse_module(&source.text) else { continue };
            for stmt in &parsed.into_syntax().body {
                if let Stmt::FunctionDef(def) = stmt {
                    declarations.functions.insert(format!("{}.{}", stub.module, def.name), declared(def));
                }
            }
        }
        declarations
    }

    pub(crate) fn has_module(&self, path: &str) -> bool {
        self.modules.contains(path)
    }

    /// The functions that give objects.
    pub(crate) fn makers(&self) -> BTreeSet<String> {
        let makes = |row: &Declared| matches!(row.result, Type::Handle(_) | Type::MaybeHandle(_));
        self.functions.iter().filter(|(_, row)| makes(row)).map(|(path, _)| path.clone()).collect()
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.modules.is_empty()
    }

    fn of(&self, path: &str) -> Option<Option<&Declared>> {
        let (module, _) = path.rsplit_once('.')?;
        self.has_module(module).then(|| self.functions.get(path))
    }

    /// The type that the library declares for what this name is handed to it as.
    pub(crate) fn type_of_use(&self, name: &str, body: &[Stmt], module: &Module) -> Option<Type> {
        let mut search = Uses { declarations: self, name, module, found: None };
        ast::visitor::walk_body(&mut search, body);
        search.found
    }
}

fn declared(def: &ast::StmtFunctionDef) -> Declared {
    let read =
        |annotation: Option<&Expr>| annotation.map_or(Type::Other("?".into()), |expr| handle(types::as_spelled(expr)));
    let params = def.parameters.posonlyargs.iter().chain(&def.parameters.args).chain(&def.parameters.kwonlyargs);
    Declared {
        params: params.map(|row| (row.parameter.name.to_string(), read(row.parameter.annotation.as_deref()))).collect(),
        result: read(def.returns.as_deref()),
    }
}

/// What is no plain value is known to the library alone.
pub(crate) fn handle(type_: Type) -> Type {
    match type_ {
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => type_,
        Type::Other(name) => Type::Handle(name),
        Type::Union(types) if types.contains(&Type::None) && types.len() == 2 => {
            let other = types.into_iter().find(|type_| *type_ != Type::None).unwrap_or(Type::None);
            match handle(other) {
                Type::Handle(name) => Type::MaybeHandle(name),
                other => Type::Other(format!("{other} | None")),
            }
        }
        other => Type::Other(other.to_string()),
    }
}

fn sort_of(type_: &Type) -> Option<Sort> {
    Some(match type_ {
        Type::Int | Type::Handle(_) | Type::MaybeHandle(_) => Sort::int(),
        Type::Bool => Sort::bool(),
        Type::Float => crate::expr::float_sort(),
        Type::Str => Sort::string(),
        Type::None
        | Type::List(_)
        | Type::Tuple(_)
        | Type::TupleOf(_)
        | Type::Named(_)
        | Type::Dict(..)
        | Type::Set(_)
        | Type::Union(_)
        | Type::Other(_)
        | Type::Instance(..)
        | Type::Member(..)
        | Type::Literal(_)
        | Type::Any => {
            return None;
        }
    })
}

/// Looks for a call that hands the name to a declared function.
struct Uses<'u> {
    declarations: &'u Declarations,
    name: &'u str,
    module: &'u Module,
    found: Option<Type>,
}

impl Uses<'_> {
    fn path(&self, func: &Expr) -> Option<String> {
        match func {
            Expr::Name(name) => {
                let import = self.module.imported.get(name.id.as_str())?;
                Some(format!("{}.{}", import.path, import.name.as_ref()?))
            }
            Expr::Attribute(attribute) => {
                let Expr::Name(value) = &*attribute.value else { return None };
                let import = self.module.imported.get(value.id.as_str())?;
                Some(format!("{}.{}", import.path, attribute.attr))
            }
            _ => None,
        }
    }
}

impl<'a> ast::visitor::Visitor<'a> for Uses<'_> {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Call(call) = expr
            && let Some(path) = self.path(&call.func)
            && let Some(Some(declared)) = self.declarations.of(&path)
        {
            for (arg, (_, type_)) in call.arguments.args.iter().zip(&declared.params) {
                if matches!(arg, Expr::Name(name) if name.id.as_str() == self.name) && self.found.is_none() {
                    self.found = Some(type_.clone()).filter(|type_| sort_of(type_).is_some());
                }
            }
        }
        ast::visitor::walk_expr(self, expr);
    }
}

impl<'a> Lowerer<'a, '_> {
    /// A call of a function of a library that is not read. `None`: the path is none.
    pub(crate) fn call_library(&mut self, path: &str, arguments: &Arguments) -> Option<Operand> {
        let declared = self.lowering.shared.library.of(path)?.cloned();
        let Some(declared) = declared else {
            return Some(self.unsupported_value(&format!("a call of {path}, which nothing declares")));
        };
        if self.handler.is_some() {
            return Some(self.unsupported_value(&format!("a handler for what {path} may raise")));
        }
        let Some(args) = self.library_arguments(path, &declared, arguments) else { return Some(Operand::None) };
        let (sort, is_none) = (sort_of(&declared.result), declared.result == Type::None);
        if sort.is_none() && !is_none {
            let what = format!("a value of type {}, which {path} gives", declared.result);
            return Some(self.unsupported_value(&what));
        }
        let name = path.rsplit('.').next().unwrap_or(path);
        self.lowering.shared.given_by_library.insert(format!("{name} gives {}", declared.result));
        let results: Vec<Sort> = sort.into_iter().collect();
        let raises = self.lowering.library_function(&format!("{path}{RAISES}"), &declared, vec![Sort::bool()]);
        let raised = self.call(raises, &args, &[Sort::bool()])[0];
        let returned = self.b.not(raised);
        self.guard(returned, |lowerer| lowerer.raise_about(&format!("what {path} raises"), path));
        let function = self.lowering.library_function(path, &declared, results.clone());
        let given = self.call(function, &args, &results);
        let Some(given) = given.first().copied() else { return Some(Operand::None) };
        Some(match declared.result {
            Type::Int => Operand::Int(given),
            Type::Bool => Operand::Bool(given),
            Type::Str => Operand::Str(given),
            Type::Float => Operand::Value(self.b.construct(ctors().float, &[given])),
            Type::MaybeHandle(_) => self.outside_or_none(given),
            _ => Operand::Value(self.b.construct(ctors().outside, &[given])),
        })
    }

    /// What is of that number outside; 0 is None.
    pub(crate) fn outside_or_none(&mut self, number: ValueId) -> Operand {
        let zero = self.b.int(0);
        let is_none = self.b.eq(number, zero);
        let none = self.boxed(Operand::None);
        let outside = self.b.construct(ctors().outside, &[number]);
        Operand::Value(self.b.apply(Op::Ite, &[is_none, none, outside]))
    }

    /// One plain value for each parameter; `None`: a call that is not understood.
    fn library_arguments(&mut self, path: &str, declared: &Declared, arguments: &Arguments) -> Option<Vec<ValueId>> {
        let mut given: Vec<Option<Operand>> = arguments.positional.iter().copied().map(Some).collect();
        given.resize(given.len().max(declared.params.len()), None);
        for (name, value) in &arguments.keywords {
            let place = declared.params.iter().position(|(param, _)| param == name);
            match place.filter(|place| given[*place].is_none()) {
                Some(place) => given[place] = Some(*value),
                None => {
                    self.unsupported(&format!("a call of {path} with other arguments than it declares"));
                    return None;
                }
            }
        }
        if given.len() != declared.params.len() || given.iter().any(Option::is_none) {
            self.unsupported(&format!("a call of {path} with other arguments than it declares"));
            return None;
        }
        let rows = given.into_iter().flatten().zip(declared.params.clone());
        rows.map(|(value, (name, type_))| self.library_argument(path, &name, &type_, value)).collect()
    }

    fn library_argument(&mut self, path: &str, name: &str, type_: &Type, value: Operand) -> Option<ValueId> {
        let (ctor, raw) = match (type_, value) {
            (Type::Int, Operand::Int(raw)) | (Type::Bool, Operand::Bool(raw)) | (Type::Str, Operand::Str(raw)) => {
                return Some(raw);
            }
            (Type::Int, _) => (ctors().int, false),
            (Type::Bool, _) => (ctors().bool, false),
            (Type::Str, _) => (ctors().str, false),
            (Type::Float, _) => (ctors().float, false),
            (Type::Handle(_), _) => (ctors().outside, false),
            (Type::MaybeHandle(_), _) => (ctors().outside, true),
            _ => {
                self.unsupported(&format!("the parameter {name} of {path}, whose type is not known"));
                return None;
            }
        };
        let value = self.boxed(value);
        let is = self.b.apply(Op::Is(ctor), &[value]);
        let none = self.b.apply(Op::Is(ctors().none), &[value]);
        let fits = if raw { self.b.apply(Op::Or, &[is, none]) } else { is };
        let what = format!("a value that is no {type_}, handed to {path}");
        self.guard(fits, |lowerer| lowerer.unsupported(&what));
        // Of None the field is 0.
        Some(self.b.apply(Op::Field(ctor, 0), &[value]))
    }
}

impl Lowering<'_> {
    fn library_function(&mut self, name: &str, declared: &Declared, results: Vec<Sort>) -> FnId {
        self.declared(name).unwrap_or_else(|| {
            let param = |(name, type_): &(String, Type)| Some(Param { name: Symbol::new(name), sort: sort_of(type_)? });
            self.add(Function {
                name: Symbol::new(name),
                params: declared.params.iter().filter_map(param).collect(),
                results,
                raises: None,
                kind: FunctionKind::External { reads: Vec::new(), writes: Vec::new(), reach: Reach::Cells },
            })
        })
    }
}

/// A parameter or result in the words of the source: its name and its type.
pub(crate) type Named = (String, String);

/// The functions that a module declares: name, parameters, result.
pub fn declared_functions(source: &Source) -> Vec<(String, Vec<Named>, String)> {
    let Ok(parsed) = ruff_python_parser::parse_module(&source.text) else { return Vec::new() };
    let mut found = Vec::new();
    for stmt in &parsed.into_syntax().body {
        if let Stmt::FunctionDef(def) = stmt {
            let Declared { params, result } = declared(def);
            let params = params.into_iter().map(|(name, type_)| (name, type_.to_string())).collect();
            found.push((def.name.to_string(), params, result.to_string()));
        }
    }
    found
}

/// The modules that a file imports, by their whole paths, but for those of the standard library.
pub fn imported_modules(source: &Source) -> Vec<String> {
    let Ok(parsed) = ruff_python_parser::parse_module(&source.text) else { return Vec::new() };
    let mut found = BTreeSet::new();
    for stmt in &parsed.into_syntax().body {
        match stmt {
            Stmt::Import(import) => found.extend(import.names.iter().map(|alias| alias.name.to_string())),
            Stmt::ImportFrom(import) if import.level == 0 => {
                found.extend(import.module.as_ref().map(ToString::to_string));
            }
            _ => {}
        }
    }
    found.into_iter().filter(|path| !crate::standard::is_module(path.split('.').next().unwrap_or(path))).collect()
}

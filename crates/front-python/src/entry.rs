//! The function around the client: plain inputs in, observations out.
//!
//! It runs the top level of the client's module, builds the arguments, calls the client, and
//! reduces an exception to what counts as the same. Lists among the arguments are kept in the
//! observed cell `<arguments>`, so that what the client does to them is seen.

use ir::build::FunctionBuilder;
use ir::entry::{Assumption, AssumptionKind, Entry, Pair, SourceError};
use ir::{CellRole, FnId, Param, Program, SourceFile, ValueId};
use ruff_python_ast as ast;
use rustc_hash::FxHashSet;
use value::{Ctor, IntOp, Op, Sort, Symbol, Value};

use crate::call::Arguments;
use crate::expr::float_sort;
use crate::function::{Lowerer, Operand};
use crate::lower::{Lowered, Lowering, Shared, Signature, final_id};
use crate::module::Module;
use crate::notation::Python;
use crate::outside;
use crate::prelude::Prelude;
use crate::program::{self, FunctionPath, Loaded};
use crate::runtime::{Cells, ctors};
use crate::types::{self, Choice, Type};
use crate::{Client, Exceptions, Fault, Options, Version};

/// A parameter of the client, as the entry supplies it.
struct Input {
    name: String,
    type_: Type,
}

pub(crate) fn lower(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<Pair, SourceError> {
    let library = match old.is_file && new.is_file {
        true => Some(program::library_name(old, new, client, options)?),
        false => None,
    };
    let old_loaded = program::load(old, client, library.as_deref())?;
    let new_loaded = program::load(new, client, library.as_deref())?;
    let (inputs, mut assumptions) = inputs(&old_loaded, &new_loaded, client, options)?;
    let fault = match options.fault {
        Some(Fault::Prelude(sound, faulty)) => Some((sound, faulty)),
        _ => None,
    };
    let mut shared = Shared {
        cells: Cells::default(),
        prelude: Prelude::new(fault),
        fault: options.fault,
        flag_assertions: options.flag_assertions,
        changed: FxHashSet::default(),
        modules: Default::default(),
    };
    let mut old_parts = lower_version(&old_loaded, &mut shared, &inputs, options);
    let mut new_parts = lower_version(&new_loaded, &mut shared, &inputs, options);
    let steps = outside::join(&mut old_parts.lowered.steps, &mut new_parts.lowered.steps);
    if !steps.is_empty() {
        assumptions.push(Assumption { kind: AssumptionKind::DeterministicOutside, detail: outside_detail(&steps) });
    }
    observe(&mut shared, &[&old_loaded.modules, &new_loaded.modules]);
    let entry = |parts: Parts, loaded: &Loaded, is_old: bool| {
        let files =
            loaded.modules.iter().map(|module| SourceFile { name: module.source_name.clone(), text: module.text() });
        let id = |id| final_id(id, shared.prelude.len());
        let mut code = parts.lowered.code(&shared.prelude);
        // Code of one version only is never taken to be the same in both.
        let modules = shared.modules.iter().filter(|_| is_old);
        code.extend(modules.map(|module| (Symbol::new(module), id(parts.entry))));
        let program = Program {
            files: files.collect(),
            cells: shared.cells.table.clone(),
            code,
            functions: parts.lowered.assemble(&shared.prelude).into_iter().collect(),
            axioms: Vec::new(),
        };
        Entry { program, entry: id(parts.entry), client: id(parts.client) }
    };
    Ok(Pair {
        client: client.function.clone(),
        parameters: inputs.iter().map(|input| input.name.clone()).collect(),
        old: entry(old_parts, &old_loaded, true),
        new: entry(new_parts, &new_loaded, false),
        assumptions,
        notation: Box::new(Python),
    })
}

/// Some of the steps, and how many there are.
fn outside_detail(steps: &[String]) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = steps.iter().take(SHOWN).map(String::as_str).collect();
    let rest = match steps.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("loading runs code outside, which does the same in both versions: {}{rest}", shown.join("; "))
}

/// The parameters that both versions of the client share, with their types.
fn inputs(
    old: &Loaded,
    new: &Loaded,
    client: &Client,
    options: &Options,
) -> Result<(Vec<Input>, Vec<Assumption>), SourceError> {
    let (old_def, new_def) = (client_def(old), client_def(new));
    let (old_signature, new_signature) = (Signature::of(&old_def.parameters), Signature::of(&new_def.parameters));
    let mut inputs = Vec::new();
    let mut assumptions = Vec::new();
    let skip_self = usize::from(old.function.class.is_some());
    for (index, parameter) in old_signature.parameters().enumerate().skip(skip_self) {
        let twin = new_signature.parameters().find(|twin| twin.name == parameter.name);
        if twin.is_none() {
            if parameter.default.is_some() {
                continue;
            }
            return Err(mismatch(old, client, &parameter.name, "OLD"));
        }
        let _ = index;
        let choice = choose(parameter, &old_def.body, twin, &new_def.body, options);
        if !choice.is_given {
            let detail = format!("{} taken as {}", parameter.name, choice.type_);
            assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
        }
        inputs.push(Input { name: parameter.name.clone(), type_: choice.type_ });
    }
    for parameter in new_signature.parameters().skip(skip_self) {
        let known = old_signature.parameters().any(|twin| twin.name == parameter.name);
        if !known && parameter.default.is_none() {
            return Err(mismatch(new, client, &parameter.name, "NEW"));
        }
    }
    for signature in [&old_signature, &new_signature] {
        for rest in signature.rest.iter().chain(&signature.keywords) {
            let detail = format!("{rest} taken as empty");
            let assumption = Assumption { kind: AssumptionKind::ParameterType, detail };
            if !assumptions.contains(&assumption) {
                assumptions.push(assumption);
            }
        }
    }
    Ok((inputs, assumptions))
}

fn client_def(loaded: &Loaded) -> &ast::StmtFunctionDef {
    program::find_def(&loaded.modules[loaded.client], &loaded.function).expect("found by load")
}

fn mismatch(loaded: &Loaded, client: &Client, parameter: &str, version: &str) -> SourceError {
    let module = &loaded.modules[loaded.client];
    let message =
        format!("`{}` has the parameter `{parameter}` in {version} only, and it has no default", client.function);
    let mut error = SourceError::new(&module.source_name, None, message);
    error.messages[0].advice = Some("compare a client that calls both versions alike".into());
    error
}

fn choose(
    parameter: &crate::lower::Parameter<'_>,
    old_body: &[ast::Stmt],
    twin: Option<&crate::lower::Parameter<'_>>,
    _new_body: &[ast::Stmt],
    options: &Options,
) -> Choice {
    let given = options.types.iter().find(|(name, _)| *name == parameter.name);
    if let Some(type_) = given.and_then(|(_, text)| types::parse(text)) {
        return Choice { type_, is_given: true };
    }
    let annotation = parameter.annotation.or(twin.and_then(|twin| twin.annotation));
    if let Some(annotation) = annotation {
        return Choice { type_: types::of_annotation(annotation), is_given: true };
    }
    Choice { type_: types::guess(&parameter.name, parameter.default, old_body), is_given: false }
}

/// Globals that either version may change, or whose contents can change, are observed.
fn observe(shared: &mut Shared, versions: &[&Vec<Module>]) {
    for modules in versions {
        for module in *modules {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_plain = module.names[name].iter().all(|binding| is_constant(binding.kind));
                if !is_plain || module.written.contains(name) {
                    let cell = shared.cells.find(&format!("{}.{name}", module.name));
                    if let Some(cell) = cell.filter(|cell| !is_plain || shared.changed.contains(cell)) {
                        shared.cells.table[cell].role = CellRole::Global;
                    }
                }
            }
        }
    }
    let changed: Vec<ir::CellId> = shared.cells.table.ids().filter(|cell| shared.changed.contains(cell)).collect();
    for cell in changed {
        shared.cells.table[cell].role = CellRole::Global;
    }
}

fn is_constant(kind: crate::module::BindingKind) -> bool {
    use crate::module::BindingKind;
    match kind {
        BindingKind::Function(_) | BindingKind::Class(_) | BindingKind::Import | BindingKind::Constant => true,
        BindingKind::Other => false,
    }
}

/// One version, lowered.
struct Parts {
    lowered: Lowered,
    entry: FnId,
    client: FnId,
}

fn lower_version(loaded: &Loaded, shared: &mut Shared, inputs: &[Input], options: &Options) -> Parts {
    let mut lowering = Lowering::new(&loaded.modules, shared);
    let (entry, client) = Builder::entry(&mut lowering, loaded.client, &loaded.function, inputs, options);
    lowering.run();
    Parts { lowered: lowering.finish(), entry, client }
}

struct Builder<'a, 'l> {
    lowerer: Lowerer<'a, 'l>,
    /// The entry's parameters so far.
    next: usize,
    /// Lists made so far, with their types.
    lists: Vec<(Type, ValueId)>,
}

impl<'a, 'l> Builder<'a, 'l> {
    fn entry(
        lowering: &'l mut Lowering<'a>,
        module: usize,
        function: &FunctionPath,
        inputs: &[Input],
        options: &Options,
    ) -> (FnId, FnId) {
        let value = ctors().value;
        let mut params = Vec::new();
        let mut lists = Vec::new();
        for input in inputs {
            plain_params(&input.name, &input.type_, &mut lists, &mut params);
        }
        let builder = FunctionBuilder::new("<entry>", params, vec![value], Some(value)).of_front_end();
        let lowerer = Lowerer::new(lowering, module, builder);
        let mut entry = Builder { lowerer, next: 0, lists: Vec::new() };
        let client = entry.body(function, inputs, options);
        let Builder { lowerer, .. } = entry;
        let function = lowerer.b.finish();
        let id = lowerer.lowering.add(function);
        (id, client)
    }

    fn body(&mut self, function: &FunctionPath, inputs: &[Input], options: &Options) -> FnId {
        let module = self.lowerer.module;
        let caught = self.lowerer.b.block();
        let exception = self.lowerer.b.block_param(caught, ctors().value);
        self.lowerer.handler = Some(caught);
        let path = self.lowerer.this_module().name.clone();
        self.lowerer.load_path(&path);
        let mut arguments = Arguments::default();
        for input in inputs {
            let value = self.argument(&input.type_);
            arguments.keywords.push((input.name.clone(), value));
        }
        let kept: Vec<Operand> = arguments.keywords.iter().map(|(_, value)| *value).collect();
        let kept = inputs.iter().any(|input| is_mutable(&input.type_)).then(|| self.lowerer.items(&kept));
        let raised = self.lowerer.b.block();
        let of_client = self.lowerer.b.block_param(raised, ctors().value);
        self.lowerer.handler = Some(raised);
        let client = self.call(function, &mut arguments, kept);
        self.lowerer.b.seal(raised);
        self.lowerer.b.switch_to(raised);
        self.keep(kept);
        self.lowerer.b.jump(caught, &[of_client]);
        self.lowerer.handler = None;
        self.lowerer.b.seal(caught);
        self.lowerer.b.switch_to(caught);
        self.reduce(exception, options.exceptions);
        client
    }

    /// Shows what became of the arguments. It is done after the call, so that it counts as changed
    /// by it: what is returned may be one of them.
    fn keep(&mut self, arguments: Option<ValueId>) {
        let Some(arguments) = arguments else { return };
        let items = Sort::seq(ctors().value);
        let cells = &mut self.lowerer.lowering.shared.cells;
        let cell = cells.get("<arguments>", items, CellRole::Global, Value::seq(Vec::new()));
        self.lowerer.b.set(cell, arguments);
    }

    fn call(&mut self, function: &FunctionPath, arguments: &mut Arguments, kept: Option<ValueId>) -> FnId {
        let lowerer = &mut self.lowerer;
        let modules = lowerer.lowering.modules;
        let module = lowerer.module;
        let def = program::find_def(&modules[module], function).expect("found by load");
        let within = match &function.class {
            Some(class) => format!("{}.{class}", modules[module].name),
            None => modules[module].name.clone(),
        };
        let code = lowerer.lowering.code_of_def(module, None, &within, def);
        let id = lowerer.lowering.function(code);
        if function.class.is_some() {
            lowerer.unsupported("a method as a client");
            return id;
        }
        if !def.decorator_list.is_empty() {
            lowerer.unsupported("a decorated function as a client");
            return id;
        }
        // Parameters that cannot be named go by position.
        let signature = lowerer.lowering.codes[code].signature.clone();
        for parameter in signature.positional.iter().take(signature.positional_only) {
            if let Some(place) = arguments.keywords.iter().position(|(name, _)| *name == parameter.name) {
                let (_, value) = arguments.keywords.remove(place);
                arguments.positional.push(value);
            }
        }
        let result = lowerer.call_code(code, None, arguments);
        let result = lowerer.boxed(result);
        let result = lowerer.py("observed", &[result])[0];
        self.keep(kept);
        self.lowerer.b.return_(&[result]);
        self.lowerer.dead();
        id
    }

    /// Raises what counts of an exception.
    fn reduce(&mut self, exception: ValueId, exceptions: Exceptions) {
        let b = &mut self.lowerer.b;
        let kind = b.apply(Op::Field(ctors().exception, 0), &[exception]);
        let none = b.apply(Op::SeqOf(ctors().value), &[]);
        let reduced = match exceptions {
            Exceptions::Type => b.construct(ctors().exception, &[kind, none]),
            Exceptions::Any => {
                let any = b.constant(Value::Atom(Symbol::new("Exception")), Sort::atom());
                b.construct(ctors().exception, &[any, none])
            }
            Exceptions::Message => self.lowerer.py("observed", &[exception])[0],
        };
        self.lowerer.b.raise(reduced);
    }

    fn input(&mut self) -> ValueId {
        let value = self.lowerer.b.param(self.next);
        self.next += 1;
        value
    }

    /// Builds an argument of that type from the next inputs.
    fn argument(&mut self, type_: &Type) -> Operand {
        match type_ {
            Type::Int => Operand::Int(self.input()),
            Type::Bool => Operand::Bool(self.input()),
            Type::None => Operand::None,
            Type::Float => {
                let float = self.input();
                Operand::Value(self.lowerer.b.construct(ctors().float, &[float]))
            }
            Type::Str => {
                let text = self.input();
                self.lowerer.py("assume_text", &[text]);
                Operand::Str(text)
            }
            Type::List(element) => self.list(type_, element),
            Type::TupleOf(element) => match wrapper(element) {
                Some(_) => {
                    let items = self.wrapped(element);
                    Operand::Tuple(items)
                }
                None => self.lowerer.unsupported_value(&format!("a parameter of type {type_}")),
            },
            Type::Tuple(elements) => {
                let items: Vec<Operand> = elements.iter().map(|element| self.argument(element)).collect();
                Operand::Tuple(self.lowerer.items(&items))
            }
            Type::Union(types) => self.union(types),
            Type::Other(name) => self.lowerer.unsupported_value(&format!("a parameter of type {name}")),
        }
    }

    fn wrapped(&mut self, element: &Type) -> ValueId {
        let ctor = wrapper(element).expect("checked by the caller");
        let items = self.input();
        self.lowerer.b.apply(Op::SeqWrap(ctor), &[items])
    }

    /// A new list, or one that was made before.
    fn list(&mut self, type_: &Type, element: &Type) -> Operand {
        if wrapper(element).is_none() {
            return self.lowerer.unsupported_value(&format!("a parameter of type {type_}"));
        }
        let items = self.wrapped(element);
        let list = self.lowerer.new_list(items);
        let mut list = self.lowerer.boxed(list);
        let twins: Vec<ValueId> =
            self.lists.iter().filter(|(known, _)| known == type_).map(|(_, list)| *list).collect();
        for twin in twins {
            let is_twin = self.input();
            // Of a union, it may be something else.
            let is_list = self.lowerer.b.apply(Op::Is(ctors().list), &[twin]);
            let is_twin = self.lowerer.b.apply(Op::And, &[is_twin, is_list]);
            list = self.lowerer.b.apply(Op::Ite, &[is_twin, twin, list]);
        }
        self.lists.push((type_.clone(), list));
        Operand::Value(list)
    }

    /// A number says which of the types it is.
    fn union(&mut self, types: &[Type]) -> Operand {
        let which = self.input();
        let zero = self.lowerer.b.int(0);
        let count = self.lowerer.b.int(types.len());
        let from = self.lowerer.b.int_op(IntOp::Le, &[zero, which]);
        let to = self.lowerer.b.int_op(IntOp::Lt, &[which, count]);
        let in_range = self.lowerer.b.apply(Op::And, &[from, to]);
        self.lowerer.b.assume(in_range);
        let end = self.lowerer.b.block();
        let result = self.lowerer.b.block_param(end, ctors().value);
        for (index, type_) in types.iter().enumerate() {
            let (here, other) = (self.lowerer.b.block(), self.lowerer.b.block());
            let number = self.lowerer.b.int(index);
            let is = self.lowerer.b.eq(which, number);
            self.lowerer.b.branch(is, here, other);
            self.lowerer.b.seal(here);
            self.lowerer.b.seal(other);
            self.lowerer.b.switch_to(here);
            let lists = self.lists.clone();
            let value = self.argument(type_);
            self.lists = lists;
            let value = self.lowerer.boxed(value);
            self.lowerer.b.jump(end, &[value]);
            self.lowerer.b.switch_to(other);
        }
        self.lowerer.unsupported("no type of the union");
        self.lowerer.b.seal(end);
        self.lowerer.b.switch_to(end);
        // Only one kind of list can be told from the value.
        if let Some(list) = only_list(types) {
            self.lists.push((list.clone(), result));
        }
        Operand::Value(result)
    }
}

/// The type of list that a union has, if it is the only one.
fn only_list(types: &[Type]) -> Option<&Type> {
    let mut lists = types.iter().filter(|type_| matches!(type_, Type::List(element) if wrapper(element).is_some()));
    let list = lists.next()?;
    lists.next().is_none().then_some(list)
}

/// The constructor that makes a value of a plain term, for the elements of a sequence.
fn wrapper(type_: &Type) -> Option<Ctor> {
    Some(match type_ {
        Type::Int => ctors().int,
        Type::Bool => ctors().bool,
        Type::Float => ctors().float,
        _ => return None,
    })
}

fn is_mutable(type_: &Type) -> bool {
    match type_ {
        Type::List(_) | Type::Other(_) => true,
        Type::Tuple(types) | Type::Union(types) => types.iter().any(is_mutable),
        Type::TupleOf(element) => is_mutable(element),
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str => false,
    }
}

/// The plain inputs that an argument of that type is made of, in the order they are taken.
fn plain_params(name: &str, type_: &Type, lists: &mut Vec<Type>, params: &mut Vec<Param>) {
    let mut add = |name: &str, sort: Sort| params.push(Param { name: Symbol::new(name), sort });
    match type_ {
        Type::Int => add(name, Sort::int()),
        Type::Bool => add(name, Sort::bool()),
        Type::Float => add(name, float_sort()),
        Type::Str => add(name, Sort::string()),
        Type::None | Type::Other(_) => {}
        Type::TupleOf(element) | Type::List(element) => {
            let Some(ctor) = wrapper(element) else { return };
            add(name, Sort::seq(ctor.definition().fields[0].1));
            if let Type::List(_) = type_ {
                for index in lists.iter().enumerate().filter(|(_, known)| *known == type_).map(|(index, _)| index) {
                    add(&format!("{name} is list {}", index + 1), Sort::bool());
                }
                lists.push(type_.clone());
            }
        }
        Type::Tuple(types) => {
            for (index, type_) in types.iter().enumerate() {
                plain_params(&format!("{name}[{index}]"), type_, lists, params);
            }
        }
        Type::Union(types) => {
            add(&format!("type of {name}"), Sort::int());
            for type_ in types {
                let mut lists = lists.clone();
                plain_params(name, type_, &mut lists, params);
            }
            lists.extend(only_list(types).cloned());
        }
    }
}

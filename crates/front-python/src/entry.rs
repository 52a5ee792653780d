//! The function around the client: plain inputs in, observations out.
//!
//! It runs the top level of the client's module, builds the arguments, calls the client, and
//! reduces an exception to what counts as the same. Lists among the arguments are kept in the
//! observed cell `<arguments>`, so that what the client does to them is seen.

use std::collections::BTreeSet;
use std::sync::Arc;

use ir::build::FunctionBuilder;
use ir::entry::{Assumption, AssumptionKind, Entry, Pair, Passing, Prior, SourceError};
use ir::{CellRole, FnId, Param, Program, SourceFile, ValueId};
use ruff_python_ast as ast;
use rustc_hash::FxHashSet;
use value::{Ctor, IntOp, Op, Sort, Symbol, Table, Value};

use crate::call::Arguments;
use crate::calling::{self, Ways};
use crate::expr::{float_sort, literal};
use crate::function::{Lowerer, Operand};
use crate::generator::Form;
use crate::guess;
use crate::keys::{Digest, is_text};
use crate::library::Declarations;
use crate::lower::{Lowered, Lowering, Parameter, Shared, Signature, final_id};
use crate::module::{BindingKind, Module, Node};
use crate::notation::{self, Before, Python};
use crate::object::Family;
use crate::outcome::SLIPPED;
use crate::outside;
use crate::program::{self, Definition, Loaded};
use crate::runtime::{PLAIN_TUPLE, ctors};
use crate::setters;
use crate::slice;
use crate::spread::Spread;
use crate::state::{self, Changing, Held, Start};
use crate::types::{self, Around, Choice, Type};
use crate::unmodelled::unmodelled;
use crate::{Client, Options, Version};

/// A parameter of the client, as the entry supplies it.
#[derive(Clone)]
struct Input {
    name: String,
    type_: Type,
    /// Its annotation rules None out.
    is_something: bool,
}

/// Both versions, with what counts for the client.
fn load(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<[Loaded; 2], SourceError> {
    load_with(old, new, client, options, &[])
}

/// The same, with what these steps call.
fn load_with(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
    steps: &[Prior],
) -> Result<[Loaded; 2], SourceError> {
    let mut loaded = load_whole(old, new, client, options)?;
    slice::slice(&mut loaded, options, steps);
    if let Some(what) = unmodelled(&loaded, [old, new]) {
        loaded.iter_mut().for_each(|loaded| loaded.unknown = loaded.unknown.take().or(Some(what.clone())));
    }
    Ok(loaded)
}

/// Both versions as they are.
pub(crate) fn load_whole(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<[Loaded; 2], SourceError> {
    let library = match old.is_file && new.is_file {
        true => Some(program::library_name(old, new, client, options)?),
        false => None,
    };
    let mut loaded = [program::load(old, client, library.as_deref())?, program::load(new, client, library.as_deref())?];
    let unread = [loaded[0].unread_of(old), loaded[1].unread_of(new)];
    let is_one = |[old, new]: &[Loaded; 2]| {
        old.modules.len() == new.modules.len() && old.modules.iter().zip(&new.modules).all(|(a, b)| a.is_one_with(b))
    };
    // Where nothing at all was changed, it does not matter what is not known.
    if unread[0] != unread[1] || !is_one(&loaded) {
        let [old, new] = &mut loaded;
        [old.unknown, new.unknown] = unread.map(|unread| unread.spelled());
    }
    Ok(loaded)
}

/// Both versions as they are, with nothing told apart in them: enough to look at definitions, and quick.
fn read(old: &Version, new: &Version, client: &Client, options: &Options) -> Result<[Loaded; 2], SourceError> {
    let mut loaded = load_whole(old, new, client, options)?;
    loaded.iter_mut().for_each(|loaded| loaded.whole.clone_from(&loaded.modules));
    Ok(loaded)
}

/// Is the client's own code written in another way in the new version, apart from annotations and docstrings?
pub(crate) fn is_changed(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<bool, SourceError> {
    let [old, new] = load_whole(old, new, client, options)?;
    let text = |loaded: &Loaded| {
        let (def, mut digest) = (bare(client_def(loaded)), Digest::default());
        digest.undocumented_head(&def);
        def.body.iter().filter(|stmt| !is_text(stmt)).for_each(|stmt| digest.stmt(stmt));
        digest.words()
    };
    Ok(text(&old) != text(&new))
}

/// The definition without annotations.
fn bare(def: &ast::StmtFunctionDef) -> ast::StmtFunctionDef {
    let mut def = def.clone();
    def.returns = None;
    let parameters = &mut *def.parameters;
    let named = parameters.posonlyargs.iter_mut().chain(&mut parameters.args).chain(&mut parameters.kwonlyargs);
    named.for_each(|row| row.parameter.annotation = None);
    let rest = parameters.vararg.iter_mut().chain(&mut parameters.kwarg);
    rest.for_each(|row| row.annotation = None);
    def
}

/// The types that the client's parameters are taken to have, in order.
pub(crate) fn parameter_types(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<String>, SourceError> {
    let [old, new] = load(old, new, client, options)?;
    let interface = interface(&old, &new, options);
    // What a method is called of is none of its parameters here.
    let is_first = old.function.class.is_some() && !interface.is_method;
    let spelled = |input: &Input| match &input.type_ {
        Type::Instance(class, _) | Type::Member(class, _) => class.rsplit('.').next().unwrap_or(class).to_string(),
        other => other.to_string(),
    };
    Ok(interface.inputs.iter().skip(usize::from(is_first)).map(spelled).collect())
}

/// What is taken for granted of the state before the call.
pub(crate) fn on_state(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<Assumption>, SourceError> {
    let (pair, _) = lower(old, new, client, options, &Start::AnyState)?;
    let is_on_state = |assumption: &Assumption| assumption.kind == AssumptionKind::InitialState;
    Ok(pair.assumptions.into_iter().filter(is_on_state).collect())
}

/// Both versions, and what of their state calls can change.
pub(crate) fn lower(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
    start: &Start,
) -> Result<(Pair, Changing), SourceError> {
    let (start, steps) = match start {
        Start::After(steps) => (start, &steps[..]),
        Start::Loaded | Start::AnyState => (start, &[][..]),
    };
    let [old_loaded, new_loaded] = load_with(old, new, client, options, steps)?;
    let versions = [&old_loaded, &new_loaded];
    let earlier: Vec<Step> = steps.iter().map(|step| Step::of(step, versions, options)).collect();
    let interface = interface(&old_loaded, &new_loaded, options);
    let mut shared = Shared::new(options);
    shared.look_at_classes(old_loaded.modules.iter().chain(&new_loaded.modules));
    shared.others.extend(versions.iter().flat_map(|loaded| loaded.others.iter().cloned()));
    let understood = lower_both(versions, interface, start, &earlier, shared);
    let Both { shared, interface, mut parts, held } =
        match options.opaque && !options.flag_assertions && understood.gets_stuck() {
            true => lower_opened(versions, understood, options, start, &earlier),
            false => understood,
        };
    let mut assumptions = interface.assumptions.clone();
    if *start == Start::AnyState {
        assumptions.extend(setters::assumptions(versions, &held));
    }
    let call = |step: &Step| {
        let name = step.setter.as_ref().map_or(&client.function, |setter| &setter.spelled);
        (name.clone(), step.inputs(&interface).iter().map(|input| input.type_.clone()).collect())
    };
    let before = Before { calls: earlier.iter().map(call).collect() };
    let steps = {
        let [old, new] = &mut parts;
        let imports = old_loaded.outside.iter().chain(&new_loaded.outside).map(|path| format!("import {path}"));
        let mut steps: BTreeSet<String> = imports.collect();
        steps.extend(outside::join(&mut old.lowered.steps, &mut new.lowered.steps));
        steps
    };
    if !steps.is_empty() {
        assumptions.push(Assumption { kind: AssumptionKind::DeterministicOutside, detail: outside_detail(&steps) });
    }
    if !shared.outside_values.is_empty() {
        let detail = format!("these are the same in both versions: {}", some_of(&shared.outside_values));
        assumptions.push(Assumption { kind: AssumptionKind::DeterministicOutside, detail });
    }
    if !shared.given_by_library.is_empty() {
        let given: Vec<&str> = shared.given_by_library.iter().map(String::as_str).collect();
        let detail = format!("library functions give what they declare: {}", given.join(", "));
        assumptions.push(Assumption { kind: AssumptionKind::External, detail });
    }
    let asks_interpreter = old_loaded.asks_interpreter || new_loaded.asks_interpreter;
    if asks_interpreter || standard_imports(&old_loaded) != standard_imports(&new_loaded) {
        let detail = format!("the standard library is that of {}", crate::standard::INTERPRETER);
        assumptions.push(Assumption { kind: AssumptionKind::Build, detail });
    }
    if shared.has_paths {
        let detail = "os.path is that of systems whose separator is a slash".to_owned();
        assumptions.push(Assumption { kind: AssumptionKind::Build, detail });
    }
    let mut shared = shared;
    for module in old_loaded.whole.iter().chain(&new_loaded.whole) {
        for name in module.scope_names().filter(|name| module.can_change(name) || !module.is_bound_once(name)) {
            if let Some(cell) = shared.cells.find(&format!("{}.{name}", module.name)) {
                shared.cells.can_change(cell);
            }
        }
    }
    observe(&mut shared, &[&old_loaded.whole, &new_loaded.whole]);
    let [old_parts, new_parts] = parts;
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
            functions: parts.lowered.assemble(&shared).into_iter().collect(),
            axioms: Vec::new(),
            world: Vec::new(),
            from_outside: shared.outside.then_some(ctors().outside),
        };
        Entry { program, entry: id(parts.entry), client: id(parts.client) }
    };
    let of_client = interface.inputs.iter().map(|input| (input.name.clone(), &input.type_));
    let of_steps = earlier.iter().enumerate().flat_map(|(number, step)| {
        step.inputs(&interface).iter().map(move |input| (of_call(&input.name, number), &input.type_))
    });
    let words = notation::words(of_client.chain(of_steps));
    let pair = Pair {
        client: client.function.clone(),
        parameters: interface.inputs.iter().map(|input| input.name.clone()).collect(),
        old: entry(old_parts, &old_loaded, true),
        new: entry(new_parts, &new_loaded, false),
        assumptions,
        slips: (interface.is_guessed || shared.has_name_errors).then(|| Symbol::new(SLIPPED)),
        is_same_code: false,
        library: Default::default(),
        notation: Box::new(Python {
            ways: interface.ways,
            stars: interface.stars,
            before,
            words,
            makers: shared.library.makers(),
        }),
    };
    let changing = match start {
        Start::AnyState => Changing::of(versions, held),
        Start::Loaded | Start::After(_) => Changing { held, setters: Vec::new() },
    };
    Ok((pair, changing))
}

/// The parameters of the client whose types follow from what is done with them, where that tells.
pub(crate) fn guessed_types(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<Vec<(String, String)>, SourceError> {
    let [old, new] = read(old, new, client, options)?;
    let (old_def, new_def) = (client_def(&old), client_def(&new));
    let (old_signature, new_signature) = (Signature::of(&old_def.parameters), Signature::of(&new_def.parameters));
    let library = Declarations::read(&options.library);
    let type_of = |parameter: &Parameter<'_>| {
        let twin = new_signature.parameters().find(|twin| twin.name == parameter.name);
        let choice = choose(parameter, &old_def.body, twin, &new_def.body, options, [&old, &new], &library);
        let is_told = choice.is_guessed && !choice.type_.is_open();
        is_told.then(|| (parameter.name.clone(), choice.type_.to_string()))
    };
    let skip_self = usize::from(old.function.class.is_some());
    Ok(old_signature.parameters().skip(skip_self).filter_map(type_of).collect())
}

/// Both versions, lowered side by side.
struct Both {
    shared: Shared,
    interface: Interface,
    parts: [Parts; 2],
    held: Vec<Held>,
}

impl Both {
    /// Is there code, or a parameter, that is not understood?
    fn gets_stuck(&self) -> bool {
        self.interface.is_open() || self.parts.iter().any(|parts| !parts.lowered.stuck().is_empty())
    }
}

fn lower_both(versions: [&Loaded; 2], interface: Interface, start: &Start, steps: &[Step], shared: Shared) -> Both {
    let mut shared = shared;
    shared.is_guessed = interface.is_guessed;
    let mut setting = Setting { steps, held: Vec::new(), is_known: true };
    let mut interface = interface;
    let both = |shared: &mut Shared, interface: &Interface, setting: &Setting<'_>| {
        [0, 1].map(|side| {
            shared.side = side;
            lower_version(versions[side], shared, interface, setting)
        })
    };
    let mut parts = both(&mut shared, &interface, &setting);
    // What can change is known once both versions are lowered.
    let mut held = state::held(versions, &shared.cells);
    // Steps outside may look at anything.
    let is_read = |cell: ir::CellId| shared.outside || parts.iter().any(|parts| parts.lowered.reads(cell));
    held.extend(state::held_by_classes(versions, &shared, &is_read));
    for row in state::held_by_decorators(versions, &shared.cells, &is_read) {
        if !held.iter().any(|known| known.module == row.module && known.name == row.name) {
            held.push(row);
        }
    }
    if shared.outside {
        // What nothing is known of is anything.
        held.iter_mut().for_each(|row| row.type_ = row.type_.take().map(Type::opened).or(Some(Type::Any)));
    }
    held.extend(state::replaced_methods(versions));
    let is_any_state = *start == Start::AnyState && !held.is_empty();
    if is_any_state {
        let mut starts_alike = |row: &Held| {
            state::starts_alike(versions, row)
                || (shared.outside && starts_with_the_same_code(versions, &mut shared, row))
        };
        setting.is_known = held.iter().all(|row| row.type_.is_some() && starts_alike(row));
        setting.held.clone_from(&held);
    }
    interface.catches_recursion = parts[0].lowered.recursion.or(parts[1].lowered.recursion).is_caught;
    if is_any_state || interface.catches_recursion {
        parts = both(&mut shared, &interface, &setting);
    }
    Both { shared, interface, parts, held }
}

/// Is what the variable starts with made by code that means the same in both versions?
fn starts_with_the_same_code(versions: [&Loaded; 2], shared: &mut Shared, row: &Held) -> bool {
    let [old, new] = [0, 1].map(|side| {
        shared.side = side;
        let index = versions[side].modules.iter().position(|module| module.name == row.module)?;
        let value = state::first_value(&versions[side].modules[index], &row.name)?;
        Lowering::new(&versions[side].modules, shared).meaning(index, outside::Unknown::Expr(value))
    });
    old.is_some() && old == new
}

/// Lowers once more, with outside steps for what is not understood.
fn lower_opened(versions: [&Loaded; 2], first: Both, options: &Options, start: &Start, steps: &[Step]) -> Both {
    let stuck: BTreeSet<String> = first.parts.iter().flat_map(|parts| parts.lowered.stuck()).collect();
    let mut shared = Shared::new(options);
    shared.look_at_classes(versions.iter().flat_map(|loaded| &loaded.modules));
    shared.others.extend(versions.iter().flat_map(|loaded| loaded.others.iter().cloned()));
    shared.outside = true;
    shared.apart = versions.map(|loaded| {
        let definition = definition(loaded);
        Some((definition.module, definition.def.range))
    });
    let [old_members, new_members] = [0, 1].map(|side| {
        shared.side = side;
        Lowering::new(&versions[side].whole, &mut shared).members()
    });
    shared.affected = old_members.affected(&new_members);
    let [old_keys, new_keys] = [0, 1].map(|side| {
        shared.side = side;
        Lowering::new(&versions[side].modules, &mut shared).function_keys(&stuck)
    });
    let is_same = |(name, key): &(&String, &String)| new_keys.get(*name) == Some(key);
    shared.shared_unknowns = old_keys.iter().filter(is_same).map(|(name, _)| name.clone()).collect();
    lower_both(versions, first.interface.opened(), start, steps, shared)
}

/// A call that comes before the client's.
struct Step {
    /// `None`: the client itself.
    setter: Option<Setter>,
}

/// A function that may set what the client finds.
struct Setter {
    /// As one calls it beside the client.
    spelled: String,
    /// Both versions, with the function in the client's place.
    sides: [Loaded; 2],
    inputs: Vec<Input>,
}

impl Step {
    fn of(step: &Prior, versions: [&Loaded; 2], options: &Options) -> Step {
        let setter = match step {
            Prior::Call(path) => Setter::of(path, versions, options),
            Prior::Client | Prior::Assign(_) | Prior::Any(_) => None,
        };
        Step { setter }
    }

    fn inputs<'s>(&'s self, interface: &'s Interface) -> &'s [Input] {
        let named = interface.inputs.len() - interface.stars.len();
        self.setter.as_ref().map_or(&interface.inputs[..named], |setter| &setter.inputs)
    }
}

impl Setter {
    fn of(path: &str, versions: [&Loaded; 2], options: &Options) -> Option<Setter> {
        let in_its_place = |loaded: &Loaded| {
            let (client, name) = program::place(&loaded.modules, path)?;
            program::find_def(&loaded.modules, client, &program::FunctionPath { class: None, name: name.clone() })?;
            Some(Loaded { client, function: program::FunctionPath { class: None, name }, ..loaded.clone() })
        };
        let [old, new] = versions.map(in_its_place);
        let (old, new) = (old?, new?);
        let mut inputs = interface(&old, &new, options).inputs;
        // Where nothing says what it takes, it takes whatever somebody hands over.
        let signature = Signature::of(&client_def(&old).parameters);
        for input in &mut inputs {
            let mut declared = signature.parameters().filter(|parameter| parameter.name == input.name);
            let is_said = declared.any(|parameter| parameter.annotation.is_some());
            if input.type_.is_open() || (!is_said && input.type_ == Type::Int) {
                input.type_ = Type::Union(vec![Type::Int, Type::Str, Type::None]);
            }
        }
        let is_beside = versions[0].modules[versions[0].client].name == old.modules[old.client].name;
        let spelled = if is_beside { old.function.name.clone() } else { path.to_owned() };
        Some(Setter { spelled, sides: [old, new], inputs })
    }
}

/// The state in which the client is called.
struct Setting<'s> {
    /// What happened before.
    steps: &'s [Step],
    /// Globals that are inputs.
    held: Vec<Held>,
    /// Is all that can change among them?
    is_known: bool,
}

/// What the modules take from the standard library.
fn standard_imports(loaded: &Loaded) -> BTreeSet<(String, Option<String>)> {
    let imports = loaded.whole.iter().flat_map(|module| &module.imports);
    let imports = imports.filter(|import| import.level == 0 && crate::builtins::is_standard_module(&import.path));
    imports.map(|import| (import.path.clone(), import.name.clone())).collect()
}

fn outside_detail(steps: &BTreeSet<String>) -> String {
    format!("loading runs code outside, which does the same in both versions: {}", some_of(steps))
}

/// Some of them, and how many more there are.
fn some_of(rows: &BTreeSet<String>) -> String {
    const SHOWN: usize = 3;
    let shown: Vec<&str> = rows.iter().take(SHOWN).map(String::as_str).collect();
    let rest = match rows.len().saturating_sub(SHOWN) {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    format!("{}{rest}", shown.join("; "))
}

/// The parameters of the client, with their types, and the ways to call it.
struct Interface {
    inputs: Vec<Input>,
    ways: Ways,
    /// Arguments beyond the named parameters can be given, of which nothing is known.
    takes_more: bool,
    /// How the last inputs are handed over: what goes beyond the named parameters, as far as its type is known.
    stars: Vec<Passing>,
    /// Nobody said of what type some parameter is.
    is_guessed: bool,
    /// The program could catch that its calls go too deep.
    catches_recursion: bool,
    assumptions: Vec<Assumption>,
    /// The client is a method, and nothing is known of what it is called of.
    is_method: bool,
    /// Classes of arguments that do not mean the same in both versions. Whoever hands over an object of one has it
    /// already: of what the client does to it, the attributes are seen.
    changed_classes: BTreeSet<String>,
}

impl Interface {
    /// Is there an input that is not understood?
    fn is_open(&self) -> bool {
        self.is_method || self.inputs.iter().any(|input| input.type_.clone().opened() != input.type_)
    }

    /// What has no plain inputs is taken for anything.
    fn opened(mut self) -> Interface {
        let count = |inputs: &[Input]| {
            let (mut lists, mut params) = (Vec::new(), Vec::new());
            inputs.iter().for_each(|input| plain_params(&input.name, &input.type_, &mut lists, &mut params));
            params.len()
        };
        let before = count(&self.inputs);
        for input in &mut self.inputs {
            input.type_ = input.type_.clone().opened();
        }
        self.ways.move_by(count(&self.inputs) - before);
        self
    }
}

fn interface(old: &Loaded, new: &Loaded, options: &Options) -> Interface {
    let (old_def, new_def) = (client_def(old), client_def(new));
    let (old_signature, new_signature) = (Signature::of(&old_def.parameters), Signature::of(&new_def.parameters));
    let mut inputs = Vec::new();
    let mut assumptions = Vec::new();
    let mut is_guessed = false;
    let loaded = [old, new];
    let is_called_alike = calling::takes_the_same(&old_signature, &new_signature);
    let mut receiver = receiver(loaded, options).filter(|_| is_called_alike);
    let is_object = receiver.is_some();
    let skip_self = usize::from(old.function.class.is_some() && !is_object);
    let library = Declarations::read(&options.library);
    for parameter in old_signature.parameters().skip(skip_self) {
        if let Some(type_) = receiver.take() {
            let detail = format!("{} taken as {type_}", parameter.name);
            assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
            inputs.push(Input { name: parameter.name.clone(), type_, is_something: false });
            continue;
        }
        let twin = new_signature.parameters().find(|twin| twin.name == parameter.name);
        let choice = choose(parameter, &old_def.body, twin, &new_def.body, options, loaded, &library);
        is_guessed |= choice.is_guessed;
        if !choice.is_given {
            let detail = format!("{} taken as {}", parameter.name, choice.type_);
            assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
        }
        let is_something = rules_none_out([(parameter, old), (twin.unwrap_or(parameter), new)], options);
        inputs.push(Input { name: parameter.name.clone(), type_: choice.type_, is_something });
    }
    let is_direct = loaded.iter().all(|loaded| is_bound_once(loaded));
    let mut stars = Vec::new();
    if is_direct && is_called_alike && skip_self == 0 {
        for (passing, input, is_said) in stars_of(old) {
            if !is_said {
                let detail = format!("{} taken as {}", input.name, input.type_);
                assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
            }
            stars.push(passing);
            inputs.push(input);
        }
    }
    let mut params = Vec::new();
    let mut lists = Vec::new();
    for input in &inputs {
        plain_params(&input.name, &input.type_, &mut lists, &mut params);
    }
    let takes_more = stars.is_empty() && (old_signature.rest.is_some() || old_signature.keywords.is_some());
    let ways = if !is_direct {
        // What stands under the name need not take the arguments as the definition does.
        let detail = format!("{} is called with its own parameters, by position", old.function.name);
        assumptions.push(Assumption { kind: AssumptionKind::ParameterType, detail });
        Ways::Several(params.len(), calling::ways_by_position(&old_signature))
    } else if calling::takes_the_same(&old_signature, &new_signature) {
        let mut next = params.len();
        let row = |(index, parameter): (usize, &Parameter<'_>)| {
            let passing = if index < old_signature.positional.len() { Passing::Position } else { Passing::Keyword };
            let twin = new_signature.parameters().find(|twin| twin.name == parameter.name);
            let type_ = inputs.iter().find(|input| input.name == parameter.name).map(|input| &input.type_);
            let is_covered = match (parameter.default, twin.and_then(|twin| twin.default), type_) {
                (None, ..) => true,
                (Some(a), Some(b), Some(type_)) => {
                    literal(a).is_some_and(|value| literal(b) == Some(value)) && types::covers(type_, a)
                }
                _ => false,
            };
            let left_out = (!is_covered).then(|| {
                next += 1;
                next - 1
            });
            (passing, left_out)
        };
        Ways::One(old_signature.parameters().enumerate().skip(skip_self).map(row).collect())
    } else {
        let rows = calling::ways_of(&old_signature);
        Ways::Several(params.len(), rows.unwrap_or_else(|| calling::ways_by_position(&old_signature)))
    };
    let (catches_recursion, is_method) = (false, old.function.class.is_some() && !is_object);
    let changed_classes = changed_classes(&inputs, loaded, options);
    Interface {
        inputs,
        ways,
        takes_more,
        stars,
        is_guessed,
        catches_recursion,
        assumptions,
        is_method,
        changed_classes,
    }
}

/// What old takes beyond its named parameters, if the annotations say of which plain types all of it is; and whether they
/// say just that.
fn stars_of(old: &Loaded) -> Vec<(Passing, Input, bool)> {
    let parameters = &client_def(old).parameters;
    let rows = [(Passing::Rest, parameters.vararg.as_deref()), (Passing::Named, parameters.kwarg.as_deref())];
    let rows = rows.into_iter().filter_map(|(passing, parameter)| Some((passing, parameter?)));
    let row = |(passing, parameter): (Passing, &ast::Parameter)| {
        let choice = types::of_annotation(parameter.annotation.as_deref()?, &around_client(old));
        wrapper(&choice.type_)?;
        let type_ = match passing {
            Passing::Rest => Type::TupleOf(Box::new(choice.type_)),
            _ => Type::Named(Box::new(choice.type_)),
        };
        Some((passing, Input { name: parameter.name.to_string(), type_, is_something: false }, choice.is_given))
    };
    rows.map(row).collect::<Option<Vec<_>>>().unwrap_or_default()
}

/// Does the client's name surely mean its definition when the client is called?
fn is_bound_once(loaded: &Loaded) -> bool {
    let module = &loaded.modules[loaded.client];
    let def = client_def(loaded);
    loaded.function.class.is_some()
        || (def.decorator_list.is_empty()
            && module.only_binding(&loaded.function.name) == Some(BindingKind::Function(Node::of(def)))
            && !loaded.modules.iter().any(|module| module.patched.contains(&loaded.function.name)))
}

fn definition(loaded: &Loaded) -> Definition<'_> {
    program::find_def(&loaded.modules, loaded.client, &loaded.function).expect("found by load")
}

fn client_def(loaded: &Loaded) -> &ast::StmtFunctionDef {
    definition(loaded).def
}

fn around_client(loaded: &Loaded) -> Around<'_> {
    let Definition { module, class, def } = definition(loaded);
    Around::new(&loaded.whole[module], &loaded.whole, class, def)
}

/// Do the annotations rule None out, as far as there are any, and no default is None?
fn rules_none_out(versions: [(&Parameter<'_>, &Loaded); 2], options: &Options) -> bool {
    let is_said = options.types.iter().any(|(name, _)| *name == versions[0].0.name);
    let is_none = |parameter: &Parameter<'_>| parameter.default.is_some_and(ast::Expr::is_none_literal_expr);
    let rows = versions.map(|(parameter, loaded)| {
        parameter.annotation.map(|annotation| types::rules_none_out(annotation, &around_client(loaded)))
    });
    !is_said
        && !versions.iter().any(|(parameter, _)| is_none(parameter))
        && rows.iter().flatten().all(|row| *row)
        && rows.iter().any(Option::is_some)
}

fn choose(
    parameter: &Parameter<'_>,
    old_body: &[ast::Stmt],
    twin: Option<&Parameter<'_>>,
    new_body: &[ast::Stmt],
    options: &Options,
    loaded: [&Loaded; 2],
    library: &Declarations,
) -> Choice {
    let given = options.types.iter().find(|(name, _)| *name == parameter.name);
    if let Some(type_) = given.and_then(|(_, text)| types::parse(text)) {
        return Choice { type_, is_given: true, is_guessed: false };
    }
    let of_class = [parameter.annotation, twin.and_then(|twin| twin.annotation)];
    if let Some(type_) = instance_said(of_class, loaded, options) {
        return Choice { type_, is_given: false, is_guessed: false };
    }
    let annotations = [parameter.annotation, twin.and_then(|twin| twin.annotation)];
    if let Some((annotation, loaded)) = annotations.into_iter().zip(loaded).find_map(|(row, of)| Some((row?, of))) {
        let choice = types::of_annotation(annotation, &around_client(loaded));
        return match choice.type_ {
            Type::Other(_) if !library.is_empty() => Choice { type_: crate::library::handle(choice.type_), ..choice },
            type_ => Choice { type_, ..choice },
        };
    }
    let bodies = [old_body, new_body].into_iter().zip(loaded);
    let mut declared = bodies.map(|(body, loaded)| {
        let module = &loaded.modules[definition(loaded).module];
        library.type_of_use(&parameter.name, body, module)
    });
    if let Some(type_) = declared.find_map(|type_| type_) {
        return Choice { type_, is_given: false, is_guessed: false };
    }
    let uses = loaded.map(|loaded| &loaded.modules[..]);
    let type_ = guess::guess(&parameter.name, parameter.default, [old_body, new_body], uses);
    // Where nothing tells the type, a proof is not for one of them.
    let is_given = type_.is_open();
    Choice { type_, is_given, is_guessed: true }
}

/// The objects of a class that the annotations of both versions name, if they are alike in both.
fn instance_said(annotations: [Option<&ast::Expr>; 2], loaded: [&Loaded; 2], options: &Options) -> Option<Type> {
    let mut shared = Shared::new(options);
    let mut types = annotations.into_iter().zip(loaded).map(|(annotation, loaded)| {
        let module = definition(loaded).module;
        Lowering::new(&loaded.modules, &mut shared).instance_of_annotation(module, annotation?)
    });
    let (old, new) = (types.next()??, types.next()??);
    (old == new).then_some(old)
}

/// The classes of the arguments that do not mean the same in both versions.
fn changed_classes(inputs: &[Input], loaded: [&Loaded; 2], options: &Options) -> BTreeSet<String> {
    let mut changed = BTreeSet::new();
    for input in inputs {
        let Type::Instance(class, _) = &input.type_ else { continue };
        let mut shared = Shared::new(options);
        let [old, new] = loaded.map(|loaded| Lowering::new(&loaded.modules, &mut shared).meaning_of_class(class));
        if old.is_none() || old != new {
            changed.insert(class.clone());
        }
    }
    changed
}

/// Is it an object of one of the classes?
fn is_of_class(type_: &Type, classes: &BTreeSet<String>) -> bool {
    matches!(type_, Type::Instance(class, _) if classes.contains(class))
}

/// The objects that the client is called of, if it is a method and they are alike in both versions.
fn receiver(loaded: [&Loaded; 2], options: &Options) -> Option<Type> {
    let mut shared = Shared::new(options);
    let mut types = loaded.into_iter().map(|loaded| {
        let mut lowering = Lowering::new(&loaded.modules, &mut shared);
        let found = program::find_def(lowering.modules, loaded.client, &loaded.function)?;
        let class = lowering.modelled(found.module, Node::of(found.class?))?;
        lowering.is_method(class, found.def).then_some(())?;
        lowering.instance_type(class)
    });
    let (old, new) = (types.next()??, types.next()??);
    (old == new).then_some(old)
}

/// Globals that either version may change, or whose contents can change, are observed if both have
/// them.
fn observe(shared: &mut Shared, versions: &[&Vec<Module>]) {
    let in_both = |module: &Module, name: &str| {
        let has = |modules: &&Vec<Module>| modules.iter().any(|found| found.name == module.name && found.binds(name));
        versions.iter().all(has)
    };
    let names_of = |versions: &[&Vec<Module>]| -> FxHashSet<String> {
        let modules = versions.iter().flat_map(|modules| modules.iter());
        let names = modules.flat_map(|module| module.scope_names().map(move |name| (module, name)));
        names
            .filter(|(module, name)| in_both(module, name))
            .map(|(module, name)| format!("{}.{name}", module.name))
            .collect()
    };
    let common = names_of(versions);
    let sides: Vec<ir::CellId> = shared.defaults.iter().filter(|(_, side)| *side == 0).map(|(cell, _)| *cell).collect();
    for cell in sides.into_iter().filter(|cell| shared.defaults.contains(&(*cell, 1))) {
        shared.cells.table[cell].role = CellRole::Global;
    }
    for modules in versions {
        for module in *modules {
            let mut names: Vec<&String> = module.names.keys().collect();
            names.sort();
            for name in names {
                let is_plain = module.names[name].iter().all(|binding| is_constant(binding.kind));
                if !is_plain || module.written.contains(name) {
                    let cell = shared.cells.find(&format!("{}.{name}", module.name)).filter(|_| in_both(module, name));
                    if let Some(cell) = cell.filter(|cell| !is_plain || shared.changed.contains(cell)) {
                        shared.cells.table[cell].role = CellRole::Global;
                    }
                }
            }
        }
    }
    let of_classes: Vec<ir::CellId> = shared.class_state.iter().map(|(cell, _)| *cell).collect();
    for cell in of_classes {
        if [0, 1].iter().all(|side| shared.class_state.contains(&(cell, *side))) {
            shared.cells.table[cell].role = CellRole::Global;
        }
    }
    let is_common = |cell: &ir::CellId| common.contains(shared.cells.table[*cell].name.as_str());
    let changed: Vec<ir::CellId> =
        shared.cells.table.ids().filter(|cell| shared.changed.contains(cell)).filter(is_common).collect();
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

fn lower_version(loaded: &Loaded, shared: &mut Shared, interface: &Interface, setting: &Setting<'_>) -> Parts {
    let mut lowering = Lowering::new(&loaded.modules, shared);
    let (entry, client) = Builder::entry(&mut lowering, loaded, interface, setting);
    lowering.run();
    Parts { lowered: lowering.finish(), entry, client }
}

struct Builder<'a, 'l> {
    lowerer: Lowerer<'a, 'l>,
    /// The entry's parameters so far.
    next: usize,
    /// Lists made so far, with their types.
    lists: Vec<(Type, ValueId)>,
    /// The arguments, if the client can change any of them, and which of them are seen by their attributes alone.
    kept: Option<Vec<(Operand, bool)>>,
    /// The argument that is being built is not None.
    is_something: bool,
}

impl<'a, 'l> Builder<'a, 'l> {
    fn entry(
        lowering: &'l mut Lowering<'a>,
        loaded: &Loaded,
        interface: &Interface,
        setting: &Setting<'_>,
    ) -> (FnId, FnId) {
        let value = ctors().value;
        let mut params = Vec::new();
        let mut lists = Vec::new();
        for input in &interface.inputs {
            plain_params(&input.name, &input.type_, &mut lists, &mut params);
        }
        let mut add = |name: String, sort: Sort| params.push(Param { name: Symbol::new(&name), sort });
        match &interface.ways {
            Ways::One(rows) => {
                for (input, _) in interface.inputs.iter().zip(rows).filter(|(_, (_, left_out))| left_out.is_some()) {
                    add(format!("{} is left out", input.name), Sort::bool());
                }
            }
            Ways::Several(..) => add("way of calling".into(), Sort::int()),
        }
        if interface.takes_more {
            add("more arguments".into(), Sort::bool());
        }
        if interface.catches_recursion {
            add("calls go too deep".into(), Sort::bool());
        }
        for row in &setting.held {
            if let Some(type_) = &row.type_ {
                plain_params(&format!("{} before", row.name), type_, &mut lists, &mut params);
            }
        }
        for (number, step) in setting.steps.iter().enumerate() {
            let mut own = Vec::new();
            for input in step.inputs(interface) {
                plain_params(&of_call(&input.name, number), &input.type_, &mut own, &mut params);
            }
        }
        let builder = FunctionBuilder::new("<entry>", params, vec![value], Some(value)).of_front_end();
        let lowerer = Lowerer::new(lowering, loaded.client, builder);
        let mut entry = Builder { lowerer, next: 0, lists: Vec::new(), kept: None, is_something: false };
        let client = entry.body(loaded, interface, setting);
        let Builder { lowerer, .. } = entry;
        let function = lowerer.b.finish();
        let id = lowerer.lowering.add(function);
        (id, client)
    }

    fn body(&mut self, loaded: &Loaded, interface: &Interface, setting: &Setting<'_>) -> FnId {
        let caught = self.lowerer.b.block();
        let exception = self.lowerer.b.block_param(caught, ctors().value);
        self.lowerer.handler = Some(caught);
        if let Some(what) = &loaded.unknown {
            self.lowerer.unsupported(what);
        }
        let path = self.lowerer.this_module().name.clone();
        self.lowerer.load_path(&path);
        let mut argument = |input: &Input| {
            self.is_something = input.is_something;
            self.argument(&input.type_)
        };
        let values: Vec<Operand> = interface.inputs.iter().map(&mut argument).collect();
        self.is_something = false;
        if interface.inputs.iter().any(|input| is_mutable(&input.type_)) {
            let is_seen = |input: &Input| is_of_class(&input.type_, &interface.changed_classes);
            let rows = values.iter().copied().zip(interface.inputs.iter().map(is_seen));
            self.kept = Some(rows.collect());
        }
        if self.lowerer.steps_outside() {
            // What is anything may be, or lead to, one of the lists.
            let items = self.lowerer.items(&values);
            let key = self.lowerer.atom("arguments");
            let known = self.lowerer.lowering.known_outside();
            self.lowerer.call(known, &[key, items], &[]);
        }
        self.set_state(loaded, interface, setting);
        let raised = self.lowerer.b.block();
        let of_client = self.lowerer.b.block_param(raised, ctors().value);
        self.lowerer.handler = Some(raised);
        let client = self.call(loaded, interface, values);
        self.lowerer.b.seal(raised);
        self.lowerer.b.switch_to(raised);
        self.keep();
        self.lowerer.b.jump(caught, &[of_client]);
        self.lowerer.handler = None;
        self.lowerer.b.seal(caught);
        self.lowerer.b.switch_to(caught);
        self.lowerer.note_slip(exception);
        let reduced = self.lowerer.reduced(exception);
        self.lowerer.b.raise(reduced);
        client
    }

    /// Shows what became of the arguments. It is done after the call, so that it counts as changed
    /// by it: what is returned may be one of them.
    fn keep(&mut self) {
        let Some(kept) = self.kept.clone() else { return };
        // Looking at attributes raises nothing.
        let outer = self.lowerer.handler.take();
        let mut values = Vec::new();
        for (value, is_by_attributes) in kept {
            values.push(match is_by_attributes {
                true => self.lowerer.by_class(Family::Attributes, &[value]),
                false => value,
            });
        }
        self.lowerer.handler = outer;
        let arguments = self.lowerer.items(&values);
        let items = Sort::seq(ctors().value);
        let cells = &mut self.lowerer.lowering.shared.cells;
        let cell = cells.get("<arguments>", items, CellRole::Global, Value::seq(Vec::new()));
        self.lowerer.b.set(cell, arguments);
    }

    /// Brings about the state in which the client is called. Its inputs come after all others.
    fn set_state(&mut self, loaded: &Loaded, interface: &Interface, setting: &Setting<'_>) {
        if !setting.is_known {
            return self.lowerer.unsupported("a state that earlier calls left behind");
        }
        let of_client = self.next;
        self.next = of_client + flags_of(interface);
        let side = self.lowerer.lowering.shared.side;
        for row in &setting.held {
            let Some(type_) = &row.type_ else { continue };
            let value = self.argument(type_);
            if row.sides[side]
                && let Some(module) = self.lowerer.lowering.module(&row.module)
            {
                let cell = self.lowerer.global_cell(module, &row.name);
                let value = self.lowerer.boxed(value);
                self.lowerer.b.set(cell, value);
            }
        }
        for step in setting.steps {
            let called = step.setter.as_ref().map_or(loaded, |setter| &setter.sides[side]);
            self.prior_call(called, step.inputs(interface));
        }
        self.next = of_client;
    }

    /// The client's definition.
    fn code_of(&mut self, loaded: &Loaded) -> usize {
        let modules = self.lowerer.lowering.modules;
        let found = program::find_def(modules, loaded.client, &loaded.function);
        let Definition { module, class, def } = found.expect("found by load");
        let within = match class {
            Some(class) => format!("{}.{}", modules[module].name, class.name),
            None => modules[module].name.clone(),
        };
        self.lowerer.lowering.code_of_def(module, None, &within, def)
    }

    /// A call whose outcome is of no interest.
    fn prior_call(&mut self, loaded: &Loaded, inputs: &[Input]) {
        let (caught, after) = (self.lowerer.b.block(), self.lowerer.b.block());
        self.lowerer.b.block_param(caught, ctors().value);
        let outer = self.lowerer.handler.replace(caught);
        let lists = std::mem::take(&mut self.lists);
        // Who calls it has imported it.
        self.lowerer.load_path(&loaded.modules[loaded.client].name);
        let values: Vec<Operand> = inputs.iter().map(|input| self.argument(&input.type_)).collect();
        self.lists = lists;
        let by_name = client_def(loaded).parameters.kwonlyargs.len();
        let (positional, named) = values.split_at(values.len().saturating_sub(by_name));
        let names = inputs[positional.len()..].iter().map(|input| input.name.clone());
        let arguments =
            Arguments { positional: positional.to_vec(), keywords: names.zip(named.iter().copied()).collect() };
        if is_bound_once(loaded) {
            let code = self.code_of(loaded);
            self.lowerer.call_code(code, None, &arguments);
        } else {
            let callee = self.lowerer.read_global(loaded.client, &loaded.function.name);
            self.lowerer.call_value(callee, &arguments);
        }
        self.lowerer.b.jump(after, &[]);
        self.lowerer.handler = outer;
        self.lowerer.b.seal(caught);
        self.lowerer.b.switch_to(caught);
        self.lowerer.b.jump(after, &[]);
        self.lowerer.b.seal(after);
        self.lowerer.b.switch_to(after);
    }

    fn call(&mut self, loaded: &Loaded, interface: &Interface, values: Vec<Operand>) -> FnId {
        let code = self.code_of(loaded);
        let receiver = match interface.is_method {
            true => {
                let is_plain = client_def(loaded).decorator_list.is_empty() && matches!(interface.ways, Ways::One(_));
                if !self.lowerer.steps_outside() || !is_plain {
                    self.lowerer.unsupported("a method as a client");
                    return self.lowerer.lowering.function(code);
                }
                Some(self.lowerer.outside_literal("self", "a method as a client"))
            }
            false => None,
        };
        let flags: Vec<ValueId> = match &interface.ways {
            Ways::One(rows) => rows.iter().filter(|(_, left_out)| left_out.is_some()).map(|_| self.input()).collect(),
            Ways::Several(..) => vec![self.input()],
        };
        if interface.takes_more {
            let more = self.input();
            let none = self.lowerer.b.not(more);
            self.lowerer.guard(none, |lowerer| lowerer.unsupported("arguments beyond the named parameters"));
        }
        if interface.catches_recursion {
            let too_deep = self.input();
            let is_fine = self.lowerer.b.not(too_deep);
            self.lowerer.guard(is_fine, |lowerer| lowerer.unsupported("a RecursionError that is caught"));
        }
        match &interface.ways {
            Ways::One(rows) => {
                let mut flags = flags.into_iter();
                let mut arguments = Arguments::default();
                let (mut values, mut left_out) = (values, Vec::new());
                let beyond = values.split_off(rows.len());
                arguments.positional.extend(receiver);
                for (index, ((passing, flag), value)) in rows.iter().zip(values).enumerate() {
                    let value = match flag {
                        Some(_) => {
                            let flag = flags.next().expect("one for each");
                            left_out.extend((*passing == Passing::Position).then_some(flag));
                            self.or_default(code, &interface.inputs[index].name, flag, value)
                        }
                        None => value,
                    };
                    match passing {
                        Passing::Keyword => arguments.keywords.push((interface.inputs[index].name.clone(), value)),
                        Passing::Position | Passing::LeftOut => arguments.positional.push(value),
                        Passing::Rest | Passing::Named => unreachable!("they are no parameters of their own"),
                    }
                }
                match interface.stars.is_empty() {
                    true => self.give_back(|lowerer| lowerer.call_observed(code, &arguments)),
                    false => self.call_with_stars(interface, code, &arguments, &beyond, &left_out),
                }
                self.observed_function(code)
            }
            Ways::Several(_, rows) => self.call_in_ways(loaded, interface, flags[0], rows, &values, code),
        }
    }

    /// Calls the client with more than its named parameters take.
    fn call_with_stars(
        &mut self,
        interface: &Interface,
        code: usize,
        arguments: &Arguments,
        beyond: &[Operand],
        left_out: &[ValueId],
    ) {
        let count = interface.inputs.len() - beyond.len();
        let named = &interface.inputs[..count];
        let signature = self.lowerer.lowering.codes[code].signature.clone();
        for (passing, value) in interface.stars.iter().zip(beyond) {
            match passing {
                Passing::Rest => self.assume_none_behind(*value, left_out),
                _ => self.assume_unnamed(*value, &named[signature.positional_only..]),
            }
        }
        let of = |wanted: Passing| {
            let mut rows = interface.stars.iter().zip(beyond);
            rows.find(|(passing, _)| **passing == wanted).map(|(_, value)| *value)
        };
        let (rest, more) = (of(Passing::Rest), of(Passing::Named));
        let is_own = signature.parameters().map(|own| &own.name).eq(named.iter().map(|input| &input.name))
            && signature.rest.is_some() == rest.is_some()
            && signature.keywords.is_some() == more.is_some();
        if is_own {
            let by_name = arguments.keywords.iter().map(|(_, value)| *value);
            let values = arguments.positional.iter().copied().chain(rest).chain(by_name).chain(more);
            let args = values.map(|value| self.lowerer.boxed(value)).collect();
            return self.give_back(|lowerer| lowerer.observed_by(code, |lowerer| lowerer.call_bound(code, args)));
        }
        let spread = self.spread_of(arguments, rest, more);
        self.give_back(|lowerer| lowerer.observed_by(code, |lowerer| lowerer.call_code_spread(code, None, spread)));
    }

    /// Nothing comes behind what is left out.
    fn assume_none_behind(&mut self, rest: Operand, left_out: &[ValueId]) {
        let Operand::Tuple(rest) = rest else { return };
        let (count, none) = (self.lowerer.b.apply(Op::SeqLen, &[rest]), self.lowerer.b.int(0));
        let is_empty = self.lowerer.b.eq(count, none);
        for flag in left_out {
            let is_given = self.lowerer.b.not(*flag);
            let fits = self.lowerer.b.apply(Op::Or, &[is_given, is_empty]);
            self.lowerer.b.assume(fits);
        }
    }

    /// What has the name of a parameter is handed to that one, which is another way to call it.
    fn assume_unnamed(&mut self, more: Operand, named: &[Input]) {
        let more = self.lowerer.boxed(more);
        let more = self.lowerer.b.apply(Op::Field(ctors().dict, 0), &[more]);
        for input in named {
            let name = self.lowerer.text(&input.name);
            let name = self.lowerer.boxed(name);
            let found = self.lowerer.py("spread_named", &[more, name])[0];
            let is_other = self.lowerer.b.apply(Op::Is(ctors().unbound), &[found]);
            self.lowerer.b.assume(is_other);
        }
    }

    /// All arguments as those of a call with stars.
    fn spread_of(&mut self, arguments: &Arguments, rest: Option<Operand>, more: Option<Operand>) -> Spread {
        let mut items = self.lowerer.items(&arguments.positional);
        if let Some(Operand::Tuple(rest)) = rest {
            items = self.lowerer.b.apply(Op::SeqConcat, &[items, rest]);
        }
        let dict = self.lowerer.py("new_dict", &[])[0];
        let named = self.lowerer.b.apply(Op::Field(ctors().dict, 0), &[dict]);
        for (name, value) in &arguments.keywords {
            let name = self.lowerer.text(name);
            let (name, value) = (self.lowerer.boxed(name), self.lowerer.boxed(*value));
            self.lowerer.py("spread_add", &[named, name, value]);
        }
        if let Some(more) = more {
            let more = self.lowerer.boxed(more);
            self.lowerer.py("spread_into", &[named, more]);
        }
        Spread { items, named }
    }

    /// The argument, or the default where it is left out.
    fn or_default(&mut self, code: usize, name: &str, is_left_out: ValueId, value: Operand) -> Operand {
        let signature = self.lowerer.lowering.codes[code].signature.clone();
        let index = signature.parameters().position(|parameter| parameter.name == name);
        let default = self.lowerer.default(code, index.expect("both versions have it"), None);
        let (default, value) = (self.lowerer.boxed(default), self.lowerer.boxed(value));
        Operand::Value(self.lowerer.b.apply(Op::Ite, &[is_left_out, default, value]))
    }

    /// The function that is the client.
    fn observed_function(&mut self, code: usize) -> FnId {
        match self.lowerer.is_observed_generator(code) {
            true => self.lowerer.lowering.form(code, Form::Observed),
            false => self.lowerer.lowering.function(code),
        }
    }

    /// Calls the client in the way that the input says.
    fn call_in_ways(
        &mut self,
        loaded: &Loaded,
        interface: &Interface,
        which: ValueId,
        rows: &[Vec<Passing>],
        values: &[Operand],
        code: usize,
    ) -> FnId {
        let is_direct = is_bound_once(loaded);
        let client =
            if is_direct { self.observed_function(code) } else { self.caller(&loaded.function.name, interface, rows) };
        for (index, row) in rows.iter().enumerate() {
            let (here, other) = (self.lowerer.b.block(), self.lowerer.b.block());
            let number = self.lowerer.b.int(index);
            let is = self.lowerer.b.eq(which, number);
            self.lowerer.b.branch(is, here, other);
            self.lowerer.b.seal(here);
            self.lowerer.b.seal(other);
            self.lowerer.b.switch_to(here);
            if is_direct {
                let arguments = arguments_in_way(interface, row, values);
                self.give_back(|lowerer| lowerer.call_observed(code, &arguments));
            } else {
                let mut args: Vec<ValueId> = values.iter().map(|value| self.lowerer.boxed(*value)).collect();
                args.push(which);
                self.give_back(|lowerer| Operand::Value(lowerer.call(client, &args, &[ctors().value])[0]));
            }
            self.lowerer.b.switch_to(other);
        }
        // Other numbers stand for nothing; but not all ways may be among the rows.
        let is_complete = !is_direct || calling::ways_of(&self.lowerer.lowering.codes[code].signature).is_some();
        if is_complete {
            assume_one_of(&mut self.lowerer, which, rows.len());
        }
        self.lowerer.unsupported("another way of calling it");
        client
    }

    /// A function that calls whatever the client's name holds, in each of the ways.
    fn caller(&mut self, name: &str, interface: &Interface, rows: &[Vec<Passing>]) -> FnId {
        let value = ctors().value;
        let param = |input: &Input| Param { name: Symbol::new(&input.name), sort: value };
        let mut params: Vec<Param> = interface.inputs.iter().map(param).collect();
        params.push(Param { name: Symbol::new("way of calling"), sort: Sort::int() });
        let builder = FunctionBuilder::new("<client>", params, vec![value], Some(value)).of_front_end();
        let module = self.lowerer.module;
        let mut lowerer = Lowerer::new(&mut *self.lowerer.lowering, module, builder);
        let callee = lowerer.read_name(name);
        let values: Vec<Operand> =
            (0..interface.inputs.len()).map(|index| Operand::Value(lowerer.b.param(index))).collect();
        let which = lowerer.b.param(interface.inputs.len());
        for (index, row) in rows.iter().enumerate() {
            let (here, other) = (lowerer.b.block(), lowerer.b.block());
            let number = lowerer.b.int(index);
            let is = lowerer.b.eq(which, number);
            lowerer.b.branch(is, here, other);
            lowerer.b.seal(here);
            lowerer.b.seal(other);
            lowerer.b.switch_to(here);
            let result = lowerer.call_value(callee, &arguments_in_way(interface, row, &values));
            let result = lowerer.boxed(result);
            lowerer.b.return_(&[result]);
            lowerer.b.switch_to(other);
        }
        assume_one_of(&mut lowerer, which, rows.len());
        lowerer.unsupported("another way of calling it");
        let function = lowerer.b.finish();
        self.lowerer.lowering.add(function)
    }

    /// Returns what the call gives.
    fn give_back(&mut self, call: impl FnOnce(&mut Lowerer<'a, '_>) -> Operand) {
        let result = call(&mut self.lowerer);
        if !self.lowerer.is_alive() {
            return;
        }
        let result = self.lowerer.boxed(result);
        let result = self.lowerer.py("observed", &[result])[0];
        self.keep();
        self.lowerer.b.return_(&[result]);
        self.lowerer.dead();
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
                let is_text = self.lowerer.b.apply(Op::IsText, &[text]);
                self.lowerer.b.assume(is_text);
                Operand::Str(text)
            }
            Type::List(element) => self.list(type_, element),
            Type::Dict(key, value) => {
                let dict = self.dict(key, value);
                self.or_twin(type_, dict, ctors().dict)
            }
            Type::Set(member) => {
                let set = self.set(member);
                self.or_twin(type_, set, ctors().set)
            }
            Type::Named(value) => Operand::Value(self.dict(&Type::Str, value)),
            Type::TupleOf(element) => match wrapper(element) {
                Some(_) => {
                    let items = self.wrapped(element);
                    Operand::Tuple(items)
                }
                None => self.lowerer.unsupported_value(&format!("a parameter of type {type_}")),
            },
            Type::Tuple(elements) => {
                self.is_something = false;
                let items: Vec<Operand> = elements.iter().map(|element| self.argument(element)).collect();
                Operand::Tuple(self.lowerer.items(&items))
            }
            Type::Handle(_) => {
                let number = self.input();
                Operand::Value(self.lowerer.b.construct(ctors().outside, &[number]))
            }
            Type::Union(types) => self.union(types),
            Type::Instance(class, attributes) => self.instance(type_, class, attributes),
            Type::Member(class, names) => self.enum_argument(class, names.len()),
            Type::Literal(values) => self.one_of(values.len(), "no value of the type", |lowerer, place| {
                Operand::Value(lowerer.b.constant(values[place].clone(), ctors().value))
            }),
            Type::Other(name) if name == guess::UNTOLD => {
                self.lowerer.unsupported_value("a parameter whose type nothing tells (--type NAME=TYPE does)")
            }
            Type::Other(name) => self.lowerer.unsupported_value(&format!("a parameter of type {name}")),
            Type::Any | Type::MaybeHandle(_) => {
                let number = self.input();
                if self.is_something {
                    let none = self.lowerer.b.int(0);
                    let is_none = self.lowerer.b.eq(number, none);
                    let is_something = self.lowerer.b.not(is_none);
                    self.lowerer.b.assume(is_something);
                }
                self.lowerer.outside_or_none(number)
            }
        }
    }

    fn wrapped(&mut self, element: &Type) -> ValueId {
        let ctor = wrapper(element).expect("checked by the caller");
        let items = self.plain_items(element);
        self.lowerer.b.apply(Op::SeqWrap(ctor), &[items])
    }

    /// A sequence of plain terms.
    fn plain_items(&mut self, element: &Type) -> ValueId {
        let items = self.input();
        if *element == Type::Str {
            let are_texts = self.lowerer.b.apply(Op::IsText, &[items]);
            self.lowerer.b.assume(are_texts);
        }
        items
    }

    /// What has no element twice, if elements of that type are equal only if they are the same.
    fn distinct_items(&mut self, element: &Type) -> Option<ValueId> {
        if !is_its_own_key(element) {
            return None;
        }
        let items = self.plain_items(element);
        let are_distinct = self.lowerer.b.apply(Op::SeqIsDistinct, &[items]);
        self.lowerer.b.assume(are_distinct);
        Some(items)
    }

    /// A new dict: a table of its keys, and the values that stand beside them.
    fn dict(&mut self, key: &Type, value: &Type) -> ValueId {
        let Some(keys) = self.distinct_items(key) else {
            let (keys, values) = (self.wrapped(key), self.wrapped(value));
            return self.lowerer.py("dict_from", &[keys, values])[0];
        };
        let values = self.plain_items(value);
        let [of_key, of_value] = [key, value].map(|type_| wrapper(type_).expect("of plain values"));
        let table = Table { nothing: ctors().unbound, key: of_key, entry: ctors().tuple, value: of_value };
        let b = &mut self.lowerer.b;
        let present = b.apply(Op::SeqMembers, &[keys]);
        let beside = b.apply(Op::SeqBeside, &[keys, values]);
        let plain = b.constant(Value::Atom(Symbol::new(PLAIN_TUPLE)), Sort::atom());
        let table = b.apply(Op::MapTable(Arc::new(table)), &[present, beside, plain]);
        let order = b.apply(Op::SeqWrap(of_key), &[keys]);
        self.lowerer.py("dict_made", &[table, order])[0]
    }

    /// A new set.
    fn set(&mut self, member: &Type) -> ValueId {
        let Some(members) = self.distinct_items(member) else {
            let members = self.wrapped(member);
            return self.lowerer.py("set_from", &[members])[0];
        };
        let of_member = wrapper(member).expect("of plain values");
        let b = &mut self.lowerer.b;
        let present = b.apply(Op::SeqMembers, &[members]);
        let chosen = b.apply(Op::MapChosen(ctors().unbound, of_member), &[present]);
        let order = b.apply(Op::SeqWrap(of_member), &[members]);
        self.lowerer.py("set_made", &[chosen, order])[0]
    }

    /// A new list, or one that was made before.
    fn list(&mut self, type_: &Type, element: &Type) -> Operand {
        if wrapper(element).is_none() {
            return self.lowerer.unsupported_value(&format!("a parameter of type {type_}"));
        }
        let items = self.wrapped(element);
        let list = self.lowerer.new_list(items);
        let list = self.lowerer.boxed(list);
        self.or_twin(type_, list, ctors().list)
    }

    /// The new object, or one of that type that was made before.
    fn or_twin(&mut self, type_: &Type, made: ValueId, ctor: Ctor) -> Operand {
        let mut list = made;
        let twins: Vec<ValueId> =
            self.lists.iter().filter(|(known, _)| known == type_).map(|(_, list)| *list).collect();
        for twin in twins {
            let is_twin = self.input();
            // Of a union, it may be something else.
            let is_list = self.lowerer.b.apply(Op::Is(ctor), &[twin]);
            let is_twin = self.lowerer.b.apply(Op::And, &[is_twin, is_list]);
            list = self.lowerer.b.apply(Op::Ite, &[is_twin, twin, list]);
        }
        self.lists.push((type_.clone(), list));
        Operand::Value(list)
    }

    /// A new object with attributes of inputs, or one that was made before.
    fn instance(&mut self, type_: &Type, class: &str, attributes: &[(String, Type)]) -> Operand {
        let Some(id) = self.lowerer.lowering.class_named(class) else {
            return self.lowerer.unsupported_value(&format!("a parameter of type {class}"));
        };
        let values: Vec<Operand> = attributes.iter().map(|(_, type_)| self.argument(type_)).collect();
        let names = attributes.iter().map(|(name, _)| name.as_str());
        let object = self.lowerer.object_with(id, names.zip(values));
        let mut object = self.lowerer.boxed(object);
        let twins: Vec<ValueId> =
            self.lists.iter().filter(|(known, _)| known == type_).map(|(_, object)| *object).collect();
        for twin in twins {
            let is_twin = self.input();
            object = self.lowerer.b.apply(Op::Ite, &[is_twin, twin, object]);
        }
        self.lists.push((type_.clone(), object));
        Operand::Value(object)
    }

    /// A number says which of the members it is.
    fn enum_argument(&mut self, class: &str, count: usize) -> Operand {
        let Some(id) = self.lowerer.lowering.class_named(class) else {
            self.next += 1;
            return self.lowerer.unsupported_value(&format!("a parameter of type {class}"));
        };
        self.one_of(count, "no member of the enumeration", |lowerer, place| lowerer.enum_member(id, place))
    }

    /// A number says which of so many values it is.
    fn one_of(
        &mut self,
        count: usize,
        none: &str,
        mut each: impl FnMut(&mut Lowerer<'a, 'l>, usize) -> Operand,
    ) -> Operand {
        let which = self.input();
        let (zero, end) = (self.lowerer.b.int(0), self.lowerer.b.int(count));
        let from = self.lowerer.b.int_op(IntOp::Le, &[zero, which]);
        let to = self.lowerer.b.int_op(IntOp::Lt, &[which, end]);
        let in_range = self.lowerer.b.apply(Op::And, &[from, to]);
        self.lowerer.b.assume(in_range);
        // Each is a way of its own: as keys, they are to be told apart.
        let end = self.lowerer.b.block();
        let result = self.lowerer.b.block_param(end, ctors().value);
        for place in 0..count {
            let (here, other) = (self.lowerer.b.block(), self.lowerer.b.block());
            let number = self.lowerer.b.int(place);
            let is = self.lowerer.b.eq(which, number);
            self.lowerer.b.branch(is, here, other);
            self.lowerer.b.seal(here);
            self.lowerer.b.seal(other);
            self.lowerer.b.switch_to(here);
            let value = each(&mut self.lowerer, place);
            let value = self.lowerer.boxed(value);
            self.lowerer.b.jump(end, &[value]);
            self.lowerer.b.switch_to(other);
        }
        self.lowerer.unsupported(none);
        self.lowerer.b.seal(end);
        self.lowerer.b.switch_to(end);
        Operand::Value(result)
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
        // Only one type of list, of dict and of set can be told from the value.
        for type_ in only_ones(types) {
            self.lists.push((type_.clone(), result));
        }
        Operand::Value(result)
    }
}

/// The number is that of one of so many.
fn assume_one_of(lowerer: &mut Lowerer<'_, '_>, which: ValueId, count: usize) {
    let (end, zero) = (lowerer.b.int(count), lowerer.b.int(0));
    let below = lowerer.b.int_op(IntOp::Lt, &[which, zero]);
    let above = lowerer.b.int_op(IntOp::Le, &[end, which]);
    let outside = lowerer.b.apply(Op::Or, &[below, above]);
    let inside = lowerer.b.not(outside);
    lowerer.b.assume(inside);
}

/// The name of an argument of a call that comes before the client's.
fn of_call(name: &str, number: usize) -> String {
    format!("{name} of call {}", number + 1)
}

/// How many inputs say how the client is called.
fn flags_of(interface: &Interface) -> usize {
    let ways = match &interface.ways {
        Ways::One(rows) => rows.iter().filter(|(_, left_out)| left_out.is_some()).count(),
        Ways::Several(..) => 1,
    };
    ways + usize::from(interface.takes_more) + usize::from(interface.catches_recursion)
}

fn arguments_in_way(interface: &Interface, row: &[Passing], values: &[Operand]) -> Arguments {
    let mut arguments = Arguments::default();
    for ((input, passing), value) in interface.inputs.iter().zip(row).zip(values) {
        match passing {
            Passing::Position => arguments.positional.push(*value),
            Passing::Keyword => arguments.keywords.push((input.name.clone(), *value)),
            Passing::LeftOut => {}
            Passing::Rest | Passing::Named => unreachable!("they are no parameters of their own"),
        }
    }
    arguments
}

/// The types of lists, dicts and sets that a union has, each if it is the only one of its kind.
fn only_ones(types: &[Type]) -> impl Iterator<Item = &Type> {
    let kinds: [fn(&Type) -> bool; 3] = [
        |type_| matches!(type_, Type::List(element) if wrapper(element).is_some()),
        |type_| matches!(type_, Type::Dict(..)),
        |type_| matches!(type_, Type::Set(_)),
    ];
    kinds.into_iter().filter_map(|is_of_kind| {
        let mut found = types.iter().filter(|type_| is_of_kind(type_));
        let first = found.next()?;
        found.next().is_none().then_some(first)
    })
}

/// The constructor that makes a value of a plain term, for the elements of a sequence.
pub(crate) fn wrapper(type_: &Type) -> Option<Ctor> {
    Some(match type_ {
        Type::Int => ctors().int,
        Type::Bool => ctors().bool,
        Type::Float => ctors().float,
        Type::Str => ctors().str,
        _ => return None,
    })
}

/// Are values of the type equal to others of it only if they are the same, and their own normal form as keys?
pub(crate) fn is_its_own_key(type_: &Type) -> bool {
    matches!(type_, Type::Int | Type::Str)
}

fn is_mutable(type_: &Type) -> bool {
    match type_ {
        Type::List(_) | Type::Dict(..) | Type::Set(_) | Type::Other(_) | Type::Any | Type::Instance(..) => true,
        Type::Tuple(types) | Type::Union(types) => types.iter().any(is_mutable),
        Type::TupleOf(element) => is_mutable(element),
        Type::Int | Type::Bool | Type::None | Type::Float | Type::Str | Type::Handle(_) | Type::MaybeHandle(_) => false,
        Type::Member(..) | Type::Literal(_) | Type::Named(_) => false,
    }
}

/// The plain inputs that an argument of that type is made of, in the order they are taken.
pub(crate) fn plain_params(name: &str, type_: &Type, lists: &mut Vec<Type>, params: &mut Vec<Param>) {
    let mut add = |name: &str, sort: Sort| params.push(Param { name: Symbol::new(name), sort });
    match type_ {
        Type::Int | Type::Any | Type::Handle(_) | Type::MaybeHandle(_) => add(name, Sort::int()),
        Type::Member(..) => add(&format!("member {name}"), Sort::int()),
        Type::Literal(_) => add(&format!("value {name}"), Sort::int()),
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
        Type::Named(value) => {
            add(&format!("list({name})"), Sort::seq(Sort::string()));
            let Some(ctor) = wrapper(value) else { return };
            add(&format!("list({name}.values())"), Sort::seq(ctor.definition().fields[0].1));
        }
        Type::Dict(..) | Type::Set(_) => {
            let of = |type_: &Type| Sort::seq(wrapper(type_).expect("of plain values").definition().fields[0].1);
            match type_ {
                Type::Dict(key, value) => {
                    add(&format!("list({name})"), of(key));
                    add(&format!("list({name}.values())"), of(value));
                }
                Type::Set(member) => add(name, of(member)),
                _ => unreachable!("one of the two"),
            }
            for index in lists.iter().enumerate().filter(|(_, known)| *known == type_).map(|(index, _)| index) {
                add(&format!("{name} is object {}", index + 1), Sort::bool());
            }
            lists.push(type_.clone());
        }
        Type::Instance(_, attributes) => {
            for (attribute, type_) in attributes {
                plain_params(&format!("{name}.{attribute}"), type_, lists, params);
            }
            for index in lists.iter().enumerate().filter(|(_, known)| *known == type_).map(|(index, _)| index) {
                let name = Symbol::new(&format!("{name} is object {}", index + 1));
                params.push(Param { name, sort: Sort::bool() });
            }
            lists.push(type_.clone());
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
            lists.extend(only_ones(types).cloned());
        }
    }
}

//! One version's program: its cells, its functions, and the entry around the client.
//!
//! Global variables hold their initial values first. What comes before the client's call is then done:
//! they become inputs, or the entry takes other steps.

use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::Arc;

use ::value::{MapValue, Op, Sort, Symbol, Value};
use ir::build::FunctionBuilder;
use ir::entry::{Entry, Prior};
use ir::{Cell, CellRole, FnId, Param, Trap, ValueId};
use rustc_hash::{FxHashMap, FxHashSet};

use super::access::Padding;
use super::arrays;
use super::boundary::{Register, registers, without_unused};
use super::emit::{Emit, Emitted, Fail};
use super::function::lower_function;
use super::library::Panic;
use super::pointer::{Count, Known, Linear, Place, Pointer, Storage};
use super::surroundings::Surroundings;
use super::{Context, GlobalRow, Home};
use crate::analysis::{Analysis, Root, Tracer, address_terms, analyse, block_operation, memory_scalar, scalars_of};
use crate::declared::{Declared, Reading};
use crate::flow::{Flow, Flows};
use crate::join::{Item, ReachedGlobal, Version};
use crate::layout::{Layout, Scalar, Types};
use crate::mixed::Mixed;
use crate::pointee::Pointee;
use crate::reader::syntax::{Call, Constant, End, Gep, Kind, Operand, Parameter, Type};
use crate::reader::{SourceKind, SourceType};
use crate::sorts::{Options, Sorts};
use crate::source::{Piece, Reference, Shape};
use crate::state::{Held, HeldBy, Others, Start, called_before};
use crate::steps::Steps;
use crate::uses::Uses;

/// What both versions together say about a global variable.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) struct GlobalFacts {
    /// Lives in memory.
    pub(crate) escapes: bool,
    /// Never changes.
    pub(crate) constant: bool,
    /// May hold something else than at the start when the client is called.
    pub(crate) changes: bool,
    pub(crate) role: CellRole,
}

pub(crate) struct Analysed<'m> {
    pub(crate) version: Version<'m>,
    pub(crate) analyses: Vec<Analysis<'m>>,
    flows: Flows<'m>,
}

impl<'m> Analysed<'m> {
    pub(crate) fn new(version: Version<'m>) -> Analysed<'m> {
        let uses = Uses::of(&version);
        let analyses: Vec<_> = (0..version.functions.len()).map(|key| analyse(&version, key, &uses)).collect();
        let flows = Flows::of(&version, &analyses);
        Analysed { version, analyses, flows }
    }

    /// May code that is reached write the variable?
    pub(crate) fn may_write(&self, name: &str) -> bool {
        let Some(key) = self.version.global_named(name) else { return false };
        let mut named = FxHashSet::default();
        for global in &self.version.globals {
            if let Some(initial) = &global.global.initial {
                self.addresses_in(global.module, initial, &mut named);
            }
        }
        let is_written = |flow: &Flow| flow.written || flow.captured;
        named.contains(&key) || self.flows.globals.get(&key).is_some_and(is_written)
    }

    /// Is the variable written by code of its own file only, all of which can be seen?
    pub(crate) fn is_own(&self, name: &str) -> bool {
        self.version.global_named(name).is_none_or(|key| {
            let captured = self.flows.globals.get(&key).is_some_and(|flow| flow.captured);
            self.version.globals[key].global.internal && !captured
        })
    }

    /// Can only code of its own file name the variable?
    pub(crate) fn is_internal(&self, name: &str) -> bool {
        self.version.global_named(name).is_none_or(|key| self.version.globals[key].global.internal)
    }

    /// Is code called that cannot be seen, or not told?
    pub(crate) fn calls_unknown(&self) -> bool {
        let version = &self.version;
        let mut all = (0..version.functions.len()).flat_map(|caller| called(version, caller));
        calls_outside(version).next().is_some() || all.any(|call| super::call::called_name(&call.callee).is_none())
    }

    /// The globals whose addresses get away.
    fn escaping(&self) -> FxHashSet<&str> {
        let mut escaping: FxHashSet<usize> = FxHashSet::default();
        for analysis in &self.analyses {
            escaping.extend(&analysis.escaping_globals);
        }
        for global in &self.version.globals {
            if let Some(initial) = &global.global.initial {
                self.addresses_in(global.module, initial, &mut escaping);
            }
        }
        escaping.into_iter().map(|key| &*self.version.globals[key].name).collect()
    }

    fn addresses_in(&self, module: usize, constant: &Constant<'m>, found: &mut FxHashSet<usize>) {
        match constant {
            Constant::Global(name) => {
                if let Item::Global(key) = self.version.lookup(module, name) {
                    found.insert(key);
                }
            }
            Constant::Aggregate(parts) => parts.iter().for_each(|(_, part)| self.addresses_in(module, part, found)),
            Constant::Gep(gep) => {
                if let Operand::Constant(base) = &gep.base {
                    self.addresses_in(module, base, found);
                }
            }
            Constant::Cast { value, .. } | Constant::Splat(value) => self.addresses_in(module, value, found),
            Constant::Binary { a, b, .. } | Constant::Compare { a, b, .. } => {
                self.addresses_in(module, a, found);
                self.addresses_in(module, b, found);
            }
            _ => {}
        }
    }
}

/// Decides, for both versions alike, where each global lives and whether it is observed.
pub(crate) fn global_facts(
    (old, old_others): (&Analysed, &Others),
    (new, new_others): (&Analysed, &Others),
) -> (FxHashMap<String, GlobalFacts>, Vec<String>) {
    let (old_escaping, new_escaping) = (old.escaping(), new.escaping());
    let mut facts = FxHashMap::default();
    let mut changed = Vec::new();
    let all = old.version.globals.iter().chain(&new.version.globals);
    for name in all.map(|global| global.name.as_str()) {
        if facts.contains_key(name) {
            continue;
        }
        let find = |analysed: &Analysed| analysed.version.global_named(name);
        let there: Vec<_> = [old, new].into_iter().filter_map(|side| Some((side, find(side)?))).collect();
        let globals: Vec<_> = there.iter().map(|(side, key)| &side.version.globals[*key]).collect();
        let escapes = old_escaping.contains(name) || new_escaping.contains(name);
        let is_own = globals.iter().all(|global| global.global.internal);
        let is_written = there.iter().any(|(side, _)| side.may_write(name))
            || [old_others, new_others].iter().any(|others| others.written.contains(name));
        let constant = globals.iter().all(|global| global.global.constant) || (is_own && !is_written);
        let changes = !constant;
        let mut role = CellRole::Hidden;
        if let [a, b] = &globals[..]
            && !constant
        {
            let layout = |side: &Analysed, global: &crate::join::ReachedGlobal| {
                let (layout, count) = Types(&side.version.modules[global.module]).layout(&global.global.ty);
                (layout.to_string(), count)
            };
            if layout(old, a) == layout(new, b) {
                role = CellRole::Global;
            } else {
                changed.push(name.to_string());
            }
        }
        facts.insert(name.to_string(), GlobalFacts { escapes, constant, changes, role });
    }
    (facts, changed)
}

/// One version, lowered.
pub(crate) struct Lowered {
    pub(crate) entry: Entry,
    /// How many of the entry's inputs are for the client's own call. They are the last.
    pub(crate) own: usize,
    /// The kinds of scalars that are accessed at addresses from outside.
    pub(crate) met: BTreeSet<Scalar>,
}

/// Lowers one version.
pub(crate) fn lower_version(
    analysed: &Analysed,
    facts: &FxHashMap<String, GlobalFacts>,
    changed: &[String],
    options: Options,
    client: &str,
    pointees: &[Pointee],
    (before, steps): (&Before, Steps),
) -> Lowered {
    let version = &analysed.version;
    let mut context = Context::new(options, crate::demangle::is_mangled(version.functions[0].symbol));
    context.steps = steps;
    context.has_streams = before.has_streams;
    let client_key = 0;
    let elements = arrays::elements(version, options);
    context.outside = super::boundary::outside(version, &elements, pointees);
    // The tables of the C library end where the library says so: an access beyond is as doubtful.
    context.has_given = !pointees.is_empty()
        || version.globals.iter().any(|global| crate::prelude::is_library(&version.modules[global.module]));
    context.has_nullable = context.has_given || elements.iter().any(Option::is_some);
    let holds_address = |held: &Held| held.columns.iter().any(|column| column.is_address);
    context.has_addresses = options.handles || !context.outside.is_empty() || before.held.iter().any(holds_address);
    if before.surroundings {
        context.surroundings = Some(Surroundings::new(&mut context));
        context.has_addresses = true;
        context.mixed = before.mixed.clone();
    }
    let mut outside: Vec<&Call> = calls_outside(version).collect();
    if before.surroundings {
        outside.extend(calls_through_pointers(version));
    }
    if !outside.is_empty() {
        context.private = analysed.flows.private().collect();
    }
    if before.surroundings {
        let stored = stored_in_known_objects(analysed);
        let known = scalars_of_known_objects(analysed, pointees, !outside.is_empty());
        context.shadowed =
            known.into_iter().filter(|scalar| stored.as_ref().is_none_or(|stored| stored.contains(scalar))).collect();
    }
    context.frees_outside = outside.iter().any(|call| call.args.iter().any(|arg| arg.ty == Type::Ptr));
    lay_out(&mut context, analysed, facts);
    for pointee in pointees {
        let id = context.layout(&pointee.layout);
        context.put_in_memory(id, false);
    }
    arrays::lay_out(&mut context, &elements);
    let images = place_globals(&mut context, version, facts);
    let is_constant =
        |(row, global): (&GlobalRow, &ReachedGlobal)| global.global.constant && matches!(row.home, Home::Memory(_));
    context.has_constants = context.globals.iter().zip(&version.globals).any(is_constant);
    context.raises = raises(version, before.surroundings);
    context.functions = version.functions.iter().map(|function| context.reserve(&function.name)).collect();
    for key in 0..version.functions.len() {
        let function = lower_function(&mut context, version, &analysed.analyses[key], key);
        let id = context.functions[key];
        context.program.functions[id] = Arc::new(function);
    }
    context.program.code = version
        .address_taken
        .iter()
        .map(|key| (Symbol::new(&version.functions[*key].name), context.functions[*key]))
        .collect();
    let registers = registers(&mut context, version, &elements, pointees);
    let entry = write_entry(&mut context, analysed, &images, &registers, changed, client, before);
    let client = context.functions[client_key];
    let program = std::mem::take(&mut context.program);
    let own = registers.iter().map(|register| register.inputs.len()).sum();
    Lowered { entry: Entry { program, entry, client }, own, met: context.met }
}

fn client_shape(analysed: &Analysed) -> Option<Shape> {
    let function = &analysed.version.functions[0];
    crate::source::shape(&analysed.version.modules[function.module], function, &analysed.analyses[0])
}

/// Finds the layouts of all objects in memory, before any code that has to tell them apart.
fn lay_out(context: &mut Context, analysed: &Analysed, facts: &FxHashMap<String, GlobalFacts>) {
    for (key, analysis) in analysed.analyses.iter().enumerate() {
        let mut names: Vec<(&&str, &usize)> = analysis.by_name.iter().collect();
        names.sort_unstable();
        for (name, alloca) in names {
            let alloca = &analysis.allocas[*alloca];
            if alloca.escapes {
                let id = context.layout_in(&alloca.layout, context.region(key, name));
                context.put_in_memory(id, true);
            }
        }
        for layout in &analysis.copied {
            let id = context.layout(layout);
            context.put_in_memory(id, true);
        }
        let mut allocations: Vec<(&&str, &Layout)> = analysis.allocations.iter().collect();
        allocations.sort_unstable_by_key(|(name, _)| **name);
        for (name, layout) in allocations {
            let id = context.layout_in(layout, context.region(key, name));
            context.put_in_memory(id, true);
        }
    }
    if context.is_rust
        && !context.handles
        && let Some(shape) = client_shape(analysed)
    {
        for layout in shape.result.references().iter().filter_map(readable) {
            let id = context.layout(&layout);
            context.put_in_memory(id, false);
        }
    }
    // What the entry makes for the client.
    let client = &analysed.version.functions[0];
    let types = Types(&analysed.version.modules[client.module]);
    for param in &client.signature.params {
        let layout = match (&param.byval, &param.sret) {
            (Some(ty), _) => types.layout(ty).0,
            (None, Some(ty)) => crate::source::layout_of_result(types.0, client, ty).0,
            (None, None) => continue,
        };
        let id = context.layout(&layout);
        context.put_in_memory(id, true);
    }
    for global in &analysed.version.globals {
        if facts[&global.name].escapes {
            let types = Types(&analysed.version.modules[global.module]);
            let id = context.layout(&types.layout(&global.global.ty).0);
            context.put_in_memory(id, false);
        }
    }
}

fn called<'a, 'm>(version: &'a Version<'m>, key: usize) -> impl Iterator<Item = &'a Call<'m>> {
    version.functions[key].body.blocks.iter().flat_map(|block| {
        let calls = block.insts.iter().filter_map(|inst| match &inst.kind {
            Kind::Call(call) => Some(call),
            _ => None,
        });
        let invoked = match &block.end {
            End::Invoke { call, .. } => Some(call),
            _ => None,
        };
        calls.chain(invoked)
    })
}

/// The calls of what may do as it likes with memory that it can reach.
fn calls_outside<'a, 'm>(version: &'a Version<'m>) -> impl Iterator<Item = &'a Call<'m>> {
    (0..version.functions.len()).flat_map(move |caller| {
        let module = version.functions[caller].module;
        called(version, caller).filter(move |call| match super::call::called_name(&call.callee) {
            Some(name) => {
                matches!(version.lookup(module, name), Item::External(name) if !super::library::is_known(name))
            }
            None => false,
        })
    })
}

/// The kinds of scalars in objects that code outside may know as well: what parameters lead to, variables, and what the
/// program makes, if it calls code outside.
fn scalars_of_known_objects(analysed: &Analysed, pointees: &[Pointee], calls_outside: bool) -> FxHashSet<Scalar> {
    let version = &analysed.version;
    let mut layouts: Vec<Layout> = pointees.iter().map(|pointee| pointee.layout.clone()).collect();
    let variables = version.globals.iter().filter(|global| !global.global.constant);
    layouts.extend(variables.map(|global| Types(&version.modules[global.module]).layout(&global.global.ty).0));
    for analysis in analysed.analyses.iter().filter(|_| calls_outside) {
        layouts.extend(analysis.allocas.iter().filter(|local| local.escapes).map(|local| local.layout.clone()));
        layouts.extend(analysis.allocations.values().cloned());
    }
    layouts.iter().flat_map(|layout| &layout.columns).map(|column| column.scalar).collect()
}

/// The kinds of scalars that the version writes elsewhere than to locals of its own; `None`: any.
fn stored_in_known_objects<'m>(analysed: &Analysed<'m>) -> Option<FxHashSet<Scalar>> {
    let version = &analysed.version;
    let mut found = FxHashSet::default();
    for (key, function) in version.functions.iter().enumerate() {
        let types = Types(&version.modules[function.module]);
        let analysis = &analysed.analyses[key];
        let mut tracer = Tracer::of(version, key, analysis);
        let mut is_elsewhere = |to: &Operand<'m>| match tracer.trace(to).map(|traced| traced.root) {
            Some(Root::Alloca(local)) => analysis.allocas[local].escapes,
            Some(Root::Global(_)) | None => true,
        };
        for inst in function.body.blocks.iter().flat_map(|block| &block.insts) {
            match &inst.kind {
                Kind::Store { ty, pointer, .. } if is_elsewhere(pointer) => {
                    let mut scalars = Vec::new();
                    scalars_of(types, ty, 0, &mut scalars);
                    found.extend(scalars.into_iter().map(|(_, scalar)| memory_scalar(scalar)));
                }
                Kind::Call(call) => {
                    let is_block =
                        super::call::called_name(&call.callee).is_some_and(|name| block_operation(name).is_some());
                    let to = call.args.first().map(|arg| &arg.value);
                    if is_block && to.is_some_and(&mut is_elsewhere) {
                        return None;
                    }
                }
                _ => {}
            }
        }
    }
    Some(found)
}

fn calls_through_pointers<'a, 'm>(version: &'a Version<'m>) -> impl Iterator<Item = &'a Call<'m>> {
    (0..version.functions.len())
        .flat_map(move |caller| called(version, caller))
        .filter(|call| super::call::called_name(&call.callee).is_none())
}

/// The functions of `math.h` that the version calls and that may say by `errno` that they have no result.
pub(crate) fn may_set_errno<'a, 'm>(version: &'a Version<'m>) -> impl Iterator<Item = &'m str> + 'a {
    let is_outside = |module: usize, name: &'m str| matches!(version.lookup(module, name), Item::External(_));
    let all = (0..version.functions.len()).flat_map(move |caller| {
        let module = version.functions[caller].module;
        called(version, caller).filter_map(move |call| {
            let name = super::call::called_name(&call.callee)?;
            (is_outside(module, name) && super::library::sets_errno(name, call)).then_some(name)
        })
    });
    all.filter(|_| {
        version.modules[version.functions[0].module].is_c() || !crate::demangle::is_mangled(version.functions[0].symbol)
    })
}

/// The functions without code that the version calls and that give an address.
pub(crate) fn givers<'a, 'm>(version: &'a Version<'m>) -> impl Iterator<Item = &'m str> + 'a {
    calls_outside(version)
        .filter(|call| call.result == Type::Ptr)
        .filter_map(|call| super::call::called_name(&call.callee))
        // The exception that was caught.
        .filter(|name| !name.starts_with("__cxa_"))
}

/// Which functions may end the program by `exit`, throw, or panic. `is_open`: a call through a pointer may lead outside.
fn raises(version: &Version, is_open: bool) -> Vec<bool> {
    let mut raises = vec![false; version.functions.len()];
    // Who calls whom: functions, or any whose address is used.
    let mut callers: Vec<Vec<usize>> = vec![Vec::new(); version.functions.len()];
    let mut work = Vec::new();
    for caller in 0..version.functions.len() {
        let module = version.functions[caller].module;
        for call in called(version, caller) {
            match super::call::called_name(&call.callee).map(|name| version.lookup(module, name)) {
                Some(Item::Function(key)) => callers[key].push(caller),
                Some(Item::External("exit" | "_exit" | "_Exit")) => work.push(caller),
                Some(Item::External(name)) if super::library::panics(name) == Some(Panic::Unwind) => work.push(caller),
                Some(Item::External(name)) if may_throw(version, caller, name, call) => work.push(caller),
                Some(_) => {}
                None => {
                    version.address_taken.iter().for_each(|key| callers[*key].push(caller));
                    if is_open && may_throw(version, caller, super::call::THROUGH_POINTER, call) {
                        work.push(caller);
                    }
                }
            }
        }
    }
    while let Some(key) = work.pop() {
        if !std::mem::replace(&mut raises[key], true) {
            work.extend(&callers[key]);
        }
    }
    raises
}

/// May a call of a function outside end in an exception that the caller lets pass or catches?
pub(crate) fn may_throw(version: &Version, caller: usize, callee: &str, call: &Call) -> bool {
    let function = &version.functions[caller];
    let module = &version.modules[function.module];
    let never = |group: Option<u32>| module.has_attribute(group, "nounwind");
    let lands = function.body.blocks.iter().any(|block| matches!(block.end, End::Invoke { .. }));
    let declared = module.declaration(callee).and_then(|signature| signature.attributes);
    // A function that lets nothing pass may still catch.
    !callee.starts_with("llvm.")
        && (lands || !never(function.signature.attributes))
        && !never(call.attributes)
        && !never(declared)
}

/// The initial contents of a global: values by column, and pointers to be filled in.
struct Image<'m> {
    key: usize,
    columns: Vec<Value>,
    pointers: Vec<(u64, Constant<'m>)>,
}

fn place_globals<'m>(
    context: &mut Context,
    version: &Version<'m>,
    facts: &FxHashMap<String, GlobalFacts>,
) -> Vec<Image<'m>> {
    let mut images = Vec::new();
    for (key, global) in version.globals.iter().enumerate() {
        let fact = facts[&global.name];
        let types = Types(&version.modules[global.module]);
        let (layout, count) = types.layout(&global.global.ty);
        let id = context.layout(&layout);
        let image = image(context.sorts, version, key, &layout, count, fact.escapes);
        let home = match image {
            Err(why) => Home::Unsupported(format!("the variable {}: {why}", global.name)),
            Ok(image) => {
                let home = home(context, &global.name, fact, &image, &layout);
                images.push(image);
                home
            }
        };
        context.globals.push(GlobalRow { layout: id, count, home });
    }
    images
}

fn home(context: &mut Context, name: &str, fact: GlobalFacts, image: &Image, layout: &Layout) -> Home {
    if fact.escapes {
        let sort = context.sorts.reference;
        let cell = Cell { name: Symbol::new(name), sort, role: fact.role, initial: Value::default_of(sort) };
        return Home::Memory(context.program.cells.push(cell));
    }
    if fact.constant && image.pointers.is_empty() {
        return Home::Constants(Rc::new(image.columns.clone()));
    }
    let plain = layout.columns.len() == 1;
    let columns = layout.columns.iter().zip(&image.columns).map(|(column, value)| {
        let scalar = context.sorts.scalar(column.scalar).unwrap_or(Sort::bool());
        let sort = match value {
            Value::Map(_) if !matches!(scalar.kind(), ::value::SortKind::Map(..)) => {
                Sort::map(context.sorts.word, scalar)
            }
            _ => scalar,
        };
        let name = if plain { name.to_string() } else { format!("{name}.{}", column.offset) };
        context.program.cells.push(Cell { name: Symbol::new(&name), sort, role: fact.role, initial: value.clone() })
    });
    Home::Cells(Rc::new(columns.collect()))
}

fn image<'m>(
    sorts: Sorts,
    version: &Version<'m>,
    key: usize,
    layout: &Layout,
    count: u64,
    in_memory: bool,
) -> Result<Image<'m>, String> {
    let global = &version.globals[key];
    let types = Types(&version.modules[global.module]);
    let mut columns = Vec::new();
    for column in &layout.columns {
        let zero = sorts.zero(column.scalar).unwrap_or(Value::Bool(false));
        let plain = !in_memory && count == 1 && column.dims.is_empty();
        columns.push(if plain { zero } else { Value::Map(Arc::new(MapValue::constant(zero))) });
    }
    let mut image = Image { key, columns, pointers: Vec::new() };
    if let Some(initial) = &global.global.initial {
        let mut filler = Filler { sorts, version, module: global.module, types, layout, image: &mut image };
        filler.fill(&global.global.ty, initial, 0)?;
    }
    Ok(image)
}

struct Filler<'a, 'm> {
    sorts: Sorts,
    version: &'a Version<'m>,
    module: usize,
    types: Types<'m>,
    layout: &'a Layout,
    image: &'a mut Image<'m>,
}

impl<'m> Filler<'_, 'm> {
    fn fill(&mut self, ty: &Type<'m>, constant: &Constant<'m>, at: u64) -> Result<(), String> {
        let ty = self.types.resolve(ty);
        match (constant, &ty) {
            (Constant::Zero | Constant::Undef | Constant::Null, _) => Ok(()),
            (Constant::Bytes(bytes), _) => {
                let byte = |(index, byte): (usize, &u8)| {
                    self.put(at + index as u64, Scalar::Int(8), &Constant::Int(i128::from(*byte)))
                };
                bytes.iter().enumerate().try_for_each(byte)
            }
            (Constant::Aggregate(parts), Type::Array(..) | Type::Vector(..)) => {
                let mut next = at;
                for (element, part) in parts {
                    self.fill(element, part, next)?;
                    next += self.types.size(element);
                }
                Ok(())
            }
            (Constant::Aggregate(parts), Type::Struct { .. }) => {
                let (fields, _) = self.types.fields(&ty);
                for ((offset, field), (_, part)) in fields.iter().zip(parts) {
                    self.fill(field, part, at + offset)?;
                }
                Ok(())
            }
            (Constant::Splat(part), Type::Vector(count, element)) => {
                (0..*count).try_for_each(|index| self.fill(element, part, at + index * self.types.size(element)))
            }
            (constant, ty) => match Scalar::of(ty) {
                Some(scalar) => self.put(at, scalar, constant),
                None => Err("an initial value of an unknown kind".into()),
            },
        }
    }

    fn put(&mut self, at: u64, scalar: Scalar, constant: &Constant<'m>) -> Result<(), String> {
        let (element, byte) = (at / self.layout.stride, at % self.layout.stride);
        let Some(leaf) = self.layout.leaf_at(byte) else { return Ok(()) };
        let column = &self.layout.columns[leaf.column];
        if leaf.byte != 0 || column.scalar.size() != scalar.size().next_power_of_two() {
            return Err("an initial value that does not follow its type".into());
        }
        let value = match (constant, column.scalar) {
            (Constant::Int(value), Scalar::Int(width)) => self.sorts.int_value(width, *value),
            (Constant::Float(bits), Scalar::F64) => self.float(::value::FloatFormat::F64, *bits)?,
            (Constant::Float(bits), Scalar::F32) => self.float(::value::FloatFormat::F32, *bits)?,
            (Constant::Float(bits), Scalar::Int(64)) => self.sorts.int_value(64, i128::from(*bits)),
            (Constant::Float(bits), Scalar::Int(32)) => {
                let single = (f64::from_bits(*bits) as f32).to_bits();
                self.sorts.int_value(32, i128::from(single))
            }
            (constant, Scalar::Ptr) => match self.function_name(constant) {
                Some(name) => self.sorts.code_value(&name),
                None => {
                    self.image.pointers.push((at, constant.clone()));
                    return Ok(());
                }
            },
            _ => return Err("an initial value of an unknown kind".into()),
        };
        let position = element * column.inner_count() + leaf.inner;
        let filled = match &self.image.columns[leaf.column] {
            Value::Map(map) => Value::Map(Arc::new(map.store(self.sorts.word_value(position as i64), value))),
            _ => value,
        };
        self.image.columns[leaf.column] = filled;
        Ok(())
    }

    fn float(&self, format: ::value::FloatFormat, bits: u64) -> Result<Value, String> {
        self.sorts.float_value(format, bits).ok_or_else(|| "an infinity or NaN among the reals".into())
    }

    fn function_name(&self, constant: &Constant<'m>) -> Option<String> {
        match constant {
            Constant::Global(name) => match self.version.lookup(self.module, name) {
                Item::Function(key) => Some(self.version.functions[key].name.clone()),
                Item::External(name)
                    if self.version.modules[self.module].declaration(name).is_some()
                        && !self.version.is_ambiguous(name) =>
                {
                    Some(name.to_string())
                }
                Item::Global(_) | Item::External(_) => None,
            },
            Constant::Cast { op: "bitcast", value, .. } => self.function_name(value),
            _ => None,
        }
    }
}

/// What comes before the client's call.
pub(crate) struct Before<'a> {
    pub(crate) start: &'a Start,
    /// The variables that may hold anything.
    pub(crate) held: &'a [Held],
    /// Some allocation may be of more memory than there is.
    pub(crate) may_run_out: bool,
    /// Some code writes to a stream that it names.
    pub(crate) has_streams: bool,
    pub(crate) side: HeldBy,
    /// The question is what fails, and a panic that leaves the client does.
    pub(crate) panics_fail: bool,
    /// What both versions say of the client's types.
    pub(crate) declared: &'a Declared,
    /// What lies at addresses from outside is followed.
    pub(crate) surroundings: bool,
    /// Kinds of scalars that may be one place there.
    pub(crate) mixed: &'a Mixed,
}

impl Before<'_> {
    fn reading(&self) -> &Reading {
        match self.side {
            HeldBy::New => &self.declared.new,
            HeldBy::Old | HeldBy::Both => &self.declared.old,
        }
    }
}

/// The layout of what a shared reference leads to that can only be looked at, field by field.
pub(crate) fn readable(reference: &Reference) -> Option<Layout> {
    const MOST_COLUMNS: usize = 16;
    if !reference.is_alone || reference.has_length || !reference.is_read_only() || reference.to.size == 0 {
        return None;
    }
    let layout = crate::pointee::declared_layout(&reference.to)?;
    let is_plain = |column: &crate::layout::Column| column.dims.is_empty() && column.scalar != Scalar::Ptr;
    (layout.columns.len() <= MOST_COLUMNS && layout.columns.iter().all(is_plain)).then_some(layout)
}

/// Where nothing stands, nobody looks: each empty slice is given the same address. Nor is it seen which of several
/// objects a shared reference leads to, but what stands there: it leads to a copy.
fn without_addresses(emit: &mut Emit, shape: &Shape, values: &mut [ValueId]) -> Emitted<()> {
    for reference in shape.result.references() {
        let place = |offset: u64| shape.result_pieces.iter().position(|piece| *piece == Piece { offset, size: 8 });
        let Some(at) = place(reference.offset).filter(|_| reference.is_alone) else { continue };
        let Some(pointer) = values.get(at).copied().filter(|value| emit.b.sort(*value) == emit.sorts.pointer) else {
            continue;
        };
        let is_empty = match place(reference.offset + 8).filter(|_| reference.has_length) {
            _ if reference.to.size == 0 && reference.to.kind != SourceKind::Unknown => emit.bool(true),
            Some(length) => {
                let zero = emit.word(0);
                emit.eq(values[length], zero)
            }
            None => emit.bool(false),
        };
        let null = emit.apply(Op::Is(emit.sorts.null), &[pointer]);
        let is_there = emit.not(null);
        let is_empty = emit.and(is_there, is_empty);
        let one = emit.word(1);
        let nowhere = emit.apply(Op::Construct(emit.sorts.given), &[one]);
        values[at] = emit.ite(is_empty, nowhere, pointer);
        if let Some(layout) = readable(&reference) {
            let leads = emit.apply(Op::Is(emit.sorts.to), &[pointer]);
            values[at] =
                emit.either(leads, |emit| Ok(vec![copied(emit, &layout, pointer)?]), |_| Ok(vec![pointer]))?[0];
        }
    }
    Ok(())
}

/// A new object that holds what stands there.
fn copied(emit: &mut Emit, layout: &Layout, from: ValueId) -> Emitted<ValueId> {
    let (id, one, zero) = (emit.context.layout(layout), emit.word(1), emit.word(0));
    let mut found = Vec::new();
    for column in &layout.columns {
        let there = emit.advance(&Pointer::Dynamic(from), column.offset as i64, &[])?;
        found.push(emit.load(&there, column.scalar, Padding::Arbitrary)?);
    }
    let place = emit.allocate(id, one);
    let Storage::Memory(object) = place.storage else { return Ok(from) };
    for (column, value) in layout.columns.iter().zip(found) {
        let offset = Linear::constant(column.offset as i64);
        let known = Known { place: place.clone(), index: Linear::default(), offset };
        emit.poke_scalar(&known, value, None)?;
    }
    Ok(emit.pointer_to([object, zero, zero]))
}

/// What a reference leads to is its value, and a constant is known by all of it: only where both are the
/// same can a result or a variable that holds references be compared.
fn refuse_parts(emit: &mut Emit, version: &Version, shape: &Shape, values: &[ValueId]) -> Emitted<()> {
    for reference in shape.result.references() {
        let value_at = |offset: u64| {
            let at = shape.result_pieces.iter().position(|piece| *piece == Piece { offset, size: 8 })?;
            values.get(at).copied()
        };
        let pointer = value_at(reference.offset).filter(|value| emit.b.sort(*value) == emit.sorts.pointer);
        let length = value_at(reference.offset + 8).filter(|_| reference.has_length);
        if let Some(pointer) = pointer {
            refuse_part(emit, &reference, pointer, length)?;
        }
    }
    for (key, global) in version.globals.iter().enumerate() {
        if global.global.constant || matches!(emit.context.globals[key].home, Home::Unsupported(_)) {
            continue;
        }
        let ty = version.modules[global.module].source_global(global.symbol);
        for reference in ty.as_ref().map(SourceType::references).unwrap_or_default() {
            let start = emit.global(key)?;
            let pointer = emit.advance(&start, reference.offset as i64, &[])?;
            let pointer = emit.load(&pointer, Scalar::Ptr, Padding::Arbitrary)?;
            let mut length = None;
            if reference.has_length {
                let at = emit.advance(&start, reference.offset as i64 + 8, &[])?;
                length = Some(emit.load(&at, Scalar::Int(64), Padding::Arbitrary)?);
            }
            refuse_part(emit, &reference, pointer, length)?;
        }
    }
    Ok(())
}

fn refuse_part(emit: &mut Emit, reference: &Reference, pointer: ValueId, length: Option<ValueId>) -> Emitted<()> {
    let size = emit.word(reference.to.size as i64);
    let length = match length {
        Some(length) => emit.binary("mul", false, 64, length, size)?,
        None => size,
    };
    let leads = emit.apply(Op::Is(emit.sorts.to), &[pointer]);
    let is_part = emit.either(
        leads,
        |emit| {
            let [object, index, offset] = emit.parts_of(pointer)?;
            let constant = emit.get(emit.context.memory.constant);
            let constant = emit.select(constant, object);
            let strides = emit.get(emit.context.memory.stride);
            let (count, stride, zero) = (emit.count_of(object), emit.select(strides, object), emit.word(0));
            let whole = emit.binary("mul", false, 64, count, stride)?;
            let is_all = [emit.eq(index, zero), emit.eq(offset, zero), emit.eq(whole, length)];
            let is_all = is_all.into_iter().reduce(|a, b| emit.and(a, b)).unwrap_or(constant);
            let is_part = emit.not(is_all);
            Ok(vec![emit.and(constant, is_part)])
        },
        |emit| Ok(vec![emit.bool(false)]),
    )?[0];
    emit.refuse(is_part, Fail::Unsupported("a reference to a part of a constant"))
}

/// Writes the function around the client: sets up memory, calls, returns what the client did.
fn write_entry(
    context: &mut Context,
    analysed: &Analysed,
    images: &[Image],
    registers: &[Register],
    changed: &[String],
    client: &str,
    before: &Before,
) -> FnId {
    let version = &analysed.version;
    let function = &version.functions[0];
    let client_id = context.functions[0];
    let results = context.program.functions[client_id].results.clone();
    let steps: &[Prior] = if let Start::After(steps) = before.start { steps } else { &[] };
    let functions: Vec<Option<usize>> = steps.iter().map(|step| called_before(version, step)).collect();
    let any = steps.iter().flat_map(|step| if let Prior::Any(names) = step { &names[..] } else { &[] });
    let any: Vec<usize> = any_functions(version, any);
    let reached = [0].iter().chain(&version.constructors).chain(functions.iter().flatten()).chain(&any);
    let raises = reached.into_iter().any(|key| context.raises[*key]).then_some(context.sorts.ended);
    let name = format!("{client}:entry");
    let narrow = narrow_parameters(version);
    let shape = client_shape(analysed);
    let own: Vec<Param> = registers.iter().flat_map(|register| register.inputs.clone()).collect();
    let mut plain: Vec<Param> = Vec::new();
    if before.may_run_out {
        plain.push(Param {
            name: Symbol::new("allocations that succeed"),
            sort: Sort::map(context.sorts.word, Sort::bool()),
        });
    }
    if *before.start == Start::AnyState {
        plain.extend(before.held.iter().flat_map(Held::inputs));
    }
    for (number, (step, key)) in steps.iter().zip(&functions).enumerate() {
        let inputs = match step {
            Prior::Client => own.clone(),
            Prior::Call(_) => {
                key.map_or_else(Vec::new, |key| context.program.functions[context.functions[key]].params.clone())
            }
            Prior::Any(names) => any_inputs(context, version, names),
            Prior::Assign(name) => {
                before.held.iter().filter(|held| held.name == *name).flat_map(Held::inputs).collect()
            }
        };
        let number = number + 1;
        let named = |param: Param| Param { name: Symbol::new(&format!("{} in step {number}", param.name)), ..param };
        plain.extend(inputs.into_iter().map(named));
    }
    plain.extend(own.iter().cloned());
    let returned = registers.iter().find_map(|register| register.returned());
    let given = returned.map_or(results.clone(), |object| object.sorts(&context.sorts));
    let reading = before.reading();
    let given = reading.sorts(given, &context.sorts);
    let id = context.reserve(&name);
    let mut emit = Emit::new(context, FunctionBuilder::new(&name, plain, given, raises).of_front_end());
    let boundary = Boundary { version, shape: shape.as_ref(), registers, narrow: &narrow };
    emit.context.is_setting_up = true;
    let prepared = set_up(&mut emit, version, images);
    emit.context.is_setting_up = false;
    let written = prepared.and_then(|()| {
        for key in &version.constructors {
            let constructor = emit.context.functions[*key];
            emit.b.call(constructor, &[], &[], None);
        }
        let mut next = 0;
        if before.may_run_out {
            let succeed = emit.b.param(next);
            let cell = emit.context.allocations.succeed;
            emit.b.set(cell, succeed);
            next += 1;
        }
        if *before.start == Start::AnyState {
            hold(&mut emit, version, before.held, before.side, &mut next)?;
        }
        for (step, key) in steps.iter().zip(&functions) {
            match (step, key) {
                (Prior::Client, _) => {
                    let (args, ..) = pass(&mut emit, &boundary, &mut next)?;
                    call_before(&mut emit, client_id, &args, &results);
                }
                (Prior::Call(_), Some(key)) => {
                    let callee = emit.context.functions[*key];
                    let callee_row = &emit.context.program.functions[callee];
                    let (count, results) = (callee_row.params.len(), callee_row.results.clone());
                    let args: Vec<ValueId> = (next..next + count).map(|at| emit.b.param(at)).collect();
                    next += count;
                    assume_passed(&mut emit, analysed, *key, &args)?;
                    call_before(&mut emit, callee, &args, &results);
                }
                (Prior::Any(names), _) => call_any(&mut emit, analysed, names, &mut next)?,
                (Prior::Call(_), None) => return emit.unsupported("a function that is not there"),
                (Prior::Assign(name), _) => {
                    let held: Vec<Held> = before.held.iter().filter(|held| held.name == *name).cloned().collect();
                    hold(&mut emit, version, &held, before.side, &mut next)?;
                }
            }
        }
        if let Some(parameter) = &before.declared.parameter {
            return emit.unsupported(&format!("the parameter {parameter}, whose type has changed"));
        }
        let (args, result, made) = pass(&mut emit, &boundary, &mut next)?;
        if function.signature.variadic {
            return emit.unsupported("a client with a variable number of parameters");
        }
        let mut values = match before.panics_fail && emit.context.raises[0] {
            true => call_or_fail(&mut emit, client_id, &args, &results),
            false => emit.b.call(client_id, &args, &results, None),
        };
        made.iter().for_each(|(register, known)| register.show(&mut emit, known));
        if let [first, ..] = changed {
            return emit.unsupported(&format!("the variable {first}, whose type has changed"));
        }
        if let (Some(object), Some(known)) = (returned, result) {
            values = object.read(&mut emit, &known)?;
        }
        if let Some(shape) = &shape {
            values = without_unused(&mut emit, &shape.result, &shape.result_pieces, values)?;
            if emit.context.is_rust {
                if !emit.context.handles {
                    without_addresses(&mut emit, shape, &mut values)?;
                }
                refuse_parts(&mut emit, version, shape, &values)?;
            }
        }
        values = reading.apply(&mut emit, values)?;
        emit.b.return_(&values);
        Ok(())
    });
    let _: Emitted<()> = written;
    let function = emit.b.finish();
    context.program.functions[id] = Arc::new(function);
    id
}

/// A call that comes before the client's: its caller may catch what it throws and go on.
fn call_before(emit: &mut Emit, callee: FnId, args: &[ValueId], results: &[Sort]) {
    if emit.context.program.functions[callee].raises.is_none() {
        emit.b.call(callee, args, results, None);
        return;
    }
    let after = emit.b.block();
    call_handled(emit, (callee, args, results), |emit, raised| {
        let unwinds = emit.unwinds(raised);
        let exits = emit.b.block();
        emit.b.branch(unwinds, after, exits);
        emit.b.seal(exits);
        emit.b.switch_to(exits);
        emit.b.raise(raised);
    });
    emit.b.jump(after, &[]);
    emit.b.seal(after);
    emit.b.switch_to(after);
}

/// The client's call, where a panic that leaves it is a failure.
fn call_or_fail(emit: &mut Emit, callee: FnId, args: &[ValueId], results: &[Sort]) -> Vec<ValueId> {
    call_handled(emit, (callee, args, results), |emit, raised| {
        let panics = emit.apply(Op::Is(emit.sorts.panic), &[raised]);
        let (fails, passes) = (emit.b.block(), emit.b.block());
        emit.b.branch(panics, fails, passes);
        emit.b.seal(fails);
        emit.b.seal(passes);
        emit.b.switch_to(passes);
        emit.b.raise(raised);
        emit.b.switch_to(fails);
        let _: Emitted<()> = emit.trap(Trap::Panic(None));
    })
}

fn call_handled(
    emit: &mut Emit,
    (callee, args, results): (FnId, &[ValueId], &[Sort]),
    handle: impl FnOnce(&mut Emit, ValueId),
) -> Vec<ValueId> {
    let handler = emit.b.block();
    let raised = emit.b.block_param(handler, emit.sorts.ended);
    let values = emit.b.call(callee, args, results, Some(handler));
    let next = emit.b.current();
    emit.b.seal(handler);
    emit.b.switch_to(handler);
    handle(emit, raised);
    emit.b.switch_to(next);
    values
}

/// The client and the functions of these names.
fn any_functions<'n>(version: &Version, names: impl IntoIterator<Item = &'n String>) -> Vec<usize> {
    let find = |name: &String| version.functions.iter().position(|function| function.symbol == name);
    [0].into_iter().chain(names.into_iter().filter_map(find)).collect()
}

/// The inputs of any number of calls: how many, which one each is, and by number the arguments.
fn any_inputs(context: &Context, version: &Version, names: &[String]) -> Vec<Param> {
    let word = context.sorts.word;
    let mut inputs = vec![
        Param { name: Symbol::new("calls"), sort: word },
        Param { name: Symbol::new("called"), sort: Sort::map(word, word) },
    ];
    for key in any_functions(version, names) {
        let function = &context.program.functions[context.functions[key]];
        inputs.extend(function.params.iter().map(|param| {
            let name = Symbol::new(&format!("{} of {}", param.name, version.functions[key].symbol));
            Param { name, sort: Sort::map(word, param.sort) }
        }));
    }
    inputs
}

fn call_any(emit: &mut Emit, analysed: &Analysed, names: &[String], next: &mut usize) -> Emitted<()> {
    let (count, which) = (emit.b.param(*next), emit.b.param(*next + 1));
    *next += 2;
    let mut choices = Vec::new();
    for key in any_functions(&analysed.version, names) {
        let callee = emit.context.functions[key];
        let (count, results) = {
            let row = &emit.context.program.functions[callee];
            (row.params.len(), row.results.clone())
        };
        let inputs: Vec<ValueId> = (*next..*next + count).map(|at| emit.b.param(at)).collect();
        *next += count;
        choices.push((key, callee, inputs, results));
    }
    emit.repeat(count, |emit, number| {
        let chosen = emit.select(which, number);
        let mut join = super::emit::Join::default();
        for (index, (key, callee, inputs, results)) in choices.iter().enumerate() {
            let is_last = index + 1 == choices.len();
            let other = if is_last {
                None
            } else {
                let this = emit.word(index as i64);
                let is_this = emit.eq(chosen, this);
                let (then, other) = (emit.b.block(), emit.b.block());
                emit.b.branch(is_this, then, other);
                emit.b.seal(then);
                emit.b.seal(other);
                emit.b.switch_to(then);
                Some(other)
            };
            let args: Vec<ValueId> = inputs.iter().map(|input| emit.select(*input, number)).collect();
            assume_passed(emit, analysed, *key, &args)?;
            call_before(emit, *callee, &args, results);
            join.arrive(emit, Ok(Vec::new()));
            if let Some(other) = other {
                emit.b.switch_to(other);
            }
        }
        join.finish(emit).map(|_| ())
    })
}

/// Leaves out arguments that no caller can pass to the function, which is handed them as they are.
fn assume_passed(emit: &mut Emit, analysed: &Analysed, key: usize, args: &[ValueId]) -> Emitted<()> {
    let function = &analysed.version.functions[key];
    let module = &analysed.version.modules[function.module];
    let Some(shape) = crate::source::shape(module, function, &analysed.analyses[key]) else { return Ok(()) };
    let params = &function.signature.params;
    let mut starts = vec![0];
    for param in params {
        let Some(of) = super::value::sorts_of(Types(module), &emit.sorts, &param.ty) else { return Ok(()) };
        starts.push(starts[starts.len() - 1] + of.len());
    }
    let is_rust = emit.context.is_rust;
    for (index, argument) in shape.arguments.iter().enumerate() {
        let end = shape.arguments.get(index + 1).map_or(params.len(), |next| next.register);
        let Some(values) = args.get(starts[argument.register]..starts[end]) else { return Ok(()) };
        if is_rust
            && argument.ty.is_fat()
            && let Some(length) = values.last()
        {
            assume_length(emit, &argument.ty, *length)?;
        }
        if values.len() == argument.pieces.len() {
            emit.assume_valid(&argument.ty, &super::valid::Parts { pieces: &argument.pieces, values, is_rust })?;
        }
    }
    Ok(())
}

/// No object is longer than half of the addresses; of elements without a size there may be any number.
fn assume_length(emit: &mut Emit, ty: &SourceType, length: ValueId) -> Emitted<()> {
    let Some(size) = ty.element_size() else { return Ok(()) };
    let (zero, most) = (emit.word(0), emit.word(i64::MAX / i64::try_from(size).unwrap_or(i64::MAX)));
    let bounds = [emit.compare("sge", 64, length, zero)?, emit.compare("sle", 64, length, most)?];
    bounds.into_iter().for_each(|fits| emit.b.assume(fits));
    Ok(())
}

/// Leaves out inputs that no caller can pass.
fn assume_possible(
    emit: &mut Emit,
    version: &Version,
    shape: Option<&Shape>,
    registers: &[Register],
    from: usize,
) -> Emitted<()> {
    let function = &version.functions[0];
    let params = &function.signature.params;
    let starts: Vec<usize> = registers
        .iter()
        .scan(from, |next, register| {
            *next += register.inputs.len();
            Some(*next - register.inputs.len())
        })
        .collect();
    // `main` gets at least the program's name.
    if function.symbol == "main"
        && let [Parameter { ty: Type::Int(32), .. }, Parameter { ty: Type::Ptr, .. }, ..] = params.as_slice()
    {
        let (argc, zero) = (emit.b.param(from), emit.int(32, 0));
        let some = emit.compare("sgt", 32, argc, zero)?;
        emit.b.assume(some);
    }
    let Some(shape) = shape else { return Ok(()) };
    let is_rust = emit.context.is_rust;
    for (index, argument) in shape.arguments.iter().enumerate() {
        let end = shape.arguments.get(index + 1).map_or(params.len(), |next| next.register);
        let Some(mine) = registers.get(argument.register..end) else { continue };
        if is_rust && argument.ty.is_fat() && mine.last().is_some_and(Register::is_plain) {
            let length = emit.b.param(starts[end - 1]);
            assume_length(emit, &argument.ty, length)?;
        }
        let count: usize = mine.iter().map(|register| register.inputs.len()).sum();
        if mine.iter().any(|register| !register.is_plain()) || count != argument.pieces.len() {
            continue;
        }
        let first = starts.get(argument.register).copied().unwrap_or(0);
        let values: Vec<ValueId> = (first..first + count).map(|at| emit.b.param(at)).collect();
        let parts = super::valid::Parts { pieces: &argument.pieces, values: &values, is_rust };
        emit.assume_valid(&argument.ty, &parts)?;
    }
    Ok(())
}

/// What the client takes.
#[derive(Copy, Clone)]
struct Boundary<'r, 'm> {
    version: &'r Version<'m>,
    shape: Option<&'r Shape>,
    registers: &'r [Register],
    narrow: &'r FxHashMap<Symbol, u32>,
}

type Passed<'r> = (Vec<ValueId>, Option<Known>, Vec<(&'r Register, Known)>);

/// The arguments of a call of the client, made of the entry's inputs from there on; the object for the
/// result; and the objects that are looked at afterwards.
fn pass<'r>(emit: &mut Emit, boundary: &Boundary<'r, '_>, next: &mut usize) -> Emitted<Passed<'r>> {
    let Boundary { registers, narrow, version, shape } = *boundary;
    assume_possible(emit, version, shape, registers, *next)?;
    let (mut args, mut result, mut made) = (Vec::new(), None, Vec::new());
    for register in registers {
        let inputs: Vec<ValueId> = register.inputs.iter().enumerate().map(|(at, _)| emit.b.param(*next + at)).collect();
        *next += inputs.len();
        for (param, value) in register.inputs.iter().zip(&inputs) {
            if let Some(width) = narrow.get(&param.name) {
                emit.assume_fits(*value, *width)?;
            }
        }
        let known = register.pass(emit, &inputs, &mut args)?;
        match known {
            known if register.returned().is_some() => result = known,
            Some(known) => made.push((register, known)),
            None => {}
        }
    }
    Ok((args, result, made))
}

/// Puts the entry's inputs from there on into the variables.
fn hold(emit: &mut Emit, version: &Version, held: &[Held], side: HeldBy, next: &mut usize) -> Emitted<()> {
    for one in held {
        let inputs: Vec<ValueId> = one.columns.iter().enumerate().map(|(at, _)| emit.b.param(*next + at)).collect();
        *next += inputs.len();
        let Some(key) = version.global_named(&one.name).filter(|_| one.side == HeldBy::Both || one.side == side) else {
            continue;
        };
        if matches!(emit.context.globals[key].home, Home::Unsupported(_)) {
            continue;
        }
        if !one.is_known {
            return emit.unsupported(&format!("what earlier calls leave in the variable {}", one.name));
        }
        let place = place_of(emit, key)?;
        for (column, (of, value)) in one.columns.iter().zip(inputs).enumerate() {
            let value = match (of.is_address, of.sort == emit.sorts.word) {
                (false, _) => value,
                (true, true) => emit.address(value),
                (true, false) => emit.apply(Op::MapWrap(emit.sorts.null, emit.sorts.given), &[value]),
            };
            if of.is_truth {
                let sort = emit.b.sort(value);
                let zero = emit.constant(Value::default_of(sort), sort);
                let one = emit.sorts.int_value(8, 1);
                let one = emit.constant(one, sort);
                let (is_zero, is_one) = (emit.eq(value, zero), emit.eq(value, one));
                let fits = emit.or(is_zero, is_one);
                emit.b.assume(fits);
            }
            emit.set_column(&place, column, value)?;
        }
    }
    Ok(())
}

/// Parameters that stay within their width also where integers are mathematical: unsigned ones,
/// and those narrower than an `int`.
fn narrow_parameters(version: &Version) -> FxHashMap<Symbol, u32> {
    let function = &version.functions[0];
    let module = &version.modules[function.module];
    let unsigned = function.signature.subprogram.map(|number| module.unsigned(number)).unwrap_or_default();
    // Structures in registers have no parameter of their own in the source.
    let described = unsigned.len() == function.signature.params.len() + 1;
    let params = function.signature.params.iter().enumerate();
    let narrow = params.filter_map(|(index, param)| match param.ty {
        Type::Int(1) => None,
        Type::Int(width) if width < 32 || (described && unsigned[index + 1]) => Some((Symbol::new(param.name), width)),
        _ => None,
    });
    narrow.collect()
}

/// Puts the globals that live in memory there.
fn set_up(emit: &mut Emit, version: &Version, images: &[Image]) -> Emitted<()> {
    for image in images {
        let row = &emit.context.globals[image.key];
        let Home::Memory(cell) = row.home else { continue };
        let (layout, count) = (row.layout, row.count);
        let elements = emit.word(count as i64);
        let place = emit.allocate(layout, elements);
        let Storage::Memory(object) = place.storage else { continue };
        emit.b.set(cell, object);
        if version.globals[image.key].global.constant {
            let constant = emit.get(emit.context.memory.constant);
            let yes = emit.bool(true);
            let constant = emit.store_map(constant, object, yes);
            let cell = emit.context.memory.constant;
            emit.b.set(cell, constant);
        }
        if crate::prelude::is_library(&version.modules[version.globals[image.key].module]) {
            let given = emit.get(emit.context.memory.given);
            let yes = emit.bool(true);
            let given = emit.store_map(given, object, yes);
            let cell = emit.context.memory.given;
            emit.b.set(cell, given);
        }
        for (column, value) in image.columns.iter().enumerate() {
            let sort = emit.column_sort(&place, column);
            let value = emit.constant(value.clone(), sort);
            emit.set_column(&place, column, value)?;
            if !emit.context.layouts[layout].unwritten.is_empty() {
                let all = emit.context.filled(Value::Bool(false));
                let all = emit.constant(all, Sort::map(emit.sorts.word, Sort::bool()));
                emit.set_unwritten(&place, column, all);
            }
        }
    }
    for image in images {
        let global = &version.globals[image.key];
        for (at, constant) in &image.pointers {
            let target = static_pointer(emit, version, global.module, constant)?;
            let target = emit.pointer_value(&target)?;
            let place = place_of(emit, image.key)?;
            let stride = emit.context.layouts[place.layout].layout.stride;
            let index = Linear::constant((at / stride) as i64);
            let known = Known { place, index, offset: Linear::constant((at % stride) as i64) };
            emit.poke_scalar(&known, target, None)?;
        }
    }
    Ok(())
}

fn place_of(emit: &mut Emit, key: usize) -> Emitted<Place> {
    let row = &emit.context.globals[key];
    let (layout, count) = (row.layout, Count::Constant(row.count));
    let storage = match row.home.clone() {
        Home::Memory(cell) => Storage::Memory(emit.get(cell)),
        Home::Cells(cells) => Storage::Cells(cells),
        Home::Constants(values) => Storage::Constants(values),
        Home::Unsupported(what) => return emit.unsupported(&what),
    };
    Ok(Place { layout, count, storage })
}

/// A pointer among the initial values.
fn static_pointer<'m>(
    emit: &mut Emit,
    version: &Version<'m>,
    module: usize,
    constant: &Constant<'m>,
) -> Emitted<Pointer> {
    match constant {
        Constant::Global(name) => match version.lookup(module, name) {
            Item::Global(key) => {
                let place = place_of(emit, key)?;
                Ok(Pointer::Known(Known { place, index: Linear::default(), offset: Linear::default() }))
            }
            // Its address is not known: any use of it is a gap.
            Item::Function(_) | Item::External(_) => {
                let outside = Value::data(emit.sorts.outside, [Value::Atom(Symbol::new(name))]);
                Ok(Pointer::Dynamic(emit.constant(outside, emit.sorts.pointer)))
            }
        },
        Constant::Gep(gep) => {
            let Operand::Constant(base) = &gep.base else { return emit.unsupported("an initial address") };
            if let Some(table) = runtime_table(emit.sorts, version, module, gep) {
                return Ok(Pointer::Dynamic(emit.constant(table, emit.sorts.pointer)));
            }
            let base = static_pointer(emit, version, module, base)?;
            let (offset, terms) = address_terms(Types(&version.modules[module]), gep);
            if !terms.is_empty() {
                return emit.unsupported("an initial address");
            }
            emit.advance(&base, offset, &[])
        }
        Constant::Cast { op: "bitcast" | "addrspacecast", value, .. } => static_pointer(emit, version, module, value),
        Constant::Null | Constant::Zero => Ok(Pointer::Dynamic(emit.null())),
        _ => emit.unsupported("an initial address"),
    }
}

/// The table of a class of the C++ runtime, with which the description of a type begins: only the runtime reads it.
fn runtime_table<'m>(sorts: Sorts, version: &Version<'m>, module: usize, gep: &Gep<'m>) -> Option<Value> {
    let Operand::Constant(Constant::Global(name)) = &gep.base else { return None };
    let is_outside = matches!(version.lookup(module, name), Item::External(_));
    let (offset, terms) = address_terms(Types(&version.modules[module]), gep);
    let is_table = name.starts_with("_ZTVN10__cxxabiv1") && is_outside && terms.is_empty();
    is_table.then(|| Value::data(sorts.outside, [Value::Atom(Symbol::new(&format!("{name}+{offset}")))]))
}

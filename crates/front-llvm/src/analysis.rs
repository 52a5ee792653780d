//! Which locals and globals can live outside memory: those whose address is only ever used to
//! load and store through, so that every access names its object.
//!
//! Also: which scalars of such locals may be read before they are written.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::join::{FnKey, GlobalKey, Item, Version};
use crate::layout::{Column, Layout, Scalar, Types};
use crate::lower::constant_text;
use crate::pointee::layout_of;
use crate::reader::SourceKind;
use crate::reader::syntax::{Call, Constant, End, Gep, Kind, Operand, Type};
use crate::uses::Uses;

/// The object a pointer leads into, as far as the text shows.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Root {
    Alloca(usize),
    Global(GlobalKey),
}

/// A pointer as root and offset; `None`: an offset that is not constant.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Traced {
    pub(crate) root: Root,
    pub(crate) offset: Option<i64>,
    /// What all variable parts of the offset are multiples of.
    step: u64,
}

pub(crate) struct Alloca {
    pub(crate) layout: Layout,
    /// `None`: known at run time only.
    pub(crate) count: Option<u64>,
    /// Lives in memory.
    pub(crate) escapes: bool,
    /// The variable it holds, where the debug information says so.
    pub(crate) variable: Option<u32>,
    /// Columns that may be read before they are written.
    pub(crate) unsure: FxHashSet<usize>,
    size: u64,
    untyped: bool,
}

pub(crate) struct Analysis<'m> {
    pub(crate) allocas: Vec<Alloca>,
    pub(crate) by_name: FxHashMap<&'m str, usize>,
    pub(crate) escaping_globals: FxHashSet<GlobalKey>,
    /// Layouts of `byval` copies.
    pub(crate) copied: Vec<Layout>,
    /// The layout of what each call of `malloc` gives, as its uses show.
    pub(crate) allocations: FxHashMap<&'m str, Layout>,
}

/// A part of an address: bytes times an index.
pub(crate) struct Term<'a, 'm> {
    pub(crate) scale: u64,
    pub(crate) ty: &'a Type<'m>,
    pub(crate) index: &'a Operand<'m>,
}

/// The constant part of an address computation, and the rest.
pub(crate) fn address_terms<'a, 'm>(types: Types<'m>, gep: &'a Gep<'m>) -> (i64, Vec<Term<'a, 'm>>) {
    let (mut constant, mut terms) = (0i64, Vec::new());
    let mut current = gep.element.clone();
    for (position, (ty, index)) in gep.indices.iter().enumerate() {
        let scale = if position == 0 {
            types.size(&current)
        } else {
            match types.resolve(&current) {
                Type::Array(_, element) | Type::Vector(_, element) => {
                    current = (*element).clone();
                    types.size(&current)
                }
                Type::Struct { .. } => {
                    let Operand::Constant(field) = index else { continue };
                    let field = match field {
                        Constant::Int(field) => usize::try_from(*field).unwrap_or(0),
                        _ => 0,
                    };
                    let (fields, _) = types.fields(&current);
                    if let Some((offset, inner)) = fields.get(field) {
                        constant = constant.wrapping_add(*offset as i64);
                        current = inner.clone();
                    }
                    continue;
                }
                _ => continue,
            }
        };
        match index {
            Operand::Constant(Constant::Int(value)) => {
                constant = constant.wrapping_add((*value as i64).wrapping_mul(scale as i64));
            }
            Operand::Constant(Constant::Zero | Constant::Null) => {}
            _ => terms.push(Term { scale, ty, index }),
        }
    }
    (constant, terms)
}

/// A piece of an object that an instruction reads or writes.
struct Touch {
    pointer: Traced,
    bytes: u64,
    scalar: Option<Scalar>,
    writes: bool,
}

pub(crate) struct Tracer<'a, 'm> {
    version: &'a Version<'m>,
    module: usize,
    types: Types<'m>,
    by_name: FxHashMap<&'m str, usize>,
    /// Where a local pointer was computed.
    derived: FxHashMap<&'m str, &'a Kind<'m>>,
    memo: FxHashMap<&'m str, Option<Traced>>,
}

impl<'a, 'm> Tracer<'a, 'm> {
    pub(crate) fn of(version: &'a Version<'m>, key: FnKey, analysis: &Analysis<'m>) -> Tracer<'a, 'm> {
        let function = &version.functions[key];
        let insts = function.body.blocks.iter().flat_map(|block| &block.insts);
        let is_address =
            |kind: &Kind| matches!(kind, Kind::Gep(_) | Kind::Cast { op: "bitcast" | "addrspacecast", .. });
        let derived = insts.filter(|inst| is_address(&inst.kind)).filter_map(|inst| Some((inst.result?, &inst.kind)));
        Tracer {
            version,
            module: function.module,
            types: Types(&version.modules[function.module]),
            by_name: analysis.by_name.clone(),
            derived: derived.collect(),
            memo: FxHashMap::default(),
        }
    }

    pub(crate) fn trace(&mut self, operand: &Operand<'m>) -> Option<Traced> {
        match operand {
            Operand::Local(name) => self.trace_local(name),
            Operand::Constant(constant) => self.trace_constant(constant),
            Operand::Metadata(_) => None,
        }
    }

    fn trace_local(&mut self, name: &'m str) -> Option<Traced> {
        if let Some(index) = self.by_name.get(name) {
            return Some(Traced { root: Root::Alloca(*index), offset: Some(0), step: 0 });
        }
        if let Some(known) = self.memo.get(name) {
            return *known;
        }
        // Against code that defines a pointer by itself.
        self.memo.insert(name, None);
        let found = match self.derived.get(name).copied() {
            Some(Kind::Gep(gep)) => self.trace_gep(gep),
            Some(Kind::Cast { value, .. }) => self.trace(value),
            _ => None,
        };
        self.memo.insert(name, found);
        found
    }

    fn trace_constant(&mut self, constant: &Constant<'m>) -> Option<Traced> {
        match constant {
            Constant::Global(name) => match self.version.lookup(self.module, name) {
                Item::Global(key) => Some(Traced { root: Root::Global(key), offset: Some(0), step: 0 }),
                Item::Function(_) | Item::External(_) => None,
            },
            Constant::Gep(gep) => self.trace_gep(gep),
            Constant::Cast { op: "bitcast" | "addrspacecast", value, .. } => self.trace_constant(value),
            _ => None,
        }
    }

    fn trace_gep(&mut self, gep: &Gep<'m>) -> Option<Traced> {
        let base = self.trace(&gep.base)?;
        let (constant, terms) = address_terms(self.types, gep);
        let step = terms.iter().fold(base.step, |step, term| greatest_divisor(step, term.scale));
        let step = if base.offset.is_none() { greatest_divisor(step, base.step) } else { step };
        let offset = base.offset.filter(|_| terms.is_empty()).map(|offset| offset + constant);
        Some(Traced { root: base.root, offset, step })
    }
}

fn greatest_divisor(a: u64, b: u64) -> u64 {
    if b == 0 { a } else { greatest_divisor(b, a % b) }
}

pub(crate) fn analyse<'m>(version: &Version<'m>, key: FnKey, uses: &Uses<'m>) -> Analysis<'m> {
    let function = &version.functions[key];
    let types = Types(&version.modules[function.module]);
    let mut analysis = Analysis {
        allocas: Vec::new(),
        by_name: FxHashMap::default(),
        escaping_globals: FxHashSet::default(),
        copied: Vec::new(),
        allocations: FxHashMap::default(),
    };
    let mut derived = FxHashMap::default();
    for (position, block) in function.body.blocks.iter().enumerate() {
        for inst in &block.insts {
            match (inst.result, &inst.kind) {
                (Some(name), Kind::Alloca { ty, count }) => {
                    add_alloca(&mut analysis, types, name, ty, count.as_ref(), position == 0);
                }
                (Some(name), kind @ Kind::Gep(_))
                | (Some(name), kind @ Kind::Cast { op: "bitcast" | "addrspacecast", .. }) => {
                    derived.insert(name, kind);
                }
                (_, Kind::Declare { slot: Operand::Local(name), variable }) => {
                    if let Some(index) = analysis.by_name.get(name) {
                        analysis.allocas[*index].variable.get_or_insert(*variable);
                    }
                }
                (_, Kind::Call(call)) => {
                    for byval in call.args.iter().filter_map(|arg| arg.byval.as_ref()) {
                        analysis.copied.push(types.layout(byval).0);
                    }
                }
                _ => {}
            }
        }
    }
    let mut tracer = Tracer {
        version,
        module: function.module,
        types,
        by_name: analysis.by_name.clone(),
        derived,
        memo: FxHashMap::default(),
    };
    find_allocations(&mut analysis, types, version, key);
    let touches = find_touches(&mut analysis, &mut tracer, key);
    let elsewhere = touched_elsewhere(&analysis, key, uses);
    lay_out_untyped(&mut analysis, touches.iter().flatten().chain(&elsewhere));
    find_unsure(&mut analysis, version, key, &touches);
    analysis
}

/// Finds what the memory that `malloc` gives is used for: the type by which its address, or a
/// variable that holds it, is first indexed or accessed; or what such a variable is declared to lead to.
fn find_allocations<'m>(analysis: &mut Analysis<'m>, types: Types<'m>, version: &Version<'m>, key: FnKey) {
    let insts = || version.functions[key].body.blocks.iter().flat_map(|block| &block.insts);
    let allocates = |call: &Call| called(call).is_some_and(|name| allocation(name).is_some());
    for inst in insts() {
        let (Some(name), Kind::Call(call)) = (inst.result, &inst.kind) else { continue };
        if !allocates(call) {
            continue;
        }
        let mut pointers: FxHashSet<&str> = FxHashSet::from_iter([name]);
        let mut slots: FxHashSet<&str> = FxHashSet::default();
        let bytes = Layout::uniform(Scalar::Int(8));
        let mut found = None;
        // Twice, for uses that stand before the call in a loop.
        for inst in insts().chain(insts()) {
            let leads = |operand: &Operand, names: &FxHashSet<&str>| matches!(operand, Operand::Local(name) if names.contains(name));
            let used = match &inst.kind {
                Kind::Cast { value, .. } if leads(value, &pointers) => {
                    pointers.extend(inst.result);
                    None
                }
                Kind::Store { value, pointer: Operand::Local(slot), .. } if leads(value, &pointers) => {
                    slots.insert(slot);
                    None
                }
                Kind::Load { ty: Type::Ptr, pointer, .. } if leads(pointer, &slots) => {
                    pointers.extend(inst.result);
                    None
                }
                Kind::Gep(gep) if leads(&gep.base, &pointers) => Some(types.layout(&gep.element).0),
                Kind::Load { ty, pointer, .. } | Kind::Store { ty, pointer, .. } if leads(pointer, &pointers) => {
                    Scalar::of(ty).map(|scalar| Layout::uniform(memory_scalar(scalar)))
                }
                _ => None,
            };
            if let Some(layout) = used.filter(|layout| *layout != bytes) {
                found.get_or_insert(layout);
            }
        }
        let mut slots: Vec<&str> = slots.into_iter().collect();
        slots.sort_unstable();
        let mut declared = slots.iter().filter_map(|slot| declared_to_lead_to(analysis, types, slot));
        let layout = found.or_else(|| declared.find(|layout| *layout != bytes)).unwrap_or(bytes);
        analysis.allocations.insert(name, layout);
    }
}

/// How an object lies in memory that the variable in this place of the stack is declared to lead to.
fn declared_to_lead_to(analysis: &Analysis, types: Types, slot: &str) -> Option<Layout> {
    let variable = analysis.allocas[*analysis.by_name.get(slot)?].variable?;
    match types.0.source_variable(variable)?.kind {
        SourceKind::Pointer(to) if types.0.is_c() => layout_of(types, &to),
        _ => None,
    }
}

/// A function that gives memory: its arguments are the size and more, or a number and a size.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Allocation {
    Bytes,
    Zeroed,
    ZeroedElements,
    /// C++'s `new`, which throws where there is no memory.
    New,
}

pub(crate) fn allocation(name: &str) -> Option<Allocation> {
    match name {
        "malloc" => Some(Allocation::Bytes),
        "calloc" => Some(Allocation::ZeroedElements),
        "_Znwm" | "_Znam" => Some(Allocation::New),
        _ if name.starts_with("_R") && name.ends_with("7___rustc12___rust_alloc") => Some(Allocation::Bytes),
        _ if name.starts_with("_R") && name.ends_with("7___rustc19___rust_alloc_zeroed") => Some(Allocation::Zeroed),
        _ => None,
    }
}

/// Does the function give memory back, at its first argument?
pub(crate) fn frees(name: &str) -> bool {
    matches!(name, "free" | "_ZdlPv" | "_ZdlPvm" | "_ZdaPv" | "_ZdaPvm")
        || (name.starts_with("_R") && name.ends_with("7___rustc14___rust_dealloc"))
}

fn called<'m>(call: &Call<'m>) -> Option<&'m str> {
    match &call.callee {
        Operand::Constant(Constant::Global(name)) => Some(name),
        _ => None,
    }
}

fn add_alloca<'m>(
    analysis: &mut Analysis<'m>,
    types: Types<'m>,
    name: &'m str,
    ty: &Type<'m>,
    count: Option<&Operand<'m>>,
    in_entry: bool,
) {
    let (layout, inner) = types.layout(ty);
    let count = match count {
        None => Some(inner),
        Some(Operand::Constant(Constant::Int(count))) => Some(inner * *count as u64),
        Some(_) => None,
    };
    let untyped = layout == Layout::uniform(Scalar::Int(8)) && count.is_some_and(|count| count > 1);
    analysis.by_name.insert(name, analysis.allocas.len());
    let size = count.unwrap_or(0) * layout.stride;
    let escapes = count.is_none() || !in_entry;
    let unsure = FxHashSet::default();
    analysis.allocas.push(Alloca { layout, count, escapes, variable: None, unsure, size, untyped });
}

/// What each block's instructions touch, in order; marks what escapes.
fn find_touches<'m>(analysis: &mut Analysis<'m>, tracer: &mut Tracer<'_, 'm>, key: FnKey) -> Vec<Vec<Touch>> {
    let version = tracer.version;
    let mut touches = Vec::new();
    for block in &version.functions[key].body.blocks {
        let mut here = Vec::new();
        for inst in &block.insts {
            match &inst.kind {
                Kind::Load { ty, pointer, .. } => {
                    touch(tracer, pointer, ty, false, &mut here);
                }
                Kind::Store { ty, value, pointer, .. } => {
                    escape(analysis, tracer, value);
                    touch(tracer, pointer, ty, true, &mut here);
                }
                Kind::Gep(gep) => gep.indices.iter().for_each(|(_, index)| escape(analysis, tracer, index)),
                Kind::Cast { op: "bitcast" | "addrspacecast", .. } => {}
                Kind::Call(call) => touched_by_call(analysis, tracer, call, &mut here),
                kind => kind.for_each_operand(&mut |operand| escape(analysis, tracer, operand)),
            }
        }
        match &block.end {
            End::Return(Some((_, value))) | End::Branch { condition: value, .. } => escape(analysis, tracer, value),
            End::Switch { on, .. } => escape(analysis, tracer, on),
            End::Invoke { call, .. } => touched_by_call(analysis, tracer, call, &mut here),
            End::Return(None) | End::Jump(_) | End::Unreachable | End::Resume | End::Unknown(_) => {}
        }
        touches.push(here);
    }
    touches
}

fn escape<'m>(analysis: &mut Analysis<'m>, tracer: &mut Tracer<'_, 'm>, operand: &Operand<'m>) {
    match tracer.trace(operand).map(|traced| traced.root) {
        Some(Root::Alloca(index)) => analysis.allocas[index].escapes = true,
        Some(Root::Global(key)) => {
            analysis.escaping_globals.insert(key);
        }
        None => {
            if let Operand::Constant(constant) = operand {
                escape_constant(analysis, tracer, constant);
            }
        }
    }
}

/// Constants may hide addresses in structures and casts.
fn escape_constant<'m>(analysis: &mut Analysis<'m>, tracer: &mut Tracer<'_, 'm>, constant: &Constant<'m>) {
    match constant {
        Constant::Aggregate(parts) => {
            for (_, part) in parts {
                escape(analysis, tracer, &Operand::Constant(part.clone()));
            }
        }
        Constant::Cast { value, .. } | Constant::Splat(value) => {
            escape(analysis, tracer, &Operand::Constant((**value).clone()));
        }
        Constant::Binary { a, b, .. } | Constant::Compare { a, b, .. } => {
            escape(analysis, tracer, &Operand::Constant((**a).clone()));
            escape(analysis, tracer, &Operand::Constant((**b).clone()));
        }
        _ => {}
    }
}

fn touch<'m>(tracer: &mut Tracer<'_, 'm>, pointer: &Operand<'m>, ty: &Type<'m>, writes: bool, into: &mut Vec<Touch>) {
    let Some(traced) = tracer.trace(pointer) else { return };
    match Scalar::of(ty) {
        Some(scalar) => into.push(Touch { pointer: traced, bytes: scalar.size(), scalar: Some(scalar), writes }),
        None => {
            let mut columns = Vec::new();
            scalars_of(tracer.types, ty, 0, &mut columns);
            for (offset, scalar) in columns {
                let offset = traced.offset.map(|base| base + offset as i64);
                let pointer = Traced { offset, ..traced };
                into.push(Touch { pointer, bytes: scalar.size(), scalar: Some(scalar), writes });
            }
        }
    }
}

/// The scalars of a first-class value, with their offsets.
pub(crate) fn scalars_of<'m>(types: Types<'m>, ty: &Type<'m>, offset: u64, into: &mut Vec<(u64, Scalar)>) {
    match types.resolve(ty) {
        Type::Array(count, element) | Type::Vector(count, element) => {
            for index in 0..count {
                scalars_of(types, &element, offset + index * types.size(&element), into);
            }
        }
        Type::Struct { .. } => {
            for (at, field) in types.fields(ty).0 {
                scalars_of(types, &field, offset + at, into);
            }
        }
        ty => into.extend(Scalar::of(&ty).map(|scalar| (offset, scalar))),
    }
}

fn touched_by_call<'m>(
    analysis: &mut Analysis<'m>,
    tracer: &mut Tracer<'_, 'm>,
    call: &Call<'m>,
    into: &mut Vec<Touch>,
) {
    let name = match &call.callee {
        Operand::Constant(Constant::Global(name)) => *name,
        callee => {
            escape(analysis, tracer, callee);
            ""
        }
    };
    let length = call.args.get(2).and_then(|length| match &length.value {
        Operand::Constant(Constant::Int(length)) => u64::try_from(*length).ok(),
        _ => None,
    });
    let copies = matches!(block_operation(name), Some(BlockOperation::Copy));
    let prints = matches!(name, "printf" | "puts");
    match (block_operation(name), length) {
        (Some(_), Some(bytes)) => {
            for (position, arg) in call.args.iter().take(2).enumerate() {
                let writes = position == 0;
                if let Some(pointer) = (writes || copies).then(|| tracer.trace(&arg.value)).flatten() {
                    into.push(Touch { pointer, bytes, scalar: None, writes });
                }
            }
        }
        _ if name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.") => {}
        _ if name == "__assert_fail" => {}
        _ => {
            for arg in &call.args {
                match (&arg.byval, tracer.trace(&arg.value)) {
                    (Some(ty), Some(pointer)) => {
                        into.push(Touch { pointer, bytes: tracer.types.size(ty), scalar: None, writes: false });
                    }
                    // Read while lowering.
                    _ if prints && constant_text(tracer.version, tracer.module, &arg.value).is_some() => {}
                    _ => escape(analysis, tracer, &arg.value),
                }
            }
        }
    }
}

#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum BlockOperation {
    Copy,
    Fill,
}

/// Functions that copy or fill a block of memory.
pub(crate) fn block_operation(name: &str) -> Option<BlockOperation> {
    let copies = ["llvm.memcpy.", "llvm.memmove."];
    if copies.iter().any(|prefix| name.starts_with(prefix)) || matches!(name, "memcpy" | "memmove") {
        Some(BlockOperation::Copy)
    } else if name.starts_with("llvm.memset.") || name == "memset" {
        Some(BlockOperation::Fill)
    } else {
        None
    }
}

/// What others do with the locals that are declared as bytes.
fn touched_elsewhere<'m>(analysis: &Analysis<'m>, key: FnKey, uses: &Uses<'m>) -> Vec<Touch> {
    let untyped = analysis.by_name.iter().filter(|(_, index)| analysis.allocas[**index].untyped);
    let mut found: Vec<Touch> = untyped
        .flat_map(|(name, index)| {
            let size = analysis.allocas[*index].size as i64;
            let fits = move |(offset, scalar): &(i64, Scalar)| *offset >= 0 && offset + scalar.size() as i64 <= size;
            uses.in_local(key, name).filter(fits).map(move |(offset, scalar)| Touch {
                pointer: Traced { root: Root::Alloca(*index), offset: Some(offset), step: 0 },
                bytes: scalar.size(),
                scalar: Some(scalar),
                writes: false,
            })
        })
        .collect();
    found.sort_by_key(|touch| touch.pointer.offset);
    found
}

/// Gives locals that are declared as bytes (as rustc does) the columns their accesses show.
fn lay_out_untyped<'a>(analysis: &mut Analysis, touches: impl Iterator<Item = &'a Touch>) {
    let mut accesses: FxHashMap<usize, Vec<&Touch>> = FxHashMap::default();
    for touch in touches {
        if let Root::Alloca(index) = touch.pointer.root {
            accesses.entry(index).or_default().push(touch);
        }
    }
    for (index, alloca) in analysis.allocas.iter_mut().enumerate() {
        if let (true, Some(touches)) = (alloca.untyped, accesses.get(&index))
            && let Some((layout, count)) = columns_by_use(alloca.size, touches)
        {
            alloca.layout = layout;
            alloca.count = Some(count);
        }
    }
}

fn columns_by_use(size: u64, touches: &[&Touch]) -> Option<(Layout, u64)> {
    let scalars: Vec<&&Touch> = touches.iter().filter(|touch| touch.scalar.is_some()).collect();
    let first = scalars.first()?.scalar?;
    let fits = |touch: &&&Touch| {
        let multiple = |offset: i64| offset.unsigned_abs().is_multiple_of(first.size());
        touch.scalar == Some(first)
            && touch.pointer.offset.is_none_or(multiple)
            && touch.pointer.step.is_multiple_of(first.size())
    };
    if first.size() > 1 && size.is_multiple_of(first.size()) && scalars.iter().all(fits) {
        return Some((Layout::uniform(memory_scalar(first)), size / first.size()));
    }
    let mut columns: Vec<Column> = Vec::new();
    for touch in scalars {
        let scalar = memory_scalar(touch.scalar?);
        let offset = u64::try_from(touch.pointer.offset?).ok()?;
        if offset + scalar.size() > size {
            return None;
        }
        let overlaps = |column: &&mut Column| {
            column.offset < offset + scalar.size() && offset < column.offset + column.scalar.size()
        };
        match columns.iter_mut().find(overlaps) {
            None => columns.push(Column { offset, scalar, dims: Vec::new() }),
            // A float also used as an integer is kept as its bits.
            Some(column) if column.offset == offset && column.scalar.size() == scalar.size() => {
                if [column.scalar, scalar].contains(&Scalar::Ptr) {
                    // Variants share their place: a number there is no address, but an address cannot be a number.
                    column.scalar = Scalar::Ptr;
                } else if column.scalar != scalar {
                    column.scalar = Scalar::Int(u32::try_from(scalar.size() * 8).ok()?);
                }
            }
            Some(_) => return None,
        }
    }
    columns.sort_by_key(|column| column.offset);
    Some((Layout { stride: size, columns: fill_gaps(columns, size) }, 1))
}

/// Bytes that only block operations touch.
fn fill_gaps(columns: Vec<Column>, size: u64) -> Vec<Column> {
    let mut filled = Vec::new();
    let mut at = 0;
    let gap = |from: u64, to: u64| Column {
        offset: from,
        scalar: Scalar::Int(8),
        dims: if to - from > 1 { vec![(to - from, 1)] } else { Vec::new() },
    };
    for column in columns {
        if column.offset > at {
            filled.push(gap(at, column.offset));
        }
        at = column.offset + column.scalar.size();
        filled.push(column);
    }
    if size > at {
        filled.push(gap(at, size));
    }
    filled
}

/// In memory an `i1` takes a byte.
pub(crate) fn memory_scalar(scalar: Scalar) -> Scalar {
    match scalar {
        Scalar::Int(_) => Scalar::Int(u32::try_from(scalar.size().next_power_of_two() * 8).unwrap_or(8)),
        other => other,
    }
}

/// Finds the columns of promoted scalars that some path reads before writing.
fn find_unsure(analysis: &mut Analysis, version: &Version, key: FnKey, touches: &[Vec<Touch>]) {
    let blocks = &version.functions[key].body.blocks;
    let index_of: FxHashMap<&str, usize> =
        blocks.iter().enumerate().map(|(index, block)| (block.name, index)).collect();
    // Columns numbered across locals, so that sets of them are bits.
    let first: Vec<usize> = analysis
        .allocas
        .iter()
        .scan(0, |next, alloca| {
            let first = *next;
            *next += alloca.layout.columns.len();
            Some(first)
        })
        .collect();
    let write = |analysis: &Analysis, touch: &Touch, written: &mut Bits| {
        covered(analysis, touch).into_iter().for_each(|(alloca, column)| written.insert(first[alloca] + column));
    };
    // Written on every way to the start of the block; `None`: not reached yet.
    let mut at_start: Vec<Option<Bits>> = vec![None; blocks.len()];
    if let Some(entry) = at_start.first_mut() {
        *entry = Some(Bits::default());
    }
    let mut changed = true;
    while std::mem::take(&mut changed) {
        for block in 0..blocks.len() {
            let Some(mut written) = at_start[block].clone() else { continue };
            touches[block].iter().filter(|touch| touch.writes).for_each(|touch| write(analysis, touch, &mut written));
            for next in blocks[block].end.successors().iter().filter_map(|name| index_of.get(name)) {
                match &mut at_start[*next] {
                    Some(before) => changed |= before.keep(&written),
                    unreached => {
                        *unreached = Some(written.clone());
                        changed = true;
                    }
                }
            }
        }
    }
    for (block, here) in touches.iter().enumerate() {
        let Some(mut written) = at_start[block].clone() else { continue };
        for touch in here {
            if touch.writes {
                write(analysis, touch, &mut written);
            }
            // A write of part of a scalar reads the rest.
            let Root::Alloca(index) = touch.pointer.root else { continue };
            for column in touched_columns(&analysis.allocas[index], touch) {
                if !written.contains(first[index] + column) {
                    analysis.allocas[index].unsure.insert(column);
                }
            }
        }
    }
}

/// A set of small numbers.
#[derive(Clone, Default)]
struct Bits(Vec<u64>);

impl Bits {
    fn insert(&mut self, number: usize) {
        if self.0.len() <= number / 64 {
            self.0.resize(number / 64 + 1, 0);
        }
        self.0[number / 64] |= 1 << (number % 64);
    }

    fn contains(&self, number: usize) -> bool {
        self.0.get(number / 64).is_some_and(|word| word >> (number % 64) & 1 == 1)
    }

    /// Keeps what is in the other as well; did anything go?
    fn keep(&mut self, other: &Bits) -> bool {
        let mut changed = false;
        for (index, word) in self.0.iter_mut().enumerate() {
            let kept = *word & other.0.get(index).copied().unwrap_or(0);
            changed |= kept != *word;
            *word = kept;
        }
        changed
    }
}

/// The scalar columns that the write sets as a whole.
fn covered(analysis: &Analysis, touch: &Touch) -> Vec<(usize, usize)> {
    let (Root::Alloca(index), Some(offset)) = (touch.pointer.root, touch.pointer.offset) else { return Vec::new() };
    let alloca = &analysis.allocas[index];
    if alloca.count != Some(1) {
        return Vec::new();
    }
    let end = offset + touch.bytes as i64;
    let within = |column: &Column| {
        let from = column.offset as i64;
        column.dims.is_empty() && offset <= from && from + column.scalar.size() as i64 <= end
    };
    let columns = alloca.layout.columns.iter().enumerate();
    columns.filter(|(_, column)| within(column)).map(|(column, _)| (index, column)).collect()
}

fn touched_columns(alloca: &Alloca, touch: &Touch) -> Vec<usize> {
    let columns = alloca.layout.columns.iter().enumerate();
    let touched = |column: &Column| match touch.pointer.offset {
        None => true,
        Some(offset) => {
            let from = column.offset as i64;
            offset < from + column.scalar.size() as i64 && from < offset + touch.bytes as i64
        }
    };
    columns.filter(|(_, column)| column.dims.is_empty() && touched(column)).map(|(column, _)| column).collect()
}

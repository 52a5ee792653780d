//! Where the addresses of objects go: who can come by one, and is anything written through it?
//!
//! An address is followed through casts, computations, promoted locals and the parameters and
//! results of functions with code. One that is stored anywhere else, or handed to code outside, is
//! *captured*: anybody may have it from then on. All of it says too much rather than too little.

use rustc_hash::{FxHashMap, FxHashSet};

use crate::analysis::{Analysis, BlockOperation, Root, Tracer, block_operation};
use crate::join::{FnKey, GlobalKey, Item, Version};
use crate::layout::Scalar;
use crate::reader::syntax::{Call, Constant, End, Kind, Operand, Type};

/// What becomes of an address.
#[derive(Copy, Clone, Default, PartialEq, Eq, Debug)]
pub(crate) struct Flow {
    /// Code that cannot be told may have it.
    pub(crate) captured: bool,
    /// Something may be written through it.
    pub(crate) written: bool,
    /// The function may return it.
    pub(crate) returned: bool,
}

impl Flow {
    const ANYWHERE: Flow = Flow { captured: true, written: true, returned: true };

    fn add(&mut self, other: Flow) {
        self.captured |= other.captured;
        self.written |= other.written;
        self.returned |= other.returned;
    }
}

/// What becomes of the addresses of all objects of a version.
#[derive(Default)]
pub(crate) struct Flows<'m> {
    /// By function: by parameter.
    params: Vec<Vec<Flow>>,
    pub(crate) globals: FxHashMap<GlobalKey, Flow>,
    /// Locals and allocations that nobody but the function, and those that it calls, can come by.
    private: FxHashSet<(FnKey, &'m str)>,
}

impl<'m> Flows<'m> {
    pub(crate) fn of(version: &Version<'m>, analyses: &[Analysis<'m>]) -> Flows<'m> {
        let mut tracers: Vec<Tracer> =
            (0..version.functions.len()).map(|key| Tracer::of(version, key, &analyses[key])).collect();
        let tracers = &mut tracers;
        let count = |key: usize| version.functions[key].signature.params.len();
        let params = (0..version.functions.len()).map(|key| vec![Flow::default(); count(key)]).collect();
        let mut flows = Flows { params, globals: FxHashMap::default(), private: FxHashSet::default() };
        let mut changed = true;
        while std::mem::take(&mut changed) {
            for key in 0..version.functions.len() {
                for (index, param) in version.functions[key].signature.params.iter().enumerate() {
                    if param.ty != Type::Ptr {
                        continue;
                    }
                    let found = flows.follow(version, analyses, tracers, key, Start::Local(param.name));
                    changed |= flows.params[key][index] != found;
                    flows.params[key][index] = found;
                }
            }
        }
        flows.follow_globals(version, analyses, tracers);
        flows.find_private(version, analyses, tracers);
        flows
    }

    /// The locals, and the results of calls that allocate, whose addresses nobody else can come by.
    pub(crate) fn private(&self) -> impl Iterator<Item = (FnKey, String)> {
        self.private.iter().map(|(function, local)| (*function, (*local).to_owned()))
    }

    fn follow_globals<'a>(
        &mut self,
        version: &'a Version<'m>,
        analyses: &'a [Analysis<'m>],
        tracers: &mut [Tracer<'a, 'm>],
    ) {
        let named: Vec<FxHashSet<GlobalKey>> =
            (0..version.functions.len()).map(|key| version.globals_named_by(key)).collect();
        for global in 0..version.globals.len() {
            let mut flow = Flow::default();
            for key in (0..version.functions.len()).filter(|key| named[*key].contains(&global)) {
                flow.add(self.follow(version, analyses, tracers, key, Start::Global(global)));
            }
            // Who it is returned to may do anything with it.
            if flow.returned {
                flow = Flow::ANYWHERE;
            }
            self.globals.insert(global, flow);
        }
    }

    fn find_private<'a>(
        &mut self,
        version: &'a Version<'m>,
        analyses: &'a [Analysis<'m>],
        tracers: &mut [Tracer<'a, 'm>],
    ) {
        for (key, function) in version.functions.iter().enumerate() {
            for inst in function.body.blocks.iter().flat_map(|block| &block.insts) {
                let Some(name) = inst.result else { continue };
                let makes = match &inst.kind {
                    Kind::Alloca { .. } => {
                        analyses[key].by_name.get(name).is_some_and(|index| analyses[key].allocas[*index].escapes)
                    }
                    Kind::Call(call) => callee(call).is_some_and(|name| crate::analysis::allocation(name).is_some()),
                    _ => false,
                };
                if makes {
                    let flow = self.follow(version, analyses, tracers, key, Start::Local(name));
                    if !flow.captured && !flow.returned {
                        self.private.insert((key, name));
                    }
                }
            }
        }
    }

    fn follow<'a>(
        &self,
        version: &'a Version<'m>,
        analyses: &'a [Analysis<'m>],
        tracers: &mut [Tracer<'a, 'm>],
        key: FnKey,
        start: Start<'m>,
    ) -> Flow {
        let mut walk = Walk {
            flows: self,
            version,
            analysis: &analyses[key],
            tracer: &mut tracers[key],
            key,
            start,
            derived: FxHashSet::default(),
            slots: FxHashSet::default(),
            found: Flow::default(),
        };
        if let Start::Local(name) = start {
            walk.derived.insert(name);
        }
        loop {
            let before = (walk.derived.len(), walk.slots.len());
            walk.round();
            if before == (walk.derived.len(), walk.slots.len()) {
                return walk.found;
            }
        }
    }
}

#[derive(Copy, Clone)]
enum Start<'m> {
    /// A parameter, or what the instruction of that name makes.
    Local(&'m str),
    Global(GlobalKey),
}

struct Walk<'w, 'a, 'm> {
    flows: &'w Flows<'m>,
    version: &'a Version<'m>,
    analysis: &'a Analysis<'m>,
    tracer: &'w mut Tracer<'a, 'm>,
    key: FnKey,
    start: Start<'m>,
    /// Values that may be the address, or lead into the object.
    derived: FxHashSet<&'m str>,
    /// Promoted locals that may hold one of these.
    slots: FxHashSet<usize>,
    found: Flow,
}

impl<'m> Walk<'_, '_, 'm> {
    fn round(&mut self) {
        let version = self.version;
        for block in &version.functions[self.key].body.blocks {
            for inst in &block.insts {
                self.step(inst.result, &inst.kind);
            }
            match &block.end {
                End::Return(Some((_, value))) => self.found.returned |= self.leads(value),
                End::Invoke { result, call, .. } => self.call(*result, call),
                End::Return(None)
                | End::Jump(_)
                | End::Branch { .. }
                | End::Switch { .. }
                | End::Unreachable
                | End::Resume
                | End::Unknown(_) => {}
            }
        }
    }

    /// May the value be the address?
    fn leads(&mut self, operand: &Operand<'m>) -> bool {
        match (operand, self.start) {
            (Operand::Local(name), _) => self.derived.contains(name),
            (Operand::Constant(constant), Start::Global(global)) => self.mentions(constant, global),
            _ => false,
        }
    }

    fn mentions(&self, constant: &Constant<'m>, global: GlobalKey) -> bool {
        let inner = |constant: &Constant<'m>| self.mentions(constant, global);
        match constant {
            Constant::Global(name) => {
                let module = self.version.functions[self.key].module;
                self.version.lookup(module, name) == Item::Global(global)
            }
            Constant::Aggregate(parts) => parts.iter().any(|(_, part)| inner(part)),
            Constant::Gep(gep) => matches!(&gep.base, Operand::Constant(base) if inner(base)),
            Constant::Cast { value, .. } | Constant::Splat(value) => inner(value),
            Constant::Binary { a, b, .. } | Constant::Compare { a, b, .. } => inner(a) || inner(b),
            Constant::Int(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Undef
            | Constant::Zero
            | Constant::Bytes(_)
            | Constant::Other(_) => false,
        }
    }

    /// The promoted local that the pointer leads into.
    fn slot(&mut self, pointer: &Operand<'m>) -> Option<(usize, Option<i64>)> {
        let traced = self.tracer.trace(pointer)?;
        match traced.root {
            Root::Alloca(index) if !self.analysis.allocas[index].escapes => Some((index, traced.offset)),
            Root::Alloca(_) | Root::Global(_) => None,
        }
    }

    fn derive(&mut self, result: Option<&'m str>, is_derived: bool) {
        if is_derived {
            self.derived.extend(result);
        }
    }

    fn step(&mut self, result: Option<&'m str>, kind: &Kind<'m>) {
        match kind {
            Kind::Gep(gep) => {
                let leads = self.leads(&gep.base);
                self.derive(result, leads);
            }
            Kind::Cast { op, value, .. } => {
                let leads = self.leads(value);
                self.found.captured |= leads && !matches!(*op, "bitcast" | "addrspacecast");
                self.derive(result, leads);
            }
            Kind::Freeze { value, .. } | Kind::ExtractValue { aggregate: value, .. } => {
                let leads = self.leads(value);
                self.derive(result, leads);
            }
            Kind::Phi { incoming, .. } => {
                let leads = incoming.iter().any(|(value, _)| self.leads(value));
                self.derive(result, leads);
            }
            Kind::Select { a, b, .. } => {
                let leads = self.leads(a) || self.leads(b);
                self.derive(result, leads);
            }
            Kind::InsertValue { aggregate, element, .. } => {
                let leads = self.leads(aggregate) || self.leads(&element.1);
                self.derive(result, leads);
            }
            Kind::Load { ty, pointer, .. } => {
                let held = self.slot(pointer).is_some_and(|(index, offset)| self.holds(index, offset, ty));
                self.derive(result, held);
            }
            Kind::Store { value, pointer, .. } => {
                self.found.written |= self.leads(pointer);
                if self.leads(value) {
                    self.keep(pointer);
                }
            }
            Kind::AtomicRmw { pointer, value, .. } => {
                self.found.written |= self.leads(pointer);
                self.found.captured |= self.leads(value);
            }
            Kind::CmpXchg { pointer, new, .. } => {
                self.found.written |= self.leads(pointer);
                self.found.captured |= self.leads(new);
            }
            Kind::Call(call) => self.call(result, call),
            Kind::ICmp { .. }
            | Kind::FCmp { .. }
            | Kind::FNeg { .. }
            | Kind::Alloca { .. }
            | Kind::NoEffect
            | Kind::LandingPad { .. }
            | Kind::Declare { .. } => {}
            Kind::Binary { .. }
            | Kind::ExtractElement { .. }
            | Kind::InsertElement { .. }
            | Kind::Shuffle { .. }
            | Kind::Unknown(_) => {
                let mut leads = false;
                kind.for_each_operand(&mut |operand| leads |= self.leads(operand));
                self.found.captured |= leads;
            }
        }
    }

    /// May a load of that type from the local give the address?
    fn holds(&self, index: usize, offset: Option<i64>, ty: &Type<'m>) -> bool {
        if !self.slots.contains(&index) {
            return false;
        }
        let layout = &self.analysis.allocas[index].layout;
        let leaf = offset.and_then(|offset| layout.leaf_at(u64::try_from(offset).ok()? % layout.stride));
        match (Scalar::of(ty), leaf) {
            // A number beside the address.
            (Some(Scalar::Int(_) | Scalar::F32 | Scalar::F64), Some(leaf)) => {
                layout.columns[leaf.column].scalar == Scalar::Ptr
            }
            (Some(Scalar::Int(width)), None) => width >= 64,
            _ => true,
        }
    }

    /// The address is stored there.
    fn keep(&mut self, pointer: &Operand<'m>) {
        match self.slot(pointer) {
            Some((index, _)) => {
                self.slots.insert(index);
            }
            None => self.found.captured = true,
        }
    }

    fn call(&mut self, result: Option<&'m str>, call: &Call<'m>) {
        let name = callee(call).unwrap_or_default();
        if name.starts_with("llvm.lifetime.") || name.starts_with("llvm.dbg.") || name == "__assert_fail" {
            return;
        }
        let module = self.version.functions[self.key].module;
        let item = callee(call).map(|name| self.version.lookup(module, name));
        if let (Some(operation), None | Some(Item::External(_))) = (block_operation(name), item) {
            return self.block(result, call, operation);
        }
        for (index, arg) in call.args.iter().enumerate() {
            if arg.byval.is_some() {
                // A copy: what it holds goes along.
                let held = self.slot(&arg.value).is_some_and(|(slot, _)| self.slots.contains(&slot));
                self.found.captured |= held;
                continue;
            }
            if !self.leads(&arg.value) {
                continue;
            }
            let flow = match item {
                Some(Item::Function(key)) => self.flows.params[key].get(index).copied().unwrap_or(Flow::ANYWHERE),
                Some(Item::External("free")) => Flow { written: true, ..Flow::default() },
                Some(Item::External("printf" | "puts")) => Flow::default(),
                _ => Flow::ANYWHERE,
            };
            self.found.captured |= flow.captured;
            self.found.written |= flow.written;
            self.derive(result, flow.returned);
        }
        self.found.captured |= self.leads(&call.callee) && item.is_none();
    }

    fn block(&mut self, result: Option<&'m str>, call: &Call<'m>, operation: BlockOperation) {
        let [to, from, ..] = &call.args[..] else { return };
        if self.leads(&to.value) {
            self.found.written = true;
            self.derive(result, true);
        }
        if operation == BlockOperation::Copy
            && self.slot(&from.value).is_some_and(|(index, _)| self.slots.contains(&index))
        {
            self.keep(&to.value);
        }
    }
}

fn callee<'m>(call: &Call<'m>) -> Option<&'m str> {
    match &call.callee {
        Operand::Constant(Constant::Global(name)) => Some(name),
        _ => None,
    }
}

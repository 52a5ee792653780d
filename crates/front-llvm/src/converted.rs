//! Which kinds of scalars the program reads and writes at addresses of other kinds.
//!
//! An address has no type in LLVM. What it leads to is told by the variables, fields, parameters and results that it goes
//! through, as the source declares them: `*(int *)bytes` reads an `int` where the source says that there are bytes, and
//! `memcmp` reads bytes of whatever it is handed. What no declaration tells is taken for what it is used as.

use std::collections::BTreeSet;

use rustc_hash::FxHashMap;

use crate::analysis::{Analysis, Root, Tracer, block_operation, memory_scalar};
use crate::join::{Item, Version};
use crate::layout::{Scalar, Types};
use crate::lower::called_name;
use crate::mixed::scalar;
use crate::reader::syntax::{Argument, Call, Constant, End, Gep, Kind, Operand, Type};
use crate::reader::{SourceField, SourceKind, SourceType};

/// The kinds that meet where an address of one type is used as one of another.
pub(crate) fn converted<'m>(version: &Version<'m>, analyses: &[Analysis<'m>]) -> BTreeSet<Scalar> {
    let mut found = BTreeSet::new();
    for (key, function) in version.functions.iter().enumerate() {
        let module = &version.modules[function.module];
        // Nothing tells the types of what has no description; what is handed to it is looked at.
        let Some(own) = function.signature.subprogram.and_then(|number| module.source_signature(number)) else {
            continue;
        };
        let insts = || function.body.blocks.iter().flat_map(|block| &block.insts);
        let results = insts().filter_map(|inst| Some((inst.result?, &inst.kind))).collect();
        let ends = function.body.blocks.iter().map(|block| &block.end);
        let mut typing = Typing {
            version,
            module: function.module,
            analysis: &analyses[key],
            results,
            tracer: Tracer::of(version, key, &analyses[key]),
            found: &mut found,
        };
        insts().for_each(|inst| typing.look_at(&inst.kind));
        for end in ends {
            match end {
                End::Return(Some((Type::Ptr, value))) => typing.passed(value, &own.result),
                End::Invoke { call, .. } => typing.call(call),
                _ => {}
            }
        }
    }
    found
}

struct Typing<'a, 'm> {
    version: &'a Version<'m>,
    module: usize,
    analysis: &'a Analysis<'m>,
    results: FxHashMap<&'m str, &'a Kind<'m>>,
    tracer: Tracer<'a, 'm>,
    found: &'a mut BTreeSet<Scalar>,
}

/// Addresses are followed back through so many steps.
const DEEPEST: u32 = 16;

impl<'m> Typing<'_, 'm> {
    fn look_at(&mut self, kind: &Kind<'m>) {
        match kind {
            Kind::Load { ty, pointer, .. } => self.access(ty, pointer),
            Kind::Store { ty, value, pointer, .. } => {
                self.access(ty, pointer);
                if *ty == Type::Ptr
                    && let Some(place) = self.leads_to(pointer, DEEPEST)
                {
                    self.passed(value, &place);
                }
            }
            Kind::Call(call) => self.call(call),
            _ => {}
        }
    }

    /// A scalar is read or written there.
    fn access(&mut self, ty: &Type<'m>, pointer: &Operand<'m>) {
        // How the compiler passes parts of a variable is its own business.
        let is_own = |root: Root| matches!(root, Root::Alloca(_) | Root::Global(_));
        let Some(scalar) = Scalar::of(ty).map(memory_scalar) else { return };
        if self.tracer.trace(pointer).is_some_and(|traced| is_own(traced.root)) {
            return;
        }
        let Some(kinds) = self.leads_to(pointer, DEEPEST).and_then(|to| kinds(&to)) else { return };
        if !kinds.is_empty() && !kinds.contains(&scalar) {
            self.found.extend(kinds);
            self.found.insert(scalar);
        }
    }

    /// The address goes where the source says that it is of that type.
    fn passed(&mut self, value: &Operand<'m>, to: &SourceType) {
        let SourceKind::Pointer(to) = &to.kind else { return };
        if let Some(from) = self.leads_to(value, DEEPEST) {
            self.meet(&from, to);
        }
    }

    fn meet(&mut self, a: &SourceType, b: &SourceType) {
        if a == b || (a.name == b.name && !a.name.is_empty()) {
            return;
        }
        // A part of it, or an array of such.
        if let (Some(a), Some(b)) = (kinds(a), kinds(b))
            && a != b
            && !a.is_empty()
            && !b.is_empty()
        {
            self.found.extend(a);
            self.found.extend(b);
        }
    }

    fn call(&mut self, call: &Call<'m>) {
        let Some(name) = called_name(&call.callee) else { return };
        let passed = |argument: &Argument<'m>| argument.ty == Type::Ptr && argument.byval.is_none();
        if block_operation(name).is_some() {
            let mut types = call.args.iter().take(2).filter(|arg| passed(arg)).map(|arg| &arg.value);
            if let (Some(to), Some(from)) = (types.next(), types.next())
                && let (Some(to), Some(from)) = (self.leads_to(to, DEEPEST), self.leads_to(from, DEEPEST))
            {
                self.meet(&from, &to);
            }
            return;
        }
        let Item::Function(key) = self.version.lookup(self.module, name) else { return };
        let callee = &self.version.functions[key];
        let module = &self.version.modules[callee.module];
        let declared = callee.signature.subprogram.and_then(|number| module.source_signature(number));
        let bytes = || SourceType { name: String::new(), size: 1, kind: SourceKind::Char { signed: false } };
        for (index, argument) in call.args.iter().enumerate().filter(|(_, argument)| passed(argument)) {
            match &declared {
                Some(declared) if declared.params.len() == call.args.len() => {
                    self.passed(&argument.value, &declared.params[index]);
                }
                Some(_) => {}
                // The C library's functions are about bytes.
                None if crate::prelude::is_library(module) => {
                    if let Some(from) = self.leads_to(&argument.value, DEEPEST) {
                        self.meet(&from, &bytes());
                    }
                }
                None => {}
            }
        }
    }

    /// The type of what stands at the address, as the source declares it.
    fn leads_to(&self, pointer: &Operand<'m>, depth: u32) -> Option<SourceType> {
        let depth = depth.checked_sub(1)?;
        let module = &self.version.modules[self.module];
        match pointer {
            Operand::Local(name) => {
                if let Some(local) = self.analysis.by_name.get(name) {
                    return module.source_variable(self.analysis.allocas[*local].variable?);
                }
                match *self.results.get(name)? {
                    Kind::Gep(gep) => self.part(gep, depth),
                    Kind::Load { ty: Type::Ptr, pointer, .. } => match self.leads_to(pointer, depth)?.kind {
                        SourceKind::Pointer(to) => Some(*to),
                        _ => None,
                    },
                    Kind::Select { a, b, .. } => self.leads_to(a, depth).or_else(|| self.leads_to(b, depth)),
                    Kind::Phi { incoming, .. } => incoming.iter().find_map(|(value, _)| self.leads_to(value, depth)),
                    Kind::Call(call) => {
                        let Item::Function(key) = self.version.lookup(self.module, called_name(&call.callee)?) else {
                            return None;
                        };
                        let callee = &self.version.functions[key];
                        let module = &self.version.modules[callee.module];
                        match module.source_signature(callee.signature.subprogram?)?.result.kind {
                            SourceKind::Pointer(to) => Some(*to),
                            _ => None,
                        }
                    }
                    _ => None,
                }
            }
            Operand::Constant(Constant::Global(name)) => module.source_global(name),
            Operand::Constant(Constant::Gep(gep)) => self.part(gep, depth),
            Operand::Constant(_) | Operand::Metadata(_) => None,
        }
    }

    /// What stands at a part of what an address leads to.
    fn part(&self, gep: &Gep<'m>, depth: u32) -> Option<SourceType> {
        let types = Types(&self.version.modules[self.module]);
        let mut here = self.leads_to(&gep.base, depth)?;
        let mut current = types.resolve(&gep.element);
        if gep.indices.len() == 1 {
            if let SourceKind::Array(of, _) = &here.kind
                && of.size == types.size(&current)
            {
                return Some((**of).clone());
            }
            return (here.size == types.size(&current)).then_some(here);
        }
        for (_, index) in &gep.indices[1..] {
            match (&current, here.kind) {
                (Type::Array(_, element), SourceKind::Array(of, _)) => {
                    current = types.resolve(element);
                    here = *of;
                }
                (Type::Struct { .. }, SourceKind::Struct(fields)) => {
                    let Operand::Constant(Constant::Int(field)) = index else { return None };
                    let (compiled, _) = types.fields(&current);
                    let (offset, inner) = compiled.get(usize::try_from(*field).ok()?)?;
                    here = fields.into_iter().find(|field| field.offset == offset * 8)?.ty;
                    current = types.resolve(inner);
                }
                _ => return None,
            }
        }
        Some(here)
    }
}

/// The kinds of scalars in a place of the type; `None`: it is not known, or has parts of some bits.
fn kinds(ty: &SourceType) -> Option<BTreeSet<Scalar>> {
    let all = |fields: &[SourceField]| {
        let mut found = BTreeSet::new();
        for field in fields {
            if field.bits != field.ty.size * 8 || !field.offset.is_multiple_of(8) {
                return None;
            }
            found.extend(kinds(&field.ty)?);
        }
        Some(found)
    };
    match &ty.kind {
        SourceKind::Struct(fields) | SourceKind::Union(fields) => all(fields),
        SourceKind::Array(of, _) => kinds(of),
        SourceKind::Void | SourceKind::Unknown => None,
        _ => Some(scalar(ty).into_iter().collect()),
    }
}

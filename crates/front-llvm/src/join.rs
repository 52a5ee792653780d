//! The modules of one version, joined by symbol name, and what the client reaches in them.
//!
//! A symbol is found in its own module first, then among what the other modules export.

use ir::entry::SourceError;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::reader::syntax::{Body, Constant, End, Global, Kind, Operand, Signature};
use crate::reader::{GlobalOrAlias, Module};

pub(crate) type FnKey = usize;
pub(crate) type GlobalKey = usize;

/// What a name stands for in a module.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Item<'m> {
    Function(FnKey),
    Global(GlobalKey),
    /// Not defined in any module.
    External(&'m str),
}

pub(crate) struct ReachedFunction<'m> {
    pub(crate) module: usize,
    /// As the linker knows it.
    pub(crate) symbol: &'m str,
    /// Unique in the version.
    pub(crate) name: String,
    pub(crate) signature: Signature<'m>,
    pub(crate) body: Body<'m>,
}

pub(crate) struct ReachedGlobal<'m> {
    pub(crate) module: usize,
    /// As the module calls it.
    pub(crate) symbol: &'m str,
    /// Unique in the version.
    pub(crate) name: String,
    pub(crate) global: Global<'m>,
}

/// What the client reaches in one version.
pub(crate) struct Version<'m> {
    pub(crate) modules: &'m [Module],
    pub(crate) functions: Vec<ReachedFunction<'m>>,
    pub(crate) globals: Vec<ReachedGlobal<'m>>,
    /// Functions whose address is used other than to call them.
    pub(crate) address_taken: Vec<FnKey>,
    /// What runs before the client, in order.
    pub(crate) constructors: Vec<FnKey>,
    items: FxHashMap<(usize, &'m str), Item<'m>>,
    work: Vec<FnKey>,
}

/// No symbol may be exported by two modules.
pub(crate) fn check_unique(modules: &[Module]) -> Result<(), SourceError> {
    let mut seen: FxHashMap<&str, &Module> = FxHashMap::default();
    for module in modules {
        for function in module.functions.iter().filter(|function| !function.internal && !function.mergeable) {
            if let Some(other) = seen.insert(&function.name, module)
                && modules.len() > 1
            {
                let message = format!("`{}` is defined here and in {}", function.name, other.name());
                return Err(SourceError::new(module.name(), None, message));
            }
        }
    }
    if modules.len() > 1 {
        check_unique_globals(modules)?;
    }
    Ok(())
}

fn check_unique_globals(modules: &[Module]) -> Result<(), SourceError> {
    let mut seen: FxHashMap<&str, &Module> = FxHashMap::default();
    for module in modules {
        for name in module.global_names() {
            let Some(Ok(GlobalOrAlias::Global(global))) = module.global(name) else { continue };
            if global.internal || global.mergeable || global.initial.is_none() {
                continue;
            }
            if let Some(other) = seen.insert(name, module) {
                let message = format!("`{name}` is defined here and in {}", other.name());
                return Err(SourceError::new(module.name(), None, message));
            }
        }
    }
    Ok(())
}

impl<'m> Version<'m> {
    /// Everything that can be reached from the functions given by module and symbol.
    pub(crate) fn reach(modules: &'m [Module], roots: &[(usize, &'m str)]) -> Result<Version<'m>, SourceError> {
        let mut version = Version {
            modules,
            functions: Vec::new(),
            globals: Vec::new(),
            address_taken: Vec::new(),
            constructors: Vec::new(),
            items: FxHashMap::default(),
            work: Vec::new(),
        };
        for (module, symbol) in roots {
            // This one is meant, even if the linker might take another.
            let item = version.add(*module, symbol)?;
            version.items.insert((*module, symbol), item);
        }
        while let Some(key) = version.work.pop() {
            version.scan_function(key)?;
        }
        Ok(version)
    }

    /// The same with the initialisers of globals that matter to the first root: those that touch
    /// a variable that it, or another such initialiser, touches. All do if it is `main`.
    pub(crate) fn with_constructors(
        modules: &'m [Module],
        roots: &[(usize, &'m str)],
    ) -> Result<Version<'m>, SourceError> {
        let plain = Version::reach(modules, roots)?;
        let mut units: Vec<(usize, &'m str, FxHashSet<String>)> = Vec::new();
        for (module, name) in initialisers(modules)? {
            let touched = Version::reach(modules, &[(module, name)])?.variables();
            units.push((module, name, touched));
        }
        if units.is_empty() {
            return Ok(plain);
        }
        let is_program = roots.first().is_some_and(|(_, symbol)| *symbol == "main");
        let (mut touched, mut taken) = (plain.variables(), vec![is_program; units.len()]);
        while let Some(next) = (0..units.len()).find(|at| !taken[*at] && !units[*at].2.is_disjoint(&touched)) {
            taken[next] = true;
            touched.extend(units[next].2.iter().cloned());
        }
        let taken: Vec<(usize, &'m str)> = units
            .iter()
            .zip(taken)
            .filter(|(_, taken)| *taken)
            .map(|((module, name, _), _)| (*module, *name))
            .collect();
        let mut version = Version::reach(modules, &[roots, &taken].concat())?;
        let key = |(module, name): &(usize, &'m str)| match version.lookup(*module, name) {
            Item::Function(key) => Some(key),
            Item::Global(_) | Item::External(_) => None,
        };
        version.constructors = taken.iter().filter_map(key).collect();
        Ok(version)
    }

    /// The variables that are reached.
    fn variables(&self) -> FxHashSet<String> {
        self.globals.iter().filter(|global| !global.global.constant).map(|global| global.name.clone()).collect()
    }

    /// What the name stands for in that module; it must have been reached.
    pub(crate) fn lookup(&self, module: usize, name: &'m str) -> Item<'m> {
        self.items.get(&(module, name)).copied().unwrap_or(Item::External(name))
    }

    pub(crate) fn global_named(&self, name: &str) -> Option<GlobalKey> {
        self.globals.iter().position(|global| global.name == name)
    }

    fn item(&mut self, module: usize, name: &'m str) -> Result<Item<'m>, SourceError> {
        if let Some(known) = self.items.get(&(module, name)) {
            return Ok(*known);
        }
        let item = match self.defining_module(module, name) {
            None => Item::External(name),
            Some(home) if home != module => self.item(home, name)?,
            Some(home) => self.add(home, name)?,
        };
        self.items.insert((module, name), item);
        Ok(item)
    }

    fn defining_module(&self, module: usize, name: &str) -> Option<usize> {
        let modules = self.modules;
        let exports = |index: &usize| {
            *index != module
                && !modules[*index].function(name).is_some_and(|function| function.internal)
                && !matches!(modules[*index].global(name), Some(Ok(GlobalOrAlias::Global(global))) if global.internal)
                && self.defines(*index, name)
        };
        let gives_way = |index: usize| {
            modules[index].function(name).is_some_and(|function| function.overridable || function.mergeable)
                || matches!(modules[index].global(name), Some(Ok(GlobalOrAlias::Global(global))) if global.mergeable)
        };
        let own = self.defines(module, name).then_some(module);
        if own.is_some_and(|own| !gives_way(own)) {
            return own;
        }
        let strong = (0..modules.len()).find(|index| exports(index) && !gives_way(*index));
        let found = strong.or(own).or_else(|| (0..modules.len()).find(exports))?;
        // Whatever takes its place is not here.
        let is_replaced = modules[found].is_replaced(name) && !crate::prelude::is_library(&modules[found]);
        (!is_replaced).then_some(found)
    }

    fn add(&mut self, module: usize, name: &'m str) -> Result<Item<'m>, SourceError> {
        if let Some(known) = self.items.get(&(module, name)) {
            return Ok(*known);
        }
        let source = &self.modules[module];
        if let Some(function) = source.function(name) {
            let key = self.functions.len();
            // Set before the body is scanned: functions call themselves.
            self.items.insert((module, name), Item::Function(key));
            let unique = self.unique(module, name);
            self.functions.push(ReachedFunction {
                module,
                symbol: name,
                name: unique,
                signature: source.signature(function)?,
                body: source.body(function)?,
            });
            self.work.push(key);
            return Ok(Item::Function(key));
        }
        match source.global(name) {
            Some(Ok(GlobalOrAlias::Global(global))) => {
                let key = self.globals.len();
                self.items.insert((module, name), Item::Global(key));
                let initial = global.initial.clone();
                let unique = self.unique(module, name);
                self.globals.push(ReachedGlobal { module, symbol: name, name: unique, global });
                if let Some(initial) = initial {
                    self.scan_constant(module, &initial, false)?;
                }
                Ok(Item::Global(key))
            }
            Some(Ok(GlobalOrAlias::Alias(Constant::Global(target)))) => self.item(module, target),
            Some(Ok(GlobalOrAlias::Alias(_))) | None => Ok(Item::External(name)),
            Some(Err(error)) => Err(error),
        }
    }

    /// A name that only this module's symbol has, the same in whatever order modules are reached.
    fn unique(&self, module: usize, name: &str) -> String {
        let called = self.modules[module].called(name);
        match (0..module).filter(|earlier| self.defines(*earlier, name)).count() {
            0 => called.to_string(),
            earlier => format!("{called}'{}", earlier + 1),
        }
    }

    /// Is a function that no module defines called like one that is reached?
    pub(crate) fn is_ambiguous(&self, external: &str) -> bool {
        self.functions.iter().any(|function| function.name == external)
    }

    fn defines(&self, module: usize, name: &str) -> bool {
        let module = &self.modules[module];
        module.function(name).is_some()
            || match module.global(name) {
                Some(Ok(GlobalOrAlias::Global(global))) => global.initial.is_some(),
                Some(Ok(GlobalOrAlias::Alias(_))) => true,
                Some(Err(_)) | None => false,
            }
    }

    fn scan_function(&mut self, key: FnKey) -> Result<(), SourceError> {
        let module = self.functions[key].module;
        for (constant, called) in self.constants_of(key) {
            self.scan_constant(module, &constant, called)?;
        }
        Ok(())
    }

    /// The constants in the function's code, with whether each is what is called.
    fn constants_of(&self, key: FnKey) -> Vec<(Constant<'m>, bool)> {
        let mut found: Vec<(Constant<'m>, bool)> = Vec::new();
        for block in &self.functions[key].body.blocks {
            for inst in &block.insts {
                let callee = match &inst.kind {
                    Kind::Call(call) => Some(&call.callee),
                    _ => None,
                };
                if let Some(Operand::Constant(constant)) = callee {
                    found.push((constant.clone(), true));
                }
                inst.kind.for_each_operand(&mut |operand| note(operand, &mut found));
            }
            match &block.end {
                End::Return(Some((_, value))) | End::Branch { condition: value, .. } => note(value, &mut found),
                End::Switch { on, .. } => note(on, &mut found),
                End::Invoke { call, .. } => {
                    if let Operand::Constant(constant) = &call.callee {
                        found.push((constant.clone(), true));
                    }
                    call.args.iter().for_each(|arg| note(&arg.value, &mut found));
                }
                End::Return(None) | End::Jump(_) | End::Unreachable | End::Resume | End::Unknown(_) => {}
            }
        }
        found
    }

    /// The names of functions and variables in the function's code.
    pub(crate) fn names_in(&self, key: FnKey) -> Vec<&'m str> {
        let mut names = Vec::new();
        self.constants_of(key).iter().for_each(|(constant, _)| constant.for_each_name(&mut |name| names.push(name)));
        names
    }

    /// The same of what a variable holds at first.
    pub(crate) fn names_in_variable(&self, key: GlobalKey) -> Vec<&'m str> {
        let mut names = Vec::new();
        if let Some(initial) = &self.globals[key].global.initial {
            initial.for_each_name(&mut |name| names.push(name));
        }
        names
    }

    /// The globals whose names stand in the function's code.
    pub(crate) fn globals_named_by(&self, key: FnKey) -> FxHashSet<GlobalKey> {
        let module = self.functions[key].module;
        let mut named = FxHashSet::default();
        for (constant, _) in self.constants_of(key) {
            constant.for_each_name(&mut |name| {
                if let Item::Global(global) = self.lookup(module, name) {
                    named.insert(global);
                }
            });
        }
        named
    }

    /// Reaches what a constant names. `called`: the constant is a callee.
    fn scan_constant(&mut self, module: usize, constant: &Constant<'m>, called: bool) -> Result<(), SourceError> {
        match constant {
            Constant::Global(name) => {
                let item = self.item(module, name)?;
                if let Item::Function(key) = item
                    && !called
                    && !self.address_taken.contains(&key)
                {
                    self.address_taken.push(key);
                }
            }
            Constant::Aggregate(parts) => {
                for (_, part) in parts {
                    self.scan_constant(module, part, false)?;
                }
            }
            Constant::Gep(gep) => {
                if let Operand::Constant(base) = &gep.base {
                    self.scan_constant(module, base, false)?;
                }
            }
            Constant::Cast { value, .. } => self.scan_constant(module, value, called)?,
            Constant::Splat(value) => self.scan_constant(module, value, false)?,
            Constant::Binary { a, b, .. } | Constant::Compare { a, b, .. } => {
                self.scan_constant(module, a, false)?;
                self.scan_constant(module, b, false)?;
            }
            Constant::Int(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Undef
            | Constant::Zero
            | Constant::Bytes(_)
            | Constant::Other(_) => {}
        }
        Ok(())
    }
}

/// The functions that initialise globals, in the order in which they run. What the compiler only
/// put together is taken apart.
fn initialisers(modules: &[Module]) -> Result<Vec<(usize, &str)>, SourceError> {
    let mut found = Vec::new();
    for (index, module) in modules.iter().enumerate() {
        for (priority, name) in module.constructors() {
            let Some(function) = module.function(name).filter(|_| name.starts_with("_GLOBAL__sub_I_")) else {
                found.push((priority, index, name));
                continue;
            };
            let body = module.body(function)?;
            for inst in body.blocks.iter().flat_map(|block| &block.insts) {
                if let Kind::Call(call) = &inst.kind
                    && let Operand::Constant(Constant::Global(called)) = &call.callee
                {
                    found.push((priority, index, *called));
                }
            }
        }
    }
    found.sort_by_key(|(priority, index, _)| (*priority, *index));
    Ok(found.into_iter().map(|(_, index, name)| (index, name)).collect())
}

fn note<'m>(operand: &Operand<'m>, found: &mut Vec<(Constant<'m>, bool)>) {
    if let Operand::Constant(constant) = operand
        && !matches!(constant, Constant::Int(_) | Constant::Float(_))
    {
        found.push((constant.clone(), false));
    }
}

impl<'m> Kind<'m> {
    /// Every operand but the callee of a call.
    pub(crate) fn for_each_operand<'a>(&'a self, visit: &mut dyn FnMut(&'a Operand<'m>)) {
        match self {
            Kind::Binary { a, b, .. }
            | Kind::ICmp { a, b, .. }
            | Kind::FCmp { a, b, .. }
            | Kind::Shuffle { a, b, .. } => {
                visit(a);
                visit(b);
            }
            Kind::FNeg { a, .. } => visit(a),
            Kind::Cast { value, .. } | Kind::Freeze { value, .. } => visit(value),
            Kind::Alloca { count, .. } => count.iter().for_each(visit),
            Kind::Load { pointer, .. } => visit(pointer),
            Kind::Store { value, pointer, .. } | Kind::AtomicRmw { pointer, value, .. } => {
                visit(value);
                visit(pointer);
            }
            Kind::Gep(gep) => {
                visit(&gep.base);
                gep.indices.iter().for_each(|(_, index)| visit(index));
            }
            Kind::Phi { incoming, .. } => incoming.iter().for_each(|(value, _)| visit(value)),
            Kind::Select { condition, a, b, .. } => {
                visit(&condition.1);
                visit(a);
                visit(b);
            }
            Kind::Call(call) => call.args.iter().for_each(|arg| visit(&arg.value)),
            Kind::ExtractValue { aggregate, .. } => visit(aggregate),
            Kind::InsertValue { aggregate, element, .. } => {
                visit(aggregate);
                visit(&element.1);
            }
            Kind::ExtractElement { vector, index, .. } => {
                visit(vector);
                visit(index);
            }
            Kind::InsertElement { vector, element, index, .. } => {
                visit(vector);
                visit(element);
                visit(index);
            }
            Kind::CmpXchg { pointer, expected, new, .. } => {
                visit(pointer);
                visit(expected);
                visit(new);
            }
            Kind::NoEffect | Kind::LandingPad { .. } | Kind::Declare { .. } | Kind::Unknown(_) => {}
        }
    }
}

impl<'m> Constant<'m> {
    /// The names of functions and variables in it.
    fn for_each_name(&self, visit: &mut dyn FnMut(&'m str)) {
        match self {
            Constant::Global(name) => visit(name),
            Constant::Aggregate(parts) => parts.iter().for_each(|(_, part)| part.for_each_name(visit)),
            Constant::Gep(gep) => {
                if let Operand::Constant(base) = &gep.base {
                    base.for_each_name(visit);
                }
            }
            Constant::Cast { value, .. } | Constant::Splat(value) => value.for_each_name(visit),
            Constant::Binary { a, b, .. } | Constant::Compare { a, b, .. } => {
                a.for_each_name(visit);
                b.for_each_name(visit);
            }
            Constant::Int(_)
            | Constant::Float(_)
            | Constant::Null
            | Constant::Undef
            | Constant::Zero
            | Constant::Bytes(_)
            | Constant::Other(_) => {}
        }
    }
}

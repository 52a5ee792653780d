//! Classes of the program and their instances.
//!
//! A class is *modelled* if all that its statement does is known before it runs: it stands once at the top level of
//! its module, derives from `object` or from other such classes, and its body holds functions, properties and plain
//! variables ([`Lowering::modelled`]). Then the order in which names are looked up (C3) and what each name leads to are
//! known for every class, and only the class of an object is found out at run time.
//!
//! * An instance is `Object(r)`; the heap cell `class` has its class, `attribute.x` its attribute `x` ([`access`]).
//! * A variable of a class is a global, `module.C.x`.
//! * What depends on the class of an object is a function of its own that chooses by that class ([`Family`]), written
//!   last, when all classes that are ever used are known. What operators do is in `prelude/object.py`; where it
//!   asks for a special method there is a hook ([`special`]).
//!
//! * A value of a class of named tuples is a tuple with that class ([`named`]); a member of an enumeration is a value of its
//!   own ([`members`]); an exception with code of its own is one that holds an object ([`errors`]).
//!
//! Left out, and as it was without this: metaclasses other than `ABCMeta`, decorated classes other than [`dataclass`]es and
//! those with `total_ordering`, descriptors, hooks into attribute access other than `__getattr__`, and classes that derive from anything else. Named tuples,
//! enumerations and exceptions are left to what is not modelled where other code sets their names ([`patched`]).

mod access;
mod dataclass;
mod definition;
mod errors;
mod instance;
mod members;
mod named;
mod order;
mod patched;
mod slots;
mod special;

use std::collections::{BTreeMap, BTreeSet};

use ir::FnId;
use ruff_python_ast as ast;
use rustc_hash::FxHashMap;

use crate::lower::Lowering;
use crate::module::Node;

pub(crate) use access::Family;
use dataclass::Data;
pub(crate) use errors::has_errors;
use members::Enumeration;

/// A class whose behaviour is known.
pub(crate) struct Class<'a> {
    pub(crate) module: usize,
    pub(crate) def: &'a ast::StmtClassDef,
    /// `module.C`
    pub(crate) name: String,
    /// Where names are looked up: the class itself first, without `object`.
    pub(crate) order: Vec<usize>,
    /// By name, as it is looked up.
    pub(crate) members: BTreeMap<String, Member<'a>>,
    pub(crate) data: Option<Data>,
    /// The functions that a decorator added.
    pub(crate) written: &'static [ast::Stmt],
    /// `__slots__`: the only attributes that its own objects have.
    pub(crate) slots: Option<Vec<String>>,
    /// Does it derive from `abc.ABC`, or is it a metaclass's that looks at abstract methods?
    pub(crate) is_abstract: bool,
    /// The fields, if its values are named tuples and it is the class that says so.
    pub(crate) named: Option<Vec<String>>,
    pub(crate) enumeration: Option<Enumeration>,
    /// What it derives from, if its objects are exceptions.
    pub(crate) error: Option<String>,
}

/// What a name leads to in the class that binds it.
#[derive(Copy, Clone)]
pub(crate) enum Member<'a> {
    Method(&'a ast::StmtFunctionDef),
    Static(&'a ast::StmtFunctionDef),
    OfClass(&'a ast::StmtFunctionDef),
    Property(Property<'a>),
    /// `@cached_property`: computed once, then an attribute of the object.
    Cached(&'a ast::StmtFunctionDef),
    Variable,
    /// `__hash__ = None`
    NoHash,
    /// An element of a named tuple.
    Field(usize),
    /// `_fields`
    Fields,
    /// A member of the enumeration, by its place.
    Of(usize),
}

#[derive(Copy, Clone)]
pub(crate) struct Property<'a> {
    pub(crate) get: &'a ast::StmtFunctionDef,
    pub(crate) set: Option<&'a ast::StmtFunctionDef>,
    pub(crate) delete: Option<&'a ast::StmtFunctionDef>,
}

/// The classes of one version, and what is asked of them.
#[derive(Default)]
pub(crate) struct Objects<'a> {
    pub(crate) classes: Vec<Class<'a>>,
    /// `None`: it is not modelled, or that is being found out.
    known: FxHashMap<usize, Option<usize>>,
    /// Classes that never come into being, though all of them is known.
    refused: FxHashMap<usize, usize>,
    /// The classes of methods.
    owners: FxHashMap<usize, usize>,
    /// The classes that are ever used: all that objects can be of.
    pub(crate) made: BTreeSet<usize>,
    families: Vec<(Family, FnId)>,
}

impl Objects<'_> {
    pub(crate) fn families(&self) -> &[(Family, FnId)] {
        &self.families
    }

    /// How much was asked for.
    pub(crate) fn extent(&self) -> (usize, usize) {
        (self.made.len(), self.families.len())
    }
}

impl<'a> Lowering<'a> {
    /// The class of that place, if it is modelled.
    pub(crate) fn modelled(&mut self, module: usize, class: Node) -> Option<usize> {
        let def = self.class_at(module, class)?;
        let key = std::ptr::from_ref(def) as usize;
        if let Some(known) = self.objects.known.get(&key) {
            return *known;
        }
        // A class that derives from itself is none.
        self.objects.known.insert(key, None);
        let class = self.read_class(module, def)?;
        let is_of_kind = class.named.is_some() || class.enumeration.is_some() || class.error.is_some();
        let has_hook = class.members.contains_key("__getattr__")
            || matches!(class.members.get("__new__"), Some(Member::Static(_)));
        if is_of_kind && (has_hook || !self.is_left_alone(&class)) {
            return None;
        }
        let id = self.objects.classes.len();
        let bases = self.bases(module, def)?;
        let order = order::linear(id, &bases, &self.objects.classes)?;
        for stmt in def.body.iter().chain(class.written) {
            if let ast::Stmt::FunctionDef(method) = stmt {
                self.objects.owners.insert(std::ptr::from_ref(method) as usize, id);
            }
        }
        self.objects.classes.push(Class { order, ..class });
        if self.is_named(id) && !self.is_sound_tuple(id) || !self.has_sound_slots(id) {
            return None;
        }
        if self.do_bases_conflict(&bases) {
            self.objects.refused.insert(key, id);
            return None;
        }
        self.objects.known.insert(key, Some(id));
        Some(id)
    }

    /// Notes that there may be objects of the class.
    pub(crate) fn make(&mut self, class: usize) {
        self.objects.made.insert(class);
        // Whoever is handed an object outside can call its methods.
        self.shared.program_is_out |= self.shared.outside;
    }

    /// What the name leads to when it is looked up in the class, and the class that binds it.
    pub(crate) fn resolve(&self, class: usize, name: &str) -> Option<(usize, Member<'a>)> {
        self.resolve_from(&self.objects.classes[class].order, name)
    }

    /// The same behind another class in the order, as `super` looks it up; `None` if that class is not in it.
    pub(crate) fn resolve_after(&self, class: usize, after: usize, name: &str) -> Option<Option<(usize, Member<'a>)>> {
        let order = &self.objects.classes[class].order;
        let place = order.iter().position(|known| *known == after)?;
        Some(self.resolve_from(&order[place + 1..], name))
    }

    fn resolve_from(&self, order: &[usize], name: &str) -> Option<(usize, Member<'a>)> {
        let found = |class: &usize| self.objects.classes[*class].members.get(name).map(|member| (*class, *member));
        order.iter().find_map(found)
    }

    /// The code of a function of a class.
    pub(crate) fn method_code(&mut self, class: usize, def: &'a ast::StmtFunctionDef) -> usize {
        let (module, name) = (self.objects.classes[class].module, self.objects.classes[class].name.clone());
        let code = self.code_of_def(module, None, &name, def);
        let row = &self.objects.classes[class];
        let is_it = |stmt: &ast::Stmt| matches!(stmt, ast::Stmt::FunctionDef(found) if std::ptr::eq(found, def));
        let is_kind = row.named.is_some() || row.enumeration.is_some();
        if is_kind && row.written.iter().any(is_it) {
            self.models.insert(code);
        }
        code
    }

    /// The class in whose body a function stands, or the function around it.
    pub(crate) fn class_around(&self, code: Option<usize>) -> Option<usize> {
        let mut at = code?;
        while let Some(parent) = self.codes[at].parent {
            at = parent;
        }
        match self.codes[at].kind {
            crate::lower::CodeKind::Def(def) => self.objects.owners.get(&(std::ptr::from_ref(def) as usize)).copied(),
            crate::lower::CodeKind::Lambda(_) => None,
        }
    }

    /// Where code is shown to stand that nobody wrote: at its class.
    pub(crate) fn stands_at(&self, code: usize) -> Option<ruff_text_size::TextRange> {
        let crate::lower::CodeKind::Def(def) = self.codes[code].kind else { return None };
        let class = self.class_around(Some(code))?;
        let is_it = |stmt: &ast::Stmt| matches!(stmt, ast::Stmt::FunctionDef(found) if std::ptr::eq(found, def));
        let row = &self.objects.classes[class];
        row.written.iter().any(is_it).then_some(row.def.name.range)
    }

    /// Do its objects keep their attributes?
    pub(crate) fn is_frozen(&self, class: usize) -> bool {
        let classes = &self.objects.classes;
        classes[class].order.iter().any(|of| classes[*of].data.as_ref().is_some_and(|data| data.is_frozen))
    }

    /// Are its objects no named tuples, members or exceptions?
    pub(crate) fn makes_plain_objects(&self, class: usize) -> bool {
        self.keeps_attributes(class) && !self.is_error(class)
    }

    /// Have its values attributes of their own?
    pub(crate) fn keeps_attributes(&self, class: usize) -> bool {
        !self.is_named(class) && self.enumeration(class).is_none()
    }

    /// Are there methods that a class below has to have before there are objects of it?
    pub(crate) fn lacks_methods(&self, class: usize) -> bool {
        let classes = &self.objects.classes;
        let order = &classes[class].order;
        if !order.iter().any(|of| classes[*of].is_abstract) {
            return false;
        }
        let names = order.iter().flat_map(|of| classes[*of].members.keys());
        names.into_iter().any(|name| match self.resolve(class, name) {
            Some((_, Member::Method(def) | Member::Static(def) | Member::OfClass(def) | Member::Cached(def))) => {
                definition::is_abstract(def)
            }
            Some((_, Member::Property(property))) => {
                [Some(property.get), property.set, property.delete].into_iter().flatten().any(definition::is_abstract)
            }
            _ => false,
        })
    }

    /// What positional parts of a pattern stand for: the fields of a dataclass, or what `__match_args__` says. `None`:
    /// that is not known.
    pub(crate) fn match_args(&self, class: usize) -> Option<Vec<String>> {
        let classes = &self.objects.classes;
        if let Some(fields) = classes[class].order.iter().find_map(|of| classes[*of].named.as_ref()) {
            return Some(fields.clone());
        }
        let data = classes[class].order.iter().find_map(|of| classes[*of].data.as_ref());
        data.map(|data| data.fields.iter().filter(|field| field.has_place()).map(|field| field.name.clone()).collect())
    }

    /// A function that chooses by the class of an object.
    pub(crate) fn family(&mut self, family: Family) -> FnId {
        if let Some((_, id)) = self.objects.families.iter().find(|(known, _)| *known == family) {
            return *id;
        }
        let id = self.declare(family.title());
        self.objects.families.push((family, id));
        id
    }

    /// Is the name that of a variable of a class?
    pub(crate) fn is_class_variable(&self, name: &str) -> bool {
        let is_it = |class: &Class<'_>| matches!(class.members.get(name), Some(Member::Variable));
        self.objects.classes.iter().any(is_it)
    }

    /// Can classes be given such an attribute while the program runs?
    pub(crate) fn is_settable(&self, name: &str) -> bool {
        let is_other =
            |class: &Class<'_>| class.members.get(name).is_some_and(|member| !matches!(member, Member::Variable));
        self.is_class_variable(name) && !self.objects.classes.iter().any(is_other)
    }
}

/// The name that `__x` in the body of a class stands for.
pub(crate) fn mangled(class: &str, name: &str) -> String {
    let class = class.trim_start_matches('_');
    match is_private(name) && !class.is_empty() {
        true => format!("_{class}{name}"),
        false => name.to_string(),
    }
}

pub(crate) fn is_private(name: &str) -> bool {
    name.starts_with("__") && !name.ends_with("__") && !name.contains('.')
}

/// Is it a name that the language gives a meaning?
pub(crate) fn is_special(name: &str) -> bool {
    name.len() > 4 && name.starts_with("__") && name.ends_with("__")
}

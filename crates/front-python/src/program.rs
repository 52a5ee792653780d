//! Which files make up one version of a program, and what they are called.
//!
//! OLD and NEW win over files beside the client. A folder is an import root. A single file
//! answers to its stem, to the name the user gave, else to the client's only import that nothing
//! else resolves.

use std::collections::{BTreeMap, BTreeSet};

use arena::Id;
use ir::FileId;
use ir::entry::{Source, SourceError};
use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashMap;

use crate::builtins;
use crate::call::absolute_path;
use crate::module::{BindingKind, Import, Module, ModuleSource};
use crate::{Client, Options, Version};

/// The module and the name of `pkg.mod.name`.
pub(crate) fn place(modules: &[Module], path: &str) -> Option<(usize, String)> {
    let (module, name) = path.rsplit_once('.')?;
    let index = modules.iter().position(|found| found.name == module)?;
    Some((index, name.to_owned()))
}

/// The modules of one version that the client can reach, and where the client is.
#[derive(Clone)]
pub(crate) struct Loaded {
    /// With what of their top levels counts.
    pub(crate) modules: Vec<Module>,
    /// The same modules with all of it.
    pub(crate) whole: Vec<Module>,
    /// The modules from outside whose import is taken to succeed because both versions make it.
    pub(crate) outside: BTreeSet<String>,
    /// A condition was decided that depends on the interpreter.
    pub(crate) asks_interpreter: bool,
    pub(crate) client: usize,
    pub(crate) function: FunctionPath,
    /// The modules of the version that the client does not load by itself.
    pub(crate) others: Vec<Module>,
    /// Something that the program does, of which nothing is known: a module of machine code, or what is not modelled.
    pub(crate) unknown: Option<String>,
}

impl Loaded {
    /// The modules of the version, loaded or not.
    pub(crate) fn all(&self) -> impl Iterator<Item = &Module> {
        self.whole.iter().chain(&self.others)
    }

    /// The modules that are imported and not read.
    pub(crate) fn unread_of(&self, version: &Version) -> Unread {
        Unread { compiled: self.imported_of(&version.compiled), unclear: self.imported_of(&version.unclear) }
    }

    fn imported_of(&self, modules: &[(String, u64)]) -> BTreeMap<String, u64> {
        let imports = self.modules.iter().flat_map(|module| module.imports.iter().map(move |import| (module, import)));
        let found = imports.filter_map(|(module, import)| {
            let path = absolute_path(&module.name, module.is_package, import)?;
            let member = import.name.as_ref().map(|name| join(&path, name));
            let is_it = |found: &str| {
                let is_below = path.strip_prefix(found).is_some_and(|rest| rest.starts_with('.'));
                path == found || is_below || member.as_deref() == Some(found)
            };
            modules.iter().find(|(found, _)| is_it(found)).cloned()
        });
        found.collect()
    }
}

/// Modules that are imported and not read, each with what tells it from another one of that name.
#[derive(PartialEq, Eq)]
pub(crate) struct Unread {
    compiled: BTreeMap<String, u64>,
    unclear: BTreeMap<String, u64>,
}

impl Unread {
    /// In words; `None`: all are read.
    pub(crate) fn spelled(&self) -> Option<String> {
        let kinds = [("compiled code", &self.compiled), ("a module that stands in several places", &self.unclear)];
        let lists = kinds.into_iter().filter(|(_, modules)| !modules.is_empty()).map(|(what, modules)| {
            let names: Vec<&str> = modules.keys().map(String::as_str).collect();
            format!("{what}: {}", names.join(", "))
        });
        let lists: Vec<String> = lists.collect();
        (!lists.is_empty()).then(|| lists.join("; "))
    }
}

/// A client's name within its module.
#[derive(Clone, Debug)]
pub(crate) struct FunctionPath {
    pub(crate) class: Option<String>,
    pub(crate) name: String,
}

/// A file's name without folders and ending.
pub(crate) fn stem(name: &str) -> String {
    let name = name.rsplit(['/', '\\']).next().unwrap_or(name);
    name.strip_suffix(".py").unwrap_or(name).to_string()
}

/// A file of a folder as a module; `None` if it is no Python file.
pub(crate) fn module_source(path: &str, source: Source) -> Option<ModuleSource> {
    let path = path.strip_suffix(".py")?;
    let dotted = path.replace(['/', '\\'], ".");
    let (path, is_package) = match dotted.strip_suffix("__init__") {
        Some(package) => (package.trim_end_matches('.').to_string(), true),
        None => (dotted, false),
    };
    Some(ModuleSource::new(path, is_package, source))
}

/// The names that can be clients: functions, and methods of classes.
pub(crate) fn functions(version: &Version) -> Result<Vec<String>, SourceError> {
    let mut names = Vec::new();
    for source in &version.modules {
        let prefix = if version.is_file { String::new() } else { format!("{}.", source.path) };
        names.extend(functions_of(source)?.into_iter().map(|name| format!("{prefix}{name}")));
    }
    Ok(names)
}

/// The same for one file.
pub(crate) fn functions_of(source: &ModuleSource) -> Result<Vec<String>, SourceError> {
    Ok(defined(&Module::parse(source, source.path.clone(), FileId::new(0))?))
}

fn defined(module: &Module) -> Vec<String> {
    let mut names = Vec::new();
    let mut add = |name: String| {
        if !names.contains(&name) {
            names.push(name);
        }
    };
    for stmt in &module.body {
        match stmt {
            Stmt::FunctionDef(def) => add(def.name.to_string()),
            Stmt::ClassDef(class) => {
                for stmt in &class.body {
                    if let Stmt::FunctionDef(def) = stmt {
                        add(format!("{}.{}", class.name, def.name));
                    }
                }
            }
            _ => {}
        }
    }
    names
}

/// A function's definition, and where it stands.
pub(crate) struct Definition<'a> {
    pub(crate) module: usize,
    pub(crate) class: Option<&'a ast::StmtClassDef>,
    pub(crate) def: &'a ast::StmtFunctionDef,
}

pub(crate) fn find_def<'a>(modules: &'a [Module], module: usize, path: &FunctionPath) -> Option<Definition<'a>> {
    match &path.class {
        None => Some(Definition { module, class: None, def: last_def(&modules[module].body, &path.name)? }),
        Some(class) => find_method(modules, module, class, &path.name, &mut Vec::new()),
    }
}

/// The last definition of a name is the one that stays.
fn last_def<'a>(body: &'a [Stmt], name: &str) -> Option<&'a ast::StmtFunctionDef> {
    body.iter().rev().filter_map(Stmt::as_function_def_stmt).find(|def| def.name.as_str() == name)
}

fn find_class<'a>(module: &'a Module, name: &str) -> Option<&'a ast::StmtClassDef> {
    module.body.iter().rev().filter_map(Stmt::as_class_def_stmt).find(|class| class.name.as_str() == name)
}

/// A method of the class or of one of its bases.
fn find_method<'a>(
    modules: &'a [Module],
    module: usize,
    class: &str,
    name: &str,
    seen: &mut Vec<(usize, String)>,
) -> Option<Definition<'a>> {
    let row = (module, class.to_string());
    if seen.contains(&row) {
        return None;
    }
    seen.push(row);
    let of_path = |import: &Import| {
        let path = absolute_path(&modules[module].name, modules[module].is_package, import)?;
        modules.iter().position(|module| module.name == path)
    };
    let Some(class) = find_class(&modules[module], class) else {
        let import = modules[module].imported.get(class)?;
        return find_method(modules, of_path(import)?, import.name.as_ref()?, name, seen);
    };
    if let Some(def) = last_def(&class.body, name) {
        return Some(Definition { module, class: Some(class), def });
    }
    class.bases().iter().find_map(|base| match base {
        Expr::Name(base) => find_method(modules, module, &base.id, name, seen),
        Expr::Attribute(base) => {
            let import = modules[module].imported.get(base.value.as_name_expr()?.id.as_str())?;
            find_method(modules, of_path(import)?, &base.attr, name, seen)
        }
        _ => None,
    })
}

/// The name that a library of one file has in both versions.
pub(crate) fn library_name(
    old: &Version,
    new: &Version,
    client: &Client,
    options: &Options,
) -> Result<String, SourceError> {
    let given = options.module.as_deref();
    let (old_path, new_path) = (&old.modules[0].path, &new.modules[0].path);
    let fallback = || match given {
        Some(name) => name.to_string(),
        None if old_path == new_path => old_path.clone(),
        None => "library".to_string(),
    };
    let Some(file) = &client.file else { return Ok(fallback()) };
    let mut unresolved = BTreeSet::new();
    let mut beside = BTreeSet::new();
    let mut queue = vec![file.module.clone()];
    let mut seen = BTreeSet::from([file.module.path.clone()]);
    while let Some(source) = queue.pop() {
        let module = Module::parse(&source, source.path.clone(), FileId::new(0))?;
        let is_client = source.path == file.module.path;
        for import in &module.imports {
            let Some(path) = absolute_path(&module.name, module.is_package, import) else { continue };
            // `from a import b` may mean the module `a.b`.
            let member = import.name.as_ref().map(|name| join(&path, name));
            let meant = || [&path].into_iter().chain(&member);
            let is_library = |path: &&String| Some(path.as_str()) == given || old.is_at(path) || new.is_at(path);
            if let Some(path) = meant().find(is_library) {
                return Ok(path.clone());
            }
            let siblings: Vec<&ModuleSource> =
                file.siblings.iter().filter(|sibling| meant().any(|path| *path == sibling.path)).collect();
            for sibling in &siblings {
                if is_client && !sibling.is_package {
                    beside.insert(sibling.path.clone());
                }
                if seen.insert(sibling.path.clone()) {
                    queue.push((*sibling).clone());
                }
            }
            let is_folder = file.siblings.iter().any(|sibling| sibling.path.starts_with(&format!("{path}.")));
            let is_known = !siblings.is_empty() || is_folder || builtins::is_standard_module(&path);
            if !is_known && !path.is_empty() {
                unresolved.insert(path);
            }
        }
    }
    if options.only_by_name || given.is_some() {
        return Ok(fallback());
    }
    let (old_stem, new_stem) = (old.location.last(), new.location.last());
    let is_named =
        |path: &&String| path.rsplit('.').next().is_some_and(|last| Some(last) == old_stem.map(String::as_str));
    let candidates = match old_stem == new_stem {
        // The library's name is known, and no other import means it.
        true => unresolved.iter().chain(&beside).filter(is_named).cloned().collect(),
        false if unresolved.is_empty() && options.is_used => beside,
        false => unresolved,
    };
    match candidates.len() {
        0 => Ok(fallback()),
        1 => Ok(candidates.into_iter().next().expect("one")),
        _ => {
            let names: Vec<String> = candidates.into_iter().collect();
            let message = format!("several imports could be the library: {}", names.join(", "));
            let mut error = SourceError::new(file.module.file(), None, message);
            error.messages[0].advice = Some("say which one with --module NAME".into());
            Err(error)
        }
    }
}

fn join(path: &str, name: &str) -> String {
    if path.is_empty() { name.to_string() } else { format!("{path}.{name}") }
}

impl Version {
    /// Do imports that name this path mean the file, by its name and the folders around it?
    fn is_at(&self, path: &str) -> bool {
        let parts: Vec<&str> = path.split('.').collect();
        let (own, named) = (self.location.len(), parts.len());
        named <= own && self.location[own - named..].iter().zip(parts).all(|(own, named)| own == named)
    }
}

/// Reads the client's module and all that it imports.
pub(crate) fn load(version: &Version, client: &Client, library: Option<&str>) -> Result<Loaded, SourceError> {
    let mut sources: FxHashMap<String, ModuleSource> = FxHashMap::default();
    if let Some(file) = &client.file {
        for sibling in &file.siblings {
            sources.insert(sibling.path.clone(), sibling.clone());
        }
    }
    for module in version.siblings.iter().chain(&version.modules) {
        sources.insert(module.path.clone(), module.clone());
        // A package goes by the names that it has in either version.
        if let (Some(first), rest) = (module.path.split('.').next(), module.path.split_once('.')) {
            for alias in version.aliases.iter().filter(|alias| *alias != first) {
                let path = rest.map_or(alias.clone(), |(_, rest)| join(alias, rest));
                sources.insert(path.clone(), module.at(path));
            }
        }
    }
    if let (Some(name), [module]) = (library, &version.modules[..]) {
        sources.insert(name.to_string(), module.at(name.to_string()));
    }
    let mut loader = Loader { sources, modules: Vec::new(), by_path: FxHashMap::default() };
    let (client_module, function) = match &client.file {
        Some(file) => {
            let (path, source) = (file.module.path.clone(), file.module.clone());
            if library != Some(path.as_str()) {
                loader.sources.insert(path.clone(), source);
            } else {
                loader.sources.insert("<client>".into(), source.at("<client>".into()));
            }
            let path = if library == Some(path.as_str()) { "<client>".to_string() } else { path };
            let module = loader.load(&path)?.expect("inserted above");
            loader.function(module, &client.function)?
        }
        None => loader.find_function(version, library, &client.function)?,
    };
    // Under another name than its own it may have been replaced from elsewhere.
    let asked = client.function.rsplit('.').next().unwrap_or_default();
    let is_replaced = |module: &Module| module.patches_any || module.patched.contains(asked);
    if asked != function.name && loader.modules.iter().any(is_replaced) {
        return Err(no_such_function(
            &loader.file_name(client_module),
            asked,
            &defined(&loader.modules[client_module]),
        ));
    }
    let (whole, outside) = (Vec::new(), BTreeSet::new());
    let is_loaded = |path: &str| loader.modules.iter().any(|module| module.name == path);
    let others = version.modules.iter().filter(|module| !version.is_file && !is_loaded(&module.path));
    // One that does not parse cannot be loaded by anybody.
    let others = others.filter_map(|source| Module::parse(source, source.path.clone(), FileId::new(0)).ok()).collect();
    Ok(Loaded {
        modules: loader.modules,
        whole,
        outside,
        asks_interpreter: false,
        client: client_module,
        function,
        others,
        unknown: None,
    })
}

struct Loader {
    sources: FxHashMap<String, ModuleSource>,
    modules: Vec<Module>,
    by_path: FxHashMap<String, usize>,
}

impl Loader {
    /// Parses a module and what it imports; `None` if there is no such module.
    fn load(&mut self, path: &str) -> Result<Option<usize>, SourceError> {
        if let Some(&index) = self.by_path.get(path) {
            return Ok(Some(index));
        }
        let Some(source) = self.sources.get(path).cloned() else { return Ok(None) };
        // The packages around it are loaded before it, and may load it.
        if let Some((package, _)) = path.rsplit_once('.') {
            self.load(package)?;
            if let Some(&index) = self.by_path.get(path) {
                return Ok(Some(index));
            }
        }
        let module = Module::parse(&source, source.path.clone(), FileId::new(self.modules.len()))?;
        let imports = module.imports.clone();
        let (name, is_package) = (module.name.clone(), module.is_package);
        let index = self.modules.len();
        self.modules.push(module);
        self.by_path.insert(path.to_string(), index);
        for import in imports {
            self.load_import(&name, is_package, &import)?;
        }
        Ok(Some(index))
    }

    fn load_import(&mut self, module: &str, is_package: bool, import: &Import) -> Result<(), SourceError> {
        let Some(path) = absolute_path(module, is_package, import) else { return Ok(()) };
        let ends: Vec<usize> = path.match_indices('.').map(|(at, _)| at).chain([path.len()]).collect();
        for end in ends {
            self.load(&path[..end])?;
        }
        if let Some(name) = &import.name {
            self.load(&format!("{path}.{name}"))?;
        }
        Ok(())
    }

    /// The function that the module defines, or that a name of it surely is: another name of it, or an import.
    fn function(&mut self, module: usize, name: &str) -> Result<(usize, FunctionPath), SourceError> {
        let path = split(name);
        if find_def(&self.modules, module, &path).is_some() {
            return Ok((module, path));
        }
        if let Some(found) = self.named_function(module, name, &mut Vec::new())? {
            return Ok(found);
        }
        Err(no_such_function(&self.file_name(module), name, &defined(&self.modules[module])))
    }

    /// The function that a name is bound to once, by an import out of the same package or from another name. Loading where
    /// it is defined then loads what is around the name, too.
    fn named_function(
        &mut self,
        module: usize,
        name: &str,
        seen: &mut Vec<(usize, String)>,
    ) -> Result<Option<(usize, FunctionPath)>, SourceError> {
        let row = (module, name.to_owned());
        let around = &self.modules[module];
        if name.contains('.') || seen.contains(&row) || around.patches_any || around.patched.contains(name) {
            return Ok(None);
        }
        seen.push(row);
        let path = split(name);
        match around.only_binding(name) {
            Some(BindingKind::Function(_)) => {
                Ok(find_def(&self.modules, module, &path).is_some().then_some((module, path)))
            }
            Some(BindingKind::Import) => {
                let Some(import) = around.imported.get(name).cloned() else { return Ok(None) };
                let Some(of) = absolute_path(&around.name, around.is_package, &import) else { return Ok(None) };
                let is_within = of.strip_prefix(&around.name).is_some_and(|rest| rest.starts_with('.'));
                // Whoever loads a module of that name binds it to the module.
                let part = format!("{}.{name}", around.name);
                let is_clear = of == part || !self.sources.contains_key(&part);
                let (Some(inner), true) = (import.name, around.is_package && is_within && is_clear) else {
                    return Ok(None);
                };
                match self.load(&of)? {
                    Some(module) => self.named_function(module, &inner, seen),
                    None => Ok(None),
                }
            }
            Some(BindingKind::Other) => {
                let value = crate::state::first_value(around, name).and_then(Expr::as_name_expr);
                let Some(inner) = value.map(|value| value.id.to_string()) else { return Ok(None) };
                self.named_function(module, &inner, seen)
            }
            Some(BindingKind::Class(_) | BindingKind::Constant) | None => Ok(None),
        }
    }

    fn file_name(&self, module: usize) -> String {
        self.sources[&self.modules[module].name].file().to_owned()
    }

    /// A function of OLD or NEW itself, in whichever module has it.
    fn find_function(
        &mut self,
        version: &Version,
        library: Option<&str>,
        name: &str,
    ) -> Result<(usize, FunctionPath), SourceError> {
        if version.is_file {
            let path = library.unwrap_or(&version.modules[0].path).to_string();
            let module = self.load(&path)?.expect("the version's own file");
            return self.function(module, name);
        }
        let mut found = Vec::new();
        let mut heirs = Vec::new();
        let mut all = Vec::new();
        for source in &version.modules {
            let module = Module::parse(source, source.path.clone(), FileId::new(0))?;
            let within = name.strip_prefix(&format!("{}.", source.path)).unwrap_or(name);
            let path = split(within);
            if find_def(std::slice::from_ref(&module), 0, &path).is_some() {
                found.push((source.path.clone(), within.to_string()));
            } else if path.class.is_some_and(|class| find_class(&module, &class).is_some()) {
                heirs.push((source.path.clone(), within.to_string()));
            }
            all.extend(defined(&module).into_iter().map(|name| format!("{}.{name}", source.path)));
        }
        // The base may stand in another module.
        if found.is_empty() {
            for (path, within) in heirs {
                let module = self.load(&path)?.expect("parsed above");
                if self.function(module, &within).is_ok() {
                    found.push((path, within));
                }
            }
        }
        // A package may hand on what one of its modules defines.
        if let ([], Some((package, within))) = (&found[..], name.rsplit_once('.'))
            && version.modules.iter().any(|module| module.path == package)
        {
            let module = self.load(package)?.expect("it is one of the version's");
            if let Some(found) = self.named_function(module, within, &mut Vec::new())? {
                return Ok(found);
            }
        }
        match &found[..] {
            [(path, within)] => {
                let (path, within) = (path.clone(), within.clone());
                let module = self.load(&path)?.expect("parsed above");
                self.function(module, &within)
            }
            [] => Err(no_such_function(
                &version.modules.first().map_or(String::new(), |m| m.file().to_owned()),
                name,
                &all,
            )),
            several => {
                let names: Vec<String> = several.iter().map(|(path, name)| format!("{path}.{name}")).collect();
                let message = format!("several functions are called `{name}`: {}", names.join(", "));
                Err(SourceError::new(version.modules[0].file(), None, message))
            }
        }
    }
}

fn split(name: &str) -> FunctionPath {
    match name.rsplit_once('.') {
        Some((class, name)) => FunctionPath { class: Some(class.to_string()), name: name.to_string() },
        None => FunctionPath { class: None, name: name.to_string() },
    }
}

fn no_such_function(file: &str, name: &str, defined: &[String]) -> SourceError {
    let list = if defined.is_empty() { "nothing".to_string() } else { defined.join(", ") };
    SourceError::new(file, None, format!("no function `{name}`; defined here: {list}"))
}

//! What a piece of code means, as a key: its syntax, and that of everything its names lead to.
//!
//! Two pieces with one key do the same if they start from the same state: layout and comments do not count,
//! everything else does. Names lead through modules, imports and what other statements of a top level do.
//! Code that looks names up while it runs (`eval`, `globals()`, a computed `getattr`) leads to everything;
//! code that reads files of its package has no key at all, for these are not known here.

use std::collections::{BTreeMap, BTreeSet};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use ir::FnId;
use ir::build::FunctionBuilder;
use ruff_python_ast::comparable::ComparableStmt;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};
use rustc_hash::FxHashMap;
use value::{Sort, Symbol, Value};

use crate::lower::{CodeKind, Lowering};
use crate::module::{Import, Module};
use crate::outside::Unknown;
use crate::program::Loaded;
use crate::scope::Scope;
use crate::settled::imports_of;

/// Functions by which code gets at what it does not name, and attributes that do the same.
const DYNAMIC_NAMES: &[&str] =
    &["eval", "exec", "compile", "globals", "locals", "__import__", "pickle", "inspect", "gc", "modules"];
/// Words of code that may change what other names stand for.
const REBINDING: &[&str] = &[
    "setattr",
    "delattr",
    "__setattr__",
    "__delattr__",
    "vars",
    "builtins",
    "__builtins__",
    "importlib",
    "__defaults__",
    "__kwdefaults__",
    "__code__",
];

/// The same for members of objects.
const REFLECTIVE: &[&str] = &["getattr", "setattr", "delattr", "hasattr", "vars", "dir"];
const DYNAMIC_ATTRIBUTES: &[&str] = &[
    "__subclasses__",
    "modules",
    "__dict__",
    "__globals__",
    "_getframe",
    // What modules and others say of themselves.
    "__doc__",
    "__annotations__",
    "__package__",
];

/// Names that a module or a class has whether it binds them or not, but for those of its name. Others of this form
/// are variables, as `__version__` and `__radd__ = __add__`.
const SAYS_OF_ITSELF: &[&str] = &[
    "__doc__",
    "__annotations__",
    "__package__",
    "__dict__",
    "__loader__",
    "__spec__",
    "__file__",
    "__cached__",
    "__path__",
    "__builtins__",
    "__class__",
    "__debug__",
    "__import__",
    "__build_class__",
];

/// Words of code that reads files of its own package.
const FILES: &[&str] = &[
    "__file__",
    "__path__",
    "__spec__",
    "__loader__",
    "pkgutil",
    "importlib",
    "importlib_metadata",
    "importlib_resources",
    "pkg_resources",
    "linecache",
    "getsource",
    "get_data",
    "co_filename",
    "getfile",
    "getsourcefile",
];

/// Functions and methods that ask objects for members which a text names.
const ASKS_BY_TEXT: &[&str] =
    &["attrgetter", "methodcaller", "format_map", "vformat", "Template", "Formatter", "__getattribute__", "getmembers"];

/// Builtin functions that call what they are handed.
const CALLS_BACK: &[&str] = &["map", "filter", "sorted", "min", "max", "iter"];

/// What is asked of the statements of a top level again and again.
pub(crate) struct Facts {
    /// The statements that bind a name, by their places.
    binders: FxHashMap<String, Vec<usize>>,
    digests: Vec<OnceLock<[u64; 2]>>,
    mentions: Vec<OnceLock<Mentions>>,
}

impl Facts {
    pub(crate) fn of(body: &[Stmt]) -> Facts {
        let mut binders: FxHashMap<String, Vec<usize>> = FxHashMap::default();
        for (place, stmt) in body.iter().enumerate() {
            for name in Scope::of_body(std::slice::from_ref(stmt)).locals {
                binders.entry(name).or_default().push(place);
            }
        }
        let digests = body.iter().map(|_| OnceLock::new()).collect();
        Facts { binders, digests, mentions: body.iter().map(|_| OnceLock::new()).collect() }
    }
}

impl Module {
    /// The places of the statements that bind the name; of the empty name, those that may do more than that.
    pub(crate) fn places(&self, name: &str) -> Vec<usize> {
        match name {
            "" => {
                (0..self.body.len()).filter(|place| !self.rows.get(*place).is_some_and(|row| row.is_settled)).collect()
            }
            name => self.facts().binders.get(name).cloned().unwrap_or_default(),
        }
    }

    pub(crate) fn digest(&self, place: usize) -> [u64; 2] {
        *self.facts().digests[place].get_or_init(|| {
            let mut digest = Digest::default();
            digest.stmt(&self.body[place]);
            digest.halves(&self.text()[self.body[place].range()]);
            digest.words()
        })
    }

    pub(crate) fn mentions(&self, place: usize) -> &Mentions {
        self.facts().mentions[place].get_or_init(|| Mentions::of(Unknown::Stmt(&self.body[place])))
    }
}

/// What a piece of code mentions.
#[derive(Default)]
pub(crate) struct Mentions {
    pub(crate) names: BTreeSet<String>,
    /// `name.path`, the path with its dots.
    members: BTreeMap<String, BTreeSet<String>>,
    alone: BTreeSet<String>,
    pub(crate) words: BTreeSet<String>,
    imports: Vec<Import>,
    /// Words in its texts.
    pub(crate) texts: BTreeSet<String>,
    /// It asks objects for members whose names are computed.
    pub(crate) asks_any: bool,
    /// The names whose attributes or elements it sets.
    set: BTreeSet<String>,
    /// The attributes that it sets, or whose contents it may change.
    pub(crate) touched: BTreeSet<String>,
    /// What is called by the call that is being looked at.
    callee: Option<TextRange>,
    /// The names that it calls with arguments.
    called: BTreeSet<String>,
    /// It hands arguments to something else than a name.
    hands: bool,
    /// A function whose body does not count.
    apart: Option<TextRange>,
}

impl Mentions {
    fn of(unknown: Unknown<'_>) -> Mentions {
        Mentions::without(unknown, None)
    }

    /// The same without the body of that function.
    pub(crate) fn without(unknown: Unknown<'_>, apart: Option<TextRange>) -> Mentions {
        let mut mentions = Mentions { apart, ..Mentions::default() };
        match unknown {
            Unknown::Stmt(stmt) => mentions.visit_stmt(stmt),
            Unknown::Expr(expr) => mentions.visit_expr(expr),
        }
        mentions
    }

    /// `getattr(x, "name")` is `x.name`.
    fn asks(&mut self, call: &ast::ExprCall) {
        let Expr::Name(name) = &*call.func else { return };
        match (name.id.as_str(), call.arguments.args.get(1)) {
            ("getattr" | "setattr" | "hasattr" | "delattr", Some(Expr::StringLiteral(member))) => {
                if name.id == "setattr" {
                    self.touched.insert(member.value.to_str().to_string());
                }
                self.words.extend([member.value.to_str().to_string(), name.id.to_string()]);
                call.arguments.args.iter().for_each(|arg| self.visit_expr(arg));
                call.arguments.keywords.iter().for_each(|row| self.visit_expr(&row.value));
                self.names.insert(name.id.to_string());
            }
            _ => {
                self.visit_expr(&call.func);
                call.arguments.args.iter().for_each(|arg| self.visit_expr(arg));
                call.arguments.keywords.iter().for_each(|row| self.visit_expr(&row.value));
            }
        }
    }
}

impl<'a> Visitor<'a> for Mentions {
    fn visit_expr(&mut self, expr: &'a Expr) {
        if let Expr::Attribute(ast::ExprAttribute { ctx, .. }) | Expr::Subscript(ast::ExprSubscript { ctx, .. }) = expr
            && !ctx.is_load()
        {
            self.set.extend(root(expr).map(str::to_string));
        }
        if let Expr::Attribute(attribute) = expr {
            self.asks_any |= ASKS_BY_TEXT.contains(&attribute.attr.as_str());
            self.asks_any |= attribute.attr.as_str() == "format" && !attribute.value.is_string_literal_expr();
            // What is only called is not changed; what is read may be.
            if self.callee != Some(attribute.range) {
                self.touched.insert(attribute.attr.to_string());
            }
            let inner = dotted(&attribute.value).map(|(_, path)| path).unwrap_or_default();
            self.touched.extend(inner.split('.').filter(|name| !name.is_empty()).map(str::to_string));
        }
        if let Expr::Call(call) = expr
            && !(call.arguments.args.is_empty() && call.arguments.keywords.is_empty())
        {
            match &*call.func {
                Expr::Name(name) => {
                    self.called.insert(name.id.to_string());
                }
                _ => self.hands = true,
            }
        }
        if let Expr::Call(call) = expr {
            self.callee = Some(call.func.range());
            let names = call.arguments.keywords.iter().filter_map(|keyword| keyword.arg.as_ref());
            self.touched.extend(names.map(ToString::to_string));
        }
        match expr {
            Expr::StringLiteral(text) => self.texts.extend(words_of(text.value.to_str())),
            Expr::Call(call) if call.func.is_name_expr() => self.asks(call),
            Expr::Name(name) => {
                self.asks_any |= REFLECTIVE.contains(&name.id.as_str()) || ASKS_BY_TEXT.contains(&name.id.as_str());
                self.names.insert(name.id.to_string());
                self.alone.insert(name.id.to_string());
                self.words.insert(name.id.to_string());
            }
            Expr::Attribute(attribute) => {
                self.words.insert(attribute.attr.to_string());
                match dotted(expr) {
                    Some((name, path)) => {
                        self.words.extend(path.split('.').map(str::to_string));
                        self.words.insert(name.to_string());
                        self.names.insert(name.to_string());
                        self.members.entry(name.to_string()).or_default().insert(path);
                    }
                    None => visitor::walk_expr(self, expr),
                }
            }
            _ => visitor::walk_expr(self, expr),
        }
    }

    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            // A docstring names no members.
            Stmt::Expr(stmt) if stmt.value.is_string_literal_expr() => return,
            Stmt::FunctionDef(def) if self.apart == Some(def.range) => {
                def.decorator_list.iter().for_each(|decorator| self.visit_decorator(decorator));
                self.visit_parameters(&def.parameters);
                def.returns.iter().for_each(|returns| self.visit_annotation(returns));
                return;
            }
            Stmt::Import(import) => {
                for alias in &import.names {
                    self.words.extend(alias.name.split('.').map(str::to_string));
                    self.names.insert(alias.name.to_string());
                    let path = alias.name.to_string();
                    self.imports.push(Import { level: 0, path, name: None, binds_leaf: true });
                }
            }
            Stmt::ImportFrom(import) => {
                self.words.extend(import.module.iter().flat_map(|path| path.split('.').map(str::to_string)));
                self.words.extend(import.names.iter().map(|alias| alias.name.to_string()));
                self.asks_any |= import.names.iter().any(|alias| ASKS_BY_TEXT.contains(&alias.name.as_str()));
                self.names.extend(import.module.iter().map(ToString::to_string));
                self.names.extend(import.names.iter().map(|alias| alias.name.to_string()));
                let path = import.module.as_ref().map(ToString::to_string).unwrap_or_default();
                for alias in &import.names {
                    let name = Some(alias.name.to_string());
                    self.imports.push(Import { level: import.level, path: path.clone(), name, binds_leaf: false });
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }
}

/// The words of a text that could be names.
fn words_of(text: &str) -> impl Iterator<Item = String> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty()).map(str::to_string)
}

/// A name and the path of attributes behind it.
fn dotted(expr: &Expr) -> Option<(&str, String)> {
    let Expr::Attribute(attribute) = expr else { return None };
    match &*attribute.value {
        Expr::Name(name) => Some((&name.id, attribute.attr.to_string())),
        value => dotted(value).map(|(name, path)| (name, format!("{path}.{}", attribute.attr))),
    }
}

/// The name that a chain of attributes and subscripts begins with.
pub(crate) fn root(expr: &Expr) -> Option<&str> {
    match expr {
        Expr::Name(name) => Some(&name.id),
        Expr::Attribute(attribute) => root(&attribute.value),
        Expr::Subscript(subscript) => root(&subscript.value),
        _ => None,
    }
}

/// What an import of a whole module leads to.
#[derive(Copy, Clone, PartialEq, Eq)]
enum Taken {
    Whole,
    /// The members that are named elsewhere.
    ByName,
}

/// Follows names through the modules of one version.
pub(crate) struct Walk<'m> {
    modules: &'m [Module],
    /// A name of a module; the empty name: what its top level does besides binding names.
    seen: BTreeSet<(usize, String)>,
    queue: Vec<(usize, String)>,
    is_dynamic: bool,
    reads_files: bool,
    asks_any: bool,
    /// It may rebind what it does not name: names of modules, builtins, what functions consist of.
    rebinds: bool,
    /// All names and attributes that are mentioned, words in texts included.
    words: BTreeSet<String>,
    /// It hands values to code that is not known.
    hands: bool,
    /// A function of a module whose body does not count.
    apart: Option<(usize, TextRange)>,
    /// What is imported, and whether the program has such a module.
    imported: BTreeSet<(String, bool)>,
    /// The modules that are asked for as parts of their packages.
    parts: BTreeSet<String>,
    /// The statements that import parts of packages which are asked for as attributes.
    importers: BTreeSet<(String, [u64; 2])>,
}

impl<'a> Lowering<'a> {
    /// Classes are code: what they mean stands in functions that nobody calls.
    pub(crate) fn classes_as_code(&mut self) -> Vec<(Symbol, FnId)> {
        let mut rows: Vec<(Symbol, FnId)> = Vec::new();
        let modules = self.modules;
        for (index, module) in modules.iter().enumerate() {
            for stmt in &module.body {
                let Stmt::ClassDef(class) = stmt else { continue };
                let atom = Symbol::new(&format!("{}.{}", module.name, class.name));
                if rows.iter().any(|(known, _)| *known == atom) {
                    continue;
                }
                let side = self.shared.side;
                let meaning = self.meaning(index, Unknown::Stmt(stmt)).unwrap_or_else(|| format!("of version {side}"));
                let mut builder = FunctionBuilder::new(&format!("class {atom}"), vec![], vec![Sort::atom()], None);
                let meaning = builder.constant(Value::Atom(Symbol::new(&meaning)), Sort::atom());
                builder.return_(&[meaning]);
                rows.push((atom, self.add(builder.finish())));
            }
        }
        rows
    }

    /// The keys of functions of top levels, by name.
    pub(crate) fn function_keys(&mut self, names: &BTreeSet<String>) -> BTreeMap<String, String> {
        let modules = self.modules;
        let mut keys = BTreeMap::new();
        for (index, module) in modules.iter().enumerate() {
            for stmt in &module.body {
                let Stmt::FunctionDef(def) = stmt else { continue };
                let name = format!("{}.{}", module.name, def.name);
                if names.contains(&name)
                    && let Some(key) = self.function_meaning(index, stmt)
                {
                    keys.insert(name, key);
                }
            }
        }
        keys
    }

    /// The key of a function of a top level.
    pub(crate) fn function_key(&mut self, code: usize) -> Option<String> {
        let row = &self.codes[code];
        let (module, CodeKind::Def(def)) = (row.module, row.kind) else { return None };
        let modules = self.modules;
        let is_it = |stmt: &&Stmt| matches!(stmt, Stmt::FunctionDef(found) if std::ptr::eq(found, def));
        let stmt = modules[module].body.iter().find(is_it)?;
        self.function_meaning(module, stmt)
    }

    /// What a piece of code of that module leads to.
    pub(crate) fn walk(&mut self, module: usize, unknown: Unknown<'a>) -> Walk<'a> {
        self.walk_without(module, unknown, None)
    }

    fn walk_without(&mut self, module: usize, unknown: Unknown<'a>, apart: Option<(usize, TextRange)>) -> Walk<'a> {
        let mut walk = Walk { apart, ..Walk::new(self.modules) };
        walk.code(self, module, &Mentions::without(unknown, walk.apart_in(module)));
        walk.run(self);
        walk
    }

    /// The key of a piece of code of that module; `None`: it has none.
    pub(crate) fn meaning(&mut self, module: usize, unknown: Unknown<'a>) -> Option<String> {
        self.key(module, unknown, None)
    }

    /// The same if the client does the same in both versions, which is what is to be shown: where code
    /// calls it, that is one call deeper.
    pub(crate) fn meaning_apart(&mut self, module: usize, unknown: Unknown<'a>) -> Option<String> {
        let apart = self.shared.apart[self.shared.side];
        self.key(module, unknown, apart)
    }

    /// What a function means to those who call it.
    fn function_meaning(&mut self, module: usize, stmt: &'a Stmt) -> Option<String> {
        match self.shared.apart[self.shared.side] == Some((module, stmt.range())) {
            // Nothing follows for the client from what is to be shown.
            true => self.meaning(module, Unknown::Stmt(stmt)),
            false => self.meaning_apart(module, Unknown::Stmt(stmt)),
        }
    }

    /// The digest of a piece of code.
    pub(crate) fn syntax(&self, module: usize, unknown: Unknown<'a>, apart: Option<(usize, TextRange)>) -> Digest {
        let mut syntax = Digest::default();
        let here = apart.filter(|(of, _)| *of == module).map(|(_, node)| node);
        match (unknown, here) {
            (Unknown::Stmt(stmt), Some(node)) if stmt.range().contains_range(node) => syntax.without(stmt, node),
            (Unknown::Stmt(stmt), _) => syntax.stmt(stmt),
            (Unknown::Expr(expr), _) => syntax.expr(expr),
        }
        syntax.halves(&self.modules[module].text()[crate::outside::range_of(unknown)]);
        syntax
    }

    fn key(&mut self, module: usize, unknown: Unknown<'a>, apart: Option<(usize, TextRange)>) -> Option<String> {
        let mut syntax = self.syntax(module, unknown, apart);
        let walk = self.walk_without(module, unknown, apart);
        if walk.reads_files {
            return None;
        }
        // Where it stands is no part of what it means.
        let first = self.modules[module].first_line(crate::outside::range_of(unknown));
        let first = first.rsplit_once(" at ").map_or(first.as_str(), |(text, _)| text);
        // What a module is called is part of what its code means.
        self.modules[module].name.hash(&mut syntax);
        walk.record(&mut syntax);
        // It may ask objects that it is handed for members that are not the same in both versions.
        let affected = &self.shared.affected;
        let asks = || walk.asks_any || walk.hands || affected.has_operators() || affected.has_any(&walk.words);
        if !affected.is_empty() && asks() {
            self.shared.side.hash(&mut syntax);
        }
        Some(format!("{first} [{}]", syntax.text()))
    }
}

/// The globals that the client, and all that runs when it is loaded, lead to, by their modules; `None`: perhaps
/// all. `more`: those that count besides.
pub(crate) fn seen_by(lowering: &mut Lowering<'_>, loaded: &Loaded, more: &BTreeSet<(usize, String)>) -> Option<Seen> {
    let mut walk = Walk::new(lowering.modules);
    let path = &lowering.modules[loaded.client].name;
    let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
    for end in ends {
        lowering.module(&path[..end]).into_iter().for_each(|module| walk.add_effects(module));
    }
    let name = loaded.function.class.as_deref().unwrap_or(&loaded.function.name);
    walk.add(loaded.client, name.split('.').next().unwrap_or(name));
    more.iter().for_each(|(module, name)| walk.add(*module, name));
    walk.run(lowering);
    (!walk.is_dynamic).then_some(Seen { names: walk.seen, parts: walk.parts })
}

/// What a client can see of a version.
pub(crate) struct Seen {
    pub(crate) names: BTreeSet<(usize, String)>,
    /// The modules that are asked for as parts of their packages.
    pub(crate) parts: BTreeSet<String>,
}

impl<'m> Walk<'m> {
    fn new(modules: &'m [Module]) -> Walk<'m> {
        Walk {
            modules,
            seen: BTreeSet::new(),
            queue: Vec::new(),
            is_dynamic: false,
            reads_files: false,
            asks_any: false,
            rebinds: false,
            words: BTreeSet::new(),
            hands: false,
            apart: None,
            imported: BTreeSet::new(),
            parts: BTreeSet::new(),
            importers: BTreeSet::new(),
        }
    }

    pub(crate) fn apart(modules: &'m [Module], apart: Option<(usize, TextRange)>) -> Walk<'m> {
        Walk { apart, ..Walk::new(modules) }
    }

    pub(crate) fn is_dynamic(&self) -> bool {
        self.is_dynamic
    }

    pub(crate) fn reads_files(&self) -> bool {
        self.reads_files
    }

    /// After one name was followed: what stands there itself, and the names that it leads to.
    pub(crate) fn single(&mut self, (module, name): &(usize, String)) -> ([u64; 2], Vec<(usize, String)>) {
        let mut digest = Digest::default();
        (&self.modules[*module].name, name).hash(&mut digest);
        (&self.imported, &self.importers).hash(&mut digest);
        for place in self.modules[*module].places(name) {
            self.digest(*module, place).hash(&mut digest);
        }
        (digest.words(), std::mem::take(&mut self.queue))
    }

    /// After a piece of code was followed: what it imports, and the names that it leads to.
    pub(crate) fn ahead(&mut self) -> ([u64; 2], Vec<(usize, String)>) {
        let mut digest = Digest::default();
        (&self.imported, &self.importers).hash(&mut digest);
        (digest.words(), std::mem::take(&mut self.queue))
    }

    /// All code that there is.
    pub(crate) fn everything(&self, digest: &mut impl Hasher) {
        for (index, module) in self.modules.iter().enumerate() {
            (&module.name, module.is_package).hash(digest);
            (0..module.body.len()).for_each(|place| self.digest(index, place).hash(digest));
        }
    }

    /// The function of that module whose body does not count.
    pub(crate) fn apart_in(&self, module: usize) -> Option<TextRange> {
        self.apart.filter(|(of, _)| *of == module).map(|(_, node)| node)
    }

    fn digest(&self, module: usize, place: usize) -> [u64; 2] {
        let row = &self.modules[module];
        match self.apart_in(module).filter(|node| row.body[place].range().contains_range(*node)) {
            None => row.digest(place),
            Some(node) => {
                let mut digest = Digest::default();
                digest.without(&row.body[place], node);
                digest.halves(&row.text()[row.body[place].range()]);
                digest.words()
            }
        }
    }

    /// May it change what names stand for that it does not mention?
    pub(crate) fn rebinds(&self) -> bool {
        self.is_dynamic || self.rebinds
    }

    /// All that was found, as it counts for a key.
    pub(crate) fn record(&self, digest: &mut impl Hasher) {
        (&self.imported, &self.importers).hash(digest);
        self.parts(digest);
        if self.is_dynamic {
            self.everything(digest);
        }
    }

    pub(crate) fn code(&mut self, lowering: &mut Lowering<'_>, module: usize, mentions: &Mentions) {
        self.asks_any |= mentions.asks_any;
        self.rebinds |= mentions.words.iter().any(|word| REBINDING.contains(&word.as_str()));
        for name in &mentions.set {
            let target = lowering.global_target(module, name);
            self.rebinds |= matches!(target, crate::call::Target::External(_) | crate::call::Target::Module(_));
        }
        self.words.extend(mentions.words.iter().chain(&mentions.texts).cloned());
        self.hands |= mentions.hands || mentions.called.iter().any(|name| hands(&lowering.global_target(module, name)));
        let attributes = mentions.words.iter().map(String::as_str);
        self.is_dynamic |= mentions.names.iter().any(|name| DYNAMIC_NAMES.contains(&name.as_str()))
            || attributes.into_iter().any(|word| DYNAMIC_ATTRIBUTES.contains(&word));
        // A text may be handed to what asks objects for members, as in `attrgetter("__globals__")`.
        let is_hidden = |word: &str| word.starts_with('_') && DYNAMIC_ATTRIBUTES.contains(&word);
        self.is_dynamic |= mentions.texts.iter().any(|word| is_hidden(word));
        self.reads_files |= mentions.words.iter().any(|word| FILES.contains(&word.as_str()));
        // What a module says of itself is made of all of it.
        self.is_dynamic |= mentions.alone.iter().any(|name| SAYS_OF_ITSELF.contains(&name.as_str()));
        for import in &mentions.imports {
            self.follow(lowering, module, import, Taken::Whole);
        }
        // Where modules are looked for, files of the program may be too.
        let is_path = |name: &String| {
            let members = mentions.members.get(name).into_iter().flatten();
            let of_sys = members.filter(|path| path.split('.').next() == Some("path")).count() > 0;
            match lowering.global_target(module, name) {
                crate::call::Target::External(path) => path == "sys.path" || (path == "sys" && of_sys),
                _ => false,
            }
        };
        self.reads_files |= mentions.names.iter().any(is_path);
        for name in &mentions.names {
            self.add(module, name);
            if let Some(part) = lowering.part_of(module, name) {
                self.note_part(lowering, &self.modules[part].name);
            }
            for target in self.targets(lowering, module, name) {
                if mentions.alone.contains(name)
                    && let crate::call::Target::Module(of) = target
                {
                    self.add_module(of);
                }
                // A module of which only members are named leads to these.
                for path in mentions.members.get(name).into_iter().flatten() {
                    self.add_path(lowering, &target, path);
                }
            }
        }
    }

    /// What a name may stand for. One that is bound more than once may stand for what any of its imports gives.
    fn targets(&self, lowering: &mut Lowering<'_>, module: usize, name: &str) -> Vec<crate::call::Target> {
        use crate::call::Target;
        if let Some(part) = lowering.part_of(module, name) {
            return vec![Target::Module(part)];
        }
        let target = lowering.global_target(module, name);
        if !matches!(target, Target::Unknown) {
            return vec![target];
        }
        let row = &self.modules[module];
        let imports = row.imports.iter().filter_map(|import| {
            let path = lowering.absolute(module, import)?;
            match &import.name {
                Some(member) => Some(format!("{path}.{member}")),
                None if import.binds_leaf => Some(path),
                None => path.split('.').next().map(str::to_string),
            }
        });
        // Under which name an import binds what it gives is not kept: all of them count that could be it.
        let is_bound = |path: &String| row.imported.contains_key(name) || path.rsplit('.').next() == Some(name);
        let found = imports.filter(is_bound).filter_map(|path| lowering.module(&path)).map(Target::Module);
        let mut found: Vec<Target> = found.collect();
        found.dedup();
        found
    }

    /// What a path of attributes leads to that begins with a module.
    fn add_path(&mut self, lowering: &Lowering<'_>, target: &crate::call::Target, path: &str) {
        use crate::call::Target;
        let mut at = match target {
            Target::Module(of) => self.modules[*of].name.clone(),
            Target::External(path) => path.clone(),
            _ => return,
        };
        for name in path.split('.') {
            let of = lowering.module(&at);
            let part = format!("{at}.{name}");
            if let Some(of) = of {
                self.note_part(lowering, &part);
                self.add_effects(of);
                self.add(of, "__getattr__");
                if self.modules[of].binds(name) {
                    return self.add_member(lowering, of, name);
                }
            }
            let is_package = self.modules.iter().any(|module| module.name.starts_with(&format!("{part}.")));
            if lowering.module(&part).is_none() && !is_package {
                return;
            }
            at = part;
        }
        // The path is a module, as a value.
        lowering.module(&at).into_iter().for_each(|of| self.add_module(of));
    }

    /// Whether a part of a package is among its attributes depends on who imports it.
    fn note_part(&mut self, lowering: &Lowering<'_>, part: &str) {
        let is_there = lowering.module(part).is_some();
        self.imported.insert((part.to_string(), is_there));
        if !is_there || !self.parts.insert(part.to_string()) {
            return;
        }
        let modules = self.modules;
        for (index, module) in modules.iter().enumerate() {
            for place in 0..module.body.len() {
                let is_it = |import: &Import| {
                    let path = lowering.absolute(index, import);
                    path.is_some_and(|path| match &import.name {
                        Some(name) => path == part || format!("{path}.{name}") == part,
                        None => path == part || path.starts_with(&format!("{part}.")),
                    })
                };
                if module.mentions(place).imports.iter().any(is_it) {
                    self.importers.insert((module.name.clone(), self.digest(index, place)));
                }
            }
        }
    }

    fn add_member(&mut self, lowering: &Lowering<'_>, module: usize, name: &str) {
        let path = format!("{}.{name}", self.modules[module].name);
        if !self.modules[module].binds(name)
            && let Some(part) = lowering.module(&path)
        {
            return self.add_module(part);
        }
        self.add(module, name);
        // An attribute that the module makes when it is asked for.
        self.add(module, "__getattr__");
    }

    fn add(&mut self, module: usize, name: &str) {
        let row = &self.modules[module];
        // A star import may bring any name.
        if row.has_star {
            self.is_dynamic = true;
        }
        if row.binds(name) && self.seen.insert((module, name.to_string())) {
            self.queue.push((module, name.to_string()));
        }
    }

    fn add_effects(&mut self, module: usize) {
        if self.seen.insert((module, String::new())) {
            self.queue.push((module, String::new()));
        }
    }

    fn add_module(&mut self, module: usize) {
        let mut names: Vec<String> = self.modules[module].scope_names().map(str::to_string).collect();
        names.sort();
        names.iter().for_each(|name| self.add(module, name));
        self.add_effects(module);
        // Its parts are among its attributes.
        let parts = format!("{}.", self.modules[module].name);
        let is_part =
            |part: &usize| self.modules[*part].name.starts_with(&parts) && !self.modules[*part].body.is_empty();
        let parts: Vec<usize> = (0..self.modules.len()).filter(is_part).collect();
        for part in parts {
            if !self.seen.contains(&(part, String::new())) {
                self.add_module(part);
            }
        }
    }

    fn run(&mut self, lowering: &mut Lowering<'_>) {
        while let Some((module, name)) = self.queue.pop() {
            self.expand(lowering, module, &name);
        }
    }

    /// Follows one name by one step.
    pub(crate) fn expand(&mut self, lowering: &mut Lowering<'_>, module: usize, name: &str) {
        let row = &self.modules[module];
        if row.can_change(name) {
            self.add_effects(module);
        }
        for place in row.places(name) {
            match &row.body[place] {
                Stmt::Import(_) | Stmt::ImportFrom(_) if !name.is_empty() => self.import(lowering, module, name),
                stmt @ (Stmt::Import(_) | Stmt::ImportFrom(_)) => self.load(lowering, module, stmt, place),
                stmt => match self.apart_in(module).filter(|node| stmt.range().contains_range(*node)) {
                    None => self.code(lowering, module, row.mentions(place)),
                    apart => self.code(lowering, module, &Mentions::without(Unknown::Stmt(stmt), apart)),
                },
            }
        }
    }

    /// An import runs the module; what it takes from there counts where that may fail.
    fn load(&mut self, lowering: &mut Lowering<'_>, module: usize, stmt: &Stmt, place: usize) {
        let sure = &self.modules[module].rows.get(place).map_or(&[][..], |row| &row.sure);
        for (index, import) in imports_of(stmt).iter().enumerate() {
            match sure.get(index).is_some_and(|is_sure| *is_sure) {
                true => self.follow(lowering, module, &Import { name: None, ..import.clone() }, Taken::ByName),
                false => self.follow(lowering, module, import, Taken::ByName),
            }
        }
    }

    fn import(&mut self, lowering: &mut Lowering<'_>, module: usize, name: &str) {
        let imports = self.modules[module].imported.get(name).into_iter();
        let imports: Vec<_> =
            imports.chain(self.modules[module].from_imports.get(name).into_iter().flatten()).cloned().collect();
        imports.iter().for_each(|import| self.follow(lowering, module, import, Taken::ByName));
    }

    fn follow(&mut self, lowering: &Lowering<'_>, module: usize, import: &Import, of: Taken) {
        let Some(path) = lowering.absolute(module, import) else { return };
        let leaf = import.name.as_ref().map(|name| format!("{path}.{name}"));
        if let Some(leaf) = leaf {
            let found = lowering.module(&leaf);
            self.imported.insert((leaf, found.is_some()));
            found.into_iter().for_each(|found| self.add_module(found));
        }
        // The packages around it are loaded before.
        let ends = path.match_indices('.').map(|(at, _)| at).chain([path.len()]);
        for end in ends.collect::<Vec<_>>() {
            let found = lowering.module(&path[..end]);
            self.imported.insert((path[..end].to_string(), found.is_some()));
            found.into_iter().for_each(|found| self.add_effects(found));
        }
        if let Some((package, leaf)) = lowering.attribute_meant(module, import) {
            self.add_member(lowering, package, &leaf);
        }
        let Some(found) = lowering.module(&path) else { return };
        match &import.name {
            Some(name) => self.add_member(lowering, found, name),
            None if of == Taken::Whole => self.add_module(found),
            None => {}
        }
    }

    /// What the names stand for, as syntax: the statements that count, in their order.
    fn parts(&self, digest: &mut impl Hasher) {
        for (module, name) in &self.seen {
            (&self.modules[*module].name, name).hash(digest);
        }
        let mut places: BTreeSet<(usize, usize)> = BTreeSet::new();
        for (module, name) in &self.seen {
            places.extend(self.modules[*module].places(name).into_iter().map(|place| (*module, place)));
        }
        places.into_iter().for_each(|(module, place)| self.digest(module, place).hash(digest));
    }
}

/// Is what is called perhaps code that asks its arguments for members?
fn hands(target: &crate::call::Target) -> bool {
    use crate::builtins::Builtin;
    use crate::call::Target;
    match target {
        Target::Code(_) | Target::Class(..) => false,
        Target::Builtin(Builtin::Function(name)) => CALLS_BACK.contains(name),
        Target::Builtin(_) => false,
        Target::Module(_) | Target::External(_) | Target::Unknown => true,
    }
}

pub(crate) fn is_literal(expr: &Expr) -> bool {
    match expr {
        Expr::NumberLiteral(_) | Expr::StringLiteral(_) | Expr::BytesLiteral(_) | Expr::BooleanLiteral(_) => true,
        Expr::NoneLiteral(_) | Expr::EllipsisLiteral(_) | Expr::Lambda(_) => true,
        Expr::UnaryOp(unary) => unary.op != ast::UnaryOp::Invert && unary.operand.is_number_literal_expr(),
        Expr::Tuple(tuple) => tuple.elts.iter().all(is_literal),
        Expr::List(list) => list.elts.iter().all(is_literal),
        Expr::Dict(dict) => dict.items.iter().all(|item| {
            let is_key = |key: &Expr| key.is_string_literal_expr() || key.is_number_literal_expr();
            item.key.as_ref().is_some_and(is_key) && is_literal(&item.value)
        }),
        _ => false,
    }
}

/// Is it an expression that is only a text?
pub(crate) fn is_text(stmt: &Stmt) -> bool {
    matches!(stmt, Stmt::Expr(stmt) if stmt.value.is_string_literal_expr())
}

/// A digest of syntax, of 128 bits: two hashes that begin differently.
pub(crate) struct Digest(DefaultHasher, DefaultHasher);

impl Default for Digest {
    fn default() -> Digest {
        let (first, mut second) = (DefaultHasher::new(), DefaultHasher::new());
        second.write_u8(1);
        Digest(first, second)
    }
}

impl Hasher for Digest {
    fn finish(&self) -> u64 {
        self.0.finish()
    }

    fn write(&mut self, bytes: &[u8]) {
        for hasher in [&mut self.0, &mut self.1] {
            hasher.write_usize(bytes.len());
            hasher.write(bytes);
        }
    }
}

impl Digest {
    pub(crate) fn stmt(&mut self, stmt: &Stmt) {
        ComparableStmt::from(stmt).hash(self);
    }

    /// The text of a statement where the parser writes half characters as one and the same.
    pub(crate) fn halves(&mut self, text: &str) {
        let escapes = ["\\ud", "\\uD", "\\U0000d", "\\U0000D"];
        if escapes.iter().any(|escape| text.contains(escape)) {
            self.write(text.as_bytes());
        }
    }

    /// The statement without the body of that function, which is it or a member of it.
    fn without(&mut self, stmt: &Stmt, apart: TextRange) {
        match stmt {
            Stmt::FunctionDef(def) if def.range == apart => self.head(def),
            Stmt::ClassDef(class) if class.range.contains_range(apart) => {
                self.write(class.name.as_bytes());
                class.arguments.iter().flat_map(|rest| &rest.args).for_each(|base| self.expr(base));
                for keyword in class.arguments.iter().flat_map(|rest| &rest.keywords) {
                    self.write(keyword.arg.as_ref().map_or(&b"**"[..], |name| name.as_bytes()));
                    self.expr(&keyword.value);
                }
                class.decorator_list.iter().for_each(|decorator| self.expr(&decorator.expression));
                class.body.iter().for_each(|stmt| self.without(stmt, apart));
            }
            stmt => self.stmt(stmt),
        }
    }

    /// What a function shows of itself, apart from what it does.
    pub(crate) fn head(&mut self, def: &ast::StmtFunctionDef) {
        self.undocumented_head(def);
        let docstring = def.body.first().filter(|stmt| is_text(stmt));
        docstring.into_iter().for_each(|stmt| self.stmt(stmt));
    }

    pub(crate) fn undocumented_head(&mut self, def: &ast::StmtFunctionDef) {
        self.write(def.name.as_bytes());
        ast::comparable::ComparableParameters::from(&*def.parameters).hash(self);
        def.decorator_list.iter().for_each(|decorator| self.expr(&decorator.expression));
        def.returns.iter().for_each(|returns| self.expr(returns));
    }

    pub(crate) fn expr(&mut self, expr: &Expr) {
        ast::comparable::ComparableExpr::from(expr).hash(self);
    }

    pub(crate) fn words(&self) -> [u64; 2] {
        [self.0.finish(), self.1.finish()]
    }

    pub(crate) fn text(&self) -> String {
        let [first, second] = self.words();
        format!("{first:016x}{second:016x}")
    }
}

//! What a program may see of itself that the model leaves out.
//!
//! Some code looks at more than values: it finds modules by names that it computes, looks at frames, tracebacks and
//! the code of functions, or notices when an object's life ends. The model has nothing of this. Where code that counts
//! does so and what it may see is not the same in both versions, nothing is known of the whole question; where that is
//! the same, it sees the same.
//!
//! Left out: what code outside sees of these without being asked by a word of the program.

use std::collections::{BTreeMap, BTreeSet};

use arena::Id;
use ir::FileId;
use ruff_python_ast::comparable::ComparableStmt;
use ruff_python_ast::visitor::{self, Visitor};
use ruff_python_ast::{self as ast, Expr, Stmt};
use ruff_text_size::{Ranged, TextRange};

use crate::Version;
use crate::module::{Module, ModuleSource};
use crate::program::Loaded;

/// Names and attributes by which code finds modules that it does not import.
const FINDS_MODULES: &[&str] = &[
    "__import__",
    "import_module",
    "get_type_hints",
    "evaluate_forward_ref",
    "run_module",
    "run_path",
    "dictConfig",
    "fileConfig",
    "find_spec",
    "exec_module",
    "load_module",
    "load_source",
    "entry_points",
    "iter_entry_points",
    "defaultTestLoader",
    "loadTestsFromName",
];

/// What of `sys` leads there: an interpreter of its own, which is told what to load.
const INTERPRETER: &str = "executable";

/// Modules whose functions do so.
const FINDING_MODULES: &[&str] = &[
    "importlib",
    "importlib.util",
    "runpy",
    "pydoc",
    "pickle",
    "_pickle",
    "cPickle",
    "dill",
    "cloudpickle",
    "shelve",
    "pkgutil",
    "imp",
    "zipimport",
    "doctest",
    "unittest",
    "code",
    "codeop",
    "pkg_resources",
    "logging.config",
    "timeit",
    "trace",
    "profile",
    "cProfile",
    "pdb",
    "bdb",
];

/// Names and attributes that show in which file it is written, and so where other files are.
const SHOWS_FILES: &[&str] = &["co_filename", "getfile", "getsourcefile"];

/// Names and attributes by which code gets at names that it does not mention.
const SHOWS_NAMES: &[&str] =
    &["__globals__", "__subclasses__", "f_globals", "__closure__", "cell_contents", "func_globals"];

/// Functions that run a text.
const RUNS_TEXTS: &[&str] = &["eval", "exec", "compile"];

/// Names and attributes that show functions and frames as they are written.
const SHOWS_CODE: &[&str] = &[
    "_getframe",
    "currentframe",
    "f_locals",
    "f_back",
    "f_code",
    "__code__",
    "settrace",
    "setprofile",
    "getargspec",
    "getfullargspec",
    "getcallargs",
    "getclosurevars",
];

/// Names and attributes that show where it is written.
const SHOWS_LINES: &[&str] = &[
    "f_lineno",
    "__traceback__",
    "traceback",
    "exc_info",
    "format_exc",
    "print_exc",
    "getframeinfo",
    "stack_info",
    "findCaller",
    "co_firstlineno",
    "co_lines",
    "co_lnotab",
    "co_positions",
];

/// Names and attributes by which code notices the end of an object's life.
const SHOWS_ENDS: &[&str] = &[
    "__del__",
    "getrefcount",
    "weakref",
    "WeakSet",
    "WeakValueDictionary",
    "WeakKeyDictionary",
    "WeakMethod",
    "get_referrers",
    "get_objects",
];

/// Functions that give what is closed or removed when its life ends.
const CLOSED_BY_THE_END: &[&str] =
    &["fdopen", "TemporaryFile", "NamedTemporaryFile", "SpooledTemporaryFile", "TemporaryDirectory"];

/// What of the program is not modelled and may not be the same in both versions.
pub(crate) fn unmodelled(loaded: &[Loaded; 2], versions: [&Version; 2]) -> Option<String> {
    let mut spots = Spots::default();
    for module in loaded.iter().flat_map(|loaded| &loaded.modules) {
        spots.look_at(module);
    }
    let [old, new] = loaded;
    if spots.logs && spots.asks_for_a_line {
        spots.lines.get_or_insert_with(|| "lineno".to_string());
    }
    let is_same = || whole(old) == whole(new);
    if let Some(by) = spots.names.filter(|_| !is_same()) {
        return Some(format!("what shows names that are not mentioned ({by})"));
    }
    if let Some(by) = spots.files {
        return Some(format!("what shows where files of the program are ({by})"));
    }
    if let Some(by) = spots.finds
        && let Some(changed) = changed_module(versions)
    {
        return Some(format!("a module that is found while the program runs ({by}: perhaps {changed})"));
    }
    if let Some(by) = spots.lines.filter(|_| rows(old, lines_of) != rows(new, lines_of)) {
        return Some(format!("what shows where code is written ({by})"));
    }
    let (shown, ends) = (spots.code, spots.ends.or(spots.managed.filter(|_| spots.is_entered_by_hand)));
    if (shown.is_some() || ends.is_some()) && rows(old, Module::digest) != rows(new, Module::digest) {
        return shown
            .map(|by| format!("what shows how code is written ({by})"))
            .or(ends.map(|by| format!("the end of an object's life ({by})")));
    }
    None
}

/// Something of each statement that counts, by modules.
fn rows<T>(loaded: &Loaded, of: impl Fn(&Module, usize) -> T) -> BTreeMap<&str, Vec<T>> {
    let row = |module: &Module| (0..module.body.len()).map(|place| of(module, place)).collect();
    loaded.modules.iter().map(|module| (module.name.as_str(), row(module))).collect()
}

/// All statements, by modules.
fn whole(loaded: &Loaded) -> BTreeMap<&str, Vec<[u64; 2]>> {
    let row = |module: &Module| (0..module.body.len()).map(|place| module.digest(place)).collect();
    loaded.whole.iter().map(|module| (module.name.as_str(), row(module))).collect()
}

/// The lines of a statement, with their number.
fn lines_of(module: &Module, place: usize) -> (u32, String) {
    let span = module.span(module.body[place].range());
    let (first, last) = (span.line as usize, span.end_line as usize);
    let text = module.text();
    let lines: Vec<&str> = text.lines().skip(first.saturating_sub(1)).take(last + 1 - first).collect();
    (span.line, lines.join("\n"))
}

/// A module that is not the same in both versions, whether the client loads it or not.
fn changed_module(versions: [&Version; 2]) -> Option<String> {
    let [old, new] = versions.map(|version| {
        let modules = version.siblings.iter().chain(&version.modules);
        modules.map(|module| (module.path.clone(), module)).collect::<BTreeMap<String, &ModuleSource>>()
    });
    // Two files are one module, whatever they are called.
    if let [true, true] = versions.map(|version| version.is_file) {
        let [old, new] = versions.map(|version| &version.modules[0]);
        if !is_same_source(old, new) {
            return Some(old.path.clone());
        }
    }
    let is_own = |path: &str| versions.iter().any(|version| version.is_file && version.modules[0].path == path);
    let paths: BTreeSet<&String> = old.keys().chain(new.keys()).filter(|path| !is_own(path)).collect();
    let is_same = |path: &&String| match (old.get(*path), new.get(*path)) {
        (Some(old), Some(new)) => is_same_source(old, new),
        _ => false,
    };
    paths.into_iter().find(|path| !is_same(path)).cloned()
}

fn is_same_source(old: &ModuleSource, new: &ModuleSource) -> bool {
    if old.text() == new.text() {
        return old.is_package == new.is_package;
    }
    let parse = |source: &ModuleSource| Module::parse(source, source.path.clone(), FileId::new(0)).ok();
    let (Some(old_module), Some(new_module)) = (parse(old), parse(new)) else { return false };
    let is_same = |(old, new): (&Stmt, &Stmt)| ComparableStmt::from(old) == ComparableStmt::from(new);
    old.is_package == new.is_package
        && old_module.body.len() == new_module.body.len()
        && old_module.body.iter().zip(&new_module.body).all(is_same)
}

/// The words of a program that show what is not modelled.
#[derive(Default)]
struct Spots {
    finds: Option<String>,
    code: Option<String>,
    lines: Option<String>,
    ends: Option<String>,
    files: Option<String>,
    names: Option<String>,
    /// A context manager that is a generator: it ends with its `with` statement.
    managed: Option<String>,
    /// `__enter__` is called by name.
    is_entered_by_hand: bool,
    /// Records of logs and warnings say where they were made.
    logs: bool,
    asks_for_a_line: bool,
    /// What `with` statements close.
    closed: BTreeSet<(u32, u32)>,
    /// The module gives a name of its own to a function that would run texts.
    own: Vec<&'static str>,
}

impl Spots {
    fn look_at(&mut self, module: &Module) {
        self.closed.clear();
        self.own = RUNS_TEXTS.iter().copied().filter(|name| module.binds(name)).collect();
        visitor::walk_body(self, &module.body);
    }

    fn word(&mut self, word: &str) {
        let note = |spot: &mut Option<String>, words: &[&str]| {
            if spot.is_none() && words.contains(&word) {
                *spot = Some(word.to_string());
            }
        };
        note(&mut self.finds, FINDS_MODULES);
        note(&mut self.code, SHOWS_CODE);
        note(&mut self.lines, SHOWS_LINES);
        note(&mut self.ends, SHOWS_ENDS);
        note(&mut self.files, SHOWS_FILES);
        note(&mut self.names, SHOWS_NAMES);
        self.asks_for_a_line |= word == "lineno";
        if word.starts_with("tb_") {
            self.lines.get_or_insert_with(|| word.to_string());
        } else if word.starts_with("co_") {
            self.code.get_or_insert_with(|| word.to_string());
        }
    }

    /// A word of a text: only what nobody writes by chance.
    fn word_of_text(&mut self, word: &str) {
        if word.contains('_') {
            self.word(word);
        }
    }

    fn import(&mut self, path: &str) {
        if FINDING_MODULES.contains(&path) {
            self.finds.get_or_insert_with(|| path.to_string());
        }
        self.logs |= path.starts_with("logging") || path.starts_with("warnings");
        if path == "gc" || path == "weakref" {
            self.ends.get_or_insert_with(|| path.to_string());
        }
        if path == "traceback" || path == "inspect.stack" {
            self.lines.get_or_insert_with(|| path.to_string());
        }
    }

    /// Functions that run a text, which may hold an import.
    fn text_runner(&mut self, name: &str, arguments: Option<&ast::Arguments>) {
        let Some(name) = RUNS_TEXTS.iter().find(|known| **known == name) else { return };
        let text = arguments.and_then(|arguments| arguments.args.first()).and_then(Expr::as_string_literal_expr);
        let imports = text.is_none_or(|text| text.value.to_str().contains("import"));
        if imports && !self.own.contains(name) {
            self.finds.get_or_insert_with(|| (*name).to_string());
        }
    }

    fn call(&mut self, call: &ast::ExprCall) {
        let name = match &*call.func {
            Expr::Name(name) => name.id.as_str(),
            Expr::Attribute(attribute) => attribute.attr.as_str(),
            _ => return,
        };
        let writes = || {
            let mode = call.arguments.find_argument_value("mode", 1);
            mode.is_some_and(|mode| mode.as_string_literal_expr().is_none_or(|mode| writes_by(mode.value.to_str())))
        };
        let is_closed = self.closed.contains(&place(call.range()));
        if !is_closed && (CLOSED_BY_THE_END.contains(&name) || name == "open" && writes()) {
            self.ends.get_or_insert_with(|| name.to_string());
        }
        if call.arguments.keywords.iter().any(|keyword| keyword.arg.as_deref() == Some("stack_info")) {
            self.lines.get_or_insert_with(|| "stack_info".to_string());
        }
    }

    fn function(&mut self, def: &ast::StmtFunctionDef) {
        self.word(&def.name);
        let mut cleanup = Cleanup::default();
        visitor::walk_body(&mut cleanup, &def.body);
        if cleanup.is_found {
            let is_manager = |decorator: &ast::Decorator| {
                let name = match &decorator.expression {
                    Expr::Name(name) => name.id.as_str(),
                    Expr::Attribute(attribute) => attribute.attr.as_str(),
                    _ => "",
                };
                matches!(name, "contextmanager" | "asynccontextmanager")
            };
            let spot = match def.decorator_list.iter().any(is_manager) {
                true => &mut self.managed,
                false => &mut self.ends,
            };
            spot.get_or_insert_with(|| format!("the generator {}, which cleans up", def.name));
        }
    }
}

/// `sys.path.insert(…)` and the like.
fn is_search_path_grown(call: &ast::ExprCall) -> bool {
    let Expr::Attribute(method) = &*call.func else { return false };
    let Expr::Attribute(path) = &*method.value else { return false };
    let is_sys = matches!(&*path.value, Expr::Name(name) if name.id == "sys");
    is_sys && path.attr.as_str() == "path" && matches!(method.attr.as_str(), "append" | "insert" | "extend" | "remove")
}

fn writes_by(mode: &str) -> bool {
    mode.contains(['w', 'a', 'x', '+'])
}

fn place(range: TextRange) -> (u32, u32) {
    (range.start().into(), range.end().into())
}

impl<'a> Visitor<'a> for Spots {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(def) => self.function(def),
            Stmt::With(with) => self.closed.extend(with.items.iter().map(|item| place(item.context_expr.range()))),
            Stmt::Import(import) => {
                import.names.iter().for_each(|alias| self.import(&alias.name));
            }
            Stmt::ImportFrom(import) => {
                let path = import.module.as_ref().map(ToString::to_string).unwrap_or_default();
                self.import(&path);
                for alias in &import.names {
                    self.import(&format!("{path}.{}", alias.name));
                    self.word(&alias.name);
                    if path == "sys" && matches!(alias.name.as_str(), INTERPRETER | "*") {
                        self.finds.get_or_insert_with(|| INTERPRETER.to_string());
                    }
                }
            }
            _ => {}
        }
        visitor::walk_stmt(self, stmt);
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Name(name) => {
                self.word(&name.id);
                self.text_runner(&name.id, None);
            }
            Expr::Attribute(attribute) => {
                self.word(&attribute.attr);
                if attribute.attr.as_str() == INTERPRETER {
                    self.finds.get_or_insert_with(|| INTERPRETER.to_string());
                }
                self.is_entered_by_hand |= matches!(attribute.attr.as_str(), "__enter__" | "__aenter__");
                if let Expr::Name(name) = &*attribute.value {
                    match name.id.as_str() {
                        "inspect" if attribute.attr.as_str() == "stack" => self.import("inspect.stack"),
                        "builtins" | "__builtins__" => self.text_runner(&attribute.attr, None),
                        "sys" if attribute.attr.as_str() == "path" => {
                            self.files.get_or_insert_with(|| "sys.path".to_string());
                        }
                        _ => {}
                    }
                }
            }
            Expr::StringLiteral(text) => {
                let text = text.value.to_str();
                let shows = ["%(lineno)", "{lineno}", "%(funcName)", "{funcName}"];
                if shows.iter().any(|shown| text.contains(shown)) {
                    self.lines.get_or_insert_with(|| "lineno".to_string());
                }
                // As in `getattr(frame, "f_locals")` and `"{0.__globals__}".format(f)`.
                text.split(|c: char| !c.is_alphanumeric() && c != '_').for_each(|word| self.word_of_text(word));
            }
            // What only adds a folder shows nothing.
            Expr::Call(call) if is_search_path_grown(call) => return visitor::walk_arguments(self, &call.arguments),
            Expr::Call(call) => {
                self.call(call);
                if let Expr::Name(name) = &*call.func
                    && RUNS_TEXTS.contains(&name.id.as_str())
                {
                    self.text_runner(&name.id, Some(&call.arguments));
                    return visitor::walk_arguments(self, &call.arguments);
                }
            }
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

/// Looks for a `yield` that something is done after, even if nobody goes on with the generator.
#[derive(Default)]
struct Cleanup {
    depth: usize,
    is_found: bool,
}

/// Does it catch what ends a generator?
fn catches_the_end(handler: &ast::ExceptHandler) -> bool {
    let ast::ExceptHandler::ExceptHandler(handler) = handler;
    let is_end = |expr: &Expr| match expr {
        Expr::Name(name) => {
            let class = name.id.as_str();
            matches!(class, "GeneratorExit" | "BaseException") || crate::builtins::find(class).is_none()
        }
        _ => true,
    };
    match handler.type_.as_deref() {
        None => true,
        Some(Expr::Tuple(classes)) => classes.elts.iter().any(is_end),
        Some(class) => is_end(class),
    }
}

impl<'a> Visitor<'a> for Cleanup {
    fn visit_stmt(&mut self, stmt: &'a Stmt) {
        match stmt {
            Stmt::FunctionDef(_) | Stmt::ClassDef(_) => {}
            Stmt::With(with) => {
                with.items.iter().for_each(|item| self.visit_expr(&item.context_expr));
                self.depth += 1;
                self.visit_body(&with.body);
                self.depth -= 1;
            }
            Stmt::Try(try_) if !try_.finalbody.is_empty() || try_.handlers.iter().any(catches_the_end) => {
                self.depth += 1;
                visitor::walk_stmt(self, stmt);
                self.depth -= 1;
            }
            stmt => visitor::walk_stmt(self, stmt),
        }
    }

    fn visit_expr(&mut self, expr: &'a Expr) {
        match expr {
            Expr::Yield(_) | Expr::YieldFrom(_) => self.is_found |= self.depth > 0,
            Expr::Lambda(_) => return,
            _ => {}
        }
        visitor::walk_expr(self, expr);
    }
}

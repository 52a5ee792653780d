//! Functions of the standard library that are modelled in Python: `models/*.py`.
//!
//! A model is lowered as if it stood in the program, where it is first used; its names are its own, builtins, or, with
//! `py_` in front, functions of the prelude.

use std::borrow::Cow;
use std::sync::LazyLock;

use ruff_python_ast::{self as ast, Expr, Stmt};
use rustc_hash::FxHashMap;

use crate::call::Target;
use crate::function::{Lowerer, Operand};
use crate::lower::Lowering;

/// Its functions do what they do on systems whose separator is a slash.
const PATHS: &str = "os.path";

const SOURCES: &[(&str, &str)] = &[
    ("builtins", include_str!("models/builtins.py")),
    ("dataclasses", include_str!("models/dataclasses.py")),
    ("functools", include_str!("models/functools.py")),
    ("itertools", include_str!("models/itertools.py")),
    ("string", include_str!("models/string.py")),
    ("textwrap", include_str!("models/textwrap.py")),
    ("typing", include_str!("models/typing.py")),
    ("contextlib", include_str!("models/contextlib.py")),
    ("collections", include_str!("models/collections.py")),
    ("copy", include_str!("models/copy.py")),
    ("heapq", include_str!("models/heapq.py")),
    (PATHS, include_str!("models/os_path.py")),
    // Nothing that a program can name.
    ("<re>", include_str!("models/re.py")),
];

/// By dotted path.
static MODELS: LazyLock<FxHashMap<String, &'static ast::StmtFunctionDef>> = LazyLock::new(|| {
    let mut models = FxHashMap::default();
    for (module, source) in SOURCES {
        let parsed = ruff_python_parser::parse_module(source).unwrap_or_else(|why| panic!("the model {module}: {why}"));
        let body: &'static [Stmt] = Box::leak(parsed.into_syntax().body.into_iter().collect::<Box<[Stmt]>>());
        for def in body.iter().filter_map(Stmt::as_function_def_stmt) {
            models.insert(format!("{module}.{}", def.name), def);
        }
    }
    models
});

/// What is the same by another name.
fn canonical(path: &str) -> Cow<'_, str> {
    match path.strip_prefix("posixpath.") {
        Some(name) => Cow::Owned(format!("{PATHS}.{name}")),
        None => Cow::Borrowed(path),
    }
}

/// Is there a model of that path?
pub(crate) fn is_modelled(path: &str) -> bool {
    let path = &*canonical(path);
    let is_known = |(module, _): &(&str, &str)| path.strip_prefix(module).is_some_and(|rest| rest.starts_with('.'));
    SOURCES.iter().any(is_known) && MODELS.contains_key(path)
}

impl Lowering<'_> {
    /// The code of a function of the standard library, if it is modelled.
    pub(crate) fn model(&mut self, module: usize, path: &str) -> Option<usize> {
        if !is_modelled(path) || self.patched.contains(path.rsplit('.').next().unwrap_or(path)) {
            return None;
        }
        let path = &*canonical(path);
        self.shared.has_paths |= path.starts_with(PATHS);
        let def = MODELS[path];
        let within = path.strip_suffix(def.name.as_str())?.trim_end_matches('.');
        let code = self.code_of_def(module, None, &format!("<{within}>"), def);
        self.models.insert(code);
        Some(code)
    }

    /// Is the code, or that around it, a model?
    pub(crate) fn is_model(&self, code: Option<usize>) -> bool {
        let mut at = code;
        while let Some(code) = at {
            if self.models.contains(&code) {
                return true;
            }
            at = self.codes[code].parent;
        }
        false
    }
}

impl<'a> Lowerer<'a, '_> {
    /// What a name of a model refers to that is none of its own.
    pub(crate) fn model_target(&self, name: &str) -> Target {
        crate::builtins::find(name).map_or(Target::Unknown, Target::Builtin)
    }

    /// A call of the prelude in a model.
    pub(crate) fn call_prelude(&mut self, call: &'a ast::ExprCall) -> Option<Operand> {
        let Expr::Name(name) = &*call.func else { return None };
        let function = name.id.strip_prefix("py_").filter(|_| self.is_model)?;
        self.lowering.has_stepped |= function == "stepped";
        let args = self.exprs(&call.arguments.args);
        Some(self.py_value(function, &args))
    }
}

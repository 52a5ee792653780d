//! The standard library as far as names go: which modules there are, and what each binds.
//!
//! `standard.txt` was read off CPython 3.11 on Linux (`scripts/python-names`): of each module first the names that a star
//! import of it brings, then, behind a bar, its others; where there is no bar, the former are not known. A module that is not
//! in it may be there or not: that depends on the machine.

use std::sync::LazyLock;

use rustc_hash::FxHashMap;

/// The interpreter whose library the table is, for the list of what a proof takes for granted.
pub(crate) const INTERPRETER: &str = "CPython 3.11 on Linux";

static ROWS: LazyLock<FxHashMap<&'static str, &'static str>> =
    LazyLock::new(|| include_str!("standard.txt").lines().filter_map(|line| line.split_once(':')).collect());

/// Is it a module whose import surely succeeds and does nothing to a program?
pub(crate) fn is_module(path: &str) -> bool {
    ROWS.contains_key(path)
}

/// Does the module bind the name?
pub(crate) fn has(module: &str, name: &str) -> bool {
    let is_special = ["__name__", "__doc__", "__package__", "__spec__", "__loader__", "__dict__"].contains(&name);
    is_special || ROWS.get(module).is_some_and(|names| names.split_whitespace().any(|known| known == name))
}

/// The names that a star import of the module brings, if that is known.
pub(crate) fn exported(module: &str) -> Option<impl Iterator<Item = &'static str> + use<>> {
    let (exported, _) = ROWS.get(module)?.split_once('|')?;
    Some(exported.split_whitespace())
}

/// Is the dotted path a module, or a name that a module binds?
pub(crate) fn is_path(path: &str) -> bool {
    is_module(path) || path.rsplit_once('.').is_some_and(|(module, name)| has(module, name))
}

/// Functions that only keep what they are given: they neither fail nor call it, and give something
/// that is not modelled.
pub(crate) fn keeps_its_arguments(path: &str) -> bool {
    const KEEPERS: &[&str] = &[
        "abc.abstractmethod",
        "atexit.register",
        "contextlib.asynccontextmanager",
        "contextlib.contextmanager",
        "functools.cache",
        "functools.cached_property",
        "functools.lru_cache",
        "functools.singledispatch",
        "functools.wraps",
        "typing.final",
        "typing.no_type_check",
        "typing.overload",
        "classmethod",
        "property",
        "staticmethod",
    ];
    KEEPERS.contains(&path)
}

/// Functions that surely return when they are called with nothing or with one text.
pub(crate) fn takes_any_text(path: &str) -> bool {
    const TOTAL: &[&str] = &[
        "collections.Counter",
        "collections.deque",
        "logging.getLogger",
        "os.environ.get",
        "os.getenv",
        "typing.TypeVar",
        "typing.ParamSpec",
    ];
    TOTAL.contains(&path)
}

/// Functions that surely return when they are called with nothing.
pub(crate) fn takes_nothing(path: &str) -> bool {
    const TOTAL: &[&str] = &[
        "collections.Counter",
        "collections.OrderedDict",
        "collections.defaultdict",
        "collections.deque",
        "logging.getLogger",
        "threading.Event",
        "threading.Lock",
        "threading.RLock",
        "threading.local",
        "weakref.WeakKeyDictionary",
        "weakref.WeakSet",
        "weakref.WeakValueDictionary",
    ];
    TOTAL.contains(&path)
}

//! A Z3 context that owns every node made in it.

use std::ffi::{CStr, CString};
use std::sync::atomic::{AtomicUsize, Ordering};

use crate::sorts::Sorts;
use crate::z3::*;

/// Owns a Z3 context. Nodes are kept until the context goes: they are shared by many queries.
pub(crate) struct Context {
    pub(crate) raw: Z3_context,
    pub(crate) sorts: Sorts,
}

pub(crate) fn version() -> (u32, u32, u32) {
    load();
    let (mut major, mut minor, mut build, mut revision) = (0, 0, 0, 0);
    // SAFETY: the four pointers are valid for the call.
    unsafe { Z3_get_version(&mut major, &mut minor, &mut build, &mut revision) };
    (major, minor, build)
}

/// Z3 calls this instead of ending the process; the failed call returns null.
unsafe extern "C" fn on_error(_context: Z3_context, _code: Z3_error_code) {}

impl Context {
    pub(crate) fn new() -> Context {
        assert!(version().0 >= 5, "this is Z3 {:?}; version 5 is needed (run scripts/setup)", version());
        // SAFETY: plain construction; the configuration is released after use.
        unsafe {
            let config = Z3_mk_config().expect("Z3 makes a configuration");
            let raw = Z3_mk_context_rc(config).expect("Z3 makes a context");
            Z3_del_config(config);
            Z3_set_error_handler(raw, Some(on_error));
            Context { raw, sorts: Sorts::default() }
        }
    }

    /// Keeps a node alive as long as the context.
    pub(crate) fn keep(&self, node: Option<Z3_ast>) -> Z3_ast {
        let node = node.unwrap_or_else(|| panic!("Z3 rejected a node: {}", self.error()));
        // SAFETY: the node was just made in this context.
        unsafe { Z3_inc_ref(self.raw, node) };
        node
    }

    fn error(&self) -> String {
        // SAFETY: Z3 returns a string that is valid until the next call.
        unsafe {
            let code = Z3_get_error_code(self.raw);
            text(Z3_get_error_msg(self.raw, code))
        }
    }

    pub(crate) fn symbol(&self, name: &str) -> Z3_symbol {
        let name = CString::new(name.replace('\0', "")).expect("no zero byte is left");
        // SAFETY: the string is valid for the call.
        unsafe { Z3_mk_string_symbol(self.raw, name.as_ptr()) }.expect("Z3 makes a symbol")
    }

    pub(crate) fn constant(&self, name: &str, sort: Z3_sort) -> Z3_ast {
        // SAFETY: symbol and sort belong to this context.
        self.keep(unsafe { Z3_mk_const(self.raw, self.symbol(name), sort) })
    }

    pub(crate) fn numeral(&self, digits: &str, sort: Z3_sort) -> Z3_ast {
        let digits = CString::new(digits).expect("digits have no zero byte");
        // SAFETY: the string is valid for the call, the sort belongs to this context.
        self.keep(unsafe { Z3_mk_numeral(self.raw, digits.as_ptr(), sort) })
    }

    pub(crate) fn int(&self, value: i64) -> Z3_ast {
        // SAFETY: plain construction.
        self.keep(unsafe { Z3_mk_int_sort(self.raw).and_then(|sort| Z3_mk_int64(self.raw, value, sort)) })
    }

    pub(crate) fn bool(&self, value: bool) -> Z3_ast {
        // SAFETY: plain construction.
        self.keep(unsafe { if value { Z3_mk_true(self.raw) } else { Z3_mk_false(self.raw) } })
    }

    pub(crate) fn not(&self, a: Z3_ast) -> Z3_ast {
        // SAFETY: the node belongs to this context.
        self.keep(unsafe { Z3_mk_not(self.raw, a) })
    }

    pub(crate) fn and(&self, args: &[Z3_ast]) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_and(self.raw, args.len() as u32, args.as_ptr()) })
    }

    pub(crate) fn or(&self, args: &[Z3_ast]) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_or(self.raw, args.len() as u32, args.as_ptr()) })
    }

    pub(crate) fn implies(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_implies(self.raw, a, b) })
    }

    pub(crate) fn eq(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context and have one sort.
        self.keep(unsafe { Z3_mk_eq(self.raw, a, b) })
    }

    pub(crate) fn ite(&self, c: Z3_ast, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_ite(self.raw, c, a, b) })
    }

    pub(crate) fn le(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_le(self.raw, a, b) })
    }

    pub(crate) fn lt(&self, a: Z3_ast, b: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_lt(self.raw, a, b) })
    }

    pub(crate) fn neg(&self, a: Z3_ast) -> Z3_ast {
        // SAFETY: the node belongs to this context.
        self.keep(unsafe { Z3_mk_unary_minus(self.raw, a) })
    }

    /// The function applied to nodes that fit it.
    pub(crate) fn apply(&self, function: Z3_func_decl, args: &[Z3_ast]) -> Z3_ast {
        // SAFETY: function and nodes belong to this context.
        self.keep(unsafe { Z3_mk_app(self.raw, function, args.len() as u32, args.as_ptr()) })
    }

    pub(crate) fn select(&self, map: Z3_ast, key: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context.
        self.keep(unsafe { Z3_mk_select(self.raw, map, key) })
    }

    /// A quantifier over constants made by [`Context::constant`].
    pub(crate) fn forall(&self, bound: &[Z3_ast], patterns: &[Vec<Z3_ast>], body: Z3_ast) -> Z3_ast {
        self.quantifier(true, bound, patterns, body)
    }

    pub(crate) fn quantifier(&self, forall: bool, bound: &[Z3_ast], patterns: &[Vec<Z3_ast>], body: Z3_ast) -> Z3_ast {
        // SAFETY: the nodes belong to this context; the bound ones are constants, hence apps.
        unsafe {
            let apps: Vec<Z3_app> = bound.iter().map(|node| Z3_to_app(self.raw, *node).expect("a constant")).collect();
            let patterns: Vec<Z3_pattern> = patterns
                .iter()
                .filter_map(|terms| Z3_mk_pattern(self.raw, terms.len() as u32, terms.as_ptr()))
                .collect();
            let make = if forall { Z3_mk_forall_const } else { Z3_mk_exists_const };
            let (bound, many) = (apps.len() as u32, patterns.len() as u32);
            self.keep(make(self.raw, 0, bound, apps.as_ptr(), many, patterns.as_ptr(), body))
        }
    }
}

/// The first contexts of a process are not taken apart: that takes as long as a small check, which
/// ends soon after.
const LEFT_BEHIND: usize = 2;

impl Drop for Context {
    fn drop(&mut self) {
        static DROPPED: AtomicUsize = AtomicUsize::new(0);
        if DROPPED.fetch_add(1, Ordering::Relaxed) >= LEFT_BEHIND {
            // SAFETY: nothing made in this context outlives its owner.
            unsafe { Z3_del_context(self.raw) };
        }
    }
}

pub(crate) fn text(raw: Z3_string) -> String {
    if raw.is_null() {
        return String::new();
    }
    // SAFETY: Z3's strings end with a zero byte.
    unsafe { CStr::from_ptr(raw) }.to_string_lossy().into_owned()
}

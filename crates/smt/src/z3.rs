//! Z3's functions, out of a library that is loaded when the first of them is needed.
//!
//! Mapping and relocating Z3 takes as long as half of a small check, and most of those never ask it.
//! The names, types and meanings are Z3's; its own documentation says what each call demands.

use std::ffi::{CStr, c_char, c_int, c_uint, c_void};
use std::sync::OnceLock;

pub(crate) use z3_sys::*;

/// What the loader looks for: on the program's own path, then on the system's.
const LIBRARY: &CStr = c"libz3.so.5.3";

unsafe extern "C" {
    fn dlopen(name: *const c_char, flags: c_int) -> *mut c_void;
    fn dlsym(library: *mut c_void, name: *const c_char) -> *mut c_void;
    fn dlerror() -> *const c_char;
}

const RTLD_NOW: c_int = 2;

static FUNCTIONS: OnceLock<Functions> = OnceLock::new();

/// Loads the library, if that has not been done. Panics if there is none: whoever runs an engine
/// takes that as a gap. Call it before any function below, which could not unwind.
pub(crate) fn load() {
    FUNCTIONS.get_or_init(Functions::load);
}

fn functions() -> &'static Functions {
    FUNCTIONS.get_or_init(Functions::load)
}

fn open() -> *mut c_void {
    // SAFETY: the name ends with a zero byte; Z3 does nothing on being loaded but set up its own data.
    let library = unsafe { dlopen(LIBRARY.as_ptr(), RTLD_NOW) };
    assert!(!library.is_null(), "cannot load Z3: {} (run scripts/setup)", last_error());
    library
}

fn symbol(library: *mut c_void, name: &CStr) -> *mut c_void {
    // SAFETY: the library is open, the name ends with a zero byte.
    let found = unsafe { dlsym(library, name.as_ptr()) };
    assert!(!found.is_null(), "this is not the Z3 that is needed: {} (run scripts/setup)", last_error());
    found
}

fn last_error() -> String {
    // SAFETY: the loader's message is valid until the next call of it on this thread.
    unsafe {
        let message = dlerror();
        if message.is_null() { String::new() } else { CStr::from_ptr(message).to_string_lossy().into_owned() }
    }
}

macro_rules! functions {
    ($(fn $name:ident($($argument:ident: $type:ty),*) $(-> $result:ty)?;)+) => {
        #[expect(non_snake_case, reason = "the names are Z3's")]
        struct Functions {
            $($name: unsafe extern "C" fn($($type),*) $(-> $result)?,)+
        }

        impl Functions {
            fn load() -> Functions {
                let library = open();
                Functions {
                    // SAFETY: a symbol of that name is a function of that type, by Z3's interface.
                    $($name: unsafe {
                        std::mem::transmute::<*mut c_void, unsafe extern "C" fn($($type),*) $(-> $result)?>(
                            symbol(library, const { name(concat!(stringify!($name), "\0")) }),
                        )
                    },)+
                }
            }
        }

        $(
            #[expect(non_snake_case, reason = "the names are Z3's")]
            #[allow(clippy::too_many_arguments, reason = "the arguments are Z3's")]
            pub(crate) unsafe extern "C" fn $name($($argument: $type),*) $(-> $result)? {
                // SAFETY: what Z3 demands is up to the caller.
                unsafe { (functions().$name)($($argument),*) }
            }
        )+
    };
}

const fn name(text: &'static str) -> &'static CStr {
    match CStr::from_bytes_with_nul(text.as_bytes()) {
        Ok(name) => name,
        Err(_) => panic!("the macro writes the zero byte"),
    }
}

functions! {
    fn Z3_ast_to_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn Z3_del_config(c: Z3_config);
    fn Z3_del_constructor(c: Z3_context, constr: Z3_constructor);
    fn Z3_del_constructor_list(c: Z3_context, clist: Z3_constructor_list);
    fn Z3_del_context(c: Z3_context);
    fn Z3_fpa_is_numeral_nan(c: Z3_context, t: Z3_ast) -> bool;
    fn Z3_func_decl_to_ast(c: Z3_context, f: Z3_func_decl) -> Option<Z3_ast>;
    fn Z3_get_app_arg(c: Z3_context, a: Z3_app, i: c_uint) -> Option<Z3_ast>;
    fn Z3_get_app_decl(c: Z3_context, a: Z3_app) -> Option<Z3_func_decl>;
    fn Z3_get_bool_value(c: Z3_context, a: Z3_ast) -> Z3_lbool;
    fn Z3_get_bv_sort_size(c: Z3_context, t: Z3_sort) -> c_uint;
    fn Z3_get_datatype_sort_constructor(c: Z3_context, t: Z3_sort, idx: c_uint) -> Option<Z3_func_decl>;
    fn Z3_get_datatype_sort_constructor_accessor(c: Z3_context, t: Z3_sort, idx_c: c_uint, idx_a: c_uint) -> Option<Z3_func_decl>;
    fn Z3_get_datatype_sort_recognizer(c: Z3_context, t: Z3_sort, idx: c_uint) -> Option<Z3_func_decl>;
    fn Z3_get_decl_kind(c: Z3_context, d: Z3_func_decl) -> Z3_decl_kind;
    fn Z3_get_error_code(c: Z3_context) -> Z3_error_code;
    fn Z3_get_error_msg(c: Z3_context, err: Z3_error_code) -> Z3_string;
    fn Z3_get_numeral_int64(c: Z3_context, v: Z3_ast, i: *mut i64) -> bool;
    fn Z3_get_numeral_string(c: Z3_context, a: Z3_ast) -> Z3_string;
    fn Z3_get_sort(c: Z3_context, a: Z3_ast) -> Option<Z3_sort>;
    fn Z3_get_version(major: *mut c_uint, minor: *mut c_uint, build_number: *mut c_uint, revision_number: *mut c_uint);
    fn Z3_inc_ref(c: Z3_context, a: Z3_ast);
    fn Z3_is_eq_func_decl(c: Z3_context, f1: Z3_func_decl, f2: Z3_func_decl) -> bool;
    fn Z3_is_numeral_ast(c: Z3_context, a: Z3_ast) -> bool;
    fn Z3_mk_add(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_and(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_app(c: Z3_context, d: Z3_func_decl, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_array_sort(c: Z3_context, domain: Z3_sort, range: Z3_sort) -> Option<Z3_sort>;
    fn Z3_mk_bool_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_bv2int(c: Z3_context, t1: Z3_ast, is_signed: bool) -> Option<Z3_ast>;
    fn Z3_mk_bv_sort(c: Z3_context, sz: c_uint) -> Option<Z3_sort>;
    fn Z3_mk_bvadd(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvand(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvashr(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvlshr(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvmul(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvneg(c: Z3_context, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvnot(c: Z3_context, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvor(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvsdiv(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvshl(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvsle(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvslt(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvsrem(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvsub(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvudiv(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvule(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvult(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvurem(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_bvxor(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_concat(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_config() -> Option<Z3_config>;
    fn Z3_mk_const(c: Z3_context, s: Z3_symbol, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_const_array(c: Z3_context, domain: Z3_sort, v: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_constructor(c: Z3_context, name: Z3_symbol, recognizer: Z3_symbol, num_fields: c_uint, field_names: *const Z3_symbol, sorts: *const Option<Z3_sort>, sort_refs: *mut c_uint) -> Option<Z3_constructor>;
    fn Z3_mk_constructor_list(c: Z3_context, num_constructors: c_uint, constructors: *const Z3_constructor) -> Option<Z3_constructor_list>;
    fn Z3_mk_context_rc(c: Z3_config) -> Option<Z3_context>;
    fn Z3_mk_datatypes(c: Z3_context, num_sorts: c_uint, sort_names: *const Z3_symbol, sorts: *mut Z3_sort, constructor_lists: *mut Z3_constructor_list);
    fn Z3_mk_div(c: Z3_context, arg1: Z3_ast, arg2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_eq(c: Z3_context, l: Z3_ast, r: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_exists_const(c: Z3_context, weight: c_uint, num_bound: c_uint, bound: *const Z3_app, num_patterns: c_uint, patterns: *const Z3_pattern, body: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_extract(c: Z3_context, high: c_uint, low: c_uint, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_false(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_forall_const(c: Z3_context, weight: c_uint, num_bound: c_uint, bound: *const Z3_app, num_patterns: c_uint, patterns: *const Z3_pattern, body: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_abs(c: Z3_context, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_add(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_div(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_eq(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_fma(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast, t3: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_is_nan(c: Z3_context, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_leq(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_lt(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_mul(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_neg(c: Z3_context, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_rna(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_fpa_rne(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_fpa_round_to_integral(c: Z3_context, rm: Z3_ast, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_rtn(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_fpa_rtp(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_fpa_rtz(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_fpa_sort_double(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_fpa_sort_single(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_fpa_sqrt(c: Z3_context, rm: Z3_ast, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_sub(c: Z3_context, rm: Z3_ast, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_bv(c: Z3_context, bv: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_float(c: Z3_context, rm: Z3_ast, t: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_real(c: Z3_context, rm: Z3_ast, t: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_signed(c: Z3_context, rm: Z3_ast, t: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_fp_unsigned(c: Z3_context, rm: Z3_ast, t: Z3_ast, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_ieee_bv(c: Z3_context, t: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_sbv(c: Z3_context, rm: Z3_ast, t: Z3_ast, sz: c_uint) -> Option<Z3_ast>;
    fn Z3_mk_fpa_to_ubv(c: Z3_context, rm: Z3_ast, t: Z3_ast, sz: c_uint) -> Option<Z3_ast>;
    fn Z3_mk_func_decl(c: Z3_context, s: Z3_symbol, domain_size: c_uint, domain: *const Z3_sort, range: Z3_sort) -> Option<Z3_func_decl>;
    fn Z3_mk_implies(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_int2bv(c: Z3_context, n: c_uint, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_int2real(c: Z3_context, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_int64(c: Z3_context, v: i64, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_int_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_ite(c: Z3_context, t1: Z3_ast, t2: Z3_ast, t3: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_lambda_const(c: Z3_context, num_bound: c_uint, bound: *const Z3_app, body: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_le(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_lt(c: Z3_context, t1: Z3_ast, t2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_mod(c: Z3_context, arg1: Z3_ast, arg2: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_mul(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_not(c: Z3_context, a: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_numeral(c: Z3_context, numeral: Z3_string, ty: Z3_sort) -> Option<Z3_ast>;
    fn Z3_mk_or(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_pattern(c: Z3_context, num_patterns: c_uint, terms: *const Z3_ast) -> Option<Z3_pattern>;
    fn Z3_mk_real2int(c: Z3_context, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_real_sort(c: Z3_context) -> Option<Z3_sort>;
    fn Z3_mk_select(c: Z3_context, a: Z3_ast, i: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_sign_ext(c: Z3_context, i: c_uint, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_simple_solver(c: Z3_context) -> Option<Z3_solver>;
    fn Z3_mk_solver(c: Z3_context) -> Option<Z3_solver>;
    fn Z3_mk_store(c: Z3_context, a: Z3_ast, i: Z3_ast, v: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_string_symbol(c: Z3_context, s: Z3_string) -> Option<Z3_symbol>;
    fn Z3_mk_sub(c: Z3_context, num_args: c_uint, args: *const Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_true(c: Z3_context) -> Option<Z3_ast>;
    fn Z3_mk_unary_minus(c: Z3_context, arg: Z3_ast) -> Option<Z3_ast>;
    fn Z3_mk_uninterpreted_sort(c: Z3_context, s: Z3_symbol) -> Option<Z3_sort>;
    fn Z3_mk_zero_ext(c: Z3_context, i: c_uint, t1: Z3_ast) -> Option<Z3_ast>;
    fn Z3_model_dec_ref(c: Z3_context, m: Z3_model);
    fn Z3_model_eval(c: Z3_context, m: Z3_model, t: Z3_ast, model_completion: bool, v: *mut Z3_ast) -> bool;
    fn Z3_model_get_const_interp(c: Z3_context, m: Z3_model, a: Z3_func_decl) -> Option<Z3_ast>;
    fn Z3_model_inc_ref(c: Z3_context, m: Z3_model);
    fn Z3_set_error_handler(c: Z3_context, h: Z3_error_handler);
    fn Z3_interrupt(c: Z3_context);
    fn Z3_solver_assert(c: Z3_context, s: Z3_solver, a: Z3_ast);
    fn Z3_solver_check(c: Z3_context, s: Z3_solver) -> Z3_lbool;
    fn Z3_solver_dec_ref(c: Z3_context, s: Z3_solver);
    fn Z3_solver_get_model(c: Z3_context, s: Z3_solver) -> Option<Z3_model>;
    fn Z3_solver_get_reason_unknown(c: Z3_context, s: Z3_solver) -> Z3_string;
    fn Z3_solver_inc_ref(c: Z3_context, s: Z3_solver);
    fn Z3_solver_pop(c: Z3_context, s: Z3_solver, n: c_uint);
    fn Z3_solver_push(c: Z3_context, s: Z3_solver);
    fn Z3_solver_to_string(c: Z3_context, s: Z3_solver) -> Z3_string;
    fn Z3_sort_to_ast(c: Z3_context, s: Z3_sort) -> Option<Z3_ast>;
    fn Z3_to_app(c: Z3_context, a: Z3_ast) -> Option<Z3_app>;
}

//! Functions of the C library that are known here.
//!
//! Exact: `abs`, `exit`, `abort`, failed assertions, allocation, block copies, output, and what
//! of `math.h` IEEE 754 determines. The rest of `math.h` is deterministic and otherwise unknown.
//! Known names without counterpart are gaps, not external calls: their calls are not observed.

use ::value::{Ctor, FloatFormat, FloatOp, Op, RoundTo, Sort, Symbol};
use ir::Trap;

use super::Outside;
use super::emit::{Emitted, Fail};
use super::function::Lower;
use super::pointer::Pointer;
use super::value::Val;
use crate::analysis::{Allocation, allocation, frees};
use crate::layout::{Layout, Scalar};
use crate::reader::syntax::{Call, Type};
use crate::sorts::Floats;

impl<'m> Lower<'_, 'm> {
    /// `None`: nothing is known of that name.
    pub(crate) fn library(&mut self, name: &'m str, call: &Call<'m>) -> Option<Emitted<Option<Val>>> {
        if let Some(panic) = panics(name) {
            return Some(match panic {
                Panic::Unwind if self.emit.context.messages => self.emit.unsupported("what a panic says"),
                Panic::Unwind => self.panic(panics_about(name)),
                Panic::Abort => self.emit.trap(Trap::Abort),
                Panic::UnsafePrecondition => self.emit.trap(Trap::UnsafePrecondition),
                Panic::Caught => self.emit.unsupported("what is made of a caught panic"),
            });
        }
        Some(match name {
            "exit" => self.exit(self.emit.sorts.exit, call),
            "_exit" | "_Exit" => self.exit(self.emit.sorts.quick_exit, call),
            "abort" => self.emit.trap(Trap::Abort),
            "order_left_open" => {
                self.emit.unsupported("the order in which qsort leaves elements that compare as equal")
            }
            "__assert_fail" | "__assert" | "__assert_rtn" => self.emit.trap(Trap::Assertion),
            "abs" | "labs" | "llabs" => self.absolute(call).map(Some),
            _ if let Some(allocation) = allocation(name) => self.allocate_bytes(call, allocation).map(Some),
            _ if frees(name) => self.free(call).map(|()| None),
            _ if name.ends_with("7___rustc35___rust_no_alloc_shim_is_unstable_v2") => Ok(None),
            "memcpy" | "memmove" => {
                self.copy_call(call).and_then(|()| self.pointer_argument(call, 0)).map(|p| Some(Val::Pointer(p)))
            }
            "memset" => {
                self.fill_call(call).and_then(|()| self.pointer_argument(call, 0)).map(|p| Some(Val::Pointer(p)))
            }
            "printf" | "puts" | "putchar" | "fprintf" | "fputs" | "fputc" | "putc" => self.output(name, call).map(Some),
            "ntohl" | "htonl" => self.network_order(call, 32).map(Some),
            "ntohs" | "htons" => self.network_order(call, 16).map(Some),
            _ if round_to_integer(name).is_some() && self.takes_float(call) => {
                self.round_to_integer(name, call).map(Some)
            }
            _ if is_scaling(name) && self.takes_float(call) => self.scale(name, call).map(Some),
            _ if is_pure(name) => self.pure(name, call).map(Some),
            _ if is_known_gap(name) => self.emit.unsupported(&format!("the library function {name}")),
            _ => return self.math_function(name, call),
        })
    }

    /// Nobody sees more of a status than eight bits.
    fn exit(&mut self, way: Ctor, call: &Call<'m>) -> Emitted<Option<Val>> {
        let status = self.argument(call, 0)?;
        let status = self.emit.resize(status, 32, 8, false);
        let status = self.emit.resize(status, 8, 64, false);
        let ended = self.emit.apply(Op::Construct(way), &[status]);
        self.emit.b.raise(ended);
        Err(super::emit::Cut)
    }

    fn network_order(&mut self, call: &Call<'m>, width: u32) -> Emitted<Val> {
        if call.args.first().map(|arg| &arg.ty) != Some(&Type::Int(width)) {
            return self.emit.unsupported("bytes in another order");
        }
        let value = self.argument(call, 0)?;
        Ok(Val::One(self.byte_swap(value, width)))
    }

    fn takes_float(&self, call: &Call<'m>) -> bool {
        call.args.first().is_some_and(|arg| matches!(arg.ty, Type::Float | Type::Double))
    }

    /// `lround` and its like: what does not fit is left open by C, as in a conversion.
    fn round_to_integer(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let (Some(rounding), Type::Int(width)) = (round_to_integer(name), &call.result) else {
            return self.emit.unsupported("rounding to something else");
        };
        let value = self.argument(call, 0)?;
        let rounded = self.emit.float_round(value, rounding)?;
        self.emit.float_to_int(rounded, *width, true).map(Val::One)
    }

    /// `ldexp` and its like: a product with a power of two, rounded once.
    fn scale(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let format = if call.result == Type::Float { FloatFormat::F32 } else { FloatFormat::F64 };
        let exponent = self.argument(call, 1)?;
        let known = match self.emit.known(exponent) {
            Some(::value::Value::Bv(bits)) => i32::try_from(bits.signed()).ok(),
            Some(::value::Value::Int(value)) => value.to_i64().and_then(|value| i32::try_from(value).ok()),
            _ => None,
        };
        let most = if format == FloatFormat::F32 { 126 } else { 1022 };
        match known.filter(|exponent| exponent.abs() <= most) {
            Some(exponent) => {
                let value = self.argument(call, 0)?;
                let power = self.emit.sorts.float_value(format, 2f64.powi(exponent).to_bits());
                let Some(power) = power else { return self.emit.unsupported("a power of two") };
                let power = self.emit.constant(power, self.emit.sorts.float(format));
                self.emit.float_binary("fmul", value, power).map(Val::One)
            }
            None => self.pure(name, call),
        }
    }

    /// A function of its arguments that is not known otherwise.
    pub(crate) fn pure(&mut self, name: &str, call: &Call<'m>) -> Emitted<Val> {
        let args: Emitted<Vec<_>> = (0..call.args.len()).map(|index| self.argument(call, index)).collect();
        let args = args?;
        let params: Vec<Sort> = args.iter().map(|arg| self.emit.b.sort(*arg)).collect();
        let Some(results) = self.sorts_of(&call.result).filter(|results| results.len() == 1) else {
            return self.emit.unsupported(&format!("the library function {name}"));
        };
        let function = self.emit.context.external(name, &params, &results, Outside::Pure);
        Ok(Val::One(self.emit.b.call(function, &args, &results, None)[0]))
    }

    fn absolute(&mut self, call: &Call<'m>) -> Emitted<Val> {
        let Some(Type::Int(width)) = call.args.first().map(|arg| arg.ty.clone()) else {
            return self.emit.unsupported("abs of something else");
        };
        let value = self.argument(call, 0)?;
        let zero = self.emit.int(width, 0);
        let negative = self.emit.compare("slt", width, value, zero)?;
        let opposite = self.emit.binary("sub", true, width, zero, value)?;
        Ok(Val::One(self.emit.ite(negative, opposite, value)))
    }

    /// Memory from the heap. There is always enough of it, but not more than there are addresses.
    /// Its layout is that of its first use.
    fn allocate_bytes(&mut self, call: &Call<'m>, allocation: Allocation) -> Emitted<Val> {
        let mut size = self.argument(call, 0)?;
        let most = self.emit.word(1 << super::ADDRESS_BITS);
        let mut fits = self.emit.word_below(size, most);
        let zeroed = matches!(allocation, Allocation::Zeroed | Allocation::ZeroedElements);
        if allocation == Allocation::ZeroedElements {
            let each = self.argument(call, 1)?;
            fits = self.emit.product_below(size, each, most);
            size = self.emit.binary("mul", false, 64, size, each)?;
        }
        if let Some(::value::Value::Bool(true)) = self.emit.known(fits) {
            return self.allocate_some(size, zeroed).map(Val::Pointer);
        }
        if allocation == Allocation::New {
            self.emit.require(fits, Fail::Unsupported("an allocation of more memory than there is"))?;
            return self.allocate_some(size, zeroed).map(Val::Pointer);
        }
        let fits =
            self.emit.either(fits, |emit| Ok(vec![emit.bool(true)]), |emit| Ok(vec![emit.is_given_memory()]))?[0];
        let (yes, no) = (self.emit.b.block(), self.emit.b.block());
        self.emit.b.branch(fits, yes, no);
        self.emit.b.seal(yes);
        self.emit.b.seal(no);
        self.emit.b.switch_to(yes);
        let mut join = super::emit::Join::default();
        let pointer = self.allocate_some(size, zeroed);
        let pointer = pointer.and_then(|pointer| self.emit.pointer_value(&pointer)).map(|value| vec![value]);
        join.arrive(&mut self.emit, pointer);
        self.emit.b.switch_to(no);
        self.set_errno(NO_MEMORY)?;
        let null = self.emit.null();
        join.arrive(&mut self.emit, Ok(vec![null]));
        Ok(Val::One(join.finish(&mut self.emit)?[0]))
    }

    /// Where the program looks at `errno`, it finds there what failed.
    fn set_errno(&mut self, error: i128) -> Emitted<()> {
        let Some(key) = self.version.global_named("errno") else { return Ok(()) };
        let errno = self.emit.global(key)?;
        let error = self.emit.int(32, error);
        self.emit.store(&errno, Scalar::Int(32), error)
    }

    fn allocate_some(&mut self, size: ir::ValueId, zeroed: bool) -> Emitted<Pointer> {
        let zero = self.emit.word(0);
        let layout = self.result.and_then(|name| self.analysis.allocations.get(name));
        let layout = layout.cloned().unwrap_or(Layout::uniform(Scalar::Int(8)));
        let stride = self.emit.word(layout.stride as i64);
        let (count, rest) = self.emit.word_div_rem(size, stride);
        let whole = self.emit.eq(rest, zero);
        self.emit.require(whole, Fail::Unsupported("an allocation that is no multiple of its type"))?;
        let region = self.emit.context.region(self.key, self.result.unwrap_or_default());
        let id = self.emit.context.layout_in(&layout, region);
        let place = self.emit.allocate(id, count);
        self.emit.lend(&place);
        if zeroed {
            let all = self.emit.context.filled(::value::Value::Bool(false));
            let sort = Sort::map(self.emit.sorts.word, Sort::bool());
            for column in 0..layout.columns.len() {
                let all = self.emit.constant(all.clone(), sort);
                self.emit.set_unwritten(&place, column, all);
            }
        }
        if let super::pointer::Storage::Memory(object) = place.storage {
            let freeable = self.emit.get(self.emit.context.memory.freeable);
            let yes = self.emit.bool(true);
            let freeable = self.emit.store_map(freeable, object, yes);
            let cell = self.emit.context.memory.freeable;
            self.emit.b.set(cell, freeable);
        }
        let known = super::pointer::Known { place, index: Default::default(), offset: Default::default() };
        Ok(Pointer::Known(known))
    }

    fn free(&mut self, call: &Call<'m>) -> Emitted<()> {
        let pointer = self.pointer_argument(call, 0)?;
        let pointer = self.emit.pointer_value(&pointer)?;
        let null = self.emit.apply(Op::Is(self.emit.sorts.null), &[pointer]);
        self.emit.either(
            null,
            |_| Ok(vec![]),
            |emit| {
                let [object, index, offset] = emit.parts_of(pointer)?;
                if emit.context.has_given {
                    let given = emit.get(emit.context.memory.given);
                    let given = emit.select(given, object);
                    emit.refuse(given, Fail::Unsupported("free of what a pointer parameter points to"))?;
                }
                emit.require_not_freed(object)?;
                let freeable = emit.get(emit.context.memory.freeable);
                let fits = emit.select(freeable, object);
                let zero = emit.word(0);
                let (first, start) = (emit.eq(index, zero), emit.eq(offset, zero));
                let at_start = emit.and(first, start);
                let fits = emit.and(fits, at_start);
                emit.require(fits, Fail::Trap(Trap::BadFree))?;
                let no = emit.bool(false);
                let freeable = emit.store_map(freeable, object, no);
                let cell = emit.context.memory.freeable;
                emit.b.set(cell, freeable);
                emit.end_object(object);
                Ok(vec![])
            },
        )?;
        Ok(())
    }

    /// A function of `math.h`; a name that ends in `f` works on floats.
    pub(crate) fn math_function(&mut self, name: &str, call: &Call<'m>) -> Option<Emitted<Option<Val>>> {
        let (base, format) = match (name.strip_suffix('f'), &call.result) {
            (Some(base), Type::Float) => (base, FloatFormat::F32),
            (_, Type::Double) => (name, FloatFormat::F64),
            _ => return None,
        };
        let arity = arity(base)?;
        let expected = if format == FloatFormat::F32 { Type::Float } else { Type::Double };
        if call.args.len() != arity || call.args.iter().any(|arg| arg.ty != expected) {
            return None;
        }
        Some(self.math(base, format, call).map(Some))
    }

    /// Does the program mention `errno`, be it in a function beside the client?
    fn is_errno_read(&self) -> bool {
        let mut user = self.version.modules.iter().filter(|module| !crate::prelude::is_library(module));
        self.version.global_named("errno").is_some()
            || user.any(|module| module.declaration("__errno_location").is_some())
    }

    fn math(&mut self, name: &str, format: FloatFormat, call: &Call<'m>) -> Emitted<Val> {
        let args: Emitted<Vec<_>> = (0..call.args.len()).map(|index| self.argument(call, index)).collect();
        let args = args?;
        let ieee = self.emit.sorts.floats == Floats::Ieee;
        let rounding = match name {
            "floor" => Some(RoundTo::Down),
            "ceil" => Some(RoundTo::Up),
            "trunc" => Some(RoundTo::Zero),
            "round" => Some(RoundTo::NearestAway),
            "rint" | "nearbyint" | "roundeven" => Some(RoundTo::NearestEven),
            _ => None,
        };
        if let Some(rounding) = rounding {
            return self.emit.float_round(args[0], rounding).map(Val::One);
        }
        Ok(Val::One(match name {
            "fabs" => self.emit.float_abs(args[0]),
            _ if may_set_errno(name) && self.is_errno_read() => {
                return self.emit.unsupported(&format!("what {name} leaves in errno"));
            }
            "sqrt" if ieee => self.emit.ieee(FloatOp::Sqrt, &args),
            "fmod" if ieee => self.emit.ieee(FloatOp::Rem, &args),
            "fma" if ieee => self.emit.ieee(FloatOp::Fma, &args),
            "fma" => {
                let product = self.emit.float_binary("fmul", args[0], args[1])?;
                self.emit.float_binary("fadd", product, args[2])?
            }
            "fmin" => self.float_extreme(args[0], args[1], false)?,
            "fmax" => self.float_extreme(args[0], args[1], true)?,
            "copysign" => return self.copy_sign(args[0], args[1]).map(Val::One),
            _ => {
                let sort = self.emit.sorts.float(format);
                let full = if format == FloatFormat::F32 { format!("{name}f") } else { name.to_string() };
                let function = self.emit.context.external(&full, &vec![sort; args.len()], &[sort], Outside::Pure);
                self.emit.b.call(function, &args, &[sort], None)[0]
            }
        }))
    }
}

impl super::emit::Emit<'_> {
    /// Does the next allocation of more memory than there is succeed?
    fn is_given_memory(&mut self) -> ir::ValueId {
        let allocations = self.context.allocations;
        let (succeed, number, one) = (self.get(allocations.succeed), self.get(allocations.count), self.word(1));
        let next = self.word_add(number, one);
        self.b.set(allocations.count, next);
        self.select(succeed, number)
    }
}

/// `ENOMEM`.
const NO_MEMORY: i128 = 12;

/// May the function of `math.h` say by `errno` that it has no result?
fn may_set_errno(name: &str) -> bool {
    !matches!(name, "fma" | "fmin" | "fmax" | "copysign")
}

/// Is it a call of a function of `math.h` that may set `errno`? Those that round never do.
pub(crate) fn sets_errno(name: &str, call: &Call) -> bool {
    let base = match (name.strip_suffix('f'), &call.result) {
        (Some(base), Type::Float) => base,
        (_, Type::Double) => name,
        _ => return false,
    };
    let never = ["fabs", "floor", "ceil", "trunc", "round", "rint", "nearbyint", "roundeven"];
    arity(base) == Some(call.args.len()) && !never.contains(&base) && may_set_errno(base)
}

/// Is it known what the function does, or that it is a gap?
pub(crate) fn is_known(name: &str) -> bool {
    let known = [
        "exit",
        "_exit",
        "_Exit",
        "abort",
        "order_left_open",
        "__assert_fail",
        "__assert",
        "__assert_rtn",
        "abs",
        "labs",
        "llabs",
        "memcpy",
        "memmove",
        "memset",
        "printf",
        "puts",
        "putchar",
        "fprintf",
        "fputs",
        "fputc",
        "putc",
    ];
    name.starts_with("llvm.")
        || allocation(name).is_some()
        || frees(name)
        || name.ends_with("7___rustc35___rust_no_alloc_shim_is_unstable_v2")
        || known.contains(&name)
        || panics(name).is_some()
        || is_known_gap(name)
        || arity(name.strip_suffix('f').unwrap_or(name)).is_some()
        || arity(name).is_some()
}

/// Parameters of a function of `math.h` that takes and gives doubles only.
fn arity(name: &str) -> Option<usize> {
    Some(match name {
        "fabs" | "floor" | "ceil" | "trunc" | "round" | "rint" | "nearbyint" | "roundeven" | "sqrt" | "sin" | "cos"
        | "tan" | "asin" | "acos" | "atan" | "sinh" | "cosh" | "tanh" | "asinh" | "acosh" | "atanh" | "exp"
        | "exp2" | "expm1" | "log" | "log2" | "log10" | "log1p" | "logb" | "cbrt" | "erf" | "erfc" | "tgamma"
        | "lgamma" | "j0" | "j1" | "y0" | "y1" => 1,
        "fmod" | "fmin" | "fmax" | "copysign" | "pow" | "atan2" | "hypot" | "fdim" | "remainder" | "nextafter" => 2,
        "fma" => 3,
        _ => return None,
    })
}

fn round_to_integer(name: &str) -> Option<RoundTo> {
    match name.trim_end_matches('f') {
        "lround" | "llround" => Some(RoundTo::NearestAway),
        "lrint" | "llrint" => Some(RoundTo::NearestEven),
        _ => None,
    }
}

fn is_scaling(name: &str) -> bool {
    matches!(name.trim_end_matches('f'), "ldexp" | "scalbn" | "scalbln")
}

/// Functions of the C library that depend on their arguments alone, and on the locale, which is
/// taken to stay the same.
fn is_pure(name: &str) -> bool {
    let wide = name.strip_prefix("isw").is_some_and(|class| {
        ["alnum", "alpha", "blank", "cntrl", "digit", "graph", "lower", "print", "punct", "space", "upper", "xdigit"]
            .contains(&class)
    });
    wide || matches!(name, "towupper" | "towlower" | "wctob" | "btowc" | "isascii" | "toascii" | "ilogb" | "ilogbf")
        || matches!(name, "finite" | "finitef" | "__finite" | "__isnan" | "__isinf" | "__fpclassify" | "__signbit")
        || matches!(name, "ffs" | "ffsl" | "ffsll" | "difftime" | "jn" | "yn")
}

/// What a function of Rust's library does that does nothing but panic, or deal with one.
#[derive(Copy, Clone, PartialEq, Eq)]
pub(crate) enum Panic {
    Unwind,
    /// A panic that must not unwind, or comes while another one does.
    Abort,
    /// The library found out that a caller does what is undefined. Only some builds look.
    UnsafePrecondition,
    /// None, but what takes a panic apart that was caught.
    Caught,
}

/// `None`: the function is none of these.
pub(crate) fn panics(symbol: &str) -> Option<Panic> {
    if symbol == "rust_begin_unwind" {
        return Some(Panic::Unwind);
    }
    let path = crate::demangle::library_path(symbol)?;
    let name = path.last()?.as_str();
    let within = |module: &str| path.iter().any(|part| part == module);
    let says_so = name.contains("panic") && name != "panicking";
    match name {
        _ if name.starts_with("panic_nounwind") => Some(Panic::UnsafePrecondition),
        "cleanup" if within("catch_unwind") || within("try") => Some(Panic::Caught),
        "panic_in_cleanup" | "panic_cannot_unwind" => Some(Panic::Abort),
        "unwrap_failed" | "expect_failed" | "panic_fmt" | "unreachable_display" => Some(Panic::Unwind),
        // There is memory for every allocation that fits: what is left is a capacity that does not.
        "handle_error" | "capacity_overflow" if within("raw_vec") => Some(Panic::Unwind),
        "handle_alloc_error" => Some(Panic::Abort),
        _ if within("panic_count") => None,
        _ if within("panicking") => (says_so || name.ends_with("_failed")).then_some(Panic::Unwind),
        _ => (name.ends_with("_fail") || name.starts_with("panic_")).then_some(Panic::Unwind),
    }
}

/// What the panic is about, as far as the function's name tells.
fn panics_about(name: &str) -> Option<Symbol> {
    let about = [
        ("add_overflow", "addition overflows"),
        ("sub_overflow", "subtraction overflows"),
        ("mul_overflow", "multiplication overflows"),
        ("div_overflow", "division overflows"),
        ("rem_overflow", "remainder overflows"),
        ("neg_overflow", "negation overflows"),
        ("shl_overflow", "shift overflows"),
        ("shr_overflow", "shift overflows"),
        ("div_by_zero", "division by zero"),
        ("rem_by_zero", "remainder by zero"),
        ("bounds_check", "index out of bounds"),
        ("slice", "slice out of bounds"),
        ("unwrap_failed", "unwrap of nothing"),
        ("expect_failed", "unwrap of nothing"),
    ];
    let found = about.iter().find(|(part, _)| name.contains(part));
    found.map(|(_, about)| Symbol::new(about))
}

/// Library functions that a call does not make observable, and that are not modelled.
fn is_known_gap(name: &str) -> bool {
    let families = ["str", "mem", "wcs", "ato"];
    let known = [
        "isalnum",
        "isalpha",
        "isblank",
        "iscntrl",
        "isdigit",
        "isgraph",
        "islower",
        "isprint",
        "ispunct",
        "isspace",
        "isupper",
        "isxdigit",
        "tolower",
        "toupper",
        "vprintf",
        "fwrite",
        "scanf",
        "qsort",
        "bsearch",
        "setjmp",
        "_setjmp",
        "longjmp",
        "__ctype_b_loc",
        "__errno_location",
        "div",
        "ldiv",
        // The rounding mode is taken to be the usual one, and flags are not kept.
        "fesetround",
        "fesetenv",
        "feupdateenv",
        "feholdexcept",
        "fetestexcept",
        "feraiseexcept",
        "feclearexcept",
        "fegetexceptflag",
        "fesetexceptflag",
        "fegetenv",
    ];
    let c_library = name.bytes().all(|byte| byte.is_ascii_lowercase()) && name.len() <= 9;
    let is_of_family = c_library && families.iter().any(|family| name.starts_with(family));
    known.contains(&name) || is_of_family && !is_left_outside(name)
}

/// Library functions that are not modelled and do no more than look at memory, write it and give a value: code outside, of
/// which nobody sees that it is called.
pub(crate) fn is_left_outside(name: &str) -> bool {
    let of_text =
        ["sprintf", "snprintf", "vsprintf", "vsnprintf", "sscanf", "strftime", "strtod", "strtof", "strerror"];
    let others =
        ["realloc", "reallocarray", "aligned_alloc", "getenv", "frexp", "modf", "atof", "localtime_r", "gmtime_r"];
    of_text.contains(&name) || others.contains(&name)
}

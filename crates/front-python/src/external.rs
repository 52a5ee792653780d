//! Functions and constants of the standard library that are modelled.

use value::Value;

use crate::call::Arguments;
use crate::function::{Lowerer, Operand};
use crate::method::{self, GETTER, Method, Missing, all, method, with};
use crate::runtime::ctors;

const NOT_MODELLED: &str = "something of a module that is not modelled";

/// By path; what it is called in the prelude, and how many arguments it takes.
const MODELLED: &[Method] = &[
    method("math.floor", "floor_of", 1),
    method("math.ceil", "ceil_of", 1),
    method("math.trunc", "trunc_of", 1),
    method("math.sqrt", "sqrt_of", 1),
    method("math.fabs", "fabs_of", 1),
    method("math.isnan", "isnan_of", 1),
    method("math.isinf", "isinf_of", 1),
    method("math.isfinite", "isfinite_of", 1),
    method("math.isqrt", "isqrt_of", 1),
    method("math.factorial", "factorial_of", 1),
    method("math.prod", "prod_of", 1),
    method("math.degrees", "degrees_of", 1),
    method("math.radians", "radians_of", 1),
    method("math.comb", "comb_of", 2),
    method("math.copysign", "copysign_of", 2),
    method("math.fmod", "fmod_of", 2),
    method("math.isclose", "isclose_of", 2),
    with("math.perm", "perm_of", 1, &[Missing::None]),
    all("math.gcd", "gcd_of"),
    all("math.lcm", "lcm_of"),
    all("itertools.chain", "chain_"),
    method("itertools.chain.from_iterable", "chain_from", 1),
    with("itertools.islice", "islice_", 2, &[Missing::Unbound, Missing::Unbound]),
    with("itertools.repeat", "repeat_", 1, &[Missing::Unbound]),
    with("itertools.count", "count_", 0, &[Missing::Zero, Missing::One]),
    method("itertools.accumulate", "accumulate_", 1),
    method("itertools.pairwise", "pairwise_", 1),
    method("itertools.combinations", "combinations_", 2),
    with("itertools.permutations", "permutations_", 1, &[Missing::None]),
    method("operator.add", "add", 2),
    method("operator.sub", "sub", 2),
    method("operator.mul", "mul", 2),
    method("operator.truediv", "truediv", 2),
    method("operator.floordiv", "floordiv", 2),
    method("operator.mod", "mod", 2),
    method("operator.pow", "pow_", 2),
    method("operator.and_", "bitand", 2),
    method("operator.or_", "bitor", 2),
    method("operator.xor", "bitxor", 2),
    method("operator.lshift", "lshift", 2),
    method("operator.rshift", "rshift", 2),
    method("operator.eq", "eq", 2),
    method("operator.ne", "ne", 2),
    method("operator.lt", "lt", 2),
    method("operator.le", "le", 2),
    method("operator.gt", "gt", 2),
    method("operator.ge", "ge", 2),
    method("operator.getitem", "getitem", 2),
    method("operator.contains", "operator_contains", 2),
    method("operator.is_", "is_same", 2),
    method("operator.is_not", "operator_is_not", 2),
    method("operator.neg", "neg", 1),
    method("operator.pos", "pos", 1),
    method("operator.invert", "invert", 1),
    method("operator.inv", "invert", 1),
    method("operator.abs", "abs_", 1),
    method("operator.not_", "operator_not", 1),
    method("operator.truth", "truth", 1),
    with("bisect.bisect_left", "bisect_left", 2, &[Missing::Zero, Missing::None]),
    with("bisect.bisect_right", "bisect_right", 2, &[Missing::Zero, Missing::None]),
    with("bisect.bisect", "bisect_right", 2, &[Missing::Zero, Missing::None]),
    with("bisect.insort_left", "insort_left", 2, &[Missing::Zero, Missing::None]),
    with("bisect.insort_right", "insort_right", 2, &[Missing::Zero, Missing::None]),
    with("bisect.insort", "insort_right", 2, &[Missing::Zero, Missing::None]),
    method("heapq.heappush", "heappush", 2),
    method("heapq.heapreplace", "heapreplace", 2),
    method("heapq.heappushpop", "heappushpop", 2),
    method("heapq.heappop", "heappop", 1),
    method("heapq.heapify", "heapify", 1),
];

fn modelled(path: &str) -> Option<&'static Method> {
    MODELLED.iter().find(|function| function.name == path)
}

impl<'a> Lowerer<'a, '_> {
    /// A function of the standard library.
    pub(crate) fn call_external(&mut self, path: &str, arguments: &Arguments) -> Operand {
        if let Some(given) = self.call_library(path, arguments) {
            return given;
        }
        if self.is_patched(path) {
            return self.unsupported_value(&format!("a call of {path}"));
        }
        if let Some(done) = self.call_modelled(path, arguments) {
            return done;
        }
        if self.makes_model(path)
            && let Some(code) = self.lowering.model(self.module, path)
        {
            return self.call_code(code, None, arguments);
        }
        self.call_outside(path, arguments, &format!("a call of {path}"))
    }

    /// Is the model used here? What the top level makes is state of calls, and what steps outside get hold of may become
    /// another thing there: containers and iterators of the library are for functions alone.
    pub(crate) fn makes_model(&self, path: &str) -> bool {
        let is_free = ["functools.", "contextlib."].iter().any(|module| path.starts_with(module));
        is_free || (self.code.is_some() && !self.steps_outside())
    }

    /// `None` if it is not modelled, or not with such arguments.
    fn call_modelled(&mut self, path: &str, arguments: &Arguments) -> Option<Operand> {
        let keyword =
            |wanted: &str| arguments.keywords.iter().find(|(name, _)| name == wanted).map(|(_, value)| *value);
        let count = arguments.keywords.len();
        match path {
            "itertools.zip_longest" if count == usize::from(keyword("fillvalue").is_some()) => {
                let fill = keyword("fillvalue").unwrap_or(Operand::None);
                let (fill, items) = (self.boxed(fill), self.items(&arguments.positional));
                return Some(self.method_result("longest_", &[fill, items]));
            }
            "itertools.product" if count == usize::from(keyword("repeat").is_some()) => {
                let times = keyword("repeat").unwrap_or_else(|| self.int(1));
                let (times, items) = (self.boxed(times), self.items(&arguments.positional));
                return Some(self.method_result("product_", &[items, times]));
            }
            GETTER if count == 0 && !arguments.positional.is_empty() => {
                self.lowering.taken_builtins.insert(GETTER);
                let (name, keys) = (self.atom(GETTER), self.items(&arguments.positional));
                let keys = self.boxed(Operand::Tuple(keys));
                return Some(Operand::Value(self.b.construct(ctors().method, &[name, keys])));
            }
            _ => {}
        }
        let function = modelled(path).filter(|_| count == 0)?;
        if function.takes_all {
            let items = self.items(&arguments.positional);
            return Some(self.method_result(function.function, &[items]));
        }
        let given = arguments.positional.len();
        if given < function.required || given > function.required + function.optional.len() {
            return None;
        }
        let mut args = Vec::new();
        for (index, value) in self.in_order(function, arguments)?.into_iter().enumerate() {
            let value = value.unwrap_or_else(|| self.missing(function.optional[index - function.required]));
            args.push(self.boxed(value));
        }
        Some(self.method_result(function.function, &args))
    }

    /// A function that was taken as a value: a builtin, a method of a type, or one of the library.
    pub(crate) fn call_taken(&mut self, name: &str, arguments: &Arguments) -> Operand {
        match name.contains('.') {
            true if method::is_full_name(name) => self.call_unbound(name, arguments),
            true => self.call_external(name, arguments),
            false => self.call_known_builtin(name, arguments),
        }
    }

    /// A constant or a function of the standard library, as a value.
    pub(crate) fn external_constant(&mut self, path: &str) -> Operand {
        if self.is_patched(path) {
            return self.unsupported_value(NOT_MODELLED);
        }
        if !path.starts_with("collections.")
            && self.makes_model(path)
            && modelled(path).is_none()
            && let Some(code) = self.lowering.model(self.module, path)
        {
            self.lowering.take(code);
            let name = self.lowering.codes[code].name.clone();
            return self.constant(ctors().function, &name);
        }
        let float = match path {
            "math.pi" => std::f64::consts::PI,
            "math.e" => std::f64::consts::E,
            "math.tau" => std::f64::consts::TAU,
            "math.inf" => f64::INFINITY,
            "math.nan" => f64::NAN,
            _ if let Some(text) = text_constant(path) => return self.text(text),
            // Where steps are taken outside, it is one thing with what names outside hold.
            _ if !self.steps_outside()
                && let Some(function) = modelled(path) =>
            {
                self.lowering.taken_builtins.insert(function.name);
                return self.constant(ctors().builtin, function.name);
            }
            _ => return self.outside_constant(path, NOT_MODELLED),
        };
        let value = Value::data(ctors().float, [Value::Float(value::Float::f64(float))]);
        Operand::Value(self.b.constant(value, ctors().value))
    }

    fn is_patched(&self, path: &str) -> bool {
        self.lowering.patched.contains(path.rsplit('.').next().unwrap_or(path))
    }
}

/// The texts of the module `string`.
fn text_constant(path: &str) -> Option<&'static str> {
    Some(match path.strip_prefix("string.")? {
        "ascii_lowercase" => "abcdefghijklmnopqrstuvwxyz",
        "ascii_uppercase" => "ABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "ascii_letters" => "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ",
        "digits" => "0123456789",
        "hexdigits" => "0123456789abcdefABCDEF",
        "octdigits" => "01234567",
        "punctuation" => "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~",
        "whitespace" => " \t\n\r\x0b\x0c",
        _ => return None,
    })
}

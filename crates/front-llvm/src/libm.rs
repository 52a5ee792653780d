//! What the functions of `math.h` give on this machine.
//!
//! Only those that Rust's library hands on to the C library as they are: the interpreter must say
//! what compiled code does, to the last bit.

use value::{Float, FloatFormat, Value};

/// `None`: not known here.
pub(crate) fn call(function: &str, args: &[Value]) -> Option<Value> {
    // Any way to link the program is one; most often what may be missing is.
    if function.starts_with("is linked ") {
        return Some(Value::Bool(false));
    }
    if let (Some(conversion), [value]) = (function.strip_prefix("printf %"), args) {
        return crate::format::text(conversion, value);
    }
    let floats: Option<Vec<Float>> =
        args.iter().map(|arg| if let Value::Float(float) = arg { Some(*float) } else { None }).collect();
    let result = match floats?.as_slice() {
        [x] if x.format == FloatFormat::F64 => Float::f64(one(function, x.to_f64())?),
        [x] => Float::f32(one_single(function.strip_suffix('f')?, x.to_f32())?),
        [x, y] if x.format == FloatFormat::F64 => Float::f64(two(function, x.to_f64(), y.to_f64())?),
        [x, y] => Float::f32(two_single(function.strip_suffix('f')?, x.to_f32(), y.to_f32())?),
        _ => return None,
    };
    Some(Value::Float(result))
}

macro_rules! functions {
    ($one:ident, $two:ident, $float:ty) => {
        fn $one(function: &str, x: $float) -> Option<$float> {
            Some(match function {
                "sin" => x.sin(),
                "cos" => x.cos(),
                "tan" => x.tan(),
                "asin" => x.asin(),
                "acos" => x.acos(),
                "atan" => x.atan(),
                "sinh" => x.sinh(),
                "cosh" => x.cosh(),
                "tanh" => x.tanh(),
                "exp" => x.exp(),
                "exp2" => x.exp2(),
                "expm1" => x.exp_m1(),
                "log" => x.ln(),
                "log2" => x.log2(),
                "log10" => x.log10(),
                "log1p" => x.ln_1p(),
                "cbrt" => x.cbrt(),
                _ => return None,
            })
        }

        fn $two(function: &str, x: $float, y: $float) -> Option<$float> {
            Some(match function {
                "pow" => x.powf(y),
                "atan2" => x.atan2(y),
                "hypot" => x.hypot(y),
                _ => return None,
            })
        }
    };
}

functions!(one, two, f64);
functions!(one_single, two_single, f32);

//! Runs calls of C and C++ functions in compiled code.

use compile_c::CompileError;
use compile_c::driver::{Called, Callee, Outcome, arguments};
use confine::Trust;
use front_llvm::{SourceKind, SourceType};
use report::Example;
use serde_json::{Value, json};

use super::{Native, NotRun, Observed, ctest};
use crate::failure::{Failure, Result};
use crate::question::Question;

/// Both versions, compiled.
pub struct Compiled {
    pub drivers: [Callee; 2],
    pub question: Question,
    /// Signed integers are to be mathematical: a run in which one overflows shows nothing.
    pub unbounded: bool,
}

/// What a run may do wrong ends it, without a library at run time. Signed overflow wraps.
const CHECKS: &str = "-fsanitize=bounds,shift-exponent,null,unreachable,return,vla-bound,pointer-overflow";
const DIVISION: &str = "-fsanitize=integer-divide-by-zero";
const OVERFLOW: &str = "-fsanitize=signed-integer-overflow";
const ILLEGAL_INSTRUCTION: i32 = 4;

impl Native for Compiled {
    fn run(&mut self, calls: &[String], trust: Trust) -> std::result::Result<[Vec<Observed>; 2], NotRun> {
        let fitting: Vec<bool> = calls.iter().map(|call| self.fits(call)).collect();
        let some: Vec<String> =
            calls.iter().zip(&fitting).filter(|(_, fits)| **fits).map(|(call, _)| call.clone()).collect();
        let both = self.drivers.each_ref().map(|driver| self.run_version(driver, &some, trust));
        let [old, new] = both;
        let spread = |ran: Vec<Observed>| {
            let mut ran = ran.into_iter();
            let one = |fits: &bool| if *fits { ran.next() } else { None };
            fitting
                .iter()
                .map(one)
                .map(|seen| seen.unwrap_or_else(|| Observed::nothing("the input cannot be written")))
                .collect()
        };
        Ok([spread(old?), spread(new?)])
    }

    fn test(&self, example: &Example, names: [&str; 2]) -> Result<String> {
        ctest::write(&self.question, &self.drivers, example, names)
    }

    fn runs_in(&self) -> &'static str {
        "compiled code"
    }
}

impl Compiled {
    fn run_version(
        &self,
        driver: &Callee,
        calls: &[String],
        trust: Trust,
    ) -> std::result::Result<Vec<Observed>, NotRun> {
        let mut driver = driver.clone();
        driver.flags.extend([CHECKS.to_owned(), "-fsanitize-trap=all".to_owned()]);
        // With unbounded integers what these checks end is told apart from a processor's own trap.
        match self.unbounded {
            true => driver.flags.extend([OVERFLOW.to_owned(), "-fno-wrapv".to_owned()]),
            false => driver.flags.push(DIVISION.to_owned()),
        }
        let called = driver.run(calls, trust).map_err(failure)?;
        Ok(called.iter().zip(calls).map(|(called, call)| self.observed(&driver, call, called)).collect())
    }

    fn observed(&self, driver: &Callee, call: &str, called: &Called) -> Observed {
        let (outcome, text) = match &called.outcome {
            Outcome::None => return Observed::nothing("it took too long, or did what a confined run may not do"),
            Outcome::Killed(ILLEGAL_INSTRUCTION) if self.unbounded => return Observed::nothing("an integer overflows"),
            Outcome::Killed(_) => (json!(["traps", "trap"]), Value::Null),
            Outcome::Exited(status) => (json!(["raises", format!("exit({status})")]), Value::Null),
            Outcome::Returned(value) => match written(&driver.result, value) {
                Some(text) => (json!(["returns", text]), json!(text)),
                None => (json!(["returns", value]), Value::Null),
            },
        };
        let given = driver.pointers().map(|index| format!("*{index}"));
        let names: Vec<String> = driver.globals.iter().map(|global| global.name.clone()).chain(given).collect();
        let globals: serde_json::Map<String, Value> =
            names.iter().zip(&called.globals).map(|(name, bytes)| (name.clone(), json!(bytes))).collect();
        Observed(json!({
            "outcome": outcome, "text": text, "args": null, "output": called.output, "globals": globals, "changed": names,
            "streams": called.output, "handed": handed(driver, call, called),
        }))
    }

    /// Can the arguments be values of the parameters' types? Unbounded integers may not be, objects
    /// may be too long to be written, and the name of another parameter is no value.
    fn fits(&self, call: &str) -> bool {
        let params = &self.drivers[0].params;
        let args = arguments(call);
        let names = &self.drivers[0].names;
        let is_other = |arg: &str, ty: &SourceType| {
            matches!(ty.kind, SourceKind::Pointer(_)) && names.iter().any(|name| name == arg)
        };
        args.len() == params.len() && args.iter().zip(params).all(|(arg, ty)| is_other(arg, ty) || in_range(arg, ty))
    }
}

/// The numbers that the arguments lead to, before and after; `null` for what is not so simple.
fn handed(driver: &Callee, call: &str, called: &Called) -> Vec<Value> {
    let args = arguments(call);
    let after = called.globals.get(driver.globals.len()..).unwrap_or_default();
    let mut handed = vec![json!([null, null]); args.len()];
    for (index, bytes) in driver.pointers().zip(after) {
        if let SourceKind::Pointer(to) = &driver.params[index].kind
            && let SourceKind::Int { signed } = to.kind
            && let Some(before) = args.get(index).and_then(|arg| Some(&arg[arg.find('{')?..]))
        {
            handed[index] = json!([before, numbers(bytes, to.size as usize, signed)]);
        }
    }
    handed
}

/// The numbers that bytes, written as hexadecimal digits, stand for: `{1, 2}`.
fn numbers(bytes: &str, size: usize, signed: bool) -> Option<String> {
    let bytes: Vec<u8> = (0..bytes.len() / 2)
        .map(|at| u8::from_str_radix(bytes.get(2 * at..2 * at + 2)?, 16).ok())
        .collect::<Option<_>>()?;
    if !(1..=8).contains(&size) || !bytes.len().is_multiple_of(size) {
        return None;
    }
    let number = |chunk: &[u8]| {
        let value = chunk.iter().rev().fold(0i128, |value, byte| value << 8 | i128::from(*byte));
        let is_negative = signed && value >> (8 * size - 1) == 1;
        (if is_negative { value - (1 << (8 * size)) } else { value }).to_string()
    };
    Some(format!("{{{}}}", bytes.chunks(size).map(number).collect::<Vec<_>>().join(", ")))
}

fn in_range(arg: &str, ty: &SourceType) -> bool {
    if matches!(ty.kind, SourceKind::Pointer(_)) {
        let is_object = arg == "NULL" || arg.starts_with(['(', '&', '"']);
        return is_object && !arg.contains("...}") && !arg.contains('?');
    }
    let Ok(number) = arg.parse::<i128>() else { return !is_integer(arg) };
    let bits = (ty.size * 8).clamp(1, 126) as u32;
    match &ty.kind {
        SourceKind::Int { signed: false } | SourceKind::Char { signed: false } => (0..1 << bits).contains(&number),
        SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Enum { .. } => {
            (-(1 << (bits - 1))..1 << (bits - 1)).contains(&number)
        }
        _ => true,
    }
}

fn is_integer(arg: &str) -> bool {
    let digits = arg.strip_prefix('-').unwrap_or(arg);
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The result as reports write it. `None`: the compiler printed it.
fn written(ty: &SourceType, value: &str) -> Option<String> {
    match &ty.kind {
        SourceKind::Void => Some("void".to_owned()),
        SourceKind::Float => {
            let float = f64::from_bits(value.parse().ok()?);
            Some(match float {
                float if float.is_nan() => "NAN".to_owned(),
                float if float.is_infinite() => if float > 0.0 { "INFINITY" } else { "-INFINITY" }.to_owned(),
                float => format!("{float:?}"),
            })
        }
        SourceKind::Int { .. } | SourceKind::Char { .. } | SourceKind::Bool | SourceKind::Enum { .. } => {
            Some(value.to_owned())
        }
        _ => None,
    }
}

pub(super) fn failure(error: CompileError) -> NotRun {
    match error {
        CompileError::CannotConfine(why) => super::unconfined("compiled code", why),
        error => Failure::new(format!("cannot run it natively: {error}"), "use --replay builtin").into(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_read_as_numbers() {
        assert_eq!(numbers("01000000feffffff", 4, true).as_deref(), Some("{1, -2}"));
        assert_eq!(numbers("ff00", 1, false).as_deref(), Some("{255, 0}"));
        assert_eq!(numbers("ff00ff", 2, false), None);
    }

    #[test]
    fn arguments_are_split_outside_brackets() {
        assert_eq!(arguments("1, (struct p){.x = 1, .y = {2, 3}}, -4"), ["1", "(struct p){.x = 1, .y = {2, 3}}", "-4"]);
        assert_eq!(arguments("\"a, (\", 2"), ["\"a, (\"", "2"]);
        assert!(arguments("").is_empty());
    }
}
